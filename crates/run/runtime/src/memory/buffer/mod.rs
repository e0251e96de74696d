//! Buffers: their memory, the commands that use them, and their destruction.
//!
//! * `residency`: a buffer's copies, and the steps of an access to them.
//! * `byte_ranges`: ranges of its bytes, and what an access uses and requires of them.
//! * `access_log`: last writers and readers since, per byte range.
//! * `coherency`: which copies are current, per byte range.
//! * `transfer`: the commands that move bytes between copies.
//! * `storage`, `device_copy`: the memory of the host copy, and of the others.
//! * `last_user`: the queue that used a copy last.
//! * `image`: the shape of an image whose pixels the bytes are.
//! * `host_access`: host accessors; `undo`: those that turn out not to happen.
//! * `user_mutex`: the mutex that a program shares with the runtime.
//!
//! A `Buffer` is a view of a `BufferCore`: all of it, or a sub-buffer. Before it is
//! destroyed, the core waits for the commands that use it, since they may use the
//! user's memory or the core's own.

mod access_log;
mod byte_ranges;
mod coherency;
mod device_copy;
mod host_access;
mod image;
mod last_user;
#[cfg(all(test, loom))]
mod model;
mod residency;
mod storage;
mod transfer;
mod undo;
mod user_mutex;

use std::ffi::c_void;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use parking_lot::Mutex;
use smallvec::SmallVec;
use tandem_pi_abi::constants::PI_MEM_SIZE;
use tandem_pi_abi::types::PiNativeHandle;
use tandem_pi_host as pi;

pub use access_log::{AccessLog, Completion, Conflict, Use};
pub use byte_ranges::Bytes;
pub use coherency::Location;
pub use host_access::HostAccess;
pub use image::ImageShape;
pub(crate) use residency::{DeferredStarts, Residency};
pub use storage::{Allocate, Deallocate, FinalCallback, HostAllocator};
pub(crate) use user_mutex::Entry;
pub use user_mutex::MutexFunctions;

use crate::base::address::Address;
use crate::base::error::{Error, Result};
use crate::base::native_handles::NativeHandles;
use crate::base::object::{Kind, Object};
use crate::commands::args::AccessMode;
use crate::devices::device::Device;
use crate::devices::reclaim::Reclaimable;
use crate::programs::context::Context;
use crate::scheduler::event::EventRef;
use crate::scheduler::queue::Queue;
use byte_ranges::Ranges;
use residency::Source;
use storage::copy_bytes;
use user_mutex::UserMutex;

/// How the user's memory is used (`tandem_buffer_flags`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BufferFlags {
    /// It is the host copy.
    pub use_host_ptr: bool,
    /// It is never written.
    pub read_only_host: bool,
}

/// A buffer or sub-buffer.
#[derive(Debug)]
pub struct Buffer {
    core: Arc<BufferCore>,
    view: Range<usize>,
    /// Whether it shows a part of another buffer, perhaps all of it.
    is_sub_buffer: bool,
}

/// The data that a buffer and its sub-buffers share.
#[derive(Debug)]
pub(crate) struct BufferCore {
    size: usize,
    residency: Mutex<Residency>,
    write_back: Mutex<WriteBack>,
    user_mutex: OnceLock<Arc<UserMutex>>,
    /// Recordings of graphs that are going on and have commands on the buffer.
    recordings: AtomicUsize,
}

/// Where the final bytes go.
#[derive(Debug)]
struct WriteBack {
    enabled: bool,
    target: FinalData,
}

/// The bytes to write back.
struct FinalBytes {
    /// The host copy.
    address: Address,
    /// The parts of it that no failed command was to define.
    intact: Ranges,
}

#[derive(Clone, Copy, Debug)]
enum FinalData {
    Nowhere,
    /// The memory that the buffer was made from.
    Source(Address),
    Memory(Address),
    Callback(FinalCallback, usize),
    /// The memory object of a back end, which is this copy.
    Native(Location),
}

impl Kind for Buffer {
    const TAG: u64 = 0x6275_6666_6572_5f31;
}

impl Buffer {
    /// A buffer of `size` bytes, initialized from `host_ptr` unless that is null.
    ///
    /// # Safety
    /// `host_ptr` is null or valid for `size` bytes, and not otherwise accessed, for as long as the
    /// buffer lives.
    pub unsafe fn new(host_ptr: *const c_void, size: usize, flags: BufferFlags) -> Arc<Object<Self>> {
        let address = (!host_ptr.is_null()).then(|| Address::new(host_ptr));
        let writable = !flags.read_only_host;
        let source = Source { host_ptr: address, writable, use_host_ptr: flags.use_host_ptr };
        let target = match address {
            Some(address) if writable => FinalData::Source(address),
            _ => FinalData::Nowhere,
        };
        let core = BufferCore::new(size, target, |keeper| Residency::new(size, source, keeper));
        Object::new(Self { core, view: 0..size, is_sub_buffer: false })
    }

    /// A buffer over a memory object of a back end, of which it is the only user, for
    /// commands of this queue's device and others.
    pub(crate) fn around(
        mem: pi::Mem,
        queue: &Arc<Object<Queue>>,
        available: Option<&EventRef>,
    ) -> Result<Arc<Object<Self>>> {
        let size = mem.info::<usize>(PI_MEM_SIZE)?;
        let location = Location::device(0);
        let around = |keeper| Residency::around(mem, size, queue, available, location, keeper);
        let core = BufferCore::new(size, FinalData::Native(location), around);
        Ok(Object::new(Self { core, view: 0..size, is_sub_buffer: false }))
    }

    /// A buffer of the pixels of a back-end image, which it alone uses, and the image's shape.
    ///
    /// # Errors
    /// Those of the plugin; `Invalid` if the image has another number of dimensions; `Unsupported` for a format that
    /// SYCL does not have.
    ///
    /// # Safety
    /// `native` is a live image of the back end and of the queue's context.
    pub(crate) unsafe fn around_image(
        native: PiNativeHandle,
        dimensions: u32,
        queue: &Arc<Object<Queue>>,
        available: Option<&EventRef>,
    ) -> Result<(Arc<Object<Self>>, ImageShape)> {
        let kind = ImageShape::kind(dimensions)?;
        // SAFETY: the caller's duty.
        let mem = unsafe { pi::Mem::image_from_native(native, queue.context().pi(), kind)? };
        let shape = ImageShape::of_native(&mem.image_info()?, dimensions)?;
        let (size, location) = (shape.host_bytes(), Location::device(0));
        let around = |keeper| {
            let mut residency = Residency::around(mem, size, queue, available, location, keeper);
            residency.set_image(shape);
            residency
        };
        let core = BufferCore::new(size, FinalData::Native(location), around);
        Ok((Object::new(Self { core, view: 0..size, is_sub_buffer: false }), shape))
    }

    /// Adds the memory that each device has used the buffer in. `is_wanted` refuses
    /// devices; the error is that of the last, if it refuses all.
    pub(crate) fn native_memory(
        &self,
        is_wanted: impl Fn(&Device) -> Result<()>,
        found: &mut NativeHandles,
    ) -> Result<()> {
        self.core.residency.lock().native_memory(&self.view, is_wanted, found)
    }

    /// Adds the memory that commands of a queue use of this buffer.
    pub(crate) fn native_memory_on(&self, queue: &Arc<Object<Queue>>, found: &mut NativeHandles) -> Result<()> {
        self.core.residency.lock().native_memory_on(queue, &self.view, found)
    }

    /// A view of a part of this buffer.
    pub fn sub_buffer(&self, offset: usize, size: usize) -> Result<Arc<Object<Self>>> {
        let view = self.absolute(offset, size)?;
        Ok(Object::new(Self { core: self.core.clone(), view, is_sub_buffer: true }))
    }

    /// Size in bytes.
    pub fn size(&self) -> usize {
        self.view.len()
    }

    pub(crate) fn core(&self) -> &BufferCore {
        &self.core
    }

    /// Begins a use of the buffer's bytes; what the use does must be registered before the
    /// entry is dropped. There is none without a mutex of the program. Blocks for a moment.
    pub(crate) fn enter(&self) -> Result<Option<Entry>> {
        let mutex = self.core.user_mutex.get();
        mutex.map(|mutex| mutex.enter(&self.core)).transpose()
    }

    /// The bytes of the core that this buffer shows.
    pub(crate) fn view(&self) -> &Range<usize> {
        &self.view
    }

    /// A byte range of this buffer as one of the core.
    pub(crate) fn absolute(&self, offset: usize, size: usize) -> Result<Range<usize>> {
        match offset.checked_add(size) {
            Some(end) if end <= self.view.len() => Ok(self.view.start + offset..self.view.start + end),
            _ => Err(Error::Invalid(format!(
                "{size} bytes at {offset} are not inside of a buffer of {} bytes",
                self.view.len()
            ))),
        }
    }

    /// The bytes that an access to a range of this buffer uses and requires.
    pub(crate) fn bytes(&self, offset: usize, size: usize) -> Result<Bytes> {
        Ok(Bytes { used: self.absolute(offset, size)?, requisite: self.view.clone() })
    }

    /// The address of the host copy, which never changes. It does not block and
    /// says nothing about what is there.
    pub fn host_pointer(&self) -> Result<*mut c_void> {
        let address = self.core.residency.lock().host_address()?;
        Ok(address.offset(self.view.start).as_mut_ptr())
    }

    /// Where a host copy comes from that has to be allocated and is not there yet.
    pub fn set_allocator(&self, allocator: HostAllocator) {
        self.core.residency.lock().set_allocator(allocator);
    }

    /// Makes the bytes the pixels of an image, before any command uses the buffer: devices have images of this
    /// shape.
    pub fn set_image(&self, shape: ImageShape) -> Result<()> {
        if self.is_sub_buffer || shape.host_bytes() > self.core.size {
            return Err(Error::Invalid(format!(
                "an image of {} bytes does not fit in a buffer of {} bytes",
                shape.host_bytes(),
                self.view.len()
            )));
        }
        self.core.residency.lock().set_image(shape);
        Ok(())
    }

    /// Refuses commands of other contexts from now on.
    pub fn bind_context(&self, context: &Arc<Object<Context>>) {
        self.core.residency.lock().bind_context(context);
    }

    /// Locks this mutex while commands and host accessors use the buffer. The first call counts.
    /// The program's memory holds the buffer's bytes while it is unlocked.
    ///
    /// # Safety
    /// The functions may be called with `mutex` until the buffer is destroyed, from one
    /// thread at a time.
    pub unsafe fn set_mutex(&self, mutex: *mut c_void, functions: MutexFunctions) {
        self.core.user_mutex.get_or_init(|| UserMutex::get(mutex, functions));
    }

    /// Where to write the final bytes; null for nowhere.
    ///
    /// # Safety
    /// `ptr` is null or valid for the buffer's size when the buffer goes.
    pub unsafe fn set_final_data(&self, ptr: *mut c_void) {
        let target = if ptr.is_null() { FinalData::Nowhere } else { FinalData::Memory(Address::new(ptr)) };
        self.core.set_target(target);
    }

    /// Passes the final bytes to a callback.
    ///
    /// # Safety
    /// `callback` may be called with `data`, once, when the buffer goes.
    pub unsafe fn set_final_callback(&self, callback: FinalCallback, data: *mut c_void) {
        self.core.set_target(FinalData::Callback(callback, data as usize));
    }

    /// Turns writing back on or off.
    pub fn set_write_back(&self, enabled: bool) {
        let mut write_back = self.core.write_back.lock();
        write_back.enabled = enabled;
        self.core.set_return(&write_back);
    }

    /// How many accesses a later one may have to wait for.
    pub fn tracked_accesses(&self) -> usize {
        self.core.residency.lock().log.len()
    }

    /// Waits for the work on the buffer and writes back. On a sub-buffer it
    /// does nothing: its bytes are its parent's.
    pub fn finish(&self) {
        if !self.is_sub_buffer {
            let Some(mutex) = self.core.user_mutex.get() else { return self.core.finish() };
            // If the mutex is unlocked, the buffer is not in use, and the program's own memory
            // holds the bytes.
            if mutex.is_used_by(&self.core) || !self.core.is_in_program_memory() {
                // Without a thread to lock it, the final bytes are still the program's.
                let entry = mutex.enter(&self.core).ok();
                self.core.finish();
                drop(entry);
                mutex.wait_for_end(&self.core);
            }
        }
    }
}

impl Reclaimable for BufferCore {
    fn reclaim(&self, device: &Device) -> bool {
        // A buffer that is locked is about to be used.
        self.residency.try_lock().is_some_and(|mut residency| residency.reclaim(device))
    }
}

impl BufferCore {
    fn new(size: usize, target: FinalData, residency: impl FnOnce(Weak<dyn Reclaimable>) -> Residency) -> Arc<Self> {
        Arc::new_cyclic(|this: &Weak<Self>| Self {
            size,
            residency: Mutex::new(residency(this.clone())),
            write_back: Mutex::new(WriteBack { enabled: true, target }),
            user_mutex: OnceLock::new(),
            recordings: AtomicUsize::new(0),
        })
    }

    pub(crate) fn residency(&self) -> &Mutex<Residency> {
        &self.residency
    }

    /// Whether the bytes go somewhere when the buffer goes.
    pub(crate) fn writes_back(&self) -> bool {
        let write_back = self.write_back.lock();
        write_back.enabled && !matches!(write_back.target, FinalData::Nowhere)
    }

    /// A recording has a command on the buffer.
    pub(crate) fn begin_recording(&self) {
        self.recordings.fetch_add(1, Ordering::Relaxed);
    }

    /// A recording with a command on the buffer has ended.
    pub(crate) fn end_recording(&self) {
        self.recordings.fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether commands on the buffer are being recorded.
    fn is_recorded(&self) -> bool {
        self.recordings.load(Ordering::Relaxed) != 0
    }

    fn set_target(&self, target: FinalData) {
        let mut write_back = self.write_back.lock();
        write_back.target = target;
        self.set_return(&write_back);
    }

    /// Only memory that gets the final bytes anyway may be worked on in place.
    fn set_return(&self, write_back: &WriteBack) {
        let returns = write_back.enabled && matches!(write_back.target, FinalData::Source(_));
        self.residency.lock().returns_to_source = returns;
    }

    fn finish(&self) {
        let target = {
            let mut write_back = self.write_back.lock();
            let target = std::mem::replace(&mut write_back.target, FinalData::Nowhere);
            if write_back.enabled { target } else { FinalData::Nowhere }
        };
        self.wait();
        let target = match target {
            // The source already holds what the buffer was made from.
            FinalData::Source(_) if !self.residency.lock().is_written => FinalData::Nowhere,
            target => target,
        };
        match target {
            FinalData::Nowhere => {}
            FinalData::Native(location) => {
                let everything = 0..self.size;
                if self.start_transfers(|residency, starts| residency.bring(&everything, location, starts)).is_some() {
                    self.wait();
                }
            }
            FinalData::Source(ptr) | FinalData::Memory(ptr) => {
                let Some(bytes) = self.final_bytes() else { return };
                for Range { start, end } in bytes.intact {
                    // SAFETY: `new` or `set_final_data` was promised valid memory,
                    // and nothing runs any more.
                    unsafe { copy_bytes(ptr.offset(start), bytes.address.offset(start), end - start) };
                }
            }
            FinalData::Callback(callback, data) => {
                let Some(bytes) = self.final_bytes() else { return };
                // The callback takes all bytes or none.
                if matches!(&bytes.intact[..], [part] if part.len() == self.size) {
                    // SAFETY: `set_final_callback` was allowed this call.
                    unsafe { callback(data as *mut c_void, bytes.address.as_ptr(), self.size) };
                }
            }
        }
    }

    /// Brings the final bytes to the host copy and waits for them. A failure becomes an
    /// asynchronous error of the affected queue.
    fn final_bytes(&self) -> Option<FinalBytes> {
        let everything = 0..self.size;
        let at_home = self.residency.lock().at_home(&everything);
        if let Some((address, intact)) = at_home {
            return Some(FinalBytes { address, intact });
        }
        let address = self
            .start_transfers(|residency, to_start| residency.bring_to_host(AccessMode::READ, &everything, to_start))?;
        self.wait();
        let intact = self.residency.lock().intact_on_host(&everything);
        Some(FinalBytes { address, intact })
    }

    /// Starts transfers. An error goes to the affected queue.
    fn start_transfers<T>(&self, bring: impl FnOnce(&mut Residency, &mut DeferredStarts) -> Result<T>) -> Option<T> {
        let mut to_start = DeferredStarts::new();
        let brought = {
            let mut residency = self.residency.lock();
            let brought = bring(&mut residency, &mut to_start);
            brought.map_err(|error| (residency.failures_of_missing(&(0..self.size)), error))
        };
        to_start.into_iter().for_each(|deferred| deferred.start());
        match brought {
            Ok(brought) => return Some(brought),
            Err((Some(failures), error)) => failures.record(error),
            Err((None, Error::TornDown)) => {}
            Err((None, error)) => eprintln!("tandem: a buffer cannot be written back: {error}"),
        }
        None
    }

    /// Whether all of the buffer is worked on in the memory of the program that gets it.
    fn is_in_program_memory(&self) -> bool {
        self.residency.lock().is_in_program_memory()
    }

    /// Waits for all uses, including host accesses, and, if commands use the program's memory in
    /// place, brings the bytes there. A failure is reported to the affected queue.
    fn give_to_program(&self) {
        self.wait_for_all();
        if self.start_transfers(Residency::bring_to_program).is_some() {
            self.wait_for_all();
        }
    }

    fn wait_for_all(&self) {
        let events: SmallVec<[EventRef; 8]> = self.residency.lock().log.events().cloned().collect();
        events.iter().for_each(|event| event.wait());
    }

    /// Waits for commands and host tasks. Host accesses are not waited for: the
    /// thread that ends them may be this one.
    fn wait(&self) {
        let events: SmallVec<[EventRef; 8]> = self.residency.lock().commands().cloned().collect();
        events.iter().for_each(|event| event.wait());
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if self.view != (0..self.core.size) {
            self.core.residency.lock().release_view(&self.view);
        }
    }
}

impl Drop for BufferCore {
    fn drop(&mut self) {
        // A buffer that is only released does not need its bytes, but the memory must outlive the
        // work.
        self.residency.get_mut().commands().for_each(|event| event.wait());
    }
}
