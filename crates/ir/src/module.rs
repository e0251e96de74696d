//! Modules: reading, writing, linking, verifying, running passes.

use std::fmt;

use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::bit_writer::LLVMWriteBitcodeToMemoryBuffer;
use llvm_sys::core::*;
use llvm_sys::debuginfo::LLVMStripModuleDebugInfo;
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use llvm_sys::prelude::*;
use llvm_sys::target::{
    LLVMABIAlignmentOfType, LLVMABISizeOfType, LLVMGetModuleDataLayout, LLVMOffsetOfElement, LLVMSetModuleDataLayout,
};
use llvm_sys::transforms::pass_builder::*;

use crate::context::{attached, c_string, copy_str, note_change, take_message};
use crate::options::CodeGeneration;
use crate::refusal::{check, refusals};
use crate::version::use_debug_records;
use crate::{
    Context, Error, Function, Global, Inst, Linkage, Opcode, Result, TargetMachine, Type, TypeKind, Value, erased,
    typing,
};

/// A module and everything in it.
///
/// Functions, blocks, instructions and other values of a module are handles: copies that borrow it.
///
/// * *Handles are valid as long as they live.* What may free many things at once, or unknown ones (passes,
///   linking, code generation), takes the module by `&mut`, so that no handle survives it. What is
///   erased or deleted one by one keeps its memory until then: a handle to it is stale, which is a
///   mistake but no danger. A stale instruction has no block and no operands, a stale function no body;
///   neither can be used in new code.
/// * *Operations that LLVM has no representation for are refused*: operands of other types than LLVM's
///   class takes, of another module or context, stale ones, indices out of range. Nothing is changed
///   then, poison stands for a result, and [`verify`](Self::verify) fails with what was refused.
///   Indexing past the end of what handles show as a list panics, as for slices.
/// * *LLVM works on verified modules only.* Whatever runs LLVM's own code on a module that changed since
///   the last time verifies it before, and returns the error.
///
/// The verifier guarantees that types agree, that values are defined before they are used, that blocks
/// end in one terminator and phis name their predecessors, that intrinsics, attributes and debug
/// information have their forms, and that nothing of another module is referred to. It does not say
/// that code means anything: it accepts calls through pointers of another type, infinite recursion,
/// metadata of kinds that it does not know, calls of declared functions whose name LLVM gives a
/// meaning (`memcpy` with other parameters, which passes leave alone), and names that nothing defines.
/// What passes and code generation make of a verified module is LLVM's responsibility, as is reading
/// bitcode: LLVM checks its structure, but bitcode made to attack it can still crash it. Textual IR and
/// bitcode are read from the user's own files only.
pub struct Module {
    raw: LLVMModuleRef,
    // Dropped after the module, which `Drop` disposes first.
    ctx: Context,
}

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
        // Debug information as records beside instructions: what passes and `variables` work on.
        // SAFETY: a live module that nothing refers to yet.
        unsafe { use_debug_records(raw, true) };
        let module = Self { raw, ctx: ctx.clone() };
        module.set_identifier(name);
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

    /// Verifies the module, unless nothing has changed since that was done.
    fn check(&self) -> Result<()> {
        let ctx = self.ctx.raw();
        let changed = attached(ctx, |attached| attached.changed.borrow().contains(&self.raw));
        if changed || refusals(ctx).is_some() {
            self.verify()?;
            attached(ctx, |attached| attached.changed.borrow_mut().remove(&self.raw));
        }
        Ok(())
    }

    /// Makes the module ready for code of LLVM that may change anything in it: verifies it, and frees what
    /// was erased.
    pub(crate) fn settle(&mut self) -> Result<()> {
        self.check()?;
        let ctx = self.ctx.raw();
        if let Some(parts) = attached(ctx, |attached| attached.erased.borrow_mut().take(self.raw)) {
            // SAFETY: the module is borrowed exclusively, so there are no handles; it is valid, so that no
            // phi names a block that is not in its function.
            unsafe { parts.free(ctx, true) };
        }
        Ok(())
    }

    fn has_deleted(&self) -> bool {
        attached(self.ctx.raw(), |attached| attached.erased.borrow().has_globals(self.raw))
    }

    fn is_deleted(&self, global: LLVMValueRef) -> bool {
        erased::is_deleted(self.ctx.raw(), self.raw, global)
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

    /// Sets the module identifier.
    pub fn set_identifier(&self, name: &str) {
        // SAFETY: a live module; LLVM copies the text.
        unsafe { LLVMSetModuleIdentifier(self.raw, name.as_ptr().cast(), name.len()) }
    }

    /// Target triple.
    pub fn triple(&self) -> String {
        // SAFETY: a live module; LLVM owns the text.
        unsafe {
            let text = LLVMGetTarget(self.raw);
            copy_str(text, std::ffi::CStr::from_ptr(text).count_bytes())
        }
    }

    /// Sets target triple and data layout. A layout that LLVM cannot read is refused.
    pub fn set_target(&self, triple: &str, data_layout: &str) {
        let c_triple = c_string(triple);
        // SAFETY: a live module; LLVM copies the text.
        unsafe { LLVMSetTarget(self.raw, c_triple.as_ptr()) };
        // LLVM ends the process where its C API is given a layout that is none; its parser of IR does not.
        let text = format!("target datalayout = \"{}\"", data_layout.escape_default());
        let parsed = Module::parse(&self.ctx, text.as_bytes(), "layout");
        if check(self.ctx.raw(), parsed.is_ok(), || format!("data layout {data_layout:?}"))
            && let Ok(scratch) = parsed
        {
            // SAFETY: two live modules; LLVM copies the layout.
            unsafe { LLVMSetModuleDataLayout(self.raw, LLVMGetModuleDataLayout(scratch.raw)) };
        }
    }

    /// Data-layout string.
    pub fn data_layout(&self) -> String {
        // SAFETY: a live module; LLVM owns the text.
        unsafe {
            let text = LLVMGetDataLayoutStr(self.raw);
            copy_str(text, std::ffi::CStr::from_ptr(text).count_bytes())
        }
    }

    /// Whether a type has a size of so many bytes; a refusal if not.
    fn has_layout(&self, ty: Type<'_>) -> bool {
        let fits = ty.is_sized() && ty.kind() != TypeKind::Other && ty.context() == self.ctx.raw();
        check(self.ctx.raw(), fits, || format!("size of {ty}"))
    }

    /// Size of a sized type in memory, with padding, in bytes.
    pub fn size_of(&self, ty: Type<'_>) -> u64 {
        if !self.has_layout(ty) {
            return 0;
        }
        // SAFETY: a sized type of this context.
        unsafe { LLVMABISizeOfType(LLVMGetModuleDataLayout(self.raw), ty.0) }
    }

    /// Alignment of a sized type, in bytes.
    pub fn align_of(&self, ty: Type<'_>) -> u32 {
        if !self.has_layout(ty) {
            return 1;
        }
        // SAFETY: a sized type of this context.
        unsafe { LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(self.raw), ty.0) }
    }

    /// Byte offset of a field of a structure.
    pub fn offset_of(&self, ty: Type<'_>, field: u32) -> u64 {
        let has = (field as usize) < ty.fields().len() && self.has_layout(ty);
        if !check(self.ctx.raw(), has, || format!("offset of field {field} of {ty}")) {
            return 0;
        }
        // SAFETY: a sized structure with that field.
        unsafe { LLVMOffsetOfElement(LLVMGetModuleDataLayout(self.raw), ty.0, field) }
    }

    /// All functions, as of now.
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

    /// All global variables, as of now.
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

    /// All aliases, as of now.
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
        (alias.kind() == crate::ValueKind::Alias).then(|| Value::maybe(unsafe { LLVMAliasGetAliasee(alias.0) }))?
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

    /// Declares a function; LLVM adds a number where the name is taken.
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
        global.set_initializer(value);
        global.set_constant(true);
        global.set_linkage(Linkage::LLVMInternalLinkage);
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

    /// The `annotate` attributes of the module.
    pub fn annotations(&self) -> Vec<Annotation<'_>> {
        let Some(list) = self.global("llvm.global.annotations").and_then(Global::initializer) else {
            return Vec::new();
        };
        (0..).map_while(|i| list.aggregate_element(i)).filter_map(read_annotation).collect()
    }

    /// `void`.
    pub fn void(&self) -> Type<'_> {
        // SAFETY: a live context.
        Type::new(unsafe { LLVMVoidTypeInContext(self.ctx.raw()) })
    }

    /// Integer type of so many bits.
    pub fn int(&self, bits: u32) -> Type<'_> {
        const BITS: std::ops::RangeInclusive<u32> = 1..=1 << 23;
        let fits = check(self.ctx.raw(), BITS.contains(&bits), || format!("integer of {bits} bits"));
        let bits = if fits { bits } else { 1 };
        // SAFETY: a live context, and as many bits as LLVM takes.
        Type::new(unsafe { LLVMIntTypeInContext(self.ctx.raw(), bits) })
    }

    /// `half`.
    pub fn half(&self) -> Type<'_> {
        // SAFETY: a live context.
        Type::new(unsafe { LLVMHalfTypeInContext(self.ctx.raw()) })
    }

    /// `bfloat`.
    pub fn bfloat(&self) -> Type<'_> {
        // SAFETY: a live context.
        Type::new(unsafe { LLVMBFloatTypeInContext(self.ctx.raw()) })
    }

    /// `float`.
    pub fn float(&self) -> Type<'_> {
        // SAFETY: a live context.
        Type::new(unsafe { LLVMFloatTypeInContext(self.ctx.raw()) })
    }

    /// `double`.
    pub fn double(&self) -> Type<'_> {
        // SAFETY: a live context.
        Type::new(unsafe { LLVMDoubleTypeInContext(self.ctx.raw()) })
    }

    /// Pointer into an address space.
    pub fn ptr(&self, address_space: u32) -> Type<'_> {
        // SAFETY: a live context.
        Type::new(unsafe { LLVMPointerTypeInContext(self.ctx.raw(), address_space) })
    }

    /// Literal structure type.
    pub fn struct_type<'m>(&'m self, fields: &[Type<'m>], packed: bool) -> Type<'m> {
        let fits = fields.iter().all(|field| field.is_element() && field.context() == self.ctx.raw());
        let fields = if check(self.ctx.raw(), fits, || format!("structure of {fields:?}")) { fields } else { &[] };
        let mut raw: Vec<_> = fields.iter().map(|field| field.0).collect();
        // SAFETY: types of this context, of kinds that fields have.
        Type::new(unsafe { LLVMStructTypeInContext(self.ctx.raw(), raw.as_mut_ptr(), raw.len() as u32, packed.into()) })
    }

    /// Identified structure type without a body yet.
    pub fn named_struct(&self, name: &str) -> Type<'_> {
        let name = c_string(name);
        // SAFETY: a live context; LLVM copies the name.
        Type::new(unsafe { LLVMStructCreateNamed(self.ctx.raw(), name.as_ptr()) })
    }

    /// A type that only targets know what it is, such as `target("spirv.Image", void, 1)`.
    pub fn target_type<'m>(&'m self, name: &str, types: &[Type<'m>], numbers: &[u32]) -> Type<'m> {
        let fits = types.iter().all(|ty| ty.context() == self.ctx.raw());
        let types = if check(self.ctx.raw(), fits, || format!("target type of {types:?}")) { types } else { &[] };
        let name = c_string(name);
        let mut types: Vec<_> = types.iter().map(|ty| ty.0).collect();
        let mut numbers = numbers.to_vec();
        // SAFETY: types of this context; LLVM copies the name and both lists.
        Type::new(unsafe {
            LLVMTargetExtTypeInContext(
                self.ctx.raw(),
                name.as_ptr(),
                types.as_mut_ptr(),
                types.len() as u32,
                numbers.as_mut_ptr(),
                numbers.len() as u32,
            )
        })
    }

    /// Constant expression: a pointer in another address space.
    pub fn const_address_space_cast<'m>(&'m self, value: Value<'m>, ty: Type<'m>) -> Value<'m> {
        if value.ty() == ty {
            return value;
        }
        let fits = value.is_const()
            && value.is_usable_in(self.raw)
            && typing::casts(Opcode::LLVMAddrSpaceCast, value.ty(), ty);
        if !check(self.ctx.raw(), fits, || format!("constant `{value}` as {ty}")) {
            return ty.nothing();
        }
        // SAFETY: a constant pointer and a pointer type of another address space.
        Value::new(unsafe { LLVMConstAddrSpaceCast(value.0, ty.0) })
    }

    /// The pointer that constant address arithmetic and casts start from, and
    /// the bytes added to it.
    pub fn constant_offset<'m>(&'m self, pointer: Value<'m>) -> (Value<'m>, i64) {
        let (mut value, mut offset) = (pointer, 0);
        loop {
            let operands = value.operands();
            match value.as_inst().map(Inst::opcode).or(value.const_opcode()) {
                Some(Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast) => {}
                Some(Opcode::LLVMGetElementPtr) => {
                    let bytes = self.gep_offset(value, &operands);
                    match bytes.and_then(|bytes| i64::checked_add(offset, bytes)) {
                        Some(sum) => offset = sum,
                        None => return (value, offset),
                    }
                }
                _ => return (value, offset),
            }
            value = operands[0];
        }
    }

    /// Bytes that a `getelementptr` with constant indices adds.
    fn gep_offset<'m>(&'m self, gep: Value<'m>, operands: &[Value<'m>]) -> Option<i64> {
        let mut ty = gep.gep_source_type()?;
        let scaled = |index: &Value<'m>, element: Type<'m>| {
            index.const_i64()?.checked_mul(i64::try_from(self.size_of(element)).ok()?)
        };
        let mut offset = scaled(operands.get(1)?, ty)?;
        for index in &operands[2..] {
            let bytes = match ty.kind() {
                TypeKind::Struct => {
                    let field = u32::try_from(index.const_u64()?).ok()?;
                    let bytes = i64::try_from(self.offset_of(ty, field)).ok()?;
                    ty = *ty.fields().get(field as usize)?;
                    bytes
                }
                TypeKind::Array(element, _) | TypeKind::Vector(element, _) => {
                    ty = element;
                    scaled(index, element)?
                }
                _ => return None,
            };
            offset = offset.checked_add(bytes)?;
        }
        Some(offset)
    }

    /// Links `other` in, a module of the same context; its definitions win over declarations.
    ///
    /// # Errors
    /// If definitions conflict, a module is not valid, or the contexts differ.
    pub fn link(&mut self, mut other: Module) -> Result<()> {
        let name = other.identifier();
        if self.ctx.raw() != other.ctx.raw() {
            return Err(Error::Link { name, message: "it belongs to another LLVM context".into() });
        }
        self.settle()?;
        other.settle()?;
        let other = std::mem::ManuallyDrop::new(other);
        // The context is a counted reference that `ManuallyDrop` would leak: keep a copy and drop the original.
        // SAFETY: `other` is consumed by LLVM, so only its context reference is read out, once.
        let _ctx = unsafe { std::ptr::read(&other.ctx) };
        // SAFETY: two valid modules of one context; the source is destroyed by the call.
        let failed = unsafe { llvm_sys::linker::LLVMLinkModules2(self.raw, other.raw) };
        if failed != 0 {
            return Err(Error::Link { name, message: self.ctx.take_errors() });
        }
        Ok(())
    }

    /// Checks the module's consistency, and that nothing was refused in its context.
    pub fn verify(&self) -> Result<()> {
        if let Some(refused) = refusals(self.ctx.raw()) {
            return Err(Error::Verify { name: self.identifier(), message: format!("impossible: {refused}") });
        }
        let mut message = std::ptr::null_mut();
        // SAFETY: a live module; the message is ours.
        let (broken, text) = unsafe {
            let broken = LLVMVerifyModule(self.raw, LLVMVerifierFailureAction::LLVMReturnStatusAction, &mut message);
            (broken, take_message(message))
        };
        if broken != 0 {
            return Err(Error::Verify { name: self.identifier(), message: text });
        }
        Ok(())
    }

    /// Runs a pass pipeline in `opt`'s syntax (`"sroa,instcombine"`,
    /// `"default<O2>"`), with the cost model of `machine` where one is given.
    pub fn run_passes(&mut self, pipeline: &str, machine: Option<&TargetMachine>) -> Result<()> {
        self.run_passes_with(pipeline, machine, true)
    }

    /// As [`run_passes`](Self::run_passes), but the optimization levels leave
    /// out the loop and SLP vectorizers when `vectorize` is false.
    pub fn run_passes_with(&mut self, pipeline: &str, machine: Option<&TargetMachine>, vectorize: bool) -> Result<()> {
        self.settle()?;
        let _options = CodeGeneration::begin();
        let text = c_string(pipeline);
        let machine = machine.map_or(std::ptr::null_mut(), TargetMachine::raw);
        // SAFETY: a valid module, borrowed exclusively, so no handle survives; options are freed.
        let error = unsafe {
            let options = LLVMCreatePassBuilderOptions();
            LLVMPassBuilderOptionsSetLoopVectorization(options, vectorize.into());
            LLVMPassBuilderOptionsSetSLPVectorization(options, vectorize.into());
            LLVMPassBuilderOptionsSetLoopInterleaving(options, vectorize.into());
            let error = LLVMRunPasses(self.raw, text.as_ptr(), machine, options);
            LLVMDisposePassBuilderOptions(options);
            error
        };
        if error.is_null() {
            return Ok(());
        }
        // SAFETY: the message of an error is ours to free.
        let message = unsafe {
            let raw = LLVMGetErrorMessage(error);
            let text = copy_str(raw, std::ffi::CStr::from_ptr(raw).count_bytes());
            LLVMDisposeErrorMessage(raw);
            text
        };
        Err(Error::Passes { pipeline: pipeline.into(), message })
    }

    /// Removes all debug information.
    pub fn strip_debug_info(&mut self) {
        // SAFETY: a live module; debug information is no code, and no handles to it survive.
        unsafe { LLVMStripModuleDebugInfo(self.raw) };
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
