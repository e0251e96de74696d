//! Contexts: devices that share memory objects, USM and programs.

use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use tandem_pi_host as pi;
use tandem_pi_host::Backend;

use super::cache::ProgramCache;
use crate::base::config::Config;
use crate::base::error::{Error, Result};
use crate::base::library_work::LibraryWork;
use crate::base::object::{Kind, Object};
use crate::base::process::{self, is_torn_down};
use crate::base::user_data::UserData;
use crate::devices::device::Device;

/// The context that [`default_context`] gives for each device, by the device's address.
static DEFAULT_CONTEXTS: Mutex<Option<FxHashMap<usize, Arc<Object<Context>>>>> = Mutex::new(None);

/// A context.
#[derive(Debug)]
pub struct Context {
    programs: Arc<ProgramCache>,
    pi: pi::Context,
    devices: Vec<Arc<Object<Device>>>,
    user_data: UserData,
}

impl Kind for Context {
    const TAG: u64 = 0x636f_6e74_6578_7431;
}

impl Context {
    /// A context of devices of one platform.
    pub fn new(devices: &[Arc<Object<Device>>]) -> Result<Arc<Object<Self>>> {
        let Some(first) = devices.first() else {
            return Err(Error::Invalid("a context needs at least one device".to_owned()));
        };
        let platform = first.platform()?;
        for device in devices {
            if !Arc::ptr_eq(&device.platform()?, &platform) {
                return Err(Error::Invalid(format!(
                    "a context cannot have devices of different platforms: {} and {}",
                    first.name(),
                    device.name()
                )));
            }
        }
        let raw: Vec<pi::Device> = devices.iter().map(|device| device.pi().clone()).collect();
        let _work = LibraryWork::begin();
        Self::around(pi::Context::new(&raw)?, devices.to_vec())
    }

    /// A context around PI's, which has these devices.
    pub(crate) fn around(pi: pi::Context, devices: Vec<Arc<Object<Device>>>) -> Result<Arc<Object<Self>>> {
        if is_torn_down() {
            return Err(Error::after_shutdown());
        }
        let programs = ProgramCache::of_new_context();
        Ok(Object::new(Self { programs, pi, devices, user_data: UserData::default() }))
    }

    /// The devices.
    pub fn devices(&self) -> &[Arc<Object<Device>>] {
        &self.devices
    }

    /// The data that the headers attached.
    pub fn user_data(&self) -> &UserData {
        &self.user_data
    }

    pub(crate) fn pi(&self) -> &pi::Context {
        &self.pi
    }

    pub(crate) fn programs(&self) -> &ProgramCache {
        &self.programs
    }
}

/// The context that queues of a device share when the program names none. A sub-device uses the
/// context of its root device, with which it shares memory. OpenCL supports queues only on devices
/// that their context lists, so a sub-device of OpenCL gets a separate, new context.
pub fn default_context(device: &Arc<Object<Device>>) -> Result<Arc<Object<Context>>> {
    if device.parent().is_some() && device.platform()?.backend() == Backend::OpenCl {
        return Context::new(std::slice::from_ref(device));
    }
    let device = device.root_device();
    let make = || Context::new(std::slice::from_ref(device));
    if !Config::get().default_contexts {
        return make();
    }
    let mut contexts = DEFAULT_CONTEXTS.lock();
    if is_torn_down() {
        return Err(Error::after_shutdown());
    }
    let contexts = contexts.get_or_insert_default();
    let key = Arc::as_ptr(device) as usize;
    if let Some(context) = contexts.get(&key) {
        return Ok(context.clone());
    }
    let context = make()?;
    contexts.insert(key, context.clone());
    Ok(context)
}

/// Releases the default contexts. They stay if another thread still makes one.
pub(crate) fn drop_default_contexts() {
    let contexts = DEFAULT_CONTEXTS.try_lock_for(process::LOCK_PATIENCE).and_then(|mut contexts| contexts.take());
    drop(contexts);
}
