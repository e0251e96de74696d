//! Memory.

use std::ffi::{c_int, c_uint, c_void};

use crate::checks::violation;
use crate::codes::{INVALID_VALUE, OUT_OF_MEMORY, SUCCESS};
use crate::engine::enqueue;
use crate::exported::exported;
use crate::hardware::TOTAL_BYTES;
use crate::operation::Operation;
use crate::parameters::{Count, In, Len, List, Out};
use crate::state::{Block, Kind, Pool, State, enter};

/// Alignment of addresses.
const ALIGN: usize = 512;
/// The contents of new memory.
const GARBAGE: u128 = 0xdead_beef_dead_beef_dead_beef_dead_beef;

/// A description of access to a pool, as C has it.
#[repr(C)]
pub struct AccessDesc {
    location: [c_int; 2],
    flags: c_int,
}

/// The start of the properties of a pool, as C has them.
#[repr(C)]
pub struct PoolProps {
    alloc_type: c_int,
    handle_types: c_int,
    location: [c_int; 2],
}

impl State {
    fn used(&self, device: i32) -> usize {
        let is_device = |block: &&Block| {
            block.device == device && matches!(block.kind, Kind::Device | Kind::OfPool(_) | Kind::Array)
        };
        self.blocks.values().filter(is_device).map(|block| block.bytes).sum()
    }

    /// Makes a block of memory.
    pub fn alloc(&mut self, device: i32, kind: Kind, bytes: usize) -> Option<u64> {
        if bytes > TOTAL_BYTES || self.used(device) + bytes > TOTAL_BYTES {
            return None;
        }
        let memory = vec![GARBAGE; (bytes.max(1) + ALIGN).div_ceil(16)].into_boxed_slice();
        let address = (memory.as_ptr() as u64).next_multiple_of(ALIGN as u64);
        self.blocks.insert(address, Block { kind, device, bytes: bytes.max(1), memory: Some(memory), is_freed: false });
        Some(address)
    }

    /// Takes a block back, which begins at an address and is of this kind.
    fn take(&mut self, function: &str, address: u64, kind: Kind) -> Block {
        match self.blocks.remove(&address) {
            Some(block) if block.kind == kind && !block.is_freed => block,
            _ => violation(&format!("{function}: {address:#x} is no such memory")),
        }
    }
}

exported! {
    fn cuMemGetInfo_v2(free: Out<'_, usize>, total: Out<'_, usize>) {
        let (state, device) = enter("cuMemGetInfo")?;
        free.set_if_wanted(TOTAL_BYTES - state.used(device));
        total.set(TOTAL_BYTES)
    }

    fn cuMemPoolCreate(pool: Out<'_, usize>, properties: In<'_, PoolProps>) {
        let (mut state, device) = enter("cuMemPoolCreate")?;
        let properties = properties.get()?;
        if properties.alloc_type != 1 || properties.location != [1, device] {
            return Err(INVALID_VALUE);
        }
        let handle = state.new_handle();
        state.pools.insert(handle, Pool { device, reserved: 0, readers: vec![device] });
        pool.set(handle)
    }

    fn cuMemPoolDestroy(pool: usize) {
        let (mut state, _) = enter("cuMemPoolDestroy")?;
        if state.blocks.values().any(|block| block.kind == Kind::OfPool(pool) && !block.is_freed) {
            violation("cuMemPoolDestroy: it has blocks");
        }
        if state.pools.remove(&pool).is_none() {
            violation(&format!("cuMemPoolDestroy: {pool:#x} is no pool"));
        }
        Ok(SUCCESS)
    }

    fn cuMemPoolSetAttribute(pool: usize, attribute: c_int, _value: *mut c_void) {
        let (state, _) = enter("cuMemPoolSetAttribute")?;
        if state.pools.contains_key(&pool) && attribute == 4 { Ok(SUCCESS) } else { Err(INVALID_VALUE) }
    }

    fn cuMemPoolGetAttribute(pool: usize, attribute: c_int, value: Out<'_, u64>) {
        let (state, _) = enter("cuMemPoolGetAttribute")?;
        let Some(pool) = state.pools.get(&pool).filter(|_| attribute == 5) else { return Err(INVALID_VALUE) };
        value.set(pool.reserved)
    }

    fn cuMemPoolTrimTo(pool: usize, bytes: usize) {
        let (mut state, _) = enter("cuMemPoolTrimTo")?;
        let of_pool = state.blocks.values().filter(|block| block.kind == Kind::OfPool(pool));
        let used: u64 = of_pool.map(|block| block.bytes as u64).sum();
        let Some(pool) = state.pools.get_mut(&pool) else { return Err(INVALID_VALUE) };
        pool.reserved = used.max(bytes as u64);
        Ok(SUCCESS)
    }

    fn cuMemPoolSetAccess(pool: usize, access: List<'_, AccessDesc>, count: Len) {
        let (mut state, _) = enter("cuMemPoolSetAccess")?;
        let Some(pool) = state.pools.get_mut(&pool) else { return Err(INVALID_VALUE) };
        pool.readers.extend(access.get(count).iter().filter(|access| access.flags == 3).map(|access| access.location[1]));
        Ok(SUCCESS)
    }

    fn cuMemAllocFromPoolAsync(address: Out<'_, u64>, bytes: usize, pool: usize, stream: usize) {
        let (mut state, device) = enter("cuMemAllocFromPoolAsync")?;
        state.stream("cuMemAllocFromPoolAsync", stream, device);
        if bytes == 0 || state.pools.get(&pool).is_none_or(|pool| pool.device != device) {
            return Err(INVALID_VALUE);
        }
        let block = state.alloc(device, Kind::OfPool(pool), bytes).ok_or(OUT_OF_MEMORY)?;
        if let Some(pool) = state.pools.get_mut(&pool) {
            pool.reserved += bytes as u64;
        }
        address.set(block)
    }

    fn cuMemFreeAsync(address: u64, stream: usize) {
        let (mut state, device) = enter("cuMemFreeAsync")?;
        state.stream("cuMemFreeAsync", stream, device);
        match state.blocks.get_mut(&address) {
            Some(block) if matches!(block.kind, Kind::OfPool(_)) && !block.is_freed => block.is_freed = true,
            _ => violation(&format!("cuMemFreeAsync: {address:#x} is no block of a pool")),
        }
        enqueue(state, stream, Operation::Free(address));
        Ok(SUCCESS)
    }

    fn cuMemAlloc_v2(address: Out<'_, u64>, bytes: usize) {
        let (mut state, device) = enter("cuMemAlloc")?;
        let block = state.alloc(device, Kind::Device, bytes).ok_or(OUT_OF_MEMORY)?;
        address.set(block)
    }

    fn cuMemAllocManaged(address: Out<'_, u64>, bytes: usize, _flags: c_uint) {
        let (mut state, device) = enter("cuMemAllocManaged")?;
        let block = state.alloc(device, Kind::Managed, bytes).ok_or(OUT_OF_MEMORY)?;
        address.set(block)
    }

    fn cuMemFree_v2(address: u64) {
        let (mut state, _) = enter("cuMemFree")?;
        let kind = state.blocks.get(&address).map(|block| block.kind);
        let kind = kind.filter(|kind| matches!(kind, Kind::Device | Kind::Managed | Kind::Imported(_))).unwrap_or(Kind::Device);
        state.take("cuMemFree", address, kind);
        Ok(SUCCESS)
    }

    fn cuMemHostAlloc(address: Out<'_, *mut c_void>, bytes: usize, _flags: c_uint) {
        let (mut state, device) = enter("cuMemHostAlloc")?;
        let block = state.alloc(device, Kind::Pinned, bytes).ok_or(OUT_OF_MEMORY)?;
        address.set(block as usize as *mut c_void)
    }

    fn cuMemFreeHost(address: *mut c_void) {
        let (mut state, _) = enter("cuMemFreeHost")?;
        state.take("cuMemFreeHost", address as u64, Kind::Pinned);
        Ok(SUCCESS)
    }

    fn cuMemHostRegister_v2(address: *mut c_void, bytes: usize, _flags: c_uint) {
        let (mut state, device) = enter("cuMemHostRegister")?;
        if bytes == 0 || state.block_around(address as u64).is_some() {
            return Err(INVALID_VALUE);
        }
        let block = Block { kind: Kind::Registered, device, bytes, memory: None, is_freed: false };
        state.blocks.insert(address as u64, block);
        Ok(SUCCESS)
    }

    fn cuMemHostUnregister(address: *mut c_void) {
        let (mut state, _) = enter("cuMemHostUnregister")?;
        state.take("cuMemHostUnregister", address as u64, Kind::Registered);
        Ok(SUCCESS)
    }

    fn cuMemPrefetchAsync(address: u64, bytes: usize, _device: c_int, stream: usize) {
        let (mut state, device) = enter("cuMemPrefetchAsync")?;
        state.stream("cuMemPrefetchAsync", stream, device);
        check_managed(&state, address, bytes)
    }

    fn cuMemAdvise(address: u64, bytes: usize, advice: c_int, _device: c_int) {
        let (state, _) = enter("cuMemAdvise")?;
        if !(1..=6).contains(&advice) {
            return Err(INVALID_VALUE);
        }
        check_managed(&state, address, bytes)
    }

    fn cuPointerGetAttributes(
        count: Count, attributes: List<'_, c_int>, values: List<'_, *mut c_int>, address: u64
    ) {
        let (state, _) = enter("cuPointerGetAttributes")?;
        let block = state.block_around(address).map(|(_, block)| block);
        for (attribute, value) in attributes.get(count).iter().zip(values.get(count)) {
            let number = match (*attribute, block) {
                (2, Some(block)) if matches!(block.kind, Kind::Pinned | Kind::Registered) => 1,
                (2, Some(_)) => 2,
                (8, Some(block)) => c_int::from(block.kind == Kind::Managed),
                (9, Some(block)) => block.device,
                // CUDA reports nothing about memory that it does not know.
                (2 | 8, None) => 0,
                (9, None) => -2,
                _ => return Err(INVALID_VALUE),
            };
            // SAFETY: each value has a place, of 4 bytes for these attributes.
            unsafe { value.write(number) };
        }
        Ok(SUCCESS)
    }

    fn cuMemGetAddressRange_v2(base: Out<'_, u64>, bytes: Out<'_, usize>, address: u64) {
        let (state, _) = enter("cuMemGetAddressRange")?;
        let is_device = |block: &Block| !matches!(block.kind, Kind::Pinned | Kind::Registered);
        let Some((first, block)) = state.block_around(address).filter(|(_, block)| is_device(block)) else {
            return Err(crate::codes::NOT_FOUND);
        };
        base.set_if_wanted(first);
        bytes.set(block.bytes)
    }
}

fn check_managed(state: &State, address: u64, bytes: usize) -> Result<i32, i32> {
    match state.block_around(address) {
        Some((first, block)) if block.kind == Kind::Managed && address + bytes as u64 <= first + block.bytes as u64 => {
            Ok(SUCCESS)
        }
        _ => Err(INVALID_VALUE),
    }
}
