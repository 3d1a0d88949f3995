//! What a user wants, slot by slot, and how the platform asks for what is missing.
//!
//! After the Alexa Skills Kit's "Dialog Model": slots in the model's order, each elicited if it is
//! required, validated, and confirmed if that is required; the whole confirmed at the end.

use super::interaction::{DialogSlot, IntentDialog, InteractionModel, SlotValidation};
use super::resolve::FilledSlot;

/// Whether the user has confirmed something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Confirmation {
    /// Not asked yet.
    #[default]
    None,
    /// Said yes.
    Confirmed,
    /// Said no.
    Denied,
}

impl Confirmation {
    /// The platform's word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::None => "NONE",
            Self::Confirmed => "CONFIRMED",
            Self::Denied => "DENIED",
        }
    }

    /// What the platform's word says.
    pub fn of(word: &str) -> Self {
        match word {
            "CONFIRMED" => Self::Confirmed,
            "DENIED" => Self::Denied,
            _ => Self::None,
        }
    }

    /// What yes or no says.
    pub const fn said(yes: bool) -> Self {
        if yes { Self::Confirmed } else { Self::Denied }
    }
}

/// What a user wants.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RequestedIntent {
    /// The intent.
    pub intent: String,
    /// Whether the whole is confirmed.
    pub confirmation: Confirmation,
    /// All its slots.
    pub slots: Vec<RequestedSlot>,
}

/// A slot of what a user wants.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RequestedSlot {
    /// Its name.
    pub name: String,
    /// Its value, if there is one.
    pub filled: Option<FilledSlot>,
    /// Whether the value is confirmed.
    pub confirmation: Confirmation,
}

impl RequestedIntent {
    /// The intent `intent` with no slot filled.
    pub fn empty(model: &InteractionModel, intent: &str) -> Self {
        let slots = model.intent(intent).into_iter().flat_map(|intent| &intent.slots);
        Self {
            intent: intent.to_owned(),
            confirmation: Confirmation::None,
            slots: slots
                .map(|slot| RequestedSlot { name: slot.name.clone(), ..RequestedSlot::default() })
                .collect(),
        }
    }

    /// Fills `slot`; a new value has yet to be confirmed.
    pub fn fill(&mut self, slot: &str, filled: FilledSlot) {
        if let Some(place) = self.slot_mut(slot) {
            place.filled = Some(filled);
            place.confirmation = Confirmation::None;
        }
    }

    /// The slot of this name.
    pub fn slot_mut(&mut self, slot: &str) -> Option<&mut RequestedSlot> {
        self.slots.iter_mut().find(|candidate| candidate.name == slot)
    }

    /// Name and value of the slots that are filled, for people.
    pub fn reported(&self) -> Vec<(String, String)> {
        let reported = |slot: &RequestedSlot| {
            let filled = slot.filled.as_ref()?;
            Some((slot.name.clone(), filled.value.clone()))
        };
        self.slots.iter().filter_map(reported).collect()
    }
}

/// What the platform asks next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlatformQuestion {
    /// For a slot's value.
    Slot(String),
    /// Whether a slot's value is right.
    ConfirmSlot(String),
    /// Whether the whole is right.
    ConfirmAll,
}

/// The next step of a dialog: what is asked and the id of the prompt; `None` if nothing is left
/// to ask. A value that was denied or does not hold is taken out of `wanted`.
pub fn next(
    dialog: &IntentDialog,
    wanted: &mut RequestedIntent,
) -> Option<(PlatformQuestion, String)> {
    for described in &dialog.slots {
        let Some(slot) = wanted.slot_mut(&described.name) else { continue };
        let denied = slot.confirmation == Confirmation::Denied;
        if denied {
            slot.filled = None;
            slot.confirmation = Confirmation::None;
        }
        let broken = slot.filled.as_ref().and_then(|filled| broken(described, filled));
        if let Some(validation) = broken {
            slot.filled = None;
            return Some((
                PlatformQuestion::Slot(described.name.clone()),
                validation.prompt.clone(),
            ));
        }
        match (&slot.filled, &described.elicitation, &described.confirmation) {
            (None, Some(prompt), _) => {
                return Some((PlatformQuestion::Slot(described.name.clone()), prompt.clone()));
            }
            // Denied, and not required: there is no prompt to ask with, so it stays empty.
            (None, None, _) | (Some(_), _, None) => {}
            (Some(_), _, Some(prompt)) if slot.confirmation == Confirmation::None => {
                return Some((
                    PlatformQuestion::ConfirmSlot(described.name.clone()),
                    prompt.clone(),
                ));
            }
            (Some(_), _, Some(_)) => {}
        }
    }
    match (&dialog.confirmation, wanted.confirmation) {
        (Some(prompt), Confirmation::None) => Some((PlatformQuestion::ConfirmAll, prompt.clone())),
        _ => None,
    }
}

/// The first condition that `filled` breaks.
fn broken<'a>(described: &'a DialogSlot, filled: &FilledSlot) -> Option<&'a SlotValidation> {
    described.validations.iter().find(|validation| !holds(validation, filled))
}

/// True if the condition holds, or cannot be checked here (durations relative to now).
fn holds(validation: &SlotValidation, filled: &FilledSlot) -> bool {
    let value = filled.value.as_str();
    let canonical = filled.resolution.as_ref().and_then(|resolution| resolution.values.first());
    let listed = || {
        let is = |other: &String| {
            other.eq_ignore_ascii_case(value)
                || canonical.is_some_and(|(_, name)| name.eq_ignore_ascii_case(other))
        };
        validation.values.iter().any(is)
    };
    let order = || {
        let other = validation.values.first()?;
        match (value.parse::<f64>(), other.parse::<f64>()) {
            (Ok(value), Ok(other)) => value.partial_cmp(&other),
            // Dates and times in their written form sort as they follow each other.
            _ => Some(value.cmp(other.as_str())),
        }
    };
    match validation.rule.as_str() {
        "hasEntityResolutionMatch" => canonical.is_some(),
        "isInSet" => listed(),
        "isNotInSet" => !listed(),
        "isGreaterThan" => order().is_none_or(std::cmp::Ordering::is_gt),
        "isGreaterThanOrEqualTo" => order().is_none_or(std::cmp::Ordering::is_ge),
        "isLessThan" => order().is_none_or(std::cmp::Ordering::is_lt),
        "isLessThanOrEqualTo" => order().is_none_or(std::cmp::Ordering::is_le),
        _ => true,
    }
}

/// The words of the prompt `id`: one of its variations, drawn by `pick`, slots filled in. Without a
/// wording the platform asks in its own.
pub fn prompt(
    model: &InteractionModel,
    id: &str,
    asks: &PlatformQuestion,
    wanted: &RequestedIntent,
    pick: impl FnOnce(usize) -> usize,
) -> String {
    let variations = model.prompts.get(id).filter(|variations| !variations.is_empty());
    let Some(variations) = variations else {
        return match asks {
            PlatformQuestion::Slot(slot) => format!("What is the {slot}?"),
            PlatformQuestion::ConfirmSlot(slot) => format!("Is the {slot} right?"),
            PlatformQuestion::ConfirmAll => "Is that right?".into(),
        };
    };
    let mut words = variations[pick(variations.len()) % variations.len()].clone();
    for slot in &wanted.slots {
        let value = slot.filled.as_ref().map_or("", |filled| filled.value.as_str());
        words = words.replace(&format!("{{{}}}", slot.name), value);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dialog() -> IntentDialog {
        let slot = |name: &str, confirmed: bool| DialogSlot {
            name: name.into(),
            elicitation: Some(format!("Elicit.{name}")),
            confirmation: confirmed.then(|| format!("Confirm.{name}")),
            validations: Vec::new(),
        };
        let count = DialogSlot {
            validations: vec![SlotValidation {
                rule: "isLessThan".into(),
                values: vec!["10".into()],
                prompt: "Fewer".into(),
            }],
            ..slot("count", false)
        };
        IntentDialog {
            by_platform: false,
            confirmation: Some("Confirm.all".into()),
            slots: vec![slot("size", true), count],
        }
    }

    fn wanted() -> RequestedIntent {
        let slot = |name: &str| RequestedSlot { name: name.into(), ..RequestedSlot::default() };
        RequestedIntent {
            intent: "Order".into(),
            slots: vec![slot("size"), slot("count")],
            ..RequestedIntent::default()
        }
    }

    fn value(value: &str) -> FilledSlot {
        FilledSlot { value: value.into(), ..FilledSlot::default() }
    }

    #[test]
    fn a_dialog_goes_slot_by_slot() {
        let (dialog, mut wanted) = (dialog(), wanted());
        let asked = |wanted: &mut RequestedIntent| next(&dialog, wanted).unwrap();
        assert_eq!(
            asked(&mut wanted),
            (PlatformQuestion::Slot("size".into()), "Elicit.size".into())
        );
        wanted.fill("size", value("large"));
        assert_eq!(asked(&mut wanted).0, PlatformQuestion::ConfirmSlot("size".into()));
        wanted.slots[0].confirmation = Confirmation::Denied;
        assert_eq!(asked(&mut wanted).0, PlatformQuestion::Slot("size".into()));
        assert_eq!(wanted.slots[0].filled, None);
        wanted.fill("size", value("small"));
        wanted.slots[0].confirmation = Confirmation::Confirmed;
        assert_eq!(asked(&mut wanted).0, PlatformQuestion::Slot("count".into()));
        wanted.fill("count", value("12"));
        assert_eq!(asked(&mut wanted), (PlatformQuestion::Slot("count".into()), "Fewer".into()));
        wanted.fill("count", value("9"));
        assert_eq!(asked(&mut wanted).0, PlatformQuestion::ConfirmAll);
        wanted.confirmation = Confirmation::Denied;
        assert_eq!(next(&dialog, &mut wanted), None);
    }

    #[test]
    fn prompts_are_filled_in() {
        let mut model = InteractionModel::default();
        model.prompts.insert("P".into(), vec!["One {size}?".into(), "Two {size} {size}?".into()]);
        let mut wanted = wanted();
        wanted.fill("size", value("large"));
        let asks = PlatformQuestion::ConfirmAll;
        assert_eq!(prompt(&model, "P", &asks, &wanted, |_| 1), "Two large large?");
        assert_eq!(prompt(&model, "P", &asks, &wanted, |count| count), "One large?");
        assert_eq!(
            prompt(&model, "Q", &PlatformQuestion::Slot("size".into()), &wanted, |_| 0),
            "What is the size?"
        );
    }

    #[test]
    fn conditions_hold_or_not() {
        let filled = value("7");
        for (rule, values, expected) in [
            ("isInSet", &["7", "8"][..], true),
            ("isNotInSet", &["7"], false),
            ("isGreaterThan", &["7"], false),
            ("isGreaterThanOrEqualTo", &["7"], true),
            ("isLessThan", &["10"], true),
            ("isLessThanOrEqualTo", &["6"], false),
            ("hasEntityResolutionMatch", &[], false),
            ("isInDuration", &["P1D"], true),
            ("isLessThan", &[], true),
        ] {
            let values = values.iter().map(|value| (*value).to_owned()).collect();
            let validation = SlotValidation { rule: rule.into(), values, prompt: String::new() };
            assert_eq!(holds(&validation, &filled), expected, "{rule}");
        }
    }
}
