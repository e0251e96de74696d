//! The image library of GPUs: C functions on descriptors of images
//! ([`ImageDescriptor`](tandem_native_cuda::ImageDescriptor)), in `image_library/`, and in that of `codegen-cpu` where
//! all targets share them.

use tandem_codegen::Result;
use tandem_codegen::images::link_c_library;
use tandem_ir::Module;

static BITCODE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/image_library.bc"));

/// Links in the functions that the module calls, ready to be inlined. False if it calls none.
///
/// # Errors
/// When LLVM cannot link them.
pub fn link(module: &mut Module) -> Result<bool> {
    link_c_library(module, BITCODE)
}

#[cfg(test)]
mod tests {
    /// As `quotient` in `image_library/surfaces.h`.
    fn quotient(value: f32, most: f32) -> f32 {
        let reciprocal = 1.0 / most;
        let near = value * reciprocal;
        (-near).mul_add(most, value).mul_add(reciprocal, near)
    }

    #[test]
    fn quotients_of_normalized_channels_are_exact() {
        for most in [3, 31, 63, 127, 255, 1023, 32767, 65535, 16_777_215] {
            let wrong = (-most - 1..=most).find(|&value| {
                let (value, most) = (value as f32, most as f32);
                quotient(value, most).to_bits() != (value / most).to_bits()
            });
            assert_eq!(wrong, None, "of {most}");
        }
    }
}
