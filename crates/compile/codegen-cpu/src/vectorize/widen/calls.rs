//! Calls: of vector forms, or else one for each lane.

use tandem_ir::{Inst, Value};

use super::Widener;
use super::arithmetic::keep_flags;
use crate::vectorize::vector_forms::{Callee, Overload, VectorForm};

impl<'m> Widener<'_, 'm> {
    /// A call whose results vary.
    pub(super) fn call(&mut self, inst: Inst<'m>) -> Value<'m> {
        let Some(form) = VectorForm::of(inst) else {
            return self.each_lane(inst).expect("a call with a result");
        };
        let args: Vec<_> = inst
            .args()
            .into_iter()
            .enumerate()
            .map(|(index, arg)| if form.scalar == Some(index) { arg } else { self.vector(arg) })
            .collect();
        match form.callee {
            Callee::Intrinsic(intrinsic) => {
                let result = self.vector_type(inst.ty());
                let types = match form.overload {
                    Overload::Result => vec![result],
                    Overload::Argument => vec![args[0].ty()],
                    Overload::Both => vec![result, args[0].ty()],
                };
                let call = self.builder.intrinsic(intrinsic, &types, &args);
                keep_flags(self.module, inst, call.value())
            }
            Callee::Library(function) => function.call(self.module, &self.builder, &args, self.target.vector_bits),
        }
    }
}
