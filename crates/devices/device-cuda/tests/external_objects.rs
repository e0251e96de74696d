//! Memory and semaphores of other programs, over the fake: there, descriptors are those of files in memory.

#[allow(dead_code, reason = "other tests use more of it")]
mod support;

use std::ffi::c_int;
use std::os::fd::{FromRawFd, IntoRawFd, OwnedFd, RawFd};
use std::os::unix::fs::FileExt;
use std::sync::Arc;

use tandem_device::{
    ChannelOrder, ChannelType, Command, Device, Driver, Error, Event, ExternalObjects, HostPtr, ImageCommand,
    ImageDescription, ImageKind, ImageSide, Location, PixelFormat, Queue, QueueProperties, SemaphoreCommand,
    SemaphoreKind, SemaphoreOperation, UsmKind, Work,
};
use tandem_device_cuda::CudaDriver;

/// A file in memory that the "other program" accesses.
struct Shared(std::fs::File);

impl Shared {
    fn new(bytes: u64) -> Self {
        // SAFETY: a name that ends with zero.
        let descriptor: c_int = unsafe { libc::memfd_create(c"shared".as_ptr(), 0) };
        // SAFETY: a new descriptor, or -1, which is refused.
        let file = std::fs::File::from(unsafe { OwnedFd::from_raw_fd(descriptor) });
        file.set_len(bytes).unwrap();
        Self(file)
    }

    /// What the importer gets.
    fn export(&self) -> RawFd {
        self.0.try_clone().unwrap().into_raw_fd()
    }

    fn word(&self, offset: u64) -> u64 {
        let mut bytes = [0; 8];
        self.0.read_exact_at(&mut bytes, offset).unwrap();
        u64::from_le_bytes(bytes)
    }

    fn set_word(&self, offset: u64, value: u64) {
        self.0.write_all_at(&value.to_le_bytes(), offset).unwrap();
    }
}

struct Fixture {
    device: Arc<dyn Device>,
    queue: Arc<dyn Queue>,
}

impl Fixture {
    fn new() -> Self {
        let driver = CudaDriver::new();
        let found = driver.probe().unwrap();
        let device = driver.create_context(&found).unwrap().device(&found[0]).unwrap();
        let queue = device.create_queue(QueueProperties::default()).unwrap();
        Self { device, queue }
    }

    fn objects(&self) -> &dyn ExternalObjects {
        self.device.external_objects().expect("CUDA has imports")
    }

    fn submit(&self, work: Work) -> Event {
        let mut event = None;
        self.queue.submit(Command::Work(work), &[], Some(&mut event)).unwrap();
        event.expect("was asked for")
    }

    fn copy(&self, src: Location, dst: Location, bytes: usize) {
        self.submit(Work::Copy { src, dst, bytes }).wait().unwrap();
    }
}

fn host<T>(values: &mut [T]) -> Location {
    Location::Host(HostPtr(values.as_mut_ptr().cast()))
}

#[test]
fn imports() {
    support::use_fake(&[]);
    let fixture = Fixture::new();
    ranges(&fixture);
    images(&fixture);
    binary_semaphores(&fixture);
    timeline_semaphores(&fixture);
    refusals(&fixture);
}

/// A mapped range is USM, and keeps the import.
fn ranges(fixture: &Fixture) {
    let shared = Shared::new(8192);
    shared.set_word(4096, 7);
    let memory = fixture.objects().import_memory(shared.export(), 8192).unwrap();
    assert_eq!(memory.bytes(), 8192);
    let usm = fixture.device.usm().unwrap();
    let range = Arc::clone(&memory).map(4096, 64).unwrap();
    drop(memory);
    let info = usm.query(range.offset(63)).expect("it is USM");
    assert_eq!((info.kind, info.base, info.size), (UsmKind::Device, range, 64));
    let mut words = [0_u64; 2];
    fixture.copy(Location::Usm(range), host(&mut words), 16);
    assert_eq!(words, [7, 0]);
    fixture.copy(host(&mut [9_u64]), Location::Usm(range.offset(8)), 8);
    assert_eq!(shared.word(4104), 9);
    usm.free(range).unwrap();
    assert!(usm.query(range).is_none());
}

/// An image at the start of the memory, and a mipmap.
fn images(fixture: &Fixture) {
    let format = PixelFormat { order: ChannelOrder::R, channel: ChannelType::UnsignedInt32 };
    let (kind, size) = (ImageKind::D2, [4, 2, 1]);
    let description = ImageDescription { kind, format, size, layers: 1, levels: 1, buffer: None };
    let shared = Shared::new(4096);
    let memory = fixture.objects().import_memory(shared.export(), 4096).unwrap();
    let image = Arc::clone(&memory).image(&description).unwrap();
    assert!(image.handle().is_some());
    let numbers: Vec<u32> = (1..9).collect();
    let src = ImageSide::Memory {
        location: Location::Host(HostPtr(numbers.as_ptr().cast_mut().cast())),
        row_pitch: 16,
        slice_pitch: 32,
    };
    let dst = ImageSide::Image { image: Arc::clone(&image), origin: [0; 3] };
    fixture.submit(Work::Image(Box::new(ImageCommand::Copy { src, dst, region: size }))).wait().unwrap();
    assert_eq!([shared.word(0), shared.word(24)], [2 << 32 | 1, 8 << 32 | 7]);
    drop(image);
    let mipmap = ImageDescription { levels: 3, ..description };
    let mipmap = Arc::clone(&memory).image(&mipmap).unwrap();
    assert!(mipmap.level(2).is_some() && mipmap.level(3).is_none());
    drop(memory);
}

/// A wait ends when the other program signals, and resets the semaphore.
fn binary_semaphores(fixture: &Fixture) {
    let shared = Shared::new(4096);
    let semaphore = fixture.objects().import_semaphore(shared.export(), SemaphoreKind::Binary).unwrap();
    let run = |operation| {
        let semaphore = Arc::clone(&semaphore);
        fixture.submit(Work::Semaphore(Box::new(SemaphoreCommand { semaphore, operation, value: 0 })))
    };
    let waited = run(SemaphoreOperation::Wait);
    let next = fixture.submit(Work::Copy { src: host(&mut [1_u64]), dst: host(&mut [0_u64]), bytes: 8 });
    assert!(!waited.is_complete() && !next.is_complete(), "the queue is in order");
    shared.set_word(0, 1);
    waited.wait().unwrap();
    next.wait().unwrap();
    assert_eq!(shared.word(0), 0);
    run(SemaphoreOperation::Signal).wait().unwrap();
    assert_eq!(shared.word(0), 1);
}

fn timeline_semaphores(fixture: &Fixture) {
    let shared = Shared::new(4096);
    let semaphore = fixture.objects().import_semaphore(shared.export(), SemaphoreKind::Timeline).unwrap();
    let run = |operation, value| {
        let semaphore = Arc::clone(&semaphore);
        fixture.submit(Work::Semaphore(Box::new(SemaphoreCommand { semaphore, operation, value })))
    };
    run(SemaphoreOperation::Signal, 3).wait().unwrap();
    assert_eq!(shared.word(0), 3);
    run(SemaphoreOperation::Wait, 2).wait().unwrap();
    let waited = run(SemaphoreOperation::Wait, 5);
    assert!(!waited.is_complete());
    shared.set_word(0, 6);
    waited.wait().unwrap();
    assert_eq!(shared.word(0), 6);
}

/// A descriptor that is refused stays the program's.
fn refusals(fixture: &Fixture) {
    let shared = Shared::new(64);
    let descriptor = shared.export();
    let refused = fixture.objects().import_memory(descriptor, 4096).err().expect("it is too small");
    assert!(refused.to_string().contains(&format!("descriptor {descriptor}")), "{refused}");
    // SAFETY: still this program's.
    drop(unsafe { OwnedFd::from_raw_fd(descriptor) });
    assert!(fixture.objects().import_semaphore(-1, SemaphoreKind::Binary).is_err());
    let memory = fixture.objects().import_memory(shared.export(), 64).unwrap();
    let beyond = Arc::clone(&memory).map(32, 33);
    assert!(matches!(&beyond, Err(Error::Execution(text)) if text.contains("33 bytes at 32")), "{beyond:?}");
}
