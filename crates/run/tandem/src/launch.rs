//! Launches of kernels on queues.

use tandem_runtime::Result;
use tandem_runtime::submission::{self, KernelSource, Operation};

use crate::args::{ArgList, Args};
use crate::event::Event;
use crate::kernel::Kernel;
use crate::memory::require_context;
use crate::queue::Queue;
use crate::range::Range;

impl Queue {
    /// Launches a kernel. It waits for the commands that use its memory in
    /// conflicting ways.
    ///
    /// ```
    /// use tandem::{In, Kernel, Out, Queue, Result, UsmSlice};
    ///
    /// fn axpy(queue: &Queue, kernel: &Kernel<(f32, In<f32>, Out<f32>)>, x: &UsmSlice<f32>, y: &mut UsmSlice<f32>) -> Result<()> {
    ///     queue.launch(kernel, y.len(), (2.0, x, y))?.wait()
    /// }
    /// ```
    ///
    /// Arguments of other types do not compile:
    ///
    /// ```compile_fail
    /// # use tandem::{In, Kernel, Out, Queue, Result, UsmSlice};
    /// fn wrong(queue: &Queue, kernel: &Kernel<(f32, Out<f32>)>, x: &UsmSlice<f32>) -> Result<()> {
    ///     queue.launch(kernel, 10, (2.0, x))?.wait() // the kernel writes x
    /// }
    /// ```
    pub fn launch<'a, P>(&self, kernel: &Kernel<P>, range: impl Into<Range>, args: impl Args<'a, P>) -> Result<Event> {
        self.launch_after(&[], kernel, range, args)
    }

    /// As [`Queue::launch`], after some events.
    ///
    /// # Errors
    /// When the kernel or memory is of another context, as it is on another platform.
    pub fn launch_after<'a, P>(
        &self,
        events: &[Event],
        kernel: &Kernel<P>,
        range: impl Into<Range>,
        args: impl Args<'a, P>,
    ) -> Result<Event> {
        require_context("the kernel", kernel.context(), self.inner().context())?;
        let mut list = ArgList::default();
        args.add_all_to(&mut list);
        let mut deps = list.dependencies(self.inner().context())?;
        deps.extend(events.iter().map(|event| event.inner().clone()));
        let operation = Operation::Kernel {
            source: KernelSource::Kernel(kernel.inner()),
            range: range.into().inner(),
            args: submission::Args::List(list.args()),
        };
        let event = self.submit(operation, list.accesses(), &deps)?;
        list.launched(event.inner());
        Ok(event)
    }
}
