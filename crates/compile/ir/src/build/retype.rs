//! Functions, variables and calls that replace ones of another type.

use llvm_sys::comdat::{LLVMGetComdat, LLVMSetComdat};
use llvm_sys::core::*;
use llvm_sys::prelude::*;

use crate::base::refusal::context_of;
use crate::values::attributes::AttributePlace;
use crate::values::editable::EditableModule;
use crate::values::handles::{Function, Global, Inst, Value};

impl<'m> Function<'m> {
    /// Takes the place of `old`, another function of the module: its name, body and users, and its attributes at
    /// the places that `keep` accepts. Where the body uses parameters of `old`, the caller replaces them. `old` is
    /// deleted.
    pub fn take_place_of(self, module: &EditableModule, old: Function<'m>, keep: impl Fn(AttributePlace) -> bool) {
        if !is_alike(module, self.value(), old.value()) {
            return;
        }
        self.set_call_conv(module, old.call_conv());
        let (from, to) = (old.value().0, self.value().0);
        for place in places(old.params().len()).filter(|place| keep(*place)) {
            // SAFETY: two functions of one context; LLVM fills as many entries as it counts.
            unsafe {
                let count = LLVMGetAttributeCountAtIndex(from, place.index());
                let list = attributes(count, |list| LLVMGetAttributesAtIndex(from, place.index(), list));
                list.into_iter().for_each(|attribute| LLVMAddAttributeAtIndex(to, place.index(), attribute));
            }
        }
        for block in old.blocks() {
            // SAFETY: a block of a function becomes the last one of another function of its module.
            unsafe {
                LLVMRemoveBasicBlockFromParent(block.0);
                LLVMAppendExistingBasicBlock(to, block.0);
            }
        }
        let name = old.name();
        replace(module, old.global(), self.global());
        old.delete(module);
        self.value().set_name(module, &name);
    }
}

impl<'m> Global<'m> {
    /// Takes the place of `old`, another variable of the module in the same address space, whose initial value it
    /// has in another form: its name, users and properties. `old` is deleted.
    pub fn take_place_of(self, module: &EditableModule, old: Global<'m>) {
        if !is_alike(module, self.value(), old.value()) {
            return;
        }
        let name = old.name();
        self.set_constant(module, old.is_constant());
        self.set_externally_initialized(module, old.is_externally_initialized());
        replace(module, old, self);
        old.delete(module);
        self.value().set_name(module, &name);
    }
}

impl<'m> Inst<'m> {
    /// Copies the properties of `old`, another call, apart from callee and arguments: its calling convention, and its
    /// attributes at the positions that `keep` accepts.
    pub fn call_like(self, module: &EditableModule, old: Inst<'m>, keep: impl Fn(AttributePlace) -> bool) {
        let fits = self.is_call() && old.is_call() && self.context() == old.context();
        if !self.may(module, fits, || format!("call `{self}` like `{old}`")) {
            return;
        }
        let (from, to) = (old.value().0, self.value().0);
        // SAFETY: two calls of one context; LLVM fills as many entries as it counts.
        unsafe {
            LLVMSetInstructionCallConv(to, LLVMGetInstructionCallConv(from));
            for place in places(old.args().len()).filter(|place| keep(*place)) {
                let count = LLVMGetCallSiteAttributeCount(from, place.index());
                let list = attributes(count, |list| LLVMGetCallSiteAttributes(from, place.index(), list));
                list.into_iter().for_each(|attribute| LLVMAddCallSiteAttribute(to, place.index(), attribute));
            }
        }
    }
}

/// The positions to which attributes of a function with `params` parameters are attached.
fn places(params: usize) -> impl Iterator<Item = AttributePlace> {
    let params = (0..params as u32).map(AttributePlace::Param);
    [AttributePlace::Function, AttributePlace::Return].into_iter().chain(params)
}

/// Reads `count` attributes with a function that fills a list.
fn attributes(count: u32, fill: impl FnOnce(*mut LLVMAttributeRef)) -> Vec<LLVMAttributeRef> {
    let mut list = vec![std::ptr::null_mut(); count as usize];
    fill(list.as_mut_ptr());
    list
}

/// Whether one object may replace another one; records a refusal if not.
fn is_alike(module: &EditableModule, new: Value<'_>, old: Value<'_>) -> bool {
    // SAFETY: two functions or two variables.
    let (home, old_home) = unsafe { (LLVMGetGlobalParent(new.0), LLVMGetGlobalParent(old.0)) };
    let fits = new != old && new.ty() == old.ty() && home == old_home;
    let what = || format!("`{}` in the place of `{}`", new.name(), old.name());
    module.permits(context_of(new.0), home, fits, what)
}

/// Transfers to `new` the users of `old`, and the properties that all global objects have.
fn replace<'m>(module: &EditableModule, old: Global<'m>, new: Global<'m>) {
    let (from, to) = (old.value().0, new.value().0);
    new.set_linkage(module, old.linkage());
    // SAFETY: two objects of one kind and module; the list of metadata is freed.
    unsafe {
        LLVMSetVisibility(to, LLVMGetVisibility(from));
        LLVMSetUnnamedAddress(to, LLVMGetUnnamedAddress(from));
        LLVMSetSection(to, LLVMGetSection(from));
        LLVMSetAlignment(to, LLVMGetAlignment(from));
        LLVMSetComdat(to, LLVMGetComdat(from));
        let mut count = 0;
        let entries = LLVMGlobalCopyAllMetadata(from, &mut count);
        for entry in 0..count as u32 {
            let kind = LLVMValueMetadataEntriesGetKind(entries, entry);
            LLVMGlobalSetMetadata(to, kind, LLVMValueMetadataEntriesGetMetadata(entries, entry));
        }
        LLVMDisposeValueMetadataEntries(entries);
    }
    old.value().replace_all_uses_with(module, new.value());
}
