//! Faults in copies: the program has freed memory, or left it, that a command of
//! a queue still reads or writes. The signal is raised in a thread of the
//! runtime, or in one that waits for it; the report names the command, its
//! queue, the address and the line that submitted it, and the signal takes its
//! usual course. `TANDEM_CPU_FAULTS=0` turns that off, as it does for kernels.
//!
//! The last submissions of commands on memory of the program are kept in a ring
//! of atomics, in which the handler looks for the address. It allocates nothing
//! and takes no lock: it may interrupt anything.

use std::cell::Cell;
use std::ffi::{c_char, c_int};
use std::fmt::{self, Write as _};
use std::mem::MaybeUninit;
use std::ops::Range;
use std::ptr;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicUsize, Ordering, fence};

use tandem_runtime::queue::Queue;

use crate::abi::{TandemCommand, TandemSubmission};
use crate::sized::sized;

/// Turns the reports off where it is `0`.
const VARIABLE: &str = "TANDEM_CPU_FAULTS";
/// How many submissions are remembered.
const RING: usize = 1024;
/// Longest name of a file that is printed.
const NAME_BYTES: usize = 512;
/// The smallest page.
const PAGE: usize = 4096;
const SIGNALS: [(c_int, &str); 2] = [(libc::SIGSEGV, "SIGSEGV"), (libc::SIGBUS, "SIGBUS")];
/// What the names of the runtime's threads begin with.
const THREADS: &[u8] = b"tandem-";

/// One submission. `number` counts submissions from 1; it is 0 while the rest is
/// being written.
struct Record {
    number: AtomicUsize,
    command: AtomicU32,
    line: AtomicU32,
    file: AtomicPtr<c_char>,
    /// The name of the queue's device, which lives as long as the runtime.
    device: AtomicPtr<u8>,
    device_len: AtomicUsize,
    queue: AtomicUsize,
    dst: AtomicUsize,
    src: AtomicUsize,
    dst_bytes: AtomicUsize,
    src_bytes: AtomicUsize,
}

impl Record {
    const fn new() -> Self {
        Self {
            number: AtomicUsize::new(0),
            command: AtomicU32::new(0),
            line: AtomicU32::new(0),
            file: AtomicPtr::new(ptr::null_mut()),
            device: AtomicPtr::new(ptr::null_mut()),
            device_len: AtomicUsize::new(0),
            queue: AtomicUsize::new(0),
            dst: AtomicUsize::new(0),
            src: AtomicUsize::new(0),
            dst_bytes: AtomicUsize::new(0),
            src_bytes: AtomicUsize::new(0),
        }
    }
}

static RECORDS: [Record; RING] = [const { Record::new() }; RING];
static SUBMISSIONS: AtomicUsize = AtomicUsize::new(0);
static START: Once = Once::new();
static IS_ON: AtomicBool = AtomicBool::new(false);
/// What was there before, by index in [`SIGNALS`].
static PREVIOUS: [AtomicPtr<libc::sigaction>; SIGNALS.len()] =
    [const { AtomicPtr::new(ptr::null_mut()) }; SIGNALS.len()];

thread_local! {
    /// Whether this thread is inside of the runtime, which may run commands in it. Unknown in a thread that neither
    /// calls the runtime nor runs a host task: its name tells whether it is one of the runtime's.
    static IS_INSIDE: Cell<Option<bool>> = const { Cell::new(None) };
}

/// Runs a call that may run commands in this thread.
pub(crate) fn inside<T>(call: impl FnOnce() -> T) -> T {
    marked(true, call)
}

/// Runs code of the program in a thread of the runtime.
pub(crate) fn outside<T>(call: impl FnOnce() -> T) -> T {
    marked(false, call)
}

#[inline]
fn marked<T>(is_inside: bool, call: impl FnOnce() -> T) -> T {
    let before = IS_INSIDE.replace(Some(is_inside));
    let result = call();
    IS_INSIDE.set(before);
    result
}

/// Remembers a submission, if it is about memory of the program.
///
/// # Safety
/// The submission is valid, with everything it leads to.
pub(crate) unsafe fn note(queue: &Queue, address: usize, raw: &TandemSubmission) {
    // SAFETY: the caller's duty.
    let Some(spans) = (unsafe { Spans::of(raw) }) else { return };
    START.call_once(|| {
        if tandem_environment::variable_os(VARIABLE).is_none_or(|value| value != "0") {
            install();
            IS_ON.store(true, Ordering::Relaxed);
        }
    });
    if !IS_ON.load(Ordering::Relaxed) {
        return;
    }
    let number = SUBMISSIONS.fetch_add(1, Ordering::Relaxed);
    let record = &RECORDS[number % RING];
    let device = queue.device().name();
    record.number.store(0, Ordering::Relaxed);
    fence(Ordering::Release);
    record.command.store(raw.command, Ordering::Relaxed);
    record.line.store(raw.line, Ordering::Relaxed);
    record.file.store(raw.file.cast_mut(), Ordering::Relaxed);
    record.device.store(device.as_ptr().cast_mut(), Ordering::Relaxed);
    record.device_len.store(device.len(), Ordering::Relaxed);
    record.queue.store(address, Ordering::Relaxed);
    record.dst.store(spans.dst.start, Ordering::Relaxed);
    record.dst_bytes.store(spans.dst.len(), Ordering::Relaxed);
    record.src.store(spans.src.start, Ordering::Relaxed);
    record.src_bytes.store(spans.src.len(), Ordering::Relaxed);
    record.number.store(number + 1, Ordering::Release);
}

/// The memory of the program that a command writes and reads.
struct Spans {
    dst: Range<usize>,
    src: Range<usize>,
}

impl Spans {
    /// # Safety
    /// As for [`note`].
    unsafe fn of(raw: &TandemSubmission) -> Option<Self> {
        let (dst, src) = (raw.dst as usize, raw.src as usize);
        let span = |start: usize, bytes: usize| start..start.saturating_add(if start == 0 { 0 } else { bytes });
        Some(match TandemCommand::from_number(raw.command)? {
            TandemCommand::Memcpy | TandemCommand::DeviceGlobalWrite | TandemCommand::DeviceGlobalRead => {
                Self { dst: span(dst, raw.bytes), src: span(src, raw.bytes) }
            }
            TandemCommand::Fill => Self { dst: span(dst, raw.bytes), src: 0..0 },
            TandemCommand::Memcpy2d => {
                let mut room = MaybeUninit::uninit();
                // SAFETY: the caller's duty.
                let rect = unsafe { sized(raw.rect, &mut room, "the box") }.ok()?;
                let bytes = |pitch: usize| {
                    let rows = rect.range[1].saturating_sub(1);
                    pitch.saturating_mul(rows).saturating_add(rect.range[0])
                };
                Self { dst: span(dst, bytes(rect.dst_pitch[0])), src: span(src, bytes(rect.src_pitch[0])) }
            }
            TandemCommand::Copy if (dst != 0 || src != 0) && raw.num_accesses == 1 => {
                let mut room = MaybeUninit::uninit();
                // SAFETY: the caller's duty.
                let access = unsafe { sized(raw.accesses, &mut room, "the accessor") }.ok()?;
                Self { dst: span(dst, access.bytes), src: span(src, access.bytes) }
            }
            _ => return None,
        })
    }
}

fn install() {
    for ((signal, _), slot) in SIGNALS.iter().zip(&PREVIOUS) {
        let mut previous = MaybeUninit::zeroed();
        // SAFETY: all zeros is a valid `sigaction`; the handler has the signature that SA_SIGINFO asks for and does
        // only what a handler may do; there is room for the previous action.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = handler();
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            libc::sigaction(*signal, ptr::null(), previous.as_mut_ptr());
            slot.store(Box::into_raw(Box::new(previous.assume_init())), Ordering::Release);
            libc::sigaction(*signal, &raw const action, ptr::null_mut());
        }
    }
}

/// [`handle`], as actions have it.
fn handler() -> usize {
    handle as *const () as usize
}

/// Takes the handler away, where nobody has put another one over it, before its code goes.
#[used]
#[unsafe(link_section = ".fini_array")]
static AT_FINALIZATION: extern "C" fn() = {
    extern "C" fn finalize() {
        for (index, (signal, _)) in SIGNALS.iter().enumerate() {
            let mut current = MaybeUninit::<libc::sigaction>::zeroed();
            // SAFETY: there is room for the action, of which all zeros is a valid one.
            let current = unsafe {
                libc::sigaction(*signal, ptr::null(), current.as_mut_ptr());
                current.assume_init()
            };
            if current.sa_sigaction == handler() {
                restore(index);
            }
        }
    }
    finalize
};

/// Puts back what was there before.
fn restore(index: usize) {
    // SAFETY: the action is null or one that `install` has left, and is never freed.
    if let Some(previous) = unsafe { PREVIOUS[index].load(Ordering::Acquire).as_ref() } {
        // SAFETY: the action is one that `sigaction` returned.
        unsafe { libc::sigaction(SIGNALS[index].0, previous, ptr::null_mut()) };
    }
}

/// Reports, and leaves the signal to whoever handled it before: the instruction faults again.
extern "C" fn handle(signal: c_int, info: *mut libc::siginfo_t, _context: *mut libc::c_void) {
    let Some(index) = SIGNALS.iter().position(|(number, _)| *number == signal) else { return };
    // SAFETY: the system passes the pointer to a handler with SA_SIGINFO.
    let (address, code) = unsafe { ((*info).si_addr() as usize, (*info).si_code) };
    if is_inside() && code > 0 {
        report(SIGNALS[index].1, address);
    }
    restore(index);
    // What another process has sent does not come again.
    if code <= 0 {
        // SAFETY: may be called in a handler.
        unsafe { libc::raise(signal) };
    }
}

/// Whether this thread is inside of the runtime.
fn is_inside() -> bool {
    IS_INSIDE.try_with(Cell::get).ok().flatten().unwrap_or_else(|| {
        let mut name = [0_u8; 16];
        // SAFETY: there is room for the 16 bytes that a name has.
        let known = unsafe { libc::prctl(libc::PR_GET_NAME, name.as_mut_ptr()) } == 0;
        known && name.starts_with(THREADS)
    })
}

/// Prints which of the last commands has the address in its memory.
fn report(signal: &str, address: usize) {
    let last = SUBMISSIONS.load(Ordering::Acquire);
    for number in (last.saturating_sub(RING)..last).rev() {
        let record = &RECORDS[number % RING];
        if record.number.load(Ordering::Acquire) != number + 1 {
            continue;
        }
        let mut text = Text::default();
        let is_written = record.describe(signal, address, &mut text).is_ok();
        fence(Ordering::Acquire);
        if is_written && text.len > 0 && record.number.load(Ordering::Relaxed) == number + 1 {
            // SAFETY: the bytes are initialized. Nobody is left to hear about a failure.
            unsafe { libc::write(libc::STDERR_FILENO, text.bytes.as_ptr().cast(), text.len) };
            return;
        }
    }
}

impl Record {
    /// Writes nothing where the address is not in the command's memory.
    fn describe(&self, signal: &str, address: usize, text: &mut Text) -> fmt::Result {
        let load = |field: &AtomicUsize| field.load(Ordering::Relaxed);
        let (dst, src) = (load(&self.dst), load(&self.src));
        let (dst_bytes, src_bytes) = (load(&self.dst_bytes), load(&self.src_bytes));
        let (side, offset) = match address {
            _ if address.wrapping_sub(src) < src_bytes => ("source", address - src),
            _ if address.wrapping_sub(dst) < dst_bytes => ("destination", address - dst),
            _ => return Ok(()),
        };
        let (file, line) = (self.file.load(Ordering::Relaxed), self.line.load(Ordering::Relaxed));
        let mut name = [0; NAME_BYTES];
        let file = (!file.is_null()).then(|| read_text(file, &mut name));
        let place = Place { file, line };
        write!(text, "{place}{signal}: access to {address:#x}, byte {offset} of the {side} of a ")?;
        match TandemCommand::from_number(self.command.load(Ordering::Relaxed)) {
            Some(TandemCommand::Fill) => writeln!(text, "fill of {dst_bytes} bytes at {dst:#x}")?,
            _ if src == 0 => writeln!(text, "copy of {dst_bytes} bytes from an accessor to {dst:#x}")?,
            _ if dst == 0 => writeln!(text, "copy of {src_bytes} bytes from {src:#x} to an accessor")?,
            _ => writeln!(text, "copy of {src_bytes} bytes from {src:#x} to {dst:#x}")?,
        }
        let (name, len) = (self.device.load(Ordering::Relaxed), load(&self.device_len));
        // SAFETY: the name of a device, which lives as long as the runtime.
        let device = unsafe { std::slice::from_raw_parts(name, len) };
        let device = std::str::from_utf8(device).unwrap_or("?");
        let queue = load(&self.queue);
        writeln!(
            text,
            "{place}note: submitted here to queue {queue:#x} of {device}; its memory was freed, or left, too early"
        )
    }
}

/// The text at an address, as far as it can be read: it is a literal of the program, but the
/// library that it was in may be closed by now. The system looks whether the memory is there.
fn read_text(address: *const c_char, room: &mut [u8; NAME_BYTES]) -> &str {
    // Whole or not at all up to the end of a page.
    let in_page = PAGE - address as usize % PAGE;
    let part = |start: usize, bytes: usize| libc::iovec { iov_base: start as *mut libc::c_void, iov_len: bytes };
    let first = in_page.min(NAME_BYTES);
    let from = [part(address as usize, first), part(address as usize + first, NAME_BYTES - first)];
    let to = part(room.as_mut_ptr() as usize, NAME_BYTES);
    // SAFETY: may be called in a handler; the room has the size that the call is told, and the system checks the rest.
    let read = unsafe { libc::process_vm_readv(libc::getpid(), &raw const to, 1, from.as_ptr(), 2, 0) };
    let read = &room[..usize::try_from(read).unwrap_or(0)];
    let end = read.iter().position(|&byte| byte == 0);
    end.and_then(|end| std::str::from_utf8(&read[..end]).ok()).unwrap_or("?")
}

/// The beginning of a message.
struct Place<'a> {
    file: Option<&'a str>,
    line: u32,
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.file.map_or(Ok(()), |file| write!(f, "{file}:{}: ", self.line))
    }
}

/// Text that is formatted without an allocation; what is too long is cut.
struct Text {
    bytes: [u8; 1024],
    len: usize,
}

impl Default for Text {
    fn default() -> Self {
        Self { bytes: [0; 1024], len: 0 }
    }
}

impl fmt::Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = &mut self.bytes[self.len..];
        let len = text.len().min(room.len());
        room[..len].copy_from_slice(&text.as_bytes()[..len]);
        self.len += len;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(command: TandemCommand, src: usize, dst: usize, bytes: usize) -> Record {
        let record = Record::new();
        record.command.store(command as u32, Ordering::Relaxed);
        record.line.store(7, Ordering::Relaxed);
        record.file.store(c"a.cpp".as_ptr().cast_mut(), Ordering::Relaxed);
        record.device.store("cpu".as_ptr().cast_mut(), Ordering::Relaxed);
        record.device_len.store(3, Ordering::Relaxed);
        record.queue.store(0x9000, Ordering::Relaxed);
        record.src.store(src, Ordering::Relaxed);
        record.dst.store(dst, Ordering::Relaxed);
        record.dst_bytes.store(if dst == 0 { 0 } else { bytes }, Ordering::Relaxed);
        record.src_bytes.store(if src == 0 { 0 } else { bytes }, Ordering::Relaxed);
        record
    }

    #[track_caller]
    fn check(record: &Record, address: usize, expected: &str) {
        let mut text = Text::default();
        record.describe("SIGSEGV", address, &mut text).unwrap();
        let first = std::str::from_utf8(&text.bytes[..text.len]).unwrap().lines().next().unwrap_or_default();
        assert_eq!(first, expected);
    }

    #[test]
    fn the_name_of_a_file_in_a_closed_library_is_not_known() {
        let closed = record(TandemCommand::Fill, 0, 0x2000, 4);
        // The first page is never mapped.
        closed.file.store(ptr::without_provenance_mut(16), Ordering::Relaxed);
        check(
            &closed,
            0x2000,
            "?:7: SIGSEGV: access to 0x2000, byte 0 of the destination of a fill of 4 bytes at 0x2000",
        );
    }

    #[test]
    fn commands_are_found_by_their_memory() {
        let copy = record(TandemCommand::Memcpy, 0x1000, 0x2000, 0x100);
        let prefix = "a.cpp:7: SIGSEGV: access to";
        let what = "a copy of 256 bytes from 0x1000 to 0x2000";
        check(&copy, 0x1010, &format!("{prefix} 0x1010, byte 16 of the source of {what}"));
        check(&copy, 0x20ff, &format!("{prefix} 0x20ff, byte 255 of the destination of {what}"));
        check(&copy, 0x2100, "");
        let fill = record(TandemCommand::Fill, 0, 0x2000, 4);
        check(&fill, 0x2000, &format!("{prefix} 0x2000, byte 0 of the destination of a fill of 4 bytes at 0x2000"));
        check(&fill, 0, "");
        let out = record(TandemCommand::Copy, 0, 0x2000, 4);
        let what = "a copy of 4 bytes from an accessor to 0x2000";
        check(&out, 0x2001, &format!("{prefix} 0x2001, byte 1 of the destination of {what}"));
    }
}
