//! Thoughts that a model writes into its reply, between tags.

/// The tags, as DeepSeek R1, Qwen 3 and others write them.
pub const TAGS: &[&str] = &["<think>", "</think>", "<thinking>", "</thinking>"];

const PAIRS: [(&str, &str); 2] = [("<think>", "</think>"), ("<thinking>", "</thinking>")];

/// `text` without thoughts. Where the opening tag is missing (some servers write it into the
/// prompt), everything up to the closing one was thought; if the closing one is missing, the
/// model never came to an answer. A reply that begins as JSON is no thought, whatever words it
/// holds: apps may show anything.
pub fn left_out(text: &str) -> String {
    if text.trim_start().starts_with(['{', '[']) {
        return text.to_owned();
    }
    PAIRS.iter().fold(text.to_owned(), |text, (open, close)| without(&text, open, close))
}

fn without(text: &str, open: &str, close: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    loop {
        let (opened, closed) = (rest.find(open), rest.find(close));
        match (opened, closed) {
            (opened, Some(at)) if opened.is_none_or(|opened| at < opened) => {
                out.clear();
                rest = rest.get(at + close.len()..).unwrap_or_default();
            }
            (Some(at), Some(end)) => {
                out.push_str(rest.get(..at).unwrap_or_default());
                rest = rest.get(end + close.len()..).unwrap_or_default();
            }
            (Some(at), None) => {
                out.push_str(rest.get(..at).unwrap_or_default());
                return out;
            }
            (None, _) => {
                out.push_str(rest);
                return out;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::left_out;

    #[rstest]
    #[case("plain", "plain")]
    #[case("<think>hm</think>\n42", "\n42")]
    #[case("<thinking>hm</thinking>42", "42")]
    #[case("hm, so </think>42", "42")]
    #[case("<think>never done", "")]
    #[case("<think></think>", "")]
    #[case("a<think>b</think>c<think>d</think>e", "ace")]
    #[case("<think>a<think>b</think>c", "c")]
    #[case(r#"{"text": "a <think> tag"}"#, r#"{"text": "a <think> tag"}"#)]
    #[case("", "")]
    fn thoughts_are_no_part_of_a_reply(#[case] text: &str, #[case] left: &str) {
        assert_eq!(left_out(text), left);
    }
}
