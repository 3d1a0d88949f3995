//! The texts that an app can show, out of its table of resources: what it offers that was not seen yet, and what it says if
//! something is wrong.

use super::ManifestError;
use super::resources::ResourceTable;
use crate::domain::one_line;

/// The most texts that are told.
const MOST: usize = 600;
/// A longer one explains, and names nothing, in characters.
const LONGEST: usize = 48;
/// How the names of texts of libraries begin.
const OF_LIBRARIES: &[&str] = &[
    "abc_",
    "androidx_",
    "appbar_",
    "bottom_sheet_",
    "bottomsheet_",
    "character_counter_",
    "common_google_",
    "exo_",
    "exposed_dropdown_",
    "fab_",
    "firebase_",
    "gcm_",
    "google_",
    "m3_",
    "material_",
    "mtrl_",
    "password_toggle_",
    "path_password_",
    "search_menu_title",
    "status_bar_",
];

/// The texts of a `resources.arsc` that may name something, each once, in its order.
///
/// # Errors
/// If it is damaged.
pub(in crate::device::android) fn read_texts(bytes: &[u8]) -> Result<Vec<String>, ManifestError> {
    let mut texts: Vec<String> = Vec::new();
    for (name, text) in ResourceTable::read(bytes)?.texts() {
        let text = one_line(&text, LONGEST + 1);
        if !OF_LIBRARIES.iter().any(|begin| name.starts_with(begin))
            && names_something(&text)
            && !texts.contains(&text)
        {
            texts.push(text);
        }
        if texts.len() == MOST {
            break;
        }
    }
    Ok(texts)
}

/// True if `text` may name what an app offers: it has a word, and no place for a value.
fn names_something(text: &str) -> bool {
    let is_short = (3..=LONGEST).contains(&text.chars().count());
    is_short
        && text.chars().any(char::is_alphabetic)
        && !text.contains(['%', '<', '{', '\\'])
        && !text.contains("://")
}
