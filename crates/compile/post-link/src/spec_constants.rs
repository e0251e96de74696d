//! Specialization constants (`docs/internals/boundaries.md`, section 7).
//!
//! The headers mark each read of a `specialization_id` with
//! `__tandem_spec_constant(name, &id, &result)`. Per unit, [`lower`] turns the
//! marker into one builtin call per scalar leaf of the value, with the leaf of
//! the object's initializer as default:
//!
//! ```text
//! %leaf = call float @"__spirv_SpecConstant.<symbol>+<offset>"(i32 0, float 2.0)
//! store float %leaf, ptr <result + offset>
//! ```
//!
//! Per link, [`Numbers::assign`] gives each leaf its `SpecId`, the same in all images, and [`add_properties`] writes
//! the properties that the runtime needs to set them. Where values come after code generation, [`emulate`] has them
//! read from memory.

use std::collections::{BTreeMap, HashMap, HashSet};

use tandem_device_ir::{AddressSpace, Builtin, Instruction, Marker};
use tandem_device_ir_llvm::declare_builtin;
use tandem_image::PropertySetRegistry;
use tandem_image::property::PropertySetName;
use tandem_image::spec_constant::variable_name;
use tandem_ir::{Builder, EditableModule, Function, Global, Inst, Linkage, Module, Type, TypeKind, Value, ValueKind};

use super::aspects::reachable;
use super::diagnostics::Diagnostics;
use super::kernel_info;
use super::unit::UnitOptions;

const MARKER: &str = Marker::SpecConstant.symbol();
const BUILTIN: Builtin = Builtin::Instruction(Instruction::SpecConstant);
/// String attribute of a leaf's builtin: `offset;size of the whole value;symbol`.
const LEAF: &str = "tandem-spec-constant";
/// The id of a record that only contains the length of the value, as in DPC++.
const PADDING: u32 = u32::MAX;

/// One scalar of a specialization constant's value.
struct Leaf<'m> {
    offset: u64,
    default: Value<'m>,
}

/// The `specialization_id` objects that are internal to this unit. Must be called before outlining, which makes
/// everything internal.
pub fn internal_objects(module: &Module) -> HashSet<String> {
    let objects = module.function(MARKER).map(Function::calls).unwrap_or_default().into_iter().filter_map(object);
    objects.filter(|object| object.is_local()).map(|object| object.name()).collect()
}

/// The `specialization_id` object of a marker.
fn object(call: Inst<'_>) -> Option<Global<'_>> {
    call.args().get(1)?.strip_pointer_casts().as_global()
}

/// Replaces the markers of a unit.
pub fn lower(module: &EditableModule, internal: &HashSet<String>, options: &UnitOptions) -> Result<(), Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    for call in module.function(MARKER).map(Function::calls).unwrap_or_default() {
        if let Err(problem) = lower_call(module, call, internal, options) {
            diagnostics.error(call.debug_loc().map(|loc| loc.frame()), problem);
        }
    }
    diagnostics.into_result()
}

fn lower_call(
    module: &EditableModule,
    call: Inst<'_>,
    internal: &HashSet<String>,
    options: &UnitOptions,
) -> Result<(), String> {
    let args = call.args();
    let name = args[0].strip_pointer_casts().as_global().and_then(|global| global.initializer()?.const_bytes());
    let (Some(name), Some(object)) = (name, object(call)) else {
        return Err("a specialization constant without a literal name and object".to_owned());
    };
    let name = String::from_utf8_lossy(&name).trim_end_matches('\0').to_owned();
    let symbol = if internal.contains(&object.name()) { options.internal_name(&name) } else { name };
    let default = object.initializer().filter(|_| object.is_constant()).ok_or_else(|| {
        format!("specialization_id '{}' must be constexpr", tandem_image::demangle::symbol(&object.name()))
    })?;
    let size = module.size_of(object.value_type());
    let mut leaves = Vec::new();
    collect_leaves(module, default, 0, &mut leaves).map_err(|ty| {
        format!("the value of specialization_id '{}' holds a {ty}", tandem_image::demangle::symbol(&object.name()))
    })?;
    let builder = Builder::before(module, call);
    for leaf in leaves {
        let builtin = declare(module, &symbol, &leaf, size);
        let value = builder.call_function(builtin, &[module.int(32).int(0, false), leaf.default]);
        let offset = module.int(64).int(leaf.offset, false);
        let address = builder.gep(module.int(8), args[2], &[offset], true);
        builder.store(value.value(), address).set_align(module, 1);
    }
    call.erase(module);
    Ok(())
}

/// The scalars of a constant; the type that cannot be one as an error.
fn collect_leaves<'m>(
    module: &'m Module,
    value: Value<'m>,
    offset: u64,
    leaves: &mut Vec<Leaf<'m>>,
) -> Result<(), String> {
    let ty = value.ty();
    let element = |index: usize| value.aggregate_element(index as u32).expect("the type has this element");
    match ty.kind() {
        TypeKind::Struct => {
            for (index, _) in ty.fields().iter().enumerate() {
                let offset = offset + module.offset_of(ty, index as u32);
                collect_leaves(module, element(index), offset, leaves)?;
            }
        }
        TypeKind::Array(item, len) => {
            for index in 0..len {
                let offset = offset + index * module.size_of(item);
                collect_leaves(module, element(index as usize), offset, leaves)?;
            }
        }
        TypeKind::Vector(item, len) => {
            for index in 0..len {
                let offset = offset + u64::from(index) * module.size_of(item);
                collect_leaves(module, element(index as usize), offset, leaves)?;
            }
        }
        TypeKind::Int(8 | 16 | 32 | 64) | TypeKind::Half | TypeKind::Float | TypeKind::Double => {
            // Padding, and members of unions that are not the active one.
            let is_undefined = matches!(value.kind(), ValueKind::Undef | ValueKind::Poison);
            leaves.push(Leaf { offset, default: if is_undefined { ty.zero() } else { value } });
        }
        TypeKind::Pointer(_) => return Err("pointer, which is not valid on a device".to_owned()),
        _ => return Err(format!("value of type {ty}")),
    }
    Ok(())
}

fn declare<'m>(module: &'m EditableModule, symbol: &str, leaf: &Leaf<'m>, size: u64) -> Function<'m> {
    let name = format!("{}.{symbol}+{}", BUILTIN.base_name(), leaf.offset);
    let ty: Type<'m> = leaf.default.ty();
    let builtin = module.get_or_declare(&name, ty.function(&[module.int(32), ty], false));
    builtin.add_string_attribute(module, LEAF, &format!("{};{size};{symbol}", leaf.offset));
    declare_builtin(module, builtin, BUILTIN);
    builtin
}

/// Stores on each of these functions which constants it and its callees read,
/// also where optimization will find that the value does not matter.
pub fn note(module: &EditableModule, names: &[String]) {
    for function in names.iter().filter_map(|name| module.function(name)) {
        let leaves = reachable(function).into_iter().filter_map(leaf_of);
        kernel_info::set_spec_constants(module, function, &leaves.map(|(_, size, symbol)| (symbol, size)).collect());
    }
}

/// Offset, size of the whole value, and symbol of a builtin's leaf.
fn leaf_of(builtin: Function<'_>) -> Option<(u32, u32, String)> {
    let text = builtin.string_attribute(LEAF)?;
    let mut fields = text.splitn(3, ';');
    let (offset, size) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    Some((offset, size, fields.next()?.to_owned()))
}

/// A leaf that an image uses, from its builtin.
struct Use<'m> {
    symbol: String,
    offset: u32,
    size: u32,
    calls: Vec<Inst<'m>>,
}

fn uses(module: &Module) -> Vec<Use<'_>> {
    fn leaf(function: Function<'_>) -> Option<Use<'_>> {
        let (offset, size, symbol) = leaf_of(function)?;
        let calls = function.calls();
        (!calls.is_empty()).then_some(Use { symbol, offset, size, calls })
    }
    module.functions().into_iter().filter_map(leaf).collect()
}

/// The `SpecId`s of a link. They are made from names, because images of several
/// links may become one program, where an id has one meaning.
#[derive(Default)]
pub struct Numbers {
    ids: HashMap<(String, u32), u32>,
    taken: HashSet<u32>,
}

impl Numbers {
    /// Puts the ids of an image's specialization constants into their
    /// builtins.
    pub fn assign(&mut self, module: &EditableModule) {
        for leaf in uses(module) {
            let id = self.id(leaf.symbol, leaf.offset);
            for call in leaf.calls {
                call.value().set_operand(module, 0, module.int(32).int(u64::from(id), false));
            }
        }
    }

    fn id(&mut self, symbol: String, offset: u32) -> u32 {
        let taken = &mut self.taken;
        *self.ids.entry((symbol, offset)).or_insert_with_key(|(symbol, offset)| {
            // The last id denotes padding in property sets.
            let mut id = hash(symbol.bytes().chain(offset.to_le_bytes())) >> 1;
            while !taken.insert(id) {
                id = (id + 1) % (u32::MAX >> 1);
            }
            id
        })
    }
}

/// FNV-1a.
fn hash(bytes: impl Iterator<Item = u8>) -> u32 {
    bytes.fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Makes reads of specialization constants loads of variables in global memory,
/// which hold the defaults, and which the device overwrites before code runs
/// (`docs/internals/boundaries.md`, section 7). Returns whether there are any.
pub fn emulate(module: &EditableModule) -> bool {
    let leaves = uses(module);
    for call in leaves.iter().flat_map(|leaf| &leaf.calls) {
        let args = call.args();
        let (Some(id), default) = (args[0].const_u64(), args[1]) else {
            continue;
        };
        let name = variable_name(id as u32);
        let variable = module.global(&name).unwrap_or_else(|| add_variable(module, &name, default));
        let value = Builder::before(module, *call).load(default.ty(), variable.value());
        call.value().replace_all_uses_with(module, value.value());
        call.erase(module);
    }
    drop_builtins(module);
    !leaves.is_empty()
}

/// Puts the default values where constants are read.
pub fn use_defaults(module: &EditableModule) {
    for call in uses(module).into_iter().flat_map(|leaf| leaf.calls) {
        call.value().replace_all_uses_with(module, call.args()[1]);
        call.erase(module);
    }
    drop_builtins(module);
}

/// Drops the builtins that are no longer called.
fn drop_builtins(module: &EditableModule) {
    let is_unused = |function: &Function<'_>| leaf_of(*function).is_some() && !function.value().has_users();
    module.functions().into_iter().filter(is_unused).for_each(|function| function.delete(module));
}

/// A variable whose value the optimizer does not know, and that no code changes.
fn add_variable<'m>(module: &'m EditableModule, name: &str, default: Value<'m>) -> Global<'m> {
    let variable = module.add_global(name, default.ty(), AddressSpace::Global.number());
    variable.set_initializer(module, default);
    variable.set_linkage(module, Linkage::LLVMLinkOnceODRLinkage);
    variable.set_constant(module, true);
    variable.set_externally_initialized(module, true);
    variable
}

/// The properties of an image's specialization constants: the position of each id's value in the value of its constant,
/// and the defaults. A constant whose value does not matter has no id.
pub fn add_properties(module: &Module, properties: &mut PropertySetRegistry) {
    let mut constants: BTreeMap<String, Constant> = BTreeMap::new();
    let read = module.definitions().into_iter();
    for (symbol, size) in read.flat_map(kernel_info::spec_constants) {
        constants.entry(symbol).or_default().defaults.resize(size as usize, 0);
    }
    for leaf in uses(module) {
        let constant = constants.entry(leaf.symbol).or_default();
        constant.defaults.resize(leaf.size as usize, 0);
        let args = leaf.calls[0].args();
        let (Some(id), Some(bits)) = (args[0].const_u64(), args[1].const_u64().or(args[1].const_float_bits())) else {
            continue;
        };
        let size = module.size_of(args[1].ty()) as usize;
        let begin = leaf.offset as usize;
        constant.defaults[begin..begin + size].copy_from_slice(&bits.to_le_bytes()[..size]);
        constant.records.push([id as u32, leaf.offset, size as u32]);
    }
    if constants.is_empty() {
        return;
    }
    let mut defaults = Vec::new();
    for (symbol, constant) in constants {
        properties.add(PropertySetName::SpecConstants, symbol, constant.encode());
        defaults.extend(constant.defaults);
    }
    properties.add(PropertySetName::SpecConstantDefaults, "all", defaults);
}

/// One specialization constant of an image.
#[derive(Default)]
struct Constant {
    /// Id, offset and size of each leaf.
    records: Vec<[u32; 3]>,
    /// The default value; bytes of leaves that the image does not use are 0.
    defaults: Vec<u8>,
}

impl Constant {
    fn encode(&self) -> Vec<u8> {
        let mut records = self.records.clone();
        records.sort_by_key(|[_, offset, _]| *offset);
        let end = records.last().map_or(0, |[_, offset, size]| offset + size);
        let len = self.defaults.len() as u32;
        if end < len {
            records.push([PADDING, end, len - end]);
        }
        records.iter().flatten().flat_map(|word| word.to_le_bytes()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_sorted_and_reach_the_end() {
        let constant = Constant { records: vec![[7, 4, 1], [3, 0, 4]], defaults: vec![0; 8] };
        let words: Vec<u32> =
            constant.encode().as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
        assert_eq!(words, [3, 0, 4, 7, 4, 1, PADDING, 5, 3]);
    }
}
