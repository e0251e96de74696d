//! The order of a queue's commands, beyond that in its streams.

use std::sync::Arc;

use smallvec::SmallVec;
use tandem_device::{Command, Event, QueueProperties};

use crate::event::CudaEvent;

/// The predecessors of a command, which may fail without effect on it.
pub type After = SmallVec<[Arc<CudaEvent>; 1]>;

/// The commands that later commands may have to wait for.
pub struct Order {
    is_out_of_order: bool,
    /// In order: the last command, while it is on the host. Out of order: all that may be there.
    on_host: Vec<Arc<CudaEvent>>,
    /// Out of order: the last barrier.
    barrier: Option<Arc<CudaEvent>>,
    /// Number of the stream that had the last command.
    last_stream: usize,
}

impl Order {
    /// No commands.
    pub fn new(properties: QueueProperties) -> Self {
        Self { is_out_of_order: properties.out_of_order, on_host: Vec::new(), barrier: None, last_stream: 0 }
    }

    /// The predecessors of a new command.
    pub fn before(&mut self, command: &Command, wait: &[Event]) -> After {
        let is_on_host = |event: &&Arc<CudaEvent>| event.is_on_host();
        if !self.is_out_of_order {
            return self.on_host.iter().filter(is_on_host).cloned().collect();
        }
        self.barrier.take_if(|barrier| barrier.is_final());
        let mut after: After = self.barrier.iter().cloned().collect();
        if command.is_fence() && wait.is_empty() {
            after.extend(self.on_host.iter().filter(is_on_host).cloned());
        }
        after
    }

    /// Whether later commands wait for the event of a command, so that it needs one.
    pub fn needs_event(&self, command: &Command) -> bool {
        self.is_out_of_order && matches!(command, Command::Barrier)
    }

    /// Adds a command with its event, if later ones wait for it.
    pub fn add(&mut self, command: &Command, event: &Arc<CudaEvent>) {
        if self.needs_event(command) {
            self.barrier = Some(Arc::clone(event));
        }
    }

    /// A command is on the host.
    pub fn add_on_host(&mut self, event: &Arc<CudaEvent>) {
        if self.is_out_of_order {
            self.on_host.retain(|event| event.is_on_host());
        } else {
            self.on_host.clear();
        }
        self.on_host.push(Arc::clone(event));
    }

    /// The commands that may be on the host.
    pub fn on_host(&self) -> &[Arc<CudaEvent>] {
        &self.on_host
    }

    /// The number of the next stream, out of `streams`.
    pub fn next_stream(&mut self, streams: usize) -> usize {
        self.last_stream = (self.last_stream + 1) % streams;
        self.last_stream
    }
}
