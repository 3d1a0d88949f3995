//! What of a screen its state is made of, in parts that can be compared one by one.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use xxhash_rust::xxh3::xxh3_64;

use super::heading;
use super::own_words::{own_id, own_label, own_list_name};
use super::value_free::has_toggle;
use super::{NumberedIds, is_scroll, place, signature};
use crate::domain::{Screen, Widget, WidgetRole};

/// A dialog that offers more than this is a list of content, not a menu.
const MENU_LIMIT: usize = 24;

/// A part of a screen by which its state is told apart from others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum ScreenDetail {
    /// What one widget shows: whether it is enabled or checked, its label or choice.
    Widget(String),
    /// Whether it has this part at all.
    Part(String),
}

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ScreenOutline {
    /// Package, activity and kind of window.
    pub place: String,
    /// The heading, without values.
    pub heading: String,
    /// The labels of the selected tabs.
    pub choice: BTreeSet<String>,
    /// What a dialog, menu or popup offers.
    pub menu: Option<BTreeSet<String>>,
    /// True if the menu may show other labels: it scrolls, or offers a choice of data.
    pub menu_varies: bool,
    /// The signatures of what acts.
    pub actions: BTreeSet<String>,
    /// The signatures of what only says something.
    pub words: BTreeSet<String>,
    /// The lists that have rows which act.
    pub lists: BTreeSet<String>,
    /// The labels of those rows, by list.
    pub rows: BTreeMap<String, BTreeSet<String>>,
    /// What the fields hold.
    pub typed: Vec<String>,
    /// What widgets show besides: details that tell no states apart at first.
    pub shown: BTreeMap<String, String>,
}

impl ScreenOutline {
    /// The outline of a screen of a display whose numbered ids are these.
    pub fn of(screen: &Screen, numbered: &NumberedIds) -> Self {
        let mut outline = Self {
            place: place(screen),
            heading: heading::of(screen).map(heading::lasting).unwrap_or_default(),
            menu: screen.dialog.then(BTreeSet::new),
            ..Self::default()
        };
        for widget in &screen.widgets {
            outline.add(screen, widget, numbered);
        }
        outline.menu = outline.menu.filter(|labels| labels.len() <= MENU_LIMIT);
        outline
    }

    fn add(&mut self, screen: &Screen, widget: &Widget, numbered: &NumberedIds) {
        if widget.position.in_picker {
            self.actions.extend(signature(screen, widget, numbered));
            return;
        }
        let list = widget.position.list.and_then(|number| screen.widget(number));
        let own = widget.inherits.is_none();
        let acts = own && widget.actions.iter().any(|kind| !is_scroll(*kind));
        let role = widget.role();
        let scrolls = own && widget.actions.iter().any(|kind| is_scroll(*kind));
        let chooses = role == WidgetRole::Toggle && list.is_some();
        self.menu_varies |= self.menu.is_some() && (scrolls || chooses);
        if let Some(signature) = signature(screen, widget, numbered) {
            if acts { &mut self.actions } else { &mut self.words }.insert(signature);
        }
        if role == WidgetRole::Field {
            self.typed.push(widget.content().to_owned());
        }
        if !acts {
            return;
        }
        let label = own_label(screen, widget);
        if let Some(labels) = self.menu.as_mut().filter(|_| !role.shows_a_value()) {
            labels.insert(label.clone());
        }
        if let Some(list) = list {
            let name = own_list_name(list);
            if list.role() == WidgetRole::List {
                self.lists.insert(name.clone());
            }
            self.rows.entry(name).or_default().insert(label);
            return;
        }
        if widget.selected && role != WidgetRole::Toggle {
            self.choice.insert(label.clone());
        }
        self.add_details(widget, role, &label);
    }

    fn add_details(&mut self, widget: &Widget, role: WidgetRole, label: &str) {
        let id = own_id(widget);
        let slot = id.as_ref().map_or_else(
            || format!("{} {label:?}", widget.short_class()),
            |id| format!("{}#{id}", widget.short_class()),
        );
        if !widget.enabled {
            self.shown.insert(format!("{slot} enabled"), "no".into());
        }
        if let Some(checked) = widget.checked {
            let word = if checked { "on" } else { "off" };
            self.shown.insert(format!("{slot} checked"), word.into());
        }
        if is_labelled(role, id.is_some()) {
            self.shown.insert(format!("{slot} label"), label.to_owned());
        }
        if has_toggle(&widget.label) {
            self.shown.insert(format!("{slot} word"), widget.label.to_lowercase());
        }
    }

    /// The value of `detail`; empty if the screen does not have it.
    pub fn value(&self, detail: &ScreenDetail) -> &str {
        match detail {
            ScreenDetail::Widget(name) => self.shown.get(name).map_or("", String::as_str),
            ScreenDetail::Part(part) => {
                let has = self.actions.contains(part) || self.words.contains(part);
                if has { "yes" } else { "" }
            }
        }
    }

    /// The details in which it differs from `other`, in order.
    pub fn differences(&self, other: &Self) -> BTreeSet<ScreenDetail> {
        let names: BTreeSet<&String> = self.shown.keys().chain(other.shown.keys()).collect();
        let shown = names
            .into_iter()
            .filter(|name| self.shown.get(*name) != other.shown.get(*name))
            .map(|name| ScreenDetail::Widget(name.clone()));
        let actions = self.actions.symmetric_difference(&other.actions);
        let words = self.words.symmetric_difference(&other.words);
        shown.chain(actions.chain(words).cloned().map(ScreenDetail::Part)).collect()
    }

    /// What stays if values and details are left out; its hash is the structural id of the first
    /// screen of its kind.
    pub fn structure(&self) -> String {
        let mut text = self.place.clone();
        let _ = write!(text, "|title={}|tabs={:?}|menu={:?}", self.heading, self.choice, self.menu);
        for part in self.actions.iter().chain(&self.words) {
            text.push('\n');
            text.push_str(part);
        }
        text
    }

    /// A hash of all of it: screens that have the same are always one state.
    pub fn fingerprint(&self) -> u64 {
        xxh3_64(format!("{}\n{:?}\n{:?}", self.structure(), self.rows, self.shown).as_bytes())
    }

    /// What look-alike screens have in common: everything but heading, tab and the menu's labels.
    pub fn kin(&self) -> u64 {
        let text = format!("{}\n{:?}\n{:?}", self.place, self.actions, self.words);
        xxh3_64(text.as_bytes())
    }
}

/// True if the label of such a widget may tell in which mode the screen is.
const fn is_labelled(role: WidgetRole, has_id: bool) -> bool {
    match role {
        WidgetRole::Picker => true,
        WidgetRole::Button | WidgetRole::Tab | WidgetRole::Toggle | WidgetRole::Text => has_id,
        _ => false,
    }
}
