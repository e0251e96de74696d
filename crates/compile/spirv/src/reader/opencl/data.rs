//! Vector loads and stores, half-precision storage, and shuffles.

use rspirv::spirv::{FPRoundingMode, OpenclStd100Op as ClOp};
use tandem_ir::{Type, Value};

use crate::reader::body::{Body, ResultOperands};
use crate::reader::classes::{Class, int_bits, lanes};
use crate::reader::error::{Reason, Result, ensure};
use tandem_spirv_binary::Operands;

impl<'m, 'w> Body<'_, 'm, 'w> {
    /// Loads and shuffles; none for other instructions.
    pub fn load_data(&mut self, op: ClOp, target: ResultOperands, ops: &mut Operands<'w>) -> Result<Option<Value<'m>>> {
        let ty = self.r.llvm(target.ty);
        let value = match op {
            ClOp::vloadn => {
                ensure(lanes(ty).is_some(), "the result type is not a vector")?;
                let address = self.element_address(ty, ty.scalar(), lanes(ty).unwrap_or(1), ops)?;
                let load = self.builder.load(ty, address);
                load.set_align(self.r.module, self.r.module.align_of(ty.scalar()));
                load.value()
            }
            ClOp::vload_half | ClOp::vload_halfn | ClOp::vloada_halfn => {
                self.require(ty, Class::Float)?;
                let half = self.with_scalar(ty, self.r.module.half());
                let aligned = op == ClOp::vloada_halfn;
                let address = self.half_address(half, aligned, ops)?;
                let load = self.builder.load(half, address);
                load.set_align(self.r.module, half_align(half, aligned));
                self.resize_float(load.value(), ty)
            }
            ClOp::shuffle | ClOp::shuffle2 => self.dynamic_shuffle(op, ty, ops)?,
            _ => return Ok(None),
        };
        Ok(Some(value))
    }

    /// Stores; false for other instructions.
    pub fn store_data(&mut self, op: ClOp, ops: &mut Operands<'w>) -> Result<bool> {
        match op {
            ClOp::vstoren => {
                let data = self.value(ops)?;
                let ty = data.ty();
                ensure(lanes(ty).is_some(), "the data is not a vector")?;
                let address = self.element_address(ty, ty.scalar(), lanes(ty).unwrap_or(1), ops)?;
                self.builder.store(data, address).set_align(self.r.module, self.r.module.align_of(ty.scalar()));
            }
            ClOp::vstore_half | ClOp::vstore_halfn | ClOp::vstorea_halfn => self.store_half(op, false, ops)?,
            ClOp::vstore_half_r | ClOp::vstore_halfn_r | ClOp::vstorea_halfn_r => self.store_half(op, true, ops)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn store_half(&mut self, op: ClOp, has_mode: bool, ops: &mut Operands<'w>) -> Result<()> {
        let data = self.value_of(Class::Float, ops)?;
        let half = self.with_scalar(data.ty(), self.r.module.half());
        let aligned = matches!(op, ClOp::vstorea_halfn | ClOp::vstorea_halfn_r);
        let address = self.half_address(half, aligned, ops)?;
        let unknown = Reason::Invalid("unknown rounding mode");
        let mode = if has_mode { Some(FPRoundingMode::from_u32(ops.word()?).ok_or(unknown)?) } else { None };
        let narrow = self.resize_float_rounded(data, half, mode);
        self.builder.store(narrow, address).set_align(self.r.module, half_align(half, aligned));
        Ok(())
    }

    /// `pointer + offset * stride` in elements, of the operands offset and pointer.
    fn element_address(
        &mut self,
        ty: Type<'m>,
        element: Type<'m>,
        stride: u32,
        ops: &mut Operands<'w>,
    ) -> Result<Value<'m>> {
        let offset = self.scalar_of(Class::Int, ops)?;
        let pointer = self.value_of(Class::Pointer, ops)?;
        ensure(self.r.module.size_of(ty) != 0, "the data has no size")?;
        let offset = self.resize_int(offset, self.r.module.int(64), false);
        let index = self.builder.mul(offset, self.r.module.int(64).int(stride.into(), false));
        Ok(self.builder.gep(element, pointer, &[index], false))
    }

    /// As [`element_address`](Self::element_address) for halves; aligned vectors of three take the room of four.
    fn half_address(&mut self, half: Type<'m>, aligned: bool, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        let count = lanes(half).unwrap_or(1);
        let stride = if aligned && count == 3 { 4 } else { count };
        self.element_address(half, half.scalar(), stride, ops)
    }

    /// Lanes of one or two vectors, picked by the low bits of a mask.
    fn dynamic_shuffle(&mut self, op: ClOp, ty: Type<'m>, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        let first = self.value(ops)?;
        let second = if op == ClOp::shuffle2 { Some(self.value_like(first.ty(), ops)?) } else { None };
        let mask = self.value_of(Class::Int, ops)?;
        let (Some(from), Some(to)) = (lanes(first.ty()), lanes(ty)) else {
            return Err(Reason::Invalid("the operands are not vectors"));
        };
        let fits = first.ty().scalar() == ty.scalar() && lanes(mask.ty()) == Some(to);
        ensure(fits && from.is_power_of_two(), "the operands do not fit the result type")?;
        ensure(int_bits(mask.ty()) >= 8, "the mask's integers are too narrow")?;
        let b = &self.builder;
        let limit = self.int_of(mask.ty().scalar(), u64::from(from - 1));
        let half = self.int_of(mask.ty().scalar(), u64::from(from));
        let mut result = ty.poison();
        for lane in 0..to {
            let index = b.extract_element(mask, self.i32(lane));
            let within = b.and(index, limit);
            let mut value = b.extract_element(first, within);
            if let Some(second) = second {
                let other = b.extract_element(second, within);
                let is_second = b.icmp(tandem_ir::IntPredicate::LLVMIntNE, b.and(index, half), half.ty().zero());
                value = b.select(is_second, other, value);
            }
            result = b.insert_element(result, value, self.i32(lane));
        }
        Ok(result)
    }
}

/// Bytes that a vector of halves is aligned to in memory.
fn half_align(half: Type<'_>, aligned: bool) -> u32 {
    if aligned { 2 * lanes(half).unwrap_or(1).next_power_of_two() } else { 2 }
}
