//! From a kernel, which is code of one work-item, to a work-group function.
//!
//! ```text
//! kernel ─ lower_sync ─ prepare ─ implicit_barriers ─┬─ uniformity ─┐
//!                                                    ├─ regions ────┼─ placement ─ liveness ─ emit ─► work-group function
//!                                                    └─ cfg ────────┘
//! ```
//!
//! Analyses leave the kernel as it is; `emit` copies regions out of it into a
//! new function, and the kernel is deleted.

mod context_layout;
mod contiguous_loops;
mod continuations;
mod divergence;
mod emit;
mod frames;
mod group_op;
mod guards;
mod id_ranges;
mod implicit_barriers;
mod kernel_copy;
mod limits;
mod liveness;
mod loops;
mod outline;
mod placement;
mod prepare;
mod region;
mod regions;
mod run_continuations;
mod slp;
mod state_machine;
mod sub_group_op;
mod sub_groups;
mod suspension;
mod variables;
mod vectorized_size;

use rustc_hash::FxHashSet;
use tandem_device_ir::{Device, KernelAttribute};
use tandem_ir::{Declaration, Function, Inst, Module, Value};
use tandem_native_cpu::{self as native, NativeKernel};

use crate::abi::{self, Prologue, Sizes};
use crate::options::Options;
use cfg::{BlockId, Cfg};
use context_layout::Layout;
use continuations::Continuations;
use divergence::Divergence;
use emit::Plan;
use liveness::Liveness;
use placement::{Placement, Placements};
use regions::Regions;
use sync::{Scope, Sync};
use tandem_codegen::analysis::{cfg, pointers, strides, uniformity};
use tandem_codegen::names::original_name;
use tandem_codegen::query::Query;
use tandem_codegen::sync;
use tandem_codegen::{Result, kernel};
use uniformity::Levels;

/// Results of the analyses of a kernel.
struct Analysis<'m> {
    cfg: Cfg<'m>,
    uniformity: Levels<'m>,
    regions: Regions,
    placements: Placements<'m>,
    liveness: Liveness<'m>,
    /// Where work-items that run together may part for good.
    divergence: Divergence,
    /// Arrays of what outlives regions.
    scratch: Layout<'m>,
    /// How work-items go on that have parted, if any may.
    continuations: Option<Continuations<'m>>,
    /// Variables that debuggers can look at.
    variables: Vec<Declaration<'m>>,
    /// Whether sub-groups take turns.
    sub_groups: bool,
    /// Whether its pieces become functions of their own.
    in_pieces: bool,
}

impl<'m> Analysis<'m> {
    fn new(
        module: &'m Module,
        kernel: Function<'m>,
        implicit_barriers: bool,
        sub_groups: bool,
        variables: &[Declaration<'m>],
        options: &Options,
    ) -> Box<Self> {
        let cfg = Cfg::new(kernel);
        let uniformity = Levels::new(&cfg, sub_groups);
        let regions = Regions::new(&cfg, implicit_barriers);
        let placements = Placements::new(&cfg, &uniformity, &regions, variables);
        let liveness = Liveness::new(&cfg, &placements, &regions);
        // Without optimization a kernel stays one function, for debuggers.
        let in_pieces = options.opt_level > 0 && outline::is_large(&regions);
        let divergence = Divergence::new(&cfg, &uniformity, &regions);
        let scratch = scratch_layout(module, &cfg, &placements, &liveness, &regions, sub_groups);
        let continuations =
            Continuations::new(module, scratch.bytes_per_item, &cfg, &placements, &liveness, &divergence);
        Box::new(Self {
            cfg,
            uniformity,
            regions,
            placements,
            liveness,
            divergence,
            scratch,
            continuations,
            variables: variables.to_vec(),
            sub_groups,
            in_pieces,
        })
    }

    /// Bytes of the scratch block that each work-item needs.
    fn scratch_bytes_per_item(&self) -> u64 {
        self.continuations.as_ref().map_or(self.scratch.bytes_per_item, Continuations::bytes_per_item)
    }
}

/// Arrays for all values and memory that outlive a region, or, in kernels that
/// use sub-groups, the turn of a sub-group.
fn scratch_layout<'m>(
    module: &'m Module,
    cfg: &Cfg<'m>,
    placements: &Placements<'m>,
    liveness: &Liveness<'m>,
    regions: &Regions,
    sub_groups: bool,
) -> Layout<'m> {
    let has_array =
        |value: &Value<'m>| matches!(placements.get(*value), Some(Placement::Context | Placement::SubGroupScalar));
    let live = |sync: BlockId| {
        // The result of a group operation comes into being while its operands are read.
        let result = cfg.block(sync).first().map(Inst::value);
        liveness.at(sync).iter().copied().chain(result).filter(has_array)
    };
    let syncs = || regions.sync_blocks().iter().copied();
    let outlives_turn = |sync: &BlockId| !sub_groups || regions.is_group_sync(*sync);
    let kept: FxHashSet<_> = syncs().filter(outlives_turn).flat_map(live).collect();
    // Within a turn, too, values must not share an array that live at one time.
    let together: Vec<Vec<_>> = syncs().map(|sync| live(sync).filter(|value| kept.contains(value)).collect()).collect();
    let insts = (0..cfg.len()).flat_map(|id| cfg.block(id).insts());
    let allocas = insts.filter(|inst| placements.get(inst.value()) == Some(Placement::PrivateArray));
    Layout::new(module, 0, &together, &allocas.collect::<Vec<_>>())
}

/// Replaces `kernel` by its work-group function; returns the metadata. `variables` are on the kernel's stack.
pub fn form<'m>(
    module: &'m Module,
    kernel: Function<'m>,
    variables: &[Declaration<'m>],
    options: &Options,
) -> Result<NativeKernel> {
    let required_sub_group_size = kernel::sub_group_size(kernel, &native::SUB_GROUP_SIZES)?;
    let sub_group_size = required_sub_group_size.unwrap_or(native::DEFAULT_SUB_GROUP_SIZE);
    sync::lower(module, kernel, sub_group_size, Device::Cpu)?;
    let local_bytes = prepare::run(module, kernel)?;
    let has_barrier = kernel.insts().into_iter().any(|inst| Sync::of(inst).is_some());
    let uses_sub_groups = kernel.insts().into_iter().any(uses_sub_groups);
    let scope = if uses_sub_groups { Scope::SubGroup } else { Scope::Group };
    let has_implicit_barriers = options.opt_level > 1 && implicit_barriers::insert(module, kernel, scope);
    if has_barrier && !uses_sub_groups && options.opt_level > 1 {
        guards::separate(module, kernel);
    }
    if has_barrier || has_implicit_barriers {
        implicit_barriers::insert_at_joins(module, kernel, scope);
    }
    let analyze =
        |implicit_barriers| Analysis::new(module, kernel, implicit_barriers, uses_sub_groups, variables, options);
    let plan = if uses_sub_groups {
        Plan::SubGroups(analyze(true), sub_group_size)
    } else if has_barrier || !has_implicit_barriers {
        Plan::Group(analyze(true))
    } else {
        Plan::Chunks { full: analyze(true), rest: analyze(false) }
    };

    let reqd_work_group_size = kernel::sizes(kernel, KernelAttribute::RequiredWorkGroupSize)?;
    let (args, args_size) = abi::layout_args(module, kernel);
    let sizes = Sizes { work_group: reqd_work_group_size, sub_group: sub_group_size };
    let prologue = Prologue::new(module, kernel, args_size, sizes);
    let name = original_name(kernel);
    let symbol = prologue.function.name();
    let work_group_size_hint = kernel::sizes(kernel, KernelAttribute::WorkGroupSizeHint)?;
    let requires_sub_group_size = required_sub_group_size.is_some();
    let scratch_bytes_per_item = emit::run(module, kernel, &plan, prologue, &args);
    Ok(NativeKernel {
        name,
        symbol,
        args,
        args_size,
        reqd_work_group_size,
        work_group_size_hint,
        sub_group_size,
        requires_sub_group_size,
        local_bytes,
        scratch_bytes_per_item,
        has_barrier,
    })
}

/// Whether an instruction takes a sub-group.
fn uses_sub_groups(inst: Inst<'_>) -> bool {
    Query::of(inst).is_some_and(Query::is_of_sub_group) || Sync::of(inst).is_some_and(Sync::is_of_sub_group)
}
