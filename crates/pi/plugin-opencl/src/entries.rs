//! The table: one method for each entry of PI that OpenCL can serve. An entry that is not here reports that it is
//! not supported.

use std::ffi::{CStr, c_char, c_void};

use tandem_pi_abi::binary::{PiDeviceBinaryPropertyStruct, PiDeviceBinaryStruct};
use tandem_pi_abi::constants::*;
use tandem_pi_abi::export::{Failure, Pi};
use tandem_pi_abi::types::*;

use crate::answer::Answer;
use crate::command_buffer::{Rectangles, SyncPoints};
use crate::convert::ToCl;
use crate::kernel::Range;
use crate::program::Binaries;
use crate::svm::Kind;
use crate::usm::Dependencies;
use crate::{
    command_buffer, context, device, device_info, event, extensions, kernel, memory, names, platform, program, queue,
    usm,
};

/// The plugin.
pub struct OpenCl;

type Outcome = Result<(), Failure>;

/// Entries that are a call of OpenCL with the same parameters in the same order.
macro_rules! same {
    ($($entry:ident($($argument:ident: $type:ty),*) => $function:ident;)*) => {$(
        unsafe fn $entry($($argument: $type),*) -> Outcome {
            // SAFETY: the contract of the entry is that of OpenCL's function.
            unsafe { call!($function($($argument.cl()),*)) }
        }
    )*};
}

/// Entries of a queue and a symbol of a program that are a call of an extension's function with the same parameters in
/// the same order.
macro_rules! same_by_extension {
    ($($entry:ident($($argument:ident: $type:ty),*) => $function:ident;)*) => {$(
        unsafe fn $entry(queue: PiQueue, program: PiProgram, name: *const c_char, $($argument: $type),*) -> Outcome {
            // SAFETY: the contract of the entry is that of the extension's function.
            unsafe {
                let name = names::of_c_symbol(CStr::from_ptr(name));
                let (program, name) = (program.cl(), name.as_ptr());
                call_extension!(extensions::of_queue(queue)?, $function(queue.cl(), program, name, $($argument.cl()),*))
            }
        }
    )*};
}

/// Entries that store the address of OpenCL's object, and such as take one.
macro_rules! native_handles {
    ($($get:ident($object:ident: $type:ty) -> $handle:ident;)*) => {$(
        unsafe fn $get($object: $type, $handle: *mut PiNativeHandle) -> Outcome {
            // SAFETY: the place is valid.
            unsafe { $handle.write($object.as_ptr() as usize) };
            Ok(())
        }
    )*};
}

/// A reference to an OpenCL object that the program has made: the plugin takes its own, unless it is given one.
macro_rules! adopt {
    ($retain:ident, $type:ident, $native:expr, $is_given:expr, $out:expr) => {{
        let object = $native as *mut c_void;
        if !$is_given {
            // SAFETY: a live object of this kind.
            unsafe { call!($retain(object))? };
        }
        // SAFETY: the place is valid.
        unsafe { $out.write($type::from_ptr(object)) };
        Ok(())
    }};
}

#[allow(clippy::too_many_arguments, reason = "the parameters of PI")]
impl Pi for OpenCl {
    const REVISION: u32 = 1;

    same! {
        piDevicePartition(device: PiDevice, properties: *const isize, capacity: u32, devices: *mut PiDevice, count: *mut u32) => clCreateSubDevices;
        piDeviceRetain(device: PiDevice) => clRetainDevice;
        piDeviceRelease(device: PiDevice) => clReleaseDevice;
        piGetDeviceAndHostTimer(device: PiDevice, device_time: *mut u64, host_time: *mut u64) => clGetDeviceAndHostTimer;

        piContextRetain(context: PiContext) => clRetainContext;
        piContextRelease(context: PiContext) => clReleaseContext;

        piQueueRetain(queue: PiQueue) => clRetainCommandQueue;
        piQueueFinish(queue: PiQueue) => clFinish;
        piQueueFlush(queue: PiQueue) => clFlush;

        piMemRetain(mem: PiMem) => clRetainMemObject;
        piMemRelease(mem: PiMem) => clReleaseMemObject;
        piMemGetInfo(mem: PiMem, param: PiMemInfo, size: usize, value: *mut c_void, size_ret: *mut usize) => clGetMemObjectInfo;
        piMemImageGetInfo(image: PiMem, param: PiImageInfo, size: usize, value: *mut c_void, size_ret: *mut usize) => clGetImageInfo;
        piSamplerRetain(sampler: PiSampler) => clRetainSampler;
        piSamplerRelease(sampler: PiSampler) => clReleaseSampler;
        piSamplerGetInfo(sampler: PiSampler, param: PiSamplerInfo, size: usize, value: *mut c_void, size_ret: *mut usize) => clGetSamplerInfo;

        piProgramRetain(program: PiProgram) => clRetainProgram;
        piProgramRelease(program: PiProgram) => clReleaseProgram;
        piProgramGetBuildInfo(program: PiProgram, device: PiDevice, param: PiProgramBuildInfo, size: usize, value: *mut c_void, size_ret: *mut usize) => clGetProgramBuildInfo;
        piextProgramSetSpecializationConstant(program: PiProgram, id: u32, size: usize, value: *const c_void) => clSetProgramSpecializationConstant;

        piKernelRetain(kernel: PiKernel) => clRetainKernel;
        piKernelRelease(kernel: PiKernel) => clReleaseKernel;

        piEventRetain(event: PiEvent) => clRetainEvent;
        piEventRelease(event: PiEvent) => clReleaseEvent;
        piEventGetProfilingInfo(event: PiEvent, param: PiProfilingInfo, size: usize, value: *mut c_void, size_ret: *mut usize) => clGetEventProfilingInfo;
        piEventsWait(count: u32, events: *const PiEvent) => clWaitForEvents;
        piEventSetStatus(event: PiEvent, status: i32) => clSetUserEventStatus;

        piEnqueueEventsWait(queue: PiQueue, count: u32, list: *const PiEvent, event: *mut PiEvent) => clEnqueueMarkerWithWaitList;
        piEnqueueEventsWaitWithBarrier(queue: PiQueue, count: u32, list: *const PiEvent, event: *mut PiEvent) => clEnqueueBarrierWithWaitList;
        piEnqueueMemBufferRead(queue: PiQueue, buffer: PiMem, blocking: PiBool, offset: usize, size: usize, ptr: *mut c_void, count: u32, list: *const PiEvent, event: *mut PiEvent) => clEnqueueReadBuffer;
        piEnqueueMemBufferReadRect(queue: PiQueue, buffer: PiMem, blocking: PiBool, offset: *const PiBuffRectOffset, host_offset: *const PiBuffRectOffset, region: *const PiBuffRectRegion, row_pitch: usize, slice_pitch: usize, host_row_pitch: usize, host_slice_pitch: usize, ptr: *mut c_void, count: u32, list: *const PiEvent, event: *mut PiEvent) => clEnqueueReadBufferRect;
        piEnqueueMemBufferWrite(queue: PiQueue, buffer: PiMem, blocking: PiBool, offset: usize, size: usize, ptr: *const c_void, count: u32, list: *const PiEvent, event: *mut PiEvent) => clEnqueueWriteBuffer;
        piEnqueueMemBufferWriteRect(queue: PiQueue, buffer: PiMem, blocking: PiBool, offset: *const PiBuffRectOffset, host_offset: *const PiBuffRectOffset, region: *const PiBuffRectRegion, row_pitch: usize, slice_pitch: usize, host_row_pitch: usize, host_slice_pitch: usize, ptr: *const c_void, count: u32, list: *const PiEvent, event: *mut PiEvent) => clEnqueueWriteBufferRect;
        piEnqueueMemBufferCopy(queue: PiQueue, from: PiMem, to: PiMem, from_offset: usize, to_offset: usize, size: usize, count: u32, list: *const PiEvent, event: *mut PiEvent) => clEnqueueCopyBuffer;
        piEnqueueMemBufferCopyRect(queue: PiQueue, from: PiMem, to: PiMem, from_origin: *const PiBuffRectOffset, to_origin: *const PiBuffRectOffset, region: *const PiBuffRectRegion, from_row_pitch: usize, from_slice_pitch: usize, to_row_pitch: usize, to_slice_pitch: usize, count: u32, list: *const PiEvent, event: *mut PiEvent) => clEnqueueCopyBufferRect;
        piEnqueueMemBufferFill(queue: PiQueue, buffer: PiMem, pattern: *const c_void, pattern_size: usize, offset: usize, size: usize, count: u32, list: *const PiEvent, event: *mut PiEvent) => clEnqueueFillBuffer;
        piEnqueueMemImageRead(queue: PiQueue, image: PiMem, blocking: PiBool, origin: *const PiImageOffset, region: *const PiImageRegion, row_pitch: usize, slice_pitch: usize, ptr: *mut c_void, count: u32, list: *const PiEvent, event: *mut PiEvent) => clEnqueueReadImage;
        piEnqueueMemImageWrite(queue: PiQueue, image: PiMem, blocking: PiBool, origin: *const PiImageOffset, region: *const PiImageRegion, row_pitch: usize, slice_pitch: usize, ptr: *const c_void, count: u32, list: *const PiEvent, event: *mut PiEvent) => clEnqueueWriteImage;
        piEnqueueMemImageCopy(queue: PiQueue, from: PiMem, to: PiMem, from_origin: *const PiImageOffset, to_origin: *const PiImageOffset, region: *const PiImageRegion, count: u32, list: *const PiEvent, event: *mut PiEvent) => clEnqueueCopyImage;
        piEnqueueMemImageFill(queue: PiQueue, image: PiMem, color: *const c_void, origin: *const usize, region: *const usize, count: u32, list: *const PiEvent, event: *mut PiEvent) => clEnqueueFillImage;
        piEnqueueMemUnmap(queue: PiQueue, mem: PiMem, mapped: *mut c_void, count: u32, list: *const PiEvent, event: *mut PiEvent) => clEnqueueUnmapMemObject;
    }

    same_by_extension! {
        piextEnqueueReadHostPipe(blocking: PiBool, packet: *mut c_void, size: usize, count: u32, list: *const PiEvent, event: *mut PiEvent) => clEnqueueReadHostPipeINTEL;
        piextEnqueueWriteHostPipe(blocking: PiBool, packet: *mut c_void, size: usize, count: u32, list: *const PiEvent, event: *mut PiEvent) => clEnqueueWriteHostPipeINTEL;
        piextEnqueueDeviceGlobalVariableWrite(blocking: PiBool, size: usize, offset: usize, from: *const c_void, count: u32, list: *const PiEvent, event: *mut PiEvent) => clEnqueueWriteGlobalVariableINTEL;
        piextEnqueueDeviceGlobalVariableRead(blocking: PiBool, size: usize, offset: usize, to: *mut c_void, count: u32, list: *const PiEvent, event: *mut PiEvent) => clEnqueueReadGlobalVariableINTEL;
    }

    native_handles! {
        piextPlatformGetNativeHandle(platform: PiPlatform) -> handle;
        piextDeviceGetNativeHandle(device: PiDevice) -> handle;
        piextContextGetNativeHandle(context: PiContext) -> handle;
        piextProgramGetNativeHandle(program: PiProgram) -> handle;
        piextKernelGetNativeHandle(kernel: PiKernel) -> handle;
        piextEventGetNativeHandle(event: PiEvent) -> handle;
    }

    unsafe fn piPlatformsGet(capacity: u32, platforms: *mut PiPlatform, count: *mut u32) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { platform::list(capacity, platforms, count) }
    }

    unsafe fn piPlatformGetInfo(
        platform: PiPlatform,
        param: PiPlatformInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        platform::info(platform, param, unsafe { Answer::new(size, value, size_ret) })
    }

    unsafe fn piextPlatformCreateWithNativeHandle(native: PiNativeHandle, platform: *mut PiPlatform) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { platform.write(PiPlatform::from_ptr(native as *mut c_void)) };
        Ok(())
    }

    unsafe fn piDevicesGet(
        platform: PiPlatform,
        types: PiDeviceType,
        capacity: u32,
        devices: *mut PiDevice,
        count: *mut u32,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { device::list(platform, types, capacity, devices, count) }
    }

    unsafe fn piDeviceGetInfo(
        device: PiDevice,
        param: PiDeviceInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        device_info::info(device, param, unsafe { Answer::new(size, value, size_ret) })
    }

    unsafe fn piextDeviceSelectBinary(
        device: PiDevice,
        images: *mut *mut PiDeviceBinaryStruct,
        count: u32,
        selected: *mut u32,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { device::select_binary(device, images, count, selected) }
    }

    unsafe fn piextGetDeviceFunctionPointer(
        device: PiDevice,
        program: PiProgram,
        name: *const c_char,
        pointer: *mut u64,
    ) -> Outcome {
        let extensions = extensions::of_device(device)?;
        // SAFETY: the contract of the entry.
        unsafe {
            let name = names::of_c_symbol(CStr::from_ptr(name));
            let name = name.as_ptr();
            call_extension!(extensions, clGetDeviceFunctionPointerINTEL(device.cl(), program.cl(), name, pointer))
        }
    }

    unsafe fn piextGetGlobalVariablePointer(
        device: PiDevice,
        program: PiProgram,
        name: *const c_char,
        size: *mut usize,
        pointer: *mut *mut c_void,
    ) -> Outcome {
        let extensions = extensions::of_device(device)?;
        // SAFETY: the contract of the entry.
        unsafe {
            let name = names::of_c_symbol(CStr::from_ptr(name));
            let name = name.as_ptr();
            call_extension!(
                extensions,
                clGetDeviceGlobalVariablePointerINTEL(device.cl(), program.cl(), name, size, pointer)
            )
        }
    }

    unsafe fn piextDeviceCreateWithNativeHandle(
        native: PiNativeHandle,
        _platform: PiPlatform,
        device: *mut PiDevice,
    ) -> Outcome {
        adopt!(clRetainDevice, PiDevice, native, false, device)
    }

    unsafe fn piContextCreate(
        _properties: *const PiContextProperty,
        count: u32,
        devices: *const PiDevice,
        notify: PiContextNotify,
        user_data: *mut c_void,
        context: *mut PiContext,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { context::create(count, devices, notify, user_data, context) }
    }

    unsafe fn piContextGetInfo(
        context: PiContext,
        param: PiContextInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        context::info(context, param, unsafe { Answer::new(size, value, size_ret) })
    }

    unsafe fn piextContextSetExtendedDeleter(
        context: PiContext,
        function: PiContextExtendedDeleter,
        user_data: *mut c_void,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { context::set_deleter(context, function, user_data) }
    }

    unsafe fn piextContextCreateWithNativeHandle(
        native: PiNativeHandle,
        _count: u32,
        _devices: *const PiDevice,
        is_given: bool,
        context: *mut PiContext,
    ) -> Outcome {
        adopt!(clRetainContext, PiContext, native, is_given, context)
    }

    unsafe fn piQueueCreate(
        context: PiContext,
        device: PiDevice,
        properties: PiQueueFlags,
        queue: *mut PiQueue,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { queue::create(context, device, properties, queue) }
    }

    unsafe fn piQueueRelease(queue: PiQueue) -> Outcome {
        queue::release(queue)
    }

    unsafe fn piextQueueCreate(
        context: PiContext,
        device: PiDevice,
        properties: *mut PiQueueProperty,
        queue: *mut PiQueue,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { queue::create_with(context, device, properties, queue) }
    }

    unsafe fn piQueueGetInfo(
        queue: PiQueue,
        param: PiQueueInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        queue::info(queue, param, unsafe { Answer::new(size, value, size_ret) })
    }

    unsafe fn piextQueueGetNativeHandle(queue: PiQueue, handle: *mut PiNativeHandle, kind: *mut i32) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe {
            handle.write(queue.as_ptr() as usize);
            if !kind.is_null() {
                kind.write(0);
            }
        }
        Ok(())
    }

    unsafe fn piextQueueCreateWithNativeHandle(
        native: PiNativeHandle,
        _kind: i32,
        _context: PiContext,
        _device: PiDevice,
        is_given: bool,
        _properties: *mut PiQueueProperty,
        queue: *mut PiQueue,
    ) -> Outcome {
        adopt!(clRetainCommandQueue, PiQueue, native, is_given, queue)
    }

    unsafe fn piMemBufferCreate(
        context: PiContext,
        flags: PiMemFlags,
        size: usize,
        host_ptr: *mut c_void,
        mem: *mut PiMem,
        _properties: *const PiMemProperty,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { memory::create_buffer(context, flags, size, host_ptr, mem) }
    }

    unsafe fn piMemBufferPartition(
        buffer: PiMem,
        flags: PiMemFlags,
        kind: PiBufferCreateType,
        region: *mut c_void,
        mem: *mut PiMem,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { memory::create_sub_buffer(buffer, flags, kind, region, mem) }
    }

    unsafe fn piMemImageCreate(
        context: PiContext,
        flags: PiMemFlags,
        format: *const PiImageFormat,
        desc: *const PiImageDesc,
        host_ptr: *mut c_void,
        image: *mut PiMem,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { memory::create_image(context, flags, format, desc, host_ptr, image) }
    }

    unsafe fn piextMemGetNativeHandle(mem: PiMem, _device: PiDevice, handle: *mut PiNativeHandle) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { handle.write(mem.as_ptr() as usize) };
        Ok(())
    }

    unsafe fn piextMemCreateWithNativeHandle(
        native: PiNativeHandle,
        _context: PiContext,
        is_given: bool,
        mem: *mut PiMem,
    ) -> Outcome {
        adopt!(clRetainMemObject, PiMem, native, is_given, mem)
    }

    unsafe fn piextMemImageCreateWithNativeHandle(
        native: PiNativeHandle,
        _context: PiContext,
        is_given: bool,
        _format: *const PiImageFormat,
        desc: *const PiImageDesc,
        image: *mut PiMem,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { memory::check_image(PiMem::from_ptr(native as *mut c_void), desc)? };
        adopt!(clRetainMemObject, PiMem, native, is_given, image)
    }

    unsafe fn piSamplerCreate(
        context: PiContext,
        properties: *const PiSamplerProperty,
        sampler: *mut PiSampler,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { memory::create_sampler(context, properties, sampler) }
    }

    unsafe fn piProgramCreate(
        context: PiContext,
        il: *const c_void,
        length: usize,
        program: *mut PiProgram,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { program::create(context, il, length, program) }
    }

    unsafe fn piProgramCreateWithBinary(
        context: PiContext,
        count: u32,
        devices: *const PiDevice,
        lengths: *const usize,
        bytes: *mut *const u8,
        _metadata_count: usize,
        _metadata: *const *mut PiDeviceBinaryPropertyStruct,
        status: *mut i32,
        program: *mut PiProgram,
    ) -> Outcome {
        let binaries = Binaries { count, devices, lengths, bytes, status };
        // SAFETY: the contract of the entry.
        unsafe { program::create_with_binary(context, &binaries, program) }
    }

    unsafe fn piProgramCompile(
        program: PiProgram,
        count: u32,
        devices: *const PiDevice,
        options: *const c_char,
        header_count: u32,
        headers: *const PiProgram,
        names: *mut *const c_char,
        notify: PiProgramNotify,
        user_data: *mut c_void,
    ) -> Outcome {
        let notify = program::notify(notify);
        // SAFETY: the contract of the entry is that of OpenCL's function.
        unsafe {
            call!(clCompileProgram(
                program.cl(),
                count,
                devices.cl(),
                options,
                header_count,
                headers.cl(),
                names,
                notify,
                user_data
            ))
        }
    }

    unsafe fn piProgramBuild(
        program: PiProgram,
        count: u32,
        devices: *const PiDevice,
        options: *const c_char,
        notify: PiProgramNotify,
        user_data: *mut c_void,
    ) -> Outcome {
        let notify = program::notify(notify);
        // SAFETY: the contract of the entry is that of OpenCL's function.
        unsafe { call!(clBuildProgram(program.cl(), count, devices.cl(), options, notify, user_data)) }
    }

    unsafe fn piProgramLink(
        context: PiContext,
        count: u32,
        devices: *const PiDevice,
        options: *const c_char,
        input_count: u32,
        inputs: *const PiProgram,
        notify: PiProgramNotify,
        user_data: *mut c_void,
        program: *mut PiProgram,
    ) -> Outcome {
        let (devices, inputs) = ((count, devices), (input_count, inputs));
        // SAFETY: the contract of the entry.
        unsafe { program::link(context, devices, options, inputs, (notify, user_data), program) }
    }

    unsafe fn piProgramGetInfo(
        program: PiProgram,
        param: PiProgramInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        program::info(program, param, unsafe { Answer::new(size, value, size_ret) })
    }

    unsafe fn piextProgramCreateWithNativeHandle(
        native: PiNativeHandle,
        _context: PiContext,
        is_given: bool,
        program: *mut PiProgram,
    ) -> Outcome {
        adopt!(clRetainProgram, PiProgram, native, is_given, program)
    }

    unsafe fn piKernelCreate(program: PiProgram, name: *const c_char, kernel: *mut PiKernel) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { kernel::create(program, name, kernel) }
    }

    unsafe fn piKernelSetArg(kernel: PiKernel, index: u32, size: usize, value: *const c_void) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { kernel::set_argument(kernel, index, size, value) }
    }

    unsafe fn piKernelGetInfo(
        kernel: PiKernel,
        param: PiKernelInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        kernel::info(kernel, param, unsafe { Answer::new(size, value, size_ret) })
    }

    unsafe fn piextKernelSetArgPointer(kernel: PiKernel, index: u32, _size: usize, value: *const c_void) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { kernel::set_pointer(kernel, index, value) }
    }

    unsafe fn piextKernelSetArgMemObj(
        kernel: PiKernel,
        index: u32,
        _properties: *const PiMemObjProperty,
        value: *const PiMem,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { kernel::set_object(kernel, index, value) }
    }

    unsafe fn piextKernelSetArgSampler(kernel: PiKernel, index: u32, value: *const PiSampler) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { kernel::set_object(kernel, index, value) }
    }

    unsafe fn piKernelSetExecInfo(
        kernel: PiKernel,
        param: PiKernelExecInfo,
        size: usize,
        value: *const c_void,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { kernel::set_exec_info(kernel, param, size, value) }
    }

    unsafe fn piKernelGetGroupInfo(
        kernel: PiKernel,
        device: PiDevice,
        param: PiKernelGroupInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        kernel::group_info(kernel, device, param, unsafe { Answer::new(size, value, size_ret) })
    }

    unsafe fn piKernelGetSubGroupInfo(
        kernel: PiKernel,
        device: PiDevice,
        param: PiKernelSubGroupInfo,
        input_size: usize,
        input: *const c_void,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe {
            let answer = Answer::new(size, value, size_ret);
            kernel::sub_group_info(kernel, device, param, (input_size, input), answer)
        }
    }

    unsafe fn piextKernelCreateWithNativeHandle(
        native: PiNativeHandle,
        _context: PiContext,
        _program: PiProgram,
        is_given: bool,
        kernel: *mut PiKernel,
    ) -> Outcome {
        adopt!(clRetainKernel, PiKernel, native, is_given, kernel)
    }

    unsafe fn piEventCreate(context: PiContext, event: *mut PiEvent) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { event::create(context, event) }
    }

    unsafe fn piEventGetInfo(
        event: PiEvent,
        param: PiEventInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        event::info(event, param, unsafe { Answer::new(size, value, size_ret) })
    }

    unsafe fn piEventSetCallback(
        event: PiEvent,
        status: i32,
        function: PiEventNotify,
        user_data: *mut c_void,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { event::set_callback(event, status, function, user_data) }
    }

    unsafe fn piextEventCreateWithNativeHandle(
        native: PiNativeHandle,
        _context: PiContext,
        is_given: bool,
        event: *mut PiEvent,
    ) -> Outcome {
        adopt!(clRetainEvent, PiEvent, native, is_given, event)
    }

    unsafe fn piEnqueueKernelLaunch(
        queue: PiQueue,
        kernel: PiKernel,
        dimensions: u32,
        offset: *const usize,
        global: *const usize,
        local: *const usize,
        count: u32,
        events: *const PiEvent,
        event: *mut PiEvent,
    ) -> Outcome {
        let range = Range { dimensions, offset, global, local };
        // SAFETY: the contract of the entry.
        unsafe { kernel::launch(queue, kernel, &range, Dependencies { count, events, event }) }
    }

    unsafe fn piEnqueueMemBufferMap(
        queue: PiQueue,
        buffer: PiMem,
        blocking: PiBool,
        flags: PiMapFlags,
        offset: usize,
        size: usize,
        count: u32,
        list: *const PiEvent,
        event: *mut PiEvent,
        mapped: *mut *mut c_void,
    ) -> Outcome {
        // SAFETY: the contract of the entry is that of OpenCL's function.
        unsafe {
            let address = create!(clEnqueueMapBuffer(
                queue.cl(),
                buffer.cl(),
                blocking,
                flags.cl(),
                offset,
                size,
                count,
                list.cl(),
                event.cl()
            ))?;
            mapped.write(address);
        }
        Ok(())
    }

    unsafe fn piextUSMHostAlloc(
        result: *mut *mut c_void,
        context: PiContext,
        properties: *mut PiUsmMemProperty,
        size: usize,
        alignment: u32,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { usm::allocate(Kind::Host, context, properties, (size, alignment), result) }
    }

    unsafe fn piextUSMDeviceAlloc(
        result: *mut *mut c_void,
        context: PiContext,
        device: PiDevice,
        properties: *mut PiUsmMemProperty,
        size: usize,
        alignment: u32,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { usm::allocate(Kind::Device(device), context, properties, (size, alignment), result) }
    }

    unsafe fn piextUSMSharedAlloc(
        result: *mut *mut c_void,
        context: PiContext,
        device: PiDevice,
        properties: *mut PiUsmMemProperty,
        size: usize,
        alignment: u32,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { usm::allocate(Kind::Shared(device), context, properties, (size, alignment), result) }
    }

    unsafe fn piextUSMFree(context: PiContext, ptr: *mut c_void) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { usm::free(context, ptr) }
    }

    unsafe fn piextUSMEnqueueMemset(
        queue: PiQueue,
        ptr: *mut c_void,
        value: i32,
        size: usize,
        count: u32,
        events: *const PiEvent,
        event: *mut PiEvent,
    ) -> Outcome {
        let dependencies = Dependencies { count, events, event };
        // SAFETY: the contract of the entry.
        unsafe { usm::fill(queue, ptr, &[value as u8], size, dependencies) }
    }

    unsafe fn piextUSMEnqueueMemcpy(
        queue: PiQueue,
        blocking: PiBool,
        to: *mut c_void,
        from: *const c_void,
        size: usize,
        count: u32,
        events: *const PiEvent,
        event: *mut PiEvent,
    ) -> Outcome {
        let dependencies = Dependencies { count, events, event };
        // SAFETY: the contract of the entry.
        unsafe { usm::copy(queue, blocking, (to, from, size), dependencies) }
    }

    unsafe fn piextUSMEnqueuePrefetch(
        queue: PiQueue,
        ptr: *const c_void,
        size: usize,
        _flags: PiUsmMigrationFlags,
        count: u32,
        events: *const PiEvent,
        event: *mut PiEvent,
    ) -> Outcome {
        let dependencies = Dependencies { count, events, event };
        // SAFETY: the contract of the entry.
        unsafe { usm::prefetch(queue, ptr, size, dependencies) }
    }

    /// Advice has the meanings of PI, which OpenCL leaves to vendors: the command exists, the hint is lost.
    unsafe fn piextUSMEnqueueMemAdvise(
        queue: PiQueue,
        _ptr: *const c_void,
        _length: usize,
        _advice: PiMemAdvice,
        event: *mut PiEvent,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { call!(clEnqueueMarkerWithWaitList(queue.cl(), 0, std::ptr::null(), event.cl())) }
    }

    unsafe fn piextUSMGetMemAllocInfo(
        context: PiContext,
        ptr: *const c_void,
        param: PiMemAllocInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        usm::info(context, ptr, param, unsafe { Answer::new(size, value, size_ret) })
    }

    unsafe fn piextCommandBufferCreate(
        context: PiContext,
        device: PiDevice,
        _description: *const PiExtCommandBufferDesc,
        buffer: *mut PiExtCommandBuffer,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { command_buffer::create(context, device, buffer) }
    }

    unsafe fn piextCommandBufferRetain(buffer: PiExtCommandBuffer) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { command_buffer::retain(buffer) }
    }

    unsafe fn piextCommandBufferRelease(buffer: PiExtCommandBuffer) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { command_buffer::release(buffer) }
    }

    unsafe fn piextCommandBufferFinalize(buffer: PiExtCommandBuffer) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { command_buffer::finalize(buffer) }
    }

    unsafe fn piextCommandBufferNDRangeKernel(
        buffer: PiExtCommandBuffer,
        kernel: PiKernel,
        dimensions: u32,
        offset: *const usize,
        global: *const usize,
        local: *const usize,
        count: u32,
        list: *const PiExtSyncPoint,
        point: *mut PiExtSyncPoint,
    ) -> Outcome {
        let range = Range { dimensions, offset, global, local };
        // SAFETY: the contract of the entry.
        unsafe { command_buffer::launch(buffer, kernel, &range, SyncPoints { count, list, point }) }
    }

    unsafe fn piextCommandBufferMemBufferCopy(
        buffer: PiExtCommandBuffer,
        from: PiMem,
        to: PiMem,
        from_offset: usize,
        to_offset: usize,
        size: usize,
        count: u32,
        list: *const PiExtSyncPoint,
        point: *mut PiExtSyncPoint,
    ) -> Outcome {
        let range = [from_offset, to_offset, size];
        // SAFETY: the contract of the entry.
        unsafe { command_buffer::copy_buffer(buffer, [from, to], range, SyncPoints { count, list, point }) }
    }

    unsafe fn piextCommandBufferMemBufferCopyRect(
        buffer: PiExtCommandBuffer,
        from: PiMem,
        to: PiMem,
        from_origin: *const PiBuffRectOffset,
        to_origin: *const PiBuffRectOffset,
        region: *const PiBuffRectRegion,
        from_row_pitch: usize,
        from_slice_pitch: usize,
        to_row_pitch: usize,
        to_slice_pitch: usize,
        count: u32,
        list: *const PiExtSyncPoint,
        point: *mut PiExtSyncPoint,
    ) -> Outcome {
        let (from_pitches, to_pitches) = ([from_row_pitch, from_slice_pitch], [to_row_pitch, to_slice_pitch]);
        let rectangles = Rectangles { origins: [from_origin, to_origin], region, from_pitches, to_pitches };
        // SAFETY: the contract of the entry.
        unsafe { command_buffer::copy_rectangle(buffer, [from, to], &rectangles, SyncPoints { count, list, point }) }
    }

    unsafe fn piextCommandBufferMemBufferFill(
        buffer: PiExtCommandBuffer,
        mem: PiMem,
        pattern: *const c_void,
        pattern_size: usize,
        offset: usize,
        size: usize,
        count: u32,
        list: *const PiExtSyncPoint,
        point: *mut PiExtSyncPoint,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe {
            let pattern = std::slice::from_raw_parts(pattern.cast(), pattern_size);
            command_buffer::fill_buffer(buffer, mem, pattern, [offset, size], SyncPoints { count, list, point })
        }
    }

    unsafe fn piextCommandBufferMemcpyUSM(
        buffer: PiExtCommandBuffer,
        to: *mut c_void,
        from: *const c_void,
        size: usize,
        count: u32,
        list: *const PiExtSyncPoint,
        point: *mut PiExtSyncPoint,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { command_buffer::copy_usm(buffer, (to, from, size), SyncPoints { count, list, point }) }
    }

    unsafe fn piextCommandBufferFillUSM(
        buffer: PiExtCommandBuffer,
        memory: *mut c_void,
        pattern: *const c_void,
        pattern_size: usize,
        size: usize,
        count: u32,
        list: *const PiExtSyncPoint,
        point: *mut PiExtSyncPoint,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe {
            let pattern = std::slice::from_raw_parts(pattern.cast(), pattern_size);
            command_buffer::fill_usm(buffer, memory, pattern, size, SyncPoints { count, list, point })
        }
    }

    unsafe fn piextCommandBufferPrefetchUSM(
        buffer: PiExtCommandBuffer,
        _memory: *const c_void,
        _size: usize,
        _flags: PiUsmMigrationFlags,
        count: u32,
        list: *const PiExtSyncPoint,
        point: *mut PiExtSyncPoint,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { command_buffer::hint(buffer, SyncPoints { count, list, point }) }
    }

    unsafe fn piextCommandBufferAdviseUSM(
        buffer: PiExtCommandBuffer,
        _memory: *const c_void,
        _length: usize,
        _advice: PiMemAdvice,
        count: u32,
        list: *const PiExtSyncPoint,
        point: *mut PiExtSyncPoint,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { command_buffer::hint(buffer, SyncPoints { count, list, point }) }
    }

    unsafe fn piextEnqueueCommandBuffer(
        buffer: PiExtCommandBuffer,
        queue: PiQueue,
        count: u32,
        events: *const PiEvent,
        event: *mut PiEvent,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { command_buffer::enqueue(buffer, queue, Dependencies { count, events, event }) }
    }

    unsafe fn piPluginGetBackendOption(
        _platform: PiPlatform,
        option: *const c_char,
        backend_option: *mut *const c_char,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { program::backend_option(option, backend_option) }
    }

    unsafe fn piextPeerAccessGetInfo(
        _device: PiDevice,
        _peer: PiDevice,
        _attribute: PiPeerAttr,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> Outcome {
        // SAFETY: the contract of the entry.
        unsafe { Answer::new(size, value, size_ret) }.bool(false)
    }

    unsafe fn piTearDown(_parameter: *mut c_void) -> Outcome {
        queue::release_all();
        Ok(())
    }
}
