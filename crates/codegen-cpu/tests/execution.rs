//! Kernels that are compiled, loaded and run, against sequential references.

mod support;

use support::{Arg, Range, load, memory, value};

/// What every kernel here may use.
const DECLARATIONS: &str = "
declare spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32)
declare spir_func i64 @__spirv_BuiltInLocalInvocationId(i32)
declare spir_func i64 @__spirv_BuiltInWorkgroupId(i32)
declare spir_func i64 @__spirv_BuiltInWorkgroupSize(i32)
declare spir_func i64 @__spirv_BuiltInGlobalSize(i32)
declare spir_func i64 @__spirv_BuiltInNumWorkgroups(i32)
declare spir_func i64 @__spirv_BuiltInGlobalOffset(i32)
declare spir_func i64 @__spirv_BuiltInGlobalLinearId()
declare spir_func i64 @__spirv_BuiltInLocalInvocationIndex()
declare spir_func void @__spirv_ControlBarrier(i32, i32, i32)
";

fn device(text: &str) -> String {
    format!("{DECLARATIONS}{text}")
}

#[test]
fn one_region() {
    let program = load(&device(
        "define spir_kernel void @triad(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, float %s) {
           %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
           %pa = getelementptr float, ptr addrspace(1) %a, i64 %i
           %pb = getelementptr float, ptr addrspace(1) %b, i64 %i
           %pc = getelementptr float, ptr addrspace(1) %c, i64 %i
           %x = load float, ptr addrspace(1) %pa
           %y = load float, ptr addrspace(1) %pb
           %m = fmul float %y, %s
           %z = fadd float %x, %m
           store float %z, ptr addrspace(1) %pc
           ret void
         }",
    ));
    let kernel = program.kernel("triad");
    assert!(!kernel.has_barrier);
    assert_eq!((kernel.scratch_bytes_per_item, kernel.local_bytes), (0, 0));
    // The last group is smaller.
    let n = 1000;
    let mut a: Vec<f32> = (0..n).map(|i| i as f32).collect();
    let mut b: Vec<f32> = (0..n).map(|i| (i % 7) as f32).collect();
    let mut c = vec![0.0_f32; n];
    let mut args = [memory(&mut a), memory(&mut b), memory(&mut c), value(3.0_f32)];
    program.launch("triad", &mut args, Range::linear(n as u64, 256));
    for i in 0..n {
        assert_eq!(c[i], i as f32 + 3.0 * (i % 7) as f32);
    }
}

#[test]
fn tree_reduction() {
    let program = load(&device(
        "@lm = internal addrspace(3) global [256 x i32] undef
         define spir_kernel void @reduce(ptr addrspace(1) %in, ptr addrspace(1) %out) {
         entry:
           %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
           %l = call spir_func i64 @__spirv_BuiltInLocalInvocationId(i32 0)
           %n = call spir_func i64 @__spirv_BuiltInWorkgroupSize(i32 0)
           %half = lshr i64 %n, 1
           %src = getelementptr i32, ptr addrspace(1) %in, i64 %i
           %x = load i32, ptr addrspace(1) %src
           %own = getelementptr i32, ptr addrspace(3) @lm, i64 %l
           store i32 %x, ptr addrspace(3) %own
           br label %head
         head:
           %s = phi i64 [ %half, %entry ], [ %next, %join ]
           %more = icmp ugt i64 %s, 0
           br i1 %more, label %body, label %end
         body:
           call spir_func void @__spirv_ControlBarrier(i32 2, i32 2, i32 272)
           %active = icmp ult i64 %l, %s
           br i1 %active, label %add, label %join
         add:
           %o = add i64 %l, %s
           %other = getelementptr i32, ptr addrspace(3) @lm, i64 %o
           %y = load i32, ptr addrspace(3) %other
           %z = load i32, ptr addrspace(3) %own
           %t = add i32 %y, %z
           store i32 %t, ptr addrspace(3) %own
           br label %join
         join:
           %next = lshr i64 %s, 1
           br label %head
         end:
           %first = icmp eq i64 %l, 0
           br i1 %first, label %write, label %done
         write:
           %g = call spir_func i64 @__spirv_BuiltInWorkgroupId(i32 0)
           %dst = getelementptr i32, ptr addrspace(1) %out, i64 %g
           %sum = load i32, ptr addrspace(3) @lm
           store i32 %sum, ptr addrspace(1) %dst
           br label %done
         done:
           ret void
         }",
    ));
    let kernel = program.kernel("reduce");
    assert!(kernel.has_barrier);
    assert_eq!(kernel.local_bytes, 1024);
    // Ids are computed again, the stride is a scalar: no work-item keeps anything.
    assert_eq!(kernel.scratch_bytes_per_item, 0);
    let mut input: Vec<i32> = (0..1024).map(|i| i * i % 1000).collect();
    let mut output = vec![0_i32; 4];
    let expected: Vec<i32> = input.chunks(256).map(|chunk| chunk.iter().sum()).collect();
    program.launch("reduce", &mut [memory(&mut input), memory(&mut output)], Range::linear(1024, 256));
    assert_eq!(output, expected);
}

#[test]
fn local_arguments_follow_the_kernels_own_memory() {
    let program = load(&device(
        "@own = internal addrspace(3) global [64 x i32] undef
         define spir_kernel void @rotate(ptr addrspace(1) %data, ptr addrspace(3) %scratch) {
           %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
           %l = call spir_func i64 @__spirv_BuiltInLocalInvocationId(i32 0)
           %p = getelementptr i32, ptr addrspace(1) %data, i64 %i
           %x = load i32, ptr addrspace(1) %p
           %a = getelementptr i32, ptr addrspace(3) %scratch, i64 %l
           store i32 %x, ptr addrspace(3) %a
           %twice = mul i32 %x, 2
           %b = getelementptr [64 x i32], ptr addrspace(3) @own, i64 0, i64 %l
           store i32 %twice, ptr addrspace(3) %b
           call spir_func void @__spirv_ControlBarrier(i32 2, i32 2, i32 272)
           %n = add i64 %l, 1
           %m = and i64 %n, 63
           %c = getelementptr i32, ptr addrspace(3) %scratch, i64 %m
           %y = load i32, ptr addrspace(3) %c
           %d = getelementptr [64 x i32], ptr addrspace(3) @own, i64 0, i64 %m
           %z = load i32, ptr addrspace(3) %d
           %s = add i32 %y, %z
           store i32 %s, ptr addrspace(1) %p
           ret void
         }",
    ));
    assert_eq!(program.kernel("rotate").local_bytes, 256);
    let mut data: Vec<i32> = (0..128).collect();
    program.launch("rotate", &mut [memory(&mut data), Arg::Local(256)], Range::linear(128, 64));
    for i in 0..128 {
        assert_eq!(data[i], 3 * (i / 64 * 64 + (i + 1) % 64) as i32);
    }
}
