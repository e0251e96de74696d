//! Copies to host memory, and kernels that may assert, that commands of other lanes depend on. A small
//! copy is in its stream only on the way to a slot; it is delivered when its lane is looked at. The same
//! look finds a failed assertion. A command that waited for one of them in another stream is complete
//! only when that was done, too.

use std::sync::{Arc, Weak};

use crate::command_stream::CommandStream;

/// What the commands of a lane wait for in other lanes, while copies to host memory are on their way.
#[derive(Default)]
pub struct Followed(Vec<Follower>);

struct Follower {
    /// Number of the command that waits.
    number: u64,
    /// Where, and for which command. A lane that is gone has delivered all it had.
    lane: Weak<CommandStream>,
    until: u64,
}

impl Followed {
    /// The command with this number waits for command `until` of another lane.
    pub fn add(&mut self, number: u64, lane: &Arc<CommandStream>, until: u64) {
        self.0.push(Follower { number, lane: Arc::downgrade(lane), until });
    }

    /// What commands up to this one wait for.
    pub fn until(&self, number: u64) -> Vec<(Arc<CommandStream>, u64)> {
        let waiting = self.0.iter().filter(|follower| follower.number <= number);
        waiting.filter_map(|follower| Some((follower.lane.upgrade()?, follower.until))).collect()
    }

    /// What commands up to this one wait for was delivered.
    pub fn forget(&mut self, number: u64) {
        self.0.retain(|follower| follower.number > number);
    }

    /// Whether no command waits.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Has delivered what a command of a lane follows, also by way of further lanes. The device has passed
/// the command, and so all that it follows.
///
/// A thread that returns from here knows that everything is delivered, whichever thread did it: nothing is
/// forgotten before.
pub fn deliver_followed(lane: &CommandStream, number: u64) {
    let mut reached = lane.followed(number);
    let mut next = 0;
    while let Some((other, until)) = reached.get(next).cloned() {
        next += 1;
        for (further, until) in other.followed(until) {
            let is_own = std::ptr::eq(&raw const *further, lane);
            let is_known = reached.iter().any(|(known, number)| Arc::ptr_eq(known, &further) && *number >= until);
            if !is_own && !is_known {
                reached.push((further, until));
            }
        }
    }
    for (other, until) in reached {
        other.retire_alone(until);
    }
}
