//! The handles from which values of image and sampler types are made.

use rustc_hash::FxHashMap;
use tandem_device_ir::sampler::HANDLE_ALIGN;
use tandem_device_ir::{Builtin, Instruction};
use tandem_device_ir_llvm::{Callees, HandleType};
use tandem_ir::{Builder, EditableModule, Inst, Opcode, Type, TypeKind, Value, ValueKind};

use super::library::ImageLibrary;
use super::refuse;
use crate::error::Result;

/// The handle of an image or a sampler, or those of an image and its sampler.
pub(super) type Parts<'m> = Vec<Value<'m>>;

/// The handles of a function.
pub(super) struct Handles<'a, 'm> {
    module: &'m EditableModule,
    callees: &'a Callees<'m>,
    found: FxHashMap<Value<'m>, Parts<'m>>,
    made: Vec<Inst<'m>>,
}

impl<'a, 'm> Handles<'a, 'm> {
    pub(super) fn new(module: &'m EditableModule, callees: &'a Callees<'m>) -> Self {
        Self { module, callees, found: FxHashMap::default(), made: Vec::new() }
    }

    /// The builtin that an instruction calls.
    pub(super) fn builtin(&self, inst: Inst<'m>) -> Option<Builtin> {
        self.callees.builtin(inst)
    }

    /// The instructions that have no use when all operations are lowered.
    pub(super) fn made(&self) -> impl Iterator<Item = Inst<'m>> {
        self.made.iter().copied()
    }

    /// Makes handles of images and samplers in stack memory.
    ///
    /// # Errors
    /// Images together with samplers in memory, and what [`parts`](Self::parts) refuses.
    pub(super) fn retype_memory(&mut self, insts: &[Inst<'m>]) -> Result<()> {
        let long = self.module.int(64);
        for inst in insts {
            match inst.opcode() {
                Opcode::LLVMAlloca if inst.allocated_type().and_then(HandleType::of).is_some() => {
                    let builder = Builder::before(self.module, *inst);
                    let memory = builder.array_alloca(long, inst.operand(0), "");
                    inst.value().replace_all_uses_with(self.module, memory.value());
                    self.made.push(*inst);
                }
                Opcode::LLVMLoad if HandleType::of(inst.ty()).is_some() => {
                    self.check_size(*inst, inst.ty())?;
                    let handle = Builder::before(self.module, *inst).load(long, inst.operand(0));
                    handle.set_volatile(self.module, inst.is_volatile());
                    self.found.insert(inst.value(), vec![handle.value()]);
                }
                _ => {}
            }
        }
        for inst in insts.iter().filter(|inst| inst.opcode() == Opcode::LLVMStore) {
            let (value, memory) = (inst.operand(0), inst.operand(1));
            if HandleType::of(value.ty()).is_some() {
                self.check_size(*inst, value.ty())?;
                let handle = self.parts(value, *inst)?[0];
                Builder::before(self.module, *inst).store(handle, memory).set_volatile(self.module, inst.is_volatile());
                self.made.push(*inst);
            }
        }
        Ok(())
    }

    fn check_size(&self, inst: Inst<'m>, ty: Type<'m>) -> Result<()> {
        match HandleType::of(ty) {
            Some(HandleType::SampledImage(_)) => Err(refuse(inst, "an image with its sampler is kept in memory")),
            _ => Ok(()),
        }
    }

    /// The handles of a value that `user` uses.
    ///
    /// # Errors
    /// Values that do not come from parameters, handles, memory and constants.
    pub(super) fn parts(&mut self, value: Value<'m>, user: Inst<'m>) -> Result<Parts<'m>> {
        if let Some(parts) = self.found.get(&value) {
            return Ok(parts.clone());
        }
        let long = self.module.int(64);
        let Some(ty) = HandleType::of(value.ty()) else {
            return Err(refuse(user, format!("a value of type {} is not an image or sampler", value.ty())));
        };
        let count = if matches!(ty, HandleType::SampledImage(_)) { 2 } else { 1 };
        let parts = match (value.as_inst(), value.kind()) {
            (Some(inst), _) => return self.parts_of_inst(inst, count),
            (None, ValueKind::Undef | ValueKind::Poison) => vec![long.poison(); count],
            (None, kind) if kind != ValueKind::Argument && value.is_const() => vec![long.zero(); count],
            _ => return Err(refuse(user, "images and samplers are passed to functions that are not inlined")),
        };
        self.found.insert(value, parts.clone());
        Ok(parts)
    }

    fn parts_of_inst(&mut self, inst: Inst<'m>, count: usize) -> Result<Parts<'m>> {
        let builder = Builder::before(self.module, inst);
        let parts = match inst.opcode() {
            Opcode::LLVMPHI => return self.phi(inst, count),
            Opcode::LLVMSelect => {
                let [then, otherwise] = [inst.operand(1), inst.operand(2)];
                let (then, otherwise) = (self.parts(then, inst)?, self.parts(otherwise, inst)?);
                let condition = inst.operand(0);
                then.into_iter().zip(otherwise).map(|(then, other)| builder.select(condition, then, other)).collect()
            }
            Opcode::LLVMFreeze => {
                self.parts(inst.operand(0), inst)?.into_iter().map(|part| builder.freeze(part)).collect()
            }
            Opcode::LLVMCall => self.call(&builder, inst)?,
            _ => return Err(refuse(inst, format!("images and samplers are not supported in `{inst}`"))),
        };
        self.made.push(inst);
        self.found.insert(inst.value(), parts.clone());
        Ok(parts)
    }

    /// Phis of handles; they may be operands of themselves.
    fn phi(&mut self, inst: Inst<'m>, count: usize) -> Result<Parts<'m>> {
        let builder = Builder::before(self.module, inst);
        let phis: Vec<_> = (0..count).map(|_| builder.phi(self.module.int(64), "")).collect();
        let parts: Parts<'m> = phis.iter().map(|phi| phi.value()).collect();
        self.found.insert(inst.value(), parts.clone());
        self.made.push(inst);
        for (value, block) in inst.incoming() {
            let values = self.parts(value, inst)?;
            for (phi, value) in phis.iter().zip(values) {
                phi.add_incoming(self.module, &[(value, block)]);
            }
        }
        Ok(parts)
    }

    fn call(&mut self, builder: &Builder<'m>, inst: Inst<'m>) -> Result<Parts<'m>> {
        let Some(Builtin::Instruction(instruction)) = self.callees.builtin(inst) else {
            return Err(refuse(inst, "functions that are not inlined return images and samplers"));
        };
        let args = inst.args();
        match (instruction, &args[..]) {
            (Instruction::ConvertHandleToImageINTEL | Instruction::ConvertHandleToSamplerINTEL, [handle]) => {
                Ok(vec![resize(builder, *handle)])
            }
            (Instruction::ConvertHandleToSampledImageINTEL, [handle]) => {
                let (handle, long) = (resize(builder, *handle), self.module.int(64));
                let of_sampler = long.int(HANDLE_ALIGN - 1, false);
                let of_image = long.int(!(HANDLE_ALIGN - 1), false);
                Ok(vec![builder.and(handle, of_image), builder.and(handle, of_sampler)])
            }
            (Instruction::SampledImage, [image, sampler]) => {
                let mut parts = self.parts(*image, inst)?;
                parts.extend(self.parts(*sampler, inst)?);
                Ok(parts)
            }
            (Instruction::Image, [sampled]) => Ok(vec![self.parts(*sampled, inst)?[0]]),
            _ => Err(refuse(inst, format!("`{}` does not make an image or sampler", instruction.name()))),
        }
    }

    /// Notes the handle of a sampler that code defines.
    pub(super) fn define_constant_sampler(&mut self, inst: Inst<'m>, library: &dyn ImageLibrary) -> Result<()> {
        let properties: Option<Vec<u64>> = inst.args().into_iter().map(Value::const_u64).collect();
        let Some([addressing, normalized, filter]) = properties.as_deref() else {
            return Err(refuse(inst, "the properties of a sampler are not constants"));
        };
        let addressing = u32::try_from(*addressing).ok().filter(|mode| *mode <= LAST_ADDRESSING_MODE);
        let Some(addressing) = addressing else {
            return Err(refuse(inst, "a sampler has an addressing mode that SPIR-V does not define"));
        };
        let word = library.constant_sampler(addressing, *normalized != 0, *filter == LINEAR);
        self.made.push(inst);
        self.found.insert(inst.value(), vec![self.module.int(64).int(word, false)]);
        Ok(())
    }
}

/// SPIR-V's `RepeatMirrored`.
const LAST_ADDRESSING_MODE: u32 = 4;
/// SPIR-V's number of linear filters.
const LINEAR: u64 = 1;

/// A handle of 64 bits.
fn resize<'m>(builder: &Builder<'m>, handle: Value<'m>) -> Value<'m> {
    let long = builder.module().int(64);
    match handle.ty().kind() {
        TypeKind::Int(bits) if bits < 64 => builder.zext(handle, long),
        TypeKind::Int(bits) if bits > 64 => builder.trunc(handle, long),
        _ => handle,
    }
}
