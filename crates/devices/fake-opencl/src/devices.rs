//! Devices and parts of devices.

use std::ffi::{c_int, c_void};

use opencl_sys::*;

use crate::config::config;
use crate::exported::{Outcome, exported};
use crate::handles::{is_root_device, platforms, root_devices};
use crate::limits::UNITS;
use crate::object::{Body, State, SubDevice};
use crate::parameters;
use crate::state::{lock, now};

exported! {
    fn clGetDeviceIDs(
        platform: *mut c_void,
        types: cl_device_type,
        capacity: cl_uint,
        list: *mut *mut c_void,
        count: *mut cl_uint,
    ) {
        if !platforms().contains(&(platform as usize)) {
            return Err(CL_INVALID_PLATFORM);
        }
        let known = CL_DEVICE_TYPE_DEFAULT
            | CL_DEVICE_TYPE_CPU
            | CL_DEVICE_TYPE_GPU
            | CL_DEVICE_TYPE_ACCELERATOR
            | CL_DEVICE_TYPE_CUSTOM;
        if types == 0 || types != CL_DEVICE_TYPE_ALL && types & !known != 0 {
            return Err(CL_INVALID_DEVICE_TYPE);
        }
        let is_meant = types == CL_DEVICE_TYPE_ALL || types & (config().device_type | CL_DEVICE_TYPE_DEFAULT) != 0;
        let found = if is_meant { root_devices(platform as usize) } else { vec![] };
        parameters::answer_handles(&found, capacity, list, count)?;
        if found.is_empty() { Err(CL_DEVICE_NOT_FOUND) } else { Ok(()) }
    }

    fn clCreateSubDevices(
        device: *mut c_void,
        properties: *const isize,
        capacity: cl_uint,
        list: *mut *mut c_void,
        count: *mut cl_uint,
    ) {
        let mut state = lock();
        state.device(device as usize)?;
        let (parts, properties) = partition(&state, device as usize, properties)?;
        if !list.is_null() && (capacity as usize) < parts.len() || list.is_null() && count.is_null() {
            return Err(CL_INVALID_VALUE);
        }
        parameters::write(count, parts.len() as cl_uint);
        if list.is_null() {
            return Ok(());
        }
        for (index, units) in parts.into_iter().enumerate() {
            let part = SubDevice { parent: device as usize, properties: properties.clone(), units };
            let made = state.add(Body::SubDevice(part), vec![device as usize]);
            // SAFETY: there is room for `capacity` handles.
            unsafe { list.add(index).write(made as *mut c_void) };
        }
        Ok(())
    }

    fn clRetainDevice(device: *mut c_void) {
        count_reference(device, State::retain)
    }

    fn clReleaseDevice(device: *mut c_void) {
        count_reference(device, State::release)
    }

    fn clGetDeviceAndHostTimer(device: *mut c_void, device_time: *mut u64, host_time: *mut u64) {
        config().since(2, 1)?;
        lock().device(device as usize)?;
        if device_time.is_null() || host_time.is_null() {
            return Err(CL_INVALID_VALUE);
        }
        let time = now();
        parameters::write(device_time, time);
        parameters::write(host_time, time);
        Ok(())
    }
}

fn count_reference(device: *mut c_void, change: fn(&mut State, usize)) -> Outcome {
    let mut state = lock();
    state.device(device as usize)?;
    if !is_root_device(device as usize) {
        change(&mut state, device as usize);
    }
    Ok(())
}

/// The number of units of a device.
pub fn units(state: &State, device: usize) -> u32 {
    state.sub_device(device).map_or(UNITS, |part| part.units)
}

/// The device that a device is a part of, or itself.
pub fn root(state: &State, device: usize) -> usize {
    state.sub_device(device).map_or(device, |part| root(state, part.parent))
}

/// How many units each part gets, and the properties, with their end.
fn partition(state: &State, device: usize, properties: *const isize) -> Result<(Vec<u32>, Vec<isize>), c_int> {
    if properties.is_null() {
        return Err(CL_INVALID_VALUE);
    }
    let mut list = Vec::new();
    while list.last() != Some(&0) {
        // SAFETY: the contract of OpenCL: the list ends with 0.
        list.push(unsafe { *properties.add(list.len()) });
    }
    let units = units(state, device);
    let parts = match list.as_slice() {
        [CL_DEVICE_PARTITION_EQUALLY, each, 0] => {
            let each = u32::try_from(*each).map_err(|_| CL_INVALID_VALUE)?;
            vec![each; (units / each) as usize]
        }
        [CL_DEVICE_PARTITION_BY_COUNTS, counts @ .., 0] => counts.iter().map(|count| *count as u32).collect(),
        _ => return Err(CL_INVALID_VALUE),
    };
    if parts.is_empty() || parts.iter().sum::<u32>() > units {
        return Err(CL_INVALID_DEVICE_PARTITION_COUNT);
    }
    Ok((parts, list))
}
