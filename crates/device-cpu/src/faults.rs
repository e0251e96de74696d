//! Faults in kernels: with `TANDEM_CPU_FAULTS=1`, a signal that is raised by
//! compiled code is reported with the kernel's name, and the source line where
//! the object has a line table, before it takes its usual course. Without the variable nothing is installed.
//!
//! The handler may interrupt anything, so it uses no lock and does not
//! allocate: it looks the address up in a fixed table of atomic pointers, and
//! writes from a buffer on its stack.

use std::ffi::c_int;
use std::fmt::{self, Write};
use std::ops::Range;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use crate::loader::Lines;

/// Turns the reports on.
const VARIABLE: &str = "TANDEM_CPU_FAULTS";
/// Most objects that the table holds; faults in others are not reported.
const TABLE: usize = 256;
const SIGNALS: [(c_int, &str); 4] =
    [(libc::SIGSEGV, "SIGSEGV"), (libc::SIGBUS, "SIGBUS"), (libc::SIGFPE, "SIGFPE"), (libc::SIGILL, "SIGILL")];

/// The code of one object.
struct Region {
    code: Range<usize>,
    /// Address and name of each kernel.
    kernels: Vec<(usize, String)>,
    lines: Lines,
}

static REGIONS: [AtomicPtr<Region>; TABLE] = [const { AtomicPtr::new(ptr::null_mut()) }; TABLE];
/// What was there before, by index in [`SIGNALS`].
static PREVIOUS: OnceLock<Vec<libc::sigaction>> = OnceLock::new();

/// Code whose faults are reported; dropping it ends that.
pub struct Watch(usize);

impl Watch {
    /// Watches code of these kernels and lines, if the environment wants it.
    pub fn new(code: Range<usize>, describe: impl FnOnce() -> (Vec<(usize, String)>, Lines)) -> Option<Self> {
        if std::env::var_os(VARIABLE).is_none_or(|value| value == "0") {
            return None;
        }
        PREVIOUS.get_or_init(install);
        let (kernels, lines) = describe();
        let region = Box::into_raw(Box::new(Region { code, kernels, lines }));
        let free = |slot: &AtomicPtr<Region>| {
            let null = ptr::null_mut();
            slot.compare_exchange(null, region, Ordering::AcqRel, Ordering::Relaxed).is_ok()
        };
        match REGIONS.iter().position(free) {
            Some(slot) => Some(Self(slot)),
            None => {
                // SAFETY: the region came from a box and was stored nowhere.
                drop(unsafe { Box::from_raw(region) });
                None
            }
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // A handler may be looking at the region right now, and nothing can wait for it, so the
        // region stays allocated.
        REGIONS[self.0].store(ptr::null_mut(), Ordering::Release);
    }
}

/// Installs the handler and returns what was there.
fn install() -> Vec<libc::sigaction> {
    SIGNALS
        .iter()
        .map(|(signal, _)| {
            // SAFETY: all zeros is a valid `sigaction`; the handler has the signature that
            // SA_SIGINFO asks for and does only what a handler may do.
            unsafe {
                let mut previous: libc::sigaction = std::mem::zeroed();
                let mut action: libc::sigaction = std::mem::zeroed();
                action.sa_sigaction = handle as *const () as usize;
                action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
                libc::sigaction(*signal, &action, &mut previous);
                previous
            }
        })
        .collect()
}

/// Reports, and gives the signal back to whoever handled it before: the
/// instruction runs, and faults, again.
extern "C" fn handle(signal: c_int, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the kernel passes both pointers to a handler with SA_SIGINFO.
    let (pc, address) = unsafe {
        let context = &*context.cast::<libc::ucontext_t>();
        (context.uc_mcontext.gregs[libc::REG_RIP as usize] as usize, (*info).si_addr() as usize)
    };
    let index = SIGNALS.iter().position(|(number, _)| *number == signal);
    let name = index.map_or("a signal", |index| SIGNALS[index].1);
    report(name, pc, address);
    if let (Some(index), Some(previous)) = (index, PREVIOUS.get()) {
        // SAFETY: `sigaction` may be called in a handler; the action is the one it returned.
        unsafe { libc::sigaction(signal, &previous[index], ptr::null_mut()) };
    }
}

fn report(signal: &str, pc: usize, address: usize) {
    for slot in &REGIONS {
        // SAFETY: regions are never freed once they are in the table.
        let Some(region) = (unsafe { slot.load(Ordering::Acquire).as_ref() }) else { continue };
        if !region.code.contains(&pc) {
            continue;
        }
        let before = region.kernels.iter().filter(|(start, _)| *start <= pc);
        let kernel = before.max_by_key(|(start, _)| *start);
        let (start, name) = kernel.map_or((region.code.start, "?"), |(start, name)| (*start, name));
        let mut line = Line { bytes: [0; 1024], len: 0 };
        let _ = write!(line, "tandem: {signal} in kernel `{name}` at offset {:#x}", pc - start);
        if let Some((file, number)) = region.lines.find(pc) {
            let _ = write!(line, " ({file}:{number})");
        }
        let _ = writeln!(line, ", accessing {address:#x}");
        // SAFETY: the buffer has `len` bytes.
        unsafe { libc::write(libc::STDERR_FILENO, line.bytes.as_ptr().cast(), line.len) };
        return;
    }
}

/// A line of text on the stack; what does not fit is cut off.
struct Line {
    bytes: [u8; 1024],
    len: usize,
}

impl Write for Line {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = &mut self.bytes[self.len..];
        let count = text.len().min(room.len());
        room[..count].copy_from_slice(&text.as_bytes()[..count]);
        self.len += count;
        Ok(())
    }
}
