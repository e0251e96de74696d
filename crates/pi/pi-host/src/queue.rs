//! Queues, and what their commands wait for.

use crate::owned::{Context, Device, Event, Queue};
use crate::plugin::{PiError, Plugin};
use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::*;

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

    /// The handles of the events, which the list borrows.
    pub fn raw(&self) -> &[PiEvent] {
        &self.raw
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
}
