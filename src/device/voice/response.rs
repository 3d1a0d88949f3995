//! What a voice app answers, read leniently: what is missing or of the wrong form is left out, and
//! told as a warning if the platform would complain.

use serde_json::{Map, Value};

use super::dialog::{Confirmation, PlatformQuestion};
use super::ssml;

/// The most session attributes that are carried, in bytes of their JSON; the platform takes 24 kB
/// with the whole response.
const MOST_ATTRIBUTES: usize = 256 * 1024;
/// The most directives that are looked at.
const MOST_DIRECTIVES: usize = 32;

/// A response.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VoiceResponse {
    /// What is said.
    pub text: String,
    /// What is said again if the user stays silent.
    pub reprompt: Option<String>,
    /// The card beside it.
    pub card: Option<String>,
    /// How the dialog goes on, if the app says so.
    pub dialog: Option<DialogDirective>,
    /// Whether the session ends, if the app says so.
    pub ends: Option<bool>,
    /// What is to be told again with the next request.
    pub attributes: Map<String, Value>,
    /// Oddities.
    pub warnings: Vec<String>,
}

/// A dialog directive.
#[derive(Clone, Debug, PartialEq)]
pub struct DialogDirective {
    /// What is asked; `None` if the platform is to find out itself.
    pub asks: Option<PlatformQuestion>,
    /// The intent as the app has changed it.
    pub updated: Option<UpdatedIntent>,
}

/// An intent as an app has changed it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UpdatedIntent {
    /// The intent.
    pub intent: String,
    /// Whether the whole is confirmed.
    pub confirmation: Confirmation,
    /// Name, value and confirmation of the slots.
    pub slots: Vec<(String, Option<String>, Confirmation)>,
}

impl VoiceResponse {
    /// Reads a response body.
    ///
    /// # Errors
    /// If it has no `response` object at all, in words.
    pub fn read(body: &Value) -> Result<Self, String> {
        let Some(reported) = body.get("response").and_then(Value::as_object) else {
            return Err(match body {
                Value::Null => "the response is empty".into(),
                _ => "the response has no \"response\" object".into(),
            });
        };
        let mut response = Self::default();
        response.text = response.speech(reported.get("outputSpeech")).unwrap_or_default();
        let reprompt = reported.get("reprompt").and_then(|reprompt| reprompt.get("outputSpeech"));
        response.reprompt = response.speech(reprompt).filter(|text| !text.is_empty());
        response.card = reported.get("card").and_then(card);
        response.ends = reported.get("shouldEndSession").and_then(Value::as_bool);
        for directive in reported
            .get("directives")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .take(MOST_DIRECTIVES)
        {
            response.directive(directive);
        }
        response.carry(body.get("sessionAttributes"));
        Ok(response)
    }

    /// True while the session goes on. A response that does not say goes on if something is
    /// asked: with a reprompt or a dialog directive, as devices without a screen take it.
    pub const fn goes_on(&self) -> bool {
        match self.ends {
            Some(ends) => !ends,
            None => self.reprompt.is_some() || self.dialog.is_some(),
        }
    }

    fn speech(&mut self, speech: Option<&Value>) -> Option<String> {
        let speech = speech?.as_object()?;
        let field = |name: &str| speech.get(name).and_then(Value::as_str);
        let is_ssml = field("type") == Some("SSML");
        let heard = match (field("ssml"), field("text")) {
            (Some(ssml), _) if is_ssml => ssml::plain(ssml),
            (_, Some(text)) => ssml::tidy(text),
            (Some(ssml), None) => ssml::plain(ssml),
            (None, None) => {
                self.warnings.push("outputSpeech has neither text nor ssml".into());
                return None;
            }
        };
        self.warnings.extend(heard.warnings);
        Some(heard.text)
    }

    fn directive(&mut self, directive: &Value) {
        let field = |name: &str| directive.get(name).and_then(Value::as_str);
        let slot = |name: &str| field(name).unwrap_or_default().to_owned();
        let kind = field("type").unwrap_or_default();
        let asks = match kind {
            "Dialog.ElicitSlot" => Some(PlatformQuestion::Slot(slot("slotToElicit"))),
            "Dialog.ConfirmSlot" => Some(PlatformQuestion::ConfirmSlot(slot("slotToConfirm"))),
            "Dialog.ConfirmIntent" => Some(PlatformQuestion::ConfirmAll),
            "Dialog.Delegate" | "Dialog.ElicitIntent" => None,
            other => {
                // Screens and sounds are named only: what is said is what is explored.
                let name: String = ssml::tidy(other).text.chars().take(80).collect();
                self.warnings.push(format!("the directive {name:?} is not acted on"));
                return;
            }
        };
        if self.dialog.is_some() {
            self.warnings.push(format!("{kind} is a second dialog directive and is left out"));
        } else if kind == "Dialog.ElicitIntent" {
            // Any intent is open at any time.
        } else {
            self.dialog = Some(DialogDirective {
                asks,
                updated: directive.get("updatedIntent").and_then(updated),
            });
        }
    }

    fn carry(&mut self, attributes: Option<&Value>) {
        match attributes {
            Some(Value::Object(reported)) => {
                let size = attributes.map_or(0, |value| value.to_string().len());
                if size > MOST_ATTRIBUTES {
                    self.warnings
                        .push(format!("session attributes of {size} bytes are too many to carry"));
                } else {
                    self.attributes.clone_from(reported);
                }
            }
            None | Some(Value::Null) => {}
            Some(_) => self.warnings.push("sessionAttributes are no object".into()),
        }
    }
}

fn card(card: &Value) -> Option<String> {
    let parts = ["title", "content", "text"];
    let reported = parts.iter().filter_map(|part| card.get(part).and_then(Value::as_str));
    let reported: Vec<String> = reported.map(|part| ssml::tidy(part).text).collect();
    let reported =
        reported.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ");
    (!reported.is_empty()).then_some(reported)
}

fn updated(intent: &Value) -> Option<UpdatedIntent> {
    let word = |value: &Value| {
        let status = value.get("confirmationStatus").and_then(Value::as_str);
        Confirmation::of(status.unwrap_or_default())
    };
    let slots = intent.get("slots").and_then(Value::as_object).into_iter().flatten();
    Some(UpdatedIntent {
        intent: intent.get("name")?.as_str()?.to_owned(),
        confirmation: word(intent),
        slots: slots
            .map(|(name, slot)| {
                let value = slot.get("value").or_else(|| slot.get("slotValue")?.get("value"));
                let value = match value {
                    Some(Value::String(text)) => Some(ssml::tidy(text).text),
                    Some(Value::Number(number)) => Some(number.to_string()),
                    _ => None,
                };
                (name.clone(), value.filter(|text| !text.is_empty()), word(slot))
            })
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn read(response: &Value) -> VoiceResponse {
        VoiceResponse::read(&json!({"version": "1.0", "response": response})).unwrap()
    }

    #[test]
    fn speech_reprompt_and_card_are_read() {
        let response = read(&json!({
            "outputSpeech": {"type": "SSML", "ssml": "<speak>Hi<break/>there</speak>"},
            "reprompt": {"outputSpeech": {"type": "PlainText", "text": "Still there?"}},
            "card": {"type": "Simple", "title": "Card", "content": "with words"},
            "directives": [{"type": "Alexa.Presentation.APL.RenderDocument"}],
        }));
        assert_eq!(response.text, "Hi there");
        assert_eq!(response.reprompt.as_deref(), Some("Still there?"));
        assert_eq!(response.card.as_deref(), Some("Card: with words"));
        assert!(response.warnings[0].contains("RenderDocument"));
    }

    #[test]
    fn sessions_end_as_the_platform_ends_them() {
        let asks = json!({"outputSpeech": {"type": "PlainText", "text": "?"}});
        let directive = json!([{"type": "Dialog.ElicitSlot", "slotToElicit": "size"}]);
        for (response, goes_on) in [
            (json!({"shouldEndSession": true}), false),
            (json!({"shouldEndSession": false}), true),
            (json!({}), false),
            (json!({"reprompt": asks}), true),
            (json!({"directives": directive}), true),
            (json!({"reprompt": asks, "shouldEndSession": true}), false),
        ] {
            assert_eq!(read(&response).goes_on(), goes_on, "{response}");
        }
    }

    #[test]
    fn dialog_directives_are_read() {
        let response = read(&json!({"directives": [
            {"type": "Dialog.ConfirmSlot", "slotToConfirm": "size", "updatedIntent": {
                "name": "Order", "confirmationStatus": "NONE",
                "slots": {"size": {"name": "size", "value": "large", "confirmationStatus": "CONFIRMED"},
                          "count": {"name": "count"}}}},
            {"type": "Dialog.Delegate"}]}));
        let turn = response.dialog.unwrap();
        assert_eq!(turn.asks, Some(PlatformQuestion::ConfirmSlot("size".into())));
        let updated = turn.updated.unwrap();
        assert_eq!(updated.intent, "Order");
        assert_eq!(updated.slots[0].1.as_deref(), Some("large"));
        assert_eq!(updated.slots[1].1, None);
        assert_eq!(response.warnings.len(), 1);
        let delegate = read(&json!({"directives": [{"type": "Dialog.Delegate"}]}));
        assert_eq!(delegate.dialog, Some(DialogDirective { asks: None, updated: None }));
    }

    #[test]
    fn what_is_no_response_is_told() {
        for body in [json!(null), json!({}), json!([1]), json!({"response": "hi"})] {
            assert!(VoiceResponse::read(&body).is_err(), "{body}");
        }
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            "\\PC{0,8}".prop_map(Value::from),
            "Dialog.(ElicitSlot|Delegate|ConfirmIntent)".prop_map(Value::from),
        ];
        let key = "outputSpeech|text|ssml|type|reprompt|card|directives|updatedIntent|slots|value|name|shouldEndSession";
        leaf.prop_recursive(5, 40, 6, move |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::vec((key, inner), 0..5)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn no_response_panics(response in any_json(), attributes in any_json()) {
            let _ = VoiceResponse::read(&json!({"response": response, "sessionAttributes": attributes}));
        }
    }
}
