//! The data that a host and a plugin exchange when the host loads the plugin.

use std::ffi::c_char;

use crate::constants::{PiResult, PiSanitizeType};
use crate::table::PiFunctionTable;

/// `_pi_plugin`: what a host and a plugin exchange in `piPluginInit`.
#[repr(C)]
pub struct PiPlugin {
    /// The host's PI version, zero-terminated: "major.minor".
    pub pi_version: [c_char; 20],
    /// Written by the plugin: "major.minor.revision".
    pub plugin_version: [c_char; 20],
    /// Target triples that the plugin takes, or null. Unused so far.
    pub targets: *mut c_char,
    /// Written by the plugin.
    pub table: PiFunctionTable,
    /// The sanitizer that the host's device code was built with.
    pub sanitize_type: PiSanitizeType,
}

/// `piPluginInit`, the only symbol that a plugin must export.
pub type PiPluginInit = unsafe extern "C" fn(plugin: *mut PiPlugin) -> PiResult;

const _: () = {
    use std::mem::offset_of;
    assert!(offset_of!(PiPlugin, plugin_version) == 20);
    assert!(offset_of!(PiPlugin, targets) == 40);
    assert!(offset_of!(PiPlugin, table) == 48);
    assert!(offset_of!(PiPlugin, sanitize_type) == 48 + size_of::<PiFunctionTable>());
};
