//! x86-64: MXCSR for SSE and AVX, and the x87 unit's own registers, which some
//! functions of the mathematical library use.

use std::arch::asm;

/// All exceptions masked, round to nearest, no flags, denormals kept.
static MXCSR_DEFAULT: u32 = 0x1f80;
/// All exceptions masked, round to nearest, extended precision.
const X87_CONTROL_DEFAULT: u16 = 0x037f;
/// The flags of exceptions in the x87 status word, with their summaries.
const X87_FLAGS: u16 = 0x80ff;

/// The x87 environment as `fnstenv` stores it.
#[repr(C)]
struct X87 {
    control: u16,
    _reserved: u16,
    status: u16,
    _rest: [u16; 11],
}

/// The thread's registers.
pub struct Saved {
    mxcsr: u32,
    x87_status: u16,
    /// The x87 environment, if its control word is not the default one.
    x87: Option<X87>,
}

impl Saved {
    /// Reads the registers, and sets the default environment.
    pub fn take() -> Self {
        let (mut mxcsr, mut control) = (0u32, 0u16);
        let x87_status: u16;
        // SAFETY: the instructions store the registers in variables of their sizes, and load MXCSR
        // with a valid value. Code compiled by Rust assumes the default environment.
        unsafe {
            asm!(
                "stmxcsr [{mxcsr}]",
                "fnstcw [{control}]",
                "fnstsw ax",
                "ldmxcsr [{default}]",
                mxcsr = in(reg) &raw mut mxcsr,
                control = in(reg) &raw mut control,
                default = in(reg) &raw const MXCSR_DEFAULT,
                out("ax") x87_status,
                options(nostack)
            );
        }
        let x87 = (control != X87_CONTROL_DEFAULT).then(|| {
            let saved = store_x87();
            let control = X87_CONTROL_DEFAULT;
            // SAFETY: the value is valid. Nothing is pending: `fnstenv` has masked all exceptions.
            unsafe { asm!("fldcw [{}]", in(reg) &raw const control, options(nostack, readonly)) };
            saved
        });
        Self { mxcsr, x87_status, x87 }
    }

    /// Writes the registers back.
    pub fn restore(&self) {
        let x87_status: u16;
        // SAFETY: the value is the thread's own.
        unsafe {
            asm!(
                "ldmxcsr [{mxcsr}]",
                "fnstsw ax",
                mxcsr = in(reg) &raw const self.mxcsr,
                out("ax") x87_status,
                options(nostack)
            );
        }
        if let Some(x87) = &self.x87 {
            load_x87(x87);
        } else if (x87_status ^ self.x87_status) & X87_FLAGS != 0 {
            let mut x87 = store_x87();
            x87.control = X87_CONTROL_DEFAULT;
            x87.status = (x87.status & !X87_FLAGS) | (self.x87_status & X87_FLAGS);
            load_x87(&x87);
        }
    }
}

/// The x87 environment. Masks all of its exceptions.
fn store_x87() -> X87 {
    let mut x87 = X87 { control: 0, _reserved: 0, status: 0, _rest: [0; 11] };
    const { assert!(size_of::<X87>() == 28) };
    // SAFETY: the instruction stores 28 bytes.
    unsafe { asm!("fnstenv [{}]", in(reg) &raw mut x87, options(nostack)) };
    x87
}

fn load_x87(x87: &X87) {
    // SAFETY: the environment is the thread's own except for the flags; the stack of registers is empty, as the calling
    // convention requires.
    unsafe { asm!("fldenv [{}]", in(reg) std::ptr::from_ref(x87), options(nostack)) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::float_environment::KernelEnvironment;

    fn mxcsr() -> u32 {
        let mut value = 0u32;
        // SAFETY: stores four bytes.
        unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut value, options(nostack)) };
        value
    }

    fn set(mxcsr: u32, control: u16) {
        // SAFETY: the values are valid, and nothing is pending.
        unsafe {
            asm!("ldmxcsr [{}]", "fnclex", "fldcw [{}]", in(reg) &raw const mxcsr, in(reg) &raw const control,
                options(nostack));
        }
    }

    /// Raises an x87 flag: 1 / 3 is inexact.
    fn compute_with_x87() {
        let (one, three) = (1.0f64, 3.0f64);
        // SAFETY: the registers that are pushed are popped.
        unsafe {
            asm!("fld qword ptr [{}]", "fdiv qword ptr [{}]", "fstp st(0)", in(reg) &raw const one,
                in(reg) &raw const three, out("st(0)") _, options(nostack));
        }
    }

    #[test]
    fn the_environment_is_set_and_restored() {
        // The default; flush to zero, denormals are zero, upward, a flag; traps on division by zero.
        for (outer, control) in [(0x1f80, 0x037f), (0x9fc0 | 0x4000 | 0x20, 0x0b7f), (0x1d80, 0x027b)] {
            set(outer, control);
            let before = store_x87();
            set(outer, control);
            {
                let _environment = KernelEnvironment::enter();
                assert_eq!(mxcsr(), MXCSR_DEFAULT);
                assert_eq!(store_x87().control, X87_CONTROL_DEFAULT);
                compute_with_x87();
            }
            let (mxcsr, x87) = (mxcsr(), store_x87());
            set(MXCSR_DEFAULT, X87_CONTROL_DEFAULT);
            assert_eq!(mxcsr, outer);
            assert_eq!((x87.control, x87.status & X87_FLAGS), (before.control, before.status & X87_FLAGS));
        }
    }
}
