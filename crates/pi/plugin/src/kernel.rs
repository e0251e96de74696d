//! Kernels.

use std::sync::Arc;

use parking_lot::Mutex;
use smallvec::SmallVec;
use tandem_device::{ArgumentLayout, Kernel as Driver, KernelArgs, KernelInfo};
use tandem_device_ir::Parameter;
use tandem_image::demangle;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::answer::Answer;
use crate::device::{Device, SharedDevice, position};
use crate::failure::{ensure, failure};
use crate::handle::Handle;
use crate::kernel_args::{LaunchArgs, SetArgs};
use crate::object::{Kind, Object};
use crate::parameters::Out;
use crate::program::{Program, not_executable};

/// An entry point of a program, and the arguments of its next launches.
pub struct Kernel {
    program: Arc<Object<Program>>,
    variants: SmallVec<[Variant; 1]>,
    args: Mutex<SetArgs>,
}

/// The kernel as built for one device.
struct Variant {
    device: SharedDevice,
    kernel: Arc<dyn Driver>,
    /// Its arguments are more than the device takes.
    is_too_large: bool,
}

impl Variant {
    fn new(device: SharedDevice, kernel: Arc<dyn Driver>) -> Self {
        let is_too_large = kernel.info().parameter_bytes() > device.driver().info().max_parameter_bytes;
        Self { device, kernel, is_too_large }
    }
}

impl Kind for Kernel {
    type Raw = PiKernel;
    const TAG: u64 = 0x7469_6b65_726e_0008;
    const INVALID: PiResult = PI_ERROR_INVALID_KERNEL;
    const NAME: &'static str = "kernel";
}

impl Kernel {
    /// A kernel with the same parameters on all devices; at least one.
    fn new(program: Arc<Object<Program>>, variants: SmallVec<[Variant; 1]>) -> Arc<Object<Self>> {
        let count = variants[0].kernel.info().parameters.len();
        let args = SetArgs::new(variants.iter().map(|variant| variant.kernel.layout()), count);
        Object::new(Self { program, variants, args: Mutex::new(args) })
    }

    /// A kernel that the driver has made for a device.
    pub fn around(program: Arc<Object<Program>>, device: SharedDevice, kernel: Arc<dyn Driver>) -> Arc<Object<Self>> {
        Self::new(program, std::iter::once(Variant::new(device, kernel)).collect())
    }

    /// The kernels of the devices that the program is built for.
    pub fn variants(&self) -> impl Iterator<Item = (&SharedDevice, &Arc<dyn Driver>)> {
        self.variants.iter().map(|variant| (&variant.device, &variant.kernel))
    }

    /// The program.
    pub fn program(&self) -> &Object<Program> {
        &self.program
    }

    /// Name and parameters, which are the same on every device.
    pub fn info(&self) -> &KernelInfo {
        self.variants[0].kernel.info()
    }

    /// The name for messages.
    fn display_name(&self) -> String {
        demangle::kernel(&self.info().name)
    }

    fn variant(&self, device: &Object<Device>) -> Result<usize, Failure> {
        position(device, self.variants.iter().map(|variant| &variant.device)).ok_or_else(|| {
            failure!(
                PI_ERROR_INVALID_PROGRAM_EXECUTABLE,
                "the program of kernel `{}` is not built for the device",
                self.display_name()
            )
        })
    }

    /// The kernel as built for a device.
    pub fn on_device(&self, device: &Object<Device>) -> Result<&Arc<dyn Driver>, Failure> {
        self.variant(device).map(|index| &self.variants[index].kernel)
    }

    /// The kernel as built for a device, and its arguments, which cannot change while the guard
    /// lives.
    #[inline]
    pub fn for_launch(&self, device: &Object<Device>) -> Result<(&Arc<dyn Driver>, LaunchArgs<'_>), Failure> {
        let variant = self.variant(device)?;
        if self.variants[variant].is_too_large {
            return Err(self.too_large(device));
        }
        let args = self.args.lock();
        if let Some(missing) = args.missing() {
            return Err(self.without_arguments(&missing));
        }
        Ok((&self.variants[variant].kernel, LaunchArgs::new(args, variant)))
    }

    /// The parameter of this index.
    pub fn parameter(&self, index: u32) -> Result<&Parameter, Failure> {
        let info = self.info();
        info.parameters.get(index as usize).ok_or_else(|| {
            failure!(
                PI_ERROR_INVALID_ARG_INDEX,
                "kernel `{}` has no argument {index}, only {}",
                self.display_name(),
                info.parameters.len()
            )
        })
    }

    /// Sets an argument that is no memory object, image or sampler in the block of every variant.
    pub fn set(&self, index: u32, set: impl Fn(&mut KernelArgs, &ArgumentLayout, usize)) {
        let index = index as usize;
        self.args.lock().set(index, |blocks| {
            for (block, variant) in blocks.iter_mut().zip(&self.variants) {
                set(block, variant.kernel.layout(), index);
            }
        });
    }

    /// Sets an argument that is a memory object, image or sampler.
    pub fn bind(&self, bind: impl FnOnce(&mut SetArgs)) {
        bind(&mut self.args.lock());
    }

    #[cold]
    fn without_arguments(&self, missing: &[usize]) -> Failure {
        let missing: Vec<String> = missing.iter().map(usize::to_string).collect();
        failure!(
            PI_ERROR_INVALID_KERNEL_ARGS,
            "kernel `{}` was launched without its arguments {}",
            self.display_name(),
            missing.join(", ")
        )
    }

    /// The failure of a launch after the memory object of an argument was released.
    #[cold]
    pub fn argument_released(&self, index: usize) -> Failure {
        failure!(
            PI_ERROR_INVALID_KERNEL_ARGS,
            "kernel `{}` was launched after the memory object that is its argument {index} was released",
            self.display_name()
        )
    }

    #[cold]
    fn too_large(&self, device: &Device) -> Failure {
        let device = device.driver().info();
        failure!(
            PI_ERROR_INVALID_KERNEL_ARGS,
            "the arguments of kernel `{}` have {} bytes; {} takes at most {}",
            self.display_name(),
            self.info().parameter_bytes(),
            device.name,
            device.max_parameter_bytes
        )
    }

    /// The failure for an argument that cannot be set so.
    #[cold]
    pub fn mismatch(&self, index: u32, code: PiResult, reason: String) -> Failure {
        failure!(code, "argument {index} of kernel `{}` {reason}", self.display_name())
    }
}

/// `piKernelCreate`
pub fn create(program: Handle<'_, Program>, name: &str, out: Out<'_, PiKernel>) -> Result<(), Failure> {
    let out = out.required("the output pointer for the kernel")?;
    let program = program.shared()?;
    let executables = program.executables();
    ensure!(!executables.is_empty(), PI_ERROR_INVALID_PROGRAM_EXECUTABLE, "{}", not_executable().message);
    let variants: SmallVec<[Variant; 1]> = executables
        .into_iter()
        .filter_map(|(device, executable)| Some(Variant::new(device, executable.kernel(name)?)))
        .collect();
    let first = variants.first().ok_or_else(|| {
        failure!(PI_ERROR_INVALID_KERNEL_NAME, "the program has no kernel named `{}`", demangle::kernel(name))
    })?;
    let parameters = &first.kernel.info().parameters;
    ensure!(
        variants.iter().all(|variant| are_same(&variant.kernel.info().parameters, parameters)),
        PI_ERROR_INVALID_KERNEL_DEFINITION,
        "kernel `{}` has different parameters on different devices",
        demangle::kernel(name)
    );
    let kernel = Kernel::new(program, variants);
    out.write(kernel.publish());
    Ok(())
}

/// Whether the same arguments can be set for two kernels.
fn are_same(one: &[Parameter], other: &[Parameter]) -> bool {
    let class = |parameter: &Parameter| (parameter.kind, parameter.bytes);
    one.iter().map(class).eq(other.iter().map(class))
}

/// `piKernelSetExecInfo`: hints that change nothing here, as every kernel may
/// use any USM.
pub fn set_exec_info(kernel: Handle<'_, Kernel>, param: PiKernelExecInfo) -> Result<(), Failure> {
    kernel.object()?;
    match param {
        PI_USM_INDIRECT_ACCESS | PI_USM_PTRS | PI_EXT_KERNEL_EXEC_INFO_CACHE_CONFIG => Ok(()),
        other => Err(failure!(PI_ERROR_INVALID_VALUE, "unknown execution property {other}")),
    }
}

/// `piKernelGetInfo`
pub fn info(kernel: Handle<'_, Kernel>, param: PiKernelInfo, answer: Answer<'_>) -> Result<(), Failure> {
    let kernel = kernel.object()?;
    match param {
        PI_KERNEL_INFO_FUNCTION_NAME => answer.text(&kernel.info().name),
        PI_KERNEL_INFO_NUM_ARGS => answer.value(kernel.info().parameters.len() as u32),
        PI_KERNEL_INFO_REFERENCE_COUNT => answer.value(kernel.references()),
        PI_KERNEL_INFO_CONTEXT => answer.value(kernel.program.context().handle()),
        PI_KERNEL_INFO_PROGRAM => answer.value(kernel.program.handle()),
        PI_KERNEL_INFO_ATTRIBUTES => answer.text(&attributes(kernel.info())),
        other => answer.unknown(other),
    }
}

/// The attributes as OpenCL C writes them.
fn attributes(info: &KernelInfo) -> String {
    let attribute = |name: &str, size: Option<[u32; 3]>| size.map(|[x, y, z]| format!("{name}({x},{y},{z})"));
    let all = [
        attribute("reqd_work_group_size", info.required_work_group_size),
        attribute("work_group_size_hint", info.work_group_size_hint),
    ];
    all.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// `piKernelGetGroupInfo`
pub fn group_info(
    kernel: Handle<'_, Kernel>,
    device: Handle<'_, Device>,
    param: PiKernelGroupInfo,
    answer: Answer<'_>,
) -> Result<(), Failure> {
    let (kernel, device) = (kernel.object()?, device.object()?);
    let variant = kernel.on_device(device)?;
    let (info, limits) = (variant.info(), variant.limits());
    match param {
        PI_KERNEL_GROUP_INFO_WORK_GROUP_SIZE => answer.value(limits.max_work_group_size),
        PI_KERNEL_GROUP_INFO_COMPILE_WORK_GROUP_SIZE => {
            answer.value(info.required_work_group_size.unwrap_or_default().map(|size| size as usize))
        }
        PI_KERNEL_GROUP_INFO_LOCAL_MEM_SIZE => answer.value(info.local_bytes),
        PI_KERNEL_GROUP_INFO_PREFERRED_WORK_GROUP_SIZE_MULTIPLE => answer.value(limits.preferred_multiple),
        PI_KERNEL_GROUP_INFO_PRIVATE_MEM_SIZE => answer.value(limits.private_bytes),
        PI_KERNEL_GROUP_INFO_NUM_REGS => answer.value(limits.registers),
        // Queries for custom devices and built-in kernels; OpenCL lets any size be larger.
        other => answer.unknown(other),
    }
}

/// `piKernelGetSubGroupInfo`. The answers are 32-bit, unlike OpenCL's.
pub fn sub_group_info(
    kernel: Handle<'_, Kernel>,
    device: Handle<'_, Device>,
    param: PiKernelSubGroupInfo,
    answer: Answer<'_>,
) -> Result<(), Failure> {
    let (kernel, device) = (kernel.object()?, device.object()?);
    let driver = kernel.on_device(device)?;
    let (limits, info) = (driver.limits(), driver.info());
    let size = limits.max_sub_group_size.max(1);
    match param {
        PI_KERNEL_MAX_SUB_GROUP_SIZE => answer.value(size as u32),
        PI_KERNEL_MAX_NUM_SUB_GROUPS => answer.value(limits.max_work_group_size.div_ceil(size) as u32),
        // Zero: the source does not ask for one.
        PI_KERNEL_COMPILE_NUM_SUB_GROUPS => answer.value(0_u32),
        PI_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL => answer.value(info.required_sub_group_size.unwrap_or(0)),
        other => answer.unknown(other),
    }
}
