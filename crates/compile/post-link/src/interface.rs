//! The interface of a device image: exported and imported symbols, and property
//! sets.

use tandem_device_ir::KernelAttribute;
use tandem_image::PropertySetRegistry;
use tandem_image::property::{ASPECTS, ByteArray, DEVICE_LIBRARY_MASK, KernelProperty, PropertySetName};
use tandem_ir::{Function, Module};

use super::names::is_builtin;
use super::{aspects, kernel_info, spec_constants};

/// Kernels, then exported functions, in order of the module.
pub fn symbols(module: &Module) -> Vec<String> {
    let functions = module.functions();
    let kernels = functions.iter().filter(|function| kernel_info::is_kernel(**function));
    kernels.chain(functions.iter().filter(|function| is_export(**function))).map(|function| function.name()).collect()
}

/// The functions that other images may use.
pub fn exports(module: &Module) -> Vec<String> {
    module.functions().into_iter().filter(|function| is_export(*function)).map(Function::name).collect()
}

/// The property sets of the image.
pub fn properties(module: &Module) -> PropertySetRegistry {
    let mut properties = PropertySetRegistry::new();
    properties.add(PropertySetName::DeviceLibraryMask, DEVICE_LIBRARY_MASK, 0);
    for function in module.functions() {
        let name = function.name();
        if kernel_info::is_kernel(function) {
            add_kernel(&mut properties, function, &name);
        } else if is_export(function) {
            properties.add(PropertySetName::ExportedSymbols, name, 1);
        } else if is_import(function) {
            properties.add(PropertySetName::ImportedSymbols, name, 1);
        }
    }
    spec_constants::add_properties(module, &mut properties);
    let aspects = aspects::of_image(module);
    if !aspects.is_empty() {
        let bytes: Vec<u8> = aspects.into_iter().flat_map(u32::to_le_bytes).collect();
        properties.add(PropertySetName::DeviceRequirements, ASPECTS, bytes);
    }
    properties
}

fn add_kernel(properties: &mut PropertySetRegistry, kernel: Function<'_>, name: &str) {
    if let Some(layout) = kernel_info::layout(kernel) {
        properties.add(PropertySetName::KernelLayout, name, layout.encode());
    }
    if let Some(live) = kernel_info::live_params(kernel) {
        let eliminated: Vec<bool> = live.iter().map(|live| !live).collect();
        properties.add(PropertySetName::KernelParamOpt, name, ByteArray::from_bits(&eliminated));
    }
    for (attribute, property) in [
        (kernel_info::REQUIRED_GROUP, KernelProperty::RequiredWorkGroupSize),
        (kernel_info::LARGEST_GROUP, KernelProperty::MaxWorkGroupSize),
    ] {
        if let Some(sizes) = kernel_info::annotation(kernel, attribute) {
            let bytes: Vec<u8> = sizes.iter().flat_map(|size| size.to_le_bytes()).collect();
            properties.add(PropertySetName::ProgramMetadata, property.key(name), bytes);
        }
    }
    if let Some([size]) = kernel.int_metadata(KernelAttribute::RequiredSubGroupSize.name()).as_deref() {
        properties.add(PropertySetName::ProgramMetadata, KernelProperty::RequiredSubGroupSize.key(name), *size as u32);
    }
}

/// Whether other images may use this definition.
pub(super) fn is_export(function: Function<'_>) -> bool {
    kernel_info::is_external(function) && !function.is_declaration() && !function.global().is_local()
}

/// Whether another image must define this function.
pub(super) fn is_import(function: Function<'_>) -> bool {
    kernel_info::is_external(function)
        && function.is_declaration()
        && function.value().has_users()
        && !is_builtin(&function.name())
}
