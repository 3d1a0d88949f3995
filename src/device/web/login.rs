//! Being signed in: cookies and stored data that were saved once, and the password of the server itself.
//!
//! The file has the form of Playwright's storage state, so that either program reads what the other
//! one saved. It is read and written where the user says, and never becomes part of a session.

use std::path::Path;
use std::time::Duration;

use reqwest::Url;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::WebDevice;
use super::error::WebError;

/// How long reading or setting stored data may take.
const STORAGE_LIMIT: Duration = Duration::from_secs(10);

/// Gives what a page has stored, as pairs of name and value.
const STORED: &str = "JSON.stringify(Object.entries(localStorage))";

/// What makes a browser signed in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SavedLogin {
    /// Cookies, as the protocol takes them.
    #[serde(default)]
    cookies: Vec<Value>,
    /// What pages have stored, by origin.
    #[serde(default)]
    origins: Vec<StoredOrigin>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct StoredOrigin {
    origin: String,
    #[serde(default, rename = "localStorage")]
    local_storage: Vec<StoredItem>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct StoredItem {
    name: String,
    value: String,
}

impl SavedLogin {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// If it cannot be read or has another form.
    pub fn read(path: &Path) -> Result<Self, WebError> {
        let wrong = |said: String| WebError::NoLogin { path: path.to_owned(), said };
        let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let saved: Value = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        if saved.get("cookies").or_else(|| saved.get("origins")).is_none() {
            return Err(wrong("it has neither cookies nor origins".into()));
        }
        let login = Self::deserialize(saved).map_err(|error| wrong(error.to_string()))?;
        match login.cookies.iter().position(|cookie| !is_whole(cookie)) {
            None => Ok(login),
            Some(at) => {
                let said = "has no name, no value, or neither a domain nor a url";
                Err(wrong(format!("its cookie {} {said}", at + 1)))
            }
        }
    }

    /// Checks that a login can be saved in the file at `path`, before anybody signs in for it. What it holds stays.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn check_place(path: &Path) -> Result<(), WebError> {
        let is_new = !path.exists();
        let opened = private().open(path);
        opened.map_err(|error| not_saved(path, &error))?;
        if is_new {
            std::fs::remove_file(path).map_err(|error| not_saved(path, &error))?;
        }
        Ok(())
    }

    /// Writes it to `path`, readable by the user alone where the system knows that.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), WebError> {
        use std::io::Write as _;
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        let written = private().open(path).and_then(|mut file| {
            // A file that was there keeps who may read it.
            #[cfg(unix)]
            file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
            file.set_len(0)?;
            file.write_all(text.as_bytes())
        });
        written.map_err(|error| not_saved(path, &error))
    }

    /// How many cookies and stored values there are.
    pub fn counts(&self) -> (usize, usize) {
        (self.cookies.len(), self.origins.iter().map(|origin| origin.local_storage.len()).sum())
    }

    /// Runs in each new document of a page before its own scripts, and stores what was stored for its
    /// origin: once, since the app may sign out.
    fn storing_script(&self) -> String {
        let known = json!(self.origins);
        format!(
            "try {{ for (const known of {known}) \
             if (known.origin === location.origin && !sessionStorage.getItem('ridealong')) {{ \
             sessionStorage.setItem('ridealong', 'signed in'); \
             for (const item of known.localStorage) localStorage.setItem(item.name, item.value); \
             }} }} catch {{ /* This page may store nothing. */ }}"
        )
    }
}

/// True for a cookie that a browser can take.
fn is_whole(cookie: &Value) -> bool {
    let has = |key: &str| cookie.get(key).is_some_and(Value::is_string);
    has("name") && has("value") && (has("domain") || has("url"))
}

/// How the file is opened; a new one is readable by the user alone where the system knows that.
fn private() -> std::fs::OpenOptions {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn not_saved(path: &Path, error: &std::io::Error) -> WebError {
    WebError::LoginNotSaved { path: path.to_owned(), said: error.to_string() }
}

impl WebDevice {
    /// Signs the browser in, before the app is opened for the first time.
    pub(super) async fn sign_in(&mut self) -> Result<(), WebError> {
        let Some(login) = self.options.login.clone() else { return Ok(()) };
        self.ask_browser("Storage.setCookies", &json!({"cookies": login.cookies})).await?;
        self.storing = Some(login.storing_script());
        Ok(())
    }

    /// Reads what makes the browser signed in now.
    ///
    /// # Errors
    /// If the browser is gone.
    pub async fn saved_login(&mut self) -> Result<SavedLogin, WebError> {
        let cookies = self.ask_browser("Storage.getCookies", &json!({})).await?;
        let cookies = cookies["cookies"].as_array().into_iter().flatten().map(cookie).collect();
        // A page that shows no web page has stored nothing.
        let stored = self.evaluate(STORED, STORAGE_LIMIT).await.ok();
        let stored = stored.as_ref().and_then(Value::as_str).unwrap_or("[]");
        let items: Vec<(String, String)> = serde_json::from_str(stored).unwrap_or_default();
        let origin = self.evaluate("location.origin", STORAGE_LIMIT).await.ok();
        let local_storage = items.into_iter().map(|(name, value)| StoredItem { name, value });
        let origins = origin.as_ref().and_then(Value::as_str).map(|origin| StoredOrigin {
            origin: origin.to_owned(),
            local_storage: local_storage.collect(),
        });
        Ok(SavedLogin { cookies, origins: origins.into_iter().collect() })
    }
}

/// A cookie with what both the protocol and other programs know of it.
fn cookie(reported: &Value) -> Value {
    let mut cookie = json!({});
    for name in ["name", "value", "domain", "path", "expires", "httpOnly", "secure", "sameSite"] {
        if let Some(value) = reported.get(name).filter(|value| !value.is_null()) {
            cookie[name] = value.clone();
        }
    }
    cookie
}

/// `url` with the user and password that the server itself asks for (RFC 7617), `user:password`.
pub(super) fn with_password(url: &Url, password: Option<&str>) -> Url {
    let mut url = url.clone();
    if let Some((user, password)) = password.and_then(|it| it.split_once(':')) {
        // Addresses without a host have no users.
        let _ = url.set_username(user).and_then(|()| url.set_password(Some(password)));
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_saved_is_read_and_only_by_the_user() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("login.json");
        let item = StoredItem { name: "token".into(), value: "</script>'\"".into() };
        let origin = StoredOrigin { origin: "http://h:1".into(), local_storage: vec![item] };
        let reported =
            json!({"name": "sid", "value": "7", "domain": "h", "size": 4, "session": true});
        let login = SavedLogin { cookies: vec![cookie(&reported)], origins: vec![origin] };
        SavedLogin::check_place(&path).unwrap();
        assert!(!path.exists());
        // A longer file that everybody may read.
        std::fs::write(&path, "-".repeat(10_000)).unwrap();
        SavedLogin::check_place(&path).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().len(), 10_000);
        login.write(&path).unwrap();
        assert_eq!(SavedLogin::read(&path).unwrap(), login);
        assert_eq!(login.counts(), (1, 1));
        assert_eq!(login.cookies[0], json!({"name": "sid", "value": "7", "domain": "h"}));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o077, 0, "others could read it");
        }
        let without_value = r#"{"cookies": [{"name": "sid", "domain": "h"}]}"#;
        for wrong in ["[1]", "{}", r#"{"sid": 7}"#, r#"{"cookies": 7}"#, without_value] {
            std::fs::write(&path, wrong).unwrap();
            let read = SavedLogin::read(&path);
            assert!(matches!(read, Err(WebError::NoLogin { .. })), "{wrong}: {read:?}");
        }
        let elsewhere = folder.path().join("none/login.json");
        for place in [folder.path(), elsewhere.as_path()] {
            let checked = SavedLogin::check_place(place);
            assert!(matches!(checked, Err(WebError::LoginNotSaved { .. })), "{checked:?}");
        }
    }

    #[test]
    fn a_password_goes_into_the_address_that_is_opened_only() {
        let url = Url::parse("http://h:1/a").unwrap();
        assert_eq!(with_password(&url, Some("ada:p:w@d")).as_str(), "http://ada:p%3Aw%40d@h:1/a");
        assert_eq!(with_password(&url, None), url);
        assert_eq!(with_password(&url, Some("nothing")), url);
    }
}
