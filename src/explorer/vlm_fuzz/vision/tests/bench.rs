//! A screen in front of a scripted model.

use super::*;

pub(super) struct Bench {
    pub(super) vision: Vision,
    pub(super) world: World,
    pub(super) picture: Option<Arc<[u8]>>,
    pub(super) last: Option<PerformedAction>,
}

impl Bench {
    /// One whose model gives these replies in order.
    pub(super) fn new(replies: &[&str], pictures: bool) -> Self {
        let script = ScriptedModel::new(replies);
        let mut world = World::new(Some(Arc::new(script)));
        let setup = AskSetup {
            chat: world.chat.clone().map(|chat| chat as Arc<dyn ChatModel>),
            prompts: PromptLibrary::default(),
            cost_cap: None,
            pictures,
        };
        (world.asker, world.asker_events) = Asker::new(setup);
        world.show(form());
        Self { vision: Vision::default(), world, picture: None, last: None }
    }

    pub(super) fn situation(&self) -> Situation {
        let situation = self.world.situation();
        Situation { picture: self.picture.clone(), last: self.last.clone(), ..situation }
    }

    pub(super) fn plan(&mut self) -> Option<Planned> {
        self.plan_about(About::Fields)
    }

    pub(super) fn plan_about(&mut self, about: About) -> Option<Planned> {
        let situation = self.situation();
        let planning = self.vision.plan(&situation, &mut self.world.asker, about);
        planning.now_or_never().unwrap()
    }

    pub(super) fn another(&mut self) -> Option<Action> {
        let situation = self.situation();
        self.vision.another(&situation, &mut self.world.asker).now_or_never().unwrap()
    }

    /// `text` was typed into the field, which then held `held`.
    pub(super) fn typed(&mut self, number: usize, text: &str, held: Option<&str>) {
        self.world.step += 1;
        let target = WidgetTarget::of(self.world.screen.widget(number).unwrap());
        self.last = Some(PerformedAction {
            step: self.world.step,
            from: self.situation().state.structural,
            exact: self.situation().state.exact,
            before: self.situation().screen,
            key: ActionKey::new("type"),
            action: Action::Type { target, text: InputText::Plain(text.into()) },
            accepted: held.map(str::to_owned),
            failed: false,
            outcome: ActionOutcome::Content,
            progress_ms: 0,
        });
    }

    pub(super) fn reported(&mut self) -> Vec<String> {
        let mut events = Vec::new();
        while let Ok(reported) = self.world.asker_events.logged.try_recv() {
            events.push(reported.event);
        }
        log(&events)
    }
}
