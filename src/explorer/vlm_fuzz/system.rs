//! What reaches an app from outside of its screens: starts of its components, broadcasts, and
//! conditions of the system (VLM-Fuzz, section 3.4). Whatever is changed is changed back right
//! after.

use std::collections::HashSet;

use super::move_tags::TagSubject;
use super::moves::{MoveId, MoveKind, ScreenMove};
use super::probes;
use super::tactic::{FuzzShared, LearnedTurn, NextStep, Tactic, propose};
use super::weights::VlmFuzzWeights;
use crate::domain::broadcasts::{self, AddressedBroadcast};
use crate::domain::starting::{self, ComponentStart};
use crate::domain::{Action, ComponentKind, ConditionKind, Intent, Manifest, SystemCondition};
use crate::explorer::{ExplorerProposal, PerformedAction, Situation};
use crate::protocol::ActionOutcome;

/// Permissions of Android that a user is asked for while the app runs, by the ends of their names.
const ASKED_FOR: &[&str] = &[
    "CAMERA",
    "RECORD_AUDIO",
    "POST_NOTIFICATIONS",
    "ACCESS_FINE_LOCATION",
    "ACCESS_COARSE_LOCATION",
    "READ_CONTACTS",
    "WRITE_CONTACTS",
    "READ_CALENDAR",
    "WRITE_CALENDAR",
    "READ_EXTERNAL_STORAGE",
    "WRITE_EXTERNAL_STORAGE",
    "READ_MEDIA_IMAGES",
    "READ_MEDIA_AUDIO",
    "READ_MEDIA_VIDEO",
    "BLUETOOTH_CONNECT",
    "BLUETOOTH_SCAN",
    "BODY_SENSORS",
    "ACTIVITY_RECOGNITION",
    "CALL_PHONE",
    "READ_PHONE_STATE",
    "SEND_SMS",
];

/// What changes by itself while somebody uses an app.
const COMING: &[ConditionKind] =
    &[ConditionKind::Battery, ConditionKind::TimeZone, ConditionKind::Airplane];

/// What can be done to the app from outside.
#[derive(Default)]
pub(super) struct SystemMoves {
    read: bool,
    starts: Vec<(ComponentStart, ComponentKind)>,
    sendings: Vec<AddressedBroadcast>,
    permissions: Vec<String>,
    /// Conditions that this device cannot change.
    unable: HashSet<ConditionKind>,
    /// Broadcasts that this device does not send.
    refused: HashSet<String>,
    /// A condition that was changed and is to be changed back.
    changed: Option<ConditionKind>,
    /// The app's first activity.
    main: Option<String>,
    /// The starts of activities that were not looked at, since the run is too short for that.
    pub(super) left_out: Vec<Intent>,
}

impl SystemMoves {
    /// True once it was read.
    pub(super) const fn is_read(&self) -> bool {
        self.read
    }

    /// Reads what the app declares, once. Gives what is not sent, with the reasons.
    pub(super) fn read(&mut self, manifest: &Manifest) -> Vec<String> {
        if std::mem::replace(&mut self.read, true) {
            return Vec::new();
        }
        let kind =
            |start: &ComponentStart| manifest.components.get(start.component).map(|own| own.kind);
        self.starts = starting::starts(manifest)
            .into_iter()
            .filter_map(|start| kind(&start).map(|kind| (start, kind)))
            .collect();
        let asked = |name: &&String| {
            ASKED_FOR.iter().any(|end| name.strip_prefix("android.permission.") == Some(end))
        };
        self.permissions = manifest.permissions.iter().filter(asked).cloned().collect();
        let (skipped, sent): (Vec<AddressedBroadcast>, Vec<AddressedBroadcast>) =
            broadcasts::for_app(manifest).into_iter().partition(|sending| sending.skip.is_some());
        self.sendings = sent;
        let reasons = skipped.iter().map(|sending| {
            let name = sending.intent.action.as_deref().unwrap_or("a bare broadcast");
            format!("{name} is not sent: {}", sending.skip.as_deref().unwrap_or_default())
        });
        reasons.collect()
    }

    /// The starts of activities that any app may do, one for each.
    pub(super) fn activities(&self) -> Vec<Intent> {
        let mut seen = HashSet::new();
        let starts = self.starts.iter().filter(|(start, kind)| {
            *kind == ComponentKind::Activity && !start.privileged && seen.insert(start.component)
        });
        starts.map(|(start, _)| start.intent.clone()).collect()
    }

    /// Takes in what became of the last action.
    fn done(&mut self, done: &PerformedAction) {
        if let (Action::AtOnce(_), Action::Set { condition }) = (&done.action, done.action.last()) {
            // Whatever became of it: changing back what was not changed does nothing.
            self.changed = Some(condition.kind());
        }
        match &done.action {
            Action::Set { condition } if done.outcome == ActionOutcome::Failed => {
                self.unable.insert(condition.kind());
            }
            Action::Broadcast { intent } if done.outcome == ActionOutcome::Failed => {
                self.refused.extend(intent.action.clone());
            }
            Action::Set { condition } => self.changed = Some(condition.kind()),
            Action::Restore { condition } if self.changed == Some(*condition) => {
                self.changed = None;
            }
            _ => {}
        }
    }

    /// Changes back what was changed.
    fn undo(&self, situation: &Situation) -> Option<ExplorerProposal> {
        let condition = self.changed?;
        let why = "Changed to see whether the app withstands it; now changed back.";
        propose(situation, Action::Restore { condition }, why)
    }

    /// What can be done to the app on this screen: everything on its first one, and if something
    /// is going on whatever comes by itself at such a moment.
    pub(super) fn moves(
        &mut self,
        situation: &Situation,
        refused: bool,
        weights: &VlmFuzzWeights,
    ) -> Vec<ScreenMove> {
        let screen = &*situation.screen;
        if screen.package != situation.model.package() || screen.size.width > screen.size.height {
            return Vec::new();
        }
        let main = self.main.get_or_insert_with(|| screen.location.clone()) == &screen.location;
        let running = probes::is_running(screen);
        if !running && (screen.dialog || !main) {
            return Vec::new();
        }
        let item = |action: Action, base: f64, why: &'static str| {
            // What comes while something goes on is another matter than what comes before.
            let state = running.then_some(situation.state.structural);
            ScreenMove {
                id: MoveId::System(action.clone()),
                tag: TagSubject::System(action.clone(), state).into(),
                kind: MoveKind::Perform(action),
                base_yield: base,
                why,
                alike: None,
            }
        };
        let sent = if running { weights.broadcast_while_running } else { weights.broadcast };
        let mut items = Vec::new();
        for sending in &self.sendings {
            let broadcast = Action::Broadcast { intent: sending.intent.clone() };
            items.push(item(broadcast, sent, "a receiver of the app listens to it"));
        }
        let base = if running { weights.condition_while_running } else { weights.condition };
        // At such a moment only what comes unasked matters.
        let conditions = self.conditions(|kind| !running || COMING.contains(&kind), running);
        items.extend(conditions.into_iter().map(|(action, why)| item(action, base, why)));
        if main {
            let kinds = [ComponentKind::Service, ComponentKind::Activity];
            let looked_at = self.activities();
            let news = |(start, kind): &&(ComponentStart, ComponentKind)| {
                let left_out = self.left_out.contains(&start.intent);
                kinds.contains(kind) && (left_out || !looked_at.contains(&start.intent))
            };
            for (start, kind) in self.starts.iter().filter(news) {
                let (base, why) = match (start.privileged, kind) {
                    (true, _) => {
                        let why = "only the system may start it, so a crash matters less";
                        (weights.start_privileged, why)
                    }
                    (false, ComponentKind::Service) => {
                        (weights.start_service, "any app may start this service")
                    }
                    (false, _) => (weights.start_activity, "any app may start this activity so"),
                };
                items.push(item(Action::Start { intent: start.intent.clone() }, base, why));
            }
        }
        if main && refused {
            for permission in &self.permissions {
                let grant = Action::Grant { permission: permission.clone() };
                let why = "it was refused before; now it is granted";
                items.push(item(grant, weights.grant_permission, why));
            }
        }
        items
    }

    /// What may come to the app at any moment by itself, with the yield of each while it is
    /// busy:
    /// conditions, and what its receivers listen to.
    pub(super) fn unasked(&self, weights: &VlmFuzzWeights) -> Vec<(Action, f64)> {
        let of = |kind, expected| {
            let changes = self.conditions(|other| other == kind, true).into_iter();
            changes.map(move |(action, _)| (action, expected))
        };
        let sent = self.sendings.iter().take(weights.interrupting_broadcasts);
        let sent = sent.map(|sending| {
            let broadcast = Action::Broadcast { intent: sending.intent.clone() };
            (broadcast, weights.interrupt_by_broadcast)
        });
        of(ConditionKind::Battery, weights.interrupt_by_battery)
            .chain(sent)
            .chain(of(ConditionKind::Airplane, weights.interrupt_by_airplane_mode))
            .chain(of(ConditionKind::TimeZone, weights.interrupt_by_time_zone))
            .collect()
    }

    /// Changes of the conditions that `is_meant` accepts, only the first of each kind if `once`. If
    /// this device cannot change one, the app only gets the broadcast.
    fn conditions(
        &self,
        is_meant: impl Fn(ConditionKind) -> bool,
        once: bool,
    ) -> Vec<(Action, &'static str)> {
        let mut seen = HashSet::new();
        let mut changes = Vec::new();
        for condition in SystemCondition::probes() {
            let kind = condition.kind();
            if !is_meant(kind) || (!seen.insert(kind) && once) {
                continue;
            }
            let announcement = announcement(kind).filter(|action| !self.refused.contains(*action));
            if !self.unable.contains(&kind) {
                changes.push((Action::Set { condition }, "the system may change under the app"));
            } else if let Some(action) = announcement {
                let why = "this device cannot change it, so the app only gets the broadcast";
                let intent = Intent { action: Some(action.to_owned()), ..Intent::default() };
                changes.push((Action::Broadcast { intent }, why));
            }
        }
        changes
    }
}

impl Tactic for SystemMoves {
    fn learn(&mut self, turn: &LearnedTurn<'_>, shared: &mut FuzzShared) {
        self.done(turn.done);
        if shared.parts.system {
            shared.unasked = self.unasked(&shared.weights);
        }
    }

    fn resume(&mut self, situation: &Situation, _: &mut FuzzShared) -> Option<NextStep> {
        self.undo(situation).map(NextStep::from)
    }
}

/// The broadcast that announces a change of this kind to apps, if there is one.
const fn announcement(kind: ConditionKind) -> Option<&'static str> {
    Some(match kind {
        ConditionKind::Battery => "android.intent.action.BATTERY_LOW",
        ConditionKind::Airplane => "android.intent.action.AIRPLANE_MODE",
        ConditionKind::Locale => "android.intent.action.LOCALE_CHANGED",
        ConditionKind::Memory => "android.intent.action.DEVICE_STORAGE_LOW",
        ConditionKind::TimeZone => "android.intent.action.TIMEZONE_CHANGED",
        ConditionKind::Dark | ConditionKind::Font => return None,
    })
}
