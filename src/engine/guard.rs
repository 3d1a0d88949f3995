//! Guards: rules that hold back risky actions even in auto mode.

mod approvals;
mod enter;
mod held;
mod phrase;

use serde::Deserialize;
use thiserror::Error;

use crate::domain::{Action, ActionKind, InputText, Screen};

pub use approvals::ApprovalMemory;
pub use held::HeldRefusal;
use phrase::{GuardPhrase, SpokenLabel};

/// The rules that apply if the user has none, as a file to start from.
pub const DEFAULT_RULES: &str = include_str!("guard/default.toml");

/// Why a rule file cannot be used.
#[derive(Debug, Error)]
#[error("the guard rules cannot be read: {0}")]
pub struct GuardError(#[from] toml::de::Error);

/// The rules in force.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuardRules {
    #[serde(default, rename = "rule")]
    rules: Vec<GuardRule>,
}

/// One rule. It holds an action if every part that is given matches.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuardRule {
    /// Its name, shown to the tester.
    pub name: String,
    /// Why it holds, shown to the tester.
    pub why: String,
    /// Kinds of action; empty for any.
    #[serde(default)]
    pub actions: Vec<ActionKind>,
    /// What the target says as a whole, any of them, any case. An entry that ends with `*` also
    /// matches a command that goes on, and `#` stands for numbers.
    #[serde(default)]
    pub phrases: Vec<GuardPhrase>,
    /// Words of the target's label, of the typed text or of the condition that is set, any of
    /// them; whole words, any case.
    #[serde(default)]
    pub words: Vec<String>,
    /// Parts of the target's id, any of them, any case.
    #[serde(default)]
    pub ids: Vec<String>,
    /// Packages that must be in front, any of them.
    #[serde(default)]
    pub packages: Vec<String>,
}

impl GuardRules {
    /// The rules in `text` (TOML).
    ///
    /// # Errors
    /// If it is not of that form.
    pub fn read(text: &str) -> Result<Self, GuardError> {
        Ok(toml::from_str(text)?)
    }

    /// The same without what holds nothing but clearing the app's data: the user agreed to that.
    pub fn with_clearing(mut self) -> Self {
        self.rules.retain(|rule| rule.actions != [ActionKind::Clear]);
        self
    }

    /// The first rule that holds `action` on `screen`. A pair is held by what holds either half, and what
    /// presses ENTER in a field by what holds the buttons of its form.
    pub fn holding(&self, action: &Action, screen: &Screen) -> Option<&GuardRule> {
        let pressed: Vec<Action> =
            action.singles().flat_map(|single| enter::pressed(single, screen)).collect();
        self.rules.iter().find(|rule| {
            rule.holds(action, screen) || pressed.iter().any(|tap| rule.holds(tap, screen))
        })
    }
}

impl GuardRule {
    fn holds(&self, action: &Action, screen: &Screen) -> bool {
        let package = self.packages.is_empty() || self.packages.contains(&screen.package);
        package && action.singles().any(|single| self.holds_single(single, action.kind(), screen))
    }

    /// `whole` is the kind of what `action` is a part of, or its own.
    fn holds_single(&self, action: &Action, whole: ActionKind, screen: &Screen) -> bool {
        let kind = self.actions.is_empty()
            || self.actions.contains(&action.kind())
            || self.actions.contains(&whole);
        kind && self.phrases_match(action, screen)
            && self.words_match(action)
            && self.ids_match(action)
    }

    fn phrases_match(&self, action: &Action, screen: &Screen) -> bool {
        if self.phrases.is_empty() {
            return true;
        }
        let label = action.target().and_then(|target| SpokenLabel::of(target, screen));
        label.is_some_and(|label| self.phrases.iter().any(|phrase| phrase.matches(&label)))
    }

    fn words_match(&self, action: &Action) -> bool {
        if self.words.is_empty() {
            return true;
        }
        let label = action.target().map_or("", |target| target.label.as_str());
        let typed = match action {
            Action::Type { text: InputText::Plain(text), .. } => text.clone(),
            Action::Set { condition } => condition.to_string(),
            _ => String::new(),
        };
        let said = format!("{label} {typed}").to_lowercase();
        let is_word = |word: &String| {
            let word = word.to_lowercase();
            said.match_indices(&word).any(|(at, _)| {
                let before = said.get(..at).and_then(|text| text.chars().next_back());
                let after = said.get(at + word.len()..).and_then(|text| text.chars().next());
                [before, after].into_iter().flatten().all(|next| !next.is_alphanumeric())
            })
        };
        self.words.iter().any(is_word)
    }

    fn ids_match(&self, action: &Action) -> bool {
        if self.ids.is_empty() {
            return true;
        }
        let id = action.target().map_or("", |target| target.resource_id.as_str()).to_lowercase();
        self.ids.iter().any(|part| id.contains(&part.to_lowercase()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{ConditionKind, DeviceKey, DisplaySize, SystemCondition, WidgetTarget};

    fn screen() -> Screen {
        Screen::on_display("org.app", ".Main", DisplaySize::new(1, 1))
    }

    fn tap(label: &str, id: &str) -> Action {
        let target =
            WidgetTarget { label: label.into(), resource_id: id.into(), ..WidgetTarget::default() };
        Action::Tap { target }
    }

    #[test]
    fn the_default_rules_hold_what_cannot_be_undone() {
        let guard = GuardRules::read(DEFAULT_RULES).unwrap();
        let held = |action: &Action| guard.holding(action, &screen()).map(|rule| rule.name.clone());
        assert_eq!(held(&tap("Delete account", "")).as_deref(), Some("delete"));
        assert_eq!(held(&Action::Clear).as_deref(), Some("clear"));
        let agreed = guard.clone().with_clearing();
        assert!(agreed.holding(&Action::Clear, &screen()).is_none());
        assert!(agreed.holding(&tap("Delete account", ""), &screen()).is_some());
        assert_eq!(held(&tap("Pay now", "")).as_deref(), Some("pay"));
        assert_eq!(held(&tap("", "x:id/sign_out")).as_deref(), Some("sign out"));
        assert_eq!(held(&tap("Open", "x:id/open")), None);
        assert_eq!(held(&tap("Payload", "")), None, "whole words only");
        assert_eq!(held(&tap("Post number 1", "")), None, "a title");
        assert_eq!(held(&tap("Call", "")).as_deref(), Some("call"));
        assert_eq!(held(&tap("Post comment", "")).as_deref(), Some("send"));
        assert_eq!(held(&tap("Reset search field", "")), None);
        assert_eq!(held(&tap("Back", "x:id/delete")), None, "the way back of a form of an app");
        assert_eq!(held(&tap("OK", "x:id/delete")).as_deref(), Some("delete"));
    }

    #[test]
    fn words_match_anywhere_in_a_label() {
        let rule = "[[rule]]\nname='n'\nwhy='w'\nwords=['row']";
        let guard = GuardRules::read(rule).unwrap();
        assert!(guard.holding(&tap("The last row of all", ""), &screen()).is_some());
        assert!(guard.holding(&tap("Rowan", ""), &screen()).is_none());
    }

    #[test]
    fn a_device_is_not_cut_off_unasked() {
        let guard = GuardRules::read(DEFAULT_RULES).unwrap();
        let held = |condition: &str| {
            let condition = SystemCondition::read(condition).unwrap();
            guard.holding(&Action::Set { condition }, &screen()).map(|rule| rule.name.clone())
        };
        assert_eq!(held("airplane on").as_deref(), Some("cut off"));
        assert_eq!(held("airplane off"), None);
        assert_eq!(held("dark on"), None);
        let back = Action::Restore { condition: ConditionKind::Airplane };
        assert!(guard.holding(&back, &screen()).is_none());
    }

    #[test]
    fn either_half_holds_a_pair() {
        let guard = GuardRules::read(DEFAULT_RULES).unwrap();
        let held = |first: &Action, then: &Action| {
            let pair = Action::at_once(first.clone(), then.clone()).unwrap();
            guard.holding(&pair, &screen()).map(|rule| rule.name.clone())
        };
        let back = Action::Key { key: DeviceKey::Back };
        let airplane = Action::Set { condition: SystemCondition::Airplane { on: true } };
        assert_eq!(held(&tap("Pay now", ""), &back).as_deref(), Some("pay"));
        assert_eq!(held(&back, &tap("Delete account", "")).as_deref(), Some("delete"));
        assert_eq!(held(&tap("Open", ""), &airplane).as_deref(), Some("cut off"));
        assert_eq!(held(&tap("", "x:id/sign_out"), &back).as_deref(), Some("sign out"));
        assert_eq!(held(&tap("Open", ""), &back), None);
        let rule = "[[rule]]\nname='n'\nwhy='w'\nactions=['at_once']\nwords=['open']";
        let guard = GuardRules::read(rule).unwrap();
        let pair = Action::at_once(tap("Open", ""), back).unwrap();
        assert!(guard.holding(&pair, &screen()).is_some());
        assert!(guard.holding(&tap("Open", ""), &screen()).is_none());
    }

    #[test]
    fn every_part_given_must_match() {
        let rule = "[[rule]]\nname='n'\nwhy='w'\nactions=['long_tap']\nwords=['row']";
        let guard = GuardRules::read(rule).unwrap();
        assert!(guard.holding(&tap("Row", ""), &screen()).is_none());
    }

    #[test]
    fn a_misspelt_rule_is_an_error() {
        assert!(GuardRules::read("[[rule]]\nname='n'\nwhy='w'\nword=['x']").is_err());
    }
}
