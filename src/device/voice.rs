//! Voice apps: skills that take Alexa requests, driven through their interaction model.
//!
//! What is said is matched against the model ([`resolve`]), sent as the platform would send it
//! ([`request`]), and what comes back is read as the platform would play it ([`response`],
//! [`ssml`]). `talk` plays the platform's part in between: sessions, dialogs, reprompts, and
//! what it says if an app fails. A failed turn is a turn like any other, so that it can be seen
//! and explored on; only an endpoint that takes no connection any more is a lost device.
//!
//! Requests are not signed: an endpoint that checks signatures refuses them, as it must.

pub mod app_file;
pub mod dialog;
pub mod endpoint;
mod error;
mod http;
pub mod interaction;
pub mod interpreter;
pub mod phrases;
pub mod request;
pub mod resolve;
pub mod response;
pub mod slots;
pub mod ssml;
mod talk;
pub mod words;

use futures_util::FutureExt as _;
use reqwest::Url;

use super::serving::{RunningServer, ServeCommand};
use super::{ActionReport, AppInfo, Device, DeviceError, DeviceFuture, DeviceInfo, Observation};
use crate::domain::{
    Action, ActionKind, Coverage, DeviceCapabilities, DialogueTurn, DisplaySize, Screen,
};
use app_file::VoiceAppFile;
use endpoint::{EndpointError, VoiceEndpoint};
use interaction::InteractionModel;
use interpreter::UtteranceInterpreter;
use request::SessionEndReason;
use talk::{CompletedTurn, VoiceConversation};

pub use error::VoiceError;
pub use http::{HttpEndpoint, STATES_HEADER};
pub use talk::{NOT_UNDERSTOOD, PROBLEM};

/// What is talked to, as people see it.
const SYSTEM: &str = "Alexa requests 1.0";

/// A voice app as a device.
pub struct VoiceDevice {
    info: DeviceInfo,
    package: String,
    talk: VoiceConversation,
    served: Option<ServedApp>,
    /// The latest turn, and what was odd about it.
    turn: CompletedTurn,
    /// What was odd when the app was opened, until it was told.
    news: Vec<String>,
}

/// An app that we serve ourselves.
struct ServedApp {
    serving: ServeCommand,
    /// For looking whether it is there.
    endpoint: HttpEndpoint,
    /// An address that answers once it is served, if its port says too little.
    ready: Option<HttpEndpoint>,
    server: Option<RunningServer>,
}

/// A voice app that is reached in any way.
pub struct VoiceApp {
    /// What the user calls it: `voice:quiz`.
    pub target: String,
    /// Its name, for people.
    pub name: String,
    /// The name by which users open it.
    pub invocation: String,
    /// Language and region, such as `en-US`.
    pub locale: String,
    /// What can be said to it.
    pub model: InteractionModel,
    /// Where it takes requests.
    pub endpoint: Box<dyn VoiceEndpoint>,
}

impl VoiceDevice {
    /// A device for `app`, whose ids follow from `seed`.
    pub fn new(app: VoiceApp, seed: u64) -> Self {
        let package = slug(if app.invocation.is_empty() { &app.name } else { &app.invocation });
        let info = DeviceInfo {
            target: app.target,
            model: app.name,
            system: SYSTEM.into(),
            size: DisplaySize::default(),
        };
        let ear = UtteranceInterpreter::new(app.model, &app.locale);
        let talk = VoiceConversation::new(ear, app.endpoint, &app.invocation, &app.locale, seed);
        Self { info, package, talk, served: None, turn: CompletedTurn::default(), news: Vec::new() }
    }

    /// A device for the app that `file` describes. Nothing is started before it is opened.
    ///
    /// # Errors
    /// If TLS cannot be set up.
    pub fn of_file(file: VoiceAppFile, seed: u64) -> Result<Self, VoiceError> {
        let http =
            |url: &Url| {
                HttpEndpoint::new(url.clone(), file.timeout).map_err(|what| {
                    VoiceError::CannotOpen { place: url.to_string(), what, said: String::new() }
                })
            };
        let (endpoint, look) = (http(&file.endpoint)?, http(&file.endpoint)?);
        let ready = file.ready_url.as_ref().map(http).transpose()?;
        let app = VoiceApp {
            target: format!("voice:{}", file.name),
            name: file.name,
            invocation: file.invocation,
            locale: file.locale,
            model: file.model,
            endpoint: Box::new(endpoint),
        };
        let served =
            file.serving.map(|serving| ServedApp { serving, endpoint: look, ready, server: None });
        Ok(Self { served, ..Self::new(app, seed) })
    }

    /// Starts the command that serves the app, if there is one and it does not run.
    async fn serve(&mut self) -> Result<(), VoiceError> {
        let Some(served) = &mut self.served else { return Ok(()) };
        if let Some(server) = &mut served.server
            && !server.ended()
        {
            return Ok(());
        }
        served.server = None;
        let place = served.endpoint.place();
        if served.endpoint.is_taken().await {
            return Err(served.serving.taken(&place).into());
        }
        let server = RunningServer::start(&served.serving).await?;
        let (endpoint, limit) = (&served.endpoint, served.serving.limit);
        let answers = async {
            match &served.ready {
                Some(ready) => ready.answers().await,
                None => while endpoint.awaited(limit).await.is_err() {},
            }
        };
        // Kept before it is awaited: it must be stopped if waiting is given up.
        let ready = served.server.insert(server).ready(&served.serving, answers).await;
        if ready.is_err() {
            served.server = None;
        }
        Ok(ready?)
    }

    /// The end of what the serving command said.
    fn said(&self) -> String {
        let server = self.served.as_ref().and_then(|served| served.server.as_ref());
        server.map(RunningServer::said).unwrap_or_default()
    }

    async fn begin(&mut self) -> Result<AppInfo, DeviceError> {
        self.serve().await?;
        match self.talk.launch(None).await {
            Ok(turned) => self.turn = turned,
            Err(error) if error.is_misplaced() => {
                self.talk.lose();
                return Err(VoiceError::CannotOpen {
                    place: self.talk.endpoint().place(),
                    what: error.to_string(),
                    said: self.said(),
                }
                .into());
            }
            Err(error) => self.turn = self.talk.problem(&error, None).await,
        }
        // What is odd in the model is told once, with the first turn.
        let odd = self.talk.oddities();
        self.turn.warnings.splice(0..0, odd);
        self.news.clone_from(&self.turn.warnings);
        Ok(AppInfo { package: self.package.clone(), ..AppInfo::default() })
    }

    async fn act(&mut self, action: &Action) -> Result<ActionReport, DeviceError> {
        let (result, words) = match action {
            Action::Say { words } => (self.talk.say(words).await, Some(words.as_str())),
            Action::Restart => (self.talk.launch(None).await, None),
            other => {
                let word = match other.kind() {
                    ActionKind::AtOnce => "do two things at once".to_owned(),
                    kind => kind.word().replace('_', " "),
                };
                let what = format!("{word}: a voice app is talked to");
                return Err(DeviceError::Unsupported { what });
            }
        };
        self.turn = match result {
            Ok(turned) => turned,
            Err(EndpointError::Refused { what }) => {
                self.turn =
                    self.talk.problem(&EndpointError::Refused { what: what.clone() }, words).await;
                return Err(self.gone(what).into());
            }
            Err(error) => self.talk.problem(&error, words).await,
        };
        Ok(ActionReport { accepted: None, warnings: self.turn.warnings.clone() })
    }

    fn gone(&self, what: String) -> VoiceError {
        VoiceError::Gone { place: self.talk.endpoint().place(), what, said: self.said() }
    }

    async fn come_back(&mut self) -> Result<(), DeviceError> {
        self.serve().await?;
        if let Err(error) = self.talk.endpoint().reachable().await {
            return Err(self.gone(error.to_string()).into());
        }
        // Its session did not survive; the latest turn says so, and opening it again is next.
        self.talk.lose();
        Ok(())
    }

    fn look(&mut self) -> Observation {
        let mut screen = Screen::of_speech(&self.package, self.turn.spoken.clone());
        screen.warnings.clone_from(&self.turn.warnings);
        Observation { notices: std::mem::take(&mut self.news), ..Observation::of(screen) }
    }

    /// The latest turn.
    pub const fn spoken(&self) -> &DialogueTurn {
        &self.turn.spoken
    }
}

impl Device for VoiceDevice {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn capabilities(&self) -> DeviceCapabilities {
        DeviceCapabilities::VOICE
    }

    fn open(&mut self) -> DeviceFuture<'_, AppInfo> {
        self.begin().boxed()
    }

    fn observe(&mut self) -> DeviceFuture<'_, Observation> {
        async { Ok(self.look()) }.boxed()
    }

    fn perform<'a>(&'a mut self, action: &'a Action) -> DeviceFuture<'a, ActionReport> {
        self.act(action).boxed()
    }

    fn coverage(&mut self) -> DeviceFuture<'_, Coverage> {
        async {
            let mut coverage = Coverage::from([("intents".to_owned(), self.talk.intents())]);
            coverage.extend(self.talk.states().map(|states| ("states".to_owned(), states)));
            Ok(coverage)
        }
        .boxed()
    }

    fn close(&mut self) -> DeviceFuture<'_, ()> {
        async {
            self.talk.end(&SessionEndReason::User).await;
            if let Some(server) = self.served.as_mut().and_then(|served| served.server.take()) {
                server.stop().await;
            }
            Ok(())
        }
        .boxed()
    }

    fn reconnect(&mut self) -> DeviceFuture<'_, ()> {
        self.come_back().boxed()
    }
}

/// `name` as a stable word: lower case, hyphens between words.
fn slug(name: &str) -> String {
    words::normal(name).replace([' ', '\''], "-")
}
