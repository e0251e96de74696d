//! Building programs out of device images.
//!
//! An image without imports is built separately. Otherwise it is compiled and linked with the
//! images that define its imports.

use std::sync::Arc;

use tandem_image::demangle;
use tandem_pi_host as pi;
use tandem_pi_host::PiError;

use super::builds::Build;
use super::cache::{Program, ProgramKey};
use super::constants::SpecValues;
use super::image::Image;
use super::part::{Part, uses_of_kernel};
use super::resolve::Extent;
use super::uses::Uses;
use crate::base::config::Config;
use crate::base::error::{Error, Result};
use crate::base::object::Object;
use crate::devices::device::Device;
use crate::instrumentation::{self, BuildStep};
use crate::programs::context::Context;
use crate::programs::device_global::Definition;

/// A program that is to be built.
#[derive(Clone, Copy)]
pub(super) struct Plan<'a> {
    pub(super) kernel: &'a str,
    pub(super) context: &'a Context,
    pub(super) device: &'a Object<Device>,
    /// Values of specialization constants other than the defaults.
    pub(super) constants: &'a SpecValues,
}

/// A part of an image and a copy of its code: the library that contains the image may be closed
/// while a program is built from it.
pub(super) struct Source {
    pub(super) image: Arc<Image>,
    is_whole: bool,
    uses: Uses,
    code: Vec<u8>,
}

/// The images of a program, and the device globals that they use.
pub(super) struct Sources {
    pub(super) sources: Vec<Source>,
    pub(super) globals: Vec<Definition>,
}

impl Source {
    /// The source of a part.
    ///
    /// # Safety
    /// The image is registered and stays so during the call: the registry is
    /// locked.
    pub(super) unsafe fn new(part: Part) -> Self {
        // SAFETY: the caller's duty.
        let code = unsafe { part.code() };
        Self { is_whole: part.is_whole(), uses: part.uses(), image: part.image, code }
    }
}

impl Plan<'_> {
    /// Under which key a program with so much of this image is found.
    pub(super) fn key(&self, image: &Arc<Image>, extent: Extent) -> Result<ProgramKey> {
        Ok(ProgramKey {
            image: image.number,
            kernel: (extent == Extent::Kernel).then(|| self.kernel.to_owned()),
            device: std::ptr::from_ref(self.device) as usize,
            options: options(image),
            constants: self.constants_of(image, extent)?,
        })
    }

    fn constants_of(&self, image: &Arc<Image>, extent: Extent) -> Result<SpecValues> {
        if self.constants.is_empty() {
            return Ok(SpecValues::default());
        }
        match extent {
            Extent::Whole => self.constants.of_program(image, &Part::whole(image.clone()).uses()),
            Extent::Kernel => self.constants.of_program(image, &uses_of_kernel(image, self.kernel)),
        }
    }

    /// Under which keys, apart from that of the first image, a program of these
    /// images is found. Where two images have a kernel of the same name, the
    /// program only has that of the first.
    pub(super) fn further_keys(&self, sources: &[Source]) -> Result<Vec<ProgramKey>> {
        let mut keys = Vec::new();
        for (index, Source { image, is_whole, .. }) in sources.iter().enumerate().skip(1) {
            let has_twin = |kernel: &str| sources[..index].iter().any(|source| source.image.has_kernel(kernel));
            if *is_whole && !image.kernels().any(has_twin) {
                keys.push(self.key(image, Extent::Whole)?);
            }
        }
        Ok(keys)
    }

    /// Builds a program of these images; the first is the one with the kernel.
    pub(super) fn build(&self, sources: &Sources) -> Result<Program> {
        let [source] = sources.sources.as_slice() else {
            return self.link(sources, &Inputs(&[]));
        };
        let _build = Build::begin();
        let build = || {
            let program = self.create(source)?;
            let built = program.build(self.devices(), &options(&source.image));
            built.map_err(|error| self.failure(error, Some(&program)))?;
            self.finish(program, sources)
        };
        instrumentation::build(BuildStep::Build, || self.names(), build)
    }

    /// The kernel and the device, for observers.
    pub(super) fn names(&self) -> (String, Arc<str>) {
        (demangle::kernel(self.kernel), self.device.name().into())
    }

    /// A built program, with the addresses of its device globals.
    fn finish(&self, program: pi::Program, Sources { sources, globals }: &Sources) -> Result<Program> {
        let images = sources.iter().map(|source| source.image.clone()).collect();
        let globals = self.context.programs().globals().bind(self.context.pi(), self.device, &program, globals)?;
        Ok(Program::new(program, images, globals))
    }

    /// Links the images; those that are not among the inputs are compiled first.
    pub(super) fn link(&self, sources: &Sources, inputs: &Inputs<'_>) -> Result<Program> {
        let _build = Build::begin();
        instrumentation::build(BuildStep::Link, || self.names(), || self.link_parts(sources, inputs))
    }

    fn link_parts(&self, sources: &Sources, inputs: &Inputs<'_>) -> Result<Program> {
        let mut programs = Vec::new();
        for source in &sources.sources {
            programs.push(match inputs.program(&source.image) {
                Some(program) => program.clone(),
                None => self.compile(source)?,
            });
        }
        let programs: Vec<&pi::Program> = programs.iter().collect();
        let options = Config::get().link_options.apply(&sources.sources[0].image.link_options);
        let linked = pi::Program::link(self.context.pi(), self.devices(), &options, &programs);
        let program = linked.map_err(|failed| self.failure(failed.error, failed.program.as_ref()))?;
        self.finish(program, sources)
    }

    /// Compiles an image for a later link.
    pub(super) fn compile(&self, source: &Source) -> Result<pi::Program> {
        let _build = Build::begin();
        let compile = || {
            let program = self.create(source)?;
            let options = Config::get().compile_options.apply(&source.image.compile_options);
            let compiled = program.compile(self.devices(), &options);
            compiled.map_err(|error| self.failure(error, Some(&program)))?;
            Ok(program)
        };
        instrumentation::build(BuildStep::Compile, || self.names(), compile)
    }

    fn create(&self, Source { image, uses, code, .. }: &Source) -> Result<pi::Program> {
        let program =
            create(self.context, self.device, code, image.is_spirv()).map_err(|error| self.failure(error, None))?;
        for (id, value) in self.constants.ids(image, uses)? {
            let set = program.set_specialization_constant(id, &value);
            set.map_err(|error| self.failure(error, None))?;
        }
        Ok(program)
    }

    fn devices(&self) -> &[pi::Device] {
        std::slice::from_ref(self.device.pi())
    }

    fn failure(&self, error: PiError, program: Option<&pi::Program>) -> Error {
        failure(self.kernel, self.device, error, program)
    }
}

/// Images whose programs are compiled already.
pub(super) struct Inputs<'a>(pub(super) &'a [(Arc<Image>, pi::Program)]);

impl Inputs<'_> {
    fn program(&self, image: &Arc<Image>) -> Option<&pi::Program> {
        let known = self.0.iter().find(|(known, _)| Arc::ptr_eq(known, image));
        known.map(|(_, program)| program)
    }
}

/// A program from code.
pub(super) fn create(context: &Context, device: &Device, code: &[u8], is_spirv: bool) -> Result<pi::Program, PiError> {
    if is_spirv {
        pi::Program::from_il(context.pi(), code)
    } else {
        pi::Program::from_binary(context.pi(), std::slice::from_ref(device.pi()), code)
    }
}

/// The error of a build that failed, with its log.
pub(super) fn failure(kernel: &str, device: &Device, cause: PiError, program: Option<&pi::Program>) -> Error {
    let log = program.and_then(|program| program.build_log(device.pi()).ok());
    Error::Build {
        kernel: demangle::kernel(kernel),
        device: device.name().to_owned(),
        cause: Arc::new(cause),
        log: log.unwrap_or_default().trim_end().to_owned(),
    }
}

/// The options for building a program from a single image.
fn options(image: &Image) -> String {
    let compile = Config::get().compile_options.apply(&image.compile_options);
    let link = Config::get().link_options.apply(&image.link_options);
    [compile, link].join(" ").trim().to_owned()
}
