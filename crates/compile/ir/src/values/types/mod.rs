//! Types.

mod constants;

use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;

use llvm_sys::LLVMTypeKind;
use llvm_sys::core::*;
use llvm_sys::prelude::*;

use crate::base::refusal::check;
use crate::base::strings::{copy_str, take_message};

/// A type; two handles are equal when the types are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type<'m>(pub(crate) LLVMTypeRef, PhantomData<&'m ()>);

/// The structure of a [`Type`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind<'m> {
    /// No value.
    Void,
    /// Integer of the given width in bits.
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

    /// The context of this type.
    pub(crate) fn context(self) -> LLVMContextRef {
        // SAFETY: a live type.
        unsafe { LLVMGetTypeContext(self.0) }
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

    /// How many fields a structure has; 0 for other types.
    pub fn field_count(self) -> u32 {
        // SAFETY: asked of structures only.
        if self.kind() == TypeKind::Struct { unsafe { LLVMCountStructElementTypes(self.0) } } else { 0 }
    }

    /// Field types of a structure; empty for other types.
    pub fn fields(self) -> Vec<Type<'m>> {
        if self.kind() != TypeKind::Struct {
            return Vec::new();
        }
        // SAFETY: a structure; LLVM fills as many entries as it counts.
        unsafe {
            let mut raw = vec![std::ptr::null_mut(); self.field_count() as usize];
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

    /// Return type of a function type; other types answer themselves.
    pub fn return_type(self) -> Type<'m> {
        if self.kind() != TypeKind::Function {
            return self;
        }
        // SAFETY: a function type.
        Type::new(unsafe { LLVMGetReturnType(self.0) })
    }

    /// Parameter types of a function type; empty for other types.
    pub fn params(self) -> Vec<Type<'m>> {
        if self.kind() != TypeKind::Function {
            return Vec::new();
        }
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

    /// Whether values of this type have a size in memory.
    pub fn is_sized(self) -> bool {
        // SAFETY: a live type; labels, metadata and functions answer no.
        unsafe { LLVMTypeIsSized(self.0) != 0 }
    }

    /// Whether instructions have results and operands of this type.
    pub(crate) fn is_first_class(self) -> bool {
        use LLVMTypeKind::*;
        // SAFETY: a live type.
        let kind = unsafe { LLVMGetTypeKind(self.0) };
        !matches!(kind, LLVMVoidTypeKind | LLVMFunctionTypeKind | LLVMLabelTypeKind) && !self.is_opaque()
    }

    /// Whether arrays and structures may have elements of this type.
    pub(crate) fn is_element(self) -> bool {
        use LLVMTypeKind::*;
        // SAFETY: a live type.
        let kind = unsafe { LLVMGetTypeKind(self.0) };
        !matches!(
            kind,
            LLVMVoidTypeKind
                | LLVMFunctionTypeKind
                | LLVMLabelTypeKind
                | LLVMMetadataTypeKind
                | LLVMTokenTypeKind
                | LLVMX86_AMXTypeKind
        )
    }

    /// `i1`, in the place of a type that does not exist.
    fn stand_in(self) -> Type<'m> {
        // SAFETY: a live context.
        Type::new(unsafe { LLVMInt1TypeInContext(self.context()) })
    }

    /// Whether this is, or holds by value, the type `other`.
    fn holds(self, other: Type<'m>) -> bool {
        let mut seen = HashSet::new();
        let mut waiting = vec![self];
        while let Some(ty) = waiting.pop() {
            if ty == other {
                return true;
            }
            let parts = match ty.kind() {
                TypeKind::Array(element, _) | TypeKind::Vector(element, _) => vec![element],
                TypeKind::Struct => ty.fields(),
                _ => continue,
            };
            waiting.extend(parts.into_iter().filter(|part| seen.insert(*part)));
        }
        false
    }

    /// Array of `len` elements of this type.
    pub fn array(self, len: u64) -> Type<'m> {
        let element = if check(self.context(), self.is_element(), || format!("array of {self}")) {
            self
        } else {
            self.stand_in()
        };
        // SAFETY: a live type that arrays may have elements of.
        Type::new(unsafe { LLVMArrayType2(element.0, len) })
    }

    /// Vector of `len` integers, floating-point values or pointers of this type.
    pub fn vector(self, len: u32) -> Type<'m> {
        let fits = len > 0 && (self.is_int() || self.is_float() || self.is_pointer());
        let (element, len) = match check(self.context(), fits, || format!("vector of {len} {self}")) {
            true => (self, len),
            false => (self.stand_in(), 1),
        };
        // SAFETY: a live scalar type, and at least one element.
        Type::new(unsafe { LLVMVectorType(element.0, len) })
    }

    /// Function type that returns this type.
    pub fn function(self, params: &[Type<'m>], var_arg: bool) -> Type<'m> {
        let fits = (self.kind() == TypeKind::Void || self.is_first_class() && self.kind_is_no_metadata())
            && params.iter().all(|param| param.is_first_class() && param.context() == self.context());
        if !check(self.context(), fits, || format!("function from {params:?} to {self}")) {
            return self.stand_in().function(&[], false);
        }
        let mut raw: Vec<_> = params.iter().map(|param| param.0).collect();
        // SAFETY: live types of one context, of kinds that parameters and results have.
        Type::new(unsafe { LLVMFunctionType(self.0, raw.as_mut_ptr(), raw.len() as u32, var_arg.into()) })
    }

    fn kind_is_no_metadata(self) -> bool {
        // SAFETY: a live type.
        !matches!(unsafe { LLVMGetTypeKind(self.0) }, LLVMTypeKind::LLVMMetadataTypeKind)
    }

    /// Sets the body of an opaque identified structure.
    pub fn set_body(self, fields: &[Type<'m>], packed: bool) {
        let is_field = |field: &Type<'m>| field.is_element() && field.context() == self.context() && !field.holds(self);
        let fits = self.is_opaque() && fields.iter().all(is_field);
        if !check(self.context(), fits, || format!("structure {self} of {fields:?}")) {
            return;
        }
        let mut raw: Vec<_> = fields.iter().map(|field| field.0).collect();
        // SAFETY: an identified structure without body, and live types that do not hold it.
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
