//! Contexts.

use std::ffi::c_void;
use std::sync::Arc;

use parking_lot::Mutex;
use tandem_concurrency::ReadMostly;
use tandem_device::{
    Command, Device as Driver, Event as Completion, MemoryDomain, NativeHandle, Queue, is_in_callback,
};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::answer::Answer;
use crate::bits::{orders, scopes};
use crate::device::{Device, SharedDevice, position};
use crate::failure::{ensure, from_driver};
use crate::handle::{Handle, Handles};
use crate::object::{Kind, Object};
use crate::parameters::{Callback, Out, Parameter};
use crate::platform::Platform;

/// Devices of one platform that share memory objects and programs.
pub struct Context {
    devices: Vec<SharedDevice>,
    /// The driver's devices, as the context has them.
    drivers: Vec<Arc<dyn Driver>>,
    driver: Arc<dyn tandem_device::Context>,
    /// The queues, and those that the caller has released while they had work. Each end of an
    /// allocation of USM looks at them.
    queues: ReadMostly<Vec<Arc<dyn Queue>>>,
    /// Functions that run when the context is destroyed, last registered first.
    deleters: Mutex<Vec<Callback<Deleter>>>,
}

/// A function that runs when a context is destroyed.
pub type Deleter = unsafe extern "C" fn(user_data: *mut c_void);

impl Kind for Context {
    type Raw = PiContext;
    const TAG: u64 = 0x7469_636f_6e74_0003;
    const INVALID: PiResult = PI_ERROR_INVALID_CONTEXT;
    const NAME: &'static str = "context";
}

impl Context {
    /// A context of the driver, which has these devices; at least one.
    pub fn new(driver: Arc<dyn tandem_device::Context>, devices: Vec<SharedDevice>) -> Result<Self, Failure> {
        let drivers: Result<_, _> = devices.iter().map(|device| driver.device(device.shared_driver())).collect();
        let drivers = drivers.map_err(from_driver)?;
        Ok(Self { devices, drivers, driver, queues: ReadMostly::new(Vec::new()), deleters: Mutex::default() })
    }

    /// The devices; at least one.
    pub fn devices(&self) -> &[SharedDevice] {
        &self.devices
    }

    /// The driver's devices, as the context has them.
    pub fn drivers(&self) -> &[Arc<dyn Driver>] {
        &self.drivers
    }

    /// The devices and how the driver has them in this context.
    pub fn members(&self) -> impl Iterator<Item = (&SharedDevice, &Arc<dyn Driver>)> {
        self.devices.iter().zip(&self.drivers)
    }

    /// Whether the memory of all devices is the host's.
    pub fn is_in_host_memory(&self) -> bool {
        self.drivers.iter().all(|driver| driver.memory_domain() == MemoryDomain::HOST)
    }

    /// The driver's object for a device, not a part of one, in this context.
    pub fn member(&self, device: &Object<Device>) -> Option<&Arc<dyn Driver>> {
        let mut members = self.members();
        members.find(|(own, _)| std::ptr::eq(&raw const ***own, device)).map(|(_, driver)| driver)
    }

    /// The driver's object for a device, or a part of one, in this context.
    pub fn driver(&self, device: &Object<Device>) -> Result<Arc<dyn Driver>, Failure> {
        match self.member(device) {
            Some(driver) => Ok(Arc::clone(driver)),
            None => self.driver.device(device.shared_driver()).map_err(from_driver),
        }
    }

    /// The context of the back end.
    pub fn native_handle(&self) -> Option<NativeHandle> {
        self.driver.native_handle()
    }

    /// Whether a device is one of the context, or a part of one.
    pub fn contains(&self, device: &Object<Device>) -> bool {
        position(device, self.devices.iter()).is_some()
    }

    /// Learns of a queue of the context.
    pub fn add_queue(&self, queue: &Arc<dyn Queue>) {
        let is_needed = |known: &&Arc<dyn Queue>| Arc::strong_count(known) > 1 || !known.is_empty();
        self.queues.change(|queues| queues.iter().filter(is_needed).chain([queue]).cloned().collect());
    }

    /// Whether nothing that was submitted to the queues is left to do.
    #[inline(always)]
    pub fn is_idle(&self) -> bool {
        self.queues.read(|queues| queues.iter().all(|queue| queue.is_empty()))
    }

    /// Calls a function once everything that was submitted to the queues has completed or failed;
    /// failures are reported to the submitter. Blocks until then, except inside an event callback,
    /// which must not wait: there the function runs later, on the thread that completes the last
    /// command.
    pub fn when_idle<R>(&self, call: impl FnOnce() -> R + Send + Sync + 'static) -> Option<R> {
        let fences = self.fences();
        if !is_in_callback() {
            fences.iter().for_each(|fence| drop(fence.wait()));
            return Some(call());
        }
        let call = Arc::new(CallOnDrop(Some(move || drop(call()))));
        for fence in fences {
            let (last, call) = (Arc::clone(&call), Arc::clone(&call));
            if fence.on_complete(move |_| drop(last)).is_err() {
                // It cannot be known when the queue is idle: the function is never called.
                std::mem::forget(call);
            }
        }
        None
    }

    /// One completion for each busy queue, after all of its work.
    fn fences(&self) -> Vec<Completion> {
        let busy = |queues: &Vec<Arc<dyn Queue>>| -> Vec<_> {
            queues.iter().filter(|queue| !queue.is_empty()).cloned().collect()
        };
        let busy = self.queues.read(busy);
        let fence = |queue: Arc<dyn Queue>| {
            let mut everything = None;
            queue.submit(Command::Marker, &[], Some(&mut everything)).ok()?;
            everything
        };
        busy.into_iter().filter_map(fence).collect()
    }

    /// The largest allocation that every device allows.
    pub fn max_alloc_bytes(&self) -> u64 {
        self.devices.iter().map(|device| device.driver().info().max_alloc_bytes).min().unwrap_or(0)
    }
}

/// Calls a function when the last owner goes.
struct CallOnDrop<F: FnOnce()>(Option<F>);

impl<F: FnOnce()> Drop for CallOnDrop<F> {
    fn drop(&mut self) {
        if let Some(call) = self.0.take() {
            call();
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        while let Some(deleter) = self.deleters.get_mut().pop() {
            // SAFETY: the caller registered the function with its data.
            unsafe { (deleter.function)(deleter.user_data) };
        }
    }
}

/// `piContextCreate`
pub fn create(devices: Handles<'_, Device>, out: Out<'_, PiContext>) -> Result<(), Failure> {
    let out = out.required("the output pointer for the context")?;
    ensure!(devices.len() != 0, PI_ERROR_INVALID_VALUE, "a context needs at least one device");
    let devices = devices.shared("the list of devices")?;
    ensure!(
        devices.iter().all(|device| device.platform() == devices[0].platform()),
        PI_ERROR_INVALID_DEVICE,
        "the devices belong to different platforms"
    );
    let drivers: Vec<Arc<dyn Driver>> = devices.iter().map(|device| Arc::clone(device.shared_driver())).collect();
    // SAFETY: devices have the handle of their platform, which outlives them.
    let platform = unsafe { Handle::<Platform>::read(devices[0].platform()) }.object()?;
    let driver = platform.driver().create_context(&drivers).map_err(from_driver)?;
    let context = Object::new(Context::new(driver, devices)?);
    out.write(context.publish());
    Ok(())
}

/// `piContextGetInfo`
pub fn info(context: Handle<'_, Context>, param: PiContextInfo, answer: Answer<'_>) -> Result<(), Failure> {
    let context = context.object()?;
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
pub fn set_extended_deleter(context: Handle<'_, Context>, deleter: Option<Callback<Deleter>>) -> Result<(), Failure> {
    let context = context.object()?;
    let deleter = deleter.ok_or_else(|| Failure::new(PI_ERROR_INVALID_VALUE, "the deleter is null"))?;
    context.deleters.lock().push(deleter);
    Ok(())
}
