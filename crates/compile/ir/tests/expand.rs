//! Addresses that become run-time values keep the flags of the constants around them.

use tandem_ir::{Context, Module, replace_operands};

/// Replaces `@v` by the parameter of `f`, in all instructions.
fn expand(code: &str) -> String {
    let ctx = Context::new();
    let text = format!("@v = external global [4 x i32]\n{code}");
    let mut module = Module::parse(&ctx, text.as_bytes(), "test").expect("valid IR");
    let module = module.edit();
    let (f, v) = (module.function("f").expect("defined"), module.global("v").expect("declared").value());
    for inst in f.insts() {
        replace_operands(module, inst, &mut |value| (value == v).then_some(f.params()[0]));
    }
    module.verify().expect("valid");
    module.to_string()
}

#[track_caller]
fn check(code: &str, expected: &[&str]) {
    let text = expand(code);
    for line in expected {
        assert_eq!(text.matches(line).count(), 1, "{line}:\n{text}");
    }
}

#[test]
fn address_arithmetic_keeps_its_promises() {
    let load =
        |gep: &str| format!("define i32 @f(ptr %p) {{\n  %r = load i32, ptr getelementptr {gep}\n  ret i32 %r\n}}");
    check(&load("(i8, ptr @v, i64 -4)"), &["getelementptr i8, ptr %p, i64 -4"]);
    check(&load("inbounds (i8, ptr @v, i64 4)"), &["getelementptr inbounds i8, ptr %p, i64 4"]);
    check(&load("nuw (i8, ptr @v, i64 4)"), &["getelementptr nuw i8, ptr %p, i64 4"]);
}

#[test]
fn every_constant_operation_is_expanded_as_itself() {
    let value = |ty: &str, text: &str| format!("define {ty} @f(ptr %p) {{\n  ret {ty} {text}\n}}");
    check(&value("i64", "sub (i64 7, i64 ptrtoint (ptr @v to i64))"), &["ptrtoint ptr %p to i64", "sub i64 7, %"]);
    check(&value("i64", "xor (i64 ptrtoint (ptr @v to i64), i64 -1)"), &["xor i64 %"]);
    check(&value("i32", "trunc (i64 ptrtoint (ptr @v to i64) to i32)"), &["ptrtoint ptr %p to i32"]);
    check(&value("ptr addrspace(1)", "addrspacecast (ptr @v to ptr addrspace(1))"), &["addrspacecast ptr %p"]);
    check(&value("{ ptr, i32 }", "{ ptr @v, i32 1 }"), &["insertvalue { ptr, i32 } poison, ptr %p, 0"]);
    check(&value("<2 x ptr>", "<ptr @v, ptr null>"), &["insertelement <2 x ptr> poison, ptr %p, i32 0"]);
    let halves = "bitcast (i64 ptrtoint (ptr @v to i64) to <2 x i32>)";
    check(&value("i32", &format!("extractelement (<2 x i32> {halves}, i64 1)")), &["extractelement <2 x i32> %"]);
    let inserted =
        "insertelement (<2 x i64> zeroinitializer, i64 ptrtoint (ptr @v to i64), i64 ptrtoint (ptr @v to i64))";
    check(&value("<2 x i64>", inserted), &["insertelement <2 x i64> zeroinitializer, i64 %"]);
}

#[test]
fn a_phi_has_one_value_from_a_block() {
    let code = "
define ptr @f(ptr %p, i32 %x) {
entry:
  switch i32 %x, label %no [
    i32 1, label %yes
    i32 2, label %yes
  ]
yes:
  %r = phi ptr [ getelementptr (i8, ptr @v, i64 4), %entry ], [ getelementptr (i8, ptr @v, i64 4), %entry ]
  ret ptr %r
no:
  ret ptr null
}";
    check(code, &["getelementptr i8, ptr %p, i64 4"]);
}
