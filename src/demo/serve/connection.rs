//! One connection of an adb server: greeting, streams, and the end of both.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use thiserror::Error;
use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::timeout;

use super::packet::{
    Command, FIRST_MAX_CONTENT, HEADER, MAX_CONTENT, Packet, PacketError, VERSION,
};
use super::service::{self, Phone, Service};
use super::stream::{Closed, Ids, Inbox, Link, Outbox};

/// How long a peer may take to greet.
const GREETING_LIMIT: Duration = Duration::from_secs(10);
/// How many streams one peer may have open. With one packet held for each this bounds its memory.
const MAX_STREAMS: usize = 64;
/// How many packets may wait for a peer that does not read.
const WAITING_FRAMES: usize = 32;

/// Why a connection ended other than by the peer's leaving.
#[derive(Debug, Error)]
pub enum Broken {
    /// Its bytes made no sense.
    #[error(transparent)]
    Packet(#[from] PacketError),
    /// It did not greet.
    #[error("the peer did not greet: {0}")]
    NoGreeting(&'static str),
    /// It sent content before the last one was taken.
    #[error("the peer sent content on stream {0} before the last was taken")]
    Flooded(u32),
    /// It takes less than the protocol's first generation did.
    #[error("the peer takes only {0} bytes a packet")]
    TooNarrow(u32),
}

/// A stream as the connection sees it.
#[derive(Debug)]
struct Entry {
    remote: u32,
    contents: mpsc::Sender<Vec<u8>>,
    taken: Arc<Semaphore>,
    service: AbortHandle,
}

/// The open streams by our ids. A service takes its own entry out when it ends; whoever takes it out
/// tells the peer, so that a stream is closed once.
#[derive(Clone, Debug, Default)]
struct Streams(Arc<Mutex<HashMap<u32, Entry>>>);

impl Streams {
    fn lock(&self) -> MutexGuard<'_, HashMap<u32, Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Speaks with one peer until it leaves.
///
/// # Errors
/// What the peer did wrong; the connection is closed then.
pub async fn talk(socket: TcpStream, phone: Arc<Phone>) -> Result<(), Broken> {
    // A latency of 40 ms for each small packet would make every command slow.
    socket.set_nodelay(true).map_err(PacketError::Io)?;
    let (read, write) = socket.into_split();
    let mut read = BufReader::new(read);
    let greeting = timeout(GREETING_LIMIT, Packet::read(&mut read, FIRST_MAX_CONTENT, true))
        .await
        .map_err(|_| Broken::NoGreeting("nothing came"))??;
    let Some(greeting) = greeting else { return Ok(()) };
    if greeting.command != Command::Connect {
        return Err(Broken::NoGreeting("something else came first"));
    }
    let (frames, waiting) = mpsc::channel(WAITING_FRAMES);
    let mut tasks = JoinSet::new();
    tasks.spawn(write_out(write, waiting));
    let mut connection = Connection {
        link: Link { frames, checked: true, max_content: 0 },
        streams: Streams::default(),
        tasks,
        last_id: 0,
        phone,
    };
    connection.greet(&greeting).await?;
    connection.serve(read).await
}

async fn write_out(mut write: OwnedWriteHalf, mut waiting: mpsc::Receiver<Vec<u8>>) {
    while let Some(frame) = waiting.recv().await {
        if let Err(error) = write.write_all(&frame).await {
            tracing::debug!(%error, "the adb peer cannot be written to");
            return;
        }
    }
}

struct Connection {
    link: Link,
    streams: Streams,
    /// The writer and all services; dropped with the connection, which ends them.
    tasks: JoinSet<()>,
    last_id: u32,
    phone: Arc<Phone>,
}

impl Connection {
    /// Agrees on version and sizes. A second greeting means that the peer has started anew.
    async fn greet(&mut self, greeting: &Packet) -> Result<(), Broken> {
        for (_, entry) in self.streams.lock().drain() {
            entry.service.abort();
        }
        if greeting.arg1 < FIRST_MAX_CONTENT {
            return Err(Broken::TooNarrow(greeting.arg1));
        }
        self.link.checked = greeting.arg0 < VERSION;
        self.link.max_content = greeting.arg1.min(MAX_CONTENT) as usize;
        tracing::debug!(
            version = format_args!("{:#x}", greeting.arg0),
            max_content = greeting.arg1,
            banner = %String::from_utf8_lossy(&greeting.content),
            "an adb peer greets"
        );
        let banner = self.phone.banner.clone().into_bytes();
        let answer = Packet::new(Command::Connect, VERSION, MAX_CONTENT, banner);
        // Whether the peer looks at this check it says only by the version it will agree on.
        let _ = self.link.frames.send(answer.encode(true)).await;
        Ok(())
    }

    async fn serve(&mut self, mut read: BufReader<OwnedReadHalf>) -> Result<(), Broken> {
        loop {
            let Some(packet) = Packet::read(&mut read, MAX_CONTENT, self.link.checked).await?
            else {
                return Ok(());
            };
            let done = match packet.command {
                Command::Connect => {
                    self.greet(&packet).await?;
                    Ok(())
                }
                Command::Open => self.open(&packet).await,
                Command::Okay => {
                    self.taken(&packet);
                    Ok(())
                }
                Command::Write => {
                    self.deliver(packet)?;
                    Ok(())
                }
                Command::Close => self.close(&packet).await,
                Command::Other(word) => {
                    tracing::debug!(word = format_args!("{word:#010x}"), "ignored an adb packet");
                    Ok(())
                }
            };
            if let Err(Closed) = done {
                return Ok(());
            }
        }
    }

    async fn open(&mut self, packet: &Packet) -> Result<(), Closed> {
        while self.tasks.try_join_next().is_some() {}
        let remote = packet.arg0;
        let name = packet.content.split(|byte| *byte == 0).next().unwrap_or_default();
        let service = std::str::from_utf8(name).ok().and_then(Service::parse);
        let full = self.streams.lock().len() >= MAX_STREAMS;
        let Some(service) = service.filter(|_| remote != 0 && !full) else {
            tracing::debug!(name = %String::from_utf8_lossy(name), full, "refused an adb service");
            return self.link.send(&Packet::new(Command::Close, 0, remote, Vec::new())).await;
        };
        let ids = Ids { local: self.fresh_id(), remote };
        self.link.send(&Packet::new(Command::Okay, ids.local, ids.remote, Vec::new())).await?;
        self.start(service, ids);
        Ok(())
    }

    fn start(&mut self, service: Service, ids: Ids) {
        let (contents, received) = mpsc::channel(1);
        let taken = Arc::new(Semaphore::new(1));
        let outbox = Outbox::new(self.link.clone(), ids, taken.clone());
        let inbox = Inbox::new(self.link.clone(), ids, received);
        let (phone, streams, link) = (self.phone.clone(), self.streams.clone(), self.link.clone());
        let mut open = self.streams.lock();
        // The lock is held until the entry is in: the service may end before this function does.
        let service = self.tasks.spawn(async move {
            let _ = service::run(service, &phone, inbox, outbox).await;
            if streams.lock().remove(&ids.local).is_some() {
                let close = Packet::new(Command::Close, ids.local, ids.remote, Vec::new());
                let _ = link.send(&close).await;
            }
        });
        open.insert(ids.local, Entry { remote: ids.remote, contents, taken, service });
    }

    fn fresh_id(&mut self) -> u32 {
        loop {
            self.last_id = self.last_id.wrapping_add(1);
            if self.last_id != 0 && !self.streams.lock().contains_key(&self.last_id) {
                return self.last_id;
            }
        }
    }

    /// The peer took our last content. Stray ones must not open the gate wider.
    fn taken(&self, packet: &Packet) {
        if let Some(entry) = self.streams.lock().get(&packet.arg1)
            && entry.remote == packet.arg0
            && entry.taken.available_permits() == 0
        {
            entry.taken.add_permits(1);
        }
    }

    /// Content for a stream; that of one just closed on our side is dropped, as its sender cannot
    /// know yet.
    fn deliver(&self, packet: Packet) -> Result<(), Broken> {
        let streams = self.streams.lock();
        let Some(entry) = streams.get(&packet.arg1).filter(|entry| entry.remote == packet.arg0)
        else {
            return Ok(());
        };
        match entry.contents.try_send(packet.content) {
            Err(mpsc::error::TrySendError::Full(_)) => Err(Broken::Flooded(packet.arg1)),
            Ok(()) | Err(mpsc::error::TrySendError::Closed(_)) => Ok(()),
        }
    }

    async fn close(&self, packet: &Packet) -> Result<(), Closed> {
        let local = packet.arg1;
        let Some(entry) = self.streams.lock().remove(&local) else { return Ok(()) };
        // This drops what the service is running: a peer that leaves gives its command up.
        entry.service.abort();
        self.link.send(&Packet::new(Command::Close, local, entry.remote, Vec::new())).await
    }
}

/// What one peer can make us hold is bounded: the packet being read and one for each stream.
const _: () = assert!(MAX_STREAMS * (MAX_CONTENT as usize + HEADER) <= 32 << 20);
