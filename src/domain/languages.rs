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
}
