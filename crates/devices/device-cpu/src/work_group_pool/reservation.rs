//! Reservations of workers by launches whose work-groups wait for each other. Such launches run concurrently as long as
//! there is a thread for each of their work-groups.

use parking_lot::{Condvar, Mutex};

/// The reservations of all launches of a pool.
#[derive(Default)]
pub(super) struct Reservations {
    /// Held by the launch whose turn it is: launches start in the order in which they came.
    turn: Mutex<()>,
    reserved: Mutex<usize>,
    ended: Condvar,
}

/// Workers of a launch, until it is dropped.
pub(super) struct Reservation<'a> {
    all: &'a Reservations,
    workers: usize,
}

impl Reservations {
    /// Waits until at least `workers` of `all` workers are unreserved, and reserves that number. Returns `None` if
    /// there are never enough.
    pub(super) fn take(&self, workers: usize, all: usize) -> Option<Reservation<'_>> {
        if workers > all {
            return None;
        }
        let _turn = self.turn.lock();
        let mut reserved = self.reserved.lock();
        while *reserved + workers > all {
            self.ended.wait(&mut reserved);
        }
        *reserved += workers;
        Some(Reservation { all: self, workers })
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        *self.all.reserved.lock() -= self.workers;
        self.all.ended.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn no_more_is_reserved_than_there_is() {
        let reservations = Reservations::default();
        let taken = AtomicUsize::new(0);
        thread::scope(|scope| {
            for workers in [0, 1, 2, 3] {
                let (reservations, taken) = (&reservations, &taken);
                scope.spawn(move || {
                    for _ in 0..1000 {
                        let reservation = reservations.take(workers, 3).unwrap();
                        assert!(taken.fetch_add(workers, Ordering::Relaxed) + workers <= 3);
                        taken.fetch_sub(workers, Ordering::Relaxed);
                        drop(reservation);
                    }
                });
            }
        });
        assert!(reservations.take(4, 3).is_none());
        let _both = (reservations.take(2, 3).unwrap(), reservations.take(1, 3).unwrap());
    }
}
