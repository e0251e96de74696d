//! The hash that names entries and guards them against damage. It is stable
//! across versions and machines, and not meant to withstand an attacker: keys
//! are compared in full.

const SEEDS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f];
const MULTIPLIERS: [u64; 2] = [0xff51_afd7_ed55_8ccd, 0x9fb2_1c65_1e98_df25];

/// Multiplies to 128 bits and folds the halves.
fn fold(value: u64, multiplier: u64) -> u64 {
    let product = u128::from(value) * u128::from(multiplier);
    (product as u64) ^ ((product >> 64) as u64)
}

/// Hashes bytes to 128 bits.
pub(super) fn hash128(bytes: &[u8]) -> [u64; 2] {
    let mut state = SEEDS;
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    for word in words.iter().copied().chain([last, (bytes.len() as u64).to_le_bytes()]) {
        let word = u64::from_le_bytes(word);
        for (lane, multiplier) in state.iter_mut().zip(MULTIPLIERS) {
            // The rotation keeps a lane from being stuck at 0.
            *lane = fold(*lane ^ word, multiplier) ^ lane.rotate_left(23);
        }
    }
    [fold(state[0], MULTIPLIERS[1]), fold(state[1], MULTIPLIERS[0])]
}

#[cfg(test)]
mod tests {
    use super::hash128;

    #[test]
    fn every_bit_and_the_length_matter() {
        let zeros = [0u8; 40];
        let mut seen = std::collections::HashSet::new();
        for len in 0..=40 {
            assert!(seen.insert(hash128(&zeros[..len])));
        }
        for bit in 0..320 {
            let mut bytes = zeros;
            bytes[bit / 8] |= 1 << (bit % 8);
            assert!(seen.insert(hash128(&bytes)));
        }
    }

    #[test]
    fn it_never_changes() {
        assert_eq!(hash128(b"tandem")[0], 0x3677_a624_5d01_921b);
    }
}
