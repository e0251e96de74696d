//! Prints the arguments of calls that are not pointers.

use std::ffi::c_void;
use std::fmt;

use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::*;

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
pub(super) struct Address(pub(super) *const c_void);

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_null() { f.write_str("0") } else { write!(f, "{:p}", self.0) }
    }
}

/// Appends formatted text.
macro_rules! push {
    ($out:expr, $($format:tt)*) => {{
        // Writing to a string cannot fail.
        let _ = std::fmt::Write::write_fmt($out, format_args!($($format)*));
    }};
}
pub(super) use push;

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

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use super::*;

    #[test]
    fn scalars_print_as_unknown() {
        check(7_usize, "<unknown> : 7");
        check(true, "<unknown> : 1");
        check(PI_DEVICE_INFO_NAME, "<unknown> : 4139");
        check(PI_SUCCESS, "pi_result : PI_SUCCESS");
        check(PI_ERROR_INVALID_VALUE, "pi_result : -30");
    }

    #[test]
    fn handles_print_their_address() {
        check(PiDevice::from_ptr(0x1234 as *mut c_void), "<unknown> : 0x1234");
        check(PiPlatform::from_ptr(0x1234 as *mut c_void), "pi_platform : 0x1234");
        check(PiMem::NULL, "pi_mem : 0");
    }
}
