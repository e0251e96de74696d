//! The effects of options with a value. Most functions are named after the setting that they change.

use tandem_command_line::post_link_request::Split;

use super::error::OptionError;
use super::spec::{Given, State};
use super::sycl::LinkHalf;
use super::targets;
use super::words::{Input, Phase, Role, Word};

type Result = std::result::Result<(), OptionError>;

pub fn output(state: &mut State, given: &Given<'_>) -> Result {
    state.options.output = Some(given.value.to_owned());
    Ok(())
}

pub fn language(state: &mut State, given: &Given<'_>) -> Result {
    state.language = Some(given.value.to_owned()).filter(|value| value != "none");
    Ok(())
}

/// The host compiler keeps files, too.
pub fn save_temps(state: &mut State, given: &Given<'_>) -> Result {
    state.options.save_temps = true;
    state.options.push(Role::Host, given.spelling.to_vec());
    Ok(())
}

/// Handles options that concern only the host compiler.
pub fn host_only(state: &mut State, given: &Given<'_>) -> Result {
    state.options.phase = Phase::HostOnly;
    state.options.push(Role::Mode, given.spelling.to_vec());
    Ok(())
}

pub fn targets(state: &mut State, given: &Given<'_>) -> Result {
    state.options.sycl.targets = targets::parse_list(given.value, &state.options.registry)?;
    Ok(())
}

pub fn added_images(state: &mut State, given: &Given<'_>) -> Result {
    for pair in given.value.split(',') {
        let image = targets::parse_added_image(pair, &state.options.registry)?;
        state.options.sycl.added_images.push(image);
    }
    Ok(())
}

pub fn split(state: &mut State, given: &Given<'_>) -> Result {
    let expected = "'off', 'per_source', 'per_kernel' or 'auto'";
    state.options.sycl.split = Split::parse(given.value).ok_or_else(|| bad_value(given, expected))?;
    Ok(())
}

pub fn link_images_only(state: &mut State, given: &Given<'_>) -> Result {
    state.options.sycl.link_images_only = true;
    state.options.sycl.link_half = match given.value {
        "early" => Some(LinkHalf::Early),
        "image" => Some(LinkHalf::Image),
        _ => return Err(bad_value(given, "'early' or 'image'")),
    };
    Ok(())
}

pub fn dump_dir(state: &mut State, given: &Given<'_>) -> Result {
    state.options.sycl.dump_dir = Some(given.value.to_owned());
    Ok(())
}

pub fn link_jobs(state: &mut State, given: &Given<'_>) -> Result {
    let number = given.value.parse().ok().filter(|jobs| *jobs > 0);
    state.options.sycl.link_jobs = number.ok_or_else(|| bad_value(given, "a positive number"))?;
    Ok(())
}

pub fn int_header(state: &mut State, given: &Given<'_>) -> Result {
    state.options.sycl.int_header = Some(given.value.to_owned());
    Ok(())
}

pub fn host_compiler(state: &mut State, given: &Given<'_>) -> Result {
    state.options.sycl.host_compiler = Some(given.value.to_owned());
    Ok(())
}

pub fn host_compiler_options(state: &mut State, given: &Given<'_>) -> Result {
    state.options.sycl.host_compiler_options.extend(words_of(given.value));
    Ok(())
}

pub fn frontend_options(state: &mut State, given: &Given<'_>) -> Result {
    state.options.sycl.frontend_options.extend(words_of(given.value));
    Ok(())
}

pub fn compile_options(state: &mut State, given: &Given<'_>) -> Result {
    state.options.sycl.compile_options.push(given.triple, given.value, &state.options.registry);
    Ok(())
}

/// `-Xs words`, and `-Xsword`, in which the option's dash is left out.
pub fn backend_options(state: &mut State, given: &Given<'_>) -> Result {
    let is_joined = given.spelling.len() == 1 && !given.value.starts_with('-');
    let text = if is_joined { format!("-{}", given.value) } else { given.value.to_owned() };
    state.options.sycl.compile_options.push(None, &text, &state.options.registry);
    Ok(())
}

pub fn link_options(state: &mut State, given: &Given<'_>) -> Result {
    state.options.sycl.link_options.push(given.triple, given.value, &state.options.registry);
    Ok(())
}

/// DPC++'s first option for archives with device code: now they are inputs like others.
pub fn library(state: &mut State, given: &Given<'_>) -> Result {
    let path = given.value.to_owned();
    state.options.words.push(Word::Input(Input { path, language: None }));
    Ok(())
}

/// Adds an archive of which all members are linked.
pub fn whole_library(state: &mut State, given: &Given<'_>) -> Result {
    state.options.push(Role::Link, vec!["-Wl,--whole-archive".to_owned()]);
    library(state, given)?;
    state.options.push(Role::Link, vec!["-Wl,--no-whole-archive".to_owned()]);
    Ok(())
}

fn bad_value(given: &Given<'_>, expected: &'static str) -> OptionError {
    OptionError::Value { option: given.name, value: given.value.to_owned(), expected }
}

/// The words of an option list in one argument.
fn words_of(list: &str) -> impl Iterator<Item = String> {
    list.split_whitespace().map(str::to_owned)
}
