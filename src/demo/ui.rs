//! The view tree of demo apps: what is drawn is also what is dumped.
//!
//! Sizes are in dp (the phone draws 2 pixels a dp). Text fields, scrolling and focus are the
//! phone's business; an app only says what is there and which message each touch sends.

mod scene;

use std::sync::Arc;

use crate::domain::Direction;

pub use scene::{Layer, Scene};

/// What a view is; decides its Android class and how it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Children below each other (`android.widget.LinearLayout`).
    Column,
    /// Children beside each other, sharing the width by [`View::weight`].
    Row,
    /// A raised surface around one column of children (`androidx.cardview.widget.CardView`).
    Card,
    /// A column that scrolls when it is too long (`android.widget.ScrollView`).
    Scroll,
    /// A list of rows that scrolls (`androidx.recyclerview.widget.RecyclerView`).
    List,
    /// The bar at the top (`androidx.appcompat.widget.Toolbar`).
    Toolbar,
    /// The bar at the bottom, children share the width
    /// (`com.google.android.material.bottomnavigation.BottomNavigationView`).
    BottomBar,
    /// One choice of a bottom bar or of a row of tabs.
    Tab,
    /// Words (`android.widget.TextView`).
    Text(TextStyle),
    /// A button (`android.widget.Button`).
    Button(ButtonStyle),
    /// A button that is only a sign (`android.widget.ImageButton`); its text is the glyph, its
    /// description names it.
    IconButton,
    /// The round button over the lower right corner.
    Fab,
    /// A text field (`android.widget.EditText`).
    Field(Input),
    /// `android.widget.CheckBox`
    CheckBox,
    /// `android.widget.Switch`
    Switch,
    /// `android.widget.RadioButton`
    Radio,
    /// A drop-down that shows its present choice (`android.widget.Spinner`).
    Spinner,
    /// `android.widget.SeekBar`; [`View::value`] of [`View::max`].
    Slider,
    /// `android.widget.ProgressBar`; [`View::value`] of [`View::max`], turning if `max` is 0.
    Progress,
    /// A picture (`android.widget.ImageView`); its text is the glyph it shows.
    Image,
    /// A thin line.
    Divider,
    /// Empty room, [`View::value`] dp high.
    Spacer,
    /// An opaque surface of [`View::value`] dp (`android.webkit.WebView` with nothing inside).
    Web,
}

/// How words are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextStyle {
    /// The heading of a tool bar or dialog; dumped with id `title` unless it has its own.
    Title,
    /// Large, for numbers that matter.
    Display,
    /// A heading inside a screen.
    Heading,
    /// Ordinary.
    Body,
    /// Small and grey.
    Caption,
    /// Small and red, under a field.
    Error,
}

/// How a button is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ButtonStyle {
    /// Filled with the app's colour.
    Filled,
    /// Only outlined.
    Outlined,
    /// Only words.
    Plain,
}

/// What a field takes. The phone drops what does not fit, as Android's input types do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// One line of anything.
    Line,
    /// Several lines of anything.
    Lines,
    /// Digits only.
    Number,
    /// Digits, a sign and a decimal point.
    Decimal,
    /// Hidden as dots.
    Password,
}

/// Makes a message of what was typed.
pub type OnText<M> = Arc<dyn Fn(String) -> M + Send + Sync>;
/// Makes a message of a slider's new value.
pub type OnValue<M> = Arc<dyn Fn(i32) -> M + Send + Sync>;

/// One view, with the messages of type `M` that touching it sends to the app.
#[derive(Clone)]
pub struct View<M> {
    /// What it is.
    pub kind: Kind,
    /// Short id, dumped as `package:id/ID`; empty for none.
    pub id: String,
    /// The words on it; for a field its content.
    pub text: String,
    /// Accessibility description.
    pub desc: String,
    /// What an empty field shows.
    pub hint: String,
    /// What is inside.
    pub children: Vec<Self>,
    /// Sent when tapped; makes it clickable.
    pub on_tap: Option<M>,
    /// Sent when held; makes it long-clickable.
    pub on_long: Option<M>,
    /// Sent with the whole new content when a field changes.
    pub on_text: Option<OnText<M>>,
    /// Sent when a field's keyboard action (Enter) is pressed.
    pub on_enter: Option<M>,
    /// Sent when a slider moves.
    pub on_value: Option<OnValue<M>>,
    /// Sent when it is swiped that way.
    pub on_swipe: Vec<(Direction, M)>,
    /// Greyed out and dead if false.
    pub enabled: bool,
    /// On or off, for what can be checked.
    pub checked: Option<bool>,
    /// The current tab, row or choice.
    pub selected: bool,
    /// A slider's or progress bar's value; the size of a spacer or web view.
    pub value: i32,
    /// A slider's or progress bar's end.
    pub max: i32,
    /// The most characters a field takes; 0 for no limit.
    pub max_length: usize,
    /// The size of its letters, in percent of the usual.
    pub letters: u16,
    /// Its share of a row's width, 0 for as wide as its content.
    pub weight: u8,
}

impl<M> View<M> {
    /// A view of `kind` with nothing in it.
    pub fn new(kind: Kind) -> Self {
        Self {
            kind,
            id: String::new(),
            text: String::new(),
            desc: String::new(),
            hint: String::new(),
            children: Vec::new(),
            on_tap: None,
            on_long: None,
            on_text: None,
            on_enter: None,
            on_value: None,
            on_swipe: Vec::new(),
            enabled: true,
            checked: None,
            selected: false,
            value: 0,
            max: 0,
            max_length: 0,
            letters: 100,
            weight: 0,
        }
    }

    /// With this short id.
    #[must_use]
    pub fn id(mut self, id: impl Into<String>) -> Self {
        self.id = id.into();
        self
    }

    /// With this accessibility description.
    #[must_use]
    pub fn desc(mut self, desc: impl Into<String>) -> Self {
        self.desc = desc.into();
        self
    }

    /// Sends `message` when tapped.
    #[must_use]
    pub fn on_tap(mut self, message: M) -> Self {
        self.on_tap = Some(message);
        self
    }

    /// Sends `message` when held.
    #[must_use]
    pub fn on_long(mut self, message: M) -> Self {
        self.on_long = Some(message);
        self
    }

    /// Sends `message` when Enter is pressed in this field.
    #[must_use]
    pub fn on_enter(mut self, message: M) -> Self {
        self.on_enter = Some(message);
        self
    }

    /// Sends `message` when swiped `direction`.
    #[must_use]
    pub fn on_swipe(mut self, direction: Direction, message: M) -> Self {
        self.on_swipe.push((direction, message));
        self
    }

    /// Greyed out unless `enabled`.
    #[must_use]
    pub fn enabled(mut self, enabled: bool) -> Self {
        self.enabled = enabled;
        self
    }

    /// Marked as the current one.
    #[must_use]
    pub fn selected(mut self, selected: bool) -> Self {
        self.selected = selected;
        self
    }

    /// Takes at most `length` characters (fields).
    #[must_use]
    pub fn max_length(mut self, length: usize) -> Self {
        self.max_length = length;
        self
    }

    /// Takes this share of its row.
    #[must_use]
    pub fn weight(mut self, weight: u8) -> Self {
        self.weight = weight;
        self
    }

    /// With `child` added at the end.
    #[must_use]
    pub fn child(mut self, child: Self) -> Self {
        self.children.push(child);
        self
    }

    /// With `child` added if there is one.
    #[must_use]
    pub fn maybe(mut self, child: Option<Self>) -> Self {
        self.children.extend(child);
        self
    }
}

fn with<M>(kind: Kind, text: impl Into<String>) -> View<M> {
    let mut view = View::new(kind);
    view.text = text.into();
    view
}

/// Children below each other.
pub fn column<M>(children: impl IntoIterator<Item = View<M>>) -> View<M> {
    let mut view = View::new(Kind::Column);
    view.children.extend(children);
    view
}

/// Children beside each other.
pub fn row<M>(children: impl IntoIterator<Item = View<M>>) -> View<M> {
    let mut view = View::new(Kind::Row);
    view.children.extend(children);
    view
}

/// A raised surface.
pub fn card<M>(children: impl IntoIterator<Item = View<M>>) -> View<M> {
    let mut view = View::new(Kind::Card);
    view.children.extend(children);
    view
}

/// A column that scrolls; `id` must be unique on the screen.
pub fn scroll<M>(id: &str, children: impl IntoIterator<Item = View<M>>) -> View<M> {
    let mut view = View::new(Kind::Scroll).id(id);
    view.children.extend(children);
    view
}

/// A list that scrolls; `id` must be unique on the screen.
pub fn list<M>(id: &str, rows: impl IntoIterator<Item = View<M>>) -> View<M> {
    let mut view = View::new(Kind::List).id(id);
    view.children.extend(rows);
    view
}

/// The bar at the top with a heading; add icon buttons with [`View::child`]. A button that goes
/// back is `icon_button("up", Glyph, "Navigate up")` put in front by [`toolbar_up`].
pub fn toolbar<M>(title: impl Into<String>) -> View<M> {
    View::new(Kind::Toolbar).child(with(Kind::Text(TextStyle::Title), title).weight(1))
}

/// A tool bar with a button that goes back.
pub fn toolbar_up<M>(title: impl Into<String>, up: M) -> View<M> {
    View::new(Kind::Toolbar)
        .child(icon_button("", "←", "Navigate up").on_tap(up))
        .child(with(Kind::Text(TextStyle::Title), title).weight(1))
}

/// The bar at the bottom; children are made by [`tab`].
pub fn bottom_bar<M>(tabs: impl IntoIterator<Item = View<M>>) -> View<M> {
    let mut view = View::new(Kind::BottomBar).id("bottom_bar");
    view.children.extend(tabs);
    view
}

/// One choice of a bottom bar, or of a row of tabs.
pub fn tab<M>(id: &str, text: impl Into<String>, selected: bool) -> View<M> {
    with(Kind::Tab, text).id(id).selected(selected).weight(1)
}

/// Ordinary words.
pub fn text<M>(text: impl Into<String>) -> View<M> {
    with(Kind::Text(TextStyle::Body), text)
}

/// Words in a style.
pub fn styled<M>(style: TextStyle, text: impl Into<String>) -> View<M> {
    with(Kind::Text(style), text)
}

/// A filled button.
pub fn button<M>(id: &str, text: impl Into<String>) -> View<M> {
    with(Kind::Button(ButtonStyle::Filled), text).id(id)
}

/// A button that is only outlined.
pub fn outlined<M>(id: &str, text: impl Into<String>) -> View<M> {
    with(Kind::Button(ButtonStyle::Outlined), text).id(id)
}

/// A button that is only words.
pub fn plain<M>(id: &str, text: impl Into<String>) -> View<M> {
    with(Kind::Button(ButtonStyle::Plain), text).id(id)
}

/// A button that is a sign; `desc` names it.
pub fn icon_button<M>(id: &str, glyph: &str, desc: &str) -> View<M> {
    with(Kind::IconButton, glyph).id(id).desc(desc)
}

/// The round button over the lower right corner; put it last on the screen's column.
pub fn fab<M>(id: &str, glyph: &str, desc: &str) -> View<M> {
    with(Kind::Fab, glyph).id(id).desc(desc)
}

/// A text field with its present `value`.
pub fn field<M>(
    id: &str,
    hint: &str,
    input: Input,
    value: &str,
    on_text: impl Fn(String) -> M + Send + Sync + 'static,
) -> View<M> {
    let mut view = with(Kind::Field(input), value).id(id);
    view.hint = hint.into();
    view.on_text = Some(Arc::new(on_text));
    view
}

/// A check box.
pub fn check_box<M>(id: &str, text: impl Into<String>, checked: bool) -> View<M> {
    let mut view = with(Kind::CheckBox, text).id(id);
    view.checked = Some(checked);
    view
}

/// A switch.
pub fn switch<M>(id: &str, text: impl Into<String>, checked: bool) -> View<M> {
    let mut view = with(Kind::Switch, text).id(id);
    view.checked = Some(checked);
    view
}

/// A radio button.
pub fn radio<M>(id: &str, text: impl Into<String>, checked: bool) -> View<M> {
    let mut view = with(Kind::Radio, text).id(id);
    view.checked = Some(checked);
    view
}

/// A drop-down showing `choice`; open a dialog or popup with the choices when it is tapped.
pub fn spinner<M>(id: &str, choice: impl Into<String>) -> View<M> {
    with(Kind::Spinner, choice).id(id)
}

/// A slider from 0 to `max`.
pub fn slider<M>(
    id: &str,
    value: i32,
    max: i32,
    on_value: impl Fn(i32) -> M + Send + Sync + 'static,
) -> View<M> {
    let mut view = View::new(Kind::Slider).id(id);
    view.value = value;
    view.max = max;
    view.on_value = Some(Arc::new(on_value));
    view
}

/// A progress bar; turning without end if `max` is 0.
pub fn progress<M>(id: &str, value: i32, max: i32) -> View<M> {
    let mut view = View::new(Kind::Progress).id(id);
    view.value = value;
    view.max = max;
    view
}

/// A picture showing one glyph.
pub fn image<M>(id: &str, glyph: &str, desc: &str) -> View<M> {
    with(Kind::Image, glyph).id(id).desc(desc)
}

/// A thin line.
pub fn divider<M>() -> View<M> {
    View::new(Kind::Divider)
}

/// Empty room, `dp` high.
pub fn spacer<M>(dp: i32) -> View<M> {
    let mut view = View::new(Kind::Spacer);
    view.value = dp;
    view
}

/// An opaque surface, `dp` high, as a web view without accessible content.
pub fn web<M>(id: &str, dp: i32) -> View<M> {
    let mut view = View::new(Kind::Web).id(id);
    view.value = dp;
    view
}

/// A list row: a heading, a smaller line below (none if empty). Give it an id and messages.
pub fn item<M>(heading: impl Into<String>, below: impl Into<String>) -> View<M> {
    let below = below.into();
    let mut view = column([with(Kind::Text(TextStyle::Body), heading).id("heading")]);
    if !below.is_empty() {
        view.children.push(with(Kind::Text(TextStyle::Caption), below).id("below"));
    }
    view
}
