//! Machine code for a device: what CUDA's compiler and linker make of packages.

use tandem_device::{Error, Result};
use tandem_device_code::codegen_library::GeneratedCode;
use tandem_native_cuda::{self as native, Package, Processor};

use crate::api::{Code, CodeKind, JitError, JitOptions, link};
use crate::device::CudaDevice;
use crate::gpu::Gpu;
use crate::hardware::Hardware;

/// The code of a package that the device runs.
pub fn code_for<'a>(package: &'a Package, hardware: &Hardware) -> Result<&'a native::Code> {
    let processor = hardware.processor();
    package.code_for(processor).ok_or_else(|| {
        let all: Vec<String> = package.codes.iter().map(|code| code.processor.name()).collect();
        let all = if all.is_empty() { "nothing".to_owned() } else { all.join(", ") };
        let text = format!("it has code for {all}, but {} is {}", hardware.info().name, processor.name());
        Error::UnsupportedImage(text)
    })
}

/// The code of packages for a device, to become one package.
pub struct Codes<'a> {
    packages: &'a [&'a Package],
    /// The selected code of each package.
    pub codes: Vec<&'a native::Code>,
}

impl<'a> Codes<'a> {
    /// Fails if a package has none for the device.
    pub fn of(device: &CudaDevice, packages: &'a [&'a Package]) -> Result<Self> {
        let codes = packages.iter().map(|package| code_for(package, device.hardware())).collect::<Result<_>>()?;
        Ok(Self { packages, codes })
    }

    /// The package, if it is the only one and is loaded without a link: it has machine code, or PTX with
    /// functions and nothing undefined. CUDA's linker compiles functions for unknown callers, and then
    /// reserves registers for each level of calls: 134 for a kernel that needs 40. When PTX is loaded,
    /// the driver compiles it as a whole, and caches the machine code itself.
    pub fn loadable(&self) -> Option<Package> {
        match (self.packages, self.codes.as_slice()) {
            ([package], [code]) if needs_no_link(code) => Some((*package).clone()),
            _ => None,
        }
    }

    /// The package with what CUDA's compiler and linker make of the code, and their warnings.
    pub fn link(&self, device: &CudaDevice, options: &str) -> Result<(Package, String)> {
        if let Some(package) = self.loadable() {
            return Ok((package, String::new()));
        }
        let linked = self.linked_code(device, options)?;
        Ok((self.package(device, linked.code), linked.log))
    }

    /// The output of CUDA's compiler and linker for the code.
    pub fn linked_code(&self, device: &CudaDevice, options: &str) -> Result<GeneratedCode> {
        let gpu = device.gpu()?;
        let inputs: Vec<Code<'_>> =
            self.codes.iter().map(|code| Code { kind: kind(code), bytes: &code.bytes }).collect();
        let (code, log) = link(&gpu.primary, &inputs, jit_options(options)).map_err(|error| failed(gpu, error))?;
        Ok(GeneratedCode { code, log, llvm: None })
    }

    /// The package with machine code.
    pub fn package(&self, device: &CudaDevice, cubin: Vec<u8>) -> Package {
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

/// The form of code, for the driver.
pub fn kind(code: &native::Code) -> CodeKind {
    match code.kind {
        native::CodeKind::Ptx => CodeKind::Ptx,
        native::CodeKind::Cubin => CodeKind::Cubin,
    }
}

/// How the driver compiles PTX with these options of a build.
pub fn jit_options(options: &str) -> JitOptions {
    let has_lines = options.split_whitespace().any(|option| option.starts_with("-g"));
    JitOptions { optimization_level: None, has_lines }
}

/// Machine code, or PTX with functions of which none is declared only.
fn needs_no_link(code: &native::Code) -> bool {
    if code.kind == native::CodeKind::Cubin {
        return true;
    }
    let text = String::from_utf8_lossy(&code.bytes);
    let functions = || text.lines().filter(|line| line.starts_with('.') && line.contains(".func "));
    functions().next().is_some() && !functions().any(|line| line.starts_with(".extern"))
}

/// The error of the driver's compiler, linker or loader.
pub fn failed(gpu: &Gpu, (error, log): JitError) -> Error {
    if error.is_sticky() || error.is_out_of_memory() {
        return gpu.alloc_error(log.len(), error);
    }
    let hint = if error.is_other_target() {
        "; the driver is older than the code, or the code is for another GPU"
    } else {
        ""
    };
    let log = if log.is_empty() { String::new() } else { format!("\n{log}") };
    Error::Build { log: format!("CUDA's driver rejects the code: {error}{hint}{log}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ptx_with_functions_is_loaded_as_a_whole() {
        let ptx = |text: &str| {
            let processor = Processor(90);
            native::Code { kind: native::CodeKind::Ptx, processor, bytes: text.as_bytes().to_vec() }
        };
        let entry = ".visible .entry k(\n)\n{\n\tret;\n}\n";
        let helper = ".func  (.param .b32 result) helper(\n\t.param .b32 number\n)\n{\n\tret;\n}\n";
        let printf = ".extern .func  (.param .b32 func_retval0) vprintf\n(\n\t.param .b64 text\n)\n;\n";
        assert!(needs_no_link(&ptx(&[helper, entry].concat())));
        assert!(!needs_no_link(&ptx(entry)), "the link's result is cached with the program");
        assert!(!needs_no_link(&ptx(&[printf, helper, entry].concat())));
        assert!(needs_no_link(&native::Code { kind: native::CodeKind::Cubin, ..ptx("") }));
    }
}
