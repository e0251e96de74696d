//! Kernels that a program asks for by their names.

use std::sync::Arc;

use super::build;
use super::cache::Program;
use super::constants::SpecValues;
use super::context::Context;
use super::globals;
use super::kernel::Kernel;
use super::program_manager;
use crate::base::config::Config;
use crate::base::error::Result;
use crate::base::library_work::LibraryWork;
use crate::base::object::Object;
use crate::devices::device::Device;

impl Kernel {
    /// A kernel of the registered images.
    ///
    /// # Errors
    /// A name that no image has, and what building it reports.
    pub fn from_image(context: &Context, device: &Object<Device>, name: &str) -> Result<Arc<Self>> {
        let anywhere = 0;
        program_manager()?.kernel(context, device, name, anywhere, &SpecValues::default())
    }

    /// A kernel of a SPIR-V module that no image holds, built for a device.
    ///
    /// # Errors
    /// A module without the kernel, and what building it reports.
    pub fn from_spirv(
        context: &Context,
        device: &Device,
        spirv: &[u8],
        name: &str,
        options: &str,
    ) -> Result<Arc<Self>> {
        let _work = LibraryWork::begin();
        let failure = |error, program| build::failure(name, device, error, program);
        let program = build::create(context, device, spirv, true).map_err(|error| failure(error, None))?;
        let options = Config::get().compile_options.apply(options);
        let built = program.build(std::slice::from_ref(device.pi()), &options);
        built.map_err(|error| failure(error, Some(&program)))?;
        let globals = globals::of_spirv(spirv, name)?;
        let globals = context.programs().globals().bind(context.pi(), device, &program, &globals)?;
        Program::new(program, Vec::new(), globals).kernel(name, None)
    }
}
