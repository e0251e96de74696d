//! Failed commands of a queue: how the queue detects them, and the asynchronous errors that no
//! handler has taken yet.
//!
//! Each failure of a PI command comes from exactly one source, so it is reported once, no matter
//! who holds or waits for the command's event:
//!
//! * Tandem's own plugins keep the failures of a queue ([`PI_EXT_TANDEM_QUEUE_INFO_FAILURE`]).
//!   Submissions then cost nothing.
//! * With other plugins, the queue keeps the events of its commands and checks their status: such a
//!   plugin's `piQueueFinish` need not report failures.
//!
//! The program queries errors as long as it has the queue. After that, they are passed to the
//! registered handler ([`Failures::abandon`]).
//!
//! The runtime's internal queues add their errors to those of the program's queue that they serve
//! ([`Failures::serve`]).

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use parking_lot::Mutex;
use tandem_pi_abi::constants::*;
use tandem_pi_host as pi;
use tandem_pi_host::{PiError, WaitList};

use super::causes;
use crate::base::error::Error;
use crate::base::user_data::UserData;
use crate::base::{callbacks, workers};

/// Below this many events nothing is looked at to be forgotten.
const SWEEP_MINIMUM: usize = 64;

/// The failures of a queue. Its locks are taken last.
#[derive(Debug)]
pub(crate) struct Failures {
    queue: pi::Queue,
    /// One thread at a time asks the plugin.
    asking: Mutex<()>,
    unreported: Mutex<VecDeque<Error>>,
    /// Commands that may still fail; `None` if the plugin keeps failures.
    watched: Option<Mutex<Watched>>,
    /// The data that the headers attached to the queue.
    user_data: UserData,
    unhandled: OnceLock<Unhandled>,
    /// The failures of the program's queue, if this queue is an internal one.
    served: OnceLock<Arc<Failures>>,
    /// The failures of internal queues that serve this one.
    servants: Mutex<Vec<Weak<Failures>>>,
    /// Whether the program can no longer query errors.
    is_abandoned: AtomicBool,
}

/// The handler of errors that are not queried.
struct Unhandled(Report);

/// Takes errors, in the order in which they came.
pub(crate) type Report = Box<dyn Fn(Vec<Error>) + Send + Sync>;

impl fmt::Debug for Unhandled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Unhandled")
    }
}

#[derive(Debug)]
struct Watched {
    /// With each, whether its failure counts.
    events: Vec<(pi::Event, bool)>,
    sweep_at: usize,
    /// Failures that were found since the queue was last finished.
    found: usize,
}

impl Failures {
    /// Asks the plugin whether it keeps the failures of this queue.
    pub(crate) fn new(queue: &pi::Queue) -> Arc<Self> {
        let watched = Watched { events: Vec::new(), sweep_at: SWEEP_MINIMUM, found: 0 };
        Arc::new(Self {
            queue: queue.clone(),
            asking: Mutex::default(),
            unreported: Mutex::default(),
            watched: queue.take_failure().is_err().then(|| Mutex::new(watched)),
            user_data: UserData::default(),
            unhandled: OnceLock::new(),
            served: OnceLock::new(),
            servants: Mutex::default(),
            is_abandoned: AtomicBool::new(false),
        })
    }

    /// The data that the headers attached to the queue.
    pub(crate) fn user_data(&self) -> &UserData {
        &self.user_data
    }

    /// Sets the handler of errors that are not queried. The first call counts. The handler may be
    /// program code and is called without locks.
    pub(crate) fn set_unhandled(&self, report: Report) {
        let _ = self.unhandled.set(Unhandled(report));
    }

    /// Declares this queue as internal: its commands serve commands of another queue, which gets
    /// their errors. A command that does not run is reported by the command that it serves.
    pub(crate) fn serve(self: &Arc<Self>, served: &Arc<Self>) {
        if self.served.set(served.clone()).is_ok() {
            let mut servants = served.servants.lock();
            servants.retain(|servant| servant.strong_count() != 0);
            servants.push(Arc::downgrade(self));
        }
    }

    /// Whether [`Failures::watch`] needs the event of each command.
    pub(crate) fn needs_events(&self) -> bool {
        self.watched.is_some()
    }

    /// Looks at a command until it is complete. Its failure counts if it is reported, and is known
    /// as the cause of others in any case.
    pub(crate) fn watch(&self, event: &pi::Event, wait: &WaitList<'_>, is_reported: bool) {
        let Some(watched) = &self.watched else { return };
        causes::remember(event, wait);
        let mut watched = watched.lock();
        if watched.events.len() >= watched.sweep_at {
            self.sweep(&mut watched);
            watched.sweep_at = SWEEP_MINIMUM.max(2 * watched.events.len());
        }
        watched.events.push((event.clone(), is_reported));
    }

    /// Adds an error that did not come from PI: of a host task, or of a command that
    /// PI was never given.
    pub(crate) fn record(self: &Arc<Self>, error: Error) {
        self.add(error);
        if self.owner().is_abandoned.load(Ordering::Acquire) {
            self.report_later();
        }
    }

    /// Adds an error without reporting it: the caller may hold locks.
    fn add(&self, error: Error) {
        let is_ignored = self.served.get().is_some() && causes::is_dependent(&error);
        if !is_ignored && !matches!(error, Error::TornDown) {
            self.owner().unreported.lock().push_back(error);
        }
    }

    /// Whose errors these are: those of the queue that this one serves, if there is one.
    fn owner(&self) -> &Self {
        self.served.get().map_or(self, Arc::as_ref)
    }

    /// Records the result of `piQueueFinish`. Failures that the plugin keeps stay there until they
    /// are queried, which makes waiting cheap.
    pub(crate) fn finished(&self, result: Result<(), PiError>) {
        let found = self.watched.as_ref().map_or(0, |watched| {
            let mut watched = watched.lock();
            self.sweep(&mut watched);
            std::mem::take(&mut watched.found)
        });
        // Where the plugin does tell of failed commands, they are known already.
        if let Err(error) = result
            && found == 0
        {
            self.add(error.into());
        }
    }

    /// Takes the oldest error.
    pub(crate) fn take(&self) -> Option<Error> {
        self.collect();
        self.unreported.lock().pop_front()
    }

    /// The program has no handle of the queue any more. Errors are reported, those until now on
    /// this thread, which holds no lock, and others as they come.
    pub(crate) fn abandon(self: &Arc<Self>) {
        self.is_abandoned.store(true, Ordering::Release);
        self.report();
        self.report_rest();
    }

    /// As [`abandon`](Self::abandon), for a thread that may hold locks: the queue goes. Nothing
    /// waits for its commands.
    pub(crate) fn outlive_queue(self: &Arc<Self>) {
        self.is_abandoned.store(true, Ordering::Release);
        self.collect();
        let owner = self.owner();
        if owner.is_abandoned.load(Ordering::Acquire) && !owner.unreported.lock().is_empty() {
            self.report_later();
        }
        self.report_rest();
    }

    fn servants(&self) -> Vec<Arc<Self>> {
        self.servants.lock().iter().filter_map(Weak::upgrade).collect()
    }

    /// Schedules a report of the failures of commands that are still running.
    fn report_rest(self: &Arc<Self>) {
        self.servants().iter().for_each(|servant| servant.report_rest());
        if self.queue.info::<u32>(PI_EXT_ONEAPI_QUEUE_INFO_EMPTY).is_ok_and(|is_empty| is_empty != PI_FALSE) {
            return;
        }
        if let Ok(Some(last)) = self.queue.after(&WaitList::new()).with_event().marker() {
            let (watching, waiting) = (self.clone(), self.clone());
            if last.on_complete(move |_| watching.report_later()).is_err() {
                workers::run(Box::new(move || {
                    let _ = last.wait();
                    waiting.report_later();
                }));
            }
        }
    }

    fn report_later(self: &Arc<Self>) {
        let this = self.clone();
        callbacks::later(move || this.report());
    }

    /// Passes all errors to the handler if the program can no longer query them. No lock may be held.
    pub(crate) fn report(&self) {
        self.collect();
        let owner = self.owner();
        if !owner.is_abandoned.load(Ordering::Acquire) {
            return;
        }
        let errors: Vec<Error> = std::mem::take(&mut *owner.unreported.lock()).into();
        if errors.is_empty() {
            return;
        }
        match owner.unhandled.get() {
            Some(Unhandled(report)) => callbacks::here(|| report(errors)),
            None => errors.iter().for_each(|error| {
                eprintln!("tandem: unhandled asynchronous error: {error}");
            }),
        }
    }

    /// Learns of the failures until now.
    fn collect(&self) {
        self.servants().iter().for_each(|servant| servant.collect());
        match &self.watched {
            Some(watched) => self.sweep(&mut watched.lock()),
            None => {
                let _asking = self.asking.lock();
                while let Ok(Some((code, message))) = self.queue.take_failure() {
                    let backend = self.queue.plugin().backend();
                    self.add(Error::Command { code, message, backend });
                }
            }
        }
    }

    fn sweep(&self, watched: &mut Watched) {
        watched.events.retain(|(event, is_reported)| match event.status() {
            Ok(status) if status.0 > PI_EVENT_COMPLETE.0 => true,
            Ok(PI_EVENT_COMPLETE) | Err(_) => {
                causes::forget(event);
                false
            }
            Ok(_) => {
                watched.found += 1;
                let error = causes::error_of(event);
                if *is_reported {
                    self.add(error);
                }
                false
            }
        });
    }
}
