//! Native handles: the back-end objects of PI objects.

use crate::owned::{Context, Counted, Device, Event, Kernel, Mem, Program, Queue};
use crate::platform::Platform;
use crate::plugin::{PiError, Plugin};
use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::*;

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
            /// The native object of this one, which keeps it alive.
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
    Program: piextProgramGetNativeHandle();
    Kernel: piextKernelGetNativeHandle();
}

impl Mem {
    /// The native object of this one on a device; this one keeps it alive.
    pub fn native_handle(&self, device: &Device) -> Result<PiNativeHandle, PiError> {
        native_handle(self.plugin(), "piextMemGetNativeHandle", |out| {
            // SAFETY: live objects, and a place for the result.
            unsafe { self.plugin().piextMemGetNativeHandle(self.raw(), device.raw(), out) }
        })
    }
}

macro_rules! from_native {
    ($($object:ty: $call:ident($($more:expr)?);)*) => {$(
        impl $object {
            /// The object around one of the back end, which stays the caller's.
            ///
            /// # Safety
            /// `native` is a live object of this kind, of the back end and of the context.
            pub unsafe fn from_native(native: PiNativeHandle, context: &Context) -> Result<Self, PiError> {
                let plugin = context.plugin();
                Self::create(plugin, stringify!($call), |out| {
                    // SAFETY: the caller's duty; a place for the result.
                    unsafe { plugin.$call(native, context.raw(), $($more,)? false, out) }
                })
            }
        }
    )*};
}
from_native! {
    Event: piextEventCreateWithNativeHandle();
    Mem: piextMemCreateWithNativeHandle();
    Program: piextProgramCreateWithNativeHandle();
    Kernel: piextKernelCreateWithNativeHandle(PiProgram::NULL);
}

impl Kernel {
    /// The program that the kernel is from.
    pub fn program(&self) -> Result<Program, PiError> {
        let raw: PiProgram = self.info(PI_KERNEL_INFO_PROGRAM)?;
        // SAFETY: the kernel keeps its program.
        self.plugin().check("piProgramRetain", unsafe { raw.retain(self.plugin()) })?;
        // SAFETY: the reference was made just now.
        Ok(unsafe { Program::from_raw(self.plugin(), raw) })
    }
}

impl Program {
    /// The context that the program is in.
    pub fn context(&self) -> Result<Context, PiError> {
        let raw: PiContext = self.info(PI_PROGRAM_INFO_CONTEXT)?;
        // SAFETY: the program keeps its context.
        self.plugin().check("piContextRetain", unsafe { raw.retain(self.plugin()) })?;
        // SAFETY: the reference was made just now.
        Ok(unsafe { Context::from_raw(self.plugin(), raw) })
    }
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
