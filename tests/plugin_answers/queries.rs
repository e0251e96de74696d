//! All queries of PI about a platform, its CPU, and one object of each kind.

use std::collections::{BTreeMap, HashMap};
use std::ffi::c_void;

use anyhow::{Context as _, Result};
use tandem_pi_abi::*;
use tandem_pi_host::{
    Context, Destination, Device, Event, Kernel, Mem, Platform, Plugin, Program, Queue, Sampler, SamplerProperties,
    WaitList,
};

/// Answers in words, by the name of the object and of the query.
pub type Answers = BTreeMap<String, String>;

/// The size of the buffer and of the USM allocation, in bytes.
const BYTES: usize = 4096;

/// Asks queries of one kind, each by a call with the last four parameters of PI's queries. `PI_PROGRAM_INFO_BINARIES`
/// wants places for each binary, and is not asked.
macro_rules! ask {
    ($asker:ident, $object:literal, $type:ident, |$param:ident, $size:ident, $value:ident, $size_ret:ident| $call:expr) => {
        for &$param in $type::ALL.iter().filter(|param| param.name() != Some("PI_PROGRAM_INFO_BINARIES")) {
            // SAFETY: live objects, and the pointers of the query protocol.
            $asker.ask($object, &$param.to_string(), |$size, $value, $size_ret| unsafe { $call });
        }
    };
}

/// What is asked about.
struct Objects {
    context: Context,
    queue: Queue,
    buffer: Mem,
    image: Mem,
    sampler: Sampler,
    program: Program,
    kernel: Kernel,
    event: Event,
    allocation: *mut c_void,
}

impl Objects {
    fn new(device: &Device) -> Result<Self> {
        let devices = std::slice::from_ref(device);
        let context = Context::new(devices).context("a context")?;
        let queue = Queue::new(&context, device, PI_QUEUE_FLAG_PROFILING_ENABLE).context("a queue")?;
        // SAFETY: without a host pointer.
        let buffer = unsafe { Mem::buffer(&context, PI_MEM_FLAGS_ACCESS_RW, BYTES, std::ptr::null_mut()) }
            .context("a buffer")?;
        let image = image(&context).context("an image")?;
        let (addressing, filter) = (PI_SAMPLER_ADDRESSING_MODE_REPEAT, PI_SAMPLER_FILTER_MODE_LINEAR);
        let sampler =
            Sampler::new(&context, &SamplerProperties { normalized: true, addressing, filter }).context("a sampler")?;
        let program = Program::from_il(&context, &module()).context("a program")?;
        program.build(devices, "").context("a built program")?;
        let kernel = Kernel::new(&program, c"nothing").context("a kernel")?;
        let event = queue.after(&WaitList::new()).with_event().fill(&buffer, &[7], 0, BYTES)?.context("an event")?;
        event.wait().context("a complete event")?;
        let allocation = context.usm_alloc(PI_MEM_TYPE_SHARED, Some(device), BYTES, 0).context("shared memory")?;
        Ok(Self { context, queue, buffer, image, sampler, program, kernel, event, allocation })
    }
}

fn image(context: &Context) -> Result<Mem> {
    let format = PiImageFormat {
        image_channel_order: PI_IMAGE_CHANNEL_ORDER_RGBA,
        image_channel_data_type: PI_IMAGE_CHANNEL_TYPE_FLOAT,
    };
    // SAFETY: zero is a value of each field.
    let mut description: PiImageDesc = unsafe { std::mem::zeroed() };
    (description.image_type, description.image_width, description.image_height) = (PI_MEM_TYPE_IMAGE2D, 8, 4);
    Ok(Mem::image(context, &format, &description)?)
}

/// A SPIR-V module with a kernel that does nothing.
fn module() -> Vec<u8> {
    let name = [u32::from_le_bytes(*b"noth"), u32::from_le_bytes(*b"ing\0")];
    let words: &[&[u32]] = &[
        &[0x0723_0203, 0x0001_0000, 0, 5, 0],
        &[2 << 16 | 17, 4],    // OpCapability Addresses
        &[2 << 16 | 17, 6],    // OpCapability Kernel
        &[3 << 16 | 14, 2, 2], // OpMemoryModel Physical64 OpenCL
        &[5 << 16 | 15, 6, 3], // OpEntryPoint Kernel %3
        &name,
        &[2 << 16 | 19, 1],          // %1 = OpTypeVoid
        &[3 << 16 | 33, 2, 1],       // %2 = OpTypeFunction %1
        &[5 << 16 | 54, 1, 3, 0, 2], // %3 = OpFunction %1 None %2
        &[2 << 16 | 248, 4],         // %4 = OpLabel
        &[1 << 16 | 253],            // OpReturn
        &[1 << 16 | 56],             // OpFunctionEnd
    ];
    words.iter().copied().flatten().flat_map(|word| word.to_le_bytes()).collect()
}

/// Collects answers.
struct Asker {
    answers: Answers,
    /// What handles stand for.
    names: HashMap<usize, &'static str>,
}

impl Asker {
    fn ask(&mut self, object: &str, query: &str, call: impl Fn(usize, *mut c_void, *mut usize) -> PiResult) {
        let mut size = 0;
        let mut code = call(0, std::ptr::null_mut(), &raw mut size);
        // A plugin may have written anything to the size of an answer that it refuses.
        let mut bytes = vec![0_u8; if code == PI_SUCCESS { size } else { 0 }];
        if !bytes.is_empty() {
            code = call(size, bytes.as_mut_ptr().cast(), std::ptr::null_mut());
        }
        let answer = if code == PI_SUCCESS { self.in_words(&bytes) } else { format!("refused: {code}") };
        self.answers.insert(format!("{object} {query}"), answer);
    }

    /// An answer as names of objects, a text, or numbers: what its bytes are most likely.
    fn in_words(&self, bytes: &[u8]) -> String {
        let (words, rest) = bytes.as_chunks::<8>();
        let words: Vec<u64> = words.iter().map(|word| u64::from_ne_bytes(*word)).collect();
        let names: Option<Vec<&str>> = words.iter().map(|word| self.names.get(&(*word as usize)).copied()).collect();
        match names {
            _ if bytes.is_empty() => return "nothing".to_owned(),
            Some(names) if rest.is_empty() => return names.join(" "),
            _ => {}
        }
        if let Some((0, text)) = bytes.split_last()
            && text.iter().all(|byte| (b' '..=b'~').contains(byte) || byte.is_ascii_whitespace())
        {
            return format!("\"{}\"", String::from_utf8_lossy(text).escape_debug());
        }
        match (bytes, rest) {
            ([byte], _) => byte.to_string(),
            ([..], []) => words.iter().map(u64::to_string).collect::<Vec<_>>().join(" "),
            (_, [a, b, c, d]) => {
                let numbers = words.iter().map(u64::to_string);
                numbers.chain([u32::from_ne_bytes([*a, *b, *c, *d]).to_string()]).collect::<Vec<_>>().join(" ")
            }
            _ => bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" "),
        }
    }
}

/// Asks everything.
///
/// # Errors
/// One of the objects cannot be made.
pub fn ask_all(platform: &Platform, device: &Device) -> Result<Answers> {
    let plugin = device.plugin();
    let objects = Objects::new(device)?;
    let names = HashMap::from([
        (platform.raw().as_ptr() as usize, "the platform"),
        (device.raw().as_ptr() as usize, "the device"),
        (objects.context.raw().as_ptr() as usize, "the context"),
        (objects.queue.raw().as_ptr() as usize, "the queue"),
        (objects.program.raw().as_ptr() as usize, "the program"),
        (objects.allocation as usize, "the allocation"),
    ]);
    let mut asker = Asker { answers: Answers::new(), names };
    ask_environment(&mut asker, plugin, (platform.raw(), device.raw()), &objects);
    ask_memory(&mut asker, plugin, &objects);
    ask_programs(&mut asker, plugin, device.raw(), &objects);
    // SAFETY: nothing uses it any more.
    unsafe { objects.context.usm_free(objects.allocation)? };
    Ok(asker.answers)
}

fn ask_environment(asker: &mut Asker, plugin: &Plugin, (platform, device): (PiPlatform, PiDevice), objects: &Objects) {
    let (context, queue, event) = (objects.context.raw(), objects.queue.raw(), objects.event.raw());
    ask!(asker, "platform", PiPlatformInfo, |param, size, value, size_ret| plugin
        .piPlatformGetInfo(platform, param, size, value, size_ret));
    ask!(asker, "device", PiDeviceInfo, |param, size, value, size_ret| plugin
        .piDeviceGetInfo(device, param, size, value, size_ret));
    ask!(asker, "peer", PiPeerAttr, |param, size, value, size_ret| plugin
        .piextPeerAccessGetInfo(device, device, param, size, value, size_ret));
    ask!(asker, "context", PiContextInfo, |param, size, value, size_ret| plugin
        .piContextGetInfo(context, param, size, value, size_ret));
    ask!(asker, "queue", PiQueueInfo, |param, size, value, size_ret| plugin
        .piQueueGetInfo(queue, param, size, value, size_ret));
    ask!(asker, "event", PiEventInfo, |param, size, value, size_ret| plugin
        .piEventGetInfo(event, param, size, value, size_ret));
    ask!(asker, "event", PiProfilingInfo, |param, size, value, size_ret| plugin
        .piEventGetProfilingInfo(event, param, size, value, size_ret));
}

fn ask_memory(asker: &mut Asker, plugin: &Plugin, objects: &Objects) {
    let (context, allocation) = (objects.context.raw(), objects.allocation);
    let (buffer, image, sampler) = (objects.buffer.raw(), objects.image.raw(), objects.sampler.raw());
    ask!(asker, "buffer", PiMemInfo, |param, size, value, size_ret| plugin
        .piMemGetInfo(buffer, param, size, value, size_ret));
    ask!(asker, "image", PiMemInfo, |param, size, value, size_ret| plugin
        .piMemGetInfo(image, param, size, value, size_ret));
    ask!(asker, "image", PiImageInfo, |param, size, value, size_ret| plugin
        .piMemImageGetInfo(image, param, size, value, size_ret));
    ask!(asker, "sampler", PiSamplerInfo, |param, size, value, size_ret| plugin
        .piSamplerGetInfo(sampler, param, size, value, size_ret));
    ask!(asker, "allocation", PiMemAllocInfo, |param, size, value, size_ret| plugin
        .piextUSMGetMemAllocInfo(context, allocation, param, size, value, size_ret));
}

fn ask_programs(asker: &mut Asker, plugin: &Plugin, device: PiDevice, objects: &Objects) {
    let (program, kernel) = (objects.program.raw(), objects.kernel.raw());
    ask!(asker, "program", PiProgramInfo, |param, size, value, size_ret| plugin
        .piProgramGetInfo(program, param, size, value, size_ret));
    ask!(asker, "program", PiProgramBuildInfo, |param, size, value, size_ret| plugin
        .piProgramGetBuildInfo(program, device, param, size, value, size_ret));
    ask!(asker, "kernel", PiKernelInfo, |param, size, value, size_ret| plugin
        .piKernelGetInfo(kernel, param, size, value, size_ret));
    ask!(asker, "kernel", PiKernelGroupInfo, |param, size, value, size_ret| plugin
        .piKernelGetGroupInfo(kernel, device, param, size, value, size_ret));
    ask!(asker, "kernel", PiKernelSubGroupInfo, |param, size, value, size_ret| plugin.piKernelGetSubGroupInfo(
        kernel,
        device,
        param,
        0,
        std::ptr::null(),
        size,
        value,
        size_ret
    ));
}
