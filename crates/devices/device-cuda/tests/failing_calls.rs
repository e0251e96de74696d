//! A program in which one call of CUDA fails, another one in each process: it ends, either with its results or with a
//! reported failure.

#[allow(dead_code, reason = "other tests use more of it")]
mod support;

use std::process::{Command as Process, ExitCode};
use std::sync::Arc;

use tandem_device::{
    AddressingMode, ChannelOrder, ChannelType, Command, CommandBuffer, Device, DevicePtr, Driver, Error, Event,
    FillPattern, Filtering, HostPtr, ImageCommand, ImageDescription, ImageKind, ImageSide, InitialContents, KernelArgs,
    KernelLaunch, LevelSampling, Location, MemoryObject, NdRange, PixelFormat, Queue, QueueProperties, Recording,
    Resource, Result, SamplerDescription, Usm, UsmKind, Work,
};
use tandem_device_cuda::CudaDriver;

/// The failing call, in the environment of a process: its number and its error.
const CALL: &str = "CUDA_FAILING_CALL";
/// Out of memory, and an error that ends the context.
const CODES: [&str; 2] = ["2", "700"];
/// Status of a process that has its results and no reported failure: the driver continued without the call, or there
/// are fewer calls.
const NOTHING_FAILED: i32 = 40;
/// This number of consecutive processes without a failure means that there are no more calls.
const LAST_CALLS: u32 = 30;

/// Bytes of a copy through slots, and of one that threads share.
const SIZES: [usize; 2] = [100_000, 3 << 20];

fn main() -> ExitCode {
    if let Ok(call) = std::env::var(CALL) {
        support::use_fake(&[("FAKE_CUDA_FAIL", &format!("*:{call}")), ("FAKE_CUDA_DELAY_US", "0")]);
        return one_process();
    }
    let program = std::env::current_exe().expect("the path of the test program");
    let mut failed = Vec::new();
    for code in CODES {
        let (mut call, mut unheard) = (0, 0);
        while unheard < LAST_CALLS {
            call += 1;
            let mut process = Process::new("timeout");
            let status = process.arg("60").arg(&program).env(CALL, format!("{call}:{code}")).status();
            match status.expect("the program runs").code() {
                Some(0) => unheard = 0,
                Some(NOTHING_FAILED) => unheard += 1,
                status => failed.push(format!("call {call} with error {code}: {status:?}")),
            }
        }
        println!("error {code}: {} calls", call - LAST_CALLS);
    }
    failed.iter().for_each(|failure| println!("{failure}"));
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn one_process() -> ExitCode {
    let mut failures = Vec::new();
    let has_results = match work(&mut failures) {
        Ok(has_results) => has_results,
        Err(error) => {
            failures.push(error);
            false
        }
    };
    match (has_results, failures.as_slice()) {
        (true, []) => ExitCode::from(NOTHING_FAILED as u8),
        (true, _) | (false, [_, ..]) => ExitCode::SUCCESS,
        (false, []) => {
            eprintln!("wrong results, and no failure");
            ExitCode::FAILURE
        }
    }
}

/// Uses all features of the driver. Returns whether all results are right.
fn work(failures: &mut Vec<Error>) -> Result<bool> {
    let driver = CudaDriver::new();
    let found = driver.probe()?;
    let context = driver.create_context(&found)?;
    let device = context.device(found.first().ok_or(Error::Unsupported("no device"))?)?;
    let mut is_right = true;
    for out_of_order in [false, true] {
        let queue = device.create_queue(QueueProperties { out_of_order, profiling: out_of_order })?;
        let result = use_queue(&*device, &*queue).and_then(|is_right| Ok(is_right & use_image(&*device, &*queue)?));
        failures.extend(std::iter::from_fn(|| queue.take_failure()));
        is_right &= result?;
    }
    Ok(is_right)
}

/// Memory that is freed when the commands of a queue have ended.
struct Memory<'a>(&'a dyn Usm, DevicePtr, &'a dyn Queue);

impl Drop for Memory<'_> {
    fn drop(&mut self) {
        let _ = self.2.finish();
        let _ = self.0.free(self.1);
    }
}

fn use_queue(device: &dyn Device, queue: &dyn Queue) -> Result<bool> {
    let usm = device.usm().expect("the driver has it");
    let largest = SIZES[1];
    let memory = Memory(usm, usm.alloc(UsmKind::Device, largest, 0)?, queue);
    let mut is_right = true;
    for bytes in SIZES {
        // If waiting fails, a copy may stay pending for ever.
        let [there, back] = [7, 0].map(|byte| Vec::leak(vec![byte; bytes]));
        let [there, here] = [there, &mut *back].map(|bytes| Location::Host(HostPtr(bytes.as_mut_ptr())));
        let copy =
            |src: &Location, dst: &Location| Command::Work(Work::Copy { src: src.clone(), dst: dst.clone(), bytes });
        let first = submit(queue, copy(&there, &Location::Usm(memory.1)), &[])?;
        submit(queue, copy(&Location::Usm(memory.1), &here), &[first])?.wait()?;
        queue.finish()?;
        is_right &= back.iter().all(|byte| *byte == 7);
    }
    let program = device.build(&support::image(device).request())?;
    let kernel = program.kernel("ids").expect("it is there");
    let mut args = KernelArgs::new(kernel.layout());
    args.set_pointer(kernel.layout(), 0, memory.1);
    let launch =
        || Command::from(KernelLaunch { kernel: Arc::clone(&kernel), range: NdRange::linear(8), args: args.clone() });
    let filled = Command::Work(Work::Fill {
        dst: Location::Usm(memory.1),
        pattern: FillPattern::from_slice(&[1, 2, 3, 4, 5, 6, 7, 8]),
        bytes: 64,
    });
    let filled = submit(queue, filled, &[])?;
    let mut recording = Recording::default();
    recording.add(launch(), &[])?;
    let buffer = CommandBuffer::new(device, recording)?;
    let mut replayed = None;
    buffer.replay(queue, &[filled], Some(&mut replayed))?;
    let launched = submit(queue, launch(), &[replayed.expect("an event was asked for")])?;
    let numbers = Vec::leak(vec![0_u64; 8]);
    let to = Location::Host(HostPtr(numbers.as_mut_ptr().cast()));
    submit(queue, Command::Work(Work::Copy { src: Location::Usm(memory.1), dst: to, bytes: 64 }), &[launched])?
        .wait()?;
    queue.finish()?;
    Ok(is_right && numbers == [1, 2, 3, 4, 5, 6, 7, 8])
}

/// Fills an image, launches a kernel that gets it with a sampler, and reads its pixels.
fn use_image(device: &dyn Device, queue: &dyn Queue) -> Result<bool> {
    let images = device.images().ok_or(Error::Unsupported("images"))?;
    let format = PixelFormat { order: ChannelOrder::R, channel: ChannelType::Float };
    let (kind, region) = (ImageKind::D2, [8, 4, 1]);
    let image = images.create(&ImageDescription { kind, format, size: region, layers: 1, levels: 1, buffer: None })?;
    let (normalized, addressing, filtering) = (true, AddressingMode::Repeat, Filtering::Linear);
    let sampler = images.create_sampler(&SamplerDescription {
        normalized,
        addressing,
        filtering,
        levels: LevelSampling::default(),
        seamless: false,
    })?;
    let command = |command| Command::Work(Work::Image(Box::new(command)));
    let fill = ImageCommand::Fill { image: Arc::clone(&image), origin: [0; 3], region, pixel: [7; 16] };
    let filled = submit(queue, command(fill), &[])?;
    let kernel = device.build(&support::descriptor(device).request())?.kernel("descriptor").expect("it is there");
    let out = MemoryObject::new(16, InitialContents::Undefined)?;
    let mut args = KernelArgs::new(kernel.layout());
    args.set_memory(0, &out);
    args.set_resource(1, Resource::Image(Arc::clone(&image)));
    args.set_resource(2, Resource::Sampler(sampler));
    let launched = submit(queue, KernelLaunch { kernel, range: NdRange::linear(2), args }.into(), &[filled])?;
    // If waiting fails, a copy may stay pending for ever.
    let pixels = Vec::leak(vec![0_u8; 128]);
    let location = Location::Host(HostPtr(pixels.as_mut_ptr()));
    let dst = ImageSide::Memory { location, row_pitch: 32, slice_pitch: 128 };
    let src = ImageSide::Image { image, origin: [0; 3] };
    submit(queue, command(ImageCommand::Copy { src, dst, region }), &[launched])?.wait()?;
    queue.finish()?;
    Ok(pixels.iter().all(|byte| *byte == 7))
}

fn submit(queue: &dyn Queue, command: Command, wait: &[Event]) -> Result<Event> {
    let mut event = None;
    queue.submit(command, wait, Some(&mut event))?;
    Ok(event.expect("an event was asked for"))
}
