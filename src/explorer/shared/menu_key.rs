//! The MENU key: where it may open a menu of its own.

use crate::domain::Screen;

/// Words in the label or the id of a button that opens the menu of its screen.
const BUTTON_WORDS: &[&str] = &["more", "overflow", "menu"];

/// The part of an app that has one menu, as its activity, its title and what is selected on it say: pages of
/// tabs, and fragments of one activity, have menus of their own. Numbers do not count.
pub(in crate::explorer) fn page(screen: &Screen) -> String {
    let selected = screen.widgets.iter().filter(|it| it.selected && it.position.list.is_none());
    let names = selected.map(|widget| widget.label.as_str()).chain(screen.title());
    let page = names.fold(screen.location.clone(), |page, name| format!("{page} {name}"));
    page.chars().filter(|letter| !letter.is_numeric()).collect()
}

/// True if `screen` shows a button that opens a menu: the key opens the same one.
pub(in crate::explorer) fn has_button(screen: &Screen) -> bool {
    screen.widgets.iter().filter(|widget| widget.acts()).any(|widget| {
        let names = [&widget.label, &widget.resource_id].map(|name| name.to_lowercase());
        BUTTON_WORDS.iter().any(|word| names.iter().any(|name| name.contains(word)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::testing::{button, menu, phone};

    #[test]
    fn each_tab_is_a_page_and_values_in_a_title_make_none() {
        let tab = |selected: usize| {
            let mut screen = menu("Kitchen 12", &["Recipes", "Method"]);
            screen.widgets.iter_mut().for_each(|it| it.selected = it.number == selected);
            screen
        };
        assert_ne!(page(&tab(1)), page(&tab(2)));
        let other = crate::domain::Screen { title: Some("Kitchen 3".into()), ..tab(1) };
        assert_eq!(page(&tab(1)), page(&other));
    }

    #[test]
    fn a_menu_button_is_known_by_its_words() {
        assert!(has_button(&phone(vec![button(1, "More options")])));
        assert!(!has_button(&phone(vec![button(1, "Save")])));
    }
}
