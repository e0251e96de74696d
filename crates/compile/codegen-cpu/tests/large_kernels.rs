//! Kernels with enough synchronization points that their parts become functions, and kernels that must not be
//! vectorized, because they would grow beyond all bounds.

mod support;

use std::fmt::Write as _;

use support::{Range, load, memory, parse};
use tandem_codegen::compile::ir_after;
use tandem_codegen_cpu::{Cpu, Options, Stage};

const BARRIERS: u64 = 40;
const SHUFFLES: u32 = 80;

/// A loop of three rounds, in each of which values move on by 1, 2, … places
/// through local memory. The odd steps are only there in some groups.
fn rotations() -> String {
    let mut text = "
@lm = internal addrspace(3) global [64 x i32] undef
declare i64 @__spirv_BuiltInGlobalInvocationId(i32)
declare i64 @__spirv_BuiltInLocalInvocationId(i32)
declare i64 @__spirv_BuiltInWorkgroupId(i32)
declare i64 @__spirv_BuiltInWorkgroupSize(i32)
declare void @__spirv_ControlBarrier(i32, i32, i32)
define spir_kernel void @rotate(ptr addrspace(1) %data) {
  %i = call i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  %l = call i64 @__spirv_BuiltInLocalInvocationId(i32 0)
  %n = call i64 @__spirv_BuiltInWorkgroupSize(i32 0)
  %group = call i64 @__spirv_BuiltInWorkgroupId(i32 0)
  %bit = and i64 %group, 1
  %all = icmp eq i64 %bit, 0
  %p = getelementptr i32, ptr addrspace(1) %data, i64 %i
  %first = load i32, ptr addrspace(1) %p
  %own = getelementptr i32, ptr addrspace(3) @lm, i64 %l
  br label %round
round:
  %number = phi i32 [ 0, %0 ], [ %next, %step40 ]
  %x0 = phi i32 [ %first, %0 ], [ %x40, %step40 ]
  br label %step0
step0:
"
    .to_owned();
    for step in 1..=BARRIERS {
        let before = step - 1;
        let condition = if step % 2 == 0 { "true" } else { "%all" };
        write!(
            text,
            "  br i1 {condition}, label %move{step}, label %step{step}
move{step}:
  store i32 %x{before}, ptr addrspace(3) %own
  call void @__spirv_ControlBarrier(i32 2, i32 2, i32 272)
  %at{step} = add i64 %l, {step}
  %from{step} = urem i64 %at{step}, %n
  %other{step} = getelementptr i32, ptr addrspace(3) @lm, i64 %from{step}
  %moved{step} = load i32, ptr addrspace(3) %other{step}
  %y{step} = add i32 %moved{step}, %number
  call void @__spirv_ControlBarrier(i32 2, i32 2, i32 272)
  br label %step{step}
step{step}:
  %x{step} = phi i32 [ %x{before}, %step{before} ], [ %y{step}, %move{step} ]
"
        )
        .expect("text grows");
    }
    text + "  %next = add i32 %number, 1
  %more = icmp ult i32 %next, 3
  br i1 %more, label %round, label %end
end:
  store i32 %x40, ptr addrspace(1) %p
  ret void
}"
}

/// The expected result of [`rotations`] for the data of one group.
fn rotated(group: usize, data: &[i32]) -> Vec<i32> {
    let mut data = data.to_vec();
    for round in 0..3 {
        for step in (1..=BARRIERS as usize).filter(|step| (group * step).is_multiple_of(2)) {
            data = (0..data.len()).map(|l| data[(l + step) % data.len()] + round).collect();
        }
    }
    data
}

/// A row of shuffles, around a barrier.
fn shuffles() -> String {
    let mut text = "
declare i64 @__spirv_BuiltInGlobalInvocationId(i32)
declare i32 @__spirv_BuiltInSubgroupLocalInvocationId()
declare i32 @__spirv_GroupNonUniformShuffleXor.i32(i32, i32, i32)
declare i32 @__spirv_GroupIAdd.i32(i32, i32, i32)
declare void @__spirv_ControlBarrier(i32, i32, i32)
define spir_kernel void @shuffle(ptr addrspace(1) %data) {
  %i = call i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  %lane = call i32 @__spirv_BuiltInSubgroupLocalInvocationId()
  %p = getelementptr i32, ptr addrspace(1) %data, i64 %i
  %x0 = load i32, ptr addrspace(1) %p
  %sum = call i32 @__spirv_GroupIAdd.i32(i32 3, i32 0, i32 %x0)
"
    .to_owned();
    for step in 1..=SHUFFLES {
        let before = step - 1;
        let distance = 1 << (step % 3);
        write!(
            text,
            "  %other{step} = call i32 @__spirv_GroupNonUniformShuffleXor.i32(i32 3, i32 %x{before}, i32 {distance})
  %scaled{step} = mul i32 %other{step}, 3
  %x{step} = add i32 %scaled{step}, %lane
"
        )
        .expect("text grows");
        if step == SHUFFLES / 2 {
            text += "  call void @__spirv_ControlBarrier(i32 2, i32 2, i32 272)\n";
        }
    }
    write!(
        text,
        "  %last = add i32 %x{SHUFFLES}, %sum
  store i32 %last, ptr addrspace(1) %p
  ret void
}}"
    )
    .expect("text grows");
    text
}

/// The expected result of [`shuffles`] for the data of one sub-group.
fn shuffled(data: &[i32]) -> Vec<i32> {
    let sum = data.iter().fold(0_i32, |sum, x| sum.wrapping_add(*x));
    let mut now = data.to_vec();
    for step in 1..=SHUFFLES {
        let other = |lane: usize| now[lane ^ (1 << (step % 3))];
        now = (0..now.len()).map(|lane| other(lane).wrapping_mul(3).wrapping_add(lane as i32)).collect();
    }
    now.into_iter().map(|x| x.wrapping_add(sum)).collect()
}

fn options(cpu: &str, opt_level: u32) -> Options {
    let target = Cpu { cpu: Some(cpu.into()), ..Cpu::default() };
    Options { opt_level, target, ..Options::default() }
}

/// Functions that parts became.
fn parts(text: &str, opt_level: u32) -> usize {
    let ir = ir_after(parse(text), &options("x86-64-v3", opt_level), Stage::WorkGroups.last_pass()).expect("compiles");
    ir.lines().filter(|line| line.starts_with("define internal") && line.contains(".part")).count()
}

#[test]
fn regions_become_functions() {
    let text = rotations();
    assert!(parts(&text, 2) > BARRIERS as usize);
    // Breakpoints of programs that are being debugged stay in the kernel itself.
    assert_eq!(parts(&text, 0), 0);
    let mut data: Vec<i32> = (0..192).map(|i| i * 7 % 31).collect();
    let expected: Vec<_> = data.chunks(64).enumerate().flat_map(|(group, data)| rotated(group, data)).collect();
    load(&text).launch("rotate", &mut [memory(&mut data)], Range::linear(192, 64));
    assert_eq!(data, expected);
}

#[test]
fn phases_of_sub_groups_become_functions() {
    let text = shuffles();
    // Two phases, each with code for full sub-groups and for others.
    assert_eq!(parts(&text, 2), 4);
    // One full sub-group and one of eight work-items in each group.
    let mut data: Vec<i32> = (0..80).map(|i| i * 7 % 31).collect();
    let sub_groups = data.chunks(40).flat_map(|group| [&group[..32], &group[32..]]);
    let expected: Vec<_> = sub_groups.flat_map(shuffled).collect();
    load(&text).launch("shuffle", &mut [memory(&mut data)], Range::linear(80, 40));
    assert_eq!(data, expected);
}

/// A kernel that combines 200 bytes, the first of which is at `stride` times the work-item's number.
fn bytes(stride: u64) -> String {
    let mut text = format!(
        "declare i64 @__spirv_BuiltInGlobalInvocationId(i32)
define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in) {{
  %i = call i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  %at = mul i64 %i, {stride}
  %first = getelementptr i8, ptr addrspace(1) %in, i64 %at
  %x0 = trunc i64 %i to i8
"
    );
    for step in 1..=200 {
        let before = step - 1;
        write!(
            text,
            "  %p{step} = getelementptr i8, ptr addrspace(1) %first, i64 {step}
  %b{step} = load i8, ptr addrspace(1) %p{step}
  %s{step} = mul i8 %b{step}, %x{before}
  %x{step} = xor i8 %s{step}, %x{before}
"
        )
        .expect("text grows");
    }
    text + "  %p = getelementptr i8, ptr addrspace(1) %out, i64 %i
  store i8 %x200, ptr addrspace(1) %p
  ret void
}"
}

#[test]
fn scattered_bytes_are_not_vectorized() {
    let optimized = |stride| {
        let options = options("x86-64-v4", 2);
        ir_after(parse(&bytes(stride)), &options, Stage::Optimized.last_pass()).expect("compiles")
    };
    let (together, scattered) = (optimized(1), optimized(200));
    assert!(together.contains("load <64 x i8>") || together.contains("load <32 x i8>"));
    assert!(scattered.lines().count() < 2000, "{} lines", scattered.lines().count());
}
