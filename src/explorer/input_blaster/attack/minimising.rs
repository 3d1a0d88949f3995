//! The shortest form of an input that crashed: fewest changed fields, then the shortest texts, cut
//! behind and then in front, those of several fields at once if they are the same. Of a number, a date or a
//! time the value is narrowed down instead.

use super::super::candidates::{CandidateInput, InputRule};
use super::super::demands::FieldShape;
use super::super::fields::AttackedField;
use super::super::record::AttackRecord;
use super::narrowing::ValueNarrowing;
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
    /// The fields whose texts are the same, which are cut together.
    same: Vec<usize>,
    /// The text that they had first.
    same_text: String,
    /// What each field takes.
    shapes: Vec<FieldShape>,
    /// The value of the only changed field, if it has an order.
    narrowing: Option<ValueNarrowing>,
    /// The input of the narrowing that was sent last.
    is_narrowing: bool,
}

impl Minimising {
    /// Of `crashing`, with the texts of `valid` for what is not needed. Only texts of fields that take any
    /// and addresses are cut: others would be refused. At most `left` more inputs.
    pub(super) fn new(
        crashing: &CandidateInput,
        valid: &[String],
        shapes: &[FieldShape],
        left: usize,
    ) -> Self {
        let fields = &crashing.rule.fields;
        let undo = if fields.len() > 1 { fields.clone() } else { Vec::new() };
        let same = same_texts(crashing);
        let free = |at: &&usize| is_cut(shapes[**at]) || same.contains(*at);
        let cuts = fields.iter().filter(free);
        let cuts = cuts.flat_map(|at| [(*at, CutEnd::Front), (*at, CutEnd::Behind)]);
        Self {
            left,
            cuts: cuts.collect(),
            undo,
            search: None,
            undoing: None,
            same_text: same.first().map(|at| crashing.texts[*at].clone()).unwrap_or_default(),
            same,
            shapes: shapes.to_vec(),
            narrowing: None,
            is_narrowing: false,
            best: crashing.clone(),
            valid: valid.to_vec(),
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
        if let Some(text) = self.narrower() {
            self.is_narrowing = true;
            let mut input = self.best.clone();
            input.texts[self.best.rule.fields[0]] = text;
            return Some(self.named(input));
        }
        self.is_narrowing = false;
        loop {
            let search = match self.search.filter(|it| it.crashing > it.harmless + 1) {
                Some(search) => search,
                None => {
                    let (field, end) = self.cuts.pop()?;
                    let crashing = self.best.texts[field].chars().count();
                    let together = self.together(field);
                    let needed = self.best.rule.fields.contains(&field)
                        && together.first().is_none_or(|first| *first == field)
                        && (!together.is_empty() || is_cut(self.shapes[field]));
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
            let cut: String = match search.end {
                CutEnd::Behind => text.iter().take(long).collect(),
                CutEnd::Front => text.iter().skip(text.len().saturating_sub(long)).collect(),
            };
            for at in self.together(search.field) {
                input.texts[at].clone_from(&cut);
            }
            input.texts[search.field] = cut;
            return Some(self.named(input));
        }
    }

    /// The fields that are cut together with this one: those with the same text that are all needed.
    fn together(&self, field: usize) -> Vec<usize> {
        let needed: Vec<usize> =
            self.same.iter().copied().filter(|at| self.best.rule.fields.contains(at)).collect();
        if needed.len() > 1 && needed.contains(&field) { needed } else { Vec::new() }
    }

    /// A value of the only changed field that is nearer to the valid one.
    fn narrower(&mut self) -> Option<String> {
        let [at] = *self.best.rule.fields else { return None };
        if self.narrowing.is_none() {
            let (valid, crashing) = (&self.valid[at], &self.best.texts[at]);
            self.narrowing = ValueNarrowing::between(at, self.shapes[at], valid, crashing);
        }
        self.narrowing.as_ref()?.next()
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
        if self.is_narrowing {
            if let Some(narrowing) = &mut self.narrowing {
                narrowing.learn(&input.texts[narrowing.field], crashed);
            }
        } else if self.undoing.is_none()
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
        if let Some(class) = self.same_class(fields) {
            return class;
        }
        let part = |at: &usize| {
            let field = fields.get(*at)?;
            let text = &self.best.texts[*at];
            let narrowed = self.narrowing.as_ref().filter(|narrowing| narrowing.field == *at);
            let class = if field.password {
                format!("a secret of length {}", text.chars().count())
            } else if let Some(class) = narrowed.and_then(ValueNarrowing::class) {
                class
            } else {
                class_of(text)
            };
            Some(format!("{:?}: {class}", field.name()))
        };
        let parts: Vec<String> = self.best.rule.fields.iter().filter_map(part).collect();
        parts.join(", ")
    }

    /// What several fields have in common, if it is their text that crashes the app. It is one text alone
    /// if no other one was seen to crash.
    fn same_class(&self, fields: &[AttackedField]) -> Option<String> {
        let first = *self.best.rule.fields.first()?;
        if self.best.rule.fields.len() < 2 || same_texts(&self.best) != self.best.rule.fields {
            return None;
        }
        let own = self.best.rule.fields.iter().filter_map(|at| fields.get(*at));
        let names: Vec<String> = own.clone().map(|field| format!("{:?}", field.name())).collect();
        let names = names.join(" and ");
        let text = &self.best.texts[first];
        let is_secret = own.clone().any(|field| field.password);
        Some(if *text != self.same_text {
            format!("the same text in {names}")
        } else if is_secret {
            format!("the same text of length {} in {names}", text.chars().count())
        } else {
            format!("the same text in {names}: {text:?}")
        })
    }
}

/// True if texts of fields of this shape are cut: addresses too, of which much may be left out.
const fn is_cut(shape: FieldShape) -> bool {
    shape.is_free() || matches!(shape, FieldShape::Mail)
}

/// The changed fields that hold the same text as the first of them, if that is one.
fn same_texts(input: &CandidateInput) -> Vec<usize> {
    let fields = &input.rule.fields;
    let Some(text) = fields.first().map(|at| &input.texts[*at]) else { return Vec::new() };
    let same: Vec<usize> = fields.iter().copied().filter(|at| input.texts[*at] == *text).collect();
    if same.len() < 2 || text.is_empty() { Vec::new() } else { same }
}

/// The class of texts that one shortest text stands for.
fn class_of(text: &str) -> String {
    let signs: Vec<char> = text.chars().collect();
    match signs.as_slice() {
        [] => "empty".to_owned(),
        // The first one may be another, so that texts of several fields differ.
        [_, rest @ ..] if rest.len() + 1 >= UNIFORM && rest.iter().all(|sign| *sign == rest[0]) => {
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
        let shapes = [FieldShape::Text; 2];
        let mut minimising = Minimising::new(&crashing, &valid, &shapes, 40);
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
    fn the_same_text_of_two_fields_is_cut_in_both() {
        let (found, _) = minimised(&["Plan", "Plan"], &[0, 1], |texts| texts[0] == texts[1]);
        assert_eq!(found.best().texts, ["P", "P"]);
        let told = class(&found, &["Title", "Text"], false);
        assert_eq!(told, "the same text in \"Title\" and \"Text\"");
        let (found, _) = minimised(&["Plan", "Plan"], &[0, 1], |texts| texts == ["Plan", "Plan"]);
        let told = class(&found, &["Title", "Text"], false);
        assert_eq!(told, "the same text in \"Title\" and \"Text\": \"Plan\"");
        assert!(!class(&found, &["Title", "Text"], true).contains("Plan"));
    }

    #[test]
    fn a_value_is_narrowed_down_and_a_long_text_may_begin_otherwise() {
        let rule = InputRule { operation: "above-maximum".into(), fields: vec![0] };
        let crashing =
            CandidateInput { rule, group: "boundary", texts: vec!["99".into()], priority: 1.0 };
        let mut found = Minimising::new(&crashing, &["2".into()], &[FieldShape::Integer], 12);
        let record = AttackRecord::default();
        while let Some(input) = found.next(&record) {
            let crashed = input.texts[0].parse::<u32>().unwrap() > 40;
            let result = if crashed { InputResult::Crashed } else { InputResult::Accepted };
            found.learn(&input, result);
        }
        assert_eq!(class(&found, &["Guests"], false), "\"Guests\": 41 or more (40 does no harm)");
        assert_eq!(class_of(&format!("b{}", "a".repeat(60))), "any text of 61 or more characters");
    }
}
