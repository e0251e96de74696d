//! The messages of `tandem++` for errors, after which it leaves no files.

use crate::workspace::{TANDEM_CXX, Workspace, stderr};

const KERNEL: &str = "#include <sycl/sycl.hpp>\n\
    int main() { int *p = nullptr; sycl::single_task<class A>([=] { *p = 1; }); }\n";

#[test]
fn errors_in_the_source_are_shown_once() {
    let workspace = Workspace::new(&[("a.cpp", "#include <sycl/sycl.hpp>\nint main() { return x; }\n")]);
    for line in ["-fsycl -c a.cpp", "-fsycl a.cpp -o app", "-fsycl -fsyntax-only a.cpp"] {
        let errors = workspace.fail(line);
        assert_eq!(errors.matches("use of undeclared identifier 'x'").count(), 1, "{errors}");
        assert_eq!(workspace.files(), ["a.cpp"]);
    }
}

#[test]
fn errors_of_device_code_leave_no_object() {
    let source = KERNEL.replace("*p = 1;", "throw 1;");
    let workspace = Workspace::new(&[("a.cpp", &source)]);
    for line in ["-fsycl -c a.cpp", "-fsycl a.cpp -o app", "-fsycl -fsyntax-only a.cpp"] {
        let errors = workspace.fail(line);
        assert!(errors.contains("a.cpp:2:"), "{errors}");
        assert!(errors.contains("cannot use 'throw' with exceptions disabled"), "{errors}");
        assert_eq!(workspace.files(), ["a.cpp"]);
    }
}

#[test]
fn errors_of_post_link_leave_no_object() {
    let source = KERNEL.replace("*p = 1;", "p = new int;");
    let workspace = Workspace::new(&[("a.cpp", &source)]);
    let errors = workspace.fail("-fsycl -c a.cpp");
    assert!(errors.contains("a.cpp:2:") && errors.contains("error: "), "{errors}");
    assert_eq!(workspace.files(), ["a.cpp"]);
}

#[test]
fn errors_of_all_kernels_come_in_one_run() {
    let kernel = |name: &str, code: &str| format!("sycl::single_task<class {name}>([=] {{ {code} }});\n");
    let kernels: String = ["A", "B", "C"].map(|name| kernel(name, "delete new int;")).concat();
    let main = |kernels: &str| format!("#include <sycl/sycl.hpp>\nint main() {{\n{kernels}}}\n");
    let workspace =
        Workspace::new(&[("a.cpp", &main(&kernels)), ("b.cpp", &main(&(kernel("Thrower", "throw 1;") + &kernels)))]);
    let count = |text: &str, what: &str| text.matches(what).count();
    let errors = workspace.fail("-fsycl -c a.cpp");
    let places = ["A", "B", "C"].map(|name| errors.find(&format!("note: in SYCL kernel 'main::{name}'")));
    assert!(places[0].is_some() && places.is_sorted(), "{errors}");
    // Behind errors of clang, too.
    let errors = workspace.fail("-fsycl -c b.cpp");
    assert_eq!(count(&errors, "cannot use 'throw'"), 1, "{errors}");
    assert_eq!(count(&errors, "cannot use exceptions"), 0, "{errors}");
    assert_eq!(count(&errors, "note: in SYCL kernel"), 3, "{errors}");
    // As many as clang shows.
    let errors = workspace.fail("-fsycl -c a.cpp -ferror-limit=2");
    assert_eq!(count(&errors, " error: SYCL kernel"), 2, "{errors}");
    assert!(errors.ends_with("fatal error: too many errors emitted, stopping now [-ferror-limit=]\n"), "{errors}");
}

#[test]
fn undefined_device_functions_are_found_at_link_time() {
    let source = KERNEL.replace("int main", "int missing(int);\nint main").replace("*p = 1;", "*p = missing(1);");
    let workspace = Workspace::new(&[("a.cpp", &source)]);
    workspace.compile("-fsycl -c a.cpp");
    let errors = workspace.fail("-fsycl a.o -o app");
    assert!(errors.contains("missing(int)"), "{errors}");
    assert!(!workspace.exists("app"));
}

#[test]
fn objects_cut_in_half_are_named() {
    let workspace = Workspace::new(&[("a.cpp", KERNEL)]);
    workspace.compile("-fsycl -c a.cpp");
    let whole = std::fs::read(workspace.path("a.o")).unwrap();
    for cut in [10, 64, whole.len() / 2, whole.len() - 1] {
        std::fs::write(workspace.path("cut.o"), &whole[..cut]).unwrap();
        let errors = workspace.fail("-fsycl cut.o -o app");
        assert!(errors.starts_with("tandem++: error: cut.o: "), "cut at {cut}: {errors}");
        assert!(!workspace.exists("app"));
    }
}

#[test]
fn damaged_device_parts_are_named() {
    let workspace = Workspace::new(&[("a.cpp", KERNEL)]);
    workspace.compile("-fsycl -c a.cpp");
    let mut bytes = std::fs::read(workspace.path("a.o")).unwrap();
    let magic = bytes.windows(7).position(|window| window == b"\x7fTANDEM").unwrap();
    bytes[magic + 100] ^= 1;
    std::fs::write(workspace.path("bad.o"), &bytes).unwrap();
    let errors = workspace.fail("-fsycl bad.o -o app");
    assert_eq!(
        errors,
        "tandem++: error: bad.o: section .tandem.device: device part at byte 0 is damaged (checksum mismatch)\n"
    );
    let archive = workspace.command("ar").args(["rc", "libbad.a", "bad.o"]).status();
    assert!(archive.unwrap().success());
    let errors = workspace.fail("-fsycl libbad.a -o app");
    assert!(errors.starts_with("tandem++: error: libbad.a(bad.o): section"), "{errors}");
}

#[test]
fn command_lines_that_cannot_be_obeyed() {
    let workspace = Workspace::new(&[("a.cpp", KERNEL), ("b.cpp", "")]);
    for (line, message) in [
        ("-fsycl a.cpp -o", "argument to '-o' is missing"),
        (
            "-fsycl -fsycl-targets=amdgcn-amd-amdhsa a.cpp",
            "SYCL target 'amdgcn-amd-amdhsa' is not supported; supported targets are 'spir64', 'spir64_x86_64', \
             'nvptx64', 'spir64_gen' and 'spir64_fpga'",
        ),
        ("-fsycl -c a.cpp b.cpp -o x.o", "cannot specify -o when generating multiple output files"),
        ("-fsycl -fsycl-int-header=x.h -c a.cpp b.cpp", "cannot specify -fsycl-int-header= for several sources"),
    ] {
        assert_eq!(workspace.fail(line), format!("tandem++: error: {message}\n"));
    }
    let errors = workspace.fail("-fsycl -c missing.cpp");
    assert!(errors.contains("no such file or directory: 'missing.cpp'"), "{errors}");
}

#[test]
fn missing_tools_say_what_to_install() {
    let workspace = Workspace::new(&[("a.cpp", KERNEL)]);
    for args in [&["-fsycl", "-c", "a.cpp"][..], &["-c", "a.cpp"], &["--version"]] {
        let output =
            workspace.command(TANDEM_CXX).env("TANDEM_CLANG", workspace.path("no-clang")).args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(stderr(&output).starts_with("tandem++: error: TANDEM_CLANG is set to '"), "{args:?}");
    }
    let output = workspace
        .command(TANDEM_CXX)
        .env("TANDEM_ROOT", workspace.path("nowhere"))
        .args(["-fsycl", "-c", "a.cpp"])
        .output()
        .unwrap();
    assert!(stderr(&output).contains("cannot find sycl/sycl.hpp"), "{}", stderr(&output));
    assert_eq!(workspace.files(), ["a.cpp"]);
}
