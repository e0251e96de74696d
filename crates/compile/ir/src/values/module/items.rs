//! The items of a module: functions, variables, aliases, flags, annotations.

use llvm_sys::core::*;

use crate::base::context::note_change;
use crate::base::enumerations::Linkage;
use crate::base::refusal::check;
use crate::base::strings::c_string;
use crate::values::editable::EditableModule;
use crate::values::handles::{Function, Global, Value};
use crate::values::module::Module;
use crate::values::types::{Type, TypeKind};
use crate::values::value::ValueKind;

/// One `annotate` attribute, from `llvm.global.annotations`.
#[derive(Clone, Debug)]
pub struct Annotation<'m> {
    /// The annotated function or variable.
    pub target: Value<'m>,
    /// The attribute's text.
    pub text: String,
    /// Its further arguments.
    pub args: Vec<Value<'m>>,
}

impl Module {
    /// The functions that have a body, as of now.
    pub fn definitions(&self) -> Vec<Function<'_>> {
        self.functions().into_iter().filter(|function| !function.is_declaration()).collect()
    }

    /// All current functions.
    pub fn functions(&self) -> Vec<Function<'_>> {
        let mut functions = Vec::new();
        // SAFETY: a live module's function list.
        unsafe {
            let mut raw = LLVMGetFirstFunction(self.raw);
            while !raw.is_null() {
                if !self.is_deleted(raw) {
                    functions.push(Function(Value::new(raw)));
                }
                raw = LLVMGetNextFunction(raw);
            }
        }
        functions
    }

    /// All current global variables.
    pub fn globals(&self) -> Vec<Global<'_>> {
        let mut globals = Vec::new();
        // SAFETY: a live module's variable list.
        unsafe {
            let mut raw = LLVMGetFirstGlobal(self.raw);
            while !raw.is_null() {
                if !self.is_deleted(raw) {
                    globals.push(Global(Value::new(raw)));
                }
                raw = LLVMGetNextGlobal(raw);
            }
        }
        globals
    }

    /// All current aliases.
    pub fn aliases(&self) -> Vec<Value<'_>> {
        let mut aliases = Vec::new();
        // SAFETY: a live module's alias list.
        unsafe {
            let mut raw = LLVMGetFirstGlobalAlias(self.raw);
            while !raw.is_null() {
                aliases.push(Value::new(raw));
                raw = LLVMGetNextGlobalAlias(raw);
            }
        }
        aliases
    }

    /// The aliased object.
    pub fn aliasee<'m>(&'m self, alias: Value<'m>) -> Option<Value<'m>> {
        // SAFETY: guarded by the kind.
        (alias.kind() == ValueKind::Alias).then(|| Value::maybe(unsafe { LLVMAliasGetAliasee(alias.0) }))?
    }

    /// A function by name.
    pub fn function(&self, name: &str) -> Option<Function<'_>> {
        let name = c_string(name);
        // SAFETY: a live module and a terminated name.
        Value::maybe(unsafe { LLVMGetNamedFunction(self.raw, name.as_ptr()) }).map(Function)
    }

    /// A global variable by name.
    pub fn global(&self, name: &str) -> Option<Global<'_>> {
        let name = c_string(name);
        // SAFETY: a live module and a terminated name.
        Value::maybe(unsafe { LLVMGetNamedGlobal(self.raw, name.as_ptr()) }).map(Global)
    }

    /// Whether the module has a flag of this name.
    pub fn has_flag(&self, name: &str) -> bool {
        // SAFETY: a live module; LLVM copies the name.
        unsafe { !LLVMGetModuleFlag(self.raw, name.as_ptr().cast(), name.len()).is_null() }
    }

    /// The `annotate` attributes of the module.
    pub fn annotations(&self) -> Vec<Annotation<'_>> {
        let Some(list) = self.global("llvm.global.annotations").and_then(Global::initializer) else {
            return Vec::new();
        };
        (0..).map_while(|i| list.aggregate_element(i)).filter_map(read_annotation).collect()
    }
}

impl EditableModule {
    /// Gives an alias internal linkage: only its users then keep it, and its aliasee, alive.
    pub fn internalize_alias(&self, alias: Value<'_>) {
        let is_alias = alias.kind() == ValueKind::Alias;
        if Global(alias).may(self, is_alias, || format!("internal linkage of {alias:?}, which is no alias")) {
            Global(alias).set_linkage(self, Linkage::LLVMInternalLinkage);
        }
    }

    /// Declares a function; LLVM adds a number if the name is taken.
    pub fn add_function<'m>(&'m self, name: &str, ty: Type<'m>) -> Function<'m> {
        let fits = ty.kind() == TypeKind::Function && ty.context() == self.ctx.raw();
        let ty = match check(self.ctx.raw(), fits, || format!("function `{name}` of type {ty}")) {
            true => ty,
            false => self.void().function(&[], false),
        };
        let name = c_string(name);
        note_change(self.ctx.raw(), self.raw);
        // SAFETY: a live module and a function type.
        Function(Value::new(unsafe { LLVMAddFunction(self.raw, name.as_ptr(), ty.0) }))
    }

    /// The function of that name and type, declared if it does not exist. One of another type is refused:
    /// it keeps the name, and the new function gets another one.
    pub fn get_or_declare<'m>(&'m self, name: &str, ty: Type<'m>) -> Function<'m> {
        let known = self.function(name).filter(|known| {
            let found = known.function_type();
            check(self.ctx.raw(), found == ty, || format!("`{name}` of type {ty}, which has type {found}"))
        });
        known.unwrap_or_else(|| self.add_function(name, ty))
    }

    /// Adds a global variable without initializer.
    pub fn add_global<'m>(&'m self, name: &str, ty: Type<'m>, address_space: u32) -> Global<'m> {
        let fits = ty.is_sized() && ty.context() == self.ctx.raw();
        let ty = match check(self.ctx.raw(), fits, || format!("variable `{name}` of type {ty}")) {
            true => ty,
            false => self.int(1),
        };
        let name = c_string(name);
        note_change(self.ctx.raw(), self.raw);
        // SAFETY: a live module and a sized type.
        Global(Value::new(unsafe { LLVMAddGlobalInAddressSpace(self.raw, ty.0, name.as_ptr(), address_space) }))
    }

    /// Adds an internal constant that holds `bytes`.
    pub fn add_bytes<'m>(&'m self, name: &str, bytes: &[u8]) -> Global<'m> {
        // SAFETY: LLVM copies the bytes.
        let value =
            Value::new(unsafe { LLVMConstStringInContext2(self.ctx.raw(), bytes.as_ptr().cast(), bytes.len(), 1) });
        let global = self.add_global(name, value.ty(), 0);
        global.set_initializer(self, value);
        global.set_constant(self, true);
        global.set_linkage(self, Linkage::LLVMInternalLinkage);
        global
    }

    /// Sets an integer module flag (behaviour: warn on conflict), unless the module has one of that name.
    pub fn add_flag(&self, name: &str, value: u32) {
        // SAFETY: a live module; LLVM copies the name.
        unsafe {
            if !LLVMGetModuleFlag(self.raw, name.as_ptr().cast(), name.len()).is_null() {
                return;
            }
            let int = LLVMInt32TypeInContext(self.ctx.raw());
            LLVMAddModuleFlag(
                self.raw,
                llvm_sys::LLVMModuleFlagBehavior::LLVMModuleFlagBehaviorWarning,
                name.as_ptr().cast_mut().cast(),
                name.len(),
                LLVMValueAsMetadata(LLVMConstInt(int, u64::from(value), 0)),
            );
        }
    }
}

/// Reads `{ target, text, file, line, args }`.
fn read_annotation(entry: Value<'_>) -> Option<Annotation<'_>> {
    let target = entry.aggregate_element(0)?.strip_pointer_casts();
    let text = entry.aggregate_element(1)?.strip_pointer_casts().as_global()?.initializer()?;
    let mut text = text.const_bytes().unwrap_or_default();
    if text.last() == Some(&0) {
        text.pop();
    }
    let args = entry
        .aggregate_element(4)
        .and_then(|args| args.strip_pointer_casts().as_global()?.initializer())
        .map(|args| (0..).map_while(|i| args.aggregate_element(i)).collect())
        .unwrap_or_default();
    Some(Annotation { target, text: String::from_utf8_lossy(&text).into_owned(), args })
}
