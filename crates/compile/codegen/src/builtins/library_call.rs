//! A call of a builtin, with the target's library that it is lowered by.

use std::ops::Deref;

use tandem_device_ir::OpenClFunction;
use tandem_ir::Value;

use super::call::Call;
use super::library::TargetLibrary;

/// A call that is lowered by a library.
pub struct LibraryCall<'m> {
    pub call: Call<'m>,
    pub library: &'m dyn TargetLibrary,
}

impl<'m> Deref for LibraryCall<'m> {
    type Target = Call<'m>;

    fn deref(&self) -> &Call<'m> {
        &self.call
    }
}

impl<'m> LibraryCall<'m> {
    /// A mathematical function of the target's library.
    pub fn math(&self, function: OpenClFunction, args: &[Value<'m>]) -> Value<'m> {
        self.library.math(self, function, args)
    }
}
