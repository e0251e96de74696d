//! Random kernels against an interpreter.
//!
//! A program is a random graph of blocks (irreducible loops, switches and several exits included) whose branches
//! between blocks are uniform. Within blocks there are barriers, exchanges through local memory, group operations,
//! divergent branches (some on only local ids) and loops, and private arrays that live across all of that. Half of the
//! programs have sub-group operations in branches and loops that are uniform only within a sub-group, and in half of
//! them, work-items return before others do. Most have item code as well ([`items`]), in which the work-items diverge.
//!
//! The interpreter runs every statement for all work-items of a group at once, and item code for one work-item after
//! the other, so that it needs neither regions nor masks. Each program runs with vector code of several widths, which
//! are for different processors.
//!
//! With `TANDEM_SLOW_TESTS`, more programs run. `TANDEM_RANDOM_PROGRAMS` sets the number of programs,
//! `TANDEM_RANDOM_SEED` the first seed, `TANDEM_RANDOM_LEVEL` the optimization level, `TANDEM_RANDOM_WIDTH` the only
//! width, and `TANDEM_RANDOM_CPU` the only processor. `TANDEM_RANDOM_REGISTERS=fast` makes LLVM allocate registers in
//! one pass, which makes the test twice as fast: the usual allocator takes half of its time. With `--nocapture`, the
//! test prints what it runs (first seed, width, processor, level), which locates a crash.

#[path = "../support/mod.rs"]
mod support;

mod edge;
mod generator;
mod interpreter;
mod items;
mod launches;
mod program;
mod random;
mod writer;

use std::thread;

use edge::Edge;
use items::memory::{Memory, RECORD, edge_number};
use launches::{Outcome, expected, ranges};
use program::Program;
use random::Random;
use support::{Range, load_with, memory};
use tandem_codegen::TargetOptions;
use tandem_codegen_cpu::{Cpu, Options, VectorWidth};
use writer::{DECLARATIONS, Writer};

const VARYING: usize = 4;
const UNIFORM: usize = 3;
const SHARED: usize = 2;
const ARRAY: usize = 4;
const INPUT: usize = 16;
const MAX_ITEMS: usize = 64;
const FUEL: i32 = 40;
/// Bytes of the stack that kernels run on. Registers that are allocated fast spill to megabytes.
const STACK: usize = 64 << 20;
/// Programs that are compiled as one module.
const BATCH: u64 = 8;

/// The programs of consecutive seeds, and the results of their launches.
struct Batch {
    first: u64,
    programs: Vec<Program>,
    launches: Vec<(usize, Range, Outcome)>,
}

impl Batch {
    fn new(first: u64, count: u64) -> Self {
        let programs: Vec<_> = (first..first + count).map(|seed| Program::random(&mut Random::of_seed(seed))).collect();
        let launch = |(i, program): (usize, &Program)| {
            let outcomes = ranges(program.size).into_iter();
            outcomes.map(|range| (i, range, expected(program, &input(), range))).collect::<Vec<_>>()
        };
        let launches = programs.iter().enumerate().flat_map(launch).collect();
        Self { first, programs, launches }
    }

    /// The device IR of all programs.
    fn text(&self) -> String {
        let programs = self.programs.iter().enumerate();
        programs.fold(DECLARATIONS.to_owned(), |text, (i, program)| text + &Writer::write(program, &format!("k{i}")))
    }

    /// Compiles and runs the programs.
    fn check(&self, options: &Options) {
        let Options { opt_level, target: Cpu { vector_width, cpu, .. }, .. } = options;
        // Where a program crashes, this is the last that is seen.
        eprintln!("seeds from {}, {vector_width:?}, {cpu:?}, level {opt_level}", self.first);
        let loaded = load_with(&self.text(), options);
        for (i, range, expected) in &self.launches {
            let outcome = launch(&loaded, &format!("k{i}"), *range);
            let seed = self.first + *i as u64;
            assert!(
                outcome == *expected,
                "seed {seed}, {range:?}, {vector_width:?}, {cpu:?}, level {opt_level}\n{}{}",
                difference(&outcome, expected),
                Writer::write(&self.programs[*i], "k")
            );
        }
    }
}

fn input() -> Vec<i32> {
    (0..INPUT as i32).map(|i| i * 37 % 23 - 11).collect()
}

fn launch(loaded: &support::Program, kernel: &str, range: Range) -> Outcome {
    let mut input = input();
    let items = range.global.iter().product::<u64>() as i32;
    let mut output = Edge::new(&vec![0; items as usize]);
    let edge = |numbers: i32| Edge::new(&(0..numbers).map(edge_number).collect::<Vec<_>>());
    let (mut edge, mut records) = (edge(items), edge(items * RECORD as i32));
    let mut shared = Memory::new();
    let mut args = [
        memory(&mut input),
        memory(output.numbers()),
        memory(&mut shared.tables),
        memory(&mut shared.cells),
        memory(&mut shared.counters),
        memory(edge.numbers()),
        memory(records.numbers()),
    ];
    loaded.launch(kernel, &mut args, range);
    Outcome { output: output.numbers().to_vec(), memory: shared }
}

fn difference(outcome: &Outcome, expected: &Outcome) -> String {
    let cells = outcome.memory.cells.iter().zip(&expected.memory.cells);
    let cell = cells.enumerate().find(|(_, (got, wanted))| got != wanted);
    format!(
        "{:?}\n{:?}\nfirst cell that differs: {cell:?}\n{:?}\n{:?}\n",
        outcome.output, expected.output, outcome.memory.counters, expected.memory.counters
    )
}

fn from_env(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

/// The widths of vector code; 1 is scalar code.
fn widths() -> Vec<VectorWidth> {
    let only = from_env("TANDEM_RANDOM_WIDTH").map(|lanes| vec![lanes as u32]);
    let widths = only.unwrap_or_else(|| vec![1, 4, 8, 16]).into_iter();
    widths.map(|lanes| VectorWidth::lanes(lanes).expect("a power of two up to 32")).collect()
}

/// The processors whose code this machine runs.
fn processors() -> Vec<String> {
    if let Ok(only) = std::env::var("TANDEM_RANDOM_CPU") {
        return vec![only];
    }
    let levels = [
        ("x86-64-v2", is_x86_feature_detected!("sse4.2")),
        ("x86-64-v3", is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")),
        ("x86-64-v4", is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl")),
    ];
    levels.into_iter().filter(|(_, runs)| *runs).map(|(name, _)| name.to_owned()).collect()
}

/// Checks a batch at all widths. Each width has another processor; the next batches have the others.
fn check(first: u64, count: u64) {
    let batch = Batch::new(first, count);
    let opt_level = if first / BATCH % 4 == 3 { 0 } else { 2 };
    let opt_level = from_env("TANDEM_RANDOM_LEVEL").map_or(opt_level, |level| level as u32);
    let processors = processors();
    for (cpu, vector_width) in processors.iter().cycle().skip((first / BATCH) as usize % processors.len()).zip(widths())
    {
        let target = Cpu { vector_width, cpu: Some(cpu.clone()), ..Cpu::from_env() };
        batch.check(&Options { opt_level, target, ..Options::from_env() });
    }
}

#[test]
fn random_programs() {
    if std::env::var("TANDEM_RANDOM_REGISTERS").is_ok_and(|allocator| allocator == "fast") {
        tandem_ir::allocate_registers_fast();
    }
    let usual = if std::env::var_os("TANDEM_SLOW_TESTS").is_some() { 160 } else { 32 };
    let count = from_env("TANDEM_RANDOM_PROGRAMS").unwrap_or(usual);
    let seed = from_env("TANDEM_RANDOM_SEED").unwrap_or(1);
    let firsts: Vec<_> = (seed..seed + count).step_by(BATCH as usize).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for number in 0..threads {
            let own = firsts.iter().skip(number).step_by(threads);
            let checks = move || own.for_each(|first| check(*first, BATCH.min(seed + count - first)));
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, checks).expect("a thread starts");
        }
    });
}
