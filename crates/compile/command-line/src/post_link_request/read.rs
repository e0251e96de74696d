//! Reads a request from a command line.

use tandem_device_target::Registry;

use super::split::Split;
use super::task::{AddedImage, LinkRequest, Request, TargetRequest, Task, UnitRequest};

/// An invalid command line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The first argument names no task.
    #[error("expected 'unit', 'link', 'finish' or 'check' as first argument")]
    Task,
    /// An argument without its value, or with one that it does not take.
    #[error("bad argument '{0}'")]
    Argument(String),
    /// An argument that must be there.
    #[error("'{0}' is missing")]
    Missing(&'static str),
}

impl Request {
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
            "finish" => Task::Finish { linked: fields.linked, targets: fields.link.targets },
            "check" => {
                let parts = fields.link.parts.ok_or(RequestError::Missing("--parts"))?;
                Task::Check { parts, linked: fields.linked }
            }
            _ => return Err(RequestError::Task),
        };
        Ok(Self { task, output })
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

fn parse_switch(value: &str) -> Option<bool> {
    match value {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}
