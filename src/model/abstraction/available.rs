//! The actions a screen offers, and their names.

use std::collections::HashMap;

use super::carrying::drop_point;
use super::containers::tapped_through;
use super::own_words::{own_id, own_label};
use super::spoken;
use crate::domain::values;
use crate::domain::{
    Action, ActionKey, ActionKind, AvailableAction, DeviceKey, Direction, InputText, Rotation,
    Screen, Secret, Widget, WidgetRole, WidgetTarget,
};

/// The actions `screen` offers by its widgets, in document order. Keys of the device, rotation and
/// the like are not listed: they are always possible. Touches of a container are not listed if what is
/// inside of it can be touched.
pub fn available_actions(screen: &Screen) -> Vec<AvailableAction> {
    if let Some(spoken) = screen.dialogue() {
        return spoken::offers(spoken);
    }
    let through = tapped_through(screen);
    let available = offered(screen, &through);
    if available.is_empty() && !through.is_empty() { offered(screen, &[]) } else { available }
}

/// The actions of the widgets on `screen`, without touches of those in `through`.
fn offered(screen: &Screen, through: &[usize]) -> Vec<AvailableAction> {
    let mut available = Vec::with_capacity(screen.widgets.len());
    let mut seen: HashMap<ActionKey, usize> = HashMap::new();
    let titles = RowTitles::of(screen);
    for widget in screen.widgets.iter().filter(|widget| widget.acts()) {
        let is_through = through.contains(&widget.number);
        let touches =
            |action: &Action| matches!(action.kind(), ActionKind::Tap | ActionKind::LongTap);
        for action in
            actions_of(screen, widget).into_iter().filter(|it| !is_through || !touches(it))
        {
            let (mut key, template) = names(screen, widget, &action, &titles);
            // Two widgets that nothing tells apart are told apart by their order.
            let count = seen.entry(key.clone()).or_insert(0);
            *count += 1;
            if *count > 1 {
                key = ActionKey::new(format!("{key} ({count})"));
            }
            available.push(AvailableAction { action, key, template });
        }
    }
    available
}

/// The names of `action` on `screen`: key and template. An action that is not offered there (a
/// device key, or a widget that went away) is named by what it is; a pair by both its halves.
pub fn key_of(screen: &Screen, action: &Action) -> (ActionKey, ActionKey) {
    if action.target().is_none() {
        return key_among(&[], screen, action);
    }
    key_among(&available_actions(screen), screen, action)
}

/// The same if the actions that `screen` offers are known: they are `available`.
pub fn key_among(
    available: &[AvailableAction],
    screen: &Screen,
    action: &Action,
) -> (ActionKey, ActionKey) {
    if let Action::AtOnce(pair) = action {
        let [first, then] =
            [pair.first(), pair.then()].map(|half| key_among(available, screen, half));
        let both =
            |one: &ActionKey, other: &ActionKey| ActionKey::new(format!("{one}, at once {other}"));
        return (both(&first.0, &then.0), both(&first.1, &then.1));
    }
    let Some(target) = action.target() else {
        let name = ActionKey::unaimed(action);
        return (name.clone(), name);
    };
    // Texts other than the one offered have names of their own.
    let typed = matches!(action, Action::Type { .. });
    let same = |offer: &&AvailableAction| {
        offer.action == *action
            || !typed
                && offer.action.kind() == action.kind()
                && offer.action.target().is_some_and(|other| other.number == target.number)
                && direction(&offer.action) == direction(action)
    };
    if let Some(offer) = available.iter().find(same) {
        return (offer.key.clone(), offer.template.clone());
    }
    match screen.widget(target.number) {
        Some(widget) => names(screen, widget, action, &RowTitles::of(screen)),
        None => {
            let name = ActionKey::new(format!("{} {}", action.kind().word(), target.label));
            (name.clone(), name)
        }
    }
}

fn direction(action: &Action) -> Option<Direction> {
    match action {
        Action::Swipe { direction, .. } | Action::Scroll { direction, .. } => Some(*direction),
        _ => None,
    }
}

/// What can be done with `widget` on `screen`, each ready to be performed.
fn actions_of(screen: &Screen, widget: &Widget) -> Vec<Action> {
    let target = || WidgetTarget::of(widget);
    let mut actions = Vec::new();
    for kind in &widget.actions {
        match kind {
            // A tap on a field only brings up the keyboard, which typing does anyway.
            ActionKind::Tap if !widget.allows(ActionKind::Type) => {
                actions.push(Action::Tap { target: target() });
            }
            ActionKind::LongTap if !widget.allows(ActionKind::Type) => {
                actions.push(Action::LongTap { target: target() });
            }
            ActionKind::DoubleTap => actions.push(Action::DoubleTap { target: target() }),
            ActionKind::Type => {
                let typing = |text| Action::Type { target: target(), text };
                actions.extend(texts_for(screen, widget).into_iter().map(typing));
            }
            ActionKind::Scroll => {
                let directions = if scrolls_sideways(screen, widget) {
                    [Direction::Right, Direction::Left]
                } else {
                    [Direction::Down, Direction::Up]
                };
                actions.extend(
                    directions.map(|direction| Action::Scroll { target: target(), direction }),
                );
            }
            ActionKind::Swipe => {
                let directions = [Direction::Right, Direction::Left];
                actions.extend(
                    directions.map(|direction| Action::Swipe { target: target(), direction }),
                );
            }
            ActionKind::Drag => {
                let to = drop_point(screen, widget);
                actions.extend(to.map(|to| Action::Drag { target: target(), to }));
            }
            _ => {}
        }
    }
    actions
}

/// What scrolls sideways on Android, and what does not there or in a browser; of other classes the name does not tell.
const SIDEWAYS: &[&str] = &["HorizontalScrollView", "ViewPager", "ViewPager2"];
const UPRIGHT: &[&str] = &[
    "ScrollView",
    "NestedScrollView",
    "ListView",
    "ExpandableListView",
    "GridView",
    "html",
    "vertical",
];

/// True for what scrolls sideways by its class, else for what is much wider than high, unless its rows stand below each
/// other.
pub fn scrolls_sideways(screen: &Screen, widget: &Widget) -> bool {
    let is_one_of = |classes: &[&str]| classes.contains(&widget.short_class());
    if is_one_of(SIDEWAYS) || is_one_of(UPRIGHT) {
        return is_one_of(SIDEWAYS);
    }
    let mut inside =
        screen.widgets.iter().filter(|inner| inner.position.list == Some(widget.number));
    let first = inside.find(|inner| inner.position.row.is_some());
    let next = first.and_then(|first| {
        inside.find(|inner| inner.position.row.is_some_and(|row| Some(row) != first.position.row))
    });
    let are_stacked =
        first.zip(next).is_some_and(|(first, next)| next.bounds.left < first.bounds.right);
    widget.bounds.width() > 2 * widget.bounds.height() && !are_stacked
}

/// Two different plausible texts for `widget` on `screen`; for a password field one, since secrets all look
/// alike in the log.
fn texts_for(screen: &Screen, widget: &Widget) -> Vec<InputText> {
    if widget.password {
        return vec![InputText::Secret(Secret::new(values::hidden(screen, widget)))];
    }
    let text = |variant| values::plausible_on(screen, widget, variant);
    let first = text(0);
    let other = (1..values::variants(widget)).map(text).find(|other| *other != first);
    [Some(first), other].into_iter().flatten().map(InputText::Plain).collect()
}

/// The first texts of rows, with how many rows of the same list begin so.
struct RowTitles<'a>(HashMap<(usize, &'a str), usize>);

impl<'a> RowTitles<'a> {
    fn of(screen: &'a Screen) -> Self {
        let mut rows = HashMap::new();
        for row in screen.widgets.iter().filter(|widget| widget.acts()) {
            if let Some(list) = row.position.list {
                *rows.entry((list, row.title())).or_default() += 1;
            }
        }
        Self(rows)
    }

    /// What `row` is called: by its first text if no other row of its list begins so, since what follows is
    /// mostly a value that is set there.
    fn name<'b>(&self, row: &'b Widget) -> &'b str {
        let title = row.title();
        let list = row.position.list.unwrap_or_default();
        if self.0.get(&(list, title)).is_some_and(|rows| *rows > 1) { &row.label } else { title }
    }
}

/// Key and template of `action` aimed at `widget`.
fn names(
    screen: &Screen,
    widget: &Widget,
    action: &Action,
    titles: &RowTitles<'_>,
) -> (ActionKey, ActionKey) {
    let mut template = action.kind().word().to_owned();
    if let Some(list) = widget.position.list.and_then(|number| screen.widget(number)) {
        template.push_str(&format!(" {}/", name_of(list)));
    } else {
        template.push(' ');
    }
    template.push_str(&name_of(widget));
    let in_list = widget.position.list.is_some();
    let value =
        matches!(widget.role(), WidgetRole::Field | WidgetRole::Slider | WidgetRole::Picker);
    if own_id(widget).is_none() && !in_list && !value {
        let label = own_label(screen, widget);
        if !label.is_empty() {
            template.push_str(&format!(" {label:?}"));
        }
    }
    if let Some(direction) = direction(action) {
        template.push_str(&format!(" {}", direction.word()));
    }
    let mut key = template.clone();
    if in_list && !value && !widget.label.is_empty() {
        key.push_str(&format!(" {:?}", cut(titles.name(widget), 40)));
    }
    if let Action::Type { text, .. } = action {
        let text = match text {
            InputText::Plain(text) => cut(text, 24),
            InputText::Secret(secret) => secret.to_string(),
        };
        key.push_str(&format!(" = {text:?}"));
    }
    (ActionKey::new(key), ActionKey::new(template))
}

/// `key` without the text that it types.
pub fn without_text(key: &ActionKey) -> &str {
    let key = key.as_str();
    let typing = key.starts_with("type ").then(|| key.split_once(" = ")).flatten();
    typing.map_or(key, |(on, _)| on)
}

/// `#id`, or the class if there is no id of the app's own.
fn name_of(widget: &Widget) -> String {
    own_id(widget).map_or_else(|| widget.short_class().to_owned(), |id| format!("#{id}"))
}

/// The action that is aimed at no widget and called `key`; `None` if the name does not tell all
/// of it. For keys, turning and restarting it undoes the naming of [`key_of`].
pub fn unaimed(key: &ActionKey) -> Option<Action> {
    [
        Action::Key { key: DeviceKey::Back },
        Action::Key { key: DeviceKey::Menu },
        Action::Key { key: DeviceKey::Home },
        Action::Restart,
        Action::Rotate { rotation: Rotation::Portrait },
        Action::Rotate { rotation: Rotation::Landscape },
    ]
    .into_iter()
    .find(|action| ActionKey::unaimed(action) == *key)
}

fn cut(text: &str, limit: usize) -> String {
    text.chars().take(limit).collect()
}
