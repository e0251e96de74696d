//! Reports constructs that kernels must not contain (SYCL 2020, 5.4), with source line and the chain of calls from the
//! kernel.
//!
//! Two passes check the code: [`check`] reads it as clang wrote it, before anything is inlined; [`check_optimized`]
//! finds calls of functions of the host.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use tandem_image::demangle;
use tandem_ir::{
    AttributePlace, DebugLoc, Frame, Function, Inst, Intrinsic, Module, Opcode, TypeKind, Value, ValueKind,
};

use super::diagnostics::Diagnostics;
use super::headers::Headers;
use super::kernel_info;
use super::markers::Kernel;
use super::names::is_builtin;

const EXCEPTIONS: &str = "cannot use exceptions";
const RUN_TIME_STATIC: &str = "cannot use a static variable that is initialized at run time";

/// Checks everything that the kernels and external functions reach; exceptions
/// only where these are of interest.
pub fn check(module: &Module, kernels: &[Kernel], externals: &[String], exceptions: bool) -> Result<(), Diagnostics> {
    let mut checker = Checker {
        callers: HashMap::new(),
        diagnostics: Diagnostics::default(),
        kernels: HashMap::new(),
        exceptions,
        headers: Headers::of(module),
    };
    let entries = kernels.iter().filter_map(|kernel| {
        let entry = module.function(&kernel.entry)?;
        Some((entry, format!("SYCL kernel '{}'", kernel.display_name()), kernel.place.clone()))
    });
    let externals = externals.iter().filter_map(|name| {
        let function = module.function(name)?;
        Some((function, format!("SYCL_EXTERNAL function '{}'", demangle::symbol(name)), None))
    });
    for (root, title, place) in entries.chain(externals) {
        checker.kernels.insert(root, (title, place));
        if checker.first_reached(root, None) {
            checker.visit(root, &mut Vec::new());
        }
    }
    checker.diagnostics.into_result()
}

/// Checks for errors that are visible only once everything is inlined: calls through pointers that the host passes to a
/// kernel, since they lead to the host's code. Pointers that device code made, of `SYCL_EXTERNAL` functions for
/// example, come from device code or from memory.
pub fn check_optimized(module: &Module) -> Result<(), Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let headers = Headers::of(module);
    for function in module.functions() {
        for inst in function.insts() {
            let is_from_host = || inst.callee().is_some_and(|callee| is_kernel_argument(callee, &mut HashSet::new()));
            if is_indirect_call(inst) && is_from_host() {
                diagnostics.error(
                    place_of(inst),
                    "SYCL kernel cannot call through a function pointer that it captures from the host",
                );
                inlined_chain(inst.debug_loc(), &headers, &mut diagnostics);
                if kernel_info::is_kernel(function) {
                    let name = demangle::kernel(&function.name());
                    diagnostics.note(None, format!("in SYCL kernel '{name}'"));
                }
            }
        }
    }
    diagnostics.into_result()
}

/// Whether a function is called through a pointer anywhere.
pub fn has_indirect_calls(module: &Module) -> bool {
    module.functions().into_iter().any(|function| function.insts().into_iter().any(is_indirect_call))
}

fn is_indirect_call(inst: Inst<'_>) -> bool {
    inst.callee().is_some_and(|callee| callee.kind() != ValueKind::Function) && !is_inline_asm(inst)
}

/// Whether a value is, or may be, passed to a kernel by value from the host.
fn is_kernel_argument<'m>(value: Value<'m>, seen: &mut HashSet<Value<'m>>) -> bool {
    if let Some((function, _)) = value.as_argument() {
        return kernel_info::is_kernel(function);
    }
    let Some(inst) = value.as_inst().filter(|_| seen.insert(value)) else {
        return false;
    };
    match inst.opcode() {
        Opcode::LLVMSelect | Opcode::LLVMPHI | Opcode::LLVMIntToPtr | Opcode::LLVMBitCast | Opcode::LLVMFreeze => {
            inst.operands().into_iter().any(|operand| is_kernel_argument(operand, seen))
        }
        Opcode::LLVMLoad => is_closure_address(inst.operand(0)),
        _ => false,
    }
}

/// Whether an address leads into an object that the host passed by value.
fn is_closure_address(mut address: Value<'_>) -> bool {
    while let Some(inst) = address.as_inst().filter(|inst| inst.opcode() == Opcode::LLVMGetElementPtr) {
        address = inst.operand(0);
    }
    address.as_argument().is_some_and(|(function, index)| {
        kernel_info::is_kernel(function) && function.has_attribute(AttributePlace::Param(index), "byval")
    })
}

/// The calling function and the place of the call; `None` for roots.
type Caller<'m> = Option<(Function<'m>, Option<Frame>)>;

struct Checker<'m> {
    /// How each reached function was first reached.
    callers: HashMap<Function<'m>, Caller<'m>>,
    kernels: HashMap<Function<'m>, (String, Option<Frame>)>,
    diagnostics: Diagnostics,
    /// Whether exceptions are reported.
    exceptions: bool,
    headers: Headers,
}

impl<'m> Checker<'m> {
    /// Checks `function` and, depth first, its callees. `path` holds the functions being visited, to detect recursion.
    fn visit(&mut self, function: Function<'m>, path: &mut Vec<Function<'m>>) {
        path.push(function);
        let mut reported = HashSet::new();
        for inst in function.insts() {
            if let Some(problem) = problem_of(inst)
                && (self.exceptions || problem != EXCEPTIONS)
                && reported.insert(problem.clone())
            {
                self.report(function, inst, &problem);
            }
            let Some(callee) = inst.called_function().filter(|callee| !callee.is_declaration()) else {
                continue;
            };
            if path.contains(&callee) {
                self.report(
                    function,
                    inst,
                    &format!("cannot call a recursive function '{}'", demangle::symbol(&callee.name())),
                );
            } else if self.first_reached(callee, Some((function, place_of(inst)))) {
                self.visit(callee, path);
            }
        }
        path.pop();
    }

    /// Notes how a function was reached. False when it was reached before.
    fn first_reached(&mut self, function: Function<'m>, caller: Caller<'m>) -> bool {
        match self.callers.entry(function) {
            Entry::Occupied(_) => false,
            Entry::Vacant(entry) => {
                entry.insert(caller);
                true
            }
        }
    }

    fn report(&mut self, function: Function<'m>, inst: Inst<'m>, problem: &str) {
        self.diagnostics.error(place_of(inst), format!("SYCL kernel {problem}"));
        let mut current = function;
        while let Some((caller, place)) = self.callers.get(&current).cloned().flatten() {
            // The wrappers between kernel and functor are ours, not the user's.
            if !place.as_ref().is_some_and(|place| self.headers.contain(place)) {
                self.diagnostics.note(place, format!("'{}' is called here", demangle::symbol(&current.name())));
            }
            current = caller;
        }
        if let Some((title, place)) = self.kernels.get(&current).cloned() {
            let place = super::markers::user_place(&self.headers, current, 0).or(place);
            self.diagnostics.note(place, format!("in {title}"));
        }
    }
}

/// The error in one instruction, as text to follow "SYCL kernel ".
fn problem_of(inst: Inst<'_>) -> Option<String> {
    if let Some(problem) = problem_of_opcode(inst) {
        return Some(problem.into());
    }
    if is_type_info_load(inst) {
        return Some("cannot use rtti".into());
    }
    if is_long_double(inst.value()) || inst.operands().into_iter().any(is_long_double) {
        return Some("cannot use 'long double'".into());
    }
    if inst.is_call() {
        if is_inline_asm(inst) {
            return Some("cannot use inline assembly".into());
        }
        if is_virtual_call(inst) {
            return Some("cannot call a virtual function".into());
        }
        if let Some(problem) = inst.called_function().and_then(problem_of_callee) {
            return Some(problem);
        }
    }
    let callee = inst.callee();
    inst.operands().into_iter().filter(|operand| Some(*operand) != callee).find_map(problem_of_operand)
}

fn problem_of_opcode(inst: Inst<'_>) -> Option<&'static str> {
    match inst.opcode() {
        Opcode::LLVMAlloca if inst.operand(0).const_u64().is_none() => Some("cannot use a variable-length array"),
        Opcode::LLVMIndirectBr => Some("cannot use computed goto"),
        Opcode::LLVMVAArg => Some("cannot use variable arguments"),
        Opcode::LLVMLandingPad | Opcode::LLVMResume => Some(EXCEPTIONS),
        _ => None,
    }
}

fn is_long_double(value: Value<'_>) -> bool {
    matches!(value.ty().scalar().kind(), TypeKind::X86Fp80 | TypeKind::Fp128)
}

fn is_inline_asm(inst: Inst<'_>) -> bool {
    // An empty template is a compiler barrier, which requires nothing of the host.
    inst.callee().is_some_and(|callee| {
        callee.kind() == ValueKind::InlineAsm && !callee.to_string().contains("asm sideeffect \"\"")
    })
}

/// Whether the callee is loaded from a virtual table: slots count from 0.
fn is_virtual_call(inst: Inst<'_>) -> bool {
    inst.callee().and_then(loaded_table_slot).is_some_and(|slot| slot >= 0)
}

/// Whether a value is the type information before a virtual table.
fn is_type_info_load(inst: Inst<'_>) -> bool {
    loaded_table_slot(inst.value()) == Some(-1)
}

/// The slot, where a value is loaded from a table of pointers that itself is
/// loaded from an object.
fn loaded_table_slot(value: Value<'_>) -> Option<i64> {
    let load = |value: Value<'_>| value.as_inst().is_some_and(|inst| inst.opcode() == Opcode::LLVMLoad);
    let address = value.as_inst().filter(|inst| inst.opcode() == Opcode::LLVMLoad)?.operand(0);
    let is_table = address.gep_source_type().is_some_and(|ty| ty.is_pointer()) && load(address.operands()[0]);
    if is_table && address.operands().len() == 2 { address.operands()[1].const_i64() } else { None }
}

fn problem_of_callee(callee: Function<'_>) -> Option<String> {
    let name = callee.name();
    match callee.intrinsic() {
        Some(intrinsic) if intrinsic.is_about_exceptions() => return Some(EXCEPTIONS.into()),
        Some(Intrinsic::ThreadLocalAddress) => return Some("cannot use a thread-local variable".into()),
        _ => {}
    }
    if is_builtin(&name) {
        return None;
    }
    if callee.function_type().is_var_arg() {
        return Some(format!("cannot call a variadic function '{}'", demangle::symbol(&name)));
    }
    if !callee.is_declaration() {
        return None;
    }
    let is_one_of = |names: &[&str]| names.contains(&name.as_str());
    let starts_with = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    if starts_with(&["_Znw", "_Zna", "_Zdl", "_Zda"])
        || is_one_of(&["malloc", "calloc", "realloc", "free", "aligned_alloc", "posix_memalign"])
    {
        return Some("cannot allocate storage".into());
    }
    if starts_with(&["__cxa_throw", "__cxa_allocate_exc", "__cxa_rethrow", "__cxa_begin_catch"]) || is_std_throw(&name)
    {
        return Some(EXCEPTIONS.into());
    }
    if is_one_of(&["__dynamic_cast", "__cxa_bad_typeid", "__cxa_bad_cast"]) {
        return Some("cannot use rtti".into());
    }
    if name == "__cxa_guard_acquire" {
        return Some(RUN_TIME_STATIC.into());
    }
    if is_one_of(&["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "longjmp", "siglongjmp", "__longjmp_chk"]) {
        return Some(format!("cannot call '{name}'"));
    }
    if starts_with(&["_ZNSo", "_ZNSi", "_ZStls", "_ZStrs"]) {
        return Some("cannot use iostreams".into());
    }
    None
}

/// `std::__throw_…` of the C++ library: `_ZSt<len>__throw_…`.
fn is_std_throw(name: &str) -> bool {
    name.strip_prefix("_ZSt")
        .is_some_and(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with("__throw_"))
}

/// Looks through constant expressions for globals that a kernel cannot use.
fn problem_of_operand(operand: Value<'_>) -> Option<String> {
    match operand.kind() {
        ValueKind::ConstExpr => operand.operands().into_iter().find_map(problem_of_operand),
        ValueKind::Global => problem_of_global(operand),
        _ => None,
    }
}

fn problem_of_global(value: Value<'_>) -> Option<String> {
    let global = value.as_global()?;
    let name = global.name();
    if global.is_thread_local() {
        return Some(format!("cannot use the thread-local variable '{}'", demangle::symbol(&name)));
    }
    if name.starts_with("_ZTI") {
        return Some("cannot use rtti".into());
    }
    if global.is_constant() || global.is_externally_initialized() || name.starts_with("_ZTV") {
        return None;
    }
    if name.starts_with("_ZGV") {
        return Some(RUN_TIME_STATIC.into());
    }
    if ["_ZSt4cout", "_ZSt4cerr", "_ZSt4clog", "_ZSt3cin"].contains(&name.as_str()) {
        return Some("cannot use iostreams".into());
    }
    Some(format!("cannot use a non-const global variable '{}'", demangle::symbol(&name)))
}

/// The location of an instruction in the source. clang collects the computed `goto`s of a function in one block; their
/// locations are in its predecessors.
fn place_of(inst: Inst<'_>) -> Option<Frame> {
    let jumps = inst.block().into_iter().flat_map(|block| block.predecessors()).filter_map(|block| block.terminator());
    let mut jumps = jumps.filter(|_| inst.opcode() == Opcode::LLVMIndirectBr);
    inst.debug_loc().or_else(|| jumps.find_map(Inst::debug_loc)).map(DebugLoc::frame)
}

/// Adds notes for the calls through which an instruction was inlined.
pub(super) fn inlined_chain(loc: Option<DebugLoc<'_>>, headers: &Headers, diagnostics: &mut Diagnostics) {
    let mut at = loc.and_then(DebugLoc::inlined_at);
    while let Some(call) = at {
        let frame = call.frame();
        if !headers.contain(&frame) {
            diagnostics.note(Some(frame), "inlined from here");
        }
        at = call.inlined_at();
    }
}
