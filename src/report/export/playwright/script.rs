//! The text of a Playwright test.

/// `text` as a string of TypeScript.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('\'');
    for c in text.chars() {
        match c {
            '\'' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            // They end a line in older scripts.
            '\u{2028}' | '\u{2029}' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('\'');
    out
}

/// `text` as remarks, a line each.
pub fn remark(text: &str) -> String {
    let safe: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("// {}", safe.replace(['\u{2028}', '\u{2029}'], " "))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What a script makes of a string, by the rules of ECMAScript for single quotes.
    fn read(script: &str) -> Option<String> {
        let inner = script.strip_prefix('\'')?.strip_suffix('\'')?;
        let mut out = String::new();
        let mut chars = inner.chars();
        while let Some(c) = chars.next() {
            match c {
                '\'' | '\n' | '\r' => return None,
                '\\' => match chars.next()? {
                    'n' => out.push('\n'),
                    'r' => out.push('\r'),
                    'u' => {
                        let digits: String = chars.by_ref().take(4).collect();
                        out.push(char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?);
                    }
                    other => out.push(other),
                },
                c => out.push(c),
            }
        }
        Some(out)
    }

    proptest! {
        #[test]
        fn a_string_is_read_as_it_was(text in r#"(\PC|['"\\\n\r\t\x00\u{2028}`$]){0,40}"#) {
            prop_assert_eq!(read(&quoted(&text)), Some(text));
        }

        #[test]
        fn a_remark_stays_on_its_line(text in r"(\PC|[\n\r\u{2028}*/]){0,40}") {
            prop_assert_eq!(remark(&text).lines().count(), 1);
        }
    }
}
