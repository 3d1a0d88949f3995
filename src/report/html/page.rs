//! The page as a whole, and what a browser lets it do.

use base64::Engine as _;
use sha2::{Digest as _, Sha256};

use super::escape::{HtmlPiece, StyleSheet};
use super::exchanges::{self, ExchangeWriter};
use super::graph::GraphLayout;
use super::screens::ShownScreens;
use super::{coverage, expectations, findings, states, steps, summary, words};
use crate::session::Timeline;
use crate::store::RecordedSession;

/// The text by which a file is known for a report of this program; it stands near the beginning.
pub const MARK: &str = "<meta name=\"generator\" content=\"ridealong report\">";

const STYLE: &str = include_str!("assets/report.css");
const SCRIPT: &str = concat!(
    include_str!("assets/places.js"),
    include_str!("assets/steps.js"),
    include_str!("assets/graph.js")
);

/// The report of `session` as HTML.
///
/// It holds everything it shows. What of the session is missing or damaged is said in its place.
/// `progress` is told how many pictures are made of how many.
pub fn page(session: &RecordedSession, progress: &(dyn Fn(usize, usize) + Sync)) -> String {
    let timeline = Timeline::of(&session.records);
    let screens = ShownScreens::make(&timeline, &session.blobs, progress);
    let graph = GraphLayout::of(&timeline.model);
    let mut made = StyleSheet::default();
    graph.sheet(&mut made);
    screens.sheet(&mut made);
    framed(words::title(&timeline), &made, |html| {
        screens.drawings(html);
        head(html, &timeline);
        html.el("main", &[], |html| body(html, session, &timeline, &screens, &graph));
    })
}

/// A whole page about `title` with what `body` writes; `made` is its own style sheet.
pub(super) fn framed(title: &str, made: &StyleSheet, body: impl FnOnce(&mut HtmlPiece)) -> String {
    let own = StyleSheet::own(STYLE);
    let mut html = HtmlPiece::default();
    html.doctype();
    html.el("html", &[("lang", "en")], |html| {
        html.el("head", &[], |html| {
            html.void("meta", &[("charset", "utf-8")]);
            html.void("meta", &[("name", "generator"), ("content", "ridealong report")]);
            let policy = policy(&[&own, made]);
            html.void("meta", &[("http-equiv", "Content-Security-Policy"), ("content", &policy)]);
            html.void("meta", &[("name", "referrer"), ("content", "no-referrer")]);
            html.void(
                "meta",
                &[("name", "viewport"), ("content", "width=device-width, initial-scale=1")],
            );
            html.void("meta", &[("name", "color-scheme"), ("content", "light dark")]);
            html.leaf("title", &[], &format!("{title}: exploratory testing"));
            html.style(&own);
            html.style(made);
        });
        html.el("body", &[], |html| {
            body(html);
            html.script(SCRIPT);
        });
    });
    html.finish()
}

fn head(html: &mut HtmlPiece, timeline: &Timeline) {
    html.el("header", &[], |html| {
        html.leaf("h1", &[], words::title(timeline));
        html.el("nav", &[("aria-label", "Parts of the report")], |html| {
            let places = [
                ("findings", "Findings"),
                ("coverage", "Coverage"),
                ("model", "Model"),
                ("timeline", "Timeline"),
            ];
            for (anchor, name) in places {
                html.link_line(anchor, name);
            }
            if timeline.all_exchanges().next().is_some() {
                html.link_line("cost", "Cost");
            }
        });
    });
}

fn body(
    html: &mut HtmlPiece,
    session: &RecordedSession,
    timeline: &Timeline,
    screens: &ShownScreens,
    graph: &GraphLayout,
) {
    let mut troubles = session.repairs.clone();
    let left_out = screens.pictures().left_out;
    if left_out > 0 {
        troubles.push(format!("{left_out} pictures were left out to keep the report small"));
    }
    summary::write(html, timeline, &troubles);
    findings::write(html, timeline, screens);
    expectations::write(html, timeline);
    coverage::write(html, timeline);
    let observations = states::first_observations(timeline);
    html.el("section", &[("id", "model")], |html| {
        html.leaf("h2", &[], "Model");
        if timeline.model.states().is_empty() {
            html.leaf("p", &[("class", "quiet")], "No state was seen.");
            return;
        }
        graph.write(html, &timeline.model, screens, &observations);
        html.leaf("h3", &[], "All states");
        states::write(html, timeline, screens, &observations);
    });
    steps::write(html, timeline, screens, &mut ExchangeWriter::new(&session.blobs));
    if timeline.all_exchanges().next().is_some() {
        exchanges::cost(html, timeline);
    }
}

/// What a browser lets the page do: its own script and style by their hashes, pictures that it holds
/// itself, and nothing else.
fn policy(sheets: &[&StyleSheet]) -> String {
    let hash = |text: &str| {
        let digest = base64::engine::general_purpose::STANDARD.encode(Sha256::digest(text));
        format!("'sha256-{digest}'")
    };
    let styles: Vec<String> = sheets.iter().map(|sheet| hash(sheet.text())).collect();
    format!(
        "default-src 'none'; img-src data:; style-src {}; script-src {}; base-uri 'none'; \
         form-action 'none'",
        styles.join(" "),
        hash(SCRIPT)
    )
}
