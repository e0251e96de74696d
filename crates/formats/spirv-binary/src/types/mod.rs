//! Types: their structure, and the layout of their values in memory.
//!
//! The table is filled instruction by instruction, because the length of an array is a constant, and a constant has a
//! type. It bounds sizes and nesting, so that code that recurses through a type, or computes with its size, need not.

use std::rc::Rc;

use rspirv::spirv::Op;
use rustc_hash::FxHashMap;

use crate::error::Malformed;
use crate::operands::{Id, Operands};
use crate::structure::{Structure, continued_ids};

mod layout;

pub use layout::{Layout, MAX_BYTES};

/// Universal limit on nesting (SPIR-V, 2.17).
const MAX_DEPTH: u32 = 255;
const MAX_INT_BITS: u32 = 4096;
const MAX_LANES: u32 = 256;
/// Dimension, depth, arrayed, multisampled, sampled, format, access.
const IMAGE_PROPERTIES: usize = 7;

/// A type of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TypeRef(u32);

impl TypeRef {
    /// Its number in the table, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One type.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its structure.
    pub shape: Shape,
    /// The layout of values in memory; `None` for types without values in memory.
    pub layout: Option<Layout>,
    /// Whether a member, or a member of a member, is volatile.
    pub has_volatile: bool,
    depth: u32,
}

/// Structure of a type.
#[derive(Clone, Debug)]
pub enum Shape {
    /// `OpTypeVoid`
    Void,
    /// `OpTypeBool`
    Bool,
    /// An integer of this number of bits; operations say whether it is signed.
    Int(u32),
    /// A floating-point number, perhaps in an encoding (`FPEncoding`) other than IEEE's.
    Float {
        /// Width.
        bits: u32,
        /// Number of the encoding.
        encoding: Option<u32>,
    },
    /// A vector.
    Vector {
        /// A scalar.
        element: TypeRef,
        /// Number of elements.
        count: u32,
    },
    /// An array.
    Array {
        /// Any type with a layout.
        element: TypeRef,
        /// Number of elements.
        count: u64,
    },
    /// A structure.
    Struct(Rc<Struct>),
    /// A pointer.
    Pointer {
        /// Number of the storage class.
        class: u32,
        /// The type that it points to, if that is known.
        pointee: Option<TypeRef>,
    },
    /// A function.
    Function {
        /// The return type.
        returns: TypeRef,
        /// Its parameters.
        params: Rc<[TypeRef]>,
    },
    /// An image: dimension, depth, arrayed, multisampled, sampled, format, access.
    Image(Rc<[u32]>),
    /// An image of these properties with a sampler.
    SampledImage(Rc<[u32]>),
    /// A sampler.
    Sampler,
    /// An event of asynchronous copies.
    Event,
    /// A type of which nothing but the name is known.
    Opaque(Rc<str>),
}

/// A structure.
#[derive(Clone, Debug)]
pub struct Struct {
    /// The result id of the structure's declaration.
    pub id: Id,
    /// Types of its members.
    pub members: Vec<TypeRef>,
    /// Whether there is no padding between members.
    pub is_packed: bool,
}

/// Why a type cannot be declared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TypeError {
    /// An operand is missing.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// An id that names no type.
    #[error("%{} is not a type", .0.0)]
    NoType(Id),
    /// The length of an array is no integer constant.
    #[error("%{} is not an integer constant", .0.0)]
    Length(Id),
    /// The operands do not make a type.
    #[error("{0}")]
    Invalid(&'static str),
    /// A type that kernels do not have.
    #[error("{0} is not supported")]
    Unsupported(String),
}

type Result<T, E = TypeError> = std::result::Result<T, E>;

/// The types of a module, as far as they are declared.
#[derive(Clone, Debug, Default)]
pub struct Types {
    entries: Vec<Entry>,
    ids: FxHashMap<Id, TypeRef>,
}

impl Types {
    /// The entry of a type.
    pub fn entry(&self, ty: TypeRef) -> &Entry {
        &self.entries[ty.index()]
    }

    /// The type that an id names.
    pub fn named(&self, id: Id) -> Option<TypeRef> {
        self.ids.get(&id).copied()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The type that a pointer type points to.
    pub fn pointee(&self, ty: TypeRef) -> Option<TypeRef> {
        match self.entry(ty).shape {
            Shape::Pointer { pointee, .. } => pointee,
            _ => None,
        }
    }

    /// How many members a structure, array or vector has; 0 for other types.
    pub fn member_count(&self, ty: TypeRef) -> u64 {
        match &self.entry(ty).shape {
            Shape::Struct(structure) => structure.members.len() as u64,
            Shape::Array { count, .. } => *count,
            Shape::Vector { count, .. } => u64::from(*count),
            _ => 0,
        }
    }

    /// Declares the type of an instruction of a module: its id and the type, which is an earlier one where a pointer was
    /// declared ahead. `None` for instructions that declare no type. `length` has the values of integer constants.
    ///
    /// # Errors
    /// When the operands do not make a type.
    pub fn declare(
        &mut self,
        module: &Structure<'_>,
        index: usize,
        length: impl FnOnce(Id) -> Option<u64>,
    ) -> Result<Option<(Id, TypeRef)>> {
        let inst = &module.instructions[index];
        let Some(op) = inst.op().filter(|op| is_type(*op)) else { return Ok(None) };
        let mut ops = inst.cursor();
        let id = ops.id()?;
        let ty = match op {
            Op::TypeForwardPointer => {
                let class = ops.word()?;
                self.add(Shape::Pointer { class, pointee: None }, Some(Layout::POINTER), 0)
            }
            Op::TypePointer | Op::TypeUntypedPointerKHR => self.pointer(id, &mut ops),
            Op::TypeVoid => self.add(Shape::Void, None, 0),
            Op::TypeBool => self.add(Shape::Bool, Some(Layout::BOOL), 0),
            Op::TypeInt => self.int(&mut ops),
            Op::TypeFloat => self.float(&mut ops),
            Op::TypeVector => self.vector(&mut ops),
            Op::TypeArray => self.array(&mut ops, length),
            Op::TypeStruct => self.structure(id, module, index),
            Op::TypeOpaque => {
                let name = ops.string()?;
                self.add(Shape::Opaque(name.into()), None, 0)
            }
            Op::TypeFunction => self.function(&mut ops),
            Op::TypeImage => self.image(&mut ops),
            Op::TypeSampledImage => self.sampled_image(&mut ops),
            Op::TypeSampler => self.add(Shape::Sampler, Some(Layout::POINTER), 0),
            Op::TypeEvent => self.add(Shape::Event, Some(Layout::POINTER), 0),
            _ => Err(TypeError::Unsupported("this type".into())),
        }?;
        self.ids.insert(id, ty);
        Ok(Some((id, ty)))
    }

    fn add(&mut self, shape: Shape, layout: Option<Layout>, depth: u32) -> Result<TypeRef> {
        ensure(depth <= MAX_DEPTH, "types are nested too deeply")?;
        ensure(layout.is_none_or(|layout| layout.size <= MAX_BYTES), "the type is larger than the address space")?;
        let has_volatile = match &shape {
            Shape::Array { element, .. } => self.entry(*element).has_volatile,
            _ => false,
        };
        self.entries.push(Entry { shape, layout, has_volatile, depth });
        Ok(TypeRef(self.entries.len() as u32 - 1))
    }

    /// The next operand as a type.
    fn operand(&self, ops: &mut Operands<'_>) -> Result<TypeRef> {
        let id = ops.id()?;
        self.named(id).ok_or(TypeError::NoType(id))
    }

    fn layout(&self, ty: TypeRef) -> Result<Layout> {
        self.entry(ty).layout.ok_or(TypeError::Invalid("the type has no size"))
    }

    fn int(&mut self, ops: &mut Operands<'_>) -> Result<TypeRef> {
        let bits = ops.word()?;
        ensure((1..=MAX_INT_BITS).contains(&bits), "integers of this width are not supported")?;
        self.add(Shape::Int(bits), Some(Layout::int(bits)), 0)
    }

    fn float(&mut self, ops: &mut Operands<'_>) -> Result<TypeRef> {
        let bits = ops.word()?;
        let encoding = if ops.is_empty() { None } else { Some(ops.word()?) };
        if !matches!(bits, 16 | 32 | 64) {
            return Err(TypeError::Unsupported(format!("a {bits}-bit floating-point type")));
        }
        self.add(Shape::Float { bits, encoding }, Some(Layout::natural(u64::from(bits / 8))), 0)
    }

    fn vector(&mut self, ops: &mut Operands<'_>) -> Result<TypeRef> {
        let element = self.operand(ops)?;
        let count = ops.word()?;
        let bits = match self.entry(element).shape {
            Shape::Bool => 1,
            Shape::Int(bits) | Shape::Float { bits, .. } => bits,
            _ => return Err(TypeError::Invalid("vectors have elements of scalar type")),
        };
        ensure((1..=MAX_LANES).contains(&count), "vectors of this length are not supported")?;
        self.add(Shape::Vector { element, count }, Some(Layout::vector(bits, count)), 1)
    }

    fn array(&mut self, ops: &mut Operands<'_>, length: impl FnOnce(Id) -> Option<u64>) -> Result<TypeRef> {
        let element = self.operand(ops)?;
        let id = ops.id()?;
        let count = length(id).ok_or(TypeError::Length(id))?;
        let layout = self.layout(element)?.array(count).ok_or(TypeError::Invalid("the array is too large"))?;
        let depth = self.entry(element).depth + 1;
        self.add(Shape::Array { element, count }, Some(layout), depth)
    }

    fn structure(&mut self, id: Id, module: &Structure<'_>, index: usize) -> Result<TypeRef> {
        let ids = continued_ids(&module.instructions[index..], 1, Op::TypeStructContinuedINTEL);
        let named = |id: Id| self.named(id).ok_or(TypeError::NoType(id));
        let members = ids.into_iter().map(named).collect::<Result<Vec<_>>>()?;
        let is_packed = module.decorations(id).packed;
        let mut layout = Layout::EMPTY;
        let mut depth = 0;
        for member in &members {
            let behind = layout.with_member(self.layout(*member)?, is_packed);
            layout = behind
                .filter(|layout| layout.size <= MAX_BYTES)
                .ok_or(TypeError::Invalid("the structure is too large"))?;
            depth = depth.max(self.entry(*member).depth);
        }
        let layout = layout.padded().ok_or(TypeError::Invalid("the structure is too large"))?;
        let has_volatile = (0..).zip(&members).any(|(number, member)| {
            module.annotations.is_volatile_member(id, number) || self.entry(*member).has_volatile
        });
        let ty = self.add(Shape::Struct(Rc::new(Struct { id, members, is_packed })), Some(layout), depth + 1)?;
        self.entries[ty.index()].has_volatile = has_volatile;
        Ok(ty)
    }

    /// A pointer type, perhaps one that was declared ahead.
    fn pointer(&mut self, id: Id, ops: &mut Operands<'_>) -> Result<TypeRef> {
        let class = ops.word()?;
        // The pointee may be a pointer that is declared ahead and refers to this very type; nothing is computed from it.
        let pointee = if ops.is_empty() { None } else { Some(self.operand(ops)?) };
        let shape = Shape::Pointer { class, pointee };
        let Some(ahead) = self.named(id) else { return self.add(shape, Some(Layout::POINTER), 0) };
        match self.entry(ahead).shape {
            Shape::Pointer { class: declared, pointee: None } if declared == class => {
                self.entries[ahead.index()].shape = shape;
                Ok(ahead)
            }
            Shape::Pointer { pointee: None, .. } => {
                Err(TypeError::Invalid("the storage class differs from the forward declaration's"))
            }
            _ => self.add(shape, Some(Layout::POINTER), 0),
        }
    }

    fn function(&mut self, ops: &mut Operands<'_>) -> Result<TypeRef> {
        let returns = self.operand(ops)?;
        let entry = self.entry(returns);
        ensure(matches!(entry.shape, Shape::Void) || entry.layout.is_some(), "functions cannot return this type")?;
        let mut params = Vec::new();
        while !ops.is_empty() {
            let param = self.operand(ops)?;
            ensure(self.entry(param).layout.is_some(), "there are no values of this type")?;
            params.push(param);
        }
        self.add(Shape::Function { returns, params: params.into() }, None, 0)
    }

    /// An image: sampled type, then its properties, the last of which only kernels have.
    fn image(&mut self, ops: &mut Operands<'_>) -> Result<TypeRef> {
        let sampled = self.operand(ops)?;
        ensure(matches!(self.entry(sampled).shape, Shape::Void), "images of kernels have no sampled type")?;
        let mut properties = ops.rest().to_vec();
        ensure(matches!(properties.len(), 6 | 7), "an image type has six or seven properties")?;
        // Without a qualifier, images are read only.
        properties.resize(IMAGE_PROPERTIES, 0);
        self.add(Shape::Image(properties.into()), Some(Layout::POINTER), 0)
    }

    fn sampled_image(&mut self, ops: &mut Operands<'_>) -> Result<TypeRef> {
        let image = self.operand(ops)?;
        let Shape::Image(properties) = &self.entry(image).shape else {
            return Err(TypeError::Invalid("the operand is not an image type"));
        };
        let properties = properties.clone();
        self.add(Shape::SampledImage(properties), Some(Layout::POINTER), 0)
    }
}

/// Whether an instruction declares a type.
fn is_type(op: Op) -> bool {
    (Op::TypeVoid as u32..=Op::TypeForwardPointer as u32).contains(&(op as u32))
        || matches!(op, Op::TypePipeStorage | Op::TypeUntypedPointerKHR)
}

fn ensure(condition: bool, message: &'static str) -> Result<()> {
    if condition { Ok(()) } else { Err(TypeError::Invalid(message)) }
}
