//! How prompts call the inputs of a screen: in short, and so that those of one name can be told apart.

use std::collections::HashMap;

use super::screens::field_label;
use crate::domain::{ActionKind, Bounds, Screen, Widget, WidgetRole, speech};
use crate::explorer::elevate::scene::{InputEvent, InputKind, PromptScene};
use crate::explorer::shared::output;

/// The most characters of a label.
pub(super) const LABEL: usize = 44;

/// The name of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputName {
    /// What is done, and to what.
    pub plain: String,
    /// What it stands beside, if others on the screen have the same name.
    pub beside: Option<String>,
}

impl InputName {
    /// The whole name: `tap "Add" of "Groups"`.
    pub fn whole(&self) -> String {
        match &self.beside {
            Some(beside) => format!("{} of {beside:?}", self.plain),
            None => self.plain.clone(),
        }
    }
}

/// The names of the inputs of `scene`, in their order.
pub fn of(scene: &PromptScene<'_>) -> Vec<InputName> {
    let plain: Vec<String> =
        scene.inputs.iter().map(|input| short(&output::called(&input.offer))).collect();
    // A button and what it lies in, as toolkits nest them, are one to people.
    let mut places: HashMap<&str, Vec<Bounds>> = HashMap::new();
    for (name, input) in plain.iter().zip(&scene.inputs).filter(|(_, input)| is_named(input)) {
        let Some(own) = widget(scene, input).map(|widget| widget.bounds) else { continue };
        let known = places.entry(name).or_default();
        if !known.iter().any(|other| other.covers(own) || own.covers(*other)) {
            known.push(own);
        }
    }
    let is_shared = |name: &str| places.get(name).is_some_and(|places| places.len() > 1);
    let shared: Vec<&Widget> = (plain.iter().zip(&scene.inputs))
        .filter(|(name, _)| is_shared(name))
        .filter_map(|(_, input)| widget(scene, input))
        .collect();
    let names = plain.iter().zip(&scene.inputs).map(|(name, input)| {
        let tells = |own: &&Widget| !own.label.is_empty() && !is_shared(name);
        let own = widget(scene, input).filter(|own| is_named(input) && !tells(own));
        let beside = own.and_then(|own| beside(&scene.situation.screen, own, &shared));
        InputName { plain: name.clone(), beside }
    });
    names.collect()
}

/// If `words` name something by signs alone, as `tap "✎" of "Ada"`: the place in `names` of what is called exactly so, since without
/// its signs nothing is left to compare.
pub fn of_signs(names: &[InputName], words: &str) -> Option<Option<usize>> {
    let said = output::visible(words.trim());
    let label = said.split('"').nth(1)?;
    let is_signs = !label.is_empty() && speech::normal(label).is_empty();
    let whole = || names.iter().position(|name| name.whole() == said);
    let plain = || names.iter().position(|name| name.plain == said);
    is_signs.then(|| whole().or_else(plain))
}

/// True for what is told apart: neither texts nor what each screen takes.
fn is_named(input: &InputEvent) -> bool {
    input.kind != InputKind::System && input.offer.action.kind() != ActionKind::Type
}

fn widget<'a>(scene: &PromptScene<'a>, input: &InputEvent) -> Option<&'a Widget> {
    let target = input.offer.action.target()?;
    scene.situation.screen.widget(target.number)
}

/// What `own` stands beside: the first words of its row, or the nearest ones before it. `shared` are those whose
/// names several have.
fn beside(screen: &Screen, own: &Widget, shared: &[&Widget]) -> Option<String> {
    let tells = |other: &&Widget| {
        other.number != own.number
            && other.inherits.is_none()
            && other.label != own.label
            && !speech::normal(&other.label).is_empty()
            && shared.iter().all(|one| one.label != other.label)
    };
    let place = own.position;
    let row = |other: &&Widget| {
        place.row.is_some() && (other.position.list, other.position.row) == (place.list, place.row)
    };
    let mut others = screen.widgets.iter().filter(tells);
    let in_row = others.clone().find(row);
    let found = in_row.or_else(|| others.rfind(|other| other.number < own.number))?;
    let name = if found.is_field() { field_label(found) } else { found.title().to_owned() };
    Some(output::cut(&output::visible(&name), LABEL))
}

/// What a field or choice is called: by itself, by what it holds if it is a field, or by the text before it.
pub fn of_field(screen: &Screen, own: &Widget) -> String {
    let name = output::cut(&field_label(own), LABEL);
    let shows_value = own.role() == WidgetRole::Picker && own.label == own.text;
    let is_told = !speech::normal(&name).is_empty() && !shows_value;
    if is_told || !own.caption.is_empty() || !own.content_desc.is_empty() {
        return name;
    }
    if own.is_field() && !speech::normal(own.content()).is_empty() {
        return output::cut(&output::visible(own.content()), LABEL);
    }
    let is_text = |other: &&Widget| other.role() == WidgetRole::Text && other.number < own.number;
    let before = screen
        .widgets
        .iter()
        .rfind(is_text)
        .map(|text| output::cut(&output::visible(&text.label), LABEL));
    before.unwrap_or(name)
}

/// `name` with a label of at most [`LABEL`] characters.
pub(super) fn short(name: &str) -> String {
    let Some((does, rest)) = name.split_once('"') else { return name.to_owned() };
    let Some((label, on)) = rest.rsplit_once('"') else { return name.to_owned() };
    if label.chars().count() <= LABEL {
        return name.to_owned();
    }
    let label: String = label.chars().take(LABEL).collect();
    format!("{does}\"{}…\"{on}", label.trim_end_matches(['\\', ' ']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::elevate::ElevateWeights;
    use crate::explorer::elevate::goals::resolve;
    use crate::explorer::testing::{World, button, field, phone};

    /// Rows "Teas", "Cups" and "Orders", each with an "Add"; then two dates, each with a "Today".
    fn rows() -> Screen {
        let mut widgets = Vec::new();
        for (row, name) in ["Teas", "Cups", "Orders"].iter().enumerate() {
            for (at, label) in [*name, "Add", "Change"].iter().enumerate() {
                let mut widget = button(3 * row + at + 1, label);
                (widget.position.list, widget.position.row) = (Some(40), Some(row));
                widgets.push(widget);
            }
        }
        for (number, id, name) in [(10, "since", "Since:"), (13, "until", "Until:")] {
            widgets.push(field(number, id, name));
            widgets.extend([button(number + 1, "|"), button(number + 2, "Today")]);
        }
        for (at, widget) in (0..).zip(&mut widgets) {
            widget.bounds = Bounds::new(0, 50 * at, 100, 50 * at + 40);
        }
        phone(widgets)
    }

    fn named(screen: Screen, words: &str) -> (Vec<String>, Option<usize>) {
        let mut world = World::new(None);
        world.show(screen);
        let situation = world.situation();
        let scene = PromptScene::new(&situation, None, &[], &ElevateWeights::default());
        let at = resolve::input(&scene, words);
        let number = at.and_then(|at| Some(scene.inputs[at].offer.action.target()?.number));
        (of(&scene).iter().map(InputName::whole).collect(), number)
    }

    /// A page had one "Add" for each kind of thing, and a reply could name none of them but the first.
    #[test]
    fn inputs_of_one_name_are_told_apart_by_what_they_stand_beside() {
        let (names, at) = named(rows(), "tap \"Add\" of \"Cups\"");
        assert!(names.contains(&"tap \"Add\" of \"Orders\"".to_owned()), "{names:?}");
        assert!(names.contains(&"tap \"Today\" of \"Until:\"".to_owned()), "{names:?}");
        assert!(names.contains(&"tap \"Teas\"".to_owned()), "{names:?}");
        assert_eq!(at, Some(5));
        assert_eq!(named(rows(), "tap \"Add\" (Orders)").1, Some(8), "in a reply's own words");
        assert_eq!(named(rows(), "tap \"Today\" for \"Until:\"").1, Some(15));
        assert_eq!(named(rows(), "tap \"Add\"").1, Some(2), "the first, if it does not say which");
        assert_eq!(named(rows(), "tap \"Add\" of \"Spoons\"").1, None, "not that of another row");
    }

    /// A toolbar's buttons lay in boxes of the same name, and each was called after what stood beside it.
    #[test]
    fn a_button_and_its_box_are_one() {
        let lying = |number: usize, left: i32, right: i32| Widget {
            bounds: Bounds::new(left, 0, right, 40),
            ..button(number, "New folder")
        };
        let (names, _) =
            named(phone(vec![button(1, "Files"), lying(2, 0, 40), lying(3, 4, 36)]), "");
        assert!(names.contains(&"tap \"New folder\"".to_owned()), "{names:?}");
        assert!(!names.iter().any(|name| name.contains("of \"Files\"")), "{names:?}");
        let (names, _) =
            named(phone(vec![button(1, "Files"), lying(2, 0, 40), lying(3, 50, 90)]), "");
        assert!(names.iter().any(|name| name.contains("of \"Files\"")), "{names:?}");
    }

    /// A player's `tap button "Find"` was not there, though "Find" was.
    #[test]
    fn what_a_reply_calls_a_widget_beside_its_name_is_left_out() {
        let (_, find) =
            named(phone(vec![button(1, "Replace"), button(2, "Find")]), "tap button \"Find\"");
        assert_eq!(find, Some(2));
        let (_, other) = named(phone(vec![button(1, "Find")]), "tap nothing like \"Find\"");
        assert_eq!(other, None);
    }

    /// "!=" was named, and "==" was tapped.
    #[test]
    fn labels_of_signs_are_told_apart() {
        let screen = || phone(vec![button(1, "=="), button(2, "!=")]);
        assert_eq!(named(screen(), "tap \"!=\"").1, Some(2));
    }

    /// A reply gave the number of a box, and the row that has its label was tapped, five times.
    #[test]
    fn of_inputs_that_share_a_whole_name_the_listed_one_is_found() {
        let box_of = |number: usize| Widget {
            bounds: Bounds::new(0, 0, 40, 40),
            ..button(number, "I agree")
        };
        let row = Widget { bounds: Bounds::new(0, 0, 400, 40), ..box_of(1) };
        let screen = || phone(vec![row.clone(), box_of(2)]);
        assert_eq!(named(screen(), "tap \"I agree\"").1, Some(1));
        assert_eq!(named(screen(), "tap \"I agree\" (2)").1, Some(2));
    }

    /// An area without a label was called after what it stands beside, and no reply could tap it.
    #[test]
    fn what_has_no_label_is_found_by_the_name_that_is_listed() {
        let canvas = Widget { resource_id: String::new(), ..button(2, "") };
        let (names, _) = named(phone(vec![button(1, "Sign here"), canvas.clone()]), "");
        let name = names.iter().find(|name| name.ends_with("of \"Sign here\"")).unwrap();
        assert_eq!(named(phone(vec![button(1, "Sign here"), canvas]), name).1, Some(2));
    }

    /// A label of 90 characters was written four times into one question.
    #[test]
    fn long_labels_are_cut_and_found_all_the_same() {
        let long = "Teas that are left: choose some of them and then select the \"Choose\" arrow.";
        let (names, _) = named(phone(vec![button(1, "On"), button(2, long)]), "");
        let cut = names.iter().find(|name| name.contains("Teas")).unwrap();
        assert!(cut.chars().count() < 60 && cut.ends_with("…\""), "{cut}");
        let screen = phone(vec![button(1, "On"), button(2, long)]);
        assert_eq!(named(screen, cut).1, Some(2));
    }
}
