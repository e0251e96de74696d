//! PI objects as Rust values: cloning retains, dropping releases.
//!
//! An [`Object`] holds one reference to an object of a plugin. Plugins are
//! `'static` ([`Plugin::leak`]) and turn calls after their teardown into no-ops,
//! so an object may outlive the use of its plugin without harm.

use std::ffi::c_void;
use std::fmt;

use crate::plugin::{PiError, Plugin};
use tandem_pi::constants::*;
use tandem_pi::types::*;

/// A kind of object that PI counts references of.
pub trait Handle: Copy + Eq + fmt::Debug {
    /// The raw handle of this address.
    fn from_address(ptr: *mut c_void) -> Self;

    /// The address of the object.
    fn address(self) -> *mut c_void;

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
        impl Handle for $type {
            fn from_address(ptr: *mut c_void) -> Self {
                Self::from_ptr(ptr)
            }

            fn address(self) -> *mut c_void {
                self.as_ptr()
            }

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
pub struct Object<T: Handle> {
    plugin: &'static Plugin,
    raw: T,
}

/// A device or sub-device.
pub type Device = Object<PiDevice>;
/// A context.
pub type Context = Object<PiContext>;
/// A command queue.
pub type Queue = Object<PiQueue>;
/// A buffer or sub-buffer.
pub type Mem = Object<PiMem>;
/// A program.
pub type Program = Object<PiProgram>;
/// A kernel and its arguments. PI lets only one thread at a time set arguments
/// and launch; two threads need two kernels or a lock.
pub type Kernel = Object<PiKernel>;
/// An event.
pub type Event = Object<PiEvent>;
/// A command buffer: commands that can be replayed once it is finalized.
pub type CommandBuffer = Object<PiExtCommandBuffer>;
/// A sampler.
pub type Sampler = Object<PiSampler>;

impl<T: Handle> Object<T> {
    /// Takes over one reference to `raw`.
    ///
    /// # Safety
    /// `raw` is a live object of `plugin`, and nobody else releases the
    /// reference.
    #[inline]
    pub unsafe fn from_raw(plugin: &'static Plugin, raw: T) -> Self {
        Self { plugin, raw }
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

impl<T: Handle> Clone for Object<T> {
    fn clone(&self) -> Self {
        // Retaining a live object can fail only after teardown, when both the
        // retain and the later release are ignored.
        // SAFETY: `self` keeps the object alive.
        let _ = unsafe { self.raw.retain(self.plugin) };
        Self { plugin: self.plugin, raw: self.raw }
    }
}

impl<T: Handle> Drop for Object<T> {
    #[inline]
    fn drop(&mut self) {
        // There is nobody to tell about a failing release.
        // SAFETY: `self` holds one reference.
        let _ = unsafe { self.raw.release(self.plugin) };
    }
}

impl<T: Handle> PartialEq for Object<T> {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}

impl<T: Handle> Eq for Object<T> {}

impl<T: Handle> std::hash::Hash for Object<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.raw.address().hash(state);
    }
}

impl<T: Handle> fmt::Debug for Object<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw.fmt(f)
    }
}

// SAFETY: PI objects may be used from any thread (kernels by one at a time,
// which is the documented duty of whoever shares one).
unsafe impl<T: Handle> Send for Object<T> {}
// SAFETY: as above.
unsafe impl<T: Handle> Sync for Object<T> {}
