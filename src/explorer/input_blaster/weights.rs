//! The tuned numbers of InputBlaster.

use serde::{Deserialize, Serialize};

use crate::explorer::systematic::SystematicWeights;
use crate::explorer::weights::weights;

/// Where the texts of an attack come from. All but the first are baselines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ValueSource {
    /// The rules of the catalogue, guided by constraints and feedback.
    #[default]
    Rules,
    /// The plausible and the invalid values that the form variants of other explorers use.
    FormVariants,
    /// Hostile texts of the catalogue, drawn at random for all fields alike.
    Naughty,
    /// Boundary values alone.
    Boundary,
    /// Letters, digits and signs, drawn at random.
    Random,
}

weights! {
    /// The tuned numbers of [`super::InputBlaster`].
    pub struct InputBlasterWeights {
        /// How it explores until it meets a form.
        systematic: SystematicWeights = SystematicWeights::default(),
        /// Where texts come from.
        values: ValueSource = ValueSource::Rules,
        /// A form is sent at most so many times in one attack, as in the paper's table 2.
        attempts: usize = 30,
        /// The same for a search field on its own, since most of what it is sent with shows an empty list, and
        /// for fields that were attacked at another location of the app.
        search_attempts: usize = 10,
        /// Attacks may take this share of a run's steps, beside a first allowance. Else the first forms
        /// would leave no steps to find the others.
        share: f64 = 0.4,
        /// The steps that attacks may take beside their share.
        allowance: u64 = 30,
        /// An attack that stopped goes on once attacks may take so many steps again.
        reserve: f64 = 12.0,
        /// What is refused is mended at most so many times before the attack goes on without a valid
        /// input.
        valid_rounds: usize = 4,
        /// A form that is not reached again within so many steps is given up.
        return_steps: u32 = 30,
        /// A form that was lost so often is not attacked any more once it is met again.
        times_lost: u32 = 5,
        /// So many steps no other form is attacked after one was lost: exploring may find a path back.
        patience: u64 = 15,
        /// A model is asked for at most so many test generators in one attack.
        generators: usize = 4,
        /// So many inputs of a generator without a crash, and the next one is asked for.
        of_generator: u32 = 5,
        /// What is left of a rule's priority each time that the app politely refuses what it makes.
        refused: f64 = 0.8,
        /// What is left of a rule's priority each time that the app takes what it makes.
        accepted: f64 = 0.92,
        /// What a rule's priority grows by, beside 1, if an example of a field described in the same words has
        /// a text like what it makes.
        example: f64 = 0.5,
        /// What is left of a rule's priority if the app refused the same text in another field.
        refused_elsewhere: f64 = 0.6,
        /// What is left of a rule's priority if the app took the same text in another field.
        accepted_elsewhere: f64 = 0.85,
        /// What is left of a rule's priority once the app took all that is unusual in its text.
        covered: f64 = 0.4,
        /// What a rule's priority grows by once the app refused what lies just outside of the guard that
        /// this rule stays inside of.
        inside: f64 = 1.2,
        /// What a rule's priority grows by once it crashed the app elsewhere.
        crashed: f64 = 1.5,
        /// The most characters that are typed into a field: the size that many buffers have, and one
        /// more than columns of databases.
        longest: usize = 65_536,
        /// A crashing input is sent at most so many times more to find its shortest form.
        minimising: usize = 12,
    }
}
