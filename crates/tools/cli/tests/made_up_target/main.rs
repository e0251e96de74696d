//! Targets register themselves: everything from `tandem++` to the wrapper knows the made-up ones of
//! [`targets`], although no line of the compiler names them.
//!
//! This program is `tandem++` and `tandem-post-link` as well as the tests of them: each is a link to it. A distribution
//! with other targets would be a separate program in the same way.

#[allow(dead_code, reason = "the tests of the driver use the rest")]
#[path = "../driver/workspace.rs"]
mod workspace;

mod targets;

use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};
use tandem_compiler::driver;
use tandem_compiler::offload_tools::wrapper;
use tandem_image::property::{PropertySetName, PropertyValue};
use tandem_image::reader::images_in_file;
use tandem_image::{DeviceImage, ImageFormat};
use tandem_post_link::program;

use targets::{CODE_GENERATORS, REGISTRY};
use workspace::{Workspace, stderr, stdout};

const MAIN: &str = "#include <sycl/sycl.hpp>\nint other(int *);\n\
    int main() { int *p = nullptr; sycl::single_task<class A>([=] { *p = 1; }); return other(p); }\n";
const OTHER: &str = "#include <sycl/sycl.hpp>\n\
    int other(int *p) { sycl::single_task<class B>([=] { *p = 2; }); return 0; }\n";
const ONE: &str = "#include <sycl/sycl.hpp>\n\
    int main() { int *p = nullptr; sycl::single_task<class A>([=] { *p = 1; }); }\n";
const ABSTRACT: &str = "#include <sycl/sycl.hpp>\n\
    int main() { int *p = nullptr; sycl::single_task<class Abstract>([=] { *p = 1; }); }\n";
const USES: &str = "#include <sycl/sycl.hpp>\nSYCL_EXTERNAL int plain(int); SYCL_EXTERNAL int secret(int);\n\
    int main() { int *p = nullptr; sycl::single_task<class A>([=] { *p = plain(secret(*p)); }); }\n";
const DEFINES: &str = "#include <sycl/sycl.hpp>\nSYCL_EXTERNAL int plain(int x) { return 3 * x; }\n\
    SYCL_EXTERNAL int secret(int x) { return 4 * x; }\n";

fn main() -> ExitCode {
    let mut args = std::env::args_os();
    let program = args.next().unwrap_or_default();
    match Path::new(&program).file_name().and_then(|name| name.to_str()) {
        Some("tandem++") => return driver::main(args.collect(), REGISTRY),
        Some("tandem-post-link") => {
            return program::main(std::env::args().skip(1).collect(), &REGISTRY, CODE_GENERATORS);
        }
        _ => {}
    }
    let tests: [(&str, fn()); 8] = [
        ("one_program_has_images_for_several_targets", one_program_has_images_for_several_targets),
        ("objects_archives_and_device_links_do_not_depend_on_targets", objects_do_not_depend_on_targets),
        ("options_reach_the_code_generator", options_reach_the_code_generator),
        ("what_a_target_cannot_run_is_left_to_portable_code", what_a_target_cannot_run),
        ("functions_of_other_images", functions_of_other_images),
        ("copies_of_images_are_saved", copies_of_images_are_saved),
        ("help_and_errors_name_them", help_and_errors_name_them),
        ("the_wrapper_knows_them", the_wrapper_knows_them),
    ];
    let trial = |(name, test): (&str, fn())| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    libtest_mimic::run(&Arguments::from_args(), tests.into_iter().map(trial).collect()).exit_code()
}

/// A workspace whose `tandem++` is this program.
fn workspace(files: &[(&str, &str)]) -> Workspace {
    let mut workspace = Workspace::new(files);
    let this = std::env::current_exe().unwrap();
    for name in ["tandem++", "tandem-post-link"] {
        let program = workspace.path("root/bin").join(name);
        std::fs::create_dir_all(program.parent().unwrap()).unwrap();
        // Programs find each other by the place that they are really in.
        if std::fs::hard_link(&this, &program).is_err() {
            std::fs::copy(&this, &program).unwrap();
        }
    }
    workspace.compiler = workspace.path("root/bin/tandem++");
    workspace
}

/// The images in a program or object that was made in a workspace.
fn images(workspace: &Workspace, file: &str) -> Vec<DeviceImage> {
    images_in_file(file, &std::fs::read(workspace.path(file)).unwrap()).unwrap()
}

fn text(image: &DeviceImage) -> &str {
    std::str::from_utf8(&image.bytes).unwrap().trim()
}

fn one_program_has_images_for_several_targets() {
    let workspace = workspace(&[("a.cpp", MAIN), ("b.cpp", OTHER)]);
    let targets = "loom-jacquard-linux,abacus_10,spir64,abacus_13";
    workspace.compile(&format!("-fsycl -O2 -fsycl-device-code-split=off -fsycl-targets={targets} a.cpp b.cpp -o app"));
    let images = images(&workspace, "app");
    let seen: Vec<_> = images.iter().map(|image| (image.target.as_str(), image.format)).collect();
    assert_eq!(
        seen,
        [
            ("loom", ImageFormat::Other(77)),
            ("abacus64", ImageFormat::Native),
            ("spir64", ImageFormat::Spirv),
            ("abacus64", ImageFormat::Native)
        ]
    );
    assert_eq!(text(&images[0]), "07230203");
    assert_eq!(text(&images[1]), "2 kernels, -O2, -rods=10");
    assert_eq!(text(&images[3]), "2 kernels, -O2, -rods=13");
    assert!(images.iter().all(|image| image.entries.len() == 2 && image.exports().count() == 0));
    assert_eq!(images[1].properties.get(PropertySetName::Misc, "rods"), Some(&PropertyValue::U32(1)));
    assert_eq!(images[2].properties.set(PropertySetName::Misc), None);
    assert_eq!(workspace.run("app").matches("image ").count(), 4);
}

fn objects_do_not_depend_on_targets() {
    let workspace = workspace(&[("a.cpp", MAIN), ("b.cpp", OTHER)]);
    workspace.compile("-fsycl -fsycl-targets=abacus64 -c a.cpp b.cpp");
    assert!(workspace.command("ar").args(["rc", "libb.a", "b.o"]).status().unwrap().success());
    workspace.compile("-fsycl -fsycl-device-code-split=off -fsycl-targets=loom a.o libb.a -o app");
    assert_eq!(images(&workspace, "app").iter().map(|image| image.target.as_str()).collect::<Vec<_>>(), ["loom"]);
    workspace.compile("-fsycl -fsycl-link -fsycl-device-code-split=off -fsycl-targets=abacus_13 a.o b.o -o images.o");
    workspace.compile("-fsycl a.o b.o images.o -o app");
    assert_eq!(images(&workspace, "app").iter().map(text).collect::<Vec<_>>(), ["2 kernels, -O2, -rods=13"]);
}

fn options_reach_the_code_generator() {
    let workspace = workspace(&[("a.cpp", MAIN), ("b.cpp", OTHER)]);
    let link = |options: &str| workspace.tandem(&format!("-fsycl a.cpp b.cpp -o app {options}"));
    let output = link(
        "-fsycl-targets=abacus_10,abacus64,spir64 -Xsycl-target-backend=abacus64-unknown-unknown -beads=7 \
         -Xsycl-target-backend=abacus_10 -frob -Xsycl-target-backend=spir64 -g -fsycl-device-code-split=per_kernel",
    );
    // Once in a link, not for each image.
    assert_eq!(stderr(&output), "tandem-post-link: warning: abacus64: `-frob` moves no bead\n");
    let options: Vec<_> = images(&workspace, "app").into_iter().map(|image| image.compile_options).collect();
    assert_eq!(options, ["-rods=10 -beads=7 -frob", "-beads=7", "-g"].repeat(2));
    let output = link("-fsycl-targets=spir64,abacus64 -Xs -beads=0");
    assert!(!output.status.success());
    assert_eq!(stderr(&output), "error: compiling for abacus64: an abacus needs beads\n");
}

fn what_a_target_cannot_run() {
    let workspace = workspace(&[("a.cpp", ABSTRACT)]);
    let output = workspace.tandem("-fsycl -fsycl-targets=abacus64,spir64 a.cpp -o app");
    let (start, end) = ("tandem-post-link: warning: no code for abacus64: _ZTSZ4mainE8Abstract@", " has no number\n");
    assert!(stderr(&output).starts_with(start) && stderr(&output).ends_with(end), "{}", stderr(&output));
    assert!(output.status.success());
    assert_eq!(images(&workspace, "app").len(), 1);
    let errors = workspace.fail("-fsycl -fsycl-targets=abacus64 a.cpp -o app");
    assert!(errors.starts_with("error: compiling for abacus64: ") && errors.ends_with(end), "{errors}");
}

fn functions_of_other_images() {
    let workspace = workspace(&[("uses.cpp", USES), ("defines.cpp", DEFINES)]);
    // Of a link, functions are in the image of each kernel.
    workspace.compile("-fsycl -fsycl-targets=abacus64 uses.cpp defines.cpp -o app");
    assert!(text(&images(&workspace, "app")[0]).starts_with("1 kernels"));
    // A library offers what its targets can; the rest is portable.
    workspace.compile("-fsycl -fsycl-targets=loom,abacus64 -shared -fPIC defines.cpp -o libdefines.so");
    let library = images(&workspace, "libdefines.so");
    let exports: Vec<_> = library.iter().map(|image| (image.target.as_str(), image.exports().count())).collect();
    assert_eq!(exports, [("loom", 1), ("spir64", 2)]);
    assert_eq!(library[0].exports().collect::<Vec<_>>(), ["_Z5plaini"]);
    // A program that uses them has no self-contained image.
    let output = workspace.tandem("-fsycl -fsycl-targets=abacus64,spir64 uses.cpp ./libdefines.so -o app");
    assert!(stderr(&output).contains("no code for abacus64: it needs to be linked with the image that defines _Z"));
    assert_eq!(images(&workspace, "app").iter().map(|image| image.target.as_str()).collect::<Vec<_>>(), ["spir64"]);
}

fn copies_of_images_are_saved() {
    let workspace = workspace(&[("a.cpp", ONE)]);
    workspace.compile("-fsycl -fsycl-targets=loom,abacus_10,abacus64 -fsycl-dump-device-code=dump a.cpp -o app");
    assert_eq!(workspace.read("dump/app-sycl-loom-0.card").trim(), "07230203");
    assert_eq!(workspace.read("dump/app-sycl-abacus_10-0.beads"), "1 kernels, -O2, -rods=10");
    assert_eq!(workspace.read("dump/app-sycl-abacus64-0.beads"), "1 kernels, -O2, ");
}

fn help_and_errors_name_them() {
    let workspace = workspace(&[("a.cpp", MAIN), ("b.cpp", OTHER), ("c.beads", "7")]);
    let help = workspace.compile("--help");
    assert!(
        help.contains(
            "  abacus64                               beads on rods (-beads=N); processors: abacus_10, abacus_13\n"
        ),
        "{help}"
    );
    assert_eq!(
        workspace.fail("-fsycl -fsycl-targets=nothing a.cpp"),
        "tandem++: error: SYCL target 'nothing' is not supported; supported targets are 'spir64', 'abacus64', 'loom' \
         and 'slide_rule'\n"
    );
    assert_eq!(
        workspace.fail("-fsycl -fsycl-targets=slide_rule a.cpp b.cpp"),
        "tandem-post-link: error: this installation has no code generator for SYCL target 'slide_rule'\n"
    );
    workspace.compile("-fsycl -fsycl-add-targets=abacus_10:c.beads a.cpp b.cpp -o app");
    let added = images(&workspace, "app").pop().unwrap();
    assert_eq!((added.target.as_str(), text(&added)), ("abacus64", "7"));
    let output = workspace.tandem("-fsycl -### -fsycl-targets=abacus_13 a.cpp");
    assert!((stdout(&output) + &stderr(&output)).contains("--target\" \"abacus_13\""), "{}", stderr(&output));
}

fn the_wrapper_knows_them() {
    let workspace = workspace(&[("a.beads", "1 kernel")]);
    let (input, output) = (workspace.path("a.beads"), workspace.path("w.o"));
    let wrap = |options: &str| {
        let words = options.split_whitespace().map(str::to_owned);
        let files = ["-o".to_owned(), output.display().to_string(), input.display().to_string()];
        wrapper::wrap(&wrapper::Request::parse(words.chain(files), &REGISTRY).unwrap()).unwrap();
        images(&workspace, "w.o").remove(0)
    };
    let image = wrap("-kind=sycl -target=abacus_10 -format=native");
    assert_eq!((image.target.as_str(), image.format, text(&image)), ("abacus64", ImageFormat::Native, "1 kernel"));
    assert_eq!(wrap("-kind=sycl").target, "spir64");
}
