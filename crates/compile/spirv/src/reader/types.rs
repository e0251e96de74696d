//! SPIR-V types as LLVM types. Properties that LLVM's types lack (pointees, volatile members) are looked up in
//! `spirv-binary`'s table, which has also bounded sizes and nesting: LLVM computes both by recursion and without
//! checks.

use rspirv::spirv::StorageClass;
use tandem_device_ir::AddressSpace;
use tandem_ir::Type;
use tandem_spirv_binary::opcode_name;
use tandem_spirv_binary::types::{Shape, Struct, TypeError, TypeRef};

use super::defs::Def;
use super::error::{Reason, Result, ensure};
use super::state::Reader;

/// Largest alignment that LLVM can express.
const MAX_ALIGNMENT: u32 = 1 << 30;

/// LLVM address space of a storage class (`docs/internals/boundaries.md`, section 3).
pub(super) fn address_space(class: u32) -> Result<u32> {
    use StorageClass::*;
    let space = match StorageClass::from_u32(class) {
        Some(Function | Private | Generic | CodeSectionINTEL) => AddressSpace::Generic,
        // Builtin variables never become memory; see `builtin_pointer`.
        Some(Input | CrossWorkgroup | DeviceOnlyALTERA | HostOnlyALTERA) => AddressSpace::Global,
        Some(UniformConstant) => AddressSpace::Constant,
        Some(Workgroup) => AddressSpace::Local,
        Some(other) => return Err(Reason::unsupported(format!("storage class {other:?}"))),
        None => return Err(Reason::unsupported(format!("storage class {class}"))),
    };
    Ok(space.number())
}

/// Fails unless LLVM can express the alignment.
pub(super) fn check_align(align: u32) -> Result<u32> {
    ensure(align.is_power_of_two() && align <= MAX_ALIGNMENT, "the alignment is not a power of two")?;
    Ok(align)
}

impl<'m, 'w> Reader<'m, 'w> {
    /// Declares a type.
    pub fn type_instruction(&mut self, index: usize) -> Result<()> {
        let mut types = std::mem::take(&mut self.types);
        let declared = types.declare(&self.scan.structure, index, |id| self.constant_u64(id).ok());
        self.types = types;
        let Some((id, ty)) = declared.map_err(|error| self.type_error(error))? else {
            return Err(Reason::unsupported(opcode_name(self.scan.structure.instructions[index].opcode)));
        };
        // A pointer that was declared ahead has its LLVM type, which does not contain the pointee.
        if ty.index() == self.llvm_types.len() {
            let llvm = self.llvm_type(ty)?;
            self.llvm_types.push(llvm);
            self.define(id, Def::Type(ty))?;
        }
        Ok(())
    }

    fn type_error(&self, error: TypeError) -> Reason {
        match error {
            TypeError::Malformed(malformed) => malformed.into(),
            TypeError::NoType(id) => self.type_of_id(id).err().unwrap_or(Reason::Undefined(id.0)),
            TypeError::Length(id) => self.constant_u64(id).err().unwrap_or(Reason::Undefined(id.0)),
            TypeError::Invalid(message) => Reason::Invalid(message),
            error => Reason::Unsupported(error.to_string()),
        }
    }

    /// The LLVM type of a type whose parts have theirs.
    fn llvm_type(&self, ty: TypeRef) -> Result<Type<'m>> {
        let module = self.module;
        let llvm = match self.shape(ty) {
            Shape::Void => module.void(),
            Shape::Bool => module.int(1),
            Shape::Int(bits) => module.int(*bits),
            Shape::Float { bits, encoding } => self.float_type(*bits, *encoding)?,
            Shape::Vector { element, count } => self.llvm(*element).vector(*count),
            Shape::Array { element, count } => self.llvm(*element).array(*count),
            Shape::Struct(structure) => self.struct_type(structure),
            Shape::Pointer { class, .. } => module.ptr(address_space(*class)?),
            Shape::Function { returns, params } => {
                let params: Vec<_> = params.iter().map(|param| self.llvm(*param)).collect();
                self.llvm(*returns).function(&params, false)
            }
            Shape::Image(properties) => module.target_type("spirv.Image", &[module.void()], properties),
            Shape::SampledImage(properties) => module.target_type("spirv.SampledImage", &[module.void()], properties),
            Shape::Sampler => module.target_type("spirv.Sampler", &[], &[]),
            // Events carry nothing: the reader makes barriers of waits for them.
            Shape::Event => module.ptr(0),
            Shape::Opaque(name) => module.named_struct(name),
        };
        // LLVM does not expose the size of its target types.
        let is_handle = matches!(self.shape(ty), Shape::Image(_) | Shape::SampledImage(_) | Shape::Sampler);
        let layout = self.entry(ty).layout.filter(|_| !is_handle);
        debug_assert!(layout.is_none_or(|layout| layout.size == module.size_of(llvm)), "the size of {llvm} differs");
        Ok(llvm)
    }

    fn float_type(&self, bits: u32, encoding: Option<u32>) -> Result<Type<'m>> {
        /// `FPEncoding` of SPV_KHR_bfloat16.
        const BFLOAT16: u32 = 0;
        match (bits, encoding) {
            (16, None) => Ok(self.module.half()),
            (16, Some(BFLOAT16)) => Ok(self.module.bfloat()),
            (32, None) => Ok(self.module.float()),
            (64, None) => Ok(self.module.double()),
            _ => Err(Reason::unsupported(format!("a {bits}-bit floating-point type"))),
        }
    }

    fn struct_type(&self, structure: &Struct) -> Type<'m> {
        let members: Vec<_> = structure.members.iter().map(|member| self.llvm(*member)).collect();
        match self.scan.name(structure.id) {
            "" => self.module.struct_type(&members, structure.is_packed),
            name => {
                let llvm = self.module.named_struct(name);
                llvm.set_body(&members, structure.is_packed);
                llvm
            }
        }
    }
}
