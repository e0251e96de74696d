//! Removes kernel parameters that optimization left without a use, so that the
//! runtime need not set them (`-fsycl-dead-args-optimization`).

use tandem_device_ir::KernelAttribute;
use tandem_image::layout::RecordKind;
use tandem_ir::{AttributePlace, Builder, EditableModule, Function, Linkage, Module};

use super::diagnostics::Diagnostics;
use super::kernel_info;

/// Rewrites each kernel that has dead parameters.
pub fn run(module: &mut Module) -> Result<(), Diagnostics> {
    let (mut changed, edited) = (false, module.edit());
    for kernel in edited.functions().into_iter().filter(|function| kernel_info::is_kernel(*function)) {
        let live = live_params(kernel);
        if live.iter().any(|live| !live) {
            rewrite(edited, kernel, &live);
            changed = true;
        }
    }
    if changed {
        module.run_passes("always-inline,globaldce", None)?;
    }
    Ok(())
}

/// Local memory stays, since the runtime refuses kernels with a local accessor
/// that are launched without work-groups, whether or not they use it.
fn live_params(kernel: Function<'_>) -> Vec<bool> {
    let layout = kernel_info::layout(kernel);
    let is_local = |index: usize| {
        let record = layout.as_ref().and_then(|layout| layout.records.get(index));
        record.is_some_and(|record| record.kind == RecordKind::LocalAccessor)
    };
    let params = kernel.params().into_iter().enumerate();
    params.map(|(index, param)| param.has_users() || is_local(index)).collect()
}

/// A kernel of the live parameters that takes over the old one's name and
/// calls it; inlining makes one of the two.
fn rewrite<'m>(module: &'m EditableModule, old: Function<'m>, live: &[bool]) {
    let name = old.name();
    let old_params = old.params();
    let kept: Vec<usize> = (0..live.len()).filter(|i| live[*i]).collect();
    let types: Vec<_> = kept.iter().map(|i| old_params[*i].ty()).collect();
    let new = module.add_function("", module.void().function(&types, false));
    new.set_call_conv(module, old.call_conv());
    new.global().set_linkage(module, old.global().linkage());
    for attribute in ["convergent", "nounwind", "mustprogress"] {
        if old.has_attribute(AttributePlace::Function, attribute) {
            new.add_attribute(module, AttributePlace::Function, attribute, 0);
        }
    }
    for (to, from) in kept.iter().enumerate() {
        if let Some(ty) = old.attribute_type(AttributePlace::Param(*from as u32), "byval") {
            new.add_type_attribute(module, AttributePlace::Param(to as u32), "byval", ty);
        }
    }
    for kind in KernelAttribute::ALL.map(KernelAttribute::name) {
        if let Some(values) = old.int_metadata(kind) {
            let values: Vec<u32> = values.into_iter().map(|value| value as u32).collect();
            new.set_int_metadata(module, kind, &values);
        }
    }
    if let Some(mut layout) = kernel_info::layout(old) {
        layout.records = kept.iter().map(|i| layout.records[*i]).collect();
        kernel_info::set_layout(module, new, &layout);
    }
    for kind in [kernel_info::REQUIRED_GROUP, kernel_info::LARGEST_GROUP] {
        if let Some(sizes) = old.string_attribute(kind) {
            new.add_string_attribute(module, kind, &sizes);
        }
    }
    kernel_info::set_live_params(module, new, live);
    kernel_info::set_aspects(module, new, &kernel_info::aspects(old).into_iter().collect());
    kernel_info::set_spec_constants(module, new, &kernel_info::spec_constants(old));

    let builder = Builder::at_end(module, new.append_block(module, "entry"));
    let mut new_params = new.params().into_iter();
    let args: Vec<_> = old_params
        .iter()
        .zip(live)
        .map(|(param, live)| match live {
            true => new_params.next().expect("one new parameter per live one"),
            false => param.ty().poison(),
        })
        .collect();
    old.remove_attribute(module, AttributePlace::Function, "noinline");
    old.add_attribute(module, AttributePlace::Function, "alwaysinline", 0);
    old.global().set_linkage(module, Linkage::LLVMInternalLinkage);
    old.set_call_conv(module, tandem_ir::SPIR_FUNC);
    old.value().set_name(module, "");
    builder.call_function(old, &args);
    builder.ret_void();
    new.value().set_name(module, &name);
}
