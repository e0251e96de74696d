//! Applies a function to many items on a bounded number of threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The results of `work` for 0 to `count`, in order; up to `jobs` threads work.
///
/// # Errors
/// The first error in that order; no later work begins after it.
pub fn map<T: Send, E: Send>(
    count: usize,
    jobs: usize,
    work: impl Fn(usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    if jobs < 2 || count < 2 {
        return (0..count).map(work).collect();
    }
    let (next, has_failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let results = Mutex::new(Vec::with_capacity(count));
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(count) {
            scope.spawn(|| {
                while !has_failed.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        break;
                    }
                    let result = work(index);
                    has_failed.fetch_or(result.is_err(), Ordering::Relaxed);
                    results.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::map;

    #[test]
    fn results_are_in_order() {
        for jobs in [0, 1, 3, 100] {
            let squares: Result<Vec<usize>, ()> = map(50, jobs, |n| Ok(n * n));
            assert_eq!(squares.unwrap(), (0..50).map(|n| n * n).collect::<Vec<_>>());
        }
        assert_eq!(map(0, 4, |_| Err::<(), ()>(())), Ok(vec![]));
    }

    #[test]
    fn the_first_error_counts() {
        for jobs in [1, 4] {
            let result: Result<Vec<()>, usize> = map(100, jobs, |n| if n % 7 == 6 { Err(n) } else { Ok(()) });
            assert_eq!(result, Err(6));
        }
    }
}
