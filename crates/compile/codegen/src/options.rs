//! Options that the caller of a code generator chooses.

use std::path::PathBuf;

use tandem_codegen_abi::{DUMP_VARIABLE, TIME_PASSES_VARIABLE};

use crate::error::{Error, Result};

/// Options of one compilation for a target.
#[derive(Clone, Debug)]
pub struct Options<T> {
    /// 0 to 3.
    pub opt_level: u32,
    /// The path for intermediate code, if any.
    pub dump: Option<PathBuf>,
    /// Whether standard error shows how long passes take.
    pub times_passes: bool,
    /// Values of specialization constants: (id, little-endian bytes).
    pub spec_constants: Vec<(u32, Vec<u8>)>,
    /// Whether the code is to be linked with others, if that is possible on the target: functions that
    /// the modules export stay, and those that they import may be missing.
    pub linkable: bool,
    /// The target, with the options that only it has.
    pub target: T,
}

/// A target as its caller chooses it: the options that only it has.
pub trait TargetOptions: Clone + Default + Send {
    /// The defaults, with the settings from the environment.
    fn from_env() -> Self {
        Self::default()
    }

    /// Chooses the processor by LLVM's name of it.
    ///
    /// # Errors
    /// Names of no processor, or of one that is not supported.
    fn set_processor(&mut self, name: &str) -> Result<()>;

    /// Applies a build option; returns whether the target has it.
    ///
    /// # Errors
    /// Values that make no sense.
    fn apply(&mut self, option: &str) -> Result<bool>;
}

impl<T: TargetOptions> Default for Options<T> {
    fn default() -> Self {
        Self {
            opt_level: 2,
            dump: None,
            times_passes: false,
            spec_constants: Vec::new(),
            linkable: false,
            target: T::default(),
        }
    }
}

impl<T: TargetOptions> Options<T> {
    /// The defaults, with the dump directory and the target's options of the environment.
    pub fn from_env() -> Self {
        let dump = tandem_environment::variable_os(DUMP_VARIABLE).filter(|dir| !dir.is_empty()).map(PathBuf::from);
        let times_passes = tandem_environment::variable(TIME_PASSES_VARIABLE).is_some_and(|value| value == "1");
        Self { dump, times_passes, target: T::from_env(), ..Self::default() }
    }

    /// The options of code that is generated when a program is linked, of units that were compiled with an optimization
    /// level. As on the device, any optimization level means fast kernels.
    pub fn of_link(opt_level: u8) -> Self {
        Self { opt_level: if opt_level == 0 { 0 } else { 3 }, ..Self::from_env() }
    }

    /// Applies build options as users write them; returns warnings about those
    /// that mean nothing here.
    ///
    /// # Errors
    /// Values that make no sense.
    pub fn apply(&mut self, text: &str) -> Result<Vec<String>> {
        let mut warnings = Vec::new();
        for word in text.split_whitespace() {
            if !(self.target.apply(word)? || self.apply_shared(word)?) {
                warnings.push(format!("build option `{word}` is ignored"));
            }
        }
        Ok(warnings)
    }

    /// Applies an option that all targets have. Other OpenCL options have no effect here, because SPIR-V already
    /// carries them, or because code generation never relies on the behavior that they allow.
    fn apply_shared(&mut self, word: &str) -> Result<bool> {
        match word.strip_prefix("-O") {
            Some(level @ ("0" | "1" | "2" | "3")) => self.opt_level = level.parse().expect("a digit"),
            Some(_) => return Err(Error::Options(format!("`{word}` is not an optimization level"))),
            None if word == "-cl-opt-disable" => self.opt_level = 0,
            None => return Ok(word.starts_with("-cl-") || word == "-g"),
        }
        Ok(true)
    }
}
