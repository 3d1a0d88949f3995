//! A screen as a question about goals tells it: each widget once, by the name that a reply can use, with a
//! mark at what was never invoked, and no longer than a limit. What matters least is left out first.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;

use super::{cut, heading, is_heading, line};
use crate::domain::{Screen, Widget, WidgetRole};

/// The most characters of a label or value.
const LABEL: usize = 40;
/// So many rows of a list are told; the others are like these, but for commands.
const ROWS: usize = 2;

/// How a widget is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WidgetTelling {
    /// True for a mark before it.
    pub is_marked: bool,
    /// What it is called, if not by its label.
    pub name: Option<String>,
    /// What has the higher number is left out later.
    pub rank: u8,
    /// True for what is told as a row of a list as well, such as the entries of a menu.
    pub is_command: bool,
}

/// A table that is short enough.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BriefTable {
    /// Its lines, the heading first.
    pub text: String,
    /// The widgets that it has no room for, by their numbers.
    pub left_out: BTreeSet<usize>,
}

/// A line of it, which may stand for several widgets.
struct TableLine {
    rank: u8,
    /// The number of the first of them.
    number: usize,
    line: String,
    times: usize,
}

/// True for a number that no tile around it repeats.
fn is_another(screen: &Screen, text: &Widget) -> bool {
    let repeats = |tile: &Widget| {
        tile.acts()
            && tile.bounds.covers(text.bounds)
            && tile.label.split(" · ").any(|part| part == text.label)
    };
    text.label.contains(|c: char| c.is_ascii_digit()) && !screen.widgets.iter().any(repeats)
}

/// So many rows of `list` are told: a single one more takes no more room than to say so.
fn shown_rows(screen: &Screen, list: usize) -> usize {
    let own = screen.widgets.iter().filter(|widget| widget.position.list == Some(list));
    let last = own.filter_map(|widget| widget.position.row).max();
    if last == Some(ROWS) { ROWS + 1 } else { ROWS }
}

/// The table of `screen` in at most about `most` characters; `telling` is `None` for what is left out anyway.
pub fn of(
    screen: &Screen,
    most: usize,
    telling: impl Fn(&Widget) -> Option<WidgetTelling>,
) -> BriefTable {
    let mut rows_left_out = BTreeSet::new();
    let mut fields = BTreeSet::new();
    let mut said: HashSet<&str> = HashSet::new();
    let mut lines: Vec<TableLine> = Vec::new();
    for widget in &screen.widgets {
        let is_field = widget.is_field() || widget.role() == WidgetRole::Picker;
        let is_new = is_field && fields.insert((&widget.hint, &widget.caption, widget.short_id()));
        let Some(told) = telling(widget).filter(|_| !is_heading(screen, widget)) else { continue };
        if let (Some(list), Some(row)) = (widget.position.list, widget.position.row)
            && row >= shown_rows(screen, list)
            && !is_new
            && !told.is_command
        {
            rows_left_out.insert((list, row));
            continue;
        }
        // A tile repeats the texts in it. An amount elsewhere that happens to be the same is another one.
        if !widget.acts() && !said.insert(&widget.label) && !is_another(screen, widget) {
            continue;
        }
        said.extend(widget.label.split(" · "));
        said.insert(&widget.label);
        let Some(line) = line(widget, told.name.as_deref(), LABEL) else { continue };
        let mark = if told.is_marked { "* " } else { "" };
        let line = format!("\n{mark}{line}");
        let same = lines.iter_mut().find(|known| !is_field && known.line == line);
        match same {
            Some(known) => known.times += 1,
            None => {
                lines.push(TableLine { rank: told.rank, number: widget.number, line, times: 1 });
            }
        }
    }
    let mut text = heading(screen);
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by_key(|at| Reverse(lines[*at].rank));
    let mut length = text.chars().count();
    let mut left_out = BTreeSet::new();
    for at in order {
        let TableLine { number, line, .. } = &lines[at];
        length += line.chars().count();
        if length > most {
            left_out.insert(*number);
        }
    }
    for TableLine { line, times, .. } in
        lines.iter().filter(|line| !left_out.contains(&line.number))
    {
        text.push_str(line);
        if *times > 1 {
            let _ = write!(text, " ×{times}");
        }
    }
    if !rows_left_out.is_empty() {
        let _ = write!(text, "\n… {} more rows", rows_left_out.len());
    }
    if !left_out.is_empty() {
        let _ = write!(text, "\n… {} more", left_out.len());
    }
    BriefTable { text: cut(&text, 2 * most), left_out }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Bounds;
    use crate::explorer::testing::{button, field, phone, widget};

    fn told(widget: &Widget) -> Option<WidgetTelling> {
        let rank = u8::from(widget.acts());
        let is_marked = widget.label == "Save";
        (widget.label != "Log out").then_some(WidgetTelling {
            is_marked,
            rank,
            ..WidgetTelling::default()
        })
    }

    /// A page of a site said each thing twice and took 300 tokens of a question.
    #[test]
    fn what_matters_least_is_left_out_first() {
        let text = |number: usize, label: &str| widget(number, "android.widget.TextView", label);
        let screen = || {
            phone(vec![
                text(1, "Teas are ordered here, in bags or loose"),
                button(2, "Log out"),
                field(3, "cups", "Cups"),
                text(4, "Ordered so far · 3"),
                text(5, "Ordered so far"),
                button(6, "Save"),
            ])
        };
        insta::assert_snapshot!(of(&screen(), 400, told).text, @r#"
        screen Main
        text "Teas are ordered here, in bags or loose"
        field "Cups" (empty)
        text "Ordered so far · 3"
        * button "Save"
        "#);
        insta::assert_snapshot!(of(&screen(), 60, told).text, @r#"
        screen Main
        field "Cups" (empty)
        * button "Save"
        … 2 more
        "#);
    }

    /// Each of eight kinds of thing had its own "Add" and "Change".
    #[test]
    fn lines_that_say_the_same_are_one() {
        let labels = ["Teas", "Add", "Cups", "Add", "Orders", "Add"];
        let buttons = labels.iter().enumerate().map(|(at, label)| button(at + 1, label));
        insta::assert_snapshot!(of(&phone(buttons.collect()), 400, told).text, @r#"
        screen Main
        button "Teas"
        button "Add" ×3
        button "Cups"
        button "Orders"
        "#);
    }

    /// A total was told without its amount, since the only row had the same.
    #[test]
    fn an_amount_elsewhere_is_another_one() {
        let at = |top: i32, widget: Widget| Widget {
            bounds: Bounds::new(0, top, 720, top + 100),
            ..widget
        };
        let text = |number: usize, label: &str| widget(number, "android.widget.TextView", label);
        let told = of(
            &phone(vec![
                at(0, button(1, "Mug · €9.50")),
                at(0, text(2, "€9.50")),
                at(200, text(3, "Total")),
                at(200, text(4, "€9.50")),
            ]),
            400,
            told,
        );
        assert_eq!(told.text.matches("€9.50").count(), 2, "{}", told.text);
    }

    /// A row of a list, counted from 1.
    fn row(number: usize) -> Widget {
        let mut row = button(number, &format!("Note {number}"));
        (row.position.list, row.position.row) = (Some(1), Some(number - 1));
        row
    }

    /// "… 1 more rows" hid the note that had just been made.
    #[test]
    fn a_single_row_more_is_told() {
        let text = |rows: usize| of(&phone((1..=rows).map(row).collect()), 400, told).text;
        assert!(text(3).contains("Note 3") && !text(3).contains("more"), "{}", text(3));
        assert!(!text(4).contains("Note 3") && text(4).contains("2 more rows"), "{}", text(4));
    }

    #[test]
    fn rows_are_folded_and_fields_are_not() {
        let mut last = field(9, "new", "New note");
        (last.position.list, last.position.row) = (Some(1), Some(8));
        let screen = phone((1..6).map(row).chain([last]).collect());
        insta::assert_snapshot!(of(&screen, 400, told).text, @r#"
        screen Main
        button "Note 1"
        button "Note 2"
        field "New note" (empty)
        … 3 more rows
        "#);
    }
}
