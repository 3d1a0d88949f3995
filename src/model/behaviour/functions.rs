//! The functions of an app's code that have not run, where the target names them.

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
        names.extend(news.not_run.iter().cloned());
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
        functions.learn(&FunctionNames { not_run: names(&["sortTeas"]), ran: names(&["addTea"]) });
        assert_eq!(functions.names().collect::<Vec<_>>(), ["dropTea", "sortTeas"]);
    }
}
