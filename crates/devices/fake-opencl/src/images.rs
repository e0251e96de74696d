//! Images: rows with a pitch.

use std::ffi::{c_int, c_void};

use opencl_sys::*;

use crate::buffers::{check_flags, new_mem};
use crate::exported::{created, exported};
use crate::limits::MAX_BYTES;
use crate::object::{Body, Image, Mem, State};
use crate::parameters::{self, sizes_of, u32_of};
use crate::pixels;
use crate::rectangles::{self, Side};
use crate::state::lock;

/// Rows of images start at multiples of this.
const PITCH: usize = 64;

/// The extent of an image: width, height or layers, depth or layers.
fn extent(desc: &cl_image_desc) -> Result<[usize; 3], c_int> {
    let (width, height, depth, layers) = (desc.image_width, desc.image_height, desc.image_depth, desc.image_array_size);
    let (extent, most) = match desc.image_type {
        CL_MEM_OBJECT_IMAGE1D => ([width, 1, 1], [16384, 1, 1]),
        CL_MEM_OBJECT_IMAGE1D_BUFFER => ([width, 1, 1], [65536, 1, 1]),
        CL_MEM_OBJECT_IMAGE1D_ARRAY => ([width, layers, 1], [16384, 2048, 1]),
        CL_MEM_OBJECT_IMAGE2D => ([width, height, 1], [16384, 16384, 1]),
        CL_MEM_OBJECT_IMAGE2D_ARRAY => ([width, height, layers], [16384, 16384, 2048]),
        CL_MEM_OBJECT_IMAGE3D => ([width, height, depth], [2048, 2048, 2048]),
        _ => return Err(CL_INVALID_IMAGE_DESCRIPTOR),
    };
    if desc.num_mip_levels != 0 || desc.num_samples != 0 {
        return Err(CL_INVALID_IMAGE_DESCRIPTOR);
    }
    let fits = extent.iter().zip(most).all(|(size, most)| (1..=most).contains(size));
    if fits { Ok(extent) } else { Err(CL_INVALID_IMAGE_SIZE) }
}

/// The pitches of the host's memory: those of the description, or rows and slices that follow each other.
fn host_side(desc: &cl_image_desc, row: usize, extent: [usize; 3], has_pointer: bool) -> Result<Side, c_int> {
    if !has_pointer && (desc.image_row_pitch != 0 || desc.image_slice_pitch != 0) {
        return Err(CL_INVALID_IMAGE_DESCRIPTOR);
    }
    let is_1d_array = desc.image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    // Layers of 1D arrays are slices, which here are rows.
    let (pitch, slice) = match (is_1d_array, desc.image_slice_pitch) {
        (true, slice @ 1..) => (slice, 0),
        (true, 0) => (desc.image_row_pitch, 0),
        (false, slice) => (desc.image_row_pitch, slice),
    };
    Side::new([0; 3], [row, extent[1], extent[2]], pitch, slice).map_err(|_| CL_INVALID_IMAGE_DESCRIPTOR)
}

/// An image over the buffer that its description names.
fn of_buffer(
    state: &mut State,
    context: usize,
    flags: u64,
    format: cl_image_format,
    desc: cl_image_desc,
    element: usize,
) -> Result<usize, c_int> {
    let extent = extent(&desc)?;
    let buffer = desc.buffer as usize;
    let found = state.mem(buffer)?;
    let size = extent[0] * element;
    if found.image.is_some() || size > found.size || desc.image_type != CL_MEM_OBJECT_IMAGE1D_BUFFER {
        return Err(CL_INVALID_IMAGE_DESCRIPTOR);
    }
    let mut mem = new_mem(context, flags | CL_MEM_USE_HOST_PTR, size, found.address as *mut c_void);
    mem.flags = if flags == 0 { found.flags } else { flags };
    mem.host_ptr = 0;
    mem.parent = Some((buffer, 0));
    mem.image = Some(Image { format, desc, element, row_pitch: size, slice_pitch: size, extent });
    Ok(state.add(Body::Mem(mem), vec![context, buffer]))
}

created! {
    fn clCreateImage(
        context: *mut c_void,
        flags: u64,
        format: *const cl_image_format,
        desc: *const cl_image_desc,
        host_ptr: *mut c_void,
    ) {
        let mut state = lock();
        let context = context as usize;
        state.context(context)?;
        let format = *parameters::list(format, 1)
            .map_err(|_| CL_INVALID_IMAGE_FORMAT_DESCRIPTOR)?
            .first()
            .ok_or(CL_INVALID_VALUE)?;
        // SAFETY: the contract of OpenCL: null or a description.
        let desc = unsafe { desc.as_ref() }.ok_or(CL_INVALID_IMAGE_DESCRIPTOR)?;
        let element = pixels::element_bytes(&format).ok_or(CL_IMAGE_FORMAT_NOT_SUPPORTED)?;
        check_flags(flags, host_ptr)?;
        if !desc.buffer.is_null() {
            return of_buffer(&mut state, context, flags, format, *desc, element);
        }
        if desc.image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER {
            return Err(CL_INVALID_IMAGE_DESCRIPTOR);
        }
        let extent = extent(desc)?;
        let row = extent[0] * element;
        let host = host_side(desc, row, extent, !host_ptr.is_null())?;
        let is_own = flags & CL_MEM_USE_HOST_PTR == 0;
        let row_pitch = if is_own { row.next_multiple_of(PITCH) } else { host.row_pitch };
        let slice_pitch = if is_own { row_pitch * extent[1] } else { host.slice_pitch };
        let size = slice_pitch * extent[2];
        if size as u64 > MAX_BYTES {
            return Err(CL_INVALID_IMAGE_SIZE);
        }
        let mut mem = new_mem(context, flags, size, host_ptr);
        if flags & CL_MEM_COPY_HOST_PTR != 0 {
            let own = Side { start: 0, row_pitch, slice_pitch };
            rectangles::copy((host_ptr as usize, host), (mem.address, own), [row, extent[1], extent[2]]);
        }
        mem.image = Some(Image { format, desc: *desc, element, row_pitch, slice_pitch, extent });
        Ok(state.add(Body::Mem(mem), vec![context]))
    }
}

exported! {
    fn clGetImageInfo(image: *mut c_void, param: cl_uint, size: usize, value: *mut c_void, size_ret: *mut usize) {
        let state = lock();
        let found = image_of(state.mem(image as usize)?)?;
        let desc = &found.desc;
        let has_slices = desc.image_type != CL_MEM_OBJECT_IMAGE1D && desc.image_type != CL_MEM_OBJECT_IMAGE2D;
        let bytes = match param {
            CL_IMAGE_FORMAT => {
                [found.format.image_channel_order, found.format.image_channel_data_type].map(u32::to_ne_bytes).concat()
            }
            CL_IMAGE_ELEMENT_SIZE => sizes_of(&[found.element]),
            CL_IMAGE_ROW_PITCH => sizes_of(&[found.row_pitch]),
            CL_IMAGE_SLICE_PITCH => sizes_of(&[if has_slices { found.slice_pitch } else { 0 }]),
            CL_IMAGE_WIDTH => sizes_of(&[desc.image_width]),
            CL_IMAGE_HEIGHT => sizes_of(&[desc.image_height]),
            CL_IMAGE_DEPTH => sizes_of(&[desc.image_depth]),
            CL_IMAGE_ARRAY_SIZE => sizes_of(&[desc.image_array_size]),
            CL_IMAGE_BUFFER => sizes_of(&[desc.buffer as usize]),
            CL_IMAGE_NUM_MIP_LEVELS | CL_IMAGE_NUM_SAMPLES => u32_of(0),
            _ => return Err(CL_INVALID_VALUE),
        };
        parameters::answer(&bytes, size, value, size_ret)
    }
}

/// The shape of a memory object that is an image.
pub fn image_of(mem: &Mem) -> Result<&Image, c_int> {
    mem.image.as_ref().ok_or(CL_INVALID_MEM_OBJECT)
}
