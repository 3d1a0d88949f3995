//! The names of an app's functions, by which a tester or a model can tell what the app can still do: those of its own
//! scripts that consist of two words or more, as `deleteTrip`, `share_trip` and `TripDialog`. What a minifier or a library made says nothing.

use std::collections::{BTreeMap, HashMap};

use super::coverage::CoverageLedger;
use crate::domain::FunctionNames;

/// The most names that are told in all: a bundle may have thousands.
const MOST: usize = 1000;
/// The longest name that is told, in bytes.
const LONGEST: usize = 40;
/// Parts of the address of a script that is not the app's own.
const FOREIGN: &[&str] =
    &["/vendor", "/node_modules", "/lib/", "/libs/", "/third_party", "/third-party", ".min."];

/// What was told; see the module.
#[derive(Debug, Default)]
pub(super) struct ToldFunctions {
    /// Each name, and whether it was told that it ran.
    names: HashMap<String, bool>,
}

impl ToldFunctions {
    /// What became known since this was asked last, in the order of the scripts.
    pub(super) fn news(&mut self, ledger: &CoverageLedger) -> FunctionNames {
        let own = ledger.scripts().filter(|(url, _)| is_own(url));
        let scripts: BTreeMap<&str, _> = own.collect();
        let functions = scripts.values().flat_map(|script| script.functions.values());
        let mut order = Vec::new();
        let mut ran: HashMap<&str, bool> = HashMap::new();
        for function in functions {
            if let Some(name) = telling(&function.name) {
                let known = ran.entry(name).or_insert_with(|| {
                    order.push(name);
                    false
                });
                *known |= function.ran;
            }
        }
        let mut news = FunctionNames::default();
        for name in order {
            let has_run = ran.get(name).copied().unwrap_or_default();
            let has_room = self.names.len() < MOST;
            match self.names.get_mut(name) {
                Some(told) if has_run && !*told => {
                    *told = true;
                    news.ran.push(name.to_owned());
                }
                None if !has_run && has_room => {
                    self.names.insert(name.to_owned(), false);
                    news.not_run.push(name.to_owned());
                }
                _ => {}
            }
        }
        news
    }
}

/// True if the script at `url` is the app's own, as far as its address tells.
fn is_own(url: &str) -> bool {
    let path = url.split(['?', '#']).next().unwrap_or_default().to_lowercase();
    !FOREIGN.iter().any(|part| path.contains(part))
}

/// The name of a function without what it is a part of, if it may say what the function does.
fn telling(name: &str) -> Option<&str> {
    let own = name.rsplit('.').next().unwrap_or(name);
    let is_plain = own.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let begins = own.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic());
    let has_words = own.as_bytes().windows(2).any(|pair| match pair {
        [first, second] => {
            first.is_ascii_lowercase() && (second.is_ascii_uppercase() || *second == b'_')
        }
        _ => false,
    });
    // What a view of React keeps, of its own or of a library.
    let is_hook =
        own.strip_prefix("use").is_some_and(|rest| rest.starts_with(|c: char| c.is_uppercase()));
    (is_plain && begins && has_words && !is_hook && (6..=LONGEST).contains(&own.len()))
        .then_some(own)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn taken(url: &str, functions: &[(&str, u64)]) -> Value {
        let functions = functions.iter().enumerate().map(|(at, (name, count))| {
            json!({"functionName": name, "isBlockCoverage": false,
                "ranges": [{"startOffset": at, "endOffset": 100, "count": count}]})
        });
        json!({"result": [{"scriptId": "1", "url": url, "functions": functions.collect::<Vec<_>>()}]})
    }

    #[test]
    fn names_are_told_once_and_again_when_they_ran() {
        let mut ledger = CoverageLedger::default();
        let mut told = ToldFunctions::default();
        let names = [("showAll", 1), ("Trips.deleteTrip", 0), ("share_trip", 0), ("onclick", 0)];
        ledger.add(&taken("http://a/app.js", &names));
        let news = told.news(&ledger);
        assert_eq!(
            (news.not_run, news.ran.len()),
            (vec!["deleteTrip".into(), "share_trip".into()], 0)
        );
        assert!(told.news(&ledger).is_empty());
        ledger.add(&taken("http://a/app.js", &[("showAll", 0), ("Trips.deleteTrip", 1)]));
        let news = told.news(&ledger);
        assert_eq!((news.not_run.len(), news.ran), (0, vec!["deleteTrip".to_owned()]));
        assert!(told.news(&ledger).is_empty());
    }

    #[test]
    fn a_name_stands_for_all_functions_of_that_name() {
        let mut ledger = CoverageLedger::default();
        ledger.add(&taken("http://a/one.js", &[("addTrip", 0)]));
        ledger.add(&taken("http://a/two.js", &[("addTrip", 1)]));
        assert!(ToldFunctions::default().news(&ledger).is_empty());
    }

    #[test]
    fn libraries_and_what_a_minifier_made_tell_nothing() {
        let mut ledger = CoverageLedger::default();
        ledger.add(&taken("http://a/vendor/chart.js", &[("drawBars", 0)]));
        ledger.add(&taken("http://a/js/jquery.min.js?v=3", &[("slideToggle", 0)]));
        let names = [
            "",
            "a",
            "aB",
            "$apply",
            "_doPush",
            "get value",
            "HTML_TYPE",
            "e.s.Blob.type",
            "reset",
            "useId",
            "useTransition",
        ];
        ledger.add(&taken("http://a/app.js", &names.map(|name| (name, 0))));
        assert_eq!(ToldFunctions::default().news(&ledger), FunctionNames::default());
    }
}
