//! The device under test, and what rules do with it.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use tandem_device::{
    Allocation, Command, CompileRequest, Context, Device, DeviceCode, DeviceInfo, Driver, Error, Event, FillPattern,
    HostPtr, InitialContents, Kernel, KernelArgs, KernelLaunch, LinkRequest, Location, MemoryDomain, MemoryObject,
    NdRange, Object, Program, Queue, QueueProperties, Result, Work,
};

use crate::subject::Subject;

/// The state that the tests of one subject share: a driver, and its devices.
pub struct Session {
    subject: &'static Subject,
    probed: OnceLock<Probed>,
}

/// The result of a driver's probe.
pub struct Probed {
    /// The driver.
    pub driver: Box<dyn Driver>,
    /// Names of the devices that it found before, and that are gone.
    pub before: Vec<Arc<str>>,
    /// Its devices, in no context.
    pub found: Vec<Arc<dyn Device>>,
    /// A context of all of them.
    pub context: Arc<dyn Context>,
    /// The devices in that context.
    pub devices: Vec<Arc<dyn Device>>,
    programs: Vec<OnceLock<Arc<dyn Program>>>,
}

impl Session {
    /// Nothing is probed yet.
    pub fn new(subject: &'static Subject) -> Self {
        Self { subject, probed: OnceLock::new() }
    }

    /// The device of this number.
    pub fn target(&self, number: usize) -> TestedDevice<'_> {
        let probed = self.probed.get_or_init(|| Probed::new(self.subject));
        assert!(number < probed.devices.len(), "the driver finds {} devices", probed.devices.len());
        TestedDevice { subject: self.subject, probed, number }
    }
}

impl Probed {
    fn new(subject: &Subject) -> Self {
        let driver = (subject.driver)();
        let before =
            driver.probe().expect("the driver probes").iter().map(|device| device.info().name.clone()).collect();
        let found = driver.probe().expect("the driver probes again");
        let context = driver.create_context(&found).expect("a context");
        let devices = found.iter().map(|device| context.device(device).expect("it is in the context")).collect();
        let programs = found.iter().map(|_| OnceLock::new()).collect();
        Self { driver, before, found, context, devices, programs }
    }
}

/// A device under test.
#[derive(Clone, Copy)]
pub struct TestedDevice<'a> {
    /// Its driver.
    pub subject: &'a Subject,
    /// The result of the driver's probe.
    pub(crate) probed: &'a Probed,
    number: usize,
}

impl TestedDevice<'_> {
    /// The device.
    pub fn device(&self) -> &dyn Device {
        &*self.probed.devices[self.number]
    }

    /// The device as the driver found it, in no context.
    pub fn found(&self) -> &Arc<dyn Device> {
        &self.probed.found[self.number]
    }

    /// A context of only this device, and the device in it.
    pub fn new_context(&self) -> (Arc<dyn Context>, Arc<dyn Device>) {
        let context = self.probed.driver.create_context(std::slice::from_ref(self.found())).expect("a context");
        let device = context.device(self.found()).expect("it is in the context");
        (context, device)
    }

    /// Finds another device of the same memory domain.
    pub fn domain_mate(&self) -> Option<Self> {
        self.others().find(|other| other.device().memory_domain() == self.device().memory_domain())
    }

    /// Another device, whose memory this one can access.
    pub fn peer(&self) -> Option<Self> {
        self.others().find(|other| self.accesses(other))
    }

    /// Another device, whose memory this one cannot access.
    pub fn stranger(&self) -> Option<Self> {
        let domain = self.device().memory_domain();
        self.others().find(|other| other.device().memory_domain() != domain && !self.accesses(other))
    }

    fn accesses(&self, other: &Self) -> bool {
        let domain = other.device().memory_domain();
        let peers = self.device().peers();
        domain != self.device().memory_domain() && peers.is_some_and(|peers| peers.capabilities(domain).access)
    }

    /// All other devices of the driver.
    pub fn others(&self) -> impl Iterator<Item = Self> {
        let this = *self;
        (0..this.probed.devices.len())
            .filter(move |number| *number != this.number)
            .map(move |number| Self { number, ..this })
    }

    /// The subject's program for the device.
    pub fn program(&self) -> &Arc<dyn Program> {
        self.probed.programs[self.number].get_or_init(|| self.build())
    }

    /// Builds the same program once more.
    pub fn build(&self) -> Arc<dyn Program> {
        self.device().build(&(self.subject.image)(self.device()).request()).expect("the program builds")
    }

    /// A kernel of the program.
    pub fn kernel(&self, name: &str) -> Arc<dyn Kernel> {
        self.program().kernel(name).unwrap_or_else(|| panic!("the program has the kernel `{name}`"))
    }

    /// A queue.
    pub fn queue(&self, out_of_order: bool) -> TestQueue {
        let properties = QueueProperties { out_of_order, profiling: self.device().info().profiling };
        TestQueue(self.device().create_queue(properties).expect("a queue"))
    }

    /// Queues in order, and out of order where the device has that.
    pub fn queues(&self) -> Vec<TestQueue> {
        let out_of_order = self.device().info().out_of_order.then(|| self.queue(true));
        [self.queue(false)].into_iter().chain(out_of_order).collect()
    }

    /// Runs a command to its end.
    #[track_caller]
    pub fn run(&self, command: Command) -> Result<()> {
        self.queue(false).submit(command, &[]).wait()
    }

    /// The contents of a buffer.
    #[track_caller]
    pub fn contents(&self, object: &Arc<MemoryObject>) -> Vec<u8> {
        let mut bytes = vec![0; object.bytes()];
        let command = Command::Work(Work::Copy { src: at(object, 0), dst: host(&mut bytes), bytes: object.bytes() });
        self.run(command).expect("the buffer can be read");
        bytes
    }

    /// The numbers of 64 bits that a buffer holds.
    #[track_caller]
    pub fn numbers(&self, object: &Arc<MemoryObject>) -> Vec<u64> {
        let bytes = self.contents(object);
        bytes.chunks_exact(8).map(|chunk| u64::from_le_bytes(chunk.try_into().expect("8 bytes"))).collect()
    }

    /// A launch of the kernel `ids` for all numbers of a buffer.
    pub fn ids(&self, object: &Arc<MemoryObject>) -> Command {
        launch(&self.kernel("ids"), NdRange::linear(object.bytes() as u64 / 8), object)
    }
}

/// A queue whose commands are submitted in tests.
pub struct TestQueue(pub Arc<dyn Queue>);

impl Deref for TestQueue {
    type Target = dyn Queue;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl TestQueue {
    /// Submits a command and returns its event.
    #[track_caller]
    pub fn submit(&self, command: Command, wait: &[Event]) -> Event {
        let mut event = None;
        self.0.submit(command, wait, Some(&mut event)).expect("the command is submitted");
        event.expect("an event was asked for")
    }

    /// Submits a command without an event.
    #[track_caller]
    pub fn submit_unobserved(&self, command: Command, wait: &[Event]) {
        self.0.submit(command, wait, None).expect("the command is submitted");
    }
}

/// A launch of a kernel whose first argument is a buffer.
pub fn launch(kernel: &Arc<dyn Kernel>, range: NdRange, object: &Arc<MemoryObject>) -> Command {
    let mut args = KernelArgs::new(kernel.layout());
    args.set_memory(0, object);
    KernelLaunch { kernel: Arc::clone(kernel), range, args }.into()
}

/// Fills a buffer.
pub fn fill(object: &Arc<MemoryObject>, value: u8) -> Command {
    Command::Work(Work::Fill { dst: at(object, 0), pattern: FillPattern::from_slice(&[value]), bytes: object.bytes() })
}

/// Copies a buffer.
pub fn copy(from: &Arc<MemoryObject>, to: &Arc<MemoryObject>) -> Command {
    Command::Work(Work::Copy { src: at(from, 0), dst: at(to, 0), bytes: from.bytes() })
}

/// A command that fails on its own account: there is no memory for it.
pub fn impossible(target: &TestedDevice) -> Command {
    let bytes = target.device().info().max_alloc_bytes as usize + 1;
    let object = MemoryObject::new(bytes, InitialContents::Undefined).expect("it has no memory yet");
    Command::Work(Work::Copy { src: at(&object, 0), dst: at(&buffer(&[0; 8]), 0), bytes: 8 })
}

/// The event of something that failed.
pub fn failed() -> Event {
    let event = Event::user();
    event.complete(Err(Error::Execution("on purpose".into())));
    event
}

/// A buffer with contents.
pub fn buffer(contents: &[u8]) -> Arc<MemoryObject> {
    MemoryObject::new(contents.len(), InitialContents::Copy(contents)).expect("a buffer")
}

/// A place in a buffer.
pub fn at(object: &Arc<MemoryObject>, offset: usize) -> Location {
    Location::Buffer { object: Arc::clone(object), offset }
}

/// The host's memory.
pub fn host(bytes: &mut [u8]) -> Location {
    Location::Host(HostPtr(bytes.as_mut_ptr()))
}

/// Bytes that depend on their position.
pub fn pattern(bytes: usize) -> Vec<u8> {
    (0..bytes).map(|index| (index * 7 + index / 256) as u8).collect()
}

/// Pseudo-random numbers that are the same in each run.
pub struct Random(pub u64);

impl Random {
    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        // Xorshift; the state is never 0.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }
}

/// A device of a driver that is not the one under test.
struct StrangeDevice(DeviceInfo);

/// The device.
pub fn strange_device() -> Arc<dyn Device> {
    Arc::new(StrangeDevice(DeviceInfo { name: "a strange device".into(), ..DeviceInfo::default() }))
}

impl Device for StrangeDevice {
    fn info(&self) -> &DeviceInfo {
        &self.0
    }

    fn memory_domain(&self) -> MemoryDomain {
        MemoryDomain(u64::MAX)
    }

    fn alloc(&self, bytes: usize, _align: usize) -> Result<Allocation> {
        Err(Error::OutOfMemory { bytes, device: self.0.name.clone() })
    }

    fn compile(&self, _request: &CompileRequest<'_>) -> Result<Arc<dyn Object>> {
        Err(Error::Unsupported("an object"))
    }

    fn link(&self, _request: &LinkRequest<'_>) -> Result<Arc<dyn Program>> {
        Err(Error::Unsupported("a program"))
    }

    fn accepts(&self, _image: &DeviceCode<'_>) -> Result<u32> {
        Err(Error::UnsupportedImage("it runs nothing".into()))
    }

    fn create_queue(&self, _properties: QueueProperties) -> Result<Arc<dyn Queue>> {
        Err(Error::Unsupported("a queue"))
    }
}
