//! Measures the driver on the machine's first GPU: launches, waiting, copies.
//!
//! ```text
//! cargo run --release -p tandem-device-cuda --example costs
//! ```

#[path = "../tests/support/mod.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod support;

use std::sync::Arc;
use std::time::Instant;

use tandem_device::{
    Command, Device, DevicePtr, Driver, Event, HostPtr, KernelArgs, KernelLaunch, Location, NdRange, Queue,
    QueueProperties, Usm, UsmKind, Work,
};
use tandem_device_cuda::CudaDriver;

const LAUNCHES: usize = 10_000;
const ROUNDS: usize = 5;
const LARGE: usize = 256 << 20;

/// The best of some rounds, in microseconds for each of `count`.
fn best(count: usize, mut work: impl FnMut()) -> f64 {
    let time = |_| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1e6 / count as f64
    };
    (0..ROUNDS).map(time).fold(f64::INFINITY, f64::min)
}

fn submit(queue: &dyn Queue, command: Command) -> Event {
    let mut event = None;
    queue.submit(command, &[], Some(&mut event)).expect("the command is submitted");
    event.expect("an event was asked for")
}

fn main() {
    let start = Instant::now();
    let driver = CudaDriver::new();
    let found = driver.probe().expect("CUDA starts");
    let Some(first) = found.first() else { return println!("there is no device") };
    println!("{}: probed in {:.1} ms", first.info().name, start.elapsed().as_secs_f64() * 1e3);
    let start = Instant::now();
    let context = driver.create_context(std::slice::from_ref(first)).expect("a context");
    let device = context.device(first).expect("its device");
    let queue = device.create_queue(QueueProperties::default()).expect("a queue");
    println!("first queue in {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    launches(&*device, &*queue);
    copies(&*queue, device.usm().expect("it has USM"));
}

fn launches(device: &dyn Device, queue: &dyn Queue) {
    let start = Instant::now();
    let program = device.build(&support::image(device).request()).expect("it builds");
    println!("program built in {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    let kernel = program.kernel("ids").expect("it is there");
    let usm = device.usm().expect("it has USM");
    let memory = usm.alloc(UsmKind::Device, 1 << 20, 0).expect("memory");
    let mut args = KernelArgs::new(kernel.layout());
    args.set_pointer(kernel.layout(), 0, memory);
    let range = NdRange { local: Some([256, 1, 1]), ..NdRange::linear(256) };
    let launch = || Command::from(KernelLaunch { kernel: Arc::clone(&kernel), range, args: args.clone() });
    let report = |what: &str, microseconds: f64| println!("{what:34} {microseconds:8.2} us");
    let all = |submit: &dyn Fn()| {
        best(LAUNCHES, || {
            (0..LAUNCHES).for_each(|_| submit());
            queue.finish().expect("nothing fails");
        })
    };
    report("launch, no event", all(&|| queue.submit(launch(), &[], None).expect("submitted")));
    report("launch, event dropped", all(&|| drop(submit(queue, launch()))));
    report(
        "launch, finish",
        best(1000, || {
            (0..1000).for_each(|_| {
                queue.submit(launch(), &[], None).expect("submitted");
                queue.finish().expect("nothing fails");
            })
        }),
    );
    report(
        "launch, event, wait",
        best(1000, || (0..1000).for_each(|_| submit(queue, launch()).wait().expect("it runs"))),
    );
    report(
        "allocate and free 1 MiB",
        best(1000, || {
            (0..1000).for_each(|_| {
                let memory = usm.alloc(UsmKind::Device, 1 << 20, 0).expect("memory");
                usm.free(memory).expect("it is allocated");
            })
        }),
    );
    usm.free(memory).expect("it is allocated");
}

fn copies(queue: &dyn Queue, usm: &dyn Usm) {
    let memory = usm.alloc(UsmKind::Device, LARGE, 0).expect("memory");
    let pinned = usm.alloc(UsmKind::Host, LARGE, 0).expect("memory");
    let mut pageable = vec![1_u8; LARGE];
    let pageable = HostPtr(pageable.as_mut_ptr());
    let copy = |src: &Location, dst: &Location, bytes| {
        let command = Command::Work(Work::Copy { src: src.clone(), dst: dst.clone(), bytes });
        submit(queue, command).wait().expect("a copy");
    };
    let device = Location::Usm(memory);
    for (name, host) in [("pinned", Location::Usm(pinned)), ("pageable", Location::Host(pageable))] {
        for (way, src, dst) in [("to device", &host, &device), ("to host", &device, &host)] {
            for bytes in [4, 4 << 10, 1 << 20] {
                let time = best(200, || (0..200).for_each(|_| copy(src, dst, bytes)));
                println!("{:34} {time:8.2} us", format!("{name} {way}, {bytes} bytes"));
            }
            let time = best(1, || copy(src, dst, LARGE));
            println!("{:34} {:8.2} GB/s", format!("{name} {way}, 256 MiB"), LARGE as f64 / time / 1e3);
        }
    }
    for address in [memory, pinned] {
        usm.free(DevicePtr(address.0)).expect("it is allocated");
    }
}
