//! `docs/terminal.md` lists the panes and keys as the tables have them.

use std::fmt::Write as _;
use std::path::Path;

use super::command::{KeyContext, UiCommand};
use super::panes::{PaneId, SessionSurface};

const BEGIN: &str = "<!-- begin: made from the tables of panes and commands -->\n";
const END: &str = "<!-- end -->\n";

/// The part of the page that is made from the tables.
fn reference() -> String {
    let mut text = String::from("\n## Panes\n\n| key | pane | what it shows |\n|---|---|---|\n");
    for pane in PaneId::ALL {
        for surface in [SessionSurface::Display, SessionSurface::Dialogue] {
            if surface.is_dialogue() && pane.row().dialogue.is_none() {
                continue;
            }
            let variant = pane.variant(surface);
            let target = if surface.is_dialogue() { " (voice app)" } else { "" };
            let key = pane.row().key;
            writeln!(text, "| `{key}` | {}{target} | {} |", variant.title, variant.shows).unwrap();
        }
    }
    for context in KeyContext::all() {
        let commands: Vec<UiCommand> =
            UiCommand::all().filter(|command| command.context() == context).collect();
        if commands.is_empty() {
            continue;
        }
        let heading = match context {
            KeyContext::Global => "Keys in all panes".to_owned(),
            KeyContext::Pane(pane) => {
                let titles = [SessionSurface::Display, SessionSurface::Dialogue]
                    .map(|surface| pane.title(surface));
                let mut titles = titles.to_vec();
                titles.dedup();
                format!("Keys in {} only", titles.join(" and "))
            }
        };
        write!(text, "\n## {heading}\n\n| keys | command | what it does |\n|---|---|---|\n")
            .unwrap();
        for command in commands {
            let keys: Vec<String> =
                command.default_keys().iter().map(|key| format!("`{key}`")).collect();
            let (keys, name, title) = (keys.join(" "), command.name(), command.title());
            writeln!(text, "| {keys} | `{name}` | {title} |").unwrap();
        }
    }
    text.push('\n');
    text
}

/// Compares what stands between `begin` and [`END`] in the file `page` with `made`. With `UPDATE_DOCS`
/// in the environment `made` is written there instead.
pub fn compare_or_update(page: &str, begin: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let text = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(begin).unwrap();
    let (listed, after) = rest.split_once(END).unwrap();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, format!("{before}{begin}{made}{END}{after}")).unwrap();
        return;
    }
    assert_eq!(listed, made, "UPDATE_DOCS=1 writes {page} anew");
}

/// Run with `UPDATE_DOCS=1` to write the page anew.
#[test]
fn the_page_about_the_terminal_ui_lists_all_panes_and_keys() {
    compare_or_update("docs/terminal.md", BEGIN, &reference());
}
