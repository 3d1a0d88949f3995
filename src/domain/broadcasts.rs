//! The system's broadcasts, and which of them to send to an app's receivers.
//!
//! The table was made from the platform's documentation (`Intent`, `BatteryManager`,
//! `WifiManager`, … constants) and the `protected-broadcast` entries of the framework's manifest
//! (Android 15). Extras have the names and types that receivers ask for; extras that are objects
//! (a Bluetooth device, a key event) cannot be sent by `am` and are left out.

mod device;
mod network;
mod packages;
mod people;
mod phone;
mod row;
mod sound;

use crate::domain::{ComponentKind, Intent, Manifest};

pub use row::{BroadcastSender, ExtraConstant, SystemBroadcast};

/// One broadcast for one receiver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressedBroadcast {
    /// Its place in [`Manifest::components`].
    pub component: usize,
    /// The intent, explicit to the receiver.
    pub intent: Intent,
    /// Why it is not sent, in one sentence; `None` if it is sent.
    pub skip: Option<String>,
}

/// The whole table, by group.
pub fn table() -> impl Iterator<Item = &'static SystemBroadcast> {
    let groups: [&[SystemBroadcast]; 6] =
        [device::ROWS, people::ROWS, packages::ROWS, network::ROWS, phone::ROWS, sound::ROWS];
    groups.into_iter().flatten()
}

/// The row of `action`.
pub fn row(action: &str) -> Option<&'static SystemBroadcast> {
    table().find(|row| row.action == action)
}

/// For each enabled receiver and each action of its filters the broadcast to be sent to it, with
/// the table's extras; actions that the table does not know are sent bare, and so is one to a
/// receiver without a filter. In the manifest's order, none twice.
pub fn for_app(manifest: &Manifest) -> Vec<AddressedBroadcast> {
    let mut sendings: Vec<AddressedBroadcast> = Vec::new();
    for (place, component) in manifest.components.iter().enumerate() {
        if component.kind != ComponentKind::Receiver || !component.enabled {
            continue;
        }
        let to = component.flat(&manifest.package);
        let mut actions: Vec<Option<&String>> =
            component.filters.iter().flat_map(|filter| &filter.actions).map(Some).collect();
        if component.filters.is_empty() {
            actions.push(None);
        }
        for action in actions {
            let row = action.and_then(|action| row(action));
            let bare = || Intent { action: action.cloned(), ..Intent::default() };
            let intent = row.map_or_else(bare, |row| row.intent(&manifest.package));
            let intent = Intent { component: Some(to.clone()), ..intent };
            let skip = row.and_then(|row| row.skip(manifest.min_sdk));
            let sending = AddressedBroadcast { component: place, intent, skip };
            if !sendings.contains(&sending) {
                sendings.push(sending);
            }
        }
    }
    sendings
}

#[cfg(test)]
mod tests;
