//! Web apps in a real browser: what is seen of a page, what is done to it, what it reports, and that
//! nothing a page does holds up exploring.
//!
//! Needs Chromium, so it is not part of a plain `cargo test`; `.ci/run` installs it and runs
//! `cargo test --test web_real -- --ignored --test-threads=1`.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests, which clippy takes for the program's own functions"
)]

#[path = "web_real/beyond.rs"]
mod beyond;
#[path = "web_real/carrying.rs"]
mod carrying;
#[path = "web_real/explored.rs"]
mod explored;
#[path = "web_real/forms.rs"]
mod forms;
#[path = "web_real/late.rs"]
mod late;
#[path = "web_real/listening.rs"]
mod listening;
#[path = "web_real/parts.rs"]
mod parts;
#[path = "web_real/program.rs"]
mod program;
#[path = "web_real/settings.rs"]
mod settings;
#[path = "web_real/trouble.rs"]
mod trouble;

use explored::{Explored, Pages, page};
use ridealong::device::Device as _;
use ridealong::domain::{
    Action, ActionKind, ConditionKind, CrashKind, DisplaySize, Rotation, SystemCondition,
    WidgetRole, WidgetTarget,
};

const FORM: &str = r#"
  <h1>Profile</h1>
  <label for=name>Name</label><input id=name placeholder='Your name'>
  <label>Mail <input type=email name=mail></label>
  <label>Word <input type=password id=word value=hunter2></label>
  <label><input type=checkbox id=news checked> News</label>
  <label>Day <input type=date id=day></label>
  <textarea aria-label=About></textarea>
  <div contenteditable role=textbox aria-label=Notes style='min-height: 40px'>old</div>
  <select aria-label=Size><option>Small<option selected>Large<option disabled>Huge</select>
  <button disabled>Later</button><button id=save>Save</button>
  <div id=out></div>
  <script>
    const by = (id) => document.getElementById(id);
    const news = (event) => { by('out').textContent = event.type + ':' + event.target.value; };
    document.querySelector('select').addEventListener('change', news);
  </script>"#;

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn widgets_have_roles_names_and_states() {
    let app = Explored::page(FORM).await;
    assert_eq!(app.screen.title.as_deref(), Some("Profile"));
    assert_eq!(app.screen.location, "/");
    assert_eq!(app.screen.size, DisplaySize::new(412, 915));
    let role = |label: &str| app.widget(label).role();
    assert_eq!(role("Your name"), WidgetRole::Field);
    assert_eq!(app.widget("Your name").caption, "Name");
    assert_eq!(role("Mail"), WidgetRole::Field);
    assert_eq!(app.widget("News").checked, Some(true));
    assert_eq!(role("Notes"), WidgetRole::Field);
    assert_eq!(app.widget("Notes").text, "old");
    assert_eq!(
        (role("Large"), app.widget("Large").content_desc.as_str()),
        (WidgetRole::Picker, "Size")
    );
    assert!(!app.widget("Later").enabled && app.widget("Save").enabled);
    let word = app.widget("Word");
    assert!(word.password && word.text.is_empty());
    let json = serde_json::to_string(&app.screen).unwrap();
    assert!(!json.contains("hunter2"), "what a password field holds is never read");
    assert!(app.seen.picture.as_ref().is_some_and(|png| png.starts_with(b"\x89PNG")));
    for widget in app.screen.widgets.iter().filter(|widget| widget.acts()) {
        let tap = widget.tap.unwrap();
        assert!(widget.bounds.contains(tap), "{widget:?}");
    }
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn what_listens_for_double_clicks_can_be_tapped_twice() {
    let mut app = Explored::page(
        "<div id=cell style='width: 200px; height: 60px'>Cell</div><button>Save</button>
         <div id=file style='width: 200px; height: 60px'>File</div>
         <script>
           cell.addEventListener('dblclick', () => { cell.textContent = 'Edited'; });
           file.addEventListener('click', () => {});
           file.addEventListener('dblclick', () => {});
         </script>",
    )
    .await;
    assert!(app.widget("File").allows(ActionKind::DoubleTap), "beside the click");
    assert!(app.widget("File").allows(ActionKind::Tap));
    assert!(app.widget("Cell").allows(ActionKind::DoubleTap));
    assert!(!app.widget("Cell").allows(ActionKind::Tap));
    assert!(!app.widget("Save").allows(ActionKind::DoubleTap));
    let target = ridealong::domain::WidgetTarget::of(app.widget("Cell"));
    app.act(Action::DoubleTap { target }).await.unwrap();
    assert!(app.has("Edited"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn the_rows_of_a_list_that_listens_itself_are_pressed_one_by_one() {
    let mut app = Explored::page(
        "<ul id=parts><li>Title</li><li>Date</li><li>Choice</li></ul>
         <div id=card style='width: 200px'><p>One</p><p>Two</p></div><div id=out></div>
         <script>
           parts.addEventListener('click', (event) => { out.textContent = `Added ${event.target.textContent}`; });
           card.addEventListener('click', () => { out.textContent = 'Opened'; });
         </script>",
    )
    .await;
    for row in ["Title", "Date", "Choice"] {
        assert!(app.widget(row).allows(ActionKind::Tap), "{row}");
    }
    let list = app.screen.widgets.iter().find(|widget| widget.resource_id == "parts").unwrap();
    assert!(!list.allows(ActionKind::Tap), "{list:?}");
    assert!(app.widget("One Two").allows(ActionKind::Tap), "what is no list is pressed itself");
    let target = ridealong::domain::WidgetTarget::of(app.widget("Date"));
    app.act(Action::Tap { target }).await.unwrap();
    assert!(app.has("Added Date"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_line_between_the_commands_of_a_menu_is_no_command() {
    let body = r#"<div role=menu>
        <div role=menuitem>Copy</div><div role=menuitem aria-label="----">&nbsp;</div>
        <div role=menuitem>Paste</div><div role=menuitem>-1</div></div>"#;
    let app = Explored::page(body).await;
    assert!(app.has("Copy") && app.has("Paste") && app.has("-1"), "{:?}", app.labels());
    assert!(!app.has("----"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn an_icon_is_called_by_what_its_neighbours_are_not() {
    let app = Explored::page(
        "<style>li { list-style: none; width: 40px; height: 40px; cursor: pointer; }</style>
         <ul><li class='icon-date tool handle'></li><li class='icon-file tool handle'></li></ul>
         <div><span class='close icon' style='cursor: pointer; display: block; height: 30px'></span></div>",
    )
    .await;
    for name in ["icon date", "icon file", "icon"] {
        assert!(app.has(name), "{name}: {:?}", app.labels());
    }
    assert!(!app.has("handle"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn what_an_input_does_a_little_later_is_waited_for() {
    let mut app = Explored::page(
        "<button id=b>Open</button><button id=c>Count</button><p id=o>closed</p>
         <script>
           b.addEventListener('click', () => setTimeout(() => setTimeout(open, 300), 300));
           const open = () => {
             o.textContent = 'opened';
             setTimeout(() => { o.textContent = 'gone'; }, 5000);
           };
           c.addEventListener('click', () => {
             let frames = 0;
             const next = () => { frames += 1; if (frames < 20) requestAnimationFrame(next); else o.textContent = 'counted'; };
             requestAnimationFrame(next);
           });
         </script>",
    )
    .await;
    app.tap("Open").await;
    assert!(app.has("opened"), "{:?}", app.labels());
    app.tap("Count").await;
    assert!(app.has("counted"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn links_to_other_programs_do_not_hold_up() {
    let mut app = Explored::page(
        "<a href='bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W'>Pay</a><br><br>
         <a href='mailto:ada@example.org' onclick='o.textContent = &quot;asked&quot;'>Write</a><br><br>
         <button onclick='o.textContent = &quot;pressed&quot;'>Press</button><p id=o>still</p>",
    )
    .await;
    app.tap("Pay").await;
    app.tap("Write").await;
    assert!(app.has("asked"), "{:?}", app.labels());
    app.tap("Press").await;
    assert!(app.has("pressed"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_page_that_is_shown_smaller_is_touched_where_it_is_seen() {
    // Without a word about the viewport a page is laid out as wide as on a desktop.
    let wide = "<!doctype html><p id=said>quiet</p><button onclick=\"said.textContent = 'pressed'\">Press</button>\
        <button ondblclick=\"said.textContent = 'pressed twice'\">Twice</button>";
    let mut app = Explored::pages(Pages::from([("/", wide.to_owned())])).await;
    app.tap("Press").await;
    assert!(app.has("pressed"), "{:?}", app.labels());
    let target = WidgetTarget::of(app.widget("Twice"));
    app.act(Action::DoubleTap { target }).await.unwrap();
    assert!(app.has("pressed twice"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_swipe_to_the_side_does_not_leave_the_app() {
    let mut app = Explored::page(
        "<h1>Fine</h1><div role=slider aria-label=Level style='height: 300px; background: #ccc'></div>",
    )
    .await;
    let package = app.screen.package.clone();
    let target = ridealong::domain::WidgetTarget::of(app.widget("Level"));
    for direction in [ridealong::domain::Direction::Right, ridealong::domain::Direction::Left] {
        app.act(Action::Swipe { target: target.clone(), direction }).await.unwrap();
        assert_eq!(app.screen.package, package);
        assert!(app.has("Fine"), "{:?}", app.labels());
    }
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn any_text_is_typed_and_read_back() {
    let mut app = Explored::page(FORM).await;
    let long = "שלום 👩 b".repeat(8_192);
    for text in ["Zoë 😀 \"x\" \\n </script>", "", "it's ${1}", &"b".repeat(65_536), &long] {
        assert_eq!(app.type_into("Your name", text).await.accepted.as_deref(), Some(text));
    }
    let lines = app.type_into("About", "one\ntwo\t三").await;
    assert_eq!(lines.accepted.as_deref(), Some("one\ntwo\t三"));
    assert_eq!(app.type_into("Notes", "new").await.accepted.as_deref(), Some("new"));
    assert_eq!(app.type_into("Day", "2026-05-17").await.accepted.as_deref(), Some("2026-05-17"));
    assert_eq!(app.type_into("Word", "s3cret").await.accepted, None);
    assert!(app.screen.widgets.iter().all(|widget| !widget.text.contains("s3cret")));
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn options_of_a_list_are_chosen_on_a_screen_of_their_own() {
    let mut app = Explored::page(FORM).await;
    app.tap("Large").await;
    assert!(app.screen.dialog && app.widget("Large").selected && !app.widget("Huge").enabled);
    app.back().await;
    assert!(app.has("Save"), "back only closes the list");
    app.tap("Large").await;
    app.tap("Small").await;
    assert!(app.has("Small") && app.has("change:Small"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn shadow_roots_and_frames_are_part_of_the_page_and_what_is_covered_is_not() {
    let inner = page(
        "<button onclick=\"parent.document.title = 'in'; this.textContent = 'Done'\">In frame</button>",
    );
    let outer = page(
        "<x-card></x-card><iframe src=/inner style='width: 300px; height: 90px'></iframe>
         <button>Hidden</button><p>Hidden words</p>
         <div style='position: fixed; left: 0; right: 0; top: 300px; bottom: 0; background: #fff'></div>
         <div style='height: 150px'></div>
         <div style='position: fixed; top: 250px; height: 40px; overflow: hidden'>
           <button>In view</button><div style='height: 200px'></div><button>Clipped</button></div>
         <style>body > button, body > p { position: absolute; top: 400px }</style>
         <script>
           customElements.define('x-card', class extends HTMLElement {
             connectedCallback() {
               this.attachShadow({mode: 'open'}).innerHTML = '<button>In shadow</button>';
               this.shadowRoot.querySelector('button').onclick = (event) => { event.target.textContent = 'Pressed'; };
             }
           });
         </script>",
    );
    let mut app = Explored::pages(Pages::from([("/", outer), ("/inner", inner)])).await;
    for hidden in ["Hidden", "Hidden words", "Clipped"] {
        assert!(!app.has(hidden), "{hidden}: {:?}", app.labels());
    }
    assert!(app.has("In view"));
    app.tap("In shadow").await;
    assert!(app.has("Pressed"));
    app.tap("In frame").await;
    assert!(app.has("Done"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn an_app_that_is_a_layer_over_its_page_is_no_dialog() {
    let mut app = Explored::page(
        "<div style='position: fixed; inset: 0'>
           <p style='position: absolute; top: 40px'>Behind the drawing</p>
           <canvas width=400 height=900 style='position: absolute; inset: 0'></canvas>
           <button style='position: absolute; top: 400px' onclick='ask.showModal()'>Ask</button></div>
         <dialog id=ask><p>Really?</p><button onclick='ask.close()'>Yes</button></dialog>
         <script>
           const drawing = document.querySelector('canvas');
           drawing.addEventListener('pointerdown', () => {});
         </script>",
    )
    .await;
    assert!(!app.screen.dialog && app.has("Ask"), "{:?}", app.labels());
    app.tap("Ask").await;
    assert!(app.screen.dialog && !app.has("Ask"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_popup_is_closed_by_a_touch_outside_of_it() {
    let mut app = Explored::page(
        "<button onclick='layer.hidden = false'>Open</button><p>Words</p>
         <div id=layer hidden><div class=shade style='position: absolute; inset: 0; background: #0008'></div>
           <div id=knob style='position: absolute; top: 400px; left: 100px; width: 80px; height: 80px; background: red'></div></div>
         <script>
           layer.querySelector('.shade').addEventListener('click', () => { layer.hidden = true; });
           knob.addEventListener('touchstart', () => {});
         </script>",
    )
    .await;
    app.tap("Open").await;
    assert!(app.screen.dialog && !app.has("Open") && !app.has("Words"), "{:?}", app.labels());
    assert!(app.widget("knob").allows(ActionKind::Swipe));
    let shade = app.screen.widgets.iter().find(|widget| widget.acts() && widget.label != "knob");
    let target = ridealong::domain::WidgetTarget::of(shade.expect("what lies behind it"));
    assert_eq!(target.label, "outside", "explorers answer the popup first");
    app.act(Action::Tap { target }).await.unwrap();
    assert!(app.has("Open") && app.has("Words"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn native_dialogs_are_screens_and_are_answered() {
    let mut app = Explored::page(
        "<button onclick=\"alert('Hello')\">Alert</button>
         <button onclick=\"this.textContent = 'Said ' + confirm('Sure?')\">Confirm</button>
         <button onclick=\"this.textContent = 'Said ' + prompt('Name?', 'Ada')\">Prompt</button>",
    )
    .await;
    app.tap("Alert").await;
    assert!(app.screen.dialog && app.has("Hello"), "{:?}", app.labels());
    app.tap("OK").await;
    app.tap("Confirm").await;
    app.tap("Cancel").await;
    assert!(app.has("Said false"), "{:?}", app.labels());
    app.tap("Prompt").await;
    assert_eq!(app.type_into("Name?", "Zoë 😀").await.accepted.as_deref(), Some("Zoë 😀"));
    app.tap("OK").await;
    assert!(app.has("Said Zoë 😀"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn back_goes_back_and_never_leaves_the_first_page() {
    let mut app = Explored::pages(Pages::from([
        ("/", page("<a href=/items/17>Open</a>")),
        ("/items/17", page("<h2>Item</h2><button onclick=\"history.pushState(0, '', '/items/17/edit')\">Push</button><button onclick='d.showModal()'>Modal</button><dialog id=d><p>In front</p></dialog>")),
    ]))
    .await;
    let report = app.back().await;
    assert_eq!((app.screen.location.as_str(), report.warnings.len()), ("/", 1));
    app.tap("Open").await;
    assert_eq!(app.screen.location, "/items/:id");
    app.tap("Push").await;
    assert_eq!(app.screen.location, "/items/:id/edit");
    app.tap("Modal").await;
    assert!(app.screen.dialog && app.has("In front") && !app.has("Push"), "{:?}", app.labels());
    app.back().await;
    assert!(!app.screen.dialog && app.screen.location == "/items/:id/edit");
    app.back().await;
    assert_eq!(app.screen.location, "/items/:id");
    app.back().await;
    assert_eq!(app.screen.location, "/");
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn new_pages_are_followed_and_closed_on_the_way_back() {
    let mut app = Explored::pages(Pages::from([
        ("/", page("<button onclick=\"window.open('/child')\">Window</button><a href=/child target=_blank rel=noopener>Tab</a>")),
        ("/child", page("<h1>Child</h1><button onclick='window.close()'>Close me</button>")),
    ]))
    .await;
    for label in ["Window", "Tab"] {
        app.tap(label).await;
        assert!(app.has("Child"), "{label}: {:?}", app.labels());
        app.back().await;
        assert!(app.has("Window"), "{label}: {:?}", app.labels());
    }
    app.tap("Window").await;
    app.tap("Close me").await;
    assert!(app.has("Window"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn gestures_rotation_and_conditions_reach_the_page() {
    let mut app = Explored::page(
        "<p id=o>none</p><p id=s></p>
         <div id=pad style='height: 200px; background: #ccc; touch-action: none' tabindex=0 role=button aria-label=Pad></div>
         <div style='height: 3000px'></div>
         <script>
           const say = (event) => { o.textContent = event.type; event.preventDefault(); };
           pad.addEventListener('contextmenu', say);
           pad.addEventListener('dblclick', say);
           pad.addEventListener('touchmove', say);
           const state = () => { s.textContent = [innerWidth > innerHeight, matchMedia('(prefers-color-scheme: dark)').matches, navigator.onLine, Intl.DateTimeFormat().resolvedOptions().timeZone].join(); };
           setInterval(state, 50); state();
         </script>",
    )
    .await;
    let pad = || ridealong::domain::WidgetTarget::of(app.widget("Pad"));
    let target = pad();
    app.act(Action::LongTap { target: target.clone() }).await.unwrap();
    assert!(app.has("contextmenu"), "{:?}", app.labels());
    app.act(Action::DoubleTap { target: target.clone() }).await.unwrap();
    assert!(app.has("dblclick"), "{:?}", app.labels());
    let direction = ridealong::domain::Direction::Left;
    app.act(Action::Swipe { target, direction }).await.unwrap();
    assert!(app.has("touchmove"), "{:?}", app.labels());
    for condition in [
        SystemCondition::Dark { on: true },
        SystemCondition::Airplane { on: true },
        SystemCondition::TimeZone { zone: "Asia/Kathmandu".into() },
    ] {
        app.act(Action::Set { condition }).await.unwrap();
    }
    app.act(Action::Rotate { rotation: Rotation::Landscape }).await.unwrap();
    assert_eq!((app.screen.size, app.screen.rotation), (DisplaySize::new(915, 412), 1));
    // Browsers differ in how they spell the zone.
    let state = |label: &&str| label.starts_with("true,true,false,Asia/");
    assert!(app.labels().iter().any(state), "{:?}", app.labels());
    app.act(Action::Restore { condition: ConditionKind::Airplane }).await.unwrap();
    app.act(Action::Restart).await.unwrap();
    let state = |label: &&str| label.starts_with("true,true,true,Asia/");
    assert!(app.labels().iter().any(state), "they hold in a new page: {:?}", app.labels());
    let list = &app.screen.widgets[0];
    assert!(list.allows(ActionKind::Scroll), "the page itself scrolls: {list:?}");
    let (target, direction) =
        (ridealong::domain::WidgetTarget::of(list), ridealong::domain::Direction::Down);
    app.act(Action::Scroll { target, direction }).await.unwrap();
    assert!(!app.has("Pad"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn errors_of_the_page_are_faults_and_what_ran_is_covered() {
    let mut app = Explored::page(
        "<button onclick='broken()'>Throw</button><button onclick='later()'>Reject</button>
         <button onclick='printed()'>Print</button><button onclick=\"fetch('/fail')\">Fetch</button>
         <script>
           function broken() { null.x; }
           async function later() { throw new RangeError('too far'); }
           function printed() { console.error('caught', new Error('printed')); console.error('only words'); }
         </script>",
    )
    .await;
    let before = app.device.coverage().await.unwrap()["functions"];
    let mut faults = Vec::new();
    for label in ["Throw", "Throw", "Reject", "Print", "Fetch"] {
        app.tap(label).await;
        let words = app.seen.notices.join("\n");
        assert_eq!(label == "Print", words.contains("console error: only words"), "{words}");
        let found = app.crashes().await;
        assert_eq!(found.len(), 1, "{label}: {found:?}");
        faults.extend(found);
    }
    let [one, two, rejected, printed, failed] = faults.try_into().unwrap();
    assert_eq!(one.group, two.group);
    assert_eq!((one.kind, one.exception.as_str()), (CrashKind::Script, "TypeError"));
    assert_eq!((rejected.exception.as_str(), rejected.message.as_str()), ("RangeError", "too far"));
    assert_eq!(printed.message, "printed");
    assert_eq!((failed.kind, failed.exception.as_str()), (CrashKind::Request, "HTTP 500"));
    let after = app.device.coverage().await.unwrap()["functions"];
    assert!(after.covered >= before.covered + 3, "{before:?} {after:?}");
    app.close().await;
}
