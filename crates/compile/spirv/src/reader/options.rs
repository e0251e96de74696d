//! Choices of the caller.

/// Options for reading a module.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReaderOptions<'a> {
    /// Name of the module, for messages.
    pub name: &'a str,
    /// Values of specialization constants: (`SpecId`, little-endian bytes).
    /// Missing bytes are zero, surplus ones are ignored.
    pub spec_constants: &'a [(u32, &'a [u8])],
}
