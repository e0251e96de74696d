//! Kernels that are compiled, loaded and run, against sequential references.

mod support;

use support::{Arg, Range, load, memory, value};
use tandem_device_ir::ParameterKind;

/// The declarations that every kernel here may use.
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
    for (i, c) in c.into_iter().enumerate() {
        assert_eq!(c, i as f32 + 3.0 * (i % 7) as f32);
    }
}

#[test]
fn parameters_say_what_they_lead_to() {
    let program = load(&device(
        "define spir_kernel void @copy(ptr addrspace(1) readonly %in, ptr addrspace(1) %out, ptr addrspace(2) %table) {
           %x = load i32, ptr addrspace(1) %in
           %y = load i32, ptr addrspace(2) %table
           %sum = add i32 %x, %y
           store i32 %sum, ptr addrspace(1) %out
           ret void
         }",
    ));
    let args: Vec<_> =
        program.kernel("copy").args.iter().map(|arg| (arg.parameter.kind, arg.parameter.is_read_only)).collect();
    assert_eq!(args, [(ParameterKind::Global, true), (ParameterKind::Global, false), (ParameterKind::Constant, true)]);
    let (mut input, mut out, mut table) = ([40], [0], [2]);
    program.launch("copy", &mut [memory(&mut input), memory(&mut out), memory(&mut table)], Range::linear(1, 1));
    assert_eq!(out, [42]);
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
    for (i, x) in data.into_iter().enumerate() {
        assert_eq!(x, 3 * (i / 64 * 64 + (i + 1) % 64) as i32);
    }
}

#[test]
fn generic_pointers_are_told_apart_by_their_addresses() {
    let program = load(&device(
        "declare i32 @__spirv_GenericPtrMemSemantics(ptr)
         declare ptr addrspace(1) @__spirv_GenericCastToPtrExplicit.p1(ptr, i32)
         @own = internal addrspace(3) global [8 x i32] undef
         define spir_kernel void @spaces(ptr addrspace(1) %out, ptr addrspace(3) %argument) {
           %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
           %l = call spir_func i64 @__spirv_BuiltInLocalInvocationId(i32 0)
           %private = alloca [4 x i32]
           %own = addrspacecast ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @own, i64 28) to ptr
           %argument.g = addrspacecast ptr addrspace(3) %argument to ptr
           %argument.last = getelementptr i8, ptr %argument.g, i64 63
           %global = addrspacecast ptr addrspace(1) %out to ptr
           %quarter = urem i64 %l, 4
           %is.1 = icmp eq i64 %quarter, 1
           %is.2 = icmp eq i64 %quarter, 2
           %is.3 = icmp eq i64 %quarter, 3
           %p.1 = select i1 %is.1, ptr %own, ptr %private
           %p.2 = select i1 %is.2, ptr %argument.last, ptr %p.1
           %p = select i1 %is.3, ptr %global, ptr %p.2
           %slot = getelementptr i32, ptr %private, i64 %quarter
           store i32 1, ptr %slot
           %before = call i32 @__spirv_GenericPtrMemSemantics(ptr %p)
           call spir_func void @__spirv_ControlBarrier(i32 2, i32 2, i32 272)
           %after = call i32 @__spirv_GenericPtrMemSemantics(ptr %p)
           %cast = call ptr addrspace(1) @__spirv_GenericCastToPtrExplicit.p1(ptr %p, i32 5)
           %is.out = icmp eq ptr addrspace(1) %cast, %out
           %is.null = icmp eq ptr addrspace(1) %cast, null
           %kept = load i32, ptr %slot
           %found = zext i1 %is.out to i32
           %nothing = zext i1 %is.null to i32
           %twice = mul i32 %nothing, 2
           %differ = sub i32 %after, %before
           %a = add i32 %after, %found
           %b = add i32 %a, %twice
           %c = add i32 %b, %differ
           %d = add i32 %c, %kept
           %place = getelementptr i32, ptr addrspace(1) %out, i64 %i
           store i32 %d, ptr addrspace(1) %place
           ret void
         }",
    ));
    assert!(program.kernel("spaces").scratch_bytes_per_item > 0, "the variables live across the barrier");
    let mut out = vec![0; 48];
    program.launch("spaces", &mut [memory(&mut out), Arg::Local(64)], Range::linear(48, 12));
    // Semantics of work-group and cross-work-group memory, none for private; 1; 2 for null.
    let expected = [3, 0x100 + 3, 0x100 + 3, 0x200 + 2];
    for (i, found) in out.into_iter().enumerate() {
        assert_eq!(found, expected[i % 12 % 4], "work-item {i}");
    }
}

#[test]
fn group_operations() {
    let program = load(&device(
        "declare float @__spirv_GroupFMax.f32(i32, i32, float)
         declare <2 x i64> @__spirv_GroupSMin.v2i64(i32, i32, <2 x i64>)
         declare i1 @__spirv_GroupAll.i1(i32, i1)
         declare i1 @__spirv_GroupAny.i1(i32, i1)
         declare i32 @__spirv_GroupBroadcast.i32.v3i64(i32, i32, <3 x i64>)
         declare float @__spirv_GroupNonUniformFAdd.f32(i32, i32, float)
         declare i32 @__spirv_GroupUMax.i32(i32, i32, i32)
         define spir_kernel void @k(ptr addrspace(1) %out) {
           %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
           %l = call spir_func i64 @__spirv_BuiltInLocalInvocationIndex()
           %f = uitofp i64 %l to float
           %max = call float @__spirv_GroupFMax.f32(i32 2, i32 0, float %f)
           %negative = sub i64 5, %l
           %v.0 = insertelement <2 x i64> poison, i64 %l, i32 0
           %v = insertelement <2 x i64> %v.0, i64 %negative, i32 1
           %min = call <2 x i64> @__spirv_GroupSMin.v2i64(i32 2, i32 0, <2 x i64> %v)
           %min.1 = extractelement <2 x i64> %min, i32 1
           %min.f = sitofp i64 %min.1 to float
           %small = icmp ult i64 %l, 8
           %all = call i1 @__spirv_GroupAll.i1(i32 2, i1 %small)
           %any = call i1 @__spirv_GroupAny.i1(i32 2, i1 %small)
           %all.f = uitofp i1 %all to float
           %any.f = uitofp i1 %any to float
           %l.i = trunc i64 %l to i32
           %third = call i32 @__spirv_GroupBroadcast.i32.v3i64(i32 2, i32 %l.i, <3 x i64> <i64 1, i64 2, i64 0>)
           %third.f = uitofp i32 %third to float
           %own = call float @__spirv_GroupNonUniformFAdd.f32(i32 3, i32 0, float %f)
           %before = call i32 @__spirv_GroupUMax.i32(i32 2, i32 2, i32 %l.i)
           %before.f = uitofp i32 %before to float
           %base = mul i64 %i, 8
           %p.0 = getelementptr float, ptr addrspace(1) %out, i64 %base
           store float %max, ptr addrspace(1) %p.0
           %p.1 = getelementptr float, ptr addrspace(1) %p.0, i64 1
           store float %min.f, ptr addrspace(1) %p.1
           %p.2 = getelementptr float, ptr addrspace(1) %p.0, i64 2
           store float %all.f, ptr addrspace(1) %p.2
           %p.3 = getelementptr float, ptr addrspace(1) %p.0, i64 3
           store float %any.f, ptr addrspace(1) %p.3
           %p.4 = getelementptr float, ptr addrspace(1) %p.0, i64 4
           store float %third.f, ptr addrspace(1) %p.4
           %p.5 = getelementptr float, ptr addrspace(1) %p.0, i64 5
           store float %own, ptr addrspace(1) %p.5
           %p.6 = getelementptr float, ptr addrspace(1) %p.0, i64 6
           store float %before.f, ptr addrspace(1) %p.6
           ret void
         }",
    ));
    let mut out = vec![0.0_f32; 8 * 4];
    let range = Range { global: [4, 3, 1], local: [4, 3, 1], offset: [0; 3] };
    program.launch("k", &mut [memory(&mut out)], range);
    // The last row of work-items writes last: its local ids are 8 to 11. The sub-group is the group.
    for (x, item) in out.chunks(8).enumerate() {
        let l = 8.0 + x as f32;
        assert_eq!(item[..7], [11.0, -6.0, 0.0, 1.0, 9.0, 66.0, l - 1.0]);
    }
}

#[test]
fn loops_in_step_keep_nothing_in_scratch_memory() {
    let program = load(&device(
        "define spir_kernel void @dot(ptr addrspace(1) %a, ptr addrspace(1) %out, i64 %n) {
         entry:
           %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
           br label %head
         head:
           %k = phi i64 [ 0, %entry ], [ %next, %head ]
           %sum = phi i64 [ 0, %entry ], [ %more, %head ]
           %at = add i64 %k, %i
           %p = getelementptr i32, ptr addrspace(1) %a, i64 %at
           %x = load i32, ptr addrspace(1) %p
           %wide = zext i32 %x to i64
           %product = mul i64 %wide, %k
           %more = add i64 %sum, %product
           %next = add i64 %k, 1
           %go = icmp ult i64 %next, %n
           br i1 %go, label %head, label %end
         end:
           %o = getelementptr i64, ptr addrspace(1) %out, i64 %i
           store i64 %more, ptr addrspace(1) %o
           ret void
         }",
    ));
    let kernel = program.kernel("dot");
    assert!(!kernel.has_barrier);
    assert_eq!(kernel.scratch_bytes_per_item, 0);
    let mut a: Vec<u32> = (0..200).map(|i| i * 31 % 17).collect();
    let mut out = vec![0_u64; 75];
    let expected: Vec<u64> = (0..75).map(|i| (0..100).map(|k| u64::from(a[k + i]) * k as u64).sum()).collect();
    // Groups of 40 have two full chunks and a rest.
    let mut args = [memory(&mut a), memory(&mut out), value(100_u64)];
    program.launch("dot", &mut args, Range::linear(75, 40));
    assert_eq!(out, expected);
}

/// LLVM once took the loop around a work-item loop for parallel, and made a
/// reduction of it.
#[test]
fn only_work_item_loops_are_parallel() {
    let program = load(&device(
        "define spir_kernel void @power(ptr addrspace(1) %in, ptr addrspace(1) %out) {
         entry:
           %i = call spir_func i64 @__spirv_BuiltInGlobalLinearId()
           %l64 = call spir_func i64 @__spirv_BuiltInLocalInvocationIndex()
           %l = trunc i64 %l64 to i32
           br label %head
         head:
           %left = phi i32 [ 40, %entry ], [ %less, %body ]
           %seen = phi i32 [ 0, %entry ], [ %u, %body ]
           %x = phi i32 [ -3, %entry ], [ %product, %body ]
           %done = icmp eq i32 %left, 0
           br i1 %done, label %end, label %body
         body:
           %less = add i32 %left, -1
           %u = load i32, ptr addrspace(1) %in, align 4
           %product = mul i32 %x, %l
           br label %head
         end:
           %id = trunc i64 %i to i32
           %more = mul i32 %id, 31
           %y = add i32 %more, %l
           %z = add i32 %y, %x
           %sum = add i32 %z, %seen
           %o = getelementptr i32, ptr addrspace(1) %out, i64 %i
           store i32 %sum, ptr addrspace(1) %o
           ret void
         }",
    ));
    let (mut input, mut out) = (vec![7_i32], vec![0_i32; 40]);
    program.launch("power", &mut [memory(&mut input), memory(&mut out)], Range::linear(40, 40));
    let expected: Vec<i32> =
        (0..40).map(|l: i32| (32 * l + 7).wrapping_add(l.wrapping_pow(40).wrapping_mul(-3))).collect();
    assert_eq!(out, expected);
}

/// Work-items above a limit return before the barriers of a loop, by limits that leave all, some and none.
#[test]
fn work_items_that_returned_take_no_part_in_barriers() {
    let program = load(&device(
        "@lm = internal addrspace(3) global [64 x i32] undef
         declare i32 @__spirv_GroupIAdd.i32(i32, i32, i32)
         define spir_kernel void @k(ptr addrspace(1) %out, i64 %limit) {
         entry:
           %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
           %l = call spir_func i64 @__spirv_BuiltInLocalInvocationId(i32 0)
           %n = call spir_func i64 @__spirv_BuiltInWorkgroupSize(i32 0)
           %l.i = trunc i64 %l to i32
           %own = getelementptr i32, ptr addrspace(3) @lm, i64 %l
           %o = getelementptr i32, ptr addrspace(1) %out, i64 %i
           store i32 %l.i, ptr addrspace(3) %own
           %above = icmp uge i64 %l, %limit
           br i1 %above, label %end, label %head
         head:
           %round = phi i32 [ 0, %entry ], [ %next, %head ]
           %x = phi i32 [ %l.i, %entry ], [ %sum, %head ]
           call spir_func void @__spirv_ControlBarrier(i32 2, i32 2, i32 272)
           %up = add i64 %l, 1
           %at = urem i64 %up, %n
           %p = getelementptr i32, ptr addrspace(3) @lm, i64 %at
           %y = load i32, ptr addrspace(3) %p
           %all = call i32 @__spirv_GroupIAdd.i32(i32 2, i32 0, i32 %x)
           store i32 %all, ptr addrspace(3) %own
           %sum = add i32 %all, %y
           %next = add i32 %round, 1
           %more = icmp ult i32 %next, 3
           br i1 %more, label %head, label %store
         store:
           store i32 %sum, ptr addrspace(1) %o
           br label %end
         end:
           ret void
         }",
    ));
    let groups = 2;
    for limit in [0, 1, 36, 63, 64] {
        let mut out = vec![-1_i32; 64 * groups];
        program.launch("k", &mut [memory(&mut out), value(limit as u64)], Range::linear(64 * groups as u64, 64));
        let (mut local, mut x): (Vec<i32>, Vec<i32>) = ((0..64).collect(), (0..limit).collect());
        for _ in 0..3 {
            let all = x.iter().fold(0, |all: i32, x| all.wrapping_add(*x));
            x = (0..limit as usize).map(|l| all.wrapping_add(local[(l + 1) % 64])).collect();
            local[..limit as usize].fill(all);
        }
        x.resize(64, -1);
        assert_eq!(out, x.repeat(groups), "limit {limit}");
    }
}

#[test]
fn merged_bytes_have_no_bits_above() {
    let program = load(&device(
        "define spir_kernel void @merge(ptr addrspace(1) %in, ptr addrspace(1) %out) !reqd_work_group_size !0 {
           %number = load i64, ptr addrspace(1) %in
           %by.place = getelementptr i64, ptr addrspace(1) %in, i64 1
           %by = load i64, ptr addrspace(1) %by.place
           %shifted = lshr i64 %number, %by
           %low = trunc i64 %shifted to i32
           %byte.place = getelementptr i64, ptr addrspace(1) %in, i64 2
           %byte.word = load i32, ptr addrspace(1) %byte.place
           %byte = and i32 %byte.word, 255
           %without.byte = and i32 %low, -256
           %with.byte = or i32 %without.byte, %byte
           %wide.byte = zext i32 %with.byte to i64
           store i64 %wide.byte, ptr addrspace(1) %out
           %half.place = getelementptr i64, ptr addrspace(1) %in, i64 3
           %half.word = load i32, ptr addrspace(1) %half.place
           %half = and i32 %half.word, 65535
           %without.half = and i32 %low, -65536
           %with.half = or i32 %without.half, %half
           %wide.half = zext i32 %with.half to i64
           %next = getelementptr i64, ptr addrspace(1) %out, i64 1
           store i64 %wide.half, ptr addrspace(1) %next
           ret void
         }
         !0 = !{i32 1, i32 1, i32 1}",
    ));
    let (mut input, mut out) = ([u64::MAX, 4, 0x5634, 0x9a_5678], [0_u64; 2]);
    program.launch("merge", &mut [memory(&mut input), memory(&mut out)], Range::linear(1, 1));
    assert_eq!(out, [0xffff_ff34, 0xffff_5678]);
}

/// A loop that a uniform branch ends whose condition is a phi of the loop: it runs twice.
#[test]
fn loops_end_by_phis() {
    let program = load(&device(
        "define spir_kernel void @twice(ptr addrspace(1) %data) {
         entry:
           %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
           %p = getelementptr i32, ptr addrspace(1) %data, i64 %i
           %x = load i32, ptr addrspace(1) %p
           br label %head
         head:
           %again = phi i1 [ true, %entry ], [ false, %join ]
           %sum = phi i32 [ 0, %entry ], [ %next, %join ]
           %odd = and i32 %x, 1
           %is_odd = icmp eq i32 %odd, 1
           br i1 %is_odd, label %triple, label %join
         triple:
           %m = mul i32 %x, 3
           br label %join
         join:
           %add = phi i32 [ %x, %head ], [ %m, %triple ]
           %next = add i32 %sum, %add
           br i1 %again, label %head, label %end, !llvm.loop !0
         end:
           store i32 %next, ptr addrspace(1) %p
           ret void
         }
         !0 = distinct !{!0, !1}
         !1 = !{!\"llvm.loop.unroll.disable\"}",
    ));
    let mut data: Vec<i32> = (0..100).collect();
    let expected: Vec<i32> = data.iter().map(|x| if x % 2 == 1 { 6 * x } else { 2 * x }).collect();
    program.launch("twice", &mut [memory(&mut data)], Range::linear(100, 64));
    assert_eq!(data, expected);
}
