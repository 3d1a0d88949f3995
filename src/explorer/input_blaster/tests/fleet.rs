//! What attacks tell those of other workers in a fleet.

use super::*;

/// Rule and texts of what was sent, without the valid inputs, which each worker needs.
fn sent(app: &RangeApp) -> Vec<(String, Vec<Option<String>>)> {
    let changed = app.sent().filter(|tried| tried.rule != "valid");
    let texts = |tried: &TriedInput| tried.fields.iter().map(|it| it.text.clone()).collect();
    changed.map(|tried| (tried.rule.clone(), texts(tried))).collect()
}

fn tell(one: &mut RangeApp, other: &mut RangeApp) {
    for news in one.explorer.take_news() {
        other.explorer.hear(&news);
    }
}

#[test]
fn what_another_worker_has_sent_is_not_sent_again() {
    let [mut one, mut alone, mut two] = [(); 3].map(|()| RangeApp::new());
    for _ in 0..40 {
        one.step();
        alone.step();
    }
    assert!(!sent(&one).is_empty());
    assert_eq!(sent(&one), sent(&alone), "without news they do the same");
    tell(&mut one, &mut two);
    for _ in 0..40 {
        two.step();
    }
    let again: Vec<_> = sent(&two).into_iter().filter(|it| sent(&one).contains(it)).collect();
    assert!(!sent(&two).is_empty() && again.is_empty(), "{again:?}");
}

#[test]
fn a_form_whose_attack_is_over_is_left_to_who_attacked_it() {
    let [mut one, mut two] = [(); 2].map(|()| RangeApp::new());
    one.says = Some("Saved");
    for _ in 0..400 {
        one.step();
    }
    let is_over = |event: &Event| {
        let Event::Attacked(FormAttacked { change, .. }) = event else { return false };
        matches!(change, AttackChange::Ended { goes_on: false, .. })
    };
    assert!(one.reported.iter().any(is_over));
    tell(&mut one, &mut two);
    for _ in 0..10 {
        two.step();
    }
    assert_eq!(two.sent().count(), 0);
}

#[test]
fn a_form_that_the_tester_left_for_another_is_attacked_by_the_others() {
    let [mut one, mut two] = [(); 2].map(|()| RangeApp::new());
    for _ in 0..4 {
        one.step();
    }
    let name = field(1, "name", "Name");
    one.world.show(Screen { location: ".Profile".into(), ..phone(vec![name, button(2, "Save")]) });
    one.wants(AttackRequest::Begin);
    let (_, events) = one.world.ask(&mut one.explorer);
    let is_left = |event: &Event| {
        let Event::Attacked(FormAttacked { change, .. }) = event else { return false };
        matches!(change, AttackChange::Ended { why, .. } if why.contains("another form"))
    };
    assert!(events.iter().any(is_left), "{events:?}");
    tell(&mut one, &mut two);
    for _ in 0..10 {
        two.step();
    }
    assert!(two.sent().count() > 0, "nobody else attacks it now");
}
