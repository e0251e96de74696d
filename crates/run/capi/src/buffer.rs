//! Buffers and host accessors.

use std::ffi::{c_int, c_void};
use std::sync::Arc;

use tandem_runtime::buffer::{Buffer, BufferFlags, FinalCallback, HostAccess, HostAllocator, MutexFunctions};
use tandem_runtime::context::Context;
use tandem_runtime::object::Object;
use tandem_runtime::submission::AccessMode;
use tandem_runtime::{Error, Result};

use crate::abi::*;
use crate::call::{acting, producing, silent};
use crate::handle::release;
use crate::parameters::{Any, Handle, Out, Struct};

/// The access mode with this number, which may contain `bits` as well as `NO_INIT`.
pub(crate) fn access_mode(mode: u32, bits: u32) -> Result<AccessMode> {
    let known = AccessMode::READ_WRITE.0 | AccessMode::NO_INIT | bits;
    if mode & !known != 0 || mode & AccessMode::READ_WRITE.0 == 0 {
        return Err(Error::Invalid(format!("unknown access mode {mode}")));
    }
    Ok(AccessMode(mode))
}

/// `tandem_buffer_create`
///
/// # Safety
/// `host_ptr` is null or valid for `bytes` bytes for as long as the buffer lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_buffer_create(
    host_ptr: *const c_void,
    bytes: usize,
    flags: u32,
    out: Out<'_, BufferHandle>,
) -> c_int {
    producing(|| {
        let flags = BufferFlags {
            use_host_ptr: flags & TANDEM_BUFFER_USE_HOST_PTR != 0,
            read_only_host: flags & TANDEM_BUFFER_READ_ONLY_HOST != 0,
        };
        // SAFETY: the caller's duty is the same.
        out.give(unsafe { Buffer::new(host_ptr, bytes, flags) })
    })
}

/// `tandem_buffer_create_sub`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_buffer_create_sub(
    parent: Handle<'_, Buffer>,
    offset: usize,
    bytes: usize,
    out: Out<'_, BufferHandle>,
) -> c_int {
    producing(|| out.give(parent.object()?.sub_buffer(offset, bytes)?))
}

/// `tandem_buffer_set_allocator`
///
/// # Safety
/// The functions of the allocator may be called with its data, from any thread, until `release` was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_buffer_set_allocator(
    buffer: Handle<'_, Buffer>,
    allocator: Struct<'_, TandemAllocator>,
) -> c_int {
    acting(|| {
        let buffer = buffer.object()?;
        let TandemAllocator {
            allocate: Some(allocate),
            deallocate: Some(deallocate),
            release: Some(release),
            data,
            ..
        } = allocator.get("the allocator")?
        else {
            return Err(Error::Invalid("a function of the allocator is null".to_owned()));
        };
        // SAFETY: the caller's duty.
        buffer.set_allocator(unsafe { HostAllocator::new(allocate, deallocate, release, data) });
        Ok(())
    })
}

/// `tandem_buffer_set_mutex`
///
/// # Safety
/// The functions of the mutex may be called with it, by one thread at a time, until the buffer is destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_buffer_set_mutex(buffer: Handle<'_, Buffer>, mutex: Struct<'_, TandemMutex>) -> c_int {
    acting(|| {
        let (buffer, mutex) = (buffer.object()?, mutex.get("the mutex")?);
        let TandemMutex { lock: Some(lock), try_lock: Some(try_lock), unlock: Some(unlock), mutex, .. } = mutex else {
            return Err(Error::Invalid("a function of the mutex is null".to_owned()));
        };
        // SAFETY: the caller's duty.
        unsafe { buffer.set_mutex(mutex, MutexFunctions { lock, try_lock, unlock }) };
        Ok(())
    })
}

/// `tandem_buffer_bind_context`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_buffer_bind_context(buffer: Handle<'_, Buffer>, context: Handle<'_, Context>) -> c_int {
    acting(|| {
        let context = context.shared()?;
        buffer.object()?.bind_context(&context);
        Ok(())
    })
}

/// `tandem_buffer_set_final_data`
///
/// # Safety
/// `ptr` is null or valid for the buffer's size when the buffer goes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_buffer_set_final_data(buffer: Handle<'_, Buffer>, ptr: *mut c_void) -> c_int {
    acting(|| {
        // SAFETY: the caller's duty is the same.
        unsafe { buffer.object()?.set_final_data(ptr) };
        Ok(())
    })
}

/// `tandem_buffer_set_write_back`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_buffer_set_write_back(buffer: Handle<'_, Buffer>, on: c_int) -> c_int {
    acting(|| {
        buffer.object()?.set_write_back(on != 0);
        Ok(())
    })
}

/// `tandem_buffer_set_final_callback`
///
/// # Safety
/// `function` may be called with `data` once, when the buffer goes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_buffer_set_final_callback(
    buffer: Handle<'_, Buffer>,
    function: Option<FinalCallback>,
    data: *mut c_void,
) -> c_int {
    acting(|| {
        let buffer = buffer.object()?;
        match function {
            // SAFETY: the caller's duty is the same.
            Some(function) => unsafe { buffer.set_final_callback(function, data) },
            // SAFETY: null is always allowed.
            None => unsafe { buffer.set_final_data(std::ptr::null_mut()) },
        }
        Ok(())
    })
}

/// `tandem_buffer_destroy`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_buffer_destroy(buffer: Handle<'_, Buffer>) -> c_int {
    let handle = buffer.any();
    let result = acting(|| {
        buffer.object()?.finish();
        Ok(())
    });
    // SAFETY: the header has the caller give the handle up. Memory is freed also after shutdown.
    unsafe { release(handle) };
    result
}

/// `tandem_buffer_host_pointer`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_buffer_host_pointer(buffer: Handle<'_, Buffer>, ptr: Out<'_, *mut c_void>) -> c_int {
    producing(|| ptr.set(buffer.object()?.host_pointer()?))
}

/// `tandem_host_access_begin`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_host_access_begin(
    buffer: Handle<'_, Buffer>,
    mode: u32,
    ptr: Out<'_, *mut c_void>,
    access: Out<'_, AnyHandle>,
) -> c_int {
    producing(|| hand_out_access(|| HostAccess::begin(buffer.object()?, access_mode(mode, 0)?), ptr, access))
}

/// `tandem_host_access_begin_part`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_host_access_begin_part(
    buffer: Handle<'_, Buffer>,
    mode: u32,
    offset: usize,
    bytes: usize,
    ptr: Out<'_, *mut c_void>,
    access: Out<'_, AnyHandle>,
) -> c_int {
    let begin = || HostAccess::begin_part(buffer.object()?, access_mode(mode, 0)?, offset, bytes);
    producing(|| hand_out_access(begin, ptr, access))
}

/// Begins an access whose handle has a place.
fn hand_out_access(
    begin: impl FnOnce() -> Result<Arc<Object<HostAccess>>>,
    ptr: Out<'_, *mut c_void>,
    access: Out<'_, AnyHandle>,
) -> Result<()> {
    if access.is_null() {
        return Err(Error::Invalid("the output pointer for the access is null".to_owned()));
    }
    let begun = begin()?;
    ptr.set_as("the output pointer for the pointer", begun.ptr())?;
    access.set(Arc::into_raw(begun).cast_mut().cast())
}

/// `tandem_host_access_end`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_host_access_end(access: Any<'_>) {
    silent(|| {
        if let Ok(begun) = access.object::<HostAccess>() {
            begun.end();
            // SAFETY: the header has the caller give the handle up.
            unsafe { release(access.get()) };
        }
    });
}
