//! What a container holds out of sight, and where it ends.

use ridealong::domain::{Action, Direction, Widget};
use ridealong::model::abstraction::available_actions;

use super::explored::Explored;

fn moved(app: &Explored, class: &str) -> Widget {
    let widgets = &app.screen.widgets;
    widgets
        .iter()
        .find(|widget| widget.class == class)
        .unwrap_or_else(|| panic!("{widgets:?}"))
        .clone()
}

/// Twelve tabs stood in a row that shows five, and the last ones were never seen.
#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn what_lies_further_on_is_named_and_ends_are_told() {
    let tabs = ["Home", "Guests", "Menus", "Travel", "Gifts", "Settings"];
    let tabs: String = tabs
        .iter()
        .map(|name| format!("<button style='flex: 0 0 110px'>{name}</button>"))
        .collect();
    let mut app = Explored::page(&format!(
        "<nav style='display: flex; overflow-x: auto; width: 360px; height: 60px'>{tabs}
           <button style='flex: 0 0 110px; visibility: hidden'>Secret</button></nav>
         <p style='height: 1500px'>Page</p><button>Imprint</button>"
    ))
    .await;
    let (nav, page) = (moved(&app, "nav"), moved(&app, "html"));
    assert_eq!(
        (nav.ends, nav.further),
        (vec![Direction::Left], vec!["Gifts".into(), "Settings".into()])
    );
    assert_eq!((page.ends, page.further), (vec![Direction::Up], vec!["Imprint".into()]));
    let right = |action: &Action| {
        action.shows() == Some(Direction::Right)
            && action.target().is_some_and(|on| on.class == "nav")
    };
    let offered = available_actions(&app.screen).into_iter().map(|offer| offer.action);
    let right = offered.into_iter().find(right).unwrap();
    for _ in 0..4 {
        app.act(right.clone()).await.unwrap();
    }
    let nav = moved(&app, "nav");
    assert_eq!((nav.ends, nav.further), (vec![Direction::Right], Vec::new()));
    assert!(app.has("Settings"), "{:?}", app.labels());
    app.close().await;
}
