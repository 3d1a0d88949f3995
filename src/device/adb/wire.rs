//! The smart-socket protocol: requests, answers and blocks on one connection.

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;

use super::address::ServerAddress;

/// Anything that bytes go through in both ways.
pub trait ByteStream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> ByteStream for T {}

/// One connection to the server.
pub struct ServerSocket(Box<dyn ByteStream>);

/// Why a request was not answered with `OKAY`.
#[derive(Debug)]
pub enum WireError {
    /// The connection failed.
    Io(io::Error),
    /// The server said `FAIL` and this.
    Fail(String),
    /// The server said something else.
    Nonsense(String),
}

impl From<io::Error> for WireError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The longest request that its four digits of length can announce.
pub const LONGEST_REQUEST: usize = 0xffff;

impl ServerSocket {
    /// Connects to the server at `address`.
    pub async fn open(address: &ServerAddress) -> io::Result<Self> {
        match address {
            ServerAddress::Tcp { host, port } => {
                let stream = TcpStream::connect((host.as_str(), *port)).await?;
                stream.set_nodelay(true)?;
                Ok(Self(Box::new(stream)))
            }
            #[cfg(unix)]
            ServerAddress::Local(path) => {
                Ok(Self(Box::new(tokio::net::UnixStream::connect(path).await?)))
            }
            #[cfg(not(unix))]
            ServerAddress::Local(_) => Err(io::Error::other("this system has no Unix sockets")),
        }
    }

    /// Sends `request` and reads its `OKAY` or `FAIL`.
    pub async fn ask(&mut self, request: &str) -> Result<(), WireError> {
        let framed = format!("{:04x}{request}", request.len());
        self.0.write_all(framed.as_bytes()).await?;
        let mut status = [0; 4];
        self.0.read_exact(&mut status).await?;
        match &status {
            b"OKAY" => Ok(()),
            b"FAIL" => Err(WireError::Fail(self.block().await?)),
            other => Err(WireError::Nonsense(String::from_utf8_lossy(other).into_owned())),
        }
    }

    /// Reads one block: four hexadecimal digits of length and that many bytes.
    pub async fn block(&mut self) -> Result<String, WireError> {
        let mut digits = [0; 4];
        self.0.read_exact(&mut digits).await?;
        let length = std::str::from_utf8(&digits)
            .ok()
            .and_then(|text| u16::from_str_radix(text, 16).ok())
            .ok_or_else(|| WireError::Nonsense(String::from_utf8_lossy(&digits).into_owned()))?;
        let mut content = vec![0; usize::from(length)];
        self.0.read_exact(&mut content).await?;
        Ok(String::from_utf8_lossy(&content).into_owned())
    }

    /// Sends raw bytes.
    pub async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes).await
    }

    /// Reads what is there into `buffer`; 0 at the end.
    pub async fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).await
    }
}
