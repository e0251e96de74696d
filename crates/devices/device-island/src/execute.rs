//! Executing one command, on a thread of the engine.

use std::sync::Arc;

use smallvec::SmallVec;
use tandem_device::{Device, Error, KernelLaunch, Location, Origin, Result, Work};
use tandem_device_cpu::image_transfer;
use tandem_device_cpu::launch::{self, Ended};
use tandem_device_cpu::transfer::Transfer;

use crate::built_in::Iota;
use crate::device::IslandDevice;
use crate::engine::{Engine, Executor};
use crate::failures::Operation;
use crate::hardware::Hardware;

impl Executor for IslandDevice {
    fn execute(&self, work: &mut Work, origin: Option<&Origin>) -> Result<()> {
        let operation = match work {
            Work::Kernel(_) => Some(Operation::Launch),
            Work::Prefetch { .. } | Work::Advise { .. } => None,
            _ => Some(Operation::Transfer),
        };
        let Some(operation) = operation else { return Ok(()) };
        if self.failures().strikes(Operation::Device) {
            self.lose();
        }
        self.check_not_lost()?;
        if self.failures().strikes(operation) {
            return Err(Error::Execution(format!("{} was asked to fail", self.info().name)));
        }
        let transfer = Transfer { device: &self.info().name, origin: Origin::of_program(origin) };
        match work {
            work if work.moves_nothing() => Ok(()),
            Work::Kernel(launch) => self.launch(launch),
            Work::Copy { src, dst, bytes } => {
                let (from, to) = (self.place(src)?, self.place(dst)?);
                // SAFETY: the code that submitted the command keeps both ranges valid until it is complete; the engine
                // view is always accessible.
                unsafe { transfer.copy(from, to, *bytes) };
                Ok(())
            }
            Work::CopyRect { src, dst, rect } => {
                let (from, to) = (self.place(src)?, self.place(dst)?);
                // SAFETY: as for a copy.
                unsafe { transfer.copy_rect(from, to, rect) };
                Ok(())
            }
            Work::Fill { dst, pattern, bytes } => {
                let to = self.place(dst)?;
                // SAFETY: as for a copy.
                unsafe { transfer.fill(to, pattern, [*bytes, 1, 0]) };
                Ok(())
            }
            Work::FillRect { dst, pattern, row_bytes, rows, pitch } => {
                let to = self.place(dst)?;
                // SAFETY: as for a copy.
                unsafe { transfer.fill(to, pattern, [*row_bytes, *rows, *pitch]) };
                Ok(())
            }
            Work::Map(mapping) => mapping.map(self),
            Work::Unmap(mapping) => mapping.unmap(self),
            Work::Prefetch { .. } | Work::Advise { .. } => Ok(()),
            // SAFETY: as for a copy.
            Work::Image(command) => unsafe { image_transfer::run(command, transfer, self) },
            Work::HostPipe(_) => Err(Error::Unsupported("host pipes")),
            Work::Semaphore(_) => Err(Error::Unsupported("semaphores of other programs")),
        }
    }

    fn engine(&self) -> &Engine {
        self.engine()
    }

    fn hardware(&self) -> &Arc<Hardware> {
        self.hardware()
    }
}

impl IslandDevice {
    /// Runs a kernel, with the memory open that it may access.
    fn launch(&self, launch: &mut KernelLaunch) -> Result<()> {
        let peers = self.hardware().enabled_peers();
        let arenas = peers.iter().map(|arena| &**arena).chain([self.arena()]);
        let opened: std::io::Result<SmallVec<[_; 2]>> = arenas.map(|arena| arena.open()).collect();
        let _opened = opened.map_err(|error| Error::Execution(format!("the memory cannot be opened: {error}")))?;
        let kernel = Arc::clone(&launch.kernel);
        if let Some(iota) = kernel.as_any().downcast_ref::<Iota>() {
            return iota.run(launch, self);
        }
        let has_arguments = !launch.kernel.info().parameters.is_empty();
        let is_to_fault = has_arguments && self.failures().strikes(Operation::Fault);
        match launch::run_guarded(launch, self, is_to_fault) {
            Ended::Whole(Ok(())) if is_to_fault => Err(self.faulted("a kernel ran without arguments")),
            Ended::Whole(result) => result,
            Ended::Fault(text) => Err(self.faulted(&text)),
        }
    }

    /// The device is lost after a fault, since it is unknown where the kernel wrote to.
    fn faulted(&self, text: &str) -> Error {
        self.lose();
        Error::Execution(format!("{text}; {} is lost", self.info().name))
    }

    /// Where a copy finds a location.
    pub(crate) fn place(&self, location: &Location) -> Result<*mut u8> {
        let address = match location {
            Location::Host(pointer) => pointer.as_device(),
            Location::Usm(address) => *address,
            Location::Buffer { object, offset } => {
                let place = object.place(self)?;
                let own = place.domain == self.memory_domain();
                if !own && !self.peers().is_some_and(|peers| peers.capabilities(place.domain).access) {
                    return Err(object.inaccessible(self));
                }
                place.address.offset(*offset)
            }
        };
        match self.copy_address(address)? {
            pointer if pointer.is_null() => Err(Error::Execution("a copy or fill of a null pointer".into())),
            pointer => Ok(pointer),
        }
    }
}
