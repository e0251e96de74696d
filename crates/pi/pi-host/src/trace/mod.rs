//! `SYCL_PI_TRACE`: the trace levels, and the format of calls and their arguments. The lines are
//! those of DPC++, which tools parse.
//!
//! A call prints as
//!
//! ```text
//! ---> piContextRelease(
//! <TAB><unknown> : 0x55d0c8
//! ) ---> <TAB>pi_result : PI_SUCCESS
//! ```
//!
//! with one line per argument, the results that came through pointers after the `pi_result` line,
//! and an empty line at the end. All of it goes to standard output. DPC++ chooses the words by the
//! static types at its call sites; the types of the entries lead to the same lines except for a few
//! null pointers, which it prints as `<unknown> : 0`. Mangled names are followed by their source
//! names.
//!
//! The first part, up to the arguments, is printed before the call, so that after a crash in the
//! plugin the name of the call is visible. No lock is held during the call, since calls wait for
//! other threads, and callbacks make calls. If another call was printed meanwhile, the second part
//! begins with a line `<... piEventsWait resumed>`, as in strace.

mod call;
mod level;
mod pointer;
mod value;

pub(crate) use call::traced_call;
pub use level::TraceLevel;
pub(crate) use level::{dlopen_failure, message};
pub(crate) use value::{print_arg, print_out};

#[cfg(test)]
mod tests {
    /// Checks the line of an argument.
    #[track_caller]
    pub(super) fn check(arg: impl super::value::TraceArg, line: &str) {
        let mut text = String::new();
        arg.print(&mut text);
        assert_eq!(text, line);
    }
}
