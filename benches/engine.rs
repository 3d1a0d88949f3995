//! What the engine itself costs: an observation, a step at models of several sizes, a proposal of
//! each explorer, whole steps on the embedded phone, opening a long session, making its report, and
//! judging a turn by all rules.

#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

#[path = "engine/dump.rs"]
mod dump;
#[path = "engine/growing_app.rs"]
mod growing_app;
#[path = "engine/judging.rs"]
mod judging;
#[path = "engine/phone.rs"]
mod phone;
#[path = "engine/processor_time.rs"]
mod processor_time;
#[path = "engine/proposal.rs"]
mod proposal;
#[path = "engine/report.rs"]
mod report;
#[path = "engine/sessions.rs"]
mod sessions;
#[path = "engine/step.rs"]
mod step;
#[path = "engine/update.rs"]
mod update;

fn main() {
    // By itself, since the sizes of the rest take minutes.
    if std::env::args().any(|argument| argument == "judging") {
        judging::print_growth();
        return;
    }
    divan::main();
    proposal::print_growth();
    if std::env::args().skip(1).all(|argument| argument.starts_with('-')) {
        judging::print_growth();
    }
}
