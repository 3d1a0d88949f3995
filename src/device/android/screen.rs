//! One look at the device, and what is made of it.
//!
//! Picture, hierarchy and what is in front are fetched side by side. A hierarchy that
//! cannot be had from one source is had from another: written to a terminal, by way of a file, compressed; failing all of
//! these there is the picture alone, and the screen says why.

use std::sync::Arc;

use crate::device::{CommandOutput, DeviceError, Observation};
use crate::domain::{DisplaySize, ReadQuality};

use super::activity::{self, ForegroundActivity};
use super::commands;
use super::hierarchy::{self, Hierarchy};
use super::idle::IdleReading;
use super::keyguard;
use super::terminal::DeviceTerminal;
use super::toast;

/// How every PNG begins.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The chunk that ends every PNG, with its checksum.
const PNG_END: &[u8] = b"IEND\xaeB`\x82";

/// A source of a dump.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum DumpSource {
    /// Written to the terminal: the quickest.
    #[default]
    Terminal,
    /// By way of a file, for shells without a terminal.
    File,
}

/// What one look told.
#[derive(Clone, Debug)]
pub(super) struct DeviceReading {
    /// The hierarchy, or what the device said instead.
    pub(super) dump: Result<HierarchyDump, DumpFailure>,
    /// The picture, if one was wanted and could be taken.
    pub(super) picture: Option<Arc<[u8]>>,
    /// What `dumpsys` says is in front, of the keyboard and of toasts; empty if it was not asked.
    pub(super) front: String,
}

/// A hierarchy.
#[derive(Clone, Debug)]
pub(super) struct HierarchyDump {
    /// What was read from it.
    pub(super) hierarchy: Hierarchy,
    /// As the device told it, nothing taken out yet.
    text: String,
    /// Where it came from.
    pub(super) source: DumpSource,
    /// What the tester should know of how it was had.
    warning: Option<String>,
}

/// Why there is no hierarchy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DumpFailure {
    /// What was said.
    pub(super) said: String,
    /// The device has waited for the screen to become idle, and it did not.
    pub(super) never_idle: bool,
}

impl DeviceReading {
    /// True if a lock screen may be what is in front.
    pub(super) fn may_be_locked(&self) -> bool {
        match &self.dump {
            Ok(dump) => dump.hierarchy.package == keyguard::PACKAGE,
            Err(failure) => !failure.never_idle,
        }
    }

    /// What it tells to who waits for the screen to come to rest.
    pub(super) fn seen(&self) -> IdleReading<'_> {
        match &self.dump {
            Ok(dump) => IdleReading::Hierarchy(&dump.hierarchy),
            Err(failure) if failure.never_idle => IdleReading::NeverIdle,
            Err(_) => IdleReading::Nothing,
        }
    }
}

/// Looks once: at the hierarchy, and at what else `whole` says. `natural` is the display in its
/// natural position.
///
/// # Errors
/// If the device cannot be reached.
pub(super) async fn look(
    terminal: &DeviceTerminal,
    source: DumpSource,
    natural: Option<DisplaySize>,
    whole: DumpContext,
) -> Result<DeviceReading, DeviceError> {
    let (dump, picture, front) = tokio::join!(
        dump(terminal, source, natural),
        async { if whole.picture { picture(terminal).await } else { Ok(None) } },
        async { if whole.front { front(terminal).await } else { Ok(String::new()) } },
    );
    Ok(DeviceReading { dump: dump?, picture: picture?, front: front? })
}

/// What to look at beside the hierarchy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct DumpContext {
    /// Take a picture.
    pub(super) picture: bool,
    /// Ask what is in front.
    pub(super) front: bool,
}

/// Takes a picture; `None` if the device gives none, as it does for protected windows, or twice one
/// that ends too early.
pub(super) async fn picture(terminal: &DeviceTerminal) -> Result<Option<Arc<[u8]>>, DeviceError> {
    for _ in 0..2 {
        let output = terminal.look(commands::PICTURE).await?;
        // Devices with several displays print a warning first.
        let start = output.stdout.windows(PNG.len()).position(|window| window == PNG);
        let Some(png) = start.and_then(|start| output.stdout.get(start..)) else {
            return Ok(None);
        };
        // A terminal may add line ends behind it.
        let tail = png.get(png.len().saturating_sub(PNG_END.len() + 4)..).unwrap_or_default();
        if tail.windows(PNG_END.len()).any(|window| window == PNG_END) {
            return Ok(Some(Arc::from(png)));
        }
    }
    Ok(None)
}

/// Asks what is in front.
pub(super) async fn front(terminal: &DeviceTerminal) -> Result<String, DeviceError> {
    let mut reported = terminal.look(commands::FRONT).await?.text();
    if activity::front(&reported, "").is_none() {
        reported.push('\n');
        reported.push_str(&terminal.look(commands::FOCUS).await?.text());
    }
    Ok(reported)
}

type DumpResult = Result<HierarchyDump, DumpFailure>;

async fn dump(
    terminal: &DeviceTerminal,
    source: DumpSource,
    natural: Option<DisplaySize>,
) -> Result<DumpResult, DeviceError> {
    let sources = match source {
        DumpSource::Terminal => [DumpSource::Terminal, DumpSource::File],
        DumpSource::File => [DumpSource::File, DumpSource::Terminal],
    };
    let mut first: Option<DumpFailure> = None;
    let mut part: Option<HierarchyDump> = None;
    for source in sources {
        let command = match source {
            DumpSource::Terminal => commands::DUMP.to_owned(),
            DumpSource::File => commands::dump_by_file(),
        };
        match read(&terminal.look(&command).await?, natural, source, None) {
            Ok(dump) if !dump.hierarchy.truncated => return Ok(Ok(dump)),
            Ok(dump) => keep_larger(&mut part, dump),
            // Another source would wait for nothing as well, and for as long.
            Err(failure) if failure.never_idle => {
                first = Some(failure);
                break;
            }
            Err(failure) => {
                first.get_or_insert(failure);
            }
        }
    }
    let warning = "the hierarchy could only be read in its compressed form";
    let output = terminal.look(commands::DUMP_COMPRESSED).await?;
    let last = read(&output, natural, source, Some(warning.to_owned()));
    Ok(match (last, part) {
        (Ok(dump), Some(part)) if dump.hierarchy.truncated => {
            let mut largest = Some(part);
            keep_larger(&mut largest, dump.clone());
            Ok(largest.unwrap_or(dump))
        }
        (Err(_), Some(part)) => Ok(part),
        (last, _) => last.map_err(|failure| first.unwrap_or(failure)),
    })
}

/// Of two dumps that ended too early the one with more nodes tells more.
fn keep_larger(kept: &mut Option<HierarchyDump>, dump: HierarchyDump) {
    if kept.as_ref().is_none_or(|kept| kept.hierarchy.nodes < dump.hierarchy.nodes) {
        *kept = Some(dump);
    }
}

fn read(
    output: &CommandOutput,
    natural: Option<DisplaySize>,
    source: DumpSource,
    warning: Option<String>,
) -> DumpResult {
    let display = natural.map(|size| turned(size, &output.stdout));
    match hierarchy::read(&output.stdout, display) {
        Ok(hierarchy) => Ok(HierarchyDump { hierarchy, text: output.text(), source, warning }),
        Err(error) => {
            let said = output.said();
            let never_idle = said.contains("could not get idle state");
            let said = match said.lines().map(str::trim).find(|line| !line.is_empty()) {
                Some(line) if line.len() < 200 && !line.contains('<') => line.to_owned(),
                _ => error.to_string(),
            };
            Err(DumpFailure { said, never_idle })
        }
    }
}

/// The display as it was turned when it was dumped, which the first element tells.
fn turned(natural: DisplaySize, dump: &[u8]) -> DisplaySize {
    const MARK: &[u8] = b"rotation=\"";
    let start = dump.windows(MARK.len()).position(|window| window == MARK);
    match start.and_then(|start| dump.get(start + MARK.len())) {
        Some(b'1' | b'3') => DisplaySize::new(natural.height, natural.width),
        _ => natural,
    }
}

/// Makes an observation of a look at a display of this `natural` size.
pub(super) fn observation(look: DeviceReading, natural: DisplaySize, busy: bool) -> Observation {
    let DeviceReading { dump, picture, front } = look;
    let keyboard = activity::keyboard_shown(&front);
    let (mut hierarchy, text, failure, warning) = match dump {
        Ok(dump) => (dump.hierarchy, Some(dump.text), None, dump.warning),
        Err(failure) => (unread(picture.as_deref(), natural), None, Some(failure.said), None),
    };
    let component = activity::front(&front, &hierarchy.package);
    if hierarchy.package.is_empty() {
        hierarchy.package =
            component.as_ref().map(|component| component.package.clone()).unwrap_or_default();
    }
    hierarchy.busy = busy;
    hierarchy.warnings.extend(warning);
    let location = component.map(|component| named(&hierarchy.package, component));
    let mut screen = hierarchy.into_screen(&location.unwrap_or_default());
    screen.keyboard = keyboard;
    screen.toasts = toast::texts(&front, &screen.package);
    if let Some(said) = failure {
        screen.read_quality = ReadQuality::Failed(said);
    }
    let hierarchy = text.map(|text| Arc::from(&*hierarchy::redact(&text)));
    Observation { picture, hierarchy, ..Observation::of(screen) }
}

/// The activity's class, with its package if a window of another package covers it.
fn named(package: &str, component: ForegroundActivity) -> String {
    if component.package == package || !component.class.starts_with('.') {
        component.class
    } else {
        format!("{}{}", component.package, component.class)
    }
}

/// What can be known without a hierarchy: the picture tells how the display is turned.
fn unread(picture: Option<&[u8]>, natural: DisplaySize) -> Hierarchy {
    let size = picture.and_then(png_size).unwrap_or(natural);
    let turned = (size.width > size.height) != (natural.width > natural.height);
    Hierarchy { size, rotation: u8::from(turned), ..Hierarchy::default() }
}

/// Width and height in the first chunk of a PNG.
fn png_size(png: &[u8]) -> Option<DisplaySize> {
    let number = |at: usize| {
        let bytes = png.get(at..at + 4)?.try_into().ok()?;
        i32::try_from(u32::from_be_bytes(bytes)).ok()
    };
    Some(DisplaySize::new(number(16)?, number(20)?))
}
