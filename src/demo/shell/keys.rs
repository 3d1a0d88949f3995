//! The keys that `input keyevent` knows, by Android's names and numbers (`android.view.KeyEvent`).

use crate::demo::phone::PhoneKey;
use crate::demo::running::EditKey;

/// Keys with a number, a name, and what they do on this phone.
const KEYS: [(u32, &str, PhoneKey); 25] = [
    (3, "HOME", PhoneKey::Home),
    (4, "BACK", PhoneKey::Back),
    (21, "DPAD_LEFT", PhoneKey::Edit(EditKey::Left)),
    (22, "DPAD_RIGHT", PhoneKey::Edit(EditKey::Right)),
    (24, "VOLUME_UP", PhoneKey::Dead),
    (25, "VOLUME_DOWN", PhoneKey::Dead),
    (26, "POWER", PhoneKey::Dead),
    (55, "COMMA", PhoneKey::Letter(',')),
    (56, "PERIOD", PhoneKey::Letter('.')),
    (61, "TAB", PhoneKey::Edit(EditKey::Tab)),
    (62, "SPACE", PhoneKey::Letter(' ')),
    (66, "ENTER", PhoneKey::Edit(EditKey::Enter)),
    (67, "DEL", PhoneKey::Edit(EditKey::Delete)),
    (69, "MINUS", PhoneKey::Letter('-')),
    (70, "EQUALS", PhoneKey::Letter('=')),
    (76, "SLASH", PhoneKey::Letter('/')),
    (77, "AT", PhoneKey::Letter('@')),
    (81, "PLUS", PhoneKey::Letter('+')),
    (82, "MENU", PhoneKey::Menu),
    (111, "ESCAPE", PhoneKey::Back),
    (112, "FORWARD_DEL", PhoneKey::Edit(EditKey::ForwardDelete)),
    (122, "MOVE_HOME", PhoneKey::Edit(EditKey::Home)),
    (123, "MOVE_END", PhoneKey::Edit(EditKey::End)),
    (160, "NUMPAD_ENTER", PhoneKey::Edit(EditKey::Enter)),
    (187, "APP_SWITCH", PhoneKey::Recents),
];

/// Ctrl, left and right.
const CTRL: [u32; 2] = [113, 114];
/// The letter A.
const A: u32 = 29;

/// The number of a key that is given as name or number; 0, which does nothing, for others.
pub fn number(word: &str) -> u32 {
    if let Ok(number) = word.parse() {
        return number;
    }
    let name = word.strip_prefix("KEYCODE_").unwrap_or(word);
    let mut characters = name.chars();
    match (characters.next(), characters.next()) {
        (Some(c @ 'A'..='Z'), None) => return u32::from(c) - u32::from('A') + A,
        (Some(c @ '0'..='9'), None) => return u32::from(c) - u32::from('0') + 7,
        _ => {}
    }
    match name {
        "CTRL_LEFT" => CTRL[0],
        "CTRL_RIGHT" => CTRL[1],
        _ => KEYS.iter().find(|(_, known, _)| *known == name).map_or(0, |(number, _, _)| *number),
    }
}

/// What the key with this number does.
pub fn key(number: u32) -> PhoneKey {
    let letter = |from: char, first: u32| {
        char::from_u32(u32::from(from) + number - first).map_or(PhoneKey::Dead, PhoneKey::Letter)
    };
    match number {
        7..=16 => letter('0', 7),
        29..=54 => letter('a', A),
        _ => KEYS.iter().find(|(known, _, _)| *known == number).map_or(PhoneKey::Dead, |key| key.2),
    }
}

/// What keys pressed together do: Ctrl and A mark everything.
pub fn together(numbers: &[u32]) -> PhoneKey {
    match numbers {
        [ctrl, A] if CTRL.contains(ctrl) => PhoneKey::Edit(EditKey::SelectAll),
        _ => PhoneKey::Dead,
    }
}
