//! A mutex that the program shares with the runtime is locked while a buffer is in use,
//! on devices with the host's memory and on others.

mod mock;

use std::ffi::c_void;
use std::sync::Arc;
use std::thread::ThreadId;

use mock::*;
use parking_lot::{Condvar, Mutex};
use tandem_runtime::buffer::{Buffer, HostAccess, MutexFunctions};
use tandem_runtime::object::Object;
use tandem_runtime::queue::Queue;
use tandem_runtime::submission::{AccessMode, Arg};

/// A mutex that only its owner may unlock.
#[derive(Default)]
struct Owned {
    owner: Mutex<Option<ThreadId>>,
    free: Condvar,
}

impl Owned {
    fn try_lock(&self) -> bool {
        let mut owner = self.owner.lock();
        let free = owner.is_none();
        if free {
            *owner = Some(std::thread::current().id());
        }
        free
    }

    fn lock(&self) {
        let mut owner = self.owner.lock();
        while owner.is_some() {
            self.free.wait(&mut owner);
        }
        *owner = Some(std::thread::current().id());
    }

    fn unlock(&self) {
        let owner = self.owner.lock().take();
        assert_eq!(owner, Some(std::thread::current().id()), "unlocked by another thread");
        self.free.notify_all();
    }

    fn share(&'static self, buffer: &Buffer) {
        unsafe fn of<'a>(mutex: *mut c_void) -> &'a Owned {
            // SAFETY: `share` passes a mutex that lives for ever.
            unsafe { &*mutex.cast() }
        }
        unsafe extern "C" fn lock(mutex: *mut c_void) {
            // SAFETY: as above.
            unsafe { of(mutex) }.lock();
        }
        unsafe extern "C" fn try_lock(mutex: *mut c_void) -> i32 {
            // SAFETY: as above.
            i32::from(unsafe { of(mutex) }.try_lock())
        }
        unsafe extern "C" fn unlock(mutex: *mut c_void) {
            // SAFETY: as above.
            unsafe { of(mutex) }.unlock();
        }
        let mutex = std::ptr::from_ref(self).cast_mut().cast();
        // SAFETY: the mutex lives for ever.
        unsafe { buffer.set_mutex(mutex, MutexFunctions { lock, try_lock, unlock }) };
    }
}

fn mutex() -> &'static Owned {
    Box::leak(Box::default())
}

fn queues() -> [Arc<Object<Queue>>; 2] {
    [queue(&cpu(), false), queue(&gpu(), false)]
}

/// Memory of the program that other threads change, too.
fn memory(elements: usize) -> &'static mut [u32] {
    Box::leak(vec![0; elements].into_boxed_slice())
}

/// The current contents of memory.
fn seen(data: *const u32) -> u32 {
    // SAFETY: the memory lives for ever, and the mutex keeps others away.
    unsafe { data.read_volatile() }
}

#[test]
fn it_is_locked_from_the_first_use_to_the_end_of_the_last() {
    for queue in queues() {
        let data = memory(1);
        let (ptr, mutex, gate) = (data.as_mut_ptr(), mutex(), new_gate());
        let buffer = buffer_over(data);
        mutex.share(&buffer);
        assert!(mutex.try_lock(), "nothing uses the buffer");
        mutex.unlock();
        launch(&queue, "gate", &[value(gate)], &[update(&buffer)], &[]);
        assert!(!mutex.try_lock());
        launch(&queue, "increment", &[Arg::Access(0)], &[update(&buffer)], &[]);
        open_gate(gate);
        mutex.lock();
        // Without waiting for anything, and without destroying the buffer.
        assert_eq!(seen(ptr), 1);
        // SAFETY: the mutex is locked.
        unsafe { ptr.write_volatile(5) };
        // The program has the mutex: the command has to wait, submitting it has not.
        let event = launch(&queue, "increment", &[Arg::Access(0)], &[update(&buffer)], &[]);
        assert_eq!(seen(ptr), 5);
        mutex.unlock();
        event.wait();
        mutex.lock();
        assert_eq!(seen(ptr), 6, "what the program wrote is what the command read");
        mutex.unlock();
        buffer.finish();
        assert!(mutex.try_lock(), "unlocked when the buffer is gone");
        mutex.unlock();
    }
}

#[test]
fn host_accessors_lock_it() {
    let data = memory(1);
    let (ptr, mutex) = (data.as_mut_ptr(), mutex());
    let buffer = buffer_over(data);
    mutex.share(&buffer);
    let access = HostAccess::begin(&buffer, AccessMode::READ_WRITE).unwrap();
    assert!(!mutex.try_lock());
    // SAFETY: the access is to this element.
    unsafe { access.ptr().cast::<u32>().write(3) };
    access.end();
    mutex.lock();
    assert_eq!(seen(ptr), 3);
    mutex.unlock();
}

#[test]
fn buffers_can_share_it() {
    for queue in queues() {
        let (one, other) = (memory(1), memory(1));
        let (first, second) = (one.as_mut_ptr(), other.as_mut_ptr());
        let buffers = [buffer_over(one), buffer_over(other)];
        let mutex = mutex();
        buffers.iter().for_each(|buffer| mutex.share(buffer));
        for _ in 0..100 {
            launch(&queue, "increment", &[Arg::Access(0)], &[update(&buffers[0]), read(&buffers[1])], &[]);
            launch(&queue, "increment", &[Arg::Access(0)], &[update(&buffers[1]), read(&buffers[0])], &[]);
        }
        buffers.iter().for_each(|buffer| buffer.finish());
        mutex.lock();
        assert_eq!((seen(first), seen(second)), (100, 100));
        mutex.unlock();
    }
}

#[test]
fn a_failure_is_kept_and_unlocks_it() {
    for queue in queues() {
        let data = memory(2);
        let (ptr, mutex) = (data.as_mut_ptr(), mutex());
        let buffer = buffer_over(data);
        mutex.share(&buffer);
        launch(&queue, "fail", &[], &[update(&buffer)], &[]).wait();
        mutex.lock();
        mutex.unlock();
        assert!(HostAccess::begin(&buffer, AccessMode::READ).is_err(), "there is nothing to read");
        buffer.finish();
        mutex.lock();
        assert_eq!(seen(ptr), 0);
        mutex.unlock();
        queue.wait();
        assert!(queue.take_error().is_some());
    }
}

#[test]
fn many_threads_take_turns() {
    let queue = queue(&gpu(), false);
    let data = memory(1);
    let (ptr, mutex) = (data.as_mut_ptr() as usize, mutex());
    let buffer = buffer_over(data);
    mutex.share(&buffer);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for _ in 0..50 {
                    let arg = Arg::Access(0);
                    launch(&queue, "increment", &[arg], &[update(&buffer)], &[]);
                }
            });
            scope.spawn(|| {
                for _ in 0..50 {
                    mutex.lock();
                    let place = ptr as *mut u32;
                    // SAFETY: the mutex is locked.
                    unsafe { place.write_volatile(place.read_volatile() + 1) };
                    mutex.unlock();
                }
            });
        }
    });
    buffer.finish();
    mutex.lock();
    assert_eq!(seen(ptr as *const u32), 300);
    mutex.unlock();
}
