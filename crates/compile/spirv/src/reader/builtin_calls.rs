//! Calls of the device builtins.

use tandem_device_ir::{Builtin, Instruction};
use tandem_device_ir_llvm::call_builtin;
use tandem_ir::{Inst, Type, Value};

use super::body::Body;
use super::defs::{Sampler, Typed};

impl<'m> Body<'_, 'm, '_> {
    /// A sampler that the module defines.
    pub fn constant_sampler(&self, sampler: &Sampler) -> Typed<'m> {
        let builtin = Builtin::Instruction(Instruction::ConstantSampler);
        let returns = self.r.llvm(sampler.ty);
        let call = self.call_builtin(builtin, returns, returns, &sampler.properties.map(|property| self.i32(property)));
        Typed { value: call.value(), ty: sampler.ty }
    }

    /// Calls the function of a builtin; see [`call_builtin`].
    pub fn call_builtin(&self, builtin: Builtin, named: Type<'m>, returns: Type<'m>, args: &[Value<'m>]) -> Inst<'m> {
        call_builtin(&self.builder, builtin, named, returns, args)
    }
}
