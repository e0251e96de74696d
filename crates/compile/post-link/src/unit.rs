//! Translation units: how one is processed, and the result.

/// How one translation unit is processed.
#[derive(Clone, Debug)]
pub struct UnitOptions {
    /// Identifier of the unit, the value of `__SYCL_TU_ID`. Empty if the host's code has another one: then internal
    /// names have no suffix.
    pub unit: String,
    /// Optimization level, 0 to 3.
    pub opt_level: u8,
    /// Whether the device's code contains the lines of the source.
    pub has_lines: bool,
    /// Whether products and sums may become one operation with one rounding.
    pub contracts: bool,
    /// Whether arguments that a kernel does not use are removed
    /// (`-fsycl-dead-args-optimization`).
    pub dead_args: bool,
    /// Whether the unit is only checked, after errors of the front end: for the errors that it does not find.
    /// Exceptions, which it has reported, are in the code.
    pub only_check: bool,
}

impl UnitOptions {
    /// The name of a kernel or specialization constant that is internal to the
    /// unit.
    pub(crate) fn internal_name(&self, name: &str) -> String {
        if self.unit.is_empty() { name.to_owned() } else { format!("{name}@{}", self.unit) }
    }
}

/// The result of processing one translation unit.
#[derive(Clone, Debug, Default)]
pub struct ProcessedUnit {
    /// Its device code; empty when it has none.
    pub bitcode: Vec<u8>,
    /// Local symbols of the host object that the device link refers to, each
    /// with the name that it uses.
    pub host_symbols: Vec<(String, String)>,
}

/// One unit of a device link.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The object or source that it came from, for messages.
    pub file: String,
    /// The bitcode from [`crate::process_unit`].
    pub bitcode: Vec<u8>,
}
