//! The mock's PI entries.

use std::collections::VecDeque;
use std::ffi::{CStr, c_char, c_void};
use std::time::Duration;

use tandem_runtime::pi::export::{Failure, Pi};
use tandem_runtime::pi::*;

use super::clock;
use super::engine::{Action, Arg, Callback, Id, Kernel, Mem, Program, Queue, State, Transfer, state, wait_until};
use super::pixels::{OtherRows, Rows};

/// The plugin.
pub struct Mock;

type Outcome = Result<(), Failure>;

const PLATFORMS: [(Id, &str, PiPlatformBackend); 2] =
    [(1, "mock host", PI_EXT_PLATFORM_BACKEND_NATIVE_CPU), (2, "mock remote", PI_EXT_PLATFORM_BACKEND_CUDA)];
/// The platform of the GPUs, which their plugin lists.
pub const REMOTE: Id = PLATFORMS[1].0;
const CPU: Id = 3;
const GPU: Id = 4;
/// GPUs after the first one; the first of them is its peer.
const OTHER_GPUS: [Id; 2] = [5, 6];
/// The one without a peer.
pub const THIRD_GPU: Id = OTHER_GPUS[1];

/// The number in a handle.
macro_rules! id {
    ($handle:expr) => {
        $handle.as_ptr() as Id
    };
}

/// Writes a result.
///
/// # Safety
/// `out` is null or valid.
unsafe fn put<T>(out: *mut T, value: T) {
    if !out.is_null() {
        // SAFETY: the caller's duty.
        unsafe { out.write(value) };
    }
}

/// Lists a single platform.
///
/// # Safety
/// `out` is valid for `capacity` platforms, `count` null or valid.
pub unsafe fn one_platform(id: Id, capacity: u32, out: *mut PiPlatform, count: *mut u32) {
    // SAFETY: the caller's duty.
    unsafe {
        if capacity != 0 {
            out.write(PiPlatform::from_ptr(id as *mut c_void));
        }
        put(count, 1);
    }
}

/// Answers a query.
///
/// # Safety
/// `value` is null or valid for `size` bytes.
unsafe fn answer(bytes: &[u8], size: usize, value: *mut c_void, size_ret: *mut usize) -> Outcome {
    // SAFETY: the caller's duty.
    unsafe {
        if !value.is_null() {
            if size < bytes.len() {
                return Err(PI_ERROR_INVALID_VALUE.into());
            }
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), value.cast(), bytes.len());
        }
        put(size_ret, bytes.len());
    }
    Ok(())
}

/// The identifiers in a wait list.
///
/// # Safety
/// `list` is valid for `count` events.
unsafe fn ids(count: u32, list: *const PiEvent) -> Vec<Id> {
    if count == 0 {
        return Vec::new();
    }
    // SAFETY: the caller's duty.
    unsafe { std::slice::from_raw_parts(list, count as usize) }.iter().map(|event| id!(event)).collect()
}

/// Enqueues and hands out the event, or drops it.
///
/// # Safety
/// The wait list and `event` are as PI describes.
unsafe fn enqueue(
    mut state: impl std::ops::DerefMut<Target = State>,
    queue: PiQueue,
    (count, list): (u32, *const PiEvent),
    event: *mut PiEvent,
    mems: Vec<Id>,
    action: Action,
) -> Outcome {
    // SAFETY: the caller's duty.
    let wait = unsafe { ids(count, list) };
    let created = state.enqueue(id!(queue), wait, mems, action)?;
    if event.is_null() {
        return state.release(created);
    }
    // SAFETY: not null.
    unsafe { event.write(PiEvent::from_ptr(created as *mut c_void)) };
    Ok(())
}

macro_rules! counted {
    ($($retain:ident, $release:ident: $type:ty;)*) => {$(
        unsafe fn $retain(object: $type) -> Outcome {
            state().retain(id!(object))
        }
        unsafe fn $release(object: $type) -> Outcome {
            state().release(id!(object))
        }
    )*};
}

#[allow(clippy::too_many_arguments, clippy::undocumented_unsafe_blocks, reason = "pointers are PI's business here")]
impl Pi for Mock {
    const REVISION: u32 = 1;

    counted! {
        piContextRetain, piContextRelease: PiContext;
        piQueueRetain, piQueueRelease: PiQueue;
        piMemRetain, piMemRelease: PiMem;
        piProgramRetain, piProgramRelease: PiProgram;
        piKernelRetain, piKernelRelease: PiKernel;
        piEventRetain, piEventRelease: PiEvent;
        piextCommandBufferRetain, piextCommandBufferRelease: PiExtCommandBuffer;
    }

    unsafe fn piTearDown(_parameter: *mut c_void) -> Outcome {
        state().torn_down += 1;
        Ok(())
    }

    unsafe fn piPlatformsGet(capacity: u32, out: *mut PiPlatform, count: *mut u32) -> Outcome {
        unsafe { one_platform(PLATFORMS[0].0, capacity, out, count) };
        Ok(())
    }

    unsafe fn piPlatformGetInfo(
        platform: PiPlatform,
        param: PiPlatformInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> Outcome {
        let (_, name, backend) = PLATFORMS[id!(platform) - 1];
        match param {
            PI_EXT_PLATFORM_INFO_BACKEND => unsafe { answer(&backend.0.to_ne_bytes(), size, value, size_ret) },
            _ => unsafe { answer(format!("{name}\0").as_bytes(), size, value, size_ret) },
        }
    }

    unsafe fn piDevicesGet(
        platform: PiPlatform,
        _device_type: PiDeviceType,
        capacity: u32,
        out: *mut PiDevice,
        count: *mut u32,
    ) -> Outcome {
        let devices: &[Id] = if id!(platform) == 1 { &[CPU] } else { &[GPU, OTHER_GPUS[0], OTHER_GPUS[1]] };
        for (index, device) in devices.iter().enumerate().take(capacity as usize) {
            unsafe { out.add(index).write(PiDevice::from_ptr(*device as *mut c_void)) };
        }
        unsafe { put(count, devices.len() as u32) };
        Ok(())
    }

    unsafe fn piDeviceGetInfo(
        device: PiDevice,
        param: PiDeviceInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> Outcome {
        let is_cpu = id!(device) == CPU;
        let bytes = match param {
            PI_DEVICE_INFO_TYPE if is_cpu => PI_DEVICE_TYPE_CPU.0.to_ne_bytes().to_vec(),
            PI_DEVICE_INFO_TYPE => PI_DEVICE_TYPE_GPU.0.to_ne_bytes().to_vec(),
            PI_DEVICE_INFO_NAME if is_cpu => b"mock cpu\0".to_vec(),
            PI_DEVICE_INFO_NAME if id!(device) == GPU => b"mock gpu\0".to_vec(),
            PI_DEVICE_INFO_NAME => format!("mock gpu {}\0", id!(device) - GPU + 1).into_bytes(),
            PI_EXT_ONEAPI_DEVICE_INFO_COMMAND_BUFFER_SUPPORT if id!(device) == THIRD_GPU => {
                PI_TRUE.to_ne_bytes().to_vec()
            }
            PI_DEVICE_INFO_LOCAL_MEM_SIZE => 0x8000_u64.to_ne_bytes().to_vec(),
            PI_DEVICE_INFO_MAX_WORK_GROUP_SIZE => 256_usize.to_ne_bytes().to_vec(),
            PI_DEVICE_INFO_MAX_WORK_ITEM_SIZES => [256_usize, 256, 64].iter().flat_map(|n| n.to_ne_bytes()).collect(),
            PI_EXT_TANDEM_DEVICE_INFO_HOST_PTR_IN_PLACE => PI_TRUE.to_ne_bytes().to_vec(),
            PI_EXT_TANDEM_DEVICE_INFO_SOURCE_LOCATION_OF_THREAD => {
                let of_thread: PiExtTandemSourceLocationOfThread = super::engine::source_location_of_thread;
                (of_thread as usize).to_ne_bytes().to_vec()
            }
            PI_DEVICE_INFO_COMPILER_AVAILABLE => PI_TRUE.to_ne_bytes().to_vec(),
            PI_DEVICE_INFO_LINKER_AVAILABLE => u32::from(is_cpu).to_ne_bytes().to_vec(),
            PI_DEVICE_INFO_SUB_GROUP_SIZES_INTEL => [8_usize, 16].iter().flat_map(|n| n.to_ne_bytes()).collect(),
            PI_DEVICE_INFO_QUEUE_ON_HOST_PROPERTIES => 3_u64.to_ne_bytes().to_vec(),
            _ => return Err(PI_ERROR_INVALID_VALUE.into()),
        };
        unsafe { answer(&bytes, size, value, size_ret) }
    }

    unsafe fn piGetDeviceAndHostTimer(device: PiDevice, device_time: *mut u64, host_time: *mut u64) -> Outcome {
        let device = id!(device);
        if !clock::has_timers(device) {
            return Err(PI_ERROR_UNSUPPORTED_FEATURE.into());
        }
        unsafe {
            put(device_time, clock::device_time(device));
            put(host_time, clock::host_time());
        }
        Ok(())
    }

    unsafe fn piDeviceRetain(_device: PiDevice) -> Outcome {
        Ok(())
    }

    unsafe fn piDeviceRelease(_device: PiDevice) -> Outcome {
        Ok(())
    }

    unsafe fn piextPeerAccessGetInfo(
        device: PiDevice,
        peer: PiDevice,
        attribute: PiPeerAttr,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> Outcome {
        // Two of the GPUs have access both ways, atomic access one way.
        let path = (id!(device), id!(peer));
        let can = match attribute {
            PI_PEER_ACCESS_SUPPORTED => [(GPU, OTHER_GPUS[0]), (OTHER_GPUS[0], GPU)].contains(&path),
            _ => path == (GPU, OTHER_GPUS[0]),
        };
        unsafe { answer(&u32::from(can).to_ne_bytes(), size, value, size_ret) }
    }

    unsafe fn piextEnablePeerAccess(_device: PiDevice, _peer: PiDevice) -> Outcome {
        Ok(())
    }

    unsafe fn piextDeviceSelectBinary(
        _device: PiDevice,
        binaries: *mut *mut PiDeviceBinaryStruct,
        count: u32,
        selected: *mut u32,
    ) -> Outcome {
        for index in 0..count {
            let target = unsafe { CStr::from_ptr((**binaries.add(index as usize)).device_target_spec) };
            if target == c"spir64" {
                unsafe { put(selected, index) };
                return Ok(());
            }
        }
        Err(PI_ERROR_INVALID_BINARY.into())
    }

    unsafe fn piContextCreate(
        _properties: *const PiContextProperty,
        _count: u32,
        _devices: *const PiDevice,
        _notify: PiContextNotify,
        _data: *mut c_void,
        out: *mut PiContext,
    ) -> Outcome {
        unsafe { put(out, PiContext::from_ptr(state().add() as *mut c_void)) };
        Ok(())
    }

    unsafe fn piextQueueCreate(
        context: PiContext,
        device: PiDevice,
        properties: *mut PiQueueProperty,
        out: *mut PiQueue,
    ) -> Outcome {
        let flags = PiQueueFlags(unsafe { *properties.add(1) });
        let in_order = !flags.contains(PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
        let mut state = state();
        let queue = state.add();
        // The one is like Tandem's plugins, the other like OpenCL's.
        let failures = (id!(device) == CPU).then(VecDeque::new);
        state.queues.insert(
            queue,
            Queue { context: id!(context), device: id!(device), in_order, failures, ..Queue::default() },
        );
        unsafe { put(out, PiQueue::from_ptr(queue as *mut c_void)) };
        Ok(())
    }

    unsafe fn piQueueGetInfo(
        queue: PiQueue,
        param: PiQueueInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> Outcome {
        let mut state = state();
        let queue = state.queues.get_mut(&id!(queue)).ok_or(PI_ERROR_INVALID_QUEUE)?;
        let bytes = match (param, &mut queue.failures) {
            (PI_EXT_ONEAPI_QUEUE_INFO_EMPTY, _) => u32::from(queue.unfinished.is_empty()).to_ne_bytes().to_vec(),
            (PI_EXT_TANDEM_QUEUE_INFO_FAILURE, Some(failures)) => {
                let encode = |(code, text): &(PiResult, String)| [&code.0.to_ne_bytes(), text.as_bytes()].concat();
                let bytes = failures.front().map(encode).unwrap_or_default();
                if !value.is_null() {
                    failures.pop_front();
                }
                bytes
            }
            _ => return Err(PI_ERROR_INVALID_VALUE.into()),
        };
        unsafe { answer(&bytes, size, value, size_ret) }
    }

    unsafe fn piQueueFinish(queue: PiQueue) -> Outcome {
        let id = id!(queue);
        // As in OpenCL, it tells nothing of failures.
        drop(wait_until(state(), |state| state.queues[&id].unfinished.is_empty()));
        Ok(())
    }

    unsafe fn piMemBufferCreate(
        _context: PiContext,
        flags: PiMemFlags,
        bytes: usize,
        host_ptr: *mut c_void,
        out: *mut PiMem,
        _properties: *const PiMemProperty,
    ) -> Outcome {
        let mut state = state();
        if !flags.contains(PI_MEM_FLAGS_HOST_PTR_USE) && !state.has_room(bytes) {
            return Err(PI_ERROR_MEM_OBJECT_ALLOCATION_FAILURE.into());
        }
        let id = state.add();
        let is_over_host = flags.contains(PI_MEM_FLAGS_HOST_PTR_USE);
        let mem = if is_over_host { Mem::over(host_ptr as usize, bytes) } else { Mem::new(bytes) };
        state.mems.insert(id, mem);
        unsafe { put(out, PiMem::from_ptr(id as *mut c_void)) };
        Ok(())
    }

    unsafe fn piMemBufferPartition(
        buffer: PiMem,
        _flags: PiMemFlags,
        _kind: PiBufferCreateType,
        info: *mut c_void,
        out: *mut PiMem,
    ) -> Outcome {
        let region = unsafe { *info.cast::<PiBufferRegion>() };
        let mut state = state();
        let parent = id!(buffer);
        state.retain(parent)?;
        let ptr = state.mems[&parent].ptr + region.origin;
        let id = state.add();
        state.mems.insert(id, Mem { parent: Some(parent), ..Mem::over(ptr, region.size) });
        unsafe { put(out, PiMem::from_ptr(id as *mut c_void)) };
        Ok(())
    }

    unsafe fn piMemImageCreate(
        _context: PiContext,
        _flags: PiMemFlags,
        format: *const PiImageFormat,
        desc: *const PiImageDesc,
        _host_ptr: *mut c_void,
        out: *mut PiMem,
    ) -> Outcome {
        let rows = Rows::new(unsafe { *format }, unsafe { &*desc })?;
        let mut state = state();
        if !state.has_room(rows.bytes()) {
            return Err(PI_ERROR_MEM_OBJECT_ALLOCATION_FAILURE.into());
        }
        let id = state.add();
        state.mems.insert(id, Mem { rows: Some(rows), ..Mem::new(rows.bytes()) });
        unsafe { put(out, PiMem::from_ptr(id as *mut c_void)) };
        Ok(())
    }

    /// The address of the bytes.
    unsafe fn piextMemGetNativeHandle(mem: PiMem, _device: PiDevice, handle: *mut PiNativeHandle) -> Outcome {
        let state = state();
        let mem = state.mems.get(&id!(mem)).ok_or(PI_ERROR_INVALID_MEM_OBJECT)?;
        unsafe { put(handle, mem.ptr) };
        Ok(())
    }

    unsafe fn piProgramCreate(context: PiContext, il: *const c_void, length: usize, out: *mut PiProgram) -> Outcome {
        let bytes = unsafe { std::slice::from_raw_parts(il.cast::<u8>(), length) };
        let mut state = state();
        let id = state.add();
        state.programs.insert(id, Program::new(id!(context), bytes));
        unsafe { put(out, PiProgram::from_ptr(id as *mut c_void)) };
        Ok(())
    }

    unsafe fn piextProgramSetSpecializationConstant(
        _program: PiProgram,
        _id: u32,
        _size: usize,
        _value: *const c_void,
    ) -> Outcome {
        Ok(())
    }

    unsafe fn piProgramBuild(
        program: PiProgram,
        _count: u32,
        _devices: *const PiDevice,
        _options: *const c_char,
        _notify: PiProgramNotify,
        _data: *mut c_void,
    ) -> Outcome {
        // Modules with `slow` take long enough for others to ask for them, too.
        if state().programs[&id!(program)].text.contains("slow") {
            std::thread::sleep(Duration::from_millis(20));
        }
        state().build(id!(program))
    }

    unsafe fn piProgramCompile(
        program: PiProgram,
        _count: u32,
        _devices: *const PiDevice,
        _options: *const c_char,
        _num_headers: u32,
        _headers: *const PiProgram,
        _names: *mut *const c_char,
        _notify: PiProgramNotify,
        _data: *mut c_void,
    ) -> Outcome {
        state().build(id!(program))
    }

    unsafe fn piProgramLink(
        context: PiContext,
        _count: u32,
        _devices: *const PiDevice,
        _options: *const c_char,
        num_inputs: u32,
        inputs: *const PiProgram,
        _notify: PiProgramNotify,
        _data: *mut c_void,
        out: *mut PiProgram,
    ) -> Outcome {
        let inputs = unsafe { std::slice::from_raw_parts(inputs, num_inputs as usize) };
        let mut state = state();
        let texts: Vec<String> = inputs.iter().map(|input| state.programs[&id!(input)].text.clone()).collect();
        let mut linked = Program::new(id!(context), texts.join(";").as_bytes());
        linked.is_built = true;
        let exports = linked.list("exports");
        let missing = linked.list("imports").into_iter().find(|import| !exports.contains(import));
        let id = state.add();
        if let Some(symbol) = &missing {
            linked.log = format!("undefined symbol {symbol}");
        }
        state.programs.insert(id, linked);
        unsafe { put(out, PiProgram::from_ptr(id as *mut c_void)) };
        missing.map_or(Ok(()), |_| Err(PI_ERROR_LINK_PROGRAM_FAILURE.into()))
    }

    unsafe fn piProgramGetBuildInfo(
        program: PiProgram,
        _device: PiDevice,
        _param: PiProgramBuildInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> Outcome {
        let log = format!("{}\0", state().programs[&id!(program)].log);
        unsafe { answer(log.as_bytes(), size, value, size_ret) }
    }

    unsafe fn piKernelCreate(program: PiProgram, name: *const c_char, out: *mut PiKernel) -> Outcome {
        let name = unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned();
        let mut state = state();
        let known = &state.programs[&id!(program)];
        if !known.is_built {
            return Err(PI_ERROR_INVALID_PROGRAM_EXECUTABLE.into());
        }
        if !known.list("kernels").contains(&name) {
            return Err(Failure::new(PI_ERROR_INVALID_KERNEL_NAME, format!("no kernel {name}")));
        }
        // `a.b` is the kernel `a` under another name.
        let name = name.split(['.', '@']).next().unwrap_or_default().to_owned();
        let id = state.add();
        state.kernels.insert(id, Kernel { program: id!(program), name, args: Vec::new() });
        unsafe { put(out, PiKernel::from_ptr(id as *mut c_void)) };
        Ok(())
    }

    unsafe fn piKernelSetExecInfo(
        _kernel: PiKernel,
        _param: PiKernelExecInfo,
        _size: usize,
        _value: *const c_void,
    ) -> Outcome {
        Ok(())
    }

    unsafe fn piKernelGetGroupInfo(
        kernel: PiKernel,
        _device: PiDevice,
        param: PiKernelGroupInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> Outcome {
        let sizes: &[usize] = match param {
            PI_KERNEL_GROUP_INFO_COMPILE_WORK_GROUP_SIZE if state().kernels[&id!(kernel)].name == "required" => {
                &[4, 2, 1]
            }
            PI_KERNEL_GROUP_INFO_COMPILE_WORK_GROUP_SIZE => &[0; 3],
            PI_KERNEL_GROUP_INFO_LOCAL_MEM_SIZE => &[0],
            _ => &[256],
        };
        let bytes: Vec<u8> = sizes.iter().flat_map(|size| size.to_ne_bytes()).collect();
        unsafe { answer(&bytes, size, value, size_ret) }
    }

    unsafe fn piKernelSetArg(kernel: PiKernel, index: u32, size: usize, value: *const c_void) -> Outcome {
        let arg = if value.is_null() {
            Arg::Local(size)
        } else {
            Arg::Value(unsafe { std::slice::from_raw_parts(value.cast::<u8>(), size) }.to_vec())
        };
        set_arg(kernel, index, arg)
    }

    unsafe fn piextKernelSetArgPointer(kernel: PiKernel, index: u32, _size: usize, value: *const c_void) -> Outcome {
        set_arg(kernel, index, Arg::Pointer(unsafe { *value.cast::<usize>() }))
    }

    unsafe fn piextKernelSetArgMemObj(
        kernel: PiKernel,
        index: u32,
        properties: *const PiMemObjProperty,
        value: *const PiMem,
    ) -> Outcome {
        state().arg_modes.push(unsafe { (*properties).mem_access });
        set_arg(kernel, index, Arg::Mem(id!(unsafe { *value })))
    }

    unsafe fn piEventGetInfo(
        event: PiEvent,
        param: PiEventInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> Outcome {
        if param == PI_EXT_TANDEM_EVENT_INFO_END {
            let end = state().end_of(id!(event))?;
            return unsafe { answer(&end.to_ne_bytes(), size, value, size_ret) };
        }
        let status = state().status(id!(event));
        unsafe { answer(&status.0.to_ne_bytes(), size, value, size_ret) }
    }

    unsafe fn piEventGetProfilingInfo(
        event: PiEvent,
        param: PiProfilingInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> Outcome {
        let (start, end) = state().events[&id!(event)].ran;
        let time = if param == PI_PROFILING_INFO_COMMAND_START { start } else { end };
        unsafe { answer(&time.to_ne_bytes(), size, value, size_ret) }
    }

    unsafe fn piEventsWait(count: u32, list: *const PiEvent) -> Outcome {
        let ids = unsafe { ids(count, list) };
        let state = wait_until(state(), |state| ids.iter().all(|id| state.status(*id).0 <= 0));
        match ids.iter().any(|id| state.status(*id).0 < 0) {
            true => Err(Failure::new(PI_ERROR_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "")),
            false => Ok(()),
        }
    }

    unsafe fn piEventSetCallback(event: PiEvent, _status: i32, function: PiEventNotify, data: *mut c_void) -> Outcome {
        let id = id!(event);
        let function = function.ok_or(PI_ERROR_INVALID_VALUE)?;
        let mut state = state();
        state.retain(id)?;
        let status = state.status(id).0;
        let callback = Callback { function, event: id, data: data as usize, status };
        if status > 0 {
            state.watched(id).callbacks.push(callback);
        } else {
            drop(state);
            callback.call();
        }
        Ok(())
    }

    unsafe fn piEnqueueKernelLaunch(
        queue: PiQueue,
        kernel: PiKernel,
        dims: u32,
        _offset: *const usize,
        _global: *const usize,
        local: *const usize,
        count: u32,
        list: *const PiEvent,
        event: *mut PiEvent,
    ) -> Outcome {
        let state = state();
        let kernel = state.kernels[&id!(kernel)].clone();
        if kernel.name == "required" && !local.is_null() {
            let local = unsafe { std::slice::from_raw_parts(local, dims as usize) };
            if local != [4, 2] {
                return Err(PI_ERROR_INVALID_WORK_GROUP_SIZE.into());
            }
        }
        unsafe { enqueue(state, queue, (count, list), event, kernel.mems(), Action::Kernel(kernel)) }
    }

    unsafe fn piextKernelSuggestMaxCooperativeGroupCount(
        _kernel: PiKernel,
        _items: usize,
        _local_bytes: usize,
        out: *mut u32,
    ) -> Outcome {
        unsafe { put(out, 4) };
        Ok(())
    }

    unsafe fn piextEnqueueCooperativeKernelLaunch(
        queue: PiQueue,
        kernel: PiKernel,
        dims: u32,
        offset: *const usize,
        global: *const usize,
        local: *const usize,
        count: u32,
        list: *const PiEvent,
        event: *mut PiEvent,
    ) -> Outcome {
        unsafe { Self::piEnqueueKernelLaunch(queue, kernel, dims, offset, global, local, count, list, event) }
    }

    unsafe fn piextCommandBufferCreate(
        _context: PiContext,
        _device: PiDevice,
        _desc: *const PiExtCommandBufferDesc,
        out: *mut PiExtCommandBuffer,
    ) -> Outcome {
        let mut state = state();
        let made = state.add();
        state.command_buffers.insert(made, Vec::new());
        unsafe { put(out, PiExtCommandBuffer::from_ptr(made as *mut c_void)) };
        Ok(())
    }

    unsafe fn piextCommandBufferFinalize(_buffer: PiExtCommandBuffer) -> Outcome {
        Ok(())
    }

    unsafe fn piextCommandBufferNDRangeKernel(
        buffer: PiExtCommandBuffer,
        kernel: PiKernel,
        _dims: u32,
        _offset: *const usize,
        _global: *const usize,
        _local: *const usize,
        _count: u32,
        _list: *const PiExtSyncPoint,
        point: *mut PiExtSyncPoint,
    ) -> Outcome {
        let mut state = state();
        let kernel = state.kernels[&id!(kernel)].clone();
        let recorded = state.command_buffers.get_mut(&id!(buffer)).ok_or(PI_ERROR_INVALID_COMMAND_BUFFER_KHR)?;
        unsafe { put(point, recorded.len() as PiExtSyncPoint) };
        recorded.push(kernel);
        Ok(())
    }

    unsafe fn piextCommandBufferMemBufferFill(
        _buffer: PiExtCommandBuffer,
        _mem: PiMem,
        _pattern: *const c_void,
        _pattern_size: usize,
        _offset: usize,
        _size: usize,
        _count: u32,
        _list: *const PiExtSyncPoint,
        _point: *mut PiExtSyncPoint,
    ) -> Outcome {
        Err(PI_ERROR_UNSUPPORTED_FEATURE.into())
    }

    /// The commands run in the order in which they were recorded.
    unsafe fn piextEnqueueCommandBuffer(
        buffer: PiExtCommandBuffer,
        queue: PiQueue,
        count: u32,
        list: *const PiEvent,
        event: *mut PiEvent,
    ) -> Outcome {
        let mut state = state();
        let kernels = state.command_buffers.get(&id!(buffer)).ok_or(PI_ERROR_INVALID_COMMAND_BUFFER_KHR)?.clone();
        let mut wait = unsafe { ids(count, list) };
        let mut made = Vec::new();
        for kernel in kernels {
            let mems = kernel.mems();
            let last = state.enqueue(id!(queue), wait, mems, Action::Kernel(kernel))?;
            made.push(last);
            wait = vec![last];
        }
        state.replays += 1;
        if !event.is_null() {
            let last = made.pop().ok_or(PI_ERROR_INVALID_OPERATION)?;
            unsafe { event.write(PiEvent::from_ptr(last as *mut c_void)) };
        }
        made.into_iter().try_for_each(|event| state.release(event))
    }

    unsafe fn piEnqueueEventsWait(queue: PiQueue, count: u32, list: *const PiEvent, event: *mut PiEvent) -> Outcome {
        unsafe { marker(queue, count, list, event) }
    }

    unsafe fn piEnqueueEventsWaitWithBarrier(
        queue: PiQueue,
        count: u32,
        list: *const PiEvent,
        event: *mut PiEvent,
    ) -> Outcome {
        unsafe { marker(queue, count, list, event) }
    }

    unsafe fn piEnqueueMemBufferRead(
        queue: PiQueue,
        mem: PiMem,
        _blocking: PiBool,
        offset: usize,
        bytes: usize,
        ptr: *mut c_void,
        count: u32,
        list: *const PiEvent,
        event: *mut PiEvent,
    ) -> Outcome {
        let mut state = state();
        state.transfers.push(Transfer::ToHost(offset..offset + bytes));
        let src = state.mems[&id!(mem)].ptr + offset;
        let action = Action::Copy { dst: ptr as usize, src, bytes };
        unsafe { enqueue(state, queue, (count, list), event, vec![id!(mem)], action) }
    }

    unsafe fn piEnqueueMemBufferWrite(
        queue: PiQueue,
        mem: PiMem,
        _blocking: PiBool,
        offset: usize,
        bytes: usize,
        ptr: *const c_void,
        count: u32,
        list: *const PiEvent,
        event: *mut PiEvent,
    ) -> Outcome {
        let mut state = state();
        state.transfers.push(Transfer::FromHost(offset..offset + bytes));
        let dst = state.mems[&id!(mem)].ptr + offset;
        let action = Action::Copy { dst, src: ptr as usize, bytes };
        unsafe { enqueue(state, queue, (count, list), event, vec![id!(mem)], action) }
    }

    unsafe fn piEnqueueMemBufferCopy(
        queue: PiQueue,
        src: PiMem,
        dst: PiMem,
        src_offset: usize,
        dst_offset: usize,
        bytes: usize,
        count: u32,
        list: *const PiEvent,
        event: *mut PiEvent,
    ) -> Outcome {
        let mut state = state();
        state.transfers.push(Transfer::BetweenDevices(dst_offset..dst_offset + bytes));
        let action = Action::Copy {
            dst: state.mems[&id!(dst)].ptr + dst_offset,
            src: state.mems[&id!(src)].ptr + src_offset,
            bytes,
        };
        unsafe { enqueue(state, queue, (count, list), event, vec![id!(src), id!(dst)], action) }
    }

    unsafe fn piEnqueueMemImageRead(
        queue: PiQueue,
        image: PiMem,
        _blocking: PiBool,
        origin: *const PiImageOffset,
        region: *const PiImageRegion,
        row_pitch: usize,
        slice_pitch: usize,
        ptr: *mut c_void,
        count: u32,
        list: *const PiEvent,
        event: *mut PiEvent,
    ) -> Outcome {
        let mut state = state();
        let (start, rows) = state.image(id!(image))?;
        let host = OtherRows { ptr: ptr as usize, row_pitch, slice_pitch };
        let pairs = rows.transfer(start, unsafe { *origin }, unsafe { *region }, &host)?;
        state.transfers.push(Transfer::ToHost(rows.whole()));
        let action = Action::Rows(pairs.into_iter().map(|(image, host, bytes)| (host, image, bytes)).collect());
        unsafe { enqueue(state, queue, (count, list), event, vec![id!(image)], action) }
    }

    unsafe fn piEnqueueMemImageWrite(
        queue: PiQueue,
        image: PiMem,
        _blocking: PiBool,
        origin: *const PiImageOffset,
        region: *const PiImageRegion,
        row_pitch: usize,
        slice_pitch: usize,
        ptr: *const c_void,
        count: u32,
        list: *const PiEvent,
        event: *mut PiEvent,
    ) -> Outcome {
        let mut state = state();
        let (start, rows) = state.image(id!(image))?;
        let host = OtherRows { ptr: ptr as usize, row_pitch, slice_pitch };
        let pairs = rows.transfer(start, unsafe { *origin }, unsafe { *region }, &host)?;
        state.transfers.push(Transfer::FromHost(rows.whole()));
        unsafe { enqueue(state, queue, (count, list), event, vec![id!(image)], Action::Rows(pairs)) }
    }

    unsafe fn piEnqueueMemImageCopy(
        queue: PiQueue,
        src: PiMem,
        dst: PiMem,
        src_origin: *const PiImageOffset,
        dst_origin: *const PiImageOffset,
        region: *const PiImageRegion,
        count: u32,
        list: *const PiEvent,
        event: *mut PiEvent,
    ) -> Outcome {
        let mut state = state();
        let (src_start, src_rows) = state.image(id!(src))?;
        let (dst_start, dst_rows) = state.image(id!(dst))?;
        let from = src_rows.at(src_start, unsafe { *src_origin });
        let pairs = dst_rows.transfer(dst_start, unsafe { *dst_origin }, unsafe { *region }, &from)?;
        state.transfers.push(Transfer::BetweenDevices(dst_rows.whole()));
        unsafe { enqueue(state, queue, (count, list), event, vec![id!(src), id!(dst)], Action::Rows(pairs)) }
    }

    unsafe fn piEnqueueMemBufferFill(
        queue: PiQueue,
        mem: PiMem,
        pattern: *const c_void,
        pattern_size: usize,
        offset: usize,
        bytes: usize,
        count: u32,
        list: *const PiEvent,
        event: *mut PiEvent,
    ) -> Outcome {
        let state = state();
        let action = Action::Fill {
            dst: state.mems[&id!(mem)].ptr + offset,
            pattern: unsafe { std::slice::from_raw_parts(pattern.cast::<u8>(), pattern_size) }.to_vec(),
            bytes,
        };
        unsafe { enqueue(state, queue, (count, list), event, vec![id!(mem)], action) }
    }

    unsafe fn piextUSMHostAlloc(
        out: *mut *mut c_void,
        _context: PiContext,
        _properties: *mut PiUsmMemProperty,
        bytes: usize,
        _alignment: u32,
    ) -> Outcome {
        unsafe { allocate(out, PI_MEM_TYPE_HOST, bytes) }
    }

    unsafe fn piextUSMDeviceAlloc(
        out: *mut *mut c_void,
        _context: PiContext,
        _device: PiDevice,
        _properties: *mut PiUsmMemProperty,
        bytes: usize,
        _alignment: u32,
    ) -> Outcome {
        unsafe { allocate(out, PI_MEM_TYPE_DEVICE, bytes) }
    }

    unsafe fn piextUSMSharedAlloc(
        out: *mut *mut c_void,
        _context: PiContext,
        _device: PiDevice,
        _properties: *mut PiUsmMemProperty,
        bytes: usize,
        _alignment: u32,
    ) -> Outcome {
        unsafe { allocate(out, PI_MEM_TYPE_SHARED, bytes) }
    }

    unsafe fn piextUSMFree(_context: PiContext, ptr: *mut c_void) -> Outcome {
        let freed = state().usm.remove(&(ptr as usize));
        freed.map(drop).ok_or_else(|| PI_ERROR_INVALID_VALUE.into())
    }

    unsafe fn piextUSMGetMemAllocInfo(
        _context: PiContext,
        ptr: *const c_void,
        param: PiMemAllocInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> Outcome {
        let state = state();
        let found =
            state.usm.iter().find(|(start, (_, bytes))| (**start..**start + bytes.len()).contains(&(ptr as usize)));
        match (param, found) {
            (PI_MEM_ALLOC_TYPE, found) => {
                let kind = found.map_or(PI_MEM_TYPE_UNKNOWN, |(_, (kind, _))| *kind);
                unsafe { answer(&kind.0.to_ne_bytes(), size, value, size_ret) }
            }
            (PI_MEM_ALLOC_DEVICE, Some(_)) => unsafe { answer(&CPU.to_ne_bytes(), size, value, size_ret) },
            _ => Err(PI_ERROR_INVALID_VALUE.into()),
        }
    }

    unsafe fn piextUSMEnqueueMemcpy(
        queue: PiQueue,
        _blocking: PiBool,
        dst: *mut c_void,
        src: *const c_void,
        bytes: usize,
        count: u32,
        list: *const PiEvent,
        event: *mut PiEvent,
    ) -> Outcome {
        let action = Action::Copy { dst: dst as usize, src: src as usize, bytes };
        unsafe { enqueue(state(), queue, (count, list), event, Vec::new(), action) }
    }

    unsafe fn piextUSMEnqueueFill2D(
        queue: PiQueue,
        ptr: *mut c_void,
        _pitch: usize,
        pattern_size: usize,
        pattern: *const c_void,
        width: usize,
        _height: usize,
        count: u32,
        list: *const PiEvent,
        event: *mut PiEvent,
    ) -> Outcome {
        let pattern = unsafe { std::slice::from_raw_parts(pattern.cast::<u8>(), pattern_size) }.to_vec();
        let action = Action::Fill { dst: ptr as usize, pattern, bytes: width };
        unsafe { enqueue(state(), queue, (count, list), event, Vec::new(), action) }
    }

    unsafe fn piextUSMEnqueueMemset(
        queue: PiQueue,
        ptr: *mut c_void,
        value: i32,
        bytes: usize,
        count: u32,
        list: *const PiEvent,
        event: *mut PiEvent,
    ) -> Outcome {
        let action = Action::Fill { dst: ptr as usize, pattern: vec![value as u8], bytes };
        unsafe { enqueue(state(), queue, (count, list), event, Vec::new(), action) }
    }
}

fn set_arg(kernel: PiKernel, index: u32, arg: Arg) -> Outcome {
    let mut state = state();
    let kernel = state.kernels.get_mut(&id!(kernel)).ok_or(PI_ERROR_INVALID_KERNEL)?;
    kernel.args.resize(kernel.args.len().max(index as usize + 1), Arg::Local(0));
    kernel.args[index as usize] = arg;
    Ok(())
}

/// # Safety
/// As for [`enqueue`].
unsafe fn marker(queue: PiQueue, count: u32, list: *const PiEvent, event: *mut PiEvent) -> Outcome {
    let state = state();
    if state.queues[&id!(queue)].refuses_markers {
        return Err(PI_ERROR_OUT_OF_RESOURCES.into());
    }
    // SAFETY: the caller's duty.
    unsafe { enqueue(state, queue, (count, list), event, Vec::new(), Action::Nothing) }
}

/// # Safety
/// `out` is valid.
unsafe fn allocate(out: *mut *mut c_void, kind: PiUsmType, bytes: usize) -> Outcome {
    if bytes > 1 << 40 {
        return Err(PI_ERROR_OUT_OF_HOST_MEMORY.into());
    }
    let mut memory = vec![0_u8; bytes];
    let ptr = memory.as_mut_ptr();
    state().usm.insert(ptr as usize, (kind, memory));
    // SAFETY: the caller's duty.
    unsafe { put(out, ptr.cast()) };
    Ok(())
}
