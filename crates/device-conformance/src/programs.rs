//! Programs and kernels.

use std::sync::Arc;

use tandem_device::{
    BuildRequest, Command, Device, DeviceImage, Error, ImageFormat, Kernel, KernelArgs, KernelLaunch, MemoryObject,
    NdRange, Result,
};

use crate::{Subject, buffer, contents, run};

fn ids<S: Subject>(device: &Arc<dyn Device>) -> Arc<dyn Kernel> {
    let program = S::program(&**device).expect("the program builds");
    program.kernel("ids").expect("the kernel is in it")
}

fn launch(
    device: &Arc<dyn Device>,
    kernel: &Arc<dyn Kernel>,
    object: &Arc<MemoryObject>,
    range: NdRange,
) -> Result<()> {
    let info = kernel.info();
    let mut args = KernelArgs::new(info.args_size);
    args.set_memory(&info.args[0], Arc::clone(object));
    run(device, Command::Kernel(KernelLaunch { kernel: Arc::clone(kernel), range, args }))
}

/// The numbers that a buffer holds.
fn numbers(device: &Arc<dyn Device>, object: &Arc<MemoryObject>) -> Vec<u64> {
    let bytes = contents(device, object);
    bytes.chunks_exact(8).map(|chunk| u64::from_le_bytes(chunk.try_into().expect("8 bytes"))).collect()
}

/// A program lists its kernels and knows no others.
pub fn kernels<S: Subject>(device: &Arc<dyn Device>) {
    let program = S::program(&**device).expect("the program builds");
    assert!(program.kernels().iter().any(|kernel| kernel.info().name == "ids"));
    assert!(program.kernel("no such kernel").is_none());
    let limits = ids::<S>(device).limits();
    assert!((1..=device.info().max_work_group_size).contains(&limits.max_work_group_size));
}

/// Bytes that are no program are refused with an error of building.
pub fn images_of_no_format<S: Subject>(device: &Arc<dyn Device>) {
    for format in [ImageFormat::SpirV, ImageFormat::Native] {
        let image = DeviceImage { format, target: &device.info().native_target, bytes: b"no program at all" };
        let request = BuildRequest { images: &[image], options: "", spec_constants: &[] };
        let error = device.build(&request).err().expect("no program");
        let expected = matches!(error, Error::Build { .. } | Error::UnsupportedImage(_) | Error::Environment(_));
        assert!(expected, "{format:?}: {error}");
    }
}

/// Every work-item runs once, whatever the range.
pub fn launches<S: Subject>(device: &Arc<dyn Device>) {
    let kernel = ids::<S>(device);
    for items in [1, 2, 63, 64, 65, 1000, 4097] {
        let object = buffer(&vec![0; 8 * items as usize]);
        launch(device, &kernel, &object, NdRange::linear(items)).expect("a launch");
        assert_eq!(numbers(device, &object), (1..=items).collect::<Vec<_>>());
    }
}

/// The largest work-group runs.
pub fn groups_of_the_largest_size<S: Subject>(device: &Arc<dyn Device>) {
    let kernel = ids::<S>(device);
    let size = kernel.limits().max_work_group_size as u64;
    let range = NdRange { local: Some([size, 1, 1]), ..NdRange::linear(3 * size) };
    let object = buffer(&vec![0; 24 * size as usize]);
    launch(device, &kernel, &object, range).expect("a launch");
    assert_eq!(numbers(device, &object), (1..=3 * size).collect::<Vec<_>>());
}

/// A range without work-items runs nothing.
pub fn empty_ranges<S: Subject>(device: &Arc<dyn Device>) {
    let object = buffer(&[0; 80]);
    launch(device, &ids::<S>(device), &object, NdRange::linear(0)).expect("a launch");
    assert_eq!(numbers(device, &object), [0; 10]);
}

/// The binary of a program builds to the same program.
pub fn binaries<S: Subject>(device: &Arc<dyn Device>) {
    let binary = S::program(&**device).expect("the program builds").binary().expect("it has a binary");
    let image = DeviceImage { format: ImageFormat::Native, target: &device.info().native_target, bytes: &binary };
    assert!(device.accepts(&image).is_ok());
    let request = BuildRequest { images: &[image], options: "", spec_constants: &[] };
    let kernel = device.build(&request).expect("it builds again").kernel("ids").expect("with its kernel");
    let object = buffer(&[0; 80]);
    launch(device, &kernel, &object, NdRange::linear(10)).expect("a launch");
    assert_eq!(numbers(device, &object), (1..=10).collect::<Vec<_>>());
}
