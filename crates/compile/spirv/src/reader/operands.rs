//! The operands of instructions as values, checked against the operation's operand types.

use tandem_ir::{Type, Value};

use super::body::Body;
use super::classes::{Class, is_class, lanes};
use super::error::{Result, ensure};
use tandem_spirv_binary::Operands;

impl<'m, 'w> Body<'_, 'm, 'w> {
    /// The next operand as a value.
    pub fn value(&mut self, ops: &mut Operands<'_>) -> Result<Value<'m>> {
        let id = ops.id()?;
        Ok(self.typed(id)?.value)
    }

    /// The next operand, a scalar or vector of this class.
    pub fn value_of(&mut self, class: Class, ops: &mut Operands<'_>) -> Result<Value<'m>> {
        let value = self.value(ops)?;
        ensure(is_class(value.ty(), class), "an operand has the wrong type")?;
        Ok(value)
    }

    /// The next operand, which must be of exactly this type.
    pub fn value_like(&mut self, ty: Type<'m>, ops: &mut Operands<'_>) -> Result<Value<'m>> {
        let value = self.value(ops)?;
        ensure(value.ty() == ty, "an operand has the wrong type")?;
        Ok(value)
    }

    /// The next operand, a scalar of this class.
    pub fn scalar_of(&mut self, class: Class, ops: &mut Operands<'_>) -> Result<Value<'m>> {
        let value = self.value_of(class, ops)?;
        ensure(lanes(value.ty()).is_none(), "an operand is not a scalar")?;
        Ok(value)
    }

    /// Fails unless `ty` is a scalar or vector of this class.
    pub fn require(&self, ty: Type<'m>, class: Class) -> Result<()> {
        ensure(is_class(ty, class), "the result type does not fit the operation")
    }

    /// Two operands of the result type, which is of this class.
    pub fn pair(&mut self, class: Class, ty: Type<'m>, ops: &mut Operands<'w>) -> Result<(Value<'m>, Value<'m>)> {
        self.require(ty, class)?;
        Ok((self.value_like(ty, ops)?, self.value_like(ty, ops)?))
    }
}
