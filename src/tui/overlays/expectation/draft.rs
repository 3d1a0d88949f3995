//! An expectation while it is being put together.

use crate::domain::{BugCategory, DisplaySize, Screen, Widget};
use crate::oracle::properties::{
    ActionPattern, Precondition, Property, PropertyClaim, TextPattern, ValueRelation,
    WidgetSelector, suggested,
};
use crate::tui::controls::clean;
use crate::tui::controls::input::LineInput;

/// What stands between the actions of a line.
const BETWEEN_ACTIONS: char = ';';
/// The longest name that is made for an expectation, in letters.
const LONGEST_NAME: usize = 60;

/// What is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimChoice {
    /// Words are shown.
    Text,
    /// A widget is there.
    Widget,
    /// A value relates to others.
    Value,
    /// There are so many.
    Count,
    /// The screen is this one.
    Screen,
}

impl ClaimChoice {
    /// In the order in which the form goes through them.
    pub const ALL: [Self; 5] = [Self::Text, Self::Widget, Self::Value, Self::Count, Self::Screen];

    /// What the form calls it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Text => "show this text",
            Self::Widget => "have this widget",
            Self::Value => "have this value",
            Self::Count => "have so many",
            Self::Screen => "be this screen",
        }
    }
}

/// What led to a screen.
pub struct LedHere {
    /// The action, as a step of a property.
    pub action: String,
    /// The location at which it was performed, if that is known.
    pub screen: Option<String>,
}

/// The rows of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectationRow {
    /// Must or must never.
    Demand,
    /// What is claimed.
    Claim,
    /// The words of the claim.
    Argument,
    /// The heading or location of the screens it applies to.
    Screen,
    /// A widget that they have.
    Widget,
    /// Words that they show.
    Text,
    /// The actions after which it is checked.
    After,
    /// How many seconds the app may take.
    Within,
    /// The category of what contradicts it.
    Category,
    /// What it is called.
    Name,
}

/// An expectation while it is being put together. What a choice does not need is kept for when the tester
/// comes back to one that does.
pub struct ExpectationDraft {
    /// What the form does not show of an expectation that is changed.
    rest: Property,
    never: bool,
    claim: ClaimChoice,
    /// The words of each claim, in the order of [`ClaimChoice::ALL`].
    arguments: [LineInput; 5],
    screen: LineInput,
    widget: LineInput,
    text: LineInput,
    after: LineInput,
    within: LineInput,
    category: Option<BugCategory>,
    name: LineInput,
    /// True once the tester has named it; until then its name follows the claim.
    is_named: bool,
}

impl ExpectationDraft {
    /// What may be expected of `widget` on `screen`; without one, of the screen to which `led_here` led.
    pub fn suggested(screen: &Screen, widget: Option<&Widget>, led_here: Option<&LedHere>) -> Self {
        let heading = clean(screen.title().unwrap_or(screen.short_location()));
        let mut draft = Self {
            never: false,
            claim: ClaimChoice::Screen,
            arguments: Default::default(),
            screen: LineInput::new(&heading),
            widget: LineInput::default(),
            text: LineInput::default(),
            after: LineInput::default(),
            within: LineInput::default(),
            category: None,
            name: LineInput::default(),
            is_named: false,
            rest: Property {
                name: String::new(),
                category: None,
                when: Precondition {
                    app: Some(TextPattern::new(&screen.package)),
                    ..Precondition::default()
                },
                after: Vec::new(),
                must: Vec::new(),
                must_never: Vec::new(),
                within_ms: 0,
            },
        };
        *draft.argument(ClaimChoice::Screen) = LineInput::new(&heading);
        match (widget, led_here) {
            (Some(widget), _) => draft.expect_of(widget, screen),
            (None, Some(LedHere { action, screen })) => {
                draft.screen = LineInput::new(screen.as_deref().unwrap_or_default());
                draft.after = LineInput::new(action);
            }
            // That a screen is itself says nothing.
            (None, None) => draft.claim = ClaimChoice::Text,
        }
        draft.rename();
        draft
    }

    /// Fills in what `widget` shows now.
    fn expect_of(&mut self, widget: &Widget, screen: &Screen) {
        let words = suggested::shown_words(widget).map(|words| clean(&words));
        let named = suggested::selector(widget, screen).map(|it| clean(it.written()));
        let value = suggested::value(widget, screen);
        let count = suggested::count(widget, screen);
        let is_row = widget.position.row.is_some();
        self.claim = match () {
            () if value.is_some() && !is_row => ClaimChoice::Value,
            () if words.is_some() => ClaimChoice::Text,
            () if named.is_some() => ClaimChoice::Widget,
            () => self.claim,
        };
        for (choice, written) in [
            (ClaimChoice::Text, words),
            (ClaimChoice::Widget, named),
            (ClaimChoice::Value, value),
            (ClaimChoice::Count, count),
        ] {
            *self.argument(choice) = LineInput::new(&written.unwrap_or_default());
        }
    }

    /// The expectation `property` with `screen` for further claims.
    pub fn of(property: &Property, screen: Option<&Screen>) -> Self {
        let blank = Screen::on_display("", "", DisplaySize::new(1, 1));
        let mut draft = Self::suggested(screen.unwrap_or(&blank), None, None);
        let mut rest = property.clone();
        draft.never = rest.must.is_empty();
        let claims = if draft.never { &mut rest.must_never } else { &mut rest.must };
        if !claims.is_empty() {
            let (choice, written) = match claims.remove(0) {
                PropertyClaim::Text(words) => (ClaimChoice::Text, words.written().to_owned()),
                PropertyClaim::Widget(which) => (ClaimChoice::Widget, which.written().to_owned()),
                PropertyClaim::Screen(name) => (ClaimChoice::Screen, name.written().to_owned()),
                PropertyClaim::Relation(it) if it.counts() => {
                    (ClaimChoice::Count, it.written().to_owned())
                }
                PropertyClaim::Relation(it) => (ClaimChoice::Value, it.written().to_owned()),
            };
            draft.claim = choice;
            *draft.argument(choice) = LineInput::new(&written);
        }
        let words = |pattern: Option<TextPattern>| {
            LineInput::new(pattern.as_ref().map_or("", |pattern| pattern.written()))
        };
        draft.screen = words(rest.when.screen.take());
        draft.text = words(rest.when.text.take());
        let widget = rest.when.widget.take();
        draft.widget = LineInput::new(widget.as_ref().map_or("", |widget| widget.written()));
        let actions: Vec<String> = rest.after.drain(..).map(|it| it.to_string()).collect();
        draft.after = LineInput::new(&actions.join(&format!("{BETWEEN_ACTIONS} ")));
        if rest.within_ms > 0 {
            draft.within = LineInput::new(&(rest.within_ms as f64 / 1000.0).to_string());
        }
        draft.category = rest.category;
        draft.name = LineInput::new(&rest.name);
        draft.is_named = true;
        draft.rest = rest;
        draft
    }

    fn argument(&mut self, choice: ClaimChoice) -> &mut LineInput {
        &mut self.arguments[choice as usize]
    }

    fn argument_text(&self) -> String {
        self.arguments[self.claim as usize].text().trim().to_owned()
    }

    /// The rows that it needs now.
    pub fn rows(&self) -> Vec<ExpectationRow> {
        use ExpectationRow::{
            After, Argument, Category, Claim, Demand, Name, Screen, Text, Widget, Within,
        };
        let all = [Demand, Claim, Argument, Screen, Widget, Text, After, Within, Category, Name];
        all.into_iter()
            .filter(|row| *row != Within || !self.after.text().trim().is_empty())
            .collect()
    }

    /// The line that is typed into in `row`, if it has one.
    pub fn line(&mut self, row: ExpectationRow) -> Option<&mut LineInput> {
        match row {
            ExpectationRow::Argument => Some(self.argument(self.claim)),
            ExpectationRow::Screen => Some(&mut self.screen),
            ExpectationRow::Widget => Some(&mut self.widget),
            ExpectationRow::Text => Some(&mut self.text),
            ExpectationRow::After => Some(&mut self.after),
            ExpectationRow::Within => Some(&mut self.within),
            ExpectationRow::Name => Some(&mut self.name),
            ExpectationRow::Demand | ExpectationRow::Claim | ExpectationRow::Category => None,
        }
    }

    /// What is chosen in `row`, if it has a choice.
    pub fn choice(&self, row: ExpectationRow) -> Option<&'static str> {
        match row {
            ExpectationRow::Demand => Some(if self.never { "must never" } else { "must" }),
            ExpectationRow::Claim => Some(self.claim.word()),
            ExpectationRow::Category => Some(self.category.map_or("none", BugCategory::word)),
            _ => None,
        }
    }

    /// The next or previous choice of `row`.
    pub fn turn(&mut self, row: ExpectationRow, forward: bool) {
        match row {
            ExpectationRow::Demand => self.never = !self.never,
            ExpectationRow::Claim => {
                let count = ClaimChoice::ALL.len();
                let by = if forward { 1 } else { count - 1 };
                self.claim = ClaimChoice::ALL[(self.claim as usize + by) % count];
            }
            ExpectationRow::Category => {
                let place = self.category.map_or(0, |category| category as usize + 1);
                let count = BugCategory::ALL.len() + 1;
                let by = if forward { 1 } else { count - 1 };
                let place = (place + by) % count;
                self.category = place.checked_sub(1).map(|place| BugCategory::ALL[place]);
            }
            _ => {}
        }
        self.rename();
    }

    /// Takes in that the line of `row` was typed into.
    pub fn typed(&mut self, row: ExpectationRow) {
        if row == ExpectationRow::Name {
            self.is_named = true;
        }
        self.rename();
    }

    /// Numbers its name as long as it is `taken`.
    pub fn number_name(&mut self, taken: impl Fn(&str) -> bool) {
        let name = self.name.text();
        let mut names = (2..).map(|number| format!("{name} {number}"));
        while taken(&self.name.text())
            && let Some(next) = names.next()
        {
            self.name = LineInput::new(&next);
        }
    }

    /// Names it after what it says, unless the tester has named it.
    fn rename(&mut self) {
        if self.is_named {
            return;
        }
        self.name = LineInput::new(&self.own_name());
    }

    /// What it is called after what it says.
    fn own_name(&self) -> String {
        let argument = self.argument_text();
        let said = match (self.claim, self.never) {
            (ClaimChoice::Text, false) => format!("shows {argument}"),
            (ClaimChoice::Text, true) => format!("never shows {argument}"),
            (ClaimChoice::Widget, false) => format!("has {argument}"),
            (ClaimChoice::Widget, true) => format!("never has {argument}"),
            (ClaimChoice::Screen, false) => format!("is {argument}"),
            (ClaimChoice::Screen, true) => format!("never is {argument}"),
            (ClaimChoice::Value | ClaimChoice::Count, false) => argument,
            (ClaimChoice::Value | ClaimChoice::Count, true) => format!("never {argument}"),
        };
        let place = self.screen.text();
        let name = match (self.after.text().trim(), place.trim()) {
            ("", "") => said,
            ("", place) => format!("{place}: {said}"),
            (after, _) => format!("after {after}: {said}"),
        };
        name.chars().take(LONGEST_NAME).collect()
    }

    /// The property as it stands.
    ///
    /// # Errors
    /// If something is missing or makes no sense: the row, and what is wrong for the tester.
    pub fn property(&self) -> Result<Property, (ExpectationRow, String)> {
        let mut property = self.rest.clone();
        let at = |row: ExpectationRow| move |what: String| (row, what);
        let given =
            |line: &LineInput| Some(line.text().trim().to_owned()).filter(|it| !it.is_empty());
        let claim = self.claim().map_err(at(ExpectationRow::Argument))?;
        let claims = if self.never { &mut property.must_never } else { &mut property.must };
        claims.insert(0, claim);
        property.when.screen = given(&self.screen).map(|name| TextPattern::new(&name));
        property.when.text = given(&self.text).map(|words| TextPattern::new(&words));
        let widget = given(&self.widget).map(|widget| WidgetSelector::read(&widget)).transpose();
        property.when.widget = widget.map_err(at(ExpectationRow::Widget))?;
        property.after = self.actions().map_err(at(ExpectationRow::After))?;
        property.within_ms = match given(&self.within) {
            Some(seconds) if !property.after.is_empty() => {
                within_ms(&seconds).map_err(at(ExpectationRow::Within))?
            }
            _ => 0,
        };
        property.category = self.category;
        property.name = given(&self.name).unwrap_or_else(|| self.own_name().trim().to_owned());
        Ok(property)
    }

    fn claim(&self) -> Result<PropertyClaim, String> {
        let argument = self.argument_text();
        let relation = |example: &str| {
            let read = ValueRelation::read(&argument);
            read.map(PropertyClaim::Relation).map_err(|why| format!("{why}. Such as: {example}"))
        };
        match self.claim {
            ClaimChoice::Text | ClaimChoice::Screen if argument.is_empty() => {
                Err("Which words? * stands for anything.".to_owned())
            }
            ClaimChoice::Text => Ok(PropertyClaim::Text(TextPattern::new(&argument))),
            ClaimChoice::Screen => Ok(PropertyClaim::Screen(TextPattern::new(&argument))),
            ClaimChoice::Widget => WidgetSelector::read(&argument).map(PropertyClaim::Widget),
            ClaimChoice::Value => relation("#total = #price * #quantity"),
            ClaimChoice::Count => relation("count(#row) = before count(#row) + 1"),
        }
    }

    fn actions(&self) -> Result<Vec<ActionPattern>, String> {
        let after = self.after.text();
        let written = after.split(BETWEEN_ACTIONS).map(str::trim).filter(|it| !it.is_empty());
        written.map(ActionPattern::read).collect()
    }
}

/// `seconds` in milliseconds.
fn within_ms(seconds: &str) -> Result<u64, String> {
    let read = seconds.parse::<f64>().ok();
    let read = read.filter(|seconds| *seconds >= 0.001 && *seconds <= 3600.0);
    read.map(|seconds| (seconds * 1000.0).round() as u64)
        .ok_or_else(|| "How many seconds? Up to 3600.".to_owned())
}
