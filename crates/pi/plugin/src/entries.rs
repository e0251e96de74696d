//! The entries of PI that this layer supports, each one call into the module of
//! its object. The rest keeps the default of [`Pi`], which reports that the
//! entry is unsupported: images, bindless images, host pipes.

use std::ffi::{c_char, c_int, c_uint, c_void};

use tandem_device::UsmKind;
use tandem_pi_abi::export::{Failure, Pi};
use tandem_pi_abi::*;

use crate::adapter::{Adapter, DriverSource};
use crate::args::{Answer, store, text};
use crate::command_buffer::{self, CommandBuffer, InBuffer};
use crate::context::{self, Context};
use crate::destination::OnQueue;
use crate::device;
use crate::enqueue::{self, Sync};
use crate::event::{self, Event};
use crate::kernel::{self, Kernel};
use crate::mem::{self, Mem};
use crate::object::{release, retain};
use crate::platform;
use crate::program::{self, Program};
use crate::queue::{self, Queue};
use crate::sampler::{self, Sampler};
use crate::transfer::{self, Direction, Side};
use crate::{device_info, image, launch, native, partition, usm};

/// Implements entries of [`Pi`] by an expression of their parameters. The whole
/// expression is unsafe, with the contract of [`Pi`].
macro_rules! entries {
    ($($name:ident($($arg:ident: $type:ty),* $(,)?) = $body:expr;)*) => {$(
        #[allow(unused_variables, reason = "parameters that make no difference here")]
        #[inline]
        unsafe fn $name($($arg: $type),*) -> Result<(), Failure> {
            // SAFETY: the caller's duty is the same.
            unsafe { $body }
        }
    )*};
}

#[allow(non_snake_case, clippy::too_many_arguments, reason = "the names and parameters of C")]
impl<S: DriverSource> Pi for Adapter<S> {
    const REVISION: u32 = S::REVISION;

    // Platforms and devices.
    entries! {
        piPlatformsGet(num_entries: u32, platforms: *mut PiPlatform, num_platforms: *mut u32)
            = platform::get(S::state(), S::drivers, num_entries, platforms, num_platforms);
        piPlatformGetInfo(
            platform: PiPlatform, param_name: PiPlatformInfo, param_value_size: usize, param_value: *mut c_void,
            param_value_size_ret: *mut usize
        ) = platform::info(
            platform, param_name, Answer::new(param_value_size, param_value, param_value_size_ret)
        );
        piextPlatformGetNativeHandle(platform: PiPlatform, native_handle: *mut PiNativeHandle)
            = native::of_platform(platform, native_handle);
        piextPlatformCreateWithNativeHandle(native_handle: PiNativeHandle, platform: *mut PiPlatform)
            = native::platform(native_handle, platform);
        piDevicesGet(
            platform: PiPlatform, device_type: PiDeviceType, num_entries: u32, devices: *mut PiDevice,
            num_devices: *mut u32
        ) = platform::devices(platform, device_type, num_entries, devices, num_devices);
        piDeviceGetInfo(
            device: PiDevice, param_name: PiDeviceInfo, param_value_size: usize, param_value: *mut c_void,
            param_value_size_ret: *mut usize
        ) = device_info::info(
            device, param_name, Answer::new(param_value_size, param_value, param_value_size_ret)
        );
        piDevicePartition(
            device: PiDevice, properties: *const PiDevicePartitionProperty, num_devices: u32,
            out_devices: *mut PiDevice, out_num_devices: *mut u32
        ) = partition::partition(device, properties, num_devices, out_devices, out_num_devices);
        piDeviceRetain(device: PiDevice) = device::retain(device);
        piDeviceRelease(device: PiDevice) = device::release(device);
        piextDeviceSelectBinary(
            device: PiDevice, binaries: *mut *mut PiDeviceBinaryStruct, num_binaries: u32,
            selected_binary_ind: *mut u32
        ) = device::select_binary(device, binaries, num_binaries, selected_binary_ind);
        piextGetDeviceFunctionPointer(
            device: PiDevice, program: PiProgram, function_name: *const c_char, function_pointer_ret: *mut u64
        ) = usm::symbol_address(
            device, program, text(function_name, "the name")?, function_pointer_ret, |ptr| ptr.0
        );
        piextGetGlobalVariablePointer(
            device: PiDevice, program: PiProgram, global_variable_name: *const c_char,
            global_variable_size: *mut usize, global_variable_pointer_ret: *mut *mut c_void
        ) = usm::symbol_address(
            device, program, text(global_variable_name, "the name")?, global_variable_pointer_ret,
            |ptr| ptr.as_host().0.cast()
        );
        piextDeviceGetNativeHandle(device: PiDevice, native_handle: *mut PiNativeHandle)
            = native::of_device(device, native_handle);
        piextDeviceCreateWithNativeHandle(native_handle: PiNativeHandle, platform: PiPlatform, device: *mut PiDevice)
            = native::device(S::state(), native_handle, platform, device);
        piGetDeviceAndHostTimer(device: PiDevice, device_time: *mut u64, host_time: *mut u64)
            = device::timers(device, device_time, host_time);
        piPluginGetBackendOption(
            platform: PiPlatform, frontend_option: *const c_char, backend_option: *mut *const c_char
        ) = platform::backend_option(platform, text(frontend_option, "the option")?, backend_option);
        piextEnablePeerAccess(command_device: PiDevice, peer_device: PiDevice)
            = device::set_peer_access(command_device, peer_device, true);
        piextDisablePeerAccess(command_device: PiDevice, peer_device: PiDevice)
            = device::set_peer_access(command_device, peer_device, false);
        piextPeerAccessGetInfo(
            command_device: PiDevice, peer_device: PiDevice, attr: PiPeerAttr, param_value_size: usize,
            param_value: *mut c_void, param_value_size_ret: *mut usize
        ) = device::peer_info(
            command_device, peer_device, attr,
            Answer::new(param_value_size, param_value, param_value_size_ret)
        );
    }

    // Contexts.
    entries! {
        piContextCreate(
            properties: *const PiContextProperty, num_devices: u32, devices: *const PiDevice,
            pfn_notify: PiContextNotify, user_data: *mut c_void, ret_context: *mut PiContext
        ) = context::create(num_devices, devices, ret_context);
        piContextGetInfo(
            context: PiContext, param_name: PiContextInfo, param_value_size: usize, param_value: *mut c_void,
            param_value_size_ret: *mut usize
        ) = context::info(
            context, param_name, Answer::new(param_value_size, param_value, param_value_size_ret)
        );
        piContextRetain(context: PiContext) = retain::<Context>(context);
        piContextRelease(context: PiContext) = release::<Context>(context).map(drop);
        piextContextSetExtendedDeleter(context: PiContext, func: PiContextExtendedDeleter, user_data: *mut c_void)
            = context::set_extended_deleter(context, func, user_data);
        piextContextGetNativeHandle(context: PiContext, native_handle: *mut PiNativeHandle)
            = native::of_context(context, native_handle);
        piextContextCreateWithNativeHandle(
            native_handle: PiNativeHandle, num_devices: u32, devices: *const PiDevice,
            plugin_owns_native_handle: bool, context: *mut PiContext
        ) = native::context(
            S::state(), native_handle, num_devices, devices, plugin_owns_native_handle, context
        );
    }

    // Queues.
    entries! {
        piQueueCreate(context: PiContext, device: PiDevice, properties: PiQueueFlags, queue: *mut PiQueue)
            = queue::create(context, device, properties, queue);
        piextQueueCreate(context: PiContext, device: PiDevice, properties: *mut PiQueueProperty, queue: *mut PiQueue)
            = queue::create_with_properties(context, device, properties, queue);
        piQueueGetInfo(
            queue: PiQueue, param_name: PiQueueInfo, param_value_size: usize, param_value: *mut c_void,
            param_value_size_ret: *mut usize
        ) = queue::info(queue, param_name, Answer::new(param_value_size, param_value, param_value_size_ret));
        piQueueFinish(queue: PiQueue) = queue::finish(queue);
        piQueueFlush(queue: PiQueue) = queue::flush(queue);
        piQueueRetain(queue: PiQueue) = retain::<Queue>(queue);
        piQueueRelease(queue: PiQueue) = release::<Queue>(queue).map(drop);
        piextQueueGetNativeHandle(queue: PiQueue, native_handle: *mut PiNativeHandle, native_handle_desc: *mut i32)
            = native::of_queue(queue, native_handle, native_handle_desc);
        piextQueueCreateWithNativeHandle(
            native_handle: PiNativeHandle, native_handle_desc: i32, context: PiContext, device: PiDevice,
            plugin_owns_native_handle: bool, properties: *mut PiQueueProperty, queue: *mut PiQueue
        ) = native::queue(native_handle, context, device, plugin_owns_native_handle, properties, queue);
    }

    // Memory objects.
    entries! {
        piMemBufferCreate(
            context: PiContext, flags: PiMemFlags, size: usize, host_ptr: *mut c_void, ret_mem: *mut PiMem,
            properties: *const PiMemProperty
        ) = mem::create(context, flags, size, host_ptr, ret_mem);
        piMemImageCreate(
            context: PiContext, flags: PiMemFlags, image_format: *const PiImageFormat,
            image_desc: *const PiImageDesc, host_ptr: *mut c_void, ret_mem: *mut PiMem
        ) = image::create(context);
        piMemImageGetInfo(
            image: PiMem, param_name: PiImageInfo, param_value_size: usize, param_value: *mut c_void,
            param_value_size_ret: *mut usize
        ) = image::info(image);
        piMemGetInfo(
            mem: PiMem, param_name: PiMemInfo, param_value_size: usize, param_value: *mut c_void,
            param_value_size_ret: *mut usize
        ) = mem::info(mem, param_name, Answer::new(param_value_size, param_value, param_value_size_ret));
        piMemRetain(mem: PiMem) = retain::<Mem>(mem);
        piMemRelease(mem: PiMem) = release::<Mem>(mem).map(drop);
        piMemBufferPartition(
            buffer: PiMem, flags: PiMemFlags, buffer_create_type: PiBufferCreateType,
            buffer_create_info: *mut c_void, ret_mem: *mut PiMem
        ) = mem::partition(buffer, flags, buffer_create_type, buffer_create_info, ret_mem);
        piextMemGetNativeHandle(mem: PiMem, device: PiDevice, native_handle: *mut PiNativeHandle)
            = native::of_memory(mem, device, native_handle);
        piextMemCreateWithNativeHandle(
            native_handle: PiNativeHandle, context: PiContext, own_native_handle: bool, mem: *mut PiMem
        ) = native::memory(native_handle, context, own_native_handle, mem);
    }

    // Programs.
    entries! {
        piProgramCreate(context: PiContext, il: *const c_void, length: usize, res_program: *mut PiProgram)
            = program::create(context, il, length, res_program);
        piProgramCreateWithBinary(
            context: PiContext, num_devices: u32, device_list: *const PiDevice, lengths: *const usize,
            binaries: *mut *const u8, num_metadata_entries: usize,
            metadata: *const *mut PiDeviceBinaryPropertyStruct, binary_status: *mut i32,
            ret_program: *mut PiProgram
        ) = program::create_with_binary(
            context, num_devices, device_list, lengths, binaries, binary_status, ret_program
        );
        piProgramGetInfo(
            program: PiProgram, param_name: PiProgramInfo, param_value_size: usize, param_value: *mut c_void,
            param_value_size_ret: *mut usize
        ) = program::info(
            program, param_name, Answer::new(param_value_size, param_value, param_value_size_ret)
        );
        piProgramCompile(
            program: PiProgram, num_devices: u32, device_list: *const PiDevice, options: *const c_char,
            num_input_headers: u32, input_headers: *const PiProgram, header_include_names: *mut *const c_char,
            pfn_notify: PiProgramNotify, user_data: *mut c_void
        ) = program::compile(
            program, num_devices, device_list, text(options, "the list of options")?,
            (pfn_notify, user_data)
        );
        piProgramBuild(
            program: PiProgram, num_devices: u32, device_list: *const PiDevice, options: *const c_char,
            pfn_notify: PiProgramNotify, user_data: *mut c_void
        ) = program::build(
            program, num_devices, device_list, text(options, "the list of options")?,
            (pfn_notify, user_data)
        );
        piProgramLink(
            context: PiContext, num_devices: u32, device_list: *const PiDevice, options: *const c_char,
            num_input_programs: u32, input_programs: *const PiProgram, pfn_notify: PiProgramNotify,
            user_data: *mut c_void, ret_program: *mut PiProgram
        ) = program::link(
            context, num_devices, device_list, text(options, "the list of options")?, num_input_programs,
            input_programs, (pfn_notify, user_data), ret_program
        );
        piProgramGetBuildInfo(
            program: PiProgram, device: PiDevice, param_name: PiProgramBuildInfo, param_value_size: usize,
            param_value: *mut c_void, param_value_size_ret: *mut usize
        ) = program::build_info(
            program, device, param_name, Answer::new(param_value_size, param_value, param_value_size_ret)
        );
        piProgramRetain(program: PiProgram) = retain::<Program>(program);
        piProgramRelease(program: PiProgram) = release::<Program>(program).map(drop);
        piextProgramSetSpecializationConstant(
            program: PiProgram, spec_id: u32, spec_size: usize, spec_value: *const c_void
        ) = program::set_spec_constant(program, spec_id, spec_size, spec_value);
        piextProgramGetNativeHandle(program: PiProgram, native_handle: *mut PiNativeHandle)
            = native::of_program(program, native_handle);
        piextProgramCreateWithNativeHandle(
            native_handle: PiNativeHandle, context: PiContext, plugin_owns_native_handle: bool,
            program: *mut PiProgram
        ) = native::program(native_handle, context, plugin_owns_native_handle, program);
    }

    // Kernels.
    entries! {
        piKernelCreate(program: PiProgram, kernel_name: *const c_char, ret_kernel: *mut PiKernel)
            = kernel::create(program, text(kernel_name, "the name")?, ret_kernel);
        piKernelSetArg(kernel: PiKernel, arg_index: u32, arg_size: usize, arg_value: *const c_void)
            = kernel::set_arg(kernel, arg_index, arg_size, arg_value);
        piKernelGetInfo(
            kernel: PiKernel, param_name: PiKernelInfo, param_value_size: usize, param_value: *mut c_void,
            param_value_size_ret: *mut usize
        ) = kernel::info(kernel, param_name, Answer::new(param_value_size, param_value, param_value_size_ret));
        piKernelGetGroupInfo(
            kernel: PiKernel, device: PiDevice, param_name: PiKernelGroupInfo, param_value_size: usize,
            param_value: *mut c_void, param_value_size_ret: *mut usize
        ) = kernel::group_info(
            kernel, device, param_name, Answer::new(param_value_size, param_value, param_value_size_ret)
        );
        piKernelGetSubGroupInfo(
            kernel: PiKernel, device: PiDevice, param_name: PiKernelSubGroupInfo, input_value_size: usize,
            input_value: *const c_void, param_value_size: usize, param_value: *mut c_void,
            param_value_size_ret: *mut usize
        ) = kernel::sub_group_info(
            kernel, device, param_name, Answer::new(param_value_size, param_value, param_value_size_ret)
        );
        piKernelRetain(kernel: PiKernel) = retain::<Kernel>(kernel);
        piKernelRelease(kernel: PiKernel) = release::<Kernel>(kernel).map(drop);
        piextKernelSetArgPointer(kernel: PiKernel, arg_index: u32, arg_size: usize, arg_value: *const c_void)
            = kernel::set_arg_pointer(kernel, arg_index, arg_value);
        piextKernelSetArgMemObj(
            kernel: PiKernel, arg_index: u32, arg_properties: *const PiMemObjProperty, arg_value: *const PiMem
        ) = kernel::set_arg_mem(kernel, arg_index, arg_properties, arg_value);
        piextKernelSetArgSampler(kernel: PiKernel, arg_index: u32, arg_value: *const PiSampler)
            = kernel::set_arg_sampler(kernel, arg_index, arg_value);
        piKernelSetExecInfo(
            kernel: PiKernel, param_name: PiKernelExecInfo, param_value_size: usize, param_value: *const c_void
        ) = kernel::set_exec_info(kernel, param_name);
        piextKernelGetNativeHandle(kernel: PiKernel, native_handle: *mut PiNativeHandle)
            = native::of_kernel(kernel, native_handle);
        piextKernelCreateWithNativeHandle(
            native_handle: PiNativeHandle, context: PiContext, program: PiProgram,
            plugin_owns_native_handle: bool, kernel: *mut PiKernel
        ) = native::kernel(native_handle, context, program, plugin_owns_native_handle, kernel);
        piEnqueueKernelLaunch(
            queue: PiQueue, kernel: PiKernel, work_dim: u32, global_work_offset: *const usize,
            global_work_size: *const usize, local_work_size: *const usize, num_events_in_wait_list: u32,
            event_wait_list: *const PiEvent, event: *mut PiEvent
        ) = launch::launch(
            OnQueue::new(queue, num_events_in_wait_list, event_wait_list, event)?, kernel, work_dim, global_work_offset, global_work_size, local_work_size, false
        );
        piextKernelSuggestMaxCooperativeGroupCount(
            kernel: PiKernel, local_work_size: usize, dynamic_shared_memory_size: usize, group_count_ret: *mut u32
        ) = launch::max_cooperative_groups(kernel, local_work_size, dynamic_shared_memory_size, group_count_ret);
        piextEnqueueCooperativeKernelLaunch(
            queue: PiQueue, kernel: PiKernel, work_dim: u32, global_work_offset: *const usize,
            global_work_size: *const usize, local_work_size: *const usize, num_events_in_wait_list: u32,
            event_wait_list: *const PiEvent, event: *mut PiEvent
        ) = launch::launch(
            OnQueue::new(queue, num_events_in_wait_list, event_wait_list, event)?, kernel, work_dim,
            global_work_offset, global_work_size, local_work_size, true
        );
    }

    // Events and samplers.
    entries! {
        piEventCreate(context: PiContext, ret_event: *mut PiEvent) = event::create(context, ret_event);
        piEventGetInfo(
            event: PiEvent, param_name: PiEventInfo, param_value_size: usize, param_value: *mut c_void,
            param_value_size_ret: *mut usize
        ) = event::info(event, param_name, Answer::new(param_value_size, param_value, param_value_size_ret));
        piEventGetProfilingInfo(
            event: PiEvent, param_name: PiProfilingInfo, param_value_size: usize, param_value: *mut c_void,
            param_value_size_ret: *mut usize
        ) = event::profiling(
            event, param_name, Answer::new(param_value_size, param_value, param_value_size_ret)
        );
        piEventsWait(num_events: u32, event_list: *const PiEvent) = event::wait(num_events, event_list);
        piEventSetCallback(
            event: PiEvent, command_exec_callback_type: i32, pfn_notify: PiEventNotify, user_data: *mut c_void
        ) = event::set_callback(event, command_exec_callback_type, pfn_notify, user_data);
        piEventSetStatus(event: PiEvent, execution_status: i32) = event::set_status(event, execution_status);
        piEventRetain(event: PiEvent) = retain::<Event>(event);
        piEventRelease(event: PiEvent) = event::release(event);
        piextEventGetNativeHandle(event: PiEvent, native_handle: *mut PiNativeHandle)
            = native::of_event(event, native_handle);
        piextEventCreateWithNativeHandle(
            native_handle: PiNativeHandle, context: PiContext, own_native_handle: bool, event: *mut PiEvent
        ) = native::event(native_handle, context, own_native_handle, event);
        piSamplerCreate(
            context: PiContext, sampler_properties: *const PiSamplerProperty, result_sampler: *mut PiSampler
        ) = sampler::create(context, sampler_properties, result_sampler);
        piSamplerGetInfo(
            sampler: PiSampler, param_name: PiSamplerInfo, param_value_size: usize, param_value: *mut c_void,
            param_value_size_ret: *mut usize
        ) = sampler::info(
            sampler, param_name, Answer::new(param_value_size, param_value, param_value_size_ret)
        );
        piSamplerRetain(sampler: PiSampler) = retain::<Sampler>(sampler);
        piSamplerRelease(sampler: PiSampler) = release::<Sampler>(sampler).map(drop);
    }

    // Commands on buffers.
    entries! {
        piEnqueueEventsWait(
            queue: PiQueue, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent
        ) = enqueue::wait_events(queue, false, Sync::new(num_events_in_wait_list, event_wait_list, event));
        piEnqueueEventsWaitWithBarrier(
            queue: PiQueue, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent
        ) = enqueue::wait_events(queue, true, Sync::new(num_events_in_wait_list, event_wait_list, event));
        piEnqueueMemBufferRead(
            queue: PiQueue, buffer: PiMem, blocking_read: PiBool, offset: usize, size: usize, ptr: *mut c_void,
            num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent
        ) = transfer::linear(
            Direction::Read, OnQueue::new(queue, num_events_in_wait_list, event_wait_list, event)?, buffer, blocking_read, offset, size, ptr
        );
        piEnqueueMemBufferWrite(
            queue: PiQueue, buffer: PiMem, blocking_write: PiBool, offset: usize, size: usize,
            ptr: *const c_void, num_events_in_wait_list: u32, event_wait_list: *const PiEvent,
            event: *mut PiEvent
        ) = transfer::linear(
            Direction::Write, OnQueue::new(queue, num_events_in_wait_list, event_wait_list, event)?, buffer, blocking_write, offset, size, ptr
        );
        piEnqueueMemBufferReadRect(
            queue: PiQueue, buffer: PiMem, blocking_read: PiBool, buffer_offset: *const PiBuffRectOffset,
            host_offset: *const PiBuffRectOffset, region: *const PiBuffRectRegion, buffer_row_pitch: usize,
            buffer_slice_pitch: usize, host_row_pitch: usize, host_slice_pitch: usize, ptr: *mut c_void,
            num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent
        ) = transfer::rect(
            Direction::Read, OnQueue::new(queue, num_events_in_wait_list, event_wait_list, event)?, buffer, blocking_read, region,
            Side { origin: buffer_offset, row_pitch: buffer_row_pitch, slice_pitch: buffer_slice_pitch },
            Side { origin: host_offset, row_pitch: host_row_pitch, slice_pitch: host_slice_pitch }, ptr
        );
        piEnqueueMemBufferWriteRect(
            queue: PiQueue, buffer: PiMem, blocking_write: PiBool, buffer_offset: *const PiBuffRectOffset,
            host_offset: *const PiBuffRectOffset, region: *const PiBuffRectRegion, buffer_row_pitch: usize,
            buffer_slice_pitch: usize, host_row_pitch: usize, host_slice_pitch: usize, ptr: *const c_void,
            num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent
        ) = transfer::rect(
            Direction::Write, OnQueue::new(queue, num_events_in_wait_list, event_wait_list, event)?, buffer, blocking_write, region,
            Side { origin: buffer_offset, row_pitch: buffer_row_pitch, slice_pitch: buffer_slice_pitch },
            Side { origin: host_offset, row_pitch: host_row_pitch, slice_pitch: host_slice_pitch }, ptr
        );
        piEnqueueMemBufferCopy(
            queue: PiQueue, src_buffer: PiMem, dst_buffer: PiMem, src_offset: usize, dst_offset: usize,
            size: usize, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent
        ) = transfer::copy(
            OnQueue::new(queue, num_events_in_wait_list, event_wait_list, event)?, src_buffer, dst_buffer, src_offset, dst_offset, size
        );
        piEnqueueMemBufferCopyRect(
            queue: PiQueue, src_buffer: PiMem, dst_buffer: PiMem, src_origin: *const PiBuffRectOffset,
            dst_origin: *const PiBuffRectOffset, region: *const PiBuffRectRegion, src_row_pitch: usize,
            src_slice_pitch: usize, dst_row_pitch: usize, dst_slice_pitch: usize, num_events_in_wait_list: u32,
            event_wait_list: *const PiEvent, event: *mut PiEvent
        ) = transfer::copy_rect(
            OnQueue::new(queue, num_events_in_wait_list, event_wait_list, event)?, src_buffer, dst_buffer, region,
            Side { origin: src_origin, row_pitch: src_row_pitch, slice_pitch: src_slice_pitch },
            Side { origin: dst_origin, row_pitch: dst_row_pitch, slice_pitch: dst_slice_pitch }
        );
        piEnqueueMemBufferFill(
            queue: PiQueue, buffer: PiMem, pattern: *const c_void, pattern_size: usize, offset: usize,
            size: usize, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent
        ) = transfer::fill(
            OnQueue::new(queue, num_events_in_wait_list, event_wait_list, event)?, buffer, pattern, pattern_size, offset, size
        );
        piEnqueueMemBufferMap(
            queue: PiQueue, buffer: PiMem, blocking_map: PiBool, map_flags: PiMapFlags, offset: usize,
            size: usize, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent,
            ret_map: *mut *mut c_void
        ) = transfer::map(
            OnQueue::new(queue, num_events_in_wait_list, event_wait_list, event)?, buffer, blocking_map, map_flags, offset, size, ret_map
        );
        piEnqueueMemUnmap(
            queue: PiQueue, mem: PiMem, mapped_ptr: *mut c_void, num_events_in_wait_list: u32,
            event_wait_list: *const PiEvent, event: *mut PiEvent
        ) = transfer::unmap(OnQueue::new(queue, num_events_in_wait_list, event_wait_list, event)?, mem, mapped_ptr);
    }

    // Unified shared memory and device globals.
    entries! {
        piextUSMHostAlloc(
            result_ptr: *mut *mut c_void, context: PiContext, properties: *mut PiUsmMemProperty, size: usize,
            alignment: u32
        ) = usm::alloc(UsmKind::Host, result_ptr, context, PiDevice::NULL, size, alignment);
        piextUSMDeviceAlloc(
            result_ptr: *mut *mut c_void, context: PiContext, device: PiDevice,
            properties: *mut PiUsmMemProperty, size: usize, alignment: u32
        ) = usm::alloc(UsmKind::Device, result_ptr, context, device, size, alignment);
        piextUSMSharedAlloc(
            result_ptr: *mut *mut c_void, context: PiContext, device: PiDevice,
            properties: *mut PiUsmMemProperty, size: usize, alignment: u32
        ) = usm::alloc(UsmKind::Shared, result_ptr, context, device, size, alignment);
        piextUSMPitchedAlloc(
            result_ptr: *mut *mut c_void, result_pitch: *mut usize, context: PiContext, device: PiDevice,
            properties: *mut PiUsmMemProperty, width_in_bytes: usize, height: usize, element_size_bytes: c_uint
        ) = usm::alloc_pitched(result_ptr, result_pitch, context, device, width_in_bytes, height);
        piextUSMFree(context: PiContext, ptr: *mut c_void) = usm::free(context, ptr);
        piextUSMGetMemAllocInfo(
            context: PiContext, ptr: *const c_void, param_name: PiMemAllocInfo, param_value_size: usize,
            param_value: *mut c_void, param_value_size_ret: *mut usize
        ) = usm::info(
            context, ptr, param_name, Answer::new(param_value_size, param_value, param_value_size_ret)
        );
        piextUSMEnqueueMemset(
            queue: PiQueue, ptr: *mut c_void, value: i32, count: usize, num_events_in_wait_list: u32,
            event_wait_list: *const PiEvent, event: *mut PiEvent
        ) = usm::set(OnQueue::new(queue, num_events_in_wait_list, event_wait_list, event)?, ptr, value, count);
        piextUSMEnqueueMemcpy(
            queue: PiQueue, blocking: PiBool, dst_ptr: *mut c_void, src_ptr: *const c_void, size: usize,
            num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent
        ) = usm::copy(
            OnQueue::new(queue, num_events_in_wait_list, event_wait_list, event)?, blocking, dst_ptr, src_ptr, size
        );
        piextUSMEnqueuePrefetch(
            queue: PiQueue, ptr: *const c_void, size: usize, flags: PiUsmMigrationFlags,
            num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent
        ) = usm::prefetch(OnQueue::new(queue, num_events_in_wait_list, event_wait_list, event)?, ptr, size);
        piextUSMEnqueueMemAdvise(
            queue: PiQueue, ptr: *const c_void, length: usize, advice: PiMemAdvice, event: *mut PiEvent
        ) = usm::advise(OnQueue::new(queue, 0, std::ptr::null(), event)?, ptr, length, advice);
        piextUSMEnqueueFill2D(
            queue: PiQueue, ptr: *mut c_void, pitch: usize, pattern_size: usize, pattern: *const c_void,
            width: usize, height: usize, num_events_in_wait_list: u32, event_wait_list: *const PiEvent,
            event: *mut PiEvent
        ) = usm::fill_2d(
            OnQueue::new(queue, num_events_in_wait_list, event_wait_list, event)?, ptr, pitch, pattern_size, pattern, width, height
        );
        piextUSMEnqueueMemset2D(
            queue: PiQueue, ptr: *mut c_void, pitch: usize, value: c_int, width: usize, height: usize,
            num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent
        ) = usm::fill_2d(
            OnQueue::new(queue, num_events_in_wait_list, event_wait_list, event)?, ptr, pitch, 1, (&raw const value).cast(), width, height
        );
        piextUSMEnqueueMemcpy2D(
            queue: PiQueue, blocking: PiBool, dst_ptr: *mut c_void, dst_pitch: usize, src_ptr: *const c_void,
            src_pitch: usize, width: usize, height: usize, num_events_in_wait_list: u32,
            event_wait_list: *const PiEvent, event: *mut PiEvent
        ) = usm::copy_2d(
            OnQueue::new(queue, num_events_in_wait_list, event_wait_list, event)?, blocking, dst_ptr, dst_pitch, src_ptr, src_pitch, width, height
        );
        piextUSMImport(ptr: *const c_void, size: usize, context: PiContext) = usm::import(ptr, size, context);
        piextUSMRelease(ptr: *const c_void, context: PiContext) = usm::release(ptr, context);
        piextEnqueueDeviceGlobalVariableWrite(
            queue: PiQueue, program: PiProgram, name: *const c_char, blocking_write: PiBool, count: usize,
            offset: usize, src: *const c_void, num_events_in_wait_list: u32, event_wait_list: *const PiEvent,
            event: *mut PiEvent
        ) = usm::device_global(
            Direction::Write, queue, program, text(name, "the name")?, blocking_write, count, offset, src,
            Sync::new(num_events_in_wait_list, event_wait_list, event)
        );
        piextEnqueueDeviceGlobalVariableRead(
            queue: PiQueue, program: PiProgram, name: *const c_char, blocking_read: PiBool, count: usize,
            offset: usize, dst: *mut c_void, num_events_in_wait_list: u32, event_wait_list: *const PiEvent,
            event: *mut PiEvent
        ) = usm::device_global(
            Direction::Read, queue, program, text(name, "the name")?, blocking_read, count, offset, dst,
            Sync::new(num_events_in_wait_list, event_wait_list, event)
        );
    }

    // Command buffers.
    entries! {
        piextCommandBufferCreate(
            context: PiContext, device: PiDevice, desc: *const PiExtCommandBufferDesc,
            ret_command_buffer: *mut PiExtCommandBuffer
        ) = command_buffer::create(context, device, ret_command_buffer);
        piextCommandBufferRetain(command_buffer: PiExtCommandBuffer) = retain::<CommandBuffer>(command_buffer);
        piextCommandBufferRelease(command_buffer: PiExtCommandBuffer)
            = release::<CommandBuffer>(command_buffer).map(drop);
        piextCommandBufferFinalize(command_buffer: PiExtCommandBuffer) = command_buffer::finalize(command_buffer);
        piextCommandBufferNDRangeKernel(
            command_buffer: PiExtCommandBuffer, kernel: PiKernel, work_dim: u32, global_work_offset: *const usize,
            global_work_size: *const usize, local_work_size: *const usize, num_sync_points_in_wait_list: u32, sync_point_wait_list: *const PiExtSyncPoint, sync_point: *mut PiExtSyncPoint
        ) = launch::launch(
            InBuffer::new(command_buffer, num_sync_points_in_wait_list, sync_point_wait_list, sync_point)?,
            kernel, work_dim, global_work_offset, global_work_size, local_work_size, false
        );
        piextCommandBufferMemcpyUSM(
            command_buffer: PiExtCommandBuffer, dst_ptr: *mut c_void, src_ptr: *const c_void, size: usize,
            num_sync_points_in_wait_list: u32, sync_point_wait_list: *const PiExtSyncPoint, sync_point: *mut PiExtSyncPoint
        ) = usm::copy(
            InBuffer::new(command_buffer, num_sync_points_in_wait_list, sync_point_wait_list, sync_point)?,
            PI_FALSE, dst_ptr, src_ptr, size
        );
        piextCommandBufferFillUSM(
            command_buffer: PiExtCommandBuffer, ptr: *mut c_void, pattern: *const c_void, pattern_size: usize,
            size: usize, num_sync_points_in_wait_list: u32, sync_point_wait_list: *const PiExtSyncPoint, sync_point: *mut PiExtSyncPoint
        ) = usm::fill(
            InBuffer::new(command_buffer, num_sync_points_in_wait_list, sync_point_wait_list, sync_point)?,
            ptr, pattern, pattern_size, size
        );
        piextCommandBufferPrefetchUSM(
            command_buffer: PiExtCommandBuffer, ptr: *const c_void, size: usize, flags: PiUsmMigrationFlags,
            num_sync_points_in_wait_list: u32, sync_point_wait_list: *const PiExtSyncPoint, sync_point: *mut PiExtSyncPoint
        ) = usm::prefetch(
            InBuffer::new(command_buffer, num_sync_points_in_wait_list, sync_point_wait_list, sync_point)?,
            ptr, size
        );
        piextCommandBufferAdviseUSM(
            command_buffer: PiExtCommandBuffer, ptr: *const c_void, length: usize, advice: PiMemAdvice,
            num_sync_points_in_wait_list: u32, sync_point_wait_list: *const PiExtSyncPoint, sync_point: *mut PiExtSyncPoint
        ) = usm::advise(
            InBuffer::new(command_buffer, num_sync_points_in_wait_list, sync_point_wait_list, sync_point)?,
            ptr, length, advice
        );
        piextCommandBufferMemBufferCopy(
            command_buffer: PiExtCommandBuffer, src_buffer: PiMem, dst_buffer: PiMem, src_offset: usize,
            dst_offset: usize, size: usize, num_sync_points_in_wait_list: u32, sync_point_wait_list: *const PiExtSyncPoint, sync_point: *mut PiExtSyncPoint
        ) = transfer::copy(
            InBuffer::new(command_buffer, num_sync_points_in_wait_list, sync_point_wait_list, sync_point)?,
            src_buffer, dst_buffer, src_offset, dst_offset, size
        );
        piextCommandBufferMemBufferCopyRect(
            command_buffer: PiExtCommandBuffer, src_buffer: PiMem, dst_buffer: PiMem,
            src_origin: *const PiBuffRectOffset, dst_origin: *const PiBuffRectOffset,
            region: *const PiBuffRectRegion, src_row_pitch: usize, src_slice_pitch: usize, dst_row_pitch: usize,
            dst_slice_pitch: usize, num_sync_points_in_wait_list: u32, sync_point_wait_list: *const PiExtSyncPoint, sync_point: *mut PiExtSyncPoint
        ) = transfer::copy_rect(
            InBuffer::new(command_buffer, num_sync_points_in_wait_list, sync_point_wait_list, sync_point)?,
            src_buffer, dst_buffer, region,
            Side { origin: src_origin, row_pitch: src_row_pitch, slice_pitch: src_slice_pitch },
            Side { origin: dst_origin, row_pitch: dst_row_pitch, slice_pitch: dst_slice_pitch }
        );
        piextCommandBufferMemBufferWrite(
            command_buffer: PiExtCommandBuffer, buffer: PiMem, offset: usize, size: usize, ptr: *const c_void,
            num_sync_points_in_wait_list: u32, sync_point_wait_list: *const PiExtSyncPoint, sync_point: *mut PiExtSyncPoint
        ) = transfer::linear(
            Direction::Write,
            InBuffer::new(command_buffer, num_sync_points_in_wait_list, sync_point_wait_list, sync_point)?,
            buffer, PI_FALSE, offset, size, ptr
        );
        piextCommandBufferMemBufferRead(
            command_buffer: PiExtCommandBuffer, buffer: PiMem, offset: usize, size: usize, dst: *mut c_void,
            num_sync_points_in_wait_list: u32, sync_point_wait_list: *const PiExtSyncPoint, sync_point: *mut PiExtSyncPoint
        ) = transfer::linear(
            Direction::Read,
            InBuffer::new(command_buffer, num_sync_points_in_wait_list, sync_point_wait_list, sync_point)?,
            buffer, PI_FALSE, offset, size, dst
        );
        piextCommandBufferMemBufferWriteRect(
            command_buffer: PiExtCommandBuffer, buffer: PiMem, buffer_offset: *const PiBuffRectOffset,
            host_offset: *const PiBuffRectOffset, region: *const PiBuffRectRegion, buffer_row_pitch: usize,
            buffer_slice_pitch: usize, host_row_pitch: usize, host_slice_pitch: usize, ptr: *const c_void,
            num_sync_points_in_wait_list: u32, sync_point_wait_list: *const PiExtSyncPoint, sync_point: *mut PiExtSyncPoint
        ) = transfer::rect(
            Direction::Write,
            InBuffer::new(command_buffer, num_sync_points_in_wait_list, sync_point_wait_list, sync_point)?,
            buffer, PI_FALSE, region,
            Side { origin: buffer_offset, row_pitch: buffer_row_pitch, slice_pitch: buffer_slice_pitch },
            Side { origin: host_offset, row_pitch: host_row_pitch, slice_pitch: host_slice_pitch }, ptr
        );
        piextCommandBufferMemBufferReadRect(
            command_buffer: PiExtCommandBuffer, buffer: PiMem, buffer_offset: *const PiBuffRectOffset,
            host_offset: *const PiBuffRectOffset, region: *const PiBuffRectRegion, buffer_row_pitch: usize,
            buffer_slice_pitch: usize, host_row_pitch: usize, host_slice_pitch: usize, ptr: *mut c_void,
            num_sync_points_in_wait_list: u32, sync_point_wait_list: *const PiExtSyncPoint, sync_point: *mut PiExtSyncPoint
        ) = transfer::rect(
            Direction::Read,
            InBuffer::new(command_buffer, num_sync_points_in_wait_list, sync_point_wait_list, sync_point)?,
            buffer, PI_FALSE, region,
            Side { origin: buffer_offset, row_pitch: buffer_row_pitch, slice_pitch: buffer_slice_pitch },
            Side { origin: host_offset, row_pitch: host_row_pitch, slice_pitch: host_slice_pitch }, ptr
        );
        piextCommandBufferMemBufferFill(
            command_buffer: PiExtCommandBuffer, buffer: PiMem, pattern: *const c_void, pattern_size: usize,
            offset: usize, size: usize, num_sync_points_in_wait_list: u32, sync_point_wait_list: *const PiExtSyncPoint, sync_point: *mut PiExtSyncPoint
        ) = transfer::fill(
            InBuffer::new(command_buffer, num_sync_points_in_wait_list, sync_point_wait_list, sync_point)?,
            buffer, pattern, pattern_size, offset, size
        );
        piextEnqueueCommandBuffer(
            command_buffer: PiExtCommandBuffer, queue: PiQueue, num_events_in_wait_list: u32,
            event_wait_list: *const PiEvent, event: *mut PiEvent
        ) = command_buffer::enqueue(
            command_buffer, queue, Sync::new(num_events_in_wait_list, event_wait_list, event)
        );
    }

    unsafe fn piTearDown(plugin_parameter: *mut c_void) -> Result<(), Failure> {
        S::state().tear_down();
        // DPC++ hands over the flag by which it ignores calls from now on.
        // SAFETY: null, or a place for a truth value.
        unsafe { store(plugin_parameter.cast::<bool>(), true) };
        Ok(())
    }
}
