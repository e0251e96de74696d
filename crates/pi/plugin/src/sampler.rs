//! Samplers: how kernels read images.

use std::sync::Arc;

use tandem_device::{AddressingMode, Filtering, LevelSampling, SamplerDescription};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::answer::Answer;
use crate::context::Context;
use crate::failure::{ensure, failure};
use crate::handle::Handle;
use crate::object::{Kind, Object};
use crate::parameters::{Out, Properties};
use crate::sampler_object::SamplerObject;

/// A sampler.
pub struct Sampler {
    context: Arc<Object<Context>>,
    properties: SamplerProperties,
    object: Arc<SamplerObject>,
}

/// The properties that a sampler was made with.
#[derive(Clone, Copy)]
struct SamplerProperties {
    normalized: bool,
    addressing: PiSamplerAddressingMode,
    filter: PiSamplerFilterMode,
    level_filter: PiSamplerFilterMode,
    levels: LevelBounds,
    seamless: bool,
}

/// The levels of detail at which mipmaps are read, and how often at most for two gradients.
#[derive(Clone, Copy)]
pub struct LevelBounds {
    /// From 0.
    pub least: f32,
    /// From `least`.
    pub most: f32,
    /// 0 and 1 mean once.
    pub anisotropy: f32,
}

impl LevelBounds {
    /// All levels.
    pub const ALL: Self = Self { least: 0.0, most: f32::MAX, anisotropy: 0.0 };

    fn check(self) -> Result<(), Failure> {
        let Self { least, most, anisotropy } = self;
        ensure!(
            least >= 0.0 && least <= most,
            PI_ERROR_INVALID_VALUE,
            "the range of mipmap levels of the sampler, {least} to {most}, is empty"
        );
        ensure!((0.0..).contains(&anisotropy), PI_ERROR_INVALID_VALUE, "invalid anisotropy {anisotropy} of a sampler");
        Ok(())
    }
}

impl Kind for Sampler {
    type Raw = PiSampler;
    const TAG: u64 = 0x7469_7361_6d70_0009;
    const INVALID: PiResult = PI_ERROR_INVALID_SAMPLER;
    const NAME: &'static str = "sampler";
}

impl Sampler {
    /// The context.
    pub fn context(&self) -> &Object<Context> {
        &self.context
    }

    /// The object that launches use.
    pub fn object(&self) -> &Arc<SamplerObject> {
        &self.object
    }
}

impl SamplerProperties {
    fn read(list: Properties<'_>, levels: LevelBounds) -> Result<Self, Failure> {
        levels.check()?;
        let mut properties = Self {
            normalized: true,
            addressing: PI_SAMPLER_ADDRESSING_MODE_CLAMP,
            filter: PI_SAMPLER_FILTER_MODE_NEAREST,
            level_filter: PI_SAMPLER_FILTER_MODE_NEAREST,
            levels,
            seamless: false,
        };
        for (key, value) in list {
            let word = value as u32;
            match PiSamplerInfo(key as u32) {
                PI_SAMPLER_INFO_NORMALIZED_COORDS => properties.normalized = value != 0,
                PI_EXT_TANDEM_SAMPLER_INFO_SEAMLESS => properties.seamless = value != 0,
                PI_SAMPLER_INFO_ADDRESSING_MODE if PiSamplerAddressingMode(word).name().is_some() => {
                    properties.addressing = PiSamplerAddressingMode(word);
                }
                PI_SAMPLER_INFO_FILTER_MODE if PiSamplerFilterMode(word).name().is_some() => {
                    properties.filter = PiSamplerFilterMode(word);
                }
                PI_SAMPLER_INFO_MIP_FILTER_MODE if PiSamplerFilterMode(word).name().is_some() => {
                    properties.level_filter = PiSamplerFilterMode(word);
                }
                key => {
                    let message = format!("unknown sampler property {key} = {value:#x}");
                    return Err(Failure::new(PI_ERROR_INVALID_VALUE, message));
                }
            }
        }
        Ok(properties)
    }

    fn description(self) -> Result<SamplerDescription, Failure> {
        let addressing = match self.addressing {
            PI_SAMPLER_ADDRESSING_MODE_NONE => AddressingMode::None,
            PI_SAMPLER_ADDRESSING_MODE_CLAMP_TO_EDGE => AddressingMode::ClampToEdge,
            PI_SAMPLER_ADDRESSING_MODE_CLAMP => AddressingMode::Clamp,
            PI_SAMPLER_ADDRESSING_MODE_REPEAT => AddressingMode::Repeat,
            PI_SAMPLER_ADDRESSING_MODE_MIRRORED_REPEAT => AddressingMode::MirroredRepeat,
            other => return Err(failure!(PI_ERROR_INVALID_VALUE, "unknown addressing mode {other}")),
        };
        let filtering = |mode| match mode {
            PI_SAMPLER_FILTER_MODE_LINEAR => Filtering::Linear,
            _ => Filtering::Nearest,
        };
        let LevelBounds { least, most, anisotropy } = self.levels;
        let levels = LevelSampling {
            filtering: filtering(self.level_filter),
            least,
            most,
            anisotropy: (anisotropy as u32).max(1),
        };
        Ok(SamplerDescription {
            normalized: self.normalized,
            addressing,
            filtering: filtering(self.filter),
            levels,
            seamless: self.seamless,
        })
    }
}

/// `piSamplerCreate`, `piextBindlessImageSamplerCreate`
pub fn create(
    context: Handle<'_, Context>,
    list: Properties<'_>,
    levels: LevelBounds,
    out: Out<'_, PiSampler>,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the sampler")?;
    let context = context.shared()?;
    let properties = SamplerProperties::read(list, levels)?;
    let object = SamplerObject::new(properties.description()?)?;
    out.write(Object::new(Sampler { context, properties, object }).publish());
    Ok(())
}

/// `piSamplerGetInfo`
pub fn info(sampler: Handle<'_, Sampler>, param: PiSamplerInfo, answer: Answer<'_>) -> Result<(), Failure> {
    let sampler = sampler.object()?;
    match param {
        PI_SAMPLER_INFO_REFERENCE_COUNT => answer.value(sampler.references()),
        PI_SAMPLER_INFO_CONTEXT => answer.value(sampler.context.handle()),
        PI_SAMPLER_INFO_NORMALIZED_COORDS => answer.bool(sampler.properties.normalized),
        PI_SAMPLER_INFO_ADDRESSING_MODE => answer.value(sampler.properties.addressing),
        PI_SAMPLER_INFO_FILTER_MODE => answer.value(sampler.properties.filter),
        PI_SAMPLER_INFO_MIP_FILTER_MODE => answer.value(sampler.properties.level_filter),
        PI_EXT_TANDEM_SAMPLER_INFO_SEAMLESS => answer.bool(sampler.properties.seamless),
        PI_SAMPLER_INFO_LOD_MIN => answer.value(sampler.properties.levels.least),
        PI_SAMPLER_INFO_LOD_MAX => answer.value(sampler.properties.levels.most),
        other => answer.unknown(other),
    }
}
