//! Unified shared memory by shared virtual memory (SVM) of OpenCL 2.0, on devices without
//! `cl_intel_unified_shared_memory`.
//!
//! With fine-grained SVM, the host and the devices of a context use the same memory at the same time, so all kinds of
//! allocations are supported. With coarse-grained SVM, the host would have to map memory first, so only device
//! allocations are. OpenCL has no queries for addresses, so a table has the allocations.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};

use opencl_sys::*;
use parking_lot::RwLock;
use tandem_pi_abi::constants::*;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::types::*;

use crate::answer::Answer;
use crate::convert::ToCl;
use crate::query;

/// The largest alignment that SVM has: the size of OpenCL C's largest type.
const MOST_ALIGNMENT: usize = 128;

/// Where an allocation is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Host,
    Device(PiDevice),
    Shared(PiDevice),
}

/// One allocation.
struct Allocation {
    context: PiContext,
    kind: Kind,
    size: usize,
    /// The result of `clSVMAlloc`; the allocation starts at the next multiple of its alignment.
    memory: *mut c_void,
}

// SAFETY: the addresses and handles are only passed on.
unsafe impl Send for Allocation {}
// SAFETY: as above.
unsafe impl Sync for Allocation {}

/// By address.
static ALLOCATIONS: RwLock<BTreeMap<usize, Allocation>> = RwLock::new(BTreeMap::new());
/// Whether there ever was an allocation. If not, devices need no look-up in the table.
static IS_USED: AtomicBool = AtomicBool::new(false);

/// Whether the process has made an allocation of SVM.
pub fn is_used() -> bool {
    IS_USED.load(Ordering::Acquire)
}

/// `CL_DEVICE_SVM_CAPABILITIES`; 0 before OpenCL 2.0.
///
/// # Errors
/// A query fails.
fn capabilities(device: PiDevice) -> Result<u64, Failure> {
    match query::version(device)? {
        (..=1, _) => Ok(0),
        _ => query::device_value(device, CL_DEVICE_SVM_CAPABILITIES),
    }
}

/// Whether a device has SVM of any kind.
///
/// # Errors
/// A query fails.
pub fn is_there(device: PiDevice) -> Result<bool, Failure> {
    Ok(capabilities(device)? != 0)
}

/// The operations that a device supports on allocations of a kind, as PI's USM capabilities.
///
/// # Errors
/// A query fails.
pub fn usm_capabilities(device: PiDevice, param: PiDeviceInfo) -> Result<u64, Failure> {
    Ok(usm_bits(capabilities(device)?, param))
}

/// PI's capabilities of USM that a device with these capabilities of SVM has.
fn usm_bits(svm: u64, param: PiDeviceInfo) -> u64 {
    let has = |bit| svm & bit != 0;
    let atomics = if has(CL_DEVICE_SVM_ATOMICS) {
        PI_USM_ATOMIC_ACCESS | PI_USM_CONCURRENT_ATOMIC_ACCESS
    } else {
        Default::default()
    };
    let shared = PI_USM_ACCESS | PI_USM_CONCURRENT_ACCESS | atomics;
    match param {
        // A kernel's own atomic operations need no SVM atomics, which are those between devices and the host.
        PI_DEVICE_INFO_USM_DEVICE_SUPPORT if svm != 0 => (PI_USM_ACCESS | PI_USM_ATOMIC_ACCESS).0,
        PI_DEVICE_INFO_USM_HOST_SUPPORT
        | PI_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT
        | PI_DEVICE_INFO_USM_CROSS_SHARED_SUPPORT
            if has(CL_DEVICE_SVM_FINE_GRAIN_BUFFER) =>
        {
            shared.0
        }
        PI_DEVICE_INFO_USM_SYSTEM_SHARED_SUPPORT if has(CL_DEVICE_SVM_FINE_GRAIN_SYSTEM) => shared.0,
        _ => 0,
    }
}

/// The flags of `clSVMAlloc` for an allocation that all devices of a context reach.
fn flags(kind: Kind, context: PiContext) -> Result<u64, Failure> {
    let mut common = u64::MAX;
    for device in query::devices_of(context)? {
        common &= capabilities(device)?;
    }
    let has = |bit| common & bit != 0;
    if common & (CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER) == 0 {
        let text = "the devices have neither cl_intel_unified_shared_memory nor shared virtual memory";
        return Err(Failure::new(PI_ERROR_UNSUPPORTED_FEATURE, text));
    }
    match kind {
        Kind::Device(_) => Ok(CL_MEM_READ_WRITE),
        Kind::Host | Kind::Shared(_) if !has(CL_DEVICE_SVM_FINE_GRAIN_BUFFER) => {
            let text = "the devices have coarse-grained shared virtual memory, which the host cannot use";
            Err(Failure::new(PI_ERROR_UNSUPPORTED_FEATURE, text))
        }
        _ if has(CL_DEVICE_SVM_ATOMICS) => Ok(CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS),
        _ => Ok(CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER),
    }
}

/// An allocation of `size` bytes. An alignment of 0 is OpenCL's own.
///
/// # Errors
/// `PI_ERROR_UNSUPPORTED_FEATURE` if the devices of the context have no SVM for this kind,
/// `PI_ERROR_INVALID_VALUE` for an alignment that is no power of two, `PI_ERROR_INVALID_BUFFER_SIZE` for a size of 0,
/// `PI_ERROR_OUT_OF_RESOURCES` if OpenCL gives no memory.
pub fn allocate(kind: Kind, context: PiContext, size: usize, alignment: u32) -> Result<*mut c_void, Failure> {
    let flags = flags(kind, context)?;
    let alignment = alignment as usize;
    if alignment != 0 && !alignment.is_power_of_two() {
        return Err(Failure::new(PI_ERROR_INVALID_VALUE, format!("the alignment {alignment} is not a power of two")));
    }
    if size == 0 {
        return Err(Failure::new(PI_ERROR_INVALID_BUFFER_SIZE, "an allocation needs at least one byte"));
    }
    let (within, beyond) = if alignment <= MOST_ALIGNMENT { (alignment, 0) } else { (MOST_ALIGNMENT, alignment) };
    let out_of_memory = || Failure::new(PI_ERROR_OUT_OF_RESOURCES, format!("clSVMAlloc cannot allocate {size} bytes"));
    let whole = size.checked_add(beyond).ok_or_else(out_of_memory)?;
    // SAFETY: a live context; OpenCL checks sizes.
    let memory = unsafe { function!(clSVMAlloc)(context.cl(), flags, whole, within as u32) };
    if memory.is_null() {
        return Err(out_of_memory());
    }
    let start = if beyond == 0 { memory as usize } else { (memory as usize).next_multiple_of(beyond) };
    ALLOCATIONS.write().insert(start, Allocation { context, kind, size, memory });
    IS_USED.store(true, Ordering::Release);
    Ok(start as *mut c_void)
}

/// Frees an allocation, which no command uses.
///
/// # Errors
/// `PI_ERROR_INVALID_VALUE` if there is none at this address in the context.
pub fn free(context: PiContext, memory: *mut c_void) -> Result<(), Failure> {
    let free = function!(clSVMFree);
    let mut allocations = ALLOCATIONS.write();
    let known = allocations.get(&(memory as usize)).is_some_and(|found| found.context == context);
    let Some(found) = (if known { allocations.remove(&(memory as usize)) } else { None }) else {
        return Err(Failure::new(
            PI_ERROR_INVALID_VALUE,
            "the address does not belong to an allocation of the context",
        ));
    };
    drop(allocations);
    // SAFETY: what `clSVMAlloc` returned in this context, once.
    unsafe { free(context.cl(), found.memory) };
    Ok(())
}

/// Forgets the allocations of an earlier context with the handle of a new one.
pub fn forget(context: PiContext) {
    if is_used() {
        ALLOCATIONS.write().retain(|_, allocation| allocation.context != context);
    }
}

/// Calls a function with the allocation that an address is in, and where that starts.
fn with<T>(address: *const c_void, body: impl FnOnce(usize, &Allocation) -> T) -> Option<T> {
    if !is_used() {
        return None;
    }
    let allocations = ALLOCATIONS.read();
    let (start, found) = allocations.range(..=address as usize).next_back()?;
    (address as usize - start < found.size).then(|| body(*start, found))
}

/// Whether an address is in an allocation.
pub fn contains(address: *const c_void) -> bool {
    with(address, |_, _| ()).is_some()
}

/// `piextUSMGetMemAllocInfo`; an address of none of the context's allocations is one of unknown memory.
///
/// # Errors
/// `PI_ERROR_INVALID_VALUE` for a property that is not known.
pub fn info(context: PiContext, memory: *const c_void, param: PiMemAllocInfo, answer: Answer) -> Result<(), Failure> {
    let found = with(memory, |start, found| (found.context == context).then_some((start, found.size, found.kind)));
    let (start, size, kind) = found.flatten().map_or((0, 0, None), |(start, size, kind)| (start, size, Some(kind)));
    let (kind, device) = match kind {
        None => (PI_MEM_TYPE_UNKNOWN, PiDevice::NULL),
        Some(Kind::Host) => (PI_MEM_TYPE_HOST, PiDevice::NULL),
        Some(Kind::Device(device)) => (PI_MEM_TYPE_DEVICE, device),
        Some(Kind::Shared(device)) => (PI_MEM_TYPE_SHARED, device),
    };
    match param {
        PI_MEM_ALLOC_TYPE => answer.u32(kind.0),
        PI_MEM_ALLOC_BASE_PTR => answer.sizes(&[start]),
        PI_MEM_ALLOC_SIZE => answer.sizes(&[size]),
        PI_MEM_ALLOC_DEVICE => answer.sizes(&[device.as_ptr() as usize]),
        _ => Err(Failure::new(PI_ERROR_INVALID_VALUE, format!("unknown property {param} of allocations"))),
    }
}

/// Kernels that reach all allocations of their context.
static REACH_ALL: RwLock<BTreeSet<usize>> = RwLock::new(BTreeSet::new());

/// Sets whether a kernel reaches all allocations of its context: those that are alive when it is launched.
pub fn set_indirect_access(kernel: PiKernel, is_on: bool) {
    let mut kernels = REACH_ALL.write();
    if is_on {
        kernels.insert(kernel.as_ptr() as usize);
    } else {
        kernels.remove(&(kernel.as_ptr() as usize));
    }
}

/// Whether a kernel reaches all allocations of its context, and there are any.
pub fn reaches_all(kernel: PiKernel) -> bool {
    is_used() && REACH_ALL.read().contains(&(kernel.as_ptr() as usize))
}

/// Forgets an earlier kernel with the handle of a new one.
pub fn forget_kernel(kernel: PiKernel) {
    if REACH_ALL.read().contains(&(kernel.as_ptr() as usize)) {
        set_indirect_access(kernel, false);
    }
}

/// Passes OpenCL the list of allocations that a kernel reaches, if it reaches all allocations of its context: OpenCL
/// has no flag for that.
///
/// # Errors
/// OpenCL refuses it.
pub fn before_launch(kernel: PiKernel) -> Result<(), Failure> {
    if !reaches_all(kernel) {
        return Ok(());
    }
    let context = query::context_of(kernel)?;
    let allocations = ALLOCATIONS.read();
    let of_context = allocations.values().filter(|allocation| allocation.context == context);
    let pointers: Vec<*mut c_void> = of_context.map(|allocation| allocation.memory).collect();
    // OpenCL takes no empty list, and there is nothing to reach.
    if pointers.is_empty() { Ok(()) } else { set_pointers(kernel, &pointers) }
}

/// Lets a kernel reach some allocations through pointers.
///
/// # Errors
/// OpenCL refuses it.
pub fn set_pointers(kernel: PiKernel, pointers: &[*mut c_void]) -> Result<(), Failure> {
    let size = size_of_val(pointers);
    // SAFETY: a live kernel, and a list of pointers.
    unsafe { call!(clSetKernelExecInfo(kernel.cl(), CL_KERNEL_EXEC_INFO_SVM_PTRS, size, pointers.as_ptr().cast())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [PiDeviceInfo; 5] = [
        PI_DEVICE_INFO_USM_HOST_SUPPORT,
        PI_DEVICE_INFO_USM_DEVICE_SUPPORT,
        PI_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT,
        PI_DEVICE_INFO_USM_CROSS_SHARED_SUPPORT,
        PI_DEVICE_INFO_USM_SYSTEM_SHARED_SUPPORT,
    ];

    #[test]
    fn capabilities_are_those_of_svm() {
        let fine = CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER;
        assert_eq!(KINDS.map(|kind| usm_bits(0, kind)), [0; 5]);
        assert_eq!(KINDS.map(|kind| usm_bits(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER, kind)), [0, 0b11, 0, 0, 0]);
        assert_eq!(KINDS.map(|kind| usm_bits(fine, kind)), [0b101, 0b11, 0b101, 0b101, 0]);
        let all = fine | CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS;
        assert_eq!(KINDS.map(|kind| usm_bits(all, kind)), [0b1111, 0b11, 0b1111, 0b1111, 0b1111]);
    }
}
