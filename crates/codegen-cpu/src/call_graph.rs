//! Which functions a kernel reaches, and which symbols are undefined there. Then
//! everything becomes part of the kernels.

use rustc_hash::FxHashSet;
use tandem_device_ir::Callee;
use tandem_image::demangle;
use tandem_ir::{AttributePlace, Builder, Function, Global, Linkage, Module, SPIR_KERNEL, Value, ValueKind};
use tandem_native_cpu::function_name;

use crate::error::{Error, Result, Undefined};
use crate::linkage;

/// The kernels that the module defines.
pub fn kernels(module: &Module) -> Vec<Function<'_>> {
    let is_kernel = |function: &Function<'_>| function.call_conv() == SPIR_KERNEL && !function.is_declaration();
    module.functions().into_iter().filter(is_kernel).collect()
}

/// Checks that every symbol that the kernels reach is defined; functions may be
/// missing where the object is `linkable`.
pub fn check(module: &Module, linkable: bool) -> Result<()> {
    let mut undefined: Vec<Undefined> = Vec::new();
    for kernel in kernels(module) {
        let mut walk = Walk::new(linkable);
        walk.enter(kernel);
        for symbol in walk.undefined {
            if undefined.iter().all(|known| known.symbol != symbol) {
                undefined.push(Undefined { symbol, kernel: kernel.name() });
            }
        }
    }
    if undefined.is_empty() { Ok(()) } else { Err(Error::Undefined(undefined)) }
}

/// Refuses kernels that use one of these variables: each object would have its own.
pub fn check_variables(module: &Module, elsewhere: &[String]) -> Result<()> {
    if elsewhere.is_empty() {
        return Ok(());
    }
    for kernel in kernels(module) {
        let mut walk = Walk::new(true);
        walk.enter(kernel);
        if let Some(variable) = walk.variables.into_iter().find(|name| elsewhere.contains(name)) {
            let name = demangle::symbol(&variable);
            let problem = format!("uses variable `{name}` of a unit that was compiled with other options");
            return Err(Error::in_kernel(&original_name(kernel), problem));
        }
    }
    Ok(())
}

struct Walk<'m> {
    linkable: bool,
    entered: FxHashSet<Function<'m>>,
    undefined: Vec<String>,
    /// The variables that were seen, without those that each work-group has.
    variables: FxHashSet<String>,
}

impl<'m> Walk<'m> {
    fn new(linkable: bool) -> Self {
        let (entered, variables) = (FxHashSet::default(), FxHashSet::default());
        Self { linkable, entered, undefined: Vec::new(), variables }
    }

    fn enter(&mut self, function: Function<'m>) {
        if !self.entered.insert(function) {
            return;
        }
        let mut constants = FxHashSet::default();
        for inst in function.insts() {
            for operand in inst.operands() {
                self.visit(operand, &mut constants);
            }
        }
    }

    fn visit(&mut self, value: Value<'m>, constants: &mut FxHashSet<Value<'m>>) {
        match value.kind() {
            ValueKind::Function => {
                let function = value.as_function().expect("a function");
                let name = function.name();
                if !function.is_declaration() {
                    self.enter(function);
                } else if !self.linkable && is_symbol(&name) {
                    self.undefined.push(name);
                }
            }
            ValueKind::Global => {
                let global = value.as_global().expect("a variable");
                if global.address_space() != crate::LOCAL_SPACE {
                    if global.is_declaration() {
                        self.undefined.push(global.name());
                    }
                    self.variables.insert(global.name());
                }
                self.visit_parts(global.initializer().into_iter().collect(), constants);
            }
            ValueKind::ConstExpr | ValueKind::ConstAggregate if constants.insert(value) => {
                self.visit_parts(value.operands(), constants);
            }
            _ => {}
        }
    }

    fn visit_parts(&mut self, parts: Vec<Value<'m>>, constants: &mut FxHashSet<Value<'m>>) {
        parts.into_iter().for_each(|part| self.visit(part, constants));
    }
}

/// Whether a function of this name has to be defined by some module: it is
/// neither of LLVM nor of the device.
pub fn is_symbol(name: &str) -> bool {
    match Callee::of(name) {
        Callee::Builtin(_) | Callee::UnknownBuiltin | Callee::Device(_) | Callee::Intrinsic => false,
        Callee::C(_) | Callee::Marker(_) | Callee::Symbol => true,
    }
}

/// Begins the names of defined functions while they are compiled.
const DEFINED: &str = "tandem.defined.";

/// Renames defined functions, so that none passes for one of libm that
/// lowering calls.
pub fn protect_names(module: &Module) {
    for function in module.functions().into_iter().filter(|function| !function.is_declaration()) {
        function.value().set_name(&format!("{DEFINED}{}", function.name()));
    }
}

/// The name that a function had before [`protect_names`], and before it got a
/// symbol.
pub fn original_name(function: Function<'_>) -> String {
    let name = function.name();
    name.strip_prefix(DEFINED).or_else(|| function_name(&name)).unwrap_or(&name).to_owned()
}

/// Makes the module ready for LLVM's inliner: every function but the kernels
/// is always inlined, and internal unless it is exported; parameters are plain
/// values.
pub fn prepare_inlining(module: &Module) {
    for name in ["llvm.used", "llvm.compiler.used", "llvm.global.annotations"] {
        if let Some(list) = module.global(name) {
            list.delete();
        }
    }
    for function in module.functions().into_iter().filter(|function| !function.is_declaration()) {
        function.retain_string_attributes(|_| false);
        for attribute in ["noinline", "optnone", "optsize", "minsize"] {
            function.remove_attribute(AttributePlace::Function, attribute);
        }
        function.global().remove_comdat();
        if function.call_conv() == SPIR_KERNEL {
            function.global().set_linkage(Linkage::LLVMExternalLinkage);
            copy_by_value_params(module, function);
        } else {
            let is_export = linkage::is_export(function);
            let kind = if is_export { Linkage::LLVMExternalLinkage } else { Linkage::LLVMInternalLinkage };
            function.global().set_linkage(kind);
            function.add_attribute(AttributePlace::Function, "alwaysinline", 0);
            set_c_convention(function);
        }
    }
    // What others find by name keeps its symbol.
    let is_private = |global: &Global<'_>| !global.is_declaration() && !global.is_externally_initialized();
    module.globals().into_iter().filter(is_private).for_each(set_internal);
}

/// Passes for x86 do not know `spir_func`.
fn set_c_convention(function: Function<'_>) {
    function.set_call_conv(0);
    for call in function.calls() {
        call.set_call_conv(0);
    }
}

fn set_internal(global: Global<'_>) {
    global.remove_comdat();
    global.set_linkage(Linkage::LLVMInternalLinkage);
}

/// A kernel may change its copy of a `byval` parameter, but not the argument
/// block, which all work-items share: each gets a copy on the stack. Where the
/// kernel only reads, LLVM removes the copy again, because it sees that nothing
/// else writes to the block.
fn copy_by_value_params<'m>(module: &'m Module, kernel: Function<'m>) {
    let entry = kernel.entry().expect("kernels have bodies");
    for (index, param) in (0..).zip(kernel.params()) {
        let place = AttributePlace::Param(index);
        let Some(ty) = kernel.attribute_type(place, "byval") else {
            continue;
        };
        let builder = Builder::at_start(entry);
        let align = kernel.attribute_int(place, "align").unwrap_or(1).max(module.align_of(ty).into()) as u32;
        let copy = builder.alloca(ty, "");
        copy.set_align(align);
        param.replace_all_uses_with(copy.value());
        builder.memcpy(copy.value(), align, param, align, module.int(64).int(module.size_of(ty), false));
        kernel.add_attribute(place, "noalias", 0);
        kernel.add_attribute(place, "readonly", 0);
    }
}
