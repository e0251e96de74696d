//! Structs of callers that were compiled with another minor version of the ABI.
//!
//! A caller's struct begins with its size. It may be shorter than the one of
//! this library: the fields that it lacks count as zero. It may be longer: then
//! the fields that this library does not know must be zero, since it would
//! ignore what the program asks for. `docs/internals/abi.md` has the rules.

use std::marker::PhantomData;
use std::mem::MaybeUninit;

use tandem_runtime::{Error, Result};

use crate::abi::*;
use crate::call::input;
use crate::version;

/// No struct of the ABI comes near this size: what says so is no such struct.
const MAX_SIZE: usize = 4096;

/// A struct of `include/tandem/abi.h` that begins with its size.
///
/// # Safety
/// The type is `repr(C)`, its first field is a `u32`, and any bytes that a C
/// program can put there are a value of it, zeros included. It needs no drop.
pub unsafe trait AbiStruct {
    /// Its name in the header.
    const NAME: &'static str;
}

macro_rules! abi_structs {
    ($($rust:ty = $name:literal;)*) => {
        $(
            // SAFETY: integers, pointers and optional functions after the size.
            unsafe impl AbiStruct for $rust {
                const NAME: &'static str = $name;
            }
        )*
    };
}

abi_structs! {
    TandemAccess = "tandem_access";
    TandemAllocator = "tandem_allocator";
    TandemBundleRequest = "tandem_bundle_request";
    TandemDeviceGlobal = "tandem_device_global";
    TandemImage = "tandem_image";
    TandemImageShape = "tandem_image_shape";
    TandemKernelArg = "tandem_kernel_arg";
    TandemKernelCall = "tandem_kernel_call";
    TandemKernelSlot = "tandem_kernel_slot";
    TandemMutex = "tandem_mutex";
    TandemPixelCopy = "tandem_pixel_copy";
    TandemReductionPlan = "tandem_reduction_plan";
    TandemRect = "tandem_rect";
    TandemSampler = "tandem_sampler";
    TandemSpecValue = "tandem_spec_value";
    TandemSubmission = "tandem_submission";
}

/// Reads a struct. `completed` is for the copy that a shorter one is completed in;
/// `what` names the argument in errors.
///
/// # Safety
/// `ptr` is null or leads to a struct of the size that it begins with, valid
/// for `'a`.
#[inline]
pub(crate) unsafe fn sized<'a, T: AbiStruct>(
    ptr: *const T,
    completed: &'a mut MaybeUninit<T>,
    what: &str,
) -> Result<&'a T> {
    // SAFETY: the caller's duty is that of each call.
    unsafe {
        let known = known_part(ptr, completed, what)?;
        refuse_unknown_part(ptr)?;
        Ok(known)
    }
}

/// Fills in a caller's struct, as far as the caller has its fields. `fill` starts from the previous
/// contents.
///
/// # Safety
/// As for [`sized`]; the struct may be changed.
pub(crate) unsafe fn fill_in<T: AbiStruct + Copy>(
    ptr: *mut T,
    what: &str,
    fill: impl FnOnce(&mut T) -> Result<()>,
) -> Result<()> {
    let mut completed = MaybeUninit::uninit();
    // SAFETY: the caller's duty.
    let mut copy = *unsafe { known_part(ptr, &mut completed, what)? };
    let size = own_size(&copy);
    fill(&mut copy)?;
    // SAFETY: the caller's struct has so many bytes, and `copy` has them too.
    unsafe {
        std::ptr::copy_nonoverlapping((&raw const copy).cast::<u8>(), ptr.cast(), size.min(size_of::<T>()));
    }
    Ok(())
}

/// As [`sized`], where the struct may be null: then it is left out.
///
/// # Safety
/// As for [`sized`].
pub(crate) unsafe fn sized_or_null<'a, T: AbiStruct>(
    ptr: *const T,
    completed: &'a mut MaybeUninit<T>,
    what: &str,
) -> Result<Option<&'a T>> {
    match ptr.is_null() {
        true => Ok(None),
        // SAFETY: the caller's duty.
        false => unsafe { sized(ptr, completed, what) }.map(Some),
    }
}

/// The part of a struct that this library knows. The struct may be longer.
///
/// # Safety
/// As for [`sized`].
#[inline]
pub(crate) unsafe fn known_part<'a, T: AbiStruct>(
    ptr: *const T,
    completed: &'a mut MaybeUninit<T>,
    what: &str,
) -> Result<&'a T> {
    // SAFETY: the caller's duty; every struct has its size at least.
    let size = *unsafe { input(ptr.cast::<u32>(), what)? } as usize;
    if size < size_of::<T>() || size > MAX_SIZE {
        // SAFETY: the caller's duty.
        return unsafe { complete(ptr, size, completed, what) };
    }
    // SAFETY: the caller's duty; all fields are there.
    unsafe { input(ptr, what) }
}

/// Fails if the struct has fields that this library does not know, and their
/// values mean something.
///
/// # Safety
/// `ptr` leads to a struct that [`known_part`] accepts.
#[inline]
pub(crate) unsafe fn refuse_unknown_part<T: AbiStruct>(ptr: *const T) -> Result<()> {
    // SAFETY: the caller's duty.
    let size = unsafe { ptr.cast::<u32>().read() } as usize;
    if size <= size_of::<T>() {
        return Ok(());
    }
    // SAFETY: the caller's duty: so many bytes are there.
    let unknown = unsafe { std::slice::from_raw_parts(ptr.add(1).cast::<u8>(), size - size_of::<T>()) };
    match unknown.iter().all(|&byte| byte == 0) {
        true => Ok(()),
        false => Err(version::newer_library_needed(&format!(
            "the program sets fields of {} that this libtandem.so does not have",
            T::NAME
        ))),
    }
}

/// A copy of a shorter struct, with zeros for what it lacks.
///
/// # Safety
/// As for [`sized`], with the size at the beginning.
#[cold]
unsafe fn complete<'a, T: AbiStruct>(
    ptr: *const T,
    size: usize,
    completed: &'a mut MaybeUninit<T>,
    what: &str,
) -> Result<&'a T> {
    if !(size_of::<u32>()..=MAX_SIZE).contains(&size) {
        return Err(Error::Invalid(format!("{what} is no {}: its size is {size} bytes", T::NAME)));
    }
    *completed = MaybeUninit::zeroed();
    // SAFETY: so many bytes are there, and they are fewer than the copy's; all
    // of the copy has bytes then, which are a value.
    unsafe {
        std::ptr::copy_nonoverlapping(ptr.cast::<u8>(), completed.as_mut_ptr().cast(), size);
        Ok(completed.assume_init_ref())
    }
}

/// An array of structs, with the bytes from one to the next.
pub(crate) struct List<'a, T> {
    first: *const T,
    len: usize,
    stride: usize,
    what: &'static str,
    lifetime: PhantomData<&'a T>,
}

impl<'a, T: AbiStruct + Copy> List<'a, T> {
    /// The array of `len` structs at a pointer; a length of 0 needs neither pointer nor stride.
    ///
    /// # Safety
    /// `first` is null or leads to `len` structs, each valid for `'a` as [`sized`] requires.
    #[inline]
    pub(crate) unsafe fn new(first: *const T, len: usize, stride: usize, what: &'static str) -> Result<Self> {
        let list = Self { first, len, stride, what, lifetime: PhantomData };
        if len != 0 && (stride < size_of::<u32>() || !stride.is_multiple_of(align_of::<T>()) || first.is_null()) {
            return Err(list.malformed());
        }
        Ok(list)
    }

    #[cold]
    fn malformed(&self) -> Error {
        let Self { what, stride, .. } = self;
        match self.first.is_null() {
            true => Error::Invalid(format!("{what} is null")),
            false => Error::Invalid(format!("{what} has a stride of {stride} bytes")),
        }
    }

    /// Reads the structs, in order.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = Result<T>> + '_ {
        (0..self.len).map(|index| {
            let mut completed = MaybeUninit::uninit();
            // SAFETY: the duty of `new`.
            let element = unsafe { sized(self.first.byte_add(index * self.stride), &mut completed, self.what)? };
            match own_size(element) > self.stride {
                true => Err(self.malformed()),
                false => Ok(*element),
            }
        })
    }
}

/// The size that a struct declares.
fn own_size<T: AbiStruct>(element: &T) -> usize {
    // SAFETY: every such struct begins with its size.
    unsafe { std::ptr::from_ref(element).cast::<u32>().read() as usize }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[repr(C)]
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    struct Known {
        size: u32,
        first: u32,
        second: u64,
    }

    // SAFETY: integers after the size.
    unsafe impl AbiStruct for Known {
        const NAME: &'static str = "tandem_known";
    }

    /// The struct as another version has it: `bytes` of it, as eight-byte words.
    fn read(bytes: u32, rest: &[u64]) -> Result<Known> {
        let mut words = vec![u64::from(bytes) | 7 << 32];
        words.extend(rest);
        assert!(bytes as usize <= words.len() * 8);
        let mut completed = MaybeUninit::uninit();
        // SAFETY: as many bytes are there as the struct says.
        unsafe { sized(words.as_ptr().cast::<Known>(), &mut completed, "the argument").copied() }
    }

    #[test]
    fn a_shorter_struct_has_zeros_for_what_it_lacks() {
        assert_eq!(read(16, &[9]).unwrap(), Known { size: 16, first: 7, second: 9 });
        assert_eq!(read(8, &[9]).unwrap(), Known { size: 8, first: 7, second: 0 });
        assert_eq!(read(4, &[9]).unwrap(), Known { size: 4, first: 0, second: 0 });
    }

    #[test]
    fn a_longer_struct_may_have_zeros_alone() {
        assert_eq!(read(32, &[9, 0, 0]).unwrap(), Known { size: 32, first: 7, second: 9 });
        let error = read(32, &[9, 0, 1 << 56]).unwrap_err().to_string();
        assert!(error.contains("fields of tandem_known that this libtandem.so does not have"), "{error}");
        assert!(error.contains("newer libtandem.so"), "{error}");
    }

    #[test]
    fn results_go_as_far_as_the_caller_has_fields() {
        let fill = |known: &mut Known| {
            assert_eq!(known.first, 7, "what was there before");
            (known.first, known.second) = (1, 2);
            Ok(())
        };
        for (size, expected) in [(8, [8 | 1 << 32, 9, 9]), (16, [16 | 1 << 32, 2, 9]), (24, [24 | 1 << 32, 2, 9])] {
            let mut words: [u64; 3] = [size | 7 << 32, 9, 9];
            // SAFETY: as many bytes are there as the struct says.
            unsafe { fill_in(words.as_mut_ptr().cast::<Known>(), "the result", fill).unwrap() };
            assert_eq!(words, expected);
        }
    }

    #[test]
    fn what_has_no_size_is_refused() {
        for size in [0, 3] {
            let error = read(size, &[9]).unwrap_err().to_string();
            assert_eq!(error, format!("the argument is no tandem_known: its size is {size} bytes"));
        }
        let error = read(4100, &[0; 600]).unwrap_err().to_string();
        assert!(error.contains("4100 bytes"), "{error}");
        let mut completed = MaybeUninit::uninit();
        // SAFETY: null is allowed.
        let error = unsafe { sized(std::ptr::null::<Known>(), &mut completed, "the argument") }.unwrap_err();
        assert_eq!(error.to_string(), "the argument is null");
    }

    #[test]
    fn lists_are_read_by_their_stride() {
        let shorter: [u64; 2] = [8 | 1 << 32, 8 | 2 << 32];
        let longer: [u64; 6] = [24 | 1 << 32, 5, 0, 24 | 2 << 32, 6, 0];
        let elements = |words: &[u64], stride: usize| -> Result<Vec<Known>> {
            // SAFETY: two elements of that stride are there.
            unsafe { List::new(words.as_ptr().cast::<Known>(), 2, stride, "the list")?.iter().collect() }
        };
        let known = |size, first, second| Known { size, first, second };
        assert_eq!(elements(&shorter, 8).unwrap(), [known(8, 1, 0), known(8, 2, 0)]);
        assert_eq!(elements(&longer, 24).unwrap(), [known(24, 1, 5), known(24, 2, 6)]);
        assert!(elements(&longer, 12).unwrap_err().to_string().contains("a stride of 12 bytes"));
        assert!(elements(&longer, 16).unwrap_err().to_string().contains("a stride of 16 bytes"), "24 bytes do not fit");
    }
}
