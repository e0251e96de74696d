//! Memory for each logical work-item of a hierarchical kernel (`docs/internals/boundaries.md`,
//! section 8).
//!
//! The headers ask for it with `__tandem_private_memory(base, items, size, alignment)`. Each
//! call gets a place of its own among those that the same kernels reach: `offset * items` bytes
//! behind `base`, the kernel's parameter for such memory. How many bytes a kernel needs for
//! each work-item is in its layout, and the runtime multiplies.

use std::collections::{BTreeMap, HashSet};

use tandem_device_ir::Marker;
use tandem_image::layout::RecordKind;
use tandem_ir::{Builder, Function, Inst, Module};

use super::diagnostics::Diagnostics;
use super::kernel_info;

const MARKER: &str = Marker::PrivateMemory.symbol();

/// Replaces the markers of a unit, whose kernels are flat.
pub fn lower(module: &mut Module) -> Result<(), Diagnostics> {
    if module.function(MARKER).is_none() {
        return Ok(());
    }
    // The constructors of the headers around the markers.
    module.run_passes("always-inline", None)?;
    let mut diagnostics = Diagnostics::default();
    let kernels: Vec<Kernel<'_>> =
        module.functions().into_iter().filter(|function| kernel_info::is_kernel(*function)).map(Kernel::new).collect();
    // Bytes of each work-item that are given away, by kernel.
    let mut ends: BTreeMap<usize, u64> = BTreeMap::new();
    for call in module.function(MARKER).map(Function::calls).unwrap_or_default() {
        let users: Vec<usize> = (0..kernels.len()).filter(|&kernel| kernels[kernel].reaches(call)).collect();
        let problem = match place(call, &users, &mut ends) {
            _ if users.is_empty() => Some("private_memory outside of the kernels of this source"),
            None => Some("private_memory whose size is not a constant"),
            Some(offset) => {
                lower_call(module, call, offset);
                None
            }
        };
        if let Some(problem) = problem {
            diagnostics.error(call.debug_loc().map(|location| location.frame()), problem);
        }
    }
    for (kernel, bytes) in ends {
        note_size(kernels[kernel].function, bytes);
    }
    diagnostics.into_result()
}

/// A kernel with all functions that it calls.
struct Kernel<'m> {
    function: Function<'m>,
    reached: HashSet<Function<'m>>,
}

impl<'m> Kernel<'m> {
    fn new(function: Function<'m>) -> Self {
        let mut reached = HashSet::from([function]);
        let mut work = vec![function];
        while let Some(current) = work.pop() {
            let callees = current.insts().into_iter().filter_map(Inst::called_function);
            work.extend(callees.filter(|callee| !callee.is_declaration() && reached.insert(*callee)));
        }
        Self { function, reached }
    }

    fn reaches(&self, call: Inst<'m>) -> bool {
        call.block().is_some_and(|block| self.reached.contains(&block.function()))
    }
}

/// The offset of a call's memory for the first work-item, behind all that these kernels have so far. `None`
/// when size or alignment is not a constant.
fn place(call: Inst<'_>, kernels: &[usize], ends: &mut BTreeMap<usize, u64>) -> Option<u64> {
    let args = call.args();
    let (size, alignment) = (args[2].const_u64()?, args[3].const_u64()?.max(1));
    let end = kernels.iter().filter_map(|kernel| ends.get(kernel)).max().copied().unwrap_or(0);
    // As long as all offsets are multiples, so are those times the number of work-items.
    let offset = end.checked_next_multiple_of(alignment)?;
    let end = offset.checked_add(size)?;
    ends.extend(kernels.iter().map(|kernel| (*kernel, end)));
    Some(offset)
}

fn lower_call(module: &Module, call: Inst<'_>, offset: u64) {
    let args = call.args();
    let builder = Builder::before(call);
    let bytes = builder.mul(args[1], module.int(64).int(offset, false));
    let address = builder.gep(module.int(8), args[0], &[bytes], true);
    call.value().replace_all_uses_with(address);
    call.erase();
}

/// Notes the bytes of a work-item in the record of the kernel's parameter.
fn note_size(kernel: Function<'_>, bytes: u64) {
    let Some(mut layout) = kernel_info::layout(kernel) else { return };
    for record in layout.records.iter_mut().filter(|record| record.kind == RecordKind::PrivateMemory) {
        record.size = u32::try_from(bytes).unwrap_or(u32::MAX);
    }
    kernel_info::set_layout(kernel, &layout);
}
