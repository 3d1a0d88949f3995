//! The alarm app.
