//! Systematic exploration: least-tried first, then the nearest state with something untried.

mod forms;

use std::collections::{HashMap, VecDeque};

use futures_util::future::BoxFuture;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use self::forms::{SystematicForms, empty_fields};
use super::monkey::{other_rotation, unaimed};
use super::{Explorer, ExplorerProposal, SHOWN_ALTERNATIVES, Situation, home};
use crate::domain::{Action, ActionKey, ActionKind, AvailableAction, DeviceKey, Rotation, StateId};
use crate::llm::Asker;
use crate::model::behaviour::{KnownAction, StateNode};
use crate::model::frontier::is_untried;
use crate::model::path::{self, PathStep};
use crate::protocol::Alternative;

/// How long a screen that shows progress is waited for, once.
const PATIENCE_MS: u32 = 30_000;
/// A way to the same state that fails so often is given up.
const FAILED_WAYS: u32 = 2;

/// Tries every action of every state once, nearest first.
///
/// Rows of a list count as alike once three of them led to the same place. Ways back are the known
/// shortest ones and are given up when they lead elsewhere, which apps with hidden data do.
pub struct Systematic {
    random: StdRng,
    way: VecDeque<PathStep>,
    goal: Option<StateId>,
    failed: HashMap<StateId, u32>,
    filled: Vec<ActionKey>,
    forms: SystematicForms,
    last: Option<StateId>,
    restarted_at: Option<u64>,
}

impl Systematic {
    /// One whose choices between equals follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Self {
            random: StdRng::seed_from_u64(seed),
            way: VecDeque::new(),
            goal: None,
            failed: HashMap::new(),
            filled: Vec::new(),
            forms: SystematicForms::default(),
            last: None,
            restarted_at: None,
        }
    }

    fn choose(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        if let Some(back) = home::way_back(situation) {
            self.way.clear();
            return Some(back);
        }
        if self.last != Some(situation.state.structural) {
            self.filled.clear();
            self.last = Some(situation.state.structural);
        }
        if let Some(upright) = upright(situation) {
            return Some(upright);
        }
        if let Some(tried) = self.arrived(situation) {
            return Some(tried);
        }
        self.send_empty(situation)
            .or_else(|| self.fill(situation))
            .or_else(|| self.follow(situation))
            .or_else(|| self.untried_here(situation))
            .or_else(|| self.set_out(situation))
            .or_else(|| self.least_tried(situation))
    }

    /// At the end of a way: what the way was gone for comes before anything else. Where it is not
    /// on screen any more, this state is no goal again.
    fn arrived(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let here = situation.state.structural;
        if self.goal != Some(here) || !self.way.is_empty() {
            return None;
        }
        self.goal = None;
        let tried = self.untried_here(situation);
        if tried.is_none() {
            self.failed.insert(here, FAILED_WAYS);
        }
        tried
    }

    /// Sends an empty form once: what it says then is a state of its own.
    fn send_empty(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let offer = self.forms.empty_to_send(situation)?;
        Some(ExplorerProposal {
            action: offer.action,
            key: offer.key,
            why: "Sent empty once, to see what the form says to that.".into(),
            alternatives: Vec::new(),
            plan: None,
        })
    }

    /// Fills an empty field before anything else: most forms lead nowhere while they are empty.
    fn fill(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let offer = situation.available.iter().find(|offer| {
            let Some(target) = offer.action.target() else { return false };
            let empty = empty_fields(situation).any(|field| field.number == target.number);
            empty && !self.filled.contains(&offer.template) && !situation.is_refused(&offer.key)
        })?;
        self.filled.push(offer.template.clone());
        Some(ExplorerProposal {
            action: offer.action.clone(),
            key: offer.key.clone(),
            why: "This field is empty, and forms lead further when they are filled.".into(),
            alternatives: Vec::new(),
            plan: None,
        })
    }

    /// The next step of the way that is being gone, as long as it leads where it should.
    fn follow(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let step = self.way.front()?;
        let offer = (step.from == situation.state.structural)
            .then(|| find(situation, &step.key))
            .flatten()
            .filter(|offer| !situation.is_refused(&offer.key));
        let Some(offer) = offer else {
            self.way.clear();
            if let Some(goal) = self.goal.take() {
                *self.failed.entry(goal).or_insert(0) += 1;
            }
            return None;
        };
        self.way.pop_front();
        let why = format!(
            "On the known way to a state with something untried, {} more after this.",
            self.way.len()
        );
        Some(ExplorerProposal {
            action: offer.action,
            key: offer.key,
            why,
            alternatives: Vec::new(),
            plan: None,
        })
    }

    fn untried_here(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let node = situation.model.state(situation.state.structural);
        let mut untried: Vec<(AvailableAction, f64)> = candidates(situation)
            .into_iter()
            .filter(|offer| !situation.is_refused(&offer.key))
            .filter(|offer| {
                node.is_none_or(|node| is_untried(node, &offer.key, &offer.template))
                    || self.forms.is_worth_sending(situation, offer)
            })
            .map(|offer| {
                let rank = rank(&offer.action);
                (offer, rank)
            })
            .collect();
        // Stable: equals stay in document order.
        untried.sort_by(|one, other| other.1.total_cmp(&one.1));
        let (first, _) = untried.first()?.clone();
        self.goal = None;
        let tried_before = node.is_some_and(|node| node.edges.contains_key(&first.key));
        let why = if tried_before {
            "The form holds something that it was not sent with before.".to_owned()
        } else {
            format!("Never tried in this state; {} such left here.", untried.len())
        };
        self.forms.sent(situation, &first.key);
        Some(ExplorerProposal {
            action: first.action,
            key: first.key,
            why,
            alternatives: shown(untried),
            plan: None,
        })
    }

    /// Sets out for the nearest state with something untried, over a restart where no way is known.
    fn set_out(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let here = situation.state.structural;
        let model = &*situation.model;
        let failed = &self.failed;
        let is_goal = |state: &StateNode| {
            state.id != here
                && failed.get(&state.id).is_none_or(|times| *times < FAILED_WAYS)
                && model.position(state.id).is_some_and(|at| model.frontier().contains(at))
                && !is_all_refused(state, situation)
        };
        let frontier = model.frontier().positions().map(|at| &model.states()[at]);
        let mut goals = frontier.filter(|state| is_goal(state)).peekable();
        goals.peek()?;
        let way = path::shortest_path(model, here, is_goal);
        if let Some(way) = way {
            self.goal = way.last().map(|step| step.to);
            self.way = way.into();
            let length = self.way.len();
            let mut step = self.follow(situation)?;
            step.why = format!(
                "Everything here is tried; the nearest state that has more is {length} away."
            );
            return Some(step);
        }
        let restart = ActionKey::restart();
        if self.restarted_at.is_some_and(|step| situation.step <= step + 1) {
            // Not even a fresh start leads there.
            let unreachable: Vec<StateId> = goals.map(|state| state.id).collect();
            self.failed.extend(unreachable.into_iter().map(|state| (state, FAILED_WAYS)));
            return None;
        }
        if !situation.is_refused(&restart) {
            self.restarted_at = Some(situation.step);
            return Some(ExplorerProposal {
                action: Action::Restart,
                key: restart,
                why: "No known way leads from here to what is untried, so the app starts anew."
                    .into(),
                alternatives: Vec::new(),
                plan: None,
            });
        }
        None
    }

    /// Everything known is tried: goes on with what was tried least, to meet hidden data.
    fn least_tried(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let node = situation.model.state(situation.state.structural);
        let tries = |key: &ActionKey| {
            node.and_then(|node| node.edges.get(key)).map_or(0, |edge| edge.tries.count)
        };
        let offers: Vec<AvailableAction> = candidates(situation)
            .into_iter()
            .filter(|offer| !situation.is_refused(&offer.key))
            .collect();
        let least = offers.iter().map(|offer| tries(&offer.key)).min()?;
        let equals: Vec<_> =
            offers.into_iter().filter(|offer| tries(&offer.key) == least).collect();
        let offer = equals.get(self.random.random_range(0..equals.len()))?.clone();
        Some(ExplorerProposal {
            action: offer.action,
            key: offer.key,
            why: format!("Everything known is tried; this was tried least ({least} times)."),
            alternatives: Vec::new(),
            plan: None,
        })
    }
}

impl Explorer for Systematic {
    fn name(&self) -> &'static str {
        "systematic"
    }

    fn propose<'a>(
        &'a mut self,
        situation: &'a Situation,
        _asker: &'a mut Asker,
    ) -> BoxFuture<'a, Option<ExplorerProposal>> {
        Box::pin(async move { self.choose(situation) })
    }
}

/// Lying on its side, one look is enough: the same screens again, only cut off.
pub(super) fn upright(situation: &Situation) -> Option<ExplorerProposal> {
    let lying = situation.screen.size.width > situation.screen.size.height;
    let offer = unaimed(situation, Action::Rotate { rotation: Rotation::Portrait });
    (lying && !situation.is_refused(&offer.key)).then(|| ExplorerProposal {
        action: offer.action,
        key: offer.key,
        why: "Turned once to see whether the app bears it; now back.".into(),
        alternatives: Vec::new(),
        plan: None,
    })
}

/// What the screen offers and what is always possible.
fn candidates(situation: &Situation) -> Vec<AvailableAction> {
    let always = [
        Action::Key { key: DeviceKey::Menu },
        Action::Rotate { rotation: other_rotation(situation) },
        Action::Key { key: DeviceKey::Back },
    ];
    let waiting = situation.screen.shows_progress().then_some(Action::Wait { ms: PATIENCE_MS });
    let always = always
        .into_iter()
        .chain(waiting)
        .filter(|action| situation.capabilities.allows(action))
        .map(|action| unaimed(situation, action));
    situation.available.iter().cloned().chain(always).collect()
}

fn find(situation: &Situation, key: &ActionKey) -> Option<AvailableAction> {
    candidates(situation)
        .into_iter()
        .chain([unaimed(situation, Action::Restart)])
        .find(|offer| offer.key == *key)
}

/// Labels of widgets that leave a screen as BACK does.
const LEAVING: &[&str] =
    &["navigate up", "back", "close", "cancel", "dismiss", "exit", "no", "don't allow", "later"];

/// Higher comes first. What leaves comes last: the way here must be gone again.
fn rank(action: &Action) -> f64 {
    let label = action.target().map(|target| target.label.to_lowercase()).unwrap_or_default();
    match action {
        Action::Tap { .. } if LEAVING.contains(&label.as_str()) => 1.2,
        Action::Wait { .. } => 7.0,
        Action::Tap { .. } => 6.0,
        Action::Type { .. } => 5.0,
        Action::LongTap { .. } => 4.0,
        Action::Swipe { .. } => 3.5,
        Action::Scroll { .. } => 3.0,
        Action::Key { key: DeviceKey::Menu } => 2.0,
        Action::Rotate { .. } => 1.5,
        _ => 1.0,
    }
}

/// True if all that is untried in `node` is refused there.
fn is_all_refused(node: &StateNode, situation: &Situation) -> bool {
    let is_left = |known: &KnownAction| {
        known.kind != ActionKind::Scroll
            && is_untried(node, &known.key, &known.template)
            && !situation.is_refused_in(node.id, &known.key)
    };
    !situation.refusals.of(node.id).is_empty() && !node.available.iter().any(is_left)
}

fn shown(untried: Vec<(AvailableAction, f64)>) -> Vec<Alternative> {
    untried
        .into_iter()
        .skip(1)
        .take(SHOWN_ALTERNATIVES)
        .map(|(offer, score)| Alternative {
            action: offer.action,
            key: offer.key,
            score,
            why: "untried".into(),
        })
        .collect()
}
