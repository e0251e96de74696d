//! All plugins come and go again and again, CUDA and OpenCL over the fakes of their drivers: memory, descriptors,
//! mappings and threads do not become more. `TANDEM_ROUNDS` sets how often (200; 10,000 with `TANDEM_SLOW_TESTS`).

mod usage;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use tandem_pi_abi::constants::{PI_DEVICE_TYPE_ALL, PI_MEM_TYPE_DEVICE, PiQueueFlags};
use tandem_pi_host::loader::{LoadedPlugin, load_file};
use tandem_pi_host::{Backend, Context, Destination as _, Device, Platform, Plugin, Queue, WaitList};
use tandem_tests::{fake, prefix, root, run, transcript};

use usage::Usage;

/// Set in the process that loads the plugins.
const VARIABLE: &str = "PLUGIN_ROUNDS";
const BYTES: usize = 4096;
const PLUGINS: [(&str, Backend); 4] = [
    ("libpi_native_cpu.so", Backend::NativeCpu),
    ("libpi_island.so", Backend::Island),
    ("libpi_opencl.so", Backend::OpenCl),
    ("libpi_cuda.so", Backend::Cuda),
];

fn rounds() -> Result<usize> {
    match std::env::var("TANDEM_ROUNDS") {
        Ok(text) => text.parse().with_context(|| format!("TANDEM_ROUNDS={text}")),
        Err(_) if std::env::var_os("TANDEM_SLOW_TESTS").is_some() => Ok(10_000),
        Err(_) => Ok(200),
    }
}

/// Gives a process an island, and the fakes of drivers.
fn with_devices<'a>(command: &'a mut Command, cache: &Path) -> Result<&'a mut Command> {
    command.env("SYCL_CACHE_DIR", cache).env("TANDEM_ISLAND_DEVICE", "1");
    command.env("TANDEM_CUDA_DRIVER", fake("libfake_cuda.so")?);
    Ok(command.env("TANDEM_OPENCL_LIBRARY", fake("libfake_opencl.so")?))
}

/// Fills memory of a device and reads it back.
fn check_device(device: &Device) -> Result<()> {
    let context = Context::new(std::slice::from_ref(device))?;
    let queue = Queue::new(&context, device, PiQueueFlags::default())?;
    let memory = context.usm_alloc(PI_MEM_TYPE_DEVICE, Some(device), BYTES, 0)?;
    let mut host = vec![0_u8; BYTES];
    let no_wait = WaitList::new();
    let mut wait = WaitList::new();
    // SAFETY: live memory of this size, which nothing else uses, until the copy is complete.
    let filled = unsafe { queue.after(&no_wait).with_event().usm_set(memory, 7, BYTES)? }.context("an event")?;
    wait.push(&filled);
    // SAFETY: as above.
    let copied = unsafe { queue.after(&wait).with_event().usm_copy(host.as_mut_ptr().cast(), memory, BYTES)? };
    copied.context("an event")?.wait()?;
    // SAFETY: both commands are complete.
    unsafe { context.usm_free(memory)? };
    ensure!(host.iter().all(|byte| *byte == 7), "wrong bytes");
    Ok(())
}

fn check_plugin(plugin: &'static Plugin) -> Result<()> {
    let platforms = Platform::all(plugin)?;
    let mut devices = Vec::new();
    for platform in &platforms {
        devices.extend(platform.devices(PI_DEVICE_TYPE_ALL)?);
    }
    ensure!(!devices.is_empty(), "no devices");
    devices.iter().try_for_each(check_device)
}

/// Loads all plugins, uses them while the others are there, and unloads them.
fn round(number: usize) -> Result<()> {
    let load = |(name, backend): (&str, Backend)| -> Result<LoadedPlugin> {
        Ok(load_file(&prefix()?.join("lib").join(name), backend)?)
    };
    let mut loaded = PLUGINS.into_iter().map(load).collect::<Result<Vec<_>>>()?;
    for plugin in &loaded {
        let plugin = plugin.plugin();
        check_plugin(plugin).with_context(|| format!("round {number}: {}", plugin.path().display()))?;
    }
    // Each plugin is the first to go at times.
    let count = loaded.len();
    loaded.rotate_left(number % count);
    for plugin in &loaded {
        // SAFETY: nothing of the plugin is in use.
        unsafe { plugin.unload() };
        ensure!(plugin.plugin().is_torn_down(), "{} is in use", plugin.plugin().path().display());
    }
    Ok(())
}

#[test]
fn plugins_that_come_and_go_leave_nothing() -> Result<()> {
    if std::env::var_os(VARIABLE).is_none() {
        let folder = tempfile::tempdir()?;
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["--exact", "plugins_that_come_and_go_leave_nothing", "--nocapture", "--test-threads=1"]);
        let output = run(with_devices(&mut command, folder.path())?.env(VARIABLE, "1"))?;
        ensure!(output.status.success(), "{}", transcript(&output));
        return Ok(());
    }
    let rounds = rounds()?;
    let warm_up = (rounds / 4).max(PLUGINS.len());
    (0..warm_up).try_for_each(round)?;
    let before = Usage::now()?;
    (warm_up..warm_up + rounds).try_for_each(round)?;
    // The host keeps the table of each plugin that it loads.
    let kept = rounds * PLUGINS.len() * (size_of::<Plugin>() + 512);
    before.check_growth(&Usage::now()?, kept / 1024)
}

fn build(compiler: &mut Command, source: &str, to: &Path) -> Result<()> {
    let output = run(compiler.arg(root().join("tests/plugin_rounds").join(source)).arg("-o").arg(to))?;
    ensure!(output.status.success(), "{}", transcript(&output));
    Ok(())
}

/// The runtime stays loaded as long as one of its threads runs, and the plugins with it.
#[test]
fn libraries_that_use_all_plugins_come_and_go() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| -> PathBuf { folder.path().join(name) };
    let mut compiler = Command::new(prefix()?.join("bin/tandem++"));
    build(compiler.args(["-fsycl", "-O1", "-shared", "-fPIC"]), "work.cpp", &path("libwork.so"))?;
    build(Command::new("clang++-19").args(["-std=c++17", "-O1"]), "rounds.cpp", &path("rounds"))?;
    let mut command = Command::new(path("rounds"));
    command.arg(path("libwork.so")).arg(rounds()?.to_string()).arg(PLUGINS.len().to_string());
    // The plugins live until the end of the process, after the fakes have counted.
    command.env("FAKE_CUDA_LEFT", "unchecked").env("FAKE_OPENCL", "leaks=0");
    let output = run(with_devices(&mut command, &path("cache"))?)?;
    ensure!(output.status.success() && output.stderr.is_empty(), "{}", transcript(&output));
    Ok(())
}
