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
mod linking;
mod losses;
mod mappings;
mod memory;
mod native;
mod objects;
mod probe;
mod programs;
mod queues;
mod rule;
mod sub_devices;
mod target;
mod transfers;
mod usm;

use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Completion, Trial};
use tandem_device::{CodeFormat, CompileRequest, Device, DeviceCode, Driver};

pub use rule::{Group, Need, Rule};
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
    sub_devices::GROUP,
    native::GROUP,
];

/// An image and its bytes.
pub struct Image {
    /// Format of the bytes.
    pub format: CodeFormat,
    /// Target of the device.
    pub target: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

impl Image {
    /// A native image.
    pub fn native(target: &str, bytes: Vec<u8>) -> Self {
        Self { format: CodeFormat::Native, target: target.to_owned(), bytes }
    }

    /// What a driver gets.
    pub fn borrow(&self) -> DeviceCode<'_> {
        DeviceCode { format: self.format, target: &self.target, bytes: &self.bytes }
    }

    /// A request to compile the image without more.
    pub fn request(&self) -> CompileRequest<'_> {
        CompileRequest { image: self.borrow(), options: "", spec_constants: &[] }
    }
}

/// A driver under test.
pub struct Subject {
    /// Names of the devices to test, for the tests, in the order in which the driver
    /// finds them. It may find more, which are the others of rules about two.
    pub devices: &'static [&'static str],

    /// Makes the driver.
    pub driver: fn() -> Box<dyn Driver>,

    /// An image for one of the devices, with these kernels. All numbers have 64 bits; `i` is the global id in dimension 0.
    ///
    /// * `ids(global out)`: `out[i] = i + 1`.
    /// * `places(global out)`: writes `x + (y << 16) + (z << 32)`, the global id, to
    ///   `out[x' + size.x * (y' + size.y * z')]`, where `x'`, `y'` and `z'` are the
    ///   id without the global offset, and `size` is the global size.
    /// * `sum(global out, value, global in, local scratch)`: goes through
    ///   `scratch`, which has a number for each work-item of the group, for `out[i]
    ///   = value + in[i]`.
    pub image: fn(&dyn Device) -> Image,

    /// Two images, where those of the devices have symbols: the first with the kernel
    /// `linked(global out)`, `out[i] = twice(i)`, and the second with the function
    /// `twice`, which doubles a number.
    pub linked: Option<fn(&dyn Device) -> [Image; 2]>,

    /// An image with a kernel whose work-groups wait for each other, where the devices run
    /// such kernels: `rotate(global out)` has `n` work-items in groups of `size`, stores
    /// `out[i] = i + 1`, waits for all groups, and stores `out[n + i] = out[(i + size) % n]`.
    pub cooperative: Option<fn(&dyn Device) -> Image>,

    /// Has a device be lost for its context from now on, as if it had failed; none of a
    /// driver whose devices cannot be lost.
    pub lose: Option<fn(&dyn Device)>,
}

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
