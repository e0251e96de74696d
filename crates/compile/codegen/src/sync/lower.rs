//! Lowers SPIR-V's barriers and group operations to [synchronization points](super), after inlining and simplification,
//! when scopes are constants. Operations that exist only for sub-groups are in [`shuffles`](super::shuffles) and
//! [`ballots`](super::ballots), operations of some of their work-items in [`members`].

use tandem_device_ir::{
    self as device_ir, Barrier, Builtin, Device, GroupFunction, GroupOperation, Instruction, MemorySemantics,
    Participants, Role,
};
use tandem_device_ir_llvm::Callees;
use tandem_ir::{
    Builder, EditableModule, FloatPredicate, Function, Inst, IntPredicate, Intrinsic, Ordering, TypeKind, Value,
};

use super::{Combine, GroupOp, Scope, build_barrier, build_group, members};
use crate::builtins::work_item::linear_local_id;
use crate::error::{Error, Result};
use crate::internal::Internal;
use crate::names::original_name;
use crate::query::Query;

/// Lowers the barriers and group operations of a kernel whose sub-groups have at most `sub_group_size` work-items. The
/// kernel is for `device`.
///
/// # Errors
/// Operands that are not constant, and operations that have no lowering.
pub fn lower<'m>(
    module: &'m EditableModule,
    kernel: Function<'m>,
    sub_group_size: u32,
    device: &'static Device,
) -> Result<()> {
    let callees = Callees::called_by(kernel);
    for inst in kernel.insts() {
        let instruction = match callees.builtin(inst) {
            Some(Builtin::Instruction(instruction)) => instruction,
            Some(Builtin::Imported(function)) => {
                members::lower(module, kernel, inst, function)?;
                continue;
            }
            _ => continue,
        };
        let lowering = Lowering {
            module,
            kernel: original_name(kernel),
            builder: Builder::before(module, inst),
            inst,
            instruction,
            sub_group_size,
            device,
        };
        if let Some(result) = lowering.lower()? {
            inst.value().replace_all_uses_with(module, result);
        }
        inst.erase(module);
    }
    Ok(())
}

/// An instruction that is lowered.
pub struct Lowering<'m> {
    pub module: &'m EditableModule,
    kernel: String,
    /// Before the instruction.
    pub builder: Builder<'m>,
    pub inst: Inst<'m>,
    instruction: Instruction,
    /// Work-items of a full sub-group.
    pub sub_group_size: u32,
    device: &'static Device,
}

impl<'m> Lowering<'m> {
    fn lower(&self) -> Result<Option<Value<'m>>> {
        let args = self.inst.args();
        match self.instruction.role() {
            Role::Barrier(Barrier::Control) => self.control_barrier(&args).map(|()| None),
            Role::Barrier(Barrier::Memory) => {
                self.memory_barrier(&args);
                Ok(None)
            }
            Role::Group(function, Participants::Subgroup) => self.group_function(function, Scope::SubGroup, &args),
            Role::Group(function, Participants::OfScope) => {
                let scope = match self.scope(args[0])? {
                    // The only operations of all work-groups together are barriers.
                    device_ir::Scope::CrossDevice | device_ir::Scope::Device => return Err(self.unsupported()),
                    device_ir::Scope::Workgroup => Scope::Group,
                    device_ir::Scope::Subgroup | device_ir::Scope::Invocation => Scope::SubGroup,
                };
                self.group_function(function, scope, &args[1..])
            }
            Role::Barrier(Barrier::Arrive | Barrier::Wait)
            | Role::Atomic
            | Role::Image
            | Role::Conversion
            | Role::Relation
            | Role::Bits
            | Role::Arithmetic
            | Role::CastToExplicit
            | Role::SpaceOfPointer
            | Role::Clock
            | Role::SpecConstant => Err(self.unsupported()),
        }
    }

    /// `args`: the scope that waits, the scope of the memory ordering, and the semantics.
    fn control_barrier(&self, args: &[Value<'m>]) -> Result<()> {
        // A memory scope that is not constant may be any.
        let memory = args[1].const_u64().and_then(device_ir::Scope::from_number);
        let fence = memory.is_none_or(|memory| memory <= device_ir::Scope::Device);
        match self.scope(args[0])? {
            device_ir::Scope::CrossDevice | device_ir::Scope::Device => self.barrier_of_groups(),
            device_ir::Scope::Workgroup => build_barrier(self.module, &self.builder, Scope::Group, fence),
            device_ir::Scope::Subgroup => build_barrier(self.module, &self.builder, Scope::SubGroup, fence),
            device_ir::Scope::Invocation => {
                self.builder.fence(Ordering::LLVMAtomicOrderingAcquireRelease);
            }
        }
        Ok(())
    }

    /// A barrier of all work-groups of the launch: once a group has arrived as a whole, its
    /// first work-item waits for the other groups.
    fn barrier_of_groups(&self) {
        let barrier = || build_barrier(self.module, &self.builder, Scope::Group, true);
        barrier();
        let item = self.linear_id(None);
        let wait = self.module.void().function(&[item.ty()], false);
        self.builder.call_function(self.module.get_or_declare(&Internal::WaitForGroups.name(), wait), &[item]);
        barrier();
    }

    /// `args`: whose memory is ordered, how.
    fn memory_barrier(&self, args: &[Value<'m>]) {
        let semantics = args[1].const_u64().and_then(MemorySemantics::from_bits);
        let is_weaker = |semantics: MemorySemantics| !semantics.contains(MemorySemantics::SEQUENTIALLY_CONSISTENT);
        let ordering = match semantics.is_some_and(is_weaker) {
            true => Ordering::LLVMAtomicOrderingAcquireRelease,
            false => Ordering::LLVMAtomicOrderingSequentiallyConsistent,
        };
        let scope = args[0].const_u64().and_then(device_ir::Scope::from_number);
        if scope != Some(device_ir::Scope::Invocation) {
            self.builder.fence(ordering);
        }
    }

    /// `args` are the operands without the scope. Returns the value, if there is a result.
    fn group_function(&self, function: GroupFunction, scope: Scope, args: &[Value<'m>]) -> Result<Option<Value<'m>>> {
        let needs_sub_group = |value: Value<'m>| match scope {
            Scope::SubGroup => Ok(value),
            Scope::Group => Err(self.unsupported()),
        };
        let value = match function {
            GroupFunction::All => self.group(scope, GroupOp::Reduce(Combine::And), args[0]),
            GroupFunction::Any => self.group(scope, GroupOp::Reduce(Combine::Or), args[0]),
            GroupFunction::AllEqual => self.all_equal(scope, args[0]),
            GroupFunction::Broadcast => self.broadcast(scope, args[0], args.get(1).copied()),
            GroupFunction::Elect => {
                let id = match scope {
                    Scope::Group => self.linear_id(None),
                    Scope::SubGroup => self.lane(),
                };
                self.equals(id, 0)
            }
            GroupFunction::Combine(combine) => {
                let cluster = args.get(2).map(|size| self.constant(*size, "cluster size")).transpose()?;
                self.combination(scope, combine, self.group_operation(args[0])?, args[1], cluster)?
            }
            GroupFunction::Ballot => needs_sub_group(self.ballot(args[0]))?,
            GroupFunction::InverseBallot => needs_sub_group(self.ballot_bit(args[0], self.lane()))?,
            GroupFunction::BallotBitExtract => needs_sub_group(self.ballot_bit(args[0], self.extend(args[1])))?,
            GroupFunction::BallotBitCount => needs_sub_group(self.count_bits(args[0], args[1])?)?,
            GroupFunction::BallotFindLsb => needs_sub_group(self.lowest_bit(args[0]))?,
            GroupFunction::BallotFindMsb => needs_sub_group(self.highest_bit(args[0]))?,
            GroupFunction::Shuffle(shuffle) => needs_sub_group(self.shuffle_by(shuffle, args))?,
            GroupFunction::Quad(quad) => needs_sub_group(self.quad(quad, args))?,
            GroupFunction::BlockRead => needs_sub_group(self.block_read(args[0], self.inst.ty()))?,
            GroupFunction::BlockWrite => {
                self.block_write(args[0], args[1]);
                return Ok(None);
            }
            GroupFunction::AsyncCopy | GroupFunction::WaitEvents => return Err(self.unsupported()),
        };
        Ok(Some(value))
    }

    /// The combination of values.
    fn combination(
        &self,
        scope: Scope,
        combine: Combine,
        operation: GroupOperation,
        value: Value<'m>,
        cluster: Option<u64>,
    ) -> Result<Value<'m>> {
        let op = match (operation, cluster) {
            (GroupOperation::Reduce, _) => GroupOp::Reduce(combine),
            (GroupOperation::InclusiveScan, _) => GroupOp::InclusiveScan(combine),
            (GroupOperation::ExclusiveScan, _) => GroupOp::ExclusiveScan(combine),
            (GroupOperation::ClusteredReduce, Some(size)) if scope == Scope::SubGroup && size.is_power_of_two() => {
                return Ok(self.clustered(combine, value, size));
            }
            (GroupOperation::ClusteredReduce, _) => return Err(self.unsupported()),
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
            None => [0, 1, 2].map(|dim| Query::LocalId(dim).build(builder)),
            Some(id) => match id.ty().kind() {
                TypeKind::Vector(_, len) => [0, 1, 2].map(|i: u32| {
                    let element = || builder.extract_element(id, module.int(32).int(i.into(), false));
                    if i < len { self.extend(element()) } else { module.int(64).zero() }
                }),
                _ => return self.extend(id),
            },
        };
        linear_local_id(builder, parts)
    }

    /// Whether all work-items have the same value.
    fn all_equal(&self, scope: Scope, value: Value<'m>) -> Value<'m> {
        let first = self.broadcast(scope, value, None);
        let equal = match value.ty().scalar().is_float() {
            true => self.builder.fcmp(FloatPredicate::LLVMRealOEQ, value, first),
            false => self.builder.icmp(IntPredicate::LLVMIntEQ, value, first),
        };
        let all = match equal.ty().kind() {
            TypeKind::Vector(..) => self.builder.intrinsic(Intrinsic::VectorReduceAnd, &[equal.ty()], &[equal]).value(),
            _ => equal,
        };
        self.group(scope, GroupOp::Reduce(Combine::And), all)
    }

    /// The work-item's number in its sub-group, as `i64`.
    pub fn lane(&self) -> Value<'m> {
        Query::SubGroupLocalId.build(&self.builder)
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
    fn constant(&self, value: Value<'m>, what: &str) -> Result<u64> {
        let construct = || format!("{}: its {what} is not a constant", self.instruction.name());
        value.const_u64().ok_or_else(|| Error::in_kernel(&self.kernel, construct()).at(self.inst))
    }

    fn scope(&self, value: Value<'m>) -> Result<device_ir::Scope> {
        device_ir::Scope::from_number(self.constant(value, "scope")?).ok_or_else(|| self.unsupported())
    }

    /// The group operation that an operand is.
    pub fn group_operation(&self, value: Value<'m>) -> Result<GroupOperation> {
        let number = self.constant(value, "group operation")?;
        GroupOperation::from_number(number).ok_or_else(|| self.unsupported())
    }

    /// The error for an operation that has no lowering.
    pub fn unsupported(&self) -> Error {
        let (instruction, device) = (self.instruction.name(), self.device.name);
        Error::in_kernel(&self.kernel, format!("{instruction} is not supported on the {device} device")).at(self.inst)
    }
}
