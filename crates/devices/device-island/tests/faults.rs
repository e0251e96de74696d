//! Kernels that fault: the command fails with the reason, the device is lost for its context, and everything else
//! continues to work.

#[path = "../../device-cpu/tests/support/mod.rs"]
mod support;

use std::sync::Arc;

use support::{args, compile, kernel, launch, load, range};
use tandem_device::{Context, Device, DevicePtr, Driver, Error, Kernel, Queue, QueueProperties, UsmKind};
use tandem_device_ir::ParameterKind;
use tandem_device_island::{IslandDriver, Spec};

const SOURCE: &str = r#"
KERNEL(store) { EACH_ITEM ARG(u64 *, 0)[GID(0, x)] = 7; }
KERNEL(divide) { EACH_ITEM { volatile u64 zero = 0; ARG(u64 *, 0)[GID(0, x)] = 7 / zero; } }
__attribute__((noinline)) static u64 depth(u64 n) {
  volatile u64 frame[64];
  frame[n % 64] = n;
  return n == 0 ? 0 : depth(n + 1) + frame[n % 64];
}
KERNEL(recurse) {
  ARG(u64 *, 0)[0] = depth(launch->global[0]);
}
int printf(const char *, ...);
KERNEL(copy) {
  volatile u64 bytes = 64;
  char from[64] = {0};
  EACH_ITEM __builtin_memcpy(ARG(char *, 0), from, bytes);
}
KERNEL(print) { printf("%s %s\n", "from the kernel:", ARG(const char *, 0)); }
"#;

const NAMES: [&str; 5] = ["store", "divide", "recurse", "copy", "print"];

struct Fixture {
    context: Arc<dyn Context>,
    device: Arc<dyn Device>,
    queue: Arc<dyn Queue>,
    kernels: [Arc<dyn Kernel>; 5],
}

impl Fixture {
    fn new(driver: &dyn Driver, found: &Arc<dyn Device>) -> Self {
        let context = driver.create_context(std::slice::from_ref(found)).unwrap();
        let device = context.device(found).unwrap();
        let queue = device.create_queue(QueueProperties::default()).unwrap();
        let infos = NAMES.map(|name| kernel(name, &[ParameterKind::Global]));
        let program = load(&*device, &compile(SOURCE, &["-fPIC", "-O1", "-fno-stack-protector"], &infos)).unwrap();
        let kernels = NAMES.map(|name| program.kernel(name).unwrap());
        Self { context, device, queue, kernels }
    }

    fn run(&self, kernel: usize, memory: DevicePtr) -> Result<(), Error> {
        let kernel = &self.kernels[kernel];
        launch(&*self.queue, kernel, range([64, 1, 1], None, [0; 3]), args(&**kernel, &[memory.0])).wait()
    }

    fn memory(&self) -> DevicePtr {
        self.device.usm().unwrap().alloc(UsmKind::Device, 512, 0).unwrap()
    }
}

/// The error of the kernel of this number when it accesses `memory`.
fn fault(kernel: usize, memory: impl Fn(&Fixture) -> DevicePtr) -> String {
    let driver = IslandDriver::new(0, Spec::parse("devices=2,memory=16M").unwrap());
    let devices = driver.probe().unwrap();
    let fixture = Fixture::new(&driver, &devices[0]);
    let beside = Fixture::new(&driver, &devices[1]);
    let own = fixture.memory();
    fixture.run(0, own).unwrap();
    let error = fixture.run(kernel, memory(&fixture)).unwrap_err();
    assert!(matches!(error, Error::Execution(_)), "{error}");
    let text = error.to_string();
    assert!(text.ends_with("; Tandem Island 0.0 is lost"), "{text}");
    assert_eq!(fixture.queue.take_failure().map(|error| error.to_string()).as_ref(), Some(&text));
    for _ in 0..2 {
        let lost = fixture.device.create_queue(QueueProperties::default()).map(drop).unwrap_err();
        let is_shared = |name| Arc::ptr_eq(name, &fixture.device.info().name);
        assert!(matches!(&lost, Error::DeviceLost(name) if is_shared(name)), "{lost}");
    }
    beside.run(0, beside.memory()).unwrap();
    let again = Fixture::new(&driver, &devices[0]);
    again.run(0, again.memory()).unwrap();
    drop(fixture.context);
    text
}

#[test]
fn a_null_pointer_fails_the_kernel() {
    let text = fault(0, |_| DevicePtr(0));
    assert!(text.contains("SYCL kernel 'store' raised SIGSEGV: access to 0x0"), "{text}");
}

#[test]
fn memory_that_was_never_there_fails_the_kernel() {
    let text = fault(0, |_| DevicePtr(0x10_0000));
    assert!(text.contains("access to 0x100000"), "{text}");
}

#[test]
fn a_division_by_zero_fails_the_kernel() {
    let text = fault(1, Fixture::memory);
    assert!(text.contains("SYCL kernel 'divide' raised SIGFPE"), "{text}");
}

#[test]
fn an_exhausted_stack_fails_the_kernel() {
    let text = fault(2, Fixture::memory);
    assert!(text.contains("SYCL kernel 'recurse' raised SIGSEGV"), "{text}");
}

#[test]
fn a_fault_in_a_function_of_the_host_fails_the_kernel() {
    let text = fault(3, |_| DevicePtr(0x10_0000));
    let expected = "a host function that SYCL kernel 'copy' called raised SIGSEGV: access to 0x1000";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn standard_output_is_not_left_locked() {
    unsafe extern "C" {
        #[link_name = "stdout"]
        static STDOUT: *mut libc::FILE;
        fn ftrylockfile(file: *mut libc::FILE) -> i32;
        fn funlockfile(file: *mut libc::FILE);
    }
    let text = fault(4, |_| DevicePtr(0x10_0000));
    assert!(text.contains("SYCL kernel 'print' called raised SIGSEGV: access to 0x100000"), "{text}");
    // SAFETY: the stream stays, and is unlocked as often as it is locked.
    let is_free = unsafe { ftrylockfile(STDOUT) == 0 && (funlockfile(STDOUT), true).1 };
    assert!(is_free, "the thread that ran the kernel still has it");
}

#[test]
fn a_fault_on_purpose_is_one() {
    let driver = IslandDriver::new(0, Spec::parse("memory=16M,fail-fault=2").unwrap());
    let devices = driver.probe().unwrap();
    let fixture = Fixture::new(&driver, &devices[0]);
    let memory = fixture.memory();
    fixture.run(0, memory).unwrap();
    let text = fixture.run(0, memory).unwrap_err().to_string();
    assert!(text.contains("SYCL kernel 'store' raised SIGSEGV: access to 0x0"), "{text}");
}
