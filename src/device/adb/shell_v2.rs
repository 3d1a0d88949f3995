//! The framing of the `shell_v2` feature: one byte of stream id, four of length, then the bytes.
//!
//! Both sides of the wire use it: the client that reads a phone's answers, and the embedded phone
//! that reads what is typed into its shell.

/// What the bytes of a packet are.
pub mod id {
    /// Standard input, to the device.
    pub const STDIN: u8 = 0;
    /// Standard output, from the device.
    pub const STDOUT: u8 = 1;
    /// Standard error, from the device.
    pub const STDERR: u8 = 2;
    /// The exit code, one byte, from the device: the last packet.
    pub const EXIT: u8 = 3;
    /// Standard input has ended, to the device.
    pub const CLOSE_STDIN: u8 = 4;
}

/// Bytes before the content of a packet.
pub const HEADER: usize = 5;

/// One packet. Content longer than `u32` can tell cannot occur: callers cut it far below.
pub fn encode(id: u8, content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).unwrap_or(u32::MAX);
    let mut packet = Vec::with_capacity(HEADER + content.len());
    packet.push(id);
    packet.extend_from_slice(&length.to_le_bytes());
    packet.extend_from_slice(content);
    packet
}

/// Takes a byte stream apart as it arrives. It keeps no content, so a packet that claims four
/// gigabytes costs nothing.
#[derive(Debug, Default)]
pub struct PacketDecoder {
    header: [u8; HEADER],
    read: usize,
    left: u32,
}

impl PacketDecoder {
    /// Takes the next piece of a packet off the front of `bytes`: its id and as much of its content
    /// as is here (empty for an empty packet). `None` once more bytes are needed.
    pub fn next<'a>(&mut self, bytes: &mut &'a [u8]) -> Option<(u8, &'a [u8])> {
        while self.read < HEADER {
            let (first, rest) = bytes.split_first()?;
            self.header[self.read] = *first;
            self.read += 1;
            *bytes = rest;
            if self.read == HEADER {
                let [_, a, b, c, d] = self.header;
                self.left = u32::from_le_bytes([a, b, c, d]);
                if self.left == 0 {
                    self.read = 0;
                    return Some((self.header[0], &[]));
                }
            }
        }
        if bytes.is_empty() {
            return None;
        }
        let here = usize::try_from(self.left).unwrap_or(usize::MAX).min(bytes.len());
        let (piece, rest) = bytes.split_at_checked(here)?;
        *bytes = rest;
        self.left -= u32::try_from(here).unwrap_or(self.left);
        if self.left == 0 {
            self.read = 0;
        }
        Some((self.header[0], piece))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Decodes `wire` in chunks of `step` bytes, joining the pieces of neighbouring packets with
    /// the same id.
    fn decode(wire: &[u8], step: usize) -> Vec<(u8, Vec<u8>)> {
        let mut decoder = PacketDecoder::default();
        let mut seen: Vec<(u8, Vec<u8>)> = Vec::new();
        for mut chunk in wire.chunks(step) {
            while let Some((id, piece)) = decoder.next(&mut chunk) {
                match seen.last_mut() {
                    Some((last, content)) if *last == id => content.extend_from_slice(piece),
                    _ => seen.push((id, piece.to_vec())),
                }
            }
        }
        seen
    }

    #[test]
    fn an_empty_packet_is_told() {
        assert_eq!(decode(&encode(id::CLOSE_STDIN, b""), 1), [(id::CLOSE_STDIN, vec![])]);
    }

    proptest! {
        #[test]
        fn what_was_encoded_is_decoded_in_any_chunks(
            packets in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..6),
            step in 1_usize..50,
        ) {
            let wanted: Vec<(u8, Vec<u8>)> =
                packets.into_iter().enumerate().map(|(n, p)| (n as u8, p)).collect();
            let wire: Vec<u8> = wanted.iter().flat_map(|(id, p)| encode(*id, p)).collect();
            prop_assert_eq!(decode(&wire, step), wanted);
        }

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), step in 1_usize..20) {
            decode(&bytes, step);
        }
    }
}
