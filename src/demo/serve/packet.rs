//! The packets of the adb transport protocol.
//!
//! A header of six little-endian words (command, two arguments, length, check, the command's
//! complement) and the content. From version 0x01000001 on the check may be left at 0.

use std::io;

use thiserror::Error;
use tokio::io::{AsyncRead, AsyncReadExt};

/// The protocol version spoken here; the connection speaks the lower of both sides'.
pub const VERSION: u32 = 0x0100_0001;
/// The longest content taken here. A real phone takes a mebibyte; less bounds what a hostile peer
/// can make us hold.
pub const MAX_CONTENT: u32 = 256 * 1024;
/// The longest content of the first protocol generation, and before both sides have said more.
pub const FIRST_MAX_CONTENT: u32 = 4096;
/// Bytes of a header.
pub const HEADER: usize = 24;

/// What a packet is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Greets, with version, longest content and a banner.
    Connect,
    /// Opens a stream to a service.
    Open,
    /// A stream is open, or its last content was taken.
    Okay,
    /// A stream has ended, or could not be opened.
    Close,
    /// Content of a stream.
    Write,
    /// Anything else with a proper complement: authentication, TLS, what future versions bring.
    Other(u32),
}

impl Command {
    fn from_word(word: u32) -> Self {
        match &word.to_le_bytes() {
            b"CNXN" => Self::Connect,
            b"OPEN" => Self::Open,
            b"OKAY" => Self::Okay,
            b"CLSE" => Self::Close,
            b"WRTE" => Self::Write,
            _ => Self::Other(word),
        }
    }

    fn word(self) -> u32 {
        match self {
            Self::Connect => u32::from_le_bytes(*b"CNXN"),
            Self::Open => u32::from_le_bytes(*b"OPEN"),
            Self::Okay => u32::from_le_bytes(*b"OKAY"),
            Self::Close => u32::from_le_bytes(*b"CLSE"),
            Self::Write => u32::from_le_bytes(*b"WRTE"),
            Self::Other(word) => word,
        }
    }
}

/// One packet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet {
    /// What it is for.
    pub command: Command,
    /// First argument: the version, or the sender's stream id.
    pub arg0: u32,
    /// Second argument: the longest content, or the receiver's stream id.
    pub arg1: u32,
    /// Its content.
    pub content: Vec<u8>,
}

/// Why bytes are no packet. The connection cannot go on after one: where the next packet begins is
/// unknown.
#[derive(Debug, Error)]
pub enum PacketError {
    /// The connection failed, or ended within a packet.
    #[error("the connection failed: {0}")]
    Io(#[from] io::Error),
    /// The complement does not fit the command.
    #[error("bytes that are no adb packet (command {command:#010x}, complement {magic:#010x})")]
    Magic {
        /// The first word.
        command: u32,
        /// The last word.
        magic: u32,
    },
    /// The content is longer than was agreed.
    #[error("a packet announces {length} bytes, at most {limit} were agreed")]
    TooLong {
        /// The length announced.
        length: u32,
        /// The longest length agreed.
        limit: u32,
    },
    /// The content does not fit its check.
    #[error("a packet's content adds up to {sum:#010x}, its header says {check:#010x}")]
    Check {
        /// The sum of the bytes that came.
        sum: u32,
        /// The sum announced.
        check: u32,
    },
}

impl Packet {
    /// A packet.
    pub fn new(command: Command, arg0: u32, arg1: u32, content: Vec<u8>) -> Self {
        Self { command, arg0, arg1, content }
    }

    /// Its bytes. `checked` fills the check in, for peers that look at it.
    pub fn encode(&self, checked: bool) -> Vec<u8> {
        let command = self.command.word();
        let length = u32::try_from(self.content.len()).unwrap_or(u32::MAX);
        let check = if checked { sum(&self.content) } else { 0 };
        let mut bytes = Vec::with_capacity(HEADER + self.content.len());
        for word in [command, self.arg0, self.arg1, length, check, !command] {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        bytes.extend_from_slice(&self.content);
        bytes
    }

    /// Reads one packet whose content is at most `limit` long; `None` if the connection ended
    /// between packets. Not to be dropped half-way: what it has read would be lost.
    pub async fn read(
        from: &mut (impl AsyncRead + Unpin),
        limit: u32,
        checked: bool,
    ) -> Result<Option<Self>, PacketError> {
        let mut header = [0; HEADER];
        let first = from.read(&mut header).await?;
        if first == 0 {
            return Ok(None);
        }
        if let Some(rest) = header.get_mut(first..) {
            from.read_exact(rest).await?;
        }
        let [command, arg0, arg1, length, check, magic] = words(&header);
        if magic != !command {
            return Err(PacketError::Magic { command, magic });
        }
        if length > limit {
            return Err(PacketError::TooLong { length, limit });
        }
        let mut content = vec![0; usize::try_from(length).unwrap_or(0)];
        from.read_exact(&mut content).await?;
        let command = Command::from_word(command);
        // A greeting says by itself whether its sender still fills the check in.
        let checked =
            if command == Command::Connect { arg0 < VERSION || check != 0 } else { checked };
        let sum = sum(&content);
        if checked && sum != check {
            return Err(PacketError::Check { sum, check });
        }
        Ok(Some(Self { command, arg0, arg1, content }))
    }
}

/// The check is called a CRC everywhere and is a plain sum.
fn sum(content: &[u8]) -> u32 {
    content.iter().fold(0, |sum, byte| sum.wrapping_add(u32::from(*byte)))
}

fn words(header: &[u8; HEADER]) -> [u32; 6] {
    let mut words = [0; 6];
    for (word, bytes) in words.iter_mut().zip(header.chunks_exact(4)) {
        *word = bytes.try_into().map(u32::from_le_bytes).unwrap_or_default();
    }
    words
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use proptest::prelude::*;

    use super::*;

    /// Reading from a slice never waits.
    fn read(mut bytes: &[u8], checked: bool) -> Result<Option<Packet>, PacketError> {
        Packet::read(&mut bytes, MAX_CONTENT, checked).now_or_never().unwrap()
    }

    #[test]
    fn a_header_is_as_the_protocol_says() {
        let bytes = Packet::new(Command::Okay, 1, 2, vec![250, 250]).encode(true);
        assert_eq!(bytes.len(), 26);
        assert_eq!(&bytes[..12], b"OKAY\x01\0\0\0\x02\0\0\0");
        assert_eq!(&bytes[12..20], &[2, 0, 0, 0, 0xf4, 1, 0, 0]);
        assert_eq!(&bytes[20..24], &[b'O' ^ 255, b'K' ^ 255, b'A' ^ 255, b'Y' ^ 255]);
    }

    #[test]
    fn an_end_between_packets_is_no_error_and_one_within_is() {
        assert!(read(b"", true).unwrap().is_none());
        let bytes = Packet::new(Command::Write, 1, 2, b"abc".to_vec()).encode(true);
        for end in 1..bytes.len() {
            assert!(matches!(read(&bytes[..end], true), Err(PacketError::Io(_))), "cut at {end}");
        }
    }

    #[test]
    fn a_giant_length_is_refused_before_anything_is_held() {
        let mut bytes = Packet::new(Command::Write, 1, 2, vec![]).encode(true);
        bytes[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(matches!(read(&bytes, false), Err(PacketError::TooLong { length: u32::MAX, .. })));
    }

    #[test]
    fn a_wrong_sum_is_seen_where_sums_are_agreed() {
        let mut bytes = Packet::new(Command::Write, 1, 2, b"abc".to_vec()).encode(true);
        bytes[HEADER] = b'z';
        assert!(matches!(read(&bytes, true), Err(PacketError::Check { .. })));
        assert!(read(&bytes, false).is_ok());
    }

    #[test]
    fn an_old_greeting_must_add_up_and_a_new_one_may_leave_it_out() {
        let greeting = |version, checked| {
            Packet::new(Command::Connect, version, 4096, b"host::".to_vec()).encode(checked)
        };
        assert!(read(&greeting(0x0100_0000, true), true).is_ok());
        assert!(matches!(
            read(&greeting(0x0100_0000, false), true),
            Err(PacketError::Check { .. })
        ));
        assert!(read(&greeting(VERSION, false), true).is_ok());
        assert!(read(&greeting(VERSION, true), true).is_ok());
    }

    proptest! {
        #[test]
        fn what_was_encoded_is_read(
            command in prop_oneof![
                Just(Command::Connect), Just(Command::Open), Just(Command::Okay),
                Just(Command::Close), Just(Command::Write), any::<u32>().prop_map(Command::from_word),
            ],
            arg0: u32, arg1: u32, checked: bool,
            content in prop::collection::vec(any::<u8>(), 0..300),
        ) {
            // An old greeting without its check is refused on purpose.
            prop_assume!(checked || command != Command::Connect || arg0 >= VERSION);
            let packet = Packet::new(command, arg0, arg1, content);
            prop_assert_eq!(read(&packet.encode(checked), checked).unwrap(), Some(packet));
        }

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..100), checked: bool) {
            let _ = read(&bytes, checked);
        }

        #[test]
        fn no_words_panic(words: [u32; 5], rest in prop::collection::vec(any::<u8>(), 0..50)) {
            let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            bytes.extend((!words[0]).to_le_bytes());
            bytes.extend(rest);
            let _ = read(&bytes, true);
        }
    }
}
