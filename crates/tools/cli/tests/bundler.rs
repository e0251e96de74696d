//! `tandem bundle`, `unbundle` and `list` against LLVM's own tool: each reads the other's output.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tandem_llvm_version::LLVM;
use tandem_offload::fat::{self, DevicePart};

const HOST: &str = "host-x86_64-unknown-linux-gnu";
const DEVICE: &str = "openmp-nvptx64-nvidia-cuda";
const SYCL: &str = "sycl-spir64-unknown-unknown";

struct Folder(tempfile::TempDir);

impl Folder {
    /// A folder with a host object `host.o`, two sources and device code.
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        fs::write(folder.path("host.txt"), "int f() { return 1; }\n").unwrap();
        fs::write(folder.path("device.bc"), b"BC\xc0\xde device\n\0code").unwrap();
        fs::write(folder.path("f.cpp"), "int f() { return 1; }\n").unwrap();
        let status = Command::new(LLVM.program("clang"))
            .args(["-c", "-o"])
            .args([folder.path("host.o"), folder.path("f.cpp")])
            .status()
            .unwrap();
        assert!(status.success());
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn run(&self, program: &str, args: &str) -> Output {
        let mut command = Command::new(program);
        command.current_dir(self.0.path()).args(args.split_whitespace());
        command.output().unwrap_or_else(|error| panic!("{program}: {error}"))
    }

    /// Runs `tandem`, which must succeed, and returns its output.
    fn tandem(&self, args: &str) -> String {
        let output = self.run(env!("CARGO_BIN_EXE_tandem"), args);
        assert!(output.status.success(), "{args}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs `tandem`, which must fail, and returns its message.
    fn refused(&self, args: &str) -> String {
        let output = self.run(env!("CARGO_BIN_EXE_tandem"), args);
        assert!(!output.status.success(), "{args} succeeded");
        String::from_utf8(output.stderr).unwrap()
    }

    fn llvm(&self, args: &str) {
        let output = self.run(&LLVM.program("clang-offload-bundler"), args);
        assert!(output.status.success(), "{args}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// All types of files, with the host's part.
const TYPES: [(&str, &str); 11] = [
    ("i", "host.txt"),
    ("ii", "host.txt"),
    ("cui", "host.txt"),
    ("hipi", "host.txt"),
    ("d", "host.txt"),
    ("ll", "host.txt"),
    ("s", "host.txt"),
    ("bc", "host.txt"),
    ("gch", "host.txt"),
    ("ast", "host.txt"),
    ("o", "host.o"),
];

#[test]
fn bundles_are_those_of_llvm() {
    let folder = Folder::new();
    for (file_type, host) in TYPES {
        let args = format!("-type={file_type} -targets={HOST},{DEVICE} -input={host} -input=device.bc");
        folder.llvm(&format!("{args} -output=llvm.{file_type}"));
        folder.tandem(&format!("bundle {args} -output=ours.{file_type}"));
        if file_type != "o" {
            assert_eq!(folder.read(&format!("llvm.{file_type}")), folder.read(&format!("ours.{file_type}")));
        }
        let back = format!("-unbundle -type={file_type} -targets={DEVICE},{HOST}");
        folder.llvm(&format!("{back} -input=ours.{file_type} -output=device -output=host"));
        assert_eq!(folder.read("device"), folder.read("device.bc"), "{file_type} by LLVM");
        folder.tandem(&format!("bundle {back} -input=llvm.{file_type} -output=device -output=host"));
        assert_eq!(folder.read("device"), folder.read("device.bc"), "{file_type} by Tandem");
        if file_type != "o" {
            assert_eq!(folder.read("host"), folder.read(host), "{file_type}");
        }
        assert_eq!(
            folder.tandem(&format!("list -type={file_type} -input=llvm.{file_type}")),
            format!("{HOST}-\n{DEVICE}--\n")
        );
    }
}

#[test]
fn the_host_object_links_without_its_bundle() {
    let folder = Folder::new();
    folder.tandem(&format!("bundle -type=o -targets={HOST},{SYCL} -input=host.o -input=device.bc -output=fat.o"));
    folder.tandem(&format!("unbundle -type=o -targets={HOST},{SYCL} -input=fat.o -output=back.o -output=back.bc"));
    assert_eq!(folder.read("back.bc"), folder.read("device.bc"));
    fs::write(folder.path("main.cpp"), "int f(); int main() { return f() - 1; }\n").unwrap();
    for object in ["fat.o", "back.o"] {
        assert!(folder.run(&LLVM.program("clang"), &format!("main.cpp {object} -o program")).status.success());
        assert!(folder.run(folder.path("program").to_str().unwrap(), "").status.success());
    }
}

#[test]
fn compressed_and_aligned() {
    let folder = Folder::new();
    let args = format!("-type=bc -targets={HOST},{DEVICE} -input=host.txt -input=device.bc");
    for options in ["-compress", "-compress -compression-level=19", "-bundle-align=4096"] {
        folder.tandem(&format!("bundle {args} {options} -output=ours.bc"));
        folder.llvm(&format!("-unbundle -type=bc -targets={DEVICE} -input=ours.bc -output=device"));
        assert_eq!(folder.read("device"), folder.read("device.bc"), "{options}");
        folder.llvm(&format!("{args} {options} -output=llvm.bc"));
        folder.tandem(&format!("unbundle -type=bc -targets={DEVICE} -input=llvm.bc -output=device"));
        assert_eq!(folder.read("device"), folder.read("device.bc"), "{options}");
    }
}

#[test]
fn what_the_compiler_leaves_is_a_bundle() {
    let folder = Folder::new();
    let part = DevicePart { target: "spir64".into(), unit: "u".into(), bitcode: folder.read("device.bc") };
    fs::write(folder.path("a.o"), fat::embed(&folder.read("host.o"), &[part]).unwrap()).unwrap();
    assert_eq!(folder.tandem("list -type=o -input=a.o"), format!("{HOST}-\n{SYCL}\n"));
    folder.tandem(&format!("unbundle -type=o -targets={HOST},{SYCL} -input=a.o -output=back.o -output=back.bc"));
    assert_eq!(folder.read("back.bc"), folder.read("device.bc"));
    assert_eq!(folder.tandem("list -type=o -input=back.o"), "");
}

/// DPC++'s types for archives: to the only object, or to a list of files.
#[test]
fn archives_become_objects_and_lists() {
    let folder = Folder::new();
    let bundle = |device: &str, target: &str, output: &str| {
        let args = format!("-targets={HOST},{target} -input=host.o -input={device} -output={output}");
        folder.tandem(&format!("bundle -type=o {args}"));
    };
    fs::write(folder.path("second.bc"), "second").unwrap();
    bundle("device.bc", SYCL, "first.o");
    bundle("second.bc", SYCL, "second.o");
    bundle("second.bc", DEVICE, "third.o");
    assert!(folder.run(&LLVM.program("llvm-ar"), "rc one.a first.o third.o").status.success());
    assert!(folder.run(&LLVM.program("llvm-ar"), "rc all.a first.o second.o third.o").status.success());

    folder.tandem(&format!("unbundle -type=ao -targets={SYCL} -input=one.a -output=only.bc"));
    assert_eq!(folder.read("only.bc"), folder.read("device.bc"));
    let message = folder.refused(&format!("unbundle -type=ao -targets={SYCL} -input=all.a -output=out"));
    assert!(message.contains("all.a: 2 objects have a part for") && !folder.path("out").exists(), "{message}");

    folder.tandem(&format!("unbundle -type=aoo -targets={SYCL} -input=all.a -output=list.txt"));
    assert_eq!(folder.read("list.txt"), b"list_0.o\nlist_1.o\n");
    assert_eq!(folder.read("list_0.o"), folder.read("device.bc"));
    assert_eq!(folder.read("list_1.o"), b"second");
    fs::create_dir(folder.path("parts")).unwrap();
    let excluded = format!("-excluded-targets={DEVICE} -base-temp-dir=parts -allow-missing-bundles");
    folder.tandem(&format!(
        "unbundle -type=aoo {excluded} -targets={SYCL},{DEVICE} -input=all.a -output=a.txt -output=b.txt"
    ));
    assert_eq!((folder.read("a.txt"), folder.read("b.txt")), (b"parts/a_0.o\nparts/a_1.o\n".to_vec(), Vec::new()));
}

#[test]
fn whether_there_is_a_part() {
    let folder = Folder::new();
    folder.tandem(&format!("bundle -type=o -targets={HOST},{SYCL} -input=host.o -input=device.bc -output=fat.o"));
    assert_eq!(folder.tandem(&format!("bundle -check-section -type=o -targets={SYCL} -input=fat.o")), "");
    let message = folder.refused(&format!("bundle -check-section -type=o -targets={DEVICE} -input=fat.o"));
    assert!(message.contains("fat.o: no bundle for openmp-nvptx64-nvidia-cuda"), "{message}");
}

/// Options of LLVM's and DPC++'s tools that need no more than to be known.
#[test]
fn options_that_change_nothing() {
    let folder = Folder::new();
    let args = format!("-type=o -targets={HOST},{SYCL} -input=host.o -input=device.bc");
    folder.tandem(&format!("bundle {args} -output=plain.o"));
    folder.tandem(&format!("bundle {args} -add-target-symbols-to-bundled-object=false -verbose -### -output=same.o"));
    assert_eq!(folder.read("plain.o"), folder.read("same.o"));
}

#[test]
fn targets_of_which_a_processor_could_take_two() {
    let folder = Folder::new();
    let gfx = "hip-amdgcn-amd-amdhsa--gfx90a";
    let args = format!("-type=bc -targets={HOST},{gfx},{gfx}:xnack+ -input=host.txt -input=device.bc -input=device.bc");
    let message = folder.refused(&format!("bundle {args} -output=out"));
    assert!(message.contains("out: the parts for") && message.contains("conflict"), "{message}");
    assert!(!folder.path("out").exists());
    let args =
        format!("-type=bc -targets={HOST},{gfx}:xnack-,{gfx}:xnack+ -input=host.txt -input=device.bc -input=device.bc");
    folder.tandem(&format!("bundle {args} -output=both.bc"));
    assert!(folder.run(&LLVM.program("llvm-ar"), "rc both.a both.bc").status.success());
    folder
        .tandem(&format!("unbundle -type=a -check-input-archive -targets={gfx}:xnack+ -input=both.a -output=device.a"));
}

/// A link to `tandem` with the name of an LLVM tool behaves as that tool.
#[test]
fn a_link_with_the_name_of_the_tool() {
    let folder = Folder::new();
    let link = folder.path("clang-offload-bundler");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_tandem"), &link).unwrap();
    let bundler = |args: &str| folder.run(link.to_str().unwrap(), args);
    let args = format!("-type=o -targets={HOST},{SYCL}");
    assert!(bundler(&format!("{args} -input=host.o -input=device.bc -output=fat.o")).status.success());
    assert!(bundler(&format!("{args} -unbundle -input=fat.o -output=back.o -output=back.bc")).status.success());
    assert_eq!(folder.read("back.bc"), folder.read("device.bc"));
    assert_eq!(bundler("-list -type=o -input=fat.o").stdout, format!("{HOST}-\n{SYCL}\n").into_bytes());
}

#[test]
fn archives_of_bundled_objects() {
    let folder = Folder::new();
    folder.tandem(&format!("bundle -type=o -targets={HOST},{SYCL} -input=host.o -input=device.bc -output=fat.o"));
    assert!(folder.run(&LLVM.program("llvm-ar"), "rc lib.a fat.o host.o").status.success());
    assert_eq!(folder.tandem("list -type=a -input=lib.a"), format!("{HOST}-\n{SYCL}\n"));
    folder.tandem(&format!("unbundle -type=a -targets={SYCL} -input=lib.a -output=device.a"));
    let output = folder.run(&LLVM.program("llvm-ar"), "p device.a fat.o");
    assert_eq!(output.stdout, folder.read("device.bc"));
}

#[test]
fn what_is_missing() {
    let folder = Folder::new();
    folder.tandem(&format!("bundle -type=bc -targets={HOST},{SYCL} -input=host.txt -input=device.bc -output=b.bc"));
    let args = format!("unbundle -type=bc -targets={SYCL},{DEVICE} -input=b.bc -output=a -output=b");
    let message = folder.refused(&args);
    assert!(message.contains(&format!("b.bc: no bundle for {DEVICE}")), "{message}");
    assert!(!folder.path("a").exists() && !folder.path("b").exists());
    folder.tandem(&format!("{args} -allow-missing-bundles"));
    assert_eq!((folder.read("a"), folder.read("b")), (folder.read("device.bc"), Vec::new()));
    // A file that is no bundle is its host's part.
    folder.tandem(&format!("unbundle -type=o -targets={HOST} -input=host.o -output=copy.o"));
    assert_eq!(folder.read("copy.o"), folder.read("host.o"));
}

#[test]
fn bad_command_lines() {
    let folder = Folder::new();
    let files = "-input=host.txt -input=device.bc -output=out";
    for (args, expected) in [
        (format!("bundle -type=zz -targets={HOST},{SYCL} {files}"), "'zz': invalid file type"),
        (format!("bundle -type=a -targets={HOST},{SYCL} {files}"), "an archive cannot be bundled"),
        (format!("bundle -type=bc -targets={HOST} {files}"), "1 targets, but 2 input files"),
        (format!("bundle -type=bc -targets={DEVICE},{SYCL} {files}"), "expected exactly one host target, found 0"),
        (format!("bundle -type=bc -targets={HOST},cuda-x {files}"), "invalid target 'cuda-x': unknown offloading kind"),
        (format!("bundle -type=bc -targets={HOST},{SYCL} -input=host.txt -input=no.bc -output=out"), "no.bc: No such"),
        (format!("bundle -type=bc -targets={HOST},{SYCL},{SYCL} -input=device.bc {files}"), "two parts for"),
    ] {
        let message = folder.refused(&args);
        assert!(message.contains(expected), "{args}: {message}");
        assert!(!folder.path("out").exists(), "{args}");
    }
}

/// No cut bundle is taken apart: an error that names the file, and no output.
#[test]
fn damaged_bundles() {
    let folder = Folder::new();
    let args = format!("-targets={HOST},{SYCL} -input=host.txt -input=device.bc");
    folder.tandem(&format!("bundle -type=bc {args} -output=b.bc"));
    folder.tandem(&format!("bundle -type=bc -compress {args} -output=c.bc"));
    for name in ["b.bc", "c.bc"] {
        let whole = folder.read(name);
        for cut in [whole.len() - 1, whole.len() / 2, 30] {
            fs::write(folder.path("cut.bc"), &whole[..cut]).unwrap();
            let message = folder.refused(&format!("unbundle -type=bc -targets={SYCL} -input=cut.bc -output=out"));
            assert!(message.contains("cut.bc: "), "{name} cut at {cut}: {message}");
            assert!(!Path::new(&folder.path("out")).exists());
        }
    }
}

/// Offsets, sizes and sections that contradict the file: an error that names the
/// file and the place, and no output.
#[test]
fn bundles_that_lie() {
    let folder = Folder::new();
    folder.tandem(&format!("bundle -type=bc -targets={HOST},{SYCL} -input=host.txt -input=device.bc -output=b.bc"));
    folder.tandem(&format!("bundle -type=o -targets={HOST},{SYCL} -input=host.o -input=device.bc -output=b.o"));
    let u64_at = |bytes: &[u8], at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
    let refused = |kind: &str, bytes: &[u8], expected: &str| {
        let name = format!("lie.{kind}");
        fs::write(folder.path(&name), bytes).unwrap();
        let message = folder.refused(&format!("unbundle -type={kind} -targets={SYCL} -input={name} -output=out"));
        assert!(message.contains(&name) && message.contains(expected), "{expected}: {message}");
        assert!(!folder.path("out").exists(), "{expected}");
    };
    // Magic, count, then offset, size and name of each part.
    let bundle = folder.read("b.bc");
    let (first, magic_and_count) = (u64_at(&bundle, 32), 32);
    let second = magic_and_count + 24 + u64_at(&bundle, magic_and_count + 16) as usize;
    for (at, value, expected) in
        [(second, first + 1, "overlap"), (second + 8, 1 << 40, "1099511627776"), (magic_and_count - 8, u64::MAX, "")]
    {
        let mut lie = bundle.clone();
        lie[at..at + 8].copy_from_slice(&value.to_le_bytes());
        refused("bc", &lie, expected);
    }
    // Every section that says that it is longer than the file, one at a time.
    let object = folder.read("b.o");
    let (headers, count) = (u64_at(&object, 40) as usize, usize::from(object[60]));
    let names = headers + 64 * usize::from(object[62]);
    let names = u64_at(&object, names + 24) as usize;
    let mut lies = 0;
    for header in (0..count).map(|index| headers + 64 * index) {
        let name = names + u32::from_le_bytes(object[header..header + 4].try_into().unwrap()) as usize;
        if object[name..].starts_with(b"__CLANG_OFFLOAD_BUNDLE__sycl") {
            let mut lie = object.clone();
            lie[header + 32..header + 40].copy_from_slice(&(1u64 << 40).to_le_bytes());
            refused("o", &lie, "");
            lies += 1;
        }
    }
    assert_eq!(lies, 1);
}
