//! Memory and semaphores of other programs, such as Vulkan's, from file descriptors.
//!
//! PI's handles are numbers. Tables of the process have what they stand for.

use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::sync::Arc;

use parking_lot::Mutex;
use tandem_device::{
    Command, Device as Driver, ExternalMemory, ExternalObjects, ExternalSemaphore, SemaphoreCommand, SemaphoreKind,
    SemaphoreOperation, Work,
};
use tandem_pi_abi::export::{Failure, guarded};
use tandem_pi_abi::*;

use crate::answer::Answer;
use crate::context::Context;
use crate::device::Device;
use crate::enqueue::{Sync, submit};
use crate::failure::{ensure, failure, from_driver};
use crate::handle::Handle;
use crate::image_memory::{self, ImageMemory};
use crate::object::Object;
use crate::parameters::{In, Out, Parameter};
use crate::queue::Queue;

/// An import: what it is, and where it was made.
struct Imported<T: ?Sized> {
    context: Arc<Object<Context>>,
    object: Arc<T>,
    /// Name of the device.
    holder: Arc<str>,
}

/// The imports of one kind, by their handles.
type Imports<T> = Mutex<BTreeMap<u64, Imported<T>>>;

static MEMORIES: Imports<dyn ExternalMemory> = Mutex::new(BTreeMap::new());
static SEMAPHORES: Imports<dyn ExternalSemaphore> = Mutex::new(BTreeMap::new());

/// Enters an import in its table. Handles are never used again.
fn publish<T: ?Sized>(imports: &Imports<T>, imported: Imported<T>) -> u64 {
    static NEXT: Mutex<u64> = Mutex::new(0);
    let mut next = NEXT.lock();
    *next += 1;
    imports.lock().insert(*next, imported);
    *next
}

/// An import of this context.
fn find<T: ?Sized>(
    imports: &Imports<T>,
    handle: u64,
    context: &Object<Context>,
    what: &str,
) -> Result<Arc<T>, Failure> {
    let imports = imports.lock();
    let Some(imported) = imports.get(&handle) else { return Err(unknown(handle, what)) };
    ensure!(
        std::ptr::eq(&raw const *imported.context, context),
        PI_ERROR_INVALID_CONTEXT,
        "the {what} of {} belongs to another context",
        imported.holder
    );
    Ok(Arc::clone(&imported.object))
}

/// Removes an import. Commands and images keep what they use.
fn remove<T: ?Sized + Send + std::marker::Sync + 'static>(
    imports: &Imports<T>,
    handle: u64,
    context: Handle<'_, Context>,
    what: &str,
) -> Result<(), Failure> {
    let context = context.object()?;
    find(imports, handle, context, what)?;
    let removed = imports.lock().remove(&handle).ok_or_else(|| unknown(handle, what))?;
    context.when_idle(move || drop(removed));
    Ok(())
}

#[cold]
fn unknown(handle: u64, what: &str) -> Failure {
    failure!(PI_ERROR_INVALID_VALUE, "unknown handle {handle} of an imported {what}")
}

/// The imports of a device of a context.
fn objects(driver: &Arc<dyn Driver>) -> Result<&dyn ExternalObjects, Failure> {
    driver.external_objects().ok_or_else(|| {
        let name = &driver.info().name;
        failure!(PI_ERROR_UNSUPPORTED_FEATURE, "{name} cannot import memory or semaphores of other programs")
    })
}

/// Checks that a device belongs to a context, and returns it as the driver has it.
fn driver_of(context: &Object<Context>, device: Handle<'_, Device>) -> Result<Arc<dyn Driver>, Failure> {
    let device = device.object()?;
    ensure!(context.contains(device), PI_ERROR_INVALID_DEVICE, "the device does not belong to the context");
    context.driver(device)
}

/// The queries of a device about imports and exports; `None` for other queries.
pub fn info(driver: &dyn Driver, param: PiDeviceInfo, answer: Answer<'_>) -> Option<Result<(), Failure>> {
    Some(match param {
        PI_EXT_ONEAPI_DEVICE_INFO_INTEROP_MEMORY_IMPORT_SUPPORT
        | PI_EXT_ONEAPI_DEVICE_INFO_INTEROP_SEMAPHORE_IMPORT_SUPPORT => {
            answer.bool(driver.external_objects().is_some())
        }
        PI_EXT_ONEAPI_DEVICE_INFO_INTEROP_MEMORY_EXPORT_SUPPORT
        | PI_EXT_ONEAPI_DEVICE_INFO_INTEROP_SEMAPHORE_EXPORT_SUPPORT => answer.bool(false),
        PI_EXT_TANDEM_DEVICE_INFO_EXTERNAL_OBJECTS => answer.value(&raw const EXTENSION as usize),
        _ => return None,
    })
}

/// `piextMemImportOpaqueFD`. The descriptor belongs to the driver if this succeeds.
pub fn import_memory(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    bytes: usize,
    descriptor: c_int,
    out: Out<'_, PiInteropMemHandle>,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the memory")?;
    let context = context.shared()?;
    let driver = driver_of(&context, device)?;
    ensure!(bytes > 0, PI_ERROR_INVALID_VALUE, "imported memory has a size of 0 bytes");
    let object = objects(&driver)?.import_memory(descriptor, bytes).map_err(from_driver)?;
    let holder = driver.info().name.clone();
    out.write(publish(&MEMORIES, Imported { context, object, holder }));
    Ok(())
}

/// `piextMemReleaseInterop`. Images and mappings of the memory keep it.
pub fn release_memory(context: Handle<'_, Context>, handle: PiInteropMemHandle) -> Result<(), Failure> {
    remove(&MEMORIES, handle, context, MEMORY)
}

const MEMORY: &str = "memory";
const SEMAPHORE: &str = "semaphore";

/// `piextMemMapExternalArray`. The result is memory of an image, which ends as such.
pub fn map_image(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    format: In<'_, PiImageFormat>,
    desc: In<'_, PiImageDesc>,
    handle: PiInteropMemHandle,
    out: Out<'_, PiImageMemHandle>,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the memory of the image")?;
    let (context, format) = (context.shared()?, *format.get("the format")?);
    let memory = find(&MEMORIES, handle, &context, MEMORY)?;
    let (driver, description) =
        image_memory::describe(&context, device.object()?, &format, desc.get("the description")?)?;
    let image = memory.image(&description).map_err(from_driver)?;
    out.write(ImageMemory::publish(context, image, format, &*driver));
    Ok(())
}

/// Maps a range of imported memory. The result is USM of the device, and ends as such.
fn map_range(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    handle: PiInteropMemHandle,
    offset: usize,
    bytes: usize,
    out: Out<'_, *mut c_void>,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the address")?;
    let context = context.object()?;
    driver_of(context, device)?;
    let memory = find(&MEMORIES, handle, context, MEMORY)?;
    ensure!(bytes > 0, PI_ERROR_INVALID_VALUE, "the mapped range has a size of 0 bytes");
    let address = memory.map(offset, bytes).map_err(from_driver)?;
    out.write(address.0 as usize as *mut c_void);
    Ok(())
}

/// `piextImportExternalSemaphoreOpaqueFD`, and the same for semaphores with values. The descriptor
/// belongs to the driver if this succeeds.
pub fn import_semaphore(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    descriptor: c_int,
    kind: SemaphoreKind,
    out: Out<'_, PiInteropSemaphoreHandle>,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the semaphore")?;
    let context = context.shared()?;
    let driver = driver_of(&context, device)?;
    let object = objects(&driver)?.import_semaphore(descriptor, kind).map_err(from_driver)?;
    let holder = driver.info().name.clone();
    out.write(publish(&SEMAPHORES, Imported { context, object, holder }));
    Ok(())
}

/// `piextDestroyExternalSemaphore`
pub fn release_semaphore(context: Handle<'_, Context>, handle: PiInteropSemaphoreHandle) -> Result<(), Failure> {
    remove(&SEMAPHORES, handle, context, SEMAPHORE)
}

/// `piextWaitExternalSemaphore`, `piextSignalExternalSemaphore`, and the same with a value.
///
/// # Errors
/// `PI_ERROR_INVALID_VALUE` for a semaphore that needs a value and gets none, or the reverse.
pub fn enqueue(
    operation: SemaphoreOperation,
    queue: Handle<'_, Queue>,
    handle: PiInteropSemaphoreHandle,
    value: Option<u64>,
    sync: Sync<'_>,
) -> Result<(), Failure> {
    let queue = queue.object()?;
    let semaphore = find(&SEMAPHORES, handle, queue.context(), SEMAPHORE)?;
    match semaphore.kind() {
        SemaphoreKind::Timeline => {
            ensure!(value.is_some(), PI_ERROR_INVALID_VALUE, "a timeline semaphore needs a value");
        }
        SemaphoreKind::Binary => {
            ensure!(value.is_none(), PI_ERROR_INVALID_VALUE, "a binary semaphore has no value");
        }
    }
    let command = SemaphoreCommand { semaphore, operation, value: value.unwrap_or(0) };
    let command_type = match operation {
        SemaphoreOperation::Wait => PI_COMMAND_TYPE_MARKER,
        SemaphoreOperation::Signal => PI_COMMAND_TYPE_BARRIER,
    };
    submit(queue, Command::Work(Work::Semaphore(Box::new(command))), command_type, sync, false)
}

/// The functions to which `PI_EXT_TANDEM_DEVICE_INFO_EXTERNAL_OBJECTS` leads.
pub static EXTENSION: PiExtTandemExternalObjects = PiExtTandemExternalObjects {
    map_range: map_range_entry,
    import_timeline: import_timeline_entry,
    wait: wait_entry,
    signal: signal_entry,
};

/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
unsafe extern "C" fn map_range_entry(
    context: PiContext,
    device: PiDevice,
    memory: PiInteropMemHandle,
    offset: usize,
    size: usize,
    ret_ptr: *mut *mut c_void,
) -> PiResult {
    // SAFETY: the caller keeps the contract of the entry.
    let (context, device, out) = unsafe { (Handle::read(context), Handle::read(device), Out::read(ret_ptr)) };
    guarded("a mapping of imported memory", || map_range(context, device, memory, offset, size, out))
}

/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
unsafe extern "C" fn import_timeline_entry(
    context: PiContext,
    device: PiDevice,
    descriptor: c_int,
    ret_handle: *mut PiInteropSemaphoreHandle,
) -> PiResult {
    // SAFETY: the caller keeps the contract of the entry.
    let (context, device, out) = unsafe { (Handle::read(context), Handle::read(device), Out::read(ret_handle)) };
    let import = || import_semaphore(context, device, descriptor, SemaphoreKind::Timeline, out);
    guarded("the import of a timeline semaphore", import)
}

/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
unsafe extern "C" fn wait_entry(
    queue: PiQueue,
    semaphore: PiInteropSemaphoreHandle,
    value: u64,
    len: u32,
    events: *const PiEvent,
    event: *mut PiEvent,
) -> PiResult {
    // SAFETY: the caller keeps the contract of the entry.
    let (queue, sync) = unsafe { (Handle::read(queue), Sync::read((len, events, event))) };
    guarded("a wait for a semaphore", || enqueue(SemaphoreOperation::Wait, queue, semaphore, Some(value), sync))
}

/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
unsafe extern "C" fn signal_entry(
    queue: PiQueue,
    semaphore: PiInteropSemaphoreHandle,
    value: u64,
    len: u32,
    events: *const PiEvent,
    event: *mut PiEvent,
) -> PiResult {
    // SAFETY: the caller keeps the contract of the entry.
    let (queue, sync) = unsafe { (Handle::read(queue), Sync::read((len, events, event))) };
    guarded("a signal of a semaphore", || enqueue(SemaphoreOperation::Signal, queue, semaphore, Some(value), sync))
}
