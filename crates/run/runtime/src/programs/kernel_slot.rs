//! Kernel slots: the static objects through which the program's call sites find their
//! kernels.
//!
//! Slots have numbers. Queues keep the kernels that they have launched in tables
//! that are indexed by these numbers. Numbers of closed libraries are reused, which
//! keeps the tables small.

use std::borrow::Cow;
use std::ffi::{CStr, c_char};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use super::module_origin::module_of;

/// A zero-terminated text of the program, which is measured only when it is read.
#[derive(Clone, Copy)]
pub struct CText<'a>(*const c_char, PhantomData<&'a CStr>);

impl<'a> CText<'a> {
    /// The text at an address.
    ///
    /// # Safety
    /// `ptr` is null or leads to a zero-terminated text that lives for `'a`.
    pub unsafe fn new(ptr: *const c_char) -> Self {
        Self(ptr, PhantomData)
    }

    /// The text; null is empty.
    pub fn get(self) -> Cow<'a, str> {
        if self.0.is_null() {
            return Cow::Borrowed("");
        }
        // SAFETY: `new` was promised a text.
        unsafe { CStr::from_ptr(self.0) }.to_string_lossy()
    }
}

/// The static slot of a kernel instantiation (`tandem_kernel_slot`).
#[derive(Clone, Copy)]
pub struct KernelSlot<'a> {
    /// The slot's number, 0 until the runtime gives it one.
    pub id: &'a AtomicUsize,
    /// The kernel's name.
    pub name: CText<'a>,
    /// The translation unit; null or empty says nothing.
    pub unit: CText<'a>,
    /// Size of the closure in bytes.
    pub closure_size: usize,
}

static NUMBERS: Mutex<Option<Numbers>> = Mutex::new(None);

#[derive(Default)]
struct Numbers {
    /// How many were ever given out at the same time.
    count: usize,
    free: Vec<usize>,
    by_module: FxHashMap<usize, Vec<usize>>,
}

/// The number of a slot, from 1; given to it now if it has none.
pub(crate) fn number(slot: &AtomicUsize) -> usize {
    let known = slot.load(Ordering::Relaxed);
    if known != 0 {
        return known;
    }
    let module = module_of(std::ptr::from_ref(slot) as usize);
    let mut numbers = NUMBERS.lock();
    let known = slot.load(Ordering::Relaxed);
    if known != 0 {
        return known;
    }
    let numbers = numbers.get_or_insert_default();
    let number = numbers.free.pop().unwrap_or_else(|| {
        numbers.count += 1;
        numbers.count
    });
    numbers.by_module.entry(module).or_default().push(number);
    slot.store(number, Ordering::Relaxed);
    number
}

/// Releases the numbers of a module's slots when the module is unloaded. Queues must already have
/// forgotten their entries for these numbers.
pub(crate) fn release(module: usize) {
    if let Some(numbers) = &mut *NUMBERS.lock() {
        // Memory that belongs to no module is not closed.
        let released = if module == 0 { None } else { numbers.by_module.remove(&module) };
        numbers.free.extend(released.unwrap_or_default());
    }
}
