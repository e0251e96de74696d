//! Compiles SPIR-V modules to PTX and asks `ptxas` whether it accepts them.
//!
//! `judge_ptx [--libdevice BITCODE] FILE…`: device IR (`*.ll`), SPIR-V modules (`*.spv`), or
//! programs and libraries with device images. Prints what was accepted for each processor and, for what is not lowered,
//! the reasons with the modules. The exit status is 1 where `ptxas` refuses PTX that was
//! written, or where the code generator ends its process.

use std::collections::BTreeMap;
use std::error::Error;
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs};

use tandem_codegen::compile::{compile, compile_module};
use tandem_codegen_nvptx::{DEVICE, Nvptx, Options, Processor};
use tandem_device_ir_llvm::{Expectations, declare_effects, validate};
use tandem_image::ImageFormat;
use tandem_image::reader::images_in_file;
use tandem_ir::{Context, Module};

/// The processors that code is made for, as far as `ptxas` knows them: CUDA 13 has forgotten the first.
const PROCESSORS: [Processor; 3] = [Processor(70), Processor(80), Processor(90)];

fn processors() -> Result<Vec<Processor>, Box<dyn Error>> {
    let help = Command::new("ptxas").arg("--help").output()?;
    let help = String::from_utf8_lossy(&help.stdout);
    Ok(PROCESSORS.into_iter().filter(|processor| help.contains(&processor.name())).collect())
}

/// The first word of a line of verdict about a module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    /// `ptxas` takes the PTX for every processor.
    Accepted,
    /// The code generator says that something is not supported.
    NotLowered,
    /// `ptxas` refuses the PTX.
    Refused,
    /// The code generator ended its process.
    Crashed,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut args: Vec<String> = env::args().skip(1).collect();
    let libdevice = match args.first() {
        Some(flag) if flag == "--libdevice" && args.len() > 1 => Some(args.drain(..2).next_back().unwrap_or_default()),
        _ => None,
    };
    if let [flag, file, image] = args.as_slice()
        && flag == "--worker"
    {
        return judge_here(file, image.parse()?, libdevice.as_deref());
    }
    let mut verdicts: BTreeMap<(Verdict, String), Vec<String>> = BTreeMap::new();
    for file in &args {
        for image in 0..modules(file)?.len() {
            let (verdict, reason) = judge(file, image, libdevice.as_deref())?;
            verdicts.entry((verdict, reason)).or_default().push(module_name(file, image));
        }
    }
    Ok(report(&verdicts, &processors()?))
}

fn module_name(file: &str, image: usize) -> String {
    let name = file.rsplit('/').next().unwrap_or(file);
    if image == 0 { name.to_owned() } else { format!("{name}#{image}") }
}

/// The modules in a file: device IR as text, SPIR-V, or the SPIR-V images of a program.
fn modules(file: &str) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let bytes = fs::read(file)?;
    if file.ends_with(".spv") || file.ends_with(".ll") {
        return Ok(vec![bytes]);
    }
    let mut images = images_in_file(file, &bytes)?;
    images.retain(|image| image.actual_format() == ImageFormat::Spirv);
    Ok(images.into_iter().map(|image| image.bytes).collect())
}

/// Judges a module in a separate process, because LLVM may end it.
fn judge(file: &str, image: usize, libdevice: Option<&str>) -> Result<(Verdict, String), Box<dyn Error>> {
    let mut worker = Command::new(env::current_exe()?);
    worker.args(libdevice.iter().flat_map(|file| ["--libdevice", file]));
    worker.args(["--worker", file, &image.to_string()]).stdin(Stdio::null());
    let output = worker.output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let reason = text.lines().next().unwrap_or_default().to_owned();
    Ok(match output.status.code() {
        Some(0) => (Verdict::Accepted, reason),
        Some(2) => (Verdict::NotLowered, reason),
        Some(3) => (Verdict::Refused, reason),
        _ => {
            let messages = String::from_utf8_lossy(&output.stderr);
            (Verdict::Crashed, messages.lines().next().unwrap_or("no message").to_owned())
        }
    })
}

/// Compiles and assembles; the reason is on standard output.
fn judge_here(file: &str, image: usize, libdevice: Option<&str>) -> Result<ExitCode, Box<dyn Error>> {
    let module = modules(file)?.swap_remove(image);
    let folder = tempfile::tempdir()?;
    for processor in processors()? {
        let target = Nvptx { processor, libdevice: libdevice.map(Into::into), ..Nvptx::default() };
        let options = Options { target, ..Options::default() };
        let compiled = match file.ends_with(".ll") {
            true => {
                let mut module = Module::parse(&Context::new(), &module, file)?;
                declare_effects(module.edit());
                let validated = validate(module, &Expectations::of_device(&DEVICE));
                validated.map_err(Into::into).and_then(|module| compile_module(module, &options))
            }
            false => compile(&[&module], &options),
        };
        let package = match compiled {
            Ok(package) => package,
            Err(error) => {
                println!("{}", reason(&error.to_string()));
                return Ok(ExitCode::from(2));
            }
        };
        let path = folder.path().join("module.ptx");
        fs::write(&path, &package.codes[0].bytes)?;
        let mut assembler = Command::new("ptxas");
        // Functions of other modules and of libdevice may be missing.
        assembler.args(["-c", "-arch", &processor.name(), "-o", "/dev/null"]).arg(&path);
        let result = assembler.output()?;
        if !result.status.success() {
            let messages = String::from_utf8_lossy(&result.stderr);
            let message = messages.lines().find(|line| line.contains("error")).unwrap_or(&messages);
            println!("{}: {}", processor.name(), message.split(';').next_back().unwrap_or(message).trim());
            return Ok(ExitCode::from(3));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A message without the kernel that it is about, so that equal ones meet.
fn reason(message: &str) -> String {
    let line = message.lines().next().unwrap_or(message);
    match line.starts_with("kernel `").then(|| line.split_once("`: ")).flatten() {
        Some((_, rest)) => rest.to_owned(),
        None => line.to_owned(),
    }
}

fn report(verdicts: &BTreeMap<(Verdict, String), Vec<String>>, processors: &[Processor]) -> ExitCode {
    let count = |verdict| -> usize {
        verdicts.iter().filter(|((found, _), _)| *found == verdict).map(|(_, modules)| modules.len()).sum()
    };
    let processors: Vec<_> = processors.iter().map(|processor| processor.name()).collect();
    println!("| modules | accepted for {} | not lowered | refused by ptxas | crashed |", processors.join(" and "));
    println!("|---|---|---|---|---|");
    let all = [Verdict::Accepted, Verdict::NotLowered, Verdict::Refused, Verdict::Crashed].map(count);
    let [accepted, not_lowered, refused, crashed] = all;
    println!("| {} | {accepted} | {not_lowered} | {refused} | {crashed} |", all.iter().sum::<usize>());
    for (verdict, title) in [
        (Verdict::NotLowered, "Not lowered"),
        (Verdict::Refused, "Refused by `ptxas`"),
        (Verdict::Crashed, "The code generator ended"),
    ] {
        let mut reasons = verdicts.iter().filter(|((found, _), _)| *found == verdict).peekable();
        if reasons.peek().is_some() {
            println!("\n{title}:\n");
        }
        for ((_, reason), modules) in reasons {
            println!("* {reason}: {}", modules.join(", "));
        }
    }
    if refused + crashed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
