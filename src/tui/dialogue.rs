//! The dialogue with a voice app, read off the moments of a session: what came before each turn of
//! the app, what can be said, and what was said.

use std::collections::HashSet;

use super::view::ViewContext;
use crate::domain::{Action, ActionKey, AvailableAction, speech};
use crate::model::{ActionEdge, StateNode};
use crate::protocol::{DecidedBy, Verdict};
use crate::session::{ReviewedProposal, SessionMoment, Timeline};

/// The most utterances that are remembered for being said again.
const REMEMBERED: usize = 50;
/// How many moments are looked through for them.
const LOOKED_THROUGH: usize = 2_000;

/// What made the app say what it says in a moment.
#[derive(Clone, Copy, Debug)]
pub enum TurnCause<'a> {
    /// The session with it was opened.
    Opening,
    /// This was done, decided so, in this moment.
    Done(&'a SessionMoment, &'a ReviewedProposal, &'a Action),
    /// Nothing: it was only looked at again.
    Nothing,
}

/// What made the app say what it says in the moment at `place`.
pub fn cause(session: &Timeline, place: usize) -> TurnCause<'_> {
    let Some(before) = place.checked_sub(1).and_then(|place| session.moments.get(place)) else {
        return TurnCause::Opening;
    };
    let done = before.proposals.iter().rev().find_map(|reviewed| {
        let action = reviewed.decided.as_ref()?.action.as_ref()?;
        Some(TurnCause::Done(before, reviewed, action))
    });
    done.unwrap_or(TurnCause::Nothing)
}

/// Who said something: the explorer's name, or `you`.
pub fn speaker(reviewed: &ReviewedProposal) -> &str {
    let overrides = |decided: &crate::protocol::DecisionMade| {
        matches!(decided.decision.verdict, Verdict::Override { .. })
            && decided.decision.by == DecidedBy::Tester
    };
    if reviewed.proposal.explorer == "tester" || reviewed.decided.as_deref().is_some_and(overrides)
    {
        return "you";
    }
    &reviewed.proposal.explorer
}

/// True if the app ended the session with it in this moment. The available actions show it: in an open
/// session one can always ask for help, in an ended one no action is available.
pub fn is_over(session: &Timeline, moment: &SessionMoment) -> bool {
    let state = session.model.state(moment.observed.state.structural);
    state.is_some_and(|state| state.available.is_empty())
}

/// What was said to the app so far, the newest first, each once.
pub fn said_before(session: &Timeline) -> Vec<String> {
    let mut known = HashSet::new();
    let newest = session.moments.iter().rev().take(LOOKED_THROUGH);
    let decided = newest.flat_map(|moment| moment.proposals.iter().rev());
    decided
        .filter_map(|reviewed| reviewed.decided.as_ref()?.action.as_ref())
        .filter_map(words)
        .filter(|words| known.insert(speech::normal(words)))
        .take(REMEMBERED)
        .map(str::to_owned)
        .collect()
}

/// The words that `action` says, if it says any.
pub fn words(action: &Action) -> Option<&str> {
    match action {
        Action::Say { words } => Some(words),
        _ => None,
    }
}

/// Where something to say comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InputSource {
    /// The app's words ask for it.
    Asked,
    /// The explorer thought of it.
    Explorer,
    /// The tester said it here.
    Tester,
    /// Every voice app should know what to do when it is asked for help.
    Help,
    /// Every voice app should take it at any time.
    System,
    /// Opens the session again.
    Again,
}

impl InputSource {
    /// The word shown to the tester.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Asked => "asked for",
            Self::Explorer => "explorer",
            Self::Tester => "you",
            Self::Help => "help",
            Self::System => "system",
            Self::Again => "session",
        }
    }

    /// A sign for it, if there is no room for the word.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Asked => "“",
            Self::Explorer => "*",
            Self::Tester => "◇",
            Self::Help => "?",
            Self::System => "·",
            Self::Again => "↻",
        }
    }
}

/// Something that can be done to a voice app.
#[derive(Clone, Debug, PartialEq)]
pub struct DialogueInput {
    /// The action.
    pub action: Action,
    /// Its name within the state.
    pub key: ActionKey,
    /// Where it comes from.
    pub source: InputSource,
}

impl DialogueInput {
    /// What it is called: the words, as they may still hold anything.
    pub fn words(&self) -> &str {
        words(&self.action).unwrap_or("(open again)")
    }

    /// What came of it in `state` so far.
    pub fn edge<'a>(&self, state: Option<&'a StateNode>) -> Option<&'a ActionEdge> {
        state?.edges.get(&self.key)
    }
}

/// What can be done in the shown state: what its words ask for, what the explorer or the tester
/// thought of, what every app should take, and opening it again.
pub fn inputs(view: &ViewContext<'_>) -> Vec<DialogueInput> {
    if view.moment().is_none() {
        return Vec::new();
    }
    let mut inputs = DialogueInputs { known: HashSet::new(), inputs: Vec::new() };
    let offered = view.state_id().and_then(|state| view.session.added_actions.get(&state));
    let offered: &[AvailableAction] = offered.map(Vec::as_slice).unwrap_or_default();
    for candidate in view.shown.available.iter() {
        inputs.add(&candidate.key, words(&candidate.action), InputSource::Asked);
    }
    for candidate in offered {
        inputs.add(&candidate.key, words(&candidate.action), InputSource::Explorer);
    }
    if let Some(state) = view.state() {
        for candidate in &state.available {
            inputs.add(&candidate.key, said(&candidate.key), InputSource::Asked);
        }
        for key in state.edges.keys() {
            inputs.add(key, said(key), InputSource::Tester);
        }
    }
    let mut inputs = inputs.inputs;
    inputs.sort_by_key(|input| input.source);
    let key = ActionKey::restart();
    inputs.push(DialogueInput { action: Action::Restart, key, source: InputSource::Again });
    inputs
}

struct DialogueInputs {
    known: HashSet<ActionKey>,
    inputs: Vec<DialogueInput>,
}

impl DialogueInputs {
    fn add(&mut self, key: &ActionKey, words: Option<&str>, source: InputSource) {
        let Some(words) = words.filter(|_| self.known.insert(key.clone())) else { return };
        let source = match speech::normal(words).as_str() {
            "help" => InputSource::Help,
            normal if speech::SYSTEM.contains(&normal) => InputSource::System,
            _ => source,
        };
        let action = Action::Say { words: words.to_owned() };
        self.inputs.push(DialogueInput { action, key: key.clone(), source });
    }
}

/// The words in the name of an action: all that is left of what was said in a state but not shown
/// there.
fn said(key: &ActionKey) -> Option<&str> {
    let words = key.as_str().strip_prefix("say \"")?.strip_suffix('"')?;
    (!words.is_empty() && !words.contains('\\')).then_some(words)
}
