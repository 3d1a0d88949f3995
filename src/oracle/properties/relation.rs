//! Relations between the values that a screen shows: `#total = #price * #quantity`.
//!
//! ```text
//! relation = sum comparison sum
//! comparison = "=" | "!=" | "<" | "<=" | ">" | ">="
//! sum      = product { ("+" | "-") product }
//! product  = value { ("*" | "/") value }
//! value    = number | widgets | "before" value | ("count" | "sum") "(" widgets ")" | "(" sum ")"
//! widgets  = "#id" | '"' words with * '"'
//! ```

mod reader;

use super::selector::WidgetSelector;
use crate::domain::{Screen, Widget};
use crate::oracle::reading::amounts;

/// Values that differ by less are equal: apps round to cents.
const ROUNDING: f64 = 0.005;

/// A relation between values, as it was written and as it is evaluated.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueRelation {
    written: String,
    left: ValueExpression,
    comparison: ValueComparison,
    right: ValueExpression,
}

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ValueComparison {
    Equal,
    NotEqual,
    Less,
    AtMost,
    More,
    AtLeast,
}

/// What gives a value.
#[derive(Clone, Debug, PartialEq)]
enum ValueExpression {
    Number(f64),
    /// The value of the first widget that is meant.
    Shown(WidgetSelector),
    /// The same on the screen before.
    Before(Box<Self>),
    /// How many widgets are meant.
    Count(WidgetSelector),
    /// The sum of the numbers of all widgets that are meant.
    SumOf(WidgetSelector),
    Computed(Box<Self>, Operator, Box<Self>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Plus,
    Minus,
    Times,
    Over,
}

/// What a widget shows.
#[derive(Clone, Debug, PartialEq)]
enum ShownValue {
    Number(f64),
    Text(String),
}

/// Whether a relation holds, and the values that were compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedValues {
    /// True if it holds.
    pub holds: bool,
    /// Both values, for a person.
    pub reported: String,
}

impl ValueRelation {
    /// Reads a relation.
    ///
    /// # Errors
    /// If it is none; one sentence tells what was expected.
    pub fn read(written: &str) -> Result<Self, String> {
        reader::relation(written)
    }

    /// As it was written.
    pub fn written(&self) -> &str {
        &self.written
    }

    /// True if it compares with the screen before.
    pub fn looks_back(&self) -> bool {
        self.left.looks_back() || self.right.looks_back()
    }

    /// True if it counts or adds up widgets, all of which must be seen.
    pub fn counts(&self) -> bool {
        self.left.counts() || self.right.counts()
    }

    /// The first widget on `screen` that it is about.
    pub fn widget<'a>(&'a self, screen: &'a Screen) -> Option<&'a Widget> {
        [&self.left, &self.right].into_iter().find_map(|side| side.widget(screen))
    }

    /// Compares its values on the screen `now`, and on the one `before`; `None` if one of them cannot be
    /// told: its widget is not there, or shows no number.
    pub fn compare(&self, now: &Screen, before: Option<&Screen>) -> Option<ComparedValues> {
        let left = self.left.value(now, before)?;
        let right = self.right.value(now, before)?;
        let holds = match (&left, &right) {
            (ShownValue::Number(left), ShownValue::Number(right)) => {
                self.comparison.of_numbers(*left, *right)
            }
            (ShownValue::Text(left), ShownValue::Text(right)) => {
                self.comparison.of_texts(left, right)?
            }
            _ => return None,
        };
        Some(ComparedValues {
            holds,
            reported: format!("{} and {}", left.reported(), right.reported()),
        })
    }
}

impl ValueComparison {
    fn of_numbers(self, left: f64, right: f64) -> bool {
        let equal = (left - right).abs() < ROUNDING;
        match self {
            Self::Equal => equal,
            Self::NotEqual => !equal,
            Self::Less => !equal && left < right,
            Self::AtMost => equal || left < right,
            Self::More => !equal && left > right,
            Self::AtLeast => equal || left > right,
        }
    }

    /// Texts are equal or not; they have no order.
    fn of_texts(self, left: &str, right: &str) -> Option<bool> {
        match self {
            Self::Equal => Some(left == right),
            Self::NotEqual => Some(left != right),
            _ => None,
        }
    }
}

impl ValueExpression {
    fn looks_back(&self) -> bool {
        match self {
            Self::Before(_) => true,
            Self::Computed(left, _, right) => left.looks_back() || right.looks_back(),
            _ => false,
        }
    }

    fn counts(&self) -> bool {
        match self {
            Self::Count(_) | Self::SumOf(_) => true,
            Self::Before(inner) => inner.counts(),
            Self::Computed(left, _, right) => left.counts() || right.counts(),
            Self::Number(_) | Self::Shown(_) => false,
        }
    }

    fn widget<'a>(&'a self, screen: &'a Screen) -> Option<&'a Widget> {
        match self {
            Self::Shown(which) | Self::Count(which) | Self::SumOf(which) => {
                which.all(screen).next()
            }
            Self::Computed(left, _, right) => left.widget(screen).or_else(|| right.widget(screen)),
            Self::Number(_) | Self::Before(_) => None,
        }
    }

    fn value(&self, now: &Screen, before: Option<&Screen>) -> Option<ShownValue> {
        match self {
            Self::Number(number) => Some(ShownValue::Number(*number)),
            Self::Shown(which) => which.all(now).find_map(shown),
            Self::Before(inner) => inner.value(before?, None),
            Self::Count(which) => {
                let count = u32::try_from(which.all(now).count()).ok()?;
                Some(ShownValue::Number(f64::from(count)))
            }
            Self::SumOf(which) => {
                let numbers: Option<Vec<f64>> = which.all(now).map(number).collect();
                Some(ShownValue::Number(numbers?.iter().sum()))
            }
            Self::Computed(left, operator, right) => {
                let (left, right) = (left.value(now, before)?, right.value(now, before)?);
                let (ShownValue::Number(left), ShownValue::Number(right)) = (left, right) else {
                    return None;
                };
                let value = match operator {
                    Operator::Plus => left + right,
                    Operator::Minus => left - right,
                    Operator::Times => left * right,
                    Operator::Over => left / right,
                };
                value.is_finite().then_some(ShownValue::Number(value))
            }
        }
    }
}

impl ShownValue {
    fn reported(&self) -> String {
        match self {
            Self::Number(number) if number.fract() == 0.0 => format!("{number:.0}"),
            Self::Number(number) => format!("{number:.2}"),
            Self::Text(text) => format!("{text:?}"),
        }
    }
}

/// The number that `widget` shows, else its words; `None` if it shows nothing.
fn shown(widget: &Widget) -> Option<ShownValue> {
    if let Some(number) = number(widget) {
        return Some(ShownValue::Number(number));
    }
    let words = words(widget);
    (!words.is_empty()).then(|| ShownValue::Text(words.to_owned()))
}

/// The first number in the words of `widget`; password fields have none.
pub(super) fn number(widget: &Widget) -> Option<f64> {
    let amount = amounts(words(widget)).into_iter().next()?;
    Some(amount.thousandths as f64 / 1000.0)
}

/// What `widget` shows: its content, else its description, else its label.
fn words(widget: &Widget) -> &str {
    let own = [widget.content(), &widget.content_desc, &widget.label];
    if widget.password || widget.is_field() {
        return if widget.password { "" } else { widget.content() };
    }
    own.into_iter().find(|text| !text.trim().is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests;
