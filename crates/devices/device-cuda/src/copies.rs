//! Copies: where both sides are, and which way a copy takes.
//!
//! | from, to | way |
//! |---|---|
//! | memory that the device reaches | in the stream |
//! | at most 64 KiB from pageable host memory to the device | in the stream: CUDA reads it at once |
//! | at most 1 MiB from or to pageable host memory | through slots of pinned memory, in the stream |
//! | pageable host memory | the host executes it, when the stream is empty |

use std::sync::atomic::Ordering;

use tandem_device::{Device, DevicePtr, Error, HostPtr, Location, MemoryDomain, Rect, RectSide, Result};

use crate::api::{CudaResult, PitchedPtr, Residence, Rows, Stream, copy_on_host};
use crate::command_stream::CommandStream;
use crate::device::CudaDevice;
use crate::enqueued::Enqueued;
use crate::staging::{self, HOST_WRITES, Piece};

/// Bytes of the largest copy from pageable memory to a device that CUDA reads during the call.
const READ_AT_ONCE: usize = 64 << 10;

/// Where one side of a copy or fill is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopySide {
    /// Memory of a device.
    Device(DevicePtr),
    /// Other memory that the device reaches.
    Reached(DevicePtr),
    /// Host memory of which CUDA knows nothing.
    Pageable(HostPtr),
}

impl CopySide {
    /// The address, which is valid for CUDA's copies in any case.
    pub fn address(self) -> DevicePtr {
        match self {
            Self::Device(address) | Self::Reached(address) => address,
            Self::Pageable(host) => host.as_device(),
        }
    }

    /// The address, if the device reaches it.
    pub fn reached(self) -> Option<DevicePtr> {
        match self {
            Self::Device(address) | Self::Reached(address) => Some(address),
            Self::Pageable(_) => None,
        }
    }
}

impl CudaDevice {
    /// Where a location is. The context is current.
    pub fn locate(&self, location: &Location) -> Result<CopySide> {
        let address = match location {
            Location::Host(host) => host.as_device(),
            Location::Usm(address) => *address,
            Location::Buffer { object, offset } => {
                let placed = object.place(self)?;
                let address = placed.address.offset(*offset);
                if placed.domain == self.memory_domain() {
                    return Ok(CopySide::Device(address));
                }
                if placed.domain != MemoryDomain::HOST {
                    if !self.reaches(placed.domain)? {
                        return Err(object.inaccessible(self));
                    }
                    return Ok(CopySide::Device(address));
                }
                address
            }
        };
        if address == DevicePtr(0) {
            return Err(Error::Execution("a copy or fill of a null pointer".to_owned()));
        }
        let gpu = self.gpu()?;
        match gpu.primary.residence(address).map_err(|error| gpu.error("a copy or fill", error))? {
            Residence::Pageable => Ok(CopySide::Pageable(address.as_host())),
            Residence::Pinned | Residence::Managed => Ok(CopySide::Reached(address)),
            Residence::Device(number) if number == gpu.primary.device().raw() => Ok(CopySide::Device(address)),
            Residence::Device(number) if self.reaches(crate::hardware::domain_of(number))? => {
                Ok(CopySide::Device(address))
            }
            Residence::Device(_) => {
                Err(Error::Execution(format!("{} cannot access {:#x}, memory of another device", gpu.name, address.0)))
            }
        }
    }
}

/// Puts a copy into a stream, unless the host has to execute it.
pub fn enqueue(
    device: &CudaDevice,
    stream: &CommandStream,
    src: &Location,
    dst: &Location,
    bytes: usize,
) -> Result<Enqueued> {
    let failed = |error| stream.error("a copy", error);
    let cuda = stream.cuda();
    match (device.locate(src)?, device.locate(dst)?) {
        (CopySide::Pageable(src), CopySide::Device(dst)) if bytes <= READ_AT_ONCE && may_read_host() => {
            cuda.copy(src.as_device(), dst, bytes).map_err(failed)?;
            Ok(Enqueued::HasRead)
        }
        (CopySide::Pageable(src), CopySide::Device(dst) | CopySide::Reached(dst)) if may_read_host() => {
            through_slots(stream, bytes, None, |piece| {
                copy_on_host(src.offset(piece.offset), piece.slot, piece.bytes);
                cuda.copy(piece.slot.as_device(), dst.offset(piece.offset), piece.bytes)
            })
        }
        (CopySide::Device(src) | CopySide::Reached(src), CopySide::Pageable(dst)) if stream.has_all_host_writes() => {
            through_slots(stream, bytes, Some(dst), |piece| {
                cuda.copy(src.offset(piece.offset), piece.slot.as_device(), piece.bytes)
            })
        }
        (src, dst) => match (src.reached(), dst.reached()) {
            (Some(src), Some(dst)) => {
                cuda.copy(src, dst, bytes).map_err(failed)?;
                Ok(Enqueued::InStream(None))
            }
            _ => Ok(Enqueued::OnHost),
        },
    }
}

/// Whether pageable memory may be read now for a later copy: no earlier one is about to write there.
fn may_read_host() -> bool {
    HOST_WRITES.load(Ordering::Acquire) == 0
}

/// Puts the pieces of a copy into the stream, if it is not too large.
fn through_slots(
    stream: &CommandStream,
    bytes: usize,
    target: Option<HostPtr>,
    copy: impl Fn(Piece) -> CudaResult<()>,
) -> Result<Enqueued> {
    let failed = |error| stream.error("a copy", error);
    if bytes > staging::MAX_BYTES {
        return Ok(Enqueued::OnHost);
    }
    let Some(slots) = stream.gpu().staging.take(bytes, target).map_err(failed)? else { return Ok(Enqueued::OnHost) };
    if let Err(error) = slots.pieces().try_for_each(copy) {
        // Earlier pieces may be on their way, and the slots are used again.
        let _ = stream.cuda().synchronize();
        return Err(failed(error));
    }
    Ok(Enqueued::InStream(Some(slots)))
}

/// As [`enqueue`], for a rectangle.
pub fn enqueue_rect(
    device: &CudaDevice,
    stream: &CommandStream,
    src: &Location,
    dst: &Location,
    rect: &Rect,
) -> Result<Enqueued> {
    let (src, dst) = (device.locate(src)?, device.locate(dst)?);
    let (Some(src), Some(dst)) = (src.reached(), dst.reached()) else { return Ok(Enqueued::OnHost) };
    copy_rect(stream.cuda(), src, dst, rect).map_err(|error| stream.error("a rectangular copy", error))?;
    Ok(Enqueued::InStream(None))
}

/// Puts the copy of a rectangle into a stream: as a whole, where CUDA can express its pitches,
/// otherwise in slices or rows.
pub fn copy_rect(stream: &Stream, src: DevicePtr, dst: DevicePtr, rect: &Rect) -> CudaResult<()> {
    let [bytes, rows, slices] = rect.region;
    if let (Some(from), Some(to)) = (pitched(&rect.src, src, rect.region), pitched(&rect.dst, dst, rect.region)) {
        return stream.copy_rows(&Rows { size: rect.region, src: from, dst: to });
    }
    for slice in 0..slices {
        let at = |side: &RectSide, address: DevicePtr| address.offset(side.row_offset(0, slice));
        let plane = |side: &RectSide| RectSide { origin: [0; 3], slice_pitch: 0, ..*side };
        let (from, to) = (at(&rect.src, src), at(&rect.dst, dst));
        let flat = [bytes, rows, 1];
        if let (Some(from), Some(to)) = (pitched(&plane(&rect.src), from, flat), pitched(&plane(&rect.dst), to, flat)) {
            stream.copy_rows(&Rows { size: flat, src: from, dst: to })?;
            continue;
        }
        for row in 0..rows {
            stream.copy(from.offset(row * rect.src.row_pitch), to.offset(row * rect.dst.row_pitch), bytes)?;
        }
    }
    Ok(())
}

/// One side as CUDA has it: its slices are whole rows apart.
pub fn pitched(side: &RectSide, address: DevicePtr, [bytes, rows, slices]: [usize; 3]) -> Option<PitchedPtr> {
    let address = address.offset(side.row_offset(0, 0));
    if rows == 1 && slices == 1 {
        return Some(PitchedPtr { address, row_pitch: bytes, slice_rows: 1 });
    }
    let is_pitched = side.row_pitch >= bytes && side.row_pitch <= i32::MAX as usize;
    if !is_pitched {
        return None;
    }
    if slices == 1 {
        return Some(PitchedPtr { address, row_pitch: side.row_pitch, slice_rows: rows });
    }
    let slice_rows = side.slice_pitch / side.row_pitch;
    let is_whole = side.slice_pitch.is_multiple_of(side.row_pitch) && slice_rows >= rows;
    is_whole.then_some(PitchedPtr { address, row_pitch: side.row_pitch, slice_rows })
}
