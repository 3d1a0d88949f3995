//! How a voice app breaks down: the session ended, and what it said last shows that it should not have.

use super::{awaits_answer, confused, farewell, normal};

/// What the platform says in the app's place.
pub fn is_platforms_apology(text: &str) -> bool {
    let text = normal(text);
    [
        "there was a problem with the requested skill's response",
        "isn't responding",
        "is not responding",
        "is not available",
        "isn't available",
        "isn't supported",
        "is not supported on this device",
        "having trouble accessing",
    ]
    .iter()
    .any(|apology| text.contains(apology))
}

/// True if a session that ended with `text` broke off: nothing was said, or the platform apologised.
pub fn breaks_off(text: &str) -> bool {
    text.trim().is_empty() || is_platforms_apology(text)
}

/// True if an app that ended its session with `text` hung up while it asked, or understood nothing.
pub fn hangs_up(text: &str) -> bool {
    (awaits_answer(text) || confused(text)) && !farewell(text)
}
