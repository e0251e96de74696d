//! The arguments that are set for a kernel's next launches.
//!
//! As in OpenCL, arguments stay set from launch to launch, and a kernel does not keep the memory
//! objects among them: releasing a buffer frees its memory, whatever kernels it was an argument of.
//! A launch keeps the memory objects that it uses until it has ended. Images and samplers get their
//! place on a device when a launch there is made.

use std::sync::{Arc, Weak};

use parking_lot::MutexGuard;
use smallvec::SmallVec;
use tandem_device::{ArgumentLayout, Device, KernelArgs, LocalArg, MemoryObject, Resource};
use tandem_pi_abi::export::Failure;

use crate::image_object::ImageObject;
use crate::sampler_object::SamplerObject;

/// The arguments that are set.
pub struct SetArgs {
    /// One block per variant of the kernel, whose layouts may differ. No block has memory objects,
    /// images or samplers.
    blocks: SmallVec<[KernelArgs; 1]>,
    memory: SmallVec<[MemoryArg; 3]>,
    resources: Vec<(usize, SetResource)>,
    is_set: SmallVec<[bool; 16]>,
    unset: usize,
}

/// An argument that is a memory object.
struct MemoryArg {
    parameter: usize,
    object: Weak<MemoryObject>,
}

/// An argument that is an image or sampler.
enum SetResource {
    Image(Weak<ImageObject>),
    Sampler(Arc<SamplerObject>),
}

impl SetArgs {
    /// None of `count` arguments, for variants with these layouts.
    pub fn new<'a>(layouts: impl Iterator<Item = &'a ArgumentLayout>, count: usize) -> Self {
        Self {
            blocks: layouts.map(KernelArgs::new).collect(),
            memory: SmallVec::new(),
            resources: Vec::new(),
            is_set: SmallVec::from_elem(false, count),
            unset: count,
        }
    }

    /// Sets an argument that is no memory object in the block of each variant.
    pub fn set(&mut self, parameter: usize, blocks: impl FnOnce(&mut [KernelArgs])) {
        self.memory.retain(|other| other.parameter != parameter);
        self.resources.retain(|(other, _)| *other != parameter);
        blocks(&mut self.blocks);
        self.mark(parameter);
    }

    /// Sets an argument to a memory object.
    pub fn set_memory(&mut self, parameter: usize, object: &Arc<MemoryObject>) {
        match self.memory.iter_mut().find(|other| other.parameter == parameter) {
            // Kernels are mostly launched with the same buffers again.
            Some(known) if known.object.as_ptr() == Arc::as_ptr(object) => {}
            Some(known) => known.object = Arc::downgrade(object),
            None => self.memory.push(MemoryArg { parameter, object: Arc::downgrade(object) }),
        }
        self.resources.retain(|(other, _)| *other != parameter);
        self.mark(parameter);
    }

    /// Sets an argument to an image.
    pub fn set_image(&mut self, parameter: usize, image: &Arc<ImageObject>) {
        self.set_resource(parameter, SetResource::Image(Arc::downgrade(image)));
    }

    /// Sets an argument to a sampler.
    pub fn set_sampler(&mut self, parameter: usize, sampler: &Arc<SamplerObject>) {
        self.set_resource(parameter, SetResource::Sampler(Arc::clone(sampler)));
    }

    fn set_resource(&mut self, parameter: usize, resource: SetResource) {
        self.set(parameter, |_| ());
        self.resources.push((parameter, resource));
    }

    fn mark(&mut self, parameter: usize) {
        if !self.is_set[parameter] {
            self.is_set[parameter] = true;
            self.unset -= 1;
        }
    }

    /// The parameters whose arguments are not set.
    #[inline]
    pub fn missing(&self) -> Option<Vec<usize>> {
        let unset = || (0..self.is_set.len()).filter(|index| !self.is_set[*index]).collect();
        (self.unset != 0).then(unset)
    }
}

/// The arguments of the next launch of one variant, which cannot change while this lives.
pub struct LaunchArgs<'a> {
    args: MutexGuard<'a, SetArgs>,
    variant: usize,
}

impl<'a> LaunchArgs<'a> {
    /// The arguments of the variant with this index.
    pub fn new(args: MutexGuard<'a, SetArgs>, variant: usize) -> Self {
        Self { args, variant }
    }

    /// Local-memory arguments.
    #[inline]
    pub fn locals(&self) -> &[LocalArg] {
        self.args.blocks[self.variant].locals()
    }

    /// The arguments that are not memory objects.
    #[inline]
    pub fn without_memory(&self) -> &KernelArgs {
        &self.args.blocks[self.variant]
    }

    /// Adds the memory objects, which a command's arguments keep. The error is a parameter whose
    /// memory object was released.
    #[inline]
    pub fn add_memory(&self, args: &mut KernelArgs) -> Result<(), usize> {
        for MemoryArg { parameter, object } in &self.args.memory {
            args.set_memory(*parameter, &object.upgrade().ok_or(*parameter)?);
        }
        Ok(())
    }

    /// Adds the images and samplers as a device has them, which a command's arguments keep.
    /// `released` makes the failure for a parameter whose image was released.
    #[inline]
    pub fn add_resources(
        &self,
        args: &mut KernelArgs,
        device: &dyn Device,
        released: impl Fn(usize) -> Failure,
    ) -> Result<(), Failure> {
        for (parameter, resource) in &self.args.resources {
            let resource = match resource {
                SetResource::Image(image) => {
                    let image = image.upgrade().ok_or_else(|| released(*parameter))?;
                    Resource::Image(Arc::clone(image.on(device)?))
                }
                SetResource::Sampler(sampler) => Resource::Sampler(sampler.on(device)?),
            };
            args.set_resource(*parameter, resource);
        }
        Ok(())
    }
}
