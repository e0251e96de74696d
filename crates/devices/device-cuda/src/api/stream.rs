//! Streams.

use std::sync::Arc;

use super::{CudaResult, Event, PrimaryContext};
use crate::sys;

/// A stream: commands run in order.
pub struct Stream {
    context: Arc<PrimaryContext>,
    raw: sys::Stream,
    is_owned: bool,
}

impl Stream {
    /// A new stream, which does not wait for CUDA's default stream.
    pub fn new(context: &Arc<PrimaryContext>) -> CudaResult<Self> {
        let _current = context.enter()?;
        let mut raw = sys::Stream::default();
        let create = context.cuda().functions().cuStreamCreate;
        // SAFETY: a place for the stream.
        context.cuda().check(unsafe { create(&raw mut raw, sys::CU_STREAM_NON_BLOCKING) })?;
        Ok(Self { context: Arc::clone(context), raw, is_owned: true })
    }

    /// A stream of the program's, in the same context.
    pub fn around(context: &Arc<PrimaryContext>, raw: sys::Stream, is_owned: bool) -> Self {
        Self { context: Arc::clone(context), raw, is_owned }
    }

    /// `CUstream`
    pub fn raw(&self) -> sys::Stream {
        self.raw
    }

    /// Its context.
    pub fn context(&self) -> &Arc<PrimaryContext> {
        &self.context
    }

    /// Blocks until everything in it is complete.
    pub fn synchronize(&self) -> CudaResult<()> {
        let _current = self.context.enter()?;
        // SAFETY: a live stream.
        self.context.cuda().check(unsafe { (self.context.cuda().functions().cuStreamSynchronize)(self.raw) })
    }

    /// Whether everything in it is complete.
    pub fn is_idle(&self) -> CudaResult<bool> {
        let _current = self.context.enter()?;
        // SAFETY: a live stream.
        let result = self.context.cuda().check(unsafe { (self.context.cuda().functions().cuStreamQuery)(self.raw) });
        match result {
            Err(error) if error.is_not_ready() => Ok(false),
            result => result.map(|()| true),
        }
    }

    /// Makes later commands of the stream wait for an event, also one of another device. The context is current.
    pub fn wait_for(&self, event: &Event) -> CudaResult<()> {
        let cuda = self.context.cuda();
        // SAFETY: a live stream and event.
        cuda.check(unsafe { (cuda.functions().cuStreamWaitEvent)(self.raw, event.raw(), 0) })
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if self.is_owned
            && let Ok(_current) = self.context.enter()
        {
            // SAFETY: its own stream. Commands that are still in it run to their end.
            unsafe { (self.context.cuda().functions().cuStreamDestroy)(self.raw) };
        }
    }
}
