//! Types.

use std::fmt;
use std::marker::PhantomData;

use llvm_sys::LLVMTypeKind;
use llvm_sys::core::*;
use llvm_sys::prelude::*;

use crate::Value;
use crate::context::{copy_str, take_message};

/// A type; two handles are equal when the types are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type<'m>(pub(crate) LLVMTypeRef, PhantomData<&'m ()>);

/// The structure of a [`Type`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind<'m> {
    /// No value.
    Void,
    /// Integer of so many bits.
    Int(u32),
    /// IEEE half precision.
    Half,
    /// bfloat16.
    BFloat,
    /// IEEE single precision.
    Float,
    /// IEEE double precision.
    Double,
    /// x86's 80-bit extended precision.
    X86Fp80,
    /// IEEE quadruple precision.
    Fp128,
    /// Opaque pointer into an address space.
    Pointer(u32),
    /// Fixed array.
    Array(Type<'m>, u64),
    /// Fixed vector.
    Vector(Type<'m>, u32),
    /// Structure; its fields are [`Type::fields`].
    Struct,
    /// Function; [`Type::return_type`], [`Type::params`].
    Function,
    /// Label, metadata, token, target extension and scalable types.
    Other,
}

impl<'m> Type<'m> {
    pub(crate) fn new(raw: LLVMTypeRef) -> Self {
        Self(raw, PhantomData)
    }

    /// The structure of this type.
    pub fn kind(self) -> TypeKind<'m> {
        use LLVMTypeKind::*;
        // SAFETY: a live type; the accessors match the kind.
        unsafe {
            match LLVMGetTypeKind(self.0) {
                LLVMVoidTypeKind => TypeKind::Void,
                LLVMIntegerTypeKind => TypeKind::Int(LLVMGetIntTypeWidth(self.0)),
                LLVMHalfTypeKind => TypeKind::Half,
                LLVMBFloatTypeKind => TypeKind::BFloat,
                LLVMFloatTypeKind => TypeKind::Float,
                LLVMDoubleTypeKind => TypeKind::Double,
                LLVMX86_FP80TypeKind => TypeKind::X86Fp80,
                LLVMFP128TypeKind => TypeKind::Fp128,
                LLVMPointerTypeKind => TypeKind::Pointer(LLVMGetPointerAddressSpace(self.0)),
                LLVMArrayTypeKind => {
                    TypeKind::Array(Type::new(LLVMGetElementType(self.0)), LLVMGetArrayLength2(self.0))
                }
                LLVMVectorTypeKind => {
                    TypeKind::Vector(Type::new(LLVMGetElementType(self.0)), LLVMGetVectorSize(self.0))
                }
                LLVMStructTypeKind => TypeKind::Struct,
                LLVMFunctionTypeKind => TypeKind::Function,
                _ => TypeKind::Other,
            }
        }
    }

    /// Field types of a structure; empty for other types.
    pub fn fields(self) -> Vec<Type<'m>> {
        if self.kind() != TypeKind::Struct {
            return Vec::new();
        }
        // SAFETY: a structure; LLVM fills as many entries as it counts.
        unsafe {
            let count = LLVMCountStructElementTypes(self.0) as usize;
            let mut raw = vec![std::ptr::null_mut(); count];
            LLVMGetStructElementTypes(self.0, raw.as_mut_ptr());
            raw.into_iter().map(Type::new).collect()
        }
    }

    /// Whether a structure has no padding between its fields.
    pub fn is_packed(self) -> bool {
        // SAFETY: asked of structures only.
        self.kind() == TypeKind::Struct && unsafe { LLVMIsPackedStruct(self.0) != 0 }
    }

    /// Whether a structure has no body.
    pub fn is_opaque(self) -> bool {
        // SAFETY: asked of structures only.
        self.kind() == TypeKind::Struct && unsafe { LLVMIsOpaqueStruct(self.0) != 0 }
    }

    /// Name of an identified structure.
    pub fn struct_name(self) -> Option<String> {
        if self.kind() != TypeKind::Struct {
            return None;
        }
        // SAFETY: a structure; the name is null for literal ones.
        unsafe {
            let name = LLVMGetStructName(self.0);
            (!name.is_null()).then(|| copy_str(name, libc_strlen(name)))
        }
    }

    /// Return type of a function type.
    pub fn return_type(self) -> Type<'m> {
        debug_assert_eq!(self.kind(), TypeKind::Function);
        // SAFETY: a function type.
        Type::new(unsafe { LLVMGetReturnType(self.0) })
    }

    /// Parameter types of a function type.
    pub fn params(self) -> Vec<Type<'m>> {
        debug_assert_eq!(self.kind(), TypeKind::Function);
        // SAFETY: a function type; LLVM fills as many entries as it counts.
        unsafe {
            let mut raw = vec![std::ptr::null_mut(); LLVMCountParamTypes(self.0) as usize];
            LLVMGetParamTypes(self.0, raw.as_mut_ptr());
            raw.into_iter().map(Type::new).collect()
        }
    }

    /// Whether a function type takes variable arguments.
    pub fn is_var_arg(self) -> bool {
        // SAFETY: asked of function types only.
        self.kind() == TypeKind::Function && unsafe { LLVMIsFunctionVarArg(self.0) != 0 }
    }

    /// Element type of a vector, the type itself otherwise.
    pub fn scalar(self) -> Type<'m> {
        match self.kind() {
            TypeKind::Vector(element, _) => element,
            _ => self,
        }
    }

    /// Whether this is an integer type.
    pub fn is_int(self) -> bool {
        matches!(self.kind(), TypeKind::Int(_))
    }

    /// Whether this is a floating-point scalar.
    pub fn is_float(self) -> bool {
        use TypeKind::*;
        matches!(self.kind(), Half | BFloat | Float | Double | X86Fp80 | Fp128)
    }

    /// Whether this is a pointer.
    pub fn is_pointer(self) -> bool {
        matches!(self.kind(), TypeKind::Pointer(_))
    }

    /// Address space of a pointer type (or vector of pointers).
    pub fn address_space(self) -> Option<u32> {
        match self.scalar().kind() {
            TypeKind::Pointer(space) => Some(space),
            _ => None,
        }
    }

    /// Array of `len` elements of this type.
    pub fn array(self, len: u64) -> Type<'m> {
        // SAFETY: a live, sized type.
        Type::new(unsafe { LLVMArrayType2(self.0, len) })
    }

    /// Vector of `len` elements of this type.
    pub fn vector(self, len: u32) -> Type<'m> {
        // SAFETY: a live scalar type.
        Type::new(unsafe { LLVMVectorType(self.0, len) })
    }

    /// Function type that returns this type.
    pub fn function(self, params: &[Type<'m>], var_arg: bool) -> Type<'m> {
        let mut raw: Vec<_> = params.iter().map(|param| param.0).collect();
        // SAFETY: live types of one context.
        Type::new(unsafe { LLVMFunctionType(self.0, raw.as_mut_ptr(), raw.len() as u32, var_arg.into()) })
    }

    /// Zero, null or an all-zero aggregate.
    pub fn zero(self) -> Value<'m> {
        // SAFETY: a live first-class type.
        Value::new(unsafe { LLVMConstNull(self.0) })
    }

    /// An undefined value.
    pub fn undef(self) -> Value<'m> {
        // SAFETY: a live first-class type.
        Value::new(unsafe { LLVMGetUndef(self.0) })
    }

    /// Poison.
    pub fn poison(self) -> Value<'m> {
        // SAFETY: a live first-class type.
        Value::new(unsafe { LLVMGetPoison(self.0) })
    }

    /// An integer constant (or splat-free scalar) of this integer type; higher
    /// bits of wide types are zero, or copies of the sign when `signed`.
    pub fn int(self, value: u64, signed: bool) -> Value<'m> {
        // SAFETY: an integer type.
        Value::new(unsafe { LLVMConstInt(self.0, value, signed.into()) })
    }

    /// An integer constant from its little-endian 64-bit words.
    pub fn int_words(self, words: &[u64]) -> Value<'m> {
        // SAFETY: an integer type; LLVM copies the words.
        Value::new(unsafe { LLVMConstIntOfArbitraryPrecision(self.0, words.len() as u32, words.as_ptr()) })
    }

    /// A floating-point constant, rounded to this type.
    pub fn float(self, value: f64) -> Value<'m> {
        // SAFETY: a floating-point type.
        Value::new(unsafe { LLVMConstReal(self.0, value) })
    }

    /// A floating-point (or other same-sized) constant from its bits.
    pub fn from_bits(self, bits: Value<'m>) -> Value<'m> {
        // SAFETY: both types have the same size, as callers promise by using it.
        Value::new(unsafe { LLVMConstBitCast(bits.0, self.0) })
    }

    /// A constant array of elements of this type.
    pub fn const_array(self, elements: &[Value<'m>]) -> Value<'m> {
        let mut raw: Vec<_> = elements.iter().map(|value| value.0).collect();
        // SAFETY: constants of this type.
        Value::new(unsafe { LLVMConstArray2(self.0, raw.as_mut_ptr(), raw.len() as u64) })
    }

    /// A constant of this structure type.
    pub fn const_struct(self, fields: &[Value<'m>]) -> Value<'m> {
        let mut raw: Vec<_> = fields.iter().map(|value| value.0).collect();
        // SAFETY: constants of the field types.
        Value::new(unsafe { LLVMConstNamedStruct(self.0, raw.as_mut_ptr(), raw.len() as u32) })
    }

    /// Sets the body of an opaque identified structure.
    pub fn set_body(self, fields: &[Type<'m>], packed: bool) {
        let mut raw: Vec<_> = fields.iter().map(|field| field.0).collect();
        // SAFETY: an identified structure and live types.
        unsafe { LLVMStructSetBody(self.0, raw.as_mut_ptr(), raw.len() as u32, packed.into()) }
    }
}

/// Length of a terminated string.
///
/// # Safety
/// `text` points to a terminated string.
unsafe fn libc_strlen(text: *const std::ffi::c_char) -> usize {
    // SAFETY: by contract.
    unsafe { std::ffi::CStr::from_ptr(text) }.count_bytes()
}

impl fmt::Display for Type<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: a live type; the text is ours.
        f.write_str(&unsafe { take_message(LLVMPrintTypeToString(self.0)) })
    }
}

impl fmt::Debug for Type<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
