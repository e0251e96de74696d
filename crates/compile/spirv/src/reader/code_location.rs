//! Where an error is, for people: the kernel or function, and the line of its
//! source. Modules are searched for that when there is an error, and only then.

use rspirv::spirv::{Decoration, Op};
use rustc_hash::FxHashMap;
use tandem_image::demangle;
use tandem_ir::{Module, SPIR_KERNEL};
use tandem_spirv_binary::{Id, Instruction, Location, Words};

/// The function and the source line of an instruction.
#[derive(Debug, Default)]
pub(super) struct CodeLocation {
    pub function: Option<Box<str>>,
    pub line: Option<Box<str>>,
}

impl CodeLocation {
    /// The location of an instruction; parts that the module does not specify are missing.
    pub fn of(words: &Words, at: &Location) -> Self {
        let mut names = Names::default();
        let (mut function, mut line) = (None, None);
        for inst in words.instructions().map_while(Result::ok) {
            match inst.op() {
                Some(Op::Function) => (function, line) = (inst.operands.get(1).copied(), None),
                Some(Op::Line) => line = inst.operands.first_chunk().copied(),
                // Lines end with their block.
                Some(Op::NoLine | Op::Label) => line = None,
                _ => names.note(&inst),
            }
            if inst.location.instruction >= at.instruction {
                break;
            }
            if inst.op() == Some(Op::FunctionEnd) {
                (function, line) = (None, None);
            }
        }
        Self { function: function.and_then(|id| names.function(Id(id))), line: line.and_then(|line| names.line(line)) }
    }

    /// The first function that LLVM's verifier objects to.
    pub fn of_broken_function(module: &Module) -> Self {
        let broken = module.functions().into_iter().find(|function| !function.is_valid());
        let function = broken.map(|function| title(&function.name(), function.call_conv() == SPIR_KERNEL));
        Self { function, line: None }
    }
}

/// The names that a module gives, as far as they were read.
#[derive(Default)]
struct Names {
    kernels: FxHashMap<Id, String>,
    symbols: FxHashMap<Id, String>,
    names: FxHashMap<Id, String>,
    strings: FxHashMap<Id, String>,
}

impl Names {
    /// Notes a name; malformed ones are none.
    fn note(&mut self, inst: &Instruction<'_>) {
        let mut ops = inst.cursor();
        let is_symbol = inst.operands.get(1) == Some(&(Decoration::LinkageAttributes as u32));
        let (names, skipped) = match inst.op() {
            Some(Op::EntryPoint) => (&mut self.kernels, 1),
            Some(Op::Decorate) if is_symbol => (&mut self.symbols, 0),
            Some(Op::Name) => (&mut self.names, 0),
            Some(Op::String) => (&mut self.strings, 0),
            _ => return,
        };
        let mut read = || {
            for _ in 0..skipped {
                ops.word()?;
            }
            let id = ops.id()?;
            if is_symbol && inst.op() == Some(Op::Decorate) {
                ops.word()?;
            }
            Ok::<_, tandem_spirv_binary::Malformed>((id, ops.string()?))
        };
        names.extend(read());
    }

    fn function(&self, id: Id) -> Option<Box<str>> {
        if let Some(kernel) = self.kernels.get(&id) {
            return Some(title(kernel, true));
        }
        let name = self.symbols.get(&id).or_else(|| self.names.get(&id)).filter(|name| !name.is_empty())?;
        // The code of a kernel may be in a separate function.
        Some(title(name, self.kernels.values().any(|kernel| kernel == name)))
    }

    fn line(&self, [file, line, column]: [u32; 3]) -> Option<Box<str>> {
        Some(format!("{}:{line}:{column}", self.strings.get(&Id(file))?).into())
    }
}

fn title(name: &str, is_kernel: bool) -> Box<str> {
    let title = match is_kernel {
        true => format!("kernel `{}`", demangle::kernel(name)),
        false => format!("function `{}`", demangle::symbol(name)),
    };
    title.into()
}
