//! What is done for an input that a goal names and that a reply cannot name: a page is scrolled on until the input
//! comes, a choice is opened before its option is taken, and hidden fields are filled before they are sent.

use super::resolve;
use crate::domain::{Action, Direction, InputText, Widget, WidgetRole, WidgetTarget, speech};
use crate::explorer::PerformedAction;
use crate::explorer::elevate::rules;
use crate::explorer::elevate::scene::{KnownOutcome, PromptScene};
use crate::protocol::{ActionOutcome, GoalText};

/// A list is scrolled on if it takes at least one of so many equal parts of the display.
const LIST_PART: i64 = 3;

/// See the module.
#[derive(Debug, Default)]
pub struct GoalReach {
    /// How often the page was scrolled on in a row.
    scrolls: u32,
    /// The hidden fields that were filled, by their ids.
    filled: Vec<String>,
    /// The step at which a choice was opened.
    opened: Option<u64>,
    /// Steps beyond those that the goal names.
    pub extra: u64,
}

/// What a choice asks for.
pub enum ChoiceStep {
    /// It holds the option.
    Made,
    /// It is opened.
    Open(usize),
    /// The option is taken.
    Take(usize),
}

impl GoalReach {
    /// Takes in that an input of the goal was chosen.
    pub const fn reached(&mut self) {
        self.scrolls = 0;
    }

    /// Takes in that the input at `place` was chosen: if it opens a choice, an option is taken before what follows, and
    /// a hidden field is filled once.
    pub fn chose(&mut self, scene: &PromptScene<'_>, place: usize) {
        if let Action::Type { target, text: InputText::Secret(_) } =
            &scene.inputs[place].offer.action
        {
            self.filled(target);
        }
        let target = scene.inputs[place].offer.action.target();
        let widget = target.and_then(|target| scene.situation.screen.widget(target.number));
        if widget.is_some_and(|widget| widget.role() == WidgetRole::Picker) {
            self.opened = Some(scene.situation.step);
        }
    }

    /// The option that closes a choice which the latest step opened.
    pub fn close(&mut self, scene: &PromptScene<'_>) -> Option<usize> {
        let step = self.opened.take()?;
        if step + 1 != scene.situation.step || !scene.situation.screen.dialog {
            return None;
        }
        self.extra += 1;
        option(scene, "")
    }

    /// The place of what scrolls the page on, since what comes next is not on this part of it; at most `most` times in a row.
    pub fn scroll_on(&mut self, scene: &PromptScene<'_>, most: u32) -> Option<usize> {
        self.scroll_by(scene, page_scroll(scene, Direction::Down)?, most)
    }

    /// `place`, which moves what comes next into sight; `None` if it did nothing, or after `most` times in a row.
    pub fn scroll_by(&mut self, scene: &PromptScene<'_>, place: usize, most: u32) -> Option<usize> {
        if self.scrolls >= most {
            return None;
        }
        let is_at_end = |done: &PerformedAction| {
            done.outcome == ActionOutcome::None && done.key == scene.inputs[place].offer.key
        };
        if scene.inputs[place].leads == KnownOutcome::Nothing
            || scene.situation.last.as_ref().is_some_and(is_at_end)
        {
            return None;
        }
        self.scrolls += 1;
        self.extra += 1;
        Some(place)
    }

    /// Remembers that the hidden field `target` was filled.
    pub fn filled(&mut self, target: &WidgetTarget) {
        self.filled.push(target.resource_id.clone());
    }

    /// What fills a hidden field before the input at `place` sends the form.
    pub fn secret(&mut self, scene: &PromptScene<'_>, place: usize) -> Option<Action> {
        if !rules::sends(scene.situation, &scene.inputs[place].offer.action) {
            return None;
        }
        let mut typing = scene.inputs.iter().filter_map(|input| match &input.offer.action {
            Action::Type { target, text: InputText::Secret(_) } => {
                Some((&target.resource_id, &input.offer.action))
            }
            _ => None,
        });
        let (id, action) = typing.find(|(id, _)| !self.filled.contains(id))?;
        self.filled.push(id.clone());
        self.extra += 1;
        Some(action.clone())
    }

    /// What `choice` asks for now; `None` if it is not there.
    pub fn choose(&mut self, scene: &PromptScene<'_>, choice: &GoalText) -> Option<ChoiceStep> {
        let situation = scene.situation;
        let wanted = speech::normal(&choice.text);
        if self.opened.take().is_some_and(|step| step + 1 == situation.step) {
            return option(scene, &wanted).map(ChoiceStep::Take);
        }
        let picker = resolve::choice(situation, choice)?;
        if !wanted.is_empty() && speech::normal(&picker.text) == wanted {
            return Some(ChoiceStep::Made);
        }
        let open = scene.inputs.iter().position(|input| {
            matches!(&input.offer.action, Action::Tap { target } if target.number == picker.number)
        })?;
        self.opened = Some(situation.step);
        self.extra += 1;
        Some(ChoiceStep::Open(open))
    }
}

/// The place of what moves a container on that holds what `words` tap out of sight, as far as the device knows.
pub fn scroll_to(scene: &PromptScene<'_>, words: &str) -> Option<usize> {
    let name = speech::normal(words.strip_prefix("tap ")?.split('"').nth(1)?);
    let screen = &scene.situation.screen;
    let leads = |action: &Action| {
        let container = action.target().and_then(|target| screen.widget(target.number));
        let is_named = |further: &String| speech::normal(further) == name;
        matches!(action.shows(), Some(Direction::Down | Direction::Right))
            && screen.shows_more(action)
            && container.is_some_and(|container| container.further.iter().any(is_named))
    };
    scene.inputs.iter().position(|input| !name.is_empty() && leads(&input.offer.action))
}

/// The place of what scrolls the page in `direction`: the page itself, or the largest list of it that takes much of the display.
pub fn page_scroll(scene: &PromptScene<'_>, direction: Direction) -> Option<usize> {
    largest_scroll(scene, direction, LIST_PART)
}

/// The same, with a list that takes at least one of `part` equal parts of the display.
pub fn largest_scroll(scene: &PromptScene<'_>, direction: Direction, part: i64) -> Option<usize> {
    let screen = &scene.situation.screen;
    let size = |place: usize| {
        let Action::Scroll { target, direction: own } = &scene.inputs[place].offer.action else {
            return None;
        };
        let widget = screen.widget(target.number)?;
        let area = widget.bounds.area();
        let is_page = screen.scrolls_a_page(widget);
        let is_large = area.saturating_mul(part) >= screen.size.bounds().area();
        (*own == direction && (is_page || is_large)).then_some((is_page, area))
    };
    let sizes = (0..scene.inputs.len()).filter_map(|place| Some((size(place)?, place)));
    sizes.max_by_key(|(size, _)| *size).map(|(_, place)| place)
}

/// The place of the option `wanted`; if there is none of that name, of one that contains it, else of the first that says
/// something and is not taken yet: a reply cannot know what a closed choice offers.
fn option(scene: &PromptScene<'_>, wanted: &str) -> Option<usize> {
    let screen = &scene.situation.screen;
    let offered = |place: &usize| match &scene.inputs[*place].offer.action {
        Action::Tap { target } => {
            let widget = screen.widget(target.number)?;
            let label = speech::normal(&widget.label);
            let says = widget.label.chars().any(|sign| !matches!(sign, '-' | '–' | '—' | ' '));
            let suits = says && !rules::leaves(&scene.inputs[*place].offer.action);
            suits.then_some((*place, label, widget))
        }
        _ => None,
    };
    let options: Vec<(usize, String, &Widget)> =
        (0..scene.inputs.len()).filter_map(|place| offered(&place)).collect();
    let first = |is: &dyn Fn(&str, &Widget) -> bool| {
        options.iter().find(|(_, label, widget)| is(label, widget)).map(|(place, ..)| *place)
    };
    let is_wanted = !wanted.is_empty();
    first(&|label, _| is_wanted && label == wanted)
        .or_else(|| first(&|label, _| is_wanted && label.contains(wanted)))
        .or_else(|| first(&|_, widget| screen.dialog && !widget.selected))
}
