//! `logcat` that goes on: the phone's shell ends each command, so news are asked for again and again.

use tokio::time::sleep;

use super::answer::Answer;
use super::service::{Phone, cannot_run};
use super::stream::Closed;

/// A command without what the `adb` program puts before `logcat`: it hands its own environment over
/// and replaces the shell, neither of which means anything to the demo phone.
pub fn plain(command: &str) -> &str {
    let rest = command.trim_start();
    let Some(rest) = rest.strip_prefix("export ANDROID_LOG_TAGS=") else { return command };
    let Some((_, rest)) = rest.split_once(';') else { return command };
    rest.trim_start().strip_prefix("exec ").unwrap_or(command)
}

/// The command that prints the present log, if `command` is a `logcat` that would go on for ever.
/// With anything else on the line it is left to the phone's shell, which prints and ends.
pub fn once(command: &str) -> Option<String> {
    let rest = command.trim().strip_prefix("logcat")?;
    if !(rest.is_empty() || rest.starts_with([' ', '\t'])) {
        return None;
    }
    let mut words = words(rest)?.into_iter();
    while let Some(word) = words.next() {
        if let Some(long) = word.strip_prefix("--") {
            if prints_once(long.split('=').next().unwrap_or_default()) {
                return None;
            }
        } else if let Some(letters) = word.strip_prefix('-') {
            // The first letter that ends the word: one that prints once, or one with a value, which
            // is the rest of the word or the next one.
            let last = letters.char_indices().find(|(_, c)| "dcghSpLtGPbvfrneTm".contains(*c));
            match last {
                Some((_, letter)) if "dcghSpLtGP".contains(letter) => return None,
                Some((at, _)) if at + 1 == letters.len() => drop(words.next()),
                _ => {}
            }
        }
    }
    Some(format!("logcat -d{rest}"))
}

fn prints_once(option: &str) -> bool {
    let once = ["clear", "help", "statistics", "prune", "buffer-size", "last", "version"];
    once.contains(&option)
}

/// The words of a simple command, quotes taken off; `None` if it is more than a simple command.
fn words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some('\''), _) => word.get_or_insert_default().push(c),
            (_, '\\') => word.get_or_insert_default().extend(characters.next()),
            (Some(_), _) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, ' ' | '\t') => words.extend(word.take()),
            (None, ';' | '|' | '&' | '<' | '>' | '\n' | '`' | '$') => return None,
            (None, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Some(words)
}

/// Prints what `once` prints, and then what is new, until the peer goes.
pub async fn run(phone: &Phone, once: &str, answer: &Answer<'_>) -> Result<(), Closed> {
    let mut printed = Vec::new();
    loop {
        let log = match phone.shell.run(once).await {
            Err(error) => return cannot_run(&error, answer).await,
            Ok(output) if output.code != 0 => {
                answer.stdout(&output.stdout).await?;
                answer.stderr(&output.stderr).await?;
                return answer.exit(output.code).await;
            }
            Ok(output) => output.stdout,
        };
        answer.stdout(news(&printed, &log)).await?;
        printed = log;
        sleep(phone.follow_every).await;
    }
}

/// The part of `now` that was not in `before`. A log loses old lines at its head as new ones come at
/// its tail, so what both share is the end of one and the beginning of the other.
fn news<'a>(before: &[u8], now: &'a [u8]) -> &'a [u8] {
    let line_starts = std::iter::once(0)
        .chain(before.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1));
    line_starts
        .filter_map(|start| before.get(start..))
        .find_map(|kept| now.strip_prefix(kept))
        .unwrap_or(now)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("logcat", Some("logcat -d"))]
    #[case("logcat -v threadtime *:W", Some("logcat -d -v threadtime *:W"))]
    #[case("logcat -b d -T 5", Some("logcat -d -b d -T 5"))]
    #[case("logcat -vthreadtime", Some("logcat -d -vthreadtime"))]
    #[case("logcat '-e' 'a|b' '*:W'", Some("logcat -d '-e' 'a|b' '*:W'"))]
    #[case("logcat -d", None)]
    #[case("logcat '-d'", None)]
    #[case("logcat '-t' \"5\"", None)]
    #[case("logcat -v brief -d", None)]
    #[case("logcat -c", None)]
    #[case("logcat -t 100", None)]
    #[case("logcat --clear", None)]
    #[case("logcat | grep x", None)]
    #[case("logcatd", None)]
    #[case("ls", None)]
    fn only_a_log_without_an_end_is_followed(#[case] command: &str, #[case] printed: Option<&str>) {
        assert_eq!(once(command).as_deref(), printed);
    }

    #[rstest]
    #[case("export ANDROID_LOG_TAGS=\"''\"; exec logcat -d", "logcat -d")]
    #[case("export ANDROID_LOG_TAGS=''; exec logcat", "logcat")]
    #[case("export X=1; echo", "export X=1; echo")]
    #[case("id", "id")]
    fn what_adb_puts_before_is_taken_away(#[case] command: &str, #[case] plain_command: &str) {
        assert_eq!(plain(command), plain_command);
    }

    #[rstest]
    #[case::first("", "a\nb\n", "a\nb\n")]
    #[case::nothing_new("a\nb\n", "a\nb\n", "")]
    #[case::appended("a\nb\n", "a\nb\nc\n", "c\n")]
    #[case::head_lost("a\nb\nc\n", "b\nc\nd\n", "d\n")]
    #[case::cleared("a\nb\n", "c\n", "c\n")]
    #[case::emptied("a\nb\n", "", "")]
    #[case::repeated("x\nx\nx\n", "x\nx\nx\nx\n", "x\n")]
    fn only_new_lines_are_printed(#[case] before: &str, #[case] now: &str, #[case] new: &str) {
        assert_eq!(news(before.as_bytes(), now.as_bytes()), new.as_bytes());
    }
}
