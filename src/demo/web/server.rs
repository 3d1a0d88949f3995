//! A tiny HTTP server on this computer, for the demo web apps and for tests.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::timeout;

/// The largest request that is read, in bytes.
const LARGEST_REQUEST: usize = 256 << 10;

/// How long a request may take to arrive: browsers open connections that they may never use.
const REQUEST_LIMIT: Duration = Duration::from_secs(30);

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRequest {
    /// `GET` and the like.
    pub method: String,
    /// The path, with the query if there is one.
    pub path: String,
    /// The body as text.
    pub body: String,
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageReply {
    /// The status code.
    pub status: u16,
    /// Lines of the head, such as `Location: /b`.
    pub head: Vec<String>,
    /// The body.
    pub body: String,
}

impl PageReply {
    /// A page.
    pub fn html(body: impl Into<String>) -> Self {
        let head = vec!["Content-Type: text/html; charset=utf-8".to_owned()];
        Self { status: 200, head, body: body.into() }
    }

    /// Plain text with a status code.
    pub fn status(status: u16, body: impl Into<String>) -> Self {
        let head = vec!["Content-Type: text/plain; charset=utf-8".to_owned()];
        Self { status, head, body: body.into() }
    }
}

type AnswerPage = dyn Fn(&PageRequest) -> PageReply + Send + Sync;

/// A running server. It ends when it is dropped.
#[derive(Debug)]
pub struct PageServer {
    address: SocketAddr,
    accepting: JoinHandle<()>,
}

impl PageServer {
    /// Starts a server on a free port, for this computer only.
    ///
    /// # Errors
    /// If no port can be had.
    pub async fn start(
        answer: impl Fn(&PageRequest) -> PageReply + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let answer: Arc<AnswerPage> = Arc::new(answer);
        let accepting = tokio::spawn(async move {
            // They end with the server, those too that browsers open in advance and have asked nothing yet.
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                while connections.try_join_next().is_some() {}
                let answer = Arc::clone(&answer);
                connections.spawn(async move {
                    // A browser that goes away meanwhile wants no answer.
                    let _ = timeout(REQUEST_LIMIT, serve(stream, &*answer)).await;
                });
            }
        });
        Ok(Self { address, accepting })
    }

    /// The address of `path`, which begins with a slash.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

impl Drop for PageServer {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn serve(mut stream: TcpStream, answer: &AnswerPage) -> io::Result<()> {
    let mut read = Vec::new();
    let request = loop {
        if let Some(request) = request(&read) {
            break request;
        }
        let mut part = [0; 8192];
        let length = stream.read(&mut part).await?;
        if length == 0 || read.len() > LARGEST_REQUEST {
            return Ok(());
        }
        read.extend(part.iter().take(length));
    };
    let PageReply { status, head, body } = answer(&request);
    let length = body.len();
    let head: String = head.iter().map(|line| format!("{line}\r\n")).collect();
    let reply = format!(
        "HTTP/1.1 {status} -\r\n{head}Cache-Control: no-store\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    );
    stream.write_all(reply.as_bytes()).await?;
    stream.shutdown().await
}

/// The request in `read`, once it is whole.
fn request(read: &[u8]) -> Option<PageRequest> {
    let text = String::from_utf8_lossy(read);
    let (head, body) = text.split_once("\r\n\r\n")?;
    let mut lines = head.lines();
    let mut first = lines.next()?.split(' ');
    let (method, path) = (first.next()?.to_owned(), first.next()?.to_owned());
    let length = lines.find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    });
    (body.len() >= length.unwrap_or_default()).then(|| PageRequest {
        method,
        path,
        body: body.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_taken_once_it_is_whole() {
        let text = b"POST /save HTTP/1.1\r\nHost: x\r\ncontent-length: 4\r\n\r\n[12]";
        for cut in 0..text.len() {
            assert_eq!(request(&text[..cut]), None, "{cut}");
        }
        let whole = request(text).unwrap();
        assert_eq!(
            (whole.method.as_str(), whole.path.as_str(), whole.body.as_str()),
            ("POST", "/save", "[12]")
        );
    }
}
