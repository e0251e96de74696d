//! Measures the cost of a submission at this layer, without a device.

use std::sync::Arc;
use std::time::Instant;

use tandem_device::{Command, DevicePtr, Origin, Queue, QueueProperties, Result, Work};
use tandem_device_queue::{CommandQueue, Dispatcher, Executor, Tuning};

struct Nothing;

impl Executor for Nothing {
    fn execute(&self, _work: &mut Work, _origin: Option<&Origin>) -> Result<()> {
        Ok(())
    }
}

const COUNT: u32 = 100_000;

fn report(what: &str, run: impl Fn()) {
    run();
    let start = Instant::now();
    run();
    let nanoseconds = start.elapsed().as_nanos() / u128::from(COUNT);
    println!("{what:<44} {nanoseconds:>6} ns");
}

fn main() {
    let cpus = std::thread::available_parallelism().map_or(1, usize::from);
    let dispatcher = Dispatcher::threads("example", Tuning::for_cpus(cpus));
    for out_of_order in [false, true] {
        let properties = QueueProperties { out_of_order, profiling: false };
        let queue = CommandQueue::new(Arc::new(Nothing), dispatcher.clone(), properties);
        let order = if out_of_order { "out of order" } else { "in order" };
        let submit = |event: bool| {
            let mut handle = None;
            let out = if event { Some(&mut handle) } else { None };
            let command = Command::Work(Work::Prefetch { ptr: DevicePtr(0), bytes: 0 });
            queue.submit(command, &[], out).expect("submission does not fail");
            handle
        };
        report(&format!("{order}: submit, one finish"), || {
            for _ in 0..COUNT {
                submit(false);
            }
            queue.finish().expect("nothing fails");
        });
        report(&format!("{order}: submit with event, one finish"), || {
            for _ in 0..COUNT {
                submit(true);
            }
            queue.finish().expect("nothing fails");
        });
        report(&format!("{order}: submit and finish"), || {
            for _ in 0..COUNT {
                submit(false);
                queue.finish().expect("nothing fails");
            }
        });
        report(&format!("{order}: submit with event and wait"), || {
            for _ in 0..COUNT {
                submit(true).expect("an event was asked for").wait().expect("nothing fails");
            }
        });
    }
}
