//! Reading one `sh` command line: words, quotes, sequences, pipes and redirections.
//!
//! The grammar is the part of POSIX `sh` that the Android backend and people at `adb shell` use.
//! What lies beyond it (substitutions, loops, here-documents) is a syntax error, never a guess.

use thiserror::Error;

/// What decides whether a command runs after the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// Always: `;`, `&`, a new line.
    Always,
    /// After success: `&&`.
    Success,
    /// After failure: `||`.
    Failure,
}

/// Where an output goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Redirect {
    /// `< FILE`
    From(String),
    /// `> FILE`
    To(String),
    /// `>> FILE`
    Append(String),
    /// `2> FILE`
    ErrorsTo(String),
    /// `2>&1`
    ErrorsToOutput,
    /// `1>&2`, `>&2`
    OutputToErrors,
}

/// One command of a pipe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// Its name and arguments.
    pub words: Vec<String>,
    /// Its redirections, in order.
    pub redirects: Vec<Redirect>,
}

/// Commands joined by pipes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pipeline {
    /// What decides whether it runs.
    pub join: Join,
    /// Its commands, at least one.
    pub commands: Vec<Command>,
}

/// Why a line is no command line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SyntaxError {
    /// A quote is not closed.
    #[error("syntax error: no closing quote")]
    OpenQuote,
    /// An operator stands where it may not.
    #[error("syntax error: unexpected '{0}'")]
    Unexpected(String),
    /// Beyond this shell.
    #[error("syntax error: the demo phone's shell does not know {0}")]
    Beyond(&'static str),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Operator(&'static str),
    /// A redirection of this descriptor.
    Redirect(u8, &'static str),
}

/// Reads `line`.
///
/// # Errors
/// If it is not a command line of the grammar.
pub fn parse(line: &str) -> Result<Vec<Pipeline>, SyntaxError> {
    let mut pipelines = Vec::new();
    let mut pipeline = Pipeline { join: Join::Always, commands: Vec::new() };
    let mut command = Command::default();
    let mut tokens = Lexer { rest: line }.tokens()?.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            Token::Word(word) => command.words.push(word),
            Token::Redirect(from, operator) => {
                let Some(Token::Word(to)) = tokens.next() else {
                    return Err(SyntaxError::Unexpected("newline".into()));
                };
                command.redirects.push(redirect(from, operator, to)?);
            }
            Token::Operator("|") => {
                if is_empty(&command) {
                    return Err(SyntaxError::Unexpected("|".into()));
                }
                pipeline.commands.push(std::mem::take(&mut command));
            }
            Token::Operator(operator) => {
                let join = match operator {
                    "&&" => Join::Success,
                    "||" => Join::Failure,
                    _ => Join::Always,
                };
                if is_empty(&command) {
                    // A new line is nothing on its own, and goes on after `&&`, `||` and `|`.
                    if operator == "\n" {
                        continue;
                    }
                    return Err(SyntaxError::Unexpected(operator.into()));
                }
                pipeline.commands.push(std::mem::take(&mut command));
                pipelines.push(std::mem::replace(
                    &mut pipeline,
                    Pipeline { join, commands: Vec::new() },
                ));
            }
        }
    }
    if !is_empty(&command) {
        pipeline.commands.push(command);
        pipelines.push(pipeline);
    } else if !pipeline.commands.is_empty() || pipeline.join != Join::Always {
        return Err(SyntaxError::Unexpected("newline".into()));
    }
    Ok(pipelines)
}

fn is_empty(command: &Command) -> bool {
    command.words.is_empty() && command.redirects.is_empty()
}

fn redirect(from: u8, operator: &str, to: String) -> Result<Redirect, SyntaxError> {
    Ok(match (from, operator, to.as_str()) {
        (0, "<", _) => Redirect::From(to),
        (1, ">", _) => Redirect::To(to),
        (1, ">>", _) => Redirect::Append(to),
        (2, ">" | ">>", _) => Redirect::ErrorsTo(to),
        (2, ">&", "1") => Redirect::ErrorsToOutput,
        (1, ">&", "2") => Redirect::OutputToErrors,
        (1, ">&", "1") => Redirect::To("/dev/stdout".into()),
        _ => return Err(SyntaxError::Beyond("this redirection")),
    })
}

struct Lexer<'a> {
    rest: &'a str,
}

/// The operators, longer ones before their beginnings.
const OPERATORS: [&str; 6] = ["&&", "||", ";", "&", "|", "\n"];
/// Redirections.
const REDIRECTIONS: [&str; 4] = [">>", ">&", ">", "<"];

impl Lexer<'_> {
    fn tokens(mut self) -> Result<Vec<Token>, SyntaxError> {
        let mut tokens = Vec::new();
        loop {
            self.rest = self.rest.trim_start_matches([' ', '\t']);
            if let Some(after) = self.rest.strip_prefix("\\\n") {
                self.rest = after;
                continue;
            }
            if self.rest.starts_with('#') {
                self.rest = self.rest.find('\n').and_then(|at| self.rest.get(at..)).unwrap_or("");
            }
            if self.rest.is_empty() {
                return Ok(tokens);
            }
            tokens.push(self.token()?);
        }
    }

    fn token(&mut self) -> Result<Token, SyntaxError> {
        if self.rest.starts_with(";;") {
            return Err(SyntaxError::Unexpected(";;".into()));
        }
        if let Some(operator) = self.take(&OPERATORS) {
            return Ok(Token::Operator(operator));
        }
        if self.rest.starts_with("<<") || self.rest.starts_with("<&") {
            return Err(SyntaxError::Beyond("this redirection"));
        }
        if let Some(operator) = self.take(&REDIRECTIONS) {
            return Ok(Token::Redirect(u8::from(operator != "<"), operator));
        }
        for (digit, number) in [("0", 0), ("1", 1), ("2", 2)] {
            if let Some(after) = self.rest.strip_prefix(digit)
                && after.starts_with(['<', '>'])
            {
                self.rest = after;
                return match self.take(&REDIRECTIONS) {
                    Some(operator) => Ok(Token::Redirect(number, operator)),
                    None => Err(SyntaxError::Beyond("this redirection")),
                };
            }
        }
        if self.rest.starts_with(['(', ')']) {
            return Err(SyntaxError::Beyond("subshells"));
        }
        self.word().map(Token::Word)
    }

    fn take(&mut self, known: &[&'static str]) -> Option<&'static str> {
        let found = known.iter().find(|operator| self.rest.starts_with(**operator))?;
        self.rest = self.rest.strip_prefix(found)?;
        Some(found)
    }

    fn word(&mut self) -> Result<String, SyntaxError> {
        let mut word = String::new();
        let mut characters = self.rest.chars();
        loop {
            self.rest = characters.as_str();
            match characters.next() {
                None | Some(' ' | '\t' | '\n' | ';' | '&' | '|' | '<' | '>' | '(' | ')') => break,
                Some('\'') => loop {
                    match characters.next() {
                        None => return Err(SyntaxError::OpenQuote),
                        Some('\'') => break,
                        Some(c) => word.push(c),
                    }
                },
                Some('"') => double_quoted(&mut characters, &mut word)?,
                Some('\\') => match characters.next() {
                    Some('\n') => {}
                    Some(c) => word.push(c),
                    None => word.push('\\'),
                },
                Some('$') => dollar(&characters, &mut word)?,
                Some('`') => return Err(SyntaxError::Beyond("command substitution")),
                Some(c) => word.push(c),
            }
        }
        Ok(word)
    }
}

fn double_quoted(
    characters: &mut std::str::Chars<'_>,
    word: &mut String,
) -> Result<(), SyntaxError> {
    loop {
        match characters.next() {
            None => return Err(SyntaxError::OpenQuote),
            Some('"') => return Ok(()),
            Some('\\') => match characters.next() {
                None => return Err(SyntaxError::OpenQuote),
                Some('\n') => {}
                Some(c @ ('"' | '\\' | '$' | '`')) => word.push(c),
                Some(c) => word.extend(['\\', c]),
            },
            Some('$') => dollar(characters, word)?,
            Some('`') => return Err(SyntaxError::Beyond("command substitution")),
            Some(c) => word.push(c),
        }
    }
}

/// A dollar sign that stands for itself; anything it would expand is beyond this shell.
fn dollar(after: &std::str::Chars<'_>, word: &mut String) -> Result<(), SyntaxError> {
    let next = after.clone().next();
    let expands = |c: char| c.is_ascii_alphanumeric() || "_{(?$!#@*-'\"".contains(c);
    if next.is_some_and(expands) && next != Some('"') {
        return Err(SyntaxError::Beyond("expansions"));
    }
    word.push('$');
    Ok(())
}

#[cfg(test)]
mod tests;
