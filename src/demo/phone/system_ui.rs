//! The phone's own windows: the home screen, the recent apps, and the system's questions.

use crate::demo::app::About;
use crate::demo::frame::PaneKind;
use crate::demo::layout::{self, Window};
use crate::demo::ui::{self, Kind, TextStyle, View};
use crate::domain::Bounds;

/// The home screen's package.
pub const LAUNCHER: &str = "com.android.launcher3";
/// The package that asks for permissions.
pub const PERMISSION_CONTROLLER: &str = "com.android.permissioncontroller";
/// The package of the system's own dialogs.
pub const ANDROID: &str = "android";

/// How many icons are beside each other.
const COLUMNS: usize = 4;

/// What touching the phone's own windows asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Open the app with this number.
    Open(usize),
    /// Answer the permission question.
    Permit(bool),
    /// Stop the app that hangs.
    CloseApp,
    /// Give the app that hangs more time.
    WaitForApp,
}

/// The home screen with the apps' icons.
pub fn launcher(apps: &[&'static About], room: Bounds) -> Window<Ask> {
    let icons: Vec<View<Ask>> = apps.iter().enumerate().map(icon).collect();
    let rows = icons.chunks(COLUMNS).map(|chunk| {
        let mut row = ui::row(chunk.iter().cloned());
        row.children.extend((chunk.len()..COLUMNS).map(|_| ui::spacer(0).weight(1)));
        row
    });
    let clock_room = if room.height() > room.width() { 200 } else { 16 };
    let body = ui::column(std::iter::once(ui::spacer(clock_room)).chain(rows)).id("workspace");
    layout::window(PaneKind::Launcher, &body, None, room, &|_| 0)
}

fn icon((number, about): (usize, &&'static About)) -> View<Ask> {
    let letter: String = about.title.chars().take(1).collect();
    let picture = ui::image("", &letter, "");
    let name = ui::styled(TextStyle::Caption, about.title).id("title");
    let column = ui::column([picture, name]).id("icon").desc(about.title).weight(1);
    column.on_tap(Ask::Open(number))
}

/// The apps whose processes live, newest first.
pub fn recents(apps: &[(usize, &'static About)], room: Bounds) -> Window<Ask> {
    let mut body = ui::column([ui::spacer(48)]).id("overview_panel");
    if apps.is_empty() {
        body = body.child(ui::text("No recent items").id("empty"));
    }
    let cards = apps.iter().map(|(number, about)| {
        let card = ui::card([ui::styled(TextStyle::Heading, about.title).id("title")]);
        card.id("task").desc(about.title).on_tap(Ask::Open(*number))
    });
    body.children.extend(cards);
    layout::window(PaneKind::Launcher, &body, None, room, &|_| 0)
}

/// The system's question for a permission.
pub fn permission(about: &About, permission: &str, room: Bounds) -> Window<Ask> {
    let question = format!("Allow {} to {}?", about.title, purpose(permission));
    let content = ui::column([
        ui::text(question).id("permission_message"),
        ui::plain("permission_allow_button", "Allow").on_tap(Ask::Permit(true)),
        ui::plain("permission_deny_button", "Don’t allow").on_tap(Ask::Permit(false)),
    ]);
    layout::dialog("", &content, None, room, &|_| 0)
}

/// What an app wants a permission for, in the words of Android's question.
fn purpose(permission: &str) -> String {
    let short = permission.rsplit('.').next().unwrap_or(permission);
    let known = match short {
        "CAMERA" => "take pictures and record video",
        "RECORD_AUDIO" => "record audio",
        "ACCESS_FINE_LOCATION" | "ACCESS_COARSE_LOCATION" => "access this device’s location",
        "READ_CONTACTS" | "WRITE_CONTACTS" => "access your contacts",
        "READ_CALENDAR" | "WRITE_CALENDAR" => "access your calendar",
        "POST_NOTIFICATIONS" => "send you notifications",
        "READ_EXTERNAL_STORAGE" | "WRITE_EXTERNAL_STORAGE" => {
            "access photos, media, and files on your device"
        }
        "BODY_SENSORS" => "access sensor data about your vital signs",
        "ACTIVITY_RECOGNITION" => "access your physical activity",
        "CALL_PHONE" => "make and manage phone calls",
        "SEND_SMS" | "READ_SMS" => "send and view SMS messages",
        _ => return short.to_lowercase().replace('_', " "),
    };
    known.to_owned()
}

/// The system's dialog about an app that hangs.
pub fn not_responding(about: &About, room: Bounds) -> Window<Ask> {
    let button = |id: &str, text: &str, ask| View::<Ask> {
        kind: Kind::Button(ui::ButtonStyle::Plain),
        ..ui::plain(id, text).on_tap(ask)
    };
    let content = ui::column([
        button("aerr_close", "Close app", Ask::CloseApp),
        button("aerr_wait", "Wait", Ask::WaitForApp),
    ]);
    layout::dialog(&format!("{} isn't responding", about.title), &content, None, room, &|_| 0)
}

/// The lock screen.
pub fn lock(secret: bool, room: Bounds) -> Window<Ask> {
    let hint = if secret { "Enter your PIN" } else { "Swipe up to open" };
    let body = ui::column([
        ui::spacer(300),
        ui::styled(TextStyle::Title, "9:00").id("lockscreen_clock_view"),
        ui::text(hint).id("keyguard_indication_text"),
    ]);
    layout::window(PaneKind::Launcher, &body.id("keyguard_root_view"), None, room, &|_| 0)
}

/// An app's own window over its screen while it loads.
pub fn loading(room: Bounds) -> Window<Ask> {
    let content = ui::column([ui::progress("spinner", 0, 0), ui::text("Loading…").id("message")]);
    layout::dialog("", &content, None, room, &|_| 0)
}
