//! Tells a plugin where the program submitted commands, by a call of Tandem's plugins.

use std::ffi::CStr;

use tandem_pi_abi::constants::PI_EXT_TANDEM_DEVICE_INFO_SOURCE_LOCATION_OF_THREAD;
use tandem_pi_abi::types::{PiExtTandemSourceLocation, PiExtTandemSourceLocationOfThread};

use crate::calls::Inside;
use crate::owned::Device;
use crate::plugin::Plugin;

/// A place in the source of a program, which stays as long as the process.
#[derive(Debug)]
#[repr(transparent)]
pub struct SourceLocation(PiExtTandemSourceLocation);

// SAFETY: it is constant, and so is the text.
unsafe impl Send for SourceLocation {}
// SAFETY: as above.
unsafe impl Sync for SourceLocation {}

/// The location of internal commands, which the runtime adds to a command of the program.
static INTERNAL: SourceLocation =
    SourceLocation(PiExtTandemSourceLocation { file: c"".as_ptr(), file_bytes: 0, line: 0 });

impl SourceLocation {
    /// A line of a file. The name is UTF-8.
    pub fn new(file: &'static CStr, line: u32) -> Result<Self, std::str::Utf8Error> {
        let file_bytes = file.to_str()?.len();
        Ok(Self(PiExtTandemSourceLocation { file: file.as_ptr(), file_bytes, line }))
    }

    /// The file's name.
    #[inline]
    pub fn file(&self) -> &'static CStr {
        // SAFETY: that is what it was made from.
        unsafe { CStr::from_ptr(self.0.file) }
    }

    /// The line in it.
    #[inline]
    pub fn line(&self) -> u32 {
        self.0.line
    }
}

/// Passes the source locations of commands to a device's plugin, if the plugin requests them.
#[derive(Clone, Copy, Debug)]
pub struct SourceLocations {
    plugin: &'static Plugin,
    of_thread: Option<PiExtTandemSourceLocationOfThread>,
}

/// The plugin knows where the commands come from that the thread enqueues as long as this lives.
pub struct CurrentLocation {
    place: *mut *const PiExtTandemSourceLocation,
    // Dropped after the place was cleared.
    _inside: Inside,
}

impl SourceLocations {
    /// Asks the plugin for its function.
    pub fn of(device: &Device) -> Self {
        let answer = device.info::<usize>(PI_EXT_TANDEM_DEVICE_INFO_SOURCE_LOCATION_OF_THREAD);
        // SAFETY: that is what the answer is; the query was answered, so it is no null pointer.
        let function = |answer| unsafe { std::mem::transmute::<usize, PiExtTandemSourceLocationOfThread>(answer) };
        Self { plugin: device.plugin(), of_thread: answer.ok().map(function) }
    }

    /// Sets the source location of the commands that this thread enqueues next.
    #[inline]
    pub fn tell(&self, location: Option<&'static SourceLocation>) -> Option<CurrentLocation> {
        self.tell_known(location?)
    }

    /// Marks the commands that this thread enqueues next as internal: the runtime adds them to a
    /// command of the program, which waits for them. The plugin keeps no failures of them.
    pub fn tell_internal(&self) -> Option<CurrentLocation> {
        self.tell_known(&INTERNAL)
    }

    fn tell_known(&self, location: &'static SourceLocation) -> Option<CurrentLocation> {
        let of_thread = self.of_thread?;
        let inside = Inside::enter(self.plugin);
        if self.plugin.is_torn_down() {
            return None;
        }
        // SAFETY: the plugin is not unloaded while this thread is inside of a call.
        let place = unsafe { of_thread() };
        // SAFETY: the place is this thread's.
        unsafe { place.write(&raw const location.0) };
        Some(CurrentLocation { place, _inside: inside })
    }
}

impl Drop for CurrentLocation {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: the place is this thread's, which is still inside of a call.
        unsafe { self.place.write(std::ptr::null()) };
    }
}
