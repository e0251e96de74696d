//! Synchronization points: operations that all work-items of a group or sub-group reach together.
//!
//! A kernel contains them as calls of `tandem.*` functions, which [`lower()`] emits for SPIR-V's instructions, and
//! which a target replaces:
//!
//! * `tandem.barrier.<scope>(i1 fence)`, where the scope is `group` or `subgroup`;
//! * `tandem.wait_for_groups(i64 item)`: between two barriers of the group; the work-item with
//!   linear local id 0 waits for the other work-groups of the launch, which is cooperative;
//! * `tandem.implicit_barrier()`: inserted by a target's passes where control flow is uniform;
//! * `tandem.<scope>.<op>.<type>(value…)`: takes a value from each work-item; returns one value for all, or one for
//!   each;
//! * `tandem.members.<op>.<type>(value…, i64 members)`: the same for some work-items of a sub-group, with one result
//!   for each. `members` has a bit for each of them, including the caller. Several such sets may execute it at the same
//!   time, and work-items in none of them continue. The operands are results of
//! * `tandem.group_operand.<type>(value)`: the value itself, but as a separate value, which a target that runs
//!   work-items one after the other keeps in memory.

mod ballots;
mod combine;
mod lower;
mod members;
mod shuffles;

pub use combine::BuildCombine;
pub use lower::lower;
pub use tandem_device_ir::Combine;
use tandem_ir::{AttributePlace, Builder, EditableModule, Function, Inst, Type, Value};

use crate::attributes::set_pure;
use crate::internal::Internal;

/// Whose work-items a synchronization point brings together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The work-items of the work-group.
    Group,
    /// The work-items of each sub-group.
    SubGroup,
}

/// The operation at a synchronization point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sync {
    /// Nothing but the synchronization.
    Barrier {
        /// The work-items that wait.
        scope: Scope,
        /// Whether memory beyond the work-group is ordered too.
        fence: bool,
    },
    /// The group or sub-group computes something together.
    Group(Scope, GroupOp),
    /// Some work-items of a sub-group compute something together: those whose bits the last operand has.
    Members(GroupOp),
    /// A compiler-inserted point, which has no other effect.
    ImplicitBarrier,
}

/// An operation of a work-group or sub-group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupOp {
    /// One value for all: the combination of all.
    Reduce(Combine),
    /// For each work-item the combination up to and including its own value.
    InclusiveScan(Combine),
    /// For each work-item the combination of the values before its own.
    ExclusiveScan(Combine),
    /// One value for all: the one of the work-item of a linear local id.
    Broadcast,
    /// For each work-item, the value of another one that it names. Sub-groups only.
    Shuffle,
    /// For each work-item the value of one at a constant distance. Sub-groups only.
    Move(Move),
}

/// The source of a moved value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// The number with some bits inverted.
    Xor,
    /// A higher number.
    Down,
    /// A lower number.
    Up,
}

impl Scope {
    const fn barrier(self) -> Internal {
        match self {
            Self::Group => Internal::GroupBarrier,
            Self::SubGroup => Internal::SubGroupBarrier,
        }
    }

    const fn operation(self) -> Internal {
        match self {
            Self::Group => Internal::GroupOperation,
            Self::SubGroup => Internal::SubGroupOperation,
        }
    }
}

impl Sync {
    /// The synchronization that `inst` is, if any.
    pub fn of(inst: Inst<'_>) -> Option<Self> {
        use Internal::*;
        let barrier = |scope| Self::Barrier { scope, fence: inst.args()[0].const_u64() == Some(1) };
        let (internal, rest) = Internal::called_by(inst)?;
        match internal {
            GroupBarrier => Some(barrier(Scope::Group)),
            SubGroupBarrier => Some(barrier(Scope::SubGroup)),
            ImplicitBarrier => Some(Self::ImplicitBarrier),
            GroupOperation => Some(Self::Group(Scope::Group, GroupOp::parse(&rest)?)),
            SubGroupOperation => Some(Self::Group(Scope::SubGroup, GroupOp::parse(&rest)?)),
            MembersOperation => Some(Self::Members(GroupOp::parse(&rest)?)),
            Query | WaitForGroups | GroupOperand | LocalVariable | Defined | DynamicMemory | Exchange | Present
            | FailAssertion | WaitAtBarrier => None,
        }
    }

    /// Whether all of the work-group must reach it together.
    pub fn is_of_group(self) -> bool {
        matches!(self, Self::Barrier { scope: Scope::Group, .. } | Self::Group(Scope::Group, _))
    }

    /// Whether it takes a sub-group.
    pub fn is_of_sub_group(self) -> bool {
        matches!(
            self,
            Self::Barrier { scope: Scope::SubGroup, .. } | Self::Group(Scope::SubGroup, _) | Self::Members(_)
        )
    }

    /// The work-items that get the same result, if not each gets its own.
    fn uniform_result(self) -> Option<Scope> {
        match self {
            Self::Group(scope, GroupOp::Reduce(_) | GroupOp::Broadcast) => Some(scope),
            _ => None,
        }
    }
}

/// Builds a barrier.
pub fn build_barrier<'m>(module: &'m EditableModule, builder: &Builder<'m>, scope: Scope, fence: bool) {
    let bit = module.int(1);
    let function = declare_sync(module, &scope.barrier().name(), module.void().function(&[bit], false));
    builder.call_function(function, &[bit.int(fence.into(), false)]);
}

/// Builds an implicit barrier.
pub fn build_implicit_barrier<'m>(module: &'m EditableModule, builder: &Builder<'m>) {
    let name = Internal::ImplicitBarrier.name();
    builder.call_function(declare_sync(module, &name, module.void().function(&[], false)), &[]);
}

/// Builds a group operation on scalars.
pub fn build_group<'m>(
    module: &'m EditableModule,
    builder: &Builder<'m>,
    scope: Scope,
    op: GroupOp,
    operands: &[Value<'m>],
) -> Value<'m> {
    build_operation(module, builder, scope.operation(), op, operands)
}

/// Builds an operation on scalars of the members of a set, which is the last operand.
pub fn build_members<'m>(
    module: &'m EditableModule,
    builder: &Builder<'m>,
    op: GroupOp,
    operands: &[Value<'m>],
) -> Value<'m> {
    build_operation(module, builder, Internal::MembersOperation, op, operands)
}

fn build_operation<'m>(
    module: &'m EditableModule,
    builder: &Builder<'m>,
    of: Internal,
    op: GroupOp,
    operands: &[Value<'m>],
) -> Value<'m> {
    let ty = operands[0].ty();
    // The constant distance of a move stays visible to those that lower it.
    let is_distance = |index: usize| index == 1 && matches!(op, GroupOp::Move(_));
    let keep = |(index, operand): (usize, &Value<'m>)| match operand.is_const() {
        true if is_distance(index) => *operand,
        _ => build_group_operand(module, builder, *operand),
    };
    let kept: Vec<_> = operands.iter().enumerate().map(keep).collect();
    let params: Vec<_> = kept.iter().map(|value| value.ty()).collect();
    let name = of.name_with(format_args!("{}.{ty}", op.name()));
    builder.call_function(declare_sync(module, &name, ty.function(&params, false)), &kept).value()
}

/// Whether `inst` is `tandem.group_operand`.
pub fn is_group_operand(inst: Inst<'_>) -> bool {
    matches!(Internal::called_by(inst), Some((Internal::GroupOperand, _)))
}

/// The work-items for which `inst` is an operation with one result for all of them.
pub fn uniform_op_scope(inst: Inst<'_>) -> Option<Scope> {
    Sync::of(inst)?.uniform_result()
}

fn build_group_operand<'m>(module: &'m EditableModule, builder: &Builder<'m>, value: Value<'m>) -> Value<'m> {
    let ty = value.ty();
    let function = module.get_or_declare(&Internal::GroupOperand.name_with(ty), ty.function(&[ty], false));
    set_pure(module, function);
    builder.call_function(function, &[value]).value()
}

fn declare_sync<'m>(module: &'m EditableModule, name: &str, ty: Type<'m>) -> Function<'m> {
    let function = module.get_or_declare(name, ty);
    function.add_attribute(module, AttributePlace::Function, "convergent", 0);
    function.add_attribute(module, AttributePlace::Function, "nounwind", 0);
    function
}

impl GroupOp {
    fn name(self) -> String {
        match self {
            Self::Reduce(combine) => format!("reduce.{}", combine.name()),
            Self::InclusiveScan(combine) => format!("inclusive.{}", combine.name()),
            Self::ExclusiveScan(combine) => format!("exclusive.{}", combine.name()),
            Self::Broadcast => "broadcast".into(),
            Self::Shuffle => "shuffle".into(),
            Self::Move(Move::Xor) => "move.xor".into(),
            Self::Move(Move::Down) => "move.down".into(),
            Self::Move(Move::Up) => "move.up".into(),
        }
    }

    fn parse(name: &str) -> Option<Self> {
        let mut parts = name.split('.');
        let what = parts.next()?;
        let mut combine = || parts.next().and_then(Combine::parse);
        Some(match what {
            "reduce" => Self::Reduce(combine()?),
            "inclusive" => Self::InclusiveScan(combine()?),
            "exclusive" => Self::ExclusiveScan(combine()?),
            "broadcast" => Self::Broadcast,
            "shuffle" => Self::Shuffle,
            "move" => Self::Move(match parts.next()? {
                "xor" => Move::Xor,
                "down" => Move::Down,
                "up" => Move::Up,
                _ => return None,
            }),
            _ => return None,
        })
    }
}
