//! Reports: whatever a session says stays text, and the command never harms a file.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    clippy::string_slice,
    reason = "helpers of tests, which clippy takes for the program's own functions"
)]

#[path = "report/command.rs"]
mod command;
#[path = "report/hostile.rs"]
mod hostile;

use proptest::prelude::*;
use ridealong::protocol::{Event, EventRecord, ExchangeId, PromptSent};
use ridealong::report::fleet::MergedFleet;
use ridealong::report::html;

/// The names of all elements and of their attributes in order: everything but text and values.
/// Reads as a browser does: what stands in `script` and `style` ends only at their end.
fn skeleton(page: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        let (tag, behind) = tag(&rest[start + 1..]);
        rest = behind;
        let name = tag[0].clone();
        names.extend(tag);
        if name == "script" || name == "style" {
            rest = &rest[rest.find(&format!("</{name}")).unwrap()..];
        }
    }
    names
}

/// The name of the element and of its attributes, and what stands behind it.
fn tag(text: &str) -> (Vec<String>, &str) {
    let mut names = vec![String::new()];
    let mut is_value = false;
    for (place, character) in text.char_indices() {
        match character {
            '"' => is_value = !is_value,
            _ if is_value => {}
            '>' => return (names, &text[place + 1..]),
            ' ' => names.push(String::new()),
            other => names.last_mut().unwrap().push(other),
        }
    }
    panic!("a tag without an end: {text}")
}

fn page(text: &str, step: u64) -> String {
    let (_folder, session) = hostile::session(text, step);
    html::page(&session, &|_, _| {})
}

/// The report of a fleet of two workers.
fn fleet_page(text: &str, step: u64) -> String {
    let mut fleet = MergedFleet::new(text);
    for worker in 1..=2 {
        let (_folder, session) = hostile::session(text, step);
        fleet.add(worker, session);
    }
    fleet.settle();
    html::fleet_page(&fleet, &|_, _| {})
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_text_changes_the_page_but_as_text(text in "x(\\PC|[<>&\"'/=\0\u{1b}\n\u{202e}]){0,60}") {
        let (harmless, page) = (page("harmless", 1), page(&text, 1));
        prop_assert_eq!(skeleton(&harmless), skeleton(&page));
        let (harmless, page) = (fleet_page("harmless", 1), fleet_page(&text, 1));
        prop_assert_eq!(skeleton(&harmless), skeleton(&page));
    }

    #[test]
    fn no_number_harms(step in any::<u64>()) {
        prop_assert!(page("text", step).ends_with("</html>"));
        prop_assert!(fleet_page("text", step).ends_with("</html>"));
    }
}

#[test]
fn the_skeleton_sees_what_breaks_out() {
    let harmless = "<p title=\"a\">text</p>";
    assert_eq!(skeleton(harmless), ["p", "title=", "/p"]);
    assert_eq!(skeleton("<p title=\"a<b>\">text</p>"), skeleton(harmless));
    assert_ne!(skeleton("<p title=\"a\" onclick=\"\">text</p>"), skeleton(harmless));
    assert_ne!(skeleton("<p title=\"a\">te<b>xt</p>"), skeleton(harmless));
}

#[test]
fn every_text_of_a_session_is_there() {
    let page = page("a<b>c", 7);
    // Ids of widgets that have a label, thoughts' contexts and the like are not shown.
    assert!(page.matches("a&lt;b&gt;c").count() > 60, "{}", page.matches("a&lt;b&gt;c").count());
    for place in ["id=\"step-7\"", "id=\"finding-1\"", "id=\"exchange-1\"", "id=\"state-2\""] {
        assert!(page.contains(place), "{place}");
    }
    assert!(page.contains("picture missing or damaged"));
}

#[test]
fn a_finding_is_told_with_its_shortest_way() {
    let (_folder, mut session) = hostile::session("x", 7);
    let sure = "<span class=\"badge\">confirmed 4294967295 of 3</span>";
    let path = "The shortest sequence that was found.";
    let page = html::page(&session, &|_, _| {});
    assert!(page.contains(sure) && page.contains(">privileged</span>"));
    assert!(page.contains("Steps to reproduce (1)") && page.contains(path));
    session.records.retain(|record| !matches!(record.event, Event::Triaged(_)));
    let page = html::page(&session, &|_, _| {});
    assert!(!page.contains("confirmed") && !page.contains("privileged") && !page.contains(path));
}

#[test]
fn what_is_too_long_is_cut_and_counted() {
    let page = page(&"long ".repeat(200_000), 1);
    assert!(page.contains("more characters"));
    assert!(page.len() < 4_000_000, "{}", page.len());
}

#[test]
fn a_session_in_which_nothing_happened_has_a_report() {
    let (_folder, mut session) = hostile::session("x", 1);
    session.records.clear();
    let page = html::page(&session, &|_, _| {});
    assert!(page.contains("No state was seen.") && page.contains("Nothing was found."));
}

/// The cells of the row `name` in the table of questions, each with its heading.
fn questions(page: &str, name: &str) -> Vec<(String, String)> {
    let table = page.split_once("id=\"cost\"").unwrap().1.split_once("</table>").unwrap().0;
    let inside = |row: &str, tag: &str| {
        let tag = format!("<{tag}");
        let texts = row
            .split(&tag)
            .skip(1)
            .map(|cell| cell.split_once('>').unwrap().1.split_once('<').unwrap().0.to_owned());
        texts.collect::<Vec<String>>()
    };
    let mut rows = table.split("<tr").skip(1);
    let heads = inside(rows.next().unwrap(), "th");
    let cells = rows.map(|row| inside(row, "td")).find(|cells| cells[0] == name).unwrap();
    assert_eq!(heads.len(), cells.len());
    heads.into_iter().zip(cells).collect()
}

#[test]
fn each_question_tells_how_often_it_is_asked_and_what_it_costs_a_step() {
    let (_folder, mut session) = hostile::session("goals", 4);
    session.records.retain(|record| !matches!(record.event, Event::Unanswered(_)));
    let mut more = Vec::new();
    for record in &mut session.records {
        if let Event::Answered(answered) = &mut record.event {
            (answered.usage.input_tokens, answered.usage.output_tokens) = (500, 60);
        }
        if let Event::Asked(asked) = &mut record.event {
            asked.again = None;
            let other =
                PromptSent { exchange: ExchangeId(2), query: "forms".into(), ..asked.clone() };
            let (seq, at_ms) = (record.seq, record.at_ms);
            more.push(EventRecord { seq, at_ms, event: Event::Asked(other) });
        }
    }
    session.records.extend(more);
    let page = html::page(&session, &|_, _| {});
    let of = |name: &str, head: &str| {
        let cells = questions(&page, name);
        cells.into_iter().find(|(own, _)| own == head).unwrap().1
    };
    assert_eq!(
        (of("goals", "A step"), of("goals", "Tokens a step")),
        ("0.25".into(), "140".into())
    );
    assert_eq!((of("forms", "A step"), of("forms", "Tokens a step")), ("0.25".into(), "0".into()));
    assert_eq!((of("all", "A step"), of("all", "Tokens a step")), ("0.50".into(), "140".into()));
}
