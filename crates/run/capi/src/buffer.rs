//! Buffers and host accessors.

use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::sync::Arc;

use tandem_runtime::buffer::{Buffer, BufferFlags, FinalCallback, HostAccess, HostAllocator, MutexFunctions};
use tandem_runtime::object::Object;
use tandem_runtime::submission::AccessMode;
use tandem_runtime::{Error, Result};

use crate::abi::*;
use crate::call::{acting, output, producing, silent};
use crate::handle::{hand_out, object, shared, tandem_release};
use crate::sized::sized;

/// The mode of this number, with these bits beside that of `NO_INIT`.
pub(crate) fn access_mode(mode: u32, bits: u32) -> Result<AccessMode> {
    let known = AccessMode::READ_WRITE.0 | AccessMode::NO_INIT | bits;
    if mode & !known != 0 || mode & AccessMode::READ_WRITE.0 == 0 {
        return Err(Error::Invalid(format!("{mode} is no access mode")));
    }
    Ok(AccessMode(mode))
}

/// `tandem_buffer_create`
///
/// # Safety
/// `host_ptr` is null or valid for `bytes` bytes for as long as the buffer
/// lives; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_buffer_create(
    host_ptr: *const c_void,
    bytes: usize,
    flags: u32,
    out: *mut BufferHandle,
) -> c_int {
    producing(|| {
        let flags = BufferFlags {
            use_host_ptr: flags & TANDEM_BUFFER_USE_HOST_PTR != 0,
            read_only_host: flags & TANDEM_BUFFER_READ_ONLY_HOST != 0,
        };
        // SAFETY: the caller's duty.
        unsafe { hand_out(Buffer::new(host_ptr, bytes, flags), out, "the result") }
    })
}

/// `tandem_buffer_create_sub`
///
/// # Safety
/// `parent` is a handle; `out` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_buffer_create_sub(
    parent: BufferHandle,
    offset: usize,
    bytes: usize,
    out: *mut BufferHandle,
) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe { hand_out(object(parent)?.sub_buffer(offset, bytes)?, out, "the result") })
}

/// `tandem_buffer_set_allocator`
///
/// # Safety
/// `buffer` is a handle; `allocator` is null or valid, and its functions may be
/// called with its data, from any thread, until `release` was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_buffer_set_allocator(buffer: BufferHandle, allocator: *const TandemAllocator) -> c_int {
    acting(|| {
        let mut room = MaybeUninit::uninit();
        // SAFETY: the caller's duty.
        let (buffer, allocator) = unsafe { (object(buffer)?, sized(allocator, &mut room, "the allocator")?) };
        let TandemAllocator {
            allocate: Some(allocate),
            deallocate: Some(deallocate),
            release: Some(release),
            data,
            ..
        } = *allocator
        else {
            return Err(Error::Invalid("an allocator without one of its functions".to_owned()));
        };
        // SAFETY: the caller's duty.
        buffer.set_allocator(unsafe { HostAllocator::new(allocate, deallocate, release, data) });
        Ok(())
    })
}

/// `tandem_buffer_set_mutex`
///
/// # Safety
/// `buffer` is a handle; `mutex` is null or valid, and its functions may be called with
/// its mutex, by one thread at a time, until the buffer is destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_buffer_set_mutex(buffer: BufferHandle, mutex: *const TandemMutex) -> c_int {
    acting(|| {
        let mut room = MaybeUninit::uninit();
        // SAFETY: the caller's duty.
        let (buffer, mutex) = unsafe { (object(buffer)?, sized(mutex, &mut room, "the mutex")?) };
        let TandemMutex { lock: Some(lock), try_lock: Some(try_lock), unlock: Some(unlock), mutex, .. } = *mutex else {
            return Err(Error::Invalid("a mutex without one of its functions".to_owned()));
        };
        // SAFETY: the caller's duty.
        unsafe { buffer.set_mutex(mutex, MutexFunctions { lock, try_lock, unlock }) };
        Ok(())
    })
}

/// `tandem_buffer_bind_context`
///
/// # Safety
/// `buffer` and `context` are handles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_buffer_bind_context(buffer: BufferHandle, context: ContextHandle) -> c_int {
    acting(|| {
        // SAFETY: the caller's duty.
        let (buffer, context) = unsafe { (object(buffer)?, shared(context)?) };
        buffer.bind_context(&context);
        Ok(())
    })
}

/// `tandem_buffer_set_final_data`
///
/// # Safety
/// `buffer` is a handle; `ptr` is null or valid for the buffer's size when the
/// buffer goes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_buffer_set_final_data(buffer: BufferHandle, ptr: *mut c_void) -> c_int {
    acting(|| {
        // SAFETY: the caller's duty.
        unsafe { object(buffer)?.set_final_data(ptr) };
        Ok(())
    })
}

/// `tandem_buffer_set_write_back`
///
/// # Safety
/// `buffer` is a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_buffer_set_write_back(buffer: BufferHandle, on: c_int) -> c_int {
    acting(|| {
        // SAFETY: the caller's duty.
        unsafe { object(buffer)? }.set_write_back(on != 0);
        Ok(())
    })
}

/// `tandem_buffer_set_final_callback`
///
/// # Safety
/// `buffer` is a handle; `function` may be called with `data` once, when the
/// buffer goes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_buffer_set_final_callback(
    buffer: BufferHandle,
    function: Option<FinalCallback>,
    data: *mut c_void,
) -> c_int {
    acting(|| {
        // SAFETY: the caller's duty.
        let buffer = unsafe { object(buffer)? };
        match function {
            // SAFETY: the caller's duty.
            Some(function) => unsafe { buffer.set_final_callback(function, data) },
            // SAFETY: null is always allowed.
            None => unsafe { buffer.set_final_data(std::ptr::null_mut()) },
        }
        Ok(())
    })
}

/// `tandem_buffer_destroy`
///
/// # Safety
/// `buffer` is a handle that the caller holds and gives up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_buffer_destroy(buffer: BufferHandle) -> c_int {
    let result = acting(|| {
        // SAFETY: the caller's duty.
        unsafe { object(buffer)? }.finish();
        Ok(())
    });
    // SAFETY: the caller's duty. Memory is freed also after shutdown.
    unsafe { tandem_release(buffer.cast_mut().cast()) };
    result
}

/// `tandem_buffer_host_pointer`
///
/// # Safety
/// `buffer` is a handle; `ptr` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_buffer_host_pointer(buffer: BufferHandle, ptr: *mut *mut c_void) -> c_int {
    // SAFETY: the caller's duty.
    producing(|| unsafe { output(ptr, "the result", object(buffer)?.host_pointer()?) })
}

/// `tandem_host_access_begin`
///
/// # Safety
/// `buffer` is a handle; `ptr` and `access` are null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_host_access_begin(
    buffer: BufferHandle,
    mode: u32,
    ptr: *mut *mut c_void,
    access: *mut AnyHandle,
) -> c_int {
    // SAFETY: the caller's duty.
    let begin = || HostAccess::begin(unsafe { object(buffer)? }, access_mode(mode, 0)?);
    // SAFETY: the caller's duty.
    producing(|| unsafe { hand_out_access(begin, ptr, access) })
}

/// `tandem_host_access_begin_part`
///
/// # Safety
/// `buffer` is a handle; `ptr` and `access` are null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_host_access_begin_part(
    buffer: BufferHandle,
    mode: u32,
    offset: usize,
    bytes: usize,
    ptr: *mut *mut c_void,
    access: *mut AnyHandle,
) -> c_int {
    // SAFETY: the caller's duty.
    let begin = || HostAccess::begin_part(unsafe { object(buffer)? }, access_mode(mode, 0)?, offset, bytes);
    // SAFETY: the caller's duty.
    producing(|| unsafe { hand_out_access(begin, ptr, access) })
}

/// Begins an access whose handle has a place.
///
/// # Safety
/// `ptr` and `access` are null or valid.
unsafe fn hand_out_access(
    begin: impl FnOnce() -> Result<Arc<Object<HostAccess>>>,
    ptr: *mut *mut c_void,
    access: *mut AnyHandle,
) -> Result<()> {
    if access.is_null() {
        return Err(Error::Invalid("the place for the access is null".to_owned()));
    }
    let begun = begin()?;
    // SAFETY: the caller's duty; `access` is not null.
    unsafe {
        output(ptr, "the place for the pointer", begun.ptr())?;
        access.write(Arc::into_raw(begun).cast_mut().cast());
    }
    Ok(())
}

/// `tandem_host_access_end`
///
/// # Safety
/// `access` is null or a handle of a host access that the caller holds and
/// gives up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_host_access_end(access: AnyHandle) {
    silent(|| {
        let handle = access.cast::<Object<HostAccess>>().cast_const();
        // SAFETY: the caller's duty; the tag is checked.
        if let Ok(access) = unsafe { object(handle) } {
            access.end();
            // SAFETY: as above.
            unsafe { tandem_release(handle.cast_mut().cast()) };
        }
    });
}
