//! `demo[:APP]`: the embedded phone with one of its apps.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use super::{ConnectOptions, TargetEntry, TestTarget};
use crate::cli::CliError;
use crate::cli::doctor::DoctorCheck;
use crate::demo::app::About;
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
    help: "an app of the embedded phone (`ridealong demo list`)",
    app_is_package: true,
    catalogue: || {
        let entry = |about: &&About| SessionEntry {
            name: format!("demo:{}", about.name),
            what: format!("embedded phone: {}", about.title),
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
}

impl DemoTarget {
    /// Reads `APP`, `APP@WIDTHxHEIGHT` or `@WIDTHxHEIGHT`; without a name it is the first app.
    fn read(text: Option<&str>) -> Result<Self, CliError> {
        let (name, display) = match text.and_then(|text| text.split_once('@')) {
            Some((name, size)) => {
                (Some(name).filter(|name| !name.is_empty()), Some(read_display(size)?))
            }
            None => (text, None),
        };
        let names = || apps::all().iter().map(|about| about.name);
        let name = name.or(names().next()).unwrap_or_default();
        let found = apps::all().iter().find(|about| about.name == name || about.package == name);
        match found {
            Some(about) => Ok(Self { about, display }),
            None => Err(CliError::new(format!("the demo phone has no app {name:?}"), 2)
                .hint(format!("it has {}", names().collect::<Vec<_>>().join(", ")))),
        }
    }
}

impl TestTarget for DemoTarget {
    fn name(&self) -> String {
        match self.display {
            Some(DisplaySize { width, height }) => {
                format!("demo:{}@{width}x{height}", self.about.name)
            }
            None => format!("demo:{}", self.about.name),
        }
    }

    fn short_name(&self, _app: Option<&str>) -> String {
        self.about.name.to_owned()
    }

    fn is_harmless(&self) -> bool {
        true
    }

    fn connect<'a>(
        &'a self,
        options: ConnectOptions<'a>,
    ) -> BoxFuture<'a, Result<Box<dyn Device>, CliError>> {
        Box::pin(async move {
            let ConnectOptions { seed, pace, pictures, .. } = options;
            let phone = DemoPhone::new(&phone::Options { app: None, seed, pace })
                .map_err(|error| CliError::new(error.to_string(), 2))?;
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
}
