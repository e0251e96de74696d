//! The kernels of the conformance suite, for devices that take native CPU objects.

use std::sync::{Arc, OnceLock};

use tandem_device::{Device, Program, Result};
use tandem_native_cpu::ArgKind;

use crate::support::{compile, kernel, load};

const SOURCE: &str = r"
#define PLACE(d, v) (GID(d, v) - launch->offset[d])
KERNEL(ids) { EACH_ITEM ARG(u64 *, 0)[GID(0, x)] = 1 + GID(0, x); }
KERNEL(places) {
  EACH_ITEM ARG(u64 *, 0)[PLACE(0, x) + launch->global[0] * (PLACE(1, y) + launch->global[1] * PLACE(2, z))] =
    GID(0, x) + (GID(1, y) << 16) + (GID(2, z) << 32);
}
KERNEL(sum) {
  u64 *mine = (u64 *)(local + ARG(u64, 24));
  EACH_ITEM mine[x] = ARG(u64 *, 16)[GID(0, x)];
  EACH_ITEM ARG(u64 *, 0)[GID(0, x)] = ARG(u64, 8) + mine[x];
}
";

/// Builds them, for `Subject::program`.
pub fn program(device: &dyn Device) -> Result<Arc<dyn Program>> {
    use ArgKind::{Global, Local, Value};
    static OBJECT: OnceLock<Vec<u8>> = OnceLock::new();
    let kernels =
        || [kernel("ids", &[Global]), kernel("places", &[Global]), kernel("sum", &[Global, Value, Global, Local])];
    load(device, OBJECT.get_or_init(|| compile(SOURCE, &["-fPIC"], &kernels())))
}
