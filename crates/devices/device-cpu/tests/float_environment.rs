//! Kernels compute in the default floating-point environment, whatever the
//! program has set on its threads.

#![cfg(target_arch = "x86_64")]

mod support;

use std::arch::asm;

use support::{address, args, devices, kernel, launch, load_kernel, queue};
use tandem_device::NdRange;
use tandem_device_ir::ParameterKind;

/// Flush to zero, denormals are zero, round up, and a division by zero traps.
const UNUSUAL: u32 = 0x8000 | 0x0040 | 0x4000 | (0x1f80 & !0x0200);

/// A denormal result, a denormal operand, a result to round, an infinity.
const SOURCE: &str = "
static double compute(u64 i) {
  volatile double tiny = 1e-310, one = 1, three = 3, zero = 0, part = 1 + i % 7;
  return tiny / part + tiny * 1e300 + one / three + 1 / (1 / zero);
}
KERNEL(compute_all) {
  double *out = ARG(double *, 0);
  EACH_ITEM { volatile double tiny = 1e-310; u64 i = GID(0, x);
    out[2 * i] = compute(i); out[2 * i + 1] = tiny / (1 + i % 7); }
}";

fn mxcsr() -> u32 {
    let mut value = 0u32;
    // SAFETY: stores four bytes.
    unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut value, options(nostack)) };
    value
}

fn set_mxcsr(value: u32) {
    // SAFETY: the value is valid.
    unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const value, options(nostack)) };
}

#[test]
fn kernels_have_the_default_environment_and_leave_the_programs_alone() {
    // Threads that the devices start inherit it.
    set_mxcsr(UNUSUAL);
    let results = devices().into_iter().flat_map(|device| {
        let kernel = load_kernel(&*device, SOURCE, kernel("compute_all", &[ParameterKind::Global]));
        let queue = queue(&*device);
        [1u64, 100_000].map(|count| {
            let mut out = vec![0u64; 2 * count as usize];
            for _ in 0..3 {
                let arguments = args(&*kernel, &[address(&mut out)]);
                launch(&*queue, &kernel, NdRange::linear(count), arguments).wait().unwrap();
            }
            out
        })
    });
    let results: Vec<_> = results.collect();
    let after = mxcsr();
    set_mxcsr(0x1f80);
    assert_eq!(after & !0x3f, UNUSUAL);
    let tiny = std::hint::black_box(1e-310f64);
    for out in results {
        for (index, pair) in out.chunks_exact(2).enumerate() {
            let part = (1 + index % 7) as f64;
            let sum = tiny / part + tiny * 1e300 + std::hint::black_box(1.0) / 3.0;
            assert_eq!(pair, [sum.to_bits(), (tiny / part).to_bits()], "work-item {index}");
        }
    }
}
