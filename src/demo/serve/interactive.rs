//! A shell that runs what is typed, line by line.

use super::answer::Answer;
use super::service::{Form, Phone};
use super::stream::{Closed, Inbox, Outbox};
use crate::device::adb::shell_v2::{PacketDecoder, id};

/// The longest line that is kept; what is typed beyond it is not taken.
const LONGEST_LINE: usize = 64 * 1024;

/// Runs lines until `exit`, the end of input, or the peer's leaving. Each line is a command of its
/// own: nothing but the exit code outlives it.
///
/// # Errors
/// If the peer has gone.
pub async fn run(
    phone: &Phone,
    mut inbox: Inbox,
    outbox: &Outbox,
    form: Form,
) -> Result<(), Closed> {
    let answer = Answer::new(outbox, form);
    let mut input = Input { form, decoder: PacketDecoder::default() };
    let mut line = Line::default();
    let mut code = 0;
    prompt(phone, form, &answer).await?;
    loop {
        let content = inbox.read().await?;
        let (typed, mut ended) = input.take(&content);
        for byte in typed {
            match line.press(byte, form.terminal) {
                Pressed::Echo(echo) if form.terminal => answer.stdout(&echo).await?,
                Pressed::Echo(_) => {}
                Pressed::Enter(text) => {
                    if form.terminal {
                        answer.stdout(b"\n").await?;
                    }
                    if let Some(asked) = exit_code(&text, code) {
                        return answer.exit(asked).await;
                    }
                    code = run_line(phone, &text, code, &answer).await?;
                    prompt(phone, form, &answer).await?;
                }
                Pressed::End => ended = true,
            }
        }
        if ended {
            let rest = line.rest();
            let code = run_line(phone, &rest, code, &answer).await?;
            return answer.exit(code).await;
        }
    }
}

async fn prompt(phone: &Phone, form: Form, answer: &Answer<'_>) -> Result<(), Closed> {
    if !form.terminal {
        return Ok(());
    }
    answer.stdout(format!("{}:/ $ ", phone.name).as_bytes()).await
}

async fn run_line(
    phone: &Phone,
    line: &str,
    code: i32,
    answer: &Answer<'_>,
) -> Result<i32, Closed> {
    if line.trim().is_empty() {
        return Ok(code);
    }
    match phone.shell.run(line).await {
        Ok(output) => {
            answer.stdout(&output.stdout).await?;
            answer.stderr(&output.stderr).await?;
            Ok(output.code)
        }
        Err(error) => {
            answer.stderr(format!("{error}\n").as_bytes()).await?;
            Ok(255)
        }
    }
}

/// The code that `exit` ends with; `None` for any other line.
fn exit_code(line: &str, last: i32) -> Option<i32> {
    let mut words = line.split_whitespace();
    if words.next() != Some("exit") {
        return None;
    }
    Some(words.next().and_then(|word| word.parse().ok()).unwrap_or(last))
}

/// Takes what is typed out of the form it comes in.
struct Input {
    form: Form,
    decoder: PacketDecoder,
}

impl Input {
    /// The bytes typed, and whether no more will come.
    fn take(&mut self, content: &[u8]) -> (Vec<u8>, bool) {
        if !self.form.packets {
            return (content.to_vec(), false);
        }
        let mut rest = content;
        let (mut typed, mut ended) = (Vec::new(), false);
        while let Some((id, piece)) = self.decoder.next(&mut rest) {
            match id {
                id::STDIN => typed.extend_from_slice(piece),
                id::CLOSE_STDIN => ended = true,
                _ => {}
            }
        }
        (typed, ended)
    }
}

/// The line being typed.
#[derive(Debug, Default)]
struct Line(Vec<u8>);

/// What a key did to the line.
#[derive(Debug, PartialEq, Eq)]
enum Pressed {
    /// This should be seen.
    Echo(Vec<u8>),
    /// The line is complete.
    Enter(String),
    /// The input has ended.
    End,
}

impl Line {
    fn press(&mut self, byte: u8, terminal: bool) -> Pressed {
        match byte {
            b'\n' => Pressed::Enter(self.rest()),
            b'\r' if terminal => Pressed::Enter(self.rest()),
            0x03 if terminal => {
                self.0.clear();
                Pressed::Enter(String::new())
            }
            0x04 if terminal && self.0.is_empty() => Pressed::End,
            0x7f | 0x08 if terminal => Pressed::Echo(self.erase()),
            0x00..=0x1f if terminal => Pressed::Echo(Vec::new()),
            _ if self.0.len() >= LONGEST_LINE => Pressed::Echo(Vec::new()),
            _ => {
                self.0.push(byte);
                Pressed::Echo(vec![byte])
            }
        }
    }

    /// Takes the last character away, all bytes of it.
    fn erase(&mut self) -> Vec<u8> {
        let start = self.0.iter().rposition(|byte| byte & 0xc0 != 0x80);
        let Some(start) = start else { return Vec::new() };
        self.0.truncate(start);
        b"\x08 \x08".to_vec()
    }

    fn rest(&mut self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut self.0)).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn type_in(keys: &str) -> Vec<Pressed> {
        let mut line = Line::default();
        keys.bytes()
            .map(|byte| line.press(byte, true))
            .filter(|pressed| !matches!(pressed, Pressed::Echo(_)))
            .collect()
    }

    #[test]
    fn keys_make_lines() {
        assert_eq!(type_in("lx\x7fs\r"), [Pressed::Enter("ls".into())]);
        assert_eq!(type_in("a\u{e9}\x7f\n"), [Pressed::Enter("a".into())]);
        assert_eq!(type_in("\x7fa\x03\x04"), [Pressed::Enter(String::new()), Pressed::End]);
        assert_eq!(type_in("a\x04b\r"), [Pressed::Enter("ab".into())]);
    }

    #[test]
    fn a_line_without_end_is_bounded() {
        let mut line = Line::default();
        for _ in 0..LONGEST_LINE + 10 {
            line.press(b'x', false);
        }
        assert_eq!(line.rest().len(), LONGEST_LINE);
    }

    #[test]
    fn exit_tells_its_code() {
        assert_eq!(exit_code("exit", 3), Some(3));
        assert_eq!(exit_code(" exit 4", 3), Some(4));
        assert_eq!(exit_code("exits", 3), None);
    }
}
