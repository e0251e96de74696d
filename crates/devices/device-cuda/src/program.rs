//! Programs: packages and compiled units, linked and loaded.

use std::any::Any;
use std::sync::Arc;

use tandem_device::CodeFormat::{Native, SpirV};
use tandem_device::{
    CompileRequest, DeviceCode, DevicePtr, Error, HostPtr, HostTransfer, Kernel, LinkRequest, NativeHandle, Object,
    Program, Result,
};
use tandem_device_code::codegen_library::GeneratedCode;
use tandem_image::device_image::targets;
use tandem_image::spec_constant;
use tandem_native_cuda::{self as native, Package, Processor};

use crate::api::{self, Code, CodeKind, JitOptions, Module};
use crate::assertion::AssertionBlock;
use crate::codegen;
use crate::device::CudaDevice;
use crate::gpu::Gpu;
use crate::hardware::Hardware;
use crate::kernel::CudaKernel;
use crate::loaded_code::LoadedCode;
use crate::unit::{self, UnitSource};

/// First bytes of a SPIR-V module, in either byte order.
const SPIRV_MAGIC: [[u8; 4]; 2] = [[0x03, 0x02, 0x23, 0x07], [0x07, 0x23, 0x02, 0x03]];

/// What [`Device::compile`](tandem_device::Device::compile) makes of an image.
pub enum CudaObject {
    /// A module that the code generator has checked, and compiles when it is linked.
    Unit(Unit),
    /// Code, which the driver's linker links.
    Package(Package),
}

/// A compiled module.
pub struct Unit {
    source: UnitSource,
    /// What the code generator made of it.
    code: Vec<u8>,
    log: String,
}

/// A loaded program.
pub struct CudaProgram {
    /// What it was loaded from: machine code for this device.
    package: Package,
    code: Arc<LoadedCode>,
    kernels: Vec<Arc<dyn Kernel>>,
    log: String,
}

impl CudaObject {
    /// Compiles an image.
    pub fn compile(device: &CudaDevice, request: &CompileRequest<'_>) -> Result<Arc<dyn Object>> {
        device.usable()?;
        let source = match source_of(request)? {
            Source::Unit(source) => source,
            Source::Package(package) => {
                code_for(&package, device.hardware())?;
                return Ok(Arc::new(Self::Package(package)));
            }
        };
        let generated = codegen::unit(&source, device.hardware().processor())?;
        Ok(Arc::new(Self::Unit(Unit { source, code: generated.code, log: generated.log })))
    }
}

impl Object for CudaObject {
    fn binary(&self) -> Result<Vec<u8>> {
        Ok(match self {
            Self::Unit(unit) => unit.source.encode(),
            Self::Package(package) => package.encode(),
        })
    }

    fn log(&self) -> &str {
        match self {
            Self::Unit(unit) => &unit.log,
            Self::Package(_) => "",
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// What an image is.
enum Source {
    Unit(UnitSource),
    Package(Package),
}

fn source_of(request: &CompileRequest<'_>) -> Result<Source> {
    let bytes = request.image.bytes;
    match request.image.format {
        SpirV if SPIRV_MAGIC.iter().any(|magic| bytes.starts_with(magic)) => Ok(Source::Unit(UnitSource::of(request))),
        SpirV => Err(Error::UnsupportedImage("it does not begin as SPIR-V".to_owned())),
        Native if UnitSource::is_unit(bytes) => UnitSource::decode(request).map(Source::Unit),
        Native => {
            let mut package = decode(bytes)?;
            package.set_constants(unit::values(request));
            Ok(Source::Package(package))
        }
        other => Err(Error::UnsupportedImage(format!("it is {other:?}"))),
    }
}

fn decode(bytes: &[u8]) -> Result<Package> {
    Package::decode(bytes).map_err(|error| Error::UnsupportedImage(error.to_string()))
}

/// The code of a package that the device runs.
fn code_for<'a>(package: &'a Package, hardware: &Hardware) -> Result<&'a native::Code> {
    let processor = hardware.processor();
    package.code_for(processor).ok_or_else(|| {
        let all: Vec<String> = package.codes.iter().map(|code| code.processor.name()).collect();
        let all = if all.is_empty() { "nothing".to_owned() } else { all.join(", ") };
        let text = format!("it has code for {all}, and {} is {}", hardware.info().name, processor.name());
        Error::UnsupportedImage(text)
    })
}

/// Whether [`CudaProgram::build`] takes an image, for
/// [`Device::accepts`](tandem_device::Device::accepts).
pub fn accepts(image: &DeviceCode<'_>, hardware: &Hardware) -> Result<u32> {
    match (image.format, image.target) {
        (Native, targets::NVPTX64) if UnitSource::is_unit(image.bytes) => Ok(2),
        (Native, targets::NVPTX64) => code_for(&decode(image.bytes)?, hardware).map(|_| 3),
        (SpirV, targets::SPIR64) if SPIRV_MAGIC.iter().any(|magic| image.bytes.starts_with(magic)) => Ok(1),
        (SpirV, targets::SPIR64) => Err(Error::UnsupportedImage("it does not begin as SPIR-V".to_owned())),
        (Native | SpirV, target) => Err(Error::UnsupportedImage(format!("it is for `{target}`"))),
        (format, _) => Err(Error::UnsupportedImage(format!("it is {format:?}"))),
    }
}

impl CudaProgram {
    /// Compiles an image and links it alone.
    pub fn build(device: &CudaDevice, request: &CompileRequest<'_>) -> Result<Arc<dyn Program>> {
        device.usable()?;
        let processor = device.hardware().processor();
        match source_of(request)? {
            Source::Package(package) => Self::load_linked(device, &[&package], request.options),
            Source::Unit(source) => {
                let generate = || codegen::program(&source, processor);
                Self::generate(device, &[&source], &source.options, generate)
            }
        }
    }

    /// Links objects.
    pub fn link(device: &CudaDevice, request: &LinkRequest<'_>) -> Result<Arc<dyn Program>> {
        device.usable()?;
        let objects: Option<Vec<&CudaObject>> =
            request.objects.iter().map(|object| (**object).as_any().downcast_ref()).collect();
        let objects = objects.ok_or_else(|| Error::UnsupportedImage("a compiled object of another driver".into()))?;
        if objects.is_empty() {
            return Err(Error::Build { log: "there is nothing to link".into() });
        }
        let (mut units, mut packages) = (Vec::new(), Vec::new());
        for object in objects {
            match object {
                CudaObject::Unit(unit) => units.push(unit),
                CudaObject::Package(package) => packages.push(package),
            }
        }
        let processor = device.hardware().processor();
        let sources: Vec<&UnitSource> = units.iter().map(|unit| &unit.source).collect();
        let options = options_of(&sources, request.options);
        let codes: Vec<&[u8]> = units.iter().map(|unit| unit.code.as_slice()).collect();
        let generate = |is_whole| codegen::link(&codes, &options, processor, is_whole);
        if packages.is_empty() {
            return Self::generate(device, &sources, &options, || generate(true));
        }
        let of_units = match units.is_empty() {
            true => None,
            // The code generator has made the values of its constants part of the code.
            false => Some(decode(&generate(false)?.code)?),
        };
        packages.extend(of_units.as_ref());
        Self::load_linked(device, &packages, &options)
    }

    /// Loads what the code generator makes of units, now or before.
    fn generate(
        device: &CudaDevice,
        sources: &[&UnitSource],
        options: &str,
        generate: impl Fn() -> Result<GeneratedCode>,
    ) -> Result<Arc<dyn Program>> {
        let driver = &device.hardware().info().driver_version;
        let key = || codegen::cache_key(sources, options, device.hardware().processor(), driver);
        let image_bytes = sources.iter().map(|source| source.spirv.len()).sum();
        let generate = || {
            let generated = generate()?;
            let package = decode(&generated.code)?;
            let (package, log) = Codes::of(device, &[&package])?.link(device, options)?;
            Ok(GeneratedCode { code: package.encode(), log: unit::join(&generated.log, &log), ..generated })
        };
        let load = |code: Vec<u8>, log| {
            let mut package = decode(&code)?;
            package.set_constants(sources.iter().flat_map(|source| source.constants.clone()).collect());
            Self::load(device, package, log)
        };
        Ok(codegen::CACHE.load(key, image_bytes, generate, load)?)
    }

    /// Loads packages, linked now or before.
    fn load_linked(device: &CudaDevice, packages: &[&Package], options: &str) -> Result<Arc<dyn Program>> {
        let codes = Codes::of(device, packages)?;
        Ok(match codes.machine_code() {
            Some(package) => Self::load(device, package, String::new())?,
            None => Self::load_code(device, &codes, options)?,
        })
    }

    /// Loads what CUDA's linker makes of code, now or before.
    fn load_code(device: &CudaDevice, codes: &Codes<'_>, options: &str) -> Result<Arc<Self>> {
        let hardware = device.hardware();
        let bytes: Vec<&[u8]> = codes.codes.iter().map(|code| code.bytes.as_slice()).collect();
        let key = || codegen::link_cache_key(&bytes, options, hardware.processor(), &hardware.info().driver_version);
        let link = || codes.linked_code(device, options);
        let load = |cubin, log| Self::load(device, codes.package(device, cubin), log);
        codegen::CACHE.load(key, bytes.iter().map(|bytes| bytes.len()).sum(), link, load)
    }

    /// Stores the values of specialization constants that code reads from memory. Others have no
    /// variable.
    fn set_constants(&self, device: &CudaDevice) -> Result<()> {
        for (id, value) in &self.package.constants {
            let name = spec_constant::variable_name(*id);
            for (variable, bytes) in self.variables_named(&name) {
                if value.len() > bytes {
                    let text = format!("specialization constant {id} has {bytes} bytes, its value {}", value.len());
                    return Err(Error::Build { log: text });
                }
                device.write(HostPtr(value.as_ptr().cast_mut()), variable, value.len())?;
            }
        }
        Ok(())
    }

    /// Addresses of the variables of a name, and their sizes in bytes.
    fn variables_named(&self, name: &str) -> impl Iterator<Item = (DevicePtr, usize)> {
        let named = self.package.variables.iter().filter(move |variable| variable.name == name);
        named.filter_map(|variable| self.code.module().variable(&variable.symbol))
    }

    /// Loads machine code, and gives its constants their values.
    fn load(device: &CudaDevice, package: Package, log: String) -> Result<Arc<Self>> {
        let gpu = device.gpu()?;
        let code = code_for(&package, device.hardware())?;
        let code = Code { kind: CodeKind::Cubin, bytes: &code.bytes };
        let (module, _) =
            Module::load(&gpu.primary, &code, JitOptions::default()).map_err(|error| failed(gpu, error))?;
        let assertion = match package.kernels.iter().any(|kernel| kernel.may_assert) {
            true => AssertionBlock::new(gpu, &module).map_err(|error| gpu.error("loading a program", error))?,
            false => None,
        };
        let code = Arc::new(LoadedCode::new(module, assertion));
        let max_private_bytes = device.hardware().max_private_bytes();
        let kernel = |record: &native::CudaKernel| {
            Ok(Arc::new(CudaKernel::new(record.clone(), &code, max_private_bytes)?) as Arc<_>)
        };
        let kernels = package.kernels.iter().map(kernel).collect::<Result<_>>()?;
        let program = Self { package, code, kernels, log };
        program.set_constants(device)?;
        Ok(Arc::new(program))
    }
}

/// The options of a link: those of the units, if they agree, and those of the link.
fn options_of(sources: &[&UnitSource], options: &str) -> String {
    match sources {
        [first, rest @ ..] if rest.iter().all(|source| source.options == first.options) => {
            unit::join(&first.options, options)
        }
        _ => options.trim().to_owned(),
    }
}

/// The code of packages for a device, to become one package.
struct Codes<'a> {
    packages: &'a [&'a Package],
    /// Of each package.
    codes: Vec<&'a native::Code>,
}

impl<'a> Codes<'a> {
    /// Fails if a package has none for the device.
    fn of(device: &CudaDevice, packages: &'a [&'a Package]) -> Result<Self> {
        let codes = packages.iter().map(|package| code_for(package, device.hardware())).collect::<Result<_>>()?;
        Ok(Self { packages, codes })
    }

    /// The package, if it is the only one and has machine code.
    fn machine_code(&self) -> Option<Package> {
        match (self.packages, self.codes.as_slice()) {
            ([package], [code]) if code.kind == native::CodeKind::Cubin => Some((*package).clone()),
            _ => None,
        }
    }

    /// The package with what CUDA's compiler and linker make of the code, and their warnings.
    fn link(&self, device: &CudaDevice, options: &str) -> Result<(Package, String)> {
        if let Some(package) = self.machine_code() {
            return Ok((package, String::new()));
        }
        let linked = self.linked_code(device, options)?;
        Ok((self.package(device, linked.code), linked.log))
    }

    /// What CUDA's compiler and linker make of the code.
    fn linked_code(&self, device: &CudaDevice, options: &str) -> Result<GeneratedCode> {
        let gpu = device.gpu()?;
        let kind = |code: &native::Code| match code.kind {
            native::CodeKind::Ptx => CodeKind::Ptx,
            native::CodeKind::Cubin => CodeKind::Cubin,
        };
        let inputs: Vec<Code<'_>> =
            self.codes.iter().map(|code| Code { kind: kind(code), bytes: &code.bytes }).collect();
        let has_lines = options.split_whitespace().any(|option| option.starts_with("-g"));
        let jit = JitOptions { optimization_level: None, has_lines };
        let (code, log) = api::link(&gpu.primary, &inputs, jit).map_err(|error| failed(gpu, error))?;
        Ok(GeneratedCode { code, log, llvm: None })
    }

    /// The package with machine code.
    fn package(&self, device: &CudaDevice, cubin: Vec<u8>) -> Package {
        let processor: Processor = device.hardware().processor();
        let codes = vec![native::Code { kind: native::CodeKind::Cubin, processor, bytes: cubin }];
        let mut whole = Package { codes, ..Package::default() };
        for package in self.packages {
            whole.kernels.extend_from_slice(&package.kernels);
            whole.variables.extend_from_slice(&package.variables);
            whole.constants.extend_from_slice(&package.constants);
        }
        whole
    }
}

/// The error of the driver's compiler, linker or loader.
fn failed(gpu: &Gpu, (error, log): api::JitError) -> Error {
    if error.is_sticky() || error.is_out_of_memory() {
        return gpu.alloc_error(log.len(), error);
    }
    let hint = if error.is_other_target() {
        "; the driver is older than the code, or the code is for another GPU"
    } else {
        ""
    };
    let log = if log.is_empty() { String::new() } else { format!("\n{log}") };
    Error::Build { log: format!("CUDA's driver does not take the code: {error}{hint}{log}") }
}

impl Program for CudaProgram {
    fn kernels(&self) -> &[Arc<dyn Kernel>] {
        &self.kernels
    }

    fn binary(&self) -> Result<Vec<u8>> {
        Ok(self.package.encode())
    }

    fn log(&self) -> &str {
        &self.log
    }

    fn symbol(&self, name: &str) -> Option<DevicePtr> {
        self.variables_named(name).next().map(|(address, _)| address)
    }

    fn variables(&self, name: &str) -> Vec<DevicePtr> {
        self.variables_named(name).map(|(address, _)| address).collect()
    }

    fn native_handle(&self) -> Option<NativeHandle> {
        Some(NativeHandle(self.code.module().raw().0))
    }
}
