//! Groups of accesses to several members of each work-item's element, which is adjacent to its neighbours' elements.
//!
//! The members of a structure in an array, or the parts of complex numbers, are each accessed at a small stride.
//! Together, they are nearly all elements of a piece of memory, which is loaded or stored at once. The loads of a group
//! happen at the first of them, the stores at the last one, so nothing between them may access their memory.

use rustc_hash::FxHashMap;
use tandem_codegen::analysis::accesses::{Access, access, is_plain};
use tandem_codegen::analysis::shapes::Shape;
use tandem_codegen::attributes::is_pure_call;
use tandem_ir::{Block, Inst, Module, Opcode, Type, TypeKind, Value};

use super::accessed_bytes::AccessedBytes;
use super::body::Body;
use super::instructions::{is_element, is_hint};
use super::private::PrivateMemory;
use super::shapes::Shapes;

/// Elements from one work-item to its neighbour, at most.
const MAX_STRIDE: i64 = 8;
/// The largest stride at which all elements are loaded and stored together even if some are not needed.
const MAX_SPARSE_STRIDE: u32 = 4;

/// Accesses that happen at once.
#[derive(Clone, Debug)]
pub struct Group<'m> {
    /// Elements from one work-item to its neighbour.
    pub stride: u32,
    /// The accesses in program order, each with its distance in memory from the first one, in elements.
    pub members: Vec<(Inst<'m>, u32)>,
}

impl<'m> Group<'m> {
    /// Elements from a work-item's first one to its last one.
    pub fn span(&self) -> u32 {
        self.members.iter().map(|(_, at)| at + 1).max().unwrap_or(0)
    }

    /// Whether each element between those of a work-item and those of the next one is accessed.
    pub fn is_complete(&self) -> bool {
        self.members.len() == self.stride as usize
    }

    /// Whether an element is accessed.
    pub fn has(&self, at: u32) -> bool {
        self.members.iter().any(|(_, member)| *member == at)
    }

    /// The access at whose position the whole group is accessed, with its distance: the first load, or the last store.
    pub fn leader(&self) -> (Inst<'m>, u32) {
        let leader = if self.is_of_loads() { self.members.first() } else { self.members.last() };
        *leader.expect("groups have members")
    }

    fn is_of_loads(&self) -> bool {
        self.members[0].0.opcode() == Opcode::LLVMLoad
    }

    /// Whether so much is accessed that it pays.
    fn pays(&self) -> bool {
        let enough = if self.is_of_loads() { self.stride.div_ceil(2) } else { self.stride } as usize;
        self.stride <= MAX_SPARSE_STRIDE || self.members.len() >= enough
    }
}

/// The groups of a body.
#[derive(Default)]
pub struct Groups<'m> {
    groups: Vec<Group<'m>>,
    /// The group of each access.
    of: FxHashMap<Value<'m>, usize>,
}

impl<'m> Groups<'m> {
    /// Finds the groups.
    pub fn new(module: &'m Module, body: &Body<'m>, shapes: &Shapes<'m>, private: &PrivateMemory<'m>) -> Self {
        let mut groups = Self::default();
        for id in 0..body.cfg.len() {
            let mut search = Search { module, shapes, private, open: Vec::new(), closed: Vec::new() };
            search.block(body.cfg.block(id));
            search.closed.into_iter().for_each(|open| groups.add(open));
        }
        groups
    }

    fn add(&mut self, open: Open<'m>) {
        let group = open.group();
        if group.pays() {
            self.of.extend(group.members.iter().map(|(inst, _)| (inst.value(), self.groups.len())));
            self.groups.push(group);
        }
    }

    /// The group of an access.
    pub fn of(&self, inst: Inst<'m>) -> Option<&Group<'m>> {
        self.of.get(&inst.value()).map(|at| &self.groups[*at])
    }
}

/// Whether vectors of a type have the same memory layout as an array of its values.
pub fn is_packed(module: &Module, ty: Type<'_>) -> bool {
    match ty.kind() {
        TypeKind::Int(bits) => u64::from(bits) == 8 * module.size_of(ty) && bits.is_power_of_two(),
        _ => is_element(ty),
    }
}

/// A group that further accesses may join.
struct Open<'m> {
    kind: Kind<'m>,
    members: Vec<(Inst<'m>, AccessedBytes<'m>)>,
    /// The locations with the same base that are stored to after the first load of the group.
    crossed: Vec<AccessedBytes<'m>>,
}

/// The common properties of a group's accesses.
#[derive(Clone, Copy, PartialEq)]
struct Kind<'m> {
    opcode: Opcode,
    ty: Type<'m>,
    /// Bytes of an element.
    size: i64,
    /// Elements from one work-item to its neighbour.
    stride: i64,
}

impl<'m> Open<'m> {
    /// Whether an access may join.
    fn takes(&self, kind: Kind<'m>, place: &AccessedBytes<'m>, private: &PrivateMemory<'m>) -> bool {
        let window = (kind.stride - 1) * kind.size;
        let is_near = |(_, member): &(Inst<'m>, AccessedBytes<'m>)| {
            place.behind(member).is_some_and(|by| by != 0 && by % kind.size == 0 && by.saturating_abs() <= window)
        };
        self.kind == kind
            && self.members.iter().all(is_near)
            && !self.crossed.iter().any(|crossed| crossed.may_overlap(place, private))
    }

    /// Whether an access may not happen between those of the group; notes it if that depends on those that join.
    fn conflicts(&mut self, opcode: Opcode, place: &AccessedBytes<'m>, private: &PrivateMemory<'m>) -> bool {
        if self.kind.opcode == Opcode::LLVMStore {
            return self.members.iter().any(|(_, member)| member.may_overlap(place, private));
        }
        let is_store = opcode == Opcode::LLVMStore;
        if is_store && place.behind(&self.members[0].1).is_some() {
            self.crossed.push(place.clone());
            return false;
        }
        is_store && self.members[0].1.may_overlap(place, private)
    }

    fn group(self) -> Group<'m> {
        let first = &self.members[0].1;
        let at = |place: &AccessedBytes<'m>| place.behind(first).unwrap_or(0) / self.kind.size;
        let lowest = self.members.iter().map(|(_, place)| at(place)).min().unwrap_or(0);
        let members = self.members.iter().map(|(inst, place)| (*inst, (at(place) - lowest) as u32)).collect();
        Group { stride: self.kind.stride as u32, members }
    }
}

struct Search<'a, 'm> {
    module: &'m Module,
    shapes: &'a Shapes<'m>,
    private: &'a PrivateMemory<'m>,
    open: Vec<Open<'m>>,
    closed: Vec<Open<'m>>,
}

impl<'m> Search<'_, 'm> {
    fn block(&mut self, block: Block<'m>) {
        for inst in block.insts() {
            match access(inst).filter(|_| is_plain(inst)) {
                Some(access) => self.visit(inst, &access),
                None if touches_memory(inst) => self.closed.append(&mut self.open),
                None => {}
            }
        }
        self.closed.append(&mut self.open);
    }

    fn visit(&mut self, inst: Inst<'m>, access: &Access<'m>) {
        let (opcode, place) = (inst.opcode(), AccessedBytes::new(self.module, access));
        let private = self.private;
        let closed = self.open.extract_if(.., |open| open.conflicts(opcode, &place, private));
        self.closed.extend(closed);
        let Some(kind) = self.kind(opcode, access) else { return };
        match self.open.iter_mut().find(|open| open.takes(kind, &place, private)) {
            Some(open) => open.members.push((inst, place)),
            None => self.open.push(Open { kind, members: vec![(inst, place)], crossed: Vec::new() }),
        }
    }

    /// The properties by which an access at a small stride is grouped with others.
    fn kind(&self, opcode: Opcode, access: &Access<'m>) -> Option<Kind<'m>> {
        let Shape::Affine { stride, .. } = self.shapes.of(access.address) else { return None };
        let size = i64::try_from(self.module.size_of(access.ty)).ok().filter(|size| *size > 0)?;
        let is_near = stride % size == 0 && (2..=MAX_STRIDE).contains(&(stride / size));
        let fits = is_near && is_packed(self.module, access.ty) && !self.private.is_scaled(access.address);
        fits.then_some(Kind { opcode, ty: access.ty, size, stride: stride / size })
    }
}

/// Whether an instruction other than a plain load or store may access memory, or wait for others that do.
fn touches_memory(inst: Inst<'_>) -> bool {
    use Opcode::*;
    match inst.opcode() {
        LLVMLoad | LLVMStore | LLVMAtomicRMW | LLVMAtomicCmpXchg | LLVMFence => true,
        LLVMCall => !is_hint(inst) && !is_pure_call(inst),
        _ => false,
    }
}
