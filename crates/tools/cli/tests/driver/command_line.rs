//! The command line as users of DPC++ and `icpx` expect it.

use tandem_llvm_version::LLVM;

use crate::workspace::{TANDEM_CXX, Workspace, stderr, stdout};

const SYCL: &str = "#include <sycl/sycl.hpp>\n\
    int main() { int *p = nullptr; sycl::single_task<class A>([=] { *p = 1; }); return 0; }\n";
const HOST: &str = "int main() { return 0; }\n";

/// Options of projects for DPC++ that mean nothing here.
const SILENT: &str = "-Wno-sycl-strict -Wsycl-2017-compat -Werror=sycl-target -Wno-error=sycl-strict -sycl-std=2020 \
    -sycl-std=121 -fsycl-unnamed-lambda -fno-sycl-unnamed-lambda -fsycl-id-queries-fit-in-int \
    -fno-sycl-id-queries-fit-in-int -fno-sycl-instrument-device-code -fno-sycl-device-lib=all \
    -fsycl-device-lib-jit-link -fno-sycl-early-optimizations -fsycl-range-rounding=disable -fsycl-embed-ir \
    -fsycl-allow-func-ptr=defined -fsycl-fp32-prec-sqrt --offload-compress -ftarget-compile-fast \
    -Xspirv-translator -opt";

#[test]
fn options_that_mean_nothing_are_silent() {
    let workspace = Workspace::new(&[("a.cpp", SYCL), ("c.cpp", HOST)]);
    for source in ["a.cpp", "c.cpp"] {
        workspace.compile(&format!("-fsycl -Wall -Wextra -Werror {SILENT} -c {source} -o x.o"));
        workspace.compile(&format!("-fsycl -Wall -Wextra -Werror {SILENT} x.o -o app"));
        workspace.compile(&format!("-fsycl -Wall -Wextra -Werror {SILENT} {source} -o app"));
    }
    // Without -fsycl, too: build systems give all sources the same options.
    workspace.compile(&format!("-Wall -Werror {SILENT} -c c.cpp"));
}

#[test]
fn options_whose_effect_is_missing_warn() {
    let workspace = Workspace::new(&[("a.cpp", SYCL)]);
    let line = "-fsycl -Werror -fsycl-default-sub-group-size=16 -fintelfpga -fsycl-of-tomorrow -c a.cpp";
    let output = workspace.tandem(line);
    assert!(output.status.success());
    let warning =
        |option| format!("tandem++: warning: argument '{option}' has no effect [-Wunused-command-line-argument]\n");
    let expected = ["-fsycl-default-sub-group-size=16", "-fintelfpga", "-fsycl-of-tomorrow"].map(warning).concat();
    assert_eq!(stderr(&output), expected);
    workspace.compile(&format!("{line} -Wno-unused-command-line-argument"));
}

#[test]
fn spellings_of_intels_compilers_are_clangs() {
    let workspace = Workspace::new(&[("a.cpp", SYCL), ("c.cpp", HOST)]);
    let line = "-Wall -Werror -qopenmp-simd -xHost -fp-model precise -qopt-report=3 -diag-disable 10441 \
                -no-prec-div -O2";
    workspace.compile(&format!("-fsycl {line} -c a.cpp"));
    workspace.compile(&format!("{line} -c c.cpp"));
    let output = workspace.tandem("-fsycl -### -qopenmp -ipo -fp-model=consistent -c a.cpp");
    let commands = stderr(&output);
    let host = commands.lines().find(|line| line.contains("-fsycl-is-host")).unwrap();
    for word in ["-fopenmp", "-flto", "-ffp-model=precise", "-ffp-contract=off"] {
        assert!(host.contains(&format!("\"{word}\"")), "{word}: {host}");
    }
    assert_eq!(
        workspace.fail("-c c.cpp -fast"),
        "tandem++: error: unknown argument '-fast', an option of Intel's compilers: use '-O3 -march=native \
         -ffp-model=fast -flto'\n"
    );
}

#[test]
fn sycl_hpp_is_found_as_with_dpcpp() {
    let workspace = Workspace::new(&[("a.cpp", &SYCL.replace("<sycl/sycl.hpp>", "<sycl.hpp>"))]);
    workspace.compile("-fsycl a.cpp -o app");
    assert!(workspace.run("app").contains("entry _ZTSZ4mainE1A"));
    // A header of the project's that has this name comes first.
    workspace.write("own/sycl.hpp", "#include <sycl/sycl.hpp>\n#error mine\n");
    assert!(workspace.fail("-fsycl -Iown -c a.cpp").contains("mine"));
}

#[test]
fn the_library_of_dpcpp_links() {
    let workspace = Workspace::new(&[("a.cpp", SYCL), ("root/lib/libsycl.so", "INPUT(libtandem.so)\n")]);
    for linker in ["", "-fuse-ld=bfd"] {
        workspace.compile(&format!("-fsycl {linker} a.cpp -lsycl -o app"));
        assert!(workspace.run("app").contains("entry _ZTSZ4mainE1A"));
        let needed = workspace.command("readelf").args(["-d", "app"]).output().unwrap();
        assert!(!stdout(&needed).contains("libsycl"), "{}", stdout(&needed));
    }
}

#[test]
fn help_explains_tandems_options_first() {
    let workspace = Workspace::new(&[]);
    let help = workspace.compile("--help");
    assert!(help.starts_with("tandem++: clang++ with SYCL\n\nusage: tandem++ -fsycl "), "{help}");
    for word in
        ["  -fsycl-targets=T,...", "  -Xsycl-target-backend[=T]", &format!("{} --help", LLVM.program("clang++"))]
    {
        assert!(help.contains(word), "{word}");
    }
}

#[test]
fn versions_name_clang_and_tandem() {
    let workspace = Workspace::new(&[("c.cpp", HOST)]);
    let ours = format!("Tandem {}\n", env!("CARGO_PKG_VERSION"));
    let clang = format!("clang version {}", LLVM.major());
    let version = workspace.compile("--version");
    assert!(version.contains(&clang) && version.ends_with(&ours), "{version}");
    for line in ["-v", "-v -c c.cpp", "-fsycl -v -c c.cpp"] {
        let output = stderr(&workspace.tandem(line));
        assert!(output.starts_with(&ours) && output.contains(&clang), "{line}: {output}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_crash() {
    for word in ["--version", "--help"] {
        let mut command = std::process::Command::new(TANDEM_CXX);
        command.arg(word).stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let mut child = command.spawn().expect("tandem++ starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("tandem++ ends");
        assert!(!stderr(&output).contains("panicked"), "{word}: {}", stderr(&output));
    }
}

#[test]
fn sycl_sources_that_fail_without_fsycl_get_a_note() {
    let workspace = Workspace::new(&[("a.cpp", SYCL), ("c.cpp", "int main() { return x; }\n")]);
    let note = "tandem++: note: a.cpp includes <sycl/sycl.hpp>; SYCL sources are compiled with -fsycl\n";
    let messages = workspace.fail("-c a.cpp");
    assert!(messages.contains("'sycl/sycl.hpp' file not found") && messages.ends_with(note), "{messages}");
    assert!(!workspace.fail("-c c.cpp").contains("note"));
    // A compilation that succeeds without it gets none.
    workspace.write("h.cpp", "#include <sycl/sycl.hpp>\n");
    workspace.write("own/sycl/sycl.hpp", "");
    workspace.compile("-c h.cpp -Iown");
    let output = workspace.command(TANDEM_CXX).args(["-fno-sycl", "-c", "a.cpp"]).output().unwrap();
    assert!(stderr(&output).ends_with(note));
}
