//! What an adb server does on its side of a connection, as far as tests need it.

use std::collections::VecDeque;
use std::future::Future;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::demo::serve::packet::{Command, Packet, VERSION};

#[derive(Clone, Copy, Debug)]
pub struct Stream {
    pub local: u32,
    pub remote: u32,
}

/// Far longer than anything here takes: a phone that does not answer fails its test, and does not
/// hold it up.
pub async fn soon<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(20), what).await.expect("the phone answers")
}

pub struct Host {
    socket: TcpStream,
    last_id: u32,
    checked: bool,
    pub greeting: Packet,
    /// The longest content that came.
    pub longest: usize,
    /// Packets of streams that were not being read, but for `OKAY`.
    pub others: VecDeque<Packet>,
}

impl Host {
    pub async fn connect(port: u16) -> Self {
        Self::greet(port, VERSION, 1 << 20).await
    }

    pub async fn greet(port: u16, version: u32, max_content: u32) -> Self {
        let mut host = Self::without_greeting(port).await;
        host.checked = true;
        host.send(Command::Connect, version, max_content, b"host::features=shell_v2").await;
        host.greeting = host.receive().await.unwrap();
        host.checked = version < VERSION;
        host
    }

    pub async fn without_greeting(port: u16) -> Self {
        Self {
            socket: TcpStream::connect(("127.0.0.1", port)).await.unwrap(),
            last_id: 100,
            checked: false,
            greeting: Packet::new(Command::Connect, 0, 0, vec![]),
            longest: 0,
            others: VecDeque::new(),
        }
    }

    pub async fn send_raw(&mut self, bytes: &[u8]) {
        // The phone may close while this is under way.
        let _ = self.socket.write_all(bytes).await;
    }

    /// Sends nothing more.
    pub async fn leave(&mut self) {
        let _ = self.socket.shutdown().await;
    }

    pub async fn send(&mut self, command: Command, arg0: u32, arg1: u32, content: &[u8]) {
        let bytes = Packet::new(command, arg0, arg1, content.to_vec()).encode(self.checked);
        self.send_raw(&bytes).await;
    }

    /// The next packet; `None` once the phone has closed the connection.
    pub async fn receive(&mut self) -> Option<Packet> {
        let packet = Packet::read(&mut self.socket, 1 << 20, self.checked);
        let packet = soon(packet).await.ok()??;
        self.longest = self.longest.max(packet.content.len());
        Some(packet)
    }

    /// Tells that a content was taken.
    pub async fn take(&mut self, packet: &Packet) {
        self.send(Command::Okay, packet.arg1, packet.arg0, b"").await;
    }

    /// Opens `service`; `None` if it is refused.
    pub async fn open(&mut self, service: &str) -> Option<Stream> {
        self.last_id += 1;
        let local = self.last_id;
        self.send(Command::Open, local, 0, format!("{service}\0").as_bytes()).await;
        loop {
            let packet = self.receive().await.expect("the connection stays open");
            match packet.command {
                Command::Okay if packet.arg1 == local => {
                    return Some(Stream { local, remote: packet.arg0 });
                }
                Command::Close if packet.arg1 == local => {
                    assert_eq!(packet.arg0, 0, "a refusal names no stream");
                    return None;
                }
                _ => self.others.push_back(packet),
            }
        }
    }

    /// The next packet of `stream`.
    async fn receive_of(&mut self, stream: Stream) -> Packet {
        if let Some(at) = self.others.iter().position(|packet| packet.arg1 == stream.local) {
            return self.others.remove(at).unwrap();
        }
        loop {
            let packet = self.receive().await.expect("the connection stays open");
            if packet.arg1 == stream.local {
                return packet;
            }
            self.others.push_back(packet);
        }
    }

    /// The next content of `stream`, taken.
    pub async fn next_content(&mut self, stream: Stream) -> Vec<u8> {
        loop {
            let packet = self.receive_of(stream).await;
            match packet.command {
                Command::Write => {
                    self.take(&packet).await;
                    return packet.content;
                }
                Command::Okay => {}
                other => panic!("{other:?} instead of content"),
            }
        }
    }

    /// All that comes on `stream` until the phone closes it.
    pub async fn read_to_end(&mut self, stream: Stream) -> Vec<u8> {
        let mut all = Vec::new();
        loop {
            let packet = self.receive_of(stream).await;
            match packet.command {
                Command::Write => {
                    self.take(&packet).await;
                    all.extend_from_slice(&packet.content);
                }
                Command::Close => {
                    self.send(Command::Close, stream.local, stream.remote, b"").await;
                    return all;
                }
                _ => {}
            }
        }
    }

    /// Everything that `service` says.
    pub async fn run(&mut self, service: &str) -> Vec<u8> {
        let stream = self.open(service).await.expect("the service is there");
        self.read_to_end(stream).await
    }
}
