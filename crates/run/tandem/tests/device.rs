//! The API on a real device. Cargo sets `LD_LIBRARY_PATH` to its build folder, where the loader finds the CPU's plugin
//! if the whole workspace is built.

#[path = "../examples/spirv_kernel/axpy.rs"]
mod axpy;

use std::process::Command;

use tandem::{Buffer, Device, Errc, In, Kernel, LocalMemory, Out, Queue, QueueProperties, Range, UsmKind};

type Axpy = Kernel<(f32, In<f32>, Out<f32>)>;

/// A queue on the preferred device.
fn queue() -> Queue {
    Queue::new().expect("there is a device: `cargo build --workspace` builds the plugin of the CPU")
}

fn axpy(queue: &Queue) -> Axpy {
    // SAFETY: these are its parameters, and it stays in bounds.
    unsafe { Kernel::from_spirv(queue, &axpy::module(), "axpy") }.unwrap()
}

#[test]
fn the_example_module_is_what_its_assembly_says() {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/spirv_kernel/axpy.spvasm");
    let assembled = Command::new("spirv-as").args(["--target-env", "spv1.0", source, "-o", "-"]).output().unwrap();
    assert!(assembled.status.success());
    let (mut expected, module) = (assembled.stdout, axpy::module());
    // The third word names the tool that wrote the module.
    expected[8..12].fill(0);
    assert_eq!(module, expected);
}

#[test]
fn launches_line_up_by_the_memory_that_they_use() {
    let queue = queue();
    let kernel = axpy(&queue);
    let mut x = queue.shared::<f32>(1000).unwrap();
    let mut y = queue.shared::<f32>(1000).unwrap();
    x.host_mut().unwrap().fill(1.0);
    for _ in 0..50 {
        // y += x, x += y: each launch needs the one before.
        let _ = queue.launch(&kernel, 1000, (1.0, &x, &mut y)).unwrap();
        let _ = queue.launch(&kernel, 1000, (-0.5, &y, &mut x)).unwrap();
    }
    let (mut a, mut b) = (1.0_f32, 0.0_f32);
    for _ in 0..50 {
        b += a;
        a += -0.5 * b;
    }
    assert_eq!((x.host().unwrap()[999], y.host().unwrap()[0]), (a, b));
    queue.wait().unwrap();
}

#[test]
fn buffers_and_usm_mix() {
    let queue = queue();
    let kernel = axpy(&queue);
    let x = queue.to_device(&[1.0_f32, 2.0, 3.0, 4.0]).unwrap();
    let mut y = Buffer::from_slice(&[10.0_f32; 4]).unwrap();
    let event = queue.launch(&kernel, Range::from(4).in_groups([2]), (2.0, &x, &mut y)).unwrap();
    assert_eq!(*y.read().unwrap(), [12.0, 14.0, 16.0, 18.0]);
    assert!(event.is_complete().unwrap());
    y.write().unwrap()[0] = 0.0;
    let events = [queue.launch(&kernel, 4, (1.0, &x, &mut y)).unwrap()];
    queue.launch_after(&events, &kernel, 4, (1.0, &x, &mut y)).unwrap().wait().unwrap();
    assert_eq!(y.to_vec().unwrap(), [2.0, 18.0, 22.0, 26.0]);
    drop(x);
}

#[test]
fn mistakes_are_errors() {
    let queue = queue();
    // SAFETY: nothing is built.
    let missing = unsafe { Axpy::from_spirv(&queue, &axpy::module(), "missing") };
    assert_eq!(missing.unwrap_err().errc(), Errc::Kernel);
    // SAFETY: as above.
    let truncated = unsafe { Axpy::from_spirv(&queue, &axpy::module()[..60], "axpy") };
    assert_eq!(truncated.unwrap_err().errc(), Errc::Build);
    // SAFETY: as above.
    let unknown = unsafe { Axpy::from_image(&queue, "unknown") };
    assert!(unknown.unwrap_err().to_string().contains("`unknown`"));

    let kernel = axpy(&queue);
    let mut y = queue.device_memory::<f32>(10).unwrap();
    assert_eq!((y.kind(), y.len(), y.byte_len()), (UsmKind::Device, 10, 40));
    assert!(y.host().is_err());
    let x = queue.host_memory::<f32>(9).unwrap();
    assert!(queue.copy(&x, &mut y).is_err());
    let uneven = Range::from(10).in_groups([4]);
    assert_eq!(queue.launch(&kernel, uneven, (1.0, &x, &mut y)).unwrap_err().errc(), Errc::NdRange);
    // SAFETY: it is never launched successfully.
    let wrong: Kernel<(f32, tandem::Local<f32>, Out<f32>)> =
        unsafe { Kernel::from_spirv(&queue, &axpy::module(), "axpy") }.unwrap();
    assert!(queue.launch(&wrong, 10, (1.0, LocalMemory(10), &mut y)).is_err());
    assert!(queue.device_memory::<u64>(usize::MAX).is_err());
    assert_eq!(queue.device_memory::<u64>(1 << 50).unwrap_err().errc(), Errc::MemoryAllocation);
    assert!(queue.shared::<u64>(0).unwrap().host().unwrap().is_empty());
}

#[test]
fn in_order_queues_and_threads() {
    let first = queue();
    let properties = QueueProperties { out_of_order: false, profiling: false };
    let queue = Queue::on(&Device::preferred().unwrap(), properties).unwrap();
    let kernel = axpy(&first);
    let x = first.to_device(&[1.0_f32; 256]).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut y = queue.shared::<f32>(256).unwrap();
                for _ in 0..100 {
                    let _ = queue.launch(&kernel, 256, (1.0, &x, &mut y)).unwrap();
                }
                assert!(y.host().unwrap().iter().all(|y| *y == 100.0));
            });
        }
    });
}
