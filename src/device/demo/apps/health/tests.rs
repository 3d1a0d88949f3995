//! Tests of the health app's own logic.
