//! SYCL images (4.7.3) in host memory: what host accessors and host tasks
//! read, write and sample. Devices with images do this by themselves.
//!
//! * `format`: channels in memory ↔ the four components of a pixel; `numbers`: halves and sRGB.
//! * `bindless_shape`: what a bindless image is, as PI has it.
//! * `sampler`: from coordinates between the pixels to pixels and weights.

mod bindless_shape;
mod format;
mod numbers;
mod sampler;

pub use bindless_shape::BindlessShape;
pub use format::{Format, Pixel};
pub use sampler::{Addressing, Filtering, Sampler};

use crate::base::error::{Error, Result};

/// The pixels of an image.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// How a pixel is kept.
    pub format: Format,
    /// Width, height, depth; 1 where there is no such dimension.
    pub extent: [usize; 3],
    /// Bytes from row to row, and from slice to slice.
    pub pitch: [usize; 2],
}

impl Layout {
    /// Checks the layout against the memory that it describes.
    pub fn new(format: Format, extent: [usize; 3], pitch: [usize; 2]) -> Result<Self> {
        let [width, height, depth] = extent;
        let row = width.checked_mul(format.size());
        let slice = height.checked_mul(pitch[0]);
        let fits = row.is_some_and(|row| height <= 1 || row <= pitch[0])
            && slice.is_some_and(|slice| depth <= 1 || slice <= pitch[1])
            && depth.checked_mul(pitch[1].max(1)).is_some();
        match fits {
            true => Ok(Self { format, extent, pitch }),
            false => {
                Err(Error::Invalid(format!("the pitches {pitch:?} are too small for an image of {extent:?} pixels")))
            }
        }
    }

    /// Bytes from the first pixel to the end of the last one.
    pub fn bytes(&self) -> usize {
        let [width, height, depth] = self.extent;
        match width * height * depth {
            0 => 0,
            _ => (depth - 1) * self.pitch[1] + (height - 1) * self.pitch[0] + width * self.format.size(),
        }
    }

    /// Where a pixel begins; `None` outside of the image.
    fn offset(&self, coords: [i64; 3]) -> Option<usize> {
        let mut index = [0; 3];
        for ((index, coord), extent) in index.iter_mut().zip(coords).zip(self.extent) {
            *index = usize::try_from(coord).ok().filter(|coord| *coord < extent)?;
        }
        Some(index[2] * self.pitch[1] + index[1] * self.pitch[0] + index[0] * self.format.size())
    }

    /// The pixel at some coordinates; outside of the image, the border's.
    pub fn read(&self, memory: &[u8], coords: [i64; 3]) -> Pixel {
        let bytes = self.offset(coords).and_then(|offset| memory.get(offset..)?.get(..self.format.size()));
        bytes.map_or(self.format.border(), |bytes| self.format.decode(bytes))
    }

    /// Changes a pixel. Outside of the image nothing happens.
    pub fn write(&self, memory: &mut [u8], coords: [i64; 3], pixel: Pixel) {
        let bytes = self.offset(coords).and_then(|offset| memory.get_mut(offset..)?.get_mut(..self.format.size()));
        if let Some(bytes) = bytes {
            self.format.encode(pixel, bytes);
        }
    }

    /// The sampler's result at some coordinates.
    pub fn sample(&self, memory: &[u8], sampler: Sampler, coords: [f32; 3]) -> Pixel {
        let linear = sampler.filtering == Filtering::Linear && self.format.is_float();
        let filtering = if linear { Filtering::Linear } else { Filtering::Nearest };
        let sampler = Sampler { filtering, ..sampler };
        let axis = |d: usize| match self.extent[d] {
            0 | 1 if d > 0 => [(0, 1.0), (0, 0.0)],
            extent => sampler.taps(coords[d], extent),
        };
        let [xs, ys, zs] = [axis(0), axis(1), axis(2)];
        if !linear {
            return self.read(memory, [xs[0].0, ys[0].0, zs[0].0]);
        }
        let mut sum = [0.0; 4];
        for (z, z_weight) in zs {
            for (y, y_weight) in ys {
                for (x, x_weight) in xs {
                    let weight = x_weight * y_weight * z_weight;
                    if weight != 0.0 {
                        let pixel = self.read(memory, [x, y, z]).floats();
                        sum.iter_mut().zip(pixel).for_each(|(sum, value)| *sum += weight * value);
                    }
                }
            }
        }
        Pixel::from_floats(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grey(values: &[f32]) -> (Layout, Vec<u8>) {
        let layout = Layout::new(Format::R32G32B32A32_SFLOAT, [values.len(), 1, 1], [0, 0]).unwrap();
        let mut memory = vec![0; layout.bytes()];
        for (x, value) in values.iter().enumerate() {
            layout.write(&mut memory, [x as i64, 0, 0], Pixel::from_floats([*value; 4]));
        }
        (layout, memory)
    }

    fn sampler(addressing: Addressing, filtering: Filtering, normalized: bool) -> Sampler {
        Sampler { addressing, filtering, normalized }
    }

    #[test]
    fn pixels_are_found_by_pitch_and_the_outside_is_left_alone() {
        let layout = Layout::new(Format::R8G8B8A8_UINT, [2, 2, 2], [12, 30]).unwrap();
        assert_eq!(layout.bytes(), 30 + 12 + 8);
        let mut memory = vec![0; layout.bytes()];
        layout.write(&mut memory, [1, 1, 1], Pixel([1, 2, 3, 300]));
        assert_eq!(memory[46..50], [1, 2, 3, 255]);
        assert_eq!(layout.read(&memory, [1, 1, 1]), Pixel([1, 2, 3, 255]));
        for outside in [[2, 0, 0], [-1, 0, 0], [0, 2, 0], [0, 0, 2]] {
            layout.write(&mut memory, outside, Pixel([9; 4]));
            assert_eq!(layout.read(&memory, outside), Pixel([0; 4]));
        }
        assert!(!memory.contains(&9));
    }

    #[test]
    fn layouts_whose_rows_overlap_are_refused() {
        assert!(Layout::new(Format::R32G32B32A32_SFLOAT, [4, 2, 1], [63, 0]).is_err());
        assert!(Layout::new(Format::R32G32B32A32_SFLOAT, [4, 2, 2], [64, 127]).is_err());
        assert!(Layout::new(Format::R32G32B32A32_SFLOAT, [usize::MAX, 2, 1], [64, 0]).is_err());
        assert!(Layout::new(Format::R32G32B32A32_SFLOAT, [4, 2, 2], [64, 128]).is_ok());
    }

    #[test]
    fn samplers_address_what_is_outside() {
        let (layout, memory) = grey(&[1.0, 2.0, 3.0, 4.0]);
        let at = |addressing, normalized, x| {
            let sampler = sampler(addressing, Filtering::Nearest, normalized);
            layout.sample(&memory, sampler, [x, 0.0, 0.0]).floats()[0]
        };
        assert_eq!(at(Addressing::ClampToEdge, false, 2.9), 3.0);
        assert_eq!(at(Addressing::ClampToEdge, false, -7.0), 1.0);
        assert_eq!(at(Addressing::ClampToEdge, false, 7.0), 4.0);
        assert_eq!(at(Addressing::Clamp, false, 7.0), 0.0);
        assert_eq!(at(Addressing::Repeat, true, 1.3), 2.0);
        assert_eq!(at(Addressing::Repeat, true, -0.1), 4.0);
        assert_eq!(at(Addressing::MirroredRepeat, true, 1.1), 4.0);
        assert_eq!(at(Addressing::MirroredRepeat, true, -0.3), 2.0);
        assert_eq!(at(Addressing::ClampToEdge, false, f32::NAN), 1.0);
    }

    #[test]
    fn linear_filters_weigh_the_neighbours() {
        let (layout, memory) = grey(&[1.0, 2.0, 3.0, 5.0]);
        let at = |addressing, normalized, x| {
            let sampler = sampler(addressing, Filtering::Linear, normalized);
            layout.sample(&memory, sampler, [x, 0.0, 0.0]).floats()[0]
        };
        assert_eq!(at(Addressing::ClampToEdge, false, 1.5), 2.0);
        assert_eq!(at(Addressing::ClampToEdge, false, 2.0), 2.5);
        assert_eq!(at(Addressing::ClampToEdge, false, 0.0), 1.0);
        assert_eq!(at(Addressing::Clamp, false, 0.0), 0.5);
        assert_eq!(at(Addressing::Repeat, true, 1.0), 3.0);
        assert_eq!(at(Addressing::MirroredRepeat, true, 1.0), 5.0);
        let plane = Layout::new(Format::R8G8B8A8_UNORM, [2, 2, 1], [8, 0]).unwrap();
        let memory = [[0; 4], [255; 4], [255; 4], [0; 4]].concat();
        let sampler = sampler(Addressing::ClampToEdge, Filtering::Linear, false);
        assert_eq!(plane.sample(&memory, sampler, [1.0, 1.0, 0.0]).floats(), [0.5; 4]);
    }
}
