//! An app, a model of its behaviour and a language model, all from a script.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

use crate::domain::{
    Action, BlobId, Bounds, DeviceCapabilities, DialogueTurn, DisplaySize, Point, ReadQuality,
    Screen, Surface, Widget, spoken::Recognition,
};
use crate::explorer::{
    Elevate, Explorer as _, ExplorerProposal, ExplorerSettings, PerformedAction, Refusal,
    RemainingBudget, Situation,
};
use crate::llm::{
    Asker, AskerEvents, ChatError, ChatModel, ChatProgress, ChatReply, ChatRequest, PromptLibrary,
    ask::AskSetup,
};
use crate::model::BehaviourModel;
use crate::model::abstraction::{available_actions, key_of, label, state_ids};
use crate::protocol::{
    ActionOutcome, AppOpened, Event, ScreenObserved, StateDiscovered, TransitionLearned,
};

pub fn widget(number: usize, class: &str, label: &str) -> Widget {
    Widget {
        number,
        class: class.into(),
        text: label.into(),
        label: label.into(),
        enabled: true,
        bounds: Bounds::new(0, 0, 100, 40),
        ..Widget::default()
    }
}

/// A button that can be tapped.
pub fn button(number: usize, label: &str) -> Widget {
    let actions = vec![crate::domain::ActionKind::Tap];
    let tap = Some(Point::new(5, 5));
    Widget { actions, tap, ..widget(number, "android.widget.Button", label) }
}

/// A field that can be typed into.
pub fn field(number: usize, id: &str, hint: &str) -> Widget {
    let actions = vec![crate::domain::ActionKind::Tap, crate::domain::ActionKind::Type];
    Widget {
        actions,
        tap: Some(Point::new(5, 5)),
        hint: hint.into(),
        resource_id: format!("org.app:id/{id}"),
        ..widget(number, "android.widget.EditText", hint)
    }
}

pub fn phone(widgets: Vec<Widget>) -> Screen {
    Screen {
        package: "org.app".into(),
        activity: ".Main".into(),
        size: DisplaySize::new(720, 1600),
        rotation: 0,
        dialog: false,
        keyboard: false,
        busy: false,
        read_quality: ReadQuality::Full,
        widgets,
        title: None,
        surface: Surface::Display,
        warnings: Vec::new(),
    }
}

/// A screen with a heading and buttons.
pub fn menu(title: &str, buttons: &[&str]) -> Screen {
    let mut heading = widget(1, "android.widget.TextView", title);
    heading.resource_id = "org.app:id/title".into();
    let buttons = buttons.iter().enumerate().map(|(at, label)| button(at + 2, label));
    phone(std::iter::once(heading).chain(buttons).collect())
}

/// What a voice app says.
pub fn spoken(text: &str) -> Screen {
    turn(text, None)
}

/// What a voice app says to `heard`.
pub fn turn(text: &str, heard: Option<&str>) -> Screen {
    let heard = heard.map(|words| Recognition { words: words.into(), ..Recognition::default() });
    let spoken = DialogueTurn {
        text: text.into(),
        open: true,
        recognition: heard,
        ..DialogueTurn::default()
    };
    Screen::of_speech("org.app", spoken)
}

/// A chat that gives its replies in order, then nothing but an error, and keeps what it was asked.
#[derive(Default)]
pub struct Script {
    pub replies: Mutex<VecDeque<String>>,
    pub asked: Mutex<Vec<ChatRequest>>,
    /// True while it never answers.
    pub silent: AtomicBool,
    /// What it answers once the replies are used up.
    pub otherwise: Option<fn(&ChatRequest) -> String>,
}

impl ChatModel for Script {
    fn model(&self) -> &str {
        "script"
    }

    fn complete<'a>(
        &'a self,
        request: &'a ChatRequest,
        _progress: &'a (dyn Fn(ChatProgress) + Send + Sync),
    ) -> BoxFuture<'a, Result<ChatReply, ChatError>> {
        self.asked.lock().unwrap().push(request.clone());
        if self.silent.load(Ordering::Relaxed) {
            return Box::pin(std::future::pending());
        }
        let reply = self.replies.lock().unwrap().pop_front();
        let reply = reply.or_else(|| self.otherwise.map(|otherwise| otherwise(request)));
        let broken = || ChatError::Broken { why: "the script has ended".into() };
        let reply = reply.map(|text| ChatReply { text, ..ChatReply::default() });
        Box::pin(async move { reply.ok_or_else(broken) })
    }
}

impl Script {
    /// The last message of each request.
    pub fn questions(&self) -> Vec<String> {
        let asked = self.asked.lock().unwrap();
        asked.iter().map(|request| request.messages.last().unwrap().words()).collect()
    }

    /// All characters of each request.
    pub fn lengths(&self) -> Vec<usize> {
        let asked = self.asked.lock().unwrap();
        let length = |request: &ChatRequest| {
            request.messages.iter().map(|message| message.words().chars().count()).sum()
        };
        asked.iter().map(length).collect()
    }
}

/// All of it.
pub struct World {
    pub elevate: Elevate,
    pub asker: Asker,
    pub ears: AskerEvents,
    pub chat: Option<Arc<Script>>,
    pub model: Arc<BehaviourModel>,
    pub step: u64,
    pub screen: Screen,
    pub refused: Vec<Refusal>,
    pub charter: Option<String>,
    pub notes: Vec<String>,
    pub last: Option<PerformedAction>,
}

impl World {
    /// One with no model.
    pub fn by_rule(without: &[&str]) -> Self {
        Self::new(None, without)
    }

    /// One whose model gives `replies` in order.
    pub fn asking(replies: &[&str]) -> Self {
        let script = Script::default();
        script.replies.lock().unwrap().extend(replies.iter().map(|reply| (*reply).to_owned()));
        Self::new(Some(Arc::new(script)), &[])
    }

    pub fn new(chat: Option<Arc<Script>>, without: &[&str]) -> Self {
        let (asker, ears) = Asker::new(AskSetup {
            chat: chat.clone().map(|chat| chat as Arc<dyn ChatModel>),
            prompts: PromptLibrary::default(),
            cost_cap: None,
            pictures: false,
        });
        let without = without.iter().map(|part| (*part).to_owned()).collect();
        let mut model = BehaviourModel::default();
        let opened = AppOpened { package: "org.app".into(), ..AppOpened::default() };
        model.apply(&Event::AppOpened(opened));
        Self {
            elevate: Elevate::new(&ExplorerSettings { seed: 7, without }),
            asker,
            ears,
            chat,
            model: Arc::new(model),
            step: 0,
            screen: phone(Vec::new()),
            refused: Vec::new(),
            charter: None,
            notes: Vec::new(),
            last: None,
        }
    }

    pub fn learn(&mut self, event: &Event) {
        Arc::make_mut(&mut self.model).apply(event);
    }

    /// Shows `screen`, as if nothing had led there.
    pub fn show(&mut self, screen: Screen) {
        let state = state_ids(&screen);
        self.learn(&Event::Discovered(StateDiscovered {
            step: self.step,
            state: state.structural,
            label: label(&screen),
            package: screen.package.clone(),
            activity: screen.activity.clone(),
            size: screen.size,
            available: available_actions(&screen),
        }));
        self.learn(&Event::Observed(ScreenObserved {
            step: self.step,
            state,
            package: screen.package.clone(),
            activity: screen.activity.clone(),
            size: screen.size,
            reading: ReadQuality::Full,
            busy: false,
            screen: BlobId::of(b""),
            picture: None,
            hierarchy: None,
            said: None,
            guessed: false,
            progress_ms: 0,
            took_ms: 0,
        }));
        self.screen = screen;
    }

    /// `action` leads from the present screen to `screen`.
    pub fn act(&mut self, action: &Action, screen: Screen) {
        let (key, template) = key_of(&self.screen, action);
        let (from, to) = (state_ids(&self.screen), state_ids(&screen));
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

    /// The user says `words`, and the app says `text`.
    pub fn say(&mut self, words: &str, text: &str) {
        self.act(&Action::Say { words: words.into() }, turn(text, Some(words)));
    }

    /// The button `label` is tapped and leads to `screen`.
    pub fn tap(&mut self, label: &str, screen: Screen) {
        let offers = available_actions(&self.screen);
        let named = |action: &Action| action.target().is_some_and(|target| target.label == label);
        let offer = offers.iter().find(|offer| named(&offer.action)).unwrap();
        self.act(&offer.action, screen);
    }

    pub fn situation(&self) -> Situation {
        Situation {
            step: self.step + 1,
            state: state_ids(&self.screen),
            available: available_actions(&self.screen).into(),
            capabilities: if self.screen.surface.is_dialogue() {
                DeviceCapabilities::VOICE
            } else {
                DeviceCapabilities::PHONE
            },
            screen: Arc::new(self.screen.clone()),
            model: self.model.clone(),
            refused: self.refused.clone(),
            refusals: Default::default(),
            charter: self.charter.clone(),
            notes: self.notes.clone(),
            picture: None,
            last: self.last.clone(),
            remaining: RemainingBudget::default(),
        }
    }

    /// What Elevate proposes, and what it told on the way, which the model has learned.
    pub fn propose(&mut self) -> (Option<ExplorerProposal>, Vec<Event>) {
        let situation = self.situation();
        let proposing = self.elevate.propose(&situation, &mut self.asker);
        // Nothing in a script has to be waited for.
        let proposed = proposing.now_or_never().flatten();
        drop(situation);
        let mut events = Vec::new();
        while let Ok(told) = self.ears.told.try_recv() {
            self.learn(&told.event);
            events.push(told.event);
        }
        (proposed, events)
    }

    /// What the model was asked.
    pub fn questions(&self) -> Vec<String> {
        self.chat.as_ref().unwrap().questions()
    }
}

/// What each event is, in a few words.
pub fn log(events: &[Event]) -> Vec<String> {
    let line = |event: &Event| match event {
        Event::Asked(asked) => {
            format!("asked {} {} round {}", asked.query, asked.form.word(), asked.round)
        }
        Event::Answered(_) => "answered".into(),
        Event::Checked(checked) => {
            let check = checked.complaint.as_ref().map_or("accepted", |c| c.check.as_str());
            format!("checked {:?}: {check}", checked.answer)
        }
        Event::Unanswered(unanswered) => format!("unanswered: {}", unanswered.why),
        Event::Ruled(ruled) => format!("ruled {} {:?}: {}", ruled.query, ruled.why, ruled.answer),
        Event::StatesMerged(_) => "merged".into(),
        Event::ActionsAdded(offered) => {
            let keys: Vec<&str> = offered.actions.iter().map(|offer| offer.key.as_str()).collect();
            format!("offered {}", keys.join(", "))
        }
        other => format!("{other:?}"),
    };
    events.iter().map(line).collect()
}
