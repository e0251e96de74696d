//! The plugin over the fake of OpenCL, in a separate process for each configuration: both are opened once.

#![allow(dead_code, reason = "each test uses a part")]

use std::path::PathBuf;
use std::process::{Command, Output};

use tandem_pi_abi::*;
use tandem_pi_host::loader::load_file;
use tandem_pi_host::{Backend, Context, Device, Enqueue, Kernel, Launch, PiError, Platform, Plugin, Program, Queue};
use tandem_pi_host::{Mem, WaitList};

/// Set in the process that does the work of a test.
const CONFIGURATION: &str = "FAKE_OPENCL";

/// A library that cargo has built, in the folder of this program or a folder above.
fn library(name: &str) -> PathBuf {
    let program = std::env::current_exe().unwrap();
    let mut folders = program.ancestors().skip(1).take(2);
    folders.find_map(|folder| Some(folder.join(name)).filter(|path| path.exists())).expect("cargo has built it")
}

/// Runs the test of this name in a process with a configuration of the fake.
pub fn run(test: &str, configuration: &str) -> Output {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture", "--test-threads=1"]);
    command.env(CONFIGURATION, configuration).env("TANDEM_OPENCL_LIBRARY", library("libfake_opencl.so"));
    command.output().unwrap()
}

/// Does the work of a test in a process with each of the configurations. Each process ends well, and leaves nothing.
pub fn with_each(test: &str, configurations: &[&str], body: impl FnOnce(&'static Plugin, &str)) {
    if let Ok(configuration) = std::env::var(CONFIGURATION) {
        body(plugin(), &configuration);
        assert!(plugin().tear_down());
        return;
    }
    for configuration in configurations {
        let output = run(test, configuration);
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(output.status.success(), "{configuration}: {}\n{text}", output.status);
        assert!(text.contains("1 passed"), "{configuration}: no test `{test}`\n{text}");
    }
}

/// Whether this is the process that does the work.
pub fn does_the_work() -> bool {
    std::env::var_os(CONFIGURATION).is_some()
}

/// The plugin.
pub fn plugin() -> &'static Plugin {
    load_file(&library("libpi_opencl.so"), Backend::OpenCl).unwrap().plugin()
}

/// A device and what is made for it.
pub struct Machine {
    pub plugin: &'static Plugin,
    pub queue: Queue,
    pub context: Context,
    pub devices: Vec<Device>,
    pub platform: Platform,
}

impl Machine {
    pub fn new(plugin: &'static Plugin, flags: PiQueueFlags) -> Result<Self, PiError> {
        let platform = Platform::all(plugin)?.swap_remove(0);
        let devices = platform.devices(PI_DEVICE_TYPE_ALL)?;
        let context = Context::new(&devices)?;
        let queue = Queue::new(&context, &devices[0], flags)?;
        Ok(Self { plugin, queue, context, devices, platform })
    }

    pub fn device(&self) -> &Device {
        &self.devices[0]
    }

    pub fn buffer(&self, bytes: usize) -> Result<Mem, PiError> {
        // SAFETY: without a host pointer.
        unsafe { Mem::buffer(&self.context, PI_MEM_FLAGS_ACCESS_RW, bytes, std::ptr::null_mut()) }
    }

    /// A kernel of a program that is built from a text.
    pub fn kernel(&self, text: &str, name: &std::ffi::CStr) -> Result<Kernel, PiError> {
        let program = Program::from_il(&self.context, text.as_bytes())?;
        program.build(&self.devices, "")?;
        Kernel::new(&program, name)
    }

    /// Enqueues after other commands.
    pub fn after<'a>(&'a self, wait: &'a WaitList<'a>) -> Enqueue<'a> {
        self.queue.after(wait).with_event()
    }

    /// Reads numbers of a buffer.
    pub fn numbers(&self, buffer: &Mem, count: usize) -> Result<Vec<u32>, PiError> {
        let mut numbers = vec![0_u32; count];
        let place = numbers.as_mut_ptr().cast();
        // SAFETY: the place has the size, and the command is complete before it ends.
        let code = unsafe {
            let (queue, mem) = (self.queue.raw(), buffer.raw());
            let none = std::ptr::null_mut();
            self.plugin.piEnqueueMemBufferRead(queue, mem, PI_TRUE, 0, 4 * count, place, 0, std::ptr::null(), none)
        };
        self.plugin.check("piEnqueueMemBufferRead", code)?;
        Ok(numbers)
    }
}

/// A launch of `count` work-items.
pub fn items(count: usize) -> Launch {
    Launch { dims: 1, global: [count, 1, 1], local: None, offset: [0; 3] }
}
