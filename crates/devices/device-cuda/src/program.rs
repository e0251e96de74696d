//! Programs, which are linked and loaded.

use std::sync::Arc;

use tandem_device::{
    CompileRequest, DevicePtr, Error, HostPtr, HostTransfer, Kernel, LinkRequest, NativeHandle, Program, Result,
};
use tandem_device_code::codegen_library::GeneratedCode;
use tandem_image::spec_constant;
use tandem_native_cuda::{self as native, Package};

use crate::api::{Code, Module};
use crate::assertion::AssertionBlock;
use crate::codegen;
use crate::device::CudaDevice;
use crate::kernel::CudaKernel;
use crate::loaded_code::LoadedCode;
use crate::machine_code::{self, Codes, code_for};
use crate::object::{CudaObject, Source, decode, source_of};
use crate::unit::{self, UnitSource};

/// A loaded program.
pub struct CudaProgram {
    /// The package that it was loaded from, which needs no link.
    package: Package,
    code: Arc<LoadedCode>,
    kernels: Vec<Arc<dyn Kernel>>,
    log: String,
}

impl CudaProgram {
    /// Compiles an image and links it by itself.
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
            return Err(Error::Build { log: "there are no objects to link".into() });
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

    /// Loads the code generator's output for units, newly made or from the cache.
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
            Self::load(device, package, options, log)
        };
        Ok(codegen::CACHE.load(key, image_bytes, generate, load)?)
    }

    /// Loads packages, linked now or before.
    fn load_linked(device: &CudaDevice, packages: &[&Package], options: &str) -> Result<Arc<dyn Program>> {
        let codes = Codes::of(device, packages)?;
        Ok(match codes.loadable() {
            Some(package) => Self::load(device, package, options, String::new())?,
            None => Self::load_code(device, &codes, options)?,
        })
    }

    /// Loads what CUDA's linker makes of code, now or before.
    fn load_code(device: &CudaDevice, codes: &Codes<'_>, options: &str) -> Result<Arc<Self>> {
        let hardware = device.hardware();
        let bytes: Vec<&[u8]> = codes.codes.iter().map(|code| code.bytes.as_slice()).collect();
        let key = || codegen::link_cache_key(&bytes, options, hardware.processor(), &hardware.info().driver_version);
        let link = || codes.linked_code(device, options);
        let load = |cubin, log| Self::load(device, codes.package(device, cubin), options, log);
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

    /// Loads a package that needs no link, and gives its constants their values.
    fn load(device: &CudaDevice, package: Package, options: &str, log: String) -> Result<Arc<Self>> {
        let gpu = device.gpu()?;
        let code = code_for(&package, device.hardware())?;
        let code = Code { kind: machine_code::kind(code), bytes: &code.bytes };
        let (module, warnings) = Module::load(&gpu.primary, &code, machine_code::jit_options(options))
            .map_err(|error| machine_code::failed(gpu, error))?;
        let log = unit::join(&log, &warnings);
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
