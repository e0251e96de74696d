//! The properties of the devices: those of a CPU device, except for memory and limits.

use std::sync::Arc;

use tandem_device::{DeviceInfo, DeviceKind, ExecCapabilities, HOST_PIPES, LocalMemoryKind, UsmCapabilities};
use tandem_device_cpu::info::describe as describe_cpu;

use crate::hardware::UNITS;
use crate::spec::{Profile, Spec};

/// Device target of native images that the device itself made.
const NATIVE_TARGET: &str = "island";
const MAX_WORK_GROUP_SIZE: usize = 64;
const LOCAL_MEM_BYTES: u64 = 16 << 10;
const MAX_PARAMETER_BYTES: usize = 1 << 10;

/// Describes the device of this name.
pub fn describe(name: Arc<str>, spec: &Spec) -> DeviceInfo {
    let usm_host = match spec.profile {
        Profile::DeviceUsm => UsmCapabilities::default(),
        Profile::HostUsm => UsmCapabilities::ALL,
    };
    let processor = describe_cpu(name, UNITS);
    // Their engine runs one command at a time.
    let extensions = processor.extensions.iter().filter(|name| *name != HOST_PIPES).cloned().collect();
    DeviceInfo {
        extensions,
        vendor: "Tandem".to_owned(),
        vendor_id: 0,
        kind: DeviceKind::Gpu,
        native_target: NATIVE_TARGET.to_owned(),
        exec: ExecCapabilities { kernel: true, native_kernel: false },
        host_unified_memory: false,
        max_work_item_sizes: [MAX_WORK_GROUP_SIZE; 3],
        max_work_group_size: MAX_WORK_GROUP_SIZE,
        work_group_multiple: spec.multiple,
        max_num_sub_groups: MAX_WORK_GROUP_SIZE as u32,
        global_mem_bytes: spec.memory as u64,
        free_mem_bytes: spec.memory as u64,
        max_alloc_bytes: spec.memory as u64,
        max_constant_buffer_bytes: spec.memory as u64,
        local_mem_kind: LocalMemoryKind::Local,
        local_mem_bytes: LOCAL_MEM_BYTES,
        max_parameter_bytes: MAX_PARAMETER_BYTES,
        usm_host,
        usm_device: UsmCapabilities { access: true, atomic_access: true, ..UsmCapabilities::default() },
        usm_single_shared: UsmCapabilities::default(),
        usm_cross_shared: UsmCapabilities::default(),
        usm_system: UsmCapabilities::default(),
        ..processor
    }
}
