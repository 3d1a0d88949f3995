//! A small app for the tests of the phone: one of everything, and a fault of each sort.

use super::app::{About, App, Do, FaultKind, FaultSpec, StateSpec, System};
use super::apps::Entry;
use super::ui::{self, Input, Layer, Scene, View};
use crate::domain::{BugCategory, CrashKind, Direction};

pub const ENTRY: Entry = Entry::of::<Sample>();
pub const PACKAGE: &str = "com.example.sample";

#[derive(Default)]
pub struct Sample {
    name: String,
    secret: String,
    page: Page,
    menu: bool,
    dialog: bool,
    bar: bool,
    level: i32,
    saved: u32,
    log: Vec<String>,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Page {
    #[default]
    Home,
    List,
    Form,
}

#[derive(Clone)]
pub enum Msg {
    Name(String),
    Secret(String),
    Amount(String),
    Lines(String),
    Level(i32),
    Go(u8),
    Row(usize),
    Hold(usize),
    Away(usize),
    Menu,
    Close,
    Dialog,
    Save,
    Undo,
    Camera,
    Slow,
    Throw,
    Signal,
    Hang,
}

impl Sample {
    fn home(&self) -> View<Msg> {
        let dead = ui::button("dead", "Dead").on_tap(Msg::Throw).enabled(false);
        ui::column([
            ui::toolbar("Sample").child(ui::icon_button("more", "⋮", "More").on_tap(Msg::Menu)),
            ui::scroll(
                "content",
                [
                    ui::styled(ui::TextStyle::Heading, "Hello").id("hello"),
                    ui::field("name", "Your name", Input::Line, &self.name, Msg::Name)
                        .max_length(10)
                        .on_enter(Msg::Save),
                    ui::field("secret", "Password", Input::Password, &self.secret, Msg::Secret),
                    ui::slider("level", self.level, 10, Msg::Level),
                    ui::row([
                        ui::button("save", "Save").on_tap(Msg::Save),
                        ui::outlined("dialog", "Dialog").on_tap(Msg::Dialog),
                        dead,
                    ]),
                    ui::button("camera", "Camera").on_tap(Msg::Camera),
                    ui::button("slow", "Slow").on_tap(Msg::Slow),
                    ui::button("throw", "Throw").on_tap(Msg::Throw),
                    ui::button("signal", "Signal").on_tap(Msg::Signal),
                    ui::button("hang", "Hang").on_tap(Msg::Hang),
                ],
            ),
            ui::bottom_bar([
                ui::tab("to_home", "Home", true).on_tap(Msg::Go(0)),
                ui::tab("to_list", "List", false).on_tap(Msg::Go(1)),
                ui::tab("to_form", "Form", false).on_tap(Msg::Go(2)),
            ]),
            ui::fab("fab", "+", "Add").on_tap(Msg::Save),
        ])
    }

    fn list() -> View<Msg> {
        let rows = (0..40).map(|row| {
            ui::item(format!("Row {row}"), "more words")
                .id("row")
                .on_tap(Msg::Row(row))
                .on_long(Msg::Hold(row))
                .on_swipe(Direction::Left, Msg::Away(row))
        });
        ui::column([ui::toolbar_up("Rows", Msg::Go(0)), ui::list("rows", rows)])
    }

    fn form(&self) -> View<Msg> {
        ui::column([
            ui::toolbar_up("Form", Msg::Go(0)),
            ui::field("amount", "Amount", Input::Decimal, "", Msg::Amount),
            ui::field("notes", "Notes", Input::Lines, &self.name, Msg::Lines),
            ui::spacer(700),
            ui::check_box("check", "Check", true).on_tap(Msg::Save),
        ])
    }
}

impl App for Sample {
    type Msg = Msg;

    const ABOUT: About = About {
        name: "sample",
        title: "Sample",
        package: PACKAGE,
        version: "1.2",
        activities: &[".MainActivity", ".ListActivity"],
        permissions: &["android.permission.CAMERA"],
        receivers: &["com.example.sample.PING"],
        colour: 0x2266aa,
        states: &[
            StateSpec { name: "home", steps: &[] },
            StateSpec { name: "menu", steps: &[Do::Tap("More")] },
            StateSpec { name: "dialog", steps: &[Do::Tap("#dialog")] },
            StateSpec {
                name: "bar",
                steps: &[Do::Type("#name", "Ann"), Do::Back, Do::Tap("Save")],
            },
            StateSpec {
                name: "list",
                steps: &[Do::Tap("List"), Do::Scroll("#rows", Direction::Down), Do::Wait(1)],
            },
            StateSpec { name: "form", steps: &[Do::Menu, Do::Tap("Form")] },
        ],
        points: &["save", "row", "slow", "granted", "denied", "ping", "rotated", "resumed"],
        input_faults: &[],
        faults: &[
            FaultSpec {
                id: "sample-throw",
                kind: FaultKind::Crash(CrashKind::Java),
                title: "throws",
                secret: false,
                steps: &[Do::Scroll("#content", Direction::Down), Do::Tap("#throw")],
            },
            FaultSpec {
                id: "sample-signal",
                kind: FaultKind::Crash(CrashKind::Native),
                title: "dies",
                secret: false,
                steps: &[Do::Scroll("#content", Direction::Down), Do::Tap("#signal")],
            },
            FaultSpec {
                id: "sample-hang",
                kind: FaultKind::Crash(CrashKind::Anr),
                title: "hangs",
                secret: false,
                steps: &[Do::Scroll("#content", Direction::Down), Do::Tap("#hang")],
            },
            FaultSpec {
                id: "sample-level",
                kind: FaultKind::Functional(BugCategory::Calculation),
                title: "counts wrongly",
                secret: true,
                steps: &[Do::Slide("#level", 7)],
            },
        ],
        view_faults: &[],
    };

    fn install() -> Self {
        Self::default()
    }

    fn launch(&mut self, sys: &mut System) {
        *self = Self { saved: self.saved, ..Self::default() };
        sys.log("launched");
    }

    fn view(&self, _sys: &System) -> Scene<Msg> {
        let (state, body) = match self.page {
            Page::List => ("list", Self::list()),
            Page::Form => ("form", self.form()),
            Page::Home => ("home", self.home()),
        };
        let mut scene = Scene { activity: ".MainActivity", state, body, layers: Vec::new() };
        if self.page == Page::List {
            scene.activity = ".ListActivity";
        }
        if self.bar {
            scene.state = "bar";
            let action = Some(("Undo".to_owned(), Msg::Undo));
            scene.layers.push(Layer::Snackbar { text: format!("Saved {}", self.saved), action });
        }
        if self.menu {
            scene.state = "menu";
            let rows = [("To list", 1), ("Form", 2)];
            let rows = rows.map(|(text, page)| ui::text(text).on_tap(Msg::Go(page)));
            scene.layers.push(Layer::Menu { rows: rows.into(), on_dismiss: Msg::Close });
        }
        if self.dialog {
            scene.state = "dialog";
            scene.layers.push(Layer::Dialog {
                title: "Sure?".into(),
                content: ui::column([
                    ui::field("reason", "Reason", Input::Line, &self.name, Msg::Name),
                    ui::row([
                        ui::plain("no", "No").on_tap(Msg::Close),
                        ui::plain("yes", "Yes").on_tap(Msg::Save),
                    ]),
                ]),
                on_dismiss: Some(Msg::Close),
            });
        }
        scene
    }

    fn update(&mut self, msg: Msg, sys: &mut System) {
        match msg {
            Msg::Name(text) | Msg::Lines(text) => self.name = text,
            Msg::Secret(text) => self.secret = text,
            Msg::Amount(text) => self.log.push(text),
            Msg::Level(level) => {
                self.level = level;
                if level == 7 && sys.is_seeded("sample-level") {
                    sys.fault("sample-level");
                }
            }
            Msg::Go(page) => {
                self.page = [Page::Home, Page::List, Page::Form][usize::from(page)];
                self.menu = false;
            }
            Msg::Row(row) | Msg::Hold(row) | Msg::Away(row) => {
                sys.hit("row");
                sys.log(format!("row {row}"));
                self.page = Page::Home;
            }
            Msg::Menu => self.menu = true,
            Msg::Close => (self.menu, self.dialog) = (false, false),
            Msg::Dialog => self.dialog = true,
            Msg::Save => {
                sys.hit("save");
                sys.toast("Saved");
                self.saved += 1;
                (self.dialog, self.bar) = (false, true);
                sys.after(3000, 2);
            }
            Msg::Undo => {
                self.bar = false;
                sys.forget(2);
            }
            Msg::Camera => sys.ask("android.permission.CAMERA"),
            Msg::Slow => sys.after(2500, 1),
            Msg::Throw if sys.is_seeded("sample-throw") => {
                sys.fault("sample-throw");
                sys.throw(
                    "java.lang.IllegalStateException",
                    "no luck",
                    &["com.example.sample.Home.thrown(Home.kt:7)"],
                );
            }
            Msg::Signal if sys.is_seeded("sample-signal") => {
                sys.fault("sample-signal");
                sys.signal("SIGSEGV", &["#00 pc 0001a2b4  libsample.so (merge+36)"]);
            }
            Msg::Hang if sys.is_seeded("sample-hang") => {
                sys.fault("sample-hang");
                sys.freeze("Waited 5001ms for MotionEvent");
            }
            Msg::Throw | Msg::Signal | Msg::Hang => sys.toast("Nothing happened"),
        }
    }

    fn back(&mut self, sys: &mut System) {
        if self.page == Page::Home {
            sys.finish();
        } else {
            self.page = Page::Home;
        }
    }

    fn menu(&mut self, _sys: &mut System) {
        self.menu = true;
    }

    fn rotated(&mut self, sys: &mut System) {
        sys.hit("rotated");
    }

    fn broadcast(&mut self, _action: &str, sys: &mut System) {
        sys.hit("ping");
    }

    fn permission(&mut self, _permission: &str, granted: bool, sys: &mut System) {
        sys.hit(if granted { "granted" } else { "denied" });
    }

    fn timer(&mut self, token: u32, sys: &mut System) {
        if token == 1 {
            sys.hit("slow");
        } else {
            self.bar = false;
        }
    }

    fn open(&mut self, activity: &str, _sys: &mut System) {
        if activity == ".ListActivity" {
            self.page = Page::List;
        }
    }

    fn resumed(&mut self, sys: &mut System) {
        sys.hit("resumed");
    }
}
