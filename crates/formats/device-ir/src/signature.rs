//! Signatures of builtins, and the check of a function's type against them.
//!
//! A signature is written in [`Slot`]s. Those that hold a *value* all have one
//! type, which the builtin is overloaded on: `T fma(T, T, T)`.

use std::fmt;

use crate::memory::Scope;

/// A type, as far as signatures tell types apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ValueType {
    /// The type of the elements.
    pub scalar: Scalar,
    /// How many there are, where it is a vector.
    pub lanes: Option<u32>,
}

/// The type of a scalar or of a vector's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// No value.
    Void,
    /// An integer of so many bits; booleans have one.
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

/// Which types a slot takes.
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

/// What the result or a parameter has to be.
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
    /// A type of its own.
    Other(Kind),
    /// A type of its own, with as many elements as the value.
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
    /// What a call returns.
    pub result: Slot,
    /// What it takes.
    pub params: &'static [Slot],
    /// How many of the last parameters may be missing.
    pub optional: usize,
    /// Whether any arguments may follow.
    pub variadic: bool,
}

macro_rules! classes {
    ($($(#[$doc:meta])* $class:ident: $result:expr, [$($param:expr),*] $(, $optional:literal optional)? $(, $variadic:ident)?;)*) => {
        /// Signatures that builtins share.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum SignatureClass {
            $($(#[$doc])* $class,)*
        }

        impl SignatureClass {
            /// All.
            pub const ALL: &[Self] = &[$(Self::$class),*];

            /// The signature.
            pub const fn signature(self) -> Signature {
                use Kind::*;
                use Slot::*;
                match self {
                    $(Self::$class => Signature {
                        result: $result,
                        params: &[$($param),*],
                        optional: 0 $(+ $optional)?,
                        variadic: false $(|| stringify!($variadic).len() > 0)?,
                    },)*
                }
            }
        }
    };
}

classes! {
    /// A function of one floating-point value.
    Float1: Value(Floats), [Value(Floats)];
    /// Of two.
    Float2: Value(Floats), [Value(Floats), Value(Floats)];
    /// Of three.
    Float3: Value(Floats), [Value(Floats), Value(Floats), Value(Floats)];
    /// A second floating-point result goes to memory.
    FloatOut: Value(Floats), [Value(Floats), Out];
    /// A second integer result goes to memory.
    FloatIntOut: Value(Floats), [Value(Floats), Out];
    /// The same, of two values.
    Float2IntOut: Value(Floats), [Value(Floats), Value(Floats), Out];
    /// With an exponent.
    FloatInt: Value(Floats), [Value(Floats), Int32PerElement];
    /// An exponent of a value.
    IntOfFloat: Int32PerElement, [Value(Floats)];
    /// A value from bits.
    FloatOfInt: Value(Floats), [IntOfWidth];
    /// A scalar from a vector.
    ScalarOf1: ElementOfValue, [Value(Floats)];
    /// A scalar from two vectors.
    ScalarOf2: ElementOfValue, [Value(Floats), Value(Floats)];
    /// A vector product.
    CrossProduct: Value(Floats3Or4), [Value(Floats3Or4), Value(Floats3Or4)];
    /// A function of one integer.
    Int1: Value(Ints), [Value(Ints)];
    /// Of two.
    Int2: Value(Ints), [Value(Ints), Value(Ints)];
    /// Of three.
    Int3: Value(Ints), [Value(Ints), Value(Ints), Value(Ints)];
    /// Of two 32-bit integers.
    Int32x2: Value(Ints32), [Value(Ints32), Value(Ints32)];
    /// Of three.
    Int32x3: Value(Ints32), [Value(Ints32), Value(Ints32), Value(Ints32)];
    /// An integer from its halves.
    Upsample: Value(Ints), [IntOfHalfWidth, IntOfHalfWidth];
    /// A choice by bits.
    BitSelect: Value(Numbers), [Value(Numbers), Value(Numbers), Value(Numbers)];
    /// A choice by integers.
    Select: Value(Numbers), [Value(Numbers), Value(Numbers), PerElement(Ints)];
    /// Elements of a vector, by a mask.
    VectorShuffle: Value(Vectors), [Other(Vectors), Other(Vectors)];
    /// Elements of two vectors, by a mask.
    VectorShuffle2: Value(Vectors), [Other(Vectors), Other(Vectors), Other(Vectors)];
    /// A vector from memory.
    LoadVector: Value(Vectors), [Int, Pointer, Literal];
    /// A vector to memory.
    StoreVector: Void, [Value(Vectors), Int, Out];
    /// A half-precision value from memory.
    LoadHalf: Value(Floats), [Int, Pointer];
    /// The same, a vector.
    LoadHalves: Value(Floats), [Int, Pointer, Literal];
    /// A half-precision value to memory.
    StoreHalf: Void, [Value(Floats), Int, Out];
    /// The same, rounded in a given way.
    StoreHalfRounded: Void, [Value(Floats), Int, Out, Literal];
    /// A format and any values.
    Printf: Value(Ints32), [Pointer], variadic;
    /// An address and a number of elements.
    Prefetch: Void, [Pointer, Int];
    /// Execution scope, memory scope, semantics.
    ControlBarrier: Void, [Scope, Scope, Semantics];
    /// Memory scope, semantics.
    MemoryBarrier: Void, [Scope, Semantics];
    /// A value from memory.
    AtomicLoad: Value(Any), [Pointer, Scope, Semantics];
    /// A value to memory.
    AtomicStore: Void, [Out, Scope, Semantics, Value(Any)];
    /// A value for another.
    AtomicExchange: Value(Any), [Out, Scope, Semantics, Value(Any)];
    /// A value for another, if memory holds a third: semantics of success and failure, value, comparator.
    AtomicCompareExchange: Value(Any), [Out, Scope, Semantics, Semantics, Value(Any), Value(Any)];
    /// A change of an integer.
    AtomicStep: Value(Ints), [Out, Scope, Semantics];
    /// A change of an integer by a value.
    AtomicInt: Value(Ints), [Out, Scope, Semantics, Value(Ints)];
    /// A change of a floating-point value.
    AtomicFloat: Value(Floats), [Out, Scope, Semantics, Value(Floats)];
    /// Sets a flag and tells whether it was set.
    FlagSet: Bool, [Out, Scope, Semantics];
    /// Clears a flag.
    FlagClear: Void, [Out, Scope, Semantics];
    /// A condition of a group.
    GroupVote: Bool, [GroupScope, Bool];
    /// Whether a group's values are equal.
    GroupEqual: Bool, [GroupScope, Value(Any)];
    /// Whether the work-item is the group's first.
    GroupElect: Bool, [GroupScope];
    /// A value from the work-item of an id.
    GroupBroadcast: Value(Any), [GroupScope, Value(Any), Index];
    /// A value from the first work-item.
    GroupFirst: Value(Any), [GroupScope, Value(Any)];
    /// A combination of integers.
    GroupInt: Value(Ints), [GroupScope, GroupOperation, Value(Ints)];
    /// A combination of floating-point values.
    GroupFloat: Value(Floats), [GroupScope, GroupOperation, Value(Floats)];
    /// A combination of booleans.
    GroupBool: Value(Bools), [GroupScope, GroupOperation, Value(Bools)];
    /// A combination of integers, perhaps with a cluster size.
    ClusterInt: Value(Ints), [GroupScope, GroupOperation, Value(Ints), Literal], 1 optional;
    /// The same, of floating-point values.
    ClusterFloat: Value(Floats), [GroupScope, GroupOperation, Value(Floats), Literal], 1 optional;
    /// The same, of booleans.
    ClusterBool: Value(Bools), [GroupScope, GroupOperation, Value(Bools), Literal], 1 optional;
    /// A ballot.
    GroupBallot: Mask, [GroupScope, Bool];
    /// The own bit of a ballot.
    BallotBit: Bool, [GroupScope, Mask];
    /// A bit of a ballot.
    BallotBitAt: Bool, [GroupScope, Mask, Int];
    /// A number of bits of a ballot.
    BallotCount: Value(Ints), [GroupScope, GroupOperation, Mask];
    /// The index of a bit of a ballot.
    BallotFind: Value(Ints), [GroupScope, Mask];
    /// A value from the work-item that a number names.
    GroupShuffle: Value(Any), [GroupScope, Value(Any), Int];
    /// The same, perhaps with a cluster size.
    GroupRotate: Value(Any), [GroupScope, Value(Any), Int, Literal], 1 optional;
    /// A value from the neighbour in a direction.
    GroupSwap: Value(Any), [GroupScope, Value(Any), Literal];
    /// A condition of a sub-group.
    SubgroupVote: Bool, [Bool];
    /// A ballot of a sub-group.
    SubgroupBallot: Mask, [Bool];
    /// A value from the first work-item of a sub-group.
    SubgroupFirst: Value(Any), [Value(Any)];
    /// A value from a work-item of a sub-group.
    SubgroupShuffle: Value(Any), [Value(Any), Int];
    /// A value from one of two sub-groups.
    SubgroupShufflePair: Value(Any), [Value(Any), Value(Any), Int];
    /// Neighbouring elements from memory.
    SubgroupBlockRead: Value(Ints), [Pointer];
    /// Neighbouring elements to memory.
    SubgroupBlockWrite: Void, [Out, Value(Ints)];
    /// Destination, source, elements, stride, event.
    AsyncCopy: Opaque, [Scope, Out, Pointer, Int, Int, Opaque];
    /// Number of events, events.
    WaitEvents: Void, [Scope, Int, Pointer];
    /// Matrix, bits of the value; use, element, rows, columns.
    MatrixFill: Void, [Out, Int, Literal, Literal, Literal, Literal];
    /// Matrix, source, elements from one row or column to the next; storage class of the source, layout, use,
    /// element, rows, columns.
    MatrixLoad: Void, [Out, Pointer, Int, Literal, Literal, Literal, Literal, Literal, Literal];
    /// Matrix, destination, the same as above.
    MatrixStore: Void, [Pointer, Out, Int, Literal, Literal, Literal, Literal, Literal, Literal];
    /// Result, left and right factor, accumulator; rows, columns, columns of the left factor; element of the factors,
    /// of the accumulator.
    MatrixMultiplyAdd: Void, [Out, Pointer, Pointer, Pointer, Literal, Literal, Literal, Literal, Literal];
    /// Destination, source, size in bytes.
    AsyncCopyBytes: Void, [Out, Pointer, Literal];
    /// A number.
    AsyncCommit: Value(Ints32), [];
    /// The same.
    AsyncWait: Void, [Int];
    /// A value, bits of the members; how values are combined, group operation.
    MembersCombine: Value(Any), [Value(Any), Int, Literal, Literal];
    /// A value, number of a work-item in the sub-group, bits of the members.
    MembersShuffle: Value(Any), [Value(Any), Int, Int];
    /// An integer from a floating-point value, element by element.
    FloatToInt: PerElement(Ints), [Value(Floats)];
    /// The way back.
    IntToFloat: PerElement(Floats), [Value(Ints)];
    /// An integer of another width.
    IntToInt: PerElement(Ints), [Value(Ints)];
    /// A floating-point value of another width.
    FloatToFloat: PerElement(Floats), [Value(Floats)];
    /// Brain floating point as integers of 16 bits.
    FromBFloat: PerElement(Floats), [Value(Ints16)];
    /// The way back.
    ToBFloat: PerElement(Ints16), [Value(Floats)];
    /// The same bits as another type.
    Bitcast: Other(Any), [Value(Any)];
    /// A test of a floating-point value.
    FloatTest: PerElement(Bools), [Value(Floats)];
    /// A comparison of floating-point values.
    FloatCompare: PerElement(Bools), [Value(Floats), Value(Floats)];
    /// A condition on all elements of a vector.
    BoolOfVector: Bool, [Value(Bools)];
    /// A vector and a factor.
    Scale: Value(Floats), [Value(Floats), ElementOfValue];
    /// Base, insert, offset, count.
    BitInsert: Value(Ints), [Value(Ints), Value(Ints), Int, Int];
    /// Base, offset, count.
    BitExtract: Value(Ints), [Value(Ints), Int, Int];
    /// The number of bits of an integer.
    BitCount: PerElement(Ints), [Value(Ints)];
    /// The sum of products of integers, perhaps packed ones.
    IntDot: Other(Ints), [Value(Ints), Value(Ints), Literal], 1 optional;
    /// The same and an accumulator.
    IntDotSum: Other(Ints), [Value(Ints), Value(Ints), Other(Ints), Literal], 1 optional;
    /// A pointer into another space.
    PointerCast: Other(Pointers), [Pointer];
    /// A pointer into a storage class.
    PointerCastExplicit: Other(Pointers), [Pointer, Literal];
    /// Semantics of a pointer.
    PointerSemantics: Value(Ints32), [Pointer];
    /// A clock of a scope.
    Clock: Other(Ints), [Scope];
    /// Id and default value.
    SpecConstant: Value(Numbers), [Literal, Value(Numbers)];
    /// Image, coordinate, perhaps operands.
    ImageRead: Other(Any), [Opaque, Other(Any), Literal, Other(Any)], 2 optional, variadic;
    /// Image, coordinate, texel, perhaps operands.
    ImageWrite: Void, [Opaque, Other(Any), Other(Any), Literal, Other(Any)], 2 optional, variadic;
    /// Image and sampler.
    ImageWithSampler: Opaque, [Opaque, Opaque];
    /// A sampler: addressing mode, whether coordinates are normalized, filter.
    ConstantSampler: Opaque, [Literal, Literal, Literal];
    /// The image of an image with a sampler.
    ImageOfSampled: Opaque, [Opaque];
    /// A property of an image.
    ImageQuery: Other(Ints), [Opaque];
    /// A property of a level of an image.
    ImageQueryLevel: Other(Ints), [Opaque, Int];
}

/// Why a function's type is not the builtin's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// Another number of parameters.
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
        // The value's type comes from the first slot that holds it, the result before the parameters.
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
    /// Whether a type fits; `value` is what the builtin is overloaded on.
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
            // Producers differ in how they say opaque types: pointers, integers, or types of their own.
            Self::Opaque => !matches!(ty.scalar, Scalar::Void),
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

    /// What it takes, for messages.
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

#[cfg(test)]
mod tests {
    use super::*;

    const FLOAT: ValueType = ValueType::scalar(Scalar::Float);
    const LONG: ValueType = ValueType::scalar(Scalar::Int(64));
    const VOID: ValueType = ValueType::scalar(Scalar::Void);

    fn vector(scalar: Scalar, lanes: u32) -> ValueType {
        ValueType { scalar, lanes: Some(lanes) }
    }

    #[test]
    fn values_have_one_type() {
        let signature = SignatureClass::Float2.signature();
        assert_eq!(signature.check(FLOAT, &[FLOAT, FLOAT]), Ok(()));
        assert_eq!(signature.check(FLOAT, &[FLOAT, LONG]), Err(Mismatch::Param(1, LONG)));
        assert_eq!(signature.check(LONG, &[LONG, LONG]), Err(Mismatch::Result(LONG)));
        assert_eq!(signature.check(FLOAT, &[]), Err(Mismatch::Count { found: 0 }));
    }

    #[test]
    fn slots_follow_the_value() {
        let float4 = vector(Scalar::Float, 4);
        let int = ValueType::scalar(Scalar::Int(32));
        let power = SignatureClass::FloatInt.signature();
        assert_eq!(power.check(float4, &[float4, int]), Ok(()));
        assert_eq!(power.check(float4, &[float4, vector(Scalar::Int(32), 4)]), Ok(()));
        assert_eq!(power.check(float4, &[float4, LONG]), Err(Mismatch::Param(1, LONG)));
        let exponent = SignatureClass::IntOfFloat.signature();
        assert_eq!(exponent.check(int, &[float4]), Err(Mismatch::Result(int)));
        assert_eq!(SignatureClass::ScalarOf1.signature().check(FLOAT, &[float4]), Ok(()));
        let store = SignatureClass::AtomicStore.signature();
        let pointer = ValueType::scalar(Scalar::Pointer(1));
        assert_eq!(store.check(VOID, &[pointer, int, int, FLOAT]), Ok(()));
        assert_eq!(store.check(VOID, &[int, int, int, FLOAT]), Err(Mismatch::Param(0, int)));
    }

    #[test]
    fn last_parameters_may_be_missing() {
        let int = ValueType::scalar(Scalar::Int(32));
        let sum = SignatureClass::ClusterInt.signature();
        assert_eq!(sum.check(LONG, &[int, int, LONG]), Ok(()));
        assert_eq!(sum.check(LONG, &[int, int, LONG, int]), Ok(()));
        assert_eq!(sum.check(LONG, &[int, int]), Err(Mismatch::Count { found: 2 }));
        assert_eq!(sum.check(LONG, &[int; 5]), Err(Mismatch::Count { found: 5 }));
        assert_eq!(sum.to_string(), "T(scope, group operation, T, constant?), T: i8, i16, i32 or i64");
    }
}
