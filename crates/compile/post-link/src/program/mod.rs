//! The program `tandem-post-link`: answers a [`Request`] of the driver.

mod finish;
mod images;

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::ExitCode;

use tandem_command_line::output::replace_file;
use tandem_command_line::post_link_request::{LinkRequest, Request, Task, UnitRequest};
use tandem_device_target::{CodeGenerator, Registry};
use tandem_image::DeviceImage;
use tandem_image::reader::images_in_file;
use tandem_offload::fat::{self, DevicePart};
use tandem_offload::wrapper;

use crate::link::LinkOptions;
use crate::unit::{Unit, UnitOptions};
use crate::{integration, ir_images, link, members, process, relink};
use images::{LinkTargets, NamedImage};

/// Optimization of code that is only looked at.
const DEFAULT_LEVEL: u8 = 2;

/// Runs the program with the arguments of a command line, the program's name not among them. `registry` has the targets
/// of device code, `generators` the code generators for those that are compiled ahead of time.
pub fn main(
    args: Vec<String>,
    registry: &'static Registry,
    generators: &'static [&'static dyn CodeGenerator],
) -> ExitCode {
    let outcome = tandem_ir::catch_fatal("device code", move || run(args, registry, generators));
    match outcome.map_err(error).and_then(|result| result) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the program. Errors are ready to be printed: diagnostics have their own form.
fn run(args: Vec<String>, registry: &Registry, generators: &[&dyn CodeGenerator]) -> Result<(), String> {
    let request = Request::parse(args, registry).map_err(error)?;
    let result = match request.task {
        Task::Unit(unit) => process_stdin(&unit)?,
        Task::Link(link) => link_units(&link, registry, generators)?,
        Task::Finish { linked, targets } => finish::finish(&linked, &targets, registry, generators)?,
        Task::Check { parts, linked } => check_linked(&parts, &linked, registry)?,
    };
    replace_file(Path::new(&request.output), &result).map_err(|source| error(format!("{}: {source}", request.output)))
}

fn error(message: impl std::fmt::Display) -> String {
    format!("tandem-post-link: error: {message}")
}

/// Processes the unit on standard input. The result is empty if it has no device code.
fn process_stdin(request: &UnitRequest) -> Result<Vec<u8>, String> {
    let mut bitcode = Vec::new();
    std::io::stdin()
        .read_to_end(&mut bitcode)
        .map_err(|source| error(format!("reading {}: {source}", request.source)))?;
    if bitcode.is_empty() {
        return Err(error(format!("{}: the device pass produced no code", request.source)));
    }
    let options = UnitOptions {
        unit: request.unit.clone(),
        opt_level: request.opt_level,
        has_lines: request.has_lines,
        contracts: request.contracts,
        dead_args: request.dead_args,
        only_check: request.only_check,
    };
    let unit = process::process_unit(&bitcode, &options)
        .map_err(|diagnostics| diagnostics.limited(request.error_limit).to_string())?;
    if let Some(file) = &request.int_header {
        let header = integration::integration_header(&unit.bitcode, &request.unit, &request.source)
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

/// A unit that is ready to be linked. Code of bundles is the unprocessed output of clang's device pass; `None` if there
/// is no device code in it.
fn unit_of(part: DevicePart, opt_level: u8) -> Result<Option<Unit>, String> {
    let DevicePart { target, unit: file, bitcode } = part;
    if target == fat::DEVICE_IR {
        return Ok(Some(Unit { file, bitcode }));
    }
    let processed = ir_images::process_raw_unit(&bitcode, &file, opt_level);
    let processed = processed.map_err(|diagnostics| diagnostics.to_string())?;
    Ok(processed.map(|bitcode| Unit { file, bitcode }))
}

/// The images that a file registers.
fn images_of(file: &str) -> Result<Vec<DeviceImage>, String> {
    let bytes = fs::read(file).map_err(|source| error(format!("{file}: {source}")))?;
    images_in_file(file, &bytes).map_err(error)
}

/// Compares units with the images of other files.
fn check_linked(parts: &str, linked: &[String], registry: &Registry) -> Result<Vec<u8>, String> {
    let mut images = Vec::new();
    for file in linked {
        let of_file = images_of(file)?;
        if let Some(image) = of_file.iter().find(|image| finish::target_of(image, registry).is_some()) {
            let target = &image.target;
            return Err(error(format!(
                "{file}: its images for {target} come from an early device link; finish them with -fsycl-link=image"
            )));
        }
        images.extend(of_file);
    }
    let checked = relink::check_linked(&read_units(parts, DEFAULT_LEVEL)?, &images, &linked.join(", "));
    checked.map(|()| Vec::new()).map_err(|diagnostics| diagnostics.to_string())
}

/// Links units, and wraps the images. The result is empty if there is no image.
fn link_units(
    request: &LinkRequest,
    registry: &Registry,
    generators: &[&dyn CodeGenerator],
) -> Result<Vec<u8>, String> {
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
        members::add_needed(&mut units, members).map_err(|diagnostics| diagnostics.to_string())?;
    }
    let mut images = Vec::new();
    if !units.is_empty() {
        let targets = LinkTargets::new(&request.targets, registry, generators).map_err(error)?;
        let options = LinkOptions {
            split: request.split,
            opt_level: request.opt_level,
            rdc: request.rdc,
            jobs: request.jobs,
            ahead_of_time: targets.ahead_of_time(),
        };
        for target in &options.ahead_of_time {
            for warning in target.check_options().map_err(|diagnostics| diagnostics.to_string())? {
                eprintln!("tandem-post-link: warning: {warning}");
            }
        }
        let modules = link::link(&units, &options).map_err(|diagnostics| diagnostics.to_string())?;
        let modules = modules.into_iter().map(|module| targets.images(module, request.opt_level));
        let modules: Vec<Vec<NamedImage>> = modules.collect();
        if let Some(prefix) = &request.save_prefix {
            images::save(prefix, &modules)?;
        }
        images.extend(modules.into_iter().flatten().map(|named| named.image));
    }
    for added in &request.added {
        images.push(images::added(added)?);
    }
    if images.is_empty() {
        return Ok(Vec::new());
    }
    wrapper::wrap(&images).map_err(error)
}
