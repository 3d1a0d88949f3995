//! A form that was saved and holds what it held before when it is opened again.
//!
//! Source: the update property of PBFDroid (Sun et al., ASE 2023); "setting and configuration failures" of VisionDroid's
//! pilot study.

use std::collections::HashMap;

use super::rule_turn::{page_key, page_name};
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::labels::LabelMeaning;
use crate::domain::{Action, Screen, Widget, WidgetRole, WidgetTarget, labels};

/// Words of forms that begin anew each time.
const BEGINS_ANEW: &[&str] =
    &["add", "new", "create", "compose", "write", "log", "enter", "search", "find"];

/// Words of pages on which switches hold what was set last.
const KEPT: &[&str] = &[
    "settings",
    "preferences",
    "options",
    "profile",
    "account",
    "edit",
    "goal",
    "goals",
    "reminder",
    "reminders",
];

/// So many forms are remembered at most; then it begins anew.
const REMEMBERED: usize = 100;

/// What the fields and switches of a form hold, by their names.
type FormValues = HashMap<String, FormValue>;

#[derive(Clone, Debug, PartialEq, Eq)]
enum FormValue {
    Text(String),
    Switch(bool),
}

/// A form that was opened from a page.
#[derive(Debug)]
struct OpenedForm {
    opener: String,
    form: String,
    held: FormValues,
}

/// A form that was saved.
#[derive(Debug)]
struct SavedForm {
    before: FormValues,
    saved: FormValues,
    step: u64,
}

/// Remembers what saved forms held.
#[derive(Debug, Default)]
pub(super) struct FormForgets {
    open: Option<OpenedForm>,
    saved: HashMap<String, SavedForm>,
}

impl BugRule for FormForgets {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some((before, after)) = turn.both().filter(|_| !turn.crashed()) else {
            self.open = None;
            self.saved.clear();
            return Vec::new();
        };
        if turn.action().is_some_and(Action::starts_anew) || self.saved.len() >= REMEMBERED {
            self.saved.clear();
        }
        let (was, is) = (page_key(before), page_key(after));
        if was == is {
            return Vec::new();
        }
        self.note_saved(turn, before, after);
        let opens = turn
            .tapped()
            .filter(|target| !turn.goes_back() && !after.dialog && !begins_anew(target, after));
        let Some(target) = opens else { return Vec::new() };
        let held = values(after);
        if held.is_empty() || labels::sends(target) {
            return Vec::new();
        }
        let about = turn.reached().map(|visit| visit.about.clone()).unwrap_or_default();
        let form = format!("{is}|{about}");
        let violation = self.saved.get(&form).and_then(|saved| violation(saved, &form, after));
        self.open = Some(OpenedForm { opener: was, form, held });
        violation.into_iter().collect()
    }
}

impl FormForgets {
    /// Takes in what a form held when it was saved. What is sent or deleted elsewhere may change what it holds.
    fn note_saved(&mut self, turn: &RuleTurn<'_>, before: &Screen, after: &Screen) {
        let Some(target) = turn.tapped().filter(|_| !turn.goes_back()) else { return };
        if changes_other(target) {
            self.saved.clear();
        }
        if !labels::sends(target) {
            return;
        }
        let open = self.open.take().filter(|open| open.form.starts_with(&page_key(before)));
        let returns = |open: &OpenedForm| page_key(after) == open.opener && !after.dialog;
        self.saved.clear();
        if let Some(open) = open.filter(returns)
            && labels::keeps(target)
        {
            let saved = SavedForm { before: open.held, saved: values(before), step: turn.step() };
            self.saved.insert(open.form, saved);
        }
    }
}

fn violation(saved: &SavedForm, form: &str, screen: &Screen) -> Option<RuleViolation> {
    let now = values(screen);
    let is_kept = is_kept(screen);
    screen.widgets.iter().find_map(|widget| {
        let name = name(widget)?;
        let (was, set, is) = (saved.before.get(&name)?, saved.saved.get(&name)?, now.get(&name)?);
        let tells = match was {
            FormValue::Text(words) => !words.is_empty(),
            FormValue::Switch(_) => is_kept,
        };
        (tells && set != was && is == was).then(|| RuleViolation {
            subject: format!("{form}|{name}"),
            expected: format!(
                "{:?} is {} when the form is opened again, as it was saved.",
                label(widget),
                said(set)
            ),
            actual: format!("{:?} is {} again, as before it was saved.", label(widget), said(is)),
            bounds: Some(widget.bounds),
            earlier: vec![(saved.step, format!("{} was saved.", said(set)))],
        })
    })
}

fn said(value: &FormValue) -> String {
    match value {
        FormValue::Text(words) => format!("{words:?}"),
        FormValue::Switch(true) => "on".into(),
        FormValue::Switch(false) => "off".into(),
    }
}

fn label(widget: &Widget) -> &str {
    if widget.is_field() && !widget.hint.is_empty() { &widget.hint } else { &widget.label }
}

/// What names a field or a switch on its page.
fn name(widget: &Widget) -> Option<String> {
    if widget.is_field() {
        let known = !widget.resource_id.is_empty() && !widget.password;
        return known.then(|| format!("{}|", widget.resource_id));
    }
    let is_switch = widget.role() == WidgetRole::Toggle && widget.checked.is_some();
    (is_switch && !widget.label.is_empty())
        .then(|| format!("{}|{}", widget.resource_id, widget.label))
}

/// What the fields and switches hold; those that share a name are left out.
fn values(screen: &Screen) -> FormValues {
    let mut held: HashMap<String, Option<FormValue>> = HashMap::new();
    for widget in screen.widgets.iter().filter(|widget| widget.position.window == 0) {
        let Some(name) = name(widget) else { continue };
        let value = match widget.checked {
            Some(on) if !widget.is_field() => FormValue::Switch(on),
            _ => FormValue::Text(widget.content().trim().to_lowercase()),
        };
        held.entry(name).and_modify(|value| *value = None).or_insert(Some(value));
    }
    held.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

/// True for a form that begins anew each time it is opened.
fn begins_anew(target: &WidgetTarget, form: &Screen) -> bool {
    let said = format!(
        "{} {} {}",
        target.label,
        labels::own_id(&target.resource_id).replace('_', " "),
        page_name(form)
    );
    target.label.trim() == "+"
        || labels::words(&said.to_lowercase()).iter().any(|word| BEGINS_ANEW.contains(word))
}

fn is_kept(screen: &Screen) -> bool {
    let said = format!("{} {}", page_name(screen), screen.short_location()).to_lowercase();
    labels::words(&said).iter().any(|word| KEPT.contains(word))
        || KEPT.iter().any(|word| screen.short_location().to_lowercase().contains(word))
}

/// True for what may change what forms hold.
fn changes_other(target: &WidgetTarget) -> bool {
    let label = target.label.to_lowercase();
    let meanings = labels::words(&label).into_iter().filter_map(labels::meaning);
    meanings.into_iter().any(|meaning| {
        matches!(
            meaning,
            LabelMeaning::Delete | LabelMeaning::Wipe | LabelMeaning::Reset | LabelMeaning::Undo
        )
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, field, page, toggle};
    use crate::domain::Screen;

    fn home() -> Screen {
        page("Home", vec![button("", "Profile"), button("", "Add friend")])
    }

    fn form(title: &str, name: &str, news: bool) -> Screen {
        let buttons = vec![button("", "Save"), button("", "Send")];
        page(title, [vec![field("name", name), toggle("news", "News", news)], buttons].concat())
    }

    /// Opens a form by a button, fills it in, leaves it by another one, and opens it again.
    fn again(by: &str, title: &str, leave: &str, name: &str, news: bool) -> MadeUpRun {
        let run = MadeUpRun::open(home()).tap(by, form(title, "Ada", false));
        let run = run.write("name", "Bob", form(title, "Bob", false));
        let run = run.tap("News", form(title, "Bob", true)).tap(leave, home());
        run.tap(by, form(title, name, news))
    }

    #[test]
    fn a_form_holds_what_was_saved() {
        let found =
            |run: MadeUpRun| run.found.iter().filter(|(rule, _)| rule == "form-forgets").count();
        assert_eq!(found(again("Profile", "Profile", "Save", "Bob", true)), 0);
        assert_eq!(found(again("Profile", "Profile", "Save", "Ada", true)), 1);
        assert_eq!(found(again("Profile", "Profile", "Save", "Bob", false)), 1);
        assert_eq!(found(again("Profile", "Profile", "Navigate up", "Ada", false)), 0, "given up");
        assert_eq!(found(again("Profile", "Profile", "Send", "Ada", false)), 0, "sent away");
        assert_eq!(found(again("Add friend", "Friend", "Save", "Ada", false)), 0, "another one");
        assert_eq!(found(again("Profile", "Card", "Save", "Bob", false)), 0, "may begin anew");
    }
}
