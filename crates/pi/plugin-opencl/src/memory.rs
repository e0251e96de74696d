//! Buffers, images and samplers.

use std::ffi::c_void;

use opencl_sys::{CL_IMAGE_NUM_MIP_LEVELS, CL_MEM_TYPE, cl_image_desc, cl_image_format};
use tandem_pi_abi::constants::*;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::types::*;

use crate::convert::{ToCl, pairs};

/// The flags of memory objects that OpenCL has under PI's numbers.
const FLAGS: u64 = PI_MEM_FLAGS_ACCESS_RW.0
    | PI_MEM_ACCESS_READ_ONLY.0
    | PI_MEM_FLAGS_HOST_PTR_USE.0
    | PI_MEM_FLAGS_HOST_PTR_ALLOC.0
    | PI_MEM_FLAGS_HOST_PTR_COPY.0;

/// `piMemBufferCreate`
///
/// # Safety
/// `host_ptr` is null or has `size` bytes, as `flags` say; `mem` is valid.
pub unsafe fn create_buffer(
    context: PiContext,
    flags: PiMemFlags,
    size: usize,
    host_ptr: *mut c_void,
    mem: *mut PiMem,
) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    unsafe {
        let made = create!(clCreateBuffer(context.cl(), flags.0 & FLAGS, size, host_ptr))?;
        mem.write(PiMem::from_ptr(made));
    }
    Ok(())
}

/// `piMemBufferPartition`
///
/// # Safety
/// `region` is a `pi_buffer_region`, `mem` is valid.
pub unsafe fn create_sub_buffer(
    buffer: PiMem,
    flags: PiMemFlags,
    kind: PiBufferCreateType,
    region: *const c_void,
    mem: *mut PiMem,
) -> Result<(), Failure> {
    // SAFETY: the caller's duty: a region is an origin and a size, as OpenCL's.
    unsafe {
        let made = create!(clCreateSubBuffer(buffer.cl(), flags.0 & FLAGS, kind.cl(), region))?;
        mem.write(PiMem::from_ptr(made));
    }
    Ok(())
}

/// `piMemImageCreate`
///
/// # Safety
/// `format` and `desc` are valid, `host_ptr` is as `flags` say, `image` is valid.
pub unsafe fn create_image(
    context: PiContext,
    flags: PiMemFlags,
    format: *const PiImageFormat,
    desc: *const PiImageDesc,
    host_ptr: *mut c_void,
    image: *mut PiMem,
) -> Result<(), Failure> {
    const { assert!(size_of::<PiImageFormat>() == size_of::<cl_image_format>()) };
    const { assert!(size_of::<PiImageDesc>() == size_of::<cl_image_desc>()) };
    // SAFETY: the caller's duty: both structures have the layout of OpenCL's.
    unsafe {
        let (format, desc): (*const cl_image_format, *const cl_image_desc) = (format.cast(), desc.cast());
        let made = create!(clCreateImage(context.cl(), flags.0 & FLAGS, format, desc, host_ptr))?;
        image.write(PiMem::from_ptr(made));
    }
    Ok(())
}

/// One property of a memory object, by one of OpenCL's queries.
macro_rules! property {
    ($query:ident($mem:expr, $name:expr) -> $type:ty) => {{
        let mut value: $type = 0;
        let place: *mut c_void = (&raw mut value).cast();
        call!($query($mem.cl(), $name, size_of::<$type>(), place, std::ptr::null_mut())).map(|()| value)
    }};
}

/// Checks that a memory object of OpenCL is an image of the described kind, without further levels.
///
/// # Errors
/// `PI_ERROR_INVALID_VALUE` if it is not; OpenCL's for what is no memory object.
///
/// # Safety
/// `desc` is null, which describes any image, or valid.
pub unsafe fn check_image(image: PiMem, desc: *const PiImageDesc) -> Result<(), Failure> {
    // SAFETY: OpenCL checks the object, and the place has room for the answer.
    let kind = PiMemType(unsafe { property!(clGetMemObjectInfo(image, CL_MEM_TYPE) -> u32)? });
    // SAFETY: the caller's duty.
    let wanted = if desc.is_null() { kind } else { unsafe { (*desc).image_type } };
    if kind != wanted || kind == PI_MEM_TYPE_BUFFER {
        let text = format!("the native memory object is {kind}, not {wanted}");
        return Err(Failure::new(PI_ERROR_INVALID_VALUE, text));
    }
    // SAFETY: as above; an image. Only extensions have levels, and the query.
    let levels = unsafe { property!(clGetImageInfo(image, CL_IMAGE_NUM_MIP_LEVELS) -> u32) };
    match levels {
        Ok(levels @ 2..) => {
            let text = format!("the native image has {levels} levels; images of SYCL have one");
            Err(Failure::new(PI_ERROR_INVALID_VALUE, text))
        }
        _ => Ok(()),
    }
}

/// The properties of a sampler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sampler {
    is_normalized: u32,
    addressing: u32,
    filter: u32,
}

impl Sampler {
    /// Reads pairs of a number and a value, and 0 at the end. The defaults are OpenCL's.
    ///
    /// # Safety
    /// `properties` is null or such a list.
    unsafe fn read(properties: *const PiSamplerProperty) -> Result<Self, Failure> {
        let (clamp, nearest) = (PI_SAMPLER_ADDRESSING_MODE_CLAMP.0, PI_SAMPLER_FILTER_MODE_NEAREST.0);
        let mut sampler = Self { is_normalized: 1, addressing: clamp, filter: nearest };
        // SAFETY: the caller's duty.
        for (name, value) in unsafe { pairs(properties) } {
            let value = value as u32;
            match PiSamplerInfo(name as u32) {
                PI_SAMPLER_INFO_NORMALIZED_COORDS => sampler.is_normalized = value,
                PI_SAMPLER_INFO_ADDRESSING_MODE => sampler.addressing = value,
                PI_SAMPLER_INFO_FILTER_MODE => sampler.filter = value,
                other => {
                    let text = format!("OpenCL has no property {other} of samplers");
                    return Err(Failure::new(PI_ERROR_INVALID_VALUE, text));
                }
            }
        }
        Ok(sampler)
    }
}

/// `piSamplerCreate`
///
/// # Safety
/// `properties` is null or a list that ends with 0, `sampler` is valid.
pub unsafe fn create_sampler(
    context: PiContext,
    properties: *const PiSamplerProperty,
    sampler: *mut PiSampler,
) -> Result<(), Failure> {
    // SAFETY: the caller's duty.
    let Sampler { is_normalized, addressing, filter } = unsafe { Sampler::read(properties)? };
    // SAFETY: a live context; the caller's duty. Every version of OpenCL has this call.
    unsafe {
        let made = create!(clCreateSampler(context.cl(), is_normalized, addressing, filter))?;
        sampler.write(PiSampler::from_ptr(made));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_of_samplers_are_read() {
        let list =
            [u64::from(PI_SAMPLER_INFO_FILTER_MODE.0), u64::from(PI_SAMPLER_FILTER_MODE_LINEAR.0), 0x1152, 0, 0_u64];
        // SAFETY: the list ends with 0.
        let sampler = unsafe { Sampler::read(list.as_ptr()) }.expect("known properties");
        assert_eq!(sampler, Sampler { is_normalized: 0, addressing: 0x1132, filter: 0x1141 });
        let unknown = [0x1155_u64, 1, 0];
        // SAFETY: as above.
        assert_eq!(unsafe { Sampler::read(unknown.as_ptr()) }.expect_err("unknown").code, PI_ERROR_INVALID_VALUE);
        // SAFETY: null is the empty list.
        assert!(unsafe { Sampler::read(std::ptr::null()) }.is_ok());
    }
}
