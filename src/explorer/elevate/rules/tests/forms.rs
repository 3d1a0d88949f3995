//! How the rules fill in and send forms.

use super::*;

#[test]
fn a_form_is_sent_empty_then_filled_then_sent_again_and_never_twice_alike() {
    let form =
        |one: &str, two: &str| vec![field("one", one), field("two", two), button("save", "Save")];
    let mut stage = on(form("", ""));
    let (key, why) = stage.choose();
    assert_eq!(key, "tap #save");
    assert!(why.contains("something missing"), "{why}");
    stage.does("tap #save", ".Main", form("", ""));
    let mut fields = Vec::new();
    let mut content = [String::new(), String::new()];
    for _ in 0..2 {
        let (key, _) = stage.choose();
        let at = usize::from(key.starts_with("type #two"));
        content[at] = "x".into();
        stage.does(&key, ".Main", form(&content[0], &content[1]));
        fields.push(at);
    }
    fields.sort_unstable();
    assert_eq!(fields, [0, 1], "each field is filled once");
    let (key, why) = stage.choose();
    assert_eq!(key, "tap #save", "though it did nothing before: {why}");
    stage.does("tap #save", ".Main", form("x", "x"));
    assert_ne!(stage.choose().0, "tap #save", "not twice alike");
}

/// A dialog for the name of a favourite was sent empty, closed with that, and was filled in 30 steps later.
#[test]
fn a_dialog_is_filled_in_before_it_is_sent() {
    let mut stage = Stage::new();
    stage.look("A dialog", vec![field("name", ""), button("add", "Add")]);
    assert!(stage.choose().0.starts_with("type"));
}

/// Of a survey whose fields have numbers for ids the field that was filled in got the same text five times, as it has more texts.
#[test]
fn of_fields_that_share_a_name_the_empty_one_is_filled_in() {
    let form =
        |one: &str| vec![field("sq_203417", one), field("sq_203419", ""), button("save", "Save")];
    let mut stage = on(form(""));
    let typing = stage.candidates().into_iter().find(|key| key.starts_with("type")).unwrap();
    stage.choose();
    stage.does(&typing, ".Main", form("x"));
    let here = stage.here.clone().unwrap();
    stage.rules.learn(here.last.as_ref().unwrap(), &here);
    let scene = PromptScene::new(&here, None, &[], &ElevateWeights::default());
    let number = |action: &Action| action.target().map(|target| target.number);
    let all: Vec<usize> = (0..scene.inputs.len()).collect();
    let yields = scene.inputs.iter().map(|input| match number(&input.offer.action) {
        Some(1) => 0.9,
        _ => 0.1,
    });
    let yields: Vec<f64> = yields.collect();
    let (place, instead, _) = stage.rules.finish_begun(&scene, &all, &yields).unwrap();
    let action = instead.map_or_else(|| scene.inputs[place].offer.action.clone(), |it| it.action);
    assert_eq!(number(&action), Some(2), "{action:?}");
}

#[test]
fn a_password_counts_as_filled_though_its_content_is_not_told() {
    let form = || vec![password("pin"), button("save", "Save")];
    let mut stage = on(form());
    stage.does("tap #save", ".Main", form());
    let (key, _) = stage.choose();
    assert!(key.starts_with("type #pin"), "{key}");
    stage.does(&key, ".Main", form());
    assert_eq!(stage.choose().0, "tap #save");
}

/// An app that keeps passwords was locked again by a restart, and the rest of the run was spent before its lock.
#[test]
fn an_app_that_is_locked_again_is_unlocked_as_before() {
    let gate = |extra: &[Widget]| {
        let widgets = [password("pin"), button("save", "Save")];
        widgets.into_iter().chain(extra.iter().cloned()).collect::<Vec<Widget>>()
    };
    let locked = || gate(&[button("mode", "Switch mode")]);
    let mut stage = on(gate(&[password("again")]));
    stage.does("tap #save", ".Main", gate(&[password("again")]));
    for _ in 0..2 {
        let (key, _) = stage.choose();
        assert!(key.starts_with("type #"), "{key}");
        stage.does(&key, ".Main", gate(&[password("again")]));
    }
    assert_eq!(stage.choose().0, "tap #save");
    stage.does("tap #save", ".List", vec![button("add", "Add")]);
    for _ in 0..2 {
        stage.does("restart the app", ".Main", locked());
        let (key, why) = stage.choose();
        assert!(key.starts_with("type #pin"), "{key}: {why}");
        stage.does(&key, ".Main", locked());
        let (key, why) = stage.choose();
        assert_eq!(key, "tap #save", "{why}");
        stage.does(&key, ".List", vec![button("add", "Add")]);
    }
    // A form of the same page that is refused was sent four times more.
    stage.does("restart the app", ".Main", locked());
    let (key, _) = stage.choose();
    stage.does(&key, ".Main", locked());
    let mut sent = 0;
    for _ in 0..5 {
        let (key, _) = stage.choose();
        sent += usize::from(key == "tap #save");
        stage.does(&key, ".Main", locked());
    }
    assert!(sent <= 2, "{sent}");
}

#[test]
fn what_crashed_with_something_missing_is_filled_in_before_it_is_sent_again() {
    let form = || vec![password("one"), password("other"), button("save", "Save")];
    let mut stage = on(form());
    assert_eq!(stage.choose().0, "tap #save");
    stage.does("tap #save", ".Gone", vec![plain()]);
    let here = stage.here.clone().unwrap();
    let crash = PerformedAction { outcome: ActionOutcome::Crashed, ..here.last.clone().unwrap() };
    stage.rules.learn(&crash, &here);
    stage.step += 1;
    stage.look(".Main", form());
    let (key, why) = stage.choose();
    assert!(key.starts_with("type"), "{key}: {why}");
}
