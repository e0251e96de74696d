//! Values of any kind: constants, globals, parameters, instructions.

use std::fmt;

use llvm_sys::LLVMValueKind;
use llvm_sys::core::*;
use llvm_sys::prelude::*;

use crate::base::enumerations::{Linkage, Opcode};
use crate::base::refusal::context_of;
use crate::base::strings::{copy_str, take_message};
use crate::values::editable::EditableModule;
use crate::values::handles::{Block, Function, Global, Inst, Value};
use crate::values::types::{Type, TypeKind};

/// The kind of a [`Value`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueKind {
    /// Function parameter.
    Argument,
    /// Basic block.
    Block,
    /// Function, defined or declared.
    Function,
    /// Global variable.
    Global,
    /// Alias or ifunc.
    Alias,
    /// Instruction.
    Inst,
    /// Integer constant.
    ConstInt,
    /// Floating-point constant.
    ConstFloat,
    /// Null pointer.
    ConstNull,
    /// All-zero aggregate.
    ConstZero,
    /// Constant array, structure, vector or data sequence: see
    /// [`Value::aggregate_element`].
    ConstAggregate,
    /// Constant expression: see [`Value::const_opcode`].
    ConstExpr,
    /// Undefined.
    Undef,
    /// Poison.
    Poison,
    /// Inline assembly.
    InlineAsm,
    /// Metadata as a value and everything else.
    Other,
}

impl<'m> Value<'m> {
    /// The kind of this value.
    pub fn kind(self) -> ValueKind {
        use LLVMValueKind::*;
        // SAFETY: a live value.
        match unsafe { LLVMGetValueKind(self.0) } {
            LLVMArgumentValueKind => ValueKind::Argument,
            LLVMBasicBlockValueKind => ValueKind::Block,
            LLVMFunctionValueKind => ValueKind::Function,
            LLVMGlobalVariableValueKind => ValueKind::Global,
            LLVMGlobalAliasValueKind | LLVMGlobalIFuncValueKind => ValueKind::Alias,
            LLVMInstructionValueKind => ValueKind::Inst,
            LLVMConstantIntValueKind => ValueKind::ConstInt,
            LLVMConstantFPValueKind => ValueKind::ConstFloat,
            LLVMConstantPointerNullValueKind => ValueKind::ConstNull,
            LLVMConstantAggregateZeroValueKind => ValueKind::ConstZero,
            LLVMConstantArrayValueKind
            | LLVMConstantStructValueKind
            | LLVMConstantVectorValueKind
            | LLVMConstantDataArrayValueKind
            | LLVMConstantDataVectorValueKind => ValueKind::ConstAggregate,
            LLVMConstantExprValueKind => ValueKind::ConstExpr,
            LLVMUndefValueValueKind => ValueKind::Undef,
            LLVMPoisonValueKind => ValueKind::Poison,
            LLVMInlineAsmValueKind => ValueKind::InlineAsm,
            _ => ValueKind::Other,
        }
    }

    /// Type of this value.
    pub fn ty(self) -> Type<'m> {
        // SAFETY: a live value.
        Type::new(unsafe { LLVMTypeOf(self.0) })
    }

    /// Name; empty for unnamed values.
    pub fn name(self) -> String {
        let mut len = 0;
        // SAFETY: a live value; LLVM owns the text.
        unsafe {
            let text = LLVMGetValueName2(self.0, &mut len);
            copy_str(text, len)
        }
    }

    /// Sets the name; LLVM adds a number if it is taken.
    pub fn set_name(self, module: &EditableModule, name: &str) {
        let name = name.split('\0').next().unwrap_or_default();
        if self.may(module, true, || format!("name `{name}` of `{self}`")) {
            // SAFETY: a live value; LLVM copies the name, which has no zero.
            unsafe { LLVMSetValueName2(self.0, name.as_ptr().cast(), name.len()) }
        }
    }

    /// This value as an instruction.
    pub fn as_inst(self) -> Option<Inst<'m>> {
        (self.kind() == ValueKind::Inst).then_some(Inst(self))
    }

    /// This value as a function.
    pub fn as_function(self) -> Option<Function<'m>> {
        (self.kind() == ValueKind::Function).then_some(Function(self))
    }

    /// This value as a parameter: its function and position.
    pub fn as_argument(self) -> Option<(Function<'m>, u32)> {
        if self.kind() != ValueKind::Argument {
            return None;
        }
        // SAFETY: an argument of a live function.
        let function = Function(Value::new(unsafe { LLVMGetParamParent(self.0) }));
        let index = function.params().into_iter().position(|param| param == self)?;
        Some((function, index as u32))
    }

    /// This value as a global variable.
    pub fn as_global(self) -> Option<Global<'m>> {
        (self.kind() == ValueKind::Global).then_some(Global(self))
    }

    /// Linkage of a function, variable or alias.
    pub fn linkage(self) -> Option<Linkage> {
        let is_global = matches!(self.kind(), ValueKind::Function | ValueKind::Global | ValueKind::Alias);
        // SAFETY: a global value.
        is_global.then(|| unsafe { LLVMGetLinkage(self.0) })
    }

    /// This value as a basic block.
    pub fn as_block(self) -> Option<Block<'m>> {
        // SAFETY: a block value.
        (self.kind() == ValueKind::Block).then(|| Block::new(unsafe { LLVMValueAsBasicBlock(self.0) }))
    }

    /// Whether this is a constant (global addresses included).
    pub fn is_const(self) -> bool {
        // SAFETY: a live value.
        unsafe { LLVMIsConstant(self.0) != 0 }
    }

    /// The bits of an integer constant of at most 64 bits, zero-extended.
    pub fn const_u64(self) -> Option<u64> {
        let fits = matches!(self.ty().kind(), TypeKind::Int(bits) if bits <= 64);
        // SAFETY: an integer constant of at most 64 bits.
        (self.kind() == ValueKind::ConstInt && fits).then(|| unsafe { LLVMConstIntGetZExtValue(self.0) })
    }

    /// An integer constant of at most 64 bits, sign-extended.
    pub fn const_i64(self) -> Option<i64> {
        self.const_u64()?;
        // SAFETY: an integer constant of at most 64 bits.
        Some(unsafe { LLVMConstIntGetSExtValue(self.0) })
    }

    /// The bits of an integer constant of at most 128 bits, zero-extended.
    pub fn const_u128(self) -> Option<u128> {
        let TypeKind::Int(bits @ 1..=128) = self.ty().kind() else { return None };
        if let Some(value) = self.const_u64() {
            return Some(value.into());
        }
        // LLVM's C API has no words of constants above 64 bits; their text is a signed number.
        let text = (self.kind() == ValueKind::ConstInt).then(|| self.to_string())?;
        let value: i128 = text.rsplit(' ').next()?.parse().ok()?;
        Some(value as u128 & u128::MAX >> (128 - bits))
    }

    /// The value of a floating-point constant as a double, and whether that
    /// lost information.
    pub fn const_f64(self) -> Option<(f64, bool)> {
        if self.kind() != ValueKind::ConstFloat {
            return None;
        }
        let mut lost = 0;
        // SAFETY: a floating-point constant.
        let value = unsafe { LLVMConstRealGetDouble(self.0, &mut lost) };
        Some((value, lost != 0))
    }

    /// The bit pattern of a floating-point constant of at most 64 bits; exact,
    /// also for NaN payloads.
    pub fn const_float_bits(self) -> Option<u64> {
        use crate::values::types::TypeKind::*;
        if self.kind() != ValueKind::ConstFloat {
            return None;
        }
        let bits = match self.ty().kind() {
            Half | BFloat => 16,
            Float => 32,
            Double => 64,
            _ => return None,
        };
        // SAFETY: a constant cast between types of one size folds at once.
        unsafe {
            let int = LLVMIntTypeInContext(LLVMGetTypeContext(self.ty().0), bits);
            Value::new(LLVMConstBitCast(self.0, int)).const_u64()
        }
    }

    /// Element `index` of a constant aggregate (zero and undefined ones too).
    pub fn aggregate_element(self, index: u32) -> Option<Value<'m>> {
        if !self.is_const() {
            return None;
        }
        // SAFETY: a constant; LLVM answers null where there is no element.
        Value::maybe(unsafe { LLVMGetAggregateElement(self.0, index) })
    }

    /// The bytes of a constant `i8` array.
    pub fn const_bytes(self) -> Option<Vec<u8>> {
        // SAFETY: asked only of constant data; LLVM owns the bytes.
        unsafe {
            if LLVMIsAConstantDataSequential(self.0).is_null() || LLVMIsConstantString(self.0) == 0 {
                return None;
            }
            let mut len = 0;
            let text = LLVMGetAsString(self.0, &mut len);
            Some(std::slice::from_raw_parts(text.cast::<u8>(), len).to_vec())
        }
    }

    /// The operation of a constant expression.
    pub fn const_opcode(self) -> Option<Opcode> {
        // SAFETY: a constant expression.
        (self.kind() == ValueKind::ConstExpr).then(|| unsafe { LLVMGetConstOpcode(self.0) })
    }

    /// Source element type of a `getelementptr` instruction or expression.
    pub fn gep_source_type(self) -> Option<Type<'m>> {
        let opcode = self.as_inst().map(Inst::opcode).or(self.const_opcode());
        // SAFETY: a getelementptr.
        (opcode == Some(Opcode::LLVMGetElementPtr)).then(|| Type::new(unsafe { LLVMGetGEPSourceElementType(self.0) }))
    }

    /// Whether a `getelementptr` instruction or expression promises to stay
    /// within its object.
    pub fn is_in_bounds(self) -> bool {
        // SAFETY: guarded: asked of a getelementptr only.
        self.gep_source_type().is_some() && unsafe { LLVMIsInBounds(self.0) != 0 }
    }

    /// Operands of an instruction, constant expression or other user.
    pub fn operands(self) -> Vec<Value<'m>> {
        // SAFETY: a live value.
        if unsafe { LLVMIsAUser(self.0) }.is_null() {
            return Vec::new();
        }
        // SAFETY: a user; indices are in range. Null operands stand for nothing.
        unsafe {
            (0..LLVMGetNumOperands(self.0)).filter_map(|i| Value::maybe(LLVMGetOperand(self.0, i as u32))).collect()
        }
    }

    /// Replaces one operand of an instruction by a value of its type.
    pub fn set_operand(self, module: &EditableModule, index: u32, value: Value<'m>) {
        let fits = || {
            let old = *self.as_inst()?.operands().get(index as usize)?;
            let is_block = |value: Value<'m>| value.kind() == ValueKind::Block;
            let is_alike = old.ty() == value.ty() && is_block(old) == is_block(value);
            (is_alike && value.is_usable_in(module.raw())).then_some(())
        };
        if self.may(module, fits().is_some(), || format!("operand {index} `{value}` for `{self}`")) {
            // SAFETY: an instruction with that many operands; the new one is of the old one's type and module.
            unsafe { LLVMSetOperand(self.0, index, value.0) }
        }
    }

    /// The users of this value: instructions, constants, globals.
    pub fn users(self) -> Vec<Value<'m>> {
        let mut users = Vec::new();
        // SAFETY: a live value's use list, not changed meanwhile.
        unsafe {
            let mut it = LLVMGetFirstUse(self.0);
            while !it.is_null() {
                users.push(Value::new(LLVMGetUser(it)));
                it = LLVMGetNextUse(it);
            }
        }
        users
    }

    /// Whether anything uses this value.
    pub fn has_users(self) -> bool {
        // SAFETY: a live value.
        unsafe { !LLVMGetFirstUse(self.0).is_null() }
    }

    /// Makes every user use `other` instead, which is of the same type. Constants without an address keep
    /// their users, which may be in any module.
    pub fn replace_all_uses_with(self, module: &EditableModule, other: Value<'m>) {
        if self == other {
            return;
        }
        let is_alike =
            self.ty() == other.ty() && (self.kind() == ValueKind::Block) == (other.kind() == ValueKind::Block);
        let fits = is_alike
            && self.module().is_some()
            && other.is_usable_in(module.raw())
            && !(other.is_const() && other.mentions(self));
        if self.may(module, fits, || format!("`{other}` in the place of `{self}`")) {
            // SAFETY: two live values of one type and module; the new one does not hold the old one.
            unsafe { LLVMReplaceAllUsesWith(self.0, other.0) }
        }
    }

    /// Whether a change fits, which is noted, or refused if not.
    fn may<D: fmt::Display>(self, module: &EditableModule, fits: bool, what: impl FnOnce() -> D) -> bool {
        module.permits(context_of(self.0), self.module().unwrap_or(std::ptr::null_mut()), fits, what)
    }

    /// The module to which the value belongs, null for instructions in no block; `None` for constants without an
    /// address.
    fn module(self) -> Option<LLVMModuleRef> {
        // SAFETY: parents are asked of what has them.
        unsafe {
            Some(match self.kind() {
                ValueKind::Inst => crate::base::erased::module_of_inst(self.0),
                ValueKind::Argument => LLVMGetGlobalParent(LLVMGetParamParent(self.0)),
                ValueKind::Block => crate::base::erased::module_of_block(LLVMValueAsBasicBlock(self.0)),
                ValueKind::Function | ValueKind::Global | ValueKind::Alias => LLVMGetGlobalParent(self.0),
                _ => return None,
            })
        }
    }

    /// The pointer without casts and zero-offset address arithmetic.
    pub fn strip_pointer_casts(self) -> Value<'m> {
        let mut value = self;
        loop {
            let opcode = value.as_inst().map(Inst::opcode).or(value.const_opcode());
            match opcode {
                Some(Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast) => value = value.operands()[0],
                Some(Opcode::LLVMGetElementPtr)
                    if value.operands()[1..].iter().all(|index| index.const_u64() == Some(0)) =>
                {
                    value = value.operands()[0];
                }
                _ => return value,
            }
        }
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: a live value; the text is ours.
        f.write_str(&unsafe { take_message(LLVMPrintValueToString(self.0)) })
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
