//! Metadata nodes: information on loops and memory accesses for the optimizer.

use std::marker::PhantomData;

use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMGetMetadataKind, LLVMMetadataKind, LLVMMetadataReplaceAllUsesWith, LLVMTemporaryMDNode};
use llvm_sys::prelude::*;

use crate::base::refusal::refuse;
use crate::base::strings::{c_string, copy_str};
use crate::values::editable::EditableModule;
use crate::values::handles::{Function, Inst, Value};
use crate::values::module::Module;

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
    /// A node as operand.
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

    /// Whether the loop that `branch` closes has a property of this name.
    pub fn has_loop_property(&self, branch: Inst<'_>, name: &str) -> bool {
        const KIND: &str = "llvm.loop";
        // SAFETY: an instruction of this module; operands of a loop identifier are metadata, the first one itself.
        unsafe {
            let kind = LLVMGetMDKindIDInContext(self.context().raw(), KIND.as_ptr().cast(), KIND.len() as u32);
            let node = LLVMGetMetadata(branch.value().0, kind);
            !node.is_null() && operands_of(node).into_iter().skip(1).any(|operand| is_named(operand, name))
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

    /// The texts of a list that [`add_named_text`](EditableModule::add_named_text) made.
    pub fn named_texts(&self, list: &str) -> Vec<String> {
        let list = c_string(list);
        // SAFETY: the array has room for as many nodes as the list has.
        let nodes = unsafe {
            let mut nodes =
                vec![std::ptr::null_mut(); LLVMGetNamedMetadataNumOperands(self.raw(), list.as_ptr()) as usize];
            LLVMGetNamedMetadataOperands(self.raw(), list.as_ptr(), nodes.as_mut_ptr());
            nodes
        };
        nodes.into_iter().filter_map(node_text).collect()
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

impl EditableModule {
    /// Gives the loop that `branch` closes, if it does, an identifier without
    /// source lines, which belong to one function.
    pub fn drop_loop_lines(&self, branch: Inst<'_>) {
        const KIND: &str = "llvm.loop";
        // SAFETY: an instruction of this module; the array has room for the operands of its node.
        let operands = unsafe {
            let kind = LLVMGetMDKindIDInContext(self.context().raw(), KIND.as_ptr().cast(), KIND.len() as u32);
            let node = LLVMGetMetadata(branch.value().0, kind);
            if node.is_null() {
                return;
            }
            operands_of(node)
        };
        // The first operand is the node itself.
        // SAFETY: operands of a metadata node are metadata.
        let properties = operands.iter().skip(1).map(|operand| unsafe { LLVMValueAsMetadata(*operand) });
        // SAFETY: as above.
        let is_line = |node: &LLVMMetadataRef| unsafe {
            matches!(LLVMGetMetadataKind(*node), LLVMMetadataKind::LLVMDILocationMetadataKind)
        };
        let kept: Vec<_> = properties.filter(|node| !is_line(node)).map(|node| MdNode(node, PhantomData)).collect();
        if kept.len() + 1 < operands.len() {
            branch.set_metadata(self, KIND, Some(self.md_loop(&kept)));
        }
    }

    /// Appends a text to the module's list of this name. Linking joins lists.
    pub fn add_named_text(&self, list: &str, text: &str) {
        let node = self.md_node(&[MdOperand::Text(text)]);
        let list = c_string(list);
        // SAFETY: a node of the module's context; LLVM copies the name.
        unsafe {
            let value = LLVMMetadataAsValue(self.context().raw(), node.0);
            LLVMAddNamedMetadataOperand(self.raw(), list.as_ptr(), value);
        }
    }

    /// Says something of a function to the back-end of NVIDIA's GPUs: a property of the list
    /// `nvvm.annotations`, with its value.
    pub fn annotate_for_nvvm(&self, function: Function<'_>, property: &str, value: u32) {
        // SAFETY: a function, a text and a constant of the module's context; LLVM copies the name.
        unsafe {
            let function = LLVMValueAsMetadata(function.value().0);
            let mut raw =
                [function, self.md_operand(MdOperand::Text(property)), self.md_operand(MdOperand::Int(value))];
            let node = LLVMMDNodeInContext2(self.context().raw(), raw.as_mut_ptr(), raw.len());
            let value = LLVMMetadataAsValue(self.context().raw(), node);
            LLVMAddNamedMetadataOperand(self.raw(), c"nvvm.annotations".as_ptr(), value);
        }
    }
}

/// The operands of a metadata node.
///
/// # Safety
/// The value is a metadata node.
unsafe fn operands_of(node: LLVMValueRef) -> Vec<LLVMValueRef> {
    // SAFETY: as the caller promises; the array has room for the operands.
    unsafe {
        let mut operands = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(node) as usize];
        LLVMGetMDNodeOperands(node, operands.as_mut_ptr());
        operands
    }
}

/// Whether a property of a loop has this name.
fn is_named(property: LLVMValueRef, name: &str) -> bool {
    // SAFETY: an operand of a loop identifier. Source lines, too, are nodes, and have no texts.
    unsafe {
        if property.is_null() || LLVMIsAMDNode(property).is_null() {
            return false;
        }
        let Some(first) = operands_of(property).first().copied().filter(|first| !first.is_null()) else { return false };
        let mut len = 0;
        let text = LLVMGetMDString(first, &mut len);
        !text.is_null() && copy_str(text, len as usize) == name
    }
}

/// LLVM's number of a kind of metadata; `None`, and a refusal, for source locations, which only
/// [`Inst::set_debug_loc`] and [`crate::Function::set_subprogram`] set.
pub(crate) fn kind_id(ctx: LLVMContextRef, kind: &str) -> Option<u32> {
    if kind == "dbg" {
        refuse(ctx, "metadata `dbg` as a node of numbers");
        return None;
    }
    // SAFETY: a live context; LLVM copies the name.
    Some(unsafe { LLVMGetMDKindIDInContext(ctx, kind.as_ptr().cast(), kind.len() as u32) })
}

/// A node of `i32` constants.
pub(crate) fn int_node(ctx: LLVMContextRef, values: &[u32]) -> LLVMMetadataRef {
    // SAFETY: constants of a live context.
    unsafe {
        let int = LLVMInt32TypeInContext(ctx);
        let constant = |value: &u32| LLVMValueAsMetadata(LLVMConstInt(int, u64::from(*value), 0));
        let mut operands: Vec<_> = values.iter().map(constant).collect();
        LLVMMDNodeInContext2(ctx, operands.as_mut_ptr(), operands.len())
    }
}

/// The operands of a node as integers; `None` if one is not an integer.
pub(crate) fn ints_of(node: LLVMValueRef) -> Option<Vec<u64>> {
    // SAFETY: a metadata node; the array has room for its operands.
    let operands = unsafe {
        let mut operands = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(node) as usize];
        LLVMGetMDNodeOperands(node, operands.as_mut_ptr());
        operands
    };
    operands.into_iter().map(|operand| Value::maybe(operand)?.const_u64()).collect()
}

/// The text that a node's only operand is.
fn node_text(node: LLVMValueRef) -> Option<String> {
    // SAFETY: a metadata node; the array has room for its operands, and LLVM owns the text.
    unsafe {
        let mut operands = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(node) as usize];
        LLVMGetMDNodeOperands(node, operands.as_mut_ptr());
        let [operand] = operands[..] else { return None };
        if operand.is_null() {
            return None;
        }
        let mut len = 0;
        let text = LLVMGetMDString(operand, &mut len);
        (!text.is_null()).then(|| copy_str(text, len as usize))
    }
}

impl<'m> Inst<'m> {
    /// Whether a node is attached under `kind`.
    pub fn has_metadata(self, kind: &str) -> bool {
        let Some(kind) = kind_id(self.context(), kind) else { return false };
        // SAFETY: an instruction of a module, and a kind of its context.
        unsafe { !LLVMGetMetadata(self.value().0, kind).is_null() }
    }

    /// Attaches `node` under `kind` (`"llvm.loop"`), or removes an attached node.
    pub fn set_metadata(self, module: &EditableModule, kind: &str, node: Option<MdNode<'m>>) {
        let ctx = self.context();
        let Some(number) = kind_id(ctx, kind) else { return };
        if !self.may(module, true, || format!("`{kind}` of `{self}`")) {
            return;
        }
        // SAFETY: an instruction and a node of its context.
        unsafe {
            let node = node.map_or(std::ptr::null_mut(), |node| LLVMMetadataAsValue(ctx, node.0));
            LLVMSetMetadata(self.value().0, number, node);
        }
    }
}
