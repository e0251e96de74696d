//! Wrong handles and null pointers are errors with a text, and after shutdown
//! every function is harmless. Needs no device.

use std::ffi::{CStr, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU32, Ordering};

use tandem_rt::abi::*;
use tandem_runtime::Errc;

mod functions;
use functions::*;

fn last_error() -> String {
    // SAFETY: never null, and terminated.
    unsafe { CStr::from_ptr(tandem_last_error()) }.to_str().unwrap().to_owned()
}

#[track_caller]
fn refused(code: c_int, text: &str) {
    assert_eq!(code, Errc::Invalid as c_int, "{}", last_error());
    assert!(last_error().contains(text), "{}", last_error());
}

fn submission(command: TandemCommand) -> TandemSubmission {
    TandemSubmission { size: size_of::<TandemSubmission>() as u32, command, dims: 1, ..TandemSubmission::default() }
}

#[test]
fn mistakes_and_late_calls_are_harmless() {
    assert_eq!(last_error(), "");
    let mut data = [7_u32; 4];
    // SAFETY: every call gets what its comment in the header asks for, or
    // something that it must refuse.
    unsafe {
        let mut buffer: BufferHandle = null();
        let place = data.as_mut_ptr().cast::<c_void>();
        assert_eq!(tandem_buffer_create(place, 16, 0, &raw mut buffer), 0);
        refused(tandem_buffer_create(place, 16, 0, null_mut()), "null");
        refused(tandem_queue_wait(buffer.cast()), "not a queue handle");
        refused(tandem_queue_wait(null()), "not a queue handle");
        refused(tandem_queue_wait(place.cast_const().cast()), "not a queue handle");
        refused(tandem_queue_wait(place.cast_const().cast::<u8>().add(1).cast()), "not a queue handle");
        refused(tandem_set_data(buffer.cast_mut().cast(), null_mut(), None), "neither a queue nor a context");
        assert!(tandem_data(null_mut()).is_null());

        let mut sub: BufferHandle = null();
        refused(tandem_buffer_create_sub(buffer, 8, 9, &raw mut sub), "9 bytes at 8");
        assert_eq!(tandem_buffer_create_sub(buffer, 8, 8, &raw mut sub), 0);
        let (mut ptr, mut access) = (null_mut(), null_mut());
        refused(tandem_host_access_begin(sub, 8, &raw mut ptr, &raw mut access), "unknown access mode 8");
        refused(tandem_host_access_begin(sub, 1, &raw mut ptr, null_mut()), "null");
        assert_eq!(tandem_host_access_begin(sub, 3, &raw mut ptr, &raw mut access), 0);
        assert_eq!(ptr, place.wrapping_add(8), "the user's memory is used in place");
        tandem_host_access_end(access);
        tandem_host_access_end(null_mut());

        tandem_retain(buffer.cast_mut().cast());
        tandem_release(buffer.cast_mut().cast());
        tandem_release(sub.cast_mut().cast());
        tandem_release(null_mut());

        programs_of_other_versions();
        late_calls(buffer);
    }
    assert_eq!(data, [7; 4]);
}

/// A submission of a program that was compiled with another version: `extra` are the bytes after
/// the fields that this library knows.
#[repr(C)]
struct Newer {
    known: TandemSubmission,
    extra: [u64; 2],
}

/// Called while the runtime is there.
fn programs_of_other_versions() {
    static RUNS: AtomicU32 = AtomicU32::new(0);
    static DELETED: AtomicU32 = AtomicU32::new(0);
    unsafe extern "C" fn run(_data: *mut c_void) -> c_int {
        RUNS.fetch_add(1, Ordering::Relaxed);
        0
    }
    unsafe extern "C" fn delete(_data: *mut c_void) {
        DELETED.fetch_add(1, Ordering::Relaxed);
    }
    let task = |size: usize| TandemSubmission {
        size: size as u32,
        host_task: Some(run),
        host_task_delete: Some(delete),
        ..submission(TANDEM_CMD_HOST_TASK)
    };
    let shorter = task(std::mem::offset_of!(TandemSubmission, spec_values));
    let newer = |extra| Newer { known: task(size_of::<Newer>()), extra };
    let (compatible, incompatible) = (newer([0, 0]), newer([0, 1]));
    // SAFETY: null is no queue; what the submissions lead to is there.
    unsafe {
        // Read as far as the queue, which follows the size.
        refused(tandem_submit(null(), &raw const shorter, null_mut()), "not a queue handle");
        refused(tandem_submit(null(), &raw const compatible.known, null_mut()), "not a queue handle");
        assert_eq!(tandem_submit(null(), &raw const incompatible.known, null_mut()), 12);
        assert!(last_error().contains("fields of tandem_submission"), "{}", last_error());
        let none = TandemSubmission { size: 0, ..submission(TANDEM_CMD_EMPTY) };
        refused(tandem_submit(null(), &raw const none, null_mut()), "its size is 0 bytes");
    }
    assert_eq!(DELETED.load(Ordering::Relaxed), 3, "each task is given up, whatever the version");
    assert_eq!(RUNS.load(Ordering::Relaxed), 0);

    let request = TandemBundleRequest {
        size: 4,
        state: 77,
        context: null(),
        devices: null(),
        num_devices: 0,
        kernels: null(),
        num_kernels: 0,
        some_kernels: 0,
        reserved: 0,
        accept: None,
        accept_data: null_mut(),
    };
    let mut exists = 0;
    // SAFETY: the request is valid; null is no context.
    unsafe {
        refused(tandem_bundle_exists(&raw const request, &raw mut exists), "not a context handle");
        let none = TandemBundleRequest { size: 0, ..request };
        refused(tandem_bundle_exists(&raw const none, &raw mut exists), "its size is 0 bytes");
    }
}

#[test]
fn programs_of_another_major_version_are_refused() {
    // SAFETY: any numbers will do.
    let check = |major, minor| unsafe { tandem_abi_check(major, minor) };
    assert_eq!(check(TANDEM_ABI_MAJOR, TANDEM_ABI_MINOR), 0);
    assert_eq!(check(TANDEM_ABI_MAJOR, TANDEM_ABI_MINOR + 1), 0, "it may use nothing new");
    assert_eq!(check(TANDEM_ABI_MAJOR + 1, 4), 12);
    let (next, error) = (TANDEM_ABI_MAJOR + 1, last_error());
    assert!(error.contains(&format!("ABI {next}.4 of libtandem.so and needs libtandem.so.{next};")), "{error}");
}

/// # Safety
/// `buffer` is a handle that this function may release.
unsafe fn late_calls(buffer: BufferHandle) {
    static DELETED: AtomicU32 = AtomicU32::new(0);
    unsafe extern "C" fn run(_data: *mut c_void) -> c_int {
        panic!("a host task ran after shutdown");
    }
    unsafe extern "C" fn delete(_data: *mut c_void) {
        DELETED.fetch_add(1, Ordering::Relaxed);
    }
    tandem_runtime::late_shutdown();
    // SAFETY: after shutdown nothing is looked at but tags.
    unsafe {
        let task = TandemSubmission {
            host_task: Some(run),
            host_task_delete: Some(delete),
            ..submission(TANDEM_CMD_HOST_TASK)
        };
        assert_eq!(tandem_submit(null(), &raw const task, null_mut()), 0);
        assert_eq!(DELETED.load(Ordering::Relaxed), 1, "the task is given up");
        let mut event: EventHandle = null();
        let kernel = submission(TANDEM_CMD_SINGLE_TASK);
        assert_eq!(tandem_submit(null(), &raw const kernel, &raw mut event), 0);
        assert_eq!(tandem_event_wait(event), 0);
        tandem_release(event.cast_mut().cast());

        assert_eq!(tandem_queue_wait(null()), 0);
        assert_eq!(tandem_queue_take_error(null()), 0);
        assert_eq!(tandem_usm_free(null(), null_mut()), 0);
        let mut count = 0;
        assert_eq!(tandem_platforms(0, null_mut(), &raw mut count), Errc::Runtime as c_int);
        assert!(last_error().contains("shut down"), "{}", last_error());
        tandem_register_images(null_mut());
        tandem_unregister_images(null_mut());
        assert_eq!(tandem_buffer_destroy(buffer), 0);
    }
}
