//! What the scripted model answers: rules, no model. It reads the table of widgets in the prompt and
//! nothing else (the picture is not looked at), and knows nothing of any app.

use serde_json::{Value, json};

/// What is typed where a field's words name its kind; the first that fits counts. The second text
/// is for a form that was tried before.
const VALUES: &[(&[&str], [&str; 2])] = &[
    (&["e-mail", "email"], ["mia@example.org", "mia@"]),
    (&["phone", "mobile"], ["+4930123456", "0"]),
    (&["date", "birth", "yyyy"], ["1988-02-29", "2031-13-01"]),
    (&["time", "hh"], ["08:15", "24:60"]),
    (&["systolic", "upper"], ["128", "60"]),
    (&["diastolic", "lower"], ["82", "140"]),
    (&["expir", "valid until"], ["11/31", "01/20"]),
    (&["card"], ["4012888888881881", "1"]),
    (&["cvc", "cvv"], ["123", "1"]),
    (&["zip", "post"], ["10969", "x"]),
    (&["url", "link", "feed"], ["https://example.org/a", "example"]),
    (&["isbn"], ["9783161484100", "1"]),
    (&["year"], ["1999", "-1"]),
    (
        &[
            "page", "amount", "quantity", "number", "count", "weight", "height", "pulse", "dose",
            "age", "minutes", "hours", "price", "size", "rating",
        ],
        ["3", "-1"],
    ),
    (&["search", "find", "filter"], ["e", "zzz"]),
    (&["name", "author"], ["Mia Okafor", "'"]),
    (&["address", "street"], ["4 Mill Lane", "-"]),
    (&["city", "town"], ["Leeds", "-"]),
];

/// What is typed elsewhere.
const ANYTHING: [&str; 2] = ["Two apples", ""];

/// Words on what sends a form.
const SENDS: &[&str] = &[
    "save", "create", "add", "done", "ok", "sign in", "log in", "search", "send", "submit",
    "apply", "next", "continue", "confirm", "start", "set", "import",
];

/// The reply to a conversation: the words of its first message, and of its last.
pub fn reply(system: &str, question: &str) -> String {
    if system.contains("kept only a part of a text") { value(question) } else { plan(question) }
}

/// A line of the table.
struct Line<'a> {
    number: u64,
    kind: &'a str,
    rest: &'a str,
}

impl<'a> Line<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let (number, rest) = line.trim_start().split_once(' ')?;
        let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        Some(Self { number: number.parse().ok()?, kind, rest })
    }

    /// Its label, in lower case.
    fn label(&self) -> String {
        self.rest.split('"').nth(1).unwrap_or_default().to_lowercase()
    }
}

/// The numbers that take `call`.
fn takes(question: &str, call: &str) -> Vec<u64> {
    let head = format!("{call}: ");
    let line = question.lines().rev().find_map(|line| line.strip_prefix(&head));
    line.into_iter().flat_map(|line| line.split(", ")).filter_map(|n| n.parse().ok()).collect()
}

fn plan(question: &str) -> String {
    let again = question.contains("Done in this form before:");
    let lines: Vec<Line<'_>> = question.lines().filter_map(Line::read).collect();
    let (inputs, taps) = (takes(question, "input"), takes(question, "tap"));
    let mut steps: Vec<Value> = Vec::new();
    let mut left_out: Vec<Value> = Vec::new();
    let mut named = Vec::new();
    for field in lines.iter().filter(|line| inputs.contains(&line.number)) {
        // A number may head another line as well, such as one of a text.
        if named.contains(&field.number) {
            continue;
        }
        named.push(field.number);
        let text = text_for(&field.rest.to_lowercase(), again);
        if steps.len() > 8 || (text.is_empty() && !field.rest.contains("(hidden)")) {
            left_out.push(json!({ "field": field.number, "why": "It is tried without it." }));
        } else {
            steps.push(json!({ "do": "input", "on": field.number, "text": text }));
        }
    }
    let tapped = lines.iter().filter(|line| taps.contains(&line.number));
    let (sending, others): (Vec<_>, Vec<_>) =
        tapped.partition(|line| SENDS.iter().any(|word| line.label().contains(word)));
    let toggle = others.iter().find(|line| line.kind == "toggle" || line.kind == "picker");
    let ends = sending.last().or_else(|| others.last());
    for line in toggle.into_iter().chain(ends) {
        let step = json!({ "do": "tap", "on": line.number });
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    if steps.is_empty() {
        steps.push(match first_cell(question) {
            Some(cell) => json!({ "do": "tap", "on": cell }),
            None => json!({ "do": "back" }),
        });
    }
    let summary = if again { "Tries it with invalid values." } else { "Tries it as intended." };
    json!({ "thought": "By rule.", "steps": steps, "left_out": left_out, "summary": summary })
        .to_string()
}

fn text_for(said: &str, again: bool) -> &'static str {
    let fits =
        |(words, _): &&(&[&str], [&'static str; 2])| words.iter().any(|word| said.contains(word));
    let texts = VALUES.iter().find(fits).map_or(ANYTHING, |(_, texts)| *texts);
    texts[usize::from(again)]
}

/// The first cell of a grid, where there is one.
fn first_cell(question: &str) -> Option<u64> {
    question.split("its cells have the numbers ").nth(1)?.split(' ').next()?.parse().ok()
}

/// Another value: what was kept where that is something, else a number.
fn value(question: &str) -> String {
    let kept = question.lines().rev().find_map(|line| line.strip_prefix("It kept \""));
    let kept = kept.and_then(|rest| rest.split('"').next()).unwrap_or_default();
    let text = if kept.is_empty() { "7" } else { kept };
    json!({ "thought": "What it kept.", "text": text }).to_string()
}
