//! The flows that are exported for Maestro, performed again by their own words on the embedded
//! phone, through the Android backend.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "flows/findings.rs"]
mod findings;
#[path = "flows/phone.rs"]
mod phone;
#[path = "flows/reader.rs"]
mod reader;
