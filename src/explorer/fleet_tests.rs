//! What explorers tell others of the same app in a fleet, as far as it concerns all of them.

use rstest::rstest;

use super::testing::{World, button, field, menu, phone};
use super::{Elevate, Explorer, ExplorerNews, ExplorerSettings, Refusal, Systematic, VlmFuzz};
use crate::domain::{
    Action, DeviceCapabilities, DeviceKey, InputText, Screen, Widget, WidgetTarget,
};
use crate::model::abstraction::key_of;

fn explorer(name: &str) -> Box<dyn Explorer> {
    let settings = ExplorerSettings::default();
    match name {
        "systematic" => Box::new(Systematic::new(&settings).unwrap()),
        "elevate" => Box::new(Elevate::new(&settings).unwrap()),
        _ => Box::new(VlmFuzz::new(&settings).unwrap()),
    }
}

/// An explorer with its app.
struct Worker {
    world: World,
    explorer: Box<dyn Explorer>,
}

impl Worker {
    fn new(name: &str, screen: Screen) -> Self {
        let mut world = World::new(None);
        // No key may open a menu.
        world.capabilities =
            Some(DeviceCapabilities { keys: &[DeviceKey::Back], ..DeviceCapabilities::PHONE });
        world.show(screen);
        Self { world, explorer: explorer(name) }
    }

    /// What it proposes, by its name.
    fn proposes(&mut self) -> String {
        self.world.ask(&mut *self.explorer).0.unwrap().key.to_string()
    }

    /// Does `action` after it has seen the screen, whatever it proposes.
    fn act(&mut self, action: &Action, to: Screen) {
        self.proposes();
        self.world.act(action, to);
        self.world.teach(&mut *self.explorer);
        self.proposes();
    }

    fn tap(&mut self, label: &str, to: Screen) {
        let action = self.world.tapping(label);
        self.act(&action, to);
    }

    /// Tells `other` all that it knows; gives the news.
    fn tell(&mut self, other: &mut Self) -> Vec<ExplorerNews> {
        other.world.model = self.world.model.clone();
        let news = self.explorer.take_news();
        news.iter().for_each(|news| other.explorer.hear(news));
        news
    }
}

fn start() -> Screen {
    menu("Start", &["Far", "Near"])
}

#[rstest]
fn a_state_that_only_another_has_seen_is_gone_to(
    #[values("systematic", "elevate", "vlm-fuzz")] name: &str,
) {
    let [mut one, mut two] = [(); 2].map(|()| Worker::new(name, start()));
    two.proposes();
    one.tap("Near", start());
    let labels = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta"];
    one.tap("Far", menu("Far page", &labels));
    one.tell(&mut two);
    let proposed = two.world.ask(&mut *two.explorer).0.unwrap();
    assert!(proposed.key.as_str().contains("Far"), "{proposed:?}");
    assert!(proposed.goal.is_some(), "it is on the way there: {proposed:?}");
}

#[test]
fn a_form_that_was_accepted_elsewhere_is_passed_in_the_same_way() {
    let form = |text: &str| {
        let name = Widget { text: text.into(), ..field(1, "name", "Name") };
        phone(vec![name, button(2, "Continue"), button(3, "Up")])
    };
    let behind = || menu("Delivery", &["Alpha", "Beta", "Gamma", "Delta", "Epsilon"]);
    let [mut one, mut two] = [(); 2].map(|()| Worker::new("systematic", form("")));
    two.proposes();
    let target = WidgetTarget::of(&one.world.screen.widgets[0]);
    let typing = Action::Type { target, text: InputText::Plain("Grace".into()) };
    one.tap("Continue", form(""));
    one.act(&typing, form("Grace"));
    one.tap("Continue", behind());
    let _ = one.tell(&mut two);
    for _ in 0..8 {
        let proposed = two.world.ask(&mut *two.explorer).0.unwrap();
        if proposed.action == typing {
            return;
        }
        two.world.act(&proposed.action, form(""));
        two.world.teach(&mut *two.explorer);
    }
    panic!("the text that was accepted is never typed");
}

#[test]
fn what_another_was_refused_is_not_proposed_on_look_alikes() {
    let [mut one, mut two] = [(); 2].map(|()| Worker::new("systematic", start()));
    one.world.show(menu("One", &["Delete", "Open"]));
    let key = key_of(&one.world.screen, &one.world.tapping("Delete")).0;
    one.world.refused = vec![Refusal { key, feedback: String::new() }];
    one.proposes();
    one.tell(&mut two);
    let back = Action::Key { key: DeviceKey::Back };
    two.act(&back, menu("Two", &["Delete", "Cut", "Copy"]));
    assert!(!two.proposes().contains("Delete"));
}

#[rstest]
fn nothing_is_told_twice_or_told_on(#[values("systematic", "elevate", "vlm-fuzz")] name: &str) {
    let [mut one, mut two] = [(); 2].map(|()| Worker::new(name, start()));
    one.tap("Far", menu("Far page", &["Alpha"]));
    assert!(!one.tell(&mut two).is_empty());
    assert!(one.tell(&mut two).is_empty() && two.explorer.take_news().is_empty());
}
