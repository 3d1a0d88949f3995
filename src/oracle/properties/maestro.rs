//! Makes properties of the simple assertions of a Maestro flow.
//!
//! What a flow taps and types between two assertions becomes the actions of a property, the assertion
//! before them its precondition, and the one after them what must hold. Only flows of plain commands
//! are understood; what is left out is told.

use super::Property;
use super::action_pattern::ActionPattern;
use super::claim::{Precondition, PropertyClaim};
use super::pattern::TextPattern;
use super::selector::WidgetSelector;

/// What was made of a flow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportedFlow {
    /// The property file.
    pub toml: String,
    /// How many properties it has.
    pub properties: usize,
    /// What was left out, with its line.
    pub left_out: Vec<String>,
}

/// A command of a flow, with its line from 1.
#[derive(Debug, Default)]
struct FlowCommand {
    line: usize,
    name: String,
    /// What stands behind the name, or below it without a key that is known.
    value: String,
    id: String,
}

/// Makes properties of `flow` (YAML), which is called `name`.
pub fn import(flow: &str, name: &str) -> ImportedFlow {
    let (app, commands) = commands(flow);
    let mut writer = FlowWriter { name, app: &app, ..FlowWriter::default() };
    for command in &commands {
        writer.take(command);
    }
    writer.flow
}

#[derive(Default)]
struct FlowWriter<'a> {
    flow: ImportedFlow,
    name: &'a str,
    app: &'a str,
    /// The words that were asserted before the present actions.
    seen: Option<String>,
    actions: Vec<String>,
    /// The field that was tapped last.
    field: Option<String>,
}

impl FlowWriter<'_> {
    fn take(&mut self, command: &FlowCommand) {
        match command.name.as_str() {
            "launchApp" | "clearState" => {
                self.actions = vec!["restart".to_owned()];
                self.seen = None;
            }
            "tapOn" | "longPressOn" if !command.target().is_empty() => {
                let verb = if command.name == "tapOn" { "tap" } else { "long tap" };
                self.field = Some(command.target());
                self.actions.push(format!("{verb} {}", command.target()));
            }
            "inputText" => match &self.field {
                Some(field) => self.actions.push(format!("type {} into {field}", command.value)),
                None => self.leave_out(command, "no field was tapped before"),
            },
            "back" => self.actions.push("back".to_owned()),
            "hideKeyboard" | "waitForAnimationToEnd" => {}
            "assertVisible" if !command.target().is_empty() => self.assertion(command, "must"),
            "assertNotVisible" if !command.target().is_empty() => {
                self.assertion(command, "must_never");
            }
            _ => self.leave_out(command, "it has no counterpart in properties"),
        }
    }

    fn assertion(&mut self, command: &FlowCommand, demand: &str) {
        let property = match self.property(command, demand) {
            Ok(property) => property,
            Err(why) => return self.leave_out(command, &why),
        };
        self.flow.properties += 1;
        self.flow.toml.push_str(&property.toml());
        self.flow.toml.push('\n');
        if demand == "must" {
            self.seen = Some(command.target());
            self.actions.clear();
        }
    }

    fn property(&self, command: &FlowCommand, demand: &str) -> Result<Property, String> {
        let app = (!self.app.is_empty()).then(|| TextPattern::new(self.app));
        let widget = self.seen.as_deref().map(WidgetSelector::read).transpose()?;
        let after = self.actions.iter().map(|action| ActionPattern::read(action));
        let claim = vec![PropertyClaim::Widget(WidgetSelector::read(&command.target())?)];
        let (must, must_never) =
            if demand == "must" { (claim, Vec::new()) } else { (Vec::new(), claim) };
        Ok(Property {
            name: format!("{} line {}", self.name, command.line).trim().to_owned(),
            category: None,
            when: Precondition { app, widget, ..Precondition::default() },
            after: after.collect::<Result<_, _>>()?,
            must,
            must_never,
            within_ms: 0,
        })
    }

    fn leave_out(&mut self, command: &FlowCommand, why: &str) {
        self.flow.left_out.push(format!("line {}: {}: {why}", command.line, command.name));
        // What follows would be expected of a screen that is not reached.
        self.actions.clear();
        self.seen = None;
    }
}

impl FlowCommand {
    /// The widget it is about, as a selector; empty if it names none.
    fn target(&self) -> String {
        if !self.id.is_empty() {
            let id = self.id.rsplit(['/', ':']).next().unwrap_or_default();
            return format!("#{id}");
        }
        // Flows have regular expressions, of which only this one is common.
        self.value.replace(".*", "*")
    }
}

/// The app and the commands of `flow`.
fn commands(flow: &str) -> (String, Vec<FlowCommand>) {
    let mut app = String::new();
    let mut commands: Vec<FlowCommand> = Vec::new();
    for (number, line) in flow.lines().enumerate() {
        let text = line.trim();
        if text.is_empty() || text.starts_with('#') || text == "---" {
            continue;
        }
        if let Some(command) = text.strip_prefix("- ") {
            let (name, value) = command.split_once(':').unwrap_or((command, ""));
            let (name, value) = (unquoted(name), unquoted(value));
            commands.push(FlowCommand { line: number + 1, name, value, id: String::new() });
            continue;
        }
        let Some((key, value)) = text.split_once(':') else { continue };
        match (key.trim(), commands.last_mut()) {
            ("appId", None) => app = unquoted(value),
            ("id", Some(command)) => command.id = unquoted(value),
            ("text", Some(command)) => command.value = unquoted(value),
            _ => {}
        }
    }
    (app, commands)
}

/// `text` without the quotation marks around it.
fn unquoted(text: &str) -> String {
    let text = text.trim();
    for mark in ['"', '\''] {
        if let Some(inner) = text.strip_prefix(mark).and_then(|text| text.strip_suffix(mark)) {
            return inner.to_owned();
        }
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::oracle::properties::PropertySet;

    const FLOW: &str = "appId: com.example.shop\n---\n- launchApp\n- assertVisible: \"Shop\"\n\
        - tapOn: \"Kettle.*\"\n- tapOn:\n    id: \"com.example.shop:id/add\"\n\
        - assertVisible:\n    text: \"Cart (1)\"\n- assertNotVisible: \"Sold out\"\n\
        - scroll\n- assertVisible: Done\n";

    #[test]
    fn assertions_of_a_flow_become_properties() {
        let imported = import(FLOW, "cart");
        assert_eq!(imported.left_out, ["line 11: scroll: it has no counterpart in properties"]);
        insta::assert_snapshot!(imported.toml, @r#"
        [[property]]
        name = "cart line 4"
        when = { app = "com.example.shop" }
        after = ["restart"]
        must = [{ widget = "Shop" }]

        [[property]]
        name = "cart line 8"
        when = { app = "com.example.shop", widget = "Shop" }
        after = ["tap Kettle*", "tap #add"]
        must = [{ widget = "Cart (1)" }]

        [[property]]
        name = "cart line 10"
        when = { app = "com.example.shop", widget = "Cart (1)" }
        must_never = [{ widget = "Sold out" }]

        [[property]]
        name = "cart line 12"
        when = { app = "com.example.shop" }
        must = [{ widget = "Done" }]
        "#);
        let read = PropertySet::read(&imported.toml).unwrap();
        assert_eq!(read.properties.len(), imported.properties);
    }

    proptest! {
        #[test]
        fn what_is_imported_can_be_read(
            lines in prop::collection::vec(
                ("(launchApp|tapOn|inputText|assertVisible|assertNotVisible|back|scroll)", "[ -~]{0,12}"),
                0..8,
            ),
        ) {
            let lines = lines.iter().map(|(name, value)| format!("- {name}: {value}\n"));
            let imported = import(&lines.collect::<String>(), "flow");
            let read = PropertySet::read(&imported.toml);
            prop_assert_eq!(read.map(|set| set.properties.len()), Ok(imported.properties));
        }
    }
}
