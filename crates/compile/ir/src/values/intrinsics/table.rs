//! The intrinsics that Tandem calls or recognizes, and the types that they are overloaded on, in
//! the order of LLVM's language reference. To add one: add a line.

use super::Overload;
use crate::base::version;

macro_rules! intrinsics {
    ($($name:ident = $text:literal ($($overload:ident),*);)*) => {
        /// An intrinsic of LLVM, named as in its language reference.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Intrinsic {
            $(#[doc = concat!("`", $text, "`")] $name,)*
        }

        impl Intrinsic {
            /// All intrinsics.
            pub const ALL: &[Intrinsic] = &[$(Self::$name),*];

            /// Its name, without the types that it is overloaded on (`llvm.sqrt`).
            pub const fn name(self) -> &'static str {
                version::renamed(match self { $(Self::$name => $text),* })
            }

            pub(super) const fn overloads(self) -> &'static [Overload] {
                match self { $(Self::$name => &[$(Overload::$overload),*]),* }
            }
        }
    };
}

intrinsics! {
    Abs = "llvm.abs" (Int);
    Acos = "llvm.acos" (Float);
    Annotation = "llvm.annotation" (Int, Pointer);
    ArithmeticFence = "llvm.arithmetic.fence" (Float);
    Asin = "llvm.asin" (Float);
    Assume = "llvm.assume" ();
    Atan = "llvm.atan" (Float);
    BitReverse = "llvm.bitreverse" (Int);
    ByteSwap = "llvm.bswap" (Int);
    Canonicalize = "llvm.canonicalize" (Float);
    Ceil = "llvm.ceil" (Float);
    CopySign = "llvm.copysign" (Float);
    Cos = "llvm.cos" (Float);
    Cosh = "llvm.cosh" (Float);
    CountLeadingZeros = "llvm.ctlz" (Int);
    CountOnes = "llvm.ctpop" (Int);
    CountTrailingZeros = "llvm.cttz" (Int);
    DbgAssign = "llvm.dbg.assign" ();
    DbgDeclare = "llvm.dbg.declare" ();
    DbgLabel = "llvm.dbg.label" ();
    DbgValue = "llvm.dbg.value" ();
    DebugTrap = "llvm.debugtrap" ();
    DoNothing = "llvm.donothing" ();
    EhDwarfCfa = "llvm.eh.dwarf.cfa" ();
    EhReturnI32 = "llvm.eh.return.i32" ();
    EhReturnI64 = "llvm.eh.return.i64" ();
    EhSjljCallSite = "llvm.eh.sjlj.callsite" ();
    EhSjljFunctionContext = "llvm.eh.sjlj.functioncontext" ();
    EhSjljLongJump = "llvm.eh.sjlj.longjmp" ();
    EhSjljLsda = "llvm.eh.sjlj.lsda" ();
    EhSjljSetJump = "llvm.eh.sjlj.setjmp" ();
    EhSjljSetUpDispatch = "llvm.eh.sjlj.setup.dispatch" ();
    EhTypeIdFor = "llvm.eh.typeid.for" (Pointer);
    EhUnwindInit = "llvm.eh.unwind.init" ();
    Exp = "llvm.exp" (Float);
    Exp10 = "llvm.exp10" (Float);
    Exp2 = "llvm.exp2" (Float);
    Expect = "llvm.expect" (Int);
    ExpectWithProbability = "llvm.expect.with.probability" (Int);
    Fabs = "llvm.fabs" (Float);
    Floor = "llvm.floor" (Float);
    Fma = "llvm.fma" (Float);
    FmulAdd = "llvm.fmuladd" (Float);
    FpToSintSat = "llvm.fptosi.sat" (Int, Float);
    FpToUintSat = "llvm.fptoui.sat" (Int, Float);
    Frexp = "llvm.frexp" (Float, Int);
    FunnelShiftLeft = "llvm.fshl" (Int);
    FunnelShiftRight = "llvm.fshr" (Int);
    InvariantEnd = "llvm.invariant.end" (Pointer);
    InvariantStart = "llvm.invariant.start" (Pointer);
    IsConstant = "llvm.is.constant" (Any);
    IsFpClass = "llvm.is.fpclass" (Float);
    LaunderInvariantGroup = "llvm.launder.invariant.group" (Pointer);
    Ldexp = "llvm.ldexp" (Float, Int);
    LifetimeEnd = "llvm.lifetime.end" (Pointer);
    LifetimeStart = "llvm.lifetime.start" (Pointer);
    Llrint = "llvm.llrint" (Int, Float);
    Llround = "llvm.llround" (Int, Float);
    Log = "llvm.log" (Float);
    Log10 = "llvm.log10" (Float);
    Log2 = "llvm.log2" (Float);
    Lrint = "llvm.lrint" (Int, Float);
    Lround = "llvm.lround" (Int, Float);
    MaskedGather = "llvm.masked.gather" (Vector, Pointers);
    MaskedLoad = "llvm.masked.load" (Vector, Pointer);
    MaskedScatter = "llvm.masked.scatter" (Vector, Pointers);
    MaskedStore = "llvm.masked.store" (Vector, Pointer);
    Maximum = "llvm.maximum" (Float);
    MaxNum = "llvm.maxnum" (Float);
    Memcpy = "llvm.memcpy" (Pointer, Pointer, Int);
    MemcpyInline = "llvm.memcpy.inline" (Pointer, Pointer, Int);
    Memmove = "llvm.memmove" (Pointer, Pointer, Int);
    Memset = "llvm.memset" (Pointer, Int);
    MemsetInline = "llvm.memset.inline" (Pointer, Int);
    Minimum = "llvm.minimum" (Float);
    MinNum = "llvm.minnum" (Float);
    NearbyInt = "llvm.nearbyint" (Float);
    NoAliasScope = "llvm.experimental.noalias.scope.decl" ();
    ObjectSize = "llvm.objectsize" (Int, Pointer);
    Pow = "llvm.pow" (Float);
    Powi = "llvm.powi" (Float, Int);
    Prefetch = "llvm.prefetch" (Pointer);
    PseudoProbe = "llvm.pseudoprobe" ();
    PtrAnnotation = "llvm.ptr.annotation" (Pointer, Pointer);
    PtrMask = "llvm.ptrmask" (Address, Int);
    Rint = "llvm.rint" (Float);
    Round = "llvm.round" (Float);
    RoundEven = "llvm.roundeven" (Float);
    SaddSat = "llvm.sadd.sat" (Int);
    SaddWithOverflow = "llvm.sadd.with.overflow" (Int);
    Scmp = "llvm.scmp" (Int, Int);
    SideEffect = "llvm.sideeffect" ();
    Sin = "llvm.sin" (Float);
    Sinh = "llvm.sinh" (Float);
    Smax = "llvm.smax" (Int);
    Smin = "llvm.smin" (Int);
    SmulWithOverflow = "llvm.smul.with.overflow" (Int);
    Sqrt = "llvm.sqrt" (Float);
    SsaCopy = "llvm.ssa.copy" (Any);
    SshlSat = "llvm.sshl.sat" (Int);
    SsubSat = "llvm.ssub.sat" (Int);
    SsubWithOverflow = "llvm.ssub.with.overflow" (Int);
    StackRestore = "llvm.stackrestore" (Pointer);
    StackSave = "llvm.stacksave" (Pointer);
    StripInvariantGroup = "llvm.strip.invariant.group" (Pointer);
    Tan = "llvm.tan" (Float);
    Tanh = "llvm.tanh" (Float);
    ThreadLocalAddress = "llvm.threadlocal.address" (Pointer);
    Trap = "llvm.trap" ();
    Trunc = "llvm.trunc" (Float);
    UaddSat = "llvm.uadd.sat" (Int);
    UaddWithOverflow = "llvm.uadd.with.overflow" (Int);
    UbsanTrap = "llvm.ubsantrap" ();
    Ucmp = "llvm.ucmp" (Int, Int);
    Umax = "llvm.umax" (Int);
    Umin = "llvm.umin" (Int);
    UmulWithOverflow = "llvm.umul.with.overflow" (Int);
    UshlSat = "llvm.ushl.sat" (Int);
    UsubSat = "llvm.usub.sat" (Int);
    UsubWithOverflow = "llvm.usub.with.overflow" (Int);
    VarAnnotation = "llvm.var.annotation" (Pointer, Pointer);
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
    NvvmAsyncCopy4 = "llvm.nvvm.cp.async.ca.shared.global.4" ();
    NvvmAsyncCopy8 = "llvm.nvvm.cp.async.ca.shared.global.8" ();
    NvvmAsyncCopy16 = "llvm.nvvm.cp.async.cg.shared.global.16" ();
    NvvmAsyncCommit = "llvm.nvvm.cp.async.commit.group" ();
    NvvmAsyncWait = "llvm.nvvm.cp.async.wait.group" ();
    NvvmBarrier = "llvm.nvvm.barrier0" ();
    NvvmBarrierAnd = "llvm.nvvm.barrier0.and" ();
    NvvmBarrierOr = "llvm.nvvm.barrier0.or" ();
    NvvmBlockCountX = "llvm.nvvm.read.ptx.sreg.nctaid.x" ();
    NvvmBlockCountY = "llvm.nvvm.read.ptx.sreg.nctaid.y" ();
    NvvmBlockCountZ = "llvm.nvvm.read.ptx.sreg.nctaid.z" ();
    NvvmBlockIdX = "llvm.nvvm.read.ptx.sreg.ctaid.x" ();
    NvvmBlockIdY = "llvm.nvvm.read.ptx.sreg.ctaid.y" ();
    NvvmBlockIdZ = "llvm.nvvm.read.ptx.sreg.ctaid.z" ();
    NvvmBlockSizeX = "llvm.nvvm.read.ptx.sreg.ntid.x" ();
    NvvmBlockSizeY = "llvm.nvvm.read.ptx.sreg.ntid.y" ();
    NvvmBlockSizeZ = "llvm.nvvm.read.ptx.sreg.ntid.z" ();
    NvvmDivideApproximate = "llvm.nvvm.div.approx.f" ();
    NvvmDivideApproximateFlushed = "llvm.nvvm.div.approx.ftz.f" ();
    NvvmIsSpaceGlobal = "llvm.nvvm.isspacep.global" ();
    NvvmIsSpaceLocal = "llvm.nvvm.isspacep.local" ();
    NvvmIsSpaceShared = "llvm.nvvm.isspacep.shared" ();
    NvvmLane = "llvm.nvvm.read.ptx.sreg.laneid" ();
    NvvmLoadMatrix1 = "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16" (Pointer);
    NvvmLoadMatrix2 = "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16" (Pointer);
    NvvmLoadMatrix4 = "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16" (Pointer);
    NvvmLoadMatrixTransposed1 = "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.trans.b16" (Pointer);
    NvvmLoadMatrixTransposed2 = "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.trans.b16" (Pointer);
    NvvmLoadMatrixTransposed4 = "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16" (Pointer);
    NvvmMmaBfloat16 = "llvm.nvvm.mma.m16n8k16.row.col.bf16" ();
    NvvmMmaDouble = "llvm.nvvm.mma.m8n8k4.row.col.f64" ();
    NvvmMmaHalf = "llvm.nvvm.mma.m16n8k16.row.col.f16.f16" ();
    NvvmMmaHalfK8 = "llvm.nvvm.mma.m16n8k8.row.col.f16.f16" ();
    NvvmMmaHalfToFloat = "llvm.nvvm.mma.m16n8k16.row.col.f32.f32" ();
    NvvmMmaHalfToFloatK8 = "llvm.nvvm.mma.m16n8k8.row.col.f32.f32" ();
    NvvmMmaInt8 = "llvm.nvvm.mma.m16n8k16.row.col.s8" ();
    NvvmMmaInt8M8 = "llvm.nvvm.mma.m8n8k16.row.col.s8" ();
    NvvmMmaTf32 = "llvm.nvvm.mma.m16n8k8.row.col.tf32" ();
    NvvmMmaUint8 = "llvm.nvvm.mma.m16n8k16.row.col.u8" ();
    NvvmMmaUint8M8 = "llvm.nvvm.mma.m8n8k16.row.col.u8" ();
    NvvmMultiplyDouble = "llvm.nvvm.mul.rn.d" ();
    NvvmMultiplyFloat = "llvm.nvvm.mul.rn.f" ();
    NvvmReduceAdd = "llvm.nvvm.redux.sync.add" ();
    NvvmReduceAnd = "llvm.nvvm.redux.sync.and" ();
    NvvmReduceMax = "llvm.nvvm.redux.sync.max" ();
    NvvmReduceMin = "llvm.nvvm.redux.sync.min" ();
    NvvmReduceOr = "llvm.nvvm.redux.sync.or" ();
    NvvmReduceUmax = "llvm.nvvm.redux.sync.umax" ();
    NvvmReduceUmin = "llvm.nvvm.redux.sync.umin" ();
    NvvmReduceXor = "llvm.nvvm.redux.sync.xor" ();
    NvvmReciprocalRootApproximate = "llvm.nvvm.rsqrt.approx.f" ();
    NvvmReciprocalRootApproximateFlushed = "llvm.nvvm.rsqrt.approx.ftz.f" ();
    NvvmRootApproximate = "llvm.nvvm.sqrt.approx.f" ();
    NvvmRootApproximateFlushed = "llvm.nvvm.sqrt.approx.ftz.f" ();
    NvvmShuffle = "llvm.nvvm.shfl.sync.idx.i32" ();
    NvvmShuffleXor = "llvm.nvvm.shfl.sync.bfly.i32" ();
    NvvmShuffleDown = "llvm.nvvm.shfl.sync.down.i32" ();
    NvvmShuffleUp = "llvm.nvvm.shfl.sync.up.i32" ();
    NvvmThreadIdX = "llvm.nvvm.read.ptx.sreg.tid.x" ();
    NvvmThreadIdY = "llvm.nvvm.read.ptx.sreg.tid.y" ();
    NvvmThreadIdZ = "llvm.nvvm.read.ptx.sreg.tid.z" ();
    NvvmVoteAll = "llvm.nvvm.vote.all.sync" ();
    NvvmVoteAny = "llvm.nvvm.vote.any.sync" ();
    NvvmVoteBallot = "llvm.nvvm.vote.ballot.sync" ();
    NvvmWarpBarrier = "llvm.nvvm.bar.warp.sync" ();
}
