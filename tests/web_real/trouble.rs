//! What goes wrong around a page, or is done to harm: each has a named reason and ends.

use std::fs;
use std::process::Command;

use ridealong::device::Device as _;
use ridealong::domain::{Action, CrashKind};

use crate::explored::{Explored, Pages, device, page, serve};

/// The processes below this one whose command line has `part` in it, browsers with their helpers.
fn descendants(part: &str) -> Vec<u32> {
    let parent = |pid: u32| -> Option<u32> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
    };
    let is_below = |mut pid: u32| {
        for _ in 0..20 {
            match parent(pid) {
                Some(above) if above == std::process::id() => return true,
                Some(above) if above > 1 => pid = above,
                _ => return false,
            }
        }
        false
    };
    let all = fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    let has = |pid: &u32| {
        fs::read(format!("/proc/{pid}/cmdline"))
            .is_ok_and(|line| String::from_utf8_lossy(&line).contains(part))
    };
    all.filter(|pid| is_below(*pid)).filter(has).collect()
}

fn kill(pids: &[u32]) {
    assert!(!pids.is_empty(), "there is a process to kill");
    for pid in pids {
        // One that has ended just now is as good.
        let _ = Command::new("kill").arg("-9").arg(pid.to_string()).status();
    }
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_page_that_hangs_is_a_finding_and_is_left() {
    let mut app = Explored::page("<h1>Fine</h1><button onclick='for (;;) {}'>Spin</button>").await;
    app.tap("Spin").await;
    let found = app.crashes().await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].kind, CrashKind::Anr);
    assert!(app.has("Fine"), "the script was ended: {:?}", app.labels());
    app.act(Action::Restart).await.unwrap();
    assert!(app.has("Fine"));
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_page_that_crashes_is_a_finding_and_is_loaded_anew() {
    let mut app = Explored::page("<h1>Fine</h1>").await;
    kill(&descendants("--type=renderer"));
    app.observe().await;
    assert!(app.has("The page has crashed"), "{:?}", app.labels());
    assert_ne!(app.screen.package, app.widget("Reload").label);
    let found = app.crashes().await;
    assert_eq!(found.iter().map(|crash| crash.kind).collect::<Vec<_>>(), [CrashKind::Native]);
    app.tap("Reload").await;
    // The process that the browser holds ready was killed too, and the new page may be given that one.
    if !app.has("Fine") {
        app.tap("Reload").await;
    }
    assert!(app.has("Fine"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_browser_that_is_killed_is_started_anew() {
    let mut app = Explored::page("<h1>Fine</h1>").await;
    kill(&descendants("--remote-debugging-port"));
    let error = app.device.observe().await.expect_err("it is gone");
    assert!(error.is_lost() && error.to_string().contains("browser is gone"), "{error}");
    app.device.reconnect().await.unwrap();
    app.observe().await;
    assert!(app.has("Fine"));
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn dialogs_without_end_are_left_by_a_restart() {
    let mut app =
        Explored::page("<h1>Fine</h1><button onclick=\"for (;;) alert('once more')\">Nag</button>")
            .await;
    app.tap("Nag").await;
    for _ in 0..3 {
        assert!(app.has("once more"), "{:?}", app.labels());
        app.tap("OK").await;
    }
    app.act(Action::Restart).await.unwrap();
    assert!(app.has("Fine"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn popups_by_the_dozen_are_closed() {
    let mut app = Explored::pages(Pages::from([
        ("/", page("<h1>Main</h1><button onclick=\"for (let i = 0; i < 24; i++) window.open('/child')\">Flood</button>")),
        ("/child", page("<h1>Child</h1>")),
    ]))
    .await;
    app.tap("Flood").await;
    app.observe().await;
    assert!(app.has("Child"), "{:?}", app.labels());
    for _ in 0..6 {
        app.back().await;
    }
    assert!(app.has("Main"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_page_that_may_not_be_left_asks() {
    let mut app = Explored::pages(Pages::from([
        ("/", page("<a href=/other>Go</a><input aria-label=Text><script>addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'x'; })</script>")),
        ("/other", page("<h1>Other</h1>")),
    ]))
    .await;
    app.type_into("Text", "changed").await;
    app.tap("Go").await;
    assert!(app.screen.dialog, "{:?}", app.labels());
    app.tap("Stay").await;
    assert!(app.has("Go"), "{:?}", app.labels());
    app.tap("Go").await;
    app.tap("Leave").await;
    assert!(app.has("Other"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn addresses_that_cannot_be_opened_are_named() {
    let server = serve(Pages::new()).await;
    let gone = serve(Pages::new()).await.url("/");
    for (url, why) in [(server.url("/loop"), "REDIRECTS"), (gone, "REFUSED")] {
        let mut device = device(&url);
        let error = device.open().await.expect_err("it cannot be opened");
        assert!(error.to_string().contains(why), "{error}");
        assert!(error.hint().is_some());
        device.close().await.unwrap();
    }
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_link_into_endless_redirections_is_told() {
    let mut app = Explored::page("<h1>Fine</h1><a href=/loop>Around</a>").await;
    app.tap("Around").await;
    let told = &app.seen.notices;
    let is_it = |what: &String| what.contains("/loop") && what.contains("TOO_MANY_REDIRECTS");
    assert!(told.iter().any(is_it), "{told:?}");
    app.back().await;
    assert!(app.has("Around"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_server_that_goes_away_is_named() {
    let mut app = Explored::page("<h1>Fine</h1><a href='/?2'>Next</a>").await;
    let package = app.screen.package.clone();
    app.server = None;
    app.tap("Next").await;
    assert_ne!(app.screen.package, package, "the browser's own page is not the app");
    let error = app.act(Action::Restart).await.expect_err("it cannot be opened");
    assert!(error.to_string().contains("REFUSED"), "{error}");
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_hostile_page_stays_text() {
    let mut app = Explored::page(
        "<h1 id=t></h1><form><input name=children><input name=getBoundingClientRect><input name=localName>
         <input name=firstChild><input name=attributes><button type=button aria-label='\u{1b}[2Jescape'>x</button></form>
         <script>
           t.textContent = 'a\\ud83d \\u0000\\u001b]0;owned\\u0007 ' + 'x'.repeat(100000);
           document.title = '\\ud800'.repeat(50000);
           Array.prototype.toJSON = () => 'broken'; Object.prototype.toJSON = () => 'broken';
           console.error('\\ud83d\\u001b[31m');
           for (let i = 0; i < 30000; i++) setTimeout(() => console.error('flood ' + i), 0);
         </script>",
    )
    .await;
    let title = app.screen.title.clone().unwrap_or_default();
    assert!(title.starts_with('a') && title.chars().count() <= 1000, "{title:?}");
    assert!(app.labels().iter().all(|label| !label.chars().any(char::is_control)));
    assert_eq!(app.screen.widgets.iter().filter(|widget| widget.is_field()).count(), 5);
    app.observe().await;
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_page_of_twenty_thousand_elements_is_read() {
    let app = Explored::page(
        "<div id=all></div><script>
           for (let i = 0; i < 20000; i++) { const row = document.createElement('button'); row.textContent = 'B' + i; all.append(row); }
         </script>",
    )
    .await;
    let count = app.screen.widgets.len();
    assert!((20..=1500).contains(&count), "{count}");
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn files_downloads_and_printing_do_not_hold_up() {
    let mut app = Explored::page(
        "<h1>Fine</h1><input type=file aria-label=File>
         <a download=a.txt href='data:text/plain,x'>Load</a><button onclick='window.print()'>Print</button>
         <button onclick=\"navigator.mediaDevices.getDisplayMedia().catch(error => { this.textContent = error.name })\">Screen</button>
         <button onclick=\"navigator.geolocation.getCurrentPosition(() => {}, () => { this.textContent = 'Denied' })\">Place</button>",
    )
    .await;
    let mut notices = Vec::new();
    for label in ["File", "Load", "Print", "Screen", "Place"] {
        app.tap(label).await;
        assert!(app.has("Fine"), "{label}: {:?}", app.labels());
        notices.append(&mut app.seen.notices);
    }
    assert!(app.has("Denied") && app.has("NotAllowedError"), "{:?}", app.labels());
    for what in ["download", "asked to print", "asked to record", "asked for the location"] {
        let told = notices.iter().filter(|notice| notice.contains(what)).count();
        assert_eq!(told, 1, "{what}: {notices:?}");
    }
    app.close().await;
}

/// The browser asks for a password in a window of its own, behind which the page answers no touch. One without
/// windows asks for nothing, and the page goes on.
#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_page_that_takes_no_input_any_more_is_given_up_and_opened_anew() {
    let body = "<h1>Fine</h1><button onclick=\"fetch('/secret')\">Ask</button>
        <button onclick=\"this.textContent = 'Pressed'\">Other</button>";
    let mut app = Explored::page(body).await;
    app.tap("Ask").await;
    for _ in 0..2 {
        if app.has("Other") {
            app.tap("Other").await;
        }
    }
    if !app.has("Pressed") {
        assert!(app.has("The page takes no input any more"), "{:?}", app.labels());
        app.act(Action::Restart).await.unwrap();
        app.observe().await;
    }
    assert!(app.has("Fine"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn pages_that_replace_each_other_all_the_time_are_left_again() {
    let pages = Pages::from([
        ("/", page("<h1>Fine</h1><a href=/one>Around</a>")),
        ("/one", page("<script>location.replace('/two')</script>")),
        ("/two", page("<script>location.replace('/one')</script>")),
    ]);
    let mut app = Explored::pages(pages).await;
    app.tap("Around").await;
    app.act(Action::Restart).await.unwrap();
    app.observe().await;
    assert!(app.has("Fine"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn two_browsers_do_not_disturb_each_other() {
    let counter = "<p id=n></p><script>n.textContent = localStorage.n = Number(localStorage.n || 0) + 1</script>";
    let (mut one, mut other) = tokio::join!(Explored::page(counter), Explored::page(counter));
    one.act(Action::Restart).await.unwrap();
    assert!(one.has("2"), "what the app has stored stays: {:?}", one.labels());
    one.close().await;
    other.observe().await;
    assert!(other.has("1"), "{:?}", other.labels());
    other.close().await;
    assert_eq!(descendants("--remote-debugging-port"), Vec::<u32>::new(), "nothing runs on");
}
