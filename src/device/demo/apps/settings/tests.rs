//! Tests of the settings app's own logic.
