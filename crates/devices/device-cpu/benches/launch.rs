//! The cost of a launch at the driver API, and the gain from the thread pool.

#[path = "../tests/support/mod.rs"]
mod support;

use std::sync::Arc;
use std::time::Instant;

use support::{address, args, devices, kernel, load_kernel};
use tandem_device::{Command, CommandBuffer, Device, Kernel, KernelLaunch, NdRange, Queue, QueueProperties, Recording};
use tandem_device_ir::ParameterKind;

const COUNT: u32 = 100_000;

fn report(what: &str, count: u32, mut run: impl FnMut()) {
    run();
    let start = Instant::now();
    run();
    let nanoseconds = start.elapsed().as_nanos() / u128::from(count);
    println!("{what:<52} {nanoseconds:>9} ns");
}

fn resident_kb() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * 4
}

struct Bench {
    device: Arc<dyn Device>,
    kernel: Arc<dyn Kernel>,
    out: Vec<u64>,
}

impl Bench {
    fn new(source: &str, index: usize) -> Self {
        let device = devices().remove(index);
        let kernel = load_kernel(&*device, source, kernel("k", &[ParameterKind::Global]));
        Self { device, kernel, out: vec![0; 1 << 22] }
    }

    fn queue(&self, out_of_order: bool) -> Arc<dyn Queue> {
        let properties = QueueProperties { out_of_order, profiling: false };
        self.device.create_queue(properties).expect("queues can be made")
    }

    fn command(&mut self, items: u64) -> Command {
        let arguments = args(&*self.kernel, &[address(&mut self.out)]);
        let range = NdRange::linear(items);
        KernelLaunch { kernel: self.kernel.clone(), range, args: arguments }.into()
    }
}

fn cost_of_a_launch(index: usize, name: &str) {
    let mut bench = Bench::new("KERNEL(k) { *ARG(u64 *, 0) += 1; }", index);
    for out_of_order in [false, true] {
        let queue = bench.queue(out_of_order);
        let order = if out_of_order { "out of order" } else { "in order" };
        let before = resident_kb();
        report(&format!("{name}, {order}: submit, one finish"), COUNT, || {
            for _ in 0..COUNT {
                queue.submit(bench.command(1), &[], None).expect("submits");
            }
            queue.finish().expect("runs");
        });
        report(&format!("{name}, {order}: submit with event, one finish"), COUNT, || {
            for _ in 0..COUNT {
                let mut event = None;
                queue.submit(bench.command(1), &[], Some(&mut event)).expect("submits");
            }
            queue.finish().expect("runs");
        });
        report(&format!("{name}, {order}: submit and finish"), COUNT, || {
            for _ in 0..COUNT {
                queue.submit(bench.command(1), &[], None).expect("submits");
                queue.finish().expect("runs");
            }
        });
        report(&format!("{name}, {order}: submit with event and wait"), COUNT, || {
            for _ in 0..COUNT {
                let mut event = None;
                queue.submit(bench.command(1), &[], Some(&mut event)).expect("submits");
                event.expect("was asked for").wait().expect("runs");
            }
        });
        let after = resident_kb();
        println!("{name}, {order}: resident memory grew by {} KB", after.saturating_sub(before));
    }
}

/// The cost of a kernel in a command buffer: a chain of 100, replayed natively by the device and enqueued one by one.
fn cost_of_a_replay(index: usize, name: &str) {
    const KERNELS: u32 = 100;
    let mut bench = Bench::new("KERNEL(k) { *ARG(u64 *, 0) += 1; }", index);
    let mut recording = Recording::default();
    let mut last = None;
    for _ in 0..KERNELS {
        last = recording.add(bench.command(1), last.as_slice()).ok();
    }
    let own = CommandBuffer::new(&*bench.device, recording.clone()).expect("the recording is sound");
    for out_of_order in [false, true] {
        let queue = bench.queue(out_of_order);
        let order = if out_of_order { "out of order" } else { "in order" };
        for (way, buffer) in [("replay", &own), ("replay one by one", &CommandBuffer::one_by_one(recording.clone()))] {
            report(&format!("{name}, {order}: {way}, one finish"), COUNT, || {
                for _ in 0..COUNT / KERNELS {
                    buffer.replay(&*queue, &[], None).expect("replays");
                }
                queue.finish().expect("runs");
            });
        }
    }
}

fn gain_of_the_pool() {
    let source = "KERNEL(k) {
  u64 *out = ARG(u64 *, 0);
  EACH_ITEM { u64 v = GID(0, x); for (int i = 0; i < 50; ++i) v = v * 6364136223846793005UL + 1; out[GID(0, x)] = v; }
}";
    for items in [1_000, 10_000, 100_000, 1_000_000] {
        for (index, name) in [(1, "basic"), (0, "cpu")] {
            let mut bench = Bench::new(source, index);
            let queue = bench.queue(false);
            let best = (0..50).map(|_| {
                let start = Instant::now();
                queue.submit(bench.command(items), &[], None).expect("submits");
                queue.finish().expect("runs");
                start.elapsed().as_nanos()
            });
            let best = best.min().unwrap_or(0);
            println!("{:<52} {best:>9} ns", format!("{name}: {items} items of 50 steps, best of 50"));
        }
    }
}

fn main() {
    cost_of_a_launch(0, "cpu");
    cost_of_a_launch(1, "basic");
    cost_of_a_replay(0, "cpu");
    cost_of_a_replay(1, "basic");
    gain_of_the_pool();
}
