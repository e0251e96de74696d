//! A list of the native (back-end) objects that SYCL objects wrap.

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

    /// The collected handles.
    pub(crate) fn into_vec(self) -> Vec<PiNativeHandle> {
        self.handles
    }

    /// Adds the native handle that a plugin reports for an object.
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
