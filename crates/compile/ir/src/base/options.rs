//! LLVM options that exist only for the whole process.
//!
//! libLLVM is shared with the application, which may compile code itself. Its options are therefore set while Tandem
//! runs LLVM's passes or its code generator, and set back to LLVM's defaults when it does not. LLVM 19's C API and its
//! pipeline text cannot express them otherwise:
//!
//! * `disable-lsr`: only this option and the optimization level decide whether code generation reduces the strength of
//!   loops. The pass takes a third of code generation's time and gains nothing on x86's addressing modes. The C API
//!   cannot choose the passes of code generation; level 0 and `optnone` also select another instruction selector and
//!   register allocator.
//! * `disable-x86-domain-reassignment`: the pass depends on this option, `optnone`, and whether the processor has
//!   AVX-512. It takes half of code generation's time in kernels of hundreds of shuffles, which must use AVX-512.
//! * `enable-mem-access-versioning`: loop access analysis depends on this option and on whether the function is
//!   optimized for size (`optsize`), for which the loop vectorizer makes no remainder loops. No loop metadata controls
//!   it. Loops are vectorized for the actual lengths of rows, not for rows of one element
//!   (`docs/measurements/performance.md`).
//! * `nvptx-fma-level`: only this option, and target options that the C API does not have, decide whether NVIDIA's
//!   assembler may fuse a product and a sum.
//! * `replexitval`: only this option decides whether the exit values of loops are computed without the loops. Such
//!   closed forms take wider integers than the loops have.
//!
//! GPU code is generated without the first two, which are about CPUs: strength reduction keeps addresses of loops in
//! registers there. Meanwhile, they are not set for CPUs either. LLVM cannot be told that an option was not given: PTX
//! that the application generates later keeps products and sums apart unless the application gives the option itself.
//!
//! Code that the application compiles on another thread at the same moment is
//! compiled with them too.

use std::cell::Cell;
use std::ffi::{CStr, c_char};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use llvm_sys::support::LLVMParseCommandLineOptions;

/// The kind of code that is compiled, as far as options differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Passes of all targets, and code of CPUs.
    Cpu,
    /// PTX, in which the assembler may fuse products and sums, or may not.
    Ptx { may_fuse: bool },
}

impl Purpose {
    fn options(self) -> &'static [&'static CStr] {
        match self {
            Self::Cpu => &[
                c"tandem",
                c"-disable-lsr=true",
                c"-disable-x86-domain-reassignment=true",
                c"-enable-mem-access-versioning=false",
            ],
            Self::Ptx { may_fuse: true } => &[c"tandem", c"-disable-lsr=false", c"-nvptx-fma-level=1"],
            Self::Ptx { may_fuse: false } => &[c"tandem", c"-disable-lsr=false", c"-nvptx-fma-level=0"],
        }
    }
}

const DEFAULTS: &[&CStr] = &[
    c"tandem",
    c"-disable-lsr=false",
    c"-disable-x86-domain-reassignment=false",
    c"-enable-mem-access-versioning=true",
];

/// Has LLVM allocate registers block by block, as at level 0, from now on in the whole process. For
/// tests that compile many kernels: it takes half of the time, and code is slow. To be called
/// before other threads use LLVM.
pub fn allocate_registers_fast() {
    let _running = lock();
    set(&[c"tandem", c"-optimize-regalloc=false", c"-regalloc=fast"]);
}

/// How many [`CodeGeneration`]s live.
#[derive(Clone, Copy)]
struct Counts {
    cpu: usize,
    /// The count for PTX, which all has the same purpose at a time.
    ptx: usize,
    may_fuse: bool,
}

/// The counts of the process.
static RUNNING: Mutex<Counts> = Mutex::new(Counts { cpu: 0, ptx: 0, may_fuse: false });
/// Notified when generation of PTX has ended.
static PTX_ENDED: Condvar = Condvar::new();

thread_local! {
    /// The counts of this thread: (for CPUs, for PTX).
    static HERE: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

/// The options of a purpose are set while one of these lives. It stays on its thread. One that
/// covers others of its purpose makes these cheap.
pub(crate) struct CodeGeneration {
    purpose: Purpose,
    _stays_here: std::marker::PhantomData<*const ()>,
}

impl CodeGeneration {
    /// Waits while PTX of the other kind is generated.
    pub(crate) fn begin(purpose: Purpose) -> Self {
        let mut running = lock();
        let here = HERE.get();
        match purpose {
            Purpose::Cpu => {
                running.cpu += 1;
                HERE.set((here.0 + 1, here.1));
                if running.cpu == 1 && running.ptx == 0 {
                    set(purpose.options());
                }
            }
            Purpose::Ptx { may_fuse } => {
                while running.ptx > 0 && running.may_fuse != may_fuse {
                    running = PTX_ENDED.wait(running).unwrap_or_else(PoisonError::into_inner);
                }
                running.ptx += 1;
                running.may_fuse = may_fuse;
                HERE.set((here.0, here.1 + 1));
                if running.ptx == 1 {
                    set(purpose.options());
                }
            }
        }
        Self { purpose, _stays_here: std::marker::PhantomData }
    }
}

impl Drop for CodeGeneration {
    fn drop(&mut self) {
        end(self.purpose);
    }
}

/// Ends the work of this thread, which will not continue.
pub(crate) fn give_up() {
    let (cpu, ptx) = HERE.get();
    (0..ptx).for_each(|_| end(Purpose::Ptx { may_fuse: false }));
    (0..cpu).for_each(|_| end(Purpose::Cpu));
}

fn end(purpose: Purpose) {
    let mut running = lock();
    let here = HERE.get();
    match purpose {
        Purpose::Cpu => {
            running.cpu -= 1;
            HERE.set((here.0 - 1, here.1));
        }
        Purpose::Ptx { .. } => {
            running.ptx -= 1;
            HERE.set((here.0, here.1 - 1));
            if running.ptx == 0 {
                PTX_ENDED.notify_all();
            }
        }
    }
    match (*running, purpose) {
        (Counts { ptx: 0, cpu: 0, .. }, _) => set(DEFAULTS),
        (Counts { ptx: 0, .. }, Purpose::Ptx { .. }) => set(Purpose::Cpu.options()),
        _ => {}
    }
}

/// Held by passes. Passes that keep the loops' exit values hold it exclusively, so that no other passes run at the same
/// time.
static EXIT_VALUES: RwLock<()> = RwLock::new(());

/// The treatment of loops by passes while it lives.
pub(crate) enum Loops {
    Replaced(#[expect(dead_code, reason = "held")] RwLockReadGuard<'static, ()>),
    Kept(#[expect(dead_code, reason = "held")] RwLockWriteGuard<'static, ()>),
}

impl Loops {
    /// Exit values are computed without the loops if that is cheap. Waits while other passes keep them.
    pub(crate) fn replace_exit_values() -> Self {
        Self::Replaced(EXIT_VALUES.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Loops compute their exit values. Waits for all other passes.
    pub(crate) fn keep_exit_values() -> Self {
        let alone = EXIT_VALUES.write().unwrap_or_else(PoisonError::into_inner);
        let _running = lock();
        set(&[c"tandem", c"-replexitval=never"]);
        Self::Kept(alone)
    }
}

impl Drop for Loops {
    fn drop(&mut self) {
        if let Self::Kept(_) = self {
            let _running = lock();
            set(&[c"tandem", c"-replexitval=cheap"]);
        }
    }
}

fn lock() -> MutexGuard<'static, Counts> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

fn set(options: &[&CStr]) {
    let pointers: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
    // SAFETY: terminated strings that outlive the call; LLVM knows the options, and it is called under a lock.
    unsafe { LLVMParseCommandLineOptions(pointers.len() as i32, pointers.as_ptr(), std::ptr::null()) }
}

/// Held by each unit test that generates code: some compare code with the options and without, which are the process's.
#[cfg(test)]
pub(crate) static TESTS: Mutex<()> = Mutex::new(());

#[cfg(test)]
mod tests {
    use super::{CodeGeneration, Purpose, TESTS};
    use crate::base::context::Context;
    use crate::base::optimize::Optimize;
    use crate::passes::target::TargetMachine;
    use crate::values::module::Module;

    /// A loop whose addresses strength reduction changes.
    const LOOP: &str = "
define void @f(ptr %p, ptr %q, i64 %n, i64 %s) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %k = mul i64 %i, %s
  %a = getelementptr [7 x i32], ptr %p, i64 %k, i64 3
  %x = load i32, ptr %a
  %b = getelementptr [7 x i32], ptr %q, i64 %k, i64 5
  store i32 %x, ptr %b
  %next = add i64 %i, 1
  %c = icmp ult i64 %next, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}";

    #[test]
    fn ptx_has_options_of_its_own() {
        let _alone = TESTS.lock();
        let ptx = |is_covered: bool| {
            let _cover = is_covered.then(|| CodeGeneration::begin(Purpose::Cpu));
            let machine = TargetMachine::nvptx64("sm_80", "+ptx70", Optimize::Default).expect("known");
            let mut module = Module::parse(&Context::new(), LOOP.as_bytes(), "loop").expect("valid IR");
            machine.prepare(module.edit());
            String::from_utf8(machine.emit_assembly(&mut module).expect("emits")).expect("text")
        };
        assert_eq!(ptx(true), ptx(false), "options of CPUs do not matter");
    }

    #[test]
    fn options_are_the_code_generators_alone() {
        let _alone = TESTS.lock();
        let machine = TargetMachine::x86_64("x86-64-v3", "", Optimize::Default).expect("known");
        let assembly = |options: bool| {
            let mut module = Module::parse(&Context::new(), LOOP.as_bytes(), "loop").expect("valid IR");
            machine.prepare(module.edit());
            let kind = llvm_sys::target_machine::LLVMCodeGenFileType::LLVMAssemblyFile;
            let text = if options { machine.emit_assembly(&mut module) } else { machine.emit_plain(&mut module, kind) };
            String::from_utf8(text.expect("emits")).expect("text")
        };
        let before = assembly(false);
        let ours = assembly(true);
        assert_ne!(before, ours, "the loop shows whether the options are set");
        assert_eq!(before, assembly(false), "the application's code is as without Tandem");
        assert_eq!(ours, assembly(true));
    }
}
