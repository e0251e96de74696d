//! How a kernel becomes a work-group function: decisions as data, which emission follows.
//!
//! ```text
//! analyses ─┬─ loop_interchange, guards, implicit_barriers ─► kernel with implicit barriers
//!           └─ division (regions ─► placement ─► liveness) ─┬─► scratch_layout
//!                                                           └─ divergence ─► continuations
//! ```
//!
//! The parts in the first line insert [implicit barriers](implicit_barriers) into the kernel. The others do not change
//! it. A [division] is valid as long as the kernel is the same: the one of `guards` becomes the plan's if nothing was
//! inserted. A plan prints itself, for tests and for readers.

pub mod continuations;
pub mod divergence;
pub mod division;
pub mod guards;
pub mod id_conditions;
pub mod implicit_barriers;
pub mod liveness;
pub mod loop_interchange;
pub mod placement;
mod print;
pub mod regions;
pub mod scratch_layout;

use std::rc::Rc;

use tandem_codegen::analysis::cfg::{BlockId, Cfg};
use tandem_codegen::analysis::uniformity::Uniformity;
use tandem_codegen::sync::{Scope, Sync};
use tandem_ir::{Declaration, Module};

use crate::cost_model::CostModel;
use crate::workgroup::analyses::contiguous_loops::ContiguousLoop;
use crate::workgroup::analyses::natural_loops::innermost_loops;
use crate::workgroup::analyses::{Analyses, Results};
use continuations::Continuations;
use divergence::Divergence;
use division::Division;
use guards::Runs;
use liveness::Liveness;
use placement::Placements;
use regions::{RegionId, Regions};
use scratch_layout::Layout;

/// How a kernel becomes a work-group function.
pub enum GroupPlan<'m> {
    /// The whole group runs region after region.
    Group(Box<Plan<'m>>),
    /// Sub-groups of at most the given size run one after the other between points of the work-group.
    SubGroups(Box<Plan<'m>>, u32),
    /// Neighbours in dimension 0 run region after region, one chunk at a time; LLVM keeps their values in vector
    /// registers. For kernels whose only synchronization points are implicit barriers.
    Chunks {
        /// Work-items of a full chunk.
        items: u64,
        /// The plan for full chunks.
        full: Box<Plan<'m>>,
        /// The plan for the rest of a row, without implicit barriers.
        rest: Box<Plan<'m>>,
    },
}

/// How the work-items that run together run a kernel.
pub struct Plan<'m> {
    analyses: Rc<Results<'m>>,
    /// The numbers that emission weighs.
    pub costs: CostModel,
    /// The parts between synchronization points.
    pub regions: Regions,
    /// Where each value is kept.
    pub placements: Placements<'m>,
    /// The work-items of a group that run each region, in plans for whole groups.
    runs: Vec<Runs<'m>>,
    /// Liveness at synchronization points.
    pub liveness: Liveness<'m>,
    /// Where work-items that run together may diverge permanently.
    pub divergence: Divergence,
    /// Arrays of values that outlive regions.
    pub scratch: Layout<'m>,
    /// How work-items continue after diverging, if any may.
    pub continuations: Option<Continuations<'m>>,
    /// Variables that debuggers can inspect.
    pub variables: Vec<Declaration<'m>>,
    /// Whether regions become separate functions.
    pub outlines_regions: bool,
}

/// The requirements on a plan.
#[derive(Clone, Copy)]
pub struct Request<'a, 'm> {
    /// Variables on the kernel's stack that debuggers inspect.
    pub variables: &'a [Declaration<'m>],
    /// The optimization level, 0 to 3.
    pub opt_level: u32,
    /// Whether loops over work-items become vector code, regardless of their contents.
    pub vectorizes: bool,
    /// Work-items of a full sub-group.
    pub sub_group_size: u32,
    /// The numbers to weigh.
    pub costs: CostModel,
}

impl<'m> GroupPlan<'m> {
    /// Decides for a prepared kernel, and inserts implicit barriers into it.
    pub fn new(analyses: &mut Analyses<'m>, request: Request<'_, 'm>) -> Self {
        let costs = &request.costs;
        let optimizes = request.opt_level > 1;
        let uses_sub_groups = analyses.results().uses_sub_groups();
        let has_points = has_points(&analyses.results());
        let interchanges = optimizes && !request.vectorizes && loop_interchange::insert(analyses, costs);
        let divide = |analyses: &_, implicit| Division::new(analyses, implicit, request.variables, costs);
        let known = (has_points && !uses_sub_groups && optimizes).then(|| {
            let division = divide(analyses, true);
            guards::insert(analyses, &division, costs);
            division
        });
        if has_points || interchanges {
            implicit_barriers::insert_at_joins(analyses, costs);
        }
        let division = known.filter(|known| known.is_of(analyses)).unwrap_or_else(|| divide(analyses, true));
        let plan = |division| Box::new(Plan::new(analyses, division, request));
        if uses_sub_groups {
            Self::SubGroups(plan(division), request.sub_group_size)
        } else if has_points || !interchanges {
            Self::Group(plan(division))
        } else {
            let rest = divide(analyses, false);
            Self::Chunks { items: costs.chunk_items(), full: plan(division), rest: plan(rest) }
        }
    }

    /// Bytes of the scratch block that each work-item needs. Chunks keep their values on the stack.
    pub fn scratch_bytes_per_item(&self) -> u64 {
        match self {
            Self::Group(plan) | Self::SubGroups(plan, _) => plan.scratch_bytes_per_item(),
            Self::Chunks { .. } => 0,
        }
    }
}

/// Whether a kernel has synchronization points.
pub fn has_points(results: &Results<'_>) -> bool {
    results.cfg().block(0).function().insts().into_iter().any(|inst| Sync::of(inst).is_some())
}

impl<'m> Plan<'m> {
    /// Decides for a kernel as it was divided.
    fn new(analyses: &Analyses<'m>, division: Division<'m>, request: Request<'_, 'm>) -> Self {
        let module = analyses.module();
        let Division { analyses: results, regions, placements, liveness } = division;
        let costs = request.costs;
        let cfg = results.cfg();
        let runs = match has_points(&results) && !results.uses_sub_groups() {
            true => regions.iter().map(|region| Runs::new(cfg, &placements, &regions, region)).collect(),
            false => Vec::new(),
        };
        let divergence = Divergence::new(&results, &regions);
        let scratch = Layout::of_regions(module, &results, &placements, &liveness, &regions);
        let continuations =
            Continuations::new(module, scratch.bytes_per_item, cfg, &placements, &liveness, &divergence);
        // Without optimization a kernel stays one function, for debuggers.
        let outlines_regions = request.opt_level > 0 && regions.iter().count() > costs.max_regions_per_function;
        let variables = request.variables.to_vec();
        Self {
            costs,
            regions,
            placements,
            runs,
            liveness,
            divergence,
            scratch,
            continuations,
            variables,
            outlines_regions,
            analyses: results,
        }
    }

    /// The control-flow graph of the kernel.
    pub fn cfg(&self) -> &Cfg<'m> {
        self.analyses.cfg()
    }

    /// Uniformity for all work-items of the group.
    pub fn uniformity(&self) -> &Uniformity<'m> {
        self.analyses.uniformity(Scope::Group)
    }

    /// Whether the kernel takes sub-groups.
    pub fn uses_sub_groups(&self) -> bool {
        self.analyses.uses_sub_groups()
    }

    /// Whether the kernel queries the work-item's identity.
    pub fn tells_items_apart(&self) -> bool {
        self.analyses.tells_items_apart()
    }

    /// Whether one of these blocks' loops is over [contiguous memory](crate::workgroup::analyses::contiguous_loops), so that its iterations make
    /// better lanes than work-items.
    pub fn has_contiguous_loop(&self, module: &'m Module, blocks: &[BlockId]) -> bool {
        let cfg = self.cfg();
        let loops = innermost_loops(cfg, self.analyses.dominators()).into_iter();
        loops.filter(|natural| blocks.contains(&natural.header)).any(|natural| {
            ContiguousLoop::new(cfg, natural.header, &natural.blocks).should_stay_innermost(module, self.uniformity())
        })
    }

    /// The work-items of a group that run a region.
    pub fn runs(&self, region: RegionId) -> &Runs<'m> {
        self.runs.get(region).unwrap_or(&Runs::All)
    }

    /// Bytes of the scratch block that each work-item needs.
    fn scratch_bytes_per_item(&self) -> u64 {
        self.continuations.as_ref().map_or(self.scratch.bytes_per_item, Continuations::bytes_per_item)
    }
}
