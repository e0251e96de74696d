//! Memory on the devices of the OpenCL that the machine has. A machine without any has nothing to test here, which the
//! test says.

mod support;

use support::plugin;
use tandem_pi_abi::*;
use tandem_pi_host::*;

/// Kinds of memory, and the property that says what a device can do with it.
const KINDS: [(PiUsmType, PiDeviceInfo); 3] = [
    (PI_MEM_TYPE_HOST, PI_DEVICE_INFO_USM_HOST_SUPPORT),
    (PI_MEM_TYPE_DEVICE, PI_DEVICE_INFO_USM_DEVICE_SUPPORT),
    (PI_MEM_TYPE_SHARED, PI_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT),
];

#[test]
fn devices_have_the_memory_that_they_say() {
    let platforms = Platform::all(plugin()).unwrap();
    if platforms.is_empty() {
        println!("nothing is tested: the machine has no OpenCL");
    }
    for device in platforms.iter().flat_map(|platform| platform.devices(PI_DEVICE_TYPE_ALL).unwrap()) {
        let devices = [device];
        let context = Context::new(&devices).unwrap();
        let queue = Queue::new(&context, &devices[0], PiQueueFlags(0)).unwrap();
        let name = devices[0].info_text(PI_DEVICE_INFO_NAME).unwrap();
        for (kind, param) in KINDS {
            let capabilities = devices[0].info::<u64>(param).unwrap();
            let of = (kind != PI_MEM_TYPE_HOST).then_some(&devices[0]);
            let allocation = context.usm_alloc(kind, of, 1 << 16, 4096);
            println!("{name}: {kind}: capabilities {capabilities:#b}");
            assert_eq!(allocation.is_ok(), capabilities & PI_USM_ACCESS.0 != 0, "{name}: {kind}: {allocation:?}");
            let Ok(memory) = allocation else { continue };
            assert!((memory as usize).is_multiple_of(4096), "{name}: {kind}");
            assert_eq!(context.usm_kind(memory).unwrap(), kind, "{name}");
            let mut read = vec![0_u8; 1 << 16];
            let none = WaitList::new();
            // SAFETY: all memory lives until the queue is empty.
            unsafe {
                queue.after(&none).usm_set(memory, 0x5a, 1 << 16).unwrap();
                queue.after(&none).usm_prefetch(memory, 1 << 16).unwrap();
                queue.after(&none).usm_copy(read.as_mut_ptr().cast(), memory, 1 << 16).unwrap();
                queue.finish().unwrap();
                context.usm_free(memory).unwrap();
            }
            assert!(read.iter().all(|byte| *byte == 0x5a), "{name}: {kind}");
        }
    }
}
