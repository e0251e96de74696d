//! What devices give back before CUDA ends at the exit of the process: memory, events and threads
//! that they keep for later. Contexts may outlive CUDA, if static objects have them.

use std::sync::{Arc, Once, Weak};

use parking_lot::Mutex;
use tandem_device::Device;

use crate::api;
use crate::device::CudaDevice;

/// The devices that are prepared for use.
static DEVICES: Mutex<Vec<Weak<CudaDevice>>> = Mutex::new(Vec::new());

/// Has a device give back what it only keeps when the process exits. CUDA has prepared it: what
/// CUDA does at exit comes later.
pub fn watch(device: Weak<CudaDevice>) {
    static REGISTERED: Once = Once::new();
    let mut devices = DEVICES.lock();
    devices.retain(|device| device.strong_count() > 0);
    devices.push(device);
    drop(devices);
    REGISTERED.call_once(|| api::at_exit(at_exit));
}

extern "C" fn at_exit() {
    // A panic has nowhere to go at exit.
    let _ = std::panic::catch_unwind(trim_all);
}

fn trim_all() {
    let devices: Vec<Arc<CudaDevice>> = DEVICES.lock().iter().filter_map(Weak::upgrade).collect();
    for device in devices {
        if let Ok(gpu) = device.gpu() {
            gpu.trim();
        }
        device.trim();
    }
}
