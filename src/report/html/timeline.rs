//! The timeline: each step with what was proposed, who decided, and what came of it.

use super::escape::HtmlPiece;
use super::exchanges::ExchangeWriter;
use super::shots::ScreenShots;
use super::story::{ReviewedProposal, SessionStory, StoryStep, StoryThought};
use super::words::{self, clock, outcome, state_link};
use crate::protocol::{ActionOutcome, DecidedBy, NoteKind, Verdict};

/// The most steps that are shown; what was found, noted or decided by the tester always is.
const MOST: usize = 5_000;

/// The filters: the tag of a step, and what it is called.
const FILTERS: [(&str, &str); 8] = [
    ("finding", "findings"),
    ("note", "notes"),
    ("tester", "decided by the tester"),
    ("overridden", "overridden"),
    ("rejected", "rejected or skipped"),
    ("held", "held by a guard"),
    ("asked", "model asked"),
    ("new", "new state"),
];

/// Writes the timeline.
pub fn write<'a>(
    html: &mut HtmlPiece,
    story: &SessionStory<'_>,
    shots: &ScreenShots,
    writer: &mut ExchangeWriter<'a>,
) {
    html.el("section", &[("id", "timeline")], |html| {
        html.leaf("h2", &[], "Timeline");
        let tags: Vec<Vec<&str>> =
            story.steps.iter().map(|(number, step)| tags(story, *number, step)).collect();
        controls(html, &tags);
        let mut plain = MOST.saturating_sub(tags.iter().filter(|tags| is_notable(tags)).count());
        let mut left_out = 0;
        for ((number, step), tags) in story.steps.iter().zip(&tags) {
            if !is_notable(tags) {
                if plain == 0 {
                    left_out += 1;
                    continue;
                }
                plain -= 1;
            }
            one(html, story, shots, writer, (*number, step, &tags.join(" ")));
        }
        if left_out > 0 {
            let left_out = format!("{left_out} more steps without finding or note are left out.");
            html.leaf("p", &[("class", "quiet")], &left_out);
        }
    });
}

fn is_notable(tags: &[&str]) -> bool {
    tags.iter().any(|tag| ["finding", "note", "overridden", "rejected", "held"].contains(tag))
}

/// What a step can be filtered by.
fn tags(story: &SessionStory<'_>, number: u64, step: &StoryStep<'_>) -> Vec<&'static str> {
    let decided = |is: fn(&Verdict) -> bool| {
        let verdicts = step.weighed.iter().filter_map(|weighed| weighed.decided);
        verdicts.into_iter().any(|decided| is(&decided.decision.verdict))
    };
    let by_tester = step
        .weighed
        .iter()
        .filter_map(|weighed| weighed.decided)
        .any(|decided| decided.decision.by == DecidedBy::Tester);
    let asked = step.thoughts.iter().any(|thought| matches!(thought, StoryThought::Exchange(_)));
    let new = step.seen.is_some_and(|seen| {
        let state = story.model.state(seen.state.structural);
        state.is_some_and(|state| state.first_step == number)
    });
    let is = [
        !step.findings.is_empty(),
        !step.notes.is_empty(),
        by_tester,
        decided(|verdict| matches!(verdict, Verdict::Override { .. })),
        decided(|verdict| matches!(verdict, Verdict::Reject { .. } | Verdict::Skip)),
        step.weighed.iter().any(|weighed| !weighed.held.is_empty()),
        asked,
        new,
    ];
    FILTERS.iter().zip(is).filter(|(_, is)| *is).map(|((tag, _), _)| *tag).collect()
}

fn controls(html: &mut HtmlPiece, tags: &[Vec<&str>]) {
    html.el("div", &[("class", "controls script"), ("id", "step-controls")], |html| {
        html.void(
            "input",
            &[
                ("type", "search"),
                ("id", "step-text"),
                ("placeholder", "Find in steps…"),
                ("aria-label", "Find steps by their text"),
            ],
        );
        for (tag, what) in FILTERS {
            let count = tags.iter().filter(|tags| tags.contains(&tag)).count();
            if count > 0 {
                html.el("label", &[], |html| {
                    html.void("input", &[("type", "checkbox"), ("data-tag", tag)]);
                    html.line(&format!("{what} ({count})"));
                });
            }
        }
        html.el("output", &[("id", "step-count"), ("aria-live", "polite")], |_| {});
    });
}

fn one(
    html: &mut HtmlPiece,
    story: &SessionStory<'_>,
    shots: &ScreenShots,
    writer: &mut ExchangeWriter<'_>,
    (number, step, tags): (u64, &StoryStep<'_>, &str),
) {
    let id = format!("step-{number}");
    html.el("article", &[("class", "step"), ("id", &id), ("data-tags", tags)], |html| {
        if let Some(seen) = step.seen.filter(|seen| seen.said.is_none()) {
            html.class("div", "shot", |html| {
                shots.show(html, seen, &format!("The screen after step {number}"));
            });
        }
        html.el("div", &[], |html| {
            head(html, &id, number, step);
            if let Some(said) = step.seen.and_then(|seen| seen.said.as_ref()) {
                html.class("p", "app", |html| html.text(said));
            }
            came_of_it(html, story, number, step);
            marks(html, story, step);
            for weighed in &step.weighed {
                proposal(html, weighed);
            }
            writer.thoughts(html, &step.thoughts);
        });
    });
}

fn head(html: &mut HtmlPiece, id: &str, number: u64, step: &StoryStep<'_>) {
    html.el("h3", &[], |html| {
        html.link(id, &[("class", "number")], |html| html.line(&number.to_string()));
        match step.action() {
            Some(action) => words::action(html, action),
            None if number == 0 => html.line("The app was opened"),
            None => html.line("Nothing was performed"),
        }
        html.line(" ");
        html.leaf("span", &[("class", "quiet time")], &clock(step.at_ms));
    });
}

/// What the step did.
fn came_of_it(html: &mut HtmlPiece, story: &SessionStory<'_>, number: u64, step: &StoryStep<'_>) {
    html.class("p", "outcome", |html| {
        if let Some(learned) = step.learned {
            let bad = matches!(learned.outcome, ActionOutcome::Crashed | ActionOutcome::Failed);
            html.leaf("span", &[("class", if bad { "bad" } else { "" })], outcome(learned.outcome));
            html.line(if learned.outcome == ActionOutcome::Moved { " " } else { " in " });
            state_link(html, story, learned.to);
        } else if let Some(seen) = step.seen {
            html.line(if number == 0 { "at " } else { "in " });
            state_link(html, story, seen.state.structural);
        }
        let performed = step.performed;
        if let Some(accepted) = performed.and_then(|performed| performed.accepted.as_ref()) {
            html.line(&format!(" · the field then held “{accepted}”"));
        }
        if let Some(failed) = performed.and_then(|performed| performed.failed.as_ref()) {
            html.leaf("span", &[("class", "bad")], &format!(" · {failed}"));
        }
    });
}

/// Findings, notes and oddities.
fn marks(html: &mut HtmlPiece, story: &SessionStory<'_>, step: &StoryStep<'_>) {
    for finding in &step.findings {
        let place = story.findings.iter().position(|group| group.first.group == finding.group);
        html.class("p", "found", |html| {
            html.leaf("span", &[("class", "badge bad")], finding.kind.word());
            html.line(" ");
            let anchor = format!("finding-{}", place.map_or(0, |place| place + 1));
            html.link_line(&anchor, &finding.title);
            html.line(if finding.first { "" } else { " (again)" });
        });
    }
    for note in &step.notes {
        let (class, word) = match note.kind {
            NoteKind::Note => ("badge note", "note"),
            NoteKind::Bug => ("badge bad", "bug"),
        };
        html.class("p", "noted", |html| {
            html.leaf("span", &[("class", class)], word);
            html.text(&format!(" {}", note.text));
        });
    }
    let performed = step.performed.iter().flat_map(|performed| &performed.warnings);
    let odd = step.warnings.iter().map(|warned| &warned.what);
    for warning in performed.chain(odd) {
        html.leaf("p", &[("class", "warned")], warning);
    }
    for mode in &step.modes {
        let why = mode.why.as_ref().map_or_else(String::new, |why| format!(": {why}"));
        html.leaf("p", &[("class", "quiet")], &format!("mode {}{why}", mode.mode.word()));
    }
}

/// A proposal, who decided, and why.
fn proposal(html: &mut HtmlPiece, weighed: &ReviewedProposal<'_>) {
    let verdict = weighed.decided.map(|decided| &decided.decision.verdict);
    let done = weighed.action().is_some();
    html.class("div", if done { "proposal" } else { "proposal refused" }, |html| {
        html.el("p", &[], |html| {
            html.line(&weighed.fate());
            match verdict {
                Some(Verdict::Override { .. }) => {
                    html.line(" (proposed was: ");
                    words::action(html, &weighed.proposal.action);
                    html.line(")");
                }
                Some(Verdict::Reject { feedback }) => {
                    html.line(": ");
                    words::action(html, &weighed.proposal.action);
                    html.line(" — ");
                    html.el("q", &[], |html| html.text(feedback));
                }
                _ if !done => {
                    html.line(": ");
                    words::action(html, &weighed.proposal.action);
                }
                _ => {}
            }
        });
        if !weighed.proposal.why.is_empty() {
            html.leaf("p", &[("class", "why")], &weighed.proposal.why);
        }
        for held in &weighed.held {
            let held = format!("Held by the guard rule {}: {}", held.rule, held.why);
            html.leaf("p", &[("class", "warned")], &held);
        }
        let others = &weighed.proposal.alternatives;
        if !others.is_empty() {
            html.details(
                "others",
                |html| html.line(&format!("{} considered as well", others.len())),
                |html| {
                    html.el("ul", &[], |html| {
                        for other in others.iter().take(12) {
                            html.el("li", &[], |html| {
                                words::action(html, &other.action);
                                html.line(&format!(": {}", other.why));
                            });
                        }
                        if others.len() > 12 {
                            html.leaf("li", &[], &format!("… {} more", others.len() - 12));
                        }
                    });
                },
            );
        }
    });
}
