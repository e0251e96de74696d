//! The plugin as a library: found, bound, used, torn down and unloaded by the
//! loader, as the runtime does.

use tandem_pi_abi::constants::*;
use tandem_pi_host::Backend;
use tandem_pi_host::loader::config::Config;
use tandem_pi_host::loader::search::SearchPath;
use tandem_pi_host::loader::{LoadedPlugin, load_config};
use tandem_pi_host::selector::DeviceSelector;
use tandem_pi_host::{Context, Destination, Platform, Queue, WaitList};

/// Loads the library that cargo built next to this test.
fn load() -> LoadedPlugin {
    let config = Config::default();
    let selector = DeviceSelector::parse("native_cpu:*").unwrap();
    let mut loaded = load_config(&config, &selector, &SearchPath::from_env());
    assert_eq!(loaded.plugins.len(), 1, "{:?}", loaded.failures);
    loaded.plugins.swap_remove(0)
}

#[test]
fn the_library_works_and_can_be_unloaded_at_any_time() {
    let loaded = load();
    assert_eq!(loaded.backend(), Backend::NativeCpu);
    let platform = Platform::all(loaded.plugin()).unwrap()[0];
    assert_eq!(platform.backend().unwrap(), PI_EXT_PLATFORM_BACKEND_NATIVE_CPU);
    let devices = platform.devices(PI_DEVICE_TYPE_CPU).unwrap();
    assert_eq!(devices.len(), 1, "the basic device is hidden");
    let context = Context::new(&devices).unwrap();
    let queue = Queue::new(&context, &devices[0], PiQueueFlags::default()).unwrap();
    assert_eq!(queue.take_failure().unwrap(), None, "the library takes Tandem's own queries");
    let memory = context.usm_alloc(PI_MEM_TYPE_SHARED, Some(&devices[0]), 64, 0).unwrap();
    let mut result = [0_u8; 64];
    // SAFETY: both sides have 64 bytes.
    let event = unsafe {
        queue.after(&WaitList::new()).usm_set(memory, 5, 64).unwrap();
        queue.after(&WaitList::new()).with_event().usm_copy(result.as_mut_ptr().cast(), memory, 64).unwrap().unwrap()
    };
    event.wait().unwrap();
    assert_eq!(result, [5; 64]);
    // Objects are still there: their threads and releases must do no harm.
    // SAFETY: no other thread is in a call.
    unsafe { loaded.unload() };
    let error = queue.finish().unwrap_err();
    assert_eq!(error.code, PI_ERROR_UNINITIALIZED);
    drop((event, queue, context, devices));
}
