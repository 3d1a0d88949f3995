//! The table of explorers. Command-line help, hints, checks of specifications and the list in the
//! README are made from it.

use super::dino_droid::NetworkChoice;
use super::input_blaster::InputExample;
use super::input_blaster::generator::process::GeneratorProcess;
use super::weights::{self, WeightValues, WeightsError};
use super::{
    Chatbot, DinoDroid, Elevate, Explorer, InputBlaster, Monkey, Systematic, VisionDroid, Vitas,
    VlmFuzz,
};
use super::{chatbot, dino_droid, elevate, input_blaster, systematic, vision_droid, vlm_fuzz};
use crate::llm::ModelQuery;
use crate::oracle::vision_droid::FunctionBoard;

/// What an explorer is made from.
#[derive(Clone, Debug, Default)]
pub struct ExplorerSettings {
    /// The seed of everything random.
    pub seed: u64,
    /// The names of the parts that are disabled ([`ExplorerEntry::parts`]).
    pub disabled: Vec<String>,
    /// Values for its weights. What is missing keeps its default.
    pub weights: WeightValues,
    /// The network that it begins with, if it has one.
    pub network: NetworkChoice,
    /// True if its network learns nothing on the app under test.
    pub frozen: bool,
    /// What the oracle `vision-droid` tells of the functions of the app.
    pub board: FunctionBoard,
    /// How test generators that a model wrote are run.
    pub generators: GeneratorProcess,
    /// Inputs that crashed apps, shown to a model and tried.
    pub examples: Vec<InputExample>,
    /// True if a tester watches: then attacks of forms tell what comes next.
    pub attended: bool,
}

impl ExplorerSettings {
    /// True if `part` is not disabled.
    pub fn has(&self, part: &str) -> bool {
        self.disabled.iter().all(|disabled| disabled != part)
    }
}

/// A row of the table: an explorer's name, what it does, and how to make one.
pub struct ExplorerEntry {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
    /// Its parts that can be disabled, to see what they contribute.
    pub parts: &'static [&'static str],
    /// The questions it asks a model. Each is rendered from a prompt of the same name.
    pub queries: &'static [&'static dyn ModelQuery],
    /// True if it proposes nothing without a model. The others have rules.
    pub needs_model: bool,
    /// True if it looks for crashes, so that an unattended run confirms them without being told to.
    pub confirms: bool,
    /// Makes one. Fails if the settings name a weight that it does not have.
    pub make: fn(&ExplorerSettings) -> Result<Box<dyn Explorer>, WeightsError>,
}

/// All explorers.
pub const EXPLORERS: &[ExplorerEntry] = &[
    ExplorerEntry {
        name: "elevate",
        help: "asks a language model and checks its answers against the behaviour model; \
               without a model, rules",
        parts: elevate::PARTS,
        queries: elevate::QUERIES,
        needs_model: false,
        confirms: false,
        make: |settings| Ok(Box::new(Elevate::new(settings)?)),
    },
    ExplorerEntry {
        name: "vlm-fuzz",
        help: "depth first, with forms, gestures and system events; asks a vision model on hard \
               screens",
        parts: vlm_fuzz::PARTS,
        queries: vlm_fuzz::vision::QUERIES,
        needs_model: false,
        confirms: true,
        make: |settings| Ok(Box::new(VlmFuzz::new(settings)?)),
    },
    ExplorerEntry {
        name: "vision-droid",
        help: "function by function: asks a vision model on new screens; elsewhere, and without a \
               model, rules",
        parts: vision_droid::PARTS,
        queries: vision_droid::QUERIES,
        needs_model: false,
        confirms: false,
        make: |settings| Ok(Box::new(VisionDroid::new(settings)?)),
    },
    ExplorerEntry {
        name: "input-blaster",
        help: "attacks each form it meets with texts that may crash the app, then explores on",
        parts: input_blaster::PARTS,
        queries: input_blaster::QUERIES,
        needs_model: false,
        confirms: true,
        make: |settings| Ok(Box::new(InputBlaster::new(settings)?)),
    },
    ExplorerEntry {
        name: "dino-droid",
        help: "a network, trained on other apps, values each action and goes on learning",
        parts: dino_droid::PARTS,
        queries: &[],
        needs_model: false,
        confirms: false,
        make: |settings| Ok(Box::new(DinoDroid::new(settings)?)),
    },
    ExplorerEntry {
        name: "systematic",
        help: "tries what was never tried, on this screen or where more of it is left; then random bursts",
        parts: systematic::PARTS,
        queries: &[],
        needs_model: false,
        confirms: false,
        make: |settings| Ok(Box::new(Systematic::new(settings)?)),
    },
    ExplorerEntry {
        name: "monkey",
        help: "random actions, drawn by weight; a baseline",
        parts: &[],
        queries: &[],
        needs_model: false,
        confirms: false,
        make: |settings| Ok(Box::new(Monkey::new(settings)?)),
    },
    ExplorerEntry {
        name: "vitas",
        help: "answers questions by rules and draws other inputs by weight, as published for Vitas; a baseline",
        parts: &[],
        queries: &[],
        needs_model: false,
        confirms: false,
        make: |settings| Ok(Box::new(Vitas::new(settings)?)),
    },
    ExplorerEntry {
        name: "chatbot",
        help: "asks a language model for each action, without a behaviour model; a baseline",
        parts: &[],
        queries: chatbot::QUERIES,
        needs_model: true,
        confirms: false,
        make: |settings| without_weights(settings, Chatbot::default()),
    },
];

/// `explorer`, which has no weights.
fn without_weights(
    settings: &ExplorerSettings,
    explorer: impl Explorer + 'static,
) -> Result<Box<dyn Explorer>, WeightsError> {
    weights::none(&settings.weights)?;
    Ok(Box::new(explorer))
}

/// The explorer called `name`.
pub fn find(name: &str) -> Option<&'static ExplorerEntry> {
    EXPLORERS.iter().find(|entry| entry.name == name)
}

/// The names of all explorers, in the order of the table.
pub fn names() -> Vec<&'static str> {
    EXPLORERS.iter().map(|entry| entry.name).collect()
}

/// Every explorer with its help, one a line, for the command line.
pub fn listed() -> String {
    let widest = EXPLORERS.iter().map(|entry| entry.name.len()).max().unwrap_or_default();
    let line = |entry: &ExplorerEntry| format!("  {:widest$}  {}", entry.name, entry.help);
    EXPLORERS.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The parts of every explorer that has any, one a line, for the command line.
pub fn listed_parts() -> String {
    let with_parts = EXPLORERS.iter().filter(|entry| !entry.parts.is_empty());
    let line = |entry: &ExplorerEntry| format!("  {}: {}", entry.name, entry.parts.join(", "));
    with_parts.map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{ActionKind, DeviceCapabilities, DisplaySize, Screen};
    use crate::explorer::testing::{World, button, field, menu, phone};

    #[test]
    fn the_readme_lists_every_explorer_with_its_help() {
        let readme = include_str!("../../README.md");
        for entry in EXPLORERS {
            let row = format!("| `{}` | {} |", entry.name, entry.help);
            assert!(readme.contains(&row), "missing in README.md: {row}");
        }
    }

    /// A menu, a form, a turned screen and another app.
    fn screens() -> [Screen; 4] {
        let mut form =
            phone(vec![field(1, "title", "Title"), button(2, "Save"), button(3, "Cancel")]);
        form.location = ".Edit".into();
        form.keyboard = true;
        let turned = Screen { size: DisplaySize::new(1600, 720), ..menu("Turned", &["One"]) };
        let other = Screen { package: "com.other".into(), ..menu("Other", &["Two"]) };
        [menu("Start", &["Edit", "Delete"]), form, turned, other]
    }

    #[test]
    fn nothing_is_proposed_that_the_device_cannot_perform() {
        let device = DeviceCapabilities {
            actions: &[ActionKind::Tap, ActionKind::Restart, ActionKind::Wait],
            keys: &[],
            ..DeviceCapabilities::PHONE
        };
        for entry in EXPLORERS.iter().filter(|entry| !entry.needs_model) {
            let mut explorer = (entry.make)(&ExplorerSettings::default()).unwrap();
            let mut world = World::new(None);
            world.capabilities = Some(device);
            world.show(screens()[0].clone());
            for next in screens().iter().cycle().skip(1).take(60) {
                let (proposed, _) = world.ask(&mut *explorer);
                let action = proposed.map(|proposed| proposed.action);
                let action = action.unwrap_or_else(|| panic!("{} has no proposal", entry.name));
                assert!(device.allows(&action), "{} proposes {action}", entry.name);
                world.act(&action, next.clone());
                world.teach(&mut *explorer);
            }
        }
    }

    #[test]
    fn each_explorer_is_called_as_its_row_says() {
        for entry in EXPLORERS {
            let explorer = (entry.make)(&ExplorerSettings::default()).unwrap();
            assert_eq!(explorer.name(), entry.name);
            assert!(!entry.needs_model || !entry.queries.is_empty(), "{}", entry.name);
        }
    }
}
