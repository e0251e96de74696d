//! The driver's requests to `tandem-post-link`, as that program's command line.
//!
//! Everything that needs LLVM runs in that process, so that the driver itself
//! starts without loading it, and so that it is loaded while clang still runs:
//! the device pass writes its bitcode into the program's standard input.
//!
//! ```text
//! tandem-post-link unit [unit options] -o OUT                  < bitcode
//! tandem-post-link link [unit options] [link options] -o OUT  [< bitcode]
//! tandem-post-link finish --linked FILE... [--target T --compile-options TEXT --link-options TEXT]... -o OUT
//! tandem-post-link check --parts FILE --linked FILE... -o OUT
//! ```
//!
//! `unit` writes the processed bitcode of one translation unit; the file is empty if the unit has no device code.
//! `link` links units into images and writes the wrapper object: those of a file of device parts
//! (`tandem_offload::fat::encode`, with file names for unit names), and, with unit options, the one on standard input.
//! `finish` continues with the images of early device links, and writes a wrapper object. `check` verifies that images
//! that were linked before are complete for the given units; its result is empty.

mod read;
mod split;
mod task;
mod write;

pub use read::RequestError;
pub use split::Split;
pub use task::{AddedImage, LinkRequest, Request, TargetRequest, Task, UnitRequest};

/// Targets that there are not.
#[cfg(test)]
#[path = "../../../device-target/tests/support/made_up.rs"]
mod made_up;

#[cfg(test)]
mod tests {
    use super::made_up::REGISTRY;
    use super::*;

    fn unit() -> UnitRequest {
        UnitRequest {
            unit: "u1".into(),
            source: "a b.cpp".into(),
            opt_level: 0,
            has_lines: true,
            contracts: false,
            dead_args: false,
            only_check: true,
            error_limit: 20,
            int_header: Some("a.h".into()),
            host_symbols: Some("h".into()),
        }
    }

    fn link() -> LinkRequest {
        LinkRequest {
            unit: None,
            parts: Some("p".into()),
            members: Some("m".into()),
            added: vec![AddedImage { target: "portable".into(), file: "a:b.spv".into() }],
            split: Split::PerKernel,
            rdc: false,
            jobs: 8,
            opt_level: 3,
            targets: [("portable", "-a -b"), ("abacus_10", "")]
                .map(|(target, options)| TargetRequest {
                    target: REGISTRY.find(target).unwrap(),
                    compile_options: options.into(),
                    link_options: "-l".into(),
                })
                .to_vec(),
            save_prefix: Some("out".into()),
        }
    }

    #[test]
    fn round_trip() {
        for task in [
            Task::Unit(unit()),
            Task::Link(link()),
            Task::Link(LinkRequest { unit: Some(unit()), parts: None, members: None, save_prefix: None, ..link() }),
            Task::Finish { linked: vec!["a.o".into()], targets: link().targets },
            Task::Check { parts: "p".into(), linked: vec!["a.o".into(), "b.o".into()] },
        ] {
            let request = Request { task, output: "o".into() };
            assert_eq!(Request::parse(request.to_args(), &REGISTRY), Ok(request));
        }
    }

    #[track_caller]
    fn check_error(line: &str, message: &str) {
        let error = Request::parse(line.split_whitespace().map(str::to_owned), &REGISTRY).unwrap_err();
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn errors() {
        check_error("", "expected 'unit', 'link', 'finish' or 'check' as first argument");
        check_error("check -o x", "'--parts' is missing");
        check_error("unit -o", "bad argument '-o'");
        check_error("unit -o x", "'--unit' is missing");
        check_error("link --split auto", "'-o' is missing");
        check_error("link --split x -o y", "bad argument '--split x'");
        check_error("link --link-options x -o y", "bad argument '--link-options x'");
        check_error("link --target x -o y", "bad argument '--target x'");
    }
}
