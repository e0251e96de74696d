//! The state of the library, which one lock protects.

use std::ffi::c_int;
use std::mem::ManuallyDrop;
use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;
use std::time::Instant;

use opencl_sys::*;
use parking_lot::{Condvar, Mutex, MutexGuard};

use crate::checks::violation;
use crate::config::config;
use crate::handles::is_root_device;
use crate::object::*;

static STATE: OnceLock<Mutex<State>> = OnceLock::new();
/// Something in the state has changed.
pub static CHANGED: Condvar = Condvar::new();

/// The lock. When it is released, waiting threads check again, and callbacks are called.
pub struct Locked(ManuallyDrop<MutexGuard<'static, State>>);

/// Takes the lock.
pub fn lock() -> Locked {
    Locked(ManuallyDrop::new(STATE.get_or_init(|| Mutex::new(State::default())).lock()))
}

impl Locked {
    /// Releases the lock until something has changed.
    pub fn wait(&mut self) {
        CHANGED.wait(&mut self.0);
    }
}

impl Deref for Locked {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}

impl DerefMut for Locked {
    fn deref_mut(&mut self) -> &mut State {
        &mut self.0
    }
}

impl Drop for Locked {
    fn drop(&mut self) {
        let calls = std::mem::take(&mut self.0.calls);
        // SAFETY: it is not used any more.
        unsafe { ManuallyDrop::drop(&mut self.0) };
        CHANGED.notify_all();
        for call in calls {
            call();
        }
    }
}

/// The time of devices and of the host, in nanoseconds.
pub fn now() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64 + 1
}

macro_rules! accessors {
    ($($name:ident, $exclusive:ident: $body:ident, $code:ident;)*) => {
        impl State {
            $(
                /// A live object of this kind.
                pub fn $name(&self, handle: usize) -> Result<&$body, c_int> {
                    match self.objects.get(&handle) {
                        Some(object @ Object { body: Body::$body(found), .. }) if object.is_alive() => Ok(found),
                        _ => Err($code),
                    }
                }

                #[allow(dead_code, reason = "not every kind changes")]
                /// An existing object of this kind, even if only commands use it.
                pub fn $exclusive(&mut self, handle: usize) -> Result<&mut $body, c_int> {
                    match self.objects.get_mut(&handle) {
                        Some(Object { body: Body::$body(found), .. }) => Ok(found),
                        _ => Err($code),
                    }
                }
            )*
        }
    };
}
accessors! {
    context, context_mut: Context, CL_INVALID_CONTEXT;
    queue, queue_mut: Queue, CL_INVALID_COMMAND_QUEUE;
    mem, mem_mut: Mem, CL_INVALID_MEM_OBJECT;
    sampler, sampler_mut: Sampler, CL_INVALID_SAMPLER;
    program, program_mut: Program, CL_INVALID_PROGRAM;
    kernel, kernel_mut: Kernel, CL_INVALID_KERNEL;
    event, event_mut: Event, CL_INVALID_EVENT;
    command_buffer, command_buffer_mut: CommandBuffer, CL_INVALID_COMMAND_BUFFER_KHR;
    sub_device, sub_device_mut: SubDevice, CL_INVALID_DEVICE;
}

impl State {
    /// Adds an object with one reference. It keeps others alive.
    pub fn add(&mut self, body: Body, holds: Vec<usize>) -> usize {
        self.count += 1;
        // Unique addresses that are never reused.
        let handle = 0x0c10_0000_0000 + self.count * 16;
        for held in &holds {
            self.hold(*held);
        }
        self.objects.insert(handle, Object { references: 1, holders: 0, users: 0, holds, body });
        handle
    }

    /// Keeps an object alive. Devices that are no parts of others always are.
    pub fn hold(&mut self, handle: usize) {
        if let Some(object) = self.objects.get_mut(&handle) {
            object.holders += 1;
        }
    }

    /// The opposite of [`State::hold`].
    pub fn unhold(&mut self, handle: usize) {
        if let Some(object) = self.objects.get_mut(&handle) {
            object.holders -= 1;
            self.end(handle);
        }
    }

    /// Keeps an object for a command.
    pub fn begin_use(&mut self, handle: usize) {
        if let Some(object) = self.objects.get_mut(&handle) {
            object.users += 1;
        }
    }

    /// The opposite of [`State::begin_use`].
    pub fn end_use(&mut self, handle: usize) {
        if let Some(object) = self.objects.get_mut(&handle) {
            object.users -= 1;
            self.end(handle);
        }
    }

    /// One more reference of the program.
    pub fn retain(&mut self, handle: usize) {
        if let Some(object) = self.objects.get_mut(&handle) {
            object.references += 1;
        }
    }

    /// Drops one reference of the program, which must not release references that it does not have.
    pub fn release(&mut self, handle: usize) {
        if let Some(object) = self.objects.get_mut(&handle) {
            if object.references == 0 {
                violation(&format!("a {} is released more often than it was retained", object.body.kind()));
            }
            object.references -= 1;
            self.end(handle);
        }
    }

    /// The references of the program.
    pub fn references(&self, handle: usize) -> u32 {
        self.objects.get(&handle).map_or(1, |object| object.references)
    }

    /// Drops an object that nothing refers to.
    fn end(&mut self, handle: usize) {
        let is_over = self.objects.get(&handle).is_some_and(|object| !object.is_alive() && object.users == 0);
        let Some(object) = (if is_over { self.objects.remove(&handle) } else { None }) else { return };
        if let Body::Context(context) = &object.body {
            // The last callback that was set is called first.
            for (function, data) in context.callbacks.iter().rev().copied() {
                // SAFETY: what the program gave for this.
                self.calls.push(Box::new(move || unsafe { function(handle as *mut _, data as *mut _) }));
            }
        }
        if let Body::Kernel(kernel) = &object.body
            && let Ok(program) = self.program_mut(kernel.program)
        {
            program.kernels -= 1;
        }
        for held in object.holds {
            self.unhold(held);
        }
    }

    /// Checks a device, and whether it is one of a context's.
    pub fn device(&self, device: usize) -> Result<(), c_int> {
        if is_root_device(device) { Ok(()) } else { self.sub_device(device).map(|_| ()) }
    }

    /// Checks that a device is one of a context's.
    pub fn device_of(&self, context: usize, device: usize) -> Result<(), c_int> {
        if self.context(context)?.devices.contains(&device) { Ok(()) } else { Err(CL_INVALID_DEVICE) }
    }

    /// The allocation that contains an address, and its start.
    pub fn allocation(&self, address: usize) -> Option<(usize, &Allocation)> {
        let (start, found) = self.allocations.range(..=address).next_back()?;
        (address - start < found.size).then_some((*start, found))
    }

    /// The objects that the program has not released, in words.
    pub fn left(&self) -> Vec<String> {
        let objects = self.objects.values().map(|object| object.body.kind().to_owned());
        let memory = self.allocations.values().map(|allocation| format!("allocation of {} bytes", allocation.size));
        let mut left: Vec<String> = objects.chain(memory).collect();
        left.sort();
        left
    }

    /// Allows the commands of a queue to run.
    pub fn flush(&mut self, queue: usize) {
        if let Ok(queue) = self.queue_mut(queue) {
            queue.flushed = queue.count;
        }
    }

    /// Whether the commands of a queue run without a flush.
    pub fn flushes_itself() -> bool {
        !config().flushes_explicitly
    }
}
