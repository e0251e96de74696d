//! The attributes of kernels, from annotations and properties to the kernel's requirements
//! (`docs/internals/boundaries.md`, section 1).
//!
//! [`collect`] records on each function its attributes, and their errors. [`check`] reports these errors for the
//! functions that belong to kernels, and all ambiguities: attributes of one kernel that contradict each other, and
//! those of functions so far below a kernel's entry that they do not apply to the kernel.

use std::collections::BTreeMap;

use tandem_image::demangle;
use tandem_ir::{EditableModule, Frame, Function, Inst, Intrinsic, Module};

use super::diagnostics::Diagnostics;
use super::headers::Headers;
use super::kernel_info;
use super::markers::{self, Kernel};

/// The maximum depth of a functor with attributes below the entry: the wrappers of the headers are between them.
const MAX_WRAPPER_DEPTH: usize = 5;
/// Marks the headers' functor of hierarchical kernels.
const HIERARCHICAL: &str = "sycl_hierarchical";
/// The error in the attributes of a function.
const PROBLEM: &str = "tandem-attribute-problem";
/// The intrinsics that clang calls for annotations of local variables and of members.
const VARIABLE_MARKERS: [Intrinsic; 2] = [Intrinsic::VarAnnotation, Intrinsic::PtrAnnotation];

/// An attribute of kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Attribute {
    /// The size that each work-group has.
    ReqdWorkGroupSize,
    /// The size that work-groups are likely to have.
    WorkGroupSizeHint,
    /// The size that no work-group exceeds.
    MaxWorkGroupSize,
    /// The size that each sub-group has.
    ReqdSubGroupSize,
    /// Pointers that the kernel is given do not lead to the same memory.
    KernelArgsRestrict,
    /// Aspects that the device must have; of any function, and the only one that may be.
    DeviceHas,
}

use Attribute::{
    DeviceHas, KernelArgsRestrict, MaxWorkGroupSize, ReqdSubGroupSize, ReqdWorkGroupSize, WorkGroupSizeHint,
};

/// Attributes that are about a kernel as a whole.
const OF_KERNELS: [Attribute; 5] =
    [ReqdWorkGroupSize, WorkGroupSizeHint, MaxWorkGroupSize, ReqdSubGroupSize, KernelArgsRestrict];

impl Attribute {
    /// The text of its annotation, and the key on functions.
    fn key(self) -> &'static str {
        match self {
            ReqdWorkGroupSize => "sycl_reqd_work_group_size",
            WorkGroupSizeHint => "sycl_work_group_size_hint",
            MaxWorkGroupSize => "sycl_max_work_group_size",
            ReqdSubGroupSize => "sycl_reqd_sub_group_size",
            KernelArgsRestrict => "sycl_kernel_args_restrict",
            DeviceHas => "sycl_device_has",
        }
    }

    fn from_key(key: &str) -> Option<Self> {
        OF_KERNELS.into_iter().chain([DeviceHas]).find(|attribute| attribute.key() == key)
    }

    /// The name for messages.
    fn name(self) -> &'static str {
        self.key().strip_prefix("sycl_").expect("all keys have it")
    }

    /// How many arguments it takes.
    fn arity(self) -> std::ops::RangeInclusive<usize> {
        match self {
            ReqdWorkGroupSize | WorkGroupSizeHint | MaxWorkGroupSize => 1..=3,
            ReqdSubGroupSize => 1..=1,
            KernelArgsRestrict => 0..=0,
            DeviceHas => 0..=usize::MAX,
        }
    }

    /// Whether contradictory or lost attributes do not affect a kernel's results.
    fn is_hint(self) -> bool {
        matches!(self, WorkGroupSizeHint | KernelArgsRestrict)
    }

    /// The error in these arguments.
    fn problem(self, args: &[Option<i64>]) -> Option<String> {
        let name = self.name();
        if !self.arity().contains(&args.len()) {
            let wanted = match self {
                KernelArgsRestrict => "no arguments",
                ReqdSubGroupSize => "one argument",
                _ => "one to three arguments",
            };
            return Some(format!("attribute '{name}' takes {wanted}, not {}", args.len()));
        }
        (1..).zip(args).find_map(|(number, arg)| match arg {
            None => Some(format!("argument {number} of attribute '{name}' is not an integer constant")),
            Some(..0) => Some(format!("argument {number} of attribute '{name}' is negative or too large")),
            Some(0) if self != DeviceHas => Some(format!("argument {number} of attribute '{name}' is zero")),
            Some(_) => None,
        })
    }
}

/// Notes the attributes of the functions of a unit, as its annotations have them.
///
/// # Errors
/// Attributes of kernels on variables.
pub fn collect(module: &EditableModule) -> Result<(), Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    for annotation in module.annotations() {
        match (annotation.target.as_function(), Attribute::from_key(&annotation.text)) {
            (Some(function), Some(attribute)) => {
                let args: Vec<_> = annotation.args.iter().map(|arg| arg.const_i64()).collect();
                add(module, function, attribute, &args);
            }
            (Some(function), None) => kernel_info::set_annotation(module, function, &annotation.text, &[]),
            (None, Some(attribute)) => {
                let name = annotation.target.as_global().map(|global| demangle::symbol(&global.name()));
                let name = name.unwrap_or_default();
                diagnostics.error(
                    None,
                    format!("attribute '{}' of variable '{name}' applies only to kernels", attribute.name()),
                );
            }
            (None, None) => {}
        }
    }
    for marker in module.functions().into_iter().filter(|function| is_variable_marker(*function)) {
        for call in marker.calls() {
            let text = call.args().get(1).and_then(|text| markers::literal(*text));
            if let Some(attribute) = text.as_deref().and_then(Attribute::from_key) {
                let place = call.debug_loc().map(|location| location.frame());
                diagnostics
                    .error(place, format!("attribute '{}' of a variable applies only to kernels", attribute.name()));
            }
        }
    }
    diagnostics.into_result()
}

fn is_variable_marker(function: Function<'_>) -> bool {
    function.intrinsic().is_some_and(|intrinsic| VARIABLE_MARKERS.contains(&intrinsic))
}

/// Adds an attribute to a function. A contradiction to an existing one is recorded as a problem.
pub fn add(module: &EditableModule, function: Function<'_>, attribute: Attribute, args: &[Option<i64>]) {
    if let Some(problem) = attribute.problem(args) {
        set_problem(module, function, &problem);
        return;
    }
    let values: Vec<u64> = args.iter().flatten().map(|arg| arg.cast_unsigned()).collect();
    let before = kernel_info::annotation(function, attribute.key());
    match attribute {
        DeviceHas => {
            let all = before.unwrap_or_default().into_iter().map(u64::from).chain(values);
            kernel_info::set_annotation(module, function, attribute.key(), &all.collect::<Vec<_>>());
        }
        _ => {
            kernel_info::set_annotation(module, function, attribute.key(), &values);
            if before.is_some() && before != kernel_info::annotation(function, attribute.key()) {
                set_problem(
                    module,
                    function,
                    &format!("attribute '{}' is repeated with different arguments", attribute.name()),
                );
            }
        }
    }
}

/// Gives a function an attribute that the headers made of a property. Others than those of kernels
/// are ignored.
pub fn add_property(module: &EditableModule, function: Function<'_>, key: &str, values: &[u64]) {
    if let Some(attribute) = Attribute::from_key(key) {
        let args: Vec<_> = values.iter().map(|value| i64::try_from(*value).ok()).collect();
        add(module, function, attribute, &args);
    }
}

fn set_problem(module: &EditableModule, function: Function<'_>, problem: &str) {
    function.add_string_attribute(module, PROBLEM, problem);
}

/// The attributes of a kernel from all its functions, and whether it is hierarchical: then its work-group sizes are
/// about logical work-items.
pub fn of_kernel(entry: Function<'_>) -> (BTreeMap<Attribute, Vec<u32>>, bool) {
    let functions = wrappers(entry);
    let is_hierarchical = functions.iter().any(|(function, _)| function.string_attribute(HIERARCHICAL).is_some());
    let mut found = BTreeMap::new();
    for attribute in OF_KERNELS {
        let mut values = functions.iter().filter_map(|(function, _)| value(*function, attribute));
        if let Some(value) = values.next() {
            found.insert(attribute, value);
        }
    }
    (found, is_hierarchical)
}

fn value(function: Function<'_>, attribute: Attribute) -> Option<Vec<u32>> {
    match attribute {
        // Without arguments, there is nothing to read.
        KernelArgsRestrict => function.string_attribute(attribute.key()).map(|_| Vec::new()),
        _ => kernel_info::annotation(function, attribute.key()),
    }
}

/// Reports errors in the attributes of the functions that kernels consist of.
pub fn check(module: &Module, kernels: &[Kernel]) -> Result<(), Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let mut with_attributes = Vec::new();
    for function in module.definitions().into_iter() {
        if let Some(problem) = function.string_attribute(PROBLEM) {
            diagnostics.error(place_of(function), problem);
        }
        if OF_KERNELS.iter().any(|attribute| function.string_attribute(attribute.key()).is_some()) {
            with_attributes.push(function);
        }
    }
    if with_attributes.is_empty() {
        return diagnostics.into_result();
    }
    let headers = Headers::of(module);
    for kernel in kernels {
        if let Some(entry) = module.function(&kernel.entry) {
            check_kernel(&headers, kernel, entry, &mut diagnostics);
        }
    }
    diagnostics.into_result()
}

fn check_kernel(headers: &Headers, kernel: &Kernel, entry: Function<'_>, diagnostics: &mut Diagnostics) {
    let mut first: BTreeMap<Attribute, (Function<'_>, Vec<u32>)> = BTreeMap::new();
    let reached = reached(entry, usize::MAX);
    let title = format!("in SYCL kernel '{}'", kernel.display_name());
    let kernel_place = markers::user_place(headers, entry, 0).or(kernel.place.clone());
    for (function, depth) in &reached {
        for attribute in OF_KERNELS {
            let Some(value) = value(*function, attribute) else {
                continue;
            };
            let name = attribute.name();
            if *depth > MAX_WRAPPER_DEPTH {
                if !attribute.is_hint() {
                    let called = demangle::symbol(&function.name());
                    diagnostics.error(
                        place_of(*function),
                        format!("attribute '{name}' has no effect on '{called}', which is not the kernel's function"),
                    );
                    diagnostics.note(kernel_place.clone(), title.clone());
                }
                continue;
            }
            match first.get(&attribute) {
                None => {
                    first.insert(attribute, (*function, value));
                }
                Some((other, others)) if *others != value => {
                    diagnostics.error(
                        place_of(*function),
                        format!("attribute '{name}({})' contradicts '{name}({})'", list(&value), list(others)),
                    );
                    diagnostics.note(place_of(*other), "the other attribute is here");
                    diagnostics.note(kernel_place.clone(), title.clone());
                }
                Some(_) => {}
            }
        }
    }
    if let (Some((function, required)), Some((_, most))) = (first.get(&ReqdWorkGroupSize), first.get(&MaxWorkGroupSize))
        && required.iter().rev().zip(most.iter().rev()).any(|(required, most)| required > most)
    {
        diagnostics.error(
            place_of(*function),
            format!("'reqd_work_group_size({})' exceeds 'max_work_group_size({})'", list(required), list(most)),
        );
        diagnostics.note(kernel_place.clone(), title);
    }
}

fn list(values: &[u32]) -> String {
    values.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

/// The line on which a function begins.
fn place_of(function: Function<'_>) -> Option<Frame> {
    let scope = function.subprogram()?;
    let (directory, file) = scope.file();
    Some(Frame { file, directory, line: scope.subprogram_line(), column: 0 })
}

/// The entry and its callees down to the user's functor.
fn wrappers(entry: Function<'_>) -> Vec<(Function<'_>, usize)> {
    reached(entry, MAX_WRAPPER_DEPTH)
}

/// A function and its callees, breadth first, with their depth below the function.
fn reached(root: Function<'_>, max_depth: usize) -> Vec<(Function<'_>, usize)> {
    let mut seen = std::collections::HashSet::from([root]);
    let mut found = vec![(root, 0)];
    let mut next = 0;
    while let Some((function, depth)) = found.get(next).copied().filter(|(_, depth)| *depth < max_depth) {
        let callees = function.insts().into_iter().filter_map(Inst::called_function);
        let callees = callees.filter(|callee| !callee.is_declaration() && seen.insert(*callee));
        found.extend(callees.map(|callee| (callee, depth + 1)));
        next += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys() {
        for attribute in OF_KERNELS.into_iter().chain([DeviceHas]) {
            assert_eq!(Attribute::from_key(attribute.key()), Some(attribute));
            assert!(kernel_info::is_attribute(attribute.key()));
        }
        assert_eq!(Attribute::from_key(HIERARCHICAL), None);
    }

    #[test]
    fn arguments() {
        let problem = |attribute: Attribute, args: &[Option<i64>]| attribute.problem(args).unwrap_or_default();
        assert_eq!(problem(ReqdWorkGroupSize, &[Some(8), Some(1)]), "");
        assert_eq!(problem(DeviceHas, &[Some(0)]), "");
        assert_eq!(problem(DeviceHas, &[]), "");
        assert_eq!(
            problem(ReqdWorkGroupSize, &[]),
            "attribute 'reqd_work_group_size' takes one to three arguments, not 0"
        );
        assert_eq!(
            problem(ReqdSubGroupSize, &[Some(8), Some(8)]),
            "attribute 'reqd_sub_group_size' takes one argument, not 2"
        );
        assert_eq!(
            problem(ReqdWorkGroupSize, &[Some(8), None]),
            "argument 2 of attribute 'reqd_work_group_size' is not an integer constant"
        );
        assert_eq!(
            problem(ReqdSubGroupSize, &[Some(-1)]),
            "argument 1 of attribute 'reqd_sub_group_size' is negative or too large"
        );
        assert_eq!(problem(MaxWorkGroupSize, &[Some(0)]), "argument 1 of attribute 'max_work_group_size' is zero");
    }
}
