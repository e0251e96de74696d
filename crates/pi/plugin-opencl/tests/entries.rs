//! The entries of the plugin, over the fake of OpenCL.

mod support;

use std::sync::mpsc;

use support::{Machine, items, with_each};
use tandem_pi_abi::*;
use tandem_pi_host::*;

const VERSIONS: [&str; 4] = ["version=1.2", "version=2.0", "version=2.1", "version=3.0"];
const NO_FLAGS: PiQueueFlags = PiQueueFlags(0);

#[test]
fn platforms_have_devices_and_parts_of_devices() {
    with_each("platforms_have_devices_and_parts_of_devices", &["platforms=2,devices=3,type=gpu"], |plugin, _| {
        let platforms = Platform::all(plugin).unwrap();
        assert_eq!(platforms.len(), 2);
        assert_eq!(platforms[1].backend().unwrap(), PI_EXT_PLATFORM_BACKEND_OPENCL);
        let devices = platforms[1].devices(PI_DEVICE_TYPE_GPU).unwrap();
        assert_eq!(devices.len(), 3);
        assert!(platforms[1].devices(PI_DEVICE_TYPE_CPU).unwrap().is_empty());
        assert_eq!(devices[0].info_text(PI_DEVICE_INFO_NAME).unwrap(), "Fake device");
        assert_eq!(devices[0].info::<u32>(PI_DEVICE_INFO_GPU_EU_COUNT).unwrap(), 8);
        let parts = devices[0].partition(&[0x1086, 2, 0]).unwrap();
        assert_eq!(parts.len(), 2);
        assert_eq!(parts[0].info::<u32>(PI_DEVICE_INFO_MAX_COMPUTE_UNITS).unwrap(), 2);
        assert_eq!(parts[1].parent().unwrap().raw(), devices[0].raw());
        let refused = devices[0].partition(&[0x1086, 5, 0]).unwrap_err();
        assert_eq!(refused.code, PI_ERROR_INVALID_DEVICE_PARTITION_COUNT);
        let context = Context::new(&parts).unwrap();
        Queue::new(&context, &parts[1], NO_FLAGS).unwrap().finish().unwrap();
    });
}

#[test]
fn buffers_are_transferred() {
    with_each("buffers_are_transferred", &VERSIONS, |plugin, _| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        let (first, second) = (machine.buffer(64).unwrap(), machine.buffer(64).unwrap());
        let written = [1_u32, 2, 3, 4];
        let none = WaitList::new();
        // SAFETY: the numbers live until the queue is empty.
        unsafe { machine.after(&none).write(&first, 0, 16, written.as_ptr().cast()) }.unwrap();
        machine.after(&none).fill(&first, &[9, 0, 0, 0], 16, 48).unwrap();
        machine.after(&none).copy([&first, &second], [4, 0], 32).unwrap();
        assert_eq!(machine.numbers(&second, 8).unwrap(), [2, 3, 4, 9, 9, 9, 9, 9]);
        let overlap = machine.after(&none).copy([&first, &first], [0, 4], 8).unwrap_err();
        assert_eq!(
            (overlap.code, overlap.message.as_str()),
            (PI_ERROR_MEM_COPY_OVERLAP, "clEnqueueCopyBuffer: CL_MEM_COPY_OVERLAP")
        );
        let beyond = machine.after(&none).fill(&first, &[0], 60, 8).unwrap_err();
        assert_eq!(beyond.code, PI_ERROR_INVALID_VALUE);
    });
}

#[test]
fn rectangles_have_pitches() {
    with_each("rectangles_have_pitches", &["version=3.0"], |plugin, _| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        let (first, second) = (machine.buffer(64).unwrap(), machine.buffer(64).unwrap());
        let none = WaitList::new();
        let from: Vec<u8> = (0..64).collect();
        let origin = |x_bytes, y_scalar| PiBuffRectOffset { x_bytes, y_scalar, z_scalar: 0 };
        let region = PiBuffRectRegion { width_bytes: 4, height_scalar: 2, depth_scalar: 1 };
        let side = |origin, row_pitch| RectSide { origin, row_pitch, slice_pitch: 0 };
        let rect = Rect { region, src: side(origin(2, 1), 8), dst: side(origin(0, 0), 16) };
        machine.after(&none).fill(&first, &[0], 0, 64).unwrap();
        machine.after(&none).fill(&second, &[0], 0, 64).unwrap();
        // SAFETY: the bytes live until the queue is empty.
        unsafe { machine.after(&none).write_rect(&first, &rect, from.as_ptr().cast()) }.unwrap();
        machine
            .after(&none)
            .copy_rect([&first, &second], &Rect { region, src: rect.dst, dst: side(origin(0, 1), 8) })
            .unwrap();
        let mut read = [0_u8; 8];
        let back = Rect { region, src: side(origin(0, 1), 8), dst: side(origin(0, 0), 0) };
        // SAFETY: as above.
        unsafe { machine.after(&none).read_rect(&second, &back, read.as_mut_ptr().cast()) }.unwrap();
        machine.queue.finish().unwrap();
        assert_eq!(read, [10, 11, 12, 13, 18, 19, 20, 21]);
    });
}

#[test]
fn mapped_bytes_are_written_back() {
    with_each("mapped_bytes_are_written_back", &["version=1.2", "version=3.0"], |plugin, _| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        let buffer = machine.buffer(512).unwrap();
        let none = WaitList::new();
        machine.after(&none).fill(&buffer, &[1, 0, 0, 0], 0, 512).unwrap();
        let part = buffer.sub_buffer(PI_MEM_FLAGS_ACCESS_RW, PiBufferRegion { origin: 128, size: 128 }).unwrap();
        let (address, event) = machine.after(&none).map(&part, PI_MAP_READ | PI_MAP_WRITE, 0, 8).unwrap();
        event.unwrap().wait().unwrap();
        // SAFETY: eight bytes are mapped.
        let number = unsafe { &mut *address.cast::<u32>() };
        assert_eq!(*number, 1);
        *number = 5;
        // SAFETY: the bytes are not used any more.
        unsafe { machine.after(&none).unmap(&part, address) }.unwrap();
        assert_eq!(machine.numbers(&buffer, 34).unwrap()[31..], [1, 5, 1]);
        let misaligned = buffer.sub_buffer(PI_MEM_FLAGS_ACCESS_RW, PiBufferRegion { origin: 4, size: 8 }).unwrap_err();
        assert_eq!(misaligned.code, PI_ERROR_MISALIGNED_SUB_BUFFER_OFFSET);
    });
}

/// An image of three columns and two rows.
fn image(context: &Context) -> Mem {
    let format = PiImageFormat {
        image_channel_order: PI_IMAGE_CHANNEL_ORDER_RGBA,
        image_channel_data_type: PI_IMAGE_CHANNEL_TYPE_UNSIGNED_INT8,
    };
    let description = PiImageDesc {
        image_type: PI_MEM_TYPE_IMAGE2D,
        image_width: 3,
        image_height: 2,
        image_depth: 0,
        image_array_size: 0,
        image_row_pitch: 0,
        image_slice_pitch: 0,
        num_mip_levels: 0,
        num_samples: 0,
        buffer: PiMem::NULL,
    };
    Mem::image(context, &format, &description).unwrap()
}

#[test]
fn images_are_transferred() {
    with_each("images_are_transferred", &["version=1.2", "version=3.0"], |plugin, _| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        let (first, second) = (image(&machine.context), image(&machine.context));
        let region = PiImageRegion { width: 3, height: 2, depth: 1 };
        let from: Vec<u8> = (0..24).collect();
        let mut to = vec![0_u8; 24];
        let none = WaitList::new();
        let pixels = |address| HostPixels { address, row_pitch: 12, slice_pitch: 0 };
        // SAFETY: the bytes live until the queue is empty.
        unsafe { machine.after(&none).write_image(&first, &region, &pixels(from.as_ptr().cast_mut().cast())) }.unwrap();
        machine.after(&none).copy_image(&first, &second, &region).unwrap();
        let color = [7_u32, 7, 7, 7];
        let (origin, one) = ([1_usize, 0, 0], [1_usize, 1, 1]);
        // SAFETY: arrays as OpenCL has them.
        let code = unsafe {
            plugin.piEnqueueMemImageFill(
                machine.queue.raw(),
                second.raw(),
                color.as_ptr().cast(),
                origin.as_ptr(),
                one.as_ptr(),
                0,
                std::ptr::null(),
                std::ptr::null_mut(),
            )
        };
        assert_eq!(code, PI_SUCCESS);
        // SAFETY: as above.
        unsafe { machine.after(&none).read_image(&second, &region, &pixels(to.as_mut_ptr().cast())) }.unwrap();
        machine.queue.finish().unwrap();
        assert_eq!(to[..8], [0, 1, 2, 3, 7, 7, 7, 7]);
        assert_eq!(to[8..], from[8..]);
        let wide = PiImageRegion { width: 4, height: 2, depth: 1 };
        assert_eq!(machine.after(&none).copy_image(&first, &second, &wide).unwrap_err().code, PI_ERROR_INVALID_VALUE);
    });
}

#[test]
fn kernels_run_with_their_arguments() {
    with_each("kernels_run_with_their_arguments", &VERSIONS, |plugin, _| {
        let machine = Machine::new(plugin, PI_QUEUE_FLAG_PROFILING_ENABLE).unwrap();
        let buffer = machine.buffer(16).unwrap();
        let fill = machine.kernel("kernels=fill,increment", c"fill").unwrap();
        fill.set_arg_mem(0, &buffer, 0).unwrap();
        let none = WaitList::new();
        // SAFETY: the arguments live until the queue is empty.
        let incomplete = unsafe { machine.after(&none).launch(&fill, &items(4)) }.unwrap_err();
        assert_eq!(incomplete.code, PI_ERROR_INVALID_KERNEL_ARGS);
        assert_eq!(fill.set_arg(1, &[0; 8]).unwrap_err().code, PI_ERROR_INVALID_ARG_SIZE);
        assert_eq!(fill.set_arg(2, &[0; 4]).unwrap_err().code, PI_ERROR_INVALID_ARG_INDEX);
        fill.set_arg(1, &7_u32.to_ne_bytes()).unwrap();
        // SAFETY: as above.
        let event = unsafe { machine.after(&none).launch(&fill, &items(4)) }.unwrap().unwrap();
        assert_eq!(machine.numbers(&buffer, 4).unwrap(), [7; 4]);
        let times = [PI_PROFILING_INFO_COMMAND_QUEUED, PI_PROFILING_INFO_COMMAND_START, PI_PROFILING_INFO_COMMAND_END];
        assert!(times.map(|param| event.profiling(param).unwrap()).is_sorted());
        assert_eq!(fill.group_info::<usize>(machine.device(), PI_KERNEL_GROUP_INFO_WORK_GROUP_SIZE).unwrap(), 256);
        let program = fill.program().unwrap();
        assert_eq!(program.kernel_names().unwrap(), ["fill", "increment"]);
        assert_eq!(Kernel::new(&program, c"copy").unwrap_err().code, PI_ERROR_INVALID_KERNEL_NAME);
        let fault = machine.kernel("kernels=fault", c"fault").unwrap();
        // SAFETY: no arguments.
        let event = unsafe { machine.after(&none).launch(&fault, &items(1)) }.unwrap().unwrap();
        assert!(event.wait().is_err());
        assert_eq!(event.status().unwrap().0, PI_ERROR_OUT_OF_RESOURCES.0);
    });
}

#[test]
fn programs_are_linked_and_have_binaries() {
    with_each("programs_are_linked_and_have_binaries", &["version=2.1", "version=3.0"], |plugin, _| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        let program = |text: &str| Program::from_il(&machine.context, text.as_bytes()).unwrap();
        let (user, library) = (program("kernels=nothing;imports=f"), program("exports=f"));
        let unresolved = user.build(&machine.devices, "").unwrap_err();
        assert_eq!(unresolved.code, PI_ERROR_BUILD_PROGRAM_FAILURE);
        assert_eq!(user.build_log(machine.device()).unwrap(), "undefined: f");
        user.compile(&machine.devices, "").unwrap();
        library.compile(&machine.devices, "").unwrap();
        let failed = Program::link(&machine.context, &machine.devices, "", &[&user]).expect_err("not linked");
        assert!(
            failed.to_string().contains("CL_LINK_PROGRAM_FAILURE") || failed.to_string().contains("undefined: f"),
            "{failed}"
        );
        let linked = Program::link(&machine.context, &machine.devices, "", &[&user, &library]).expect("linked");
        let binary = linked.binaries().unwrap().swap_remove(0);
        let again = Program::from_binary(&machine.context, &machine.devices, &binary).unwrap();
        again.build(&machine.devices, "").unwrap();
        assert_eq!(again.kernel_names().unwrap(), ["nothing"]);
        assert_eq!(
            Program::from_binary(&machine.context, &machine.devices, b"x").unwrap_err().code,
            PI_ERROR_INVALID_BINARY
        );
        assert_eq!(
            program("kernels=nothing").build(&machine.devices, "-unknown").unwrap_err().code,
            PI_ERROR_INVALID_BUILD_OPTIONS
        );
    });
}

#[test]
fn variables_and_pipes_of_programs_are_reached() {
    with_each("variables_and_pipes_of_programs_are_reached", &["version=3.0"], |plugin, _| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        let program = Program::from_il(&machine.context, b"kernels=nothing;globals=v:8;pipes=p:4;exports=f").unwrap();
        program.build(&machine.devices, "").unwrap();
        program.write_global(&machine.queue, "v", &[3; 8]).unwrap();
        let address = program.global_address(machine.device(), "v").unwrap();
        // SAFETY: the variable has eight bytes of the host.
        assert_eq!(unsafe { address.cast::<u64>().read() }, 0x0303_0303_0303_0303);
        assert_eq!(program.write_global(&machine.queue, "w", &[3]).unwrap_err().code, PI_ERROR_INVALID_VALUE);
        let mut pointer = 0;
        // SAFETY: a text, and a place for the pointer.
        let code = unsafe {
            plugin.piextGetDeviceFunctionPointer(machine.device().raw(), program.raw(), c"f".as_ptr(), &raw mut pointer)
        };
        assert_eq!((code, pointer != 0), (PI_SUCCESS, true));
        let (from, mut to) = (5_u32, 0_u32);
        let none = WaitList::new();
        let read = PipeWord::Read((&raw mut to).cast());
        // SAFETY: the words live until the commands are complete.
        unsafe {
            machine
                .after(&none)
                .host_pipe(&program, "p", PipeWord::Write((&raw const from).cast()), 4)
                .unwrap()
                .unwrap()
                .wait()
                .unwrap();
            assert!(machine.after(&none).host_pipe(&program, "p", read, 4).unwrap().unwrap().moved_word().unwrap());
            assert!(!machine.after(&none).host_pipe(&program, "p", read, 4).unwrap().unwrap().moved_word().unwrap());
        }
        assert_eq!(to, 5);
    });
}

#[test]
fn events_order_commands() {
    let orders = ["seed=1", "seed=2", "seed=3", "seed=4,flush=explicit"];
    with_each("events_order_commands", &orders, |plugin, _| {
        let machine = Machine::new(plugin, PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE).unwrap();
        let buffer = machine.buffer(4).unwrap();
        let mut raw = PiEvent::NULL;
        // SAFETY: a place for the event, which is released once.
        let user = unsafe {
            assert_eq!(plugin.piEventCreate(machine.context.raw(), &raw mut raw), PI_SUCCESS);
            Event::from_raw(plugin, raw)
        };
        let mut wait = WaitList::new();
        wait.push(&user);
        let mut last = machine.after(&wait).fill(&buffer, &[0, 0, 0, 0], 0, 4).unwrap().unwrap();
        for step in 1..=8_u32 {
            let wait: WaitList = [&last].into_iter().collect();
            let next = machine.after(&wait).fill(&buffer, &step.to_ne_bytes(), 0, 4).unwrap().unwrap();
            last = next;
        }
        machine.queue.after(&WaitList::new()).barrier().unwrap();
        let (told, heard) = mpsc::channel();
        last.on_complete(move |status| told.send(status).unwrap()).unwrap();
        machine.queue.flush().unwrap();
        assert_ne!(last.status().unwrap(), PI_EVENT_COMPLETE);
        // SAFETY: a live user event.
        assert_eq!(unsafe { plugin.piEventSetStatus(raw, 0) }, PI_SUCCESS);
        last.wait().unwrap();
        assert_eq!(heard.recv().unwrap(), PI_EVENT_COMPLETE);
        assert_eq!(machine.numbers(&buffer, 1).unwrap(), [8]);
    });
}

#[test]
fn a_failure_ends_what_waits_for_it() {
    with_each("a_failure_ends_what_waits_for_it", &["version=2.0", "version=3.0"], |plugin, _| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        let fault = machine.kernel("kernels=fault", c"fault").unwrap();
        // SAFETY: no arguments.
        let failed = unsafe { machine.after(&WaitList::new()).launch(&fault, &items(1)) }.unwrap().unwrap();
        let wait: WaitList = [&failed].into_iter().collect();
        let marker = machine.after(&wait).marker().unwrap().unwrap();
        let failure = marker.wait().unwrap_err();
        assert_eq!(failure.code, PI_ERROR_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        machine.queue.finish().unwrap();
    });
}

#[test]
fn objects_pass_as_native_handles() {
    with_each("objects_pass_as_native_handles", &["version=3.0"], |plugin, _| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        let native = machine.context.native_handle().unwrap();
        let mut context = PiContext::NULL;
        // SAFETY: a live context, and a place for the handle.
        let again = unsafe {
            assert_eq!(
                plugin.piextContextCreateWithNativeHandle(native, 0, std::ptr::null(), false, &raw mut context),
                PI_SUCCESS
            );
            Context::from_raw(plugin, context)
        };
        assert_eq!(again.info::<u32>(PI_CONTEXT_INFO_REFERENCE_COUNT).unwrap(), 2);
        let mut backend_option = std::ptr::null();
        // SAFETY: a text, and a place for another one.
        let code = unsafe {
            plugin.piPluginGetBackendOption(machine.platform.raw(), c"-O9".as_ptr(), &raw mut backend_option)
        };
        assert_eq!(code, PI_ERROR_INVALID_VALUE);
    });
}
