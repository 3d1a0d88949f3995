//! What was added must be listed, once, by the name that was entered.

use super::{EnteredText, JourneyStart, JourneyWatch, ListJourney};
use crate::domain::labels;
use crate::oracle::rules::{BugRule, RuleTurn, RuleViolation};

/// Words of fields that name what is added.
const NAMES: &[&str] = &["name", "title", "item", "task", "subject"];

/// Words of fields that say more of it.
const SAYS_MORE: &[&str] = &[
    "note",
    "notes",
    "comment",
    "description",
    "details",
    "message",
    "text",
    "search",
    "tag",
    "tags",
    "code",
    "url",
    "address",
    "mail",
    "email",
    "phone",
];

/// Shorter words may be shown in another way, and so may what has no letters; so many letters are compared.
const SHORTEST: usize = 3;
const COMPARED: usize = 12;

/// Remembers the journey from the list to the form and back.
#[derive(Debug, Default)]
pub(in crate::oracle::rules) struct AddedNotListed {
    watch: JourneyWatch,
}

impl BugRule for AddedNotListed {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let journey = self.watch.returned(turn);
        journey.and_then(|journey| violation(&journey)).into_iter().collect()
    }
}

fn violation(journey: &ListJourney) -> Option<RuleViolation> {
    let (sent, sent_at) = journey.sent.as_ref()?;
    let added = journey.start == JourneyStart::Add
        && !journey.left
        && !journey.filtered
        && journey.deleted.is_none();
    if !added || !journey.sent_now || journey.typed.is_empty() {
        return None;
    }
    let earlier = vec![
        (*sent_at, format!("{sent:?} was tapped.")),
        (journey.step, "The form was opened.".into()),
    ];
    let new = journey.after.without(&journey.before);
    if let [one, others @ ..] = &new[..]
        && !others.is_empty()
        && others.iter().all(|other| other == one)
    {
        return Some(RuleViolation {
            subject: format!("{}|{}|twice", journey.page, journey.before.id),
            expected: format!("The list has one more row after {sent:?}."),
            actual: format!("After {sent:?} the list has {} more rows {one:?}.", new.len()),
            earlier,
            ..RuleViolation::default()
        });
    }
    if let [row] = &new[..] {
        let name = name(&journey.entered).filter(|name| !shows(row, name))?;
        let is_one_more = journey.after.rows.len() == journey.before.rows.len() + 1;
        return is_one_more.then(|| RuleViolation {
            subject: format!("{}|{}|name", journey.page, journey.before.id),
            expected: format!("The new row shows {name:?}, which was entered."),
            actual: format!("After {sent:?} the new row shows {row:?}."),
            earlier,
            ..RuleViolation::default()
        });
    }
    if journey.after != journey.before {
        return None;
    }
    Some(RuleViolation {
        subject: format!("{}|{}", journey.page, journey.before.id),
        expected: format!("The list has one more row after {sent:?}."),
        actual: format!(
            "After {sent:?} the list has the same {} rows as before.",
            journey.after.rows.len()
        ),
        earlier,
        ..RuleViolation::default()
    })
}

/// What was entered as the name of what was added: what the only field held, or that for a name.
fn name(entered: &[EnteredText]) -> Option<&str> {
    let is_called = |it: &EnteredText, words: &[&str]| {
        labels::words(&it.name).iter().any(|it| words.contains(it))
    };
    let is_name = |it: &&EnteredText| is_called(it, NAMES) && !is_called(it, SAYS_MORE);
    let field = match entered {
        [only] if !is_called(only, SAYS_MORE) => only,
        several => several.iter().find(is_name)?,
    };
    let text = field.text.as_str();
    let tells = text.chars().filter(|it| it.is_alphabetic()).count() >= SHORTEST;
    (tells && !text.contains('\n')).then_some(text)
}

/// True if `row` shows the beginning of `name`, whatever the case of its letters and what is between its words.
fn shows(row: &str, name: &str) -> bool {
    let letters = |text: &str| -> String {
        text.to_lowercase().chars().filter(|it| it.is_alphanumeric()).collect()
    };
    let begins: String = letters(name).chars().take(COMPARED).collect();
    letters(row).contains(&begins)
}

#[cfg(test)]
mod tests {
    use crate::domain::{Screen, Widget};
    use crate::oracle::rules::testing::{MadeUpRun, button, field, list, page};

    fn entries(rows: &[&str]) -> Screen {
        page("Entries", [vec![button("add", "Add entry")], list(3, rows)].concat())
    }

    #[test]
    fn what_was_added_is_listed_by_its_name() {
        let added = |hint: &str, row: &str| {
            let form = |name: &str| {
                let field = Widget { hint: hint.into(), ..field("field", name) };
                page("New entry", vec![field, button("save", "Save")])
            };
            let run = MadeUpRun::open(entries(&["Milk"])).tap("Add entry", form(""));
            let run = run.write("field", "Brown bread", form("Brown bread"));
            run.tap("Save", entries(&["Milk", row])).found.len()
        };
        assert_eq!((added("Name", "brown bread · new"), added("", "Brown bread")), (0, 0));
        assert_eq!((added("Name", "No name"), added("", "None")), (1, 1));
        assert_eq!(added("Comment", "No name"), 0);
    }
}
