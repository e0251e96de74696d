//! Launches of programs, and their expected results.

use crate::interpreter::Group;
use crate::items::memory::Memory;
use crate::program::Program;
use crate::support::Range;

/// Launches: whole and partial groups, one to three dimensions; whole groups only where their size is fixed.
pub fn ranges(size: Option<[u64; 3]>) -> Vec<Range> {
    if let Some(local) = size {
        return vec![Range { global: [2 * local[0], local[1], 2 * local[2]], local, offset: [3, 0, 1] }];
    }
    vec![
        Range::linear(3, 1),
        Range::linear(13, 5),
        Range::linear(14, 7),
        Range::linear(19, 8),
        Range::linear(43, 16),
        Range::linear(40, 17),
        Range::linear(70, 33),
        Range::linear(130, 64),
        Range { global: [20, 6, 1], local: [16, 4, 1], offset: [0, 2, 0] },
        Range { global: [4, 3, 4], local: [4, 3, 2], offset: [5, 6, 7] },
    ]
}

/// The memory contents after a launch.
#[derive(PartialEq, Eq)]
pub struct Outcome {
    /// Results by linear global id.
    pub output: Vec<i32>,
    pub memory: Memory,
}

/// The outcome of a launch by the interpreter.
pub fn expected(program: &Program, input: &[i32], range: Range) -> Outcome {
    let mut output = vec![0; range.global.iter().product::<u64>() as usize];
    let mut memory = Memory::new();
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
        let extents = extent.map(|extent| extent as usize);
        let results = Group::run(input, &mut memory, extents, &firsts, program);
        items.into_iter().zip(results).for_each(|(id, result)| output[id] = result);
    }
    Outcome { output, memory }
}
