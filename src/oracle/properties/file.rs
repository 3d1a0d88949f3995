//! Reads property files (TOML). `docs/properties.md` describes them.

use serde::Deserialize;
use thiserror::Error;
use toml::Spanned;

use super::action_pattern::ActionPattern;
use super::claim::{Precondition, PropertyClaim};
use super::pattern::TextPattern;
use super::relation::ValueRelation;
use super::selector::WidgetSelector;
use super::{Property, PropertySet};
use crate::domain::BugCategory;

/// The longest that may be waited for what must hold, in seconds.
const LONGEST_WAIT: f64 = 3600.0;

/// A property file that cannot be used.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}: {what}")]
pub struct PropertyFileError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, in one sentence.
    pub what: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PropertyFile {
    #[serde(default, rename = "property")]
    properties: Vec<PropertyEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PropertyEntry {
    name: Spanned<String>,
    category: Option<Spanned<String>>,
    #[serde(default)]
    when: PreconditionEntry,
    #[serde(default)]
    after: Vec<Spanned<String>>,
    #[serde(default)]
    must: Vec<Spanned<ClaimEntry>>,
    #[serde(default)]
    must_never: Vec<Spanned<ClaimEntry>>,
    within: Option<Spanned<f64>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct PreconditionEntry {
    app: Option<String>,
    screen: Option<String>,
    text: Option<String>,
    without_text: Option<String>,
    widget: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClaimEntry {
    text: Option<String>,
    widget: Option<String>,
    screen: Option<String>,
    relation: Option<String>,
}

/// What is wrong, with its place in the file.
struct FileFault {
    at: usize,
    what: String,
}

/// The properties in `text`.
pub(super) fn read(text: &str) -> Result<PropertySet, PropertyFileError> {
    parsed(text).map_err(|fault| {
        let before = text.get(..fault.at).unwrap_or(text);
        PropertyFileError { line: before.matches('\n').count() + 1, what: fault.what }
    })
}

fn parsed(text: &str) -> Result<PropertySet, FileFault> {
    let file: PropertyFile = toml::from_str(text).map_err(|error| FileFault {
        at: error.span().map_or(0, |span| span.start),
        what: error.message().replace('\n', " "),
    })?;
    let mut set = PropertySet::default();
    for entry in file.properties {
        let at = entry.name.span().start;
        let property = property(entry)?;
        if set.properties.iter().any(|known| known.name == property.name) {
            let what = format!("there are two properties called {:?}", property.name);
            return Err(FileFault { at, what });
        }
        set.properties.push(property);
    }
    Ok(set)
}

fn property(entry: PropertyEntry) -> Result<Property, FileFault> {
    let at = entry.name.span().start;
    let name = entry.name.into_inner().trim().to_owned();
    if name.is_empty() {
        return Err(FileFault { at, what: "a property needs a name".to_owned() });
    }
    let category = entry.category.as_ref().map(category).transpose()?;
    let after = entry.after.iter().map(|step| spanned(step, ActionPattern::read));
    let after = after.collect::<Result<Vec<_>, _>>()?;
    let must = claims(entry.must)?;
    let must_never = claims(entry.must_never)?;
    if must.is_empty() && must_never.is_empty() {
        return Err(FileFault {
            at,
            what: format!("{name:?} demands nothing: give must or must_never"),
        });
    }
    let within_ms = entry.within.as_ref().map_or(Ok(0), |within| wait(within, &after))?;
    let when = precondition(entry.when)?;
    Ok(Property { name, category, when, after, must, must_never, within_ms })
}

/// What `read` makes of a text.
fn spanned<T>(
    text: &Spanned<String>,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<T, FileFault> {
    read(text.get_ref()).map_err(|what| FileFault { at: text.span().start, what })
}

fn category(word: &Spanned<String>) -> Result<BugCategory, FileFault> {
    spanned(word, |word| {
        BugCategory::of_word(word).ok_or_else(|| {
            let words = BugCategory::ALL.map(BugCategory::word).join(", ");
            format!("{word:?} is no category; they are {words}")
        })
    })
}

fn wait(within: &Spanned<f64>, after: &[ActionPattern]) -> Result<u64, FileFault> {
    let at = within.span().start;
    let seconds = *within.get_ref();
    if !(seconds > 0.0 && seconds <= LONGEST_WAIT) {
        let what = format!("within is a number of seconds up to {LONGEST_WAIT:.0}");
        return Err(FileFault { at, what });
    }
    if after.is_empty() {
        let what = "within needs `after`: seconds count from an action".to_owned();
        return Err(FileFault { at, what });
    }
    Ok((seconds * 1000.0).round() as u64)
}

fn precondition(entry: PreconditionEntry) -> Result<Precondition, FileFault> {
    let pattern = |text: Option<String>| text.map(|text| TextPattern::new(&text));
    let widget = entry.widget.as_ref().map(|widget| spanned(widget, WidgetSelector::read));
    Ok(Precondition {
        app: pattern(entry.app),
        screen: pattern(entry.screen),
        text: pattern(entry.text),
        without_text: pattern(entry.without_text),
        widget: widget.transpose()?,
    })
}

fn claims(entries: Vec<Spanned<ClaimEntry>>) -> Result<Vec<PropertyClaim>, FileFault> {
    let claim = |entry: Spanned<ClaimEntry>| {
        let at = entry.span().start;
        claim(entry.into_inner()).map_err(|what| FileFault { at, what })
    };
    entries.into_iter().map(claim).collect()
}

fn claim(entry: ClaimEntry) -> Result<PropertyClaim, String> {
    match entry {
        ClaimEntry { text: Some(text), widget: None, screen: None, relation: None } => {
            Ok(PropertyClaim::Text(TextPattern::new(&text)))
        }
        ClaimEntry { text: None, widget: Some(widget), screen: None, relation: None } => {
            WidgetSelector::read(&widget).map(PropertyClaim::Widget)
        }
        ClaimEntry { text: None, widget: None, screen: Some(screen), relation: None } => {
            Ok(PropertyClaim::Screen(TextPattern::new(&screen)))
        }
        ClaimEntry { text: None, widget: None, screen: None, relation: Some(relation) } => {
            ValueRelation::read(&relation).map(PropertyClaim::Relation)
        }
        _ => Err("a claim has exactly one of text, widget, screen and relation".to_owned()),
    }
}
