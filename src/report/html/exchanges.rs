//! What a model was asked and replied, and what it cost.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;

use super::escape::HtmlPiece;
use super::words::{clock, counted};
use crate::domain::BlobId;
use crate::protocol::{ModelUsage, RulesAnswered};
use crate::session::{ModelExchange, StepThought, Timeline};
use crate::store::BlobFolder;

/// A message as it is stored with an exchange.
#[derive(Deserialize)]
struct ExchangeMessage {
    role: String,
    #[serde(default)]
    parts: Vec<StoredPart>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredPart {
    Text(String),
    Picture(serde::de::IgnoredAny),
}

/// Writes exchanges; remembers which messages were written before, since each prompt repeats those
/// of earlier ones.
pub struct ExchangeWriter<'a> {
    blobs: &'a BlobFolder,
    written: HashMap<BlobId, u64>,
}

impl<'a> ExchangeWriter<'a> {
    /// A writer for exchanges whose texts lie in `blobs`.
    pub fn new(blobs: &'a BlobFolder) -> Self {
        Self { blobs, written: HashMap::new() }
    }

    /// What was asked for a step, closed at first.
    pub fn thoughts(&mut self, html: &mut HtmlPiece, thoughts: &[StepThought<'_>]) {
        let asked = thoughts.iter().filter(|thought| matches!(thought, StepThought::Exchange(_)));
        let asked = asked.count();
        if thoughts.is_empty() {
            return;
        }
        html.details(
            "thoughts",
            |html| {
                let ruled = thoughts.len() - asked;
                let mut parts = Vec::new();
                if asked > 0 {
                    parts.push(format!("asked the model {}", counted(asked, "time")));
                }
                if ruled > 0 {
                    parts.push(format!("rules answered {}", counted(ruled, "time")));
                }
                html.line(&parts.join(", "));
            },
            |html| {
                for thought in thoughts {
                    match thought {
                        StepThought::Exchange(exchange) => self.exchange(html, exchange),
                        StepThought::Ruled(ruled) => ruled_line(html, ruled),
                    }
                }
            },
        );
    }

    fn exchange(&mut self, html: &mut HtmlPiece, exchange: &ModelExchange) {
        let asked = &exchange.asked;
        let id = format!("exchange-{}", asked.exchange.0);
        html.el("div", &[("class", "exchange"), ("id", &id)], |html| {
            html.el("p", &[], |html| {
                html.link_line(&id, &asked.exchange.to_string());
                html.line(" ");
                html.leaf("b", &[], &asked.query);
                html.line(&format!(" · {} prompt to {}", asked.form.word(), asked.model));
                if asked.round > 0 {
                    html.line(&format!(" · round {} of feedback", asked.round));
                }
                if let Some(again) = asked.again {
                    html.line(&format!(" · asks {again} again, beside the run"));
                }
            });
            verdict(html, exchange);
            html.details(
                "prompt",
                |html| html.line(&format!("Prompt ({})", asked.template)),
                |html| self.messages(html, exchange),
            );
            if let Some(answered) = &exchange.answered {
                html.details(
                    "reply",
                    |html| {
                        let used = used(answered.usage, answered.took_ms);
                        html.line(&format!("Reply ({used})"));
                    },
                    |html| {
                        html.el("pre", &[], |html| match self.blobs.get(&answered.reply) {
                            Ok(reply) => html.text(&String::from_utf8_lossy(&reply)),
                            Err(_) => html.line("the reply is missing or damaged"),
                        });
                    },
                );
            }
        });
    }

    fn messages(&mut self, html: &mut HtmlPiece, exchange: &ModelExchange) {
        let number = exchange.asked.exchange.0;
        let read = self.blobs.get(&exchange.asked.messages).ok();
        let read =
            read.and_then(|bytes| serde_json::from_slice::<Vec<ExchangeMessage>>(&bytes).ok());
        let Some(messages) = read else {
            return html.leaf("p", &[("class", "quiet")], "the prompt is missing or damaged");
        };
        for ExchangeMessage { role, parts } in messages {
            html.leaf("p", &[("class", "role")], &role);
            for part in parts {
                match part {
                    StoredPart::Text(text) => {
                        let before =
                            *self.written.entry(BlobId::of(text.as_bytes())).or_insert(number);
                        if before == number || text.len() < 200 {
                            html.el("pre", &[], |html| html.text(&text));
                        } else {
                            html.el("p", &[("class", "quiet")], |html| {
                                html.line("as in exchange ");
                                html.link_line(
                                    &format!("exchange-{before}"),
                                    &format!("#{before}"),
                                );
                            });
                        }
                    }
                    StoredPart::Picture(_) => {
                        html.leaf("p", &[("class", "quiet")], "(the picture of this screen)");
                    }
                }
            }
        }
    }
}

/// What the checks made of it.
fn verdict(html: &mut HtmlPiece, exchange: &ModelExchange) {
    for retried in &exchange.retried {
        html.leaf("p", &[("class", "quiet")], &format!("tried again: {}", retried.why));
    }
    if let Some(unanswered) = &exchange.unanswered {
        let what = if unanswered.cancelled { "given up" } else { "no reply" };
        html.leaf("p", &[("class", "bad")], &format!("{what}: {}", unanswered.why));
    }
    if exchange.answered.as_ref().is_some_and(|answered| answered.cut) {
        html.leaf("p", &[("class", "bad")], "the reply was cut off at the limit of tokens");
    }
    let Some(checked) = &exchange.checked else { return };
    if !checked.thoughts.is_empty() {
        html.el("dl", &[], |html| {
            for (name, thought) in &checked.thoughts {
                html.leaf("dt", &[], name);
                html.el("dd", &[], |html| html.text(thought));
            }
        });
    }
    if !checked.answer.is_empty() {
        html.el("p", &[], |html| {
            html.line("Answer: ");
            html.leaf("b", &[], &checked.answer);
        });
    }
    match &checked.complaint {
        Some(complaint) => html.class("p", "bad", |html| {
            html.leaf("b", &[], &complaint.check);
            html.line(": ");
            html.text(&complaint.says);
        }),
        None => html.leaf("p", &[("class", "good")], "accepted"),
    }
}

fn ruled_line(html: &mut HtmlPiece, ruled: &RulesAnswered) {
    html.class("p", "ruled", |html| {
        html.leaf("b", &[], &ruled.query);
        html.line(&format!(" · the rules answered, as {}: {}", ruled.why.words(), ruled.answer));
    });
}

/// What one reply used.
fn used(usage: ModelUsage, ms: u64) -> String {
    let about = if usage.estimated { "about " } else { "" };
    format!(
        "{about}{} tokens sent, {} received, {}",
        usage.input_tokens,
        usage.output_tokens,
        clock(ms)
    )
}

/// What one question of a session used.
#[derive(Default)]
struct QuestionUsage {
    asked: u64,
    answered: u64,
    rounds: u64,
    complaints: u64,
    took_ms: u64,
    usage: ModelUsage,
}

/// Writes the table of what was asked and what it cost.
pub fn cost(html: &mut HtmlPiece, timeline: &Timeline) {
    let mut lines: BTreeMap<&str, QuestionUsage> = BTreeMap::new();
    let mut total = QuestionUsage::default();
    for exchange in timeline.all_exchanges() {
        let line = lines.entry(&exchange.asked.query).or_default();
        for line in [line, &mut total] {
            line.asked += 1;
            line.rounds += u64::from(exchange.asked.round > 0);
            line.complaints += u64::from(exchange.complaint().is_some());
            if let Some(answered) = &exchange.answered {
                line.answered += 1;
                line.took_ms = line.took_ms.saturating_add(answered.took_ms);
                line.usage += answered.usage;
            }
        }
    }
    let steps = timeline.facts.step.max(1) as f64;
    html.el("section", &[("id", "cost")], |html| {
        html.leaf("h2", &[], "Prompts and cost");
        html.el("p", &[("class", "quiet")], |html| {
            html.line("Each prompt and reply stands with the step it was for, in the ");
            html.link_line("timeline", "timeline");
            html.line(".");
        });
        html.class("div", "wide", |html| {
            html.el("table", &[], |html| {
                html.el("tr", &[], |html| {
                    for head in [
                        "Question",
                        "Asked",
                        "A step",
                        "Answered",
                        "Complaints",
                        "Feedback rounds",
                        "Tokens sent",
                        "Received",
                        "Tokens a step",
                        "US$",
                        "Time",
                    ] {
                        html.leaf("th", &[], head);
                    }
                });
                for (query, line) in &lines {
                    row(html, query, line, steps);
                }
                if lines.len() > 1 {
                    row(html, "all", &total, steps);
                }
            });
        });
        if total.usage.estimated {
            html.leaf(
                "p",
                &[("class", "quiet")],
                "Tokens are estimated: the server told no counts.",
            );
        }
    });
}

fn row(html: &mut HtmlPiece, name: &str, line: &QuestionUsage, steps: f64) {
    html.el("tr", &[], |html| {
        html.leaf("td", &[], name);
        let usage = line.usage;
        let tokens = usage.input_tokens.saturating_add(usage.output_tokens) as f64;
        let counts = [
            line.asked.to_string(),
            format!("{:.2}", line.asked as f64 / steps),
            line.answered.to_string(),
            line.complaints.to_string(),
            line.rounds.to_string(),
            usage.input_tokens.to_string(),
            usage.output_tokens.to_string(),
            format!("{:.0}", tokens / steps),
        ];
        for count in counts {
            html.leaf("td", &[("class", "n")], &count);
        }
        html.leaf("td", &[("class", "n")], &format!("{:.4}", usage.cost_usd));
        html.leaf("td", &[("class", "n")], &clock(line.took_ms));
    });
}
