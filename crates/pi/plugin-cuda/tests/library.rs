//! The plugin as a library, over the fake of CUDA's driver.

use std::path::PathBuf;

use tandem_pi_abi::*;
use tandem_pi_host::loader::load_file;
use tandem_pi_host::{Backend, Context, Destination, Mem, Platform, Queue, WaitList};

/// A library that cargo has built, in this program's folder or a folder above.
fn library(name: &str) -> PathBuf {
    let program = std::env::current_exe().unwrap();
    let mut folders = program.ancestors().skip(1).take(2);
    folders.find_map(|folder| Some(folder.join(name)).filter(|path| path.exists())).expect("cargo has built it")
}

/// One test, since a process opens CUDA's driver once.
#[test]
fn gpus_are_devices_of_a_platform() {
    // SAFETY: no other thread runs yet that reads variables.
    unsafe { std::env::set_var("TANDEM_CUDA_DRIVER", library("libfake_cuda.so")) };
    let loaded = load_file(&library("libpi_cuda.so"), Backend::Cuda).unwrap();
    let platforms = Platform::all(loaded.plugin()).unwrap();
    assert_eq!((platforms.len(), platforms[0].backend().unwrap()), (1, PI_EXT_PLATFORM_BACKEND_CUDA));
    let devices = platforms[0].devices(PI_DEVICE_TYPE_GPU).unwrap();
    assert_eq!(devices.len(), 1);
    assert!(platforms[0].devices(PI_DEVICE_TYPE_CPU).unwrap().is_empty());

    let context = Context::new(&devices).unwrap();
    let queue = Queue::new(&context, &devices[0], PiQueueFlags::default()).unwrap();
    // SAFETY: without a host pointer.
    let buffer = unsafe { Mem::buffer(&context, PI_MEM_FLAGS_ACCESS_RW, 8, std::ptr::null_mut()) }.unwrap();
    let filled = queue.after(&WaitList::new()).with_event().fill(&buffer, &[7], 0, 8).unwrap().expect("asked for");
    filled.wait().unwrap();
    drop((filled, buffer, queue, context, devices));
    // SAFETY: nothing of the plugin is left.
    unsafe { loaded.unload() };
}
