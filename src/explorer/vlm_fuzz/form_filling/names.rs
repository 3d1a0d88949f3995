//! What forms and their parts are called over all visits.

use std::collections::HashSet;

use crate::domain::{Screen, Widget};
use crate::explorer::shared::forms::field_name::field_name;
use crate::explorer::shared::forms::variant_memory::SEPARATOR;
use crate::explorer::shared::forms::variants::{FormParts, fields, sliders};
use crate::explorer::shared::unlisted::is_search;
use crate::model::abstraction::folded_digits;

/// The name of the form on `screen`, whatever it holds.
pub(in super::super) fn form(screen: &Screen) -> String {
    name(screen, &fields(&screen.widgets), &sliders(&screen.widgets))
}

/// The name of a form: where it is, and its parts. Some pages number their fields anew with each
/// visit, so numbers do not count, and a table with one more row of the same fields is the same form. What
/// searches the whole app is one form, wherever it is.
pub(super) fn name(screen: &Screen, fields: &[&Widget], sliders: &[&Widget]) -> String {
    let searches = !fields.is_empty() && fields.iter().all(|field| is_search(field));
    let location = if searches { "" } else { screen.location.as_str() };
    let place = format!("{}{SEPARATOR}{location}{SEPARATOR}{}", screen.package, screen.dialog);
    let mut named = HashSet::new();
    let parts = fields.iter().chain(sliders).map(|widget| folded_digits(field_name(widget)));
    let parts = parts.filter(|part| named.insert(part.clone()));
    parts.fold(place, |name, part| format!("{name}{SEPARATOR}{part}"))
}

/// The name of a part: its id and its place among those of the same id.
pub(super) fn id(screen: &Screen, widget: &Widget) -> String {
    let same = screen.widgets.iter().filter(|other| other.resource_id == widget.resource_id);
    let place = same.take_while(|other| other.number != widget.number).count();
    format!("{}:{place}", widget.resource_id)
}

pub(super) fn find<'a>(screen: &Screen, parts: &FormParts<'a>, wanted: &str) -> Option<&'a Widget> {
    let mut all = parts.fields.iter().chain(&parts.sliders);
    all.find(|widget| id(screen, widget) == wanted).copied()
}
