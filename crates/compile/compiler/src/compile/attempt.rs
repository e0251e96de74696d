//! One attempt at compiling a translation unit, and the files that it needs.

use std::fs;
use std::path::Path;

use super::host_object;
use crate::dependencies::Dependencies;
use crate::error::Failure;
use crate::inputs::Kind;
use crate::precompiled::Precompiled;
use crate::scan::Scan;
use crate::session::Session;
use crate::stages::Unit;

/// The output of the host pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostOutput<'a> {
    /// An object at this path.
    Object(&'a str),
    /// Nothing but diagnostics.
    Nothing,
}

/// One attempt at compiling a translation unit.
pub struct Attempt<'a> {
    pub session: &'a Session,
    pub unit: &'a Unit<'a>,
    pub scan: Scan,
    pub host: HostOutput<'a>,
    /// SYCL's header in precompiled form.
    pub precompiled: Option<&'a Precompiled>,
    pub dependencies: Option<&'a Dependencies>,
}

impl Attempt<'_> {
    /// Whether no other attempt follows if this one fails. Only then are its errors shown.
    pub fn is_last(&self) -> bool {
        self.precompiled.is_none()
    }

    /// The compiler that replaces clang for the host.
    pub fn other_host_compiler(&self) -> Option<&str> {
        let is_sycl = self.unit.input.kind() == Kind::Cxx && self.scan.may_use_sycl;
        self.session.options.sycl.host_compiler.as_deref().filter(|_| is_sycl)
    }

    /// Where post-link lists symbols of the host object.
    pub fn host_symbols(&self) -> String {
        self.session.temp_file(&self.unit.input.with_extension("symbols"))
    }

    /// Gives local symbols of the host object that the device link refers to
    /// names that other objects can use.
    pub fn expose_host_symbols(&self) -> Result<(), Failure> {
        let HostOutput::Object(object) = self.host else {
            return Ok(());
        };
        let file = self.host_symbols();
        let Ok(list) = fs::read_to_string(&file) else {
            return Ok(());
        };
        // Another unit of this call may have a source of the same name.
        let _ = fs::remove_file(&file);
        host_object::expose(Path::new(object), &list)
    }

    /// Where the device pass lists the files that it includes.
    pub fn included_files(&self) -> String {
        self.session.temp_file(&self.unit.input.with_extension("included"))
    }
}
