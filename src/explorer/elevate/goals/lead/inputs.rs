//! What can be done on the present screen, as a question of the model's lead lists it.

use std::collections::{HashMap, HashSet};

use super::folding::{Candidate, LISTED, fold};
use super::{LeadInput, RetriedInputs};
use crate::domain::{Action, ActionKey, DeviceKey, Direction, Screen, Widget, WidgetRole};
use crate::explorer::elevate::goals::names;
use crate::explorer::elevate::scene::{InputEvent, InputKind, KnownOutcome, PromptScene};
use crate::explorer::shared::output;
use crate::model::abstraction;
use crate::model::behaviour::BehaviourModel;

/// The most texts of the screen that are told, each of so many characters.
const TEXTS: usize = 24;
const TEXT: usize = 100;
/// The most controls that are told as disabled.
const DISABLED: usize = 8;
/// The most characters of where an input led, and of what a field holds.
const NOTE: usize = 40;
/// The most texts that were typed into a field before, each of so many characters.
const TYPED: usize = 5;
const TYPED_LENGTH: usize = 16;
/// The most names of what is out of sight.
const FURTHER: usize = 8;

/// What was refused or would be, by activity or page.
pub type RefusedInputs = HashMap<String, HashSet<ActionKey>>;

/// The texts of the screen of `scene` that no input is called by, and its inputs: what is tapped, each field once, and what
/// every screen takes. What is among `refused` is not new, and what is among `retried` is. The gestures of what is tapped
/// are noted there, and others are left out: a reply may name any.
pub fn listed(
    scene: &PromptScene<'_>,
    refused: &RefusedInputs,
    retried: &RetriedInputs,
) -> (Vec<String>, Vec<LeadInput>) {
    let screen = &scene.situation.screen;
    let done = done_on(&scene.situation.model, &screen.location);
    let refused = refused.get(&screen.location);
    let is_new = |input: &InputEvent| {
        let is_refused = refused.is_some_and(|refused| refused.contains(&input.offer.key));
        let is_done =
            input.count > 0 || done.contains_key(abstraction::without_text(&input.offer.key));
        let is_done = is_refused || is_done && !retried.contains_key(&input.offer.key);
        // Turning the display and the MENU key are about the screen, other keys are about the app.
        let is_of_screen = matches!(
            input.offer.action,
            Action::Rotate { .. } | Action::Key { key: DeviceKey::Menu }
        );
        (input.kind != InputKind::System || is_of_screen) && !is_done
    };
    let known = KnownInputs { gestures: gestures(scene, is_new), done: &done, refused, retried };
    let mut inputs: Vec<LeadInput> = Vec::new();
    let mut told: HashSet<String> = HashSet::new();
    let mut all = candidates(scene);
    let left_out = fold(&mut all);
    for Candidate { input, name, widget, field } in all.into_iter().take(LISTED) {
        told.extend(widget.map(|widget| widget.label.clone()));
        let mut note = note(scene, input, widget, &known);
        if let Some(more) = left_out.get(&input.offer.key) {
            note = format!("{note}{}{more} more like it", if note.is_empty() { "" } else { ", " });
        }
        inputs.push(LeadInput {
            number: inputs.len() + 1,
            name,
            is_hidden: field.is_some() && widget.is_some_and(|widget| widget.password),
            field,
            is_new: is_new(input),
            note,
        });
    }
    let mut texts: Vec<String> = Vec::new();
    let shown = screen.widgets.iter().filter(|widget| widget.inherits.is_none());
    for widget in shown.filter(|widget| !is_disabled(widget)) {
        let text = output::cut(&widget.label, TEXT);
        // Two figures may be the same.
        let is_known = || texts.contains(&text) && !has_digit(&text);
        let is_told = text.is_empty() || told.contains(&widget.label) || is_known();
        if !is_told && texts.len() < TEXTS {
            texts.push(text);
        }
    }
    (texts, inputs)
}

/// What `screen` shows and does not take at present, as a button without an order to send.
pub fn disabled(screen: &Screen) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for widget in screen.widgets.iter().filter(|widget| is_disabled(widget)) {
        let name = output::cut(&widget.label, NOTE);
        if !names.contains(&name) && names.len() < DISABLED {
            names.push(name);
        }
    }
    names
}

/// True for a control that has a name and takes nothing at present. Texts are disabled in many apps.
fn is_disabled(widget: &Widget) -> bool {
    use WidgetRole::{Button, Field, Picker, Slider, Tab, Toggle};
    let is_control = matches!(widget.role(), Button | Field | Picker | Slider | Tab | Toggle);
    is_control && !widget.enabled && !widget.label.is_empty()
}

/// What is tapped on the screen of `scene`, each field once, and what every screen takes.
fn candidates<'a>(scene: &'a PromptScene<'_>) -> Vec<Candidate<'a>> {
    let screen = &*scene.situation.screen;
    let mut fields = HashSet::new();
    let mut named: HashMap<String, usize> = HashMap::new();
    let mut named_fields: HashMap<String, usize> = HashMap::new();
    let mut candidates = Vec::new();
    for (input, name) in scene.inputs.iter().zip(names::of(scene)) {
        let widget = input.offer.action.target().and_then(|target| screen.widget(target.number));
        let field = match &input.offer.action {
            Action::Type { target, .. } if !fields.insert(target.number) => continue,
            Action::Type { .. } => widget.map(|widget| names::of_field(screen, widget)),
            Action::Tap { .. } if widget.is_some_and(Widget::is_field) => continue,
            Action::Swipe { .. }
                if widget.is_some_and(is_moved) && screen.shows_more(&input.offer.action) =>
            {
                None
            }
            Action::LongTap { .. } | Action::DoubleTap { .. } | Action::Swipe { .. } => continue,
            Action::Scroll { .. } if !screen.shows_more(&input.offer.action) => continue,
            _ => None,
        };
        // Texts of a list that can be edited have one id.
        let field = field.map(|field| told_once(field, &mut named_fields));
        let name = match &field {
            Some(field) => format!("type into {field:?}"),
            None => told_once(name.whole(), &mut named),
        };
        candidates.push(Candidate { input, name, widget, field });
    }
    candidates
}

/// `name`, with a number in brackets if inputs before it have the same one.
fn told_once(name: String, named: &mut HashMap<String, usize>) -> String {
    let times = named.entry(name.clone()).or_default();
    *times += 1;
    if *times == 1 { name } else { format!("{name} ({times})") }
}

/// What is known of the inputs of a screen beside what the scene tells.
struct KnownInputs<'a> {
    /// The gestures that each widget takes, by its number.
    gestures: HashMap<usize, Vec<&'static str>>,
    /// See [`done_on`].
    done: &'a HashMap<&'a str, Vec<&'a str>>,
    /// What was refused, or would be, in any state of this activity or page.
    refused: Option<&'a HashSet<ActionKey>>,
    /// What counts as never done.
    retried: &'a RetriedInputs,
}

/// True for a slider, and for a container of which a part is out of sight to the left or right.
fn is_moved(widget: &Widget) -> bool {
    matches!(widget.role(), WidgetRole::Slider | WidgetRole::List)
}

/// True for a figure, which says something however often it was told.
pub fn has_digit(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
}

/// What was done in any state of the activity or page `location`, without texts, with the texts that it typed: a screen has states
/// that differ in a row or a notice, and what was done in one of them was never done in most of the others.
pub fn done_on<'a>(model: &'a BehaviourModel, location: &str) -> HashMap<&'a str, Vec<&'a str>> {
    let same = model.states().iter().filter(|node| node.location == location);
    let mut done: HashMap<&str, Vec<&str>> = HashMap::new();
    for key in same.flat_map(|node| node.edges.keys()) {
        // Any text counts for its field.
        let on = abstraction::without_text(key);
        let texts = done.entry(on).or_default();
        let text = key.as_str().strip_prefix(on).and_then(|text| text.strip_prefix(" = "));
        texts.extend(text.filter(|text| !texts.contains(text)));
    }
    done
}

/// The gestures that each widget takes, by its number, with a star if `is_new`.
fn gestures(
    scene: &PromptScene<'_>,
    is_new: impl Fn(&InputEvent) -> bool,
) -> HashMap<usize, Vec<&'static str>> {
    let mut gestures: HashMap<usize, Vec<&'static str>> = HashMap::new();
    for input in &scene.inputs {
        let Some(target) = input.offer.action.target() else { continue };
        let is_new = is_new(input);
        let name = match &input.offer.action {
            Action::LongTap { .. } if is_new => "*long tap",
            Action::LongTap { .. } => "long tap",
            Action::DoubleTap { .. } if is_new => "*double tap",
            Action::DoubleTap { .. } => "double tap",
            _ => continue,
        };
        gestures.entry(target.number).or_default().push(name);
    }
    gestures
}

/// What is known of `input`.
fn note(
    scene: &PromptScene<'_>,
    input: &InputEvent,
    widget: Option<&Widget>,
    known: &KnownInputs<'_>,
) -> String {
    let types = matches!(input.offer.action, Action::Type { .. });
    let screen = &scene.situation.screen;
    let set = widget.and_then(|widget| match checked(screen, widget) {
        _ if types && widget.password => {
            Some("hidden: without a text the program types one of its own".to_owned())
        }
        _ if types && widget.content().is_empty() => Some("empty".to_owned()),
        _ if types => Some(format!("holds {:?}", output::cut(widget.content(), NOTE))),
        Some(true) => Some("on".to_owned()),
        Some(false) => Some("off".to_owned()),
        None if widget.selected => Some("selected".to_owned()),
        None => None,
    });
    let again = known.retried.get(&input.offer.key).map(|note| (*note).to_owned());
    let led = match input.leads {
        _ if known.refused.is_some_and(|refused| refused.contains(&input.offer.key)) => {
            Some("would be refused: held by the guard or the tester".to_owned())
        }
        _ if types => None,
        _ if again.is_some() => again,
        KnownOutcome::Unknown | KnownOutcome::Here => None,
        KnownOutcome::Nothing => Some("did nothing".to_owned()),
        KnownOutcome::Error => Some("left the app or failed".to_owned()),
        KnownOutcome::To(state) => {
            let node = scene.situation.model.state(state);
            node.map(|node| format!("led to {:?}", output::cut(&node.label, NOTE)))
        }
    };
    let also = widget.filter(|_| matches!(input.offer.action, Action::Tap { .. }));
    let also = also.and_then(|widget| known.gestures.get(&widget.number));
    let also = also.map(|gestures| format!("also {}", gestures.join(", ")));
    let on = abstraction::without_text(&input.offer.key);
    // Fields that share an id share a name: nobody knows which of them got a text.
    let is_of_another = |other: &InputEvent| {
        let target = other.offer.action.target();
        abstraction::without_text(&other.offer.key) == on
            && target.map(|target| target.number) != widget.map(|widget| widget.number)
    };
    let typed = known.done.get(on).filter(|_| types && !scene.inputs.iter().any(is_of_another));
    let typed = typed.and_then(|texts| typed_before(texts, widget));
    let further = widget.and_then(|widget| further(&input.offer.action, widget));
    set.into_iter()
        .chain(led)
        .chain(also)
        .chain(typed)
        .chain(further)
        .collect::<Vec<_>>()
        .join(", ")
}

/// What comes into sight, as far as the device knows, if `action` moves `container` on.
fn further(action: &Action, container: &Widget) -> Option<String> {
    let on = matches!(action.shows(), Some(Direction::Down | Direction::Right));
    let names = container.further.iter().take(FURTHER);
    // Whole ones, as an answer repeats them.
    let names: Vec<String> = names.map(|name| format!("{:?}", output::visible(name))).collect();
    (on && !names.is_empty()).then(|| format!("further: {}", names.join(", ")))
}

/// Whether `widget` is on, if it can be: a row of settings is tapped for the box in it.
fn checked(screen: &Screen, widget: &Widget) -> Option<bool> {
    let mut inside = screen.widgets.iter().filter(|it| it.inherits == Some(widget.number));
    widget.checked.or_else(|| inside.find_map(|it| it.checked))
}

/// Which `texts`, quoted, a field got already, but what it holds; `None` for one that is hidden.
fn typed_before(texts: &[&str], field: Option<&Widget>) -> Option<String> {
    let field = field.filter(|field| !field.password)?;
    let held = format!("{:?}", field.content());
    let others = texts.iter().filter(|text| **text != held);
    let others: Vec<String> =
        others.take(TYPED).map(|text| output::cut(text, TYPED_LENGTH)).collect();
    (!others.is_empty()).then(|| format!("typed before: {}", others.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{ActionKind, InputText, Point, WidgetTarget};
    use crate::explorer::elevate::ElevateWeights;
    use crate::explorer::elevate::goals::resolve;
    use crate::explorer::testing::{World, button, field, phone, widget};

    /// What was done in one state of a screen was told as new in the others, and a field as long as another text was typed.
    #[test]
    fn what_was_done_in_another_state_of_the_screen_is_not_new() {
        let mut world = World::new(None);
        let screen = |rows: &[&str]| {
            let mut widgets = vec![button(1, "Add"), button(2, "Sort"), field(3, "name", "Name")];
            widgets.extend(rows.iter().zip(4..).map(|(row, number)| button(number, row)));
            phone(widgets)
        };
        world.show(screen(&[]));
        let name = world.screen.widgets.iter().find(|widget| widget.is_field()).unwrap();
        let (target, text) = (WidgetTarget::of(name), InputText::Plain("Ada".into()));
        world.act(&Action::Type { target, text }, screen(&[]));
        let add = world.tapping("Add");
        world.act(&add, screen(&["Green tea"]));
        let situation = world.situation();
        let scene = PromptScene::new(&situation, None, &[], &ElevateWeights::default());
        let inputs = listed(&scene, &RefusedInputs::default(), &RetriedInputs::default()).1;
        let new = inputs.iter().filter(|input| input.is_new).map(|input| input.name.as_str());
        let new: Vec<&str> = new.collect();
        assert_eq!(new, ["tap \"Sort\"", "tap \"Green tea\"", "press menu", "rotate to landscape"]);
        let field = inputs.iter().find(|input| input.field.is_some()).unwrap();
        assert_eq!(field.note, "empty, typed before: \"Ada\"");
    }

    /// Players took the missing "Save" of a form for a text.
    #[test]
    fn what_is_disabled_is_told_as_such() {
        let mut world = World::new(None);
        let off = |widget: Widget| Widget { enabled: false, actions: Vec::new(), ..widget };
        let text = widget(4, "TextView", "Draft");
        world.show(phone(vec![
            button(1, "Add"),
            off(button(2, "Save")),
            off(button(3, "Save")),
            off(text),
        ]));
        let situation = world.situation();
        let scene = PromptScene::new(&situation, None, &[], &ElevateWeights::default());
        let (texts, _) = listed(&scene, &RefusedInputs::default(), &RetriedInputs::default());
        assert_eq!(
            (texts, disabled(&world.screen)),
            (vec!["Draft".to_owned()], vec!["Save".to_owned()])
        );
    }

    /// Sessions asked for "Delete" several times, which was listed as never done though a guard had refused it.
    #[test]
    fn what_was_refused_in_another_state_of_the_screen_says_so_and_is_not_new() {
        let mut world = World::new(None);
        let screen = |rows: &[&str]| {
            let mut widgets = vec![button(1, "Delete"), button(2, "Add")];
            widgets.extend(rows.iter().zip(3..).map(|(row, number)| button(number, row)));
            phone(widgets)
        };
        world.show(screen(&[]));
        let delete = world.situation().available[0].key.clone();
        let refused = HashMap::from([(world.screen.location.clone(), HashSet::from([delete]))]);
        let add = world.tapping("Add");
        world.act(&add, screen(&["Green tea"]));
        let situation = world.situation();
        let scene = PromptScene::new(&situation, None, &[], &ElevateWeights::default());
        let told = listed(&scene, &refused, &RetriedInputs::default()).1.into_iter().take(3);
        let told: Vec<(bool, String)> = told.map(|input| (input.is_new, input.note)).collect();
        assert_eq!(
            told[0],
            (false, "would be refused: held by the guard or the tester".to_owned())
        );
        assert!(told[2].0, "{told:?}");
    }

    /// The text for the second line of a list was typed into the first one, which has the same id.
    #[test]
    fn fields_of_one_name_are_told_apart() {
        let mut world = World::new(None);
        let line = |number| field(number, "line", "");
        world.show(phone(vec![line(1), line(2), button(3, "Save")]));
        let situation = world.situation();
        let scene = PromptScene::new(&situation, None, &[], &ElevateWeights::default());
        let (_, inputs) = listed(&scene, &RefusedInputs::default(), &RetriedInputs::default());
        let second = inputs.iter().filter_map(|input| input.field.clone()).nth(1).unwrap();
        let typed = resolve::named_text(&format!("type \"Milk\" into {second:?}")).unwrap();
        let action = resolve::text(&situation, &typed).unwrap();
        assert_eq!(action.target().map(|target| target.number), Some(2), "{second}");
    }

    /// What was typed into one wheel of a date was told of all three.
    #[test]
    fn what_was_typed_into_one_of_several_fields_with_one_id_is_told_of_none() {
        let note = |count: usize| {
            let mut world = World::new(None);
            let wheels = || (1..=count).map(|number| field(number, "wheel", ""));
            let screen = || phone(wheels().chain([button(9, "Set")]).collect());
            world.show(screen());
            let target = WidgetTarget::of(&world.screen.widgets[0]);
            let text = InputText::Plain("1937".into());
            world.act(&Action::Type { target, text }, screen());
            let situation = world.situation();
            let scene = PromptScene::new(&situation, None, &[], &ElevateWeights::default());
            listed(&scene, &RefusedInputs::default(), &RetriedInputs::default()).1[0].note.clone()
        };
        assert_eq!(note(3), "empty");
        assert_eq!(note(1), "empty, typed before: \"1937\"");
    }

    /// A model switched off two settings that were on: only the box in a row tells.
    #[test]
    fn a_row_of_settings_tells_whether_it_is_on() {
        let mut world = World::new(None);
        let mut check = button(2, "");
        (check.checked, check.inherits) = (Some(true), Some(1));
        world.show(phone(vec![button(1, "Show totals"), check, button(3, "About")]));
        let situation = world.situation();
        let scene = PromptScene::new(&situation, None, &[], &ElevateWeights::default());
        let (_, inputs) = listed(&scene, &RefusedInputs::default(), &RetriedInputs::default());
        let notes = inputs.iter().take(2).map(|input| (input.name.as_str(), input.note.as_str()));
        let notes: Vec<_> = notes.collect();
        assert_eq!(notes, [("tap \"Show totals\"", "on"), ("tap \"About\"", "")]);
    }

    /// The prices of an invoice stood to the right of a page, and only a guess came to them.
    #[test]
    fn a_container_that_moves_sideways_is_listed() {
        let mut world = World::new(None);
        let (actions, role) = (vec![ActionKind::Swipe], Some(WidgetRole::List));
        let tap = Some(Point::new(5, 5));
        let table = Widget { actions, role, tap, ..widget(1, "div", "") };
        world.show(phone(vec![table, button(2, "Add")]));
        let situation = world.situation();
        let scene = PromptScene::new(&situation, None, &[], &ElevateWeights::default());
        let (_, inputs) = listed(&scene, &RefusedInputs::default(), &RetriedInputs::default());
        let names: Vec<&str> = inputs.iter().take(3).map(|input| input.name.as_str()).collect();
        assert_eq!(names, ["swipe div right", "swipe div left", "tap \"Add\""]);
    }

    /// Twelve tabs stood in a row that shows five, and the last ones were never seen; half of what was told as more did nothing.
    #[test]
    fn what_is_out_of_sight_is_named_and_no_end_is_scrolled_to() {
        let mut world = World::new(None);
        let (actions, role) = (vec![ActionKind::Scroll], Some(WidgetRole::List));
        let tap = Some(Point::new(5, 5));
        let tabs = Widget {
            ends: vec![Direction::Left],
            further: vec!["Travel".into(), "Settings".into()],
            ..Widget { actions, role, tap, ..widget(1, "div", "Tabs") }
        };
        let mut listed_with = |tabs: Widget| {
            world.show(phone(vec![tabs, button(2, "Add")]));
            let situation = world.situation();
            let scene = PromptScene::new(&situation, None, &[], &ElevateWeights::default());
            let (_, inputs) = listed(&scene, &RefusedInputs::default(), &RetriedInputs::default());
            let scrolls = inputs.into_iter().filter(|input| input.name.starts_with("scroll"));
            scrolls.map(|input| (input.name, input.note)).collect::<Vec<_>>()
        };
        let right = "scroll \"Tabs\" right".to_owned();
        let known = [(right.clone(), "further: \"Travel\", \"Settings\"".to_owned())];
        assert_eq!(listed_with(tabs.clone()), known);
        let untold = Widget { ends: Vec::new(), further: Vec::new(), ..tabs };
        let untold = listed_with(untold);
        assert_eq!(
            untold,
            [(right, String::new()), ("scroll \"Tabs\" left".into(), String::new())]
        );
    }

    /// A model did not know which entries take a long tap, since only taps were listed.
    #[test]
    fn what_takes_a_long_tap_says_so() {
        let mut world = World::new(None);
        let actions = vec![ActionKind::Tap, ActionKind::LongTap];
        let row = Widget { actions, ..button(1, "Green tea") };
        world.show(phone(vec![row, button(2, "Add")]));
        let situation = world.situation();
        let scene = PromptScene::new(&situation, None, &[], &ElevateWeights::default());
        let (_, inputs) = listed(&scene, &RefusedInputs::default(), &RetriedInputs::default());
        let notes: Vec<&str> = inputs.iter().take(2).map(|input| input.note.as_str()).collect();
        assert_eq!(notes, ["also *long tap", ""]);
    }
}
