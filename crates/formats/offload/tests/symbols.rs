//! Local symbols with further names, as the system's linkers see them.

use std::path::Path;
use std::process::Command;

use tandem_llvm_version::LLVM;
use tandem_offload::symbols::expose;

fn run(folder: &Path, program: &str, args: &[&str]) {
    let output = Command::new(program).current_dir(folder).args(args).output().unwrap();
    assert!(output.status.success(), "{program} {args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn other_objects_reach_what_is_local() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let local = "static int a = 1, b = 2; int *use(int c) { return c ? &a : &b; }";
    std::fs::write(path("local.c"), local).unwrap();
    let main = "extern int a_here, b_here; extern int *use(int); extern int nothing __attribute__((weak));
                int main() { return &a_here != use(1) || &b_here != use(0) || b_here != 2 || &nothing; }";
    std::fs::write(path("main.c"), main).unwrap();
    let lto = ["-O2", "-flto", "-ffat-lto-objects"];
    for options in [&lto[..], &["-g", "-O0"], &["-O1", "-ffunction-sections", "-fdata-sections"]] {
        run(folder.path(), &LLVM.program("clang"), &[&["-fPIC", "-c", "local.c", "main.c"], options].concat());
        let object = std::fs::read(path("local.o")).unwrap();
        let names = [("a", "a_here"), ("b", "b_here"), ("missing", "nothing"), ("use", "no_local")];
        std::fs::write(path("exposed.o"), expose(&object, &names).unwrap()).unwrap();
        for linker in ["-fuse-ld=lld", "-fuse-ld=bfd"] {
            run(
                folder.path(),
                &LLVM.program("clang"),
                &[&[linker, "exposed.o", "main.o", "-o", "app"], options].concat(),
            );
            run(folder.path(), "./app", &[]);
        }
    }
    assert!(expose(b"\x7fELF", &[]).is_err());
    let app = std::fs::read(path("app")).unwrap();
    assert_eq!(expose(&app, &[]).unwrap_err().to_string(), "not a 64-bit little-endian ELF relocatable object");
    let object = std::fs::read(path("local.o")).unwrap();
    for length in (0..object.len()).step_by(7) {
        // A cut object is an error, or has the symbols that are left.
        let _ = expose(&object[..length], &[("a", "a_here")]);
    }
}
