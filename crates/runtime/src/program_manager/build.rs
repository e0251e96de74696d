//! Building programs out of device images.
//!
//! An image that imports nothing is built alone. Otherwise the images that
//! export what is missing are collected, and what those miss in turn; all are
//! compiled and linked. Of several images that export a symbol, the one from
//! the importing module wins, then the one that was registered first.

use std::sync::Arc;

use smallvec::SmallVec;
use tandem_image::demangle;
use tandem_image::device_image::ImageFormat;
use tandem_pi::host as pi;
use tandem_pi::host::PiError;

use super::cache::{Program, ProgramKey};
use super::constants::SpecValues;
use super::image::Image;
use crate::config::Config;
use crate::context::Context;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::object::Object;

/// A program that is to be built.
pub(super) struct Plan<'a> {
    /// The main image, then those that it needs.
    pub(super) images: Vec<Arc<Image>>,
    pub(super) kernel: &'a str,
    pub(super) context: &'a Context,
    pub(super) device: &'a Object<Device>,
    /// Values of specialization constants other than the defaults.
    pub(super) constants: &'a SpecValues,
}

impl Plan<'_> {
    pub(super) fn key(&self) -> Result<ProgramKey> {
        let mut images: SmallVec<[usize; 2]> = self.images.iter().map(|image| image.number).collect();
        images.sort_unstable();
        let mut constants = Vec::new();
        if !self.constants.is_empty() {
            for image in &self.images {
                constants.extend(self.constants.ids(image)?.into_iter().map(|value| (image.number, value)));
            }
            constants.sort_unstable();
        }
        Ok(ProgramKey { images, device: std::ptr::from_ref(self.device) as usize, constants })
    }

    pub(super) fn build(self) -> Result<Program> {
        let program = match self.images.as_slice() {
            [image] => self.build_one(image)?,
            _ => return self.link(&Inputs(&[])),
        };
        Ok(Program::new(program, self.images))
    }

    fn build_one(&self, image: &Image) -> Result<pi::Program> {
        let program = self.create(image)?;
        let compile = Config::get().compile_options.apply(&image.compile_options);
        let link = Config::get().link_options.apply(&image.link_options);
        let options = [compile, link].join(" ");
        let built = program.build(self.devices(), options.trim());
        built.map_err(|error| self.failure(error, Some(&program)))?;
        Ok(program)
    }

    /// Links the images; those that are not among the inputs are compiled first.
    pub(super) fn link(self, inputs: &Inputs<'_>) -> Result<Program> {
        let mut programs = Vec::new();
        for image in &self.images {
            programs.push(match inputs.program(image) {
                Some(program) => program.clone(),
                None => self.compile(image)?,
            });
        }
        let programs: Vec<&pi::Program> = programs.iter().collect();
        let options = Config::get().link_options.apply(&self.images[0].link_options);
        let linked = pi::Program::link(self.context.pi(), self.devices(), &options, &programs);
        let program = linked.map_err(|failed| self.failure(failed.error, failed.program.as_ref()))?;
        Ok(Program::new(program, self.images))
    }

    /// Compiles an image for a later link.
    pub(super) fn compile(&self, image: &Image) -> Result<pi::Program> {
        let program = self.create(image)?;
        let options = Config::get().compile_options.apply(&image.compile_options);
        let compiled = program.compile(self.devices(), &options);
        compiled.map_err(|error| self.failure(error, Some(&program)))?;
        Ok(program)
    }

    fn create(&self, image: &Image) -> Result<pi::Program> {
        let program = create(self.context, self.device, image.code(), image.is_spirv())
            .map_err(|error| self.failure(error, None))?;
        for (id, value) in self.constants.ids(image)? {
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

/// Collects the images that an image needs, directly or not.
pub(super) fn with_imports(main: Arc<Image>, registered: &[Arc<Image>], kernel: &str) -> Result<Vec<Arc<Image>>> {
    let mut images = vec![main];
    let mut next = 0;
    while next < images.len() {
        let image = images[next].clone();
        for symbol in image.imports() {
            if images.iter().any(|image| image.exports().any(|export| export == symbol)) {
                continue;
            }
            let provider = provider(&image, registered, symbol);
            images.push(provider.ok_or_else(|| Error::UnresolvedImport {
                symbol: demangle::symbol(symbol),
                kernel: demangle::kernel(kernel),
            })?);
        }
        next += 1;
    }
    Ok(images)
}

fn provider(importer: &Image, registered: &[Arc<Image>], symbol: &str) -> Option<Arc<Image>> {
    let same_kind = |image: &&Arc<Image>| {
        formats_match(image.format(), importer.format())
            && image.target == importer.target
            && image.exports().any(|export| export == symbol)
    };
    let mut candidates = registered.iter().filter(same_kind);
    let first = candidates.clone().next();
    let near = candidates.find(|image| image.module() == importer.module());
    near.or(first).cloned()
}

fn formats_match(one: ImageFormat, other: ImageFormat) -> bool {
    one == other || one == ImageFormat::None || other == ImageFormat::None
}
