//! The C types of PI: scalars, opaque handles, and the structs that calls pass
//! by pointer. Layouts are those of a 64-bit System V target and are asserted
//! at the end of this file.

use std::ffi::{c_char, c_int, c_void};
use std::fmt;

use crate::constants::{PiImageChannelOrder, PiImageChannelType, PiMemType, PiResult};

/// `pi_bool`: 0 is false, anything else is true.
pub type PiBool = u32;
/// `pi_native_handle`: an object of the back-end below the plugin.
pub type PiNativeHandle = usize;
/// `pi_context_properties`: one element of a zero-terminated list.
pub type PiContextProperty = isize;
/// `pi_device_partition_property`: one element of a zero-terminated list.
pub type PiDevicePartitionProperty = isize;
/// `pi_queue_properties`: one element of a zero-terminated list.
pub type PiQueueProperty = u64;
/// `pi_sampler_properties`: one element of a zero-terminated list.
pub type PiSamplerProperty = u64;
/// `pi_mem_properties`: one element of a zero-terminated list.
pub type PiMemProperty = u64;
/// `pi_usm_mem_properties`: one element of a zero-terminated list.
pub type PiUsmMemProperty = u64;
/// `pi_image_handle`: a bindless image.
pub type PiImageHandle = u64;
/// `pi_image_mem_handle`: memory of a bindless image.
pub type PiImageMemHandle = *mut c_void;
/// `pi_interop_mem_handle`: imported external memory.
pub type PiInteropMemHandle = u64;
/// `pi_interop_semaphore_handle`: an imported external semaphore.
pub type PiInteropSemaphoreHandle = u64;
/// `pi_ext_sync_point`: a command of a command buffer.
pub type PiExtSyncPoint = u32;

/// `pfn_notify` of `piContextCreate`.
pub type PiContextNotify =
    Option<unsafe extern "C" fn(info: *const c_char, private_info: *const c_void, size: usize, user_data: *mut c_void)>;
/// `pfn_notify` of `piProgramCompile`, `piProgramBuild` and `piProgramLink`.
pub type PiProgramNotify = Option<unsafe extern "C" fn(program: PiProgram, user_data: *mut c_void)>;
/// `pfn_notify` of `piEventSetCallback`.
pub type PiEventNotify = Option<unsafe extern "C" fn(event: PiEvent, status: i32, user_data: *mut c_void)>;
/// Replaces a launch of a command buffer, at its sync point, by one of this kernel with the
/// arguments that it has now, in later replays; PI 15.47 has no call for it. The caller has waited
/// for the replays before, and the kernel is one of the buffer's device.
pub type PiExtTandemCommandBufferUpdate = unsafe extern "C" fn(
    command_buffer: PiExtCommandBuffer,
    sync_point: PiExtSyncPoint,
    kernel: PiKernel,
    work_dim: u32,
    global_work_offset: *const usize,
    global_work_size: *const usize,
    local_work_size: *const usize,
) -> PiResult;
/// Calls for imported memory and semaphores that PI has none for.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PiExtTandemExternalObjects {
    /// Maps a range of imported memory as device USM, which `piextUSMFree` unmaps.
    pub map_range: unsafe extern "C" fn(
        context: PiContext,
        device: PiDevice,
        memory: PiInteropMemHandle,
        offset: usize,
        size: usize,
        ret_ptr: *mut *mut c_void,
    ) -> PiResult,
    /// As `piextImportExternalSemaphoreOpaqueFD`, for a semaphore with a value (Vulkan's timeline semaphores).
    pub import_timeline: unsafe extern "C" fn(
        context: PiContext,
        device: PiDevice,
        file_descriptor: c_int,
        ret_handle: *mut PiInteropSemaphoreHandle,
    ) -> PiResult,
    /// As `piextWaitExternalSemaphore`, until the semaphore has reached a value.
    pub wait: PiExtTandemUseSemaphore,
    /// As `piextSignalExternalSemaphore`, with the value that the semaphore gets.
    pub signal: PiExtTandemUseSemaphore,
}
/// A call that enqueues an operation of a semaphore with a value.
pub type PiExtTandemUseSemaphore = unsafe extern "C" fn(
    queue: PiQueue,
    semaphore: PiInteropSemaphoreHandle,
    value: u64,
    num_events_in_wait_list: u32,
    event_wait_list: *const PiEvent,
    event: *mut PiEvent,
) -> PiResult;
/// A place in the source of a program. It and its text stay as long as the process. One without a
/// name is that of a command that the host adds to one of the program, which waits for it: the
/// plugin keeps no failure of it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PiExtTandemSourceLocation {
    /// The file's name: a text in UTF-8 with a zero at its end.
    pub file: *const c_char,
    /// Bytes of the name, without the zero.
    pub file_bytes: usize,
    /// The line in the file, from 1.
    pub line: u32,
}
/// Returns where the host says of the calling thread in which place the program submitted the
/// commands that it enqueues; null, as at first, for an unknown one. Valid as long as the thread.
pub type PiExtTandemSourceLocationOfThread = unsafe extern "C" fn() -> *mut *const PiExtTandemSourceLocation;
/// `pi_context_extended_deleter`.
pub type PiContextExtendedDeleter = Option<unsafe extern "C" fn(user_data: *mut c_void)>;

/// A handle of any kind: the address of an object that a plugin owns.
pub trait Handle: Copy + Eq + fmt::Debug {
    /// The handle with this address.
    fn from_address(ptr: *mut c_void) -> Self;

    /// The address of the object.
    fn address(self) -> *mut c_void;
}

/// Declares opaque handle types: pointers to objects that a plugin owns.
macro_rules! handles {
    ($($(#[$meta:meta])* $name:ident;)*) => {$(
        $(#[$meta])*
        ///
        /// A plain pointer: copying it does not retain the object.
        #[repr(transparent)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(*mut c_void);

        impl $name {
            /// The null handle.
            pub const NULL: Self = Self(std::ptr::null_mut());

            /// The handle with this address.
            pub const fn from_ptr(ptr: *mut c_void) -> Self {
                Self(ptr)
            }

            /// The address of the object.
            pub const fn as_ptr(self) -> *mut c_void {
                self.0
            }

            /// Whether this is the null handle.
            pub fn is_null(self) -> bool {
                self.0.is_null()
            }
        }

        impl Handle for $name {
            fn from_address(ptr: *mut c_void) -> Self {
                Self::from_ptr(ptr)
            }

            fn address(self) -> *mut c_void {
                self.as_ptr()
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::NULL
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({:p})"), self.0)
            }
        }

        // SAFETY: a handle is an address; PI calls may be made from any thread.
        unsafe impl Send for $name {}
        // SAFETY: as above.
        unsafe impl Sync for $name {}

        const _: () = assert!(size_of::<$name>() == size_of::<*mut c_void>());
    )*};
}

handles! {
    /// `pi_platform`: the devices of one back-end.
    PiPlatform;
    /// `pi_device`.
    PiDevice;
    /// `pi_context`: devices that share memory objects and programs.
    PiContext;
    /// `pi_queue`: a command queue of one device.
    PiQueue;
    /// `pi_mem`: a buffer, sub-buffer or image.
    PiMem;
    /// `pi_program`: device code in any state from source to executable.
    PiProgram;
    /// `pi_kernel`: an entry point of a program and its arguments.
    PiKernel;
    /// `pi_event`: the completion of a command.
    PiEvent;
    /// `pi_sampler`: how images are read.
    PiSampler;
    /// `pi_ext_command_buffer`: a recorded list of commands.
    PiExtCommandBuffer;
}

/// `pi_buffer_region_struct`: the byte range of a sub-buffer.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PiBufferRegion {
    /// First byte.
    pub origin: usize,
    /// Length in bytes.
    pub size: usize,
}

/// `pi_buff_rect_offset_struct`: the origin of a rectangle in a buffer.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PiBuffRectOffset {
    /// Bytes.
    pub x_bytes: usize,
    /// Rows.
    pub y_scalar: usize,
    /// Slices.
    pub z_scalar: usize,
}

/// `pi_buff_rect_region_struct`: the size of a rectangle in a buffer.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PiBuffRectRegion {
    /// Bytes.
    pub width_bytes: usize,
    /// Rows.
    pub height_scalar: usize,
    /// Slices.
    pub depth_scalar: usize,
}

/// `pi_image_offset_struct`: the origin of a region in an image, in pixels.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PiImageOffset {
    /// Column.
    pub x: usize,
    /// Row.
    pub y: usize,
    /// Slice.
    pub z: usize,
}

/// `pi_image_region_struct`: the size of a region in an image, in pixels.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PiImageRegion {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Slices.
    pub depth: usize,
}

/// `pi_image_format`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PiImageFormat {
    /// The channels of a pixel.
    pub image_channel_order: PiImageChannelOrder,
    /// The type of each channel.
    pub image_channel_data_type: PiImageChannelType,
}

/// `pi_image_desc`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PiImageDesc {
    /// Dimensions and kind.
    pub image_type: PiMemType,
    /// Columns.
    pub image_width: usize,
    /// Rows.
    pub image_height: usize,
    /// Slices.
    pub image_depth: usize,
    /// Images in an image array.
    pub image_array_size: usize,
    /// Bytes between rows; 0 for packed.
    pub image_row_pitch: usize,
    /// Bytes between slices; 0 for packed.
    pub image_slice_pitch: usize,
    /// Mip levels.
    pub num_mip_levels: u32,
    /// Samples per pixel.
    pub num_samples: u32,
    /// The buffer of a 1D-buffer image, or null.
    pub buffer: PiMem,
}

/// `pi_mem_obj_property`: how a kernel uses a memory object argument.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PiMemObjProperty {
    /// `PI_KERNEL_ARG_MEM_OBJ_ACCESS`.
    pub kind: u32,
    /// The next property, or null.
    pub next: *const c_void,
    /// A set of `PI_ACCESS_*` bits.
    pub mem_access: u32,
}

/// `pi_ext_command_buffer_desc`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PiExtCommandBufferDesc {
    /// `PI_EXT_STRUCTURE_TYPE_COMMAND_BUFFER_DESC`.
    pub stype: u32,
    /// The next descriptor, or null.
    pub next: *const c_void,
}

const _: () = {
    use std::mem::offset_of;
    assert!(size_of::<PiBufferRegion>() == 16);
    assert!(size_of::<PiBuffRectOffset>() == 24);
    assert!(size_of::<PiBuffRectRegion>() == 24);
    assert!(size_of::<PiImageOffset>() == 24);
    assert!(size_of::<PiImageRegion>() == 24);
    assert!(size_of::<PiImageFormat>() == 8);
    assert!(size_of::<PiImageDesc>() == 72);
    assert!(offset_of!(PiImageDesc, buffer) == 64);
    assert!(size_of::<PiMemObjProperty>() == 24);
    assert!(offset_of!(PiMemObjProperty, mem_access) == 16);
    assert!(size_of::<PiExtCommandBufferDesc>() == 16);
};
