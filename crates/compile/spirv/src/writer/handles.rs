//! Types of images and samplers: LLVM's target types `spirv.Image`, `spirv.SampledImage` and
//! `spirv.Sampler`.

use rspirv::spirv::{AccessQualifier, Capability, Dim, Op, Word};
use tandem_device_ir_llvm::{HandleType, ImageType};
use tandem_ir::Type;

use super::error::Reason;
use super::state::Writer;

impl<'m> Writer<'m> {
    /// The type of an image or sampler.
    pub(super) fn handle_type(&mut self, ty: Type<'m>) -> Result<Word, Reason> {
        match HandleType::of(ty).ok_or_else(|| Reason::Type(ty.to_string()))? {
            HandleType::Image(ty) => Ok(self.image_type(ty)),
            HandleType::SampledImage(ty) => {
                let image = self.image_type(ty);
                Ok(self.intern(Op::TypeSampledImage, None, &[image]))
            }
            HandleType::Sampler => Ok(self.intern(Op::TypeSampler, None, &[])),
        }
    }

    fn image_type(&mut self, ty: ImageType) -> Word {
        self.asm.capability(Capability::ImageBasic);
        match Dim::from_u32(ty.dimension) {
            Some(Dim::Dim1D) => self.asm.capability(Capability::Sampled1D),
            Some(Dim::DimBuffer) => self.asm.capability(Capability::SampledBuffer),
            _ => {}
        }
        if ty.access == AccessQualifier::ReadWrite as Word {
            self.asm.capability(Capability::ImageReadWrite);
        }
        let mut operands = vec![self.void_type()];
        operands.extend(ty.operands());
        self.intern(Op::TypeImage, None, &operands)
    }
}
