//! What the words on a widget mean for the order in which a screen is explored.

use crate::domain::{Widget, WidgetTarget};
use crate::explorer::shared::forms::sending_words;
use crate::explorer::shared::labels::{self, LabelMeaning};

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

/// What `meaning` is to the order of exploration.
const fn ordered(meaning: LabelMeaning) -> FuzzLabelSense {
    use LabelMeaning as Is;
    match meaning {
        Is::Delete | Is::Wipe | Is::Reset => FuzzLabelSense::Destructive,
        Is::Back | Is::Quit | Is::Dismiss | Is::Decline | Is::Deny | Is::Stop | Is::Undo => {
            FuzzLabelSense::Negative
        }
        Is::Open | Is::Share | Is::Run => FuzzLabelSense::Positive,
        _ if meaning.is_sending() => FuzzLabelSense::Positive,
        _ => FuzzLabelSense::Neutral,
    }
}

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

/// Words of what makes room for what is behind it.
const FOLDING: &[&str] = &["collapse", "fold", "hide", "minimise", "minimize"];

/// What the words of `target` mean.
pub(super) fn sense(target: &WidgetTarget) -> FuzzLabelSense {
    let label = target.label.to_lowercase();
    if let Some(LabelMeaning::No | LabelMeaning::NotNow | LabelMeaning::OptOut) =
        labels::whole_meaning(&label)
    {
        return FuzzLabelSense::Negative;
    }
    let senses: Vec<FuzzLabelSense> = meanings(target).into_iter().map(ordered).collect();
    let deciding =
        [FuzzLabelSense::Destructive, FuzzLabelSense::Negative, FuzzLabelSense::Positive];
    let decides = |sense: &FuzzLabelSense| senses.contains(sense);
    deciding.into_iter().find(decides).unwrap_or(FuzzLabelSense::Neutral)
}

/// True for what destroys everything at once.
pub(super) fn wipes(target: &WidgetTarget) -> bool {
    use LabelMeaning as Is;
    let all = |meaning: &LabelMeaning| matches!(meaning, Is::Wipe | Is::All | Is::Everything);
    sense(target) == FuzzLabelSense::Destructive && meanings(target).iter().any(all)
}

/// How surely pressing `target` sends a form; lower is surer, `None` if it does not.
pub(super) fn sends(target: &WidgetTarget) -> Option<usize> {
    if matches!(sense(target), FuzzLabelSense::Negative | FuzzLabelSense::Destructive) {
        return None;
    }
    if target.submits() {
        return Some(0);
    }
    let sending = sending_words(&target.label, labels::own_id(&target.resource_id));
    sending.iter().filter_map(|word| labels::place(word)).min()
}

/// True for a widget that is there only while something runs.
pub(super) fn tells_of_running(widget: &Widget) -> bool {
    use LabelMeaning as Is;
    let label = widget.label.to_lowercase();
    let words = labels::words(&label);
    let runs = |word: &str| matches!(labels::meaning(word), Some(Is::Stop | Is::Pause | Is::Lap));
    widget.acts() && matches!(words.as_slice(), [word] if runs(word))
}

/// True for a button of what came by itself and goes on until it is answered, such as a call.
pub(super) fn tells_of_alert(widget: &Widget) -> bool {
    use LabelMeaning as Is;
    let label = widget.label.to_lowercase();
    let meanings = labels::command_words(&label).into_iter().filter_map(labels::meaning);
    let answers = |is: LabelMeaning| matches!(is, Is::Snooze | Is::Dismiss | Is::Decline);
    widget.acts() && meanings.into_iter().any(answers)
}

/// True for a button that closes or folds up what it came with.
pub(super) fn puts_away(widget: &Widget) -> bool {
    use LabelMeaning as Is;
    let label = widget.label.to_lowercase();
    let closes =
        |word: &str| matches!(labels::meaning(word), Some(Is::Back | Is::Quit | Is::Dismiss));
    labels::words(&label).iter().any(|word| FOLDING.contains(word) || closes(word))
}

/// True for a press that makes something of what is written on the screen or near by.
pub(super) fn uses(target: &WidgetTarget) -> bool {
    use LabelMeaning as Is;
    let uses = |meaning: &LabelMeaning| {
        matches!(meaning, Is::Print | Is::Export | Is::Preview | Is::Send | Is::Share)
    };
    meanings(target).iter().any(uses)
}

/// True if `widget` says that it draws what it shows itself.
pub(super) fn is_drawn(widget: &Widget) -> bool {
    let id = widget.short_id().to_lowercase();
    let class = widget.short_class().to_lowercase();
    labels::words(&id.replace('_', " ")).iter().any(|word| DRAWN.contains(word))
        || DRAWN.iter().any(|word| class.starts_with(word) || class.ends_with(word))
}

/// True if `title` heads a page that shows figures in pictures.
pub(super) fn heads_figures(title: &str) -> bool {
    let title = title.to_lowercase();
    let words = labels::command_words(&title);
    words.iter().any(|word| FIGURES.contains(word))
}

/// True if `widget` says it is for carrying a row elsewhere.
pub(super) fn is_handle(widget: &Widget) -> bool {
    let said = format!("{} {}", widget.short_id().replace('_', " "), widget.content_desc);
    labels::words(&said.to_lowercase())
        .iter()
        .any(|word| ["drag", "handle", "reorder", "move"].contains(word))
}

/// What the words of label and id mean.
fn meanings(target: &WidgetTarget) -> Vec<LabelMeaning> {
    said(target).iter().filter_map(|word| labels::meaning(word)).collect()
}

/// The words of label and id; a long label says nothing, an id of the platform neither.
fn said(target: &WidgetTarget) -> Vec<String> {
    let label = target.label.to_lowercase();
    let id = labels::own_id(&target.resource_id).to_lowercase();
    let words = labels::command_words(&label).into_iter().chain(labels::words(&id));
    words.map(str::to_owned).collect()
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
