//! Operations that LLVM cannot represent are refused, and erased items stay valid memory.

use tandem_ir::{
    AttributePlace, Builder, Context, EditableModule, Error, Function, IntPredicate, Intrinsic, Linkage, Module,
    Opcode, Optimize, Ordering, TargetMachine,
};

const MAIN: &str = "
define i32 @f(i32 %a, i64 %b, ptr %p, <4 x i32> %v, float %x) {
entry:
  %sum = add i32 %a, 1
  %c = icmp eq i32 %sum, 0
  br i1 %c, label %then, label %exit
then:
  br label %exit
exit:
  %r = phi i32 [ %sum, %entry ], [ 7, %then ]
  ret i32 %r
}
@variable = global i32 0
declare void @g(i32)
";

fn parse(ctx: &Context, text: &str) -> Module {
    Module::parse(ctx, text.as_bytes(), "test").expect("valid IR")
}

/// Asserts that `change` is refused with this text, leaves the code unchanged, and makes all later operations fail.
#[track_caller]
fn refused(text: &str, change: impl FnOnce(&EditableModule)) {
    let ctx = Context::new();
    let mut module = parse(&ctx, MAIN);
    change(module.edit());
    let Err(Error::Verify { message, .. }) = module.verify() else { panic!("`{text}` is accepted") };
    assert!(message.contains(text), "{message}");
    assert!(matches!(module.run_passes("dce", None), Err(Error::Verify { .. })));
    assert!(matches!(module.to_bitcode(), Err(Error::Verify { .. })));
    assert!(matches!(module.duplicate(), Err(Error::Verify { .. })));
    let machine = TargetMachine::x86_64("x86-64", "", Optimize::Default).expect("known");
    assert!(matches!(machine.emit_object(&mut module), Err(Error::Verify { .. })));
}

/// A builder in the middle of `f`, and the parameters of `f`.
fn inside(module: &EditableModule) -> (Builder<'_>, Vec<tandem_ir::Value<'_>>) {
    let f = module.function("f").expect("defined");
    (Builder::before(module, f.insts()[1]), f.params())
}

#[test]
fn operands_of_wrong_types() {
    type Build = for<'m> fn(&'m EditableModule, &Builder<'m>, &[tandem_ir::Value<'m>]);
    let cases: &[(&str, Build)] = &[
        ("LLVMAdd of", |_, b, p| {
            b.add(p[0], p[1]);
        }),
        ("LLVMFAdd of", |_, b, p| {
            b.fadd(p[0], p[0]);
        }),
        ("LLVMLoad of", |_, b, p| {
            b.binary(Opcode::LLVMLoad, p[0], p[0]);
        }),
        ("cast LLVMTrunc", |m, b, p| {
            b.trunc(p[0], m.int(64));
        }),
        ("cast LLVMBitCast", |m, b, p| {
            b.bitcast(p[2], m.int(64));
        }),
        ("cast LLVMIntToPtr", |m, b, p| {
            b.inttoptr(p[4], m.ptr(0));
        }),
        ("LLVMIntEQ of", |_, b, p| {
            b.icmp(IntPredicate::LLVMIntEQ, p[0], p[4]);
        }),
        ("choice by", |_, b, p| {
            b.select(p[0], p[1], p[1]);
        }),
        ("load of", |m, b, p| {
            b.load(m.int(32), p[0]);
        }),
        ("load of void", |m, b, p| {
            b.load(m.void(), p[2]);
        }),
        ("store of", |_, b, p| {
            b.store(p[0], p[1]);
        }),
        ("alloca of", |m, b, _| {
            b.alloca(m.void().function(&[], false), "");
        }),
        ("address of", |m, b, p| {
            b.gep(m.struct_type(&[m.int(8)], false), p[2], &[p[0], p[0]], true);
        }),
        ("address of", |m, b, p| {
            b.gep(m.named_struct("opaque"), p[2], &[p[0]], true);
        }),
        ("call of g", |m, b, p| {
            b.call_function(m.function("g").expect("declared"), &[p[1]]);
        }),
        ("call of g", |m, b, _| {
            b.call_function(m.function("g").expect("declared"), &[]);
        }),
        ("call of", |m, b, p| {
            b.call(m.int(32), p[2], &[]);
        }),
        ("element 0 of", |_, b, p| {
            b.extract_value(p[0], 0);
        }),
        ("element", |_, b, p| {
            b.extract_element(p[0], p[0]);
        }),
        ("as element", |_, b, p| {
            b.insert_element(p[3], p[1], p[0]);
        }),
        ("elements", |_, b, p| {
            b.shuffle(p[3], p[3], p[3]);
        }),
        ("elements", |m, b, p| {
            b.shuffle(p[3], p[3], Builder::const_vector(&[m.int(32).int(8, false)]));
        }),
        ("constant vector", |m, _, p| {
            Builder::const_vector(&[m.int(32).zero(), p[0]]);
        }),
        ("LLVMAtomicRMWBinOpAdd", |_, b, p| {
            let relaxed = Ordering::LLVMAtomicOrderingMonotonic;
            b.atomic_rmw(tandem_ir::RmwOp::LLVMAtomicRMWBinOpAdd, p[0], p[0], relaxed);
        }),
        ("copy of", |_, b, p| {
            b.memcpy(p[2], 3, p[2], 1, p[1]);
        }),
        ("branch on", |m, b, p| {
            let exit = m.function("f").expect("defined").blocks()[2];
            b.cond_br(p[0], exit, exit);
        }),
        ("switch on", |m, b, p| {
            let exit = m.function("f").expect("defined").blocks()[2];
            b.switch(p[0], exit, &[(p[0], exit)]);
        }),
        ("intrinsic `llvm.sqrt`", |m, b, p| {
            b.intrinsic(Intrinsic::Sqrt, &[m.int(32)], &[p[0]]);
        }),
        ("intrinsic `llvm.sqrt`", |_, b, p| {
            b.intrinsic(Intrinsic::Sqrt, &[], &[p[4]]);
        }),
        ("integer of type float", |m, _, _| {
            m.float().int(1, false);
        }),
        ("integer of type i128", |m, _, _| {
            m.int(128).int_words(&[]);
        }),
        ("floating-point constant", |m, _, _| {
            m.int(32).float(1.0);
        }),
        ("bits of", |m, _, _| {
            m.double().from_bits(m.int(32).zero());
        }),
        ("zero of type void", |m, _, _| {
            m.void().zero();
        }),
        ("integer of 0 bits", |m, _, _| {
            m.int(0);
        }),
        ("vector of 0", |m, _, _| {
            m.int(8).vector(0);
        }),
        ("array of void", |m, _, _| {
            m.void().array(2);
        }),
        ("function from", |m, _, _| {
            m.int(8).function(&[m.void()], false);
        }),
        ("structure of", |m, _, _| {
            m.struct_type(&[m.void()], false);
        }),
        ("structure", |m, _, _| {
            let own = m.named_struct("own");
            own.set_body(&[own.array(2)], false);
        }),
        ("array of", |m, _, p| {
            m.int(32).const_array(&[p[0]]);
        }),
        ("size of void", |m, _, _| {
            m.size_of(m.void());
        }),
        ("offset of field 1", |m, _, _| {
            m.offset_of(m.struct_type(&[m.int(8)], false), 1);
        }),
        ("data layout", |m, _, _| m.set_target("", "e-p:nonsense")),
    ];
    for (text, build) in cases {
        refused(text, |module| {
            let (builder, params) = inside(module);
            build(module, &builder, &params);
        });
    }
}

#[test]
fn changes_of_the_wrong_kind() {
    fn f(module: &Module) -> Function<'_> {
        module.function("f").expect("defined")
    }
    refused("operand 0", |m| f(m).insts()[0].value().set_operand(m, 0, f(m).params()[1]));
    refused("operand 2", |m| f(m).insts()[0].value().set_operand(m, 2, f(m).params()[0]));
    refused("operand 0", |m| f(m).value().set_operand(m, 0, f(m).value()));
    refused("in the place of", |m| f(m).params()[0].replace_all_uses_with(m, f(m).params()[1]));
    refused("in the place of", |m| m.int(32).int(1, false).replace_all_uses_with(m, m.int(32).int(2, false)));
    refused("successor 2", |m| f(m).insts()[2].set_successor(m, 2, f(m).blocks()[0]));
    refused("entries", |m| f(m).insts()[4].add_incoming(m, &[(f(m).params()[1], f(m).blocks()[0])]));
    refused("entries", |m| f(m).insts()[0].add_incoming(m, &[]));
    refused("volatile", |m| f(m).insts()[0].set_volatile(m, true));
    refused("memory ordering", |m| f(m).insts()[0].set_ordering(m, Ordering::LLVMAtomicOrderingMonotonic));
    refused("alignment 4", |m| f(m).insts()[0].set_align(m, 4));
    refused("wrap flags", |m| f(m).insts()[1].set_wrap_flags(m, true, true));
    refused("calling convention 1024", |m| f(m).set_call_conv(m, 1024));
    refused("attribute `byval`", |m| f(m).add_attribute(m, AttributePlace::Param(2), "byval", 1));
    refused("attribute `noalias", |m| f(m).add_type_attribute(m, AttributePlace::Param(2), "noalias", m.int(8)));
    refused("attribute `align`", |m| f(m).add_attribute(m, AttributePlace::Param(9), "align", 8));
    refused("attribute `no_such`", |m| f(m).add_attribute(m, AttributePlace::Function, "no_such", 0));
    refused("constant of @f", |m| f(m).global().set_constant(m, true));
    refused("as the value of", |m| m.global("variable").expect("defined").set_initializer(m, m.int(64).zero()));
    refused("alignment 3", |m| m.global("variable").expect("defined").set_align(m, 3));
    refused("deletion as a variable", |m| f(m).global().delete(m));
    refused("something goes to", |m| f(m).blocks()[2].delete(m));
    refused("metadata `dbg`", |m| f(m).insts()[0].set_int_metadata(m, "dbg", &[1]));
    refused("`g` of type", |m| {
        m.get_or_declare("g", m.void().function(&[m.int(64)], false));
    });
}

#[test]
fn values_of_another_module() {
    for same_context in [true, false] {
        let ctx = Context::new();
        let other_ctx = if same_context { ctx.clone() } else { Context::new() };
        let (mut module, other) = (parse(&ctx, MAIN), parse(&other_ctx, MAIN));
        let (builder, params) = inside(module.edit());
        let theirs = other.function("f").expect("defined");
        builder.add(params[0], theirs.params()[0]);
        builder.store(theirs.value(), params[2]);
        builder.br(theirs.blocks()[0]);
        drop((builder, other));
        assert!(module.verify().is_err(), "same context: {same_context}");
    }
}

/// Permission to change one module does not allow changes to another one.
#[test]
fn changes_of_another_module() {
    let ctx = Context::new();
    let (mut module, other) = (parse(&ctx, MAIN), parse(&ctx, MAIN));
    let (before, theirs) = (other.to_string(), other.function("f").expect("defined"));
    let edited = module.edit();
    theirs.insts()[0].erase(edited);
    theirs.value().set_name(edited, "other");
    theirs.append_block(edited, "block");
    theirs.add_string_attribute(edited, "key", "value");
    Builder::before(edited, theirs.insts()[0]).fence(Ordering::LLVMAtomicOrderingSequentiallyConsistent);
    theirs.global().set_linkage(edited, Linkage::LLVMInternalLinkage);
    theirs.delete(edited);
    assert_eq!(other.to_string(), before);
    let Err(Error::Verify { message, .. }) = module.verify() else { panic!("changes of another module are accepted") };
    assert_eq!(message.matches("in another module").count(), 8, "{message}");
}

#[test]
fn modules_of_two_contexts_do_not_link() {
    let (ctx, other) = (Context::new(), Context::new());
    let mut module = parse(&ctx, MAIN);
    let error = module.link(parse(&other, "define void @g(i32 %x) { ret void }")).expect_err("two contexts");
    assert!(matches!(error, Error::Link { .. }), "{error}");
    module.verify().expect("as before");
}

#[test]
fn operand_past_the_end_panics() {
    let ctx = Context::new();
    let module = parse(&ctx, MAIN);
    let inst = module.function("f").expect("defined").insts()[0];
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| inst.operand(2)));
    assert!(panic.is_err());
}

#[test]
fn erased_instructions_are_stale_but_valid() {
    let ctx = Context::new();
    let mut module = parse(&ctx, MAIN);
    {
        let module = module.edit();
        let f = module.function("f").expect("defined");
        let (insts, blocks) = (f.insts(), f.blocks());
        let [sum, branch, phi] = [insts[0], insts[2], insts[4]];
        let builder = Builder::before(module, branch);
        phi.erase(module);
        branch.erase(module);
        branch.erase(module);
        sum.erase(module);
        assert_eq!((sum.block(), branch.block(), phi.block()), (None, None, None));
        assert_eq!((sum.next(), branch.successors().len(), phi.incoming().len()), (None, 2, 2));
        assert_eq!(blocks[1].predecessors(), []);
        assert!(!f.params()[0].has_users());
        assert!(!format!("{sum:?} {branch:?} {phi:?}").is_empty());
        Builder::at_end(module, blocks[0]).br(blocks[2]);
        module.verify().expect("poison takes the place of what was erased");
        // Neither a place to build at, nor an operand.
        builder.add(f.params()[0], f.params()[0]);
        Builder::before(module, blocks[2].insts()[0]).add(sum.value(), f.params()[0]);
    }
    let Err(Error::Verify { message, .. }) = module.run_passes("dce", None) else { panic!("erased operands") };
    assert_eq!(message.lines().count(), 2, "{message}");
}

#[test]
fn deleted_functions_variables_and_blocks_are_stale_but_valid() {
    let ctx = Context::new();
    let text = "
@list = internal global [1 x ptr] [ptr @gone]
define internal i32 @gone(i32 %a) {
  %r = add i32 %a, 1
  ret i32 %r
}
define i32 @kept(i1 %c) {
entry:
  %r = call i32 @gone(i32 1)
  br label %exit
dead:
  br label %dead2
dead2:
  br label %dead
exit:
  ret i32 %r
}";
    let mut module = parse(&ctx, text);
    {
        let module = module.edit();
        let (gone, list) = (module.function("gone").expect("defined"), module.global("list").expect("defined"));
        let (insts, params, blocks) = (gone.insts(), gone.params(), gone.blocks());
        let kept = module.function("kept").expect("defined");
        let dead = &kept.blocks()[1..3];
        dead.iter().for_each(|block| block.terminator().expect("complete").erase(module));
        dead.iter().for_each(|block| block.delete(module));
        gone.delete(module);
        list.delete(module);
        assert!(module.function("gone").is_none() && module.global("list").is_none());
        assert_eq!((module.functions().len(), module.globals().len(), kept.blocks().len()), (1, 0, 2));
        assert!(gone.is_declaration() && list.initializer().is_none() && params[0].users().is_empty());
        assert!(insts[0].block().is_none() && blocks[0].insts().is_empty() && dead[0].terminator().is_none());
        assert_eq!(kept.insts()[0].called_function(), None);
        module.verify().expect("valid");
        let (text, copy) = (module.to_string(), module.duplicate().expect("valid"));
        assert!(!text.contains("deleted") && !copy.to_string().contains("deleted"), "{text}");
        let bitcode = module.to_bitcode().expect("valid");
        assert!(!parse_bitcode(&ctx, &bitcode).to_string().contains("deleted"));
    }
    module.run_passes("dce", None).expect("valid");
    assert!(!module.to_string().contains("deleted") && !module.to_string().contains("dead"));
}

fn parse_bitcode(ctx: &Context, bytes: &[u8]) -> Module {
    Module::parse(ctx, bytes, "bitcode").expect("readable")
}

#[test]
fn invalid_code_does_not_reach_passes() {
    let ctx = Context::new();
    let mut module = parse(&ctx, MAIN);
    // Types agree, but the value does not dominate its use: for the verifier to find.
    {
        let module = module.edit();
        let insts = module.function("f").expect("defined").insts();
        let late = Builder::before(module, insts[5]).add(insts[0].value(), insts[0].value());
        insts[1].value().set_operand(module, 0, late);
    }
    for _ in 0..2 {
        assert!(matches!(module.run_passes("instcombine", None), Err(Error::Verify { .. })));
    }
}

#[test]
fn deleted_names_are_free_again() {
    let ctx = Context::new();
    let mut module = parse(&ctx, MAIN);
    let module = module.edit();
    module.function("g").expect("declared").delete(module);
    let again = module.get_or_declare("g", module.void().function(&[], false));
    again.global().set_linkage(module, Linkage::LLVMExternalLinkage);
    assert_eq!(again.name(), "g");
    module.verify().expect("valid");
}
