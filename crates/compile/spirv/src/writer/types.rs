//! LLVM types as SPIR-V types.
//!
//! A type has two forms. As a *value*, `i1` is `OpTypeBool`; in *memory*, and
//! inside structures and arrays, it is an 8-bit integer. Integers of other
//! odd widths take the next width that SPIR-V has, with the upper bits kept
//! zero. A pointer that is stored or passed has the type `i8*`.
//!
//! Structures follow C's layout rules on either side. A type whose layout SPIR-V cannot express (zero-length arrays,
//! wide integers) becomes an array of bytes in memory, which address arithmetic then accesses by offset.

use rspirv::spirv::{Capability, Decoration, Op, StorageClass, Word};
use tandem_device_ir::AddressSpace;
use tandem_ir::{Type, TypeKind};

use super::error::Reason;
use super::legal_types::{is_vector, legal_width};
use super::state::{PointerType, Writer};

/// The storage class of an address space, for pointers of unknown origin.
pub(super) fn storage_class(address_space: u32) -> Result<StorageClass, Reason> {
    match AddressSpace::from_number(address_space).ok_or(Reason::AddressSpace(address_space))? {
        AddressSpace::Generic => Ok(StorageClass::Generic),
        AddressSpace::Global => Ok(StorageClass::CrossWorkgroup),
        AddressSpace::Constant => Ok(StorageClass::UniformConstant),
        AddressSpace::Local => Ok(StorageClass::Workgroup),
    }
}

impl<'m> Writer<'m> {
    /// A module-level instruction that is the same for the same operands;
    /// `ty` is the result type of constants.
    pub(super) fn intern(&mut self, op: Op, ty: Option<Word>, operands: &[Word]) -> Word {
        let mut key: Vec<Word> = ty.into_iter().collect();
        key.extend_from_slice(operands);
        if let Some(id) = self.interned.get(&(op, key.clone())) {
            return *id;
        }
        let id = self.asm.id();
        let mut words = key.clone();
        words.insert(usize::from(ty.is_some()), id);
        self.asm.globals.inst(op, &words);
        self.interned.insert((op, key), id);
        id
    }

    /// Type of a value that is neither `void` nor in memory.
    pub(super) fn value_type(&mut self, ty: Type<'m>) -> Result<Word, Reason> {
        match ty.kind() {
            TypeKind::Void => Ok(self.void_type()),
            TypeKind::Int(1) => Ok(self.bool_type()),
            TypeKind::Int(bits) => {
                let width = legal_width(bits).ok_or_else(|| Reason::Type(ty.to_string()))?;
                Ok(self.int_type(width))
            }
            TypeKind::Half => Ok(self.float_type(16)),
            TypeKind::Float => Ok(self.float_type(32)),
            TypeKind::Double => Ok(self.float_type(64)),
            TypeKind::Pointer(space) => {
                let pointer = self.plain_pointer(storage_class(space)?);
                Ok(self.pointer_type(pointer))
            }
            TypeKind::Vector(element, len) if is_vector(element, len) => {
                let element = self.value_type(element)?;
                Ok(self.vector_type(element, len))
            }
            TypeKind::Array(..) | TypeKind::Struct if self.has_plain_layout(ty) => self.memory_type(ty),
            TypeKind::Other => self.handle_type(ty),
            _ => Err(Reason::Type(ty.to_string())),
        }
    }

    /// Type of an object in memory, or of a member of an aggregate.
    pub(super) fn memory_type(&mut self, ty: Type<'m>) -> Result<Word, Reason> {
        if ty.kind() == TypeKind::Other {
            // Handles are values only.
            return Err(Reason::Type(ty.to_string()));
        }
        if !self.has_plain_layout(ty) {
            let size = self.module.size_of(ty).max(1);
            let byte = self.int_type(8);
            return Ok(self.array_type(byte, size));
        }
        match ty.kind() {
            TypeKind::Int(1) => Ok(self.int_type(8)),
            TypeKind::Array(element, len) => {
                let element = self.memory_type(element)?;
                Ok(self.array_type(element, len))
            }
            TypeKind::Struct => self.struct_type(ty),
            _ => self.value_type(ty),
        }
    }

    /// Whether SPIR-V can spell the type so that its layout is LLVM's.
    pub(super) fn has_plain_layout(&self, ty: Type<'m>) -> bool {
        match ty.kind() {
            TypeKind::Int(bits) => bits <= 64,
            TypeKind::Half | TypeKind::Float | TypeKind::Double => true,
            TypeKind::Pointer(_) => true,
            TypeKind::Vector(element, len) => is_vector(element, len) && element.kind() != TypeKind::Int(1),
            TypeKind::Array(element, len) => len > 0 && self.has_plain_layout(element),
            TypeKind::Struct => !ty.is_opaque() && ty.fields().into_iter().all(|field| self.has_plain_layout(field)),
            _ => false,
        }
    }

    fn struct_type(&mut self, ty: Type<'m>) -> Result<Word, Reason> {
        if let Some(id) = self.struct_types.get(&ty) {
            return Ok(*id);
        }
        let mut words = vec![0];
        for field in ty.fields() {
            words.push(self.memory_type(field)?);
        }
        let id = self.asm.id();
        words[0] = id;
        self.asm.globals.inst(Op::TypeStruct, &words);
        if let Some(name) = ty.struct_name() {
            self.asm.name(id, &name);
        }
        if ty.is_packed() {
            self.asm.decorate(id, Decoration::CPacked, &[]);
        }
        self.struct_types.insert(ty, id);
        Ok(id)
    }

    pub(super) fn void_type(&mut self) -> Word {
        self.intern(Op::TypeVoid, None, &[])
    }

    pub(super) fn bool_type(&mut self) -> Word {
        self.intern(Op::TypeBool, None, &[])
    }

    /// Integer type of a width that SPIR-V has.
    pub(super) fn int_type(&mut self, width: u32) -> Word {
        match width {
            8 => self.asm.capability(Capability::Int8),
            16 => self.asm.capability(Capability::Int16),
            64 => self.asm.capability(Capability::Int64),
            _ => {}
        }
        // Signedness is 0 in kernels: the operations carry it.
        self.intern(Op::TypeInt, None, &[width, 0])
    }

    pub(super) fn float_type(&mut self, width: u32) -> Word {
        match width {
            16 => self.asm.capability(Capability::Float16),
            64 => self.asm.capability(Capability::Float64),
            _ => {}
        }
        self.intern(Op::TypeFloat, None, &[width])
    }

    pub(super) fn vector_type(&mut self, element: Word, len: u32) -> Word {
        if len > 4 {
            self.asm.capability(Capability::Vector16);
        }
        self.intern(Op::TypeVector, None, &[element, len])
    }

    pub(super) fn array_type(&mut self, element: Word, len: u64) -> Word {
        let len = self.int_constant(64, len);
        self.intern(Op::TypeArray, None, &[element, len])
    }

    /// Id of a pointer type.
    pub(super) fn pointer_type(&mut self, ty: PointerType) -> Word {
        if ty.storage == StorageClass::Generic {
            self.asm.capability(Capability::GenericPointer);
        }
        self.intern(Op::TypePointer, None, &[ty.storage as Word, ty.pointee])
    }

    /// `i8*` of a storage class: the type of pointers that are stored, passed
    /// or merged.
    pub(super) fn plain_pointer(&mut self, storage: StorageClass) -> PointerType {
        PointerType { storage, pointee: self.int_type(8) }
    }
}
