//! Prefetches of managed memory, and advice on its use.

use tandem_device::{Advice, DeviceInfo, DevicePtr, Result};

use crate::api::{CudaResult, Residence, Stream};
use crate::command_stream::CommandStream;

/// `PI_MEM_ADVICE_CUDA_SET_READ_MOSTLY`, the first advice that is CUDA's; they are in the order of
/// CUDA's own, which begin with 1.
const FIRST_CUDA_ADVICE: Advice = 101;
/// Kinds of advice.
const CUDA_ADVICE: i32 = 6;

/// Moves managed memory to the device. Other memory does not move.
pub fn prefetch(info: &DeviceInfo, stream: &CommandStream, address: DevicePtr, bytes: usize) -> Result<()> {
    hint(info, stream, address, |stream| stream.prefetch(address, bytes))
}

/// Advises on the use of managed memory. Advice that CUDA does not know changes nothing.
pub fn advise(
    info: &DeviceInfo,
    stream: &CommandStream,
    address: DevicePtr,
    bytes: usize,
    advice: Advice,
) -> Result<()> {
    match advice.checked_sub(FIRST_CUDA_ADVICE).map(|number| number as i32) {
        Some(number @ 0..CUDA_ADVICE) => {
            hint(info, stream, address, |stream| stream.advise(address, bytes, number + 1))
        }
        _ => Ok(()),
    }
}

fn hint(
    info: &DeviceInfo,
    stream: &CommandStream,
    address: DevicePtr,
    hint: impl Fn(&Stream) -> CudaResult<()>,
) -> Result<()> {
    let failed = |error| stream.error("a hint on managed memory", error);
    let moves = info.usm_single_shared.concurrent_access;
    if !moves || stream.gpu().primary.residence(address).map_err(failed)? != Residence::Managed {
        return Ok(());
    }
    hint(stream.cuda()).map_err(failed)
}
