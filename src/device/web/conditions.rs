//! System conditions, as the browser emulates them: a method of the protocol and its parameters.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::domain::{ConditionKind, SystemCondition};

/// The conditions that hold, by the method that sets them. New pages get them too.
pub(in crate::device) type PageConditions = BTreeMap<&'static str, Value>;

const SCHEME: &str = "Emulation.setEmulatedMedia";
/// The method that slows the network down or cuts it off.
pub(in crate::device) const NETWORK: &str = "Network.emulateNetworkConditions";
const LOCALE: &str = "Emulation.setLocaleOverride";
const TIME_ZONE: &str = "Emulation.setTimezoneOverride";

/// What sets `condition`; `None` if a browser does not have it.
pub(in crate::device) fn set(condition: &SystemCondition) -> Option<(&'static str, Value)> {
    Some(match condition {
        SystemCondition::Dark { on } => (SCHEME, scheme(if *on { "dark" } else { "light" })),
        SystemCondition::Airplane { on } => (NETWORK, network(*on)),
        SystemCondition::Locale { tag } => (LOCALE, json!({"locale": tag.replace('-', "_")})),
        SystemCondition::TimeZone { zone } => (TIME_ZONE, json!({"timezoneId": zone})),
        SystemCondition::Battery { .. }
        | SystemCondition::Font { .. }
        | SystemCondition::Memory { .. } => return None,
    })
}

/// What gives the condition back; `None` if a browser does not have it.
pub(in crate::device) fn restore(condition: ConditionKind) -> Option<(&'static str, Value)> {
    Some(match condition {
        ConditionKind::Dark => (SCHEME, scheme("")),
        ConditionKind::Airplane => (NETWORK, network(false)),
        ConditionKind::Locale => (LOCALE, json!({})),
        ConditionKind::TimeZone => (TIME_ZONE, json!({"timezoneId": ""})),
        ConditionKind::Battery | ConditionKind::Font | ConditionKind::Memory => return None,
    })
}

fn scheme(value: &str) -> Value {
    json!({"features": [{"name": "prefers-color-scheme", "value": value}]})
}

fn network(offline: bool) -> Value {
    json!({"offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_set_can_be_given_back_by_the_same_method() {
        for condition in SystemCondition::probes() {
            let methods = (set(&condition), restore(condition.kind()));
            assert_eq!(methods.0.map(|set| set.0), methods.1.map(|back| back.0), "{condition}");
        }
    }
}
