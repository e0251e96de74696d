//! `docs/internals/device-ir.md` holds the tables as the source has them.
//! `BLESS=1` rewrites them.

use std::path::Path;

const BEGIN: &str = "<!-- tables: written by `BLESS=1 cargo test -p tandem-device-ir` -->\n";

#[test]
fn tables_are_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/internals/device-ir.md");
    let text = std::fs::read_to_string(&path).expect("the page");
    let (before, tables) = text.split_once(BEGIN).expect("the mark before the tables");
    let expected = format!("\n{}", tandem_device_ir::tables::markdown());
    if tables == expected {
        return;
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, format!("{before}{BEGIN}{expected}")).expect("writable");
        return;
    }
    panic!("the tables in {} differ from the source (BLESS=1 rewrites them)", path.display());
}
