//! Barriers that some work-items of a group bypass while others wait at them. The code that follows would have implicit
//! barriers if all work-items reached it together.

mod support;

use support::{Range, load_with, memory, value};
use tandem_codegen::TargetOptions;
use tandem_codegen_cpu::{Cpu, Options, VectorWidth};
use tandem_device_ir::Scope;

const ITEMS: usize = 32;
const ROUNDS: usize = 4;
/// The initial value of `%o`.
const UNSET: i32 = -1;

/// A barrier of all work-items of a group or sub-group.
fn barrier(scope: Scope) -> String {
    let scope = scope as u32;
    format!("call void @__spirv_ControlBarrier(i32 {scope}, i32 {scope}, i32 272)")
}

/// Runs a kernel in which the work-items below a limit wait at a barrier of `scope` before `work`. With the limits,
/// none, some and all of them wait. `expected` is the value that a work-item leaves in `%o`.
fn check(scope: Scope, work: &str, expected: impl Fn(usize, &[i32]) -> i32) {
    let barrier = barrier(scope);
    let text = format!(
        "declare i64 @__spirv_BuiltInLocalInvocationId(i32)
         declare void @__spirv_ControlBarrier(i32, i32, i32)
         define spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %limit, i64 %n) {{
         entry:
           %l = call i64 @__spirv_BuiltInLocalInvocationId(i32 0)
           %l.i = trunc i64 %l to i32
           %own = getelementptr i32, ptr addrspace(1) %in, i64 %l
           %o = getelementptr i32, ptr addrspace(1) %out, i64 %l
           %waits = icmp ult i64 %l, %limit
           br i1 %waits, label %wait, label %join
         wait:
           {barrier}
           br label %join
         join:
           {work}
         end:
           ret void
         }}"
    );
    let mut input: Vec<i32> = (0..ITEMS * ROUNDS).map(|i| (i * 31 % 17) as i32).collect();
    let expected: Vec<_> = (0..ITEMS).map(|l| expected(l, &input)).collect();
    for opt_level in [0, 2] {
        // Loops are interchanged only without vector code for work-items.
        let target = Cpu { vector_width: VectorWidth::Lanes(1), ..Cpu::from_env() };
        let program = load_with(&text, &Options { opt_level, target, ..Options::from_env() });
        for limit in [0, 5, ITEMS] {
            let mut out = vec![UNSET; ITEMS];
            let mut args = [memory(&mut input), memory(&mut out), value(limit as u64), value(ROUNDS as u64)];
            program.launch("k", &mut args, Range::linear(ITEMS as u64, ITEMS as u64));
            assert_eq!(out, expected, "-O{opt_level}, limit {limit}");
        }
    }
}

/// Blocks where paths around barriers join get implicit barriers if there are many such blocks.
fn check_joins(scope: Scope) {
    let barrier = barrier(scope);
    let step = |step: usize| {
        format!(
            "%left{step} = lshr i64 %n, {step}
             %bit{step} = trunc i64 %left{step} to i1
             br i1 %bit{step}, label %wait{step}, label %join{step}
             wait{step}:
               {barrier}
               br label %join{step}
             join{step}:\n"
        )
    };
    let steps: String = (0..10).map(step).collect();
    let work = format!(
        "%x = load i32, ptr addrspace(1) %own
         store i32 %x, ptr addrspace(1) %o
         {steps}
         %y = load i32, ptr addrspace(1) %o
         %z = add i32 %y, %l.i
         store i32 %z, ptr addrspace(1) %o
         br label %end"
    );
    check(scope, &work, |l, input| input[l] + l as i32);
}

#[test]
fn joins() {
    check_joins(Scope::Workgroup);
}

#[test]
fn joins_in_sub_groups() {
    check_joins(Scope::Subgroup);
}

/// Loops that are interchanged with the loop over work-items get implicit barriers.
#[test]
fn interchanged_loops() {
    let work = "br label %head
         head:
           %k = phi i64 [ 0, %join ], [ %next, %head ]
           %sum = phi i32 [ 0, %join ], [ %more, %head ]
           %row = mul i64 %k, 32
           %at = add i64 %row, %l
           %p = getelementptr i32, ptr addrspace(1) %in, i64 %at
           %x = load i32, ptr addrspace(1) %p
           %more = add i32 %sum, %x
           %next = add i64 %k, 1
           %go = icmp ult i64 %next, %n
           br i1 %go, label %head, label %store
         store:
           store i32 %more, ptr addrspace(1) %o
           br label %end";
    check(Scope::Workgroup, work, |l, input| input.iter().skip(l).step_by(ITEMS).sum());
}

/// Branches on local ids around code are enclosed in implicit barriers.
#[test]
fn guards() {
    let work = "%low = icmp ult i64 %l, 9
           br i1 %low, label %copy, label %end
         copy:
           %x = load i32, ptr addrspace(1) %own
           store i32 %x, ptr addrspace(1) %o
           br label %end";
    check(Scope::Workgroup, work, |l, input| if l < 9 { input[l] } else { UNSET });
}
