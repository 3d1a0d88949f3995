//! Menus that stay open over the page that one of their links led to: the page is seen only if the menu is
//! closed.

use std::collections::HashSet;

use crate::domain::{Action, AvailableAction, Screen, Widget};
use crate::explorer::Situation;
use crate::protocol::ActionOutcome;

/// Why the menu is closed.
pub(in crate::explorer) const WHY: &str =
    "The menu has stayed open over a page that was not seen without it yet.";

/// So many links that are on the screen before as well make a menu.
const LEAST_LINKS: usize = 2;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(in crate::explorer) struct LastingMenus {
    /// The pages that were seen with nothing over them.
    seen: HashSet<String>,
}

impl LastingMenus {
    /// Takes in the present screen. More often does no harm.
    pub(in crate::explorer) fn see(&mut self, screen: &Screen) {
        if !screen.dialog && !self.seen.contains(&screen.location) {
            self.seen.insert(screen.location.clone());
        }
    }

    /// The tap that closes the menu.
    pub(in crate::explorer) fn close(&self, situation: &Situation) -> Option<AvailableAction> {
        let screen = &*situation.screen;
        let last = situation.last.as_ref()?;
        let led_here = screen.dialog
            && last.before.dialog
            && last.outcome == ActionOutcome::Moved
            && last.before.location != screen.location;
        if !led_here || self.seen.contains(&screen.location) {
            return None;
        }
        let stays = links(screen).filter(|link| {
            links(&last.before).any(|before| before.label == link.label && before.link == link.link)
        });
        stays.take(LEAST_LINKS).count().ge(&LEAST_LINKS).then_some(())?;
        let close = situation.available.iter().find(|available| {
            let Action::Tap { target } = &available.action else { return false };
            screen.widget(target.number).is_some_and(Widget::is_backdrop)
        })?;
        (!situation.is_refused(&close.key)).then(|| close.clone())
    }
}

fn links(screen: &Screen) -> impl Iterator<Item = &Widget> {
    screen.widgets.iter().filter(|widget| widget.link.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::LinkPlace;
    use crate::explorer::testing::{World, button, phone};

    /// A page with the links of a menu, which is open over it if `dialog`.
    fn page(location: &str, labels: &[&str], dialog: bool) -> Screen {
        let links = labels.iter().enumerate().map(|(index, label)| Widget {
            link: Some(LinkPlace::Inside(format!("/{label}"))),
            ..button(index + 1, label)
        });
        let outside = dialog.then(|| Widget {
            class: "div.backdrop".into(),
            ..button(labels.len() + 1, "outside")
        });
        let widgets = links.chain(outside).collect();
        Screen { location: location.into(), dialog, ..phone(widgets) }
    }

    /// What closes the menu after "a" was tapped on `before` and led to `after`.
    fn closing(seen: &[&str], before: Screen, after: Screen) -> Option<String> {
        let mut world = World::new(None);
        let mut menus = LastingMenus::default();
        for location in seen {
            menus.see(&page(location, &[], false));
        }
        world.show(before);
        world.act(&world.tapping("a"), after);
        menus.see(&world.situation().screen);
        menus.close(&world.situation()).map(|close| close.action.target().unwrap().label.clone())
    }

    #[test]
    fn a_menu_that_stays_open_over_a_new_page_is_closed() {
        let menu = |location| page(location, &["a", "b"], true);
        let closed = Some("outside".to_owned());
        assert_eq!(closing(&[], menu("/"), menu("/a")), closed);
        assert_eq!(closing(&["/a"], menu("/"), menu("/a")), None, "that page was seen");
        assert_eq!(closing(&[], menu("/"), menu("/")), None, "it is the page before");
        assert_eq!(
            closing(&[], page("/", &["a", "b"], false), menu("/a")),
            None,
            "it has opened now"
        );
        let other = page("/a", &["c", "d"], true);
        assert_eq!(closing(&[], menu("/"), other), None, "it is another menu");
        assert_eq!(closing(&[], menu("/"), page("/a", &["a", "b"], false)), None, "it is closed");
    }
}
