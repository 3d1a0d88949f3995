//! What the tester expects is checked while the session goes on, kept in the property file, and undone.

use crossterm::event::KeyCode;
use ridealong::oracle::PropertySet;
use ridealong::protocol::{Event, ExpectationChange};

use super::user::{Means, TerminalUser, explore_with};

const SIZE: (u16, u16) = (140, 40);

/// Has the engine wait, which is an action of its own on the screen that is there.
async fn waits(user: &mut TerminalUser, step: u64) {
    user.letters("d");
    user.sees("the form", |shot| shot.says("Perform another action")).await;
    user.key(KeyCode::Left);
    user.key(KeyCode::Enter);
    user.waits_at(step).await;
}

#[tokio::test]
async fn an_expectation_is_checked_kept_and_undone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    let own = "# my own\n[[property]]\nname = \"own\"\nmust_never = [{ text = \"null\" }]\n";
    std::fs::write(&file, own).unwrap();
    let means = Means { properties: Some(file.clone()), ..Means::default() };
    let records = explore_with(means, "notes", SIZE, async |mut user| {
        user.waits_at(0).await;
        user.letters("2");
        user.key(KeyCode::Down);
        user.sees("the selection", |shot| shot.says("[3]   button   Trash")).await;
        user.letters("m");
        let shot = user.sees("the form", |shot| shot.says("Mark as expectation")).await;
        assert!(shot.says("This screen is as expected"), "{}", shot.rows().join("\n"));
        // From the words up to the demand, which becomes `must never`.
        user.key(KeyCode::BackTab);
        user.key(KeyCode::BackTab);
        user.key(KeyCode::Right);
        user.sees("the doubt", |shot| shot.says("This screen is not as expected")).await;
        user.key(KeyCode::Enter);
        user.sees("the message", |shot| shot.says("expected from the next step on")).await;
        waits(&mut user, 1).await;
        let shot = user.sees("the finding", |shot| !shot.findings.is_empty()).await;
        assert_eq!(shot.findings[0].expected, "The screen must never show \"Trash\".");
        let kept = std::fs::read_to_string(&file).unwrap();
        assert!(kept.starts_with(own), "{kept}");
        assert_eq!(PropertySet::read(&kept).unwrap().properties.len(), 2);
        user.letters("M");
        user.sees("the list", |shot| shot.says("contradicted at step 1")).await;
        user.letters("u");
        user.sees("an empty list", |shot| shot.says("No expectations.")).await;
        assert_eq!(std::fs::read_to_string(&file).unwrap(), own);
        user.key(KeyCode::Esc);
        waits(&mut user, 2).await;
        let shot = user.sees("the next step", |shot| shot.step() == 2).await;
        assert_eq!(shot.findings.len(), 1, "what was undone is not checked");
        user.quits().await;
    })
    .await;
    let changes: Vec<_> = records
        .iter()
        .filter_map(|record| match &record.event {
            Event::ExpectationChanged(changed) => Some((&changed.change, changed.undoes)),
            _ => None,
        })
        .collect();
    let [(ExpectationChange::Stated(stated), false), (ExpectationChange::Withdrawn { name }, true)] =
        &changes[..]
    else {
        panic!("{changes:?}")
    };
    assert_eq!(&stated.name, name);
}

#[tokio::test]
async fn a_name_is_given_once() {
    explore_with(Means::default(), "notes", SIZE, async |mut user| {
        user.waits_at(0).await;
        user.letters("2");
        user.key(KeyCode::Down);
        user.sees("the selection", |shot| shot.says("[3]   button   Trash")).await;
        for name in ["shows Trash", "shows Trash 2"] {
            user.letters("m");
            user.sees("the form", |shot| shot.says(name)).await;
            user.key(KeyCode::Enter);
            user.sees("the panes", |shot| !shot.says("Mark as expectation")).await;
        }
        user.letters("M");
        user.sees("both", |shot| shot.says("shows Trash  ") && shot.says("shows Trash 2")).await;
        user.key(KeyCode::Esc);
        user.quits().await;
    })
    .await;
}
