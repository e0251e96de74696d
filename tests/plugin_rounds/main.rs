//! All plugins are loaded, used and unloaded, over and over, as a runtime that comes and goes does it. After the first
//! rounds, neither resident memory nor the number of open descriptors, threads or mapped libraries may grow.
//! `TANDEM_ROUNDS` sets how many rounds there are (200).

use std::fs;

use anyhow::{Context as _, Result, ensure};
use tandem_pi_abi::*;
use tandem_pi_host::loader::load_file;
use tandem_pi_host::{Backend, Context, Destination, Device, Mem, Platform, Plugin, Queue, WaitList};
use tandem_tests::{fake, prefix};

/// The plugins. Plugins of drivers run over fakes of these drivers.
const PLUGINS: [(Backend, &str); 4] = [
    (Backend::NativeCpu, "libpi_native_cpu.so"),
    (Backend::Island, "libpi_island.so"),
    (Backend::OpenCl, "libpi_opencl.so"),
    (Backend::Cuda, "libpi_cuda.so"),
];
/// Pages that allocators may take in addition, whatever the number of rounds is.
const PAGES: u64 = 256;
const PAGE_BYTES: u64 = 4096;
/// The memory that the host's side keeps for each loaded plugin: objects refer to it for as long as the process
/// lives.
const KEPT_BYTES: u64 = size_of::<Plugin>() as u64 + 256;
/// Threads that are ending are still counted for a moment.
const EXTRA_THREADS: usize = 4;
const WARM_UP: u64 = 50;

/// Loads a plugin, uses each of its devices, and unloads it. Returns the number of devices.
fn round(backend: Backend, file: &str) -> Result<usize> {
    let loaded = load_file(&prefix()?.join("lib").join(file), backend)?;
    let mut count = 0;
    for platform in Platform::all(loaded.plugin())? {
        for device in platform.devices(PI_DEVICE_TYPE_ALL)? {
            use_device(&device)?;
            count += 1;
        }
    }
    // SAFETY: nothing of the plugin is left.
    ensure!(unsafe { loaded.unload() }, "{file} was not unloaded");
    Ok(count)
}

fn use_device(device: &Device) -> Result<()> {
    let context = Context::new(std::slice::from_ref(device))?;
    let queue = Queue::new(&context, device, PiQueueFlags::default())?;
    // SAFETY: without a host pointer.
    let buffer = unsafe { Mem::buffer(&context, PI_MEM_FLAGS_ACCESS_RW, 4096, std::ptr::null_mut()) }?;
    let filled = queue.after(&WaitList::new()).with_event().fill(&buffer, &[7], 0, 4096)?.context("an event")?;
    filled.wait()?;
    queue.finish()?;
    Ok(())
}

/// The resources of the process.
#[derive(Debug)]
struct Held {
    pages: u64,
    descriptors: usize,
    threads: usize,
    mappings: usize,
}

impl Held {
    fn now() -> Result<Self> {
        let pages = fs::read_to_string("/proc/self/statm")?;
        let maps = fs::read_to_string("/proc/self/maps")?;
        Ok(Self {
            pages: pages.split(' ').nth(1).context("resident pages")?.parse()?,
            descriptors: fs::read_dir("/proc/self/fd")?.count(),
            threads: fs::read_dir("/proc/self/task")?.count(),
            mappings: maps.lines().filter(|line| line.contains(".so")).count(),
        })
    }
}

/// One test, since it counts what the process has.
#[test]
fn plugins_that_come_and_go_leave_nothing() -> Result<()> {
    let rounds = match std::env::var("TANDEM_ROUNDS") {
        Ok(text) => text.parse::<u64>().with_context(|| format!("TANDEM_ROUNDS={text}"))?,
        Err(_) => 200,
    };
    // SAFETY: no other thread runs yet that reads variables.
    unsafe {
        std::env::set_var("TANDEM_CUDA_DRIVER", fake("libfake_cuda.so")?);
        std::env::set_var("TANDEM_OPENCL_LIBRARY", fake("libfake_opencl.so")?);
        std::env::set_var("TANDEM_ISLAND_DEVICE", "devices=2");
    }
    let mut before = Held::now()?;
    for number in 0..WARM_UP + rounds {
        if number == WARM_UP {
            before = Held::now()?;
        }
        for (backend, file) in PLUGINS {
            let devices = round(backend, file).with_context(|| format!("{file}, round {number}"))?;
            ensure!(devices > 0, "{file} has no device");
        }
    }
    let after = Held::now()?;
    eprintln!("{rounds} rounds: {before:?}, then {after:?}");
    let kept = rounds * PLUGINS.len() as u64 * KEPT_BYTES / PAGE_BYTES;
    ensure!(after.pages <= before.pages + PAGES + kept, "memory grew by more than {kept} pages: {before:?}, {after:?}");
    ensure!(after.descriptors <= before.descriptors, "descriptors: {before:?}, then {after:?}");
    ensure!(after.threads <= before.threads + EXTRA_THREADS, "threads: {before:?}, then {after:?}");
    ensure!(after.mappings <= before.mappings, "libraries: {before:?}, then {after:?}");
    Ok(())
}
