//! Copies and fills of host memory, by the calling thread.

use tandem_device::HostPtr;
use tandem_device_usm::host_memory;

/// Copies bytes between addresses of the host.
pub fn copy_on_host(src: HostPtr, dst: HostPtr, bytes: usize) {
    // SAFETY: the code that submitted the command keeps both ranges valid.
    unsafe { host_memory::copy(src.0, dst.0, bytes) };
}

/// Repeats a pattern in rows: bytes of a row, rows, and bytes from one row to the next.
pub fn fill_on_host(dst: HostPtr, pattern: &[u8], [row_bytes, rows, pitch]: [usize; 3]) {
    // SAFETY: as for a copy.
    unsafe { host_memory::fill(dst.0, pattern, row_bytes, rows, pitch) };
}

/// Registers a function that is called when the process exits, or when the library is unloaded before. Functions are
/// called in reverse order of registration.
pub fn at_exit(function: extern "C" fn()) {
    // SAFETY: the function has no arguments and does not unwind. It lives as long as this library.
    // Should registering fail, memory that is only kept lives as long as CUDA.
    let _ = unsafe { libc::atexit(function) };
}
