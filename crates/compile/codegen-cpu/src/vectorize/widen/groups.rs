//! Groups of accesses at a small stride: the elements of all lanes occupy one piece of memory, as long as `stride`
//! vectors. Each of these vectors is loaded or stored at once, and shuffles move elements between them and the members'
//! vectors.

use tandem_codegen::analysis::accesses::access;
use tandem_ir::{Inst, IntPredicate, Type, Value};

use super::{MaskForm, Widener};
use crate::vectorize::groups::Group;

/// The elements of a vector in memory that are accessed.
enum Wanted<'m> {
    All,
    Some(Value<'m>),
    None,
}

impl<'m> Widener<'_, 'm> {
    /// Loads a member of a group, and with the first one all others, so that they find their vectors. Nothing if the
    /// target has no such loads.
    pub(super) fn load_member(&mut self, inst: Inst<'m>) -> Option<Value<'m>> {
        if let Some(known) = self.vectors.get(&inst.value()) {
            return Some(*known);
        }
        let plan = self.plan;
        let (group, mask) = (plan.groups.of(inst)?, self.mask());
        if mask.is_some() && !self.has_masked_accesses(inst.ty()) {
            return None;
        }
        let end = (self.lanes() - 1) * group.stride + group.span();
        // The memory between the elements of active lanes belongs to one or the other of these lanes.
        let is_wanted = |lane: u32, at: u32| match mask {
            Some(_) => at < group.span(),
            None => lane * group.stride + at < end,
        };
        let (address, ty) = (self.first_element(group), self.vector_type(inst.ty()));
        let load = |piece: u32| {
            let mask = match self.wanted(group.stride, piece, mask, &is_wanted) {
                Wanted::All => None,
                Wanted::Some(mask) => Some(mask),
                Wanted::None => return ty.poison(),
            };
            self.load_side_by_side(ty, self.piece(ty.scalar(), address, piece), self.element_align(inst), mask)
        };
        let vectors = self.separated((0..group.stride).map(load).collect());
        for (member, at) in &group.members {
            self.vectors.insert(member.value(), vectors[*at as usize]);
        }
        Some(self.vectors[&inst.value()])
    }

    /// Stores a member of a group: the last one stores all. Nothing if the target has no such stores.
    pub(super) fn store_member(&mut self, inst: Inst<'m>) -> Option<()> {
        let plan = self.plan;
        let (group, mask) = (plan.groups.of(inst)?, self.mask());
        let ty = inst.operand(0).ty();
        if !(mask.is_none() && group.is_complete() || self.has_masked_accesses(ty)) {
            return None;
        }
        if group.leader().0 != inst {
            return Some(());
        }
        let mut vectors = vec![self.vector_type(ty).poison(); group.stride as usize];
        for (member, at) in &group.members {
            vectors[*at as usize] = self.vector(member.operand(0));
        }
        let address = self.first_element(group);
        for (piece, vector) in (0..).zip(self.interleaved(vectors)) {
            let mask = match self.wanted(group.stride, piece, mask, &|_, at| group.has(at)) {
                Wanted::All => None,
                Wanted::Some(mask) => Some(mask),
                Wanted::None => continue,
            };
            self.store_side_by_side(vector, self.piece(ty, address, piece), self.element_align(inst), mask);
        }
        Some(())
    }

    /// Whether the target has loads and stores of vectors under masks.
    fn has_masked_accesses(&self, element: Type<'m>) -> bool {
        let size = self.module.size_of(element);
        self.target.vector_bits >= 512 || self.target.vector_bits >= 256 && size >= 4
    }

    /// The alignment of each element, whichever lanes run.
    fn element_align(&self, inst: Inst<'m>) -> u32 {
        let size = access(inst).map_or(1, |access| self.module.size_of(access.ty));
        inst.align().unwrap_or(1).min(size as u32)
    }

    /// The address of the first element of the first lane.
    fn first_element(&mut self, group: &Group<'m>) -> Value<'m> {
        let (leader, at) = group.leader();
        let access = access(leader).expect("a load or a store");
        let address = self.scalar(access.address);
        let back = self.module.int(64).int(-i64::from(at) as u64, true);
        if at == 0 { address } else { self.builder.gep(access.ty, address, &[back], false) }
    }

    /// The address of a vector in memory.
    fn piece(&self, ty: Type<'m>, first: Value<'m>, piece: u32) -> Value<'m> {
        let offset = self.module.int(64).int(u64::from(piece * self.lanes()), false);
        self.builder.gep(ty, first, &[offset], false)
    }

    /// The elements of a vector in memory that are accessed: those of lanes in the mask for which `is_wanted` holds.
    /// Its arguments are the lane and the number of the element among those of the lane.
    fn wanted(
        &self,
        stride: u32,
        piece: u32,
        mask: Option<Value<'m>>,
        is_wanted: &dyn Fn(u32, u32) -> bool,
    ) -> Wanted<'m> {
        let lanes = self.lanes();
        let elements = piece * lanes..(piece + 1) * lanes;
        let lane = |at: u32| is_wanted(at / stride, at % stride).then_some(at / stride);
        let wanted: Vec<_> = elements.map(lane).collect();
        match mask {
            _ if wanted.iter().all(Option::is_none) => Wanted::None,
            None if wanted.iter().all(Option::is_some) => Wanted::All,
            None => Wanted::Some(self.numbers(self.module.int(1), |at| wanted[at as usize].is_some().into())),
            Some(mask) => Wanted::Some(self.spread(mask, &wanted)),
        }
    }

    /// A mask whose elements are those of lanes in another one, or false.
    fn spread(&self, mask: Value<'m>, lanes: &[Option<u32>]) -> Value<'m> {
        let order = self.numbers(self.module.int(32), |at| lanes[at as usize].unwrap_or(self.lanes()).into());
        let pick = |mask: Value<'m>| self.builder.shuffle(mask, mask.ty().zero(), order);
        match self.target.masks {
            MaskForm::Bits => pick(mask),
            MaskForm::Integers(_) => {
                let picked = pick(self.builder.sext(mask, self.vector_type(self.kept_mask_type())));
                self.builder.icmp(IntPredicate::LLVMIntSLT, picked, picked.ty().zero())
            }
        }
    }
}
