//! Samplers: the rules of OpenCL 3.0, 8.2, for one dimension at a time.

/// Coordinates outside of the image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addressing {
    /// The image repeats, every second time as in a mirror.
    MirroredRepeat,
    /// The image repeats.
    Repeat,
    /// The nearest pixel of the edge.
    ClampToEdge,
    /// The border's color.
    Clamp,
}

impl Addressing {
    /// The mode with a number of `sycl::addressing_mode`, whose `none` leaves
    /// the outside undefined.
    pub fn from_number(number: u32) -> Option<Self> {
        Some(match number {
            0 => Self::MirroredRepeat,
            1 => Self::Repeat,
            2 => Self::ClampToEdge,
            3 | 4 => Self::Clamp,
            _ => return None,
        })
    }
}

/// Coordinates between the pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filtering {
    /// The nearest pixel.
    Nearest,
    /// The weighted mean of the neighbours.
    Linear,
}

/// `sycl::image_sampler`.
#[derive(Clone, Copy, Debug)]
pub struct Sampler {
    /// Coordinates outside of the image.
    pub addressing: Addressing,
    /// Coordinates between the pixels.
    pub filtering: Filtering,
    /// Whether the image spans coordinates from 0 to 1.
    pub normalized: bool,
}

/// A pixel's index, which may be outside of the image, and its weight.
pub(super) type Tap = (i64, f32);

impl Sampler {
    /// The one or two pixels of a row of `extent` that a coordinate meets.
    pub(super) fn taps(&self, coord: f32, extent: usize) -> [Tap; 2] {
        let size = extent as f32;
        let last = extent as i64 - 1;
        let position = match (self.addressing, self.normalized) {
            (Addressing::MirroredRepeat, true) => (coord - 2.0 * (0.5 * coord).round_ties_even()).abs() * size,
            (Addressing::Repeat, true) => (coord - coord.floor()) * size,
            (_, true) => coord * size,
            (_, false) => coord,
        };
        let index = |index: i64| match self.addressing {
            Addressing::MirroredRepeat | Addressing::ClampToEdge => index.clamp(0, last.max(0)),
            Addressing::Repeat => index.rem_euclid(extent.max(1) as i64),
            Addressing::Clamp => index,
        };
        match self.filtering {
            // Casts saturate, so that no coordinate is out of reach.
            Filtering::Nearest => [(index(position.floor() as i64), 1.0), (0, 0.0)],
            Filtering::Linear => {
                let low = (position - 0.5).floor();
                let part = position - 0.5 - low;
                [(index(low as i64), 1.0 - part), (index((low as i64).saturating_add(1)), part)]
            }
        }
    }
}
