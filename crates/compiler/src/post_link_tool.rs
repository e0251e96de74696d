//! The program `tandem-post-link`: answers a [`Request`] of the driver.

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::ExitCode;

use tandem_image::device_image::targets;
use tandem_image::fat::{self, DevicePart};
use tandem_image::property::PropertySetName;
use tandem_image::reader::images_in_file;
use tandem_image::spirv;
use tandem_image::wrapper;
use tandem_image::{DeviceImage, ImageFormat, PropertySetRegistry};

use crate::options::{AddedImage, Target};
use crate::output::replace_file;
use crate::post_link::{self, LinkOptions, NativeOptions, SplitModule, Unit, UnitOptions};
use crate::post_link_request::{LinkRequest, Request, TargetRequest, Task, UnitRequest};

/// Optimization of code that is only looked at.
const DEFAULT_LEVEL: u8 = 2;

/// Runs the program with the arguments of a command line, the program's name
/// not among them.
pub fn main(args: Vec<String>) -> ExitCode {
    match run(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Errors are what is to be printed: diagnostics have their own form.
fn run(args: Vec<String>) -> Result<(), String> {
    let request = Request::parse(args).map_err(error)?;
    let result = match request.task {
        Task::Unit(unit) => process_stdin(&unit)?,
        Task::Link(link) => link_units(&link)?,
        Task::Check { parts, linked } => check_linked(&parts, &linked)?,
    };
    replace_file(Path::new(&request.output), &result).map_err(|source| error(format!("{}: {source}", request.output)))
}

fn error(message: impl std::fmt::Display) -> String {
    format!("tandem-post-link: error: {message}")
}

/// Processes the unit on standard input. The result is empty where it has no
/// device code.
fn process_stdin(request: &UnitRequest) -> Result<Vec<u8>, String> {
    let mut bitcode = Vec::new();
    std::io::stdin()
        .read_to_end(&mut bitcode)
        .map_err(|source| error(format!("reading {}: {source}", request.source)))?;
    if bitcode.is_empty() {
        return Err(error(format!("{}: the device pass made no code", request.source)));
    }
    let options = UnitOptions {
        unit: request.unit.clone(),
        opt_level: request.opt_level,
        dead_args: request.dead_args,
        only_check: request.only_check,
    };
    let unit = post_link::process_unit(&bitcode, &options)
        .map_err(|diagnostics| diagnostics.limited(request.error_limit).to_string())?;
    if let Some(file) = &request.int_header {
        let header = post_link::integration_header(&unit.bitcode, &request.unit, &request.source)
            .map_err(|diagnostics| diagnostics.to_string())?;
        replace_file(Path::new(file), header.as_bytes()).map_err(|source| error(format!("{file}: {source}")))?;
    }
    if let (Some(file), false) = (&request.host_symbols, unit.host_symbols.is_empty()) {
        let lines: String = unit.host_symbols.iter().map(|(local, name)| format!("{local} {name}\n")).collect();
        fs::write(file, lines).map_err(|source| error(format!("{file}: {source}")))?;
    }
    Ok(unit.bitcode)
}

/// The units of a file of device parts.
fn read_units(file: &str, opt_level: u8) -> Result<Vec<Unit>, String> {
    let bytes = fs::read(file).map_err(|source| error(format!("{file}: {source}")))?;
    let parts = fat::decode(&bytes).map_err(|source| error(format!("{file}: {source}")))?;
    parts.into_iter().filter_map(|part| unit_of(part, opt_level).transpose()).collect()
}

/// A unit that is ready to be linked. Code of bundles is as clang's device pass
/// left it; `None` where there is no device code in it.
fn unit_of(part: DevicePart, opt_level: u8) -> Result<Option<Unit>, String> {
    let DevicePart { target, unit: file, bitcode } = part;
    if target == targets::SPIR64 {
        return Ok(Some(Unit { file, bitcode }));
    }
    let processed = post_link::process_raw_unit(&bitcode, &file, opt_level);
    let processed = processed.map_err(|diagnostics| diagnostics.to_string())?;
    Ok(processed.map(|bitcode| Unit { file, bitcode }))
}

/// Compares units with the images of other files.
fn check_linked(parts: &str, linked: &[String]) -> Result<Vec<u8>, String> {
    let mut images = Vec::new();
    for file in linked {
        let bytes = fs::read(file).map_err(|source| error(format!("{file}: {source}")))?;
        images.extend(images_in_file(file, &bytes).map_err(error)?);
    }
    let checked = post_link::check_linked(&read_units(parts, DEFAULT_LEVEL)?, &images, &linked.join(", "));
    checked.map(|()| Vec::new()).map_err(|diagnostics| diagnostics.to_string())
}

/// Links units, and wraps the images. The result is empty where there is no
/// image.
fn link_units(request: &LinkRequest) -> Result<Vec<u8>, String> {
    let mut units = Vec::new();
    if let Some(parts) = &request.parts {
        units.extend(read_units(parts, request.opt_level)?);
    }
    if let Some(unit) = &request.unit {
        let file = unit.source.clone();
        units.push(Unit { file, bitcode: process_stdin(unit)? });
        units.retain(|unit| !unit.bitcode.is_empty());
    }
    if let Some(members) = request.members.as_ref().filter(|_| request.rdc) {
        let members = read_units(members, request.opt_level)?;
        post_link::add_needed(&mut units, members).map_err(|diagnostics| diagnostics.to_string())?;
    }
    let mut images = Vec::new();
    if !units.is_empty() {
        let native = request.targets.iter().find(|target| target.target == Target::X86_64);
        let options = LinkOptions {
            split: request.split,
            opt_level: request.opt_level,
            rdc: request.rdc,
            jobs: request.jobs,
            native: native.map(|target| NativeOptions {
                text: target.compile_options.clone(),
                required: request.targets.len() == 1,
            }),
        };
        let modules = post_link::link(&units, &options).map_err(|diagnostics| diagnostics.to_string())?;
        save_modules(request, &modules)?;
        for module in modules {
            images.extend(images_of(request, module));
        }
    }
    for added in &request.added {
        images.push(added_image(added)?);
    }
    if images.is_empty() {
        return Ok(Vec::new());
    }
    wrapper::wrap(&images).map_err(error)
}

/// An image from a file. SPIR-V tells what it defines and needs; of other
/// formats nothing is known but the bytes.
fn added_image(AddedImage { target, file }: &AddedImage) -> Result<DeviceImage, String> {
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

/// The targets of a module's images: those that were asked for. Native code
/// cannot be linked with all functions of other images, as barriers have to be in
/// the kernel itself; so where there would be nothing else, SPIR-V stays beside
/// what other images use or define.
fn targets_of(request: &LinkRequest, module: &SplitModule) -> Vec<TargetRequest> {
    let mut targets = request.targets.clone();
    if targets.iter().all(|target| target.target == Target::X86_64) && module.is_linked_with_others() {
        let (compile_options, link_options) = Default::default();
        targets.push(TargetRequest { target: Target::Spir64, compile_options, link_options });
    }
    targets
}

/// The images of a module, one for each target that can have one.
fn images_of(request: &LinkRequest, mut module: SplitModule) -> Vec<DeviceImage> {
    let mut images = Vec::new();
    for target in &targets_of(request, &module) {
        let mut image = DeviceImage {
            format: ImageFormat::Spirv,
            target: target.target.name().to_owned(),
            compile_options: compile_options(request, target),
            link_options: target.link_options.clone(),
            bytes: Vec::new(),
            entries: module.symbols.clone(),
            properties: module.properties.clone(),
        };
        match (target.target, module.native.take()) {
            (Target::Spir64, native) => {
                image.bytes = std::mem::take(&mut module.spirv);
                module.native = native;
            }
            (Target::X86_64, Some(native)) => {
                image.format = ImageFormat::Native;
                image.bytes = native.object;
                for name in &native.left_out {
                    image.entries.retain(|entry| entry != name);
                    image.properties.set_mut(PropertySetName::ExportedSymbols).shift_remove(name);
                }
            }
            (Target::X86_64, None) => continue,
        }
        // All exports may have been left out.
        if !image.entries.is_empty() {
            images.push(image);
        }
    }
    images
}

/// What devices compile the image with: as the unit was, then what the user says.
fn compile_options(request: &LinkRequest, target: &TargetRequest) -> String {
    let level = (request.opt_level == 0).then_some("-cl-opt-disable");
    let options: Vec<_> = level.into_iter().chain(target.compile_options.split_whitespace()).collect();
    options.join(" ")
}

/// Keeps copies for people, where that was asked for.
fn save_modules(request: &LinkRequest, modules: &[SplitModule]) -> Result<(), String> {
    let Some(prefix) = &request.save_prefix else {
        return Ok(());
    };
    for (index, module) in modules.iter().enumerate() {
        for TargetRequest { target, .. } in targets_of(request, module) {
            let (bytes, extension) = match (target, &module.native) {
                (Target::Spir64, _) => (&module.spirv, "spv"),
                (Target::X86_64, Some(native)) => (&native.object, "o"),
                (Target::X86_64, None) => continue,
            };
            let path = format!("{prefix}-{}-{index}.{extension}", target.name());
            fs::write(&path, bytes).map_err(|source| error(format!("{path}: {source}")))?;
        }
    }
    Ok(())
}
