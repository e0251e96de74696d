//! Contexts.

use std::ffi::{c_char, c_void};

use opencl_sys::*;

use crate::config::config;
use crate::devices;
use crate::exported::{created, exported};
use crate::handles::{platform_of, platforms};
use crate::object::{Body, Context};
use crate::parameters::{self, sizes_of, u32_of};
use crate::state::lock;

/// The callback with which a context reports errors.
type Notify = Option<unsafe extern "C" fn(*const c_char, *const c_void, usize, *mut c_void)>;
/// The callback at the end of a context.
type AtEnd = Option<unsafe extern "C" fn(*mut c_void, *mut c_void)>;

created! {
    fn clCreateContext(
        properties: *const isize,
        count: cl_uint,
        list: *const *mut c_void,
        notify: Notify,
        data: *mut c_void,
    ) {
        let mut state = lock();
        if count == 0 || list.is_null() || notify.is_none() && !data.is_null() {
            return Err(CL_INVALID_VALUE);
        }
        let devices = parameters::handles(list, count)?;
        let mut platform = None;
        for (name, value) in parameters::pairs_of_isize(properties) {
            match name {
                CL_CONTEXT_PLATFORM if platforms().contains(&(value as usize)) => platform = Some(value as usize),
                CL_CONTEXT_PLATFORM => return Err(CL_INVALID_PLATFORM),
                CL_CONTEXT_INTEROP_USER_SYNC if (0..=1).contains(&value) => {}
                _ => return Err(CL_INVALID_PROPERTY),
            }
        }
        for device in &devices {
            state.device(*device)?;
            if platform.is_some_and(|platform| platform != platform_of(devices::root(&state, *device))) {
                return Err(CL_INVALID_DEVICE);
            }
        }
        let pairs = parameters::pairs_of_isize(properties);
        let mut properties: Vec<isize> = pairs.into_iter().flat_map(|(name, value)| [name, value]).collect();
        properties.push(0);
        let holds = devices.clone();
        Ok(state.add(Body::Context(Context { devices, properties, callbacks: vec![] }), holds))
    }
}

exported! {
    fn clRetainContext(context: *mut c_void) {
        let mut state = lock();
        state.context(context as usize)?;
        state.retain(context as usize);
        Ok(())
    }

    fn clReleaseContext(context: *mut c_void) {
        let mut state = lock();
        state.context(context as usize)?;
        state.release(context as usize);
        Ok(())
    }

    fn clGetContextInfo(context: *mut c_void, param: cl_uint, size: usize, value: *mut c_void, size_ret: *mut usize) {
        let state = lock();
        let found = state.context(context as usize)?;
        let bytes = match param {
            CL_CONTEXT_REFERENCE_COUNT => u32_of(state.references(context as usize)),
            CL_CONTEXT_DEVICES => sizes_of(&found.devices),
            CL_CONTEXT_NUM_DEVICES => u32_of(found.devices.len() as u32),
            CL_CONTEXT_PROPERTIES => {
                sizes_of(&found.properties.iter().map(|value| *value as usize).collect::<Vec<_>>())
            }
            _ => return Err(CL_INVALID_VALUE),
        };
        parameters::answer(&bytes, size, value, size_ret)
    }

    fn clSetContextDestructorCallback(context: *mut c_void, function: AtEnd, data: *mut c_void) {
        config().since(3, 0)?;
        let mut state = lock();
        state.context(context as usize)?;
        let function = function.ok_or(CL_INVALID_VALUE)?;
        state.context_mut(context as usize)?.callbacks.push((function, data as usize));
        Ok(())
    }
}
