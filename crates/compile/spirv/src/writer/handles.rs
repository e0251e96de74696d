//! Types of images and samplers: LLVM's target types `spirv.Image`, `spirv.SampledImage` and
//! `spirv.Sampler`.

use rspirv::spirv::{AccessQualifier, Capability, Dim, Op, Word};
use tandem_ir::{Type, TypeKind};

use super::error::Reason;
use super::state::Writer;

/// A type of handles.
enum Handle {
    Image(Properties),
    SampledImage(Properties),
    Sampler,
}

/// Dimension, depth, arrayed, multisampled, sampled, format, access.
type Properties = [Word; 7];

impl Handle {
    /// The handle that a type of LLVM's stands for. LLVM's C interface tells a target type's name and properties by its
    /// text alone: `target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0)`.
    fn of(ty: Type<'_>) -> Option<Self> {
        if ty.kind() != TypeKind::Other {
            return None;
        }
        let text = ty.to_string();
        let (name, rest) = text.strip_prefix("target(\"")?.strip_suffix(')')?.split_once('"')?;
        let properties = || -> Option<Properties> {
            let numbers = rest.strip_prefix(", void, ")?.split(", ").map(|number| number.parse().ok());
            numbers.collect::<Option<Vec<Word>>>()?.try_into().ok()
        };
        match name {
            "spirv.Image" => properties().map(Self::Image),
            "spirv.SampledImage" => properties().map(Self::SampledImage),
            "spirv.Sampler" => rest.is_empty().then_some(Self::Sampler),
            _ => None,
        }
    }
}

impl<'m> Writer<'m> {
    /// The type of an image or sampler.
    pub(super) fn handle_type(&mut self, ty: Type<'m>) -> Result<Word, Reason> {
        match Handle::of(ty).ok_or_else(|| Reason::Type(ty.to_string()))? {
            Handle::Image(properties) => Ok(self.image_type(properties)),
            Handle::SampledImage(properties) => {
                let image = self.image_type(properties);
                Ok(self.intern(Op::TypeSampledImage, None, &[image]))
            }
            Handle::Sampler => Ok(self.intern(Op::TypeSampler, None, &[])),
        }
    }

    fn image_type(&mut self, properties: Properties) -> Word {
        let [dimension, .., access] = properties;
        self.asm.capability(Capability::ImageBasic);
        match Dim::from_u32(dimension) {
            Some(Dim::Dim1D) => self.asm.capability(Capability::Sampled1D),
            Some(Dim::DimBuffer) => self.asm.capability(Capability::SampledBuffer),
            _ => {}
        }
        if access == AccessQualifier::ReadWrite as Word {
            self.asm.capability(Capability::ImageReadWrite);
        }
        let mut operands = vec![self.void_type()];
        operands.extend(properties);
        self.intern(Op::TypeImage, None, &operands)
    }
}
