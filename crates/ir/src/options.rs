//! What LLVM can be told for the whole process only.
//!
//! libLLVM is shared with the application, which may compile code itself. Its
//! options are therefore set while Tandem runs LLVM's passes or its code
//! generator, and set back to LLVM's defaults when it does not. LLVM 19's C API
//! and its text of pipelines have no other way to say them:
//!
//! * `disable-lsr`: whether code generation reduces the strength of loops is
//!   asked of this option and of the optimization level alone. It takes a third
//!   of code generation's time and gains nothing on x86's addressing modes. The
//!   C API cannot choose the passes of code generation; level 0 and `optnone`
//!   also select another instruction selector and register allocator.
//! * `disable-x86-domain-reassignment`: the pass asks this option, `optnone`, and
//!   whether the processor has AVX-512. It takes half of code generation's time
//!   in kernels of hundreds of shuffles, which shall use AVX-512.
//! * `enable-mem-access-versioning`: loop access analysis asks this option and
//!   whether the function is optimized for size (`optsize`), for which the loop
//!   vectorizer makes no remainder loops. No metadata of a loop says it. Loops
//!   are vectorized for what the lengths of rows are, not for rows of one element
//!   (`docs/measurements/performance.md`).
//!
//! Code that the application compiles on another thread at the same moment is
//! compiled with them too.

use std::cell::Cell;
use std::ffi::{CStr, c_char};
use std::sync::{Mutex, PoisonError};

use llvm_sys::support::LLVMParseCommandLineOptions;

const OURS: &[&CStr] = &[
    c"tandem",
    c"-disable-lsr=true",
    c"-disable-x86-domain-reassignment=true",
    c"-enable-mem-access-versioning=false",
];
const DEFAULTS: &[&CStr] = &[
    c"tandem",
    c"-disable-lsr=false",
    c"-disable-x86-domain-reassignment=false",
    c"-enable-mem-access-versioning=true",
];

/// How many [`CodeGeneration`]s live in the process.
static RUNNING: Mutex<usize> = Mutex::new(0);

thread_local! {
    /// How many of them live on this thread.
    static HERE: Cell<usize> = const { Cell::new(0) };
}

/// Tandem's options are set while one of these lives. It stays on its thread. One that covers others makes
/// these cheap.
pub(crate) struct CodeGeneration(std::marker::PhantomData<*const ()>);

impl CodeGeneration {
    pub(crate) fn begin() -> Self {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        if *running == 0 {
            set(OURS);
        }
        *running += 1;
        HERE.set(HERE.get() + 1);
        Self(std::marker::PhantomData)
    }
}

impl Drop for CodeGeneration {
    fn drop(&mut self) {
        end();
    }
}

/// Ends what runs on this thread, which will not run on.
pub(crate) fn give_up() {
    (0..HERE.get()).for_each(|_| end());
}

fn end() {
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    *running -= 1;
    if *running == 0 {
        set(DEFAULTS);
    }
    HERE.set(HERE.get() - 1);
}

fn set(options: &[&CStr]) {
    let pointers: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
    // SAFETY: terminated strings that outlive the call; LLVM knows the options, and it is called under a lock.
    unsafe { LLVMParseCommandLineOptions(pointers.len() as i32, pointers.as_ptr(), std::ptr::null()) }
}

#[cfg(test)]
mod tests {
    use crate::{Context, Module, Optimize, TargetMachine};

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
    fn options_are_the_code_generators_alone() {
        let machine = TargetMachine::x86_64("x86-64-v3", "", Optimize::Default).expect("known");
        let assembly = |options: bool| {
            let mut module = Module::parse(&Context::new(), LOOP.as_bytes(), "loop").expect("valid IR");
            machine.prepare(&module);
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
