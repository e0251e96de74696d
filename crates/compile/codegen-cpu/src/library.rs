//! Lowers builtins for the host: to intrinsics and functions of libm, under the names that vector libraries know, to
//! `printf`, and to program termination.

use tandem_codegen::builtins::{Call, NamedSpace, TargetLibrary};
use tandem_codegen::images::{CImageLibrary, ImageLibrary};
use tandem_codegen::query::Query;
use tandem_device_ir::{Device, Feature, OpenClFunction};
use tandem_ir::{AttributePlace, Builder, IntPredicate, Intrinsic, Type, TypeKind, Value};

/// Prints a message and ends the program; `device-cpu` has it.
const HOST_ASSERT_FAIL: &str = "__tandem_assert_fail";

/// The bytes below the stack pointer that a leaf function may use, by the ABI of x86-64.
const RED_ZONE_BYTES: u64 = 128;

/// Classes of `llvm.is.fpclass` that are finite.
const FINITE: u32 = 0x1f8;

/// The CPU device.
pub const DEVICE: Device = Device { name: "CPU", features: &[Feature::Images] };

/// The host's libraries.
pub struct HostLibrary;

impl TargetLibrary for HostLibrary {
    fn device(&self) -> &'static Device {
        &DEVICE
    }

    fn math<'m>(&self, call: &Call<'m>, function: OpenClFunction, args: &[Value<'m>]) -> Value<'m> {
        match function {
            OpenClFunction::cbrt => cube_root(call, args[0]),
            OpenClFunction::ldexp => {
                let types = [args[0].ty(), args[1].ty()];
                call.builder.intrinsic(Intrinsic::Ldexp, &types, args).value()
            }
            _ => match intrinsic(function) {
                Some(intrinsic) => call.intrinsic(intrinsic, args),
                None => libm(call, function.name(), args),
            },
        }
    }

    fn math_with_out<'m>(
        &self,
        call: &Call<'m>,
        function: OpenClFunction,
        args: &[Value<'m>],
        out: Type<'m>,
    ) -> (Value<'m>, Value<'m>) {
        call.external_with_out(&symbol(call, function.name(), args[0].ty()), args[0].ty(), args, out)
    }

    fn native_math<'m>(&self, call: &Call<'m>, function: OpenClFunction, args: &[Value<'m>]) -> Value<'m> {
        call.native(self.math(call, function, args))
    }

    fn print<'m>(&self, call: &Call<'m>, format: Value<'m>, args: &[Value<'m>]) -> Value<'m> {
        let module = call.module;
        let args: Vec<_> = [format].into_iter().chain(args.iter().copied()).collect();
        let ty = module.int(32).function(&[module.ptr(0)], true);
        call.builder.call_function(module.get_or_declare("printf", ty), &args).value()
    }

    fn fail_assertion<'m>(&self, builder: &Builder<'m>, function: Value<'m>, args: &[Value<'m>]) {
        let module = builder.module();
        let args: Vec<_> = [function].into_iter().chain(args.iter().copied()).collect();
        let params: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
        let host = module.get_or_declare(HOST_ASSERT_FAIL, module.void().function(&params, false));
        for attribute in ["noreturn", "nounwind", "cold"] {
            host.add_attribute(module, AttributePlace::Function, attribute, 0);
        }
        builder.call_function(host, &args);
    }

    fn images(&self) -> Option<&'static dyn ImageLibrary> {
        Some(&CImageLibrary)
    }

    /// A group's local memory, the memory in which work-items keep private data across barriers,
    /// and the stack below the caller of the work-group function are ranges of addresses; all else
    /// is global memory (`docs/internals/boundaries.md`, section 5).
    fn is_in_space<'m>(&self, builder: &Builder<'m>, pointer: Value<'m>, space: NamedSpace) -> Value<'m> {
        let module = builder.module();
        let address = builder.ptrtoint(pointer, module.int(64));
        let bound = |query: Query| query.build(builder);
        let is_between = |start, end| {
            let is_behind_start = builder.icmp(IntPredicate::LLVMIntUGE, address, start);
            builder.and(is_behind_start, builder.icmp(IntPredicate::LLVMIntULT, address, end))
        };
        let (local, scratch) = (bound(Query::LocalStart), bound(Query::LocalEnd));
        if space == NamedSpace::Local {
            return is_between(local, scratch);
        }
        // The stack pointer is read here: functions that this code is inlined into or split into have separate frames.
        let stack = builder.intrinsic(Intrinsic::StackSave, &[module.ptr(0)], &[]).value();
        let stack = builder.sub(builder.ptrtoint(stack, module.int(64)), module.int(64).int(RED_ZONE_BYTES, false));
        let is_on_stack = is_between(stack, bound(Query::StackEnd));
        let start = if space == NamedSpace::Private { scratch } else { local };
        let is_of_group = builder.or(is_on_stack, is_between(start, bound(Query::ScratchEnd)));
        if space == NamedSpace::Private { is_of_group } else { builder.not(is_of_group) }
    }
}

/// The functions for which LLVM has intrinsics, whose vector forms are known.
fn intrinsic(function: OpenClFunction) -> Option<Intrinsic> {
    Some(match function {
        OpenClFunction::cos => Intrinsic::Cos,
        OpenClFunction::exp => Intrinsic::Exp,
        OpenClFunction::exp10 => Intrinsic::Exp10,
        OpenClFunction::exp2 => Intrinsic::Exp2,
        OpenClFunction::log => Intrinsic::Log,
        OpenClFunction::log10 => Intrinsic::Log10,
        OpenClFunction::log2 => Intrinsic::Log2,
        OpenClFunction::pow => Intrinsic::Pow,
        OpenClFunction::sin => Intrinsic::Sin,
        _ => return None,
    })
}

/// A function of libm; half precision is computed in `float`.
fn libm<'m>(call: &Call<'m>, name: &str, args: &[Value<'m>]) -> Value<'m> {
    call.in_float(args, |args| {
        let ty = args[0].ty();
        let result = if name == "ilogb" { call.int() } else { ty };
        call.external(&symbol(call, name, ty), result, args)
    })
}

/// libm's name of a function for a type.
fn symbol(call: &Call<'_>, name: &str, ty: Type<'_>) -> String {
    match name {
        _ if ty != call.module.float() => name.to_owned(),
        "lgamma_r" => "lgammaf_r".to_owned(),
        _ => format!("{name}f"),
    }
}

/// glibc's function is slightly less exact for double precision than OpenCL requires; one Newton step, in which the
/// error of the square is known, compensates for that.
fn cube_root<'m>(call: &Call<'m>, x: Value<'m>) -> Value<'m> {
    let guess = libm(call, "cbrt", &[x]);
    if x.ty().kind() != TypeKind::Double {
        return guess;
    }
    let builder = &call.builder;
    let square = builder.fmul(guess, guess);
    let square_error = call.intrinsic(Intrinsic::Fma, &[guess, guess, builder.fneg(square)]);
    let excess = call.intrinsic(Intrinsic::Fma, &[square, guess, builder.fneg(x)]);
    let excess = call.intrinsic(Intrinsic::Fma, &[square_error, guess, excess]);
    let step = builder.fdiv(excess, builder.fmul(square, call.float_like(x, 3.0)));
    let better = builder.fsub(guess, step);
    let ordinary = builder.intrinsic(Intrinsic::IsFpClass, &[x.ty()], &[step, call.index(FINITE)]);
    builder.select(ordinary.value(), better, guess)
}
