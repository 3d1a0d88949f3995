//! Counts the instructions of reading hierarchies with callgrind.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::path::{Path, PathBuf};
use std::process::Command;

use divan::black_box;
use ridealong::device::android::hierarchy;

/// Nodes of the generated dumps.
const GENERATED: [usize; 3] = [30, 100, 400];

/// What the process that is counted does with the dumps.
const TASKS: [&str; 2] = ["--only-load", "--read"];

/// If this process is told to read dumps it does so; false if it is not.
pub fn read_as_told() -> bool {
    let arguments: Vec<String> = std::env::args().collect();
    let Some(task) = arguments.get(1).filter(|task| TASKS.contains(&task.as_str())) else {
        return false;
    };
    for dump in dumps() {
        let dump = black_box(dump);
        if task == "--read" {
            // Among real files are some that are no hierarchies: refusing them counts as well.
            let _ = black_box(hierarchy::read(&dump, None));
        }
    }
    true
}

/// Prints how many instructions it takes to read all dumps, if they can be counted.
pub fn print() {
    let [Some(loaded), Some(read)] = TASKS.map(count) else {
        println!("instructions are not counted: valgrind is not installed");
        return;
    };
    let all = dumps();
    let bytes: usize = all.iter().map(Vec::len).sum();
    println!(
        "reading {} dumps of {:.2} MB: {:.1} million instructions",
        all.len(),
        bytes as f64 / 1e6,
        (read - loaded) as f64 / 1e6
    );
}

/// The instructions that a process with this task takes.
fn count(task: &str) -> Option<u64> {
    let counted = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().ok()?)
        .arg(task)
        .output()
        .ok()?;
    let reported = String::from_utf8_lossy(&counted.stderr).into_owned();
    reported.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok())
}

/// The dumps in the folder that is named, or generated ones.
fn dumps() -> Vec<Vec<u8>> {
    let Some(folder) = std::env::var_os("RIDEALONG_DUMPS") else {
        return GENERATED.map(|nodes| super::dump(nodes).into_bytes()).to_vec();
    };
    let mut files = files(Path::new(&folder));
    files.sort();
    files.iter().map(|file| std::fs::read(file).unwrap()).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .flat_map(|entry| {
            let path = entry.path();
            if entry.file_type().unwrap().is_dir() { files(&path) } else { vec![path] }
        })
        .collect()
}
