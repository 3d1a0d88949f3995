//! Secrets, which no log keeps: what is typed where one was.

use std::collections::HashMap;

use crate::domain::{Action, InputText, Screen, Secret, values};

/// What may be typed into password fields, by the field's short id in capitals; under the empty name
/// what goes into any other.
#[derive(Clone, Debug, Default)]
pub struct ReplaySecrets(pub HashMap<String, Secret>);

impl ReplaySecrets {
    /// Gives the action, aimed at `screen`, its secret back if that was lost, in both halves of
    /// a pair. What the tester should know of it.
    pub fn give(&self, action: &mut Action, screen: &Screen) -> Option<&'static str> {
        let mut reported = None;
        let whole = action.each(|single| {
            let mut single = single.clone();
            reported = reported.or(self.fill(&mut single, screen));
            Some(single)
        });
        if let Some(whole) = whole {
            *action = whole;
        }
        reported
    }

    /// The same for a single action.
    pub fn fill(&self, action: &mut Action, screen: &Screen) -> Option<&'static str> {
        let Action::Type { text: InputText::Secret(secret), target } = action else { return None };
        if !secret.is_lost() {
            return None;
        }
        let field = screen.widget(target.number);
        let name = field.map(|field| name(field.short_id())).unwrap_or_default();
        if let Some(known) = self.0.get(&name).or_else(|| self.0.get("")) {
            *secret = known.clone();
            return Some("the secret was taken from the environment");
        }
        let plausible = field.map_or_else(String::new, |field| values::hidden(screen, field));
        *secret = Secret::new(plausible);
        Some("the secret was not recorded; a plausible one was typed")
    }
}

/// An id as a part of the name of an environment variable.
pub fn name(id: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    id.chars().map(letter).collect()
}
