//! Stack memory that has the same contents for all work-items and never changes.
//!
//! A kernel's closure is a local variable that the start of the kernel fills with
//! arguments. Usually it is split into registers. If a part is accessed with a
//! variable index (an array that a lambda captures), the whole closure remains in
//! memory. Such memory is filled once per work-group, and loads from it are uniform.

use rustc_hash::FxHashSet;
use tandem_ir::{AttributePlace, Function, Inst, Intrinsic, Opcode, Value};

use super::accesses::is_plain;
use super::cfg::Cfg;
use super::pointers::{derived, is_arithmetic};

/// The allocas of a kernel that are filled at its start, with values that are
/// known before it runs, and only read from then on.
pub struct Constants<'m> {
    /// The allocas, and the instructions that fill them.
    insts: FxHashSet<Value<'m>>,
}

impl<'m> Constants<'m> {
    /// Finds them.
    pub fn new(cfg: &Cfg<'m>) -> Self {
        let mut constants = Self { insts: FxHashSet::default() };
        let entry = cfg.block(0).insts();
        for alloca in entry.iter().copied().filter(|inst| inst.opcode() == Opcode::LLVMAlloca) {
            if let Some(fillers) = fillers(alloca, &entry) {
                constants.insts.insert(alloca.value());
                constants.insts.extend(fillers);
            }
        }
        constants
    }

    /// Whether the instruction is such an alloca or fills one.
    pub fn contains(&self, inst: Inst<'m>) -> bool {
        self.insts.contains(&inst.value())
    }
}

/// The instructions that fill an alloca of the kernel's first block, if it is a constant then.
fn fillers<'m>(alloca: Inst<'m>, entry: &[Inst<'m>]) -> Option<Vec<Value<'m>>> {
    let (pointers, users) = derived(alloca).ok()?;
    let (fillers, readers): (Vec<_>, Vec<_>) =
        users.into_iter().filter(|user| !pointers.contains(&user.value())).partition(|user| !is_load(*user));
    let place = |inst: &Inst<'m>| entry.iter().position(|other| other == inst);
    let first_reader = readers.iter().filter_map(place).min().unwrap_or(entry.len());
    let is_filler =
        |inst: &Inst<'m>| place(inst).is_some_and(|place| place < first_reader) && fills(*inst, &pointers, alloca);
    fillers.iter().all(is_filler).then(|| fillers.iter().map(|inst| inst.value()).collect())
}

fn is_load(inst: Inst<'_>) -> bool {
    inst.opcode() == Opcode::LLVMLoad && is_plain(inst)
}

/// Whether an instruction writes to an alloca a value, at a location, that are both known before the kernel runs.
fn fills<'m>(inst: Inst<'m>, pointers: &[Value<'m>], alloca: Inst<'m>) -> bool {
    let (source, target) = match inst.opcode() {
        Opcode::LLVMStore if !inst.is_volatile() => (inst.operand(0), inst.operand(1)),
        Opcode::LLVMCall if is_copy_of_parameter(inst) => (inst.operand(1), inst.operand(0)),
        _ => return false,
    };
    is_known(source, None) && pointers.contains(&target) && is_known(target, Some(alloca))
}

/// Whether an instruction copies bytes of a parameter that is passed by value, which no one writes to.
fn is_copy_of_parameter(inst: Inst<'_>) -> bool {
    let is_copy = matches!(inst.intrinsic(), Some(Intrinsic::Memcpy | Intrinsic::MemcpyInline));
    let by_value = |(function, index): (Function<'_>, u32)| {
        let place = AttributePlace::Param(index);
        function.has_attribute(place, "byval") && function.has_attribute(place, "readonly")
    };
    is_copy && inst.operand(2).is_const() && base(inst.operand(1)).as_argument().is_some_and(by_value)
}

/// The base pointer that a pointer is an offset from.
fn base(mut pointer: Value<'_>) -> Value<'_> {
    while let Some(gep) = pointer.as_inst().filter(|inst| inst.opcode() == Opcode::LLVMGetElementPtr) {
        pointer = gep.operand(0);
    }
    pointer
}

/// Whether a value follows from parameters (and the address of `memory`) alone.
fn is_known<'m>(value: Value<'m>, memory: Option<Inst<'m>>) -> bool {
    match value.as_inst() {
        Some(inst) if memory == Some(inst) => true,
        Some(inst) => {
            is_arithmetic(inst.opcode()) && inst.operands().into_iter().all(|operand| is_known(operand, memory))
        }
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use tandem_ir::{Context, Module};

    use super::*;

    /// Whether an array that a kernel fills by `fill` and uses by `rest` is a constant.
    fn is_constant(fill: &str, rest: &str) -> bool {
        let text = format!(
            "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
            declare void @use(ptr)
            define spir_kernel void @k(ptr addrspace(1) %out, ptr readonly byval([64 x i8]) %p, ptr %q, i64 %n) {{
            entry:
              %a = alloca [64 x i8]
              %b = getelementptr i8, ptr %a, i64 8
              {fill}
              br label %end
            end:
              %at = getelementptr i8, ptr %b, i64 %n
              %x = load i32, ptr %at
              {rest}
              ret void
            }}"
        );
        let ctx = Context::new();
        let module = Module::parse(&ctx, text.as_bytes(), "test").unwrap_or_else(|error| panic!("{error}"));
        let kernel = module.function("k").expect("defined above");
        let constants = Constants::new(&Cfg::new(kernel));
        constants.contains(kernel.insts()[0])
    }

    const COPY: &str = "call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %p, i64 56, i1 false)";

    #[test]
    fn closures_are_constant() {
        assert!(is_constant(COPY, ""));
        assert!(is_constant(&format!("store i64 %n, ptr %a {COPY}"), ""));
    }

    #[test]
    fn memory_that_changes_is_not() {
        assert!(!is_constant(COPY, "store i32 %x, ptr %at"));
        assert!(!is_constant(COPY, "store i32 1, ptr %b"));
        assert!(!is_constant(&format!("%y = load i32, ptr %a {COPY}"), ""));
        assert!(!is_constant(COPY, "atomicrmw add ptr %at, i32 1 seq_cst"));
    }

    #[test]
    fn memory_filled_with_what_is_not_known_is_not() {
        assert!(!is_constant("%y = load i32, ptr addrspace(1) %out store i32 %y, ptr %a", ""));
        assert!(!is_constant("call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %q, i64 56, i1 false)", ""));
        assert!(!is_constant("call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %p, i64 %n, i1 false)", ""));
    }

    #[test]
    fn memory_whose_address_escapes_is_not() {
        assert!(!is_constant(COPY, "call void @use(ptr %b)"));
        assert!(!is_constant(COPY, "store ptr %a, ptr addrspace(1) %out"));
    }
}
