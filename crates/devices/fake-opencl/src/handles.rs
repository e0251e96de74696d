//! Handles of platforms and devices, and their common properties.

use crate::config::{Graphs, config};

/// Distance between the handles of two platforms; devices are between them.
const STRIDE: usize = 0x1000;
const FIRST: usize = 0x0c00_0000_0000;

/// The handles of the platforms.
pub fn platforms() -> Vec<usize> {
    (0..config().platforms).map(|index| FIRST + index * STRIDE).collect()
}

/// The handles of a platform's devices.
pub fn root_devices(platform: usize) -> Vec<usize> {
    (1..=config().devices).map(|index| platform + index * 16).collect()
}

/// Whether a handle is that of a device which is no part of another one.
pub fn is_root_device(device: usize) -> bool {
    let platform = device & !(STRIDE - 1);
    platforms().contains(&platform) && root_devices(platform).contains(&device)
}

/// The platform of such a device.
pub fn platform_of(root: usize) -> usize {
    root & !(STRIDE - 1)
}

/// The extension of command buffers.
pub const COMMAND_BUFFERS: &str = "cl_khr_command_buffer";

/// Extensions of all devices.
pub fn extensions() -> String {
    let mut all = vec!["cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics", "cl_khr_fp64"];
    if config().has_spirv {
        all.push("cl_khr_il_program");
    }
    if config().has_usm {
        all.push("cl_intel_unified_shared_memory");
    }
    if config().graphs != Graphs::None {
        all.push(COMMAND_BUFFERS);
    }
    all.extend(["cl_intel_required_subgroup_size", "cl_intel_global_variable_access", "cl_khr_device_uuid"]);
    all.join(" ")
}

/// `OpenCL` and the version.
pub fn version_text() -> String {
    let (major, minor) = config().version;
    format!("OpenCL {major}.{minor} fake")
}
