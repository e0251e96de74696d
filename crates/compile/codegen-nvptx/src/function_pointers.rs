//! Functions that are called through pointers take the launch's data as an additional parameter.
//!
//! Such a function may be called from any kernel, including those of other programs. Every one of them therefore has
//! the parameter, at the end, and every call through a pointer passes it on. Runs when entries are made, after
//! everything that can be inlined is.

use tandem_device_ir::AddressSpace;
use tandem_ir::{AttributePlace, Builder, EditableModule, Function, Inst, PTX_KERNEL, Value};

use crate::entry;
use crate::reach::is_pointer_call;

/// Adds the parameter, and passes it in calls.
pub fn pass_launch_data(module: &EditableModule) {
    let defined = || module.definitions().into_iter();
    for function in defined().filter(|function| function.call_conv() != PTX_KERNEL && is_address_taken(*function)) {
        add_parameter(module, function);
    }
    for function in defined() {
        let Some(launch) = launch_data(function) else { continue };
        let lacks_it = |inst: &Inst<'_>| {
            let has_more = |callee: Function<'_>| inst.called_type() != Some(callee.function_type());
            is_pointer_call(*inst) || inst.called_function().is_some_and(has_more)
        };
        for call in function.insts().into_iter().filter(lacks_it) {
            add_argument(module, call, launch);
        }
    }
}

/// The launch's data in an entry, or in a function that is called through a pointer.
pub fn launch_data(function: Function<'_>) -> Option<Value<'_>> {
    let of_pointer = || function.params().last().copied().filter(|_| is_address_taken(function));
    entry::launch_data(function).or_else(of_pointer)
}

/// Whether a function has uses other than calls.
fn is_address_taken(function: Function<'_>) -> bool {
    let calls = |user: Value<'_>| {
        let call = user.as_inst().filter(|inst| inst.called_function() == Some(function));
        call.is_some_and(|call| !call.args().contains(&function.value()))
    };
    function.value().users().into_iter().any(|user| !calls(user))
}

fn add_parameter<'m>(module: &'m EditableModule, old: Function<'m>) {
    let (ty, name) = (old.function_type(), old.name());
    let params: Vec<_> = ty.params().into_iter().chain([module.ptr(AddressSpace::Generic.number())]).collect();
    old.value().set_name(module, "");
    let new = module.add_function(&name, ty.return_type().function(&params, false));
    new.set_call_conv(module, old.call_conv());
    new.global().set_linkage(module, old.global().linkage());
    if let Some(subprogram) = old.subprogram() {
        new.set_subprogram(module, subprogram);
    }
    for (index, (param, by)) in (0..).zip(old.params().into_iter().zip(new.params())) {
        let place = AttributePlace::Param(index);
        for attribute in PASSED_IN_MEMORY {
            if let Some(ty) = old.attribute_type(place, attribute) {
                new.add_type_attribute(module, place, attribute, ty);
            }
        }
        if let Some(align) = old.attribute_int(place, "align") {
            new.add_attribute(module, place, "align", align);
        }
        param.replace_all_uses_with(module, by);
    }
    let mut end = new.append_block(module, "");
    let start = end;
    for block in old.blocks() {
        block.move_after(module, end);
        end = block;
    }
    start.delete(module);
    old.value().replace_all_uses_with(module, new.value());
    old.delete(module);
}

/// The attributes of parameters that are passed in memory.
const PASSED_IN_MEMORY: [&str; 2] = ["byval", "sret"];

fn add_argument<'m>(module: &'m EditableModule, call: Inst<'m>, launch: Value<'m>) {
    let (Some(callee), Some(ty)) = (call.callee(), call.called_type()) else { return };
    let params: Vec<_> = ty.params().into_iter().chain([module.ptr(AddressSpace::Generic.number())]).collect();
    let args: Vec<_> = call.args().into_iter().chain([launch]).collect();
    let new = Builder::before(module, call).call(ty.return_type().function(&params, false), callee, &args);
    for index in 0..args.len() as u32 - 1 {
        for attribute in PASSED_IN_MEMORY {
            if let Some(ty) = call.argument_type(index, attribute) {
                new.add_argument_type(module, index, attribute, ty);
            }
        }
    }
    call.value().replace_all_uses_with(module, new.value());
    call.erase(module);
}
