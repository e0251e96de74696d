//! Compilation by `libtandem_codegen_nvptx.so`, and the cache of its results.

use tandem_codegen_abi::{DUMP_VARIABLE, FLAG_LINKABLE, FLAG_UNIT, Module, TIME_PASSES_VARIABLE};
use tandem_device::Result;
use tandem_device_code::CodeCache;
use tandem_device_code::cache::Key;
use tandem_device_code::codegen_library::{self, CodegenJob, CodegenLibrary, GeneratedCode};
use tandem_native_cuda::{Processor, libdevice};

use crate::unit::UnitSource;

static LIBRARY: CodegenLibrary = CodegenLibrary::new("nvptx", "TANDEM_CODEGEN_NVPTX");

/// Machine code that was made before. Not used while the stages of kernels are dumped, for which all
/// are compiled.
pub static CACHE: CodeCache = CodeCache::new(&[DUMP_VARIABLE, TIME_PASSES_VARIABLE]);

/// Compiles a module to a unit, which is a module of later jobs.
pub fn unit(source: &UnitSource, processor: Processor) -> Result<GeneratedCode> {
    let module = Module { bytes: &source.spirv, has_kernels: true };
    compile(vec![module], &source.options, &source.constants, processor, FLAG_UNIT)
}

/// Compiles a module to a package.
pub fn program(source: &UnitSource, processor: Processor) -> Result<GeneratedCode> {
    let module = Module { bytes: &source.spirv, has_kernels: true };
    compile(vec![module], &source.options, &source.constants, processor, 0)
}

/// Compiles units to a package, which may lack symbols of others.
pub fn link(units: &[&[u8]], options: &str, processor: Processor, is_whole: bool) -> Result<GeneratedCode> {
    let modules = units.iter().map(|unit| Module { bytes: unit, has_kernels: true }).collect();
    compile(modules, options, &[], processor, if is_whole { 0 } else { FLAG_LINKABLE })
}

fn compile(
    modules: Vec<Module<'_>>,
    options: &str,
    constants: &[(u32, Vec<u8>)],
    processor: Processor,
    flags: u64,
) -> Result<GeneratedCode> {
    let name = processor.name();
    let opt_level = optimization_level(options);
    LIBRARY.compile(&CodegenJob { modules, options, processor: Some(&name), opt_level, constants, flags })
}

/// The optimization level in the options; 3 by default.
pub fn optimization_level(options: &str) -> u32 {
    options.split_whitespace().fold(3, |level, option| match option {
        "-O0" | "-cl-opt-disable" => 0,
        "-O1" => 1,
        "-O2" => 2,
        "-O3" => 3,
        _ => level,
    })
}

/// Everything that the machine code of units depends on. `driver` is the version of CUDA's driver,
/// whose compiler makes it.
pub fn cache_key(sources: &[&UnitSource], options: &str, processor: Processor, driver: &str) -> Key {
    let mut key = Key::new();
    key.field("device", b"cuda");
    key.field("driver version", env!("CARGO_PKG_VERSION").as_bytes());
    key.field("cuda", driver.as_bytes());
    key.field("processor", processor.name().as_bytes());
    key.field("toolchain", &LIBRARY.identity());
    let library = libdevice::find(libdevice::named_by(options));
    key.field("libdevice", &library.map(|file| codegen_library::file_identity(&file)).unwrap_or_default());
    key.field("options", options.as_bytes());
    for source in sources {
        key.field("unit options", source.options.as_bytes());
        let mut constants: Vec<_> = source.constants.iter().collect();
        constants.sort_by_key(|(id, _)| *id);
        for (id, value) in constants {
            key.field("spec id", &id.to_le_bytes());
            key.field("spec value", value);
        }
        key.images(&[&source.spirv]);
    }
    key
}

/// Everything that the machine code depends on which CUDA's linker makes of compiled code.
pub fn link_cache_key(codes: &[&[u8]], options: &str, processor: Processor, driver: &str) -> Key {
    let mut key = Key::new();
    key.field("device", b"linked cuda");
    key.field("driver version", env!("CARGO_PKG_VERSION").as_bytes());
    key.field("cuda", driver.as_bytes());
    key.field("processor", processor.name().as_bytes());
    key.field("options", options.as_bytes());
    key.images(codes);
    key
}
