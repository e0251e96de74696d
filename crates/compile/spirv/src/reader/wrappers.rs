//! Kernels that only pass their arguments on.
//!
//! SPIRV-LLVM-Translator splits a kernel in two: the entry point, whose only
//! instruction is a call, and the kernel's code as an ordinary function (so
//! that other kernels may call it). Where nothing else needs the function, it
//! becomes the kernel itself, and the wrapper disappears.

use rspirv::spirv::Op;
use rustc_hash::FxHashMap;

use super::scan::Scan;
use super::support::stands_anywhere;
use tandem_spirv_binary::{Id, Instruction};

/// Moves entry points and execution modes from wrappers to the functions that
/// they call; the wrappers are marked as such.
pub(super) fn dissolve(scan: &mut Scan<'_>) {
    let uses = count_uses(scan);
    let wrappers: Vec<(Id, Id)> = scan.kernels.keys().filter_map(|kernel| wrapped(scan, *kernel, &uses)).collect();
    for (kernel, code) in wrappers {
        if let Some(name) = scan.kernels.remove(&kernel) {
            scan.kernels.insert(code, name);
        }
        if let Some(modes) = scan.modes.remove(&kernel) {
            scan.modes.insert(code, modes);
        }
        scan.wrappers.insert(kernel);
    }
}

/// How often each function is called or has its address taken.
fn count_uses(scan: &Scan<'_>) -> FxHashMap<Id, u32> {
    let mut uses = FxHashMap::default();
    for inst in &scan.structure.instructions {
        let callee = match inst.op() {
            Some(Op::FunctionCall | Op::ConstantFunctionPointerINTEL) => inst.operands.get(2),
            _ => None,
        };
        if let Some(callee) = callee {
            *uses.entry(Id(*callee)).or_default() += 1;
        }
    }
    uses
}

/// The function that a kernel passes its arguments to, if the kernel does
/// nothing else and nothing else uses either of the two.
fn wrapped(scan: &Scan<'_>, kernel: Id, uses: &FxHashMap<Id, u32>) -> Option<(Id, Id)> {
    let start = scan.structure.functions.get(&kernel)?;
    let body: Vec<&Instruction<'_>> = scan.structure.instructions[start + 1..]
        .iter()
        .take_while(|inst| inst.op() != Some(Op::FunctionEnd))
        .filter(|inst| !stands_anywhere(inst))
        .collect();
    let [params @ .., label, call, end] = body.as_slice() else { return None };
    let ops = [label.op()?, call.op()?, end.op()?];
    if ops != [Op::Label, Op::FunctionCall, Op::Return] {
        return None;
    }
    let [_, _, code, args @ ..] = call.operands else { return None };
    let code = Id(*code);
    let passes_all = params.len() == args.len()
        && params
            .iter()
            .zip(args)
            .all(|(param, arg)| param.op() == Some(Op::FunctionParameter) && param.operands.get(1) == Some(arg));
    let unneeded = scan.decorations(code).linkage.as_ref().is_none_or(|(name, _)| *name == scan.kernels[&kernel]);
    let is_defined = scan.structure.functions.contains_key(&code) && !scan.kernels.contains_key(&code);
    let only_use = uses.get(&code) == Some(&1) && !uses.contains_key(&kernel);
    (passes_all && unneeded && is_defined && only_use).then_some((kernel, code))
}
