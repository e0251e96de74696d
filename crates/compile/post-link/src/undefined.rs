//! The check that nothing is left undefined, and how kernels reach a symbol.

use std::collections::HashSet;

use tandem_image::demangle;
use tandem_ir::{DebugLoc, Function, Inst, Module, Value};

use super::diagnose::inlined_chain;
use super::diagnostics::Diagnostics;
use super::headers::Headers;
use super::interface::{is_export, is_import};
use super::kernel_info;
use super::names::is_builtin;

/// Refuses functions and variables that are used but neither defined nor
/// `SYCL_EXTERNAL` nor builtin, at their first use, with the calls that lead there
/// from a kernel. Without `rdc`, `SYCL_EXTERNAL` does not count.
pub fn check(module: &Module, rdc: bool) -> Result<(), Diagnostics> {
    let mut report = Report { headers: Headers::of(module), diagnostics: Diagnostics::default() };
    for function in module.functions().into_iter().filter(|function| !rdc && is_import(*function)) {
        report.add(function.value(), |user| {
            format!(
                "device function '{}', needed by {user}, is not defined in the same source; \
                 -fno-sycl-rdc links each source separately",
                demangle::symbol(&function.name())
            )
        });
    }
    for function in module.functions().into_iter().filter(|function| is_undefined(*function)) {
        report.add(function.value(), |user| {
            format!(
                "undefined device function '{}', needed by {user}; define it in a source of this program, or declare it SYCL_EXTERNAL if another device image defines it",
                demangle::symbol(&function.name())
            )
        });
    }
    for global in module.globals().into_iter().filter(|global| global.is_declaration() && global.value().has_users()) {
        report.add(global.value(), |_| {
            format!("undefined variable '{}' in device code", demangle::symbol(&global.name()))
        });
    }
    report.diagnostics.into_result()
}

fn is_undefined(function: Function<'_>) -> bool {
    function.is_declaration() && function.value().has_users() && !is_import(function) && !is_builtin(&function.name())
}

/// A kernel or exported function that reaches a function or variable.
pub fn user_of(symbol: Value<'_>) -> String {
    UseChain::of(symbol).user()
}

struct Report {
    headers: Headers,
    diagnostics: Diagnostics,
}

impl Report {
    /// An error at the use of `symbol`, with notes for the calls above it.
    fn add(&mut self, symbol: Value<'_>, message: impl Fn(&str) -> String) {
        let chain = UseChain::of(symbol);
        let place = chain.uses.first().and_then(|inst| inst.debug_loc());
        self.diagnostics.error(place.map(DebugLoc::frame), message(&chain.user()));
        inlined_chain(place, &self.headers, &mut self.diagnostics);
        for call in chain.uses.iter().skip(1) {
            self.note_call(*call);
        }
    }

    fn note_call(&mut self, call: Inst<'_>) {
        let place = call.debug_loc();
        let frame = place.map(DebugLoc::frame).filter(|frame| !self.headers.contain(frame));
        if let (Some(frame), Some(callee)) = (frame, call.called_function()) {
            self.diagnostics.note(Some(frame), format!("'{}' is called here", demangle::symbol(&callee.name())));
        }
        inlined_chain(place, &self.headers, &mut self.diagnostics);
    }
}

/// A shortest way from a symbol to a kernel or exported function.
struct UseChain<'m> {
    /// The instruction that uses the symbol, the call of its function, and so on.
    uses: Vec<Inst<'m>>,
    /// The kernel or exported function, if any reaches the symbol.
    root: Option<Function<'m>>,
}

impl<'m> UseChain<'m> {
    fn of(symbol: Value<'m>) -> Self {
        let mut seen = HashSet::from([symbol]);
        // Each value with the index of the one that it uses.
        let mut reached = vec![(symbol, None)];
        let mut next = 0;
        while let Some((current, _)) = reached.get(next).copied() {
            if let Some(root) = current.as_function().filter(|function| is_root(*function)) {
                return Self { uses: uses(&reached, next), root: Some(root) };
            }
            // Constants and initial values lead on to their users.
            let users = match current.as_inst().and_then(Inst::block) {
                Some(block) => vec![block.function().value()],
                None => current.users(),
            };
            reached.extend(users.into_iter().filter(|user| seen.insert(*user)).map(|user| (user, Some(next))));
            next += 1;
        }
        let last = reached.iter().position(|(value, _)| value.as_inst().is_some());
        Self { uses: last.map(|last| uses(&reached, last)).unwrap_or_default(), root: None }
    }

    fn user(&self) -> String {
        match self.root {
            Some(kernel) if kernel_info::is_kernel(kernel) => {
                format!("SYCL kernel '{}'", demangle::kernel(&kernel.name()))
            }
            Some(function) => format!("SYCL_EXTERNAL function '{}'", demangle::symbol(&function.name())),
            None => "device code".into(),
        }
    }
}

fn is_root(function: Function<'_>) -> bool {
    kernel_info::is_kernel(function) || is_export(function)
}

/// The instructions on the way from the symbol to the value of index `last`.
fn uses<'m>(reached: &[(Value<'m>, Option<usize>)], last: usize) -> Vec<Inst<'m>> {
    let way = std::iter::successors(Some(last), |index| reached[*index].1);
    let mut uses: Vec<_> = way.filter_map(|index| reached[index].0.as_inst()).collect();
    uses.reverse();
    uses
}
