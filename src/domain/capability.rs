//! What a device can do and measure. Each backend says it of itself, so that nobody has to ask which
//! target it is.

use super::action::{Action, ActionKind, DeviceKey};
use super::coverage::FUNCTIONS;

/// What a device can do and measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceCapabilities {
    /// The kinds of action it performs.
    pub actions: &'static [ActionKind],
    /// The keys it has; none if it does not perform [`ActionKind::Key`].
    pub keys: &'static [DeviceKey],
    /// The kinds of coverage it can measure, by the names in [`super::Coverage`].
    pub coverage: &'static [&'static str],
    /// True if crashes of the app can be seen.
    pub crashes: bool,
    /// True if screens have pictures.
    pub pictures: bool,
    /// True if its screens are turns of a dialogue, false if they are displays.
    pub dialogue: bool,
    /// True if widgets list all gestures that they listen to. A page does not tell of its own.
    pub lists_gestures: bool,
    /// True if explorers may clear the app's data: the user said so, or it is of this session alone.
    pub may_clear: bool,
    /// True if files that the app offers for download are given to it when it asks for one.
    pub keeps_downloads: bool,
}

impl DeviceCapabilities {
    /// A phone or tablet with a display, whose crashes are logged and whose coverage is not known.
    pub const PHONE: Self = Self {
        actions: &[
            ActionKind::Tap,
            ActionKind::LongTap,
            ActionKind::DoubleTap,
            ActionKind::Type,
            ActionKind::Swipe,
            ActionKind::Scroll,
            ActionKind::Drag,
            ActionKind::Pinch,
            ActionKind::Key,
            ActionKind::Rotate,
            ActionKind::Restart,
            ActionKind::Clear,
            ActionKind::Start,
            ActionKind::Broadcast,
            ActionKind::Grant,
            ActionKind::Wait,
            ActionKind::Set,
            ActionKind::Restore,
            ActionKind::AtOnce,
        ],
        keys: DeviceKey::PHONE,
        coverage: &[],
        crashes: true,
        pictures: true,
        dialogue: false,
        lists_gestures: true,
        may_clear: false,
        keeps_downloads: false,
    };

    /// A voice app: it is opened and talked to.
    pub const VOICE: Self = Self {
        actions: &[ActionKind::Say, ActionKind::Restart],
        keys: &[],
        coverage: &["intents", "states"],
        crashes: false,
        pictures: false,
        dialogue: true,
        lists_gestures: true,
        may_clear: false,
        keeps_downloads: false,
    };

    /// A web app in a browser, in a viewport with touch.
    pub const WEB: Self = Self {
        actions: &[
            ActionKind::Tap,
            ActionKind::LongTap,
            ActionKind::DoubleTap,
            ActionKind::Type,
            ActionKind::Swipe,
            ActionKind::Scroll,
            ActionKind::Drag,
            ActionKind::Pinch,
            ActionKind::Key,
            ActionKind::Rotate,
            ActionKind::Restart,
            ActionKind::Clear,
            ActionKind::Wait,
            ActionKind::Set,
            ActionKind::Restore,
            ActionKind::AtOnce,
        ],
        keys: DeviceKey::BROWSER,
        coverage: &[FUNCTIONS],
        crashes: true,
        pictures: true,
        dialogue: false,
        lists_gestures: false,
        may_clear: false,
        keeps_downloads: false,
    };

    /// A web app in a browser, in a viewport with a mouse that is not turned.
    pub const WEB_DESKTOP: Self = Self {
        actions: &[
            ActionKind::Tap,
            ActionKind::LongTap,
            ActionKind::DoubleTap,
            ActionKind::Hover,
            ActionKind::Type,
            ActionKind::Scroll,
            ActionKind::Drag,
            ActionKind::Key,
            ActionKind::Restart,
            ActionKind::Clear,
            ActionKind::Wait,
            ActionKind::Set,
            ActionKind::Restore,
            ActionKind::AtOnce,
        ],
        ..Self::WEB
    };

    /// A web app in a browser of which no more is known than that it speaks WebDriver.
    pub const WEBDRIVER_PAGE: Self = Self {
        actions: &[
            ActionKind::Tap,
            ActionKind::LongTap,
            ActionKind::DoubleTap,
            ActionKind::Hover,
            ActionKind::Type,
            ActionKind::Scroll,
            ActionKind::Drag,
            ActionKind::Key,
            ActionKind::Restart,
            ActionKind::Wait,
            ActionKind::AtOnce,
        ],
        coverage: &[],
        ..Self::WEB
    };

    /// An Android device behind Appium, as far as its driver has commands without switches of the server.
    pub const WEBDRIVER_ANDROID: Self = Self {
        actions: &[
            ActionKind::Tap,
            ActionKind::LongTap,
            ActionKind::DoubleTap,
            ActionKind::Type,
            ActionKind::Swipe,
            ActionKind::Scroll,
            ActionKind::Drag,
            ActionKind::Pinch,
            ActionKind::Key,
            ActionKind::Rotate,
            ActionKind::Restart,
            ActionKind::Start,
            ActionKind::Wait,
            ActionKind::AtOnce,
        ],
        crashes: false,
        ..Self::PHONE
    };

    /// An iPhone or iPad behind Appium.
    pub const WEBDRIVER_IOS: Self = Self {
        keys: &[
            DeviceKey::Home,
            DeviceKey::Enter,
            DeviceKey::Delete,
            DeviceKey::VolumeUp,
            DeviceKey::VolumeDown,
        ],
        ..Self::WEBDRIVER_ANDROID
    };

    /// True if the device can perform `action`; of a pair, if it can perform pairs and both halves.
    pub fn allows(&self, action: &Action) -> bool {
        if !self.actions.contains(&action.kind()) {
            return false;
        }
        match action {
            Action::Key { key } => self.keys.contains(key),
            Action::AtOnce(pair) => self.allows(pair.first()) && self.allows(pair.then()),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Rotation;

    #[test]
    fn a_voice_app_is_talked_to_and_a_phone_is_not() {
        let say = Action::Say { words: "yes".into() };
        let back = Action::Key { key: DeviceKey::Back };
        let turn = Action::Rotate { rotation: Rotation::Landscape };
        let (phone, voice) = (DeviceCapabilities::PHONE, DeviceCapabilities::VOICE);
        assert!(voice.allows(&say) && voice.allows(&Action::Restart));
        assert!(!voice.allows(&back) && !voice.allows(&turn));
        assert!(phone.allows(&back) && phone.allows(&turn) && !phone.allows(&say));
    }

    #[test]
    fn a_key_that_is_missing_is_missing_in_pairs_too() {
        let (back, menu) =
            (Action::Key { key: DeviceKey::Back }, Action::Key { key: DeviceKey::Menu });
        let device = DeviceCapabilities { keys: &[DeviceKey::Back], ..DeviceCapabilities::PHONE };
        assert!(device.allows(&back) && !device.allows(&menu));
        let pair = |first: &Action, then: &Action| {
            crate::domain::ActionPair::new(first.clone(), then.clone()).map(Action::AtOnce).unwrap()
        };
        let turn = Action::Rotate { rotation: Rotation::Landscape };
        assert!(device.allows(&pair(&back, &turn)));
        assert!(!device.allows(&pair(&back, &menu)));
    }
}
