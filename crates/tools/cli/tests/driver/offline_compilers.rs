//! Targets whose code other vendors' programs make. Stand-ins write their arguments down, and their
//! output is a name and their input.

use std::os::unix::fs::PermissionsExt as _;
use std::process::Output;

use tandem_image::reader::images_in_file;
use tandem_image::{DeviceImage, ImageFormat};

use crate::workspace::{Workspace, stderr, stdout};

const ONE: &str = "#include <sycl/sycl.hpp>\n\
    int main() { int *p = nullptr; sycl::single_task<class A>([=] { *p = 1; }); }\n";

const OCLOC: &str = "echo ocloc: note >&2; { printf gen; cat \"$4\"; } > \"$2\"";
const AOC: &str = "{ printf fpga; cat \"$3\"; } > \"$2\"";

/// A workspace with programs in its folder `bin`.
fn workspace(programs: &[(&str, &str)]) -> Workspace {
    let workspace = Workspace::new(&[("a.cpp", ONE)]);
    for (name, script) in programs {
        let path = format!("bin/{name}");
        let arguments = "{ printf '%s' \"${0##*/}\"; printf '|%s' \"$@\"; echo; } >> arguments";
        workspace.write(&path, &format!("#!/bin/sh\n{arguments}\n{script}\n"));
        std::fs::set_permissions(workspace.path(&path), std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    workspace
}

/// Runs `tandem++` with these words, and with the programs of the workspace in `PATH`.
fn tandem(workspace: &Workspace, words: &[&str]) -> Output {
    let path = std::env::var_os("PATH").unwrap();
    let folders = [workspace.path("bin")].into_iter().chain(std::env::split_paths(&path));
    let mut command = workspace.command(&workspace.compiler);
    command.env("PATH", std::env::join_paths(folders).unwrap()).env_remove("INTELFPGAOCLSDKROOT");
    command.arg("-fsycl").args(words).output().unwrap()
}

#[track_caller]
fn link(workspace: &Workspace, words: &[&str]) -> String {
    let output = tandem(workspace, words);
    assert!(output.status.success(), "{}", stderr(&output));
    stderr(&output)
}

/// The arguments that the programs were called with, where paths are `FOLDER/name`.
fn arguments(workspace: &Workspace) -> Vec<String> {
    let text = workspace.read("arguments");
    std::fs::remove_file(workspace.path("arguments")).unwrap();
    let without_folder = |word: &str| match word.rsplit_once('/') {
        Some((_, name)) => format!("FOLDER/{name}"),
        None => word.to_owned(),
    };
    text.lines().map(|line| line.split('|').map(without_folder).collect::<Vec<_>>().join(" ")).collect()
}

fn images(workspace: &Workspace, file: &str) -> Vec<DeviceImage> {
    images_in_file(file, &std::fs::read(workspace.path(file)).unwrap()).unwrap()
}

/// Whether an image's bytes are these and then SPIR-V.
fn is_spirv_behind(image: &DeviceImage, start: &str) -> bool {
    let rest = image.bytes.strip_prefix(start.as_bytes());
    rest.is_some_and(|rest| ImageFormat::of_bytes(rest) == ImageFormat::Spirv)
}

const GEN: &str = "ocloc -output FOLDER/module.bin -file FOLDER/module.spv -output_no_suffix -spirv_input";

#[test]
fn ocloc_makes_code_for_intels_gpus() {
    let workspace = workspace(&[("ocloc", OCLOC)]);
    let said = link(&workspace, &["-fsycl-targets=spir64_gen", "a.cpp", "-o", "app", "-Xs", "-device pvc -q"]);
    assert_eq!(said, "ocloc: note\n");
    assert_eq!(arguments(&workspace), [format!("{GEN} -device pvc -q")]);
    let images = images(&workspace, "app");
    assert_eq!(images.len(), 1);
    let image = &images[0];
    assert_eq!((image.target.as_str(), image.format), ("spir64_gen", ImageFormat::Native));
    assert!(is_spirv_behind(image, "gen") && image.entries.len() == 1);
    // Drivers would refuse them.
    assert_eq!([&image.compile_options, &image.link_options], ["", ""]);
    assert_eq!(workspace.run("app").matches("image ").count(), 1);
}

#[test]
fn options_for_ocloc() {
    let workspace = workspace(&[("ocloc", OCLOC)]);
    let words = ["-fsycl-targets=spir64,spir64_gen-unknown-unknown", "-O0", "-g", "a.cpp", "-o", "app"];
    let options = ["-Xsycl-target-backend=spir64_gen", "-device pvc -options '-cl-fast-relaxed-math -x'"];
    let rest = ["-Xsycl-target-backend", "-q", "-Xsycl-target-linker=spir64_gen", "-l", "-Xsycl-target-backend=spir64"];
    link(&workspace, &[&words[..], &options, &rest, &["-y"]].concat());
    let expected = "-options -cl-opt-disable -g -cl-fast-relaxed-math -x -device pvc -q -l";
    assert_eq!(arguments(&workspace), [format!("{GEN} {expected}")]);
    let images = images(&workspace, "app");
    let seen: Vec<_> = images.iter().map(|image| (image.target.as_str(), image.compile_options.as_str())).collect();
    assert_eq!(seen, [("spir64", "-cl-opt-disable -g -y"), ("spir64_gen", "")]);
}

#[test]
fn names_of_gpus_share_an_image() {
    let workspace = workspace(&[("ocloc", OCLOC)]);
    link(&workspace, &["-fsycl-targets=intel_gpu_pvc", "a.cpp", "-o", "app"]);
    assert_eq!(arguments(&workspace), [format!("{GEN} -device pvc")]);
    let targets = "-fsycl-targets=intel_gpu_pvc,spir64,intel_gpu_acm_g10,intel_gpu_12_0_0";
    link(&workspace, &[targets, "a.cpp", "-o", "app", "-Xs-q"]);
    assert_eq!(arguments(&workspace), [format!("{GEN} -device pvc,acm_g10,tgllp -q")]);
    let images = images(&workspace, "app");
    assert_eq!(images.iter().map(|image| image.target.as_str()).collect::<Vec<_>>(), ["spir64_gen", "spir64"]);
    let output = tandem(&workspace, &[targets, "a.cpp", "-Xsycl-target-backend=intel_gpu_acm_g10", "-q"]);
    assert_eq!(
        stderr(&output),
        "tandem-post-link: error: SYCL targets 'intel_gpu_pvc' and 'intel_gpu_acm_g10' share an image and need the same options\n"
    );
}

const FPGA: &str = "aoc -o FOLDER/module.aocx FOLDER/module.spv -sycl";

#[test]
fn aoc_makes_code_for_fpgas() {
    let workspace = workspace(&[("aoc", AOC)]);
    link(&workspace, &["-fsycl-targets=spir64_fpga", "a.cpp", "-o", "app", "-Xshardware", "-Xsboard=a10"]);
    assert_eq!(arguments(&workspace), [format!("{FPGA} -hardware -board=a10")]);
    let images = images(&workspace, "app");
    assert_eq!((images.len(), images[0].target.as_str()), (1, "spir64_fpga"));
    assert!(is_spirv_behind(&images[0], "fpga"));
}

#[test]
fn device_links_for_fpgas_have_two_halves() {
    let workspace = workspace(&[("aoc", AOC)]);
    link(&workspace, &["-c", "a.cpp"]);
    let target = "-fsycl-targets=spir64_fpga";
    let options = "-Xsycl-target-backend=spir64_fpga";
    link(&workspace, &[target, "-fsycl-link=early", "a.o", "-o", "early.o", options, "-seed=3"]);
    let early = "aoc -o FOLDER/module.aocr FOLDER/module.spv -sycl -rtl -seed=3";
    assert_eq!(arguments(&workspace), [early]);
    assert_eq!(images(&workspace, "early.o")[0].target, "fpga_aocr");
    let output = tandem(&workspace, &[target, "a.o", "early.o", "-o", "app"]);
    assert_eq!(
        stderr(&output),
        "tandem-post-link: error: early.o: its images for fpga_aocr come from an early device link; finish them with \
         -fsycl-link=image\n"
    );
    link(&workspace, &[target, "-fsycl-link=image", "early.o", "-o", "image.o", options, "-seed=4"]);
    assert_eq!(arguments(&workspace), ["aoc -o FOLDER/module.aocx FOLDER/module.aocr -sycl -seed=4"]);
    link(&workspace, &["a.o", "image.o", "-o", "app"]);
    let images = images(&workspace, "app");
    assert_eq!((images.len(), images[0].target.as_str(), images[0].entries.len()), (1, "spir64_fpga", 1));
    assert!(is_spirv_behind(&images[0], "fpgafpga"));
    // Without a first half, it is the whole link.
    link(&workspace, &[target, "-fsycl-link=image", "a.o", "-o", "whole.o"]);
    assert_eq!(arguments(&workspace), [FPGA]);
    let output = tandem(&workspace, &[target, "-fsycl-link=image", "whole.o", "-o", "x.o"]);
    assert_eq!(
        stderr(&output),
        "tandem-post-link: error: whole.o: no image comes from an early device link (-fsycl-link=early)\n"
    );
}

#[test]
fn other_targets_have_no_early_device_link() {
    let workspace = workspace(&[]);
    let output = tandem(&workspace, &["-fsycl-link=early", "a.cpp", "-o", "a.o"]);
    assert_eq!(
        stderr(&output),
        "tandem++: error: -fsycl-link=early: none of the SYCL targets 'spir64' has a device link in two steps; use \
         'spir64_fpga'\n"
    );
    assert!(!output.status.success() && !workspace.exists("a.o"));
}

#[test]
fn programs_that_are_not_installed() {
    let workspace = workspace(&[]);
    let fails = |words: &[&str]| {
        let mut command = workspace.command(&workspace.compiler);
        // This machine may have the programs.
        command.env("PATH", workspace.path("bin")).env_remove("INTELFPGAOCLSDKROOT");
        let output = command.arg("-fsycl").args(words).args(["a.cpp", "-o", "app"]).output().unwrap();
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), ""));
        stderr(&output)
    };
    // SPIR-V as a second target makes no difference: the program was asked for.
    let gpu = fails(&["-fsycl-targets=spir64,intel_gpu_pvc"]);
    assert_eq!(
        gpu,
        "error: compiling for spir64_gen: the compiler `ocloc` is not in PATH; Debian's package intel-opencl-icd has \
         it, so do Intel's packages intel-ocloc and the oneAPI toolkit\n"
    );
    let fpga = fails(&["-fsycl-targets=spir64_fpga"]);
    assert!(fpga.starts_with("error: compiling for spir64_fpga: the compiler `aoc` is not in PATH; "), "{fpga}");
    assert_eq!(fpga.lines().count(), 1);
    let device = fails(&["-fsycl-targets=spir64_gen"]);
    assert!(device.starts_with("error: compiling for spir64_gen: no device is named: "), "{device}");
}

#[test]
fn programs_that_fail() {
    let workspace = workspace(&[("ocloc", "echo 'unknown device'; echo 'bad' >&2; exit 3"), ("aoc", "true")]);
    let fails = |words: &[&str]| stderr(&tandem(&workspace, &[words, &["a.cpp", "-o", "app"]].concat()));
    let said = "ocloc ends with exit status: 3: unknown device\nbad\n";
    assert_eq!(fails(&["-fsycl-targets=intel_gpu_pvc"]), format!("error: compiling for spir64_gen: {said}"));
    let warning = format!("tandem-post-link: warning: no code for spir64_gen: {said}");
    assert_eq!(fails(&["-fsycl-targets=intel_gpu_pvc,spir64"]), warning);
    let nothing = fails(&["-fsycl-targets=spir64_fpga"]);
    let start = "error: compiling for spir64_fpga: aoc succeeds, but its output cannot be read: ";
    assert!(nothing.starts_with(start), "{nothing}");
}
