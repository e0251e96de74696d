//! The floating-point environment of kernels: IEEE 754's default, which rounds
//! to nearest, traps nothing and keeps denormals.
//!
//! Kernels run on threads of the program, too, and threads that the device starts inherit the environment of the thread
//! that started them. So code that runs work-groups holds a [`KernelEnvironment`].

#[cfg_attr(target_arch = "x86_64", path = "x86_64.rs")]
#[cfg_attr(target_arch = "aarch64", path = "aarch64.rs")]
mod registers;

use std::marker::PhantomData;

use registers::Saved;

/// The calling thread computes as kernels do while this lives. Dropping it restores the thread's previous modes, and
/// the flags of exceptions that were raised.
pub struct KernelEnvironment {
    saved: Saved,
    /// The registers are this thread's.
    _not_send: PhantomData<*const ()>,
}

impl KernelEnvironment {
    /// Saves the thread's environment, and sets the default one.
    pub fn enter() -> Self {
        Self { saved: Saved::take(), _not_send: PhantomData }
    }
}

impl Drop for KernelEnvironment {
    fn drop(&mut self) {
        self.saved.restore();
    }
}
