//! Native handles: the objects of the driver's back end.
//!
//! A driver that has no such objects at all (no [`NativeObjects`]) is its own back end:
//! there, the native handle of a PI object is its PI handle, and an object around it is
//! one more reference to it. What any other driver lacks is an error.

use std::sync::Arc;

use tandem_device::{Device as Driver, Error, NativeHandle, NativeObjects};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::args::{ensure, failure, list, required, store};
use crate::context::Context;
use crate::device::{Device, SharedDevice};
use crate::event::{self, Event};
use crate::failure::from_driver;
use crate::kernel::Kernel;
use crate::mem::Mem;
use crate::object::{Kind, Object, borrow, retain, share, share_all};
use crate::platform::{Platform, State};
use crate::program::Program;
use crate::queue::{self, Queue};

/// The handle of an object, for the caller.
///
/// # Safety
/// `out` is null or valid for a write.
unsafe fn answer<T: Kind>(
    object: &Object<T>,
    driver: &dyn Driver,
    native: Option<NativeHandle>,
    out: *mut PiNativeHandle,
) -> Result<(), Failure> {
    let out = required(out, "the place for the native handle")?;
    let handle = match native {
        Some(NativeHandle(handle)) => handle,
        None if driver.native().is_none() => object.handle().address() as usize,
        None => {
            let device = &driver.info().name;
            return Err(failure!(PI_ERROR_UNSUPPORTED_FEATURE, "{device} has no native handle of this {}", T::NAME));
        }
    };
    // SAFETY: not null, and the caller's duty.
    unsafe { out.write(handle) };
    Ok(())
}

/// `piextPlatformGetNativeHandle`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn of_platform(platform: PiPlatform, out: *mut PiNativeHandle) -> Result<(), Failure> {
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let platform = borrow::<Platform>(platform)?;
        // Platforms have devices.
        answer(platform, platform.devices()[0].driver(), Some(NativeHandle(platform.handle().as_ptr() as usize)), out)
    }
}

/// `piextDeviceGetNativeHandle`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn of_device(device: PiDevice, out: *mut PiNativeHandle) -> Result<(), Failure> {
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let device = borrow::<Device>(device)?;
        answer(device, device.driver(), device.driver().native_handle(), out)
    }
}

/// `piextContextGetNativeHandle`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn of_context(context: PiContext, out: *mut PiNativeHandle) -> Result<(), Failure> {
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let context = borrow::<Context>(context)?;
        answer(context, context.devices()[0].driver(), context.native_handle(), out)
    }
}

/// `piextQueueGetNativeHandle`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn of_queue(queue: PiQueue, out: *mut PiNativeHandle, description: *mut i32) -> Result<(), Failure> {
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let queue = borrow::<Queue>(queue)?;
        answer(queue, queue.driver_device(), queue.native_handle(), out)?;
        store(description, 0);
    }
    Ok(())
}

/// `piextEventGetNativeHandle`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn of_event(event: PiEvent, out: *mut PiNativeHandle) -> Result<(), Failure> {
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let event = borrow::<Event>(event)?;
        answer(event, event.context().devices()[0].driver(), event.completion().native_handle(), out)
    }
}

/// `piextMemGetNativeHandle`: the memory on a device, or on the first of the context.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn of_memory(mem: PiMem, device: PiDevice, out: *mut PiNativeHandle) -> Result<(), Failure> {
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let mem = borrow::<Mem>(mem)?;
        let device = if device.is_null() { &mem.context().devices()[0] } else { borrow::<Device>(device)? };
        let driver = mem.context().driver(device)?;
        let native = if driver.native().is_some() { mem.object().native_handle(&*driver) } else { Ok(None) };
        answer(mem, &*driver, native.map_err(from_driver)?, out)
    }
}

/// `piextProgramGetNativeHandle`: the executable for the first device that has one.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn of_program(program: PiProgram, out: *mut PiNativeHandle) -> Result<(), Failure> {
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let program = borrow::<Program>(program)?;
        let native = program.executables().iter().find_map(|(_, executable)| executable.native_handle());
        answer(program, program.context().devices()[0].driver(), native, out)
    }
}

/// `piextKernelGetNativeHandle`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn of_kernel(kernel: PiKernel, out: *mut PiNativeHandle) -> Result<(), Failure> {
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let kernel = borrow::<Kernel>(kernel)?;
        let native = kernel.variants().find_map(|(_, kernel)| kernel.native_handle());
        answer(kernel, kernel.program().context().devices()[0].driver(), native, out)
    }
}

/// `piextPlatformCreateWithNativeHandle`: platforms are not reference counted.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn platform(native: PiNativeHandle, out: *mut PiPlatform) -> Result<(), Failure> {
    let out = required(out, "the place for the object")?;
    let handle = PiPlatform::from_address(native as *mut std::ffi::c_void);
    // SAFETY: the caller's duty.
    unsafe {
        borrow::<Platform>(handle)?;
        out.write(handle);
    }
    Ok(())
}

/// `piextDeviceCreateWithNativeHandle`: the root device with this handle, of a platform
/// or of any.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn device(
    state: &State,
    native: PiNativeHandle,
    platform: PiPlatform,
    out: *mut PiDevice,
) -> Result<(), Failure> {
    let out = required(out, "the place for the object")?;
    let platforms = state.found();
    let of_platform = |known: &&Arc<Object<Platform>>| platform.is_null() || known.handle() == platform;
    let mut devices = platforms.iter().filter(of_platform).flat_map(|platform| platform.devices());
    let has_handle = |device: &&SharedDevice| match device.driver().native() {
        Some(_) => device.driver().native_handle() == Some(NativeHandle(native)),
        None => device.handle().address() as usize == native,
    };
    let found = devices.find(has_handle);
    let found = found.ok_or_else(|| failure!(PI_ERROR_INVALID_VALUE, "no device has the native handle {native:#x}"))?;
    // SAFETY: not null, and the caller's duty.
    unsafe { out.write(found.handle()) };
    Ok(())
}

/// One more reference to the object whose PI handle this is.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
unsafe fn same<T: Kind>(native: PiNativeHandle, out: *mut T::Raw) -> Result<(), Failure> {
    let handle = T::Raw::from_address(native as *mut std::ffi::c_void);
    // SAFETY: the caller's duty.
    unsafe {
        retain::<T>(handle)?;
        out.write(handle);
    }
    Ok(())
}

/// `piextContextCreateWithNativeHandle`: a context of those of the devices, or of all
/// devices of a platform, that the back end's has.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn context(
    state: &State,
    native: PiNativeHandle,
    num_devices: u32,
    devices: *const PiDevice,
    owned: bool,
    out: *mut PiContext,
) -> Result<(), Failure> {
    let out = required(out, "the place for the object")?;
    // SAFETY: the caller's duty.
    let asked = unsafe { share_all::<Device>(list(devices, num_devices as usize, "the list of devices")?)? };
    let mut refused = None;
    for platform in state.found().iter() {
        let devices = if asked.is_empty() { platform.devices() } else { &asked };
        let is_its_own = devices[0].platform() == platform.handle();
        if !is_its_own || devices[0].driver().native().is_none() {
            continue;
        }
        let drivers: Vec<Arc<dyn Driver>> = devices.iter().map(|device| Arc::clone(device.shared_driver())).collect();
        match platform.driver().native_context(NativeHandle(native), owned, &drivers) {
            Ok(driver) => {
                let has = |device: &&SharedDevice| driver.device(device.shared_driver()).is_ok();
                let members: Vec<SharedDevice> = devices.iter().filter(has).cloned().collect();
                ensure!(!members.is_empty(), PI_ERROR_INVALID_DEVICE, "the native context has none of the devices");
                let context = Object::new(Context::new(driver, members)?);
                // SAFETY: not null, and the caller's duty.
                unsafe { out.write(context.publish()) };
                return Ok(());
            }
            Err(error) => refused = Some(from_driver(error)),
        }
    }
    match refused {
        Some(failure) => Err(failure),
        // SAFETY: the caller's duty.
        None => unsafe { same::<Context>(native, out) },
    }
}

/// Makes something of a native handle with the first device of a context that can.
/// `None` if no device has native objects.
fn with_devices<T>(
    context: &Context,
    make: impl Fn(&SharedDevice, &dyn NativeObjects) -> Result<T, Error>,
) -> Result<Option<T>, Failure> {
    let mut refused = None;
    for (device, driver) in context.members() {
        match driver.native().map(|native| make(device, native)) {
            Some(Ok(made)) => return Ok(Some(made)),
            Some(Err(error)) => refused = Some(error),
            None => {}
        }
    }
    refused.map_or(Ok(None), |error| Err(from_driver(error)))
}

/// `piextQueueCreateWithNativeHandle`, for a device, or the first of the context.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn queue(
    native: PiNativeHandle,
    context: PiContext,
    device: PiDevice,
    owned: bool,
    properties: *const PiQueueProperty,
    out: *mut PiQueue,
) -> Result<(), Failure> {
    let out = required(out, "the place for the object")?;
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let context = share::<Context>(context)?;
        let device = if device.is_null() { Arc::clone(&context.devices()[0]) } else { share::<Device>(device)? };
        ensure!(context.contains(&device), PI_ERROR_INVALID_DEVICE, "the device is not one of the context");
        let on = context.driver(&device)?;
        let Some(objects) = on.native() else { return same::<Queue>(native, out) };
        let flags = queue::flags_of(properties)?;
        let properties = queue::check_flags(flags, &device)?;
        let driver = objects.queue(NativeHandle(native), owned, properties).map_err(from_driver)?;
        let flags = queue::flags_like(flags, driver.properties());
        let queue = Queue::new(context, device, Arc::clone(&on), flags, driver);
        out.write(queue.publish());
    }
    Ok(())
}

/// `piextEventCreateWithNativeHandle`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn event(native: PiNativeHandle, context: PiContext, owned: bool, out: *mut PiEvent) -> Result<(), Failure> {
    let out = required(out, "the place for the object")?;
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let context = share::<Context>(context)?;
        match with_devices(&context, |_, objects| objects.event(NativeHandle(native), owned))? {
            Some(completion) => out.write(event::publish_foreign(completion, context)),
            None => same::<Event>(native, out)?,
        }
    }
    Ok(())
}

/// `piextMemCreateWithNativeHandle`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn memory(native: PiNativeHandle, context: PiContext, owned: bool, out: *mut PiMem) -> Result<(), Failure> {
    let out = required(out, "the place for the object")?;
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let context = share::<Context>(context)?;
        match with_devices(&context, |_, objects| objects.memory(NativeHandle(native), owned))? {
            Some(object) => out.write(Mem::around(context, object).publish()),
            None => same::<Mem>(native, out)?,
        }
    }
    Ok(())
}

/// `piextProgramCreateWithNativeHandle`
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn program(
    native: PiNativeHandle,
    context: PiContext,
    owned: bool,
    out: *mut PiProgram,
) -> Result<(), Failure> {
    let out = required(out, "the place for the object")?;
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let context = share::<Context>(context)?;
        let make = |device: &SharedDevice, objects: &dyn NativeObjects| {
            Ok((Arc::clone(device), objects.program(NativeHandle(native), owned)?))
        };
        match with_devices(&context, make)? {
            Some((device, executable)) => {
                out.write(Object::new(Program::around(context, &device, executable)).publish());
            }
            None => same::<Program>(native, out)?,
        }
    }
    Ok(())
}

/// `piextKernelCreateWithNativeHandle`, of a program that is built.
///
/// # Safety
/// As for [`tandem_pi_abi::export::Pi`].
pub unsafe fn kernel(
    native: PiNativeHandle,
    context: PiContext,
    program: PiProgram,
    owned: bool,
    out: *mut PiKernel,
) -> Result<(), Failure> {
    let out = required(out, "the place for the object")?;
    // SAFETY: the caller's duty, for all of the block.
    unsafe {
        let context = share::<Context>(context)?;
        if context.members().all(|(_, driver)| driver.native().is_none()) {
            return same::<Kernel>(native, out);
        }
        let program = share::<Program>(program)?;
        let (device, executable) = program.executables().into_iter().next().ok_or_else(|| {
            failure!(PI_ERROR_INVALID_PROGRAM_EXECUTABLE, "the program of the native kernel is not built")
        })?;
        let driver = context.driver(&device)?;
        let objects = driver.native().ok_or(PI_ERROR_UNSUPPORTED_FEATURE)?;
        let kernel = objects.kernel(&executable, NativeHandle(native), owned).map_err(from_driver)?;
        out.write(Kernel::around(program, device, kernel).publish());
    }
    Ok(())
}
