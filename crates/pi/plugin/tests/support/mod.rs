//! A driver without hardware: programs are lists of kernel names, and kernels
//! are Rust functions. All capabilities, on host memory.

mod images;

use std::any::Any;
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, Weak};

use tandem_device::*;
use tandem_device_ir::{Parameter, ParameterKind};
use tandem_device_queue::{CommandQueue, Dispatcher, Executor, Tuning};
use tandem_pi_abi::{PI_SANITIZE_TYPE_NONE, PI_SUCCESS, PiFunctionTable, PiPlugin};
use tandem_pi_host::Plugin;
use tandem_plugin::{Adapter, DriverSource, State};

/// The bytes of a mock program: a SPIR-V header, then the kernels' names. One with
/// `?` before it is needed, and must come from another program.
pub fn module(kernels: &str) -> Vec<u8> {
    let mut bytes: Vec<u8> =
        [0x0723_0203_u32, 0x0001_0400, 0, 1, 0].iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes.extend_from_slice(kernels.as_bytes());
    bytes.resize(bytes.len().next_multiple_of(4), b' ');
    bytes
}

/// The first bytes of the mock's native programs.
const NATIVE: &[u8] = b"\x7fMOCK";

/// The driver. With `is_sink`, queues complete commands without running them; with
/// `is_native`, programs and kernels have native handles.
pub struct MockDriver {
    is_sink: bool,
    is_native: bool,
}

/// The native handle of every program.
pub const NATIVE_PROGRAM: NativeHandle = NativeHandle(0x77);
/// The native handle of every kernel.
pub const NATIVE_KERNEL: NativeHandle = NativeHandle(0x88);

impl Driver for MockDriver {
    fn name(&self) -> &str {
        "mock"
    }

    fn platform(&self) -> PlatformInfo {
        PlatformInfo {
            name: "Mock".into(),
            vendor: "Tandem".into(),
            version: "1.0".into(),
            profile: "FULL_PROFILE".into(),
            extensions: vec!["cl_khr_il_program".into()],
            backend: tandem_pi_abi::PI_EXT_PLATFORM_BACKEND_NATIVE_CPU.0,
        }
    }

    fn probe(&self) -> Result<Vec<Arc<dyn Device>>> {
        let device = |name: &str, images: ImageLimits, extensions: Vec<String>| -> Arc<dyn Device> {
            MockDevice::new(
                DeviceInfo {
                    images,
                    name: name.into(),
                    compute_units: 8,
                    native_target: "mock".into(),
                    out_of_order: true,
                    profiling: true,
                    available: true,
                    max_work_group_size: 64,
                    max_work_item_sizes: [64, 32, 16],
                    max_work_groups: [usize::MAX, 1000, 10],
                    max_alloc_bytes: 1 << 20,
                    local_mem_bytes: 1024,
                    max_parameter_bytes: 32,
                    mem_base_align_bits: 1024,
                    double_fp: FpConfig::IEEE,
                    sub_group_sizes: vec![1, 8],
                    usm_host: UsmCapabilities::ALL,
                    extensions,
                    ..DeviceInfo::default()
                },
                self.is_sink,
                self.is_native,
            )
        };
        let pipes = vec![HOST_PIPES.to_owned()];
        Ok(vec![device("Mock 0", ImageLimits::default(), Vec::new()), device("Mock 1", images::LIMITS, pipes)])
    }
}

struct MockDevice {
    this: Weak<Self>,
    info: DeviceInfo,
    dispatcher: Arc<Dispatcher>,
    allocations: Mutex<BTreeMap<u64, (UsmKind, Allocation)>>,
    is_sink: bool,
    is_native: bool,
}

impl MockDevice {
    fn new(info: DeviceInfo, is_sink: bool, is_native: bool) -> Arc<Self> {
        Arc::new_cyclic(|this| Self {
            this: this.clone(),
            info,
            dispatcher: Dispatcher::threads("mock", Tuning::for_cpus(2)),
            allocations: Mutex::default(),
            is_sink,
            is_native,
        })
    }
}

impl NativeObjects for MockDevice {
    fn program(&self, handle: NativeHandle, _owned: bool) -> Result<Arc<dyn Program>> {
        assert_eq!(handle, NATIVE_PROGRAM);
        let kernels = vec![MockKernel::named("empty", 1)?];
        Ok(Arc::new(MockProgram { kernels, text: "empty".into(), log: "from outside".into() }))
    }

    fn kernel(&self, _program: &Arc<dyn Program>, handle: NativeHandle, _owned: bool) -> Result<Arc<dyn Kernel>> {
        assert_eq!(handle, NATIVE_KERNEL);
        MockKernel::named("empty", 1)
    }
}

/// There are two nodes, of three and five units.
impl Partitioning for MockDevice {
    fn max_sub_devices(&self) -> u32 {
        4
    }

    fn kinds(&self) -> Vec<PartitionKind> {
        vec![PartitionKind::Equally, PartitionKind::ByCounts, PartitionKind::ByAffinityDomain]
    }

    fn affinity_domains(&self) -> Vec<AffinityDomain> {
        vec![AffinityDomain::Numa, AffinityDomain::L2Cache]
    }

    fn sub_devices(&self, partition: &Partition) -> Result<Vec<Arc<dyn Device>>> {
        let sizes = match partition {
            Partition::Equally(units) => vec![*units; self.info.compute_units as usize / units],
            Partition::ByCounts(counts) => counts.clone(),
            Partition::ByAffinityDomain(AffinityDomain::Numa) => vec![3, 5],
            Partition::ByAffinityDomain(_) => vec![2; 4],
        };
        let part = |units| DeviceInfo { compute_units: units as u32, ..self.info.clone() };
        Ok(sizes
            .into_iter()
            .map(|units| -> Arc<dyn Device> { Self::new(part(units), self.is_sink, self.is_native) })
            .collect())
    }
}

impl Device for MockDevice {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn memory_domain(&self) -> MemoryDomain {
        MemoryDomain::HOST
    }

    fn alloc(&self, bytes: usize, align: usize) -> Result<Allocation> {
        Allocation::host(bytes, align)
    }

    fn compile(&self, request: &CompileRequest<'_>) -> Result<Arc<dyn Object>> {
        let bytes = request.image.bytes;
        let text = String::from_utf8_lossy(bytes.strip_prefix(NATIVE).unwrap_or_else(|| &bytes[20..])).into_owned();
        let scale = request.spec_constants.iter().find(|constant| constant.id == 1);
        let scale = scale.map_or(1, |constant| i32::from(constant.bytes[0]));
        let mut unit = MockObject { kernels: Vec::new(), needs: Vec::new(), text, log: String::new() };
        for name in unit.text.split_whitespace() {
            match name.strip_prefix('?') {
                Some(needed) => unit.needs.push(needed.to_owned()),
                None => unit.kernels.push(MockKernel::named(name, scale)?),
            }
        }
        unit.log = format!("compiled with `{}`", request.options);
        Ok(Arc::new(unit))
    }

    fn link(&self, request: &LinkRequest<'_>) -> Result<Arc<dyn Program>> {
        let units = || request.objects.iter().map(|object| (**object).as_any().downcast_ref::<MockObject>().unwrap());
        let kernels: Vec<Arc<dyn Kernel>> = units().flat_map(|unit| unit.kernels.iter().cloned()).collect();
        let is_missing = |name: &&String| kernels.iter().all(|kernel| kernel.info().name != **name);
        let missing: Vec<&str> = units().flat_map(|unit| &unit.needs).filter(is_missing).map(String::as_str).collect();
        if !missing.is_empty() {
            return Err(Error::Build { log: format!("undefined symbols: {}", missing.join(", ")) });
        }
        let text: Vec<&str> = units().map(|unit| unit.text.trim()).collect();
        let log = format!("linked with `{}`", request.options);
        Ok(Arc::new(MockProgram { kernels, text: text.join(" "), log }))
    }

    fn accepts(&self, image: &DeviceCode<'_>) -> Result<u32> {
        match image.format {
            CodeFormat::SpirV => Ok(1),
            CodeFormat::Native if image.bytes.starts_with(NATIVE) => Ok(2),
            _ => Err(Error::UnsupportedImage("it is not the mock's".to_owned())),
        }
    }

    fn create_queue(&self, properties: QueueProperties) -> Result<Arc<dyn Queue>> {
        if self.is_sink {
            return Ok(Arc::new(SinkQueue));
        }
        let this = self.this.upgrade().expect("the platform owns its devices");
        Ok(Arc::new(CommandQueue::new(this, Arc::clone(&self.dispatcher), properties)))
    }

    fn usm(&self) -> Option<&dyn Usm> {
        Some(self)
    }

    fn images(&self) -> Option<&dyn Images> {
        self.info.images.supported.then_some(self)
    }

    fn native(&self) -> Option<&dyn NativeObjects> {
        self.is_native.then_some(self)
    }

    fn built_in_kernels(&self) -> Option<&dyn BuiltInKernels> {
        Some(self)
    }

    fn partitioning(&self) -> Option<&dyn Partitioning> {
        (self.info.compute_units > 3).then_some(self)
    }
}

impl BuiltInKernels for MockDevice {
    fn names(&self) -> &[&'static str] {
        &["empty", "slow"]
    }

    fn program(&self, names: &[&str]) -> Result<Arc<dyn Program>> {
        let kernels = names.iter().map(|name| MockKernel::named(name, 1)).collect::<Result<_>>()?;
        Ok(Arc::new(MockProgram { kernels, text: names.join(" "), log: String::new() }))
    }
}

impl Usm for MockDevice {
    fn alloc(&self, kind: UsmKind, bytes: usize, align: usize) -> Result<DevicePtr> {
        let allocation = Allocation::host(bytes, align)?;
        let address = allocation.address();
        self.allocations.lock().unwrap().insert(address.0, (kind, allocation));
        Ok(address)
    }

    fn free(&self, ptr: DevicePtr) -> Result<()> {
        let removed = self.allocations.lock().unwrap().remove(&ptr.0);
        removed.map(drop).ok_or_else(|| Error::Execution(format!("{:#x} is no allocation", ptr.0)))
    }

    fn query(&self, ptr: DevicePtr) -> Option<UsmInfo> {
        let allocations = self.allocations.lock().unwrap();
        let (base, (kind, allocation)) = allocations.range(..=ptr.0).next_back()?;
        let inside = ptr.0 < base + allocation.bytes() as u64;
        inside.then(|| UsmInfo { kind: *kind, base: DevicePtr(*base), size: allocation.bytes() })
    }
}

/// A compiled unit: kernels, and names of kernels that another one must have.
struct MockObject {
    kernels: Vec<Arc<dyn Kernel>>,
    needs: Vec<String>,
    text: String,
    log: String,
}

impl Object for MockObject {
    fn binary(&self) -> Result<Vec<u8>> {
        Ok([NATIVE, self.text.as_bytes()].concat())
    }

    fn log(&self) -> &str {
        &self.log
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

struct MockProgram {
    text: String,
    kernels: Vec<Arc<dyn Kernel>>,
    log: String,
}

impl Program for MockProgram {
    fn kernels(&self) -> &[Arc<dyn Kernel>] {
        &self.kernels
    }

    fn binary(&self) -> Result<Vec<u8>> {
        Ok([NATIVE, self.text.as_bytes()].concat())
    }

    fn log(&self) -> &str {
        &self.log
    }

    fn native_handle(&self) -> Option<NativeHandle> {
        Some(NATIVE_PROGRAM)
    }

    fn variables(&self, name: &str) -> Vec<DevicePtr> {
        if name == PIPE { vec![PIPE_VARIABLE] } else { Vec::new() }
    }
}

/// The symbol of a pipe that all programs have, and the address of the variable that holds its ring.
pub const PIPE: &str = "_ZN4pipeI7numbersE11tandem_pipeE";
pub const PIPE_VARIABLE: DevicePtr = DevicePtr(0x1230);

/// The input of a kernel's function: the range and the argument block, in which buffers are
/// resolved.
pub struct Call<'a> {
    pub range: &'a NdRange,
    pub block: &'a [u8],
    pub scale: i32,
    pub local_bytes: u64,
}

impl Call<'_> {
    fn word(&self, index: usize) -> u64 {
        u64::from_le_bytes(self.block[8 * index..8 * index + 8].try_into().unwrap())
    }
}

struct MockKernel {
    info: KernelInfo,
    layout: ArgumentLayout,
    scale: i32,
    run: Body,
}

/// The function of a mock kernel.
type Body = fn(&Call<'_>) -> Result<()>;

impl MockKernel {
    /// Every argument takes 8 bytes of the block.
    fn named(name: &str, scale: i32) -> Result<Arc<dyn Kernel>> {
        use ParameterKind::{Global, Image, Local, Sampler, Value};
        let (kinds, run): (&[ParameterKind], Body) = match name {
            "empty" => (&[], |_| Ok(())),
            "add" => (&[Global, Value, Local], add),
            "describe" => (&[Image, Sampler, Value, Global], images::describe),
            "large" => (&[Global; 5], |_| Ok(())),
            "fail" => (&[], |_| Err(Error::Execution("the mock was asked to fail".into()))),
            "slow" => (&[], |_| {
                std::thread::sleep(std::time::Duration::from_millis(20));
                Ok(())
            }),
            "fixed" => (&[], |_| Ok(())),
            other => return Err(Error::Build { log: format!("undefined kernel {other}") }),
        };
        let value_bytes = if name == "describe" { 8 } else { 4 };
        let parameter = |&kind| if kind == Value { Parameter::value(value_bytes) } else { Parameter::word(kind) };
        let parameters: Vec<Parameter> = kinds.iter().map(parameter).collect();
        let offsets: Vec<u32> = (0..).step_by(8).take(kinds.len()).collect();
        let layout = ArgumentLayout::new(&parameters, &offsets, 8 * kinds.len() as u32);
        let info = KernelInfo {
            name: name.into(),
            parameters,
            required_work_group_size: (name == "fixed").then_some([4, 2, 1]),
            ..KernelInfo::default()
        };
        Ok(Arc::new(Self { info, layout, scale, run }))
    }
}

/// Adds a value to each work-item's element of a list of 32-bit numbers.
fn add(call: &Call<'_>) -> Result<()> {
    let list = call.word(0) as *mut i32;
    let value = call.word(1) as i32 * call.scale;
    if call.local_bytes == 0 {
        return Err(Error::Execution("no local memory".into()));
    }
    for id in call.range.offset[0]..call.range.offset[0] + call.range.global[0] {
        // SAFETY: the test passes a list that is long enough.
        unsafe { *list.add(id as usize) += value };
    }
    Ok(())
}

impl Kernel for MockKernel {
    fn info(&self) -> &KernelInfo {
        &self.info
    }

    fn layout(&self) -> &ArgumentLayout {
        &self.layout
    }

    fn limits(&self) -> KernelLimits {
        KernelLimits {
            max_work_group_size: 64,
            preferred_multiple: 8,
            max_sub_group_size: 8,
            private_bytes: 16,
            registers: 0,
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn native_handle(&self) -> Option<NativeHandle> {
        Some(NATIVE_KERNEL)
    }
}

struct SinkQueue;

impl Queue for SinkQueue {
    fn submit_from(
        &self,
        _origin: Option<Origin>,
        _command: Command,
        _wait: &[Event],
        event: Option<&mut Option<Event>>,
    ) -> Result<()> {
        if let Some(event) = event {
            *event = Some(Event::completed());
        }
        Ok(())
    }

    fn flush(&self) -> Result<()> {
        Ok(())
    }

    fn finish(&self) -> Result<()> {
        Ok(())
    }

    fn take_failure(&self) -> Option<Error> {
        None
    }

    fn is_empty(&self) -> bool {
        true
    }

    fn properties(&self) -> QueueProperties {
        QueueProperties::default()
    }
}

impl MockDevice {
    fn address(&self, location: &Location) -> Result<*mut u8> {
        Ok(match location {
            Location::Host(ptr) => ptr.0,
            Location::Usm(ptr) => ptr.as_host().0,
            Location::Buffer { object, offset } => object.address(self)?.offset(*offset).as_host().0,
        })
    }

    fn kernel(&self, launch: &mut KernelLaunch) -> Result<()> {
        let kernel = Arc::clone(&launch.kernel);
        let kernel = kernel.as_any().downcast_ref::<MockKernel>().unwrap();
        let memory: Vec<MemoryArg> = launch.args.memory().to_vec();
        for arg in memory {
            let address = arg.object.address(self)?;
            launch.args.resolve(&kernel.layout, arg.parameter, address.0);
        }
        let resources: Vec<ResourceArg> = launch.args.resources().to_vec();
        for arg in resources {
            launch.args.resolve(&kernel.layout, arg.parameter, images::word(&arg.resource));
        }
        let local_bytes = launch.args.locals().iter().map(|local| local.bytes).sum();
        (kernel.run)(&Call { range: &launch.range, block: launch.args.block(), scale: kernel.scale, local_bytes })
    }
}

impl Executor for MockDevice {
    fn execute(&self, work: &mut Work, _origin: Option<&Origin>) -> Result<()> {
        match work {
            Work::Kernel(launch) => return self.kernel(launch),
            Work::Copy { src, dst, bytes } => {
                let (src, dst) = (self.address(src)?, self.address(dst)?);
                // SAFETY: the plugin checked buffers; the test passes valid pointers.
                unsafe { dst.copy_from_nonoverlapping(src, *bytes) };
            }
            Work::CopyRect { src, dst, rect } => {
                let (src, dst) = (self.address(src)?, self.address(dst)?);
                for slice in 0..rect.region[2] {
                    for row in 0..rect.region[1] {
                        let (from, to) = (rect.src.row_offset(row, slice), rect.dst.row_offset(row, slice));
                        // SAFETY: as above.
                        unsafe { dst.add(to).copy_from_nonoverlapping(src.add(from), rect.region[0]) };
                    }
                }
            }
            Work::Fill { dst, pattern, bytes } => fill(self.address(dst)?, pattern, *bytes),
            Work::FillRect { dst, pattern, row_bytes, rows, pitch } => {
                let dst = self.address(dst)?;
                for row in 0..*rows {
                    fill(dst.wrapping_add(row * *pitch), pattern, *row_bytes);
                }
            }
            Work::Map(mapping) => mapping.map(self)?,
            Work::Unmap(mapping) => mapping.unmap(self)?,
            Work::HostPipe(command) => return host_pipe(command),
            _ => {}
        }
        Ok(())
    }
}

/// A pipe that has room for one word if a command waits for that, and else is empty or full: the word of a command
/// that waits becomes its size and the variable's address.
fn host_pipe(command: &HostPipeCommand) -> Result<()> {
    let HostPipeCommand { name, variable, direction, word, bytes, is_blocking, program } = command;
    assert!(program.is_some() && **name == *"pipe<numbers>", "{name}");
    match (is_blocking, direction) {
        (false, PipeDirection::Read) => return Err(Error::PipeEmpty(name.clone())),
        (false, PipeDirection::Write) => return Err(Error::PipeFull(name.clone())),
        // SAFETY: the test has two words there.
        (true, PipeDirection::Read) => unsafe { word.0.cast::<[u64; 2]>().write([*bytes as u64, variable.0]) },
        (true, PipeDirection::Write) => {}
    }
    Ok(())
}

fn fill(dst: *mut u8, pattern: &[u8], bytes: usize) {
    for (index, byte) in pattern.iter().cycle().take(bytes).enumerate() {
        // SAFETY: as above.
        unsafe { *dst.add(index) = *byte };
    }
}

/// Defines a plugin over the mock.
macro_rules! mock_plugin {
    ($name:ident, $is_sink:literal, $is_native:literal) => {
        struct $name;

        impl DriverSource for $name {
            const REVISION: u32 = 7;

            fn drivers() -> Result<Vec<Arc<dyn Driver>>> {
                Ok(vec![Arc::new(MockDriver { is_sink: $is_sink, is_native: $is_native })])
            }

            fn state() -> &'static State {
                static STATE: State = State::new();
                &STATE
            }
        }
    };
}
mock_plugin!(Mock, false, false);
mock_plugin!(Sink, true, false);
mock_plugin!(Native, false, true);

/// The plugin over the mock.
#[allow(dead_code, reason = "the benchmark uses the other one")]
pub fn plugin() -> &'static Plugin {
    static PLUGIN: LazyLock<&'static Plugin> = LazyLock::new(bind::<Mock>);
    *PLUGIN
}

/// The plugin over the mock whose queues run nothing.
#[allow(dead_code, reason = "the tests use the other one")]
pub fn sink_plugin() -> &'static Plugin {
    static PLUGIN: LazyLock<&'static Plugin> = LazyLock::new(bind::<Sink>);
    *PLUGIN
}

/// The plugin over the mock whose programs and kernels have native handles.
#[allow(dead_code, reason = "benchmarks use another one")]
pub fn native_plugin() -> &'static Plugin {
    static PLUGIN: LazyLock<&'static Plugin> = LazyLock::new(bind::<Native>);
    *PLUGIN
}

/// Initializes a plugin as a loader does.
fn bind<S: DriverSource>() -> &'static Plugin {
    let mut offer = PiPlugin {
        pi_version: tandem_pi_abi::version::to_field("15.47"),
        plugin_version: [0; 20],
        targets: std::ptr::null_mut(),
        table: PiFunctionTable::EMPTY,
        sanitize_type: PI_SANITIZE_TYPE_NONE,
    };
    // SAFETY: a complete offer of this version.
    let code = unsafe { tandem_pi_abi::export::initialize::<Adapter<S>>(&raw mut offer) };
    assert_eq!(code, PI_SUCCESS);
    assert_eq!(offer.table.missing().count(), 0, "no entry is null");
    let version = tandem_pi_abi::version::PiVersion::from_field(&offer.plugin_version).unwrap();
    assert_eq!(version.revision, 7);
    // SAFETY: the table is this program's own.
    unsafe { Plugin::from_table(offer.table, PathBuf::from("mock"), version) }.with_private_queries(true).leak()
}

/// A list as a pointer for commands.
#[allow(dead_code, reason = "not every test has commands")]
pub fn ptr<T>(list: &mut [T]) -> *mut c_void {
    list.as_mut_ptr().cast()
}
