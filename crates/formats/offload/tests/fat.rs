//! Fat objects as the system's own tools treat them: the host half still links and runs, and the final link drops the
//! device part.

use std::path::PathBuf;
use std::process::Command;

use tandem_llvm_version::LLVM;
use tandem_offload::fat::{self, DevicePart};

struct Workspace {
    dir: tempfile::TempDir,
}

impl Workspace {
    fn new(source: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("main.c"), source).unwrap();
        Self { dir }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }

    #[track_caller]
    fn run(&self, program: &str, args: &[&str]) {
        let output = Command::new(program)
            .current_dir(&self.dir)
            .args(args)
            .output()
            .unwrap_or_else(|error| panic!("{program}: {error}"));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{program} {args:?}: {errors}");
        assert_eq!(errors, "", "{program} {args:?}");
    }

    /// Embeds `parts` into `from`, and writes the result to `to`.
    #[track_caller]
    fn embed(&self, from: &str, to: &str, parts: &[DevicePart]) {
        let fat = fat::embed(&self.read(from), parts).unwrap();
        std::fs::write(self.path(to), fat).unwrap();
    }

    #[track_caller]
    fn parts(&self, name: &str) -> Vec<DevicePart> {
        fat::parts_in_object(&self.read(name)).unwrap()
    }
}

fn part(unit: &str) -> DevicePart {
    DevicePart { target: "spir64".into(), unit: unit.into(), bitcode: b"BC\xc0\xde, not really".to_vec() }
}

#[test]
fn the_final_link_drops_the_device_part() {
    for linker in ["-fuse-ld=lld", "-fuse-ld=bfd"] {
        for debug in ["-g0", "-g"] {
            let workspace = Workspace::new("int main(void) { return 0; }");
            workspace.run(&LLVM.program("clang"), &["-c", debug, "main.c", "-o", "host.o"]);
            workspace.embed("host.o", "fat.o", &[part("u")]);
            assert_eq!(workspace.parts("fat.o"), [part("u")]);
            assert_eq!(workspace.parts("host.o"), []);

            workspace.run(&LLVM.program("clang"), &[linker, "fat.o", "-o", "app"]);
            workspace.run("./app", &[]);
            let app = workspace.read("app");
            assert!(!app.windows(7).any(|window| window == b"\x7fTANDEM"), "{linker}");
        }
    }
}

#[test]
fn relocatable_links_and_strip_keep_device_parts() {
    let workspace = Workspace::new("int main(void) { return 0; }");
    std::fs::write(workspace.path("other.c"), "int other = 1;").unwrap();
    for (source, object, fat) in [("main.c", "m.o", "m.fat.o"), ("other.c", "o.o", "o.fat.o")] {
        workspace.run(&LLVM.program("clang"), &["-c", source, "-o", object]);
        workspace.embed(object, fat, &[part(source)]);
    }
    for linker in ["-fuse-ld=lld", "-fuse-ld=bfd"] {
        let args = [linker, "-r", "-nostdlib", "m.fat.o", "o.fat.o", "-o", "all.o"];
        workspace.run(&LLVM.program("clang"), &args);
        workspace.run("strip", &["--strip-debug", "all.o"]);
        assert_eq!(workspace.parts("all.o"), [part("main.c"), part("other.c")]);
    }
}

#[test]
fn objects_with_very_many_sections_work() {
    let functions: String = (0..33_000).map(|i| format!(".section .text.f{i},\"ax\",@progbits\nret\n")).collect();
    let workspace = Workspace::new("");
    let more = functions.replace(".text.f", ".text.g");
    std::fs::write(workspace.path("many.s"), functions + &more).unwrap();
    workspace.run(&LLVM.program("clang"), &["-c", "many.s", "-o", "many.o"]);
    workspace.embed("many.o", "fat.o", &[part("u")]);
    assert_eq!(workspace.parts("fat.o"), [part("u")]);
    workspace.run(&LLVM.program("clang"), &["-r", "-nostdlib", "fat.o", "-o", "again.o"]);
    assert_eq!(workspace.parts("again.o"), [part("u")]);
}

#[test]
fn what_is_no_object_is_refused() {
    assert!(fat::embed(b"", &[]).is_err());
    assert!(fat::embed(b"!<arch>\n", &[]).is_err());
    assert!(fat::parts_in_object(b"BC\xc0\xde").is_err());

    let workspace = Workspace::new("int main(void) { return 0; }");
    workspace.run(&LLVM.program("clang"), &["main.c", "-o", "app"]);
    let error = fat::embed(&workspace.read("app"), &[]).unwrap_err();
    assert_eq!(error.to_string(), "not a 64-bit little-endian ELF relocatable object");

    workspace.run(&LLVM.program("clang"), &["-c", "main.c", "-o", "main.o"]);
    workspace.embed("main.o", "fat.o", &[part("u")]);
    let error = fat::embed(&workspace.read("fat.o"), &[]).unwrap_err();
    assert_eq!(error.to_string(), "the object already has a section .tandem.device");
}

#[test]
fn damage_never_panics() {
    let workspace = Workspace::new("int main(void) { return 0; }");
    workspace.run(&LLVM.program("clang"), &["-c", "main.c", "-o", "main.o"]);
    let object = workspace.read("main.o");
    let fat = fat::embed(&object, &[part("u")]).unwrap();
    for cut in 0..fat.len() {
        assert!(fat::parts_in_object(&fat[..cut]).is_err(), "cut at {cut}");
    }
    for at in 0..object.len() {
        for mask in [0x01, 0x40, 0xff] {
            let mut damaged = object.clone();
            damaged[at] ^= mask;
            let _ = fat::embed(&damaged, &[part("u")]);
        }
    }
    for at in 0..fat.len() {
        let mut damaged = fat.clone();
        damaged[at] ^= 0xff;
        let _ = fat::parts_in_object(&damaged);
    }
}
