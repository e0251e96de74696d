//! The signatures that builtins share, with names of their operands.

use crate::signature::{Kind, Signature, Slot};

macro_rules! classes {
    ($($(#[$doc:meta])*
        $class:ident: $result:expr, [$($operand:ident: $param:expr),*]
        $(, $optional:literal optional)? $(, $variadic:ident)?;)*) => {
        /// Signatures that builtins share.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum SignatureClass {
            $($(#[$doc])* $class,)*
        }

        impl SignatureClass {
            /// All.
            pub const ALL: &[Self] = &[$(Self::$class),*];

            /// The names of the parameters.
            pub const fn operands(self) -> &'static [&'static str] {
                match self {
                    $(Self::$class => &[$(stringify!($operand)),*],)*
                }
            }

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
    // Floating-point functions.

    /// A function of one floating-point value.
    Float1: Value(Floats), [x: Value(Floats)];
    /// A function of two floating-point values.
    Float2: Value(Floats), [x: Value(Floats), y: Value(Floats)];
    /// A function of three floating-point values.
    Float3: Value(Floats), [a: Value(Floats), b: Value(Floats), c: Value(Floats)];
    /// A function with a second floating-point result, which goes to memory.
    FloatOut: Value(Floats), [x: Value(Floats), out: Out];
    /// A function with a second, integer result, which goes to memory.
    FloatIntOut: Value(Floats), [x: Value(Floats), out: Out];
    /// A function of two values with a second, integer result, which goes to memory.
    Float2IntOut: Value(Floats), [x: Value(Floats), y: Value(Floats), out: Out];
    /// A function of a floating-point value and an integer.
    FloatInt: Value(Floats), [x: Value(Floats), n: Int32PerElement];
    /// An integer from a floating-point value.
    IntOfFloat: Int32PerElement, [x: Value(Floats)];
    /// A floating-point value from bits.
    FloatOfInt: Value(Floats), [bits: IntOfWidth];
    /// A scalar from a vector.
    ScalarOf1: ElementOfValue, [x: Value(Floats)];
    /// A scalar from two vectors.
    ScalarOf2: ElementOfValue, [x: Value(Floats), y: Value(Floats)];
    /// A vector product.
    CrossProduct: Value(Floats3Or4), [x: Value(Floats3Or4), y: Value(Floats3Or4)];

    // Integer functions and choices.

    /// A function of one integer.
    Int1: Value(Ints), [x: Value(Ints)];
    /// A function of two integers.
    Int2: Value(Ints), [x: Value(Ints), y: Value(Ints)];
    /// A function of three integers.
    Int3: Value(Ints), [a: Value(Ints), b: Value(Ints), c: Value(Ints)];
    /// A function of two 32-bit integers.
    Int32x2: Value(Ints32), [x: Value(Ints32), y: Value(Ints32)];
    /// A function of three 32-bit integers.
    Int32x3: Value(Ints32), [a: Value(Ints32), b: Value(Ints32), c: Value(Ints32)];
    /// An integer from its halves.
    Upsample: Value(Ints), [high: IntOfHalfWidth, low: IntOfHalfWidth];
    /// A choice by bits.
    BitSelect: Value(Numbers), [a: Value(Numbers), b: Value(Numbers), mask: Value(Numbers)];
    /// A choice by integers.
    Select: Value(Numbers), [a: Value(Numbers), b: Value(Numbers), condition: PerElement(Ints)];

    // Vectors and memory.

    /// Elements of a vector, by a mask.
    VectorShuffle: Value(Vectors), [x: Other(Vectors), mask: Other(Vectors)];
    /// Elements of two vectors, by a mask.
    VectorShuffle2: Value(Vectors), [x: Other(Vectors), y: Other(Vectors), mask: Other(Vectors)];
    /// A vector from memory.
    LoadVector: Value(Vectors), [index: Int, pointer: Pointer, count: Literal];
    /// A vector to memory.
    StoreVector: Void, [data: Value(Vectors), index: Int, pointer: Out];
    /// A half-precision value from memory.
    LoadHalf: Value(Floats), [index: Int, pointer: Pointer];
    /// A vector of half-precision values from memory.
    LoadHalves: Value(Floats), [index: Int, pointer: Pointer, count: Literal];
    /// Half-precision values to memory.
    StoreHalf: Void, [data: Value(Floats), index: Int, pointer: Out];
    /// Half-precision values to memory, rounded in a given way.
    StoreHalfRounded: Void, [data: Value(Floats), index: Int, pointer: Out, rounding: Literal];
    /// A format and any values.
    Printf: Value(Ints32), [format: Pointer], variadic;
    /// Memory that is needed soon.
    Prefetch: Void, [pointer: Pointer, count: Int];

    // Barriers and atomic operations.

    /// A barrier at which work-items wait.
    ControlBarrier: Void, [execution_scope: Scope, memory_scope: Scope, semantics: Semantics];
    /// A barrier for memory only.
    MemoryBarrier: Void, [scope: Scope, semantics: Semantics];
    /// A value from memory.
    AtomicLoad: Value(Any), [pointer: Pointer, scope: Scope, semantics: Semantics];
    /// A value to memory.
    AtomicStore: Void, [pointer: Out, scope: Scope, semantics: Semantics, value: Value(Any)];
    /// An exchange of a value.
    AtomicExchange: Value(Any), [pointer: Out, scope: Scope, semantics: Semantics, value: Value(Any)];
    /// An exchange of a value under a condition.
    AtomicCompareExchange: Value(Any), [pointer: Out, scope: Scope, success_semantics: Semantics,
        failure_semantics: Semantics, value: Value(Any), comparator: Value(Any)];
    /// A change of an integer.
    AtomicStep: Value(Ints), [pointer: Out, scope: Scope, semantics: Semantics];
    /// A change of an integer by a value.
    AtomicInt: Value(Ints), [pointer: Out, scope: Scope, semantics: Semantics, value: Value(Ints)];
    /// A change of a floating-point value.
    AtomicFloat: Value(Floats), [pointer: Out, scope: Scope, semantics: Semantics, value: Value(Floats)];
    /// A test of a flag.
    FlagSet: Bool, [pointer: Out, scope: Scope, semantics: Semantics];
    /// A change of a flag.
    FlagClear: Void, [pointer: Out, scope: Scope, semantics: Semantics];

    // Groups.

    /// A condition of a group.
    GroupVote: Bool, [scope: GroupScope, predicate: Bool];
    /// A comparison of a group's values.
    GroupEqual: Bool, [scope: GroupScope, value: Value(Any)];
    /// A choice of one work-item.
    GroupElect: Bool, [scope: GroupScope];
    /// A value from the work-item of an id.
    GroupBroadcast: Value(Any), [scope: GroupScope, value: Value(Any), id: Index];
    /// A value from the first work-item.
    GroupFirst: Value(Any), [scope: GroupScope, value: Value(Any)];
    /// A combination of integers.
    GroupInt: Value(Ints), [scope: GroupScope, operation: GroupOperation, value: Value(Ints)];
    /// A combination of floating-point values.
    GroupFloat: Value(Floats), [scope: GroupScope, operation: GroupOperation, value: Value(Floats)];
    /// A combination of booleans.
    GroupBool: Value(Bools), [scope: GroupScope, operation: GroupOperation, value: Value(Bools)];
    /// A combination of integers, of the whole group or of clusters.
    ClusterInt: Value(Ints), [scope: GroupScope, operation: GroupOperation, value: Value(Ints),
        cluster_size: Literal], 1 optional;
    /// A combination of floating-point values, of the whole group or of clusters.
    ClusterFloat: Value(Floats), [scope: GroupScope, operation: GroupOperation, value: Value(Floats),
        cluster_size: Literal], 1 optional;
    /// A combination of booleans, of the whole group or of clusters.
    ClusterBool: Value(Bools), [scope: GroupScope, operation: GroupOperation, value: Value(Bools),
        cluster_size: Literal], 1 optional;
    /// A ballot.
    GroupBallot: Mask, [scope: GroupScope, predicate: Bool];
    /// The work-item's own bit of a ballot.
    BallotBit: Bool, [scope: GroupScope, ballot: Mask];
    /// One bit of a ballot.
    BallotBitAt: Bool, [scope: GroupScope, ballot: Mask, index: Int];
    /// The number of bits that are set in a ballot.
    BallotCount: Value(Ints), [scope: GroupScope, operation: GroupOperation, ballot: Mask];
    /// The index of a bit of a ballot.
    BallotFind: Value(Ints), [scope: GroupScope, ballot: Mask];
    /// A value from the work-item that a number names.
    GroupShuffle: Value(Any), [scope: GroupScope, value: Value(Any), id: Int];
    /// A value from a work-item at a distance, in the whole group or in clusters.
    GroupRotate: Value(Any), [scope: GroupScope, value: Value(Any), delta: Int, cluster_size: Literal], 1 optional;
    /// A value from the neighbour in a direction.
    GroupSwap: Value(Any), [scope: GroupScope, value: Value(Any), direction: Literal];
    /// A condition of a sub-group.
    SubgroupVote: Bool, [predicate: Bool];
    /// A ballot of a sub-group.
    SubgroupBallot: Mask, [predicate: Bool];
    /// A value from the first work-item of a sub-group.
    SubgroupFirst: Value(Any), [value: Value(Any)];
    /// A value from a work-item of a sub-group.
    SubgroupShuffle: Value(Any), [value: Value(Any), id: Int];
    /// A value from one of two arrays that the sub-group holds.
    SubgroupShufflePair: Value(Any), [current: Value(Any), next: Value(Any), delta: Int];
    /// Adjacent elements from memory.
    SubgroupBlockRead: Value(Ints), [pointer: Pointer];
    /// Adjacent elements to memory.
    SubgroupBlockWrite: Void, [pointer: Out, value: Value(Ints)];
    /// A copy by a group.
    AsyncCopy: Opaque, [scope: Scope, destination: Out, source: Pointer, count: Int, stride: Int, event: Opaque];
    /// A wait for copies by a group.
    WaitEvents: Void, [scope: Scope, count: Int, events: Pointer];

    // Imported functions.

    /// A matrix from one value.
    MatrixFill: Void, [matrix: Out, bits: Int, usage: Literal, element: Literal, rows: Literal, columns: Literal];
    /// A matrix from memory.
    MatrixLoad: Void, [matrix: Out, source: Pointer, stride: Int, storage_class: Literal, layout: Literal,
        usage: Literal, element: Literal, rows: Literal, columns: Literal];
    /// A matrix to memory.
    MatrixStore: Void, [matrix: Pointer, destination: Out, stride: Int, storage_class: Literal, layout: Literal,
        usage: Literal, element: Literal, rows: Literal, columns: Literal];
    /// A matrix from three matrices: `rows` by `depth` times `depth` by `columns`.
    MatrixMultiplyAdd: Void, [result: Out, left: Pointer, right: Pointer, accumulator: Pointer, rows: Literal,
        columns: Literal, depth: Literal, factor_element: Literal, accumulator_element: Literal];
    /// A copy of some bytes.
    AsyncCopyBytes: Void, [destination: Out, source: Pointer, size: Literal];
    /// The number of a batch of copies.
    AsyncCommit: Value(Ints32), [];
    /// A wait for a batch of copies.
    AsyncWait: Void, [batch: Int];
    /// A combination of the values of some work-items.
    MembersCombine: Value(Any), [value: Value(Any), members: Int, combination: Literal, operation: Literal];
    /// A value from one of some work-items.
    MembersShuffle: Value(Any), [value: Value(Any), id: Int, members: Int];

    // Conversions.

    /// Integers from floating-point values.
    FloatToInt: PerElement(Ints), [x: Value(Floats)];
    /// Floating-point values from integers.
    IntToFloat: PerElement(Floats), [x: Value(Ints)];
    /// Integers of another width.
    IntToInt: PerElement(Ints), [x: Value(Ints)];
    /// Floating-point values of another width.
    FloatToFloat: PerElement(Floats), [x: Value(Floats)];
    /// Floating-point values from brain floating point, which is held as integers of 16 bits.
    FromBFloat: PerElement(Floats), [x: Value(Ints16)];
    /// Brain floating point, held as integers of 16 bits.
    ToBFloat: PerElement(Ints16), [x: Value(Floats)];
    /// A bit cast to another type.
    Bitcast: Other(Any), [x: Value(Any)];
    /// A pointer into another address space.
    PointerCast: Other(Pointers), [pointer: Pointer];
    /// A pointer into a given storage class.
    PointerCastExplicit: Other(Pointers), [pointer: Pointer, storage_class: Literal];
    /// Semantics of a pointer.
    PointerSemantics: Value(Ints32), [pointer: Pointer];

    // Relations, bits and arithmetic.

    /// A test of a floating-point value.
    FloatTest: PerElement(Bools), [x: Value(Floats)];
    /// A comparison of floating-point values.
    FloatCompare: PerElement(Bools), [x: Value(Floats), y: Value(Floats)];
    /// A condition on all elements of a vector.
    BoolOfVector: Bool, [x: Value(Bools)];
    /// A vector and a factor.
    Scale: Value(Floats), [x: Value(Floats), factor: ElementOfValue];
    /// Bits of an integer, replaced.
    BitInsert: Value(Ints), [base: Value(Ints), insert: Value(Ints), offset: Int, count: Int];
    /// Bits of an integer.
    BitExtract: Value(Ints), [base: Value(Ints), offset: Int, count: Int];
    /// The number of bits that are set in an integer.
    BitCount: PerElement(Ints), [x: Value(Ints)];
    /// A sum of products of integers, in vectors or packed into one integer.
    IntDot: Other(Ints), [x: Value(Ints), y: Value(Ints), format: Literal], 1 optional;
    /// A sum of products of integers and an accumulator.
    IntDotSum: Other(Ints), [x: Value(Ints), y: Value(Ints), accumulator: Other(Ints), format: Literal], 1 optional;
    /// The time of a clock.
    Clock: Other(Ints), [scope: Scope];
    /// A specialization constant.
    SpecConstant: Value(Numbers), [id: Literal, default: Value(Numbers)];

    // Images.

    /// A texel of an image.
    ImageRead: Other(Any), [image: Opaque, coordinate: Other(Any), operand_mask: Literal, operand: Other(Any)],
        2 optional, variadic;
    /// A texel to an image.
    ImageWrite: Void, [image: Opaque, coordinate: Other(Any), texel: Other(Any), operand_mask: Literal,
        operand: Other(Any)], 2 optional, variadic;
    /// An image together with a sampler.
    ImageWithSampler: Opaque, [image: Opaque, sampler: Opaque];
    /// A sampler.
    ConstantSampler: Opaque, [addressing: Literal, normalized: Literal, filter: Literal];
    /// The image of an image with a sampler.
    ImageOfSampled: Opaque, [sampled_image: Opaque];
    /// An image or sampler from its integer handle.
    OpaqueOfHandle: Opaque, [handle: Int];
    /// A property of an image.
    ImageQuery: Other(Ints), [image: Opaque];
    /// A property of a level of an image.
    ImageQueryLevel: Other(Ints), [image: Opaque, level: Int];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signature::{Mismatch, Scalar, ValueType};

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
