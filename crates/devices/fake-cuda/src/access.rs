//! Accesses of operations to memory.

use crate::checks::violation;
use crate::state::{Kind, State};

/// Ends the process if a range is not in a living block as a whole, or not reached by the device.
/// True for host memory that CUDA does not know.
pub fn check(state: &State, what: &str, address: u64, bytes: usize, device: Option<i32>) -> bool {
    let Some((first, block)) = state.block_around(address) else {
        let next = state.blocks.range(address..address + bytes as u64).next();
        if next.is_some_and(|(_, block)| block.memory.is_some()) {
            violation(&format!("{what} at {address:#x} of {bytes} bytes reaches into a block"));
        }
        return true;
    };
    if block.is_freed && device.is_some() {
        violation(&format!("{what} at {address:#x}: the block is freed"));
    }
    if address + bytes as u64 > first + block.bytes as u64 {
        violation(&format!("{what} at {address:#x} of {bytes} bytes reaches beyond a block of {}", block.bytes));
    }
    let (Some(device), Kind::OfPool(pool)) = (device, block.kind) else { return false };
    if state.pools.get(&pool).is_some_and(|pool| !pool.readers.contains(&device)) {
        violation(&format!("{what} at {address:#x}: device {device} does not reach the block"));
    }
    false
}
