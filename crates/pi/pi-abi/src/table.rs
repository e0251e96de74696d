//! The dispatch table of PI 15.47.
//!
//! [`for_each_entry!`](crate::for_each_entry) is the only list of entries. The
//! `repr(C)` table, the names and offsets, the host's traced call wrappers
//! (`tandem_pi_host::Plugin`), the trait that a plugin implements and its exported
//! thunks ([`Pi`](crate::export::Pi)) are all generated from it, so that they
//! cannot diverge. To follow a new PI version: append the entry in pi.def order,
//! raise the version below, and update `tests/table-15.47.txt`.

use std::ffi::{c_char, c_int, c_uint, c_void};

use crate::binary::{PiDeviceBinaryPropertyStruct, PiDeviceBinaryStruct};
use crate::constants::*;
use crate::types::*;

/// The major version: raised by incompatible changes.
pub const PI_VERSION_MAJOR: u32 = 15;
/// The minor version: raised by every change.
pub const PI_VERSION_MINOR: u32 = 47;

/// Calls the macro `$callback` with the list of all entries, in table order, as
/// `name(argument: type, …);`. The types are those that are in scope where it is called.
#[macro_export]
macro_rules! for_each_entry {
    ($callback:ident) => {
        $callback! {
            piPlatformsGet(num_entries: u32, platforms: *mut PiPlatform, num_platforms: *mut u32);
            piPlatformGetInfo(platform: PiPlatform, param_name: PiPlatformInfo, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize);
            piextPlatformGetNativeHandle(platform: PiPlatform, native_handle: *mut PiNativeHandle);
            piextPlatformCreateWithNativeHandle(native_handle: PiNativeHandle, platform: *mut PiPlatform);

            piDevicesGet(platform: PiPlatform, device_type: PiDeviceType, num_entries: u32, devices: *mut PiDevice, num_devices: *mut u32);
            piDeviceGetInfo(device: PiDevice, param_name: PiDeviceInfo, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize);
            piDevicePartition(device: PiDevice, properties: *const PiDevicePartitionProperty, num_devices: u32, out_devices: *mut PiDevice, out_num_devices: *mut u32);
            piDeviceRetain(device: PiDevice);
            piDeviceRelease(device: PiDevice);
            piextDeviceSelectBinary(device: PiDevice, binaries: *mut *mut PiDeviceBinaryStruct, num_binaries: u32, selected_binary_ind: *mut u32);
            piextGetDeviceFunctionPointer(device: PiDevice, program: PiProgram, function_name: *const c_char, function_pointer_ret: *mut u64);
            piextGetGlobalVariablePointer(device: PiDevice, program: PiProgram, global_variable_name: *const c_char, global_variable_size: *mut usize, global_variable_pointer_ret: *mut *mut c_void);
            piextDeviceGetNativeHandle(device: PiDevice, native_handle: *mut PiNativeHandle);
            piextDeviceCreateWithNativeHandle(native_handle: PiNativeHandle, platform: PiPlatform, device: *mut PiDevice);

            piContextCreate(properties: *const PiContextProperty, num_devices: u32, devices: *const PiDevice, pfn_notify: PiContextNotify, user_data: *mut c_void, ret_context: *mut PiContext);
            piContextGetInfo(context: PiContext, param_name: PiContextInfo, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize);
            piContextRetain(context: PiContext);
            piContextRelease(context: PiContext);
            piextContextSetExtendedDeleter(context: PiContext, func: PiContextExtendedDeleter, user_data: *mut c_void);
            piextContextGetNativeHandle(context: PiContext, native_handle: *mut PiNativeHandle);
            piextContextCreateWithNativeHandle(native_handle: PiNativeHandle, num_devices: u32, devices: *const PiDevice, plugin_owns_native_handle: bool, context: *mut PiContext);

            piQueueCreate(context: PiContext, device: PiDevice, properties: PiQueueFlags, queue: *mut PiQueue);
            piextQueueCreate(context: PiContext, device: PiDevice, properties: *mut PiQueueProperty, queue: *mut PiQueue);
            piQueueGetInfo(queue: PiQueue, param_name: PiQueueInfo, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize);
            piQueueFinish(queue: PiQueue);
            piQueueFlush(queue: PiQueue);
            piQueueRetain(queue: PiQueue);
            piQueueRelease(queue: PiQueue);
            piextQueueGetNativeHandle(queue: PiQueue, native_handle: *mut PiNativeHandle, native_handle_desc: *mut i32);
            piextQueueCreateWithNativeHandle(native_handle: PiNativeHandle, native_handle_desc: i32, context: PiContext, device: PiDevice, plugin_owns_native_handle: bool, properties: *mut PiQueueProperty, queue: *mut PiQueue);

            piMemBufferCreate(context: PiContext, flags: PiMemFlags, size: usize, host_ptr: *mut c_void, ret_mem: *mut PiMem, properties: *const PiMemProperty);
            piMemImageCreate(context: PiContext, flags: PiMemFlags, image_format: *const PiImageFormat, image_desc: *const PiImageDesc, host_ptr: *mut c_void, ret_mem: *mut PiMem);
            piMemGetInfo(mem: PiMem, param_name: PiMemInfo, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize);
            piMemImageGetInfo(image: PiMem, param_name: PiImageInfo, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize);
            piMemRetain(mem: PiMem);
            piMemRelease(mem: PiMem);
            piMemBufferPartition(buffer: PiMem, flags: PiMemFlags, buffer_create_type: PiBufferCreateType, buffer_create_info: *mut c_void, ret_mem: *mut PiMem);
            piextMemGetNativeHandle(mem: PiMem, device: PiDevice, native_handle: *mut PiNativeHandle);
            piextMemCreateWithNativeHandle(native_handle: PiNativeHandle, context: PiContext, own_native_handle: bool, mem: *mut PiMem);
            piextMemImageCreateWithNativeHandle(native_handle: PiNativeHandle, context: PiContext, own_native_handle: bool, image_format: *const PiImageFormat, image_desc: *const PiImageDesc, image: *mut PiMem);

            piProgramCreate(context: PiContext, il: *const c_void, length: usize, res_program: *mut PiProgram);
            piProgramCreateWithBinary(context: PiContext, num_devices: u32, device_list: *const PiDevice, lengths: *const usize, binaries: *mut *const u8, num_metadata_entries: usize, metadata: *const *mut PiDeviceBinaryPropertyStruct, binary_status: *mut i32, ret_program: *mut PiProgram);
            piProgramGetInfo(program: PiProgram, param_name: PiProgramInfo, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize);
            piProgramCompile(program: PiProgram, num_devices: u32, device_list: *const PiDevice, options: *const c_char, num_input_headers: u32, input_headers: *const PiProgram, header_include_names: *mut *const c_char, pfn_notify: PiProgramNotify, user_data: *mut c_void);
            piProgramBuild(program: PiProgram, num_devices: u32, device_list: *const PiDevice, options: *const c_char, pfn_notify: PiProgramNotify, user_data: *mut c_void);
            piProgramLink(context: PiContext, num_devices: u32, device_list: *const PiDevice, options: *const c_char, num_input_programs: u32, input_programs: *const PiProgram, pfn_notify: PiProgramNotify, user_data: *mut c_void, ret_program: *mut PiProgram);
            piProgramGetBuildInfo(program: PiProgram, device: PiDevice, param_name: PiProgramBuildInfo, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize);
            piProgramRetain(program: PiProgram);
            piProgramRelease(program: PiProgram);
            piextProgramSetSpecializationConstant(program: PiProgram, spec_id: u32, spec_size: usize, spec_value: *const c_void);
            piextProgramGetNativeHandle(program: PiProgram, native_handle: *mut PiNativeHandle);
            piextProgramCreateWithNativeHandle(native_handle: PiNativeHandle, context: PiContext, plugin_owns_native_handle: bool, program: *mut PiProgram);

            piKernelCreate(program: PiProgram, kernel_name: *const c_char, ret_kernel: *mut PiKernel);
            piKernelSetArg(kernel: PiKernel, arg_index: u32, arg_size: usize, arg_value: *const c_void);
            piKernelGetInfo(kernel: PiKernel, param_name: PiKernelInfo, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize);
            piKernelGetGroupInfo(kernel: PiKernel, device: PiDevice, param_name: PiKernelGroupInfo, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize);
            piKernelGetSubGroupInfo(kernel: PiKernel, device: PiDevice, param_name: PiKernelSubGroupInfo, input_value_size: usize, input_value: *const c_void, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize);
            piKernelRetain(kernel: PiKernel);
            piKernelRelease(kernel: PiKernel);
            piextKernelSetArgPointer(kernel: PiKernel, arg_index: u32, arg_size: usize, arg_value: *const c_void);
            piKernelSetExecInfo(kernel: PiKernel, param_name: PiKernelExecInfo, param_value_size: usize, param_value: *const c_void);
            piextKernelCreateWithNativeHandle(native_handle: PiNativeHandle, context: PiContext, program: PiProgram, plugin_owns_native_handle: bool, kernel: *mut PiKernel);
            piextKernelGetNativeHandle(kernel: PiKernel, native_handle: *mut PiNativeHandle);
            piextKernelSuggestMaxCooperativeGroupCount(kernel: PiKernel, local_work_size: usize, dynamic_shared_memory_size: usize, group_count_ret: *mut u32);

            piEventCreate(context: PiContext, ret_event: *mut PiEvent);
            piEventGetInfo(event: PiEvent, param_name: PiEventInfo, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize);
            piEventGetProfilingInfo(event: PiEvent, param_name: PiProfilingInfo, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize);
            piEventsWait(num_events: u32, event_list: *const PiEvent);
            piEventSetCallback(event: PiEvent, command_exec_callback_type: i32, pfn_notify: PiEventNotify, user_data: *mut c_void);
            piEventSetStatus(event: PiEvent, execution_status: i32);
            piEventRetain(event: PiEvent);
            piEventRelease(event: PiEvent);
            piextEventGetNativeHandle(event: PiEvent, native_handle: *mut PiNativeHandle);
            piextEventCreateWithNativeHandle(native_handle: PiNativeHandle, context: PiContext, own_native_handle: bool, event: *mut PiEvent);

            piSamplerCreate(context: PiContext, sampler_properties: *const PiSamplerProperty, result_sampler: *mut PiSampler);
            piSamplerGetInfo(sampler: PiSampler, param_name: PiSamplerInfo, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize);
            piSamplerRetain(sampler: PiSampler);
            piSamplerRelease(sampler: PiSampler);

            piEnqueueKernelLaunch(queue: PiQueue, kernel: PiKernel, work_dim: u32, global_work_offset: *const usize, global_work_size: *const usize, local_work_size: *const usize, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piextEnqueueCooperativeKernelLaunch(queue: PiQueue, kernel: PiKernel, work_dim: u32, global_work_offset: *const usize, global_work_size: *const usize, local_work_size: *const usize, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piEnqueueEventsWait(queue: PiQueue, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piEnqueueEventsWaitWithBarrier(queue: PiQueue, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piEnqueueMemBufferRead(queue: PiQueue, buffer: PiMem, blocking_read: PiBool, offset: usize, size: usize, ptr: *mut c_void, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piEnqueueMemBufferReadRect(queue: PiQueue, buffer: PiMem, blocking_read: PiBool, buffer_offset: *const PiBuffRectOffset, host_offset: *const PiBuffRectOffset, region: *const PiBuffRectRegion, buffer_row_pitch: usize, buffer_slice_pitch: usize, host_row_pitch: usize, host_slice_pitch: usize, ptr: *mut c_void, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piEnqueueMemBufferWrite(queue: PiQueue, buffer: PiMem, blocking_write: PiBool, offset: usize, size: usize, ptr: *const c_void, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piEnqueueMemBufferWriteRect(queue: PiQueue, buffer: PiMem, blocking_write: PiBool, buffer_offset: *const PiBuffRectOffset, host_offset: *const PiBuffRectOffset, region: *const PiBuffRectRegion, buffer_row_pitch: usize, buffer_slice_pitch: usize, host_row_pitch: usize, host_slice_pitch: usize, ptr: *const c_void, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piEnqueueMemBufferCopy(queue: PiQueue, src_buffer: PiMem, dst_buffer: PiMem, src_offset: usize, dst_offset: usize, size: usize, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piEnqueueMemBufferCopyRect(queue: PiQueue, src_buffer: PiMem, dst_buffer: PiMem, src_origin: *const PiBuffRectOffset, dst_origin: *const PiBuffRectOffset, region: *const PiBuffRectRegion, src_row_pitch: usize, src_slice_pitch: usize, dst_row_pitch: usize, dst_slice_pitch: usize, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piEnqueueMemBufferFill(queue: PiQueue, buffer: PiMem, pattern: *const c_void, pattern_size: usize, offset: usize, size: usize, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piEnqueueMemImageRead(queue: PiQueue, image: PiMem, blocking_read: PiBool, origin: *const PiImageOffset, region: *const PiImageRegion, row_pitch: usize, slice_pitch: usize, ptr: *mut c_void, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piEnqueueMemImageWrite(queue: PiQueue, image: PiMem, blocking_write: PiBool, origin: *const PiImageOffset, region: *const PiImageRegion, input_row_pitch: usize, input_slice_pitch: usize, ptr: *const c_void, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piEnqueueMemImageCopy(queue: PiQueue, src_image: PiMem, dst_image: PiMem, src_origin: *const PiImageOffset, dst_origin: *const PiImageOffset, region: *const PiImageRegion, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piEnqueueMemImageFill(queue: PiQueue, image: PiMem, fill_color: *const c_void, origin: *const usize, region: *const usize, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piEnqueueMemBufferMap(queue: PiQueue, buffer: PiMem, blocking_map: PiBool, map_flags: PiMapFlags, offset: usize, size: usize, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent, ret_map: *mut *mut c_void);
            piEnqueueMemUnmap(queue: PiQueue, mem: PiMem, mapped_ptr: *mut c_void, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);

            piextUSMHostAlloc(result_ptr: *mut *mut c_void, context: PiContext, properties: *mut PiUsmMemProperty, size: usize, alignment: u32);
            piextUSMDeviceAlloc(result_ptr: *mut *mut c_void, context: PiContext, device: PiDevice, properties: *mut PiUsmMemProperty, size: usize, alignment: u32);
            piextUSMSharedAlloc(result_ptr: *mut *mut c_void, context: PiContext, device: PiDevice, properties: *mut PiUsmMemProperty, size: usize, alignment: u32);
            piextUSMFree(context: PiContext, ptr: *mut c_void);
            piextUSMEnqueueMemset(queue: PiQueue, ptr: *mut c_void, value: i32, count: usize, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piextUSMEnqueueMemcpy(queue: PiQueue, blocking: PiBool, dst_ptr: *mut c_void, src_ptr: *const c_void, size: usize, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piextUSMEnqueuePrefetch(queue: PiQueue, ptr: *const c_void, size: usize, flags: PiUsmMigrationFlags, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piextUSMEnqueueMemAdvise(queue: PiQueue, ptr: *const c_void, length: usize, advice: PiMemAdvice, event: *mut PiEvent);
            piextUSMGetMemAllocInfo(context: PiContext, ptr: *const c_void, param_name: PiMemAllocInfo, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize);

            piextEnqueueReadHostPipe(queue: PiQueue, program: PiProgram, pipe_symbol: *const c_char, blocking: PiBool, ptr: *mut c_void, size: usize, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piextEnqueueWriteHostPipe(queue: PiQueue, program: PiProgram, pipe_symbol: *const c_char, blocking: PiBool, ptr: *mut c_void, size: usize, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);

            piextKernelSetArgMemObj(kernel: PiKernel, arg_index: u32, arg_properties: *const PiMemObjProperty, arg_value: *const PiMem);
            piextKernelSetArgSampler(kernel: PiKernel, arg_index: u32, arg_value: *const PiSampler);

            piextPluginGetOpaqueData(opaque_data_param: *mut c_void, opaque_data_return: *mut *mut c_void);
            piPluginGetLastError(message: *mut *mut c_char);
            piTearDown(plugin_parameter: *mut c_void);

            piextUSMEnqueueFill2D(queue: PiQueue, ptr: *mut c_void, pitch: usize, pattern_size: usize, pattern: *const c_void, width: usize, height: usize, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piextUSMEnqueueMemset2D(queue: PiQueue, ptr: *mut c_void, pitch: usize, value: c_int, width: usize, height: usize, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piextUSMEnqueueMemcpy2D(queue: PiQueue, blocking: PiBool, dst_ptr: *mut c_void, dst_pitch: usize, src_ptr: *const c_void, src_pitch: usize, width: usize, height: usize, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piGetDeviceAndHostTimer(device: PiDevice, device_time: *mut u64, host_time: *mut u64);
            piextEnqueueDeviceGlobalVariableWrite(queue: PiQueue, program: PiProgram, name: *const c_char, blocking_write: PiBool, count: usize, offset: usize, src: *const c_void, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piextEnqueueDeviceGlobalVariableRead(queue: PiQueue, program: PiProgram, name: *const c_char, blocking_read: PiBool, count: usize, offset: usize, dst: *mut c_void, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piPluginGetBackendOption(platform: PiPlatform, frontend_option: *const c_char, backend_option: *mut *const c_char);
            piextEnablePeerAccess(command_device: PiDevice, peer_device: PiDevice);
            piextDisablePeerAccess(command_device: PiDevice, peer_device: PiDevice);
            piextPeerAccessGetInfo(command_device: PiDevice, peer_device: PiDevice, attr: PiPeerAttr, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize);
            piextUSMImport(ptr: *const c_void, size: usize, context: PiContext);
            piextUSMRelease(ptr: *const c_void, context: PiContext);

            piextCommandBufferCreate(context: PiContext, device: PiDevice, desc: *const PiExtCommandBufferDesc, ret_command_buffer: *mut PiExtCommandBuffer);
            piextCommandBufferRetain(command_buffer: PiExtCommandBuffer);
            piextCommandBufferRelease(command_buffer: PiExtCommandBuffer);
            piextCommandBufferFinalize(command_buffer: PiExtCommandBuffer);
            piextCommandBufferNDRangeKernel(command_buffer: PiExtCommandBuffer, kernel: PiKernel, work_dim: u32, global_work_offset: *const usize, global_work_size: *const usize, local_work_size: *const usize, num_sync_points_in_wait_list: u32, sync_point_wait_list: *const PiExtSyncPoint, sync_point: *mut PiExtSyncPoint);
            piextCommandBufferMemcpyUSM(command_buffer: PiExtCommandBuffer, dst_ptr: *mut c_void, src_ptr: *const c_void, size: usize, num_sync_points_in_wait_list: u32, sync_point_wait_list: *const PiExtSyncPoint, sync_point: *mut PiExtSyncPoint);
            piextCommandBufferMemBufferCopy(command_buffer: PiExtCommandBuffer, src_buffer: PiMem, dst_buffer: PiMem, src_offset: usize, dst_offset: usize, size: usize, num_sync_points_in_wait_list: u32, sync_point_wait_list: *const PiExtSyncPoint, sync_point: *mut PiExtSyncPoint);
            piextCommandBufferMemBufferCopyRect(command_buffer: PiExtCommandBuffer, src_buffer: PiMem, dst_buffer: PiMem, src_origin: *const PiBuffRectOffset, dst_origin: *const PiBuffRectOffset, region: *const PiBuffRectRegion, src_row_pitch: usize, src_slice_pitch: usize, dst_row_pitch: usize, dst_slice_pitch: usize, num_sync_points_in_wait_list: u32, sync_point_wait_list: *const PiExtSyncPoint, sync_point: *mut PiExtSyncPoint);
            piextCommandBufferMemBufferWrite(command_buffer: PiExtCommandBuffer, buffer: PiMem, offset: usize, size: usize, ptr: *const c_void, num_sync_points_in_wait_list: u32, sync_point_wait_list: *const PiExtSyncPoint, sync_point: *mut PiExtSyncPoint);
            piextCommandBufferMemBufferWriteRect(command_buffer: PiExtCommandBuffer, buffer: PiMem, buffer_offset: *const PiBuffRectOffset, host_offset: *const PiBuffRectOffset, region: *const PiBuffRectRegion, buffer_row_pitch: usize, buffer_slice_pitch: usize, host_row_pitch: usize, host_slice_pitch: usize, ptr: *const c_void, num_sync_points_in_wait_list: u32, sync_point_wait_list: *const PiExtSyncPoint, sync_point: *mut PiExtSyncPoint);
            piextCommandBufferMemBufferRead(command_buffer: PiExtCommandBuffer, buffer: PiMem, offset: usize, size: usize, dst: *mut c_void, num_sync_points_in_wait_list: u32, sync_point_wait_list: *const PiExtSyncPoint, sync_point: *mut PiExtSyncPoint);
            piextCommandBufferMemBufferReadRect(command_buffer: PiExtCommandBuffer, buffer: PiMem, buffer_offset: *const PiBuffRectOffset, host_offset: *const PiBuffRectOffset, region: *const PiBuffRectRegion, buffer_row_pitch: usize, buffer_slice_pitch: usize, host_row_pitch: usize, host_slice_pitch: usize, ptr: *mut c_void, num_sync_points_in_wait_list: u32, sync_point_wait_list: *const PiExtSyncPoint, sync_point: *mut PiExtSyncPoint);
            piextCommandBufferMemBufferFill(command_buffer: PiExtCommandBuffer, buffer: PiMem, pattern: *const c_void, pattern_size: usize, offset: usize, size: usize, num_sync_points_in_wait_list: u32, sync_point_wait_list: *const PiExtSyncPoint, sync_point: *mut PiExtSyncPoint);
            piextCommandBufferFillUSM(command_buffer: PiExtCommandBuffer, ptr: *mut c_void, pattern: *const c_void, pattern_size: usize, size: usize, num_sync_points_in_wait_list: u32, sync_point_wait_list: *const PiExtSyncPoint, sync_point: *mut PiExtSyncPoint);
            piextCommandBufferPrefetchUSM(command_buffer: PiExtCommandBuffer, ptr: *const c_void, size: usize, flags: PiUsmMigrationFlags, num_sync_points_in_wait_list: u32, sync_point_wait_list: *const PiExtSyncPoint, sync_point: *mut PiExtSyncPoint);
            piextCommandBufferAdviseUSM(command_buffer: PiExtCommandBuffer, ptr: *const c_void, length: usize, advice: PiMemAdvice, num_sync_points_in_wait_list: u32, sync_point_wait_list: *const PiExtSyncPoint, sync_point: *mut PiExtSyncPoint);
            piextEnqueueCommandBuffer(command_buffer: PiExtCommandBuffer, queue: PiQueue, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);

            piextUSMPitchedAlloc(result_ptr: *mut *mut c_void, result_pitch: *mut usize, context: PiContext, device: PiDevice, properties: *mut PiUsmMemProperty, width_in_bytes: usize, height: usize, element_size_bytes: c_uint);

            piextMemUnsampledImageHandleDestroy(context: PiContext, device: PiDevice, handle: PiImageHandle);
            piextMemSampledImageHandleDestroy(context: PiContext, device: PiDevice, handle: PiImageHandle);
            piextBindlessImageSamplerCreate(context: PiContext, sampler_properties: *const PiSamplerProperty, min_mipmap_level_clamp: f32, max_mipmap_level_clamp: f32, max_anisotropy: f32, result_sampler: *mut PiSampler);
            piextMemImageAllocate(context: PiContext, device: PiDevice, image_format: *mut PiImageFormat, image_desc: *mut PiImageDesc, ret_mem: *mut PiImageMemHandle);
            piextMemImageFree(context: PiContext, device: PiDevice, memory_handle: PiImageMemHandle);
            piextMemUnsampledImageCreate(context: PiContext, device: PiDevice, img_mem: PiImageMemHandle, image_format: *mut PiImageFormat, image_desc: *mut PiImageDesc, ret_mem: *mut PiMem, ret_handle: *mut PiImageHandle);
            piextMemSampledImageCreate(context: PiContext, device: PiDevice, img_mem: PiImageMemHandle, image_format: *mut PiImageFormat, image_desc: *mut PiImageDesc, sampler: PiSampler, ret_mem: *mut PiMem, ret_handle: *mut PiImageHandle);
            piextMemImageCopy(queue: PiQueue, dst_ptr: *mut c_void, src_ptr: *mut c_void, image_format: *const PiImageFormat, image_desc: *const PiImageDesc, flags: PiImageCopyFlags, src_offset: *const PiImageOffset, dst_offset: *const PiImageOffset, copy_extent: *const PiImageRegion, host_extent: *const PiImageRegion, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piextMemImageGetInfo(mem_handle: PiImageMemHandle, param_name: PiImageInfo, param_value: *mut c_void, param_value_size_ret: *mut usize);
            piextMemMipmapGetLevel(context: PiContext, device: PiDevice, mip_mem: PiImageMemHandle, level: c_uint, ret_mem: *mut PiImageMemHandle);
            piextMemMipmapFree(context: PiContext, device: PiDevice, memory_handle: PiImageMemHandle);
            piextMemImportOpaqueFD(context: PiContext, device: PiDevice, size: usize, file_descriptor: c_int, ret_handle: *mut PiInteropMemHandle);
            piextMemReleaseInterop(context: PiContext, device: PiDevice, memory_handle: PiInteropMemHandle);
            piextMemMapExternalArray(context: PiContext, device: PiDevice, image_format: *mut PiImageFormat, image_desc: *mut PiImageDesc, mem_handle: PiInteropMemHandle, ret_mem: *mut PiImageMemHandle);
            piextImportExternalSemaphoreOpaqueFD(context: PiContext, device: PiDevice, file_descriptor: c_int, ret_handle: *mut PiInteropSemaphoreHandle);
            piextDestroyExternalSemaphore(context: PiContext, device: PiDevice, sem_handle: PiInteropSemaphoreHandle);
            piextWaitExternalSemaphore(queue: PiQueue, sem_handle: PiInteropSemaphoreHandle, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
            piextSignalExternalSemaphore(queue: PiQueue, sem_handle: PiInteropSemaphoreHandle, num_events_in_wait_list: u32, event_wait_list: *const PiEvent, event: *mut PiEvent);
        }
    };
}
pub(crate) use for_each_entry;

/// One entry of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The C name.
    pub name: &'static str,
    /// Byte offset in [`PiFunctionTable`].
    pub offset: usize,
}

macro_rules! define_table {
    ($($name:ident($($arg:ident: $type:ty),*);)*) => {
        /// `_pi_plugin::FunctionPointers`: one pointer per entry. A plugin of
        /// an older minor version leaves the entries it does not know null.
        #[repr(C)]
        #[derive(Clone)]
        #[allow(non_snake_case, reason = "the C names are the interface")]
        pub struct PiFunctionTable {
            $(
                #[doc = concat!("`", stringify!($name), "`")]
                pub $name: Option<unsafe extern "C" fn($($arg: $type),*) -> PiResult>,
            )*
        }

        impl PiFunctionTable {
            /// A table of null pointers, as a host passes it to `piPluginInit`.
            pub const EMPTY: Self = Self { $($name: None,)* };

            /// The names of the entries that are null.
            pub fn missing(&self) -> impl Iterator<Item = &'static str> {
                [$((stringify!($name), self.$name.is_none())),*]
                    .into_iter()
                    .filter_map(|(name, is_missing)| is_missing.then_some(name))
            }
        }

        /// All entries in table order.
        pub const ENTRIES: &[Entry] = &[$(
            Entry {
                name: stringify!($name),
                offset: std::mem::offset_of!(PiFunctionTable, $name),
            },
        )*];
    };
}
for_each_entry!(define_table);

const _: () = assert!(size_of::<PiFunctionTable>() == 8 * ENTRIES.len());

/// The entry of this C name.
pub fn entry(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.name == name)
}
