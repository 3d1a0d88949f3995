//! How the browser shows the app, as the user sets it.

use std::process::Command;

use ridealong::device::Device as _;
use ridealong::device::web::{BrowserSettings, NetworkSpeed};
use ridealong::domain::{
    Action, ActionKind, CrashKind, DisplaySize, SystemCondition, WidgetTarget,
};

use super::explored::{self, Explored, Pages, page, serve};

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_desktop_has_a_mouse_and_menus_that_open_under_it() {
    let body = r"
      <style>#menu { position: relative } #more { display: none; position: absolute; left: 100px; top: 0 }
        #menu:hover #more { display: block }</style>
      <div id=menu><button id=top>Menu</button><button id=more>More</button></div>
      <button id=how>How</button><p id=out></p>
      <script>
        const out = (text) => { document.getElementById('out').textContent = text; };
        document.getElementById('how').addEventListener('click', (event) => out(event.pointerType + ' ' + innerWidth));
        document.getElementById('how').addEventListener('contextmenu', () => out('context'));
      </script>";
    let settings =
        BrowserSettings { viewport: BrowserSettings::DESKTOP, ..BrowserSettings::default() };
    let mut app = Explored::page_with(body, settings).await;
    assert_eq!(app.screen.size, DisplaySize::new(1280, 800));
    assert!(!app.has("More"));
    app.tap("Menu").await;
    assert!(app.has("More"), "{:?}", app.labels());
    app.tap("How").await;
    assert!(app.has("mouse 1280"), "{:?}", app.labels());
    let target = WidgetTarget::of(app.widget("How"));
    app.act(Action::LongTap { target }).await.unwrap();
    assert!(app.has("context"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_pointer_that_rests_opens_what_listens_for_it_or_is_styled_so() {
    let body = r"
      <style>#menu { width: 200px } #more { display: none } #menu:hover #more { display: block }
        button:hover { color: red } #how { position: absolute; top: 300px }</style>
      <div id=menu><button>Menu</button><div id=more><button>More</button></div></div>
      <p id=hint style='position: absolute; top: 200px'>Hint</p><button id=how>How</button><p id=out></p>
      <script>
        const out = document.getElementById('out');
        document.getElementById('hint').addEventListener('mouseenter', () => { out.textContent = 'explained'; });
      </script>";
    let settings =
        BrowserSettings { viewport: BrowserSettings::DESKTOP, ..BrowserSettings::default() };
    let mut app = Explored::page_with(body, settings).await;
    let deaf = |app: &Explored, label| app.widget(label).unheard.contains(&ActionKind::Hover);
    assert!(!deaf(&app, "Menu") && !deaf(&app, "Hint") && deaf(&app, "How"));
    for (label, shown) in [("Menu", "More"), ("Hint", "explained")] {
        assert!(!app.has(shown));
        let target = WidgetTarget::of(app.widget(label));
        app.act(Action::Hover { target }).await.unwrap();
        assert!(app.has(shown), "{:?}", app.labels());
    }
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn clearing_makes_the_app_forget_and_a_restart_does_not() {
    let body = r"<button id=keep>Keep</button><p id=out></p><script>
        const out = () => { document.getElementById('out').textContent = `has ${localStorage.length} ${document.cookie}`; };
        document.getElementById('keep').onclick = () => {
          localStorage.setItem('a', '1'); document.cookie = 'b=2; max-age=999'; out();
        };
        out();
      </script>";
    let mut app = Explored::page(body).await;
    app.tap("Keep").await;
    app.act(Action::Restart).await.unwrap();
    assert!(app.has("has 1 b=2"), "{:?}", app.labels());
    app.act(Action::Clear).await.unwrap();
    assert!(app.has("has 0"), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn what_holds_from_the_beginning_holds_after_a_restart_too() {
    let body = r"<p id=out></p><script>
        const dark = matchMedia('(prefers-color-scheme: dark)').matches;
        const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
        document.getElementById('out').textContent = `${dark} ${zone} ${navigator.onLine}`;
      </script>";
    let conditions = vec![
        SystemCondition::Dark { on: true },
        SystemCondition::TimeZone { zone: "Asia/Kathmandu".into() },
    ];
    let settings = BrowserSettings { conditions, ..BrowserSettings::default() };
    let mut app = Explored::page_with(body, settings).await;
    let said = |app: &Explored| app.labels().join(" ");
    assert!(said(&app).contains("true Asia/Kat"), "{}", said(&app));
    app.act(Action::Restart).await.unwrap();
    assert!(said(&app).contains("true Asia/Kat"), "{}", said(&app));
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_page_is_told_how_slow_the_network_is() {
    let body = "<button onclick='this.textContent = navigator.connection.rtt'>Ask</button>";
    let network = NetworkSpeed::Slow3g;
    let settings = BrowserSettings { network, ..BrowserSettings::default() };
    let mut app = Explored::page_with(body, settings).await;
    app.tap("Ask").await;
    // Browsers say it inexactly, so that it identifies nobody: 400 ms, give or take a tenth.
    let told: Option<i32> = app.labels().iter().find_map(|label| label.parse().ok());
    assert!(told.is_some_and(|told| (350..=450).contains(&told)), "{:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn files_are_given_and_further_hosts_belong_to_the_app() {
    let other = serve(Pages::from([("/", page("<h1>Login</h1><p>elsewhere</p>"))])).await;
    let elsewhere = other.url("/");
    let host = elsewhere.trim_start_matches("http://").trim_end_matches('/').to_owned();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("photo.txt"), "a photo").unwrap();
    let body = format!(
        "<input type=file aria-label=Photo onchange=\"this.files[0].text().then((text) => {{ document.getElementById('out').textContent = text; }})\">\
         <p id=out></p><a href='{elsewhere}'>Sign in</a>"
    );
    let settings = BrowserSettings {
        uploads: Some(folder.path().to_owned()),
        stay_on: vec![host],
        ..BrowserSettings::default()
    };
    let mut app = Explored::page_with(&body, settings).await;
    let package = app.screen.package.clone();
    app.tap("Photo").await;
    app.observe().await;
    assert!(app.has("a photo"), "{:?} {:?}", app.labels(), app.seen.notices);
    app.tap("Sign in").await;
    assert!(app.has("elsewhere"), "{:?}", app.labels());
    assert_eq!(app.screen.package, package, "the other host belongs to the app");
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_saved_login_signs_in_once() {
    let body = "<p id=out></p><button id=in>Sign in</button><button id=off>Sign out</button><script>
        const show = () => { document.getElementById('out').textContent = `${localStorage.getItem('who')} ${document.cookie}`; };
        document.getElementById('in').onclick = () => { localStorage.setItem('who', \"Ada's\"); document.cookie = 'sid=7'; show(); };
        document.getElementById('off').onclick = () => { localStorage.clear(); location.reload(); };
        show();
      </script>";
    let server = serve(Pages::from([("/", page(body))])).await;
    let mut app = Explored::open(&server.url("/")).await;
    app.tap("Sign in").await;
    let saved = app.device.saved_login().await.unwrap();
    app.close().await;
    assert_eq!(saved.counts(), (1, 1));
    let mut app = Explored::signed_in(&server.url("/"), saved).await;
    assert!(app.has("Ada's sid=7"), "{:?}", app.labels());
    app.tap("Sign out").await;
    assert!(app.has("null sid=7"), "it stays signed out: {:?}", app.labels());
    app.close().await;
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn covered_lines_are_written_at_the_end_as_those_of_the_users_files() {
    let script = "function used() {\n  document.title = 'used';\n}\nfunction unused() {\n  document.title = 'unused';\n}\nused();\n";
    let map = r#"{"sources":["../src/main.ts"],"mappings":";AACA;;;AAIA"}"#;
    let mapped = format!("{script}//# sourceMappingURL=app.js.map\n");
    let pages = Pages::from([
        (
            "/",
            page(
                "<p>Hello</p><script>let inside = 1;</script><script src=/plain.js></script><script src=/app.js></script>",
            ),
        ),
        ("/plain.js", script.to_owned()),
        ("/app.js", mapped),
        ("/app.js.map", map.to_owned()),
    ]);
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("lcov.info");
    let settings =
        BrowserSettings { coverage_out: Some(report.clone()), ..BrowserSettings::default() };
    let app = Explored::pages_with(pages, settings).await;
    let server = app.server.as_ref().unwrap().url("/plain.js");
    app.close().await;
    let report = std::fs::read_to_string(report).unwrap();
    assert!(report.contains(&format!("SF:{server}\nFN:1,used\nFN:4,unused")), "{report}");
    assert!(report.contains("FNDA:1,used\nFNDA:0,unused"), "{report}");
    assert!(report.contains("DA:2,1\n") && report.contains("DA:5,0\n"), "{report}");
    assert!(report.contains("SF:../src/main.ts\n"), "{report}");
    assert_eq!(report.matches("SF:").count(), 2, "scripts inside of pages are left out: {report}");
    assert!(report.contains("DA:2,1\nDA:6,0\n"), "{report}");
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn what_a_page_does_not_show_is_a_fault() {
    let pages = Pages::from([
        ("/", page("<h1>Start</h1><img src=/none.png width=80 height=80><a href=/blank>Go</a>")),
        ("/blank", "<!doctype html><title>x</title><div></div>".to_owned()),
        (
            "/policy",
            "<!doctype html><meta http-equiv=Content-Security-Policy content=\"script-src 'self'\"><p>hi</p><script>alert(1)</script>"
                .to_owned(),
        ),
    ]);
    let server = serve(pages).await;
    let mut app = Explored::open(&server.url("/")).await;
    let groups = |crashes: Vec<ridealong::domain::AppCrash>| {
        assert!(crashes.iter().all(|crash| crash.kind == CrashKind::Content));
        crashes.into_iter().map(|crash| crash.group).collect::<Vec<_>>()
    };
    assert_eq!(groups(app.crashes().await), ["Picture not loaded @ /none.png"]);
    let notices = app.seen.notices.join("; ");
    assert!(notices.contains("GET /none.png was answered with 404"), "{notices}");
    app.tap("Go").await;
    assert_eq!(groups(app.crashes().await), ["Blank page @ /blank"]);
    app.close().await;
    let mut app = Explored::open(&server.url("/policy")).await;
    assert_eq!(groups(app.crashes().await), ["Content policy @ inline"]);
    app.close().await;
}

/// Answers each request with a small page.
#[cfg(unix)]
fn serve_on(listener: &std::net::TcpListener) {
    use std::io::{Read as _, Write as _};
    for stream in listener.incoming() {
        let mut stream = stream.unwrap();
        let page = "<h1>Served</h1><button>Go</button>";
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n";
        // A browser that goes away meanwhile wants no answer.
        let _ = stream.read(&mut [0; 4096]);
        let _ = write!(stream, "{head}Content-Length: {}\r\n\r\n{page}", page.len());
    }
}

/// The command says that it has begun, and the app is served only then.
#[cfg(unix)]
#[test]
#[ignore = "needs Chromium; .ci/run has it"]
fn the_apps_server_is_started_awaited_and_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let begun = folder.path().join("begun");
    let free = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = free.local_addr().unwrap();
    drop(free);
    let run = Command::new(env!("CARGO_BIN_EXE_ridealong"))
        .args(["run", &format!("web:http://{address}/"), "--steps", "3", "--json", "--quiet"])
        .args(["--explorer", "monkey", "--sessions", folder.path().to_str().unwrap()])
        .args([
            "--serve",
            &format!("echo $$ > {0}.part; mv {0}.part {0}; sleep 600", begun.display()),
        ])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while !begun.exists() {
        assert!(std::time::Instant::now() < deadline, "the command was not started");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let listener = std::net::TcpListener::bind(address).unwrap();
    std::thread::spawn(move || serve_on(&listener));
    let run = run.wait_with_output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let shell = std::fs::read_to_string(begun).unwrap();
    let alive = Command::new("kill").args(["-0", shell.trim()]).output().unwrap();
    assert!(!alive.status.success(), "the command still runs");
}

/// Nothing is started if the app is served already, and a command that fails is named.
#[cfg(unix)]
#[test]
#[ignore = "needs Chromium; .ci/run has it"]
fn a_server_that_is_not_needed_or_fails_is_one_clear_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let free = listener.local_addr().unwrap();
    drop(listener);
    let run = |command: &str| {
        let run = Command::new(env!("CARGO_BIN_EXE_ridealong"))
            .args(["run", &format!("web:http://{free}/"), "--steps", "1", "--quiet"])
            .args(["--serve", command, "--sessions", folder.path().to_str().unwrap()])
            .output()
            .unwrap();
        (run.status.code(), String::from_utf8_lossy(&run.stderr).into_owned())
    };
    let (code, said) = run("echo no such package >&2; exit 3");
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("ended before it served") && said.contains("no such package"), "{said}");
    let listener = std::net::TcpListener::bind(free).unwrap();
    std::thread::spawn(move || serve_on(&listener));
    let (code, said) = run("sleep 600");
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("something answers at"), "{said}");
}

/// A tester who watches sees what happens between observations, also while nothing is done.
#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn pictures_come_between_observations_as_long_as_the_page_moves() {
    let server = serve(Pages::from([(
        "/",
        page(
            "<h1>Moving</h1><button onclick='clearInterval(moving)'>Stop</button>
             <div id=box style='width: 60px; height: 60px; background: red'></div>
             <script>
               let at = 0;
               const moving = setInterval(() => { box.style.marginLeft = `${(at += 7) % 300}px`; }, 50);
             </script>",
        ),
    )]))
    .await;
    let mut device = explored::device(&server.url("/"));
    let mut pictures = device.live_pictures().expect("a browser has them");
    device.open().await.unwrap();
    let limit = std::time::Duration::from_secs(20);
    for _ in 0..3 {
        tokio::time::timeout(limit, pictures.changed()).await.expect("it moves").unwrap();
        let picture = pictures.borrow_and_update().clone().expect("a picture");
        assert!(picture.starts_with(&[0xff, 0xd8, 0xff]), "JPEG");
    }
    let seen = device.observe().await.unwrap();
    assert!(
        seen.picture.is_some_and(|png| png.starts_with(b"\x89PNG")),
        "both work beside each other"
    );
    device.close().await.unwrap();
}
