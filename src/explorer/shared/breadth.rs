//! What explorers of displays remember of a run to get on in breadth: look-alikes, tarpits, system
//! events, activities that were never seen, and random bursts, brought up to date together.

use super::activity_starts::{ActivityStartWeights, ActivityStarts};
use super::bursts::{BurstWeights, Bursts};
use super::look_alikes::{LookAlikeWeights, LookAlikes, StepGain};
use super::system_events::{SystemEventWeights, SystemEvents};
use super::tarpits::{TarpitSign, TarpitWeights, Tarpits};
use crate::domain::StateId;
use crate::explorer::weights::weights;
use crate::explorer::{PerformedAction, Situation};
use crate::llm::Asker;

weights! {
    /// The tuned numbers of [`BreadthMemory`].
    pub struct BreadthWeights {
        /// What is left of the yield in a tarpit.
        in_tarpit: f64 = 0.1,
        /// So many steps without anything new are told to the tester; then twice as many, and so on.
        told_without_news: u64 = 30,
        /// How look-alikes are judged.
        look_alikes: LookAlikeWeights = LookAlikeWeights::default(),
        /// When a part of an app counts as a tarpit.
        tarpits: TarpitWeights = TarpitWeights::default(),
        /// How large a part of a run system events may be.
        system_events: SystemEventWeights = SystemEventWeights::default(),
        /// How large a part of a run direct starts of activities may be.
        activity_starts: ActivityStartWeights = ActivityStartWeights::default(),
        /// What random bursts are made of.
        bursts: BurstWeights = BurstWeights::default(),
    }
}

/// See the module.
#[derive(Debug)]
pub(in crate::explorer) struct BreadthMemory {
    weights: BreadthWeights,
    /// What look-alikes did elsewhere.
    pub index: LookAlikes,
    /// Parts of the app in which steps are lost.
    pub tarpits: Tarpits,
    /// System events and their share.
    pub events: SystemEvents,
    /// Activities that were never seen.
    pub starts: ActivityStarts,
    /// What is done if nothing promises anything.
    pub bursts: Bursts,
    /// A tarpit that was noticed and not told yet.
    sign: Option<TarpitSign>,
    /// So many steps without anything new are told next.
    told: u64,
}

impl Default for BreadthMemory {
    fn default() -> Self {
        Self::new(BreadthWeights::default())
    }
}

impl BreadthMemory {
    /// An empty one.
    pub(in crate::explorer) fn new(weights: BreadthWeights) -> Self {
        Self {
            weights,
            index: LookAlikes::new(weights.look_alikes),
            tarpits: Tarpits::new(weights.tarpits),
            events: SystemEvents::new(weights.system_events),
            starts: ActivityStarts::new(weights.activity_starts),
            bursts: Bursts::new(weights.bursts),
            sign: None,
            told: weights.told_without_news,
        }
    }

    /// Takes in the present screen. To be called before each proposal; more often does no harm.
    pub(in crate::explorer) fn see(&mut self, situation: &Situation) {
        self.index.see(situation);
    }

    /// Takes in what `done` did; gives what it yielded. To be called once for each performed action,
    /// before [`Self::see`] is called with what it led to.
    pub(in crate::explorer) fn learn(
        &mut self,
        done: &PerformedAction,
        situation: &Situation,
    ) -> StepGain {
        let here = situation.state.structural;
        let gain = self.index.learn(done, situation);
        let screens = (self.index.screen_of(done.from), self.index.screen_of(here));
        self.tarpits.learn(done, screens, &gain);
        self.events.learn(done);
        self.starts.learn(done, &gain);
        self.bursts.learn(done.step, &gain);
        if let Some(sign) = self.tarpits.notice() {
            self.sign = Some(sign);
        }
        gain
    }

    /// What is left of what `state` promises: less while it belongs to a tarpit.
    pub(in crate::explorer) fn left_in(&self, state: StateId) -> f64 {
        let avoided = self.tarpits.avoids(self.index.screen_of(state));
        if avoided { self.weights.in_tarpit } else { 1.0 }
    }

    /// `why`, and the tarpit that was noticed since the last proposal.
    pub(in crate::explorer) fn explained(&mut self, why: String) -> String {
        let Some(TarpitSign { steps, screens }) = self.sign.take() else { return why };
        let among = match screens {
            1 => "on 1 screen, which is".to_owned(),
            _ => format!("among {screens} screens, which are"),
        };
        format!("Nothing new in {steps} steps {among} avoided for a while. {why}")
    }

    /// Tells the tester if nothing new came for long.
    pub(in crate::explorer) fn tell(&mut self, asker: &Asker) {
        let steps = self.tarpits.steps_without_news();
        if steps < self.weights.told_without_news {
            self.told = self.weights.told_without_news;
        } else if steps >= self.told {
            self.told *= 2;
            let hint = "The app may be exhausted for this explorer. Other data in the app, or \
                        another explorer, may show more.";
            asker.warn(format!("Nothing new in {steps} steps."), Some(hint.to_owned()));
        }
    }
}
