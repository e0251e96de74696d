//! Events that wait for reuse. This is a separate program, since a concurrent thread that creates
//! events would take the one that the test examines.

use std::ffi::{CStr, c_int};
use std::sync::Arc;

use tandem_runtime::Errc;
use tandem_runtime::event::EventRef;

mod functions;
use functions::*;

#[test]
fn an_event_that_is_released_twice_is_reused_once() {
    let new_handle = || Arc::into_raw(EventRef::after_shutdown().into_arc());
    let event = new_handle();
    // SAFETY: the second release finds an event that waits for reuse, as does the query.
    unsafe {
        tandem_release(event.cast_mut().cast());
        tandem_release(event.cast_mut().cast());
        let mut status = -1;
        assert_eq!(tandem_event_status(event, &raw mut status), Errc::Invalid as c_int);
        let error = CStr::from_ptr(tandem_last_error()).to_str().unwrap();
        assert!(error.contains("is not a event handle"), "{error}");
    }
    let (first, second) = (new_handle(), new_handle());
    assert_ne!(first, second);
    // SAFETY: live handles.
    unsafe {
        tandem_release(first.cast_mut().cast());
        tandem_release(second.cast_mut().cast());
    }
}
