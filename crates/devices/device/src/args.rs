//! Kernel arguments: one block of bytes, laid out by the driver, and the
//! arguments whose value is only known when the launch runs.

use std::fmt;
use std::sync::Arc;

use smallvec::SmallVec;
use tandem_device_ir::Parameter;

use crate::images::Resource;
use crate::memory::DevicePtr;
use crate::memory_object::MemoryObject;

/// Alignment of the argument block, a promise to drivers.
const ALIGN: usize = 64;
/// Lines of [`ALIGN`] bytes that fit without a heap allocation.
const INLINE_LINES: usize = 2;

/// Where a driver wants the arguments of a kernel in the argument block.
///
/// A driver that passes a block to its kernels gives the block that the kernels
/// expect, so that nothing is copied or converted when a launch runs: the block
/// of a compiled function, a buffer of kernel parameters. One that sets arguments
/// one by one takes [`natural`](Self::natural) and finds each with
/// [`KernelArgs::bytes`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArgumentLayout {
    places: Box<[ArgumentSlot]>,
    bytes: u32,
}

/// The place of an argument in the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ArgumentSlot {
    offset: u32,
    bytes: u32,
}

impl ArgumentLayout {
    /// A layout with these offsets, one for each parameter, in a block of `bytes`
    /// bytes.
    ///
    /// # Panics
    /// If the numbers of offsets and parameters differ, or an argument is not
    /// within the block.
    pub fn new(parameters: &[Parameter], offsets: &[u32], bytes: u32) -> Self {
        assert_eq!(parameters.len(), offsets.len(), "each parameter has an offset");
        let place = |(parameter, &offset): (&Parameter, &u32)| {
            let place = ArgumentSlot { offset, bytes: parameter.bytes };
            assert!(offset.checked_add(place.bytes).is_some_and(|end| end <= bytes), "an argument is in the block");
            place
        };
        Self { places: parameters.iter().zip(offsets).map(place).collect(), bytes }
    }

    /// The parameters in order, each aligned as a C structure has it, but to at
    /// most 16 bytes.
    pub fn natural(parameters: &[Parameter]) -> Self {
        let mut end = 0_u32;
        let offsets: Vec<u32> = parameters
            .iter()
            .map(|parameter| {
                let offset = end.next_multiple_of(parameter.bytes.next_power_of_two().clamp(1, 16));
                end = offset + parameter.bytes;
                offset
            })
            .collect();
        Self::new(parameters, &offsets, end.next_multiple_of(8))
    }

    /// Size of the block in bytes.
    pub fn bytes(&self) -> u32 {
        self.bytes
    }

    /// Offset of an argument in bytes.
    pub fn offset(&self, parameter: usize) -> usize {
        self.places[parameter].offset as usize
    }
}

#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u8; ALIGN]);

/// A local-memory argument: the launch chooses its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalArg {
    /// Index of the parameter.
    pub parameter: usize,
    /// Size of the local memory in bytes.
    pub bytes: u64,
}

/// A buffer argument: the launch stores its address on the executing device.
#[derive(Clone, Debug)]
pub struct MemoryArg {
    /// Index of the parameter.
    pub parameter: usize,
    /// The buffer.
    pub object: Arc<MemoryObject>,
}

/// An image or sampler argument: the launch stores the device's value for it.
#[derive(Clone)]
pub struct ResourceArg {
    /// Index of the parameter.
    pub parameter: usize,
    /// The image or sampler.
    pub resource: Resource,
}

/// The arguments of one launch.
///
/// The plugin keeps one per kernel object, sets arguments in it, and clones
/// it into each launch. Blocks of up to 128 bytes do not allocate. All methods
/// with a layout take that of the kernel; parameters are numbered from 0.
pub struct KernelArgs {
    len: usize,
    block: SmallVec<[Line; INLINE_LINES]>,
    locals: SmallVec<[LocalArg; 1]>,
    memory: SmallVec<[MemoryArg; 3]>,
    resources: Vec<ResourceArg>,
}

impl KernelArgs {
    /// A zeroed block for a kernel with this layout.
    pub fn new(layout: &ArgumentLayout) -> Self {
        let len = layout.bytes as usize;
        let block = SmallVec::from_elem(Line([0; ALIGN]), len.div_ceil(ALIGN));
        Self { len, block, locals: SmallVec::new(), memory: SmallVec::new(), resources: Vec::new() }
    }

    /// Sets an argument that is passed by value. Missing bytes stay as they
    /// are and surplus bytes are dropped: the caller has compared the sizes.
    pub fn set_value(&mut self, layout: &ArgumentLayout, parameter: usize, value: &[u8]) {
        self.resources.retain(|other| other.parameter != parameter);
        let place = layout.places[parameter];
        self.store(place.offset as usize, &value[..value.len().min(place.bytes as usize)]);
    }

    /// Sets a pointer argument to a USM pointer.
    pub fn set_pointer(&mut self, layout: &ArgumentLayout, parameter: usize, ptr: DevicePtr) {
        self.memory.retain(|other| other.parameter != parameter);
        self.resources.retain(|other| other.parameter != parameter);
        self.resolve(layout, parameter, ptr.0);
    }

    /// Sets a pointer argument to a buffer.
    pub fn set_memory(&mut self, parameter: usize, object: &Arc<MemoryObject>) {
        match self.memory.iter_mut().find(|other| other.parameter == parameter) {
            // Kernels are mostly launched with the same buffers again.
            Some(known) if Arc::ptr_eq(&known.object, object) => {}
            Some(known) => known.object = Arc::clone(object),
            None => self.memory.push(MemoryArg { parameter, object: Arc::clone(object) }),
        }
    }

    /// Sets an image or sampler. Launches with such arguments allocate.
    pub fn set_resource(&mut self, parameter: usize, resource: Resource) {
        self.resources.retain(|other| other.parameter != parameter);
        self.resources.push(ResourceArg { parameter, resource });
    }

    /// Sets the size of a local-memory argument in bytes.
    pub fn set_local(&mut self, parameter: usize, bytes: u64) {
        self.locals.retain(|other| other.parameter != parameter);
        self.locals.push(LocalArg { parameter, bytes });
    }

    /// The block, aligned to 64 bytes.
    pub fn block(&self) -> &[u8] {
        // SAFETY: a `Line` is 64 bytes without padding, and the block has at least `len` of them.
        unsafe { std::slice::from_raw_parts(self.block.as_ptr().cast::<u8>(), self.len) }
    }

    fn block_mut(&mut self) -> &mut [u8] {
        // SAFETY: as in `block`.
        unsafe { std::slice::from_raw_parts_mut(self.block.as_mut_ptr().cast::<u8>(), self.len) }
    }

    /// The bytes of one argument in the block.
    pub fn bytes(&self, layout: &ArgumentLayout, parameter: usize) -> &[u8] {
        let place = layout.places[parameter];
        &self.block()[place.offset as usize..][..place.bytes as usize]
    }

    /// Stores an address or offset of 8 bytes for an argument; for drivers, which
    /// resolve local, buffer, image and sampler arguments when the launch runs.
    pub fn resolve(&mut self, layout: &ArgumentLayout, parameter: usize, value: u64) {
        self.store(layout.offset(parameter), &value.to_le_bytes());
    }

    /// Local-memory arguments, in the order in which they were set.
    pub fn locals(&self) -> &[LocalArg] {
        &self.locals
    }

    /// Buffer arguments.
    pub fn memory(&self) -> &[MemoryArg] {
        &self.memory
    }

    /// Image and sampler arguments.
    pub fn resources(&self) -> &[ResourceArg] {
        &self.resources
    }

    /// Copies into the block, as far as it reaches.
    fn store(&mut self, offset: usize, bytes: &[u8]) {
        let end = self.len.min(offset.saturating_add(bytes.len()));
        if let Some(place) = self.block_mut().get_mut(offset..end) {
            place.copy_from_slice(&bytes[..end - offset]);
        }
    }
}

// Every launch clones its arguments: plain bytes are copied as a whole.
impl Clone for KernelArgs {
    fn clone(&self) -> Self {
        Self {
            len: self.len,
            block: SmallVec::from_slice(&self.block),
            locals: SmallVec::from_slice(&self.locals),
            memory: self.memory.clone(),
            resources: self.resources.clone(),
        }
    }
}

impl fmt::Debug for KernelArgs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KernelArgs")
            .field("bytes", &self.len)
            .field("locals", &self.locals)
            .field("memory", &self.memory.len())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_device_ir::ParameterKind;

    #[test]
    fn natural_layouts_align_as_structures_do() {
        let word = Parameter::word(ParameterKind::Global);
        let parameters = [Parameter::value(4), word, Parameter::value(1), Parameter::value(2), Parameter::value(24)];
        let layout = ArgumentLayout::natural(&parameters);
        let offsets: Vec<usize> = (0..parameters.len()).map(|parameter| layout.offset(parameter)).collect();
        assert_eq!((offsets.as_slice(), layout.bytes()), (&[0, 8, 16, 18, 32][..], 56));
        assert_eq!(ArgumentLayout::natural(&[]).bytes(), 0);
    }

    #[test]
    fn arguments_lie_where_the_driver_wants_them() {
        let parameters = [Parameter::word(ParameterKind::Global), Parameter::value(2)];
        let layout = ArgumentLayout::new(&parameters, &[120, 64], 128);
        let mut args = KernelArgs::new(&layout);
        args.set_pointer(&layout, 0, DevicePtr(7));
        args.set_value(&layout, 1, &[1, 2, 3]);
        assert_eq!(args.block().as_ptr() as usize % ALIGN, 0);
        assert_eq!((args.bytes(&layout, 0), args.bytes(&layout, 1)), (&7_u64.to_le_bytes()[..], &[1, 2][..]));
        assert_eq!(args.block()[64..67], [1, 2, 0]);
        assert!(!args.block.spilled());
    }

    struct Nearest(crate::images::SamplerDescription);

    impl crate::images::Sampler for Nearest {
        fn description(&self) -> &crate::images::SamplerDescription {
            &self.0
        }

        fn as_any(&self) -> &dyn std::any::Any {
            self
        }
    }

    #[test]
    fn a_value_takes_the_place_of_a_sampler() {
        use crate::images::{AddressingMode, Filtering, LevelSampling, SamplerDescription};
        let layout = ArgumentLayout::natural(&[Parameter::value(8), Parameter::word(ParameterKind::Sampler)]);
        let mut args = KernelArgs::new(&layout);
        let (addressing, filtering) = (AddressingMode::Clamp, Filtering::Nearest);
        let sampler = Arc::new(Nearest(SamplerDescription {
            normalized: false,
            addressing,
            filtering,
            levels: LevelSampling::default(),
            seamless: false,
        }));
        for parameter in [0, 1, 0] {
            args.set_resource(parameter, Resource::Sampler(sampler.clone()));
        }
        assert_eq!(args.resources().iter().map(|argument| argument.parameter).collect::<Vec<_>>(), [1, 0]);
        args.set_value(&layout, 0, &[1; 8]);
        assert_eq!(args.clone().resources().len(), 1);
        args.set_pointer(&layout, 1, DevicePtr(0));
        assert!(args.resources().is_empty());
        assert_eq!(Arc::strong_count(&sampler), 1);
    }

    #[test]
    #[should_panic(expected = "in the block")]
    fn a_layout_beyond_its_block_is_refused() {
        ArgumentLayout::new(&[Parameter::value(8)], &[4], 8);
    }
}
