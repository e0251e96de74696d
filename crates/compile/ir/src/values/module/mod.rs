//! Modules: making, reading, writing, copying and freeing them.

mod items;
mod layout;
mod types;
mod verified;

use std::fmt;

use llvm_sys::bit_writer::LLVMWriteBitcodeToMemoryBuffer;
use llvm_sys::core::*;
use llvm_sys::prelude::*;

use crate::base::context::{Context, attached, is_deleted, note_change};
use crate::base::erased;
use crate::base::error::{Error, Result};
use crate::base::strings::{c_string, copy_str, take_message};
use crate::base::version::use_debug_records;
pub use items::Annotation;

/// A module and everything in it.
///
/// Functions, blocks, instructions and other values of a module are handles: copies that borrow it.
///
/// * *Handles are valid as long as they live.* Operations that may free many or unknown items at once (passes, linking,
///   code generation) take the module by `&mut`, so that no handle survives them. Items that are erased or deleted one
///   by one keep their memory until then: a handle to them is stale, which is a mistake but no danger. A stale
///   instruction has no block and no operands, a stale function no body; neither can be used in new code.
/// * *Operations that LLVM cannot represent are refused*: operands of other types than LLVM's class takes, of another
///   module or context, stale ones, indices out of range. Then nothing is changed, the result is poison, and
///   [`verify`](Self::verify) fails with a description of the refused operation. Indexing past the end of a list that
///   handles return panics, as for slices.
/// * *LLVM works on verified modules only.* Functions that run LLVM's own code on a module that changed since the last
///   time verify it before, and return the error.
///
/// The verifier guarantees that types agree, that values are defined before they are used, that blocks end in one
/// terminator and phis name their predecessors, that intrinsics, attributes and debug information have their forms,
/// that locations are in the subprogram of their function if it has one, and that nothing of another module is referred
/// to. It does not guarantee that code is meaningful: it accepts calls through pointers of another type, infinite
/// recursion, metadata of unknown kinds, calls of declared functions whose name LLVM gives a meaning (`memcpy` with
/// other parameters, which passes leave unchanged), and names that nothing defines. The results of passes and code
/// generation for a verified module are LLVM's responsibility, as is reading bitcode: LLVM checks its structure, but
/// bitcode made to attack it can still crash it. Textual IR and bitcode are read from the user's own files only.
pub struct Module {
    raw: LLVMModuleRef,
    // Dropped after the module, which `Drop` disposes first.
    ctx: Context,
}

impl Module {
    /// An empty module.
    pub fn new(ctx: &Context, name: &str) -> Self {
        let name = c_string(name);
        // SAFETY: a live context; LLVM copies the name.
        let raw = unsafe { LLVMModuleCreateWithNameInContext(name.as_ptr(), ctx.raw()) };
        Self { raw, ctx: ctx.clone() }
    }

    /// Reads bitcode or textual IR.
    pub fn parse(ctx: &Context, bytes: &[u8], name: &str) -> Result<Self> {
        let c_name = c_string(name);
        let mut raw = std::ptr::null_mut();
        let mut message = std::ptr::null_mut();
        // SAFETY: LLVM copies the bytes (textual IR needs a terminating zero, which the copy adds) and
        // takes the buffer; the message is ours.
        let failed = unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes.as_ptr().cast(), bytes.len(), c_name.as_ptr());
            llvm_sys::ir_reader::LLVMParseIRInContext(ctx.raw(), buffer, &mut raw, &mut message)
        };
        if failed != 0 {
            // SAFETY: LLVM's message, ours to free.
            let mut text = unsafe { take_message(message) };
            if text.is_empty() {
                text = ctx.take_errors();
            }
            return Err(Error::Parse { name: name.into(), message: text });
        }
        note_change(ctx.raw(), raw);
        // Debug information as records, the form that passes and `variables` work on.
        // SAFETY: a live module that nothing refers to yet.
        unsafe { use_debug_records(raw, true) };
        let mut module = Self { raw, ctx: ctx.clone() };
        module.edit().set_identifier(name);
        Ok(module)
    }

    /// Bitcode.
    ///
    /// # Errors
    /// If the module is not valid.
    pub fn to_bitcode(&self) -> Result<Vec<u8>> {
        if self.has_deleted() {
            return self.duplicate()?.to_bitcode();
        }
        self.check()?;
        // SAFETY: a valid module; the buffer is copied, then freed.
        unsafe {
            let buffer = LLVMWriteBitcodeToMemoryBuffer(self.raw);
            let bytes =
                std::slice::from_raw_parts(LLVMGetBufferStart(buffer).cast(), LLVMGetBufferSize(buffer)).to_vec();
            LLVMDisposeMemoryBuffer(buffer);
            Ok(bytes)
        }
    }

    /// The context that owns types and constants.
    pub fn context(&self) -> &Context {
        &self.ctx
    }

    /// A copy, in the same context.
    ///
    /// # Errors
    /// If the module is not valid.
    pub fn duplicate(&self) -> Result<Module> {
        self.check()?;
        // SAFETY: a valid module.
        let copy = Module { raw: unsafe { LLVMCloneModule(self.raw) }, ctx: self.ctx.clone() };
        let deleted = attached(self.ctx.raw(), |attached| attached.erased.borrow().names_of_globals(self.raw));
        for name in deleted {
            let function = copy.function(&name).map(|function| function.global());
            if let Some(global) = function.or_else(|| copy.global(&name)) {
                // SAFETY: a declaration without users, to which there is no other handle.
                unsafe { erased::free_global(global.value().0) };
            }
        }
        Ok(copy)
    }

    fn has_deleted(&self) -> bool {
        attached(self.ctx.raw(), |attached| attached.erased.borrow().has_globals(self.raw))
    }

    fn is_deleted(&self, global: LLVMValueRef) -> bool {
        is_deleted(self.ctx.raw(), self.raw, global)
    }

    /// Module identifier, for messages.
    pub fn identifier(&self) -> String {
        let mut len = 0;
        // SAFETY: a live module; LLVM owns the text.
        unsafe {
            let text = LLVMGetModuleIdentifier(self.raw, &mut len);
            copy_str(text, len)
        }
    }

    pub(crate) fn raw(&self) -> LLVMModuleRef {
        self.raw
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        let ctx = self.ctx.raw();
        let erased = attached(ctx, |attached| {
            attached.changed.borrow_mut().remove(&self.raw);
            attached.erased.borrow_mut().take(self.raw)
        });
        // SAFETY: the module is ours, and no handles are left; its context is dropped after it.
        unsafe {
            LLVMDisposeModule(self.raw);
            if let Some(parts) = erased {
                parts.free(ctx, false);
            }
        }
    }
}

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.has_deleted()
            && let Ok(copy) = self.duplicate()
        {
            return copy.fmt(f);
        }
        // SAFETY: a live module; the text is ours.
        f.write_str(&unsafe { take_message(LLVMPrintModuleToString(self.raw)) })
    }
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Module({})", self.identifier())
    }
}
