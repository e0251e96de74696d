//! Launches that run only on their calling thread, because they are expected to be short, and the thread that watches
//! them. It hands a launch that takes long to the workers, because its work-groups may wait for those that no thread
//! has taken.

use std::cell::Cell;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use super::job::{Job, JobRef};

/// How often the thread looks while there are launches. One is handed over when two looks see it.
const PAUSE: Duration = Duration::from_millis(2);
/// Looks without a new launch after which the thread sleeps. That is 10 s, since the pauses grow:
/// to be woken delays a launch, and may take the processor that a worker needs.
const IDLE_LOOKS: u32 = 100;
/// The number of threads with separate places.
const PLACES: usize = 64;

/// The launches that are watched.
pub(super) struct Watch {
    places: Box<[LaunchSlot]>,
    /// Whether the thread looks, or will.
    is_awake: AtomicBool,
}

/// The place where a calling thread shows its launch, on separate cache lines.
#[derive(Default)]
#[repr(align(128))]
struct LaunchSlot {
    /// Null while there is none.
    job: AtomicPtr<Job<'static>>,
    /// Launches so far, since several may have the same address.
    launches: AtomicU64,
}

/// A launch that is watched.
pub(super) struct Watched<'a> {
    place: &'a LaunchSlot,
    job: *mut Job<'static>,
}

/// The state at the time when the thread last looked.
pub(super) struct Sight {
    places: Vec<(u64, bool)>,
    /// Looks since there was a launch.
    idle_looks: u32,
}

impl Default for Watch {
    fn default() -> Self {
        let places = (0..PLACES).map(|_| LaunchSlot::default()).collect();
        Self { places, is_awake: AtomicBool::new(false) }
    }
}

impl Watch {
    /// Shows a job at this thread's place. `None` if that belongs to another thread, too, which has
    /// a job there.
    pub(super) fn begin<'a>(&'a self, job: &'a Job<'a>) -> Option<Watched<'a>> {
        let place = &self.places[place_of_this_thread()];
        let job = job.reference().0.cast_mut();
        place.job.compare_exchange(null_mut(), job, Ordering::SeqCst, Ordering::Relaxed).ok()?;
        place.launches.store(place.launches.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        Some(Watched { place, job })
    }

    /// Whether the caller has to wake the thread, after it has shown a job.
    pub(super) fn wakes(&self) -> bool {
        !self.is_awake.load(Ordering::SeqCst) && !self.is_awake.swap(true, Ordering::SeqCst)
    }

    /// Takes the jobs that already existed when the thread looked before. The caller holds the lock that owners of such
    /// jobs wait for, until it has published them.
    pub(super) fn take_overdue(&self, sight: &mut Sight) -> Vec<JobRef> {
        let mut overdue = Vec::new();
        let mut is_idle = true;
        for (place, seen) in self.places.iter().zip(&mut sight.places) {
            let job = place.job.load(Ordering::SeqCst);
            let now = (place.launches.load(Ordering::Relaxed), !job.is_null());
            is_idle &= now == *seen && job.is_null();
            if now == *seen && !job.is_null() && place.take(job) {
                overdue.push(JobRef(job));
            }
            *seen = now;
        }
        sight.idle_looks = if is_idle { sight.idle_looks + 1 } else { 0 };
        overdue
    }

    /// Whether the thread may sleep until it is woken.
    pub(super) fn may_sleep(&self, sight: &mut Sight) -> bool {
        if sight.idle_looks < IDLE_LOOKS {
            return false;
        }
        sight.idle_looks = 0;
        self.is_awake.store(false, Ordering::SeqCst);
        // A job that was added meanwhile may have found the thread awake.
        let is_empty = self.places.iter().all(|place| place.job.load(Ordering::SeqCst).is_null());
        self.is_awake.fetch_or(!is_empty, Ordering::SeqCst);
        is_empty
    }

    /// Whether the thread was woken.
    pub(super) fn is_awake(&self) -> bool {
        self.is_awake.load(Ordering::SeqCst)
    }
}

impl Sight {
    /// The time until the next look.
    pub(super) fn pause(&self) -> Duration {
        PAUSE * (1 + self.idle_looks)
    }
}

impl Default for Sight {
    fn default() -> Self {
        Self { places: vec![(0, false); PLACES], idle_looks: 0 }
    }
}

impl LaunchSlot {
    /// Takes a job away. False if it is not there any more.
    fn take(&self, job: *mut Job<'static>) -> bool {
        self.job.compare_exchange(job, null_mut(), Ordering::SeqCst, Ordering::Relaxed).is_ok()
    }
}

impl Watched<'_> {
    /// Takes the job back. False if it was handed over.
    pub(super) fn end(self) -> bool {
        self.place.take(self.job)
    }
}

/// The number of this thread's place, the same in all pools.
fn place_of_this_thread() -> usize {
    static THREADS: AtomicUsize = AtomicUsize::new(0);
    thread_local!(static PLACE: Cell<usize> = const { Cell::new(PLACES) });
    // A thread that is exiting takes the first place.
    let known = PLACE.try_with(|place| {
        if place.get() == PLACES {
            place.set(THREADS.fetch_add(1, Ordering::Relaxed) % PLACES);
        }
        place.get()
    });
    known.unwrap_or(0)
}
