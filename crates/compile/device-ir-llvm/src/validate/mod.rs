//! The validator: checks that a module fulfils the contract of device IR.
//!
//! It checks the rules that LLVM's verifier does not know: signatures of builtins and their constants ([`calls`]),
//! convergence ([`convergence`]), operands that are the same for a group ([`uniformity`]), address spaces and types
//! ([`code`]), the parameters of kernels ([`kernels`]), recursion ([`recursion`]). Modules have passed LLVM's verifier
//! before.
//!
//! Accepted modules are returned as [`Validated`].

mod calls;
mod code;
mod convergence;
mod ids;
mod kernels;
mod recursion;
mod uniformity;
mod validated;
mod violation;

use std::fmt;

use tandem_device_ir::Device;
use tandem_image::demangle;
use tandem_image::layout::KernelLayout;
use tandem_ir::{Function, Global, Inst, Module, SPIR_KERNEL};

use crate::callees::Callees;
use crate::uses::{first_use, kernel_of};
pub use validated::Validated;
pub use violation::{ArgumentProblem, Subject, Violation, ViolationKind};

/// Most violations that are reported.
const LIMIT: usize = 20;

/// Finds the description of a kernel's parameters.
pub type LayoutOf = dyn Fn(Function<'_>) -> Option<KernelLayout>;

/// Requirements on a module in addition to the contract.
#[derive(Default)]
pub struct Expectations<'a> {
    /// The device that the module is compiled for; its code generator has to
    /// provide every builtin.
    pub device: Option<&'static Device>,
    /// The description of a kernel's parameters, if there is one: the live records in order.
    pub layout: Option<&'a LayoutOf>,
}

impl Expectations<'_> {
    /// The expectations on a module that is compiled for `device`.
    pub fn of_device(device: &'static Device) -> Self {
        Self { device: Some(device), layout: None }
    }
}

impl fmt::Debug for Expectations<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Expectations").field("device", &self.device).finish_non_exhaustive()
    }
}

/// A module that is not device IR.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Invalid {
    /// The violations: at least one, and only the first ones if there are many.
    pub violations: Vec<Violation>,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, violation) in self.violations.iter().enumerate() {
            write!(f, "{}{violation}", if index == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

/// Checks a module that LLVM's verifier accepts.
///
/// # Errors
/// The violations, each with the function and the location in the source.
pub fn validate(module: Module, expectations: &Expectations<'_>) -> Result<Validated, Invalid> {
    let violations = violations(&module, expectations);
    if violations.is_empty() { Ok(Validated::new(module, expectations.device)) } else { Err(Invalid { violations }) }
}

fn violations(module: &Module, expectations: &Expectations<'_>) -> Vec<Violation> {
    let callees = Callees::of(module);
    let mut report = Report::default();
    calls::check(module, &callees, expectations.device, &mut report);
    convergence::check(module, &callees, &mut report);
    uniformity::check(module, &callees, &mut report);
    code::check(module, expectations.device, &mut report);
    kernels::check(module, expectations, &mut report);
    recursion::check(module, &mut report);
    let mut violations = report.violations;
    // Violations without a location are last.
    violations.sort_by_cached_key(|violation| {
        let place = violation.place.as_ref();
        (place.is_none(), place.map(|place| (place.file.clone(), place.line, place.column)))
    });
    violations
}

/// Collects violations.
#[derive(Default)]
struct Report {
    violations: Vec<Violation>,
}

impl Report {
    fn at(&mut self, inst: Inst<'_>, kind: ViolationKind) {
        let function = inst.block().map(|block| title(block.function()));
        let place = inst.debug_loc().map(|loc| loc.frame()).filter(|frame| frame.line > 0);
        self.add(Violation { function, place, kind });
    }

    fn in_function(&mut self, function: Function<'_>, kind: ViolationKind) {
        self.add(Violation { function: Some(title(function)), place: None, kind });
    }

    fn in_variable(&mut self, variable: Global<'_>, kind: ViolationKind) {
        match first_use(variable.value()) {
            Some(inst) => self.at(inst, kind),
            None => self.in_module(kind),
        }
    }

    fn in_module(&mut self, kind: ViolationKind) {
        self.add(Violation { function: None, place: None, kind });
    }

    fn add(&mut self, violation: Violation) {
        if self.violations.len() < LIMIT && !self.violations.contains(&violation) {
            self.violations.push(violation);
        }
    }
}

fn title(function: Function<'_>) -> String {
    match function.call_conv() {
        SPIR_KERNEL => format!("kernel `{}`", demangle::kernel(&function.name())),
        _ => {
            let kernel = kernel_of(function.value()).map(|kernel| format!(" of {}", title(kernel)));
            format!("function `{}`{}", demangle::symbol(&function.name()), kernel.unwrap_or_default())
        }
    }
}
