//! The lock screen: whether it is in front, and taking it away if it has no secret.

use std::time::Duration;

use crate::device::DeviceError;
use crate::domain::{DisplaySize, Point};

use super::{AndroidDevice, commands};

/// How long the lock screen takes to go away.
const GOING: Duration = Duration::from_millis(700);

/// The package that draws it.
pub(super) const PACKAGE: &str = "com.android.systemui";

/// What `dumpsys window policy` tells of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LockState {
    /// It is not in front.
    Away,
    /// It is, and a swipe takes it away.
    Plain,
    /// It is, and wants a PIN, a pattern or a password.
    Secret,
}

/// Reads the state of the lock screen. Source: `KeyguardServiceDelegate.dump` (since Android 4.4)
/// and `PhoneWindowManager.dump` (before Android 7).
fn read(reported: &str) -> LockState {
    let says = |field: &str| reported.split_whitespace().any(|word| word == field);
    if !says("showing=true") && !says("mShowingLockscreen=true") {
        LockState::Away
    } else if says("secure=true") {
        LockState::Secret
    } else {
        LockState::Plain
    }
}

impl AndroidDevice {
    /// Takes a lock screen away, if one is in front. True if one was.
    ///
    /// # Errors
    /// If it does not go away.
    pub(super) async fn unlock(&self) -> Result<bool, DeviceError> {
        if self.lock().await? == LockState::Away {
            return Ok(false);
        }
        self.terminal.look(commands::WAKE).await?;
        self.terminal.sleep(GOING).await?;
        if self.lock().await? == LockState::Plain {
            let DisplaySize { width, height } = self.info.size;
            let at = |part: i32| Point::new(width / 2, height / 10 * part);
            let time = Duration::from_millis(250);
            self.terminal.look(&commands::swipe(at(8), at(2), time)).await?;
            self.terminal.sleep(GOING).await?;
        }
        match self.lock().await? {
            LockState::Away => Ok(true),
            lock => Err(DeviceError::Locked { secret: lock == LockState::Secret }),
        }
    }

    async fn lock(&self) -> Result<LockState, DeviceError> {
        Ok(read(&self.terminal.look(commands::KEYGUARD).await?.text()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_versions_words_are_understood() {
        let reported = "    showing=true\n    occluded=false\n    secure=false\n";
        assert_eq!(read(reported), LockState::Plain);
        assert_eq!(read(&reported.replace("secure=false", "secure=true")), LockState::Secret);
        assert_eq!(read(&reported.replace("showing=true", "showing=false")), LockState::Away);
        assert_eq!(read("mShowingLockscreen=true mShowingDream=false"), LockState::Plain);
        assert_eq!(read(""), LockState::Away);
    }
}
