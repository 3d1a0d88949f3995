//! One stream of a connection: an inbox and an outbox with the protocol's flow control.

use std::sync::Arc;

use tokio::sync::{Semaphore, mpsc};

use super::packet::{Command, Packet};

/// The peer or the connection has gone.
#[derive(Debug)]
pub struct Closed;

/// The way to the peer, shared by all streams of a connection.
#[derive(Clone, Debug)]
pub struct Link {
    /// Encoded packets for the writer. Bounded, so a peer that does not read stops us.
    pub frames: mpsc::Sender<Vec<u8>>,
    /// Whether the peer looks at checks.
    pub checked: bool,
    /// The longest content the peer takes.
    pub max_content: usize,
}

impl Link {
    /// Sends one packet.
    pub async fn send(&self, packet: &Packet) -> Result<(), Closed> {
        self.frames.send(packet.encode(self.checked)).await.map_err(|_| Closed)
    }
}

/// Both ids of a stream.
#[derive(Clone, Copy, Debug)]
pub struct Ids {
    /// Ours.
    pub local: u32,
    /// The peer's.
    pub remote: u32,
}

/// What a service writes to.
#[derive(Debug)]
pub struct Outbox {
    link: Link,
    ids: Ids,
    /// One permit while the peer has taken everything.
    taken: Arc<Semaphore>,
}

impl Outbox {
    /// An outbox whose `taken` the connection gives a permit back to on each `OKAY`.
    pub fn new(link: Link, ids: Ids, taken: Arc<Semaphore>) -> Self {
        Self { link, ids, taken }
    }

    /// The longest content of one packet.
    pub fn max_content(&self) -> usize {
        self.link.max_content
    }

    /// Writes all of `bytes`, one packet at a time: the next one only once the peer took the last.
    pub async fn write(&self, bytes: &[u8]) -> Result<(), Closed> {
        for content in bytes.chunks(self.link.max_content) {
            self.taken.acquire().await.map_err(|_| Closed)?.forget();
            let packet =
                Packet::new(Command::Write, self.ids.local, self.ids.remote, content.to_vec());
            self.link.send(&packet).await?;
        }
        Ok(())
    }
}

/// What a service reads from. Content is acknowledged when it is taken out, so that a peer can make
/// us hold one packet per stream and no more.
#[derive(Debug)]
pub struct Inbox {
    link: Link,
    ids: Ids,
    contents: mpsc::Receiver<Vec<u8>>,
    held: Vec<u8>,
}

impl Inbox {
    /// An inbox that takes what the connection puts into `contents`.
    pub fn new(link: Link, ids: Ids, contents: mpsc::Receiver<Vec<u8>>) -> Self {
        Self { link, ids, contents, held: Vec::new() }
    }

    /// What comes next.
    pub async fn read(&mut self) -> Result<Vec<u8>, Closed> {
        if !self.held.is_empty() {
            return Ok(std::mem::take(&mut self.held));
        }
        let content = self.contents.recv().await.ok_or(Closed)?;
        let okay = Packet::new(Command::Okay, self.ids.local, self.ids.remote, Vec::new());
        self.link.send(&okay).await?;
        Ok(content)
    }

    /// Exactly `length` bytes; callers bound it.
    pub async fn read_exact(&mut self, length: usize) -> Result<Vec<u8>, Closed> {
        let mut bytes = Vec::with_capacity(length);
        while bytes.len() < length {
            let mut content = self.read().await?;
            let missing = length - bytes.len();
            if content.len() > missing {
                self.held = content.split_off(missing);
            }
            bytes.append(&mut content);
        }
        Ok(bytes)
    }

    /// Reads and forgets `length` bytes.
    pub async fn skip(&mut self, mut length: usize) -> Result<(), Closed> {
        while length > 0 {
            let mut content = self.read().await?;
            if content.len() > length {
                self.held = content.split_off(length);
            }
            length -= content.len();
        }
        Ok(())
    }

    /// Reads and forgets whatever comes, until the peer has gone.
    pub async fn ignore(&mut self) {
        while self.read().await.is_ok() {}
    }
}
