//! The attack of one form: valid first, then one input after another; each is filled in, sent and
//! judged, and the form is returned to.

mod asking;
mod examples;
mod feedback;
mod filling;
mod minimising;
mod narrowing;
mod stuck;
mod supervision;
mod valid;

use std::collections::{BTreeMap, HashSet};

use self::asking::AskedModel;
pub(super) use self::asking::AttackHelp;
use self::examples::similar_examples;
use self::minimising::Minimising;
use self::stuck::StuckFields;
use self::supervision::AttackSupervision;
use self::valid::ValidSearch;
use super::AttackParts;
use super::candidates::{CandidateInput, GENERATED, InputMaker};
use super::demands::{FieldDemands, FormDemands};
use super::examples::InputExamples;
use super::fields::{self, AttackedField};
use super::reading;
use super::record::AttackRecord;
use super::returning::ReturnMemory;
use super::sending::SendMethod;
use super::sources;
use super::together::together;
use super::weights::{InputBlasterWeights, ValueSource};
use crate::domain::{AvailableAction, Screen, StateId, values};
use crate::explorer::shared::activity_starts::start_of;
use crate::explorer::{ExplorerProposal, PerformedAction, Situation};
use crate::protocol::{ActionOutcome, AttackChange, InputResult};

/// What is done with an input.
#[derive(Clone, Debug)]
struct InputInProgress {
    input: CandidateInput,
    /// The fields that were typed into for it.
    typed: HashSet<usize>,
    /// How many characters fields held that did not hold what was typed.
    held: BTreeMap<usize, usize>,
    /// What the last proposal was.
    last: AttackStep,
    /// The words on the screen before it was sent.
    before: Vec<String>,
}

/// What an attack proposed last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AttackStep {
    Nothing,
    Typed(usize),
    Sent,
    Other,
}

/// Why an attack goes on or ends.
pub(super) enum NextMove {
    /// This is done next.
    Propose(Box<ExplorerProposal>),
    /// No path leads to the form: it may be met again.
    Lost(String),
    /// Nothing is left to do with the form.
    Finished(String),
}

/// See the module.
pub(super) struct FormAttack {
    /// See [`fields::form_name`].
    pub(super) name: String,
    location: String,
    dialog: bool,
    pub(super) fields: Vec<AttackedField>,
    pub(super) demands: FormDemands,
    parts: AttackParts,
    weights: InputBlasterWeights,
    /// The states in which the form was seen.
    states: HashSet<StateId>,
    method: SendMethod,
    /// The search for an input that the form takes.
    valid: ValidSearch,
    pub(super) record: AttackRecord,
    /// All inputs that may come; made anew if the demands or the valid input change.
    inputs: Vec<CandidateInput>,
    /// Those of examples that are similar to a field: field, rule, text and how similar.
    examples: Vec<(usize, String, String, f64)>,
    asked: AskedModel,
    supervision: AttackSupervision,
    /// The fields that take no text.
    stuck: StuckFields,
    current: Option<InputInProgress>,
    minimising: Option<Minimising>,
    /// What is to be logged.
    pub(super) news: Vec<AttackChange>,
    /// What came of inputs, for the other workers of a fleet.
    pub(super) sent: Vec<(CandidateInput, InputResult)>,
    /// How often the form was sent, and how often that was for a shorter form of a crash.
    pub(super) attempts: usize,
    shortening: usize,
    away: u32,
    /// Its activity was started since it was seen last.
    was_started: bool,
    times_lost: u32,
    outdated: bool,
    seed: u64,
    /// Makes texts new if the form takes none twice.
    fresh: usize,
}

impl FormAttack {
    /// The attack of the form on the present screen; `None` if it has none.
    pub(super) fn begin(
        situation: &Situation,
        parts: AttackParts,
        weights: &InputBlasterWeights,
        examples: &InputExamples,
        seed: u64,
    ) -> Option<Self> {
        let screen = &situation.screen;
        let name = fields::form_name(screen)?;
        let fields = fields::on_screen(screen);
        let plausible: Vec<String> = fields
            .iter()
            .map(|field| {
                let widget = fields::widget(screen, &field.key);
                widget.map(|widget| values::plausible(widget, 0)).unwrap_or_default()
            })
            .collect();
        let demands = if parts.constraints {
            demands_of(&fields, &plausible)
        } else {
            FormDemands {
                fields: vec![FieldDemands::default(); fields.len()],
                relations: Vec::new(),
            }
        };
        let mut weights = *weights;
        if let [field] = &*fields
            && field.is_search()
        {
            weights.attempts = weights.attempts.min(weights.search_attempts);
        }
        let valid = ValidSearch::new(screen, &fields, plausible, parts.valid, weights.valid_rounds);
        let examples = if parts.examples {
            similar_examples(&fields, examples, &screen.package)
        } else {
            Vec::new()
        };
        let mut attack = Self {
            name,
            location: screen.location.clone(),
            dialog: screen.dialog,
            fields,
            demands,
            parts,
            weights,
            states: HashSet::new(),
            method: SendMethod::default(),
            valid,
            record: AttackRecord::new(parts.feedback),
            inputs: Vec::new(),
            examples,
            asked: AskedModel::default(),
            supervision: AttackSupervision::default(),
            stuck: StuckFields::default(),
            current: None,
            minimising: None,
            news: Vec::new(),
            sent: Vec::new(),
            attempts: 0,
            shortening: 0,
            away: 0,
            was_started: false,
            times_lost: 0,
            outdated: true,
            seed,
            fresh: 0,
        };
        attack.news.push(AttackChange::Begun { demands: attack.listed_demands() });
        Some(attack)
    }

    /// It goes on after others: what it knows still holds.
    pub(super) fn go_on(&mut self) {
        self.away = 0;
        self.news.push(AttackChange::Begun { demands: self.listed_demands() });
    }

    /// Where the form is, for people.
    pub(super) fn place(&self) -> &str {
        crate::domain::short_location(&self.location)
    }

    /// True if the form is on `screen`.
    pub(super) fn is_on(&self, screen: &Screen) -> bool {
        let same_place = screen.location == self.location && screen.dialog == self.dialog;
        same_place && self.fields.iter().any(|field| fields::widget(screen, &field.key).is_some())
    }

    /// True if the first step of a known path to it can be done now.
    pub(super) fn is_within_reach(&self, situation: &Situation, returning: &ReturnMemory) -> bool {
        returning.knows_path(situation, &self.states)
    }

    /// True while no input is in progress and another one may come.
    pub(super) const fn is_between_inputs(&self) -> bool {
        let may = self.attempts < self.weights.attempts;
        self.current.is_none() && self.minimising.is_none() && may
    }

    /// What is done next.
    pub(super) fn next(&mut self, situation: &Situation, returning: &mut ReturnMemory) -> NextMove {
        if self.supervision.is_over {
            return NextMove::Finished("The tester ended it.".into());
        }
        if !self.is_on(&situation.screen) {
            return self.return_to_form(situation, returning);
        }
        (self.away, self.was_started) = (0, false);
        returning.arrived();
        self.states.insert(situation.state.structural);
        if self.current.is_none() {
            let Some(input) = self.choose() else {
                let why = if self.attempts >= self.weights.attempts {
                    format!("It was sent {} times, as often as an attack may.", self.attempts)
                } else {
                    "No input is left.".to_owned()
                };
                return NextMove::Finished(why);
            };
            let (typed, last, before) = (HashSet::new(), AttackStep::Nothing, Vec::new());
            self.current =
                Some(InputInProgress { input, typed, held: BTreeMap::new(), last, before });
        }
        match self.step(situation) {
            Some(proposal) => NextMove::Propose(Box::new(proposal)),
            None => NextMove::Finished("What sends it is refused, or not to be found.".into()),
        }
    }

    fn return_to_form(&mut self, situation: &Situation, returning: &mut ReturnMemory) -> NextMove {
        self.away += 1;
        if self.away > self.weights.return_steps {
            return self.lost(format!("No path led back in {} steps.", self.away - 1));
        }
        // What looks like the form and is not.
        self.states.remove(&situation.state.structural);
        match returning.step(situation, &self.states) {
            Some(step) => {
                let why = "The path leads back to the form that is attacked.";
                NextMove::Propose(Box::new(ExplorerProposal::new(step, why)))
            }
            None => match self.own_start(situation) {
                Some(start) => {
                    let why = "No path leads back to the form: its activity is started.";
                    NextMove::Propose(Box::new(ExplorerProposal::new(start, why)))
                }
                None => self.lost("No path leads back to it.".into()),
            },
        }
    }

    /// The start of the form's own activity, once in each absence.
    fn own_start(&mut self, situation: &Situation) -> Option<AvailableAction> {
        if self.dialog || std::mem::replace(&mut self.was_started, true) {
            return None;
        }
        start_of(situation, &self.location)
    }

    /// The form is not reached any more. What was in progress is given up.
    fn lost(&mut self, why: String) -> NextMove {
        self.was_started = false;
        self.end_minimising();
        self.current = None;
        self.times_lost += 1;
        if self.times_lost > self.weights.times_lost || self.attempts >= self.weights.attempts {
            NextMove::Finished(why)
        } else {
            NextMove::Lost(why)
        }
    }

    /// The input that comes next; `None` if the attack is over.
    fn choose(&mut self) -> Option<CandidateInput> {
        if let Some(minimising) = &mut self.minimising {
            if let Some(input) = minimising.next(&self.record) {
                return Some(input);
            }
            self.end_minimising();
        }
        if let Some(input) = self.supervision.take_wish() {
            self.record.begin(&input);
            return Some(input);
        }
        if self.attempts >= self.weights.attempts {
            return None;
        }
        if let Some(input) = self.valid.next(&self.demands, &self.record) {
            return Some(input);
        }
        self.update_inputs();
        let queue = self.record.queue(&self.inputs, &self.weights);
        let mut input = queue.first().map(|input| (*input).clone())?;
        self.record.begin(&input);
        self.freshen(&mut input);
        Some(input)
    }

    fn end_minimising(&mut self) {
        let Some(minimising) = self.minimising.take() else { return };
        let rule = self.rule_words(&minimising.best().rule);
        let class = minimising.class(&self.fields);
        self.news.push(AttackChange::Minimised { rule, class });
    }

    /// Makes the inputs anew, if what they are made from changed.
    fn update_inputs(&mut self) {
        if std::mem::take(&mut self.outdated) {
            self.make_inputs();
        }
    }

    fn make_inputs(&mut self) {
        let maker = InputMaker {
            demands: &self.demands,
            valid: self.valid.texts(),
            longest: self.weights.longest,
            single: !self.parts.generator,
        };
        let mut inputs = match (self.weights.values, self.parts.rules) {
            (ValueSource::Rules, true) => maker.all(),
            (ValueSource::Rules, false) => sources::naughty(&maker, self.seed),
            (source, _) => sources::of(source, &maker, self.valid.variants(), self.seed),
        };
        // What a field is known to drop says nothing.
        let arrives = |input: &CandidateInput| {
            let mut changed = input.rule.fields.iter();
            changed.all(|at| {
                self.demands.fields[*at].takes(&input.texts[*at]) && !self.stuck.contains(*at)
            })
        };
        if self.weights.values == ValueSource::Rules {
            self.add_examples(&maker, &mut inputs);
            inputs.extend(together(self.record.taken()));
            let generated = self.asked.inputs.iter();
            inputs.extend(generated.flat_map(|it| it.candidates(&self.demands, maker.valid)));
        }
        inputs.retain(arrives);
        self.inputs = inputs;
    }

    /// Makes the unchanged texts new, if the form takes none of them twice; one of a generator too, if the app
    /// took it before.
    fn freshen(&mut self, input: &mut CandidateInput) {
        self.fresh += 1;
        for at in self.valid.unique(&self.demands) {
            let mut changed = input.rule.fields.iter();
            let text = &input.texts[at];
            // What is repeated on purpose stays.
            let is_alone =
                changed.clone().all(|other| *other == at || input.texts[*other] != *text);
            let is_known = input.group == GENERATED
                && input.rule.fields.len() > 1
                && is_alone
                && self.record.has_taken(at, text);
            if is_known || !changed.any(|other| *other == at) {
                input.texts[at] = valid::fresh(&input.texts[at], self.fresh);
            }
        }
    }

    /// Takes in what `done` did.
    pub(super) fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        let Some(current) = &mut self.current else { return };
        let last = std::mem::replace(&mut current.last, AttackStep::Nothing);
        let crashed = done.outcome == ActionOutcome::Crashed;
        match last {
            AttackStep::Typed(_) if crashed => self.finish(situation, InputResult::Crashed),
            AttackStep::Typed(at) => self.learn_typing(at, done, situation),
            AttackStep::Sent => {
                let result = if crashed {
                    InputResult::Crashed
                } else if self.was_refused(&situation.screen) {
                    InputResult::Refused
                } else {
                    InputResult::Accepted
                };
                self.finish(situation, result);
            }
            AttackStep::Other => current.last = AttackStep::Other,
            AttackStep::Nothing => {}
        }
    }

    /// True if the form stays as it was sent, and nothing says that the input was taken.
    fn was_refused(&self, screen: &Screen) -> bool {
        let Some(current) = &self.current else { return false };
        let is_taken = || {
            let says = fields::words_since(screen, &current.before);
            says.iter().any(|message| reading::says_taken(message))
        };
        self.is_on(screen) && !self.was_emptied(screen) && !is_taken()
    }

    /// True if the form took the input and is ready for the next one: a field that held a text is empty.
    /// Passwords say nothing, since a form that refuses them empties their fields.
    fn was_emptied(&self, screen: &Screen) -> bool {
        let Some(current) = &self.current else { return false };
        let fields = self.fields.iter().zip(&current.input.texts);
        fields.enumerate().any(|(at, (field, text))| {
            let widget = fields::widget(screen, &field.key);
            let is_empty = widget.is_some_and(|widget| widget.content().is_empty());
            // A field that takes none of these characters was empty before.
            let held = !text.trim().is_empty() && current.held.get(&at) != Some(&0);
            is_empty && !field.password && held
        })
    }

    fn finish(&mut self, situation: &Situation, result: InputResult) {
        let Some(current) = self.current.take() else { return };
        let input = current.input;
        let shortening = self.minimising.is_some();
        match result {
            InputResult::NotTyped => {}
            _ if shortening => self.shortening += 1,
            _ => self.attempts += 1,
        }
        let says = if result == InputResult::Refused {
            self.learn_messages(&input, &current.before, situation)
        } else {
            Vec::new()
        };
        self.record.add(&input, result);
        self.sent.push((input.clone(), result));
        if !shortening {
            let changed = self.valid.learn(&input, result, &says);
            self.outdated |= changed;
            if result == InputResult::Accepted {
                // It can be put together with others.
                self.record.took(&input);
                self.outdated = true;
            }
        }
        if let Some(minimising) = &mut self.minimising {
            minimising.learn(&input, result);
        } else if result == InputResult::Crashed && self.shortening < self.weights.minimising {
            let room = self.weights.minimising - self.shortening;
            let shapes: Vec<_> = self.demands.fields.iter().map(|field| field.shape).collect();
            // A changed field holds the text or what it begins with.
            let mut crashing = input.clone();
            for (at, held) in &current.held {
                crashing.texts[*at] = crashing.texts[*at].chars().take(*held).collect();
            }
            self.minimising = Some(Minimising::new(&crashing, self.valid.texts(), &shapes, room));
        }
        let tried = self.reported(&input, shortening, result, says, &current.held);
        self.news.push(AttackChange::Tried(tried));
    }
}

/// What the words of the fields demand.
fn demands_of(fields: &[AttackedField], plausible: &[String]) -> FormDemands {
    let own = fields.iter().zip(plausible);
    let own: Vec<FieldDemands> =
        own.map(|(field, example)| reading::of_field(field, example)).collect();
    let relations = reading::relations(fields, &own);
    FormDemands { fields: own, relations }
}
