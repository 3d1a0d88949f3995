//! The tabs of the health app, and what is in front of them.

use super::data::{Entry, Kind, Unit, days_ago, mean};
use super::forms::Form;
use super::message::{Dialog, Msg, Screen};
use super::{Health, pages};
use crate::demo::app::System;
use crate::demo::ui::{
    self, Layer, Scene, TextStyle, View, bottom_bar, card, check_box, column, fab, icon_button,
    image, item, list, plain, radio, row, scroll, spacer, styled, tab, text, toolbar,
};

/// All that the app shows now.
pub fn scene(app: &Health, sys: &System) -> Scene<Msg> {
    let (activity, state, body) = match app.screen() {
        Screen::Today => today(app),
        Screen::History => (".MainActivity", history_state(app), history(app)),
        Screen::Trends => {
            let state = if app.month { "trends.month" } else { "trends.week" };
            (".MainActivity", state, trends(app, sys))
        }
        Screen::Plan => (".MainActivity", "plan", plan(app)),
        Screen::More => (".MainActivity", "more", more(app)),
        _ => pages::page(app),
    };
    let mut scene = Scene { activity, state, body, layers: Vec::new() };
    if let Some(dialog) = app.dialog {
        let (state, title, content) = match dialog {
            Dialog::Add => ("add.menu", "What do you want to log?", add_menu()),
            Dialog::Delete(id) => ("entry.delete", "Delete this entry?", delete_question(id)),
            Dialog::Unprescribe(index) => {
                ("plan.remove", "Remove from the plan?", remove_question(app, index))
            }
            Dialog::Units => ("units", "Units", units(app.saved.unit)),
        };
        scene.state = state;
        scene.layers.push(Layer::Dialog {
            title: title.into(),
            content,
            on_dismiss: Some(Msg::Dismiss),
        });
    } else if app.screen() == Screen::History && app.pending.is_some() {
        scene.state = "history.undo";
        scene.layers.push(Layer::Snackbar {
            text: "Entry deleted".into(),
            action: Some(("Undo".into(), Msg::Undo)),
        });
    }
    scene
}

fn tabs(front: Screen) -> View<Msg> {
    let of = |id: &str, word: &str, screen: Screen| {
        tab(id, word, front == screen).on_tap(Msg::Tab(screen))
    };
    bottom_bar([
        of("tab_today", "Today", Screen::Today),
        of("tab_history", "History", Screen::History),
        of("tab_trends", "Trends", Screen::Trends),
        of("tab_plan", "Plan", Screen::Plan),
        of("tab_more", "More", Screen::More),
    ])
}

fn today(app: &Health) -> (&'static str, &'static str, View<Msg>) {
    let day = days_ago(app.days_ago);
    let name = match app.days_ago {
        0 => "Today".to_owned(),
        1 => "Yesterday".to_owned(),
        _ => day.strftime("%A, %-d %B").to_string(),
    };
    let entries: Vec<&Entry> = app.visible().filter(|entry| entry.day == day).collect();
    let bar = row([
        icon_button("earlier", "‹", "Day before").on_tap(Msg::Day(1)),
        styled(TextStyle::Heading, name).id("day").weight(1),
        icon_button("later", "›", "Day after").on_tap(Msg::Day(-1)),
    ]);
    let greeting = if app.saved.name.is_empty() {
        "Health log".to_owned()
    } else {
        format!("Hello {}", app.saved.name)
    };
    let mut body = column([toolbar(greeting), bar]);
    let state = if entries.is_empty() {
        body = body.child(nothing("♥", "Nothing was logged on this day."));
        "today.empty"
    } else {
        let summary = card([
            styled(TextStyle::Caption, "Latest"),
            styled(TextStyle::Display, entries[0].value.heading(app.saved.unit)).id("latest"),
            styled(TextStyle::Caption, goal_line(app)).id("goal_line"),
        ]);
        let rows = entries.iter().map(|entry| entry_row(app, entry));
        body = body.child(summary).child(list("entries", rows));
        "today"
    };
    let body = body.child(tabs(Screen::Today)).child(fab("add", "+", "Add entry").on_tap(Msg::Add));
    (".MainActivity", state, body)
}

fn goal_line(app: &Health) -> String {
    let unit = app.saved.unit;
    match app.saved.goal {
        Some((min, max)) => {
            format!("Goal: {:.0} to {:.0} {}", unit.of_kg(min), unit.of_kg(max), unit.word())
        }
        None => "No goal set".into(),
    }
}

fn nothing(glyph: &str, words: &str) -> View<Msg> {
    column([
        spacer(48),
        image("empty_image", glyph, ""),
        styled(TextStyle::Body, words).id("empty"),
    ])
}

fn entry_row(app: &Health, entry: &Entry) -> View<Msg> {
    let glyph = match entry.value.kind() {
        Kind::Pressure => "♥",
        Kind::Weight => "⚖",
        Kind::Meal => "🥗",
        Kind::Sleep => "🛏",
        Kind::Oxygen => "💧",
    };
    row([
        image("", glyph, ""),
        item(entry.value.heading(app.saved.unit), entry.day.strftime("%-d %b %Y").to_string())
            .weight(1),
    ])
    .id("entry")
    .on_tap(Msg::Show(entry.id))
}

fn history_state(app: &Health) -> &'static str {
    if history_rows(app).is_empty() { "history.empty" } else { "history" }
}

fn history_rows(app: &Health) -> Vec<&Entry> {
    app.visible().filter(|entry| app.filter.is_none_or(|kind| entry.value.kind() == kind)).collect()
}

fn history(app: &Health) -> View<Msg> {
    let chip = |id: &str, word: &str, filter: Option<Kind>| {
        tab(id, word, app.filter == filter).on_tap(Msg::Filter(filter))
    };
    let chips = row([
        chip("filter_all", "All", None),
        chip("filter_pressure", "BP", Some(Kind::Pressure)),
        chip("filter_weight", "Weight", Some(Kind::Weight)),
        chip("filter_meal", "Meals", Some(Kind::Meal)),
        chip("filter_sleep", "Sleep", Some(Kind::Sleep)),
        chip("filter_oxygen", "O2", Some(Kind::Oxygen)),
    ])
    .id("filters");
    let rows = history_rows(app);
    let content = if rows.is_empty() {
        nothing("💧", "Nothing of this kind. Pair a sensor or add an entry.")
    } else {
        list("history", rows.into_iter().map(|entry| entry_row(app, entry)))
    };
    column([toolbar("History"), chips, content, tabs(Screen::History)])
}

fn trends(app: &Health, sys: &System) -> View<Msg> {
    let kinds = row([
        tab("kind_pressure", "Blood pressure", app.trend == Kind::Pressure)
            .on_tap(Msg::Trend(Kind::Pressure)),
        tab("kind_weight", "Weight", app.trend == Kind::Weight).on_tap(Msg::Trend(Kind::Weight)),
    ]);
    let spans = row([
        tab("span_week", "Week", !app.month).on_tap(Msg::Month(false)),
        tab("span_month", "Month", app.month).on_tap(Msg::Month(true)),
    ]);
    let content = if app.month { month(app) } else { week(app, sys) };
    column([toolbar("Trends"), kinds, spans, scroll("chart", [content]), tabs(Screen::Trends)])
}

fn week(app: &Health, sys: &System) -> View<Msg> {
    let values = app.saved.week(app.trend);
    let top = values.iter().flatten().copied().fold(1.0, f64::max);
    let bars = values.iter().zip(0..).map(|(value, index)| {
        let day = days_ago(6 - index).strftime("%a").to_string();
        let (bar, label) = match value {
            Some(value) => ("■".repeat(bar_length(*value, top)), format!("{value:.1}")),
            None => ("·".into(), "–".into()),
        };
        row([text(day).id("bar_day"), text(bar).id("bar").weight(1), text(label).id("bar_value")])
    });
    let average = format!("Average {:.1} {}", app.shown_average(sys), app.trend_unit());
    // The seeded fault: the legend is only in the layout for the upright phone.
    let legend = (!sys.landscape || !sys.is_seeded("health-legend-landscape"))
        .then(|| styled(TextStyle::Caption, "■ measured   · no value").id("legend"));
    View::new(ui::Kind::Card)
        .maybe(legend)
        .child(column(bars))
        .child(styled(TextStyle::Heading, average).id("average"))
}

fn bar_length(value: f64, top: f64) -> usize {
    // Sixteen squares for the highest bar.
    (1..=16).take_while(|step| f64::from(*step) * top <= value * 16.0 + 1e-9).count()
}

fn month(app: &Health) -> View<Msg> {
    let values = app.saved.week(app.trend);
    let rows = (1..=4).map(|week| {
        let words = if week == 4 {
            format!("{:.1} {}", mean(&values), app.trend_unit())
        } else {
            "no values".to_owned()
        };
        row([text(format!("Week {week}")).weight(1), text(words).id("week_average")])
    });
    card([styled(TextStyle::Heading, "Last four weeks").id("month_heading")])
        .child(column(rows).id("month_table"))
}

fn plan(app: &Health) -> View<Msg> {
    let rows = app.saved.medicines.iter().enumerate().map(|(index, medicine)| {
        row([
            check_box("taken", "", medicine.taken)
                .desc(format!("{} taken", medicine.name))
                .on_tap(Msg::Dose(index)),
            item(medicine.name.clone(), format!("{} × a day", medicine.doses)).weight(1),
            icon_button("remove", "✕", "Remove from plan").on_tap(Msg::AskUnprescribe(index)),
        ])
    });
    column([
        toolbar("Medicine plan"),
        list("medicines", rows),
        tabs(Screen::Plan),
        fab("add_medicine", "+", "Add medicine").on_tap(Msg::Page(Screen::Form(Form::Medicine))),
    ])
}

fn more(app: &Health) -> View<Msg> {
    let line = |glyph: &str, id: &str, heading: &str, below: String, msg: Msg| {
        row([image("", glyph, ""), item(heading, below).weight(1)]).id(id).on_tap(msg)
    };
    let form = |form: Form| Msg::Page(Screen::Form(form));
    let born = app.saved.born.map_or_else(|| "Birth date not set".into(), |date| date.to_string());
    let reminders = if app.saved.reminders { "On" } else { "Off" };
    let rows = [
        line("👤", "row_profile", "Profile", born, form(Form::Profile)),
        line("⚑", "row_goals", "Goals", goal_line(app), form(Form::Goal)),
        line("🩺", "row_report", "Doctor report", "Choose days, export".into(), form(Form::Report)),
        line("⚖", "row_units", "Units", app.saved.unit.word().into(), Msg::Units),
        line("🔔", "row_reminders", "Reminders", reminders.into(), Msg::Page(Screen::Reminders)),
    ];
    column([toolbar("More"), scroll("more", rows), tabs(Screen::More)])
}

fn add_menu() -> View<Msg> {
    let choice = |id: &str, form: Form| item(form.title(), "").id(id).on_tap(Msg::NewEntry(form));
    column([
        choice("add_pressure", Form::Pressure),
        choice("add_weight", Form::Weight),
        choice("add_meal", Form::Meal),
        choice("add_sleep", Form::Sleep),
    ])
}

fn delete_question(id: u32) -> View<Msg> {
    column([
        text("It also goes from your trends and reports.").id("message"),
        row([
            plain("cancel", "Cancel").on_tap(Msg::Dismiss).weight(1),
            plain("confirm", "Delete").on_tap(Msg::Delete(id)).weight(1),
        ]),
    ])
}

fn remove_question(app: &Health, index: usize) -> View<Msg> {
    let name = app.saved.medicines.get(index).map_or("", |medicine| medicine.name.as_str());
    column([
        text(format!("You will no longer be asked for {name}.")).id("medicine_message"),
        row([
            plain("cancel", "Keep").on_tap(Msg::Dismiss).weight(1),
            plain("remove_medicine", "Remove").on_tap(Msg::Unprescribe(index)).weight(1),
        ]),
    ])
}

fn units(unit: Unit) -> View<Msg> {
    let choice =
        |id: &str, word: &str, of: Unit| radio(id, word, unit == of).on_tap(Msg::SetUnit(of));
    column([
        choice("unit_kg", "Kilograms (kg)", Unit::Kilograms),
        choice("unit_lb", "Pounds (lb)", Unit::Pounds),
    ])
}
