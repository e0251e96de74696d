//! LLVM's fatal errors.
//!
//! When LLVM cannot continue (an instruction that it cannot select, a processor without 64-bit mode), it calls a
//! handler and then ends the process. It is built without exceptions, so the handler can neither return nor unwind: the
//! functions above it would be left in the middle. Its only option is never to return. [`catch_fatal`] runs work on a
//! separate thread; the handler reports the error to the waiting thread and stops the worker thread for good, with the
//! memory that it has. That is a loss only in a case in which the process would have ended. Crashes of LLVM, as from a
//! null pointer, are not caught.
//!
//! LLVM has one handler for the process. Ours is installed while work runs; errors of the application's own threads are
//! printed as LLVM does, which then ends the process as before.

use std::cell::RefCell;
use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use llvm_sys::error_handling::{LLVMInstallFatalErrorHandler, LLVMResetFatalErrorHandler};

use crate::base::error::{Error, Result};
use crate::base::options;

/// Stack of the thread, in bytes: LLVM recurses over the code it is given.
const STACK: usize = 16 << 20;

/// Reports an error to a waiting thread.
type Report = Box<dyn Fn(String)>;

thread_local! {
    /// The receiver of a fatal error on this thread.
    static REPORT: RefCell<Option<Report>> = const { RefCell::new(None) };
}

enum Outcome<R> {
    Done(thread::Result<R>),
    Fatal(String),
}

/// Runs `work`, which compiles the input named by `what`, and converts a fatal error to an [`Error`]. Blocks until it
/// is done.
///
/// # Errors
/// [`Error::Fatal`] if LLVM failed, or if no thread could be started.
///
/// # Panics
/// If `work` panics.
pub fn catch_fatal<R: Send + 'static>(what: &str, work: impl FnOnce() -> R + Send + 'static) -> Result<R> {
    let _handler = Handler::install();
    let fatal = |message: String| Error::Fatal { what: what.to_owned(), message };
    let (sender, receiver) = mpsc::channel();
    let run = move || {
        let report = sender.clone();
        // The receiver waits for either message, so that sending cannot fail.
        REPORT.set(Some(Box::new(move |message| drop(report.send(Outcome::Fatal(message))))));
        let result = catch_unwind(AssertUnwindSafe(|| {
            let _options = options::CodeGeneration::begin(options::Purpose::Cpu);
            work()
        }));
        REPORT.set(None);
        drop(sender.send(Outcome::Done(result)));
    };
    let thread = thread::Builder::new().name("tandem compile".into()).stack_size(STACK).spawn(run);
    let thread = thread.map_err(|error| fatal(error.to_string()))?;
    match receiver.recv() {
        Ok(Outcome::Done(result)) => {
            // The destructors that run at the thread's end may be code that the caller unloads.
            drop(thread.join());
            result.map_or_else(|panic| resume_unwind(panic), Ok)
        }
        Ok(Outcome::Fatal(message)) => Err(fatal(message)),
        Err(_) => Err(fatal("its thread ended".into())),
    }
}

/// LLVM's handler is ours while one of these lives.
struct Handler;

/// How many live.
static HANDLERS: Mutex<usize> = Mutex::new(0);

impl Handler {
    fn install() -> Self {
        let mut count = HANDLERS.lock().unwrap_or_else(PoisonError::into_inner);
        if *count == 0 {
            // SAFETY: the handler is a function of this library, which callers of it keep loaded.
            unsafe { LLVMInstallFatalErrorHandler(Some(on_fatal)) };
        }
        *count += 1;
        Self
    }
}

impl Drop for Handler {
    fn drop(&mut self) {
        let mut count = HANDLERS.lock().unwrap_or_else(PoisonError::into_inner);
        *count -= 1;
        if *count == 0 {
            // SAFETY: takes back what `install` did.
            unsafe { LLVMResetFatalErrorHandler() };
        }
    }
}

extern "C" fn on_fatal(reason: *const c_char) {
    // SAFETY: LLVM gives a terminated text.
    let reason = unsafe { CStr::from_ptr(reason) }.to_string_lossy().into_owned();
    let report = REPORT.try_with(|report| report.borrow_mut().take()).ok().flatten();
    let Some(report) = report else {
        eprintln!("LLVM ERROR: {reason}");
        return;
    };
    options::give_up();
    report(reason);
    loop {
        thread::park();
    }
}
