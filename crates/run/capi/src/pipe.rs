//! The host's ends of host pipes.

use std::ffi::{c_int, c_void};

use tandem_runtime::device_global::HostVariable;
use tandem_runtime::graph::refuse_recording;
use tandem_runtime::queue::Queue;
use tandem_runtime::submission::{Address, PipeWord};
use tandem_runtime::{Error, Result};

use crate::abi::*;
use crate::call::acting;
use crate::parameters::{Handle, Out, Struct};

/// `tandem_queue_read_pipe`
///
/// # Safety
/// `word` is valid for `bytes` bytes, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_queue_read_pipe(
    queue: Handle<'_, Queue>,
    pipe: Struct<'_, TandemDeviceGlobal>,
    word: *mut c_void,
    bytes: usize,
    moved: Out<'_, c_int>,
) -> c_int {
    // SAFETY: the caller's duty.
    acting(|| unsafe { transfer(queue, pipe, PipeWord::Read(word), word.is_null(), bytes, moved) })
}

/// `tandem_queue_write_pipe`
///
/// # Safety
/// `word` is valid for `bytes` bytes, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_queue_write_pipe(
    queue: Handle<'_, Queue>,
    pipe: Struct<'_, TandemDeviceGlobal>,
    word: *const c_void,
    bytes: usize,
    moved: Out<'_, c_int>,
) -> c_int {
    // SAFETY: the caller's duty.
    acting(|| unsafe { transfer(queue, pipe, PipeWord::Write(word), word.is_null(), bytes, moved) })
}

/// # Safety
/// The address in `word` is valid for `bytes` bytes, or null.
unsafe fn transfer(
    queue: Handle<'_, Queue>,
    pipe: Struct<'_, TandemDeviceGlobal>,
    word: PipeWord,
    is_null: bool,
    bytes: usize,
    moved: Out<'_, c_int>,
) -> Result<()> {
    if is_null {
        return Err(Error::Invalid("the word of a pipe is null".to_owned()));
    }
    let (queue, pipe) = (queue.object()?, pipe.get("the pipe")?);
    refuse_recording(queue)?;
    let variable = HostVariable {
        address: Address::new(pipe.object),
        size: pipe.object_size,
        align: pipe.alignment as usize,
        image_scope: false,
    };
    let waits = moved.is_null();
    // SAFETY: the caller's duty; not null.
    let has_moved = unsafe { queue.host_pipe(variable, word, bytes, waits)? };
    moved.set_if_wanted(has_moved.into());
    Ok(())
}
