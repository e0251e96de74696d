//! The scratch block: context arrays and private memory of work-items.
//!
//! Context arrays are structures of arrays: the value `v` of work-item `i` is
//! at `scratch + items * offset(v) + i * size(v)`, so that neighbours in
//! dimension 0 are neighbours in memory. Private memory is one piece for each
//! work-item, in the same scheme. Offsets go by descending alignment, which
//! keeps every array aligned to its elements whatever the number of items.

use rustc_hash::FxHashMap;
use tandem_ir::{Inst, Module, Type, Value};

use super::homes::memory_type;

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
    /// Lays out context arrays for `values` and memory for `allocas`.
    pub fn new(module: &'m Module, values: &[Value<'m>], allocas: &[Inst<'m>]) -> Self {
        let byte = module.int(8);
        let mut entries: Vec<(Value<'m>, Type<'m>, u64)> = values
            .iter()
            .map(|value| {
                let ty = memory_type(value.ty(), byte);
                (*value, ty, u64::from(module.align_of(ty)))
            })
            .collect();
        for alloca in allocas {
            let align = u64::from(alloca.align().unwrap_or(1)).max(1);
            let size = alloca_bytes(module, *alloca).next_multiple_of(align);
            entries.push((alloca.value(), byte.array(size), align));
        }
        entries.sort_by_key(|(_, _, align)| std::cmp::Reverse(*align));
        let mut arrays = FxHashMap::default();
        let mut offset = 0;
        for (value, element, _) in entries {
            arrays.insert(value, Array { element, offset });
            offset += module.size_of(element);
        }
        Self { arrays, bytes_per_item: offset }
    }

    /// The array of a value, if it has one.
    pub fn array(&self, value: Value<'m>) -> Option<Array<'m>> {
        self.arrays.get(&value).copied()
    }
}

/// Size of what an `alloca` allocates.
pub fn alloca_bytes(module: &Module, alloca: Inst<'_>) -> u64 {
    let count = alloca.operand(0).const_u64().expect("checked: no arrays of variable length");
    module.size_of(alloca.allocated_type().expect("an alloca")) * count
}
