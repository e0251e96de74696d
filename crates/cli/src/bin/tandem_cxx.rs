//! Placeholder until the driver lands.
fn main() {}
