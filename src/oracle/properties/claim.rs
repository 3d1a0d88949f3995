//! What a property says of screens: when it applies, and what must be there.

use super::pattern::TextPattern;
use super::relation::ValueRelation;
use super::selector::WidgetSelector;
use crate::domain::{ActionKind, Bounds, Screen};

/// On which screens a property applies: all that is given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Precondition {
    /// The package of the app.
    pub app: Option<TextPattern>,
    /// The heading or location.
    pub screen: Option<TextPattern>,
    /// Words that are shown.
    pub text: Option<TextPattern>,
    /// Words that are not shown.
    pub without_text: Option<TextPattern>,
    /// A widget that is there.
    pub widget: Option<WidgetSelector>,
}

impl Precondition {
    /// True if it holds on `screen`.
    pub fn holds(&self, screen: &Screen) -> bool {
        let all = |pattern: &Option<TextPattern>, holds: &dyn Fn(&TextPattern) -> bool| {
            pattern.as_ref().is_none_or(holds)
        };
        all(&self.app, &|app| app.matches(&screen.package))
            && all(&self.screen, &|name| is_called(screen, name))
            && all(&self.text, &|words| shows(screen, words))
            && all(&self.without_text, &|words| !shows(screen, words))
            && self.widget.as_ref().is_none_or(|widget| widget.all(screen).next().is_some())
    }
}

/// What must hold, or must never hold.
#[derive(Clone, Debug, PartialEq)]
pub enum PropertyClaim {
    /// Words are shown.
    Text(TextPattern),
    /// A widget is there.
    Widget(WidgetSelector),
    /// The screen has this heading or location.
    Screen(TextPattern),
    /// Values relate like this.
    Relation(ValueRelation),
}

/// Whether a claim holds on a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimOutcome {
    /// True if it holds.
    pub holds: bool,
    /// What is there, in one sentence.
    pub actual: String,
    /// Where, if it is about one widget that is there.
    pub bounds: Option<Bounds>,
}

impl PropertyClaim {
    /// What it says, with `must` or `must never` before it.
    pub fn sentence(&self, never: bool) -> String {
        let must = if never { "must never" } else { "must" };
        match self {
            Self::Text(words) => format!("The screen {must} show {:?}.", words.written()),
            Self::Widget(which) => format!("The screen {must} have {}.", which.written()),
            Self::Screen(name) => format!("The screen {must} be {:?}.", name.written()),
            Self::Relation(relation) => format!("{} {must} hold.", relation.written()),
        }
    }

    /// Whether it holds on `now`, compared with `before`; `None` if that cannot be told. What is not on
    /// a screen that scrolls may be further down.
    pub fn outcome(&self, now: &Screen, before: Option<&Screen>) -> Option<ClaimOutcome> {
        let there = |which: &WidgetSelector| match which.all(now).next() {
            Some(widget) => Some(ClaimOutcome {
                holds: true,
                actual: format!("{} is on the screen.", which.written()),
                bounds: Some(widget.bounds),
            }),
            None => (!scrolls(now)).then(|| ClaimOutcome {
                holds: false,
                actual: format!("{} is not on the screen.", which.written()),
                bounds: None,
            }),
        };
        match self {
            Self::Text(words) => there(&WidgetSelector::of_words(words.clone())),
            Self::Widget(which) => there(which),
            Self::Screen(name) => Some(ClaimOutcome {
                holds: is_called(now, name),
                actual: format!("The screen is {:?}.", now.title().unwrap_or(now.short_location())),
                bounds: None,
            }),
            Self::Relation(relation) => {
                let part = scrolls(now) || before.is_some_and(scrolls);
                if relation.counts() && part {
                    return None;
                }
                let compared = relation.compare(now, before)?;
                Some(ClaimOutcome {
                    holds: compared.holds,
                    actual: format!("The values are {}.", compared.reported),
                    bounds: relation.widget(now).map(|widget| widget.bounds),
                })
            }
        }
    }
}

fn is_called(screen: &Screen, name: &TextPattern) -> bool {
    let names = [screen.title().unwrap_or_default(), &screen.location, screen.short_location()];
    names.into_iter().any(|own| !own.is_empty() && name.matches(own))
}

fn shows(screen: &Screen, words: &TextPattern) -> bool {
    WidgetSelector::of_words(words.clone()).all(screen).next().is_some()
}

fn scrolls(screen: &Screen) -> bool {
    screen.widgets.iter().any(|widget| widget.allows(ActionKind::Scroll))
}
