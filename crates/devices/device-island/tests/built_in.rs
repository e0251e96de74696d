//! The built-in kernel runs, on buffers and on addresses.

use tandem_device::{
    Command, Driver, HostPtr, InitialContents, KernelArgs, KernelLaunch, Location, MemoryObject, NdRange,
    QueueProperties, UsmKind, Work,
};
use tandem_device_island::{IslandDriver, Spec};

#[test]
fn iota_numbers_the_work_items_of_a_range() {
    let driver = IslandDriver::new(0, Spec::parse("memory=16M").expect("valid"));
    let device = driver.probe().expect("a device").remove(0);
    let built_in = device.built_in_kernels().expect("the device has them");
    let program = built_in.program(&["tandem_iota"]).expect("a program");
    let kernel = program.kernel("tandem_iota").expect("with its kernel");
    let queue = device.create_queue(QueueProperties::default()).expect("a queue");
    let run = |command| {
        let mut event = None;
        queue.submit(command, &[], Some(&mut event)).expect("submits");
        event.expect("was asked for").wait()
    };

    let object = MemoryObject::new(96, InitialContents::Undefined).expect("a buffer");
    let usm = device.usm().expect("the device has USM").alloc(UsmKind::Device, 96, 0).expect("memory");
    let buffer = Location::Buffer { object: object.clone(), offset: 0 };
    for (place, first) in [(buffer, 7), (Location::Usm(usm), u64::MAX)] {
        let mut args = KernelArgs::new(kernel.layout());
        match &place {
            Location::Buffer { object, .. } => args.set_memory(0, object),
            _ => args.set_pointer(kernel.layout(), 0, usm),
        }
        args.set_value(kernel.layout(), 1, &first.to_le_bytes());
        let range = NdRange { dims: 2, global: [4, 3, 1], local: None, offset: [1, 1, 0], is_cooperative: false };
        run(KernelLaunch { kernel: kernel.clone(), range, args }.into()).expect("a launch");
        let mut numbers = [0_u64; 12];
        let to = Location::Host(HostPtr(numbers.as_mut_ptr().cast()));
        run(Command::Work(Work::Copy { src: place, dst: to, bytes: 96 })).expect("a read");
        assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(|number| first.wrapping_add(number)));
    }

    // Nothing is written through a null pointer.
    let args = KernelArgs::new(kernel.layout());
    let launch = KernelLaunch { kernel, range: NdRange::linear(1), args };
    assert!(run(launch.into()).unwrap_err().to_string().contains("null pointer"));
}
