//! The shop app.
