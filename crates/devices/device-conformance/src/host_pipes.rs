//! Host pipes, whose rings the rules make themselves.

use std::sync::Arc;

use tandem_device::{
    Command, DevicePtr, Error, HostPipeCommand, HostPtr, Location, PipeDirection, Result, UsmKind, Work,
};

use crate::rule::{Group, Need, Rule};
use crate::target::{TestedDevice, host};

/// The rules.
pub const GROUP: Group = Group {
    name: "host_pipes",
    rules: &[
        Rule {
            name: "order",
            text: "words leave a pipe as they entered it, and commands that do not wait say that it is empty or full",
            needs: Need::HostPipes,
            check: order,
        },
        Rule {
            name: "waiting",
            text: "a command that waits for a word does not keep that from being written on another queue",
            needs: Need::HostPipes,
            check: waiting,
        },
        Rule {
            name: "questions_do_not_fail",
            text: "an empty pipe is no failure of the queue, other errors of host pipes are",
            needs: Need::HostPipes,
            check: questions_do_not_fail,
        },
    ],
};

const CAPACITY: usize = 4;
/// Bytes in front of the slots: the description, and a cache line for each position.
const SLOTS: usize = 192;
const SLOT: usize = 8;

/// A pipe of `u32` on a device.
struct Pipe<'a> {
    target: &'a TestedDevice<'a>,
    ring: DevicePtr,
    variable: DevicePtr,
}

impl<'a> Pipe<'a> {
    fn new(target: &'a TestedDevice<'a>) -> Self {
        let usm = target.device().usm().expect("a device with host pipes has USM");
        let bytes = SLOTS + CAPACITY * SLOT;
        let ring = usm.alloc(UsmKind::Device, bytes, 64).expect("device USM");
        let variable = usm.alloc(UsmKind::Device, 8, 8).expect("device USM");
        let mut contents = vec![0; bytes];
        let header = [CAPACITY as u32, 4, SLOT as u32, 4, SLOTS as u32];
        let header: Vec<u8> = header.into_iter().flat_map(u32::to_le_bytes).collect();
        contents[..header.len()].copy_from_slice(&header);
        for (to, mut bytes) in [(ring, contents), (variable, ring.0.to_le_bytes().to_vec())] {
            let count = bytes.len();
            let write = Work::Copy { src: host(&mut bytes), dst: Location::Usm(to), bytes: count };
            target.run(Command::Work(write)).expect("a write");
        }
        Self { target, ring, variable }
    }

    fn command(&self, direction: PipeDirection, word: &mut u32, is_blocking: bool) -> Command {
        Command::Work(Work::HostPipe(Box::new(HostPipeCommand {
            name: Arc::from("numbers"),
            variable: self.variable,
            program: None,
            direction,
            word: HostPtr((&raw mut *word).cast()),
            bytes: 4,
            is_blocking,
        })))
    }

    fn write(&self, mut word: u32) -> Result<()> {
        self.target.run(self.command(PipeDirection::Write, &mut word, false))
    }

    fn read(&self) -> Result<u32> {
        let mut word = 0;
        self.target.run(self.command(PipeDirection::Read, &mut word, false)).map(|()| word)
    }
}

impl Drop for Pipe<'_> {
    fn drop(&mut self) {
        let usm = self.target.device().usm().expect("as before");
        for memory in [self.ring, self.variable] {
            usm.free(memory).expect("it was allocated");
        }
    }
}

fn order(target: &TestedDevice) {
    let pipe = Pipe::new(target);
    for round in 0..3 {
        let empty = pipe.read();
        assert!(matches!(&empty, Err(Error::PipeEmpty(name)) if **name == *"numbers"), "{empty:?}");
        for word in 0..CAPACITY as u32 {
            pipe.write(10 * round + word).expect("there is room");
        }
        let full = pipe.write(0);
        assert!(matches!(&full, Err(Error::PipeFull(name)) if **name == *"numbers"), "{full:?}");
        for word in 0..CAPACITY as u32 {
            assert_eq!(pipe.read().expect("there is a word"), 10 * round + word);
        }
    }
}

fn waiting(target: &TestedDevice) {
    let pipe = Pipe::new(target);
    let (mut read, mut written) = (0, 7);
    let (reader, writer) = (target.queue(false), target.queue(false));
    let reading = reader.submit(pipe.command(PipeDirection::Read, &mut read, true), &[]);
    let writing = writer.submit(pipe.command(PipeDirection::Write, &mut written, true), &[]);
    writing.wait().expect("there is room");
    reading.wait().expect("there is a word");
    assert_eq!(read, 7);
}

fn questions_do_not_fail(target: &TestedDevice) {
    let pipe = Pipe::new(target);
    let queue = target.queue(true);
    let mut word = 0;
    let asked = queue.submit(pipe.command(PipeDirection::Read, &mut word, false), &[]).wait();
    assert!(matches!(asked, Err(Error::PipeEmpty(_))), "{asked:?}");
    assert!(queue.0.take_failure().is_none());
    let mut wrong = pipe.command(PipeDirection::Read, &mut word, true);
    let Command::Work(Work::HostPipe(command)) = &mut wrong else { unreachable!("just made") };
    command.bytes = 2;
    let error = queue.submit(wrong, &[]).wait().expect_err("words have four bytes").to_string();
    assert!(error.contains("numbers"), "{error}");
    assert!(queue.0.take_failure().is_some());
}
