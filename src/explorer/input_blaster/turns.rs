//! Whose input comes next: one of a model's generators or one of the rules. Both have their turns, since
//! neither knows which of them will find something.

use super::candidates::{CandidateInput, GENERATED, TESTER};
use crate::protocol::TriedInput;

/// Until so many generated inputs did nothing, two of them come for each of the rules.
const EAGER: u32 = 5;
/// Until so many did nothing, one comes for each of the rules; after that, one for two of them.
const PATIENT: u32 = 10;

/// Which inputs were sent last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SourceTurns {
    /// Generated inputs that did not crash the app.
    fruitless: u32,
    /// Generated inputs since the last one of the rules.
    in_a_row: u32,
    /// Inputs of the rules since the last generated one.
    ruled: u32,
}

impl SourceTurns {
    /// Takes in that `input` was sent.
    pub(super) fn sent(&mut self, input: &CandidateInput, crashed: bool) {
        if input.group == GENERATED {
            self.fruitless += u32::from(!crashed);
            (self.in_a_row, self.ruled) = (self.in_a_row + 1, 0);
        } else if input.group != TESTER && input.rule.operation != TriedInput::VALID {
            (self.in_a_row, self.ruled) = (0, self.ruled + 1);
        }
    }

    /// True if a generated input comes next.
    const fn is_generated_next(self) -> bool {
        match self.fruitless {
            0..EAGER => self.in_a_row < 2,
            EAGER..PATIENT => self.in_a_row == 0,
            _ => self.in_a_row == 0 && self.ruled >= 2,
        }
    }

    /// `inputs`, the most promising first, so that both sources have their turns.
    pub(super) fn ordered(mut self, inputs: Vec<&CandidateInput>) -> Vec<&CandidateInput> {
        let (generated, ruled): (Vec<_>, Vec<_>) =
            inputs.into_iter().partition(|input| input.group == GENERATED);
        let (mut generated, mut ruled) = (generated.into_iter(), ruled.into_iter());
        let mut order = Vec::new();
        loop {
            let next = if self.is_generated_next() {
                generated.next().or_else(|| ruled.next())
            } else {
                ruled.next().or_else(|| generated.next())
            };
            let Some(next) = next else { return order };
            self.sent(next, false);
            order.push(next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::candidates::InputRule;
    use super::*;

    fn inputs(group: &'static str, count: usize) -> Vec<CandidateInput> {
        let input = |at: usize| {
            let rule = InputRule { operation: group.to_owned(), fields: vec![0] };
            CandidateInput { rule, group, texts: vec![at.to_string()], priority: 1.0 }
        };
        (0..count).map(input).collect()
    }

    #[test]
    fn generators_come_first_and_less_often_the_less_they_find() {
        let (generated, ruled) = (inputs(GENERATED, 30), inputs("signs", 30));
        let all: Vec<&CandidateInput> = generated.iter().chain(&ruled).collect();
        let order = SourceTurns::default().ordered(all);
        let order: String =
            order.iter().take(24).map(|it| if it.group == GENERATED { 'g' } else { 'r' }).collect();
        assert_eq!(order, "ggrggrgrgrgrgrgrgrrgrrgr");
    }

    #[test]
    fn what_is_left_of_one_source_comes_without_the_other() {
        let (generated, ruled) = (inputs(GENERATED, 2), inputs("signs", 3));
        let order = |inputs: Vec<&CandidateInput>| SourceTurns::default().ordered(inputs).len();
        assert_eq!(order(generated.iter().chain(&ruled).collect()), 5);
        assert_eq!(order(ruled.iter().collect()), 3);
        assert_eq!(order(Vec::new()), 0);
    }

    #[test]
    fn neither_valid_inputs_nor_those_of_the_tester_take_a_turn() {
        let mut turns = SourceTurns::default();
        let mut valid = inputs("valid", 1).remove(0);
        TriedInput::VALID.clone_into(&mut valid.rule.operation);
        turns.sent(&valid, false);
        turns.sent(&inputs(TESTER, 1)[0], false);
        assert_eq!(turns, SourceTurns::default());
    }
}
