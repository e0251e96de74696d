//! Objects of one device's context are rejected by the queues of others, on the CPU and on islands, which belong to
//! another plugin.

#[path = "../examples/spirv_kernel/axpy.rs"]
mod axpy;

use std::process::Command;

use tandem::{Device, Errc, In, Kernel, Out, Queue, QueueProperties, Result};

/// Runs the test in a process that has islands. True there.
fn is_among_islands(test: &str) -> bool {
    const ISLANDS: &str = "TANDEM_ISLAND_DEVICE";
    if std::env::var_os(ISLANDS).is_some_and(|islands| islands == "platforms=2") {
        return true;
    }
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args([test, "--exact"]).env(ISLANDS, "platforms=2").env("ONEAPI_DEVICE_SELECTOR", "native_cpu:*;island:*");
    let output = child.output().unwrap();
    assert!(output.status.success(), "{}{}", String::from_utf8_lossy(&output.stdout), output.status);
    false
}

/// A queue on the CPU, and one on each island.
fn queues() -> [Queue; 3] {
    let devices = Device::all().unwrap();
    let queue = |device| Queue::on(device, QueueProperties::default()).unwrap();
    let queues: Vec<Queue> = devices.iter().map(queue).collect();
    queues.try_into().expect("there are a CPU and two islands: `cargo build --workspace` builds the plugins")
}

#[track_caller]
fn check_refused<T>(result: Result<T>, what: &str) {
    let error = result.err().expect("an error");
    assert_eq!(error.errc(), Errc::Invalid);
    assert!(error.to_string().contains(&format!("{what} belongs to a different context than the queue")), "{error}");
}

#[test]
fn queues_refuse_what_is_of_another_context() {
    if !is_among_islands("queues_refuse_what_is_of_another_context") {
        return;
    }
    let queues = queues();
    for (index, queue) in queues.iter().enumerate() {
        let mut own = queue.to_device(&[1.0_f32; 4]).unwrap();
        let zeros = queue.device_memory::<f32>(4).unwrap();
        // SAFETY: these are its parameters, and it stays in bounds.
        let kernel: Kernel<(f32, In<f32>, Out<f32>)> =
            unsafe { Kernel::from_spirv(queue, &axpy::module(), "axpy") }.unwrap();
        for other in queues.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, queue)| queue) {
            let mut foreign = other.device_memory::<f32>(4).unwrap();
            check_refused(queue.fill(&mut foreign, 7.0), "the memory");
            check_refused(queue.read(&foreign), "the memory");
            check_refused(queue.copy(&own, &mut foreign), "the memory");
            check_refused(queue.copy(&foreign, &mut own), "the memory");
            check_refused(queue.launch(&kernel, 4, (1.0, &own, &mut foreign)), "the memory");
            check_refused(other.launch(&kernel, 4, (1.0, &own, &mut foreign)), "the kernel");
            assert_eq!(other.read(&foreign).unwrap(), [0.0; 4], "nothing was done");
        }
        queue.launch(&kernel, 4, (1.0, &zeros, &mut own)).unwrap().wait().unwrap();
        assert_eq!(queue.read(&own).unwrap(), [1.0; 4]);
    }
}
