//! The object of a compilation: code, table of kernels, features of the processor.

use object::{Object, ObjectSection};
use tandem_codegen::names::original_name;
use tandem_codegen::{Dump, Result};
use tandem_ir::{EditableModule, Frames};
use tandem_native_cpu::{self as native, NativeKernel};

use crate::compilation::Compilation;
use crate::linkage;
use crate::stack::StackNeeds;

/// The results of a compilation.
#[derive(Clone, Debug)]
pub struct Output {
    /// The ELF relocatable object.
    pub object: Vec<u8>,
    /// Its kernels, as in its metadata section.
    pub kernels: Vec<NativeKernel>,
    /// The functions that it exports.
    pub exports: Vec<String>,
}

/// The object of a compilation whose passes are done.
///
/// # Errors
/// Errors of LLVM, and of writing dumps.
pub fn emit(compilation: Compilation, dump: &mut Dump) -> Result<Output> {
    let Compilation { mut module, target, mut kernels, .. } = compilation;
    attach_metadata(module.edit(), &kernels, &target.features);
    let functions = module.functions().into_iter();
    let exports = functions.filter(|function| linkage::is_export(*function)).map(original_name).collect();
    if dump.is_on() {
        dump.bytes("assembly", "s", &target.machine.emit_assembly(&mut module.duplicate()?)?)?;
    }
    let (mut object, frames) = target.machine.emit_object_and_frames(&mut module)?;
    set_stack_needs(module.edit(), &frames, &mut kernels);
    replace_kernel_table(&mut object, &kernels);
    dump.bytes("object", "o", &object)?;
    Ok(Output { object, kernels, exports })
}

/// Sets the properties of kernels that are known only after code generation.
fn set_stack_needs(module: &EditableModule, frames: &Frames, kernels: &mut [NativeKernel]) {
    let mut needs = StackNeeds::new(module, frames);
    for kernel in kernels {
        kernel.stack_bytes = module.function(&kernel.symbol).map_or(0, |function| needs.of(function));
    }
}

/// Writes the table of kernels over that of [`attach_metadata`], which has the same length.
fn replace_kernel_table(object: &mut [u8], kernels: &[NativeKernel]) {
    let file = object::File::parse(&*object).expect("LLVM writes objects");
    let section = file.section_by_name(native::KERNELS_SECTION).and_then(|section| section.file_range());
    let (start, bytes) = section.expect("the module has a table of kernels");
    object[start as usize..][..bytes as usize].copy_from_slice(&native::encode(kernels));
}

/// Adds the table of kernels and the processor's features as separate sections.
fn attach_metadata(module: &EditableModule, kernels: &[NativeKernel], features: &[&str]) {
    let add = |name: &str, section: &str, bytes: &[u8]| {
        let table = module.add_bytes(name, bytes);
        table.set_section(module, section);
        table.set_align(module, 1);
    };
    add("tandem.kernels", native::KERNELS_SECTION, &native::encode(kernels));
    add("tandem.features", native::FEATURES_SECTION, features.join(" ").as_bytes());
}
