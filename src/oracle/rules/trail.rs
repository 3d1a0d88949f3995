//! How the present page was reached: the pages from the root of the app to it.

use super::RuleTurn;
use super::rule_turn::page_key;
use crate::domain::{Action, Screen, WidgetRole, WidgetTarget, labels};

/// A longer trail is cut at its beginning.
const LONGEST: usize = 30;

/// How a page was reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::oracle) struct PageVisit {
    /// The page that it was opened from; `None` for a root of the app, and if it is not known.
    pub opener: Option<String>,
    /// The words of the rows that were opened on the trail: what the page is about.
    pub about: String,
    /// True if a page before it is a form, in which a choice may not hold until it is sent.
    pub in_form: bool,
    /// True if all of the trail is known.
    pub known: bool,
}

/// A page of the trail.
#[derive(Debug)]
struct TrailPage {
    key: String,
    row: Option<String>,
    form: bool,
}

/// Follows where the user is in the app.
#[derive(Debug, Default)]
pub(super) struct PageTrail {
    pages: Vec<TrailPage>,
    known: bool,
}

impl PageTrail {
    /// Takes a turn in. Gives how the page after it was reached.
    pub(super) fn follow(&mut self, turn: &RuleTurn<'_>) -> PageVisit {
        let Some(after) = turn.after() else {
            self.pages.clear();
            self.known = false;
            return PageVisit::default();
        };
        let key = page_key(after);
        let page = TrailPage { key: key.clone(), row: None, form: is_form(after) };
        let known_place = self.pages.iter().position(|page| page.key == key);
        let tapped = turn.tapped().filter(|_| !turn.goes_back());
        match (turn.action(), known_place, turn.before()) {
            (None | Some(Action::Restart), ..) => self.begin(page, true),
            (Some(Action::Start { .. }), ..) | (_, _, None) => self.begin(page, false),
            (_, Some(place), _) => {
                self.pages.truncate(place + 1);
                if let Some(last) = self.pages.last_mut() {
                    last.form = page.form;
                }
            }
            (_, None, Some(before)) => match tapped {
                Some(target) if !is_tab(before, target) => {
                    self.pages.push(TrailPage { row: row_words(before, target), ..page });
                }
                tapped => self.begin(page, tapped.is_some() && self.known),
            },
        }
        if self.pages.len() > LONGEST {
            self.pages.remove(0);
        }
        self.visit()
    }

    fn begin(&mut self, page: TrailPage, known: bool) {
        self.pages = vec![page];
        self.known = known;
    }

    fn visit(&self) -> PageVisit {
        let before = self.pages.len().saturating_sub(1);
        let earlier = self.pages.get(..before).unwrap_or_default();
        let rows: Vec<&str> = self.pages.iter().filter_map(|page| page.row.as_deref()).collect();
        PageVisit {
            opener: earlier.last().map(|page| page.key.clone()),
            about: rows.join(" > "),
            in_form: earlier.iter().any(|page| page.form),
            known: self.known,
        }
    }
}

/// True if what is set on the page may not hold until it is sent: it has fields, or something that
/// must be pressed.
pub(super) fn is_form(screen: &Screen) -> bool {
    screen.widgets.iter().any(|widget| {
        widget.is_field()
            || (widget.role() == WidgetRole::Button && labels::sends(&WidgetTarget::of(widget)))
    })
}

fn is_tab(screen: &Screen, target: &WidgetTarget) -> bool {
    screen.widget(target.number).is_none_or(|widget| widget.role() == WidgetRole::Tab)
}

/// The words of what was tapped, if it is in a row of a list.
fn row_words(screen: &Screen, target: &WidgetTarget) -> Option<String> {
    let widget = screen.widget(target.number)?;
    widget.position.row.map(|_| target.label.clone())
}
