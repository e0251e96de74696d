//! Executing operations.

use crate::access::check;
use crate::captured::in_order;
use crate::checks::violation;
use crate::config::config;
use crate::kernels::WorkItem;
use crate::operation::{Launch, Operation, Transfer};
use crate::state::State;

/// Bytes of the launch's data, of which the sizes and offsets come first
/// (`docs/internals/boundaries.md`, section 11).
const LAUNCH_DATA_BYTES: usize = 64;

/// Does an operation of a stream of a device.
pub fn execute(state: &mut State, device: i32, operation: Operation) {
    match operation {
        Operation::Transfer(transfer) => move_bytes(state, &transfer),
        Operation::Launch(launch) => {
            if let Some(code) = config().failure("kernel") {
                state.contexts[device as usize].failed = Some(code);
                return;
            }
            run_kernel(state, launch);
        }
        Operation::Record { event, record } => {
            let now = state.epoch.elapsed().as_nanos() as u64;
            state.coming_records.remove(&record);
            if let Some(event) = state.events.get_mut(&event).filter(|event| event.record == record) {
                event.nanoseconds = now;
            }
        }
        Operation::Wait { .. } => {}
        Operation::Semaphore { semaphore, is_wait: true, .. } => semaphore.end_wait(),
        Operation::Semaphore { semaphore, value, .. } => semaphore.signal(value),
        Operation::Graph(nodes) => {
            in_order(&nodes).into_iter().for_each(|operation| execute(state, device, operation));
        }
        Operation::Free(address) => {
            if state.blocks.remove(&address).is_none() {
                violation(&format!("{address:#x} is freed twice"));
            }
        }
    }
}

/// Executes a transfer. The memory is checked once more: it may be freed by now.
fn move_bytes(state: &mut State, transfer: &Transfer) {
    match transfer {
        Transfer::Copy { src, dst, size } => {
            for (from, to) in src.rows(*size).zip(dst.rows(*size)) {
                check(state, "a copy", from, size[0], None);
                check(state, "a copy", to, size[0], None);
                // SAFETY: the ranges are in living blocks, or host memory that the caller keeps.
                unsafe { (to as *mut u8).copy_from(from as *const u8, size[0]) };
            }
        }
        Transfer::Write { bytes, dst, size } => {
            for (row, to) in bytes.chunks_exact(size[0]).zip(dst.rows(*size)) {
                check(state, "a copy", to, size[0], None);
                // SAFETY: the range is in a living block, or host memory that the caller keeps.
                unsafe { (to as *mut u8).copy_from(row.as_ptr(), row.len()) };
            }
        }
        Transfer::Fill { dst, unit, unit_bytes, pitch, size } => {
            for row in 0..size[1] {
                let first = dst + (row * pitch) as u64;
                check(state, "a fill", first, size[0] * unit_bytes, None);
                for index in 0..size[0] {
                    let to = first + (index * unit_bytes) as u64;
                    // SAFETY: the range is in a living block.
                    unsafe { (to as *mut u8).copy_from(unit.as_ptr(), *unit_bytes) };
                }
            }
        }
    }
}

/// Runs a launch.
fn run_kernel(state: &mut State, launch: Launch) {
    let data = launch.parameters.len() - LAUNCH_DATA_BYTES;
    let long = |at: usize| u64::from_le_bytes(launch.parameters[data + at..][..8].try_into().expect("8 bytes"));
    let (size, offset) = ([0, 8, 16].map(long), [24, 32, 40].map(long));
    let mut shared = vec![0_u64; (launch.shared_bytes as usize).div_ceil(8)];
    let assertion = assertion_record(state, launch.module);
    let block = launch.block.map(u64::from);
    let all = |limits: [u32; 3]| {
        (0..limits[2]).flat_map(move |z| (0..limits[1]).flat_map(move |y| (0..limits[0]).map(move |x| [x, y, z])))
    };
    let groups = || launch.kernel.iter().flat_map(|phase| all(launch.grid).map(move |group| (phase, group)));
    for (phase, group) in groups() {
        for local in all(launch.block) {
            let id = [0, 1, 2].map(|dim| u64::from(group[dim]) * block[dim] + u64::from(local[dim]));
            if (0..3).any(|dim| id[dim] >= size[dim]) {
                continue;
            }
            phase(&WorkItem {
                parameters: &launch.parameters,
                shared: shared.as_mut_ptr().cast(),
                local_x: local[0].into(),
                group_size: block[0],
                assertion,
                global: [0, 1, 2].map(|dim| id[dim] + offset[dim]),
                offset,
                size,
            });
        }
    }
}

/// The address that the driver has stored in a module for failed assertions.
fn assertion_record(state: &State, module: usize) -> *mut u32 {
    let variables = state.modules.get(&module).map_or(&[][..], |module| &module.variables);
    let variable = variables.iter().find(|(name, ..)| name == "tandem_assertion_record");
    // SAFETY: a variable of 8 bytes, in memory that lives as long as the module.
    variable.map_or(std::ptr::null_mut(), |(_, address, _)| unsafe { *(*address as *const *mut u32) })
}
