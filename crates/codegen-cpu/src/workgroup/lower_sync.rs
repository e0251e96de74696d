//! SPIR-V's barriers and group operations become [synchronization
//! points](super::sync), after inlining and simplification, when scopes are
//! constants. What only sub-groups have is in [`shuffles`](super::shuffles) and
//! [`ballots`](super::ballots).

use tandem_ir::{Builder, FloatPredicate, Function, Inst, IntPredicate, Module, Ordering, TypeKind, Value};
use tandem_spirv::builtins::Builtin;

use super::sync::{Combine, GroupOp, Scope, build_barrier, build_group};
use crate::builtins::work_item::linear_local_id;
use crate::call_graph::original_name;
use crate::error::{Error, Result};
use crate::work_item::Query;

/// SPIR-V's scopes.
const DEVICE: u64 = 1;
const WORKGROUP: u64 = 2;
const SUBGROUP: u64 = 3;
const INVOCATION: u64 = 4;
/// A bit of SPIR-V's memory semantics.
const SEQUENTIALLY_CONSISTENT: u64 = 0x10;

/// Lowers the barriers and group operations of a kernel whose sub-groups have
/// at most so many work-items.
pub fn run<'m>(module: &'m Module, kernel: Function<'m>, sub_group_size: u32) -> Result<()> {
    for inst in kernel.insts().into_iter().filter(|inst| inst.is_call()) {
        let Some(Builtin::Instruction(op)) = inst.called_function().and_then(|callee| Builtin::parse(&callee.name()))
        else {
            continue;
        };
        let lowering = Lowering {
            module,
            kernel: original_name(kernel),
            builder: Builder::before(inst),
            inst,
            name: format!("{op:?}"),
            sub_group_size,
        };
        if let Some(result) = lowering.lower()? {
            inst.value().replace_all_uses_with(result);
        }
        inst.erase();
    }
    Ok(())
}

/// An instruction that is lowered.
pub struct Lowering<'m> {
    pub module: &'m Module,
    kernel: String,
    /// Before the instruction.
    pub builder: Builder<'m>,
    pub inst: Inst<'m>,
    /// The instruction's name in SPIR-V, without `Op`.
    name: String,
    /// Work-items of a full sub-group.
    pub sub_group_size: u32,
}

impl<'m> Lowering<'m> {
    fn lower(&self) -> Result<Option<Value<'m>>> {
        let args = self.inst.args();
        match self.name.as_str() {
            "ControlBarrier" => {
                // A memory scope that only the running program knows may be any.
                let fence = args[1].const_u64().is_none_or(|memory| memory <= DEVICE);
                match self.constant(args[0], "scope")? {
                    ..=WORKGROUP => build_barrier(self.module, &self.builder, Scope::Group, fence),
                    SUBGROUP => build_barrier(self.module, &self.builder, Scope::SubGroup, fence),
                    _ => {
                        self.builder.fence(Ordering::LLVMAtomicOrderingAcquireRelease);
                    }
                }
                Ok(None)
            }
            "MemoryBarrier" => {
                let relaxed = args[1].const_u64().is_some_and(|semantics| semantics & SEQUENTIALLY_CONSISTENT == 0);
                let ordering = match relaxed {
                    true => Ordering::LLVMAtomicOrderingAcquireRelease,
                    false => Ordering::LLVMAtomicOrderingSequentiallyConsistent,
                };
                if args[0].const_u64() != Some(INVOCATION) {
                    self.builder.fence(ordering);
                }
                Ok(None)
            }
            "SubgroupBlockWriteINTEL" => {
                self.block_write(args[0], args[1]);
                Ok(None)
            }
            name => match name.strip_prefix("Subgroup") {
                Some(plain) => self.operation(plain, Scope::SubGroup, &args).map(Some),
                None => {
                    let plain = name.strip_prefix("Group").ok_or_else(|| self.unsupported())?;
                    let scope = match self.constant(args[0], "scope")? {
                        ..=WORKGROUP => Scope::Group,
                        _ => Scope::SubGroup,
                    };
                    self.operation(plain.trim_start_matches("NonUniform"), scope, &args[1..]).map(Some)
                }
            },
        }
    }

    /// `args` are the operands but for the scope.
    fn operation(&self, name: &str, scope: Scope, args: &[Value<'m>]) -> Result<Value<'m>> {
        let plain = name.trim_end_matches("KHR").trim_end_matches("INTEL");
        match plain {
            "All" => return Ok(self.group(scope, GroupOp::Reduce(Combine::And), args[0])),
            "Any" => return Ok(self.group(scope, GroupOp::Reduce(Combine::Or), args[0])),
            "AllEqual" => return Ok(self.all_equal(scope, args[0])),
            "Broadcast" | "BroadcastFirst" | "ReadInvocation" | "FirstInvocation" => {
                return Ok(self.broadcast(scope, args[0], args.get(1).copied()));
            }
            "Elect" => {
                let id = match scope {
                    Scope::Group => self.linear_id(None),
                    Scope::SubGroup => self.lane(),
                };
                return Ok(self.equals(id, 0));
            }
            _ => {}
        }
        if scope == Scope::SubGroup {
            let lowered = self.shuffle_operation(plain, args).map(Ok).or_else(|| self.ballot_operation(plain, args));
            if let Some(lowered) = lowered {
                return lowered;
            }
        }
        let combine = combine_by_name(plain).ok_or_else(|| self.unsupported())?;
        let cluster = args.get(2).map(|size| self.constant(*size, "cluster size")).transpose()?;
        self.combination(scope, combine, self.constant(args[0], "group operation")?, args[1], cluster)
    }

    /// `kind` is SPIR-V's `GroupOperation`: reduce, inclusive scan, exclusive scan, clustered reduce.
    fn combination(
        &self,
        scope: Scope,
        combine: Combine,
        kind: u64,
        value: Value<'m>,
        cluster: Option<u64>,
    ) -> Result<Value<'m>> {
        let op = match (kind, cluster) {
            (0, _) => GroupOp::Reduce(combine),
            (1, _) => GroupOp::InclusiveScan(combine),
            (2, _) => GroupOp::ExclusiveScan(combine),
            (3, Some(size)) if scope == Scope::SubGroup && size.is_power_of_two() => {
                return Ok(self.clustered(combine, value, size));
            }
            _ => return Err(self.unsupported()),
        };
        Ok(self.group(scope, op, value))
    }

    /// The value of the work-item of an id; of the first one without.
    pub fn broadcast(&self, scope: Scope, value: Value<'m>, id: Option<Value<'m>>) -> Value<'m> {
        let index = match scope {
            Scope::Group => self.linear_id(id),
            Scope::SubGroup => {
                let long = self.module.int(64);
                // No other element is there to be read.
                let last = long.int(u64::from(self.sub_group_size) - 1, false);
                self.builder.and(id.map_or(long.zero(), |id| self.extend(id)), last)
            }
        };
        self.each_element(value, |value| {
            build_group(self.module, &self.builder, scope, GroupOp::Broadcast, &[value, index])
        })
    }

    /// Number of the work-item of a local id, which may be a vector; of this one without.
    fn linear_id(&self, id: Option<Value<'m>>) -> Value<'m> {
        let (module, builder) = (self.module, &self.builder);
        let parts = match id {
            None => [0, 1, 2].map(|dim| Query::LocalId(dim).build(module, builder)),
            Some(id) => match id.ty().kind() {
                TypeKind::Vector(_, len) => [0, 1, 2].map(|i: u32| {
                    let element = || builder.extract_element(id, module.int(32).int(i.into(), false));
                    if i < len { self.extend(element()) } else { module.int(64).zero() }
                }),
                _ => return self.extend(id),
            },
        };
        linear_local_id(module, builder, parts)
    }

    /// Whether all work-items have the same value.
    fn all_equal(&self, scope: Scope, value: Value<'m>) -> Value<'m> {
        let first = self.broadcast(scope, value, None);
        let equal = match value.ty().scalar().is_float() {
            true => self.builder.fcmp(FloatPredicate::LLVMRealOEQ, value, first),
            false => self.builder.icmp(IntPredicate::LLVMIntEQ, value, first),
        };
        let all = match equal.ty().kind() {
            TypeKind::Vector(..) => {
                self.builder.intrinsic(self.module, "llvm.vector.reduce.and", &[equal.ty()], &[equal]).value()
            }
            _ => equal,
        };
        self.group(scope, GroupOp::Reduce(Combine::And), all)
    }

    /// The work-item's number in its sub-group, as `i64`.
    pub fn lane(&self) -> Value<'m> {
        Query::SubGroupLocalId.build(self.module, &self.builder)
    }

    /// Whether a number is the given one.
    pub fn equals(&self, value: Value<'m>, number: u64) -> Value<'m> {
        self.builder.icmp(IntPredicate::LLVMIntEQ, value, value.ty().int(number, false))
    }

    /// An unsigned number as `i64`.
    pub fn extend(&self, id: Value<'m>) -> Value<'m> {
        let long = self.module.int(64);
        if id.ty() == long { id } else { self.builder.zext(id, long) }
    }

    /// An operation on each element of a value.
    pub fn group(&self, scope: Scope, op: GroupOp, value: Value<'m>) -> Value<'m> {
        self.each_element(value, |value| build_group(self.module, &self.builder, scope, op, &[value]))
    }

    /// Computes each element of a vector, or the scalar.
    pub fn each_element(&self, value: Value<'m>, build: impl Fn(Value<'m>) -> Value<'m>) -> Value<'m> {
        let TypeKind::Vector(_, len) = value.ty().kind() else {
            return build(value);
        };
        let mut result = value.ty().poison();
        for i in 0..len {
            let index = self.module.int(32).int(i.into(), false);
            let element = build(self.builder.extract_element(value, index));
            result = self.builder.insert_element(result, element, index);
        }
        result
    }

    /// The value of an operand that must be a constant.
    pub fn constant(&self, value: Value<'m>, what: &str) -> Result<u64> {
        let construct = || format!("{}: its {what} is not a constant", self.name);
        value.const_u64().ok_or_else(|| Error::in_kernel(&self.kernel, construct()))
    }

    /// The error for what there is no lowering for.
    pub fn unsupported(&self) -> Error {
        Error::in_kernel(&self.kernel, format!("{} is not supported on the CPU device", self.name))
    }
}

fn combine_by_name(name: &str) -> Option<Combine> {
    Some(match name {
        "IAdd" => Combine::Add,
        "IMul" => Combine::Mul,
        "SMin" => Combine::SMin,
        "UMin" => Combine::UMin,
        "SMax" => Combine::SMax,
        "UMax" => Combine::UMax,
        "FAdd" => Combine::FAdd,
        "FMul" => Combine::FMul,
        "FMin" => Combine::FMin,
        "FMax" => Combine::FMax,
        "BitwiseAnd" | "LogicalAnd" => Combine::And,
        "BitwiseOr" | "LogicalOr" => Combine::Or,
        "BitwiseXor" | "LogicalXor" => Combine::Xor,
        _ => return None,
    })
}
