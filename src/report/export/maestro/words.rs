//! Text that Maestro would evaluate, made plain.

/// `text` so that Maestro types it as it is: it evaluates `${…}` as JavaScript, and takes a
/// backslash before it away (`Env.evaluateScripts`).
pub fn literal(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("${") {
        let (before, tail) = rest.split_at(at);
        out.push_str(before);
        let inside = tail.strip_prefix("${").unwrap_or_default();
        let until = inside.find('$').unwrap_or(inside.len());
        if inside.get(..until).is_some_and(|inside| inside.contains('}')) {
            out.push('\\');
        }
        out.push_str("${");
        rest = inside;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What Maestro makes of a text: `None` if it evaluates some of it.
    fn evaluated(text: &str) -> Option<String> {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find("${") {
            let (before, tail) = rest.split_at(at);
            out.push_str(before);
            let inside = tail.strip_prefix("${").unwrap();
            let until = inside.find('$').unwrap_or(inside.len());
            let script = inside.split_at(until).0.contains('}');
            match (script, before.ends_with('\\')) {
                (true, false) => return None,
                (true, true) => drop(out.pop()),
                (false, _) => {}
            }
            out.push_str("${");
            rest = inside;
        }
        out.push_str(rest);
        Some(out)
    }

    #[test]
    fn scripts_are_made_plain_and_the_rest_is_left() {
        assert_eq!(literal("costs 5$ or {x}"), "costs 5$ or {x}");
        assert_eq!(literal("${1+1}"), r"\${1+1}");
        assert_eq!(literal("${open"), "${open");
        assert_eq!(literal(r"\${a}"), r"\\${a}");
    }

    proptest! {
        #[test]
        fn nothing_is_evaluated(text in r"[a\\${} ]{0,12}") {
            prop_assert_eq!(evaluated(&literal(&text)), Some(text));
        }
    }
}
