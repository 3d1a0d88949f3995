//! Numbers with what they are said to be: `Average 20.7 kg`, `Left` beside `180 kcal`, `62 %` above `Done`.

use super::{Amount, amounts, shown_words};
use crate::domain::{Screen, Widget, labels};

/// A widget that shows one amount and says what it is, or is beside a text that does.
#[derive(Clone, Debug)]
pub(in crate::oracle) struct Figure<'a> {
    /// What shows it.
    pub widget: &'a Widget,
    /// Its value.
    pub amount: Amount,
    /// The words that say what it is, in lower case, without the unit; empty if nothing does.
    pub label: Vec<String>,
    /// The words of its id, if it says nothing itself.
    id: Vec<String>,
}

impl Figure<'_> {
    /// True if one of `words` is among those that say what it is, or in its id.
    pub(in crate::oracle) fn is_called(&self, words: &[&str]) -> bool {
        self.label.iter().chain(&self.id).any(|word| words.contains(&word.as_str()))
    }

    /// What it says, for people.
    pub(in crate::oracle) fn words(&self) -> String {
        let shown = shown_words(self.widget);
        if amount_alone(shown, &self.amount) && !self.label.is_empty() {
            return format!("{} {shown}", self.label.join(" "));
        }
        shown.to_owned()
    }
}

/// The figures in the front window, in order. What can be typed into, and texts with several amounts, are none.
pub(in crate::oracle) fn figures(screen: &Screen) -> Vec<Figure<'_>> {
    let front = screen.widgets.iter().filter(|widget| widget.position.window == 0);
    let read = front.filter_map(|widget| {
        let amount = only_amount(shown_words(widget))?;
        let (mut label, mut id) = (words_beside(shown_words(widget), &amount), Vec::new());
        if label.is_empty() {
            let name = named_by(screen, widget).map(shown_words).unwrap_or_default();
            label = lower_words(name);
            id = lower_words(&widget.short_id().replace(['_', '-'], " "));
        }
        Some(Figure { widget, label, id, amount })
    });
    read.collect()
}

/// The amount of a text that has just one.
pub(in crate::oracle) fn only_amount(words: &str) -> Option<Amount> {
    let mut found = amounts(words).into_iter();
    let amount = found.next()?;
    let digits = words.chars().filter(char::is_ascii_digit).count();
    // `120/80` and `12:30` are no amounts, but a text with them and a number shows more than that.
    let own = amount.thousandths.unsigned_abs() / 1000;
    let most = own.max(1).ilog10() as usize + 1 + usize::from(amount.decimals);
    (found.next().is_none() && digits <= most).then_some(amount)
}

/// The words of `text` but the unit of its amount.
fn words_beside(text: &str, amount: &Amount) -> Vec<String> {
    let mut words = lower_words(text);
    if let Some(place) = words.iter().rposition(|word| *word == amount.unit) {
        words.remove(place);
    }
    words
}

fn lower_words(text: &str) -> Vec<String> {
    let has_letters = |word: &&str| word.contains(char::is_alphabetic) || *word == "ø";
    let lower = text.to_lowercase();
    labels::words(&lower).into_iter().filter(has_letters).map(str::to_owned).collect()
}

/// True if `text` has no words but the unit of its amount.
pub(in crate::oracle) fn amount_alone(text: &str, amount: &Amount) -> bool {
    words_beside(text, amount).is_empty()
}

/// The text that names a bare amount: the nearest one to its left in the same line, else that right above it,
/// else that right below.
fn named_by<'a>(screen: &'a Screen, widget: &Widget) -> Option<&'a Widget> {
    let names = |other: &&Widget| {
        let words = shown_words(other);
        other.number != widget.number
            && other.position.window == widget.position.window
            && words.contains(char::is_alphabetic)
            && !words.contains(|letter: char| letter.is_ascii_digit())
    };
    let own = widget.bounds;
    let in_line = |other: &&Widget| {
        let middle = other.bounds.center().y;
        (own.top..own.bottom).contains(&middle) && other.bounds.right <= own.left
    };
    let left = screen.widgets.iter().filter(names).filter(in_line);
    if let Some(left) = left.max_by_key(|other| other.bounds.right) {
        return Some(left);
    }
    let shares_column =
        |other: &Widget| other.bounds.left < own.right && own.left < other.bounds.right;
    let is_above = |other: &&Widget| {
        let distance = own.top - other.bounds.bottom;
        shares_column(other) && (0..=own.height()).contains(&distance)
    };
    let above = screen.widgets.iter().filter(names).filter(is_above);
    if let Some(above) = above.max_by_key(|other| other.bounds.bottom) {
        return Some(above);
    }
    let is_below = |other: &&Widget| {
        let distance = other.bounds.top - own.bottom;
        shares_column(other) && (0..=own.height()).contains(&distance)
    };
    screen.widgets.iter().filter(names).filter(is_below).min_by_key(|other| other.bounds.top)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::domain::{Bounds, DisplaySize};

    fn screen(texts: &[(&str, Bounds)]) -> Screen {
        let mut screen = Screen::on_display("org.app", ".Home", DisplaySize::new(720, 1600));
        for (place, (words, bounds)) in texts.iter().enumerate() {
            let text = (*words).to_owned();
            let widget = Widget { number: place + 1, text, bounds: *bounds, ..Widget::default() };
            screen.widgets.push(widget);
        }
        screen
    }

    fn read(texts: &[(&str, Bounds)]) -> Vec<String> {
        let screen = screen(texts);
        let read = figures(&screen);
        read.iter().map(|it| format!("{}={}", it.label.join(" "), it.amount.thousandths)).collect()
    }

    #[rstest]
    #[case("Average 20.7 kg", &["average=20700"])]
    #[case("20.7 kg on average", &["on average=20700"])]
    #[case("Total: €12.00", &["total=12000"])]
    #[case("€12.00", &["=12000"])]
    #[case("12 books", &["=12000"])]
    #[case("Books (12)", &["books=12000"])]
    #[case("2 of 5", &[])]
    #[case("120/80 mmHg", &[])]
    #[case("5 Jan 2026", &[])]
    #[case("9:30, 3 guests", &[])]
    fn a_text_says_what_its_amount_is(#[case] words: &str, #[case] expected: &[&str]) {
        assert_eq!(read(&[(words, Bounds::new(0, 0, 300, 40))]), expected);
    }

    #[rstest]
    #[case::left(Bounds::new(0, 100, 200, 140), Bounds::new(500, 100, 600, 140))]
    #[case::above(Bounds::new(0, 100, 200, 140), Bounds::new(0, 145, 200, 205))]
    #[case::below(Bounds::new(0, 210, 200, 250), Bounds::new(0, 145, 200, 205))]
    fn a_bare_amount_is_named_by_the_text_beside_it(#[case] name: Bounds, #[case] amount: Bounds) {
        assert_eq!(read(&[("Left", name), ("180 kcal", amount)]), ["left=180000"]);
    }

    #[test]
    fn a_text_far_away_names_nothing() {
        let texts = [("Left", Bounds::new(0, 0, 200, 40)), ("180", Bounds::new(0, 900, 200, 940))];
        assert_eq!(read(&texts), ["=180000"]);
    }
}
