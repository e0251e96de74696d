//! Launches: arguments, local memory and the shape of blocks.

use smallvec::SmallVec;
use tandem_device::{Error, Kernel, KernelArgs, KernelLaunch, KernelLimits, NdRange, Resource, Result};
use tandem_native_cuda::{LastGroups, LaunchData, MAX_PARAMETER_BYTES, WARP_SIZE};

use crate::api::Launch;
use crate::command_stream::CommandStream;
use crate::device::CudaDevice;
use crate::image::CudaImage;
use crate::image_sampling;
use crate::kernel::CudaKernel;

/// A launch with its final arguments and shape.
pub struct Prepared<'a> {
    kernel: &'a CudaKernel,
    parameters: &'a [u8],
    shape: Shape,
    shared_bytes: u32,
    is_cooperative: bool,
}

/// Puts a launch into a stream, whose context is current.
pub fn enqueue(device: &CudaDevice, stream: &CommandStream, launch: &mut KernelLaunch) -> Result<()> {
    if launch.range.global.contains(&0) {
        return Ok(());
    }
    let prepared = Prepared::of(device, Some(stream), launch)?;
    stream.cuda().launch(&prepared.launch()).map_err(|error| {
        let Prepared { kernel, shape, .. } = &prepared;
        let KernelLimits { private_bytes, registers, .. } = kernel.limits();
        let asked = format!(
            "{kernel:?} with {:?} work-groups of {:?}, {} bytes of local memory, and {registers} registers and \
             {private_bytes} bytes of private memory for each work-item",
            shape.grid, shape.block, prepared.shared_bytes
        );
        stream.error(&asked, error)
    })
}

impl<'a> Prepared<'a> {
    /// Settles the arguments of a launch. The context is current. A cooperative launch needs the
    /// stream that it is for.
    pub fn of(device: &CudaDevice, stream: Option<&CommandStream>, launch: &'a mut KernelLaunch) -> Result<Self> {
        let KernelLaunch { kernel, range, args } = launch;
        let Some(kernel) = kernel.as_any().downcast_ref::<CudaKernel>() else {
            return Err(Error::Execution(format!(
                "{:?} does not belong to {}",
                &**kernel,
                device.hardware().info().name
            )));
        };
        if kernel.record().parameter_bytes > MAX_PARAMETER_BYTES {
            let bytes = kernel.record().parameter_bytes;
            let text = format!("{kernel:?} has {bytes} bytes of parameters; CUDA allows at most {MAX_PARAMETER_BYTES}");
            return Err(Error::OutOfResources(text));
        }
        let layout = Kernel::layout(kernel);
        for argument in 0..args.memory().len() {
            let memory = &args.memory()[argument];
            let (parameter, address) = (memory.parameter, memory.object.address(device)?);
            args.resolve(layout, parameter, address.0);
        }
        for (parameter, value) in resources(device, args)? {
            args.resolve(layout, parameter, value);
        }
        let mut shared_bytes = u64::from(kernel.record().dynamic_local_bytes);
        for argument in 0..args.locals().len() {
            let local = args.locals()[argument];
            let offset = kernel.local_offset(shared_bytes, local.bytes);
            let end = offset.and_then(|offset| offset.checked_add(local.bytes));
            shared_bytes = end.unwrap_or(u64::MAX);
            args.resolve(layout, local.parameter, offset.unwrap_or(u64::MAX));
        }
        let shared_bytes = shared_of(device, kernel, shared_bytes)?;
        kernel.allow_shared_bytes(shared_bytes)?;
        let shape = Shape::of(device, kernel, range, !args.resources().is_empty())?;
        let groups_barrier = match stream {
            Some(stream) if range.is_cooperative => stream.groups_barrier()?.0,
            _ => 0,
        };
        let data = LaunchData {
            global_size: range.global,
            global_offset: range.offset,
            work_dim: range.dims,
            last_groups: LastGroups::of(range.global, shape.block),
            groups_barrier,
        };
        args.set_value(kernel.launch_data(), 0, &data.to_bytes());
        Ok(Self { kernel, parameters: args.block(), shape, shared_bytes, is_cooperative: range.is_cooperative })
    }

    /// The launch for CUDA.
    pub fn launch(&self) -> Launch<'_> {
        let Self { parameters, shared_bytes, is_cooperative, shape: Shape { grid, block }, .. } = *self;
        Launch { function: self.kernel.function(), grid, block, shared_bytes, is_cooperative, parameters }
    }
}

/// The values that a kernel gets for images and samplers, by parameter. The images get textures for the samplers. The
/// context is current.
pub fn resources(device: &CudaDevice, args: &KernelArgs) -> Result<SmallVec<[(usize, u64); 4]>> {
    let mut words = SmallVec::<[u64; 4]>::new();
    for argument in args.resources() {
        words.extend(image_sampling::word_of(&argument.resource)?);
    }
    let value = |resource: &Resource| match resource {
        Resource::Image(image) => CudaImage::of(&**image, device)?.argument(&words),
        Resource::Sampler(_) => Ok(image_sampling::word_of(resource)?.unwrap_or_default()),
    };
    args.resources().iter().map(|argument| Ok((argument.parameter, value(&argument.resource)?))).collect()
}

/// The dynamic shared memory of a launch, if the device has so much.
fn shared_of(device: &CudaDevice, kernel: &CudaKernel, bytes: u64) -> Result<u32> {
    use tandem_device::Device;
    let info = device.info();
    let total = bytes.saturating_add(kernel.record().static_local_bytes.into());
    match u32::try_from(bytes) {
        Ok(bytes) if total <= info.local_mem_bytes => Ok(bytes),
        _ => Err(Error::OutOfResources(format!(
            "{kernel:?} needs {total} bytes of local memory, and {} has {}",
            info.name, info.local_mem_bytes
        ))),
    }
}

/// Blocks, and threads of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    grid: [u32; 3],
    block: [u32; 3],
}

impl Shape {
    fn of(device: &CudaDevice, kernel: &CudaKernel, range: &NdRange, uses_images: bool) -> Result<Self> {
        use tandem_device::Device;
        let info = device.info();
        let required = kernel.record().required_work_group_size.map(|size| size.map(u64::from));
        let most = info.max_work_groups.map(|groups| groups as u64);
        let local = match range.local.or(required) {
            Some(local) => local,
            None => free_shape(range.global, u64::from(kernel.block()), most, uses_images),
        };
        let groups = [0, 1, 2].map(|dim| range.global[dim].div_ceil(local[dim].max(1)));
        if let Some(dim) = (0..3).find(|dim| groups[*dim] > most[*dim]) {
            return Err(Error::OutOfResources(format!(
                "{} work-groups in dimension {dim} of {kernel:?} exceed the limit {} of {}",
                groups[dim], most[dim], info.name
            )));
        }
        let number = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
        Ok(Self { grid: groups.map(number), block: local.map(number) })
    }
}

/// Most work-items of a work-group in dimension 2, on every GPU. In the other dimensions, the limit is that of the
/// whole group.
const MAX_BLOCK_Z: u64 = 64;

/// Work-groups of at most `items` work-items for a range: whole warps in dimension 0, as long as
/// that has work for them, and enough in the others that there are not too many groups.
///
/// The work-groups of kernels that use images are tiles, because arrays and their caches keep neighbours in both
/// dimensions together.
fn free_shape(global: [u64; 3], items: u64, most: [u64; 3], uses_images: bool) -> [u64; 3] {
    let warp = u64::from(WARP_SIZE);
    let needed = [1, 2].map(|dim| global[dim].div_ceil(most[dim]));
    let max_x = (items / (needed[0] * needed[1]).max(1)).max(1);
    let max_x = if uses_images && global[1] > 1 { max_x.min(warp) } else { max_x };
    let x = if global[0] < warp { global[0] } else { global[0].next_multiple_of(warp).min(max_x) };
    let y = (items / (x * needed[1]).max(1)).clamp(needed[0].max(1), global[1].max(needed[0]).max(1));
    let z = (items / (x * y).max(1)).clamp(needed[1].max(1), global[2].max(needed[1]).max(1));
    [x.max(1), y, z.min(MAX_BLOCK_Z)]
}

#[cfg(test)]
mod tests {
    use super::free_shape;

    const MOST: [u64; 3] = [i32::MAX as u64, 65535, 65535];

    #[test]
    fn work_groups_of_ranges() {
        assert_eq!(free_shape([1 << 20, 1, 1], 256, MOST, false), [256, 1, 1]);
        assert_eq!(free_shape([7, 1, 1], 256, MOST, false), [7, 1, 1]);
        assert_eq!(free_shape([100, 1, 1], 256, MOST, false), [128, 1, 1]);
        assert_eq!(free_shape([1000, 1000, 1], 256, MOST, false), [256, 1, 1]);
        assert_eq!(free_shape([64, 1000, 1], 256, MOST, false), [64, 4, 1]);
        assert_eq!(free_shape([1, 1, 1000], 256, MOST, false), [1, 1, 64]);
        assert_eq!(free_shape([1000, 1000, 1], 256, MOST, true), [32, 8, 1]);
        assert_eq!(free_shape([1000, 1, 1], 256, MOST, true), [256, 1, 1]);
    }

    #[test]
    fn there_are_not_too_many_groups() {
        for global in [[1, 1 << 22, 1], [1 << 20, 1 << 20, 1], [3, 100_000, 100_000]] {
            let local = free_shape(global, 1024, MOST, false);
            assert!(local.iter().product::<u64>() <= 1024, "{global:?}: {local:?}");
            assert!((0..3).all(|dim| global[dim].div_ceil(local[dim]) <= MOST[dim]), "{global:?}: {local:?}");
        }
    }
}
