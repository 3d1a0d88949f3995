//! `web:URL`: a web app in an installed browser; `web+cdp:PORT`: one in a browser that runs.

use std::any::Any;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use reqwest::Url;

use super::{ConnectOptions, Connecting, TargetEntry, TestTarget, no_checks};
use crate::cli::CliError;
use crate::cli::doctor::DoctorCheck;
use crate::demo::web::{self as demo, DemoWebApp};
use crate::device::Device;
use crate::device::serving::ServeCommand;
use crate::device::web::{
    self, BrowserSource, SavedLogin, WebDevice, WebError, WebOptions, WebServing,
};
use crate::domain::Secret;
use crate::tui::overlays::sessions::SessionEntry;

/// User and password for a server that asks for them itself, as `user:password`.
const PASSWORD_VARIABLE: &str = "RIDEALONG_BASIC_AUTH";

/// How long a server may take to answer after `--serve` has started it.
const SERVING_LIMIT: Duration = Duration::from_secs(120);

/// The row of the table.
pub const ENTRY: TargetEntry = TargetEntry {
    scheme: "web",
    usage: "web:URL",
    help: "a web app in an installed Chromium, Chrome or Edge; `web:demo` and `web:demo:booking` come with the program",
    app_is_package: false,
    catalogue: || {
        let missing = check().missing_part();
        let entry = |app: &DemoWebApp| {
            let what = format!("demo web app: {}", app.title);
            SessionEntry::new(format!("web:demo:{}", app.name), what)
                .missing_because(missing.clone())
        };
        demo::APPS.iter().map(entry).collect()
    },
    checks: || Box::pin(async { vec![check()] }),
    parse: |rest, _| match rest {
        Some(text) => match demo_app(text) {
            Some(app) => Ok(Box::new(DemoWebTarget { app: app? })),
            None => Ok(Box::new(WebTarget { url: address(text)? })),
        },
        None => Err(CliError::new("web: needs an address", 2)
            .hint("web:http://localhost:3000, or web:demo")),
    },
    expand: None,
};

/// The row of browsers that run.
pub const ATTACHED: TargetEntry = TargetEntry {
    scheme: "web+cdp",
    usage: "web+cdp:PORT",
    help: "the web app in front in a browser started with --remote-debugging-port=PORT",
    app_is_package: false,
    catalogue: Vec::new,
    checks: no_checks,
    parse: |rest, _| {
        let port = rest.and_then(|port| port.parse().ok()).filter(|port| *port > 0);
        let port = port.ok_or_else(|| {
            CliError::new("web+cdp: needs the port of a browser", 2)
                .hint("start the browser with --remote-debugging-port=9222 and name web+cdp:9222")
        })?;
        Ok(Box::new(AttachedTarget { port }))
    },
    expand: None,
};

impl From<WebError> for CliError {
    fn from(error: WebError) -> Self {
        let code = if matches!(error, WebError::NoAddress { .. }) { 2 } else { 3 };
        Self::new(error.to_string(), code).maybe_hint(error.hint())
    }
}

/// A web app at an address.
#[derive(Debug, PartialEq, Eq)]
struct WebTarget {
    url: Url,
}

impl TestTarget for WebTarget {
    fn name(&self) -> String {
        format!("web:{}", self.url)
    }

    fn short_name(&self, _app: Option<&str>) -> String {
        short_name(&self.url)
    }

    fn begins_fresh(&self) -> bool {
        // The browser has a new profile each time.
        true
    }

    fn web_address(&self) -> Option<String> {
        Some(self.url.to_string())
    }

    fn connect<'a>(&'a self, options: ConnectOptions<'a>) -> Connecting<'a> {
        Box::pin(async move {
            let source = BrowserSource::Start { program: web::find_browser()? };
            let url = Some(self.url.clone());
            Ok(device(web_options(self.name(), url, source, options)?))
        })
    }
}

/// A web app that comes with the program.
#[derive(Debug, PartialEq, Eq)]
struct DemoWebTarget {
    app: DemoWebApp,
}

impl TestTarget for DemoWebTarget {
    fn name(&self) -> String {
        format!("web:demo:{}", self.app.name)
    }

    fn short_name(&self, _app: Option<&str>) -> String {
        self.app.name.to_owned()
    }

    fn begins_fresh(&self) -> bool {
        true
    }

    fn web_address(&self) -> Option<String> {
        // The port is another one each time.
        Some("http://localhost/".to_owned())
    }

    fn is_harmless(&self) -> bool {
        true
    }

    fn connect<'a>(&'a self, options: ConnectOptions<'a>) -> Connecting<'a> {
        Box::pin(async move {
            let source = BrowserSource::Start { program: web::find_browser()? };
            let server = demo::serve(self.app).await;
            let server = server.map_err(|error| {
                CliError::new(format!("the demo web app cannot be served: {error}"), 3)
            })?;
            let url = Some(address(&server.url("/"))?);
            // Its port is another one each time.
            let name = Some(format!("demo.{}", self.app.name));
            let options = web_options(self.name(), url, source, options)?;
            let server: Option<Arc<dyn Any + Send + Sync>> = Some(Arc::new(server));
            Ok(device(WebOptions { name, server, ..options }))
        })
    }
}

/// The demo app that `text` names; `None` if it names none.
pub(super) fn demo_app(text: &str) -> Option<Result<DemoWebApp, CliError>> {
    let name = match text.strip_prefix("demo")? {
        "" => "list",
        rest => rest.strip_prefix(':')?,
    };
    let names = demo::APPS.map(|app| format!("web:demo:{}", app.name)).join(" or ");
    Some(
        demo::find(name).ok_or_else(|| {
            CliError::new(format!("there is no demo web app {name:?}"), 2).hint(names)
        }),
    )
}

/// The app in front in a browser that runs.
#[derive(Debug, PartialEq, Eq)]
struct AttachedTarget {
    port: u16,
}

impl TestTarget for AttachedTarget {
    fn name(&self) -> String {
        format!("web+cdp:{}", self.port)
    }

    fn short_name(&self, _app: Option<&str>) -> String {
        format!("cdp-{}", self.port)
    }

    fn web_address(&self) -> Option<String> {
        Some("http://localhost/".to_owned())
    }

    fn connect<'a>(&'a self, options: ConnectOptions<'a>) -> Connecting<'a> {
        Box::pin(async move {
            let source = BrowserSource::Attach { port: self.port };
            Ok(device(web_options(self.name(), None, source, options)?))
        })
    }
}

fn web_options(
    target: String,
    url: Option<Url>,
    source: BrowserSource,
    options: ConnectOptions<'_>,
) -> Result<WebOptions, WebError> {
    let (fresh, pictures, web) = (options.fresh, options.pictures, options.web);
    let settings = web.settings();
    let login = web.login.as_deref().map(SavedLogin::read).transpose()?;
    let password = std::env::var(PASSWORD_VARIABLE).ok().filter(|it| it.contains(':'));
    let serving = web
        .serve
        .as_ref()
        .map(|command| WebServing { command: shell_command(command), address: web.wait.clone() });
    Ok(WebOptions {
        target,
        url,
        source,
        settings,
        fresh,
        pictures,
        name: None,
        serving,
        login,
        password: password.as_deref().map(Secret::new),
        server: None,
    })
}

/// `text` as a shell runs it in this folder.
fn shell_command(text: &str) -> ServeCommand {
    let shell = if cfg!(windows) { ["cmd", "/C"] } else { ["sh", "-c"] };
    ServeCommand {
        command: shell.into_iter().chain([text]).map(str::to_owned).collect(),
        cwd: PathBuf::from("."),
        env: BTreeMap::new(),
        ready_line: None,
        limit: SERVING_LIMIT,
    }
}

fn device(options: WebOptions) -> Box<dyn Device> {
    Box::new(WebDevice::new(options))
}

/// The address that `text` stands for; the scheme may be left out.
pub(super) fn address(text: &str) -> Result<Url, WebError> {
    let wrong = |why: &str| WebError::NoAddress { text: text.to_owned(), why: why.to_owned() };
    let whole = if text.contains("://") || text.starts_with("file:") {
        text.to_owned()
    } else {
        let scheme = if is_local(text) { "http" } else { "https" };
        format!("{scheme}://{text}")
    };
    let url = Url::parse(&whole).map_err(|error| wrong(&error.to_string()))?;
    if url.password().is_some() {
        return Err(wrong(
            "its password would be recorded; RIDEALONG_BASIC_AUTH=user:password keeps it out",
        ));
    }
    match url.scheme() {
        "http" | "https" | "file" => Ok(url),
        _ => Err(wrong("it begins with http:, https: or file:")),
    }
}

/// True for this computer and addresses in numbers, which rarely have a certificate.
fn is_local(text: &str) -> bool {
    let host = text.split(['/', '?', '#']).next().unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let name = name.trim_start_matches('[').trim_end_matches(']');
    name == "localhost" || name.ends_with(".localhost") || name.parse::<IpAddr>().is_ok()
}

/// Host and port with hyphens: a name of folders.
pub(super) fn short_name(url: &Url) -> String {
    let host = url.host_str().filter(|host| !host.is_empty());
    let last = url.path_segments().and_then(|mut segments| segments.next_back());
    let name = host.or(last).unwrap_or("web");
    let port = url.port().map(|port| format!("-{port}")).unwrap_or_default();
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' };
    format!("{name}{port}").chars().map(plain).collect()
}

/// Whether there is a browser.
fn check() -> DoctorCheck {
    match web::find_browser() {
        Ok(program) => DoctorCheck::good("browser", program.display().to_string()),
        Err(error) => {
            DoctorCheck::missing("browser", error.to_string(), error.hint().unwrap_or_default())
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("localhost:3000/a", Some("http://localhost:3000/a"), "localhost-3000")]
    #[case("127.0.0.1:80", Some("http://127.0.0.1/"), "127.0.0.1")]
    #[case("[::1]:8080", Some("http://[::1]:8080/"), "---1--8080")]
    #[case("example.com", Some("https://example.com/"), "example.com")]
    #[case("http://example.com/x#/y", Some("http://example.com/x#/y"), "example.com")]
    #[case("file:///srv/app/index.html", Some("file:///srv/app/index.html"), "index.html")]
    #[case("ftp://example.com", None, "")]
    #[case("javascript:alert(1)", None, "")]
    #[case("http://", None, "")]
    #[case("http://ada:secret@h/", None, "")]
    fn addresses_may_leave_out_the_scheme(
        #[case] text: &str,
        #[case] whole: Option<&str>,
        #[case] short: &str,
    ) {
        let url = address(text).ok();
        assert_eq!(url.as_ref().map(Url::as_str), whole);
        assert_eq!(url.as_ref().map(short_name).unwrap_or_default(), short);
    }
}
