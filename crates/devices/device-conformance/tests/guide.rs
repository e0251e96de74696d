//! The driver of `docs/internals/writing-a-driver.md`: its code blocks in order.

use std::any::Any;
use std::process::ExitCode;
use std::sync::{Arc, Weak};

use tandem_device::*;
use tandem_device_conformance::{Image, Subject};
use tandem_device_ir::{Parameter, ParameterKind};
use tandem_device_queue::{CommandQueue, Dispatcher, Executor, Tuning};
use tandem_device_usm::host_memory;

struct Sketch;

impl Driver for Sketch {
    fn name(&self) -> &str {
        "sketch"
    }

    fn platform(&self) -> PlatformInfo {
        PlatformInfo {
            name: "Sketch".into(),
            vendor: "Example".into(),
            version: "1.0".into(),
            profile: "FULL_PROFILE".into(),
            extensions: Vec::new(),
            backend: 200,
        }
    }

    fn probe(&self) -> Result<Vec<Arc<dyn Device>>> {
        let dispatcher = Dispatcher::threads("sketch", Tuning::for_cpus(2));
        Ok(vec![Arc::new_cyclic(|this| SketchDevice { this: this.clone(), info: describe(), dispatcher })])
    }
}

fn describe() -> DeviceInfo {
    DeviceInfo {
        name: "Sketch".into(),
        native_target: "sketch".into(),
        available: true,
        out_of_order: true,
        profiling: true,
        compute_units: 1,
        address_bits: 64,
        max_work_item_dims: 3,
        max_work_item_sizes: [256; 3],
        max_work_group_size: 256,
        max_parameter_bytes: 1024,
        global_mem_bytes: 64 << 20,
        max_alloc_bytes: 64 << 20,
        local_mem_kind: LocalMemoryKind::Global,
        local_mem_bytes: 64 << 10,
        ..DeviceInfo::default()
    }
}

/// Begins an image; names of kernels follow.
const MAGIC: &[u8] = b"sketch:";

struct SketchDevice {
    this: Weak<Self>,
    info: DeviceInfo,
    dispatcher: Arc<Dispatcher>,
}

impl Device for SketchDevice {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn memory_domain(&self) -> MemoryDomain {
        MemoryDomain::HOST
    }

    fn alloc(&self, bytes: usize, align: usize) -> Result<Allocation> {
        if bytes as u64 > self.info.max_alloc_bytes {
            return Err(Error::OutOfMemory { bytes, device: self.info.name.clone() });
        }
        Allocation::host(bytes, align)
    }

    fn accepts(&self, image: &DeviceCode<'_>) -> Result<u32> {
        if image.format == CodeFormat::Native && image.bytes.starts_with(MAGIC) {
            return Ok(1);
        }
        Err(Error::UnsupportedImage("it does not begin with `sketch:`".into()))
    }

    fn compile(&self, request: &CompileRequest<'_>) -> Result<Arc<dyn Object>> {
        self.accepts(&request.image)?;
        let names = String::from_utf8_lossy(&request.image.bytes[MAGIC.len()..]);
        let names: Vec<&str> = names.split_whitespace().collect();
        Ok(Arc::new(SketchObject(names.into_iter().map(kernel).collect::<Result<_>>()?)))
    }

    fn link(&self, request: &LinkRequest<'_>) -> Result<Arc<dyn Program>> {
        let mut kernels = Vec::new();
        for object in request.objects {
            let object = (**object).as_any().downcast_ref::<SketchObject>();
            let object = object.ok_or_else(|| Error::UnsupportedImage("an object of another driver".into()))?;
            kernels.extend(object.0.iter().cloned());
        }
        Ok(Arc::new(SketchProgram(kernels)))
    }

    fn create_queue(&self, properties: QueueProperties) -> Result<Arc<dyn Queue>> {
        let this = self.this.upgrade().ok_or(Error::Unsupported("a queue on a device that is being released"))?;
        Ok(Arc::new(CommandQueue::new(this, Arc::clone(&self.dispatcher), properties)))
    }
}

struct SketchObject(Vec<Arc<dyn Kernel>>);

impl Object for SketchObject {
    fn binary(&self) -> Result<Vec<u8>> {
        Ok(image_of(&self.0))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

struct SketchProgram(Vec<Arc<dyn Kernel>>);

impl Program for SketchProgram {
    fn kernels(&self) -> &[Arc<dyn Kernel>] {
        &self.0
    }

    fn binary(&self) -> Result<Vec<u8>> {
        Ok(image_of(&self.0))
    }
}

fn image_of(kernels: &[Arc<dyn Kernel>]) -> Vec<u8> {
    let names: Vec<&str> = kernels.iter().map(|kernel| kernel.info().name.as_str()).collect();
    [MAGIC, names.join(" ").as_bytes()].concat()
}

struct SketchKernel {
    info: KernelInfo,
    layout: ArgumentLayout,
    function: Function,
}

fn kernel(name: &str) -> Result<Arc<dyn Kernel>> {
    use ParameterKind::{Global, Local, Value};
    let (function, kinds): (Function, &[ParameterKind]) = match name {
        "ids" => (ids, &[Global]),
        "places" => (places, &[Global]),
        "sum" => (sum, &[Global, Value, Global, Local]),
        unknown => return Err(Error::Build { log: format!("kernel `{unknown}` is not known") }),
    };
    let parameters: Vec<Parameter> = kinds.iter().copied().map(Parameter::word).collect();
    let layout = ArgumentLayout::natural(&parameters);
    let info = KernelInfo { name: name.into(), parameters, ..KernelInfo::default() };
    Ok(Arc::new(SketchKernel { info, layout, function }))
}

impl Kernel for SketchKernel {
    fn info(&self) -> &KernelInfo {
        &self.info
    }

    fn layout(&self) -> &ArgumentLayout {
        &self.layout
    }

    fn limits(&self) -> KernelLimits {
        KernelLimits {
            max_work_group_size: 256,
            preferred_multiple: 1,
            max_sub_group_size: 1,
            private_bytes: 0,
            registers: 0,
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The function of one work-item; each argument is a number or an address.
type Function = fn(item: &Item, args: &[u64]);

struct Item {
    /// Global id.
    id: [u64; 3],
    /// Global id without the offset.
    place: [u64; 3],
    /// Number in its group.
    local: u64,
    global_size: [u64; 3],
}

fn ids(item: &Item, args: &[u64]) {
    *number(args[0], item.id[0]) = item.id[0] + 1;
}

fn places(item: &Item, args: &[u64]) {
    let ([x, y, z], [width, height, _]) = (item.place, item.global_size);
    *number(args[0], x + width * (y + height * z)) = item.id[0] + (item.id[1] << 16) + (item.id[2] << 32);
}

fn sum(item: &Item, args: &[u64]) {
    let scratch = number(args[3], item.local);
    *scratch = *number(args[2], item.id[0]);
    *number(args[0], item.id[0]) = args[1].wrapping_add(*scratch);
}

fn number<'a>(address: u64, index: u64) -> &'a mut u64 {
    // SAFETY: the code that launches the kernels passes addresses of enough numbers.
    unsafe { &mut *(address as *mut u64).add(index as usize) }
}

impl SketchDevice {
    fn address(&self, location: &Location) -> Result<*mut u8> {
        Ok(match location {
            Location::Host(pointer) => pointer.0,
            Location::Usm(address) => address.as_host().0,
            Location::Buffer { object, offset } => object.address(self)?.offset(*offset).as_host().0,
        })
    }
}

impl Executor for SketchDevice {
    fn execute(&self, work: &mut Work, _origin: Option<&Origin>) -> Result<()> {
        match work {
            work if work.moves_nothing() => {}
            Work::Kernel(launch) => self.launch(launch)?,
            Work::Copy { src, dst, bytes } => {
                let (from, to) = (self.address(src)?, self.address(dst)?);
                // SAFETY: the submitter keeps the memory valid, here and below.
                unsafe { host_memory::copy(from, to, *bytes) };
            }
            Work::CopyRect { src, dst, rect } => {
                let (from, to) = (self.address(src)?, self.address(dst)?);
                // SAFETY: as above.
                unsafe { host_memory::copy_rect(from, to, rect) };
            }
            Work::Fill { dst, pattern, bytes } => {
                let to = self.address(dst)?;
                // SAFETY: as above.
                unsafe { host_memory::fill(to, pattern, *bytes, 1, 0) };
            }
            Work::FillRect { dst, pattern, row_bytes, rows, pitch } => {
                let to = self.address(dst)?;
                // SAFETY: as above.
                unsafe { host_memory::fill(to, pattern, *row_bytes, *rows, *pitch) };
            }
            Work::Map(mapping) => mapping.map(self)?,
            Work::Unmap(mapping) => mapping.unmap(self)?,
            // Hints.
            Work::Prefetch { .. } | Work::Advise { .. } => {}
            // Only for devices with `Device::images`.
            Work::Image(_) => return Err(Error::Unsupported("images")),
            // Only for devices with the extension `HOST_PIPES`.
            Work::HostPipe(_) => return Err(Error::Unsupported("host pipes")),
            // Only for devices with `Device::external_objects`.
            Work::Semaphore(_) => return Err(Error::Unsupported("semaphores of other programs")),
        }
        Ok(())
    }
}

impl SketchDevice {
    fn launch(&self, launch: &mut KernelLaunch) -> Result<()> {
        let kernel = Arc::clone(&launch.kernel);
        let kernel = kernel.as_any().downcast_ref::<SketchKernel>();
        let kernel = kernel.ok_or_else(|| Error::Execution("a kernel of another driver".into()))?;
        for argument in launch.args.memory().to_vec() {
            let address = argument.object.address(self)?;
            launch.args.resolve(&kernel.layout, argument.parameter, address.0);
        }
        let mut local_memory = Vec::new();
        for argument in launch.args.locals().to_vec() {
            if argument.bytes > self.info.local_mem_bytes {
                let name = &kernel.info.name;
                let text = format!("kernel `{name}` asks for {} bytes of local memory", argument.bytes);
                return Err(Error::OutOfResources(text));
            }
            let mut block = vec![0_u64; argument.bytes.div_ceil(8) as usize];
            launch.args.resolve(&kernel.layout, argument.parameter, block.as_mut_ptr() as u64);
            local_memory.push(block);
        }
        let words = launch.args.block().chunks_exact(8);
        let args: Vec<u64> = words.map(|word| u64::from_le_bytes(word.try_into().expect("8 bytes"))).collect();
        let range = &launch.range;
        let [width, height, depth] = range.local.unwrap_or([1; 3]);
        for z in 0..range.global[2] {
            for y in 0..range.global[1] {
                for x in 0..range.global[0] {
                    let id = [x + range.offset[0], y + range.offset[1], z + range.offset[2]];
                    let local = x % width + width * (y % height + height * (z % depth));
                    (kernel.function)(&Item { id, place: [x, y, z], local, global_size: range.global }, &args);
                }
            }
        }
        Ok(())
    }
}

fn main() -> ExitCode {
    tandem_device_conformance::main(&[Subject {
        devices: &["sketch"],
        driver: || Box::new(Sketch),
        image: |_| Image::native("sketch", b"sketch: ids places sum".to_vec()),
        linked: None,
        cooperative: None,
        lose: None,
    }])
}
