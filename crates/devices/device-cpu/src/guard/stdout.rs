//! Standard output after a fault inside of a host function that prints: glibc's functions lock it, and the lock is not
//! released when the call is abandoned.

use std::sync::mpsc::channel;
use std::time::Duration;

/// How long another thread waits for the lock before this one is taken for its owner.
const PATIENCE: Duration = Duration::from_millis(200);

unsafe extern "C" {
    #[link_name = "stdout"]
    static STDOUT: *mut libc::FILE;
    fn flockfile(file: *mut libc::FILE);
    fn ftrylockfile(file: *mut libc::FILE) -> i32;
    fn funlockfile(file: *mut libc::FILE);
}

/// Unlocks standard output if a call on this thread was ended that had it locked. The lock counts,
/// and is only known by trying: another thread waits for it, and if it does not come, but this
/// thread gets it once more, this thread has it already.
pub fn release() {
    let (got, received) = channel();
    let waiting = std::thread::Builder::new().name("tandem-stdout".to_owned()).spawn(move || {
        // SAFETY: the stream lives as long as the process, and is unlocked by the thread that locked it.
        unsafe {
            flockfile(STDOUT);
            funlockfile(STDOUT);
        }
        // Nobody may be left who wants to know.
        let _ = got.send(());
    });
    let Ok(waiting) = waiting else { return };
    if received.recv_timeout(PATIENCE).is_err() {
        // SAFETY: as above. This thread unlocks it once for its attempt, and once for the call that was ended.
        unsafe {
            if ftrylockfile(STDOUT) == 0 {
                funlockfile(STDOUT);
                if received.try_recv().is_err() {
                    funlockfile(STDOUT);
                }
            }
        }
    }
    let _ = waiting.join();
}
