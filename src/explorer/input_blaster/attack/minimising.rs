//! The shortest form of an input that crashed: fewest changed fields, then the shortest texts, cut
//! behind and then in front.

use super::super::candidates::{CandidateInput, InputRule};
use super::super::fields::AttackedField;
use super::super::record::AttackRecord;
use crate::protocol::InputResult;

/// A text of so many equal characters crashes by its length.
const UNIFORM: usize = 5;

/// Which end of a text is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CutEnd {
    Behind,
    Front,
}

/// A bisection over the length of a text.
#[derive(Clone, Copy, Debug)]
struct LengthSearch {
    field: usize,
    end: CutEnd,
    /// The most characters that are known not to crash.
    harmless: usize,
    /// The fewest that are known to crash.
    crashing: usize,
}

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Minimising {
    /// The shortest input known to crash.
    best: CandidateInput,
    valid: Vec<String>,
    /// Inputs that may still be made.
    left: usize,
    /// What is done next, the last first.
    cuts: Vec<(usize, CutEnd)>,
    /// Changed fields that are to be tried with their valid text.
    undo: Vec<usize>,
    search: Option<LengthSearch>,
    /// The field that was undone last.
    undoing: Option<usize>,
}

impl Minimising {
    /// Of `crashing`, with the texts of `valid` for what is not needed. Only texts of the fields `free`
    /// are cut: others would be refused. At most `left` more inputs.
    pub(super) fn new(
        crashing: &CandidateInput,
        valid: &[String],
        free: Vec<usize>,
        left: usize,
    ) -> Self {
        let fields = &crashing.rule.fields;
        let undo = if fields.len() > 1 { fields.clone() } else { Vec::new() };
        let cuts = free.into_iter().flat_map(|at| [(at, CutEnd::Front), (at, CutEnd::Behind)]);
        Self {
            best: crashing.clone(),
            valid: valid.to_vec(),
            left,
            cuts: cuts.collect(),
            undo,
            search: None,
            undoing: None,
        }
    }

    /// The next input to send; `None` if nothing can be made shorter.
    pub(super) fn next(&mut self, record: &AttackRecord) -> Option<CandidateInput> {
        while self.left > 0 {
            let input = self.made()?;
            if record.was_tried(&input.texts) {
                // It did not crash then, or it would be the best.
                self.learn(&input, InputResult::Refused);
                continue;
            }
            self.left -= 1;
            return Some(input);
        }
        None
    }

    fn made(&mut self) -> Option<CandidateInput> {
        if self.best.rule.fields.len() > 1
            && let Some(field) = self.undo.pop()
        {
            self.undoing = Some(field);
            let mut input = self.best.clone();
            input.texts[field].clone_from(&self.valid[field]);
            input.rule.fields.retain(|at| *at != field);
            return Some(self.named(input));
        }
        self.undoing = None;
        loop {
            let search = match self.search.filter(|it| it.crashing > it.harmless + 1) {
                Some(search) => search,
                None => {
                    let (field, end) = self.cuts.pop()?;
                    let crashing = self.best.texts[field].chars().count();
                    let needed = self.best.rule.fields.contains(&field);
                    if !needed {
                        continue;
                    }
                    LengthSearch { field, end, harmless: 0, crashing }
                }
            };
            self.search = Some(search);
            if search.crashing <= search.harmless + 1 {
                continue;
            }
            let long = usize::midpoint(search.harmless, search.crashing);
            let mut input = self.best.clone();
            let text: Vec<char> = self.best.texts[search.field].chars().collect();
            let cut = match search.end {
                CutEnd::Behind => text.iter().take(long).collect(),
                CutEnd::Front => text.iter().skip(text.len().saturating_sub(long)).collect(),
            };
            input.texts[search.field] = cut;
            return Some(self.named(input));
        }
    }

    /// `input` under the rule of the one that it is a shorter form of.
    fn named(&self, input: CandidateInput) -> CandidateInput {
        let of = self.best.rule.operation.trim_start_matches("shorter ");
        let rule = InputRule { operation: format!("shorter {of}"), fields: input.rule.fields };
        CandidateInput { rule, ..input }
    }

    /// Takes in what came of `input`.
    pub(super) fn learn(&mut self, input: &CandidateInput, result: InputResult) {
        let crashed = result == InputResult::Crashed;
        if self.undoing.is_none()
            && let Some(search) = &mut self.search
        {
            let long = input.texts[search.field].chars().count();
            if crashed {
                search.crashing = long;
            } else {
                search.harmless = search.harmless.max(long);
            }
        }
        if crashed {
            self.best = input.clone();
        }
    }

    /// The shortest input known to crash.
    pub(super) fn best(&self) -> &CandidateInput {
        &self.best
    }

    /// The class of crashing inputs, as far as it was found out: for each changed field what it must
    /// hold. Of a password field only the length is told.
    pub(super) fn class(&self, fields: &[AttackedField]) -> String {
        let part = |at: &usize| {
            let field = fields.get(*at)?;
            let text = &self.best.texts[*at];
            let class = if field.password {
                format!("a secret of length {}", text.chars().count())
            } else {
                class_of(text)
            };
            Some(format!("{:?}: {class}", field.name()))
        };
        let parts: Vec<String> = self.best.rule.fields.iter().filter_map(part).collect();
        parts.join(", ")
    }
}

/// The class of texts that one shortest text stands for.
fn class_of(text: &str) -> String {
    let signs: Vec<char> = text.chars().collect();
    match signs.as_slice() {
        [] => "empty".to_owned(),
        [first, rest @ ..]
            if rest.len() + 1 >= UNIFORM && rest.iter().all(|sign| sign == first) =>
        {
            format!("any text of {} or more characters", signs.len())
        }
        [sign] if !sign.is_ascii_alphanumeric() => {
            format!("any text with {text} (U+{:04X})", u32::from(*sign))
        }
        _ => format!("{text:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::input_blaster::fields;
    use crate::explorer::testing::{field, phone};

    /// The class of what was found, if the fields are called so.
    fn class(found: &Minimising, names: &[&str], password: bool) -> String {
        let widget = |(at, name): (usize, &&str)| {
            let mut widget = field(at + 1, name, name);
            widget.password = password;
            widget
        };
        let widgets = names.iter().enumerate().map(widget).collect();
        found.class(&fields::on_screen(&phone(widgets)))
    }

    fn minimised(
        texts: &[&str],
        fields: &[usize],
        crashes: impl Fn(&[String]) -> bool,
    ) -> (Minimising, usize) {
        let rule = InputRule { operation: "long".into(), fields: fields.to_vec() };
        let texts = texts.iter().map(|text| (*text).to_owned()).collect();
        let crashing = CandidateInput { rule, group: "size", texts, priority: 1.0 };
        let valid = vec!["Ada".to_owned(), "Main".to_owned()];
        let mut minimising = Minimising::new(&crashing, &valid, fields.to_vec(), 40);
        let record = AttackRecord::default();
        let mut sent = 0;
        while let Some(input) = minimising.next(&record) {
            sent += 1;
            let crashed = crashes(&input.texts);
            let result = if crashed { InputResult::Crashed } else { InputResult::Accepted };
            minimising.learn(&input, result);
        }
        (minimising, sent)
    }

    #[test]
    fn the_shortest_text_of_the_only_field_that_matters_is_found() {
        let long = "a".repeat(1_100);
        let (found, sent) =
            minimised(&[&long, &long], &[0, 1], |texts| texts[1].chars().count() > 255);
        assert_eq!(found.best().rule.fields, [1]);
        assert_eq!(found.best().texts[1].len(), 256);
        assert_eq!(
            class(&found, &["Name", "Street"], false),
            "\"Street\": any text of 256 or more characters"
        );
        assert!(sent < 30, "{sent}");
    }

    #[test]
    fn a_character_in_the_middle_is_found() {
        let (found, _) =
            minimised(&["many 💊 signs", "x"], &[0], |texts| texts[0].contains('💊'));
        assert_eq!(class(&found, &["Name"], false), "\"Name\": any text with 💊 (U+1F48A)");
        assert_eq!(class(&found, &["Name"], true), "\"Name\": a secret of length 1");
    }

    #[test]
    fn what_two_fields_cause_together_stays_as_it_is() {
        let (found, _) = minimised(&["Ada", "Ada"], &[0, 1], |texts| texts[0] == texts[1]);
        assert_eq!(found.best().texts, ["Ada", "Ada"]);
    }
}
