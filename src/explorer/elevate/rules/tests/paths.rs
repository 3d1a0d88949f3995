//! Known paths, restarts and loops.

use super::*;

#[test]
fn where_little_is_left_the_known_way_to_more_is_gone_step_by_step() {
    let start = || vec![button("a", "Thing"), button("b", "Other")];
    let mut stage = on(start());
    stage.does("tap #a", ".Next", vec![button("c", "On")]);
    stage.does("tap #c", ".Last", vec![button("up", "Navigate up")]);
    stage.does("key menu", ".Last", vec![button("up", "Navigate up")]);
    let (key, why) = stage.choose();
    assert_eq!(key, "tap #up", "{why}");
    stage.does("tap #up", ".Next", vec![button("c", "On")]);
    let (key, why) = stage.choose();
    assert!(["key back", "restart the app"].contains(&key.as_str()), "{key}");
    assert!(why.contains("Main") && why.contains("step"), "{why}");
}

#[test]
fn a_way_that_leads_elsewhere_is_given_up() {
    // A path to `.Rich`, which has much, never gets there again.
    let start = || vec![button("a", "Thing")];
    let mut stage = on(start());
    let rich = vec![button("x", "Settings"), button("y", "New")];
    stage.does("tap #a", ".Rich", rich);
    stage.does("key back", ".Main", start());
    let (mut tries, mut scores) = (0, Vec::new());
    for _ in 0..6 {
        scores.push(stage.score("tap #a"));
        let (key, _) = stage.choose();
        if key != "tap #a" {
            break;
        }
        tries += 1;
        stage.does("tap #a", ".Main", start());
    }
    assert!((1..4).contains(&tries), "{tries} {scores:?}");
}

#[test]
fn an_app_that_begins_with_something_else_each_time_is_not_restarted_for_that() {
    let mut stage = on(vec![button("quote0", "Quote")]);
    for quote in 1..6 {
        let next = vec![button(&format!("quote{quote}"), "Quote")];
        stage.does("restart the app", &format!(".Quote{quote}"), next);
        assert!(stage.score("restart the app") < 0.01);
    }
}

#[test]
fn a_loop_is_broken() {
    let one = || vec![button("go", "Go")];
    let two = || vec![button("come", "Come")];
    let mut stage = on(one());
    for _ in 0..(ElevateWeights::default().loop_repeats + 1) {
        stage.does("tap #go", ".Two", two());
        stage.does("tap #come", ".Main", one());
    }
    assert!(!stage.candidates().contains(&"tap #go".to_owned()));
    // Something new anywhere makes it worth while again.
    stage.does("key menu", ".Three", vec![plain()]);
    stage.does("key back", ".Main", one());
    assert!(stage.candidates().contains(&"tap #go".to_owned()));
}
