//! What a model contributes to an attack: texts for the whole form that fit each other (module 1), and
//! test generators (module 2). It is asked while no input is in progress; without one, or if its
//! replies are of no use, the rules go on alone.

use std::collections::BTreeMap;

use serde_json::json;

use super::super::candidates::{CandidateInput, GENERATED, InputRule};
use super::super::demands::{FieldRelation, FormDemands};
use super::super::examples::InputExamples;
use super::super::fields::{self, AttackedField};
use super::super::generator::process::GeneratorProcess;
use super::super::generator::question::{
    GeneratorAnswer, GeneratorContext, GeneratorField, GeneratorQuery, ShownExample, ShownHint,
    TriedRule,
};
use super::super::generator::sandbox::{GeneratorFailure, GeneratorTask};
use super::super::generator::{GeneratedInputs, TestGenerator};
use super::super::operations::OPERATIONS;
use super::super::solver::solve;
use super::FormAttack;
use crate::domain::Screen;
use crate::explorer::Situation;
use crate::explorer::shared::forms::constraints::{ConstraintRule, FormConstraint};
use crate::explorer::shared::forms::question::{self, FormAnswer, FormContext, FormQuery};
use crate::explorer::shared::{output, tester_words};
use crate::llm::{Asker, ModelQuery, QueryAnswer};
use crate::protocol::{
    AttackChange, ExplorerNote, FallbackReason, GeneratorWritten, RulesAnswered,
};

/// The most hints of a field that are told.
const HINTS: usize = 4;
/// The most characters of a text of the app that are told.
const TEXT: usize = 80;
/// The most rules that are told.
const RULES: usize = 12;
/// What an input of a generator promises: more than any of the catalogue, until one was refused.
const PROMISE: f64 = 1.2;
/// What the further texts of the form question promise: the model thinks that the app may handle them
/// badly.
const TEXT_PROMISE: f64 = 1.1;
/// What is left of that if other fields are made to fit.
const FITTING: f64 = 0.8;
/// The rule of the further texts of the form question.
const IDEA: &str = "the model's idea";

/// What the model was asked in this attack.
#[derive(Debug, Default)]
pub(super) struct AskedModel {
    /// The round of the search for a valid input that was asked about last, from 1.
    form: usize,
    /// How many generators were asked for.
    generators: usize,
    /// The inputs that generators and the form question gave.
    pub(super) inputs: Vec<GeneratedInput>,
    /// The rules of the generators, with what each made.
    rules: Vec<String>,
    /// Why the last generator gave nothing.
    failure: Option<String>,
    /// The model did not answer: it is not asked again in this attack.
    is_silent: bool,
}

/// An input that a model gave: fields that it leaves out get what is valid by then.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GeneratedInput {
    /// The generator's rule.
    operation: String,
    /// The texts, by the places of the fields.
    texts: BTreeMap<usize, String>,
    /// What it promises.
    priority: f64,
}

/// What an attack asks with.
pub(in super::super) struct AttackHelp<'a> {
    pub(in super::super) asker: &'a mut Asker,
    pub(in super::super) process: &'a GeneratorProcess,
    pub(in super::super) examples: &'a mut InputExamples,
}

impl AskedModel {
    /// Keeps `input`, unless the model gave its texts before.
    fn add(&mut self, input: GeneratedInput) {
        if !self.inputs.iter().any(|known| known.texts == input.texts) {
            self.inputs.push(input);
        }
    }
}

impl GeneratedInput {
    /// What can be sent: the other fields as they are `valid`, since the model may want to break a relation;
    /// for inputs of generators also made to fit, later. None if its texts are what is valid.
    pub(super) fn candidates(
        &self,
        demands: &FormDemands,
        valid: &[String],
    ) -> Vec<CandidateInput> {
        let mut texts = valid.to_vec();
        let mut fields = Vec::new();
        for (at, text) in self.texts.iter().filter(|(at, text)| valid[**at] != **text) {
            texts[*at].clone_from(text);
            fields.push(*at);
        }
        if fields.is_empty() {
            return Vec::new();
        }
        let fitting = solve(demands, &texts, |at| self.texts.contains_key(&at));
        let input = |operation: String, texts: Vec<String>, priority: f64| {
            let rule = InputRule { operation, fields: fields.clone() };
            CandidateInput { rule, group: GENERATED, texts, priority }
        };
        let fits = self.operation != IDEA && fitting != texts;
        let mut made = vec![input(self.operation.clone(), texts, self.priority)];
        if fits {
            let operation = format!("{}, the others made to fit", self.operation);
            made.push(input(operation, fitting, self.priority * FITTING));
        }
        made
    }
}

impl FormAttack {
    /// Asks the model what the next input needs, if there is one and it may help.
    pub(in super::super) async fn consult(
        &mut self,
        situation: &Situation,
        help: &mut AttackHelp<'_>,
    ) {
        let is_free = self.is_between_inputs() && self.is_on(&situation.screen);
        if help.asker.model().is_none() || !is_free || self.asked.is_silent {
            return;
        }
        if let Some(round) = self.valid.round() {
            if round > self.asked.form {
                self.ask_for_texts(situation, help.asker, round).await;
            }
        } else if self.wants_generator() {
            self.ask_for_generator(situation, help).await;
        }
    }

    /// The question for the whole form: texts that fit, and the constraints between them.
    async fn ask_for_texts(&mut self, situation: &Situation, asker: &mut Asker, round: usize) {
        let context = FormContext {
            output: output::of(&situation.screen, true),
            fields: question::fields(situation),
            charter: situation.charter.as_deref().map(tester_words::charter),
            notes: tester_words::notes(situation),
            lessons: self.lessons(&situation.screen),
            purpose: None,
        };
        if context.fields.is_empty() {
            self.asked.form = round;
            return;
        }
        let answer = asker.ask(&FormQuery, situation.step, &json!(context), None).await;
        self.asked.form = round;
        let Some(answer) = self.answered(situation, asker, &FormQuery, answer) else { return };
        if let Ok(answer) = serde_json::from_value::<FormAnswer>(answer) {
            self.take_texts(&situation.screen, &answer);
        }
    }

    /// What the app said to wrong texts, by the numbers on `screen`.
    fn lessons(&self, screen: &Screen) -> Vec<String> {
        let of = |field: &AttackedField| {
            let number = fields::widget(screen, &field.key).map(|widget| widget.number);
            let hints = field.dynamic_hints.iter().rev().take(HINTS);
            let reported = hints.filter(|_| !field.password).filter_map(move |hint| {
                let (input, says) = (output::cut(&hint.input, TEXT), output::cut(&hint.says, TEXT));
                number.map(|number| format!("{number}: to {input:?} the app said {says:?}"))
            });
            reported.collect::<Vec<_>>()
        };
        self.fields.iter().flat_map(of).collect()
    }

    /// Takes the first text of each field for valid, what follows for inputs to try, and the
    /// constraints for relations.
    fn take_texts(&mut self, screen: &Screen, answer: &FormAnswer) {
        let places: BTreeMap<usize, usize> = self
            .fields
            .iter()
            .enumerate()
            .filter_map(|(at, field)| Some((fields::widget(screen, &field.key)?.number, at)))
            .collect();
        let mut further: Vec<(usize, String)> = Vec::new();
        let mut is_first = vec![true; self.fields.len()];
        for text in &answer.texts {
            let Some(at) = places.get(&text.field).copied() else { continue };
            if std::mem::take(&mut is_first[at]) {
                self.valid.suggest(at, &text.text);
            } else {
                further.push((at, text.text.clone()));
            }
        }
        if self.parts.constraints && !self.supervision.has_relations {
            for relation in answer.constraints.iter().flat_map(|it| relations(it, &places)) {
                if !self.demands.relations.contains(&relation) {
                    self.demands.relations.push(relation);
                }
            }
        }
        for (at, text) in further {
            let texts = BTreeMap::from([(at, text)]);
            let operation = IDEA.to_owned();
            self.asked.add(GeneratedInput { operation, texts, priority: TEXT_PROMISE });
        }
        self.outdated = true;
    }

    /// True if the next inputs are to come from a new generator: all of the last one were sent, or
    /// enough of them without a crash.
    fn wants_generator(&self) -> bool {
        if !self.parts.generator || self.asked.generators >= self.weights.generators {
            return false;
        }
        let Some(last) = self.asked.rules.last() else { return true };
        let sent = self.record.of_rule(last);
        let enough = sent.crashed == 0 && sent.tries() >= self.weights.of_generator;
        let own = self.asked.inputs.iter().filter(|input| input.operation == *last);
        let own = own.flat_map(|input| input.candidates(&self.demands, self.valid.texts()));
        enough || !own.into_iter().any(|input| self.record.is_open(&input))
    }

    async fn ask_for_generator(&mut self, situation: &Situation, help: &mut AttackHelp<'_>) {
        let (page, app) = (self.place(), &situation.screen.package);
        let examples = if self.parts.examples {
            help.examples.shown(&self.fields, page, app, help.asker).await
        } else {
            Vec::new()
        };
        let context = self.generator_context(situation, examples, help.process);
        let answer = help.asker.ask(&GeneratorQuery, situation.step, &json!(context), None).await;
        let later = matches!(
            answer,
            QueryAnswer::Rules { why: FallbackReason::Budget | FallbackReason::Paused, .. }
        );
        self.asked.generators += usize::from(!later);
        let Some(answer) = self.answered(situation, help.asker, &GeneratorQuery, answer) else {
            return;
        };
        let Ok(answer) = serde_json::from_value::<GeneratorAnswer>(answer) else { return };
        let made = self.made(&answer.generator, help.process).await;
        let source = match &answer.generator {
            TestGenerator::Program(program) => program.clone(),
            TestGenerator::Data(data) => serde_json::to_string_pretty(data).unwrap_or_default(),
        };
        let (inputs, failure) = match made {
            Ok(inputs) => match self.taken(&answer.rule, inputs) {
                0 => (0, Some("it gives no input that others did not give".to_owned())),
                count => (count, None),
            },
            Err(failure) => (0, Some(failure.to_string())),
        };
        self.asked.failure.clone_from(&failure);
        self.asked.rules.push(answer.rule.clone());
        let written = GeneratorWritten { rule: answer.rule, source, inputs, failure };
        self.news.push(AttackChange::GeneratorWritten(written));
        self.outdated = true;
    }

    fn generator_context(
        &self,
        situation: &Situation,
        examples: Vec<ShownExample>,
        process: &GeneratorProcess,
    ) -> GeneratorContext {
        let relations = if self.parts.constraints { self.listed_relations() } else { Vec::new() };
        GeneratorContext {
            page: output::cut(self.place(), TEXT),
            fields: (0..self.fields.len()).map(|at| self.generator_field(at)).collect(),
            relations,
            tried: if self.parts.feedback { self.tried_rules() } else { Vec::new() },
            failure: self.asked.failure.clone(),
            examples,
            operations: if self.parts.rules {
                OPERATIONS.iter().map(|operation| operation.name.to_owned()).collect()
            } else {
                Vec::new()
            },
            charter: situation.charter.as_deref().map(tester_words::charter),
            programs: process.program.is_some(),
            app: situation.screen.package.clone(),
        }
    }

    fn generator_field(&self, at: usize) -> GeneratorField {
        let field = &self.fields[at];
        let text = |text: &str| output::cut(text, TEXT);
        let hints = field.dynamic_hints.iter().rev().take(HINTS);
        let hint = |hint: &fields::DynamicHint| ShownHint {
            input: text(&hint.input),
            says: text(&hint.says),
        };
        let demands = self.demands.fields[at].listed();
        GeneratorField {
            number: at + 1,
            name: text(field.name()),
            nearby: field.nearby.iter().map(|words| text(words)).collect(),
            demands: demands.into_iter().map(|(_, words)| words).collect(),
            valid: (!field.password).then(|| text(&self.valid.texts()[at])),
            hints: if field.password { Vec::new() } else { hints.map(hint).collect() },
        }
    }

    /// The rules that were tried here, with their record, the latest last.
    fn tried_rules(&self) -> Vec<TriedRule> {
        let rules = self.record.rules();
        let surplus = rules.len().saturating_sub(RULES);
        let reported = rules.into_iter().skip(surplus);
        reported.map(|(rule, record)| TriedRule { rule, record: record.words() }).collect()
    }

    /// The inputs of `generator`.
    async fn made(
        &self,
        generator: &TestGenerator,
        process: &GeneratorProcess,
    ) -> Result<GeneratedInputs, GeneratorFailure> {
        let inputs = match generator {
            TestGenerator::Data(data) => data.inputs(&self.demands, self.weights.longest),
            TestGenerator::Program(program) => {
                let open = self.fields.iter().enumerate().filter(|(_, field)| !field.password);
                let valid = open.map(|(at, _)| (at + 1, self.valid.texts()[at].clone())).collect();
                let seed = u32::try_from(self.seed % u64::from(u32::MAX)).unwrap_or_default();
                let task = GeneratorTask { program: program.clone(), valid, seed };
                process.run(&task).await?
            }
        };
        if inputs.is_empty() {
            return Err(GeneratorFailure::NotInputs("no input".into()));
        }
        Ok(inputs)
    }

    /// Takes what a generator made for inputs under its `rule`. How many are new.
    fn taken(&mut self, rule: &str, inputs: GeneratedInputs) -> usize {
        let longest = self.weights.longest;
        let before = self.asked.inputs.len();
        for made in inputs {
            let text = |(number, text): (usize, String)| {
                let at = number.checked_sub(1).filter(|at| *at < self.fields.len())?;
                Some((at, text.chars().filter(|sign| *sign != '\0').take(longest).collect()))
            };
            let texts: BTreeMap<usize, String> = made.into_iter().filter_map(text).collect();
            let changes = texts.iter().any(|(at, text)| *text != self.valid.texts()[*at]);
            if changes {
                let operation = rule.to_owned();
                self.asked.add(GeneratedInput { operation, texts, priority: PROMISE });
            }
        }
        self.asked.inputs.len() - before
    }

    /// The model's answer to `query`; what is left of one that did not pass the checks. If there is none,
    /// that is logged.
    fn answered(
        &mut self,
        situation: &Situation,
        asker: &Asker,
        query: &dyn ModelQuery,
        answer: QueryAnswer,
    ) -> Option<serde_json::Value> {
        match answer {
            QueryAnswer::Model(judgement) => judgement.answer,
            // Another question may be asked a step later.
            QueryAnswer::Rules { why: FallbackReason::Budget, .. } => None,
            QueryAnswer::Rules { why, otherwise } => {
                // Replies of no use to one question say little about the next one.
                self.asked.is_silent =
                    !matches!(why, FallbackReason::Rounds | FallbackReason::Paused);
                let (step, query) = (situation.step, query.name().to_owned());
                let answer = "the rules of the catalogue".to_owned();
                let ruled = RulesAnswered { step, query, why, answer };
                asker.note(ExplorerNote::RulesAnswered(ruled));
                otherwise
            }
        }
    }
}

/// What `constraint` says of the fields with these places.
fn relations(constraint: &FormConstraint, places: &BTreeMap<usize, usize>) -> Vec<FieldRelation> {
    let fields = constraint.fields.iter().map(|number| places.get(number).copied());
    let Some(fields) = fields.collect::<Option<Vec<usize>>>() else { return Vec::new() };
    match (constraint.rule, &*fields) {
        (ConstraintRule::Sum, [parts @ .., total]) => {
            vec![FieldRelation::Sum { total: *total, parts: parts.to_vec() }]
        }
        (ConstraintRule::Ascending, fields) => {
            let pair = |pair: &[usize]| FieldRelation::Ordered { low: pair[0], high: pair[1] };
            fields.windows(2).map(pair).collect()
        }
        (ConstraintRule::Same, fields) => {
            let pair = |pair: &[usize]| FieldRelation::Same { one: pair[0], other: pair[1] };
            fields.windows(2).map(pair).collect()
        }
        (ConstraintRule::Sum, []) => Vec::new(),
    }
}
