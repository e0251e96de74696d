//! The functions that run [continuations](crate::workgroup::plan::continuations): declared, and called where
//! work-items have parted. [`run_continuations`](super::run_continuations) emits them.

use tandem_ir::{AttributePlace, Builder, DebugLoc, EditableModule, Function};

use super::frames::{Frames, ItemRange};
use super::outline::Lines;
use crate::abi::Prologue;

/// The functions that run the continuations of a kernel. Both take the parameters of the work-group function.
#[derive(Clone, Copy)]
pub struct Functions<'m> {
    /// Runs those of a range of work-items, the last two parameters, until each waits for the work-group or returned.
    pub items: Function<'m>,
    /// Runs those of the whole group until all have returned.
    pub group: Function<'m>,
    /// The source line of calls.
    line: Option<DebugLoc<'m>>,
}

impl<'m> Functions<'m> {
    /// Declares them for the work-group function of `prologue`, made of `kernel`.
    pub fn declare(module: &'m EditableModule, prologue: &Prologue<'m>, kernel: Function<'m>) -> Self {
        let long = module.int(64);
        let items = prologue.declare_part("items", module.void(), &[long, long]);
        let group = prologue.declare_part("group", module.void(), &[]);
        for function in [items, group] {
            function.add_attribute(module, AttributePlace::Function, "cold", 0);
            function.add_attribute(module, AttributePlace::Function, "noinline", 0);
        }
        Self { items, group, line: Lines::of(module, kernel).map(|lines| lines.of_call()) }
    }

    /// Calls the group's from a function that begins with the same parameters.
    pub fn call_group(&self, module: &EditableModule, builder: &Builder<'m>, prologue: &Prologue<'m>) {
        builder.call_function(self.group, &prologue.params()).set_debug_loc(module, self.line);
    }

    /// Calls the items' from a function that begins with the same parameters.
    pub fn call_items(
        &self,
        module: &EditableModule,
        builder: &Builder<'m>,
        prologue: &Prologue<'m>,
        items: ItemRange<'m>,
    ) {
        let mut args = prologue.params();
        args.extend([items.first, items.count]);
        builder.call_function(self.items, &args).set_debug_loc(module, self.line);
    }
}

/// How a work-group function leaves for continuations.
pub struct Suspension<'a, 'm> {
    /// The frames that it fills.
    pub frames: Frames<'a, 'm>,
    /// The functions that it calls.
    pub functions: Functions<'m>,
}
