//! `tandem++` from command line to running program, with the real clang and
//! the real post-link. Only header and runtime are stand-ins.

mod command_line;
mod errors;
mod offline_compilers;
mod precompiled;
mod workspace;

use tandem_llvm_version::LLVM;
use workspace::{TANDEM_CXX, Workspace, stderr, stdout};

const MAIN: &str = "#include <sycl/sycl.hpp>\nint other(int *);\n\
    int main() { int *p = nullptr; sycl::single_task<class A>([=] { *p = 1; }); return other(p); }\n";
const OTHER: &str = "#include <sycl/sycl.hpp>\n\
    int other(int *p) { sycl::single_task<class B>([=] { *p = 2; }); return 0; }\n";
const HOST: &str = "#include <vector>\nint other(int *) { return 0; }\n";

const A: &str = "entry _ZTSZ4mainE1A";
const B: &str = "entry _ZTSZ5otherPiE1B";

/// The kernels that a program registers, sorted. Internal ones carry their
/// unit's id, which is cut off.
fn kernels(output: &str) -> Vec<&str> {
    let entries = output.lines().filter(|line| line.starts_with("entry "));
    let mut names: Vec<_> = entries.map(|line| line.split('@').next().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn sources_become_a_program_in_one_call() {
    let workspace = Workspace::new(&[("a.cpp", MAIN), ("b.cpp", OTHER)]);
    workspace.compile("-fsycl -O2 a.cpp b.cpp -o app");
    assert_eq!(kernels(&workspace.run("app")), [A, B]);
    assert_eq!(workspace.files(), ["a.cpp", "app", "b.cpp"]);
}

#[test]
fn objects_and_archives_carry_their_device_part() {
    let workspace = Workspace::new(&[("a.cpp", MAIN), ("b.cpp", OTHER), ("lib/x", "")]);
    workspace.compile("-fsycl -c a.cpp");
    workspace.compile("-fsycl -c b.cpp -o b.obj.o");
    let ar = |args: &[&str]| assert!(workspace.command("ar").args(args).status().unwrap().success());
    ar(&["rc", "lib/libb.a", "b.obj.o"]);
    ar(&["rcT", "thin.a", "b.obj.o"]);
    for inputs in
        ["a.o b.obj.o", "a.o lib/libb.a", "a.o -Llib -lb", "a.o -L lib -l b", "a.o thin.a", "a.cpp lib/libb.a"]
    {
        workspace.compile(&format!("-fsycl {inputs} -o app"));
        assert_eq!(kernels(&workspace.run("app")), [A, B], "{inputs}");
    }
}

#[test]
fn objects_without_device_code_can_be_mixed_in() {
    let workspace = Workspace::new(&[("a.cpp", MAIN), ("c.cpp", HOST)]);
    workspace.compile("-fsycl -c a.cpp c.cpp");
    let clang = workspace.command(LLVM.program("clang++")).args(["-c", "c.cpp", "-o", "clang.o"]).status();
    assert!(clang.unwrap().success());
    for inputs in ["a.o c.o", "a.o clang.o", "a.cpp c.cpp", "a.cpp clang.o"] {
        workspace.compile(&format!("-fsycl {inputs} -o app"));
        assert_eq!(kernels(&workspace.run("app")), [A], "{inputs}");
    }
}

#[test]
fn shared_libraries_register_their_own_images() {
    let workspace = Workspace::new(&[("a.cpp", MAIN), ("b.cpp", OTHER)]);
    workspace.compile("-fsycl -shared -fPIC b.cpp -o libb.so");
    workspace.compile("-fsycl a.cpp ./libb.so -o app");
    assert_eq!(kernels(&workspace.run("app")), [A, B]);
}

#[test]
fn code_split_makes_one_image_per_kernel() {
    let workspace = Workspace::new(&[("a.cpp", MAIN), ("b.cpp", OTHER)]);
    for (split, images) in [("off", 1), ("per_source", 2), ("per_kernel", 2)] {
        workspace.compile(&format!("-fsycl -fsycl-device-code-split={split} a.cpp b.cpp -o app"));
        let output = workspace.run("app");
        assert_eq!(output.matches("image spir64\n").count(), images, "{split}");
        assert_eq!(kernels(&output), [A, B], "{split}");
    }
}

#[test]
fn external_functions_cross_units() {
    let workspace = Workspace::new(&[
        (
            "a.cpp",
            "#include <sycl/sycl.hpp>\nSYCL_EXTERNAL int f(int);\n\
             int main() { int *p = nullptr; sycl::single_task<class A>([=] { *p = f(*p); }); }\n",
        ),
        ("b.cpp", "#include <sycl/sycl.hpp>\nSYCL_EXTERNAL int f(int x) { return 3 * x; }\n"),
    ]);
    workspace.compile("-fsycl -c a.cpp b.cpp");
    workspace.compile("-fsycl a.o b.o -o app");
    assert_eq!(kernels(&workspace.run("app")), ["entry _Z1fi", A]);
}

#[test]
fn link_time_optimization_keeps_device_parts() {
    let workspace = Workspace::new(&[("a.cpp", MAIN), ("b.cpp", OTHER)]);
    workspace.compile("-fsycl -flto -O2 -c a.cpp b.cpp");
    workspace.compile("-fsycl -flto -O2 a.o b.o -o app");
    assert_eq!(kernels(&workspace.run("app")), [A, B]);
}

#[test]
fn relocatable_links_keep_device_parts() {
    let workspace = Workspace::new(&[("a.cpp", MAIN), ("b.cpp", OTHER)]);
    workspace.compile("-fsycl -c a.cpp");
    workspace.compile("-fsycl -r a.o b.cpp -o all.o");
    workspace.compile("-fsycl all.o -o app");
    assert_eq!(kernels(&workspace.run("app")), [A, B]);
}

#[test]
fn images_can_be_linked_apart_from_the_program() {
    let workspace = Workspace::new(&[("a.cpp", MAIN), ("b.cpp", OTHER)]);
    workspace.compile("-fsycl -c a.cpp b.cpp");
    workspace.compile("-fsycl -fsycl-link a.o b.o -o images.o");
    let link = "-L root/lib -Wl,-rpath,root/lib -ltandem a.o b.o images.o -o app";
    workspace.compile(link);
    assert_eq!(kernels(&workspace.run("app")), [A, B]);
}

#[test]
fn dependency_files_name_headers_of_the_device_pass() {
    let kernel =
        "int main() { int *p = nullptr; sycl::single_task<class A>([=]() ATTRIBUTE { *p = 1; }); return 0; }\n";
    let source = |attribute: &str| {
        let kernel = kernel.replace("ATTRIBUTE", attribute);
        format!("#include <sycl/sycl.hpp>\n#ifdef __SYCL_DEVICE_ONLY__\n#include \"device only.h\"\n#endif\n{kernel}")
    };
    let attribute = source("[[sycl::reqd_work_group_size(1)]]");
    let workspace = Workspace::new(&[("a.cpp", &source("")), ("b.cpp", &attribute), ("device only.h", "")]);
    for line in ["-fsycl -c a.cpp -MMD -MP", "-fsycl -c b.cpp -MD -MP -MF a.d", "-fsycl a.cpp -MD -MP -MF a.d -o app"] {
        let _ = std::fs::remove_file(workspace.path("a.d"));
        workspace.compile(line);
        let rules = workspace.read("a.d");
        assert!(rules.lines().any(|line| line.ends_with("  device\\ only.h")), "{line}: {rules}");
        assert!(rules.lines().any(|rule| rule == "device\\ only.h:"), "{line}: {rules}");
    }
}

#[test]
fn dependency_files_are_those_of_clang() {
    let workspace = Workspace::new(&[("src/c.cpp", "#include \"h.h\"\nint main() {}"), ("src/h.h", "")]);
    for line in [
        "-c src/c.cpp -MD -o out.o",
        "-c src/c.cpp -MMD -MP",
        "-c src/c.cpp -MD -MF x.d -MT target",
        "src/c.cpp -MD -o out",
        "src/c.cpp -MMD",
    ] {
        let file = match line {
            _ if line.contains("-MF") => "x.d",
            _ if line.contains("-o") => "out.d",
            _ => "c.d",
        };
        workspace.compile(line);
        let expected = workspace.read(file);
        std::fs::remove_file(workspace.path(file)).unwrap();
        workspace.compile(&format!("-fsycl {line}"));
        assert_eq!(workspace.read(file), expected, "{line}");
    }
}

#[test]
fn other_phases() {
    let workspace = Workspace::new(&[("a.cpp", MAIN)]);
    workspace.compile("-fsycl -S a.cpp");
    assert!(workspace.read("a.s").contains("main:"));
    assert!(workspace.compile("-fsycl -E a.cpp").contains("int main()"));
    assert!(workspace.compile("-fsycl -MM a.cpp").starts_with("a.o: a.cpp"));
    workspace.compile("-fsycl -fsyntax-only a.cpp");
    workspace.compile("-fsycl -fsycl-device-only -S a.cpp");
    assert!(workspace.read("a.ll").contains("define"));
    workspace.compile("-fsycl -fsycl-device-only a.cpp -o a.bc");
    assert!(workspace.exists("a.bc"));
    workspace.compile("-fsycl -c a.cpp -o /dev/null");
    assert_eq!(workspace.files(), ["a.bc", "a.cpp", "a.ll", "a.s"]);
}

#[test]
fn preprocessed_text_tells_device_code_apart() {
    let device = |value| {
        MAIN.replace("int other", &format!("#ifdef __SYCL_DEVICE_ONLY__\nstatic int x = {value};\n#endif\nint other"))
    };
    let workspace = Workspace::new(&[("a.cpp", &device(1)), ("c.cpp", HOST)]);
    let first = workspace.compile("-fsycl -E a.cpp");
    assert_eq!(first, workspace.compile("-fsycl -E a.cpp"));
    workspace.compile("-fsycl -E a.cpp -o a.ii");
    assert_eq!(workspace.read("a.ii"), first);
    workspace.write("a.cpp", &device(2));
    let second = workspace.compile("-fsycl -E a.cpp");
    let text = |output: &str| output.lines().filter(|line| !line.starts_with("//")).collect::<Vec<_>>().join("\n");
    assert_eq!(text(&first), text(&second));
    assert_ne!(first, second);
    assert!(!workspace.compile("-fsycl -E c.cpp").contains("// tandem++"));
    let output = workspace.tandem("-fsycl -c a.ii");
    assert!(output.status.success() && stderr(&output).contains("a.ii: preprocessed for the host"));
}

#[test]
fn standard_input_is_a_source() {
    let workspace = Workspace::new(&[("a.cpp", MAIN), ("c.cpp", HOST)]);
    let mut command = workspace.command(TANDEM_CXX);
    command.args(["-fsycl", "-x", "c++", "-", "-x", "none", "c.cpp", "-o", "app"]);
    command.stdin(std::fs::File::open(workspace.path("a.cpp")).unwrap());
    assert!(command.status().unwrap().success());
    assert_eq!(kernels(&workspace.run("app")), [A]);
}

#[test]
fn kernel_attributes_survive() {
    let source = "#include <sycl/sycl.hpp>\n\
        int main() { sycl::single_task<class A>([]() [[sycl::reqd_work_group_size(8, 4, 2)]] {}); }\n";
    let workspace = Workspace::new(&[("a.cpp", source)]);
    workspace.compile("-fsycl -Wall -fsycl-device-only -S a.cpp");
    let ir = workspace.read("a.ll");
    assert!(ir.contains("sycl_reqd_work_group_size"));
    assert!(ir.contains("{ i32 8, i32 4, i32 2 }"));
    workspace.compile("-fsycl a.cpp -o app");
}

#[test]
fn response_files() {
    let workspace = Workspace::new(&[("a b.cpp", MAIN), ("c.cpp", HOST), ("args", "-fsycl 'a b.cpp' c.cpp\n-o app")]);
    workspace.compile("@args");
    assert_eq!(kernels(&workspace.run("app")), [A]);
}

#[test]
fn temporary_files_can_be_kept() {
    let workspace = Workspace::new(&[("a.cpp", MAIN), ("c.cpp", HOST)]);
    workspace.compile("-fsycl -save-temps a.cpp c.cpp -o app");
    for name in ["a.o", "a.ii", "a-sycl-spir64.bc", "a-sycl-spir64-unit.bc", "app-sycl-spir64-0.spv"] {
        assert!(workspace.exists(name), "{name}: {:?}", workspace.files());
    }
    workspace.compile("-fsycl a.cpp c.cpp -o app -fsycl-dump-device-code=dump");
    assert!(workspace.exists("dump/app-sycl-spir64-0.spv"));
}

#[test]
fn a_dry_run_only_talks() {
    let workspace = Workspace::new(&[("a.cpp", MAIN)]);
    let output = workspace.tandem("-fsycl -### a.cpp missing.o -o app");
    assert!(output.status.success());
    let lines = stderr(&output);
    let lines: Vec<_> = lines.lines().collect();
    assert_eq!(lines.len(), 4, "{lines:#?}");
    for (line, word) in lines.iter().zip(["-fsycl-is-host", "-fsycl-is-device", "tandem-post-link", "-ltandem"]) {
        assert!(line.starts_with(" \"") && line.contains(word), "{line}");
    }
    assert_eq!(workspace.files(), ["a.cpp"]);
}

#[test]
fn verbose_runs_show_the_commands() {
    let workspace = Workspace::new(&[("a.cpp", MAIN), ("c.cpp", HOST)]);
    let output = workspace.tandem("-fsycl -v a.cpp c.cpp -o app");
    assert!(output.status.success());
    // Build systems read the search paths and the linker's command line.
    for word in ["-fsycl-is-device", "#include <...> search starts here:", "ld.lld\""] {
        assert!(stderr(&output).contains(word), "{word}");
    }
}

#[test]
fn without_sycl_it_is_clang() {
    let workspace = Workspace::new(&[("c.cpp", "int main() { return UNKNOWN; }\n")]);
    let clang = |args: &[&str]| workspace.command(LLVM.program("clang++")).args(args).output().unwrap();
    for args in [&["-dumpversion"][..], &["-c", "c.cpp"], &["-print-search-dirs"], &["-DUNKNOWN=0", "c.cpp"]] {
        let (ours, theirs) = (workspace.command(TANDEM_CXX).args(args).output().unwrap(), clang(args));
        assert_eq!(ours.status, theirs.status, "{args:?}");
        assert_eq!(stdout(&ours), stdout(&theirs), "{args:?}");
        assert_eq!(stderr(&ours), stderr(&theirs), "{args:?}");
    }
    assert_eq!(workspace.compile("-fsycl -dumpversion"), workspace.compile("-dumpversion"));
    workspace.compile("-fpreview-breaking-changes -sycl-std=2020 -DUNKNOWN=0 -c c.cpp");
    let version = workspace.compile("--version");
    assert!(version.contains(&format!("clang version {}", LLVM.major())), "{version}");
    assert!(version.ends_with(&format!("Tandem {}\n", env!("CARGO_PKG_VERSION"))), "{version}");
}
