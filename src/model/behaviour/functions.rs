//! The functions of an app's code that have not run, where the target names them.

use std::collections::HashSet;
use std::sync::Arc;

use crate::domain::FunctionNames;

/// See the module. A copy takes little: keyframes of a recording are copies of the model.
#[derive(Clone, Debug, Default)]
pub(super) struct FunctionsNotRun {
    /// In the order in which they became known.
    names: Arc<Vec<String>>,
}

impl FunctionsNotRun {
    /// Takes in what became known.
    pub(super) fn learn(&mut self, news: &FunctionNames) {
        let names = Arc::make_mut(&mut self.names);
        if !news.ran.is_empty() {
            names.retain(|name| !news.ran.contains(name));
        }
        // A session that is resumed has a new browser, which tells all of them again.
        let known: HashSet<&String> = names.iter().collect();
        let new: Vec<String> =
            news.not_run.iter().filter(|name| !known.contains(name)).cloned().collect();
        names.extend(new);
    }

    /// Their names.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ran_is_no_longer_among_them() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let mut functions = FunctionsNotRun::default();
        functions.learn(&FunctionNames { not_run: names(&["addTea", "dropTea"]), ran: names(&[]) });
        let not_run = names(&["dropTea", "sortTeas"]);
        functions.learn(&FunctionNames { not_run, ran: names(&["addTea"]) });
        assert_eq!(functions.names().collect::<Vec<_>>(), ["dropTea", "sortTeas"]);
    }
}
