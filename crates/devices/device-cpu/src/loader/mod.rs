//! A small loader for ELF x86-64 relocatable objects, from `codegen-cpu`, the persistent cache or ahead-of-time images.
//!
//! Input: the bytes of an object, from anywhere, or of several that use each other's functions. Output: an [`Image`]
//! for each, mapped, relocated and protected. All input is checked: any error in it is a [`LoadError`] that names
//! section, offset or symbol.
//!
//! Steps: [`layout`] places the sections in three segments (code, read-only, data) of one mapping, so that they reach
//! each other with 32-bit offsets; [`relocate`] resolves symbols and applies relocations; then the segments get their
//! protection; [`unwind`] and [`debugger`] register the code with the unwinder and gdb.

mod debugger;
mod error;
mod layout;
mod lines;
mod memory;
mod relocate;
mod symbols;
mod unwind;

use std::collections::HashMap;

use object::read::elf::ElfFile64;
use object::{Architecture, Endianness, Object as _, ObjectKind, ObjectSection, ObjectSymbol};
use tandem_native_cpu::FUNCTION_PREFIX;

pub use error::LoadError;
use layout::{Layout, Segment};
pub use lines::Lines;
use memory::Mapping;

type ElfObject<'data> = ElfFile64<'data, Endianness>;
type Result<T, E = LoadError> = std::result::Result<T, E>;

/// An object to load.
pub struct Object<'a> {
    /// Its bytes.
    pub bytes: &'a [u8],
    /// Values of variables, by name, which are stored before anything can run.
    /// Variables that the object does not have are left out.
    pub values: Vec<(String, Vec<u8>)>,
}

/// A loaded object. Dropping it unmaps the code.
pub struct Image {
    // Dropped in this order: the debugger and the unwinder must not read the code once it is unmapped.
    debugger: debugger::Registration,
    _frames: Option<unwind::Registration>,
    symbols: HashMap<String, usize>,
    code: std::ops::Range<usize>,
    _mapping: Mapping,
}

impl Image {
    /// Loads objects that use each other's functions: of several definitions, the
    /// first one counts.
    pub fn load_all(objects: &[Object<'_>]) -> Result<Vec<Self>> {
        let files = objects.iter().map(|object| parse(object.bytes)).collect::<Result<Vec<_>>>()?;
        let mut placed = files.iter().map(Placed::new).collect::<Result<Vec<_>>>()?;
        for (placed, object) in placed.iter_mut().zip(objects) {
            object.values.iter().try_for_each(|(name, value)| placed.set(name, value))?;
        }
        let mut shared = HashMap::new();
        // Other symbols are an object's own: it must not put itself between another one and the host.
        let functions = placed.iter().flat_map(|object| &object.symbols);
        for (name, address) in functions.filter(|(name, _)| name.starts_with(FUNCTION_PREFIX)) {
            shared.entry(name.clone()).or_insert(*address);
        }
        placed.into_iter().zip(objects).map(|(placed, object)| placed.finish(object.bytes, &shared)).collect()
    }

    /// Whether the object defines a global symbol whose name satisfies `is_wanted`.
    pub fn has_symbol(&self, is_wanted: impl Fn(&str) -> bool) -> bool {
        self.symbols.keys().any(|name| is_wanted(name))
    }

    /// Address of a global symbol that the object defines.
    pub fn symbol(&self, name: &str) -> Option<usize> {
        self.symbols.get(name).copied()
    }

    /// Address of a global function that the object defines.
    pub fn function(&self, name: &str) -> Option<usize> {
        self.symbol(name).filter(|address| self.code.contains(address))
    }

    /// The source lines of the code.
    pub fn lines(&self) -> Lines {
        parse(self.debugger.file()).map(|file| Lines::of(&file)).unwrap_or_default()
    }

    /// The addresses of the code.
    pub fn code(&self) -> std::ops::Range<usize> {
        self.code.clone()
    }
}

/// An object in memory, not yet relocated.
struct Placed<'data, 'file> {
    file: &'file ElfObject<'data>,
    layout: Layout,
    mapping: Mapping,
    symbols: HashMap<String, usize>,
}

impl<'data, 'file> Placed<'data, 'file> {
    fn new(file: &'file ElfObject<'data>) -> Result<Self> {
        let layout = Layout::new(file)?;
        let mut mapping = Mapping::new(layout.total_bytes(), layout.needs_low_addresses())?;
        copy_sections(file, &layout, &mut mapping)?;
        let symbols = global_symbols(file, &layout, mapping.address());
        Ok(Self { file, layout, mapping, symbols })
    }

    /// Stores a value to a variable, if the object has it.
    fn set(&mut self, name: &str, value: &[u8]) -> Result<()> {
        let Some(address) = self.symbols.get(name) else { return Ok(()) };
        let start = address - self.mapping.address();
        let place = self.mapping.bytes_mut(start..start.saturating_add(value.len()));
        place.ok_or_else(|| LoadError::BadSymbol(name.to_owned()))?.copy_from_slice(value);
        Ok(())
    }

    /// Relocates and protects the object; `shared` has the functions of all
    /// objects of the program.
    fn finish(mut self, bytes: &[u8], shared: &HashMap<String, usize>) -> Result<Image> {
        relocate::relocate(self.file, &self.layout, &mut self.mapping, shared)?;
        let frames = unwind::find(self.file, &self.layout, &self.mapping)?;
        self.layout.protect(&self.mapping)?;
        let base = self.mapping.address();
        let code = self.layout.segment(Segment::Code);
        Ok(Image {
            debugger: debugger::Registration::new(bytes, self.file, &self.layout, base),
            _frames: frames.map(unwind::Registration::new),
            symbols: self.symbols,
            code: base + code.start..base + code.end,
            _mapping: self.mapping,
        })
    }
}

/// The contents of a section that is not loaded, such as the kernel metadata.
pub fn section<'data>(bytes: &'data [u8], name: &'static str) -> Result<&'data [u8]> {
    optional_section(bytes, name)?.ok_or(LoadError::MissingSection(name))
}

/// The contents of a section that need not be there.
pub fn optional_section<'data>(bytes: &'data [u8], name: &str) -> Result<Option<&'data [u8]>> {
    let file = parse(bytes)?;
    let section = file.section_by_name(name);
    section.map(|section| section.data().map_err(LoadError::malformed)).transpose()
}

fn parse(bytes: &[u8]) -> Result<ElfObject<'_>> {
    let file = ElfObject::parse(bytes).map_err(LoadError::malformed)?;
    if file.kind() != ObjectKind::Relocatable {
        return Err(LoadError::NotRelocatable);
    }
    if file.architecture() != Architecture::X86_64 || file.endian() != Endianness::Little {
        return Err(LoadError::WrongArchitecture);
    }
    Ok(file)
}

fn copy_sections(file: &ElfObject<'_>, layout: &Layout, mapping: &mut Mapping) -> Result<()> {
    for section in file.sections() {
        let Some(place) = layout.place(section.index()) else { continue };
        // Sections without contents in the file stay zero.
        let data = section.data().map_err(LoadError::malformed)?;
        let target = mapping.bytes_mut(place.range());
        let target = target.and_then(|target| target.get_mut(..data.len()));
        target.ok_or(LoadError::TooLarge)?.copy_from_slice(data);
    }
    Ok(())
}

fn global_symbols(file: &ElfObject<'_>, layout: &Layout, base: usize) -> HashMap<String, usize> {
    let globals = file.symbols().filter(|symbol| symbol.is_global() && symbol.is_definition());
    globals
        .filter_map(|symbol| {
            let address = layout.symbol_offset(&symbol)?;
            Some((symbol.name().ok()?.to_owned(), base + address))
        })
        .collect()
}
