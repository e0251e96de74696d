//! Options that the caller of the code generator chooses.

use std::path::PathBuf;

use tandem_codegen::{Error, Result, TargetOptions};
pub use tandem_native_cuda::Processor;

/// Options of one compilation.
pub type Options = tandem_codegen::Options<Nvptx>;

/// The versions of PTX that brought processors, as features of LLVM's target, the newest first.
const PTX_VERSIONS: [(Processor, &str); 8] = [
    (Processor(90), "+ptx78"),
    (Processor(89), "+ptx78"),
    (Processor(87), "+ptx74"),
    (Processor(86), "+ptx71"),
    (Processor(80), "+ptx70"),
    (Processor(75), "+ptx63"),
    (Processor(72), "+ptx63"),
    (Processor(70), "+ptx63"),
];

/// The version of PTX with room for 32,764 bytes of parameters.
const PTX_OF_LARGE_PARAMETERS: &str = "+ptx81";

/// LLVM's settings for a processor: (its name, the version of PTX). Processors later than LLVM knows run the code of
/// the last one that it knows.
pub fn machine(processor: Processor, has_large_parameters: bool) -> (String, &'static str) {
    let known = PTX_VERSIONS.into_iter().find(|(known, _)| *known <= processor);
    let (known, version) = known.unwrap_or(PTX_VERSIONS[PTX_VERSIONS.len() - 1]);
    (known.name(), if has_large_parameters { PTX_OF_LARGE_PARAMETERS } else { version })
}

/// The target of NVIDIA's GPUs: packages of PTX, and what the caller chooses of it.
#[derive(Clone, Debug)]
pub struct Nvptx {
    /// The oldest processor that runs the code.
    pub processor: Processor,
    /// The file of libdevice, NVIDIA's mathematical functions; `None` to look for it
    /// ([`libdevice`](crate::libdevice)).
    pub libdevice: Option<PathBuf>,
    /// Whether subnormal numbers of single precision count as zero.
    pub flushes_subnormals: bool,
    /// Whether the code says which lines of the source it is from.
    pub has_lines: bool,
}

impl Default for Nvptx {
    fn default() -> Self {
        Self { processor: Processor::OLDEST, libdevice: None, flushes_subnormals: false, has_lines: false }
    }
}

impl TargetOptions for Nvptx {
    fn set_processor(&mut self, name: &str) -> Result<()> {
        let oldest = Processor::OLDEST.name();
        let known = Processor::from_name(name);
        let processor = known
            .ok_or_else(|| Error::Options(format!("`{name}` is not the name of a processor such as `{oldest}`")))?;
        if processor < Processor::OLDEST {
            return Err(Error::Options(format!(
                "`{name}` is not supported; the oldest supported processor is `{oldest}`"
            )));
        }
        self.processor = processor;
        Ok(())
    }

    fn apply(&mut self, option: &str) -> Result<bool> {
        match option.split_once('=') {
            Some(("-march" | "-mcpu" | "--cuda-gpu-arch" | "--offload-arch", name)) => self.set_processor(name)?,
            Some(("--libdevice", file)) => self.libdevice = Some(file.into()),
            _ => match option {
                "-g" | "-lineinfo" | "-gline-tables-only" => self.has_lines = true,
                "-cl-denorms-are-zero" | "-fcuda-flush-denormals-to-zero" | "-ftz=true" => {
                    self.flushes_subnormals = true;
                }
                _ => return Ok(false),
            },
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn build_options() {
        let mut options = Options::default();
        let warnings = options.apply("-O2 -march=sm_86 -cl-fast-relaxed-math -g --whatever").expect("valid");
        assert_eq!((options.opt_level, options.target.processor, options.target.has_lines), (2, Processor(86), true));
        assert_eq!(warnings, ["build option `--whatever` is ignored"]);
        options.apply("-ftz=true --libdevice=/a/b.bc -cl-opt-disable").expect("valid");
        assert_eq!((options.opt_level, options.target.flushes_subnormals), (0, true));
        assert_eq!(options.target.libdevice, Some(PathBuf::from("/a/b.bc")));
        for wrong in ["-Ofast", "-march=native", "-march=sm_60"] {
            assert!(Options::default().apply(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn processors_for_llvm() {
        assert_eq!(machine(Processor(70), false), ("sm_70".to_owned(), "+ptx63"));
        assert_eq!(machine(Processor(88), false), ("sm_87".to_owned(), "+ptx74"));
        assert_eq!(machine(Processor(120), true), ("sm_90".to_owned(), "+ptx81"));
    }
}
