//! Requests as the platform sends them (Alexa Skills Kit, "Request and Response JSON Reference").
//!
//! Ids are fresh but follow from a seed, so that the same seed and the same words give the same
//! requests but for their times. Requests are not signed.

use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};
use serde_json::{Map, Value, json};

use super::dialog::RequestedIntent;
use super::resolve::{FilledSlot, SlotResolution};

/// Makes the requests of one run.
#[derive(Debug)]
pub struct RequestBuilder {
    random: StdRng,
    locale: String,
    application: String,
    user: String,
    device: String,
}

/// One session with the app.
#[derive(Clone, Debug, PartialEq)]
pub struct VoiceSession {
    /// Its id.
    pub id: String,
    /// True before its first request was made.
    pub new: bool,
    /// What the app wants to be told again, each turn.
    pub attributes: Map<String, Value>,
}

/// Where a dialog stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DialogState {
    /// Its first turn.
    Started,
    /// Something is still to be asked.
    InProgress,
    /// All is filled and confirmed.
    Completed,
}

impl DialogState {
    const fn word(self) -> &'static str {
        match self {
            Self::Started => "STARTED",
            Self::InProgress => "IN_PROGRESS",
            Self::Completed => "COMPLETED",
        }
    }
}

/// Why a session ends that the app has not ended itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionEndReason {
    /// The user wants it.
    User,
    /// The user stays silent.
    Silence,
    /// The app has failed: the platform's name for it and what was wrong.
    Error(&'static str, String),
}

impl RequestBuilder {
    /// Requests of an app in `locale`, with ids that follow from `seed`.
    pub fn new(seed: u64, locale: &str) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let application = format!("amzn1.ask.skill.{}", uuid(&mut random));
        let user = format!("amzn1.ask.account.{}", uuid(&mut random));
        let device = format!("amzn1.ask.device.{}", uuid(&mut random));
        Self { random, locale: locale.to_owned(), application, user, device }
    }

    /// A session that has not begun.
    pub fn session(&mut self) -> VoiceSession {
        let id = format!("amzn1.echo-api.session.{}", uuid(&mut self.random));
        VoiceSession { id, new: true, attributes: Map::new() }
    }

    /// One of `count` things.
    pub fn pick(&mut self, count: usize) -> usize {
        if count < 2 { 0 } else { self.random.random_range(0..count) }
    }

    /// Opens the app.
    pub fn launch(&mut self, session: &VoiceSession) -> Value {
        self.envelope(session, "LaunchRequest", Map::new())
    }

    /// Tells what the user wants. `state` is given if the model has a dialog for it.
    pub fn intent(
        &mut self,
        session: &VoiceSession,
        wanted: &RequestedIntent,
        state: Option<DialogState>,
    ) -> Value {
        let mut slots = Map::new();
        for slot in &wanted.slots {
            let mut reported = Map::from_iter([
                ("name".to_owned(), json!(slot.name)),
                ("confirmationStatus".to_owned(), json!(slot.confirmation.word())),
            ]);
            if let Some(filled) = &slot.filled {
                self.value(filled, &mut reported);
            }
            slots.insert(slot.name.clone(), Value::Object(reported));
        }
        let mut fields = Map::new();
        if let Some(state) = state {
            fields.insert("dialogState".into(), json!(state.word()));
        }
        let intent = json!({
            "name": wanted.intent,
            "confirmationStatus": wanted.confirmation.word(),
            "slots": slots,
        });
        fields.insert("intent".into(), intent);
        self.envelope(session, "IntentRequest", fields)
    }

    /// Tells that the session has ended.
    pub fn ended(&mut self, session: &VoiceSession, reason: &SessionEndReason) -> Value {
        let word = match reason {
            SessionEndReason::User => "USER_INITIATED",
            SessionEndReason::Silence => "EXCEEDED_MAX_REPROMPTS",
            SessionEndReason::Error(..) => "ERROR",
        };
        let mut fields = Map::from_iter([("reason".to_owned(), json!(word))]);
        if let SessionEndReason::Error(kind, message) = reason {
            fields.insert("error".into(), json!({"type": kind, "message": message}));
        }
        self.envelope(session, "SessionEndedRequest", fields)
    }

    /// Value, resolutions, and the newer `slotValue` that says the same.
    fn value(&self, filled: &FilledSlot, reported: &mut Map<String, Value>) {
        let simple = |filled: &FilledSlot| {
            let mut simple = Map::from_iter([
                ("type".to_owned(), json!("Simple")),
                ("value".to_owned(), json!(filled.value)),
            ]);
            if let Some(resolution) = &filled.resolution {
                simple.insert("resolutions".into(), self.resolutions(resolution));
            }
            Value::Object(simple)
        };
        if filled.several.len() > 1 {
            let values: Vec<Value> = filled.several.iter().map(simple).collect();
            reported.insert("slotValue".into(), json!({"type": "List", "values": values}));
            return;
        }
        reported.insert("value".into(), json!(filled.value));
        if let Some(resolution) = &filled.resolution {
            reported.insert("resolutions".into(), self.resolutions(resolution));
        }
        reported.insert("source".into(), json!("USER"));
        reported.insert("slotValue".into(), simple(filled));
    }

    fn resolutions(&self, resolution: &SlotResolution) -> Value {
        let authority =
            format!("amzn1.er-authority.echo-sdk.{}.{}", self.application, resolution.kind);
        let values: Vec<Value> = resolution
            .values
            .iter()
            .map(|(id, name)| json!({"value": {"name": name, "id": id}}))
            .collect();
        let code = if values.is_empty() { "ER_SUCCESS_NO_MATCH" } else { "ER_SUCCESS_MATCH" };
        let mut reported = json!({"authority": authority, "status": {"code": code}});
        if !values.is_empty() {
            reported["values"] = Value::Array(values);
        }
        json!({"resolutionsPerAuthority": [reported]})
    }

    fn envelope(
        &mut self,
        session: &VoiceSession,
        kind: &str,
        fields: Map<String, Value>,
    ) -> Value {
        let mut request = Map::from_iter([
            ("type".to_owned(), json!(kind)),
            (
                "requestId".to_owned(),
                json!(format!("amzn1.echo-api.request.{}", uuid(&mut self.random))),
            ),
            ("timestamp".to_owned(), json!(now())),
            ("locale".to_owned(), json!(self.locale)),
        ]);
        request.extend(fields);
        let application = json!({"applicationId": self.application});
        let user = json!({"userId": self.user});
        json!({
            "version": "1.0",
            "session": {
                "new": session.new,
                "sessionId": session.id,
                "application": application,
                "attributes": session.attributes,
                "user": user,
            },
            "context": {
                "System": {
                    "application": application,
                    "user": user,
                    "device": {"deviceId": self.device, "supportedInterfaces": {}},
                    "apiEndpoint": "https://api.amazonalexa.com",
                    "apiAccessToken": "",
                },
            },
            "request": request,
        })
    }
}

/// The time, as requests write it.
fn now() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// An id in the form of a random UUID.
fn uuid(random: &mut StdRng) -> String {
    let bits: u128 = random.random();
    let text = format!("{bits:032x}");
    let mut out = String::new();
    for (place, sign) in text.chars().enumerate() {
        if matches!(place, 8 | 12 | 16 | 20) {
            out.push('-');
        }
        out.push(sign);
    }
    out
}
