//! The hot path does not allocate once the pools are warm.

use std::alloc::{GlobalAlloc, Layout, System};
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tandem_device::{
    ArgumentLayout, Command, DevicePtr, Kernel, KernelArgs, KernelInfo, KernelLaunch, KernelLimits, NdRange, Origin,
    Queue, QueueProperties, Result, Work,
};
use tandem_device_ir::{Parameter, ParameterKind};
use tandem_device_queue::{CommandQueue, Dispatcher, Executor, Tuning};

struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is passed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as the caller promised.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        // SAFETY: as the caller promised.
        unsafe { System.dealloc(ptr, layout) };
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

struct Nothing;

impl Executor for Nothing {
    fn execute(&self, _work: &mut Work, _origin: Option<&Origin>) -> Result<()> {
        Ok(())
    }
}

struct Empty(KernelInfo, ArgumentLayout);

impl Kernel for Empty {
    fn info(&self) -> &KernelInfo {
        &self.0
    }

    fn layout(&self) -> &ArgumentLayout {
        &self.1
    }

    fn limits(&self) -> KernelLimits {
        KernelLimits {
            max_work_group_size: 1,
            preferred_multiple: 1,
            max_sub_group_size: 1,
            private_bytes: 0,
            registers: 0,
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Submits launches with and without events, and waits in both ways.
fn submit_many(queue: &dyn Queue, kernel: &Arc<dyn Kernel>, args: &KernelArgs) {
    let launch =
        || Command::from(KernelLaunch { kernel: kernel.clone(), range: NdRange::linear(1), args: args.clone() });
    for round in 0..20_000 {
        let mut event = None;
        queue.submit(launch(), &[], None).unwrap();
        queue.submit(launch(), &[], Some(&mut event)).unwrap();
        if round % 3 == 0 {
            event.unwrap().wait().unwrap();
        } else if let Some(event) = &event {
            queue.submit(launch(), std::slice::from_ref(event), None).unwrap();
        }
    }
    queue.finish().unwrap();
}

#[test]
fn submissions_do_not_allocate_once_warm() {
    let dispatcher = Dispatcher::threads("test", Tuning::for_cpus(2));
    let properties = QueueProperties { out_of_order: false, profiling: true };
    let queue = CommandQueue::new(Arc::new(Nothing), dispatcher, properties);
    let word = Parameter::word;
    let parameters = vec![word(ParameterKind::Global), word(ParameterKind::Local), Parameter::value(112)];
    let layout = ArgumentLayout::natural(&parameters);
    assert_eq!(layout.bytes(), 128);
    let info = KernelInfo { parameters, ..KernelInfo::default() };
    let kernel: Arc<dyn Kernel> = Arc::new(Empty(info, layout.clone()));
    let mut args = KernelArgs::new(&layout);
    args.set_pointer(&layout, 0, DevicePtr(8));
    args.set_local(1, 64);

    for _ in 0..3 {
        submit_many(&queue, &kernel, &args);
    }
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    submit_many(&queue, &kernel, &args);
    let count = ALLOCATIONS.load(Ordering::Relaxed) - before;
    // Lists may grow a last time, and two last handles of an event may be dropped at the same moment: the more often,
    // the busier the machine. A way of submitting that allocates would do so 20,000 times.
    assert!(count < 2_000, "{count} allocations for 60,000 submissions");
}
