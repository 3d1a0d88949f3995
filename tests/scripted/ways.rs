//! The ways to a demo app's states and faults, as its tables list them, in the words of its screens.

use ridealong::demo::app::Do;
use ridealong::demo::apps::Entry;
use ridealong::demo::phone::DemoPhone;
use ridealong::demo::{dump, walk};
use ridealong::device::android::hierarchy;

/// A way to a state or fault.
#[derive(Clone, Debug)]
pub struct Way {
    /// The state or fault.
    pub name: &'static str,
    /// Its steps from a restart.
    pub steps: Vec<WayStep>,
}

/// A step of a way.
#[derive(Clone, Debug)]
pub struct WayStep {
    /// What is done.
    pub does: Do,
    /// The state in which it is done.
    pub state: Option<&'static str>,
    /// The activity in which it is done, without its package.
    pub activity: String,
    /// What its widget is called; empty for none.
    pub label: String,
    /// The short id of its widget; empty for none.
    pub id: String,
}

impl WayStep {
    /// How a reply names it.
    pub fn words(&self) -> String {
        match self.does {
            Do::Back => "press back".into(),
            Do::Menu => "press menu".into(),
            Do::Enter => "press enter".into(),
            Do::Rotate => "rotate".into(),
            Do::Restart => "restart the app".into(),
            Do::Wait(_) => "wait".into(),
            Do::Long(_) => format!("long tap {}", self.name()),
            Do::Swipe(_, direction) => format!("swipe {} {}", self.name(), direction.word()),
            Do::Scroll(_, direction) => format!("scroll {} {}", self.name(), direction.word()),
            _ => format!("tap {}", self.name()),
        }
    }

    /// How prompts call its widget.
    fn name(&self) -> String {
        if self.label.is_empty() { format!("#{}", self.id) } else { format!("{:?}", self.label) }
    }

    /// The text that it types.
    pub fn text(&self) -> Option<&'static str> {
        match self.does {
            Do::Type(_, text) => Some(text),
            _ => None,
        }
    }
}

/// The ways to all states and faults of an app, but for faults that need a secret.
pub fn of(entry: &Entry) -> Vec<Way> {
    let about = entry.about;
    let states = about.states.iter().map(|state| (state.name, state.way));
    let faults = about.faults.iter().filter(|fault| !fault.secret);
    let faults = faults.map(|fault| (fault.id, fault.way));
    let ways = states.chain(faults).map(|(name, way)| {
        let mut phone = walk::opened(entry);
        let steps = way.iter().map(|does| step(&mut phone, *does)).collect();
        Way { name, steps }
    });
    ways.collect()
}

/// Does the step and tells it in the words of the screen that it was done on.
fn step(phone: &mut DemoPhone, does: Do) -> WayStep {
    let state = phone.truth().and_then(|truth| truth.state);
    let activity = phone.active().map(|active| active.component).unwrap_or_default();
    let activity = activity.rsplit(['/', '.']).next().unwrap_or_default().to_owned();
    let (label, id) = match does {
        Do::Tap(what)
        | Do::Long(what)
        | Do::Type(what, _)
        | Do::Swipe(what, _)
        | Do::Scroll(what, _)
        | Do::Slide(what, _) => called(phone, what),
        _ => Default::default(),
    };
    walk::walk(phone, &[does]).unwrap();
    WayStep { does, state, activity, label, id }
}

/// The label and the id of the widget that `selector` means, as an explorer reads them.
fn called(phone: &DemoPhone, selector: &str) -> (String, String) {
    let placed = walk::find(phone, selector).unwrap();
    let at = placed.visible().center();
    let active = phone.active().unwrap();
    let xml = dump::xml(&active, phone.landscape(), phone.display());
    let read = hierarchy::read(xml.as_bytes(), Some(phone.frame().size)).unwrap();
    let around = read.widgets.iter().filter(|widget| widget.bounds.contains(at) && widget.acts());
    let same = read.widgets.iter().find(|widget| {
        widget.bounds == placed.visible() && widget.acts() && widget.inherits.is_none()
    });
    let widget = same.or_else(|| around.min_by_key(|widget| widget.bounds.area()));
    widget.map(|widget| (widget.label.clone(), widget.short_id().to_owned())).unwrap_or_default()
}
