//! The memory of device globals (`sycl_ext_oneapi_device_global`): one
//! allocation for each variable, device and context, made when a program that
//! uses the variable is built, or when the host first copies from or to it.
//!
//! Code finds the memory through a pointer of the variable's name, which is
//! written once the program is built ([`DeviceGlobals::bind`]). Variables with
//! `device_image_scope` are memory of their program, and nothing is done here.

use std::ffi::c_void;
use std::fmt;
use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use tandem_image::device_global::{DeviceGlobal, display_name};
use tandem_pi_abi::constants::{PI_MEM_TYPE_DEVICE, PiQueueFlags};
use tandem_pi_host as pi;
use tandem_pi_host::{Destination, WaitList};

use crate::base::address::Address;
use crate::base::error::{Error, Result};
use crate::base::process;
use crate::devices::device::Device;
use crate::devices::reclaim;
use crate::instrumentation::{self, MemoryKind};
use crate::programs::{Image, module_of};

/// The program object that represents a device global.
#[derive(Clone, Copy, Debug)]
pub struct HostVariable {
    /// Where it is. Its bytes are the initial value, and never change.
    pub address: Address,
    /// Its size in bytes.
    pub size: usize,
    /// Its alignment in bytes.
    pub align: usize,
    /// Whether it has `device_image_scope`.
    pub image_scope: bool,
}

/// The identity of a device global.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Identity {
    /// The address of the host object that represents it.
    Host(usize),
    /// Its name, where no module of the program has such an object.
    Name(String),
}

/// The image or host object that tells a variable's initial value.
#[derive(Clone)]
pub(crate) enum Origin {
    /// An image, with what it says of the variable.
    Image(Arc<Image>, Arc<DeviceGlobal>),
    /// The object, which is read.
    Host(HostVariable),
}

/// A device global that a program uses.
#[derive(Clone)]
pub(crate) struct Definition {
    pub(crate) name: String,
    pub(crate) identity: Identity,
    pub(crate) origin: Origin,
}

/// The device globals of a context.
#[derive(Debug, Default)]
pub(crate) struct DeviceGlobals(Mutex<FxHashMap<(pi::Device, Identity), Arc<Memory>>>);

/// The memory of a device global on one device.
pub(crate) struct Memory {
    context: pi::Context,
    address: usize,
    size: usize,
    owner: Owner,
}

/// Whose going ends a device global.
enum Owner {
    /// The executable or library with the object on the host, by base address.
    Module(usize),
    /// The image that defines it.
    Image(Arc<Image>),
}

impl DeviceGlobals {
    /// The memory of a variable on a device.
    pub(crate) fn memory(
        &self,
        context: &pi::Context,
        device: &Device,
        definition: &Definition,
    ) -> Result<Arc<Memory>> {
        let owner = definition.owner();
        let key = (device.pi().clone(), definition.identity.clone());
        let mut known = self.0.lock();
        if let Some(memory) = known.get(&key) {
            definition.check_size(memory.size)?;
            return Ok(memory.clone());
        }
        let memory = Arc::new(Memory::new(context, device, definition, owner)?);
        known.insert(key, memory.clone());
        Ok(memory)
    }

    /// Writes the addresses of variables into a program that was built for a
    /// device. The program's kernels need the memory as long as they live.
    pub(crate) fn bind(
        &self,
        context: &pi::Context,
        device: &Device,
        program: &pi::Program,
        definitions: &[Definition],
    ) -> Result<Vec<Arc<Memory>>> {
        if definitions.is_empty() {
            return Ok(Vec::new());
        }
        let queue = pi::Queue::new(context, device.pi(), PiQueueFlags::default())?;
        let mut memories = Vec::new();
        for definition in definitions {
            let memory = self.memory(context, device, definition)?;
            program.write_global(&queue, &definition.name, &memory.address.to_ne_bytes())?;
            memories.push(memory);
        }
        Ok(memories)
    }

    /// Forgets variables of images, and of the module with this base address,
    /// that are gone. Kernels that still run keep their memory.
    pub(crate) fn forget(&self, module: Option<usize>) {
        let mut gone = Vec::new();
        self.0.lock().retain(|_, memory| {
            let stays = match &memory.owner {
                Owner::Module(base) => Some(*base) != module,
                Owner::Image(image) => image.is_registered(),
            };
            if !stays {
                // Dropped after the lock is released: a plugin may take its time.
                gone.push(memory.clone());
            }
            stays
        });
    }
}

impl Definition {
    fn owner(&self) -> Owner {
        match (&self.identity, &self.origin) {
            (Identity::Host(address), _) => Owner::Module(module_of(*address)),
            (Identity::Name(_), Origin::Image(image, _)) => Owner::Image(image.clone()),
            (Identity::Name(_), Origin::Host(variable)) => Owner::Module(module_of(variable.address.get())),
        }
    }

    fn size(&self) -> usize {
        match &self.origin {
            Origin::Image(_, global) => global.size as usize,
            Origin::Host(variable) => variable.size,
        }
    }

    /// Refuses memory of another size.
    fn check_size(&self, size: usize) -> Result<()> {
        if size == self.size() {
            return Ok(());
        }
        Err(Error::Invalid(format!(
            "device_global `{}` has {} bytes in one part of the program and {size} in another",
            display_name(&self.name),
            self.size()
        )))
    }
}

impl Memory {
    /// Allocates, and waits until the initial value is there.
    fn new(context: &pi::Context, device: &Device, definition: &Definition, owner: Owner) -> Result<Self> {
        let size = definition.size();
        let (align, initial) = match &definition.origin {
            Origin::Image(_, global) => match &global.definition {
                Some(definition) => (definition.align as usize, definition.initial.as_slice()),
                None => (0, [].as_slice()),
            },
            Origin::Host(variable) => {
                let start = variable.address.as_ptr().cast::<u8>();
                // SAFETY: the object is there as long as its module, whose kernel or copy this is for, and nothing
                // writes to it.
                (variable.align, unsafe { std::slice::from_raw_parts(start, size) })
            }
        };
        let allocate = || context.usm_alloc(PI_MEM_TYPE_DEVICE, Some(device.pi()), size, align as u32);
        let address = reclaim::allocate(device, allocate)?;
        // From here on, dropping frees it.
        let memory = Self { context: context.clone(), address: address as usize, size, owner };
        instrumentation::allocated(context, MemoryKind::UsmDevice, memory.address, size, Some(device));
        let queue = pi::Queue::new(context, device.pi(), PiQueueFlags::default())?;
        let (no_wait, rest) = (WaitList::new(), size - initial.len());
        let to = queue.after(&no_wait).with_event();
        // SAFETY: new memory, that is large enough, and bytes that live until the commands are complete.
        let (copied, filled) = unsafe {
            let copied = match initial {
                [] => None,
                initial => to.usm_copy(address, initial.as_ptr().cast(), initial.len())?,
            };
            let behind = memory.address().offset(initial.len()).as_mut_ptr();
            let filled = if rest == 0 { Ok(None) } else { to.usm_set(behind, 0, rest) };
            (copied, filled)
        };
        // The bytes may go only when they are read, whatever became of the other command.
        let copied = copied.map_or(Ok(()), |event| event.wait());
        filled?.map_or(Ok(()), |event| event.wait())?;
        copied?;
        Ok(memory)
    }

    /// Where it is.
    pub(crate) fn address(&self) -> Address {
        Address::new(self.address as *const c_void)
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if !process::is_torn_down() {
            instrumentation::freed(&self.context, self.address);
            // SAFETY: our own allocation, which no kernel that is left can use.
            let _ = unsafe { self.context.usm_free(self.address as *mut c_void) };
        }
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes at {:#x}", self.size, self.address)
    }
}
