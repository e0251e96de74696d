//! Kernels in OpenCL C, against references in Rust; through device IR and
//! through SPIR-V.

mod support;

use support::{Arg, Program, Range, device_ir, load_object, load_with, memory, parse, value};
use tandem_codegen::compile::compile;
use tandem_codegen_cpu::Options;

/// The kernels of `kernels.cl`, compiled in every way.
fn programs() -> Vec<Program> {
    let text = device_ir("tests/kernels.cl");
    let spirv = tandem_spirv::writer::write(&parse(&text), &Default::default()).expect("device IR");
    let through_spirv = compile(&[&spirv], &Options::from_env()).unwrap_or_else(|error| panic!("{error}"));
    assert!(has_line_tables(&through_spirv.object));
    let mut programs = vec![load_object(through_spirv)];
    for opt_level in 0..4 {
        programs.push(load_with(&text, &Options { opt_level, ..Options::from_env() }));
    }
    programs
}

/// Whether source lines and unwind tables are in the object, and no local memory is.
fn has_line_tables(object: &[u8]) -> bool {
    use object::{Object, ObjectSection};
    let file = object::File::parse(object).expect("an object");
    let size = |name: &str| file.section_by_name(name).map_or(0, |section| section.size());
    size(".debug_line") > 100 && size(".eh_frame") > 0 && size(".bss") == 0
}

#[test]
fn all_kernels() {
    for program in &programs() {
        ids(program);
        conditional_barrier(program);
        nested_loops(program);
        private_array(program);
        many_exits(program);
        matrix_vector(program);
        divergent_loop(program);
        by_value(program);
        calls(program);
        histogram(program);
        transpose(program);
        // Nobody can wait for this one; it has to compile.
        assert!(program.kernel("forever").has_barrier);
    }
}

fn ids(program: &Program) {
    let range = Range { global: [10, 5, 3], local: [4, 2, 2], offset: [100, 7, 1] };
    let mut out = vec![0_u64; 8 * 150];
    program.launch("ids", &mut [memory(&mut out)], range);
    for (i, item) in out.chunks(8).enumerate() {
        let at = [i % 10, i / 10 % 5, i / 50].map(|x| x as u64);
        let local = [0, 1, 2].map(|d| at[d] % range.local[d]);
        let group = [0, 1, 2].map(|d| at[d] / range.local[d]);
        let extent = [0, 1, 2].map(|d| range.local[d].min(range.global[d] - group[d] * range.local[d]));
        let packed = |x: [u64; 3]| x[0] | x[1] << 16 | x[2] << 32;
        let linear = (local[2] * extent[1] + local[1]) * extent[0] + local[0];
        let sizes = 3 + 2 + 3 + 100;
        let global = [0, 1, 2].map(|d| at[d] + range.offset[d]);
        let rest = [packed(local), packed(group), packed(extent), linear, sizes];
        assert_eq!(item, [&global[..], &rest[..]].concat());
    }
}

/// Launches a kernel of (output, local memory, further values), one dimension,
/// last group partial; compares with the group-wise reference.
fn check_groups(program: &Program, name: &str, values: &[i32], reference: impl Fn(usize) -> Vec<i32>) {
    const GLOBAL: usize = 50;
    const LOCAL: usize = 16;
    let mut out = vec![-1_i32; GLOBAL];
    let mut args = vec![memory(&mut out), Arg::Local(4 * LOCAL)];
    args.extend(values.iter().map(|x| value(*x)));
    program.launch(name, &mut args, Range::linear(GLOBAL as u64, LOCAL as u64));
    let sizes = (0..GLOBAL).step_by(LOCAL).map(|first| LOCAL.min(GLOBAL - first));
    let expected: Vec<i32> = sizes.flat_map(reference).collect();
    assert_eq!(out, expected, "{name} {values:?}");
}

fn conditional_barrier(program: &Program) {
    for rounds in [0, 1, 2, 7] {
        check_groups(program, "conditional_barrier", &[rounds], |n| {
            let mut x: Vec<i32> = (0..n as i32).collect();
            for r in 0..rounds {
                let old = x.clone();
                for l in 0..n {
                    let other = old[(l + r as usize + 1) % n];
                    x[l] = if r % 3 != 1 { x[l] + other } else { x[l] * 3 + r };
                }
            }
            x
        });
    }
}

fn nested_loops(program: &Program) {
    for (outer, inner, stop) in [(3, 4, -1), (3, 4, 12), (0, 5, 0), (4, 2, 99)] {
        check_groups(program, "nested_loops", &[outer, inner, stop], |n| {
            let mut x: Vec<i32> = (1..=n as i32).collect();
            'all: for i in 0..outer {
                for j in i..inner {
                    let old = x.clone();
                    for l in 0..n {
                        x[l] = x[l].wrapping_add(old[n - 1 - l].wrapping_mul(j + 1));
                    }
                    if i * 10 + j == stop {
                        break 'all;
                    }
                }
                x.iter_mut().for_each(|x| *x ^= i);
            }
            x
        });
    }
}

fn private_array(program: &Program) {
    assert!(program.kernel("private_array").scratch_bytes_per_item >= 32);
    check_groups(program, "private_array", &[], |n| {
        let mut arrays: Vec<[i32; 8]> = (0..n as i32).map(|l| [0, 1, 2, 3, 4, 5, 6, 7].map(|i| l * i)).collect();
        for r in 0..4 {
            let lm: Vec<i32> = (0..n).map(|l| arrays[l][(l + r) & 7]).collect();
            for l in 0..n {
                arrays[l][(l * 3 + r) & 7] += lm[(l + 1) % n];
            }
        }
        arrays.iter().map(|a| a.iter().fold(0_i32, |sum, x| sum.wrapping_mul(5).wrapping_add(*x))).collect()
    });
}

fn many_exits(program: &Program) {
    for way in [0, 1, 2, 3, 11] {
        check_groups(program, "many_exits", &[way], |n| {
            let square = |l: usize| (l * l) as i32;
            (0..n)
                .map(|l| match way {
                    0 => square(n - 1 - l),
                    1 => square((l + 1) % n) + 5,
                    11 => -1,
                    _ => -square(l),
                })
                .collect()
        });
    }
}

fn matrix_vector(program: &Program) {
    const N: usize = 40;
    let mut m: Vec<f32> = (0..N * N).map(|i| (i % 13) as f32).collect();
    let mut v: Vec<f32> = (0..N).map(|i| if i % 5 == 3 { -1.0 } else { i as f32 }).collect();
    v[30] = 100.0;
    let mut out = vec![0.0_f32; N];
    let expected: Vec<f32> =
        (0..N).map(|row| (0..=30).filter(|k| v[*k] >= 0.0).map(|k| m[k * N + row] * v[k]).sum()).collect();
    let mut args = [memory(&mut m), memory(&mut v), memory(&mut out), value(N as i32)];
    program.launch("matrix_vector", &mut args, Range::linear(N as u64, 20));
    assert_eq!(out, expected);
}

fn divergent_loop(program: &Program) {
    let mut input: Vec<f32> = (0..4 * 37).map(|i| (i * 17 % 29) as f32).collect();
    let mut out = vec![0.0_f32; input.len()];
    let expected: Vec<f32> = input
        .chunks(4)
        .flat_map(|x| {
            let (mut x, mut k) = ([x[0], x[1], x[2], x[3]], 0);
            while x[0] + x[1] < 90.0 && k < 50 {
                x = [x[0] * 1.5, x[1].mul_add(1.5, 1.0), x[2].mul_add(1.5, 2.0), x[3].mul_add(1.5, k as f32)];
                k += 1;
            }
            [x[0], x[1], x[2], k as f32]
        })
        .collect();
    let mut args = [memory(&mut input), memory(&mut out), value(90_i32)];
    program.launch("divergent_loop", &mut args, Range::linear(37, 8));
    // Products and sums may be fused or not.
    for (ours, theirs) in out.iter().zip(expected) {
        assert!((ours - theirs).abs() <= 1e-5 * theirs.abs(), "{ours} {theirs}");
    }
}

fn by_value(program: &Program) {
    #[repr(C)]
    #[derive(Clone, Copy)]
    struct Big {
        values: [i32; 10],
        scale: f64,
    }
    let big = Big { values: [5, 4, 3, 2, 1, 0, 9, 8, 7, 6], scale: 0.5 };
    let mut out = vec![0.0_f64; 30];
    program.launch("by_value", &mut [memory(&mut out), value(big), value(-3_i8)], Range::linear(30, 8));
    for (i, x) in out.into_iter().enumerate() {
        let changed = big.values[i % 10] + i as i32;
        assert_eq!(x, f64::from(changed) * 0.5 + f64::from(big.values[(i + 1) % 10]) - 3.0);
    }
}

fn calls(program: &Program) {
    let mut out = vec![0_i32; 50];
    program.launch("calls", &mut [memory(&mut out), Arg::Local(64)], Range::linear(50, 16));
    let mut expected: Vec<i32> = (0..50).collect();
    for group in expected.chunks_mut(16) {
        let rotated = |x: &[i32], by: usize| -> Vec<i32> { (0..x.len()).map(|l| x[(l + by) % x.len()]).collect() };
        let mut x: Vec<i32> = rotated(group, 1).iter().map(|x| x * 2).collect();
        for by in 2..5 {
            let other = rotated(&x, by);
            x.iter_mut().zip(other).for_each(|(x, y)| *x += y);
        }
        group.copy_from_slice(&x);
    }
    assert_eq!(out, expected);
}

fn histogram(program: &Program) {
    let mut input: Vec<u32> = (0..320).map(|i| i * i + 7 * i).collect();
    let mut out = vec![0_u32; 16];
    let mut expected = vec![0_u32; 16];
    input.iter().for_each(|x| expected[(x % 16) as usize] += 1);
    program.launch("histogram", &mut [memory(&mut input), memory(&mut out)], Range::linear(320, 64));
    assert_eq!(out, expected);
}

fn transpose(program: &Program) {
    assert_eq!(program.kernel("transpose").required_work_group_size, Some([8, 4, 1]));
    let mut input: Vec<i32> = (0..128).collect();
    let mut out = vec![0_i32; 128];
    let range = Range { global: [16, 8, 1], local: [8, 4, 1], offset: [0; 3] };
    program.launch("transpose", &mut [memory(&mut input), memory(&mut out)], range);
    for (i, x) in out.into_iter().enumerate() {
        let (group, i) = (i / 32, i % 32);
        let (row, column) = (group / 2 * 4 + i % 4, group % 2 * 8 + i / 4);
        assert_eq!(x, (row * 16 + column) as i32);
    }
}
