//! Values that are certain to differ between work-items, because they follow from an id.
//!
//! Only a little is proven, so that it is never wrong: the lowest bits of the ids of two neighbours differ. They still
//! do after a conversion, and after the same number was added to both; an address that is offset by such a number
//! differs, too.

use tandem_device_ir::{Builtin, Variable, Variation};
use tandem_ir::{AttributePlace, Inst, Module, Opcode, SPIR_KERNEL, Value, ValueKind};

use crate::callees::Callees;

/// Two work-items of a group that have different values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Neighbours {
    /// Work-items whose local ids are consecutive in a dimension.
    Dimension(usize),
    /// Work-items whose linear local ids are consecutive.
    Group,
    /// Work-items whose numbers in their sub-group are consecutive.
    SubGroup,
}

/// Looks for values that differ.
pub(super) struct Ids<'a, 'm> {
    pub module: &'m Module,
    pub callees: &'a Callees<'m>,
}

/// How many operations deep an id is looked for.
const DEPTH: u32 = 6;

impl<'m> Ids<'_, 'm> {
    /// The work-items between which a value is certain to differ, where both compute it.
    pub(super) fn differs(&self, value: Value<'m>) -> Option<Neighbours> {
        self.differs_within(value, DEPTH)
    }

    fn differs_within(&self, value: Value<'m>, depth: u32) -> Option<Neighbours> {
        let inst = value.as_inst().filter(|_| depth > 0)?;
        match inst.opcode() {
            Opcode::LLVMTrunc | Opcode::LLVMZExt | Opcode::LLVMSExt => self.differs_within(inst.operand(0), depth - 1),
            Opcode::LLVMAdd | Opcode::LLVMSub | Opcode::LLVMXor => self.one_differs(inst, depth - 1),
            Opcode::LLVMGetElementPtr if inst.operands().len() == 2 => {
                let element = value.gep_source_type().filter(|ty| self.module.size_of(*ty) > 0);
                element.and_then(|_| self.one_differs(inst, depth - 1))
            }
            Opcode::LLVMExtractElement => self.of_variable(inst.operand(0).as_inst()?, Some(inst.operand(1))),
            _ => self.of_variable(inst, inst.args().first().copied()),
        }
    }

    /// One of two operands differs, and the other one is the same for the whole group.
    fn one_differs(&self, inst: Inst<'m>, depth: u32) -> Option<Neighbours> {
        let [left, right] = [0, 1].map(|index| inst.operand(index));
        let differing =
            if self.is_same(right, depth) { left } else { Some(right).filter(|_| self.is_same(left, depth))? };
        self.differs_within(differing, depth)
    }

    /// Whose values of a variable differ; of the part of it, if it has several.
    fn of_variable(&self, call: Inst<'m>, part: Option<Value<'m>>) -> Option<Neighbours> {
        let Some(Builtin::Variable(variable)) = self.callees.builtin(call) else { return None };
        match variable {
            Variable::LocalInvocationId | Variable::GlobalInvocationId => {
                Some(Neighbours::Dimension(usize::try_from(part?.const_u64()?).ok()?))
            }
            Variable::LocalInvocationIndex | Variable::GlobalLinearId => Some(Neighbours::Group),
            Variable::SubgroupLocalInvocationId => Some(Neighbours::SubGroup),
            _ => None,
        }
    }

    /// Whether a value is certain to be the same for all work-items of a group.
    fn is_same(&self, value: Value<'m>, depth: u32) -> bool {
        if let Some((function, index)) = value.as_argument() {
            // Memory that is passed by value is at another address for each work-item.
            let is_by_value = function.has_attribute(AttributePlace::Param(index), "byval");
            return function.call_conv() == SPIR_KERNEL && !is_by_value;
        }
        let Some(inst) = value.as_inst().filter(|_| depth > 0) else {
            return value.is_const() && !matches!(value.kind(), ValueKind::Undef | ValueKind::Poison);
        };
        match inst.opcode() {
            Opcode::LLVMTrunc | Opcode::LLVMZExt | Opcode::LLVMSExt => self.is_same(inst.operand(0), depth - 1),
            _ => match self.callees.builtin(inst) {
                Some(Builtin::Variable(variable)) => {
                    matches!(variable.variation(), Variation::Launch | Variation::Workgroup)
                }
                _ => false,
            },
        }
    }
}
