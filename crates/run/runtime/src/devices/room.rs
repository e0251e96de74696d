//! Room on a device that is out of memory: what the runtime itself keeps there, but does not need,
//! is given up, and the allocation is tried once more. The plugin has done the same by then.

use std::fmt;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use tandem_pi_abi::constants::*;
use tandem_pi_host::PiError;

use super::device::Device;

/// Something that keeps memory of devices.
pub(crate) trait KeepsMemory: fmt::Debug + Send + Sync {
    /// Releases what it keeps on a device and nobody needs. True if there was some. Called with
    /// locks of queues and buffers held, so it must not wait for one.
    fn give_up(&self, device: &Device) -> bool;
}

static KEEPERS: Mutex<Vec<Weak<dyn KeepsMemory>>> = Mutex::new(Vec::new());

/// Has something asked for its memory, as long as it exists, when a device has none left.
pub(crate) fn register(keeper: Weak<dyn KeepsMemory>) {
    let mut keepers = KEEPERS.lock();
    if keepers.len() == keepers.capacity() {
        keepers.retain(|keeper| keeper.strong_count() != 0);
    }
    keepers.push(keeper);
}

/// Has all give up what they keep on a device. True if there was some.
pub(crate) fn give_up(device: &Device) -> bool {
    let keepers: Vec<Arc<dyn KeepsMemory>> = KEEPERS.lock().iter().filter_map(Weak::upgrade).collect();
    keepers.iter().fold(false, |any, keeper| keeper.give_up(device) | any)
}

/// Makes an allocation on a device, once more if there was no room and the runtime makes some.
#[inline(always)]
pub(crate) fn with_room<T>(device: &Device, allocate: impl Fn() -> Result<T, PiError>) -> Result<T, PiError> {
    match allocate() {
        Err(error) => retry(device, error, allocate),
        allocated => allocated,
    }
}

/// Tries again if the error is about memory, and the runtime has given some up.
#[cold]
fn retry<T>(device: &Device, error: PiError, allocate: impl Fn() -> Result<T, PiError>) -> Result<T, PiError> {
    if is_out_of_memory(&error) && give_up(device) { allocate() } else { Err(error) }
}

/// Whether a call failed because a device has no memory left.
pub(crate) fn is_out_of_memory(error: &PiError) -> bool {
    matches!(
        error.code,
        PI_ERROR_MEM_OBJECT_ALLOCATION_FAILURE | PI_ERROR_OUT_OF_RESOURCES | PI_ERROR_OUT_OF_HOST_MEMORY
    )
}
