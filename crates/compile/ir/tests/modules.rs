//! Reading, linking, optimizing and emitting modules through the safe handles.

use tandem_ir::{Builder, Context, Error, MdOperand, Module, Opcode, Optimize, TargetMachine, TypeKind};

const ADD: &str = "
define i32 @add(i32 %a, i32 %b) {
entry:
  %slot = alloca i32
  store i32 %a, ptr %slot
  %x = load i32, ptr %slot
  %sum = add nsw i32 %x, %b
  ret i32 %sum
}
declare i32 @twice(i32)
";

fn parse(ctx: &Context, text: &str) -> Module {
    Module::parse(ctx, text.as_bytes(), "test").expect("valid IR")
}

#[test]
fn instructions_tell_their_structure() {
    let ctx = Context::new();
    let module = parse(&ctx, ADD);
    let add = module.function("add").expect("defined");
    let opcodes: Vec<_> = add.insts().iter().map(|inst| inst.opcode()).collect();
    use Opcode::*;
    assert_eq!(opcodes, [LLVMAlloca, LLVMStore, LLVMLoad, LLVMAdd, LLVMRet]);
    assert_eq!(add.insts()[3].wrap_flags(), (false, true));
    assert_eq!(add.params()[0].ty().kind(), TypeKind::Int(32));
    assert!(module.function("twice").expect("declared").is_declaration());
}

#[test]
fn passes_rewrite_the_module() {
    let ctx = Context::new();
    let mut module = parse(&ctx, ADD);
    module.run_passes("sroa", None).expect("known pass");
    let opcodes: Vec<_> = module.function("add").expect("kept").insts().iter().map(|inst| inst.opcode()).collect();
    assert_eq!(opcodes, [Opcode::LLVMAdd, Opcode::LLVMRet]);
    assert!(matches!(module.run_passes("no-such-pass", None), Err(Error::Passes { .. })));
}

#[test]
fn linking_resolves_declarations() {
    let ctx = Context::new();
    let mut module = parse(&ctx, ADD);
    module.link(parse(&ctx, "define i32 @twice(i32 %x) { %r = shl i32 %x, 1 ret i32 %r }")).expect("no conflict");
    assert!(!module.function("twice").expect("linked").is_declaration());
    assert!(matches!(module.link(parse(&ctx, ADD)), Err(Error::Link { .. })));
}

#[test]
fn erased_instructions_leave_their_operands() {
    let ctx = Context::new();
    let mut module = parse(&ctx, ADD);
    let module = module.edit();
    let add = module.function("add").expect("defined");
    let insts = add.insts();
    insts[3].erase(module);
    assert!(!add.params()[1].has_users());
    module.verify().expect("poison takes its place");
}

#[test]
fn splitting_keeps_phis_right() {
    let ctx = Context::new();
    let mut module = parse(
        &ctx,
        "define i32 @f(i1 %c) {
        a: %x = add i32 1, 2
           br i1 %c, label %b, label %m
        b: br label %m
        m: %p = phi i32 [ %x, %a ], [ 0, %b ]
           ret i32 %p }",
    );
    let module = module.edit();
    let f = module.function("f").expect("defined");
    let tail = f.entry().expect("has a body");
    let head = tail.split_before(module, tail.terminator().expect("complete"), "tail");
    module.verify().expect("phis follow the split");
    assert_eq!((f.entry(), head.successors(), head.insts().len()), (Some(head), vec![tail], 2));
    assert_eq!((head.name(), tail.name()), ("a".to_owned(), "tail".to_owned()));
}

#[test]
fn splitting_a_loop_of_one_block_keeps_handles() {
    let ctx = Context::new();
    let mut module = parse(
        &ctx,
        "define i32 @f(i32 %n) {
        a: br label %l
        l: %i = phi i32 [ 0, %a ], [ %next, %l ]
           %next = add i32 %i, 1
           %more = icmp ult i32 %next, %n
           br i1 %more, label %l, label %e
        e: %last = phi i32 [ %next, %l ]
           ret i32 %last }",
    );
    let module = module.edit();
    let insts = module.function("f").expect("defined").insts();
    let next = insts.iter().find(|inst| inst.value().name() == "next").expect("above");
    let tail = next.block().expect("in a block");
    let head = tail.split_before(module, *next, "tail");
    module.verify().expect("phis follow the split");
    assert_eq!((head.first(), head.successors()), (Some(insts[1]), vec![tail]));
    assert_eq!(tail.successors()[0], head);
}

#[test]
fn bad_input_is_an_error() {
    let ctx = Context::new();
    assert!(matches!(Module::parse(&ctx, b"define i32 @f( {", "bad"), Err(Error::Parse { .. })));
    let module = parse(&ctx, ADD);
    let bitcode = module.to_bitcode().expect("valid");
    assert!(Module::parse(&ctx, &bitcode[..bitcode.len() / 2], "cut").is_err());
    assert!(Module::parse(&ctx, &bitcode, "whole").is_ok());
}

#[test]
fn modules_become_objects() {
    let ctx = Context::new();
    let mut module = Module::new(&ctx, "built");
    {
        let module = module.edit();
        let int = module.int(32);
        let f = module.add_function("forty_two", int.function(&[], false));
        Builder::at_end(module, f.append_block(module, "entry")).ret(int.int(42, false));
    }
    let machine = TargetMachine::x86_64("x86-64-v3", "", Optimize::Default).expect("x86 is built in");
    machine.prepare(module.edit());
    let object = machine.emit_object(&mut module).expect("emits");
    assert_eq!(&object[..4], b"\x7fELF");
}

#[test]
fn loop_metadata_is_distinct() {
    let ctx = Context::new();
    let mut module = parse(&ctx, "define void @f() {\na:\n br label %b\nb:\n br label %b\n}");
    let module = module.edit();
    let branch = module.function("f").expect("defined").insts()[1];
    let group = module.md_distinct();
    assert!(group != module.md_distinct());
    let parallel = module.md_node(&[MdOperand::Text("llvm.loop.parallel_accesses"), MdOperand::Node(group)]);
    branch.set_metadata(module, "llvm.loop", Some(module.md_loop(&[parallel])));
    module.verify().expect("well-formed metadata");
    let text = module.to_string();
    assert!(text.contains("= distinct !{!0, !1}") && text.contains("= distinct !{}\n"), "{text}");
}
