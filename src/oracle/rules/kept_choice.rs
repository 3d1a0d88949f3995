//! Settings that do not stay: what was switched or chosen is different when its page is shown again.
//!
//! Source: "setting and configuration failures" of VisionDroid's pilot study; SetDroid (Sun et al.,
//! ISSTA 2021); the data loss of iFixDataloss (Guo et al., ISSTA 2022) over a restart.

use std::collections::HashMap;

use super::rule_turn::{page_key, page_name};
use super::trail::is_form;
use super::{BugRule, PageVisit, RuleTurn, RuleViolation};
use crate::domain::labels::{self, LabelMeaning};
use crate::domain::{Action, Screen, Widget, WidgetRole, WidgetTarget};

/// What the user has set.
#[derive(Clone, Copy, Debug)]
struct KeptChoice {
    checked: bool,
    step: u64,
}

/// Remembers what the user switched on each page.
#[derive(Debug, Default)]
pub(super) struct ChoiceForgotten {
    pages: HashMap<String, HashMap<String, KeptChoice>>,
}

impl BugRule for ChoiceForgotten {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        if turn.crashed() || turn.tapped().is_some_and(sets_back) {
            self.pages.clear();
            return Vec::new();
        }
        if matches!(turn.action(), Some(Action::Restart)) {
            self.pages
                .retain(|page, _| SETTINGS.iter().any(|word| page.to_lowercase().contains(word)));
        }
        let violations = turn.after().map(|after| self.compared(turn, after));
        self.remember(turn);
        violations.unwrap_or_default()
    }
}

impl ChoiceForgotten {
    /// Compares what `after` shows with what was set, if the page was away meanwhile.
    fn compared(&mut self, turn: &RuleTurn<'_>, after: &Screen) -> Vec<RuleViolation> {
        let returned = turn.before().is_none_or(|before| page_key(before) != page_key(after));
        let visit = turn.reached().filter(|visit| returned && holds(after, visit));
        let Some(key) = visit.map(|visit| choice_page(&page_key(after), visit)) else {
            return Vec::new();
        };
        let Some(kept) = self.pages.get_mut(&key) else { return Vec::new() };
        let mut found = Vec::new();
        for widget in after.widgets.iter().filter(|widget| is_switch(widget)) {
            let Some(now) = widget.checked else { continue };
            let Some(choice) = kept.get(&widget_key(widget)).copied() else { continue };
            if choice.checked == now {
                continue;
            }
            kept.remove(&widget_key(widget));
            let (was, is) = (word(choice.checked), word(now));
            found.push(RuleViolation {
                subject: format!("{key}|{}", widget_key(widget)),
                expected: format!("{:?} is still {was}, as it was set.", widget.label),
                actual: format!(
                    "{:?} is {is} when {:?} is shown again.",
                    widget.label,
                    page_name(after)
                ),
                bounds: Some(widget.bounds),
                earlier: vec![(choice.step, format!("It was set to {was}."))],
            });
        }
        found
    }

    /// Takes in what a tap on a switch set. A tap on anything else of the page may change its other
    /// switches, so those are remembered as they are shown now.
    fn remember(&mut self, turn: &RuleTurn<'_>) {
        let Some(before) = turn.before() else { return };
        let key = page_key(before);
        let tapped = turn.tapped().and_then(|target| before.widget(target.number));
        let tapped = tapped.filter(|widget| is_switch(widget) && widget.enabled);
        let Some(visit) = turn.left().filter(|visit| holds(before, visit)) else {
            return;
        };
        let key = choice_page(&key, visit);
        // One switch may change others, such as a mode that turns everything off.
        if tapped.is_some() {
            self.pages.retain(|page, _| *page == key);
        }
        let same_page = turn.after().filter(|after| page_key(after) == page_key(before));
        match (tapped, same_page) {
            (Some(widget), Some(after)) => {
                let kept = self.pages.entry(key).or_default();
                let shown = shown_switches(after);
                kept.retain(|name, choice| {
                    shown.get(name).is_none_or(|now| *now == choice.checked)
                });
                if let Some(checked) = shown.get(&widget_key(widget)).copied()
                    && Some(checked) != widget.checked
                {
                    kept.insert(widget_key(widget), KeptChoice { checked, step: turn.step() });
                }
            }
            // A menu of choices closes with the choice.
            (Some(widget), None) if widget.checked == Some(false) && turn.after().is_some() => {
                let choice = KeptChoice { checked: true, step: turn.step() };
                self.pages.insert(key, HashMap::from([(widget_key(widget), choice)]));
            }
            (None, Some(after)) if matches!(turn.action(), Some(Action::Tap { .. })) => {
                let shown = shown_switches(after);
                if let Some(kept) = self.pages.get_mut(&key) {
                    kept.retain(|name, choice| {
                        shown.get(name).is_none_or(|now| *now == choice.checked)
                    });
                }
            }
            _ => {}
        }
    }
}

/// The switches of a screen.
fn shown_switches(screen: &Screen) -> HashMap<String, bool> {
    let switches = screen.widgets.iter().filter(|widget| is_switch(widget));
    switches.filter_map(|widget| Some((widget_key(widget), widget.checked?))).collect()
}

fn is_switch(widget: &Widget) -> bool {
    widget.role() == WidgetRole::Toggle && !widget.label.is_empty()
}

/// The page with what it is about.
fn choice_page(page: &str, visit: &PageVisit) -> String {
    format!("{page}|{}", visit.about)
}

fn widget_key(widget: &Widget) -> String {
    format!("{}|{}", widget.short_id(), widget.label)
}

/// Words of pages that set something for the whole app.
const SETTINGS: &[&str] = &["settings", "preferences", "options", "preference", "setting"];

/// True if the page says that it is about settings: these stay over a restart.
fn is_about_settings(screen: &Screen) -> bool {
    let said = format!("{} {}", page_name(screen), screen.short_location()).to_lowercase();
    SETTINGS.iter().any(|word| said.contains(word))
}

/// True if what is switched on the page holds at once, and not only while the page is shown: it is no
/// form and in none, and has several switches or is about settings.
fn holds(screen: &Screen, visit: &PageVisit) -> bool {
    let several = screen.widgets.iter().filter(|widget| is_switch(widget)).nth(1).is_some();
    visit.known && !visit.in_form && !is_form(screen) && (several || is_about_settings(screen))
}

/// True for what may set anything back.
fn sets_back(target: &WidgetTarget) -> bool {
    let label = target.label.to_lowercase();
    let id = labels::own_id(&target.resource_id).to_lowercase().replace('_', " ");
    let said =
        labels::words(&label).into_iter().chain(labels::words(&id)).filter_map(labels::meaning);
    said.into_iter().any(|meaning| {
        matches!(
            meaning,
            LabelMeaning::Reset | LabelMeaning::Delete | LabelMeaning::Wipe | LabelMeaning::Undo
        )
    })
}

/// The state of a switch.
const fn word(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}
