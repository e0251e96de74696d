//! FPGAs: `aoc`, Intel's compiler for them.
//!
//! A whole compilation takes hours. `-fsycl-link=early` stops it before hardware is placed (`-rtl`), which yields
//! reports and an object from which `aoc` can continue.

use tandem_command_line::words::split;
use tandem_device_target::{CodeGenerator, DeviceCode, Failure, Generated, Target, known};

use crate::module;
use crate::program::Program;

const PROGRAM: Program = Program {
    name: "aoc",
    install: "it belongs to Intel's FPGA add-on for oneAPI, and to the FPGA SDK for OpenCL that INTELFPGAOCLSDKROOT names",
    home: Some(("INTELFPGAOCLSDKROOT", "bin")),
    folder: "/opt/intel/oneapi/compiler/latest/opt/oclfpga/bin",
};

/// Code for FPGAs.
#[derive(Clone, Copy, Debug)]
pub struct Aoc;

/// The first half of [`Aoc`].
#[derive(Clone, Copy, Debug)]
pub struct EarlyAoc;

impl CodeGenerator for Aoc {
    fn target(&self) -> &'static Target {
        &known::FPGA
    }

    fn check_options(&self, _options: &str) -> Result<Vec<String>, Failure> {
        PROGRAM.find().map(|_| Vec::new())
    }

    fn generate(&self, code: &DeviceCode<'_>) -> Result<Generated, Failure> {
        module::check(code)?;
        let bytes = compile(code.spirv, ["module.spv", "module.aocx"], &[], code.options)?;
        Ok(Generated { bytes, ..Generated::default() })
    }

    fn finish(&self, early: &[u8], options: &str) -> Result<Vec<u8>, Failure> {
        compile(early, ["module.aocr", "module.aocx"], &[], options)
    }

    fn options_are_for_devices(&self) -> bool {
        false
    }
}

impl CodeGenerator for EarlyAoc {
    fn target(&self) -> &'static Target {
        &known::EARLY_FPGA
    }

    fn check_options(&self, options: &str) -> Result<Vec<String>, Failure> {
        Aoc.check_options(options)
    }

    fn generate(&self, code: &DeviceCode<'_>) -> Result<Generated, Failure> {
        module::check(code)?;
        let bytes = compile(code.spirv, ["module.spv", "module.aocr"], &["-rtl"], code.options)?;
        Ok(Generated { bytes, ..Generated::default() })
    }

    fn options_are_for_devices(&self) -> bool {
        false
    }
}

/// Runs the compiler on a file, under the given names.
fn compile(input: &[u8], names: [&str; 2], stage: &[&str], options: &str) -> Result<Vec<u8>, Failure> {
    PROGRAM.run(input, names, |input, output| {
        let mut arguments = vec!["-o".to_owned(), output, input, "-sycl".to_owned()];
        arguments.extend(stage.iter().map(|word| (*word).to_owned()));
        arguments.extend(split(options));
        arguments
    })
}
