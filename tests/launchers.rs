//! Compiler launchers keep objects of `-fsycl` compilations, and notice changes
//! of code that only devices see.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use tandem_tests::{prefix, run, transcript};

const SOURCE: &str = r#"
#include <sycl/sycl.hpp>
#ifdef __SYCL_DEVICE_ONLY__
#include "device_only.hpp"
#endif
inline int value() {
#ifdef __SYCL_DEVICE_ONLY__
  return device_value();
#else
  return 0;
#endif
}
int main() {
  sycl::queue queue;
  int *result = sycl::malloc_host<int>(1, queue);
  queue.single_task([=] { *result = value(); }).wait();
  return *result;
}
"#;

/// Compiles with the launcher, links and runs. Returns the program's exit status.
fn build_and_run(folder: &Path, launcher: &mut Command) -> Result<Option<i32>> {
    let compiler = prefix()?.join("bin/tandem++");
    launcher.current_dir(folder).arg(&compiler).args(["-fsycl", "-O2", "-c", "app.cpp", "-o", "app.o"]);
    let output = run(launcher)?;
    ensure!(output.status.success(), "{launcher:?}: {}", transcript(&output));
    let output = run(Command::new(compiler).current_dir(folder).args(["-fsycl", "app.o", "-o", "app"]))?;
    ensure!(output.status.success(), "{}", transcript(&output));
    Ok(run(Command::new(folder.join("app")).current_dir(folder))?.status.code())
}

/// A compiler launcher with a separate cache.
trait Launcher {
    /// The command that goes before the compiler.
    fn command(&self) -> Command;

    /// How often it has compiled, and how often it had the object.
    fn counts(&self) -> Result<(u64, u64)>;
}

struct Ccache {
    cache: PathBuf,
    settings: &'static [(&'static str, &'static str)],
}

impl Launcher for Ccache {
    fn command(&self) -> Command {
        let mut ccache = Command::new("ccache");
        // Files that are as new as the compilation are not trusted otherwise.
        ccache.env("CCACHE_SLOPPINESS", "include_file_mtime,include_file_ctime");
        ccache.env("CCACHE_DIR", &self.cache).envs(self.settings.iter().copied());
        ccache
    }

    fn counts(&self) -> Result<(u64, u64)> {
        let output = run(self.command().arg("--print-stats"))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let count = |name: &str| -> Result<u64> {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<u64>().ok());
            line.with_context(|| format!("no {name} in {text}"))
        };
        Ok((count("cache_miss")?, count("direct_cache_hit")? + count("preprocessed_cache_hit")?))
    }
}

/// sccache, with a separate server that ends when this value is dropped.
struct Sccache {
    cache: PathBuf,
    port: u16,
}

impl Sccache {
    fn start(cache: PathBuf) -> Result<Self> {
        // Free now; the server binds it next.
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let this = Self { cache, port };
        let output = run(this.command().arg("--start-server"))?;
        ensure!(output.status.success(), "{}", transcript(&output));
        Ok(this)
    }
}

impl Drop for Sccache {
    fn drop(&mut self) {
        let _ = run(self.command().arg("--stop-server"));
    }
}

impl Launcher for Sccache {
    fn command(&self) -> Command {
        let mut sccache = Command::new("sccache");
        sccache.env("SCCACHE_DIR", &self.cache).env("SCCACHE_SERVER_PORT", self.port.to_string());
        sccache
    }

    fn counts(&self) -> Result<(u64, u64)> {
        let output = run(self.command().args(["--show-stats", "--stats-format", "json"]))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let stats: Value = serde_json::from_str(&text).with_context(|| text.clone())?;
        let count = |name: &str| -> Result<u64> {
            let counts = stats["stats"][name]["counts"].as_object().with_context(|| format!("no {name} in {text}"))?;
            Ok(counts.values().filter_map(Value::as_u64).sum())
        };
        Ok((count("cache_misses")?, count("cache_hits")?))
    }
}

/// The second build is a hit, and a changed header that only the device pass
/// reads is a miss.
fn check(sources: &Path, launcher: &dyn Launcher) -> Result<()> {
    let header = |value: i32| {
        fs::write(sources.join("device_only.hpp"), format!("inline int device_value() {{ return {value}; }}\n"))
    };
    fs::write(sources.join("app.cpp"), SOURCE)?;
    let build = || build_and_run(sources, &mut launcher.command());
    header(3)?;
    assert_eq!((build()?, launcher.counts()?), (Some(3), (1, 0)));
    assert_eq!((build()?, launcher.counts()?), (Some(3), (1, 1)));
    header(4)?;
    assert_eq!((build()?, launcher.counts()?), (Some(4), (2, 1)));
    assert_eq!((build()?, launcher.counts()?), (Some(4), (2, 2)));
    Ok(())
}

fn check_ccache(settings: &'static [(&'static str, &'static str)]) -> Result<()> {
    let folder = tempfile::tempdir()?;
    check(folder.path(), &Ccache { cache: folder.path().join("cache"), settings })
}

#[test]
fn ccache_hits_in_direct_mode() -> Result<()> {
    check_ccache(&[])
}

#[test]
fn ccache_hits_in_preprocessor_mode() -> Result<()> {
    check_ccache(&[("CCACHE_NODIRECT", "1")])
}

#[test]
fn sccache_hits() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let sccache = Sccache::start(folder.path().join("cache"))?;
    check(folder.path(), &sccache)
}
