//! Device code split: which kernels share an image.
//!
//! Every mode starts from one module per group of units. What a kernel uses and
//! other units define is linked in as internal copies, unit by unit as it is
//! needed, so that the work grows with what is used and not with the square of
//! the program. A `SYCL_EXTERNAL` function is exported from the image of its own
//! unit alone; what only such functions use of other units' stays a dependency
//! between images, so that no code is there twice for the linker at run time.

use std::collections::{HashMap, HashSet};

use tandem_ir::{Context, Function, Global, Linkage, Module, Value, ValueKind};

use super::diagnostics::Diagnostics;
use super::names::is_builtin;
use super::{Unit, aspects, diagnose, kernel_info, optimize, outline};

/// `-fsycl-device-code-split`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Split {
    /// One image for everything.
    Off,
    /// One image per translation unit (and set of aspects that its kernels
    /// need).
    PerSource,
    /// One image per kernel.
    PerKernel,
    /// Per translation unit, so that a program builds only the units that it
    /// uses.
    #[default]
    Auto,
}

/// The modules of units.
pub fn parse(ctx: &Context, units: &[Unit]) -> Result<Vec<Module>, Diagnostics> {
    Ok(units.iter().map(|unit| Module::parse(ctx, &unit.bitcode, &unit.file)).collect::<Result<_, _>>()?)
}

/// The modules that become images; each holds at least one kernel or exported
/// function, and each kernel is in one module only.
pub fn run(modules: Vec<Module>, split: Split, opt_level: u8) -> Result<Vec<Module>, Diagnostics> {
    let groups = match split {
        Split::Off => vec![link_all(&modules)?],
        Split::PerSource | Split::PerKernel | Split::Auto => link_each(&modules)?,
    };
    let mut seen = HashSet::new();
    let mut images = Vec::new();
    for Group { mut module, mut roots, linked } in groups {
        // Two units may hold the same template's kernel: the first image has it.
        roots.retain(|root| seen.insert(root.clone()));
        if roots.is_empty() {
            continue;
        }
        outline::prune(&mut module, &roots)?;
        if linked {
            aspects::spread(&module, &roots);
            optimize(&mut module, opt_level)?;
        }
        diagnose::check_optimized(&module)?;
        match split {
            Split::Off => images.push(module),
            Split::PerKernel => split_kernels(&module, &roots, &mut images)?,
            Split::PerSource => split_aspects(module, &roots, false, &mut images)?,
            Split::Auto => split_aspects(module, &roots, true, &mut images)?,
        }
    }
    Ok(images)
}

/// Units that share an image.
struct Group {
    module: Module,
    /// Kernels and functions to export.
    roots: Vec<String>,
    /// Whether code of several units came together, so that inlining has new
    /// work.
    linked: bool,
}

fn link_all(modules: &[Module]) -> Result<Group, Diagnostics> {
    let mut roots = Vec::new();
    let mut whole: Option<Module> = None;
    for module in modules {
        roots.extend(roots_of(module));
        match &mut whole {
            None => whole = Some(module.duplicate()),
            Some(whole) => whole.link(module.duplicate())?,
        }
    }
    let module = whole.ok_or_else(|| Diagnostics::from_message("no device code to link"))?;
    Ok(Group { module, roots, linked: modules.len() > 1 })
}

fn link_each(modules: &[Module]) -> Result<Vec<Group>, Diagnostics> {
    let providers = providers(modules);
    let mut groups = Vec::new();
    for (index, module) in modules.iter().enumerate() {
        let roots = roots_of(module);
        let mut group = Group { module: module.duplicate(), roots, linked: false };
        let mut taken = HashSet::from([index]);
        while let Some(provider) = next_provider(&group.module, &providers, &taken) {
            taken.insert(provider);
            group.module.link(without_roots(&modules[provider]))?;
            group.linked = true;
        }
        if group.linked {
            drop_needless_copies(&mut group)?;
        }
        groups.push(group);
    }
    Ok(groups)
}

/// Units are linked in as a whole: external functions of theirs that no kernel
/// reaches become declarations again, so that they stay dependencies.
fn drop_needless_copies(group: &mut Group) -> Result<(), Diagnostics> {
    let kernels = group.module.functions().into_iter().filter(|function| kernel_info::is_kernel(*function));
    let needed: HashSet<String> =
        reachable(kernels).into_iter().map(Function::name).chain(group.roots.clone()).collect();
    let copies =
        group.module.functions().into_iter().filter(|function| is_linkable(*function) && !function.is_declaration());
    for copy in copies.filter(|copy| !needed.contains(&copy.name())) {
        copy.global().remove_comdat();
        copy.global().set_linkage(Linkage::LLVMAvailableExternallyLinkage);
    }
    group.module.run_passes("elim-avail-extern", None)?;
    Ok(())
}

/// Which unit defines each function or variable that others may use.
fn providers(modules: &[Module]) -> HashMap<String, usize> {
    let mut providers = HashMap::new();
    for (index, module) in modules.iter().enumerate() {
        for function in module.functions().into_iter().filter(|f| is_linkable(*f) && !f.is_declaration()) {
            providers.entry(function.name()).or_insert(index);
        }
        for global in shared_variables(module).into_iter().filter(|global| !global.is_declaration()) {
            providers.entry(global.name()).or_insert(index);
        }
    }
    providers
}

/// Variables of device globals; only those with `device_image_scope` may lack a
/// definition.
fn shared_variables(module: &Module) -> Vec<Global<'_>> {
    module.globals().into_iter().filter(|global| global.is_externally_initialized()).collect()
}

/// A unit that defines something that the kernels of `module` still lack.
fn next_provider(module: &Module, providers: &HashMap<String, usize>, taken: &HashSet<usize>) -> Option<usize> {
    let kernels = module.functions().into_iter().filter(|function| kernel_info::is_kernel(*function));
    let undefined = reachable(kernels).into_iter().filter(|function| function.is_declaration());
    let functions = undefined.map(Function::name).filter(|name| !is_builtin(name));
    let variables = shared_variables(module).into_iter().filter(|global| global.is_declaration()).map(Global::name);
    functions
        .chain(variables)
        .filter_map(|name| providers.get(&name).copied())
        .find(|provider| !taken.contains(provider))
}

/// The functions that `roots` call, directly or not, or take the address of.
fn reachable<'m>(roots: impl Iterator<Item = Function<'m>>) -> Vec<Function<'m>> {
    let mut functions: Vec<Function<'m>> = roots.collect();
    let mut seen: HashSet<Value<'m>> = functions.iter().map(|function| function.value()).collect();
    let mut next = 0;
    while let Some(function) = functions.get(next).copied() {
        let mut work: Vec<Value<'m>> = function.insts().into_iter().flat_map(|inst| inst.operands()).collect();
        while let Some(value) = work.pop() {
            let is_new = match value.kind() {
                ValueKind::Function | ValueKind::Global | ValueKind::ConstExpr | ValueKind::ConstAggregate => {
                    seen.insert(value)
                }
                _ => false,
            };
            if !is_new {
                continue;
            }
            match value.as_global() {
                Some(global) => work.extend(global.initializer()),
                None if value.kind() == ValueKind::Function => functions.extend(value.as_function()),
                None => work.extend(value.operands()),
            }
        }
        next += 1;
    }
    functions
}

/// A copy of a unit whose kernels cannot clash with those of the group that it
/// is linked into, and whose functions give way to the group's own.
fn without_roots(module: &Module) -> Module {
    let copy = module.duplicate();
    for function in copy.functions().into_iter().filter(|f| !f.is_declaration()) {
        if kernel_info::is_kernel(function) {
            function.global().set_linkage(Linkage::LLVMInternalLinkage);
        } else if is_linkable(function) {
            function.global().set_linkage(Linkage::LLVMLinkOnceODRLinkage);
        }
    }
    for global in shared_variables(&copy).into_iter().filter(|global| !global.is_declaration()) {
        global.set_linkage(Linkage::LLVMLinkOnceODRLinkage);
    }
    copy
}

fn split_kernels(module: &Module, roots: &[String], images: &mut Vec<Module>) -> Result<(), Diagnostics> {
    let is_kernel = |name: &String| module.function(name).is_some_and(kernel_info::is_kernel);
    let (kernels, exports): (Vec<String>, Vec<String>) = roots.iter().cloned().partition(is_kernel);
    let parts: Vec<Vec<String>> =
        kernels.into_iter().map(|kernel| vec![kernel]).chain((!exports.is_empty()).then_some(exports)).collect();
    split_parts(module, &parts, images)
}

/// Parts kernels that need different devices, so that each runs wherever it
/// can.
fn split_aspects(
    module: Module,
    roots: &[String],
    constants_alone: bool,
    images: &mut Vec<Module>,
) -> Result<(), Diagnostics> {
    match aspects::groups(&module, roots, constants_alone).as_slice() {
        [_] => images.push(module),
        parts => split_parts(&module, parts, images)?,
    }
    Ok(())
}

fn split_parts(module: &Module, parts: &[Vec<String>], images: &mut Vec<Module>) -> Result<(), Diagnostics> {
    for part in parts {
        let mut image = module.duplicate();
        outline::prune(&mut image, part)?;
        images.push(image);
    }
    Ok(())
}

fn roots_of(module: &Module) -> Vec<String> {
    let defined = module.functions().into_iter().filter(|function| !function.is_declaration());
    let roots = defined.filter(|function| kernel_info::is_kernel(*function) || is_linkable(*function));
    roots.map(|function| function.name()).collect()
}

/// Whether a function may be used by other units.
fn is_linkable(function: Function<'_>) -> bool {
    kernel_info::is_external(function)
}
