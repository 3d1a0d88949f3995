//! Carrying out commands and acts.

use std::time::Instant;

use super::{App, Wish, view};
use crate::protocol::{AskAgain, By, Decision, Mode, NoteKind, Op, Verdict};
use crate::tui::command::Command;
use crate::tui::overlays::sessions::{Listed, Sessions};
use crate::tui::overlays::{self, Confirm};
use crate::tui::pane::{Act, PaneId, Tone};
use crate::tui::replay::Replay;
use crate::tui::ride::Phase;
use crate::tui::theme::{self, Theme};

impl App {
    /// Does `command`: the focused pane first, then what works everywhere.
    pub(super) fn command(&mut self, command: Command) {
        if self.replay.is_some() && self.in_recording(command) {
            return;
        }
        let acts = self.with_pane(self.focus, |pane, view| pane.update(command, view));
        match acts {
            Some(acts) => self.carry_out(acts),
            None => self.everywhere(command),
        }
    }

    /// Does what `command` means in a recording; false where it means the same as ever.
    fn in_recording(&mut self, command: Command) -> bool {
        let moment = self.shown.moment;
        match command {
            Command::Step => {
                self.replay.iter_mut().for_each(|replay| replay.toggle(Instant::now()));
            }
            Command::Pause => self.replay.iter_mut().for_each(Replay::stop),
            Command::Faster | Command::Slower => {
                let faster = command == Command::Faster;
                self.replay.iter_mut().for_each(|replay| replay.change_speed(faster));
            }
            Command::Earlier => self.seek(moment.saturating_sub(1)),
            Command::Later => self.seek(moment + 1),
            Command::First => self.seek(0),
            Command::Live => self.seek(usize::MAX),
            command if command.takes_part() => {
                let what =
                    "this is a recording: `ridealong replay SESSION --on TARGET` performs it";
                self.toast(Tone::Warning, what.into());
            }
            _ => return false,
        }
        true
    }

    /// Shows the recording as it was at the end of this moment, or of the last one there is.
    pub(super) fn seek(&mut self, moment: usize) {
        let Some(replay) = &mut self.replay else { return };
        replay.seek(moment, &mut self.ride);
        self.live = true;
        if let Some(newest) = self.ride.moments.len().checked_sub(1) {
            self.show(newest);
        }
    }

    fn everywhere(&mut self, command: Command) {
        match command {
            Command::Approve => self.decide(Verdict::Approve),
            Command::ApprovePlan => self.approve_plan(),
            Command::Skip => self.decide(Verdict::Skip),
            Command::Step => self.step(),
            Command::Pause => self.send(Op::Pause),
            Command::StepMode => self.send(Op::SetMode { mode: Mode::Step }),
            Command::ApproveMode => self.send(Op::SetMode { mode: Mode::Approve }),
            Command::Look => self.send(Op::Look),
            Command::FocusNext => self.move_focus(1),
            Command::FocusPrevious => self.move_focus(PaneId::ALL.len() - 1),
            Command::FocusScreen => self.focus = PaneId::Screen,
            Command::FocusWidgets => self.focus = PaneId::Widgets,
            Command::FocusModel => self.focus = PaneId::Model,
            Command::FocusReasoning => self.focus = PaneId::Reasoning,
            Command::Zoom => self.alone = !self.alone,
            Command::Earlier => self.scrub(self.shown.moment.checked_sub(1)),
            Command::Later => self.scrub(Some(self.shown.moment + 1)),
            Command::First => self.scrub(Some(0)),
            Command::Live => self.carry_out(vec![Act::Show(None)]),
            Command::Theme => self.next_theme(),
            Command::ReloadTheme => self.set_theme(&self.theme.name.clone()),
            Command::Quit => self.ask_to_quit(),
            Command::Sessions => self.open_sessions(),
            Command::Suspend => self.wishes.push(Wish::Suspend),
            Command::ScreenView => {
                let acts = self.with_pane(PaneId::Screen, |pane, view| pane.update(command, view));
                self.carry_out(acts.unwrap_or_default());
            }
            _ => self.open_layer(command),
        }
    }

    /// Quits where the session has ended or this is asked for the second time; else asks first.
    fn ask_to_quit(&mut self) {
        let ended = self.ended || matches!(self.ride.phase, Phase::Ended(_));
        if ended || self.quit_asked == Some(self.layers.len()) {
            self.quit();
            return;
        }
        let layer = Confirm::quit(&view(self));
        self.layers.push(Box::new(layer));
        self.quit_asked = Some(self.layers.len());
    }

    /// Opens the list of sessions and targets; it is read off the loop.
    fn open_sessions(&mut self) {
        let listed = Listed::default();
        self.layers.push(Box::new(Sessions::new(listed.clone())));
        let (catalogue, done) = (self.catalogue.clone(), self.listed.clone());
        tokio::task::spawn_blocking(move || {
            listed.get_or_init(|| catalogue());
            // The app may have gone meanwhile; then nobody needs it.
            let _ = done.send(());
        });
    }

    /// Commands that open something over the panes.
    fn open_layer(&mut self, command: Command) {
        let layer = overlays::open(command, &view(self), &self.panes);
        match layer {
            Ok(Some(layer)) => self.layers.push(layer),
            Ok(None) => {}
            Err(why) => self.toast(Tone::Warning, why),
        }
    }

    /// Carries out what a pane or layer wants.
    pub(super) fn carry_out(&mut self, acts: Vec<Act>) {
        for act in acts {
            match act {
                Act::Op(op) => self.send(op),
                Act::Perform(action) => {
                    if self.refuse_in_the_past() {
                        continue;
                    }
                    self.send(Op::Do { action });
                }
                Act::Run(command) => self.command(command),
                Act::Push(layer) => self.layers.push(layer),
                Act::Pop => {
                    self.quit_asked = None;
                    self.layers.pop();
                    self.layer_areas.pop();
                }
                Act::Select(widget) => self.selected = widget,
                Act::Focus(pane) => self.focus = pane,
                Act::Show(moment) => self.scrub_to(moment),
                Act::Toast(tone, text) => self.toast(tone, text),
                Act::Copy(text) => {
                    self.toast(Tone::Good, format!("copied {} characters", text.chars().count()));
                    self.wishes.push(Wish::Copy(text));
                }
                Act::Open(name) => {
                    self.last_wish = Some(Wish::Open(name));
                    self.quit();
                }
                Act::AskAgain(again) => self.ask_again(again),
                Act::SavePrompt(name, text) => self.keep_prompt(&name, &text),
                Act::Theme(name) => self.set_theme(&name),
                Act::Quit => self.quit(),
            }
        }
    }

    /// Asks again, and remembers with which prompt.
    fn ask_again(&mut self, again: AskAgain) {
        let before = self.ride.attempts(again.exchange).len();
        self.desk.sent(&again, before, self.ride.warnings.len());
        self.send(Op::AskAgain(again));
    }

    fn keep_prompt(&mut self, name: &str, text: &str) {
        match (self.save_prompt)(name, text) {
            Ok(path) => {
                self.desk.forget_prompt(name);
                let told = format!("kept as {}; it is used from now on", path.display());
                self.toast(Tone::Good, told);
            }
            Err(why) => self.toast(Tone::Bad, why),
        }
    }

    pub(super) fn send(&mut self, op: Op) {
        let noted = match &op {
            Op::Note { kind: NoteKind::Bug, .. } => Some("bug marked, with the present screen"),
            Op::Note { kind: NoteKind::Note, .. } => Some("noted, with the present screen"),
            Op::Charter { .. } => Some("charter set"),
            _ => None,
        };
        if self.ops.send(op).is_err() || self.ended {
            self.toast(Tone::Warning, "the session has ended; nothing can be done any more".into());
        } else if let Some(noted) = noted {
            self.toast(Tone::Good, noted.into());
        }
    }

    fn decide(&mut self, verdict: Verdict) {
        if self.refuse_in_the_past() {
            return;
        }
        let Some(weighed) = self.ride.waiting() else {
            self.toast(Tone::Warning, "nothing waits for a decision now".into());
            return;
        };
        let proposal = weighed.proposal.id;
        self.send(Op::Decide(Decision { proposal, by: By::Tester, verdict }));
    }

    /// Approves what waits with the further steps of its plan.
    fn approve_plan(&mut self) {
        if self.ride.waiting().is_some_and(|weighed| weighed.proposal.plan.is_none()) {
            let key = self.keymap.key(Command::Approve).unwrap_or_default();
            let told = format!("what waits is not part of a plan; {key} approves it alone");
            self.toast(Tone::Warning, told);
            return;
        }
        self.decide(Verdict::ApprovePlan);
    }

    /// True, and told, where the past is shown: deciding needs the present on screen.
    fn refuse_in_the_past(&mut self) -> bool {
        if !self.live {
            let key = self.keymap.key(Command::Live).unwrap_or_default();
            self.toast(
                Tone::Warning,
                format!("you are looking at the past; {key} is back to live"),
            );
        }
        !self.live
    }

    fn step(&mut self) {
        if self.ride.phase == Phase::Waiting {
            self.decide(Verdict::Approve);
        } else {
            self.send(Op::Step);
        }
    }

    fn move_focus(&mut self, by: usize) {
        let place = PaneId::ALL.iter().position(|pane| *pane == self.focus).unwrap_or(0);
        self.focus = PaneId::ALL[(place + by) % PaneId::ALL.len()];
    }

    fn scrub(&mut self, moment: Option<usize>) {
        if let Some(moment) = moment {
            self.scrub_to(Some(moment));
        }
    }

    fn scrub_to(&mut self, moment: Option<usize>) {
        if self.replay.is_some() {
            self.seek(moment.unwrap_or(usize::MAX));
            return;
        }
        let Some(newest) = self.ride.moments.len().checked_sub(1) else { return };
        let moment = moment.unwrap_or(newest).min(newest);
        self.live = moment == newest;
        if moment != self.shown.moment {
            self.show(moment);
        }
    }

    fn next_theme(&mut self) {
        let names = theme::names(&self.themes);
        let place = names.iter().position(|name| *name == self.theme.name).unwrap_or(0);
        self.set_theme(&names[(place + 1) % names.len()]);
    }

    fn set_theme(&mut self, name: &str) {
        match Theme::load(name, &self.themes, self.theme.depth) {
            Ok(theme) => {
                self.toast(Tone::Good, format!("theme: {name}"));
                self.theme = theme;
            }
            Err(error) => self.toast(Tone::Bad, error.to_string()),
        }
    }
}
