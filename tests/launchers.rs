//! Compiler launchers keep objects of `-fsycl` compilations, and notice changes
//! of code that only devices see.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};
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

/// How often ccache has compiled, and how often it had the object.
fn ccache_counts(cache: &Path) -> Result<(u32, u32)> {
    let output = run(Command::new("ccache").env("CCACHE_DIR", cache).arg("--print-stats"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let count = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<u32>().ok());
        line.unwrap_or_else(|| panic!("no {name} in {text}"))
    };
    Ok((count("cache_miss"), count("direct_cache_hit") + count("preprocessed_cache_hit")))
}

/// The second build is a hit, and a changed header that only the device pass
/// reads is a miss, with these settings.
fn check_ccache(settings: &[(&str, &str)]) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let (sources, cache) = (folder.path(), folder.path().join("cache"));
    let header = |value: i32| {
        fs::write(sources.join("device_only.hpp"), format!("inline int device_value() {{ return {value}; }}\n"))
    };
    fs::write(sources.join("app.cpp"), SOURCE)?;
    header(3)?;
    let build = || {
        let mut ccache = Command::new("ccache");
        // Files that are as new as the compilation are not trusted otherwise.
        ccache.env("CCACHE_DIR", &cache).env("CCACHE_SLOPPINESS", "include_file_mtime,include_file_ctime");
        build_and_run(sources, ccache.envs(settings.iter().copied()))
    };
    assert_eq!((build()?, ccache_counts(&cache)?), (Some(3), (1, 0)));
    assert_eq!((build()?, ccache_counts(&cache)?), (Some(3), (1, 1)));
    header(4)?;
    assert_eq!((build()?, ccache_counts(&cache)?), (Some(4), (2, 1)));
    assert_eq!((build()?, ccache_counts(&cache)?), (Some(4), (2, 2)));
    Ok(())
}

#[test]
fn ccache_hits_in_direct_mode() -> Result<()> {
    check_ccache(&[])
}

#[test]
fn ccache_hits_in_preprocessor_mode() -> Result<()> {
    check_ccache(&[("CCACHE_NODIRECT", "1")])
}
