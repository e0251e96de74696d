//! Platforms, devices and contexts.

use std::ffi::c_void;

use crate::owned::{Context, Counted, Device, Owned};
use crate::plugin::{PiError, Plugin};
use tandem_pi_abi::binary::PiDeviceBinaryStruct;
use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::*;

/// A platform. PI does not count references of platforms.
#[derive(Clone, Copy, Debug)]
pub struct Platform {
    plugin: &'static Plugin,
    raw: PiPlatform,
}

impl PartialEq for Platform {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}

impl Eq for Platform {}

impl Platform {
    /// All platforms of a plugin.
    pub fn all(plugin: &'static Plugin) -> Result<Vec<Self>, PiError> {
        let raws = list(plugin, "piPlatformsGet", |capacity, out, count| {
            // SAFETY: the pointers are those of the list protocol.
            unsafe { plugin.piPlatformsGet(capacity, out, count) }
        })?;
        Ok(raws.into_iter().map(|raw| Self { plugin, raw }).collect())
    }

    /// The handle, for calls of [`Plugin`].
    pub fn raw(&self) -> PiPlatform {
        self.raw
    }

    /// The plugin that the platform belongs to.
    pub fn plugin(&self) -> &'static Plugin {
        self.plugin
    }

    /// The platform's back-end.
    pub fn backend(&self) -> Result<PiPlatformBackend, PiError> {
        self.info::<u32>(PI_EXT_PLATFORM_INFO_BACKEND).map(PiPlatformBackend)
    }

    /// The devices of the given types; no device is an empty list.
    pub fn devices(&self, device_type: PiDeviceType) -> Result<Vec<Device>, PiError> {
        let plugin = self.plugin;
        let raws = list(plugin, "piDevicesGet", |capacity, out, count| {
            // SAFETY: the pointers are those of the list protocol.
            unsafe { plugin.piDevicesGet(self.raw, device_type, capacity, out, count) }
        });
        match raws {
            Ok(raws) => Ok(raws
                .into_iter()
                // SAFETY: piDevicesGet hands out references.
                .map(|raw| unsafe { Owned::from_raw(plugin, raw) })
                .collect()),
            Err(error) if error.code == PI_ERROR_DEVICE_NOT_FOUND => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }
}

/// Asks for the length of a list, then for the list.
fn list<T: Copy + Default>(
    plugin: &Plugin,
    call: &'static str,
    query: impl Fn(u32, *mut T, *mut u32) -> PiResult,
) -> Result<Vec<T>, PiError> {
    let mut count = 0;
    plugin.check(call, query(0, std::ptr::null_mut(), &raw mut count))?;
    let mut items = vec![T::default(); count as usize];
    if count != 0 {
        let code = query(count, items.as_mut_ptr(), std::ptr::null_mut());
        plugin.check(call, code)?;
    }
    Ok(items)
}

impl Device {
    /// Cuts the device into sub-devices. `properties` ends with 0.
    pub fn partition(&self, properties: &[PiDevicePartitionProperty]) -> Result<Vec<Self>, PiError> {
        let plugin = self.plugin();
        if properties.last() != Some(&0) {
            let message = "the list of properties does not end with 0";
            return Err(PiError::of_host("piDevicePartition", PI_ERROR_INVALID_VALUE, message));
        }
        let raws = list(plugin, "piDevicePartition", |capacity, out, count| {
            // SAFETY: a terminated list, and the pointers of the list protocol.
            unsafe { plugin.piDevicePartition(self.raw(), properties.as_ptr(), capacity, out, count) }
        })?;
        Ok(raws
            .into_iter()
            // SAFETY: partitioning creates devices with one reference each.
            .map(|raw| unsafe { Self::from_raw(plugin, raw) })
            .collect())
    }

    /// The index of the image that suits the device best.
    ///
    /// # Errors
    /// `PI_ERROR_INVALID_BINARY` if it can take none of them.
    ///
    /// # Safety
    /// The pointers lead to complete image descriptors.
    pub unsafe fn select_binary(&self, images: &[*const PiDeviceBinaryStruct]) -> Result<usize, PiError> {
        let mut selected = u32::MAX;
        // PI takes the images by mutable pointer, but only reads them.
        let pointers = images.as_ptr().cast_mut().cast();
        // SAFETY: the caller's duty; the count is that of the slice.
        let code = unsafe {
            self.plugin().piextDeviceSelectBinary(self.raw(), pointers, images.len() as u32, &raw mut selected)
        };
        let call = "piextDeviceSelectBinary";
        self.plugin().check(call, code)?;
        let index = Some(selected as usize).filter(|index| *index < images.len());
        index.ok_or_else(|| PiError::of_host(call, PI_ERROR_INVALID_BINARY, ""))
    }

    /// The device that this is a part of; `None` for a device that is whole.
    pub fn parent(&self) -> Option<Self> {
        let address: usize = self.info(PI_DEVICE_INFO_PARENT_DEVICE).unwrap_or_default();
        if address == 0 {
            return None;
        }
        let raw = PiDevice::from_ptr(address as *mut c_void);
        // SAFETY: a part keeps the device that it belongs to.
        let code = unsafe { raw.retain(self.plugin()) };
        // SAFETY: the reference was just made.
        (code == PI_SUCCESS).then(|| unsafe { Self::from_raw(self.plugin(), raw) })
    }

    /// Whether commands of this device can use the memory of another one directly. False
    /// for a plugin that does not say.
    pub fn can_access_memory_of(&self, peer: &Self) -> bool {
        self.peer_attribute(peer, PI_PEER_ACCESS_SUPPORTED)
    }

    /// The access that this device has to another device's memory. False for a plugin that does not
    /// report it, and for devices of different plugins.
    pub fn peer_attribute(&self, peer: &Self, attribute: PiPeerAttr) -> bool {
        if !std::ptr::eq(self.plugin(), peer.plugin()) {
            return false;
        }
        let supported: Result<u32, _> =
            crate::info::query_value(self.plugin(), "piextPeerAccessGetInfo", |size, value, size_ret| {
                // SAFETY: live devices; the pointers are those of the query protocol.
                unsafe {
                    self.plugin().piextPeerAccessGetInfo(self.raw(), peer.raw(), attribute, size, value, size_ret)
                }
            });
        supported.is_ok_and(|supported| supported != PI_FALSE)
    }

    /// Turns the use of another device's memory by this one on or off. Both belong to one
    /// plugin.
    pub fn set_peer_access(&self, peer: &Self, enabled: bool) -> Result<(), PiError> {
        let plugin = self.plugin();
        // SAFETY: live devices.
        let (call, code) = unsafe {
            match enabled {
                true => ("piextEnablePeerAccess", plugin.piextEnablePeerAccess(self.raw(), peer.raw())),
                false => ("piextDisablePeerAccess", plugin.piextDisablePeerAccess(self.raw(), peer.raw())),
            }
        };
        plugin.check(call, code)
    }

    /// The device's and the host's clock at the same moment, in nanoseconds.
    pub fn timers(&self) -> Result<(u64, u64), PiError> {
        let (mut device, mut host) = (0, 0);
        // SAFETY: both pointers are valid.
        let code = unsafe { self.plugin().piGetDeviceAndHostTimer(self.raw(), &raw mut device, &raw mut host) };
        self.plugin().check("piGetDeviceAndHostTimer", code).map(|()| (device, host))
    }
}

impl Context {
    /// A context of devices of one platform.
    pub fn new(devices: &[Device]) -> Result<Self, PiError> {
        let Some(first) = devices.first() else {
            let message = "a context needs at least one device";
            return Err(PiError::of_host("piContextCreate", PI_ERROR_INVALID_VALUE, message));
        };
        let plugin = first.plugin();
        let raws: Vec<PiDevice> = devices.iter().map(Owned::raw).collect();
        Self::create(plugin, "piContextCreate", |out| {
            // SAFETY: live devices, no callback, and a place for the result.
            unsafe {
                plugin.piContextCreate(
                    std::ptr::null(),
                    raws.len() as u32,
                    raws.as_ptr(),
                    None,
                    std::ptr::null_mut(),
                    out,
                )
            }
        })
    }

    /// Allocates USM of `kind` (host, device or shared); `device` is needed for
    /// the last two. Free it with [`Context::usm_free`].
    #[inline(always)]
    pub fn usm_alloc(
        &self,
        kind: PiUsmType,
        device: Option<&Device>,
        bytes: usize,
        alignment: u32,
    ) -> Result<*mut c_void, PiError> {
        let plugin = self.plugin();
        let device = device.map_or(PiDevice::NULL, Owned::raw);
        let properties = std::ptr::null_mut();
        let mut ptr = std::ptr::null_mut();
        let out = &raw mut ptr;
        let context = self.raw();
        // SAFETY: live objects, no properties, and a place for the result.
        let (call, code) = unsafe {
            match kind {
                PI_MEM_TYPE_HOST => {
                    ("piextUSMHostAlloc", plugin.piextUSMHostAlloc(out, context, properties, bytes, alignment))
                }
                PI_MEM_TYPE_DEVICE => (
                    "piextUSMDeviceAlloc",
                    plugin.piextUSMDeviceAlloc(out, context, device, properties, bytes, alignment),
                ),
                PI_MEM_TYPE_SHARED => (
                    "piextUSMSharedAlloc",
                    plugin.piextUSMSharedAlloc(out, context, device, properties, bytes, alignment),
                ),
                _ => ("piextUSMHostAlloc", PI_ERROR_INVALID_VALUE),
            }
        };
        plugin.check(call, code)?;
        if ptr.is_null() {
            return Err(plugin.null_result(call));
        }
        Ok(ptr)
    }

    /// Frees a USM allocation.
    ///
    /// # Safety
    /// `ptr` came from [`Context::usm_alloc`] of this context, and nothing uses
    /// the memory any more.
    #[inline(always)]
    pub unsafe fn usm_free(&self, ptr: *mut c_void) -> Result<(), PiError> {
        // SAFETY: the caller's duty.
        let code = unsafe { self.plugin().piextUSMFree(self.raw(), ptr) };
        self.plugin().check("piextUSMFree", code)
    }

    /// Prepares host memory for copies of the context's devices.
    ///
    /// # Safety
    /// The range stays valid until [`Context::usm_release`].
    pub unsafe fn usm_import(&self, ptr: *const c_void, bytes: usize) -> Result<(), PiError> {
        // SAFETY: the caller's duty.
        let code = unsafe { self.plugin().piextUSMImport(ptr, bytes, self.raw()) };
        self.plugin().check("piextUSMImport", code)
    }

    /// Ends an import.
    ///
    /// # Safety
    /// The memory was imported, and no command uses it.
    pub unsafe fn usm_release(&self, ptr: *const c_void) -> Result<(), PiError> {
        // SAFETY: the caller's duty.
        let code = unsafe { self.plugin().piextUSMRelease(ptr, self.raw()) };
        self.plugin().check("piextUSMRelease", code)
    }

    /// The kind of USM that an address belongs to; `PI_MEM_TYPE_UNKNOWN` for
    /// memory that is none.
    pub fn usm_kind(&self, ptr: *const c_void) -> Result<PiUsmType, PiError> {
        self.usm_info::<u32>(ptr, PI_MEM_ALLOC_TYPE).map(PiUsmType)
    }

    /// The device of a USM allocation.
    pub fn usm_device(&self, ptr: *const c_void) -> Result<PiDevice, PiError> {
        self.usm_info(ptr, PI_MEM_ALLOC_DEVICE)
    }

    fn usm_info<T: crate::info::Plain>(&self, ptr: *const c_void, param: PiMemAllocInfo) -> Result<T, PiError> {
        let plugin = self.plugin();
        crate::info::query_value(plugin, "piextUSMGetMemAllocInfo", |size, value, size_ret| {
            // SAFETY: plugins look the address up without reading through it.
            unsafe { plugin.piextUSMGetMemAllocInfo(self.raw(), ptr, param, size, value, size_ret) }
        })
    }
}
