//! The contract of the driver API as tests.
//!
//! A driver's test program implements [`Subject`] and says
//! `tandem_device_conformance::conformance!(Subject);`. Every rule becomes a test
//! that runs on each device of the subject. Rules of optional groups hold on
//! devices that have the group; what a device must do instead is checked on the
//! others.

pub mod events;
pub mod mappings;
pub mod memory;
pub mod programs;
pub mod queues;
pub mod transfers;
pub mod usm;

use std::sync::Arc;

use tandem_device::{
    Command, Device, Event, HostPtr, InitialContents, Location, MemoryObject, Program, Queue, QueueProperties, Result,
};

/// A driver under test.
pub trait Subject {
    /// Its devices; at least one.
    fn devices() -> Vec<Arc<dyn Device>>;

    /// A program for the device with the kernel `ids`, whose only argument is a
    /// pointer to global memory: the work-item of global id `i` in dimension 0
    /// stores `i + 1` into the `i`-th number of 64 bits.
    fn program(device: &dyn Device) -> Result<Arc<dyn Program>>;
}

/// Makes a test of every rule, for a type that is a [`Subject`].
#[macro_export]
macro_rules! conformance {
    ($subject:ty) => {
        $crate::for_every_rule! { as_tests, $subject }
    };
}

/// Checks every rule on every device.
pub fn every_rule<S: Subject>() {
    for device in &S::devices() {
        for_every_rule! { as_calls, S, device }
    }
}

/// Passes the rules by module to a macro of this crate, behind its arguments.
#[doc(hidden)]
#[macro_export]
macro_rules! for_every_rule {
    ($then:ident, $($args:tt)*) => {
        $crate::$then! { $($args)*;
            memory: no_bytes, alignment, too_much, memory_comes_back, host_transfer;
            transfers: copies, copies_between_buffers, rectangles, fills, filled_rectangles, sub_buffers;
            mappings: reading, writing, discarding, host_memory;
            events: status_and_times, callbacks, user_events;
            queues: in_order, out_of_order, barriers, markers, failures_reach_dependents, failures_are_taken,
                finish, work_outlives_its_queue;
            usm: kinds, first_contents, contents, unknown_addresses;
            programs: kernels, images_of_no_format, launches, groups_of_the_largest_size, empty_ranges, binaries;
        }
    };
}

/// Writes a test for each rule.
#[doc(hidden)]
#[macro_export]
macro_rules! as_tests {
    ($subject:ty; $($module:ident: $($rule:ident),*;)*) => {$(
        mod $module {
            #[allow(unused_imports, reason = "the subject may be named by a path")]
            use super::*;
            $(
                #[test]
                fn $rule() {
                    for device in &<$subject as $crate::Subject>::devices() {
                        $crate::$module::$rule::<$subject>(device);
                    }
                }
            )*
        }
    )*};
}

/// Calls each rule.
#[doc(hidden)]
#[macro_export]
macro_rules! as_calls {
    ($subject:ty, $device:ident; $($module:ident: $($rule:ident),*;)*) => {
        $($($crate::$module::$rule::<$subject>($device);)*)*
    };
}

/// The code of the guide.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/internals/writing-a-driver.md")]
struct Guide;

/// A queue of a device.
pub(crate) fn queue(device: &Arc<dyn Device>, out_of_order: bool) -> Arc<dyn Queue> {
    device.create_queue(QueueProperties { out_of_order, profiling: true }).expect("a queue")
}

/// Submits a command and returns its event.
#[track_caller]
pub(crate) fn submit(queue: &dyn Queue, command: Command, wait: &[Event]) -> Event {
    let mut event = None;
    queue.submit(command, wait, Some(&mut event)).expect("the command is submitted");
    event.expect("an event was asked for")
}

/// Runs a command to its end.
#[track_caller]
pub(crate) fn run(device: &Arc<dyn Device>, command: Command) -> Result<()> {
    submit(&*queue(device, false), command, &[]).wait()
}

/// A buffer with contents.
pub(crate) fn buffer(contents: &[u8]) -> Arc<MemoryObject> {
    MemoryObject::new(contents.len(), InitialContents::Copy(contents)).expect("a buffer")
}

/// A place in a buffer.
pub(crate) fn at(object: &Arc<MemoryObject>, offset: usize) -> Location {
    Location::Buffer { object: Arc::clone(object), offset }
}

/// The host's memory.
pub(crate) fn host(bytes: &mut [u8]) -> Location {
    Location::Host(HostPtr(bytes.as_mut_ptr()))
}

/// What a buffer holds.
#[track_caller]
pub(crate) fn contents(device: &Arc<dyn Device>, object: &Arc<MemoryObject>) -> Vec<u8> {
    let mut bytes = vec![0; object.bytes()];
    let command = Command::Copy { src: at(object, 0), dst: host(&mut bytes), bytes: object.bytes() };
    run(device, command).expect("the buffer can be read");
    bytes
}

/// Bytes that tell where they are.
pub(crate) fn pattern(bytes: usize) -> Vec<u8> {
    (0..bytes).map(|index| (index * 7 + index / 256) as u8).collect()
}
