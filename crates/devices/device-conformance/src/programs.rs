//! Programs, kernels and launches.

use std::any::Any;
use std::sync::Arc;
use std::thread;

use tandem_device::{
    ArgumentLayout, CodeFormat, DevicePtr, Error, Event, Kernel, KernelArgs, KernelInfo, KernelLaunch, KernelLimits,
    NdRange,
};
use tandem_device_ir::ParameterKind;

use crate::rule::{Group, Need, Rule};
use crate::subject::Image;
use crate::target::{TestedDevice, buffer, launch};

/// The rules.
pub const GROUP: Group = Group {
    name: "programs",
    rules: &[
        Rule {
            name: "kernels",
            text: "a program lists its kernels, with their parameters, and knows no others",
            needs: Need::Nothing,
            check: kernels,
        },
        Rule {
            name: "malformed_images",
            text: "bytes that are no program neither compile nor build, and the error says why",
            needs: Need::Nothing,
            check: malformed_images,
        },
        Rule {
            name: "binaries",
            text: "the binary of a program builds to the same program",
            needs: Need::Nothing,
            check: binaries,
        },
        Rule {
            name: "threads",
            text: "several threads can build and launch at the same time",
            needs: Need::Nothing,
            check: threads,
        },
        Rule {
            name: "lifetime",
            text: "a kernel and a command keep the program's code",
            needs: Need::Nothing,
            check: lifetime,
        },
        Rule { name: "launches", text: "every work-item of a range runs once", needs: Need::Nothing, check: launches },
        Rule {
            name: "empty_ranges",
            text: "a range without work-items runs nothing",
            needs: Need::Nothing,
            check: empty_ranges,
        },
        Rule {
            name: "places",
            text: "ranges have up to three dimensions, an offset, and work-groups of a given size or none",
            needs: Need::Nothing,
            check: places,
        },
        Rule {
            name: "largest_groups",
            text: "work-groups of a kernel's largest size run",
            needs: Need::Nothing,
            check: largest_groups,
        },
        Rule {
            name: "arguments",
            text: "arguments are values, buffers, addresses and local memory, of the time of the submission",
            needs: Need::Nothing,
            check: arguments,
        },
        Rule {
            name: "foreign_kernels",
            text: "a launch of another driver's kernel fails",
            needs: Need::Nothing,
            check: foreign_kernels,
        },
        Rule {
            name: "too_much_local_memory",
            text: "a launch that needs more memory than there is fails with `OutOfResources`",
            needs: Need::Nothing,
            check: too_much_local_memory,
        },
    ],
};

/// The output of `ids`.
fn ids(items: u64) -> Vec<u64> {
    (1..=items).collect()
}

fn kernels(target: &TestedDevice) {
    let program = target.program();
    for name in ["ids", "places", "sum"] {
        let kernel = program.kernel(name).expect("it is in the program");
        assert_eq!(kernel.info().name, name);
        let limits = kernel.limits();
        assert!((1..=target.device().info().max_work_group_size).contains(&limits.max_work_group_size));
        assert!(limits.preferred_multiple > 0);
    }
    assert!(program.kernels().len() >= 3);
    check_parameters(&*target.kernel("sum"));
    assert!(program.kernel("no such kernel").is_none());
    assert!(program.symbol("no such symbol").is_none() && program.variables("no such variable").is_empty());
}

/// The parameters of `sum`, which have separate places in the argument block.
fn check_parameters(sum: &dyn Kernel) {
    let (parameters, layout) = (&sum.info().parameters, sum.layout());
    let kinds: Vec<ParameterKind> = parameters.iter().map(|parameter| parameter.kind).collect();
    let [first, ParameterKind::Value, second, ParameterKind::Local] = kinds[..] else {
        panic!("a buffer, a value, a buffer and local memory, not {parameters:?}");
    };
    assert!(first.is_pointer() && second.is_pointer(), "{parameters:?}");
    assert_eq!((parameters.len(), sum.info().parameter_bytes()), (4, 32));
    let mut offsets: Vec<usize> = (0..4).map(|parameter| layout.offset(parameter)).collect();
    offsets.sort_unstable();
    assert!(offsets.windows(2).all(|pair| pair[0] + 8 <= pair[1]), "{offsets:?}");
    assert!(offsets[3] + 8 <= layout.bytes() as usize);
}

fn malformed_images(target: &TestedDevice) {
    for format in [CodeFormat::SpirV, CodeFormat::Native, CodeFormat::LlvmBitcode] {
        for bytes in [&b""[..], b"no program at all"] {
            let native = target.device().info().native_target.clone();
            let image = Image { format, target: native, bytes: bytes.to_vec() };
            let build = target.device().build(&image.request()).err();
            for error in [build, target.device().compile(&image.request()).err()] {
                let error = error.expect("no program");
                let is_explained = match &error {
                    Error::Build { log } => !log.is_empty(),
                    Error::UnsupportedImage(reason) | Error::Environment(reason) => !reason.is_empty(),
                    _ => false,
                };
                assert!(is_explained, "{format:?}: {error}");
            }
        }
    }
}

fn binaries(target: &TestedDevice) {
    let binary = target.program().binary().expect("it has a binary");
    let image = Image::native(&target.device().info().native_target, binary);
    target.device().accepts(&image.borrow()).expect("it is the device's own");
    let kernel =
        target.device().build(&image.request()).expect("it builds again").kernel("ids").expect("with its kernels");
    let object = buffer(&[0; 80]);
    target.run(launch(&kernel, NdRange::linear(10), &object)).expect("a launch");
    assert_eq!(target.numbers(&object), ids(10));
}

fn threads(target: &TestedDevice) {
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let program = target.build();
                let kernel = program.kernel("ids").expect("with its kernels");
                let object = buffer(&[0; 8000]);
                target.run(launch(&kernel, NdRange::linear(1000), &object)).expect("a launch");
                assert_eq!(target.numbers(&object), ids(1000));
            });
        }
    });
}

fn lifetime(target: &TestedDevice) {
    let program = target.build();
    let kernel = program.kernel("ids").expect("with its kernels");
    drop(program);
    let (object, gate) = (buffer(&[0; 80]), Event::user());
    let command = launch(&kernel, NdRange::linear(10), &object);
    drop(kernel);
    let event = target.queue(false).submit(command, std::slice::from_ref(&gate));
    gate.complete(Ok(()));
    event.wait().expect("a launch");
    assert_eq!(target.numbers(&object), ids(10));
}

fn launches(target: &TestedDevice) {
    for items in [1, 2, 63, 64, 65, 1000, 4097, 100_000] {
        let object = buffer(&vec![0; 8 * items]);
        target.run(target.ids(&object)).expect("a launch");
        assert_eq!(target.numbers(&object), ids(items as u64));
    }
}

fn empty_ranges(target: &TestedDevice) {
    let object = buffer(&[0; 80]);
    for global in [[0, 1, 1], [10, 0, 1], [10, 4, 0]] {
        let range = NdRange { dims: 3, global, local: None, offset: [0; 3], is_cooperative: false };
        target.run(launch(&target.kernel("ids"), range, &object)).expect("a launch");
    }
    assert_eq!(target.numbers(&object), [0; 10]);
}

fn places(target: &TestedDevice) {
    let kernel = target.kernel("places");
    for (dims, global, local) in [
        (1, [120, 1, 1], None),
        (1, [120, 1, 1], Some([8, 1, 1])),
        (2, [24, 6, 1], None),
        (2, [24, 6, 1], Some([4, 3, 1])),
        (3, [12, 5, 7], None),
        (3, [12, 6, 4], Some([3, 2, 4])),
        (3, [1, 1, 50], Some([1, 1, 1])),
        (3, [1, 1, 1000], None),
    ] {
        for offset in [[0; 3], [100, 0, 0], [3, 70, 9]] {
            let offset = [0, 1, 2].map(|dimension| if dimension < dims { offset[dimension] } else { 0 });
            let range = NdRange { dims: dims as u32, global, local, offset, is_cooperative: false };
            let object = buffer(&vec![0xff; 8 * range.items() as usize]);
            target.run(launch(&kernel, range, &object)).expect("a launch");
            let mut expected = Vec::new();
            for z in offset[2]..offset[2] + global[2] {
                for y in offset[1]..offset[1] + global[1] {
                    expected.extend((offset[0]..offset[0] + global[0]).map(|x| x + (y << 16) + (z << 32)));
                }
            }
            assert_eq!(target.numbers(&object), expected, "{range:?}");
        }
    }
}

fn largest_groups(target: &TestedDevice) {
    let kernel = target.kernel("ids");
    let size = kernel.limits().max_work_group_size as u64;
    let range = NdRange { local: Some([size, 1, 1]), ..NdRange::linear(3 * size) };
    let object = buffer(&vec![0; 24 * size as usize]);
    target.run(launch(&kernel, range, &object)).expect("a launch");
    assert_eq!(target.numbers(&object), ids(3 * size));
}

fn arguments(target: &TestedDevice) {
    let kernel = target.kernel("sum");
    let layout = kernel.layout();
    let input: Vec<u64> = (0..64).map(|index| index * index).collect();
    let input = buffer(&input.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>());
    let range = NdRange { local: Some([16, 1, 1]), ..NdRange::linear(64) };
    let queue = target.queue(false);
    let mut args = KernelArgs::new(layout);
    args.set_memory(2, &input);
    args.set_local(3, 8 * 16);
    let results: Vec<_> = [0, 1000, u64::MAX]
        .map(|value| {
            let result = buffer(&[0; 512]);
            args.set_memory(0, &result);
            args.set_value(layout, 1, &value.to_le_bytes());
            let launch = KernelLaunch { kernel: kernel.clone(), range, args: args.clone() };
            queue.submit_unobserved(launch.into(), &[]);
            (value, result)
        })
        .into();
    // An address instead of a buffer: of the memory that the buffer has by now.
    queue.finish().expect("nothing fails");
    assert!(queue.take_failure().is_none());
    let by_address = buffer(&[0; 512]);
    args.set_memory(0, &by_address);
    args.set_value(layout, 1, &5_u64.to_le_bytes());
    let address: DevicePtr = input.placed().expect("kernels have used it").address;
    args.set_pointer(layout, 2, address);
    target.run(KernelLaunch { kernel: kernel.clone(), range, args }.into()).expect("a launch");
    for (value, result) in results.into_iter().chain([(5, by_address)]) {
        let expected: Vec<u64> = (0..64_u64).map(|index| value.wrapping_add(index * index)).collect();
        assert_eq!(target.numbers(&result), expected, "with {value}");
    }
}

/// A kernel of no driver.
struct Foreign(KernelInfo, ArgumentLayout);

impl Kernel for Foreign {
    fn info(&self) -> &KernelInfo {
        &self.0
    }

    fn layout(&self) -> &ArgumentLayout {
        &self.1
    }

    fn limits(&self) -> KernelLimits {
        let (preferred_multiple, private_bytes, registers) = (1, 0, 0);
        KernelLimits { max_work_group_size: 1, preferred_multiple, max_sub_group_size: 1, private_bytes, registers }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn foreign_kernels(target: &TestedDevice) {
    let own = target.kernel("ids");
    let kernel: Arc<dyn Kernel> = Arc::new(Foreign(own.info().clone(), own.layout().clone()));
    let object = buffer(&[0; 80]);
    let error = target.run(launch(&kernel, NdRange::linear(10), &object)).expect_err("another driver's kernel");
    assert!(matches!(&error, Error::Execution(text) if !text.is_empty()), "{error}");
    assert_eq!(target.numbers(&object), [0; 10]);
}

fn too_much_local_memory(target: &TestedDevice) {
    let kernel = target.kernel("sum");
    let mut args = KernelArgs::new(kernel.layout());
    for argument in [0, 2] {
        args.set_memory(argument, &buffer(&[0; 512]));
    }
    args.set_local(3, u64::MAX / 2);
    let range = NdRange { local: Some([16, 1, 1]), ..NdRange::linear(64) };
    let command = KernelLaunch { kernel: kernel.clone(), range, args }.into();
    let error = target.run(command).expect_err("there is no such memory");
    assert!(matches!(&error, Error::OutOfResources(text) if text.contains("sum")), "{error}");
    let object = buffer(&[0; 80]);
    target.run(target.ids(&object)).expect("the device goes on");
    assert_eq!(target.numbers(&object), ids(10));
}
