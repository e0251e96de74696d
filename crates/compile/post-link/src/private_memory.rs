//! Memory for each logical work-item of a hierarchical kernel (`docs/internals/boundaries.md`,
//! section 8).
//!
//! The headers request it with `__tandem_private_memory(base, items, size, alignment)`. Each call gets a separate
//! location among those that the same kernels reach: at `base`, the kernel's parameter for such memory, plus `offset *
//! items` bytes. The number of bytes that a kernel needs for each work-item is in its layout, and the runtime
//! multiplies.
//!
//! The kernels that reach a `SYCL_EXTERNAL` function are only known when units are linked, each kernel with copies of
//! the functions that it uses. Such calls are therefore kept for the link, under another name.

use std::collections::{BTreeMap, HashSet};

use tandem_device_ir::Marker;
use tandem_image::layout::RecordKind;
use tandem_ir::{Builder, EditableModule, Function, Inst, Module};

use super::diagnostics::Diagnostics;
use super::kernel_info;

const MARKER: &str = Marker::PrivateMemory.symbol();

/// The name of the marker in units, in functions that other units may call.
const MARKER_AT_LINK: &str = "__tandem_private_memory_at_link";

/// Replaces the markers of a unit, whose kernels are flat, except for those that other units may reach.
pub fn lower(module: &mut Module) -> Result<(), Diagnostics> {
    if module.function(MARKER).is_none() {
        return Ok(());
    }
    // The constructors of the headers around the markers.
    module.run_passes("always-inline", None)?;
    let module = module.edit();
    let shared = callers(module, kernel_info::is_external);
    let is_own = |call: Inst<'_>| !shared.iter().any(|function| function.reaches(call));
    let calls = calls(module, MARKER).into_iter().filter(|call| is_own(*call)).collect();
    lower_calls(module, calls, |_| None)?;
    if let Some(marker) = module.function(MARKER) {
        marker.value().set_name(module, MARKER_AT_LINK);
    }
    Ok(())
}

/// Removes the functions that need such memory from the exports of linked units: kernels of other images would have
/// none for them.
pub fn keep_to_kernels(module: &Module, roots: &mut Vec<String>) {
    let calls = calls(module, MARKER_AT_LINK);
    if calls.is_empty() {
        return;
    }
    let needs_memory = |function: &Caller<'_>| calls.iter().any(|call| function.reaches(*call));
    let shared = callers(module, kernel_info::is_external).into_iter().filter(needs_memory);
    let shared: HashSet<String> = shared.map(|function| function.function.name()).collect();
    roots.retain(|root| !shared.contains(root));
}

/// Replaces the markers that units have left, in a module whose kernels have all that they call.
pub fn lower_at_link(module: &EditableModule) -> Result<(), Diagnostics> {
    lower_calls(module, calls(module, MARKER_AT_LINK), noted_size)
}

fn calls<'m>(module: &'m Module, marker: &str) -> Vec<Inst<'m>> {
    module.function(marker).map(Function::calls).unwrap_or_default()
}

/// Replaces these markers. `taken` is the number of bytes that a kernel already needs for each work-item.
fn lower_calls(
    module: &EditableModule,
    calls: Vec<Inst<'_>>,
    taken: fn(Function<'_>) -> Option<u64>,
) -> Result<(), Diagnostics> {
    if calls.is_empty() {
        return Ok(());
    }
    let mut diagnostics = Diagnostics::default();
    let kernels = callers(module, kernel_info::is_kernel);
    // Bytes of each work-item that are given away, by kernel.
    let taken = kernels.iter().enumerate().map(|(index, kernel)| Some((index, taken(kernel.function)?)));
    let mut ends: BTreeMap<usize, u64> = taken.flatten().collect();
    for call in calls {
        let users: Vec<usize> = (0..kernels.len()).filter(|&kernel| kernels[kernel].reaches(call)).collect();
        let problem = match place(call, &users, &mut ends) {
            _ if users.is_empty() => {
                Some("private_memory is used in a function that no kernel of the program calls directly")
            }
            None => Some("the size of private_memory is not a constant"),
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
        note_size(module, kernels[kernel].function, bytes);
    }
    diagnostics.into_result()
}

/// The functions of a kind that the module defines.
fn callers(module: &Module, is_wanted: fn(Function<'_>) -> bool) -> Vec<Caller<'_>> {
    let defined = module.definitions().into_iter();
    defined.filter(|function| is_wanted(*function)).map(Caller::new).collect()
}

/// A function with all functions that it calls.
struct Caller<'m> {
    function: Function<'m>,
    reached: HashSet<Function<'m>>,
}

impl<'m> Caller<'m> {
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

/// The offset of a call's memory for the first work-item, after all memory that these kernels have so far. `None` when
/// size or alignment is not a constant.
fn place(call: Inst<'_>, kernels: &[usize], ends: &mut BTreeMap<usize, u64>) -> Option<u64> {
    let args = call.args();
    let (size, alignment) = (args[2].const_u64()?, args[3].const_u64()?.max(1));
    let end = kernels.iter().filter_map(|kernel| ends.get(kernel)).max().copied().unwrap_or(0);
    // If all offsets are multiples of the alignment, so are their products with the number of work-items.
    let offset = end.checked_next_multiple_of(alignment)?;
    let end = offset.checked_add(size)?;
    ends.extend(kernels.iter().map(|kernel| (*kernel, end)));
    Some(offset)
}

fn lower_call(module: &EditableModule, call: Inst<'_>, offset: u64) {
    let args = call.args();
    let builder = Builder::before(module, call);
    let bytes = builder.mul(args[1], module.int(64).int(offset, false));
    let address = builder.gep(module.int(8), args[0], &[bytes], true);
    call.value().replace_all_uses_with(module, address);
    call.erase(module);
}

/// The size for each work-item in a kernel's layout; 8 bytes if none has been recorded.
fn noted_size(kernel: Function<'_>) -> Option<u64> {
    let layout = kernel_info::layout(kernel)?;
    let mut records = layout.records.iter();
    records.find(|record| record.kind == RecordKind::PrivateMemory).map(|record| record.size.into())
}

/// Notes the bytes of a work-item in the record of the kernel's parameter.
fn note_size(module: &EditableModule, kernel: Function<'_>, bytes: u64) {
    let Some(mut layout) = kernel_info::layout(kernel) else { return };
    for record in layout.records.iter_mut().filter(|record| record.kind == RecordKind::PrivateMemory) {
        record.size = u32::try_from(bytes).unwrap_or(u32::MAX);
    }
    kernel_info::set_layout(module, kernel, &layout);
}
