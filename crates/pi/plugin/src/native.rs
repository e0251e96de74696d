//! Native handles: the objects of the driver's back end.
//!
//! A driver that has no such objects at all (no [`NativeObjects`]) is its own back end: there, the
//! native handle of a PI object is its PI handle, and an object around it is one more reference to
//! it. For other drivers, a missing object is an error.

use std::mem::MaybeUninit;
use std::sync::Arc;

use tandem_device::{Device as Driver, Error, NativeHandle, NativeObjects};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::{Handle as _, *};

use crate::context::Context;
use crate::device::{Device, SharedDevice};
use crate::event::{self, Event};
use crate::failure::{ensure, failure, from_driver};
use crate::handle::{Handle, Handles, Native};
use crate::kernel::Kernel;
use crate::mem::Mem;
use crate::object::{Kind, Object};
use crate::parameters::{Out, Properties};
use crate::platform::{Platform, State};
use crate::program::Program;
use crate::queue::{self, Queue};

/// The handle of an object, for the caller.
fn answer<T: Kind>(
    object: &Object<T>,
    driver: &dyn Driver,
    native: Option<NativeHandle>,
    out: Out<'_, PiNativeHandle>,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the native handle")?;
    let handle = match native {
        Some(NativeHandle(handle)) => handle,
        None if driver.native().is_none() => object.handle().address() as usize,
        None => {
            let device = &driver.info().name;
            return Err(failure!(PI_ERROR_UNSUPPORTED_FEATURE, "{device} has no native handle of this {}", T::NAME));
        }
    };
    out.write(handle);
    Ok(())
}

/// `piextPlatformGetNativeHandle`
pub fn of_platform(platform: Handle<'_, Platform>, out: Out<'_, PiNativeHandle>) -> Result<(), Failure> {
    let platform = platform.object()?;
    // Platforms have devices.
    answer(platform, platform.devices()[0].driver(), Some(NativeHandle(platform.handle().as_ptr() as usize)), out)
}

/// `piextDeviceGetNativeHandle`
pub fn of_device(device: Handle<'_, Device>, out: Out<'_, PiNativeHandle>) -> Result<(), Failure> {
    let device = device.object()?;
    answer(device, device.driver(), device.driver().native_handle(), out)
}

/// `piextContextGetNativeHandle`
pub fn of_context(context: Handle<'_, Context>, out: Out<'_, PiNativeHandle>) -> Result<(), Failure> {
    let context = context.object()?;
    answer(context, context.devices()[0].driver(), context.native_handle(), out)
}

/// `piextQueueGetNativeHandle`
pub fn of_queue(
    queue: Handle<'_, Queue>,
    out: Out<'_, PiNativeHandle>,
    description: Out<'_, i32>,
) -> Result<(), Failure> {
    let queue = queue.object()?;
    answer(queue, queue.driver_device(), queue.native_handle(), out)?;
    description.store(0);
    Ok(())
}

/// `piextEventGetNativeHandle`
pub fn of_event(event: Handle<'_, Event>, out: Out<'_, PiNativeHandle>) -> Result<(), Failure> {
    let event = event.object()?;
    answer(event, event.context().devices()[0].driver(), event.completion().native_handle(), out)
}

/// `piextMemGetNativeHandle`: the memory on a device, or on the first of the context.
pub fn of_memory(
    mem: Handle<'_, Mem>,
    device: Handle<'_, Device>,
    out: Out<'_, PiNativeHandle>,
) -> Result<(), Failure> {
    let mem = mem.object()?;
    let device = device.if_any()?.unwrap_or(&mem.context().devices()[0]);
    let driver = mem.context().driver(device)?;
    let native = match mem.buffer() {
        Ok(buffer) if driver.native().is_some() => buffer.object().native_handle(&*driver),
        // Drivers have no native handles of images.
        _ => Ok(None),
    };
    answer(mem, &*driver, native.map_err(from_driver)?, out)
}

/// `piextProgramGetNativeHandle`: the executable for the first device that has one.
pub fn of_program(program: Handle<'_, Program>, out: Out<'_, PiNativeHandle>) -> Result<(), Failure> {
    let program = program.object()?;
    let native = program.executables().iter().find_map(|(_, executable)| executable.native_handle());
    answer(program, program.context().devices()[0].driver(), native, out)
}

/// `piextKernelGetNativeHandle`
pub fn of_kernel(kernel: Handle<'_, Kernel>, out: Out<'_, PiNativeHandle>) -> Result<(), Failure> {
    let kernel = kernel.object()?;
    let native = kernel.variants().find_map(|(_, kernel)| kernel.native_handle());
    answer(kernel, kernel.program().context().devices()[0].driver(), native, out)
}

/// `piextPlatformCreateWithNativeHandle`: platforms are not reference counted.
pub fn platform(native: Native<'_, Platform>, out: Out<'_, PiPlatform>) -> Result<(), Failure> {
    let out = out.required("the output pointer for the object")?;
    out.write(native.handle().object()?.handle());
    Ok(())
}

/// `piextDeviceCreateWithNativeHandle`: the root device with this handle, of a platform
/// or of any.
pub fn device(
    state: &State,
    native: Native<'_, Device>,
    platform: Handle<'_, Platform>,
    out: Out<'_, PiDevice>,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the object")?;
    let platforms = state.found();
    let of_platform = |known: &&Arc<Object<Platform>>| platform.raw().is_null() || known.handle() == platform.raw();
    let mut devices = platforms.iter().filter(of_platform).flat_map(|platform| platform.devices());
    let has_handle = |device: &&SharedDevice| match device.driver().native() {
        Some(_) => device.driver().native_handle() == Some(native.get()),
        None => device.handle().address() as usize == native.get().0,
    };
    let found = devices.find(has_handle);
    let found = found
        .ok_or_else(|| failure!(PI_ERROR_INVALID_VALUE, "no device has the native handle {:#x}", native.get().0))?;
    out.write(found.handle());
    Ok(())
}

/// One more reference to the object whose PI handle this is.
fn same<T: Kind>(native: Native<'_, T>, out: &mut MaybeUninit<T::Raw>) -> Result<(), Failure> {
    let handle = native.handle();
    handle.retain()?;
    out.write(handle.raw());
    Ok(())
}

/// `piextContextCreateWithNativeHandle`: a context of those of the devices, or of all
/// devices of a platform, that the back end's has.
pub fn context(
    state: &State,
    native: Native<'_, Context>,
    devices: Handles<'_, Device>,
    owned: bool,
    out: Out<'_, PiContext>,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the object")?;
    let asked = devices.shared("the list of devices")?;
    let mut refused = None;
    for platform in state.found().iter() {
        let devices = if asked.is_empty() { platform.devices() } else { &asked };
        let is_its_own = devices[0].platform() == platform.handle();
        if !is_its_own || devices[0].driver().native().is_none() {
            continue;
        }
        let drivers: Vec<Arc<dyn Driver>> = devices.iter().map(|device| Arc::clone(device.shared_driver())).collect();
        match platform.driver().native_context(native.get(), owned, &drivers) {
            Ok(driver) => {
                let has = |device: &&SharedDevice| driver.device(device.shared_driver()).is_ok();
                let members: Vec<SharedDevice> = devices.iter().filter(has).cloned().collect();
                ensure!(!members.is_empty(), PI_ERROR_INVALID_DEVICE, "the native context has none of the devices");
                let context = Object::new(Context::new(driver, members)?);
                out.write(context.publish());
                return Ok(());
            }
            Err(error) => refused = Some(from_driver(error)),
        }
    }
    match refused {
        Some(failure) => Err(failure),
        None => same(native, out),
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
pub fn queue(
    native: Native<'_, Queue>,
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    owned: bool,
    properties: Properties<'_>,
    out: Out<'_, PiQueue>,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the object")?;
    let context = context.shared()?;
    let device = device.if_any()?.unwrap_or(&context.devices()[0]).shared();
    ensure!(context.contains(&device), PI_ERROR_INVALID_DEVICE, "the device does not belong to the context");
    let on = context.driver(&device)?;
    let Some(objects) = on.native() else { return same(native, out) };
    let flags = queue::flags_of(properties)?;
    let properties = queue::check_flags(flags, &device)?;
    let driver = objects.queue(native.get(), owned, properties).map_err(from_driver)?;
    let flags = queue::flags_like(flags, driver.properties());
    let queue = Queue::new(context, device, Arc::clone(&on), flags, driver);
    out.write(queue.publish());
    Ok(())
}

/// `piextEventCreateWithNativeHandle`
pub fn event(
    native: Native<'_, Event>,
    context: Handle<'_, Context>,
    owned: bool,
    out: Out<'_, PiEvent>,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the object")?;
    let context = context.shared()?;
    match with_devices(&context, |_, objects| objects.event(native.get(), owned))? {
        Some(completion) => {
            out.write(event::publish_foreign(completion, context));
        }
        None => same(native, out)?,
    }
    Ok(())
}

/// `piextMemCreateWithNativeHandle`
pub fn memory(
    native: Native<'_, Mem>,
    context: Handle<'_, Context>,
    owned: bool,
    out: Out<'_, PiMem>,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the object")?;
    let context = context.shared()?;
    match with_devices(&context, |_, objects| objects.memory(native.get(), owned))? {
        Some(object) => {
            out.write(Mem::around(context, object).publish());
        }
        None => same(native, out)?,
    }
    Ok(())
}

/// `piextMemImageCreateWithNativeHandle`: one more reference to the image, where the driver is its own back end.
pub fn image(native: Native<'_, Mem>, context: Handle<'_, Context>, out: Out<'_, PiMem>) -> Result<(), Failure> {
    let out = out.required("the output pointer for the object")?;
    let device = &context.object()?.devices()[0];
    if device.driver().native().is_some() {
        let name = &device.driver().info().name;
        return Err(failure!(PI_ERROR_UNSUPPORTED_FEATURE, "{name} cannot create an image from a native handle"));
    }
    native.handle().object()?.image()?;
    same(native, out)
}

/// `piextProgramCreateWithNativeHandle`
pub fn program(
    native: Native<'_, Program>,
    context: Handle<'_, Context>,
    owned: bool,
    out: Out<'_, PiProgram>,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the object")?;
    let context = context.shared()?;
    let make = |device: &SharedDevice, objects: &dyn NativeObjects| {
        Ok((Arc::clone(device), objects.program(native.get(), owned)?))
    };
    match with_devices(&context, make)? {
        Some((device, executable)) => {
            out.write(Object::new(Program::around(context, &device, executable)).publish());
        }
        None => same(native, out)?,
    }
    Ok(())
}

/// `piextKernelCreateWithNativeHandle`, of a program that is built.
pub fn kernel(
    native: Native<'_, Kernel>,
    context: Handle<'_, Context>,
    program: Handle<'_, Program>,
    owned: bool,
    out: Out<'_, PiKernel>,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the object")?;
    let context = context.shared()?;
    if context.members().all(|(_, driver)| driver.native().is_none()) {
        return same(native, out);
    }
    let program = program.shared()?;
    let (device, executable) = program.executables().into_iter().next().ok_or_else(|| {
        failure!(PI_ERROR_INVALID_PROGRAM_EXECUTABLE, "the program of the native kernel is not built")
    })?;
    let driver = context.driver(&device)?;
    let objects = driver.native().ok_or(PI_ERROR_UNSUPPORTED_FEATURE)?;
    let kernel = objects.kernel(&executable, native.get(), owned).map_err(from_driver)?;
    out.write(Kernel::around(program, device, kernel).publish());
    Ok(())
}
