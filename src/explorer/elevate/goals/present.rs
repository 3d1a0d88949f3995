//! The present screen as a question about goals tells it: with a mark at what was never tapped, and what many
//! pages have in one line.

use std::collections::{HashMap, HashSet};

use super::names;
use super::options::promises;
use super::screens::SeenScreens;
use crate::domain::{Action, GATHERED, Screen, Widget, WidgetRole, speech};
use crate::explorer::elevate::ElevateWeights;
use crate::explorer::elevate::rules::{self, Rules};
use crate::explorer::elevate::scene::{InputEvent, PromptScene};
use crate::explorer::shared::output::{self, brief};

/// A list with more rows is no menu.
const MENU_ROWS: usize = 12;

/// What is told of the present screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PresentScreen {
    /// Its table.
    pub output: String,
    /// What many pages have, by its labels: what was never tapped first.
    pub on_many: Vec<String>,
    /// The names of the inputs whose widgets are in the table, like others there, or among those.
    pub told: HashSet<String>,
}

impl PresentScreen {
    /// What is told of `scene`.
    pub fn of(
        scene: &PromptScene<'_>,
        (rules, screens, weights): (&Rules, &SeenScreens, &ElevateWeights),
    ) -> Self {
        let situation = scene.situation;
        let node = situation.model.state(situation.state.structural);
        let is_untried = |input: &InputEvent| {
            input.count == 0
                && node.is_none_or(|node| promises((rules, weights), node, &input.offer.key))
        };
        let mut taps: HashMap<usize, (&InputEvent, String)> = HashMap::new();
        for (input, name) in scene.inputs.iter().zip(names::of(scene)) {
            if let Action::Tap { target } = &input.offer.action {
                taps.insert(target.number, (input, name.whole()));
            }
        }
        let screen = &situation.screen;
        let is_form = |widget: &Widget| {
            widget.is_field() || matches!(widget.role(), WidgetRole::Picker | WidgetRole::Slider)
        };
        let of_many = |widget: &Widget| {
            let tap = taps.get(&widget.number).filter(|_| !is_form(widget) && !widget.selected);
            tap.is_some_and(|(input, _)| screens.is_of_many(&input.offer.key))
        };
        let fields = screen.widgets.iter().filter(|widget| is_form(widget));
        let fields: HashSet<String> = fields
            .map(|widget| names::of_field(screen, widget))
            .chain(screen.title().map(str::to_owned))
            .map(|name| speech::normal(&name))
            .collect();
        // A text that says nothing, what a field is called by or what many screens say.
        let is_told = |widget: &Widget| {
            let said = speech::normal(&widget.label);
            !widget.acts()
                && (said.is_empty()
                    || fields.contains(&said)
                    || screens.is_boilerplate(&widget.label))
        };
        let table = brief::of(screen, weights.goal_output, |widget| {
            let tap = taps.get(&widget.number).map(|(input, _)| *input);
            let name = is_form(widget).then(|| names::of_field(screen, widget));
            let sends = tap.is_some_and(|input| rules::sends(situation, &input.offer.action));
            let is_marked = tap.is_some_and(is_untried) && !is_form(widget);
            let rank = if is_form(widget) || sends {
                3
            } else if is_marked {
                2
            } else {
                u8::from(widget.acts() || widget.role() == WidgetRole::Text)
            };
            let name = name.filter(|name| !name.is_empty());
            (!of_many(widget) && !is_told(widget)).then_some(brief::WidgetTelling {
                is_marked,
                name,
                rank,
                is_command: is_marked && is_command(screen, widget),
            })
        });
        let many = screen.widgets.iter().filter(|widget| of_many(widget));
        let mut many: Vec<(bool, String)> = many
            .filter(|widget| !widget.label.is_empty())
            .filter_map(|widget| {
                let (input, _) = taps.get(&widget.number)?;
                Some((!is_untried(input), output::cut(&widget.label, names::LABEL)))
            })
            .collect();
        many.sort_by_key(|(tried, _)| *tried);
        let mut on_many: Vec<String> = Vec::new();
        for (_, label) in many {
            if !on_many.contains(&label) && on_many.len() < 2 * weights.goal_inputs {
                on_many.push(label);
            }
        }
        let told = taps.into_iter().filter(|(number, _)| !table.left_out.contains(number));
        let told = told.map(|(_, (_, name))| name).collect();
        Self { output: table.text, on_many, told }
    }
}

/// True for a row that may be an entry of a menu: it says one thing, and its list is short. The entries of a menu are not
/// like each other, so two of them do not stand for the rest.
fn is_command(screen: &Screen, widget: &Widget) -> bool {
    let own = widget.position;
    let mut others = screen.widgets.iter().map(|other| other.position);
    own.list.is_some()
        && widget.checked.is_none()
        && !widget.label.is_empty()
        && !widget.label.contains(GATHERED)
        && others.all(|other| other.list != own.list || other.row.is_none_or(|row| row < MENU_ROWS))
}
