//! The link: the device parts of all inputs become images in a wrapper object,
//! which joins the host's link.

use std::fs;
use std::path::Path;

use tandem_command_line::output::replace_file;
use tandem_command_line::post_link_request::{LinkRequest, Request, TargetRequest, Task};
use tandem_device_target::Selection;
use tandem_offload::fat::{self, DevicePart};

use crate::compile::{self, DeviceTask, HostOutput};
use crate::device_parts::{self, Found, FoundPart};
use crate::error::{DriverError, Failure};
use crate::inputs::Kind;
use crate::job::{Job, Messages};
use crate::linker_trace;
use crate::options::{Input, LinkHalf, Options, SyclOptions};
use crate::session::Session;
use crate::stages;

/// Compiles the sources of the command line and links everything.
pub fn compile_and_link(session: &Session) -> Result<(), Failure> {
    let options = &session.options;
    check_early(options)?;
    let found = collect(session)?;
    if options.sycl.link_half == Some(LinkHalf::Image) && !found.linked.is_empty() {
        return finish_images(session, &found);
    }
    let sources: Vec<(&Input, String)> = (options.inputs().enumerate())
        .filter(|(_, input)| input.kind() != Kind::Linker)
        .map(|(index, input)| (input, object_path(session, input, index)))
        .collect();

    let inputs = host_inputs(session, &sources);
    let is_of_archives = found.parts.iter().any(|part| part.member.is_some());

    let wrapper = session.temp_file("images.o");
    let has_wrapper = match sources.as_slice() {
        _ if stages::is_relocatable(options) => {
            for (input, object) in &sources {
                compile_to_fat_object(session, input, object)?;
            }
            false
        }
        [(input, object)]
            if !is_of_archives && !reuses_images(session, &found) && compile::may_use_sycl(session, input) =>
        {
            let task = DeviceTask::Link(Box::new(link_request(session, &found.parts, &[])?), &wrapper);
            compile::compile(session, input, HostOutput::Object(object), &task)?;
            // A source without device code, and no other parts, need none.
            options.dry_run || is_not_empty(Path::new(&wrapper))
        }
        _ => {
            let mut parts = found.parts.clone();
            for (input, object) in &sources {
                let host = HostOutput::Object(object);
                let part = compile::compile(session, input, host, &DeviceTask::Process)?;
                parts.extend(part.map(|part| FoundPart { file: input.path.clone(), part, member: None }));
            }
            let (mut parts, members) = part_members(session, parts, &inputs)?;
            if reuses_images(session, &found) {
                check_linked(session, &parts, &found.linked)?;
                parts.clear();
            }
            let may_have_parts =
                !parts.is_empty() || !options.sycl.added_images.is_empty() || (options.dry_run && !sources.is_empty());
            may_have_parts && link_images(session, &parts, &members, &wrapper)?
        }
    };
    let wrapper = has_wrapper.then_some(wrapper.as_str());
    if options.sycl.link_images_only {
        return keep_wrapper(session, wrapper);
    }
    let linker = stages::link(&session.toolchain, options, &inputs, wrapper);
    if session.announce(&linker) {
        Job::start_plain(&linker, session.temp_dir(), Messages::Direct)?.wait_for_success()?;
    }
    Ok(())
}

/// The inputs of the host's linker, one for each input of the command line.
fn host_inputs(session: &Session, sources: &[(&Input, String)]) -> Vec<String> {
    let mut objects = sources.iter().map(|(_, object)| object.clone());
    let of_input = |input: &Input| match input.kind() {
        Kind::Linker => input.path.clone(),
        _ => objects.next().unwrap_or_default(),
    };
    session.options.inputs().map(of_input).collect()
}

/// Separates the parts to link from those of archive members that the host's linker leaves out. A device-only link uses
/// all of them.
fn part_members(
    session: &Session,
    parts: Vec<FoundPart>,
    inputs: &[String],
) -> Result<(Vec<FoundPart>, Vec<FoundPart>), Failure> {
    let is_asked = !session.options.sycl.link_images_only && parts.iter().any(|part| part.member.is_some());
    let taken = if is_asked { linker_trace::taken(session, inputs)? } else { None };
    Ok(parts.into_iter().partition(|part| match (&taken, &part.member) {
        (Some(taken), Some(member)) => taken.contains(member),
        _ => true,
    }))
}

/// Compiles a source into an object that carries its device part.
pub fn compile_to_fat_object(session: &Session, input: &Input, object: &str) -> Result<(), Failure> {
    let host = HostOutput::Object(object);
    if let Some(part) = compile::compile(session, input, host, &DeviceTask::Process)? {
        compile::embed(Path::new(object), part)?;
    }
    Ok(())
}

/// The device parts of objects and archives. A dry run does without files.
fn collect(session: &Session) -> Result<Found, Failure> {
    match device_parts::collect(&session.options) {
        Ok(found) => Ok(found),
        Err(_) if session.options.dry_run => Ok(Found::default()),
        Err(error) => Err(error.into()),
    }
}

/// Whether the images are those of an earlier device link.
fn reuses_images(session: &Session, found: &Found) -> bool {
    !found.linked.is_empty() && !session.options.sycl.link_images_only
}

/// Makes sure that the images in `linked` have everything that `parts` have.
fn check_linked(session: &Session, parts: &[FoundPart], linked: &[String]) -> Result<(), Failure> {
    let Some(parts) = write_parts(session, parts, "units.parts")? else {
        return Ok(());
    };
    let task = Task::Check { parts, linked: linked.to_vec() };
    run_post_link(session, &Request { task, output: session.temp_file("checked") }).map(drop)
}

/// The object file of a source. Sources in different folders may have the same name.
fn object_path(session: &Session, input: &Input, index: usize) -> String {
    let name = input.with_extension("o");
    match session.options.save_temps {
        true => name,
        false => session.temp_file(&format!("{index}-{name}")),
    }
}

/// Writes parts, with the files that contain them, to a file for post-link. `None` if there are none.
fn write_parts(session: &Session, found: &[FoundPart], name: &str) -> Result<Option<String>, Failure> {
    if found.is_empty() {
        return Ok(None);
    }
    let named: Vec<_> = (found.iter())
        .map(|FoundPart { file, part, .. }| DevicePart {
            target: part.target.clone(),
            unit: file.clone(),
            bitcode: part.bitcode.clone(),
        })
        .collect();
    let path = session.temp_file(name);
    fs::write(&path, fat::encode(&named)).map_err(DriverError::io(|| path.clone()))?;
    Ok(Some(path))
}

/// A request to link parts, and those of `members` that they need.
fn link_request(session: &Session, parts: &[FoundPart], members: &[FoundPart]) -> Result<LinkRequest, Failure> {
    let options = &session.options;
    Ok(LinkRequest {
        unit: None,
        parts: write_parts(session, parts, "units.parts")?,
        members: write_parts(session, members, "members.parts")?,
        added: options.sycl.added_images.clone(),
        split: options.sycl.split,
        rdc: options.sycl.rdc,
        jobs: options.sycl.link_jobs,
        opt_level: options.device_opt_level(),
        targets: targets(&options.sycl),
        save_prefix: save_prefix(session)?,
    })
}

/// Checks that a target has a device link in two parts, if the first one is requested.
fn check_early(options: &Options) -> Result<(), DriverError> {
    let sycl = &options.sycl;
    let has_early = |target: &Selection| target.target.early.is_some();
    if sycl.link_half != Some(LinkHalf::Early) || sycl.targets.iter().any(has_early) {
        return Ok(());
    }
    let quoted = |names: Vec<&str>| names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ");
    let suited = options.registry.targets().filter(|target| target.early.is_some()).map(|target| target.name);
    Err(DriverError::NoEarlyLink {
        targets: quoted(sycl.targets.iter().map(Selection::name).collect()),
        suited: quoted(suited.collect()),
    })
}

/// `-fsycl-link=image` continues with the images of an early device link.
fn finish_images(session: &Session, found: &Found) -> Result<(), Failure> {
    let wrapper = session.temp_file("images.o");
    let task = Task::Finish { linked: found.linked.clone(), targets: targets(&session.options.sycl) };
    run_post_link(session, &Request { task, output: wrapper.clone() })?;
    keep_wrapper(session, Some(&wrapper))
}

/// The targets of a link, each with its options. The first half of a link is a separate target.
fn targets(sycl: &SyclOptions) -> Vec<TargetRequest> {
    let is_early = sycl.link_half == Some(LinkHalf::Early);
    let request = |&target: &Selection| {
        let options = [target.options(), &sycl.compile_options.of(target, &sycl.targets)].join(" ");
        TargetRequest {
            target: target.target.early.filter(|_| is_early).map_or(target, Selection::from),
            compile_options: options.trim().to_owned(),
            link_options: sycl.link_options.of(target, &sycl.targets),
        }
    };
    sycl.targets.iter().map(request).collect()
}

/// The prefix for copies of the images, for `-save-temps` and `-fsycl-dump-device-code`.
fn save_prefix(session: &Session) -> Result<Option<String>, Failure> {
    let options = &session.options;
    let output = options.output.as_deref().unwrap_or("a.out");
    let name = Path::new(output).file_name().unwrap_or_default();
    let name = format!("{}-sycl", name.to_string_lossy());
    if let Some(dir) = &options.sycl.dump_dir {
        fs::create_dir_all(dir).map_err(DriverError::io(|| dir.clone()))?;
        return Ok(Some(Path::new(dir).join(name).display().to_string()));
    }
    Ok(options.save_temps.then_some(name))
}

/// Links parts into the wrapper object. Returns whether it holds any image.
fn link_images(session: &Session, parts: &[FoundPart], members: &[FoundPart], wrapper: &str) -> Result<bool, Failure> {
    let request = Request { task: Task::Link(link_request(session, parts, members)?), output: wrapper.to_owned() };
    Ok(!run_post_link(session, &request)? || is_not_empty(Path::new(wrapper)))
}

/// Answers a request. Returns false in a dry run.
fn run_post_link(session: &Session, request: &Request) -> Result<bool, Failure> {
    let post_link = stages::post_link(&session.toolchain, request);
    if !session.announce(&post_link) {
        return Ok(false);
    }
    Job::start_plain(&post_link, session.temp_dir(), Messages::Direct)?.wait_for_success()?;
    Ok(true)
}

fn is_not_empty(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.len() > 0)
}

/// `-fsycl-link`: the wrapper object is the result, marked for later links.
fn keep_wrapper(session: &Session, wrapper: Option<&str>) -> Result<(), Failure> {
    let output = session.options.output.as_deref().unwrap_or("a.o");
    if session.options.dry_run {
        return Ok(());
    }
    let wrapper = wrapper.ok_or(DriverError::NoDeviceCode)?;
    let bytes = fs::read(wrapper).map_err(DriverError::io(|| wrapper.to_owned()))?;
    let marked = fat::mark_linked(&bytes).map_err(|source| DriverError::Embed { file: output.to_owned(), source })?;
    replace_file(Path::new(output), &marked).map_err(DriverError::io(|| output.to_owned()))?;
    Ok(())
}
