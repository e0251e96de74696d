//! Converts split modules to device images: selects the targets of a module's images, and fills the images.

use std::fs;
use std::mem;

use tandem_command_line::post_link_request::{AddedImage, TargetRequest};
use tandem_device_target::{Code, CodeGenerator, Registry, Selection};
use tandem_image::property::PropertySetName;
use tandem_image::{DeviceImage, ImageFormat, PropertySetRegistry, spirv};

use super::error;
use crate::ahead_of_time::{AheadOfTime, LINES_OPTION, TargetCode};
use crate::link::SplitModule;

/// The targets of a link's images.
pub struct LinkTargets<'a> {
    /// Each request makes a separate image.
    requests: Vec<TargetRequest>,
    /// The code generator of each request, where its target has one.
    generators: Vec<Option<&'a dyn CodeGenerator>>,
    portable: Selection,
}

/// An image, and the name of its target, which may be a processor.
pub struct NamedImage {
    pub image: DeviceImage,
    pub name: &'static str,
    extension: &'static str,
}

impl<'a> LinkTargets<'a> {
    /// Finds the code generators of targets.
    ///
    /// # Errors
    /// A missing code generator; different options for processors of one image.
    pub fn new(
        requests: &[TargetRequest],
        registry: &Registry,
        generators: &[&'a dyn CodeGenerator],
    ) -> Result<Self, String> {
        let mut targets = Self { requests: Vec::new(), generators: Vec::new(), portable: registry.portable().into() };
        for request in requests {
            let generator = match request.target.target.code {
                Code::Portable => None,
                Code::AheadOfTime(_) => Some(generator_of(request.target, generators)?),
            };
            let request = match generator.is_some_and(CodeGenerator::joins_processors) {
                true => joined(request, requests)?,
                false => request.clone(),
            };
            if !targets.requests.contains(&request) {
                targets.requests.push(request);
                targets.generators.push(generator);
            }
        }
        Ok(targets)
    }

    /// The targets to compile ahead of time.
    pub fn ahead_of_time(&self) -> Vec<AheadOfTime<'a>> {
        let required = self.generators.iter().all(Option::is_some);
        let with_generators = self.requests.iter().zip(&self.generators);
        let compiled = with_generators.filter_map(|(request, generator)| {
            let generator = (*generator)?;
            Some(AheadOfTime { generator, options: generator_options(generator, request), required })
        });
        compiled.collect()
    }

    /// The images of a module, one for each target that can have one.
    pub fn images(&self, mut module: SplitModule, opt_level: u8) -> Vec<NamedImage> {
        let mut code = mem::take(&mut module.code).into_iter();
        let mut images = Vec::new();
        for (request, generator) in self.requests.iter().zip(&self.generators) {
            let image = image(&module, request, opt_level);
            let image = match generator {
                None => Some(DeviceImage { bytes: mem::take(&mut module.spirv), ..image }),
                Some(generator) => code.next().flatten().map(|code| with_code(image, code, *generator)),
            };
            images.extend(image.map(|image| NamedImage::new(image, request.target)));
        }
        if self.needs_portable(&module) {
            let (compile_options, link_options) = Default::default();
            let request = TargetRequest { target: self.portable, compile_options, link_options };
            let image = DeviceImage { bytes: mem::take(&mut module.spirv), ..image(&module, &request, opt_level) };
            images.push(NamedImage::new(image, self.portable));
        }
        // All exports may have been left out.
        images.retain(|named| !named.image.entries.is_empty());
        images
    }

    /// Whether a module also needs a SPIR-V image although no target requests one. Code that was compiled ahead of time
    /// cannot be linked with all functions of other images; if all targets are of that kind, SPIR-V is kept for the
    /// functions that other images use or define.
    fn needs_portable(&self, module: &SplitModule) -> bool {
        self.generators.iter().all(Option::is_some) && module.is_linked_with_others()
    }
}

impl NamedImage {
    fn new(image: DeviceImage, target: Selection) -> Self {
        Self { image, name: target.name(), extension: target.target.extension }
    }
}

/// The image of a module without its bytes.
fn image(module: &SplitModule, request: &TargetRequest, opt_level: u8) -> DeviceImage {
    let target = request.target.target;
    DeviceImage {
        format: target.format,
        target: target.name.to_owned(),
        compile_options: compile_options(module, opt_level, request),
        link_options: request.link_options.clone(),
        bytes: Vec::new(),
        entries: module.symbols.clone(),
        properties: module.properties.clone(),
    }
}

/// The code generator of a target.
pub fn generator_of<'a>(
    target: Selection,
    generators: &[&'a dyn CodeGenerator],
) -> Result<&'a dyn CodeGenerator, String> {
    let found = generators.iter().find(|generator| generator.target() == target.target);
    found.copied().ok_or_else(|| format!("this installation has no code generator for SYCL target '{}'", target.name()))
}

/// The options of a target that its code generator receives. Link options are otherwise for devices.
pub fn generator_options(generator: &dyn CodeGenerator, request: &TargetRequest) -> String {
    match generator.options_are_for_devices() {
        true => request.compile_options.clone(),
        false => [request.compile_options.as_str(), &request.link_options].join(" ").trim().to_owned(),
    }
}

/// The request for one image of all requested processors of a target.
fn joined(request: &TargetRequest, requests: &[TargetRequest]) -> Result<TargetRequest, String> {
    let same: Vec<_> = requests.iter().filter(|other| other.target.target == request.target.target).collect();
    let [first, _, ..] = same.as_slice() else { return Ok(request.clone()) };
    let own = |request: &TargetRequest| {
        let options = request.compile_options.strip_prefix(request.target.options()).unwrap_or_default();
        (options.trim().to_owned(), request.link_options.clone())
    };
    let (options, link_options) = own(first);
    if own(request) != (options.clone(), link_options.clone()) {
        let [one, other] = [first, request].map(|request| request.target.name());
        return Err(format!("SYCL targets '{one}' and '{other}' share an image and need the same options"));
    }
    let words = same.iter().map(|request| request.target.options()).chain([options.as_str()]);
    let compile_options = words.filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" ");
    Ok(TargetRequest { target: request.target.target.into(), compile_options, link_options })
}

/// An image with the code from a code generator.
fn with_code(mut image: DeviceImage, code: TargetCode, generator: &dyn CodeGenerator) -> DeviceImage {
    image.bytes = code.bytes;
    if !generator.options_are_for_devices() {
        image.compile_options.clear();
        image.link_options.clear();
    }
    for name in &code.left_out {
        image.entries.retain(|entry| entry != name);
        image.properties.set_mut(PropertySetName::ExportedSymbols).shift_remove(name);
    }
    for (name, set) in code.properties.sets() {
        image.properties.set_mut(name.clone()).extend(set.clone());
    }
    image
}

/// The options with which devices compile the image: the settings of the unit, followed by the user's options.
fn compile_options(module: &SplitModule, opt_level: u8, request: &TargetRequest) -> String {
    let level = (opt_level == 0).then_some("-cl-opt-disable");
    let lines = module.has_lines.then_some(LINES_OPTION);
    let options: Vec<_> = level.into_iter().chain(lines).chain(request.compile_options.split_whitespace()).collect();
    options.join(" ")
}

/// Writes copies of the images' bytes, for people.
pub fn save(prefix: &str, modules: &[Vec<NamedImage>]) -> Result<(), String> {
    for (index, images) in modules.iter().enumerate() {
        for NamedImage { image, name, extension } in images {
            let path = format!("{prefix}-{name}-{index}.{extension}");
            fs::write(&path, &image.bytes).map_err(|source| error(format!("{path}: {source}")))?;
        }
    }
    Ok(())
}

/// An image from a file. SPIR-V contains its definitions and requirements; of other formats, only the bytes are known.
pub fn added(AddedImage { target, file }: &AddedImage) -> Result<DeviceImage, String> {
    let bytes = fs::read(file).map_err(|source| error(format!("{file}: {source}")))?;
    let format = ImageFormat::of_bytes(&bytes);
    if format == ImageFormat::Spirv {
        return spirv::device_image(bytes, target).map_err(|source| error(format!("{file}: {source}")));
    }
    Ok(DeviceImage {
        format,
        target: target.clone(),
        compile_options: String::new(),
        link_options: String::new(),
        bytes,
        entries: Vec::new(),
        properties: PropertySetRegistry::new(),
    })
}
