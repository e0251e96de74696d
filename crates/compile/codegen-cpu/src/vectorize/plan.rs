//! How one loop over work-items becomes vector code, or why it does not.

use std::fmt::{self, Display, Formatter};

use rustc_hash::{FxHashMap, FxHashSet};
use tandem_codegen::analysis::accesses::{Access, access, is_plain};
use tandem_codegen::analysis::shapes::Exact;
use tandem_ir::{EditableModule, Inst, Module, Opcode, TypeKind, Value};

use super::body::Body;
use super::bounds::{Bound, bounds, comparisons};
use super::cost::{Cost, Estimate};
use super::groups::Groups;
use super::instructions::has_vectors;
use super::item_loop::ItemLoop;
use super::linear::{Linear, Print};
use super::narrowed::{Narrowed, narrowed, tested};
use super::private::PrivateMemory;
use super::refusal::Refusal;
use super::shapes::{Seeds, Shapes};
use super::vector_forms::VectorForm;
use super::weight::{heavy_blocks, is_cheap};
use crate::cost_model::CostModel;

/// How a loop over work-items becomes vector code.
pub struct LoopPlan<'m> {
    /// The loop.
    pub item_loop: ItemLoop<'m>,
    /// The body of the loop.
    pub body: Body<'m>,
    /// How values differ between neighbours.
    pub shapes: Shapes<'m>,
    /// The order of blocks.
    pub linear: Linear,
    /// Work-items that run at once.
    pub lanes: u32,
    /// The forms of its chunks.
    pub forms: Forms,
    /// Memory on the stack of which each work-item has its own.
    pub private: PrivateMemory<'m>,
    /// Accesses that happen at once.
    pub groups: Groups<'m>,
    /// Values that are used after the loop.
    pub outs: Vec<Value<'m>>,
    /// Results whose operand must fit 32 bits for all work-items, or else they run one at a time.
    pub narrowed: Vec<Narrowed<'m>>,
    /// Comparisons that hold for all work-items that do anything: the others are left out.
    pub bounds: Vec<Bound<'m>>,
    /// The plan for the remainder after whole chunks, if it runs with fewer lanes.
    pub rest: Option<Box<LoopPlan<'m>>>,
    /// The cost of the code.
    pub cost: Cost,
    /// Whether the plan is to be carried out: it makes faster code, or its width is forced.
    pub pays: bool,
}

/// The code forms for chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forms {
    /// Chunks with all lanes: there are no others.
    Whole,
    /// Chunks with all lanes, and the remainder under a mask.
    WholeAndRest,
    /// All chunks under a mask.
    Masked,
}

impl Forms {
    /// The forms for a loop; if the number of work-items that it runs, in total or at once, `varies`, whole chunks are
    /// not enough.
    fn new(item_loop: &ItemLoop<'_>, body: &Body<'_>, lanes: u32, varies: bool, costs: &CostModel) -> Self {
        let insts: usize = (0..body.cfg.len()).map(|id| body.cfg.block(id).insts().len()).sum();
        match item_loop.constant_total() {
            Some(total) if total.is_multiple_of(lanes.into()) && !varies => Self::Whole,
            _ if item_loop.has_few || insts > costs.max_two_forms_instructions => Self::Masked,
            _ => Self::WholeAndRest,
        }
    }
}

/// How many work-items become lanes.
#[derive(Clone, Copy, Debug)]
pub struct Width {
    /// The number of lanes.
    pub lanes: u32,
    /// Whether they do even if that is slower.
    pub is_forced: bool,
    /// Bits of a vector register.
    pub vector_bits: u32,
}

impl<'m> LoopPlan<'m> {
    /// Decides for a loop. Of the module, only addresses in private variables change: they are computed where
    /// the loop uses them.
    pub fn new(
        module: &'m EditableModule,
        item_loop: ItemLoop<'m>,
        width: Width,
        costs: &CostModel,
    ) -> Result<Self, Refusal<'m>> {
        let lanes = width.lanes;
        let body = Body::new(item_loop.header, &item_loop.blocks).ok_or(Refusal::Irreducible)?;
        let is_straight = body.cfg.len() == 1 && !calls_library(&item_loop) && !has_atomics(&item_loop);
        if is_straight && !item_loop.has_few {
            return Err(Refusal::Straight(Box::new(item_loop)));
        }
        let narrowed = narrowed(module, &item_loop, &body);
        let tested = tested(&narrowed);
        let bounds = known_bounds(module, &item_loop, &body, &tested);
        let is_left = !width.is_forced && !item_loop.has_few && bounds.is_empty() && is_left_to_llvm(&body, costs);
        if is_left {
            return Err(Refusal::Straight(Box::new(item_loop)));
        }
        widest_branch(&body, costs).map_or(Ok(()), |branch| Err(Refusal::ManyTargets(branch)))?;
        is_closed(&body).then_some(()).ok_or(Refusal::NotClosed)?;
        let private = PrivateMemory::new(module, &item_loop).map_err(Refusal::Escapes)?;
        fits(&private, lanes, costs.max_lanes_private_bytes)?;
        let bounded = comparisons(&bounds);
        let mut forced = FxHashSet::default();
        let (shapes, linear) = loop {
            let seeds = Seeds {
                index: item_loop.index,
                private: &private,
                lanes,
                narrowed: &tested,
                bounded: &bounded,
                forced: &forced,
            };
            let shapes = Shapes::new(module, &body, &seeds);
            let heavy = heavy_blocks(&body, &shapes, costs.max_plain_instructions);
            match Linear::new(&body, &shapes, &heavy) {
                Ok(linear) => break (shapes, linear),
                Err(folded) => forced.extend(folded),
            }
        };
        no_vectors(&body, &shapes).map_or(Ok(()), |inst| Err(Refusal::Type(inst)))?;
        let groups = Groups::new(module, &body, &shapes, &private);
        let vector_bits = width.vector_bits;
        let code = Estimate {
            module,
            body: &body,
            shapes: &shapes,
            linear: &linear,
            groups: &groups,
            lanes,
            vector_bits,
            costs,
        };
        let mut cost = code.of_body();
        cost.scalar /= if item_loop.has_elements { costs.gain_of_elements } else { 1.0 };
        let pays = width.is_forced || cost.vector < cost.scalar;
        let outs = outs(&item_loop);
        let forms = Forms::new(&item_loop, &body, lanes, !narrowed.is_empty() || !bounds.is_empty(), costs);
        let rest = None;
        Ok(Self {
            item_loop,
            body,
            shapes,
            linear,
            lanes,
            forms,
            private,
            groups,
            outs,
            narrowed,
            bounds,
            rest,
            cost,
            pays,
        })
    }
}

impl<'m> LoopPlan<'m> {
    /// Whether twice the lanes are worth a try: two registers for each value hide the latency of operations, as long as
    /// little is done lane by lane.
    pub fn is_better_twice_as_wide(&self, module: &Module, costs: &CostModel) -> bool {
        let lanes = 2 * self.lanes;
        let most = if self.runs_small_loops_in_step(module, costs) { costs.max_lanes_in_step } else { costs.max_lanes };
        let has_so_many = self.item_loop.constant_total().is_none_or(|total| total >= lanes.into());
        !self.body.loops.is_empty()
            && lanes <= most
            && has_so_many
            && self.cost.separate < costs.max_separate_part * self.cost.vector
    }

    /// Whether all work-items leave the loops of the body at the same time, access only uniform or adjacent memory in
    /// them, and compute so little in them that registers hold it.
    fn runs_small_loops_in_step(&self, module: &Module, costs: &CostModel) -> bool {
        let is_regular = |inst: &Inst<'m>| access(*inst).is_none_or(|access| self.is_uniform_or_row(module, &access));
        let is_in_loop = |id: &usize| self.body.innermost[*id].is_some();
        let blocks = (0..self.body.cfg.len()).filter(is_in_loop);
        let insts: Vec<_> = blocks.flat_map(|id| self.body.cfg.block(id).insts()).collect();
        let vectors = insts.iter().filter(|inst| !self.shapes.is_uniform(inst.value())).count();
        (0..self.body.loops.len()).all(|inner| !self.shapes.is_divergent_loop(inner))
            && insts.iter().all(is_regular)
            && vectors <= costs.max_in_step_instructions
    }

    fn is_uniform_or_row(&self, module: &Module, access: &Access<'m>) -> bool {
        let stride = self.shapes.of(access.address).stride();
        stride.is_some_and(|stride| stride == 0 || stride.unsigned_abs() == module.size_of(access.ty))
    }
}

impl Display for LoopPlan<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "loop over work-items at %{}: {} lanes", self.item_loop.header.name(), self.lanes)?;
        write!(f, "{}", Print(&self.body, &self.linear))
    }
}

/// Whether LLVM's loop vectorizer handles the body well: a few loads, stores and operations, with branches that it can
/// turn into masks. It uses narrower registers than the widest, which is better for unaligned loads.
fn is_left_to_llvm(body: &Body<'_>, costs: &CostModel) -> bool {
    use Opcode::*;
    let insts: Vec<_> = (0..body.cfg.len()).flat_map(|id| body.cfg.block(id).insts()).collect();
    let is_simple = |inst: &Inst<'_>| match inst.opcode() {
        LLVMSwitch | LLVMAtomicRMW | LLVMAtomicCmpXchg | LLVMFence | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem => false,
        LLVMLoad | LLVMStore => is_plain(*inst),
        LLVMCall => inst.intrinsic().is_some_and(is_cheap),
        _ => true,
    };
    body.loops.is_empty() && insts.len() <= costs.max_loop_vectorizer_instructions && insts.iter().all(is_simple)
}

/// A branch with more targets than vector code has.
fn widest_branch<'m>(body: &Body<'m>, costs: &CostModel) -> Option<Inst<'m>> {
    let is_wide = |id: &usize| body.cfg.successors(*id).len() > costs.max_targets;
    (0..body.cfg.len()).find(is_wide).and_then(|id| body.cfg.block(id).terminator())
}

/// Whether a loop calls functions of the mathematics library. LLVM's loop vectorizer calls those for registers that are
/// narrower than the widest.
fn calls_library(item_loop: &ItemLoop<'_>) -> bool {
    let insts = item_loop.blocks.iter().flat_map(|block| block.insts());
    insts.into_iter().any(|inst| VectorForm::of(inst).is_some() && !inst.intrinsic().is_some_and(is_cheap))
}

/// Whether a loop has atomic operations, which LLVM's loop vectorizer has no vectors for.
fn has_atomics(item_loop: &ItemLoop<'_>) -> bool {
    let insts = item_loop.blocks.iter().flat_map(|block| block.insts());
    insts.into_iter().any(|inst| inst.opcode() == Opcode::LLVMAtomicRMW)
}

/// One iteration of a loop that stays as it is, and how its values differ between neighbours.
pub fn straight<'m>(module: &'m Module, item_loop: &ItemLoop<'m>) -> Option<(Body<'m>, Shapes<'m>)> {
    let body = Body::new(item_loop.header, &item_loop.blocks)?;
    let narrowed = tested(&narrowed(module, item_loop, &body));
    let shapes = Shapes::of_scalars(module, &body, item_loop.index, &narrowed);
    Some((body, shapes))
}

/// Guards that leave out work-items of a loop. Of one whose values live on, the last work-item runs in any case.
fn known_bounds<'m>(
    module: &'m Module,
    item_loop: &ItemLoop<'m>,
    body: &Body<'m>,
    tested: &FxHashMap<Value<'m>, Exact>,
) -> Vec<Bound<'m>> {
    if body.cfg.len() == 1 || !outs(item_loop).is_empty() {
        return Vec::new();
    }
    bounds(item_loop, body, &Shapes::of_scalars(module, body, item_loop.index, tested))
}

/// Whether values of the loop are used after it only by phis, which select the work-item that provides the value.
fn is_closed(body: &Body<'_>) -> bool {
    (0..body.cfg.len()).all(|id| {
        let leaves = |user: Value<'_>| {
            let Some(user) = user.as_inst() else { return false };
            let to = user.block().and_then(|block| body.cfg.id(block));
            user.opcode() != Opcode::LLVMPHI && to.is_some_and(|to| body.leaves_loop(id, to))
        };
        body.innermost[id].is_none()
            || body.cfg.block(id).insts().into_iter().all(|inst| !inst.value().users().into_iter().any(leaves))
    })
}

/// Whether the variables of all lanes are few enough.
fn fits<'m>(private: &PrivateMemory<'m>, lanes: u32, most: u64) -> Result<(), Refusal<'m>> {
    let (bytes, most) = (private.bytes(), most / u64::from(lanes));
    match private.largest() {
        Some(largest) if bytes > most => Err(Refusal::LargeVariables { largest: largest.alloca, bytes, most }),
        _ => Ok(()),
    }
}

/// The first instruction whose result varies and cannot be a vector.
fn no_vectors<'m>(body: &Body<'m>, shapes: &Shapes<'m>) -> Option<Inst<'m>> {
    let insts = (0..body.cfg.len()).flat_map(|id| body.cfg.block(id).insts());
    insts.into_iter().find(|inst| {
        let is_value = inst.ty().kind() != TypeKind::Void;
        let operands_fit =
            inst.operands().into_iter().all(|operand| shapes.is_uniform(operand) || has_vectors(operand.ty()));
        inst.opcode() == Opcode::LLVMAlloca
            || !operands_fit
            || is_value && !shapes.is_uniform(inst.value()) && !has_vectors(inst.ty())
    })
}

/// The values of a loop that are used by phis after it.
fn outs<'m>(item_loop: &ItemLoop<'m>) -> Vec<Value<'m>> {
    let phis = item_loop.exit.insts().into_iter().take_while(|inst| inst.opcode() == Opcode::LLVMPHI);
    let entry = |phi: Inst<'m>| phi.incoming().into_iter().find(|(_, from)| *from == item_loop.latch);
    phis.filter_map(entry).map(|(value, _)| value).collect()
}

#[cfg(test)]
mod tests {
    use tandem_ir::{Context, Module};

    use super::*;
    use crate::vectorize::item_loop;

    /// The linear form that a plan gives to the blocks of a body. `%i` is the number of the work-item, and control
    /// leaves from `x` to `leave`.
    fn linear(body: &str) -> String {
        let text = format!(
            "define void @f(ptr %p, i64 %n, i64 %u) {{
            start:
              br label %x
            x:
              %i = phi i64 [ 0, %start ], [ %next, %leave ]
              {body}
            leave:
              %next = add nuw nsw i64 %i, 1
              %more = icmp ult i64 %next, %n
              br i1 %more, label %x, label %end, !llvm.loop !0
            end:
              ret void
            }}
            !0 = distinct !{{!0, !1}}
            !1 = !{{!\"tandem.work_items\"}}"
        );
        let ctx = Context::new();
        let mut module = Module::parse(&ctx, text.as_bytes(), "test").unwrap_or_else(|error| panic!("{error}"));
        let module = module.edit();
        let function = module.function("f").expect("defined above");
        let found = item_loop::find(module, function).pop().expect("the loop of the test");
        let plan = LoopPlan::new(module, found, WIDTH, &COSTS).unwrap_or_else(|refusal| panic!("{refusal}"));
        plan.to_string().lines().skip(1).map(|line| format!("{}\n", line.trim())).collect()
    }

    const WIDTH: Width = Width { lanes: 8, is_forced: true, vector_bits: 256 };
    const COSTS: CostModel = CostModel { max_plain_instructions: 4, ..CostModel::X86_64 };
    const DOCUMENTATION: &str = include_str!("../../../../../docs/internals/work-group-former.md");

    #[test]
    fn the_example_of_the_documentation_is_true() {
        let plan = linear(
            "%guard = icmp ult i64 %i, %u
              br i1 %guard, label %body, label %leave
            body:
              %c = uitofp i64 %i to float
              br label %loop
            loop:
              %k = phi i64 [ 0, %body ], [ %k1, %loop ]
              %z = phi float [ 0.0, %body ], [ %z1, %loop ]
              %zz = fmul float %z, %z
              %z1 = fadd float %zz, %c
              %k1 = add i64 %k, 1
              %less = fcmp olt float %z1, 4.0
              br i1 %less, label %loop, label %done
            done:
              %steps = phi i64 [ %k1, %loop ]
              store i64 %steps, ptr %p
              br label %leave",
        );
        let (_, page) = DOCUMENTATION.split_once("This is Mandelbrot").expect("the page has the example");
        let example = page.split("```").nth(1).expect("a block").trim_start_matches("text\n");
        let example: String = example.lines().map(|line| format!("{}\n", line.trim())).collect();
        assert_eq!(plan, example);
    }

    #[test]
    fn uniform_branches_stay() {
        let plan = linear(
            "%c = icmp eq i64 %u, 0
              br i1 %c, label %then, label %else
            then:
              br label %leave
            else:
              %own = icmp eq i64 %i, %u
              br i1 %own, label %one, label %leave
            one:
              store i64 %i, ptr %p
              br label %leave",
        );
        let expected = "%x (all) -> branch %else: %else, %then: %then
            %else (as %x) -> any %one or %leave
            %one (by edge) -> %leave
            %then (as %x) -> %leave
            %leave (as %x) -> end
            ";
        assert_eq!(plan, expected.replace("            ", ""));
    }

    #[test]
    fn work_items_wait_at_the_exits_of_a_loop() {
        let plan = linear(
            "br label %head
            head:
              %k = phi i64 [ 0, %x ], [ %k1, %latch ]
              %last = icmp eq i64 %k, %u
              br i1 %last, label %all, label %test
            test:
              %own = icmp eq i64 %k, %i
              br i1 %own, label %found, label %latch
            latch:
              %k1 = add i64 %k, 1
              br label %head
            found:
              store i64 1, ptr %p
              br label %leave
            all:
              store i64 2, ptr %p
              br label %leave",
        );
        // A counter is the same for all in the loop, so the test for its end stays a branch.
        let expected = "%x (all) -> %head
            %head (live) -> branch %test: %test, %all: any %found or %all
            %test (as %head) -> %latch
            %latch (by edge) -> any %head or any %found or %all
            %found (by edge) -> any %all or %leave
            %all (by edge) -> %leave
            %leave (as %x) -> end
            ";
        assert_eq!(plan, expected.replace("            ", ""));
    }

    #[test]
    fn short_blocks_run_for_nobody() {
        let plan = linear(
            "%q = getelementptr i64, ptr %p, i64 %i
              %own = icmp ult i64 %i, %u
              br i1 %own, label %small, label %join
            small:
              %twice = shl i64 %i, 1
              br label %join
            join:
              %value = phi i64 [ %i, %x ], [ %twice, %small ]
              store i64 %value, ptr %q
              br label %leave",
        );
        let expected = "%x (all) -> %small
            %small (by edge) -> %join
            %join (as %x) -> %leave
            %leave (as %join) -> end
            ";
        assert_eq!(plan, expected.replace("            ", ""));
    }
}
