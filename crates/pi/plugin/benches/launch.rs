//! The launch overhead of the plugin layer: setting arguments, checking the index space, taking the
//! snapshot and making an event, over queues that run nothing.

#[path = "../tests/support/mod.rs"]
mod support;

use criterion::{Criterion, criterion_group, criterion_main};
use support::{module, ptr, sink_plugin};
use tandem_pi_abi::*;
use tandem_pi_host::{Context, Destination, Kernel, Launch, Platform, Program, Queue, WaitList};

fn launches(criterion: &mut Criterion) {
    let device = Platform::all(sink_plugin()).unwrap()[0].devices(PI_DEVICE_TYPE_ALL).unwrap().swap_remove(0);
    let context = Context::new(std::slice::from_ref(&device)).unwrap();
    let queue = Queue::new(&context, &device, PiQueueFlags::default()).unwrap();
    let program = Program::from_il(&context, &module("add")).unwrap();
    program.build(&[], "").unwrap();
    let kernel = Kernel::new(&program, c"add").unwrap();
    kernel.set_arg_local(2, 64).unwrap();
    let mut memory = [0_i32; 64];
    let memory = ptr(&mut memory);
    let launch = Launch { dims: 1, global: [64, 1, 1], local: Some([16, 1, 1]), offset: [0; 3] };
    let set_args = |number: i32| {
        // SAFETY: nothing runs.
        unsafe { kernel.set_arg_pointer(0, memory) }.unwrap();
        kernel.set_arg(1, &number.to_le_bytes()).unwrap();
    };
    for want_event in [false, true] {
        let name = format!("two arguments and a launch, {} event", if want_event { "with" } else { "no" });
        criterion.bench_function(&name, |bencher| {
            bencher.iter(|| {
                set_args(7);
                // SAFETY: nothing runs.
                unsafe { queue.after(&WaitList::new()).with_event_if(want_event).launch(&kernel, &launch) }.unwrap()
            });
        });
    }
}

criterion_group!(benches, launches);
criterion_main!(benches);
