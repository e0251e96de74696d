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
