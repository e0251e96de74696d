//! Launches of kernels.

use std::ffi::{c_int, c_void};

use opencl_sys::*;

use crate::effects::{self, Launched};
use crate::exported::exported;
use crate::limits::MAX_GROUP;
use crate::object::{Argument, Kernel, State};
use crate::parameters;
use crate::state::lock;
use crate::waits::{Request, Wait, enqueue};

/// Adds the objects that a launch uses to its request; an argument that is not set, or is dead by now, is an error.
pub fn with_arguments(state: &State, kernel: &Kernel, mut request: Request) -> Result<Request, c_int> {
    for argument in &kernel.arguments {
        match argument {
            None => return Err(CL_INVALID_KERNEL_ARGS),
            Some(Argument::Mem(mem)) => {
                state.mem(*mem)?;
                request = request.holding(*mem);
            }
            Some(Argument::Sampler(sampler)) => {
                state.sampler(*sampler)?;
                request = request.holding(*sampler);
            }
            Some(Argument::Pointer(pointer)) => request = request.using(*pointer),
            _ => {}
        }
    }
    Ok(kernel.pointers.iter().fold(request, |request, pointer| request.using(*pointer)))
}

/// The index space of a launch, as the parameters give it.
pub struct Shape {
    pub dimensions: cl_uint,
    pub offset: *const usize,
    pub global: *const usize,
    pub local: *const usize,
}

/// The numbers of work-items.
pub type Items = std::ops::Range<usize>;

/// Checks the shape of a launch; its work-items, which are numbered through. An offset moves those of one dimension.
pub fn items_of(shape: &Shape) -> Result<Items, c_int> {
    let Shape { dimensions, offset, global, local } = *shape;
    if !(1..=3).contains(&dimensions) {
        return Err(CL_INVALID_WORK_DIMENSION);
    }
    let places = dimensions as usize;
    let global = parameters::list(global, places).map_err(|_| CL_INVALID_GLOBAL_WORK_SIZE)?;
    let offset = if offset.is_null() { vec![0; places] } else { parameters::list(offset, places)? };
    if !local.is_null() {
        let local = parameters::list(local, places)?;
        if local.iter().any(|size| *size == 0 || *size > MAX_GROUP) {
            return Err(CL_INVALID_WORK_ITEM_SIZE);
        }
        let divides = global.iter().zip(&local).all(|(global, local)| global.is_multiple_of(*local));
        if local.iter().product::<usize>() > MAX_GROUP || !divides {
            return Err(CL_INVALID_WORK_GROUP_SIZE);
        }
    }
    let first = if places == 1 { offset[0] } else { 0 };
    Ok(first..first + global.iter().product::<usize>())
}

exported! {
    fn clEnqueueNDRangeKernel(
        queue: *mut c_void,
        kernel: *mut c_void,
        dimensions: cl_uint,
        offset: *const usize,
        global: *const usize,
        local: *const usize,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        let state = lock();
        let context = state.queue(queue as usize)?.context;
        let found = state.kernel(kernel as usize)?;
        if found.context != context {
            return Err(CL_INVALID_CONTEXT);
        }
        let items = items_of(&Shape { dimensions, offset, global, local })?;
        let request = Request::new(queue, CL_COMMAND_NDRANGE_KERNEL, 0).holding(kernel as usize);
        let request = with_arguments(&state, found, request)?;
        let launched = Launched::of(found);
        enqueue(
            state,
            request,
            &Wait { count, list, event },
            Box::new(move |state| effects::run(state, &launched, items)),
        )
    }
}
