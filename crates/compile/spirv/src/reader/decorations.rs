//! The requirements of decorations on the instruction that computes a value.

use rspirv::spirv::{FPRoundingMode, Op, OpenclStd100Op};
use tandem_device_ir::NO_CONTRACTION;
use tandem_ir::{Opcode, Value};

use super::body::Body;
use super::error::{Reason, Result};
use tandem_spirv_binary::{Id, Operands};

/// LLVM's fast-math bits.
mod fast {
    pub const REASSOC: u32 = 1;
    pub const NO_NANS: u32 = 2;
    pub const NO_INFS: u32 = 4;
    pub const NO_SIGNED_ZEROS: u32 = 8;
    pub const RECIPROCAL: u32 = 16;
    pub const CONTRACT: u32 = 32;
    pub const APPROXIMATE: u32 = 64;
    pub const ALL: u32 = 127;
}

/// (bit of SPIR-V's `FPFastMathMode`, LLVM's flags).
const FAST_MATH: &[(u32, u32)] = &[
    (0x1, fast::NO_NANS),
    (0x2, fast::NO_INFS),
    (0x4, fast::NO_SIGNED_ZEROS),
    (0x8, fast::RECIPROCAL),
    (0x10, fast::ALL),
    (0x1_0000, fast::CONTRACT),
    (0x2_0000, fast::REASSOC),
    (0x4_0000, fast::APPROXIMATE),
];

/// Error of a correctly rounded result.
const ULP_OF_ROUNDING: f32 = 0.5;
/// The largest error that OpenCL allows one of its functions (`pow`, full profile).
const ULP_OF_FUNCTIONS: f32 = 16.0;

impl<'m> Body<'_, 'm, '_> {
    /// Fails if decorations require something that the instruction cannot do. `ops` are the operands after its id.
    pub fn check_demands(&self, op: Op, id: Id, mut ops: Operands<'_>) -> Result<()> {
        use Op::*;
        if !self.r.scan.demanding.contains(&id) {
            return Ok(());
        }
        let decorations = self.r.scan.decorations(id);
        let rounds = matches!(op, ConvertFToU | ConvertFToS | ConvertSToF | ConvertUToF | FConvert);
        // To nearest even is how all instructions round.
        if let Some(mode) = decorations.rounding.filter(|mode| !rounds && *mode != FPRoundingMode::RTE) {
            return Err(Reason::unsupported(format!("rounding mode {mode:?} of Op{op:?}")));
        }
        let saturates = matches!(op, ConvertFToU | ConvertFToS | UConvert | SConvert | SatConvertSToU | SatConvertUToS);
        if decorations.saturated && !saturates {
            return Err(Reason::unsupported(format!("saturation of Op{op:?}")));
        }
        // Core instructions round correctly; functions have the bounds of OpenCL.
        let is_sqrt = op == ExtInst && ops.ids().nth(1) == Some(Id(OpenclStd100Op::sqrt as u32));
        let exact = op != ExtInst || is_sqrt;
        let bound = if exact { ULP_OF_ROUNDING } else { ULP_OF_FUNCTIONS };
        match decorations.max_error {
            Some(error) if error < bound || error.is_nan() => {
                Err(Reason::unsupported(format!("an error of at most {error} ULP of Op{op:?}")))
            }
            _ => Ok(()),
        }
    }

    /// Puts the decorations of `id` on the instruction that was made for it.
    pub fn decorate(&self, value: Value<'m>, id: Id) {
        let decorations = self.r.scan.decorations(id);
        if decorations.no_contraction {
            self.r.module.add_flag(NO_CONTRACTION, 1);
        }
        let Some(inst) = value.as_inst() else { return };
        if decorations.fast_math != 0 {
            let set = FAST_MATH.iter().filter(|(bit, _)| decorations.fast_math & bit != 0);
            let flags = set.fold(0, |flags, (_, flag)| flags | flag);
            inst.set_fast_math(self.r.module, if decorations.no_contraction { flags & !fast::CONTRACT } else { flags });
        }
        let wraps = matches!(inst.opcode(), Opcode::LLVMAdd | Opcode::LLVMSub | Opcode::LLVMMul | Opcode::LLVMShl);
        if wraps && (decorations.no_signed_wrap || decorations.no_unsigned_wrap) {
            inst.set_wrap_flags(self.r.module, decorations.no_unsigned_wrap, decorations.no_signed_wrap);
        }
    }
}
