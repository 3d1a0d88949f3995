//! The settings app.
