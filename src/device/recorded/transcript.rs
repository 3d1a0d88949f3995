//! Dialogues as text: who said what, and if a session ended.
//!
//! Two forms are read, both of which testers of voice apps have published:
//!
//! ```text
//! round 1:                          I:
//! alexa open moon guide             open moon guide
//! Welcome. Ask for the phase.       E:
//! stop                              Welcome. Ask for the phase.
//! <--skill exit-->Goodbye.          I:
//!                                   <---no answer--->
//! round 2:
//! …
//! ```
//!
//! - *Alternating*: a line of the user, a line of the app, and so on. `round N:` begins a session,
//!   and so do the words that opened the first one. An empty line in the app's place is an app that
//!   said nothing, as long as the session goes on behind it.
//! - *Named*: `I:`, `U:` or `user:` before what the user said, `E:`, `A:`, `app:` or `skill:` before
//!   what the app said, on a line of their own or in front of the words.
//!
//! Marks before the app's words: `<--skill exit-->` and `<---skill closed--->` end the session,
//! `<---network error--->` voids the turn, and `<---same content as before--->`,
//! `<---different content as before--->` are a tester's remarks. `<---no answer--->` in the user's
//! place: the tester had nothing to say.

use super::words::{self, LaunchPhrase};

/// No honest line is longer, in bytes.
const LONGEST_LINE: usize = 64 * 1024;

/// One thing said and what the app said to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscriptTurn {
    /// The user's words.
    pub words: String,
    /// The app's words; empty if it said nothing.
    pub said: String,
    /// True if the session ended with it.
    pub ended: bool,
}

/// The turns of one session in order.
pub type Session = Vec<TranscriptTurn>;

/// A text that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    /// Its sessions; none is empty.
    pub sessions: Vec<Session>,
    /// True if the form itself shows that it is a dialogue: a mark, a round, a name in front.
    pub marked: bool,
}

/// The text in `bytes`: UTF-8, UTF-16 with a mark of its order, or else Windows-1252, which old
/// transcripts are in.
///
/// # Errors
/// If it is no text; a sentence that says why.
pub fn decode(bytes: &[u8]) -> Result<String, &'static str> {
    let utf16 = |bytes: &[u8], read: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).map(|pair| read([pair[0], pair[1]]));
        char::decode_utf16(units).map(|sign| sign.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    };
    let text: String = match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_not_utf8) => bytes.iter().map(|byte| windows_1252(*byte)).collect(),
        },
    };
    if text.contains('\0') {
        return Err("it is no text");
    }
    Ok(text)
}

/// The signs of Windows-1252 that people type; the others of its own are left as blanks.
const fn windows_1252(byte: u8) -> char {
    match byte {
        0x85 => '…',
        0x91 | 0x92 => '\'',
        0x93 | 0x94 => '"',
        0x96 | 0x97 => '-',
        0x80..=0x9f => ' ',
        _ => byte as char,
    }
}

/// Reads `text`.
///
/// # Errors
/// If it is not a dialogue; a sentence that says why.
pub fn read(text: &str) -> Result<Transcript, String> {
    if let Some(at) = text.lines().position(|line| line.len() > LONGEST_LINE) {
        return Err(format!("line {} is longer than {LONGEST_LINE} bytes", at + 1));
    }
    let first = text.lines().map(str::trim).find(|line| !line.is_empty());
    let named = first.is_some_and(|line| name(line).is_some());
    let mut reading = TranscriptReader { marked: named, ..TranscriptReader::default() };
    if named {
        reading.named(text);
    } else {
        reading.alternating(text);
    }
    reading.close();
    if reading.sessions.is_empty() {
        return Err("nothing in it was both said and answered".into());
    }
    Ok(Transcript { sessions: reading.sessions, marked: reading.marked })
}

/// Who is named in front of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SpeakerName {
    User,
    App,
}

/// The name in front of `line`, and what follows it.
fn name(line: &str) -> Option<(SpeakerName, &str)> {
    let (name, rest) = line.split_once(':')?;
    let who = match name.trim().to_lowercase().as_str() {
        "i" | "u" | "user" | "tester" => SpeakerName::User,
        "e" | "a" | "app" | "skill" => SpeakerName::App,
        _ => return None,
    };
    Some((who, rest.trim()))
}

/// True for `round 3:` and the like.
fn is_round(line: &str) -> bool {
    let lower = line.to_lowercase();
    let behind = ["round", "session", "dialogue"].iter().find_map(|word| lower.strip_prefix(word));
    let number = behind.map(|rest| rest.trim().trim_end_matches(':'));
    number.is_some_and(|number| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()))
}

/// The mark in front of `line` without its brackets, and what follows it.
fn mark(line: &str) -> Option<(&str, &str)> {
    let (mark, rest) = line.strip_prefix("<--")?.split_once("-->")?;
    Some((mark.trim_matches('-').trim(), rest.trim_start_matches('.').trim()))
}

#[derive(Default)]
struct TranscriptReader {
    sessions: Vec<Session>,
    session: Session,
    words: Option<String>,
    marked: bool,
    /// True behind the end of a session, until another one begins.
    over: bool,
}

impl TranscriptReader {
    fn alternating(&mut self, text: &str) {
        let mut lines = text.lines().map(str::trim).peekable();
        while let Some(line) = lines.next() {
            if is_round(line) {
                self.marked = true;
                self.close();
            } else if self.words.is_none() {
                if !line.is_empty() {
                    self.user(line);
                }
            } else if line.is_empty() {
                // Nothing said; at the end of a session it only means that nothing follows.
                if lines.peek().is_some_and(|next| !next.is_empty() && !is_round(next)) {
                    self.app("");
                }
            } else {
                self.app(line);
            }
        }
    }

    fn named(&mut self, text: &str) {
        let mut speaking: Option<(SpeakerName, String)> = None;
        for line in text.lines().map(str::trim) {
            match name(line) {
                Some((who, words)) => {
                    self.spoke(speaking.take());
                    speaking = Some((who, words.to_owned()));
                }
                None if is_round(line) => {
                    self.spoke(speaking.take());
                    self.close();
                }
                None => {
                    if let Some((_, words)) = &mut speaking
                        && !line.is_empty()
                    {
                        words.push_str(if words.is_empty() { "" } else { " " });
                        words.push_str(line);
                    }
                }
            }
        }
        self.spoke(speaking);
    }

    fn spoke(&mut self, speaking: Option<(SpeakerName, String)>) {
        match speaking {
            Some((SpeakerName::User, words)) => self.user(&words),
            Some((SpeakerName::App, words)) if self.words.is_some() => self.app(&words),
            // The app spoke first, or again: there are no words that led to it.
            Some((SpeakerName::App, _)) | None => {}
        }
    }

    fn user(&mut self, line: &str) {
        if mark(line).is_some() {
            self.marked = true;
            self.words = None;
            return;
        }
        let first = self.session.first().or(self.sessions.last().and_then(|last| last.first()));
        let opening = words::opening(line);
        let again = first.is_some_and(|first| {
            matches!(opening, Some(LaunchPhrase::Plain(_)))
                && words::opening(&first.words) == opening
        });
        if again || self.over && opening.is_some() {
            self.close();
        }
        self.words = (!line.is_empty()).then(|| plain(line));
    }

    fn app(&mut self, line: &str) {
        let Some(words) = self.words.take() else { return };
        let (mark, said) = mark(line).map_or((None, line), |(mark, said)| (Some(mark), said));
        self.marked |= mark.is_some();
        let mark = mark.unwrap_or_default().to_lowercase();
        // Behind the end it is the platform that answers, not the app.
        if self.over || mark.contains("network error") {
            return;
        }
        let ended = mark.contains("exit") || mark.contains("closed");
        self.session.push(TranscriptTurn { words, said: plain(said), ended });
        self.over = ended;
    }

    /// Ends the session.
    fn close(&mut self) {
        self.words = None;
        self.over = false;
        if !self.session.is_empty() {
            self.sessions.push(std::mem::take(&mut self.session));
        }
    }
}

/// `text` on one line, without control characters.
fn plain(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn turns(text: &str) -> Vec<Vec<(String, String, bool)>> {
        let sessions = read(text).unwrap().sessions;
        let turn = |turn: TranscriptTurn| (turn.words, turn.said, turn.ended);
        sessions.into_iter().map(|session| session.into_iter().map(turn).collect()).collect()
    }

    fn turn(words: &str, said: &str, ended: bool) -> (String, String, bool) {
        (words.into(), said.into(), ended)
    }

    #[test]
    fn rounds_of_alternating_lines() {
        let text = "round 1:\nopen tea\nGreen or black?\n green\n\nblack\nFine.\n\nround 2:\n\
                    open tea\n<--skill exit-->Not now.\n\n";
        assert_eq!(
            turns(text),
            [
                vec![
                    turn("open tea", "Green or black?", false),
                    turn("green", "", false),
                    turn("black", "Fine.", false),
                ],
                vec![turn("open tea", "Not now.", true)],
            ]
        );
    }

    #[test]
    fn the_opening_words_begin_another_session() {
        let text = "Alexa, open tea\nHello.\nyes\nBye.\nalexa open tea\nHello again.\n";
        assert_eq!(turns(text).len(), 2);
        let game = "open cave\nA door.\nopen door\nIt opens.\n";
        assert_eq!(turns(game).len(), 1, "opening something else is said to the app");
    }

    #[test]
    fn named_lines() {
        let text = "I:\nopen tea\nE:\nGreen or black?\nI:\ngreen\nE:\n<---same content as \
                    before--->Green or\nblack?\nI:\n<---no answer--->\n";
        let expected = vec![
            turn("open tea", "Green or black?", false),
            turn("green", "Green or black?", false),
        ];
        assert_eq!(turns(text), vec![expected.clone()]);
        let inline = "user: open tea\napp: Green or black?\nuser: green\napp: Green or black?\n";
        assert_eq!(turns(inline), [expected]);
    }

    #[test]
    fn what_ends_and_what_voids() {
        let text = "I:\nopen tea\nE:\n<---skill closed--->.Bye.\nI:\nmore\nE:\nWho?\n";
        assert_eq!(turns(text), [vec![turn("open tea", "Bye.", true)]], "the platform is no app");
        let text = "I:\nopen tea\nE:\nHi.\nI:\nmore\nE:\n<---network error--->\n";
        assert_eq!(turns(text), [vec![turn("open tea", "Hi.", false)]]);
    }

    #[test]
    fn a_last_line_without_an_answer_is_left_out() {
        assert_eq!(turns("open tea\nHi.\nstop\n\n"), [vec![turn("open tea", "Hi.", false)]]);
        assert!(read("open tea\n").is_err());
        assert!(read("").is_err());
        assert!(read(&"x".repeat(LONGEST_LINE + 1)).unwrap_err().contains("line 1"));
    }

    #[test]
    fn encodings() {
        let text = "é ok\n";
        let utf16: Vec<u8> = [0xff, 0xfe]
            .into_iter()
            .chain(text.encode_utf16().flat_map(u16::to_le_bytes))
            .collect();
        for bytes in [text.as_bytes(), &utf16, b"\xef\xbb\xbf\xc3\xa9 ok\n", b"\xe9 ok\n"] {
            assert_eq!(decode(bytes).unwrap(), text);
        }
        assert_eq!(decode(b"don\x92t"), Ok("don't".into()));
        assert!(decode(b"PNG\0\x01").is_err());
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text: String) {
            let _ = read(&text);
        }

        #[test]
        fn no_dialogue_makes_it_panic(lines in prop::collection::vec(
            "(I:|E:|user: hi|round 2:|<--skill exit-->x|<---no answer--->|open tea|)", 0..20)
        ) {
            if let Ok(transcript) = read(&lines.join("\n")) {
                prop_assert!(transcript.sessions.iter().all(|session| !session.is_empty()));
                for session in transcript.sessions {
                    let ended = session.iter().position(|turn| turn.ended);
                    prop_assert!(ended.is_none_or(|at| at + 1 == session.len()), "{session:?}");
                }
            }
        }

        #[test]
        fn no_bytes_make_it_panic(bytes: Vec<u8>) {
            let _ = decode(&bytes);
        }
    }
}
