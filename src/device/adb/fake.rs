//! An adb server as tests need it: each request is answered by a script.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::{AdbServer, ServerAddress};

/// What the fake server does with one request.
pub enum FakeReply {
    /// Sends these bytes and waits for the next request on the same connection.
    Next(Vec<u8>),
    /// Sends these bytes and closes the connection.
    End(Vec<u8>),
    /// Sends these bytes and then waits until the client closes the connection, which is told on
    /// [`FakeServer::gone`].
    Hold(Vec<u8>),
}

/// `OKAY` and a block.
pub fn okay_block(text: &str) -> Vec<u8> {
    format!("OKAY{:04x}{text}", text.len()).into_bytes()
}

/// `FAIL` and a reason.
pub fn fail(text: &str) -> Vec<u8> {
    format!("FAIL{:04x}{text}", text.len()).into_bytes()
}

pub struct FakeServer {
    pub server: AdbServer,
    requests: Arc<Mutex<Vec<String>>>,
    /// One message per held connection that the client closed: what it had sent meanwhile.
    pub gone: mpsc::UnboundedReceiver<Vec<u8>>,
    accepting: JoinHandle<()>,
}

impl Drop for FakeServer {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

impl FakeServer {
    pub async fn start(script: impl Fn(&str) -> FakeReply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (reported, gone) = mpsc::unbounded_channel();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (script, log) = (Arc::new(script), requests.clone());
        let accepting = tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let (script, log, reported) = (script.clone(), log.clone(), reported.clone());
                tokio::spawn(async move {
                    let _ = talk(socket, &*script, &log, &reported).await;
                });
            }
        });
        let server = AdbServer::at(ServerAddress::Tcp { host: "127.0.0.1".into(), port });
        Self { server, requests, gone, accepting }
    }

    /// All requests so far, of all connections.
    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

async fn talk(
    mut socket: TcpStream,
    script: &(dyn Fn(&str) -> FakeReply + Send + Sync),
    log: &Mutex<Vec<String>>,
    gone: &mpsc::UnboundedSender<Vec<u8>>,
) -> std::io::Result<()> {
    loop {
        let mut digits = [0; 4];
        socket.read_exact(&mut digits).await?;
        let length = usize::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap();
        let mut request = vec![0; length];
        socket.read_exact(&mut request).await?;
        let request = String::from_utf8(request).unwrap();
        log.lock().unwrap().push(request.clone());
        match script(&request) {
            FakeReply::Next(bytes) => socket.write_all(&bytes).await?,
            FakeReply::End(bytes) => {
                socket.write_all(&bytes).await?;
                // Closing with bytes unread would reset the connection and lose what was sent.
                socket.shutdown().await?;
                tokio::io::copy(&mut socket, &mut tokio::io::sink()).await?;
                return Ok(());
            }
            FakeReply::Hold(bytes) => {
                socket.write_all(&bytes).await?;
                let mut sent = Vec::new();
                let _ = socket.read_to_end(&mut sent).await;
                let _ = gone.send(sent);
                return Ok(());
            }
        }
    }
}
