//! Command queues.

use std::sync::Arc;

use parking_lot::Mutex;
use tandem_device::{Device as DriverDevice, NativeHandle, Queue as Driver, QueueProperties};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::answer::Answer;
use crate::context::Context;
use crate::device::{Device, SharedDevice};
use crate::failure::{ensure, failure, from_driver};
use crate::handle::Handle;
use crate::object::{Kind, Object};
use crate::parameters::{Out, Properties};

/// A command queue of one device.
pub struct Queue {
    context: Arc<Object<Context>>,
    device: SharedDevice,
    /// The driver's device, as the context has it.
    on: Arc<dyn DriverDevice>,
    flags: PiQueueFlags,
    driver: Arc<dyn Driver>,
    /// The failure that `PI_EXT_TANDEM_QUEUE_INFO_FAILURE` tells the size of.
    failure: Mutex<Option<Vec<u8>>>,
}

impl Kind for Queue {
    type Raw = PiQueue;
    const TAG: u64 = 0x7469_7175_6575_0004;
    const INVALID: PiResult = PI_ERROR_INVALID_QUEUE;
    const NAME: &'static str = "queue";
}

impl Queue {
    /// A queue of the driver, for a device as the context has it.
    pub fn new(
        context: Arc<Object<Context>>,
        device: SharedDevice,
        on: Arc<dyn DriverDevice>,
        flags: PiQueueFlags,
        driver: Arc<dyn Driver>,
    ) -> Arc<Object<Self>> {
        context.add_queue(&driver);
        Object::new(Self { context, device, on, flags, driver, failure: Mutex::default() })
    }

    /// The context.
    pub fn context(&self) -> &Arc<Object<Context>> {
        &self.context
    }

    /// The device.
    pub fn device(&self) -> &Object<Device> {
        &self.device
    }

    /// The driver's queue.
    pub fn driver(&self) -> &dyn Driver {
        &*self.driver
    }

    /// The driver's device, as the context has it.
    pub fn driver_device(&self) -> &dyn DriverDevice {
        self.on.as_ref()
    }

    /// The queue of the back end.
    pub fn native_handle(&self) -> Option<NativeHandle> {
        self.driver.native_handle()
    }

    /// Answers with the oldest failure, which the caller has then read.
    fn failure(&self, answer: Answer<'_>) -> Result<(), Failure> {
        let mut failure = self.failure.lock();
        if failure.is_none() {
            *failure = self.driver.take_failure().map(|error| {
                let failure = from_driver(error);
                [&failure.code.0.to_ne_bytes(), failure.message.as_bytes()].concat()
            });
        }
        let is_read = answer.wants_value();
        answer.bytes(failure.as_deref().unwrap_or_default())?;
        if is_read {
            *failure = None;
        }
        Ok(())
    }

    /// Whether events carry timestamps.
    pub fn is_profiling(&self) -> bool {
        self.flags.contains(PI_QUEUE_FLAG_PROFILING_ENABLE)
    }
}

/// `piQueueCreate`
pub fn create(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    flags: PiQueueFlags,
    out: Out<'_, PiQueue>,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the queue")?;
    let (context, device) = (context.shared()?, device.shared()?);
    ensure!(context.contains(&device), PI_ERROR_INVALID_DEVICE, "the device does not belong to the context");
    let properties = check_flags(flags, &device)?;
    let on = context.driver(&device)?;
    let driver = on.create_queue(properties).map_err(from_driver)?;
    let queue = Queue::new(context, device, on, flags, driver);
    out.write(queue.publish());
    Ok(())
}

/// The requested properties, if the device supports them.
pub fn check_flags(flags: PiQueueFlags, device: &Device) -> Result<QueueProperties, Failure> {
    // Hints (priorities, immediate submission) change nothing here.
    let known = PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE
        | PI_QUEUE_FLAG_PROFILING_ENABLE
        | PI_EXT_ONEAPI_QUEUE_FLAG_DISCARD_EVENTS
        | PI_EXT_ONEAPI_QUEUE_FLAG_PRIORITY_LOW
        | PI_EXT_ONEAPI_QUEUE_FLAG_PRIORITY_HIGH
        | PI_EXT_QUEUE_FLAG_SUBMISSION_NO_IMMEDIATE
        | PI_EXT_QUEUE_FLAG_SUBMISSION_IMMEDIATE;
    let info = device.driver().info();
    let unsupported = (flags.contains(PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE) && !info.out_of_order)
        || (flags.contains(PI_QUEUE_FLAG_PROFILING_ENABLE) && !info.profiling);
    ensure!(
        known.contains(flags) && !unsupported,
        PI_ERROR_INVALID_QUEUE_PROPERTIES,
        "the device has no queues with the properties {:#x}",
        flags.0
    );
    Ok(QueueProperties {
        out_of_order: flags.contains(PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE),
        profiling: flags.contains(PI_QUEUE_FLAG_PROFILING_ENABLE),
    })
}

/// `piextQueueCreate`
pub fn create_with_properties(
    context: Handle<'_, Context>,
    device: Handle<'_, Device>,
    list: Properties<'_>,
    out: Out<'_, PiQueue>,
) -> Result<(), Failure> {
    create(context, device, flags_of(list)?, out)
}

/// The flags in a list of properties.
pub fn flags_of(list: Properties<'_>) -> Result<PiQueueFlags, Failure> {
    let mut flags = PiQueueFlags::default();
    for (key, value) in list {
        match key {
            PI_QUEUE_FLAGS => flags = PiQueueFlags(value),
            PI_QUEUE_COMPUTE_INDEX => {
                ensure!(value == 0, PI_ERROR_INVALID_QUEUE_PROPERTIES, "the device has only queue index 0");
            }
            key => return Err(failure!(PI_ERROR_INVALID_VALUE, "unknown queue property {key:#x}")),
        }
    }
    Ok(flags)
}

/// `piQueueGetInfo`
pub fn info(queue: Handle<'_, Queue>, param: PiQueueInfo, answer: Answer<'_>) -> Result<(), Failure> {
    let queue = queue.object()?;
    match param {
        PI_QUEUE_INFO_CONTEXT => answer.value(queue.context.handle()),
        PI_QUEUE_INFO_DEVICE => answer.value(queue.device.handle()),
        PI_QUEUE_INFO_DEVICE_DEFAULT => answer.value(PiQueue::NULL),
        PI_QUEUE_INFO_PROPERTIES => answer.value(queue.flags),
        PI_QUEUE_INFO_REFERENCE_COUNT => answer.value(queue.references()),
        PI_EXT_TANDEM_QUEUE_INFO_FAILURE => queue.failure(answer),
        PI_EXT_ONEAPI_QUEUE_INFO_EMPTY => answer.bool(queue.driver.is_empty()),
        other => answer.unknown(other),
    }
}

/// `piQueueFinish`. It tells nothing of commands that failed.
pub fn finish(queue: Handle<'_, Queue>) -> Result<(), Failure> {
    let queue = queue.object()?;
    queue.driver.finish().map_err(from_driver)
}

/// `piQueueFlush`
pub fn flush(queue: Handle<'_, Queue>) -> Result<(), Failure> {
    let queue = queue.object()?;
    queue.driver.flush().map_err(from_driver)
}

/// These flags, with the queue's actual order and profiling properties.
pub fn flags_like(flags: PiQueueFlags, properties: QueueProperties) -> PiQueueFlags {
    let own = [
        (PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE, properties.out_of_order),
        (PI_QUEUE_FLAG_PROFILING_ENABLE, properties.profiling),
    ];
    own.into_iter()
        .fold(flags, |flags, (flag, is_set)| PiQueueFlags(if is_set { flags.0 | flag.0 } else { flags.0 & !flag.0 }))
}
