//! Global objects: the common part of functions and variables, and variables.

use std::fmt;

use llvm_sys::LLVMVisibility;
use llvm_sys::core::*;

use crate::base::context::attached;
use crate::base::enumerations::Linkage;
use crate::base::erased::DELETED;
use crate::base::strings::{c_string, copy_str};
use crate::values::editable::EditableModule;
use crate::values::handles::{Global, Value};
use crate::values::types::Type;
use crate::values::typing;
use crate::values::value::ValueKind;

impl<'m> Global<'m> {
    /// This object as a value (its address).
    pub fn value(self) -> Value<'m> {
        self.0
    }

    /// Symbol name.
    pub fn name(self) -> String {
        self.0.name()
    }

    /// Type of the object (not of its address).
    pub fn value_type(self) -> Type<'m> {
        // SAFETY: a global object.
        Type::new(unsafe { LLVMGlobalGetValueType(self.0.0) })
    }

    /// Whether there is no definition.
    pub fn is_declaration(self) -> bool {
        // SAFETY: a global object.
        unsafe { LLVMIsDeclaration(self.0.0) != 0 }
    }

    /// Linkage.
    pub fn linkage(self) -> Linkage {
        // SAFETY: a global object.
        unsafe { LLVMGetLinkage(self.0.0) }
    }

    /// Sets the linkage.
    pub fn set_linkage(self, module: &EditableModule, linkage: Linkage) {
        if self.may(module, true, || format!("linkage of {self:?}")) {
            // SAFETY: a global object.
            unsafe {
                LLVMSetLinkage(self.0.0, linkage);
                LLVMSetVisibility(self.0.0, LLVMVisibility::LLVMDefaultVisibility);
            }
        }
    }

    /// Whether no other module can see it (internal or private).
    pub fn is_local(self) -> bool {
        matches!(self.linkage(), Linkage::LLVMInternalLinkage | Linkage::LLVMPrivateLinkage)
    }

    /// Leaves the COMDAT group.
    pub fn remove_comdat(self, module: &EditableModule) {
        if self.may(module, true, || format!("COMDAT group of {self:?}")) {
            // SAFETY: a global object.
            unsafe { llvm_sys::comdat::LLVMSetComdat(self.0.0, std::ptr::null_mut()) }
        }
    }

    /// Whether a variable is constant.
    pub fn is_constant(self) -> bool {
        // SAFETY: asked of variables only.
        self.is_variable() && unsafe { LLVMIsGlobalConstant(self.0.0) != 0 }
    }

    /// Makes a variable constant or not.
    pub fn set_constant(self, module: &EditableModule, constant: bool) {
        if self.check_variable(module, "constant") {
            // SAFETY: a global variable.
            unsafe { LLVMSetGlobalConstant(self.0.0, constant.into()) }
        }
    }

    /// Whether a variable is set from outside of the module before its code runs, so that the initial value does not
    /// determine loaded values.
    pub fn is_externally_initialized(self) -> bool {
        // SAFETY: asked of variables only.
        self.is_variable() && unsafe { LLVMIsExternallyInitialized(self.0.0) != 0 }
    }

    /// Says whether something outside of the module sets a variable.
    pub fn set_externally_initialized(self, module: &EditableModule, externally: bool) {
        if self.check_variable(module, "external initialization") {
            // SAFETY: a global variable.
            unsafe { LLVMSetExternallyInitialized(self.0.0, externally.into()) }
        }
    }

    /// Whether a variable is thread-local.
    pub fn is_thread_local(self) -> bool {
        // SAFETY: asked of variables only.
        self.is_variable() && unsafe { LLVMIsThreadLocal(self.0.0) != 0 }
    }

    /// Initial value of a variable.
    pub fn initializer(self) -> Option<Value<'m>> {
        // SAFETY: asked of variables only.
        self.is_variable().then(|| Value::maybe(unsafe { LLVMGetInitializer(self.0.0) })).flatten()
    }

    /// Sets the initial value of a variable.
    pub fn set_initializer(self, module: &EditableModule, value: Value<'m>) {
        // SAFETY: a global object.
        let is_value = value.is_const() && value.ty() == self.value_type() && value.is_usable_in(module.raw());
        let what = || format!("`{value}` as the value of {self:?}");
        if self.check_variable(module, "initial value") && self.may(module, is_value, what) {
            // SAFETY: a constant of the variable's type and module.
            unsafe { LLVMSetInitializer(self.0.0, value.0) }
        }
    }

    /// Alignment in bytes, 0 for the type's own.
    pub fn align(self) -> u32 {
        // SAFETY: a global object.
        unsafe { LLVMGetAlignment(self.0.0) }
    }

    /// Sets the alignment.
    pub fn set_align(self, module: &EditableModule, bytes: u32) {
        if self.may(module, typing::is_alignment(bytes), || format!("alignment {bytes} of {self:?}")) {
            // SAFETY: a global object; `bytes` is a power of two.
            unsafe { LLVMSetAlignment(self.0.0, bytes) }
        }
    }

    /// Address space of the variable.
    pub fn address_space(self) -> u32 {
        self.0.ty().address_space().unwrap_or(0)
    }

    /// The section, if one was requested.
    pub fn section(self) -> Option<String> {
        // SAFETY: a global object; LLVM owns the text.
        unsafe {
            let text = LLVMGetSection(self.0.0);
            (!text.is_null()).then(|| copy_str(text, std::ffi::CStr::from_ptr(text).count_bytes()))
        }
    }

    /// Puts the object into a section.
    pub fn set_section(self, module: &EditableModule, name: &str) {
        let name = c_string(name);
        if self.may(module, true, || format!("section of {self:?}")) {
            // SAFETY: a global object; LLVM copies the name.
            unsafe { LLVMSetSection(self.0.0, name.as_ptr()) }
        }
    }

    /// Deletes a variable. Remaining users see poison. Handles to it stay valid, see [`Module`](crate::Module): it no
    /// longer has an initial value.
    pub fn delete(self, module: &EditableModule) {
        if self.check_variable(module, "deletion as a variable") {
            // SAFETY: a global variable, which becomes a declaration.
            unsafe { LLVMSetInitializer(self.0.0, std::ptr::null_mut()) };
            self.set_linkage(module, Linkage::LLVMExternalLinkage);
            self.take_out(module);
        }
    }

    /// Takes a declaration out of the module, which frees it when no handle can be left.
    pub(crate) fn take_out(self, module: &EditableModule) {
        if !self.may(module, true, || format!("deletion of {self:?}")) {
            return;
        }
        self.0.replace_all_uses_with(module, self.0.ty().poison());
        self.remove_comdat(module);
        self.0.set_name(module, DELETED);
        // SAFETY: a global object, which says nothing more than that it exists.
        unsafe { LLVMGlobalClearMetadata(self.0.0) };
        attached(self.0.ty().context(), |attached| attached.erased.borrow_mut().keep_global(module.raw(), self.0.0));
    }

    /// Whether a change fits, which is noted, or refused if not.
    pub(crate) fn may<D: fmt::Display>(self, module: &EditableModule, fits: bool, what: impl FnOnce() -> D) -> bool {
        // SAFETY: a global object.
        let home = unsafe { LLVMGetGlobalParent(self.0.0) };
        module.permits(self.0.ty().context(), home, fits, what)
    }

    fn is_variable(self) -> bool {
        self.0.kind() == ValueKind::Global
    }

    fn check_variable(self, module: &EditableModule, what: &str) -> bool {
        self.may(module, self.is_variable(), || format!("{what} of {self:?}, which is no variable"))
    }
}

impl fmt::Debug for Global<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", self.name())
    }
}
