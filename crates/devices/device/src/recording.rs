//! The recording that a command buffer is made from: commands in an order in which they could run, each with its
//! predecessors.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::command::{Command, Work};
use crate::error::{Error, Result};
use crate::launch::KernelLaunch;
use crate::native_command_buffer::{NativeCommandBuffer, SyncPoint};

/// A command of a recording.
#[derive(Clone, Debug)]
pub struct RecordedCommand {
    /// Its work. Without work, it only joins its predecessors.
    pub work: Option<Work>,
    /// Its direct predecessors: earlier commands.
    pub after: SmallVec<[SyncPoint; 2]>,
}

/// Commands that are being recorded.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    commands: Vec<RecordedCommand>,
}

impl Recording {
    /// Adds a command whose only predecessors are those at these sync points.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for mappings and replays, which cannot be recorded, and for sync
    /// points that do not exist yet.
    pub fn add(&mut self, command: Command, after: &[SyncPoint]) -> Result<SyncPoint> {
        let work = match command {
            Command::Work(Work::Map(_) | Work::Unmap(_)) | Command::Replay(_) => {
                return Err(Error::Unsupported("a mapping or replay in a command buffer"));
            }
            Command::Work(work) => Some(work),
            Command::Marker | Command::Barrier => None,
        };
        let number = self.commands.len();
        if after.iter().any(|point| point.index() >= number) {
            return Err(Error::Unsupported("a sync point of no earlier command"));
        }
        self.commands.push(RecordedCommand { work, after: SmallVec::from_slice(after) });
        Ok(SyncPoint(number as u32))
    }

    /// The commands, in the order in which they were recorded.
    pub fn commands(&self) -> &[RecordedCommand] {
        &self.commands
    }

    /// The commands, for execution: a launch resolves its arguments in place.
    pub fn commands_mut(&mut self) -> &mut [RecordedCommand] {
        &mut self.commands
    }

    /// Whether no two of the commands could run at the same time.
    pub fn is_chain(&self) -> bool {
        let comes_after = |(index, command): (usize, &RecordedCommand)| {
            index == 0 || command.after.contains(&SyncPoint(index as u32 - 1))
        };
        self.commands.iter().enumerate().all(comes_after)
    }

    /// For each command, whether it has no successors.
    pub(crate) fn is_leaf(&self) -> Vec<bool> {
        let mut is_leaf = vec![true; self.commands.len()];
        for point in self.commands.iter().flat_map(|command| &command.after) {
            is_leaf[point.index()] = false;
        }
        is_leaf
    }

    /// Puts another launch in the place of one.
    ///
    /// # Errors
    /// [`Error::Unsupported`] if there is no launch at `at`.
    pub fn replace_launch(&mut self, at: SyncPoint, launch: KernelLaunch) -> Result<()> {
        match self.commands.get_mut(at.index()) {
            Some(RecordedCommand { work: Some(Work::Kernel(place)), .. }) => **place = launch,
            _ => return Err(Error::Unsupported("an update of a command that is not a launch")),
        }
        Ok(())
    }
}

/// Optional group: command buffers of the device's own.
pub trait CommandBuffers {
    /// Makes a recording ready to be replayed, with [`Command::Replay`]. `None` if the device is
    /// no faster with it than with the single commands. May block and allocate.
    fn finalize(&self, recording: &Recording) -> Result<Option<Arc<dyn NativeCommandBuffer>>>;
}
