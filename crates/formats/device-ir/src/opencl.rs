//! The instructions of `OpenCL.std`: mathematical, integer, common, geometric and
//! relational functions, vector loads and stores, `printf`.

use crate::effects::{Effects, Lowering};
use crate::signature_class::SignatureClass;

/// Name of the extended instruction set in SPIR-V.
pub const INSTRUCTION_SET: &str = "OpenCL.std";

macro_rules! functions {
    ($($(#[doc = $semantics:literal])+
        $name:ident = $number:literal, $signature:ident $(($($operand:ident),+))?, $effects:ident,
        $lowering:ident;)*) => {
        /// An instruction of `OpenCL.std`; the discriminant is its number.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(non_camel_case_types, reason = "the specification's names")]
        #[repr(u32)]
        pub enum OpenClFunction {
            $($(#[doc = $semantics])+ $name = $number,)*
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

            /// Its operation or result.
            pub const fn semantics(self) -> &'static str {
                match self {
                    $(Self::$name => concat!($($semantics),+).trim_ascii(),)*
                }
            }

            /// The names of the parameters.
            pub const fn operands(self) -> &'static [&'static str] {
                match self {
                    $($(Self::$name => &[$(stringify!($operand)),+],)?)*
                    _ => self.signature().operands(),
                }
            }

            /// Parameters and result.
            pub const fn signature(self) -> SignatureClass {
                match self {
                    $(Self::$name => SignatureClass::$signature,)*
                }
            }

            /// The side effects of a call.
            pub const fn effects(self) -> Effects {
                match self {
                    $(Self::$name => Effects::$effects,)*
                }
            }

            /// The stage that lowers it.
            pub const fn lowering(self) -> Lowering {
                match self {
                    $(Self::$name => Lowering::$lowering,)*
                }
            }
        }
    };
}

// A row: the function's result; name and number, signature with the names of operands if they differ from those of the
// class, effects, the stage that lowers it.
functions! {
    // Trigonometric functions, exponentials and other mathematical functions.

    /// The arc cosine of `x`.
    acos = 0, Float1, Pure, Target;
    /// The inverse hyperbolic cosine of `x`.
    acosh = 1, Float1, Pure, Target;
    /// The arc cosine of `x`, divided by π.
    acospi = 2, Float1, Pure, Target;
    /// The arc sine of `x`.
    asin = 3, Float1, Pure, Target;
    /// The inverse hyperbolic sine of `x`.
    asinh = 4, Float1, Pure, Target;
    /// The arc sine of `x`, divided by π.
    asinpi = 5, Float1, Pure, Target;
    /// The arc tangent of `x`.
    atan = 6, Float1, Pure, Target;
    /// The angle of the point (`x`, `y`), from -π to π.
    atan2 = 7, Float2(y, x), Pure, Target;
    /// The inverse hyperbolic tangent of `x`.
    atanh = 8, Float1, Pure, Target;
    /// The arc tangent of `x`, divided by π.
    atanpi = 9, Float1, Pure, Target;
    /// The angle of the point (`x`, `y`), divided by π.
    atan2pi = 10, Float2(y, x), Pure, Target;
    /// The cube root of `x`.
    cbrt = 11, Float1, Pure, Target;
    /// The smallest integer that is at least `x`.
    ceil = 12, Float1, Pure, Reader;
    /// `magnitude` with the sign of `sign`.
    copysign = 13, Float2(magnitude, sign), Pure, Reader;
    /// The cosine of `x`.
    cos = 14, Float1, Pure, Target;
    /// The hyperbolic cosine of `x`.
    cosh = 15, Float1, Pure, Target;
    /// The cosine of π times `x`.
    cospi = 16, Float1, Pure, Target;
    /// One minus the error function of `x`.
    erfc = 17, Float1, Pure, Target;
    /// The error function of `x`.
    erf = 18, Float1, Pure, Target;
    /// _e_ to the power of `x`.
    exp = 19, Float1, Pure, Target;
    /// 2 to the power of `x`.
    exp2 = 20, Float1, Pure, Target;
    /// 10 to the power of `x`.
    exp10 = 21, Float1, Pure, Target;
    /// _e_ to the power of `x`, minus one.
    expm1 = 22, Float1, Pure, Target;
    /// The absolute value of `x`.
    fabs = 23, Float1, Pure, Reader;
    /// `x` minus `y`, or zero if that is negative.
    fdim = 24, Float2, Pure, Target;
    /// The largest integer that is at most `x`.
    floor = 25, Float1, Pure, Reader;
    /// `a` times `b` plus `c`, rounded once.
    fma = 26, Float3, Pure, Reader;
    /// The larger of `x` and `y`, or the other one if one is NaN.
    fmax = 27, Float2, Pure, Reader;
    /// The smaller of `x` and `y`, or the other one if one is NaN.
    fmin = 28, Float2, Pure, Reader;
    /// The remainder of a division whose quotient is rounded toward zero.
    fmod = 29, Float2(numerator, denominator), Pure, Reader;
    /// `x` minus its floor, which goes to `whole`.
    fract = 30, FloatOut(x, whole), Memory, Target;
    /// The mantissa of `x`, from 0.5 to 1, whose power of two goes to `exponent`.
    frexp = 31, FloatIntOut(x, exponent), Memory, Target;
    /// The square root of the sum of the squares of `x` and `y`.
    hypot = 32, Float2, Pure, Target;
    /// The exponent of `x`, as an integer.
    ilogb = 33, IntOfFloat, Pure, Target;
    /// `x` times 2 to the power of `exponent`.
    ldexp = 34, FloatInt(x, exponent), Pure, Target;
    /// The logarithm of the absolute value of the gamma function of `x`.
    lgamma = 35, Float1, Pure, Target;
    /// The logarithm of the absolute value of the gamma function of `x`, whose sign goes to `sign`.
    lgamma_r = 36, FloatIntOut(x, sign), Memory, Target;
    /// The natural logarithm of `x`.
    log = 37, Float1, Pure, Target;
    /// The logarithm of `x` to base 2.
    log2 = 38, Float1, Pure, Target;
    /// The logarithm of `x` to base 10.
    log10 = 39, Float1, Pure, Target;
    /// The natural logarithm of one plus `x`.
    log1p = 40, Float1, Pure, Target;
    /// The exponent of `x`, as a floating-point value.
    logb = 41, Float1, Pure, Target;
    /// `a` times `b` plus `c`, which may be rounded in between.
    mad = 42, Float3, Pure, Reader;
    /// The one of `x` and `y` with the larger absolute value.
    maxmag = 43, Float2, Pure, Target;
    /// The one of `x` and `y` with the smaller absolute value.
    minmag = 44, Float2, Pure, Target;
    /// The fraction of `x`, whose integer part goes to `whole`; both have the sign of `x`.
    modf = 45, FloatOut(x, whole), Memory, Target;
    /// A quiet NaN with the given payload.
    nan = 46, FloatOfInt(payload), Pure, Target;
    /// The floating-point value after `x` in the direction of `y`.
    nextafter = 47, Float2, Pure, Target;
    /// `x` to the power of `y`.
    pow = 48, Float2, Pure, Target;
    /// `x` to the power of the integer `n`.
    pown = 49, FloatInt, Pure, Target;
    /// `x` to the power of `y`, for an `x` that is not negative.
    powr = 50, Float2, Pure, Target;
    /// The remainder of a division whose quotient is rounded to the nearest integer.
    remainder = 51, Float2(numerator, denominator), Pure, Target;
    /// The remainder of a division whose quotient is rounded to the nearest integer; its sign and low bits go to
    /// `quotient`.
    remquo = 52, Float2IntOut(numerator, denominator, quotient), Memory, Target;
    /// The integer nearest to `x`, halfway cases to even.
    rint = 53, Float1, Pure, Reader;
    /// The `n`-th root of `x`.
    rootn = 54, FloatInt, Pure, Target;
    /// The integer nearest to `x`, halfway cases away from zero.
    round = 55, Float1, Pure, Reader;
    /// One divided by the square root of `x`.
    rsqrt = 56, Float1, Pure, Target;
    /// The sine of `x`.
    sin = 57, Float1, Pure, Target;
    /// The sine of `x`, whose cosine goes to `cosine`.
    sincos = 58, FloatOut(x, cosine), Memory, Target;
    /// The hyperbolic sine of `x`.
    sinh = 59, Float1, Pure, Target;
    /// The sine of π times `x`.
    sinpi = 60, Float1, Pure, Target;
    /// The square root of `x`.
    sqrt = 61, Float1, Pure, Reader;
    /// The tangent of `x`.
    tan = 62, Float1, Pure, Target;
    /// The hyperbolic tangent of `x`.
    tanh = 63, Float1, Pure, Target;
    /// The tangent of π times `x`.
    tanpi = 64, Float1, Pure, Target;
    /// The gamma function of `x`.
    tgamma = 65, Float1, Pure, Target;
    /// `x` rounded to an integer toward zero.
    trunc = 66, Float1, Pure, Reader;

    // Mathematical functions of low accuracy.

    /// The cosine of `x`, to at least 10 bits.
    half_cos = 67, Float1, Pure, Target;
    /// `x` divided by `y`, to at least 10 bits.
    half_divide = 68, Float2, Pure, Reader;
    /// _e_ to the power of `x`, to at least 10 bits.
    half_exp = 69, Float1, Pure, Target;
    /// 2 to the power of `x`, to at least 10 bits.
    half_exp2 = 70, Float1, Pure, Target;
    /// 10 to the power of `x`, to at least 10 bits.
    half_exp10 = 71, Float1, Pure, Target;
    /// The natural logarithm of `x`, to at least 10 bits.
    half_log = 72, Float1, Pure, Target;
    /// The logarithm of `x` to base 2, to at least 10 bits.
    half_log2 = 73, Float1, Pure, Target;
    /// The logarithm of `x` to base 10, to at least 10 bits.
    half_log10 = 74, Float1, Pure, Target;
    /// `x` to the power of `y`, to at least 10 bits, for an `x` that is not negative.
    half_powr = 75, Float2, Pure, Target;
    /// One divided by `x`, to at least 10 bits.
    half_recip = 76, Float1, Pure, Reader;
    /// One divided by the square root of `x`, to at least 10 bits.
    half_rsqrt = 77, Float1, Pure, Target;
    /// The sine of `x`, to at least 10 bits.
    half_sin = 78, Float1, Pure, Target;
    /// The square root of `x`, to at least 10 bits.
    half_sqrt = 79, Float1, Pure, Reader;
    /// The tangent of `x`, to at least 10 bits.
    half_tan = 80, Float1, Pure, Target;

    // Mathematical functions whose accuracy and range the device chooses.

    /// The cosine of `x`, as accurate as the device chooses.
    native_cos = 81, Float1, Pure, Target;
    /// `x` divided by `y`, as accurate as the device chooses.
    native_divide = 82, Float2, Pure, Reader;
    /// _e_ to the power of `x`, as accurate as the device chooses.
    native_exp = 83, Float1, Pure, Target;
    /// 2 to the power of `x`, as accurate as the device chooses.
    native_exp2 = 84, Float1, Pure, Target;
    /// 10 to the power of `x`, as accurate as the device chooses.
    native_exp10 = 85, Float1, Pure, Target;
    /// The natural logarithm of `x`, as accurate as the device chooses.
    native_log = 86, Float1, Pure, Target;
    /// The logarithm of `x` to base 2, as accurate as the device chooses.
    native_log2 = 87, Float1, Pure, Target;
    /// The logarithm of `x` to base 10, as accurate as the device chooses.
    native_log10 = 88, Float1, Pure, Target;
    /// `x` to the power of `y`, as accurate as the device chooses, for an `x` that is not negative.
    native_powr = 89, Float2, Pure, Target;
    /// One divided by `x`, as accurate as the device chooses.
    native_recip = 90, Float1, Pure, Reader;
    /// One divided by the square root of `x`, as accurate as the device chooses.
    native_rsqrt = 91, Float1, Pure, Target;
    /// The sine of `x`, as accurate as the device chooses.
    native_sin = 92, Float1, Pure, Target;
    /// The square root of `x`, as accurate as the device chooses.
    native_sqrt = 93, Float1, Pure, Reader;
    /// The tangent of `x`, as accurate as the device chooses.
    native_tan = 94, Float1, Pure, Target;

    // Common functions.

    /// `x`, or the nearest bound if it is not between `low` and `high`.
    fclamp = 95, Float3(x, low, high), Pure, Reader;
    /// An angle in radians, converted to degrees.
    degrees = 96, Float1(angle), Pure, Reader;
    /// The larger of `x` and `y`, neither of which may be NaN.
    fmax_common = 97, Float2, Pure, Reader;
    /// The smaller of `x` and `y`, neither of which may be NaN.
    fmin_common = 98, Float2, Pure, Reader;
    /// The point between `x` and `y` that `weight` gives: `x` at zero, `y` at one.
    mix = 99, Float3(x, y, weight), Pure, Reader;
    /// An angle in degrees, converted to radians.
    radians = 100, Float1(angle), Pure, Reader;
    /// Zero if `x` is less than `edge`, else one.
    step = 101, Float2(edge, x), Pure, Target;
    /// A smooth curve that rises from zero at `low` to one at `high`, at `x`.
    smoothstep = 102, Float3(low, high, x), Pure, Target;
    /// One with the sign of `x`; zeros stay as they are, NaN becomes zero.
    sign = 103, Float1, Pure, Target;

    // Geometric functions.

    /// The cross product of the first three elements of two vectors.
    cross = 104, CrossProduct, Pure, Target;
    /// The distance between two points.
    distance = 105, ScalarOf2, Pure, Target;
    /// The length of a vector.
    length = 106, ScalarOf1, Pure, Target;
    /// A vector of length one with the direction of `x`.
    normalize = 107, Float1, Pure, Target;
    /// The distance between two points, to the accuracy of `half_sqrt`.
    fast_distance = 108, ScalarOf2, Pure, Target;
    /// The length of a vector, to the accuracy of `half_sqrt`.
    fast_length = 109, ScalarOf1, Pure, Target;
    /// A vector of length one with the direction of `x`, to the accuracy of `half_rsqrt`.
    fast_normalize = 110, Float1, Pure, Target;

    // Integer functions.

    /// The absolute value of a signed integer, as an unsigned one.
    s_abs = 141, Int1, Pure, Reader;
    /// The distance between two signed integers, as an unsigned one.
    s_abs_diff = 142, Int2, Pure, Reader;
    /// The sum of two signed integers, saturated.
    s_add_sat = 143, Int2, Pure, Reader;
    /// The sum of two unsigned integers, saturated.
    u_add_sat = 144, Int2, Pure, Reader;
    /// The average of two signed integers, rounded down.
    s_hadd = 145, Int2, Pure, Reader;
    /// The average of two unsigned integers, rounded down.
    u_hadd = 146, Int2, Pure, Reader;
    /// The average of two signed integers, rounded up.
    s_rhadd = 147, Int2, Pure, Reader;
    /// The average of two unsigned integers, rounded up.
    u_rhadd = 148, Int2, Pure, Reader;
    /// A signed integer, or the nearest bound if it is not between `low` and `high`.
    s_clamp = 149, Int3(x, low, high), Pure, Reader;
    /// An unsigned integer, or the nearest bound if it is not between `low` and `high`.
    u_clamp = 150, Int3(x, low, high), Pure, Reader;
    /// The number of zero bits above the highest one bit of `x`.
    clz = 151, Int1, Pure, Reader;
    /// The number of zero bits below the lowest one bit of `x`.
    ctz = 152, Int1, Pure, Reader;
    /// The high half of the product of signed integers `a` and `b`, plus `c`.
    s_mad_hi = 153, Int3, Pure, Reader;
    /// `a` times `b` plus `c`, of unsigned integers, saturated.
    u_mad_sat = 154, Int3, Pure, Reader;
    /// `a` times `b` plus `c`, of signed integers, saturated.
    s_mad_sat = 155, Int3, Pure, Reader;
    /// The larger of two signed integers.
    s_max = 156, Int2, Pure, Reader;
    /// The larger of two unsigned integers.
    u_max = 157, Int2, Pure, Reader;
    /// The smaller of two signed integers.
    s_min = 158, Int2, Pure, Reader;
    /// The smaller of two unsigned integers.
    u_min = 159, Int2, Pure, Reader;
    /// The high half of the product of two signed integers.
    s_mul_hi = 160, Int2, Pure, Reader;
    /// Rotates the bits of `x` left by `count`.
    rotate = 161, Int2(x, count), Pure, Reader;
    /// The difference of two signed integers, saturated.
    s_sub_sat = 162, Int2, Pure, Reader;
    /// The difference of two unsigned integers, saturated.
    u_sub_sat = 163, Int2, Pure, Reader;
    /// An unsigned integer from its halves.
    u_upsample = 164, Upsample, Pure, Reader;
    /// A signed integer from its halves.
    s_upsample = 165, Upsample, Pure, Reader;
    /// The number of one bits in `x`.
    popcount = 166, Int1, Pure, Reader;
    /// The product of two signed integers of 24 bits, plus `c`.
    s_mad24 = 167, Int32x3, Pure, Reader;
    /// The product of two unsigned integers of 24 bits, plus `c`.
    u_mad24 = 168, Int32x3, Pure, Reader;
    /// The product of two signed integers of 24 bits.
    s_mul24 = 169, Int32x2, Pure, Reader;
    /// The product of two unsigned integers of 24 bits.
    u_mul24 = 170, Int32x2, Pure, Reader;

    // Loads and stores of vectors and half precision; `index` counts scalars or vectors of that size.

    /// Loads a vector of `count` elements, aligned as its elements are.
    vloadn = 171, LoadVector, Memory, Reader;
    /// Stores a vector, aligned as its elements are.
    vstoren = 172, StoreVector, Memory, Reader;
    /// Loads a half-precision value and converts it.
    vload_half = 173, LoadHalf, Memory, Reader;
    /// Loads a vector of `count` half-precision values and converts it.
    vload_halfn = 174, LoadHalves, Memory, Reader;
    /// Converts a value to half precision and stores it.
    vstore_half = 175, StoreHalf, Memory, Reader;
    /// Converts a value to half precision, rounded as `rounding` says, and stores it.
    vstore_half_r = 176, StoreHalfRounded, Memory, Reader;
    /// Converts a vector to half precision and stores it.
    vstore_halfn = 177, StoreHalf, Memory, Reader;
    /// Converts a vector to half precision, rounded as `rounding` says, and stores it.
    vstore_halfn_r = 178, StoreHalfRounded, Memory, Reader;
    /// Loads a vector of `count` half-precision values, aligned to the whole vector, and converts it.
    vloada_halfn = 179, LoadHalves, Memory, Reader;
    /// Converts a vector to half precision and stores it, aligned to the whole vector.
    vstorea_halfn = 180, StoreHalf, Memory, Reader;
    /// Converts a vector to half precision, rounded as `rounding` says, and stores it, aligned to the whole vector.
    vstorea_halfn_r = 181, StoreHalfRounded, Memory, Reader;

    // Other functions.

    /// The elements of `x` whose numbers `mask` has.
    shuffle = 182, VectorShuffle, Pure, Reader;
    /// The elements of `x`, followed by those of `y`, whose numbers `mask` has.
    shuffle2 = 183, VectorShuffle2, Pure, Reader;
    /// Prints the arguments as `format` says; the result is zero, or -1 if it fails.
    printf = 184, Printf, Memory, Target;
    /// Loads `count` elements into the cache for global memory.
    prefetch = 185, Prefetch, Memory, Reader;
    /// The bits of `b` where `mask` has ones, and those of `a` elsewhere.
    bitselect = 186, BitSelect, Pure, Reader;
    /// `b` where `condition` holds, and `a` elsewhere.
    select = 187, Select, Pure, Reader;

    // Absolute values and high products of unsigned integers.

    /// The absolute value of an unsigned integer, which is the integer itself.
    u_abs = 201, Int1, Pure, Reader;
    /// The distance between two unsigned integers.
    u_abs_diff = 202, Int2, Pure, Reader;
    /// The high half of the product of two unsigned integers.
    u_mul_hi = 203, Int2, Pure, Reader;
    /// The high half of the product of unsigned integers `a` and `b`, plus `c`.
    u_mad_hi = 204, Int3, Pure, Reader;
}
