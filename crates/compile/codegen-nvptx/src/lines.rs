//! Lines of the source in PTX: `.file` and `.loc`, from which NVIDIA's assembler makes the line
//! table that profilers, `cuda-gdb` and `compute-sanitizer` read.
//!
//! LLVM's C API cannot request debug information that consists only of directives. The rest of its output,
//! `.target …, debug` and sections of DWARF, tells the assembler not to optimize, so it is removed.

use tandem_ir::{DebugInfoBuilder, DebugLevel, EditableModule, Function, Inst};

/// The end of the target's line, where there is debug information.
const DEBUG_TARGET: &str = ", debug\n";
/// The beginning of the sections, which come last.
const SECTION: &str = "\t.section\t.debug_";

/// Gives an entry the lines of the kernel that is inlined into it.
pub fn begin<'m>(module: &'m EditableModule, entry: Function<'m>, kernel: Function<'m>, call: Inst<'m>) {
    let Some(source) = kernel.subprogram() else { return };
    let ((directory, file), line) = (source.file(), source.subprogram_line());
    let builder = DebugInfoBuilder::new(module, &directory, &file, "Tandem", DebugLevel::Lines);
    let scope = builder.subprogram(entry, builder.file(&directory, &file), line);
    call.set_debug_loc(module, Some(builder.location(scope, line, 0)));
}

/// PTX with lines, and without the rest of the debug information.
pub fn without_sections(ptx: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(ptx);
    let code = text.split_once(SECTION).map_or(&*text, |(code, _)| code);
    code.replacen(DEBUG_TARGET, "\n", 1).into_bytes()
}
