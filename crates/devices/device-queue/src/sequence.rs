//! The command buffer of drivers with an [`Executor`](crate::Executor): the commands run in sequence, on one thread,
//! without events in between.

use std::any::Any;

use parking_lot::Mutex;

use tandem_device::{Error, KernelLaunch, NativeCommandBuffer, Recording, Result, SyncPoint, Work};

/// Commands that a [`CommandQueue`](crate::CommandQueue) executes as one command.
pub struct CommandSequence {
    // Executing a command may write to it: launches resolve their arguments in place.
    recording: Mutex<Recording>,
}

impl CommandSequence {
    /// The commands of a recording.
    pub fn new(recording: &Recording) -> Self {
        Self { recording: Mutex::new(recording.clone()) }
    }

    /// Executes the commands of a native buffer, which is a sequence. Commands after a failed one do not run; the first
    /// failure is the result.
    pub(crate) fn execute(
        buffer: &dyn NativeCommandBuffer,
        mut execute: impl FnMut(&mut Work) -> Result<()>,
    ) -> Result<()> {
        let sequence = buffer.as_any().downcast_ref::<Self>();
        let sequence = sequence.ok_or_else(|| Error::Execution("a command buffer of another driver".into()))?;
        let mut recording = sequence.recording.lock();
        let mut failed: Vec<SyncPoint> = Vec::new();
        let mut failure = None;
        for (number, recorded) in (0..).zip(recording.commands_mut()) {
            let result = match &mut recorded.work {
                _ if recorded.after.iter().any(|point| failed.contains(point)) => {
                    failed.push(SyncPoint(number));
                    continue;
                }
                Some(work) => execute(work),
                None => Ok(()),
            };
            if let Err(error) = result {
                failed.push(SyncPoint(number));
                failure.get_or_insert(error);
            }
        }
        failure.map_or(Ok(()), Err)
    }
}

impl NativeCommandBuffer for CommandSequence {
    fn update(&self, at: SyncPoint, launch: &KernelLaunch) -> Result<()> {
        self.recording.lock().replace_launch(at, launch.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
