//! Why commands of plugins that are not Tandem's did not run. Such a plugin says of a command that
//! one that it waited for has failed, but not which. So what each command waits for is remembered
//! until the command is complete, and the first failure of a chain for a while longer.

use std::collections::VecDeque;
use std::sync::{Arc, LazyLock};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use tandem_pi_abi::constants::*;
use tandem_pi_host as pi;
use tandem_pi_host::WaitList;

use crate::base::error::Error;

/// Failed commands that are remembered.
const FAILED: usize = 256;

static COMMANDS: LazyLock<Mutex<Commands>> = LazyLock::new(Mutex::default);

/// Commands by their events. The lock is taken last, and the plugin is not called with it held.
#[derive(Default)]
struct Commands {
    waiting: FxHashMap<pi::Event, Arc<[pi::Event]>>,
    failed: FxHashMap<pi::Event, Arc<Error>>,
    /// Keys of `failed`, the oldest first.
    order: VecDeque<pi::Event>,
}

/// Records a command's dependencies, in addition to those already recorded.
pub(super) fn remember(event: &pi::Event, wait: &WaitList<'_>) {
    if wait.is_empty() {
        return;
    }
    let mut on = wait.events(event.plugin());
    let mut commands = COMMANDS.lock();
    let known = commands.waiting.remove(event);
    on.extend(known.iter().flat_map(|known| known.iter().cloned()));
    commands.waiting.insert(event.clone(), on.into());
}

/// The command is complete.
pub(super) fn forget(event: &pi::Event) {
    let gone = COMMANDS.lock().waiting.remove(event);
    drop(gone);
}

/// Why the command of an event failed, which is complete. If it did not run, the error names the
/// first failure of the chain, as far as it is known.
pub(crate) fn error_of(event: &pi::Event) -> Error {
    if let Some(known) = COMMANDS.lock().failed.get(event) {
        return known.as_ref().clone();
    }
    let own = Error::of_command(event);
    let error =
        if is_unexplained(&own) { first_failure(event).map_or(own, |first| Error::dependency(&first)) } else { own };
    let mut commands = COMMANDS.lock();
    // A command without dependencies reports its own failure each time.
    let Some(waited) = commands.waiting.remove(event) else { return error };
    let oldest = if commands.order.len() < FAILED { None } else { commands.order.pop_front() };
    let oldest = oldest.and_then(|oldest| commands.failed.remove_entry(&oldest));
    commands.failed.insert(event.clone(), Arc::new(error.clone()));
    commands.order.push_back(event.clone());
    drop(commands);
    drop((waited, oldest));
    error
}

/// Follows a chain of commands that did not run to the one that failed.
fn first_failure(event: &pi::Event) -> Option<Arc<Error>> {
    let mut at = event.clone();
    loop {
        let waited = COMMANDS.lock().waiting.get(&at).cloned()?;
        let failed = waited.iter().find(|event| event.status().is_ok_and(|status| status.0 < 0))?;
        let known = COMMANDS.lock().failed.get(failed).cloned();
        let error = known.unwrap_or_else(|| Arc::new(Error::of_command(failed)));
        if !is_unexplained(&error) {
            return Some(error);
        }
        at = failed.clone();
    }
}

/// Whether an error says that the command did not run, since another one has failed.
pub(super) fn is_dependent(error: &Error) -> bool {
    matches!(error, Error::Dependency(_)) || is_unexplained(error)
}

/// Whether an error says no more than that another command has failed.
fn is_unexplained(error: &Error) -> bool {
    matches!(error, Error::Command { code: PI_ERROR_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, .. })
}
