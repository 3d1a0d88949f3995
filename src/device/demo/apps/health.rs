//! The health app.
