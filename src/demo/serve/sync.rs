//! The file service, as far as a phone without files of its own can serve it: it reads what its
//! shell can `cat`, lists nothing, and takes nothing.

use super::service::Phone;
use super::stream::{Closed, Inbox, Outbox};

/// The longest path a real phone takes.
const LONGEST_PATH: usize = 1024;
/// The longest piece of a file, by the protocol.
const PIECE: usize = 64 * 1024;
/// A regular file that all may read, as `stat` says it.
const READABLE_FILE: u32 = 0o100_644;

/// Answers requests until the peer quits.
///
/// # Errors
/// If the peer has gone.
pub async fn run(phone: &Phone, mut inbox: Inbox, outbox: &Outbox) -> Result<(), Closed> {
    loop {
        let (request, length) = header(&mut inbox).await?;
        if &request == b"QUIT" {
            return Ok(());
        }
        if length > LONGEST_PATH {
            return fail(outbox, "this path is too long").await;
        }
        let path = inbox.read_exact(length).await?;
        let path = String::from_utf8_lossy(&path).into_owned();
        match &request {
            b"STAT" => stat(phone, &path, outbox).await?,
            b"LIST" => outbox.write(&words(*b"DONE", &[0; 4])).await?,
            b"RECV" => send_file(phone, &path, outbox).await?,
            b"SEND" => {
                discard_file(&mut inbox).await?;
                fail(outbox, "the demo phone takes no files").await?;
            }
            _ => return fail(outbox, "the demo phone does not know this request").await,
        }
    }
}

async fn stat(phone: &Phone, path: &str, outbox: &Outbox) -> Result<(), Closed> {
    let (mode, size) = match read_file(phone, path).await {
        Ok(content) => (READABLE_FILE, u32::try_from(content.len()).unwrap_or(u32::MAX)),
        // Zeros say that there is no such file.
        Err(_) => (0, 0),
    };
    outbox.write(&words(*b"STAT", &[mode, size, 0])).await
}

async fn send_file(phone: &Phone, path: &str, outbox: &Outbox) -> Result<(), Closed> {
    let content = match read_file(phone, path).await {
        Ok(content) => content,
        Err(why) => return fail(outbox, &why).await,
    };
    for piece in content.chunks(PIECE) {
        let mut data = words(*b"DATA", &[u32::try_from(piece.len()).unwrap_or(0)]);
        data.extend_from_slice(piece);
        outbox.write(&data).await?;
    }
    outbox.write(&words(*b"DONE", &[0])).await
}

async fn read_file(phone: &Phone, path: &str) -> Result<Vec<u8>, String> {
    let quoted = format!("'{}'", path.replace('\'', r"'\''"));
    match phone.shell.run(&format!("cat {quoted}")).await {
        Ok(output) if output.code == 0 => Ok(output.stdout),
        Ok(output) => Err(output.said()),
        Err(error) => Err(error.to_string()),
    }
}

/// Takes a file in and forgets it: the peer listens for a refusal only after it has sent all.
async fn discard_file(inbox: &mut Inbox) -> Result<(), Closed> {
    loop {
        let (request, length) = header(inbox).await?;
        match &request {
            b"DATA" if length <= PIECE => inbox.skip(length).await?,
            b"DONE" => return Ok(()),
            _ => return Err(Closed),
        }
    }
}

async fn header(inbox: &mut Inbox) -> Result<([u8; 4], usize), Closed> {
    let bytes = inbox.read_exact(8).await?;
    let (Some(request), Some(length)) = (bytes.first_chunk(), bytes.last_chunk()) else {
        return Err(Closed);
    };
    Ok((*request, u32::from_le_bytes(*length) as usize))
}

async fn fail(outbox: &Outbox, why: &str) -> Result<(), Closed> {
    let mut bytes = words(*b"FAIL", &[u32::try_from(why.len()).unwrap_or(0)]);
    bytes.extend_from_slice(why.as_bytes());
    outbox.write(&bytes).await
}

fn words(name: [u8; 4], numbers: &[u32]) -> Vec<u8> {
    let mut bytes = Vec::from(name);
    for number in numbers {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    bytes
}
