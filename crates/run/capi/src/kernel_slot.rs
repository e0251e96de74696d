//! Kernels as a program names them, and the specialization constants that it sets.

use std::mem::MaybeUninit;
use std::sync::atomic::AtomicUsize;

use tandem_runtime::programs::SpecName;
use tandem_runtime::submission::{CText, KernelSlot};
use tandem_runtime::{Error, Result};

use crate::abi::*;
use crate::call::array;
use crate::sized::sized;

/// # Safety
/// `slot` is null or valid for `'a`, with its texts.
#[inline]
pub(crate) unsafe fn slot<'a>(slot: *const TandemKernelSlot) -> Result<KernelSlot<'a>> {
    let mut completed = MaybeUninit::uninit();
    // SAFETY: the caller's duty is that of each call; a slot that ends before
    // its `cache` has no name either, and is refused.
    unsafe {
        let known = sized(slot, &mut completed, "the kernel's slot")?;
        if known.name.is_null() {
            return Err(Error::Invalid("the kernel's slot has no name".to_owned()));
        }
        Ok(KernelSlot {
            id: AtomicUsize::from_ptr((&raw const (*slot).cache).cast_mut().cast()),
            name: CText::new(known.name),
            unit: CText::new(known.unit),
            closure_size: known.closure_size,
        })
    }
}

/// Hands on the name and value of a specialization constant.
///
/// # Safety
/// `raw` is valid, with its texts and value.
pub(crate) unsafe fn set_constant(raw: &TandemSpecValue, set: impl FnOnce(SpecName<'_>, &[u8])) -> Result<()> {
    // SAFETY: the caller's duty is that of each call.
    unsafe {
        let bytes = array(raw.value.cast(), raw.value_size, "the value of a specialization constant")?;
        with_constant(raw, |name| set(name, bytes));
    }
    Ok(())
}

/// Hands on the name of a specialization constant.
///
/// # Safety
/// `raw` is valid, with its texts.
pub(crate) unsafe fn with_constant<T>(raw: &TandemSpecValue, ask: impl FnOnce(SpecName<'_>) -> T) -> T {
    // SAFETY: the caller's duty is that of each call.
    let (name, unit) = unsafe { (CText::new(raw.name).get(), CText::new(raw.unit).get()) };
    ask(SpecName { name: &name, unit: &unit })
}
