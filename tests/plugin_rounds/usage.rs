//! What a process has of the system.

use std::fs;

use anyhow::{Context, Result, ensure};

/// Resident memory that allocators may add by themselves.
const SLACK_KILOBYTES: usize = 2048;
/// Mappings that allocators may add by themselves.
const SLACK_MAPPINGS: usize = 16;

/// What this process has at a time.
#[derive(Debug)]
pub struct Usage {
    kilobytes: usize,
    descriptors: usize,
    mappings: usize,
    threads: usize,
}

impl Usage {
    pub fn now() -> Result<Self> {
        let status = fs::read_to_string("/proc/self/status")?;
        let number = |name: &str| -> Result<usize> {
            let line = status.lines().find_map(|line| line.strip_prefix(name)).with_context(|| name.to_owned())?;
            Ok(line.split_whitespace().next().context("a number")?.parse()?)
        };
        Ok(Self {
            kilobytes: number("VmRSS:")?,
            descriptors: fs::read_dir("/proc/self/fd")?.count(),
            mappings: fs::read_to_string("/proc/self/maps")?.lines().count(),
            threads: number("Threads:")?,
        })
    }

    /// Fails if there is more later than before, apart from memory that is known to be kept.
    pub fn check_growth(&self, later: &Self, kept_kilobytes: usize) -> Result<()> {
        println!("{self:?}, then {later:?}; {kept_kilobytes} kilobytes are kept");
        let most = self.kilobytes + kept_kilobytes + SLACK_KILOBYTES;
        ensure!(later.kilobytes <= most, "memory: {self:?}, then {later:?}");
        ensure!(later.descriptors <= self.descriptors, "descriptors: {self:?}, then {later:?}");
        ensure!(later.mappings <= self.mappings + SLACK_MAPPINGS, "mappings: {self:?}, then {later:?}");
        ensure!(later.threads <= self.threads, "threads: {self:?}, then {later:?}");
        Ok(())
    }
}
