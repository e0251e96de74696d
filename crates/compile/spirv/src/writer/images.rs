//! Constant samplers, and the capabilities that the instructions of images need.

use rspirv::spirv::{Capability, ImageOperands, Op, Word};
use tandem_device_ir::Instruction;
use tandem_ir::Inst;

use super::body::Body;
use super::error::Reason;

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

    /// Declares the requirements of an instruction on images beyond their types.
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
