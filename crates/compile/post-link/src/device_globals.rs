//! Device globals: variables that device code may write, and whose memory the
//! runtime provides (`docs/internals/boundaries.md`, section 9).
//!
//! Per unit, [`find`] recognizes them before outlining. The headers give the
//! class a destructor that calls `__tandem_device_global`, so that every
//! definition registers it to be run at exit; declarations are recognized by
//! their type. [`lower`] then gives device code its way to the memory:
//!
//! ```text
//! @x = linkonce_odr addrspace(1) externally_initialized constant ptr addrspace(1) null
//! %x = load ptr addrspace(1), ptr addrspace(1) @x        ; first in each function that uses it
//! ```
//!
//! The runtime writes the address of the device's memory into `@x` once a
//! program is built. With `device_image_scope`, `@x` is the memory itself.
//!
//! The records of variables are stored in the module as a list of texts, which linking joins: an image may use a
//! variable that another unit defines.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use tandem_device_ir::Marker;
use tandem_image::device_global::{Definition, DeviceGlobal, display_name};
use tandem_image::property::PropertySetName;
use tandem_image::{PropertySetRegistry, spirv};
use tandem_ir::{
    Builder, DebugLoc, EditableModule, Frame, Function, Global, Inst, Linkage, Module, Type, Value, replace_operands,
};

use super::diagnostics::Diagnostics;
use super::unit::UnitOptions;
use super::{initial_value, kernel_info};

/// How clang begins the names of the functions that initialize variables at run time.
const INITIALIZER: &str = "__cxx_global_var_init";
/// LLVM's name of the class; it numbers the types of a template.
const CLASS: &str = "class.sycl::_V1::ext::oneapi::experimental::device_global";
/// First member of the class where each image has its own memory.
const IMAGE_MEMBER: &str = "device_image_value";
/// Named metadata with the [`Record`]s.
const RECORDS: &str = "tandem.device_globals";
const GLOBAL: u32 = 1;

/// A variable of a unit.
struct Found {
    name: String,
    /// Its symbol, if that is local to the host object.
    local: Option<String>,
    record: Record,
}

/// The properties of a device global.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Record {
    size: u32,
    image_scope: bool,
    /// `SYCL_EXTERNAL`: other units may use it.
    external: bool,
    /// For a host pipe, the size of its words in bytes; otherwise 0.
    word_size: u32,
    definition: Option<Definition>,
}

/// The device globals of a unit.
pub struct DeviceGlobals(Vec<Found>);

impl DeviceGlobals {
    /// The internal ones: local symbol and name.
    pub fn internal(&self) -> Vec<(String, String)> {
        self.0.iter().filter_map(|found| Some((found.local.clone()?, found.name.clone()))).collect()
    }

    /// Whether other units may use one that is defined here.
    pub fn are_shared(&self) -> bool {
        self.0.iter().any(|found| found.record.external && found.record.definition.is_some())
    }
}

/// Finds the device globals of a unit. Internal ones get the unit into their
/// name; all are kept from then on, until [`lower`].
pub fn find(module: &EditableModule, options: &UnitOptions) -> Result<DeviceGlobals, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let external: HashSet<String> = module
        .annotations()
        .iter()
        .filter(|annotation| annotation.text == kernel_info::EXTERNAL)
        .filter_map(|annotation| Some(annotation.target.as_global()?.name()))
        .collect();
    let mut found = Vec::new();
    let word_sizes: HashMap<Global<'_>, u64> = registered(module, Marker::HostPipe).into_iter().collect();
    let defined = registered(module, Marker::DeviceGlobal).into_iter().map(|(global, scope)| (global, scope == 1));
    for (global, image_scope) in defined.chain(declarations(module)) {
        let external = external.contains(&global.name());
        match record(module, global, image_scope, external) {
            Ok(mut record) => {
                record.word_size = word_sizes.get(&global).map_or(0, |size| *size as u32);
                let local = global.is_local().then(|| global.name());
                found.push(Found { name: claim(module, global, options), local, record });
            }
            Err(problem) => {
                let name = display_name(&global.name());
                diagnostics.error(place_of_definition(global), format!("device_global '{name}' {problem}"));
            }
        }
    }
    diagnostics.into_result()?;
    Ok(DeviceGlobals(found))
}

/// The variables whose destructor is one of the headers' that calls a marker, and the constant that it passes
/// to that: the scope, or the size of a host pipe's words.
fn registered(module: &Module, marker: Marker) -> Vec<(Global<'_>, u64)> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    for call in module.function(marker.symbol()).map(Function::calls).unwrap_or_default() {
        let told = call.args().get(1).and_then(|argument| argument.const_u64()).unwrap_or_default();
        let mut destructors: Vec<Function<'_>> = call.block().map(|block| block.function()).into_iter().collect();
        while let Some(destructor) = destructors.pop() {
            let users = destructor.value().users().into_iter().filter_map(Value::as_inst);
            for user in users.filter(|inst| inst.is_call()) {
                let object =
                    user.args().into_iter().filter_map(Value::as_global).find(|object| !object.is_declaration());
                let caller = user.block().map(|block| block.function());
                match object {
                    Some(object) if seen.insert(object) => found.push((object, told)),
                    Some(_) => {}
                    // The complete destructor may call the base one.
                    None => destructors.extend(caller.filter(|caller| caller.name().ends_with("D1Ev"))),
                }
            }
        }
    }
    found
}

/// Device globals of other units.
fn declarations(module: &Module) -> Vec<(Global<'_>, bool)> {
    let class_of = |ty: Type<'_>| ty.struct_name().unwrap_or_default();
    let is_device_global = |global: &Global<'_>| {
        let class = class_of(global.value_type());
        class.strip_prefix(CLASS).is_some_and(|number| number.is_empty() || number.starts_with('.'))
    };
    let externs = module.globals().into_iter().filter(|global| global.is_declaration());
    externs
        .filter(is_device_global)
        .map(|global| {
            let member = global.value_type().fields().first().map(|member| class_of(*member));
            (global, member.is_some_and(|member| member.contains(IMAGE_MEMBER)))
        })
        .collect()
}

/// The properties of a variable, or the reason why it is invalid.
fn record(module: &Module, global: Global<'_>, image_scope: bool, external: bool) -> Result<Record, String> {
    let ty = global.value_type();
    let size = u32::try_from(module.size_of(ty)).map_err(|_| "is larger than 4 GiB")?;
    let definition = match global.initializer() {
        None => None,
        Some(_) if is_initialized_at_run_time(global) => return Err("has no constant initializer".to_owned()),
        Some(initial) => {
            let initial = initial_value::bytes(module, initial)?;
            Some(Definition { align: global.align().max(module.align_of(ty)), initial })
        }
    };
    Ok(Record { size, image_scope, external, word_size: 0, definition })
}

/// Whether the code that runs before `main` does more to a variable than to
/// register its destructor.
fn is_initialized_at_run_time(global: Global<'_>) -> bool {
    let is_registration = |inst: Inst<'_>| {
        inst.called_function().is_some_and(|callee| ["__cxa_atexit", "atexit"].contains(&callee.name().as_str()))
    };
    let users = global.value().users().into_iter().filter_map(Value::as_inst);
    users
        .filter(|user| !is_registration(*user))
        .any(|user| user.block().is_some_and(|block| block.function().name().starts_with(INITIALIZER)))
}

/// The location of a variable's definition in the source, from the code that runs before `main`: the line if that code
/// does more than register a destructor, otherwise the file.
fn place_of_definition(global: Global<'_>) -> Option<Frame> {
    let users = global.value().users().into_iter().filter_map(Value::as_inst);
    users
        .filter(|user| user.block().is_some_and(|block| block.function().name().starts_with(INITIALIZER)))
        .filter_map(|user| user.debug_loc().map(DebugLoc::frame))
        .max_by_key(|place| place.line)
}

/// Keeps a variable through outlining; an internal one by a name that no other
/// unit has.
fn claim(module: &EditableModule, global: Global<'_>, options: &UnitOptions) -> String {
    if global.is_local() {
        if !options.unit.is_empty() {
            global.value().set_name(module, &format!("{}.{}", global.name(), options.unit));
        }
        global.set_linkage(module, Linkage::LLVMExternalLinkage);
    }
    global.set_externally_initialized(module, true);
    global.name()
}

/// Replaces the variables of a unit, and records their properties.
pub fn lower(module: &EditableModule, globals: &DeviceGlobals) -> Result<(), Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    for Found { name, record, .. } in &globals.0 {
        module.add_named_text(RECORDS, &record.encode(name));
        let Some(old) = module.global(name) else {
            continue;
        };
        old.value().set_name(module, "");
        if record.image_scope {
            lower_image_scope(module, old, name, record);
        } else if let Err(holder) = lower_shared(module, old, name) {
            let name = display_name(name);
            diagnostics.error(
                None,
                format!("{holder} holds the address of device_global '{name}', which differs between devices"),
            );
            continue;
        }
        old.delete(module);
    }
    diagnostics.into_result()
}

/// The variable moves to global memory.
fn lower_image_scope(module: &EditableModule, old: Global<'_>, name: &str, record: &Record) {
    let new = module.add_global(name, old.value_type(), GLOBAL);
    if let Some(initial) = old.initializer() {
        new.set_initializer(module, initial);
        new.set_linkage(
            module,
            match record.external {
                true => Linkage::LLVMWeakODRLinkage,
                false => Linkage::LLVMLinkOnceODRLinkage,
            },
        );
    }
    new.set_align(module, old.align());
    new.set_externally_initialized(module, true);
    let address = module.const_address_space_cast(new.value(), old.value().ty());
    old.value().replace_all_uses_with(module, address);
}

/// Replaces the variable by a pointer. Any other use of its address is an error.
fn lower_shared(module: &EditableModule, old: Global<'_>, name: &str) -> Result<(), String> {
    let pointer = module.add_global(name, module.ptr(GLOBAL), GLOBAL);
    pointer.set_initializer(module, module.ptr(GLOBAL).zero());
    pointer.set_linkage(module, Linkage::LLVMLinkOnceODRLinkage);
    pointer.set_constant(module, true);
    pointer.set_externally_initialized(module, true);
    let mut addresses: HashMap<Function<'_>, Value<'_>> = HashMap::new();
    for inst in users(old.value()) {
        let Some(function) = inst.block().map(|block| block.function()) else {
            continue;
        };
        replace_operands(module, inst, &mut |value| {
            let is_old = value == old.value();
            is_old.then(|| *addresses.entry(function).or_insert_with(|| load_address(module, function, pointer)))
        });
    }
    match holder(old.value()) {
        Some(holder) => Err(format!("the initial value of '{}'", display_name(&holder.name()))),
        None => Ok(()),
    }
}

/// The address that a pointer holds, as the flat one that C++ has.
fn load_address<'m>(module: &'m EditableModule, function: Function<'m>, pointer: Global<'m>) -> Value<'m> {
    let entry = function.entry().expect("an instruction was in it");
    let builder = Builder::at_start(module, entry);
    // The load has no source line, although the instruction that uses the address has a location.
    builder.set_debug_loc(None);
    let address = builder.load(module.ptr(GLOBAL), pointer.value());
    builder.address_space_cast(address.value(), module.ptr(0))
}

/// The instructions that use a value, also inside of constants.
fn users(value: Value<'_>) -> Vec<Inst<'_>> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut work = vec![value];
    while let Some(value) = work.pop() {
        for user in value.users().into_iter().filter(|user| seen.insert(*user)) {
            match user.as_inst() {
                Some(inst) => found.push(inst),
                None if user.as_global().is_none() => work.push(user),
                None => {}
            }
        }
    }
    found
}

/// A variable whose initial value holds this one.
fn holder(value: Value<'_>) -> Option<Global<'_>> {
    value.users().into_iter().find_map(|user| user.as_global().or_else(|| holder(user)))
}

impl Record {
    /// `name;size;scope;external;size of words[;alignment;bytes in hexadecimal]`.
    fn encode(&self, name: &str) -> String {
        let (scope, external) = (u8::from(self.image_scope), u8::from(self.external));
        let head = format!("{name};{};{scope};{external};{}", self.size, self.word_size);
        match &self.definition {
            None => head,
            Some(Definition { align, initial }) => {
                let bytes: String = initial.iter().map(|byte| format!("{byte:02x}")).collect();
                format!("{head};{align};{bytes}")
            }
        }
    }

    fn decode(text: &str) -> Option<(String, Self)> {
        let mut fields = text.split(';');
        let name = fields.next()?.to_owned();
        let mut number = || fields.next()?.parse::<u32>().ok();
        let (size, image_scope, external, word_size) = (number()?, number()? != 0, number()? != 0, number()?);
        let definition = match number() {
            None => None,
            Some(align) => Some(Definition { align, initial: hexadecimal(fields.next()?)? }),
        };
        Some((name, Self { size, image_scope, external, word_size, definition }))
    }
}

fn hexadecimal(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text.chars().map(|digit| Some(digit.to_digit(16)? as u8)).collect();
    Some(digits?.as_chunks().0.iter().map(|[high, low]| high << 4 | low).collect())
}

/// The units' device globals in a link.
#[derive(Default)]
pub struct Link {
    records: BTreeMap<String, Record>,
    /// Image-scope variables that an image has.
    placed: Mutex<HashSet<String>>,
}

impl Link {
    /// Adds a unit. Definitions contain more information than declarations.
    pub fn add(&mut self, unit: &Module) {
        for (name, record) in unit.named_texts(RECORDS).iter().filter_map(|text| Record::decode(text)) {
            let known = self.records.entry(name).or_default();
            if known.definition.is_none() {
                *known = record;
            }
        }
    }

    /// Refuses a variable that each image has for itself in a second image.
    pub fn check(&self, image: &Module) -> Result<(), Diagnostics> {
        let mut diagnostics = Diagnostics::default();
        let is_placed = |(global, record): &(Global<'_>, &Record)| record.image_scope && global.value().has_users();
        let names: Vec<String> = self.used(image).filter(is_placed).map(|(global, _)| global.name()).collect();
        let mut placed = self.placed.lock().unwrap_or_else(PoisonError::into_inner);
        for name in names {
            let text = format!(
                "device_global '{}' has device_image_scope, but is used in more than one device image; see \
                 -fsycl-device-code-split",
                display_name(&name)
            );
            if !placed.insert(name) {
                diagnostics.error(None, text);
            }
        }
        diagnostics.into_result()
    }

    /// Adds the properties of an image, and returns those that its SPIR-V shall
    /// carry itself.
    pub fn add_properties(&self, image: &Module, properties: &mut PropertySetRegistry) -> Vec<String> {
        let mut own = PropertySetRegistry::new();
        for (global, record) in self.used(image) {
            let name = global.name();
            let Record { size, image_scope, external, word_size, definition } = record.clone();
            match definition {
                Some(_) if external => properties.add(PropertySetName::ExportedSymbols, name.as_str(), 1),
                Some(_) => {}
                None => properties.add(PropertySetName::ImportedSymbols, name.as_str(), 1),
            }
            DeviceGlobal { size, image_scope, definition }.add_to(&mut own, &name);
            if word_size != 0 {
                own.add(PropertySetName::HostPipes, name, word_size.to_le_bytes().to_vec());
            }
        }
        for (set, keys) in own.sets() {
            properties.set_mut(set.clone()).extend(keys.clone());
        }
        spirv::embedded(&own)
    }

    fn used<'m>(&self, image: &'m Module) -> impl Iterator<Item = (Global<'m>, &Record)> {
        let globals = image.globals().into_iter().filter(|global| global.is_externally_initialized());
        globals.filter_map(|global| Some((global, self.records.get(&global.name())?)))
    }
}

/// Removes a promise that held for the optimizer but not for a consumer of SPIR-V: that the pointers are constant while
/// code runs.
pub fn forget_constness(module: &EditableModule) {
    for global in module.globals().into_iter().filter(|global| global.is_externally_initialized()) {
        global.set_constant(module, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_survive_as_text() {
        let definition = Some(Definition { align: 16, initial: vec![0, 255, 16] });
        for definition in [definition, Some(Definition::default()), None] {
            let record = Record { size: 12, image_scope: true, external: false, word_size: 8, definition };
            assert_eq!(Record::decode(&record.encode("_ZL1x.u")), Some(("_ZL1x.u".to_owned(), record)));
        }
        assert_eq!(Record::decode("x;1"), None);
        assert_eq!(Record::decode("x;4;0;0;0;4;zz"), None);
    }
}
