//! Unified shared memory as slices that own it.

use std::ffi::c_void;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use tandem_runtime::buffer::{AccessLog, Location, Use};
use tandem_runtime::context::Context;
use tandem_runtime::event::EventRef;
use tandem_runtime::object::Object;
use tandem_runtime::submission::Address;
use tandem_runtime::usm::{self, UsmKind};
use tandem_runtime::{Error, Result};

/// Element types of device memory and kernel arguments.
///
/// # Safety
/// Any bytes are a valid value, and there is no padding.
pub unsafe trait Plain: Copy + Send + Sync + 'static {}

macro_rules! plain {
    ($($type:ty),*) => {$(
        // SAFETY: a number.
        unsafe impl Plain for $type {}
    )*};
}
plain!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, f32, f64);

// SAFETY: plain elements, one after the other.
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}

/// The bytes of plain values.
pub(crate) fn bytes_of<T: Plain>(values: &[T]) -> &[u8] {
    // SAFETY: plain values have no padding.
    unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), size_of_val(values)) }
}

/// USM of one context.
///
/// Commands that use the memory are known to it: launching a kernel with the
/// slice waits for those that conflict, [`UsmSlice::host`] waits for those that
/// write, and dropping it waits for all. The elements start as zeros.
///
/// ```
/// # fn main() -> tandem::Result<()> {
/// let queue = tandem::Queue::new()?;
/// let mut squares = queue.shared::<u64>(10)?;
/// for (index, square) in squares.host_mut()?.iter_mut().enumerate() {
///     *square = (index * index) as u64;
/// }
/// assert_eq!(squares.host()?[9], 81);
///
/// let on_device = queue.to_device(squares.host()?)?;
/// assert!(on_device.host().is_err(), "the host cannot see it");
/// assert_eq!(queue.read(&on_device)?[3], 9);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct UsmSlice<T: Plain> {
    address: usize,
    len: usize,
    kind: UsmKind,
    context: Arc<Object<Context>>,
    log: Mutex<AccessLog<EventRef>>,
    elements: PhantomData<T>,
}

impl<T: Plain> UsmSlice<T> {
    /// Memory whose contents are not defined yet. The caller fills it before
    /// anybody else sees it.
    pub(crate) fn allocate(queue: &tandem_runtime::queue::Queue, kind: UsmKind, len: usize) -> Result<Self> {
        let bytes = len.checked_mul(size_of::<T>()).ok_or(Error::OutOfMemory { bytes: usize::MAX, what: "USM" })?;
        let device = (kind != UsmKind::Host).then(|| &***queue.device());
        let context = queue.context();
        let address = match bytes {
            0 => align_of::<T>(),
            _ => {
                let ptr = usm::allocate(context, device, kind, bytes, align_of::<T>())?;
                ptr.ok_or(Error::OutOfMemory { bytes, what: "USM" })? as usize
            }
        };
        Ok(Self {
            address,
            len,
            kind,
            context: context.clone(),
            log: Mutex::new(AccessLog::default()),
            elements: PhantomData,
        })
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Size in bytes.
    pub fn byte_len(&self) -> usize {
        self.len * size_of::<T>()
    }

    /// Where the memory is.
    pub fn kind(&self) -> UsmKind {
        self.kind
    }

    /// The elements, once commands that write them are complete. Fails for
    /// device memory.
    pub fn host(&self) -> Result<&[T]> {
        self.require_host()?;
        self.wait(false)?;
        // SAFETY: the memory is as long; commands that write it need `&mut self`
        // to be submitted, and those that were are complete.
        Ok(unsafe { std::slice::from_raw_parts(self.address as *const T, self.len) })
    }

    /// The elements, once all commands that use them are complete. Fails for
    /// device memory.
    pub fn host_mut(&mut self) -> Result<&mut [T]> {
        self.require_host()?;
        self.wait(true)?;
        // SAFETY: as above, and nothing else uses the memory any more.
        Ok(unsafe { std::slice::from_raw_parts_mut(self.address as *mut T, self.len) })
    }

    fn require_host(&self) -> Result<()> {
        match self.kind {
            UsmKind::Host | UsmKind::Shared => Ok(()),
            _ => Err(Error::Invalid("device memory has no address on the host; use Queue::read".to_owned())),
        }
    }

    /// Waits for commands: all, or only those that write.
    fn wait(&self, all: bool) -> Result<()> {
        let mut events = Vec::new();
        self.conflicts(all, &mut events);
        events.iter().for_each(|event| event.wait());
        let failure = events.iter().find_map(|event| event.error());
        failure.map_or(Ok(()), |error| Err(Error::clone(&error)))
    }

    pub(crate) fn address(&self) -> Address {
        Address::new(self.address as *const c_void)
    }

    fn bytes(&self) -> Range<usize> {
        0..self.byte_len().max(1)
    }
}

/// Memory of a context that knows the commands on it.
pub(crate) trait Tracked {
    /// Adds the events that an access must wait for to `found`.
    fn conflicts(&self, writes: bool, found: &mut Vec<EventRef>);

    /// Adds the dependencies of a command in a context. Fails unless it is the memory's context.
    fn dependencies(&self, context: &Arc<Object<Context>>, writes: bool, found: &mut Vec<EventRef>) -> Result<()>;

    /// Adds a command that waits for its conflicts.
    fn add(&self, writes: bool, event: &EventRef);
}

impl<T: Plain> Tracked for UsmSlice<T> {
    fn conflicts(&self, writes: bool, found: &mut Vec<EventRef>) {
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        log.conflicts(
            &self.bytes().into(),
            usage(writes),
            Some(Location::HOST),
            |_| false,
            |conflict| found.push(conflict.event.clone()),
        );
    }

    fn dependencies(&self, context: &Arc<Object<Context>>, writes: bool, found: &mut Vec<EventRef>) -> Result<()> {
        require_context("the memory", &self.context, context)?;
        self.conflicts(writes, found);
        Ok(())
    }

    fn add(&self, writes: bool, event: &EventRef) {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        log.insert(self.bytes().into(), usage(writes), event.clone(), |_| false);
    }
}

impl<T: Plain> Drop for UsmSlice<T> {
    fn drop(&mut self) {
        // The queue keeps the error of a command that failed.
        let _ = self.wait(true);
        if self.byte_len() != 0 {
            // SAFETY: allocated from this context, and nothing uses it any more.
            let _ = unsafe { usm::free(&self.context, self.address as *mut c_void) };
        }
    }
}

/// Refuses what a queue of another context uses.
pub(crate) fn require_context(what: &str, of: &Arc<Object<Context>>, queue: &Arc<Object<Context>>) -> Result<()> {
    match Arc::ptr_eq(of, queue) {
        true => Ok(()),
        false => Err(Error::Invalid(format!("{what} belongs to a different context than the queue"))),
    }
}

/// USM has one copy, wherever it is.
fn usage(writes: bool) -> Use {
    if writes { Use::Write } else { Use::Read(Location::HOST) }
}
