//! Inconsistent descriptors are rejected; the program continues without them. The test runs in a
//! separate process, since the runtime reports a broken image when it misses a kernel.

mod mock;

use mock::{Image, Images, cpu, queue};
use tandem_runtime::kernel::Kernel;
use tandem_runtime::pi::binary::*;

fn blank() -> PiDeviceBinaryStruct {
    PiDeviceBinaryStruct {
        version: 2,
        kind: PI_DEVICE_BINARY_OFFLOAD_KIND_SYCL,
        format: PI_DEVICE_BINARY_TYPE_SPIRV,
        device_target_spec: c"spir64".as_ptr(),
        compile_options: std::ptr::null(),
        link_options: std::ptr::null(),
        manifest_start: std::ptr::null(),
        manifest_end: std::ptr::null(),
        binary_start: std::ptr::null(),
        binary_end: std::ptr::null(),
        entries_begin: std::ptr::null_mut(),
        entries_end: std::ptr::null_mut(),
        property_sets_begin: std::ptr::null_mut(),
        property_sets_end: std::ptr::null_mut(),
    }
}

/// The runtime's error when it looks for a kernel among these images.
fn complaint(mut binaries: Vec<PiDeviceBinaryStruct>) -> String {
    let queue = queue(&cpu(), false);
    let images = Images::from_binaries(binaries.as_mut_ptr(), binaries.len() as u16, Vec::new());
    let error = Kernel::from_image(queue.context(), queue.device(), "missing").unwrap_err();
    drop(images);
    error.to_string()
}

#[test]
fn each_defect_is_named() {
    let text = complaint(vec![PiDeviceBinaryStruct { version: 9, ..blank() }]);
    assert!(text.contains("version 9 is not supported"), "{text}");
    let text = complaint(vec![blank(), PiDeviceBinaryStruct { kind: 1, ..blank() }]);
    assert!(text.contains("kind 1 is not SYCL"), "{text}");
    let dangling = 64 as *const u8;
    let text = complaint(vec![PiDeviceBinaryStruct { binary_start: dangling, ..blank() }]);
    assert!(text.contains("the code from 0x40 to 0x0"), "{text}");
    let misaligned = std::ptr::null_mut::<PiOffloadEntryStruct>().wrapping_byte_add(4);
    let text = complaint(vec![PiDeviceBinaryStruct { entries_end: misaligned, ..blank() }]);
    assert!(text.contains("entries"), "{text}");
    let mut property = PiDeviceBinaryPropertyStruct {
        name: c"key".as_ptr().cast_mut(),
        val_addr: c"abc".as_ptr().cast_mut().cast(),
        kind: PI_PROPERTY_TYPE_BYTE_ARRAY,
        val_size: 3,
    };
    let mut set = PiDeviceBinaryPropertySetStruct {
        name: c"set".as_ptr().cast_mut(),
        properties_begin: &raw mut property,
        properties_end: (&raw mut property).wrapping_add(1),
    };
    let begin = &raw mut set;
    let end = begin.wrapping_add(1);
    let text = complaint(vec![PiDeviceBinaryStruct { property_sets_begin: begin, property_sets_end: end, ..blank() }]);
    assert!(text.contains("`key` of `set`") && text.contains("truncated"), "{text}");
    assert!(complaint(vec![blank()]).contains("no kernel `missing`"));

    // A broken neighbour does not matter to a kernel that is there.
    let mut broken = vec![PiDeviceBinaryStruct { version: 9, ..blank() }];
    let _broken = Images::from_binaries(broken.as_mut_ptr(), 1, Vec::new());
    let kernels = [("noop.fine", Default::default())];
    let fine = Image {
        code: b"kernels=noop.fine",
        target: "spir64",
        kernels: &kernels,
        exports: &[],
        imports: &[],
        metadata: &[],
        constants: &[],
        image_globals: &[],
    };
    let _fine = Images::register(&[fine]);
    let queue = queue(&cpu(), false);
    Kernel::from_image(queue.context(), queue.device(), "noop.fine").unwrap();
}
