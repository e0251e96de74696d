//! A kernel's variables, for debuggers.
//!
//! Each variable has a stack slot in the work-group function that points to it. Memory that work-items use in turn
//! stays where it is; before a work-item runs a region, slots of variables with an element for each work-item are set
//! to its elements. A debugger therefore sees the variables of the work-item that runs, also after synchronization
//! points.

use tandem_ir::{Builder, Declaration, Value};

use super::group_builder::GroupBuilder;
use crate::workgroup::plan::placement::Placement;

impl<'m> GroupBuilder<'_, 'm> {
    /// Makes the slots.
    pub fn add_variable_slots(&mut self) {
        let plan = self.plan;
        for address in plan.variables.iter().map(|variable| variable.address) {
            let builder = &self.prologue.builder;
            let slot = builder.alloca(self.module.ptr(0), "variable").value();
            if let Some(memory) = self.global_value(address) {
                point_at(builder, slot, memory);
            }
            self.variable_slots.insert(address, slot);
        }
    }

    /// Points the slots at the variables of the work-item of number `linear`.
    pub fn show_variables(&mut self, builder: &Builder<'m>, linear: Value<'m>) {
        let plan = self.plan;
        for address in plan.variables.iter().map(|variable| variable.address) {
            if plan.placements.get(address) == Some(Placement::PrivateArray) {
                let element = self.element(builder, address, linear);
                point_at(builder, self.variable_slots[&address], element);
            }
        }
    }

    /// Says which variables the slots point to. The first block is complete.
    pub fn declare_variables(&self) {
        let end = self.prologue.function.entry().and_then(|entry| entry.terminator());
        let Some(end) = end else { return };
        for variable in &self.plan.variables {
            let slot = self.variable_slots[&variable.address];
            self.module.declare_pointed_to(&Declaration { address: slot, ..*variable }, end);
        }
    }
}

/// Nothing reads slots but debuggers.
fn point_at<'m>(builder: &Builder<'m>, slot: Value<'m>, memory: Value<'m>) {
    builder.store(memory, slot).set_volatile(builder.module(), true);
}
