//! Commands on accessors, and what they are in terms of PI.

use std::sync::Arc;

use tandem_pi_host as pi;
use tandem_pi_host::Rect;

use super::{Access, Operation};
use crate::base::address::Address;
use crate::base::error::{Error, Result};
use crate::commands::args::AccessorMemory;
use crate::commands::fill::Pattern;
use crate::commands::mem::{Extent, MemCommand};
use crate::commands::rect::RectCopy;

/// A command on the accessors of its group.
#[derive(Clone, Debug)]
pub enum BufferCommand {
    /// Copies between accessors, or between one and host memory.
    Copy {
        /// Source.
        src: Endpoint,
        /// Destination.
        dst: Endpoint,
        /// The part to copy; without it, as much as the accessors cover.
        rects: Option<RectCopy>,
    },
    /// Repeats a pattern over accessor 0.
    Fill {
        /// The pattern.
        pattern: Pattern,
        /// The box to fill, as the destination of a copy; without it, as much
        /// as the accessor covers.
        rect: Option<Rect>,
    },
    /// Makes the host copy of accessor 0 current.
    UpdateHost,
}

/// One side of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endpoint {
    /// The accessor with this index.
    Access(usize),
    /// Host or USM memory.
    Memory(Address),
}

impl Operation<'_> {
    /// Whether all bytes of the accessor with this index will be overwritten, whatever
    /// its mode.
    pub(crate) fn overwrites(&self, index: usize, accesses: &[Access<'_>]) -> bool {
        matches!(self, Self::Buffer(command) if command.overwrites(index, accesses))
    }
}

impl BufferCommand {
    pub(super) fn overwrites(&self, index: usize, accesses: &[Access<'_>]) -> bool {
        match *self {
            Self::Fill { rect: None, .. } => index == 0,
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

    /// The command in terms of PI's memory objects; `None` where moving the contents is all there is to do.
    pub(super) fn command(self, accesses: &[Access<'_>], mems: &AccessorMemory) -> Result<Option<MemCommand>> {
        Ok(Some(match self {
            Self::Copy { src, dst, rects } => copy(src, dst, rects, accesses, mems)?,
            Self::Fill { pattern, rect } => {
                let (access, mem) = endpoint(0, accesses, mems)?;
                match rect {
                    Some(rect) => MemCommand::FillRect { mem, pattern, rect },
                    None => MemCommand::Fill { mem, pattern, offset: access.offset, bytes: access.size },
                }
            }
            Self::UpdateHost => return Ok(None),
        }))
    }
}

fn copy(
    src: Endpoint,
    dst: Endpoint,
    rects: Option<RectCopy>,
    accesses: &[Access<'_>],
    mems: &AccessorMemory,
) -> Result<MemCommand> {
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
            Ok(MemCommand::Copy { src, dst, extent })
        }
        (Endpoint::Access(src), Endpoint::Memory(dst)) => {
            let (from, mem) = endpoint(src, accesses, mems)?;
            let extent = extent(from.offset, 0, from.size);
            Ok(MemCommand::Read { mem, dst, extent })
        }
        (Endpoint::Memory(src), Endpoint::Access(dst)) => {
            let (to, mem) = endpoint(dst, accesses, mems)?;
            let extent = extent(0, to.offset, to.size);
            Ok(MemCommand::Write { mem, src, extent })
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
