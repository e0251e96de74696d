//! Metadata nodes: what loops and memory accesses tell the optimizer.

use std::marker::PhantomData;

use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMMetadataReplaceAllUsesWith, LLVMTemporaryMDNode};
use llvm_sys::prelude::*;

use crate::{Inst, Module};

/// A metadata node; two handles are equal when the nodes are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct MdNode<'m>(LLVMMetadataRef, PhantomData<&'m ()>);

/// One operand of a metadata node.
#[derive(Clone, Copy)]
pub enum MdOperand<'a, 'm> {
    /// A string.
    Text(&'a str),
    /// An `i32` constant.
    Int(u32),
    /// Another node.
    Node(MdNode<'m>),
}

impl Module {
    /// The node of these operands (`!{!"llvm.loop.unroll.disable"}`).
    pub fn md_node<'m>(&'m self, operands: &[MdOperand<'_, 'm>]) -> MdNode<'m> {
        let mut raw: Vec<_> = operands.iter().map(|operand| self.md_operand(*operand)).collect();
        // SAFETY: operands of this module's context.
        MdNode(unsafe { LLVMMDNodeInContext2(self.context().raw(), raw.as_mut_ptr(), raw.len()) }, PhantomData)
    }

    /// A fresh loop identifier (`!llvm.loop`) with these properties.
    pub fn md_loop<'m>(&'m self, properties: &[MdNode<'m>]) -> MdNode<'m> {
        let ctx = self.context().raw();
        // SAFETY: the first operand is a placeholder that the node itself replaces, which makes the node
        // distinct and frees the placeholder.
        unsafe {
            let placeholder = LLVMTemporaryMDNode(ctx, std::ptr::null_mut(), 0);
            let mut raw = vec![placeholder];
            raw.extend(properties.iter().map(|property| property.0));
            let node = LLVMMDNodeInContext2(ctx, raw.as_mut_ptr(), raw.len());
            LLVMMetadataReplaceAllUsesWith(placeholder, node);
            MdNode(node, PhantomData)
        }
    }

    /// A fresh node without operands that equals no other (`distinct !{}`):
    /// an access group. LLVM's C API has no constructor for it, but its textual
    /// IR does, and nodes belong to the context.
    pub fn md_distinct(&self) -> MdNode<'_> {
        const TEXT: &[u8] = b"!node = !{!0}\n!0 = distinct !{}\n";
        let scratch = Module::parse(self.context(), TEXT, "metadata").expect("constant text is valid IR");
        let mut operand = std::ptr::null_mut();
        // SAFETY: the named node of the parsed module has one operand; the context keeps it alive.
        unsafe {
            LLVMGetNamedMetadataOperands(scratch.raw(), c"node".as_ptr(), &mut operand);
            MdNode(LLVMValueAsMetadata(operand), PhantomData)
        }
    }

    fn md_operand(&self, operand: MdOperand<'_, '_>) -> LLVMMetadataRef {
        let ctx = self.context().raw();
        match operand {
            // SAFETY: LLVM copies the text.
            MdOperand::Text(text) => unsafe { LLVMMDStringInContext2(ctx, text.as_ptr().cast(), text.len()) },
            // SAFETY: a constant of the context.
            MdOperand::Int(value) => unsafe { LLVMValueAsMetadata(self.int(32).int(value.into(), false).0) },
            MdOperand::Node(node) => node.0,
        }
    }
}

impl<'m> Inst<'m> {
    /// Attaches `node` under `kind` (`"llvm.loop"`), or removes what is there.
    pub fn set_metadata(self, kind: &str, node: Option<MdNode<'m>>) {
        // SAFETY: an instruction and a node of its context.
        unsafe {
            let ctx = LLVMGetTypeContext(self.ty().0);
            let kind = LLVMGetMDKindIDInContext(ctx, kind.as_ptr().cast(), kind.len() as u32);
            let node = node.map_or(std::ptr::null_mut(), |node| LLVMMetadataAsValue(ctx, node.0));
            LLVMSetMetadata(self.value().0, kind, node);
        }
    }
}
