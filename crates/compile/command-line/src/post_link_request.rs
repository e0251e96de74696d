//! What the driver asks of `tandem-post-link`, as that program's command line.
//!
//! Everything that needs LLVM runs in that process, so that the driver itself
//! starts without loading it, and so that it is loaded while clang still runs:
//! the device pass writes its bitcode into the program's standard input.
//!
//! ```text
//! tandem-post-link unit [unit options] -o OUT                  < bitcode
//! tandem-post-link link [unit options] [link options] -o OUT  [< bitcode]
//! tandem-post-link check --parts FILE --linked FILE... -o OUT
//! ```
//!
//! `unit` writes the processed bitcode of one translation unit; the file is
//! empty where the unit has no device code. `link` links units into images and
//! writes the wrapper object: those of a file of device parts
//! ([`tandem_image::fat::encode`], with file names for unit names), and, with
//! unit options, the one on standard input. `check` finds out whether images
//! that were linked before have everything that is in the units; its result is
//! empty.

use tandem_device_target::{Registry, Selection};

/// How a translation unit is processed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitRequest {
    /// The unit's id.
    pub unit: String,
    /// Its source, for messages.
    pub source: String,
    /// Optimization level, 0 to 3.
    pub opt_level: u8,
    /// Whether code is to say which lines of the source it is from.
    pub has_lines: bool,
    /// Whether products and sums may become one operation with one rounding.
    pub contracts: bool,
    /// Whether unused kernel arguments are removed.
    pub dead_args: bool,
    /// Whether the unit is only checked (`only_check` of `tandem_post_link::UnitOptions`).
    pub only_check: bool,
    /// How many errors are shown; 0 for all.
    pub error_limit: usize,
    /// Where the integration header goes, if it is wanted.
    pub int_header: Option<String>,
    /// Where to list the local symbols of the host object that the device link
    /// refers to: lines of the symbol and the name for it, no file without any.
    pub host_symbols: Option<String>,
}

/// How units are linked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkRequest {
    /// The unit on standard input, not yet processed.
    pub unit: Option<UnitRequest>,
    /// The file with the other units.
    pub parts: Option<String>,
    /// The file with units that take part where their code is needed.
    pub members: Option<String>,
    /// Images that join those of the units as they are.
    pub added: Vec<AddedImage>,
    /// How kernels are spread over images.
    pub split: Split,
    /// Whether units may use each other's functions.
    pub rdc: bool,
    /// How much may be done at the same time.
    pub jobs: usize,
    /// Optimization level, 0 to 3.
    pub opt_level: u8,
    /// What images are made for.
    pub targets: Vec<TargetRequest>,
    /// A prefix for copies of the images' bytes.
    pub save_prefix: Option<String>,
}

/// What images are made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetRequest {
    /// The target.
    pub target: Selection,
    /// Options for its compiler, those that the target's name stands for among them.
    pub compile_options: String,
    /// Options for its linker.
    pub link_options: String,
}

impl Split {
    /// The value of `-fsycl-device-code-split`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::PerSource => "per_source",
            Self::PerKernel => "per_kernel",
            Self::Auto => "auto",
        }
    }

    /// The split for a value of `-fsycl-device-code-split`.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Off, Self::PerSource, Self::PerKernel, Self::Auto].into_iter().find(|split| split.name() == name)
    }
}

/// A device image that is linked in as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedImage {
    /// Its target, as images name it.
    pub target: String,
    /// The file.
    pub file: String,
}

/// `-fsycl-device-code-split`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Split {
    /// One image for everything.
    Off,
    /// One image per translation unit (and set of aspects that its kernels
    /// need).
    PerSource,
    /// One image per kernel.
    PerKernel,
    /// Per translation unit, so that a program builds only the units that it
    /// uses.
    #[default]
    Auto,
}

/// A request and where the result goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// What to do.
    pub task: Task,
    /// The file to write.
    pub output: String,
}

/// What to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// Process one unit.
    Unit(UnitRequest),
    /// Link units.
    Link(LinkRequest),
    /// Compare units with images that were linked before.
    Check {
        /// The file with the units.
        parts: String,
        /// The files with the images.
        linked: Vec<String>,
    },
}

/// A command line that is no request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// Neither `unit` nor `link` nor `check`.
    #[error("expected 'unit', 'link' or 'check' as first argument")]
    Task,
    /// An argument without its value, or with one that it does not take.
    #[error("bad argument '{0}'")]
    Argument(String),
    /// An argument that must be there.
    #[error("'{0}' is missing")]
    Missing(&'static str),
}

impl Request {
    /// The command line.
    pub fn to_args(&self) -> Vec<String> {
        let mut args = Vec::new();
        let mut put = |name: &str, value: &str| args.extend([name.to_owned(), value.to_owned()]);
        match &self.task {
            Task::Unit(unit) => {
                put_unit(unit, &mut put);
                args.insert(0, "unit".to_owned());
            }
            Task::Link(link) => {
                if let Some(unit) = &link.unit {
                    put_unit(unit, &mut put);
                }
                if let Some(parts) = &link.parts {
                    put("--parts", parts);
                }
                if let Some(members) = &link.members {
                    put("--members", members);
                }
                for AddedImage { target, file } in &link.added {
                    put("--add-image", &format!("{target}:{file}"));
                }
                put("--split", link.split.name());
                put("--rdc", switch_name(link.rdc));
                put("--jobs", &link.jobs.to_string());
                put("--link-opt-level", &link.opt_level.to_string());
                for TargetRequest { target, compile_options, link_options } in &link.targets {
                    put("--target", target.name());
                    put("--compile-options", compile_options);
                    put("--link-options", link_options);
                }
                if let Some(prefix) = &link.save_prefix {
                    put("--save-prefix", prefix);
                }
                args.insert(0, "link".to_owned());
            }
            Task::Check { parts, linked } => {
                put("--parts", parts);
                linked.iter().for_each(|file| put("--linked", file));
                args.insert(0, "check".to_owned());
            }
        }
        args.extend(["-o".to_owned(), self.output.clone()]);
        args
    }

    /// Reads a command line that names targets of `registry`.
    pub fn parse(args: impl IntoIterator<Item = String>, registry: &Registry) -> Result<Self, RequestError> {
        let mut args = args.into_iter();
        let task = args.next().ok_or(RequestError::Task)?;
        let mut fields = Fields::default();
        while let Some(name) = args.next() {
            let value = args.next();
            let value = value.ok_or_else(|| RequestError::Argument(name.clone()))?;
            fields.set(name, value, registry)?;
        }
        let output = fields.output.take().ok_or(RequestError::Missing("-o"))?;
        let unit = fields.unit()?;
        let task = match task.as_str() {
            "unit" => Task::Unit(unit.ok_or(RequestError::Missing("--unit"))?),
            "link" => Task::Link(LinkRequest { unit, ..fields.link }),
            "check" => {
                let parts = fields.link.parts.ok_or(RequestError::Missing("--parts"))?;
                Task::Check { parts, linked: fields.linked }
            }
            _ => return Err(RequestError::Task),
        };
        Ok(Self { task, output })
    }
}

fn put_unit(unit: &UnitRequest, put: &mut impl FnMut(&str, &str)) {
    put("--unit", &unit.unit);
    put("--source", &unit.source);
    put("--opt-level", &unit.opt_level.to_string());
    put("--lines", switch_name(unit.has_lines));
    put("--contract", switch_name(unit.contracts));
    put("--dead-args", switch_name(unit.dead_args));
    put("--only-check", switch_name(unit.only_check));
    put("--error-limit", &unit.error_limit.to_string());
    for (name, file) in [("--int-header", &unit.int_header), ("--host-symbols", &unit.host_symbols)] {
        if let Some(file) = file {
            put(name, file);
        }
    }
}

fn switch_name(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}

fn parse_switch(value: &str) -> Option<bool> {
    match value {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

/// The values of a command line that is being read.
struct Fields {
    output: Option<String>,
    unit: Option<String>,
    source: String,
    opt_level: u8,
    has_lines: bool,
    contracts: bool,
    dead_args: bool,
    only_check: bool,
    error_limit: usize,
    int_header: Option<String>,
    linked: Vec<String>,
    host_symbols: Option<String>,
    link: LinkRequest,
}

impl Default for Fields {
    fn default() -> Self {
        Self {
            output: None,
            unit: None,
            source: String::new(),
            opt_level: 2,
            has_lines: false,
            contracts: true,
            dead_args: true,
            only_check: false,
            error_limit: 0,
            int_header: None,
            linked: Vec::new(),
            host_symbols: None,
            link: LinkRequest {
                unit: None,
                parts: None,
                members: None,
                added: Vec::new(),
                split: Split::default(),
                rdc: true,
                jobs: 1,
                opt_level: 2,
                targets: Vec::new(),
                save_prefix: None,
            },
        }
    }
}

impl Fields {
    fn set(&mut self, name: String, value: String, registry: &Registry) -> Result<(), RequestError> {
        let bad = || RequestError::Argument(format!("{name} {value}"));
        match name.as_str() {
            "-o" => self.output = Some(value),
            "--unit" => self.unit = Some(value),
            "--source" => self.source = value,
            "--opt-level" => self.opt_level = value.parse().map_err(|_| bad())?,
            "--lines" => self.has_lines = parse_switch(&value).ok_or_else(bad)?,
            "--contract" => self.contracts = parse_switch(&value).ok_or_else(bad)?,
            "--dead-args" => self.dead_args = parse_switch(&value).ok_or_else(bad)?,
            "--only-check" => self.only_check = parse_switch(&value).ok_or_else(bad)?,
            "--error-limit" => self.error_limit = value.parse().map_err(|_| bad())?,
            "--int-header" => self.int_header = Some(value),
            "--host-symbols" => self.host_symbols = Some(value),
            "--linked" => self.linked.push(value),
            "--rdc" => self.link.rdc = parse_switch(&value).ok_or_else(bad)?,
            "--jobs" => self.link.jobs = value.parse().map_err(|_| bad())?,
            "--parts" => self.link.parts = Some(value),
            "--members" => self.link.members = Some(value),
            "--add-image" => {
                let (target, file) = value.split_once(':').ok_or_else(bad)?;
                self.link.added.push(AddedImage { target: target.to_owned(), file: file.to_owned() });
            }
            "--split" => self.link.split = Split::parse(&value).ok_or_else(bad)?,
            "--link-opt-level" => self.link.opt_level = value.parse().map_err(|_| bad())?,
            "--target" => {
                let target = registry.find(&value).ok_or_else(bad)?;
                let none = String::new;
                self.link.targets.push(TargetRequest { target, compile_options: none(), link_options: none() });
            }
            "--compile-options" => match self.link.targets.last_mut() {
                Some(target) => target.compile_options = value,
                None => return Err(bad()),
            },
            "--link-options" => match self.link.targets.last_mut() {
                Some(target) => target.link_options = value,
                None => return Err(bad()),
            },
            "--save-prefix" => self.link.save_prefix = Some(value),
            _ => return Err(bad()),
        }
        Ok(())
    }

    fn unit(&mut self) -> Result<Option<UnitRequest>, RequestError> {
        let Some(unit) = self.unit.take() else {
            return Ok(None);
        };
        Ok(Some(UnitRequest {
            unit,
            source: std::mem::take(&mut self.source),
            opt_level: self.opt_level,
            has_lines: self.has_lines,
            contracts: self.contracts,
            dead_args: self.dead_args,
            only_check: self.only_check,
            error_limit: self.error_limit,
            int_header: self.int_header.take(),
            host_symbols: self.host_symbols.take(),
        }))
    }
}

/// Targets that there are not.
#[cfg(test)]
#[path = "../../device-target/tests/support/made_up.rs"]
mod made_up;

#[cfg(test)]
mod tests {
    use super::made_up::REGISTRY;
    use super::*;

    fn unit() -> UnitRequest {
        UnitRequest {
            unit: "u1".into(),
            source: "a b.cpp".into(),
            opt_level: 0,
            has_lines: true,
            contracts: false,
            dead_args: false,
            only_check: true,
            error_limit: 20,
            int_header: Some("a.h".into()),
            host_symbols: Some("h".into()),
        }
    }

    fn link() -> LinkRequest {
        LinkRequest {
            unit: None,
            parts: Some("p".into()),
            members: Some("m".into()),
            added: vec![AddedImage { target: "portable".into(), file: "a:b.spv".into() }],
            split: Split::PerKernel,
            rdc: false,
            jobs: 8,
            opt_level: 3,
            targets: [("portable", "-a -b"), ("abacus_10", "")]
                .map(|(target, options)| TargetRequest {
                    target: REGISTRY.find(target).unwrap(),
                    compile_options: options.into(),
                    link_options: "-l".into(),
                })
                .to_vec(),
            save_prefix: Some("out".into()),
        }
    }

    #[test]
    fn round_trip() {
        for task in [
            Task::Unit(unit()),
            Task::Link(link()),
            Task::Link(LinkRequest { unit: Some(unit()), parts: None, members: None, save_prefix: None, ..link() }),
            Task::Check { parts: "p".into(), linked: vec!["a.o".into(), "b.o".into()] },
        ] {
            let request = Request { task, output: "o".into() };
            assert_eq!(Request::parse(request.to_args(), &REGISTRY), Ok(request));
        }
    }

    #[track_caller]
    fn check_error(line: &str, message: &str) {
        let error = Request::parse(line.split_whitespace().map(str::to_owned), &REGISTRY).unwrap_err();
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn errors() {
        check_error("", "expected 'unit', 'link' or 'check' as first argument");
        check_error("check -o x", "'--parts' is missing");
        check_error("unit -o", "bad argument '-o'");
        check_error("unit -o x", "'--unit' is missing");
        check_error("link --split auto", "'-o' is missing");
        check_error("link --split x -o y", "bad argument '--split x'");
        check_error("link --link-options x -o y", "bad argument '--link-options x'");
        check_error("link --target x -o y", "bad argument '--target x'");
    }
}
