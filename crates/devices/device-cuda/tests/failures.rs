//! Failures: no driver, one that is too old, no memory, kernels that fault. Each scenario is a separate process, since
//! a driver is opened once.

#[allow(dead_code, reason = "other tests use more of it")]
mod support;

use std::cell::RefCell;
use std::fs;
use std::path::PathBuf;
use std::process::{Command as Process, ExitCode};
use std::slice;
use std::sync::{Arc, OnceLock};
use std::thread;

use tandem_device::{
    Command, Device, Driver, Error, Event, HostPtr, InitialContents, Kernel, KernelArgs, KernelLaunch, Location,
    MemoryObject, NdRange, Queue, QueueProperties, Result, UsmKind, Work,
};
use tandem_device_cuda::CudaDriver;
use tandem_device_ir::ParameterKind;

/// Names the scenario that this process is.
const SCENARIO: &str = "CUDA_FAILURE_SCENARIO";

/// A scenario: its name, its environment variables, and its function.
type Scenario = (&'static str, &'static [(&'static str, &'static str)], fn());

const SCENARIOS: &[Scenario] = &[
    ("no driver", &[("TANDEM_CUDA_DRIVER", "/nonexistent/libcuda.so.1")], finds_nothing),
    ("another library", &[("TANDEM_CUDA_DRIVER", "libc.so.6")], names_the_function),
    ("no device", &[("FAKE_CUDA_DEVICES", "0")], finds_nothing),
    ("a device that does not start", &[("FAKE_CUDA_FAIL", "cuDevicePrimaryCtxRetain:1:2")], starts_late),
    ("no memory", &[("FAKE_CUDA_FAIL", "cuMemAllocFromPoolAsync:1:2")], goes_on_without_memory),
    ("a launch that is refused", &[("FAKE_CUDA_FAIL", "cuLaunchKernel:1:701")], goes_on_without_launch),
    ("launches without events", &[("FAKE_CUDA_FAIL", "cuEventRecord:1:1")], needs_no_events),
    (
        "code that was linked before",
        &[("SYCL_CACHE_PERSISTENT", "1"), ("FAKE_CUDA_FAIL", "cuLinkCreate:2:1")],
        links_once,
    ),
    ("code that is too new", &[("FAKE_CUDA_FAIL", "cuLinkComplete:1:222")], says_that_the_driver_is_old),
    ("too much local memory", &[], compares_local_memory),
    ("private memory", &[("FAKE_CUDA_PRIVATE_BYTES", "32768")], has_private_memory),
    ("too much private memory", &[("FAKE_CUDA_PRIVATE_BYTES", "32769")], compares_private_memory),
    ("the end of CUDA", &[("FAKE_CUDA_FAIL", "cuStreamSynchronize:3:4")], ends_with_the_process),
    ("commands after the end of CUDA", &[("FAKE_CUDA_FAIL", "cuMemGetInfo:1:4")], drops_what_comes_after_the_end),
    ("an assertion that fails", &[], reports_an_assertion_whoever_looks_first),
    ("a context that outlives CUDA", &[("FAKE_CUDA_LEFT", "memory")], keeps_no_memory_beyond_the_end),
    ("the end of a thread", &[], works_until_the_thread_ends),
    ("a kernel that faults", &[("FAKE_CUDA_FAIL", "kernel:2:700"), ("FAKE_CUDA_DEVICES", "2")], loses_one_device),
    ("a fault under a waiting queue", &[("FAKE_CUDA_FAIL", "kernel:1:700")], tells_of_a_fault_once),
];

fn main() -> ExitCode {
    if let Ok(name) = std::env::var(SCENARIO) {
        let (_, variables, run) = SCENARIOS.iter().find(|(known, ..)| *known == name).expect("a scenario");
        support::use_fake(variables);
        run();
        return ExitCode::SUCCESS;
    }
    let program = std::env::current_exe().expect("the path of the test program");
    let mut code = ExitCode::SUCCESS;
    for (name, ..) in SCENARIOS {
        let cache = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("cuda-failures-{}", std::process::id()));
        let mut process = Process::new(&program);
        let status = process.env(SCENARIO, name).env("SYCL_CACHE_DIR", &cache).status().expect("the program runs");
        let _ = fs::remove_dir_all(&cache);
        println!("{name} ... {}", if status.success() { "ok" } else { "FAILED" });
        if !status.success() {
            code = ExitCode::FAILURE;
        }
    }
    code
}

fn finds_nothing() {
    assert!(CudaDriver::new().probe().expect("it is no error").is_empty());
}

fn names_the_function() {
    let error = CudaDriver::new().probe().map(|_| ()).expect_err("it is no driver");
    assert!(matches!(&error, Error::Environment(text) if text.contains("cuInit")), "{error}");
}

/// The devices in a new context.
fn devices() -> Vec<Arc<dyn Device>> {
    let driver = CudaDriver::new();
    let found = driver.probe().expect("the driver probes");
    let context = driver.create_context(&found).expect("a context");
    found.iter().map(|device| context.device(device).expect("its device")).collect()
}

fn queue(device: &Arc<dyn Device>) -> Result<Arc<dyn Queue>> {
    device.create_queue(QueueProperties::default())
}

/// Devices are described, and contexts made, before anything is prepared.
fn starts_late() {
    let devices = devices();
    assert_eq!(*devices[0].info().name, *"Fake GPU 0");
    let error = queue(&devices[0]).map(|_| ()).expect_err("the device does not start");
    assert!(error.to_string().contains("Fake GPU 0"), "{error}");
    queue(&devices[0]).expect("the second time, it does");
}

fn goes_on_without_memory() {
    let devices = devices();
    let error = devices[0].alloc(100, 0).expect_err("there is none");
    assert!(matches!(error, Error::OutOfMemory { bytes: 100, .. }), "{error}");
    devices[0].alloc(100, 0).expect("now there is");
}

/// Submits the kernel `ids`, whose buffer gets its memory then.
fn launch(device: &Arc<dyn Device>, queue: &dyn Queue) -> Result<Event> {
    let program = device.build(&support::image(&**device).request())?;
    let kernel = program.kernel("ids").expect("it is there");
    let object = MemoryObject::new(80, InitialContents::Undefined)?;
    let mut args = KernelArgs::new(kernel.layout());
    args.set_memory(0, &object);
    let mut event = None;
    let command = KernelLaunch { kernel, range: NdRange::linear(10), args }.into();
    queue.submit(command, &[], Some(&mut event))?;
    Ok(event.expect("an event was asked for"))
}

fn goes_on_without_launch() {
    let devices = devices();
    let queue = queue(&devices[0]).expect("a queue");
    let error = launch(&devices[0], &*queue).expect("it is submitted").wait().expect_err("it is refused");
    assert!(
        matches!(&error, Error::OutOfResources(text) if text.contains("`ids` with [1, 1, 1] work-groups")),
        "{error}"
    );
    assert!(error.to_string().contains("registers and 0 bytes of private memory"), "{error}");
    launch(&devices[0], &*queue).expect("it is submitted").wait().expect("the queue goes on");
    assert!(queue.take_failure().is_some() && queue.take_failure().is_none());
}

/// CUDA's event is not recorded for a command whose event is dropped, or waited for while it is the last.
fn needs_no_events() {
    let devices = devices();
    let queue = queue(&devices[0]).expect("a queue");
    for _ in 0..10 {
        drop(launch(&devices[0], &*queue).expect("it is submitted"));
    }
    launch(&devices[0], &*queue).expect("it is submitted").wait().expect("no event is recorded");
    let first = launch(&devices[0], &*queue).expect("it is submitted");
    drop(launch(&devices[0], &*queue).expect("it is submitted"));
    first.wait().expect("the event that failed is recorded again");
    assert!(queue.take_failure().is_none());
}

/// Code that CUDA's driver compiles comes from the persistent cache the second time.
fn links_once() {
    let devices = devices();
    for _ in 0..2 {
        devices[0].build(&support::image(&*devices[0]).request()).expect("it builds");
    }
}

/// Exit handlers may finish queues after CUDA has ended.
fn ends_with_the_process() {
    let devices = devices();
    let queue = queue(&devices[0]).expect("a queue");
    launch(&devices[0], &*queue).expect("it is submitted").wait().expect("it runs");
    queue.finish().expect("all that was submitted is complete");
    queue.finish().expect("nothing is left to wait for");
    assert!(queue.take_failure().is_none());
}

/// Static objects may still use devices after CUDA has ended: such calls have no effect and report nothing.
fn drops_what_comes_after_the_end() {
    let devices = devices();
    let device = &devices[0];
    let queue = queue(device).expect("a queue");
    launch(device, &*queue).expect("it is submitted").wait().expect("it runs");
    let object = MemoryObject::new(80, InitialContents::Undefined).expect("an object");
    object.reserve(&**device).expect("memory");
    let program = device.build(&support::image(&**device).request()).expect("a program");
    let mut args = KernelArgs::new(program.kernel("ids").expect("it is there").layout());
    args.set_memory(0, &object);
    let submit = |event: Option<&mut Option<Event>>| {
        let kernel = program.kernel("ids").expect("it is there");
        queue.submit(KernelLaunch { kernel, range: NdRange::linear(10), args: args.clone() }.into(), &[], event)
    };
    // CUDA ends while this one is under way.
    let mut under_way = None;
    submit(Some(&mut under_way)).expect("it is submitted");
    device.free_memory();
    let ended = |result: Result<()>| assert!(matches!(result, Err(Error::Ended)), "{result:?}");
    ended(under_way.expect("an event was asked for").wait());
    submit(None).and_then(|()| queue.finish()).expect("it is dropped");
    let mut event = None;
    ended(submit(Some(&mut event)).and_then(|()| event.expect("an event was asked for").wait()));
    ended(device.build(&support::image(&**device).request()).map(drop));
    ended(device.alloc(80, 0).map(drop));
    ended(device.create_queue(QueueProperties::default()).map(drop));
    assert!(queue.take_failure().is_none(), "nothing is reported");
}

/// The event of the kernel has failed, and the queue reports the failure once, also if a later command in the stream,
/// or one that waited in another stream, is checked first.
fn reports_an_assertion_whoever_looks_first() {
    let devices = devices();
    let device = &devices[0];
    let program = device.build(&support::asserting(&**device).request()).expect("a program");
    let kernel = program.kernel("asserts").expect("it is there");
    let (own, other) = (queue(device).expect("a queue"), queue(device).expect("a queue"));
    for later in [&own, &other] {
        let mut args = KernelArgs::new(kernel.layout());
        args.set_memory(0, &MemoryObject::new(80, InitialContents::Undefined).expect("an object"));
        let command = KernelLaunch { kernel: kernel.clone(), range: NdRange::linear(10), args }.into();
        let (mut failed, mut after) = (None, None);
        own.submit(command, &[], Some(&mut failed)).expect("it is submitted");
        let failed = failed.expect("an event was asked for");
        later.submit(Command::Barrier, slice::from_ref(&failed), Some(&mut after)).expect("it is submitted");
        let _ = after.expect("an event was asked for").wait();
        let reported = own.take_failure().expect("it is reported by now").to_string();
        assert!(reported.contains("Assertion"), "{reported}");
        assert!(failed.wait().is_err_and(|error| error.to_string() == reported));
        assert!(own.take_failure().is_none() && other.take_failure().is_none(), "it is reported once");
    }
}

/// Memory that a device keeps for later use is freed before CUDA ends, also if a static object has the context. The
/// fake checks it when the process exits.
fn keeps_no_memory_beyond_the_end() {
    static CONTEXT: OnceLock<Vec<Arc<dyn Device>>> = OnceLock::new();
    let device = &CONTEXT.get_or_init(devices)[0];
    let queue = queue(device).expect("a queue");
    launch(device, &*queue).expect("it is submitted").wait().expect("it runs");
    for kind in [UsmKind::Device, UsmKind::Host] {
        let usm = device.usm().expect("it has USM");
        usm.free(usm.alloc(kind, 100, 0).expect("memory")).expect("it is allocated");
    }
    // One goes through slots of pinned memory, one is made by threads of the driver.
    for bytes in [100 << 10, 8 << 20] {
        let (mut host, object) = (vec![1_u8; bytes], MemoryObject::new(bytes, InitialContents::Undefined));
        let src = Location::Buffer { object: object.expect("an object"), offset: 0 };
        let dst = Location::Host(HostPtr(host.as_mut_ptr()));
        let mut event = None;
        queue.submit(Command::Work(Work::Copy { src, dst, bytes }), &[], Some(&mut event)).expect("it is submitted");
        event.expect("an event was asked for").wait().expect("it is copied");
    }
}

/// Destructors of thread-local objects may complete the dependencies of commands, after those of the driver have run: a
/// thread destroys its objects in reverse order.
fn works_until_the_thread_ends() {
    struct AtEnd(Arc<dyn Queue>);
    impl AtEnd {
        fn run(&self) {
            let (gate, mut event) = (Event::user(), None);
            self.0.submit(Command::Barrier, slice::from_ref(&gate), Some(&mut event)).expect("it is submitted");
            gate.complete(Ok(()));
            event.expect("an event was asked for").wait().expect("it runs");
        }
    }
    impl Drop for AtEnd {
        fn drop(&mut self) {
            self.run();
        }
    }
    thread_local! {
        static AT_END: RefCell<Option<AtEnd>> = const { RefCell::new(None) };
    }
    let queue = queue(&devices()[0]).expect("a queue");
    let thread = thread::spawn(move || {
        AT_END.set(Some(AtEnd(Arc::clone(&queue))));
        AtEnd(queue).run();
    });
    thread.join().expect("the thread ends");
}

fn loses_one_device() {
    let devices = devices();
    let (doomed, other) = (queue(&devices[0]).expect("a queue"), queue(&devices[1]).expect("a queue"));
    launch(&devices[0], &*doomed).expect("it is submitted").wait().expect("the first one runs");
    let event = launch(&devices[0], &*doomed).expect("it is submitted");
    let error = event.wait().expect_err("it faults").to_string();
    for part in ["kernel `ids`", "an illegal memory access", "CUDA_ERROR_ILLEGAL_ADDRESS", "Fake GPU 0 is lost"] {
        assert!(error.contains(part), "{error}");
    }
    assert_eq!(doomed.take_failure().map(|failure| failure.to_string()), Some(error));
    assert!(doomed.take_failure().is_none() && doomed.is_empty());
    let calls: [Option<Error>; 3] = [
        doomed.submit(Command::Barrier, &[], None).err(),
        devices[0].alloc(1, 0).err(),
        queue(&devices[0]).map(|_| ()).err(),
    ];
    for error in calls {
        assert!(matches!(error, Some(Error::DeviceLost(_))), "{error:?}");
    }
    launch(&devices[1], &*other).expect("it is submitted").wait().expect("another device goes on");
}

/// A fault is among the failures of the queue, and waiting for the queue does not report it again.
fn tells_of_a_fault_once() {
    let devices = devices();
    let queue = queue(&devices[0]).expect("a queue");
    drop(launch(&devices[0], &*queue).expect("it is submitted"));
    queue.finish().expect("the failure is the queue's");
    let failure = queue.take_failure().expect("the fault").to_string();
    assert!(failure.contains("kernel `ids`"), "{failure}");
    assert!(queue.take_failure().is_none());
}

fn says_that_the_driver_is_old() {
    let devices = devices();
    let build = || devices[0].build(&support::image(&*devices[0]).request());
    let error = build().map(|_| ()).expect_err("the driver does not know the code").to_string();
    assert!(error.contains("the driver is older than the code"), "{error}");
    build().expect("other code is built");
}

/// A launch with more local memory than the device has says how much there is of both.
/// Whether the kernel `ids` may be launched as far as its private memory goes.
fn check_private_memory() -> Result<()> {
    let devices = devices();
    let program = devices[0].build(&support::image(&*devices[0]).request())?;
    program.kernel("ids").expect("it is there").check_memory(&NdRange::linear(10))
}

/// 256 MiB for 4 multiprocessors of 2048 threads.
fn has_private_memory() {
    check_private_memory().expect("it is just enough");
}

fn compares_private_memory() {
    let error = check_private_memory().expect_err("it is too much").to_string();
    assert!(error.contains("kernel `ids` needs 32769 bytes of private memory"), "{error}");
    assert!(error.contains("the limit is 32768"), "{error}");
}

fn compares_local_memory() {
    let devices = devices();
    let queue = queue(&devices[0]).expect("a queue");
    let program = devices[0].build(&support::image(&*devices[0]).request()).expect("it builds");
    let has_local = |kernel: &&Arc<dyn Kernel>| {
        kernel.info().parameters.iter().any(|parameter| parameter.kind == ParameterKind::Local)
    };
    let kernel = program.kernels().iter().find(has_local).expect("a kernel with local memory");
    let mut args = KernelArgs::new(kernel.layout());
    for (index, parameter) in (0..).zip(&kernel.info().parameters) {
        match parameter.kind {
            ParameterKind::Local => args.set_local(index, 1 << 20),
            ParameterKind::Global | ParameterKind::Constant => {
                args.set_memory(index, &MemoryObject::new(80, InitialContents::Undefined).expect("memory"));
            }
            _ => args.set_value(kernel.layout(), index, &vec![0; parameter.bytes as usize]),
        }
    }
    let launch = KernelLaunch { kernel: Arc::clone(kernel), range: NdRange::linear(10), args };
    let _ = queue.submit(launch.into(), &[], None);
    let _ = queue.finish();
    let error = queue.take_failure().expect("it is refused").to_string();
    let has = devices[0].info().local_mem_bytes;
    let asked = format!("bytes of local memory, and Fake GPU 0 has {has}");
    assert!(error.contains(&kernel.info().name) && error.contains(&asked), "{error}");
}
