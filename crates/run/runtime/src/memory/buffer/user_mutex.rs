//! The mutex that a program shares with the runtime (`property::buffer::use_mutex`,
//! SYCL 2020, 4.7.2.2).
//!
//! ```text
//! submission or host accessor          thread of the period
//!   enter ── first use: starts ───────► try_lock, else lock
//!     │      (waits for try_lock only)    │
//!   registers what it does, behind        └─► settles the event `locked`
//!   the event `locked`                    waits for all uses of the buffers,
//!   Entry dropped ──────────────────────► brings the bytes to the program's memory,
//!                                         unlocks, unless there was another use
//! ```
//!
//! From the first use of a buffer to the end of the last one, a dedicated thread holds the mutex,
//! because a mutex must be unlocked by the thread that locked it. Buffers with the same mutex share
//! a period, or one of them would wait for the other.

use std::ffi::c_void;
use std::sync::{Arc, Weak};

use parking_lot::{Condvar, Mutex};
use smallvec::SmallVec;

use super::BufferCore;
use crate::base::address::Address;
use crate::base::error::{Error, Result};
use crate::base::library::LibraryHold;
use crate::scheduler::event::EventRef;
use crate::scheduler::event::notify_all;

/// The functions of a program's mutex.
#[derive(Clone, Copy, Debug)]
pub struct MutexFunctions {
    /// Blocks until the mutex is locked.
    pub lock: unsafe extern "C" fn(mutex: *mut c_void),
    /// Locks it if it is free; 0 if it is not.
    pub try_lock: unsafe extern "C" fn(mutex: *mut c_void) -> i32,
    /// Unlocks it.
    pub unlock: unsafe extern "C" fn(mutex: *mut c_void),
}

/// A mutex of the program, and the buffers that are in use with it.
#[derive(Debug)]
pub(super) struct UserMutex {
    mutex: Address,
    functions: MutexFunctions,
    /// Where the functions are.
    _library: LibraryHold,
    period: Mutex<Period>,
    changed: Condvar,
}

/// A period for which the mutex is locked.
#[derive(Debug, Default)]
struct Period {
    state: PeriodState,
    buffers: SmallVec<[Arc<BufferCore>; 2]>,
    /// Uses that have not registered what they do.
    entering: usize,
    /// All uses that there ever were.
    entered: u64,
}

#[derive(Debug, Default)]
enum PeriodState {
    /// The runtime does not have the mutex, and no buffer is in use.
    #[default]
    Idle,
    /// A thread looks whether the mutex is free.
    Trying(EventRef),
    /// A thread has the mutex or waits for it. The event is complete once it has it.
    InUse(EventRef),
}

/// A use that is about to register what it does with a buffer.
pub(crate) struct Entry(Arc<UserMutex>);

/// The mutexes of all buffers.
static KNOWN: Mutex<Vec<Weak<UserMutex>>> = Mutex::new(Vec::new());

impl UserMutex {
    /// The one of this address, with these functions where it is new.
    pub(super) fn get(mutex: *mut c_void, functions: MutexFunctions) -> Arc<Self> {
        let mutex = Address::new(mutex);
        let mut known = KNOWN.lock();
        known.retain(|known| known.strong_count() > 0);
        if let Some(found) = known.iter().filter_map(Weak::upgrade).find(|known| known.mutex.get() == mutex.get()) {
            return found;
        }
        let _library = LibraryHold::of(functions.lock as *const c_void);
        let new = Arc::new(Self { mutex, functions, _library, period: Mutex::default(), changed: Condvar::new() });
        known.push(Arc::downgrade(&new));
        new
    }

    /// Begins a use of a buffer. All later registrations with the buffer wait until the mutex is
    /// locked, and the mutex stays locked until they have ended.
    pub(super) fn enter(self: &Arc<Self>, core: &Arc<BufferCore>) -> Result<Entry> {
        let mut period = self.period.lock();
        if matches!(period.state, PeriodState::Idle) {
            let locked = EventRef::pending_on_host();
            let (this, event) = (self.clone(), locked.clone());
            let thread = std::thread::Builder::new().name("tandem-mutex".to_owned());
            thread
                .spawn(move || this.hold(&event))
                .map_err(|error| Error::Invalid(format!("cannot start a thread for the mutex of a buffer: {error}")))?;
            period.state = PeriodState::Trying(locked);
        }
        if !period.buffers.iter().any(|known| Arc::ptr_eq(known, core)) {
            if let PeriodState::Trying(locked) | PeriodState::InUse(locked) = &period.state {
                core.residency().lock().take_from_program(locked);
            }
            period.buffers.push(core.clone());
        }
        period.entered += 1;
        period.entering += 1;
        while matches!(period.state, PeriodState::Trying(_)) {
            self.changed.wait(&mut period);
        }
        Ok(Entry(self.clone()))
    }

    /// Whether this buffer is in use.
    pub(super) fn is_used_by(&self, core: &BufferCore) -> bool {
        self.period.lock().uses(core)
    }

    /// Waits until the mutex was unlocked after the last use of a buffer.
    pub(super) fn wait_for_end(&self, core: &BufferCore) {
        let mut period = self.period.lock();
        while period.uses(core) {
            self.changed.wait(&mut period);
        }
    }

    /// A period, from locking to unlocking.
    fn hold(&self, locked: &EventRef) {
        let (mutex, functions) = (self.mutex.as_mut_ptr(), self.functions);
        // SAFETY: the program promised a mutex, and this thread does not have it.
        let is_free = unsafe { (functions.try_lock)(mutex) != 0 };
        self.period.lock().state = PeriodState::InUse(locked.clone());
        self.changed.notify_all();
        if !is_free {
            // SAFETY: as above.
            unsafe { (functions.lock)(mutex) };
        }
        notify_all(locked.set_complete(None));
        loop {
            let (buffers, entered) = self.registered();
            buffers.iter().for_each(|core| core.give_to_program());
            let mut period = self.period.lock();
            if period.entered == entered {
                period.state = PeriodState::Idle;
                let ended = std::mem::take(&mut period.buffers);
                // SAFETY: this thread has it.
                unsafe { (functions.unlock)(mutex) };
                self.changed.notify_all();
                drop(period);
                // The last reference to a buffer may be among these.
                drop(ended);
                return;
            }
        }
    }

    /// The buffers in use, once all uses have registered what they do, and the uses so far.
    fn registered(&self) -> (SmallVec<[Arc<BufferCore>; 2]>, u64) {
        let mut period = self.period.lock();
        while period.entering > 0 {
            self.changed.wait(&mut period);
        }
        (period.buffers.clone(), period.entered)
    }
}

impl Period {
    fn uses(&self, core: &BufferCore) -> bool {
        self.buffers.iter().any(|known| std::ptr::eq(&raw const **known, core))
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.0.period.lock().entering -= 1;
        self.0.changed.notify_all();
    }
}
