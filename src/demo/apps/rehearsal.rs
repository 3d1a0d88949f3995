//! A plain explorer for the tests of apps: tries what each screen offers, nearest untried first.
//!
//! It knows nothing of an app but its windows, so that a test can tell whether the app's states can
//! be found by someone who has not read its source, and whether they can be told apart by structure.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;

use super::Entry;
use crate::demo::app::App;
use crate::demo::dump::short_id;
use crate::demo::frame::Placed;
use crate::demo::phone::{Active, DemoPhone, PhoneKey};
use crate::demo::ui::{Input, Kind, TextStyle};
use crate::demo::walk::{opened, walk};
use crate::domain::Point;

/// How long the phone is left alone after each action, in milliseconds.
const SETTLE_MS: u64 = 1_000;
/// How long progress is waited for, in milliseconds.
const PROGRESS_MS: u64 = 60_000;

/// Fails if two named states of the app `A` look the same: in activity, title, and the kind, id and
/// enablement of what is visible.
pub fn check_that_states_differ<A: App>() {
    let entry = Entry::of::<A>();
    let mut seen = BTreeMap::new();
    for state in A::ABOUT.states {
        let mut phone = opened(&entry);
        walk(&mut phone, state.steps).unwrap();
        let active = phone.active().unwrap();
        let visible = active.pane.placed.iter().filter(|placed| !placed.visible().is_empty());
        let faces: Vec<_> = visible.map(|placed| &placed.face).collect();
        let is_title = |kind: Kind| matches!(kind, Kind::Text(TextStyle::Title));
        let title = faces.iter().find(|face| is_title(face.kind)).map(|face| face.text.clone());
        let parts: BTreeSet<String> = faces
            .iter()
            .map(|face| format!("{:?} {} {}", face.kind, face.id, face.enabled))
            .collect();
        if let Some(other) = seen.insert((active.component, title, parts), state.name) {
            panic!("{other} and {} look the same", state.name);
        }
    }
}

/// What an explorer saw of an app.
#[derive(Debug, Default)]
pub struct Seen {
    /// The states it was in.
    pub states: BTreeSet<&'static str>,
    /// The names that the app gave to each structure.
    pub names: BTreeMap<String, BTreeSet<&'static str>>,
}

impl Seen {
    /// Structures that the app gives more than one name.
    pub fn ambiguous(&self) -> Vec<String> {
        let several = self.names.iter().filter(|(_, names)| names.len() > 1);
        several.map(|(structure, names)| format!("{names:?}: {structure}")).collect()
    }
}

/// One thing to do: what, to the widget with which id, with which words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Act {
    Tap(String),
    Hold(String),
    Type(String),
    /// Type into a field that is not empty.
    Retype(String),
    Back,
}

/// Explores the app with `budget` actions; `seed` decides what is tried first.
pub fn explore(entry: &Entry, budget: usize, seed: u64) -> Seen {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut phone = opened(entry);
    let mut tried: BTreeMap<(String, Act), usize> = BTreeMap::new();
    let mut offers: BTreeMap<String, Vec<Act>> = BTreeMap::new();
    let mut leads: BTreeMap<String, BTreeMap<Act, String>> = BTreeMap::new();
    let mut seen = Seen::default();
    let mut here = look(&mut phone, entry, &mut seen, &mut offers, &mut rng);
    for step in 0..budget {
        let act = next(&here, &tried, &offers, &leads);
        let count = tried.entry((here.clone(), act.clone())).or_default();
        *count += 1;
        perform(&mut phone, &act, *count + step);
        let there = look(&mut phone, entry, &mut seen, &mut offers, &mut rng);
        leads.entry(here).or_default().insert(act, there.clone());
        here = there;
    }
    let truth = phone.truth().expect("an app");
    assert!(truth.strange.is_empty(), "{:?}", truth.strange);
    seen.states.clone_from(&truth.states);
    seen
}

/// Waits, opens the app again where it was left, and gives the structure of what is in front.
fn look(
    phone: &mut DemoPhone,
    entry: &Entry,
    seen: &mut Seen,
    offers: &mut BTreeMap<String, Vec<Act>>,
    rng: &mut StdRng,
) -> String {
    phone.pass(SETTLE_MS);
    let mut waited = 0;
    while waited < PROGRESS_MS && has_progress(phone) {
        phone.pass(SETTLE_MS);
        waited += SETTLE_MS;
    }
    let hung = phone.active().is_some_and(|active| active.name.contains("Not Responding"));
    if hung || !phone.is_front(entry.about.package) {
        phone.stop(entry.about.package);
        phone.open(entry.about.package);
        phone.pass(SETTLE_MS);
    }
    let active = phone.active().expect("a window");
    let mut structure = structure(&active);
    if active.package == entry.about.package {
        let name = phone.truth().and_then(|truth| truth.state).expect("a state");
        seen.names.entry(structure.clone()).or_default().insert(name);
    }
    if is_filled_in(&active) {
        structure.push_str(" filled in");
    }
    offers.entry(structure.clone()).or_insert_with(|| acts(&active, rng));
    structure
}

fn has_progress(phone: &DemoPhone) -> bool {
    let active = phone.active();
    active.is_some_and(|active| visible(&active).any(|placed| placed.face.kind == Kind::Progress))
}

fn visible(active: &Active) -> impl Iterator<Item = &Placed> {
    active.pane.placed.iter().filter(|placed| !placed.visible().is_empty())
}

/// What the window consists of, whatever it says and however many rows its lists have.
fn structure(active: &Active) -> String {
    let mut parts = BTreeSet::new();
    for placed in visible(active) {
        let face = &placed.face;
        let title = match face.kind {
            Kind::Text(TextStyle::Title) => face.text.as_str(),
            _ => "",
        };
        let id = short_id(face, active.pane.kind);
        let (acts, enabled) = (face.clickable, face.enabled);
        parts.insert(format!("{:?}#{id}{title}/{acts}/{enabled}", face.kind));
    }
    format!("{} {:?} {parts:?}", active.component, active.pane.kind)
}

/// True for a form in which no field is empty: its buttons are worth another try.
fn is_filled_in(active: &Active) -> bool {
    let is_field = |placed: &&Placed| matches!(placed.face.kind, Kind::Field(_));
    let mut fields = visible(active).filter(is_field).peekable();
    fields.peek().is_some() && fields.all(|field| !field.face.text.is_empty())
}

/// How a widget is named, the same for all rows of a list.
fn handle(placed: &Placed, active: &Active) -> String {
    let id = short_id(&placed.face, active.pane.kind);
    let name = if id.is_empty() { &placed.face.desc } else { id };
    if name.is_empty() { placed.face.text.clone() } else { name.to_owned() }
}

fn acts(active: &Active, rng: &mut StdRng) -> Vec<Act> {
    let mut acts = BTreeSet::from([Act::Back]);
    for placed in visible(active).filter(|placed| placed.face.enabled) {
        let handle = handle(placed, active);
        if matches!(placed.face.kind, Kind::Field(_)) {
            let empty = placed.face.text.is_empty();
            acts.insert(if empty { Act::Type(handle) } else { Act::Retype(handle) });
            continue;
        }
        if placed.face.clickable {
            acts.insert(Act::Tap(handle.clone()));
        }
        if placed.face.long_clickable {
            acts.insert(Act::Hold(handle));
        }
    }
    let mut acts: Vec<Act> = acts.into_iter().collect();
    acts.shuffle(rng);
    acts.sort_by_key(|act| match act {
        Act::Type(_) => 0,
        Act::Tap(handle) if handle == "Navigate up" => 2,
        Act::Tap(_) | Act::Hold(_) => 1,
        Act::Retype(_) => 3,
        Act::Back => 4,
    });
    acts
}

/// Something untried here, or a step to the nearest place where something is untried.
fn next(
    here: &str,
    tried: &BTreeMap<(String, Act), usize>,
    offers: &BTreeMap<String, Vec<Act>>,
    leads: &BTreeMap<String, BTreeMap<Act, String>>,
) -> Act {
    let count =
        |place: &str, act: &Act| tried.get(&(place.to_owned(), act.clone())).copied().unwrap_or(0);
    let untried = |place: &str| {
        let offers = offers.get(place).map(Vec::as_slice).unwrap_or_default();
        offers.iter().find(|act| count(place, act) == 0).cloned()
    };
    let mut queue: VecDeque<(String, Option<Act>)> = VecDeque::from([(here.to_owned(), None)]);
    let mut visited = BTreeSet::from([here.to_owned()]);
    while let Some((place, first)) = queue.pop_front() {
        if let Some(act) = untried(&place) {
            return first.unwrap_or(act);
        }
        for (act, there) in leads.get(&place).into_iter().flatten() {
            if visited.insert(there.clone()) {
                queue.push_back((there.clone(), first.clone().or_else(|| Some(act.clone()))));
            }
        }
    }
    let offers = offers.get(here).map(Vec::as_slice).unwrap_or_default();
    offers.iter().min_by_key(|act| count(here, act)).cloned().unwrap_or(Act::Back)
}

fn perform(phone: &mut DemoPhone, act: &Act, turn: usize) {
    let Some(active) = phone.active() else { return };
    let on = |wanted: &str, acts: fn(&Placed) -> bool| -> Option<(Point, Placed)> {
        let all: Vec<&Placed> = visible(&active)
            .filter(|placed| acts(placed) && handle(placed, &active) == wanted)
            .collect();
        let placed = *all.get(turn % all.len().max(1))?;
        Some((placed.visible().center(), placed.clone()))
    };
    match act {
        Act::Tap(handle) => {
            if let Some((at, _)) = on(handle, |placed| placed.face.clickable) {
                phone.tap(at);
            }
        }
        Act::Hold(handle) => {
            if let Some((at, _)) = on(handle, |placed| placed.face.long_clickable) {
                phone.hold(at);
            }
        }
        Act::Type(handle) | Act::Retype(handle) => {
            if let Some((at, field)) =
                on(handle, |placed| matches!(placed.face.kind, Kind::Field(_)))
            {
                phone.tap(at);
                phone.clear_text();
                phone.type_text(&plausible(&field));
                phone.key(PhoneKey::Back);
            }
        }
        Act::Back => phone.key(PhoneKey::Back),
    }
}

/// What someone who reads the hint would type.
fn plausible(field: &Placed) -> String {
    let hint = &field.face.hint;
    let words = || hint.split(|c: char| !c.is_alphanumeric() && c != '/');
    let after = |mark: &str| {
        let rest = hint.split(mark).nth(1)?;
        rest.split([' ', ')', ',']).find(|word| !word.is_empty()).map(str::to_owned)
    };
    if let Some(example) = after("e.g. ").or_else(|| after("try ")) {
        return example;
    }
    if let Some(count) = words().find_map(|word| word.parse::<usize>().ok())
        && hint.contains("digits")
    {
        return "1234567890123456".chars().take(count).collect();
    }
    let lower = hint.to_lowercase();
    match field.face.kind {
        Kind::Field(Input::Password) => "secret12".into(),
        _ if lower.contains("mail") => "tester@example.com".into(),
        _ if lower.contains("mm/yy") => "12/28".into(),
        Kind::Field(Input::Number | Input::Decimal) => "12".into(),
        _ if lower.contains("name") => "Alex Smith".into(),
        _ => "hello".into(),
    }
}
