//! Arithmetic on numbers of work-items, such as ids and extents: it cannot overflow, and is marked as such for LLVM.

use tandem_ir::{Builder, Value};

/// The sum of two numbers.
pub fn sum<'m>(builder: &Builder<'m>, left: Value<'m>, right: Value<'m>) -> Value<'m> {
    no_wrap(builder, builder.add(left, right))
}

/// The difference of two numbers, the first of which is not less.
pub fn difference<'m>(builder: &Builder<'m>, left: Value<'m>, right: Value<'m>) -> Value<'m> {
    no_wrap(builder, builder.sub(left, right))
}

/// The product of two numbers.
pub fn product<'m>(builder: &Builder<'m>, left: Value<'m>, right: Value<'m>) -> Value<'m> {
    no_wrap(builder, builder.mul(left, right))
}

fn no_wrap<'m>(builder: &Builder<'m>, value: Value<'m>) -> Value<'m> {
    if let Some(inst) = value.as_inst() {
        inst.set_wrap_flags(builder.module(), true, true);
    }
    value
}
