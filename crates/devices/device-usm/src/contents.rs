//! Host memory for USM, and its initial contents.
//!
//! SYCL leaves these undefined. Memory of the kinds that the host can use is zero, as it is from the drivers that most
//! programs were written on. With `TANDEM_USM_FILL`, all kinds are filled with a byte instead, which finds programs
//! that rely on the zeros.

use std::sync::OnceLock;

use crate::host_memory;
use tandem_device::{Allocation, HostPtr, Result, UsmKind};

const FILL_VARIABLE: &str = "TANDEM_USM_FILL";

/// Allocates host memory for USM of a kind. `align` is a power of two or 0 for
/// the default.
pub fn host_usm(kind: UsmKind, bytes: usize, align: usize) -> Result<Allocation> {
    with_fill(*FILL.get_or_init(fill_of_environment), kind, bytes, align)
}

/// The byte that new USM of a kind is filled with, for drivers whose memory is not the host's;
/// `None` if the contents are undefined.
#[inline]
pub fn initial_usm_byte(kind: UsmKind) -> Option<u8> {
    let zero = (kind != UsmKind::Device).then_some(0);
    FILL.get_or_init(fill_of_environment).or(zero)
}

/// Resets reused host memory to the initial contents of [`host_usm`].
///
/// # Safety
/// The memory is writable and not in use.
#[inline]
pub unsafe fn renew_host_usm(kind: UsmKind, first: HostPtr, bytes: usize) {
    match initial_usm_byte(kind) {
        // SAFETY: the caller's duty.
        Some(0) => unsafe { host_memory::clear(first.0, bytes) },
        // SAFETY: the caller's duty.
        Some(byte) => unsafe { first.0.write_bytes(byte, bytes) },
        None => {}
    }
}

static FILL: OnceLock<Option<u8>> = OnceLock::new();

fn with_fill(fill: Option<u8>, kind: UsmKind, bytes: usize, align: usize) -> Result<Allocation> {
    match (fill, kind) {
        (Some(byte), _) => {
            let allocation = Allocation::host(bytes, align)?;
            let HostPtr(first) = allocation.address().as_host();
            // SAFETY: the allocation is new and has so many bytes.
            unsafe { first.write_bytes(byte, bytes) };
            Ok(allocation)
        }
        (None, UsmKind::Host | UsmKind::Shared) => Allocation::host_zeroed(bytes, align),
        (None, UsmKind::Device) => Allocation::host(bytes, align),
    }
}

fn fill_of_environment() -> Option<u8> {
    let value = tandem_environment::variable(FILL_VARIABLE).filter(|value| !value.is_empty())?;
    let byte = parse_byte(&value);
    if byte.is_none() {
        eprintln!("tandem: warning: {FILL_VARIABLE}={value} is ignored: it is not a byte such as 0xCD or 205");
    }
    byte
}

fn parse_byte(text: &str) -> Option<u8> {
    let text = text.trim();
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u8::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents(allocation: &Allocation) -> Vec<u8> {
        let HostPtr(first) = allocation.address().as_host();
        // SAFETY: the allocation has so many bytes, which were all written.
        unsafe { std::slice::from_raw_parts(first, allocation.bytes()) }.to_vec()
    }

    #[test]
    fn memory_that_the_host_can_use_is_zero_also_when_used_before() {
        for (bytes, align) in [(1, 0), (64, 64), (100, 4096), (4096, 0), (1 << 20, 0), (64 << 20, 1 << 16)] {
            for kind in [UsmKind::Host, UsmKind::Shared] {
                // The allocator hands the same block out again, if it can.
                drop(with_fill(Some(0xff), kind, bytes, align).unwrap());
                let allocation = with_fill(None, kind, bytes, align).unwrap();
                assert_eq!(allocation.address().0 % align.max(128) as u64, 0);
                assert!(contents(&allocation).iter().all(|&byte| byte == 0), "{bytes} bytes");
            }
        }
    }

    #[test]
    fn a_fill_is_for_all_kinds() {
        for kind in [UsmKind::Host, UsmKind::Shared, UsmKind::Device] {
            assert_eq!(contents(&with_fill(Some(0xcd), kind, 1000, 0).unwrap()), [0xcd; 1000]);
        }
        assert_eq!(parse_byte("0xCD"), Some(0xcd));
        assert_eq!(parse_byte(" 205 "), Some(205));
        for text in ["0x100", "256", "-1", "cd", "0x"] {
            assert_eq!(parse_byte(text), None, "{text}");
        }
    }
}
