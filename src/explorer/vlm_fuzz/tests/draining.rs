//! Lists that are emptied to their last row.

use super::*;
use crate::domain::WidgetPosition;

/// A cart with so many rows, each with a button that removes it.
fn cart(rows: usize) -> Screen {
    let mut list = button(1, "");
    list.class = "x.RecyclerView".into();
    list.actions = Vec::new();
    let row = |at: usize| {
        let place = WidgetPosition { list: Some(1), ..WidgetPosition::default() };
        crate::domain::Widget { position: place, ..button(at + 2, "Remove") }
    };
    let rows = (0..rows).map(row);
    Screen { location: ".Cart".into(), ..phone(std::iter::once(list).chain(rows).collect()) }
}

/// It asks before it removes a row of so many.
fn question(rows: usize) -> Screen {
    let screen = menu(&format!("Remove one of {rows}?"), &["Cancel", "OK"]);
    Screen { dialog: true, location: ".Cart".into(), ..screen }
}

fn rows(screen: &Screen) -> usize {
    match screen.title().and_then(|title| title.strip_suffix('?')) {
        Some(title) => title.rsplit(' ').next().and_then(|rows| rows.parse().ok()).unwrap(),
        None => screen.widgets.len() - 1,
    }
}

fn shop(screen: &Screen, action: &Action) -> Screen {
    let rows = rows(screen);
    match (action, action.target().map(|target| target.label.as_str())) {
        (Action::Restart, _) => cart(3),
        (Action::Tap { .. }, Some("Remove")) => question(rows),
        (Action::Tap { .. }, Some("OK")) => cart(rows - 1),
        (Action::Tap { .. }, Some("Cancel")) | (Action::Key { key: DeviceKey::Back }, _) => {
            cart(rows)
        }
        _ => screen.clone(),
    }
}

#[test]
fn a_list_is_emptied_to_its_last_row_in_the_second_half() {
    let mut run = TestRun::of(cart(7), shop, &[]);
    let mut emptied = Vec::new();
    for _ in 0..120 {
        let Some(proposed) = run.propose() else { break };
        let whole = run.situation();
        if proposed.why.to_lowercase().contains("the list is drained") {
            assert!(whole.remaining.steps <= Some(whole.step), "not before: {}", whole.step);
            emptied.push(whole.step);
        } else if !emptied.is_empty() {
            break;
        }
        run.act(&proposed.action);
    }
    let steps = emptied.len() as u64;
    assert_eq!(
        emptied.last().zip(emptied.first()).map(|(last, first)| last - first + 1),
        Some(steps)
    );
    assert!(steps >= 2 && rows(&run.world.screen) == 0, "{emptied:?}, {:?}", run.world.screen);
}

#[test]
fn without_probes_no_list_is_emptied() {
    let mut run = TestRun::of(cart(3), shop, &["probes"]);
    for _ in 0..120 {
        let Some(proposed) = run.propose() else { break };
        assert!(!proposed.why.contains("drained"), "{}", proposed.why);
        run.act(&proposed.action);
    }
}

/// "Delete" of a toolbar that was a list was pressed thirty times, with nothing to delete.
#[test]
fn a_press_that_removes_nothing_ends_the_draining() {
    let stays = |screen: &Screen, action: &Action| match action {
        Action::Restart => cart(3),
        _ => screen.clone(),
    };
    let mut run = TestRun::of(cart(3), stays, &[]);
    let mut drained = 0;
    for _ in 0..120 {
        let Some(proposed) = run.propose() else { break };
        drained += usize::from(proposed.why.to_lowercase().contains("the list is drained"));
        run.act(&proposed.action);
    }
    assert!((1..=4).contains(&drained), "{drained}");
}
