//! Programs: compiled units and native objects, linked and loaded.

use std::any::Any;
use std::sync::Arc;

use tandem_codegen_abi::Module;
use tandem_device::CodeFormat::{Native, SpirV};
use tandem_device::{
    ArgumentLayout, CompileRequest, DeviceCode, DeviceInfo, DevicePtr, Error, Kernel, KernelInfo, KernelLimits,
    LinkRequest, NdRange, Program, Result,
};
use tandem_device_code::{Generated, Lookup};
use tandem_image::device_image::targets;
use tandem_image::{demangle, device_global, spec_constant};
use tandem_native_cpu::package::{self, Part, PartKind};
use tandem_native_cpu::{self as native, NativeKernel, WorkGroupFn};

use crate::cached;
use crate::codegen::{self, Job, Output};
use crate::faults::Watch;
use crate::loader::{self, Image, LoadError};
use crate::object::{self, CpuObject, Unit, check_features};
use crate::work_group_pool::Cost;
use crate::{describe, probe, stack};

/// First bytes of a SPIR-V module, in either byte order.
const SPIRV_MAGIC: [[u8; 4]; 2] = [[0x03, 0x02, 0x23, 0x07], [0x07, 0x23, 0x02, 0x03]];

/// Loaded objects with their kernels.
pub struct CpuProgram {
    parts: Vec<Part>,
    code: Arc<Code>,
    kernels: Vec<Arc<dyn Kernel>>,
    log: String,
}

/// The code of all objects in memory, which may call each other; kernels keep it
/// there.
struct Code {
    _watches: Vec<Watch>,
    images: Vec<Image>,
}

/// A kernel of a loaded object.
pub struct CpuKernel {
    info: KernelInfo,
    layout: ArgumentLayout,
    record: NativeKernel,
    function: WorkGroupFn,
    cost: Cost,
    /// Whether it may wait for other kernels, or for the host.
    uses_pipes: bool,
    /// Largest work-group of the device.
    max_work_group_size: usize,
    /// Most stack that it gets on the device.
    max_stack_bytes: u64,
    /// Memory of the device.
    max_private_bytes: u64,
    /// Keeps the code mapped.
    _code: Arc<Code>,
}

impl CpuProgram {
    /// Compiles an image and links it by itself. SPIR-V becomes code in one step.
    pub fn build(request: &CompileRequest<'_>, device: &DeviceInfo) -> Result<Arc<dyn Program>> {
        if request.image.format != SpirV {
            let object = CpuObject::compile(request)?;
            return Self::link(&LinkRequest { objects: &[object], options: "" }, device);
        }
        let part = object::unit_part(request);
        let job = Job { output: Output::Program, ..cached::unit_job(&part) };
        let generate = |lookup| Ok(vec![cached::generate(&job, &[&part], &part.options, lookup)?]);
        Generated::load(generate, |code, log| Self::from_units(code, &part.constants, log, device))
    }

    /// Links objects.
    pub fn link(request: &LinkRequest<'_>, device: &DeviceInfo) -> Result<Arc<dyn Program>> {
        let objects: Option<Vec<&CpuObject>> =
            request.objects.iter().map(|object| (**object).as_any().downcast_ref()).collect();
        let objects = objects.ok_or_else(|| Error::UnsupportedImage("a compiled object of another driver".into()))?;
        let units: Vec<&Unit> = objects.iter().filter_map(|object| object.unit()).collect();
        if objects.is_empty() {
            return Err(Error::Build { log: "there are no objects to link".into() });
        }
        if units.len() == objects.len() {
            let generate = |lookup| generate(&units, request.options, Output::Program, lookup);
            return Generated::load(generate, |code, log| Self::from_units(code, &constants(&units), log, device));
        }
        let mut parts = Vec::new();
        let mut first_unit = None;
        for object in &objects {
            match object {
                CpuObject::Native(native) => parts.extend_from_slice(native),
                CpuObject::Unit(_) => first_unit = first_unit.or(Some(parts.len())),
            }
        }
        let Some(place) = first_unit else { return Self::from_objects(parts, String::new(), device) };
        let generate = |lookup| generate(&units, request.options, Output::Linkable, lookup);
        Generated::load(generate, |code, log| {
            let mut parts = parts.clone();
            let constants = constants(&units);
            let part = |code| Part { constants: constants.clone(), ..Part::object(code) };
            parts.splice(place..place, code.into_iter().map(part));
            Self::from_objects(parts, log, device)
        })
    }

    /// Loads what units were compiled to. `constants` are their values, for those that
    /// the code reads from memory.
    fn from_units(
        code: Vec<Vec<u8>>,
        constants: &[(u32, Vec<u8>)],
        log: String,
        device: &DeviceInfo,
    ) -> Result<Arc<dyn Program>> {
        let failed = |error: &dyn ToString| Error::Build { log: error.to_string() };
        // Options may have selected another processor.
        code.iter().try_for_each(|object| check_features(object)).map_err(|error| failed(&error))?;
        let part = |code| Part { constants: constants.to_vec(), ..Part::object(code) };
        let parts = code.into_iter().map(part).collect();
        Ok(Arc::new(Self::load(parts, log, device).map_err(|error| failed(&error))?))
    }

    fn from_objects(parts: Vec<Part>, log: String, device: &DeviceInfo) -> Result<Arc<dyn Program>> {
        let program = Self::load(parts, log, device).map_err(|error| match error {
            LoadError::Undefined(_) => Error::Build { log: error.to_string() },
            error => Error::UnsupportedImage(error.to_string()),
        });
        Ok(Arc::new(program?))
    }

    /// Loads objects, each with its values of the specialization constants that it
    /// reads from memory.
    fn load(mut parts: Vec<Part>, log: String, device: &DeviceInfo) -> Result<Self, LoadError> {
        let mut tables = Vec::new();
        let mut objects = Vec::new();
        for part in &parts {
            let table = native::decode(loader::section(&part.code, native::KERNELS_SECTION)?);
            tables.push(table.map_err(|error| LoadError::Metadata(error.to_string()))?);
            let value = |(id, value): &(u32, Vec<u8>)| (spec_constant::variable_name(*id), value.clone());
            objects.push(loader::Object { bytes: &part.code, values: part.constants.iter().map(value).collect() });
        }
        let images = Image::load_all(&objects)?;
        for (part, image) in parts.iter_mut().zip(&images) {
            // The others have no effect on the object, so its binary needs no values.
            part.constants.retain(|(id, _)| image.symbol(&spec_constant::variable_name(*id)).is_some());
        }
        let watches = images.iter().zip(&tables).filter_map(|(image, kernels)| watch(image, kernels)).collect();
        let code = Arc::new(Code { _watches: watches, images });
        let mut kernels: Vec<Arc<dyn Kernel>> = Vec::new();
        for (image, table) in code.images.iter().zip(tables) {
            // Kernels of one object are not distinguished: one of them waits.
            let uses_pipes = image.has_symbol(device_global::is_pipe);
            for record in table {
                kernels.push(Arc::new(CpuKernel::new(record, image, uses_pipes, &code, device)?));
            }
        }
        Ok(Self { parts, code, kernels, log })
    }
}

/// The values of all specialization constants of units. Where two give one different
/// values, each has its own in its code; only one that is read from memory has the first.
fn constants(units: &[&Unit]) -> Vec<(u32, Vec<u8>)> {
    let mut all: Vec<(u32, Vec<u8>)> = Vec::new();
    for (id, value) in units.iter().flat_map(|unit| &unit.part().constants) {
        if all.iter().all(|(known, _)| known != id) {
            all.push((*id, value.clone()));
        }
    }
    all
}

/// Compiles units to objects, one for each target that the units' options and those of the link ask for. Each object
/// has the kernels of its units, and all functions that these call.
fn generate(units: &[&Unit], link_options: &str, output: Output, lookup: Lookup) -> Result<Vec<Generated>> {
    let all: Vec<String> = units.iter().map(|unit| object::join(&unit.part().options, link_options)).collect();
    let each: Vec<_> = all.iter().map(|options| codegen::target(options)).collect();
    let mut targets = each.clone();
    targets.sort_unstable();
    targets.dedup();
    let parts: Vec<&Part> = units.iter().map(|unit| unit.part()).collect();
    let compile = |target: (u32, Option<&str>)| {
        let (level, processor) = target;
        let processor = processor.map(|name| format!(" -march={name}")).unwrap_or_default();
        let options = object::join(link_options, &format!("-O{level}{processor}"));
        let with_targets = units.iter().copied().zip(&each);
        let inputs = with_targets.map(|(unit, own)| Module { bytes: unit.code(), has_kernels: *own == target });
        let inputs = inputs.collect();
        let job = Job { inputs, options: options.clone(), constants: &[], output };
        cached::generate(&job, &parts, &options, lookup)
    };
    targets.into_iter().map(compile).collect()
}

/// Whether [`CpuProgram::build`] takes an image, for
/// [`Device::accepts`](tandem_device::Device::accepts).
pub fn accepts(image: &DeviceCode<'_>, device: &DeviceInfo) -> Result<u32> {
    let other = || Error::UnsupportedImage(format!("it is for `{}`", image.target));
    match image.format {
        Native if [device.native_target.as_str(), targets::SPIR64_X86_64].contains(&image.target) => {
            accepts_native(image.bytes).map(|()| 3)
        }
        SpirV if SPIRV_MAGIC.iter().any(|magic| image.bytes.starts_with(magic)) => match image.target {
            targets::SPIR64_X86_64 => Ok(2),
            targets::SPIR64 => Ok(1),
            _ => Err(other()),
        },
        Native => Err(other()),
        SpirV => Err(Error::UnsupportedImage("it does not begin with SPIR-V's magic number".to_owned())),
        format => Err(Error::UnsupportedImage(format!("it is {format:?}"))),
    }
}

fn accepts_native(bytes: &[u8]) -> Result<()> {
    if !package::is_package(bytes) {
        return check_features(bytes);
    }
    let parts = package::decode(bytes).map_err(|error| Error::UnsupportedImage(error.to_string()))?;
    parts.iter().filter(|part| part.kind == PartKind::Object).try_for_each(|part| check_features(&part.code))
}

/// Watches the code of an image for faults, if the environment wants it.
fn watch(image: &Image, kernels: &[NativeKernel]) -> Option<Watch> {
    let named = kernels.iter().filter_map(|kernel| Some((image.function(&kernel.symbol)?, kernel.name.clone())));
    Watch::new(image.code(), || (named.collect(), image.lines()))
}

impl Program for CpuProgram {
    fn kernels(&self) -> &[Arc<dyn Kernel>] {
        &self.kernels
    }

    fn binary(&self) -> Result<Vec<u8>> {
        Ok(object::binary(&self.parts))
    }

    fn log(&self) -> &str {
        &self.log
    }

    fn symbol(&self, name: &str) -> Option<DevicePtr> {
        let function = format!("{}{name}", native::FUNCTION_PREFIX);
        let mut images = self.code.images.iter();
        let address = images.find_map(|image| image.symbol(name).or_else(|| image.symbol(&function)))?;
        Some(DevicePtr(address as u64))
    }

    fn variables(&self, name: &str) -> Vec<DevicePtr> {
        self.code
            .images
            .iter()
            .filter_map(|image| image.symbol(name))
            .map(|address| DevicePtr(address as u64))
            .collect()
    }
}

impl CpuKernel {
    fn new(
        record: NativeKernel,
        image: &Image,
        uses_pipes: bool,
        code: &Arc<Code>,
        device: &DeviceInfo,
    ) -> Result<Self, LoadError> {
        let Some(address) = image.function(&record.symbol) else {
            return Err(LoadError::MissingKernel { kernel: record.name, symbol: record.symbol });
        };
        // SAFETY: the metadata says that a work-group function is at this address of the object's
        // code, which stays mapped as long as this kernel.
        let function = unsafe { std::mem::transmute::<usize, WorkGroupFn>(address) };
        let info = describe::kernel(&record);
        let layout = describe::layout(&record, &info);
        Ok(Self {
            info,
            layout,
            record,
            function,
            cost: Cost::default(),
            uses_pipes,
            max_work_group_size: device.max_work_group_size,
            max_stack_bytes: stack::limit(device),
            max_private_bytes: device.global_mem_bytes,
            _code: Arc::clone(code),
        })
    }

    /// The code generator's description of it.
    pub fn record(&self) -> &NativeKernel {
        &self.record
    }

    /// The function that runs a work-group.
    pub fn function(&self) -> WorkGroupFn {
        self.function
    }

    /// Whether it may wait at a pipe, for another kernel or for the host.
    pub fn uses_pipes(&self) -> bool {
        self.uses_pipes
    }

    /// The cost of its work-groups.
    pub fn cost(&self) -> &Cost {
        &self.cost
    }
}

impl Kernel for CpuKernel {
    fn info(&self) -> &KernelInfo {
        &self.info
    }

    fn layout(&self) -> &ArgumentLayout {
        &self.layout
    }

    fn limits(&self) -> KernelLimits {
        let required = self.info.required_work_group_size;
        let required = required.map(|size| size.iter().map(|&n| n as usize).product());
        KernelLimits {
            max_work_group_size: required.unwrap_or(self.max_work_group_size),
            preferred_multiple: probe::vector_lanes(),
            max_sub_group_size: self.record.sub_group_size.max(1) as usize,
            private_bytes: self.record.scratch_bytes_per_item,
            registers: 0,
        }
    }

    fn check_memory(&self, range: &NdRange) -> Result<()> {
        if self.record.stack_bytes <= self.max_stack_bytes && self.record.scratch_bytes_per_item == 0 {
            return Ok(());
        }
        let items = range.local.map_or(1, |local| local.iter().fold(1, |items: u64, &n| items.saturating_mul(n)));
        let private = self.record.scratch_bytes_per_item.saturating_mul(items);
        let needs = [
            (self.record.stack_bytes, "of stack for each thread", self.max_stack_bytes),
            (private, "of private memory for each work-group", self.max_private_bytes),
        ];
        match needs.into_iter().find(|(needed, _, most)| needed > most) {
            None => Ok(()),
            Some((needed, what, most)) => Err(Error::OutOfResources(format!(
                "kernel `{}` needs {needed} bytes {what}; the limit is {most}",
                demangle::kernel(&self.record.name)
            ))),
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
