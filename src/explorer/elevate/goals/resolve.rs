//! From words to inputs: those of a reply, and those of the tester.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::names::InputName;
use super::screens::SeenScreens;
use super::{names, reach};
use crate::domain::{
    Action, ActionKey, ActionKind, DeviceKey, Direction, GATHERED, InputText, StateId, Widget,
    WidgetRole, WidgetTarget, speech,
};
use crate::explorer::Situation;
use crate::explorer::elevate::scene::{InputEvent, PromptScene};
use crate::explorer::shared::labels::singular;
use crate::explorer::shared::output;
use crate::model::behaviour::StateNode;
use crate::protocol::GoalText;

/// The longest wait that a goal may ask for, in milliseconds.
const LONGEST_WAIT: u32 = 60_000;
/// Shorter words say nothing of a task.
const TASK_WORD: usize = 4;
/// A shorter part of a name is none.
const PART: usize = 4;
/// Longer ones that say nothing of it either.
const FILLERS: &[&str] = &[
    "about", "added", "after", "also", "another", "before", "between", "each", "every", "from",
    "have", "into", "later", "more", "once", "only", "other", "over", "several", "some", "than",
    "that", "them", "then", "there", "these", "they", "this", "those", "until", "used", "using",
    "when", "where", "which", "while", "with", "without",
];
/// What replies call widgets beside their names.
const KINDS: &[&str] = &[
    "the", "button", "link", "icon", "tab", "row", "item", "entry", "option", "switch", "toggle",
    "checkbox", "box", "menu", "image", "text",
];
/// The most states that a tester's words are compared with.
const COMPARED: usize = 400;

/// The place in [`PromptScene::inputs`] of the input that `words` name: exactly, or by the label alone,
/// or by the beginning. Of several of one name it is the one beside what `words` say, else the first.
pub fn input(scene: &PromptScene<'_>, words: &str) -> Option<usize> {
    as_said(scene, words).or_else(|| as_said(scene, &without_kind(words)?))
}

/// `words` without what they call the widget between the gesture and its quoted name, as `tap button "Find"`; `None` if
/// nothing stands there, or something else.
fn without_kind(words: &str) -> Option<String> {
    let (before, name) = words.split_once('"')?;
    let kept: Vec<&str> = before
        .split_whitespace()
        .filter(|word| !KINDS.contains(&word.to_lowercase().as_str()))
        .collect();
    let without = format!("{} \"{name}", kept.join(" "));
    (without.len() < words.len()).then_some(without)
}

/// The input that `words` name as they are; see [`input`].
fn as_said(scene: &PromptScene<'_>, words: &str) -> Option<usize> {
    let said = speech::normal(words);
    if said.is_empty() {
        return None;
    }
    let is_text = |action: &Action| matches!(action, Action::Type { .. });
    let names = names::of(scene);
    if let Some(place) = listed(scene, &names, &output::visible(words.trim())) {
        return Some(place);
    }
    if let Some(place) = names::of_signs(&names, words) {
        return place;
    }
    let names: Vec<NamedInput> = scene
        .inputs
        .iter()
        .zip(names)
        .enumerate()
        .filter(|(_, (input, _))| !is_text(&input.offer.action))
        .map(|(place, (input, name))| {
            let label = input.offer.action.target().map(|target| speech::normal(&target.label));
            let called = speech::normal(&output::called(&input.offer));
            let plain = speech::normal(&name.plain);
            let beside = name.beside.map(|beside| speech::normal(&beside));
            NamedInput { place, called, plain, beside, label: label.unwrap_or_default() }
        })
        .collect();
    let first = |is: &dyn Fn(&NamedInput) -> bool| {
        names.iter().find(|name| is(name)).map(|name| name.place)
    };
    let exact = first(&|name| name.called == said).or_else(|| first(&|name| name.label == said));
    if exact.is_some() {
        return exact;
    }
    if let Some((plain, beside)) = beside(words) {
        let same = |name: &NamedInput| {
            let own = name.beside.as_ref().filter(|_| name.plain == plain);
            own.is_some_and(|own| {
                let begins = |one: &str, other: &str| one.starts_with(&format!("{other} "));
                // A question may call a row by less than a reply does.
                beside == *own || begins(own, &beside) || begins(&beside, own)
            })
        };
        if let Some(place) = first(&same) {
            return Some(place);
        }
        // What stands beside something else is another one.
        if names.iter().any(|name| name.plain == plain && name.beside.is_some()) {
            return None;
        }
        if let Some(place) = first(&|name| name.plain == plain) {
            return Some(place);
        }
    }
    let (does, label, on) = parts(words);
    let is_cut = is_cut(words);
    let begins = |name: &NamedInput| {
        let own = &name.label;
        let around = name.called.split_once(own).filter(|_| !own.is_empty() && !label.is_empty());
        let same =
            around.is_some_and(|(before, after)| before.trim() == does && after.trim() == on);
        same && own
            .strip_prefix(&label)
            .is_some_and(|rest| rest.is_empty() || is_cut || rest.starts_with(' '))
    };
    // "Stop" is not the beginning of "Stopwatch".
    let continues = |name: &NamedInput| {
        name.called.strip_prefix(&said).is_some_and(|rest| is_cut || rest.starts_with(' '))
    };
    first(&continues)
        .or_else(|| first(&|name| name.plain == said))
        .or_else(|| first(&begins))
        .or_else(|| row_with(scene, &label).filter(|_| does == "tap" && on.is_empty()))
}

/// The place of the input, of those called `names`, that a question lists as `words`: by its whole name, and of several of one name, as a box in a row
/// that has its label, the one whose number follows in brackets.
fn listed(scene: &PromptScene<'_>, names: &[InputName], words: &str) -> Option<usize> {
    let called = |whole: &str| {
        let places = scene.inputs.iter().zip(names).enumerate();
        let places = places.filter(|(_, (input, name))| {
            input.offer.action.kind() != ActionKind::Type && name.whole() == whole
        });
        places.map(|(place, _)| place).collect::<Vec<usize>>()
    };
    if let Some(place) = called(words).first() {
        return Some(*place);
    }
    let (whole, nth) = numbered(words)?;
    called(whole).get(nth).copied()
}

/// The name and the place, from 0, of what a question lists as one of several of a name: `Text (2)`.
fn numbered(words: &str) -> Option<(&str, usize)> {
    let (name, nth) = words.strip_suffix(')')?.rsplit_once(" (")?;
    Some((name, nth.parse::<usize>().ok()?.checked_sub(1)?))
}

/// The place of the one input whose label, gathered from the texts of a row, has `part` among them: what a goal makes is
/// called by one of its texts, since a reply cannot know the others.
fn row_with(scene: &PromptScene<'_>, part: &str) -> Option<usize> {
    let has = |input: &InputEvent| match &input.offer.action {
        Action::Tap { target } => {
            let mut parts = target.label.split(GATHERED);
            target.label.contains(GATHERED) && parts.any(|text| speech::normal(text) == part)
        }
        _ => false,
    };
    let mut rows = (0..scene.inputs.len()).filter(|place| has(&scene.inputs[*place]));
    rows.next().filter(|_| !part.is_empty() && rows.next().is_none())
}

/// An input with its names as they are compared.
struct NamedInput {
    place: usize,
    called: String,
    plain: String,
    beside: Option<String>,
    label: String,
}

/// What `words` such as `tap "Add" of "Groups"` or `tap "Add" (Groups)` name, and what it stands beside.
fn beside(words: &str) -> Option<(String, String)> {
    let at = words.find('"')?;
    let (does, rest) = words.split_at(at);
    let mut quoted = serde_json::Deserializer::from_str(rest).into_iter::<String>();
    let label = quoted.next()?.ok()?;
    let rest = speech::normal(rest.get(quoted.byte_offset()..)?);
    let prepositions = ["of ", "for ", "in ", "at ", "beside ", "next to ", "on ", "from "];
    let beside = prepositions.into_iter().find_map(|word| rest.strip_prefix(word));
    let beside = beside.unwrap_or(&rest).to_owned();
    (!beside.is_empty()).then(|| (speech::normal(&format!("{does}{label}")), beside))
}

/// True if the label in `words` was cut.
fn is_cut(words: &str) -> bool {
    let label = words.rsplit_once('"').map_or(words, |(label, _)| label);
    label.ends_with('…') || label.ends_with("...")
}

/// What `wait` asks for, or `wait 30 seconds`: `ms` if it does not say how long, and at most [`LONGEST_WAIT`]. It need not be
/// offered: an app may be busy without showing it.
pub fn wait(situation: &Situation, words: &str, ms: u32) -> Option<Action> {
    let said = speech::normal(words);
    let mut parts = said.split(' ').filter(|part| *part != "for");
    if parts.next() != Some("wait") {
        return None;
    }
    let number = parts.next().and_then(|part| part.parse::<u32>().ok());
    let ms = match (number, parts.next()) {
        (None, _) => ms,
        (Some(number), Some("ms" | "milliseconds")) => number,
        (Some(number), Some("min" | "minute" | "minutes")) => number.saturating_mul(60_000),
        (Some(number), _) => number.saturating_mul(1000),
    };
    let action = Action::Wait { ms: ms.min(LONGEST_WAIT) };
    let key = situation.key_of(&action).0;
    (situation.capabilities.allows(&action) && !situation.is_refused(&key)).then_some(action)
}

/// What `words` such as `undo` or `press escape` ask for, if it is a key of the device that stays in the app. A page may
/// hear it whatever it listens for by itself.
pub fn key(situation: &Situation, words: &str) -> Option<Action> {
    let said = speech::normal(words);
    let said = said.strip_prefix("press ").unwrap_or(&said);
    let leaves = [DeviceKey::Back, DeviceKey::Home, DeviceKey::Recents, DeviceKey::Power];
    let mut keys = situation.capabilities.keys.iter().filter(|key| !leaves.contains(key));
    let key = *keys.find(|key| speech::normal(key.word()) == said)?;
    let action = Action::Key { key };
    let name = situation.key_of(&action).0;
    (situation.capabilities.allows(&action) && !situation.is_refused(&name)).then_some(action)
}

/// What `words` such as `swipe "Milk" left` ask for, if it is a gesture on a widget that can be seen. The
/// hierarchy does not say which widgets are held or swiped, so these need not be offered, nor does the page have to listen for them. `scroll down` alone is
/// about the page.
pub fn gesture(scene: &PromptScene<'_>, words: &str) -> Option<Action> {
    let (does, label, on) = parts(words);
    if let Some(direction) = page_direction(words) {
        // A menu is small, and a reply that names no list means it.
        let place = reach::largest_scroll(scene, direction, i64::MAX)?;
        return Some(scene.inputs[place].offer.action.clone());
    }
    let situation = scene.situation;
    let is_cut = is_cut(words);
    let seen = situation.screen.widgets.iter().filter(|widget| widget.tap.is_some());
    // The least is taken: what is called so before what begins so, and then what acts before mere text.
    let rank = |widget: &Widget| {
        let own = speech::normal(&widget.label);
        let rest = own.strip_prefix(&label).filter(|_| !label.is_empty())?;
        let is_same = rest.is_empty() || is_cut || rest.starts_with(' ');
        is_same.then_some((!rest.is_empty() && !is_cut, !widget.acts()))
    };
    let ranked = seen.filter_map(|widget| Some((rank(widget)?, widget)));
    let target = WidgetTarget::of(ranked.min_by_key(|(rank, _)| *rank)?.1);
    let directions = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
    let direction = directions.into_iter().find(|direction| direction.word() == on);
    let action = match (does.as_str(), direction) {
        ("long tap", _) => Action::LongTap { target },
        ("double tap", _) => Action::DoubleTap { target },
        ("swipe", Some(direction)) => Action::Swipe { target, direction },
        ("scroll", Some(direction)) => Action::Scroll { target, direction },
        _ => return None,
    };
    let key = situation.key_of(&action).0;
    // A page may notice a gesture that it does not listen for, such as two taps in a row.
    let may = situation.capabilities.allows(&action) && !situation.is_refused(&key);
    may.then_some(action)
}

/// The direction of `words` that scroll the page without naming what: `scroll down`.
fn page_direction(words: &str) -> Option<Direction> {
    match speech::normal(words).strip_suffix(" the page").unwrap_or(&speech::normal(words)) {
        "scroll down" | "scroll on" => Some(Direction::Down),
        "scroll up" => Some(Direction::Up),
        _ => None,
    }
}

/// What `words` such as `swipe "Milk" left` do, to what, and how, as they are compared.
fn parts(words: &str) -> (String, String, String) {
    let mut parts = words.splitn(2, '"');
    let does = parts.next().unwrap_or_default();
    let (label, on) = parts.next().and_then(|rest| rest.rsplit_once('"')).unwrap_or_default();
    (speech::normal(does), speech::normal(label), speech::normal(on))
}

/// The text that `words` such as `type "Ada" into "Name"` name, with its field.
pub fn named_text(words: &str) -> Option<GoalText> {
    let rest = words.trim().strip_prefix("type ")?;
    quoted_pair(rest, &["into ", "in "])
}

/// A text in quotes, and the name of a field after one of `between`.
fn quoted_pair(rest: &str, between: &[&str]) -> Option<GoalText> {
    escaped_pair(rest, between).or_else(|| loose_pair(rest, between))
}

/// The same of a text with quotes in it that are not escaped: it ends before the last of `between`.
fn loose_pair(rest: &str, between: &[&str]) -> Option<GoalText> {
    let inside = rest.trim().strip_prefix('"')?;
    let end = |word: &&str| inside.rsplit_once(&format!("\" {word}"));
    let (text, field) = between.iter().find_map(end)?;
    let field = field.trim().trim_matches('"').to_owned();
    Some(GoalText { field, text: text.replace("\\\"", "\"") })
}

/// The same of a text that is escaped as in JSON.
fn escaped_pair(rest: &str, between: &[&str]) -> Option<GoalText> {
    let mut quoted = serde_json::Deserializer::from_str(rest).into_iter::<String>();
    let text = quoted.next()?.ok()?;
    let rest = rest.get(quoted.byte_offset()..)?.trim();
    let field = between.iter().find_map(|word| rest.strip_prefix(word))?.trim();
    let field = serde_json::from_str(field).unwrap_or_else(|_| field.to_owned());
    Some(GoalText { field, text })
}

/// True if the field that `typed` is for holds it already.
pub fn holds(situation: &Situation, typed: &GoalText) -> bool {
    field(situation, typed).is_some_and(|field| field.content() == typed.text)
}

/// True for a field that a reply may type into.
pub fn is_open(widget: &Widget) -> bool {
    widget.is_field() && widget.acts() && !widget.password
}

/// The field of the screen that `typed` is for.
fn field<'a>(situation: &'a Situation, typed: &GoalText) -> Option<&'a Widget> {
    named_field(situation, &typed.field, is_open).or_else(|| {
        // What is edited where it stands has no name that a reply could know: it is called by what it holds, or it is
        // the only field, and open for typing.
        let said = speech::normal(&typed.field);
        let open = || situation.screen.widgets.iter().filter(|widget| is_open(widget));
        let content = |field: &Widget| speech::normal(field.content());
        let holding = open().find(|field| content(field) == said);
        // A question tells the beginning of a long content.
        let begins = |field: &&Widget| said.len() >= PART && content(field).starts_with(&said);
        let mut beginning = open().filter(begins);
        let beginning = beginning.next().filter(|_| beginning.next().is_none());
        let only = || only_field(situation).filter(|field| field.focused);
        holding.filter(|_| !said.is_empty()).or(beginning).or_else(only)
    })
}

/// The place of what types into the hidden field that `typed` is for: what it holds comes from no model.
pub fn secret(scene: &PromptScene<'_>, typed: &GoalText) -> Option<usize> {
    let is_hidden = |widget: &Widget| widget.is_field() && widget.acts() && widget.password;
    let field = named_field(scene.situation, &typed.field, is_hidden)?;
    scene.inputs.iter().position(|input| {
        matches!(&input.offer.action, Action::Type { target, text: InputText::Secret(_) } if target.number == field.number)
    })
}

/// The field that is the only one open for typing.
fn only_field(situation: &Situation) -> Option<&Widget> {
    let mut open = situation.screen.widgets.iter().filter(|widget| is_open(widget));
    open.next().filter(|_| open.next().is_none())
}

/// What types `typed` into the only field of a screen that a goal led to, whatever it is called: the reply could not know
/// its name.
pub fn only_text(situation: &Situation, typed: &GoalText) -> Option<Action> {
    typing(situation, only_field(situation)?, typed)
}

/// The field or choice that `words` name, of those that `suit`: by its own names, or as questions call it.
fn named_field<'a>(
    situation: &'a Situation,
    words: &str,
    suits: impl Fn(&Widget) -> bool,
) -> Option<&'a Widget> {
    let called = |words: &str, nth: usize| {
        let said = speech::normal(words);
        let widgets = situation.screen.widgets.iter().filter(|widget| suits(widget));
        let name = |widget: &Widget| speech::normal(&names::of_field(&situation.screen, widget));
        widgets.filter(|widget| name(widget) == said).nth(nth)
    };
    let one_of_several = || numbered(words).and_then(|(name, nth)| called(name, nth));
    let named = named_widget(situation, words, &suits).or_else(|| called(words, 0));
    named.or_else(one_of_several)
}

/// The first widget of the screen that `words` name, of those that `suit`.
pub fn named_widget<'a>(
    situation: &'a Situation,
    words: &str,
    suits: impl Fn(&Widget) -> bool,
) -> Option<&'a Widget> {
    let said = speech::normal(words);
    let names = |widget: &Widget| {
        let names = [&widget.label, &widget.hint, &widget.caption, &widget.content_desc];
        let id = speech::normal(widget.short_id());
        let names = names.into_iter().map(|name| speech::normal(name)).chain([id]);
        names.filter(|name| !name.is_empty()).collect::<Vec<String>>()
    };
    let mut widgets = situation.screen.widgets.iter().filter(|widget| suits(widget));
    let found = widgets.clone().find(|widget| names(widget).contains(&said));
    // A reply may leave out a part of a name, as long as one widget alone has the rest.
    let part = |widget: &&Widget| {
        said.len() >= PART && names(widget).iter().any(|name| name.contains(&said))
    };
    let mut parts = widgets.by_ref().filter(part);
    found.or_else(|| parts.next().filter(|_| parts.next().is_none()))
}

/// The widget of the screen that `choice` is to be made in.
pub fn choice<'a>(situation: &'a Situation, choice: &GoalText) -> Option<&'a Widget> {
    let is_choice = |widget: &Widget| widget.role() == WidgetRole::Picker && widget.acts();
    named_field(situation, &choice.field, is_choice)
}

/// The option that `words` such as `choose "Green" in "Kind"` name, with its field.
pub fn named_choice(words: &str) -> Option<GoalText> {
    let words = words.trim();
    let rest = words.strip_prefix("choose ").or_else(|| words.strip_prefix("select "))?;
    quoted_pair(rest, &["in ", "for ", "from ", "of ", "as "])
}

/// What types `typed` into its field. `None` if there is none, or it holds the text already.
pub fn text(situation: &Situation, typed: &GoalText) -> Option<Action> {
    typing(situation, field(situation, typed)?, typed)
}

fn typing(situation: &Situation, field: &Widget, typed: &GoalText) -> Option<Action> {
    let text = InputText::Plain(typed.text.clone());
    let action = Action::Type { target: WidgetTarget::of(field), text };
    let key = situation.key_of(&action).0;
    (field.content() != typed.text && !situation.is_refused(&key)).then_some(action)
}

/// The state and the input that the tester's `words` fit best: those with most of the words in their
/// names. `None` if none has any.
pub fn place(
    situation: &Situation,
    screens: &SeenScreens,
    words: &str,
) -> Option<(StateId, Vec<String>)> {
    let said = output::tokens(words);
    let shared = |text: &str| output::tokens(text).intersection(&said).count();
    let mut best: Option<(usize, bool, StateId, Vec<String>)> = None;
    let states = situation.model.states().iter().take(COMPARED).filter(|node| !node.is_absorbed);
    for node in states {
        let inputs = screens.of(node.id).map_or(&[][..], |screen| &screen.inputs);
        let inputs = inputs.iter().filter(|input| !input.is_system && !input.is_text);
        let ranked = inputs.map(|input| {
            (shared(&input.words), !node.edges.contains_key(&input.key), &input.words)
        });
        let input = ranked.max_by_key(|(shared, untried, _)| (*shared, *untried));
        let own = shared(&node.label);
        let (with, untried, begin) = match input.filter(|(shared, ..)| *shared > 0) {
            Some((with, untried, words)) => (with, untried, vec![words.clone()]),
            None => (0, false, Vec::new()),
        };
        let score = 2 * with.max(own) + with.min(own);
        let better = best.as_ref().is_none_or(|(most, new, ..)| (score, untried) > (*most, *new));
        if score > 0 && better {
            best = Some((score, untried, node.id, begin));
        }
    }
    best.map(|(_, _, state, begin)| (state, begin))
}

/// The untried inputs of `node` that share words with `words`, those with most of them first and each name
/// once. Short words alone ("on", "all") say nothing of a task, nor do texts that were made up for a field.
pub fn fitting(
    node: &StateNode,
    screens: &SeenScreens,
    words: &str,
    promises: impl Fn(&ActionKey) -> bool,
) -> Vec<String> {
    let said = task_words(words);
    let inputs = screens.of(node.id).map_or(&[][..], |screen| &screen.inputs);
    let mut fits: Vec<(usize, &String)> = Vec::new();
    let untried = inputs.iter().filter(|input| !node.edges.contains_key(&input.key));
    for input in untried.filter(|input| !input.is_text && !input.scrolls) {
        let (does, label, on) = parts(&input.words);
        let own = if label.is_empty() { format!("{does} {on}") } else { label };
        let own = task_words(&own);
        let shared: Vec<&String> = own.intersection(&said).collect();
        let tells = shared.iter().any(|word| word.chars().count() >= TASK_WORD);
        if tells && promises(&input.key) && fits.iter().all(|(_, words)| **words != input.words) {
            fits.push((shared.len(), &input.words));
        }
    }
    fits.sort_by_key(|(shared, _)| Reverse(*shared));
    fits.into_iter().map(|(_, words)| words.clone()).collect()
}

/// The words of `text` that may tell of a task, each for one thing.
fn task_words(text: &str) -> BTreeSet<String> {
    let words = output::tokens(text).into_iter();
    words.filter(|word| !FILLERS.contains(&word.as_str())).map(|word| singular(&word)).collect()
}
