//! Code that is generated when a program is linked: the interface of the link over a back end.

use std::fmt;
use std::marker::PhantomData;

use tandem_device_target::{CodeGenerator, DeviceCode, Failure, Generated, Target};

use crate::backend::Backend;
use crate::compile::compile;
use crate::options::Options;

/// A back end whose code may be linked into programs.
pub trait LinkTime: Backend + Sync {
    /// The request that the options of a link describe.
    type Request;

    /// The target.
    fn target() -> &'static Target;

    /// Reads options as users write them, with an optimization level in case that they name none.
    ///
    /// # Errors
    /// Options that make no sense.
    fn request(options: &str, opt_level: u8) -> Result<Self::Request, Failure>;

    /// Warnings about options that have no effect.
    fn warnings(request: &Self::Request) -> &[String];

    /// The options to compile the module with, once for each entry.
    fn compilations(request: &Self::Request) -> &[Options<Self>];

    /// The image of the compiled codes, in the order of [`LinkTime::compilations`].
    ///
    /// # Errors
    /// Codes that do not fit together, and failures of external programs.
    fn image(request: &Self::Request, codes: Vec<Self::Code>) -> Result<Generated, Failure>;
}

/// The code generator of a back end for the link.
pub struct AheadOfTime<B>(PhantomData<B>);

impl<B> AheadOfTime<B> {
    /// The only value.
    pub const NEW: Self = Self(PhantomData);
}

impl<B: LinkTime> fmt::Debug for AheadOfTime<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AheadOfTime({})", B::target().name)
    }
}

impl<B: LinkTime> CodeGenerator for AheadOfTime<B> {
    fn target(&self) -> &'static Target {
        B::target()
    }

    fn check_options(&self, options: &str) -> Result<Vec<String>, Failure> {
        Ok(B::warnings(&B::request(options, 0)?).to_vec())
    }

    fn generate(&self, code: &DeviceCode<'_>) -> Result<Generated, Failure> {
        let request = B::request(code.options, code.opt_level)?;
        let compiled = B::compilations(&request).iter().map(|options| compile(&[code.spirv], options));
        B::image(&request, compiled.collect::<Result<_, _>>()?)
    }
}
