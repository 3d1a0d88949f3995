//! The forms of the health app: their fields, and how what is already known is filled in.

use jiff::civil::Date;

use super::data::{Unit, Value, days_between, read_date};
use super::{Health, Screen};
use crate::demo::ui::Input;

/// What was typed into a form, field by field.
pub type Draft = [String; 4];

/// A form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    Pressure,
    Weight,
    Meal,
    Sleep,
    Medicine,
    Profile,
    Goal,
    Report,
}

/// Why a form was not taken, said under one of its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    pub field: usize,
    pub id: &'static str,
    pub text: &'static str,
}

/// A field: its id, what it shows while empty, what it takes.
pub type FieldSpec = (&'static str, String, Input);

impl Form {
    pub fn title(self) -> &'static str {
        match self {
            Self::Pressure => "Blood pressure",
            Self::Weight => "Weight",
            Self::Meal => "Meal",
            Self::Sleep => "Sleep",
            Self::Medicine => "Medicine",
            Self::Profile => "Profile",
            Self::Goal => "Goals",
            Self::Report => "Doctor report",
        }
    }

    /// Its name among the seeded input faults.
    pub fn word(self) -> &'static str {
        match self {
            Self::Pressure => "pressure",
            Self::Weight => "weight",
            Self::Meal => "meal",
            Self::Sleep => "sleep",
            Self::Medicine => "medicine",
            Self::Profile => "profile",
            Self::Goal => "goal",
            Self::Report => "report",
        }
    }

    /// The small words over its fields.
    pub fn lead(self) -> &'static str {
        match self {
            Self::Pressure => "Sit still for five minutes before you measure.",
            Self::Weight => "Best in the morning, before breakfast.",
            Self::Meal => "The parts must add up to the total.",
            Self::Sleep => "When did you fall asleep, when did you wake up?",
            Self::Medicine => "What do you take every day?",
            Self::Profile => "Only you and your doctor see this.",
            Self::Goal => "The range your weight should stay in.",
            Self::Report => "Which days should your doctor see?",
        }
    }

    pub fn activity(self) -> &'static str {
        match self {
            Self::Pressure | Self::Weight | Self::Meal | Self::Sleep => ".EntryActivity",
            Self::Medicine => ".MedicineActivity",
            Self::Profile => ".ProfileActivity",
            Self::Goal => ".GoalsActivity",
            Self::Report => ".ReportActivity",
        }
    }

    /// The names of its states: as it should be, with a complaint, and (the report) `ready` to go.
    pub fn state(self, complaint: Option<&Complaint>, ready: bool) -> &'static str {
        match (self, complaint) {
            (Self::Pressure, None) => "pressure.form",
            (Self::Pressure, Some(_)) => "pressure.range_error",
            (Self::Weight, None) => "weight.form",
            (Self::Weight, Some(_)) => "weight.error",
            (Self::Meal, None) => "meal.form",
            (Self::Meal, Some(_)) => "meal.sum_error",
            (Self::Sleep, None) => "sleep.form",
            (Self::Sleep, Some(_)) => "sleep.error",
            (Self::Medicine, None) => "medicine.form",
            (Self::Medicine, Some(_)) => "medicine.error",
            (Self::Profile, None) => "profile.form",
            (Self::Profile, Some(_)) => "profile.date_error",
            (Self::Goal, None) => "goal.form",
            (Self::Goal, Some(_)) => "goal.range_error",
            (Self::Report, None) if ready => "report.ready",
            (Self::Report, None) => "report.form",
            (Self::Report, Some(_)) => "report.range_error",
        }
    }

    pub fn fields(self, unit: Unit) -> Vec<FieldSpec> {
        let word = unit.word();
        match self {
            Self::Pressure => vec![
                ("systolic", "Systolic (e.g. 120)".into(), Input::Number),
                ("diastolic", "Diastolic (e.g. 80)".into(), Input::Number),
            ],
            Self::Weight => {
                let example = unit.of_kg(72.5).round();
                vec![("weight", format!("Weight in {word} (e.g. {example})"), Input::Decimal)]
            }
            Self::Meal => vec![
                ("total", "Total grams (e.g. 60)".into(), Input::Decimal),
                ("carbs", "Carbohydrates (e.g. 30)".into(), Input::Decimal),
                ("protein", "Protein (e.g. 20)".into(), Input::Decimal),
                ("fat", "Fat (e.g. 10)".into(), Input::Decimal),
            ],
            Self::Sleep => vec![
                ("from", "Fell asleep (e.g. 22:30)".into(), Input::Line),
                ("to", "Woke up (e.g. 06:45)".into(), Input::Line),
            ],
            Self::Medicine => vec![
                ("medicine", "Name (e.g. Aspirin)".into(), Input::Line),
                ("doses", "Doses a day (e.g. 2)".into(), Input::Number),
            ],
            Self::Profile => vec![
                ("name", "Name (e.g. Alex)".into(), Input::Line),
                ("born", "Birth date (e.g. 1984-05-17)".into(), Input::Line),
            ],
            Self::Goal => vec![
                (
                    "min",
                    format!("Minimum {word} (e.g. {})", unit.of_kg(60.0).round()),
                    Input::Decimal,
                ),
                (
                    "max",
                    format!("Maximum {word} (e.g. {})", unit.of_kg(75.0).round()),
                    Input::Decimal,
                ),
            ],
            Self::Report => vec![
                ("from", "From (e.g. 2025-12-01)".into(), Input::Line),
                ("to", "To (e.g. 2026-01-05)".into(), Input::Line),
            ],
        }
    }

    /// The words of its button.
    pub fn verb(self) -> &'static str {
        match self {
            Self::Report => "Preview",
            _ => "Save",
        }
    }
}

impl Health {
    /// What the form in front holds.
    pub fn draft(&self, form: Form) -> Draft {
        self.drafts.get(&form).cloned().unwrap_or_else(|| self.known(form))
    }

    /// How many days the report would cover, once both ends are typed.
    pub fn report_days(&self) -> Option<i32> {
        let draft = self.draft(Form::Report);
        let (from, to) = (read_date(&draft[0])?, read_date(&draft[1])?);
        (from <= to).then(|| days_between(from, to) + 1)
    }

    /// What is known already of what a form asks.
    fn known(&self, form: Form) -> Draft {
        let mut draft = Draft::default();
        let date = |date: Option<Date>| date.map(|date| date.to_string()).unwrap_or_default();
        match form {
            Form::Profile => {
                draft[0].clone_from(&self.saved.name);
                draft[1] = date(self.saved.born);
            }
            Form::Goal => {
                if let Some((min, max)) = self.saved.goal {
                    draft[0] = format!("{:.1}", self.saved.unit.of_kg(min));
                    draft[1] = format!("{:.1}", self.saved.unit.of_kg(max));
                }
            }
            _ => {}
        }
        draft
    }

    /// Opens the form that changes this entry.
    pub fn edit(&mut self, id: u32) {
        let Some(entry) = self.saved.entry(id) else { return };
        let mut draft = Draft::default();
        let form = match &entry.value {
            Value::Pressure { systolic, diastolic } => {
                draft[0] = systolic.to_string();
                draft[1] = diastolic.to_string();
                Form::Pressure
            }
            Value::Weight(kg) => {
                draft[0] = format!("{:.1}", self.saved.unit.of_kg(*kg));
                Form::Weight
            }
            Value::Meal { total, parts } => {
                draft[0] = total.to_string();
                for (field, part) in draft.iter_mut().skip(1).zip(parts) {
                    *field = part.to_string();
                }
                Form::Meal
            }
            Value::Sleep { from, to } => {
                draft[0] = format!("{:02}:{:02}", from / 60, from % 60);
                draft[1] = format!("{:02}:{:02}", to / 60, to % 60);
                Form::Sleep
            }
        };
        self.drafts.insert(form, draft);
        self.complaint = None;
        self.editing = Some(id);
        self.stack.push(Screen::Form(form));
    }
}
