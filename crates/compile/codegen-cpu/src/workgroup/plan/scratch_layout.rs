//! Layout of the scratch block of a work-group: context arrays and private memory.
//!
//! Context arrays are structures of arrays. Value `v` of work-item `i` is at
//! `scratch + items * offset(v) + i * size(v)`, so neighbours in dimension 0 are
//! adjacent in memory. Values that are never live at the same time share an array.
//! Private memory uses the same scheme, with one element per work-item. Offsets are
//! assigned by descending alignment, so that every array is aligned to its elements
//! for any number of work-items.

use rustc_hash::{FxHashMap, FxHashSet};
use tandem_codegen::analysis::cfg::BlockId;
use tandem_ir::{Inst, Module, Type, Value};

use super::liveness::Liveness;
use super::placement::{Placement, Placements, memory_type};
use super::regions::Regions;
use crate::workgroup::analyses::Results;

/// An array with one element for each work-item.
#[derive(Clone, Copy)]
pub struct Array<'m> {
    /// Type of an element.
    pub element: Type<'m>,
    /// Bytes from the block's start, to be multiplied with the number of items.
    pub offset: u64,
}

/// All arrays of a kernel.
pub struct Layout<'m> {
    arrays: FxHashMap<Value<'m>, Array<'m>>,
    /// Bytes that each work-item needs.
    pub bytes_per_item: u64,
}

impl<'m> Layout<'m> {
    /// Lays out context arrays for the values of `live`, each entry of which lists values that are live at the same
    /// time, and memory for `allocas`, after `start` bytes for each work-item.
    pub fn new(module: &'m Module, start: u64, live: &[Vec<Value<'m>>], allocas: &[Inst<'m>]) -> Self {
        let byte = module.int(8);
        let mut places = share(live, |value| memory_type(value.ty(), byte));
        for alloca in allocas {
            let align = u64::from(alloca.align().unwrap_or(1)).max(1);
            let size = alloca_bytes(module, *alloca).next_multiple_of(align);
            places.push(SharedSlot { element: byte.array(size), align: Some(align), users: vec![alloca.value()] });
        }
        let align = |place: &SharedSlot<'m>| place.align.unwrap_or_else(|| module.align_of(place.element).into());
        places.sort_by_key(|place| std::cmp::Reverse(align(place)));
        let mut arrays = FxHashMap::default();
        let mut offset = start.next_multiple_of(places.first().map_or(1, align));
        for SharedSlot { element, users, .. } in places {
            arrays.extend(users.into_iter().map(|user| (user, Array { element, offset })));
            offset += module.size_of(element);
        }
        Self { arrays, bytes_per_item: offset }
    }

    /// Arrays for all values and memory that outlive a region or, in kernels that
    /// use sub-groups, a phase.
    pub fn of_regions(
        module: &'m Module,
        results: &Results<'m>,
        placements: &Placements<'m>,
        liveness: &Liveness<'m>,
        regions: &Regions,
    ) -> Self {
        let cfg = results.cfg();
        let has_array =
            |value: &Value<'m>| matches!(placements.get(*value), Some(Placement::Context | Placement::SubGroupScalar));
        let live = |sync: BlockId| {
            // The result of a group operation is written while its operands are still read.
            let result = cfg.block(sync).first().map(Inst::value);
            liveness.at(sync).iter().copied().chain(result).filter(has_array)
        };
        let syncs = || regions.sync_blocks().iter().copied();
        let outlives_phase = |sync: &BlockId| !results.uses_sub_groups() || regions.is_group_sync(*sync);
        let kept: FxHashSet<_> = syncs().filter(outlives_phase).flat_map(live).collect();
        // Within a phase, too, values must not share an array that live at one time.
        let live_sets: Vec<Vec<_>> =
            syncs().map(|sync| live(sync).filter(|value| kept.contains(value)).collect()).collect();
        let insts = (0..cfg.len()).flat_map(|id| cfg.block(id).insts());
        let allocas = insts.filter(|inst| placements.get(inst.value()) == Some(Placement::PrivateArray));
        Self::new(module, 0, &live_sets, &allocas.collect::<Vec<_>>())
    }

    /// The array of a value, if it has one.
    pub fn array(&self, value: Value<'m>) -> Option<Array<'m>> {
        self.arrays.get(&value).copied()
    }
}

/// Memory that values of one type use in turn.
struct SharedSlot<'m> {
    element: Type<'m>,
    /// Set if it differs from the type's alignment.
    align: Option<u64>,
    users: Vec<Value<'m>>,
}

/// Places for all values: the first one of its type that no value takes which
/// lives at the same time.
fn share<'m>(live: &[Vec<Value<'m>>], memory_type: impl Fn(Value<'m>) -> Type<'m>) -> Vec<SharedSlot<'m>> {
    let mut lives_in: FxHashMap<Value<'m>, Vec<usize>> = FxHashMap::default();
    for (number, values) in live.iter().enumerate() {
        values.iter().for_each(|value| lives_in.entry(*value).or_default().push(number));
    }
    let mut taken = vec![FxHashSet::default(); live.len()];
    let mut done = FxHashSet::default();
    let mut places: Vec<SharedSlot<'m>> = Vec::new();
    for value in live.iter().flatten().filter(|value| done.insert(**value)) {
        let (element, numbers) = (memory_type(*value), &lives_in[value]);
        let fits = |at: usize, place: &SharedSlot<'m>| {
            place.element == element && numbers.iter().all(|number| !taken[*number].contains(&at))
        };
        let at = (0..places.len()).find(|at| fits(*at, &places[*at])).unwrap_or(places.len());
        if at == places.len() {
            places.push(SharedSlot { element, align: None, users: Vec::new() });
        }
        places[at].users.push(*value);
        numbers.iter().for_each(|number| {
            taken[*number].insert(at);
        });
    }
    places
}

/// The size of an `alloca`'s memory.
pub fn alloca_bytes(module: &Module, alloca: Inst<'_>) -> u64 {
    let count = alloca.operand(0).const_u64().expect("checked: no arrays of variable length");
    module.size_of(alloca.allocated_type().expect("an alloca")) * count
}
