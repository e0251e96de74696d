//! Programs: SPIR-V through the persistent cache and the code generator, or
//! native objects, to loaded kernels.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use tandem_device::ImageFormat::{Native, SpirV};
use tandem_device::cache::{Cache, Key};
use tandem_device::{
    ArgumentLayout, BuildRequest, DeviceImage, DeviceInfo, DevicePtr, Error, Kernel, KernelInfo, KernelLimits, Program,
    Result, SpecConstant,
};
use tandem_image::device_image::targets;
use tandem_image::spec_constant;
use tandem_native_cpu::codegen_abi::DUMP_VARIABLE;
use tandem_native_cpu::{self as native, NativeKernel, WorkGroupFn};

use crate::describe;
use crate::faults::Watch;
use crate::loader::{self, Image, LoadError};
use crate::work_group_pool::Cost;
use crate::{codegen, features, probe, toolchain};

/// First bytes of a SPIR-V module, in either byte order.
const SPIRV_MAGIC: [[u8; 4]; 2] = [[0x03, 0x02, 0x23, 0x07], [0x07, 0x23, 0x02, 0x03]];

/// Loaded objects with their kernels.
pub struct CpuProgram {
    objects: Vec<Vec<u8>>,
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
    /// Largest work-group of the device.
    max_work_group_size: usize,
    /// Keeps the code mapped.
    _code: Arc<Code>,
}

impl CpuProgram {
    /// Builds what the request asks for, for a device with these limits.
    pub fn build(request: &BuildRequest<'_>, device: &DeviceInfo) -> Result<Arc<dyn Program>> {
        let is = |format| move |image: &DeviceImage<'_>| image.format == format;
        if request.images.is_empty() {
            return Err(Error::Build { log: "there is nothing to build".into() });
        }
        if let Some(other) = request.images.iter().find(|image| !is(SpirV)(image) && !is(Native)(image)) {
            return Err(Error::UnsupportedImage(format!("{:?}", other.format)));
        }
        if request.images.iter().all(is(SpirV)) {
            Self::from_spirv(request, device)
        } else {
            Self::from_objects(request, device)
        }
    }

    fn from_spirv(request: &BuildRequest<'_>, device: &DeviceInfo) -> Result<Arc<dyn Program>> {
        with_object(request, false, |object, log| {
            // Build options may have asked for another processor.
            check_features(&object).map_err(|error| Error::Build { log: error.to_string() })?;
            let program = Self::load(vec![object], request.spec_constants, log, device);
            Ok(Arc::new(program.map_err(|error| Error::Build { log: error.to_string() })?) as Arc<dyn Program>)
        })
    }

    /// Links native objects. SPIR-V among them becomes one of them, in the
    /// place of the first.
    fn from_objects(request: &BuildRequest<'_>, device: &DeviceInfo) -> Result<Arc<dyn Program>> {
        let (spirv, native): (Vec<DeviceImage<'_>>, Vec<_>) =
            request.images.iter().copied().partition(|image| image.format == SpirV);
        for image in &native {
            check_features(image.bytes)?;
        }
        let objects: Vec<Vec<u8>> = native.iter().map(|image| image.bytes.to_vec()).collect();
        match request.images.iter().position(|image| image.format == SpirV) {
            None => Self::link(objects, request.spec_constants, String::new(), device),
            Some(place) => with_object(&BuildRequest { images: &spirv, ..*request }, true, |object, log| {
                let mut objects = objects.clone();
                objects.insert(place, object);
                Self::link(objects, request.spec_constants, log, device)
            }),
        }
    }

    fn link(
        objects: Vec<Vec<u8>>,
        constants: &[SpecConstant<'_>],
        log: String,
        device: &DeviceInfo,
    ) -> Result<Arc<dyn Program>> {
        let program = Self::load(objects, constants, log, device).map_err(|error| match error {
            LoadError::Undefined(_) => Error::Build { log: error.to_string() },
            error => Error::UnsupportedImage(error.to_string()),
        });
        Ok(Arc::new(program?))
    }

    /// Loads objects, with these values of the specialization constants that they
    /// read from memory.
    fn load(
        objects: Vec<Vec<u8>>,
        constants: &[SpecConstant<'_>],
        log: String,
        device: &DeviceInfo,
    ) -> Result<Self, LoadError> {
        let symbol = |constant: &SpecConstant<'_>| spec_constant::variable_name(constant.id);
        let values: Vec<_> = constants.iter().map(|constant| (symbol(constant), constant.bytes)).collect();
        let mut tables = Vec::new();
        for bytes in &objects {
            let table = native::decode(loader::section(bytes, native::KERNELS_SECTION)?);
            tables.push(table.map_err(|error| LoadError::Metadata(error.to_string()))?);
        }
        let bytes: Vec<&[u8]> = objects.iter().map(Vec::as_slice).collect();
        let images = Image::load_all(&bytes, &values)?;
        let watches = images.iter().zip(&tables).filter_map(|(image, kernels)| watch(image, kernels)).collect();
        let code = Arc::new(Code { _watches: watches, images });
        let mut kernels: Vec<Arc<dyn Kernel>> = Vec::new();
        for (image, table) in code.images.iter().zip(tables) {
            for record in table {
                kernels.push(Arc::new(CpuKernel::new(record, image, &code, device)?));
            }
        }
        Ok(Self { objects, code, kernels, log })
    }
}

/// Whether [`CpuProgram::build`] takes an image, for
/// [`Device::accepts`](tandem_device::Device::accepts).
pub fn accepts(image: &DeviceImage<'_>, device: &DeviceInfo) -> Result<u32> {
    let other = || Error::UnsupportedImage(format!("it is for `{}`", image.target));
    match image.format {
        Native if [device.native_target.as_str(), targets::SPIR64_X86_64].contains(&image.target) => {
            check_features(image.bytes).map(|()| 3)
        }
        SpirV if SPIRV_MAGIC.iter().any(|magic| image.bytes.starts_with(magic)) => match image.target {
            targets::SPIR64_X86_64 => Ok(2),
            targets::SPIR64 => Ok(1),
            _ => Err(other()),
        },
        Native => Err(other()),
        SpirV => Err(Error::UnsupportedImage("it does not begin as SPIR-V".to_owned())),
        format => Err(Error::UnsupportedImage(format!("it is {format:?}"))),
    }
}

/// Refuses a native object for another processor.
fn check_features(object: &[u8]) -> Result<()> {
    let missing = features::missing(object).map_err(|error| Error::UnsupportedImage(error.to_string()))?;
    if missing.is_empty() {
        return Ok(());
    }
    Err(Error::UnsupportedImage(format!("it needs {}, which this processor does not have", missing.join(", "))))
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
        match self.objects.as_slice() {
            [object] => Ok(object.clone()),
            _ => Err(Error::Unsupported("one binary of a program of several native objects")),
        }
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
    fn new(record: NativeKernel, image: &Image, code: &Arc<Code>, device: &DeviceInfo) -> Result<Self, LoadError> {
        let Some(address) = image.function(&record.symbol) else {
            return Err(LoadError::MissingKernel { kernel: record.name, symbol: record.symbol });
        };
        // SAFETY: the metadata says that a work-group function is at this address of the object's
        // code, which stays mapped as long as this kernel.
        let function = unsafe { std::mem::transmute::<usize, WorkGroupFn>(address) };
        let max_work_group_size = device.max_work_group_size;
        let info = describe::kernel(&record);
        let layout = describe::layout(&record, &info);
        let (cost, code) = (Cost::default(), Arc::clone(code));
        Ok(Self { info, layout, record, function, cost, max_work_group_size, _code: code })
    }

    /// What the code generator says about it.
    pub fn record(&self) -> &NativeKernel {
        &self.record
    }

    /// The function that runs a work-group.
    pub fn function(&self) -> WorkGroupFn {
        self.function
    }

    /// What its work-groups cost.
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

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Makes something of the object that SPIR-V is compiled to, which may be in
/// the persistent cache. One from there that cannot be used is as good as none.
fn with_object<T>(
    request: &BuildRequest<'_>,
    linkable: bool,
    mut make: impl FnMut(Vec<u8>, String) -> Result<T>,
) -> Result<T> {
    let Some(cache) = cache() else {
        let compiled = codegen::compile(request, linkable)?;
        return make(compiled.object, compiled.log);
    };
    let key = cache_key(request, linkable);
    if let Some(object) = cache.get(&key).and_then(toolchain::without_note)
        && let Ok(made) = make(object, String::new())
    {
        return Ok(made);
    }
    let compiled = codegen::compile(request, linkable)?;
    let made = make(compiled.object.clone(), compiled.log)?;
    let image_bytes = request.images.iter().map(|image| image.bytes.len()).sum();
    cache.put(&key, image_bytes, &toolchain::with_note(&compiled.object, compiled.llvm));
    Ok(made)
}

/// The persistent cache, if the environment wants one. Who wants to see the stages of each kernel has all of them
/// compiled.
fn cache() -> Option<&'static Cache> {
    static CACHE: OnceLock<Option<Cache>> = OnceLock::new();
    let is_dumped = || tandem_environment::variable_os(DUMP_VARIABLE).is_some_and(|folder| !folder.is_empty());
    CACHE.get_or_init(|| if is_dumped() { None } else { Cache::from_env() }).as_ref()
}

fn cache_key(request: &BuildRequest<'_>, linkable: bool) -> Key {
    let mut key = Key::new();
    key.field("device", b"native_cpu");
    key.field("driver version", env!("CARGO_PKG_VERSION").as_bytes());
    key.field("processor", &probe::fingerprint());
    key.field("toolchain", &codegen::identity());
    key.field("options", request.options.as_bytes());
    key.field("linkable", &[u8::from(linkable)]);
    let mut constants: Vec<_> = request.spec_constants.iter().collect();
    constants.sort_by_key(|constant| constant.id);
    for constant in constants {
        key.field("spec id", &constant.id.to_le_bytes());
        key.field("spec value", constant.bytes);
    }
    let images: Vec<&[u8]> = request.images.iter().map(|image| image.bytes).collect();
    key.images(&images);
    key
}
