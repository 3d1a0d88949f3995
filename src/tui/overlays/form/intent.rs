//! Intents written in one line, with the flags that `am` takes.

use std::str::FromStr;

use crate::domain::{Intent, IntentExtra};

/// `intent` in one line; [`read`] gives the same intent back.
pub fn write(intent: &Intent) -> String {
    let mut words: Vec<String> = Vec::new();
    for (flag, values) in intent.flags() {
        words.push(flag.to_owned());
        words.extend(values.iter().map(|value| quoted(value)));
    }
    words.join(" ")
}

fn quoted(word: &str) -> String {
    if word.is_empty() || word.contains([' ', '"', '\\', '\n']) {
        format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""))
    } else {
        word.to_owned()
    }
}

/// The intent in `line`. A word without a flag is data if it has a `:`, a component if it
/// has a `/`, else an action.
///
/// # Errors
/// If a flag is unknown or has no value; the text is for the tester.
pub fn read(line: &str) -> Result<Intent, String> {
    let mut intent = Intent::default();
    let mut words = split(line).into_iter();
    while let Some(word) = words.next() {
        let flag = word.clone();
        let mut value = || words.next().ok_or_else(|| format!("{flag} needs a value."));
        match word.as_str() {
            "-a" => intent.action = Some(value()?),
            "-n" => intent.component = Some(value()?),
            "-d" => intent.data = Some(value()?),
            "-t" => intent.mime = Some(value()?),
            "-c" => intent.categories.push(value()?),
            "--es" => intent.extras.push((value()?, IntentExtra::Text(value()?))),
            "--ei" => {
                let (name, number) = (value()?, value()?);
                intent.extras.push((name, IntentExtra::Int(whole(&number)?)));
            }
            "--el" => {
                let (name, number) = (value()?, value()?);
                intent.extras.push((name, IntentExtra::Long(whole(&number)?)));
            }
            "--eia" => {
                let (name, numbers) = (value()?, value()?);
                let numbers = numbers.split(',').map(whole).collect::<Result<_, _>>()?;
                intent.extras.push((name, IntentExtra::Ints(numbers)));
            }
            "--esa" => {
                let (name, texts) = (value()?, value()?);
                intent.extras.push((name, IntentExtra::Texts(listed(&texts))));
            }
            "--ez" => {
                let (name, truth) = (value()?, value()?);
                let truth =
                    truth.parse().map_err(|_| format!("{truth:?} is not true or false."))?;
                intent.extras.push((name, IntentExtra::Bool(truth)));
            }
            _ if word.starts_with('-') => {
                return Err(format!(
                    "{word} is unknown; there are -a -n -d -t -c --es --ei --el --ez --eia --esa."
                ));
            }
            _ if word.contains(':') => intent.data = Some(word),
            _ if word.contains('/') => intent.component = Some(word),
            _ => intent.action = Some(word),
        }
    }
    if intent == Intent::default() {
        return Err(
            "Write an action, a component or data: -a ACTION -n PACKAGE/CLASS -d URI.".into()
        );
    }
    Ok(intent)
}

fn whole<T: FromStr>(number: &str) -> Result<T, String> {
    number.trim().parse().map_err(|_| format!("{number:?} is no number."))
}

/// The texts between commas; a comma behind a backslash belongs to its text.
fn listed(texts: &str) -> Vec<String> {
    let parted = texts.replace("\\,", "\0");
    parted.split(',').map(|text| text.replace('\0', ",")).collect()
}

/// The words of `line`; double quotes keep spaces, a backslash keeps the next letter.
fn split(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            '\\' => word.get_or_insert_default().extend(letters.next()),
            letter if letter.is_whitespace() && !quoted => words.extend(word.take()),
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let intent = Intent {
            action: Some("android.intent.action.VIEW".into()),
            component: Some("org.app/.Main".into()),
            data: Some("app://a b?\"c\\d\"".into()),
            mime: Some("text/*".into()),
            categories: vec!["x".into(), String::new()],
            extras: vec![
                ("name".into(), IntentExtra::Text("two words".into())),
                ("count".into(), IntentExtra::Int(-3)),
                ("on".into(), IntentExtra::Bool(true)),
                ("id".into(), IntentExtra::Long(7)),
                ("ids".into(), IntentExtra::Ints(vec![1, -2])),
                ("all".into(), IntentExtra::Texts(vec!["a,b".into(), "c d".into()])),
            ],
        };
        assert_eq!(read(&write(&intent)), Ok(intent));
    }

    #[test]
    fn words_without_flags_are_guessed() {
        let intent = read("org.app/.Main https://example.org").unwrap();
        assert_eq!(intent.component.as_deref(), Some("org.app/.Main"));
        assert_eq!(intent.data.as_deref(), Some("https://example.org"));
    }

    #[test]
    fn mistakes_are_told() {
        assert!(read(" ").unwrap_err().contains("Write"));
        assert!(read("-x y").unwrap_err().contains("-x"));
        assert!(read("-a").unwrap_err().contains("needs"));
        assert!(read("--ei n many").unwrap_err().contains("many"));
    }
}
