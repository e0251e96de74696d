//! Descriptors of DPC++ that Tandem does not write itself: version 3, and the entries of LLVM 20.

use std::path::Path;
use std::process::Command;

use tandem_image::property::PropertySetName;
use tandem_image::reader::images_in_file;
use tandem_image::{DeviceImage, ImageFormat, PropertySetRegistry};
use tandem_llvm_version::LLVM;

/// `data/descriptor_v3.c`, compiled.
fn build(name: &str, options: &[&str]) -> Vec<u8> {
    let dir = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/descriptor_v3.c");
    let output = dir.path().join(name);
    let status = Command::new(LLVM.program("clang")).args(options).arg(source).arg("-o").arg(&output).status();
    assert!(status.expect("these tests need clang").success(), "{options:?}");
    std::fs::read(output).unwrap()
}

fn expected() -> Vec<DeviceImage> {
    let mut properties = PropertySetRegistry::new();
    properties.add(PropertySetName::DeviceLibraryMask, "DeviceLibReqMask", 7);
    vec![
        DeviceImage {
            format: ImageFormat::Spirv,
            target: "spir64".into(),
            compile_options: "-g".into(),
            link_options: "-O3".into(),
            bytes: vec![3, 2, 0x23, 7, 0],
            entries: vec!["_ZTS3Foo".into(), "_ZTS3Bar".into()],
            properties,
        },
        DeviceImage {
            format: ImageFormat::Bitcode,
            target: "nvptx64".into(),
            compile_options: String::new(),
            link_options: String::new(),
            bytes: b"BC".to_vec(),
            entries: vec![],
            properties: PropertySetRegistry::new(),
        },
    ]
}

#[test]
fn version_3_has_no_manifest() {
    for options in [
        &["-c"][..],
        &["-shared", "-fPIC", "-fuse-ld=lld"],
        // Without the symbol table, the descriptor is found by its contents.
        &["-shared", "-fPIC", "-fuse-ld=lld", "-s"],
        &["-shared", "-fPIC", "-fuse-ld=bfd", "-s"],
        &["-c", "-DLLVM_ENTRIES"],
        &["-shared", "-fPIC", "-fuse-ld=lld", "-s", "-DLLVM_ENTRIES"],
    ] {
        assert_eq!(images_in_file("images", &build("images", options)).unwrap(), expected(), "{options:?}");
    }
}

#[test]
fn later_versions_are_refused() {
    let error = images_in_file("images", &build("images", &["-c", "-DVERSION=4"])).unwrap_err().to_string();
    assert!(error.ends_with("device image has version 4"), "{error}");
}

#[test]
fn damage_never_panics() {
    for options in [&["-c"][..], &["-c", "-DLLVM_ENTRIES"]] {
        let whole = build("images.o", options);
        for cut in 0..whole.len() {
            let _ = images_in_file("cut.o", &whole[..cut]);
        }
        for at in 0..whole.len() {
            for mask in [0x01, 0x40, 0xff] {
                let mut damaged = whole.clone();
                damaged[at] ^= mask;
                let _ = images_in_file("damaged.o", &damaged);
            }
        }
    }
}
