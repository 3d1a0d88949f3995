//! The books app.
