//! Turning the device, and back.

use crate::domain::{DisplaySize, Rotation};

/// How the device was held before it was turned, to be restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PreviousRotation {
    /// It turned by itself.
    pub(super) by_itself: String,
    /// Quarter turns set by the user.
    pub(super) quarter_turns: String,
}

impl PreviousRotation {
    /// Reads the two settings, in this order; what was never set is `null`.
    pub(super) fn read(answer: &str) -> Self {
        let mut values = answer.lines().map(str::trim).filter(|line| !line.is_empty());
        let mut next = || {
            let value = values.next().filter(|value| value.parse::<u8>().is_ok());
            value.unwrap_or("0").to_owned()
        };
        Self { by_itself: next(), quarter_turns: next() }
    }
}

/// The quarter turns that bring a device of this natural size into `rotation`.
pub(super) const fn quarter_turns(rotation: Rotation, natural: DisplaySize) -> &'static str {
    let lies = natural.width > natural.height;
    match (rotation, lies) {
        (Rotation::Portrait, false) | (Rotation::Landscape, true) => "0",
        (Rotation::Portrait, true) | (Rotation::Landscape, false) => "1",
    }
}

/// The display in its natural position, as `wm size` tells it; an override counts.
pub(super) fn natural_size(answer: &str) -> Option<DisplaySize> {
    let named = |name: &str| {
        let line = answer.lines().find_map(|line| line.trim().strip_prefix(name))?;
        let (width, height) = line.trim().split_once('x')?;
        Some(DisplaySize::new(width.parse().ok()?, height.parse().ok()?))
    };
    let size = named("Override size:").or_else(|| named("Physical size:"))?;
    (size.width > 0 && size.height > 0).then_some(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_were_never_made_are_restored_to_the_defaults() {
        let held =
            |a: &str, b: &str| PreviousRotation { by_itself: a.into(), quarter_turns: b.into() };
        assert_eq!(PreviousRotation::read("1\n3\n"), held("1", "3"));
        assert_eq!(PreviousRotation::read("null\nnull\n"), held("0", "0"));
        assert_eq!(PreviousRotation::read(""), held("0", "0"));
    }

    #[test]
    fn tablets_lie_by_nature() {
        let tablet = natural_size("Physical size: 2560x1600\n").unwrap();
        assert_eq!(quarter_turns(Rotation::Landscape, tablet), "0");
        let phone = natural_size("Physical size: 720x1600\nOverride size: 1080x2400\n").unwrap();
        assert_eq!(phone, DisplaySize::new(1080, 2400));
        assert_eq!(quarter_turns(Rotation::Landscape, phone), "1");
        assert_eq!(natural_size("error"), None);
    }
}
