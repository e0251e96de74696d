//! `tandem wrap`, the counterpart of DPC++'s `clang-offload-wrapper`. Writes device images and their descriptions into
//! an object that registers them with the runtime when the program starts.
//!
//! Options that describe an image apply to all later images on the command line, until they are given again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tandem_command_line::arguments::{Argument, Arguments, Flag, MissingValue};
use tandem_command_line::output::replace_file;
use tandem_device_target::Registry;
use tandem_image::property::text::{self, ParseError};
use tandem_image::{DeviceImage, ImageFormat, PropertySetRegistry};
use tandem_offload::file_table::{self, FileTable, TableError};
use tandem_offload::wrapper::{self, WrapError, WrapOptions, assembly};

use crate::host;

/// A command line of the tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The object to write; LLVM IR if it ends in `.bc` or `.ll`.
    pub output: PathBuf,
    /// The images, in order.
    pub images: Vec<ImageFiles>,
    /// Whether the object registers its images.
    pub register: bool,
    /// The end of the name of a global symbol for the descriptor.
    pub descriptor: Option<String>,
}

/// The files that make up one image, and its description.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImageFiles {
    /// The code, or a file table where [`ImageFiles::batch`] is set.
    pub code: PathBuf,
    /// The file is a table of images.
    pub batch: bool,
    /// The format of the code (`-format`).
    pub format: Option<ImageFormat>,
    /// The device target (`-target`).
    pub target: String,
    /// Options for the device's compiler.
    pub compile_options: String,
    /// Options for the device's linker.
    pub link_options: String,
    /// A file with the names of the entries, one a line.
    pub entries: Option<PathBuf>,
    /// A file with the property sets.
    pub properties: Option<PathBuf>,
}

/// A command line that makes no sense, or images that cannot be wrapped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WrapperError {
    /// An option that there is not.
    #[error("unknown option '{0}'")]
    UnknownOption(String),
    /// An option without its value.
    #[error(transparent)]
    MissingValue(#[from] MissingValue),
    /// An option with a value that it does not take.
    #[error("invalid value '{value}' for option '{option}'; expected {expected}")]
    Value {
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
        /// The values that it accepts.
        expected: &'static str,
    },
    /// No `-o`.
    #[error("no output file; name one with -o")]
    NoOutput,
    /// No image.
    #[error("no device image")]
    NoImage,
    /// A row of a file table has no code.
    #[error("{file}: line {line}: no file in the column `Code`")]
    NoCode {
        /// The table.
        file: String,
        /// Line, counted from 1 and without blank lines.
        line: usize,
    },
    /// A file table.
    #[error("{file}: {source}")]
    Table {
        /// The file.
        file: String,
        /// The error in it.
        source: TableError,
    },
    /// A file of property sets.
    #[error("{file}: {source}")]
    Properties {
        /// The file.
        file: String,
        /// The error in it.
        source: ParseError,
    },
    /// The images cannot be wrapped.
    #[error(transparent)]
    Wrap(#[from] WrapError),
    /// A file operation.
    #[error("{file}: {source}")]
    Io {
        /// The file.
        file: String,
        /// The system's error.
        source: io::Error,
    },
}

type Result<T> = std::result::Result<T, WrapperError>;

impl Request {
    /// Reads a command line ([`Arguments`]). `registry` has the targets by the names of options.
    pub fn parse(args: impl IntoIterator<Item = String>, registry: &Registry) -> Result<Self> {
        let mut request = Self { output: PathBuf::new(), images: Vec::new(), register: true, descriptor: None };
        let mut current = ImageFiles { target: registry.portable().name.to_owned(), ..ImageFiles::default() };
        let mut args = Arguments::new(args.into_iter());
        while let Some(argument) = args.next() {
            match argument {
                Argument::File(code) => request.images.push(ImageFiles { code: code.into(), ..current.clone() }),
                Argument::Flag(flag) => match flag.name.as_str() {
                    "batch" => current.batch = true,
                    "v" | "save-temps" => {}
                    "emit-reg-funcs" => request.register = switch(&flag)?,
                    _ => request.set(&mut current, args.value(&flag)?, &flag, registry)?,
                },
            }
        }
        if request.output.as_os_str().is_empty() {
            return Err(WrapperError::NoOutput);
        }
        if request.images.is_empty() {
            return Err(WrapperError::NoImage);
        }
        Ok(request)
    }

    fn set(&mut self, current: &mut ImageFiles, value: String, flag: &Flag, registry: &Registry) -> Result<()> {
        let refuse = |option, expected| Err(WrapperError::Value { option, value: value.clone(), expected });
        match flag.name.as_str() {
            "o" => self.output = value.into(),
            "host" if !host::is_name(&value) => return refuse("-host", host::TRIPLE),
            "host" => {}
            "kind" if value != "sycl" => return refuse("-kind", "sycl"),
            "kind" => {}
            "format" => {
                current.format = Some(match value.as_str() {
                    "none" => ImageFormat::None,
                    "native" => ImageFormat::Native,
                    "spirv" => ImageFormat::Spirv,
                    "llvmbc" => ImageFormat::Bitcode,
                    _ => return refuse("-format", "none, native, spirv or llvmbc"),
                });
            }
            "target" => current.target = registry.find(&value).map_or(value, |found| found.target.name.to_owned()),
            "compile-opts" => current.compile_options = value,
            "link-opts" => current.link_options = value,
            "entries" => current.entries = file(value),
            "properties" => current.properties = file(value),
            "desc-name" => self.descriptor = Some(value),
            _ => return Err(WrapperError::UnknownOption(flag.spelling.clone())),
        }
        Ok(())
    }
}

/// A file that may be taken back by an empty name.
fn file(name: String) -> Option<PathBuf> {
    (!name.is_empty()).then(|| name.into())
}

/// The value of an option that is on if it has no value.
fn switch(flag: &Flag) -> Result<bool> {
    match flag.value.as_deref() {
        None | Some("1" | "true") => Ok(true),
        Some("0" | "false") => Ok(false),
        Some(value) => {
            let (option, value) = ("-emit-reg-funcs", value.to_owned());
            Err(WrapperError::Value { option, value, expected: "0 or 1" })
        }
    }
}

/// Reads the images and writes the object. Nothing is written if one of them cannot be read.
pub fn wrap(request: &Request) -> Result<()> {
    let mut images = Vec::new();
    for files in &request.images {
        match files.batch {
            true => images.extend(batch(files)?),
            false => images.push(image(files)?),
        }
    }
    let symbol = request.descriptor.as_ref().map(|name| format!(".sycl_offloading.{name}"));
    let options = WrapOptions { register: request.register, symbol: symbol.as_deref() };
    let mut output = wrapper::wrap_with(&images, options)?;
    if request.output.extension().is_some_and(|extension| extension == "bc" || extension == "ll") {
        output = assembly::of_object(&output)?.into_bytes();
    }
    replace_file(&request.output, &output).map_err(io_error(&request.output))
}

fn image(files: &ImageFiles) -> Result<DeviceImage> {
    let entries = match &files.entries {
        Some(file) => read_text(file)?.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect(),
        None => Vec::new(),
    };
    let properties = match &files.properties {
        Some(file) => text::parse(&read_text(file)?)
            .map_err(|source| WrapperError::Properties { file: file.display().to_string(), source })?,
        None => PropertySetRegistry::new(),
    };
    let bytes = fs::read(&files.code).map_err(io_error(&files.code))?;
    Ok(DeviceImage {
        format: files.format.unwrap_or_else(|| ImageFormat::of_bytes(&bytes)),
        target: files.target.clone(),
        compile_options: files.compile_options.clone(),
        link_options: files.link_options.clone(),
        bytes,
        entries,
        properties,
    })
}

/// The images of a file table. Its names are relative to the current folder,
/// as sycl-post-link writes them.
fn batch(files: &ImageFiles) -> Result<Vec<DeviceImage>> {
    let name = || files.code.display().to_string();
    let table =
        FileTable::parse(&read_text(&files.code)?).map_err(|source| WrapperError::Table { file: name(), source })?;
    let row = |row: usize| {
        let path = |column| table.cell(row, column).map(PathBuf::from);
        let code = path(file_table::CODE).ok_or_else(|| WrapperError::NoCode { file: name(), line: row + 2 })?;
        let entries = path(file_table::SYMBOLS).or_else(|| files.entries.clone());
        let properties = path(file_table::PROPERTIES).or_else(|| files.properties.clone());
        image(&ImageFiles { code, entries, properties, batch: false, ..files.clone() })
    };
    (0..table.len()).map(row).collect()
}

fn read_text(file: &Path) -> Result<String> {
    fs::read_to_string(file).map_err(io_error(file))
}

fn io_error(file: &Path) -> impl FnOnce(io::Error) -> WrapperError {
    let file = file.display().to_string();
    move |source| WrapperError::Io { file, source }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::made_up::REGISTRY;

    fn parse(args: &str) -> Result<Request> {
        Request::parse(args.split_whitespace().map(str::to_owned), &REGISTRY)
    }

    #[test]
    fn options_hold_for_the_images_behind_them() {
        let args = "-o w.o -kind=sycl -host=x86_64-unknown-linux-gnu -format=spirv -entries=a.sym a.spv \
                    --target abacus64-unknown-unknown -format native -entries= -properties=b.prop b.o -batch c.table \
                    -target=slide-rule d.table";
        let request = parse(args).unwrap();
        assert_eq!(request.output, PathBuf::from("w.o"));
        let seen: Vec<_> = (request.images.iter())
            .map(|image| (image.code.to_str().unwrap(), image.target.as_str(), image.format, image.batch))
            .collect();
        let native = Some(ImageFormat::Native);
        assert_eq!(
            seen,
            [
                ("a.spv", "portable", Some(ImageFormat::Spirv), false),
                ("b.o", "abacus64", native, false),
                ("c.table", "abacus64", native, true),
                ("d.table", "slide-rule", native, true),
            ]
        );
        assert_eq!(request.images[0].properties, None);
        assert_eq!((&request.images[0].entries, &request.images[1].entries), (&Some("a.sym".into()), &None));
    }

    #[test]
    fn command_lines_that_make_no_sense() {
        for (args, expected) in [
            ("a.spv", "no output file; name one with -o"),
            ("-o w.o", "no device image"),
            ("-o w.o a.spv -target", "option '-target' needs a value"),
            (
                "-o w.o -format=elf a.spv",
                "invalid value 'elf' for option '-format'; expected none, native, spirv or llvmbc",
            ),
            ("-o w.o -kind=openmp a.spv", "invalid value 'openmp' for option '-kind'; expected sycl"),
            ("-o w.o -emit-reg-funcs=x a.spv", "invalid value 'x' for option '-emit-reg-funcs'; expected 0 or 1"),
            ("-o w.o -frob=1 a.spv", "unknown option '-frob=1'"),
        ] {
            assert_eq!(parse(args).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn a_table_with_a_missing_file() {
        let folder = tempfile::tempdir().unwrap();
        let table = folder.path().join("a.table");
        let output = folder.path().join("w.o");
        let wrap = |text: &str| {
            fs::write(&table, text).unwrap();
            let images = vec![ImageFiles { code: table.clone(), batch: true, ..ImageFiles::default() }];
            let error = wrap(&Request { output: output.clone(), images, register: true, descriptor: None });
            assert!(!output.exists());
            error.unwrap_err().to_string()
        };
        assert!(wrap("[Code|Properties]\n/no/such.spv|\n").starts_with("/no/such.spv: No such file"));
        assert!(wrap("[Code|Properties]\n|a.prop\n").ends_with("a.table: line 2: no file in the column `Code`"));
        assert!(wrap("[Code|Properties]\na.spv\n").ends_with("a.table: line 2: 1 cells in a table of 2 columns"));
    }
}
