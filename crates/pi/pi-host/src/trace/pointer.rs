//! Prints the pointers among the arguments of calls, and the values that calls wrote through them.

use std::ffi::{CStr, c_char, c_void};

use tandem_image::demangle;
use tandem_pi_abi::binary::{PiDeviceBinaryPropertyStruct, PiDeviceBinaryStruct};
use tandem_pi_abi::types::*;

use super::value::{Address, TraceArg, push};

/// How pointers to a type are printed. The pointers are those of a call in flight, so reading
/// through them is as safe as the call itself.
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
    use super::super::tests::check;
    use super::*;

    #[track_caller]
    fn check_out(arg: impl TraceArg, line: &str) {
        let mut text = String::new();
        arg.print_out(&mut text);
        assert_eq!(text, line);
    }

    #[test]
    fn pointers_print_what_they_lead_to() {
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
