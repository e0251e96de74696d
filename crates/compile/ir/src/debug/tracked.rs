//! Nodes of debug information that may still become others.
//!
//! While a structure is incomplete, it is represented by a placeholder. LLVM replaces the placeholder at the end, and
//! deletes every node that then equals an existing one. The builder's nodes are therefore not held by address, but as
//! operands of separate nodes: LLVM keeps operands up to date.

use std::cell::RefCell;
use std::marker::PhantomData;

use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMDisposeTemporaryMDNode, LLVMTemporaryMDNode};
use llvm_sys::prelude::*;

/// A type; `void` has none. Its builder refers to it by number, so that it stays valid when structures become complete.
#[derive(Clone, Copy)]
pub struct DebugType<'m> {
    pub(crate) number: usize,
    pub(crate) builder: LLVMDIBuilderRef,
    pub(crate) marker: PhantomData<&'m ()>,
}

/// Nodes by number.
pub(crate) struct Tracked {
    ctx: LLVMContextRef,
    /// Temporary nodes, each with one operand.
    holders: RefCell<Vec<LLVMMetadataRef>>,
}

impl Tracked {
    pub(crate) fn new(ctx: LLVMContextRef) -> Self {
        Self { ctx, holders: RefCell::default() }
    }

    /// Adds a node; its number.
    pub(crate) fn add(&self, node: LLVMMetadataRef) -> usize {
        let mut operand = node;
        // SAFETY: a live context, and one node of it.
        let holder = unsafe { LLVMTemporaryMDNode(self.ctx, &mut operand, 1) };
        let mut holders = self.holders.borrow_mut();
        holders.push(holder);
        holders.len() - 1
    }

    /// The current node with a number.
    pub(crate) fn get(&self, number: usize) -> Option<LLVMMetadataRef> {
        let holder = *self.holders.borrow().get(number)?;
        // SAFETY: a node with one operand, which is a node.
        unsafe {
            let mut operand = std::ptr::null_mut();
            LLVMGetMDNodeOperands(LLVMMetadataAsValue(self.ctx, holder), &mut operand);
            Some(LLVMValueAsMetadata(operand))
        }
    }
}

impl Drop for Tracked {
    fn drop(&mut self) {
        for holder in self.holders.take() {
            // SAFETY: a temporary node of ours, which nothing else refers to.
            unsafe { LLVMDisposeTemporaryMDNode(holder) };
        }
    }
}
