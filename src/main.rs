//! The `ridealong` program: arguments, logging, panic hook, exit code.

fn main() {}
