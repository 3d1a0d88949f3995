//! A relay before a server, which can be taken away and can hang: what a restarted hub and a dead device are to
//! those who use them.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

/// How the relay treats connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelayState {
    /// They reach the server.
    Open,
    /// They are closed at once.
    Down,
    /// They are taken and never answered.
    Hanging,
}

/// The relay. It ends when it is dropped.
pub struct Relay {
    address: SocketAddr,
    state: watch::Sender<RelayState>,
    accepting: JoinHandle<()>,
}

impl Relay {
    /// A relay to the server at `url`.
    pub async fn to(url: &str) -> Self {
        let server: SocketAddr = url.trim_start_matches("http://").parse().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (state, told) = watch::channel(RelayState::Open);
        let accepting = tokio::spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let told = *told.borrow();
                connections.spawn(relayed(stream, server, told));
            }
        });
        Self { address, state, accepting }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn set(&self, state: RelayState) {
        self.state.send_replace(state);
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn relayed(mut stream: TcpStream, server: SocketAddr, state: RelayState) {
    match state {
        RelayState::Down => {}
        RelayState::Hanging => {
            // Until the client gives up.
            while stream.read(&mut [0; 1024]).await.is_ok_and(|read| read > 0) {}
        }
        RelayState::Open => {
            let mut server = TcpStream::connect(server).await.unwrap();
            // Either side may go away.
            let _ = copy_bidirectional(&mut stream, &mut server).await;
        }
    }
}
