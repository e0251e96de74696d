//! `printf`, and what `assert` calls when it fails.

mod format;

use tandem_device_ir::DeviceFunction;
use tandem_ir::{Builder, EditableModule, Inst, Module, TypeKind, Value};

use super::library::TargetLibrary;
use super::library_call::LibraryCall;
use crate::names::original_name;

/// The target's `printf`, with the promotions of C.
pub fn printf<'m>(call: &LibraryCall<'m>) -> Value<'m> {
    let (module, builder) = (call.module, &call.builder);
    let simplified = literal(call.args[0])
        .and_then(|format| format::simplify(module, builder, &format, &call.args[1..]))
        .map(|(format, values)| {
            let format = module.add_bytes("tandem.format", format!("{format}\0").as_bytes());
            [format.value()].into_iter().chain(values).collect()
        });
    let args: Vec<_> = simplified.unwrap_or_else(|| call.args.clone());
    let args: Vec<_> = args.into_iter().map(|arg| promote(module, builder, arg)).collect();
    call.library.print(call, args[0], &args[1..])
}

/// The text of a format that is a literal.
fn literal(format: Value<'_>) -> Option<String> {
    let bytes = format.strip_pointer_casts().as_global()?.initializer()?.const_bytes()?;
    Some(String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_owned())
}

/// Applies C's promotions for variable argument lists.
fn promote<'m>(module: &'m Module, builder: &Builder<'m>, arg: Value<'m>) -> Value<'m> {
    let ty = arg.ty();
    match ty.kind() {
        TypeKind::Half | TypeKind::Float => builder.fpext(arg, module.double()),
        TypeKind::Int(bits) if bits < 32 => builder.sext(arg, module.int(32)),
        _ if ty.is_pointer() && ty.address_space() != Some(0) => builder.address_space_cast(arg, module.ptr(0)),
        _ => arg,
    }
}

/// Lowers failing assertions. Runs after inlining, so that each assertion is in the kernel, or in a function called
/// through a pointer, whose name it reports.
pub fn lower_assertions(module: &EditableModule, library: &dyn TargetLibrary) {
    let Some(device) =
        module.function(DeviceFunction::AssertFail.symbol()).filter(|function| function.is_declaration())
    else {
        return;
    };
    for function in module.definitions().into_iter() {
        let is_here = |call: &Inst<'_>| call.block().is_some_and(|block| block.function() == function);
        let calls: Vec<_> = device.calls().into_iter().filter(is_here).collect();
        if calls.is_empty() {
            continue;
        }
        let name = module.add_bytes("tandem.kernel.name", format!("{}\0", original_name(function)).as_bytes());
        for call in calls {
            let builder = Builder::before(module, call);
            let args: Vec<_> = call.args().into_iter().map(|arg| promote(module, &builder, arg)).collect();
            let name = promote(module, &builder, name.value());
            library.fail_assertion(&builder, name, &args);
            call.erase(module);
        }
    }
}
