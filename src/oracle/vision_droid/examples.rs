//! Examples of functional bugs for the Detector's prompt, chosen by similarity.
//!
//! VisionDroid compares activity names by word vectors; here the words of function and course are
//! compared.

use serde::{Deserialize, Serialize};

use crate::domain::{SharedWords, word_set};

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
    /// Those that come with the program.
    pub fn built_in() -> Self {
        // A test reads them.
        let file = toml::from_str::<ExampleFile>(BUILT_IN);
        Self::of(file.map(|file| file.example).unwrap_or_default())
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

    /// The `count` examples that are most like the function, the most similar first; none of `app`
    /// itself, and none that has no word in common.
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
                *likeness > 0.0 && (example.app.is_empty() || example.app != app)
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
        let store = ExampleStore::built_in();
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
        let store = ExampleStore::built_in();
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
        };
        let other = BugExample { app: "org.other".into(), ..own.clone() };
        let store = ExampleStore::of(vec![own, other]);
        let similar = store.similar("switching the theme", &[], "org.app", 4);
        assert_eq!(similar.iter().map(|example| &*example.app).collect::<Vec<_>>(), ["org.other"]);
        assert!(store.similar("xyz", &[], "org.app", 4).is_empty());
    }
}
