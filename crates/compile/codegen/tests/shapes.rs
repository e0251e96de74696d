//! The transfer function of shapes: from those of operands to that of a result.

use tandem_codegen::analysis::shapes::{Exact, Facts, Shape, shape};
use tandem_ir::{Context, Inst, Module, Value};

/// The parameter `%i` grows by 1, others are uniform.
struct Test<'m> {
    module: &'m Module,
    /// The exactness of instructions that drop bits.
    exact: Option<Exact>,
    /// The factor by which offsets from the pointer `%p` are multiplied.
    scale: i64,
}

impl<'m> Facts<'m> for Test<'m> {
    fn module(&self) -> &'m Module {
        self.module
    }

    fn operand(&self, value: Value<'m>) -> Option<Shape> {
        match (value.as_inst(), value.as_argument()) {
            (Some(inst), _) => shape(self, inst),
            (None, Some((_, 0))) => Some(Shape::exact(1)),
            _ => Some(Shape::UNIFORM),
        }
    }

    fn exact(&self, _: Inst<'m>) -> Option<Exact> {
        self.exact
    }

    fn scale(&self, pointer: Value<'m>) -> i64 {
        if pointer.as_inst().is_none() { self.scale } else { 1 }
    }
}

/// The shape of the last instruction's result.
fn shape_with(body: &str, exact: Option<Exact>, scale: i64) -> Shape {
    let text = format!(
        "define void @f(i64 %i, i64 %n, ptr %p, i1 %c) {{
          {body}
          ret void
        }}"
    );
    let ctx = Context::new();
    let module = Module::parse(&ctx, text.as_bytes(), "test").unwrap_or_else(|error| panic!("{error}"));
    let insts = module.function("f").expect("defined above").insts();
    let facts = Test { module: &module, exact, scale };
    shape(&facts, insts[insts.len() - 2]).expect("all operands are known")
}

/// The shape if nothing is known about dropped bits.
fn shape_of(body: &str) -> Shape {
    shape_with(body, None, 1)
}

/// The shape if no dropped bit matters.
fn shape_of_exact(body: &str) -> Shape {
    shape_with(body, Some(Exact::BOTH), 1)
}

fn inexact(stride: i64) -> Shape {
    Shape::Affine { stride, exact: Exact::NEITHER }
}

fn signed(stride: i64) -> Shape {
    Shape::Affine { stride, exact: Exact { signed: true, unsigned: false } }
}

#[test]
fn arithmetic_adds_and_scales_strides() {
    assert_eq!(shape_of("%r = add nsw nuw i64 %i, %n"), Shape::exact(1));
    assert_eq!(shape_of("%r = sub nsw nuw i64 %n, %i"), Shape::exact(-1));
    assert_eq!(shape_of("%r = sub nsw i64 %i, %i"), signed(0));
    assert_eq!(shape_of("%r = mul nsw nuw i64 %i, 12"), Shape::exact(12));
    assert_eq!(shape_of("%r = mul nsw nuw i64 -3, %i"), signed(-3));
    assert_eq!(shape_of("%r = mul nsw nuw i64 %n, %n"), Shape::UNIFORM);
}

#[test]
fn factors_must_be_constants() {
    assert_eq!(shape_of("%r = mul i64 %i, %n"), Shape::Varying);
    assert_eq!(shape_of("%r = mul i64 %i, %i"), Shape::Varying);
    assert_eq!(shape_of("%r = shl i64 %i, %n"), Shape::Varying);
    assert_eq!(shape_of("%r = xor i64 %i, 1"), Shape::Varying);
}

#[test]
fn arithmetic_wraps_around_unless_its_flags_or_the_facts_say_otherwise() {
    assert_eq!(shape_of("%r = add i64 %i, %n"), inexact(1));
    assert_eq!(shape_of("%r = add nsw i64 %i, %n"), signed(1));
    assert_eq!(shape_of_exact("%r = add i64 %i, %n"), Shape::exact(1));
    assert_eq!(shape_of("%a = add i64 %i, %n %r = add nsw nuw i64 %a, %n"), inexact(1));
    assert_eq!(shape_of("%a = mul i64 %i, 9223372036854775807 %r = mul i64 %a, 3"), Shape::Varying);
}

#[test]
fn disjoint_bits_are_added() {
    assert_eq!(shape_of("%r = or disjoint i64 %i, %n"), Shape::exact(1));
    assert_eq!(shape_of("%r = or i64 %i, %n"), Shape::Varying);
    assert_eq!(shape_of_exact("%r = or i64 %i, %n"), Shape::exact(1));
}

#[test]
fn extensions_are_of_exact_numbers() {
    let narrow = |last: &str| format!("%t = trunc i64 %i to i32 {last}");
    let positive = narrow("%a = add nsw i32 %t, 1 %r = zext nneg i32 %a to i64");
    let (sext, zext) = (narrow("%r = sext i32 %t to i64"), narrow("%r = zext i32 %t to i64"));
    for body in [&sext, &zext, &positive] {
        assert_eq!(shape_of(body), Shape::Varying, "{body}");
        assert_eq!(shape_of_exact(body), Shape::exact(1), "{body}");
    }
    let only_signed = Some(Exact { signed: true, unsigned: false });
    assert_eq!(shape_with(&sext, only_signed, 1), signed(1));
    assert_eq!(shape_with(&zext, only_signed, 1), Shape::Varying);
    assert_eq!(shape_with(&positive, only_signed, 1), Shape::exact(1));
}

#[test]
fn other_casts() {
    assert_eq!(shape_of("%r = trunc i64 %i to i32"), inexact(1));
    assert_eq!(shape_of("%r = inttoptr i64 %i to ptr"), inexact(1));
    assert_eq!(shape_of("%r = freeze i64 %i"), Shape::exact(1));
    assert_eq!(shape_of("%a = inttoptr i64 %i to ptr %r = addrspacecast ptr %a to ptr addrspace(1)"), inexact(1));
    assert_eq!(shape_of("%r = bitcast i64 %i to double"), Shape::Varying);
    assert_eq!(shape_of("%r = uitofp i64 %i to double"), Shape::Varying);
}

#[test]
fn shifts() {
    assert_eq!(shape_of("%r = shl nsw nuw i64 %i, 3"), Shape::exact(8));
    assert_eq!(shape_of("%r = shl i64 %i, 63"), Shape::Varying);
    let back = |bits: u32| format!("%a = shl i64 %i, 32 %r = ashr i64 %a, {bits}");
    assert_eq!(shape_of(&back(30)), Shape::Varying);
    assert_eq!(shape_of_exact(&back(30)), Shape::exact(4));
    assert_eq!(shape_of_exact(&back(33)), Shape::Varying);
    assert_eq!(shape_of_exact("%a = mul i64 %i, -8 %r = lshr i64 %a, 2"), Shape::exact(-2));
}

#[test]
fn masks_of_numbers_that_fit() {
    assert_eq!(shape_of("%r = and i64 %i, 4294967295"), Shape::Varying);
    assert_eq!(shape_of_exact("%r = and i64 %i, 4294967295"), Shape::exact(1));
}

#[test]
fn selection_among_equal_strides() {
    let select = |condition: &str, step: i64| {
        format!("%a = add nsw i64 %i, %n %b = mul nsw nuw i64 %i, {step} %r = select i1 {condition}, i64 %a, i64 %b")
    };
    assert_eq!(shape_of(&select("%c", 1)), signed(1));
    assert_eq!(shape_of(&select("%c", 2)), Shape::Varying);
    let varying = "%d = icmp eq i64 %i, 7 ";
    assert_eq!(shape_of(&format!("{varying}{}", select("%d", 1))), Shape::Varying);
}

#[test]
fn addresses() {
    let address = |ty: &str, indices: &str| format!("%r = getelementptr {ty}, ptr %p, {indices}");
    assert_eq!(shape_of(&address("float", "i64 %i")), inexact(4));
    assert_eq!(shape_of(&address("{ i32, [4 x i16] }", "i64 %n, i32 1, i64 %i")), inexact(2));
    assert_eq!(shape_of(&address("[4 x i16]", "i64 %i, i64 %i")), inexact(10));
    assert_eq!(shape_of(&address("float", "i64 %n")), Shape::UNIFORM);
    assert_eq!(shape_with(&address("float", "i64 %i"), None, 8), inexact(32));
}

#[test]
fn narrow_indices_of_addresses_must_not_wrap_around() {
    let index = "%t = trunc i64 %i to i32 %r = getelementptr float, ptr %p, i32 %t";
    assert_eq!(shape_of(index), Shape::Varying);
    assert_eq!(shape_of_exact(index), Shape::exact(4));
    assert_eq!(shape_with(index, Some(Exact { signed: false, unsigned: true }), 1), Shape::Varying);
}
