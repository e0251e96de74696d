//! Parameters of kernels that are images and samplers.
//!
//! A kernel receives them as handles of 64 bits. If it makes only one image from a handle, as accessors do once they
//! are inlined, the image itself becomes the parameter: `OpTypeImage`, as any consumer of SPIR-V accepts it. Other
//! handles stay, for devices with `SPV_INTEL_bindless_images`.

use tandem_device_ir::{Builtin, Callee, Instruction};
use tandem_image::layout::RecordKind;
use tandem_ir::{AttributePlace, EditableModule, Function, Inst, Type, Value};

use super::kernel_info;

/// Gives parameters of kernels the types of images and samplers.
pub fn run(module: &EditableModule) {
    for kernel in module.functions().into_iter().filter(|function| kernel_info::is_kernel(*function)) {
        let types: Vec<_> = handles(kernel).into_iter().map(|handle| handle.and_then(only_type)).collect();
        if types.iter().any(Option::is_some) {
            retype(module, kernel, &types);
        }
    }
}

/// The parameters of a kernel that are handles of images or samplers, by index.
fn handles(kernel: Function<'_>) -> Vec<Option<Value<'_>>> {
    let records = kernel_info::layout(kernel).map(|layout| layout.records).unwrap_or_default();
    let is_handle = |kind| matches!(kind, RecordKind::Image | RecordKind::Sampler);
    records.iter().zip(kernel.params()).map(|(record, param)| is_handle(record.kind).then_some(param)).collect()
}

/// The type of all images or samplers that are made of a handle, if nothing else is done with it.
fn only_type(handle: Value<'_>) -> Option<Type<'_>> {
    let types: Option<Vec<_>> = handle.users().into_iter().map(|user| Some(converted(user)?.ty())).collect();
    let types = types?;
    let first = *types.first()?;
    types.iter().all(|ty| *ty == first).then_some(first)
}

/// The call that makes an image or a sampler of a handle, if the user of the handle is one.
fn converted(user: Value<'_>) -> Option<Inst<'_>> {
    let call = user.as_inst()?;
    let is_conversion = matches!(
        Callee::of(&call.called_function()?.name()),
        Callee::Builtin(Builtin::Instruction(
            Instruction::ConvertHandleToImageINTEL | Instruction::ConvertHandleToSamplerINTEL
        ))
    );
    is_conversion.then_some(call)
}

/// Changes the parameters of a kernel to these types, where given.
fn retype<'m>(module: &'m EditableModule, old: Function<'m>, types: &[Option<Type<'m>>]) {
    let of = |(param, ty): (Value<'m>, &Option<Type<'m>>)| ty.unwrap_or_else(|| param.ty());
    let new_types: Vec<_> = old.params().into_iter().zip(types).map(of).collect();
    let new = module.add_function("", old.function_type().return_type().function(&new_types, false));
    let params: Vec<_> = old.params().into_iter().zip(new.params()).collect();
    for ((handle, param), ty) in params.into_iter().zip(types) {
        param.set_name(module, &handle.name());
        match ty {
            None => handle.replace_all_uses_with(module, param),
            Some(_) => {
                for call in handle.users().into_iter().filter_map(converted) {
                    call.value().replace_all_uses_with(module, param);
                    call.erase(module);
                }
            }
        }
    }
    new.take_place_of(module, old, |place| match place {
        AttributePlace::Param(index) => types[index as usize].is_none(),
        AttributePlace::Function | AttributePlace::Return => true,
    });
}

#[cfg(test)]
mod tests {
    use tandem_image::layout::{KernelLayout, Record};
    use tandem_ir::{Context, Module};

    use super::*;

    const IMAGE: &str = "target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, 0)";
    const WRITTEN: &str = "target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, 1)";

    /// The kernel after the pass; its parameters are an image, a sampler and a number.
    fn run_on(body: &str) -> String {
        let body = body.replace("@image", IMAGE).replace("@written", WRITTEN);
        let text = format!(
            "declare {IMAGE} @__spirv_ConvertHandleToImageINTEL.image.i64(i64)
             declare {IMAGE} @__spirv_ConvertHandleToImageINTEL.other.i64(i64)
             declare {WRITTEN} @__spirv_ConvertHandleToImageINTEL.written.i64(i64)
             declare target(\"spirv.Sampler\") @__spirv_ConvertHandleToSamplerINTEL.i64(i64)
             declare <4 x float> @__spirv_ImageRead.v4f32({IMAGE}, <2 x i32>)
             define spir_kernel void @kernel(i64 %image, i64 %sampler, i32 noundef %number) !kind !0 {{
             entry:
               {body}
               ret void
             }}
             !0 = !{{i32 7}}"
        );
        let mut module = Module::parse(&Context::new(), text.as_bytes(), "images").expect("well-formed");
        let edited = module.edit();
        let record = |kind, offset, size| Record { kind, offset, size };
        let records =
            vec![record(RecordKind::Image, 0, 8), record(RecordKind::Sampler, 8, 8), record(RecordKind::Value, 16, 4)];
        let kernel = edited.function("kernel").expect("it is there");
        kernel_info::set_layout(edited, kernel, &KernelLayout { closure_size: 24, records });
        run(edited);
        module.verify().expect("valid");
        let text = module.to_string();
        text.lines().find(|line| line.starts_with("define")).expect("the kernel").to_owned()
    }

    #[test]
    fn handles_of_one_image_become_the_image() {
        let signature = run_on(
            "%a = call @image @__spirv_ConvertHandleToImageINTEL.image.i64(i64 %image)
             %b = call @image @__spirv_ConvertHandleToImageINTEL.other.i64(i64 %image)
             %c = call target(\"spirv.Sampler\") @__spirv_ConvertHandleToSamplerINTEL.i64(i64 %sampler)
             %t = call <4 x float> @__spirv_ImageRead.v4f32(@image %b, <2 x i32> zeroinitializer)",
        );
        let expected = format!(
            "define spir_kernel void @kernel({IMAGE} %image, target(\"spirv.Sampler\") %sampler, i32 noundef %number)"
        );
        assert!(signature.starts_with(&expected), "{signature}");
        assert!(signature.contains("!kind !0"), "{signature}");
    }

    #[test]
    fn handles_with_other_uses_stay() {
        let both = "%a = call @image @__spirv_ConvertHandleToImageINTEL.image.i64(i64 %image)
             %b = call @written @__spirv_ConvertHandleToImageINTEL.written.i64(i64 %image)";
        let stored = "%a = call @image @__spirv_ConvertHandleToImageINTEL.image.i64(i64 %image)
             %memory = alloca i64
             store i64 %image, ptr %memory";
        for body in [both, stored, ""] {
            let signature = run_on(body);
            assert!(signature.contains("@kernel(i64 %image, i64 %sampler,"), "{signature}");
        }
    }
}
