//! The `takeback` command.
fn main() {}
