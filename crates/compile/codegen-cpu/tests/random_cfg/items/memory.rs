//! Memory that item code accesses: read-only tables, cells and counters.

use super::{Layout, Tally, Type};

/// Elements of a table; a power of two.
pub const TABLE: usize = 1024;
/// Most work-items of a launch.
const ITEMS: usize = 256;
/// Elements of a work-item in a layout, at most.
const SLOTS: usize = 8;
/// Elements of a work-item in a record.
pub const RECORD: usize = 3;

/// The memory that all work-items of a launch share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    pub tables: Vec<u8>,
    pub cells: Vec<u8>,
    pub counters: Vec<i32>,
}

impl Memory {
    /// The contents at the start of a launch.
    pub fn new() -> Self {
        let mut memory = Self {
            tables: vec![0; table(Type::Float) + TABLE * 8],
            cells: vec![0; cells(Type::Float, Layout::Octets) + ITEMS * SLOTS * 8],
            counters: Tally::ALL.map(Tally::initial).into_iter().chain([0, 0]).collect(),
        };
        for ty in Type::ALL {
            for i in 0..TABLE {
                write(&mut memory.tables, table(ty), i, ty, element(ty, i as i64 * 73));
            }
            for layout in Layout::ALL {
                for i in 0..ITEMS * layout.slots() {
                    write(&mut memory.cells, cells(ty, layout), i, ty, element(ty, i as i64 * 29));
                }
            }
        }
        memory
    }
}

/// An element of a type: a small float, or any integer.
fn element(ty: Type, number: i64) -> i64 {
    match ty {
        Type::Float => float((number % 999 - 499) as f32),
        Type::I64 => number << 30 ^ number,
        _ => number % 251 - 125,
    }
}

/// An element of the memory that ends with the last work-item's.
pub fn edge_number(index: i32) -> i32 {
    index * 13 % 50 - 20
}

/// A float as the interpreter has it.
pub fn float(value: f32) -> i64 {
    i64::from(value.to_bits())
}

/// Where a table begins.
pub fn table(ty: Type) -> usize {
    ty as usize * TABLE * 8
}

/// Where cells begin.
pub fn cells(ty: Type, layout: Layout) -> usize {
    (ty as usize * Layout::ALL.len() + layout as usize) * ITEMS * SLOTS * 8
}

/// The index of a cell: that of slot 0 of work-item 0, the factor of the slot, and the factor of the global linear id.
pub fn cell_index(layout: Layout) -> (i64, i64, i64) {
    match layout {
        Layout::Rows => (0, ITEMS as i64, 1),
        Layout::Reversed => (ITEMS as i64 - 1, ITEMS as i64, -1),
        _ => (0, 1, layout.slots() as i64),
    }
}

/// An element: integers with their sign, floats as their bits.
pub fn read(bytes: &[u8], start: usize, index: usize, ty: Type) -> i64 {
    let at = start + index * ty.bytes();
    let mut wide = [0; 8];
    wide[..ty.bytes()].copy_from_slice(&bytes[at..at + ty.bytes()]);
    wrapped(ty, i64::from_le_bytes(wide))
}

pub fn write(bytes: &mut [u8], start: usize, index: usize, ty: Type, value: i64) {
    let at = start + index * ty.bytes();
    bytes[at..at + ty.bytes()].copy_from_slice(&value.to_le_bytes()[..ty.bytes()]);
}

/// The value of a type with the same low bits.
pub fn wrapped(ty: Type, value: i64) -> i64 {
    match ty {
        Type::I8 => i64::from(value as i8),
        Type::I16 => i64::from(value as i16),
        Type::I32 => i64::from(value as i32),
        Type::I64 => value,
        Type::Float => i64::from(value as u32),
    }
}

/// The same bits as an unsigned number of the type's width.
pub fn unsigned(ty: Type, value: i64) -> u64 {
    value as u64 & (u64::MAX >> (64 - 8 * ty.bytes()))
}
