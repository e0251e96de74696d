//! Takes the SPIR-V of a wrapper object through the reader and the writer, in place:
//! `rewrite_images OBJECT LOG` (`./x judge spirv-roundtrip`).
//!
//! ```text
//! module ── read ── write ──► first ── read ── write ──► second
//! ```
//!
//! `spirv-val`, if installed, must accept all three, and the last two must have the same words; anything else is an
//! error. The first replaces the module, unless the module has specialization constants: the reader gives them their
//! values. `LOG` gets a line for each module.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::process::{Command, ExitCode, Stdio};

use tandem_device_ir_llvm::{Expectations, validate};
use tandem_image::ImageFormat;
use tandem_image::reader::images_in_file;
use tandem_ir::Context;
use tandem_offload::wrapper;
use tandem_spirv::reader::{ReaderOptions, read};
use tandem_spirv::writer::{WriterOptions, write};
use tandem_spirv_binary::Words;
use tandem_spirv_binary::interface::Interface;
use tandem_spirv_binary::text::Text;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [object, log] = args.as_slice() else {
        eprintln!("usage: rewrite_images OBJECT LOG");
        return ExitCode::from(2);
    };
    match rewrite(object, log) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("rewrite_images: error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn rewrite(object: &str, log: &str) -> Result<(), String> {
    let bytes = fs::read(object).map_err(|error| format!("{object}: {error}"))?;
    if bytes.is_empty() {
        // A program without kernels.
        return Ok(());
    }
    let mut images = images_in_file(object, &bytes).map_err(|error| error.to_string())?;
    let mut report = String::new();
    for image in images.iter_mut().filter(|image| image.actual_format() == ImageFormat::Spirv) {
        let outcome = Interface::of(&Words::new(&image.bytes).map_err(|error| error.to_string())?);
        let interface = outcome.map_err(|error| error.to_string())?;
        let rewritten = round_trip(&image.bytes, &interface)?;
        if interface.spec_constants.is_empty() {
            image.bytes = rewritten;
            report += "rewritten\n";
        } else {
            report += "kept: it has specialization constants\n";
        }
    }
    let wrapped = wrapper::wrap(&images).map_err(|error| error.to_string())?;
    fs::write(object, wrapped).map_err(|error| format!("{object}: {error}"))?;
    let file = OpenOptions::new().create(true).append(true).open(log);
    file.and_then(|mut file| file.write_all(report.as_bytes())).map_err(|error| format!("{log}: {error}"))
}

/// Reads and rewrites the module.
fn round_trip(original: &[u8], interface: &Interface) -> Result<Vec<u8>, String> {
    let mut options = WriterOptions::default();
    options.processed.clone_from(&interface.processed);
    let again = |bytes: &[u8]| -> Result<Vec<u8>, String> {
        let module = read(&Context::new(), bytes, &ReaderOptions { name: "module", ..ReaderOptions::default() });
        let module = module.map_err(|error| error.to_string())?;
        let module = validate(module, &Expectations::default()).map_err(|error| error.to_string())?;
        write(&module, &options).map_err(|error| error.to_string())
    };
    let first = again(original)?;
    let second = again(&first)?;
    for (what, bytes) in [("original", original), ("first", &first), ("second", &second)] {
        spirv_val(bytes).map_err(|error| format!("the {what} module: {error}"))?;
    }
    if first != second {
        let problem = "the module that was written is written differently the next time";
        return Err(format!("{problem}: {}", difference(&first, &second)?));
    }
    Ok(first)
}

/// The first lines of two modules that differ.
fn difference(first: &[u8], second: &[u8]) -> Result<String, String> {
    let text = |bytes: &[u8]| -> Result<String, String> {
        let words = Words::new(bytes).map_err(|error| error.to_string())?;
        Ok(Text::of(&words).map_err(|error| error.to_string())?.to_string())
    };
    let (first, second) = (text(first)?, text(second)?);
    let mut lines = first.lines().zip(second.lines());
    let (one, other) = lines.find(|(one, other)| one != other).unwrap_or(("", ""));
    Ok(format!("`{}` and `{}`", one.trim(), other.trim()))
}

/// Runs `spirv-val`, if installed.
fn spirv_val(bytes: &[u8]) -> Result<(), String> {
    let version = format!("spv1.{}", bytes.get(5).copied().unwrap_or(0));
    let child = Command::new("spirv-val")
        .args(["--target-env", &version, "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match child {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        child => child.map_err(|error| format!("spirv-val: {error}"))?,
    };
    // It may refuse the module before it has read all of it.
    let _ = child.stdin.take().map(|mut stdin| stdin.write_all(bytes));
    let output = child.wait_with_output().map_err(|error| format!("spirv-val: {error}"))?;
    let message = || String::from_utf8_lossy(&output.stderr).trim().to_owned();
    if output.status.success() { Ok(()) } else { Err(message()) }
}
