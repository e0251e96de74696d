//! The samplers of a kernel's arguments.

use std::sync::Arc;

use parking_lot::Mutex;
use tandem_image::layout::sampler::{SAMPLER_ADDRESSING, SAMPLER_LINEAR, SAMPLER_NORMALIZED};
use tandem_pi_abi::constants::*;
use tandem_pi_host as pi;
use tandem_pi_host::{PiError, SamplerProperties};

/// A sampler in the words of a closure (`image::layout::sampler`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SamplerWord(pub(crate) u64);

impl SamplerWord {
    /// The properties that the word encodes; `None` for an invalid word.
    pub(crate) fn properties(self) -> Option<SamplerProperties> {
        let addressing = match self.0 & SAMPLER_ADDRESSING {
            0 => PI_SAMPLER_ADDRESSING_MODE_NONE,
            1 => PI_SAMPLER_ADDRESSING_MODE_CLAMP_TO_EDGE,
            2 => PI_SAMPLER_ADDRESSING_MODE_CLAMP,
            3 => PI_SAMPLER_ADDRESSING_MODE_REPEAT,
            4 => PI_SAMPLER_ADDRESSING_MODE_MIRRORED_REPEAT,
            _ => return None,
        };
        let filter =
            if self.0 & SAMPLER_LINEAR == 0 { PI_SAMPLER_FILTER_MODE_NEAREST } else { PI_SAMPLER_FILTER_MODE_LINEAR };
        let is_known = self.0 & !(SAMPLER_ADDRESSING | SAMPLER_NORMALIZED | SAMPLER_LINEAR) == 0;
        let normalized = self.0 & SAMPLER_NORMALIZED != 0;
        is_known.then_some(SamplerProperties { normalized, addressing, filter })
    }
}

/// The samplers of PI that a kernel has got, which stay as long as it may be launched with them.
#[derive(Debug, Default)]
pub(super) struct Samplers(Mutex<Vec<(SamplerWord, Arc<pi::Sampler>)>>);

impl Samplers {
    /// The sampler of a word, in a context that is asked for where it is made; `None` for a word that says nothing.
    pub(super) fn get(
        &self,
        word: SamplerWord,
        context: impl FnOnce() -> Result<pi::Context, PiError>,
    ) -> Option<Result<Arc<pi::Sampler>, PiError>> {
        let properties = word.properties()?;
        let mut known = self.0.lock();
        if let Some((_, sampler)) = known.iter().find(|(other, _)| *other == word) {
            return Some(Ok(sampler.clone()));
        }
        let made = context().and_then(|context| pi::Sampler::new(&context, &properties)).map(Arc::new);
        if let Ok(sampler) = &made {
            known.push((word, sampler.clone()));
        }
        Some(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_an_addressing_mode_and_two_bits() {
        let properties = SamplerWord(3 | 8 | 16).properties().expect("a sampler");
        assert!(properties.normalized);
        assert_eq!(properties.addressing, PI_SAMPLER_ADDRESSING_MODE_REPEAT);
        assert_eq!(properties.filter, PI_SAMPLER_FILTER_MODE_LINEAR);
        assert_eq!(SamplerWord(2).properties().map(|properties| properties.normalized), Some(false));
        assert_eq!(SamplerWord(5).properties(), None);
        assert_eq!(SamplerWord(32).properties(), None);
    }
}
