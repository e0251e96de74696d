//! The fuzz targets of `fuzz/`, on mutations of their corpus: the same in every
//! run, for every compiler. `./x fuzz` goes further.

#[path = "../../../../fuzz/lib.rs"]
mod fuzz;

use std::fs;
use std::path::Path;

/// Mutations of each file; with `TANDEM_SLOW_TESTS`, the number is a hundred times larger.
const ROUNDS: u64 = 300;

/// Pseudo-random numbers (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// Changes a few places: bits, numbers of interest, cuts, copies of other parts.
fn mutate(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(4) {
        let (at, len) = (random.below(bytes.len()), random.below(16) + 1);
        match random.below(6) {
            0 if !bytes.is_empty() => bytes[at] ^= 1 << random.below(8),
            1 if !bytes.is_empty() => bytes[at] = random.next() as u8,
            2 => {
                let numbers = [0, 1, u64::MAX, u64::MAX >> 1, 1 << 31, bytes.len() as u64, 0x7fff_ffff, 8];
                let number = numbers[random.below(numbers.len())].to_le_bytes();
                let width = [1, 2, 4, 8][random.below(4)];
                let end = (at + width).min(bytes.len());
                bytes[at.min(end)..end].copy_from_slice(&number[..end - at.min(end)]);
            }
            3 => bytes.truncate(at),
            4 => drop(bytes.drain(at..(at + len).min(bytes.len()))),
            _ => {
                let part: Vec<u8> = bytes.iter().copied().skip(random.below(bytes.len())).take(len).collect();
                bytes.splice(at..at, part);
            }
        }
    }
}

#[test]
fn targets_survive_mutations_of_their_corpus() {
    let rounds = if std::env::var_os("TANDEM_SLOW_TESTS").is_some() { 100 * ROUNDS } else { ROUNDS };
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fuzz/corpus");
    for (name, target) in fuzz::TARGETS {
        let mut files: Vec<_> =
            fs::read_dir(corpus.join(name)).expect(name).map(|entry| entry.unwrap().path()).collect();
        files.sort();
        assert!(!files.is_empty(), "{name} has no corpus");
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        for file in files {
            let seed = fs::read(&file).unwrap();
            target(&seed);
            for _ in 0..rounds {
                let mut bytes = seed.clone();
                mutate(&mut bytes, &mut random);
                target(&bytes);
            }
        }
    }
}
