//! What was chosen is not what the row shows from which the choice was opened.
//!
//! Source: "setting and configuration failures" of VisionDroid's pilot study; SetDroid (Sun et al., ISSTA 2021) on
//! settings that are not applied.

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Bounds, Screen, Widget, WidgetTarget, labels};
use crate::oracle::reading::shown_words;

/// Options that were opened from a row which shows the chosen one.
#[derive(Debug)]
struct OpenedOptions {
    page: String,
    /// The words of the options, as the row shows the chosen one.
    options: Vec<String>,
    chosen: String,
    /// Where the row is.
    row: Bounds,
    step: u64,
    /// The option that was tapped, with the step.
    tapped: Option<(String, u64)>,
}

/// Remembers the options that are open.
#[derive(Debug, Default)]
pub(super) struct StaleSummary {
    open: Option<OpenedOptions>,
}

impl BugRule for StaleSummary {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some((before, after)) = turn.both().filter(|_| !turn.crashed()) else {
            self.open = None;
            return Vec::new();
        };
        if let Some(target) = turn.tapped()
            && let Some(opened) = opened(turn.step(), before, after, target)
        {
            self.open = Some(opened);
            return Vec::new();
        }
        self.note(turn, before);
        let back = self.open.take_if(|open| page_key(after) == open.page && !after.dialog);
        back.and_then(|open| violation(&open, after)).into_iter().collect()
    }
}

impl StaleSummary {
    /// Takes in what was tapped among the options.
    fn note(&mut self, turn: &RuleTurn<'_>, before: &Screen) {
        let Some(open) = &mut self.open else { return };
        let target = turn.tapped();
        let option = target.and_then(|target| before.widget(target.number)).map(words_of);
        match (option.filter(|words| open.options.contains(words)), target) {
            // Several can be chosen.
            (Some(words), _) if words != open.chosen && is_chosen(turn, &open.chosen) => {
                self.open = None;
            }
            (Some(words), _) => open.tapped = Some((words, turn.step())),
            // A dialog keeps what was chosen if it says so, a page of settings at once.
            (None, Some(target)) if labels::sends(target) => {}
            (None, _) if turn.goes_back() && !before.dialog => {}
            (None, _) => self.open = None,
        }
    }
}

/// The options that a tap on `target` has opened, if the row shows which of them is chosen.
fn opened(
    step: u64,
    before: &Screen,
    after: &Screen,
    target: &WidgetTarget,
) -> Option<OpenedOptions> {
    let opens = after.dialog && !before.dialog || page_key(before) != page_key(after);
    let row = before.widget(target.number)?.bounds;
    let options: Vec<&Widget> =
        after.widgets.iter().filter(|it| it.checked.is_some() && it.enabled).collect();
    // A switch beside the options is none of them.
    let words = |it: &&&Widget| shows(before, row, &words_of(it));
    let chosen = *options.iter().filter(|it| it.checked == Some(true)).find(words)?;
    let is_like =
        |it: &Widget| (&it.class, &it.resource_id) == (&chosen.class, &chosen.resource_id);
    let options: Vec<&Widget> = options.into_iter().filter(|it| is_like(it)).collect();
    let is_one = options.iter().filter(|it| it.checked == Some(true)).nth(1).is_none();
    let chosen = words_of(chosen);
    (is_one && opens && options.len() > 1).then(|| OpenedOptions {
        page: page_key(before),
        options: options.into_iter().map(words_of).collect(),
        chosen,
        row,
        step,
        tapped: None,
    })
}

fn violation(open: &OpenedOptions, after: &Screen) -> Option<RuleViolation> {
    let (tapped, step) = open.tapped.as_ref().filter(|(tapped, _)| *tapped != open.chosen)?;
    let stays = shows(after, open.row, &open.chosen) && !shows(after, open.row, tapped);
    stays.then(|| RuleViolation {
        subject: format!("{}|{}", open.page, open.row.top),
        expected: format!("{tapped:?} is shown after it was chosen."),
        actual: format!("After {tapped:?} was chosen, still {:?} is shown.", open.chosen),
        bounds: Some(open.row),
        earlier: vec![
            (*step, format!("{tapped:?} was tapped.")),
            (open.step, "The options were opened.".into()),
        ],
    })
}

/// True if the option with these words is still chosen after the turn.
fn is_chosen(turn: &RuleTurn<'_>, words: &str) -> bool {
    let options = turn.after().into_iter().flat_map(|after| &after.widgets);
    options.filter(|it| it.checked == Some(true)).any(|it| words_of(it) == words)
}

fn words_of(widget: &Widget) -> String {
    widget.label.trim().to_lowercase()
}

/// True if a text within `row` is exactly `words`.
fn shows(screen: &Screen, row: Bounds, words: &str) -> bool {
    let within = |widget: &Widget| {
        let Bounds { left, top, right, bottom } = widget.bounds;
        left >= row.left && top >= row.top && right <= row.right && bottom <= row.bottom
    };
    let mut widgets = screen.widgets.iter().filter(|widget| within(widget));
    !words.is_empty() && widgets.any(|it| shown_words(it).trim().to_lowercase() == words)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, page, text, toggle};
    use crate::domain::{Bounds, Screen, Widget};

    fn settings(theme: &str) -> Screen {
        let bounds = Bounds::new(0, 300, 720, 400);
        let row = Widget { bounds, ..button("theme", "Theme") };
        let value = Widget { bounds: Bounds::new(0, 350, 720, 400), ..text("value", theme) };
        page("Look", vec![row, value])
    }

    fn options(chosen: &str) -> Screen {
        let option = |label: &str| toggle("option", label, label == chosen);
        let widgets = vec![option("Light"), option("Dark"), button("", "Cancel")];
        Screen { dialog: true, ..page("Theme", widgets) }
    }

    #[test]
    fn a_row_shows_what_was_chosen() {
        let open = || MadeUpRun::open(settings("Light")).tap("Theme", options("Light"));
        let found = |run: MadeUpRun| run.found.into_iter().any(|(rule, _)| rule == "stale-summary");
        assert!(found(open().tap("Dark", settings("Light"))));
        assert!(!found(open().tap("Dark", settings("Dark"))));
        assert!(!found(open().tap("Light", settings("Light"))));
        let beside = |chosen: &str| {
            let mut screen = options(chosen);
            screen.widgets.push(Widget { class: "Switch".into(), ..toggle("auto", "Auto", false) });
            Screen { dialog: false, ..screen }
        };
        let run = MadeUpRun::open(settings("Light")).tap("Theme", beside("Light"));
        assert!(!found(run.tap("Auto", beside("Light")).back(settings("Light"))), "no option");
        let both = || {
            let several = vec![toggle("option", "Light", true), toggle("option", "Dark", true)];
            Screen { dialog: true, ..page("Theme", several) }
        };
        assert!(!found(open().tap("Dark", both()).back(settings("Light"))), "both are chosen");
        let given_up = open().tap("Dark", options("Dark")).tap("Cancel", settings("Light"));
        assert!(!found(given_up));
    }
}
