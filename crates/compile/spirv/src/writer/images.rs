//! Images and samplers: LLVM's target types `spirv.Image`, `spirv.SampledImage` and
//! `spirv.Sampler`, constant samplers, and the capabilities that their instructions need.

use rspirv::spirv::{AccessQualifier, Capability, Dim, ImageOperands, Op, Word};
use tandem_device_ir::Instruction;
use tandem_ir::{Inst, Type, TypeKind};

use super::body::Body;
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

impl<'m> Body<'_, 'm> {
    /// `__spirv_ConstantSampler(addressing mode, normalized, filter)`.
    pub(super) fn constant_sampler(&mut self, inst: Inst<'m>, symbol: &str) -> Result<(), Reason> {
        let misfit = || Reason::BuiltinArguments {
            symbol: symbol.to_owned(),
            message: "a sampler's properties must be constants".to_owned(),
        };
        let properties =
            inst.args().into_iter().map(|arg| arg.const_u64().and_then(|value| Word::try_from(value).ok()));
        let properties: Vec<Word> =
            properties.collect::<Option<_>>().filter(|all: &Vec<_>| all.len() == 3).ok_or_else(misfit)?;
        let ty = self.writer.value_type(inst.ty())?;
        self.writer.asm.capability(Capability::LiteralSampler);
        let sampler = self.writer.intern(Op::ConstantSampler, Some(ty), &properties);
        self.define(inst, sampler)
    }

    /// Declares what an instruction on images needs beyond their types.
    pub(super) fn require_image(&mut self, inst: Inst<'m>, instruction: Instruction) {
        let mask_at = match instruction {
            Instruction::ImageQueryLevels => return self.writer.asm.capability(Capability::ImageMipmap),
            Instruction::ImageRead => 2,
            Instruction::ImageWrite => 3,
            _ => return,
        };
        let mask = inst.args().get(mask_at).and_then(|mask| mask.const_u64()).unwrap_or(0) as Word;
        if ImageOperands::from_bits_retain(mask).contains(ImageOperands::LOD) {
            self.writer.asm.capability(Capability::ImageMipmap);
        }
    }
}
