//! An image library in C, whose functions are inlined into kernels.

use rustc_hash::FxHashSet;
use tandem_device_ir::AddressSpace;
use tandem_device_ir::sampler::{SAMPLER_LINEAR, SAMPLER_NORMALIZED};
use tandem_ir::{AttributePlace, Builder, EditableModule, Function, Linkage, Module, Opcode, Type, Value};

use super::library::{Components, Image, ImageLibrary};
use crate::error::Result;

/// The prefix of the names of the library's functions.
const PREFIX: &str = "__tandem_image_";

/// Calls of a library of C functions, named `__tandem_image_<operation>_<components>_<shape>`, which take handles of
/// images and sampler words. [`link`] brings their definitions.
pub struct CImageLibrary;

impl ImageLibrary for CImageLibrary {
    fn read<'m>(&self, builder: &Builder<'m>, image: Image<'m>, at: [Value<'m>; 3], texel: Components) -> Value<'m> {
        let name = format!("read_{}_{}", components(texel), shape(image));
        let [x, y, z] = at;
        call(builder, &name, texel_type(builder, texel), &[image.handle, x, y, z])
    }

    fn write<'m>(&self, builder: &Builder<'m>, image: Image<'m>, at: [Value<'m>; 3], texel: Value<'m>) {
        let is_float = texel.ty().scalar().is_float();
        let kind = if is_float { Components::Floats } else { Components::Integers };
        let name = format!("write_{}_{}", components(kind), shape(image));
        let [x, y, z] = at;
        call(builder, &name, builder.module().void(), &[image.handle, x, y, z, texel]);
    }

    fn sample<'m>(
        &self,
        builder: &Builder<'m>,
        image: Image<'m>,
        sampler: Value<'m>,
        at: [Value<'m>; 3],
        texel: Components,
    ) -> Value<'m> {
        let name = format!("sample_{}_{}", components(texel), shape(image));
        let [x, y, z] = at;
        call(builder, &name, texel_type(builder, texel), &[image.handle, sampler, x, y, z])
    }

    fn sample_level<'m>(
        &self,
        builder: &Builder<'m>,
        image: Image<'m>,
        sampler: Value<'m>,
        at: [Value<'m>; 3],
        level: Value<'m>,
        texel: Components,
    ) -> Value<'m> {
        let name = format!("sample_level_{}_{}", components(texel), shape(image));
        let [x, y, z] = at;
        call(builder, &name, texel_type(builder, texel), &[image.handle, sampler, x, y, z, level])
    }

    fn sample_gradients<'m>(
        &self,
        builder: &Builder<'m>,
        image: Image<'m>,
        sampler: Value<'m>,
        at: [Value<'m>; 3],
        gradients: [[Value<'m>; 3]; 2],
        texel: Components,
    ) -> Value<'m> {
        let name = format!("sample_gradients_{}_{}", components(texel), shape(image));
        let numbers = [at].into_iter().chain(gradients).flatten();
        let args: Vec<_> = [image.handle, sampler].into_iter().chain(numbers).collect();
        call(builder, &name, texel_type(builder, texel), &args)
    }

    fn levels<'m>(&self, builder: &Builder<'m>, image: Image<'m>) -> Value<'m> {
        call(builder, "levels", builder.module().int(32), &[image.handle])
    }

    fn level<'m>(&self, builder: &Builder<'m>, image: Image<'m>, level: Value<'m>) -> Image<'m> {
        Image { handle: call(builder, "level", builder.module().int(64), &[image.handle, level]), ..image }
    }

    fn extent<'m>(&self, builder: &Builder<'m>, image: Image<'m>, coordinate: u32) -> Value<'m> {
        let int = builder.module().int(32);
        call(builder, "extent", int, &[image.handle, int.int(coordinate.into(), false)])
    }

    fn channel_order<'m>(&self, builder: &Builder<'m>, image: Image<'m>) -> Value<'m> {
        call(builder, "channel_order", builder.module().int(32), &[image.handle])
    }

    fn channel_type<'m>(&self, builder: &Builder<'m>, image: Image<'m>) -> Value<'m> {
        call(builder, "channel_type", builder.module().int(32), &[image.handle])
    }

    /// Like [`sampler_word`](tandem_device_ir::sampler::sampler_word), with SPIR-V's number of the addressing mode.
    fn constant_sampler(&self, addressing: u32, normalized: bool, linear: bool) -> u64 {
        let flag = |is_set, bit| if is_set { bit } else { 0 };
        u64::from(addressing) | flag(normalized, SAMPLER_NORMALIZED) | flag(linear, SAMPLER_LINEAR)
    }
}

fn components(texel: Components) -> &'static str {
    match texel {
        Components::Floats => "floats",
        Components::Integers => "integers",
    }
}

fn texel_type<'m>(builder: &Builder<'m>, texel: Components) -> Type<'m> {
    match texel {
        Components::Floats => builder.module().float().vector(4),
        Components::Integers => builder.module().int(32).vector(4),
    }
}

fn shape(image: Image<'_>) -> String {
    format!("{}d{}", image.dimensions, if image.is_array { "_array" } else { "" })
}

/// A call of a function of the library.
fn call<'m>(builder: &Builder<'m>, name: &str, result: Type<'m>, args: &[Value<'m>]) -> Value<'m> {
    let params: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
    let ty = result.function(&params, false);
    let function = builder.module().get_or_declare(&format!("{PREFIX}{name}"), ty);
    builder.call_function(function, args).value()
}

/// Links in the functions of a library that the module calls, ready to be inlined. False if it calls none.
///
/// # Errors
/// When LLVM cannot link them.
pub fn link(module: &mut Module, bitcode: &[u8]) -> Result<bool> {
    let functions = module.functions().into_iter();
    let names = functions.filter(|function| function.is_declaration()).map(Function::name);
    let undefined: FxHashSet<String> = names.filter(|name| name.starts_with(PREFIX)).collect();
    if undefined.is_empty() {
        return Ok(false);
    }
    let mut library = Module::parse(module.context(), bitcode, "image library")?;
    let edited = library.edit();
    let definitions = edited.definitions();
    let reached = reached(definitions.iter().copied().filter(|function| undefined.contains(&function.name())));
    let (wanted, others): (Vec<_>, Vec<_>) = definitions.into_iter().partition(|function| reached.contains(function));
    delete_all(edited, others);
    let (triple, layout) = (module.triple(), module.data_layout());
    edited.set_target(&triple, &layout);
    for function in &wanted {
        // Clang's attributes refer to the build's CPU and would prevent inlining.
        function.retain_string_attributes(edited, |_| false);
        mark_constant_loads(edited, *function);
    }
    module.link(library)?;
    let module = module.edit();
    for function in undefined.iter().filter_map(|name| module.function(name)) {
        function.global().set_linkage(module, Linkage::LLVMInternalLinkage);
        function.add_attribute(module, AttributePlace::Function, "alwaysinline", 0);
    }
    Ok(true)
}

/// Functions and those that they call, directly or not.
fn reached<'m>(roots: impl Iterator<Item = Function<'m>>) -> FxHashSet<Function<'m>> {
    let mut waiting: Vec<_> = roots.collect();
    let mut reached = FxHashSet::default();
    while let Some(function) = waiting.pop() {
        if reached.insert(function) {
            let callees = function.insts().into_iter().filter_map(|inst| inst.callee()?.as_function());
            waiting.extend(callees.filter(|callee| !callee.is_declaration()));
        }
    }
    reached
}

/// Deletes functions that call only each other and functions that stay.
fn delete_all(module: &EditableModule, mut functions: Vec<Function<'_>>) {
    while !functions.is_empty() {
        let count = functions.len();
        functions.retain(|function| {
            let is_used = function.value().has_users();
            if !is_used {
                function.delete(module);
            }
            is_used
        });
        assert!(functions.len() < count, "functions of an image library call each other in a circle");
    }
}

/// Descriptors do not change while a kernel runs, whatever else it stores to.
fn mark_constant_loads(module: &EditableModule, function: Function<'_>) {
    let is_constant = |pointer: Value<'_>| pointer.ty().address_space() == Some(AddressSpace::Constant.number());
    for inst in function.insts() {
        if inst.opcode() == Opcode::LLVMLoad && is_constant(inst.operand(0)) {
            inst.set_int_metadata(module, "invariant.load", &[]);
        }
    }
}
