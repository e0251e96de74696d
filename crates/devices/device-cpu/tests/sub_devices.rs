//! Sub-devices of the device `cpu`: their sizes, and where their commands run.

mod support;

use std::sync::{Arc, LazyLock};

use support::{address, args, kernel, launch, load_kernel, queue};
use tandem_device::{Device, Driver, NdRange, Partition, PartitionKind, UsmKind};
use tandem_device_cpu::CpuDriver;
use tandem_device_ir::ParameterKind;

/// Each work-group says on which processor it ran, and takes some time.
const WHERE: &str = "
static unsigned processor(void) {
  unsigned low, high, number;
  __asm__ volatile(\"rdtscp\" : \"=a\"(low), \"=d\"(high), \"=c\"(number));
  return number & 0xfff;
}
KERNEL(where) {
  u64 *out = ARG(u64 *, 0);
  for (volatile int i = 0; i < 20000; ++i) {}
  out[group[0]] = processor();
}";

/// Compute units of the device in these tests, whatever the machine has.
const UNITS: usize = 6;

/// The device `cpu`.
fn cpu() -> Arc<dyn Device> {
    static DEVICE: LazyLock<Arc<dyn Device>> = LazyLock::new(|| {
        // SAFETY: everything else that reads the environment comes later.
        unsafe { std::env::set_var("TANDEM_CPU_THREADS", UNITS.to_string()) };
        CpuDriver::new().probe().unwrap().remove(0)
    });
    DEVICE.clone()
}

fn sub_devices(partition: &Partition) -> Vec<Arc<dyn Device>> {
    cpu().partitioning().unwrap().sub_devices(partition).unwrap()
}

fn sizes(partition: &Partition) -> Vec<u32> {
    sub_devices(partition).iter().map(|part| part.info().compute_units).collect()
}

/// The processors on which a device runs work-groups.
fn processors(device: &dyn Device) -> Vec<u64> {
    let kernel = load_kernel(device, WHERE, kernel("where", &[ParameterKind::Global]));
    let queue = queue(device);
    let mut out = vec![u64::MAX; 2_000];
    let range =
        NdRange { dims: 1, global: [8_000, 1, 1], local: Some([4, 1, 1]), offset: [0; 3], is_cooperative: false };
    // The waiting threads must not help, and several queues may not spread.
    launch(&*queue, &kernel, range, args(&*kernel, &[address(&mut out)])).wait().unwrap();
    let range = NdRange { dims: 1, global: [4, 1, 1], local: Some([4, 1, 1]), offset: [0; 3], is_cooperative: false };
    for place in 0..200 {
        let arguments = args(&*kernel, &[address(&mut out[place..])]);
        launch(&*queue, &kernel, range, arguments);
        if place % 3 == 0 {
            queue.finish().unwrap();
        }
    }
    queue.finish().unwrap();
    out.sort_unstable();
    out.dedup();
    out
}

#[test]
fn sub_devices_have_the_units_that_were_asked_for() {
    let device = cpu();
    let partitioning = device.partitioning().unwrap();
    assert_eq!(partitioning.max_sub_devices() as usize, UNITS);
    assert_eq!(partitioning.kinds()[..2], [PartitionKind::Equally, PartitionKind::ByCounts]);
    assert_eq!(sizes(&Partition::Equally(1)), [1; UNITS]);
    assert_eq!(sizes(&Partition::Equally(4)), [4]);
    assert_eq!(sizes(&Partition::ByCounts(vec![1, 3])), [1, 3]);
    for domain in partitioning.affinity_domains() {
        let sizes = sizes(&Partition::ByAffinityDomain(domain));
        assert!(sizes.len() > 1 && sizes.iter().sum::<u32>() as usize == UNITS, "{domain:?}: {sizes:?}");
    }
    let parts = sub_devices(&Partition::ByCounts(vec![1, 3]));
    assert!(parts[0].partitioning().is_none());
    let halves = parts[1].partitioning().unwrap().sub_devices(&Partition::ByCounts(vec![2, 1])).unwrap();
    assert_eq!(halves.iter().map(|half| half.info().compute_units).collect::<Vec<_>>(), [2, 1]);
}

#[test]
fn sub_devices_run_on_their_processors_alone() {
    let available = std::thread::available_parallelism().map_or(1, usize::from).min(UNITS);
    let seen: Vec<Vec<u64>> = sub_devices(&Partition::Equally(1)).iter().map(|part| processors(&**part)).collect();
    assert!(seen.iter().all(|processors| processors.len() == 1), "{seen:?}");
    let mut all = seen.concat();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), available);
    let pair = &sub_devices(&Partition::Equally(2))[0];
    let pair = processors(&**pair);
    assert!(pair.iter().all(|number| *number == seen[0][0] || *number == seen[1][0]), "{pair:?} of {seen:?}");
}

#[test]
fn sub_devices_share_memory_and_programs_with_their_parent() {
    let device = cpu();
    let part = sub_devices(&Partition::Equally(2)).remove(0);
    // The sub-device lives on without its siblings.
    let ptr = device.usm().unwrap().alloc(UsmKind::Device, 64, 0).unwrap();
    assert!(part.usm().unwrap().query(ptr).is_some());
    assert_eq!(part.memory_domain(), device.memory_domain());
    let kernel = load_kernel(&*device, "KERNEL(one) { *ARG(u64 *, 0) = 1; }", kernel("one", &[ParameterKind::Global]));
    launch(&*queue(&*part), &kernel, NdRange::linear(1), args(&*kernel, &[ptr.0])).wait().unwrap();
    // SAFETY: the kernel has written the allocation.
    assert_eq!(unsafe { *(ptr.0 as *const u64) }, 1);
    part.usm().unwrap().free(ptr).unwrap();
}
