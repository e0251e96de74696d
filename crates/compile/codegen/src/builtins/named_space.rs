//! The spaces that generic memory consists of.

use tandem_device_ir::AddressSpace;
use tandem_ir::Type;

/// A space that generic memory consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedSpace {
    /// A work-item's own memory (SPIR-V's `Function`).
    Private,
    /// A work-group's memory (`Workgroup`).
    Local,
    /// Memory of the device (`CrossWorkgroup`). Constant memory is part of it.
    Global,
}

impl NamedSpace {
    /// The space that pointers of a type lead into. A type in space 0 is taken for one of
    /// private memory.
    pub fn of(ty: Type<'_>) -> Self {
        match ty.address_space().and_then(AddressSpace::from_number) {
            Some(AddressSpace::Global | AddressSpace::Constant) => Self::Global,
            Some(AddressSpace::Local) => Self::Local,
            Some(AddressSpace::Generic) | None => Self::Private,
        }
    }
}
