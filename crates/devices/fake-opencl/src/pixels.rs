//! Formats of images: the supported ones, the sizes of their elements, and elements of a color.

use opencl_sys::*;

/// The channels of an order; `None` for one that the library does not have.
fn channels(order: u32) -> Option<usize> {
    Some(match order {
        CL_R | CL_A | CL_DEPTH => 1,
        CL_RG => 2,
        CL_RGBA | CL_BGRA => 4,
        _ => return None,
    })
}

/// The bytes of a channel; `None` for a type that the library does not have.
fn channel_bytes(data_type: u32) -> Option<usize> {
    Some(match data_type {
        CL_UNORM_INT8 | CL_SIGNED_INT8 | CL_UNSIGNED_INT8 => 1,
        CL_UNORM_INT16 | CL_SIGNED_INT16 | CL_UNSIGNED_INT16 => 2,
        CL_SIGNED_INT32 | CL_UNSIGNED_INT32 | CL_FLOAT => 4,
        _ => return None,
    })
}

/// The bytes of an element of a format, if the library has the format.
pub fn element_bytes(format: &cl_image_format) -> Option<usize> {
    Some(channels(format.image_channel_order)? * channel_bytes(format.image_channel_data_type)?)
}

/// An element of a color, which is four numbers of 32 bits: floating-point ones, or integers as the format has.
pub fn element(format: &cl_image_format, color: [u32; 4]) -> Vec<u8> {
    let order: &[usize] = match format.image_channel_order {
        CL_A => &[3],
        CL_RG => &[0, 1],
        CL_RGBA => &[0, 1, 2, 3],
        CL_BGRA => &[2, 1, 0, 3],
        _ => &[0],
    };
    let normalized = |bits: u32, most: f32| (f32::from_bits(bits).clamp(0.0, 1.0) * most).round() as u32;
    let channel = |bits: u32| -> Vec<u8> {
        match format.image_channel_data_type {
            CL_UNORM_INT8 => vec![normalized(bits, 255.0) as u8],
            CL_UNORM_INT16 => (normalized(bits, 65535.0) as u16).to_ne_bytes().to_vec(),
            CL_SIGNED_INT8 | CL_UNSIGNED_INT8 => vec![bits as u8],
            CL_SIGNED_INT16 | CL_UNSIGNED_INT16 => (bits as u16).to_ne_bytes().to_vec(),
            _ => bits.to_ne_bytes().to_vec(),
        }
    };
    order.iter().flat_map(|place| channel(color[*place])).collect()
}
