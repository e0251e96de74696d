//! `tandem post-link`, the counterpart of DPC++'s `sycl-post-link`. Device code becomes images with their symbols and
//! property sets, each in a file, and a file table that lists them.
//!
//! ```text
//! tandem post-link app.bc -split=kernel -symbols -o app.table
//!     app.table: [Code|Properties|Symbols]
//!                app_0.bc|app_0.prop|app_0.sym
//! ```
//!
//! Property sets are always complete, so the options that request single ones have no effect. Neither do those for
//! ESIMD, which is not supported, and for device libraries, which are built in.

use std::path::{Path, PathBuf};

use tandem_command_line::arguments::{Argument, Arguments, Flag};
use tandem_command_line::post_link_request::Split;
use tandem_image::property::text;
use tandem_offload::file_table::{CODE, FileTable, PROPERTIES, SYMBOLS};

use super::device_code::{ToolError, read_units, write};
use crate::ir_images::{self, CodeForm, Constants, ImageOptions, SplitImage};
use crate::unit::Unit;

/// Options without effect: see above.
const WITHOUT_EFFECT: [&str; 13] = [
    "f",
    "properties",
    "device-globals",
    "emit-param-info",
    "emit-program-metadata",
    "emit-exported-symbols",
    "emit-imported-symbols",
    "allow-device-image-dependencies",
    "generate-device-image-default-spec-consts",
    "split-esimd",
    "lower-esimd",
    "device-lib-dir",
    "enable-esimd-emulator",
];

/// A command line of the tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// LLVM IR, or objects with device parts; `-` for standard input.
    pub inputs: Vec<String>,
    /// The tables to write; the same images belong to each.
    pub outputs: Vec<Output>,
    /// The folder for the files of the images; by default, that of the table.
    pub folder: Option<PathBuf>,
    /// How images are made.
    pub options: ImageOptions,
    /// Write files with the names of entries.
    pub symbols: bool,
    /// Write the IR of one image, and no table.
    pub ir_only: bool,
}

/// A table to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The target, for the files' names.
    pub target: Option<String>,
    /// The file.
    pub file: String,
}

impl Output {
    /// Reads `[TARGET,]FILE`.
    fn parse(text: &str) -> Self {
        match text.split_once(',') {
            Some((target, file)) => Self { target: Some(target.to_owned()), file: file.to_owned() },
            None => Self { target: None, file: text.to_owned() },
        }
    }
}

impl Request {
    /// Reads a command line ([`Arguments`]).
    pub fn parse(args: impl IntoIterator<Item = String>) -> Result<Self, ToolError> {
        let options = ImageOptions { split: Split::Off, opt_level: 2, ..ImageOptions::default() };
        let (inputs, outputs) = (Vec::new(), Vec::new());
        let mut request = Self { inputs, outputs, folder: None, options, symbols: false, ir_only: false };
        let mut args = Arguments::new(args.into_iter());
        while let Some(argument) = args.next() {
            match argument {
                Argument::File(file) => request.inputs.push(file),
                Argument::Flag(flag) => match flag.name.as_str() {
                    "o" => request.outputs.push(Output::parse(&args.value(&flag)?)),
                    "out-dir" => request.folder = Some(args.value(&flag)?.into()),
                    "split" | "spec-const" => request.set(&flag, Some(&args.value(&flag)?))?,
                    _ => request.set(&flag, flag.value.as_deref())?,
                },
            }
        }
        request.check()?;
        Ok(request)
    }

    fn set(&mut self, flag: &Flag, value: Option<&str>) -> Result<(), ToolError> {
        let options = &mut self.options;
        match (flag.name.as_str(), value) {
            ("split", Some(value)) => {
                let expected = "source, kernel, auto or none";
                options.split = parse_split(value).ok_or_else(|| ToolError::value(flag, expected))?;
            }
            ("spec-const", Some(value)) => {
                let expected = "native (rt), emulation or default";
                options.constants = parse_constants(value).ok_or_else(|| ToolError::value(flag, expected))?;
            }
            ("symbols", None) => self.symbols = true,
            ("ir-output-only", None) => self.ir_only = true,
            ("emit-only-kernels-as-entry-points", None) => options.only_kernels = true,
            ("emit-kernel-names", None) => options.kernel_names = true,
            ("emit-spirv", None) => options.form = CodeForm::SpirV,
            ("S", None) => options.form = CodeForm::Text,
            ("O0", None) => options.opt_level = 0,
            ("O1", None) => options.opt_level = 1,
            ("O2" | "Os" | "Oz", None) => options.opt_level = 2,
            ("O3", None) => options.opt_level = 3,
            (name, _) if WITHOUT_EFFECT.contains(&name) => {}
            _ => return Err(ToolError::UnknownOption(flag.spelling.clone())),
        }
        Ok(())
    }

    fn check(&mut self) -> Result<(), ToolError> {
        if self.inputs.is_empty() {
            self.inputs.push("-".to_owned());
        }
        match self.ir_only {
            _ if self.outputs.is_empty() => Err(ToolError::NoOutput),
            true if self.options.split != Split::Off => Err(ToolError::Conflict("-ir-output-only", "-split")),
            true if self.symbols => Err(ToolError::Conflict("-ir-output-only", "-symbols")),
            _ => Ok(()),
        }
    }
}

fn parse_split(name: &str) -> Option<Split> {
    Some(match name {
        "none" | "off" => Split::Off,
        "source" => Split::PerSource,
        "kernel" => Split::PerKernel,
        "auto" => Split::Auto,
        _ => return None,
    })
}

fn parse_constants(name: &str) -> Option<Constants> {
    Some(match name {
        "native" | "rt" => Constants::Native,
        "emulation" => Constants::Emulated,
        "default" => Constants::Default,
        _ => return None,
    })
}

/// Makes the images, and writes them and their tables. Nothing stays when one
/// of the files cannot be written.
pub fn run(request: &Request) -> Result<(), ToolError> {
    let mut units = Vec::new();
    for input in &request.inputs {
        for Unit { file, bitcode } in read_units(input)? {
            let processed = ir_images::process_raw_unit(&bitcode, &file, request.options.opt_level)?;
            units.extend(processed.map(|bitcode| Unit { file, bitcode }));
        }
    }
    if units.is_empty() {
        return Err(ToolError::NoDeviceCode(request.inputs.join(", ")));
    }
    let images = ir_images::split_units(&units, &request.options)?;
    let mut files = Vec::new();
    for output in &request.outputs {
        match (&images[..], request.ir_only) {
            ([image], true) => files.push((output.file.clone(), image.code.clone())),
            (_, true) => return Err(ToolError::NoDeviceCode(request.inputs.join(", "))),
            (images, false) => files.extend(table(request, output, images)),
        }
    }
    write_all(&files)
}

/// The files of the images, followed by their table.
fn table(request: &Request, output: &Output, images: &[SplitImage]) -> Vec<(String, Vec<u8>)> {
    let mut columns = vec![CODE, PROPERTIES];
    columns.extend(request.symbols.then_some(SYMBOLS));
    let mut table = FileTable::new(&columns);
    let prefix = prefix(request.folder.as_deref(), output);
    let mut files = Vec::new();
    for (number, image) in images.iter().enumerate() {
        let name = |extension: &str| format!("{prefix}_{number}.{extension}");
        let mut row = vec![
            (name(request.options.form.extension()), image.code.clone()),
            (name("prop"), text::write(&image.properties).into_bytes()),
        ];
        if request.symbols {
            row.push((
                name("sym"),
                image.symbols.iter().map(|name| format!("{name}\n")).collect::<String>().into_bytes(),
            ));
        }
        table.push(row.iter().map(|(file, _)| file.clone()).collect());
        files.extend(row);
    }
    files.push((output.file.clone(), table.to_string().into_bytes()));
    files
}

/// The prefix of the names of an output's files.
fn prefix(folder: Option<&Path>, output: &Output) -> String {
    let stem = Path::new(&output.file).with_extension("");
    let path = match (folder, stem.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => stem,
    };
    let target = output.target.as_ref().map(|target| format!("_{target}"));
    format!("{}{}", path.display(), target.unwrap_or_default())
}

fn write_all(files: &[(String, Vec<u8>)]) -> Result<(), ToolError> {
    for (index, (file, bytes)) in files.iter().enumerate() {
        if let Err(error) = write(file, bytes) {
            for (written, _) in &files[..index] {
                // A file that cannot be removed does no harm: without the table it is never read.
                let _ = std::fs::remove_file(written);
            }
            return Err(error);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &str) -> Result<Request, ToolError> {
        Request::parse(args.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_of_dpcpp() {
        let jit = "-O2 -device-globals -properties -spec-const=native -split=auto -emit-only-kernels-as-entry-points \
                   -emit-param-info -symbols -emit-exported-symbols -emit-imported-symbols -split-esimd -lower-esimd \
                   -o out/a.table in.bc";
        let request = parse(jit).unwrap();
        assert_eq!((request.options.split, request.options.opt_level), (Split::Auto, 2));
        assert!(request.symbols && request.options.only_kernels);
        assert_eq!(request.options.constants, Constants::Native);
        assert_eq!(request.inputs, ["in.bc"]);
        assert_eq!(prefix(None, &request.outputs[0]), "out/a");
        let request = parse("--split kernel -spec-const=default -S -out-dir=x -o abacus64,a.table").unwrap();
        assert_eq!((request.options.split, request.options.form), (Split::PerKernel, CodeForm::Text));
        assert_eq!(request.options.constants, Constants::Default);
        assert_eq!(request.inputs, ["-"]);
        assert_eq!(prefix(request.folder.as_deref(), &request.outputs[0]), "x/a_abacus64");
    }

    #[test]
    fn command_lines_that_make_no_sense() {
        for (args, expected) in [
            ("a.bc", "no output file; name one with -o"),
            ("a.bc -o", "option '-o' needs a value"),
            ("-split=x -o a", "option '-split=x' takes source, kernel, auto or none"),
            ("-spec-const=x -o a", "option '-spec-const=x' takes native (rt), emulation or default"),
            ("-symbols=1 -o a", "unknown option '-symbols=1'"),
            ("-ir-output-only -split=auto -o a", "'-ir-output-only' and '-split' cannot be used together"),
            ("--frob -o a", "unknown option '--frob'"),
        ] {
            assert_eq!(parse(args).unwrap_err().to_string(), expected);
        }
    }
}
