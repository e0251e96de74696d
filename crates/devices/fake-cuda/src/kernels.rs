//! Kernels: host functions by their symbol.

/// A kernel: the functions of a work-item, before and after a barrier of all work-groups.
pub type Kernel = &'static [fn(&WorkItem<'_>)];

/// A work-item.
pub struct WorkItem<'a> {
    pub parameters: &'a [u8],
    /// Dynamic shared memory of its group.
    pub shared: *mut u8,
    pub local_x: u64,
    pub group_size: u64,
    /// With the offset.
    pub global: [u64; 3],
    pub offset: [u64; 3],
    pub size: [u64; 3],
    /// The record of failed assertions; null if the module has none.
    pub assertion: *mut u32,
}

impl WorkItem<'_> {
    fn word(&self, offset: usize) -> u64 {
        u64::from_le_bytes(self.parameters[offset..offset + 8].try_into().expect("8 bytes"))
    }

    /// The number at an index of the array whose address is a parameter.
    fn number(&self, parameter: usize, index: u64) -> *mut u64 {
        (self.word(parameter) as *mut u64).wrapping_add(index as usize)
    }
}

/// The kernels of the conformance suite. The launch's data are at the end of the parameters.
pub fn find(symbol: &str) -> Option<Kernel> {
    Some(match symbol {
        "ids" => &[ids],
        "linked" => &[linked],
        "places" => &[places],
        "sum" => &[sum],
        "asserts" => &[asserts],
        "rotate" => &[ids, rotate],
        "descriptor" => &[descriptor],
        _ => return None,
    })
}

fn ids(item: &WorkItem<'_>) {
    // SAFETY: the array has a number for each work-item.
    unsafe { *item.number(0, item.global[0]) = item.global[0] + 1 };
}

/// Copies what describes an image, in words.
fn descriptor(item: &WorkItem<'_>) {
    // SAFETY: as for `ids`; the descriptor has as many words.
    unsafe { *item.number(0, item.global[0]) = *item.number(8, item.global[0]) };
}

/// Fails an assertion: the record begins with its state, where 2 is a complete record.
fn asserts(item: &WorkItem<'_>) {
    // SAFETY: as for `ids`; the driver has stored where the record is.
    unsafe {
        *item.number(0, item.global[0]) = 1;
        if let Some(state) = item.assertion.as_mut() {
            *state = 2;
        }
    }
}

fn linked(item: &WorkItem<'_>) {
    // SAFETY: as for `ids`.
    unsafe { *item.number(0, item.global[0]) = 2 * item.global[0] };
}

fn places(item: &WorkItem<'_>) {
    let [x, y, z] = item.global;
    let at = [0, 1, 2].map(|dim| item.global[dim] - item.offset[dim]);
    let index = at[0] + item.size[0] * (at[1] + item.size[1] * at[2]);
    // SAFETY: as for `ids`.
    unsafe { *item.number(0, index) = x + (y << 16) + (z << 32) };
}

fn sum(item: &WorkItem<'_>) {
    let scratch = item.shared.wrapping_add(item.word(24) as usize).cast::<u64>();
    // SAFETY: as for `ids`; the local memory has a number for each work-item of the group.
    unsafe {
        let mine = scratch.add(item.local_x as usize);
        *mine = *item.number(16, item.global[0]);
        *item.number(0, item.global[0]) = item.word(8).wrapping_add(*mine);
    }
}

/// The second half of `rotate`, after all work-groups have reached the barrier.
fn rotate(item: &WorkItem<'_>) {
    let (index, items) = (item.global[0], item.size[0]);
    // SAFETY: the array has two numbers for each work-item.
    unsafe { *item.number(0, items + index) = *item.number(0, (index + item.group_size) % items) };
}
