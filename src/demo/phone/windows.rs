//! What is on the phone's display: windows, picture, focus.

use super::installed::{Installed, Life};
use super::system_ui::{self, ANDROID, Ask, LAUNCHER, PERMISSION_CONTROLLER};
use super::trouble::SYSTEM_UI;
use super::{Active, DemoPhone, Front};
use crate::demo::app::About;
use crate::demo::frame::Frame;
use crate::demo::layout::Window;
use crate::demo::running::{Look, room};

impl DemoPhone {
    /// True while the keyboard is shown.
    pub fn keyboard_shown(&self) -> bool {
        self.look().is_some_and(|look| look.keyboard.is_some()) && self.system_window().is_none()
    }

    /// All that is on the display.
    pub fn frame(&self) -> Frame {
        let look = self.look();
        let keyboard = look.as_ref().and_then(|look| look.keyboard);
        let dark = look.as_ref().is_some_and(|look| look.dark);
        let system = self.system_window();
        let mut panes = look.map(|look| look.panes).unwrap_or_default();
        if let Some(home) = self.home_window() {
            panes.push(home.pane);
        }
        let keyboard = if system.is_some() { None } else { keyboard };
        panes.extend(system.map(|(_, window)| window.pane));
        let app = if let Front::App(app) = self.front { self.apps.get(app) } else { None };
        let date = self.date();
        Frame {
            size: self.display(),
            colour: app.map_or(0x3c_4a_5a, |app| app.about().colour),
            dark,
            clock: format!("{:02}:{:02}", date.hour(), date.minute()),
            panes,
            keyboard,
            toast: self.toast().map(str::to_owned),
        }
    }

    /// The display as PNG.
    pub fn picture(&mut self) -> std::sync::Arc<[u8]> {
        let frame = self.frame();
        self.pictures.of(frame)
    }

    /// The window that has the focus.
    pub fn active(&self) -> Option<Active> {
        let component = self.component();
        if let Some((package, window)) = self.system_window() {
            let name = match (package, self.hung_in_front()) {
                (SYSTEM_UI, _) => "NotificationShade".to_owned(),
                (ANDROID, Some(app)) => format!("Application Not Responding: {}", app.package),
                _ => component.replacen('/', &format!("/{package}"), 1),
            };
            return Some(Active { package, name, component, pane: window.pane });
        }
        let (package, pane) = match self.front {
            Front::App(app) => {
                (self.apps.get(app)?.about().package, self.look()?.panes.into_iter().next_back()?)
            }
            Front::Launcher | Front::Recents => (LAUNCHER, self.home_window()?.pane),
        };
        let name = component.replacen("/.", &format!("/{package}."), 1);
        Some(Active { package, name, component, pane })
    }

    /// The activity in front, as `PACKAGE/ACTIVITY`.
    fn component(&self) -> String {
        if self.question().is_some() && self.hung_in_front().is_none() {
            return format!("{PERMISSION_CONTROLLER}/.permission.ui.GrantPermissionsActivity");
        }
        match self.front {
            Front::Launcher => format!("{LAUNCHER}/.Launcher"),
            Front::Recents => format!("{LAUNCHER}/.RecentsActivity"),
            Front::App(app) => {
                let package = self.apps.get(app).map_or("", |app| app.about().package);
                let activity = self.look().map_or("", |look| look.activity);
                format!("{package}/{activity}")
            }
        }
    }

    /// What the app in front shows.
    pub(super) fn look(&self) -> Option<Look> {
        let Front::App(index) = self.front else { return None };
        let app = self.apps.get(index)?;
        Some(app.running.look(&self.system(index)))
    }

    /// The permission question of the app in front.
    pub(super) fn question(&self) -> Option<(&'static About, &'static str)> {
        let (app, permission) =
            self.questions.iter().find(|(app, _)| self.front == Front::App(*app))?;
        Some((self.apps.get(*app)?.about(), permission))
    }

    /// The app in front, if it hangs.
    pub(super) fn hung_in_front(&self) -> Option<&'static About> {
        let app = self.hung.filter(|app| self.front == Front::App(*app))?;
        self.apps.get(app).map(Installed::about)
    }

    /// The system's own window over the app in front.
    pub(super) fn system_window(&self) -> Option<(&'static str, Window<Ask>)> {
        if let Some(window) = self.window_in_the_way() {
            return Some(window);
        }
        let room = room(self.display());
        if let Some(about) = self.hung_in_front() {
            return Some((ANDROID, system_ui::not_responding(about, room)));
        }
        let (about, permission) = self.question()?;
        Some((PERMISSION_CONTROLLER, system_ui::permission(about, permission, room)))
    }

    pub(super) fn home_window(&self) -> Option<Window<Ask>> {
        let room = room(self.display());
        match self.front {
            Front::App(_) => None,
            Front::Launcher => {
                let abouts: Vec<_> = self.abouts().collect();
                Some(system_ui::launcher(&abouts, room))
            }
            Front::Recents => {
                let mut living: Vec<_> = self.apps.iter().enumerate().collect();
                living.retain(|(_, app)| matches!(app.life, Life::Alive(_)));
                living.sort_by_key(|(_, app)| std::cmp::Reverse(app.opened));
                let living: Vec<_> =
                    living.into_iter().map(|(number, app)| (number, app.about())).collect();
                Some(system_ui::recents(&living, room))
            }
        }
    }
}
