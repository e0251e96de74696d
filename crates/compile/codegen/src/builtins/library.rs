//! The target-specific parts of builtins: mathematical functions, printing, failing assertions, the spaces of
//! addresses.

use tandem_device_ir::{Device, OpenClFunction};
use tandem_ir::{Builder, Intrinsic, Type, Value};

use super::call::Call;
use super::named_space::NamedSpace;
use crate::images::ImageLibrary;

/// A target's library, as the shared [lowering of builtins](super) uses it. Lowered code is inserted before the call.
pub trait TargetLibrary {
    /// The device that has this library.
    fn device(&self) -> &'static Device;

    /// A function of `OpenCL.std` on scalars, within the error bounds of the OpenCL specification. The lowering
    /// requests only the functions that need a library: `acos` to `atanh`, `cbrt`, `cos`, `cosh`, `erf`, `erfc`, `exp`,
    /// `exp2`, `exp10`, `expm1`, `fdim`, `hypot`, `ilogb`, `ldexp`, `lgamma`, `log` to `logb`, `nextafter`, `pow`,
    /// `remainder`, `sin`, `sinh`, `tan`, `tanh`, `tgamma`.
    ///
    /// `args` have one floating-point type, except for the exponent of `ldexp`. The result of `ilogb` is an `i32`.
    fn math<'m>(&self, call: &Call<'m>, function: OpenClFunction, args: &[Value<'m>]) -> Value<'m>;

    /// `function(args, &out)` for `frexp`, `lgamma_r`, `modf`, `remquo`, with `float` or `double` arguments: (result,
    /// stored value of type `out`).
    fn math_with_out<'m>(
        &self,
        call: &Call<'m>,
        function: OpenClFunction,
        args: &[Value<'m>],
        out: Type<'m>,
    ) -> (Value<'m>, Value<'m>);

    /// As [`math`](Self::math), with implementation-defined accuracy: `cos`, `exp`, `exp2`, `exp10`, `log`, `log2`,
    /// `log10`, `pow`, `sin`.
    fn native_math<'m>(&self, call: &Call<'m>, function: OpenClFunction, args: &[Value<'m>]) -> Value<'m>;

    /// As [`math`](Self::math), for single precision with errors of up to 8192 units in the last
    /// place: the functions of [`native_math`](Self::native_math) but `pow`.
    fn half_math<'m>(&self, call: &Call<'m>, function: OpenClFunction, args: &[Value<'m>]) -> Value<'m> {
        self.native_math(call, function, args)
    }

    /// One over the square root of a scalar. Where `is_native`, the accuracy is the implementation's
    /// choice.
    fn reciprocal_root<'m>(&self, call: &Call<'m>, x: Value<'m>, is_native: bool) -> Value<'m> {
        let one_over = |value: Value<'m>| call.builder.fdiv(call.float_like(value, 1.0), value);
        match is_native {
            true => call.native(one_over(call.native_intrinsic(Intrinsic::Sqrt, &[x]))),
            false => call.in_float(&[x], |args| one_over(call.intrinsic(Intrinsic::Sqrt, args))),
        }
    }

    /// `printf`, with the promotions of C done; an `i32`.
    fn print<'m>(&self, call: &Call<'m>, format: Value<'m>, args: &[Value<'m>]) -> Value<'m>;

    /// Reports a failed assertion in the function of the name that `function` points
    /// to, and ends the kernel or the program. `args` are those of
    /// [`AssertFail`](tandem_device_ir::DeviceFunction::AssertFail), pointers in space 0.
    fn fail_assertion<'m>(&self, builder: &Builder<'m>, function: Value<'m>, args: &[Value<'m>]);

    /// The target's library for [images](crate::images), if its device has them
    /// ([`Feature::Images`](tandem_device_ir::Feature::Images)).
    fn images(&self) -> Option<&'static dyn ImageLibrary> {
        None
    }

    /// Whether a generic pointer leads into a space, by its address; an `i1`. The null
    /// pointer may lead anywhere.
    fn is_in_space<'m>(&self, builder: &Builder<'m>, pointer: Value<'m>, space: NamedSpace) -> Value<'m>;
}
