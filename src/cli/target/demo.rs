//! `demo[:APP]`: the embedded phone with one of its apps.

use std::sync::Arc;

use super::{ConnectOptions, Connecting, TargetEntry, TestTarget};
use crate::cli::CliError;
use crate::cli::doctor::DoctorCheck;
use crate::demo::app::About;
use crate::demo::enabled::EnabledFaults;
use crate::demo::phone::{self, DemoPhone};
use crate::demo::shell::DemoShell;
use crate::demo::{apps, coverage};
use crate::device::android::{AndroidDevice, AndroidOptions};
use crate::device::{Device, DeviceShell};
use crate::domain::DisplaySize;
use crate::tui::overlays::sessions::SessionEntry;

/// The row of the table.
pub const ENTRY: TargetEntry = TargetEntry {
    scheme: "demo",
    usage: "demo[:APP]",
    help: "an app of the embedded phone; `?faults=` after it chooses its seeded faults: none, \
           input, functional, or ID,ID",
    app_is_package: true,
    catalogue: || {
        let entry = |about: &&About| SessionEntry {
            name: format!("demo:{}", about.name),
            what: format!("embedded phone: {}", about.title),
            ..SessionEntry::default()
        };
        apps::all().iter().map(entry).collect()
    },
    checks: || {
        let found = "always there: ridealong run demo --steps 100";
        Box::pin(async move { vec![DoctorCheck::good("embedded phone", found)] })
    },
    parse: |rest, app| Ok(Box::new(DemoTarget::read(rest.or(app))?)),
    expand: None,
};

/// An app of the embedded phone.
#[derive(Debug)]
struct DemoTarget {
    about: &'static About,
    /// The display, if one other than the phone's own is asked for.
    display: Option<DisplaySize>,
    /// The seeded faults that act.
    faults: EnabledFaults,
}

impl DemoTarget {
    /// Reads `[APP][@WIDTHxHEIGHT][?faults=none|all|input|functional|ID,ID]`; without a name it is the
    /// first app.
    fn read(text: Option<&str>) -> Result<Self, CliError> {
        let text = text.unwrap_or_default();
        let (text, parameter) =
            text.split_once('?').map_or((text, None), |(text, after)| (text, Some(after)));
        let (name, size) =
            text.split_once('@').map_or((text, None), |(name, size)| (name, Some(size)));
        let display = size.map(read_display).transpose()?;
        let names = || apps::all().iter().map(|about| about.name);
        let name =
            Some(name).filter(|name| !name.is_empty()).or(names().next()).unwrap_or_default();
        let found = apps::all().iter().find(|about| about.name == name || about.package == name);
        match found {
            Some(about) => {
                let faults = parameter.map(|text| read_faults(text, about)).transpose()?;
                Ok(Self { about, display, faults: faults.unwrap_or_default() })
            }
            None => Err(CliError::new(format!("the demo phone has no app {name:?}"), 2)
                .hint(format!("it has {}", names().collect::<Vec<_>>().join(", ")))),
        }
    }
}

impl TestTarget for DemoTarget {
    fn name(&self) -> String {
        let display =
            self.display.map(|DisplaySize { width, height }| format!("@{width}x{height}"));
        let faults = match &self.faults {
            EnabledFaults::All => String::new(),
            EnabledFaults::Only(ids) if ids.is_empty() => "?faults=none".to_owned(),
            EnabledFaults::Only(ids) if *ids == input_faults(self.about) => {
                "?faults=input".to_owned()
            }
            EnabledFaults::Only(ids) if *ids == functional(self.about) => {
                "?faults=functional".to_owned()
            }
            EnabledFaults::Only(ids) => format!("?faults={}", ids.join(",")),
            EnabledFaults::Variant(fault) => format!("?faults={}", fault.spec.id),
        };
        format!("demo:{}{}{faults}", self.about.name, display.unwrap_or_default())
    }

    fn short_name(&self, _app: Option<&str>) -> String {
        self.about.name.to_owned()
    }

    fn begins_fresh(&self) -> bool {
        true
    }

    fn is_harmless(&self) -> bool {
        true
    }

    fn connect<'a>(&'a self, options: ConnectOptions<'a>) -> Connecting<'a> {
        Box::pin(async move {
            let ConnectOptions { seed, pace, pictures, .. } = options;
            let phone = DemoPhone::new(&phone::Options { app: None, seed, pace })
                .map_err(|error| CliError::new(error.to_string(), 2))?;
            let phone = phone.with_faults(self.faults.clone());
            let phone = match self.display {
                Some(size) => phone.with_display(size),
                None => phone,
            };
            let shell: Arc<dyn DeviceShell> = Arc::new(DemoShell::new(phone));
            let options = AndroidOptions {
                target: self.name(),
                app: Some(self.about.package.to_owned()),
                pictures,
                coverage: Some(coverage::SOURCE),
                ..AndroidOptions::default()
            };
            Ok(Box::new(AndroidDevice::new(shell, options)) as Box<dyn Device>)
        })
    }
}

/// The ids of the input faults of an app.
fn input_faults(about: &About) -> Vec<&'static str> {
    about.input_faults.iter().map(|fault| fault.id).collect()
}

/// The ids of all functional faults of an app: also of those that act only if they are named.
fn functional(about: &About) -> Vec<&'static str> {
    about.functional_faults().map(|fault| fault.id).collect()
}

/// The seeded faults that `faults=none`, `all`, `input`, `functional` or `ID,ID` enables in an app.
fn read_faults(text: &str, about: &'static About) -> Result<EnabledFaults, CliError> {
    let known = || about.fault_kinds().map(|(id, _)| id);
    let words = match text.strip_prefix("faults=") {
        Some("all") => return Ok(EnabledFaults::All),
        Some("none") => return Ok(EnabledFaults::Only(Vec::new())),
        Some("functional") => return Ok(EnabledFaults::Only(functional(about))),
        Some("input") => return Ok(EnabledFaults::Only(input_faults(about))),
        Some(words) => words,
        None => {
            return Err(CliError::new(format!("a demo app has no parameter {text:?}"), 2)
                .hint("write ?faults=none, all, input, functional or ID,ID after the app"));
        }
    };
    let words: Vec<&str> = words.split(',').map(str::trim).collect();
    if let Some(unknown) = words.iter().find(|word| !known().any(|id| id == **word)) {
        let hint = format!(
            "write none, all, input, functional or ids of {}, separated by commas: {}",
            about.name,
            known().collect::<Vec<_>>().join(", ")
        );
        let message = format!("the demo app {} has no seeded fault {unknown:?}", about.name);
        return Err(CliError::new(message, 2).hint(hint));
    }
    Ok(EnabledFaults::Only(known().filter(|id| words.contains(id)).collect()))
}

/// `WIDTHxHEIGHT` of a display in its natural position.
fn read_display(text: &str) -> Result<DisplaySize, CliError> {
    let (least, most) = phone::SIZES;
    let numbers = text.split_once('x').map(|(width, height)| (width.parse(), height.parse()));
    if let Some((Ok(width), Ok(height))) = numbers
        && (least.width..=most.width).contains(&width)
        && (least.height..=most.height).contains(&height)
        && width <= height
    {
        return Ok(DisplaySize::new(width, height));
    }
    Err(CliError::new(format!("the demo phone has no display of {text:?}"), 2).hint(format!(
        "write WIDTHxHEIGHT, upright, from {}x{} to {}x{}, such as demo:notes@720x1280",
        least.width, least.height, most.width, most.height
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_display_is_upright_and_of_a_size_the_phone_can_have() {
        let read = |text: &str| DemoTarget::read(Some(text)).ok().and_then(|demo| demo.display);
        assert_eq!(read("shop@720x1280"), Some(DisplaySize::new(720, 1280)));
        for wrong in ["720", "x", "720x", "10x10", "1280x720", "-720x1280", "99999x99999"] {
            assert!(DemoTarget::read(Some(&format!("shop@{wrong}"))).is_err(), "{wrong}");
        }
    }

    #[test]
    fn seeded_faults_are_all_none_or_listed_ones() {
        let read = |text: &str| DemoTarget::read(Some(text)).map(|demo| demo.faults).ok();
        let only = |ids: &[&'static str]| Some(EnabledFaults::Only(ids.to_vec()));
        assert_eq!(read("shop"), Some(EnabledFaults::All));
        assert_eq!(read("shop?faults=all"), Some(EnabledFaults::All));
        assert_eq!(read("shop?faults=none"), only(&[]));
        assert_eq!(read("?faults=notes-pdf-emoji"), only(&["notes-pdf-emoji"]));
        // In the order of the table, each once.
        let several = "shop@720x1280?faults=shop-back-paying,shop-quantity-range,shop-back-paying";
        assert_eq!(read(several), only(&["shop-quantity-range", "shop-back-paying"]));
    }

    #[test]
    fn an_unknown_fault_or_parameter_is_an_error_that_lists_what_there_is() {
        for wrong in ["notes-pdf-emoji", "", "none,all", "shop-back-paying,nothing"] {
            let error = DemoTarget::read(Some(&format!("shop?faults={wrong}"))).err();
            let reported = format!("{error:?}");
            assert!(
                reported.contains("shop-back-paying") && reported.contains("has no seeded"),
                "{reported}"
            );
        }
        for wrong in ["shop?", "shop?fault=none", "shop?faults", "nothing?faults=none"] {
            assert!(DemoTarget::read(Some(wrong)).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_name_keeps_the_faults() {
        let name = |text: &str| DemoTarget::read(Some(text)).map(|demo| demo.name()).ok();
        for same in [
            "demo:shop?faults=none",
            "demo:shop@720x1280?faults=none",
            "demo:shop?faults=shop-quantity-range,shop-back-paying",
            "demo:shop?faults=shop-back-paying,shop-stores-about",
            "demo:shop?faults=functional",
        ] {
            assert_eq!(name(same.trim_start_matches("demo:")).as_deref(), Some(same));
        }
        assert_eq!(name("shop?faults=all").as_deref(), Some("demo:shop"));
    }
}
