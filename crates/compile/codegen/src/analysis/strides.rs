//! The difference of a value between neighbouring work-items, or between consecutive
//! iterations of a loop.
//!
//! The results choose between ways of generating the same code; correctness does not
//! depend on them. Arithmetic is assumed not to overflow.

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use tandem_ir::{Inst, Module, Opcode, Value, ValueKind};

use super::accesses::Access;
use super::shapes::{self, Exact, Facts, Shape, is_low_half};
use super::variation::varies_by_itself;

/// The strides of values.
pub struct Strides<'m, F> {
    module: &'m Module,
    /// Shapes of instructions, as far as they are known.
    known: RefCell<FxHashMap<Value<'m>, Shape>>,
    /// Whether an instruction has the same value in each step.
    is_fixed: F,
}

impl<'m, F: Fn(Value<'m>) -> bool> Strides<'m, F> {
    /// Strides that follow from those of some values, while others stay as they are.
    pub fn new(module: &'m Module, known: impl IntoIterator<Item = (Value<'m>, Option<i64>)>, is_fixed: F) -> Self {
        let shape = |stride: Option<i64>| stride.map_or(Shape::Varying, Shape::exact);
        let known = known.into_iter().map(|(value, stride)| (value, shape(stride))).collect();
        Self { module, known: RefCell::new(known), is_fixed }
    }

    /// Whether the elements are neither the same in all steps nor adjacent.
    pub fn scatters(&self, access: &Access<'m>) -> bool {
        let side_by_side = i64::try_from(self.module.size_of(access.ty)).ok();
        let stride = self.of(access.address);
        stride != Some(0) && stride != side_by_side
    }

    /// The stride of a value; `None` if it is not a constant.
    pub fn of(&self, value: Value<'m>) -> Option<i64> {
        self.shape_of(value).stride()
    }

    fn shape_of(&self, value: Value<'m>) -> Shape {
        if let Some(known) = self.known.borrow().get(&value) {
            return *known;
        }
        let Some(inst) = value.as_inst().filter(|_| value.kind() == ValueKind::Inst && !(self.is_fixed)(value)) else {
            return Shape::UNIFORM;
        };
        let shape = self.compute(inst);
        self.known.borrow_mut().insert(value, shape);
        shape
    }

    fn compute(&self, inst: Inst<'m>) -> Shape {
        match inst.opcode() {
            // Each neighbour has its own variable at the same place.
            Opcode::LLVMAlloca => Shape::UNIFORM,
            Opcode::LLVMPHI | Opcode::LLVMCall => Shape::Varying,
            _ if varies_by_itself(inst) => Shape::Varying,
            _ => shapes::shape(self, inst).unwrap_or(Shape::Varying),
        }
    }
}

/// All numbers are exact, except those that a mask changes.
impl<'m, F: Fn(Value<'m>) -> bool> Facts<'m> for Strides<'m, F> {
    fn module(&self) -> &'m Module {
        self.module
    }

    fn operand(&self, value: Value<'m>) -> Option<Shape> {
        Some(self.shape_of(value))
    }

    fn exact(&self, inst: Inst<'m>) -> Option<Exact> {
        let keeps = inst.opcode() != Opcode::LLVMAnd || inst.operand(1).const_u64().is_some_and(is_low_half);
        keeps.then_some(Exact::BOTH)
    }
}

#[cfg(test)]
mod tests {
    use tandem_ir::Context;

    use super::*;

    /// The stride of the last instruction's result, if `%i` grows by 1.
    fn stride(body: &str) -> Option<i64> {
        let text = format!("define void @f(i64 %n, ptr %p, i1 %c) {{ %i = add i64 %n, 0 {body} ret void }}");
        let ctx = Context::new();
        let module = Module::parse(&ctx, text.as_bytes(), "test").unwrap_or_else(|error| panic!("{error}"));
        let insts = module.function("f").expect("defined above").insts();
        Strides::new(&module, [(insts[0].value(), Some(1))], |_| false).of(insts[insts.len() - 2].value())
    }

    #[test]
    fn numbers_are_exact() {
        assert_eq!(stride("%t = trunc i64 %i to i32 %a = add i32 %t, 1 %r = sext i32 %a to i64"), Some(1));
        assert_eq!(stride("%a = shl i64 %i, 32 %r = ashr i64 %a, 30"), Some(4));
        assert_eq!(stride("%a = mul i64 %i, 3 %b = or i64 %a, %n %r = getelementptr i16, ptr %p, i64 %b"), Some(6));
        assert_eq!(stride("%r = and i64 %i, 4294967295"), Some(1));
    }

    #[test]
    fn masks_that_numbers_do_not_fit_change_them() {
        assert_eq!(stride("%r = and i64 %i, 7"), None);
        assert_eq!(stride("%r = and i64 %i, %n"), None);
    }

    #[test]
    fn choices_depend_on_their_condition() {
        assert_eq!(stride("%a = add i64 %i, 4 %r = select i1 %c, i64 %a, i64 %i"), Some(1));
        assert_eq!(stride("%d = icmp eq i64 %i, 4 %r = select i1 %d, i64 %n, i64 %i"), None);
    }

    #[test]
    fn memory_and_calls() {
        assert_eq!(stride("%r = load i64, ptr %p"), Some(0));
        assert_eq!(stride("%r = load volatile i64, ptr %p"), None);
        assert_eq!(stride("%r = alloca i64"), Some(0));
        assert_eq!(stride("%r = call i64 @llvm.bswap.i64(i64 %n)"), None);
        assert_eq!(stride("%r = atomicrmw add ptr %p, i64 1 seq_cst"), None);
    }
}
