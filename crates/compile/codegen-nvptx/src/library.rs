//! Lowers builtins for NVIDIA GPUs to functions of libdevice, `vprintf`, which every CUDA context has, and functions
//! of the [runtime](crate::runtime).

use tandem_codegen::builtins::{Call, NamedSpace, TargetLibrary};
use tandem_codegen::images::{CImageLibrary, ImageLibrary};
use tandem_codegen::internal::Internal;
use tandem_device_ir::{AddressSpace, Device, Feature, OpenClFunction};
use tandem_ir::{AttributePlace, Builder, FloatPredicate, Intrinsic, Type, Value};

use crate::arithmetic::APPROXIMATE;

/// The prefix of libdevice's functions.
pub const PREFIX: &str = "__nv_";

/// CUDA's `vprintf`.
pub const PRINT: &str = "vprintf";

/// NVIDIA's GPUs.
pub const DEVICE: Device = Device { name: "NVIDIA", features: &[Feature::Images] };

/// The libraries of NVIDIA GPUs.
pub struct NvidiaLibrary;

impl TargetLibrary for NvidiaLibrary {
    fn device(&self) -> &'static Device {
        &DEVICE
    }

    /// libdevice has the functions under the names of C.
    fn math<'m>(&self, call: &Call<'m>, function: OpenClFunction, args: &[Value<'m>]) -> Value<'m> {
        if let Some(name) = fast_name(function).filter(|_| may_be_approximate(call, args)) {
            return call.external(name, args[0].ty(), args);
        }
        call.in_float(args, |args| {
            let ty = args[0].ty();
            let result = if function == OpenClFunction::ilogb { call.int() } else { ty };
            call.external(&symbol(call, function.name(), ty), result, args)
        })
    }

    fn math_with_out<'m>(
        &self,
        call: &Call<'m>,
        function: OpenClFunction,
        args: &[Value<'m>],
        out: Type<'m>,
    ) -> (Value<'m>, Value<'m>) {
        match function {
            OpenClFunction::lgamma_r => (self.math(call, OpenClFunction::lgamma, args), sign_of_gamma(call, args[0])),
            _ => {
                let ty = args[0].ty();
                call.external_with_out(&symbol(call, function.name(), ty), ty, args, out)
            }
        }
    }

    fn native_math<'m>(&self, call: &Call<'m>, function: OpenClFunction, args: &[Value<'m>]) -> Value<'m> {
        match fast_name(function).filter(|_| args[0].ty() == call.module.float()) {
            Some(name) => call.external(name, args[0].ty(), args),
            None => self.math(call, function, args),
        }
    }

    /// Approximate sines, cosines and logarithms have absolute errors, which are large compared with results near 0.
    fn half_math<'m>(&self, call: &Call<'m>, function: OpenClFunction, args: &[Value<'m>]) -> Value<'m> {
        match function {
            OpenClFunction::exp | OpenClFunction::exp2 | OpenClFunction::exp10 => {
                self.native_math(call, function, args)
            }
            _ => self.math(call, function, args),
        }
    }

    /// An instruction of the hardware, with the accuracy that OpenCL requires.
    fn reciprocal_root<'m>(&self, call: &Call<'m>, x: Value<'m>, _is_native: bool) -> Value<'m> {
        self.math(call, OpenClFunction::rsqrt, &[x])
    }

    /// `vprintf` takes the arguments as a structure in memory.
    fn print<'m>(&self, call: &Call<'m>, format: Value<'m>, args: &[Value<'m>]) -> Value<'m> {
        let (module, builder) = (call.module, &call.builder);
        let pointer = module.ptr(AddressSpace::Generic.number());
        let types: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
        let list = module.struct_type(&types, false);
        let place = call.variable(list);
        for (index, arg) in args.iter().enumerate() {
            let offset = module.int(64).int(module.offset_of(list, index as u32), false);
            builder.store(*arg, builder.gep(module.int(8), place, &[offset], true));
        }
        let ty = module.int(32).function(&[pointer; 2], false);
        builder.call_function(module.get_or_declare(PRINT, ty), &[format, place]).value()
    }

    fn fail_assertion<'m>(&self, builder: &Builder<'m>, function: Value<'m>, args: &[Value<'m>]) {
        let module = builder.module();
        let args: Vec<_> = [function].into_iter().chain(args.iter().copied()).collect();
        let params: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
        let fail = module.get_or_declare(&Internal::FailAssertion.name(), module.void().function(&params, false));
        for attribute in ["noreturn", "nounwind", "cold"] {
            fail.add_attribute(module, AttributePlace::Function, attribute, 0);
        }
        builder.call_function(fail, &args);
    }

    fn is_in_space<'m>(&self, builder: &Builder<'m>, pointer: Value<'m>, space: NamedSpace) -> Value<'m> {
        let test = match space {
            NamedSpace::Private => Intrinsic::NvvmIsSpaceLocal,
            NamedSpace::Local => Intrinsic::NvvmIsSpaceShared,
            NamedSpace::Global => Intrinsic::NvvmIsSpaceGlobal,
        };
        builder.intrinsic(test, &[], &[pointer]).value()
    }

    fn images(&self) -> Option<&'static dyn ImageLibrary> {
        Some(&CImageLibrary)
    }
}

/// Whether a call of single precision allows approximate functions (`-ffast-math`).
fn may_be_approximate(call: &Call<'_>, args: &[Value<'_>]) -> bool {
    args[0].ty() == call.module.float() && call.inst.fast_math() & APPROXIMATE != 0
}

/// libdevice's approximate function of single precision, if it has one.
fn fast_name(function: OpenClFunction) -> Option<&'static str> {
    Some(match function {
        OpenClFunction::cos => "__nv_fast_cosf",
        OpenClFunction::exp => "__nv_fast_expf",
        OpenClFunction::exp10 => "__nv_fast_exp10f",
        OpenClFunction::log => "__nv_fast_logf",
        OpenClFunction::log2 => "__nv_fast_log2f",
        OpenClFunction::log10 => "__nv_fast_log10f",
        OpenClFunction::pow => "__nv_fast_powf",
        OpenClFunction::sin => "__nv_fast_sinf",
        OpenClFunction::tan => "__nv_fast_tanf",
        _ => return None,
    })
}

/// libdevice's name of a function for a type.
fn symbol(call: &Call<'_>, name: &str, ty: Type<'_>) -> String {
    let suffix = if ty == call.module.float() { "f" } else { "" };
    format!("{PREFIX}{name}{suffix}")
}

/// -1 where the gamma function is negative, else 1: it changes its sign at each
/// integer below 0.
fn sign_of_gamma<'m>(call: &Call<'m>, x: Value<'m>) -> Value<'m> {
    let builder = &call.builder;
    let floor = call.intrinsic(Intrinsic::Floor, &[x]);
    let half = builder.fmul(floor, call.float_like(x, 0.5));
    let is_odd = builder.fcmp(FloatPredicate::LLVMRealONE, call.intrinsic(Intrinsic::Floor, &[half]), half);
    let is_below = call.less(x, call.float_like(x, 0.0));
    let is_between = builder.fcmp(FloatPredicate::LLVMRealONE, x, floor);
    let is_negative = builder.and(is_odd, builder.and(is_below, is_between));
    builder.select(is_negative, call.int().int(u64::MAX, true), call.int().int(1, false))
}
