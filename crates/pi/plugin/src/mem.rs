//! Memory objects: buffers, sub-buffers and images. An entry that is for one of them refuses the other.

use std::sync::Arc;

use parking_lot::Mutex;
use tandem_device::{HostPtr, InitialContents, Location, Mapping, MemoryObject};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::answer::Answer;
use crate::context::Context;
use crate::failure::{ensure, failure, from_driver};
use crate::handle::Handle;
use crate::image_object::{HostLayout, ImageObject};
use crate::object::{Kind, Object};
use crate::parameters::{Bytes, In, Memory, Out, Parameter};

/// A memory object.
pub struct Mem {
    context: Arc<Object<Context>>,
    flags: PiMemFlags,
    content: Content,
}

enum Content {
    Buffer(Buffer),
    Image(Image),
}

/// A buffer or sub-buffer.
pub struct Buffer {
    object: Arc<MemoryObject>,
    /// Mappings that are not unmapped.
    mappings: Mutex<Vec<Arc<Mapping>>>,
}

/// An image, and what its maker said of it.
pub struct Image {
    /// The object that commands and launches use.
    pub object: Arc<ImageObject>,
    /// Its pixels.
    pub format: PiImageFormat,
    /// The layout of its pixels in the caller's memory, or in its buffer.
    pub layout: HostLayout,
}

impl Kind for Mem {
    type Raw = PiMem;
    const TAG: u64 = 0x7469_6d65_6d6f_0006;
    const INVALID: PiResult = PI_ERROR_INVALID_MEM_OBJECT;
    const NAME: &'static str = "memory";
}

impl Mem {
    /// A buffer over an object that has memory already.
    pub fn around(context: Arc<Object<Context>>, object: Arc<MemoryObject>) -> Arc<Object<Self>> {
        Object::new(Self::of_buffer(context, object, PI_MEM_FLAGS_ACCESS_RW))
    }

    fn of_buffer(context: Arc<Object<Context>>, object: Arc<MemoryObject>, flags: PiMemFlags) -> Self {
        Self { context, flags, content: Content::Buffer(Buffer { object, mappings: Mutex::new(Vec::new()) }) }
    }

    /// An image.
    pub fn of_image(context: Arc<Object<Context>>, flags: PiMemFlags, image: Image) -> Self {
        Self { context, flags, content: Content::Image(image) }
    }

    /// The context.
    pub fn context(&self) -> &Object<Context> {
        &self.context
    }

    /// The name of the object in messages.
    pub fn what(&self) -> &'static str {
        match self.content {
            Content::Buffer(_) => "buffer",
            Content::Image(_) => "image",
        }
    }

    /// The buffer that it is.
    ///
    /// # Errors
    /// `PI_ERROR_INVALID_MEM_OBJECT` for an image.
    #[inline]
    pub fn buffer(&self) -> Result<&Buffer, Failure> {
        match &self.content {
            Content::Buffer(buffer) => Ok(buffer),
            Content::Image(_) => {
                Err(failure!(PI_ERROR_INVALID_MEM_OBJECT, "the memory object is an image, not a buffer"))
            }
        }
    }

    /// The image that it is.
    ///
    /// # Errors
    /// `PI_ERROR_INVALID_MEM_OBJECT` for a buffer.
    pub fn image(&self) -> Result<&Image, Failure> {
        match &self.content {
            Content::Image(image) => Ok(image),
            Content::Buffer(_) => {
                Err(failure!(PI_ERROR_INVALID_MEM_OBJECT, "the memory object is a buffer, not an image"))
            }
        }
    }
}

impl Buffer {
    /// The driver layer's object.
    pub fn object(&self) -> &Arc<MemoryObject> {
        &self.object
    }

    /// The place `offset` bytes into the buffer.
    pub fn location(&self, offset: usize) -> Location {
        Location::Buffer { object: Arc::clone(&self.object), offset }
    }

    /// Checks that the buffer contains `bytes` bytes at `offset`.
    pub fn check_range(&self, offset: usize, bytes: usize) -> Result<(), Failure> {
        let end = offset.checked_add(bytes);
        ensure!(
            end.is_some_and(|end| end <= self.object.bytes()),
            PI_ERROR_INVALID_VALUE,
            "{bytes} bytes at offset {offset} exceed the buffer of {} bytes",
            self.object.bytes()
        );
        Ok(())
    }

    /// The buffer that owns the memory, and where this one begins in it.
    pub fn root(&self) -> (*const MemoryObject, usize) {
        let (mut object, mut begin) = (&self.object, 0);
        while let Some((parent, offset)) = object.parent() {
            object = parent;
            begin += offset;
        }
        (Arc::as_ptr(object), begin)
    }

    /// Remembers a mapping.
    pub fn add_mapping(&self, mapping: Arc<Mapping>) {
        self.mappings.lock().push(mapping);
    }

    /// Takes the mapping at an address out, if there is one.
    pub fn take_mapping(&self, address: HostPtr) -> Option<Arc<Mapping>> {
        let mut mappings = self.mappings.lock();
        let found = mappings.iter().position(|mapping| mapping.address() == address);
        found.map(|index| mappings.swap_remove(index))
    }
}

/// `piMemBufferCreate`
pub fn create(
    context: Handle<'_, Context>,
    flags: PiMemFlags,
    host: Bytes<'_>,
    out: Out<'_, PiMem>,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the buffer")?;
    let context = context.shared()?;
    let (limit, bytes) = (context.max_alloc_bytes(), host.len());
    ensure!(bytes != 0, PI_ERROR_INVALID_BUFFER_SIZE, "the size of the buffer is 0");
    ensure!(
        bytes as u64 <= limit,
        PI_ERROR_INVALID_BUFFER_SIZE,
        "a buffer of {bytes} bytes exceeds the limit of {limit}"
    );
    let takes_ptr = flags.intersects(PI_MEM_FLAGS_HOST_PTR_USE | PI_MEM_FLAGS_HOST_PTR_COPY);
    // SAFETY: the flags say for how long the memory is there.
    let ptr = unsafe { Memory::read(host.as_ptr().cast()) }.host();
    ensure!(
        takes_ptr != host.is_null(),
        PI_ERROR_INVALID_HOST_PTR,
        "the flags {:#x} do not allow the host pointer {:p}",
        flags.0,
        ptr.0
    );
    let object = if flags.contains(PI_MEM_FLAGS_HOST_PTR_USE) {
        match context.is_in_host_memory() {
            true => Ok(MemoryObject::in_place(ptr, bytes)),
            false => MemoryObject::new(bytes, InitialContents::Use(ptr)),
        }
    } else if takes_ptr {
        MemoryObject::new(bytes, InitialContents::Copy(host.get("the host pointer")?))
    } else {
        MemoryObject::new(bytes, InitialContents::Undefined)
    };
    let object = object.map_err(from_driver)?;
    let mem = Object::new(Mem::of_buffer(context, object, flags));
    out.write(mem.publish());
    Ok(())
}

/// `piMemBufferPartition`
pub fn partition(
    buffer: Handle<'_, Mem>,
    flags: PiMemFlags,
    create_type: PiBufferCreateType,
    create_info: Memory,
    out: Out<'_, PiMem>,
) -> Result<(), Failure> {
    let out = out.required("the output pointer for the sub-buffer")?;
    let mem = buffer.shared()?;
    let parent = mem.buffer()?;
    ensure!(parent.object.parent().is_none(), PI_ERROR_INVALID_MEM_OBJECT, "a sub-buffer cannot be partitioned");
    ensure!(
        create_type == PI_BUFFER_CREATE_TYPE_REGION,
        PI_ERROR_INVALID_VALUE,
        "unknown partition type {create_type}"
    );
    // SAFETY: the type says that there is a region.
    let region = unsafe { In::<PiBufferRegion>::read(create_info.as_ptr().cast_const().cast()) }.get("the region")?;
    ensure!(region.size != 0, PI_ERROR_INVALID_BUFFER_SIZE, "the size of the sub-buffer is 0");
    parent.check_range(region.origin, region.size)?;
    check_alignment(&mem.context, region.origin)?;
    let object = MemoryObject::sub_buffer(&parent.object, region.origin, region.size);
    let flags = if flags.0 == 0 { mem.flags } else { flags };
    out.write(Object::new(Mem::of_buffer(Arc::clone(&mem.context), object, flags)).publish());
    Ok(())
}

/// Some device of the context must be able to address the sub-buffer.
fn check_alignment(context: &Context, origin: usize) -> Result<(), Failure> {
    let fits = |bits: u32| origin.is_multiple_of((bits as usize / 8).max(1));
    ensure!(
        context.devices().iter().any(|device| fits(device.driver().info().mem_base_align_bits)),
        PI_ERROR_MISALIGNED_SUB_BUFFER_OFFSET,
        "the offset {origin} of the sub-buffer is not aligned for any device"
    );
    Ok(())
}

/// `piMemGetInfo`. The size of an image is that of its pixels without gaps.
pub fn info(mem: Handle<'_, Mem>, param: PiMemInfo, answer: Answer<'_>) -> Result<(), Failure> {
    let mem = mem.object()?;
    let bytes = || match &mem.content {
        Content::Buffer(buffer) => buffer.object.bytes(),
        // It has been compared with what can be addressed.
        Content::Image(image) => image.object.description().packed_bytes().unwrap_or(usize::MAX),
    };
    match param {
        PI_MEM_SIZE => answer.value(bytes()),
        PI_MEM_CONTEXT => answer.value(mem.context.handle()),
        other => answer.unknown(other),
    }
}
