//! The stored form of records: decoupled from the Rust enum, so that both can change.
//!
//! A line is `{"seq":3,"at":120,"type":"observed","data":{…}}`. The names of types are written
//! here and nowhere else. A type this program does not know is kept as unknown and skipped.

use std::fmt;

use serde::de::{DeserializeSeed, Error as _, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::protocol::{Event, EventRecord};

/// A line of the log, as it is written.
#[derive(Serialize)]
struct StoredEvent {
    seq: u64,
    at: u64,
    r#type: String,
    data: Value,
}

/// What a line turned out to be.
#[derive(Debug, PartialEq)]
pub enum ParsedLine {
    /// A record.
    Record(Box<EventRecord>),
    /// A record of a type this program does not know.
    Unknown(String),
}

/// Maps each event to its stored name and payload, both ways, from one table. A second name is the
/// one that earlier versions wrote.
macro_rules! stored {
    ($($name:literal $(| $earlier:literal)? => $variant:ident),* $(,)?) => {
        fn write(event: &Event) -> serde_json::Result<(&'static str, Value)> {
            Ok(match event {
                $(Event::$variant(payload) => ($name, serde_json::to_value(payload)?),)*
            })
        }

        /// Reads the payload of an event with this name; nothing if the name is unknown.
        impl<'de> DeserializeSeed<'de> for PayloadOf<'_> {
            type Value = Option<Event>;

            fn deserialize<D: Deserializer<'de>>(self, data: D) -> Result<Self::Value, D::Error> {
                Ok(Some(match self.0 {
                    $($name $(| $earlier)? => Event::$variant(Deserialize::deserialize(data)?),)*
                    _ => {
                        IgnoredAny::deserialize(data)?;
                        return Ok(None);
                    }
                }))
            }
        }
    };
}

stored! {
    "session_started" => SessionStarted,
    "resumed" => Resumed,
    "branched" => Branched,
    "app_opened" => AppOpened,
    "charter" => CharterSet,
    "observed" => Observed,
    "discovered" => Discovered,
    "covered" => Covered,
    "parts_covered" => PartsCovered,
    "functions_named" => FunctionsNamed,
    "faults_shown" => FaultsShown,
    "states_merged" | "merged" => StatesMerged,
    "abstraction_changed" => AbstractionChanged,
    "actions_added" | "offered" => ActionsAdded,
    "goal" => GoalChanged,
    "expectation" => ExpectationChanged,
    "function" => FunctionTested,
    "attacked" => Attacked,
    "attack_requested" => AttackRequested,
    "asked" => Asked,
    "retried" => Retried,
    "answered" => Answered,
    "unanswered" => Unanswered,
    "checked" => Checked,
    "ruled" => Ruled,
    "proposed" => Proposed,
    "guard_held" => GuardHeld,
    "decided" => Decided,
    "performed" => Performed,
    "learned" => Learned,
    "found" => Found,
    "noted" => Noted,
    "verdict" => VerdictGiven,
    "mode" => ModeSet,
    "path" | "way" => PathPlanned,
    "idle" => Idled,
    "warned" => Warned,
    "ended" => Ended,
    "compared" => Compared,
    "triaged" => Triaged,
}

/// `record` as one line, newline included.
///
/// # Errors
/// If the payload has no JSON form; none of ours lacks one.
pub fn to_line(record: &EventRecord) -> serde_json::Result<String> {
    let (name, data) = write(&record.event)?;
    let line = StoredEvent { seq: record.seq, at: record.at_ms, r#type: name.to_owned(), data };
    let mut text = serde_json::to_string(&line)?;
    text.push('\n');
    Ok(text)
}

/// The record that `line` holds.
///
/// # Errors
/// If it is no line of a log.
pub fn from_line(line: &str) -> serde_json::Result<ParsedLine> {
    serde_json::from_str(line)
}

/// The name of an event, of which the payload is to be read.
struct PayloadOf<'a>(&'a str);

impl<'de> Deserialize<'de> for ParsedLine {
    fn deserialize<D: Deserializer<'de>>(line: D) -> Result<Self, D::Error> {
        line.deserialize_map(LineVisitor)
    }
}

/// Reads a line in one pass: the payload goes straight into its type, since the name of the type
/// stands before it.
struct LineVisitor;

impl<'de> Visitor<'de> for LineVisitor {
    type Value = ParsedLine;

    fn expecting(&self, words: &mut fmt::Formatter<'_>) -> fmt::Result {
        words.write_str("a line of a session's log")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut fields: M) -> Result<ParsedLine, M::Error> {
        let (mut seq, mut at_ms, mut name) = (None, None, None::<String>);
        let (mut payload, mut early) = (None, None::<Value>);
        while let Some(field) = fields.next_key::<String>()? {
            match (field.as_str(), &name) {
                ("seq", _) => seq = Some(fields.next_value()?),
                ("at", _) => at_ms = Some(fields.next_value()?),
                ("type", _) => name = Some(fields.next_value()?),
                ("data", Some(name)) => payload = Some(fields.next_value_seed(PayloadOf(name))?),
                // Another program has sorted the fields.
                ("data", None) => early = Some(fields.next_value()?),
                _ => {
                    fields.next_value::<IgnoredAny>()?;
                }
            }
        }
        let name = name.ok_or_else(|| M::Error::missing_field("type"))?;
        if let Some(data) = early {
            payload = Some(PayloadOf(&name).deserialize(data).map_err(M::Error::custom)?);
        }
        let seq = seq.ok_or_else(|| M::Error::missing_field("seq"))?;
        let at_ms = at_ms.ok_or_else(|| M::Error::missing_field("at"))?;
        Ok(match payload.ok_or_else(|| M::Error::missing_field("data"))? {
            Some(event) => ParsedLine::Record(Box::new(EventRecord { seq, at_ms, event })),
            None => ParsedLine::Unknown(name),
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::{Action, ActionKey, InputText, Secret, WidgetTarget};
    use crate::protocol::{
        DecidedBy, Decision, DecisionMade, ProposalId, ScreenObserved, Verdict, WarningRaised,
    };

    fn record(event: Event) -> EventRecord {
        EventRecord { seq: 7, at_ms: 120, event }
    }

    proptest! {
        #[test]
        fn any_text_survives_on_one_line(what: String, hint: Option<String>) {
            let record = record(Event::Warned(WarningRaised { what, hint }));
            let line = to_line(&record).unwrap();
            prop_assert_eq!(line.matches('\n').count(), 1);
            prop_assert_eq!(from_line(&line).unwrap(), ParsedLine::Record(Box::new(record)));
        }

        #[test]
        fn no_bytes_make_it_panic(line: String) {
            let _ = from_line(&line);
        }
    }

    #[test]
    fn a_typed_secret_never_reaches_the_line() {
        let action = Action::Type {
            target: WidgetTarget::default(),
            text: InputText::Secret(Secret::new("hunter2")),
        };
        let line = to_line(&record(Event::Decided(DecisionMade {
            decision: Decision {
                proposal: ProposalId(1),
                by: DecidedBy::Tester,
                verdict: Verdict::Override { action: action.clone() },
            },
            action: Some(action),
            key: Some(ActionKey::new("type #password = \"<secret>\"")),
            step: Some(1),
        })))
        .unwrap();
        assert!(!line.contains("hunter2"), "{line}");
    }

    #[test]
    fn looks_of_older_programs_told_no_wait_for_progress() {
        let line = r#"{"seq":1,"at":0,"type":"observed","data":{"step":0,"state":{"exact":"0000000000000001","structural":"0000000000000001"},"package":"a","activity":".M","size":[1,1],"reading":{"is":"full"},"screen":"222065d84ab1099044373ad153059d9d8a57aaa37cf9f1d57821a9d3e46cbd43","took_ms":3}}"#;
        let read = from_line(line);
        let Ok(ParsedLine::Record(record)) = &read else { panic!("{read:?}") };
        let Event::Observed(observed) = &record.event else { panic!("{record:?}") };
        assert_eq!(observed.progress_ms, 0);
        let written = to_line(record).unwrap();
        assert!(!written.contains("progress_ms"), "{written}");
        let waited = ScreenObserved { progress_ms: 2700, ..observed.clone() };
        let written =
            to_line(&EventRecord { event: Event::Observed(waited), ..record.as_ref().clone() });
        assert!(written.unwrap().contains(r#""progress_ms":2700"#));
    }

    #[test]
    fn the_order_of_the_fields_does_not_matter() {
        let written = record(Event::Warned(WarningRaised { what: "slow".into(), hint: None }));
        let line: Value = serde_json::from_str(&to_line(&written).unwrap()).unwrap();
        let data = &line["data"];
        let sorted = format!(r#"{{"at":120,"data":{data},"seq":7,"type":"warned"}}"#);
        assert_eq!(from_line(&sorted).unwrap(), ParsedLine::Record(Box::new(written)));
        let incomplete = from_line(r#"{"seq":7,"type":"warned","data":{"what":"slow"}}"#);
        assert!(incomplete.unwrap_err().to_string().contains("`at`"));
    }

    #[test]
    fn a_type_from_the_future_is_skipped() {
        let line = r#"{"seq":1,"at":0,"type":"teleported","data":{}}"#;
        assert_eq!(from_line(line).unwrap(), ParsedLine::Unknown("teleported".into()));
    }
}
