//! What the health app does when it is touched.

use super::data::Kind;
use super::forms::Form;
use super::message::{Dialog, Msg, Screen};
use super::{
    EXPORT_STEP_MS, EXPORT_STEPS, EXPORT_TIMER, Health, NOTIFICATIONS, UNDO_MS, UNDO_TIMER, faults,
    save,
};
use crate::demo::app::System;

/// Handles a touch.
pub fn handle(app: &mut Health, msg: Msg, sys: &mut System) {
    match msg {
        Msg::Next | Msg::Begin | Msg::Named(_) => introduce(app, msg, sys),
        Msg::Up => back(app, sys),
        Msg::Tab(_) | Msg::Page(_) | Msg::Day(_) | Msg::Show(_) => travel(app, &msg, sys),
        Msg::Add | Msg::NewEntry(_) | Msg::Dismiss | Msg::Units | Msg::SetUnit(_) => {
            dialogs(app, &msg, sys);
        }
        Msg::Typed(field, text) => {
            if let Screen::Form(form) = app.screen() {
                sys.hit("form.type");
                let mut draft = app.draft(form);
                if let Some(slot) = draft.get_mut(field) {
                    *slot = text;
                }
                app.drafts.insert(form, draft);
                if form == Form::Report && app.report_days().is_some() {
                    app.complaint = None;
                }
            }
        }
        Msg::Save => {
            if let Screen::Form(form) = app.screen() {
                save::save(app, form, sys);
            }
        }
        Msg::Filter(filter) => {
            sys.hit(if filter.is_some() { "history.filter" } else { "history.all" });
            forget_deleted(app, sys);
            app.filter = filter;
        }
        Msg::Edit(id) => {
            sys.hit("entry.edit");
            app.edit(id);
        }
        Msg::AskDelete(_) | Msg::Delete(_) | Msg::Undo => delete(app, &msg, sys),
        Msg::Trend(kind) => {
            sys.hit(if kind == Kind::Weight { "trends.weight" } else { "trends.pressure" });
            app.trend = kind;
        }
        Msg::Month(month) => {
            sys.hit(if month { "trends.month" } else { "trends.week" });
            app.month = month;
            if month && sys.landscape && sys.is_seeded("health-chart-native") {
                faults::crash_month_grid(sys);
            }
        }
        Msg::Dose(index) => {
            if let Some(medicine) = app.saved.medicines.get_mut(index) {
                medicine.taken = !medicine.taken;
                sys.hit(if medicine.taken { "plan.take" } else { "plan.untake" });
            }
        }
        Msg::AskUnprescribe(index) => {
            sys.hit("plan.ask_remove");
            app.dialog = Some(Dialog::Unprescribe(index));
        }
        Msg::Unprescribe(index) => {
            app.dialog = None;
            if index < app.saved.medicines.len() {
                sys.hit("plan.remove");
                let medicine = app.saved.medicines.remove(index);
                sys.toast(format!("{} removed from the plan", medicine.name));
            }
        }
        Msg::Remind(_) | Msg::AskAgain => remind(app, &msg, sys),
        Msg::Export | Msg::StopExport | Msg::Exported => export(app, &msg, sys),
    }
}

fn introduce(app: &mut Health, msg: Msg, sys: &mut System) {
    match msg {
        Msg::Next => {
            sys.hit("welcome.next");
            app.stack.push(Screen::Hello);
        }
        Msg::Named(name) => {
            sys.hit("hello.name");
            app.saved.name = name;
        }
        _ => {
            sys.hit("hello.done");
            app.saved.onboarded = true;
            app.stack = vec![Screen::Today];
        }
    }
}

/// Goes to another page.
fn travel(app: &mut Health, msg: &Msg, sys: &mut System) {
    match *msg {
        Msg::Tab(screen) => {
            forget_deleted(app, sys);
            sys.hit(match screen {
                Screen::History => "tab.history",
                Screen::Trends => "tab.trends",
                Screen::Plan => "tab.plan",
                Screen::More => "tab.more",
                _ => "tab.today",
            });
            app.stack = vec![screen];
            app.filter = None;
            app.month = false;
            app.trend = Kind::Pressure;
        }
        Msg::Page(screen) => {
            sys.hit(match screen {
                Screen::Form(Form::Medicine) => "plan.add",
                Screen::Form(Form::Profile) => "more.profile",
                Screen::Form(Form::Goal) => "more.goals",
                Screen::Form(_) => "more.report",
                _ => "more.reminders",
            });
            app.complaint = None;
            app.stack.push(screen);
        }
        Msg::Day(step) if app.days_ago + step < 0 => {
            sys.hit("today.future");
            sys.toast("Tomorrow has not been measured yet");
        }
        Msg::Day(step) => {
            sys.hit(if step > 0 { "today.earlier" } else { "today.later" });
            app.days_ago = (app.days_ago + step).min(30);
        }
        Msg::Show(id) => {
            sys.hit("entry.show");
            forget_deleted(app, sys);
            app.stack.push(Screen::Detail(id));
        }
        _ => {}
    }
}

fn dialogs(app: &mut Health, msg: &Msg, sys: &mut System) {
    app.dialog = None;
    match *msg {
        Msg::Add => {
            sys.hit("today.add");
            app.dialog = Some(Dialog::Add);
        }
        Msg::Units => {
            sys.hit("more.units");
            app.dialog = Some(Dialog::Units);
        }
        Msg::NewEntry(form) => {
            sys.hit(match form {
                Form::Pressure => "add.pressure",
                Form::Weight => "add.weight",
                Form::Meal => "add.meal",
                _ => "add.sleep",
            });
            app.complaint = None;
            app.editing = None;
            app.stack.push(Screen::Form(form));
        }
        Msg::SetUnit(unit) => {
            sys.hit(if unit == app.saved.unit { "units.same" } else { "units.change" });
            app.saved.unit = unit;
            // Typed in the other unit, they would mean something else now.
            app.drafts.remove(&Form::Weight);
            app.drafts.remove(&Form::Goal);
        }
        _ => sys.hit("dialog.dismiss"),
    }
}

fn delete(app: &mut Health, msg: &Msg, sys: &mut System) {
    app.dialog = None;
    match *msg {
        Msg::AskDelete(id) => {
            sys.hit("entry.ask_delete");
            app.dialog = Some(Dialog::Delete(id));
        }
        Msg::Delete(id) => {
            sys.hit("entry.delete");
            app.stack = vec![Screen::History];
            app.filter = None;
            // The seeded fault: the entry is only hidden until the bar with "Undo" has gone.
            app.pending = Some(id);
            sys.after(UNDO_MS, UNDO_TIMER);
        }
        _ => {
            sys.hit("history.undo");
            app.pending = None;
            sys.forget(UNDO_TIMER);
        }
    }
}

/// Takes what was deleted out of the saved entries: it can no longer be brought back.
fn forget_deleted(app: &mut Health, sys: &mut System) {
    if let Some(id) = app.pending.take() {
        sys.hit("entry.gone");
        sys.forget(UNDO_TIMER);
        app.saved.entries.retain(|entry| entry.id != id);
        app.returned = app.returned.filter(|returned| *returned != id);
    }
}

fn remind(app: &mut Health, msg: &Msg, sys: &mut System) {
    if *msg == Msg::Remind(false) {
        sys.hit("reminders.off");
        app.saved.reminders = false;
    } else if sys.holds(NOTIFICATIONS) {
        sys.hit("reminders.on");
        app.saved.reminders = true;
        app.refusals = 0;
    } else {
        sys.hit(if *msg == Msg::AskAgain { "reminders.again" } else { "reminders.ask" });
        sys.ask(NOTIFICATIONS);
    }
}

/// The tester answered the system's question.
pub fn answered(app: &mut Health, granted: bool, sys: &mut System) {
    if granted {
        sys.hit("reminders.granted");
        app.saved.reminders = true;
        app.refusals = 0;
        return;
    }
    sys.hit("reminders.refused");
    app.saved.reminders = false;
    app.refusals += 1;
    if app.refusals > 1 && sys.is_seeded("health-reminder-refused-twice") {
        faults::crash_rationale(sys);
    }
}

fn export(app: &mut Health, msg: &Msg, sys: &mut System) {
    match msg {
        Msg::Export => {
            sys.hit("report.export");
            app.exported = 0;
            app.stack.push(Screen::Exporting);
            sys.after(EXPORT_STEP_MS, EXPORT_TIMER);
        }
        Msg::StopExport => {
            sys.hit("report.stop");
            sys.forget(EXPORT_TIMER);
            app.stack.pop();
        }
        _ => {
            sys.hit("report.done");
            app.drafts.remove(&Form::Report);
            app.stack = vec![Screen::More];
        }
    }
}

/// A timer ran out.
pub fn timer(app: &mut Health, token: u32, sys: &mut System) {
    match token {
        UNDO_TIMER => forget_deleted(app, sys),
        EXPORT_TIMER if app.screen() == Screen::Exporting => {
            app.exported += 1;
            if app.exported < EXPORT_STEPS {
                sys.hit("export.step");
                sys.after(EXPORT_STEP_MS, EXPORT_TIMER);
            } else {
                sys.hit("export.end");
                sys.log("report.pdf written to Downloads");
                app.stack.pop();
                app.stack.push(Screen::Exported);
            }
        }
        _ => {}
    }
}

/// Goes back one page.
pub fn back(app: &mut Health, sys: &mut System) {
    if app.dialog.take().is_some() {
        sys.hit("dialog.back");
        return;
    }
    forget_deleted(app, sys);
    match app.screen() {
        Screen::Exporting => export(app, &Msg::StopExport, sys),
        Screen::Exported => export(app, &Msg::Exported, sys),
        Screen::Form(form) if app.stack.len() > 1 => {
            sys.hit("form.leave");
            app.complaint = None;
            if app.editing.take().is_some() {
                app.drafts.remove(&form);
            }
            app.stack.pop();
        }
        _ if app.stack.len() > 1 => {
            sys.hit("page.leave");
            app.stack.pop();
        }
        Screen::Welcome | Screen::Today => {
            sys.hit("app.leave");
            sys.finish();
        }
        _ => {
            sys.hit("tab.leave");
            app.stack = vec![Screen::Today];
        }
    }
}

/// One of its activities was started from outside.
pub fn open(app: &mut Health, activity: &str, sys: &mut System) {
    forget_deleted(app, sys);
    sys.forget(EXPORT_TIMER);
    sys.hit("app.open");
    app.dialog = None;
    app.complaint = None;
    app.editing = None;
    let (under, page) = match activity {
        ".EntryActivity" => (Screen::Today, Some(Screen::Form(Form::Pressure))),
        ".DetailActivity" => {
            (Screen::History, app.saved.entries.first().map(|e| Screen::Detail(e.id)))
        }
        ".MedicineActivity" => (Screen::Plan, Some(Screen::Form(Form::Medicine))),
        ".ProfileActivity" => (Screen::More, Some(Screen::Form(Form::Profile))),
        ".GoalsActivity" => (Screen::More, Some(Screen::Form(Form::Goal))),
        ".ReportActivity" => (Screen::More, Some(Screen::Form(Form::Report))),
        ".RemindersActivity" => (Screen::More, Some(Screen::Reminders)),
        ".OnboardingActivity" => (Screen::Welcome, None),
        _ if app.saved.onboarded => (Screen::Today, None),
        _ => (Screen::Welcome, None),
    };
    app.stack = vec![under];
    app.stack.extend(page);
}
