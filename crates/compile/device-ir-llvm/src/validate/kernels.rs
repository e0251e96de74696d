//! Kernels: their parameters, and whether these match their description (`docs/internals/boundaries.md`, section 4).

use tandem_device_ir::AddressSpace;
use tandem_image::layout::{Record, RecordKind};
use tandem_ir::{AttributePlace, Function, Module, SPIR_KERNEL};

use super::violation::{Subject, ViolationKind};
use super::{Expectations, Report};
use crate::handles::HandleType;

pub(super) fn check(module: &Module, expectations: &Expectations<'_>, report: &mut Report) {
    let is_kernel = |function: &Function<'_>| function.call_conv() == SPIR_KERNEL && !function.is_declaration();
    for kernel in module.functions().into_iter().filter(is_kernel) {
        let params: Vec<_> = (0..kernel.params().len() as u32).map(|index| param(kernel, index)).collect();
        for (index, param) in params.iter().enumerate() {
            match param {
                Param::WorkItem => report.in_function(kernel, ViolationKind::OwnMemory(index + 1)),
                Param::Unknown(space) => {
                    let subject = Subject::Parameter(index + 1);
                    report.in_function(kernel, ViolationKind::AddressSpace { subject, space: *space });
                }
                Param::Global | Param::Local | Param::Value | Param::Handle => {}
            }
        }
        if let Some(layout) = expectations.layout.and_then(|layout| layout(kernel)) {
            let fits = layout.records.len() == params.len()
                && layout.records.iter().zip(&params).all(|(record, param)| fits(record, *param));
            if !fits {
                let records: Vec<_> = layout.records.iter().map(|record| record.kind).collect();
                let parameters = format!("{params:?}");
                report.in_function(kernel, ViolationKind::Description { parameters, records });
            }
        }
    }
}

/// How a kernel takes an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Param {
    /// A pointer to memory of the device.
    Global,
    /// A pointer to local memory.
    Local,
    /// Bytes.
    Value,
    /// An image or a sampler.
    Handle,
    /// A pointer to a work-item's own memory, which no launch has.
    WorkItem,
    /// A pointer to an address space that there is not.
    Unknown(u32),
}

fn param(kernel: Function<'_>, index: u32) -> Param {
    if kernel.has_attribute(AttributePlace::Param(index), "byval") {
        return Param::Value;
    }
    let ty = kernel.function_type().params()[index as usize];
    if HandleType::of(ty).is_some() {
        return Param::Handle;
    }
    let Some(space) = ty.address_space().filter(|_| ty.is_pointer()) else { return Param::Value };
    match AddressSpace::from_number(space) {
        Some(AddressSpace::Global | AddressSpace::Constant) => Param::Global,
        Some(AddressSpace::Local) => Param::Local,
        Some(AddressSpace::Generic) => Param::WorkItem,
        None => Param::Unknown(space),
    }
}

fn fits(record: &Record, param: Param) -> bool {
    match record.kind {
        RecordKind::Accessor | RecordKind::UsmPointer => param == Param::Global,
        RecordKind::LocalAccessor | RecordKind::PrivateMemory => param == Param::Local,
        RecordKind::Value => param == Param::Value,
        RecordKind::Image | RecordKind::Sampler => matches!(param, Param::Handle | Param::Value),
    }
}
