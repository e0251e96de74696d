//! Constants of types.

use std::fmt;

use llvm_sys::LLVMTypeKind;
use llvm_sys::core::*;

use crate::base::enumerations::Opcode;
use crate::base::refusal::{check, refuse};
use crate::values::handles::Value;
use crate::values::types::{Type, TypeKind};

impl<'m> Type<'m> {
    /// Whether there are constants of this type: tokens and metadata have none.
    fn has_constants(self) -> bool {
        use LLVMTypeKind::*;
        // SAFETY: a live type.
        let kind = unsafe { LLVMGetTypeKind(self.0) };
        self.is_first_class() && !matches!(kind, LLVMMetadataTypeKind | LLVMTokenTypeKind | LLVMX86_AMXTypeKind)
    }

    /// This type, or another one in its place if it has no constants.
    fn of_constants(self, what: &str) -> Type<'m> {
        match check(self.context(), self.has_constants(), || format!("{what} of type {self}")) {
            true => self,
            false => self.stand_in(),
        }
    }

    /// Zero, null or an all-zero aggregate.
    pub fn zero(self) -> Value<'m> {
        // SAFETY: a live type that has constants.
        Value::new(unsafe { LLVMConstNull(self.of_constants("zero").0) })
    }

    /// An undefined value.
    pub fn undef(self) -> Value<'m> {
        // SAFETY: a live type that has constants.
        Value::new(unsafe { LLVMGetUndef(self.of_constants("undefined value").0) })
    }

    /// Poison.
    pub fn poison(self) -> Value<'m> {
        // SAFETY: a live type that has constants.
        Value::new(unsafe { LLVMGetPoison(self.of_constants("poison").0) })
    }

    /// The result of a refused operation: poison of this type if it has constants, otherwise of another type.
    pub(crate) fn nothing(self) -> Value<'m> {
        let ty = if self.has_constants() { self } else { self.stand_in() };
        // SAFETY: a live type that has constants.
        Value::new(unsafe { LLVMGetPoison(ty.0) })
    }

    /// Records that there is no such constant of this type, and returns poison instead.
    fn no_constant(self, what: impl fmt::Display) -> Value<'m> {
        refuse(self.context(), format!("{what} of type {self}"));
        self.nothing()
    }

    /// An integer constant (or splat-free scalar) of this integer type; higher
    /// bits of wide types are zero, or copies of the sign when `signed`.
    pub fn int(self, value: u64, signed: bool) -> Value<'m> {
        if !self.is_int() {
            return self.no_constant("integer");
        }
        // SAFETY: an integer type.
        Value::new(unsafe { LLVMConstInt(self.0, value, signed.into()) })
    }

    /// An integer constant from its little-endian 64-bit words.
    pub fn int_words(self, words: &[u64]) -> Value<'m> {
        if !self.is_int() || words.is_empty() {
            return self.no_constant("integer");
        }
        // SAFETY: an integer type; LLVM copies the words, of which there is one at least.
        Value::new(unsafe { LLVMConstIntOfArbitraryPrecision(self.0, words.len() as u32, words.as_ptr()) })
    }

    /// A floating-point constant, rounded to this type.
    pub fn float(self, value: f64) -> Value<'m> {
        if !self.is_float() {
            return self.no_constant("floating-point constant");
        }
        // SAFETY: a floating-point type.
        Value::new(unsafe { LLVMConstReal(self.0, value) })
    }

    /// A floating-point (or other same-sized) constant from its bits.
    pub fn from_bits(self, bits: Value<'m>) -> Value<'m> {
        if !bits.is_const() || !crate::values::typing::casts(Opcode::LLVMBitCast, bits.ty(), self) {
            return self.no_constant(format!("bits of {bits}"));
        }
        // SAFETY: a constant, and a type of its size.
        Value::new(unsafe { LLVMConstBitCast(bits.0, self.0) })
    }

    /// A constant array of elements of this type.
    pub fn const_array(self, elements: &[Value<'m>]) -> Value<'m> {
        let fits = self.has_constants() && elements.iter().all(|element| element.is_const() && element.ty() == self);
        if !check(self.context(), fits, || format!("array of {elements:?}, elements of type {self}")) {
            return self.nothing().ty().array(elements.len() as u64).nothing();
        }
        let mut raw: Vec<_> = elements.iter().map(|value| value.0).collect();
        // SAFETY: constants of this type.
        Value::new(unsafe { LLVMConstArray2(self.0, raw.as_mut_ptr(), raw.len() as u64) })
    }

    /// A constant of this structure type.
    pub fn const_struct(self, fields: &[Value<'m>]) -> Value<'m> {
        let types = self.fields();
        let fits = self.kind() == TypeKind::Struct
            && !self.is_opaque()
            && types.len() == fields.len()
            && types.iter().zip(fields).all(|(ty, field)| field.is_const() && field.ty() == *ty);
        if !fits {
            return self.no_constant(format!("structure of {fields:?}"));
        }
        let mut raw: Vec<_> = fields.iter().map(|value| value.0).collect();
        // SAFETY: as many constants of the fields' types as the structure has.
        Value::new(unsafe { LLVMConstNamedStruct(self.0, raw.as_mut_ptr(), raw.len() as u32) })
    }
}
