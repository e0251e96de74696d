//! Programs: SPIR-V or native code, compiled and linked for the devices of a
//! context. How far one is on a device is in [`mod@build`], information about it in [`mod@info`].

mod build;
mod info;

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use tandem_device::{
    CodeFormat, CompileRequest, DeviceCode, DevicePtr, Error, LinkRequest, Object as Compiled, Program as Driver,
    SpecConstant, SpecConstantInfo,
};
use tandem_image::demangle;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::built_in;
use crate::context::Context;
use crate::device::{Device, SharedDevice, format_of, position, select};
use crate::failure::{ensure, failure, from_driver};
use crate::handle::{Handle, Handles};
use crate::object::{Kind, Object};
use crate::parameters::{Bytes, Callback, List, Out, Parameter};

use build::{Build, State};
pub use info::{build_info, info};

/// Length of a SPIR-V header in bytes.
const SPIRV_HEADER: usize = 20;

/// Device code in any state from an image to an executable.
pub struct Program {
    context: Arc<Object<Context>>,
    /// The image for each device; none in a program that was linked.
    images: Vec<Image>,
    spec_constants: Mutex<BTreeMap<u32, Vec<u8>>>,
    /// The constants that the images declare; `None` if an image does not list them.
    declared: OnceLock<Option<Vec<SpecConstantInfo>>>,
    builds: Mutex<Vec<Build>>,
}

/// The image of a program for one device.
struct Image {
    device: SharedDevice,
    bytes: Arc<[u8]>,
}

impl Kind for Program {
    type Raw = PiProgram;
    const TAG: u64 = 0x7469_7072_6f67_0007;
    const INVALID: PiResult = PI_ERROR_INVALID_PROGRAM;
    const NAME: &'static str = "program";
}

impl Program {
    fn new(context: Arc<Object<Context>>, devices: &[SharedDevice], images: Vec<Image>) -> Self {
        let builds = devices.iter().map(|device| Build::new(Arc::clone(device))).collect();
        Self {
            context,
            images,
            spec_constants: Mutex::default(),
            declared: OnceLock::new(),
            builds: Mutex::new(builds),
        }
    }

    /// A program that the driver has built for a device.
    pub fn around(context: Arc<Object<Context>>, device: &SharedDevice, executable: Arc<dyn Driver>) -> Self {
        let program = Self::new(context, std::slice::from_ref(device), Vec::new());
        program.update(device, |build| build.end("", Ok(State::Built(executable))));
        program
    }

    /// The context.
    pub fn context(&self) -> &Arc<Object<Context>> {
        &self.context
    }

    fn devices(&self) -> Vec<SharedDevice> {
        self.builds.lock().iter().map(|build| Arc::clone(&build.device)).collect()
    }

    /// The executables, for the devices that have one.
    pub fn executables(&self) -> Vec<(SharedDevice, Arc<dyn Driver>)> {
        self.builds
            .lock()
            .iter()
            .filter_map(|build| Some((Arc::clone(&build.device), Arc::clone(build.executable()?))))
            .collect()
    }

    fn image(&self, device: &Object<Device>) -> Option<Arc<[u8]>> {
        let index = position(device, self.images.iter().map(|image| &image.device))?;
        Some(Arc::clone(&self.images[index].bytes))
    }

    /// The specialization constants of the images. An invalid image is reported when it is
    /// compiled.
    fn declared_constants(&self) -> Option<&[SpecConstantInfo]> {
        let read = |image: &Image| {
            let constants = image.device.driver().spec_constants(&device_image(&image.device, &image.bytes));
            constants.ok().flatten()
        };
        let declared = self.declared.get_or_init(|| {
            let constants: Option<Vec<_>> = self.images.iter().map(read).collect();
            constants.map(|constants| constants.concat())
        });
        declared.as_deref()
    }

    /// Changes the state on one device.
    fn update(&self, device: &Object<Device>, change: impl FnOnce(&mut Build)) {
        let mut builds = self.builds.lock();
        if let Some(index) = position(device, builds.iter().map(|build| &build.device)) {
            change(&mut builds[index]);
        }
    }

    /// Reads the state on one device.
    fn build_of<T>(&self, device: &Object<Device>, read: impl FnOnce(&Build) -> T) -> Result<T, Failure> {
        let builds = self.builds.lock();
        position(device, builds.iter().map(|build| &build.device))
            .map(|index| read(&builds[index]))
            .ok_or_else(|| failure!(PI_ERROR_INVALID_DEVICE, "the program is not for this device"))
    }

    /// Builds the program's image for one device.
    fn build_for(&self, device: &SharedDevice, options: &str) -> Result<(), Failure> {
        let result = self.with_request(device, options, |request| {
            let driver = self.context.driver(device)?;
            match built_in::program(&*driver, request.image.bytes) {
                Some(program) => program,
                None => driver.build(request).map_err(|error| failed(PI_ERROR_BUILD_PROGRAM_FAILURE, error)),
            }
        });
        self.finish(device, options, result.map(State::Built))
    }

    /// Compiles the program's image for one device.
    fn compile_for(&self, device: &SharedDevice, options: &str) -> Result<(), Failure> {
        let result = self.with_request(device, options, |request| {
            ensure!(
                tandem_image::built_in::names(request.image.bytes).is_none(),
                PI_ERROR_INVALID_OPERATION,
                "a program of built-in kernels is built, not compiled"
            );
            let driver = self.context.driver(device)?;
            driver.compile(request).map_err(|error| failed(PI_ERROR_COMPILE_PROGRAM_FAILURE, error))
        });
        self.finish(device, options, result.map(State::Compiled))
    }

    /// Links what the inputs were compiled to into this program's executable for one
    /// device.
    fn link_for(&self, device: &SharedDevice, inputs: &[Arc<Object<Program>>], options: &str) -> Result<(), Failure> {
        let objects = inputs.iter().map(|input| input.compiled(device)).collect::<Result<Vec<_>, _>>();
        let result = objects.and_then(|objects| {
            let request = LinkRequest { objects: &objects, options };
            self.context.driver(device)?.link(&request).map_err(|error| failed(PI_ERROR_LINK_PROGRAM_FAILURE, error))
        });
        self.finish(device, options, result.map(State::Built))
    }

    /// Records the result for one device, or the reason why there is none.
    fn finish(&self, device: &SharedDevice, options: &str, result: Result<State, Failure>) -> Result<(), Failure> {
        let outcome = result.as_ref().map(|_| ()).map_err(Clone::clone);
        self.update(device, |build| build.end(options, result));
        outcome
    }

    /// Calls with what is known of the program's image for a device.
    fn with_request<T>(
        &self,
        device: &SharedDevice,
        options: &str,
        call: impl FnOnce(&CompileRequest<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let bytes = self.image(device).ok_or_else(|| {
            let name = &device.driver().info().name;
            failure!(PI_ERROR_INVALID_PROGRAM, "a program has no image for {name}, or was linked already")
        })?;
        let constants = self.spec_constants.lock().clone();
        let spec_constants: Vec<SpecConstant<'_>> =
            constants.iter().map(|(&id, bytes)| SpecConstant { id, bytes }).collect();
        let image = device_image(device, &bytes);
        call(&CompileRequest { image, options, spec_constants: &spec_constants })
    }

    /// The compiled form of the program for a device. A native binary may be from a program that
    /// was compiled before, so it needs no `piProgramCompile`.
    fn compiled(&self, device: &SharedDevice) -> Result<Arc<dyn Compiled>, Failure> {
        let state = || self.build_of(device, |build| build.state.clone());
        let is_native = |bytes: Arc<[u8]>| format_of(&bytes) == CodeFormat::Native;
        if matches!(state()?, State::New) && self.image(device).is_some_and(is_native) {
            self.compile_for(device, "")?;
        }
        match state()? {
            State::Compiled(compiled) => Ok(compiled),
            State::New | State::Failed | State::Built(_) => {
                let name = &device.driver().info().name;
                Err(failure!(PI_ERROR_INVALID_OPERATION, "a program to link was not compiled for {name}"))
            }
        }
    }
}

/// The failure of a build, with its log as the text.
fn failed(code: PiResult, error: Error) -> Failure {
    match error {
        Error::Build { log } => Failure::new(code, log),
        error => from_driver(error),
    }
}

fn device_image<'a>(device: &'a Device, bytes: &'a [u8]) -> DeviceCode<'a> {
    let format = format_of(bytes);
    let target = match format {
        CodeFormat::Native => device.driver().info().native_target.as_str(),
        _ => "spir64",
    };
    DeviceCode { format, target, bytes }
}

/// `piProgramCreate`: a program from SPIR-V, for every device of the context.
pub fn create(context: Handle<'_, Context>, il: Bytes<'_>, out: Out<'_, PiProgram>) -> Result<(), Failure> {
    let out = out.required("the output pointer for the program")?;
    let (context, bytes) = (context.shared()?, il.get("the module")?);
    let length = bytes.len();
    ensure!(
        format_of(bytes) == CodeFormat::SpirV && length >= SPIRV_HEADER && length.is_multiple_of(4),
        PI_ERROR_INVALID_BINARY,
        "the {length} bytes are not a SPIR-V module"
    );
    let bytes: Arc<[u8]> = Arc::from(bytes);
    let image = |device: &SharedDevice| Image { device: Arc::clone(device), bytes: Arc::clone(&bytes) };
    let images = context.devices().iter().map(image).collect();
    let program = Program::new(Arc::clone(&context), context.devices(), images);
    out.write(Object::new(program).publish());
    Ok(())
}

/// One native binary for each device.
pub struct Binaries<'a> {
    devices: Handles<'a, Device>,
    lengths: List<'a, usize>,
    starts: List<'a, *const u8>,
    /// Receives the status of each binary if the caller wants it; may be null.
    status: *mut i32,
}

impl Parameter for Binaries<'_> {
    type Raw = (usize, *const PiDevice, *const usize, *const *const u8, *mut i32);

    unsafe fn read((len, devices, lengths, starts, status): Self::Raw) -> Self {
        // SAFETY: what PI says of all parameters; a `Handle` is what C has.
        let (devices, lengths, starts) =
            unsafe { (List::read((len, devices.cast())), List::read((len, lengths)), List::read((len, starts))) };
        Self { devices, lengths, starts, status }
    }
}

impl<'a> Binaries<'a> {
    /// The binaries, in the order of the devices.
    fn bytes(&self) -> Result<impl Iterator<Item = Bytes<'a>>, Failure> {
        let lengths = self.lengths.get("the list of lengths")?;
        let starts = self.starts.get("the list of binaries")?;
        // SAFETY: PI says that each length is that of the binary at the same index.
        Ok(lengths.iter().zip(starts).map(|(&len, &start)| unsafe { Bytes::read((len, start)) }))
    }

    /// Tells the caller whether a binary is good.
    fn set_status(&self, index: usize, status: PiResult) {
        if !self.status.is_null() {
            // SAFETY: the invariant of the type: there is a place for each binary.
            unsafe { self.status.add(index).write(status.0) };
        }
    }
}

/// `piProgramCreateWithBinary`
pub fn create_with_binary(
    context: Handle<'_, Context>,
    binaries: Binaries<'_>,
    out: Out<'_, PiProgram>,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the program")?;
    ensure!(binaries.devices.len() != 0, PI_ERROR_INVALID_VALUE, "the list of devices is empty");
    let context = context.shared()?;
    let devices = select(binaries.devices, context.devices())?;
    let mut images = Vec::with_capacity(devices.len());
    for (index, (device, bytes)) in devices.iter().zip(binaries.bytes()?).enumerate() {
        let bytes = bytes.get("a binary")?;
        let accepted = built_in::accepts(device.driver(), &device_image(device, bytes));
        binaries.set_status(index, if accepted.is_ok() { PI_SUCCESS } else { PI_ERROR_INVALID_BINARY });
        accepted.map_err(|error| {
            let (name, len) = (&device.driver().info().name, bytes.len());
            failure!(PI_ERROR_INVALID_BINARY, "{name} rejects the binary of {len} bytes: {error}")
        })?;
        images.push(Image { device: Arc::clone(device), bytes: Arc::from(bytes) });
    }
    let program = Program::new(context, &devices, images);
    out.write(Object::new(program).publish());
    Ok(())
}

/// A callback that reports the end of a build to the caller.
pub type Notify = unsafe extern "C" fn(program: PiProgram, user_data: *mut c_void);

/// Calls the callback of a build that is over.
fn notify(callback: Option<Callback<Notify>>, program: &Object<Program>) {
    if let Some(Callback { function, user_data }) = callback {
        // SAFETY: the function, with its data, is for a program that is alive.
        unsafe { function(program.handle(), user_data) };
    }
}

/// `piProgramBuild`
pub fn build(
    program: Handle<'_, Program>,
    devices: Handles<'_, Device>,
    options: &str,
    on_done: Option<Callback<Notify>>,
) -> Result<(), Failure> {
    let object = program.shared()?;
    let devices = select(devices, &object.devices())?;
    ensure!(!object.images.is_empty(), PI_ERROR_INVALID_OPERATION, "the program is already linked");
    let result = devices.iter().try_for_each(|device| object.build_for(device, options));
    notify(on_done, &object);
    result
}

/// `piProgramCompile`
pub fn compile(
    program: Handle<'_, Program>,
    devices: Handles<'_, Device>,
    options: &str,
    on_done: Option<Callback<Notify>>,
) -> Result<(), Failure> {
    let object = program.object()?;
    let devices = select(devices, &object.devices())?;
    ensure!(!object.images.is_empty(), PI_ERROR_INVALID_OPERATION, "the program is already linked");
    let result = devices.iter().try_for_each(|device| object.compile_for(device, options));
    notify(on_done, object);
    result
}

/// `piProgramLink`. A program that does not link is returned all the same: it
/// has the log.
#[allow(clippy::too_many_arguments, reason = "the parameters of PI")]
pub fn link(
    context: Handle<'_, Context>,
    devices: Handles<'_, Device>,
    options: &str,
    inputs: Handles<'_, Program>,
    on_done: Option<Callback<Notify>>,
    out: Out<'_, PiProgram>,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the program")?;
    ensure!(inputs.len() != 0, PI_ERROR_INVALID_VALUE, "the list of programs to link is empty");
    let context = context.shared()?;
    let devices = select(devices, context.devices())?;
    let inputs = inputs.shared("the list of programs")?;
    ensure!(
        inputs.iter().all(|input| Arc::ptr_eq(&input.context, &context)),
        PI_ERROR_INVALID_CONTEXT,
        "a program to link belongs to another context"
    );
    let program = Object::new(Program::new(context, &devices, Vec::new()));
    let result = devices.iter().try_for_each(|device| program.link_for(device, &inputs, options));
    out.write(Arc::clone(&program).publish());
    notify(on_done, &program);
    result
}

/// `piextProgramSetSpecializationConstant`
pub fn set_spec_constant(program: Handle<'_, Program>, id: u32, value: Bytes<'_>) -> Result<(), Failure> {
    let (program, value) = (program.object()?, value.get("the value")?);
    let bytes = value.len();
    ensure!(
        matches!(bytes, 1 | 2 | 4 | 8),
        PI_ERROR_INVALID_VALUE,
        "specialization constant {id} cannot have {bytes} bytes"
    );
    if let Some(declared) = program.declared_constants() {
        // An id that is not there changes nothing: a tool may have removed the constant from the
        // module, and property sets still list it.
        let mut known = declared.iter().filter(|constant| constant.id == id);
        if let Some(other) = known.find(|constant| constant.bytes != bytes) {
            let size = other.bytes;
            return Err(failure!(PI_ERROR_INVALID_VALUE, "specialization constant {id} has {size} bytes, not {bytes}"));
        }
    }
    program.spec_constants.lock().insert(id, value.to_vec());
    Ok(())
}

/// The failure of entries that need a built program.
pub fn not_executable() -> Failure {
    failure!(PI_ERROR_INVALID_PROGRAM_EXECUTABLE, "the program was not built for any device")
}

/// The address of a global variable or function of a built program.
pub fn symbol(device: &Object<Device>, program: Handle<'_, Program>, name: &str) -> Result<DevicePtr, Failure> {
    let executable = executable(device, program)?;
    executable.symbol(name).ok_or_else(|| no_symbol(name))
}

/// The addresses of all global variables of this name in a built program.
pub fn variables(device: &Object<Device>, program: Handle<'_, Program>, name: &str) -> Result<Vec<DevicePtr>, Failure> {
    let addresses = executable(device, program)?.variables(name);
    if addresses.is_empty() { Err(no_symbol(name)) } else { Ok(addresses) }
}

/// A built program as the device has it.
pub fn executable(device: &Object<Device>, program: Handle<'_, Program>) -> Result<Arc<dyn Driver>, Failure> {
    let program = program.object()?;
    program.build_of(device, |build| build.executable().cloned())?.ok_or_else(not_executable)
}

/// The failure of entries that name what the program does not have.
pub fn no_symbol(name: &str) -> Failure {
    failure!(PI_ERROR_INVALID_VALUE, "the program has no symbol `{}`", demangle::symbol(name))
}
