//! What the app reports of inputs and makes of them, and how that is logged.

use std::collections::BTreeMap;

use super::super::candidates::{CandidateInput, InputRule};
use super::super::demands::{FieldDemands, FieldRelation, FieldShape, KeptCharacters};
use super::super::fields::{self, AttackedField, DynamicHint};
use super::super::reading;
use super::FormAttack;
use crate::explorer::{PerformedAction, Situation};
use crate::protocol::{InputResult, TriedInput, TypedField};

impl FormAttack {
    /// What a field made of the text: it may have cut it, or dropped characters.
    pub(super) fn learn_typing(
        &mut self,
        at: usize,
        done: &PerformedAction,
        situation: &Situation,
    ) {
        let (Some(current), Some(held)) = (&mut self.current, &done.accepted) else { return };
        let wanted = current.input.texts[at].clone();
        self.outdated |= self.stuck.learn(at, &wanted, held);
        if *held == wanted {
            return;
        }
        current.held.insert(at, held.chars().count());
        let is_changed = current.input.rule.fields.contains(&at);
        let known = self.demands.fields[at].clone();
        if self.parts.constraints && !self.supervision.has_corrected(at) {
            learn_taking(&mut self.demands.fields[at], &wanted, held);
        }
        self.outdated |= self.demands.fields[at] != known;
        if !is_changed {
            self.valid.holds(at, held);
            self.outdated = true;
        } else if !wanted.starts_with(held.as_str()) || held.is_empty() {
            // What was to be tested cannot be typed.
            self.finish(situation, InputResult::NotTyped);
        }
    }

    /// What newly appeared after a wrong input: a hint that no one saw before.
    pub(super) fn learn_messages(
        &mut self,
        input: &CandidateInput,
        before: &[String],
        situation: &Situation,
    ) -> Vec<String> {
        let says = fields::words_since(&situation.screen, before);
        let known = self.demands.clone();
        for message in &says {
            for (at, field) in self.fields.iter_mut().enumerate() {
                let changed = input.rule.fields.is_empty() || input.rule.fields.contains(&at);
                let typed = if field.password { String::new() } else { input.texts[at].clone() };
                let hint = DynamicHint { input: typed, says: message.clone() };
                if changed && !field.dynamic_hints.contains(&hint) {
                    field.dynamic_hints.push(hint);
                }
            }
            if self.parts.constraints {
                reading::add_message(&mut self.demands, &self.fields, message);
            }
        }
        for (at, known) in known.fields.iter().enumerate() {
            if self.supervision.has_corrected(at) {
                self.demands.fields[at].clone_from(known);
            }
        }
        self.outdated |= self.demands != known;
        says
    }

    pub(super) fn reported(
        &self,
        input: &CandidateInput,
        shortening: bool,
        result: InputResult,
        says: Vec<String>,
        held: &BTreeMap<usize, usize>,
    ) -> TriedInput {
        let typed = |(at, field): (usize, &AttackedField)| {
            let changed = input.rule.fields.contains(&at);
            // What is typed into a password field is kept nowhere, whoever thought of it.
            let text = (!field.password).then(|| input.texts[at].clone());
            TypedField {
                name: field.name().to_owned(),
                id: field.key.split(':').next().unwrap_or_default().to_owned(),
                text,
                changed,
                held: held.get(&at).copied(),
            }
        };
        TriedInput {
            attempt: self.attempts,
            rule: self.rule_words(&input.rule),
            shortening,
            fields: self.fields.iter().enumerate().map(typed).collect(),
            result,
            says,
        }
    }

    /// A rule in words, such as `far-future in "To"`.
    pub(super) fn rule_words(&self, rule: &InputRule) -> String {
        let names: Vec<String> = rule
            .fields
            .iter()
            .filter_map(|at| self.fields.get(*at))
            .map(|field| format!("{:?}", field.name()))
            .collect();
        if names.is_empty() {
            rule.operation.clone()
        } else {
            format!("{} in {}", rule.operation, names.join(" and "))
        }
    }

    /// What the fields seem to demand, one sentence each.
    pub(super) fn listed_demands(&self) -> Vec<String> {
        let own = self.fields.iter().zip(&self.demands.fields).flat_map(|(field, demands)| {
            let listed = demands.listed().into_iter();
            listed.map(move |(_, words)| format!("{:?}: {words}", field.name()))
        });
        own.chain(self.listed_relations()).collect()
    }

    /// How the fields relate, one sentence each.
    pub(super) fn listed_relations(&self) -> Vec<String> {
        let sentence = |relation: &FieldRelation| {
            let names: Vec<String> = relation
                .fields()
                .iter()
                .map(|at| format!("{:?}", self.fields[*at].name()))
                .collect();
            format!("{}: {}", names.join(" and "), relation.class(&self.demands.fields).words())
        };
        self.demands.relations.iter().map(sentence).collect()
    }
}

/// Adds what a field that was typed `wanted` into, and held `held` afterwards, seems to demand.
fn learn_taking(demands: &mut FieldDemands, wanted: &str, held: &str) {
    let long = held.chars().count();
    if wanted.starts_with(held) && !held.is_empty() {
        if demands.longest.is_none_or(|known| known > long) {
            demands.longest = Some(long);
        }
        return;
    }
    let dropped = |keeps: &KeptCharacters| {
        let kept: String = wanted.chars().filter(|sign| keeps.keeps(*sign)).collect();
        kept.starts_with(held) && kept.len() < wanted.len()
    };
    let one_line = KeptCharacters::OneLine;
    let keeps = if held.is_empty() && !wanted.chars().all(|sign| one_line.keeps(sign)) {
        // A line break may have sent the form, which says nothing of the other characters.
        Some(one_line)
    } else {
        KeptCharacters::ALL.into_iter().find(dropped)
    };
    // What a narrower rule says of the field stays.
    if let Some(keeps) = keeps.filter(|keeps| demands.keeps.is_none() || *keeps != one_line) {
        demands.keeps = Some(keeps);
        let is_text = demands.shape.is_free() && demands.shape != FieldShape::Password;
        if is_text && keeps != one_line {
            demands.shape = FieldShape::Digits;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_field_made_of_a_text_tells_what_it_keeps() {
        use FieldShape::{Digits, Text};
        use KeptCharacters as Kept;
        for (wanted, held, keeps, shape, longest) in [
            ("abc", "ab", None, Text, Some(2)),
            ("a1-2b", "12", Some(Kept::Digits), Digits, None),
            ("a1-2b", "1-2", Some(Kept::Numeric), Digits, None),
            ("abc", "", Some(Kept::Digits), Digits, None),
            ("a\nb", "ab", Some(Kept::OneLine), Text, None),
            ("line\nline", "", Some(Kept::OneLine), Text, None),
        ] {
            let mut demands = FieldDemands::default();
            learn_taking(&mut demands, wanted, held);
            let known = (demands.keeps, demands.shape, demands.longest);
            assert_eq!(known, (keeps, shape, longest), "{wanted:?} {held:?}");
        }
    }
}
