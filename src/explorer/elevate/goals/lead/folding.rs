//! Inputs of a screen that are alike, of which a question of the model's lead lists the first few.

use std::collections::HashMap;

use crate::domain::{ActionKey, ActionKind, Widget};
use crate::explorer::elevate::scene::InputEvent;

/// The most inputs that are listed. If there are more, so many are that are alike.
pub const LISTED: usize = 40;
const ALIKE: usize = 4;
/// So many of what is dragged, which is tapped as well.
const DRAGS: usize = 1;

/// An input that may be listed.
pub struct Candidate<'a> {
    /// What it is.
    pub input: &'a InputEvent,
    /// How it is called.
    pub name: String,
    /// What it is done to.
    pub widget: Option<&'a Widget>,
    /// If it types: what its field is called.
    pub field: Option<String>,
}

/// Leaves inputs that are alike out of `candidates` beyond the first few, as rows and what has one label, and if there are
/// still too many what looks alike, as the icons of a picker: the keys of the last ones that stay, and how many were left
/// out behind each.
pub fn fold(candidates: &mut Vec<Candidate<'_>>) -> HashMap<ActionKey, usize> {
    let mut left_out = HashMap::new();
    if candidates.len() <= LISTED {
        return left_out;
    }
    fold_by(candidates, &mut left_out, |it| {
        let offer = &it.input.offer;
        let label = it.widget.map(|widget| &widget.label).filter(|label| !label.is_empty());
        let label = label.map(|label| format!("{} {label}", offer.action.kind().word()));
        label.into_iter().chain([offer.template.to_string()]).collect()
    });
    if candidates.len() > LISTED {
        fold_by(candidates, &mut left_out, |it| {
            let shape = it.widget.filter(|widget| !widget.is_field()).map(|widget| {
                let (class, size) = (&widget.class, widget.bounds);
                let kind = it.input.offer.action.kind().word();
                format!("{kind} {class} {}x{}", size.width(), size.height())
            });
            Vec::from_iter(shape)
        });
    }
    left_out
}

/// Keeps the first [`ALIKE`] `candidates` of each of their `names`, and counts in `left_out` those behind the last one.
fn fold_by(
    candidates: &mut Vec<Candidate<'_>>,
    left_out: &mut HashMap<ActionKey, usize>,
    names: impl Fn(&Candidate<'_>) -> Vec<String>,
) {
    let mut alike: HashMap<String, usize> = HashMap::new();
    let mut last: HashMap<String, ActionKey> = HashMap::new();
    candidates.retain(|it| {
        let offer = &it.input.offer;
        let most = if offer.action.kind() == ActionKind::Drag { DRAGS } else { ALIKE };
        let names = names(it);
        let is_over = |name: &String| alike.get(name).is_some_and(|count| *count >= most);
        let over = names.iter().find(|name| is_over(name)).and_then(|name| last.get(name));
        if let Some(over) = over {
            let more = 1 + left_out.remove(&offer.key).unwrap_or_default();
            *left_out.entry(over.clone()).or_default() += more;
            return false;
        }
        for name in names {
            *alike.entry(name.clone()).or_default() += 1;
            last.insert(name, offer.key.clone());
        }
        true
    });
}

#[cfg(test)]
mod tests {
    use super::super::{RefusedInputs, RetriedInputs, listed};
    use super::*;
    use crate::domain::Bounds;
    use crate::explorer::elevate::ElevateWeights;
    use crate::explorer::elevate::scene::PromptScene;
    use crate::explorer::testing::{World, button, phone};

    /// Forty rows of a list took all numbers, and what stands below the list had none.
    #[test]
    fn rows_that_are_alike_leave_room_for_what_is_below_them() {
        let mut world = World::new(None);
        let row = |number: usize| {
            let mut row = button(number, &format!("Song {}", "x".repeat(number)));
            (row.position.list, row.position.row) = (Some(1), Some(number - 1));
            row
        };
        let mut widgets: Vec<Widget> = (1..=60).map(row).collect();
        widgets.push(button(61, "Okay"));
        world.show(phone(widgets));
        let situation = world.situation();
        let scene = PromptScene::new(&situation, None, &[], &ElevateWeights::default());
        let (_, inputs) = listed(&scene, &RefusedInputs::default(), &RetriedInputs::default());
        let told = inputs.iter().take(5).map(|input| (input.name.as_str(), input.note.as_str()));
        let told: Vec<_> = told.skip(3).collect();
        assert_eq!(told, [("tap \"Song xxxx\"", "56 more like it"), ("tap \"Okay\"", "")]);
    }

    /// The seats of a room, each of which is tapped and dragged, took all numbers.
    #[test]
    fn what_has_one_label_leaves_room_for_other_inputs() {
        let mut world = World::new(None);
        let seat = |number: usize| {
            let class = format!("android.widget.Seat{number}");
            let actions = vec![ActionKind::Tap, ActionKind::Drag];
            Widget { actions, class, ..button(number, "Free") }
        };
        let widgets = (1..=50).map(seat).chain([button(51, "Okay")]);
        world.show(phone(widgets.collect()));
        let situation = world.situation();
        let scene = PromptScene::new(&situation, None, &[], &ElevateWeights::default());
        let (_, inputs) = listed(&scene, &RefusedInputs::default(), &RetriedInputs::default());
        let of = |does: &str| inputs.iter().filter(|input| input.name.starts_with(does)).count();
        assert_eq!((of("tap \"Free\""), of("drag"), of("tap \"Okay\"")), (ALIKE, DRAGS, 1));
    }

    /// A hundred icons took all numbers of a dialog, and "Save" below them had none.
    #[test]
    fn what_looks_alike_leaves_room_for_other_inputs() {
        let mut world = World::new(None);
        let letter = |at: usize| char::from(b'a' + u8::try_from(at % 10).unwrap());
        let icon = |number: usize| Widget {
            bounds: Bounds::new(0, 0, 40, 40),
            ..button(number, &format!("{}{}", letter(number / 10), letter(number)))
        };
        let save = Widget { bounds: Bounds::new(0, 0, 300, 60), ..button(101, "Save") };
        world.show(phone((1..=100).map(icon).chain([save]).collect()));
        let situation = world.situation();
        let scene = PromptScene::new(&situation, None, &[], &ElevateWeights::default());
        let (_, inputs) = listed(&scene, &RefusedInputs::default(), &RetriedInputs::default());
        let told: Vec<(&str, &str)> =
            inputs.iter().map(|input| (input.name.as_str(), input.note.as_str())).collect();
        assert_eq!(told[3..5], [("tap \"ae\"", "96 more like it"), ("tap \"Save\"", "")]);
    }
}
