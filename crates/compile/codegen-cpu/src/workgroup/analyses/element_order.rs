//! Finds accesses to the parts of an element whose order the loop vectorizer would change.
//!
//! Neighbouring work-items that access parts of elements, such as members of structures, access memory at a distance
//! from each other. The vectorizer combines the accesses to the parts of neighbouring elements into one: loads at the
//! first of them, stores at the last. In a loop that is marked as having independent iterations, it ignores the
//! accesses between them. If such an access may touch the same memory, the loop must not be marked.

use tandem_codegen::analysis::accesses::access;
use tandem_codegen::analysis::cfg::{BlockId, Cfg};
use tandem_codegen::analysis::uniformity::Uniformity;
use tandem_ir::{AttributePlace, Inst, Module, Opcode, Value, ValueKind};

/// The maximum number of parts in an element whose accesses LLVM combines.
const MAX_PARTS: i64 = 8;

/// An access, as far as its order matters.
struct OrderedAccess<'m> {
    is_store: bool,
    /// The address without the constants that are added to it, these, and the size, in bytes.
    base: Value<'m>,
    offset: i64,
    size: i64,
    /// The pointer that all address arithmetic starts from.
    root: Value<'m>,
    /// The distance between neighbours, if they access parts of elements.
    distance: Option<i64>,
}

/// Whether reordering accesses in these blocks would change the values that a work-item reads or leaves in memory.
pub fn matters<'m>(module: &'m Module, cfg: &Cfg<'m>, uniformity: &Uniformity<'m>, blocks: &[BlockId]) -> bool {
    let places = places(module, cfg, uniformity, blocks);
    (0..places.len()).filter(|at| places[*at].distance.is_some()).any(|at| {
        let moves_with = |other: &OrderedAccess<'m>| places[at].is_combined_with(other);
        let passed = match places[at].is_store {
            true => at + 1..places.iter().rposition(moves_with).unwrap_or(at),
            false => places.iter().position(moves_with).unwrap_or(at) + 1..at,
        };
        places.get(passed).is_some_and(|passed| passed.iter().any(|other| places[at].depends_on(other)))
    })
}

fn places<'m>(
    module: &'m Module,
    cfg: &Cfg<'m>,
    uniformity: &Uniformity<'m>,
    blocks: &[BlockId],
) -> Vec<OrderedAccess<'m>> {
    let strides = uniformity.strides(module);
    let insts = blocks.iter().flat_map(|id| cfg.block(*id).insts());
    insts
        .filter_map(|inst| Some((inst, access(inst)?)))
        .map(|(inst, access)| {
            let (base, offset) = module.constant_offset(access.address);
            let size = i64::try_from(module.size_of(access.ty)).unwrap_or(i64::MAX);
            let root = root(access.address);
            let stride = strides.of(access.address).map(|stride| stride + private_bytes(module, root));
            let of_parts = |stride: &i64| stride.abs() > size && stride.abs() <= size.saturating_mul(MAX_PARTS);
            OrderedAccess {
                is_store: inst.opcode() == Opcode::LLVMStore,
                distance: stride.filter(of_parts),
                root,
                base,
                offset,
                size,
            }
        })
        .collect()
}

impl<'m> OrderedAccess<'m> {
    /// Whether LLVM may make one access of this one and another one.
    fn is_combined_with(&self, other: &Self) -> bool {
        self.is_store == other.is_store && self.distance == other.distance && self.root == other.root
    }

    /// Whether this access must stay on its side of another one of the same work-item.
    fn depends_on(&self, other: &Self) -> bool {
        if !self.is_store && !other.is_store {
            return false;
        }
        if self.base == other.base {
            let is_before = |left: &Self, right: &Self| left.offset.saturating_add(left.size) <= right.offset;
            return !is_before(self, other) && !is_before(other, self);
        }
        self.root == other.root || !are_distinct(self.root, other.root)
    }
}

/// Whether two different pointers lead into different objects: variables do, and arguments do not lead into those
/// of the stack.
fn are_distinct(left: Value<'_>, right: Value<'_>) -> bool {
    let is_variable = |value: Value<'_>| value.kind() == ValueKind::Global || is_alloca(value) || is_noalias(value);
    let is_argument = |value: Value<'_>| value.kind() == ValueKind::Argument;
    (is_variable(left) && is_variable(right))
        || (is_alloca(left) && is_argument(right))
        || (is_argument(left) && is_alloca(right))
}

/// The distance between neighbours' copies of a variable, if each work-item gets its own copy.
fn private_bytes(module: &Module, root: Value<'_>) -> i64 {
    let ty = root.as_inst().and_then(Inst::allocated_type);
    ty.map_or(0, |ty| i64::try_from(module.size_of(ty)).unwrap_or(i64::MAX / 2))
}

fn is_alloca(value: Value<'_>) -> bool {
    value.as_inst().is_some_and(|inst| inst.opcode() == Opcode::LLVMAlloca)
}

fn is_noalias(value: Value<'_>) -> bool {
    value.as_argument().is_some_and(|(function, index)| function.has_attribute(AttributePlace::Param(index), "noalias"))
}

/// The pointer that the address arithmetic of `pointer` starts from.
fn root(pointer: Value<'_>) -> Value<'_> {
    let mut value = pointer;
    while let Some(Opcode::LLVMGetElementPtr | Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast) =
        value.as_inst().map(Inst::opcode).or(value.const_opcode())
    {
        value = value.operands()[0];
    }
    value
}
