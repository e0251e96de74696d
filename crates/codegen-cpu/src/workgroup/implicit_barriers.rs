//! Implicit barriers: synchronization points that the program does not contain,
//! inserted to exchange a loop of the kernel with the work-item loop.
//!
//! If all work-items run a loop for the same number of iterations, the loop can be
//! moved outside of the work-item loop. The work-item loop is then the innermost
//! one and can be vectorized. Each innermost loop of this kind gets an implicit
//! barrier at its header and before each branch that can leave it; region
//! formation does the rest. Loops over [contiguous
//! memory](super::contiguous_loops) and loops with [vectors within the
//! work-item](super::slp) are left alone.
//!
//! Implicit barriers also bound the size of kernels with many synchronization
//! points. If a region can reach many of them through branches, an implicit
//! barrier where the paths join creates one region for code that would otherwise
//! be copied into several.

use tandem_ir::{Block, Builder, Function, Inst, Module, Opcode};

use super::cfg::{BlockId, Cfg};
use super::context_layout::alloca_bytes;
use super::contiguous_loops::ContiguousLoop;
use super::prepare::isolate;
use super::slp;
use super::sync::{Scope, Sync, build_step};
use super::uniformity::Uniformity;
use tandem_codegen::attributes::is_pure;

/// Private memory that work-items of a chunk may keep on the stack, each.
const MAX_PRIVATE_BYTES: u64 = 1024;

/// Loops of a kernel that are exchanged: each adds several vectorized loops,
/// and LLVM's analyses take time that grows with the square of their number.
const MAX_LOOPS: usize = 16;

/// Inserts implicit barriers into a kernel where the work-items of `scope` are together;
/// returns whether there are any.
pub fn insert<'m>(module: &'m Module, kernel: Function<'m>, scope: Scope) -> bool {
    let cfg = Cfg::new(kernel);
    let loops = innermost_loops(&cfg);
    if loops.is_empty() || private_bytes(module, kernel) > MAX_PRIVATE_BYTES {
        return false;
    }
    let uniformity = Uniformity::new(&cfg, scope);
    let places: Vec<_> = loops
        .iter()
        .filter(|natural| natural.is_worth_it(&cfg, &uniformity))
        .filter(|natural| !natural.has_better_lanes(module, &cfg, &uniformity))
        .take(MAX_LOOPS)
        .flat_map(|natural| natural.places(&cfg))
        .collect();
    let barriers: Vec<_> =
        places.into_iter().map(|(place, kind)| (implicit_barrier_before(module, place), kind)).collect();
    // Splitting blocks renews phis, so that it comes last.
    barriers.iter().for_each(|(barrier, kind)| isolate_barrier(*barrier, *kind));
    !barriers.is_empty()
}

fn private_bytes(module: &Module, kernel: Function<'_>) -> u64 {
    let insts = kernel.insts().into_iter();
    insts.filter(|inst| inst.opcode() == Opcode::LLVMAlloca).map(|alloca| alloca_bytes(module, alloca)).sum()
}

/// Kernels with fewer joins than this are left as they are.
const MANY_JOINS: usize = 8;

/// Inserts implicit barriers where paths around synchronization points join, if there are many such joins.
pub fn insert_at_joins<'m>(module: &'m Module, kernel: Function<'m>, scope: Scope) {
    let cfg = Cfg::new(kernel);
    let dominators = cfg.dominators();
    let uniformity = Uniformity::new(&cfg, scope);
    let is_sync = |id: BlockId| cfg.block(id).first().is_some_and(|inst| Sync::of(inst).is_some());
    let joins: Vec<_> = (0..cfg.len())
        .filter(|id| cfg.predecessors(*id).len() > 1 && uniformity.is_together(*id) && !is_sync(*id))
        .filter(|id| between(&cfg, dominators[*id], *id).into_iter().any(is_sync))
        .filter_map(|id| cfg.block(id).first_non_phi())
        .collect();
    if joins.len() > MANY_JOINS {
        let barriers: Vec<_> = joins.into_iter().map(|place| implicit_barrier_before(module, place)).collect();
        barriers.into_iter().for_each(isolate);
    }
}

/// Blocks that control can pass between two blocks.
pub fn between(cfg: &Cfg<'_>, from: BlockId, to: BlockId) -> Vec<BlockId> {
    let mut seen = vec![false; cfg.len()];
    seen[to] = true;
    let mut stack: Vec<_> = cfg.successors(from).to_vec();
    let mut blocks = Vec::new();
    while let Some(id) = stack.pop() {
        if !std::mem::replace(&mut seen[id], true) {
            blocks.push(id);
            stack.extend(cfg.successors(id));
        }
    }
    blocks
}

/// Where in a loop an implicit barrier is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// At the start of the header.
    Header,
    /// Before a branch that can leave the loop.
    Exit,
}

/// A natural loop without loops in it.
struct Loop {
    header: BlockId,
    blocks: Vec<BlockId>,
}

fn innermost_loops(cfg: &Cfg<'_>) -> Vec<Loop> {
    let dominators = cfg.dominators();
    let dominates = |above: BlockId, mut id: BlockId| {
        while id > above {
            id = dominators[id];
        }
        id == above
    };
    let mut loops: Vec<Loop> = Vec::new();
    for header in 0..cfg.len() {
        let latches: Vec<_> =
            cfg.predecessors(header).iter().copied().filter(|latch| dominates(header, *latch)).collect();
        if !latches.is_empty() {
            loops.push(Loop { header, blocks: natural_loop(cfg, header, latches) });
        }
    }
    let headers: Vec<_> = loops.iter().map(|natural| natural.header).collect();
    loops.retain(|natural| natural.blocks.iter().all(|id| *id == natural.header || !headers.contains(id)));
    loops
}

/// What reaches the latches without passing the header.
fn natural_loop(cfg: &Cfg<'_>, header: BlockId, latches: Vec<BlockId>) -> Vec<BlockId> {
    let mut blocks = vec![header];
    let mut stack = latches;
    while let Some(id) = stack.pop() {
        if !blocks.contains(&id) {
            blocks.push(id);
            stack.extend(cfg.predecessors(id));
        }
    }
    blocks.sort_unstable();
    blocks
}

impl Loop {
    /// Whether the loop can be exchanged, and its body vectorized then.
    fn is_worth_it(&self, cfg: &Cfg<'_>, uniformity: &Uniformity<'_>) -> bool {
        let insts = || self.blocks.iter().flat_map(|id| cfg.block(*id).insts());
        uniformity.is_together(self.header)
            && insts().all(is_vectorizable)
            && insts().any(|inst| !uniformity.is_uniform(inst.value()) && is_work(inst))
    }

    /// Whether something within the work-item makes better lanes than its neighbours.
    fn has_better_lanes<'m>(&self, module: &'m Module, cfg: &Cfg<'m>, uniformity: &Uniformity<'m>) -> bool {
        ContiguousLoop::new(cfg, self.header, &self.blocks).should_stay_innermost(module, uniformity)
            || slp::is_preferred(module, cfg, uniformity, &self.blocks)
    }

    /// Where implicit barriers go: before these instructions.
    fn places<'m>(&self, cfg: &Cfg<'m>) -> Vec<(Inst<'m>, Place)> {
        let exiting = |id: &BlockId| cfg.successors(*id).iter().any(|next| !self.blocks.contains(next));
        let ends = self.blocks.iter().copied().filter(exiting).filter_map(|id| cfg.block(id).terminator());
        let mut places: Vec<_> = ends.map(|end| (end, Place::Exit)).collect();
        // A header that can be left has its implicit barrier at the end already.
        if !exiting(&self.header) || self.blocks.len() == 1 {
            places.extend(cfg.block(self.header).first_non_phi().map(|first| (first, Place::Header)));
        }
        places
    }
}

/// Inserts an implicit barrier before an instruction, which stays in one block with it.
pub fn implicit_barrier_before<'m>(module: &'m Module, place: Inst<'m>) -> Inst<'m> {
    let builder = Builder::before(place);
    build_step(module, &builder);
    let block: Block<'m> = place.block().expect("in a block");
    let insts = block.insts();
    let at = insts.iter().position(|inst| *inst == place).expect("in its block");
    insts[at - 1]
}

/// All work-items leave a loop together: the branch stays behind the barrier, in
/// its block. The work-items of a header may part at its branch.
fn isolate_barrier(barrier: Inst<'_>, place: Place) {
    match place {
        Place::Header => isolate(barrier),
        Place::Exit => {
            let block = barrier.block().expect("in a block");
            block.split_before(barrier, "implicit_barrier");
        }
    }
}

/// Nothing that keeps the loop vectorizer from a loop over work-items.
fn is_vectorizable(inst: Inst<'_>) -> bool {
    use Opcode::*;
    match inst.opcode() {
        LLVMAtomicRMW | LLVMAtomicCmpXchg | LLVMFence | LLVMAlloca | LLVMSwitch => false,
        LLVMLoad | LLVMStore => {
            !inst.is_volatile() && inst.ordering() == Some(tandem_ir::Ordering::LLVMAtomicOrderingNotAtomic)
        }
        LLVMCall => Sync::of(inst).is_none() && inst.called_function().is_some_and(is_pure),
        _ => true,
    }
}

/// Work that is worth vectorizing: memory accesses and floating-point arithmetic.
fn is_work(inst: Inst<'_>) -> bool {
    use Opcode::*;
    matches!(inst.opcode(), LLVMLoad | LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMMul | LLVMCall)
}
