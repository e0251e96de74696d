//! Typed argument lists.
//!
//! A kernel's type determines its parameters; [`Arg<P>`] is implemented by the possible arguments
//! for a parameter `P`, and [`Args<P>`] by those for the whole tuple. Arguments that a kernel may
//! write are borrowed mutably, so nothing can be passed twice in a way that conflicts.

use std::marker::PhantomData;
use std::sync::Arc;

use tandem_runtime::Result;
use tandem_runtime::context::Context;
use tandem_runtime::event::EventRef;
use tandem_runtime::object::Object;
use tandem_runtime::submission::{self, Access, AccessMode};

use crate::buffer::Buffer;
use crate::memory::{Plain, Tracked, UsmSlice, bytes_of};

/// Parameter: a pointer to memory that the kernel reads.
#[derive(Debug)]
pub struct In<T>(PhantomData<T>);

/// Parameter: a pointer to memory that the kernel writes, or reads and writes.
#[derive(Debug)]
pub struct Out<T>(PhantomData<T>);

/// Parameter: a pointer to local memory.
#[derive(Debug)]
pub struct Local<T>(PhantomData<T>);

/// Argument for [`Local`]: local memory of this many elements per work-group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalMemory(pub usize);

/// The arguments of one launch, as the runtime takes them.
#[derive(Default)]
pub struct ArgList<'a> {
    args: Vec<submission::Arg>,
    accesses: Vec<Access<'a>>,
    usm: Vec<(&'a dyn Tracked, bool)>,
}

/// A possible argument for a parameter `P`.
pub trait Arg<'a, P> {
    /// Adds the argument to a list.
    fn add_to(self, list: &mut ArgList<'a>);
}

/// Possible arguments for the parameters `P`, a tuple.
pub trait Args<'a, P> {
    /// Adds all arguments to a list.
    fn add_all_to(self, list: &mut ArgList<'a>);
}

impl<'a> ArgList<'a> {
    fn add_usm<T: Plain>(&mut self, slice: &'a UsmSlice<T>, writes: bool) {
        self.usm.push((slice, writes));
        self.args.push(submission::Arg::Pointer(slice.address()));
    }

    fn add_buffer<T: Plain>(&mut self, buffer: &'a Buffer<T>, mode: AccessMode) {
        let key = self.accesses.len();
        let inner = buffer.inner();
        self.accesses.push(Access { key, buffer: inner, mode, offset: 0, size: inner.size() });
        self.args.push(submission::Arg::Access(key));
    }

    pub(crate) fn args(&self) -> &[submission::Arg] {
        &self.args
    }

    pub(crate) fn accesses(&self) -> &[Access<'a>] {
        &self.accesses
    }

    /// The dependencies of the launch. Fails for memory of another context.
    pub(crate) fn dependencies(&self, context: &Arc<Object<Context>>) -> Result<Vec<EventRef>> {
        let mut events = Vec::new();
        for (memory, writes) in &self.usm {
            memory.dependencies(context, *writes, &mut events)?;
        }
        Ok(events)
    }

    /// Tells the memory of the launch.
    pub(crate) fn launched(&self, event: &EventRef) {
        for (memory, writes) in &self.usm {
            memory.add(*writes, event);
        }
    }
}

impl<'a, T: Plain> Arg<'a, In<T>> for &'a UsmSlice<T> {
    fn add_to(self, list: &mut ArgList<'a>) {
        list.add_usm(self, false);
    }
}

impl<'a, T: Plain> Arg<'a, Out<T>> for &'a mut UsmSlice<T> {
    fn add_to(self, list: &mut ArgList<'a>) {
        list.add_usm(self, true);
    }
}

impl<'a, T: Plain> Arg<'a, In<T>> for &'a Buffer<T> {
    fn add_to(self, list: &mut ArgList<'a>) {
        list.add_buffer(self, AccessMode::READ);
    }
}

impl<'a, T: Plain> Arg<'a, Out<T>> for &'a mut Buffer<T> {
    fn add_to(self, list: &mut ArgList<'a>) {
        list.add_buffer(self, AccessMode::READ_WRITE);
    }
}

impl<'a, T: Plain> Arg<'a, Local<T>> for LocalMemory {
    fn add_to(self, list: &mut ArgList<'a>) {
        list.args.push(submission::Arg::Local(self.0.saturating_mul(size_of::<T>())));
    }
}

impl<'a, T: Plain> Arg<'a, T> for T {
    fn add_to(self, list: &mut ArgList<'a>) {
        let bytes = bytes_of(std::slice::from_ref(&self)).into();
        list.args.push(submission::Arg::Value(bytes));
    }
}

macro_rules! tuples {
    ($($arg:ident: $param:ident),*; $($rest:tt)*) => {
        impl<'a, $($param, $arg: Arg<'a, $param>),*> Args<'a, ($($param,)*)> for ($($arg,)*) {
            #[allow(non_snake_case, unused_variables, reason = "variables are named after types; the empty tuple has none")]
            fn add_all_to(self, list: &mut ArgList<'a>) {
                let ($($arg,)*) = self;
                $($arg.add_to(list);)*
            }
        }
        tuples!($($rest)*);
    };
    () => {};
}
tuples! {
    ;
    A: P;
    A: P, B: Q;
    A: P, B: Q, C: R;
    A: P, B: Q, C: R, D: S;
    A: P, B: Q, C: R, D: S, E: T;
    A: P, B: Q, C: R, D: S, E: T, F: U;
    A: P, B: Q, C: R, D: S, E: T, F: U, G: V;
    A: P, B: Q, C: R, D: S, E: T, F: U, G: V, H: W;
}
