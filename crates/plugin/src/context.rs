//! Contexts.

use std::ffi::c_void;
use std::sync::Arc;

use parking_lot::Mutex;
use tandem_device::{Command, Queue};
use tandem_pi::export::Failure;
use tandem_pi::*;

use crate::args::{Answer, ensure, list, required};
use crate::device::{Device, SharedDevice};
use crate::device_info::{orders, scopes};
use crate::object::{Kind, Object, borrow, share_all};

/// Devices of one platform that share memory objects and programs.
pub struct Context {
    devices: Vec<SharedDevice>,
    /// The queues, and those that the caller has released while they had work.
    queues: Mutex<Vec<Arc<dyn Queue>>>,
    /// What runs when the context is destroyed, last registered first.
    deleters: Mutex<Vec<Deleter>>,
}

struct Deleter {
    call: unsafe extern "C" fn(user_data: *mut c_void),
    user_data: *mut c_void,
}

// SAFETY: PI lets any thread destroy the context, and so run the deleter.
unsafe impl Send for Deleter {}

impl Kind for Context {
    type Raw = PiContext;
    const TAG: u64 = 0x7469_636f_6e74_0003;
    const INVALID: PiResult = PI_ERROR_INVALID_CONTEXT;
    const NAME: &'static str = "context";
}

impl Context {
    /// The devices; at least one.
    pub fn devices(&self) -> &[SharedDevice] {
        &self.devices
    }

    /// Whether a device is one of the context.
    pub fn contains(&self, device: &Object<Device>) -> bool {
        self.devices.iter().any(|own| std::ptr::eq(&raw const **own, device))
    }

    /// Learns of a queue of the context.
    pub fn add_queue(&self, queue: &Arc<dyn Queue>) {
        let mut queues = self.queues.lock();
        queues.retain(|known| Arc::strong_count(known) > 1 || !known.is_empty());
        queues.push(queue.clone());
    }

    /// Waits until everything that was submitted to the queues is complete,
    /// well or not: whoever submitted it learns how it ended.
    pub fn wait_for_queues(&self) {
        let mut busy = self.queues.lock().clone();
        busy.retain(|queue| !queue.is_empty());
        for queue in busy {
            let mut everything = None;
            if queue.submit(Command::Marker, &[], Some(&mut everything)).is_ok()
                && let Some(everything) = everything
            {
                let _ = everything.wait();
            }
        }
    }

    /// The largest allocation that every device allows.
    pub fn max_alloc_bytes(&self) -> u64 {
        self.devices.iter().map(|device| device.driver().info().max_alloc_bytes).min().unwrap_or(0)
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        while let Some(deleter) = self.deleters.get_mut().pop() {
            // SAFETY: the caller registered the function with its data.
            unsafe { (deleter.call)(deleter.user_data) };
        }
    }
}

/// `piContextCreate`
///
/// # Safety
/// As for [`tandem_pi::export::Pi`].
pub unsafe fn create(num_devices: u32, devices: *const PiDevice, out: *mut PiContext) -> Result<(), Failure> {
    let out = required(out, "the place for the context")?;
    ensure!(num_devices != 0, PI_ERROR_INVALID_VALUE, "a context needs at least one device");
    // SAFETY: the caller's duty.
    let devices = unsafe {
        let handles = list(devices, num_devices as usize, "the list of devices")?;
        share_all::<Device>(handles)?
    };
    ensure!(
        devices.iter().all(|device| device.platform() == devices[0].platform()),
        PI_ERROR_INVALID_DEVICE,
        "the devices are not of one platform"
    );
    let context = Object::new(Context { devices, queues: Mutex::default(), deleters: Mutex::default() });
    // SAFETY: not null, and the caller's duty.
    unsafe { out.write(context.publish()) };
    Ok(())
}

/// `piContextGetInfo`
///
/// # Safety
/// As for [`tandem_pi::export::Pi`].
pub unsafe fn info(context: PiContext, param: PiContextInfo, answer: Answer) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let context = unsafe { borrow::<Context>(context)? };
    let first = &context.devices[0];
    match param {
        PI_CONTEXT_INFO_NUM_DEVICES => answer.value(context.devices.len() as u32),
        PI_CONTEXT_INFO_DEVICES => {
            let handles: Vec<PiDevice> = context.devices.iter().map(|device| device.handle()).collect();
            answer.list(&handles)
        }
        PI_CONTEXT_INFO_PLATFORM => answer.value(first.platform()),
        PI_CONTEXT_INFO_PROPERTIES => answer.bytes(&[]),
        PI_CONTEXT_INFO_REFERENCE_COUNT => answer.value(context.references()),
        PI_EXT_CONTEXT_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES => {
            answer.value(common_bits(context, |device| orders(device.driver().info().atomic_orders).0))
        }
        PI_EXT_CONTEXT_INFO_ATOMIC_MEMORY_SCOPE_CAPABILITIES => {
            answer.value(common_bits(context, |device| scopes(device.driver().info().atomic_scopes).0))
        }
        PI_EXT_CONTEXT_INFO_ATOMIC_FENCE_ORDER_CAPABILITIES => {
            answer.value(common_bits(context, |device| orders(device.driver().info().fence_orders).0))
        }
        PI_EXT_CONTEXT_INFO_ATOMIC_FENCE_SCOPE_CAPABILITIES => {
            answer.value(common_bits(context, |device| scopes(device.driver().info().fence_scopes).0))
        }
        PI_EXT_ONEAPI_CONTEXT_INFO_USM_FILL2D_SUPPORT
        | PI_EXT_ONEAPI_CONTEXT_INFO_USM_MEMSET2D_SUPPORT
        | PI_EXT_ONEAPI_CONTEXT_INFO_USM_MEMCPY2D_SUPPORT => answer.bool(true),
        other => answer.unknown(other),
    }
}

/// The bits that all devices have.
fn common_bits(context: &Context, bits: impl Fn(&Device) -> u64) -> u64 {
    context.devices.iter().fold(u64::MAX, |common, device| common & bits(device))
}

/// `piextContextSetExtendedDeleter`
///
/// # Safety
/// As for [`tandem_pi::export::Pi`].
pub unsafe fn set_extended_deleter(
    context: PiContext,
    deleter: PiContextExtendedDeleter,
    user_data: *mut c_void,
) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let context = unsafe { borrow::<Context>(context)? };
    let call = deleter.ok_or_else(|| Failure::new(PI_ERROR_INVALID_VALUE, "the deleter is null"))?;
    context.deleters.lock().push(Deleter { call, user_data });
    Ok(())
}
