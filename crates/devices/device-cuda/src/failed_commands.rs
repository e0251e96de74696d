//! Commands that have failed without an error of their stream: kernels whose assertions failed. The failure may be
//! found when any later command is retired; the event of the kernel looks it up here.

use std::collections::VecDeque;

use tandem_device::Error;

/// How many are remembered.
const REMEMBERED: usize = 256;

/// The last commands that have failed.
#[derive(Default)]
pub struct FailedCommands(VecDeque<(u64, Error)>);

impl FailedCommands {
    /// The command with this number has failed.
    pub fn add(&mut self, number: u64, error: Error) {
        if self.0.len() == REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back((number, error));
    }

    /// The failure of the command with this number, if it has failed.
    pub fn result_of(&self, number: u64) -> Result<(), Error> {
        let failed = self.0.iter().find(|(failed, _)| *failed == number);
        failed.map_or(Ok(()), |(_, error)| Err(error.clone()))
    }
}
