//! Voice apps that come with the program: they answer the same requests as a skill behind a URL, in
//! process, and their states are known. For trying things out, and for tests.

mod adventure;
mod ask;
mod pizza;
mod quiz;

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use serde_json::Value;

use crate::device::voice::VoiceApp;
use crate::device::voice::endpoint::{EndpointError, EndpointReply, VoiceEndpoint};
use crate::device::voice::interaction::{InteractionModel, ModelError};
use crate::domain::CoverageCount;

pub use ask::{Ask, Said};

/// What is true of a voice app.
pub struct About {
    /// Its name in a target: `voice:quiz`.
    pub name: &'static str,
    /// Its name, for people.
    pub title: &'static str,
    /// Its interaction model, as skill projects keep it.
    pub model: &'static str,
    /// Its states: what it may be in after a turn.
    pub states: &'static [&'static str],
    /// Answers a request. All it knows is in the request's session attributes.
    pub turn: fn(&Ask) -> Said,
}

/// The voice apps, one line each.
pub static ALL: &[About] = &[quiz::ABOUT, pizza::ABOUT, adventure::ABOUT];

/// What is true of the app of this name.
pub fn find(name: &str) -> Option<&'static About> {
    ALL.iter().find(|about| about.name == name)
}

/// The app as it is talked to.
///
/// # Errors
/// If its interaction model is wrong, which a test rules out.
pub fn app(about: &'static About) -> Result<VoiceApp, ModelError> {
    let model = InteractionModel::read(about.model.as_bytes())?;
    Ok(VoiceApp {
        target: format!("voice:{}", about.name),
        name: about.title.to_owned(),
        invocation: model.invocation.clone(),
        locale: "en-US".into(),
        model,
        endpoint: Box::new(InProcess::new(about)),
    })
}

/// An app that is called rather than connected to. It remembers which states it was in.
pub struct InProcess {
    about: &'static About,
    seen: Mutex<BTreeSet<&'static str>>,
}

impl InProcess {
    /// The app `about`, seen by nobody.
    pub const fn new(about: &'static About) -> Self {
        Self { about, seen: Mutex::new(BTreeSet::new()) }
    }

    /// Answers `request`.
    pub fn answer(&self, request: &Value) -> EndpointReply {
        let said = (self.about.turn)(&Ask::read(request));
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if !said.state.is_empty() {
            seen.insert(said.state);
        }
        let states =
            CoverageCount { covered: seen.len() as u64, total: self.about.states.len() as u64 };
        EndpointReply { body: said.into_response(), states: Some(states) }
    }

    /// The states it was in so far.
    pub fn seen(&self) -> Vec<&'static str> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect()
    }
}

impl VoiceEndpoint for InProcess {
    fn turn<'a>(
        &'a self,
        request: &'a Value,
    ) -> BoxFuture<'a, Result<EndpointReply, EndpointError>> {
        async { Ok(self.answer(request)) }.boxed()
    }

    fn reachable(&self) -> BoxFuture<'_, Result<(), EndpointError>> {
        async { Ok(()) }.boxed()
    }

    fn place(&self) -> String {
        format!("voice:{}", self.about.name)
    }
}
