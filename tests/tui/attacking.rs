//! A form is attacked while a tester watches: what a guard holds waits each time, and passwords stay secret.

use crossterm::event::KeyCode;
use ridealong::domain::{Action, ActionKind, InputText};
use ridealong::engine::GuardRules;
use ridealong::explorer::{
    Explorer, ExplorerProposal, ExplorerSettings, InputBlaster, PerformedAction, Proposing,
    Situation,
};
use ridealong::llm::Asker;
use ridealong::protocol::{
    AttackChange, DecidedBy, DecisionMade, Event, EventRecord, FormAttacked, RunMode,
};

use super::user::{Means, Shot, explore_with};

/// The shop's button that signs in is held.
const RULES: &str = "[[rule]]\nname = 'sign in'\nwhy = 'An account may be made.'\nids = ['submit']";
/// What leads to the form.
const WAY: &[&str] = &["tab_account", "sign_in"];

/// Taps its way to the form, then does whatever comes first.
struct Walker(usize);

impl Explorer for Walker {
    fn name(&self) -> &'static str {
        "walker"
    }

    fn learn(&mut self, _done: &PerformedAction, _situation: &Situation) {}

    fn propose<'a>(&'a mut self, situation: &'a Situation, _asker: &'a mut Asker) -> Proposing<'a> {
        let next = WAY.get(self.0);
        let wanted = |action: &Action| match (action, next) {
            (Action::Tap { target }, Some(id)) => target.resource_id.ends_with(id),
            (_, None) => true,
            _ => false,
        };
        let offer = situation.available.iter().find(|offer| wanted(&offer.action)).cloned();
        self.0 += usize::from(offer.is_some());
        Box::pin(async move { offer.map(|offer| ExplorerProposal::new(offer, "The way on.")) })
    }
}

fn means() -> Means {
    let settings = ExplorerSettings { attended: true, ..ExplorerSettings::default() };
    let explorer = Box::new(InputBlaster::beside(Box::new(Walker(0)), &settings));
    Means { explorer, guard: GuardRules::read(RULES).unwrap(), ..Means::default() }
}

fn is_submit(action: &Action) -> bool {
    action.kind() == ActionKind::Tap
        && action.target().is_some_and(|target| target.resource_id.ends_with("submit"))
}

/// What was decided of proposals that send the form, with whether a guard held it.
fn sent(records: &[EventRecord]) -> Vec<(bool, &DecisionMade)> {
    let mut held = Vec::new();
    let mut sent = Vec::new();
    for record in records {
        match &record.event {
            Event::GuardHeld(event) => held.push(event.proposal),
            Event::Decided(decided) if decided.action.as_ref().is_some_and(is_submit) => {
                sent.push((held.contains(&decided.decision.proposal), decided));
            }
            _ => {}
        }
    }
    sent
}

/// Each text that was typed into the password field is a secret, and no input tells it.
fn check_passwords(records: &[EventRecord]) {
    let mut secrets = 0;
    for record in records {
        match &record.event {
            Event::Decided(DecisionMade {
                action: Some(Action::Type { target, text }), ..
            }) if target.resource_id.ends_with("password") => {
                assert!(matches!(text, InputText::Secret(_)), "{record:?}");
                assert_eq!(text.reveal(), None, "the log has none: {record:?}");
                secrets += 1;
            }
            Event::Attacked(FormAttacked { change: AttackChange::Tried(tried), .. }) => {
                let secret = tried.fields.iter().find(|field| field.id.ends_with("password"));
                assert_eq!(secret.unwrap().text, None, "{tried:?}");
            }
            _ => {}
        }
    }
    assert!(secrets >= 2, "{secrets} passwords were typed");
}

/// True if what sends the form waits, and the terminal says who holds it.
fn holds(shot: &Shot) -> bool {
    shot.waiting().is_some_and(|waiting| is_submit(&waiting.action))
        && shot.says("An account may be made")
}

#[tokio::test]
async fn a_held_button_waits_for_each_input_though_the_one_before_was_approved() {
    let records = explore_with(means(), "shop", (120, 40), async |mut user| {
        for step in 0..2 {
            user.waits_at(step).await;
            user.letters("a");
        }
        user.waits_at(2).await;
        user.letters("F");
        let attacks = |shot: &Shot| shot.waiting().is_some_and(|it| it.why.contains("Attempt 1"));
        user.sees("the attack", attacks).await;
        // One step at a time.
        let mut shot = user.waits_at(2).await;
        while !holds(&shot) {
            user.letters("a");
            shot = user.waits_at(shot.step() + 1).await;
        }
        // In auto mode the engine hands back at each of them.
        for _ in 0..3 {
            let step = shot.step();
            user.letters("a");
            user.waits_at(step + 1).await;
            user.letters("A");
            user.sees("the conditions", |shot| shot.says("[x] at a finding")).await;
            user.key(KeyCode::Enter);
            let is_next = |shot: &Shot| shot.step() > step + 1 && holds(shot);
            shot = user.sees("the next one that is held", is_next).await;
            assert_eq!(shot.mode, Some(RunMode::Approve), "it was handed back");
        }
        user.quits().await;
    })
    .await;
    let sent = sent(&records);
    assert_eq!(sent.len(), 3);
    for (held, decided) in sent {
        assert!(held, "it was held: {decided:?}");
        assert_eq!(decided.decision.by, DecidedBy::Tester);
    }
    check_passwords(&records);
}

#[tokio::test]
async fn what_is_rejected_ends_the_attack_and_is_not_sent_by_enter() {
    let records = explore_with(means(), "shop", (120, 40), async |mut user| {
        for step in 0..2 {
            user.waits_at(step).await;
            user.letters("a");
        }
        user.waits_at(2).await;
        user.letters("F");
        let attacks = |shot: &Shot| shot.waiting().is_some_and(|it| it.why.contains("Attempt 1"));
        user.sees("the attack", attacks).await;
        let mut shot = user.waits_at(2).await;
        while !holds(&shot) {
            user.letters("a");
            shot = user.waits_at(shot.step() + 1).await;
        }
        user.letters("r");
        user.sees("the question why", |shot| shot.says("Why not")).await;
        user.letters("no accounts");
        user.control('s');
        user.sees("the end", |shot| shot.says("ended")).await;
        user.quits().await;
    })
    .await;
    assert!(sent(&records).is_empty());
    let enters = records.iter().filter(|record| {
        matches!(
            &record.event,
            Event::Decided(DecisionMade { action: Some(Action::Key { .. }), .. })
        )
    });
    assert_eq!(enters.count(), 0);
    let ended = records.iter().any(|record| {
        matches!(
            &record.event,
            Event::Attacked(FormAttacked { change: AttackChange::Ended { .. }, .. })
        )
    });
    assert!(ended);
}
