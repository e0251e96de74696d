//! Post-link's information about a kernel, as string attributes of the kernel's function. They survive from stage to
//! stage and in bitcode.

use std::collections::{BTreeMap, BTreeSet};

use tandem_image::KernelLayout;
use tandem_image::layout::{Record, RecordKind};
use tandem_ir::{EditableModule, Function, SPIR_KERNEL};

/// Records of the live parameters: `closure_size;kind:offset:size,…`.
const LAYOUT: &str = "tandem-layout";
/// One character per original parameter: `1` live, `0` removed.
const LIVE: &str = "tandem-live-params";
/// Marks kernel entries that were internal to their unit.
const INTERNAL: &str = "tandem-internal";
/// Numbers of the aspects that a device must have, separated by commas.
const ASPECTS: &str = "tandem-aspects";
/// `size;symbol` of specialization constants, separated by commas.
const SPEC_CONSTANTS: &str = "tandem-spec-constants";
/// The sizes of work-groups that a kernel requires or allows, x first; those of a hierarchical
/// kernel are about logical work-items.
pub(super) const REQUIRED_GROUP: &str = "tandem-reqd-work-group-size";
pub(super) const LARGEST_GROUP: &str = "tandem-max-work-group-size";
/// Marks functions that other images may use, defined or declared.
pub(super) const EXTERNAL: &str = "sycl-external";

/// Whether a function is a kernel (defined here).
pub fn is_kernel(function: Function<'_>) -> bool {
    function.call_conv() == SPIR_KERNEL && !function.is_declaration()
}

/// Stores the layout of a kernel's live parameters.
pub fn set_layout(module: &EditableModule, kernel: Function<'_>, layout: &KernelLayout) {
    let records: Vec<String> =
        layout.records.iter().map(|r| format!("{}:{}:{}", r.kind.number(), r.offset, r.size)).collect();
    kernel.add_string_attribute(module, LAYOUT, &format!("{};{}", layout.closure_size, records.join(",")));
}

/// The layout of a kernel's live parameters. `None` when the function carries
/// none or a damaged one.
pub fn layout(kernel: Function<'_>) -> Option<KernelLayout> {
    let text = kernel.string_attribute(LAYOUT)?;
    let (closure_size, records) = text.split_once(';')?;
    let records = records.split(',').filter(|record| !record.is_empty()).map(parse_record).collect::<Option<_>>()?;
    Some(KernelLayout { closure_size: closure_size.parse().ok()?, records })
}

/// Stores which of the original parameters are left.
pub fn set_live_params(module: &EditableModule, kernel: Function<'_>, live: &[bool]) {
    let text: String = live.iter().map(|live| if *live { '1' } else { '0' }).collect();
    kernel.add_string_attribute(module, LIVE, &text);
}

/// For each original parameter, whether it is left; `None` when all are.
pub fn live_params(kernel: Function<'_>) -> Option<Vec<bool>> {
    Some(kernel.string_attribute(LIVE)?.chars().map(|c| c == '1').collect())
}

/// Marks a kernel entry as internal to its unit.
pub fn set_internal(module: &EditableModule, entry: Function<'_>) {
    entry.add_string_attribute(module, INTERNAL, "");
}

/// Whether a kernel entry was internal to its unit.
pub fn is_internal(entry: Function<'_>) -> bool {
    entry.string_attribute(INTERNAL).is_some()
}

/// Stores the aspects that a kernel or external function needs.
pub fn set_aspects(module: &EditableModule, function: Function<'_>, aspects: &BTreeSet<u32>) {
    if !aspects.is_empty() {
        let text: Vec<String> = aspects.iter().map(u32::to_string).collect();
        function.add_string_attribute(module, ASPECTS, &text.join(","));
    }
}

/// The aspects that a kernel or external function needs.
pub fn aspects(function: Function<'_>) -> Vec<u32> {
    annotation(function, ASPECTS).unwrap_or_default()
}

/// Stores which specialization constants a kernel or external function reads,
/// with the sizes of their values.
pub fn set_spec_constants(module: &EditableModule, function: Function<'_>, constants: &BTreeMap<String, u32>) {
    if !constants.is_empty() {
        let text: Vec<String> = constants.iter().map(|(symbol, size)| format!("{size};{symbol}")).collect();
        function.add_string_attribute(module, SPEC_CONSTANTS, &text.join(","));
    }
}

/// The specialization constants that a kernel or external function reads.
pub fn spec_constants(function: Function<'_>) -> BTreeMap<String, u32> {
    let text = function.string_attribute(SPEC_CONSTANTS).unwrap_or_default();
    let constant = |text: &str| {
        let (size, symbol) = text.split_once(';')?;
        Some((symbol.to_owned(), size.parse().ok()?))
    };
    text.split(',').filter_map(constant).collect()
}

/// Stores an attribute of SYCL's with its arguments; others are ignored.
pub fn set_annotation(module: &EditableModule, function: Function<'_>, kind: &str, args: &[u64]) {
    if is_attribute(kind) {
        let args: Vec<String> = args.iter().map(u64::to_string).collect();
        function.add_string_attribute(module, kind, &args.join(","));
    }
}

/// Whether a string attribute is one of these, rather than the front end's.
pub fn is_attribute(kind: &str) -> bool {
    kind == EXTERNAL || kind.starts_with("sycl_") || kind.starts_with("tandem-")
}

/// The integer arguments of an annotation (`sycl_reqd_work_group_size`). A number that exceeds 32 bits becomes the
/// largest one, which is still too large for any device.
pub fn annotation(function: Function<'_>, kind: &str) -> Option<Vec<u32>> {
    let text = function.string_attribute(kind)?;
    let number = |arg: &str| arg.parse::<u64>().ok().map(|arg| u32::try_from(arg).unwrap_or(u32::MAX));
    text.split(',').map(number).collect()
}

/// Whether a function is `SYCL_EXTERNAL`.
pub fn is_external(function: Function<'_>) -> bool {
    function.string_attribute(EXTERNAL).is_some()
}

fn parse_record(text: &str) -> Option<Record> {
    let mut fields = text.split(':').map(|field| field.parse::<u32>().ok());
    let mut next = || fields.next().flatten();
    Some(Record { kind: RecordKind::from_number(next()?)?, offset: next()?, size: next()? })
}
