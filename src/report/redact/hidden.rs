//! The words of hidden widgets, so that they are found without their widget: in
//! prompts, in names of actions, in labels of states.

use std::collections::BTreeSet;

use super::rules::RedactionRules;
use super::screen;
use crate::domain::{Action, InputText};
use crate::protocol::{Event, Verdict};
use crate::store::RecordedSession;

/// Shorter words are hidden only in quotes, since they occur everywhere.
const SHORT: usize = 3;

/// What hidden widgets of `session` said, and what was typed into them.
pub(super) fn words(session: &RecordedSession, rules: &RedactionRules) -> Vec<String> {
    if rules.widgets.is_empty() {
        return Vec::new();
    }
    let mut words = BTreeSet::new();
    for record in &session.records {
        match &record.event {
            Event::Observed(observed) => {
                let screen = screen(session, &observed.screen);
                let widgets = screen.into_iter().flat_map(|screen| screen.widgets);
                for widget in widgets.filter(|widget| rules.hides(&widget.resource_id)) {
                    words.extend([widget.text, widget.content_desc, widget.hint, widget.label]);
                }
            }
            Event::Proposed(proposal) => {
                words.extend(typed(&proposal.action, rules));
                let others = &proposal.alternatives;
                words.extend(others.iter().flat_map(|other| typed(&other.action, rules)));
            }
            Event::Decided(decided) => {
                if let Verdict::Override { action } = &decided.decision.verdict {
                    words.extend(typed(action, rules));
                }
            }
            Event::Discovered(discovered) => {
                let offers = discovered.available.iter();
                words.extend(offers.flat_map(|offer| typed(&offer.action, rules)));
            }
            _ => {}
        }
    }
    words.remove("");
    let quoted = words.iter().map(|word| format!("{word:?}"));
    let alone = words.iter().filter(|word| word.chars().count() >= SHORT).cloned();
    quoted.chain(alone).collect()
}

/// What `action` types into hidden widgets, both halves of a pair.
fn typed(action: &Action, rules: &RedactionRules) -> Vec<String> {
    let typed = |single: &Action| match single {
        Action::Type { target, text: InputText::Plain(text) }
            if rules.hides(&target.resource_id) =>
        {
            Some(text.clone())
        }
        _ => None,
    };
    action.singles().filter_map(typed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{DeviceKey, WidgetTarget};

    #[test]
    fn what_is_typed_in_either_half_of_a_pair_is_found() {
        let rules = RedactionRules::read("widgets = ['balance']").unwrap();
        let typing = |id: &str, text: &str| Action::Type {
            target: WidgetTarget { resource_id: format!("x:id/{id}"), ..WidgetTarget::default() },
            text: InputText::Plain(text.into()),
        };
        let back = Action::Key { key: DeviceKey::Back };
        let pair =
            |first: &Action, then: &Action| Action::at_once(first.clone(), then.clone()).unwrap();
        let (own, other) = (typing("balance", "12.50"), typing("search", "tea"));
        assert_eq!(typed(&pair(&own, &back), &rules), ["12.50"]);
        assert_eq!(typed(&pair(&other, &own), &rules), ["12.50"]);
        assert_eq!(typed(&pair(&other, &back), &rules), [""; 0]);
    }
}
