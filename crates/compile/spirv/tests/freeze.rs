//! A branch on a frozen value means the same after LLVM IR became SPIR-V and LLVM IR again.

mod support;

use support::{device_ir, disassemble, validate};
use tandem_ir::{Context, Inst, Opcode, Value};
use tandem_spirv::reader::{ReaderOptions, read};
use tandem_spirv::writer::{WriterOptions, write};

/// Each `condition` ends in `%c`, which `freeze` makes a definite value of; `%kept` has no part in it.
fn kernel(condition: &str) -> String {
    format!(
        "target triple = \"spir64-unknown-unknown\"
define spir_kernel void @k(ptr addrspace(1) %p, i32 %a, i32 %b, float %x, i1 %way) {{
entry:
{condition}
  %frozen = freeze i1 %c
  br i1 %frozen, label %then, label %exit
then:
  %kept = add nsw i32 %a, %b
  store i32 %kept, ptr addrspace(1) %p
  br label %exit
exit:
  ret void
}}"
    )
}

const CONDITIONS: &[&str] = &[
    "  %s = add nsw i32 %a, %b
  %c = icmp sgt i32 %s, %a",
    "  %s = mul nuw nsw i32 %a, %b
  %t = shl nsw i32 %s, 3
  %c = icmp sgt i32 %t, %a",
    "  %f = fadd nnan ninf float %x, 1.0
  %c = fcmp olt float %f, 2.0",
    "  %s = sub nuw i32 %a, %b
  %t = select i1 %way, i32 %s, i32 7
  %c = icmp ult i32 %t, 9",
    "  %g = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %a
  %i = ptrtoint ptr addrspace(1) %g to i64
  %c = icmp ugt i64 %i, 4096",
    "  br i1 %way, label %left, label %right
left:
  %s = add nsw i32 %a, %b
  br label %right
right:
  %m = phi i32 [ %s, %left ], [ 5, %entry ]
  %c = icmp sgt i32 %m, %a",
];

#[test]
fn what_is_frozen_has_no_flags_that_make_poison() {
    for condition in CONDITIONS {
        let ctx = Context::new();
        let module = device_ir(kernel(condition).as_bytes()).expect("device IR");
        let bytes = write(&module, &WriterOptions::default()).expect("device IR");
        validate(&bytes, "spv1.4").expect("valid SPIR-V");
        let text = disassemble(&bytes);
        // The only decoration that is left is that of `%kept`.
        let decorations = text.matches("NoSignedWrap").count();
        let flags = text.matches("NoUnsignedWrap").count() + text.matches("FPFastMathMode").count();
        assert_eq!((decorations, flags), (1, 0), "{text}");
        assert!(!text.contains("InBounds"), "{text}");

        let module = read(&ctx, &bytes, &ReaderOptions::default()).expect("what was written");
        let kernel = module.function("k").expect("written");
        let branches = kernel.insts().into_iter().filter_map(Inst::condition);
        let frozen = branches.filter_map(Value::as_inst).filter(|inst| inst.opcode() == Opcode::LLVMFreeze);
        assert_eq!(frozen.count(), 1, "{module}");
    }
}
