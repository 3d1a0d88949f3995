//! Which value is tried next, if a field did not take one.

use crate::domain::{Widget, values};

/// What is tried last: most fields take a small number.
const LAST_RESORT: &str = "12";

/// What is typed after `field` refused the valid value `refused`; `times` counts its refusals, this
/// one included. After the first, another plausible text.
pub(in crate::explorer) fn after_refusal(field: &Widget, refused: &str, times: usize) -> String {
    let other = plausible(field).find(|other| other != refused && times == 1);
    other.unwrap_or_else(|| LAST_RESORT.to_owned())
}

/// What is typed after `field` held something else than what was `typed`, as pairs of both, the
/// latest last: the first letters if it cut the text, a number if it dropped all but digits, else the
/// next plausible text of another kind. `None` if all of that was tried.
pub(in crate::explorer) fn after_change(
    field: &Widget,
    tried: &[(String, String)],
) -> Option<String> {
    let (typed, held) = tried.last()?;
    let is_cut = !held.is_empty() && typed.starts_with(held.as_str());
    let cut = (is_cut && held.chars().any(|c| !c.is_ascii_digit())).then(|| held.clone());
    let digits: String = typed.chars().filter(char::is_ascii_digit).collect();
    let number = if digits.is_empty() { LAST_RESORT.to_owned() } else { digits };
    let last = [LAST_RESORT, "2026-01-15"].map(str::to_owned);
    let ideas = cut.into_iter().chain([number]).chain(plausible(field)).chain(last);
    let is_new = |idea: &String| tried.iter().all(|(typed, _)| typed != idea);
    ideas.into_iter().find(is_new)
}

fn plausible(field: &Widget) -> impl Iterator<Item = String> {
    (0..values::variants(field)).map(|variant| values::plausible(field, variant))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::testing::field;

    #[test]
    fn what_was_cut_is_typed_as_it_was_cut() {
        let name = field(1, "name", "Name");
        let tried = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
            pairs.iter().map(|(typed, held)| ((*typed).into(), (*held).into())).collect()
        };
        let after = |pairs: &[(&str, &str)]| after_change(&name, &tried(pairs));
        assert_eq!(after(&[("Ada Lovelace", "Ada")]).as_deref(), Some("Ada"));
        assert_eq!(after(&[("room 7", "7")]).as_deref(), Some("7"));
        assert_eq!(after(&[("Ada", "")]).as_deref(), Some("12"));
        assert_eq!(after(&[]), None);
    }

    #[test]
    fn a_second_refusal_gets_a_small_number() {
        let name = field(1, "name", "Name");
        let valid = values::plausible(&name, 0);
        let other = after_refusal(&name, &valid, 1);
        assert!(other != valid && other != LAST_RESORT);
        assert_eq!(after_refusal(&name, &other, 2), LAST_RESORT);
    }
}
