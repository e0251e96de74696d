//! The words of the older variables: `SYCL_DEVICE_FILTER` and `SYCL_DEVICE_TYPE`.

use tandem_pi_abi::constants::*;

use super::term::{Devices, Term, parse_number};
use crate::backend::Backend;

/// Parses `backend:type:number`, a term of `SYCL_DEVICE_FILTER`. Each part may be missing.
pub(super) fn parse_filter_term(term: &str) -> Result<Term, String> {
    let mut backend = None;
    let mut device_type = PI_DEVICE_TYPE_ALL;
    let mut index = None;
    let mut parts = term.split(':').map(str::trim).peekable();
    // Parts come in this order, and each of them may be missing.
    if let Some(part) = parts.peek() {
        // The host device of SYCL 1.2.1 is today's native CPU.
        if part.eq_ignore_ascii_case("host") {
            backend = Some(Backend::NativeCpu);
            parts.next();
        } else if *part == "*" {
            parts.next();
        } else if let Some(named) = Backend::parse(part) {
            backend = Some(named);
            parts.next();
        }
    }
    if let Some(parsed) = parts.peek().and_then(|part| parse_device_type(part)) {
        device_type = parsed;
        parts.next();
    }
    if let Some(number) = parts.peek().and_then(|part| parse_number(part)) {
        index = Some(number);
        parts.next();
    }
    if let Some(part) = parts.next() {
        return Err(format!("unexpected `{part}`"));
    }
    let devices = match index {
        Some(index) => Devices::TypeAt(device_type, index),
        None => Devices::Type(device_type),
    };
    Ok(Term { backend, devices })
}

/// The device types of the older variables.
pub(super) fn parse_device_type(name: &str) -> Option<PiDeviceType> {
    match name.to_ascii_lowercase().as_str() {
        "*" => Some(PI_DEVICE_TYPE_ALL),
        "cpu" | "host" => Some(PI_DEVICE_TYPE_CPU),
        "gpu" => Some(PI_DEVICE_TYPE_GPU),
        "acc" => Some(PI_DEVICE_TYPE_ACC),
        _ => None,
    }
}
