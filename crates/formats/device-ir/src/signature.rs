//! Signatures of builtins, and the check of a function's type against them.
//!
//! A signature is written in [`Slot`]s. Those that hold a *value* all have one
//! type, which the builtin is overloaded on: `T fma(T, T, T)`.

use std::fmt;

use crate::memory::Scope;

/// A type, as far as signatures distinguish types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ValueType {
    /// The type of the elements.
    pub scalar: Scalar,
    /// The number of elements of a vector; `None` for scalars.
    pub lanes: Option<u32>,
}

/// The type of a scalar or of a vector's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// No value.
    Void,
    /// An integer of this number of bits; booleans have one.
    Int(u32),
    /// IEEE half precision.
    Half,
    /// Brain floating point.
    BFloat,
    /// IEEE single precision.
    Float,
    /// IEEE double precision.
    Double,
    /// A pointer into the address space of this number.
    Pointer(u32),
    /// An image, sampler, event or the like.
    Opaque,
    /// Anything else: structures, arrays, formats that device code does not have.
    Other,
}

/// The types that a slot takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `half`, `float`, `double`, and vectors of them.
    Floats,
    /// Vectors of three or four floating-point elements.
    Floats3Or4,
    /// 8, 16, 32 or 64 bits, and vectors of them.
    Ints,
    /// 16 bits, and vectors of them.
    Ints16,
    /// 32 bits, and vectors of them.
    Ints32,
    /// `i1`, and vectors of it.
    Bools,
    /// Integers but booleans, floating-point values, and vectors of them.
    Numbers,
    /// Anything that has a value: numbers, booleans, pointers, vectors.
    Any,
    /// Vectors of numbers.
    Vectors,
    /// Pointers.
    Pointers,
}

/// The requirement on the result or a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// No result.
    Void,
    /// The type that the builtin is overloaded on.
    Value(Kind),
    /// The element type of the value.
    ElementOfValue,
    /// `i32`, one for each element of the value; in a parameter also one for all.
    Int32PerElement,
    /// A type that is independent of the value's.
    Other(Kind),
    /// A type that is independent of the value's, with the same number of elements.
    PerElement(Kind),
    /// As the value, with integers of the same width.
    IntOfWidth,
    /// As the value, with integers of half of the width.
    IntOfHalfWidth,
    /// A boolean.
    Bool,
    /// An integer scalar.
    Int,
    /// A local id: an integer scalar, or a vector of two or three.
    Index,
    /// Four `i32`: a ballot.
    Mask,
    /// An integer that is a [`Scope`].
    Scope,
    /// As `Scope`, of a group: [`Scope::Workgroup`] or [`Scope::Subgroup`].
    GroupScope,
    /// An integer that is a [`MemorySemantics`](crate::MemorySemantics).
    Semantics,
    /// A constant that is a [`GroupOperation`](crate::GroupOperation).
    GroupOperation,
    /// An integer constant.
    Literal,
    /// A pointer.
    Pointer,
    /// A pointer that is written through.
    Out,
    /// An image, sampler or event.
    Opaque,
}

/// The result and the parameters of a builtin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The result of a call.
    pub result: Slot,
    /// The parameters of a call.
    pub params: &'static [Slot],
    /// How many of the last parameters may be missing.
    pub optional: usize,
    /// Whether any arguments may follow.
    pub variadic: bool,
}

/// Why a function's type is not the builtin's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// The number of parameters differs.
    Count {
        /// How many there are.
        found: usize,
    },
    /// The result.
    Result(ValueType),
    /// A parameter, counted from zero.
    Param(usize, ValueType),
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count { found } => write!(f, "it has {found} parameters"),
            Self::Result(ty) => write!(f, "its result is {ty}"),
            Self::Param(index, ty) => write!(f, "parameter {} is {ty}", index + 1),
        }
    }
}

impl Signature {
    /// Checks a function's type.
    ///
    /// # Errors
    /// The first thing that does not fit.
    pub fn check(&self, result: ValueType, params: &[ValueType]) -> Result<(), Mismatch> {
        let required = self.params.len() - self.optional;
        if params.len() < required || params.len() > self.params.len() && !self.variadic {
            return Err(Mismatch::Count { found: params.len() });
        }
        // The value's type is that of the first slot that holds it, the result before the parameters.
        let value = match self.result {
            Slot::Value(_) => Some(result),
            _ => self.params.iter().zip(params).find(|(slot, _)| matches!(slot, Slot::Value(_))).map(|(_, ty)| *ty),
        };
        if !self.result.takes(result, value, true) {
            return Err(Mismatch::Result(result));
        }
        let misfit = self.params.iter().zip(params).position(|(slot, ty)| !slot.takes(*ty, value, false));
        misfit.map_or(Ok(()), |index| Err(Mismatch::Param(index, params[index])))
    }
}

impl Slot {
    /// Whether a type fits; `value` is the type that the builtin is overloaded on.
    fn takes(self, ty: ValueType, value: Option<ValueType>, is_result: bool) -> bool {
        let lanes = value.and_then(|value| value.lanes);
        let int_of = |divisor: u32| {
            let bits = value.and_then(|value| value.scalar.bits());
            bits.is_some_and(|bits| ty.scalar == Scalar::Int(bits / divisor)) && ty.lanes == lanes
        };
        match self {
            Self::Void => ty.scalar == Scalar::Void,
            Self::Value(kind) => kind.takes(ty) && value.is_none_or(|value| value == ty),
            Self::ElementOfValue => ty.lanes.is_none() && value.is_some_and(|value| value.scalar == ty.scalar),
            Self::Int32PerElement => {
                ty.scalar == Scalar::Int(32) && (ty.lanes == lanes || ty.lanes.is_none() && !is_result)
            }
            Self::Other(kind) => kind.takes(ty),
            Self::PerElement(kind) => kind.takes(ty) && ty.lanes == lanes,
            Self::IntOfWidth => int_of(1),
            Self::IntOfHalfWidth => int_of(2),
            Self::Bool => ty == ValueType::scalar(Scalar::Int(1)),
            Self::Int | Self::Scope | Self::GroupScope | Self::Semantics | Self::GroupOperation | Self::Literal => {
                ty.lanes.is_none() && Kind::Ints.takes(ty)
            }
            Self::Index => matches!(ty.lanes, None | Some(2 | 3)) && Kind::Ints.takes(ty),
            Self::Mask => ty == ValueType { scalar: Scalar::Int(32), lanes: Some(4) },
            Self::Pointer | Self::Out => ty.lanes.is_none() && Kind::Pointers.takes(ty),
            // Producers represent opaque types differently: as pointers, as integers, or as separate types.
            Self::Opaque => !matches!(ty.scalar, Scalar::Void | Scalar::Other),
        }
    }

    /// The scopes that a constant in this slot may be, if it is a scope.
    pub fn scopes(self) -> Option<&'static [Scope]> {
        match self {
            Self::Scope => Some(&Scope::ALL),
            Self::GroupScope => Some(&[Scope::Workgroup, Scope::Subgroup]),
            _ => None,
        }
    }
}

impl Kind {
    fn takes(self, ty: ValueType) -> bool {
        let is_float = matches!(ty.scalar, Scalar::Half | Scalar::Float | Scalar::Double);
        let is_int = matches!(ty.scalar, Scalar::Int(8 | 16 | 32 | 64));
        let is_bool = ty.scalar == Scalar::Int(1);
        match self {
            Self::Floats => is_float,
            Self::Floats3Or4 => is_float && matches!(ty.lanes, Some(3 | 4)),
            Self::Ints => is_int,
            Self::Ints16 => ty.scalar == Scalar::Int(16),
            Self::Ints32 => ty.scalar == Scalar::Int(32),
            Self::Bools => is_bool,
            Self::Numbers => is_float || is_int,
            Self::Any => is_float || is_int || is_bool || matches!(ty.scalar, Scalar::BFloat | Scalar::Pointer(_)),
            Self::Vectors => (is_float || is_int) && ty.lanes.is_some(),
            Self::Pointers => matches!(ty.scalar, Scalar::Pointer(_)),
        }
    }

    /// The name of its types, for messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Floats => "half, float or double",
            Self::Floats3Or4 => "a vector of 3 or 4 half, float or double",
            Self::Ints => "i8, i16, i32 or i64",
            Self::Ints16 => "i16",
            Self::Ints32 => "i32",
            Self::Bools => "i1",
            Self::Numbers => "a number",
            Self::Any => "a number, boolean or pointer",
            Self::Vectors => "a vector of numbers",
            Self::Pointers => "a pointer",
        }
    }
}

impl ValueType {
    /// A scalar type.
    pub const fn scalar(scalar: Scalar) -> Self {
        Self { scalar, lanes: None }
    }
}

impl Scalar {
    /// Width of a number.
    pub const fn bits(self) -> Option<u32> {
        match self {
            Self::Int(bits) => Some(bits),
            Self::Half | Self::BFloat => Some(16),
            Self::Float => Some(32),
            Self::Double => Some(64),
            Self::Void | Self::Pointer(_) | Self::Opaque | Self::Other => None,
        }
    }
}

impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.lanes {
            Some(lanes) => write!(f, "<{lanes} x {}>", self.scalar),
            None => self.scalar.fmt(f),
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Void => f.write_str("void"),
            Self::Int(bits) => write!(f, "i{bits}"),
            Self::Half => f.write_str("half"),
            Self::BFloat => f.write_str("bfloat"),
            Self::Float => f.write_str("float"),
            Self::Double => f.write_str("double"),
            Self::Pointer(0) => f.write_str("ptr"),
            Self::Pointer(space) => write!(f, "ptr addrspace({space})"),
            Self::Opaque => f.write_str("an opaque type"),
            Self::Other => f.write_str("an aggregate or unsupported type"),
        }
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Void => "void",
            Self::Value(_) => "T",
            Self::ElementOfValue => "element of T",
            Self::Int32PerElement => "i32 for each element",
            Self::Other(kind) => kind.name(),
            Self::PerElement(kind) => return write!(f, "{} for each element", kind.name()),
            Self::IntOfWidth => "integer as wide as T",
            Self::IntOfHalfWidth => "integer half as wide as T",
            Self::Bool => "i1",
            Self::Int => "integer",
            Self::Index => "local id",
            Self::Mask => "<4 x i32>",
            Self::Scope | Self::GroupScope => "scope",
            Self::Semantics => "semantics",
            Self::GroupOperation => "group operation",
            Self::Literal => "constant",
            Self::Pointer | Self::Out => "ptr",
            Self::Opaque => "opaque",
        })
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.result)?;
        for (index, param) in self.params.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            let optional = if index + self.optional >= self.params.len() { "?" } else { "" };
            write!(f, "{separator}{param}{optional}")?;
        }
        f.write_str(if self.variadic { ", …)" } else { ")" })?;
        let value = [self.result].into_iter().chain(self.params.iter().copied()).find_map(|slot| match slot {
            Slot::Value(kind) => Some(kind),
            _ => None,
        });
        value.map_or(Ok(()), |kind| write!(f, ", T: {}", kind.name()))
    }
}
