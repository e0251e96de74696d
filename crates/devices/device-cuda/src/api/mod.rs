//! CUDA's driver API in Rust's terms: owned objects, results, no pointers to pointers. All `unsafe` code of the crate
//! is here and in [`sys`].
//!
//! *Addresses* are passed on to the device, which reads and writes there when a command runs:
//! the code that submitted the command keeps them valid until it is complete
//! ([`Queue::submit`](tandem_device::Queue::submit)).
//!
//! *Contexts*: functions that need a current context are methods of objects that a [`PrimaryContext`] made, and are
//! called while it is [entered](PrimaryContext::enter).

mod array;
mod context;
mod error;
mod event;
mod external;
mod graph;
mod host;
mod launch;
mod memory;
mod module;
mod stream;
mod texture;
mod transfer;

use std::ffi::{CStr, c_char, c_int};
use std::sync::OnceLock;

use tandem_device::{Error, Result};

use crate::sys::{self, DeviceAttribute, Functions, LoadError};

pub use array::{Array, ArrayShape, MipmappedArray, PixelSide};
pub use context::PrimaryContext;
pub use error::{CudaError, CudaResult};
pub use event::{Event, EventPool};
pub use external::{ImportedMemory, ImportedRange, ImportedSemaphore};
pub use graph::{Capture, Graph, Node};
pub use host::{at_exit, copy_on_host, fill_on_host};
pub use launch::Launch;
pub use memory::{ManagedBlock, PinnedBlock, Pool, PoolBlock, Registered, Residence};
pub use module::{Code, CodeKind, Function, JitError, JitOptions, Module, link};
pub use stream::Stream;
pub use texture::{PixelRows, Sampling, Surface, Texture, TextureLevels, TexturePixels};
pub use transfer::{FillUnit, PitchedPtr, Rows};

/// CUDA's driver API, initialized.
pub struct Cuda {
    functions: Functions,
    /// The version of the API: 1000 × major + 10 × minor.
    version: c_int,
}

impl Cuda {
    /// Opens and initializes the API. The first call may take a tenth of a second; `None` if
    /// no driver is installed, or there is no device for it.
    ///
    /// # Errors
    /// When the driver is too old or does not start.
    pub fn open() -> Result<Option<&'static Self>> {
        static OPENED: OnceLock<Result<Option<Cuda>>> = OnceLock::new();
        OPENED.get_or_init(Self::load).as_ref().map(Option::as_ref).map_err(Clone::clone)
    }

    fn load() -> Result<Option<Self>> {
        let functions = match sys::load() {
            Ok(functions) => functions,
            Err(LoadError::Missing(_)) => return Ok(None),
            Err(error) => return Err(Error::Environment(error.to_string())),
        };
        // SAFETY: no pointers.
        let code = unsafe { (functions.cuInit)(0) };
        if code == sys::CUDA_ERROR_NO_DEVICE {
            return Ok(None);
        }
        let mut cuda = Self { functions, version: 0 };
        cuda.initialized(code)
            .map_err(|error| Error::Environment(format!("cannot initialize CUDA's driver: {error}")))?;
        Ok(Some(cuda))
    }

    fn initialized(&mut self, code: sys::Code) -> CudaResult<()> {
        self.check(code)?;
        // SAFETY: a place for the number.
        let code = unsafe { (self.functions.cuDriverGetVersion)(&raw mut self.version) };
        self.check(code)
    }

    /// The functions of C.
    pub(crate) fn functions(&self) -> &Functions {
        &self.functions
    }

    /// Version of the API, such as 12.4.
    pub fn version(&self) -> (u32, u32) {
        let version = self.version.max(0) as u32;
        (version / 1000, version % 1000 / 10)
    }

    pub(crate) fn check(&self, code: sys::Code) -> CudaResult<()> {
        if code == sys::CUDA_SUCCESS { Ok(()) } else { Err(self.error(code)) }
    }

    /// How many devices there are.
    pub fn devices(&self) -> CudaResult<c_int> {
        let mut count = 0;
        // SAFETY: a place for the number.
        self.check(unsafe { (self.functions.cuDeviceGetCount)(&raw mut count) })?;
        Ok(count)
    }

    /// The device of this number.
    pub fn device(&'static self, number: c_int) -> CudaResult<Device> {
        let mut raw = 0;
        // SAFETY: a place for the device.
        self.check(unsafe { (self.functions.cuDeviceGet)(&raw mut raw, number) })?;
        Ok(Device { cuda: self, raw })
    }
}

/// A device, before it is used.
#[derive(Clone, Copy)]
pub struct Device {
    cuda: &'static Cuda,
    raw: sys::Device,
}

impl Device {
    /// The API.
    pub fn cuda(&self) -> &'static Cuda {
        self.cuda
    }

    /// Its handle, which is its number.
    pub fn raw(&self) -> sys::Device {
        self.raw
    }

    /// Its name.
    pub fn name(&self) -> CudaResult<String> {
        self.text(256, |text, len| {
            // SAFETY: a place for as many characters.
            unsafe { (self.cuda.functions.cuDeviceGetName)(text, len, self.raw) }
        })
    }

    /// Its address on the PCI bus, such as `0000:01:00.0`.
    pub fn pci_address(&self) -> CudaResult<String> {
        let text = self.text(32, |text, len| {
            // SAFETY: a place for as many characters.
            unsafe { (self.cuda.functions.cuDeviceGetPCIBusId)(text, len, self.raw) }
        });
        text.map(|text| text.to_ascii_lowercase())
    }

    fn text(&self, capacity: usize, query: impl Fn(*mut c_char, c_int) -> sys::Code) -> CudaResult<String> {
        let mut text = vec![0_u8; capacity];
        self.cuda.check(query(text.as_mut_ptr().cast(), capacity as c_int))?;
        let text = CStr::from_bytes_until_nul(&text).unwrap_or_default();
        Ok(text.to_string_lossy().into_owned())
    }

    /// Its number in the world.
    pub fn uuid(&self) -> CudaResult<[u8; 16]> {
        let mut uuid = sys::Uuid::default();
        // SAFETY: a place for the number.
        self.cuda.check(unsafe { (self.cuda.functions.cuDeviceGetUuid)(&raw mut uuid, self.raw) })?;
        Ok(uuid.0)
    }

    /// Bytes of memory.
    pub fn total_memory(&self) -> CudaResult<usize> {
        let mut bytes = 0;
        // SAFETY: a place for the number.
        self.cuda.check(unsafe { (self.cuda.functions.cuDeviceTotalMem)(&raw mut bytes, self.raw) })?;
        Ok(bytes)
    }

    /// A property; 0 where the driver does not know it.
    pub fn attribute(&self, attribute: DeviceAttribute) -> usize {
        let mut value = 0;
        // SAFETY: a place for the number.
        let code = unsafe { (self.cuda.functions.cuDeviceGetAttribute)(&raw mut value, attribute as c_int, self.raw) };
        if code == sys::CUDA_SUCCESS { value.max(0) as usize } else { 0 }
    }

    /// Whether it can use the memory of another device, and with atomics.
    pub fn peer_access(&self, peer: &Self) -> (bool, bool) {
        let (mut access, mut atomics) = (0, 0);
        let functions = &self.cuda.functions;
        // SAFETY: places for the numbers.
        let codes = unsafe {
            let attribute = sys::CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED;
            [
                (functions.cuDeviceCanAccessPeer)(&raw mut access, self.raw, peer.raw),
                (functions.cuDeviceGetP2PAttribute)(&raw mut atomics, attribute, self.raw, peer.raw),
            ]
        };
        let access = codes[0] == sys::CUDA_SUCCESS && access != 0;
        (access, access && codes[1] == sys::CUDA_SUCCESS && atomics != 0)
    }
}
