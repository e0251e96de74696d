//! From a kernel, which is code of one work-item, to a work-group function.
//!
//! ```text
//! kernel ─ lower_sync ─ prepare ─ steps ─┬─ uniformity ─┐
//!                                        ├─ regions ────┼─ homes ─ liveness ─ emit ─► work-group function
//!                                        └─ cfg ────────┘
//! ```
//!
//! Analyses leave the kernel as it is; `emit` copies regions out of it into a
//! new function, and the kernel is deleted.

mod cfg;
mod emit;
mod group_op;
mod homes;
mod liveness;
mod loops;
pub mod lower_sync;
mod machine;
mod prepare;
mod region;
mod regions;
mod scratch;
mod steps;
mod sync;
mod uniformity;

use tandem_image::native::KernelInfo;
use tandem_ir::{Function, Module};

use crate::abi::{self, Prologue};
use crate::call_graph::original_name;
use crate::error::{Error, Result};
use crate::options::Options;
use cfg::Cfg;
use emit::Plan;
use homes::Homes;
use liveness::Liveness;
use regions::Regions;
use sync::Sync;
use uniformity::Uniformity;

pub use prepare::LOCAL_SPACE;

/// What the analyses found out about a kernel.
struct Analysis<'m> {
    cfg: Cfg<'m>,
    regions: Regions,
    homes: Homes<'m>,
    liveness: Liveness<'m>,
}

impl<'m> Analysis<'m> {
    fn new(kernel: Function<'m>, steps: bool) -> Box<Self> {
        let cfg = Cfg::new(kernel);
        let uniformity = Uniformity::new(&cfg);
        let regions = Regions::new(&cfg, steps);
        let homes = Homes::new(&cfg, &uniformity, &regions);
        let liveness = Liveness::new(&cfg, &homes, &regions);
        Box::new(Self { cfg, regions, homes, liveness })
    }
}

/// Replaces `kernel` by its work-group function; returns the metadata.
pub fn form<'m>(module: &'m Module, kernel: Function<'m>, options: &Options) -> Result<KernelInfo> {
    lower_sync::run(module, kernel)?;
    let local_bytes = prepare::run(module, kernel)?;
    let has_barrier = kernel.insts().into_iter().any(|inst| Sync::of(inst).is_some());
    let has_steps = options.opt_level > 1 && steps::insert(module, kernel);
    if has_barrier || has_steps {
        steps::cut_joins(module, kernel);
    }
    let plan = if has_barrier || !has_steps {
        Plan::Group(Analysis::new(kernel, true))
    } else {
        Plan::Chunks { full: Analysis::new(kernel, true), rest: Analysis::new(kernel, false) }
    };

    let reqd_work_group_size = size_metadata(kernel, "reqd_work_group_size")?;
    let (args, args_size) = abi::layout_args(module, kernel);
    let prologue = Prologue::new(module, kernel, args_size, reqd_work_group_size);
    let name = original_name(kernel);
    let symbol = prologue.function.name();
    let loaded = prologue.load_args(kernel, &args);
    let work_group_size_hint = size_metadata(kernel, "work_group_size_hint")?;
    let scratch_bytes_per_item = emit::run(module, kernel, &plan, prologue, &loaded);
    Ok(KernelInfo {
        name,
        symbol,
        args,
        args_size,
        reqd_work_group_size,
        work_group_size_hint,
        sub_group_size: 1,
        local_bytes,
        scratch_bytes_per_item,
        has_barrier,
    })
}

fn size_metadata(kernel: Function<'_>, kind: &str) -> Result<Option<[u32; 3]>> {
    let Some(values) = kernel.int_metadata(kind) else {
        return Ok(None);
    };
    let sizes: Vec<u32> =
        values.iter().filter_map(|value| u32::try_from(*value).ok()).filter(|size| *size > 0).collect();
    match sizes.try_into() {
        Ok(sizes) => Ok(Some(sizes)),
        Err(_) => Err(Error::in_kernel(&original_name(kernel), format!("!{kind} is not three positive sizes"))),
    }
}
