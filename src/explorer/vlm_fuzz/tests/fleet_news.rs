//! What two of its kind tell each other in a fleet.

use super::*;

/// The same app for two; what the first does the second hears, but for the behaviour model.
fn pair() -> (TestRun, TestRun) {
    let run =
        || TestRun::of(menu("Start", &["Form", "Page", "Delete"]), app, &["system", "probes"]);
    (run(), run())
}

fn tell(from: &mut TestRun, to: &mut TestRun) -> usize {
    let news = from.explorer.take_news();
    news.iter().for_each(|news| to.explorer.hear(news));
    news.len()
}

#[test]
fn what_another_has_done_is_not_done_first() {
    let (mut one, mut two) = pair();
    let done = one.go(1);
    two.propose();
    assert_eq!(two.propose().unwrap().key.as_str(), done[0], "both begin alike");
    one.propose();
    assert!(tell(&mut one, &mut two) > 0);
    assert_ne!(two.propose().unwrap().key.as_str(), done[0]);
}

#[test]
fn a_form_that_another_has_sent_is_filled_in_otherwise() {
    let (mut one, mut two) = pair();
    for run in [&mut one, &mut two] {
        run.act(&run.world.tapping("Form"));
    }
    let typed = |done: &[String]| done.iter().find(|key| key.starts_with("type")).cloned();
    let first = typed(&one.go(2)).unwrap();
    tell(&mut one, &mut two);
    assert_ne!(typed(&two.go(2)), Some(first), "that variant was begun");
}

#[test]
fn nothing_is_told_twice() {
    let (mut one, mut two) = pair();
    one.go(3);
    tell(&mut one, &mut two);
    assert_eq!(tell(&mut one, &mut two), 0);
    assert!(two.explorer.take_news().is_empty(), "what was heard is not told on");
}
