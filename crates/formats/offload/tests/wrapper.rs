//! Wrapper objects, linked and run for real: the images that the constructor registers, and those that the reader finds
//! in objects, executables and shared libraries.

use std::path::{Path, PathBuf};
use std::process::Command;

use object::{Object as _, ObjectSymbol as _};
use tandem_image::property::{ByteArray, PropertySetName};
use tandem_image::reader::images_in_file;
use tandem_image::{DeviceImage, ImageFormat, PropertySetRegistry};
use tandem_llvm_version::LLVM;
use tandem_offload::wrapper::{WrapError, WrapOptions, wrap, wrap_with};

const EXPECTED_OUTPUT: &str = "\
register version=1 count=2 host=0
image version=2 kind=4 format=2 target=spir64 compile=-g link=-O3 bytes=0302230700
entry _ZTS3Foo
entry _ZTS3Bar
set SYCL/devicelib req mask
property DeviceLibReqMask type=1 7
set SYCL/kernel param opt
property _ZTS3Foo type=2 030000000000000005
set SYCL/imported symbols
image version=2 kind=4 format=3 target=nvptx64 compile= link= bytes=4243
unregister count=2
";

fn sample() -> Vec<DeviceImage> {
    let mut properties = PropertySetRegistry::new();
    properties.add(PropertySetName::DeviceLibraryMask, "DeviceLibReqMask", 7);
    let mask = ByteArray::from_bits(&[true, false, true]);
    properties.add(PropertySetName::KernelParamOpt, "_ZTS3Foo", mask);
    properties.set_mut(PropertySetName::ImportedSymbols);
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

struct Workspace {
    dir: tempfile::TempDir,
}

impl Workspace {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("wrapper.o"), wrap(&sample()).unwrap()).unwrap();
        std::fs::write(dir.path().join("main.c"), "int main(void) { return 0; }").unwrap();
        Self { dir }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    #[track_caller]
    fn clang(&self, args: &[&str]) {
        let output = Command::new(LLVM.program("clang"))
            .current_dir(&self.dir)
            .args(args)
            .output()
            .expect("these tests need clang");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "clang {args:?}: {errors}");
        assert_eq!(errors, "", "clang {args:?}");
    }

    #[track_caller]
    fn run(&self, name: &str) -> String {
        let output = Command::new(self.path(name)).current_dir(&self.dir).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    }

    #[track_caller]
    fn check_images(&self, name: &str) {
        let bytes = std::fs::read(self.path(name)).unwrap();
        assert_eq!(images_in_file(name, &bytes).unwrap(), sample(), "{name}");
    }
}

fn registry_c() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/registry.c");
    path.to_str().unwrap().to_owned()
}

#[test]
fn executables_register_and_can_be_read() {
    let registry = registry_c();
    for options in [
        &["-pie"][..],
        &["-no-pie"],
        &["-static"],
        &["-fuse-ld=lld", "-pie"],
        &["-fuse-ld=lld", "-pie", "-Wl,-z,pack-relative-relocs"],
        &["-fuse-ld=lld", "-no-pie", "-Wl,--gc-sections"],
        // Without the symbol table, the descriptor is found by its contents.
        &["-fuse-ld=lld", "-pie", "-s"],
        &["-no-pie", "-s"],
    ] {
        let workspace = Workspace::new();
        let mut args = vec!["main.c", &registry, "wrapper.o", "-o", "app"];
        args.extend(options);
        workspace.clang(&args);
        assert_eq!(workspace.run("app"), EXPECTED_OUTPUT, "{options:?}");
        workspace.check_images("app");
    }
}

#[test]
fn shared_libraries_register_and_can_be_read() {
    let registry = registry_c();
    for options in [&["-fuse-ld=lld"][..], &["-fuse-ld=lld", "-s"], &["-fuse-ld=bfd"]] {
        let workspace = Workspace::new();
        workspace.clang(&["-shared", "-fPIC", &registry, "-o", "libregistry.so"]);
        let mut args = vec!["-shared", "wrapper.o", "-o", "libimages.so"];
        args.extend(["./libregistry.so", "-Wl,-z,defs", "-Wl,-z,text"]);
        args.extend(options);
        workspace.clang(&args);
        let mut args = vec!["main.c", "-o", "app"];
        args.extend(["-Wl,--no-as-needed", "./libimages.so", "./libregistry.so"]);
        workspace.clang(&args);
        assert_eq!(workspace.run("app"), EXPECTED_OUTPUT, "{options:?}");
        workspace.check_images("libimages.so");
    }
}

#[test]
fn objects_and_archives_can_be_read() {
    let workspace = Workspace::new();
    workspace.check_images("wrapper.o");
    workspace.clang(&["-r", "-nostdlib", "wrapper.o", "-o", "merged.o"]);
    workspace.check_images("merged.o");
    let ar = Command::new("ar").current_dir(&workspace.dir).args(["rc", "libwrapper.a", "wrapper.o"]).status();
    assert!(ar.unwrap().success());
    workspace.check_images("libwrapper.a");
}

#[test]
fn host_objects_have_no_images() {
    let workspace = Workspace::new();
    workspace.clang(&["-c", "main.c", "-o", "main.o"]);
    let bytes = std::fs::read(workspace.path("main.o")).unwrap();
    assert_eq!(images_in_file("main.o", &bytes).unwrap(), []);
}

#[test]
fn damage_never_panics() {
    let whole = wrap(&sample()).unwrap();
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

#[test]
fn errors_name_file_address_and_symbol() {
    let mut images = sample();
    images.truncate(1);
    let mut bytes = wrap(&images).unwrap();
    // The table of images comes first in `.data.rel.ro`; its kind byte is 4.
    let head = [2, 0, 4, 2, 0, 0, 0, 0];
    let at = bytes.windows(8).position(|window| window == head).unwrap();
    bytes[at + 2] = 5;
    let error = images_in_file("app.o", &bytes).unwrap_err().to_string();
    assert!(
        error.starts_with("app.o: .sycl_offloading.descriptor: at address 0x")
            && error.ends_with("device image has offload kind 5, not 4 (SYCL)"),
        "{error}"
    );
}

#[test]
fn strings_with_zeros_are_refused() {
    let mut images = sample();
    images[0].entries[1] = "a\0b".into();
    assert!(matches!(wrap(&images), Err(WrapError::InteriorZero { what: "entry name", .. })));
}

#[test]
fn one_kernel_with_two_argument_lists_is_refused() {
    let mut images = sample();
    images[0].properties.add(PropertySetName::KernelLayout, "_ZTS3Foo", vec![1, 2]);
    images[1].properties.add(PropertySetName::KernelLayout, "_ZTS3Foo", vec![1, 2]);
    assert!(wrap(&images).is_ok());
    images[1].properties.add(PropertySetName::KernelLayout, "_ZTS3Foo", vec![1]);
    let error = wrap(&images).unwrap_err().to_string();
    assert_eq!(error, "kernel `Foo` is in two images with different arguments");
}

#[test]
fn a_wrapper_that_does_not_register() {
    let options = WrapOptions { register: false, symbol: Some(".sycl_offloading.mine") };
    let object = wrap_with(&sample(), options).unwrap();
    let file = object::File::parse(&*object).unwrap();
    let symbols: Vec<_> =
        file.symbols().filter(|symbol| symbol.is_global()).map(|symbol| symbol.name().unwrap()).collect();
    assert_eq!(symbols, [".sycl_offloading.mine"]);
    assert_eq!(file.section_by_name(".init_array.1").map(|_| ()), None);
}
