//! An app and the model of its behaviour, both from a script.

use std::sync::Arc;

use futures_util::FutureExt as _;

use super::screens::phone;
use super::situation::{shown, situation};
use crate::domain::{Action, DeviceCapabilities, Screen};
use crate::explorer::{
    Explorer, ExplorerProposal, PerformedAction, Refusal, RemainingBudget, Situation,
};
use crate::llm::ask::AskSetup;
use crate::llm::script::ScriptedModel;
use crate::llm::{Asker, AskerEvents, ChatModel, PromptLibrary};
use crate::model::BehaviourModel;
use crate::model::abstraction::{available_actions, key_of, state_ids};
use crate::oracle::PropertySet;
use crate::protocol::{ActionOutcome, AppOpened, AttackRequest, Event, TransitionLearned};

/// An app with its behaviour model, and whom its explorer may ask.
pub(in crate::explorer) struct World {
    pub asker: Asker,
    pub asker_events: AskerEvents,
    pub chat: Option<Arc<ScriptedModel>>,
    pub model: Arc<BehaviourModel>,
    pub step: u64,
    pub screen: Screen,
    pub refused: Vec<Refusal>,
    pub charter: Option<String>,
    pub notes: Vec<String>,
    pub attack_requests: Vec<AttackRequest>,
    pub properties: Arc<PropertySet>,
    pub last: Option<PerformedAction>,
    /// What the device can do; `None` for a phone or a voice app that can do everything.
    pub capabilities: Option<DeviceCapabilities>,
    pub remaining: RemainingBudget,
}

impl World {
    /// One whose language model is `chat`, if any.
    pub fn new(chat: Option<Arc<ScriptedModel>>) -> Self {
        let (asker, asker_events) = Asker::new(AskSetup {
            chat: chat.clone().map(|chat| chat as Arc<dyn ChatModel>),
            prompts: PromptLibrary::default(),
            cost_cap: None,
            pictures: false,
        });
        let mut model = BehaviourModel::default();
        let opened = AppOpened { package: "org.app".into(), ..AppOpened::default() };
        model.apply(&Event::AppOpened(opened));
        Self {
            asker,
            asker_events,
            chat,
            model: Arc::new(model),
            step: 0,
            screen: phone(Vec::new()),
            refused: Vec::new(),
            charter: None,
            notes: Vec::new(),
            attack_requests: Vec::new(),
            properties: Arc::default(),
            last: None,
            capabilities: None,
            remaining: RemainingBudget::default(),
        }
    }

    pub fn learn(&mut self, event: &Event) {
        Arc::make_mut(&mut self.model).apply(event);
    }

    /// Shows `screen`, as if nothing had led there.
    pub fn show(&mut self, screen: Screen) {
        for event in shown(self.step, &screen, &available_actions(&screen)) {
            self.learn(&event);
        }
        self.screen = screen;
    }

    /// `action` leads from the present screen to `screen`.
    pub fn act(&mut self, action: &Action, screen: Screen) {
        let (key, template) = key_of(&self.screen, action);
        let (from, to) = (state_ids(&self.screen), state_ids(&screen));
        let before = Arc::new(self.screen.clone());
        self.step += 1;
        self.show(screen);
        let outcome = match () {
            () if from.exact == to.exact => ActionOutcome::None,
            () if from.structural == to.structural => ActionOutcome::Content,
            () => ActionOutcome::Moved,
        };
        let step = self.step;
        self.last = Some(PerformedAction {
            step,
            from: from.structural,
            exact: from.exact,
            before,
            action: action.clone(),
            key: key.clone(),
            accepted: None,
            failed: false,
            progress_ms: 0,
            outcome,
        });
        let (from, to) = (from.structural, to.structural);
        self.learn(&Event::Learned(TransitionLearned { step, from, key, template, to, outcome }));
        self.refused.clear();
    }

    /// Tapping the button `label`.
    pub fn tapping(&self, label: &str) -> Action {
        let is_named = |action: &Action| action.target().is_some_and(|it| it.label == label);
        let available = available_actions(&self.screen);
        available.into_iter().map(|available| available.action).find(is_named).unwrap()
    }

    pub fn situation(&self) -> Situation {
        let capabilities = self.capabilities.unwrap_or(if self.screen.surface.is_dialogue() {
            DeviceCapabilities::VOICE
        } else {
            DeviceCapabilities::PHONE
        });
        let mut available = available_actions(&self.screen);
        available.retain(|available| capabilities.allows(&available.action));
        let (screen, model) = (self.screen.clone(), self.model.clone());
        Situation {
            refused: self.refused.clone(),
            charter: self.charter.clone(),
            notes: self.notes.clone(),
            attack_requests: Arc::new(self.attack_requests.clone()),
            properties: self.properties.clone(),
            last: self.last.clone(),
            remaining: self.remaining,
            ..situation(self.step, screen, available, capabilities, model)
        }
    }

    /// Has `explorer` learn what the last action did.
    pub fn teach(&self, explorer: &mut dyn Explorer) {
        let situation = self.situation();
        if let Some(done) = &situation.last {
            explorer.learn(done, &situation);
        }
    }

    /// What `explorer` proposes, and what it noted meanwhile, which the model has learned.
    pub fn ask(&mut self, explorer: &mut dyn Explorer) -> (Option<ExplorerProposal>, Vec<Event>) {
        let situation = self.situation();
        // Nothing in a script has to be waited for.
        let proposed = explorer.propose(&situation, &mut self.asker).now_or_never().flatten();
        drop(situation);
        let mut events = Vec::new();
        while let Ok(reported) = self.asker_events.logged.try_recv() {
            self.learn(&reported.event);
            events.push(reported.event);
        }
        (proposed, events)
    }

    /// What the model was asked.
    pub fn questions(&self) -> Vec<String> {
        self.chat.as_ref().unwrap().questions()
    }
}
