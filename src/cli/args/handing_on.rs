//! What is made of a session for others: reports, exports; and imports.

use std::path::PathBuf;

use clap::{Args as Group, ValueEnum};

/// `ridealong report`
#[derive(Debug, Group)]
pub struct ReportArgs {
    /// The session: its folder, or its name as `ridealong sessions` lists it.
    pub session: PathBuf,
    /// Where the report is written; `-` is standard output. By default `report.html` in the
    /// session's folder. An older report there is replaced, another file is not.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace the file even if it is no report.
    #[arg(long)]
    pub force: bool,
    /// The folder in which a session is looked for by its name.
    #[arg(long, value_name = "DIR")]
    pub sessions: Option<PathBuf>,
}

/// `ridealong export`
#[derive(Debug, Group)]
pub struct ExportArgs {
    /// The session: its folder, or its name as `ridealong sessions` lists it.
    pub session: PathBuf,
    /// What to write.
    #[arg(long, value_enum)]
    pub format: ExportFormat,
    /// Where to: a file, or a folder where there are several; standard output by default.
    #[arg(long, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// Only the steps that lead to this finding, counted from 1.
    #[arg(long, value_name = "N", conflicts_with = "steps")]
    pub finding: Option<usize>,
    /// Only these steps, both included.
    #[arg(long, value_name = "A..B", value_parser = steps)]
    pub steps: Option<(u64, u64)>,
    /// maestro: check the heading of each screen that a step leads to.
    #[arg(long)]
    pub assertions: bool,
    /// json: put the pictures into it.
    #[arg(long)]
    pub with_pictures: bool,
    /// cast: the terminal's columns and rows.
    #[arg(long, value_name = "COLUMNSxROWS", default_value = "120x40", value_parser = size)]
    pub size: (u16, u16),
    /// cast: the colours.
    #[arg(long, value_name = "NAME", env = "RIDEALONG_THEME")]
    pub theme: Option<String>,
    /// The folder that sessions are named in.
    #[arg(long, value_name = "DIR")]
    pub sessions: Option<PathBuf>,
}

/// A format to export to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// Maestro flows: one of the whole session and one for each finding.
    Maestro,
    /// A shell script over adb.
    Adb,
    /// The whole session as one JSON document.
    Json,
    /// The model in Graphviz's language.
    Dot,
    /// The model as a Mermaid flowchart.
    Mermaid,
    /// The terminal UI as an asciicast, for asciinema.
    Cast,
    /// DroidBot's output folder.
    Utg,
}

/// `A..B`, `A..=B` or `A-B`, both included.
fn steps(text: &str) -> Result<(u64, u64), String> {
    let ends = text.split_once("..").or_else(|| text.split_once('-'));
    let read = |(from, to): (&str, &str)| {
        let to = to.trim_start_matches('=').trim();
        Some((from.trim().parse().ok()?, to.parse().ok()?))
    };
    let ends = ends.and_then(read).filter(|(from, to)| *from >= 1 && from <= to);
    ends.ok_or_else(|| "write it as 12..30".into())
}

/// `COLUMNSxROWS`, as the terminal UI can be drawn in.
fn size(text: &str) -> Result<(u16, u16), String> {
    let size = text.split_once('x').and_then(|(columns, rows)| {
        Some((columns.trim().parse().ok()?, rows.trim().parse().ok()?))
    });
    let fits =
        |(columns, rows): &(u16, u16)| (20..=500).contains(columns) && (8..=200).contains(rows);
    size.filter(fits).ok_or_else(|| "write it as 120x40; 20x8 to 500x200 are possible".into())
}

/// `ridealong import`
#[derive(Debug, Group)]
pub struct ImportArgs {
    /// The folder that DroidBot wrote.
    pub folder: PathBuf,
    /// Keep the session in this folder of sessions.
    #[arg(long, value_name = "DIR")]
    pub sessions: Option<PathBuf>,
    /// Print the result as one JSON object.
    #[arg(long)]
    pub json: bool,
}
