//! Launches through the driver API, on both devices.

mod support;

use std::sync::Arc;

use support::{address, args, devices, kernel, launch, load_kernel, queue, range};
use tandem_device::{
    Command, Error, EventStatus, FillPattern, HostPtr, InitialContents, KernelArgs, Location, MapAccess, Mapping,
    MemoryObject, NdRange, Queue, Rect, RectSide, Work,
};
use tandem_device_ir::{Parameter, ParameterKind, PlacedParameter};
use tandem_native_cpu::NativeKernel;

/// Writes 1 + its linear id into each item's element, and counts visits.
const IDS: &str = "
KERNEL(ids) {
  u64 *out = ARG(u64 *, 0);
  EACH_ITEM {
    u64 gx = GID(0, x), gy = GID(1, y), gz = GID(2, z);
    u64 sx = gx - launch->offset[0], sy = gy - launch->offset[1], sz = gz - launch->offset[2];
    out[(sz * launch->global[1] + sy) * launch->global[0] + sx] += 1 + gx + 1000 * gy + 1000000 * gz;
  }
}";

#[test]
fn every_work_item_runs_once_in_all_dimensions() {
    for device in devices() {
        let kernel = load_kernel(&*device, IDS, kernel("ids", &[ParameterKind::Global]));
        let queue = queue(&*device);
        let cases = [
            ([1, 1, 1], None, [0; 3]),
            ([1000, 1, 1], None, [0; 3]),
            ([1000, 1, 1], Some([64, 1, 1]), [7, 0, 0]),
            ([37, 11, 1], Some([8, 4, 1]), [0, 3, 0]),
            ([37, 11, 5], Some([8, 4, 2]), [1, 2, 3]),
            ([37, 11, 5], None, [0; 3]),
            ([3, 300, 7], None, [5, 0, 9]),
            ([100_000, 3, 1], None, [0; 3]),
        ];
        for (global, local, offset) in cases {
            let items: u64 = global.iter().product();
            let mut out = vec![0u64; items as usize];
            let arguments = args(&*kernel, &[address(&mut out)]);
            launch(&*queue, &kernel, range(global, local, offset), arguments).wait().unwrap();
            let mut expected = Vec::new();
            for z in 0..global[2] {
                for y in 0..global[1] {
                    for x in 0..global[0] {
                        let ids = [x + offset[0], y + offset[1], z + offset[2]];
                        expected.push(1 + ids[0] + 1000 * ids[1] + 1_000_000 * ids[2]);
                    }
                }
            }
            assert!(out == expected, "{global:?} {local:?} {offset:?}");
        }
    }
}

#[test]
fn an_empty_range_runs_nothing() {
    for device in devices() {
        let kernel = load_kernel(&*device, IDS, kernel("ids", &[ParameterKind::Global]));
        let queue = queue(&*device);
        let event = launch(&*queue, &kernel, NdRange::linear(0), args(&*kernel, &[0]));
        event.wait().unwrap();
        assert_eq!(event.status(), EventStatus::Complete);
    }
}

#[test]
fn local_and_scratch_memory_belong_to_the_group() {
    let source = "
KERNEL(sums) {
  u64 *out = ARG(u64 *, 0);
  u64 *first = (u64 *)(local + ARG(u64, 8)), *second = (u64 *)(local + ARG(u64, 16));
  u64 *own = (u64 *)local, *kept = (u64 *)scratch;
  u64 bad = ((u64)first | (u64)second | (u64)local) % 128 + (u64)scratch % 4096;
  u64 n = extent(launch, group, 0);
  // Kernels distinguish address spaces by this order.
  bad += (u64)(scratch - local - 4096) + ((u64)group < (u64)&n);
  for (u64 x = 0; x < n; ++x) { first[x] = x; second[x] = 2 * x; own[x] = 4 * x; kept[2 * x] = 8 * x; kept[2 * x + 1] = 16 * x; }
  u64 sum = bad;
  for (u64 x = 0; x < n; ++x) sum += first[x] + second[x] + own[x] + kept[2 * x] + kept[2 * x + 1];
  out[group[0]] = sum;
}";
    let info = NativeKernel {
        local_bytes: 8 * 50 + 4,
        scratch_bytes_per_item: 16,
        has_barrier: true,
        ..kernel("sums", &[ParameterKind::Global, ParameterKind::Local, ParameterKind::Local])
    };
    for device in devices() {
        let kernel = load_kernel(&*device, source, info.clone());
        let queue = queue(&*device);
        let mut out = vec![0u64; 4000];
        let arguments = args(&*kernel, &[address(&mut out), 8 * 50, 8 * 50]);
        let range = range([50 * 4000, 1, 1], Some([50, 1, 1]), [0; 3]);
        launch(&*queue, &kernel, range, arguments).wait().unwrap();
        assert!(out.iter().all(|sum| *sum == 31 * 49 * 50 / 2), "{:?}", &out[..4]);
    }
}

#[test]
fn a_launch_without_memory_for_a_work_group_fails_and_says_why() {
    let info = NativeKernel { scratch_bytes_per_item: 1 << 50, ..kernel("ids", &[ParameterKind::Global]) };
    for device in devices() {
        let kernel = load_kernel(&*device, IDS, info.clone());
        let queue = queue(&*device);
        let mut out = vec![0u64; 64];
        let range = range([64, 1, 1], Some([4, 1, 1]), [0; 3]);
        let event = launch(&*queue, &kernel, range, args(&*kernel, &[address(&mut out)]));
        let error = event.wait().unwrap_err();
        assert!(matches!(error, Error::OutOfResources(_)), "{error}");
        let text = error.to_string();
        assert!(text.contains("kernel `ids`") && text.contains("1125899906842624 bytes"), "{text}");
        assert!(text.contains("each of 4 work-items"), "{text}");
        assert!(out.iter().all(|id| *id == 0));
    }
}

#[test]
fn kernels_that_need_more_than_there_is_are_refused_before_they_run() {
    let groups = range([64, 1, 1], Some([32, 1, 1]), [0; 3]);
    for device in devices() {
        let check = |info: NativeKernel, range: &NdRange| load_kernel(&*device, IDS, info).check_memory(range);
        let ids = kernel("ids", &[ParameterKind::Global]);
        let stack = |stack_bytes| NativeKernel { stack_bytes, ..ids.clone() };
        assert!(check(stack(1 << 20), &groups).is_ok());
        let error = check(stack(1 << 31), &groups).unwrap_err();
        assert!(matches!(error, Error::OutOfResources(_)), "{error}");
        assert!(error.to_string().contains("kernel `ids` needs 2147483648 bytes of stack"), "{error}");
        let private = |scratch_bytes_per_item| NativeKernel { scratch_bytes_per_item, ..ids.clone() };
        let memory = device.info().global_mem_bytes;
        assert!(check(private(memory / 32), &groups).is_ok());
        assert!(check(private(memory), &NdRange::linear(64)).is_ok());
        let error = check(private(memory / 31), &groups).unwrap_err().to_string();
        assert!(error.contains(&format!("the limit is {memory}")), "{error}");
    }
}

#[test]
fn kernels_get_the_stack_that_they_need() {
    let source = "
KERNEL(deep) {
  volatile char array[48 << 20];
  for (u64 i = 0; i < sizeof array; i += 4096) array[i] = (char)group[0];
  ARG(u64 *, 0)[group[0]] = group[0] + (array[4096] == (char)group[0]);
}";
    let info = NativeKernel { stack_bytes: (48 << 20) + 256, ..kernel("deep", &[ParameterKind::Global]) };
    for device in devices() {
        let kernel = load_kernel(&*device, source, info.clone());
        let mut out = vec![0u64; 40];
        let range = range([40, 1, 1], Some([1; 3]), [0; 3]);
        let arguments = args(&*kernel, &[address(&mut out)]);
        launch(&*queue(&*device), &kernel, range, arguments).wait().unwrap();
        assert!(out.iter().zip(1..).all(|(found, wanted)| *found == wanted), "{out:?}");
    }
}

#[test]
fn values_of_all_sizes_and_large_argument_blocks() {
    let source = "
KERNEL(total) {
  u64 sum = ARG(u8, 8) + ARG(u32, 12);
  for (int i = 0; i < 60; ++i) sum += ARG(u64, 16 + 8 * i);
  *ARG(u64 *, 0) = sum + (u64)args % 64;
}";
    let mut info = kernel("total", &[ParameterKind::Global]);
    let mut arg = |offset, size| {
        info.args.push(PlacedParameter { parameter: Parameter::value(size), offset });
    };
    arg(8, 1);
    arg(12, 4);
    arg(16, 480);
    info.args_size = 496;
    for device in devices() {
        let kernel = load_kernel(&*device, source, info.clone());
        let mut out = [0u64];
        let mut arguments = args(&*kernel, &[address(&mut out)]);
        arguments.set_value(kernel.layout(), 1, &[5]);
        arguments.set_value(kernel.layout(), 2, &700u32.to_le_bytes());
        let values: Vec<u8> = (0..60u64).flat_map(|value| (1000 * value).to_le_bytes()).collect();
        arguments.set_value(kernel.layout(), 3, &values);
        launch(&*queue(&*device), &kernel, NdRange::linear(1), arguments).wait().unwrap();
        assert_eq!(out[0], 705 + 1000 * 59 * 30);
    }
}

#[test]
fn buffers_are_allocated_on_use_and_keep_their_contents() {
    for device in devices() {
        let kernel = load_kernel(&*device, IDS, kernel("ids", &[ParameterKind::Global]));
        let queue = queue(&*device);
        let buffer = MemoryObject::new(8 * 100, InitialContents::Undefined).unwrap();
        let upper = MemoryObject::sub_buffer(&buffer, 8 * 50, 8 * 50);
        let whole = Location::Buffer { object: buffer.clone(), offset: 0 };
        let pattern = FillPattern::from_slice(&7u64.to_le_bytes());
        queue.submit(Command::Work(Work::Fill { dst: whole.clone(), pattern, bytes: 800 }), &[], None).unwrap();
        let mut arguments = KernelArgs::new(kernel.layout());
        arguments.set_memory(0, &upper);
        launch(&*queue, &kernel, NdRange::linear(50), arguments);
        let mut result = vec![0u64; 100];
        let dst = Location::Host(HostPtr(result.as_mut_ptr().cast()));
        queue.submit(Command::Work(Work::Copy { src: whole, dst, bytes: 800 }), &[], None).unwrap();
        queue.finish().unwrap();
        let expected: Vec<u64> = (0..50).map(|_| 7).chain((0..50).map(|x| 8 + x)).collect();
        assert_eq!(result, expected);
    }
}

#[test]
fn a_buffer_over_host_memory_is_that_memory() {
    for device in devices() {
        let kernel = load_kernel(&*device, IDS, kernel("ids", &[ParameterKind::Global]));
        let mut host = vec![5u64; 10];
        let pointer = HostPtr(host.as_mut_ptr().cast());
        let buffer = MemoryObject::new(80, InitialContents::Use(pointer)).unwrap();
        let mapped = Mapping::new(&buffer, &*device, 16, 8, MapAccess::Read).unwrap();
        assert_eq!(mapped.address().0 as usize, pointer.0 as usize + 16);
        let mut arguments = KernelArgs::new(kernel.layout());
        arguments.set_memory(0, &buffer);
        launch(&*queue(&*device), &kernel, NdRange::linear(10), arguments).wait().unwrap();
        assert_eq!(host, (6..16).collect::<Vec<u64>>());
    }
}

#[test]
fn rectangles() {
    for device in devices() {
        let queue = queue(&*device);
        let mut src: Vec<u8> = (0..120).collect();
        let mut dst = vec![0u8; 120];
        let location = |bytes: &mut [u8]| Location::Host(HostPtr(bytes.as_mut_ptr()));
        let rect = Rect {
            region: [3, 2, 2],
            src: RectSide { origin: [1, 2, 1], row_pitch: 10, slice_pitch: 40 },
            dst: RectSide { origin: [0, 1, 0], row_pitch: 5, slice_pitch: 20 },
        };
        let command =
            Command::Work(Work::CopyRect { src: location(&mut src), dst: location(&mut dst), rect: Box::new(rect) });
        queue.submit(command, &[], None).unwrap();
        queue.finish().unwrap();
        for (slice, row) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let from = 1 + (2 + row) * 10 + (1 + slice) * 40;
            let to = (1 + row) * 5 + slice * 20;
            assert_eq!(dst[to..to + 3], src[from..from + 3]);
        }
        assert_eq!(dst.iter().filter(|byte| **byte != 0).count(), 12);

        let pattern = FillPattern::from_slice(&[1, 2]);
        let fill = Command::Work(Work::FillRect { dst: location(&mut dst), pattern, row_bytes: 4, rows: 3, pitch: 10 });
        queue.submit(fill, &[], None).unwrap();
        queue.finish().unwrap();
        assert_eq!(dst[10..14], [1, 2, 1, 2]);
    }
}

#[test]
fn a_null_pointer_in_a_copy_is_an_error() {
    for device in devices() {
        let queue = queue(&*device);
        let null = Location::Host(HostPtr(std::ptr::null_mut()));
        let command = Command::Work(Work::Copy { src: null.clone(), dst: null, bytes: 4 });
        queue.submit(command, &[], None).unwrap();
        queue.finish().unwrap();
        assert!(queue.take_failure().is_some());
        assert!(queue.take_failure().is_none());
    }
}

#[test]
fn many_threads_launch_at_once() {
    let device = devices().remove(0);
    let kernel = load_kernel(&*device, IDS, kernel("ids", &[ParameterKind::Global]));
    let shared = queue(&*device);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (device, kernel, shared) = (&device, &kernel, &shared);
            scope.spawn(move || {
                let own = queue(&**device);
                for round in 0..100u64 {
                    let queue: &Arc<dyn Queue> = if thread % 2 == 0 { shared } else { &own };
                    let mut out = vec![0u64; 500 + 100 * round as usize];
                    let arguments = args(&**kernel, &[address(&mut out)]);
                    let range = NdRange::linear(out.len() as u64);
                    launch(&**queue, kernel, range, arguments).wait().unwrap();
                    assert!(out.iter().enumerate().all(|(index, id)| *id == 1 + index as u64));
                }
            });
        }
    });
}

#[test]
fn usm_is_found_by_both_devices() {
    use tandem_device::UsmKind;
    let devices = devices();
    let ptr = devices[0].usm().unwrap().alloc(UsmKind::Shared, 64, 0).unwrap();
    let info = devices[1].usm().unwrap().query(ptr.offset(63)).unwrap();
    assert_eq!((info.kind, info.base, info.size), (UsmKind::Shared, ptr, 64));
    devices[1].usm().unwrap().free(ptr).unwrap();
    let too_much = devices[0].usm().unwrap().alloc(UsmKind::Device, usize::MAX / 2, 0);
    assert!(matches!(too_much, Err(tandem_device::Error::OutOfMemory { .. })));
}
