//! Calls and their attributes.

use llvm_sys::core::*;
use llvm_sys::prelude::LLVMAttributeRef;

use crate::base::enumerations::Opcode;
use crate::values::attributes;
use crate::values::attributes::AttributePlace;
use crate::values::editable::EditableModule;
use crate::values::function::{CallConv, MAX_CALL_CONV};
use crate::values::handles::{Function, Inst, Value};
use crate::values::types::Type;

impl<'m> Inst<'m> {
    /// Called value of a call or invoke.
    pub fn callee(self) -> Option<Value<'m>> {
        // SAFETY: asked of calls only.
        self.is_call().then(|| Value::new(unsafe { LLVMGetCalledValue(self.raw()) }))
    }

    /// The called function, if the call is direct.
    pub fn called_function(self) -> Option<Function<'m>> {
        self.callee()?.as_function()
    }

    /// Function type of a call.
    pub fn called_type(self) -> Option<Type<'m>> {
        // SAFETY: asked of calls only.
        self.is_call().then(|| Type::new(unsafe { LLVMGetCalledFunctionType(self.raw()) }))
    }

    /// Arguments of a call or invoke; empty for others.
    pub fn args(self) -> Vec<Value<'m>> {
        if !self.is_call() {
            return Vec::new();
        }
        // SAFETY: a call.
        let count = unsafe { LLVMGetNumArgOperands(self.raw()) } as usize;
        let mut operands = self.operands();
        operands.truncate(count);
        operands
    }

    /// Alignment attribute of a call's argument, in bytes.
    pub fn argument_align(self, index: u32) -> Option<u32> {
        let attribute = self.argument_attribute(index, "align")?;
        // SAFETY: a live attribute that holds no type.
        unsafe { (LLVMIsEnumAttribute(attribute) != 0).then(|| LLVMGetEnumAttributeValue(attribute) as u32) }
    }

    fn argument_attribute(self, index: u32, name: &str) -> Option<LLVMAttributeRef> {
        let (place, kind) = (AttributePlace::Param(index), attributes::kind(name)?);
        if !self.is_call() {
            return None;
        }
        // SAFETY: a call and the kind of an attribute.
        let attribute = unsafe { LLVMGetCallSiteEnumAttribute(self.raw(), place.index(), kind) };
        (!attribute.is_null()).then_some(attribute)
    }

    /// The type in an attribute of a call's argument (`byval`).
    pub fn argument_type(self, index: u32, name: &str) -> Option<Type<'m>> {
        let attribute = self.argument_attribute(index, name)?;
        // SAFETY: a live attribute; the type is asked of those that hold one.
        unsafe { (LLVMIsTypeAttribute(attribute) != 0).then(|| Type::new(LLVMGetTypeAttributeValue(attribute))) }
    }

    /// Adds a type attribute of a call's argument (`byval`).
    pub fn add_argument_type(self, module: &EditableModule, index: u32, name: &str, ty: Type<'m>) {
        let attribute = attributes::of_type(name, ty).filter(|_| (index as usize) < self.args().len());
        let fits = attribute.is_some() && ty.context() == self.context();
        if self.may(module, fits, || format!("attribute `{name}({ty})` of argument {index} of `{self}`")) {
            let attribute = attribute.expect("it fits");
            // SAFETY: a call that has such an argument, and an attribute of its context.
            unsafe { LLVMAddCallSiteAttribute(self.raw(), AttributePlace::Param(index).index(), attribute) }
        }
    }

    /// Removes an attribute of a call's argument.
    pub fn remove_argument_attribute(self, module: &EditableModule, index: u32, name: &str) {
        if let Some(kind) = self.removable(module, name) {
            // SAFETY: a call and the kind of an attribute.
            unsafe { LLVMRemoveCallSiteEnumAttribute(self.raw(), AttributePlace::Param(index).index(), kind) }
        }
    }

    /// Sets the calling convention of a call, which must be its callee's.
    pub fn set_call_conv(self, module: &EditableModule, conv: CallConv) {
        let fits = self.is_call() && conv <= MAX_CALL_CONV;
        if self.may(module, fits, || format!("calling convention {conv} of `{self}`")) {
            // SAFETY: a call, and a number that LLVM has room for.
            unsafe { LLVMSetInstructionCallConv(self.raw(), conv) }
        }
    }

    /// Whether this is a call, invoke or callbr.
    pub fn is_call(self) -> bool {
        matches!(self.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke | Opcode::LLVMCallBr)
    }

    /// Removes an enum attribute of a call itself (not of its callee).
    pub fn remove_call_attribute(self, module: &EditableModule, name: &str) {
        if let Some(kind) = self.removable(module, name) {
            // SAFETY: a call and the kind of an attribute.
            unsafe { LLVMRemoveCallSiteEnumAttribute(self.raw(), AttributePlace::Function.index(), kind) }
        }
    }

    /// Sets a string attribute of a call (`vector-function-abi-variant`).
    pub fn add_call_string_attribute(self, module: &EditableModule, name: &str, value: &str) {
        if self.may(module, self.is_call(), || format!("attribute `{name}` of `{self}`")) {
            // SAFETY: a call; LLVM copies the texts.
            unsafe {
                let attr = attributes::string_attribute(self.context(), name, value);
                LLVMAddCallSiteAttribute(self.raw(), AttributePlace::Function.index(), attr);
            }
        }
    }

    /// The kind of an attribute that may be removed from this call.
    fn removable(self, module: &EditableModule, name: &str) -> Option<u32> {
        let kind = attributes::kind(name).filter(|_| self.is_call())?;
        self.may(module, true, || format!("attribute `{name}` of `{self}`")).then_some(kind)
    }
}
