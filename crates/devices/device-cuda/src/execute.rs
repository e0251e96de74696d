//! Putting a command into a stream.

use std::sync::Arc;

use tandem_device::{Command, Error, Event, Location, Result, Work};

use crate::api;
use crate::clock::Origin;
use crate::command_stream::CommandStream;
use crate::copies;
use crate::device::CudaDevice;
use crate::event::CudaEvent;
use crate::fills::{self, Filled};
use crate::graph::CudaGraph;
use crate::launch;
use crate::queue::Shared;
use crate::staging::Slots;

/// Where a command is.
pub enum Issued {
    /// In the stream; slots are kept until it is complete.
    InStream(Option<Slots>),
    /// In the stream, and the pageable memory that it is about has been read.
    HasRead,
    /// No stream can execute it: the host does.
    OnHost,
}

impl CommandStream {
    /// Has the stream wait for what a command depends on and comes after, or for all streams of its
    /// queue. With profiling, marks the start. The context is current.
    pub fn begin(
        self: &Arc<Self>,
        queue: &Shared,
        wait: &[Event],
        after: &[Arc<CudaEvent>],
        follows_all: bool,
        event: Option<&CudaEvent>,
    ) -> Result<Option<(api::Event, Arc<Origin>)>> {
        let gpu = queue.gpu();
        let failed = |error| self.error("a dependency between streams", error);
        let own = wait.iter().filter_map(|event| event.driver::<CudaEvent>());
        for event in own.chain(after.iter().map(|event| &**event)) {
            if let (false, Some(place)) = (event.is_final(), event.place())
                && !Arc::ptr_eq(&place.lane, self)
            {
                self.stream().wait_for(place.mark().map_err(failed)?).map_err(failed)?;
                self.follow(&place.lane, place.number);
            }
        }
        if follows_all {
            for other in queue.lanes().iter().filter(|other| !Arc::ptr_eq(other, self)) {
                let mark = gpu.marks.record(other.stream()).map_err(failed)?;
                self.stream().wait_for(&mark).map_err(failed)?;
                self.follow(other, other.issued());
            }
        }
        if event.is_none() || !queue.is_profiling() {
            return Ok(None);
        }
        let origin = gpu.clock.origin(gpu).map_err(failed)?;
        Ok(Some((gpu.timed_marks.record(self.stream()).map_err(failed)?, origin)))
    }

    /// Marks the end of a command whose times are wanted. The context is current.
    pub fn mark_end(&self) -> Result<api::Event> {
        self.gpu().timed_marks.record(self.stream()).map_err(|error| self.error("an event", error))
    }
}

impl CudaDevice {
    /// Puts a command into a stream, unless the host has to execute it. The context is current.
    pub fn issue(&self, lane: &CommandStream, command: &mut Command) -> Result<Issued> {
        match command {
            Command::Work(work) => self.issue_work(lane, work),
            Command::Marker | Command::Barrier => Ok(Issued::InStream(None)),
            Command::Replay(buffer) => CudaGraph::issue(&**buffer, lane),
        }
    }

    /// Puts work into a stream, unless the host has to do it. The context is current.
    pub fn issue_work(&self, lane: &CommandStream, work: &mut Work) -> Result<Issued> {
        let done = |()| Issued::InStream(None);
        match work {
            work if work.moves_nothing() => Ok(Issued::InStream(None)),
            Work::Kernel(launch) => launch::issue(self, lane, launch).map(done),
            Work::Copy { src, dst, bytes } => copies::issue(self, lane, src, dst, *bytes),
            Work::CopyRect { src, dst, rect } => copies::issue_rect(self, lane, src, dst, rect),
            Work::Fill { dst, pattern, bytes } => self.issue_fill(lane, dst, pattern, [*bytes, 1, *bytes]),
            Work::FillRect { dst, pattern, row_bytes, rows, pitch } => {
                self.issue_fill(lane, dst, pattern, [*row_bytes, *rows, *pitch])
            }
            Work::Map(mapping) => self.issue_copy_of(lane, mapping.map_copy()),
            Work::Unmap(mapping) => self.issue_copy_of(lane, mapping.unmap_copy()),
            Work::Prefetch { ptr, bytes } => self.issue_prefetch(lane, *ptr, *bytes).map(done),
            Work::Advise { ptr, bytes, advice } => self.issue_advice(lane, *ptr, *bytes, *advice).map(done),
            Work::Image(_) => Err(Error::Unsupported("images")),
        }
    }

    /// Allocates the memory of the objects that work uses.
    pub fn reserve(&self, work: &Work) -> Result<()> {
        let place = |location: &Location| match location {
            Location::Buffer { object, .. } => object.place(self).map(drop),
            Location::Host(_) | Location::Usm(_) => Ok(()),
        };
        match work {
            Work::Kernel(launch) => {
                launch.args.memory().iter().try_for_each(|memory| memory.object.place(self).map(drop))
            }
            Work::Copy { src, dst, .. } | Work::CopyRect { src, dst, .. } => place(src).and_then(|()| place(dst)),
            Work::Fill { dst, .. } | Work::FillRect { dst, .. } => place(dst),
            _ => Ok(()),
        }
    }

    fn issue_fill(&self, lane: &CommandStream, dst: &Location, pattern: &[u8], rows: [usize; 3]) -> Result<Issued> {
        match fills::issue(self, lane, dst, pattern, rows)? {
            Filled::InStream => Ok(Issued::InStream(None)),
            Filled::OnHost => Ok(Issued::OnHost),
        }
    }

    /// The copy that a mapping consists of, if any.
    fn issue_copy_of(&self, lane: &CommandStream, copy: Option<Work>) -> Result<Issued> {
        match copy {
            Some(Work::Copy { src, dst, bytes }) if bytes > 0 => copies::issue(self, lane, &src, &dst, bytes),
            _ => Ok(Issued::InStream(None)),
        }
    }
}
