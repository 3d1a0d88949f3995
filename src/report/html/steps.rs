//! The timeline: each step with what was proposed, who decided, and what came of it.

use super::escape::HtmlPiece;
use super::exchanges::ExchangeWriter;
use super::screens::ShownScreens;
use super::words::{self, clock, outcome, state_link};
use crate::protocol::{ActionOutcome, DecidedBy, NoteKind, Verdict};
use crate::session::{ReviewedProposal, StepThought, Timeline, TimelineStep};

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
    timeline: &Timeline,
    screens: &ShownScreens,
    writer: &mut ExchangeWriter<'a>,
) {
    html.el("section", &[("id", "timeline")], |html| {
        html.leaf("h2", &[], "Timeline");
        let tags: Vec<Vec<&str>> = timeline.steps().map(|step| tags(timeline, step)).collect();
        controls(html, &tags);
        let mut plain = MOST.saturating_sub(tags.iter().filter(|tags| is_notable(tags)).count());
        let mut left_out = 0;
        for (step, tags) in timeline.steps().zip(&tags) {
            if !is_notable(tags) {
                if plain == 0 {
                    left_out += 1;
                    continue;
                }
                plain -= 1;
            }
            one(html, timeline, screens, writer, (step, &tags.join(" ")));
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
fn tags(timeline: &Timeline, step: TimelineStep<'_>) -> Vec<&'static str> {
    let decided = |is: fn(&Verdict) -> bool| {
        let mut decisions = step.proposals().filter_map(|reviewed| reviewed.decided.as_ref());
        decisions.any(|decided| is(&decided.decision.verdict))
    };
    let by_tester = step
        .proposals()
        .filter_map(|reviewed| reviewed.decided.as_ref())
        .any(|decided| decided.decision.by == DecidedBy::Tester);
    let asked = step.thoughts().any(|thought| matches!(thought, StepThought::Exchange(_)));
    let new = step.observed().is_some_and(|seen| {
        let state = timeline.model.state(seen.state.structural);
        state.is_some_and(|state| state.first_step == step.number)
    });
    let is = [
        step.findings().len() > 0,
        step.notes().len() > 0,
        by_tester,
        decided(|verdict| matches!(verdict, Verdict::Override { .. })),
        decided(|verdict| matches!(verdict, Verdict::Reject { .. } | Verdict::Skip)),
        step.proposals().any(|reviewed| !reviewed.guards.is_empty()),
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
    timeline: &Timeline,
    screens: &ShownScreens,
    writer: &mut ExchangeWriter<'_>,
    (step, tags): (TimelineStep<'_>, &str),
) {
    let number = step.number;
    let id = format!("step-{number}");
    html.el("article", &[("class", "step"), ("id", &id), ("data-tags", tags)], |html| {
        if let Some(seen) = step.observed().filter(|seen| seen.said.is_none()) {
            html.class("div", "shot", |html| {
                screens.show(html, seen, &format!("The screen after step {number}"));
            });
        }
        html.el("div", &[], |html| {
            head(html, &id, step);
            if let Some(said) = step.observed().and_then(|seen| seen.said.as_ref()) {
                html.class("p", "app", |html| html.text(said));
            }
            outcome_line(html, timeline, step);
            marks(html, timeline, step);
            for reviewed in step.proposals() {
                proposal(html, reviewed);
            }
            writer.thoughts(html, &step.thoughts().collect::<Vec<_>>());
        });
    });
}

fn head(html: &mut HtmlPiece, id: &str, step: TimelineStep<'_>) {
    html.el("h3", &[], |html| {
        html.link(id, &[("class", "number")], |html| html.line(&step.number.to_string()));
        match step.action() {
            Some(action) => words::action(html, action),
            None if step.number == 0 => html.line("The app was opened"),
            None => html.line("Nothing was performed"),
        }
        html.line(" ");
        html.leaf("span", &[("class", "quiet time")], &clock(step.performed_ms()));
    });
}

/// What the step did.
fn outcome_line(html: &mut HtmlPiece, timeline: &Timeline, step: TimelineStep<'_>) {
    html.class("p", "outcome", |html| {
        if let Some(learned) = step.learned() {
            let bad = matches!(learned.outcome, ActionOutcome::Crashed | ActionOutcome::Failed);
            html.leaf("span", &[("class", if bad { "bad" } else { "" })], outcome(learned.outcome));
            html.line(if learned.outcome == ActionOutcome::Moved { " " } else { " in " });
            state_link(html, timeline, learned.to);
        } else if let Some(seen) = step.observed() {
            html.line(if step.number == 0 { "at " } else { "in " });
            state_link(html, timeline, seen.state.structural);
        }
        let performed = step.performed();
        if let Some(accepted) = performed.and_then(|performed| performed.accepted.as_ref()) {
            html.line(&format!(" · the field then held “{accepted}”"));
        }
        if let Some(failed) = performed.and_then(|performed| performed.failed.as_ref()) {
            html.leaf("span", &[("class", "bad")], &format!(" · {failed}"));
        }
    });
}

/// Findings, notes and warnings.
fn marks(html: &mut HtmlPiece, timeline: &Timeline, step: TimelineStep<'_>) {
    for finding in step.findings() {
        let place =
            timeline.facts.groups.iter().position(|group| group.first.group == finding.group);
        html.class("p", "found", |html| {
            html.leaf("span", &[("class", "badge bad")], finding.kind.word());
            html.line(" ");
            let anchor = format!("finding-{}", place.map_or(0, |place| place + 1));
            html.link_line(&anchor, &finding.title);
            html.line(if finding.first { "" } else { " (again)" });
        });
    }
    for note in step.notes() {
        let (class, word) = match note.kind {
            NoteKind::Note => ("badge note", "note"),
            NoteKind::Bug => ("badge bad", "bug"),
        };
        html.class("p", "noted", |html| {
            html.leaf("span", &[("class", class)], word);
            html.text(&format!(" {}", note.text));
        });
    }
    let performed = step.performed().into_iter().flat_map(|performed| &performed.warnings);
    let warned = step.warnings().iter().map(|warned| &warned.what);
    for warning in performed.chain(warned) {
        html.leaf("p", &[("class", "warned")], warning);
    }
    for mode in step.modes() {
        let why = mode.why.as_ref().map_or_else(String::new, |why| format!(": {why}"));
        html.leaf("p", &[("class", "quiet")], &format!("mode {}{why}", mode.mode.word()));
    }
}

/// A proposal, who decided, and why.
fn proposal(html: &mut HtmlPiece, reviewed: &ReviewedProposal) {
    let verdict = reviewed.decided.as_ref().map(|decided| &decided.decision.verdict);
    let done = reviewed.action().is_some();
    html.class("div", if done { "proposal" } else { "proposal refused" }, |html| {
        html.el("p", &[], |html| {
            html.line(&words::decision(reviewed));
            match verdict {
                Some(Verdict::Override { .. }) => {
                    html.line(" (proposed was: ");
                    words::action(html, &reviewed.proposal.action);
                    html.line(")");
                }
                Some(Verdict::Reject { feedback }) => {
                    html.line(": ");
                    words::action(html, &reviewed.proposal.action);
                    html.line(" — ");
                    html.el("q", &[], |html| html.text(feedback));
                }
                _ if !done => {
                    html.line(": ");
                    words::action(html, &reviewed.proposal.action);
                }
                _ => {}
            }
        });
        if !reviewed.proposal.why.is_empty() {
            html.leaf("p", &[("class", "why")], &reviewed.proposal.why);
        }
        if let Some(insight) = &reviewed.proposal.insight {
            contributions(html, &insight.contributions);
        }
        for held in &reviewed.guards {
            let held = format!("Held by the guard rule {}: {}", held.rule, held.why);
            html.leaf("p", &[("class", "warned")], &held);
        }
        let others = &reviewed.proposal.alternatives;
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

/// What each group of features contributed to the value that a network gave it.
fn contributions(html: &mut HtmlPiece, contributions: &[(String, f32)]) {
    if contributions.is_empty() {
        return;
    }
    let parts: Vec<String> =
        contributions.iter().map(|(group, gained)| format!("{group} {gained:+.2}")).collect();
    html.leaf("p", &[("class", "quiet")], &format!("features contribute: {}", parts.join(", ")));
}
