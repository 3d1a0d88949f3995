//! The tuned numbers of the rules' index and paths.

/// How the rules weigh what is known of inputs and of the paths to them. Chances are between 0 and
/// 1; what is said to be left of a chance is a factor. All were set by measuring on the demo apps.
#[derive(Clone, Debug, PartialEq)]
pub struct RulesWeights {
    /// What is left of a chance if a second row of a list is tried.
    pub second_row: f64,
    /// What is left if two rows of a list led to the same state.
    pub alike_rows: f64,
    /// What is left if the same template did nothing in other states.
    pub without_effect_elsewhere: f64,
    /// What is left if it belongs to a bar that many states have, so that it leads to the same
    /// state from each of them.
    pub bar: f64,
    /// What is left if a state with the same label has it too, and there it was tried.
    pub same_label: f64,
    /// What is left if it led to the same state from several states.
    pub same_place: f64,
    /// As many tries as the chance that an input has by itself counts for, beside those that were
    /// made.
    pub prior_tries: f64,
    /// What is left of the yield of a goal with each step to it. An input is performed here first
    /// if its yield is at least so much of what is one step away: coming back later costs more.
    pub decay_per_step: f64,
    /// What is left of the yield of a goal each time a path to it led elsewhere, or nothing was
    /// found there.
    pub failed_path: f64,
    /// As many steps as a restart counts for on a path.
    pub restart_steps: u32,
    /// As many failed paths as it counts for if nothing was left to do at a goal.
    pub nothing_at_goal: u32,
}

impl Default for RulesWeights {
    fn default() -> Self {
        Self {
            second_row: 0.35,
            alike_rows: 0.06,
            without_effect_elsewhere: 0.25,
            bar: 0.05,
            same_label: 0.15,
            same_place: 0.15,
            prior_tries: 2.0,
            decay_per_step: 0.6,
            failed_path: 0.5,
            restart_steps: 2,
            nothing_at_goal: 3,
        }
    }
}
