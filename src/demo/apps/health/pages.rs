//! The pages of the health app below its tabs: introduction, forms, one entry, report, reminders.

use super::data::Value;
use super::forms::Form;
use super::message::{Msg, Screen};
use super::{EXPORT_STEPS, Health};
use crate::demo::ui::{
    Input, TextStyle, View, button, card, column, field, icon_button, image, list, outlined,
    progress, row, scroll, spacer, styled, switch, text, toolbar_up,
};

/// A page's activity, state and view.
pub fn page(app: &Health) -> (&'static str, &'static str, View<Msg>) {
    match app.screen() {
        Screen::Welcome => (".OnboardingActivity", "onboarding.welcome", welcome()),
        Screen::Hello => (".OnboardingActivity", "onboarding.name", hello(app)),
        Screen::Form(form) => (
            form.activity(),
            form.state(app.complaint.as_ref(), app.report_days().is_some()),
            form_page(app, form),
        ),
        Screen::Detail(id) => (".DetailActivity", "entry.detail", detail(app, id)),
        Screen::Preview => (".ReportActivity", "report.preview", preview(app)),
        Screen::Exporting => (".ReportActivity", "report.exporting", exporting(app)),
        Screen::Exported => (".ReportActivity", "report.done", exported(app)),
        _ => {
            let state = if app.refusals > 0 { "reminders.refused" } else { "reminders" };
            (".RemindersActivity", state, reminders(app))
        }
    }
}

fn welcome() -> View<Msg> {
    column([
        spacer(96),
        image("logo", "♥", "Health log"),
        styled(TextStyle::Heading, "Welcome to Health log").id("welcome"),
        text("Blood pressure, weight, meals and sleep in one place."),
        spacer(24),
        button("next", "Next").on_tap(Msg::Next),
    ])
}

fn hello(app: &Health) -> View<Msg> {
    column([
        toolbar_up("About you", Msg::Up),
        styled(TextStyle::Heading, "What may we call you?"),
        field("name", "Name (e.g. Alex)", Input::Line, &app.saved.name, Msg::Named)
            .max_length(30)
            .on_enter(Msg::Begin),
        button("begin", "Start").on_tap(Msg::Begin),
    ])
}

fn form_page(app: &Health, form: Form) -> View<Msg> {
    let draft = app.draft(form);
    let mut inside = card([styled(TextStyle::Caption, form.lead())]);
    let fields = form.fields(app.saved.unit);
    let last = fields.len().saturating_sub(1);
    for (index, ((id, hint, input), value)) in fields.into_iter().zip(&draft).enumerate() {
        let mut view =
            field(id, &hint, input, value, move |typed| Msg::Typed(index, typed)).max_length(24);
        if index == last {
            view = view.on_enter(Msg::Save);
        }
        inside = inside.child(view);
        if let Some(complaint) = app.complaint.as_ref().filter(|it| it.field == index) {
            inside = inside.child(styled(TextStyle::Error, complaint.text).id(complaint.id));
        }
    }
    let days = app.report_days().filter(|_| form == Form::Report && app.complaint.is_none());
    let inside = inside.maybe(days.map(|days| text(format!("{days} days")).id("days")));
    column([
        toolbar_up(form.title(), Msg::Up)
            .child(icon_button("done", "✓", form.verb()).on_tap(Msg::Save)),
        scroll("form", [inside, button("save", form.verb()).on_tap(Msg::Save)]),
    ])
}

fn detail(app: &Health, id: u32) -> View<Msg> {
    let bar = toolbar_up("Entry", Msg::Up)
        .child(icon_button("edit", "✎", "Edit").on_tap(Msg::Edit(id)))
        .child(icon_button("delete", "🗑", "Delete").on_tap(Msg::AskDelete(id)));
    let mut lines: Vec<(&str, String)> = Vec::new();
    let mut heading = String::new();
    if let Some(entry) = app.saved.entry(id) {
        heading = entry.value.heading(app.saved.unit);
        lines.push(("Logged on", entry.day.to_string()));
        match &entry.value {
            Value::Pressure { systolic, diastolic } => {
                lines.push(("Systolic", format!("{systolic} mmHg")));
                lines.push(("Diastolic", format!("{diastolic} mmHg")));
            }
            Value::Weight(_) => lines.push(("Weight", heading.clone())),
            Value::Meal { parts, .. } => {
                let names = ["Carbohydrates", "Protein", "Fat"];
                lines.extend(names.into_iter().zip(parts.iter().map(|part| format!("{part} g"))));
            }
            Value::Sleep { from, to } => {
                lines.push(("From", format!("{:02}:{:02}", from / 60, from % 60)));
                lines.push(("To", format!("{:02}:{:02}", to / 60, to % 60)));
            }
        }
    }
    let rows = lines.into_iter().map(|(name, value)| {
        row([text(name).id("line_name").weight(1), text(value).id("line_value")])
    });
    column([bar, card([styled(TextStyle::Display, heading).id("value")]), list("lines", rows)])
}

fn preview(app: &Health) -> View<Msg> {
    let (from, to) = app.saved.range;
    let count = app.visible().filter(|entry| entry.day >= from && entry.day <= to).count();
    column([
        toolbar_up("Preview", Msg::Up),
        card([
            styled(TextStyle::Heading, "Report for your doctor"),
            text(format!("{from} to {to}")).id("range"),
            text(format!("{count} entries")).id("count"),
        ]),
        button("export", "Export as PDF").on_tap(Msg::Export),
    ])
}

fn exporting(app: &Health) -> View<Msg> {
    column([
        toolbar_up("Preview", Msg::Up),
        card([
            styled(TextStyle::Heading, "Writing the report …"),
            progress("progress", app.exported, EXPORT_STEPS),
            outlined("stop", "Cancel").on_tap(Msg::StopExport),
        ]),
    ])
}

fn exported(app: &Health) -> View<Msg> {
    let (from, to) = app.saved.range;
    column([
        toolbar_up("Report", Msg::Up),
        image("done_image", "✓", ""),
        styled(TextStyle::Heading, "Report written"),
        text(format!("Downloads/report-{from}-{to}.pdf")).id("file"),
        button("finish", "Done").on_tap(Msg::Exported),
    ])
}

fn reminders(app: &Health) -> View<Msg> {
    let on = app.saved.reminders;
    let refused = (app.refusals > 0).then(|| {
        card([
            text("Notifications are blocked, so nobody can remind you.").id("blocked"),
            outlined("try_again", "Ask again").on_tap(Msg::AskAgain),
        ])
    });
    column([
        toolbar_up("Reminders", Msg::Up),
        switch("reminders", "Remind me to measure at 08:00", on).on_tap(Msg::Remind(!on)),
        styled(TextStyle::Caption, "One reminder every morning."),
    ])
    .maybe(refused)
}
