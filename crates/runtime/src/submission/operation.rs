//! The commands of operations: what a command group asks for, in terms of PI.

use std::borrow::Cow;
use std::sync::Arc;

use tandem_pi_host as pi;

use super::{Access, Endpoint, Operation};
use crate::base::error::{Error, Result};
use crate::base::source_location::SourceLocation;
use crate::commands::args::AccessorMemory;
use crate::commands::command::{Command, Extent};
use crate::commands::rect::RectCopy;

/// The command of an operation that has nothing to do with accessors.
pub(crate) fn plain_command<'a>(
    operation: Operation<'a>,
    location: Option<&'static SourceLocation>,
) -> Result<Command<'a>> {
    Ok(match operation {
        Operation::Empty => Command::Marker,
        Operation::Barrier => Command::Barrier,
        Operation::Replay(buffer) => Command::Replay(buffer),
        Operation::UsmCopy { dst, src, bytes } => Command::UsmCopy { dst, src, bytes, location },
        Operation::UsmCopy2d { dst, src, width, height, dst_pitch, src_pitch } => {
            Command::UsmCopy2d { dst, src, width, height, dst_pitch, src_pitch, location }
        }
        Operation::UsmFill { dst, pattern, bytes } => {
            Command::UsmFill { dst, pattern: Cow::Borrowed(pattern), bytes, location }
        }
        Operation::Prefetch { ptr, bytes } => Command::Prefetch { ptr, bytes },
        Operation::Advise { ptr, bytes, advice } => Command::Advise { ptr, bytes, advice },
        Operation::Copy { .. } | Operation::BufferFill { .. } | Operation::UpdateHost => {
            return Err(Error::Accessor("the command needs an accessor".to_owned()));
        }
        Operation::Kernel { .. } | Operation::HostTask(_) => {
            unreachable!("kernels and host tasks are not plain commands")
        }
    })
}

impl Operation<'_> {
    /// Whether all bytes of the accessor with this index will be overwritten, whatever
    /// its mode.
    pub(crate) fn overwrites(&self, index: usize, accesses: &[Access<'_>]) -> bool {
        match *self {
            Self::BufferFill { rect: None, .. } => index == 0,
            Self::Copy { dst: Endpoint::Access(dst), src, rects: None } if dst == index => match src {
                Endpoint::Access(src) => {
                    let size = |index: usize| accesses.get(index).map(|access| access.size);
                    size(src) == size(dst)
                }
                Endpoint::Memory(_) => true,
            },
            _ => false,
        }
    }
}

/// The command of an operation on accessors.
pub(super) fn buffer_command<'a>(
    operation: Operation<'a>,
    accesses: &[Access<'_>],
    mems: &AccessorMemory,
    location: Option<&'static SourceLocation>,
) -> Result<Command<'a>> {
    match operation {
        Operation::Copy { src, dst, rects } => copy(src, dst, rects, accesses, mems, location),
        Operation::BufferFill { pattern, rect } => {
            let (access, mem) = endpoint(0, accesses, mems)?;
            let pattern = Cow::Borrowed(pattern);
            Ok(match rect {
                Some(rect) => Command::FillRect { mem, pattern, rect },
                None => Command::Fill { mem, pattern, offset: access.offset, bytes: access.size },
            })
        }
        Operation::UpdateHost => Ok(Command::Marker),
        operation => plain_command(operation, location),
    }
}

fn copy<'a>(
    src: Endpoint,
    dst: Endpoint,
    rects: Option<RectCopy>,
    accesses: &[Access<'_>],
    mems: &AccessorMemory,
    location: Option<&'static SourceLocation>,
) -> Result<Command<'a>> {
    let extent = |src_offset, dst_offset, bytes| match rects {
        Some(rects) if rects.is_one_shape() => Extent::Rect(rects.rect),
        Some(rects) => Extent::RectCopy(rects),
        None => Extent::Linear { src_offset, dst_offset, bytes },
    };
    match (src, dst) {
        (Endpoint::Access(src), Endpoint::Access(dst)) => {
            let (from, src) = endpoint(src, accesses, mems)?;
            let (to, dst) = endpoint(dst, accesses, mems)?;
            if rects.is_none() && from.size > to.size {
                return Err(Error::Invalid(format!(
                    "copy: the source has {} bytes, the destination only {}",
                    from.size, to.size
                )));
            }
            let extent = extent(from.offset, to.offset, from.size);
            Ok(Command::Copy { src, dst, extent })
        }
        (Endpoint::Access(src), Endpoint::Memory(dst)) => {
            let (from, mem) = endpoint(src, accesses, mems)?;
            let extent = extent(from.offset, 0, from.size);
            Ok(Command::Read { mem, dst, extent, location })
        }
        (Endpoint::Memory(src), Endpoint::Access(dst)) => {
            let (to, mem) = endpoint(dst, accesses, mems)?;
            let extent = extent(0, to.offset, to.size);
            Ok(Command::Write { mem, src, extent, location })
        }
        (Endpoint::Memory(_), Endpoint::Memory(_)) => {
            Err(Error::Accessor("copy: neither side is an accessor".to_owned()))
        }
    }
}

fn endpoint<'a>(
    index: usize,
    accesses: &'a [Access<'a>],
    mems: &AccessorMemory,
) -> Result<(&'a Access<'a>, Arc<pi::Mem>)> {
    match (accesses.get(index), mems.get(index)) {
        (Some(access), Some(memory)) => Ok((access, memory.mem.clone())),
        _ => Err(Error::Accessor(format!("accessor {index} is missing: the command has {}", accesses.len()))),
    }
}
