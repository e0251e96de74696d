//! The generated table against the order that a released plugin of PI 15.47 uses.

use tandem_pi_abi::plugin::PiPlugin;
use tandem_pi_abi::table::{ENTRIES, PiFunctionTable, entry};

/// "offset name" lines; offsets count from the start of `_pi_plugin`.
const RELEASED: &str = include_str!("table-15.47.txt");

#[test]
fn the_table_equals_that_of_a_released_plugin() {
    let base = std::mem::offset_of!(PiPlugin, table);
    let generated: Vec<String> =
        ENTRIES.iter().map(|entry| format!("{} {}", base + entry.offset, entry.name)).collect();
    assert_eq!(generated, RELEASED.lines().collect::<Vec<_>>());
}

#[test]
fn entries_are_found_by_name() {
    assert_eq!(entry("piPlatformsGet").unwrap().offset, 0);
    assert!(entry("piNoSuchEntry").is_none());
}

#[test]
fn the_empty_table_misses_every_entry() {
    assert_eq!(PiFunctionTable::EMPTY.missing().count(), ENTRIES.len());
}
