//! Turns kernel entries, which take a pointer to the closure, into kernels
//! whose arguments are the closure's parts (design decision D3).
//!
//! ```text
//! spir_kernel void K(ptr addrspace(1) %arg0, i64 %arg1, …) {
//!   %closure = alloca [closure_size x i8]
//!   store …                      ; each argument at its offset
//!   call void @entry(ptr %closure)   ; always inlined; SROA dissolves %closure
//! }
//! ```
//!
//! The kernel has no separate subprogram: instructions inlined from the entry keep their locations.

use tandem_ir::{AttributePlace, Builder, EditableModule, Function, Linkage, Module, SPIR_KERNEL, Type, Value};

use tandem_device_ir::KernelAttribute;
use tandem_image::layout::{Record, RecordKind};

use super::kernel_attributes::{self, Attribute};
use super::kernel_info;
use super::markers::Kernel;
use super::unit::UnitOptions;

/// The alignment of a closure in the kernel: no less than that of its members, which divides its
/// size, up to a page.
fn alignment_of(closure_size: u32) -> u32 {
    1 << closure_size.trailing_zeros().clamp(7, 12)
}

/// Adds the flat kernel of each entry; entries become internal.
pub fn run(module: &EditableModule, kernels: &[Kernel], options: &UnitOptions) {
    for kernel in kernels {
        let entry = module.function(&kernel.entry).expect("the marker was in it");
        let flat = build(module, kernel, entry, &kernel.name(options));
        copy_attributes(module, flat, entry);
        // Two units may instantiate the same kernel.
        let linkage = entry.global().linkage();
        let merged = matches!(linkage, Linkage::LLVMLinkOnceODRLinkage | Linkage::LLVMWeakODRLinkage);
        flat.global()
            .set_linkage(module, if merged { Linkage::LLVMWeakODRLinkage } else { Linkage::LLVMExternalLinkage });
        entry.remove_attribute(module, AttributePlace::Function, "noinline");
        entry.remove_attribute(module, AttributePlace::Function, "optnone");
        entry.add_attribute(module, AttributePlace::Function, "alwaysinline", 0);
    }
}

fn build<'m>(module: &'m EditableModule, kernel: &Kernel, entry: Function<'m>, name: &str) -> Function<'m> {
    let params: Vec<_> = kernel.layout.records.iter().map(|record| param_type(module, record)).collect();
    let flat = module.add_function(name, module.void().function(&params, false));
    flat.set_call_conv(module, SPIR_KERNEL);
    kernel_info::set_layout(module, flat, &kernel.layout);
    for attribute in ["convergent", "nounwind", "mustprogress"] {
        flat.add_attribute(module, AttributePlace::Function, attribute, 0);
    }
    let builder = Builder::at_end(module, flat.append_block(module, "entry"));
    let closure = builder.alloca(module.int(8).array(u64::from(kernel.layout.closure_size.max(1))), "closure");
    closure.set_align(module, alignment_of(kernel.layout.closure_size));
    for (i, (record, param)) in kernel.layout.records.iter().zip(flat.params()).enumerate() {
        let address = byte_offset(module, &builder, closure.value(), record.offset);
        if is_by_value_pointer(record) {
            // OpenCL compilers of Intel turn a bare array into a pointer parameter.
            let bytes = module.struct_type(&[module.int(8).array(u64::from(record.size))], false);
            flat.add_type_attribute(module, AttributePlace::Param(i as u32), "byval", bytes);
            builder.memcpy(address, 1, param, 1, module.int(64).int(u64::from(record.size), false));
        } else {
            // A pointer enters the closure as the flat pointer that its member is.
            let stored = if param.ty().is_pointer() { builder.address_space_cast(param, module.ptr(0)) } else { param };
            builder.store(stored, address).set_align(module, 1);
        }
    }
    builder.call_function(entry, &[closure.value()]);
    builder.ret_void();
    flat
}

fn param_type<'m>(module: &'m Module, record: &Record) -> Type<'m> {
    match record.kind {
        RecordKind::Accessor | RecordKind::UsmPointer => module.ptr(1),
        RecordKind::LocalAccessor | RecordKind::PrivateMemory => module.ptr(3),
        RecordKind::Value if is_by_value_pointer(record) => module.ptr(0),
        // Handles, which `__spirv_ConvertHandleTo…INTEL` makes images and samplers of.
        RecordKind::Image | RecordKind::Sampler => module.int(64),
        RecordKind::Value => module.int(record.size * 8),
    }
}

/// Whether a run of bytes is passed in memory rather than as one integer.
fn is_by_value_pointer(record: &Record) -> bool {
    record.kind == RecordKind::Value && !matches!(record.size, 1 | 2 | 4 | 8)
}

fn byte_offset<'m>(module: &'m Module, builder: &Builder<'m>, base: Value<'m>, offset: u32) -> Value<'m> {
    builder.gep(module.int(8), base, &[module.int(64).int(u64::from(offset), false)], true)
}

/// Turns `[[sycl::…]]` attributes of the user's functor into the kernel
/// metadata of OpenCL.
fn copy_attributes(module: &EditableModule, flat: Function<'_>, entry: Function<'_>) {
    let (attributes, is_hierarchical) = kernel_attributes::of_kernel(entry);
    for (attribute, values) in attributes {
        let set = |of_ir: KernelAttribute, values: &[u32]| flat.set_int_metadata(module, of_ir.name(), values);
        let note = |key: &str, sizes: [u32; 3]| kernel_info::set_annotation(module, flat, key, &sizes.map(u64::from));
        match attribute {
            Attribute::ReqdSubGroupSize => set(KernelAttribute::RequiredSubGroupSize, &values),
            Attribute::ReqdWorkGroupSize => {
                let sizes = spirv_order(&values, 1);
                note(kernel_info::REQUIRED_GROUP, sizes);
                // One work-item runs all logical ones of a group.
                if !is_hierarchical {
                    set(KernelAttribute::RequiredWorkGroupSize, &sizes);
                }
            }
            Attribute::MaxWorkGroupSize => note(kernel_info::LARGEST_GROUP, spirv_order(&values, u32::MAX)),
            Attribute::WorkGroupSizeHint if is_hierarchical => {}
            Attribute::WorkGroupSizeHint => set(KernelAttribute::WorkGroupSizeHint, &spirv_order(&values, 1)),
            Attribute::KernelArgsRestrict => set_restrict(module, flat),
            // Aspects are noted of functions.
            Attribute::DeviceHas => {}
        }
    }
}

/// The pointers of a kernel do not lead to the same memory.
fn set_restrict(module: &EditableModule, flat: Function<'_>) {
    for (index, param) in (0..).zip(flat.params()) {
        if param.ty().is_pointer() {
            flat.add_attribute(module, AttributePlace::Param(index), "noalias", 0);
        }
    }
}

/// SYCL counts dimensions from the slowest, SPIR-V from the fastest. `rest` is for the others.
fn spirv_order(sizes: &[u32], rest: u32) -> [u32; 3] {
    let mut out = [rest; 3];
    for (to, from) in out.iter_mut().zip(sizes.iter().rev()) {
        *to = *from;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_dimension_comes_first() {
        assert_eq!(spirv_order(&[4, 8], 1), [8, 4, 1]);
        assert_eq!(spirv_order(&[2, 3, 5], 9), [5, 3, 2]);
        assert_eq!(spirv_order(&[7], 9), [7, 9, 9]);
    }
}
