//! Languages, as choices of a language call them.

/// Names of languages in themselves, in lower case, without English and without those that are words of
/// English.
const NAMES: &[&str] = &[
    "bahasa indonesia",
    "bahasa melayu",
    "català",
    "čeština",
    "dansk",
    "deutsch",
    "eesti",
    "español",
    "euskara",
    "français",
    "galego",
    "hrvatski",
    "italiano",
    "latviešu",
    "lietuvių",
    "magyar",
    "nederlands",
    "norsk",
    "norsk bokmål",
    "polski",
    "português",
    "português brasileiro",
    "română",
    "slovenčina",
    "slovenščina",
    "suomi",
    "svenska",
    "tiếng việt",
    "türkçe",
    "ελληνικά",
    "български",
    "русский",
    "српски",
    "українська",
    "עברית",
    "العربية",
    "فارسی",
    "हिन्दी",
    "বাংলা",
    "தமிழ்",
    "ไทย",
    "한국어",
    "日本語",
    "中文",
    "简体中文",
    "繁體中文",
    "繁体中文",
];

/// Codes of languages (ISO 639-1) that apps are often put into.
const CODES: &[&str] = &[
    "ar", "bg", "cs", "da", "de", "el", "en", "es", "et", "fa", "fi", "fr", "he", "hi", "hr", "hu",
    "id", "it", "ja", "ko", "lt", "lv", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv",
    "th", "tr", "uk", "vi", "zh",
];

/// True if `label` is the code of a language, alone or with that of a country or a script (BCP 47): "de", "pt-BR",
/// "zh_Hans". Other abbreviations are called so as well, so one alone says little.
pub fn is_language_code(label: &str) -> bool {
    let (code, rest) = label.trim().split_once(['-', '_']).unwrap_or((label.trim(), ""));
    let is_subtag = |part: &str| {
        (2..=4).contains(&part.len()) && part.chars().all(|sign| sign.is_ascii_alphabetic())
    };
    CODES.contains(&code.to_lowercase().as_str()) && (rest.is_empty() || is_subtag(rest))
}

/// True if `label` names a language other than English, as a choice of the app's language does: with a flag
/// before it or a country in brackets behind it.
pub fn is_language(label: &str) -> bool {
    let label = label.to_lowercase();
    let name = label.split(['(', '（', '/']).next().unwrap_or_default();
    let name = name.trim_matches(|sign: char| !sign.is_alphabetic() && !is_mark(sign));
    NAMES.contains(&name)
}

/// True for signs that belong to the letter before them.
fn is_mark(sign: char) -> bool {
    matches!(sign, '\u{300}'..='\u{36f}' | '\u{900}'..='\u{e7f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_known_by_their_own_names() {
        for label in ["Deutsch", "🇪🇸 Español", "Português (Brasil)", "中文 (繁體)", "हिन्दी", "தமிழ்"]
        {
            assert!(is_language(label), "{label}");
        }
        for label in ["English", "German lessons", "Polish", "Save", "", "Deutsch lernen"] {
            assert!(!is_language(label), "{label}");
        }
    }

    #[test]
    fn codes_of_languages_may_name_a_country_or_a_script() {
        for label in ["de", "EN", "pt-BR", "zh_Hans", " fr-fr "] {
            assert!(is_language_code(label), "{label}");
        }
        for label in ["kg", "de-lete-all", "it is", "en-12", "", "Deutsch"] {
            assert!(!is_language_code(label), "{label}");
        }
    }
}
