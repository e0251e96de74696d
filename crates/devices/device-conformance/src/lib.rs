//! The contract of the driver API as tests.
//!
//! A driver's test program describes the driver as a [`Subject`] and calls
//! [`main`]. Every rule of [`GROUPS`] becomes a test for each device, named
//! `DEVICE/GROUP/RULE`. A rule that needs something optional is skipped on
//! devices without it, and says so; all other rules are required.

mod built_in;
mod command_buffers;
mod contexts;
mod cooperation;
mod dependencies;
mod events;
mod failures;
mod fences;
mod host_pipes;
mod image_contents;
mod images;
mod linking;
mod losses;
mod mappings;
mod memory;
mod mipmaps;
mod native;
mod objects;
mod probe;
mod programs;
mod queues;
mod rule;
mod sub_devices;
mod subject;
mod target;
mod transfers;
mod usm;

use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Completion, Trial};

pub use rule::{Group, Need, Rule};
pub use subject::{Image, Subject};
use target::Session;
pub use target::TestedDevice;

/// The groups of rules.
pub const GROUPS: &[Group] = &[
    probe::GROUP,
    contexts::GROUP,
    memory::GROUP,
    objects::GROUP,
    transfers::GROUP,
    mappings::GROUP,
    images::GROUP,
    image_contents::GROUP,
    mipmaps::GROUP,
    events::GROUP,
    dependencies::GROUP,
    queues::GROUP,
    fences::GROUP,
    failures::GROUP,
    losses::GROUP,
    command_buffers::GROUP,
    programs::GROUP,
    cooperation::GROUP,
    linking::GROUP,
    built_in::GROUP,
    usm::GROUP,
    host_pipes::GROUP,
    sub_devices::GROUP,
    native::GROUP,
];

/// Tests every rule on every device. The arguments of the process are those of
/// Rust's test programs (`--list`, names to filter).
pub fn main(subjects: &'static [Subject]) -> ExitCode {
    let mut trials = Vec::new();
    for subject in subjects {
        let session = Arc::new(Session::new(subject));
        for (number, device) in subject.devices.iter().enumerate() {
            for group in GROUPS {
                for rule in group.rules {
                    let session = Arc::clone(&session);
                    let name = format!("{device}/{}/{}", group.name, rule.name);
                    trials.push(Trial::ignorable_test(name, move || Ok(test(rule, &session.target(number)))));
                }
            }
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn test(rule: &Rule, target: &TestedDevice) -> Completion {
    if let Some(reason) = rule.needs.missing(target) {
        return Completion::ignored_with(format!("skipped: {reason}"));
    }
    (rule.check)(target);
    Completion::Completed
}

#[cfg(test)]
mod tests {
    const PAGE: &str = include_str!("../../../../docs/internals/writing-a-driver.md");
    const CODE: &str = include_str!("../tests/guide.rs");

    #[test]
    fn the_guide_shows_its_code() {
        let blocks = PAGE.split("```rust\n").skip(1);
        let blocks: Vec<&str> = blocks.map(|block| block.split("```").next().unwrap_or_default()).collect();
        let (_, code) = CODE.split_once("\n\n").expect("the file begins with a comment");
        assert_eq!(blocks.join("\n"), code);
    }

    #[test]
    fn rules_have_names_of_their_own() {
        for group in super::GROUPS {
            let mut names: Vec<_> = group.rules.iter().map(|rule| rule.name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), group.rules.len(), "{}", group.name);
        }
    }
}
