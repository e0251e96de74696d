//! SPIR-V in the output of `tandem image dump`: a description within that of an image, or the module as text.

use std::fmt::{self, Write as _};
use std::io::{self, Write as _};

use anyhow::{Context as _, Result, bail};
use tandem_image::ImageFormat;
use tandem_image::reader::images_in_file;
use tandem_spirv_binary::description::{Description, EntryPoint, Symbol};
use tandem_spirv_binary::text::Text;
use tandem_spirv_binary::{Words, generator};

use crate::names::in_words;

/// Describes the module of an image, or says why it cannot be read.
pub(crate) fn write_description(out: &mut String, module: &[u8]) -> fmt::Result {
    writeln!(out, "  [SPIR-V]")?;
    let described = match Words::new(module).and_then(|words| Description::of(&words)) {
        Err(error) => return writeln!(out, "    {error}"),
        Ok(described) => described,
    };
    let ((major, minor), (tool, version)) = (described.version, described.generator);
    writeln!(out, "    version {major}.{minor}, made by {} {version}", generator::name(tool))?;
    if let Some((addressing, memory)) = &described.memory_model {
        writeln!(out, "    memory model {addressing} {memory}")?;
    }
    let lists = [
        ("capabilities", &described.capabilities),
        ("extensions", &described.extensions),
        ("instruction sets", &described.instruction_sets),
    ];
    for (what, names) in lists {
        if !names.is_empty() {
            writeln!(out, "    {what}: {}", names.join(", "))?;
        }
    }
    for source in &described.sources {
        let file = source.file.as_ref().map(|file| format!(", file {file}")).unwrap_or_default();
        writeln!(out, "    source: {} {}{file}", source.language, source.version)?;
    }
    for entry in &described.entry_points {
        write_entry_point(out, entry)?;
    }
    for (what, symbols) in [("exports", &described.exports), ("imports", &described.imports)] {
        for Symbol { name, is_function } in symbols {
            let kind = if *is_function { "function" } else { "variable" };
            writeln!(out, "    {what} {kind} {name}{}", in_words(name))?;
        }
    }
    for constant in &described.spec_constants {
        let (id, ty, default) = (constant.id, &constant.ty, constant.default);
        let shown = if ty.starts_with('f') { format!("{default:#x}") } else { default.to_string() };
        writeln!(out, "    specialization constant {id}: {ty}, default {shown}")?;
    }
    Ok(())
}

fn write_entry_point(out: &mut String, entry: &EntryPoint) -> fmt::Result {
    write!(out, "    entry point {} {}{}", entry.model, entry.name, in_words(&entry.name))?;
    if let Some([x, y, z]) = entry.local_size {
        write!(out, ", work-group size {x} {y} {z}")?;
    }
    if let Some(size) = entry.sub_group_size {
        write!(out, ", sub-group size {size}")?;
    }
    writeln!(out)?;
    for (index, param) in entry.params.iter().enumerate() {
        writeln!(out, "      parameter {index}: {}", format!("{} {}", param.ty, param.name).trim_end())?;
    }
    Ok(())
}

/// Writes the SPIR-V in a file as text: that of a single module, or that of each image after a comment that names it.
/// The inner result is that of writing.
///
/// # Errors
/// When the file or a module cannot be read, or there is no SPIR-V.
pub fn write_text(out: &mut impl io::Write, file: &str, bytes: Vec<u8>) -> Result<io::Result<()>> {
    if ImageFormat::of_bytes(&bytes) == ImageFormat::Spirv {
        return write_module(out, "", &bytes).with_context(|| file.to_owned());
    }
    let images = images_in_file(file, &bytes)?;
    let is_spirv = |index: &usize| images[*index].actual_format() == ImageFormat::Spirv;
    let modules: Vec<usize> = (0..images.len()).filter(is_spirv).collect();
    if modules.is_empty() {
        bail!("{file} has no SPIR-V");
    }
    for index in modules {
        let title = format!("; {file}, image {index}\n");
        let written = write_module(out, &title, &images[index].bytes);
        if let Err(error) = written.with_context(|| format!("{file}, image {index}"))? {
            return Ok(Err(error));
        }
    }
    Ok(Ok(()))
}

fn write_module(out: &mut impl io::Write, title: &str, module: &[u8]) -> Result<io::Result<()>> {
    let words = Words::new(module)?;
    let text = Text::of(&words)?;
    // The text is written as it is made: it can be many times the module.
    let mut out = io::BufWriter::new(out);
    Ok(write!(out, "{title}{text}").and_then(|()| out.flush()))
}
