//! Queues.

use std::sync::Arc;

use tandem_runtime::event::EventRef;
use tandem_runtime::object::{Handle, Object};
use tandem_runtime::queue::Queue as Inner;
pub use tandem_runtime::queue::QueueProperties;
use tandem_runtime::submission::{Access, Address, Operation, Submission, UsmCommand};
use tandem_runtime::usm::UsmKind;
use tandem_runtime::{Error, Result};

use crate::device::Device;
use crate::event::Event;
use crate::memory::{Plain, Tracked, UsmSlice, bytes_of};

/// A queue of one device. Queues of a device share memory.
///
/// Commands run in any order that their memory and explicit dependencies allow,
/// unless the queue is made in-order.
#[derive(Clone, Debug)]
pub struct Queue(Handle<Inner>);

impl Queue {
    /// A queue of the [preferred device](Device::preferred).
    pub fn new() -> Result<Self> {
        Self::on(&Device::preferred()?, QueueProperties::default())
    }

    /// A queue of a device.
    pub fn on(device: &Device, properties: QueueProperties) -> Result<Self> {
        let context = tandem_runtime::default_context(device.inner())?;
        Inner::new(&context, device.inner(), properties).map(|queue| Self(Handle::new(queue)))
    }

    /// Memory that host and device share; zeros.
    pub fn shared<T: Plain>(&self, len: usize) -> Result<UsmSlice<T>> {
        self.allocate(UsmKind::Shared, len)
    }

    /// Memory of the device; zeros.
    pub fn device_memory<T: Plain>(&self, len: usize) -> Result<UsmSlice<T>> {
        self.allocate(UsmKind::Device, len)
    }

    /// Memory of the host that the device can reach; zeros.
    pub fn host_memory<T: Plain>(&self, len: usize) -> Result<UsmSlice<T>> {
        self.allocate(UsmKind::Host, len)
    }

    fn allocate<T: Plain>(&self, kind: UsmKind, len: usize) -> Result<UsmSlice<T>> {
        let slice = UsmSlice::allocate(&self.0, kind, len)?;
        self.fill_bytes(&slice, &[0])?.wait()?;
        Ok(slice)
    }

    /// Device memory with a copy of these elements.
    pub fn to_device<T: Plain>(&self, elements: &[T]) -> Result<UsmSlice<T>> {
        let slice = UsmSlice::allocate(&self.0, UsmKind::Device, elements.len())?;
        let src = Address::new(elements.as_ptr().cast());
        self.copy_bytes(slice.address(), src, slice.byte_len(), &[])?.wait()?;
        Ok(slice)
    }

    /// A copy of the elements, once commands that write them are complete.
    pub fn read<T: Plain>(&self, slice: &UsmSlice<T>) -> Result<Vec<T>> {
        let mut elements: Vec<T> = Vec::with_capacity(slice.len());
        let dst = Address::new(elements.as_mut_ptr().cast());
        let mut deps = Vec::new();
        slice.dependencies(self.0.context(), false, &mut deps)?;
        self.copy_bytes(dst, slice.address(), slice.byte_len(), &deps)?.wait()?;
        // SAFETY: the copy is complete, and every element was written.
        unsafe { elements.set_len(slice.len()) };
        Ok(elements)
    }

    /// Copies elements; both slices must be of the same length.
    pub fn copy<T: Plain>(&self, src: &UsmSlice<T>, dst: &mut UsmSlice<T>) -> Result<Event> {
        if src.len() != dst.len() {
            let (src, dst) = (src.len(), dst.len());
            return Err(Error::Invalid(format!("copy of {src} elements to {dst}")));
        }
        let mut deps = Vec::new();
        src.dependencies(self.0.context(), false, &mut deps)?;
        dst.dependencies(self.0.context(), true, &mut deps)?;
        let event = self.copy_bytes(dst.address(), src.address(), src.byte_len(), &deps)?;
        src.add(false, event.inner());
        dst.add(true, event.inner());
        Ok(event)
    }

    /// Sets all elements.
    pub fn fill<T: Plain>(&self, slice: &mut UsmSlice<T>, value: T) -> Result<Event> {
        self.fill_bytes(slice, bytes_of(std::slice::from_ref(&value)))
    }

    /// Blocks until all commands are complete.
    ///
    /// # Errors
    /// The first failure that no earlier call reported; all are taken.
    pub fn wait(&self) -> Result<()> {
        self.0.wait();
        let first = self.0.take_error();
        while self.0.take_error().is_some() {}
        first.map_or(Ok(()), Err)
    }

    pub(crate) fn inner(&self) -> &Arc<Object<Inner>> {
        &self.0
    }

    fn fill_bytes<T: Plain>(&self, slice: &UsmSlice<T>, pattern: &[u8]) -> Result<Event> {
        let mut deps = Vec::new();
        slice.dependencies(self.0.context(), true, &mut deps)?;
        let fill = UsmCommand::Fill { dst: slice.address(), pattern: pattern.into(), bytes: slice.byte_len() };
        let event = self.submit(Operation::Usm(fill), &[], &deps)?;
        slice.add(true, event.inner());
        Ok(event)
    }

    fn copy_bytes(&self, dst: Address, src: Address, bytes: usize, deps: &[EventRef]) -> Result<Event> {
        self.submit(Operation::Usm(UsmCommand::Copy { dst, src, bytes }), &[], deps)
    }

    pub(crate) fn submit(&self, operation: Operation<'_>, accesses: &[Access<'_>], deps: &[EventRef]) -> Result<Event> {
        if tandem_runtime::is_torn_down() {
            return Err(Error::TornDown);
        }
        // SAFETY: slices and buffers wait for their commands before their memory is freed, and do
        // not lend it meanwhile; other memory is waited for by the functions here. Kernels were
        // promised to fit their parameters.
        let event = unsafe { self.0.submit(Submission { accesses, deps, ..Submission::new(operation) })? };
        event.map(Event::new).ok_or(Error::TornDown)
    }
}
