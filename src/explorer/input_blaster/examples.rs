//! Examples of inputs that crashed apps (InputBlaster's module 3): those that are built in, and those of
//! the tester's own findings. The most similar ones are shown to a model, and typed by the rules.
//! Similar is what shares words, or what an endpoint for embeddings finds alike.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::fields::AttackedField;
use super::generator::question::ShownExample;
use crate::domain::{SharedWords, values, word_set};
use crate::explorer::shared::output;
use crate::llm::Asker;
use crate::protocol::{AttackChange, Event, FormAttacked, InputResult};

/// As many examples as are shown, as in the paper's section 3.3.
const SHOWN: usize = 5;
/// The least similarity of an example that is typed into a field.
const SIMILAR: f64 = 0.3;
/// The most characters of an example that are shown.
const TEXT: usize = 120;

/// An input that crashed an app.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputExample {
    /// The app it was found in; empty for those that are built in. Examples of the app under test are
    /// left out.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub app: String,
    /// The app and page in a few words.
    pub context: String,
    /// The mutation rule.
    pub rule: String,
    /// What was typed, by the names of the fields.
    pub texts: BTreeMap<String, String>,
}

/// What is wrong with a file of examples.
#[derive(Debug, thiserror::Error)]
#[error("line {line} is no example: {why}")]
pub struct InvalidExample {
    /// The line, from 1.
    pub line: usize,
    /// Why it cannot be read.
    pub why: String,
}

impl InputExample {
    /// Reads examples, one JSON object a line.
    ///
    /// # Errors
    /// If a line is none.
    pub fn read_all(lines: &str) -> Result<Vec<Self>, InvalidExample> {
        let read = |(at, line): (usize, &str)| {
            let wrong = |why: String| InvalidExample { line: at + 1, why };
            let example: Self =
                serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
            if example.texts.is_empty() {
                Err(wrong("it has no texts".into()))
            } else {
                Ok(example)
            }
        };
        let lines = lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        lines.map(read).collect()
    }

    /// The examples that are built in.
    pub fn built_in() -> Vec<Self> {
        // A test reads them.
        Self::read_all(include_str!("examples.jsonl")).unwrap_or_default()
    }

    /// The inputs of `events` that crashed `app` at one of `steps`. Texts that are secret make no example.
    pub fn of_crashes<'a>(
        app: &str,
        events: impl Iterator<Item = &'a Event>,
        steps: &[u64],
    ) -> Vec<Self> {
        let of = |event: &Event| {
            let Event::Attacked(FormAttacked { step, form, change: AttackChange::Tried(tried) }) =
                event
            else {
                return None;
            };
            let crashed = tried.result == InputResult::Crashed && steps.contains(step);
            let names: Vec<&str> = tried.fields.iter().map(|field| field.name.as_str()).collect();
            let changed = tried.fields.iter().filter(|field| field.changed && crashed);
            let texts: Option<BTreeMap<String, String>> =
                changed.map(|field| Some((field.name.clone(), field.text.clone()?))).collect();
            let texts = texts.filter(|texts| !texts.is_empty())?;
            let context = format!("{form}: {}", names.join(", "));
            Some(Self { app: app.to_owned(), context, rule: tried.rule.clone(), texts })
        };
        events.filter_map(of).collect()
    }

    /// Its context with the names of its fields.
    fn said(&self) -> String {
        let names: Vec<&str> = self.texts.keys().map(String::as_str).collect();
        format!("{}: {}", self.context, names.join(", "))
    }
}

/// The examples of a session.
#[derive(Clone, Debug, Default)]
pub struct InputExamples {
    examples: Vec<InputExample>,
    words: SharedWords,
    vectors: ExampleVectors,
}

/// What a model makes of the contexts of the examples.
#[derive(Clone, Debug, Default)]
enum ExampleVectors {
    /// It was not asked yet.
    #[default]
    Unasked,
    /// There is none, or it did not answer: words are compared.
    None,
    /// One for each example.
    Made(Vec<Vec<f32>>),
}

impl InputExamples {
    /// A store of `examples`.
    pub fn new(examples: Vec<InputExample>) -> Self {
        let words = examples.iter().map(|example| word_set(&example.said()));
        let words = SharedWords::new(words.collect());
        Self { examples, words, vectors: ExampleVectors::Unasked }
    }

    /// The examples of other apps than `app`, the most similar first; `likeness` is that of each.
    fn ranked(&self, likeness: Vec<f64>, app: &str) -> Vec<(f64, &InputExample)> {
        let mut ranked: Vec<(f64, &InputExample)> = likeness
            .into_iter()
            .zip(&self.examples)
            .filter(|(_, example)| example.app.is_empty() || example.app != app)
            .collect();
        ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
        ranked
    }

    /// The examples that are shown to a model that attacks a form with these `fields` on the page `page`
    /// of `app`. They are compared by the vectors of `/embeddings` if the model has a model for that.
    pub(super) async fn shown(
        &mut self,
        fields: &[AttackedField],
        page: &str,
        app: &str,
        asker: &Asker,
    ) -> Vec<ShownExample> {
        // Of a package the last part names the app.
        let name = app.rsplit('.').next().unwrap_or_default();
        let fields: Vec<String> = fields.iter().map(said_by).collect();
        let said = format!("{name}: {}: {}", values::words_of(page), fields.join(", "));
        let by_vectors = self.by_vectors(&said, asker).await;
        let likeness = by_vectors.unwrap_or_else(|| self.words.likeness(&word_set(&said)));
        let nearest = self.ranked(likeness, app).into_iter().take(SHOWN);
        let shown = |(_, example): (f64, &InputExample)| {
            let texts = example.texts.iter();
            let texts = texts.map(|(name, text)| format!("{name} = {text:?}"));
            ShownExample {
                context: example.context.clone(),
                rule: example.rule.clone(),
                input: output::cut(&texts.collect::<Vec<_>>().join(", "), TEXT),
            }
        };
        nearest.map(shown).collect()
    }

    /// How like `said` each example is by its vector. Those of the examples are asked for once.
    async fn by_vectors(&mut self, said: &str, asker: &Asker) -> Option<Vec<f64>> {
        if matches!(self.vectors, ExampleVectors::Unasked) {
            let contexts: Vec<String> = self.examples.iter().map(InputExample::said).collect();
            let made = asker.embed(&contexts).await;
            self.vectors = made.map_or(ExampleVectors::None, ExampleVectors::Made);
        }
        let ExampleVectors::Made(known) = &self.vectors else { return None };
        let own = asker.embed(&[said.to_owned()]).await?.pop()?;
        let same = known.iter().all(|vector| vector.len() == own.len());
        same.then(|| known.iter().map(|vector| cosine(&own, vector)).collect())
    }

    /// The texts of examples that are similar to `field` and change one field alone, with how similar
    /// they are.
    pub(super) fn for_field(
        &self,
        field: &AttackedField,
        app: &str,
    ) -> Vec<(f64, &InputExample, &str)> {
        let likeness = self.words.likeness(&word_set(&said_by(field)));
        let nearest = self.ranked(likeness, app).into_iter();
        let similar = nearest.filter(|(similarity, _)| *similarity >= SIMILAR).take(SHOWN);
        let single = similar.filter_map(|(similarity, example)| {
            let mut texts = example.texts.values();
            let text = texts.next().filter(|_| texts.next().is_none())?;
            Some((similarity, example, text.as_str()))
        });
        single.collect()
    }
}

/// The words that a field stands among.
fn said_by(field: &AttackedField) -> String {
    format!("{} {}", field.own_words().join(" "), field.nearby.join(" "))
}

/// The cosine of two vectors of the same length.
fn cosine(one: &[f32], other: &[f32]) -> f64 {
    let product = |one: &[f32], other: &[f32]| -> f64 {
        one.iter().zip(other).map(|(one, other)| f64::from(*one) * f64::from(*other)).sum()
    };
    let lengths = (product(one, one) * product(other, other)).sqrt();
    if lengths > 0.0 { product(one, other) / lengths } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;
    use crate::explorer::input_blaster::fields;
    use crate::explorer::testing::{button, field, phone};

    fn store(mut more: Vec<InputExample>) -> InputExamples {
        more.extend(InputExample::built_in());
        InputExamples::new(more)
    }

    fn form(hint: &str) -> Vec<AttackedField> {
        fields::on_screen(&phone(vec![field(1, "f", hint), button(2, "Save")]))
    }

    #[test]
    fn the_built_in_examples_can_be_read_and_differ() {
        let all = InputExample::read_all(include_str!("examples.jsonl")).unwrap();
        assert!(all.len() >= 60, "{}", all.len());
        for (at, example) in all.iter().enumerate() {
            assert!(!all[..at].contains(example), "{example:?}");
            assert!(!example.rule.is_empty() && !example.context.is_empty(), "{example:?}");
            assert!(example.app.is_empty(), "{example:?}");
        }
    }

    fn shown(store: &mut InputExamples, hint: &str, page: &str) -> Vec<ShownExample> {
        let (asker, _events) = Asker::without_model();
        let shown = store.shown(&form(hint), page, "org.app", &asker).now_or_never().unwrap();
        assert_eq!(shown.len(), SHOWN, "{shown:?}");
        shown
    }

    #[test]
    fn the_most_similar_examples_come_first() {
        let mut store = store(Vec::new());
        let birth = shown(&mut store, "Date of birth", "NewContact");
        assert!(birth[0].context.starts_with("birthdays"), "{birth:?}");
        for (page, word) in [("EditAlarm", "alarm"), ("NewTimer", "timer")] {
            let name = shown(&mut store, "Name", page);
            assert!(name[0].context.contains(word), "{name:?}");
        }
        let typed = store.for_field(&form("Search contacts")[0], "org.app");
        assert!(typed.iter().any(|(_, _, text)| *text == "("), "{typed:?}");
        assert!(store.for_field(&form("Qwfp")[0], "org.app").is_empty());
    }

    #[test]
    fn examples_of_the_app_under_test_are_left_out() {
        let own = InputExample {
            app: "org.app".into(),
            context: "zebra crossing".into(),
            rule: "stripes".into(),
            texts: BTreeMap::from([("Zebra".to_owned(), "x".to_owned())]),
        };
        let store = store(vec![own]);
        assert!(store.for_field(&form("Zebra")[0], "org.app").is_empty());
        assert_eq!(store.for_field(&form("Zebra")[0], "org.other").len(), 1);
    }

    #[test]
    fn a_broken_line_is_named() {
        let error = InputExample::read_all("\n{\"context\": 1}").unwrap_err();
        assert_eq!(error.line, 2);
        let empty = r#"{"context": "a", "rule": "b", "texts": {}}"#;
        assert!(InputExample::read_all(empty).unwrap_err().to_string().contains("no texts"));
    }
}
