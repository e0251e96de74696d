//! Instructions of `OpenCL.std`.

use rspirv::spirv::{Op, StorageClass, Word};
use tandem_device_ir::opencl::INSTRUCTION_SET;
use tandem_device_ir::{Builtin, OpenClFunction, Slot};
use tandem_ir::{Inst, Type, TypeKind, Value};

use super::body::Body;
use super::emitter::Emitter;
use super::error::Reason;

impl<'m> Body<'_, 'm> {
    /// An instruction of `OpenCL.std`.
    pub(super) fn extended(&mut self, inst: Inst<'m>, op: OpenClFunction, args: &[Value<'m>]) -> Result<(), Reason> {
        let set = self.writer.asm.instruction_set(INSTRUCTION_SET);
        let ty = self.writer.value_type(inst.ty())?;
        let mut words = vec![set, op as Word];
        let slots = op.signature().signature().params;
        for (index, arg) in args.iter().enumerate() {
            words.push(if slots.get(index) == Some(&Slot::Literal) {
                arg.const_u64().ok_or_else(|| Reason::BuiltinArguments {
                    symbol: Builtin::OpenCl(op).base_name(),
                    message: "a literal must be a constant".to_owned(),
                })? as Word
            } else if op == OpenClFunction::printf && index == 0 {
                // Formats that are chosen at run time are in other memory, but OpenCL requires this class.
                let format = self.writer.plain_pointer(StorageClass::UniformConstant);
                self.pointer_as(*arg, format)?
            } else if arg.ty().is_pointer() {
                let pointee = self.extended_pointee(inst, op)?;
                self.builtin_pointer_to(*arg, pointee)?
            } else {
                self.extended_operand(inst, op, *arg)?
            });
        }
        let id = self.emit(Op::ExtInst, ty, &words);
        self.decorate_fast_math(inst, id);
        self.define(inst, id)
    }

    /// Exponents are scalars in LLVM and vectors in OpenCL.
    fn extended_operand(&mut self, inst: Inst<'m>, op: OpenClFunction, arg: Value<'m>) -> Result<Word, Reason> {
        let id = self.value(arg)?;
        match inst.ty().kind() {
            TypeKind::Vector(_, len)
                if matches!(op, OpenClFunction::pown | OpenClFunction::ldexp) && arg.ty().is_int() =>
            {
                let element = self.writer.value_type(arg.ty())?;
                let ty = self.writer.vector_type(element, len);
                Ok(self.emit(Op::CompositeConstruct, ty, &vec![id; len as usize]))
            }
            _ => Ok(id),
        }
    }

    /// The pointee type of an extended instruction's pointer argument.
    fn extended_pointee(&mut self, inst: Inst<'m>, op: OpenClFunction) -> Result<Word, Reason> {
        let module = self.writer.module;
        let with_lanes = |element: Type<'m>| match inst.ty().kind() {
            TypeKind::Vector(_, len) => element.vector(len),
            _ => element,
        };
        let ty = match op {
            OpenClFunction::frexp | OpenClFunction::remquo | OpenClFunction::lgamma_r => with_lanes(module.int(32)),
            OpenClFunction::modf | OpenClFunction::fract | OpenClFunction::sincos => inst.ty(),
            OpenClFunction::vloadn => inst.ty().scalar(),
            OpenClFunction::vstoren => inst.operand(0).ty().scalar(),
            OpenClFunction::vload_half
            | OpenClFunction::vload_halfn
            | OpenClFunction::vloada_halfn
            | OpenClFunction::vstore_half
            | OpenClFunction::vstore_half_r
            | OpenClFunction::vstore_halfn
            | OpenClFunction::vstore_halfn_r
            | OpenClFunction::vstorea_halfn
            | OpenClFunction::vstorea_halfn_r => module.half(),
            _ => module.int(8),
        };
        self.writer.value_type(ty)
    }
}
