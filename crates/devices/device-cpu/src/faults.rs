//! Faults in kernels and copies: a signal that is raised by compiled code is reported with
//! the kernel's name, and the source line where the object has a line table,
//! before it takes its usual course, or ends a guarded call (`guard`). A signal
//! that is raised by a copy or fill is reported with the command's memory and origin
//! (`current_copy`). `TANDEM_CPU_FAULTS=0` turns all of that off.
//!
//! The handler may interrupt anything. So it finds out in fixed tables of
//! atomics whether a kernel or a copy was interrupted. A kernel holds no lock and
//! is not inside of the allocator: the report of one may use both. The report of a
//! copy uses neither.

use std::ffi::c_int;
use std::io::Write;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use parking_lot::Mutex;
use tandem_image::demangle;

use crate::current_copy;
use crate::guard::{self, Fault};
use crate::loader::Lines;

/// Turns the reports off if it is `0`.
const VARIABLE: &str = "TANDEM_CPU_FAULTS";
/// Most objects that the table holds; faults in others are not reported.
const TABLE: usize = 1024;
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
/// The number of running handlers, which may read any region.
static HANDLING: AtomicUsize = AtomicUsize::new(0);
/// The number of watches. The handler is installed while there is one.
static WATCHES: Mutex<usize> = Mutex::new(0);
/// The actions that this handler replaced, by index in [`SIGNALS`].
static PREVIOUS: [AtomicPtr<libc::sigaction>; SIGNALS.len()] =
    [const { AtomicPtr::new(ptr::null_mut()) }; SIGNALS.len()];

/// Code whose faults are reported, by its place in the table, or copies; dropping it ends that.
pub struct Watch(Option<usize>);

impl Watch {
    /// Watches code of these kernels and lines, if the environment wants it.
    pub fn new(code: Range<usize>, describe: impl FnOnce() -> (Vec<(usize, String)>, Lines)) -> Option<Self> {
        if !is_wanted() {
            return None;
        }
        let mut watches = WATCHES.lock();
        let slot = REGIONS.iter().position(|slot| slot.load(Ordering::Relaxed).is_null())?;
        let (kernels, lines) = describe();
        let region = Box::into_raw(Box::new(Region { code, kernels, lines }));
        REGIONS[slot].store(region, Ordering::Release);
        count(&mut watches);
        Some(Self(Some(slot)))
    }

    /// Watches copies and fills of all devices, if the environment wants it.
    pub fn of_copies() -> Option<Self> {
        is_wanted().then(|| {
            count(&mut WATCHES.lock());
            Self(None)
        })
    }
}

/// Whether the environment wants reports.
fn is_wanted() -> bool {
    tandem_environment::variable_os(VARIABLE).is_none_or(|value| value != "0")
}

/// Adds a watch. The first one needs the handler.
fn count(watches: &mut usize) {
    if *watches == 0 {
        install();
    }
    *watches += 1;
}

impl Drop for Watch {
    fn drop(&mut self) {
        let mut watches = WATCHES.lock();
        let region = self.0.map(|slot| REGIONS[slot].swap(ptr::null_mut(), Ordering::SeqCst));
        *watches -= 1;
        let previous = (*watches == 0).then(uninstall);
        while HANDLING.load(Ordering::SeqCst) != 0 {
            std::thread::yield_now();
        }
        drop(previous);
        // SAFETY: the region came from a box, and no handler finds it any more.
        drop(region.map(|region| unsafe { Box::from_raw(region) }));
    }
}

/// Installs the handler, unless it could not be removed the last time.
fn install() {
    for ((signal, _), slot) in SIGNALS.iter().zip(&PREVIOUS) {
        if slot.load(Ordering::Relaxed).is_null() {
            slot.store(Box::into_raw(Box::new(action(*signal))), Ordering::Release);
            // SAFETY: all zeros is a valid `sigaction`; the handler has the signature for SA_SIGINFO and does only what
            // a handler may do.
            unsafe {
                let mut action: libc::sigaction = std::mem::zeroed();
                action.sa_sigaction = handler();
                action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
                libc::sigaction(*signal, &action, ptr::null_mut());
            }
        }
    }
}

/// Restores the previous action of each signal, unless another handler has been installed since. Handlers that are
/// running may still read the actions.
fn uninstall() -> [Option<Box<libc::sigaction>>; SIGNALS.len()] {
    std::array::from_fn(|index| {
        let signal = SIGNALS[index].0;
        if action(signal).sa_sigaction != handler() {
            return None;
        }
        // SAFETY: the action came from a box in `install`, whose handler is still there.
        let previous = unsafe { Box::from_raw(PREVIOUS[index].swap(ptr::null_mut(), Ordering::SeqCst)) };
        // SAFETY: the action is the one that `sigaction` returned.
        unsafe { libc::sigaction(signal, &*previous, ptr::null_mut()) };
        Some(previous)
    })
}

/// The current action of a signal.
fn action(signal: c_int) -> libc::sigaction {
    let mut action = MaybeUninit::zeroed();
    // SAFETY: all zeros is a valid action, and there is room for one.
    unsafe {
        libc::sigaction(signal, ptr::null(), action.as_mut_ptr());
        action.assume_init()
    }
}

/// [`handle`], as actions have it.
fn handler() -> usize {
    handle as *const () as usize
}

/// Reports a fault, and passes the signal to the previous handler.
extern "C" fn handle(signal: c_int, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    let Some(index) = SIGNALS.iter().position(|(number, _)| *number == signal) else { return };
    HANDLING.fetch_add(1, Ordering::SeqCst);
    // SAFETY: the system passes both pointers to a handler with SA_SIGINFO.
    let (registers, address, is_own) = unsafe {
        let registers = &mut *context.cast::<libc::ucontext_t>();
        // A signal that another process has sent is no fault.
        (registers, (*info).si_addr() as usize, (*info).si_code > 0)
    };
    let pc = registers.uc_mcontext.gregs[libc::REG_RIP as usize] as usize;
    let fault = Fault { signal, pc, address, function: 0 };
    // Of a kernel, or of a function of the host that it calls.
    // SAFETY: this thread raised the signal.
    if is_own && unsafe { guard::end_call(fault, registers) } {
        HANDLING.fetch_sub(1, Ordering::SeqCst);
        return;
    }
    // SAFETY: regions are freed when no handler runs any more.
    let mut regions = REGIONS.iter().filter_map(|slot| unsafe { slot.load(Ordering::SeqCst).as_ref() });
    if let Some(region) = regions.find(|region| region.code.contains(&pc)) {
        region.report(&fault);
    } else if is_own {
        current_copy::report(SIGNALS[index].1, address);
    }
    // SAFETY: as for regions.
    let previous = unsafe { PREVIOUS[index].load(Ordering::SeqCst).as_ref() }.copied();
    // The previous handler may not return.
    HANDLING.fetch_sub(1, Ordering::SeqCst);
    if let Some(previous) = previous {
        // SAFETY: the arguments are those of this handler.
        unsafe { pass_on(&previous, signal, info, context) };
    }
}

/// Applies an action to a signal.
///
/// # Safety
/// The arguments are those of a handler of the signal, which is running.
unsafe fn pass_on(action: &libc::sigaction, signal: c_int, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: `sigaction` and `raise` may be called in a handler. The action is one that `sigaction`
    // returned, so that a handler in it has the signature that its flags name.
    unsafe {
        if action.sa_sigaction == libc::SIG_DFL || action.sa_sigaction == libc::SIG_IGN {
            libc::sigaction(signal, action, ptr::null_mut());
            // The instruction faults again; what another process has sent does not come again.
            if (*info).si_code <= 0 {
                libc::raise(signal);
            }
        } else if action.sa_flags & libc::SA_SIGINFO != 0 {
            let handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut libc::c_void) =
                std::mem::transmute(action.sa_sigaction);
            handler(signal, info, context);
        } else {
            let handler: extern "C" fn(c_int) = std::mem::transmute(action.sa_sigaction);
            handler(signal);
        }
    }
}

/// Whether a fault is in the code of a kernel, and not in a function that it called.
pub fn is_in_kernel(fault: &Fault) -> bool {
    with_region(fault.pc, |region| region.is_some())
}

/// Describes the fault of a guarded call: the kernel and what it did.
pub fn describe(fault: &Fault) -> String {
    with_region(fault.pc, |region| {
        let region = region?;
        let (name, _) = region.kernel(fault.pc);
        let place = region.place(fault.pc).map(|place| format!(" ({place})")).unwrap_or_default();
        Some(format!("SYCL kernel '{}' raised {}{place}", demangle::kernel(name), what(fault)))
    })
    .unwrap_or_else(|| {
        let kernel = with_region(fault.function, |region| {
            let name = region.map(|region| demangle::kernel(region.kernel(fault.function).0));
            name.map_or_else(|| "a SYCL kernel".to_owned(), |name| format!("SYCL kernel '{name}'"))
        });
        format!("a host function that {kernel} called raised {}", what(fault))
    })
}

/// Calls `look` with the region of an instruction.
fn with_region<T>(pc: usize, look: impl FnOnce(Option<&Region>) -> T) -> T {
    // Regions are freed only under this lock.
    let _watches = WATCHES.lock();
    // SAFETY: none is freed meanwhile.
    let mut regions = REGIONS.iter().filter_map(|slot| unsafe { slot.load(Ordering::SeqCst).as_ref() });
    look(regions.find(|region| region.code.contains(&pc)))
}

/// The signal, with the address if there is one.
fn what(fault: &Fault) -> String {
    let signal = SIGNALS.iter().find(|(number, _)| *number == fault.signal).map_or("a signal", |(_, name)| name);
    let is_access = [libc::SIGSEGV, libc::SIGBUS].contains(&fault.signal);
    if is_access { format!("{signal}: access to {:#x}", fault.address) } else { signal.to_owned() }
}

impl Region {
    /// The kernel that an instruction belongs to, and where that begins.
    fn kernel(&self, pc: usize) -> (&str, usize) {
        let before = self.kernels.iter().filter(|(start, _)| *start <= pc);
        let kernel = before.max_by_key(|(start, _)| *start);
        kernel.map_or(("?", self.code.start), |(start, name)| (name, *start))
    }

    /// File and line of an instruction, where they are known.
    fn place(&self, pc: usize) -> Option<String> {
        self.lines.find(pc).map(|(file, line)| format!("{file}:{line}"))
    }

    /// Prints which kernel did what.
    fn report(&self, fault: &Fault) {
        let place = self.place(fault.pc).map(|place| format!("{place}: ")).unwrap_or_default();
        let (name, start) = self.kernel(fault.pc);
        let (what, name, offset) = (what(fault), demangle::kernel(name), fault.pc - start);
        let message = format!("{place}{what}\n{place}note: in SYCL kernel '{name}' at offset {offset:#x}\n");
        // Nobody is left to hear about a failure.
        let _ = std::io::stderr().write_all(message.as_bytes());
    }
}
