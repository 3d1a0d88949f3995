//! Findings: what is wrong, how it was seen, how to see it again.

use super::escape::{HtmlPiece, cut};
use super::screens::ShownScreens;
use super::words::{self, clock, counted, state_link, step_link};
use crate::domain::{Action, Bounds, Finding};
use crate::protocol::{FindingTriaged, FindingVerdict, ScreenObserved};
use crate::report::finding_path::FindingPath;
use crate::session::{FindingGroup, Timeline};

/// The most steps to one finding that are written out.
pub(super) const MOST_STEPS: usize = 200;
/// The class of the steps to a finding.
pub(super) const STEPS_CLASS: &str = "reproduction";

/// Writes all findings.
pub fn write(html: &mut HtmlPiece, timeline: &Timeline, screens: &ShownScreens) {
    html.el("section", &[("id", "findings")], |html| {
        html.leaf("h2", &[], "Findings");
        if timeline.facts.groups.is_empty() {
            html.leaf("p", &[("class", "quiet")], "Nothing was found.");
        }
        for (place, group) in timeline.facts.groups.iter().enumerate() {
            finding(html, timeline, screens, (place + 1, group));
        }
    });
}

fn finding(
    html: &mut HtmlPiece,
    timeline: &Timeline,
    screens: &ShownScreens,
    (number, group): (usize, &FindingGroup),
) {
    let first = &group.first;
    let id = format!("finding-{number}");
    html.el("article", &[("class", "finding"), ("id", &id)], |html| {
        html.el("h3", &[], |html| {
            html.leaf("span", &[("class", "badge bad")], first.kind.word());
            html.line(" ");
            html.link_line(&id, &first.title);
            if let Some(triaged) = &group.triaged {
                html.line(" ");
                sureness(html, triaged);
            }
            if let Some(standing) = group.standing() {
                html.line(" ");
                html.leaf("span", &[("class", "badge")], standing);
            }
            if let Some(verdict) = timeline.facts.verdicts.of(&first.group) {
                html.line(" ");
                html.leaf("span", &[("class", "badge")], verdict.word());
            }
        });
        judgement(html, timeline, first);
        html.class("div", "pair", |html| {
            // After a crash the app is gone; the screen before shows more.
            let before = first.step.checked_sub(1);
            for (step, what) in [(before, "before"), (Some(first.step), "after")] {
                let step = step.and_then(|step| timeline.step(step));
                let observed = step.and_then(crate::session::step::TimelineStep::observed);
                let Some(seen) = observed.filter(|_| !timeline.facts.is_spoken()) else { continue };
                let marked = if what == "after" { place(first) } else { acted_on(timeline, first) };
                shot(
                    html,
                    screens,
                    (seen, &format!("The screen {what} step {}", first.step)),
                    marked,
                );
            }
            html.el("div", &[], |html| {
                html.el("p", &[], |html| seen_at(html, timeline, group));
                reproduction(html, timeline, group);
                evidence(html, first);
            });
        });
    });
}

/// Where the fault can be seen on the screen after its step.
pub(super) fn place(first: &Finding) -> Option<Bounds> {
    let there = first.evidence.iter().filter(|evidence| evidence.step == first.step);
    there.filter_map(|evidence| evidence.bounds).next()
}

/// A screen with its label, and a frame around `bounds` if that is given.
pub(super) fn shot(
    html: &mut HtmlPiece,
    screens: &ShownScreens,
    (seen, label): (&ScreenObserved, &str),
    bounds: Option<Bounds>,
) {
    html.class("div", "shot", |html| {
        screens.show(html, seen, label);
        if let Some(bounds) = bounds.filter(|_| seen.picture.is_some()) {
            mark(html, seen, bounds);
        }
    });
}

/// What the device or oracle says of the finding, such as a stack.
pub(super) fn evidence(html: &mut HtmlPiece, first: &Finding) {
    if !first.detail.trim().is_empty() {
        html.details(
            "evidence",
            |html| html.line("Evidence"),
            |html| html.el("pre", &[], |html| html.text(&first.detail)),
        );
    }
}

/// What was expected, and what happened instead.
pub(super) fn comparison(html: &mut HtmlPiece, first: &Finding) {
    for (name, sentence) in [("Expected: ", &first.expected), ("Actual: ", &first.actual)] {
        if !sentence.is_empty() {
            html.el("p", &[], |html| {
                html.leaf("b", &[], name);
                html.line(&cut(sentence, 400));
            });
        }
    }
}

/// Where the action of the finding's step was performed, on the screen before.
fn acted_on(timeline: &Timeline, first: &Finding) -> Option<Bounds> {
    let action = timeline.step(first.step)?.action()?;
    action.target().map(|target| target.bounds)
}

/// A frame around `bounds` of the screen `seen`, over its picture.
fn mark(html: &mut HtmlPiece, seen: &ScreenObserved, bounds: Bounds) {
    let view = format!("0 0 {} {}", seen.size.width, seen.size.height);
    let with = [
        ("class", "mark"),
        ("viewBox", view.as_str()),
        ("preserveAspectRatio", "none"),
        ("aria-hidden", "true"),
    ];
    html.el("svg", &with, |html| {
        let [x, y, width, height] =
            [bounds.left, bounds.top, bounds.width(), bounds.height()].map(|it| it.to_string());
        let with = [("x", &*x), ("y", &*y), ("width", &*width), ("height", &*height)];
        html.el("rect", &with, |_| {});
    });
}

/// Who reports it and how surely, and what the tester says about it.
fn judgement(html: &mut HtmlPiece, timeline: &Timeline, first: &Finding) {
    if let Some(reporter) = first.oracle_name() {
        let mut words = format!("Reported by {reporter}");
        if !first.category.is_empty() {
            words.push_str(&format!(" as \u{201c}{}\u{201d}", first.category));
        }
        if let Some(percent) = first.confidence {
            words.push_str(&format!(", {percent} % sure"));
        }
        html.el("p", &[("class", "quiet")], |html| html.line(&format!("{}.", cut(&words, 300))));
    }
    comparison(html, first);
    for evidence in first.evidence.iter().filter(|evidence| evidence.what != first.actual) {
        html.el("p", &[], |html| {
            step_link(html, evidence.step);
            html.line(&format!(": {}", cut(&evidence.what, 300)));
        });
    }
    match timeline.facts.verdicts.of(&first.group) {
        Some(FindingVerdict::Dismissed { reason }) if !reason.trim().is_empty() => {
            html.el("p", &[], |html| html.line(&format!("Dismissed: {}", cut(reason, 400))));
        }
        Some(FindingVerdict::Duplicate { of }) => {
            let place = timeline.facts.groups.iter().position(|other| other.first.group == *of);
            if let Some(place) = place {
                html.el("p", &[], |html| {
                    html.line("The same fault as ");
                    let title =
                        timeline.facts.groups.get(place).map_or("", |other| &*other.first.title);
                    html.link_line(&format!("finding-{}", place + 1), title);
                });
            }
        }
        _ => {}
    }
}

/// How often it happened again, and whether that took rights that other apps lack.
pub(super) fn sureness(html: &mut HtmlPiece, triaged: &FindingTriaged) {
    let FindingTriaged { confirmed, runs, privileged, .. } = triaged;
    let reported = match confirmed {
        0 => "not confirmed".to_owned(),
        _ => format!("confirmed {confirmed} of {runs}"),
    };
    html.leaf("span", &[("class", "badge")], &reported);
    if *privileged {
        html.line(" ");
        html.leaf("span", &[("class", "badge note")], "privileged");
    }
}

/// After which step it was seen, who decided on that one, and when it was seen again.
fn seen_at(html: &mut HtmlPiece, timeline: &Timeline, group: &FindingGroup) {
    html.line("Seen after ");
    step_link(html, group.first.step);
    let step = timeline.step(group.first.step);
    if let Some(step) = step {
        if let Some(learned) = step.learned() {
            html.line(" in ");
            state_link(html, timeline, learned.from);
        }
        html.line(&format!(", {} into the session. ", clock(step.performed_ms())));
        if let Some(chosen) = step.chosen() {
            html.line(&format!("{}. ", words::decision(chosen)));
        }
    }
    if !group.again.is_empty() {
        html.line(&format!("Seen again {}: ", counted(group.again.len(), "time")));
        for (place, again) in group.again.iter().take(20).enumerate() {
            html.line(if place == 0 { "" } else { ", " });
            step_link(html, *again);
        }
        html.line(if group.again.len() > 20 { " and later." } else { "." });
    }
}

/// How to see it again.
fn reproduction(html: &mut HtmlPiece, timeline: &Timeline, group: &FindingGroup) {
    let to = group.first.step;
    let FindingPath { first, steps } = FindingPath::of(timeline, group);
    let left_out = steps.len().saturating_sub(MOST_STEPS);
    html.details(
        &if timeline.facts.is_spoken() {
            format!("{STEPS_CLASS} dialogue")
        } else {
            STEPS_CLASS.into()
        },
        |html| html.line(&format!("Steps to reproduce ({})", steps.len())),
        |html| {
            if let Some(triaged) = &group.triaged {
                html.el("p", &[], |html| html.line(&cut(&triaged.why, 400)));
            }
            html.leaf("p", &[("class", "quiet")], first);
            if left_out > 0 {
                let left = format!("… {left_out} more steps before these, in the timeline");
                html.leaf("p", &[("class", "quiet")], &left);
            }
            html.el("ol", &[], |html| {
                if timeline.facts.is_spoken() {
                    let opening =
                        timeline.step(steps.first().map_or(to, |step| step.saturating_sub(1)));
                    if let Some(said) = opening.and_then(|step| step.observed()?.said.as_ref()) {
                        html.class("li", "app", |html| html.line(&cut(said, 300)));
                    }
                }
                for number in steps.iter().skip(left_out) {
                    one(html, timeline, *number, needed(group, *number));
                }
            });
        },
    );
}

/// What the shortest sequence needs of the step with this number: often one half of a pair.
fn needed(group: &FindingGroup, number: u64) -> Option<&Action> {
    let confirmed = group.triaged.as_ref().filter(|triaged| triaged.confirmed > 0)?;
    let step = confirmed.steps.iter().find(|step| step.recorded == number)?;
    Some(&step.action)
}

/// One step of a sequence.
fn one(html: &mut HtmlPiece, timeline: &Timeline, number: u64, needed: Option<&Action>) {
    let Some(step) = timeline.step(number) else { return };
    html.el("li", &[("class", "done"), ("value", &number.to_string())], |html| {
        html.link(&format!("step-{number}"), &[], |html| match needed.or(step.action()) {
            Some(action) => words::action(html, action),
            None => html.line("nothing was performed"),
        });
    });
    if let Some(said) = step.observed().and_then(|seen| seen.said.as_ref()) {
        html.class("li", "app", |html| html.line(&cut(said, 300)));
    }
}
