//! AArch64: control in FPCR, flags in FPSR.

use std::arch::asm;

/// The thread's registers.
pub struct Saved {
    control: u64,
    status: u64,
}

impl Saved {
    /// Reads the registers, and sets the default environment: all zeros.
    pub fn take() -> Self {
        let (control, status): (u64, u64);
        // SAFETY: these registers hold the thread's modes and flags, and nothing else.
        unsafe {
            asm!("mrs {}, fpcr", "mrs {}, fpsr", out(reg) control, out(reg) status, options(nomem, nostack));
            asm!("msr fpcr, xzr", options(nostack));
        }
        Self { control, status }
    }

    /// Writes the registers back.
    pub fn restore(&self) {
        // SAFETY: the values are the thread's own.
        unsafe { asm!("msr fpcr, {}", "msr fpsr, {}", in(reg) self.control, in(reg) self.status, options(nostack)) };
    }
}
