//! VLM-Fuzz (arXiv 2504.11675): depth-first exploration by rules, with a vision model only if it
//! pays. What is here beyond the paper: rounds of odd values in forms, gestures, and bursts.
//!
//! Every proposal comes from the first of these that has one (the paper's algorithms 1 to 4, told
//! as a state machine):
//!
//! 1. **Outside** (`outside`): questions of the system are answered, other apps are left.
//! 2. **Undo**: what was probed (turning, a condition of the system) is given back.
//! 3. **Running**: a row of actions (`sequels`), a form's round (`filling`), a burst (`gestures`),
//!    leaving an app that a press keeps busy (`haste`), a way (`ways`).
//! 4. **Here**: the best thing to do on this screen (`items`). Screens that it leads to are explored
//!    before this one is gone on with, since ways cost steps.
//! 5. **Elsewhere** (`returning`): a screen where more is to be had for each step, those of the way
//!    to it included; over a known way (`reach`) or by doing again what led there.
//! 6. **Anything**: everything known is done.
//!
//! Equals come in an order of the seed. What a component has that had its share of the run (`budget`)
//! counts less.

mod aim;
mod available_moves;
mod budget;
mod emptying;
mod filling;
mod form_variants;
mod gestures;
mod haste;
mod memory;
mod move_tags;
mod moves;
mod outside;
mod plans;
mod probes;
mod reach;
mod returning;
mod sequels;
mod system;
#[cfg(test)]
mod tests;
mod tour;
mod uses;
pub mod vision;
mod ways;
mod words;

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use futures_util::future::BoxFuture;
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};

use self::available_moves::EnabledParts;
use self::budget::ComponentBudget;
use self::filling::FormFilling;
use self::haste::Interruptions;
use self::memory::FuzzMemory;
use self::moves::{MoveKind, ScreenMove};
use self::outside::OutsideApp;
use self::plans::VisionPlans;
use self::sequels::Sequences;
use self::system::SystemMoves;
use self::tour::ComponentTour;
use self::ways::PathFollower;
use super::systematic::upright;
use super::{Explorer, ExplorerProposal, ExplorerSettings, SHOWN_ALTERNATIVES, Situation};
use crate::domain::screen::belongs_to;
use crate::domain::{Action, DeviceKey, Screen};
use crate::llm::Asker;
use crate::model::abstraction::key_of;
use crate::protocol::{Alternative, Event, WarningRaised};

/// The parts that can be switched off.
pub const PARTS: &[&str] = &["budget", "forms", "gestures", "probes", "system", "vision"];

/// What is worth less is not counted among what is left on a screen.
const NOTABLE: f64 = 0.1;

/// What is worth the same comes in an order of the seed: worths are changed by up to this part.
const NUDGE: f64 = 0.04;

/// See the module.
pub struct VlmFuzz {
    without: Vec<String>,
    seed: u64,
    random: StdRng,
    memory: FuzzMemory,
    budget: ComponentBudget,
    outside: OutsideApp,
    filling: FormFilling,
    ways: PathFollower,
    system: SystemMoves,
    tour: ComponentTour,
    plans: VisionPlans,
    sequels: Sequences,
    haste: Interruptions,
    /// What was on screen before the last action.
    before: Option<Arc<Screen>>,
    /// Touches of a burst that are left.
    burst: VecDeque<Action>,
    /// What something must be worth at the end of the present way, or the way was in vain.
    hope: f64,
    /// The last step that was taken in.
    noticed: Option<u64>,
    /// The last proposal: its step, and what was meant by it.
    meant: Option<(u64, ScreenMove)>,
}

impl VlmFuzz {
    /// One as `settings` say.
    pub fn new(settings: &ExplorerSettings) -> Self {
        Self {
            without: settings.without.clone(),
            seed: settings.seed,
            random: StdRng::seed_from_u64(settings.seed),
            memory: FuzzMemory::default(),
            budget: ComponentBudget::default(),
            outside: OutsideApp::default(),
            filling: FormFilling::default(),
            ways: PathFollower::default(),
            system: SystemMoves::default(),
            tour: ComponentTour::default(),
            plans: VisionPlans::default(),
            sequels: Sequences::default(),
            haste: Interruptions::default(),
            before: None,
            burst: VecDeque::new(),
            hope: 0.0,
            noticed: None,
            meant: None,
        }
    }

    fn has(&self, part: &str) -> bool {
        self.without.iter().all(|without| without != part)
    }

    async fn choose(
        &mut self,
        situation: &Situation,
        asker: &mut Asker,
    ) -> Option<ExplorerProposal> {
        self.declared(situation, asker);
        self.notice(situation);
        let undone = self.system.undo().filter(|undo| !situation.is_refused(&undo.key));
        if let Some(answer) = undone.or_else(|| self.outside.answer(situation)) {
            self.interrupt();
            return Some(answer);
        }
        if situation.screen.surface.is_dialogue() {
            return self.anything(situation);
        }
        let first = upright(situation).or_else(|| self.look_first(situation));
        if first.is_some() {
            return first;
        }
        if self.has("vision")
            && !self.ways.is_going()
            && !self.filling.is_running()
            && let Some(planned) = self.plans.next(situation, asker).await
        {
            return Some(planned);
        }
        self.by_rule(situation)
    }

    /// What the rules propose inside of the app.
    fn by_rule(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        None.or_else(|| self.go_on_in_row(situation))
            .or_else(|| self.fill(situation))
            .or_else(|| self.go_on_bursting(situation))
            .or_else(|| self.in_passing(situation))
            .or_else(|| self.follow(situation))
            .or_else(|| self.use_text(situation))
            .or_else(|| self.explore(situation))
            .or_else(|| self.anything(situation))
    }

    /// Reads what the app declares, once, and tells what of it is left out.
    fn declared(&mut self, situation: &Situation, asker: &Asker) {
        let Some(manifest) = situation.model.manifest().filter(|_| self.has("system")) else {
            return;
        };
        let first = !self.system.is_read();
        for what in self.system.read(manifest) {
            asker.record(Event::Warned(WarningRaised { what, hint: None }));
        }
        if first && self.has("budget") {
            self.tour.set_out(self.system.activities());
        }
    }

    /// The next step of the first look over all components.
    fn look_first(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let (action, why) = self.tour.next(situation, &mut self.budget)?;
        propose(situation, action, why)
    }

    /// Takes in what the last action did, whoever chose it, and what is on screen now.
    fn notice(&mut self, situation: &Situation) {
        let here = situation.state;
        let app = situation.model.package();
        let mut lost = false;
        let fresh = self.noticed.is_none_or(|step| step < situation.step);
        if let Some(done) = situation.last.as_ref().filter(|_| fresh) {
            let meant = self.meant.take().filter(|(step, _)| step + 1 == situation.step);
            let meant =
                meant.map(|(_, item)| item).filter(|item| item.action() == Some(&done.action));
            self.memory.done(done, meant.as_ref(), here);
            self.ways.done(done, here);
            let free = !self.filling.is_running() && self.burst.is_empty();
            let before = self.before.replace(Arc::clone(&situation.screen));
            let may_begin = free && self.has("probes");
            lost = self.sequels.done(situation, done, before.as_deref(), may_begin);
            self.system.done(done);
            if let Some(before) = &before {
                self.note_haste(situation, done, before);
            }
            if let Some(from) = situation.model.state(done.from) {
                self.budget.spend(&from.activity);
                let is_menu = matches!(done.action, Action::Key { key: DeviceKey::Menu });
                if is_menu && situation.screen.dialog {
                    self.budget.menu(&from.activity, budget::interactive(&situation.screen));
                }
            }
            if matches!(done.action, Action::Restart) {
                self.memory.restarted();
            }
            self.memory.mode(situation, done);
        }
        self.noticed = Some(situation.step);
        self.before.get_or_insert_with(|| Arc::clone(&situation.screen));
        if belongs_to(&situation.screen.package, app) || app.is_empty() {
            if situation.screen.package == app {
                self.budget.meet(&situation.screen.activity, &situation.screen);
            }
            let items = self.items(situation);
            self.memory.see(situation, items);
            if lost {
                self.memory.lost_something(here.structural);
            }
        }
    }

    /// A number from -1 to 1 that `name` and the seed tell.
    fn nudge(&self, name: &str) -> f64 {
        let mut hasher = DefaultHasher::new();
        (self.seed, name).hash(&mut hasher);
        hasher.finish() as f64 / u64::MAX as f64 * 2.0 - 1.0
    }

    /// All that can be done here, the best round of a form among it.
    fn items(&mut self, situation: &Situation) -> Vec<ScreenMove> {
        let parts = EnabledParts { gestures: self.has("gestures"), probes: self.has("probes") };
        let mut items = available_moves::of(situation, parts);
        if self.has("system") {
            items.extend(self.system.items(situation, self.outside.has_refused()));
        }
        if self.has("forms")
            && let Some((round, worth)) = self.filling.best(&situation.screen)
        {
            items.push(filling::item(round, worth));
            items.extend(self.uses(situation));
        } else if !self.has("forms") {
            items.extend(available_moves::typing(situation));
        }
        items.extend(self.hasty(situation));
        if self.has("probes") {
            items.extend(self.emptying(situation));
        }
        items.retain(|item| {
            item.action().is_none_or(|action| situation.capabilities.allows(action))
        });
        for item in &mut items {
            item.base_yield *= 1.0 + self.nudge(&item.id.to_string()) * NUDGE;
        }
        items
    }

    /// What was begun is over: something else came up.
    fn interrupt(&mut self) {
        self.filling.stop();
        self.plans.stop();
        self.sequels.stop();
        self.haste.stop();
        self.burst.clear();
    }

    /// The next step of a form's round.
    fn fill(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let Some(fill) = self.filling.next(situation) else {
            self.haste.stop();
            return None;
        };
        self.hurry(situation, fill.action, fill.why).or_else(|| {
            self.filling.stop();
            self.haste.stop();
            None
        })
    }

    /// The next touch of a burst, as long as its region is there.
    fn go_on_bursting(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let action = self.burst.pop_front()?;
        let target = action.target()?;
        let there = situation.screen.widget(target.number);
        if there.is_none_or(|widget| !widget.opaque || widget.bounds != target.bounds) {
            self.burst.clear();
            return None;
        }
        let why = format!("In a burst on a region that tells nothing, {} more.", self.burst.len());
        propose(situation, action, why)
    }

    /// The next step of a way. Arrived, or led astray, exploring goes on.
    fn follow(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let here = situation.state.structural;
        if self.ways.arrived(here) {
            if !self.memory.is_open(here, self.hope) {
                self.ways.miss(here);
            }
            return None;
        }
        if !self.ways.is_going() {
            self.ways.give_up();
            return None;
        }
        let step = self.ways.follow(situation)?;
        propose(situation, step.action, step.why).or_else(|| {
            self.ways.give_up();
            None
        })
    }

    /// The best thing to do on this screen.
    fn here(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let ranked = self.ranked(situation);
        let (item, worth) = ranked.first()?.clone();
        let open = ranked.iter().skip(1).filter(|(_, worth)| *worth >= NOTABLE).count();
        let others = match open {
            0 => "nothing else here promises much".to_owned(),
            1 => "1 more here promises much".to_owned(),
            more => format!("{more} more here promise much"),
        };
        let why = format!("{}; {others}, {} deep.", sentence(item.why), self.memory.depth());
        let others = ranked.into_iter().filter(|(other, _)| other.id != item.id).collect();
        let mut proposed = self.begin(situation, item, why)?;
        proposed.alternatives = shown(situation, others);
        tracing::debug!(worth, "chosen here");
        Some(proposed)
    }

    /// What can be done here with its worth, the best first; equals as on the screen.
    fn ranked(&self, situation: &Situation) -> Vec<(ScreenMove, f64)> {
        let here = situation.state.structural;
        let allowed = |item: &&ScreenMove| {
            item.form().is_some()
                || item.action().is_none_or(|action| {
                    !situation.is_refused(&key_of(&situation.screen, action).0)
                })
        };
        let items = self.memory.items(here).iter().filter(allowed);
        let mut ranked: Vec<(ScreenMove, f64)> =
            items.map(|item| (item.clone(), self.memory.worth(here, item))).collect();
        ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
        ranked
    }

    /// Proposes `item`, or its first step.
    fn begin(
        &mut self,
        situation: &Situation,
        item: ScreenMove,
        why: String,
    ) -> Option<ExplorerProposal> {
        self.begin_pair(&item);
        if let Some(round) = item.form() {
            self.filling.begin(&situation.screen, round, &mut self.random);
            // What a round needs may be there already; then the next best is done.
            return self.fill(situation).or_else(|| {
                let items = self.items(situation);
                self.memory.see(situation, items);
                self.here(situation)
            });
        }
        if let MoveKind::Burst(action) = &item.kind
            && let Some(region) =
                action.target().and_then(|target| situation.screen.widget(target.number))
        {
            self.burst = gestures::burst(region, &mut self.random).into();
        }
        self.begin_row(situation, &item);
        let action = item.action()?.clone();
        self.meant = Some((situation.step, item));
        self.freed(situation, action, why)
    }

    /// Everything is done as often as it should be: anything, the likelier the less it was done.
    fn anything(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let mut choices: Vec<(ScreenMove, f64)> = if situation.screen.surface.is_dialogue() {
            available_moves::said(situation)
                .into_iter()
                .map(|item| {
                    let worth = self.memory.worth(situation.state.structural, &item);
                    (item, worth)
                })
                .filter(|(item, _)| {
                    item.action().is_none_or(|action| {
                        !situation.is_refused(&key_of(&situation.screen, action).0)
                    })
                })
                .collect()
        } else {
            self.ranked(situation)
        };
        choices.retain(|(item, _)| item.form().is_none());
        let total: f64 = choices.iter().map(|(_, worth)| worth).sum();
        let mut point = self.random.random::<f64>() * total;
        let at = choices.iter().position(|(_, worth)| {
            point -= worth;
            point < 0.0
        });
        let (item, _) = choices.into_iter().nth(at.unwrap_or(0))?;
        let why = "Everything known is done; this was done least.".to_owned();
        self.begin(situation, item, why)
    }
}

impl Explorer for VlmFuzz {
    fn name(&self) -> &'static str {
        "vlm-fuzz"
    }

    fn propose<'a>(
        &'a mut self,
        situation: &'a Situation,
        asker: &'a mut Asker,
    ) -> BoxFuture<'a, Option<ExplorerProposal>> {
        Box::pin(self.choose(situation, asker))
    }
}

/// `action` as a proposal, unless it was refused here.
fn propose(situation: &Situation, action: Action, why: String) -> Option<ExplorerProposal> {
    let (key, _) = key_of(&situation.screen, &action);
    (!situation.is_refused(&key)).then(|| ExplorerProposal {
        action,
        key,
        why,
        alternatives: Vec::new(),
        plan: None,
    })
}

fn shown(situation: &Situation, others: Vec<(ScreenMove, f64)>) -> Vec<Alternative> {
    let alternative = |(item, score): (ScreenMove, f64)| {
        let action = item.action().filter(|_| item.form().is_none())?.clone();
        let key = key_of(&situation.screen, &action).0;
        Some(Alternative { key, action, score, why: item.why.to_owned() })
    };
    others.into_iter().filter_map(alternative).take(SHOWN_ALTERNATIVES).collect()
}

/// `text` with a capital at its beginning.
fn sentence(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}
