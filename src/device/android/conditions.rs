//! Changing conditions of the system around the app, and giving every one of them back.
//!
//! What was there before is read first, written into a note on the device itself, and only then
//! changed. Closing gives everything back and takes the note away; if we were killed before
//! that, the next opening finds the note and does it. What was asked for is read back: Android's
//! commands seldom say that they did nothing.

mod back;
mod now;

use std::collections::HashMap;

use crate::device::{ActionReport, DeviceError};
use crate::domain::{ConditionKind, SystemCondition};

use super::AndroidDevice;
use super::commands;

pub(super) use back::{CommandRoute, PreviousValue};
use now::CurrentConditions;

/// Lines of a note that are read.
const LINES: usize = 40;

/// What has been changed on the device since it was opened.
#[derive(Debug, Default)]
pub(super) struct SystemChanges {
    /// How each change is given back, in the order in which they were made.
    kept: Vec<PreviousValue>,
    /// What the tester should know, told with the next look.
    pub(super) news: Vec<String>,
    /// The routes that were seen to change something.
    works: HashMap<ConditionKind, CommandRoute>,
}

impl AndroidDevice {
    /// Makes `condition` hold.
    pub(super) async fn set(
        &mut self,
        condition: &SystemCondition,
    ) -> Result<ActionReport, DeviceError> {
        let kind = condition.kind();
        let package = self.app.package.clone();
        if kind == ConditionKind::Memory {
            // Only told to the app; there is nothing to be given back.
            self.terminal.act(&commands::set(condition, &package, CommandRoute::Command)).await?;
            return Ok(ActionReport::default());
        }
        let before = self.now(kind).await?;
        if kind == ConditionKind::TimeZone {
            self.before_the_clock_moves().await?;
        }
        let routes: &[CommandRoute] = match kind {
            ConditionKind::Airplane | ConditionKind::TimeZone => {
                &[CommandRoute::Command, CommandRoute::Older]
            }
            _ => &[CommandRoute::Command],
        };
        let mut said = None;
        let mut warnings = Vec::new();
        for &route in routes {
            warnings.extend(self.remember(before.back(&package, route)).await?);
            match self.terminal.act(&commands::set(condition, &package, route)).await {
                Err(DeviceError::Refused { said: words, .. }) => said = Some(words),
                done => drop(done?),
            }
            if self.now(kind).await?.is(condition) {
                if kind == ConditionKind::Airplane && route == CommandRoute::Older {
                    warnings.push(
                        "the switch was set, but this device does not let apps be told of it"
                            .to_owned(),
                    );
                }
                self.changes.works.insert(kind, route);
                return Ok(ActionReport { accepted: None, warnings });
            }
        }
        let said = said.unwrap_or_else(|| "nothing changed".to_owned());
        Err(DeviceError::Refused { command: format!("set {condition}"), said })
    }

    /// The command line that makes `condition` hold, by the route that worked before, with how it is
    /// given back noted already; and what the tester should know.
    pub(super) async fn ready_to_set(
        &mut self,
        condition: &SystemCondition,
    ) -> Result<(String, Vec<String>), DeviceError> {
        let kind = condition.kind();
        let package = self.app.package.clone();
        let route = self.changes.works.get(&kind).copied().unwrap_or(CommandRoute::Command);
        let line = commands::set(condition, &package, route);
        if kind == ConditionKind::Memory {
            // Only told to the app; there is nothing to be given back.
            return Ok((line, Vec::new()));
        }
        let before = self.now(kind).await?;
        if kind == ConditionKind::TimeZone {
            self.before_the_clock_moves().await?;
        }
        let warning = self.remember(before.back(&package, route)).await?;
        Ok((line, warning.into_iter().collect()))
    }

    /// Says so if `condition` does not hold after it was set.
    pub(super) async fn did_nothing(
        &mut self,
        condition: &SystemCondition,
    ) -> Result<Option<String>, DeviceError> {
        let kind = condition.kind();
        let holds = kind == ConditionKind::Memory || self.now(kind).await?.is(condition);
        Ok((!holds).then(|| format!("setting {condition} did nothing on this device")))
    }

    /// Gives a condition back as it was found.
    pub(super) async fn give_back(
        &mut self,
        kind: ConditionKind,
    ) -> Result<ActionReport, DeviceError> {
        let place = self.changes.kept.iter().position(|back| back.kind() == Some(kind));
        let Some(back) = place.and_then(|place| self.changes.kept.get(place)).cloned() else {
            return Ok(ActionReport::default());
        };
        if kind == ConditionKind::TimeZone {
            self.before_the_clock_moves().await?;
        }
        self.terminal.act(&back.command()).await?;
        self.changes.kept.retain(|kept| *kept != back);
        let warnings = self.write_note().await?;
        Ok(ActionReport { accepted: None, warnings: warnings.into_iter().collect() })
    }

    /// Gives everything back, all of it even if some of it fails. The note stays if
    /// something could not be given back.
    pub(super) async fn give_all_back(&mut self) -> Result<(), DeviceError> {
        let mut outcome = Ok(());
        let kept = std::mem::take(&mut self.changes.kept);
        for back in kept.iter().rev() {
            let done = self.terminal.act(&back.command()).await;
            outcome = outcome.and(done.map(drop));
        }
        if !kept.is_empty() && outcome.is_ok() {
            self.write_note().await?;
        }
        outcome
    }

    /// Gives back what an earlier run left changed, by the note that it left on the device. The
    /// note may have been written by anyone: only lines of the known forms are carried out.
    pub(super) async fn give_back_left_over(&mut self) -> Result<(), DeviceError> {
        let note = self.terminal.look(&commands::read_note(LINES)).await?.text();
        if note.trim().is_empty() {
            return Ok(());
        }
        let whole = note.rsplit_once('\n').map_or("", |(whole, _)| whole);
        let mut lines: Vec<&str> = whole.lines().take(LINES).collect();
        lines.reverse();
        let mut unknown = 0_usize;
        for line in lines {
            let Some(back) = PreviousValue::read(line) else {
                unknown += 1;
                continue;
            };
            let news = match self.terminal.act(&back.command()).await {
                Ok(_) => {
                    format!("An earlier run had left {} changed; it was restored.", back.word())
                }
                Err(error) if error.is_lost() => return Err(error),
                Err(error) => format!(
                    "An earlier run left {} changed, and it could not be restored: {error}.",
                    back.word()
                ),
            };
            self.changes.news.push(news);
        }
        if unknown > 0 {
            self.changes.news.push(format!(
                "The note of an earlier run on this device held {unknown} lines that are not \
                 ours; they were not carried out."
            ));
        }
        self.terminal.look(commands::FORGET_NOTE).await?;
        Ok(())
    }

    /// Remembers how a change that is about to be made is given back; the first one of its kind
    /// counts, and a later one only with another route. Says so if it could not be noted.
    pub(super) async fn remember(
        &mut self,
        back: PreviousValue,
    ) -> Result<Option<String>, DeviceError> {
        let same = self.changes.kept.iter_mut().find(|kept| kept.is_for_the_same(&back));
        match same {
            Some(kept) if kept.route() == back.route() => return Ok(None),
            Some(kept) => kept.go(back.route()),
            None => self.changes.kept.push(back),
        }
        self.write_note().await
    }

    async fn write_note(&mut self) -> Result<Option<String>, DeviceError> {
        let lines: Vec<String> =
            self.changes.kept.iter().filter_map(PreviousValue::noted).collect();
        if lines.is_empty() {
            self.terminal.look(commands::FORGET_NOTE).await?;
            return Ok(None);
        }
        match self.terminal.act(&commands::write_note(&lines)).await {
            Ok(_) => Ok(None),
            Err(DeviceError::Refused { said, .. }) => Ok(Some(format!(
                "no note could be left on the device ({said}): if this run is killed, what it \
                 changed stays changed"
            ))),
            Err(error) => Err(error),
        }
    }

    async fn now(&self, kind: ConditionKind) -> Result<CurrentConditions, DeviceError> {
        let command = commands::condition_now(kind, &self.app.package);
        let told = self.terminal.look(&command).await?;
        CurrentConditions::read(kind, &told.text()).ok_or_else(|| {
            let what = match kind {
                ConditionKind::Locale => "set an app's language (that came with Android 13)".into(),
                ConditionKind::Dark => "switch its dark mode (that came with Android 10)".into(),
                kind => format!("tell its {}", kind.word()),
            };
            DeviceError::Unsupported { what }
        })
    }

    /// The log tells its times in the zone that holds when it is read. So what it holds is taken,
    /// and from then on it is asked for by a moment that no zone changes.
    async fn before_the_clock_moves(&mut self) -> Result<(), DeviceError> {
        self.read_log().await?;
        let seconds = self.terminal.look(commands::SECONDS).await?.text();
        if let Ok(seconds) = seconds.trim().parse() {
            self.watch.since(seconds);
        }
        Ok(())
    }
}
