//! Recognizes loops that should stay inside of the work-item loop because their
//! iterations access contiguous memory.
//!
//! [Implicit barriers](super::implicit_barriers) move a loop out of the work-item
//! loop, so that neighbouring work-items become vector lanes. This is good where
//! neighbouring work-items access neighbouring elements. If each work-item reads
//! a row of its own (a matrix-vector product), every iteration would gather one
//! element from as many rows as there are lanes. Such a loop stays where it is if
//! LLVM can vectorize it over its iterations.
//!
//! LLVM requires that sums over the iterations may be reordered (`reassoc`) and
//! that iterations depend on each other in no other way.

use rustc_hash::FxHashSet;
use tandem_ir::{Inst, Module, Opcode, Value};

use super::cfg::{BlockId, Cfg};
use super::strides::{Access, Strides, access};
use super::uniformity::Uniformity;

/// `LLVMFastMathAllowReassoc`.
const REASSOC: u32 = 1;

/// A loop that all work-items run together.
pub struct ContiguousLoop<'a, 'm> {
    cfg: &'a Cfg<'m>,
    header: BlockId,
    insts: Vec<Inst<'m>>,
    inside: FxHashSet<Value<'m>>,
    exiting: usize,
}

impl<'a, 'm> ContiguousLoop<'a, 'm> {
    /// The innermost loop of a header and its blocks.
    pub fn new(cfg: &'a Cfg<'m>, header: BlockId, blocks: &[BlockId]) -> Self {
        let insts: Vec<_> = blocks.iter().flat_map(|id| cfg.block(*id).insts()).collect();
        let leaves = |id: &&BlockId| cfg.successors(**id).iter().any(|next| !blocks.contains(next));
        Self {
            cfg,
            header,
            inside: insts.iter().map(|inst| inst.value()).collect(),
            insts,
            exiting: blocks.iter().filter(leaves).count(),
        }
    }

    /// Whether the loop's iterations are the better lanes, and can be.
    pub fn should_stay_innermost(&self, module: &'m Module, uniformity: &Uniformity<'m>) -> bool {
        let accesses: Vec<_> = self.insts.iter().filter_map(|inst| access(*inst)).collect();
        let mut across = uniformity.strides(module);
        let across = accesses.iter().filter(|access| across.scatters(access)).count();
        if across == 0 || self.exiting != 1 {
            return false;
        }
        let Some(carried) = self.carried(module) else {
            return false;
        };
        let inductions = carried.iter().filter_map(|phi| match phi {
            Carried::Induction { phi, stride } => Some((*phi, *stride)),
            Carried::Sum { .. } => None,
        });
        let mut along = Strides::new(module, inductions, |value| !self.inside.contains(&value));
        let keeps_memory = self.insts.iter().filter(|inst| inst.opcode() == Opcode::LLVMStore).all(|store| {
            let Access { address, .. } = access(*store).expect("a store");
            along.of(address) != Some(0) || self.ends_sum(store.operand(0), &carried) && !self.loads_from(address)
        });
        keeps_memory && accesses.iter().filter(|access| along.scatters(access)).count() < across
    }

    /// What the phis of the header are; `None` if LLVM could not vectorize one.
    fn carried(&self, module: &'m Module) -> Option<Vec<Carried<'m>>> {
        let header = self.cfg.block(self.header).insts().into_iter();
        let phis = header.take_while(|inst| inst.opcode() == Opcode::LLVMPHI);
        phis.map(|phi| {
            let mut next = phi.incoming().into_iter().filter(|(_, from)| self.is_inside(*from)).map(|(value, _)| value);
            let (Some(next), None) = (next.next(), next.next()) else {
                return None;
            };
            self.induction(module, phi, next).or_else(|| self.sum(phi, next))
        })
        .collect()
    }

    fn is_inside(&self, block: tandem_ir::Block<'m>) -> bool {
        block.terminator().is_some_and(|end| self.inside.contains(&end.value()))
    }

    /// A phi that grows by the same in each iteration.
    fn induction(&self, module: &'m Module, phi: Inst<'m>, next: Value<'m>) -> Option<Carried<'m>> {
        let inst = next.as_inst()?;
        let operands = inst.operands();
        let [first, second] = operands[..] else {
            return None;
        };
        let step = match inst.opcode() {
            Opcode::LLVMAdd if second == phi.value() => first,
            Opcode::LLVMAdd | Opcode::LLVMGetElementPtr if first == phi.value() => second,
            _ => return None,
        };
        if self.inside.contains(&step) {
            return None;
        }
        let unit = match next.gep_source_type() {
            Some(ty) if inst.opcode() == Opcode::LLVMGetElementPtr => i64::try_from(module.size_of(ty)).ok(),
            _ => Some(1),
        };
        let stride = step.const_i64().zip(unit).and_then(|(step, unit)| step.checked_mul(unit));
        Some(Carried::Induction { phi: phi.value(), stride })
    }

    /// A phi that is combined with something in each iteration, in any order:
    /// one operation after the other uses it, up to the last.
    fn sum(&self, phi: Inst<'m>, last: Value<'m>) -> Option<Carried<'m>> {
        let mut at = phi;
        while at.value() != last {
            let mut users = at.value().users().into_iter().filter(|user| self.inside.contains(user));
            let (Some(user), None) = (users.next().and_then(Value::as_inst), users.next()) else {
                return None;
            };
            if !is_reorderable(user) {
                return None;
            }
            at = user;
        }
        (at != phi).then_some(Carried::Sum { last })
    }

    fn ends_sum(&self, value: Value<'m>, carried: &[Carried<'m>]) -> bool {
        carried.iter().any(|phi| matches!(phi, Carried::Sum { last } if *last == value))
    }

    fn loads_from(&self, address: Value<'m>) -> bool {
        self.insts.iter().any(|inst| inst.opcode() == Opcode::LLVMLoad && inst.operand(0) == address)
    }
}

/// What a loop carries from one iteration to the next.
enum Carried<'m> {
    /// Grows by the same in each iteration; by how much, if that is constant.
    Induction {
        /// Where it is known.
        phi: Value<'m>,
        /// By how much it grows.
        stride: Option<i64>,
    },
    /// Collects something of all iterations.
    Sum {
        /// What an iteration ends with.
        last: Value<'m>,
    },
}

/// Whether a chain of such operations gives the same in any order, as far as the program cares.
fn is_reorderable(inst: Inst<'_>) -> bool {
    use Opcode::*;
    match inst.opcode() {
        LLVMFAdd | LLVMFMul => inst.fast_math() & REASSOC != 0,
        LLVMAdd | LLVMMul | LLVMAnd | LLVMOr | LLVMXor => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use tandem_ir::Context;

    use super::super::implicit_barriers;
    use super::super::sync::Scope;

    /// Whether a loop over `%k` is exchanged that adds up `%x` with `add`, where `load` is the
    /// way to `%x` and `store` what each iteration does besides.
    fn is_exchanged(load: &str, add: &str, store: &str) -> bool {
        let text = format!(
            "declare i64 @tandem.query.local_id.0() memory(none)
            declare i64 @tandem.query.local_id.1() memory(none)
            define spir_kernel void @k(ptr addrspace(1) %m, ptr addrspace(1) %out, i64 %n, i64 %width) {{
            entry:
              %i = call i64 @tandem.query.local_id.0()
              %j = call i64 @tandem.query.local_id.1()
              %row = mul i64 %i, %width
              %own = getelementptr float, ptr addrspace(1) %m, i64 %row
              %o = getelementptr float, ptr addrspace(1) %out, i64 %i
              br label %body
            body:
              %k = phi i64 [ 0, %entry ], [ %next, %body ]
              %p = phi ptr addrspace(1) [ %own, %entry ], [ %q, %body ]
              %sum = phi float [ 0.0, %entry ], [ %more, %body ]
              {load}
              %more = {add} float %sum, %x
              {store}
              %next = add i64 %k, 1
              %q = getelementptr float, ptr addrspace(1) %p, i64 1
              %go = icmp ult i64 %next, %n
              br i1 %go, label %body, label %end
            end:
              store float %more, ptr addrspace(1) %o
              ret void
            }}"
        );
        let ctx = Context::new();
        let module = tandem_ir::Module::parse(&ctx, text.as_bytes(), "test").unwrap_or_else(|error| panic!("{error}"));
        let kernel = module.function("k").expect("defined above");
        implicit_barriers::insert(&module, kernel, Scope::Group)
    }

    const ROW: &str = "%a = getelementptr float, ptr addrspace(1) %own, i64 %k
        %x = load float, ptr addrspace(1) %a";
    const COLUMN: &str = "%at = mul i64 %k, %width
        %line = getelementptr float, ptr addrspace(1) %m, i64 %at
        %a = getelementptr float, ptr addrspace(1) %line, i64 %i
        %x = load float, ptr addrspace(1) %a";

    #[test]
    fn rows_stay_in_the_work_item() {
        assert!(!is_exchanged(ROW, "fadd reassoc", ""));
        assert!(!is_exchanged("%x = load float, ptr addrspace(1) %p", "fadd fast", ""));
    }

    #[test]
    fn columns_are_exchanged() {
        assert!(is_exchanged(COLUMN, "fadd fast", ""));
    }

    #[test]
    fn sums_in_order_are_exchanged() {
        assert!(is_exchanged(ROW, "fadd", ""));
        assert!(is_exchanged(ROW, "fadd contract", ""));
    }

    #[test]
    fn rows_of_the_second_dimension_are_exchanged() {
        let load = "%at = mul i64 %j, %width
            %line = getelementptr float, ptr addrspace(1) %m, i64 %at
            %a = getelementptr float, ptr addrspace(1) %line, i64 %k
            %y = load float, ptr addrspace(1) %a
            %b = getelementptr float, ptr addrspace(1) %m, i64 %i
            %z = load float, ptr addrspace(1) %b
            %x = fadd float %y, %z";
        assert!(is_exchanged(load, "fadd fast", ""));
    }

    #[test]
    fn sums_in_memory() {
        assert!(!is_exchanged(ROW, "fadd fast", "store float %more, ptr addrspace(1) %o"));
        assert!(is_exchanged(ROW, "fadd fast", "store float %x, ptr addrspace(1) %o"));
        let reload = format!("{ROW}\n %y = load float, ptr addrspace(1) %o");
        assert!(is_exchanged(&reload, "fadd fast", "store float %more, ptr addrspace(1) %o"));
    }

    #[test]
    fn sums_that_others_use_are_exchanged() {
        let store = "%c = getelementptr float, ptr addrspace(1) %own, i64 %k
            store float %sum, ptr addrspace(1) %c";
        assert!(is_exchanged(ROW, "fadd fast", store));
    }
}
