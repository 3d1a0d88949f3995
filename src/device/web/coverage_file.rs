//! Writing the coverage report at the end of a session: the texts of the scripts are read again from
//! the browser's cache, with their source maps.

use std::path::Path;
use std::time::Duration;

use reqwest::Url;
use serde_json::{Value, json};

use super::WebDevice;
use super::coverage::is_loaded;
use super::covered_lines::{CoveredScript, lcov};
use super::source_map::{self, SourceMap};

/// How long reading one script may take.
const READ_LIMIT: Duration = Duration::from_secs(10);

/// The longest script or map that is read, in characters.
const LONGEST: usize = 64 << 20;

/// True for a page: offsets of the scripts inside of it do not count from its beginning.
fn is_page(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('<')
}

impl WebDevice {
    /// Writes what ran to `path`. What could not be read or written is noted.
    pub(super) async fn write_coverage(&mut self, path: &Path) {
        self.take_coverage().await;
        let named = self.coverage.scripts().map(|(url, _)| url.to_owned());
        let (urls, evaluated): (Vec<String>, Vec<String>) = named.partition(|url| is_loaded(url));
        if !evaluated.is_empty() {
            let what = "scripts that pages evaluate from text are left out of the coverage report";
            self.note(what.to_owned());
        }
        let mut texts = Vec::new();
        for url in urls {
            match self.text_at(&url).await {
                Some(text) if is_page(&text) => {
                    let what = "scripts inside of pages are left out of the coverage report";
                    self.note(what.to_owned());
                }
                Some(text) => {
                    let map = self.map_of(&url, &text).await;
                    texts.push((url, text, map));
                }
                None => self.note(format!("{url} could not be read for the coverage report")),
            }
        }
        let scripts: Vec<CoveredScript<'_>> = texts
            .iter()
            .filter_map(|(url, text, map)| {
                let record = self.coverage.script(url)?;
                Some(CoveredScript { url, record, text, map: map.as_ref() })
            })
            .collect();
        if let Err(error) = std::fs::write(path, lcov(&scripts)) {
            let path = path.display();
            tracing::error!(%path, %error, "the coverage report was not written");
        }
    }

    /// The map of the script at `url`.
    async fn map_of(&mut self, url: &str, text: &str) -> Option<SourceMap> {
        let name = source_map::named_in(text)?;
        if let Some(text) = source_map::inline(name) {
            return SourceMap::read(&text);
        }
        let address = Url::parse(url).ok()?.join(name).ok()?;
        SourceMap::read(&self.text_at(address.as_str()).await?)
    }

    /// The text at `url` as the page itself would load it.
    async fn text_at(&mut self, url: &str) -> Option<String> {
        let expression = format!(
            "fetch({}, {{cache: 'force-cache'}}).then((reply) => reply.ok ? reply.text() : null)",
            json!(url)
        );
        let params = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let mut reply = self.ask_page("Runtime.evaluate", &params, READ_LIMIT).await.ok()?;
        match reply["result"]["value"].take() {
            Value::String(text) if text.len() <= LONGEST => Some(text),
            _ => None,
        }
    }
}
