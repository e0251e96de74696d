//! The output of `tandem++ --help`.

use std::fmt::Write as _;

use tandem_device_target::Registry;

/// Tandem's options by topic, with their effects.
pub const TOPICS: &[(&str, &[(&str, &str)])] = &[
    (
        "SYCL",
        &[
            ("-fsycl", "compile and link SYCL code (-fno-sycl: not)"),
            ("-fsycl-targets=T,...", "what device code is linked for: some of the targets below, the first by default"),
            (
                "-fsycl-device-code-split=MODE",
                "how kernels are spread over images: auto, off, per_source or per_kernel",
            ),
            ("-fsycl-device-only", "run the device pass alone: bitcode, with -S LLVM IR, with -E text"),
            ("-fsycl-link[=early|image]", "link the device code into an object, and stop"),
            ("-fno-sycl-rdc", "link the device code of each source alone"),
            ("-fno-sycl-dead-args-optimization", "keep kernel arguments that are not used"),
            ("-fsycl-id-queries-fit-in-int", "ids of work-items fit in int"),
            ("-fsycl-max-parallel-link-jobs=N", "threads of the device link"),
            ("-fsycl-add-targets=T:FILE,...", "add device images from files"),
            ("-fsycl-dump-device-code=DIR", "copy the device images to DIR"),
            ("-nolibsycl", "do not link the runtime"),
        ],
    ),
    (
        "Another compiler for the host",
        &[
            ("-fsycl-host-compiler=C", "compile for the host with C"),
            ("-fsycl-host-compiler-options=\"...\"", "its options"),
            ("-fsycl-int-header=FILE", "write the integration header to FILE"),
        ],
    ),
    (
        "Options for the tools behind",
        &[
            ("-Xsycl-target-frontend[=T] \"...\"", "options for clang's device pass"),
            ("-Xsycl-target-backend[=T] \"...\"", "options for compiling device images (also -Xs...)"),
            ("-Xsycl-target-linker[=T] \"...\"", "options for linking device images"),
        ],
    ),
    (
        "What happens",
        &[
            ("-v", "print the versions and the commands, and run them"),
            ("-###", "print the commands"),
            ("-save-temps", "keep the files between them"),
            ("--version", "print the versions of clang and Tandem"),
            ("--clangd", "print a configuration for clangd, the language server"),
        ],
    ),
];

/// The note on options that are neither in [`TOPICS`] nor clang's.
pub const OTHERS: &str = "DPC++'s other options have no effect. Spellings of Intel's compilers (-qopenmp, -xHost, \
                          -fp-model=...) become clang's.";

/// The names of `-fsycl-targets`, each with a description.
pub fn targets(registry: &Registry) -> impl Iterator<Item = (&'static str, String)> {
    registry.targets().map(|target| {
        let processors: Vec<&str> = target.processors.iter().map(|processor| processor.name).collect();
        let description = match processors.as_slice() {
            [] => target.description.to_owned(),
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
    let mut text = "tandem++: clang with SYCL, of Tandem.\n\nusage: tandem++ -fsycl [options] file...\n".to_owned();
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
