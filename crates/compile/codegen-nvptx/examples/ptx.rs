//! Compiles a module for an NVIDIA GPU and prints the PTX.
//!
//! `ptx FILE [BUILD OPTION…]`: device IR (`*.ll`), a SPIR-V module (`*.spv`), or the first one in a program
//! or library. The table of kernels goes to standard error.

use std::error::Error;
use std::io::Write as _;
use std::{env, fs};

use tandem_codegen::compile::{compile, compile_module};
use tandem_codegen_nvptx::{DEVICE, Options};
use tandem_device_ir_llvm::{Expectations, declare_effects, validate};
use tandem_image::ImageFormat;
use tandem_image::reader::images_in_file;
use tandem_ir::{Context, Module};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let file = args.next().ok_or("usage: ptx FILE [BUILD OPTION…]")?;
    let mut options = Options::from_env();
    for warning in options.apply(&args.collect::<Vec<_>>().join(" "))? {
        eprintln!("warning: {warning}");
    }
    let bytes = fs::read(&file)?;
    let package = if file.ends_with(".ll") {
        let mut module = Module::parse(&Context::new(), &bytes, &file)?;
        declare_effects(module.edit());
        compile_module(validate(module, &Expectations::of_device(&DEVICE))?, &options)?
    } else if file.ends_with(".spv") {
        compile(&[&bytes], &options)?
    } else {
        let images = images_in_file(&file, &bytes)?;
        let mut modules = images.iter().filter(|image| image.actual_format() == ImageFormat::Spirv);
        compile(&[&modules.next().ok_or("no SPIR-V in the file")?.bytes], &options)?
    };
    eprintln!("{:#?}\n{:#?}", package.kernels, package.variables);
    for code in package.codes {
        std::io::stdout().write_all(&code.bytes)?;
    }
    Ok(())
}
