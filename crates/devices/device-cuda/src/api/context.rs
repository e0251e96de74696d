//! Primary contexts: what CUDA keeps of a device for the whole process. Libraries over CUDA's
//! runtime use the same one.

use std::marker::PhantomData;

use super::{Cuda, CudaResult, Device};
use crate::sys;

/// The primary context of a device, retained. The first one of a process takes a tenth of a second.
pub struct PrimaryContext {
    device: Device,
    raw: sys::Context,
}

/// The calling thread has the context until this is dropped.
#[must_use = "the context is current as long as this lives"]
pub struct Current<'a> {
    cuda: &'static Cuda,
    /// The context that was current before, restored at the end.
    before: Option<sys::Context>,
    /// It belongs to the thread.
    _thread: PhantomData<(&'a PrimaryContext, *const ())>,
}

impl PrimaryContext {
    /// Retains the primary context of a device.
    pub fn retain(device: Device) -> CudaResult<Self> {
        let mut raw = sys::Context::default();
        // SAFETY: a place for the context.
        device.cuda.check(unsafe { (device.cuda.functions.cuDevicePrimaryCtxRetain)(&raw mut raw, device.raw) })?;
        Ok(Self { device, raw })
    }

    /// The device.
    pub fn device(&self) -> Device {
        self.device
    }

    /// The API.
    pub fn cuda(&self) -> &'static Cuda {
        self.device.cuda
    }

    /// `CUcontext`
    pub fn raw(&self) -> sys::Context {
        self.raw
    }

    /// Makes it the current context of the calling thread. Another one that the program has made
    /// current is so again afterwards.
    pub fn enter(&self) -> CudaResult<Current<'_>> {
        let (cuda, mut before) = (self.device.cuda, sys::Context::default());
        // SAFETY: a place for the context.
        cuda.check(unsafe { (cuda.functions.cuCtxGetCurrent)(&raw mut before) })?;
        if before == self.raw {
            return Ok(Current { cuda, before: None, _thread: PhantomData });
        }
        // SAFETY: the context is retained.
        cuda.check(unsafe { (cuda.functions.cuCtxSetCurrent)(self.raw) })?;
        let before = Some(before).filter(|before| *before != sys::Context::default());
        Ok(Current { cuda, before, _thread: PhantomData })
    }

    /// Bytes of memory that are free now.
    pub fn free_memory(&self) -> CudaResult<usize> {
        let _current = self.enter()?;
        let (mut free, mut total) = (0, 0);
        // SAFETY: places for the numbers.
        self.cuda().check(unsafe { (self.cuda().functions.cuMemGetInfo)(&raw mut free, &raw mut total) })?;
        Ok(free)
    }

    /// Lets kernels of this context use the memory of another one that is not from a pool.
    pub fn enable_peer(&self, peer: &Self) -> CudaResult<()> {
        let _current = self.enter()?;
        // SAFETY: both contexts are retained.
        match unsafe { (self.cuda().functions.cuCtxEnablePeerAccess)(peer.raw, 0) } {
            sys::CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED => Ok(()),
            code => self.cuda().check(code),
        }
    }
}

impl Drop for Current<'_> {
    fn drop(&mut self) {
        if let Some(before) = self.before {
            // SAFETY: it was current when this one was entered. If the program has destroyed it meanwhile, the program
            // is wrong, and its next call reports an error.
            unsafe { (self.cuda.functions.cuCtxSetCurrent)(before) };
        }
    }
}

impl Drop for PrimaryContext {
    fn drop(&mut self) {
        // SAFETY: it was retained once, and all that was made in it is gone.
        unsafe { (self.device.cuda.functions.cuDevicePrimaryCtxRelease)(self.device.raw) };
    }
}
