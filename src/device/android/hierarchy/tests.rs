//! Tests over whole dumps.
