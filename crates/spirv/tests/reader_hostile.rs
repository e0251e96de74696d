//! The SPIR-V reader on damaged modules: whatever the bytes, it answers with a
//! module that LLVM accepts or with an error. A crash of LLVM ends the test;
//! `TANDEM_FUZZ_KEEP=FILE` then has the module that caused it.
//! `TANDEM_FUZZ_SECONDS` and `TANDEM_FUZZ_SEED` make longer and other runs.

mod support;

use std::time::{Duration, Instant};

use support::reader_modules;
use tandem_ir::Context;
use tandem_spirv::reader::{ReaderOptions, read};

/// Words of the module header.
const HEADER_WORDS: usize = 5;

/// Reads a module and, if it is accepted, walks all of it by printing it.
fn survive(bytes: &[u8]) {
    if let Ok(module) = read(&Context::new(), bytes, &ReaderOptions::default()) {
        std::hint::black_box(module.to_string());
    }
}

#[test]
fn truncated_modules() {
    for (_, module) in reader_modules() {
        for end in (0..module.len().min(256)).chain((256..module.len()).step_by(4)) {
            survive(&module[..end]);
        }
    }
}

/// A small generator of random numbers (xorshift), so that failures repeat.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// Starts of the instructions of a whole module.
fn starts(words: &[u32]) -> Vec<usize> {
    let mut starts = vec![HEADER_WORDS];
    while let Some(first) = words.get(starts[starts.len() - 1]) {
        let next = starts[starts.len() - 1] + (first >> 16).max(1) as usize;
        starts.push(next);
    }
    starts.pop();
    starts
}

/// One random change: of a byte, of an operand, of the order of instructions.
fn damage(words: &mut Vec<u32>, random: &mut Random) {
    let starts = starts(words);
    let start = starts[random.below(starts.len())];
    let count = ((words[start] >> 16).max(1) as usize).min(words.len() - start);
    let bound = words[3].max(2);
    match random.below(8) {
        0 => {
            let at = random.below(words.len());
            words[at] ^= 1 << random.below(32);
        }
        // Another id, or another number.
        1..=4 if count > 1 => {
            let at = start + 1 + random.below(count - 1);
            words[at] = random.below(bound as usize) as u32;
        }
        5 => words[start] = words[start] & 0xffff_0000 | words[starts[random.below(starts.len())]] & 0xffff,
        6 => drop(words.drain(start..start + count)),
        _ => {
            let copy = words[start..start + count].to_vec();
            let to = starts[random.below(starts.len())];
            words.splice(to..to, copy);
        }
    }
}

#[test]
fn damaged_modules() {
    let seconds = std::env::var("TANDEM_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(5);
    let seed = std::env::var("TANDEM_FUZZ_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1u64);
    let corpus: Vec<Vec<u32>> = reader_modules()
        .iter()
        .map(|(_, bytes)| bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect())
        .collect();
    let end = Instant::now() + Duration::from_secs(seconds);
    for round in seed.. {
        let mut random = Random(round.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut words = corpus[random.below(corpus.len())].clone();
        for _ in 0..1 + random.below(4) {
            damage(&mut words, &mut random);
            if words.len() <= HEADER_WORDS {
                break;
            }
        }
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        if let Some(path) = std::env::var_os("TANDEM_FUZZ_KEEP") {
            std::fs::write(path, &bytes).expect("writable");
        }
        survive(&bytes);
        if Instant::now() > end {
            break;
        }
    }
}
