//! gdb's JIT interface: the debugger reads the list below, and stops at
//! `__jit_debug_register_code` to learn of changes. It wants the object as a
//! file in memory whose section headers say where the sections are.

use std::ptr;

use object::{Object, ObjectSection};
use parking_lot::Mutex;

use super::ElfObject;
use super::layout::Layout;

/// gdb's `jit_code_entry`.
#[repr(C)]
struct CodeEntry {
    next: *mut CodeEntry,
    prev: *mut CodeEntry,
    file: *const u8,
    file_bytes: u64,
}

/// gdb's `jit_descriptor`.
#[repr(C)]
pub struct Descriptor {
    version: u32,
    action: u32,
    relevant: *mut CodeEntry,
    first: *mut CodeEntry,
}

const REGISTER: u32 = 1;
const UNREGISTER: u32 = 2;

/// The list that gdb reads. Its name and layout are fixed by gdb.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals, reason = "the name is gdb's")]
static mut __jit_debug_descriptor: Descriptor =
    Descriptor { version: 1, action: 0, relevant: ptr::null_mut(), first: ptr::null_mut() };

/// gdb sets a breakpoint here.
#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn __jit_debug_register_code() {
    // Keeps the call and the function; without code the compiler would merge it with others.
    std::hint::black_box(());
}

/// Guards the list.
static LIST: Mutex<()> = Mutex::new(());

/// An object that gdb knows of.
pub(super) struct Registration {
    entry: *mut CodeEntry,
    /// The file for gdb: a copy of the object with addresses in it.
    file: Vec<u8>,
}

// SAFETY: the entry is only touched under the lock `LIST`, and by gdb.
unsafe impl Send for Registration {}
// SAFETY: as for `Send`.
unsafe impl Sync for Registration {}

impl Registration {
    pub(super) fn new(bytes: &[u8], file: &ElfObject<'_>, layout: &Layout, base: usize) -> Self {
        let file = with_addresses(bytes, file, layout, base);
        let entry = Box::into_raw(Box::new(CodeEntry {
            next: ptr::null_mut(),
            prev: ptr::null_mut(),
            file: file.as_ptr(),
            file_bytes: file.len() as u64,
        }));
        let _guard = LIST.lock();
        // SAFETY: the lock is held, so nobody else changes the list; all entries in it are alive,
        // because `drop` takes them out first.
        unsafe {
            let descriptor = &raw mut __jit_debug_descriptor;
            (*entry).next = (*descriptor).first;
            if let Some(first) = (*descriptor).first.as_mut() {
                first.prev = entry;
            }
            (*descriptor).first = entry;
            notify(descriptor, entry, REGISTER);
        }
        Self { entry, file }
    }

    /// The object as gdb sees it: its section headers have the sections' addresses.
    pub(super) fn file(&self) -> &[u8] {
        &self.file
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        let _guard = LIST.lock();
        // SAFETY: as in `new`; the entry came from a box and leaves the list here.
        unsafe {
            let descriptor = &raw mut __jit_debug_descriptor;
            let (next, prev) = ((*self.entry).next, (*self.entry).prev);
            match prev.as_mut() {
                Some(prev) => prev.next = next,
                None => (*descriptor).first = next,
            }
            if let Some(next) = next.as_mut() {
                next.prev = prev;
            }
            notify(descriptor, self.entry, UNREGISTER);
            drop(Box::from_raw(self.entry));
        }
    }
}

/// Notifies gdb, if it is attached, of a change.
///
/// # Safety
/// The lock `LIST` is held.
unsafe fn notify(descriptor: *mut Descriptor, entry: *mut CodeEntry, action: u32) {
    // SAFETY: the descriptor is the static above, and the caller holds the lock.
    unsafe {
        (*descriptor).relevant = entry;
        (*descriptor).action = action;
        __jit_debug_register_code();
        (*descriptor).action = 0;
        (*descriptor).relevant = ptr::null_mut();
    }
}

/// A copy of the object whose section headers hold the sections' addresses.
fn with_addresses(bytes: &[u8], file: &ElfObject<'_>, layout: &Layout, base: usize) -> Vec<u8> {
    /// Offset of `sh_addr` in a section header, and the header's size.
    const SH_ADDR: u64 = 16;
    const SH_SIZE: u64 = 64;

    let mut copy = bytes.to_vec();
    let headers = file.elf_header().e_shoff.get(file.endian());
    for section in file.sections() {
        let Some(place) = layout.place(section.index()) else { continue };
        let address = (base + place.offset) as u64;
        let at = headers.checked_add(section.index().0 as u64 * SH_SIZE + SH_ADDR);
        let at = at.and_then(|at| usize::try_from(at).ok());
        let field = at.and_then(|at| copy.get_mut(at..at.checked_add(8)?));
        if let Some(field) = field {
            field.copy_from_slice(&address.to_le_bytes());
        }
    }
    copy
}
