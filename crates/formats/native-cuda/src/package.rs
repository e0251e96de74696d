//! Packages: the code of a program for one or several processors, with the information that a driver needs about it.
//! This is the form of ahead-of-time images and of cache entries.

use crate::kernel::CudaKernel;

/// A generation of processors by its compute capability: 90 for 9.0 (`sm_90`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Processor(
    /// Ten times the major number, plus the minor one.
    pub u32,
);

impl Processor {
    /// The oldest one that code is made for: Volta, whose work-items have a program counter each,
    /// and whose memory model has scopes.
    pub const OLDEST: Self = Self(70);

    /// From CUDA's compute capability.
    pub fn from_capability(major: u32, minor: u32) -> Self {
        Self(10 * major + minor)
    }

    /// From a name such as `sm_90`; what follows the number (`sm_90a`) is left out.
    pub fn from_name(name: &str) -> Option<Self> {
        let number = name.strip_prefix("sm_")?.trim_end_matches(|c: char| c.is_ascii_lowercase());
        number.parse().ok().filter(|number| *number >= 10).map(Self)
    }

    /// Its name: `sm_90`.
    pub fn name(self) -> String {
        format!("sm_{}", self.0)
    }

    fn major(self) -> u32 {
        self.0 / 10
    }
}

/// The form of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CodeKind {
    /// Text of a PTX module, without a terminating zero. It runs on its processor and all later
    /// ones; CUDA's driver compiles it.
    Ptx,
    /// Machine code, an ELF file. It runs on processors with the same major number and at least
    /// the same minor one.
    Cubin,
}

/// The code of a program for a processor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The form of the code.
    pub kind: CodeKind,
    /// The processor that it is made for.
    pub processor: Processor,
    /// The code.
    pub bytes: Vec<u8>,
}

impl Code {
    /// Whether a processor runs it.
    pub fn runs_on(&self, processor: Processor) -> bool {
        let is_family = self.processor.major() == processor.major();
        self.processor <= processor && (is_family || self.kind == CodeKind::Ptx)
    }
}

/// A variable that the host finds by name: a device global, or a specialization constant that
/// was compiled ahead of time (`docs/internals/boundaries.md`, sections 7 and 9).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name in device IR.
    pub name: String,
    /// Its symbol in PTX and cubins.
    pub symbol: String,
    /// Its size in bytes.
    pub bytes: u64,
}

/// A program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Package {
    /// Its kernels.
    pub kernels: Vec<CudaKernel>,
    /// Its variables that the host finds by name.
    pub variables: Vec<Variable>,
    /// Its code, each the whole program.
    pub codes: Vec<Code>,
    /// Values of specialization constants, which its variables get when it is loaded: (id, bytes).
    pub constants: Vec<(u32, Vec<u8>)>,
}

impl Package {
    /// The code for a processor: machine code before PTX, and of each the newest that runs there.
    pub fn code_for(&self, processor: Processor) -> Option<&Code> {
        let runs = self.codes.iter().filter(|code| code.runs_on(processor));
        runs.max_by_key(|code| (code.kind == CodeKind::Cubin, code.processor))
    }

    /// Gives specialization constants values, in place of those that they have.
    pub fn set_constants(&mut self, values: Vec<(u32, Vec<u8>)>) {
        self.constants.retain(|(id, _)| values.iter().all(|(other, _)| other != id));
        self.constants.extend(values);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_processors() {
        assert_eq!(Processor::from_name("sm_90"), Some(Processor(90)));
        assert_eq!(Processor::from_name("sm_90a"), Some(Processor::from_capability(9, 0)));
        assert_eq!(Processor::from_name("sm_120").map(Processor::name), Some("sm_120".into()));
        for name in ["sm_", "sm_9", "90", "sm_x"] {
            assert_eq!(Processor::from_name(name), None, "{name}");
        }
    }

    #[test]
    fn the_best_code_is_chosen() {
        let code = |kind, number: u32| Code { kind, processor: Processor(number), bytes: Vec::new() };
        let (ptx, cubin) = (CodeKind::Ptx, CodeKind::Cubin);
        let codes = vec![code(ptx, 70), code(ptx, 80), code(cubin, 80), code(cubin, 89)];
        let package = Package { codes, ..Package::default() };
        let chosen = |number| package.code_for(Processor(number)).map(|code| (code.kind, code.processor.0));
        assert_eq!(chosen(60), None);
        assert_eq!(chosen(75), Some((ptx, 70)));
        assert_eq!(chosen(86), Some((cubin, 80)));
        assert_eq!(chosen(89), Some((cubin, 89)));
        assert_eq!(chosen(90), Some((ptx, 80)));
    }
}
