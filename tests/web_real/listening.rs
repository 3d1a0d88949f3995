//! What a page listens to, and the keys of a browser.

use ridealong::domain::{Action, ActionKind, DeviceKey, LinkPlace};

use super::explored::{Explored, Pages, page};

async fn press(app: &mut Explored, key: DeviceKey) -> usize {
    app.act(Action::Key { key }).await.expect("a key").warnings.len()
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn gestures_that_nothing_listens_to_are_told() {
    let mut app = Explored::page(
        "<h1>Heading</h1><button id=plain>Plain</button>
         <div id=board><p>Card</p></div><div id=menu><button>Held</button></div>
         <input placeholder=Name><a href='#top'>Link</a>
         <script>
           plain.addEventListener('click', () => {});
           board.addEventListener('pointerdown', () => {});
           menu.addEventListener('contextmenu', () => {});
           addEventListener('pointerdown', () => {});
         </script>",
    )
    .await;
    let unheard = |app: &Explored, label: &str| app.widget(label).unheard.clone();
    let [tap, twice, held, carried, over] = [
        ActionKind::Tap,
        ActionKind::DoubleTap,
        ActionKind::LongTap,
        ActionKind::Drag,
        ActionKind::Hover,
    ];
    assert_eq!(unheard(&app, "Heading"), [tap, twice, held, carried, over]);
    assert_eq!(unheard(&app, "Plain"), [twice, held, carried, over]);
    assert_eq!(unheard(&app, "Card"), [twice, over], "what is around it listens");
    assert_eq!(unheard(&app, "Held"), [twice, carried, over]);
    assert!(!unheard(&app, "Link").contains(&tap), "it works without a listener");
    assert!(app.screen.unheard_keys.contains(&DeviceKey::Down));
    app.tap("Name").await;
    assert!(!app.screen.unheard_keys.contains(&DeviceKey::Down), "a field has the focus");
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn of_a_root_that_listens_for_everything_each_element_keeps_what_it_hears() {
    let app = Explored::page(
        "<div id=root><button id=one>One</button><button id=other>Other</button></div>
         <script>
           for (const type of ['click', 'dblclick', 'contextmenu', 'pointerdown', 'keydown']) {
             root.addEventListener(type, () => {});
           }
           root._reactListening1 = true;
           one.__reactProps$1 = { onDoubleClick() {}, onKeyDown() {} };
         </script>",
    )
    .await;
    let unheard = |label: &str| app.widget(label).unheard.clone();
    assert!(!unheard("One").contains(&ActionKind::DoubleTap));
    assert!(unheard("One").contains(&ActionKind::LongTap));
    assert!(unheard("Other").contains(&ActionKind::DoubleTap));
    assert!(app.screen.unheard_keys.contains(&DeviceKey::Down));
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_field_that_listens_for_keys_itself_is_told() {
    let app = Explored::page(
        "<input id=tag aria-label=Tag><input aria-label=Name><form><input id=sent aria-label=Sent></form>
         <script>
           for (const field of [tag, sent]) field.addEventListener('keydown', () => {});
         </script>",
    )
    .await;
    let hears = |label: &str| app.widget(label).hears_keys;
    assert_eq!(["Tag", "Name", "Sent"].map(hears), [true, false, false]);
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn keys_reach_the_page_and_edit_its_fields() {
    let mut app = Explored::page(
        "<input aria-label=From><input aria-label=To><p id=out>-</p>
         <script>
           addEventListener('keydown', (event) => { out.textContent = event.key + event.ctrlKey; });
         </script>",
    )
    .await;
    for (key, name) in [
        (DeviceKey::Up, "ArrowUpfalse"),
        (DeviceKey::Down, "ArrowDownfalse"),
        (DeviceKey::Left, "ArrowLeftfalse"),
        (DeviceKey::Right, "ArrowRightfalse"),
        (DeviceKey::Undo, "ztrue"),
    ] {
        press(&mut app, key).await;
        assert!(app.has(name), "{name}: {:?}", app.labels());
    }
    app.type_into("From", "Lamp").await;
    for key in [DeviceKey::SelectAll, DeviceKey::Cut] {
        press(&mut app, key).await;
    }
    assert_eq!(app.widget("From").text, "");
    app.tap("To").await;
    press(&mut app, DeviceKey::Paste).await;
    assert_eq!(app.widget("To").text, "Lamp");
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn forward_and_reload_are_keys_of_a_browser() {
    let mut app = Explored::pages(Pages::from([
        ("/", page("<a href=/next>Open</a>")),
        ("/next", page("<button onclick=\"this.textContent = 'Pressed'\">Press</button>")),
    ]))
    .await;
    let history = [DeviceKey::Back, DeviceKey::Forward];
    let unheard = |app: &Explored| history.map(|key| app.screen.unheard_keys.contains(&key));
    assert_eq!(unheard(&app), [true, true], "it is the only page so far");
    assert_eq!(press(&mut app, DeviceKey::Forward).await, 1, "there is nothing to go on to");
    app.tap("Open").await;
    assert_eq!(unheard(&app), [false, true]);
    app.tap("Press").await;
    assert!(app.has("Pressed"));
    press(&mut app, DeviceKey::Reload).await;
    assert!(app.has("Press") && !app.has("Pressed"), "{:?}", app.labels());
    app.back().await;
    assert_eq!(unheard(&app), [true, false]);
    assert_eq!(press(&mut app, DeviceKey::Forward).await, 0);
    assert!(app.has("Press"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn links_and_forms_are_told_and_what_is_pressed_once_is_offered_once() {
    let app = Explored::page(
        "<a href=/lists/7?page=2>List</a><a href='#end'>End</a><a href=https://help.example/>Help</a>
         <input placeholder=Find>
         <form><input placeholder=Name><button>Save</button></form>
         <form><input placeholder=Coupon></form>
         <div id=cell>New</div>
         <ul id=rows style='list-style: none'><li>Open</li><li style='height: 8px'></li><li>Close</li></ul>
         <script>
           cell.innerHTML = '<button>New</button>';
           for (const part of [cell, cell.firstChild, ...rows.children]) part.addEventListener('click', () => {});
         </script>",
    )
    .await;
    let leads = |label: &str| app.widget(label).link.clone();
    assert_eq!(leads("List"), Some(LinkPlace::Inside("/lists/:id".into())));
    assert_eq!(leads("Help"), Some(LinkPlace::Outside("help.example".into())));
    assert_eq!(leads("End"), None, "a place on this page");
    let form = |label: &str| app.widget(label).form;
    let forms = ["Find", "Name", "Save", "Coupon"].map(form);
    assert_eq!(forms, [None, Some(1), Some(1), Some(2)]);
    let acting = app.screen.widgets.iter().filter(|it| it.allows(ActionKind::Tap) && it.acts());
    let offered: Vec<&str> = acting.map(|it| it.label.as_str()).collect();
    assert_eq!(offered, ["List", "End", "Help", "Save", "New", "Open", "Close"]);
    app.close().await;
}
