//! The operations of streams.

use std::sync::Arc;

use crate::kernels::Kernel;
use crate::shared_file::Semaphore;

/// An operation of a stream.
#[derive(Clone)]
pub enum Operation {
    /// A copy or fill.
    Transfer(Transfer),
    /// A kernel.
    Launch(Launch),
    /// A record of an event.
    Record { event: usize, record: u64 },
    /// The stream waits until the device has executed a record, whatever happens to its event.
    Wait { record: u64 },
    /// Returns a block to its pool.
    Free(u64),
    /// Waits until a semaphore of another program has a value, or gives it one.
    Semaphore { semaphore: Arc<Semaphore>, value: u64, is_wait: bool },
    /// The operations of a graph.
    Graph(Vec<GraphNode>),
}

impl Operation {
    /// Whether it is a copy from or to an array.
    pub fn uses_array(&self, array: usize) -> bool {
        match self {
            Self::Transfer(Transfer::Copy { src, dst, .. }) => src.array == array || dst.array == array,
            Self::Transfer(Transfer::Write { dst, .. }) => dst.array == array,
            _ => false,
        }
    }
}

/// A copy or fill, as a stream executes it.
#[derive(Clone)]
pub enum Transfer {
    /// Rows of bytes: from, to, and how many of which length.
    Copy { src: Side, dst: Side, size: [usize; 3] },
    /// Bytes that were read when the copy was called.
    Write { bytes: Vec<u8>, dst: Side, size: [usize; 3] },
    /// A unit of 1, 2 or 4 bytes in rows.
    Fill { dst: u64, unit: [u8; 4], unit_bytes: usize, pitch: usize, size: [usize; 2] },
}

/// One side of a copy.
#[derive(Clone, Copy)]
pub struct Side {
    pub address: u64,
    pub pitch: usize,
    pub slice: usize,
    /// The array that the rows are in; 0 for other memory.
    pub array: usize,
}

impl Side {
    /// The first addresses of its rows.
    pub fn rows(self, [_, rows, slices]: [usize; 3]) -> impl Iterator<Item = u64> {
        let row = move |slice, row| self.address + (slice * self.slice + row * self.pitch) as u64;
        (0..slices).flat_map(move |slice| (0..rows).map(move |number| row(slice, number)))
    }
}

/// A launch in a stream.
#[derive(Clone)]
pub struct Launch {
    pub module: usize,
    pub kernel: Kernel,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub shared_bytes: u32,
    pub parameters: Vec<u8>,
}

/// An operation of a graph.
#[derive(Clone)]
pub struct GraphNode {
    pub handle: usize,
    pub operation: Operation,
    pub after: Vec<usize>,
}
