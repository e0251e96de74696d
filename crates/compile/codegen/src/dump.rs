//! Keeps the code of every stage on request.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::error::{Error, Result};

/// A directory that stages are written to, or nothing.
pub struct Dump {
    prefix: Option<PathBuf>,
    stage: u32,
}

impl Dump {
    /// Dumps into `dir`: `<process>.<compilation>.<number>-<stage>.<kind>`.
    pub fn new(dir: Option<&Path>) -> Self {
        static COMPILATIONS: AtomicU32 = AtomicU32::new(0);
        let prefix = dir.map(|dir| {
            let compilation = COMPILATIONS.fetch_add(1, Ordering::Relaxed);
            dir.join(format!("{}.{compilation}", std::process::id()))
        });
        Self { prefix, stage: 0 }
    }

    /// Writes LLVM IR after `stage`.
    pub fn ir(&mut self, stage: &str, module: impl Display) -> Result<()> {
        if self.prefix.is_none() {
            return Ok(());
        }
        self.bytes(stage, "ll", module.to_string().as_bytes())
    }

    /// Whether dumps are requested, for those that take time to make.
    pub fn is_on(&self) -> bool {
        self.prefix.is_some()
    }

    /// Writes a file of some kind.
    pub fn bytes(&mut self, stage: &str, kind: &str, bytes: &[u8]) -> Result<()> {
        let Some(prefix) = &self.prefix else {
            return Ok(());
        };
        let mut path = prefix.clone().into_os_string();
        path.push(format!(".{}-{stage}.{kind}", self.stage));
        self.stage += 1;
        let path = PathBuf::from(path);
        let directory = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        directory.and_then(|()| std::fs::write(&path, bytes)).map_err(|source| Error::Dump { path, source })
    }
}
