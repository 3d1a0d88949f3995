//! What actions are aimed at while the hierarchy cannot be read.
//!
//! An app that animates without end never becomes idle, and `uiautomator` then dumps nothing. What was
//! read last in the same activity is most likely still there; elsewhere the picture is divided into
//! parts that can be tapped.

use crate::domain::{ActionKind, Bounds, DisplaySize, Screen, Widget, WidgetRole};

/// The names of the parts, from top to bottom.
const ROWS: [&str; 5] = ["top", "upper", "middle", "lower", "bottom"];

/// The same from left to right.
const COLUMNS: [&str; 3] = ["left", "centre", "right"];

/// What was read last, and since when nothing could be read.
#[derive(Clone, Debug, Default)]
pub(super) struct ReadingFallback {
    /// The screen that was read last.
    last: Option<Screen>,
    /// Observations in a row that could not be read.
    unread: u32,
}

impl ReadingFallback {
    /// Notes a screen that could be read; what the tester should know of it.
    pub(super) fn read(&mut self, screen: &Screen) -> Option<String> {
        self.last = Some(screen.clone());
        let unread = std::mem::take(&mut self.unread);
        (unread > 0).then(|| {
            format!("The screen can be read again. {unread} observations before it could not.")
        })
    }

    /// Fills in what actions can be aimed at on a `screen` that could not be read because of `why`;
    /// what the tester should know of it.
    pub(super) fn fill_in(
        &mut self,
        screen: &mut Screen,
        why: &str,
        has_picture: bool,
    ) -> Option<String> {
        let same = |last: &&Screen| {
            !last.location.is_empty()
                && last.location == screen.location
                && last.size == screen.size
        };
        let aim = if let Some(last) = self.last.as_ref().filter(same) {
            screen.widgets.clone_from(&last.widgets);
            screen.dialog = last.dialog;
            "Actions are aimed at what was read there last."
        } else if has_picture {
            screen.widgets = parts(screen.size);
            "Actions are aimed at parts of the picture."
        } else {
            "There is nothing to aim actions at."
        };
        self.unread += 1;
        (self.unread == 1).then(|| format!("The screen cannot be read: {why}. {aim}"))
    }
}

/// The parts of a display, each an opaque region.
fn parts(size: DisplaySize) -> Vec<Widget> {
    let (rows, columns) = (ROWS.len() as i32, COLUMNS.len() as i32);
    let part = |row: i32, column: i32| Bounds {
        left: size.width * column / columns,
        top: size.height * row / rows,
        right: size.width * (column + 1) / columns,
        bottom: size.height * (row + 1) / rows,
    };
    let mut widgets = Vec::with_capacity(ROWS.len() * COLUMNS.len());
    for (row, name) in (0..).zip(ROWS) {
        for (column, side) in (0..).zip(COLUMNS) {
            let bounds = part(row, column);
            if bounds.is_empty() {
                continue;
            }
            widgets.push(Widget {
                number: widgets.len() + 1,
                role: Some(WidgetRole::Opaque),
                label: format!("{name} {side}"),
                bounds,
                tap: Some(bounds.center()),
                actions: vec![ActionKind::Tap],
                enabled: true,
                opaque: true,
                ..Widget::default()
            });
        }
    }
    widgets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_display_cover_it_and_have_names_of_their_own() {
        let size = DisplaySize::new(1080, 2400);
        let parts = parts(size);
        assert_eq!(parts.len(), 15);
        let area: i64 = parts.iter().map(|part| part.bounds.area()).sum();
        assert_eq!(area, size.bounds().area());
        let mut names: Vec<_> = parts.iter().map(|part| part.label.clone()).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), parts.len());
        assert!(parts.iter().all(Widget::acts));
        assert_eq!(super::parts(DisplaySize::default()), []);
    }
}
