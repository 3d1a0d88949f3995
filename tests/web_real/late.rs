//! What comes a little after an input, and what of a page is in its shadows or out of view.

use ridealong::domain::{Action, ActionKind, Direction, Rotation, WidgetTarget};

use super::explored::Explored;

/// An app of web components was read while its dialog slid in, and the next touch met what had come in between.
#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn what_moves_within_a_shadow_is_waited_for() {
    let mut app = Explored::page(
        "<button onclick='sheet.show()'>Add</button><x-sheet id=sheet></x-sheet>
         <script>
           customElements.define('x-sheet', class extends HTMLElement {
             constructor() {
               super();
               this.attachShadow({ mode: 'open' }).innerHTML = `<style>
                 div { position: fixed; top: 300px; left: -400px; width: 300px; transition: left .1s .5s }
                 .on { left: 20px }
               </style><div><button>Check out</button></div>`;
             }
             show() { this.shadowRoot.querySelector('div').className = 'on'; }
           });
         </script>",
    )
    .await;
    app.tap("Add").await;
    assert!(app.has("Check out"), "{:?}", app.labels());
    assert_eq!(app.widget("Check out").bounds.left, 20);
    app.close().await;
}

/// Pages of an app with data of its own were read before the data came: what asks for it runs in a message.
#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn what_is_asked_for_in_a_message_is_waited_for() {
    let mut app = Explored::page(
        "<button id=load>Load</button><p id=out>-</p>
         <script>
           const data = () => new Promise((done) => setTimeout(done, 400));
           load.onclick = () => {
             const channel = new MessageChannel();
             channel.port1.onmessage = async () => { await data(); await data(); out.textContent = 'Loaded'; };
             channel.port2.postMessage(0);
           };
           // Goes on for ever, and is no reason to wait.
           let ticks = 0;
           const again = () => { ticks += 1; setTimeout(again, 50); };
           again();
         </script>",
    )
    .await;
    app.tap("Load").await;
    assert!(app.has("Loaded"), "{:?}", app.labels());
    assert!(!app.screen.busy);
    app.close().await;
}

/// A field that had the focus was typed into after it had been scrolled away: the text went into another one.
#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_field_that_is_scrolled_away_is_not_there() {
    let mut app = Explored::page(
        "<section><label>Email <input></label><p style='height: 600px'>Fill it in.</p>
         <label>Town <input></label></section><div style='height: 1500px'></div>",
    )
    .await;
    app.type_into("Email", "ada@example.org").await;
    let page = WidgetTarget::of(&app.screen.widgets[0]);
    app.act(Action::Scroll { target: page, direction: Direction::Down }).await.unwrap();
    assert!(app.has("Town") && !app.has("Email"), "{:?}", app.labels());
    app.close().await;
}

/// Each page beside which a drawer waits was taken for a dialog.
#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_drawer_out_of_view_is_nothing_that_a_page_lies_on() {
    let app = Explored::page(
        "<p style='position: absolute; top: 500px; left: 0'>.</p><p style='position: absolute; top: 60px; left: 100px'>Read me</p>
         <div style='position: fixed; left: -590px; top: -100px; width: 600px; height: 1400px; background: #fff'></div>",
    )
    .await;
    assert!(app.has("Read me"));
    assert!(!app.screen.dialog, "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn what_has_no_name_is_called_by_the_words_in_its_shadow_or_beside_it() {
    let app = Explored::page(
        "<a href=/milk style='display: block'><x-item></x-item></a>
         <div><button role=checkbox aria-checked=false style='width: 20px'></button><div>Call the office</div></div>
         <div><button role=radio aria-checked=true id=one style='width: 20px'></button><label for=one>Monthly</label></div>
         <button class='outline-none w-[20px] hover:bg-red' style='width: 40px'></button>
         <button class='icon trash' style='width: 40px'></button>
         <script>
           customElements.define('x-item', class extends HTMLElement {
             constructor() {
               super();
               this.attachShadow({ mode: 'open' }).innerHTML = '<style>b { color: red }</style><b>Milk</b> <span>$2</span><i hidden>sold</i>';
             }
           });
         </script>",
    )
    .await;
    let pressed = app.screen.widgets.iter().filter(|widget| widget.allows(ActionKind::Tap));
    let labels: Vec<&str> = pressed.map(|widget| widget.label.as_str()).collect();
    assert_eq!(labels, ["Milk $2", "Call the office", "Monthly", "", "trash"]);
    assert_eq!(app.widget("Monthly").checked, Some(true));
    app.close().await;
}

/// The tools of two apps of others were buttons without names, or were called by their styles.
#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn an_icon_is_called_by_what_its_set_calls_it() {
    let app = Explored::page(
        "<button><i class='fa fa-trash-alt fa-lg'></i></button>
         <button><svg class='lucide lucide-circle-plus h-4 w-4'></svg></button>
         <button><svg data-testid=ArrowBackIcon></svg></button>
         <button><svg><use href='/all.svg#icon-pencil'></use></svg></button>
         <button><i class='icon-wrench icon-white'></i></button>
         <button class='glyphicon glyphicon-shopping-cart'></button>
         <button><svg data-icon=xmark></svg></button>
         <button><i class='fa fa-constructor'></i></button>
         <button class='w-6 h-6 transition-transform' style='width: 40px'></button>
         <button><i class='fa fa-trash'></i>Bin it</button>",
    )
    .await;
    let pressed = app.screen.widgets.iter().filter(|widget| widget.allows(ActionKind::Tap));
    let labels: Vec<&str> = pressed.map(|widget| widget.label.as_str()).collect();
    let named = [
        "delete",
        "add",
        "arrow back",
        "edit",
        "wrench",
        "shopping cart",
        "close",
        "constructor",
        "",
        "Bin it",
    ];
    assert_eq!(labels, named);
    app.close().await;
}

/// A page on its side was scrolled right and left alone.
#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn what_goes_on_below_is_scrolled_down_however_wide_it_is() {
    let mut app = Explored::page(
        "<div style='overflow-y: auto; height: 80px'><p style='height: 300px'>Log</p></div>
         <p style='height: 2000px'>Page</p>",
    )
    .await;
    app.act(Action::Rotate { rotation: Rotation::Landscape }).await.unwrap();
    let offered = ridealong::model::abstraction::available_actions(&app.screen);
    let scrolls: Vec<Direction> = offered
        .iter()
        .filter_map(|offer| match &offer.action {
            Action::Scroll { direction, .. } => Some(*direction),
            _ => None,
        })
        .collect();
    assert_eq!(scrolls, [Direction::Down, Direction::Up].repeat(2), "{:?}", app.screen.widgets);
    app.close().await;
}

/// The lower part of an app was never seen: its body scrolls, as its page could, and only the page was looked at.
#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_body_that_scrolls_by_itself_is_scrolled() {
    for page in ["auto", "hidden"] {
        let mut app = Explored::page(&format!(
            "<style>html, body {{ height: 100%; margin: 0; overflow-y: auto }} html {{ overflow-y: {page} }}</style>
             <p style='height: 3000px'>Above</p><button>Below</button>"
        ))
        .await;
        let offered = ridealong::model::abstraction::available_actions(&app.screen);
        let scrolls =
            |action: &Action| matches!(action, Action::Scroll { direction: Direction::Down, .. });
        let down = offered.into_iter().map(|offer| offer.action).find(scrolls).unwrap();
        for _ in 0..9 {
            app.act(down.clone()).await.unwrap();
        }
        assert!(app.has("Below"), "{page}: {:?}", app.labels());
        app.close().await;
    }
}

/// A page was scrolled behind a dialog, where nothing of it is seen, and then nowhere else any more.
#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_page_is_not_scrolled_behind_a_dialog_that_stays_in_its_place() {
    for (position, scrolls) in [("fixed", false), ("absolute", true)] {
        let app = Explored::page(&format!(
            "<p style='height: 3000px'>Page</p>
             <div role=dialog style='position: {position}; inset: 0; background: #fff'><button>Next</button></div>"
        ))
        .await;
        let offered = ridealong::model::abstraction::available_actions(&app.screen);
        let mut actions = offered.iter().map(|offer| &offer.action);
        let scroll = actions.any(|action| matches!(action, Action::Scroll { .. }));
        assert_eq!(scroll, scrolls, "{position}: {:?}", app.screen.widgets);
        assert!(app.has("Next"));
        app.close().await;
    }
}
