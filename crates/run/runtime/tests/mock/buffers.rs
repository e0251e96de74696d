//! Buffers of `u32` and the accessors of command groups.

use std::sync::Arc;

use tandem_runtime::buffer::{Buffer, BufferFlags, HostAccess};
use tandem_runtime::event::EventRef;
use tandem_runtime::object::Object;
use tandem_runtime::queue::Queue;
use tandem_runtime::submission::{Access, AccessMode, Arg};

use super::{launch, value};

/// A buffer of `u32` that are 0.
pub fn buffer(elements: usize) -> Arc<Object<Buffer>> {
    static ZEROS: [u32; 128] = [0; 128];
    let flags = BufferFlags { read_only_host: true, use_host_ptr: false };
    // SAFETY: static and never written.
    unsafe { Buffer::new(ZEROS[..elements].as_ptr().cast(), 4 * elements, flags) }
}

/// A buffer over the user's memory, which outlives it in these tests.
pub fn buffer_over(data: &mut [u32]) -> Arc<Object<Buffer>> {
    // SAFETY: see above.
    unsafe { Buffer::new(data.as_mut_ptr().cast(), size_of_val(data), BufferFlags::default()) }
}

pub fn access(buffer: &Arc<Object<Buffer>>, mode: AccessMode) -> Access<'_> {
    Access { key: Arc::as_ptr(buffer) as usize, buffer, mode, offset: 0, size: buffer.size() }
}

pub fn read(buffer: &Arc<Object<Buffer>>) -> Access<'_> {
    access(buffer, AccessMode::READ)
}

pub fn update(buffer: &Arc<Object<Buffer>>) -> Access<'_> {
    access(buffer, AccessMode::READ_WRITE)
}

/// The contents of a buffer as the host sees them.
pub fn contents(buffer: &Arc<Object<Buffer>>) -> Vec<u32> {
    let access = HostAccess::begin(buffer, AccessMode::READ).unwrap();
    // SAFETY: the host may read the buffer's bytes until the access ends.
    unsafe { std::slice::from_raw_parts(access.ptr().cast::<u32>(), buffer.size() / 4) }.to_vec()
}

pub fn append(queue: &Arc<Object<Queue>>, buffer: &Arc<Object<Buffer>>, number: u32) -> EventRef {
    launch(queue, "append", &[Arg::Access(0), value(number)], &[update(buffer)], &[])
}
