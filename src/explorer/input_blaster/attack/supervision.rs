//! What the tester sees of an attack, and changes: demands, relations, and which inputs come.

use std::collections::BTreeSet;

use xxhash_rust::xxh3::xxh3_64;

use super::super::candidates::{CandidateInput, InputRule, TESTER};
use super::super::demands::{FieldDemands, FieldRelation};
use super::super::solver::solve;
use super::FormAttack;
use crate::domain::InputText;
use crate::protocol::{
    AttackChange, AttackPlan, AttackRequest, ComingInput, DemandedField, InputId, RuleTally,
};

/// The most coming inputs that are told.
const COMING: usize = 12;
/// The most characters of a text that are told.
const TEXT: usize = 80;

/// What the tester changed in an attack.
#[derive(Debug, Default)]
pub(super) struct AttackSupervision {
    /// The fields whose demands are the tester's.
    corrected: BTreeSet<usize>,
    /// The relations are the tester's.
    pub(super) has_relations: bool,
    /// What is sent before everything else, the first one first.
    wished: Vec<CandidateInput>,
    /// The tester ended the attack.
    pub(super) is_over: bool,
    /// What was told last.
    reported: Option<AttackPlan>,
}

impl AttackSupervision {
    /// True if the demands of the field are the tester's: nothing else changes them.
    pub(super) fn has_corrected(&self, field: usize) -> bool {
        self.corrected.contains(&field)
    }

    /// The next input that the tester asked for.
    pub(super) fn take_wish(&mut self) -> Option<CandidateInput> {
        if self.wished.is_empty() { None } else { Some(self.wished.remove(0)) }
    }
}

impl FormAttack {
    /// Tells what is known and what comes next, if that changed.
    pub(in super::super) fn tell_plan(&mut self) {
        let plan = self.plan();
        if self.supervision.reported.as_ref() != Some(&plan) {
            self.supervision.reported = Some(plan.clone());
            self.news.push(AttackChange::Planned(plan));
        }
    }

    fn plan(&mut self) -> AttackPlan {
        self.update_inputs();
        let texts = self.valid.texts();
        let field = |(at, demands): (usize, &FieldDemands)| DemandedField {
            name: self.fields[at].name().to_owned(),
            demands: demands.written(),
            valid: (!self.fields[at].password).then(|| shown(&texts[at])),
            corrected: self.supervision.has_corrected(at),
        };
        let wished = &self.supervision.wished;
        let is_wished = |input: &CandidateInput| wished.iter().any(|it| id_of(it) == id_of(input));
        let queue = self.record.queue(&self.inputs, &self.weights).into_iter();
        let coming = wished.iter().chain(queue.filter(|input| !is_wished(input)));
        let tally = |(rule, record): (String, super::super::record::RuleRecord)| RuleTally {
            rule,
            record: record.words(),
        };
        AttackPlan {
            fields: self.demands.fields.iter().enumerate().map(field).collect(),
            relations: self.demands.relations.iter().map(FieldRelation::written).collect(),
            coming: coming.take(COMING).map(|input| self.coming(input)).collect(),
            rules: self.record.rules().into_iter().map(tally).collect(),
        }
    }

    fn coming(&self, input: &CandidateInput) -> ComingInput {
        let text = |at: &usize| {
            let is_open = !self.fields[*at].password;
            (*at, is_open.then(|| shown(&input.texts[*at])))
        };
        ComingInput {
            id: id_of(input),
            rule: input.rule.operation.clone(),
            texts: input.rule.fields.iter().map(text).collect(),
        }
    }

    /// Does what the tester wants.
    ///
    /// # Errors
    /// Why it cannot be done, in a sentence.
    pub(in super::super) fn request(&mut self, request: &AttackRequest) -> Result<(), String> {
        match request {
            AttackRequest::Begin => {}
            AttackRequest::End => self.supervision.is_over = true,
            AttackRequest::Demand { field, demands } => self.correct(*field, demands)?,
            AttackRequest::Relate { relations } => self.relate(relations)?,
            AttackRequest::SendNext { input } => {
                let input = self.found(*input)?;
                self.supervision.wished.retain(|other| id_of(other) != id_of(&input));
                self.supervision.wished.insert(0, input);
            }
            AttackRequest::Skip { input } => {
                let input = self.found(*input)?;
                self.record.begin(&input);
                self.supervision.wished.retain(|other| id_of(other) != id_of(&input));
            }
            AttackRequest::Type { field, text, with } => self.wish(*field, text, *with)?,
        }
        Ok(())
    }

    fn correct(&mut self, field: usize, line: &str) -> Result<(), String> {
        let Some(known) = self.demands.fields.get_mut(field) else {
            return Err("The form has no such field.".into());
        };
        let read =
            FieldDemands::read(line).map_err(|error| format!("{error}: it was not changed."))?;
        *known = FieldDemands { keeps: known.keeps, ..read };
        self.supervision.corrected.insert(field);
        self.demands_changed();
        Ok(())
    }

    fn relate(&mut self, lines: &[String]) -> Result<(), String> {
        let fields = self.fields.len();
        let read: Result<Vec<FieldRelation>, _> =
            lines.iter().map(|line| FieldRelation::read(line, fields)).collect();
        self.demands.relations = read
            .map_err(|error| format!("{error} between fields; write 1 < 2, 1 = 2 or 3 = 1 + 2."))?;
        self.supervision.has_relations = true;
        self.demands_changed();
        Ok(())
    }

    fn demands_changed(&mut self) {
        self.valid.refit(&self.demands);
        self.outdated = true;
    }

    /// The coming input of this name.
    fn found(&mut self, id: InputId) -> Result<CandidateInput, String> {
        self.update_inputs();
        let all = self.supervision.wished.iter().chain(&self.inputs);
        let found = all.into_iter().find(|input| id_of(input) == id).cloned();
        found.ok_or_else(|| "This input does not come any more.".to_owned())
    }

    fn wish(
        &mut self,
        field: usize,
        text: &InputText,
        with: Option<InputId>,
    ) -> Result<(), String> {
        let with = with.map(|id| self.found(id)).transpose()?;
        if let Some(own) = with.as_ref().filter(|input| input.group == TESTER) {
            // It is edited once more.
            self.supervision.wished.retain(|input| id_of(input) != id_of(own));
        }
        if field >= self.fields.len() {
            return Err("The form has no such field.".into());
        }
        let text = match text {
            InputText::Plain(text) => text.clone(),
            InputText::Secret(secret) => secret.reveal().unwrap_or_default().to_owned(),
        };
        let (mut texts, mut fields) = match with {
            Some(input) => (input.texts, input.rule.fields),
            None => (self.valid.texts().to_vec(), Vec::new()),
        };
        texts[field] = text;
        if !fields.contains(&field) {
            fields.push(field);
        }
        let texts = solve(&self.demands, &texts, |at| fields.contains(&at));
        let rule = InputRule { operation: "the tester's text".into(), fields };
        self.supervision.wished.push(CandidateInput { rule, group: TESTER, texts, priority: 1.0 });
        Ok(())
    }
}

/// `text` as it is, so that it can be edited; a long one cut.
fn shown(text: &str) -> String {
    if text.chars().nth(TEXT).is_none() {
        return text.to_owned();
    }
    text.chars().take(TEXT - 1).chain(['…']).collect()
}

/// The name of `input`: the same as long as its rule and the texts that it changes are.
fn id_of(input: &CandidateInput) -> InputId {
    let texts: Vec<&str> = input.rule.fields.iter().map(|at| &*input.texts[*at]).collect();
    let named = serde_json::json!([input.rule.operation, input.rule.fields, texts]);
    InputId(xxh3_64(named.to_string().as_bytes()))
}
