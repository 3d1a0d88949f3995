//! The notes app.
