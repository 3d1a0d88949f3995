//! What the tester knows of the app: the properties the session was started with, and those stated
//! while it runs.

use std::sync::Arc;

use crate::model::ExpectationList;
use crate::oracle::PropertySet;
use crate::protocol::{
    Event, Expectation, ExpectationChange, ExpectationChanged, ExpectationRequest,
};

/// The properties that apply now.
#[derive(Debug, Default)]
pub struct TesterProperties {
    /// Those of the file.
    base: Arc<PropertySet>,
    list: ExpectationList,
    /// Both together.
    set: Arc<PropertySet>,
}

/// What is to be changed in the property file: properties as they stand there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PropertyEdit {
    /// What is no longer there.
    pub old: Option<String>,
    /// What is there instead.
    pub new: Option<String>,
}

impl TesterProperties {
    /// Those of `base`, and nothing stated yet.
    pub fn of(base: Arc<PropertySet>) -> Self {
        Self { set: base.clone(), base, list: ExpectationList::default() }
    }

    /// Those of `base`, and what `events` state.
    pub fn after<'a>(base: Arc<PropertySet>, events: impl IntoIterator<Item = &'a Event>) -> Self {
        let mut properties = Self::of(base);
        for event in events {
            if let Event::ExpectationChanged(changed) = event {
                properties.list.apply(changed);
            }
        }
        properties.renew();
        properties
    }

    /// The same with other properties of the file.
    #[must_use]
    pub fn on(self, base: Arc<PropertySet>) -> Self {
        let mut properties = Self { base, ..self };
        properties.renew();
        properties
    }

    /// All of them.
    pub const fn set(&self) -> &Arc<PropertySet> {
        &self.set
    }

    /// True if something was stated while the session ran and still is expected.
    pub fn has_stated(&self) -> bool {
        !self.list.current().is_empty()
    }

    /// Takes in what the tester asks for, after `step` actions.
    ///
    /// # Errors
    /// If that cannot be; one sentence tells why.
    pub fn change(
        &mut self,
        request: ExpectationRequest,
        step: u64,
    ) -> Result<(ExpectationChanged, PropertyEdit), String> {
        let changed = self.changed(request, step)?;
        let edit = self.edit(&changed.change);
        self.list.apply(&changed);
        self.renew();
        Ok((changed, edit))
    }

    fn changed(
        &self,
        request: ExpectationRequest,
        step: u64,
    ) -> Result<ExpectationChanged, String> {
        let known = |name: &str| match self.list.find(name) {
            Some(_) => Ok(()),
            None => Err(format!("No expectation is called {name:?}.")),
        };
        let change = match request {
            ExpectationRequest::State(stated) => {
                self.check(&stated, None)?;
                ExpectationChange::Stated(stated)
            }
            ExpectationRequest::Replace { name, by } => {
                known(&name)?;
                self.check(&by, Some(&name))?;
                ExpectationChange::Replaced { name, by }
            }
            ExpectationRequest::Withdraw { name } => {
                known(&name)?;
                ExpectationChange::Withdrawn { name }
            }
            ExpectationRequest::Undo => {
                let change = self.list.undoing().cloned();
                let change = change.ok_or("No change of the expectations is left to be undone.")?;
                return Ok(ExpectationChanged { step, change, undoes: true });
            }
        };
        Ok(ExpectationChanged { step, change, undoes: false })
    }

    /// Says whether `stated` is one property with a name of its own; that of `instead_of` is free.
    fn check(&self, stated: &Expectation, instead_of: Option<&str>) -> Result<(), String> {
        let read = PropertySet::read(&stated.property)
            .map_err(|error| format!("The expectation cannot be used: {}.", error.what))?;
        if read.properties.len() != 1 || read.properties.iter().any(|it| it.name != stated.name) {
            return Err("An expectation is exactly one property.".to_owned());
        }
        let of_file = self.base.properties.iter().any(|it| it.name == stated.name)
            && !self.list.has_named(&stated.name);
        let stated_before = self.list.find(&stated.name).is_some();
        if of_file || (stated_before && instead_of != Some(stated.name.as_str())) {
            return Err(format!("There is a property called {:?} already.", stated.name));
        }
        Ok(())
    }

    /// What `change` changes in the file.
    fn edit(&self, change: &ExpectationChange) -> PropertyEdit {
        let text = |name: &str| self.list.find(name).map(|it| it.property.clone());
        match change {
            ExpectationChange::Stated(stated) => {
                PropertyEdit { old: None, new: Some(stated.property.clone()) }
            }
            ExpectationChange::Replaced { name, by } => {
                PropertyEdit { old: text(name), new: Some(by.property.clone()) }
            }
            ExpectationChange::Withdrawn { name } => PropertyEdit { old: text(name), new: None },
        }
    }

    /// Puts the set together again. What was once stated counts as it was stated last: the file may be
    /// the one to which it was appended.
    fn renew(&mut self) {
        let of_file = self.base.properties.iter().filter(|it| !self.list.has_named(&it.name));
        let mut properties: Vec<_> = of_file.cloned().collect();
        for stated in self.list.current() {
            // A log of another version may hold what can no longer be read.
            properties.extend(PropertySet::read(&stated.property).unwrap_or_default().properties);
        }
        self.set = Arc::new(PropertySet { properties });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn property(name: &str, text: &str) -> String {
        format!("[[property]]\nname = \"{name}\"\nmust = [{{ text = \"{text}\" }}]\n")
    }

    fn expectation(name: &str, text: &str) -> Expectation {
        Expectation { name: name.into(), property: property(name, text) }
    }

    fn base() -> Arc<PropertySet> {
        PropertySet::read(&property("of the file", "x")).unwrap().into()
    }

    fn names(properties: &TesterProperties) -> Vec<&str> {
        properties.set().properties.iter().map(|it| it.name.as_str()).collect()
    }

    #[test]
    fn what_is_stated_applies_beside_the_file_until_it_is_withdrawn() {
        let mut properties = TesterProperties::of(base());
        let (changed, edit) =
            properties.change(ExpectationRequest::State(expectation("a", "y")), 3).unwrap();
        assert_eq!((changed.step, changed.undoes), (3, false));
        assert_eq!(edit, PropertyEdit { old: None, new: Some(property("a", "y")) });
        assert_eq!(names(&properties), ["of the file", "a"]);
        let by = expectation("b", "z");
        let replace = ExpectationRequest::Replace { name: "a".into(), by };
        let (_, edit) = properties.change(replace, 3).unwrap();
        let (old, new) = (Some(property("a", "y")), Some(property("b", "z")));
        assert_eq!(edit, PropertyEdit { old, new });
        properties.change(ExpectationRequest::Withdraw { name: "b".into() }, 3).unwrap();
        assert_eq!(names(&properties), ["of the file"]);
        let (changed, edit) = properties.change(ExpectationRequest::Undo, 4).unwrap();
        assert!(changed.undoes);
        assert_eq!(edit, PropertyEdit { old: None, new: Some(property("b", "z")) });
        properties.change(ExpectationRequest::Undo, 4).unwrap();
        properties.change(ExpectationRequest::Undo, 4).unwrap();
        assert_eq!(names(&properties), ["of the file"]);
        assert!(properties.change(ExpectationRequest::Undo, 4).is_err());
    }

    #[test]
    fn names_are_given_once_and_nonsense_is_refused() {
        let mut properties = TesterProperties::of(base());
        let state = |name: &str| ExpectationRequest::State(expectation(name, "y"));
        properties.change(state("a"), 0).unwrap();
        for taken in ["a", "of the file"] {
            let why = properties.change(state(taken), 0).unwrap_err();
            assert!(why.contains("already"), "{why}");
        }
        let replace =
            |name: &str, by: Expectation| ExpectationRequest::Replace { name: name.into(), by };
        let other = replace("a", expectation("of the file", "y"));
        assert!(properties.change(other, 0).is_err());
        properties.change(replace("a", expectation("a", "z")), 0).unwrap();
        let nonsense = Expectation { name: "n".into(), property: "[[property]]".into() };
        assert!(properties.change(ExpectationRequest::State(nonsense), 0).is_err());
        let property = property("p", "x") + "\n" + &property("q", "x");
        let two = Expectation { name: "p".into(), property };
        assert!(properties.change(ExpectationRequest::State(two), 0).is_err());
        assert!(properties.change(ExpectationRequest::Withdraw { name: "z".into() }, 0).is_err());
    }

    #[test]
    fn a_session_goes_on_with_the_file_to_which_it_appended() {
        let mut before = TesterProperties::of(base());
        let mut events = Vec::new();
        for request in [
            ExpectationRequest::State(expectation("kept", "y")),
            ExpectationRequest::State(expectation("withdrawn", "y")),
            ExpectationRequest::Withdraw { name: "withdrawn".into() },
        ] {
            let (changed, _) = before.change(request, 0).unwrap();
            events.push(Event::ExpectationChanged(changed));
        }
        let file = [("of the file", "x"), ("kept", "y"), ("withdrawn", "y")];
        let file = file.map(|(name, text)| property(name, text)).join("\n");
        let file = Arc::new(PropertySet::read(&file).unwrap());
        assert_eq!(names(&TesterProperties::after(file, &events)), ["of the file", "kept"]);
    }
}
