//! Memory does not grow with the number of submissions. The test runs in a separate process, since
//! it counts the objects of the whole mock.

mod mock;

use mock::*;
use tandem_runtime::submission::Arg;

#[test]
fn nothing_grows_with_the_number_of_submissions() {
    let queue = queue(&cpu(), false);
    let (written, only_read) = (buffer(1), buffer(1));
    let kernel = kernel(&queue, "increment");
    let round = || {
        for number in 0..2_000 {
            let accesses = [update(&written), read(&only_read)];
            launch_kernel(&queue, &kernel, &[Arg::Access(0)], &accesses, &[]);
            launch_kernel(&queue, &kernel, &[Arg::Access(0)], &[read(&only_read)], &[]);
            // The size of the records depends on how much runs at the same time.
            if number % 32 == 0 {
                queue.wait();
            }
        }
        drop(contents(&written));
    };
    round();
    let (events, log) = (counts().events, only_read.tracked_accesses());
    (0..4).for_each(|_| round());
    assert!(written.tracked_accesses() <= 2);
    assert!(only_read.tracked_accesses() <= log.max(256));
    assert!(counts().events <= events.max(512));
    assert_eq!(contents(&written), [10_000]);
}
