//! A figure that is called a total, against the column of amounts above it or the list above or below it.

use super::RuleViolation;
use super::list_figures::written;
use super::rule_turn::page_key;
use crate::domain::{ActionKind, Screen, labels};
use crate::oracle::reading::{
    Figure, ListReading, amount_alone, figures, lists, only_amount, shown_words,
};

/// What a total is called.
const TOTAL: &[&str] = &["total", "sum", "altogether"];

/// Words that may stand beside it. Others say of what it is the total, which may be more than is shown.
const BESIDE: &[&str] = &[
    "total",
    "sum",
    "altogether",
    "grand",
    "overall",
    "amount",
    "price",
    "cost",
    "costs",
    "in",
    "all",
    "the",
    "to",
    "pay",
    "due",
];

/// Words of lines that may add to a total, lessen it, or be a part of it already.
const UNCERTAIN: &[&str] = &[
    "tax",
    "taxes",
    "vat",
    "incl",
    "included",
    "including",
    "of",
    "saved",
    "savings",
    "discount",
    "coupon",
    "voucher",
    "deposit",
    "paid",
    "rebate",
    "off",
];

/// Words that say that more is elsewhere.
const SOME: &[&str] = &[
    "recent", "latest", "last", "top", "all", "more", "first", "previous", "month", "week", "today",
];

/// More uncertain lines explain any total.
const MOST_UNCERTAIN: usize = 3;

/// What is wrong with the total of a page on which nothing is out of sight.
pub(super) fn violation(screen: &Screen) -> Option<RuleViolation> {
    if screen.widgets.iter().any(|widget| widget.allows(ActionKind::Scroll) || widget.is_field()) {
        return None;
    }
    let figures = figures(screen);
    let mut totals = figures.iter().filter(|figure| is_total(figure));
    let total = totals.next()?;
    if totals.next().is_some() || total.amount.unit.is_empty() {
        return None;
    }
    let mut with_rows = lists(screen).into_iter().filter(|list| !list.rows.is_empty());
    let sums = match (with_rows.next(), with_rows.next()) {
        (Some(list), None) => list_sums(screen, &figures, &list, total)?,
        (None, None) => column_sums(&figures, total)?,
        _ => return None,
    };
    if sums.contains(&total.amount.thousandths) {
        return None;
    }
    let sum = sums.first()?;
    Some(RuleViolation {
        subject: format!("{}|{}", page_key(screen), total.label.join(" ")),
        expected: format!("It is the sum of the amounts beside it, {}.", written(*sum)),
        actual: format!("{:?} is shown, the amounts beside it differ from that.", total.words()),
        bounds: Some(total.widget.bounds),
        ..RuleViolation::default()
    })
}

fn is_total(figure: &Figure<'_>) -> bool {
    figure.label.iter().any(|word| TOTAL.contains(&word.as_str()))
        && figure.label.iter().all(|word| BESIDE.contains(&word.as_str()))
}

/// The sums that the amounts above `total` in its column may have.
fn column_sums(figures: &[Figure<'_>], total: &Figure<'_>) -> Option<Vec<i64>> {
    let own = total.widget.bounds;
    let mut column: Vec<&Figure<'_>> = figures.iter().filter(|it| is_like(it, total)).collect();
    column.retain(|it| {
        let bounds = it.widget.bounds;
        let is_aligned = bounds.right == own.right || bounds.left == own.left;
        bounds.bottom <= own.top && is_aligned && amount_alone(shown_words(it.widget), &it.amount)
    });
    column.sort_by_key(|it| it.widget.bounds.top);
    let is_subtotal = |it: &&Figure<'_>| it.is_called(&["subtotal", "sub"]);
    let from = column.iter().rposition(is_subtotal).unwrap_or(0);
    explained(column.get(from..)?)
}

/// The sums that the rows of a whole list may have with `total` below or above it, or in its last row.
fn list_sums(
    screen: &Screen,
    figures: &[Figure<'_>],
    list: &ListReading<'_>,
    total: &Figure<'_>,
) -> Option<Vec<i64>> {
    if !list.whole {
        return None;
    }
    let own = total.widget.bounds;
    let in_list = total.widget.position.list.is_some();
    let rows = if in_list { list.rows.split_last()?.1 } else { &list.rows };
    let is_below = rows.iter().all(|row| row.bounds.bottom <= own.top);
    let below_it = !in_list && rows.iter().all(|row| row.bounds.top >= own.bottom);
    let is_above = below_it && !lists_some(screen);
    // Another figure beside the list may explain the total.
    let mut others = figures.iter().filter(|it| is_like(it, total));
    let alone = others.all(|it| it.widget.position.list.is_some());
    if rows.len() < 2 || !(is_below || is_above) || !alone {
        return None;
    }
    let amounts = rows.iter().map(|row| {
        // More than one may be a quantity and its price.
        let amount = only_amount(&row.words())?;
        (amount.unit == total.amount.unit).then_some(amount.thousandths)
    });
    let amounts: Vec<i64> = amounts.collect::<Option<_>>()?;
    Some(vec![amounts.iter().sum()])
}

/// True if a text says that the list has only some of what there is.
fn lists_some(screen: &Screen) -> bool {
    let says = |words: &str| {
        let lower = words.to_lowercase();
        labels::words(&lower).iter().any(|word| SOME.contains(word))
    };
    screen.widgets.iter().any(|widget| says(shown_words(widget)))
        || screen.title().is_some_and(says)
}

fn is_like(figure: &Figure<'_>, total: &Figure<'_>) -> bool {
    figure.widget.number != total.widget.number
        && figure.widget.inherits.is_none()
        && figure.amount.unit == total.amount.unit
}

/// The sums of `lines`, with each uncertain one added, taken away or left out; the sum of all first. `None` if
/// there are too few or too many.
fn explained(lines: &[&Figure<'_>]) -> Option<Vec<i64>> {
    let (uncertain, sure): (Vec<&Figure<'_>>, Vec<&Figure<'_>>) =
        lines.iter().partition(|line| line.is_called(UNCERTAIN));
    if lines.len() < 2 || sure.is_empty() || uncertain.len() > MOST_UNCERTAIN {
        return None;
    }
    let mut sums = vec![sure.iter().map(|line| line.amount.thousandths).sum::<i64>()];
    for line in uncertain {
        let size = line.amount.thousandths.abs();
        sums = sums.into_iter().flat_map(|sum| [sum + size, sum - size, sum]).collect();
    }
    Some(sums)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::testing::{MadeUpRun, list, page, text};
    use crate::domain::{Bounds, Widget};

    /// Lines with their amounts at the right.
    fn lines(lines: &[(&str, &str)]) -> Vec<Widget> {
        let line = |(place, (name, amount)): (usize, &(&str, &str))| {
            let top = i32::try_from(place).unwrap() * 100 + 200;
            let left = Widget { bounds: Bounds::new(20, top, 300, top + 60), ..text("", name) };
            let right = Bounds::new(500, top, 700, top + 60);
            [left, Widget { bounds: right, ..text("", amount) }]
        };
        lines.iter().enumerate().flat_map(line).collect()
    }

    #[rstest]
    #[case(&[("Tea", "€2.00"), ("Mug", "€9.50"), ("Total", "€13.50")], &["wrong-sum"])]
    #[case(&[("Tea", "€2.00"), ("Mug", "€9.50"), ("Total", "€11.50")], &[])]
    #[case(&[("Rice", "40 g"), ("Beans", "25 g"), ("Sum", "60 g")], &["wrong-sum"])]
    #[case(&[("Rice", "40 g"), ("Beans", "25 g"), ("Sum", "65 g")], &[])]
    #[case(&[("Rice", "40 g"), ("Beans", "25 g"), ("Total this week", "90 g")], &[])]
    #[case(&[("Mug", "€9"), ("Subtotal", "€9"), ("Shipping", "€3"), ("Total", "€12")], &[])]
    #[case(&[("Mug", "€9"), ("Discount", "€2"), ("Total", "€7")], &[])]
    #[case(&[("Mug", "€9"), ("Discount", "€2"), ("Total", "€8")], &["wrong-sum"])]
    #[case(&[("Mug", "€9"), ("Shipping", "€3"), ("Incl. VAT", "€2"), ("Total", "€12")], &[])]
    #[case(&[("Mug", "€1,200.50"), ("Desk", "€1,000"), ("Total", "€2,200.50")], &[])]
    #[case(&[("Mug", "€1,200.50"), ("Desk", "€1,000"), ("Total", "€2,000.50")], &["wrong-sum"])]
    fn a_total_is_the_sum_of_its_column(#[case] column: &[(&str, &str)], #[case] rules: &[&str]) {
        assert_eq!(MadeUpRun::open(page("Bill", lines(column))).rules(), rules);
    }

    #[rstest]
    #[case(&["Tea €2.00", "Mug €9.50"], "Total: €13.50", &["wrong-sum"])]
    #[case(&["Tea €2.00", "Mug €9.50"], "Total: €11.50", &[])]
    #[case(&["2 Tea €2.00", "Mug €9.50"], "Total: €13.50", &[])]
    #[case(&["Run 4 km", "Walk 2 km"], "7 km in all (total)", &["wrong-sum"])]
    #[case(&["Run 4 km", "Walk 2 km", "Total 7 km"], "As of today", &["wrong-sum"])]
    #[case(&["Run 4 km", "Walk 2 km", "Total 6 km"], "As of today", &[])]
    #[case(&["Run 4 km", "Walk 2 km"], "Total for 2025: 70 km", &[])]
    fn a_total_is_the_sum_of_its_list(
        #[case] rows: &[&str],
        #[case] total: &str,
        #[case] rules: &[&str],
    ) {
        let widgets = [list(2, rows), vec![text("", total)]].concat();
        assert_eq!(MadeUpRun::open(page("Entries", widgets)).rules(), rules);
    }

    #[rstest]
    #[case("Total: €13.50", &["wrong-sum"])]
    #[case("Total: €11.50", &[])]
    fn a_total_may_stand_above_its_list(#[case] total: &str, #[case] rules: &[&str]) {
        let titled = |title: &str| {
            let widgets = [vec![text("", total)], list(3, &["Tea €2.00", "Mug €9.50"])].concat();
            MadeUpRun::open(page(title, widgets))
        };
        assert_eq!(titled("Entries").rules(), rules);
        assert_eq!(titled("Recent entries").rules(), [""; 0]);
    }
}
