//! What the settings app shows: the pages one comes through first.

use super::message::{Flag, Level, Msg, Screen};
use super::{Job, Settings, dialogs, pages};
use crate::demo::app::System;
use crate::demo::ui::{
    Input, Layer, Scene, TextStyle, View, button, card, column, field, icon_button, image, item,
    list, outlined, radio, row, scroll, slider, styled, switch, text, toolbar, toolbar_up,
};

/// All that the app shows now.
pub fn scene(app: &Settings, sys: &System) -> Scene<Msg> {
    let (activity, state, body) = match app.screen() {
        Screen::Home => (".MainActivity", "home", home(app)),
        Screen::Search => (".SearchActivity", "search", search(app)),
        Screen::Network => (".SubSettings", "network", network(app)),
        Screen::Display => (".SubSettings", "display", display(app)),
        Screen::Sound => (".SubSettings", "sound", sound(app)),
        Screen::System => (".SubSettings", "system", system(app)),
        Screen::Language => (".SubSettings", "language", language(app)),
        Screen::About => (".SubSettings", "about", about()),
        Screen::Backup if app.backup == Job::Idle => (".BackupActivity", "backup", backup(app)),
        _ => pages::page(app, sys),
    };
    let mut scene = Scene { activity, state, body, layers: Vec::new() };
    if let Some(dialog) = app.dialog {
        let (state, title, content) = dialogs::content(app, dialog);
        scene.state = state;
        scene.layers.push(Layer::Dialog {
            title: title.into(),
            content,
            on_dismiss: Some(Msg::Dismiss),
        });
    }
    scene
}

/// A row with the ids that real settings apps give to all their rows.
pub fn line(id: &str, title: &str, summary: &str) -> View<Msg> {
    column([text(title).id("row_title"), styled(TextStyle::Caption, summary).id("summary")]).id(id)
}

/// A page below the tool bar, which scrolls.
pub fn page(title: &str, rows: impl IntoIterator<Item = View<Msg>>) -> View<Msg> {
    column([toolbar_up(title, Msg::Up), scroll("page", rows)])
}

/// A switch for `flag`.
pub fn toggle(id: &str, words: &str, on: bool, flag: Flag) -> View<Msg> {
    switch(id, words, on).on_tap(Msg::Flip(flag))
}

fn home(app: &Settings) -> View<Msg> {
    let to = |glyph: &str, id: &str, title: &str, summary: &str, screen: Screen| {
        row([image("icon", glyph, ""), line("", title, summary).weight(1)])
            .id(id)
            .on_tap(Msg::Go(screen))
    };
    let accounts = format!("{} accounts", app.saved.accounts.len());
    let battery = format!("{} %", app.level);
    let storage = format!("{} of 64 GB used", app.saved.used);
    let rows = [
        to("📶", "row_network", "Network", "Wi-Fi, hotspot, airplane mode", Screen::Network),
        to("☀", "row_display", "Display", "Brightness, dark theme", Screen::Display),
        to("🔊", "row_sound", "Sound", "Volume, do not disturb", Screen::Sound),
        to("▦", "row_apps", "Apps", "Permissions, data", Screen::Apps),
        to("💾", "row_storage", "Storage", &storage, Screen::Storage),
        to("🔋", "row_battery", "Battery", &battery, Screen::Battery),
        to("🛡", "row_privacy", "Privacy", "Screen lock, app permissions", Screen::Privacy),
        to("👤", "row_accounts", "Accounts", &accounts, Screen::Accounts),
        to("⚙", "row_system", "System", "Language, backup, reset, about", Screen::System),
    ];
    let bar = toolbar("Settings")
        .child(icon_button("search", "🔍", "Search").on_tap(Msg::Go(Screen::Search)));
    column([bar, scroll("page", rows)])
}

/// What can be found, and if it is.
const INDEX: [(&str, Screen); 8] = [
    ("Wi-Fi networks", Screen::Wifi),
    ("Brightness", Screen::Display),
    ("Dark theme", Screen::Display),
    ("Volume", Screen::Sound),
    ("Battery saver", Screen::Battery),
    ("Screen lock", Screen::Privacy),
    ("Language", Screen::Language),
    ("Backup", Screen::Backup),
];

fn search(app: &Settings) -> View<Msg> {
    let wanted = app.query.trim().to_lowercase();
    let found = |name: &str| name.to_lowercase().contains(&wanted);
    let mut rows: Vec<View<Msg>> = INDEX
        .iter()
        .filter(|(name, _)| found(name))
        .take(3)
        .map(|(name, screen)| item(*name, "").id("result").on_tap(Msg::Go(*screen)))
        .collect();
    if rows.is_empty() {
        rows.push(item(format!("Nothing found for {:?}", app.query), ""));
    }
    column([
        toolbar_up("Search", Msg::Up),
        field("query", "Search settings (e.g. volume)", Input::Line, &app.query, Msg::Query)
            .max_length(30),
        list("results", rows),
    ])
}

fn network(app: &Settings) -> View<Msg> {
    let saved = &app.saved;
    let connected = saved.networks.iter().find(|network| network.connected && saved.wifi);
    let summary = connected.map_or("Not connected", |network| network.name);
    page(
        "Network",
        [
            line("row_wifi", "Wi-Fi", summary).on_tap(Msg::Go(Screen::Wifi)),
            toggle("hotspot", "Hotspot \"Ridealong\"", saved.hotspot, Flag::Hotspot),
            toggle("airplane", "Airplane mode", saved.airplane, Flag::Airplane),
        ],
    )
}

fn display(app: &Settings) -> View<Msg> {
    let saved = &app.saved;
    page(
        "Display",
        [
            styled(TextStyle::Caption, format!("Brightness {} %", saved.brightness)).id("summary"),
            slider("brightness", saved.brightness, 100, |value| {
                Msg::Slide(Level::Brightness, value)
            }),
            styled(TextStyle::Caption, format!("Font size {}", saved.font + 1)).id("summary"),
            slider("font", saved.font, 3, |value| Msg::Slide(Level::Font, value)),
            toggle("dark", "Dark theme", saved.dark, Flag::Dark),
            toggle("auto_rotate", "Rotate automatically", saved.auto_rotate, Flag::AutoRotate),
        ],
    )
}

fn sound(app: &Settings) -> View<Msg> {
    let saved = &app.saved;
    let dnd = saved.dnd.map_or_else(
        || "Never".to_owned(),
        |(from, to)| format!("{} to {}", clock(from), clock(to)),
    );
    let status = match app.playing {
        Some(what) => format!("♪ Playing the {what}"),
        None => "Nothing is playing".into(),
    };
    page(
        "Sound",
        [
            styled(TextStyle::Caption, format!("Ring volume {} of 10", saved.ring)).id("summary"),
            slider("ring", saved.ring, 10, |value| Msg::Slide(Level::Ring, value)),
            styled(TextStyle::Caption, format!("Alarm volume {} of 10", saved.alarm)).id("summary"),
            slider("alarm", saved.alarm, 10, |value| Msg::Slide(Level::Alarm, value)),
            row([
                outlined("test_ring", "Test ring").on_tap(Msg::Test(Level::Ring)).weight(1),
                outlined("test_alarm", "Test alarm").on_tap(Msg::Test(Level::Alarm)).weight(1),
            ]),
            text(status).id("playing"),
            line("row_dnd", "Do not disturb", &dnd).on_tap(Msg::Go(Screen::Dnd)),
        ],
    )
}

/// Minutes since midnight as a clock shows them.
fn clock(minutes: i32) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

fn system(app: &Settings) -> View<Msg> {
    let to = |id: &str, title: &str, summary: &str, msg: Msg| line(id, title, summary).on_tap(msg);
    let backup = if app.saved.backed_up { "Backed up today" } else { "Never backed up" };
    page(
        "System",
        [
            to("row_language", "Language and time", app.saved.language, Msg::Go(Screen::Language)),
            to("row_backup", "Backup", backup, Msg::Go(Screen::Backup)),
            to("row_reset", "Reset", "Erase all settings", Msg::Ask(super::Dialog::ResetFirst)),
            to("row_about", "About phone", "Model, version, build", Msg::Go(Screen::About)),
        ],
    )
}

fn language(app: &Settings) -> View<Msg> {
    let saved = &app.saved;
    let choice = |id: &str, name: &'static str| {
        radio(id, name, saved.language == name).on_tap(Msg::Speak(name))
    };
    page(
        "Language and time",
        [
            styled(TextStyle::Heading, "Language"),
            choice("english", "English"),
            choice("deutsch", "Deutsch"),
            styled(TextStyle::Heading, "Time"),
            toggle("auto_time", "Set time automatically", saved.auto_time, Flag::AutoTime),
            toggle("hours24", "24-hour clock", saved.hours24, Flag::Hours24),
        ],
    )
}

fn about() -> View<Msg> {
    page(
        "About phone",
        [
            line("row_model", "Model", "Ridealong One"),
            line("row_version", "System version", "14"),
            line("build_number", "Build number", "RA1A.260105.003").on_tap(Msg::Build),
        ],
    )
}

fn backup(app: &Settings) -> View<Msg> {
    let last = if app.saved.backed_up { "Last backup: today" } else { "Last backup: never" };
    page(
        "Backup",
        [
            card([
                styled(TextStyle::Heading, "Keep your settings safe"),
                text(last).id("last_backup"),
            ]),
            button("back_up", "Back up now").on_tap(Msg::BackUp),
            outlined("export", "Export to a file").on_tap(Msg::ExportBackup),
        ],
    )
}
