//! Buffers: memory that the runtime moves to where it is needed.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use tandem_runtime::buffer::{Buffer as Inner, BufferFlags, HostAccess};
use tandem_runtime::object::Object;
use tandem_runtime::submission::AccessMode;
use tandem_runtime::{Error, Result};

use crate::memory::Plain;

/// Elements that kernels on any device and the host use in turn.
///
/// ```
/// # fn main() -> tandem::Result<()> {
/// use tandem::Buffer;
///
/// let mut buffer = Buffer::from_slice(&[1, 2, 3])?;
/// buffer.write()?[1] = 20;
/// assert_eq!(*buffer.read()?, [1, 20, 3]);
/// assert_eq!(Buffer::<f64>::zeroed(2)?.to_vec()?, [0.0, 0.0]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Buffer<T: Plain> {
    inner: Arc<Object<Inner>>,
    len: usize,
    elements: PhantomData<T>,
}

impl<T: Plain> Buffer<T> {
    /// A buffer of zeros.
    pub fn zeroed(len: usize) -> Result<Self> {
        let out_of_memory = Error::OutOfMemory { bytes: usize::MAX, what: "host memory for a buffer" };
        let bytes = len.checked_mul(size_of::<T>()).ok_or(out_of_memory)?;
        // SAFETY: no memory of the program's is used.
        let inner = unsafe { Inner::new(std::ptr::null(), bytes, BufferFlags::default()) };
        let buffer = Self { inner, len, elements: PhantomData };
        // The host copy starts as zeros; writing it makes it what devices get.
        HostAccess::begin(&buffer.inner, AccessMode::WRITE)?.end();
        Ok(buffer)
    }

    /// A buffer with a copy of these elements.
    pub fn from_slice(elements: &[T]) -> Result<Self> {
        let mut buffer = Self::zeroed(elements.len())?;
        buffer.write()?.copy_from_slice(elements);
        Ok(buffer)
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Blocks until commands that write the buffer are complete, then returns its elements. Earlier
    /// commands that only read the buffer continue to run.
    pub fn read(&self) -> Result<HostRead<'_, T>> {
        let access = HostAccess::begin(&self.inner, AccessMode::READ)?;
        Ok(HostRead { access, len: self.len, buffer: PhantomData })
    }

    /// Blocks until all commands on the buffer are complete, then lends its
    /// elements.
    pub fn write(&mut self) -> Result<HostWrite<'_, T>> {
        let access = HostAccess::begin(&self.inner, AccessMode::READ_WRITE)?;
        Ok(HostWrite { access, len: self.len, buffer: PhantomData })
    }

    /// A copy of the elements, once commands that write them are complete.
    pub fn to_vec(&self) -> Result<Vec<T>> {
        Ok(self.read()?.to_vec())
    }

    pub(crate) fn inner(&self) -> &Arc<Object<Inner>> {
        &self.inner
    }
}

/// A buffer's elements, for reading.
#[derive(Debug)]
pub struct HostRead<'a, T: Plain> {
    access: Arc<Object<HostAccess>>,
    len: usize,
    buffer: PhantomData<&'a Buffer<T>>,
}

impl<T: Plain> Deref for HostRead<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: the host copy is as long, and while the access lasts nothing
        // writes it.
        unsafe { std::slice::from_raw_parts(self.access.ptr().cast(), self.len) }
    }
}

/// A buffer's elements, for writing.
#[derive(Debug)]
pub struct HostWrite<'a, T: Plain> {
    access: Arc<Object<HostAccess>>,
    len: usize,
    buffer: PhantomData<&'a mut Buffer<T>>,
}

impl<T: Plain> Deref for HostWrite<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: as for `HostRead`.
        unsafe { std::slice::from_raw_parts(self.access.ptr().cast(), self.len) }
    }
}

impl<T: Plain> DerefMut for HostWrite<'_, T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: the host copy is as long, and while the access lasts nothing
        // else uses it.
        unsafe { std::slice::from_raw_parts_mut(self.access.ptr().cast(), self.len) }
    }
}
