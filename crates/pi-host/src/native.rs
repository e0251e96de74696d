//! Native handles: the objects of a back end behind PI's.

use crate::owned::{Context, Device, Event, Queue};
use crate::platform::Platform;
use crate::plugin::{PiError, Plugin};
use tandem_pi::constants::*;
use tandem_pi::types::*;

/// Asks for the native handle of an object.
fn native_handle(
    plugin: &'static Plugin,
    call: &'static str,
    ask: impl FnOnce(*mut PiNativeHandle) -> PiResult,
) -> Result<PiNativeHandle, PiError> {
    let mut handle = 0;
    plugin.check(call, ask(&raw mut handle))?;
    Ok(handle)
}

macro_rules! native_handles {
    ($($object:ty: $call:ident($($more:expr)*);)*) => {$(
        impl $object {
            /// The back end's object behind this one, which keeps it.
            pub fn native_handle(&self) -> Result<PiNativeHandle, PiError> {
                native_handle(self.plugin(), stringify!($call), |out| {
                    // SAFETY: a live object, and a place for the result.
                    unsafe { self.plugin().$call(self.raw(), out $(, $more)*) }
                })
            }
        }
    )*};
}
native_handles! {
    Platform: piextPlatformGetNativeHandle();
    Device: piextDeviceGetNativeHandle();
    Context: piextContextGetNativeHandle();
    Queue: piextQueueGetNativeHandle(std::ptr::from_mut(&mut 0));
    Event: piextEventGetNativeHandle();
}

impl Context {
    /// The context around an object of the back end, which stays the caller's.
    ///
    /// # Safety
    /// `native` is a live context of the plugin's back end, and outlives this one.
    pub unsafe fn from_native(plugin: &'static Plugin, native: PiNativeHandle) -> Result<Self, PiError> {
        Self::create(plugin, "piextContextCreateWithNativeHandle", |out| {
            // SAFETY: the caller's duty; no devices, and a place for the result.
            unsafe { plugin.piextContextCreateWithNativeHandle(native, 0, std::ptr::null(), false, out) }
        })
    }
}

impl Queue {
    /// The queue around an object of the back end, which stays the caller's.
    ///
    /// # Safety
    /// `native` is a live queue of `device` in `context`, and outlives this one.
    pub unsafe fn from_native(native: PiNativeHandle, context: &Context, device: &Device) -> Result<Self, PiError> {
        let plugin = context.plugin();
        let mut properties = [0];
        Self::create(plugin, "piextQueueCreateWithNativeHandle", |out| {
            // SAFETY: the caller's duty; a terminated list, and a place for the result.
            unsafe {
                plugin.piextQueueCreateWithNativeHandle(
                    native,
                    0,
                    context.raw(),
                    device.raw(),
                    false,
                    properties.as_mut_ptr(),
                    out,
                )
            }
        })
    }
}
