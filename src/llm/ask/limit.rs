//! How many questions an explorer may ask.

/// Questions a step on a display, if nothing else is set: one for two steps. Rules know which button
/// was never tapped; more questions cost more than they find (docs/eval.md).
pub const DISPLAY_QUESTIONS_PER_STEP: f64 = 0.5;

/// Questions a step on average, counted from the first question on.
#[derive(Debug, Default)]
pub struct QuestionLimit {
    /// The limit; `None` for none.
    pub per_step: Option<f64>,
    /// The step of the first question.
    first: Option<u64>,
    asked: u64,
}

impl QuestionLimit {
    /// True if one more question may be asked at `step`, which counts it.
    pub fn take(&mut self, step: u64) -> bool {
        let first = *self.first.get_or_insert(step);
        let allowed = self.per_step.map(|limit| 1.0 + limit * step.saturating_sub(first) as f64);
        if allowed.is_some_and(|allowed| self.asked as f64 + 1.0 > allowed) {
            return false;
        }
        self.asked += 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_question_for_two_steps_from_the_first_on() {
        let mut limit = QuestionLimit { per_step: Some(0.5), ..QuestionLimit::default() };
        let asked: Vec<u64> = (100..110).filter(|step| limit.take(*step)).collect();
        assert_eq!(asked, [100, 102, 104, 106, 108]);
        // What was not asked may be asked later.
        let later: Vec<bool> = (0..4).map(|_| limit.take(114)).collect();
        assert_eq!(later, [true, true, true, false]);
    }

    #[test]
    fn without_a_limit_every_question_is_asked() {
        let mut limit = QuestionLimit::default();
        assert!((0..9).all(|_| limit.take(1)));
        let mut none = QuestionLimit { per_step: Some(0.0), ..QuestionLimit::default() };
        assert!(none.take(1), "the first one");
        assert!((2..99).all(|step| !none.take(step)));
    }
}
