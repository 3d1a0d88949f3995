//! The demo apps.
pub mod alarm;
pub mod books;
pub mod health;
pub mod notes;
pub mod settings;
pub mod shop;
