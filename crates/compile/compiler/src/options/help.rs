//! The output of `tandem++ --help`.

use std::fmt::Write as _;

use tandem_device_target::Registry;

/// Tandem's options by topic, with their effects.
pub const TOPICS: &[(&str, &[(&str, &str)])] = &[
    (
        "SYCL",
        &[
            ("-fsycl", "compile and link SYCL code (-fno-sycl turns it off)"),
            ("-fsycl-targets=T,...", "link device code for these targets, listed below (default: the first of them)"),
            ("-fsycl-device-only", "run only the device pass: write bitcode, LLVM IR (-S) or preprocessed text (-E)"),
            ("-fsycl-id-queries-fit-in-int", "assume that ids of work-items fit in int"),
            ("-fno-sycl-dead-args-optimization", "keep unused kernel arguments"),
            ("-nolibsycl", "do not link the SYCL runtime"),
        ],
    ),
    (
        "Device link",
        &[
            ("-fsycl-device-code-split=MODE", "divide kernels into device images: auto, off, per_source or per_kernel"),
            ("-fsycl-link[=early|image]", "link only the device code, into an object"),
            ("-fno-sycl-rdc", "link the device code of each source separately"),
            ("-fsycl-max-parallel-link-jobs=N", "use N threads for the device link"),
            ("-fsycl-add-targets=T:FILE,...", "add device images from files"),
            ("-fsycl-dump-device-code=DIR", "copy the device images to DIR"),
        ],
    ),
    (
        "Another compiler for host code",
        &[
            ("-fsycl-host-compiler=C", "compile host code with C"),
            ("-fsycl-host-compiler-options=\"...\"", "pass options to this compiler"),
            ("-fsycl-int-header=FILE", "write the integration header to FILE"),
        ],
    ),
    (
        "Options passed to other tools",
        &[
            ("-Xsycl-target-frontend[=T] \"...\"", "pass options to clang's device pass"),
            ("-Xsycl-target-backend[=T] \"...\"", "pass options to the compiler of device images (also -Xs...)"),
            ("-Xsycl-target-linker[=T] \"...\"", "pass options to the linker of device images"),
        ],
    ),
    (
        "Diagnostics and output",
        &[
            ("-v", "print the versions, and the commands as they run"),
            ("-###", "print the commands and do not run them"),
            ("-save-temps", "keep intermediate files"),
            ("--version", "print the versions of clang and Tandem"),
            ("--clangd", "print a configuration for the language server clangd"),
        ],
    ),
];

/// The note on options that are neither in [`TOPICS`] nor clang's.
pub const OTHERS: &str = "DPC++'s other options have no effect. Options of Intel's compilers (-qopenmp, -xHost, \
                          ...) are translated to clang's.";

/// The largest number of processors that the help lists. `docs/options.md` has the rest.
const MAX_PROCESSORS: usize = 16;

/// The names of `-fsycl-targets`, each with a description.
pub fn targets(registry: &Registry) -> impl Iterator<Item = (&'static str, String)> {
    registry.targets().map(|target| {
        let processors: Vec<&str> = target.processors.iter().map(|processor| processor.name).collect();
        let description = match processors.as_slice() {
            processors if processors.is_empty() || processors.len() > MAX_PROCESSORS => target.description.to_owned(),
            processors => format!("{}; processors: {}", target.description, processors.join(", ")),
        };
        (target.name, description)
    })
}

/// Writes a line for an option or target, wrapped if it is too long.
fn put_line(text: &mut String, name: &str, meaning: &str) {
    const WIDTH: usize = 120;
    let mut line = format!("  {name:<38}");
    for word in meaning.split(' ') {
        if line.len() + 1 + word.len() > WIDTH {
            *text += line.trim_end();
            line = format!("\n{:40}", "");
        }
        line.extend([" ", word]);
    }
    *text += &line;
    text.push('\n');
}

/// The text. `clang` is the compiler that receives all other options.
pub fn text(clang: &str, registry: &Registry) -> String {
    let mut text = "tandem++: clang++ with SYCL\n\nusage: tandem++ -fsycl [options] file...\n".to_owned();
    for (topic, options) in TOPICS {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n{topic}:");
        for (option, meaning) in *options {
            put_line(&mut text, option, meaning);
        }
    }
    text += "\nTargets of device code:\n";
    for (name, description) in targets(registry) {
        put_line(&mut text, name, &description);
    }
    text += &format!("\n{OTHERS}\nAll other options are clang's: {clang} --help\n");
    text
}

#[cfg(test)]
mod tests {
    use super::super::dpcpp;
    use super::super::made_up::REGISTRY;
    use super::super::spec::Action;
    use super::*;

    #[test]
    fn every_option_that_the_driver_obeys_is_explained() {
        // The other half of a pair, another spelling, or of DPC++'s past.
        const UNSAID: &[&str] = &["-fsycl-rdc", "-fsycl-dead-args-optimization", "-foffload-", "-fno-sycl"];
        let text = text("clang++", &REGISTRY);
        for spec in dpcpp::OPTIONS.iter().filter(|spec| matches!(spec.action, Action::Switch(_) | Action::Set(_))) {
            let name = spec.name.trim_end_matches('=');
            let said = text.contains(name) || UNSAID.iter().any(|unsaid| name.starts_with(unsaid));
            assert!(said, "{name}");
        }
        assert!(text.lines().all(|line| line.len() <= 120), "{text}");
    }
}
