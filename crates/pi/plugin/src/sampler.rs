//! Samplers: they hold their properties; drivers without images never see them.

use std::sync::Arc;

use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::answer::Answer;
use crate::context::Context;
use crate::failure::failure;
use crate::handle::Handle;
use crate::object::{Kind, Object};
use crate::parameters::{Out, Properties};

/// How images are read.
pub struct Sampler {
    context: Arc<Object<Context>>,
    normalized: bool,
    addressing: PiSamplerAddressingMode,
    filter: PiSamplerFilterMode,
}

impl Kind for Sampler {
    type Raw = PiSampler;
    const TAG: u64 = 0x7469_7361_6d70_0009;
    const INVALID: PiResult = PI_ERROR_INVALID_SAMPLER;
    const NAME: &'static str = "sampler";
}

/// `piSamplerCreate`
pub fn create(context: Handle<'_, Context>, list: Properties<'_>, out: Out<'_, PiSampler>) -> Result<(), Failure> {
    let out = out.required("the place for the sampler")?;
    let context = context.shared()?;
    let mut sampler = Sampler {
        context,
        normalized: true,
        addressing: PI_SAMPLER_ADDRESSING_MODE_CLAMP,
        filter: PI_SAMPLER_FILTER_MODE_NEAREST,
    };
    for (key, value) in list {
        let word = value as u32;
        match PiSamplerInfo(key as u32) {
            PI_SAMPLER_INFO_NORMALIZED_COORDS => sampler.normalized = value != 0,
            PI_SAMPLER_INFO_ADDRESSING_MODE if PiSamplerAddressingMode(word).name().is_some() => {
                sampler.addressing = PiSamplerAddressingMode(word);
            }
            PI_SAMPLER_INFO_FILTER_MODE if PiSamplerFilterMode(word).name().is_some() => {
                sampler.filter = PiSamplerFilterMode(word);
            }
            key => {
                return Err(failure!(PI_ERROR_INVALID_VALUE, "the sampler property {key} = {value:#x} is not known"));
            }
        }
    }
    out.write(Object::new(sampler).publish());
    Ok(())
}

/// `piSamplerGetInfo`
pub fn info(sampler: Handle<'_, Sampler>, param: PiSamplerInfo, answer: Answer<'_>) -> Result<(), Failure> {
    let sampler = sampler.object()?;
    match param {
        PI_SAMPLER_INFO_REFERENCE_COUNT => answer.value(sampler.references()),
        PI_SAMPLER_INFO_CONTEXT => answer.value(sampler.context.handle()),
        PI_SAMPLER_INFO_NORMALIZED_COORDS => answer.bool(sampler.normalized),
        PI_SAMPLER_INFO_ADDRESSING_MODE => answer.value(sampler.addressing),
        PI_SAMPLER_INFO_FILTER_MODE => answer.value(sampler.filter),
        other => answer.unknown(other),
    }
}
