//! Saving the forms of the health app: the checks between their values.

use super::data::{TODAY, Value, days_between, read_date, read_number, read_time};
use super::forms::{Complaint, Draft, Form};
use super::input_faults::INPUT_FAULTS;
use super::{Health, Screen, faults};
use crate::demo::app::System;
use crate::demo::apps::health::data::Medicine;
use crate::demo::input_faults;

/// Heaviest weight taken for real, in kilograms.
const HEAVIEST: f64 = 400.0;

/// What a form says when it is not taken: field, id and words.
type Refusal = (usize, &'static str, &'static str);

/// Checks and saves the form in front.
pub fn save(app: &mut Health, form: Form, sys: &mut System) {
    let draft = app.draft(form);
    let refusal = match form {
        Form::Pressure => pressure(app, &draft, sys),
        Form::Weight => weight(app, &draft, sys),
        Form::Meal => meal(app, &draft, sys),
        Form::Sleep => sleep(app, &draft, sys),
        Form::Medicine => medicine(app, &draft, sys),
        Form::Profile => profile(app, &draft, sys),
        Form::Goal => goal(app, &draft, sys),
        Form::Report => report(app, &draft, sys),
    };
    match refusal {
        Err((field, id, text)) => app.complaint = Some(Complaint { field, id, text }),
        Ok(()) => {
            app.complaint = None;
            let texts: Vec<&str> = draft.iter().map(String::as_str).collect();
            if input_faults::sent(INPUT_FAULTS, form.word(), &texts, sys) {
                return;
            }
            if form == Form::Report {
                app.stack.push(Screen::Preview);
                return;
            }
            app.drafts.remove(&form);
            app.editing = None;
            app.stack.pop();
            sys.toast("Saved");
        }
    }
}

/// Writes `value` over the entry being edited, or as a new one.
fn store(app: &mut Health, value: Value, sys: &mut System) {
    let edited = app.editing.and_then(|id| app.saved.entries.iter_mut().find(|e| e.id == id));
    match edited {
        Some(entry) => {
            sys.hit("entry.change");
            entry.value = value;
        }
        None => {
            sys.hit("entry.new");
            app.saved.log(value);
        }
    }
}

fn pressure(app: &mut Health, draft: &Draft, sys: &mut System) -> Result<(), Refusal> {
    let read = |text: &str| text.parse::<i32>().ok().filter(|value| (20..=300).contains(value));
    let (Some(systolic), Some(diastolic)) = (read(&draft[0]), read(&draft[1])) else {
        sys.hit("pressure.missing");
        return Err((1, "range_error", "Enter two values between 20 and 300"));
    };
    let equal_breaks = sys.is_seeded("health-pressure-equal");
    if systolic < diastolic || (systolic == diastolic && !equal_breaks) {
        sys.hit("pressure.range");
        return Err((1, "range_error", "Diastolic must be below systolic"));
    }
    sys.hit("pressure.save");
    if systolic == diastolic {
        faults::crash_pulse_pressure(sys);
        return Ok(());
    }
    store(app, Value::Pressure { systolic, diastolic }, sys);
    Ok(())
}

fn weight(app: &mut Health, draft: &Draft, sys: &mut System) -> Result<(), Refusal> {
    let kg = read_number(&draft[0]).map(|value| app.saved.unit.to_kg(value));
    let Some(kg) = kg.filter(|kg| *kg > 0.0 && *kg <= HEAVIEST) else {
        sys.hit("weight.refuse");
        return Err((0, "weight_error", "Enter a weight above 0"));
    };
    sys.hit("weight.save");
    store(app, Value::Weight(kg), sys);
    Ok(())
}

fn meal(app: &mut Health, draft: &Draft, sys: &mut System) -> Result<(), Refusal> {
    let read = |text: &str| read_number(text).filter(|value| *value >= 0.0);
    let (Some(total), Some(carbs), Some(protein), Some(fat)) =
        (read(&draft[0]), read(&draft[1]), read(&draft[2]), read(&draft[3]))
    else {
        sys.hit("meal.missing");
        return Err((3, "sum_error", "Enter the total and its three parts"));
    };
    let sum = carbs + protein + fat;
    // The seeded fault: rounded values are compared here, exact ones when the meal is stored.
    let adds_up = if sys.is_seeded("health-meal-rounding") {
        sum.round() == total.round()
    } else {
        (sum - total).abs() <= 1e-9
    };
    if !adds_up || total <= 0.0 {
        sys.hit("meal.sum");
        return Err((3, "sum_error", "The parts do not add up to the total"));
    }
    sys.hit("meal.save");
    if sum > total + 1e-9 {
        faults::crash_meal_parts(sum, total, sys);
        return Ok(());
    }
    store(app, Value::Meal { total, parts: [carbs, protein, fat] }, sys);
    Ok(())
}

fn sleep(app: &mut Health, draft: &Draft, sys: &mut System) -> Result<(), Refusal> {
    match (read_time(&draft[0]), read_time(&draft[1])) {
        (Some(from), Some(to)) if from != to => {
            sys.hit("sleep.save");
            store(app, Value::Sleep { from, to }, sys);
            Ok(())
        }
        (Some(_), Some(_)) => {
            sys.hit("sleep.same");
            Err((1, "time_error", "You must wake up after you fell asleep"))
        }
        _ => {
            sys.hit("sleep.refuse");
            Err((1, "time_error", "Enter times such as 22:30"))
        }
    }
}

fn medicine(app: &mut Health, draft: &Draft, sys: &mut System) -> Result<(), Refusal> {
    let doses = draft[1].parse().ok().filter(|doses| (1..=6).contains(doses));
    let (name, Some(doses)) = (draft[0].trim(), doses) else {
        sys.hit("medicine.doses");
        return Err((1, "doses_error", "Enter 1 to 6 doses a day"));
    };
    if name.is_empty() {
        sys.hit("medicine.nameless");
        return Err((1, "doses_error", "Enter a name"));
    }
    sys.hit("medicine.save");
    app.saved.medicines.push(Medicine { name: name.into(), doses, taken: false });
    Ok(())
}

fn profile(app: &mut Health, draft: &Draft, sys: &mut System) -> Result<(), Refusal> {
    let born = read_date(&draft[1]).filter(|born| born.year() >= 1900 && *born <= TODAY);
    let Some(born) = born else {
        sys.hit("profile.refuse");
        return Err((1, "born_error", "Enter a date between 1900 and today"));
    };
    sys.hit("profile.save");
    app.saved.name = draft[0].trim().into();
    app.saved.born = Some(born);
    Ok(())
}

fn goal(app: &mut Health, draft: &Draft, sys: &mut System) -> Result<(), Refusal> {
    let read = |text: &str| read_number(text).filter(|value| *value > 0.0);
    match (read(&draft[0]), read(&draft[1])) {
        (Some(min), Some(max)) if min < max => {
            sys.hit("goal.save");
            let unit = app.saved.unit;
            app.saved.goal = Some((unit.to_kg(min), unit.to_kg(max)));
            Ok(())
        }
        (Some(_), Some(_)) => {
            sys.hit("goal.range");
            Err((1, "range_error", "The minimum must be below the maximum"))
        }
        _ => {
            sys.hit("goal.missing");
            Err((1, "range_error", "Enter both ends of the range"))
        }
    }
}

fn report(app: &mut Health, draft: &Draft, sys: &mut System) -> Result<(), Refusal> {
    match (read_date(&draft[0]), read_date(&draft[1])) {
        (Some(from), Some(to)) if from <= to => {
            sys.hit("report.preview");
            app.saved.range = (from, to);
            if days_between(from, to) > faults::LONGEST_RANGE_DAYS
                && sys.is_seeded("health-report-decades")
            {
                faults::hang_report(sys);
            }
            Ok(())
        }
        (Some(_), Some(_)) => {
            sys.hit("report.range");
            Err((1, "range_error", "The first day must not be after the last"))
        }
        _ => {
            sys.hit("report.dates");
            Err((1, "range_error", "Enter dates such as 2025-12-01"))
        }
    }
}
