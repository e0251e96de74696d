//! The code generator of `docs/internals/code-generators.md`: its code blocks in order.

use tandem_codegen::builtins::{self, Call, NamedSpace, TargetLibrary};
use tandem_codegen::query::Query;
use tandem_codegen::sync::{self, Sync};
use tandem_codegen::{Error, Result, call_graph, inline, kernel, names};
use tandem_device_ir::{Device, OpenClFunction};
use tandem_device_ir_llvm::{Expectations, Validated, declare_effects, validate};
use tandem_ir::{Builder, Context, Module, Type, Value};

struct AbacusLibrary;

impl TargetLibrary for AbacusLibrary {
    fn device(&self) -> Device {
        Device::Cpu
    }

    fn math<'m>(&self, call: &Call<'m>, function: OpenClFunction, args: &[Value<'m>]) -> Value<'m> {
        call.in_double(args, |args| call.external(&format!("abacus_{}", function.name()), args[0].ty(), args))
    }

    fn math_with_out<'m>(
        &self,
        call: &Call<'m>,
        function: OpenClFunction,
        args: &[Value<'m>],
        out: Type<'m>,
    ) -> (Value<'m>, Value<'m>) {
        call.external_with_out(&format!("abacus_{}", function.name()), args[0].ty(), args, out)
    }

    fn native_math<'m>(&self, call: &Call<'m>, function: OpenClFunction, args: &[Value<'m>]) -> Value<'m> {
        self.math(call, function, args)
    }

    fn print<'m>(&self, call: &Call<'m>, _format: Value<'m>, _args: &[Value<'m>]) -> Value<'m> {
        call.int().int(0, false)
    }

    fn fail_assertion<'m>(&self, module: &'m Module, builder: &Builder<'m>, _function: Value<'m>, _args: &[Value<'m>]) {
        let stop = module.get_or_declare("abacus_stop", module.void().function(&[], false));
        builder.call_function(stop, &[]);
    }

    fn is_in_space<'m>(
        &self,
        module: &'m Module,
        builder: &Builder<'m>,
        pointer: Value<'m>,
        space: NamedSpace,
    ) -> Value<'m> {
        let test =
            module.get_or_declare(&format!("abacus_is_{space:?}"), module.int(1).function(&[pointer.ty()], false));
        builder.call_function(test, &[pointer]).value()
    }
}

fn lower_queries(module: &Module) {
    for inst in module.functions().into_iter().flat_map(|function| function.insts()) {
        let Some(query) = Query::of(inst) else { continue };
        let (long, builder) = (module.int(64), Builder::before(inst));
        let ask = |name: &str| {
            let function = module.get_or_declare(&format!("abacus_{name}"), long.function(&[], false));
            builder.call_function(function, &[]).value()
        };
        let answer = match query {
            Query::LocalId(0) | Query::SubGroupId => ask("bead"),
            Query::GroupId(0) => ask("rod"),
            Query::LocalSize(0) | Query::Extent(0) | Query::NumSubGroups | Query::NumEnqueuedSubGroups => ask("beads"),
            Query::NumGroups(0) => ask("rods"),
            Query::GlobalSize(0) => builder.mul(ask("rods"), ask("beads")),
            Query::LocalId(_) | Query::GroupId(_) | Query::GlobalOffset(_) | Query::SubGroupLocalId => long.zero(),
            Query::LocalSize(_) | Query::Extent(_) | Query::NumGroups(_) | Query::GlobalSize(_) => long.int(1, false),
            Query::WorkDim | Query::SubGroupSize | Query::SubGroupMaxSize => long.int(1, false),
            Query::LocalStart | Query::LocalEnd | Query::ScratchEnd | Query::StackEnd => long.zero(),
        };
        inst.value().replace_all_uses_with(answer);
        inst.erase();
    }
}

fn lower_points(module: &Module) -> Result<()> {
    for inst in module.functions().into_iter().flat_map(|function| function.insts()) {
        match Sync::of(inst) {
            Some(Sync::Barrier { .. }) => {
                let wait = module.get_or_declare("abacus_wait", module.void().function(&[], false));
                Builder::before(inst).call_function(wait, &[]);
                inst.erase();
            }
            Some(Sync::ImplicitBarrier) => inst.erase(),
            Some(Sync::Group(..) | Sync::Members(_)) => {
                return Err(Error::in_kernel("", "rods do not compute together"));
            }
            None => {}
        }
    }
    Ok(())
}

fn compile(module: Validated) -> Result<String> {
    let mut module = module.into_module_for(Device::Cpu)?;
    call_graph::check(&module, false)?;
    names::protect_names(&module);
    builtins::lower(&module, &AbacusLibrary)?;
    inline::prepare(&module, |_| false, |_| false);
    inline::run(&mut module, None)?;
    builtins::lower_assertions(&module, &AbacusLibrary);
    for function in call_graph::kernels(&module) {
        kernel::check(function)?;
        sync::lower(&module, function, 1, Device::Cpu)?;
    }
    lower_points(&module)?;
    lower_queries(&module);
    module.run_passes("default<O1>", None)?;
    Ok(module.to_string())
}

#[test]
fn a_kernel_of_beads() {
    let text = "
        declare float @__spirv_ocl_sin.f32(float)
        declare i64 @__spirv_BuiltInGlobalInvocationId(i32)
        declare void @__spirv_ControlBarrier(i32, i32, i32)
        define spir_kernel void @sines(ptr addrspace(1) %data) {
          %i = call i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
          %p = getelementptr float, ptr addrspace(1) %data, i64 %i
          %x = load float, ptr addrspace(1) %p
          %y = call float @__spirv_ocl_sin.f32(float %x)
          call void @__spirv_ControlBarrier(i32 2, i32 2, i32 272)
          store float %y, ptr addrspace(1) %p
          ret void
        }";
    let module = Module::parse(&Context::new(), text.as_bytes(), "sines").expect("device IR");
    declare_effects(&module);
    let module = validate(module, &Expectations::of_device(Device::Cpu)).expect("device IR");
    let code = compile(module).expect("supported");
    for called in ["double @abacus_sin(double", "i64 @abacus_rod()", "void @abacus_wait()"] {
        assert!(code.contains(&format!("call {called}")), "{code}");
    }
    assert!(!code.contains("@__spirv_") && !code.contains("@tandem.query"), "{code}");
}
