//! `ridealong login`: signing in to a web app by hand, once, and keeping what that left in the browser.

use std::process::ExitCode;

use reqwest::Url;
use tokio::sync::oneshot;

use super::args::LoginArgs;
use super::interrupt::interrupted;
use super::{CliError, output, target};
use crate::device::Device as _;
use crate::device::web::{self, BrowserSettings, BrowserSource, WebDevice, WebOptions};

/// Opens the app in a window, waits until the user has signed in, and saves the login.
///
/// # Errors
/// If there is no browser, the app cannot be opened, or the file cannot be written.
pub async fn login(args: &LoginArgs) -> Result<ExitCode, CliError> {
    let address = target::web_address(&format!("web:{}", args.url)).ok_or_else(|| {
        CliError::new(format!("{:?} is no web address", args.url), 2)
            .hint("ridealong login http://localhost:3000 login.json")
    })?;
    let url = Url::parse(&address).map_err(|error| CliError::new(error.to_string(), 2))?;
    web::SavedLogin::check_place(&args.file)?;
    let program = web::find_browser()?;
    let mut device = WebDevice::new(WebOptions {
        target: format!("web:{url}"),
        url: Some(url),
        source: BrowserSource::Start { program },
        settings: BrowserSettings {
            headed: true,
            viewport: args.viewport.unwrap_or(BrowserSettings::DESKTOP),
            ..BrowserSettings::default()
        },
        fresh: false,
        pictures: false,
        name: None,
        serving: None,
        login: None,
        password: None,
        server: None,
    });
    let signed_in = wait_for_user(&mut device).await;
    let saved = match signed_in {
        Ok(()) => device.saved_login().await.map_err(CliError::from),
        Err(error) => Err(error),
    };
    // What was read is all that is wanted of the browser.
    let _ = device.close().await;
    let saved = saved?;
    saved.write(&args.file)?;
    let (cookies, values) = saved.counts();
    output::tell(&format!(
        "saved in {} (cookies: {cookies}, stored values: {values}). Whoever has the file is signed in as you are.",
        args.file.display()
    ));
    Ok(ExitCode::SUCCESS)
}

async fn wait_for_user(device: &mut WebDevice) -> Result<(), CliError> {
    device.open().await?;
    output::tell("Sign in to the app in the browser's window, then press Enter here.");
    // A thread of its own, since nothing ends a read of standard input.
    let (enter, entered) = oneshot::channel();
    std::thread::spawn(move || enter.send(std::io::stdin().read_line(&mut String::new())));
    tokio::select! {
        line = entered => match line {
            Ok(Err(error)) => {
                Err(CliError::new(format!("standard input cannot be read: {error}"), 2))
            }
            // Nobody can press Enter.
            Ok(Ok(0)) | Err(_) => Err(nothing_saved()),
            Ok(Ok(_)) => Ok(()),
        },
        () = interrupted() => Err(nothing_saved()),
    }
}

fn nothing_saved() -> CliError {
    CliError::new("nothing was saved", 3).hint("press Enter once you have signed in")
}
