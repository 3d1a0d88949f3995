//! The calls that a plan is made of, and how they are written.
//!
//! ```text
//! tap(3)  long_press(3)  double_tap(3)  swipe(3, left)  scroll(down)  scroll(3, down)
//! input(3, "Ada")  drag(3, 5)  BACK  ENTER  MENU
//! ```
//!
//! Models are asked for the same as JSON objects (`{"do": "input", "on": 3, "text": "Ada"}`): a
//! schema then holds even small ones to calls and numbers that there are, and a text needs no
//! quotes within quotes, at which they are weakest. The written form is what people, the log and
//! models without a schema use. Texts in it are JSON strings.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer};
use thiserror::Error;

use super::WAYS;
use crate::domain::Direction;
use crate::llm::json;

/// One call.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum PlanCall {
    /// Touch and let go.
    Tap {
        /// The widget's number.
        #[serde(deserialize_with = "json::number")]
        on: usize,
    },
    /// Touch and hold.
    LongPress {
        /// The widget's number.
        #[serde(deserialize_with = "json::number")]
        on: usize,
    },
    /// Two quick taps.
    DoubleTap {
        /// The widget's number.
        #[serde(deserialize_with = "json::number")]
        on: usize,
    },
    /// A quick stroke.
    Swipe {
        /// The widget's number.
        #[serde(deserialize_with = "json::number")]
        on: usize,
        /// Where the finger goes.
        way: Direction,
    },
    /// Show what is further on.
    Scroll {
        /// The container's number; without one the largest that scrolls.
        #[serde(default, deserialize_with = "optional_number")]
        on: Option<usize>,
        /// Which part comes into view.
        #[serde(default = "down")]
        way: Direction,
    },
    /// Replace what a field holds.
    Input {
        /// The field's number.
        #[serde(deserialize_with = "json::number")]
        on: usize,
        /// What is typed.
        text: String,
    },
    /// Carry a widget onto another.
    Drag {
        /// The widget's number.
        #[serde(deserialize_with = "json::number")]
        on: usize,
        /// The other one's.
        #[serde(deserialize_with = "json::number")]
        to: usize,
    },
    /// The key BACK.
    Back,
    /// The key ENTER.
    Enter,
    /// The key MENU.
    Menu,
}

fn optional_number<'de, D: Deserializer<'de>>(from: D) -> Result<Option<usize>, D::Error> {
    #[derive(Deserialize)]
    struct Written(#[serde(deserialize_with = "json::number")] usize);
    Ok(Option::<Written>::deserialize(from)?.map(|Written(number)| number))
}

const fn down() -> Direction {
    Direction::Down
}

/// The name of a call, as a schema and a prompt list it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CallName {
    /// See [`PlanCall::Tap`].
    Tap,
    /// See [`PlanCall::LongPress`].
    LongPress,
    /// See [`PlanCall::DoubleTap`].
    DoubleTap,
    /// See [`PlanCall::Input`].
    Input,
    /// See [`PlanCall::Swipe`].
    Swipe,
    /// See [`PlanCall::Scroll`].
    Scroll,
    /// See [`PlanCall::Drag`].
    Drag,
}

impl CallName {
    /// Its name.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Tap => "tap",
            Self::LongPress => "long_press",
            Self::DoubleTap => "double_tap",
            Self::Input => "input",
            Self::Swipe => "swipe",
            Self::Scroll => "scroll",
            Self::Drag => "drag",
        }
    }
}

impl PlanCall {
    /// What is done, and to which number; `None` for keys and a scroll without a number.
    pub const fn aim(&self) -> Option<(CallName, usize)> {
        Some(match self {
            Self::Tap { on } => (CallName::Tap, *on),
            Self::LongPress { on } => (CallName::LongPress, *on),
            Self::DoubleTap { on } => (CallName::DoubleTap, *on),
            Self::Swipe { on, .. } => (CallName::Swipe, *on),
            Self::Scroll { on: Some(on), .. } => (CallName::Scroll, *on),
            Self::Input { on, .. } => (CallName::Input, *on),
            Self::Drag { on, .. } => (CallName::Drag, *on),
            Self::Scroll { on: None, .. } | Self::Back | Self::Enter | Self::Menu => return None,
        })
    }
}

impl fmt::Display for PlanCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((verb, on)) = self.aim() {
            write!(f, "{}({on}", verb.word())?;
        }
        match self {
            Self::Tap { .. } | Self::LongPress { .. } | Self::DoubleTap { .. } => f.write_str(")"),
            Self::Swipe { way, .. } | Self::Scroll { on: Some(_), way } => {
                write!(f, ", {})", way.word())
            }
            Self::Scroll { on: None, way } => write!(f, "scroll({})", way.word()),
            Self::Input { text, .. } => write!(f, ", {})", serde_json::json!(text)),
            Self::Drag { to, .. } => write!(f, ", {to})"),
            Self::Back => f.write_str("BACK"),
            Self::Enter => f.write_str("ENTER"),
            Self::Menu => f.write_str("MENU"),
        }
    }
}

/// What is no call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("it is no call")]
pub struct InvalidCall;

impl FromStr for PlanCall {
    type Err = InvalidCall;

    /// Reads the written form; blanks between its parts and a `;` behind it may be there.
    fn from_str(text: &str) -> Result<Self, InvalidCall> {
        read(text.trim().trim_end_matches(';').trim_end()).ok_or(InvalidCall)
    }
}

fn read(text: &str) -> Option<PlanCall> {
    match text {
        "BACK" => return Some(PlanCall::Back),
        "ENTER" => return Some(PlanCall::Enter),
        "MENU" => return Some(PlanCall::Menu),
        _ => {}
    }
    let (verb, inside) = text.strip_suffix(')')?.split_once('(')?;
    let (first, second) = match inside.split_once(',') {
        Some((first, second)) => (first.trim(), Some(second.trim())),
        None => (inside.trim(), None),
    };
    Some(match (verb.trim_end(), second) {
        ("tap", None) => PlanCall::Tap { on: number(first)? },
        ("long_press", None) => PlanCall::LongPress { on: number(first)? },
        ("double_tap", None) => PlanCall::DoubleTap { on: number(first)? },
        ("swipe", Some(second)) => PlanCall::Swipe { on: number(first)?, way: way(second)? },
        ("scroll", None) => PlanCall::Scroll { on: None, way: way(first)? },
        ("scroll", Some(second)) => {
            PlanCall::Scroll { on: Some(number(first)?), way: way(second)? }
        }
        ("input", Some(second)) => {
            PlanCall::Input { on: number(first)?, text: serde_json::from_str(second).ok()? }
        }
        ("drag", Some(second)) => PlanCall::Drag { on: number(first)?, to: number(second)? },
        _ => return None,
    })
}

/// A number without a sign.
fn number(text: &str) -> Option<usize> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

fn way(text: &str) -> Option<Direction> {
    WAYS.into_iter().find(|way| way.word() == text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("tap(3)", Some("tap(3)"))]
    #[case("  tap ( 3 ) ; ", Some("tap(3)"))]
    #[case(r#"input(2, "a, \"b\") c")"#, Some(r#"input(2, "a, \"b\") c")"#))]
    #[case(r#"input(2, "")"#, Some(r#"input(2, "")"#))]
    #[case("scroll(down)", Some("scroll(down)"))]
    #[case("scroll(4,up)", Some("scroll(4, up)"))]
    #[case("swipe(1, left)", Some("swipe(1, left)"))]
    #[case("drag(1, 12)", Some("drag(1, 12)"))]
    #[case("BACK", Some("BACK"))]
    #[case("tap(BACK)", None)]
    #[case("tap(-3)", None)]
    #[case("tap(+3)", None)]
    #[case("tap(3", None)]
    #[case("tap(99999999999999999999999)", None)]
    #[case("tap()", None)]
    #[case("tap(3, 4)", None)]
    #[case("tap(3); tap(4)", None)]
    #[case("input(3, ada)", None)]
    #[case("input(3, 'ada')", None)]
    #[case("swipe(3, away)", None)]
    #[case("rm(3)", None)]
    #[case("back", None)]
    #[case("", None)]
    fn calls_are_read_strictly(#[case] text: &str, #[case] call: Option<&str>) {
        let read = text.parse::<PlanCall>().ok().map(|call| call.to_string());
        assert_eq!(read.as_deref(), call);
    }

    #[test]
    fn objects_say_the_same() {
        let object = |json: serde_json::Value| serde_json::from_value::<PlanCall>(json).unwrap();
        let json = serde_json::json!({ "do": "input", "on": 3, "text": "a \"b\"" });
        assert_eq!(object(json).to_string(), r#"input(3, "a \"b\"")"#);
        assert_eq!(object(serde_json::json!({ "do": "back" })), PlanCall::Back);
        for scroll in [
            serde_json::json!({ "do": "scroll", "way": "down" }),
            serde_json::json!({ "do": "scroll", "on": null }),
        ] {
            assert_eq!(object(scroll).to_string(), "scroll(down)");
        }
        let quoted = serde_json::json!({ "do": "drag", "on": "5", "to": "[6]" });
        assert_eq!(object(quoted), PlanCall::Drag { on: 5, to: 6 });
    }

    fn any_call() -> impl Strategy<Value = PlanCall> {
        let way = || (0..WAYS.len()).prop_map(|at| WAYS[at]);
        let on = any::<usize>;
        prop_oneof![
            on().prop_map(|on| PlanCall::Tap { on }),
            on().prop_map(|on| PlanCall::LongPress { on }),
            on().prop_map(|on| PlanCall::DoubleTap { on }),
            (on(), way()).prop_map(|(on, way)| PlanCall::Swipe { on, way }),
            (proptest::option::of(on()), way()).prop_map(|(on, way)| PlanCall::Scroll { on, way }),
            (on(), any::<String>()).prop_map(|(on, text)| PlanCall::Input { on, text }),
            (on(), on()).prop_map(|(on, to)| PlanCall::Drag { on, to }),
            Just(PlanCall::Back),
            Just(PlanCall::Enter),
            Just(PlanCall::Menu),
        ]
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(call in any_call()) {
            prop_assert_eq!(call.to_string().parse::<PlanCall>(), Ok(call));
        }

        #[test]
        fn no_text_makes_it_panic(text in any::<String>()) {
            let _ = text.parse::<PlanCall>();
        }

        #[test]
        fn nothing_that_looks_like_a_call_makes_it_panic(
            text in "(tap|input|swipe|scroll|drag)\\(.{0,20}(,.{0,20})?\\);?",
        ) {
            if let Ok(call) = text.parse::<PlanCall>() {
                prop_assert_eq!(call.to_string().parse::<PlanCall>(), Ok(call));
            }
        }
    }
}
