//! Memory objects: buffers and sub-buffers. Images are not supported so far.

use std::sync::Arc;

use parking_lot::Mutex;
use tandem_device::{HostPtr, InitialContents, Location, Mapping, MemoryObject};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::answer::Answer;
use crate::context::Context;
use crate::failure::{ensure, from_driver};
use crate::handle::Handle;
use crate::object::{Kind, Object};
use crate::parameters::{Bytes, In, Memory, Out, Parameter};

/// A buffer or sub-buffer.
pub struct Mem {
    context: Arc<Object<Context>>,
    object: Arc<MemoryObject>,
    flags: PiMemFlags,
    /// Mappings that are not unmapped.
    mappings: Mutex<Vec<Arc<Mapping>>>,
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
        Object::new(Self { context, object, flags: PI_MEM_FLAGS_ACCESS_RW, mappings: Mutex::new(Vec::new()) })
    }

    /// The context.
    pub fn context(&self) -> &Object<Context> {
        &self.context
    }

    /// The driver layer's object.
    pub fn object(&self) -> &Arc<MemoryObject> {
        &self.object
    }

    /// The place `offset` bytes into the buffer.
    pub fn location(&self, offset: usize) -> Location {
        Location::Buffer { object: Arc::clone(&self.object), offset }
    }

    /// Checks that `bytes` bytes at `offset` lie in the buffer.
    pub fn check_range(&self, offset: usize, bytes: usize) -> Result<(), Failure> {
        let end = offset.checked_add(bytes);
        ensure!(
            end.is_some_and(|end| end <= self.object.bytes()),
            PI_ERROR_INVALID_VALUE,
            "{bytes} bytes at offset {offset} do not lie in the buffer of {} bytes",
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
    let out = out.required("the place for the buffer")?;
    let context = context.shared()?;
    let (limit, bytes) = (context.max_alloc_bytes(), host.len());
    ensure!(bytes != 0, PI_ERROR_INVALID_BUFFER_SIZE, "the buffer has no bytes");
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
        "the flags {:#x} and the host pointer {:p} do not go together",
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
    let mem = Object::new(Mem { context, object, flags, mappings: Mutex::new(Vec::new()) });
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
    let out = out.required("the place for the sub-buffer")?;
    let parent = buffer.shared()?;
    ensure!(parent.object.parent().is_none(), PI_ERROR_INVALID_MEM_OBJECT, "a sub-buffer cannot be partitioned");
    ensure!(
        create_type == PI_BUFFER_CREATE_TYPE_REGION,
        PI_ERROR_INVALID_VALUE,
        "the partition type {create_type} is not known"
    );
    // SAFETY: the type says that there is a region.
    let region = unsafe { In::<PiBufferRegion>::read(create_info.as_ptr().cast_const().cast()) }.get("the region")?;
    ensure!(region.size != 0, PI_ERROR_INVALID_BUFFER_SIZE, "the sub-buffer has no bytes");
    parent.check_range(region.origin, region.size)?;
    check_alignment(&parent.context, region.origin)?;
    let mem = Object::new(Mem {
        context: Arc::clone(&parent.context),
        object: MemoryObject::sub_buffer(&parent.object, region.origin, region.size),
        flags: if flags.0 == 0 { parent.flags } else { flags },
        mappings: Mutex::new(Vec::new()),
    });
    out.write(mem.publish());
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

/// `piMemGetInfo`
pub fn info(mem: Handle<'_, Mem>, param: PiMemInfo, answer: Answer<'_>) -> Result<(), Failure> {
    let mem = mem.object()?;
    match param {
        PI_MEM_SIZE => answer.value(mem.object.bytes()),
        PI_MEM_CONTEXT => answer.value(mem.context.handle()),
        other => answer.unknown(other),
    }
}
