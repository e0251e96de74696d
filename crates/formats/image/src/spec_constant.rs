//! Emulated specialization constants (`docs/internals/boundaries.md`, section 7).

/// Begins the names of emulated specialization constants.
const PREFIX: &str = "tandem.spec.";

/// The name of the exported variable that represents an emulated specialization constant. It holds the default until
/// the device stores another value, before any code runs. The name is that of device IR; in the device's own form of a
/// program, it appears like that of any other exported symbol.
pub fn variable_name(id: u32) -> String {
    format!("{PREFIX}{id}")
}

/// The constant that a variable of this name represents.
pub fn id_of(variable: &str) -> Option<u32> {
    variable.strip_prefix(PREFIX)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_ids() {
        for id in [0, 7, u32::MAX] {
            assert_eq!(id_of(&variable_name(id)), Some(id));
        }
        for other in ["tandem.spec.", "tandem.spec.x", "tandem.spec.4294967296", "spec.1"] {
            assert_eq!(id_of(other), None, "{other}");
        }
    }
}
