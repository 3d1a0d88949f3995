//! What targets that name files stand for in an evaluation's specification.

use std::path::Path;

/// The path `rest` seen from `folder`, or, if it ends with `/*`, everything in that folder that
/// `takes` accepts, in the order of names.
///
/// # Errors
/// If the folder cannot be listed, or nothing in it is accepted; the error is a sentence.
pub fn paths(rest: &str, folder: &Path, takes: fn(&Path) -> bool) -> Result<Vec<String>, String> {
    let Some(parent) = rest.strip_suffix("/*") else {
        let path = folder.join(rest);
        return Ok(vec![if path.exists() { path.display().to_string() } else { rest.to_owned() }]);
    };
    let parent = folder.join(parent);
    let entries =
        std::fs::read_dir(&parent).map_err(|error| format!("{}: {error}", parent.display()))?;
    let mut paths: Vec<String> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| takes(path))
        .map(|path| path.display().to_string())
        .collect();
    paths.sort_unstable();
    if paths.is_empty() {
        return Err(format!("there is nothing in {}", parent.display()));
    }
    Ok(paths)
}
