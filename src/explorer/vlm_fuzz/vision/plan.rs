//! The question for a plan, and what its reply is held to.
//!
//! In this order: each step is a call ([`NO_CALL`]) on a number that there is ([`NO_WIDGET`]) and
//! that takes it ([`NO_ACTION`]); nothing is done twice ([`REPEATED`]); the plan is short
//! ([`TOO_LONG`]) and not empty ([`EMPTY`]); each empty field gets a text or a reason why not
//! ([`MISSED`]), and texts keep the constraints that the reply names (`UNFIT`). If no feedback round
//! is left, the steps that passed are the plan.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::call::{CallName, PlanCall};
use super::plan_fields::{DroppedCall, missed, unfit};
use super::{About, WAYS, scroller};
use crate::domain::{ActionKind, ReadQuality, Screen, Widget};
use crate::explorer::numbered;
use crate::explorer::shared::forms::constraints::{self, UNFIT};
use crate::explorer::shared::history::RecentAction;
use crate::explorer::shared::output;
use crate::explorer::shared::tester_words::RefusedInput;
use crate::llm::{ModelQuery, ReplyJudgement, json};
use crate::protocol::CheckComplaint;

/// A step is no call.
pub const NO_CALL: &str = "NO CALL ERROR";
/// A step names a number that is not there.
pub const NO_WIDGET: &str = "NO WIDGET ERROR";
/// A step does what its widget does not take.
pub const NO_ACTION: &str = "NO ACTION ERROR";
/// A step is there twice.
pub const REPEATED: &str = "REPEATED STEP ERROR";
/// There are too many steps.
pub const TOO_LONG: &str = "TOO LONG ERROR";
/// There is no step.
pub const EMPTY: &str = "EMPTY ERROR";
/// An empty field is left out without a reason.
pub const MISSED: &str = "MISSED FIELD ERROR";

/// The most steps of a plan.
pub const STEPS: usize = 12;
/// The most characters of a text.
const TEXT: usize = 200;
/// The most characters of what the app is for.
const PURPOSE: usize = 120;
/// The most characters of a thought, reason or summary.
const THOUGHT: usize = 300;
/// The most widgets that are listed with what they take.
const WIDGETS: usize = 60;

/// The question.
pub struct PlanQuery;

/// What it is asked about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlanContext {
    /// True if the rules cannot read the screen.
    pub unreadable: bool,
    /// True if the numbered picture goes with it.
    pub picture: bool,
    /// The screen as a table, with or without a picture.
    pub output: String,
    /// Which numbers take what.
    pub takes: Vec<CallTargets>,
    /// True if the content can be scrolled without naming a number.
    pub scrolls: bool,
    /// The first and last number of the cells of a grid, if one lies over the picture.
    pub cells: Option<[usize; 2]>,
    /// The empty fields.
    pub empty: Vec<usize>,
    /// The fields that hide what is typed: they get a text of ours.
    pub hidden: Vec<usize>,
    /// What fields of this screen made of texts before.
    pub took: Vec<AcceptedText>,
    /// What was done of earlier plans for the same form, and what was not.
    pub done: Vec<String>,
    /// What fields hold already: a plan does not type it once more.
    #[serde(default)]
    pub holds: Vec<HeldText>,
    /// What was done last, the latest last.
    #[serde(default)]
    pub recent: Vec<RecentAction>,
    /// The actions that are left in the run, if there is a limit.
    #[serde(default)]
    pub steps_left: Option<u64>,
    /// What was turned down here, with the reasons.
    pub refused: Vec<RefusedInput>,
    /// What the app is for, in one line; asked for with the first plan.
    #[serde(default)]
    pub purpose: Option<String>,
    /// What the session is about, in the tester's words.
    pub charter: Option<String>,
    /// The tester's latest notes.
    pub notes: Vec<String>,
}

/// What a field holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldText {
    /// The field's number.
    pub number: usize,
    /// The text in it.
    pub text: String,
}

/// The numbers that take one call.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallTargets {
    /// The call's name.
    pub call: String,
    /// The numbers.
    pub numbers: Vec<usize>,
}

/// A text that a field did not take as it was typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AcceptedText {
    /// What names the field: its id, or class and label.
    pub field: String,
    /// Its number when it was typed into.
    pub number: usize,
    /// What was typed.
    pub typed: String,
    /// What the field held afterwards.
    pub held: String,
}

/// What is left of a reply after the checks: the answer of the question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedPlan {
    /// The calls, as they are written.
    pub steps: Vec<String>,
    /// What they are for.
    pub summary: String,
    /// The steps that were given and left out, with why.
    #[serde(default)]
    pub dropped: Vec<String>,
    /// What the app is for, if that was asked.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub purpose: String,
}

#[derive(Deserialize)]
struct PlanReply {
    #[serde(default)]
    thought: Option<String>,
    steps: Vec<Value>,
    #[serde(default)]
    left_out: Option<Vec<DroppedCall>>,
    #[serde(default)]
    constraints: Option<Vec<Value>>,
    #[serde(default)]
    summary: Option<String>,
    #[serde(default)]
    purpose: Option<String>,
}

impl PlanContext {
    /// What can be asked about `screen` as it is.
    pub fn of(screen: &Screen, about: About, picture: bool) -> Self {
        let cells = if picture { numbered::cells(screen) } else { Vec::new() };
        let widgets = screen.widgets.iter().filter(|widget| widget.acts() && !widget.opaque);
        let widgets: Vec<&Widget> = widgets.take(WIDGETS).collect();
        let takes = |verb: CallName| {
            let fitting = widgets.iter().filter(|widget| offers(widget, verb));
            let numbers = fitting.map(|widget| widget.number).collect();
            CallTargets { call: verb.word().to_owned(), numbers }
        };
        let takes = TOLD.into_iter().map(takes).filter(|takes| !takes.numbers.is_empty());
        let fields = || widgets.iter().filter(|widget| widget.is_field());
        let numbers = |is: fn(&Widget) -> bool| -> Vec<usize> {
            fields().filter(|field| is(field)).map(|field| field.number).collect()
        };
        Self {
            unreadable: about == About::Unreadable || screen.read_quality != ReadQuality::Full,
            picture,
            output: output::of(screen, true),
            takes: takes.collect(),
            scrolls: scroller(screen).is_some(),
            cells: cells.first().zip(cells.last()).map(|(first, last)| [first.number, last.number]),
            empty: numbers(|field| field.content().is_empty()),
            hidden: numbers(|field| field.password),
            holds: fields()
                .filter(|field| !field.password && !field.content().is_empty())
                .map(|field| HeldText { number: field.number, text: field.content().to_owned() })
                .collect(),
            ..Self::default()
        }
    }

    /// The widgets that take `verb`. What can be tapped can be tapped twice and carried too.
    fn numbers(&self, verb: CallName) -> &[usize] {
        let reported = match verb {
            CallName::DoubleTap | CallName::Drag => CallName::Tap,
            verb => verb,
        };
        let takes = self.takes.iter().find(|takes| takes.call == reported.word());
        takes.map_or(&[], |takes| &takes.numbers)
    }

    fn has_cell(&self, number: usize) -> bool {
        self.cells.is_some_and(|[first, last]| (first..=last).contains(&number))
    }

    /// True if `number` takes `verb`. Nobody knows what a cell takes: it can be touched.
    fn takes(&self, verb: CallName, number: usize) -> bool {
        let touches = !matches!(verb, CallName::Input | CallName::Scroll);
        self.numbers(verb).contains(&number) || (touches && self.has_cell(number))
    }

    /// True for typing a text into a field that holds it.
    fn types_what_is_there(&self, call: &PlanCall) -> bool {
        let PlanCall::Input { on, text } = call else { return false };
        self.holds.iter().any(|held| held.number == *on && held.text == *text)
    }

    fn knows(&self, number: usize) -> bool {
        self.has_cell(number) || self.takes.iter().any(|takes| takes.numbers.contains(&number))
    }

    /// True if there is anything to do but press keys.
    pub fn has_anything(&self) -> bool {
        !self.takes.is_empty() || self.cells.is_some()
    }
}

/// The verbs whose numbers are listed; the others follow from tapping.
const TOLD: [CallName; 5] =
    [CallName::Input, CallName::Tap, CallName::LongPress, CallName::Swipe, CallName::Scroll];

const VERBS: [CallName; 7] = [
    CallName::Input,
    CallName::Tap,
    CallName::LongPress,
    CallName::DoubleTap,
    CallName::Swipe,
    CallName::Scroll,
    CallName::Drag,
];

/// True if `widget` takes `verb`, one of [`TOLD`].
fn offers(widget: &Widget, verb: CallName) -> bool {
    let field = widget.is_field();
    match verb {
        CallName::Input => field,
        CallName::Tap | CallName::DoubleTap | CallName::Drag => {
            !field && widget.allows(ActionKind::Tap)
        }
        CallName::LongPress => !field && widget.allows(ActionKind::LongTap),
        CallName::Swipe => widget.allows(ActionKind::Swipe),
        CallName::Scroll => widget.allows(ActionKind::Scroll),
    }
}

impl ModelQuery for PlanQuery {
    fn name(&self) -> &'static str {
        "vlm_fuzz/plan"
    }

    fn schema(&self, context: &Value) -> Option<Value> {
        let context: PlanContext = json::context(context).ok()?;
        let words = json!({ "type": "string", "maxLength": THOUGHT });
        let mut fields: Vec<usize> = context.numbers(CallName::Input).to_vec();
        fields.sort_unstable();
        let left_out = object(&json!({ "field": number(&fields), "why": words }));
        // A list of nothing but nothing: without fields none can be left out.
        let most = fields.len();
        let left_out = if most == 0 { json!({ "type": "object" }) } else { left_out };
        let constraints = (fields.len() > 1).then(|| constraints::schema(&fields));
        let mut properties = json!({
            "steps": {
                "type": "array",
                "items": { "anyOf": steps(&context) },
                "minItems": 1,
                "maxItems": STEPS,
            },
            "left_out": { "type": "array", "items": left_out, "maxItems": most },
            "summary": words,
        });
        if let Some(constraints) = constraints {
            properties["constraints"] = constraints;
        }
        if context.purpose.is_none() {
            properties["purpose"] = json!({ "type": "string", "maxLength": PURPOSE });
        }
        Some(object(&properties))
    }

    fn judge(&self, context: &Value, reply: &str) -> ReplyJudgement {
        json::judged(context, reply, judged)
    }

    fn checks(&self) -> &'static [&'static str] {
        &[NO_CALL, NO_WIDGET, NO_ACTION, REPEATED, TOO_LONG, EMPTY, MISSED, UNFIT, json::UNREADABLE]
    }

    fn sample(&self) -> Value {
        json!({
            "unreadable": false,
            "picture": false,
            "output": "screen Order \"New order\"\n1 field \"Cups\" hint \"1 to 9\" (empty)\n\
                       2 field \"PIN\" (hidden)\n3 button \"Order\"",
            "takes": [
                { "call": "input", "numbers": [1, 2] },
                { "call": "tap", "numbers": [3] },
            ],
            "scrolls": false,
            "cells": null,
            "empty": [1, 2],
            "hidden": [2],
            "took": [{ "field": "app:id/cups", "number": 1, "typed": "12abc", "held": "12" }],
            "done": ["\"Orders tea.\" Done: type \"2\" into \"Cups\"; tap \"Order\"."],
            "holds": [],
            "recent": [{ "did": "tap \"Order\"", "effect": "no effect" }],
            "steps_left": 40,
            "refused": [{ "input": "tap \"Pay\"", "reason": "no real money" }],
            "purpose": "ordering tea",
            "charter": "ordering",
            "notes": ["the prices look odd"],
        })
    }
}

/// A closed object whose properties must all be there.
fn object(properties: &Value) -> Value {
    let names = properties.as_object().map(|map| map.keys().cloned().collect::<Vec<_>>());
    json!({
        "type": "object",
        "properties": properties,
        "required": names,
        "additionalProperties": false,
    })
}

fn number(numbers: &[usize]) -> Value {
    json!({ "type": "integer", "enum": numbers })
}

/// The schemas of the calls that are possible here.
fn steps(context: &PlanContext) -> Vec<Value> {
    let ways = json!({ "type": "string", "enum": WAYS.map(crate::domain::Direction::word) });
    let named = |name: &str| json!({ "type": "string", "enum": [name] });
    let mut steps: Vec<Value> = Vec::new();
    for verb in VERBS {
        let numbers = context.numbers(verb);
        let cells = context.cells.is_some() && !matches!(verb, CallName::Input | CallName::Scroll);
        if numbers.is_empty() && !cells {
            continue;
        }
        // Cells are too many to be listed for each call; the checks know them.
        let number = if cells { json!({ "type": "integer" }) } else { number(numbers) };
        let mut call = json!({ "do": named(verb.word()), "on": number });
        match verb {
            CallName::Input => call["text"] = json!({ "type": "string", "maxLength": TEXT }),
            CallName::Swipe | CallName::Scroll => call["way"] = ways.clone(),
            CallName::Drag => call["to"] = number,
            CallName::Tap | CallName::LongPress | CallName::DoubleTap => {}
        }
        steps.push(object(&call));
    }
    if context.scrolls {
        steps.push(object(&json!({ "do": named("scroll"), "way": ways })));
    }
    let keys = json!({ "type": "string", "enum": ["back", "enter", "menu"] });
    steps.push(object(&json!({ "do": keys })));
    steps
}

fn judged(context: &PlanContext, reply: &PlanReply) -> ReplyJudgement {
    let mut kept: Vec<PlanCall> = Vec::new();
    let mut dropped: Vec<String> = Vec::new();
    let mut complaint: Option<CheckComplaint> = None;
    for (at, step) in reply.steps.iter().enumerate() {
        let at = at + 1;
        let checked = read(step)
            .ok_or_else(|| no_call(step))
            .and_then(|call| possible(context, &kept, call))
            .and_then(|call| if kept.len() < STEPS { Ok(call) } else { Err(too_long()) });
        match checked {
            Ok(call) if context.types_what_is_there(&call) => {
                dropped.push(format!("step {at}, since the field holds this text already"));
            }
            Ok(call) => kept.push(call),
            Err((check, says)) => {
                dropped.push(format!("step {at}: {says}"));
                let says = format!("Step {at}: {says}");
                complaint.get_or_insert(CheckComplaint { check: check.into(), says });
                if check == TOO_LONG {
                    break;
                }
            }
        }
    }
    if kept.is_empty() && complaint.is_none() {
        let mut says = "The plan has no step that changes anything.".to_owned();
        if !dropped.is_empty() {
            says.push_str(&format!(" Left out: {}.", dropped.join("; ")));
        }
        complaint = Some(CheckComplaint { check: EMPTY.into(), says });
    }
    let left_out = reply.left_out.as_deref().unwrap_or_default();
    let complaint = complaint
        .or_else(|| missed(context, &kept, left_out))
        .or_else(|| unfit(&kept, reply.constraints.as_deref()));
    let line = |text: &Option<String>| {
        let text = text.as_deref().unwrap_or_default();
        output::cut(&text.split_whitespace().collect::<Vec<_>>().join(" "), THOUGHT)
    };
    let steps: Vec<String> = kept.iter().map(PlanCall::to_string).collect();
    let reported = output::cut(&steps.join("; "), 400);
    let mut thoughts = vec![("Thought".to_owned(), line(&reply.thought))];
    thoughts.extend(
        left_out.iter().take(STEPS).map(|left| {
            (format!("Left out {}", left.field), output::cut(left.why.trim(), THOUGHT))
        }),
    );
    thoughts.push(("Summary".to_owned(), line(&reply.summary)));
    thoughts.retain(|(_, text)| !text.is_empty());
    if !dropped.is_empty() {
        thoughts.push(("Dropped".to_owned(), output::cut(&dropped.join("; "), THOUGHT)));
    }
    let purpose = output::cut(&line(&reply.purpose), PURPOSE);
    let answer = json!(CheckedPlan { steps, summary: line(&reply.summary), dropped, purpose });
    let otherwise = (complaint.is_some() && !kept.is_empty()).then(|| answer.clone());
    let is_partly_used = otherwise.is_some();
    ReplyJudgement {
        answer: Some(answer),
        reported,
        thoughts,
        complaint,
        otherwise,
        is_partly_used,
    }
}

/// A step, as an object or as it is written.
fn read(step: &Value) -> Option<PlanCall> {
    match step {
        Value::String(text) => text.parse().ok(),
        object => PlanCall::deserialize(object).ok(),
    }
}

/// A check and what it says.
type Wrong = (&'static str, String);

fn no_call(step: &Value) -> Wrong {
    let said = output::cut(&step.to_string(), 80);
    (NO_CALL, format!("{said} is none of the calls that are listed."))
}

fn too_long() -> Wrong {
    (TOO_LONG, format!("The plan has more than {STEPS} steps. Give the most telling ones."))
}

/// `call` as it can be done after `kept`; its text without what no field takes.
fn possible(context: &PlanContext, kept: &[PlanCall], call: PlanCall) -> Result<PlanCall, Wrong> {
    let call = match call {
        PlanCall::Input { on, .. } if context.hidden.contains(&on) => {
            PlanCall::Input { on, text: String::new() }
        }
        PlanCall::Input { on, text } => {
            // A line break is typed: fields of several lines take it.
            let plain = |c: &char| !c.is_control() || *c == '\n';
            let text = text.chars().filter(plain).take(TEXT).collect();
            PlanCall::Input { on, text }
        }
        call => call,
    };
    let others = if let PlanCall::Drag { to, .. } = &call { Some(*to) } else { None };
    let aim = call.aim();
    for number in aim.map(|(_, number)| number).into_iter().chain(others) {
        if !context.knows(number) {
            return Err((NO_WIDGET, format!("There is nothing with the number {number}.")));
        }
    }
    if let Some((verb, number)) = aim
        && !context.takes(verb, number)
    {
        let taking = VERBS.into_iter().filter(|verb| context.takes(*verb, number));
        let taking: Vec<&str> = taking.map(CallName::word).collect();
        let says = format!("{number} does not take {}, only {}.", verb.word(), taking.join(", "));
        return Err((NO_ACTION, says));
    }
    if matches!(call, PlanCall::Scroll { on: None, .. }) && !context.scrolls {
        return Err((NO_ACTION, "Nothing here scrolls.".to_owned()));
    }
    if matches!(&call, PlanCall::Input { on, text } if text.is_empty() && context.empty.contains(on) && !context.hidden.contains(on))
    {
        return Err((NO_ACTION, "The field is empty already; give a text to type.".to_owned()));
    }
    // Keys and scrolling go on if they are repeated.
    if aim.is_some_and(|(verb, _)| verb != CallName::Scroll) && kept.contains(&call) {
        return Err((REPEATED, format!("{call} is in the plan already.")));
    }
    Ok(call)
}
