//! The whole-function vectorizer: loops over work-items become loops over chunks of neighbours, which run at once as the
//! lanes of vectors, whatever branches and loops there are in a work-item.
//!
//! ```text
//! item_loop ─► body ─► shapes ─► linear ─► plan ─► chunks, widen
//! finds        graph   values    blocks    data    code
//! ```
//!
//! * [`item_loop`] finds the loops that emission marked.
//! * [`body`] is one iteration as a graph, [`shapes`] classifies values as the same for neighbours, affine, or neither,
//!   and finds where work-items diverge.
//! * [`narrowed`] finds numbers that must fit into 32 bits for that.
//! * [`bounds`] finds guards on these numbers, so that the loop runs only the work-items that do anything.
//! * [`private`] lays out the lanes' copies of variables.
//! * [`linear`] decides which branches stay, in which order blocks run, and under which masks; [`weight`] which blocks
//!   are worth a branch around them.
//! * [`groups`] finds accesses that happen at once, and [`accessed_bytes`] accesses that may touch the same memory;
//!   [`one_atomic`] finds atomic operations that all lanes can perform as a single one.
//! * [`cost`] estimates whether that pays.
//! * [`plan`] combines these results; [`refusal`] states why a loop stays as it is.
//! * [`report`] informs users how their kernels were vectorized, by [`source_lines`], and which code is slow, by
//!   [`findings`].
//! * [`chunks`] and [`widen`] emit code according to the plan.
//!
//! The results are those of the loop as it was, bit for bit: the same operations in the same order for each work-item,
//! and no access, division or call that it would not have made.

mod accessed_bytes;
mod beforehand;
mod body;
mod bounds;
mod chunks;
mod cost;
mod findings;
mod groups;
mod instructions;
mod item_loop;
mod linear;
mod narrowed;
mod one_atomic;
mod plan;
mod private;
mod refusal;
mod report;
mod shapes;
mod source_lines;
mod vector_forms;
mod ways;
mod weight;
mod widen;

use crate::cost_model::CostModel;
use crate::options::VectorizeReport;
use item_loop::ItemLoop;
use plan::{Forms, LoopPlan, Width};
use refusal::Refusal;
use report::Report;
use tandem_ir::{EditableModule, TypeKind};

/// The target and settings for vectorizing a module.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// The widest registers, in bits.
    pub vector_bits: u32,
    /// The number of lanes, if it is not chosen automatically.
    pub lanes: Option<u32>,
    /// The remarks to print on standard error.
    pub report: VectorizeReport,
    /// The cost model for plans.
    pub costs: CostModel,
}

/// Vectorizes the loops over work-items of a module.
pub fn run(module: &EditableModule, request: Request) {
    for function in module.functions() {
        let mut report = Report::new(request.report, function);
        for item_loop in item_loop::find(module, function) {
            report.begin_region(&item_loop);
            let plan = request.plan(module, item_loop);
            report.add(module, &plan);
            if let Some(plan) = plan.ok().filter(|plan| plan.pays) {
                chunks::replace(module, &plan, request.vector_bits);
            }
        }
        eprint!("{report}");
    }
}

impl Request {
    /// Decides for a loop, and for its lanes if they are to be chosen.
    fn plan<'m>(&self, module: &'m EditableModule, item_loop: ItemLoop<'m>) -> Result<LoopPlan<'m>, Refusal<'m>> {
        let plan = |item_loop, lanes| {
            let width = Width { lanes, is_forced: self.lanes.is_some(), vector_bits: self.vector_bits };
            LoopPlan::new(module, item_loop, width, &self.costs)
        };
        if let Some(lanes) = self.lanes {
            return plan(item_loop, lanes);
        }
        let lanes = lanes(&item_loop, self.vector_bits);
        let narrow = plan(item_loop.clone(), lanes)?;
        if !narrow.pays || !narrow.is_better_twice_as_wide(module, &self.costs) {
            return Ok(narrow);
        }
        let Some(wide) = plan(item_loop, 2 * lanes).ok().filter(|wide| wide.pays) else { return Ok(narrow) };
        // Rows of work-groups are often too short for more lanes than that.
        let is_short = wide.forms == Forms::WholeAndRest && wide.lanes > self.costs.max_lanes;
        Ok(LoopPlan { rest: is_short.then(|| Box::new(narrow)), ..wide })
    }
}

/// Lanes that fill a register: of the type that most arithmetic is on. No more than a loop has work-items, if that is
/// known.
fn lanes(item_loop: &ItemLoop<'_>, vector_bits: u32) -> u32 {
    let insts = item_loop.blocks.iter().flat_map(|block| block.insts());
    let (mut single, mut double) = (0, 0);
    for inst in insts {
        match inst.ty().kind() {
            TypeKind::Float => single += 1,
            TypeKind::Double => double += 1,
            _ => {}
        }
    }
    let lanes = vector_bits / if double > single { 64 } else { 32 };
    match item_loop.constant_total().and_then(|total| u32::try_from(total).ok()) {
        Some(total) => lanes.min(total.next_power_of_two()),
        None => lanes,
    }
}
