//! Samplers.

use std::ffi::c_void;

use opencl_sys::*;

use crate::exported::{created, exported};
use crate::object::{Body, Sampler};
use crate::parameters::{self, sizes_of, u32_of};
use crate::state::lock;

created! {
    fn clCreateSampler(context: *mut c_void, is_normalized: cl_bool, addressing: cl_uint, filter: cl_uint) {
        let mut state = lock();
        let context = context as usize;
        state.context(context)?;
        let is_known = is_normalized <= 1
            && (CL_ADDRESS_NONE..=CL_ADDRESS_MIRRORED_REPEAT).contains(&addressing)
            && (CL_FILTER_NEAREST..=CL_FILTER_LINEAR).contains(&filter);
        if !is_known {
            return Err(CL_INVALID_VALUE);
        }
        Ok(state.add(Body::Sampler(Sampler { context, is_normalized, addressing, filter }), vec![context]))
    }
}

exported! {
    fn clRetainSampler(sampler: *mut c_void) {
        let mut state = lock();
        state.sampler(sampler as usize)?;
        state.retain(sampler as usize);
        Ok(())
    }

    fn clReleaseSampler(sampler: *mut c_void) {
        let mut state = lock();
        state.sampler(sampler as usize)?;
        state.release(sampler as usize);
        Ok(())
    }

    fn clGetSamplerInfo(sampler: *mut c_void, param: cl_uint, size: usize, value: *mut c_void, size_ret: *mut usize) {
        let state = lock();
        let found = state.sampler(sampler as usize)?;
        let bytes = match param {
            CL_SAMPLER_REFERENCE_COUNT => u32_of(state.references(sampler as usize)),
            CL_SAMPLER_CONTEXT => sizes_of(&[found.context]),
            CL_SAMPLER_NORMALIZED_COORDS => u32_of(found.is_normalized),
            CL_SAMPLER_ADDRESSING_MODE => u32_of(found.addressing),
            CL_SAMPLER_FILTER_MODE => u32_of(found.filter),
            _ => return Err(CL_INVALID_VALUE),
        };
        parameters::answer(&bytes, size, value, size_ret)
    }
}
