//! The host's side of PI's handles: values that own one reference. Cloning retains,
//! dropping releases. (What a handle leads to is the plugin's own.)
//!
//! An [`Owned`] holds one reference to an object of a plugin. Plugins are
//! `'static` ([`Plugin::leak`]) and turn calls after their teardown into no-ops,
//! so an object may outlive the use of its plugin without harm.

use std::fmt;

use crate::plugin::{PiError, Plugin};
use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::*;

/// The handle of a kind of object that PI counts references of.
pub trait Counted: Handle {
    /// Adds a reference.
    ///
    /// # Safety
    /// `self` is a live object of `plugin`.
    unsafe fn retain(self, plugin: &Plugin) -> PiResult;

    /// Gives a reference back.
    ///
    /// # Safety
    /// `self` is a live object of `plugin`, and the reference is the caller's.
    unsafe fn release(self, plugin: &Plugin) -> PiResult;
}

macro_rules! counted {
    ($($type:ident: $retain:ident, $release:ident;)*) => {$(
        impl Counted for $type {
            #[inline]
            unsafe fn retain(self, plugin: &Plugin) -> PiResult {
                // SAFETY: the caller's duty is the same.
                unsafe { plugin.$retain(self) }
            }

            #[inline]
            unsafe fn release(self, plugin: &Plugin) -> PiResult {
                // SAFETY: the caller's duty is the same.
                unsafe { plugin.$release(self) }
            }
        }
    )*};
}
counted! {
    PiDevice: piDeviceRetain, piDeviceRelease;
    PiContext: piContextRetain, piContextRelease;
    PiQueue: piQueueRetain, piQueueRelease;
    PiMem: piMemRetain, piMemRelease;
    PiProgram: piProgramRetain, piProgramRelease;
    PiKernel: piKernelRetain, piKernelRelease;
    PiEvent: piEventRetain, piEventRelease;
    PiSampler: piSamplerRetain, piSamplerRelease;
    PiExtCommandBuffer: piextCommandBufferRetain, piextCommandBufferRelease;
}

/// One reference to an object of a plugin.
pub struct Owned<T: Counted> {
    plugin: &'static Plugin,
    raw: T,
}

/// A device or sub-device.
pub type Device = Owned<PiDevice>;
/// A context.
pub type Context = Owned<PiContext>;
/// A command queue.
pub type Queue = Owned<PiQueue>;
/// A buffer or sub-buffer.
pub type Mem = Owned<PiMem>;
/// A program.
pub type Program = Owned<PiProgram>;
/// A kernel and its arguments. PI lets only one thread at a time set arguments
/// and launch; two threads need two kernels or a lock.
pub type Kernel = Owned<PiKernel>;
/// An event.
pub type Event = Owned<PiEvent>;
/// A command buffer: commands that can be replayed once it is finalized.
pub type CommandBuffer = Owned<PiExtCommandBuffer>;
/// A sampler.
pub type Sampler = Owned<PiSampler>;

impl<T: Counted> Owned<T> {
    /// Takes over one reference to `raw`.
    ///
    /// # Safety
    /// `raw` is a live object of `plugin`, and the reference is not released elsewhere.
    #[inline]
    pub unsafe fn from_raw(plugin: &'static Plugin, raw: T) -> Self {
        Self { plugin, raw }
    }

    /// Another reference to an object; `None` if the plugin refuses it.
    ///
    /// # Safety
    /// `raw` is a live object of `plugin`.
    pub(crate) unsafe fn retained(plugin: &'static Plugin, raw: T) -> Option<Self> {
        // SAFETY: the caller's duty.
        let is_retained = unsafe { raw.retain(plugin) } == PI_SUCCESS;
        is_retained.then_some(Self { plugin, raw })
    }

    /// The handle, for calls of [`Plugin`]. It is valid as long as `self`.
    #[inline]
    pub fn raw(&self) -> T {
        self.raw
    }

    /// The plugin that the object belongs to.
    #[inline]
    pub fn plugin(&self) -> &'static Plugin {
        self.plugin
    }

    /// Runs a creating call and takes over the reference that it returns.
    pub(crate) fn create(
        plugin: &'static Plugin,
        call: &'static str,
        create: impl FnOnce(*mut T) -> PiResult,
    ) -> Result<Self, PiError> {
        let mut raw = T::from_address(std::ptr::null_mut());
        plugin.check(call, create(&raw mut raw))?;
        if raw.address().is_null() {
            return Err(plugin.null_result(call));
        }
        Ok(Self { plugin, raw })
    }
}

impl<T: Counted> Clone for Owned<T> {
    fn clone(&self) -> Self {
        // Retaining a live object can fail only after teardown, when both the
        // retain and the later release are ignored.
        // SAFETY: `self` keeps the object alive.
        let _ = unsafe { self.raw.retain(self.plugin) };
        Self { plugin: self.plugin, raw: self.raw }
    }
}

impl<T: Counted> Drop for Owned<T> {
    #[inline]
    fn drop(&mut self) {
        // A failing release cannot be reported.
        // SAFETY: `self` holds one reference.
        let _ = unsafe { self.raw.release(self.plugin) };
    }
}

impl<T: Counted> PartialEq for Owned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}

impl<T: Counted> Eq for Owned<T> {}

impl<T: Counted> std::hash::Hash for Owned<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.raw.address().hash(state);
    }
}

impl<T: Counted> fmt::Debug for Owned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw.fmt(f)
    }
}

// SAFETY: PI objects may be used from any thread (kernels by one at a time,
// which is the documented duty of whoever shares one).
unsafe impl<T: Counted> Send for Owned<T> {}
// SAFETY: as above.
unsafe impl<T: Counted> Sync for Owned<T> {}
