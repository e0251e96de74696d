//! The entries of PI that this layer supports, each one call into the module of
//! its object. The rest keeps the default of [`Pi`], which reports that the
//! entry is unsupported: the data that DPC++'s emulator of ESIMD shares with its runtime
//! (`piextPluginGetOpaqueData`).

use std::ffi::{c_char, c_int, c_uint, c_void};

use tandem_device::{PipeDirection, SemaphoreKind, SemaphoreOperation, UsmKind};
use tandem_pi_abi::export::{Failure, Pi};
use tandem_pi_abi::*;

use crate::adapter::{Adapter, DriverSource};
use crate::answer::{Answer, Places};
use crate::command_buffer::{self, CommandBuffer, InBuffer, SyncPoints};
use crate::context::{self, Context};
use crate::destination::OnQueue;
use crate::device::{self, Device, Images};
use crate::enqueue::{self, Sync};
use crate::entry::entries;
use crate::event::{self, Event};
use crate::handle::{Argument, Handle, HandleAt, Handles, Native, Reference};
use crate::host_pipe;
use crate::image_handle::Source;
use crate::kernel::{self, Kernel};
use crate::launch::{self, IndexSpace};
use crate::mem::{self, Mem};
use crate::object::Kind;
use crate::parameters::{Bytes, Callback, In, Memory, Out, Parameter, Properties, Text};
use crate::partition::{self, Terminated};
use crate::platform::{self, Platform};
use crate::program::{self, Binaries, Program};
use crate::queue::{self, Queue};
use crate::sampler::{self, LevelBounds, Sampler};
use crate::transfer::{self, Direction, Rectangles};
use crate::{
    arguments, device_info, external, image, image_copy, image_handle, image_memory, image_transfer, native, usm,
};

#[allow(non_snake_case, clippy::too_many_arguments, reason = "the names and parameters of C")]
impl<S: DriverSource> Pi for Adapter<S> {
    const REVISION: u32 = S::REVISION;

    // Platforms and devices.
    entries! {
        piPlatformsGet(platforms: Places<PiPlatform>) = platform::get(S::state(), S::drivers, platforms);
        piPlatformGetInfo(platform: Handle<Platform>, param_name: PiPlatformInfo, answer: Answer)
            = platform::info(platform, param_name, answer);
        piextPlatformGetNativeHandle(platform: Handle<Platform>, native_handle: Out<PiNativeHandle>)
            = native::of_platform(platform, native_handle);
        piextPlatformCreateWithNativeHandle(native_handle: Native<Platform>, platform: Out<PiPlatform>)
            = native::platform(native_handle, platform);
        piDevicesGet(platform: Handle<Platform>, device_type: PiDeviceType, devices: Places<PiDevice>)
            = platform::devices(platform, device_type, devices);
        piDeviceGetInfo(device: Handle<Device>, param_name: PiDeviceInfo, answer: Answer)
            = device_info::info(device, param_name, answer);
        piDevicePartition(
            device: Handle<Device>, properties: Terminated, devices: Places<PiDevice>
        ) = partition::partition(device, properties, devices);
        piDeviceRetain(device: Handle<Device>) = device::retain(device);
        piDeviceRelease(device: Reference<Device>) = device::release(device);
        piextDeviceSelectBinary(device: Handle<Device>, images: Images, selected_binary_ind: Out<u32>)
            = device::select_binary(device, images, selected_binary_ind);
        piextGetDeviceFunctionPointer(
            device: Handle<Device>, program: Handle<Program>, function_name: Text, function_pointer_ret: Out<u64>
        ) = usm::symbol_address(device, program, function_name.get("the name")?, function_pointer_ret, |ptr| ptr.0);
        piextGetGlobalVariablePointer(
            device: Handle<Device>, program: Handle<Program>, global_variable_name: Text,
            global_variable_size: Out<usize>, global_variable_pointer_ret: Out<*mut c_void>
        ) = usm::symbol_address(
            device, program, global_variable_name.get("the name")?, global_variable_pointer_ret,
            |ptr| ptr.as_host().0.cast()
        );
        piextDeviceGetNativeHandle(device: Handle<Device>, native_handle: Out<PiNativeHandle>)
            = native::of_device(device, native_handle);
        piextDeviceCreateWithNativeHandle(
            native_handle: Native<Device>, platform: Handle<Platform>, device: Out<PiDevice>
        ) = native::device(S::state(), native_handle, platform, device);
        piGetDeviceAndHostTimer(device: Handle<Device>, device_time: Out<u64>, host_time: Out<u64>)
            = device::timers(device, device_time, host_time);
        piPluginGetBackendOption(platform: Handle<Platform>, frontend_option: Text, backend_option: Out<*const c_char>)
            = platform::backend_option(platform, frontend_option.get("the option")?, backend_option);
        piextEnablePeerAccess(command_device: Handle<Device>, peer_device: Handle<Device>)
            = device::set_peer_access(command_device, peer_device, true);
        piextDisablePeerAccess(command_device: Handle<Device>, peer_device: Handle<Device>)
            = device::set_peer_access(command_device, peer_device, false);
        piextPeerAccessGetInfo(
            command_device: Handle<Device>, peer_device: Handle<Device>, attr: PiPeerAttr, answer: Answer
        ) = device::peer_info(command_device, peer_device, attr, answer);
    }

    // Contexts.
    entries! {
        piContextCreate(
            properties: *const PiContextProperty, devices: Handles<Device>, pfn_notify: PiContextNotify,
            user_data: *mut c_void, ret_context: Out<PiContext>
        ) = context::create(devices, ret_context);
        piContextGetInfo(context: Handle<Context>, param_name: PiContextInfo, answer: Answer)
            = context::info(context, param_name, answer);
        piContextRetain(context: Handle<Context>) = context.retain();
        piContextRelease(context: Reference<Context>) = context.release().map(drop);
        piextContextSetExtendedDeleter(context: Handle<Context>, deleter: Callback<context::Deleter>)
            = context::set_extended_deleter(context, deleter);
        piextContextGetNativeHandle(context: Handle<Context>, native_handle: Out<PiNativeHandle>)
            = native::of_context(context, native_handle);
        piextContextCreateWithNativeHandle(
            native_handle: Native<Context>, devices: Handles<Device>, plugin_owns_native_handle: bool,
            context: Out<PiContext>
        ) = native::context(S::state(), native_handle, devices, plugin_owns_native_handle, context);
    }

    // Queues.
    entries! {
        piQueueCreate(context: Handle<Context>, device: Handle<Device>, properties: PiQueueFlags, queue: Out<PiQueue>)
            = queue::create(context, device, properties, queue);
        piextQueueCreate(
            context: Handle<Context>, device: Handle<Device>, properties: mut Properties, queue: Out<PiQueue>
        ) = queue::create_with_properties(context, device, properties, queue);
        piQueueGetInfo(queue: Handle<Queue>, param_name: PiQueueInfo, answer: Answer)
            = queue::info(queue, param_name, answer);
        piQueueFinish(queue: Handle<Queue>) = queue::finish(queue);
        piQueueFlush(queue: Handle<Queue>) = queue::flush(queue);
        piQueueRetain(queue: Handle<Queue>) = queue.retain();
        piQueueRelease(queue: Reference<Queue>) = queue.release().map(drop);
        piextQueueGetNativeHandle(
            queue: Handle<Queue>, native_handle: Out<PiNativeHandle>, native_handle_desc: Out<i32>
        ) = native::of_queue(queue, native_handle, native_handle_desc);
        piextQueueCreateWithNativeHandle(
            native_handle: Native<Queue>, native_handle_desc: i32, context: Handle<Context>, device: Handle<Device>,
            plugin_owns_native_handle: bool, properties: mut Properties, queue: Out<PiQueue>
        ) = native::queue(native_handle, context, device, plugin_owns_native_handle, properties, queue);
    }

    // Memory objects.
    entries! {
        piMemBufferCreate(
            context: Handle<Context>, flags: PiMemFlags, host: size mut Bytes, ret_mem: Out<PiMem>,
            properties: *const PiMemProperty
        ) = mem::create(context, flags, host, ret_mem);
        piMemImageCreate(
            context: Handle<Context>, flags: PiMemFlags, image_format: In<PiImageFormat>,
            image_desc: In<PiImageDesc>, host_ptr: mut Memory, ret_mem: Out<PiMem>
        ) = image::create(context, flags, image_format, image_desc, host_ptr, ret_mem);
        piMemImageGetInfo(image: Handle<Mem>, param_name: PiImageInfo, answer: Answer)
            = image::info(image, param_name, answer);
        piMemGetInfo(mem: Handle<Mem>, param_name: PiMemInfo, answer: Answer) = mem::info(mem, param_name, answer);
        piMemRetain(mem: Handle<Mem>) = mem.retain();
        piMemRelease(mem: Reference<Mem>) = mem.release().map(drop);
        piMemBufferPartition(
            buffer: Handle<Mem>, flags: PiMemFlags, buffer_create_type: PiBufferCreateType,
            buffer_create_info: mut Memory, ret_mem: Out<PiMem>
        ) = mem::partition(buffer, flags, buffer_create_type, buffer_create_info, ret_mem);
        piextMemGetNativeHandle(mem: Handle<Mem>, device: Handle<Device>, native_handle: Out<PiNativeHandle>)
            = native::of_memory(mem, device, native_handle);
        piextMemCreateWithNativeHandle(
            native_handle: Native<Mem>, context: Handle<Context>, own_native_handle: bool, mem: Out<PiMem>
        ) = native::memory(native_handle, context, own_native_handle, mem);
        piextMemImageCreateWithNativeHandle(
            native_handle: Native<Mem>, context: Handle<Context>, own_native_handle: bool,
            image_format: In<PiImageFormat>, image_desc: In<PiImageDesc>, image: Out<PiMem>
        ) = native::image(native_handle, context, image);
    }

    // Programs.
    entries! {
        piProgramCreate(context: Handle<Context>, il: Bytes size, res_program: Out<PiProgram>)
            = program::create(context, il, res_program);
        piProgramCreateWithBinary(context: Handle<Context>, binaries: Binaries, ret_program: Out<PiProgram>)
            = program::create_with_binary(context, binaries, ret_program);
        piProgramGetInfo(program: Handle<Program>, param_name: PiProgramInfo, answer: Answer)
            = program::info(program, param_name, answer);
        piProgramCompile(
            program: Handle<Program>, devices: Handles<Device>, options: Text, input_headers: Handles<Program>,
            header_include_names: Out<*const c_char>, notify: Callback<program::Notify>
        ) = program::compile(program, devices, options.get("the list of options")?, notify);
        piProgramBuild(
            program: Handle<Program>, devices: Handles<Device>, options: Text, notify: Callback<program::Notify>
        ) = program::build(program, devices, options.get("the list of options")?, notify);
        piProgramLink(
            context: Handle<Context>, devices: Handles<Device>, options: Text, inputs: Handles<Program>,
            notify: Callback<program::Notify>, ret_program: Out<PiProgram>
        ) = program::link(context, devices, options.get("the list of options")?, inputs, notify, ret_program);
        piProgramGetBuildInfo(
            program: Handle<Program>, device: Handle<Device>, param_name: PiProgramBuildInfo, answer: Answer
        ) = program::build_info(program, device, param_name, answer);
        piProgramRetain(program: Handle<Program>) = program.retain();
        piProgramRelease(program: Reference<Program>) = program.release().map(drop);
        piextProgramSetSpecializationConstant(program: Handle<Program>, spec_id: u32, value: size Bytes)
            = program::set_spec_constant(program, spec_id, value);
        piextProgramGetNativeHandle(program: Handle<Program>, native_handle: Out<PiNativeHandle>)
            = native::of_program(program, native_handle);
        piextProgramCreateWithNativeHandle(
            native_handle: Native<Program>, context: Handle<Context>, plugin_owns_native_handle: bool,
            program: Out<PiProgram>
        ) = native::program(native_handle, context, plugin_owns_native_handle, program);
    }

    // Kernels.
    entries! {
        piKernelCreate(program: Handle<Program>, kernel_name: Text, ret_kernel: Out<PiKernel>)
            = kernel::create(program, kernel_name.get("the name")?, ret_kernel);
        piKernelSetArg(kernel: Handle<Kernel>, arg_index: u32, arg: Argument)
            = arguments::set_arg(kernel, arg_index, arg);
        piKernelGetInfo(kernel: Handle<Kernel>, param_name: PiKernelInfo, answer: Answer)
            = kernel::info(kernel, param_name, answer);
        piKernelGetGroupInfo(
            kernel: Handle<Kernel>, device: Handle<Device>, param_name: PiKernelGroupInfo, answer: Answer
        ) = kernel::group_info(kernel, device, param_name, answer);
        piKernelGetSubGroupInfo(
            kernel: Handle<Kernel>, device: Handle<Device>, param_name: PiKernelSubGroupInfo, input_value_size: usize,
            input_value: Memory, answer: Answer
        ) = kernel::sub_group_info(kernel, device, param_name, answer);
        piKernelRetain(kernel: Handle<Kernel>) = kernel.retain();
        piKernelRelease(kernel: Reference<Kernel>) = kernel.release().map(drop);
        piextKernelSetArgPointer(kernel: Handle<Kernel>, arg_index: u32, arg: Argument)
            = arguments::set_arg_pointer(kernel, arg_index, arg);
        piextKernelSetArgMemObj(
            kernel: Handle<Kernel>, arg_index: u32, arg_properties: *const PiMemObjProperty, arg_value: HandleAt<Mem>
        ) = arguments::set_arg_mem(kernel, arg_index, arg_value);
        piextKernelSetArgSampler(kernel: Handle<Kernel>, arg_index: u32, arg_value: HandleAt<Sampler>)
            = arguments::set_arg_sampler(kernel, arg_index, arg_value);
        piKernelSetExecInfo(
            kernel: Handle<Kernel>, param_name: PiKernelExecInfo, param_value_size: usize, param_value: Memory
        ) = kernel::set_exec_info(kernel, param_name);
        piextKernelGetNativeHandle(kernel: Handle<Kernel>, native_handle: Out<PiNativeHandle>)
            = native::of_kernel(kernel, native_handle);
        piextKernelCreateWithNativeHandle(
            native_handle: Native<Kernel>, context: Handle<Context>, program: Handle<Program>,
            plugin_owns_native_handle: bool, kernel: Out<PiKernel>
        ) = native::kernel(native_handle, context, program, plugin_owns_native_handle, kernel);
        piEnqueueKernelLaunch(queue: Handle<Queue>, kernel: Handle<Kernel>, space: IndexSpace, sync: Sync)
            = launch::launch(OnQueue::new(queue, sync)?, kernel, space, false);
        piextKernelSuggestMaxCooperativeGroupCount(
            kernel: Handle<Kernel>, local_work_size: usize, dynamic_shared_memory_size: usize, group_count_ret: Out<u32>
        ) = launch::max_cooperative_groups(kernel, local_work_size, dynamic_shared_memory_size, group_count_ret);
        piextEnqueueCooperativeKernelLaunch(queue: Handle<Queue>, kernel: Handle<Kernel>, space: IndexSpace, sync: Sync)
            = launch::launch(OnQueue::new(queue, sync)?, kernel, space, true);
    }

    // Events and samplers.
    entries! {
        piEventCreate(context: Handle<Context>, ret_event: Out<PiEvent>) = event::create(context, ret_event);
        piEventGetInfo(event: Handle<Event>, param_name: PiEventInfo, answer: Answer)
            = event::info(event, param_name, answer);
        piEventGetProfilingInfo(event: Handle<Event>, param_name: PiProfilingInfo, answer: Answer)
            = event::profiling(event, param_name, answer);
        piEventsWait(events: Handles<Event>) = event::wait(events);
        piEventSetCallback(event: Handle<Event>, command_exec_callback_type: i32, notify: Callback<event::Notify>)
            = event::set_callback(event, command_exec_callback_type, notify);
        piEventSetStatus(event: Handle<Event>, execution_status: i32) = event::set_status(event, execution_status);
        piEventRetain(event: Handle<Event>) = event.retain();
        piEventRelease(event: Reference<Event>) = event::release(event);
        piextEventGetNativeHandle(event: Handle<Event>, native_handle: Out<PiNativeHandle>)
            = native::of_event(event, native_handle);
        piextEventCreateWithNativeHandle(
            native_handle: Native<Event>, context: Handle<Context>, own_native_handle: bool, event: Out<PiEvent>
        ) = native::event(native_handle, context, own_native_handle, event);
        piSamplerCreate(context: Handle<Context>, sampler_properties: Properties, result_sampler: Out<PiSampler>)
            = sampler::create(context, sampler_properties, LevelBounds::ALL, result_sampler);
        piSamplerGetInfo(sampler: Handle<Sampler>, param_name: PiSamplerInfo, answer: Answer)
            = sampler::info(sampler, param_name, answer);
        piSamplerRetain(sampler: Handle<Sampler>) = sampler.retain();
        piSamplerRelease(sampler: Reference<Sampler>) = sampler.release().map(drop);
    }

    // Commands on buffers.
    entries! {
        piEnqueueEventsWait(queue: Handle<Queue>, sync: Sync) = enqueue::wait_events(queue, false, sync);
        piEnqueueEventsWaitWithBarrier(queue: Handle<Queue>, sync: Sync) = enqueue::wait_events(queue, true, sync);
        piEnqueueMemBufferRead(
            queue: Handle<Queue>, buffer: Handle<Mem>, blocking_read: PiBool, offset: usize, size: usize,
            ptr: mut Memory, sync: Sync
        ) = transfer::linear(Direction::Read, OnQueue::new(queue, sync)?, buffer, blocking_read, offset, size, ptr);
        piEnqueueMemBufferWrite(
            queue: Handle<Queue>, buffer: Handle<Mem>, blocking_write: PiBool, offset: usize, size: usize, ptr: Memory,
            sync: Sync
        ) = transfer::linear(Direction::Write, OnQueue::new(queue, sync)?, buffer, blocking_write, offset, size, ptr);
        piEnqueueMemBufferReadRect(
            queue: Handle<Queue>, buffer: Handle<Mem>, blocking_read: PiBool, sides: Rectangles, ptr: mut Memory,
            sync: Sync
        ) = transfer::rect(Direction::Read, OnQueue::new(queue, sync)?, buffer, blocking_read, sides, ptr);
        piEnqueueMemBufferWriteRect(
            queue: Handle<Queue>, buffer: Handle<Mem>, blocking_write: PiBool, sides: Rectangles, ptr: Memory,
            sync: Sync
        ) = transfer::rect(Direction::Write, OnQueue::new(queue, sync)?, buffer, blocking_write, sides, ptr);
        piEnqueueMemBufferCopy(
            queue: Handle<Queue>, src_buffer: Handle<Mem>, dst_buffer: Handle<Mem>, src_offset: usize,
            dst_offset: usize, size: usize, sync: Sync
        ) = transfer::copy(OnQueue::new(queue, sync)?, src_buffer, dst_buffer, src_offset, dst_offset, size);
        piEnqueueMemBufferCopyRect(
            queue: Handle<Queue>, src_buffer: Handle<Mem>, dst_buffer: Handle<Mem>, sides: Rectangles, sync: Sync
        ) = transfer::copy_rect(OnQueue::new(queue, sync)?, src_buffer, dst_buffer, sides);
        piEnqueueMemBufferFill(
            queue: Handle<Queue>, buffer: Handle<Mem>, pattern: Bytes size, offset: usize, size: usize, sync: Sync
        ) = transfer::fill(OnQueue::new(queue, sync)?, buffer, pattern, offset, size);
        piEnqueueMemBufferMap(
            queue: Handle<Queue>, buffer: Handle<Mem>, blocking_map: PiBool, map_flags: PiMapFlags, offset: usize,
            size: usize, sync: Sync, ret_map: Out<*mut c_void>
        ) = transfer::map(OnQueue::new(queue, sync)?, buffer, blocking_map, map_flags, offset, size, ret_map);
        piEnqueueMemUnmap(queue: Handle<Queue>, mem: Handle<Mem>, mapped_ptr: mut Memory, sync: Sync)
            = transfer::unmap(OnQueue::new(queue, sync)?, mem, mapped_ptr);
    }

    // Commands on images.
    entries! {
        piEnqueueMemImageRead(
            queue: Handle<Queue>, image: Handle<Mem>, blocking_read: PiBool, origin: In<PiImageOffset>,
            region: In<PiImageRegion>, row_pitch: usize, slice_pitch: usize, ptr: mut Memory, sync: Sync
        ) = image_transfer::transfer(
            Direction::Read, OnQueue::new(queue, sync)?, image, blocking_read, origin, region,
            [row_pitch, slice_pitch], ptr
        );
        piEnqueueMemImageWrite(
            queue: Handle<Queue>, image: Handle<Mem>, blocking_write: PiBool, origin: In<PiImageOffset>,
            region: In<PiImageRegion>, input_row_pitch: usize, input_slice_pitch: usize, ptr: Memory, sync: Sync
        ) = image_transfer::transfer(
            Direction::Write, OnQueue::new(queue, sync)?, image, blocking_write, origin, region,
            [input_row_pitch, input_slice_pitch], ptr
        );
        piEnqueueMemImageCopy(
            queue: Handle<Queue>, src_image: Handle<Mem>, dst_image: Handle<Mem>, src_origin: In<PiImageOffset>,
            dst_origin: In<PiImageOffset>, region: In<PiImageRegion>, sync: Sync
        ) = image_transfer::copy(
            OnQueue::new(queue, sync)?, src_image, dst_image, src_origin, dst_origin, region
        );
        piEnqueueMemImageFill(
            queue: Handle<Queue>, image: Handle<Mem>, fill_color: Color, origin: Triple, region: Triple, sync: Sync
        ) = image_transfer::fill(OnQueue::new(queue, sync)?, image, fill_color, origin, region);
    }

    // Bindless images.
    entries! {
        piextMemImageAllocate(
            context: Handle<Context>, device: Handle<Device>, image_format: mut In<PiImageFormat>,
            image_desc: mut In<PiImageDesc>, ret_mem: Out<PiImageMemHandle>
        ) = image_memory::allocate(context, device, image_format, image_desc, ret_mem);
        piextMemImageFree(context: Handle<Context>, device: Handle<Device>, memory_handle: mut Memory)
            = image_memory::free(context, memory_handle);
        piextMemImageGetInfo(mem_handle: mut Memory, param_name: PiImageInfo, answer: unsized Answer)
            = image_memory::info(mem_handle, param_name, answer);
        piextMemUnsampledImageCreate(
            context: Handle<Context>, device: Handle<Device>, img_mem: mut Memory, image_format: mut In<PiImageFormat>,
            image_desc: mut In<PiImageDesc>, ret_mem: Out<PiMem>, ret_handle: Out<PiImageHandle>
        ) = image_handle::create(
            context, device, Source { memory: img_mem, format: image_format, desc: image_desc }, None, ret_mem,
            ret_handle
        );
        piextMemSampledImageCreate(
            context: Handle<Context>, device: Handle<Device>, img_mem: mut Memory, image_format: mut In<PiImageFormat>,
            image_desc: mut In<PiImageDesc>, sampler: Handle<Sampler>, ret_mem: Out<PiMem>,
            ret_handle: Out<PiImageHandle>
        ) = image_handle::create(
            context, device, Source { memory: img_mem, format: image_format, desc: image_desc }, Some(sampler),
            ret_mem, ret_handle
        );
        piextMemUnsampledImageHandleDestroy(context: Handle<Context>, device: Handle<Device>, handle: PiImageHandle)
            = image_handle::destroy(context, handle);
        piextMemSampledImageHandleDestroy(context: Handle<Context>, device: Handle<Device>, handle: PiImageHandle)
            = image_handle::destroy(context, handle);
        piextBindlessImageSamplerCreate(
            context: Handle<Context>, sampler_properties: Properties, min_mipmap_level_clamp: f32,
            max_mipmap_level_clamp: f32, max_anisotropy: f32, result_sampler: Out<PiSampler>
        ) = sampler::create(
            context, sampler_properties,
            LevelBounds { least: min_mipmap_level_clamp, most: max_mipmap_level_clamp, anisotropy: max_anisotropy },
            result_sampler
        );
        piextMemMipmapGetLevel(
            context: Handle<Context>, device: Handle<Device>, mip_mem: mut Memory, level: c_uint,
            ret_mem: Out<PiImageMemHandle>
        ) = image_memory::level(context, device, mip_mem, level, ret_mem);
        piextMemMipmapFree(context: Handle<Context>, device: Handle<Device>, memory_handle: mut Memory)
            = image_memory::free(context, memory_handle);
        piextMemImageCopy(
            queue: Handle<Queue>, dst_ptr: mut Memory, src_ptr: mut Memory, image_format: In<PiImageFormat>,
            image_desc: In<PiImageDesc>, flags: PiImageCopyFlags, src_offset: In<PiImageOffset>,
            dst_offset: In<PiImageOffset>, copy_extent: In<PiImageRegion>, host_extent: In<PiImageRegion>, sync: Sync
        ) = image_copy::copy(
            OnQueue::new(queue, sync)?, flags, image_format, image_desc, [src_ptr, dst_ptr],
            [src_offset, dst_offset], [copy_extent, host_extent]
        );
    }

    // Memory and semaphores of other programs.
    entries! {
        piextMemImportOpaqueFD(
            context: Handle<Context>, device: Handle<Device>, size: usize, file_descriptor: c_int,
            ret_handle: Out<PiInteropMemHandle>
        ) = external::import_memory(context, device, size, file_descriptor, ret_handle);
        piextMemReleaseInterop(context: Handle<Context>, device: Handle<Device>, memory_handle: PiInteropMemHandle)
            = external::release_memory(context, memory_handle);
        piextMemMapExternalArray(
            context: Handle<Context>, device: Handle<Device>, image_format: mut In<PiImageFormat>,
            image_desc: mut In<PiImageDesc>, mem_handle: PiInteropMemHandle, ret_mem: Out<PiImageMemHandle>
        ) = external::map_image(context, device, image_format, image_desc, mem_handle, ret_mem);
        piextImportExternalSemaphoreOpaqueFD(
            context: Handle<Context>, device: Handle<Device>, file_descriptor: c_int,
            ret_handle: Out<PiInteropSemaphoreHandle>
        ) = external::import_semaphore(context, device, file_descriptor, SemaphoreKind::Binary, ret_handle);
        piextDestroyExternalSemaphore(
            context: Handle<Context>, device: Handle<Device>, sem_handle: PiInteropSemaphoreHandle
        ) = external::release_semaphore(context, sem_handle);
        piextWaitExternalSemaphore(queue: Handle<Queue>, sem_handle: PiInteropSemaphoreHandle, sync: Sync)
            = external::enqueue(SemaphoreOperation::Wait, queue, sem_handle, None, sync);
        piextSignalExternalSemaphore(queue: Handle<Queue>, sem_handle: PiInteropSemaphoreHandle, sync: Sync)
            = external::enqueue(SemaphoreOperation::Signal, queue, sem_handle, None, sync);
    }

    // Unified shared memory and device globals.
    entries! {
        piextUSMHostAlloc(
            result_ptr: Out<*mut c_void>, context: Handle<Context>, properties: *mut PiUsmMemProperty, size: usize,
            alignment: u32
        ) = usm::alloc(UsmKind::Host, result_ptr, context, None, size, alignment);
        piextUSMDeviceAlloc(
            result_ptr: Out<*mut c_void>, context: Handle<Context>, device: Handle<Device>,
            properties: *mut PiUsmMemProperty, size: usize, alignment: u32
        ) = usm::alloc(UsmKind::Device, result_ptr, context, Some(device), size, alignment);
        piextUSMSharedAlloc(
            result_ptr: Out<*mut c_void>, context: Handle<Context>, device: Handle<Device>,
            properties: *mut PiUsmMemProperty, size: usize, alignment: u32
        ) = usm::alloc(UsmKind::Shared, result_ptr, context, Some(device), size, alignment);
        piextUSMPitchedAlloc(
            result_ptr: Out<*mut c_void>, result_pitch: Out<usize>, context: Handle<Context>, device: Handle<Device>,
            properties: *mut PiUsmMemProperty, width_in_bytes: usize, height: usize, element_size_bytes: c_uint
        ) = usm::alloc_pitched(result_ptr, result_pitch, context, device, width_in_bytes, height);
        piextUSMFree(context: Handle<Context>, ptr: mut Memory) = usm::free(context, ptr);
        piextUSMGetMemAllocInfo(context: Handle<Context>, ptr: Memory, param_name: PiMemAllocInfo, answer: Answer)
            = usm::info(context, ptr, param_name, answer);
        piextUSMEnqueueMemset(queue: Handle<Queue>, ptr: mut Memory, value: i32, count: usize, sync: Sync)
            = usm::set(OnQueue::new(queue, sync)?, ptr, value, count);
        piextUSMEnqueueMemcpy(
            queue: Handle<Queue>, blocking: PiBool, dst_ptr: mut Memory, src_ptr: Memory, size: usize, sync: Sync
        ) = usm::copy(OnQueue::new(queue, sync)?, blocking, dst_ptr, src_ptr, size);
        piextUSMEnqueuePrefetch(queue: Handle<Queue>, ptr: Memory, size: usize, flags: PiUsmMigrationFlags, sync: Sync)
            = usm::prefetch(OnQueue::new(queue, sync)?, ptr, size);
        piextUSMEnqueueMemAdvise(
            queue: Handle<Queue>, ptr: Memory, length: usize, advice: PiMemAdvice, event: Out<PiEvent>
        ) = usm::advise(OnQueue::new(queue, Sync::only(event))?, ptr, length, advice);
        piextUSMEnqueueFill2D(
            queue: Handle<Queue>, ptr: mut Memory, pitch: usize, pattern: size Bytes, width: usize, height: usize,
            sync: Sync
        ) = usm::fill_2d(OnQueue::new(queue, sync)?, ptr, pitch, pattern, width, height);
        piextUSMEnqueueMemset2D(
            queue: Handle<Queue>, ptr: mut Memory, pitch: usize, value: c_int, width: usize, height: usize, sync: Sync
        ) = usm::fill_2d(OnQueue::new(queue, sync)?, ptr, pitch, Bytes::of(&[value as u8]), width, height);
        piextUSMEnqueueMemcpy2D(
            queue: Handle<Queue>, blocking: PiBool, dst_ptr: mut Memory, dst_pitch: usize, src_ptr: Memory,
            src_pitch: usize, width: usize, height: usize, sync: Sync
        ) = usm::copy_2d(OnQueue::new(queue, sync)?, blocking, dst_ptr, dst_pitch, src_ptr, src_pitch, width, height);
        piextUSMImport(ptr: Memory, size: usize, context: Handle<Context>) = usm::import(ptr, size, context);
        piextUSMRelease(ptr: Memory, context: Handle<Context>) = usm::release(ptr, context);
        piextEnqueueDeviceGlobalVariableWrite(
            queue: Handle<Queue>, program: Handle<Program>, name: Text, blocking_write: PiBool, count: usize,
            offset: usize, src: Memory, sync: Sync
        ) = usm::device_global(
            Direction::Write, queue, program, name.get("the name")?, blocking_write, count, offset, src, sync
        );
        piextEnqueueDeviceGlobalVariableRead(
            queue: Handle<Queue>, program: Handle<Program>, name: Text, blocking_read: PiBool, count: usize,
            offset: usize, dst: mut Memory, sync: Sync
        ) = usm::device_global(
            Direction::Read, queue, program, name.get("the name")?, blocking_read, count, offset, dst, sync
        );
    }

    // Host pipes.
    entries! {
        piextEnqueueReadHostPipe(
            queue: Handle<Queue>, program: Handle<Program>, pipe_symbol: Text, blocking: PiBool,
            dst: mut Memory, size: usize, sync: Sync
        ) = host_pipe::enqueue(PipeDirection::Read, queue, program, pipe_symbol, blocking, dst, size, sync);
        piextEnqueueWriteHostPipe(
            queue: Handle<Queue>, program: Handle<Program>, pipe_symbol: Text, blocking: PiBool,
            src: mut Memory, size: usize, sync: Sync
        ) = host_pipe::enqueue(PipeDirection::Write, queue, program, pipe_symbol, blocking, src, size, sync);
    }

    // Command buffers.
    entries! {
        piextCommandBufferCreate(
            context: Handle<Context>, device: Handle<Device>, desc: *const PiExtCommandBufferDesc,
            ret_command_buffer: Out<PiExtCommandBuffer>
        ) = command_buffer::create(context, device, ret_command_buffer);
        piextCommandBufferRetain(command_buffer: Handle<CommandBuffer>) = command_buffer.retain();
        piextCommandBufferRelease(command_buffer: Reference<CommandBuffer>) = command_buffer.release().map(drop);
        piextCommandBufferFinalize(command_buffer: Handle<CommandBuffer>) = command_buffer::finalize(command_buffer);
        piextCommandBufferNDRangeKernel(
            command_buffer: Handle<CommandBuffer>, kernel: Handle<Kernel>, space: IndexSpace, points: SyncPoints
        ) = launch::launch(InBuffer::new(command_buffer, points)?, kernel, space, false);
        piextCommandBufferMemcpyUSM(
            command_buffer: Handle<CommandBuffer>, dst_ptr: mut Memory, src_ptr: Memory, size: usize, points: SyncPoints
        ) = usm::copy(InBuffer::new(command_buffer, points)?, PI_FALSE, dst_ptr, src_ptr, size);
        piextCommandBufferFillUSM(
            command_buffer: Handle<CommandBuffer>, ptr: mut Memory, pattern: Bytes size, size: usize, points: SyncPoints
        ) = usm::fill(InBuffer::new(command_buffer, points)?, ptr, pattern, size);
        piextCommandBufferPrefetchUSM(
            command_buffer: Handle<CommandBuffer>, ptr: Memory, size: usize, flags: PiUsmMigrationFlags,
            points: SyncPoints
        ) = usm::prefetch(InBuffer::new(command_buffer, points)?, ptr, size);
        piextCommandBufferAdviseUSM(
            command_buffer: Handle<CommandBuffer>, ptr: Memory, length: usize, advice: PiMemAdvice, points: SyncPoints
        ) = usm::advise(InBuffer::new(command_buffer, points)?, ptr, length, advice);
        piextCommandBufferMemBufferCopy(
            command_buffer: Handle<CommandBuffer>, src_buffer: Handle<Mem>, dst_buffer: Handle<Mem>, src_offset: usize,
            dst_offset: usize, size: usize, points: SyncPoints
        ) = transfer::copy(
            InBuffer::new(command_buffer, points)?, src_buffer, dst_buffer, src_offset, dst_offset, size
        );
        piextCommandBufferMemBufferCopyRect(
            command_buffer: Handle<CommandBuffer>, src_buffer: Handle<Mem>, dst_buffer: Handle<Mem>, sides: Rectangles,
            points: SyncPoints
        ) = transfer::copy_rect(InBuffer::new(command_buffer, points)?, src_buffer, dst_buffer, sides);
        piextCommandBufferMemBufferWrite(
            command_buffer: Handle<CommandBuffer>, buffer: Handle<Mem>, offset: usize, size: usize, ptr: Memory,
            points: SyncPoints
        ) = transfer::linear(
            Direction::Write, InBuffer::new(command_buffer, points)?, buffer, PI_FALSE, offset, size, ptr
        );
        piextCommandBufferMemBufferRead(
            command_buffer: Handle<CommandBuffer>, buffer: Handle<Mem>, offset: usize, size: usize, dst: mut Memory,
            points: SyncPoints
        ) = transfer::linear(
            Direction::Read, InBuffer::new(command_buffer, points)?, buffer, PI_FALSE, offset, size, dst
        );
        piextCommandBufferMemBufferWriteRect(
            command_buffer: Handle<CommandBuffer>, buffer: Handle<Mem>, sides: Rectangles, ptr: Memory,
            points: SyncPoints
        ) = transfer::rect(Direction::Write, InBuffer::new(command_buffer, points)?, buffer, PI_FALSE, sides, ptr);
        piextCommandBufferMemBufferReadRect(
            command_buffer: Handle<CommandBuffer>, buffer: Handle<Mem>, sides: Rectangles, ptr: mut Memory,
            points: SyncPoints
        ) = transfer::rect(Direction::Read, InBuffer::new(command_buffer, points)?, buffer, PI_FALSE, sides, ptr);
        piextCommandBufferMemBufferFill(
            command_buffer: Handle<CommandBuffer>, buffer: Handle<Mem>, pattern: Bytes size, offset: usize, size: usize,
            points: SyncPoints
        ) = transfer::fill(InBuffer::new(command_buffer, points)?, buffer, pattern, offset, size);
        piextEnqueueCommandBuffer(command_buffer: Handle<CommandBuffer>, queue: Handle<Queue>, sync: Sync)
            = command_buffer::enqueue(command_buffer, queue, sync);
    }

    unsafe fn piTearDown(plugin_parameter: *mut c_void) -> Result<(), Failure> {
        S::state().tear_down();
        // DPC++ hands over the flag by which it ignores calls from now on.
        // SAFETY: null, or a place for a truth value.
        unsafe { Out::<bool>::read(plugin_parameter.cast()) }.store(true);
        Ok(())
    }
}
