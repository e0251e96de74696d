//! Contexts: devices that share memory objects, USM and programs.

use std::sync::Arc;

use tandem_pi_host as pi;

use crate::base::error::{Error, Result};
use crate::base::object::{Kind, Object};
use crate::base::user_data::UserData;
use crate::devices::device::Device;
use crate::global;
use crate::programs::ProgramCache;

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
        Self::around(pi::Context::new(&raw)?, devices.to_vec())
    }

    /// A context around PI's, which has these devices.
    pub(crate) fn around(pi: pi::Context, devices: Vec<Arc<Object<Device>>>) -> Result<Arc<Object<Self>>> {
        let programs = Arc::<ProgramCache>::default();
        global::program_manager()?.watch(&programs);
        Ok(Object::new(Self { programs, pi, devices, user_data: UserData::default() }))
    }

    /// The devices.
    pub fn devices(&self) -> &[Arc<Object<Device>>] {
        &self.devices
    }

    /// What the headers attached.
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
