//! A command's outputs, in the form its peer asked for.

use super::service::Form;
use super::stream::{Closed, Outbox};
use crate::device::adb::shell_v2::{self, id};

/// Writes outputs and the exit code of one shell.
pub struct Answer<'a> {
    outbox: &'a Outbox,
    form: Form,
}

impl<'a> Answer<'a> {
    /// An answer through `outbox` in `form`.
    pub fn new(outbox: &'a Outbox, form: Form) -> Self {
        Self { outbox, form }
    }

    /// Writes to standard output.
    pub async fn stdout(&self, bytes: &[u8]) -> Result<(), Closed> {
        self.write(id::STDOUT, bytes).await
    }

    /// Writes to standard error, which is standard output for peers that know no other.
    pub async fn stderr(&self, bytes: &[u8]) -> Result<(), Closed> {
        self.write(id::STDERR, bytes).await
    }

    /// Tells the exit code to peers that can hear it; a byte is all they can.
    pub async fn exit(&self, code: i32) -> Result<(), Closed> {
        if !self.form.packets {
            return Ok(());
        }
        let code = code.to_le_bytes()[0];
        self.outbox.write(&shell_v2::encode(id::EXIT, &[code])).await
    }

    async fn write(&self, id: u8, bytes: &[u8]) -> Result<(), Closed> {
        let returned;
        let bytes = if self.form.terminal {
            returned = with_carriage_returns(bytes);
            &returned
        } else {
            bytes
        };
        if !self.form.packets {
            return self.outbox.write(bytes).await;
        }
        // Each packet of this layer fills one of the layer below.
        for piece in bytes.chunks(self.outbox.max_content() - shell_v2::HEADER) {
            self.outbox.write(&shell_v2::encode(id, piece)).await?;
        }
        Ok(())
    }
}

fn with_carriage_returns(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + 16);
    for byte in bytes {
        if *byte == b'\n' {
            out.push(b'\r');
        }
        out.push(*byte);
    }
    out
}
