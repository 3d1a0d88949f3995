//! `README.md` lists the targets as the table has them.

use super::TARGETS;
use crate::tui::reference_tests::compare_or_update;

const BEGIN: &str = "<!-- begin: made from the table of targets -->\n";

/// Run with `UPDATE_DOCS=1` to write the table anew.
#[test]
fn the_readme_lists_all_targets() {
    let rows = TARGETS.iter().map(|entry| format!("| `{}` | {} |\n", entry.usage, entry.help));
    let table = format!("| target | what is explored |\n|---|---|\n{}", rows.collect::<String>());
    compare_or_update("README.md", BEGIN, &table);
}
