//! Division of integers. The divisor of a lane that does not run may be zero, and processors have no division of vectors
//! of integers.

use tandem_ir::{Inst, Opcode, TypeKind, Value};

use super::Widener;

impl<'m> Widener<'_, 'm> {
    /// A quotient or remainder that varies.
    pub(super) fn divide(&mut self, inst: Inst<'m>) -> Value<'m> {
        let divisor = inst.operand(1);
        // A constant one becomes a multiplication.
        if divisor.const_u64().is_some_and(|divisor| divisor != 0) && divisor.const_i64() != Some(-1) {
            let (dividend, divisor) = (self.vector(inst.operand(0)), self.vector(divisor));
            return self.builder.binary(inst.opcode(), dividend, divisor);
        }
        match inst.ty().kind() {
            TypeKind::Int(bits) if bits <= 32 => self.divide_as_double(inst),
            // A vector operation whose divisor is selected lane by lane does not work: LLVM 19 treats the result as
            // poison in all lanes if a constant that it selects from contains a zero.
            _ => self.each_lane(inst).expect("a quotient"),
        }
    }

    /// Divides double-precision numbers, which traps for no divisor. A quotient of integers of 32 bits is at least
    /// `1/divisor` below the next integer, and its rounding error is smaller than that: it is exact.
    fn divide_as_double(&mut self, inst: Inst<'m>) -> Value<'m> {
        let (dividend, divisor) = (self.vector(inst.operand(0)), self.vector(inst.operand(1)));
        let double = self.vector_type(self.module.double());
        let is_signed = matches!(inst.opcode(), Opcode::LLVMSDiv | Opcode::LLVMSRem);
        let wide =
            |value| if is_signed { self.builder.sitofp(value, double) } else { self.builder.uitofp(value, double) };
        let quotient = self.builder.fdiv(wide(dividend), wide(divisor));
        let quotient = match is_signed {
            true => self.builder.fptosi(quotient, dividend.ty()),
            false => self.builder.fptoui(quotient, dividend.ty()),
        };
        match inst.opcode() {
            Opcode::LLVMUDiv | Opcode::LLVMSDiv => quotient,
            _ => self.builder.sub(dividend, self.builder.mul(quotient, divisor)),
        }
    }
}
