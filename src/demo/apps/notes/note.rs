//! What a note is, and the notes that a fresh installation has.

/// A note or checklist.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Note {
    /// 0 while it has not been saved.
    pub id: u32,
    pub title: String,
    pub body: String,
    /// The items of a checklist; `None` for an ordinary note.
    pub items: Option<Vec<Item>>,
    pub colour: Colour,
    pub label: Option<Label>,
    pub pinned: bool,
    pub reminder: Option<&'static str>,
}

/// A line of a checklist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub text: String,
    pub done: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colour {
    #[default]
    White,
    Yellow,
    Green,
    Blue,
    Pink,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    Home,
    Work,
    Ideas,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    #[default]
    Newest,
    Oldest,
    Title,
}

impl Colour {
    pub const ALL: [Self; 5] = [Self::White, Self::Yellow, Self::Green, Self::Blue, Self::Pink];

    pub const fn word(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Yellow => "Yellow",
            Self::Green => "Green",
            Self::Blue => "Blue",
            Self::Pink => "Pink",
        }
    }

    pub const fn id(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Yellow => "yellow",
            Self::Green => "green",
            Self::Blue => "blue",
            Self::Pink => "pink",
        }
    }
}

impl Label {
    pub const ALL: [Self; 3] = [Self::Home, Self::Work, Self::Ideas];

    pub const fn word(self) -> &'static str {
        match self {
            Self::Home => "Home",
            Self::Work => "Work",
            Self::Ideas => "Ideas",
        }
    }

    pub const fn id(self) -> &'static str {
        match self {
            Self::Home => "home",
            Self::Work => "work",
            Self::Ideas => "ideas",
        }
    }
}

impl Sort {
    pub const ALL: [Self; 3] = [Self::Newest, Self::Oldest, Self::Title];

    pub const fn word(self) -> &'static str {
        match self {
            Self::Newest => "Newest first",
            Self::Oldest => "Oldest first",
            Self::Title => "Title",
        }
    }

    pub const fn id(self) -> &'static str {
        match self {
            Self::Newest => "newest",
            Self::Oldest => "oldest",
            Self::Title => "by_title",
        }
    }
}

impl Note {
    /// The line under its title in lists.
    pub fn below(&self, show_colour: bool) -> String {
        let mut parts: Vec<String> = Vec::new();
        if self.pinned {
            parts.push("Pinned".into());
        }
        parts.extend(self.label.map(|label| label.word().to_owned()));
        if show_colour {
            parts.push(self.colour.word().into());
        }
        match &self.items {
            Some(items) => {
                let done = items.iter().filter(|item| item.done).count();
                parts.push(format!("{done} of {} done", items.len()));
            }
            None => parts.push(self.first_words()),
        }
        parts.extend(self.reminder.map(str::to_owned));
        parts.join(" · ")
    }

    fn first_words(&self) -> String {
        let line = self.body.lines().next().unwrap_or_default();
        if line.trim().is_empty() {
            return "No text".into();
        }
        line.chars().take(28).collect()
    }

    /// True if `words` (in small letters) are in it.
    pub fn holds(&self, words: &str) -> bool {
        let found = |text: &str| text.to_lowercase().contains(words);
        found(&self.title)
            || found(&self.body)
            || self.items.iter().flatten().any(|item| found(&item.text))
    }

    /// True if there is nothing in it that is worth keeping.
    pub fn is_blank(&self) -> bool {
        self.title.is_empty()
            && self.body.is_empty()
            && self.items.as_ref().is_none_or(Vec::is_empty)
    }

    /// All its words.
    pub fn words(&self) -> String {
        let mut words = format!("{}\n{}", self.title, self.body);
        for item in self.items.iter().flatten() {
            words.push('\n');
            words.push_str(&item.text);
        }
        words
    }
}

fn checklist(items: &[(&str, bool)]) -> Option<Vec<Item>> {
    Some(items.iter().map(|&(text, done)| Item { text: text.into(), done }).collect())
}

/// The notes of a fresh installation.
pub(super) fn samples() -> Vec<Note> {
    vec![
        Note {
            id: 1,
            title: "Welcome".into(),
            body: "Tap + to write a note. Hold a note to choose several.".into(),
            ..Note::default()
        },
        Note {
            id: 2,
            title: "Shopping list".into(),
            items: checklist(&[("Milk", true), ("Bread", false), ("Apples", false)]),
            colour: Colour::Yellow,
            label: Some(Label::Home),
            ..Note::default()
        },
    ]
}

/// What can be imported.
pub(super) fn importable() -> Vec<Note> {
    vec![
        Note {
            title: "Packing list".into(),
            items: checklist(&[("Passport", false), ("Charger", false)]),
            colour: Colour::Blue,
            ..Note::default()
        },
        Note {
            title: "Book ideas".into(),
            body: "A detective who cannot lie.".into(),
            colour: Colour::Pink,
            label: Some(Label::Ideas),
            ..Note::default()
        },
        Note {
            title: "Bread recipe".into(),
            body: "500 g flour, 350 g water, 10 g salt, 5 g yeast.".into(),
            colour: Colour::Green,
            label: Some(Label::Home),
            ..Note::default()
        },
    ]
}
