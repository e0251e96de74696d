//! Natural storage classes of a function's pointers into address space 0.
//!
//! A pointer that only ever comes from allocas is private (`Function`), one
//! that only comes from global variables is `CrossWorkgroup`; where these
//! meet, or the origin is unknown, it is `Generic`.

use rspirv::spirv::StorageClass;
use rustc_hash::FxHashMap;
use tandem_ir::{Function, Inst, Opcode, SPIR_KERNEL, Value, ValueKind};

use super::attributes::by_value;

/// Storage classes of the pointers that instructions compute.
pub(super) struct NaturalStorage<'m> {
    classes: FxHashMap<Value<'m>, StorageClass>,
}

impl<'m> NaturalStorage<'m> {
    /// Solves the function: starts with "unknown" everywhere and joins until
    /// nothing changes. Each pointer changes at most twice.
    pub(super) fn of(function: Function<'m>) -> Self {
        let pointers: Vec<_> =
            function.insts().into_iter().filter(|inst| inst.ty().address_space() == Some(0)).collect();
        let mut storage = Self { classes: FxHashMap::default() };
        let mut changed = true;
        while changed {
            changed = false;
            for inst in &pointers {
                let class = storage.transfer(*inst);
                if class != storage.classes.get(&inst.value()).copied() {
                    changed = true;
                    storage.classes.extend(class.map(|class| (inst.value(), class)));
                }
            }
        }
        storage
    }

    /// The class of a pointer that an instruction computes.
    pub(super) fn class(&self, value: Value<'m>) -> StorageClass {
        self.classes.get(&value).copied().unwrap_or(StorageClass::Generic)
    }

    /// The class that the operands give; `None` while they are unknown.
    fn transfer(&self, inst: Inst<'m>) -> Option<StorageClass> {
        match inst.opcode() {
            Opcode::LLVMAlloca => Some(StorageClass::Function),
            Opcode::LLVMGetElementPtr | Opcode::LLVMBitCast | Opcode::LLVMFreeze => self.origin(inst.operand(0)),
            Opcode::LLVMPHI => {
                inst.incoming().into_iter().fold(None, |class, (value, _)| join(class, self.origin(value)))
            }
            Opcode::LLVMSelect => join(self.origin(inst.operand(1)), self.origin(inst.operand(2))),
            _ => Some(StorageClass::Generic),
        }
    }

    fn origin(&self, value: Value<'m>) -> Option<StorageClass> {
        match value.kind() {
            ValueKind::Inst => self.classes.get(&value).copied(),
            ValueKind::ConstNull | ValueKind::Undef | ValueKind::Poison => None,
            ValueKind::Global | ValueKind::Alias => Some(StorageClass::CrossWorkgroup),
            ValueKind::ConstExpr => match value.const_opcode() {
                Some(Opcode::LLVMGetElementPtr | Opcode::LLVMBitCast) => self.origin(value.operands()[0]),
                _ => Some(StorageClass::Generic),
            },
            ValueKind::Argument => Some(argument_class(value)),
            _ => Some(StorageClass::Generic),
        }
    }
}

fn argument_class(value: Value<'_>) -> StorageClass {
    let Some((function, index)) = value.as_argument() else { return StorageClass::Generic };
    match by_value(function, index) {
        _ if function.call_conv() != SPIR_KERNEL => StorageClass::Generic,
        Some(_) => StorageClass::Function,
        None => StorageClass::CrossWorkgroup,
    }
}

fn join(left: Option<StorageClass>, right: Option<StorageClass>) -> Option<StorageClass> {
    match (left, right) {
        (Some(left), Some(right)) if left != right => Some(StorageClass::Generic),
        (left, right) => left.or(right),
    }
}
