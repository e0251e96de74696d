//! The host's end of host pipes: reads and writes of the ring that `include/sycl/impl/pipe_ring.hpp` describes,
//! concurrently with kernels that do the same.
//!
//! At position `p` of a pipe, which is slot `p % capacity`, the slot's turn plus its index is `p` while it is free for
//! the word of that position, `p + 1` while it holds the word, and `p + capacity` once that is read.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tandem_device::{Error, HostPipeCommand, PipeDirection, Result};

/// How often a command that waits looks again before it gives its processor away.
const SPINS: u32 = 200;
/// How often it does that before it sleeps.
const YIELDS: u32 = 200;
/// How long it sleeps between two looks.
const NAP: Duration = Duration::from_micros(100);

/// A counter on a separate cache line.
#[repr(C, align(64))]
struct Position(AtomicU32);

/// The header of a ring. Sizes and offsets are in bytes.
#[repr(C, align(64))]
struct Header {
    capacity: u32,
    word_size: u32,
    slot_size: u32,
    word_offset: u32,
    slots_offset: u32,
    written: Position,
    read: Position,
}

/// A ring in memory.
struct Ring<'a> {
    header: &'a Header,
    start: *mut u8,
}

/// Runs a command of a host pipe: waits if it is a blocking one.
///
/// # Safety
/// The variable holds null or the address of a pipe's ring, which lives until this returns, as the memory of the
/// word does. Only readers and writers of pipes access the ring.
pub unsafe fn run(command: &HostPipeCommand) -> Result<()> {
    let HostPipeCommand { name, variable, direction, word, bytes, is_blocking, .. } = command;
    let Some(variable) = variable.as_host().non_null() else {
        return Err(Error::Execution(format!("host pipe {name} has no variable")));
    };
    // SAFETY: the caller's duty.
    let start = unsafe { variable.cast::<*mut u8>().read_unaligned() };
    // SAFETY: as above.
    let ring = unsafe { Ring::at(start, *bytes) };
    let ring = ring.map_err(|problem| Error::Execution(format!("host pipe {name} {problem}")))?;
    let mut waits = 0;
    loop {
        // SAFETY: the caller's duty, and the ring has words of this size.
        let is_done = unsafe {
            match direction {
                PipeDirection::Read => ring.try_read(word.0),
                PipeDirection::Write => ring.try_write(word.0),
            }
        };
        match direction {
            _ if is_done => return Ok(()),
            _ if *is_blocking => pause(&mut waits),
            PipeDirection::Read => return Err(Error::PipeEmpty(name.clone())),
            PipeDirection::Write => return Err(Error::PipeFull(name.clone())),
        }
    }
}

/// Passes some time before the next look.
fn pause(waits: &mut u32) {
    *waits = waits.saturating_add(1);
    match *waits {
        ..SPINS => std::hint::spin_loop(),
        looks if looks < SPINS + YIELDS => std::thread::yield_now(),
        _ => std::thread::sleep(NAP),
    }
}

impl<'a> Ring<'a> {
    /// The ring at an address, for words of a size. Otherwise a description of the error.
    ///
    /// # Safety
    /// The address is null or that of a ring, which lives for `'a`.
    unsafe fn at(start: *mut u8, bytes: usize) -> Result<Self, String> {
        if start.is_null() || !start.cast::<Header>().is_aligned() {
            return Err("has no memory on this device".to_owned());
        }
        // SAFETY: the caller's duty; the address is aligned.
        let header = unsafe { &*start.cast::<Header>() };
        if header.word_size as usize != bytes {
            return Err(format!("has words of {} bytes, but the command has one of {bytes}", header.word_size));
        }
        let slot_holds_word = header.word_offset as usize + bytes <= header.slot_size as usize;
        if !header.capacity.is_power_of_two() || header.capacity < 2 || !slot_holds_word {
            return Err("has no ring of words in memory".to_owned());
        }
        Ok(Self { header, start })
    }

    /// The turn and the word of the slot at a position, and the slot's index.
    fn slot(&self, position: u32) -> (&'a AtomicU32, *mut u8, u32) {
        let Header { capacity, slot_size, word_offset, slots_offset, .. } = *self.header;
        let index = position % capacity;
        let slot = self.start.wrapping_add(slots_offset as usize + index as usize * slot_size as usize);
        // SAFETY: a slot of the ring, which begins with its turn.
        let turn = unsafe { &*slot.cast::<AtomicU32>() };
        (turn, slot.wrapping_add(word_offset as usize), index)
    }

    /// Takes a position at which slots have the turn `first` ahead of it, and gives its slot the turn `then` ahead
    /// once `copy` has moved the word. False if there is none.
    fn pass(&self, at: &AtomicU32, first: u32, then: u32, copy: impl FnOnce(*mut u8)) -> bool {
        let mut position = at.load(Ordering::Relaxed);
        loop {
            let (turn, word, index) = self.slot(position);
            let seen = turn.load(Ordering::Acquire).wrapping_add(index);
            match seen.wrapping_sub(position.wrapping_add(first)) as i32 {
                ..0 => return false,
                1.. => position = at.load(Ordering::Relaxed),
                0 => {
                    let next = position.wrapping_add(1);
                    match at.compare_exchange(position, next, Ordering::Relaxed, Ordering::Relaxed) {
                        Ok(_) => {
                            copy(word);
                            let turn_after = position.wrapping_add(then).wrapping_sub(index);
                            turn.store(turn_after, Ordering::Release);
                            return true;
                        }
                        Err(current) => position = current,
                    }
                }
            }
        }
    }

    /// Reads the oldest word, unless the pipe is empty.
    ///
    /// # Safety
    /// `to` is valid for a word.
    unsafe fn try_read(&self, to: *mut u8) -> bool {
        let bytes = self.header.word_size as usize;
        // SAFETY: the caller's duty; the slot is this thread's until its turn changes.
        let copy = |word: *mut u8| unsafe { std::ptr::copy_nonoverlapping(word, to, bytes) };
        self.pass(&self.header.read.0, 1, self.header.capacity, copy)
    }

    /// Writes a word, unless the pipe is full.
    ///
    /// # Safety
    /// `from` is valid for a word.
    unsafe fn try_write(&self, from: *const u8) -> bool {
        let bytes = self.header.word_size as usize;
        // SAFETY: as for a read.
        let copy = |word: *mut u8| unsafe { std::ptr::copy_nonoverlapping(from, word, bytes) };
        self.pass(&self.header.written.0, 0, 1, copy)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tandem_device::{DevicePtr, HostPtr};

    use super::*;

    #[repr(C)]
    struct Slot {
        turn: AtomicU32,
        word: u32,
    }

    /// The memory of a pipe of `u32`.
    #[repr(C)]
    struct Memory {
        header: Header,
        slots: [Slot; CAPACITY as usize],
    }

    const CAPACITY: u32 = 4;

    /// A pipe whose positions begin at `position`.
    fn pipe(position: u32) -> Box<Memory> {
        let counter = || Position(AtomicU32::new(position));
        let slot = |_| Slot { turn: AtomicU32::new(position), word: 0 };
        let header = Header {
            capacity: CAPACITY,
            word_size: 4,
            slot_size: 8,
            word_offset: 4,
            slots_offset: size_of::<Header>() as u32,
            written: counter(),
            read: counter(),
        };
        Box::new(Memory { header, slots: std::array::from_fn(slot) })
    }

    fn command(ring: *mut Memory, direction: PipeDirection, word: &mut u32, is_blocking: bool) -> Result<()> {
        let variable = ring;
        let command = HostPipeCommand {
            name: "p".into(),
            variable: DevicePtr(&raw const variable as u64),
            program: None,
            direction,
            word: HostPtr((&raw mut *word).cast()),
            bytes: 4,
            is_blocking,
        };
        // SAFETY: the variable has the address of a ring, and both live until the call returns.
        unsafe { run(&command) }
    }

    #[test]
    fn words_come_in_order_also_where_positions_wrap_around() {
        for position in [0, u32::MAX - 7] {
            let mut memory = pipe(position);
            let ring = &raw mut *memory;
            for round in 0..10 {
                let mut word = 0;
                let empty = command(ring, PipeDirection::Read, &mut word, false);
                assert!(matches!(empty, Err(Error::PipeEmpty(_))), "{empty:?}");
                for mut word in 0..CAPACITY {
                    word += round;
                    command(ring, PipeDirection::Write, &mut word, false).unwrap();
                }
                let full = command(ring, PipeDirection::Write, &mut word, false);
                assert!(matches!(full, Err(Error::PipeFull(_))), "{full:?}");
                for expected in round..round + CAPACITY {
                    command(ring, PipeDirection::Read, &mut word, true).unwrap();
                    assert_eq!(word, expected);
                }
            }
        }
    }

    #[test]
    fn blocking_commands_wait_for_each_other() {
        const EACH: u32 = 500;
        let memory = Arc::new(AddressOf(Box::into_raw(pipe(0))));
        let writer = |first: u32| {
            let memory = memory.clone();
            std::thread::spawn(move || {
                for mut word in first..first + EACH {
                    command(memory.0, PipeDirection::Write, &mut word, true).unwrap();
                }
            })
        };
        let writers = [writer(0), writer(EACH)];
        let mut all: Vec<u32> = (0..2 * EACH)
            .map(|_| {
                let mut word = 0;
                command(memory.0, PipeDirection::Read, &mut word, true).unwrap();
                word
            })
            .collect();
        writers.into_iter().for_each(|writer| writer.join().unwrap());
        let of_first: Vec<u32> = all.iter().copied().filter(|word| *word < EACH).collect();
        assert!(of_first.is_sorted(), "the words of one writer keep their order");
        all.sort_unstable();
        assert_eq!(all, (0..2 * EACH).collect::<Vec<_>>());
        // SAFETY: the address of a box that nobody uses any more.
        drop(unsafe { Box::from_raw(memory.0) });
    }

    struct AddressOf(*mut Memory);

    // SAFETY: an address; threads access the ring only as pipes do.
    unsafe impl Send for AddressOf {}
    // SAFETY: as for `Send`.
    unsafe impl Sync for AddressOf {}

    #[test]
    fn what_is_no_ring_of_such_words_is_an_error_with_the_name() {
        let error = |ring: *mut Memory| command(ring, PipeDirection::Read, &mut 0, false).unwrap_err().to_string();
        assert!(error(std::ptr::null_mut()).contains("host pipe p has no memory"));
        let mut memory = pipe(0);
        memory.header.word_size = 8;
        assert!(error(&raw mut *memory).contains("p has words of 8 bytes, but the command has one of 4"));
        memory.header.word_size = 4;
        memory.header.capacity = 0;
        assert!(error(&raw mut *memory).contains("has no ring"));
    }
}
