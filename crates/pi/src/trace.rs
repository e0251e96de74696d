//! `SYCL_PI_TRACE`: which messages are wanted, and how calls and their
//! arguments are printed. The lines are those of DPC++, which tools parse.
//!
//! A call prints as
//!
//! ```text
//! ---> piContextRelease(
//! <TAB><unknown> : 0x55d0c8
//! ) ---> <TAB>pi_result : PI_SUCCESS
//! ```
//!
//! with one line per argument, the results that came through pointers after
//! the `pi_result` line, and an empty line at the end. All of it goes to
//! standard output. DPC++ chooses the words by the static types at its call
//! sites; the types of the entries lead to the same lines but for a few null
//! pointers, which it prints as `<unknown> : 0`. Mangled names have the names
//! of the source behind them.
//!
//! The first part, up to the arguments, is printed before the call, so that a
//! crash in the plugin leaves the name of the call behind. No lock is held
//! during the call, since calls wait for other threads, and callbacks make
//! calls. If another call was printed meanwhile, the second part begins with a
//! line `<... piEventsWait resumed>`, as in strace.

use std::ffi::{CStr, c_char, c_void};
use std::fmt::{self, Write as _};
use std::io::Write as _;
use std::sync::OnceLock;

use parking_lot::Mutex;
use tandem_image::demangle;

use crate::binary::{PiDeviceBinaryPropertyStruct, PiDeviceBinaryStruct};
use crate::constants::*;
use crate::types::*;

/// What `SYCL_PI_TRACE` asks for: a bit mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TraceLevel(i32);

impl TraceLevel {
    /// Nothing.
    pub const OFF: Self = Self(0);
    /// Discovery of plugins and devices (1).
    pub const BASIC: Self = Self(1);
    /// Every call (2).
    pub const CALLS: Self = Self(2);
    /// Everything, failures of discovery included (-1).
    pub const ALL: Self = Self(-1);

    /// Reads the value of the variable; what is not a number means off.
    pub fn parse(text: &str) -> Self {
        Self(text.trim().parse().unwrap_or(0))
    }

    /// The level that the environment asked for when it was first needed.
    pub fn from_env() -> Self {
        static LEVEL: OnceLock<TraceLevel> = OnceLock::new();
        *LEVEL
            .get_or_init(|| tandem_environment::variable("SYCL_PI_TRACE").map_or(Self::OFF, |text| Self::parse(&text)))
    }

    /// Whether every bit of `other` is set.
    pub const fn includes(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Prints `line` when the environment asks for `level`.
pub fn message(level: TraceLevel, line: fmt::Arguments<'_>) {
    if !TraceLevel::from_env().includes(level) {
        return;
    }
    let tag = if level == TraceLevel::BASIC { "basic" } else { "all" };
    print_line(format_args!("SYCL_PI_TRACE[{tag}]: {line}"));
}

/// Prints that a library could not be loaded, in the words of the dynamic
/// linker. DPC++ tags this one message with the number of the level.
pub fn dlopen_failure(path: &std::path::Path, error: &str) {
    if TraceLevel::from_env().includes(TraceLevel::ALL) {
        print_line(format_args!("SYCL_PI_TRACE[-1]: dlopen({}) failed with <{error}>", path.display()));
    }
}

fn print_line(line: fmt::Arguments<'_>) {
    // A closed standard output must not take the program down.
    let _ = writeln!(std::io::stdout().lock(), "{line}");
}

/// What was printed last.
struct Printed {
    /// Number of the last call whose first part was printed.
    calls: u64,
    /// That part is the last thing that was printed.
    is_unfinished: bool,
}

/// Locked while a part is printed, and not during calls.
static PRINTED: Mutex<Printed> = Mutex::new(Printed { calls: 0, is_unfinished: false });

/// Prints the call `name` around running it. `call` is `None` after teardown:
/// then the call is ignored and reported as such.
pub fn traced_call(
    name: &str,
    print_args: impl FnOnce(&mut String),
    call: Option<impl FnOnce() -> PiResult>,
    print_outs: impl FnOnce(&mut String),
) -> PiResult {
    let mut text = format!("---> {name}(\n");
    print_args(&mut text);
    let Some(call) = call else {
        text.push_str(") ---> API Called After Plugin Teardown, Functon Call ignored.\n");
        print_ignored(&text);
        return PI_ERROR_UNINITIALIZED;
    };
    let number = print_first_part(&text);
    let result = call();
    text.clear();
    text.push_str(") ---> ");
    print_arg(&result, &mut text);
    print_outs(&mut text);
    text.push('\n');
    print_second_part(number, name, &text);
    result
}

/// Prints a call up to its arguments. Returns the number of the call.
fn print_first_part(text: &str) -> u64 {
    let mut printed = PRINTED.lock();
    printed.calls += 1;
    printed.is_unfinished = true;
    write_out(&[text]);
    printed.calls
}

/// Prints the result of a call.
fn print_second_part(number: u64, name: &str, text: &str) {
    let mut printed = PRINTED.lock();
    if printed.is_unfinished && printed.calls == number {
        write_out(&[text]);
    } else {
        write_out(&["<... ", name, " resumed>\n", text]);
    }
    printed.is_unfinished = false;
}

/// Prints a call that is not made.
fn print_ignored(text: &str) {
    let mut printed = PRINTED.lock();
    printed.is_unfinished = false;
    write_out(&[text]);
}

fn write_out(parts: &[&str]) {
    let mut stdout = std::io::stdout().lock();
    for part in parts {
        // As above: nobody may be reading.
        let _ = stdout.write_all(part.as_bytes());
    }
    let _ = stdout.flush();
}

/// Appends the line of one argument.
pub fn print_arg(arg: &impl TraceArg, out: &mut String) {
    out.push('\t');
    arg.print(out);
    out.push('\n');
}

/// Appends the line of one output argument, if it has one.
pub fn print_out(arg: &impl TraceArg, out: &mut String) {
    arg.print_out(out);
}

/// A type that occurs as an argument of a PI call.
pub trait TraceArg {
    /// Appends "type : value".
    fn print(&self, out: &mut String);

    /// Appends what the call wrote through the argument, if that is printed.
    fn print_out(&self, _out: &mut String) {}
}

/// A pointer as C++ streams print it: zero without a prefix.
struct Address(*const c_void);

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_null() { f.write_str("0") } else { write!(f, "{:p}", self.0) }
    }
}

macro_rules! push {
    ($out:expr, $($format:tt)*) => {{
        // Writing to a string cannot fail.
        let _ = write!($out, $($format)*);
    }};
}

macro_rules! trace_numbers {
    ($($type:ty),* $(,)?) => {$(
        impl TraceArg for $type {
            fn print(&self, out: &mut String) {
                push!(out, "<unknown> : {self}");
            }
        }
    )*};
}
trace_numbers!(u32, i32, u64, usize, f32);

impl TraceArg for bool {
    fn print(&self, out: &mut String) {
        push!(out, "<unknown> : {}", u8::from(*self));
    }
}

macro_rules! trace_newtypes {
    ($($type:ty),* $(,)?) => {$(
        impl TraceArg for $type {
            fn print(&self, out: &mut String) {
                push!(out, "<unknown> : {}", self.0);
            }
        }
    )*};
}
trace_newtypes!(
    PiPlatformInfo,
    PiDeviceInfo,
    PiContextInfo,
    PiQueueInfo,
    PiMemInfo,
    PiImageInfo,
    PiProgramInfo,
    PiProgramBuildInfo,
    PiKernelInfo,
    PiKernelGroupInfo,
    PiKernelSubGroupInfo,
    PiKernelExecInfo,
    PiEventInfo,
    PiProfilingInfo,
    PiSamplerInfo,
    PiMemAllocInfo,
    PiPeerAttr,
    PiBufferCreateType,
    PiImageCopyFlags,
    PiDeviceType,
    PiMemFlags,
    PiMapFlags,
    PiQueueFlags,
    PiUsmMigrationFlags,
    PiMemAdvice,
);

impl TraceArg for PiResult {
    fn print(&self, out: &mut String) {
        out.push_str("pi_result : ");
        if *self == PI_SUCCESS {
            out.push_str("PI_SUCCESS");
        } else {
            push!(out, "{}", self.0);
        }
    }
}

macro_rules! trace_handles {
    ($($type:ident = $label:literal),* $(,)?) => {$(
        impl TraceArg for $type {
            fn print(&self, out: &mut String) {
                push!(out, concat!($label, " : {}"), Address(self.as_ptr()));
            }
        }
    )*};
}
trace_handles!(
    PiPlatform = "pi_platform",
    PiDevice = "<unknown>",
    PiContext = "<unknown>",
    PiQueue = "<unknown>",
    PiMem = "pi_mem",
    PiProgram = "<unknown>",
    PiKernel = "<unknown>",
    PiEvent = "pi_event",
    PiSampler = "<unknown>",
    PiExtCommandBuffer = "<unknown>",
);

macro_rules! trace_callbacks {
    ($($type:ty),* $(,)?) => {$(
        impl TraceArg for $type {
            fn print(&self, out: &mut String) {
                let address = self.map_or(std::ptr::null(), |f| f as *const c_void);
                push!(out, "<unknown> : {}", Address(address));
            }
        }
    )*};
}
trace_callbacks!(PiContextNotify, PiProgramNotify, PiEventNotify, PiContextExtendedDeleter,);

/// What pointers to a type print as. The pointers are those of a call in
/// flight, so reading through them is as safe as the call itself.
trait Pointee: Sized {
    /// Whether a null pointer prints without its type, as the literal does.
    const NULL_IS_PLAIN: bool = true;

    /// Prints an input pointer.
    fn print_const(ptr: *const Self, out: &mut String) {
        push!(out, "<unknown> : {}", Address(ptr.cast()));
    }

    /// Prints an output pointer as an argument.
    fn print_mut(ptr: *mut Self, out: &mut String) {
        Self::print_const(ptr, out);
    }

    /// Prints an output pointer after the call.
    fn print_out(_ptr: *mut Self, _out: &mut String) {}

    /// Prints an input pointer after the call.
    fn print_const_out(_ptr: *const Self, _out: &mut String) {}
}

impl<T: Pointee> TraceArg for *const T {
    fn print(&self, out: &mut String) {
        if self.is_null() && T::NULL_IS_PLAIN {
            out.push_str("<nullptr>");
        } else {
            T::print_const(*self, out);
        }
    }

    fn print_out(&self, out: &mut String) {
        T::print_const_out(*self, out);
    }
}

impl<T: Pointee> TraceArg for *mut T {
    fn print(&self, out: &mut String) {
        if self.is_null() && T::NULL_IS_PLAIN {
            out.push_str("<nullptr>");
        } else {
            T::print_mut(*self, out);
        }
    }

    fn print_out(&self, out: &mut String) {
        if !self.is_null() || !T::NULL_IS_PLAIN {
            T::print_out(*self, out);
        }
    }
}

macro_rules! plain_pointees {
    ($($type:ty),* $(,)?) => {$( impl Pointee for $type {} )*};
}
plain_pointees!(
    u8,
    u32,
    i32,
    u64,
    usize,
    isize,
    PiMemObjProperty,
    PiExtCommandBufferDesc,
    PiImageFormat,
    PiDeviceBinaryStruct,
    PiDeviceBinaryPropertyStruct,
    *const c_char,
    *const u8,
);

/// Appends "address[ value ... ]" of a pointer to a pointer.
fn push_pointer_to_pointer(ptr: *const *mut c_void, label: &str, out: &mut String) {
    push!(out, "{label} : {}", Address(ptr.cast()));
    if ptr.is_null() {
        out.push_str("[ nullptr ]");
    } else {
        // SAFETY: not null, and valid for the call that is being traced.
        push!(out, "[ {} ... ]", Address(unsafe { *ptr }));
    }
}

/// Output pointers to handles: printed after the call under their label.
macro_rules! handle_pointees {
    ($($type:ty = $label:literal),* $(,)?) => {$(
        impl Pointee for $type {
            fn print_out(ptr: *mut Self, out: &mut String) {
                push_pointer_to_pointer(ptr.cast(), concat!("\t[out]", $label), out);
                out.push('\n');
            }
        }
    )*};
}
handle_pointees!(
    PiPlatform = "<unknown> **",
    PiDevice = "<unknown> **",
    PiContext = "<unknown> **",
    PiQueue = "<unknown> **",
    PiMem = "pi_mem *",
    PiProgram = "<unknown> **",
    PiKernel = "<unknown> **",
    PiSampler = "<unknown> **",
    PiExtCommandBuffer = "<unknown> **",
    *mut c_void = "<unknown> **",
    *mut c_char = "<unknown> **",
    *mut PiDeviceBinaryPropertyStruct = "<unknown> **",
    *mut PiDeviceBinaryStruct = "<unknown> **",
);

/// Wait lists are vectors at DPC++'s call sites, and so print as outputs too.
impl Pointee for PiEvent {
    const NULL_IS_PLAIN: bool = false;

    fn print_const(ptr: *const Self, out: &mut String) {
        push_pointer_to_pointer(ptr.cast(), "pi_event *", out);
    }

    fn print_out(ptr: *mut Self, out: &mut String) {
        Self::print_const_out(ptr, out);
    }

    fn print_const_out(ptr: *const Self, out: &mut String) {
        push_pointer_to_pointer(ptr.cast(), "\t[out]pi_event *", out);
        out.push('\n');
    }
}

impl Pointee for c_void {
    fn print_out(ptr: *mut Self, out: &mut String) {
        push!(out, "\t[out]void * : {}\n", Address(ptr));
    }
}

impl Pointee for c_char {
    fn print_const(ptr: *const Self, out: &mut String) {
        out.push_str("<const char *>: ");
        // SAFETY: not null; PI passes zero-terminated strings.
        let text = unsafe { CStr::from_ptr(ptr) }.to_string_lossy();
        out.push_str(&text);
        // A kernel also by the name that it has in the source, which DPC++ leaves out.
        if text.starts_with("_Z") {
            push!(out, " ({})", demangle::kernel(&text));
        }
    }

    fn print_mut(ptr: *mut Self, out: &mut String) {
        push!(out, "<char * > : {}", Address(ptr.cast()));
    }
}

/// Prints a struct through a pointer.
macro_rules! struct_pointees {
    ($($type:ident($value:ident) = $format:literal, $($field:expr),*;)*) => {$(
        impl Pointee for $type {
            fn print_const(ptr: *const Self, out: &mut String) {
                // SAFETY: not null, and valid for the call that is being traced.
                let $value = unsafe { &*ptr };
                push!(out, $format, $($field),*);
            }
        }
    )*};
}
struct_pointees!(
    PiBufferRegion(r) = "pi_buffer_region origin/size : {}/{}", r.origin, r.size;
    PiBuffRectRegion(r) = "pi_buff_rect_region width_bytes/height/depth : {}/{}/{}",
        r.width_bytes, r.height_scalar, r.depth_scalar;
    PiBuffRectOffset(o) = "pi_buff_rect_offset x_bytes/y/z : {}/{}/{}",
        o.x_bytes, o.y_scalar, o.z_scalar;
    PiImageRegion(r) = "pi_image_region width/height/depth : {}/{}/{}",
        r.width, r.height, r.depth;
    PiImageOffset(o) = "pi_image_offset x/y/z : {}/{}/{}", o.x, o.y, o.z;
    PiImageDesc(d) = "image_desc w/h/d : {} / {} / {}  --  arrSz/row/slice : {} / {} / {}  \
        --  num_mip_lvls/num_smpls/image_type : {} / {} / {}",
        d.image_width, d.image_height, d.image_depth, d.image_array_size, d.image_row_pitch,
        d.image_slice_pitch, d.num_mip_levels, d.num_samples, d.image_type.0;
);

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(arg: impl TraceArg, line: &str) {
        let mut text = String::new();
        arg.print(&mut text);
        assert_eq!(text, line);
    }

    #[track_caller]
    fn check_out(arg: impl TraceArg, line: &str) {
        let mut text = String::new();
        arg.print_out(&mut text);
        assert_eq!(text, line);
    }

    /// A traced call without arguments.
    fn traced(name: &str, call: impl FnOnce()) {
        let call = || {
            call();
            PI_SUCCESS
        };
        assert_eq!(traced_call(name, |_| {}, Some(call), |_| {}), PI_SUCCESS);
    }

    #[test]
    fn a_call_may_wait_for_calls_of_its_callbacks_and_of_other_threads() {
        let (sender, receiver) = std::sync::mpsc::channel();
        // In a thread of its own, so that a deadlock is a failure.
        std::thread::spawn(move || {
            traced("piEventsWait", || {
                traced("piEventRelease", || {});
                let other = std::thread::spawn(|| traced("piQueueFinish", || {}));
                other.join().expect("the call of the other thread returns");
            });
            sender.send(()).expect("the test waits");
        });
        receiver.recv_timeout(std::time::Duration::from_secs(20)).expect("the calls return");
    }

    #[test]
    fn levels_are_bit_masks() {
        assert!(TraceLevel::parse("-1").includes(TraceLevel::CALLS));
        assert!(TraceLevel::parse("3").includes(TraceLevel::BASIC));
        assert!(!TraceLevel::parse("2").includes(TraceLevel::BASIC));
        assert!(!TraceLevel::parse("3").includes(TraceLevel::ALL));
        assert_eq!(TraceLevel::parse("yes"), TraceLevel::OFF);
    }

    #[test]
    fn scalars_print_as_unknown() {
        check(7_usize, "<unknown> : 7");
        check(true, "<unknown> : 1");
        check(PI_DEVICE_INFO_NAME, "<unknown> : 4139");
        check(PI_SUCCESS, "pi_result : PI_SUCCESS");
        check(PI_ERROR_INVALID_VALUE, "pi_result : -30");
    }

    #[test]
    fn handles_and_pointers_print_their_address() {
        let ptr = 0x1234 as *mut c_void;
        check(PiDevice::from_ptr(ptr), "<unknown> : 0x1234");
        check(PiPlatform::from_ptr(ptr), "pi_platform : 0x1234");
        check(PiMem::NULL, "pi_mem : 0");
        check(std::ptr::null::<PiEvent>(), "pi_event * : 0[ nullptr ]");
        check(c"hello".as_ptr(), "<const char *>: hello");
        check(c"_ZTSN2ns1AE".as_ptr(), "<const char *>: _ZTSN2ns1AE (ns::A)");
        let region = PiBufferRegion { origin: 4, size: 8 };
        check(&raw const region, "pi_buffer_region origin/size : 4/8");
    }

    #[test]
    fn outputs_print_what_was_written() {
        let mut event = PiEvent::from_ptr(0x10 as *mut c_void);
        let ptr = &raw mut event;
        check_out(ptr, &format!("\t[out]pi_event * : {ptr:p}[ 0x10 ... ]\n"));
        check_out(std::ptr::null::<PiEvent>(), "\t[out]pi_event * : 0[ nullptr ]\n");
        check_out(std::ptr::null_mut::<PiMem>(), "");
        check(std::ptr::null_mut::<PiMem>(), "<nullptr>");
        check_out(std::ptr::null_mut::<u32>(), "");
    }
}
