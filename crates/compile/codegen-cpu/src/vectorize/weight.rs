//! Decides which blocks are skipped if no work-item runs them.

use tandem_codegen::analysis::accesses::is_plain;
use tandem_codegen::analysis::cfg::BlockId;
use tandem_codegen::attributes::is_pure_call;
use tandem_ir::{Inst, Intrinsic, Opcode};

use super::body::Body;
use super::shapes::Shapes;

/// Whether each block must not run with an empty mask, or takes longer than a branch around it: more than `max_plain`
/// instructions.
pub fn heavy_blocks(body: &Body<'_>, shapes: &Shapes<'_>, max_plain: usize) -> Vec<bool> {
    (0..body.cfg.len()).map(|id| is_heavy(body, shapes, id, max_plain)).collect()
}

fn is_heavy(body: &Body<'_>, shapes: &Shapes<'_>, id: BlockId, max_plain: usize) -> bool {
    let insts = body.cfg.block(id).insts();
    let branches = body.cfg.successors(id).len() > 1 && !shapes.is_divergent(id);
    // A loop might not terminate on the values of inactive lanes.
    body.loop_of_header(id).is_some()
        || branches
        || insts.len() > max_plain
        || insts.into_iter().any(|inst| is_heavy_inst(shapes, inst))
}

fn is_heavy_inst<'m>(shapes: &Shapes<'m>, inst: Inst<'m>) -> bool {
    use Opcode::*;
    match inst.opcode() {
        // Uniform values are computed by a scalar instruction.
        LLVMLoad => !is_plain(inst) || shapes.is_uniform(inst.value()),
        LLVMStore | LLVMAtomicRMW | LLVMAtomicCmpXchg | LLVMFence => true,
        LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMFDiv | LLVMFRem => true,
        LLVMCall => !is_pure_call(inst) || !inst.intrinsic().is_some_and(is_cheap),
        _ => false,
    }
}

/// Whether an intrinsic is an instruction or two.
pub fn is_cheap(intrinsic: Intrinsic) -> bool {
    use Intrinsic::*;
    matches!(
        intrinsic,
        Abs | CopySign | Fabs | Fma | FmulAdd | MaxNum | MinNum | Maximum | Minimum | Smax | Smin | Umax | Umin
    )
}
