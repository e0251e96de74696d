//! The objects through which kernels access pixels: surfaces and textures.

use std::ffi::{c_int, c_uint, c_void};

use crate::checks::violation;
use crate::codes::{INVALID_VALUE, SUCCESS};
use crate::exported::exported;
use crate::hardware::{PITCH_ALIGN, TEXTURE_ALIGN};
use crate::parameters::{In, Out};
use crate::state::{Array, PixelObject, State, enter};

const RESOURCE_ARRAY: c_int = 0;
const RESOURCE_MIPMAP: c_int = 1;
const RESOURCE_PITCH2D: c_int = 3;
/// Integers of textures stay as they are (`CU_TRSF_READ_AS_INTEGER`).
const READ_AS_INTEGER: c_uint = 1;
/// Coordinates of textures go from 0 to 1 (`CU_TRSF_NORMALIZED_COORDINATES`).
const NORMALIZED: c_uint = 2;
/// Bytes of textures are sRGB (`CU_TRSF_SRGB`).
const SRGB: c_uint = 0x10;

/// `CUDA_RESOURCE_DESC`: the words of its union, of which the first is a handle or an address.
#[repr(C)]
pub struct ResourceDesc {
    kind: c_int,
    words: [u64; 16],
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

/// The pixels of a resource.
struct Pixels {
    /// The handle of the array or mipmap, or the address of the rows.
    first: usize,
    is_floating: bool,
    has_norm: bool,
    has_surfaces: bool,
    levels: usize,
}

impl ResourceDesc {
    /// Whether all words but the first ones are zeros.
    fn has_words(&self, count: usize) -> bool {
        self.words[count..].iter().all(|word| *word == 0)
    }

    /// The pixels, which belong to the current device.
    fn pixels(&self, state: &State, function: &str, device: i32) -> Result<Pixels, c_int> {
        let first = self.words[0] as usize;
        let of_array = |array: &Array, levels| {
            let Array { is_floating, has_norm, has_surfaces, .. } = *array;
            Pixels { first, is_floating, has_norm, has_surfaces, levels }
        };
        match self.kind {
            _ if self.flags != 0 => Err(INVALID_VALUE),
            RESOURCE_ARRAY if self.has_words(1) => Ok(of_array(state.array(function, first, device), 1)),
            RESOURCE_MIPMAP if self.has_words(1) => {
                let levels = &state.mipmap(function, first, device).levels;
                Ok(of_array(state.array(function, levels[0], device), levels.len()))
            }
            RESOURCE_PITCH2D if self.has_words(5) => self.rows(state, first),
            _ => Err(INVALID_VALUE),
        }
    }

    /// Rows in memory: address, format and channels, width, height, pitch.
    fn rows(&self, state: &State, first: usize) -> Result<Pixels, c_int> {
        let [address, format_and_channels, width, height, pitch] = self.words[..5] else { return Err(INVALID_VALUE) };
        let (format, channels) = (format_and_channels as u32 as c_int, format_and_channels >> 32);
        let (channel_bytes, has_norm, is_floating) = match format {
            0x01 | 0x08 => (1, true, false),
            0x02 | 0x09 => (2, true, false),
            0x03 | 0x0a => (4, false, false),
            0x10 => (2, false, true),
            0x20 => (4, false, true),
            _ => return Err(INVALID_VALUE),
        };
        let is_aligned = address.is_multiple_of(TEXTURE_ALIGN) && pitch.is_multiple_of(PITCH_ALIGN);
        let row = width * channel_bytes * channels;
        if !is_aligned || !matches!(channels, 1 | 2 | 4) || row > pitch || width == 0 || height == 0 {
            return Err(INVALID_VALUE);
        }
        let bytes = pitch * (height - 1) + row;
        let is_memory =
            state.block_around(address).is_some_and(|(at, block)| address - at + bytes <= block.bytes as u64);
        if !is_memory {
            violation(&format!("cuTexObjectCreate: there are no {bytes} bytes at {address:#x}"));
        }
        Ok(Pixels { first, is_floating, has_norm, has_surfaces: false, levels: 1 })
    }
}

impl TextureDesc {
    /// Whether the driver takes it for such pixels.
    fn is_valid(&self, pixels: &Pixels) -> bool {
        let reads_integers = !pixels.is_floating && (!pixels.has_norm || self.flags & READ_AS_INTEGER != 0);
        let is_normalized = self.flags & NORMALIZED != 0;
        let repeats = self.address_mode.iter().any(|mode| matches!(mode, 0 | 2));
        let filters = [self.filter_mode, self.mipmap_filter_mode];
        let is_linear = filters.contains(&1);
        let [bias, least, most] = self.levels;
        let last = pixels.levels as f32 - 1.0;
        let has_levels = pixels.levels == 1 && (least, most) == (0.0, 0.0) && self.max_anisotropy == 0
            || pixels.levels > 1
                && is_normalized
                && 0.0 <= least
                && least <= most
                && most <= last
                && (1..=16).contains(&self.max_anisotropy);
        self.flags & !(READ_AS_INTEGER | NORMALIZED | SRGB) == 0
            && self.address_mode.iter().all(|mode| (0..=3).contains(mode))
            && filters.iter().all(|filter| matches!(filter, 0 | 1))
            && (bias, self.border_color, self.reserved) == (0.0, [0.0; 4], [0; 12])
            && has_levels
            && !(is_linear && reads_integers)
            // CUDA clamps coordinates that are not normalized; nobody should rely on it.
            && (!repeats || is_normalized)
    }
}

impl State {
    /// Ends an object.
    fn take_object(&mut self, function: &str, handle: u64, is_texture: bool) {
        match self.array_objects.remove(&handle) {
            Some(object) if object.is_texture == is_texture => {}
            _ => violation(&format!("{function}: {handle:#x} is no such object")),
        }
    }
}

exported! {
    fn cuSurfObjectCreate(surface: Out<'_, u64>, resource: In<'_, ResourceDesc>) {
        let (mut state, device) = enter("cuSurfObjectCreate")?;
        let resource = resource.get()?;
        let pixels = resource.pixels(&state, "cuSurfObjectCreate", device)?;
        if resource.kind != RESOURCE_ARRAY || !pixels.has_surfaces {
            return Err(INVALID_VALUE);
        }
        let handle = state.new_handle() as u64;
        state.array_objects.insert(handle, PixelObject { device, pixels: pixels.first, is_texture: false });
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
        let pixels = resource.pixels(&state, "cuTexObjectCreate", device)?;
        if !description.is_valid(&pixels) || !view.is_null() {
            return Err(INVALID_VALUE);
        }
        let handle = state.new_handle() as u64;
        state.array_objects.insert(handle, PixelObject { device, pixels: pixels.first, is_texture: true });
        texture.set(handle)
    }

    fn cuTexObjectDestroy(texture: u64) {
        let (mut state, _) = enter("cuTexObjectDestroy")?;
        state.take_object("cuTexObjectDestroy", texture, true);
        Ok(SUCCESS)
    }
}
