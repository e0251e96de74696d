//! Programs: SPIR-V through the compiler cache and the code generator, or
//! native objects, to loaded kernels.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use tandem_device::cache::{Cache, Key};
use tandem_device::{BuildRequest, DevicePtr, Error, ImageFormat, Kernel, KernelInfo, KernelLimits, Program, Result};
use tandem_image::native::{self, WorkGroupFn};

use crate::faults::Watch;
use crate::loader::{self, Image, LoadError};
use crate::pool::Cost;
use crate::{codegen, probe};

/// Largest work-group that is offered.
pub const MAX_WORK_GROUP_SIZE: usize = 8192;

/// A loaded object with its kernels.
pub struct CpuProgram {
    objects: Vec<Object>,
    kernels: Vec<Arc<dyn Kernel>>,
    log: String,
}

struct Object {
    bytes: Vec<u8>,
    code: Arc<Code>,
}

/// Code in memory; kernels keep it there.
struct Code {
    _watch: Option<Watch>,
    image: Image,
}

/// A kernel of a loaded object.
pub struct CpuKernel {
    info: KernelInfo,
    function: WorkGroupFn,
    cost: Cost,
    /// Keeps the code mapped.
    _code: Arc<Code>,
}

impl CpuProgram {
    /// Builds what the request asks for.
    pub fn build(request: &BuildRequest<'_>) -> Result<Arc<dyn Program>> {
        let format = match request.images {
            [] => return Err(Error::Build { log: "there is nothing to build".into() }),
            [first, ..] => first.format,
        };
        if request.images.iter().any(|image| image.format != format) {
            return Err(Error::UnsupportedImage("images of different formats".into()));
        }
        match format {
            ImageFormat::SpirV => Self::from_spirv(request),
            ImageFormat::Native => Self::from_objects(request),
            other => Err(Error::UnsupportedImage(format!("{other:?}"))),
        }
    }

    fn from_spirv(request: &BuildRequest<'_>) -> Result<Arc<dyn Program>> {
        let cache = cache();
        let key = cache.map(|_| cache_key(request));
        if let (Some(cache), Some(key)) = (cache, &key)
            && let Some(object) = cache.get(key)
            && let Ok(program) = Self::load(vec![object], String::new())
        {
            // An object that does not load is as good as none.
            return Ok(Arc::new(program));
        }
        let compiled = codegen::compile(request)?;
        let program = Self::load(vec![compiled.object], compiled.log);
        let program = program.map_err(|error| Error::Build { log: error.to_string() })?;
        if let (Some(cache), Some(key)) = (cache, &key) {
            let image_bytes = request.images.iter().map(|image| image.bytes.len()).sum();
            cache.put(key, image_bytes, &program.objects[0].bytes);
        }
        Ok(Arc::new(program))
    }

    fn from_objects(request: &BuildRequest<'_>) -> Result<Arc<dyn Program>> {
        let objects = request.images.iter().map(|image| image.bytes.to_vec()).collect();
        let program = Self::load(objects, String::new());
        Ok(Arc::new(program.map_err(|error| Error::UnsupportedImage(error.to_string()))?))
    }

    fn load(objects: Vec<Vec<u8>>, log: String) -> Result<Self, LoadError> {
        let mut program = Self { objects: Vec::new(), kernels: Vec::new(), log };
        for bytes in objects {
            let metadata = loader::section(&bytes, native::SECTION)?;
            let kernels = native::decode(metadata).map_err(|error| LoadError::Metadata(error.to_string()))?;
            let code = Arc::new(Code::load(&bytes, &kernels)?);
            for info in kernels {
                program.kernels.push(Arc::new(CpuKernel::new(info, &code)?));
            }
            program.objects.push(Object { bytes, code });
        }
        Ok(program)
    }
}

impl Program for CpuProgram {
    fn kernels(&self) -> &[Arc<dyn Kernel>] {
        &self.kernels
    }

    fn binary(&self) -> Result<Vec<u8>> {
        match self.objects.as_slice() {
            [object] => Ok(object.bytes.clone()),
            _ => Err(Error::Unsupported("one binary of a program of several native objects")),
        }
    }

    fn log(&self) -> &str {
        &self.log
    }

    fn symbol(&self, name: &str) -> Option<DevicePtr> {
        let address = self.objects.iter().find_map(|object| object.code.image.symbol(name))?;
        Some(DevicePtr(address as u64))
    }
}

impl Code {
    fn load(bytes: &[u8], kernels: &[KernelInfo]) -> Result<Self, LoadError> {
        let image = Image::load(bytes)?;
        let named = kernels.iter().filter_map(|info| Some((image.function(&info.symbol)?, info.name.clone())));
        let watch = Watch::new(image.code(), || named.collect());
        Ok(Self { _watch: watch, image })
    }
}

impl CpuKernel {
    fn new(info: KernelInfo, code: &Arc<Code>) -> Result<Self, LoadError> {
        let Some(address) = code.image.function(&info.symbol) else {
            return Err(LoadError::MissingKernel { kernel: info.name, symbol: info.symbol });
        };
        // SAFETY: the metadata says that a work-group function is at this address of the object's
        // code, which stays mapped as long as this kernel.
        let function = unsafe { std::mem::transmute::<usize, WorkGroupFn>(address) };
        Ok(Self { info, function, cost: Cost::default(), _code: Arc::clone(code) })
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

    fn limits(&self) -> KernelLimits {
        let required = self.info.reqd_work_group_size;
        let required = required.map(|size| size.iter().map(|&n| n as usize).product());
        KernelLimits {
            max_work_group_size: required.unwrap_or(MAX_WORK_GROUP_SIZE),
            preferred_multiple: probe::vector_lanes(),
            max_sub_group_size: self.info.sub_group_size.max(1) as usize,
            private_bytes: self.info.scratch_bytes_per_item,
            registers: 0,
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The compiler cache, if the environment wants one.
fn cache() -> Option<&'static Cache> {
    static CACHE: OnceLock<Option<Cache>> = OnceLock::new();
    CACHE.get_or_init(Cache::from_env).as_ref()
}

fn cache_key(request: &BuildRequest<'_>) -> Key {
    let mut key = Key::new();
    key.field("device", b"native_cpu");
    key.field("driver version", env!("CARGO_PKG_VERSION").as_bytes());
    key.field("processor", &probe::fingerprint());
    key.field("toolchain", &codegen::identity());
    key.field("options", request.options.as_bytes());
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
