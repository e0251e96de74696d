//! Device code split: selects the kernels that share an image.
//!
//! Every mode starts from one module per group of units. Definitions of other units that a kernel uses are linked in as
//! internal copies, unit by unit on demand. The time grows with the code that is used, not with the square of the
//! program. A `SYCL_EXTERNAL` function is exported only from the image of the unit that defines it. Code of other units
//! that only exported functions use remains a dependency between images, so that the run-time linker never sees two
//! copies.

use std::collections::{HashMap, HashSet};

use tandem_command_line::post_link_request::Split;
use tandem_image::{KernelLayout, demangle};
use tandem_ir::{Context, EditableModule, Function, Global, Linkage, Module, Value, ValueKind};

use super::diagnostics::Diagnostics;
use super::names::is_builtin;
use super::unit::Unit;
use super::{aspects, device_globals, diagnose, kernel_info, optimize, private_memory, prune};

/// The assignment of units and functions to images. Requires only the names in the units, so that each group of images
/// can be linked separately: then only its own units are in memory.
pub struct Plan<'u> {
    units: &'u [Unit],
    split: Split,
    rdc: bool,
    /// The unit whose image has a kernel or exported function, and the layout of a
    /// kernel's closure: two units may hold the same template's kernel.
    owners: HashMap<String, (usize, Option<KernelLayout>)>,
    /// The unit that defines each function or variable that others may use.
    providers: HashMap<String, usize>,
    device_globals: device_globals::Link,
}

/// Units that share images.
struct Group {
    module: Module,
    /// Kernels and functions to export.
    roots: Vec<String>,
    /// Whether code of several units came together, so that inlining has new
    /// work.
    linked: bool,
}

impl<'u> Plan<'u> {
    /// Looks into the units. Without `rdc` (`-fno-sycl-rdc`), none uses code of
    /// another.
    pub fn new(units: &'u [Unit], split: Split, rdc: bool) -> Result<Self, Diagnostics> {
        let (owners, providers) = (HashMap::new(), HashMap::new());
        let mut plan = Self { units, split, rdc, owners, providers, device_globals: device_globals::Link::default() };
        for index in 0..units.len() {
            let ctx = Context::new();
            let module = plan.parse(&ctx, index)?;
            for root in roots_of(&module) {
                let layout = module.function(&root).and_then(kernel_info::layout);
                let (owner, known) = plan.owners.entry(root.clone()).or_insert((index, layout.clone()));
                if *known != layout {
                    return Err(different_captures(&root, [(&units[*owner], known), (&units[index], &layout)]));
                }
            }
            for function in module.functions().into_iter().filter(|f| is_linkable(*f) && !f.is_declaration()) {
                plan.providers.entry(function.name()).or_insert(index);
            }
            for global in shared_variables(&module).into_iter().filter(|global| !global.is_declaration()) {
                plan.providers.entry(global.name()).or_insert(index);
            }
            plan.device_globals.add(&module);
        }
        Ok(plan)
    }

    /// How many groups of images there are.
    pub fn groups(&self) -> usize {
        if self.is_one() { self.units.len().min(1) } else { self.units.len() }
    }

    /// The modules of a group that become images; each holds at least one kernel
    /// or exported function, and each kernel is in one module only.
    pub fn images(&self, ctx: &Context, group: usize, opt_level: u8) -> Result<Vec<Module>, Diagnostics> {
        let Group { mut module, mut roots, linked } =
            if self.is_one() { self.link_all(ctx)? } else { self.link_one(ctx, group)? };
        let mut seen = HashSet::new();
        roots.retain(|root| (self.is_one() || self.owner(root) == Some(group)) && seen.insert(root.clone()));
        private_memory::keep_to_kernels(&module, &mut roots);
        let mut images = Vec::new();
        if roots.is_empty() {
            return Ok(images);
        }
        prune::run(&mut module, &roots)?;
        private_memory::lower_at_link(module.edit())?;
        if linked {
            aspects::spread(module.edit(), &roots);
            optimize::run(&mut module, opt_level)?;
        }
        check_pointers(&module, opt_level)?;
        match self.split {
            Split::Off => images.push(module),
            Split::PerKernel => split_kernels(&module, &roots, &mut images)?,
            Split::PerSource => split_aspects(module, &roots, false, &mut images)?,
            Split::Auto => split_aspects(module, &roots, true, &mut images)?,
        }
        Ok(images)
    }

    /// The units' device globals.
    pub fn device_globals(&self) -> &device_globals::Link {
        &self.device_globals
    }

    fn owner(&self, root: &str) -> Option<usize> {
        self.owners.get(root).map(|(unit, _)| *unit)
    }

    /// Whether all units share one image.
    fn is_one(&self) -> bool {
        self.split == Split::Off && self.rdc
    }

    fn parse(&self, ctx: &Context, unit: usize) -> Result<Module, Diagnostics> {
        let Unit { file, bitcode } = &self.units[unit];
        Ok(Module::parse(ctx, bitcode, file)?)
    }

    fn link_all(&self, ctx: &Context) -> Result<Group, Diagnostics> {
        let mut module = self.parse(ctx, 0)?;
        let mut roots = roots_of(&module);
        for index in 1..self.units.len() {
            let other = self.parse(ctx, index)?;
            roots.extend(roots_of(&other));
            module.link(other)?;
        }
        Ok(Group { module, roots, linked: self.units.len() > 1 })
    }

    /// A unit with the code of other units that its kernels use.
    fn link_one(&self, ctx: &Context, unit: usize) -> Result<Group, Diagnostics> {
        let module = self.parse(ctx, unit)?;
        let roots = roots_of(&module);
        let mut group = Group { module, roots, linked: false };
        let mut taken = HashSet::from([unit]);
        while let Some(provider) = self.next_provider(&group.module, &taken) {
            taken.insert(provider);
            let mut other = self.parse(ctx, provider)?;
            give_way(other.edit());
            group.module.link(other)?;
            group.linked = true;
        }
        if group.linked {
            drop_needless_copies(&mut group)?;
        }
        Ok(group)
    }

    /// A unit that defines something that the kernels of `module` still lack.
    fn next_provider(&self, module: &Module, taken: &HashSet<usize>) -> Option<usize> {
        if !self.rdc {
            return None;
        }
        let kernels = module.functions().into_iter().filter(|function| kernel_info::is_kernel(*function));
        let undefined = reachable(kernels).into_iter().filter(|function| function.is_declaration());
        let functions = undefined.map(Function::name).filter(|name| !is_builtin(name));
        let variables = shared_variables(module).into_iter().filter(|global| global.is_declaration()).map(Global::name);
        functions
            .chain(variables)
            .filter_map(|name| self.providers.get(&name).copied())
            .find(|provider| !taken.contains(provider))
    }
}

/// The error of a kernel that is in two units and takes other arguments in each.
fn different_captures(kernel: &str, places: [(&Unit, &Option<KernelLayout>); 2]) -> Diagnostics {
    let [first, second] = places.map(|(unit, layout)| {
        let size = layout.as_ref().map_or(0, |layout| layout.closure_size);
        format!("of {size} bytes in {}", unit.file)
    });
    let kernel = demangle::kernel(kernel);
    Diagnostics::from_message(format!("kernel '{kernel}' has different captures: {first}, {second}"))
}

/// Variables of device globals; only those with `device_image_scope` may lack a
/// definition.
pub fn shared_variables(module: &Module) -> Vec<Global<'_>> {
    module.globals().into_iter().filter(|global| global.is_externally_initialized()).collect()
}

/// Drops needless copies: units are linked in as a whole, so their external functions that no kernel reaches become
/// declarations again and stay dependencies.
fn drop_needless_copies(group: &mut Group) -> Result<(), Diagnostics> {
    let module = group.module.edit();
    let kernels = module.functions().into_iter().filter(|function| kernel_info::is_kernel(*function));
    let needed: HashSet<String> =
        reachable(kernels).into_iter().map(Function::name).chain(group.roots.clone()).collect();
    let copies = module.functions().into_iter().filter(|function| is_linkable(*function) && !function.is_declaration());
    for copy in copies.filter(|copy| !needed.contains(&copy.name())) {
        copy.global().remove_comdat(module);
        copy.global().set_linkage(module, Linkage::LLVMAvailableExternallyLinkage);
    }
    group.module.run_passes("elim-avail-extern", None)?;
    Ok(())
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

/// Prepares a unit for being linked into a group: its kernels cannot clash with
/// those of the group, and its functions give way to the group's own.
fn give_way(module: &EditableModule) {
    for function in module.definitions().into_iter() {
        if kernel_info::is_kernel(function) {
            function.global().set_linkage(module, Linkage::LLVMInternalLinkage);
        } else if is_linkable(function) {
            function.global().set_linkage(module, Linkage::LLVMLinkOnceODRLinkage);
        }
    }
    for global in shared_variables(module).into_iter().filter(|global| !global.is_declaration()) {
        global.set_linkage(module, Linkage::LLVMLinkOnceODRLinkage);
    }
}

/// Reports calls through pointers that the host passes to kernels. Without optimization, the origin of a pointer is
/// visible only in an optimized copy.
fn check_pointers(module: &Module, opt_level: u8) -> Result<(), Diagnostics> {
    if opt_level > 0 || !diagnose::has_indirect_calls(module) {
        return diagnose::check_optimized(module);
    }
    let mut optimized = module.duplicate()?;
    optimize::run(&mut optimized, 2)?;
    diagnose::check_optimized(&optimized)
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
        let mut image = module.duplicate()?;
        prune::run(&mut image, part)?;
        images.push(image);
    }
    Ok(())
}

/// The kernels and exported functions of a unit.
pub fn roots_of(module: &Module) -> Vec<String> {
    let defined = module.definitions().into_iter();
    let roots = defined.filter(|function| kernel_info::is_kernel(*function) || is_linkable(*function));
    roots.map(|function| function.name()).collect()
}

/// Whether a function may be used by other units.
pub fn is_linkable(function: Function<'_>) -> bool {
    kernel_info::is_external(function)
}
