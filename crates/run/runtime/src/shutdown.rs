//! Late shutdown: the end of all globals (`base::process`).

use crate::base::{process, workers};
use crate::devices::plugins;
use crate::instrumentation;
use crate::programs::{self, context};
use crate::scheduler::exit;

/// Drops all globals, and tears down and unloads the plugins, unless a thread is
/// inside of a call to one. Everything after that is a no-op.
pub fn late_shutdown() {
    process::early_shutdown();
    instrumentation::settle();
    if !process::set_torn_down() {
        return;
    }
    context::drop_default_contexts();
    programs::drop_manager();
    plugins::drop_platforms();
    workers::drop_all();
    let is_used = exit::forget_queues();
    // SAFETY: without a queue no callback is to come, and the runtime keeps
    // no pointers into plugins.
    unsafe { plugins::tear_down(!is_used) };
    instrumentation::finish();
}

/// Runs late shutdown when the library or program that holds the runtime is
/// finalized. The linker sorts destructors by the number in the section's name;
/// this is what `__attribute__((destructor(110)))` does.
#[used]
#[unsafe(link_section = ".fini_array.00110")]
static AT_FINALIZATION: extern "C" fn() = {
    extern "C" fn finalize() {
        let _ = std::panic::catch_unwind(late_shutdown);
    }
    finalize
};
