//! `tandem wrap`: images that were wrapped by hand are found again.

use std::fs;
use std::process::{Command, Output};
use tandem_llvm_version::LLVM;

fn tandem(folder: &tempfile::TempDir, args: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tandem"));
    command.current_dir(folder).args(args.split_whitespace()).output().unwrap()
}

#[test]
fn wrapped_images_are_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    write("a.spv", &[3, 2, 0x23, 7, 0, 0, 1, 0]);
    write("a.sym", b"_ZTS5First\n_ZTS6Second\n");
    write("a.prop", b"[SYCL/devicelib req mask]\nDeviceLibReqMask=1|7\n");
    write("b.bin", b"native code");
    write("images.table", b"[Code|Symbols|Properties]\na.spv|a.sym|a.prop\nb.bin||\n");
    for args in [
        "wrap -o w.o -kind=sycl -target=spir64 -entries=a.sym -properties=a.prop a.spv b.bin",
        "wrap -o w.o -kind=sycl -host=x86_64-unknown-linux-gnu -batch images.table",
    ] {
        let output = tandem(&folder, args);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let dump = String::from_utf8(tandem(&folder, "image dump w.o").stdout).unwrap();
        for expected in ["spir64", "SPIR-V", "_ZTS5First", "_ZTS6Second", "DeviceLibReqMask"] {
            assert!(dump.contains(expected), "no {expected} in {dump}");
        }
    }
}

/// Build steps that expect bitcode get LLVM IR, which becomes the same descriptor.
#[test]
fn wrapped_into_ir() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    let code: Vec<u8> = [3, 2, 0x23, 7].into_iter().chain(0..=255).collect();
    write("a.spv", &code);
    write("a.sym", b"_ZTS5First\n");
    write(
        "a.prop",
        b"[SYCL/device globals]\ncounter=2|QAAAAAAAAAAEAAAAAAAAAA==\n[SYCL/misc properties]\noptLevel=1|2\n",
    );
    let options = "-desc-name=lib -target=spir64 -entries=a.sym -properties=a.prop a.spv";
    for output in ["w.o", "w.bc"] {
        let output = tandem(&folder, &format!("wrap -o {output} {options}"));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let mut clang = Command::new(LLVM.program("clang"));
    let output = clang.current_dir(&folder).args(["-c", "w.bc", "-o", "of_ir.o"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let dump = |name: &str| {
        let text = String::from_utf8(tandem(&folder, &format!("image dump {name}")).stdout).unwrap();
        text.replace(name, "")
    };
    assert!(dump("w.o").contains("_ZTS5First") && dump("w.o").contains("optLevel"), "{}", dump("w.o"));
    assert_eq!(dump("w.o"), dump("of_ir.o"));
    let unbundle = tandem(&folder, "unbundle -type=o -targets=sycl-spir64 -input=of_ir.o -output=back.spv");
    assert!(unbundle.status.success() && fs::read(folder.path().join("back.spv")).unwrap() == code);
}

#[test]
fn bad_input_leaves_no_object() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.spv"), [3, 2, 0x23, 7]).unwrap();
    let layouts = "[TANDEM/kernel layout]\n_ZTS1A=2|IAAAAAAAAAA";
    for (name, text) in [
        ("bad.prop", "[SYCL/x]\nkey=9|1\n"),
        ("outside.prop", "key=1|1\n"),
        ("lies.prop", "[SYCL/x]\nkey=2|kAAAAAAAAAAIAAAA\n"),
        ("kind.prop", "[SYCL/imported symbols]\nf=1|1\ng=2|AAAAAAAAAAA=\n"),
        ("number.prop", "[SYCL/x]\nkey=1|4294967296\n"),
        ("one.prop", &format!("{layouts}IAAAA\n")),
        ("other.prop", &format!("{layouts}QAAAA\n")),
        ("gone.table", "[Code|Properties]\na.spv|\ngone.spv|\n"),
        ("gone_properties.table", "[Code|Properties]\na.spv|gone.prop\n"),
        ("narrow.table", "[Code|Properties]\na.spv\n"),
        ("twice.table", "[Code|Properties]\na.spv|one.prop\na.spv|other.prop\n"),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    for (args, expected) in [
        ("wrap -o w.o -properties=outside.prop a.spv", "outside.prop: line 1: "),
        ("wrap -o w.o -properties=lies.prop a.spv", "lies.prop: line 2: "),
        ("wrap -o w.o -properties=kind.prop a.spv", "kind.prop: line 3: property `g` has type 2"),
        ("wrap -o w.o -properties=number.prop a.spv", "number.prop: line 2: "),
        ("wrap -o w.o -batch gone.table", "gone.spv: No such file"),
        ("wrap -o w.o -batch gone_properties.table", "gone.prop: No such file"),
        ("wrap -o w.o -batch narrow.table", "narrow.table: line 2: "),
        ("wrap -o w.o -batch twice.table", "kernel `A` is in two images with different arguments"),
        ("wrap -o w.o missing.spv", "missing.spv: No such file"),
        ("wrap -o w.o -properties=bad.prop a.spv", "bad.prop: line 2: property `key` has unknown type `9`"),
        ("wrap -o w.o -batch a.spv", "a.spv: "),
        ("wrap a.spv", "no output file; name one with -o"),
    ] {
        let output = tandem(&folder, args);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && message.contains(expected), "{args}: {message}");
        assert!(!folder.path().join("w.o").exists(), "{args}");
    }
}

/// `tandem image dump` of an object with images that was cut, or whose descriptor lies: an error that names the file.
#[test]
fn damaged_objects_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a.spv"), [3, 2, 0x23, 7, 0, 0, 1, 0]).unwrap();
    assert!(tandem(&folder, "wrap -o w.o a.spv").status.success());
    let object = fs::read(path("w.o")).unwrap();
    let mut lies = object.clone();
    // Version, kind and format of the only image.
    let image = object.windows(4).position(|bytes| bytes == [2, 0, 4, 2]).unwrap();
    lies[image] = 9;
    for (bytes, expected) in
        [(&object[..object.len() / 2], "cut.o: "), (&object[..70], "cut.o: "), (&lies, "version 9")]
    {
        fs::write(path("cut.o"), bytes).unwrap();
        let output = tandem(&folder, "image dump cut.o");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(1) && message.contains("cut.o") && message.contains(expected),
            "{message}"
        );
    }
}
