//! Selection, vector loads and stores, and shuffles of `OpenCL.std`.

use rspirv::spirv::OpenclStd100Op as ClOp;
use tandem_ir::{IntPredicate, Type, TypeKind, Value};

use super::call::{Call, vector_len};

/// The value of a call of one of these functions.
pub fn lower<'m>(call: &Call<'m>, op: ClOp) -> Option<Value<'m>> {
    let args = &call.args;
    let half = call.module.half();
    Some(match op {
        ClOp::select => call.elementwise(|parts| select(call, parts, vector_len(args[0].ty()).is_some())),
        ClOp::bitselect => call.elementwise(|args| bit_select(call, args)),
        ClOp::prefetch => args[0],
        ClOp::vloadn => load(call, call.inst.ty(), call.inst.ty().scalar(), false),
        ClOp::vload_half | ClOp::vload_halfn => load(call, call.inst.ty(), half, false),
        ClOp::vloada_halfn => load(call, call.inst.ty(), half, true),
        ClOp::vstoren => store(call, args[0].ty().scalar(), false),
        ClOp::vstore_half | ClOp::vstore_halfn => store(call, half, false),
        ClOp::vstorea_halfn => store(call, half, true),
        ClOp::shuffle => shuffle(call, &call.elements(args[0]), args[1]),
        ClOp::shuffle2 => {
            let pool = [call.elements(args[0]), call.elements(args[1])].concat();
            shuffle(call, &pool, args[2])
        }
        _ => return None,
    })
}

/// `c ? b : a`; elements of vectors select by their sign, scalars by not being zero.
fn select<'m>(call: &Call<'m>, args: &[Value<'m>], by_sign: bool) -> Value<'m> {
    let (otherwise, then, condition) = (args[0], args[1], args[2]);
    let ty = condition.ty();
    let predicate = if by_sign && ty != call.module.int(1) { IntPredicate::LLVMIntSLT } else { IntPredicate::LLVMIntNE };
    call.builder.select(call.builder.icmp(predicate, condition, ty.zero()), then, otherwise)
}

fn bit_select<'m>(call: &Call<'m>, args: &[Value<'m>]) -> Value<'m> {
    let builder = &call.builder;
    let ty = args[0].ty();
    let bits = call.module.int(8 * call.module.size_of(ty) as u32);
    let [first, second, mask] = [args[0], args[1], args[2]].map(|arg| builder.bitcast(arg, bits));
    let result = builder.or(builder.and(first, builder.not(mask)), builder.and(second, mask));
    builder.bitcast(result, ty)
}

/// Elements from `offset` (argument 0, in vectors) of a pointer (argument 1).
fn load<'m>(call: &Call<'m>, ty: Type<'m>, memory: Type<'m>, aligned: bool) -> Value<'m> {
    let len = vector_len(ty).unwrap_or(1);
    let address = address(call, call.args[0], call.args[1], memory, len, aligned);
    let elements: Vec<_> = (0..len)
        .map(|i| {
            let element = call.builder.load(memory, at(call, memory, address, i)).value();
            if memory == ty.scalar() { element } else { call.builder.fpext(element, ty.scalar()) }
        })
        .collect();
    if vector_len(ty).is_some() { call.vector(&elements) } else { elements[0] }
}

/// Elements of argument 0 to `offset` (argument 1, in vectors) of a pointer (argument 2).
fn store<'m>(call: &Call<'m>, memory: Type<'m>, aligned: bool) -> Value<'m> {
    let value = call.args[0];
    let len = vector_len(value.ty()).unwrap_or(1);
    let address = address(call, call.args[1], call.args[2], memory, len, aligned);
    for (i, element) in (0..).zip(call.elements(value)) {
        let element = if element.ty() == memory { element } else { call.builder.fptrunc(element, memory) };
        call.builder.store(element, at(call, memory, address, i));
    }
    value
}

/// The address of vector `offset`: three elements take the place of four where vectors are aligned.
fn address<'m>(
    call: &Call<'m>,
    offset: Value<'m>,
    base: Value<'m>,
    memory: Type<'m>,
    len: u32,
    aligned: bool,
) -> Value<'m> {
    let stride = if aligned && len == 3 { 4 } else { len };
    let first = call.builder.mul(offset, offset.ty().int(stride.into(), false));
    call.builder.gep(memory, base, &[first], true)
}

fn at<'m>(call: &Call<'m>, memory: Type<'m>, address: Value<'m>, index: u32) -> Value<'m> {
    call.builder.gep(memory, address, &[call.index(index)], true)
}

/// Elements of `pool` by the mask's low bits; OpenCL's pools have a power of two.
fn shuffle<'m>(call: &Call<'m>, pool: &[Value<'m>], mask: Value<'m>) -> Value<'m> {
    let builder = &call.builder;
    let whole = call.vector(pool);
    let picks: Vec<_> = call
        .elements(mask)
        .into_iter()
        .map(|pick| {
            let low = pick.ty().int(pool.len().next_power_of_two() as u64 - 1, false);
            builder.extract_element(whole, builder.and(pick, low))
        })
        .collect();
    debug_assert!(matches!(mask.ty().kind(), TypeKind::Vector(..)));
    call.vector(&picks)
}
