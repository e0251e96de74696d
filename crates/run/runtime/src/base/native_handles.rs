//! A list of the back end's objects behind those of SYCL.

use tandem_pi_abi::types::PiNativeHandle;
use tandem_pi_host::{Counted, Owned, PiError};

use crate::base::error::Result;

/// Native handles, and whether each object gets one more reference for whoever asks.
pub(crate) struct NativeHandles {
    handles: Vec<PiNativeHandle>,
    retain: bool,
}

impl NativeHandles {
    /// None yet.
    pub(crate) fn new(retain: bool) -> Self {
        Self { handles: Vec::new(), retain }
    }

    /// What was added.
    pub(crate) fn into_vec(self) -> Vec<PiNativeHandle> {
        self.handles
    }

    /// Adds what a plugin says to be behind an object of its own.
    pub(crate) fn add<T: Counted>(&mut self, object: &Owned<T>, native: Result<PiNativeHandle, PiError>) -> Result<()> {
        let native = native?;
        if self.retain {
            // The caller's reference.
            std::mem::forget(object.clone());
        }
        self.handles.push(native);
        Ok(())
    }

    /// Adds memory of the host, which counts no references.
    pub(crate) fn add_address(&mut self, address: usize) {
        self.handles.push(address);
    }
}
