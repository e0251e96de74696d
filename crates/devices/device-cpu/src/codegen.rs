//! Compilation jobs of the CPU driver for `libtandem_codegen_cpu.so`.

use tandem_codegen_abi::{FLAG_LINKABLE, FLAG_UNIT, Module};
use tandem_device::Result;
use tandem_device_code::codegen_library::{CodegenJob, CodegenLibrary, GeneratedCode};

static LIBRARY: CodegenLibrary = CodegenLibrary::new("cpu", "TANDEM_CODEGEN_CPU");

/// The kind of result that a compilation produces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// A unit of one module, which is an input of later jobs.
    Unit,
    /// An object that needs no other.
    Program,
    /// An object that exports functions, and may import some.
    Linkable,
}

impl Output {
    /// Its name, for keys of the cache.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unit => "unit",
            Self::Program => "program",
            Self::Linkable => "linkable",
        }
    }

    fn flags(self) -> u64 {
        match self {
            Self::Unit => FLAG_UNIT,
            Self::Program => 0,
            Self::Linkable => FLAG_LINKABLE,
        }
    }
}

/// A compilation job.
pub struct Job<'a> {
    /// The modules; they are linked with one another.
    pub inputs: Vec<Module<'a>>,
    /// Options as the user wrote them.
    pub options: String,
    /// Values of specialization constants in SPIR-V.
    pub constants: &'a [(u32, Vec<u8>)],
    /// The kind of its result.
    pub output: Output,
}

/// Compiles modules for this machine's processor.
pub fn compile(job: &Job<'_>) -> Result<GeneratedCode> {
    LIBRARY.compile(&CodegenJob {
        modules: job.inputs.clone(),
        options: &job.options,
        processor: None,
        opt_level: target(&job.options).0,
        constants: job.constants,
        flags: job.output.flags(),
    })
}

/// Identifies the library without loading it.
pub fn identity() -> Vec<u8> {
    LIBRARY.identity()
}

/// The properties of the code that options determine: the optimization level, by default 3, and the processor, if one
/// is named. Modules that agree in both can share an object.
pub fn target(options: &str) -> (u32, Option<&str>) {
    options.split_whitespace().fold((3, None), |(level, processor), option| match option {
        "-O0" | "-cl-opt-disable" => (0, processor),
        "-O1" => (1, processor),
        "-O2" => (2, processor),
        "-O3" => (3, processor),
        option => {
            let named = option.strip_prefix("-march=").or_else(|| option.strip_prefix("-mcpu="));
            (level, named.map_or(processor, |name| Some(name).filter(|name| *name != "native")))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::target;

    #[test]
    fn the_last_option_counts() {
        assert_eq!(target(""), (3, None));
        assert_eq!(target("-g -O0"), (0, None));
        assert_eq!(target("-O0 -march=skylake -O2"), (2, Some("skylake")));
        assert_eq!(target("-cl-opt-disable -mcpu=a -march=native"), (0, None));
    }
}
