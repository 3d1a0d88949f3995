//! Pages that are made from one template, as those of the articles of a shop are: the last parts of their addresses
//! differ, and what they offer is the same. What was tried on one of them says what it does on the others.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::domain::Screen;

/// The last parts of an address that may differ.
const OWN_PARTS: usize = 2;
/// A page that offers fewer classes of actions is like too many others.
const LEAST_CLASSES: usize = 4;
/// Two pages are made from one template from this share of common classes on, from 0 to 1 (Dice's coefficient).
const ALIKE: f64 = 0.85;
/// A page is compared with so many templates, the latest first.
const COMPARED: usize = 20;

/// What an address begins with, and of how many parts it is; `None` if it is too short to tell a template.
fn stem(location: &str) -> Option<(&str, usize)> {
    // The router of an app that is one page writes its own address behind a sign.
    let route = location.split_once('#').map_or(location, |(_, route)| route);
    let parts = route.split('/').filter(|part| !part.is_empty()).count();
    let own = OWN_PARTS.min(parts.checked_sub(1)?);
    let (end, _) = location.rmatch_indices('/').take(own).last()?;
    Some((location.get(..end)?, parts))
}

/// The first page that was made from a template.
#[derive(Debug)]
struct FirstPage {
    location: Arc<str>,
    classes: BTreeSet<String>,
}

impl FirstPage {
    fn likeness(&self, classes: &BTreeSet<String>) -> f64 {
        let both = self.classes.intersection(classes).count();
        2.0 * both as f64 / (self.classes.len() + classes.len()) as f64
    }
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct PageTemplates {
    /// The location of the first page of its template, by the location of each page.
    first_of: HashMap<String, Arc<str>>,
    /// By what an address begins with, and of how many parts it is.
    templates: HashMap<(String, usize), Vec<FirstPage>>,
}

impl PageTemplates {
    /// The location of the first page that was made from the template of `screen`: its own if there is no other.
    pub(super) fn page<'a>(&'a self, screen: &'a Screen) -> &'a str {
        self.first_of.get(&screen.location).map_or(&screen.location, |first| first)
    }

    /// Takes in a page, on which actions are of `classes`, named without its address.
    pub(super) fn see(&mut self, screen: &Screen, classes: impl FnOnce() -> BTreeSet<String>) {
        let location = &screen.location;
        let Some((stem, parts)) = stem(location) else { return };
        if screen.dialog || self.first_of.contains_key(location) {
            return;
        }
        let classes = classes();
        if classes.len() < LEAST_CLASSES {
            return;
        }
        let known = self.templates.entry((stem.to_owned(), parts)).or_default();
        let alike = known.iter().rev().take(COMPARED).find(|it| it.likeness(&classes) >= ALIKE);
        let first =
            alike.map_or_else(|| Arc::from(location.as_str()), |it| Arc::clone(&it.location));
        if alike.is_none() {
            known.push(FirstPage { location: Arc::clone(&first), classes });
        }
        self.first_of.insert(location.clone(), first);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::testing::menu;

    #[test]
    fn addresses_begin_alike_without_their_last_parts() {
        assert_eq!(stem("/shop#/detail/coats/Warm+coat"), Some(("/shop#/detail", 3)));
        assert_eq!(stem("/shop#/list/coats"), Some(("/shop#/list", 2)));
        assert_eq!(stem("/wiki/Tea"), Some(("/wiki", 2)));
        for short in ["/crm#/contacts", "/shop#/", "/", ".MainActivity", ""] {
            assert_eq!(stem(short), None, "{short}");
        }
    }

    #[test]
    fn pages_of_one_template_are_known_by_the_first_of_them() {
        let mut templates = PageTemplates::default();
        let mut page = |location: &str, classes: &[&str], dialog: bool| {
            let mut screen = menu("Shop", &["Buy"]);
            (screen.location, screen.dialog) = (location.into(), dialog);
            templates.see(&screen, || classes.iter().map(|class| (*class).to_owned()).collect());
            templates.page(&screen).to_owned()
        };
        let detail = ["size", "quantity", "buy", "back", "cart", "menu"];
        let list = ["row", "back", "cart", "menu"];
        assert_eq!(page("/#/detail/coats/warm", &detail, false), "/#/detail/coats/warm");
        assert_eq!(page("/#/detail/shirts/thin", &detail, false), "/#/detail/coats/warm");
        assert_eq!(page("/#/detail/coats", &list, false), "/#/detail/coats", "fewer parts");
        assert_eq!(page("/#/list/coats/warm", &detail, false), "/#/list/coats/warm");
        assert_eq!(
            page("/#/detail/coats/all", &list, false),
            "/#/detail/coats/all",
            "it offers others"
        );
        assert_eq!(page("/#/detail/coats/cold", &detail, true), "/#/detail/coats/cold", "a dialog");
        assert_eq!(
            page("/#/detail/coats/cold", &detail, false),
            "/#/detail/coats/warm",
            "without it"
        );
    }
}
