//! Places in the source of the program where it submits commands. They are kept as long as the
//! process: a command may outlive the library that submitted it, and the text is part of that
//! library.

use std::ffi::{CStr, CString, c_char};
use std::ptr;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
pub use tandem_pi_host::SourceLocation;

/// Places that are found without a lock.
const RECENT: usize = 256;

type Places = FxHashMap<(&'static CStr, u32), &'static SourceLocation>;

static ALL: LazyLock<Mutex<Places>> = LazyLock::new(Mutex::default);
/// Some of all places, by the address of their text, and the line.
static LATEST: [AtomicPtr<SourceLocation>; RECENT] = [const { AtomicPtr::new(ptr::null_mut()) }; RECENT];

/// The location of a line in a file. The same location is always the same object. Invalid UTF-8 in
/// the name is replaced.
///
/// # Safety
/// The name is a zero-terminated string.
pub unsafe fn source_location(file: *const c_char, line: u32) -> &'static SourceLocation {
    let slot = &LATEST[(file as usize).wrapping_add(line as usize) % RECENT];
    // SAFETY: places are never freed.
    let latest = unsafe { slot.load(Ordering::Acquire).as_ref() };
    if let Some(known) = latest
        && known.line() == line
        // A different text may have reused this address.
        // SAFETY: both are zero-terminated strings.
        && unsafe { libc::strcmp(known.file().as_ptr(), file) } == 0
    {
        return known;
    }
    // SAFETY: the caller's duty.
    let place = look_up(unsafe { CStr::from_ptr(file) }, line);
    slot.store(ptr::from_ref(place).cast_mut(), Ordering::Release);
    place
}

#[cold]
fn look_up(file: &CStr, line: u32) -> &'static SourceLocation {
    let file = CString::new(file.to_string_lossy().into_owned()).unwrap_or_default();
    let mut all = ALL.lock();
    if let Some(known) = all.get(&(&*file, line)) {
        return known;
    }
    let file: &'static CStr = Box::leak(file.into_boxed_c_str());
    let place = SourceLocation::new(file, line).expect("it was made from a text in UTF-8");
    all.entry((file, line)).or_insert(Box::leak(Box::new(place)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(file: &CStr, line: u32) -> &'static SourceLocation {
        // SAFETY: that is what a `CStr` is.
        unsafe { source_location(file.as_ptr(), line) }
    }

    #[test]
    fn places_outlive_the_text_that_they_were_made_from() {
        let text = c"app.cpp".to_owned();
        let first = place(&text, 7);
        drop(text);
        assert_eq!((first.file(), first.line()), (c"app.cpp", 7));
        assert!(ptr::eq(first, place(c"app.cpp", 7)));
        assert!(!ptr::eq(first, place(c"app.cpp", 8)));
    }

    #[test]
    fn another_text_at_the_same_address_is_another_place() {
        let mut text = *b"one.cpp\0";
        let first = place(CStr::from_bytes_with_nul(&text).unwrap(), 3);
        text[..3].copy_from_slice(b"two");
        let second = place(CStr::from_bytes_with_nul(&text).unwrap(), 3);
        assert_eq!([first.file(), second.file()], [c"one.cpp", c"two.cpp"]);
    }
}
