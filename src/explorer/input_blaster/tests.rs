use super::*;
use crate::domain::{Action, InputText, Screen};
use crate::explorer::testing::{World, button, field, menu, phone};
use crate::protocol::{Event, InputResult};

/// A form whose fields hold these texts, with what it says.
fn form(texts: [&str; 2], says: Option<&str>) -> Screen {
    let mut low = field(1, "minimum", "Minimum (e.g. 20)");
    let mut high = field(2, "maximum", "Maximum (e.g. 80)");
    low.text = texts[0].into();
    high.text = texts[1].into();
    let mut widgets = vec![low, high, button(3, "Save")];
    widgets.extend(
        says.map(|says| crate::explorer::testing::widget(4, "android.widget.TextView", says)),
    );
    Screen { location: ".Range".into(), ..phone(widgets) }
}

/// An app with one form that is refused unless the minimum is below the maximum.
struct RangeApp {
    world: World,
    explorer: InputBlaster,
    texts: [String; 2],
    told: Vec<Event>,
}

impl RangeApp {
    fn new() -> Self {
        let explorer = InputBlaster::new(&ExplorerSettings::default()).unwrap();
        let mut world = World::new(None);
        world.show(form(["", ""], None));
        Self { world, explorer, texts: Default::default(), told: Vec::new() }
    }

    /// One step of the explorer; gives what was done.
    fn step(&mut self) -> Action {
        let (proposed, events) = self.world.ask(&mut self.explorer);
        self.told.extend(events);
        let action = proposed.unwrap().action;
        let next = match &action {
            Action::Type { target, text: InputText::Plain(text) } => {
                self.texts[target.number - 1].clone_from(text);
                self.shown(None)
            }
            Action::Tap { target } if target.label == "Save" => {
                let number = |at: usize| self.texts[at].parse::<f64>().ok();
                match (number(0), number(1)) {
                    (Some(low), Some(high)) if low < high => {
                        self.texts = Default::default();
                        menu("Saved", &["Edit"])
                    }
                    _ => self.shown(Some("The minimum must be below the maximum")),
                }
            }
            _ => self.shown(None),
        };
        self.world.act(&action, next);
        self.world.teach(&mut self.explorer);
        action
    }

    fn shown(&self, says: Option<&str>) -> Screen {
        form([&self.texts[0], &self.texts[1]], says)
    }

    fn tried(&self) -> Vec<(String, InputResult)> {
        let tried = |event: &Event| match event {
            Event::Attacked(FormAttacked { change: AttackChange::Tried(tried), .. }) => {
                Some((tried.rule.clone(), tried.result))
            }
            _ => None,
        };
        self.told.iter().filter_map(tried).collect()
    }
}

#[test]
fn a_valid_input_comes_first_and_then_one_rule_after_another() {
    let mut app = RangeApp::new();
    let first: Vec<Action> = (0..3).map(|_| app.step()).collect();
    let typed = |action: &Action| match action {
        Action::Type { text: InputText::Plain(text), .. } => Some(text.clone()),
        _ => None,
    };
    assert_eq!(typed(&first[0]).as_deref(), Some("20"));
    assert_eq!(typed(&first[1]).as_deref(), Some("80"));
    assert!(matches!(&first[2], Action::Tap { target } if target.label == "Save"));
    for _ in 0..60 {
        app.step();
    }
    let tried = app.tried();
    assert_eq!(tried[0], ("valid".into(), InputResult::Accepted));
    assert!(tried.iter().any(|(rule, _)| rule.starts_with("equal")), "{tried:?}");
    assert!(tried.iter().any(|(_, result)| *result == InputResult::Refused), "{tried:?}");
}

#[test]
fn an_attack_ends_after_its_attempts_and_says_so() {
    let mut app = RangeApp::new();
    let ended = |app: &RangeApp| {
        app.told.iter().find_map(|event| match event {
            Event::Attacked(FormAttacked {
                change: AttackChange::Ended { attempts, .. }, ..
            }) => Some(*attempts),
            _ => None,
        })
    };
    for _ in 0..300 {
        app.step();
        if ended(&app).is_some() {
            break;
        }
    }
    assert_eq!(ended(&app), Some(InputBlasterWeights::default().attempts));
}
