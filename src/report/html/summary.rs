//! The top of the page: what was explored, how it went, what the tester wrote.

use super::escape::HtmlPiece;
use super::words::{self, clock, counted, share, step_link};
use crate::protocol::NoteKind;
use crate::session::Timeline;

/// Writes the head of the page.
pub fn write(html: &mut HtmlPiece, timeline: &Timeline, troubles: &[String]) {
    html.el("section", &[("id", "summary")], |html| {
        tiles(html, timeline);
        for (place, charter) in timeline.facts.charters.iter().enumerate() {
            html.class("blockquote", "charter", |html| {
                html.leaf("b", &[], if place == 0 { "Charter" } else { "Charter, later" });
                html.el("p", &[], |html| html.text(charter));
            });
        }
        notes(html, timeline);
        html.class("div", "columns", |html| {
            facts(html, timeline);
            tally(html, timeline);
        });
        if !troubles.is_empty() {
            html.details(
                "troubles",
                |html| html.line(&format!("What could not be read: {}", troubles.len())),
                |html| list(html, troubles),
            );
        }
    });
}

fn list(html: &mut HtmlPiece, lines: &[String]) {
    html.el("ul", &[], |html| lines.iter().for_each(|line| html.leaf("li", &[], line)));
}

/// The figures that are looked for first.
fn tiles(html: &mut HtmlPiece, timeline: &Timeline) {
    let model = &timeline.model;
    let found = timeline.facts.groups.len();
    html.class("div", "tiles", |html| {
        let mut tile = |class: &str, anchor: &str, figure: &str, what: &str| {
            html.link(anchor, &[("class", class)], |html| {
                html.leaf("b", &[], figure);
                html.leaf("span", &[], what);
            });
        };
        let class = if found > 0 { "tile bad" } else { "tile good" };
        tile(
            class,
            "findings",
            &found.to_string(),
            if found == 1 { "finding" } else { "findings" },
        );
        tile("tile", "timeline", &model.steps().to_string(), "steps");
        tile("tile", "model", &model.states().len().to_string(), "states");
        let activities = model.activities().len();
        if !timeline.facts.is_spoken() {
            let declared = model.declared_activities().len();
            let figure = if declared > 0 {
                format!("{activities}/{declared}")
            } else {
                activities.to_string()
            };
            tile("tile", "model", &figure, "activities");
        }
        for (kind, count) in model.coverage() {
            if let Some(percent) = count.covered.saturating_mul(100).checked_div(count.total) {
                tile("tile", "coverage", &format!("{percent} %"), &format!("of {kind}"));
            }
        }
    });
}

/// What the tester wrote down.
fn notes(html: &mut HtmlPiece, timeline: &Timeline) {
    if timeline.facts.notes.is_empty() {
        return;
    }
    html.class("div", "notes", |html| {
        html.leaf("h3", &[], "What the tester wrote");
        html.el("ul", &[], |html| {
            for note in &timeline.facts.notes {
                let (class, word) = match note.kind {
                    NoteKind::Note => ("badge note", "note"),
                    NoteKind::Bug => ("badge bad", "bug"),
                };
                html.el("li", &[], |html| {
                    html.leaf("span", &[("class", class)], word);
                    html.text(&format!(" {} ", note.text));
                    step_link(html, note.step);
                });
            }
        });
    });
}

fn fact(html: &mut HtmlPiece, name: &str, value: &str) {
    if !value.is_empty() {
        html.leaf("dt", &[], name);
        html.leaf("dd", &[], value);
    }
}

/// What was explored, with what.
fn facts(html: &mut HtmlPiece, timeline: &Timeline) {
    html.el("dl", &[], |html| {
        if let Some(opened) = &timeline.facts.app {
            fact(html, "App", &opened.package);
            fact(html, "Version", opened.version.as_deref().unwrap_or_default());
        }
        let Some(started) = &timeline.facts.started else {
            return fact(html, "Session", "its beginning could not be read");
        };
        fact(html, "Target", &started.target);
        fact(html, "Device", &format!("{}, {}", started.device, started.system));
        fact(html, "Explorer", &started.explorer);
        fact(html, "Model", started.model.as_deref().unwrap_or("none: rules alone"));
        fact(html, "Seed", &started.seed.to_string());
        fact(html, "Mode at first", started.mode.word());
        fact(html, "Ridealong", &started.version);
    });
}

/// How it went.
fn tally(html: &mut HtmlPiece, timeline: &Timeline) {
    let model = &timeline.model;
    html.el("dl", &[], |html| {
        if let Some(started) = &timeline.facts.started {
            let when: String = started.started.replacen('T', " ", 1);
            fact(html, "Started", &when);
        }
        fact(html, "Took", &clock(timeline.facts.at_ms));
        let end = timeline.facts.ended.as_ref().map_or_else(
            || "It was cut off, or still runs.".to_owned(),
            |ended| words::end(&ended.reason),
        );
        fact(html, "Ended", &end);
        fact(html, "Steps", &model.steps().to_string());
        let means = model.semantic_states();
        let states = model.states().len();
        let same = if means == states { String::new() } else { format!(", {means} in meaning") };
        fact(html, "States", &format!("{states}{same}"));
        fact(html, "Transitions", &model.transitions().to_string());
        let (visited, declared) = (model.activities().len(), model.declared_activities().len());
        if !timeline.facts.is_spoken() {
            fact(html, "Activities", &share(visited as u64, declared as u64));
        }
        for (kind, count) in model.coverage() {
            fact(html, &format!("Coverage of {kind}"), &share(count.covered, count.total));
        }
        fact(html, "Attacks", &timeline.facts.attacks.words().unwrap_or_default());
        let asked = timeline.all_exchanges().count();
        if asked > 0 {
            fact(html, "Model asked", &counted(asked, "time"));
        }
    });
}
