//! Handles: pointers to tagged objects, each of which owns one reference.

use std::ffi::c_void;
use std::mem::ManuallyDrop;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tandem_runtime::buffer::{Buffer, HostAccess};
use tandem_runtime::bundle::{BundleImage, BundleKernel, KernelBundle};
use tandem_runtime::callbacks::unlocked;
use tandem_runtime::context::Context;
use tandem_runtime::device::{Device, Platform};
use tandem_runtime::device_library::DeviceLibrary;
use tandem_runtime::event::{Event, EventRef};
use tandem_runtime::graph::{ExecutableGraph, Graph, Node};
use tandem_runtime::object::{Kind, Object};
use tandem_runtime::programs::KernelId;
use tandem_runtime::queue::Queue;
use tandem_runtime::{Error, Result};

use crate::abi::AnyHandle;
use crate::call::{array, silent};

/// Reads the tag that every object begins with; 0 for what cannot be one.
///
/// # Safety
/// `handle` is null, misaligned, or points to at least 8 readable bytes.
unsafe fn tag_of(handle: *const c_void) -> u64 {
    let tag = handle.cast::<AtomicU64>();
    if tag.is_null() || !tag.is_aligned() {
        return 0;
    }
    // SAFETY: the caller's duty; aligned and not null.
    unsafe { (*tag).load(Ordering::Relaxed) }
}

/// Checks the tag of a handle and returns its object.
///
/// # Safety
/// `handle` is a handle that the caller holds for `'a`; a wrong kind is caught.
#[inline]
pub(crate) unsafe fn object<'a, T: Kind>(handle: *const Object<T>) -> Result<&'a Object<T>> {
    // SAFETY: the caller's duty.
    if unsafe { tag_of(handle.cast()) } != T::TAG {
        return Err(bad_handle::<T>(handle));
    }
    // SAFETY: the tag says that it is a live object of this kind.
    Ok(unsafe { &*handle })
}

#[cold]
fn bad_handle<T>(handle: *const Object<T>) -> Error {
    let name = std::any::type_name::<T>().rsplit("::").next().unwrap_or_default();
    Error::Invalid(format!("{handle:p} is not a {} handle", name.to_lowercase()))
}

/// The shared object of a handle; the handle keeps its reference.
///
/// # Safety
/// As for [`object`].
#[inline]
pub(crate) unsafe fn shared<T: Kind>(handle: *const Object<T>) -> Result<ManuallyDrop<Arc<Object<T>>>> {
    // SAFETY: the caller's duty.
    unsafe { object(handle)? };
    // SAFETY: handles come from `Arc::into_raw`, and the reference is not given up.
    Ok(ManuallyDrop::new(unsafe { Arc::from_raw(handle) }))
}

/// The shared objects of a list of handles, each with an additional reference.
///
/// # Safety
/// `handles` is null or valid for `len` handles that the caller holds.
pub(crate) unsafe fn shared_list<T: Kind>(
    handles: *const *const Object<T>,
    len: usize,
    what: &str,
) -> Result<Vec<Arc<Object<T>>>> {
    // SAFETY: the caller's duty.
    let handles = unsafe { array(handles, len, what)? };
    // SAFETY: the caller's duty; the tags are checked.
    handles.iter().map(|&handle| Ok(Arc::clone(&*unsafe { shared(handle)? }))).collect()
}

/// Calls a generic function with the type that a handle's tag identifies.
macro_rules! by_kind {
    ($handle:expr, $tag:expr, $function:ident: $($kind:ty),*) => {
        match $tag {
            // SAFETY: the tag says what the handle is; the caller holds it.
            $(<$kind as Kind>::TAG => unsafe { $function::<$kind>($handle.cast()) },)*
            _ => {}
        }
    };
}

/// # Safety
/// `handle` is a live handle of this kind.
unsafe fn retain_as<T: Kind>(handle: *const Object<T>) {
    // SAFETY: the caller's duty.
    unsafe {
        Arc::increment_strong_count(handle);
        (*handle).handle_added();
    }
}

/// # Safety
/// As for [`retain_as`]; releases the reference.
unsafe fn release_as<T: Kind>(handle: *const Object<T>) {
    // SAFETY: the caller's duty.
    let object = unsafe { Arc::from_raw(handle) };
    object.handle_removed();
    drop(object);
}

/// Adds a reference to a handle of any kind.
///
/// # Safety
/// `handle` is null or a handle that the caller holds.
pub(crate) unsafe fn retain(handle: AnyHandle) {
    silent(|| {
        // SAFETY: the caller's duty.
        let tag = unsafe { tag_of(handle) };
        by_kind!(handle, tag, retain_as: Platform, Device, Context, Queue, Event, Buffer, HostAccess, KernelId,
            BundleImage, KernelBundle, BundleKernel, DeviceLibrary, Graph, Node, ExecutableGraph);
    });
}

/// Releases the reference of a handle of any kind.
///
/// # Safety
/// `handle` is null or a handle that the caller holds and releases.
pub(crate) unsafe fn release(handle: AnyHandle) {
    // The objects of a `fork` child belong to its parent.
    if tandem_runtime::is_forked() {
        return;
    }
    silent(|| {
        // SAFETY: the caller's duty.
        unlocked(|| unsafe { release_any(handle) });
    });
}

/// # Safety
/// As for [`release`].
unsafe fn release_any(handle: AnyHandle) {
    // SAFETY: the caller's duty.
    let tag = unsafe { tag_of(handle) };
    if tag == Event::TAG {
        // SAFETY: an event's handle; the reference goes to the pool's keeper.
        return drop(EventRef::from_arc(unsafe { Arc::from_raw(handle.cast()) }));
    }
    by_kind!(handle, tag, release_as: Platform, Device, Context, Queue, Buffer, HostAccess, KernelId, BundleImage,
        KernelBundle, BundleKernel, DeviceLibrary, Graph, Node, ExecutableGraph);
}
