//! SPIR-V types and the LLVM types that stand for them.
//!
//! LLVM's pointers are opaque, so the table keeps what SPIR-V's types say
//! beyond LLVM's: pointees and storage classes. It also bounds sizes and
//! nesting, because LLVM computes both by recursion and without checks.

use std::rc::Rc;

use rspirv::spirv::{Op, StorageClass};
use tandem_device_ir::AddressSpace;
use tandem_ir::Type;

use super::Reader;
use super::defs::Def;
use super::error::{Reason, Result, ensure};
use tandem_spirv_binary::{Id, Instruction, Operands};

/// Universal limit on nesting (SPIR-V, 2.17).
const MAX_DEPTH: u32 = 255;
/// No object is larger than the address space of a process.
const MAX_BYTES: u64 = 1 << 47;
const MAX_INT_BITS: u32 = 4096;
const MAX_LANES: u32 = 256;
/// What a handle takes in memory.
const HANDLE_BYTES: u64 = 8;
/// Dimension, depth, arrayed, multisampled, sampled, format, access.
const IMAGE_PROPERTIES: usize = 7;

/// Index of a type in the reader's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TypeRef(u32);

/// One type.
#[derive(Clone)]
pub(super) struct TypeEntry<'m> {
    pub llvm: Type<'m>,
    pub shape: Shape,
    /// Size in memory in bytes; `None` for types without values in memory.
    pub size: Option<u64>,
    depth: u32,
}

/// Structure of a type.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Void,
    Bool,
    Int(u32),
    Float,
    Vector {
        element: TypeRef,
        count: u32,
    },
    Array {
        element: TypeRef,
        count: u64,
    },
    Struct(Rc<[TypeRef]>),
    Pointer {
        pointee: Option<TypeRef>,
    },
    Function {
        returns: TypeRef,
        params: Rc<[TypeRef]>,
    },
    /// An image, with the properties of its type.
    Image(Rc<[u32]>),
    /// Events, samplers, …: handles.
    Opaque,
}

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

impl<'m, 'w> Reader<'m, 'w> {
    /// The entry of a type.
    pub fn entry(&self, ty: TypeRef) -> &TypeEntry<'m> {
        &self.types[ty.0 as usize]
    }

    /// The LLVM type.
    pub fn llvm(&self, ty: TypeRef) -> Type<'m> {
        self.entry(ty).llvm
    }

    /// The type that an id names.
    pub fn type_of_id(&self, id: Id) -> Result<TypeRef> {
        match self.def(id)? {
            Def::Type(ty) => Ok(ty),
            _ => Err(Reason::Kind { id: id.0, expected: "a type" }),
        }
    }

    /// The type that an id names, which values may have.
    pub fn value_type(&self, id: Id) -> Result<TypeRef> {
        let ty = self.type_of_id(id)?;
        ensure(self.entry(ty).size.is_some(), "there are no values of this type")?;
        Ok(ty)
    }

    /// The type that a pointer type points to.
    pub fn pointee(&self, ty: TypeRef) -> Result<TypeRef> {
        match self.entry(ty).shape {
            Shape::Pointer { pointee: Some(pointee) } => Ok(pointee),
            _ => Err(Reason::Invalid("the type is no pointer with a known pointee")),
        }
    }

    /// Size of a type in memory.
    pub fn size_of(&self, ty: TypeRef) -> Result<u64> {
        self.entry(ty).size.ok_or(Reason::Invalid("the type has no size"))
    }

    /// Handles a type instruction; false for any other.
    pub fn type_instruction(&mut self, index: usize) -> Result<bool> {
        let inst = self.scan.instructions[index];
        let Some(op) = inst.op() else { return Ok(false) };
        let mut ops = inst.cursor();
        if op == Op::TypeForwardPointer {
            let id = ops.id()?;
            let llvm = self.module.ptr(address_space(ops.word()?)?);
            let ty = self.add_type(llvm, Shape::Pointer { pointee: None }, Some(8), 0)?;
            self.define(id, Def::Type(ty))?;
            return Ok(true);
        }
        let Some(id) = is_type(op).then(|| ops.id()).transpose()? else { return Ok(false) };
        let ty = match op {
            Op::TypeVoid => self.add_type(self.module.void(), Shape::Void, None, 0)?,
            Op::TypeBool => self.add_type(self.module.int(1), Shape::Bool, Some(1), 0)?,
            Op::TypeInt => self.int_type(&mut ops)?,
            Op::TypeFloat => self.float_type(&mut ops)?,
            Op::TypeVector => self.vector_type(&mut ops)?,
            Op::TypeArray => self.array_type(&mut ops)?,
            Op::TypeStruct => self.struct_type(id, index)?,
            Op::TypeOpaque => {
                let name = ops.string()?;
                self.add_type(self.module.named_struct(&name), Shape::Opaque, None, 0)?
            }
            Op::TypePointer | Op::TypeUntypedPointerKHR => return self.pointer_type(id, &mut ops).map(|()| true),
            Op::TypeFunction => self.function_type(&mut ops)?,
            Op::TypeImage => self.image_type(&mut ops)?,
            Op::TypeSampledImage => self.sampled_image_type(&mut ops)?,
            Op::TypeSampler => {
                let llvm = self.module.target_type("spirv.Sampler", &[], &[]);
                self.add_type(llvm, Shape::Opaque, Some(HANDLE_BYTES), 0)?
            }
            // Events carry nothing: the reader makes barriers of waits for them.
            Op::TypeEvent => self.add_type(self.module.ptr(0), Shape::Opaque, Some(HANDLE_BYTES), 0)?,
            _ => return Err(Reason::unsupported("this type")),
        };
        self.define(id, Def::Type(ty))?;
        Ok(true)
    }

    fn add_type(&mut self, llvm: Type<'m>, shape: Shape, size: Option<u64>, depth: u32) -> Result<TypeRef> {
        ensure(depth <= MAX_DEPTH, "types are nested too deeply")?;
        ensure(size.is_none_or(|size| size <= MAX_BYTES), "the type is larger than the address space")?;
        self.types.push(TypeEntry { llvm, shape, size, depth });
        Ok(TypeRef(self.types.len() as u32 - 1))
    }

    /// An image: dimension, depth, arrayed, multisampled, sampled, format and, in kernels, access.
    fn image_type(&mut self, ops: &mut Operands<'w>) -> Result<TypeRef> {
        let sampled = self.type_of_id(ops.id()?)?;
        ensure(matches!(self.entry(sampled).shape, Shape::Void), "images of kernels have no sampled type")?;
        let mut properties = ops.rest().to_vec();
        ensure(matches!(properties.len(), 6 | 7), "an image type has six or seven properties")?;
        // Without a qualifier, images are read only.
        properties.resize(IMAGE_PROPERTIES, 0);
        let llvm = self.module.target_type("spirv.Image", &[self.module.void()], &properties);
        self.add_type(llvm, Shape::Image(properties.into()), Some(HANDLE_BYTES), 0)
    }

    fn sampled_image_type(&mut self, ops: &mut Operands<'w>) -> Result<TypeRef> {
        let image = self.type_of_id(ops.id()?)?;
        let Shape::Image(properties) = &self.entry(image).shape else {
            return Err(Reason::Invalid("the operand is no image type"));
        };
        let llvm = self.module.target_type("spirv.SampledImage", &[self.module.void()], properties);
        self.add_type(llvm, Shape::Opaque, Some(HANDLE_BYTES), 0)
    }

    fn int_type(&mut self, ops: &mut Operands<'w>) -> Result<TypeRef> {
        let bits = ops.word()?;
        ensure((1..=MAX_INT_BITS).contains(&bits), "integers of this width do not exist")?;
        let llvm = self.module.int(bits);
        self.add_type(llvm, Shape::Int(bits), Some(self.module.size_of(llvm)), 0)
    }

    fn float_type(&mut self, ops: &mut Operands<'w>) -> Result<TypeRef> {
        let bits = ops.word()?;
        /// `FPEncoding` of SPV_KHR_bfloat16.
        const BFLOAT16: u32 = 0;
        let encoding = if ops.is_empty() { None } else { Some(ops.word()?) };
        let llvm = match (bits, encoding) {
            (16, None) => self.module.half(),
            (16, Some(BFLOAT16)) => self.module.bfloat(),
            (32, None) => self.module.float(),
            (64, None) => self.module.double(),
            _ => return Err(Reason::unsupported(format!("a {bits}-bit floating-point type"))),
        };
        self.add_type(llvm, Shape::Float, Some(u64::from(bits / 8)), 0)
    }

    fn vector_type(&mut self, ops: &mut Operands<'w>) -> Result<TypeRef> {
        let element = self.type_of_id(ops.id()?)?;
        let count = ops.word()?;
        let scalar = matches!(self.entry(element).shape, Shape::Bool | Shape::Int(_) | Shape::Float);
        ensure(scalar, "vectors have elements of scalar type")?;
        ensure((1..=MAX_LANES).contains(&count), "vectors of this length do not exist")?;
        let llvm = self.llvm(element).vector(count);
        self.add_type(llvm, Shape::Vector { element, count }, Some(self.module.size_of(llvm)), 1)
    }

    fn array_type(&mut self, ops: &mut Operands<'w>) -> Result<TypeRef> {
        let element = self.type_of_id(ops.id()?)?;
        let count = self.constant_u64(ops.id()?)?;
        let bytes = self.size_of(element)?.checked_mul(count).ok_or(Reason::Invalid("the array is too large"))?;
        let llvm = self.llvm(element).array(count);
        self.add_type(llvm, Shape::Array { element, count }, Some(bytes), self.entry(element).depth + 1)
    }

    fn struct_type(&mut self, id: Id, index: usize) -> Result<TypeRef> {
        let ids = self.with_continuations(index, 1, Op::TypeStructContinuedINTEL);
        let fields = ids.into_iter().map(|id| self.type_of_id(id)).collect::<Result<Rc<[_]>>>()?;
        let mut total = 0u64;
        let mut depth = 0;
        for field in fields.iter() {
            // Room for the worst padding keeps the sum an upper bound.
            total = total.saturating_add(self.size_of(*field)?).saturating_add(64);
            depth = depth.max(self.entry(*field).depth);
        }
        ensure(total <= MAX_BYTES, "the structure is too large")?;
        let llvm_fields: Vec<_> = fields.iter().map(|field| self.llvm(*field)).collect();
        let packed = self.scan.decorations(id).packed;
        let llvm = match self.scan.name(id) {
            "" => self.module.struct_type(&llvm_fields, packed),
            name => {
                let llvm = self.module.named_struct(name);
                llvm.set_body(&llvm_fields, packed);
                llvm
            }
        };
        self.add_type(llvm, Shape::Struct(fields), Some(self.module.size_of(llvm)), depth + 1)
    }

    /// A pointer type, perhaps one that was declared ahead.
    fn pointer_type(&mut self, id: Id, ops: &mut Operands<'w>) -> Result<()> {
        let llvm = self.module.ptr(address_space(ops.word()?)?);
        // The pointee may be a pointer that is declared ahead and refers to this very type; nothing is computed from it.
        let pointee = if ops.is_empty() { None } else { Some(self.type_of_id(ops.id()?)?) };
        match self.def(id) {
            Ok(Def::Type(ahead)) if matches!(self.entry(ahead).shape, Shape::Pointer { pointee: None }) => {
                ensure(self.llvm(ahead) == llvm, "the storage class differs from the forward declaration's")?;
                self.types[ahead.0 as usize].shape = Shape::Pointer { pointee };
                Ok(())
            }
            _ => {
                let ty = self.add_type(llvm, Shape::Pointer { pointee }, Some(8), 0)?;
                self.define(id, Def::Type(ty))
            }
        }
    }

    fn function_type(&mut self, ops: &mut Operands<'w>) -> Result<TypeRef> {
        let returns = self.type_of_id(ops.id()?)?;
        let is_void = matches!(self.entry(returns).shape, Shape::Void);
        ensure(is_void || self.entry(returns).size.is_some(), "functions cannot return this type")?;
        let params = ops.ids().map(|id| self.value_type(id)).collect::<Result<Rc<[_]>>>()?;
        let llvm_params: Vec<_> = params.iter().map(|param| self.llvm(*param)).collect();
        let llvm = self.llvm(returns).function(&llvm_params, false);
        self.add_type(llvm, Shape::Function { returns, params }, None, 0)
    }

    /// Ids from operand `skip` on, continued by instructions of SPV_INTEL_long_composites.
    pub fn with_continuations(&self, index: usize, skip: usize, continued: Op) -> Vec<Id> {
        let mut ids: Vec<Id> = Vec::new();
        let first: &Instruction<'w> = &self.scan.instructions[index];
        ids.extend(first.operands.iter().skip(skip).map(|word| Id(*word)));
        let more = self.scan.instructions[index + 1..].iter().take_while(|inst| inst.op() == Some(continued));
        ids.extend(more.flat_map(|inst| inst.operands.iter().map(|word| Id(*word))));
        ids
    }
}

/// Whether an instruction declares a type.
fn is_type(op: Op) -> bool {
    (Op::TypeVoid as u32..=Op::TypePipe as u32).contains(&(op as u32))
        || matches!(op, Op::TypePipeStorage | Op::TypeUntypedPointerKHR)
}
