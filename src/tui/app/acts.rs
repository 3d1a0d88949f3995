//! Carrying out commands and acts.

use std::time::Instant;

use super::{App, Wish, view};
use crate::protocol::{
    AskAgain, AttackRequest, DecidedBy, Decision, ExpectationRequest, NoteKind, Op, RunMode,
    Verdict,
};
use crate::session::EnginePhase;
use crate::tui::command::UiCommand;
use crate::tui::overlays::sessions::{Listed, SessionsOverlay};
use crate::tui::overlays::{self, ConfirmOverlay};
use crate::tui::pane::{MessageTone, PaneId, UiAct};
use crate::tui::replay::ReplayPlayer;
use crate::tui::theme::{self, ThemeColours};

impl App {
    /// Does `command`: the focused pane first, then what works everywhere.
    pub(super) fn command(&mut self, command: UiCommand) {
        if let Some(keep) = self.used_keys.uses(command) {
            tokio::task::spawn_blocking(keep);
        }
        if self.replay.is_some() && self.in_recording(command) {
            return;
        }
        let acts = self.with_pane(self.focus, |pane, view| pane.update(command, view));
        match acts {
            Some(acts) => self.carry_out(acts),
            None => self.everywhere(command),
        }
    }

    /// Does what `command` means in a recording; false if it means the same as ever.
    fn in_recording(&mut self, command: UiCommand) -> bool {
        let moment = self.shown.moment;
        match command {
            UiCommand::Step => {
                self.replay.iter_mut().for_each(|replay| replay.toggle(Instant::now()));
            }
            UiCommand::Pause => self.replay.iter_mut().for_each(ReplayPlayer::stop),
            UiCommand::Faster | UiCommand::Slower => {
                let faster = command == UiCommand::Faster;
                self.replay.iter_mut().for_each(|replay| replay.change_speed(faster));
            }
            UiCommand::Earlier => self.seek(moment.saturating_sub(1)),
            UiCommand::Later => self.seek(moment + 1),
            UiCommand::First => self.seek(0),
            UiCommand::Live => self.seek(usize::MAX),
            command if command.takes_part() => {
                let what =
                    "this is a recording: `ridealong replay SESSION --on TARGET` performs it";
                self.toast(MessageTone::Warning, what.into());
            }
            _ => return false,
        }
        true
    }

    /// Shows the recording as it was at the end of this moment, or of the last one there is.
    pub(super) fn seek(&mut self, moment: usize) {
        let Some(replay) = &mut self.replay else { return };
        replay.seek(moment, &mut self.session);
        self.choose_panes();
        self.live = true;
        if let Some(newest) = self.session.moments.len().checked_sub(1) {
            self.show(newest);
        }
    }

    fn everywhere(&mut self, command: UiCommand) {
        match command {
            UiCommand::Approve => self.decide(Verdict::Approve),
            UiCommand::ApprovePlan => self.approve_plan(),
            UiCommand::Skip => self.decide(Verdict::Skip),
            UiCommand::Step => self.step(),
            UiCommand::Pause => self.send(Op::Pause),
            UiCommand::StepMode => self.send(Op::SetMode { mode: RunMode::Step }),
            UiCommand::ApproveMode => self.send(Op::SetMode { mode: RunMode::Approve }),
            UiCommand::Observe => self.send(Op::Look),
            UiCommand::AttackForm => self.attack_form(),
            UiCommand::FocusNext => self.move_focus(1),
            UiCommand::FocusPrevious => self.move_focus(PaneId::ALL.len() - 1),
            UiCommand::Focus(pane) => self.focus = pane,
            UiCommand::Zoom => self.alone = !self.alone,
            UiCommand::Earlier => self.scrub(self.shown.moment.checked_sub(1)),
            UiCommand::Later => self.scrub(Some(self.shown.moment + 1)),
            UiCommand::First => self.scrub(Some(0)),
            UiCommand::Live => self.carry_out(vec![UiAct::Show(None)]),
            UiCommand::Theme => self.next_theme(),
            UiCommand::ReloadTheme => self.set_theme(&self.theme.name.clone()),
            UiCommand::Quit => self.ask_to_quit(),
            UiCommand::Sessions if self.worker.is_some() => {
                self.toast(MessageTone::Warning, "go back to the fleet first".into());
            }
            UiCommand::Sessions => self.open_sessions(),
            UiCommand::Suspend => self.wishes.push(Wish::Suspend),
            UiCommand::ScreenView => {
                let acts = self.with_pane(PaneId::Screen, |pane, view| pane.update(command, view));
                self.carry_out(acts.unwrap_or_default());
            }
            _ => self.open_layer(command),
        }
    }

    /// Quits if the session has ended, goes on without the tester, or this is asked for the second time; else asks
    /// first.
    fn ask_to_quit(&mut self) {
        let ended = self.ended
            || self.worker.is_some()
            || matches!(self.session.phase, EnginePhase::Ended(_));
        if ended || self.quit_asked == Some(self.layers.len()) {
            self.quit();
            return;
        }
        let layer = ConfirmOverlay::quit(&view(self));
        self.layers.push(Box::new(layer));
        self.quit_asked = Some(self.layers.len());
    }

    /// Opens the list of sessions and targets; it is read off the loop.
    pub fn open_sessions(&mut self) {
        let listed = Listed::default();
        self.layers.push(Box::new(SessionsOverlay::new(listed.clone())));
        let (catalogue, done) = (self.catalogue.clone(), self.listed.clone());
        tokio::task::spawn_blocking(move || {
            listed.get_or_init(|| catalogue());
            // If the application has ended meanwhile, the text is not needed.
            let _ = done.send(());
        });
    }

    /// Commands that open something over the panes.
    fn open_layer(&mut self, command: UiCommand) {
        let layer = overlays::open(command, &view(self), &self.panes);
        match layer {
            Ok(Some(layer)) => self.layers.push(layer),
            Ok(None) => {}
            Err(why) => self.toast(MessageTone::Warning, why),
        }
    }

    /// Carries out what a pane or layer wants.
    pub(super) fn carry_out(&mut self, acts: Vec<UiAct>) {
        for act in acts {
            match act {
                UiAct::Op(op) => self.send(op),
                UiAct::Perform(action) => {
                    if self.refuse_in_the_past() {
                        continue;
                    }
                    self.send(Op::Do { action });
                }
                UiAct::Run(command) => self.command(command),
                UiAct::Push(layer) => self.layers.push(layer),
                UiAct::Pop => {
                    self.quit_asked = None;
                    self.layers.pop();
                    self.layer_areas.pop();
                }
                UiAct::Select(widget) => self.selected = widget,
                UiAct::Focus(pane) => self.focus = pane,
                UiAct::Show(moment) => self.scrub_to(moment),
                UiAct::Toast(tone, text) => self.toast(tone, text),
                UiAct::Copy(text) => {
                    self.toast(
                        MessageTone::Good,
                        format!("copied {} characters", text.chars().count()),
                    );
                    self.wishes.push(Wish::Copy(text));
                }
                UiAct::Open(name) => {
                    self.last_wish = Some(Wish::Open(name));
                    self.quit();
                }
                UiAct::AskAgain(again) => self.ask_again(again),
                UiAct::SavePrompt(name, text) => self.keep_prompt(&name, &text),
                UiAct::Theme(name) => self.set_theme(&name),
                UiAct::Quit => self.quit(),
            }
        }
    }

    /// Asks again, and remembers with which prompt.
    fn ask_again(&mut self, again: AskAgain) {
        let before = self.session.attempts(again.exchange).len();
        self.texts.sent(&again, before, self.session.facts.messages.len());
        self.send(Op::AskAgain(again));
    }

    fn keep_prompt(&mut self, name: &str, text: &str) {
        match (self.save_prompt)(name, text) {
            Ok(path) => {
                self.texts.forget_prompt(name);
                let message = format!("saved as {}; it is used from now on", path.display());
                self.toast(MessageTone::Good, message);
            }
            Err(why) => self.toast(MessageTone::Bad, why),
        }
    }

    pub(super) fn send(&mut self, op: Op) {
        let noted = match &op {
            Op::Note { kind: NoteKind::Bug, .. } => Some("bug marked, with the present screen"),
            Op::Note { kind: NoteKind::Note, .. } => Some("noted, with the present screen"),
            Op::ChangeExpectation(ExpectationRequest::State(_)) => {
                Some("expected from the next step on")
            }
            Op::Charter { .. } => Some("charter set"),
            _ => None,
        };
        if self.ops.send(op).is_err() || self.ended {
            self.toast(
                MessageTone::Warning,
                "the session has ended; no action can be performed any more".into(),
            );
        } else if let Some(noted) = noted {
            self.toast(MessageTone::Good, noted.into());
        }
    }

    fn decide(&mut self, verdict: Verdict) {
        if self.refuse_in_the_past() {
            return;
        }
        let Some(reviewed) = self.session.waiting() else {
            self.toast(MessageTone::Warning, "no proposal waits for a decision now".into());
            return;
        };
        let proposal = reviewed.proposal.id;
        self.send(Op::Decide(Decision { proposal, by: DecidedBy::Tester, verdict }));
    }

    /// Attacks the form on the screen, and shows how that goes.
    fn attack_form(&mut self) {
        if !self.refuse_in_the_past() {
            self.focus = PaneId::Attack;
            self.send(Op::Attack { request: AttackRequest::Begin });
        }
    }

    /// Approves what waits with the further steps of its plan.
    fn approve_plan(&mut self) {
        if self.session.waiting().is_some_and(|reviewed| reviewed.proposal.plan.is_none()) {
            let key = self.keymap.key(UiCommand::Approve).unwrap_or_default();
            let message = format!("the proposal is not part of a plan; {key} approves it alone");
            self.toast(MessageTone::Warning, message);
            return;
        }
        self.decide(Verdict::ApprovePlan);
    }

    /// True if the past is shown, which a message says: deciding needs the present on screen.
    fn refuse_in_the_past(&mut self) -> bool {
        if !self.live {
            let key = self.keymap.key(UiCommand::Live).unwrap_or_default();
            self.toast(
                MessageTone::Warning,
                format!("an earlier step is shown; {key} goes back to live"),
            );
        }
        !self.live
    }

    fn step(&mut self) {
        if self.session.phase == EnginePhase::Waiting {
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
        let Some(newest) = self.session.moments.len().checked_sub(1) else { return };
        let moment = moment.unwrap_or(newest).min(newest);
        self.live = moment == newest;
        if moment != self.shown.moment {
            self.show(moment);
        }
    }

    fn next_theme(&mut self) {
        self.set_theme(&theme::after(&self.theme.name, &self.themes));
    }

    fn set_theme(&mut self, name: &str) {
        match ThemeColours::load(name, &self.themes, self.theme.depth) {
            Ok(theme) => {
                self.toast(MessageTone::Good, format!("theme: {name}"));
                self.theme = theme;
            }
            Err(error) => self.toast(MessageTone::Bad, error.to_string()),
        }
    }
}
