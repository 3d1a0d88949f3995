//! What an action is, whatever the state: the class by which look-alikes are recognised on other
//! screens.
//!
//! A class is made of the kind of the action and of the widget's role, class, and id. A widget
//! without an id of the app's own is named by its label without values instead, a field by what
//! stands beside it. Rows of a list, keys of a keypad, and what is named by content (a long label,
//! an id that several widgets of the screen have), are one class however many there are. So is all that is inside a picker
//! of a date, a time or a number. So are all texts for a field but the first: each may be answered
//! otherwise.
//!
//! APE calls this the name of an action, and an action new if its name was tried nowhere.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::forms::field_name::field_name;
use super::{labels, menu_key};
use crate::domain::languages::{is_language, is_language_code};
use crate::domain::{
    Action, ActionKey, ActionKind, DeviceKey, Direction, InputText, LinkPlace, Screen, Widget,
    WidgetRole, values,
};
use crate::explorer::weights::weights;

/// So many letters in a row are a word, if there are digits beside them.
const WORD: usize = 3;
/// What app bars call the button for the rest of their commands.
const MENU_BUTTONS: &[&str] = &["More options", "Options menu", "Overflow menu"];
/// So many names of languages among so many widgets on either side are a choice of a language.
const LANGUAGES: usize = 3;
const NEAR_LANGUAGES: usize = 24;
/// What pages of narrow windows call the button for their navigation.
const NAVIGATION_BUTTONS: &[&str] = &["Toggle navigation", "Open navigation", "Navigation", "Menu"];
/// Few widgets listen to these, and fewer say so.
const RARE_GESTURES: &[ActionKind] = &[
    ActionKind::LongTap,
    ActionKind::DoubleTap,
    ActionKind::Swipe,
    ActionKind::Drag,
    ActionKind::Hover,
];
/// Widths that differ by fewer pixels are mostly the same.
const SAME_WIDTH: i32 = 8;
/// What marks the class of texts that are not the first ones for their field.
const OTHER_TEXT: &str = ", another text";

weights! {
    /// What counts as one class of actions.
    pub struct ActionClassWeights {
        /// The most characters of a label that count: what follows is content.
        label_characters: usize = 32,
        /// An id or a label that more widgets of a screen have names the rows of something, not
        /// one command.
        same_id_widgets: usize = 2,
        /// The most rows of a list that are commands, as in a menu: a longer list offers content.
        menu_rows: usize = 10,
        /// So many rows of a list that scrolls on are content: it has more of them than are shown.
        rows_that_go_on: usize = 10,
        /// So many cells below each other, equally wide, are a column of a table.
        column_cells: usize = 3,
        /// So many buttons without ids, each with a sign or two on it, are the keys of a keypad.
        keypad_keys: usize = 4,
        /// More links of a page that lead to the page itself sort, filter or turn over what it shows.
        links_within: usize = 2,
    }
}

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(in crate::explorer) struct ActionClass {
    /// What tells it from other classes.
    pub name: String,
    /// The same without the numbers of its id, which a page may count up for each thing that it shows;
    /// `None` if there are none.
    pub unnumbered: Option<String>,
    /// The widgets of one activity that look the same: what they do is often alike, whatever their
    /// labels, as for the days of a calendar.
    pub group: String,
    /// The widgets of one activity that stand equally deep and are equally high, whatever their
    /// widths: the headings of a table, or the tabs of a bar.
    pub family: String,
    /// True for a row of a list, and for what is named by content: there are more of them, and
    /// each may show something else.
    pub is_row: bool,
    /// Where it leads, as far as that is known before it is tried.
    pub leads: ClassLead,
    /// Its kind, if what it did anywhere tells of others: a gesture that few widgets listen to, or a tap of a switch.
    pub gesture: Option<ActionKind>,
}

/// Where an action leads, as far as that is known before it is tried.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(in crate::explorer) enum ClassLead {
    /// Nothing tells.
    #[default]
    Untold,
    /// To a place of the app: its package and [`Screen::location`].
    To(String),
    /// The same for one of several rows of a list that lead there: each may show something else.
    OneOf(String),
    /// Out of the app, or to words that nothing here understands.
    Away,
}

impl ActionClass {
    /// The class of `action` on `screen`, which is the page `page`: its location, or that of another page of its template.
    pub(in crate::explorer) fn of(
        screen: &Screen,
        action: &Action,
        page: &str,
        weights: &ActionClassWeights,
    ) -> Self {
        if let Action::AtOnce(pair) = action {
            let [first, then] =
                [pair.first(), pair.then()].map(|action| Self::of(screen, action, page, weights));
            let name = format!("{}, at once {}", first.name, then.name);
            return Self { name, unnumbered: None, leads: ClassLead::Untold, ..first };
        }
        let kind = action.kind().word();
        let widget = action.target().and_then(|target| screen.widget(target.number));
        let Some(widget) = widget else {
            let name = match action {
                // All that is started is a screen that was not seen.
                Action::Start { .. } => kind.to_owned(),
                // Each page of an activity may have a menu of its own.
                Action::Key { key: DeviceKey::Menu } => {
                    format!("menu of {}", menu_key::page(screen))
                }
                _ => ActionKey::unaimed(action).to_string(),
            };
            let group = match action {
                Action::Key { key } => ActionKey::unaimed(&Action::Key { key: *key }).to_string(),
                _ => kind.to_owned(),
            };
            return Self { name, family: group.clone(), group, ..Self::default() };
        };
        if widget.position.in_picker {
            return Self::in_picker(page, kind);
        }
        let within = leads_within(screen, widget, weights.links_within);
        let leads = lead(screen, action, widget, within);
        if leads == ClassLead::Away {
            let name = format!("{kind} what leads away");
            return Self { leads, ..Self::everywhere(name) };
        }
        if widget.link == Some(LinkPlace::Here) && matches!(action, Action::Tap { .. }) {
            let name = format!("{kind} link to a part of the page");
            return Self { is_row: true, ..Self::everywhere(name) };
        }
        let role = widget.role().word();
        let class = widget.short_class();
        let mut name = format!("{kind} {role} {class}");
        if let Some(direction) = direction(action) {
            let _ = write!(name, " {}", direction.word());
        }
        let is_other_text = types_other_text(screen, action, widget);
        let mut unnumbered_name = None;
        let is_key = is_keypad_key(screen, widget, weights.keypad_keys);
        let is_row = within || is_key || is_row(screen, widget, weights);
        let id = lasting_id(&widget.resource_id);
        if within {
            let _ = write!(name, " within {page}");
        } else if is_key {
            name.push_str(" key of a keypad");
        } else if is_row {
            let list = widget.position.list.and_then(|list| screen.widget(list));
            let id = unnumbered(id).collect::<String>();
            let list_id = list.map_or("", |list| lasting_id(&list.resource_id));
            let _ = write!(name, " row {list_id}/{id}");
            if list.is_some() && list_id.is_empty() && id.is_empty() {
                // The rows of a menu are others than those of a picker.
                let _ = write!(name, " {} deep", widget.position.depth);
            }
            if let Some(column) = table_column(screen, widget, weights.column_cells) {
                let _ = write!(name, " column {column}");
            }
        } else if widget.is_field() {
            // The fields of a form that grows are numbered: they are one class.
            let _ = write!(name, " {}", weights.value_free(field_name(widget)));
        } else if !id.is_empty() {
            let stem = uncounted(id);
            if stem != id {
                let label = weights.value_free(lasting_label(widget));
                unnumbered_name = Some(format!("{name} #{stem} {label:?}"));
            }
            let _ = write!(name, " #{id}");
            if shares_its_id(screen, widget) {
                let _ = write!(name, " {:?}", weights.value_free(title_of(widget)));
            }
        } else if !widget.role().shows_a_value() {
            let _ = write!(name, " {:?}", weights.value_free(title_of(widget)));
            if kind == ActionKind::Tap.word() && opens_a_menu(widget) {
                let _ = write!(name, " of {page}");
            } else if let Some(section) = section(screen).filter(|_| opens_navigation(widget)) {
                let _ = write!(name, " of {section}");
            }
        }
        // What is further down on one page says nothing of what is on others.
        if matches!(action, Action::Scroll { .. }) && screen.scrolls_a_page(widget) {
            let _ = write!(name, " of {page}");
        }
        let (width, height) = (widget.bounds.width(), widget.bounds.height());
        let depth = widget.position.depth;
        let mut family = format!("{page} {kind} {class} {depth} {height}");
        if is_other_text {
            name.push_str(OTHER_TEXT);
            family.push_str(OTHER_TEXT);
        }
        // Columns that share a width evenly differ by a pixel.
        let group = format!("{family} {}", (width + SAME_WIDTH / 2) / SAME_WIDTH);
        let is_row = is_row || is_other_text;
        let is_switched = action.kind() == ActionKind::Tap && widget.role() == WidgetRole::Toggle;
        let gesture = Some(action.kind());
        let gesture = gesture.filter(|kind| is_switched || RARE_GESTURES.contains(kind));
        Self { name, unnumbered: unnumbered_name, group, family, is_row, leads, gesture }
    }
}

impl ActionClass {
    /// The class of actions of this kind in pickers: each part of a picker changes the value that it
    /// holds, as each row of a list leads on.
    fn in_picker(page: &str, kind: &str) -> Self {
        let name = format!("{kind} in a picker");
        let group = format!("{page} {name}");
        Self { name, family: group.clone(), group, is_row: true, ..Self::default() }
    }

    /// The class with this name, whatever its widgets look like.
    fn everywhere(name: String) -> Self {
        Self { family: name.clone(), group: name.clone(), name, ..Self::default() }
    }
}

/// True if another button has the same id, and other words.
pub(in crate::explorer) fn shares_its_id(screen: &Screen, widget: &Widget) -> bool {
    let is_command = |it: &Widget| {
        it.role() == WidgetRole::Button && it.position.list.is_none() && !it.label.is_empty()
    };
    let is_other = |other: &Widget| {
        other.resource_id == widget.resource_id && is_command(other) && other.label != widget.label
    };
    is_command(widget) && screen.widgets.iter().any(is_other)
}

/// Where `action` on `widget` leads; `within` if it is one of many links to the present page.
fn lead(screen: &Screen, action: &Action, widget: &Widget, within: bool) -> ClassLead {
    if !matches!(action, Action::Tap { .. }) {
        return ClassLead::Untold;
    }
    match &widget.link {
        Some(LinkPlace::Outside(_)) => ClassLead::Away,
        Some(LinkPlace::Inside(place)) => {
            let name = place_name(&screen.package, place);
            let is_one = within || is_one_of_several(screen, widget);
            if is_one { ClassLead::OneOf(name) } else { ClassLead::To(name) }
        }
        Some(LinkPlace::Here) => ClassLead::Untold,
        None if is_language(&widget.label) || is_among_languages(screen, widget) => ClassLead::Away,
        None => ClassLead::Untold,
    }
}

/// True for a choice among languages: of the toggles, options or rows around it some are called like languages or
/// by their codes.
fn is_among_languages(screen: &Screen, widget: &Widget) -> bool {
    let is_chosen = widget.role() == WidgetRole::Toggle || widget.short_class() == "option";
    if !is_chosen && widget.position.list.is_none() {
        return false;
    }
    // Several columns are several lists.
    let is_alike = |other: &&Widget| {
        other.class == widget.class && other.position.depth == widget.position.depth
    };
    let first = widget.number.saturating_sub(NEAR_LANGUAGES + 1);
    let near = screen.widgets.iter().skip(first).take(2 * NEAR_LANGUAGES + 1);
    let is_named = |other: &&Widget| is_language(&other.label) || is_language_code(&other.label);
    near.filter(is_alike).filter(is_named).nth(LANGUAGES - 1).is_some()
}

/// True if two other rows of its list lead to the same place.
fn is_one_of_several(screen: &Screen, widget: &Widget) -> bool {
    let position = &widget.position;
    let is_other_row = |other: &&Widget| {
        other.position.list == position.list && other.position.row != position.row
    };
    position.list.is_some()
        && screen
            .widgets
            .iter()
            .filter(is_other_row)
            .filter(|it| it.link == widget.link)
            .nth(1)
            .is_some()
}

/// What a place of an app is called in a [`ClassLead`].
pub(in crate::explorer) fn place_name(package: &str, location: &str) -> String {
    format!("{package} {location}")
}

/// True for one of more than `most` links that lead to the very page that they are on: they sort, filter or
/// turn over what it shows.
fn leads_within(screen: &Screen, widget: &Widget, most: usize) -> bool {
    let within = |widget: &Widget| matches!(&widget.link, Some(LinkPlace::Inside(place)) if *place == screen.location);
    within(widget) && screen.widgets.iter().filter(|other| within(other)).nth(most).is_some()
}

/// True for typing another text than the first one that `field` is given.
fn types_other_text(screen: &Screen, action: &Action, field: &Widget) -> bool {
    let Action::Type { text: InputText::Plain(text), .. } = action else { return false };
    *text != values::plausible_on(screen, field, 0)
}

fn direction(action: &Action) -> Option<Direction> {
    match action {
        Action::Swipe { direction, .. } | Action::Scroll { direction, .. } => Some(*direction),
        _ => None,
    }
}

/// True for a row of a list and for what looks like one. The rows of a short list are commands, as
/// in a menu, unless they are long or hold values.
fn is_row(screen: &Screen, widget: &Widget, weights: &ActionClassWeights) -> bool {
    if widget.role().shows_a_value() || widget.role() == WidgetRole::List {
        return false;
    }
    let name = lasting_label(widget);
    let is_command = labels::is_command(&labels::words(name));
    if let Some(list) = widget.position.list {
        let rows = screen.widgets.iter().filter(|other| other.position.list == Some(list));
        let acting = rows.filter(|other| other.acts()).count();
        let is_value = name.chars().any(char::is_numeric);
        let goes_on = screen.widget(list).is_some_and(|list| list.allows(ActionKind::Scroll));
        let is_long = acting > weights.menu_rows || goes_on && acting >= weights.rows_that_go_on;
        return !is_command || is_value || name.is_empty() || is_long;
    }
    let id = lasting_id(&widget.resource_id);
    if id.is_empty() && !is_command {
        return true;
    }
    let same = screen.widgets.iter().filter(|other| {
        let other_id = lasting_id(&other.resource_id);
        let says_the_same = || weights.value_free(lasting_label(other)) == weights.value_free(name);
        other.acts()
            && other.class == widget.class
            && unnumbered(other_id).eq(unnumbered(id))
            && (!id.is_empty() && other_id == id || says_the_same())
    });
    same.count() > weights.same_id_widgets
}

/// True for one of several buttons that have a sign or two on them, such as digits: what one of them does the others do
/// too, whatever signs the app is set to.
fn is_keypad_key(screen: &Screen, widget: &Widget, least: usize) -> bool {
    let is_key = |it: &Widget| {
        it.allows(ActionKind::Tap)
            && it.position.list.is_none()
            && !it.role().shows_a_value()
            && lasting_id(&it.resource_id).is_empty()
            && is_sign(&it.label)
    };
    is_key(widget)
        && screen.widgets.iter().filter(|it| is_key(it) && it.class == widget.class).count()
            >= least
}

/// True for a label of a sign or two that are no letters: one letter is often a command, as in the bars of editors.
pub(in crate::explorer) fn is_sign(label: &str) -> bool {
    (1..=2).contains(&label.chars().count()) && !label.chars().any(char::is_alphabetic)
}

/// The column of a table that `cell` belongs to, from 0: one may select the row, the next open it.
/// `None` if there is one column only, and if all are equally wide: the days of a calendar differ in
/// nothing but their values.
fn table_column(screen: &Screen, cell: &Widget, least_cells: usize) -> Option<usize> {
    let mut columns: BTreeMap<(i32, i32), usize> = BTreeMap::new();
    let cells = screen.widgets.iter().filter(|other| {
        other.acts() && other.class == cell.class && other.position.list == cell.position.list
    });
    for other in cells {
        *columns.entry((other.bounds.left, other.bounds.width())).or_default() += 1;
    }
    columns.retain(|_, cells| *cells >= least_cells);
    let own = (cell.bounds.left, cell.bounds.width());
    let differ = columns.keys().any(|(_, width)| *width != own.1);
    if !differ { None } else { columns.keys().position(|column| *column == own) }
}

/// The label; empty if it is an id that was made while the app runs, for want of anything else.
fn lasting_label(widget: &Widget) -> &str {
    let is_id = widget.label == labels::own_id(&widget.resource_id);
    if is_id { lasting_id(&widget.resource_id) } else { &widget.label }
}

/// What `widget` is called by the first of the texts in it, if it has none of its own: what follows in a
/// row of settings is the value that is set. Empty for a list, whose texts are those of its rows.
fn title_of(widget: &Widget) -> &str {
    if widget.role() == WidgetRole::List {
        return "";
    }
    let label = lasting_label(widget);
    if widget.position.list.is_some() && label == widget.label { widget.title() } else { label }
}

/// True for the button behind which an app bar has what does not fit on it: each activity has a menu of
/// its own there.
fn opens_a_menu(widget: &Widget) -> bool {
    MENU_BUTTONS.iter().any(|label| widget.label.eq_ignore_ascii_case(label))
}

/// True for the button behind which a page has its navigation if the window is narrow.
fn opens_navigation(widget: &Widget) -> bool {
    NAVIGATION_BUTTONS.iter().any(|label| widget.label.eq_ignore_ascii_case(label))
}

/// The first part of the path of a page: each section of a site may have a navigation of its own.
fn section(screen: &Screen) -> Option<&str> {
    screen.location.strip_prefix('/')?.split(['/', '#']).next()
}

/// The id of the app's own; empty for one that was made while the app runs, such as `_r_2l_`: it is
/// another one the next time. Most ids of the platform name a position, such as `button1`; those of
/// more words name a part of one of its widgets.
pub(in crate::explorer) fn lasting_id(resource_id: &str) -> &str {
    let of_platform = resource_id.strip_prefix("android:id/").filter(|id| id.contains('_'));
    let id = of_platform.unwrap_or_else(|| labels::own_id(resource_id));
    let mut parts = id.split(|letter: char| !letter.is_alphabetic());
    let has_word = parts.any(|part| part.chars().count() >= WORD);
    let has_digit = id.chars().any(|letter| letter.is_ascii_digit());
    if has_digit && !has_word { "" } else { id }
}

/// The letters of `id` without its numbers, also those that are counted up with letters for digits, as in
/// `item-6u`: a page numbers what it builds for each item of a list.
fn unnumbered(id: &str) -> impl Iterator<Item = char> {
    let mut begins = true;
    let mut in_number = false;
    id.chars().filter(move |letter| {
        if begins {
            in_number = letter.is_ascii_digit();
        }
        begins = !letter.is_ascii_alphanumeric();
        begins || !(in_number || letter.is_ascii_digit())
    })
}

/// The same without its last part if that may be a counter whose digits are letters, as in `block-jf`.
fn uncounted(id: &str) -> String {
    let last = id.rsplit(|letter: char| !letter.is_ascii_alphanumeric()).next().unwrap_or_default();
    let before = id.strip_suffix(last).unwrap_or(id);
    let may_count = |letter: char| letter.is_ascii_digit() || letter.is_ascii_lowercase();
    if !before.is_empty() && last.len() < WORD && last.chars().all(may_count) {
        unnumbered(before).collect()
    } else {
        unnumbered(id).collect()
    }
}

impl ActionClassWeights {
    /// `label` in lower case, cut, each number in it (dates, times, prices) folded to one `#`, without an arrow
    /// behind it, which tells how a table is sorted.
    pub(in crate::explorer) fn value_free(&self, label: &str) -> String {
        let mut text = String::new();
        let label = label.trim_end_matches([' ', '▲', '▼', '△', '▽', '↑', '↓', '⇅', '↕']);
        for letter in label.chars().take(self.label_characters).flat_map(char::to_lowercase) {
            if letter.is_numeric() {
                if !text.ends_with('#') {
                    text.push('#');
                }
            } else {
                text.push(letter);
            }
        }
        // What stands between two numbers belongs to them.
        for between in ["#.#", "#,#", "#:#", "#/#", "#-#"] {
            while text.contains(between) {
                text = text.replace(between, "#");
            }
        }
        text
    }
}

#[cfg(test)]
mod tests;
