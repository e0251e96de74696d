//! Samplers, and the settings of textures that implement them.

use std::any::Any;

use tandem_device::{
    ChannelOrder, Error, Filtering, LevelSampling, PixelFormat, Resource, Result, Sampler, SamplerDescription,
};
use tandem_device_ir::sampler::{SAMPLER_ADDRESSING, SAMPLER_LINEAR, SAMPLER_NORMALIZED};

use crate::api::{Sampling, TextureLevels};
use crate::image_formats::{ArrayFormat, TextureReads};
use crate::sys;

/// The most samples that textures take along a gradient.
pub const MAX_ANISOTROPY: u32 = 16;

/// The texture settings, without levels, for a sampler word; `None` where code has to sample.
pub fn sampling(word: u64, format: PixelFormat) -> Option<Sampling> {
    let (is_normalized, is_linear) = (word & SAMPLER_NORMALIZED != 0, word & SAMPLER_LINEAR != 0);
    let addressing = match word & SAMPLER_ADDRESSING {
        0 | 1 => sys::CU_TR_ADDRESS_MODE_CLAMP,
        2 if !has_transparent_border(format.order) => sys::CU_TR_ADDRESS_MODE_BORDER,
        3 if is_normalized => sys::CU_TR_ADDRESS_MODE_WRAP,
        4 if is_normalized => sys::CU_TR_ADDRESS_MODE_MIRROR,
        _ => return None,
    };
    let reads_integers = match ArrayFormat::of(format).reads {
        TextureReads::Floats => false,
        TextureReads::Integers => true,
        TextureReads::Nothing => return None,
    };
    Some(Sampling {
        addressing,
        is_linear: is_linear && !reads_integers,
        is_normalized,
        reads_integers,
        is_srgb: format.order == ChannelOrder::Srgba,
        levels: TextureLevels::default(),
    })
}

/// Whether pixels have alpha 1, and the border has alpha 0: code puts the same alpha into both.
fn has_transparent_border(order: ChannelOrder) -> bool {
    matches!(order, ChannelOrder::Rx | ChannelOrder::Rgx | ChannelOrder::Rgbx)
}

/// The level settings of a texture of `count` levels.
pub fn level_sampling(levels: &LevelSampling, count: u32, pixels: &Sampling) -> TextureLevels {
    let last = count.saturating_sub(1) as f32;
    TextureLevels {
        // Integers have no weighted mean.
        is_linear: levels.filtering == Filtering::Linear && !pixels.reads_integers,
        bounds: [levels.least.clamp(0.0, last), levels.most.clamp(0.0, last)],
        anisotropy: levels.anisotropy.clamp(1, MAX_ANISOTROPY),
    }
}

/// A sampler, which is a number that kernels get.
pub struct CudaSampler {
    description: SamplerDescription,
    word: u64,
}

impl CudaSampler {
    /// A sampler; it takes nothing of a device.
    pub fn new(description: &SamplerDescription) -> Self {
        Self { description: *description, word: description.word() }
    }
}

impl Sampler for CudaSampler {
    fn description(&self) -> &SamplerDescription {
        &self.description
    }

    fn handle(&self) -> Option<u64> {
        Some(self.word)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The word of a sampler among resources; `None` for an image.
///
/// # Errors
/// [`Error::Execution`] for a sampler of another driver.
pub fn word_of(resource: &Resource) -> Result<Option<u64>> {
    match resource {
        Resource::Image(_) => Ok(None),
        Resource::Sampler(sampler) => {
            let own: Option<&CudaSampler> = sampler.as_any().downcast_ref();
            own.map(|own| Some(own.word)).ok_or_else(|| Error::Execution("a sampler of another driver".to_owned()))
        }
    }
}

#[cfg(test)]
mod tests {
    use tandem_device::ChannelType;
    use tandem_device_ir::sampler::{Addressing, sampler_word};

    use super::*;

    const RGBA8: PixelFormat = PixelFormat { order: ChannelOrder::Rgba, channel: ChannelType::UnormInt8 };

    #[test]
    fn textures_do_what_sampler_words_say() {
        let word = sampler_word(Addressing::RepeatMirrored, true, true);
        let mirror = Sampling {
            addressing: sys::CU_TR_ADDRESS_MODE_MIRROR,
            is_linear: true,
            is_normalized: true,
            ..Sampling::default()
        };
        assert_eq!(sampling(word, RGBA8), Some(mirror));
        let integers = Sampling { is_linear: false, reads_integers: true, ..mirror };
        assert_eq!(sampling(word, PixelFormat { channel: ChannelType::SignedInt32, ..RGBA8 }), Some(integers));
        let packed = PixelFormat { order: ChannelOrder::Rgb, channel: ChannelType::UnormShort565 };
        assert_eq!(sampling(word, packed), None);
        assert_eq!(sampling(sampler_word(Addressing::Repeat, false, false), RGBA8), None);
        assert_eq!(sampling(5, RGBA8), None);
        let srgb = PixelFormat { order: ChannelOrder::Srgba, ..RGBA8 };
        assert_eq!(sampling(word, srgb), Some(Sampling { is_srgb: true, ..mirror }));
    }

    #[test]
    fn code_makes_borders_that_differ_in_alpha() {
        let border = sampler_word(Addressing::Clamp, false, false);
        let addressing = sampling(border, RGBA8).map(|sampling| sampling.addressing);
        assert_eq!(addressing, Some(sys::CU_TR_ADDRESS_MODE_BORDER));
        assert_eq!(sampling(border, PixelFormat { order: ChannelOrder::Rx, ..RGBA8 }), None);
    }

    #[test]
    fn bounds_of_levels_are_levels_of_the_image() {
        let floats = Sampling::default();
        let all = level_sampling(&LevelSampling::default(), 5, &floats);
        assert_eq!(all, TextureLevels { is_linear: false, bounds: [0.0, 4.0], anisotropy: 1 });
        let some = LevelSampling { filtering: Filtering::Linear, least: 0.5, most: 2.5, anisotropy: 64 };
        let expected = TextureLevels { is_linear: true, bounds: [0.5, 2.5], anisotropy: MAX_ANISOTROPY };
        assert_eq!(level_sampling(&some, 5, &floats), expected);
        let integers = Sampling { reads_integers: true, ..floats };
        assert_eq!(level_sampling(&some, 5, &integers), TextureLevels { is_linear: false, ..expected });
    }
}
