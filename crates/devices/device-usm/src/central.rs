//! The slabs of a heap, which its threads take blocks from and give them back to.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use parking_lot::{Mutex, MutexGuard};

use super::size_class::{GRANULE, LARGEST_SLAB};
use super::slab::{BinKey, Block, Slab};
use super::slab_map::SlabMap;
use tandem_device::{Allocation, DevicePtr};

/// A block that is not allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeBlock(u64);

impl FreeBlock {
    /// Addresses of blocks have this bit clear.
    const FRESH: u64 = 1;

    /// A block that was allocated before.
    #[inline]
    pub fn used(base: DevicePtr) -> Self {
        Self(base.0)
    }

    fn fresh(base: DevicePtr) -> Self {
        Self(base.0 | Self::FRESH)
    }

    /// Whether it still has the initial contents of the memory.
    #[inline]
    pub fn is_fresh(self) -> bool {
        self.0 & Self::FRESH != 0
    }

    /// Its first byte.
    #[inline]
    pub fn base(self) -> DevicePtr {
        DevicePtr(self.0 & !Self::FRESH)
    }
}

/// The slabs, in a bin for each kind and size. Any thread may call any method.
pub struct Central {
    id: u64,
    /// The process that made this.
    process: u32,
    map: SlabMap,
    bins: Box<[Mutex<Bin>]>,
    /// Bytes of slabs that have memory and no block in use, and the most that may stay so.
    idle_bytes: AtomicUsize,
    most_idle_bytes: usize,
    least_slab_bytes: usize,
    most_slab_bytes: usize,
}

#[derive(Default)]
struct Bin {
    /// By number.
    members: Vec<Member>,
    /// Members without memory.
    bare: Vec<u32>,
    /// Members with blocks to take.
    open: Vec<u32>,
}

struct Member {
    slab: Arc<Slab>,
    memory: Option<Allocation>,
    /// Blocks that were given back.
    free: Vec<u16>,
    /// Blocks from here on were never taken.
    next_fresh: u16,
    /// Its place in the list of open ones.
    open_at: Option<u32>,
}

/// How much memory a heap may have in advance.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of unused slabs.
    pub idle_bytes: usize,
    /// Least bytes of a slab.
    pub least_slab_bytes: usize,
    /// Most bytes of a slab. Blocks that need larger ones are not there.
    pub most_slab_bytes: usize,
}

impl Central {
    /// Without slabs. `None` if the system has no memory.
    pub fn new(limits: Limits) -> Option<Self> {
        static NEXT_ID: AtomicU64 = AtomicU64::new(1);
        let Limits { idle_bytes, least_slab_bytes, most_slab_bytes } = limits;
        Some(Self {
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            process: std::process::id(),
            map: SlabMap::new()?,
            bins: BinKey::all().map(|_| Mutex::default()).collect(),
            idle_bytes: AtomicUsize::new(0),
            most_idle_bytes: idle_bytes,
            least_slab_bytes: least_slab_bytes.next_multiple_of(GRANULE).min(LARGEST_SLAB),
            most_slab_bytes,
        })
    }

    /// No other has this number, ever.
    #[inline]
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The block around an address, allocated or not.
    #[inline]
    pub fn block_around(&self, address: DevicePtr) -> Option<Block<'_>> {
        self.map.find(address)?.block_around(address)
    }

    /// Bytes of the slabs of a bin; `None` if they would be too large.
    pub fn slab_bytes(&self, key: BinKey) -> Option<usize> {
        let bytes = key.class.slab_bytes(self.least_slab_bytes);
        (bytes <= self.most_slab_bytes).then_some(bytes)
    }

    /// Takes up to `most` blocks of a bin, those that were used before first.
    pub fn take(&self, key: BinKey, blocks: &mut Vec<FreeBlock>, most: usize) {
        let mut bin = self.bins[key.index()].lock();
        for _ in 0..most {
            let Some(&number) = bin.open.last() else { break };
            let member = &mut bin.members[number as usize];
            if member.is_idle() {
                self.idle_bytes.fetch_sub(member.slab.bytes(), Ordering::Relaxed);
            }
            blocks.extend(member.take());
            if !member.has_blocks() {
                bin.close(number);
            }
        }
    }

    /// Divides memory into blocks of a bin. It begins at a multiple of the granule, and has
    /// [`slab_bytes`](Self::slab_bytes).
    ///
    /// # Errors
    /// The memory, if the map of slabs has no place for it.
    pub fn add(&self, key: BinKey, memory: Allocation) -> Result<(), Allocation> {
        let mut bin = self.bins[key.index()].lock();
        let number = bin.bare.pop().unwrap_or_else(|| bin.new_member(key, memory.bytes()));
        let member = &mut bin.members[number as usize];
        member.slab.set_base(memory.address());
        if !self.map.insert(&member.slab) {
            self.map.remove(&member.slab);
            bin.bare.push(number);
            return Err(memory);
        }
        self.idle_bytes.fetch_add(member.slab.bytes(), Ordering::Relaxed);
        member.memory = Some(memory);
        bin.open(number);
        Ok(())
    }

    /// Takes blocks of a bin back. Returns the memory of slabs that are no longer used, once there is enough of it, to
    /// be freed without holding a lock.
    #[must_use]
    pub fn give_back(&self, key: BinKey, blocks: impl IntoIterator<Item = FreeBlock>) -> Vec<Allocation> {
        let mut bin = self.bins[key.index()].lock();
        blocks.into_iter().filter_map(|block| self.give_back_one(&mut bin, key, block, true)).collect()
    }

    /// The same at the end of a thread, where nothing is freed. In a child of `fork`, a thread that
    /// does not exist there may hold the lock, so blocks that would have to wait for it are lost.
    pub fn give_back_at_exit(&self, key: BinKey, blocks: impl IntoIterator<Item = FreeBlock>) {
        let bin = &self.bins[key.index()];
        let is_forked = std::process::id() != self.process;
        let Some(mut bin) = (if is_forked { bin.try_lock() } else { Some(bin.lock()) }) else { return };
        for block in blocks {
            let memory = self.give_back_one(&mut bin, key, block, false);
            debug_assert!(memory.is_none(), "nothing is freed");
        }
    }

    fn give_back_one(&self, bin: &mut Bin, key: BinKey, block: FreeBlock, frees: bool) -> Option<Allocation> {
        // A block that the program freed twice at a time may be of a slab that is gone.
        let block = self.block_around(block.base()).filter(|block| block.slab.key() == key)?;
        let number = block.slab.number();
        let member = &mut bin.members[number as usize];
        member.free.push(block.index as u16);
        if !member.is_idle() {
            bin.open(number);
            return None;
        }
        let bytes = member.slab.bytes();
        if frees && self.idle_bytes.load(Ordering::Relaxed) + bytes > self.most_idle_bytes {
            return self.strip(bin, number);
        }
        self.idle_bytes.fetch_add(bytes, Ordering::Relaxed);
        bin.open(number);
        None
    }

    /// The memory of all unused slabs, to be freed.
    #[must_use]
    pub fn trim(&self) -> Vec<Allocation> {
        let mut memory = Vec::new();
        for bin in &self.bins {
            let mut bin: MutexGuard<'_, Bin> = bin.lock();
            for number in 0..bin.members.len() as u32 {
                let member = &bin.members[number as usize];
                if member.memory.is_some() && member.is_idle() {
                    self.idle_bytes.fetch_sub(member.slab.bytes(), Ordering::Relaxed);
                    memory.extend(self.strip(&mut bin, number));
                }
            }
        }
        memory
    }

    /// Bytes of slabs that have memory and no block in use.
    #[cfg(test)]
    pub fn idle_bytes(&self) -> usize {
        self.idle_bytes.load(Ordering::Relaxed)
    }

    /// Bytes of all slabs that have memory.
    #[cfg(test)]
    pub fn memory(&self) -> usize {
        let of_bin = |bin: &Mutex<Bin>| -> usize {
            bin.lock().members.iter().filter_map(|member| member.memory.as_ref()).map(Allocation::bytes).sum()
        };
        self.bins.iter().map(of_bin).sum()
    }

    /// Takes the memory of a member away.
    fn strip(&self, bin: &mut Bin, number: u32) -> Option<Allocation> {
        bin.close(number);
        bin.bare.push(number);
        let member = &mut bin.members[number as usize];
        self.map.remove(&member.slab);
        member.slab.set_base(DevicePtr(0));
        member.free.clear();
        member.next_fresh = 0;
        member.memory.take()
    }
}

impl Bin {
    fn new_member(&mut self, key: BinKey, bytes: usize) -> u32 {
        let number = self.members.len() as u32;
        let slab = Arc::new(Slab::new(key, number, bytes));
        self.members.push(Member { slab, memory: None, free: Vec::new(), next_fresh: 0, open_at: None });
        number
    }

    /// Says that a member has blocks to take.
    fn open(&mut self, number: u32) {
        let place = &mut self.members[number as usize].open_at;
        if place.is_none() {
            *place = Some(self.open.len() as u32);
            self.open.push(number);
        }
    }

    /// Says that it has none.
    fn close(&mut self, number: u32) {
        let Some(place) = self.members[number as usize].open_at.take() else { return };
        self.open.swap_remove(place as usize);
        if let Some(&moved) = self.open.get(place as usize) {
            self.members[moved as usize].open_at = Some(place);
        }
    }
}

impl Member {
    fn take(&mut self) -> Option<FreeBlock> {
        let base = |index: u16| self.slab.base().offset(usize::from(index) * self.slab.key().class.bytes());
        if let Some(index) = self.free.pop() {
            return Some(FreeBlock::used(base(index)));
        }
        let block =
            (usize::from(self.next_fresh) < self.slab.blocks()).then(|| FreeBlock::fresh(base(self.next_fresh)));
        self.next_fresh += u16::from(block.is_some());
        block
    }

    fn has_blocks(&self) -> bool {
        !self.free.is_empty() || usize::from(self.next_fresh) < self.slab.blocks()
    }

    /// Whether no block is in use.
    fn is_idle(&self) -> bool {
        self.free.len() >= usize::from(self.next_fresh)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::size_class::SizeClass;
    use tandem_device::UsmKind;

    #[test]
    fn a_thread_gives_its_blocks_back_although_another_one_has_the_lock() {
        let limits = Limits { idle_bytes: 0, least_slab_bytes: 64 << 10, most_slab_bytes: usize::MAX };
        let central = Central::new(limits).expect("memory");
        let key = BinKey { kind: UsmKind::Host, class: SizeClass::around(4096, 128).expect("a small size") };
        let bytes = central.slab_bytes(key).expect("a slab");
        central.add(key, Allocation::host(bytes, GRANULE).expect("memory")).expect("a place");
        let mut blocks = Vec::new();
        central.take(key, &mut blocks, 4);
        let held = central.bins[key.index()].lock();
        std::thread::scope(|scope| {
            let thread = scope.spawn(|| central.give_back_at_exit(key, blocks));
            // Time for the thread to find the lock held.
            std::thread::sleep(Duration::from_millis(50));
            drop(held);
            thread.join().expect("no panic");
        });
        assert_eq!(central.idle_bytes(), bytes, "no block is in use");
    }
}
