//! Examples of functional bugs for the Detector's prompt, chosen by similarity.
//!
//! VisionDroid compares activity names by word vectors; here the words of function and course are
//! compared.

use serde::{Deserialize, Serialize};

use crate::domain::{BugCategory, Finding, SharedWords, word_set};
use crate::protocol::FindingVerdict;

/// The examples that come with the program.
const BUILT_IN: &str = include_str!("examples.toml");

/// A bug of an app in one of its functions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BugExample {
    /// One of the nine categories.
    pub category: String,
    /// The package of the app; empty if it is made up.
    #[serde(default)]
    pub app: String,
    /// What the function is called.
    pub function: String,
    /// What was done.
    pub course: String,
    /// How what happened deviates from what should have.
    pub deviation: String,
    /// Why that is no bug, as a tester said; empty if it is one.
    #[serde(default)]
    pub dismissed: String,
    /// The group of the finding that it was; empty if it is made up.
    #[serde(default)]
    pub group: String,
}

impl BugExample {
    /// What `verdict` says of `finding` in `app`: that it is a bug, or none. `None` for duplicates, and for
    /// bugs from which nothing can be learned.
    pub fn of(
        finding: &Finding,
        app: &str,
        course: &[String],
        verdict: &FindingVerdict,
    ) -> Option<Self> {
        let dismissed = match verdict {
            FindingVerdict::Confirmed => String::new(),
            FindingVerdict::Dismissed { reason } => reason.clone(),
            FindingVerdict::Duplicate { .. } => return None,
        };
        let Finding { expected, actual, .. } = finding;
        let deviation = if expected.is_empty() || actual.is_empty() {
            String::new()
        } else {
            format!("expected: {expected} but: {actual}")
        };
        let function = finding.detail.lines().find_map(|line| line.strip_prefix("Function: "));
        let example = Self {
            category: finding.category.clone(),
            app: app.to_owned(),
            function: function.unwrap_or(&finding.title).to_owned(),
            course: course.join(", "),
            deviation,
            dismissed,
            group: finding.group.clone(),
        };
        (example.teaches() || !example.dismissed.is_empty()).then_some(example)
    }

    /// True if the Detector can learn from it: it has one of the nine categories and says what was expected.
    fn teaches(&self) -> bool {
        BugCategory::of_word(&self.category).is_some() && !self.deviation.is_empty()
    }

    /// Reads examples, one JSON object a line.
    ///
    /// # Errors
    /// If a line is none; with its number.
    pub fn read_all(lines: &str) -> Result<Vec<Self>, String> {
        let reported = lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let read = reported.map(|(number, line)| {
            serde_json::from_str(line).map_err(|error| format!("line {}: {error}", number + 1))
        });
        read.collect()
    }
}

#[derive(Deserialize)]
struct ExampleFile {
    example: Vec<BugExample>,
}

/// Examples with their words.
#[derive(Clone, Debug, Default)]
pub struct ExampleStore {
    examples: Vec<BugExample>,
    words: SharedWords,
}

impl ExampleStore {
    /// Those that come with the program, and `own`: what testers said.
    pub fn with(own: &[BugExample]) -> Self {
        // A test reads them.
        let file = toml::from_str::<ExampleFile>(BUILT_IN);
        let mut examples = file.map(|file| file.example).unwrap_or_default();
        examples.extend(own.iter().filter(|example| example.teaches()).cloned());
        Self::of(examples)
    }

    /// A store of `examples`.
    pub fn of(examples: Vec<BugExample>) -> Self {
        let words =
            |example: &BugExample| word_set(&format!("{} {}", example.function, example.course));
        let words = SharedWords::new(examples.iter().map(words).collect());
        Self { examples, words }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.examples.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.examples.is_empty()
    }

    /// The `count` examples that are most like the function, the most similar first; no bugs of `app`
    /// itself, and none that has no word in common. What is no bug of the app is told: it would be
    /// suspected again.
    pub fn similar(
        &self,
        function: &str,
        actions: &[&str],
        app: &str,
        count: usize,
    ) -> Vec<&BugExample> {
        let asked = word_set(&format!("{function} {}", actions.join(" ")));
        let likeness = self.words.likeness(&asked).into_iter();
        let mut ranked: Vec<(f64, &BugExample)> = likeness
            .zip(&self.examples)
            .filter(|(likeness, example)| {
                let is_bug_of_app = example.app == app && example.dismissed.is_empty();
                *likeness > 0.0 && (example.app.is_empty() || !is_bug_of_app)
            })
            .collect();
        ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
        ranked.into_iter().take(count).map(|(_, example)| example).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::domain::BugCategory;

    #[test]
    fn each_category_has_seven_examples_or_more() {
        let store = ExampleStore::with(&[]);
        assert!(store.len() >= 60, "{}", store.len());
        for category in BugCategory::ALL {
            let own = store.examples.iter().filter(|example| example.category == category.word());
            assert!(own.count() >= 7, "{}", category.word());
        }
        let functions: BTreeSet<_> =
            store.examples.iter().map(|example| (&example.function, &example.course)).collect();
        assert_eq!(functions.len(), store.len(), "each is there once");
    }

    #[test]
    fn the_most_similar_comes_first_and_the_app_under_test_is_left_out() {
        let store = ExampleStore::with(&[]);
        let similar =
            store.similar("deleting a note", &["tap \"Delete\"", "tap \"Confirm\""], "", 4);
        assert_eq!(similar.len(), 4);
        assert!(similar[0].function.contains("delet"), "{:?}", similar[0]);
        let own = BugExample {
            category: "setting".into(),
            app: "org.app".into(),
            function: "switching the theme".into(),
            course: "choose dark".into(),
            deviation: "it stays light".into(),
            ..BugExample::default()
        };
        let other = BugExample { app: "org.other".into(), ..own.clone() };
        let store = ExampleStore::of(vec![own, other]);
        let similar = store.similar("switching the theme", &[], "org.app", 4);
        assert_eq!(similar.iter().map(|example| &*example.app).collect::<Vec<_>>(), ["org.other"]);
        assert!(store.similar("xyz", &[], "org.app", 4).is_empty());
    }

    #[test]
    fn verdicts_become_examples() {
        let finding = Finding {
            group: "vision-droid/g".into(),
            category: "setting".into(),
            expected: "It is dark.".into(),
            actual: "It stays light.".into(),
            detail: "Function: switching the theme\nPurpose: p\n".into(),
            ..Finding::default()
        };
        let course = ["tap Theme".to_owned(), "tap Dark".to_owned()];
        let of = |verdict| BugExample::of(&finding, "org.app", &course, &verdict);
        let bug = of(FindingVerdict::Confirmed).unwrap();
        assert_eq!((&*bug.function, &*bug.course), ("switching the theme", "tap Theme, tap Dark"));
        let none = of(FindingVerdict::Dismissed { reason: "as designed".into() }).unwrap();
        assert_eq!(none.dismissed, "as designed");
        assert_eq!(of(FindingVerdict::Duplicate { of: "h".into() }), None);
        let crash = BugExample::of(&Finding::default(), "a", &[], &FindingVerdict::Confirmed);
        assert_eq!(crash, None, "nobody says what was expected");
        let dismissed = FindingVerdict::Dismissed { reason: "as designed".into() };
        let crash = BugExample::of(&Finding::default(), "a", &[], &dismissed).unwrap();
        assert_eq!(ExampleStore::with(&[crash]).len(), ExampleStore::with(&[]).len());
        let store = ExampleStore::of(vec![bug, none.clone()]);
        let similar = store.similar("switching the theme", &[], "org.app", 4);
        assert_eq!(similar, [&none], "what is no bug of the app under test is told");
        let line = serde_json::to_string(&none).unwrap();
        assert_eq!(BugExample::read_all(&format!("{line}\n\n")), Ok(vec![none]));
        assert!(BugExample::read_all("{}\n").unwrap_err().starts_with("line 1"));
    }
}
