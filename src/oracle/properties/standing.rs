//! How a property stands on a screen that is looked at, before any session checks it.

use super::Property;
use crate::domain::Screen;

/// How a property stands on one screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PropertyStanding {
    /// It is checked on other screens.
    Elsewhere,
    /// It is checked after its actions, the first of which may be performed here.
    AfterActions,
    /// It cannot be told here: a widget is missing, the screen scrolls, or a screen before is needed.
    Untold,
    /// All that it demands holds.
    Holds,
    /// It demands what does not hold; what is there instead, in one sentence.
    Broken(String),
}

impl Property {
    /// How it stands on `screen`.
    pub fn standing(&self, screen: &Screen) -> PropertyStanding {
        if !self.when.holds(screen) {
            return PropertyStanding::Elsewhere;
        }
        if !self.after.is_empty() {
            return PropertyStanding::AfterActions;
        }
        match self.broken(screen, None) {
            None => PropertyStanding::Untold,
            Some(Ok(())) => PropertyStanding::Holds,
            Some(Err(broken)) => PropertyStanding::Broken(broken.actual),
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::domain::{DisplaySize, Widget};
    use crate::oracle::properties::PropertySet;

    #[rstest]
    #[case("when = { screen = 'Menu' }\nmust = [{ text = 'Paid' }]", PropertyStanding::Elsewhere)]
    #[case("after = ['back']\nmust = [{ text = 'Paid' }]", PropertyStanding::AfterActions)]
    #[case("must = [{ relation = '#paid = before #paid' }]", PropertyStanding::Untold)]
    #[case("must = [{ text = 'Paid' }]", PropertyStanding::Holds)]
    #[case("must_never = [{ text = 'P*' }]", PropertyStanding::Broken("P* is on the screen.".into()))]
    fn a_property_stands_on_a_screen(#[case] rest: &str, #[case] standing: PropertyStanding) {
        let set = PropertySet::read(&format!("[[property]]\nname = 'p'\n{rest}")).unwrap();
        let paid = Widget { number: 1, text: "Paid".into(), ..Widget::default() };
        let mut screen = Screen::on_display("org.shop", ".Cart", DisplaySize::new(9, 9));
        screen.widgets.push(paid);
        assert_eq!(set.properties[0].standing(&screen), standing);
    }
}
