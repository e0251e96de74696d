//! Devices of each version, without SPIR-V, without USM, with SVM.

mod support;

use std::ffi::{CString, c_void};

use support::{Machine, items, with_each};
use tandem_pi_abi::*;
use tandem_pi_host::*;

const NO_FLAGS: PiQueueFlags = PiQueueFlags(0);
const USM: [PiDeviceInfo; 5] = [
    PI_DEVICE_INFO_USM_HOST_SUPPORT,
    PI_DEVICE_INFO_USM_DEVICE_SUPPORT,
    PI_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT,
    PI_DEVICE_INFO_USM_CROSS_SHARED_SUPPORT,
    PI_DEVICE_INFO_USM_SYSTEM_SHARED_SUPPORT,
];
const KINDS: [PiUsmType; 3] = [PI_MEM_TYPE_HOST, PI_MEM_TYPE_DEVICE, PI_MEM_TYPE_SHARED];

fn usm_of(machine: &Machine) -> [u64; 5] {
    USM.map(|param| machine.device().info::<u64>(param).unwrap())
}

fn allocate(machine: &Machine, kind: PiUsmType, alignment: u32) -> Result<*mut c_void, PiError> {
    let device = (kind != PI_MEM_TYPE_HOST).then(|| machine.device());
    machine.context.usm_alloc(kind, device, 64, alignment)
}

#[test]
fn versions_answer_all_properties() {
    let versions = ["version=1.2", "version=2.0", "version=2.1", "version=3.0"];
    with_each("versions_answer_all_properties", &versions, |plugin, configuration| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        let device = machine.device();
        let version = configuration.trim_start_matches("version=");
        assert!(device.info_text(PI_DEVICE_INFO_BACKEND_VERSION).unwrap().contains(version));
        let has_sub_groups = version >= "2.1";
        assert_eq!(device.info::<u32>(PI_DEVICE_INFO_MAX_NUM_SUB_GROUPS).unwrap() > 0, has_sub_groups);
        assert!(device.info_text(PI_DEVICE_INFO_IL_VERSION).unwrap().contains("SPIR-V"));
        let orders = device.info::<u64>(PI_EXT_DEVICE_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES).unwrap();
        let expected = match version {
            "1.2" => 0b1,
            "3.0" => 0b1111,
            _ => 0b11111,
        };
        assert_eq!(orders, expected);
        assert_eq!(device.timers().is_ok(), has_sub_groups);
        let unknown = device.info::<u32>(PiDeviceInfo(0x1fff)).unwrap_err();
        assert_eq!(unknown.code, PI_ERROR_INVALID_VALUE);
        let kernel = machine.kernel("kernels=nothing", c"nothing").unwrap();
        let size = kernel.sub_group_info(device, PI_KERNEL_MAX_SUB_GROUP_SIZE);
        assert_eq!(
            size.map_err(|failure| failure.code),
            if has_sub_groups { Ok(16) } else { Err(PI_ERROR_INVALID_OPERATION) }
        );
    });
}

#[test]
fn without_spirv_programs_are_refused() {
    let versions = ["version=1.2,spirv=0", "version=2.0,spirv=0", "version=3.0,spirv=0"];
    with_each("without_spirv_programs_are_refused", &versions, |plugin, _| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        let refused = Program::from_il(&machine.context, b"kernels=nothing").unwrap_err();
        assert_eq!(refused.code, PI_ERROR_INVALID_OPERATION);
        assert_eq!(refused.message, "no device of the context accepts SPIR-V");
        assert_eq!(machine.device().info_text(PI_DEVICE_INFO_IL_VERSION).unwrap(), "");
        // SAFETY: an empty list.
        let refused = unsafe { machine.device().select_binary(&[]) }.unwrap_err();
        assert!(refused.message.contains("does not accept SPIR-V"), "{refused}");
    });
}

#[test]
fn without_usm_and_svm_allocations_are_refused() {
    let configurations = ["version=1.2,usm=0", "version=2.0,usm=0,svm=none", "version=3.0,usm=0,svm=none"];
    with_each("without_usm_and_svm_allocations_are_refused", &configurations, |plugin, _| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        assert_eq!(usm_of(&machine), [0; 5]);
        for kind in KINDS {
            let refused = allocate(&machine, kind, 0).unwrap_err();
            assert_eq!(refused.code, PI_ERROR_UNSUPPORTED_FEATURE);
            assert!(refused.message.contains("shared virtual memory"), "{refused}");
        }
        let (from, mut to) = (1_u32, 0_u32);
        let none = WaitList::new();
        // SAFETY: the numbers live until the queue is empty.
        let refused =
            unsafe { machine.after(&none).usm_copy((&raw mut to).cast(), (&raw const from).cast(), 4) }.unwrap_err();
        assert_eq!(refused.code, PI_ERROR_UNSUPPORTED_FEATURE);
    });
}

/// Allocations of each kind, by either way, with an alignment that SVM does not have.
#[test]
fn memory_is_shared() {
    let configurations =
        ["version=1.2", "version=3.0", "version=2.0,usm=0", "version=2.1,usm=0", "version=3.0,usm=0,svm=system"];
    with_each("memory_is_shared", &configurations, |plugin, configuration| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        assert_eq!(usm_of(&machine)[4] != 0, configuration.contains("system"));
        for (kind, alignment) in KINDS.into_iter().flat_map(|kind| [(kind, 0), (kind, 4096)]) {
            let memory = allocate(&machine, kind, alignment).unwrap();
            assert!((memory as usize).is_multiple_of(alignment.max(64) as usize));
            use_memory(&machine, memory);
            // SAFETY: an address in the allocation.
            let inside = unsafe { memory.byte_add(63) };
            assert_eq!(machine.context.usm_kind(inside).unwrap(), kind);
            // SAFETY: as above, just behind it.
            assert_eq!(machine.context.usm_kind(unsafe { memory.byte_add(64) }).unwrap(), PI_MEM_TYPE_UNKNOWN);
            let device = if kind == PI_MEM_TYPE_HOST { PiDevice::NULL } else { machine.device().raw() };
            assert_eq!(machine.context.usm_device(memory).unwrap(), device);
            // SAFETY: nothing uses it any more.
            unsafe { machine.context.usm_free(memory) }.unwrap();
            assert_eq!(machine.context.usm_kind(memory).unwrap(), PI_MEM_TYPE_UNKNOWN);
        }
        let refused = machine.context.usm_alloc(PI_MEM_TYPE_DEVICE, Some(machine.device()), 0, 0).unwrap_err();
        assert_eq!(refused.code, PI_ERROR_INVALID_BUFFER_SIZE);
        assert_eq!(allocate(&machine, PI_MEM_TYPE_DEVICE, 48).unwrap_err().code, PI_ERROR_INVALID_VALUE);
    });
}

/// Fills, copies and a kernel, on 64 bytes.
fn use_memory(machine: &Machine, memory: *mut c_void) {
    let none = WaitList::new();
    let kernel = machine.kernel("kernels=increment", c"increment").unwrap();
    let mut read = [0_u32; 16];
    // SAFETY: all memory lives until the queue is empty.
    unsafe {
        machine.after(&none).usm_set(memory, 2, 64).unwrap();
        machine.after(&none).usm_prefetch(memory, 64).unwrap();
        machine.after(&none).usm_advise(memory, 64, PI_MEM_ADVICE_RESET).unwrap();
        kernel.set_arg_pointer(0, memory).unwrap();
        machine.after(&none).launch(&kernel, &items(15)).unwrap();
        machine.after(&none).usm_copy(read.as_mut_ptr().cast(), memory, 64).unwrap();
    }
    machine.queue.finish().unwrap();
    assert_eq!(read[..15], [0x0202_0203; 15]);
    assert_eq!(read[15], 0x0202_0202);
}

#[test]
fn coarse_memory_is_that_of_devices() {
    let configurations = ["version=2.0,usm=0,svm=coarse", "version=3.0,usm=0,svm=coarse"];
    with_each("coarse_memory_is_that_of_devices", &configurations, |plugin, _| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        assert_eq!(usm_of(&machine), [0, 0b11, 0, 0, 0]);
        let memory = allocate(&machine, PI_MEM_TYPE_DEVICE, 0).unwrap();
        use_memory(&machine, memory);
        // SAFETY: nothing uses it any more.
        unsafe { machine.context.usm_free(memory) }.unwrap();
        for kind in [PI_MEM_TYPE_HOST, PI_MEM_TYPE_SHARED] {
            let refused = allocate(&machine, kind, 0).unwrap_err();
            assert_eq!(refused.code, PI_ERROR_UNSUPPORTED_FEATURE);
            assert!(refused.message.contains("coarse-grained"), "{refused}");
        }
    });
}

/// A kernel reaches allocations through a pointer in memory, those too that are made after it was told so.
#[test]
fn kernels_reach_memory_indirectly() {
    let configurations = ["version=3.0", "version=2.0,usm=0", "version=3.0,usm=0,svm=coarse"];
    with_each("kernels_reach_memory_indirectly", &configurations, |plugin, _| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        let kernel = machine.kernel("kernels=indirect", c"indirect").unwrap();
        let (outer, inner) =
            (allocate(&machine, PI_MEM_TYPE_DEVICE, 0).unwrap(), allocate(&machine, PI_MEM_TYPE_DEVICE, 0).unwrap());
        let none = WaitList::new();
        let launch = || {
            // SAFETY: all memory lives until the queue is empty.
            unsafe {
                machine.after(&none).usm_set(inner, 0, 64).unwrap();
                machine.after(&none).usm_copy(outer, (&raw const inner).cast(), 8).unwrap();
                kernel.set_arg_pointer(0, outer).unwrap();
                machine.after(&none).launch(&kernel, &items(2)).unwrap().unwrap().wait()
            }
        };
        assert!(launch().is_err(), "the kernel was not told");
        kernel.set_indirect_access().unwrap();
        launch().unwrap();
        let mut read = [0_u32; 3];
        // SAFETY: as above.
        unsafe { machine.after(&none).usm_copy(read.as_mut_ptr().cast(), inner, 12) }.unwrap().unwrap().wait().unwrap();
        assert_eq!(read, [1, 1, 0]);
        // SAFETY: nothing uses them any more.
        unsafe {
            machine.context.usm_free(outer).unwrap();
            machine.context.usm_free(inner).unwrap();
        }
    });
}

/// Each is a separate process, in which the test finds its variable set.
#[test]
fn a_library_that_is_not_there_is_named() {
    const LIBRARY: &str = "TANDEM_OPENCL_LIBRARY";
    if std::env::var_os(LIBRARY).is_some() {
        let Err(refused) = Platform::all(support::plugin()) else { panic!("there is no library") };
        assert_eq!(refused.code, PI_ERROR_UNINITIALIZED);
        assert!(refused.message.contains("TANDEM_OPENCL_LIBRARY: /nonexistent/libOpenCL.so.1"), "{refused}");
        return;
    }
    let mut command = std::process::Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "a_library_that_is_not_there_is_named"]).env(LIBRARY, "/nonexistent/libOpenCL.so.1");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn without_platforms_and_devices_lists_are_empty() {
    let configurations = ["platforms=0", "devices=0"];
    with_each("without_platforms_and_devices_lists_are_empty", &configurations, |plugin, configuration| {
        let platforms = Platform::all(plugin).unwrap();
        assert_eq!(platforms.len(), usize::from(configuration == "devices=0"));
        assert!(platforms.iter().all(|platform| platform.devices(PI_DEVICE_TYPE_ALL).unwrap().is_empty()));
    });
}

/// The index of the image that the machine's device selects from images for these targets.
fn select(machine: &Machine, targets: &[&str]) -> Result<usize, PiResult> {
    let names: Vec<CString> = targets.iter().map(|target| CString::new(*target).unwrap()).collect();
    let (bytes, text) = (std::ptr::null(), c"".as_ptr());
    let image = |name: &CString| PiDeviceBinaryStruct {
        version: 2,
        kind: PI_DEVICE_BINARY_OFFLOAD_KIND_SYCL,
        format: 0,
        device_target_spec: name.as_ptr(),
        compile_options: text,
        link_options: text,
        manifest_start: std::ptr::null(),
        manifest_end: std::ptr::null(),
        binary_start: bytes,
        binary_end: bytes,
        entries_begin: std::ptr::null_mut(),
        entries_end: std::ptr::null_mut(),
        property_sets_begin: std::ptr::null_mut(),
        property_sets_end: std::ptr::null_mut(),
    };
    let images: Vec<PiDeviceBinaryStruct> = names.iter().map(image).collect();
    let images: Vec<*const PiDeviceBinaryStruct> = images.iter().map(std::ptr::from_ref).collect();
    // SAFETY: complete descriptors, which live until the end.
    unsafe { machine.device().select_binary(&images) }.map_err(|failure| failure.code)
}

/// Images for devices of one kind come before SPIR-V.
#[test]
fn kinds_of_devices_have_targets_of_their_own() {
    let kinds = ["type=cpu", "type=gpu", "type=accelerator"];
    with_each("kinds_of_devices_have_targets_of_their_own", &kinds, |plugin, configuration| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        let target = match configuration {
            "type=gpu" => "spir64_gen",
            "type=cpu" => "spir64_x86_64",
            _ => "spir64_fpga",
        };
        let targets = ["fpga_aocr", "spir64", "spir64_fpga", "spir64_gen", "spir64_x86_64"];
        assert_eq!(targets[select(&machine, &targets).unwrap()], target);
        assert_eq!(select(&machine, &["nvptx64", "spir64"]), Ok(1));
        assert_eq!(select(&machine, &["fpga_aocr"]).unwrap_err(), PI_ERROR_INVALID_BINARY);
    });
}
