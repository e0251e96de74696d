//! Arrays, and mipmaps, whose levels are arrays.

use std::ffi::{c_int, c_uint};

use crate::checks::violation;
use crate::codes::{INVALID_VALUE, OUT_OF_MEMORY, SUCCESS};
use crate::exported::exported;
use crate::hardware::pixel_limit;
use crate::parameters::{In, Out};
use crate::state::{Array, Block, Kind, MipmappedArray, State, enter};

/// Each layer is an array of its own (`CUDA_ARRAY3D_LAYERED`).
const LAYERED: c_uint = 1;
/// There may be surfaces of it (`CUDA_ARRAY3D_SURFACE_LDST`).
const SURFACES: c_uint = 2;
/// `CUDA_ARRAY3D_DESCRIPTOR`
#[repr(C)]
pub struct ArrayDescriptor {
    extent: [usize; 3],
    format: c_int,
    channels: c_uint,
    flags: c_uint,
}

impl ArrayDescriptor {
    /// Bytes of a pixel, and whether integers are normalized if textures read them as numbers; `None` for a
    /// format that there is not.
    pub fn pixel(&self) -> Option<(usize, bool)> {
        let (bytes, has_norm) = match self.format {
            0x01 | 0x08 => (1, true),
            0x02 | 0x09 => (2, true),
            0x10 => (2, false),
            0x03 | 0x0a | 0x20 => (4, false),
            _ => return None,
        };
        matches!(self.channels, 1 | 2 | 4).then_some((bytes * self.channels as usize, has_norm))
    }

    /// Whether there can be such an array.
    pub fn is_valid(&self) -> bool {
        self.pixel().is_some() && self.flags & !(LAYERED | SURFACES) == 0 && self.is_within_limits()
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

/// A range of imported memory, by the handle of the import.
type Imported = (usize, std::ops::Range<u64>);

impl State {
    /// Makes an array, at the start of a range of imported memory or in memory of its own.
    fn add_array(
        &mut self,
        device: i32,
        descriptor: &ArrayDescriptor,
        range: Option<&mut Imported>,
    ) -> Result<usize, c_int> {
        let (pixel_bytes, has_norm) = descriptor.pixel().ok_or(INVALID_VALUE)?;
        let extent = descriptor.extent.map(|extent| extent.max(1));
        let bytes = extent.into_iter().try_fold(pixel_bytes, usize::checked_mul).ok_or(OUT_OF_MEMORY)?;
        let first = match range {
            None => self.alloc(device, Kind::Array, bytes).ok_or(OUT_OF_MEMORY)?,
            Some(imported) => self.import(device, imported, bytes)?,
        };
        let handle = self.new_handle();
        let (is_floating, has_surfaces) = (matches!(descriptor.format, 0x10 | 0x20), descriptor.flags & SURFACES != 0);
        let array = Array { device, first, extent, pixel_bytes, has_norm, is_floating, has_surfaces, mipmap: 0 };
        self.arrays.insert(handle, array);
        Ok(handle)
    }

    /// Takes the first bytes of a range of imported memory.
    fn import(&mut self, device: i32, (memory, range): &mut Imported, bytes: usize) -> Result<u64, c_int> {
        let first = range.start;
        range.start += bytes as u64;
        if range.start > range.end {
            return Err(INVALID_VALUE);
        }
        let block = Block { kind: Kind::Imported(*memory), device, bytes, memory: None, is_freed: false };
        if self.blocks.insert(first, block).is_some() {
            violation("an array in imported memory: the fake maps an address once at a time");
        }
        Ok(first)
    }

    /// Makes the arrays of the levels of a mipmap, one after the other in a range of imported memory, if there is
    /// one.
    pub fn add_levels(
        &mut self,
        device: i32,
        descriptor: &ArrayDescriptor,
        levels: c_uint,
        mut range: Option<Imported>,
    ) -> Result<Vec<usize>, c_int> {
        let [width, height, depth] = descriptor.extent;
        let is_layered = descriptor.flags & LAYERED != 0;
        let mut arrays = Vec::new();
        for level in 0..levels {
            let halve = |extent: usize| if extent == 0 { 0 } else { (extent >> level).max(1) };
            let extent = [halve(width), halve(height), if is_layered { depth } else { halve(depth) }];
            let part = ArrayDescriptor { extent, ..*descriptor };
            arrays.push(self.add_array(device, &part, range.as_mut())?);
        }
        Ok(arrays)
    }

    /// Makes an array a level of a mipmapped array.
    pub fn set_mipmap(&mut self, array: usize, mipmap: usize) {
        if let Some(array) = self.arrays.get_mut(&array) {
            array.mipmap = mipmap;
        }
    }

    /// Ends an array that nothing uses.
    fn remove_array(&mut self, function: &str, handle: usize) {
        if self.array_objects.values().any(|object| object.pixels == handle) {
            violation(&format!("{function}: there are textures or surfaces of it"));
        }
        let waiting = self.streams.values().flat_map(|stream| &stream.operations);
        if waiting.into_iter().any(|operation| operation.uses_array(handle)) {
            violation(&format!("{function}: a copy is still to be done"));
        }
        if let Some(array) = self.arrays.remove(&handle) {
            self.blocks.remove(&array.first);
        }
    }

    /// A mipmapped array of the current device.
    pub fn mipmap(&self, function: &str, handle: usize, device: i32) -> &MipmappedArray {
        match self.mipmaps.get(&handle) {
            Some(mipmap) if mipmap.device == device => mipmap,
            _ => violation(&format!("{function}: {handle:#x} is no mipmapped array of device {device}")),
        }
    }
}

exported! {
    fn cuArray3DCreate_v2(array: Out<'_, usize>, descriptor: In<'_, ArrayDescriptor>) {
        let (mut state, device) = enter("cuArray3DCreate")?;
        let descriptor = descriptor.get()?;
        if !descriptor.is_valid() {
            return Err(INVALID_VALUE);
        }
        array.set(state.add_array(device, descriptor, None)?)
    }

    fn cuArrayDestroy(array: usize) {
        let (mut state, device) = enter("cuArrayDestroy")?;
        if state.array("cuArrayDestroy", array, device).mipmap != 0 {
            violation("cuArrayDestroy: a level ends with its mipmapped array");
        }
        state.remove_array("cuArrayDestroy", array);
        Ok(SUCCESS)
    }

    fn cuMipmappedArrayCreate(mipmap: Out<'_, usize>, descriptor: In<'_, ArrayDescriptor>, levels: c_uint) {
        let (mut state, device) = enter("cuMipmappedArrayCreate")?;
        let descriptor = descriptor.get()?;
        let [width, height, depth] = descriptor.extent;
        let is_layered = descriptor.flags & LAYERED != 0;
        let longest = width.max(height).max(if is_layered { 0 } else { depth });
        let most = longest.max(1).ilog2() + 1;
        if !descriptor.is_valid() || levels == 0 {
            return Err(INVALID_VALUE);
        }
        if levels > most {
            violation(&format!("cuMipmappedArrayCreate: {levels} levels of {most}, of which CUDA makes fewer"));
        }
        let arrays = state.add_levels(device, descriptor, levels, None)?;
        let handle = state.new_handle();
        arrays.iter().for_each(|level| state.set_mipmap(*level, handle));
        state.mipmaps.insert(handle, MipmappedArray { device, levels: arrays });
        mipmap.set(handle)
    }

    fn cuMipmappedArrayGetLevel(array: Out<'_, usize>, mipmap: usize, level: c_uint) {
        let (state, device) = enter("cuMipmappedArrayGetLevel")?;
        let mipmap = state.mipmap("cuMipmappedArrayGetLevel", mipmap, device);
        array.set(*mipmap.levels.get(level as usize).ok_or(INVALID_VALUE)?)
    }

    fn cuMipmappedArrayDestroy(mipmap: usize) {
        let (mut state, device) = enter("cuMipmappedArrayDestroy")?;
        let levels = state.mipmap("cuMipmappedArrayDestroy", mipmap, device).levels.clone();
        if state.array_objects.values().any(|object| object.pixels == mipmap) {
            violation("cuMipmappedArrayDestroy: there are textures of it");
        }
        levels.into_iter().for_each(|level| state.remove_array("cuMipmappedArrayDestroy", level));
        state.mipmaps.remove(&mipmap);
        Ok(SUCCESS)
    }
}
