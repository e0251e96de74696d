//! The kernels of the conformance suite, for devices that take native CPU objects.

use std::sync::OnceLock;

use tandem_device::Device;
use tandem_device_conformance::Image;
use tandem_device_ir::ParameterKind;

use crate::support::{compile, kernel};

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

/// A kernel whose work-groups wait for each other.
const COOPERATIVE: &str = r"
void __tandem_wait_for_groups(u64 item);
KERNEL(rotate) {
  u64 *out = ARG(u64 *, 0), n = launch->global[0];
  EACH_ITEM out[GID(0, x)] = 1 + GID(0, x);
  __tandem_wait_for_groups(0);
  EACH_ITEM out[n + GID(0, x)] = out[(GID(0, x) + launch->local[0]) % n];
}
";

/// A kernel that calls a function of the other source.
const USER: &str = r#"
u64 twice(u64) __asm__("tandem.function.twice");
KERNEL(linked) { EACH_ITEM ARG(u64 *, 0)[GID(0, x)] = twice(GID(0, x)); }
"#;
const PROVIDER: &str = r#"
u64 twice(u64) __asm__("tandem.function.twice");
u64 twice(u64 number) { return 2 * number; }
"#;

/// Their image, for `Subject::image`.
pub fn image(device: &dyn Device) -> Image {
    use ParameterKind::{Global, Local, Value};
    static OBJECT: OnceLock<Vec<u8>> = OnceLock::new();
    let kernels =
        || [kernel("ids", &[Global]), kernel("places", &[Global]), kernel("sum", &[Global, Value, Global, Local])];
    native(device, OBJECT.get_or_init(|| compile(SOURCE, &["-fPIC"], &kernels())))
}

/// The images for `Subject::linked`.
pub fn linked(device: &dyn Device) -> [Image; 2] {
    static OBJECTS: OnceLock<[Vec<u8>; 2]> = OnceLock::new();
    let objects = OBJECTS.get_or_init(|| {
        [
            compile(USER, &["-fPIC"], &[kernel("linked", &[ParameterKind::Global])]),
            compile(PROVIDER, &["-fPIC", "-fsemantic-interposition"], &[]),
        ]
    });
    [native(device, &objects[0]), native(device, &objects[1])]
}

/// The image for `Subject::cooperative`.
pub fn cooperative(device: &dyn Device) -> Image {
    static OBJECT: OnceLock<Vec<u8>> = OnceLock::new();
    native(
        device,
        OBJECT.get_or_init(|| compile(COOPERATIVE, &["-fPIC"], &[kernel("rotate", &[ParameterKind::Global])])),
    )
}

fn native(device: &dyn Device, object: &[u8]) -> Image {
    Image::native(&device.info().native_target, object.to_vec())
}
