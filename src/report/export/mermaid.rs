//! The model as a Mermaid flowchart (mermaid.js.org/syntax/flowchart.html).
//!
//! A flowchart and no state diagram: only its labels can be quoted, so that any text can stand in
//! them. Renderers refuse diagrams of more than 500 arrows or 50 000 characters (`maxEdges` and
//! `maxTextSize` in Mermaid's configuration), so of a larger model the arrows that were gone most
//! often are shown.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{ExportFile, ExportResult};
use crate::domain::ActionKey;
use crate::model::{BehaviourModel, StateNode};

/// Arrows that every renderer takes.
const ARROWS: usize = 450;

/// Bytes that every renderer takes.
const BYTES: usize = 45_000;

/// The longest label, in characters.
const LABEL: usize = 60;

/// All that leads from one state to another.
struct MermaidArrow<'a> {
    from: usize,
    to: usize,
    keys: Vec<&'a ActionKey>,
    times: u64,
}

/// The model as a flowchart: states as boxes, one arrow for each pair of states. Self-loops are
/// left out, as in DOT.
pub fn export(model: &BehaviourModel) -> ExportResult {
    let states = model.states();
    let mut arrows = arrows(model);
    let all = arrows.len();
    arrows.sort_by_key(|arrow| std::cmp::Reverse(arrow.times));
    let boxes: Vec<String> =
        states.iter().enumerate().map(|(place, state)| node(place, state, model)).collect();
    let mut shown = vec![false; states.len()];
    let mut lines = Vec::new();
    let mut bytes = 0;
    for arrow in arrows.iter().take(ARROWS) {
        let line = line(arrow);
        let ends = [arrow.from, arrow.to].into_iter().filter(|end| !shown[*end]);
        let more = line.len() + ends.map(|end| boxes[end].len()).sum::<usize>();
        if bytes + more > BYTES {
            break;
        }
        bytes += more;
        (shown[arrow.from], shown[arrow.to]) = (true, true);
        lines.push(line);
    }
    // States that nothing leads to, as far as there is room.
    for (place, text) in boxes.iter().enumerate() {
        if !shown[place] && bytes + text.len() <= BYTES {
            bytes += text.len();
            shown[place] = true;
        }
    }
    let mut text = String::from("flowchart LR\n");
    let drawn = shown.iter().filter(|shown| **shown).count();
    boxes.iter().zip(&shown).filter(|(_, shown)| **shown).for_each(|(it, _)| text.push_str(it));
    lines.iter().for_each(|line| text.push_str(line));
    text.push_str("    classDef finding stroke:#c00,stroke-width:3px\n");
    let mut notes = vec![format!("{drawn} states, {} arrows", lines.len())];
    if lines.len() < all || drawn < states.len() {
        notes.push(format!(
            "the model has {} states and {all} arrows, more than renderers of Mermaid take; the \
             arrows gone most often are shown (--format dot has all)",
            states.len()
        ));
    }
    ExportResult { files: vec![ExportFile::text("model.mmd", text)], notes }
}

fn arrows(model: &BehaviourModel) -> Vec<MermaidArrow<'_>> {
    let mut arrows: BTreeMap<(usize, usize), MermaidArrow<'_>> = BTreeMap::new();
    for (from, state) in model.states().iter().enumerate() {
        for (key, edge) in &state.edges {
            for (to, count) in &edge.to {
                let Some(to) = model.position(*to).filter(|to| *to != from) else { continue };
                let new = || MermaidArrow { from, to, keys: Vec::new(), times: 0 };
                let arrow = arrows.entry((from, to)).or_insert_with(new);
                arrow.keys.push(key);
                arrow.times += count;
            }
        }
    }
    arrows.into_values().collect()
}

fn node(place: usize, state: &StateNode, model: &BehaviourModel) -> String {
    let visits = state.visits;
    let mut text = format!("    s{place}[\"{} ({visits})\"]", label(&state.label));
    if !state.findings.is_empty() {
        text.push_str(":::finding");
    }
    text.push('\n');
    if model.current().is_some_and(|current| current.id == state.id) {
        let _ = writeln!(text, "    style s{place} stroke-width:4px");
    }
    text
}

fn line(arrow: &MermaidArrow<'_>) -> String {
    let first = arrow.keys.first().map(|key| label(key.as_str())).unwrap_or_default();
    let more = match arrow.keys.len() {
        0 | 1 => String::new(),
        count => format!(" and {} more", count - 1),
    };
    format!("    s{} -->|\"{first}{more}\"| s{}\n", arrow.from, arrow.to)
}

/// `text` inside of a quoted label. What is no letter, digit or blank, or one of a few signs that
/// mean nothing there, is written by its number.
fn label(text: &str) -> String {
    let mut label = String::new();
    for (count, c) in text.chars().enumerate() {
        if count == LABEL {
            label.push('…');
            break;
        }
        match c {
            c if c.is_alphanumeric() || " .,:/()·…-+_".contains(c) => label.push(c),
            c if c.is_control() => label.push(' '),
            c => {
                let _ = write!(label, "#{};", u32::from(c));
            }
        }
    }
    label
}

#[cfg(test)]
mod tests {
    use super::label;

    #[test]
    fn nothing_in_a_label_ends_it() {
        assert_eq!(label("tap #save \"x\""), "tap #35;save #34;x#34;");
        assert_eq!(label("`a`|]\n<b>;"), "#96;a#96;#124;#93; #60;b#62;#59;");
        assert_eq!(label(&"x".repeat(99)).chars().count(), 61);
    }
}
