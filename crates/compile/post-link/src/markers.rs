//! Finds the kernels of a unit by their `__tandem_kernel` markers and determines the layout of their closures
//! (`docs/internals/boundaries.md`, section 1).
//!
//! The layout functions are inlined and simplified in a copy of the module that holds nothing else, until each
//! `__tandem_mark` names a constant offset; the unit itself is not changed, except that the markers are removed.

use std::collections::HashMap;

use tandem_device_ir::{Callee, Marker};
use tandem_device_ir_llvm::Callees;
use tandem_image::KernelLayout;
use tandem_image::demangle;
use tandem_image::layout::{Record, RecordKind};
use tandem_ir::{AttributePlace, EditableModule, Frame, Function, Inst, Module, Opcode, Value};

use super::diagnostics::Diagnostics;
use super::headers::Headers;
use super::unit::UnitOptions;
use super::{kernel_info, prune};

/// Marks of members that cannot be captured: see [`MemberMark::problem`].
const KIND_REFERENCE: u64 = 4;
const KIND_NOT_COPYABLE: u64 = 5;

/// Inlines the walk over the closure and folds its offsets.
const FOLD: &str = "always-inline,function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg,\
                    loop(loop-rotate,indvars,loop-unroll-full),sroa,instcombine<no-verify-fixpoint>,simplifycfg)";

/// The functions that clang made of kernels: they contain the marker.
pub fn entries(module: &Module) -> Vec<String> {
    let calls = module.function(Marker::Kernel.symbol()).map(Function::calls).unwrap_or_default();
    calls.into_iter().filter_map(|call| Some(call.block()?.function().name())).collect()
}

/// One kernel of a unit.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Symbol of the entry function that clang made.
    pub entry: String,
    /// Name that the headers gave.
    base_name: String,
    /// Whether the entry is internal to its unit.
    internal: bool,
    /// Layout of the closure, every byte of it covered by a record.
    pub layout: KernelLayout,
    /// Where the kernel was defined.
    pub place: Option<Frame>,
}

impl Kernel {
    /// The kernel's name in the image: internal kernels carry their unit.
    pub fn name(&self, options: &UnitOptions) -> String {
        if self.internal { options.internal_name(&self.base_name) } else { self.base_name.clone() }
    }

    /// The kernel's name for messages.
    pub fn display_name(&self) -> String {
        demangle::kernel(&self.base_name)
    }
}

/// One member that the walk over a closure reported.
struct MemberMark {
    offset: u64,
    kind: u64,
    /// `'type' name`, for members that cannot be captured.
    description: Option<String>,
}

/// Finds the kernels, determines their layouts and removes the markers. Captures that kernels do not support are added
/// to `diagnostics`.
pub fn read(module: &EditableModule, diagnostics: &mut Diagnostics) -> Result<Vec<Kernel>, Diagnostics> {
    let Some(marker) = module.function(Marker::Kernel.symbol()) else {
        return Ok(Vec::new());
    };
    let calls = marker.calls();
    let layout_functions: Vec<String> = calls.iter().map(|call| layout_function(*call).name()).collect();
    let marks = fold_layouts(module, &layout_functions)?;
    let headers = Headers::of(module);
    let mut kernels = Vec::new();
    for (call, layout_function) in calls.iter().zip(&layout_functions) {
        let kernel = read_kernel(&headers, *call, marks.get(layout_function).map_or(&[], Vec::as_slice), diagnostics);
        kernels.extend(kernel);
    }
    for call in calls {
        call.erase(module);
    }
    Ok(kernels)
}

fn layout_function(call: Inst<'_>) -> Function<'_> {
    let address = call.args()[3].strip_pointer_casts();
    address.as_function().expect("the headers pass the address of kernel_layout<F>")
}

fn read_kernel(
    headers: &Headers,
    call: Inst<'_>,
    marks: &[MemberMark],
    diagnostics: &mut Diagnostics,
) -> Option<Kernel> {
    let entry = call.block()?.function();
    let place = call.debug_loc().map(|loc| loc.frame());
    let args = call.args();
    let (Some(base_name), Some(closure_size)) = (literal(args[0]), args[2].const_u64()) else {
        diagnostics.error(place, "kernel marker without a literal name and size");
        return None;
    };
    for mark in marks {
        if let Some(problem) = mark.problem() {
            let place = kernel_place(headers, entry, place.clone());
            diagnostics.error(place, format!("SYCL kernel '{}' {problem}", demangle::kernel(&base_name)));
        }
    }
    let layout = cover(closure_size, marks);
    Some(Kernel { entry: entry.name(), base_name, internal: kernel_info::is_internal(entry), layout, place })
}

/// The location of the user's functor: the entry itself is in a header.
fn kernel_place(headers: &Headers, entry: Function<'_>, fallback: Option<Frame>) -> Option<Frame> {
    user_place(headers, entry, 0).or(fallback)
}

/// Follows the wrappers of the headers down to the first function outside of
/// them.
pub fn user_place(headers: &Headers, function: Function<'_>, depth: u32) -> Option<Frame> {
    if let Some(scope) = function.subprogram() {
        let (directory, file) = scope.file();
        let place = Frame { file, directory, line: scope.subprogram_line(), column: 0 };
        if !headers.contain(&place) {
            return Some(place);
        }
    }
    if depth > 8 {
        return None;
    }
    let callees = function.insts().into_iter().filter_map(Inst::called_function);
    callees.filter(|callee| !callee.is_declaration()).find_map(|callee| user_place(headers, callee, depth + 1))
}

impl MemberMark {
    /// Why the member cannot be captured.
    fn problem(&self) -> Option<String> {
        let what = self.description.clone().unwrap_or_else(|| format!("byte {} of its closure", self.offset));
        match self.kind {
            KIND_REFERENCE => Some(format!("captures {what} by reference")),
            KIND_NOT_COPYABLE => Some(format!("captures {what}, which is not device copyable")),
            _ => None,
        }
    }
}

/// The marks of each layout function, by its name.
fn fold_layouts(module: &Module, functions: &[String]) -> Result<HashMap<String, Vec<MemberMark>>, Diagnostics> {
    let mut copy = module.duplicate()?;
    let edited = copy.edit();
    for function in edited.functions() {
        // The headers call strlen, even if the program is compiled with `-fno-builtin`.
        function.retain_string_attributes(edited, |name| !name.starts_with("no-builtin"));
        for inst in function.insts() {
            inst.remove_call_attribute(edited, "nobuiltin");
        }
        if !function.is_declaration() && !functions.contains(&function.name()) {
            function.remove_attribute(edited, AttributePlace::Function, "noinline");
            function.remove_attribute(edited, AttributePlace::Function, "optnone");
            function.add_attribute(edited, AttributePlace::Function, "alwaysinline", 0);
        }
    }
    prune::run(&mut copy, functions)?;
    copy.run_passes(FOLD, None)?;
    let mut marks = HashMap::new();
    for name in functions {
        let function = copy.function(name).expect("roots survive pruning");
        let mut members = Vec::new();
        let mut description = None;
        let callees = Callees::called_by(function);
        for call in function.insts().into_iter().filter(|inst| inst.is_call()) {
            match call.called_function().map(|callee| callees.get(callee)) {
                // The type and name of a member that cannot be captured precede its mark.
                Some(Callee::Marker(Marker::MemberName)) => description = describe(call),
                Some(Callee::Marker(Marker::Member)) => {
                    let mark = read_mark(&copy, call, description.take()).ok_or_else(|| {
                        Diagnostics::from_message(format!(
                            "closure layout of {name} does not fold to constants: {call}"
                        ))
                    })?;
                    members.push(mark);
                }
                _ => {}
            }
        }
        marks.insert(name.clone(), members);
    }
    Ok(marks)
}

/// `'type' name` from the literals of a member's announcement. Members of
/// lambdas have no name.
fn describe(call: Inst<'_>) -> Option<String> {
    let mut texts = call.args().into_iter().map(literal);
    let (ty, name) = (texts.next()??, texts.next()??);
    Some(if name.is_empty() { format!("'{ty}'") } else { format!("'{ty}' {name}") })
}

/// The text of a string literal.
pub fn literal(value: Value<'_>) -> Option<String> {
    let bytes = value.strip_pointer_casts().as_global()?.initializer()?.const_bytes()?;
    Some(String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_owned())
}

fn read_mark(module: &Module, call: Inst<'_>, description: Option<String>) -> Option<MemberMark> {
    let args = call.args();
    let kind = args[2].const_u64()?;
    let field = match kind {
        // The address that the reference holds: the member is at the location from which it was loaded.
        KIND_REFERENCE => args[1].as_inst().filter(|inst| inst.opcode() == Opcode::LLVMLoad)?.operand(0),
        _ => args[1],
    };
    let (base, base_offset) = module.constant_offset(args[0]);
    let (field, field_offset) = module.constant_offset(field);
    (base == field).then_some(())?;
    Some(MemberMark { offset: u64::try_from(field_offset - base_offset).ok()?, kind, description })
}

/// Turns marks into records that cover the closure without overlap: bytes that no mark covers are passed by value.
fn cover(closure_size: u64, marks: &[MemberMark]) -> KernelLayout {
    let mut special: Vec<Record> = marks
        .iter()
        .filter_map(|mark| {
            let kind = RecordKind::from_number(u32::try_from(mark.kind).ok()?)?;
            let offset = u32::try_from(mark.offset).ok()?;
            (kind != RecordKind::Value).then_some(Record { kind, offset, size: 8 })
        })
        .collect();
    special.sort_by_key(|record| record.offset);
    // Members of a union overlap: the first one counts.
    special.dedup_by(|next, first| next.offset < first.offset + first.size);
    let closure_size = u32::try_from(closure_size).unwrap_or(u32::MAX);
    let mut records = Vec::new();
    let mut end = 0;
    for record in special {
        push_value_run(&mut records, end, record.offset);
        end = record.offset + record.size;
        records.push(record);
    }
    push_value_run(&mut records, end, closure_size);
    KernelLayout { closure_size, records }
}

fn push_value_run(records: &mut Vec<Record>, begin: u32, end: u32) {
    if begin < end {
        records.push(Record { kind: RecordKind::Value, offset: begin, size: end - begin });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(kind: u64, offset: u64) -> MemberMark {
        MemberMark { offset, kind, description: None }
    }

    fn records(layout: &KernelLayout) -> Vec<(u32, u32, u32)> {
        layout.records.iter().map(|r| (r.kind.number(), r.offset, r.size)).collect()
    }

    #[test]
    fn unmarked_bytes_are_values() {
        let layout = cover(40, &[mark(3, 24), mark(1, 8)]);
        assert_eq!(records(&layout), [(0, 0, 8), (1, 8, 8), (0, 16, 8), (3, 24, 8), (0, 32, 8)]);
        assert_eq!(records(&cover(3, &[])), [(0, 0, 3)]);
        assert_eq!(records(&cover(0, &[])), []);
    }

    #[test]
    fn members_of_a_union_are_one_record() {
        assert_eq!(records(&cover(16, &[mark(1, 0), mark(3, 0), mark(3, 8)])), [(1, 0, 8), (3, 8, 8)]);
    }
}
