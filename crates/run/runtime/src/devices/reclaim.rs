//! Releasing device memory when a device runs out: the runtime releases memory that it keeps on the device but does not
//! need, and retries the allocation. The plugin has already done the same.

use std::fmt;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use tandem_pi_abi::constants::*;
use tandem_pi_host::PiError;

use super::device::Device;

/// Something that keeps memory of devices.
pub(crate) trait Reclaimable: fmt::Debug + Send + Sync {
    /// Releases memory that it keeps on a device but no longer needs. True if there was some. It is
    /// called with queue and buffer locks held, so it must not wait for a lock.
    fn reclaim(&self, device: &Device) -> bool;
}

static RECLAIMABLE: Mutex<Vec<Weak<dyn Reclaimable>>> = Mutex::new(Vec::new());

/// Registers an object that is asked to release its memory, as long as it exists, when a device has
/// none left.
pub(crate) fn register(one: Weak<dyn Reclaimable>) {
    let mut all = RECLAIMABLE.lock();
    if all.len() == all.capacity() {
        all.retain(|one| one.strong_count() != 0);
    }
    all.push(one);
}

/// Makes all registered objects release memory that they keep on a device. True if there was some.
pub(crate) fn reclaim(device: &Device) -> bool {
    let all: Vec<Arc<dyn Reclaimable>> = RECLAIMABLE.lock().iter().filter_map(Weak::upgrade).collect();
    all.iter().fold(false, |any, one| one.reclaim(device) | any)
}

/// Makes an allocation on a device, once more if there was no memory and the runtime reclaims some.
#[inline(always)]
pub(crate) fn allocate<T>(device: &Device, allocate: impl Fn() -> Result<T, PiError>) -> Result<T, PiError> {
    match allocate() {
        Err(error) => retry(device, error, allocate),
        allocated => allocated,
    }
}

/// Tries again if the error is about memory, and the runtime has given some up.
#[cold]
fn retry<T>(device: &Device, error: PiError, allocate: impl Fn() -> Result<T, PiError>) -> Result<T, PiError> {
    if is_out_of_memory(&error) && reclaim(device) { allocate() } else { Err(error) }
}

/// Whether a call failed because a device has no memory left.
pub(crate) fn is_out_of_memory(error: &PiError) -> bool {
    matches!(
        error.code,
        PI_ERROR_MEM_OBJECT_ALLOCATION_FAILURE | PI_ERROR_OUT_OF_RESOURCES | PI_ERROR_OUT_OF_HOST_MEMORY
    )
}
