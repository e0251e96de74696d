//! Kernel launches, in reused memory. A launch has several hundred bytes, and a command moves through several functions
//! and lists before it runs: there it is one pointer.

use std::fmt;
use std::mem::{ManuallyDrop, MaybeUninit};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use tandem_concurrency::{LocalStack, Pool};

use crate::args::KernelArgs;
use crate::program::Kernel;
use crate::range::NdRange;

/// One kernel launch. It fails with
/// [`Error::OutOfResources`](crate::Error::OutOfResources) if it needs more local or
/// private memory than there is, and with
/// [`Error::Execution`](crate::Error::Execution) if the kernel is another driver's.
/// Without work-items it does nothing.
#[derive(Clone, Debug)]
pub struct KernelLaunch {
    /// The kernel.
    pub kernel: Arc<dyn Kernel>,
    /// The index space.
    pub range: NdRange,
    /// A snapshot of the arguments.
    pub args: KernelArgs,
}

type Memory = Box<MaybeUninit<KernelLaunch>>;

thread_local! {
    static LOCAL: LocalStack<Memory> = const { LocalStack::new(Vec::new()) };
}
static POOL: Pool<Memory> = Pool::new();

/// A kernel launch in memory of a pool. It may be made and dropped on different threads; once
/// the pool is warm, neither allocates.
pub struct PooledLaunch(ManuallyDrop<Box<KernelLaunch>>);

impl PooledLaunch {
    /// Moves a launch into memory of the pool.
    #[inline]
    pub fn new(launch: KernelLaunch) -> Self {
        let memory = POOL.take(&LOCAL).unwrap_or_else(Box::new_uninit);
        Self(ManuallyDrop::new(Box::write(memory, launch)))
    }
}

impl Drop for PooledLaunch {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: the box is taken once, here.
        let launch = Box::into_raw(unsafe { ManuallyDrop::take(&mut self.0) });
        // SAFETY: the launch is alive and dropped once; its memory is that of a box.
        let memory = unsafe {
            launch.drop_in_place();
            Memory::from_raw(launch.cast())
        };
        POOL.give_back(&LOCAL, memory);
    }
}

impl Deref for PooledLaunch {
    type Target = KernelLaunch;

    #[inline]
    fn deref(&self) -> &KernelLaunch {
        &self.0
    }
}

impl DerefMut for PooledLaunch {
    #[inline]
    fn deref_mut(&mut self) -> &mut KernelLaunch {
        &mut self.0
    }
}

impl Clone for PooledLaunch {
    fn clone(&self) -> Self {
        Self::new(KernelLaunch::clone(self))
    }
}

impl fmt::Debug for PooledLaunch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        KernelLaunch::fmt(self, f)
    }
}
