//! Variables of functions, and their location in memory (`llvm.dbg.declare`).
//!
//! LLVM keeps such declarations as records, which are stored with instructions. Its C API can add records but not read
//! them, so reading converts them to their older form, calls.

use std::marker::PhantomData;

use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;

use crate::base::context::Context;
use crate::base::erased::module_of_inst;
use crate::base::refusal::check;
use crate::base::version::use_debug_records;
use crate::build::builder::Builder;
use crate::values::debug_info::DebugLoc;
use crate::values::editable::EditableModule;
use crate::values::handles::{Function, Inst, Value};
use crate::values::intrinsics::Intrinsic;
use crate::values::module::Module;

/// A local variable or parameter (`DILocalVariable`).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Variable<'m> {
    raw: LLVMMetadataRef,
    ctx: LLVMContextRef,
    marker: PhantomData<&'m ()>,
}

/// The declaration of a variable in memory.
#[derive(Clone, Copy)]
pub struct Declaration<'m> {
    /// Its address.
    pub address: Value<'m>,
    /// The variable.
    pub variable: Variable<'m>,
    /// Scope, and the call that its function is inlined at.
    pub location: DebugLoc<'m>,
}

impl Variable<'_> {
    pub(crate) fn new(ctx: LLVMContextRef, raw: LLVMMetadataRef) -> Self {
        Self { raw, ctx, marker: PhantomData }
    }

    pub(crate) fn raw(self) -> LLVMMetadataRef {
        self.raw
    }
}

/// The calls of `callee` in `function`, in order.
fn calls_in<'m>(function: Function<'m>, callee: Function<'m>) -> Vec<Inst<'m>> {
    let mut insts = function.insts();
    insts.retain(|inst| inst.is_call() && inst.called_function() == Some(callee));
    insts
}

/// `DW_OP_deref`: the variable is where a pointer points to.
const DEREFERENCE: u64 = 0x06;

impl Module {}

impl EditableModule {
    /// Takes the declarations out of all functions.
    pub fn take_declarations(&self) -> Vec<Declaration<'_>> {
        let mut taken = Vec::new();
        self.with_declaring_calls(|call| {
            taken.extend(declaration(call));
            call.erase(self);
        });
        taken
    }

    /// Visits declarations in the form of calls.
    fn with_declaring_calls<'m>(&'m self, visit: impl FnMut(Inst<'m>)) {
        // SAFETY: a live module, in which no other handle points to a record.
        unsafe { use_debug_records(self.raw(), false) };
        if let Some(declare) = self.function(Intrinsic::DbgDeclare.name()) {
            self.functions().into_iter().flat_map(|function| calls_in(function, declare)).for_each(visit);
        }
        // SAFETY: as above.
        unsafe { use_debug_records(self.raw(), true) };
    }

    /// Adds a declaration before `inst`.
    pub fn declare<'m>(&'m self, declaration: &Declaration<'m>, before: Inst<'m>) {
        self.declare_with(declaration, &mut [], before);
    }

    /// Adds the declaration of a variable that the pointer at `address` points to.
    pub fn declare_pointed_to<'m>(&'m self, declaration: &Declaration<'m>, before: Inst<'m>) {
        self.declare_with(declaration, &mut [DEREFERENCE], before);
    }

    fn declare_with<'m>(&'m self, declaration: &Declaration<'m>, operations: &mut [u64], before: Inst<'m>) {
        let Declaration { address, variable, location } = declaration;
        let ctx = self.context().raw();
        let is_here = variable.ctx == ctx && location.is_of(ctx);
        let fits = is_here && address.is_usable_in(self.raw()) && module_of_inst(before.value().0) == self.raw();
        if !check(ctx, fits, || format!("declaration of a variable at `{address}` before `{before}`")) {
            return;
        }
        // SAFETY: a live module; nodes and values are of it. The builder makes no node that would have to be
        // finalized.
        unsafe {
            use_debug_records(self.raw(), true);
            let builder = LLVMCreateDIBuilderDisallowUnresolved(self.raw());
            let expression = LLVMDIBuilderCreateExpression(builder, operations.as_mut_ptr(), operations.len());
            let (variable, location) = (variable.raw(), location.raw());
            LLVMDIBuilderInsertDeclareRecordBefore(
                builder,
                address.0,
                variable,
                expression,
                location,
                before.value().0,
            );
            LLVMDisposeDIBuilder(builder);
        }
    }
}

/// The declaration in a call of `llvm.dbg.declare`; `None` if optimization removed the variable's memory, or if the
/// memory holds only part of it.
fn declaration<'m>(call: Inst<'m>) -> Option<Declaration<'m>> {
    let location = call.debug_loc()?;
    // SAFETY: the arguments are metadata as values: an address, a variable, an expression.
    unsafe {
        let [address, variable, expression] = [0, 1, 2].map(|index| LLVMGetOperand(call.value().0, index));
        let kind = LLVMGetMetadataKind(LLVMValueAsMetadata(address));
        if !matches!(kind, LLVMMetadataKind::LLVMLocalAsMetadataMetadataKind) || has_operations(expression) {
            return None;
        }
        let mut value = std::ptr::null_mut();
        LLVMGetMDNodeOperands(address, &mut value);
        Some(Declaration {
            address: Value::maybe(value)?,
            variable: Variable::new(call.context(), LLVMValueAsMetadata(variable)),
            location,
        })
    }
}

/// Whether a `DIExpression` is not the empty one.
fn has_operations(expression: LLVMValueRef) -> bool {
    // SAFETY: metadata as a value; the text is ours. The C API has no other way to look into expressions.
    let text = unsafe { crate::base::strings::take_message(LLVMPrintValueToString(expression)) };
    !text.ends_with("DIExpression()")
}

/// Variables that stay in memory while passes run.
///
/// Each declaration is represented by a call of an unknown function: the call keeps passes from promoting the memory,
/// is inlined with its function, and records the position of inlining in its location.
pub struct PinnedVariables {
    /// Metadata of the context, by the number that the calls have.
    variables: Vec<LLVMMetadataRef>,
    /// Keeps the metadata.
    context: Context,
}

/// The function that is called.
const PIN: &str = "tandem.variable";

impl PinnedVariables {
    /// Pins the variables that are stack memory of functions that `keep` accepts; others are forgotten.
    pub fn pin(module: &EditableModule, keep: impl Fn(Function<'_>) -> bool) -> Self {
        let mut variables = Vec::new();
        module.with_declaring_calls(|call| {
            let keeps = call.block().is_some_and(|block| keep(block.function()));
            if let Some(declaration) = declaration(call).filter(|declaration| keeps && is_stack(declaration.address)) {
                let number = module.int(32).int(variables.len() as u64, false);
                let ty = module.void().function(&[module.ptr(0), number.ty()], false);
                let builder = Builder::before(module, call);
                builder.set_debug_loc(Some(declaration.location));
                builder.call_function(module.get_or_declare(PIN, ty), &[declaration.address, number]);
                variables.push(declaration.variable.raw());
            }
            call.erase(module);
        });
        Self { variables, context: module.context().clone() }
    }

    /// Returns the current declarations of a function and removes their pins.
    pub fn take<'m>(&self, module: &'m EditableModule, function: Function<'m>) -> Vec<Declaration<'m>> {
        let calls = module.function(PIN).map(|pin| calls_in(function, pin)).unwrap_or_default();
        calls.into_iter().filter_map(|call| self.release(module, call)).collect()
    }

    /// Replaces all calls by declarations again.
    pub fn unpin(self, module: &EditableModule) {
        let Some(pin) = module.function(PIN) else { return };
        for call in pin.calls() {
            let next = call.next();
            if let (Some(declaration), Some(next)) = (self.release(module, call), next) {
                module.declare(&declaration, next);
            }
        }
        pin.delete(module);
    }

    fn release<'m>(&self, module: &EditableModule, call: Inst<'m>) -> Option<Declaration<'m>> {
        let (address, number, location) = (call.operand(0), call.operand(1).const_u64()?, call.debug_loc());
        call.erase(module);
        let raw = *self.variables.get(usize::try_from(number).ok()?)?;
        let variable = Variable::new(self.context.raw(), raw);
        Some(Declaration { address, variable, location: location? })
    }
}

fn is_stack(address: Value<'_>) -> bool {
    address.as_inst().is_some_and(|inst| inst.allocated_type().is_some())
}
