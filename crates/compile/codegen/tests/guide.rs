//! The code generator of `docs/internals/code-generators.md`: its code blocks in order.

use tandem_codegen::builtins::{Call, NamedSpace, TargetLibrary};
use tandem_codegen::compile::compile_module;
use tandem_codegen::order::{Fact, facts::*};
use tandem_codegen::passes::{self, HasLibrary};
use tandem_codegen::pipeline::{Compilation, Pass};
use tandem_codegen::query::Query;
use tandem_codegen::sync::{self, Sync};
use tandem_codegen::{Backend, Dump, Error, Options, Result, TargetOptions, inline, kernel};
use tandem_device_ir::{Device, OpenClFunction};
use tandem_device_ir_llvm::{Expectations, declare_effects, validate};
use tandem_ir::{Builder, Context, EditableModule, Function, Module, TargetMachine, Type, Value};

const ABACUS: Device = Device { name: "abacus", features: &[] };

struct AbacusLibrary;

impl TargetLibrary for AbacusLibrary {
    fn device(&self) -> &'static Device {
        &ABACUS
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

    fn fail_assertion<'m>(&self, builder: &Builder<'m>, _function: Value<'m>, _args: &[Value<'m>]) {
        let module = builder.module();
        let stop = module.get_or_declare("abacus_stop", module.void().function(&[], false));
        builder.call_function(stop, &[]);
    }

    fn is_in_space<'m>(&self, builder: &Builder<'m>, pointer: Value<'m>, space: NamedSpace) -> Value<'m> {
        let module = builder.module();
        let test =
            module.get_or_declare(&format!("abacus_is_{space:?}"), module.int(1).function(&[pointer.ty()], false));
        builder.call_function(test, &[pointer]).value()
    }
}

struct Calculation {
    module: Module,
}

impl Compilation for Calculation {
    fn module(&self) -> &Module {
        &self.module
    }

    fn module_and_machine(&mut self) -> (&mut Module, Option<&TargetMachine>) {
        (&mut self.module, None)
    }
}

impl HasLibrary for Calculation {
    fn library() -> &'static dyn TargetLibrary {
        &AbacusLibrary
    }
}

fn lower_queries(compilation: &mut Calculation) -> Result<()> {
    let module = compilation.edit();
    for inst in module.functions().into_iter().flat_map(|function| function.insts()) {
        let Some(query) = Query::of(inst) else { continue };
        let (long, builder) = (module.int(64), Builder::before(module, inst));
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
        inst.value().replace_all_uses_with(module, answer);
        inst.erase(module);
    }
    Ok(())
}

fn lower_points<'m>(module: &'m EditableModule, function: Function<'m>) -> Result<()> {
    kernel::check(function)?;
    sync::lower(module, function, 1, &ABACUS)?;
    for inst in function.insts() {
        match Sync::of(inst) {
            Some(Sync::Barrier { .. }) => {
                let wait = module.get_or_declare("abacus_wait", module.void().function(&[], false));
                Builder::before(module, inst).call_function(wait, &[]);
                inst.erase(module);
            }
            Some(Sync::ImplicitBarrier) => inst.erase(module),
            Some(Sync::Group(..) | Sync::Members(_)) => {
                return Err(Error::in_kernel("", "rods do not compute together"));
            }
            None => {}
        }
    }
    Ok(())
}

#[derive(Clone, Debug, Default)]
struct Abacus;

impl TargetOptions for Abacus {
    fn set_processor(&mut self, name: &str) -> Result<()> {
        Err(Error::Options(format!("`{name}`: abacuses have no processors")))
    }

    fn apply(&mut self, option: &str) -> Result<bool> {
        Ok(option == "-polish-beads")
    }
}

const QUERIES_ANSWERED: Fact = Fact("queries are answered");

impl Backend for Abacus {
    type Compilation = Calculation;
    type Code = String;

    fn begin(module: Module, _: &Options<Self>) -> Result<Calculation> {
        Ok(Calculation { module })
    }

    fn passes(options: &Options<Self>) -> Vec<Pass<Calculation>> {
        vec![
            passes::lay_out(),
            passes::check_symbols(options.linkable),
            passes::protect_names(),
            passes::lower_builtins(),
            Pass::of_module("prepare-inlining", |module| inline::prepare(module, |_| false, |_| false))
                .establishes(&[INLINING_PREPARED]),
            passes::inline(),
            passes::lower_assertions(),
            Pass::new("lower-points", |calculation: &mut Calculation| calculation.edit_functions(lower_points))
                .needs(&[INLINED])
                .establishes(&[SYNCHRONIZATION_LOWERED]),
            Pass::new("answer-queries", lower_queries)
                .needs(&[SYNCHRONIZATION_LOWERED])
                .establishes(&[QUERIES_ANSWERED]),
            Pass::of_llvm("optimize", format!("default<O{}>", options.opt_level)).needs(&[QUERIES_ANSWERED]),
        ]
    }

    fn emit(compilation: Calculation, _: &mut Dump) -> Result<String> {
        Ok(compilation.module.to_string())
    }

    fn encode(code: String) -> Vec<u8> {
        code.into_bytes()
    }
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
    let mut module = Module::parse(&Context::new(), text.as_bytes(), "sines").expect("device IR");
    declare_effects(module.edit());
    let module = validate(module, &Expectations::of_device(&ABACUS)).expect("device IR");
    let code = compile_module(module, &Options::<Abacus>::default()).expect("supported");
    for called in ["double @abacus_sin(double", "i64 @abacus_rod()", "void @abacus_wait()"] {
        assert!(code.contains(&format!("call {called}")), "{code}");
    }
    assert!(!code.contains("@__spirv_") && !code.contains("@tandem.query"), "{code}");
}
