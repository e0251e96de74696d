//! Queues: launches, USM commands, markers.

use std::ffi::c_void;

use crate::owned::{Context, Device, Event, Kernel, Queue};
use crate::plugin::{PiError, Plugin};
use tandem_pi::constants::*;
use tandem_pi::types::*;

/// Events that a command waits for. Borrows them, so that the handles stay
/// valid; small lists need no heap.
#[derive(Clone, Debug, Default)]
pub struct WaitList<'a> {
    raw: smallvec::SmallVec<[PiEvent; 8]>,
    events: std::marker::PhantomData<&'a Event>,
}

impl<'a> WaitList<'a> {
    /// No events.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an event.
    pub fn push(&mut self, event: &'a Event) {
        self.raw.push(event.raw());
    }

    /// The events, of this plugin.
    pub fn events(&self, plugin: &'static Plugin) -> Vec<Event> {
        // SAFETY: live events, which the list borrows; those that are made are never released twice.
        let retained = |&raw: &PiEvent| unsafe { Event::retained(plugin, raw) };
        self.raw.iter().filter_map(retained).collect()
    }

    /// Whether there is nothing to wait for.
    pub fn is_empty(&self) -> bool {
        self.raw.is_empty()
    }

    pub(crate) fn len(&self) -> u32 {
        self.raw.len() as u32
    }

    /// PI wants null for an empty list.
    pub(crate) fn as_ptr(&self) -> *const PiEvent {
        if self.raw.is_empty() { std::ptr::null() } else { self.raw.as_ptr() }
    }
}

impl<'a> FromIterator<&'a Event> for WaitList<'a> {
    fn from_iter<I: IntoIterator<Item = &'a Event>>(events: I) -> Self {
        let mut list = Self::new();
        events.into_iter().for_each(|event| list.push(event));
        list
    }
}

/// The index space of a launch, in SPIR-V order (index 0 varies fastest).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    /// Dimensions in use, 1 to 3.
    pub dims: u32,
    /// Work-items.
    pub global: [usize; 3],
    /// Work-items per group; `None` lets the plugin choose.
    pub local: Option<[usize; 3]>,
    /// Added to every global id.
    pub offset: [usize; 3],
    /// The work-groups wait for each other. Only for launches on a queue, with `local`.
    pub is_cooperative: bool,
}

impl Launch {
    /// The work-group size as PI has it: null lets the plugin choose. Valid while the launch is.
    #[inline]
    pub(crate) fn local_ptr(&self) -> *const usize {
        self.local.as_ref().map_or(std::ptr::null(), |local| local.as_ptr())
    }
}

impl Queue {
    /// A queue of one device of a context.
    pub fn new(context: &Context, device: &Device, flags: PiQueueFlags) -> Result<Self, PiError> {
        let plugin = context.plugin();
        let mut properties = [PI_QUEUE_FLAGS, flags.0, 0];
        Self::create(plugin, "piextQueueCreate", |out| {
            // SAFETY: a terminated list of properties and a place for the result.
            unsafe { plugin.piextQueueCreate(context.raw(), device.raw(), properties.as_mut_ptr(), out) }
        })
    }

    /// Waits until every command is complete.
    pub fn finish(&self) -> Result<(), PiError> {
        // SAFETY: a live queue.
        let code = unsafe { self.plugin().piQueueFinish(self.raw()) };
        self.plugin().check("piQueueFinish", code)
    }

    /// Makes sure that every command will start without further calls.
    pub fn flush(&self) -> Result<(), PiError> {
        // SAFETY: a live queue.
        let code = unsafe { self.plugin().piQueueFlush(self.raw()) };
        self.plugin().check("piQueueFlush", code)
    }

    /// The oldest failure of a command that was not taken yet: its code, and the
    /// plugin's text. An error if the plugin does not keep them
    /// ([`PI_EXT_TANDEM_QUEUE_INFO_FAILURE`]). One thread at a time may call this.
    pub fn take_failure(&self) -> Result<Option<(PiResult, String)>, PiError> {
        let bytes = self.info_bytes(PI_EXT_TANDEM_QUEUE_INFO_FAILURE)?;
        Ok(bytes
            .split_first_chunk()
            .map(|(code, text)| (PiResult(i32::from_ne_bytes(*code)), String::from_utf8_lossy(text).into_owned())))
    }

    /// Runs an enqueuing call. With `want_event`, returns the event it creates.
    #[inline]
    pub(crate) fn enqueue(
        &self,
        call: &'static str,
        want_event: bool,
        enqueue: impl FnOnce(*mut PiEvent) -> PiResult,
    ) -> Result<Option<Event>, PiError> {
        if want_event {
            return Event::create(self.plugin(), call, enqueue).map(Some);
        }
        self.plugin().check(call, enqueue(std::ptr::null_mut())).map(|()| None)
    }

    /// Launches a kernel with the arguments that it has now.
    ///
    /// # Safety
    /// The memory that the kernel uses stays valid, and nothing conflicts with
    /// that use, until the launch is complete.
    #[inline]
    pub unsafe fn launch(
        &self,
        kernel: &Kernel,
        launch: &Launch,
        wait: &WaitList<'_>,
        want_event: bool,
    ) -> Result<Option<Event>, PiError> {
        // Both entries take the same arguments.
        macro_rules! enqueue {
            ($entry:ident) => {
                self.enqueue(stringify!($entry), want_event, |event| {
                    // SAFETY: arrays of three, a borrowed wait list; the caller's duty
                    // covers the memory.
                    unsafe {
                        self.plugin().$entry(
                            self.raw(),
                            kernel.raw(),
                            launch.dims,
                            launch.offset.as_ptr(),
                            launch.global.as_ptr(),
                            launch.local_ptr(),
                            wait.len(),
                            wait.as_ptr(),
                            event,
                        )
                    }
                })
            };
        }
        if launch.is_cooperative {
            enqueue!(piextEnqueueCooperativeKernelLaunch)
        } else {
            enqueue!(piEnqueueKernelLaunch)
        }
    }

    /// An event that completes after the events of `wait`, or after everything
    /// before it if there are none. Later commands wait for it too.
    pub fn barrier(&self, wait: &WaitList<'_>) -> Result<Option<Event>, PiError> {
        self.enqueue("piEnqueueEventsWaitWithBarrier", true, |event| {
            // SAFETY: a borrowed wait list.
            unsafe { self.plugin().piEnqueueEventsWaitWithBarrier(self.raw(), wait.len(), wait.as_ptr(), event) }
        })
    }

    /// An event that completes after the events of `wait`, or after everything
    /// before it if there are none.
    pub fn marker(&self, wait: &WaitList<'_>) -> Result<Option<Event>, PiError> {
        self.enqueue("piEnqueueEventsWait", true, |event| {
            // SAFETY: a borrowed wait list.
            unsafe { self.plugin().piEnqueueEventsWait(self.raw(), wait.len(), wait.as_ptr(), event) }
        })
    }

    /// Copies between USM or host addresses.
    ///
    /// # Safety
    /// Both ranges stay valid, and nothing conflicts with their use, until the
    /// copy is complete.
    pub unsafe fn usm_copy(
        &self,
        dst: *mut c_void,
        src: *const c_void,
        bytes: usize,
        wait: &WaitList<'_>,
        want_event: bool,
    ) -> Result<Option<Event>, PiError> {
        self.enqueue("piextUSMEnqueueMemcpy", want_event, |event| {
            // SAFETY: the caller's duty.
            unsafe {
                self.plugin().piextUSMEnqueueMemcpy(
                    self.raw(),
                    PI_FALSE,
                    dst,
                    src,
                    bytes,
                    wait.len(),
                    wait.as_ptr(),
                    event,
                )
            }
        })
    }

    /// Fills USM with one byte value.
    ///
    /// # Safety
    /// As for [`Queue::usm_copy`].
    pub unsafe fn usm_set(
        &self,
        ptr: *mut c_void,
        value: u8,
        bytes: usize,
        wait: &WaitList<'_>,
        want_event: bool,
    ) -> Result<Option<Event>, PiError> {
        self.enqueue("piextUSMEnqueueMemset", want_event, |event| {
            // SAFETY: the caller's duty.
            unsafe {
                self.plugin().piextUSMEnqueueMemset(
                    self.raw(),
                    ptr,
                    i32::from(value),
                    bytes,
                    wait.len(),
                    wait.as_ptr(),
                    event,
                )
            }
        })
    }

    /// Fills `bytes` bytes of USM with a repeated pattern. PI 15.47 has no
    /// linear fill, so this is a 2D fill of one row; where all bytes of the pattern
    /// are equal, it is the call for bytes, which every plugin has.
    ///
    /// # Safety
    /// As for [`Queue::usm_copy`].
    pub unsafe fn usm_fill(
        &self,
        ptr: *mut c_void,
        pattern: &[u8],
        bytes: usize,
        wait: &WaitList<'_>,
        want_event: bool,
    ) -> Result<Option<Event>, PiError> {
        if let Some((&first, rest)) = pattern.split_first()
            && rest.iter().all(|&byte| byte == first)
            && bytes.is_multiple_of(pattern.len())
        {
            // SAFETY: the caller's duty is the same.
            return unsafe { self.usm_set(ptr, first, bytes, wait, want_event) };
        }
        self.enqueue("piextUSMEnqueueFill2D", want_event, |event| {
            // SAFETY: the pattern is copied before the call returns; the rest is
            // the caller's duty.
            unsafe {
                self.plugin().piextUSMEnqueueFill2D(
                    self.raw(),
                    ptr,
                    bytes,
                    pattern.len(),
                    pattern.as_ptr().cast(),
                    bytes,
                    1,
                    wait.len(),
                    wait.as_ptr(),
                    event,
                )
            }
        })
    }

    /// Copies `height` rows of `width` bytes between USM or host addresses.
    ///
    /// # Safety
    /// As for [`Queue::usm_copy`].
    #[allow(clippy::too_many_arguments, reason = "the parameters of PI")]
    pub unsafe fn usm_copy_2d(
        &self,
        dst: *mut c_void,
        dst_pitch: usize,
        src: *const c_void,
        src_pitch: usize,
        width: usize,
        height: usize,
        wait: &WaitList<'_>,
        want_event: bool,
    ) -> Result<Option<Event>, PiError> {
        self.enqueue("piextUSMEnqueueMemcpy2D", want_event, |event| {
            // SAFETY: the caller's duty.
            unsafe {
                self.plugin().piextUSMEnqueueMemcpy2D(
                    self.raw(),
                    PI_FALSE,
                    dst,
                    dst_pitch,
                    src,
                    src_pitch,
                    width,
                    height,
                    wait.len(),
                    wait.as_ptr(),
                    event,
                )
            }
        })
    }

    /// Hints that USM will be used on the queue's device.
    ///
    /// # Safety
    /// The range stays valid until the command is complete.
    pub unsafe fn usm_prefetch(
        &self,
        ptr: *const c_void,
        bytes: usize,
        wait: &WaitList<'_>,
        want_event: bool,
    ) -> Result<Option<Event>, PiError> {
        self.enqueue("piextUSMEnqueuePrefetch", want_event, |event| {
            // SAFETY: the caller's duty.
            unsafe {
                self.plugin().piextUSMEnqueuePrefetch(
                    self.raw(),
                    ptr,
                    bytes,
                    PI_USM_MIGRATION_TBD0,
                    wait.len(),
                    wait.as_ptr(),
                    event,
                )
            }
        })
    }

    /// Gives device-specific advice about the use of USM.
    ///
    /// # Safety
    /// The range stays valid until the command is complete.
    pub unsafe fn usm_advise(
        &self,
        ptr: *const c_void,
        bytes: usize,
        advice: PiMemAdvice,
        want_event: bool,
    ) -> Result<Option<Event>, PiError> {
        self.enqueue("piextUSMEnqueueMemAdvise", want_event, |event| {
            // SAFETY: the caller's duty.
            unsafe { self.plugin().piextUSMEnqueueMemAdvise(self.raw(), ptr, bytes, advice, event) }
        })
    }
}
