//! The instructions of `OpenCL.std`: mathematical, integer, common, geometric and
//! relational functions, vector loads and stores, `printf`.

use crate::effects::{Effects, Lowering};
use crate::signature::SignatureClass;

/// Name of the extended instruction set in SPIR-V.
pub const INSTRUCTION_SET: &str = "OpenCL.std";

macro_rules! functions {
    ($($name:ident = $number:literal, $signature:ident, $effects:ident, $lowering:ident;)*) => {
        /// An instruction of `OpenCL.std`; the discriminant is its number. The
        /// specification of OpenCL describes each under its name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(non_camel_case_types, missing_docs, reason = "the specification's names, and its text")]
        #[repr(u32)]
        pub enum OpenClFunction {
            $($name = $number,)*
        }

        impl OpenClFunction {
            /// All, in order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The function of a number.
            pub const fn from_number(number: u32) -> Option<Self> {
                match number {
                    $($number => Some(Self::$name),)*
                    _ => None,
                }
            }

            /// The function of the specification's name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $(stringify!($name) => Some(Self::$name),)*
                    _ => None,
                }
            }

            /// The specification's name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)*
                }
            }

            /// Parameters and result.
            pub const fn signature(self) -> SignatureClass {
                match self {
                    $(Self::$name => SignatureClass::$signature,)*
                }
            }

            /// What a call does besides computing its result.
            pub const fn effects(self) -> Effects {
                match self {
                    $(Self::$name => Effects::$effects,)*
                }
            }

            /// Who lowers it.
            pub const fn lowering(self) -> Lowering {
                match self {
                    $(Self::$name => Lowering::$lowering,)*
                }
            }
        }
    };
}

functions! {
    acos = 0, Float1, Pure, Target;
    acosh = 1, Float1, Pure, Target;
    acospi = 2, Float1, Pure, Target;
    asin = 3, Float1, Pure, Target;
    asinh = 4, Float1, Pure, Target;
    asinpi = 5, Float1, Pure, Target;
    atan = 6, Float1, Pure, Target;
    atan2 = 7, Float2, Pure, Target;
    atanh = 8, Float1, Pure, Target;
    atanpi = 9, Float1, Pure, Target;
    atan2pi = 10, Float2, Pure, Target;
    cbrt = 11, Float1, Pure, Target;
    ceil = 12, Float1, Pure, Reader;
    copysign = 13, Float2, Pure, Reader;
    cos = 14, Float1, Pure, Target;
    cosh = 15, Float1, Pure, Target;
    cospi = 16, Float1, Pure, Target;
    erfc = 17, Float1, Pure, Target;
    erf = 18, Float1, Pure, Target;
    exp = 19, Float1, Pure, Target;
    exp2 = 20, Float1, Pure, Target;
    exp10 = 21, Float1, Pure, Target;
    expm1 = 22, Float1, Pure, Target;
    fabs = 23, Float1, Pure, Reader;
    fdim = 24, Float2, Pure, Target;
    floor = 25, Float1, Pure, Reader;
    fma = 26, Float3, Pure, Reader;
    fmax = 27, Float2, Pure, Reader;
    fmin = 28, Float2, Pure, Reader;
    fmod = 29, Float2, Pure, Reader;
    fract = 30, FloatOut, Memory, Target;
    frexp = 31, FloatIntOut, Memory, Target;
    hypot = 32, Float2, Pure, Target;
    ilogb = 33, IntOfFloat, Pure, Target;
    ldexp = 34, FloatInt, Pure, Target;
    lgamma = 35, Float1, Pure, Target;
    lgamma_r = 36, FloatIntOut, Memory, Target;
    log = 37, Float1, Pure, Target;
    log2 = 38, Float1, Pure, Target;
    log10 = 39, Float1, Pure, Target;
    log1p = 40, Float1, Pure, Target;
    logb = 41, Float1, Pure, Target;
    mad = 42, Float3, Pure, Reader;
    maxmag = 43, Float2, Pure, Target;
    minmag = 44, Float2, Pure, Target;
    modf = 45, FloatOut, Memory, Target;
    nan = 46, FloatOfInt, Pure, Target;
    nextafter = 47, Float2, Pure, Target;
    pow = 48, Float2, Pure, Target;
    pown = 49, FloatInt, Pure, Target;
    powr = 50, Float2, Pure, Target;
    remainder = 51, Float2, Pure, Target;
    remquo = 52, Float2IntOut, Memory, Target;
    rint = 53, Float1, Pure, Reader;
    rootn = 54, FloatInt, Pure, Target;
    round = 55, Float1, Pure, Reader;
    rsqrt = 56, Float1, Pure, Target;
    sin = 57, Float1, Pure, Target;
    sincos = 58, FloatOut, Memory, Target;
    sinh = 59, Float1, Pure, Target;
    sinpi = 60, Float1, Pure, Target;
    sqrt = 61, Float1, Pure, Reader;
    tan = 62, Float1, Pure, Target;
    tanh = 63, Float1, Pure, Target;
    tanpi = 64, Float1, Pure, Target;
    tgamma = 65, Float1, Pure, Target;
    trunc = 66, Float1, Pure, Reader;
    half_cos = 67, Float1, Pure, Target;
    half_divide = 68, Float2, Pure, Reader;
    half_exp = 69, Float1, Pure, Target;
    half_exp2 = 70, Float1, Pure, Target;
    half_exp10 = 71, Float1, Pure, Target;
    half_log = 72, Float1, Pure, Target;
    half_log2 = 73, Float1, Pure, Target;
    half_log10 = 74, Float1, Pure, Target;
    half_powr = 75, Float2, Pure, Target;
    half_recip = 76, Float1, Pure, Reader;
    half_rsqrt = 77, Float1, Pure, Target;
    half_sin = 78, Float1, Pure, Target;
    half_sqrt = 79, Float1, Pure, Reader;
    half_tan = 80, Float1, Pure, Target;
    native_cos = 81, Float1, Pure, Target;
    native_divide = 82, Float2, Pure, Reader;
    native_exp = 83, Float1, Pure, Target;
    native_exp2 = 84, Float1, Pure, Target;
    native_exp10 = 85, Float1, Pure, Target;
    native_log = 86, Float1, Pure, Target;
    native_log2 = 87, Float1, Pure, Target;
    native_log10 = 88, Float1, Pure, Target;
    native_powr = 89, Float2, Pure, Target;
    native_recip = 90, Float1, Pure, Reader;
    native_rsqrt = 91, Float1, Pure, Target;
    native_sin = 92, Float1, Pure, Target;
    native_sqrt = 93, Float1, Pure, Reader;
    native_tan = 94, Float1, Pure, Target;
    fclamp = 95, Float3, Pure, Reader;
    degrees = 96, Float1, Pure, Reader;
    fmax_common = 97, Float2, Pure, Reader;
    fmin_common = 98, Float2, Pure, Reader;
    mix = 99, Float3, Pure, Reader;
    radians = 100, Float1, Pure, Reader;
    step = 101, Float2, Pure, Target;
    smoothstep = 102, Float3, Pure, Target;
    sign = 103, Float1, Pure, Target;
    cross = 104, CrossProduct, Pure, Target;
    distance = 105, ScalarOf2, Pure, Target;
    length = 106, ScalarOf1, Pure, Target;
    normalize = 107, Float1, Pure, Target;
    fast_distance = 108, ScalarOf2, Pure, Target;
    fast_length = 109, ScalarOf1, Pure, Target;
    fast_normalize = 110, Float1, Pure, Target;
    s_abs = 141, Int1, Pure, Reader;
    s_abs_diff = 142, Int2, Pure, Reader;
    s_add_sat = 143, Int2, Pure, Reader;
    u_add_sat = 144, Int2, Pure, Reader;
    s_hadd = 145, Int2, Pure, Reader;
    u_hadd = 146, Int2, Pure, Reader;
    s_rhadd = 147, Int2, Pure, Reader;
    u_rhadd = 148, Int2, Pure, Reader;
    s_clamp = 149, Int3, Pure, Reader;
    u_clamp = 150, Int3, Pure, Reader;
    clz = 151, Int1, Pure, Reader;
    ctz = 152, Int1, Pure, Reader;
    s_mad_hi = 153, Int3, Pure, Reader;
    u_mad_sat = 154, Int3, Pure, Reader;
    s_mad_sat = 155, Int3, Pure, Reader;
    s_max = 156, Int2, Pure, Reader;
    u_max = 157, Int2, Pure, Reader;
    s_min = 158, Int2, Pure, Reader;
    u_min = 159, Int2, Pure, Reader;
    s_mul_hi = 160, Int2, Pure, Reader;
    rotate = 161, Int2, Pure, Reader;
    s_sub_sat = 162, Int2, Pure, Reader;
    u_sub_sat = 163, Int2, Pure, Reader;
    u_upsample = 164, Upsample, Pure, Reader;
    s_upsample = 165, Upsample, Pure, Reader;
    popcount = 166, Int1, Pure, Reader;
    s_mad24 = 167, Int32x3, Pure, Reader;
    u_mad24 = 168, Int32x3, Pure, Reader;
    s_mul24 = 169, Int32x2, Pure, Reader;
    u_mul24 = 170, Int32x2, Pure, Reader;
    vloadn = 171, LoadVector, Memory, Reader;
    vstoren = 172, StoreVector, Memory, Reader;
    vload_half = 173, LoadHalf, Memory, Reader;
    vload_halfn = 174, LoadHalves, Memory, Reader;
    vstore_half = 175, StoreHalf, Memory, Reader;
    vstore_half_r = 176, StoreHalfRounded, Memory, Reader;
    vstore_halfn = 177, StoreHalf, Memory, Reader;
    vstore_halfn_r = 178, StoreHalfRounded, Memory, Reader;
    vloada_halfn = 179, LoadHalves, Memory, Reader;
    vstorea_halfn = 180, StoreHalf, Memory, Reader;
    vstorea_halfn_r = 181, StoreHalfRounded, Memory, Reader;
    shuffle = 182, VectorShuffle, Pure, Reader;
    shuffle2 = 183, VectorShuffle2, Pure, Reader;
    printf = 184, Printf, Memory, Target;
    prefetch = 185, Prefetch, Memory, Reader;
    bitselect = 186, BitSelect, Pure, Reader;
    select = 187, Select, Pure, Reader;
    u_abs = 201, Int1, Pure, Reader;
    u_abs_diff = 202, Int2, Pure, Reader;
    u_mul_hi = 203, Int2, Pure, Reader;
    u_mad_hi = 204, Int3, Pure, Reader;
}
