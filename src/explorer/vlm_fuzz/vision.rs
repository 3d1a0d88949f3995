//! The model's part: a plan for a screen that rules alone do not get through.
//!
//! A screen with fields, or one whose inside the hierarchy does not tell, is shown to a model once:
//! as a numbered picture if it takes pictures, else as a table of its widgets. Its reply is a
//! sequence of calls ([`call`]), held to what is really there ([`plan`]). The same screen gives the
//! same plan again without a question; it is asked about again if its fields or labels have
//! changed. (VLM-Fuzz's own code keeps a reply for each activity and asks again by chance.)
//!
//! What a field makes of a text is read back. If it took something else, the model is asked for
//! another kind of value for this field alone ([`value`]), and told so with the next plan.

pub mod call;
pub mod plan;
mod plan_fields;
#[cfg(test)]
mod tests;
pub mod value;

use std::collections::{HashMap, VecDeque};

use serde_json::Value;

use self::call::PlanCall;
use self::plan::{AcceptedText, PlanContext, PlanQuery};
use self::value::ValueQuery;
use super::form_filling::form;
use super::weights::VlmFuzzWeights;
use crate::domain::{
    Action, ActionKind, DeviceKey, Direction, InputText, Screen, Secret, StateId, Widget,
    WidgetTarget, values,
};
use crate::explorer::shared::forms::other_values::after_change;
use crate::explorer::shared::history::ActionHistory;
use crate::explorer::shared::{output, tester_words};
use crate::explorer::{PerformedAction, Situation, numbered};
use crate::llm::{Asker, ModelQuery, QueryAnswer};
use crate::protocol::{ExplorerNote, FallbackReason, RulesAnswered};

/// The most characters of what is told of an earlier plan.
const REPORT: usize = 500;
/// The most characters of what stands around a field.
const AROUND: usize = 240;

/// The questions asked here.
pub const QUERIES: &[&dyn ModelQuery] = &[&PlanQuery, &ValueQuery];

/// Why a plan is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The screen has fields, or is a pop-up.
    Fields,
    /// The rules cannot read the screen.
    Unreadable,
}

/// What to do on a screen, in this order.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// The steps. From the second on they hold for as long as [`aimed`] finds their widgets.
    pub steps: Vec<Action>,
    /// What they are for, for the tester.
    pub summary: String,
    /// The steps of the reply that were left out, with why.
    pub dropped: Vec<String>,
}

/// How often a model is asked, and what a prompt holds. See the fields of [`VlmFuzzWeights`].
#[derive(Clone, Copy, Debug)]
struct VisionLimits {
    asks_per_state: u32,
    values_per_field: usize,
    earlier_plans: usize,
    refused_texts: usize,
}

/// See the module.
#[derive(Debug)]
pub struct Vision {
    limits: VisionLimits,
    asked: HashMap<StateId, Asked>,
    took: HashMap<StateId, Vec<AcceptedText>>,
    /// What was done of earlier plans, by form.
    reports: HashMap<String, VecDeque<String>>,
    history: ActionHistory,
    /// What the app is for, in a model's words.
    purpose: Option<String>,
    /// The step whose result was noticed last.
    noticed: u64,
}

/// What came of asking about a state.
#[derive(Debug, Default)]
struct Asked {
    about: String,
    times: u32,
    planned: Option<Planned>,
}

impl Default for Vision {
    fn default() -> Self {
        Self::new(&VlmFuzzWeights::default())
    }
}

impl Vision {
    /// Nothing was asked yet.
    pub fn new(weights: &VlmFuzzWeights) -> Self {
        let limits = VisionLimits {
            asks_per_state: weights.plans_per_state,
            values_per_field: weights.values_per_field,
            earlier_plans: weights.earlier_plans_in_prompt,
            refused_texts: weights.refused_texts_in_prompt,
        };
        Self {
            limits,
            asked: HashMap::new(),
            took: HashMap::new(),
            reports: HashMap::new(),
            history: ActionHistory::default(),
            purpose: None,
            noticed: 0,
        }
    }

    /// A plan for the present screen; `None` if the rules must do. To be called when a visit to
    /// a screen begins: the same screen gives the same plan each time.
    pub async fn plan(
        &mut self,
        situation: &Situation,
        asker: &mut Asker,
        about: About,
    ) -> Option<Planned> {
        self.notice(situation);
        let place = situation.state.structural;
        let look = look(&situation.screen);
        if let Some(before) = self.asked.get(&place)
            && (before.about == look || before.times >= self.limits.asks_per_state)
        {
            return before.planned.as_ref().and_then(|planned| again(situation, planned));
        }
        let (ruled, planned) = self.ask(situation, asker, about).await;
        if let Some(why) = ruled {
            tell_ruled(situation, asker, PlanQuery.name(), why, planned.as_ref());
            // A server that was away may be back by the next visit, and a model be of use.
            let later = matches!(
                why,
                FallbackReason::Unanswered | FallbackReason::Paused | FallbackReason::Budget
            );
            if later && planned.is_none() {
                return None;
            }
        }
        let asked = self.asked.entry(place).or_default();
        asked.about = look;
        asked.times += 1;
        asked.planned.clone_from(&planned);
        planned.and_then(|planned| again(situation, &planned))
    }

    /// Takes in what was done of a plan for the form called `form`, for the next plan.
    pub fn report(&mut self, form: String, report: &str) {
        let reports = self.reports.entry(form).or_default();
        reports.push_back(output::cut(report, REPORT));
        if reports.len() > self.limits.earlier_plans {
            reports.pop_front();
        }
    }

    /// Takes in what the last action did.
    pub fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        self.history.learn(done, situation);
    }

    async fn ask(
        &mut self,
        situation: &Situation,
        asker: &mut Asker,
        about: About,
    ) -> (Option<FallbackReason>, Option<Planned>) {
        let screen = &situation.screen;
        let sees = asker.takes_pictures();
        let picture = situation.picture.as_ref().filter(|_| sees);
        let picture = picture.and_then(|png| numbered::numbered(png, screen));
        let mut context = PlanContext::of(screen, about, picture.is_some());
        if !context.has_anything() || (about == About::Unreadable && picture.is_none()) {
            // Cells without a picture say nothing.
            return (Some(FallbackReason::Plain), None);
        }
        context.took = self.took.get(&situation.state.structural).cloned().unwrap_or_default();
        let done = self.reports.get(&form(screen)).into_iter().flatten();
        context.done = done.cloned().collect();
        context.recent = self.history.recent();
        context.steps_left = situation.remaining.steps;
        context.purpose.clone_from(&self.purpose);
        context.charter = situation.charter.as_deref().map(tester_words::charter);
        context.notes = tester_words::notes(situation);
        context.refused = tester_words::refused(situation);
        // A context is plain data; it always has a JSON form.
        let json = serde_json::to_value(&context).unwrap_or_default();
        let answer = asker.ask(&PlanQuery, situation.step, &json, picture).await;
        let (why, answer) = match answer {
            QueryAnswer::Model(judgement) => (None, judgement.answer),
            QueryAnswer::Rules { why, otherwise } => (Some(why), otherwise),
        };
        let said = answer.as_ref().and_then(|answer| answer["purpose"].as_str());
        if let Some(said) = said.filter(|said| self.purpose.is_none() && !said.is_empty()) {
            self.purpose = Some(said.to_owned());
        }
        (why, answer.and_then(|answer| read(screen, &answer)))
    }

    /// Another kind of value for the field that the last action typed into, if it did not take
    /// what was typed; `None` if it did, or enough was tried. To be asked for after each typing,
    /// before the plan goes on.
    pub async fn another(&mut self, situation: &Situation, asker: &mut Asker) -> Option<Action> {
        self.notice(situation);
        let last = situation.last.as_ref()?;
        let Action::Type { target, text: InputText::Plain(typed) } = &last.action else {
            return None;
        };
        let held = last.accepted.as_deref()?;
        if takes(typed, held) || last.from != situation.state.structural {
            return None;
        }
        let widget = found(&situation.screen, target)?;
        let name = name_of(widget);
        let took = self.took.get(&last.from)?;
        let tried: Vec<AcceptedText> =
            took.iter().filter(|took| took.field == name).cloned().collect();
        if tried.len() > self.limits.values_per_field {
            return None;
        }
        let context = value::ValueContext {
            label: output::cut(&widget.label, 60),
            hint: output::cut(&widget.hint, 60),
            id: output::cut(widget.short_id(), 60),
            screen: output::cut(&output::digest(&situation.screen), AROUND),
            tried: tried.clone(),
        };
        let json = serde_json::to_value(&context).unwrap_or_default();
        let (why, answer) = match asker.ask(&ValueQuery, situation.step, &json, None).await {
            QueryAnswer::Model(judgement) => (None, judgement.answer),
            QueryAnswer::Rules { why, otherwise } => (Some(why), otherwise),
        };
        let text = answer.as_ref().and_then(Value::as_str).map(str::to_owned);
        let pairs = tried.into_iter().map(|tried| (tried.typed, tried.held));
        let text = text.or_else(|| after_change(widget, &pairs.collect::<Vec<_>>()))?;
        let target = WidgetTarget::of(widget);
        let action = Action::Type { target, text: InputText::Plain(text) };
        if let Some(why) = why {
            let answer = output::cut(&action.to_string(), 200);
            let query = ValueQuery.name().to_owned();
            asker.note(ExplorerNote::RulesAnswered(RulesAnswered {
                step: situation.step,
                query,
                why,
                answer,
            }));
        }
        let refused = situation.is_refused(&situation.key_of(&action).0);
        (!refused).then_some(action)
    }

    /// A field took a text after it had refused another: the plan of its state has it from now on.
    fn settle(&mut self, state: StateId, typed: &Action) {
        let name = typed.target().map(name_of_target);
        let refused = self.took.get(&state).into_iter().flatten();
        if !refused.into_iter().any(|took| Some(&took.field) == name.as_ref()) {
            return;
        }
        let planned = self.asked.get_mut(&state).and_then(|asked| asked.planned.as_mut());
        for step in planned.into_iter().flat_map(|planned| &mut planned.steps) {
            if same_field(step, typed) {
                step.clone_from(typed);
            }
        }
    }

    /// Takes note of what the last action's field made of its text. To be called at each proposal;
    /// [`Vision::plan`] and [`Vision::another`] do it themselves.
    pub fn notice(&mut self, situation: &Situation) {
        let Some(last) = situation.last.as_ref().filter(|last| last.step > self.noticed) else {
            return;
        };
        self.noticed = last.step;
        let Action::Type { target, text: InputText::Plain(typed) } = &last.action else { return };
        let Some(held) = last.accepted.as_deref() else { return };
        if takes(typed, held) {
            self.settle(last.from, &last.action);
            return;
        }
        let took = self.took.entry(last.from).or_default();
        took.push(AcceptedText {
            field: name_of_target(target),
            number: target.number,
            typed: output::cut(typed, 60),
            held: output::cut(held, 60),
        });
        if took.len() > self.limits.refused_texts {
            took.remove(0);
        }
    }
}

/// True if two actions type into the same field.
fn same_field(one: &Action, other: &Action) -> bool {
    match (one, other) {
        (Action::Type { target: one, .. }, Action::Type { target: other, .. }) => {
            name_of_target(one) == name_of_target(other)
        }
        _ => false,
    }
}

/// True if `held` says what was `typed`: fields may group, trim and space it, not change it.
fn takes(typed: &str, held: &str) -> bool {
    let plain = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let (said, kept) = (plain(typed), plain(held));
    if said.is_empty() { typed.trim() == held.trim() } else { said == kept }
}

/// What names a field whatever it holds.
fn name_of(widget: &Widget) -> String {
    name_of_target(&WidgetTarget::of(widget))
}

fn name_of_target(target: &WidgetTarget) -> String {
    let WidgetTarget { class, resource_id, label, .. } = target;
    if resource_id.is_empty() { format!("{class} {label}") } else { resource_id.clone() }
}

/// What a screen asks for and what can be done on it, to notice a real change of it: its fields, the words on what acts
/// outside of lists, and in a pop-up all its words. What fields hold does not count.
fn look(screen: &Screen) -> String {
    let counts = |widget: &&Widget| {
        let says = screen.dialog || widget.acts();
        says && widget.position.list.is_none() && !widget.opaque
    };
    let say = |widget: &Widget| {
        let label = if widget.is_field() { &widget.hint } else { &widget.label };
        format!("{}|{}|{label}", widget.short_class(), widget.short_id())
    };
    let mut said: Vec<String> = screen.widgets.iter().filter(counts).map(say).collect();
    said.sort();
    said.dedup();
    said.join("\n")
}

/// The widget that `target` means on `screen`: the one of that number if it is still the same, else
/// the only one that looks like it.
fn found<'a>(screen: &'a Screen, target: &WidgetTarget) -> Option<&'a Widget> {
    let alike = |widget: &&Widget| {
        let same = widget.class == target.class && widget.resource_id == target.resource_id;
        // What a field is called may change with what it holds.
        same && widget.acts() && (widget.label == target.label || widget.is_field())
    };
    let numbered = screen.widget(target.number).filter(alike);
    numbered.or_else(|| {
        let mut widgets = screen.widgets.iter().filter(alike);
        widgets.next().filter(|_| widgets.next().is_none())
    })
}

/// `action`, a step of a plan, aimed at the present `screen`; `None` if its widget is no longer
/// there, so that the plan is over.
pub fn aimed(screen: &Screen, action: &Action) -> Option<Action> {
    let Some(target) = action.target() else { return Some(action.clone()) };
    let target = if target.class == crate::domain::WidgetRole::Opaque.word() {
        numbered::target(screen, target.number).filter(|cell| cell.bounds == target.bounds)?
    } else if screen.widget(target.number).is_some_and(|widget| widget.opaque) {
        target.clone()
    } else {
        WidgetTarget::of(found(screen, target)?)
    };
    let mut action = action.clone();
    if let Some(aim) = action.target_mut() {
        *aim = target;
    }
    Some(action)
}

/// What of `planned` can be done here now and was not turned down; `None` if that is nothing.
fn again(situation: &Situation, planned: &Planned) -> Option<Planned> {
    let screen = &situation.screen;
    let steps = planned.steps.iter().filter_map(|action| aimed(screen, action));
    let steps: Vec<Action> =
        steps.filter(|action| !situation.is_refused(&situation.key_of(action).0)).collect();
    let Planned { summary, dropped, .. } = planned.clone();
    (!steps.is_empty()).then_some(Planned { steps, summary, dropped })
}

/// The plan that a checked answer is.
fn read(screen: &Screen, answer: &Value) -> Option<Planned> {
    let answer: plan::CheckedPlan = serde_json::from_value(answer.clone()).ok()?;
    let mut dropped = answer.dropped;
    let steps = answer.steps.iter().filter_map(|step| {
        let action = step.parse::<PlanCall>().ok().and_then(|call| action(screen, &call));
        if action.is_none() {
            dropped.push(format!("{step}, which means nothing on this screen"));
        }
        action
    });
    let steps: Vec<Action> = steps.collect();
    (!steps.is_empty()).then_some(Planned { steps, summary: answer.summary, dropped })
}

/// What `call` means on `screen`; `None` if its widget is not there.
fn action(screen: &Screen, call: &PlanCall) -> Option<Action> {
    let target = |number: &usize| numbered::target(screen, *number);
    Some(match call {
        PlanCall::Tap { on } => Action::Tap { target: target(on)? },
        PlanCall::LongPress { on } => Action::LongTap { target: target(on)? },
        PlanCall::DoubleTap { on } => Action::DoubleTap { target: target(on)? },
        PlanCall::Swipe { on, way } => Action::Swipe { target: target(on)?, direction: *way },
        PlanCall::Scroll { on: Some(on), way } => {
            Action::Scroll { target: target(on)?, direction: *way }
        }
        PlanCall::Scroll { on: None, way } => {
            Action::Scroll { target: scroller(screen)?, direction: *way }
        }
        PlanCall::Input { on, text } => {
            let field = screen.widget(*on)?;
            let text = if field.password {
                // The model's own words never go into a hidden field: they stand in the log.
                InputText::Secret(Secret::new(values::hidden(screen, field)))
            } else {
                InputText::Plain(text.clone())
            };
            Action::Type { target: target(on)?, text }
        }
        PlanCall::Drag { on, to } => Action::Drag { target: target(on)?, to: target(to)?.point },
        PlanCall::Back => Action::Key { key: DeviceKey::Back },
        PlanCall::Enter => Action::Key { key: DeviceKey::Enter },
        PlanCall::Menu => Action::Key { key: DeviceKey::Menu },
    })
}

/// What is scrolled if no number is given: the largest widget that scrolls, else the largest region
/// that cannot be read.
fn scroller(screen: &Screen) -> Option<WidgetTarget> {
    let largest = |is: fn(&Widget) -> bool| {
        let fitting = screen.widgets.iter().filter(|widget| widget.tap.is_some() && is(widget));
        fitting.max_by_key(|widget| widget.bounds.area())
    };
    let scrolls = |widget: &Widget| widget.acts() && widget.allows(ActionKind::Scroll);
    largest(scrolls).or_else(|| largest(|widget| widget.opaque)).map(WidgetTarget::of)
}

fn tell_ruled(
    situation: &Situation,
    asker: &Asker,
    query: &str,
    why: FallbackReason,
    planned: Option<&Planned>,
) {
    let answer = match planned {
        Some(planned) => format!("{} of the steps given", planned.steps.len()),
        None => "no plan: widget by widget".to_owned(),
    };
    let query = query.to_owned();
    asker.note(ExplorerNote::RulesAnswered(RulesAnswered {
        step: situation.step,
        query,
        why,
        answer,
    }));
}

/// The four directions, as calls name them.
const WAYS: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
