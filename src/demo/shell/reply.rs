//! What one command of the shell says.

/// What one command of the shell says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub code: i32,
}

impl Reply {
    /// Success without a word.
    pub fn silent() -> Self {
        Self::default()
    }

    /// Success with this output.
    pub fn out(text: impl Into<Vec<u8>>) -> Self {
        Self { stdout: text.into(), ..Self::default() }
    }

    /// Success with these lines.
    pub fn lines<T: AsRef<str>>(lines: impl IntoIterator<Item = T>) -> Self {
        let mut text = String::new();
        for line in lines {
            text.push_str(line.as_ref());
            text.push('\n');
        }
        Self::out(text)
    }

    /// Failure with this message.
    pub fn fail(code: i32, message: impl AsRef<str>) -> Self {
        Self { stderr: format!("{}\n", message.as_ref()).into_bytes(), code, ..Self::default() }
    }

    /// Failure of a service's command with an uncaught exception.
    pub fn thrown(command: &str, exception: &str) -> Self {
        Self::fail(255, format!("\nException occurred while executing '{command}':\n{exception}"))
    }

    /// With this message on the error output.
    pub fn warn(mut self, message: impl AsRef<str>) -> Self {
        self.stderr.extend_from_slice(message.as_ref().as_bytes());
        self.stderr.push(b'\n');
        self
    }
}
