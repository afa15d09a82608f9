//! Prints the description of the interface, as the types give it.

use std::io::Write;

fn main() -> std::io::Result<()> {
    let description = takeback_server::description()?;
    std::io::stdout().write_all(description.as_bytes())
}
