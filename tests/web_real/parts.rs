//! What of a page is pressed: parts of a control, areas that are drawn on, and what hears presses in its own way.

use ridealong::domain::{
    Action, ActionKind, Direction, InputText, LinkPlace, Widget, WidgetTarget,
};

use super::explored::Explored;

/// The labels of what can be pressed.
fn pressed(app: &Explored) -> Vec<&str> {
    let widgets = app.screen.widgets.iter().filter(|widget| widget.allows(ActionKind::Tap));
    widgets.map(|widget| widget.label.as_str()).collect()
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn of_a_group_that_listens_for_its_buttons_each_is_pressed() {
    let mut app = Explored::page(
        "<style>.key { cursor: pointer; display: inline-block; width: 60px; height: 40px }</style>
         <ul><li id=keys class='flip-button'><div class=key>Left</div><div class=key>Right</div></li></ul>
         <p id=out>-</p>
         <script>
           keys.addEventListener('click', (event) => { out.textContent = `now ${event.target.textContent}`; });
         </script>",
    )
    .await;
    assert_eq!(pressed(&app), ["Left", "Right"]);
    app.tap("Right").await;
    assert!(app.has("now Right"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn what_hears_presses_inside_of_a_control_is_pressed_too() {
    let mut app = Explored::page(
        "<style>.card { cursor: pointer; width: 300px; height: 60px } .x { display: inline-block; width: 30px; height: 30px }</style>
         <div class=card id=card>Milk<span class=x id=away title=Remove></span></div>
         <div role=tree><div role=treeitem>Fruit<div role=group><div role=treeitem>Apple</div></div></div></div>
         <p id=out>-</p>
         <script>
           const say = (what) => (event) => { event.stopPropagation(); out.textContent = what; };
           card.addEventListener('click', say('opened'));
           away.addEventListener('click', say('removed'));
         </script>",
    )
    .await;
    assert_eq!(pressed(&app), ["Milk", "Remove", "Fruit", "Apple"]);
    app.tap("Remove").await;
    assert!(app.has("removed"), "{:?}", app.labels());
    app.tap("Milk").await;
    assert!(app.has("opened"), "the card itself is pressed beside its part: {:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn areas_that_are_drawn_on_take_strokes_whatever_they_hide() {
    let app = Explored::page(
        "<style>body { margin: 0 } #over { position: absolute; left: 0; top: 0; width: 400px; height: 600px }
           #over input { position: absolute; width: 0; border: 0; padding: 0 } #plan { position: absolute; top: 620px; left: 0 }</style>
         <canvas width=400 height=600></canvas><div id=over><input></div>
         <svg id=plan width=300 height=200><g id=ground tabindex=0><rect width=300 height=200 fill='#eee' />
           <g id=piece><rect x=20 y=20 width=60 height=60 /></g></g></svg>
         <canvas id=framed width=100 height=200 style='position: absolute; top: 620px; left: 305px'>Drawing</canvas>
         <svg id=diagram width=400 height=80 style='position: absolute; top: 830px; left: 0'></svg>
         <script>
           diagram.innerHTML = '<rect width=9 height=9 /><text x=20 y=20>Order</text>'.repeat(9);
           framed.__reactProps$1 = { onClick() {}, onPointerDown() {} };
           for (const type of ['click', 'contextmenu']) diagram.addEventListener(type, () => {});
           for (const part of [over, ground, piece, diagram]) part.addEventListener('pointerdown', () => {});
         </script>",
    )
    .await;
    let drawn = |id: &str| {
        let found = app.screen.widgets.iter().find(|widget| widget.resource_id.ends_with(id));
        found.is_some_and(|it| it.allows(ActionKind::Swipe) && it.allows(ActionKind::Tap))
    };
    for id in ["over", "ground", "piece", "framed", "diagram"] {
        assert!(drawn(id), "{id}: {:?}", app.screen.widgets);
    }
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn cells_and_frameworks_tell_that_they_hear_presses() {
    let app = Explored::page(
        "<table><tr><td id=cell>Amount</td></tr></table><div id=svelte>Svelte</div><div id=solid>Solid</div>
         <div id=dragged>Card</div><button id='k5;TUvj-:LsG4Bo*7q'>Random</button><button id='kit81-_r_2f_'>Counted</button><button id='bits-c438'>Part</button><button id=':r1a:' name=kept>Named</button><div id=root><p>one</p><p>two</p><p>three</p><p>4</p><p>5</p><p>6</p><p>7</p>
         <p>8</p><p>9</p><p>10</p><p>11</p><p>12</p><p>13</p></div>
         <script>
           for (const type of ['click', 'contextmenu']) for (const part of [cell, root]) part.addEventListener(type, () => {});
           svelte.__click = () => {};
           solid.$$click = () => {};
           dragged.addEventListener('pointerdown', () => {});
         </script>",
    )
    .await;
    assert_eq!(
        pressed(&app),
        ["Amount", "Svelte", "Solid", "Card", "Random", "Counted", "Part", "Named"]
    );
    assert_eq!(app.widget("Random").resource_id, "", "an id that was drawn at random");
    assert_eq!(app.widget("Counted").resource_id, "", "an id that React has counted up");
    assert_eq!(app.widget("Part").resource_id, "", "an id that a library has counted up");
    assert_eq!(app.widget("Named").resource_id, "kept");
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_field_gets_a_sample_that_it_accepts() {
    let mut app = Explored::page(
        "<input type=file aria-label=Table accept='.csv' onchange=\"this.files[0].text().then((text) => { out.textContent = text; })\">
         <p id=out>-</p>",
    )
    .await;
    app.tap("Table").await;
    app.observe().await;
    assert!(app.labels().iter().any(|label| label.contains("Grace")), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_number_that_has_the_focus_is_not_counted_down_by_scrolling() {
    let mut app = Explored::page(
        "<p id=out style='position: fixed; top: 0'>-</p>
         <input id=count type=number value=30 aria-label=Count style='display: block; width: 100%; height: 60vh; margin-top: 20vh'>
         <div style='height: 300vh'>a long page</div>
         <script>onscroll = () => { out.textContent = `scrolled with ${count.value}`; };</script>",
    )
    .await;
    app.tap("Count").await;
    let mut widgets = app.screen.widgets.iter();
    let page = widgets.rfind(|widget| widget.allows(ActionKind::Scroll)).expect("a page");
    let target = WidgetTarget::of(page);
    app.act(Action::Scroll { target, direction: Direction::Down }).await.expect("scrolled");
    assert!(app.has("scrolled with 30"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn an_import_gets_what_the_app_has_exported() {
    let mut app = Explored::page(
        "<button onclick=\"const link = document.createElement('a'); link.download = 'trips.json';
             link.href = window.URL.createObjectURL(new Blob(['all my trips'])); link.click()\">Export</button>
         <input type=file aria-label=Import accept='.json' onchange=\"this.files[0].text().then((text) => { out.textContent = `${this.files[0].name}: ${text}`; })\">
         <p id=out>-</p>",
    )
    .await;
    app.tap("Export").await;
    app.tap("Import").await;
    app.observe().await;
    assert!(app.has("trips.json: all my trips"), "{:?} {:?}", app.labels(), app.seen.notices);
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn an_editor_that_draws_its_text_is_typed_into() {
    let mut app = Explored::page(
        "<style>#shown { cursor: text; width: 380px; height: 300px; white-space: pre }
           #typed { position: absolute; left: -9px; width: 1px; height: 1px; opacity: 0 }</style>
         <div><textarea id=typed></textarea><div id=shown>first line</div></div>
         <script>
           shown.addEventListener('mousedown', (event) => { event.preventDefault(); typed.focus(); });
           typed.addEventListener('input', () => { shown.textContent = `has ${typed.value}`; });
         </script>",
    )
    .await;
    assert!(!app.screen.widgets.iter().any(Widget::is_field));
    app.tap("first line").await;
    let field = app.screen.widgets.iter().find(|widget| widget.is_field()).expect("a field");
    let target = WidgetTarget::of(field);
    app.act(Action::Type { target, text: InputText::Plain("Ada".into()) }).await.expect("typed");
    assert!(app.has("has Ada"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn an_editor_with_a_selection_of_its_own_gets_another_text() {
    let mut app = Explored::page(
        "<div id=editor contenteditable>first line</div>
         <script>
           let text = editor.textContent, all = false;
           editor.addEventListener('keydown', (event) => { all = event.ctrlKey && event.key === 'a'; });
           editor.addEventListener('beforeinput', (event) => {
             event.preventDefault();
             if (event.data) text = all ? event.data : text;
             editor.textContent = text;
           });
         </script>",
    )
    .await;
    let field = app.screen.widgets.iter().find(|widget| widget.is_field()).expect("a field");
    let target = WidgetTarget::of(field);
    app.act(Action::Type { target, text: InputText::Plain("Ada".into()) }).await.expect("typed");
    let text =
        app.screen.widgets.iter().find(|widget| widget.is_field()).map(|it| it.text.as_str());
    assert_eq!(text, Some("Ada"));
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_field_that_a_menu_covers_is_not_offered_though_it_has_the_focus() {
    let mut app = Explored::page(
        "<input id=name aria-label=Name autofocus style='margin: 200px 40px; width: 200px'>
         <div style='position: fixed; inset: 0; background: #0008'><button>Close</button></div>",
    )
    .await;
    app.observe().await;
    let offered = || app.screen.widgets.iter().any(Widget::is_field);
    assert!(!offered(), "{:?}", app.screen.widgets);
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn links_to_a_part_of_the_page_are_told_from_routes_and_tabs() {
    let app = Explored::page(
        "<a href='#soup'>Soup</a> <a href='#/lists'>Lists</a> <a href='#none'>None</a>
         <a href='#hidden'>Hidden</a> <a href='#soup' role=tab>Tab</a>
         <h2 id=soup>How to cook</h2> <p id=hidden hidden>Later</p>",
    )
    .await;
    let here = |label: &str| app.widget(label).link == Some(LinkPlace::Here);
    let told = ["Soup", "Lists", "None", "Hidden", "Tab"].map(here);
    assert_eq!(told, [true, false, false, false, false]);
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_toggle_with_its_label_and_its_picture_is_offered_once() {
    let mut app = Explored::page(
        "<div id=one style='cursor: pointer'><input type=radio name=a id=a1><span>o</span></div>
         <div id=two><input type=radio name=a id=a2 style='opacity: 0'><label for=a2>Slow</label></div>
         <label><input type=checkbox> Letters</label>
         <input type=checkbox id=hidden style='display: none'><label for=hidden>News</label>
         <label style='cursor: pointer'><input type=checkbox> I accept the <a href='#terms'>terms</a></label>
         <p style='cursor: pointer'><input type=checkbox aria-label=Done> Water the plants</p>
         <script>
           for (const part of [two, two.lastChild]) part.addEventListener('click', () => {});
           two.addEventListener('click', () => { a2.checked = true; });
         </script>",
    )
    .await;
    let offered = |app: &Explored| -> Vec<(String, Option<bool>)> {
        let acting = app.screen.widgets.iter().filter(|it| it.acts() && it.allows(ActionKind::Tap));
        acting.map(|it| (it.label.clone(), it.checked)).collect()
    };
    let off = |label: &str| (label.to_owned(), Some(false));
    let expected = [
        ("o".to_owned(), None),
        off("a1"),
        off("Slow"),
        off("Letters"),
        off("News"),
        off("I accept the terms"),
        ("terms".to_owned(), None),
        off("Done"),
    ];
    assert_eq!(offered(&app), expected);
    for label in ["Slow", "Letters", "News"] {
        app.tap(label).await;
        assert_eq!(app.widget(label).checked, Some(true), "{label}");
    }
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn what_fills_the_slots_of_a_custom_element_is_offered() {
    let mut app = Explored::page(
        "<x-dialog>Install it? <x-button slot=go id=now label=Now></x-button><div slot=rows><p onclick='out.append(1)'>Later</p></div></x-dialog>
         <x-field></x-field><p id=out>-</p>
         <script>
           const define = (name, inside, ready) => customElements.define(name, class extends HTMLElement {
             constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = inside; ready?.(this); }
           });
           const hear = (part) => part.addEventListener('click', () => {});
           define('x-dialog', '<div id=surface><slot></slot><slot name=rows></slot><slot name=go></slot></div>', (it) => hear(it.shadowRoot.firstChild));
           define('x-button', '<button id=button><slot></slot></button>');
           define('x-field', '<label>Name</label><input type=search aria-label=Name>', hear);
         </script>",
    )
    .await;
    assert_eq!(pressed(&app), ["Later", "Now"]);
    assert_eq!(app.widget("Now").resource_id, "now", "not that of all such buttons");
    app.type_into("Name", "Ada").await;
    app.tap("Later").await;
    assert!(app.has("-1"), "{:?}", app.labels());
    app.close().await;
}
