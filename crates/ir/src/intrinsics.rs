//! The intrinsics of LLVM that Tandem calls.
//!
//! LLVM's C API finds an intrinsic by name, and trusts its caller to name the
//! types that it is overloaded on: one too few is undefined behaviour. The
//! table says what they are.

use llvm_sys::core::*;

use crate::refusal::check;
use crate::{Function, Module, Type, TypeKind, Value};

/// A type that an intrinsic is overloaded on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Overload {
    /// An integer or a vector of integers.
    Int,
    /// A floating-point type or a vector of such.
    Float,
    /// A vector of integers.
    Ints,
    /// A vector of floating-point values.
    Floats,
    /// A vector.
    Vector,
    /// A pointer.
    Pointer,
    /// A vector of pointers.
    Pointers,
}

impl Overload {
    fn is(self, ty: Type<'_>) -> bool {
        let is_vector = matches!(ty.kind(), TypeKind::Vector(..));
        match self {
            Self::Int => ty.scalar().is_int(),
            Self::Float => ty.scalar().is_float(),
            Self::Ints => is_vector && ty.scalar().is_int(),
            Self::Floats => is_vector && ty.scalar().is_float(),
            Self::Vector => is_vector,
            Self::Pointer => ty.is_pointer(),
            Self::Pointers => is_vector && ty.scalar().is_pointer(),
        }
    }
}

macro_rules! intrinsics {
    ($($name:ident = $text:literal ($($overload:ident),*);)*) => {
        /// An intrinsic of LLVM, named as in its language reference.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Intrinsic {
            $(#[doc = concat!("`", $text, "`")] $name,)*
        }

        impl Intrinsic {
            /// All of them.
            pub const ALL: &[Intrinsic] = &[$(Self::$name),*];

            /// Its name, without the types that it is overloaded on (`llvm.sqrt`).
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }

            fn overloads(self) -> &'static [Overload] {
                match self { $(Self::$name => &[$(Overload::$overload),*]),* }
            }
        }
    };
}

intrinsics! {
    Abs = "llvm.abs" (Int);
    ArithmeticFence = "llvm.arithmetic.fence" (Float);
    Assume = "llvm.assume" ();
    BitReverse = "llvm.bitreverse" (Int);
    ByteSwap = "llvm.bswap" (Int);
    Canonicalize = "llvm.canonicalize" (Float);
    Ceil = "llvm.ceil" (Float);
    CopySign = "llvm.copysign" (Float);
    Cos = "llvm.cos" (Float);
    CountLeadingZeros = "llvm.ctlz" (Int);
    CountOnes = "llvm.ctpop" (Int);
    CountTrailingZeros = "llvm.cttz" (Int);
    Exp = "llvm.exp" (Float);
    Exp10 = "llvm.exp10" (Float);
    Exp2 = "llvm.exp2" (Float);
    Expect = "llvm.expect" (Int);
    Fabs = "llvm.fabs" (Float);
    Floor = "llvm.floor" (Float);
    Fma = "llvm.fma" (Float);
    FmulAdd = "llvm.fmuladd" (Float);
    FpToSintSat = "llvm.fptosi.sat" (Int, Float);
    FpToUintSat = "llvm.fptoui.sat" (Int, Float);
    FunnelShiftLeft = "llvm.fshl" (Int);
    FunnelShiftRight = "llvm.fshr" (Int);
    IsFpClass = "llvm.is.fpclass" (Float);
    Ldexp = "llvm.ldexp" (Float, Int);
    LifetimeEnd = "llvm.lifetime.end" (Pointer);
    LifetimeStart = "llvm.lifetime.start" (Pointer);
    Log = "llvm.log" (Float);
    Log10 = "llvm.log10" (Float);
    Log2 = "llvm.log2" (Float);
    MaxNum = "llvm.maxnum" (Float);
    MaskedGather = "llvm.masked.gather" (Vector, Pointers);
    Maximum = "llvm.maximum" (Float);
    MinNum = "llvm.minnum" (Float);
    Minimum = "llvm.minimum" (Float);
    NearbyInt = "llvm.nearbyint" (Float);
    Pow = "llvm.pow" (Float);
    Rint = "llvm.rint" (Float);
    Round = "llvm.round" (Float);
    RoundEven = "llvm.roundeven" (Float);
    SaddSat = "llvm.sadd.sat" (Int);
    SaddWithOverflow = "llvm.sadd.with.overflow" (Int);
    SshlSat = "llvm.sshl.sat" (Int);
    UshlSat = "llvm.ushl.sat" (Int);
    SideEffect = "llvm.sideeffect" ();
    Sin = "llvm.sin" (Float);
    Smax = "llvm.smax" (Int);
    Smin = "llvm.smin" (Int);
    SmulWithOverflow = "llvm.smul.with.overflow" (Int);
    Sqrt = "llvm.sqrt" (Float);
    SsubSat = "llvm.ssub.sat" (Int);
    SsubWithOverflow = "llvm.ssub.with.overflow" (Int);
    StackRestore = "llvm.stackrestore" (Pointer);
    StackSave = "llvm.stacksave" (Pointer);
    Trunc = "llvm.trunc" (Float);
    UaddSat = "llvm.uadd.sat" (Int);
    UaddWithOverflow = "llvm.uadd.with.overflow" (Int);
    Umax = "llvm.umax" (Int);
    Umin = "llvm.umin" (Int);
    UmulWithOverflow = "llvm.umul.with.overflow" (Int);
    UsubSat = "llvm.usub.sat" (Int);
    UsubWithOverflow = "llvm.usub.with.overflow" (Int);
    VectorReduceAdd = "llvm.vector.reduce.add" (Ints);
    VectorReduceAnd = "llvm.vector.reduce.and" (Ints);
    VectorReduceFadd = "llvm.vector.reduce.fadd" (Floats);
    VectorReduceFmax = "llvm.vector.reduce.fmax" (Floats);
    VectorReduceFmaximum = "llvm.vector.reduce.fmaximum" (Floats);
    VectorReduceFmin = "llvm.vector.reduce.fmin" (Floats);
    VectorReduceFminimum = "llvm.vector.reduce.fminimum" (Floats);
    VectorReduceFmul = "llvm.vector.reduce.fmul" (Floats);
    VectorReduceMul = "llvm.vector.reduce.mul" (Ints);
    VectorReduceOr = "llvm.vector.reduce.or" (Ints);
    VectorReduceSmax = "llvm.vector.reduce.smax" (Ints);
    VectorReduceSmin = "llvm.vector.reduce.smin" (Ints);
    VectorReduceUmax = "llvm.vector.reduce.umax" (Ints);
    VectorReduceUmin = "llvm.vector.reduce.umin" (Ints);
    VectorReduceXor = "llvm.vector.reduce.xor" (Ints);
    NvvmBarrier = "llvm.nvvm.barrier0" ();
    NvvmBlockCountX = "llvm.nvvm.read.ptx.sreg.nctaid.x" ();
    NvvmBlockCountY = "llvm.nvvm.read.ptx.sreg.nctaid.y" ();
    NvvmBlockCountZ = "llvm.nvvm.read.ptx.sreg.nctaid.z" ();
    NvvmBlockIdX = "llvm.nvvm.read.ptx.sreg.ctaid.x" ();
    NvvmBlockIdY = "llvm.nvvm.read.ptx.sreg.ctaid.y" ();
    NvvmBlockIdZ = "llvm.nvvm.read.ptx.sreg.ctaid.z" ();
    NvvmBlockSizeX = "llvm.nvvm.read.ptx.sreg.ntid.x" ();
    NvvmBlockSizeY = "llvm.nvvm.read.ptx.sreg.ntid.y" ();
    NvvmBlockSizeZ = "llvm.nvvm.read.ptx.sreg.ntid.z" ();
    NvvmIsSpaceGlobal = "llvm.nvvm.isspacep.global" ();
    NvvmIsSpaceLocal = "llvm.nvvm.isspacep.local" ();
    NvvmIsSpaceShared = "llvm.nvvm.isspacep.shared" ();
    NvvmLane = "llvm.nvvm.read.ptx.sreg.laneid" ();
    NvvmMemoryBarrierBlock = "llvm.nvvm.membar.cta" ();
    NvvmMemoryBarrierDevice = "llvm.nvvm.membar.gl" ();
    NvvmMemoryBarrierSystem = "llvm.nvvm.membar.sys" ();
    NvvmReduceAdd = "llvm.nvvm.redux.sync.add" ();
    NvvmReduceAnd = "llvm.nvvm.redux.sync.and" ();
    NvvmReduceMax = "llvm.nvvm.redux.sync.max" ();
    NvvmReduceMin = "llvm.nvvm.redux.sync.min" ();
    NvvmReduceOr = "llvm.nvvm.redux.sync.or" ();
    NvvmReduceUmax = "llvm.nvvm.redux.sync.umax" ();
    NvvmReduceUmin = "llvm.nvvm.redux.sync.umin" ();
    NvvmReduceXor = "llvm.nvvm.redux.sync.xor" ();
    NvvmShuffle = "llvm.nvvm.shfl.sync.idx.i32" ();
    NvvmThreadIdX = "llvm.nvvm.read.ptx.sreg.tid.x" ();
    NvvmThreadIdY = "llvm.nvvm.read.ptx.sreg.tid.y" ();
    NvvmThreadIdZ = "llvm.nvvm.read.ptx.sreg.tid.z" ();
    NvvmVoteAll = "llvm.nvvm.vote.all.sync" ();
    NvvmVoteAny = "llvm.nvvm.vote.any.sync" ();
    NvvmWarpBarrier = "llvm.nvvm.bar.warp.sync" ();
}

impl Intrinsic {
    /// The intrinsic of a name without types.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|intrinsic| intrinsic.name() == name)
    }
}

impl Module {
    /// An LLVM intrinsic, overloaded on `types`; declared if it is not yet.
    pub fn intrinsic<'m>(&'m self, name: &str, types: &[Type<'m>]) -> Function<'m> {
        let known = Intrinsic::named(name);
        let fits = |intrinsic: Intrinsic| {
            let overloads = intrinsic.overloads();
            overloads.len() == types.len() && overloads.iter().zip(types).all(|(overload, ty)| overload.is(*ty))
        };
        let is_here = types.iter().all(|ty| ty.context() == self.context().raw());
        let known = known.filter(|intrinsic| is_here && fits(*intrinsic));
        if !check(self.context().raw(), known.is_some(), || format!("intrinsic `{name}` on {types:?}")) {
            return self.add_function(name, self.void().function(&[], false));
        }
        let mut raw: Vec<_> = types.iter().map(|ty| ty.0).collect();
        // SAFETY: an intrinsic, and the types that it is overloaded on.
        unsafe {
            let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
            Function(Value::new(LLVMGetIntrinsicDeclaration(self.raw(), id, raw.as_mut_ptr(), raw.len())))
        }
    }
}
