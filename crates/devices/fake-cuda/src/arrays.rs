//! Arrays, and the objects through which kernels access them.

use std::ffi::{c_int, c_uint, c_void};

use crate::checks::violation;
use crate::codes::{INVALID_VALUE, OUT_OF_MEMORY, SUCCESS};
use crate::exported::exported;
use crate::hardware::pixel_limit;
use crate::parameters::{In, Out};
use crate::state::{Array, ArrayObject, Kind, State, enter};

/// Each layer is an array of its own (`CUDA_ARRAY3D_LAYERED`).
const LAYERED: c_uint = 1;
/// There may be surfaces of it (`CUDA_ARRAY3D_SURFACE_LDST`).
const SURFACES: c_uint = 2;
/// Integers of textures stay as they are (`CU_TRSF_READ_AS_INTEGER`).
const READ_AS_INTEGER: c_uint = 1;
/// Coordinates of textures go from 0 to 1 (`CU_TRSF_NORMALIZED_COORDINATES`).
const NORMALIZED: c_uint = 2;

/// `CUDA_ARRAY3D_DESCRIPTOR`
#[repr(C)]
pub struct ArrayDescriptor {
    extent: [usize; 3],
    format: c_int,
    channels: c_uint,
    flags: c_uint,
}

/// `CUDA_RESOURCE_DESC` of an array.
#[repr(C)]
pub struct ResourceDesc {
    kind: c_int,
    array: usize,
    reserved: [u64; 15],
    flags: c_uint,
}

/// `CUDA_TEXTURE_DESC`
#[repr(C)]
pub struct TextureDesc {
    address_mode: [c_int; 3],
    filter_mode: c_int,
    flags: c_uint,
    max_anisotropy: c_uint,
    mipmap_filter_mode: c_int,
    levels: [f32; 3],
    border_color: [f32; 4],
    reserved: [c_int; 12],
}

impl ArrayDescriptor {
    /// Bytes of a pixel, and whether integers are normalized if textures read them as numbers; `None` for a
    /// format that there is not.
    fn pixel(&self) -> Option<(usize, bool)> {
        let (bytes, has_norm) = match self.format {
            0x01 | 0x08 => (1, true),
            0x02 | 0x09 => (2, true),
            0x10 => (2, false),
            0x03 | 0x0a | 0x20 => (4, false),
            _ => return None,
        };
        matches!(self.channels, 1 | 2 | 4).then_some((bytes * self.channels as usize, has_norm))
    }

    /// Whether the extents are within the limits of the shape that they make, for textures and surfaces.
    fn is_within_limits(&self) -> bool {
        // The attributes with the limits: of textures, and of surfaces.
        let limits: [&[c_int]; 2] = match (self.extent, self.flags & LAYERED != 0) {
            ([_, 0, 0], false) => [&[21], &[55]],
            ([_, _, 0], false) => [&[22, 23], &[56, 57]],
            ([_, _, _], false) => [&[24, 25, 26], &[58, 59, 60]],
            ([_, 0, _], true) => [&[42, 43], &[61, 62]],
            ([_, _, _], true) => [&[27, 28, 29], &[63, 64, 65]],
        };
        let extents = self.extent.into_iter().filter(|extent| *extent > 0);
        let extents: Vec<usize> = extents.collect();
        let fits = |limits: &[c_int]| {
            let most = limits.iter().map(|attribute| pixel_limit(*attribute).unwrap_or(0) as usize);
            extents.len() == limits.len() && extents.iter().zip(most).all(|(extent, most)| *extent <= most)
        };
        fits(limits[0]) && (self.flags & SURFACES == 0 || fits(limits[1]))
    }
}

impl State {
    /// The array of a resource, which is one of the current device.
    fn array_of(&self, function: &str, resource: &ResourceDesc, device: i32) -> Result<&Array, c_int> {
        if resource.kind != 0 || resource.flags != 0 || resource.reserved != [0; 15] {
            return Err(INVALID_VALUE);
        }
        Ok(self.array(function, resource.array, device))
    }

    /// Takes an object back.
    fn take_object(&mut self, function: &str, handle: u64, is_texture: bool) {
        match self.array_objects.remove(&handle) {
            Some(object) if object.is_texture == is_texture => {}
            _ => violation(&format!("{function}: {handle:#x} is no such object")),
        }
    }
}

exported! {
    fn cuArray3DCreate_v2(array: Out<'_, usize>, descriptor: In<'_, ArrayDescriptor>) {
        let (mut state, device) = enter("cuArray3DCreate")?;
        let descriptor = descriptor.get()?;
        let (pixel_bytes, has_norm) = descriptor.pixel().ok_or(INVALID_VALUE)?;
        if descriptor.flags & !(LAYERED | SURFACES) != 0 || !descriptor.is_within_limits() {
            return Err(INVALID_VALUE);
        }
        let extent = descriptor.extent.map(|extent| extent.max(1));
        let bytes = extent.into_iter().try_fold(pixel_bytes, usize::checked_mul).ok_or(OUT_OF_MEMORY)?;
        let first = state.alloc(device, Kind::Array, bytes).ok_or(OUT_OF_MEMORY)?;
        let handle = state.new_handle();
        let (is_floating, has_surfaces) = (matches!(descriptor.format, 0x10 | 0x20), descriptor.flags & SURFACES != 0);
        state.arrays.insert(handle, Array { device, first, extent, pixel_bytes, has_norm, is_floating, has_surfaces });
        array.set(handle)
    }

    fn cuArrayDestroy(array: usize) {
        let (mut state, device) = enter("cuArrayDestroy")?;
        let first = state.array("cuArrayDestroy", array, device).first;
        if state.array_objects.values().any(|object| object.array == array) {
            violation("cuArrayDestroy: there are textures or surfaces of it");
        }
        let waiting = state.streams.values().flat_map(|stream| &stream.operations);
        if waiting.into_iter().any(|operation| operation.uses_array(array)) {
            violation("cuArrayDestroy: a copy is still to be done");
        }
        state.arrays.remove(&array);
        state.blocks.remove(&first);
        Ok(SUCCESS)
    }

    fn cuSurfObjectCreate(surface: Out<'_, u64>, resource: In<'_, ResourceDesc>) {
        let (mut state, device) = enter("cuSurfObjectCreate")?;
        let resource = resource.get()?;
        if !state.array_of("cuSurfObjectCreate", resource, device)?.has_surfaces {
            return Err(INVALID_VALUE);
        }
        let handle = state.new_handle() as u64;
        state.array_objects.insert(handle, ArrayObject { device, array: resource.array, is_texture: false });
        surface.set(handle)
    }

    fn cuSurfObjectDestroy(surface: u64) {
        let (mut state, _) = enter("cuSurfObjectDestroy")?;
        state.take_object("cuSurfObjectDestroy", surface, false);
        Ok(SUCCESS)
    }

    fn cuTexObjectCreate(
        texture: Out<'_, u64>, resource: In<'_, ResourceDesc>, description: In<'_, TextureDesc>, view: *const c_void
    ) {
        let (mut state, device) = enter("cuTexObjectCreate")?;
        let (resource, description) = (resource.get()?, description.get()?);
        let array = state.array_of("cuTexObjectCreate", resource, device)?;
        let reads_integers = !array.is_floating && (!array.has_norm || description.flags & READ_AS_INTEGER != 0);
        let repeats = description.address_mode.iter().any(|mode| matches!(mode, 0 | 2));
        let is_known = description.flags & !(READ_AS_INTEGER | NORMALIZED) == 0
            && description.address_mode.iter().all(|mode| (0..=3).contains(mode))
            && (description.mipmap_filter_mode, description.max_anisotropy) == (0, 0)
            && (description.levels, description.border_color) == ([0.0; 3], [0.0; 4])
            && description.reserved == [0; 12]
            && view.is_null();
        let is_linear = match description.filter_mode {
            0 => false,
            1 => true,
            _ => return Err(INVALID_VALUE),
        };
        // CUDA clamps coordinates that are not normalized; nobody should rely on it.
        if !is_known || is_linear && reads_integers || repeats && description.flags & NORMALIZED == 0 {
            return Err(INVALID_VALUE);
        }
        let handle = state.new_handle() as u64;
        state.array_objects.insert(handle, ArrayObject { device, array: resource.array, is_texture: true });
        texture.set(handle)
    }

    fn cuTexObjectDestroy(texture: u64) {
        let (mut state, _) = enter("cuTexObjectDestroy")?;
        state.take_object("cuTexObjectDestroy", texture, true);
        Ok(SUCCESS)
    }
}
