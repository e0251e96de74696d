//! LLVM contexts: owners of types, constants and diagnostics.

use std::cell::RefCell;
use std::collections::HashSet;
use std::ffi::c_void;
use std::rc::Rc;

use llvm_sys::LLVMDiagnosticSeverity;
use llvm_sys::core::*;
use llvm_sys::prelude::*;

use crate::base::erased::Erased;
use crate::base::frame_report::{Frames, read_report};
use crate::base::strings::take_message;

/// Owner of types and constants. Cheap to clone; belongs to one thread.
#[derive(Clone)]
pub struct Context {
    inner: Rc<Inner>,
}

struct Inner {
    raw: LLVMContextRef,
    // Boxed, because LLVM keeps its address.
    attached: Box<Attached>,
}

/// The data that is attached to an LLVM context, as the data of its diagnostic handler.
#[derive(Default)]
pub(crate) struct Attached {
    /// Errors that have not been retrieved yet.
    diagnostics: RefCell<Vec<String>>,
    /// Stack frames of functions that code was generated for.
    pub(crate) frames: RefCell<Frames>,
    /// Operations that were refused.
    pub(crate) refused: RefCell<Vec<String>>,
    /// Modules that changed since they were verified.
    pub(crate) changed: RefCell<HashSet<LLVMModuleRef>>,
    /// Erased instructions, blocks and functions, which may still have handles.
    pub(crate) erased: RefCell<Erased>,
}

impl Context {
    /// A fresh context.
    pub fn new() -> Self {
        let attached = Box::new(Attached::default());
        // SAFETY: the handler's data outlives the context, which `Inner` disposes first.
        let raw = unsafe {
            let raw = LLVMContextCreate();
            let data: *const Attached = &*attached;
            LLVMContextSetDiagnosticHandler(raw, Some(on_diagnostic), data.cast_mut().cast());
            raw
        };
        Self { inner: Rc::new(Inner { raw, attached }) }
    }

    /// Retrieves the errors that LLVM reported since the last call, joined by newlines; empty if there were none.
    pub fn take_errors(&self) -> String {
        std::mem::take(&mut *self.inner.attached.diagnostics.borrow_mut()).join("\n")
    }

    pub(crate) fn raw(&self) -> LLVMContextRef {
        self.inner.raw
    }
}

impl Default for Context {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // SAFETY: modules hold a clone of the context, so none is left, and no handle outlives its module.
        unsafe { self.attached.erased.take().free(self.raw) };
        // SAFETY: modules hold a clone of the context, so none is left.
        unsafe { LLVMContextDispose(self.raw) }
    }
}

/// Notes that code of a module changes, so that it is verified before LLVM works on it. Instructions in no
/// block have no module, which is null.
pub(crate) fn note_change(ctx: LLVMContextRef, module: LLVMModuleRef) {
    if !module.is_null() {
        attached(ctx, |attached| attached.changed.borrow_mut().insert(module));
    }
}

/// Whether a function or variable was deleted.
pub(crate) fn is_deleted(ctx: LLVMContextRef, module: LLVMModuleRef, global: LLVMValueRef) -> bool {
    attached(ctx, |attached| attached.erased.borrow().has_global(module, global))
}

/// Passes the data attached to a context to `visit`.
pub(crate) fn attached<R>(ctx: LLVMContextRef, visit: impl FnOnce(&Attached) -> R) -> R {
    // SAFETY: every context is made by `Context::new`, which attaches the data; it lives as long as the context.
    visit(unsafe { &*LLVMContextGetDiagnosticContext(ctx).cast::<Attached>() })
}

extern "C" fn on_diagnostic(info: LLVMDiagnosticInfoRef, data: *mut c_void) {
    // SAFETY: `data` belongs to the context that reports, on its thread.
    let attached = unsafe { &*data.cast::<Attached>() };
    // SAFETY: `info` is valid during the call.
    let (severity, text) = unsafe { (LLVMGetDiagInfoSeverity(info), take_message(LLVMGetDiagInfoDescription(info))) };
    if severity == LLVMDiagnosticSeverity::LLVMDSError {
        attached.diagnostics.borrow_mut().push(text);
    } else if let Some((function, bytes)) = read_report(&text) {
        attached.frames.borrow_mut().insert(function.to_owned(), bytes);
    }
}
