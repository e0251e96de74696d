//! Memory: of devices, from pools; of the host, pinned; and managed, which moves between them.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::Arc;

use parking_lot::Mutex;
use tandem_device::{DevicePtr, HostPtr};

use super::{CudaResult, PrimaryContext, Stream};
use crate::sys;

/// The alignment of memory from CUDA.
const ALIGN: usize = 256;

/// Memory of a device, of which freed blocks are kept for reuse.
pub struct Pool {
    /// For allocations and deallocations, which take effect at once, and for copies that the calling
    /// thread waits for.
    stream: Stream,
    /// 0 on a device without pools.
    raw: sys::MemoryPool,
    /// The living blocks with their requested sizes.
    living: Mutex<HashMap<DevicePtr, usize>>,
}

/// A block of a pool.
pub struct PoolBlock {
    pool: Arc<Pool>,
    base: sys::Address,
    address: DevicePtr,
}

impl Pool {
    /// The memory of a context's device.
    pub fn new(context: &Arc<PrimaryContext>, has_pools: bool) -> CudaResult<Self> {
        let stream = Stream::new(context)?;
        let mut pool = Self { stream, raw: sys::MemoryPool::default(), living: Mutex::default() };
        if has_pools {
            pool.create()?;
        }
        Ok(pool)
    }

    fn create(&mut self) -> CudaResult<()> {
        let context = self.stream.context();
        let (cuda, functions) = (context.cuda(), context.cuda().functions());
        let properties = sys::MemPoolProps {
            alloc_type: sys::CU_MEM_ALLOCATION_TYPE_PINNED,
            handle_types: 0,
            location: sys::MemLocation { kind: sys::CU_MEM_LOCATION_TYPE_DEVICE, id: context.device().raw() },
            security_attributes: 0,
            max_size: 0,
            usage: 0,
            reserved: [0; 54],
        };
        let _current = context.enter()?;
        // SAFETY: complete properties, and a place for the pool.
        cuda.check(unsafe { (functions.cuMemPoolCreate)(&raw mut self.raw, &raw const properties) })?;
        // Nothing is released to the system before a trim.
        let mut threshold = u64::MAX;
        let (attribute, value) = (sys::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, (&raw mut threshold).cast());
        // SAFETY: the attribute is a number of 64 bits.
        cuda.check(unsafe { (functions.cuMemPoolSetAttribute)(self.raw, attribute, value) })
    }

    /// A stream for copies that the calling thread waits for.
    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    fn has_pool(&self) -> bool {
        self.raw != sys::MemoryPool::default()
    }

    /// Allocates. `align` is a power of two or 0.
    pub fn alloc(self: &Arc<Self>, bytes: usize, align: usize) -> CudaResult<PoolBlock> {
        let context = self.stream.context();
        let (cuda, functions) = (context.cuda(), context.cuda().functions());
        let _current = context.enter()?;
        let size = bytes.max(1).saturating_add(surplus(align));
        let mut base = 0;
        // SAFETY: a live pool and stream, and a place for the address.
        cuda.check(unsafe {
            match self.has_pool() {
                true => (functions.cuMemAllocFromPoolAsync)(&raw mut base, size, self.raw, self.stream.raw()),
                false => (functions.cuMemAlloc)(&raw mut base, size),
            }
        })?;
        let block = PoolBlock { pool: Arc::clone(self), base, address: DevicePtr(aligned(base, align)) };
        self.living.lock().insert(block.address, bytes);
        // Other streams use it from now on.
        self.stream.synchronize()?;
        Ok(block)
    }

    /// The size of the memory that begins at an address: a block, or memory of the program's.
    pub fn bytes_at(&self, address: DevicePtr) -> Option<usize> {
        if let Some(bytes) = self.living.lock().get(&address) {
            return Some(*bytes);
        }
        let context = self.stream.context();
        let _current = context.enter().ok()?;
        let (mut base, mut bytes) = (0, 0);
        let query = context.cuda().functions().cuMemGetAddressRange;
        // SAFETY: places for the results; the address is looked up, not read.
        let code = unsafe { query(&raw mut base, &raw mut bytes, address.0) };
        (code == sys::CUDA_SUCCESS).then(|| bytes - (address.0 - base) as usize)
    }

    /// Memory of the program's, to be freed in the end.
    pub fn adopt(self: &Arc<Self>, address: DevicePtr) -> Adopted {
        Adopted { pool: Arc::clone(self), address }
    }

    /// Gives memory that is only kept back to the system. True if there was some.
    pub fn trim(&self) -> CudaResult<bool> {
        if !self.has_pool() {
            return Ok(false);
        }
        let cuda = self.stream.context().cuda();
        let _current = self.stream.context().enter()?;
        self.stream.synchronize()?;
        let before = self.reserved()?;
        // SAFETY: a live pool.
        cuda.check(unsafe { (cuda.functions().cuMemPoolTrimTo)(self.raw, 0) })?;
        Ok(self.reserved()? < before)
    }

    fn reserved(&self) -> CudaResult<u64> {
        let (cuda, mut bytes) = (self.stream.context().cuda(), 0_u64);
        let (attribute, value) = (sys::CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT, (&raw mut bytes).cast());
        // SAFETY: the attribute is a number of 64 bits.
        cuda.check(unsafe { (cuda.functions().cuMemPoolGetAttribute)(self.raw, attribute, value) })?;
        Ok(bytes)
    }

    /// Lets another device use the memory: its kernels, and copies between the two.
    pub fn allow(&self, peer: &PrimaryContext) -> CudaResult<()> {
        if !self.has_pool() {
            return peer.enable_peer(self.stream.context());
        }
        let cuda = self.stream.context().cuda();
        let location = sys::MemLocation { kind: sys::CU_MEM_LOCATION_TYPE_DEVICE, id: peer.device().raw() };
        let access = sys::MemAccessDesc { location, flags: sys::CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
        let _current = self.stream.context().enter()?;
        // SAFETY: a live pool, and one description.
        cuda.check(unsafe { (cuda.functions().cuMemPoolSetAccess)(self.raw, &raw const access, 1) })
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        if self.has_pool()
            && let Ok(_current) = self.stream.context().enter()
        {
            // SAFETY: blocks keep the pool, so none is left.
            unsafe { (self.stream.context().cuda().functions().cuMemPoolDestroy)(self.raw) };
        }
    }
}

impl PoolBlock {
    /// Its first byte.
    pub fn address(&self) -> DevicePtr {
        self.address
    }
}

/// Memory of the program's.
pub struct Adopted {
    pool: Arc<Pool>,
    address: DevicePtr,
}

impl Drop for Adopted {
    fn drop(&mut self) {
        let context = self.pool.stream.context();
        if let Ok(_current) = context.enter() {
            // SAFETY: the program gave it away, and no command uses it any more.
            unsafe { (context.cuda().functions().cuMemFree)(self.address.0) };
        }
    }
}

impl Drop for PoolBlock {
    fn drop(&mut self) {
        self.pool.living.lock().remove(&self.address);
        let stream = &self.pool.stream;
        let functions = stream.context().cuda().functions();
        if let Ok(_current) = stream.context().enter() {
            // SAFETY: its own block, which no command uses any more.
            unsafe {
                match self.pool.has_pool() {
                    true => (functions.cuMemFreeAsync)(self.base, stream.raw()),
                    false => (functions.cuMemFree)(self.base),
                }
            };
        }
    }
}

/// Bytes to add so that an aligned block fits.
fn surplus(align: usize) -> usize {
    if align > ALIGN { align } else { 0 }
}

fn aligned(base: u64, align: usize) -> u64 {
    base.next_multiple_of(align.max(1) as u64)
}

/// Host memory that devices reach.
pub struct PinnedBlock {
    context: Arc<PrimaryContext>,
    base: HostPtr,
    address: HostPtr,
    bytes: usize,
}

impl PinnedBlock {
    /// Allocates host memory, for all contexts. `align` is a power of two or 0.
    pub fn new(context: &Arc<PrimaryContext>, bytes: usize, align: usize) -> CudaResult<Self> {
        let cuda = context.cuda();
        let mut base = std::ptr::null_mut::<c_void>();
        let requested = bytes;
        let _current = context.enter()?;
        let bytes = bytes.max(1).saturating_add(surplus(align));
        // Kernels may use it anyway, but `compute-sanitizer` wants it said.
        let flags = sys::CU_MEMHOSTALLOC_PORTABLE | sys::CU_MEMHOSTALLOC_DEVICEMAP;
        // SAFETY: a place for the address.
        cuda.check(unsafe { (cuda.functions().cuMemHostAlloc)(&raw mut base, bytes, flags) })?;
        let base = HostPtr(base.cast());
        let offset = aligned(base.0 as u64, align) as usize - base.0 as usize;
        Ok(Self { context: Arc::clone(context), base, address: base.offset(offset), bytes: requested })
    }

    /// Its first byte.
    pub fn address(&self) -> HostPtr {
        self.address
    }

    /// A copy of its first bytes, which a device may write.
    ///
    /// # Panics
    /// If the block has less.
    pub fn load<const N: usize>(&self) -> [u8; N] {
        assert!(N <= self.bytes, "the block has so many bytes");
        // SAFETY: the block has the bytes, and any are valid.
        unsafe { self.address.0.cast::<[u8; N]>().read_volatile() }
    }

    /// Stores its first bytes.
    ///
    /// # Panics
    /// If the block has less.
    pub fn store(&self, bytes: &[u8]) {
        assert!(bytes.len() <= self.bytes, "the block has so many bytes");
        // SAFETY: the block has the bytes.
        unsafe { self.address.0.copy_from(bytes.as_ptr(), bytes.len()) };
    }

    /// Sets all of it to zero.
    pub fn clear(&self) {
        // SAFETY: its own bytes.
        unsafe { self.address.0.write_bytes(0, self.bytes) };
    }
}

impl Drop for PinnedBlock {
    fn drop(&mut self) {
        if let Ok(_current) = self.context.enter() {
            // SAFETY: its own block, which no command uses any more.
            unsafe { (self.context.cuda().functions().cuMemFreeHost)(self.base.0.cast()) };
        }
    }
}

/// Memory that moves between host and devices.
pub struct ManagedBlock {
    context: Arc<PrimaryContext>,
    base: sys::Address,
    address: DevicePtr,
}

impl ManagedBlock {
    /// Allocates. `align` is a power of two or 0.
    pub fn new(context: &Arc<PrimaryContext>, bytes: usize, align: usize) -> CudaResult<Self> {
        let cuda = context.cuda();
        let mut base = 0;
        let _current = context.enter()?;
        let bytes = bytes.max(1).saturating_add(surplus(align));
        let flags = sys::CU_MEM_ATTACH_GLOBAL;
        // SAFETY: a place for the address.
        cuda.check(unsafe { (cuda.functions().cuMemAllocManaged)(&raw mut base, bytes, flags) })?;
        Ok(Self { context: Arc::clone(context), base, address: DevicePtr(aligned(base, align)) })
    }

    /// Its first byte.
    pub fn address(&self) -> DevicePtr {
        self.address
    }
}

impl Drop for ManagedBlock {
    fn drop(&mut self) {
        if let Ok(_current) = self.context.enter() {
            // SAFETY: its own block, which no command uses any more.
            unsafe { (self.context.cuda().functions().cuMemFree)(self.base) };
        }
    }
}

/// Memory of the program's that is pinned as long as this lives.
pub struct Registered {
    context: Arc<PrimaryContext>,
    host: HostPtr,
}

impl Registered {
    /// Pins a range.
    pub fn new(context: &Arc<PrimaryContext>, host: HostPtr, bytes: usize) -> CudaResult<Self> {
        let cuda = context.cuda();
        let _current = context.enter()?;
        let register = cuda.functions().cuMemHostRegister;
        // SAFETY: the caller keeps the range valid until it is released.
        cuda.check(unsafe { register(host.0.cast(), bytes, sys::CU_MEMHOSTREGISTER_PORTABLE) })?;
        Ok(Self { context: Arc::clone(context), host })
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        if let Ok(_current) = self.context.enter() {
            // SAFETY: the range was registered once.
            unsafe { (self.context.cuda().functions().cuMemHostUnregister)(self.host.0.cast()) };
        }
    }
}

/// Where an address is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Residence {
    /// Host memory of which CUDA knows nothing.
    Pageable,
    /// Host memory that devices reach.
    Pinned,
    /// Memory that moves between host and devices.
    Managed,
    /// Memory of the device with this number.
    Device(sys::Device),
}

impl PrimaryContext {
    /// Where an address is, which may be any. The context is current.
    pub fn residence(&self, address: DevicePtr) -> CudaResult<Residence> {
        let (mut memory_type, mut is_managed, mut device) = (0_u32, 0_u32, 0);
        let mut attributes = [
            sys::CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
            sys::CU_POINTER_ATTRIBUTE_IS_MANAGED,
            sys::CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
        ];
        let mut values: [*mut c_void; 3] =
            [(&raw mut memory_type).cast(), (&raw mut is_managed).cast(), (&raw mut device).cast()];
        let query = self.cuda().functions().cuPointerGetAttributes;
        // SAFETY: places of the attributes' sizes, 4 bytes each; the address is looked up, not read.
        self.cuda().check(unsafe { query(3, attributes.as_mut_ptr(), values.as_mut_ptr(), address.0) })?;
        Ok(match memory_type {
            0 => Residence::Pageable,
            _ if is_managed != 0 => Residence::Managed,
            sys::CU_MEMORYTYPE_HOST => Residence::Pinned,
            _ => Residence::Device(device),
        })
    }
}
