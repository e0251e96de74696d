//! Commands that read, write, copy and fill images.

use std::ffi::{c_int, c_void};

use opencl_sys::*;

use crate::exported::exported;
use crate::images::image_of;
use crate::object::State;
use crate::parameters::triple;
use crate::pixels;
use crate::rectangles::{self, Side};
use crate::state::lock;
use crate::transfers::{check_host_access, work};
use crate::waits::{Request, Wait, enqueue};

/// A region of an image.
struct Region {
    /// Where the image is, and the region in it.
    place: (usize, Side),
    /// Bytes of a row, rows, slices.
    bytes: [usize; 3],
    element: usize,
    format: cl_image_format,
}

fn region(
    state: &State,
    queue: *mut c_void,
    image: *mut c_void,
    origin: *const usize,
    region: *const usize,
) -> Result<Region, c_int> {
    let context = state.queue(queue as usize)?.context;
    let mem = state.mem(image as usize)?;
    let found = image_of(mem)?;
    if mem.context != context {
        return Err(CL_INVALID_CONTEXT);
    }
    let (origin, region) = (triple(origin)?, triple(region)?);
    let fits = (0..3)
        .all(|at| region[at] > 0 && origin[at].checked_add(region[at]).is_some_and(|end| end <= found.extent[at]));
    if !fits {
        return Err(CL_INVALID_VALUE);
    }
    let start = origin[2] * found.slice_pitch + origin[1] * found.row_pitch + origin[0] * found.element;
    let side = Side { start, row_pitch: found.row_pitch, slice_pitch: found.slice_pitch };
    let bytes = [region[0] * found.element, region[1], region[2]];
    Ok(Region { place: (mem.address, side), bytes, element: found.element, format: found.format })
}

/// The host's side of a transfer. Layers of 1D arrays are slices of the host.
fn host(
    state: &State,
    image: *mut c_void,
    bytes: [usize; 3],
    pitches: (usize, usize),
    ptr: *const c_void,
) -> Result<(usize, Side), c_int> {
    let kind = image_of(state.mem(image as usize)?)?.desc.image_type;
    if ptr.is_null() {
        return Err(CL_INVALID_VALUE);
    }
    let (row, slice) = match kind {
        CL_MEM_OBJECT_IMAGE1D_ARRAY if pitches.1 != 0 => (pitches.1, 0),
        CL_MEM_OBJECT_IMAGE1D | CL_MEM_OBJECT_IMAGE2D if pitches.1 != 0 => return Err(CL_INVALID_VALUE),
        _ => pitches,
    };
    Ok((ptr as usize, Side::new([0; 3], bytes, row, slice)?))
}

exported! {
    fn clEnqueueReadImage(
        queue: *mut c_void,
        image: *mut c_void,
        blocking: cl_bool,
        origin: *const usize,
        extent: *const usize,
        row_pitch: usize,
        slice_pitch: usize,
        ptr: *mut c_void,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        let state = lock();
        let Region { place, bytes, .. } = region(&state, queue, image, origin, extent)?;
        let to = host(&state, image, bytes, (row_pitch, slice_pitch), ptr)?;
        check_host_access(&state, image, CL_MEM_HOST_WRITE_ONLY)?;
        let request = Request::new(queue, CL_COMMAND_READ_IMAGE, blocking).holding(image as usize).using(to.0);
        enqueue(state, request, &Wait { count, list, event }, work(move || rectangles::copy(place, to, bytes)))
    }

    fn clEnqueueWriteImage(
        queue: *mut c_void,
        image: *mut c_void,
        blocking: cl_bool,
        origin: *const usize,
        extent: *const usize,
        row_pitch: usize,
        slice_pitch: usize,
        ptr: *const c_void,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        let state = lock();
        let Region { place, bytes, .. } = region(&state, queue, image, origin, extent)?;
        let from = host(&state, image, bytes, (row_pitch, slice_pitch), ptr)?;
        check_host_access(&state, image, CL_MEM_HOST_READ_ONLY)?;
        let request = Request::new(queue, CL_COMMAND_WRITE_IMAGE, blocking).holding(image as usize).using(from.0);
        enqueue(state, request, &Wait { count, list, event }, work(move || rectangles::copy(from, place, bytes)))
    }

    fn clEnqueueCopyImage(
        queue: *mut c_void,
        from: *mut c_void,
        to: *mut c_void,
        from_origin: *const usize,
        to_origin: *const usize,
        extent: *const usize,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        let state = lock();
        let source = region(&state, queue, from, from_origin, extent)?;
        let target = region(&state, queue, to, to_origin, extent)?;
        let format = |format: cl_image_format| (format.image_channel_order, format.image_channel_data_type);
        if format(source.format) != format(target.format) {
            return Err(CL_IMAGE_FORMAT_MISMATCH);
        }
        let (a, b) = (triple(from_origin)?, triple(to_origin)?);
        let extent = triple(extent)?;
        if from == to && (0..3).all(|at| a[at] < b[at] + extent[at] && b[at] < a[at] + extent[at]) {
            return Err(CL_MEM_COPY_OVERLAP);
        }
        let request = Request::new(queue, CL_COMMAND_COPY_IMAGE, 0).holding(from as usize).holding(to as usize);
        enqueue(
            state,
            request,
            &Wait { count, list, event },
            work(move || rectangles::copy(source.place, target.place, source.bytes)),
        )
    }

    fn clEnqueueFillImage(
        queue: *mut c_void,
        image: *mut c_void,
        color: *const c_void,
        origin: *const usize,
        extent: *const usize,
        count: cl_uint,
        list: *const *mut c_void,
        event: *mut *mut c_void,
    ) {
        let state = lock();
        let Region { place, bytes, element, format } = region(&state, queue, image, origin, extent)?;
        if color.is_null() {
            return Err(CL_INVALID_VALUE);
        }
        // SAFETY: the contract of OpenCL: four numbers of 32 bits.
        let pixel = pixels::element(&format, unsafe { color.cast::<[u32; 4]>().read_unaligned() });
        let row = pixel.repeat(bytes[0] / element);
        let request = Request::new(queue, CL_COMMAND_FILL_IMAGE, 0).holding(image as usize);
        // Every row is filled from the same one.
        let same = Side { start: 0, row_pitch: 0, slice_pitch: 0 };
        enqueue(
            state,
            request,
            &Wait { count, list, event },
            work(move || rectangles::copy((row.as_ptr() as usize, same), place, bytes)),
        )
    }
}
