//! Functions of the C library that have a different meaning on a device: `printf`, and the function that `assert` calls
//! when it fails.
//!
//! They get their device names before anything is optimized: LLVM knows `printf`, and would turn it into `puts`.

use tandem_device_ir::{Builtin, DeviceFunction, OpenClFunction, Variable};
use tandem_ir::{AttributePlace, Builder, EditableModule, Function, Inst, Module, Value};

/// Gives calls of the C library's functions their device forms.
pub fn lower(module: &EditableModule) {
    if let Some(printf) = declared(module, "printf") {
        let device =
            module.get_or_declare(&Builtin::OpenCl(OpenClFunction::printf).base_name(), printf.function_type());
        printf.value().replace_all_uses_with(module, device.value());
        printf.delete(module);
    }
    if let Some(fail) = declared(module, "__assert_fail") {
        for call in fail.calls() {
            fail_on_device(module, call);
        }
        if !fail.value().has_users() {
            fail.delete(module);
        }
    }
}

fn declared<'m>(module: &'m Module, name: &str) -> Option<Function<'m>> {
    module.function(name).filter(|function| function.is_declaration())
}

/// Extends `__assert_fail(expression, file, line, function)` with the work-item that fails: its global and its local id
/// are added as arguments.
fn fail_on_device<'m>(module: &'m EditableModule, call: Inst<'m>) {
    let builder = Builder::before(module, call);
    let ids = [Variable::GlobalInvocationId, Variable::LocalInvocationId].map(|variable| {
        let ty = module.int(64).function(&[module.int(32)], false);
        let function = module.get_or_declare(&Builtin::Variable(variable).base_name(), ty);
        [0, 1, 2].map(|dim| builder.call_function(function, &[module.int(32).int(dim, false)]).value())
    });
    let args: Vec<Value<'m>> = call.args().into_iter().chain(ids.into_iter().flatten()).collect();
    let params: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
    let device = module.get_or_declare(DeviceFunction::AssertFail.symbol(), module.void().function(&params, false));
    for attribute in ["noreturn", "nounwind", "cold"] {
        device.add_attribute(module, AttributePlace::Function, attribute, 0);
    }
    builder.call_function(device, &args);
    call.erase(module);
}
