//! Handles to the contents of a module: copies that borrow it. The operations of each of them are in a separate file.

use std::marker::PhantomData;

use llvm_sys::prelude::*;

/// Any value. Two handles are equal when they are the same value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value<'m>(pub(crate) LLVMValueRef, PhantomData<&'m ()>);

/// A function, defined or declared.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Function<'m>(pub(crate) Value<'m>);

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Block<'m>(pub(crate) LLVMBasicBlockRef, PhantomData<&'m ()>);

/// An instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Inst<'m>(pub(crate) Value<'m>);

/// A global variable, or a function seen as a global object.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Global<'m>(pub(crate) Value<'m>);

impl Value<'_> {
    /// A handle to LLVM's answer.
    ///
    /// # Panics
    /// If the answer is null: for possibly null answers, call [`maybe`](Self::maybe).
    pub(crate) fn new(raw: LLVMValueRef) -> Self {
        assert!(!raw.is_null(), "LLVM has no such value");
        Self(raw, PhantomData)
    }

    pub(crate) fn maybe(raw: LLVMValueRef) -> Option<Self> {
        (!raw.is_null()).then(|| Self::new(raw))
    }
}

impl Block<'_> {
    pub(crate) fn new(raw: LLVMBasicBlockRef) -> Self {
        assert!(!raw.is_null(), "LLVM has no such block");
        Self(raw, PhantomData)
    }
}
