//! Memory and semaphores of other programs. Their descriptors are those of files that can be mapped
//! ([`crate::shared_file`]).

use std::ffi::{c_int, c_uint};
use std::sync::Arc;

use crate::arrays::ArrayDescriptor;
use crate::checks::violation;
use crate::codes::{INVALID_VALUE, SUCCESS, UNKNOWN};
use crate::engine::enqueue;
use crate::exported::exported;
use crate::operation::Operation;
use crate::parameters::{Count, In, List, Out};
use crate::shared_file::{Semaphore, SharedFile};
use crate::state::{Block, ExternalMemory, Kind, MipmappedArray, State, enter};

/// `CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD`, and that of semaphores.
const OPAQUE_FD: c_int = 1;
/// `CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD`
const TIMELINE_FD: c_int = 9;

/// The union of the handles of other programs, of which only descriptors are known.
#[repr(C, align(8))]
pub struct ExternalHandle {
    descriptor: c_int,
    rest: [c_int; 3],
}

/// `CUDA_EXTERNAL_MEMORY_HANDLE_DESC`
#[repr(C)]
pub struct MemoryHandleDesc {
    kind: c_int,
    handle: ExternalHandle,
    size: u64,
    flags: c_uint,
    reserved: [c_uint; 16],
}

/// `CUDA_EXTERNAL_MEMORY_BUFFER_DESC`
#[repr(C)]
pub struct BufferDesc {
    offset: u64,
    size: u64,
    flags: c_uint,
    reserved: [c_uint; 16],
}

/// `CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC`
#[repr(C)]
pub struct ArrayDesc {
    offset: u64,
    array: ArrayDescriptor,
    levels: c_uint,
    reserved: [c_uint; 16],
}

/// `CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC`
#[repr(C)]
pub struct SemaphoreHandleDesc {
    kind: c_int,
    handle: ExternalHandle,
    flags: c_uint,
    reserved: [c_uint; 16],
}

/// `CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS` and `CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS`
#[repr(C)]
pub struct SemaphoreParams {
    value: u64,
    others: [u64; 8],
    flags: c_uint,
    reserved: [c_uint; 16],
}

// As a C compiler lays out the structures of `cuda.h`.
const _: () = {
    assert!(size_of::<MemoryHandleDesc>() == 104);
    assert!(size_of::<BufferDesc>() == 88);
    assert!(size_of::<ArrayDesc>() == 120);
    assert!(size_of::<SemaphoreHandleDesc>() == 96);
    assert!(size_of::<SemaphoreParams>() == 144);
};

impl State {
    /// Imported memory of the current device.
    fn external_memory(&self, function: &str, handle: usize, device: i32) -> &ExternalMemory {
        match self.external_memories.get(&handle) {
            Some(memory) if memory.device == device => memory,
            _ => violation(&format!("{function}: {handle:#x} is no memory that device {device} imported")),
        }
    }

    /// An imported semaphore.
    fn semaphore(&self, function: &str, handle: usize) -> Arc<Semaphore> {
        let found = self.semaphores.get(&handle);
        Arc::clone(found.unwrap_or_else(|| violation(&format!("{function}: {handle:#x} is no semaphore"))))
    }
}

/// Enqueues operations of semaphores in a stream.
fn use_semaphores(
    function: &str,
    semaphores: &[usize],
    params: &[SemaphoreParams],
    stream: usize,
    is_wait: bool,
) -> Result<c_int, c_int> {
    for (handle, params) in semaphores.iter().zip(params) {
        let (mut state, device) = enter(function)?;
        state.stream(function, stream, device);
        let semaphore = state.semaphore(function, *handle);
        if !semaphore.is_timeline() && params.value != 0 {
            violation(&format!("{function}: {handle:#x} has no value"));
        }
        enqueue(state, stream, Operation::Semaphore { semaphore, value: params.value, is_wait });
    }
    Ok(SUCCESS)
}

exported! {
    fn cuImportExternalMemory(memory: Out<'_, usize>, desc: In<'_, MemoryHandleDesc>) {
        let (mut state, device) = enter("cuImportExternalMemory")?;
        let desc = desc.get()?;
        if desc.kind != OPAQUE_FD || desc.flags != 0 {
            return Err(INVALID_VALUE);
        }
        let file = SharedFile::map(desc.handle.descriptor, usize::try_from(desc.size).map_err(|_| INVALID_VALUE)?);
        let file = file.ok_or(UNKNOWN)?;
        let handle = state.new_handle();
        state.external_memories.insert(handle, ExternalMemory { device, file });
        memory.set(handle)
    }

    fn cuExternalMemoryGetMappedBuffer(address: Out<'_, u64>, memory: usize, desc: In<'_, BufferDesc>) {
        let (mut state, device) = enter("cuExternalMemoryGetMappedBuffer")?;
        let desc = desc.get()?;
        let file = &state.external_memory("cuExternalMemoryGetMappedBuffer", memory, device).file;
        if desc.size == 0 || desc.offset.checked_add(desc.size).is_none_or(|end| end > file.bytes() as u64) {
            return Err(INVALID_VALUE);
        }
        let first = file.address() + desc.offset;
        let bytes = desc.size as usize;
        let block = Block { kind: Kind::Imported(memory), device, bytes, memory: None, is_freed: false };
        if state.blocks.insert(first, block).is_some() {
            violation("cuExternalMemoryGetMappedBuffer: the fake maps an address once at a time");
        }
        address.set(first)
    }

    fn cuExternalMemoryGetMappedMipmappedArray(mipmap: Out<'_, usize>, memory: usize, desc: In<'_, ArrayDesc>) {
        let (mut state, device) = enter("cuExternalMemoryGetMappedMipmappedArray")?;
        let desc = desc.get()?;
        let file = &state.external_memory("cuExternalMemoryGetMappedMipmappedArray", memory, device).file;
        let (first, end) = (file.address() + desc.offset, file.address() + file.bytes() as u64);
        if !desc.array.is_valid() || desc.levels == 0 {
            return Err(INVALID_VALUE);
        }
        let levels = state.add_levels(device, &desc.array, desc.levels, Some((memory, first..end)))?;
        let handle = state.new_handle();
        levels.iter().for_each(|level| state.set_mipmap(*level, handle));
        state.mipmaps.insert(handle, MipmappedArray { device, levels });
        mipmap.set(handle)
    }

    fn cuDestroyExternalMemory(memory: usize) {
        let (mut state, device) = enter("cuDestroyExternalMemory")?;
        state.external_memory("cuDestroyExternalMemory", memory, device);
        if state.blocks.values().any(|block| block.kind == Kind::Imported(memory)) {
            violation("cuDestroyExternalMemory: there are mappings of it");
        }
        state.external_memories.remove(&memory);
        Ok(SUCCESS)
    }

    fn cuImportExternalSemaphore(semaphore: Out<'_, usize>, desc: In<'_, SemaphoreHandleDesc>) {
        let (mut state, _) = enter("cuImportExternalSemaphore")?;
        let desc = desc.get()?;
        if !matches!(desc.kind, OPAQUE_FD | TIMELINE_FD) || desc.flags != 0 {
            return Err(INVALID_VALUE);
        }
        let imported = Semaphore::map(desc.handle.descriptor, desc.kind == TIMELINE_FD).ok_or(UNKNOWN)?;
        let handle = state.new_handle();
        state.semaphores.insert(handle, Arc::new(imported));
        semaphore.set(handle)
    }

    fn cuDestroyExternalSemaphore(semaphore: usize) {
        let (mut state, _) = enter("cuDestroyExternalSemaphore")?;
        if Arc::strong_count(&state.semaphore("cuDestroyExternalSemaphore", semaphore)) > 2 {
            violation("cuDestroyExternalSemaphore: an operation is still to be done");
        }
        state.semaphores.remove(&semaphore);
        Ok(SUCCESS)
    }

    fn cuSignalExternalSemaphoresAsync(
        semaphores: List<'_, usize>, params: List<'_, SemaphoreParams>, count: Count, stream: usize,
    ) {
        let function = "cuSignalExternalSemaphoresAsync";
        use_semaphores(function, semaphores.get(count), params.get(count), stream, false)
    }

    fn cuWaitExternalSemaphoresAsync(
        semaphores: List<'_, usize>, params: List<'_, SemaphoreParams>, count: Count, stream: usize,
    ) {
        let function = "cuWaitExternalSemaphoresAsync";
        use_semaphores(function, semaphores.get(count), params.get(count), stream, true)
    }
}
