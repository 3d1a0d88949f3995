//! What the words on a widget mean for the order in which a screen is explored.

use crate::domain::{Widget, WidgetTarget};

/// What the words on a widget mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FuzzLabelSense {
    /// It leaves, stops or undoes.
    Negative,
    /// It destroys what is there; the app would have less to show afterwards.
    Destructive,
    /// It goes on, sends or says yes.
    Positive,
    /// Anything else.
    Neutral,
}

/// Whole labels that leave, stop or undo.
const NEGATIVE_LABELS: &[&str] =
    &["navigate up", "not now", "don't allow", "no thanks", "go back", "opt out", "no", "keep"];
/// Words that do.
const NEGATIVE: &[&str] = &[
    "abort", "back", "cancel", "close", "decline", "deny", "discard", "dismiss", "exit", "later",
    "leave", "quit", "reject", "skip", "stop", "undo",
];
/// Words of what destroys.
const DESTRUCTIVE: &[&str] =
    &["clear", "delete", "erase", "logout", "remove", "reset", "uninstall", "wipe"];
/// Words of what leaves nothing, and words that make it so of any that destroys.
const WIPING: &[&str] = &["erase", "uninstall", "wipe", "all", "data", "everything"];
/// Words that send what the screen holds or say yes to it, the surest first.
const SENDING: &[&str] = &[
    "save", "done", "submit", "ok", "apply", "confirm", "finish", "create", "send", "login",
    "sign", "register", "pay", "order", "redeem", "continue", "next", "join", "set", "search",
    "export", "import", "check", "preview", "begin", "add", "yes", "accept", "allow",
];
/// Other words that lead on.
const LEADING: &[&str] = &["go", "open", "run", "share", "start", "update", "upload", "view"];
/// Words on a button that is there only while something runs.
const RUNNING: &[&str] = &["stop", "pause", "lap", "abort"];

/// Words on a button of what came by itself and goes on until it is answered.
const ALERT: &[&str] = &["snooze", "dismiss", "decline"];
/// Words on a button that makes something of what is written.
const USING: &[&str] = &["copy", "export", "pdf", "preview", "print", "publish", "send", "share"];

/// Words in classes and ids of what draws its content itself.
const DRAWN: &[&str] =
    &["calendar", "canvas", "chart", "diagram", "drawing", "graph", "map", "plot", "timeline"];

/// Words in the headings of pages that show figures in pictures.
const FIGURES: &[&str] = &[
    "analytics",
    "calendar",
    "chart",
    "charts",
    "graph",
    "insights",
    "map",
    "progress",
    "statistics",
    "stats",
    "timeline",
    "trends",
];

/// Labels of more words than this are content, not commands.
const COMMAND_WORDS: usize = 4;

/// What the words of `target` mean.
pub(super) fn sense(target: &WidgetTarget) -> FuzzLabelSense {
    let label = target.label.to_lowercase();
    if NEGATIVE_LABELS.contains(&label.trim()) {
        return FuzzLabelSense::Negative;
    }
    let has = |list: &[&str]| said(target).iter().any(|word| list.contains(&word.as_str()));
    if has(DESTRUCTIVE) {
        FuzzLabelSense::Destructive
    } else if has(NEGATIVE) {
        FuzzLabelSense::Negative
    } else if has(SENDING) || has(LEADING) {
        FuzzLabelSense::Positive
    } else {
        FuzzLabelSense::Neutral
    }
}

/// True for what destroys everything at once.
pub(super) fn wipes(target: &WidgetTarget) -> bool {
    let wiping = || said(target).iter().any(|word| WIPING.contains(&word.as_str()));
    sense(target) == FuzzLabelSense::Destructive && wiping()
}

/// How surely pressing `target` sends a form; lower is surer, `None` if it does not.
pub(super) fn sends(target: &WidgetTarget) -> Option<usize> {
    if matches!(sense(target), FuzzLabelSense::Negative | FuzzLabelSense::Destructive) {
        return None;
    }
    let said = said(target);
    SENDING.iter().position(|word| said.iter().any(|own| own == word))
}

/// True for a widget that is there only while something runs.
pub(super) fn tells_of_running(widget: &Widget) -> bool {
    let label = widget.label.to_lowercase();
    let words = words(&label);
    widget.acts() && matches!(words.as_slice(), [word] if RUNNING.contains(word))
}

/// True for a button of what came by itself, such as a call.
pub(super) fn tells_of_alert(widget: &Widget) -> bool {
    let label = widget.label.to_lowercase();
    let words = words(&label);
    let short = words.len() <= COMMAND_WORDS;
    widget.acts() && short && words.iter().any(|word| ALERT.contains(word))
}

/// True for a press that makes something of what is written on the screen or near by.
pub(super) fn uses(target: &WidgetTarget) -> bool {
    said(target).iter().any(|word| USING.contains(&word.as_str()))
}

/// True if `widget` says that it draws what it shows itself.
pub(super) fn is_drawn(widget: &Widget) -> bool {
    let id = widget.short_id().to_lowercase();
    let class = widget.short_class().to_lowercase();
    words(&id.replace('_', " ")).iter().any(|word| DRAWN.contains(word))
        || DRAWN.iter().any(|word| class.starts_with(word) || class.ends_with(word))
}

/// True if `title` heads a page that shows figures in pictures.
pub(super) fn heads_figures(title: &str) -> bool {
    let title = title.to_lowercase();
    let words = words(&title);
    words.len() <= COMMAND_WORDS && words.iter().any(|word| FIGURES.contains(word))
}

/// True if `widget` says it is for carrying a row elsewhere.
pub(super) fn is_handle(widget: &Widget) -> bool {
    let said = format!("{} {}", widget.short_id().replace('_', " "), widget.content_desc);
    words(&said.to_lowercase())
        .iter()
        .any(|word| ["drag", "handle", "reorder", "move"].contains(word))
}

/// The words of label and id; a long label says nothing, an id of the platform neither.
fn said(target: &WidgetTarget) -> Vec<String> {
    let label = target.label.to_lowercase();
    let mut said: Vec<String> = words(&label).into_iter().map(str::to_owned).collect();
    if said.len() > COMMAND_WORDS {
        said.clear();
    }
    if !target.resource_id.starts_with("android:") {
        let id = target.resource_id.rsplit(['/', ':']).next().unwrap_or_default().to_lowercase();
        said.extend(words(&id).into_iter().map(str::to_owned));
    }
    said
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(label: &str, id: &str) -> WidgetTarget {
        WidgetTarget { label: label.into(), resource_id: id.into(), ..WidgetTarget::default() }
    }

    #[test]
    fn words_are_read_whole() {
        assert_eq!(sense(&target("Save", "")), FuzzLabelSense::Positive);
        assert_eq!(sense(&target("Don't allow", "")), FuzzLabelSense::Negative);
        assert_eq!(sense(&target("Background", "p:id/background")), FuzzLabelSense::Neutral);
        assert_eq!(sense(&target("", "p:id/delete_all")), FuzzLabelSense::Destructive);
        assert_eq!(sense(&target("OK", "android:id/button1")), FuzzLabelSense::Positive);
        assert_eq!(sense(&target("Cancel", "android:id/ok")), FuzzLabelSense::Negative);
        assert_eq!(sense(&target("How to save water in your home", "")), FuzzLabelSense::Neutral);
    }

    #[test]
    fn wiping_is_more_than_deleting() {
        assert!(wipes(&target("Erase", "")) && wipes(&target("Delete all data", "")));
        assert!(!wipes(&target("Delete", "")) && !wipes(&target("Select all", "")));
    }

    #[test]
    fn figures_are_told_by_names_and_headings() {
        assert!(heads_figures("Your statistics"));
        assert!(!heads_figures("How to read a chart in five minutes"));
        let chart = |class: &str, id: &str| Widget {
            class: class.into(),
            resource_id: format!("p:id/{id}"),
            ..Widget::default()
        };
        assert!(is_drawn(&chart("com.lib.charts.LineChart", "")));
        assert!(is_drawn(&chart("android.view.View", "month_chart")));
        assert!(!is_drawn(&chart("android.widget.Button", "save")));
    }

    #[test]
    fn the_surest_button_sends() {
        assert!(sends(&target("Save", "")) < sends(&target("Add", "")));
        assert_eq!(sends(&target("Cancel order", "")), None);
    }
}
