//! Words of what does something each time it is pressed.

use super::{WidgetTarget, command_words, has_ends, is_opposite, may_rest, words};
use crate::domain::{Screen, Widget, WidgetRole};

/// Words of what is on or off, and changes with each press.
const SWITCHING: &[&str] = &[
    "bookmark",
    "favorite",
    "favourite",
    "flash",
    "flashlight",
    "follow",
    "heart",
    "like",
    "mute",
    "star",
    "subscribe",
    "torch",
    "unfollow",
    "unlike",
    "unmute",
    "unpin",
];

/// Labels of what leaves a page or ends what it shows.
const LEAVING: &[&str] = &["skip", "dismiss", "not now", "no thanks", "got it", "snooze"];

/// Words of what begins what can be stopped.
const BEGINNING: &[&str] = &["start", "play", "resume", "continue", "test", "run", "record"];

/// First words of what removes the one thing that a page is about, or asks whether to.
const DELETING: &[&str] = &["delete", "remove", "uninstall", "logout"];

/// The same of two words.
const DELETING_PAIRS: &[[&str; 2]] = &[["log", "out"], ["sign", "out"]];

/// First words of what shows what the next words name.
const SHOWING: &[&str] = &["view", "see", "show", "open", "read", "visit", "browse", "learn", "go"];

/// Labels of what leads on through steps or to more; beside what leads back it has ends.
const LEADING: &[&str] = &["next", "more"];

/// True if the label of `target` names what is on or off: each press changes it.
fn switches(target: &WidgetTarget) -> bool {
    let label = target.label.to_lowercase();
    let words = command_words(&label);
    words.len() <= 3 && words.iter().any(|word| SWITCHING.contains(word))
}

/// True if the label of `target` says that pressing it removes something, or asks whether to.
fn deletes(target: &WidgetTarget) -> bool {
    let label = target.label.to_lowercase();
    match command_words(&label)[..] {
        [first, second, ..] if DELETING_PAIRS.contains(&[first, second]) => true,
        [first, ..] => DELETING.contains(&first),
        [] => false,
    }
}

/// True if the label of `target` says that something is shown, and what: "View cart", "See all".
pub fn names_a_view(target: &WidgetTarget) -> bool {
    let label = target.label.to_lowercase();
    matches!(command_words(&label)[..], [first, _, ..] if SHOWING.contains(&first))
}

/// Words of what opens a page or dialog to add or find something.
const ADDING: &[&str] = &["add", "new", "search", "find"];

/// True for what adds something or looks for it on a screen without fields: it asks for what it needs.
pub fn adds(screen: &Screen, target: &WidgetTarget) -> bool {
    let label = target.label.to_lowercase();
    command_words(&label).iter().any(|word| ADDING.contains(word))
        && !screen.widgets.iter().any(Widget::is_field)
}

/// True if the label of `target` says no more than that it leads on: it has ends only where something leads back as well.
fn leads_on(target: &WidgetTarget) -> bool {
    LEADING.contains(&target.label.trim().to_lowercase().as_str())
}

/// True for what does something whenever it is pressed: a button of a dialog or a row of its menu, a tab, what is on or
/// off, what names what it shows, what adds something or looks for it where nothing is to be entered, and what removes
/// the one thing that a page is about. A day of a calendar or a value to pick may be chosen already.
pub fn acts_each_time(screen: &Screen, widget: &Widget, target: &WidgetTarget) -> bool {
    let is_command = !target.label.contains(|it: char| it.is_ascii_digit())
        && !has_ends(&target.label)
        && !command_words(&target.label.to_lowercase()).is_empty();
    let is_answer = widget.role() == WidgetRole::Button || widget.position.row.is_some();
    let in_dialog = screen.dialog && is_answer && is_command;
    let is_list = |it: &Widget| {
        it.role() == WidgetRole::List || it.position.list.is_some() || it.checked.is_some()
    };
    let lists = screen.widgets.iter().any(is_list);
    let leaves = LEAVING.contains(&target.label.trim().to_lowercase().as_str());
    if stops_alone(screen, target) {
        return true;
    }
    !screen.is_in_browser()
        && !may_rest(&target.label)
        && (in_dialog
            || leaves
            || is_other_tab(screen, widget)
            || switches(target)
            || names_a_view(target)
            || adds(screen, target)
            || (deletes(target) && !lists))
}

/// True for what stops something on a page where nothing begins it: it goes on.
pub fn stops_alone(screen: &Screen, target: &WidgetTarget) -> bool {
    let begins = |it: &Widget| {
        let lower = it.label.to_lowercase();
        it.acts() && words(&lower).iter().any(|word| BEGINNING.contains(word))
    };
    target.label.trim().eq_ignore_ascii_case("stop")
        && !screen.is_in_browser()
        && !screen.widgets.iter().any(begins)
}

/// True for a label that says to pause something, in a word or two.
pub fn says_pause(label: &str) -> bool {
    let lower = label.to_lowercase();
    matches!(words(&lower)[..], ["pause"] | ["pause", _])
}

/// True if something can be paused on `screen`: it plays.
pub fn plays(screen: &Screen) -> bool {
    screen.widgets.iter().any(|widget| widget.acts() && says_pause(&widget.label))
}

/// True for a tab that is not chosen where another one is shown as chosen.
pub fn is_other_tab(screen: &Screen, widget: &Widget) -> bool {
    let is_chosen = |it: &Widget| it.role() == WidgetRole::Tab && it.selected;
    widget.role() == WidgetRole::Tab && !widget.selected && screen.widgets.iter().any(is_chosen)
}

/// True for what leads on, such as "Next", on a page where nothing leads back and no place is told, such as "3 of 5".
pub fn leads_on_alone(screen: &Screen, target: &WidgetTarget) -> bool {
    let goes_back = |it: &Widget| it.acts() && is_opposite(&it.label, &target.label);
    let tells_place = |it: &Widget| {
        let lower = it.text.to_lowercase();
        words(&lower).windows(3).any(
            |it| matches!(it, [a, "of", b] if a.parse::<u32>().is_ok() && b.parse::<u32>().is_ok()),
        )
    };
    leads_on(target)
        && !screen.is_in_browser()
        && !may_rest(&target.label)
        && !screen.widgets.iter().any(|it| goes_back(it) || tells_place(it))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{ActionKind, DisplaySize, Point};

    fn target(label: &str) -> WidgetTarget {
        WidgetTarget { label: label.into(), ..WidgetTarget::default() }
    }

    #[test]
    fn some_words_say_that_each_press_does_something() {
        assert!(switches(&target("Favourite")) && switches(&target("Torch on")));
        assert!(!switches(&target("Favourites")) && !switches(&target("Blue")));
        assert!(deletes(&target("Delete account")) && deletes(&target("Sign out")));
        assert!(!deletes(&target("Sign in")) && !deletes(&target("Do not delete")));
        assert!(names_a_view(&target("See all")) && !names_a_view(&target("View")));
    }

    fn screen() -> Screen {
        Screen::on_display("org.app", ".Home", DisplaySize::new(720, 1600))
    }

    fn widget(label: &str) -> Widget {
        Widget {
            label: label.into(),
            text: label.into(),
            enabled: true,
            tap: Some(Point::default()),
            actions: vec![ActionKind::Tap],
            ..Widget::default()
        }
    }

    #[test]
    fn what_adds_something_needs_a_field_on_the_screen_or_asks_for_it() {
        let mut screen = screen();
        let add =
            |screen: &Screen| acts_each_time(screen, &widget("Add a wish"), &target("Add a wish"));
        assert!(add(&screen));
        let field = Widget { actions: vec![ActionKind::Type], ..Widget::default() };
        screen.widgets.push(field);
        assert!(!add(&screen), "nothing may be entered");
    }

    #[test]
    fn a_row_of_a_menu_does_something() {
        let mut entry = widget("Export the list");
        entry.position.row = Some(1);
        let acts = |dialog: bool, label: &str| {
            let screen = Screen { dialog, ..screen() };
            acts_each_time(&screen, &entry, &target(label))
        };
        assert!(acts(true, "Export the list") && !acts(false, "Export the list"));
        assert!(!acts(true, "12"), "it may be chosen already");
    }

    #[test]
    fn what_can_be_paused_plays() {
        let plays = |label: &str| plays(&Screen { widgets: vec![widget(label)], ..screen() });
        assert!(plays("Pause") && plays("Pause song"));
        assert!(!plays("Play") && !plays("Pause all songs now"));
    }

    #[test]
    fn what_leads_on_or_stops_may_do_nothing_beside_its_opposite() {
        let alone = |label: &str, beside: &str| {
            let mut screen = screen();
            screen.widgets = vec![widget(beside)];
            leads_on_alone(&screen, &target(label))
        };
        assert!(alone("Next", "Read this") && alone("More", "Home"));
        assert!(
            !alone("Next", "Previous") && !alone("Next", "3 of 5") && !alone("Previous", "Home")
        );
    }
}
