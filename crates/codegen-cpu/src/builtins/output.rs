//! `printf`, which is the host's, and what `assert` calls when it fails.

mod vector_format;

use tandem_device_ir::DeviceFunction;
use tandem_ir::{AttributePlace, Builder, Inst, Module, TypeKind, Value};

use super::call::Call;
use crate::call_graph::{kernels, original_name};
use crate::function_pointers;

/// Prints a message and ends the program; `device-cpu` has it.
const HOST_ASSERT_FAIL: &str = "__tandem_assert_fail";

/// The host's `printf`, with the promotions of C.
pub fn printf<'m>(call: &Call<'m>) -> Value<'m> {
    let (module, builder) = (call.module, &call.builder);
    let expanded = literal(call.args[0])
        .and_then(|format| vector_format::expand(module, builder, &format, &call.args[1..]))
        .map(|(format, values)| {
            let format = module.add_bytes("tandem.format", format!("{format}\0").as_bytes());
            [format.value()].into_iter().chain(values).collect()
        });
    let args: Vec<_> = expanded.unwrap_or_else(|| call.args.clone());
    let args: Vec<_> = args.into_iter().map(|arg| promote(module, builder, arg)).collect();
    let ty = call.int().function(&[module.ptr(0)], true);
    builder.call_function(module.get_or_declare("printf", ty), &args).value()
}

/// The text of a format that is a literal.
fn literal(format: Value<'_>) -> Option<String> {
    let bytes = format.strip_pointer_casts().as_global()?.initializer()?.const_bytes()?;
    Some(String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_owned())
}

/// What C passes in a variable argument list.
fn promote<'m>(module: &'m Module, builder: &Builder<'m>, arg: Value<'m>) -> Value<'m> {
    let ty = arg.ty();
    match ty.kind() {
        TypeKind::Half | TypeKind::Float => builder.fpext(arg, module.double()),
        TypeKind::Int(bits) if bits < 32 => builder.sext(arg, module.int(32)),
        _ if ty.is_pointer() && ty.address_space() != Some(0) => builder.address_space_cast(arg, module.ptr(0)),
        _ => arg,
    }
}

/// Lowers failing assertions. What can be inlined is, so that each is in the
/// kernel, or function called through a pointer, whose name it prints.
pub fn lower_assertions(module: &Module) {
    let Some(device) =
        module.function(DeviceFunction::AssertFail.symbol()).filter(|function| function.is_declaration())
    else {
        return;
    };
    for kernel in kernels(module).into_iter().chain(function_pointers::functions(module)) {
        let in_kernel = |call: &Inst<'_>| call.block().is_some_and(|block| block.function() == kernel);
        let calls: Vec<_> = device.calls().into_iter().filter(in_kernel).collect();
        if calls.is_empty() {
            continue;
        }
        let name = module.add_bytes("tandem.kernel.name", format!("{}\0", original_name(kernel)).as_bytes());
        for call in calls {
            fail_in_kernel(module, call, name.value());
        }
    }
}

fn fail_in_kernel<'m>(module: &'m Module, call: Inst<'m>, name: Value<'m>) {
    let builder = Builder::before(call);
    let args: Vec<_> = [name].into_iter().chain(call.args()).collect();
    let args: Vec<_> = args.into_iter().map(|arg| promote(module, &builder, arg)).collect();
    let params: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
    let host = module.get_or_declare(HOST_ASSERT_FAIL, module.void().function(&params, false));
    for attribute in ["noreturn", "nounwind", "cold"] {
        host.add_attribute(AttributePlace::Function, attribute, 0);
    }
    builder.call_function(host, &args);
    call.erase();
}
