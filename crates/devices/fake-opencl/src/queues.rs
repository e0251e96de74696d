//! Queues.

use std::collections::VecDeque;
use std::ffi::{c_int, c_void};

use opencl_sys::*;

use crate::config::config;
use crate::engine;
use crate::exported::{created, exported};
use crate::object::{Body, Order, Queue};
use crate::parameters::{self, sizes_of, u32_of, u64_of};
use crate::state::lock;
use crate::waits::{Request, Wait, enqueue};

fn create(context: *mut c_void, device: *mut c_void, properties: u64, list: Option<Vec<u64>>) -> Result<usize, c_int> {
    let (context, device) = (context as usize, device as usize);
    let mut state = lock();
    state.context(context)?;
    state.device(device)?;
    state.device_of(context, device)?;
    let known = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
    if properties & !known != 0 {
        return Err(CL_INVALID_VALUE);
    }
    let queue = Queue { context, device, properties, list, commands: VecDeque::new(), count: 0, flushed: 0 };
    let made = state.add(Body::Queue(queue), vec![context, device]);
    engine::start(made);
    Ok(made)
}

created! {
    fn clCreateCommandQueue(context: *mut c_void, device: *mut c_void, properties: u64) {
        create(context, device, properties, None)
    }

    fn clCreateCommandQueueWithProperties(context: *mut c_void, device: *mut c_void, list: *const u64) {
        config().since(2, 0)?;
        let pairs = parameters::pairs_of_u64(list);
        let mut properties = 0;
        for (name, value) in &pairs {
            match *name as u32 {
                CL_QUEUE_PROPERTIES => properties = *value,
                _ => return Err(CL_INVALID_VALUE),
            }
        }
        let list = if list.is_null() {
            vec![]
        } else {
            pairs.into_iter().flat_map(|(name, value)| [name, value]).chain([0]).collect()
        };
        create(context, device, properties, Some(list))
    }
}

exported! {
    fn clRetainCommandQueue(queue: *mut c_void) {
        let mut state = lock();
        state.queue(queue as usize)?;
        state.retain(queue as usize);
        Ok(())
    }

    fn clReleaseCommandQueue(queue: *mut c_void) {
        let mut state = lock();
        state.queue(queue as usize)?;
        state.flush(queue as usize);
        state.release(queue as usize);
        Ok(())
    }

    fn clGetCommandQueueInfo(
        queue: *mut c_void,
        param: cl_uint,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) {
        let state = lock();
        let found = state.queue(queue as usize)?;
        let bytes = match param {
            CL_QUEUE_CONTEXT => sizes_of(&[found.context]),
            CL_QUEUE_DEVICE => sizes_of(&[found.device]),
            CL_QUEUE_REFERENCE_COUNT => u32_of(state.references(queue as usize)),
            CL_QUEUE_PROPERTIES => u64_of(found.properties),
            CL_QUEUE_DEVICE_DEFAULT if config().version >= (2, 1) => sizes_of(&[0]),
            CL_QUEUE_PROPERTIES_ARRAY if config().version >= (3, 0) => {
                found.list.iter().flatten().flat_map(|value| value.to_ne_bytes()).collect()
            }
            CL_QUEUE_SIZE if config().version >= (2, 0) => return Err(CL_INVALID_COMMAND_QUEUE),
            _ => return Err(CL_INVALID_VALUE),
        };
        parameters::answer(&bytes, size, value, size_ret)
    }

    fn clFlush(queue: *mut c_void) {
        let mut state = lock();
        state.queue(queue as usize)?;
        state.flush(queue as usize);
        Ok(())
    }

    fn clFinish(queue: *mut c_void) {
        let mut state = lock();
        state.queue(queue as usize)?;
        engine::finish(&mut state, queue as usize);
        Ok(())
    }

    fn clEnqueueMarkerWithWaitList(
        queue: *mut c_void,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        let mut request = Request::new(queue, CL_COMMAND_MARKER, 0);
        request.order = if count == 0 { Order::AfterAll } else { Order::Usual };
        enqueue(lock(), request, &Wait { count, list, event }, Box::new(|_| CL_COMPLETE))
    }

    fn clEnqueueBarrierWithWaitList(
        queue: *mut c_void,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        let mut request = Request::new(queue, CL_COMMAND_BARRIER, 0);
        request.order = Order::Barrier(count == 0);
        enqueue(lock(), request, &Wait { count, list, event }, Box::new(|_| CL_COMPLETE))
    }
}

#[cfg(test)]
mod tests {
    use std::ptr::null_mut;

    use super::*;
    use crate::buffers::*;
    use crate::contexts::*;
    use crate::events::*;
    use crate::handles::{platforms, root_devices};
    use crate::mappings::*;
    use crate::transfers::*;

    /// A context and a queue of the first device.
    fn machine() -> (*mut c_void, *mut c_void) {
        let device = root_devices(platforms()[0])[0] as *mut c_void;
        let mut status = 0;
        let context = clCreateContext(std::ptr::null(), 1, &raw const device, None, null_mut(), &raw mut status);
        let queue = clCreateCommandQueue(context, device, 0, &raw mut status);
        assert_eq!(status, 0);
        (context, queue)
    }

    fn buffer(context: *mut c_void, flags: u64, size: usize) -> Result<*mut c_void, c_int> {
        let mut status = 0;
        let made = clCreateBuffer(context, flags, size, null_mut(), &raw mut status);
        if status == 0 { Ok(made) } else { Err(status) }
    }

    #[test]
    fn flags_and_sizes_of_buffers_are_checked() {
        let (context, queue) = machine();
        assert_eq!(buffer(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 4), Err(CL_INVALID_VALUE));
        assert_eq!(buffer(context, 1 << 40, 4), Err(CL_INVALID_VALUE));
        assert_eq!(buffer(context, CL_MEM_USE_HOST_PTR, 4), Err(CL_INVALID_HOST_PTR));
        assert_eq!(buffer(context, 0, 0), Err(CL_INVALID_BUFFER_SIZE));
        assert_eq!(buffer(queue, 0, 4), Err(CL_INVALID_CONTEXT));
        assert_eq!((clReleaseCommandQueue(queue), clReleaseContext(context)), (0, 0));
    }

    #[test]
    fn dead_handles_are_refused() {
        let (context, queue) = machine();
        let made = buffer(context, 0, 16).expect("a buffer");
        assert_eq!(clReleaseMemObject(made), 0);
        assert_eq!(clReleaseMemObject(made), CL_INVALID_MEM_OBJECT);
        let mut read = 0_u32;
        let (place, none): (*mut c_void, _) = ((&raw mut read).cast(), null_mut());
        let status = clEnqueueReadBuffer(queue, made, 1, 0, 4, place, 0, std::ptr::null(), none);
        assert_eq!(status, CL_INVALID_MEM_OBJECT);
        assert_eq!((clReleaseCommandQueue(queue), clReleaseContext(context)), (0, 0));
        assert_eq!(clReleaseContext(context), CL_INVALID_CONTEXT);
    }

    #[test]
    fn wait_lists_and_mappings_are_checked() {
        let (context, queue) = machine();
        let (null, none) = (std::ptr::null::<*mut c_void>(), null_mut());
        assert_eq!(clEnqueueMarkerWithWaitList(queue, 1, null, none), CL_INVALID_EVENT_WAIT_LIST);
        assert_eq!(clEnqueueMarkerWithWaitList(queue, 1, &raw const queue, none), CL_INVALID_EVENT_WAIT_LIST);
        let made = buffer(context, 0, 16).expect("a buffer");
        let other = (&raw const made).cast_mut().cast();
        assert_eq!(clEnqueueUnmapMemObject(queue, made, other, 0, null, none), CL_INVALID_VALUE);
        let mut status = 0;
        let user = clCreateUserEvent(context, &raw mut status);
        assert_eq!(clSetUserEventStatus(user, 1), CL_INVALID_VALUE);
        assert_eq!(clSetUserEventStatus(user, -5), 0);
        assert_eq!(clSetUserEventStatus(user, 0), CL_INVALID_OPERATION);
        // A wait for a failed event fails.
        assert_eq!(clWaitForEvents(1, &raw const user), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        assert_eq!((clReleaseEvent(user), clReleaseMemObject(made)), (0, 0));
        assert_eq!((clReleaseCommandQueue(queue), clReleaseContext(context)), (0, 0));
    }
}
