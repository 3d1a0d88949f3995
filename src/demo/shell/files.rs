//! The phone's files: what commands wrote, in memory.

use std::collections::BTreeMap;

/// What is written here goes nowhere.
const NOWHERE: &str = "/dev/null";

/// Names of a command's own standard output.
const OUTPUTS: [&str; 3] = ["/dev/tty", "/dev/stdout", "/proc/self/fd/1"];

/// True if writing to `path` writes to the command's output.
pub fn is_output(path: &str) -> bool {
    OUTPUTS.contains(&path)
}

/// The files.
#[derive(Debug, Default)]
pub struct Files {
    kept: BTreeMap<String, Vec<u8>>,
}

impl Files {
    /// Writes `bytes` in place of what was there.
    pub fn write(&mut self, path: &str, bytes: &[u8]) {
        if path != NOWHERE {
            self.kept.insert(normal(path), bytes.to_vec());
        }
    }

    /// Writes `bytes` behind what was there.
    pub fn append(&mut self, path: &str, bytes: &[u8]) {
        if path != NOWHERE {
            self.kept.entry(normal(path)).or_default().extend_from_slice(bytes);
        }
    }

    /// What is in the file.
    pub fn read(&self, path: &str) -> Option<Vec<u8>> {
        if path == NOWHERE { Some(Vec::new()) } else { self.kept.get(&normal(path)).cloned() }
    }

    /// Takes the file away. False if there was none.
    pub fn remove(&mut self, path: &str) -> bool {
        self.kept.remove(&normal(path)).is_some()
    }

    /// The files in `folder`, by name.
    pub fn list(&self, folder: &str) -> Vec<&str> {
        let folder = format!("{}/", normal(folder).trim_end_matches('/'));
        let inside = self.kept.keys().filter_map(|path| path.strip_prefix(&folder));
        inside.filter(|rest| !rest.contains('/')).collect()
    }
}

/// `path` from the root, `/sdcard` followed to where it points.
fn normal(path: &str) -> String {
    let whole = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
    let parts: Vec<&str> =
        whole.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    let whole = format!("/{}", parts.join("/"));
    for alias in ["/sdcard", "/storage/self/primary", "/mnt/sdcard"] {
        match whole.strip_prefix(alias) {
            Some(rest) if rest.is_empty() || rest.starts_with('/') => {
                return format!("/storage/emulated/0{rest}");
            }
            _ => {}
        }
    }
    whole
}
