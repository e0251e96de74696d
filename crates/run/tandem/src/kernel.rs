//! Kernels, typed by their parameters.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;

use tandem_runtime::Result;
use tandem_runtime::context::Context;
use tandem_runtime::kernel::Kernel as Inner;
use tandem_runtime::object::Object;

use crate::queue::Queue;

/// A kernel, built for the device of a queue. `P` is a tuple of its parameters:
/// [`In<T>`](crate::In) and [`Out<T>`](crate::Out) for pointers to memory that it
/// reads or also writes, [`Local<T>`](crate::Local) for local memory, and plain
/// types for values.
#[derive(Debug)]
pub struct Kernel<P> {
    inner: Arc<Inner>,
    context: Arc<Object<Context>>,
    params: PhantomData<fn(P)>,
}

impl<P> Kernel<P> {
    /// The kernel `name` of a SPIR-V module.
    ///
    /// # Safety
    /// The kernel has the parameters `P`, and for every launch it stays inside
    /// of the memory that it is given.
    ///
    /// # Errors
    /// With the build log, if the module does not build; if it has no such kernel.
    pub unsafe fn from_spirv(queue: &Queue, spirv: &[u8], name: &str) -> Result<Self> {
        let inner = queue.inner();
        let kernel = Inner::from_spirv(inner.context(), inner.device(), spirv, name, "")?;
        Ok(Self { inner: kernel, context: inner.context().clone(), params: PhantomData })
    }

    /// The kernel `name` of the images that were added with
    /// [`add_images_of_file`](crate::add_images_of_file), or that are registered in this process. Its
    /// parameters are those of its SPIR-V, which `tandem image dump` lists: the
    /// parts of the C++ closure that the kernel uses, in their order.
    ///
    /// # Safety
    /// As for [`Kernel::from_spirv`].
    pub unsafe fn from_image(queue: &Queue, name: &str) -> Result<Self> {
        let inner = queue.inner();
        let kernel = Inner::from_image(inner.context(), inner.device(), name)?;
        Ok(Self { inner: kernel, context: inner.context().clone(), params: PhantomData })
    }

    /// The name.
    pub fn name(&self) -> Cow<'_, str> {
        self.inner.name()
    }

    pub(crate) fn inner(&self) -> &Arc<Inner> {
        &self.inner
    }

    pub(crate) fn context(&self) -> &Arc<Object<Context>> {
        &self.context
    }
}

impl<P> Clone for Kernel<P> {
    fn clone(&self) -> Self {
        Self { inner: self.inner.clone(), context: self.context.clone(), params: PhantomData }
    }
}
