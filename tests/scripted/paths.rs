//! The paths to a demo app's states and faults, as its tables list them, in the words of its screens.

use ridealong::demo::app::Do;
use ridealong::demo::apps::Entry;
use ridealong::demo::phone::DemoPhone;
use ridealong::demo::{dump, walk};
use ridealong::device::android::hierarchy;

/// A path to a state or fault.
#[derive(Clone, Debug)]
pub struct KnownPath {
    /// The state or fault.
    pub name: &'static str,
    /// Its steps from a restart.
    pub steps: Vec<KnownStep>,
    /// What else leads to another state of the app at its end: BACK, and each tap, with that state.
    pub on: Vec<(KnownStep, &'static str)>,
    /// The fields of the form that it ends with, each with what it held before anything was typed; for
    /// input faults alone.
    pub form: Vec<(String, String)>,
}

/// A step of a path.
#[derive(Clone, Debug)]
pub struct KnownStep {
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

impl KnownStep {
    /// A restart of the app, from anywhere.
    pub const fn restart() -> Self {
        Self {
            does: Do::Restart,
            state: None,
            activity: String::new(),
            label: String::new(),
            id: String::new(),
        }
    }

    /// How a reply names it.
    pub fn words(&self) -> String {
        match self.does {
            Do::Back => "press back".into(),
            Do::Menu => "press menu".into(),
            Do::Enter => "press enter".into(),
            Do::Rotate => "rotate".into(),
            Do::Restart => "restart the app".into(),
            Do::Wait(_) => "wait".into(),
            Do::Allow => "tap \"Allow\"".into(),
            Do::Deny => "tap \"Don’t allow\"".into(),
            Do::Type(_, text) => format!("type {} into {}", serde_json::json!(text), self.name()),
            Do::Long(_) => format!("long tap {}", self.name()),
            Do::Swipe(_, direction) => format!("swipe {} {}", self.name(), direction.word()),
            Do::Scroll(_, direction) => format!("scroll {} {}", self.name(), direction.word()),
            _ => format!("tap {}", self.name()),
        }
    }

    /// True if a reply can name it.
    pub const fn is_expressible(&self) -> bool {
        !matches!(self.does, Do::Slide(..) | Do::Broadcast(_) | Do::Open(_) | Do::HomeAndReturn)
    }

    /// True for the answer to a question of the system, which the step before brought up.
    pub const fn answers_the_system(&self) -> bool {
        matches!(self.does, Do::Allow | Do::Deny)
    }

    /// How prompts call its widget.
    fn name(&self) -> String {
        // What follows the name of a row changes with what is done.
        let label = self.label.split(" · ").next().unwrap_or_default();
        if label.is_empty() { format!("#{}", self.id) } else { format!("{label:?}") }
    }

    /// The text that it types.
    pub fn text(&self) -> Option<&'static str> {
        match self.does {
            Do::Type(_, text) => Some(text),
            _ => None,
        }
    }
}

/// The paths of [`of`], each with what leads on from the state at its end: each button was tried there on
/// a phone of its own.
pub fn with_buttons(entry: &Entry) -> Vec<KnownPath> {
    let mut paths = of(entry);
    let states = &entry.about.states;
    for (path, spec) in paths.iter_mut().zip(states.iter()) {
        let opened = || {
            let mut phone = walk::opened(entry);
            walk::walk(&mut phone, spec.steps).unwrap();
            phone
        };
        let phone = opened();
        let mut tried = vec![Do::Back];
        tried.extend(buttons(&phone).into_iter().map(Do::Tap));
        for does in tried {
            let mut phone = opened();
            // Another widget of that name may be meant, or one that is covered.
            if walk::find(&phone, does_on(does)).is_err() && does != Do::Back {
                continue;
            }
            let step = step(&mut phone, does);
            let in_front = phone.active().is_some_and(|it| it.package == entry.about.package);
            let to = phone.truth().and_then(|truth| truth.state).filter(|_| in_front);
            if let Some(to) = to.filter(|to| Some(*to) != step.state) {
                path.on.push((step, to));
            }
        }
    }
    paths
}

const fn does_on(does: Do) -> &'static str {
    if let Do::Tap(what) = does { what } else { "" }
}

/// The names of what can be tapped, each once.
fn buttons(phone: &DemoPhone) -> Vec<&'static str> {
    let Some(active) = phone.active() else { return Vec::new() };
    let xml = dump::xml(&active, phone.landscape(), phone.display());
    let read = hierarchy::read(xml.as_bytes(), Some(phone.frame().size)).unwrap();
    let tapped = read.widgets.iter().filter(|widget| {
        widget.acts()
            && !widget.is_field()
            && widget.position.list.is_none()
            && !widget.label.is_empty()
    });
    let mut names: Vec<&'static str> = Vec::new();
    for widget in tapped {
        let own = if widget.text.is_empty() { &widget.content_desc } else { &widget.text };
        if !own.is_empty() && !names.contains(&own.as_str()) {
            // A name for as long as the measurement runs.
            names.push(String::leak(own.clone()));
        }
    }
    names
}

/// The paths to all states and faults of an app, but for faults that need a secret.
pub fn of(entry: &Entry) -> Vec<KnownPath> {
    let about = entry.about;
    let states = about.states.iter().map(|state| (state.name, state.steps));
    let faults = about.faults.iter().filter(|fault| !fault.secret);
    let faults = faults.map(|fault| (fault.id, fault.steps));
    let paths = states.chain(faults).map(|(name, path)| {
        let mut phone = walk::opened(entry);
        let steps = path.iter().map(|does| step(&mut phone, *does)).collect();
        KnownPath { name, steps, on: Vec::new(), form: Vec::new() }
    });
    paths.collect()
}

/// The last forms of the ways to an app's input faults: the steps that type.
pub fn to_input_faults(entry: &Entry) -> Vec<KnownPath> {
    let form = |fault: &ridealong::demo::input_faults::InputFault| {
        let mut phone = walk::opened(entry);
        let mut steps: Vec<KnownStep> =
            fault.steps.iter().map(|does| step(&mut phone, *does)).collect();
        let last = steps.iter().rposition(|step| step.text().is_some()).unwrap_or_default();
        steps.truncate(last + 1);
        let before = steps.iter().rposition(|step| step.text().is_none());
        let first = before.map_or(0, |before| before + 1);
        steps.drain(..first);
        let mut phone = walk::opened(entry);
        walk::walk(&mut phone, &fault.steps[..first]).unwrap();
        KnownPath { name: fault.id, steps, on: Vec::new(), form: fields(&phone) }
    };
    entry.about.input_faults.iter().map(form).collect()
}

/// The fields on the screen, each with what it holds.
fn fields(phone: &DemoPhone) -> Vec<(String, String)> {
    let active = phone.active().unwrap();
    let xml = dump::xml(&active, phone.landscape(), phone.display());
    let read = hierarchy::read(xml.as_bytes(), Some(phone.frame().size)).unwrap();
    let fields = read.widgets.iter().filter(|widget| widget.is_field());
    fields.map(|field| (field.label.clone(), field.content().to_owned())).collect()
}

/// Does the step and tells it in the words of the screen that it was done on.
fn step(phone: &mut DemoPhone, does: Do) -> KnownStep {
    let state = phone.truth().and_then(|truth| truth.state);
    let activity = phone.active().map(|active| active.component).unwrap_or_default();
    let activity = activity.rsplit(['/', '.']).next().unwrap_or_default().to_owned();
    let (label, id) = selector(does).map(|what| called(phone, what)).unwrap_or_default();
    walk::walk(phone, &[does]).unwrap();
    KnownStep { does, state, activity, label, id }
}

/// The widget that `does` is done on.
pub const fn selector(does: Do) -> Option<&'static str> {
    match does {
        Do::Tap(what)
        | Do::Long(what)
        | Do::Type(what, _)
        | Do::Swipe(what, _)
        | Do::Scroll(what, _)
        | Do::Slide(what, _) => Some(what),
        _ => None,
    }
}

/// The label and the id of the widget that `selector` means, as an explorer reads them.
pub fn called(phone: &DemoPhone, selector: &str) -> (String, String) {
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
