//! Taking a prompt's file apart: the settings in front, and its parts by their headings.

use super::{Section, Wrong};

/// The two halves of a prompt's file.
pub(super) struct PromptHalves {
    /// The settings as TOML, each line where it stands in the file.
    pub front: String,
    /// The parts in their order.
    pub parts: Vec<PromptSection>,
}

/// A heading and what stands below it.
pub(super) struct PromptSection {
    /// The heading without its `#`.
    pub heading: String,
    /// The heading's line, from 1.
    pub line: usize,
    text: String,
}

impl PromptSection {
    /// What stands below the heading, without blank lines around it.
    pub fn section(self) -> Result<Section, Wrong> {
        let blank = self.text.lines().take_while(|line| line.trim().is_empty()).count();
        let lines: Vec<&str> = self.text.lines().skip(blank).collect();
        let text = lines.join("\n").trim_end().to_owned();
        if text.is_empty() {
            return Err(Wrong::at(self.line, format!("the part \"# {}\" is empty", self.heading)));
        }
        Ok(Section { text, line: self.line + 1 + blank })
    }

    /// Puts it into `place`, which must be empty.
    pub fn only(self, place: &mut Section) -> Result<(), Wrong> {
        if !place.is_empty() {
            let what = format!("the part \"# {}\" is there twice", self.heading);
            return Err(Wrong::at(self.line, what));
        }
        *place = self.section()?;
        Ok(())
    }

    /// What to say of a heading that names no part.
    pub fn unknown(&self) -> Wrong {
        let what = match self.heading.as_str() {
            "feedback" => "\"# feedback\" needs the name of a check behind it".to_owned(),
            heading => format!(
                "unknown part {heading:?}; parts are system, example, reply, long, short and \
                 feedback CHECK (to send a line that begins with \"# \", put it into a code block)"
            ),
        };
        Wrong::at(self.line, what)
    }
}

/// Splits `source`. A heading is a line that begins with `# ` and does not stand in a fenced code
/// block (CommonMark 0.31.2, section 4.5).
pub(super) fn split(source: &str) -> Result<PromptHalves, Wrong> {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    let mut lines = source.lines().enumerate().map(|(place, line)| (place + 1, line)).peekable();
    // Settings keep their lines' numbers, so that errors can name them.
    let mut front = String::from("\n");
    if lines.next_if(|(_, line)| is_border(line)).is_some() {
        loop {
            match lines.next() {
                Some((_, line)) if is_border(line) => break,
                Some((_, line)) => {
                    front.push_str(line);
                    front.push('\n');
                }
                None => return Err(Wrong::at(1, "the settings are not closed by a line \"+++\"")),
            }
        }
    }
    let mut parts: Vec<PromptSection> = Vec::new();
    let mut fence: Option<(usize, CodeFence)> = None;
    for (number, line) in lines {
        let heading = line.strip_prefix("# ").filter(|_| fence.is_none());
        if let Some(heading) = heading {
            let heading = heading.trim().to_owned();
            parts.push(PromptSection { heading, line: number, text: String::new() });
            continue;
        }
        match &fence {
            Some((_, open)) if open.is_closed_by(line) => fence = None,
            Some(_) => {}
            None => fence = CodeFence::opened_by(line).map(|fence| (number, fence)),
        }
        match parts.last_mut() {
            Some(part) => {
                part.text.push_str(line);
                part.text.push('\n');
            }
            None if line.trim().is_empty() => {}
            None => return Err(Wrong::at(number, "text before the first part")),
        }
    }
    match fence {
        Some((number, _)) => {
            Err(Wrong::at(number, "the code block that begins here is not closed"))
        }
        None => Ok(PromptHalves { front, parts }),
    }
}

fn is_border(line: &str) -> bool {
    line.trim_end() == "+++"
}

/// The line that opened a code block.
struct CodeFence {
    mark: char,
    length: usize,
}

impl CodeFence {
    fn opened_by(line: &str) -> Option<Self> {
        let (mark, length, rest) = run(line)?;
        // A run of backticks with another behind it is code within a line.
        (mark != '`' || !rest.contains('`')).then_some(Self { mark, length })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        run(line).is_some_and(|(mark, length, rest)| {
            mark == self.mark && length >= self.length && rest.trim().is_empty()
        })
    }
}

/// The run of three or more backticks or tildes that `line` begins with, and what follows it.
fn run(line: &str) -> Option<(char, usize, &str)> {
    let text = line.trim_start_matches(' ');
    if line.len() - text.len() > 3 {
        return None;
    }
    let mark = text.chars().next().filter(|mark| ['`', '~'].contains(mark))?;
    let rest = text.trim_start_matches(mark);
    let length = text.len() - rest.len();
    (length >= 3).then_some((mark, length, rest))
}
