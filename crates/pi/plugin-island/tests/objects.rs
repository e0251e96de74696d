//! Island devices through the dispatch table: native handles both ways, sub-devices, and
//! contexts of a device that was lost.

use std::ffi::c_void;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use tandem_device_island::{IslandDriver, Spec};
use tandem_pi_abi::*;
use tandem_pi_host::{Context, Destination, Device, Event, Mem, PiError, Platform, Plugin, Queue, WaitList};
use tandem_plugin::{Adapter, Driver, DriverSource, Result, State};

/// Defines a plugin over islands of a description.
macro_rules! islands {
    ($name:ident, $spec:literal) => {
        struct $name;

        impl DriverSource for $name {
            const REVISION: u32 = 1;

            fn drivers() -> Result<Vec<Arc<dyn Driver>>> {
                Ok(vec![Arc::new(IslandDriver::new(0, Spec::parse($spec).expect("valid")))])
            }

            fn state() -> &'static State {
                static STATE: State = State::new();
                &STATE
            }
        }
    };
}
islands!(Islands, "devices=2,memory=64M");
islands!(Losing, "devices=2,memory=64M,fail-device=2");

fn islands() -> &'static Plugin {
    static PLUGIN: LazyLock<&'static Plugin> = LazyLock::new(bind::<Islands>);
    *PLUGIN
}

/// Initializes a plugin as a loader does.
fn bind<S: DriverSource>() -> &'static Plugin {
    let mut offer = PiPlugin {
        pi_version: tandem_pi_abi::version::to_field("15.47"),
        plugin_version: [0; 20],
        targets: std::ptr::null_mut(),
        table: PiFunctionTable::EMPTY,
        sanitize_type: PI_SANITIZE_TYPE_NONE,
    };
    // SAFETY: a complete offer of this version.
    let code = unsafe { tandem_pi_abi::export::initialize::<Adapter<S>>(&raw mut offer) };
    assert_eq!(code, PI_SUCCESS);
    let version = tandem_pi_abi::version::PiVersion::from_field(&offer.plugin_version).unwrap();
    // SAFETY: the table is this program's own.
    unsafe { Plugin::from_table(offer.table, PathBuf::from("islands"), version) }.with_private_queries(true).leak()
}

fn devices(plugin: &'static Plugin) -> Vec<Device> {
    Platform::all(plugin).unwrap()[0].devices(PI_DEVICE_TYPE_ALL).unwrap()
}

/// A queue with a buffer of eight bytes.
struct Fixture {
    device: Device,
    context: Context,
    queue: Queue,
    buffer: Mem,
}

impl Fixture {
    fn new(device: Device) -> Self {
        let context = Context::new(std::slice::from_ref(&device)).unwrap();
        let queue = Queue::new(&context, &device, PiQueueFlags::default()).unwrap();
        // SAFETY: without a host pointer.
        let buffer = unsafe { Mem::buffer(&context, PI_MEM_FLAGS_ACCESS_RW, 8, std::ptr::null_mut()) }.unwrap();
        Self { device, context, queue, buffer }
    }

    fn fill(&self, queue: &Queue, value: u8) -> Result<Event, PiError> {
        queue
            .after(&WaitList::new())
            .with_event()
            .fill(&self.buffer, &[value], 0, 8)
            .map(|event| event.expect("asked for"))
    }

    fn contents(&self, memory: &Mem) -> [u8; 8] {
        let mut bytes = [0_u8; 8];
        let place = bytes.as_mut_ptr().cast::<c_void>();
        // SAFETY: the place has 8 bytes, and the call waits.
        unsafe { self.queue.after(&WaitList::new()).read(memory, 0, 8, place) }.unwrap();
        self.queue.finish().unwrap();
        bytes
    }
}

#[test]
fn devices_and_contexts_are_found_by_their_native_handles() {
    let all = devices(islands());
    let handles: Vec<_> = all.iter().map(|device| device.native_handle().unwrap()).collect();
    assert_ne!(handles[0], handles[1]);
    let mut found = PiDevice::NULL;
    // SAFETY: a place for the result.
    let code = unsafe { islands().piextDeviceCreateWithNativeHandle(handles[1], PiPlatform::NULL, &raw mut found) };
    assert_eq!((code, found), (PI_SUCCESS, all[1].raw()));

    let fixture = Fixture::new(devices(islands()).swap_remove(1));
    let native = fixture.context.native_handle().unwrap();
    // SAFETY: the fixture keeps the context.
    let context = unsafe { Context::from_native(islands(), native) }.unwrap();
    assert_ne!(context.raw(), fixture.context.raw());
    assert_eq!(context.native_handle().unwrap(), native);
    assert_eq!(context.info_list::<usize>(PI_CONTEXT_INFO_DEVICES).unwrap(), [all[1].raw().as_ptr() as usize]);
    // Both contexts are the same, so an allocation of one is known in the other.
    let memory = fixture.context.usm_alloc(PI_MEM_TYPE_DEVICE, Some(&fixture.device), 64, 0).unwrap();
    assert_eq!(context.usm_kind(memory).unwrap(), PI_MEM_TYPE_DEVICE);
    let other = Fixture::new(devices(islands()).swap_remove(1));
    assert_eq!(other.context.usm_kind(memory).unwrap(), PI_MEM_TYPE_UNKNOWN);
    // SAFETY: nobody uses it.
    unsafe { context.usm_free(memory) }.unwrap();
    assert_eq!(fixture.context.usm_kind(memory).unwrap(), PI_MEM_TYPE_UNKNOWN);
}

#[test]
fn queues_events_and_memory_are_made_around_native_handles() {
    let fixture = Fixture::new(devices(islands()).swap_remove(0));
    let native = fixture.queue.native_handle().unwrap();
    // SAFETY: the fixture keeps the queue.
    let queue = unsafe { Queue::from_native(native, &fixture.context, &fixture.device) }.unwrap();
    assert_ne!(queue.raw(), fixture.queue.raw());
    assert_eq!(queue.native_handle().unwrap(), native);
    let event = fixture.fill(&queue, 7).unwrap();
    // The order is that of one queue.
    assert_eq!(fixture.contents(&fixture.buffer), [7; 8]);

    let (pi, context) = (islands(), fixture.context.raw());
    let handle = event.native_handle().unwrap();
    let (mut same, mut memory_handle, mut memory) = (PiEvent::NULL, 0, PiMem::NULL);
    // SAFETY: places for the results; the objects of the handles live, and the new ones are released.
    unsafe {
        assert_eq!(pi.piextEventCreateWithNativeHandle(handle, context, false, &raw mut same), PI_SUCCESS);
        assert_ne!(same, event.raw());
        assert_eq!(pi.piEventsWait(1, &raw const same), PI_SUCCESS);
        assert_eq!(pi.piEventRelease(same), PI_SUCCESS);
        let (buffer, device) = (fixture.buffer.raw(), fixture.device.raw());
        assert_eq!(pi.piextMemGetNativeHandle(buffer, device, &raw mut memory_handle), PI_SUCCESS);
        assert_eq!(pi.piextMemCreateWithNativeHandle(memory_handle, context, false, &raw mut memory), PI_SUCCESS);
        let memory = Mem::from_raw(pi, memory);
        assert_eq!(fixture.contents(&memory), [7; 8]);
    }
    // SAFETY: the driver knows all of its queues.
    let wrong = unsafe { Queue::from_native(3, &fixture.context, &fixture.device) };
    let error = wrong.map(drop).expect_err("there is no such queue");
    assert!(error.to_string().contains("no queue with the native handle 0x3"), "{error}");
}

#[test]
fn parts_of_a_device_work_in_its_context() {
    let fixture = Fixture::new(devices(islands()).swap_remove(0));
    let parts = fixture.device.partition(&[PI_DEVICE_PARTITION_BY_COUNTS, 1, 3, 0, 0]).unwrap();
    let units: Vec<u32> = parts.iter().map(|part| part.info(PI_DEVICE_INFO_MAX_COMPUTE_UNITS).unwrap()).collect();
    assert_eq!(units, [1, 3]);
    for (part, value) in parts.iter().zip(1..) {
        let queue = Queue::new(&fixture.context, part, PiQueueFlags::default()).unwrap();
        fixture.fill(&queue, value).unwrap().wait().unwrap();
        assert_eq!(fixture.contents(&fixture.buffer), [value; 8]);
        let memory = fixture.context.usm_alloc(PI_MEM_TYPE_DEVICE, Some(part), 64, 0).unwrap();
        assert_eq!(fixture.context.usm_kind(memory).unwrap(), PI_MEM_TYPE_DEVICE);
        // SAFETY: nobody uses it.
        unsafe { fixture.context.usm_free(memory) }.unwrap();
    }
}

#[test]
fn a_lost_device_is_lost_for_its_context_alone() {
    let plugin = bind::<Losing>();
    let lost = Fixture::new(devices(plugin).swap_remove(0));
    let beside = Fixture::new(devices(plugin).swap_remove(1));
    lost.fill(&lost.queue, 1).unwrap().wait().unwrap();
    let (ended, error) = (lost.fill(&lost.queue, 2).unwrap(), "Tandem Island 0.0 is lost");
    ended.wait().expect_err("the device is lost with it");
    let (code, text) = lost.queue.take_failure().unwrap().expect("the command failed");
    assert_eq!((code, &*text), (PI_ERROR_DEVICE_NOT_AVAILABLE, error));
    for _ in 0..2 {
        let refused = [
            lost.fill(&lost.queue, 3).map(drop),
            Queue::new(&lost.context, &lost.device, PiQueueFlags::default()).map(drop),
            lost.context.usm_alloc(PI_MEM_TYPE_DEVICE, Some(&lost.device), 64, 0).map(drop),
        ];
        for refused in refused {
            let refused = refused.expect_err("the device is lost");
            assert_eq!(refused.code, PI_ERROR_DEVICE_NOT_AVAILABLE);
            assert!(refused.to_string().contains(error), "{refused}");
        }
    }
    lost.queue.finish().unwrap();
    // Others continue to work, and a new context can use the device again.
    for fixture in [beside, Fixture::new(devices(plugin).swap_remove(0))] {
        fixture.fill(&fixture.queue, 4).unwrap().wait().unwrap();
        assert_eq!(fixture.contents(&fixture.buffer), [4; 8]);
    }
}
