//! The arguments of `report`, `export` and `import`.

use std::path::PathBuf;

use clap::{Args as Group, ValueEnum};

/// `ridealong report`
#[derive(Debug, Group)]
pub struct ReportArgs {
    /// The session: its folder, or its name in `ridealong sessions`; or a fleet, likewise.
    pub session: PathBuf,
    /// The file to write; `-` is standard output [default: report.html in the session's folder]. An
    /// older report is replaced; any other file only with --force.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace the file even if it is not a report.
    #[arg(long)]
    pub force: bool,
    /// The folder that holds the sessions.
    #[arg(long, value_name = "DIR")]
    pub sessions: Option<PathBuf>,
}

/// `ridealong export`
#[derive(Debug, Group)]
pub struct ExportArgs {
    /// The session: its folder, or its name in `ridealong sessions`.
    pub session: PathBuf,
    /// The format.
    #[arg(long, value_enum)]
    pub format: ExportFormat,
    /// The file to write, or the folder if the format has several files [default: standard output].
    #[arg(long, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// Export only the steps that lead to the N-th finding, counted from 1.
    #[arg(long, value_name = "N", conflicts_with = "steps")]
    pub finding: Option<usize>,
    /// Export only the steps A to B, both included.
    #[arg(long, value_name = "A..B", value_parser = steps)]
    pub steps: Option<(u64, u64)>,
    /// Add a check of the heading of each screen that a step leads to (maestro only).
    #[arg(long)]
    pub assertions: bool,
    /// Embed the pictures (json only).
    #[arg(long)]
    pub with_pictures: bool,
    /// The size of the terminal (cast only).
    #[arg(long, value_name = "COLUMNSxROWS", default_value = "120x40", value_parser = size)]
    pub size: (u16, u16),
    /// The colour theme (cast only).
    #[arg(long, value_name = "NAME", env = "RIDEALONG_THEME")]
    pub theme: Option<String>,
    /// The folder that holds the sessions.
    #[arg(long, value_name = "DIR")]
    pub sessions: Option<PathBuf>,
}

/// An export format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// Maestro flows: one of the whole session and one for each finding.
    Maestro,
    /// Playwright tests of a web app: one of the whole session and one for each finding.
    Playwright,
    /// A shell script over adb.
    Adb,
    /// The whole session as one JSON document.
    Json,
    /// The behaviour model as a Graphviz graph.
    Dot,
    /// The behaviour model as a Mermaid flowchart.
    Mermaid,
    /// The terminal UI as a recording for asciinema.
    Cast,
    /// DroidBot's output folder.
    Utg,
    /// What was typed into forms under attack: a table (CSV), and into a folder also parametrised tests.
    Inputs,
}

impl ExportFormat {
    /// True if some of the steps can be exported by themselves.
    pub const fn covers_steps(self) -> bool {
        !matches!(self, Self::Dot | Self::Mermaid | Self::Cast | Self::Inputs)
    }
}

/// `A..B`, `A..=B` or `A-B`, both included.
fn steps(text: &str) -> Result<(u64, u64), String> {
    let ends = text.split_once("..").or_else(|| text.split_once('-'));
    let read = |(from, to): (&str, &str)| {
        let to = to.trim_start_matches('=').trim();
        Some((from.trim().parse().ok()?, to.parse().ok()?))
    };
    let ends = ends.and_then(read).filter(|(from, to)| *from >= 1 && from <= to);
    ends.ok_or_else(|| "expected a range such as 12..30".into())
}

/// `COLUMNSxROWS`, as the terminal UI can be drawn in.
fn size(text: &str) -> Result<(u16, u16), String> {
    let size = text.split_once('x').and_then(|(columns, rows)| {
        Some((columns.trim().parse().ok()?, rows.trim().parse().ok()?))
    });
    let fits =
        |(columns, rows): &(u16, u16)| (20..=500).contains(columns) && (8..=200).contains(rows);
    size.filter(fits).ok_or_else(|| "expected a size such as 120x40, from 20x8 to 500x200".into())
}

/// `ridealong import`
#[derive(Debug, Group)]
pub struct ImportArgs {
    /// The output folder of DroidBot, or a Maestro flow (.yaml), whose assertions are printed as a
    /// property file.
    pub folder: PathBuf,
    /// Store the session in this folder.
    #[arg(long, value_name = "DIR")]
    pub sessions: Option<PathBuf>,
    /// Print the result as a JSON object.
    #[arg(long)]
    pub json: bool,
}
