//! Random kernels against an interpreter.
//!
//! A program is a random graph of blocks (irreducible loops, switches and
//! several exits included) whose branches between blocks are uniform; within
//! blocks there are barriers, exchanges through local memory, group operations,
//! divergent branches (some of local ids alone) and loops, private arrays that live across all of that,
//! and, in half of the programs, sub-group operations in branches and loops that only a sub-group takes alike.
//! In half of the programs, work-items return before others do. The interpreter runs every statement for all
//! work-items of a group at once, so that it needs to know nothing of regions.
//!
//! `TANDEM_RANDOM_PROGRAMS` sets how many programs run, `TANDEM_RANDOM_SEED`
//! where they start, `TANDEM_RANDOM_LEVEL` the optimization level.

#[path = "../support/mod.rs"]
mod support;

mod interpreter;
mod program;
mod writer;

use interpreter::Group;
use program::{Program, Random};
use support::{Range, load_with, memory};
use tandem_codegen_cpu::Options;
use writer::{DECLARATIONS, Writer};

const VARYING: usize = 4;
const UNIFORM: usize = 3;
const SHARED: usize = 2;
const ARRAY: usize = 4;
const INPUT: usize = 16;
const MAX_ITEMS: usize = 64;
const FUEL: i32 = 40;

/// Launches: whole and partial groups, one to three dimensions; whole groups only where their size is fixed.
fn ranges(size: Option<[u64; 3]>) -> Vec<Range> {
    if let Some(local) = size {
        return vec![Range { global: [2 * local[0], local[1], 2 * local[2]], local, offset: [3, 0, 1] }];
    }
    vec![
        Range::linear(14, 7),
        Range::linear(19, 8),
        Range::linear(70, 40),
        Range { global: [4, 3, 4], local: [4, 3, 2], offset: [5, 6, 7] },
    ]
}

/// Results of a launch by the interpreter, by linear global id.
fn expected(program: &Program, input: &[i32], range: Range) -> Vec<i32> {
    let mut output = vec![0; range.global.iter().product::<u64>() as usize];
    let groups = [0, 1, 2].map(|dim| range.global[dim].div_ceil(range.local[dim]));
    for group in 0..groups.iter().product::<u64>() {
        let group = [group % groups[0], group / groups[0] % groups[1], group / groups[0] / groups[1]];
        let first = [0, 1, 2].map(|dim| group[dim] * range.local[dim]);
        let extent = [0, 1, 2].map(|dim| range.local[dim].min(range.global[dim] - first[dim]));
        let id = |x: u64, y: u64, z: u64| {
            let [x, y, z] = [first[0] + x, first[1] + y, first[2] + z];
            ((z * range.global[1] + y) * range.global[0] + x) as usize
        };
        let items: Vec<_> = (0..extent[2])
            .flat_map(|z| (0..extent[1]).flat_map(move |y| (0..extent[0]).map(move |x| (x, y, z))))
            .map(|(x, y, z)| id(x, y, z))
            .collect();
        let firsts: Vec<_> = (0..).zip(&items).map(|(i, id)| *id as i32 - i).collect();
        let results = Group::run(input, extent.map(|extent| extent as usize), &firsts, program);
        items.into_iter().zip(results).for_each(|(id, result)| output[id] = result);
    }
    output
}

/// Compiles and runs the programs of `count` seeds.
fn check(first: u64, count: u64, options: &Options) {
    let programs: Vec<_> = (first..first + count)
        .map(|seed| Program::random(&mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)))
        .collect();
    let mut text = DECLARATIONS.to_owned();
    for (i, program) in programs.iter().enumerate() {
        text += &Writer::write(program, &format!("k{i}"));
    }
    let loaded = load_with(&text, options);
    let mut input: Vec<i32> = (0..INPUT as i32).map(|i| i * 37 % 23 - 11).collect();
    for (i, program) in programs.iter().enumerate() {
        for range in ranges(program.size) {
            let expected = expected(program, &input, range);
            let mut output = vec![0_i32; expected.len()];
            loaded.launch(&format!("k{i}"), &mut [memory(&mut input), memory(&mut output)], range);
            let seed = first + i as u64;
            assert!(
                output == expected,
                "seed {seed}, {range:?}\n{output:?}\n{expected:?}\n{}",
                Writer::write(program, "k")
            );
        }
    }
}

fn from_env(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn random_programs() {
    let (count, seed) = (from_env("TANDEM_RANDOM_PROGRAMS", 80), from_env("TANDEM_RANDOM_SEED", 1));
    const BATCH: u64 = 20;
    for first in (seed..seed + count).step_by(BATCH as usize) {
        let opt_level = if first / BATCH % 4 == 3 { 0 } else { 2 };
        let opt_level = from_env("TANDEM_RANDOM_LEVEL", opt_level) as u32;
        check(first, BATCH.min(seed + count - first), &Options { opt_level, ..Options::from_env() });
    }
}
