//! Screens and a world of them.
