//! Command lines, and the options that are read from them.

use tandem_command_line::post_link_request::{AddedImage, Split};
use tandem_device_target::Selection;

use super::super::made_up::REGISTRY;
use super::super::words::Phase;
use super::*;

fn parse(line: &str) -> Result<Options, OptionError> {
    Options::parse(line.split_whitespace().map(str::to_owned), REGISTRY)
}

#[track_caller]
fn check_words(line: &str, expected: &[&str]) {
    let options = parse(line).unwrap();
    let words: Vec<_> = options
        .words
        .iter()
        .map(|word| match word {
            Word::Input(Input { path, language }) => match language {
                Some(language) => format!("input {path} as {language}"),
                None => format!("input {path}"),
            },
            Word::Option { role, spelling } => format!("{role:?} {}", spelling.join(" ")),
        })
        .collect();
    assert_eq!(words, expected);
}

#[test]
fn values_are_not_taken_for_inputs() {
    check_words(
        "-I inc -Ia -D X=1 a.cpp -Xlinker b -o out -l m -MF d.d -isystem s -Xclang -foo x.o",
        &[
            "Preprocess -I inc",
            "Preprocess -Ia",
            "Preprocess -D X=1",
            "input a.cpp",
            "Link -Xlinker b",
            "Link -l m",
            "Dependencies -MF d.d",
            "Preprocess -isystem s",
            "Common -Xclang -foo",
            "input x.o",
        ],
    );
}

#[test]
fn front_end_options_of_dpcpp_are_the_drivers() {
    let line = "-Xclang -fsycl-allow-func-ptr -Xclang -fsycl-is-device -Xclang -fenable-sycl-dae \
                -Xclang -fsycl-id-queries-fit-in-int";
    check_words(line, &["Common -Xclang -fsycl-is-device"]);
    assert!(parse(line).unwrap().sycl.ids_fit_in_int);
}

#[test]
fn languages_apply_to_later_inputs() {
    check_words(
        "a.x -x c++ b.x - -xnone c.x -- -d.x",
        &["input a.x", "input b.x as c++", "input - as c++", "input c.x", "input -d.x"],
    );
}

#[test]
fn the_earliest_phase_counts() {
    let phase = |line| parse(line).unwrap().phase;
    assert_eq!(phase("a.cpp"), Phase::Link);
    assert_eq!(phase("-c a.cpp"), Phase::Object);
    assert_eq!(phase("-c -S a.cpp"), Phase::Assembly);
    assert_eq!(phase("-E -c a.cpp"), Phase::HostOnly);
    assert_eq!(phase("-MM a.cpp"), Phase::HostOnly);
    assert_eq!(phase("-c -fsyntax-only a.cpp"), Phase::SyntaxOnly);
}

#[test]
fn sycl_options() {
    let options = parse(
        "-fsycl -fsycl-targets=portable,portable-unknown-unknown \
         -fsycl-device-code-split=per_kernel -Xsycl-target-backend=portable -a -Xsb \
         -Xsycl-target-linker -c -fsycl-unnamed-lambda",
    )
    .unwrap();
    assert!(options.sycl.enabled);
    assert_eq!(options.sycl.split, Split::PerKernel);
    let target = Selection::from(REGISTRY.portable());
    assert_eq!(options.sycl.targets, [target]);
    assert_eq!(options.sycl.compile_options.of(target, &options.sycl.targets), "-a -b");
    assert_eq!(options.sycl.link_options.of(target, &options.sycl.targets), "-c");
    assert_eq!(options.missing, [""; 0]);
    assert_eq!(options.phase, Phase::Link);
    assert!(!parse("-fsycl -fno-sycl").unwrap().sycl.enabled);
}

#[test]
fn options_without_meaning_are_silent() {
    let line = "-fsycl -Wall -Wno-sycl-strict -Wsycl-2017-compat -Werror=sycl-target -sycl-std=2020 \
                -fsycl-unnamed-lambda -fsycl-id-queries-fit-in-int -fno-sycl-device-lib=all -Xspirv-translator -x";
    assert_eq!(parse(line).unwrap().warnings(), [""; 0]);
    check_words(line, &["Host -Wall"]);
}

#[test]
fn the_last_option_about_contraction_counts() {
    let contracts = |line: &str| parse(line).unwrap().device_contracts();
    assert!(contracts("-fsycl -O2") && !contracts("-fsycl -ffp-contract=off"));
    assert!(contracts("-ffp-contract=off -ffp-contract=fast") && contracts("-ffp-contract=off -ffast-math"));
    assert!(!contracts("-ffp-contract=on -ffp-model=strict") && contracts("-ffp-model=precise"));
}

#[test]
fn options_without_effect_warn() {
    let line = "-fsycl -fsycl-default-sub-group-size 16 -fsycl-of-tomorrow";
    assert_eq!(
        parse(line).unwrap().warnings(),
        [
            "argument '-fsycl-default-sub-group-size 16' has no effect [-Wunused-command-line-argument]",
            "argument '-fsycl-of-tomorrow' has no effect [-Wunused-command-line-argument]"
        ]
    );
    assert_eq!(parse(&format!("{line} -w")).unwrap().warnings(), [""; 0]);
}

#[test]
fn options_of_intels_compilers_become_clangs() {
    check_words(
        "-qopenmp -xHost -fp-model precise -fp-model=consistent -ipo -qopt-report=3 -diag-disable 10441 \
         -diag-disable=remark -no-prec-div -x c++ a.cpp -Xs -ipo",
        &[
            "Host -fopenmp",
            "Common -march=native",
            "Host -Wno-invalid-feature-combination",
            "Common -ffp-model=precise",
            "Common -ffp-model=precise",
            "Common -ffp-contract=off",
            "Host -flto",
            "input a.cpp as c++",
        ],
    );
    check_error(
        "-xMIC-AVX512",
        "unknown argument '-xMIC-AVX512', an option of Intel's compilers: use '-march=' with clang's name of the \
         processor",
    );
    check_error(
        "-fp-model double",
        "unknown argument '-fp-model=double', an option of Intel's compilers: use '-ffp-model=' with 'precise', \
         'strict' or 'fast'",
    );
    check_error("-fp-model", "argument to '-fp-model' is missing");
}

#[test]
fn libraries_with_device_code_are_inputs() {
    check_words(
        "-foffload-static-lib=a.a -foffload-whole-static-lib=b.a",
        &["input a.a", "Link -Wl,--whole-archive", "input b.a", "Link -Wl,--no-whole-archive"],
    );
}

#[track_caller]
fn check_error(line: &str, message: &str) {
    assert_eq!(parse(line).unwrap_err().to_string(), message);
}

#[test]
fn errors() {
    check_error("a.cpp -o", "argument to '-o' is missing");
    check_error(
        "-fsycl-targets=portable,slide-rule",
        "SYCL target 'slide-rule' is not supported; supported targets are 'portable' and 'abacus64'",
    );
    check_error(
        "-fsycl-device-code-split=none",
        "invalid value 'none' in '-fsycl-device-code-split='; expected 'off', \
         'per_source', 'per_kernel' or 'auto'",
    );
    check_error(
        "-fsycl-max-parallel-link-jobs=0",
        "invalid value '0' in '-fsycl-max-parallel-link-jobs='; expected a positive number",
    );
}

#[test]
fn images_may_be_added() {
    let options = parse("-fsycl-add-targets=abacus_10:a.beads,slide-rule:b.bin x.cpp").unwrap();
    let image = |target: &str, file: &str| AddedImage { target: target.into(), file: file.into() };
    assert_eq!(options.sycl.added_images, [image("abacus64", "a.beads"), image("slide", "b.bin")]);
    for wrong in ["portable", "portable:", ":a.spv"] {
        assert!(parse(&format!("-fsycl-add-targets={wrong}")).is_err(), "{wrong}");
    }
}
