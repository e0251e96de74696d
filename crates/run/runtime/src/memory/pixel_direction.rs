//! The direction of a pixel copy that uses USM.

use std::ffi::c_void;

use super::usm::{UsmKind, kind_of};
use crate::base::error::{Error, Result};
use crate::commands::pixels::PixelDirection;
use crate::programs::context::Context;

impl PixelDirection {
    /// The direction of a copy of which one side, or both, is an image over USM: the side that is memory of a
    /// device, or else that is shared.
    ///
    /// # Errors
    /// [`Error::Invalid`] where no side is.
    pub fn between_usm(context: &Context, src: *const c_void, dst: *const c_void) -> Result<Self> {
        let kinds = (kind_of(context, src), kind_of(context, dst));
        Ok(match kinds {
            (UsmKind::Device, UsmKind::Device) => Self::OnDevice,
            (_, UsmKind::Device) => Self::ToDevice,
            (UsmKind::Device, _) => Self::ToHost,
            (_, UsmKind::Shared) => Self::ToDevice,
            (UsmKind::Shared, _) => Self::ToHost,
            _ => {
                let reason = format!("neither {src:p} nor {dst:p} is device USM, which the image needs to be in");
                return Err(Error::Invalid(reason));
            }
        })
    }
}
