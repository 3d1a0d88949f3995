//! What is carried elsewhere on a page, and pages that are edited in a frame.

use ridealong::domain::{Action, ActionKind, WidgetTarget};
use ridealong::model::abstraction::available_actions;

use super::explored::Explored;

/// The action that carries `label` elsewhere.
fn carrying(app: &Explored, label: &str) -> Action {
    let number = app.widget(label).number;
    let mut offered = available_actions(&app.screen).into_iter().map(|offered| offered.action);
    let carry = |action: &Action| {
        action.kind() == ActionKind::Drag
            && action.target().is_some_and(|target| target.number == number)
    };
    offered.find(carry).unwrap_or_else(|| panic!("{label} cannot be carried"))
}

const PALETTE: &str = "<style>body { margin: 0 } .block { width: 90px; height: 60px } #page { position: fixed; left: 110px;
    top: 0; width: 300px; height: 900px; background: #eee }</style>";

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_block_that_the_browser_drags_is_dropped_on_the_page() {
    let mut app = Explored::page(&format!(
        "{PALETTE}<div class=block draggable=true>Heading</div><div class=block draggable=true>Picture</div>
         <div id=page></div>
         <script>
           for (const block of document.querySelectorAll('.block')) {{
             block.addEventListener('dragstart', (event) => event.dataTransfer.setData('text/plain', block.textContent));
           }}
           page.addEventListener('dragover', (event) => event.preventDefault());
           page.addEventListener('drop', (event) => {{
             page.textContent = `has ${{event.dataTransfer.getData('text/plain')}}`;
           }});
         </script>"
    ))
    .await;
    app.act(carrying(&app, "Picture")).await.expect("it is carried");
    assert!(app.has("has Picture"), "{:?}", app.labels());
    app.tap("Heading").await;
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_block_that_the_page_moves_itself_is_dropped_on_the_page() {
    let mut app = Explored::page(&format!(
        "{PALETTE}<div class=block style='cursor: grab'>Heading</div><div class=block>Fixed</div><div id=page></div>
         <script>
           let held = null;
           document.querySelector('.block').addEventListener('mousedown', (event) => {{ held = event.target; }});
           addEventListener('mouseup', (event) => {{
             if (held && event.target === page) page.textContent = `has ${{held.textContent}}`;
             held = null;
           }});
         </script>"
    ))
    .await;
    assert!(!app.widget("Fixed").allows(ActionKind::Drag));
    app.act(carrying(&app, "Heading")).await.expect("it is carried");
    assert!(app.has("has Heading"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_map_that_fills_the_page_is_not_carried() {
    let app = Explored::page(
        "<div id=map style='cursor: grab; width: 400px; height: 800px' tabindex=0>Map</div>",
    )
    .await;
    assert!(!app.screen.widgets.iter().any(|widget| widget.allows(ActionKind::Drag)));
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_page_for_wider_windows_is_told_once() {
    let body =
        "<div style='width: 900px; height: 40px; background: #eee'>Wide</div><button>More</button>";
    let mut app = Explored::page(body).await;
    let told = |app: &Explored| {
        app.seen.notices.iter().filter(|what| what.contains("--viewport desktop")).count()
    };
    assert_eq!(told(&app), 1, "{:?}", app.seen.notices);
    app.tap("More").await;
    assert_eq!(told(&app), 0);
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn the_parts_of_a_page_that_is_edited_in_a_frame_are_pressed() {
    let mut app = Explored::page(
        "<div id=tool tabindex=0><iframe srcdoc='<h1 id=i7ab>Hello</h1><p>Words</p>' width=300 height=300></iframe></div>
         <p id=out>-</p>
         <script>
           const frame = document.querySelector('iframe');
           frame.addEventListener('load', () => {
             frame.contentDocument.body.addEventListener('click', (event) => { out.textContent = `chose ${event.target.localName}`; });
           });
         </script>",
    )
    .await;
    app.tap("Hello").await;
    assert!(app.has("chose h1"), "{:?}", app.labels());
    assert!(app.widget("Words").acts(), "{:?}", app.screen.widgets);
    assert_eq!(app.widget("Hello").resource_id, "", "the editor made it");
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn the_pieces_of_a_map_that_hears_for_all_of_them_are_pressed_and_carried() {
    let mut app = Explored::page(
        "<style>body { margin: 0 } #map { width: 412px; height: 700px } #map p { position: absolute; left: 40px }</style>
         <div id=map><span id=zoom tabindex=0>+</span><p style='top: 100px'>Trip</p><p style='top: 300px'>Food</p></div><p id=out>-</p>
         <script>
           for (const type of ['pointerdown', 'pointermove', 'dblclick']) {
             map.addEventListener(type, (event) => { out.textContent = `${type} ${event.target.textContent}`; });
           }
         </script>",
    )
    .await;
    let kinds = [ActionKind::Tap, ActionKind::DoubleTap, ActionKind::Drag];
    assert_eq!(app.widget("Trip").actions, kinds);
    assert_eq!(app.widget("+").resource_id, "zoom", "a tool on the map keeps its id");
    let target = WidgetTarget::of(app.widget("Food"));
    app.act(Action::DoubleTap { target }).await.expect("a double tap");
    assert!(app.has("dblclick Food"), "{:?}", app.labels());
    app.close().await;
}
