//! The plugin layer over a mock driver, through the dispatch table, with the
//! host's objects where they do and raw calls where they would not let a mistake
//! through.

mod support;

use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::mpsc;

use support::{module, plugin, ptr};
use tandem_pi_abi::*;
use tandem_pi_host::{
    Context, Destination, Device, Event, Kernel, Launch, Mem, PiError, Platform, Program, Queue, Rect, RectSide, Rows,
    WaitList,
};

/// A device and what most tests need of it.
struct Fixture {
    device: Device,
    context: Context,
    queue: Queue,
}

impl Fixture {
    fn new() -> Self {
        Self::with(PI_QUEUE_FLAG_PROFILING_ENABLE)
    }

    fn with(flags: PiQueueFlags) -> Self {
        let device = devices().swap_remove(0);
        let context = Context::new(std::slice::from_ref(&device)).unwrap();
        let queue = Queue::new(&context, &device, flags).unwrap();
        Self { device, context, queue }
    }

    fn kernel(&self, name: &str) -> Kernel {
        let program = Program::from_il(&self.context, &module(name)).unwrap();
        program.build(&[], "").unwrap();
        Kernel::new(&program, &std::ffi::CString::new(name).unwrap()).unwrap()
    }

    fn buffer(&self, flags: PiMemFlags, contents: &mut [i32]) -> Mem {
        // SAFETY: tests keep the contents longer than the buffer.
        unsafe { Mem::buffer(&self.context, flags, size_of_val(contents), ptr(contents)) }.unwrap()
    }

    fn launch(&self, kernel: &Kernel, launch: Launch) -> Result<Option<Event>, PiError> {
        // SAFETY: the mock's kernels stay inside of what the tests pass.
        unsafe { self.queue.after(&WaitList::new()).with_event().launch(kernel, &launch) }
    }
}

fn devices() -> Vec<Device> {
    Platform::all(plugin()).unwrap()[0].devices(PI_DEVICE_TYPE_ALL).unwrap()
}

fn linear(global: usize, local: Option<usize>) -> Launch {
    Launch { dims: 1, global: [global, 1, 1], local: local.map(|size| [size, 1, 1]), offset: [0; 3] }
}

#[track_caller]
fn check_error<T>(result: Result<T, PiError>, code: PiResult, text: &str) {
    let error = result.err().expect("the call fails");
    assert_eq!(error.code, code, "{error}");
    assert!(error.message.contains(text), "`{text}` is not in: {error}");
}

#[track_caller]
fn check_code(call: &'static str, code: PiResult, expected: PiResult, text: &str) {
    check_error(plugin().check(call, code), expected, text);
}

#[test]
fn the_platform_and_its_devices_answer() {
    let platform = Platform::all(plugin()).unwrap()[0];
    assert_eq!(platform.info_text(PI_PLATFORM_INFO_NAME).unwrap(), "Mock");
    assert_eq!(platform.backend().unwrap(), PI_EXT_PLATFORM_BACKEND_NATIVE_CPU);
    assert_eq!(platform.devices(PI_DEVICE_TYPE_ALL).unwrap().len(), 2);
    assert_eq!(platform.devices(PI_DEVICE_TYPE_CPU).unwrap().len(), 2);
    assert_eq!(platform.devices(PI_DEVICE_TYPE_DEFAULT).unwrap().len(), 1);
    assert!(platform.devices(PI_DEVICE_TYPE_GPU).unwrap().is_empty());

    let device = &devices()[1];
    assert_eq!(device.info_text(PI_DEVICE_INFO_NAME).unwrap(), "Mock 1");
    assert_eq!(device.info::<[usize; 3]>(PI_DEVICE_INFO_MAX_WORK_ITEM_SIZES).unwrap(), [64, 32, 16]);
    assert_eq!(device.info::<PiPlatform>(PI_DEVICE_INFO_PLATFORM).unwrap(), platform.raw());
    assert_eq!(device.info_list::<usize>(PI_DEVICE_INFO_SUB_GROUP_SIZES_INTEL).unwrap(), [1, 8]);
    assert_eq!(
        device.info_list::<usize>(PI_EXT_ONEAPI_DEVICE_INFO_MAX_WORK_GROUPS_3D).unwrap(),
        [10, 1000, usize::MAX],
        "in SYCL's order"
    );
    assert_eq!(device.info::<u64>(PI_DEVICE_INFO_USM_HOST_SUPPORT).unwrap(), 0xF);
    assert_eq!(device.info::<u64>(PI_DEVICE_INFO_USM_SYSTEM_SHARED_SUPPORT).unwrap(), 0);
    check_error(device.info_bytes(PiDeviceInfo(0xFFFF_FFFF)), PI_ERROR_INVALID_VALUE, "unknown query");
    check_error(device.info::<u8>(PI_DEVICE_INFO_NAME), PI_ERROR_INVALID_VALUE, "7 bytes");
    let (first, second) = (device.timers().unwrap(), device.timers().unwrap());
    assert!(first.0 <= second.0 && first.1 <= second.1);
}

#[test]
fn every_device_query_is_answered_or_refused_with_a_reason() {
    let device = &devices()[0];
    let known = (0x1000..0x22000)
        .map(PiDeviceInfo)
        .filter(|param| param.name().is_some() && *param != PI_DEVICE_INFO_QUEUE_ON_HOST_PROPERTIES);
    let mut refused = Vec::new();
    for param in known {
        match device.info_bytes(param) {
            Ok(_) => {}
            Err(error) => {
                assert!(!error.message.contains("unknown query"), "{error}");
                refused.push(param.name().unwrap());
            }
        }
    }
    assert_eq!(refused.len(), 18, "{refused:?}");
}

#[test]
fn devices_are_partitioned() {
    let device = &devices()[0];
    let units = |device: &Device| device.info::<u32>(PI_DEVICE_INFO_MAX_COMPUTE_UNITS).unwrap();
    let domain = |bit: PiDeviceAffinityDomain| [PI_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, bit.0 as isize, 0];
    let (numa, l2, next) = (
        domain(PI_DEVICE_AFFINITY_DOMAIN_NUMA),
        domain(PI_DEVICE_AFFINITY_DOMAIN_L2_CACHE),
        domain(PI_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE),
    );
    let equally = [PI_DEVICE_PARTITION_EQUALLY, 3, 0];
    let by_counts = [PI_DEVICE_PARTITION_BY_COUNTS, 1, 4, 0, 0];
    let cases: [(&[isize], &[u32], &[isize]); 5] = [
        (&equally, &[3, 3], &equally),
        (&by_counts, &[1, 4], &by_counts),
        (&numa, &[3, 5], &numa),
        (&l2, &[2, 2, 2, 2], &l2),
        (&next, &[3, 5], &numa),
    ];
    for (properties, sizes, made_by) in cases {
        let parts = device.partition(properties).unwrap();
        assert_eq!(parts.iter().map(units).collect::<Vec<_>>(), sizes);
        for part in &parts {
            assert_eq!(part.info::<PiDevice>(PI_DEVICE_INFO_PARENT_DEVICE).unwrap(), device.raw());
            assert_eq!(part.info_list::<isize>(PI_DEVICE_INFO_PARTITION_TYPE).unwrap(), made_by);
            assert_eq!(part.info::<u32>(PI_DEVICE_INFO_REFERENCE_COUNT).unwrap(), 1);
        }
    }
    assert_eq!(device.info_list::<isize>(PI_DEVICE_INFO_PARTITION_TYPE).unwrap(), [0]);
    assert_eq!(device.info::<u64>(PI_DEVICE_INFO_PARTITION_AFFINITY_DOMAIN).unwrap(), 0b10_1001);
    let refuse = |properties: &[isize], code, text| check_error(device.partition(properties), code, text);
    let bad_count = PI_ERROR_INVALID_DEVICE_PARTITION_COUNT;
    refuse(&[PI_DEVICE_PARTITION_EQUALLY, 9, 0], bad_count, "8 compute units cannot be divided into sub-devices of 9");
    refuse(&[PI_DEVICE_PARTITION_EQUALLY, 0], bad_count, "sub-devices of 0");
    refuse(&[PI_DEVICE_PARTITION_BY_COUNTS, 5, 4, 0, 0], bad_count, "[5, 4]");
    refuse(&[PI_DEVICE_PARTITION_BY_COUNTS, -1, 4, 0, 0], bad_count, "compute units");
    refuse(&[PI_DEVICE_PARTITION_BY_COUNTS, 1, 1, 1, 1, 1, 0, 0], bad_count, "the limit is 4");
    refuse(&[PI_DEVICE_PARTITION_BY_COUNTS, 0, 0], bad_count, "0 sub-devices");
    refuse(&domain(PI_DEVICE_AFFINITY_DOMAIN_L4_CACHE), PI_ERROR_INVALID_VALUE, "does not divide");
    refuse(&[7, 0], PI_ERROR_INVALID_VALUE, "unknown partition");
    let small = &device.partition(&[PI_DEVICE_PARTITION_EQUALLY, 2, 0]).unwrap()[0];
    check_error(small.partition(&equally), PI_ERROR_INVALID_VALUE, "cannot be partitioned");
}

#[test]
fn contexts_and_programs_of_a_device_serve_its_parts() {
    let fixture = Fixture::new();
    let part = fixture.device.partition(&[PI_DEVICE_PARTITION_EQUALLY, 4, 0]).unwrap().swap_remove(1);
    let part_of_part = part.partition(&[PI_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0]).unwrap().swap_remove(0);
    drop(part);
    let program = Program::from_il(&fixture.context, &module("add")).unwrap();
    program.build(std::slice::from_ref(&part_of_part), "").unwrap();
    let kernel = Kernel::new(&program, c"add").unwrap();
    let buffer = fixture.buffer(PI_MEM_FLAGS_HOST_PTR_COPY, &mut [1, 2, 3, 4]);
    kernel.set_arg_mem(0, &buffer, PI_ACCESS_READ_WRITE).unwrap();
    kernel.set_arg(1, &10_i32.to_le_bytes()).unwrap();
    kernel.set_arg_local(2, 64).unwrap();
    let queue = Queue::new(&fixture.context, &part_of_part, PiQueueFlags::default()).unwrap();
    let mut result = [0; 4];
    // SAFETY: the buffer has 16 bytes.
    unsafe {
        queue.after(&WaitList::new()).launch(&kernel, &linear(4, None)).unwrap();
        queue.after(&WaitList::new()).read(&buffer, 0, 16, ptr(&mut result)).unwrap();
    }
    queue.finish().unwrap();
    assert_eq!(result, [11, 12, 13, 14]);
    let stranger = &devices()[1].partition(&[PI_DEVICE_PARTITION_EQUALLY, 4, 0]).unwrap()[0];
    let refused = Queue::new(&fixture.context, stranger, PiQueueFlags::default());
    check_error(refused, PI_ERROR_INVALID_DEVICE, "does not belong to the context");
}

#[test]
fn wrong_handles_are_refused() {
    let fixture = Fixture::new();
    let address = fixture.queue.raw().as_ptr();
    let mut context = PiContext::NULL;
    // SAFETY: live objects of another kind, and null.
    unsafe {
        let not_a_context = PiContext::from_ptr(address);
        check_code(
            "piContextRetain",
            plugin().piContextRetain(not_a_context),
            PI_ERROR_INVALID_CONTEXT,
            "another kind",
        );
        check_code("piQueueFinish", plugin().piQueueFinish(PiQueue::NULL), PI_ERROR_INVALID_QUEUE, "null");
        check_code(
            "piContextCreate",
            plugin().piContextCreate(
                std::ptr::null(),
                1,
                std::ptr::null(),
                None,
                std::ptr::null_mut(),
                &raw mut context,
            ),
            PI_ERROR_INVALID_VALUE,
            "list of devices is null",
        );
        check_code(
            "piPlatformsGet",
            plugin().piPlatformsGet(0, std::ptr::null_mut(), std::ptr::null_mut()),
            PI_ERROR_INVALID_VALUE,
            "neither",
        );
    }
}

#[test]
fn objects_outlive_releases_of_what_they_need() {
    let Fixture { device, context, queue } = Fixture::new();
    assert_eq!(context.info::<u32>(PI_CONTEXT_INFO_REFERENCE_COUNT).unwrap(), 1);
    let raw = context.raw();
    drop(context);
    assert_eq!(queue.info::<PiContext>(PI_QUEUE_INFO_CONTEXT).unwrap(), raw);
    assert_eq!(queue.info::<PiDevice>(PI_QUEUE_INFO_DEVICE).unwrap(), device.raw());
    // SAFETY: the queue keeps the context alive.
    assert_eq!(unsafe { plugin().piContextRetain(raw) }, PI_SUCCESS);
    drop(queue);
    // SAFETY: the reference from above.
    assert_eq!(unsafe { plugin().piContextRelease(raw) }, PI_SUCCESS);
}

#[test]
fn a_deleter_runs_when_the_context_is_destroyed() {
    unsafe extern "C" fn deleter(data: *mut c_void) {
        // SAFETY: the sender of the test.
        unsafe { Box::from_raw(data.cast::<mpsc::Sender<()>>()) }.send(()).unwrap();
    }
    let Fixture { context, queue, .. } = Fixture::new();
    let (sender, receiver) = mpsc::channel::<()>();
    let data = Box::into_raw(Box::new(sender)).cast();
    // SAFETY: the deleter takes the box back.
    let code = unsafe { plugin().piextContextSetExtendedDeleter(context.raw(), Some(deleter), data) };
    assert_eq!(code, PI_SUCCESS);
    drop(context);
    assert!(receiver.try_recv().is_err(), "the queue still needs the context");
    drop(queue);
    receiver.recv().unwrap();
}

#[test]
fn kernels_run_with_their_arguments() {
    let fixture = Fixture::new();
    let mut numbers = [1, 2, 3, 4];
    let buffer = fixture.buffer(PI_MEM_FLAGS_HOST_PTR_COPY, &mut numbers);
    let kernel = fixture.kernel("add");
    kernel.set_arg_mem(0, &buffer, PI_ACCESS_READ_WRITE).unwrap();
    kernel.set_arg(1, &10_i32.to_le_bytes()).unwrap();
    kernel.set_arg_local(2, 64).unwrap();
    let first = Launch { global: [2, 1, 1], offset: [1, 0, 0], ..linear(2, None) };
    fixture.launch(&kernel, first).unwrap();
    // The arguments of a launch are those of its moment.
    kernel.set_arg(1, &100_i32.to_le_bytes()).unwrap();
    let event = fixture.launch(&kernel, linear(4, Some(2))).unwrap().unwrap();
    let mut wait = WaitList::new();
    wait.push(&event);
    let mut result = [0; 4];
    // SAFETY: the buffer has 16 bytes.
    unsafe { fixture.queue.after(&wait).read(&buffer, 0, 16, ptr(&mut result)) }.unwrap();
    fixture.queue.finish().unwrap();
    assert_eq!(result, [101, 112, 113, 104]);
    assert_eq!(numbers, [1, 2, 3, 4], "the buffer has its own copy");

    // SAFETY: the list is alive until the queue is finished.
    unsafe { kernel.set_arg_pointer(0, ptr(&mut result)) }.unwrap();
    fixture.launch(&kernel, linear(4, None)).unwrap();
    fixture.queue.finish().unwrap();
    assert_eq!(result, [201, 212, 213, 204]);

    // As in OpenCL, and as DPC++ does for that back-end.
    kernel.set_arg(0, &(buffer.raw().as_ptr() as usize).to_le_bytes()).unwrap();
    fixture.launch(&kernel, linear(4, None)).unwrap();
    // SAFETY: the buffer has 16 bytes.
    unsafe { fixture.queue.after(&WaitList::new()).read(&buffer, 0, 16, ptr(&mut result)) }.unwrap();
    fixture.queue.finish().unwrap();
    assert_eq!(result, [201, 212, 213, 204]);
}

#[test]
fn kernels_do_not_keep_the_memory_of_their_arguments() {
    let fixture = Fixture::new();
    let kernel = fixture.kernel("add");
    kernel.set_arg(1, &10_i32.to_le_bytes()).unwrap();
    kernel.set_arg_local(2, 64).unwrap();
    let mut result = [1, 2, 3, 4];
    for _ in 0..2 {
        let buffer = fixture.buffer(PI_MEM_FLAGS_HOST_PTR_USE, &mut result);
        kernel.set_arg_mem(0, &buffer, PI_ACCESS_READ_WRITE).unwrap();
        fixture.launch(&kernel, linear(4, None)).unwrap();
        // The launch still has its memory.
        drop(buffer);
        fixture.queue.finish().unwrap();
        let again = fixture.launch(&kernel, linear(4, None));
        check_error(again, PI_ERROR_INVALID_KERNEL_ARGS, "argument 0 was released");
    }
    assert_eq!(result, [21, 22, 23, 24]);
}

#[test]
fn wrong_arguments_are_refused() {
    let fixture = Fixture::new();
    let kernel = fixture.kernel("add");
    let buffer = fixture.buffer(PI_MEM_FLAGS_HOST_PTR_COPY, &mut [0; 4]);
    check_error(kernel.set_arg(3, &[0; 4]), PI_ERROR_INVALID_ARG_INDEX, "no argument 3");
    check_error(kernel.set_arg(1, &[0; 8]), PI_ERROR_INVALID_ARG_SIZE, "has 4 bytes, not 8");
    check_error(kernel.set_arg(2, &[0; 4]), PI_ERROR_INVALID_ARG_VALUE, "local memory");
    // SAFETY: a null value asks for local memory.
    let code = unsafe { plugin().piKernelSetArg(kernel.raw(), 2, 0, std::ptr::null()) };
    check_code("piKernelSetArg", code, PI_ERROR_INVALID_ARG_SIZE, "no size");
    check_error(kernel.set_arg_local(1, 4), PI_ERROR_INVALID_ARG_VALUE, "takes a value");
    check_error(kernel.set_arg_mem(1, &buffer, PI_ACCESS_READ_ONLY), PI_ERROR_INVALID_ARG_VALUE, "pointer");
    kernel.set_arg(1, &[0; 4]).unwrap();
    check_error(fixture.launch(&kernel, linear(1, None)), PI_ERROR_INVALID_KERNEL_ARGS, "arguments 0, 2");
    kernel.set_arg_local(2, 0).expect("local accessors of no elements are valid");
    let other = Fixture::new().buffer(PI_MEM_FLAGS_HOST_PTR_COPY, &mut [0; 4]);
    check_error(kernel.set_arg_mem(0, &other, PI_ACCESS_READ_ONLY), PI_ERROR_INVALID_CONTEXT, "different contexts");
}

#[test]
fn arguments_beyond_the_limit_of_the_device_are_refused() {
    let fixture = Fixture::new();
    let kernel = fixture.kernel("large");
    for index in 0..5 {
        // SAFETY: the kernel does not run.
        unsafe { kernel.set_arg_pointer(index, std::ptr::null()) }.unwrap();
    }
    let text = "arguments of kernel `large` have 40 bytes; Mock 0 takes at most 32";
    check_error(fixture.launch(&kernel, linear(1, None)), PI_ERROR_INVALID_KERNEL_ARGS, text);
}

#[test]
fn wrong_index_spaces_are_refused() {
    let fixture = Fixture::new();
    let kernel = fixture.kernel("empty");
    let launch = |launch| fixture.launch(&kernel, launch);
    let shape = |local| Launch { dims: 3, global: [64; 3], local: Some(local), offset: [0; 3] };
    check_error(launch(Launch { dims: 4, ..linear(1, None) }), PI_ERROR_INVALID_WORK_DIMENSION, "4 dimensions");
    check_error(launch(linear(10, Some(4))), PI_ERROR_INVALID_WORK_GROUP_SIZE, "does not divide");
    check_error(launch(linear(256, Some(128))), PI_ERROR_INVALID_WORK_ITEM_SIZE, "exceeds the limit 64");
    check_error(launch(shape([16, 8, 1])), PI_ERROR_INVALID_WORK_GROUP_SIZE, "128 work-items exceed");
    check_error(launch(shape([8, 0, 1])), PI_ERROR_INVALID_WORK_GROUP_SIZE, "zero");
    check_error(launch(shape([1, 1, 32])), PI_ERROR_INVALID_WORK_ITEM_SIZE, "dimension 2");
    let beyond = Launch { offset: [usize::MAX, 0, 0], ..linear(1, None) };
    check_error(launch(beyond), PI_ERROR_INVALID_GLOBAL_OFFSET, "address space");
    launch(linear(0, None)).unwrap().unwrap().wait().unwrap();

    let fixed = fixture.kernel("fixed");
    let launch = |local| fixture.launch(&fixed, Launch { dims: 2, global: [8, 8, 1], local, offset: [0; 3] });
    check_error(launch(Some([8, 1, 1])), PI_ERROR_INVALID_WORK_GROUP_SIZE, "requires work-groups");
    launch(Some([4, 2, 1])).unwrap();
    launch(None).unwrap();
    let odd = Launch { dims: 2, global: [7, 8, 1], local: None, offset: [0; 3] };
    check_error(fixture.launch(&fixed, odd), PI_ERROR_INVALID_WORK_GROUP_SIZE, "does not divide");

    let add = fixture.kernel("add");
    add.set_arg(1, &[0; 4]).unwrap();
    // SAFETY: the kernel does not run.
    unsafe { add.set_arg_pointer(0, std::ptr::null()) }.unwrap();
    add.set_arg_local(2, 4096).unwrap();
    check_error(fixture.launch(&add, linear(1, None)), PI_ERROR_OUT_OF_RESOURCES, "4096 bytes of local memory");
}

#[test]
fn kernels_describe_themselves() {
    let fixture = Fixture::new();
    let kernel = fixture.kernel("fixed");
    assert_eq!(kernel.info_text(PI_KERNEL_INFO_FUNCTION_NAME).unwrap(), "fixed");
    assert_eq!(kernel.info_text(PI_KERNEL_INFO_ATTRIBUTES).unwrap(), "reqd_work_group_size(4,2,1)");
    assert_eq!(fixture.kernel("add").info::<u32>(PI_KERNEL_INFO_NUM_ARGS).unwrap(), 3);
    let device = &fixture.device;
    let size = PI_KERNEL_GROUP_INFO_COMPILE_WORK_GROUP_SIZE;
    assert_eq!(kernel.group_info::<[usize; 3]>(device, size).unwrap(), [4, 2, 1]);
    assert_eq!(kernel.group_info::<usize>(device, PI_KERNEL_GROUP_INFO_WORK_GROUP_SIZE).unwrap(), 64);
    assert_eq!(kernel.sub_group_info(device, PI_KERNEL_MAX_NUM_SUB_GROUPS).unwrap(), 8);
    let other = &devices()[1];
    check_error(kernel.group_info::<usize>(other, size), PI_ERROR_INVALID_PROGRAM_EXECUTABLE, "not built for");
}

#[test]
fn programs_build_link_and_report() {
    let fixture = Fixture::new();
    let (context, device) = (&fixture.context, &fixture.device);
    let devices = std::slice::from_ref(device);
    check_error(Program::from_il(context, b"not spirv!"), PI_ERROR_INVALID_BINARY, "not a SPIR-V module");
    let one = Program::from_il(context, &module("empty")).unwrap();
    check_error(Kernel::new(&one, c"empty"), PI_ERROR_INVALID_PROGRAM_EXECUTABLE, "not built");
    let two = Program::from_il(context, &module("add slow")).unwrap();
    let link = |options| Program::link(context, devices, options, &[&one, &two]);
    check_error(link("").map_err(|error| error.error), PI_ERROR_INVALID_OPERATION, "not compiled");
    one.compile(devices, "-a").unwrap();
    two.compile(devices, "-b").unwrap();
    // Options and logs are each unit's own.
    let linked = link("-c").unwrap();
    assert_eq!(linked.kernel_names().unwrap(), ["empty", "add", "slow"]);
    let logs = [&one, &two, &linked].map(|program| program.build_log(device).unwrap());
    assert_eq!(logs, ["compiled with `-a`", "compiled with `-b`", "linked with `-c`"]);
    Kernel::new(&linked, c"slow").unwrap();
    check_error(Kernel::new(&linked, c"gone"), PI_ERROR_INVALID_KERNEL_NAME, "`gone`");

    let binary = linked.binaries().unwrap().swap_remove(0);
    let native = Program::from_binary(context, devices, &binary).unwrap();
    native.build(devices, "").unwrap();
    assert_eq!(native.kernel_names().unwrap(), ["empty", "add", "slow"]);
    check_error(Program::from_binary(context, devices, b"garbage"), PI_ERROR_INVALID_BINARY, "7 bytes");

    let bad = Program::from_il(context, &module("nothing")).unwrap();
    check_error(bad.build(devices, ""), PI_ERROR_BUILD_PROGRAM_FAILURE, "undefined kernel nothing");
    assert_eq!(bad.build_log(device).unwrap(), "undefined kernel nothing");
    // An invalid unit is reported when it is compiled.
    check_error(bad.compile(devices, ""), PI_ERROR_COMPILE_PROGRAM_FAILURE, "undefined kernel nothing");
    assert_eq!(bad.build_log(device).unwrap(), "undefined kernel nothing");
    let link_bad = Program::link(context, devices, "", &[&bad]);
    check_error(link_bad.map_err(|error| error.error), PI_ERROR_INVALID_OPERATION, "not compiled");
}

#[test]
fn undefined_symbols_are_named_when_programs_are_linked() {
    let fixture = Fixture::new();
    let (context, device) = (&fixture.context, &fixture.device);
    let devices = std::slice::from_ref(device);
    let needy = Program::from_il(context, &module("empty ?add ?slow")).unwrap();
    needy.compile(devices, "").unwrap();
    let error = Program::link(context, devices, "", &[&needy]).unwrap_err();
    assert_eq!(error.error.code, PI_ERROR_LINK_PROGRAM_FAILURE);
    assert_eq!(error.program.unwrap().build_log(device).unwrap(), "undefined symbols: add, slow");
    check_error(needy.build(devices, ""), PI_ERROR_BUILD_PROGRAM_FAILURE, "undefined symbols: add, slow");
    let other = Program::from_il(context, &module("add slow")).unwrap();
    other.compile(devices, "").unwrap();
    needy.compile(devices, "").unwrap();
    Program::link(context, devices, "", &[&needy, &other]).unwrap();

    // The binary of a compiled program needs no compilation to be linked.
    let binaries = [&needy, &other].map(|program| program.binaries().unwrap().swap_remove(0));
    let native = binaries.map(|binary| Program::from_binary(context, devices, &binary).unwrap());
    let linked = Program::link(context, devices, "", &[&native[0], &native[1]]).unwrap();
    assert_eq!(linked.kernel_names().unwrap(), ["empty", "add", "slow"]);
}

#[test]
fn specialization_constants_reach_the_build() {
    let fixture = Fixture::new();
    let program = Program::from_il(&fixture.context, &module("add")).unwrap();
    check_error(program.set_specialization_constant(1, &[1, 2, 3]), PI_ERROR_INVALID_VALUE, "3 bytes");
    program.set_specialization_constant(1, &[5]).unwrap();
    program.build(&[], "").unwrap();
    let kernel = Kernel::new(&program, c"add").unwrap();
    let mut numbers = [0; 2];
    // SAFETY: the list is alive until the queue is finished.
    unsafe { kernel.set_arg_pointer(0, ptr(&mut numbers)) }.unwrap();
    kernel.set_arg(1, &2_i32.to_le_bytes()).unwrap();
    kernel.set_arg_local(2, 4).unwrap();
    fixture.launch(&kernel, linear(2, None)).unwrap().unwrap().wait().unwrap();
    assert_eq!(numbers, [10, 10]);

    // Values are those of a unit when it is compiled; others have their own.
    let other = Program::from_il(&fixture.context, &module("empty")).unwrap();
    other.set_specialization_constant(1, &[6]).unwrap();
    program.compile(&[], "").unwrap();
    program.set_specialization_constant(1, &[7]).unwrap();
    other.compile(&[], "").unwrap();
    let linked = Program::link(&fixture.context, &[], "", &[&program, &other]).unwrap();
    let kernel = Kernel::new(&linked, c"add").unwrap();
    // SAFETY: the list is alive until the queue is finished.
    unsafe { kernel.set_arg_pointer(0, ptr(&mut numbers)) }.unwrap();
    kernel.set_arg(1, &2_i32.to_le_bytes()).unwrap();
    kernel.set_arg_local(2, 4).unwrap();
    fixture.launch(&kernel, linear(2, None)).unwrap().unwrap().wait().unwrap();
    assert_eq!(numbers, [20, 20]);
}

#[test]
fn values_of_the_wrong_size_are_refused() {
    let fixture = Fixture::new();
    // A header, then constant 7 of 32 bits: its decoration, type and definition.
    let header = [0x0723_0203, 0x1_0100, 0, 3, 0];
    let body = [4 << 16 | 71, 2, 1, 7, 4 << 16 | 21, 1, 32, 0, 4 << 16 | 50, 1, 2, 5];
    let words: Vec<u32> = header.into_iter().chain(body).collect();
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let program = Program::from_il(&fixture.context, &bytes).unwrap();
    program.set_specialization_constant(7, &[1; 4]).unwrap();
    // A constant that is not used may be gone from the module.
    program.set_specialization_constant(8, &[1; 4]).unwrap();
    let too_long = program.set_specialization_constant(7, &[1; 8]);
    check_error(too_long, PI_ERROR_INVALID_VALUE, "constant 7 has 4 bytes, not 8");
}

#[test]
fn the_best_image_is_selected() {
    let device = &devices()[0];
    let binary = |bytes: &[u8], format| PiDeviceBinaryStruct {
        version: 2,
        kind: PI_DEVICE_BINARY_OFFLOAD_KIND_SYCL,
        format,
        device_target_spec: c"any".as_ptr(),
        compile_options: c"".as_ptr(),
        link_options: c"".as_ptr(),
        manifest_start: std::ptr::null(),
        manifest_end: std::ptr::null(),
        binary_start: bytes.as_ptr(),
        binary_end: bytes.as_ptr().wrapping_add(bytes.len()),
        entries_begin: std::ptr::null_mut(),
        entries_end: std::ptr::null_mut(),
        property_sets_begin: std::ptr::null_mut(),
        property_sets_end: std::ptr::null_mut(),
    };
    let spirv = module("empty");
    let images = [
        binary(b"BC\xC0\xDE", PI_DEVICE_BINARY_TYPE_NONE),
        binary(&spirv, PI_DEVICE_BINARY_TYPE_NONE),
        binary(b"\x7fMOCKempty", PI_DEVICE_BINARY_TYPE_NATIVE),
    ];
    let pointers: Vec<*const PiDeviceBinaryStruct> = images.iter().map(|image| &raw const *image).collect();
    // SAFETY: complete descriptors.
    unsafe {
        assert_eq!(device.select_binary(&pointers).unwrap(), 2);
        assert_eq!(device.select_binary(&pointers[..2]).unwrap(), 1);
        let refusal = device.select_binary(&pointers[..1]).unwrap_err();
        assert_eq!(refusal.code, PI_ERROR_INVALID_BINARY);
        assert!(refusal.message.contains("it is not the mock's"), "{}", refusal.message);
        assert_eq!(device.select_binary(&[]).unwrap_err().code, PI_ERROR_INVALID_BINARY);
    }
}

#[test]
fn buffers_are_read_written_copied_and_filled() {
    let fixture = Fixture::new();
    let queue = &fixture.queue;
    let wait = WaitList::new();
    let mut numbers: Vec<i32> = (0..8).collect();
    let buffer = fixture.buffer(PI_MEM_FLAGS_HOST_PTR_COPY, &mut numbers);
    let other = fixture.buffer(PI_MEM_FLAGS_HOST_PTR_COPY, &mut [0; 8]);
    queue.after(&wait).copy([&buffer, &other], [0, 16], 16).unwrap();
    queue.after(&wait).fill(&other, &7_i32.to_le_bytes(), 0, 8).unwrap();
    let nine = 9_i32;
    // SAFETY: host memory of the test.
    unsafe { queue.after(&wait).write(&other, 28, 4, (&raw const nine).cast()) }.unwrap();
    queue.after(&wait).copy([&other, &other], [0, 8], 8).unwrap();
    let mut result = [0; 8];
    // SAFETY: as above.
    unsafe { queue.after(&wait).read(&other, 0, 32, ptr(&mut result)) }.unwrap();
    queue.finish().unwrap();
    assert_eq!(result, [7, 7, 7, 7, 0, 1, 2, 9]);

    check_error(queue.after(&wait).copy([&buffer, &buffer], [0, 8], 16), PI_ERROR_MEM_COPY_OVERLAP, "overlap");
    check_error(queue.after(&wait).copy([&buffer, &other], [24, 0], 16), PI_ERROR_INVALID_VALUE, "offset 24");
    check_error(
        queue.after(&wait).copy([&buffer, &other], [usize::MAX, 0], 2),
        PI_ERROR_INVALID_VALUE,
        "exceed the buffer",
    );
    check_error(queue.after(&wait).fill(&buffer, &[0; 4], 0, 6), PI_ERROR_INVALID_VALUE, "not a multiple");
    check_error(queue.after(&wait).fill(&buffer, &[0; 4], 2, 8), PI_ERROR_INVALID_VALUE, "not a multiple");
    check_error(queue.after(&wait).fill(&buffer, &[], 0, 8), PI_ERROR_INVALID_VALUE, "pattern size of 0");
    // SAFETY: the call fails.
    let null = unsafe { queue.after(&wait).read(&buffer, 0, 4, std::ptr::null_mut()) };
    check_error(null, PI_ERROR_INVALID_VALUE, "null");
}

#[test]
fn rectangles_are_copied() {
    let fixture = Fixture::new();
    let (queue, wait) = (&fixture.queue, WaitList::new());
    let mut bytes: Vec<u8> = (0..64).collect();
    // SAFETY: the contents are copied.
    let buffer = unsafe { Mem::buffer(&fixture.context, PI_MEM_FLAGS_HOST_PTR_COPY, 64, ptr(&mut bytes)) }.unwrap();
    let region = PiBuffRectRegion { width_bytes: 2, height_scalar: 2, depth_scalar: 2 };
    let side = |x_bytes, y_scalar, z_scalar| RectSide {
        origin: PiBuffRectOffset { x_bytes, y_scalar, z_scalar },
        row_pitch: 4,
        slice_pitch: 16,
    };
    let rect = Rect { region, src: side(1, 1, 1), dst: RectSide::default() };
    let mut result = [0_u8; 8];
    // SAFETY: the packed rectangle has 8 bytes.
    unsafe { queue.after(&wait).read_rect(&buffer, &rect, ptr(&mut result)) }.unwrap();
    queue.finish().unwrap();
    assert_eq!(result, [21, 22, 25, 26, 37, 38, 41, 42]);

    let disjoint = Rect { region, src: side(0, 0, 0), dst: side(2, 2, 0) };
    queue.after(&wait).copy_rect([&buffer, &buffer], &disjoint).unwrap();
    let overlapping = Rect { region, src: side(0, 0, 0), dst: side(1, 1, 0) };
    check_error(queue.after(&wait).copy_rect([&buffer, &buffer], &overlapping), PI_ERROR_MEM_COPY_OVERLAP, "overlap");
    let beyond = Rect { region, src: side(0, 0, 3), dst: side(0, 0, 0) };
    check_error(queue.after(&wait).copy_rect([&buffer, &buffer], &beyond), PI_ERROR_INVALID_VALUE, "exceed the buffer");
    let narrow = Rect { src: RectSide { row_pitch: 1, ..rect.src }, ..rect };
    check_error(queue.after(&wait).copy_rect([&buffer, &buffer], &narrow), PI_ERROR_INVALID_VALUE, "row pitch 1");
    let empty = Rect { region: PiBuffRectRegion { depth_scalar: 0, ..region }, ..rect };
    check_error(queue.after(&wait).copy_rect([&buffer, &buffer], &empty), PI_ERROR_INVALID_VALUE, "empty");
}

#[test]
fn buffers_follow_their_flags_and_limits() {
    let fixture = Fixture::new();
    let context = &fixture.context;
    let null = std::ptr::null_mut();
    let mut numbers = vec![5_i32; 64];
    let host = ptr(&mut numbers);
    // SAFETY: the calls fail, or the numbers outlive the buffer.
    unsafe {
        check_error(
            Mem::buffer(context, PI_MEM_FLAGS_ACCESS_RW, 0, null),
            PI_ERROR_INVALID_BUFFER_SIZE,
            "the size of the buffer is 0",
        );
        check_error(Mem::buffer(context, PI_MEM_FLAGS_ACCESS_RW, 1 << 21, null), PI_ERROR_INVALID_BUFFER_SIZE, "limit");
        check_error(
            Mem::buffer(context, PI_MEM_FLAGS_HOST_PTR_USE, 4, null),
            PI_ERROR_INVALID_HOST_PTR,
            "host pointer",
        );
        check_error(Mem::buffer(context, PI_MEM_FLAGS_ACCESS_RW, 4, host), PI_ERROR_INVALID_HOST_PTR, "host pointer");
    }
    let buffer = fixture.buffer(PI_MEM_FLAGS_HOST_PTR_USE, &mut numbers);
    assert_eq!(buffer.info::<usize>(PI_MEM_SIZE).unwrap(), 256);
    let sub = buffer.sub_buffer(PI_MEM_FLAGS_ACCESS_RW, PiBufferRegion { origin: 128, size: 8 }).unwrap();
    let wait = WaitList::new();
    fixture.queue.after(&wait).fill(&sub, &1_i32.to_le_bytes(), 4, 4).unwrap();
    fixture.queue.finish().unwrap();
    assert_eq!((numbers[32], numbers[33], numbers[34]), (5, 1, 5), "the host's memory is used");
    let region = |origin, size| PiBufferRegion { origin, size };
    let cut = |region| buffer.sub_buffer(PI_MEM_FLAGS_ACCESS_RW, region);
    check_error(cut(region(64, 8)), PI_ERROR_MISALIGNED_SUB_BUFFER_OFFSET, "64");
    check_error(cut(region(128, 0)), PI_ERROR_INVALID_BUFFER_SIZE, "the size of the sub-buffer is 0");
    check_error(cut(region(128, 129)), PI_ERROR_INVALID_VALUE, "exceed the buffer");
    check_error(sub.sub_buffer(PI_MEM_FLAGS_ACCESS_RW, region(0, 4)), PI_ERROR_INVALID_MEM_OBJECT, "sub-buffer");
    let whole = fixture.queue.after(&wait).copy([&buffer, &sub], [128, 0], 8);
    check_error(whole, PI_ERROR_MEM_COPY_OVERLAP, "overlap");
}

#[test]
fn buffers_are_mapped() {
    let fixture = Fixture::new();
    let (queue, wait) = (&fixture.queue, WaitList::new());
    let buffer = fixture.buffer(PI_MEM_FLAGS_HOST_PTR_COPY, &mut [1, 2, 3, 4]);
    let (mapped, event) = queue.after(&wait).with_event().map(&buffer, PI_MAP_WRITE, 4, 8).unwrap();
    let event = event.expect("asked for");
    event.wait().unwrap();
    assert_eq!(event.info::<u32>(PI_EVENT_INFO_COMMAND_TYPE).unwrap(), PI_COMMAND_TYPE_MEM_BUFFER_MAP.0);
    // SAFETY: mapped for writing.
    unsafe { mapped.cast::<i32>().write(20) };
    // SAFETY: the mapping of above.
    unsafe { queue.after(&wait).unmap(&buffer, mapped) }.unwrap();
    // SAFETY: the call fails.
    check_error(unsafe { queue.after(&wait).unmap(&buffer, mapped) }, PI_ERROR_INVALID_VALUE, "not mapped");
    let mut result = [0; 4];
    // SAFETY: the buffer has 16 bytes.
    unsafe { queue.after(&wait).read(&buffer, 0, 16, ptr(&mut result)) }.unwrap();
    queue.finish().unwrap();
    assert_eq!(result, [1, 20, 3, 4]);
    check_error(
        queue.after(&wait).with_event().map(&buffer, PI_MAP_READ, 0, 17),
        PI_ERROR_INVALID_VALUE,
        "exceed the buffer",
    );
}

#[test]
fn usm_is_allocated_queried_used_and_freed() {
    let fixture = Fixture::new();
    let (context, device, queue) = (&fixture.context, &fixture.device, &fixture.queue);
    let wait = WaitList::new();
    let shared = context.usm_alloc(PI_MEM_TYPE_SHARED, Some(device), 64, 32).unwrap();
    let host = context.usm_alloc(PI_MEM_TYPE_HOST, None, 64, 0).unwrap();
    assert_eq!(shared as usize % 32, 0);
    let inside = shared.wrapping_byte_add(63);
    assert_eq!(context.usm_kind(inside).unwrap(), PI_MEM_TYPE_SHARED);
    assert_eq!(context.usm_kind(host).unwrap(), PI_MEM_TYPE_HOST);
    assert_eq!(context.usm_kind((&raw const wait).cast()).unwrap(), PI_MEM_TYPE_UNKNOWN);
    assert_eq!(context.usm_device(inside).unwrap(), device.raw());
    assert_eq!(context.usm_device(host).unwrap(), PiDevice::NULL);
    let mut result = [0_u16; 32];
    // SAFETY: allocations and arrays of 64 bytes.
    unsafe {
        queue.after(&wait).usm_fill(shared, &[1, 2], 64).unwrap();
        queue.after(&wait).usm_set(shared, 9, 4).unwrap();
        queue.after(&wait).usm_copy(host, shared, 64).unwrap();
        queue.after(&wait).usm_prefetch(host, 64).unwrap();
        queue.after(&wait).usm_advise(host, 64, PI_MEM_ADVICE_RESET).unwrap();
        queue
            .after(&wait)
            .with_event()
            .usm_copy_2d(&Rows { dst: ptr(&mut result), dst_pitch: 8, src: host, src_pitch: 4, width: 2, height: 3 })
            .unwrap()
            .unwrap()
            .wait()
            .unwrap();
    }
    assert_eq!(result[..9], [0x909, 0, 0, 0, 0x201, 0, 0, 0, 0x201]);
    let alloc = |bytes, align| context.usm_alloc(PI_MEM_TYPE_DEVICE, Some(device), bytes, align);
    check_error(alloc(0, 0), PI_ERROR_INVALID_BUFFER_SIZE, "0 bytes");
    check_error(alloc(1 << 40, 0), PI_ERROR_INVALID_BUFFER_SIZE, "limit");
    check_error(alloc(8, 3), PI_ERROR_INVALID_VALUE, "power of two");
    let stranger = &devices()[1];
    let foreign = context.usm_alloc(PI_MEM_TYPE_DEVICE, Some(stranger), 8, 0);
    check_error(foreign, PI_ERROR_INVALID_DEVICE, "does not belong to the context");
    // SAFETY: the memory is not in use any more; the failing calls free nothing.
    unsafe {
        check_error(context.usm_free(inside), PI_ERROR_INVALID_VALUE, "points into");
        context.usm_free(shared).unwrap();
        check_error(context.usm_free(shared), PI_ERROR_INVALID_VALUE, "not allocated");
        context.usm_free(host).unwrap();
        check_error(queue.after(&wait).usm_copy(std::ptr::null_mut(), shared, 4), PI_ERROR_INVALID_VALUE, "null");
        queue.after(&wait).usm_copy(std::ptr::null_mut(), std::ptr::null(), 0).unwrap();
    }
}

#[test]
fn usm_is_freed_when_no_command_runs_any_more() {
    for flags in [PiQueueFlags::default(), PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE] {
        let fixture = Fixture::with(flags);
        let other = Queue::new(&fixture.context, &fixture.device, flags).unwrap();
        let slow = fixture.kernel("slow");
        let memory = fixture.context.usm_alloc(PI_MEM_TYPE_HOST, None, 64, 0).unwrap();
        let first = fixture.launch(&slow, linear(1, None)).unwrap().unwrap();
        // SAFETY: the kernel uses no memory.
        let second =
            unsafe { other.after(&WaitList::new()).with_event().launch(&slow, &linear(1, None)) }.unwrap().unwrap();
        let failing = fixture.launch(&fixture.kernel("fail"), linear(1, None)).unwrap().unwrap();
        // SAFETY: nobody uses the memory.
        unsafe { fixture.context.usm_free(memory) }.unwrap();
        assert_eq!(first.status().unwrap(), PI_EVENT_COMPLETE);
        assert_eq!(second.status().unwrap(), PI_EVENT_COMPLETE);
        failing.wait().expect_err("the failure is still to be had");
    }
}

#[test]
fn usm_that_a_callback_frees_goes_when_the_queues_are_idle() {
    for flags in [PiQueueFlags::default(), PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE] {
        let fixture = Fixture::with(flags);
        let slow = fixture.kernel("slow");
        let first = fixture.launch(&slow, linear(1, None)).unwrap().unwrap();
        let memory = fixture.context.usm_alloc(PI_MEM_TYPE_SHARED, Some(&fixture.device), 64, 0).unwrap();
        let (address, context) = (memory as usize, fixture.context.raw().as_ptr() as usize);
        let (sender, receiver) = mpsc::channel();
        first
            .on_complete(move |_| {
                let (context, memory) = (PiContext::from_ptr(context as *mut c_void), address as *mut c_void);
                // SAFETY: the test keeps the context; only the next command uses the memory.
                sender.send(unsafe { plugin().piextUSMFree(context, memory) }).unwrap();
            })
            .unwrap();
        let wait: WaitList = [&first].into_iter().collect();
        // SAFETY: the memory is freed after the command.
        let user = unsafe { fixture.queue.after(&wait).with_event().usm_fill(memory, &[7], 64) }.unwrap().unwrap();
        let freed = receiver.recv_timeout(std::time::Duration::from_secs(20)).expect("the call returns");
        assert_eq!(freed, PI_SUCCESS);
        user.wait().unwrap();
        fixture.queue.finish().unwrap();
        assert_eq!(fixture.context.usm_kind(memory).unwrap(), PI_MEM_TYPE_UNKNOWN);
    }
}

#[test]
fn pitched_allocations_have_aligned_rows() {
    let fixture = Fixture::new();
    let (mut memory, mut pitch) = (std::ptr::null_mut(), 0);
    // SAFETY: places for the results.
    unsafe {
        let code = plugin().piextUSMPitchedAlloc(
            &raw mut memory,
            &raw mut pitch,
            fixture.context.raw(),
            fixture.device.raw(),
            std::ptr::null_mut(),
            100,
            3,
            4,
        );
        assert_eq!((code, pitch), (PI_SUCCESS, 128));
        fixture.context.usm_free(memory).unwrap();
    }
}

#[test]
fn events_report_time_status_and_completion() {
    let fixture = Fixture::new();
    let slow = fixture.kernel("slow");
    let event = fixture.launch(&slow, linear(1, None)).unwrap().unwrap();
    let (sender, receiver) = mpsc::channel();
    event.on_complete(move |status| sender.send(status).unwrap()).unwrap();
    event.wait().unwrap();
    assert_eq!(receiver.recv().unwrap(), PI_EVENT_COMPLETE);
    assert_eq!(event.status().unwrap(), PI_EVENT_COMPLETE);
    let time = |param| event.profiling(param).unwrap();
    let (submit, start) = (time(PI_PROFILING_INFO_COMMAND_SUBMIT), time(PI_PROFILING_INFO_COMMAND_START));
    let end = time(PI_PROFILING_INFO_COMMAND_END);
    assert!(submit <= start && start + 15_000_000 <= end, "{submit} {start} {end}");
    assert_eq!(event.info::<PiQueue>(PI_EVENT_INFO_COMMAND_QUEUE).unwrap(), fixture.queue.raw());

    let plain = Fixture::with(PiQueueFlags::default());
    let event = plain.launch(&plain.kernel("empty"), linear(1, None)).unwrap().unwrap();
    event.wait().unwrap();
    check_error(
        event.profiling(PI_PROFILING_INFO_COMMAND_START),
        PI_ERROR_PROFILING_INFO_NOT_AVAILABLE,
        "without profiling",
    );
}

#[test]
fn failures_reach_events_waiters_and_dependents() {
    let fixture = Fixture::with(PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    let failed = fixture.launch(&fixture.kernel("fail"), linear(1, None)).unwrap().unwrap();
    let code = PI_ERROR_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    check_error(failed.wait(), code, "asked to fail");
    assert_eq!(failed.status().unwrap().0, PI_ERROR_COMMAND_EXECUTION_FAILURE.0);
    let mut wait = WaitList::new();
    wait.push(&failed);
    let barrier = fixture.queue.after(&wait).with_event().barrier().unwrap().unwrap();
    check_error(barrier.wait(), code, "asked to fail");
    let end = failed.end().unwrap();
    assert_eq!((end.wait(), end.status()), (Ok(()), Ok(PI_EVENT_COMPLETE)));
    fixture.queue.after(&WaitList::from_iter([&end])).with_event().marker().unwrap().unwrap().wait().unwrap();
    let (sender, receiver) = mpsc::channel();
    barrier.on_complete(move |status| sender.send(status).unwrap()).unwrap();
    assert_eq!(receiver.recv().unwrap().0, code.0);
}

#[test]
fn wait_lists_of_other_contexts_are_refused() {
    let (one, two) = (Fixture::new(), Fixture::new());
    let event = one.queue.after(&WaitList::new()).with_event().marker().unwrap().unwrap();
    let mut wait = WaitList::new();
    wait.push(&event);
    check_error(two.queue.after(&wait).with_event().marker(), PI_ERROR_INVALID_CONTEXT, "another context");
    // SAFETY: the list is null on purpose.
    let code = unsafe { plugin().piEnqueueEventsWait(one.queue.raw(), 1, std::ptr::null(), std::ptr::null_mut()) };
    check_code("piEnqueueEventsWait", code, PI_ERROR_INVALID_EVENT_WAIT_LIST, "wait list is null");
}

#[test]
fn pooled_events_forget_what_they_were() {
    let fixture = Fixture::new();
    for _ in 0..1000 {
        let event = fixture.queue.after(&WaitList::new()).with_event().marker().unwrap().unwrap();
        event.wait().unwrap();
        assert_eq!(event.info::<u32>(PI_EVENT_INFO_REFERENCE_COUNT).unwrap(), 1);
        let copy = event.clone();
        drop(event);
        assert_eq!(copy.status().unwrap(), PI_EVENT_COMPLETE);
    }
    // The pool keeps no queue alive, and so no context.
    assert_eq!(fixture.queue.info::<u32>(PI_QUEUE_INFO_REFERENCE_COUNT).unwrap(), 1);
}

#[test]
fn threads_launch_and_wait_at_the_same_time() {
    let fixture = Fixture::with(PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    let mut sums = [0_i32; 4];
    std::thread::scope(|scope| {
        for sum in &mut sums {
            scope.spawn(|| {
                // PI lets one thread at a time use a kernel: one for each.
                let kernel = fixture.kernel("add");
                // SAFETY: the number outlives the launches.
                unsafe { kernel.set_arg_pointer(0, std::ptr::from_mut(sum).cast()) }.unwrap();
                kernel.set_arg_local(2, 8).unwrap();
                let mut last: Option<Event> = None;
                for number in 1..=500_i32 {
                    kernel.set_arg(1, &number.to_le_bytes()).unwrap();
                    let wait: WaitList<'_> = last.iter().collect();
                    // SAFETY: as above; launches of a thread are chained.
                    let event = unsafe { fixture.queue.after(&wait).with_event().launch(&kernel, &linear(1, None)) };
                    last = event.unwrap();
                }
                last.unwrap().wait().unwrap();
            });
        }
    });
    assert_eq!(sums, [125_250; 4]);
}

#[test]
fn queue_properties_are_checked() {
    let Fixture { device, context, .. } = Fixture::new();
    let create = |mut properties: Vec<u64>| {
        let mut queue = PiQueue::NULL;
        // SAFETY: a terminated list and a place for the result.
        let code =
            unsafe { plugin().piextQueueCreate(context.raw(), device.raw(), properties.as_mut_ptr(), &raw mut queue) };
        plugin().check("piextQueueCreate", code)
    };
    check_error(create(vec![PI_QUEUE_FLAGS, 1 << 40, 0]), PI_ERROR_INVALID_QUEUE_PROPERTIES, "0x10000000000");
    check_error(create(vec![PI_QUEUE_COMPUTE_INDEX, 3, 0]), PI_ERROR_INVALID_QUEUE_PROPERTIES, "index 0");
    check_error(create(vec![77, 3, 0]), PI_ERROR_INVALID_VALUE, "0x4d");
    check_error(
        Queue::new(&context, &devices()[1], PiQueueFlags::default()),
        PI_ERROR_INVALID_DEVICE,
        "does not belong to",
    );
}

#[test]
fn unsupported_entries_say_so() {
    let fixture = Fixture::new();
    // SAFETY: the entry looks at nothing.
    let code = unsafe { plugin().piMemImageGetInfo(PiMem::NULL, PI_IMAGE_INFO_FORMAT, 0, null_mut(), null_mut()) };
    check_code("piMemImageGetInfo", code, PI_ERROR_INVALID_MEM_OBJECT, "null");
    let (context, mut image) = (fixture.context.raw(), PiMem::NULL);
    // SAFETY: no image is made, so its description is not looked at.
    let code = unsafe { plugin().piMemImageCreate(context, PiMemFlags(0), null(), null(), null_mut(), &raw mut image) };
    check_code("piMemImageCreate", code, PI_ERROR_UNSUPPORTED_FEATURE, "Mock 0 has no images");
    assert_eq!(fixture.device.info::<u32>(PI_DEVICE_INFO_IMAGE_SUPPORT).unwrap(), PI_FALSE);
    // Only DPC++'s emulator of ESIMD has such data, and DPC++ asks no other plugin.
    let mut data = null_mut();
    // SAFETY: the entry looks at nothing.
    let code = unsafe { plugin().piextPluginGetOpaqueData(null_mut(), &raw mut data) };
    check_code("piextPluginGetOpaqueData", code, PI_ERROR_UNSUPPORTED_FEATURE, "piextPluginGetOpaqueData is not");
    assert!(data.is_null());
}

#[test]
fn host_pipes_of_devices_without_them_are_refused_by_name() {
    let fixture = Fixture::new();
    let program = Program::from_il(&fixture.context, &module("add")).unwrap();
    let (queue, program, symbol) = (fixture.queue.raw(), program.raw(), c"_ZN4pipe11tandem_pipeE".as_ptr());
    let mut word = 0_u32;
    let word = (&raw mut word).cast();
    // SAFETY: live objects, a text and the memory of a word; no event is wanted.
    let codes = unsafe {
        [
            plugin().piextEnqueueReadHostPipe(queue, program, symbol, PI_FALSE, word, 4, 0, null(), null_mut()),
            plugin().piextEnqueueWriteHostPipe(queue, program, symbol, PI_TRUE, word, 4, 0, null(), null_mut()),
        ]
    };
    for code in codes {
        check_code("piextEnqueueHostPipe", code, PI_ERROR_UNSUPPORTED_FEATURE, "has no host pipes: pipe cannot be");
    }
}

#[test]
fn commands_of_host_pipes_reach_the_device() {
    let device = devices().swap_remove(1);
    let context = Context::new(std::slice::from_ref(&device)).unwrap();
    let queue = Queue::new(&context, &device, PiQueueFlags::default()).unwrap();
    let program = Program::from_il(&context, &module("add")).unwrap();
    let symbol = std::ffi::CString::new(support::PIPE).unwrap();
    let mut word = [0_u64; 2];
    let enqueue = |symbol: *const _, is_read: bool, blocking, word: *mut c_void, event: *mut PiEvent| {
        let (queue, program) = (queue.raw(), program.raw());
        // SAFETY: live objects, a text, the memory of a word, and a place for the event.
        unsafe {
            match is_read {
                true => plugin().piextEnqueueReadHostPipe(queue, program, symbol, blocking, word, 16, 0, null(), event),
                false => {
                    plugin().piextEnqueueWriteHostPipe(queue, program, symbol, blocking, word, 16, 0, null(), event)
                }
            }
        }
    };
    let address = ptr(&mut word);
    let name = "piextEnqueueHostPipe";
    let code = enqueue(symbol.as_ptr(), true, PI_TRUE, address, null_mut());
    check_code(name, code, PI_ERROR_INVALID_PROGRAM_EXECUTABLE, "not built");
    program.build(&[], "").unwrap();
    let code = enqueue(c"other".as_ptr(), true, PI_TRUE, address, null_mut());
    check_code(name, code, PI_ERROR_INVALID_VALUE, "no symbol `other`");
    let code = enqueue(symbol.as_ptr(), true, PI_TRUE, null_mut(), null_mut());
    check_code(name, code, PI_ERROR_INVALID_VALUE, "the word");
    // A call that blocks returns when the word is there.
    assert_eq!(enqueue(symbol.as_ptr(), true, PI_TRUE, address, null_mut()), PI_SUCCESS);
    assert_eq!(word, [16, support::PIPE_VARIABLE.0]);
    for (is_read, status, command_type) in [
        (true, PI_ERROR_PIPE_EMPTY_INTEL, PI_COMMAND_TYPE_READ_HOST_PIPE_INTEL),
        (false, PI_ERROR_PIPE_FULL_INTEL, PI_COMMAND_TYPE_WRITE_HOST_PIPE_INTEL),
    ] {
        let mut event = PiEvent::NULL;
        assert_eq!(enqueue(symbol.as_ptr(), is_read, PI_FALSE, address, &raw mut event), PI_SUCCESS);
        // SAFETY: the call's own reference.
        let event = unsafe { Event::from_raw(plugin(), event) };
        assert!(!event.moved_word().unwrap());
        assert_eq!(event.status().unwrap().0, status.0);
        assert_eq!(event.info::<u32>(PI_EVENT_INFO_COMMAND_TYPE).unwrap(), command_type.0);
    }
    assert_eq!(queue.take_failure().unwrap(), None, "a pipe that is asked does not fail");
}

#[test]
fn built_in_kernels_make_programs() {
    use tandem_image::built_in;
    let fixture = Fixture::new();
    let (context, device) = (&fixture.context, &fixture.device);
    let devices = std::slice::from_ref(device);
    assert_eq!(device.info_text(PI_DEVICE_INFO_BUILT_IN_KERNELS).unwrap(), "empty;slow");
    let program = Program::from_binary(context, devices, &built_in::encode(&["slow"])).unwrap();
    check_error(program.compile(devices, ""), PI_ERROR_INVALID_OPERATION, "is built, not compiled");
    program.build(devices, "").unwrap();
    assert_eq!(program.kernel_names().unwrap(), ["slow"]);
    let kernel = Kernel::new(&program, c"slow").unwrap();
    fixture.launch(&kernel, linear(1, None)).unwrap().unwrap().wait().unwrap();
    let unknown = Program::from_binary(context, devices, &built_in::encode(&["empty", "add"]));
    check_error(unknown, PI_ERROR_INVALID_BINARY, "no built-in kernel `add`");
}

#[test]
fn native_handles_lead_back_to_their_objects() {
    let fixture = Fixture::new();
    let (mut native, mut queue, mut description) = (0, PiQueue::NULL, 1);
    // SAFETY: places for the results; the new reference is released.
    unsafe {
        let code = plugin().piextQueueGetNativeHandle(fixture.queue.raw(), &raw mut native, &raw mut description);
        assert_eq!((code, description), (PI_SUCCESS, 0));
        let code = plugin().piextQueueCreateWithNativeHandle(
            native,
            0,
            fixture.context.raw(),
            fixture.device.raw(),
            false,
            std::ptr::null_mut(),
            &raw mut queue,
        );
        assert_eq!((code, queue), (PI_SUCCESS, fixture.queue.raw()));
        assert_eq!(fixture.queue.info::<u32>(PI_QUEUE_INFO_REFERENCE_COUNT).unwrap(), 2);
        plugin().piQueueRelease(queue);
    }
}

#[test]
fn samplers_keep_their_properties() {
    let fixture = Fixture::new();
    let mut sampler = PiSampler::NULL;
    let properties = [0x1152_u64, 1, 0x1153, 0x1133, 0x1154, 0x1141, 0];
    let mut filter = 0_u32;
    // SAFETY: a terminated list and places for the results.
    unsafe {
        let code = plugin().piSamplerCreate(fixture.context.raw(), properties.as_ptr(), &raw mut sampler);
        assert_eq!(code, PI_SUCCESS);
        let place = (&raw mut filter).cast();
        let info = PI_SAMPLER_INFO_FILTER_MODE;
        assert_eq!(plugin().piSamplerGetInfo(sampler, info, 4, place, std::ptr::null_mut()), PI_SUCCESS);
        assert_eq!(filter, PI_SAMPLER_FILTER_MODE_LINEAR.0);
        assert_eq!(plugin().piSamplerRelease(sampler), PI_SUCCESS);
        let wrong = [0x1154_u64, 99, 0];
        let code = plugin().piSamplerCreate(fixture.context.raw(), wrong.as_ptr(), &raw mut sampler);
        check_code("piSamplerCreate", code, PI_ERROR_INVALID_VALUE, "0x63");
    }
}

#[test]
fn a_queue_tells_each_failure_of_its_commands_once() {
    let fixture = Fixture::new();
    let fail = fixture.kernel("fail");
    let failed = fixture.launch(&fail, linear(1, None)).unwrap().unwrap();
    drop(fixture.launch(&fail, linear(1, None)).unwrap());
    fixture.queue.finish().unwrap();
    assert!(failed.wait().is_err());
    for _ in 0..2 {
        let (code, text) = fixture.queue.take_failure().unwrap().expect("a failure is left");
        assert_eq!(code, PI_ERROR_COMMAND_EXECUTION_FAILURE);
        assert!(text.contains("the mock was asked to fail"), "{text}");
    }
    assert!(fixture.queue.take_failure().unwrap().is_none());
}
